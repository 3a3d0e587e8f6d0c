//! The parts that the windows of both browsers share.

use std::time::Duration;

use serde::Deserialize;

/// Maximum time until a condition is true.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A tab of the front window.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Tab {
    /// the address of its page
    pub url: String,
    /// the title of its page
    pub title: String,
    /// `true` for the active tab
    pub active: bool,
}

/// The part of the screen that shows a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// the sidebar, or Chromium's side panel
    Sidebar,
    /// the page in the active tab
    Page,
}

impl Part {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sidebar => "sidebar",
            Self::Page => "page",
        }
    }
}
