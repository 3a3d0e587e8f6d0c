//! Times of the last visits, which show what has changed since then.

use super::fairness::{Entry, next_to_remove};
use crate::address::origin;
use crate::collections::keyed::HashMap;
use crate::limits::{MAX_VISITED_FOLDERS, MAX_VISITED_SITES, MAX_VISITED_URL};
use serde::{Deserialize, Serialize};

/// Seconds without a page view after which a visit has ended. Web statistics use the same value.
pub(crate) const PAUSE: i64 = 30 * 60;

/// The last visit to each site, by its origin, or by its folder if it is below a path. Only two times are kept for each.
///
/// Page views of a site that are less than 30 minutes apart are one visit. The last visit ended with the last page view
/// before the current visit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Visits(HashMap<String, Visit>);

/// The end of the last visit, and the last page view, in seconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Visit(Option<i64>, i64);

impl Visits {
    /// Notes a page view on a site at the time `now`. Returns the end of the last visit to the site, or `None` for the first
    /// visit. Addresses without an origin, and addresses of more than [`MAX_VISITED_URL`] bytes, are not kept and return
    /// `None`.
    pub fn note_page_view(&mut self, site: &str, now: i64) -> Option<i64> {
        // An earlier version has stored longer ones.
        self.0.retain(|site, _| site.len() <= MAX_VISITED_URL);
        let host = origin(site).filter(|_| site.len() <= MAX_VISITED_URL)?;
        let last = match self.0.get(site) {
            Some(Visit(_, seen)) if now.saturating_sub(*seen) >= PAUSE => Some(*seen),
            // If the clock was set back, the end of the last visit is in the future and does not count.
            Some(Visit(last, _)) => last.filter(|last| *last <= now),
            None => None,
        };
        self.0.insert(site.to_owned(), Visit(last, now));
        while let Some(folder) = self.surplus_folder(&host) {
            self.0.remove(&folder);
        }
        while self.0.len() > MAX_VISITED_SITES {
            let sites = self.0.iter().map(|(site, visit)| Entry { key: site, url: site, size: 1, time: visit.1 });
            let sites: Vec<Entry<'_>> = sites.collect();
            let Some(surplus) = next_to_remove(&sites).map(str::to_owned) else { break };
            self.0.remove(&surplus);
        }
        last
    }

    /// Returns the site below a path of a host that was visited least recently, if there are too many.
    fn surplus_folder(&self, host: &str) -> Option<String> {
        let is_below = |site: &str| site.strip_prefix(host).is_some_and(|rest| rest.starts_with('/'));
        let folders = || self.0.iter().filter(|(site, _)| is_below(site));
        let is_surplus = folders().count() > MAX_VISITED_FOLDERS;
        let oldest = folders().min_by_key(|(site, visit)| (visit.1, *site)).filter(|_| is_surplus);
        oldest.map(|(site, _)| site.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_714_737_600;
    const SITE: &str = "https://a.example";

    #[test]
    fn a_visit_ends_after_a_pause() {
        let mut visits = Visits::default();
        assert_eq!(visits.note_page_view(SITE, NOON), None, "the first");
        assert_eq!(visits.note_page_view(SITE, NOON + PAUSE - 1), None, "the first visit continues");
        let end = NOON + 2 * PAUSE - 2;
        assert_eq!(visits.note_page_view(SITE, end), None);
        assert_eq!(visits.note_page_view("https://a.example/docs/", end + 1), None, "another site");
        assert_eq!(visits.note_page_view(SITE, end + PAUSE), Some(end), "the second");
        assert_eq!(visits.note_page_view(SITE, end + PAUSE + 5), Some(end), "the second visit continues");
        assert_eq!(visits.note_page_view(SITE, end + 9 * PAUSE), Some(end + PAUSE + 5), "the third");
        assert_eq!(visits.note_page_view("about:blank", end), None);
        assert_eq!(visits.0.len(), 2);
    }

    #[test]
    fn a_last_visit_in_the_future_does_not_count() {
        let mut visits = Visits::default();
        visits.note_page_view(SITE, NOON);
        visits.note_page_view(SITE, NOON + 2 * PAUSE);
        let back = NOON + PAUSE;
        assert_eq!(visits.note_page_view(SITE, back), Some(NOON), "the visit continues");
        assert_eq!(visits.note_page_view(SITE, NOON - 9 * PAUSE), None, "the end of the last visit is in the future");
        assert_eq!(visits.note_page_view(SITE, NOON), Some(NOON - 9 * PAUSE), "the earlier time is a last visit now");
        for now in [i64::MAX, i64::MIN, i64::MAX] {
            visits.note_page_view(SITE, now);
        }
    }

    #[test]
    fn the_sites_with_the_oldest_page_views_are_forgotten() {
        let mut visits = Visits::default();
        for n in 0..510 {
            visits.note_page_view(&format!("https://{n}-example.org/"), NOON + n);
            visits.note_page_view("https://always.test", NOON + n);
        }
        assert_eq!(visits.0.len(), 500);
        let late = NOON + 9 * PAUSE;
        assert!(visits.note_page_view("https://always.test", late).is_some());
        assert!(
            visits.note_page_view("https://509-example.org/", late).is_some()
                && visits.note_page_view("https://10-example.org/", late).is_none()
        );
    }

    #[test]
    fn a_site_cannot_push_out_the_visits_of_others() {
        let mut visits = Visits::default();
        for n in 0..100 {
            visits.note_page_view(&format!("https://www.honest{n}.test"), NOON + n);
        }
        for n in 0..600 {
            visits.note_page_view(&format!("https://{n}.evil.test"), NOON + 100 + n);
            visits.note_page_view(&format!("https://evil.test/{n}/"), NOON + 100 + n);
        }
        assert_eq!(visits.0.len(), 500);
        assert_eq!(visits.0.keys().filter(|site| site.contains("honest")).count(), 100);
        assert!(visits.0.keys().filter(|site| site.starts_with("https://evil.test/")).count() <= 20);
    }

    #[test]
    fn a_host_has_20_folders_and_addresses_200_bytes() {
        let mut visits = Visits::default();
        let folder = |n: i64| format!("https://a.test/{n}/");
        for n in 0..25 {
            visits.note_page_view(&folder(n), NOON + n);
        }
        visits.note_page_view("https://a.test", NOON);
        visits.note_page_view("https://a.test:8443/x/", NOON);
        assert_eq!(visits.0.len(), 22, "the host itself and another port do not count");
        assert!(visits.0.contains_key(&folder(5)) && !visits.0.contains_key(&folder(4)), "the oldest are removed");
        let long = |length: usize| format!("https://b.test/{}/", "x".repeat(length - 16));
        visits.note_page_view(&long(200), NOON);
        visits.note_page_view(&long(201), NOON);
        assert!(visits.0.contains_key(&long(200)) && !visits.0.contains_key(&long(201)));
        visits.0.insert(long(60_000), Visit(None, NOON));
        visits.note_page_view("https://a.test", NOON);
        assert!(!visits.0.contains_key(&long(60_000)), "an earlier version has stored it");
    }
}
