//! The derived tree: pages ordered by the host and path of their addresses. A path segment without its own page is a
//! folder.

mod hosts;
mod key;
mod place;
mod tree;

pub(super) use key::Key;
pub(crate) use tree::DerivedTree;
