//! Finds the sitemap of a page's site.

pub(crate) mod folders;
mod places;
pub mod robots;

pub(crate) use places::{RESOURCESYNC, is_usual};
pub use places::{Step, Steps};
