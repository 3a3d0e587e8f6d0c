//! Finds the sitemap of a page's site.

pub mod page_links;
mod places;
pub mod robots;

pub(crate) use places::RESOURCESYNC;
pub use places::{Step, Steps};
