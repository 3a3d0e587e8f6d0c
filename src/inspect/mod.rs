//! Runs the engine without a browser: files replace the network, and the tree is expanded as a whole. For
//! the command line and the tests.
//!
//! ```
//! use navibar::inspect::{Mirror, Outline, block_on};
//! use navibar::session::{self, Session};
//! use std::cell::RefCell;
//!
//! let url = "https://www.example.org/sitemap.txt";
//! let mirror = Mirror::new(None).with_bytes(url, b"https://www.example.org/plants/oak".to_vec());
//! let session = RefCell::new(Session::default());
//! let load = session.borrow_mut().begin(url);
//! block_on(session::open_sitemap(&session, load, &mirror, url, |_| {}));
//! let outline = Outline::new(session.borrow().site());
//! assert_eq!(outline.to_text(false), "Plants/\n  Oak <https://www.example.org/plants/oak>\n");
//! ```

mod mirror;
mod outline;

pub use mirror::{FileBody, Mirror, block_on};
pub use outline::{Node, Outline};
