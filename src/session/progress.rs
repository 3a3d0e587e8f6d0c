//! The progress of a load.

use serde::Serialize;

/// The progress of a load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// Bytes read.
    pub bytes: u64,
    /// Size in bytes, if the server gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Pages read.
    pub pages: usize,
    /// Progress of the child sitemaps, while they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<DocumentProgress>,
}

/// How many child sitemaps are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DocumentProgress {
    /// Child sitemaps that were loaded or have failed.
    pub done: usize,
    /// All child sitemaps of this load.
    pub total: usize,
}
