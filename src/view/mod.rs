//! The tree view: which branches are expanded and which rows are shown. The painter requests a window of rows.
//!
//! A row is an occurrence of a page: the same page in two places is two rows. Occurrences are built when their branch
//! is first expanded, so an endless tree costs nothing until then. A filtered tree has its own rows. The whole tree
//! stays unchanged beside it.
//!
//! ```
//! use navibar::site::Site;
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.txt");
//! site.push(b"https://www.exam");
//! site.push(b"ple.org/oak");
//! site.finish();
//!
//! let mut view = navibar::view::TreeView::default();
//! view.refresh(site.map());
//! let rows = view.rows(site.map(), 0..view.len());
//! assert_eq!((rows[0].title.as_str(), rows[0].level), ("Oak", 1));
//! ```

mod addresses;
mod age;
mod branch_appending;
mod branch_building;
mod branch_expansion;
mod branch_growth;
mod branch_opening;
mod branch_state;
mod branches;
mod compact;
mod current;
mod current_page;
mod distinct;
mod filter;
mod jump;
mod lookups;
mod neighbours;
mod news;
mod ordering;
mod only_branch;
mod painting;
mod pinned;
mod rebuild;
mod revealed;
mod row;
mod search;
mod sections;
mod sibling_sort;
mod sorting;
mod state;
mod tree_view;
mod type_ahead;
#[cfg(test)]
mod tests;

pub use age::{Age, Unit, age};
pub use jump::{JumpScan, JumpTarget};
pub use neighbours::Neighbour;
pub use news::{Dated, News, NewsScan, Since};
pub use row::{DocumentState, Row, RowId};
pub use search::AddressPart;
pub use sections::{SectionHeading, SectionRow, Sections};
pub use sorting::Order;
pub use tree_view::TreeView;
