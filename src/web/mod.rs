//! The only code that knows it runs in a browser. One file for each thing that JavaScript receives.

mod fetch;
mod findings;
mod from_js;
mod loading;
mod news;
mod page;
mod picture;
mod save;
mod session;
mod steps;
mod to_js;
mod tree;
mod types;

pub use picture::picture_type;
pub use session::WebSession;
pub use types::*;
