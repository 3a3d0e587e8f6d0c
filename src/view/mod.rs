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
mod branches;
mod building;
mod current;
mod distinct;
mod entry;
mod filter;
mod joined;
mod jump;
mod lookups;
mod marking;
mod marks;
mod neighbours;
mod news;
mod only_branch;
mod opening;
mod order;
mod painting;
mod pinned;
mod read_pages;
mod revealing;
mod row;
mod rows;
mod search_text;
mod sections;
mod sibling_sort;
mod source;
mod state;
mod text_words;
mod tree_view;
mod type_ahead;
mod words;
#[cfg(test)]
mod tests;

pub use age::{Age, Unit, age};
pub use jump::{JumpScan, JumpTarget};
pub use marks::Mark;
pub use neighbours::Neighbour;
pub use news::{Dated, News, NewsScan, Since};
pub use order::Order;
pub use row::{DocumentState, Row, RowId};
pub use sections::{SectionHeading, SectionRow, Sections};
pub use text_words::TextExcerpt;
pub(crate) use text_words::TextWords;
pub use tree_view::TreeView;
pub use words::AddressPart;
