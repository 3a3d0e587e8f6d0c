//! Long work in steps, with pauses in which the page may paint.

use super::fetch::WebFetch;
use crate::session::{Fetch, Session};
use crate::site_map::SiteMap;
use crate::view::TreeView;
use std::cell::RefCell;

/// Looks at up to this number of shown pages. Returns `true` if some remain.
pub(super) type Step = dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool;

/// Goes through the pages in steps, with pauses between them.
pub(super) async fn in_steps(
    session: &RefCell<Session>,
    fetch: &WebFetch,
    step: &mut dyn FnMut(&mut TreeView, &SiteMap, usize) -> bool,
) {
    /// About a millisecond.
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
