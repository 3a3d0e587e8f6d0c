//! Sorts siblings by title or by the dates of their changes.

use crate::address::key;
use crate::site_map::{BranchDates, Flag, NodeId, Parents, SiteMap};
use crate::text::{date, natural};
use std::cell::RefCell;
use std::cmp::Reverse;

/// The order of siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum Order {
    /// The site's own order.
    #[default]
    Site,
    /// By title, without case and accents. Numbers in titles are compared by value.
    Title,
    /// By the newest change in the branch, newest first. Branches without a date come last.
    Changed,
}

/// Sorts siblings.
#[derive(Debug, Default)]
pub(super) struct Sorting {
    pub(super) order: Order,
    /// The only page of the top level, if one branch is the whole tree.
    pub(super) top: Option<NodeId>,
    /// The keys of the addresses of the site's home page, with and without `index`. Empty if it is unknown.
    pub(super) homes: Vec<String>,
    dates: RefCell<Dates>,
    branches: BranchDates,
}

/// The dates of changes, for the pages requested so far.
#[derive(Debug, Default)]
struct Dates {
    /// The newest detail of each page when its date was read, by page.
    seen: Vec<u32>,
    changed: Vec<Option<i64>>,
}

/// Neither the number of a detail nor the value for no detail.
const NEVER: u32 = u32::MAX - 1;

/// The details that hold the date of a change. The first one in this list counts. So the publication date of a feed counts only
/// if there is no other date. That of a news sitemap is better than `lastmod`, which many newspapers set for all pages.
const NAMES: [&str; 9] = [
    "publication_date",
    "lastmod",
    "laatst gewijzigd",
    "modified",
    "updated",
    "date",
    "published",
    "datetime",
    "issued",
];

impl Sorting {
    /// Returns `true` if an entry is not shown in this order. Separators only make sense in the site's order.
    pub(super) fn hides(&self, map: &SiteMap, page: NodeId) -> bool {
        self.order != Order::Site && map.is(page, Flag::SEPARATOR)
    }

    /// Sets the only page of the top level. Dates of other branches may be missing.
    pub(super) fn set_top(&mut self, page: Option<NodeId>) {
        self.top = page;
        self.branches = BranchDates::default();
    }

    /// Returns `true` if an entry is the site's home page.
    pub(super) fn is_home(&self, url: Option<&str>) -> bool {
        !self.homes.is_empty() && url.is_some_and(|url| self.homes.contains(&key(url)))
    }

    /// Writes the bytes that a page is sorted by. The home page stays first, and entries that the site did not place stay at
    /// the end.
    pub(super) fn write_key(&self, map: &SiteMap, page: NodeId, key: &mut Vec<u8>) {
        let is_rest =
            map.is(page, Flag::UNPLACED) || map.group(page).is_some() || map.documents().count(page).is_some();
        let is_home = self.is_home(map.url(page).as_deref());
        key.push(if is_home { 0 } else { 1 + u8::from(is_rest) });
        match self.order {
            Order::Changed => key.extend(newest_first(self.newest(map, page))),
            _ => natural::sort_key(&map.title(page), key),
        }
    }

    /// Returns the date of a page's last change, in seconds since 1970-01-01T00:00:00Z.
    pub(super) fn changed(&self, map: &SiteMap, page: NodeId) -> Option<i64> {
        let mut dates = self.dates.borrow_mut();
        let at = page as usize;
        if dates.seen.len() < map.len() {
            dates.seen.resize(map.len(), NEVER);
            dates.changed.resize(map.len(), None);
        }
        let newest = map.newest_detail(page);
        if dates.seen[at] != newest {
            dates.seen[at] = newest;
            dates.changed[at] = change(map, page).map(|(time, _)| time);
        }
        dates.changed[at]
    }

    /// Returns the newest change of a page and its descendants. Pages read after the last [`Sorting::prepare`] count
    /// only themselves.
    fn newest(&self, map: &SiteMap, page: NodeId) -> Option<i64> {
        self.changed(map, page).max(self.branches.get(page))
    }

