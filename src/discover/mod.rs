//! Where a page's sitemap may be.

pub mod page_links;
mod places;
pub mod robots;

pub(crate) use places::RESOURCESYNC;
pub use places::{Step, Steps};
