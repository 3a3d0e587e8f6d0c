//! Explains why a row has its title and its place.

use super::fetch::Fetch;
use super::state::Session;
use crate::address::PageKey;
use crate::arrange::claims::Claim;
use crate::arrange::explain::Explanation;
use std::cell::RefCell;

/// Returns what all sources say about a page of a site that declares no structure: its menus, breadcrumbs, lists, sitemaps and
/// addresses. It takes as long as the tree of the site, in steps with pauses. Returns nothing for a page that is not in
/// the tree, and if the tree changes meanwhile.
pub async fn explain<F: Fetch>(session: &RefCell<Session>, fetch: &F, url: &str) -> Vec<Claim> {
    let Some(mut explanation) = session.borrow_mut().begin_explanation(url) else { return Vec::new() };
    loop {
        let claims = session.borrow_mut().shown.continue_explanation(&mut explanation);
        match claims {
            Some(claims) => return claims,
            None => fetch.pause().await,
        }
    }
}

impl Session {
    fn begin_explanation(&mut self, url: &str) -> Option<Explanation> {
        let home = self.home().or_else(|| self.scope())?;
        self.shown.begin_explanation(&self.visited.visits, &home, PageKey::of_entry(url)?.as_str())
    }
}
