//! Loads one site: finds its sitemap, fetches it, reads it as it arrives, and shows it.
//!
//! [`Fetch`] is a trait, so the browser, the tests and the command line share every rule here.
//!
//! ```
//! use navibar::inspect::{Mirror, block_on};
//! use navibar::session::{self, Memory, Session, Status};
//! use std::cell::RefCell;
//!
//! // A mirror stands for the network.
//! let robots = b"Sitemap: https://www.example.org/map.txt".to_vec();
//! let network = Mirror::new(None)
//!     .with_bytes("https://www.example.org/robots.txt", robots)
//!     .with_bytes("https://www.example.org/map.txt", b"https://www.example.org/oak".to_vec());
//! let (session, memory) = (RefCell::new(Session::default()), RefCell::new(Memory::default()));
//! let page = "https://www.example.org/";
//! let load = session.borrow_mut().begin(page);
//! let outcome = block_on(session::open_page(&session, load, &network, &memory, page, |_| {}));
//! assert_eq!(outcome.status, Status::Loaded);
//! assert_eq!(session.borrow().site().url(), "https://www.example.org/map.txt");
//! ```

mod ahead;
mod conclude;
mod excerpts;
mod explain;
mod facts;
mod fairness;
mod fetch;
mod lists;
mod load;
mod memory;
mod nearby;
mod open_manifest;
mod outcome;
mod page_titles;
mod progress;
mod request;
mod requested_lists;
mod search;
mod slices;
mod state;
mod texts;
mod visited;
mod visits;
mod wait;

pub use crate::arrange::claims::{About, Claim};
pub use ahead::ReadAhead;
pub use excerpts::{Location, excerpts};
pub use explain::explain;
pub use facts::add_rest;
#[cfg(target_arch = "wasm32")]
pub(crate) use fairness::{Room, surplus};
pub use fetch::{Body, Cache, Fetch, FetchError, Response};
pub use lists::read_lists;
pub use load::{open_document, open_missing, open_sitemap, read_body};
pub use memory::Memory;
pub use nearby::Nearby;
pub use outcome::{Code, Outcome, Status};
pub use page_titles::{TitlesRead, read_page_titles};
pub use progress::{DocumentProgress, Progress};
pub use search::{open_nearby, open_page};
pub use state::{Load, Session, Source};
pub use texts::{TextMatch, TextMatches, search_texts};
pub use visits::Visits;
