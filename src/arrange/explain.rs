//! Explains one page: the claims that have won, and those that have lost.

use super::claims::{Claim, Watch};
use super::{Arrangement, Sources, Stage};
use crate::page_facts::Visit;
use crate::site_map::SiteMap;

/// An arrangement that is computed once more to explain one page. Many entries take several steps.
#[derive(Debug)]
pub(crate) struct Explanation(Box<Arrangement>);

impl Explanation {
    /// Begins to explain the page with a key.
    #[inline(never)]
    pub(crate) fn new(map: &mut SiteMap, visits: &[Visit], home: &str, key: &str) -> Explanation {
        let watch = Some(Box::new(Watch { key: key.into(), visit: None, said: Vec::new() }));
        let arrangement = map.change_ground(|map| {
            let root = map.make_ground(&mut Default::default());
            Arrangement::new(map, root, Sources::new(map, visits, home, true), visits, watch)
        });
        Explanation(Box::new(arrangement))
    }

    /// Does one step. Returns the claims after the last one; none if the tree has changed meanwhile.
    #[inline(never)]
    pub(crate) fn step(&mut self, map: &mut SiteMap) -> Option<Vec<Claim>> {
        let sources = &self.0.sources;
        if sources.ground != (map.growth(), map.len()) || sources.lists != map.known.changes() {
            return Some(Vec::new());
        }
        map.change_ground(|map| self.0.step(map, None, &mut Default::default()));
        (self.0.stage == Stage::Done).then(|| self.0.claims.take().unwrap_or_default())
    }
}
