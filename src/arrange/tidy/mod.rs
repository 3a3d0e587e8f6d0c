//! Rewrites of the resolved rows: `folders.rs` joins folders with pages, `versions.rs` arranges versions, `rest.rs` folds away what
//! nobody places. `mod.rs` of `arrange` has their order.

pub(super) mod folders;
pub(super) mod rest;
pub(super) mod versions;
