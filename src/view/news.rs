//! News: the pages that changed since the last visit, and before it.
//!
//! A date without a time of day counts as the end of that day. So a change may be reported twice, but none is missed.
//! The day ends in UTC or in the user's time zone, whichever is later, because the site does not state its time zone. A
//! month or a year counts as its first day. Otherwise it would be news for its whole length.
//!
//! Dates in the future do not count. One day of tolerance allows for times without a zone, for days that have begun in
//! the east and for slow clocks.

use super::order;
use super::tree_view::TreeView;
use crate::collections::sort;
use crate::limits::{MAX_NEWS, MIN_REBUILT};
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use crate::text::date::DAY;

/// The start of the news. All times are seconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Since {
    /// The end of the last visit. Without it nothing is news.
    pub last: Option<i64>,
    /// The current time.
    pub now: i64,
    /// The user's local time minus UTC in seconds. Negative in the west.
    pub offset: i64,
}

/// A page with the date of its last change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dated {
    /// The page.
    pub page: NodeId,
    /// The time of the change. For a day, its midnight in UTC.
    pub time: i64,
    /// `true` if `time` is a day without a time of day.
    pub is_day: bool,
}

/// The changes in a tree. The lists start with the newest page and have at most [`MAX_NEWS`] pages. If nearly all pages
/// have one date, the site was rebuilt then, and these pages are not listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    /// Number of pages that changed since the last visit.
    pub count: usize,
    /// Pages that changed since the last visit.
    pub changed: Vec<Dated>,
    /// Pages that changed before.
    pub before: Vec<Dated>,
    /// The date of nearly all pages, and `true` if it is a day without a time of day.
    pub rebuilt: Option<(i64, bool)>,
}

/// A scan of all pages for news, in steps. If nearly all pages may have one date, it makes a second pass without that
/// date.
#[derive(Debug)]
pub struct NewsScan {
    since: Since,
    next: NodeId,
    found: Found,
    /// The date that the second pass ignores, and the result of the first pass.
    without: Option<((i64, bool), Found)>,
}

/// The result so far.
#[derive(Debug, Default)]
struct Found {
    count: usize,
    changed: Newest,
    before: Newest,
    /// Number of pages with a date, and number of those ignored in the second pass.
    dated: usize,
    left_out: usize,
    /// The date of more than half of the pages, if there is one (Boyer-Moore majority vote). Each page with another
    /// date removes a vote.
    date: (i64, bool),
    votes: usize,
}

/// Dates within this many seconds count as the same, because building a site takes time.
const BUILDING: u64 = 60 * 60;

fn is_same(date: i64, other: i64) -> bool {
    date.abs_diff(other) <= BUILDING
}

impl Found {
    fn vote(&mut self, date: (i64, bool)) {
        self.dated += 1;
        match self.votes {
            0 => (self.date, self.votes) = (date, 1),
            _ if is_same(date.0, self.date.0) => self.votes += 1,
            _ => self.votes -= 1,
        }
    }
}

/// A date counts as that of nearly all pages if at most one in this number of pages has another date.
const NEARLY_ALL: usize = 10;

impl NewsScan {
    /// Starts a scan.
    pub fn new(since: Since) -> NewsScan {
        NewsScan { since, next: 0, found: Found::default(), without: None }
    }

    /// Scans up to `pages` more pages. Returns `true` if some remain.
    pub fn step(&mut self, view: &TreeView, map: &SiteMap, pages: usize) -> bool {
        let end = map.len().min((self.next as usize).saturating_add(pages)) as NodeId;
        let mut parents = None;
        for page in self.next..end {
            let Some((time, has_time)) = order::change(map, page) else { continue };
            if time > self.since.now.saturating_add(DAY) {
                continue;
            }
            // The parents are only needed if a page has a date.
            if parents.is_none() && view.lookups.prepare_parents(map, pages) {
                self.next = page;
                return true;
            }
            let parents = parents.get_or_insert_with(|| view.lookups.parents(map));
            let is_page = map.kind(page) == Kind::Page && map.has_url(page) && !map.is(page, Flag::DELETED);
            if !is_page || !parents.is_reached(page) {
                continue;
            }
            self.add(page, time, has_time);
        }
        self.next = end;
        if (end as usize) < map.len() {
            return true;
        }
        let Found { dated, date, votes, .. } = self.found;
        // If nine of ten pages have the date, at least eight of ten votes remain.
        let may_be_rebuilt = dated >= MIN_REBUILT && votes >= dated - 2 * (dated / NEARLY_ALL);
        if self.without.is_some() || !may_be_rebuilt {
            return false;
        }
        (self.next, self.without) = (0, Some((date, std::mem::take(&mut self.found))));
        true
    }

    fn add(&mut self, page: NodeId, time: i64, has_time: bool) {
        let (latest, time) = if has_time {
            (time, time.min(self.since.now))
        } else {
            // A day with a time zone does not begin at midnight UTC, so round it.
            let midnight = (time + DAY / 2).div_euclid(DAY) * DAY;
            (time + DAY + (-self.since.offset).clamp(0, DAY), midnight)
        };
        let found = &mut self.found;
        found.vote((time, !has_time));
        if self.without.as_ref().is_some_and(|((date, _), _)| is_same(time, *date)) {
            found.left_out += 1;
            return;
        }
        let dated = Dated { page, time, is_day: !has_time };
        if self.since.last.is_some_and(|last| latest > last) {
            found.count += 1;
            found.changed.add(dated);
        } else {
            found.before.add(dated);
        }
    }

    /// Returns the result of the scan.
    pub fn news(self) -> News {
        let nearly_all = |found: &Found| found.dated - found.left_out <= found.dated / NEARLY_ALL;
        let (found, rebuilt) = match self.without {
            Some((date, _)) if nearly_all(&self.found) => (self.found, Some(date)),
            Some((_, all)) => (all, None),
            None => (self.found, None),
        };
        let (changed, before) = (found.changed.sorted(), found.before.sorted());
        News { count: found.count, changed, before, rebuilt }
    }
}

/// The newest pages of many.
#[derive(Debug, Default)]
struct Newest(Vec<Dated>);

impl Newest {
    /// Keeps up to twice as many as needed, then drops half. So each addition has constant cost on average.
    fn add(&mut self, dated: Dated) {
        if self.0.len() == 2 * MAX_NEWS {
            self.sort();
        }
        self.0.push(dated);
    }

    fn sorted(mut self) -> Vec<Dated> {
        self.sort();
        self.0
    }

    /// Sorts the newest first. Pages with the same time stay in document order.
    fn sort(&mut self) {
        let all = std::mem::take(&mut self.0);
        self.0 = sort::sorted(all, &|a, b| (b.time, a.page).cmp(&(a.time, b.page)));
        self.0.truncate(MAX_NEWS);
    }
}
