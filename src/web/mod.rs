//! The only code that knows it runs in a browser.

mod bindings;
mod fetch;
mod from_js;
mod picture;

pub use bindings::*;
pub use picture::picture_type;
