//! Which branches are open, in a form that can be kept, and opened again when the site is shown the next time.
//!
//! A line says the depth of an entry from 0, what it is (`+` open, `-` closed, `.` neither), `*` for the row that was
//! shown first, `@` for the one with the tab stop, and the entry itself: `<` before an address, `"` before a title.
//! Before that stands the how many-eth of equal siblings it is, unless it is the first. A line is below the last line
//! before it that is less deep:
//!
//! ```text
//! 0+<https://www.example.org/docs/
//! 1+"Guides
//! 2.*@<https://www.example.org/docs/guides/install/
//! ```

use super::addresses::Addresses;
use super::branches::{At, Branches, NONE, Number, Source, TOP};
use crate::address::{hash, key};
use crate::collections::keyed::{HashMap, HashSet};
use crate::collections::sort;
use crate::limits::{MAX_DEPTH, MAX_STATE_BYTES, MAX_STATE_ENTRIES};
use crate::site_map::{Flag, NodeId, SiteMap};
use std::rc::Rc;

/// Rows that are to be found again: by their places when they are described, by their numbers once they are found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spots {
    /// The row that is shown first.
    pub(super) first: Option<u32>,
    /// The row with the tab stop.
    pub(super) active: Option<u32>,
}

/// Describes what is open in a tree, and where these rows are.
pub(super) fn describe(branches: &Branches, map: &SiteMap, addresses: &Addresses, spots: Spots) -> Vec<String> {
    let is_spot = |at: At| Some(at) == spots.first || Some(at) == spots.active;
    let is_told = |at: At| {
        let occurrence = branches.get(at);
        let is_open_at_first = map.is(occurrence.page, Flag::UNFOLDED);
        is_spot(at) || (branches.has_children(at) && occurrence.expanded != is_open_at_first)
    };
    // What is above such an entry is told too.
    let mut told: HashSet<At> = HashSet::default();
    let mut lines = Vec::new();
    let mut due: Vec<At> = Vec::new();
    for at in 1..branches.occurrences.len() as At {
        if !is_told(at) {
            continue;
        }
        let mut above = at;
        while above != TOP && told.insert(above) {
            due.push(above);
            above = branches.get(above).parent;
        }
        lines.extend(due.drain(..).rev());
        if lines.len() >= MAX_STATE_ENTRIES {
            break;
        }
    }
    // What is above a deep one may be more than that.
    lines.truncate(MAX_STATE_ENTRIES);
    let mut bytes = 0;
    let mut left_out = NONE;
    let mut state = Vec::new();
    let mut children = Children::default();
    for at in lines {
        let occurrence = branches.get(at);
        if occurrence.level > left_out {
            continue;
        }
        left_out = NONE;
        let mark = match (branches.has_children(at), occurrence.expanded) {
            (false, _) => '.',
            (true, true) => '+',
            (true, false) => '-',
        };
        let marks = marks(Some(at) == spots.first, Some(at) == spots.active);
        let name = name(map, occurrence.page);
        let named = children.named(branches, map, addresses, occurrence.parent, &name);
        let number = match named.places.get(&occurrence.number) {
            None | Some(0) => String::new(),
            Some(number) => number.to_string(),
        };
        let line = format!("{}{mark}{marks}{number}{name}", occurrence.level - 1);
        if bytes + line.len() > MAX_STATE_BYTES {
            // Nothing below it either.
            left_out = occurrence.level;
            continue;
        }
        bytes += line.len();
        state.push(line);
    }
    state
}

fn marks(is_first: bool, is_active: bool) -> &'static str {
    match (is_first, is_active) {
        (true, true) => "*@",
        (true, false) => "*",
        (false, true) => "@",
        (false, false) => "",
    }
}

fn name(map: &SiteMap, page: NodeId) -> String {
    match map.url(page) {
        Some(url) => format!("<{url}"),
        None => format!("\"{}", map.title(page)),
    }
}

/// An entry that is to be as it was.
#[derive(Clone, Debug)]
struct Entry {
    /// The one that it is below, and which occurrence that is; the number of entries for the top level.
    above: usize,
    depth: usize,
    mark: char,
    is_first: bool,
    is_active: bool,
    /// Of equal siblings, the how many-eth it is, from 0.
    number: usize,
    name: String,
    /// Once it is found, what its occurrence is known by.
    found: Option<Number>,
}

/// What is still to be opened.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    entries: Vec<Entry>,
    /// Number of entries that are not found yet.
    left: usize,
    /// What of it is there by now.
    pub(super) found: Spots,
}

