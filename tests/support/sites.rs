//! Helpers of the tests that use `tests/sites`.
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs)]

use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, Memory, Session, Status};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

pub fn folder(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites").join(format)
}

/// Opens a page of a site.
pub fn open(format: &str, page: &str) -> Session {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::new(Some(folder(format))).with_chunks(100);
    let load = session.borrow_mut().begin(page);
    let memory = RefCell::new(Memory::default());
    let outcome = block_on(session::open_page(&session, load, &mirror, &memory, page, |_| {}));
    assert_eq!(outcome.status, Status::Loaded, "{page}: {}", outcome.message);
    let mut session = session.into_inner();
    session.set_current(Some(page));
    session
}
