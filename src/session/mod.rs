//! Loads one site: finds its sitemap, fetches it, reads it as it arrives, and shows it.
//!
//! [`Fetch`] is a trait, so the browser, the tests and the command line share every rule here.

mod excerpts;
mod facts;
mod fetch;
mod lists;
mod load;
mod memory;
mod nearby;
mod outcome;
mod progress;
mod request;
mod requested_lists;
mod search;
mod state;
mod visited;
mod visits;
mod wait;

pub use excerpts::{Location, excerpts};
pub use fetch::{Body, Cache, Fetch, FetchError, Response};
pub use lists::read_lists;
pub use load::{open_document, open_missing, open_sitemap, read_body};
pub use memory::Memory;
pub use nearby::Nearby;
pub use outcome::{Code, Outcome, Status};
pub use progress::{DocumentProgress, Progress};
pub use search::{open_nearby, open_page};
pub use state::{Load, Session, Source};
pub use visits::{PAUSE, Visits};
