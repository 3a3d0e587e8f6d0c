//! The tree view: which branches are open and which rows that makes. The painter asks for a window of rows.
//!
//! A row is an occurrence of a page: the same page in two places is two rows. Occurrences are made when their
//! branch is opened first, so a document that describes an endless tree costs nothing until then. While the tree is
//! filtered the rows are those of a tree of its own, beside the whole one, which stays as it is.

mod addresses;
mod age;
mod branch_growth;
mod branch_opening;
mod branches;
mod compact;
mod current;
mod current_page;
mod distinct;
mod filter;
mod lookups;
mod neighbours;
mod news;
mod ordering;
mod painting;
mod row;
mod search;
mod sorting;
mod state;
mod tree_view;
#[cfg(test)]
mod tests;

pub use age::{Age, Unit, age};
pub use neighbours::Neighbour;
pub use news::{Dated, News, NewsScan, Since};
pub use row::{DocumentState, Row, RowId};
pub use search::FoundAddress;
pub use sorting::Order;
pub use tree_view::TreeView;
