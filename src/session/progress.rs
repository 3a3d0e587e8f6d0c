//! How far a load is.

use serde::Serialize;

/// How far loading is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Progress {
    /// Bytes read.
    pub bytes: u64,
    /// Bytes in all, where the server says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Pages read.
    pub pages: usize,
    /// Further documents of the site, while these are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<DocumentProgress>,
}

/// How many further documents have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DocumentProgress {
    /// Those that have come, or failed.
    pub done: usize,
    /// Those that are to come, and these.
    pub total: usize,
}
