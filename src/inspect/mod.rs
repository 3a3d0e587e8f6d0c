//! Runs the engine without a browser: files replace the network, and the tree is expanded as a whole. For
//! the command line and the tests.

mod mirror;
mod outline;

pub use mirror::{FileBody, Mirror, block_on};
pub use outline::{Node, Outline};
