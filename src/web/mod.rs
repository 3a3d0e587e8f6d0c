//! The interface to JavaScript, one file for each thing that it receives. All other modules also run outside a browser.

mod branch;
mod current;
mod fetch;
mod filter;
mod findings;
mod from_js;
mod jump;
mod loading;
mod news;
mod page;
mod picture;
mod save;
mod sections;
mod session;
mod steps;
mod texts;
mod to_js;
mod titles;
mod tree;

pub use loading::OnProgress;
pub use picture::picture_type;
pub use sections::WebSections;
pub use session::WebSession;
