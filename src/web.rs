//! The only code that knows it runs in a browser.

mod bindings;
mod fetch;

pub use bindings::*;
