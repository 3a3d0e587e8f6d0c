//! What has changed: since the last visit, and before.
//!
//! A date without a time of day says only that something has changed on that day, so it counts as the end of it: a
//! change may be told twice, but none is missed. The day ends in UTC or where the reader is, whichever is later, for
//! the site does not say where it is. A month or a year stands for its first day, or it would be news for all its length.
//!
//! What is said to change in the future has not changed yet: such dates do not count. A day more is left to times
//! without a zone, which are those of some other place, to days that have begun in the east, and to clocks that are slow.

use super::sorting;
use super::tree_view::TreeView;
use crate::collections::sort;
use crate::limits::{MAX_NEWS, MIN_REBUILT};
use crate::site_map::{Flag, Kind, NodeId, SiteMap};
use crate::text::date::DAY;

/// From when changes are news. All times are seconds from 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Since {
    /// The end of the last visit; without one nothing is news.
    pub last: Option<i64>,
    /// The present.
    pub now: i64,
    /// How far the reader's clock is before UTC, in seconds: negative in the west.
    pub offset: i64,
}

/// A page that says when it has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dated {
    /// The page.
    pub page: NodeId,
    /// When; of a day, its midnight in UTC.
    pub time: i64,
    /// Whether that is a day and no time of it.
    pub is_day: bool,
}

/// What has changed in a tree. Lists begin with the newest and have [`MAX_NEWS`] pages at most. Where nearly all pages have
/// one date, the site was built again then: these pages are not listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    /// How many pages have changed since the last visit.
    pub count: usize,
    /// These.
    pub changed: Vec<Dated>,
    /// Those that have changed before.
    pub before: Vec<Dated>,
    /// The date that nearly all pages have, and whether it is a day and no time of it.
    pub rebuilt: Option<(i64, bool)>,
}

/// A look through all pages, which may be many, in steps. Where nearly all pages may have one date, it goes through them once
/// more, without that date.
#[derive(Debug)]
pub struct NewsScan {
    since: Since,
    next: NodeId,
    found: Found,
    /// The date that is left out, and what there is with it.
    without: Option<((i64, bool), Found)>,
}

/// What has been found so far.
#[derive(Debug, Default)]
struct Found {
    count: usize,
    changed: Newest,
    before: Newest,
    /// Pages with a date, and those whose date has been left out.
    dated: usize,
    left_out: usize,
    /// The date that most pages have, if more than half of them have it (Boyer and Moore): each page with another one takes
    /// a vote from it.
    date: (i64, bool),
    votes: usize,
}

/// Dates are one if they are at most so far apart: building a site takes its time.
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

/// One date counts as that of nearly all pages if at most one page in this number has another.
const NEARLY_ALL: usize = 10;

impl NewsScan {
    /// Begins.
    pub fn new(since: Since) -> NewsScan {
        NewsScan { since, next: 0, found: Found::default(), without: None }
    }

    /// Goes through this many more pages; whether there are more.
    pub fn go_on(&mut self, view: &TreeView, map: &SiteMap, pages: usize) -> bool {
        let end = map.len().min((self.next as usize).saturating_add(pages)) as NodeId;
        let mut ways = None;
        for page in self.next..end {
            let Some((time, has_time)) = sorting::change(map, page) else { continue };
            if time > self.since.now.saturating_add(DAY) {
                continue;
            }
            // Where nothing has a date, nobody needs to know the ways.
            if ways.is_none() && view.lookups.make_ways(map, pages) {
                self.next = page;
                return true;
            }
            let ways = ways.get_or_insert_with(|| view.lookups.ways(map));
            let is_page = map.kind(page) == Kind::Page && map.has_url(page) && !map.is(page, Flag::DELETED);
            if !is_page || !ways.is_reached(page) {
                continue;
            }
            self.add(page, time, has_time);
        }
        self.next = end;
        if (end as usize) < map.len() {
            return true;
        }
        let Found { dated, date, votes, .. } = self.found;
        // At least eight of ten votes are left if nine of ten pages have the date.
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
            // A day with a zone begins at another time than its midnight in UTC.
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

    /// What was found.
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

/// The newest of many.
#[derive(Debug, Default)]
struct Newest(Vec<Dated>);

impl Newest {
    /// Room for twice as many as are wanted: then half of them go, at a cost that is constant for each that came.
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

    /// Pages of the same time in their order in the document.
    fn sort(&mut self) {
        let all = std::mem::take(&mut self.0);
        self.0 = sort::sorted(all, &|a, b| (b.time, a.page).cmp(&(a.time, b.page)));
        self.0.truncate(MAX_NEWS);
    }
}
