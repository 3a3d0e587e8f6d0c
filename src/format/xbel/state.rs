//! The state of an XBEL document while it is read.

use crate::format::bookmarks::collected::Collected;
use crate::format::bookmarks::state::Bookmarks;
use crate::format::markup::base::Bases;

/// Reads XBEL documents.
#[derive(Debug, Default)]
pub(crate) struct Xbel {
    pub(super) bookmarks: Bookmarks,
    pub(super) bases: Bases,
    pub(super) namespace: Box<str>,
    /// The element inside the innermost open one that is collected or left out.
    pub(super) collected: Option<Collected>,
    /// Reused buffer for the next title.
    pub(super) title_buffer: String,
}
