//! Runs long work in steps. The page can paint between them.

use super::fetch::WebFetch;
use crate::session::{Fetch, Session};
use crate::site_map::SiteMap;
use crate::view::TreeView;
use std::cell::RefCell;

/// Processes up to this number of pages. Returns `true` if some remain.
pub(super) type Step = dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool;

/// Calls `step` until no pages remain, with pauses between the calls.
pub(super) async fn in_steps(
    session: &RefCell<Session>,
    fetch: &WebFetch,
    step: &mut dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool,
) {
    /// Pages for each step, which take about a millisecond.
    const PAGES: usize = 4096;
    let mut take_step = || {
        let mut session = session.borrow_mut();
        let (view, site) = session.view_mut();
        !site.is_empty() && step(view, site.map(), PAGES)
    };
    while take_step() {
        fetch.pause().await;
    }
}
