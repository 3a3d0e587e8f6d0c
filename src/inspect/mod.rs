//! The engine without a browser: files in place of a network, and the whole tree at once. For `examples/inspect.rs` and the
//! tests.

mod mirror;
mod outline;

pub use mirror::{FileBody, Mirror, block_on};
pub use outline::{Node, Outline};