    /// Reads the dates of up to `pages` more pages. Returns `true` if some remain.
    pub(super) fn prepare(&mut self, map: &SiteMap, parents: &Parents, pages: usize) -> bool {
        let mut branches = std::mem::take(&mut self.branches);
        let is_more = branches.step(map, parents, |page| self.changed(map, page), pages);
        self.branches = branches;
        is_more
    }

    /// Returns `true` if the dates of all pages are known.
    pub(super) fn is_prepared(&self, map: &SiteMap) -> bool {
        self.branches.is_complete(map)
    }

    /// Marks the dates as outdated because the map may have grown.
    pub(super) fn expire(&mut self) {
        self.branches.expire();
    }

    /// Removes all dates because the site changed.
    pub(super) fn forget(&mut self) {
        (self.dates, self.branches) = (RefCell::default(), BranchDates::default());
    }
}

/// The pages whose addresses are searched for a day at once. A newspaper has one in nearly all addresses.
const FIRST_ADDRESSES: NodeId = 1000;

/// Returns `true` if any page has the date of a change, or one of the first pages has a day in its address.
pub(super) fn has_dates(map: &SiteMap) -> bool {
    let pages = map.len() as NodeId;
    (0..pages).any(|page| detail(map, page).is_some())
        || (0..pages.min(FIRST_ADDRESSES)).any(|page| date_in(map.written_url(page)).is_some())
}

/// Returns the date of a page's last change, and `true` if it has a time of day.
pub(super) fn change(map: &SiteMap, page: NodeId) -> Option<(i64, bool)> {
    detail(map, page).or_else(|| date_in(map.written_url(page)))
}

fn detail(map: &SiteMap, page: NodeId) -> Option<(i64, bool)> {
    let mut best = None;
    for (name, value) in map.last_details(page) {
        let Some(rank) = NAMES.iter().position(|known| *known == name) else { continue };
        let rank = Reverse(rank);
        if best.is_some_and(|(other, _)| other > rank) {
            continue;
        }
        best = best.max(date::with_time(value).map(|date| (rank, date)));
    }
    best.map(|(_, date)| date)
}

/// Returns the day in the path of an address: `/2026/11/27/headline` or `/news/2026-11-27-headline`.
fn date_in(url: &str) -> Option<(i64, bool)> {
    let path = &url[..memchr::memchr2(b'?', b'#', url.as_bytes()).unwrap_or(url.len())];
    memchr::memchr2_iter(b'/', b'-', path.as_bytes()).find_map(|at| {
        let mut parts = path.get(at + 1..)?.splitn(4, ['/', '-']);
        let year = parts.next().filter(|year| year.len() == 4 && year.starts_with(['1', '2']))?;
        let (month, day) = (parts.next()?, parts.next()?);
        date::with_time(&format!("{year}-{month:0>2}-{day:0>2}"))
    })
}

/// Returns bytes that sort dates: the newest first, no date last.
fn newest_first(changed: Option<i64>) -> [u8; 8] {
    // The sign bit is inverted, because otherwise negative numbers would sort after positive ones.
    changed.map_or([u8::MAX; 8], |time| (!(time.saturating_sub(i64::MIN / 2) as u64)).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_news_has_their_day() {
        let day = |path: &str| date_in(&format!("https://news.example{path}"));
        for path in ["/2026/11/27/rain", "/a/2026-11-27-rain", "/a/2026/11/27", "/2026/11/27-rain.html"] {
            assert_eq!(day(path), Some((1_795_737_600, false)), "{path}");
        }
        assert_eq!(day("/2026/1/5/rain"), day("/2026/01/05/rain"));
        for path in
            ["/", "/2026/rain", "/2026/11/rain", "/2026/13/40/", "/3026/11/27", "/?d=2026-11-27", "/12026/11/27"]
        {
            assert_eq!(day(path), None, "{path}");
        }
    }

    #[test]
    fn dates_sort_newest_first() {
        let keys =
            [Some(i64::from(u32::MAX)), Some(1), Some(0), Some(-1), Some(-62_135_596_800), None].map(newest_first);
        assert!(keys.is_sorted() && keys.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
