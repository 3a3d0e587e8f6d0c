//! When sites were visited last, so that what has changed since can be told.

use crate::address::origin;
use crate::limits::MAX_VISITED_SITES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Looks at a site that are less than this apart, in seconds, are one visit. Web statistics count the same way.
pub const PAUSE: i64 = 30 * 60;

/// The visits to each site, by origin: nothing but two times.
///
/// A look is that a page of the site is shown. Looks less than [`PAUSE`] apart are one visit; the last visit ended with
/// the last look before the visit that goes on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Visits(BTreeMap<String, Visit>);

/// The end of the last visit, and the last look, in seconds from 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Visit(Option<i64>, i64);

impl Visits {
    /// Notes that a page is looked at now; when the last visit to its site ended, if there was one. `None`, too, for an
    /// address without an origin, of which nothing is kept.
    pub fn look(&mut self, url: &str, now: i64) -> Option<i64> {
        let origin = origin(url)?;
        let last = match self.0.get(&origin) {
            Some(Visit(_, seen)) if now.saturating_sub(*seen) >= PAUSE => Some(*seen),
            // Where the clock was set back, a visit that is still to come has not ended.
            Some(Visit(last, _)) => last.filter(|last| *last <= now),
            None => None,
        };
        self.0.insert(origin, Visit(last, now));
        while self.0.len() > MAX_VISITED_SITES {
            let oldest = self.0.iter().min_by_key(|(origin, visit)| (visit.1, *origin));
            let Some(oldest) = oldest.map(|(origin, _)| origin.clone()) else { break };
            self.0.remove(&oldest);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_714_737_600;
    const SITE: &str = "https://a.example/some/page?x#y";

    #[test]
    fn a_visit_goes_on_until_nobody_has_looked_for_a_while() {
        let mut visits = Visits::default();
        assert_eq!(visits.look(SITE, NOON), None, "the first");
        assert_eq!(visits.look("https://a.example/other", NOON + PAUSE - 1), None, "still the first");
        let end = NOON + 2 * PAUSE - 2;
        assert_eq!(visits.look(SITE, end), None);
        assert_eq!(visits.look("http://a.example/", end + 1), None, "another site");
        assert_eq!(visits.look(SITE, end + PAUSE), Some(end), "the second");
        assert_eq!(visits.look(SITE, end + PAUSE + 5), Some(end), "as long as it goes on");
        assert_eq!(visits.look(SITE, end + 9 * PAUSE), Some(end + PAUSE + 5), "the third");
        assert_eq!(visits.look("about:blank", end), None);
        assert_eq!(visits.0.len(), 2);
    }

    #[test]
    fn a_clock_that_is_set_back_does_no_harm() {
        let mut visits = Visits::default();
        visits.look(SITE, NOON);
        visits.look(SITE, NOON + 2 * PAUSE);
        let back = NOON + PAUSE;
        assert_eq!(visits.look(SITE, back), Some(NOON), "the visit goes on");
        assert_eq!(visits.look(SITE, NOON - 9 * PAUSE), None, "its last visit is still to come");
        assert_eq!(visits.look(SITE, NOON), Some(NOON - 9 * PAUSE), "and it counts again");
        for now in [i64::MAX, i64::MIN, i64::MAX] {
            visits.look(SITE, now);
        }
    }

    #[test]
    fn the_oldest_sites_are_forgotten() {
        let mut visits = Visits::default();
        for n in 0..MAX_VISITED_SITES as i64 + 10 {
            visits.look(&format!("https://{n}.example/"), NOON + n);
            visits.look("https://always.example/", NOON + n);
        }
        assert_eq!(visits.0.len(), MAX_VISITED_SITES);
        let late = NOON + 9 * PAUSE;
        assert!(visits.look("https://always.example/", late).is_some());
        assert!(
            visits.look("https://509.example/", late).is_some() && visits.look("https://10.example/", late).is_none()
        );
    }
}
