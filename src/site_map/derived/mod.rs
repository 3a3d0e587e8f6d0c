//! The derived tree: pages placed by the host and the path of their addresses. A segment without a page of its own is
//! a folder.

mod hosts;
mod key;
mod place;
mod tree;

pub(crate) use tree::Paths;
