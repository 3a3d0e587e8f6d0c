//! The derived tree: pages ordered by the host and path of their addresses. A path segment without its own page is a
//! folder.

mod hosts;
mod place;
mod tree;

pub(crate) use tree::DerivedTree;
