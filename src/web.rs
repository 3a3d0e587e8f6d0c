//! The only code that knows it runs in a browser.

mod bindings;
mod fetch;
mod from_js;

pub use bindings::*;