impl Wanted {
    /// Reads what [`describe`] has written. What it cannot have written is left out.
    pub(super) fn new(state: &[String]) -> Wanted {
        let mut entries: Vec<Entry> = Vec::new();
        // The entries above the next line.
        let mut way: Vec<usize> = Vec::new();
        let mut bytes = 0;
        for line in state.iter().take(MAX_STATE_ENTRIES) {
            bytes += line.len();
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let (depth, rest) = line.split_at(digits);
            let (Ok(depth), Some(mark)) = (depth.parse::<usize>(), rest.chars().next()) else { continue };
            if depth > way.len() || depth > MAX_DEPTH || !matches!(mark, '+' | '-' | '.') || bytes > MAX_STATE_BYTES {
                continue;
            }
            let rest = &rest[mark.len_utf8()..];
            let (is_first, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
            let (is_active, name) = rest.strip_prefix('@').map_or((false, rest), |rest| (true, rest));
            let (number, name) = name.split_at(name.bytes().take_while(u8::is_ascii_digit).count());
            way.truncate(depth);
            entries.push(Entry {
                above: way.last().copied().unwrap_or(usize::MAX),
                depth,
                mark,
                is_first,
                is_active,
                number: number.parse().unwrap_or(0),
                name: name.to_owned(),
                found: None,
            });
            way.push(entries.len() - 1);
        }
        Wanted { left: entries.len(), entries, found: Spots::default() }
    }

    pub(super) fn is_done(&self) -> bool {
        self.left == 0
    }

    /// What is left to open, in the form that it was read from.
    pub(super) fn rest(&self) -> Vec<String> {
        if self.is_done() {
            return Vec::new();
        }
        let line = |entry: &Entry| {
            let marks = marks(entry.is_first, entry.is_active);
            let number = if entry.number > 0 { entry.number.to_string() } else { String::new() };
            format!("{}{}{marks}{number}{}", entry.depth, entry.mark, entry.name)
        };
        self.entries.iter().map(line).collect()
    }

    /// Begins anew in another tree.
    pub(super) fn restart(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.found = None);
        self.left = self.entries.len();
        self.found = Spots::default();
    }

    /// Opens what is there by now; whether that is anything.
    pub(super) fn open(&mut self, branches: &mut Branches, source: &Source<'_>, addresses: &Addresses) -> bool {
        if branches.occurrences.is_empty() {
            return false;
        }
        let before = self.left;
        let mut children = Children::default();
        for this in 0..self.entries.len() {
            let entry = &self.entries[this];
            let above = match entry.above {
                usize::MAX => Some(TOP),
                above => self.entries[above].found.and_then(|number| branches.place(number)),
            };
            let (None, Some(above)) = (entry.found, above) else { continue };
            let named = children.named(branches, source.map, addresses, above, &entry.name);
            let Some(&number) = named.in_order.get(entry.number) else { continue };
            let (mark, is_first, is_active) = (entry.mark, entry.is_first, entry.is_active);
            self.entries[this].found = Some(number);
            self.left -= 1;
            if is_first {
                self.found.first = Some(number);
            }
            if is_active {
                self.found.active = Some(number);
            }
            if let Some(at) = branches.place(number).filter(|_| mark != '.') {
                branches.set_open(source, at, mark == '+');
            }
        }
        self.left < before
    }
}

/// Entries by what they are below and by page, or by title where they have no address. All by number: opening branches
/// moves the others. Any number of them may have one name, so that what has been found is kept.
#[derive(Default)]
struct Children {
    below: HashMap<Number, HashMap<u64, Vec<Number>>>,
    /// Pages by the key of their address.
    pages: HashMap<String, Rc<HashSet<u64>>>,
    named: HashMap<(Number, String), Rc<Named>>,
}

/// Entries with one name right below another.
#[derive(Default)]
struct Named {
    in_order: Vec<Number>,
    places: HashMap<Number, usize>,
}

impl Children {
    /// The entries with this name right below another.
    fn named(&mut self, branches: &Branches, map: &SiteMap, addresses: &Addresses, above: At, name: &str) -> Rc<Named> {
        let of_title = |title: &str| 1 << 32 | u64::from(hash(title));
        let url_key = name.strip_prefix('<').map(key);
        let number = branches.get(above).number;
        let entry = (number, url_key.clone().unwrap_or_else(|| name.to_owned()));
        if let Some(known) = self.named.get(&entry) {
            return known.clone();
        }
        let keys = match (url_key, name.strip_prefix('"')) {
            (Some(key), _) => {
                let find = |key: &String| Rc::new(addresses.find(map, key).into_iter().map(u64::from).collect());
                self.pages.entry(key).or_insert_with_key(find).clone()
            }
            (_, Some(title)) => Rc::new(HashSet::from_iter([of_title(title)])),
            _ => Rc::default(),
        };
        if keys.is_empty() {
            return Rc::default();
        }
        let children = self.below.entry(number).or_insert_with(|| {
            let mut children: HashMap<u64, Vec<Number>> = HashMap::default();
            for at in branches.child_ids(above) {
                let occurrence = branches.get(at);
                let page = occurrence.page;
                let key = if map.has_url(page) { u64::from(page) } else { of_title(&map.title(page)) };
                children.entry(key).or_default().push(occurrence.number);
            }
            children
        });
        // Whichever are fewer are gone through.
        let named: Vec<Number> = match keys.len() <= children.len() {
            true => keys.iter().filter_map(|key| children.get(key)).flatten().copied().collect(),
            false => children.iter().filter(|(key, _)| keys.contains(key)).flat_map(|(_, all)| all).copied().collect(),
        };
        let places = named.iter().map(|&number| branches.place(number).unwrap_or(NONE));
        let in_order: Vec<Number> = sort::by_key(places).map(|at| named[at]).collect();
        let places = in_order.iter().enumerate().map(|(place, &number)| (number, place)).collect();
        let named = Rc::new(Named { in_order, places });
        self.named.insert(entry, named.clone());
        named
    }
}
