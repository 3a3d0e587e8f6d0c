//! The expanded branches as text that can be stored and restored.
//!
//! A line holds the depth of an entry from 0, its state (`+` expanded, `-` collapsed, `.` neither), `*` for the first
//! visible row, `@` for the row with the tab stop, and the entry: `<` and an address, or `"` and a title. If equal
//! siblings come before the entry, their number comes before `<` or `"`. The parent of a line is the last line before
//! it with a smaller depth:
//!
//! ```text
//! 0+<https://www.example.org/docs/
//! 1+"Guides
//! 2.*@<https://www.example.org/docs/guides/install/
//! ```

use super::addresses::Addresses;
use super::branches::Branches;
use super::entry::{At, TOP};
use super::source::Source;
use crate::address::key;
use crate::collections::keyed::hash;
use crate::collections::keyed::{HashMap, HashSet};
use crate::collections::sort;
use crate::limits::{MAX_DEPTH, MAX_STATE_BYTES, MAX_STATE_ENTRIES};
use crate::site_map::{Flag, NodeId, SiteMap};
use std::rc::Rc;

/// Rows to find again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MarkedRows {
    /// The first visible row.
    pub(super) first: Option<At>,
    /// The row with the tab stop.
    pub(super) active: Option<At>,
}

/// Marks a line of the stored state that is about the whole tree.
pub(super) const WHOLE: char = '^';

/// The branch that is shown, and the state of the whole tree.
#[derive(Debug)]
pub(super) struct OnlyBranch {
    /// The pages from the top level of the whole tree to the branch.
    pub(super) path: Vec<NodeId>,
    /// The expanded branches of the whole tree, in the format of [`describe`].
    pub(super) outer: Vec<String>,
}

/// A stored branch whose page has not arrived.
#[derive(Debug, Default)]
pub(super) struct WantedBranch {
    /// The addresses of the pages from the top level to the branch.
    pub(super) path: Vec<String>,
    /// The expanded branches in it, and those of the whole tree.
    pub(super) inner: Vec<String>,
    pub(super) outer: Vec<String>,
}

/// Describes the expanded branches of a tree and the positions of these rows.
pub(super) fn describe(branches: &Branches, map: &SiteMap, addresses: &Addresses, marked: MarkedRows) -> Vec<String> {
    let is_marked = |at: At| Some(at) == marked.first || Some(at) == marked.active;
    let is_described = |at: At| {
        let entry = branches.get(at);
        let is_open_at_first = map.is(entry.page, Flag::UNFOLDED);
        let is_toggled = entry.expanded != is_open_at_first && !entry.joined;
        is_marked(at) || (branches.has_children(at) && is_toggled)
    };
    // The ancestors of each entry need a line, too.
    let mut described: HashSet<At> = HashSet::default();
    let mut lines = Vec::new();
    let mut due: Vec<At> = Vec::new();
    for at in branches.all() {
        if !is_described(at) {
            continue;
        }
        let mut above = at;
        while above != TOP && described.insert(above) {
            due.push(above);
            above = branches.get(above).parent;
        }
        lines.extend(due.drain(..).rev());
        if lines.len() >= MAX_STATE_ENTRIES {
            break;
        }
    }
    // The ancestors of a deep entry may exceed the limit.
    lines.truncate(MAX_STATE_ENTRIES);
    let mut bytes = 0;
    let mut skipped_level = u32::MAX;
    let mut state = Vec::new();
    let mut children = Children::default();
    for at in lines {
        let (entry, level) = (branches.get(at), branches.depth(at));
        if level > skipped_level {
            continue;
        }
        skipped_level = u32::MAX;
        let mark = match (branches.has_children(at), entry.expanded) {
            (false, _) => '.',
            (true, true) => '+',
            (true, false) => '-',
        };
        let marks = marks(Some(at) == marked.first, Some(at) == marked.active);
        let name = name(map, entry.page);
        let named = children.named(branches, map, addresses, entry.parent, &name);
        let number = match named.places.get(&at) {
            None | Some(0) => String::new(),
            Some(number) => number.to_string(),
        };
        let line = format!("{}{mark}{marks}{number}{name}", level - 1);
        if bytes + line.len() > MAX_STATE_BYTES {
            // Also skip its descendants.
            skipped_level = level;
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

/// An entry to restore.
#[derive(Clone, Debug)]
struct WantedEntry {
    /// The index of its parent entry. `usize::MAX` stands for the top level.
    above: usize,
    depth: usize,
    mark: char,
    is_first: bool,
    is_active: bool,
    /// The number of equal siblings before it.
    number: usize,
    name: String,
    /// Its entry in the tree, once found.
    found: Option<At>,
}

/// The state to restore.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    entries: Vec<WantedEntry>,
    /// Number of entries not found yet.
    remaining: usize,
    /// The rows found so far.
    pub(super) found: MarkedRows,
}

impl Wanted {
    /// Parses the output of [`describe`]. Ignores invalid lines.
    pub(super) fn new(state: &[String]) -> Wanted {
        let mut entries: Vec<WantedEntry> = Vec::new();
        // The ancestors of the next line.
        let mut path: Vec<usize> = Vec::new();
        let mut bytes = 0;
        for line in state.iter().take(MAX_STATE_ENTRIES) {
            bytes += line.len();
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let (depth, rest) = line.split_at(digits);
            let (Ok(depth), Some(mark)) = (depth.parse::<usize>(), rest.chars().next()) else { continue };
            if depth > path.len() || depth > MAX_DEPTH || !matches!(mark, '+' | '-' | '.') || bytes > MAX_STATE_BYTES {
                continue;
            }
            let rest = &rest[mark.len_utf8()..];
            let (is_first, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
            let (is_active, name) = rest.strip_prefix('@').map_or((false, rest), |rest| (true, rest));
            let (number, name) = name.split_at(name.bytes().take_while(u8::is_ascii_digit).count());
            path.truncate(depth);
            entries.push(WantedEntry {
                above: path.last().copied().unwrap_or(usize::MAX),
                depth,
                mark,
                is_first,
                is_active,
                number: number.parse().unwrap_or(0),
                name: name.to_owned(),
                found: None,
            });
            path.push(entries.len() - 1);
        }
        Wanted { remaining: entries.len(), entries, found: MarkedRows::default() }
    }

    pub(super) fn is_done(&self) -> bool {
        self.remaining == 0
    }

    /// Returns the entries not restored yet, in the format of [`describe`].
    pub(super) fn rest(&self) -> Vec<String> {
        if self.is_done() {
            return Vec::new();
        }
        let line = |entry: &WantedEntry| {
            let marks = marks(entry.is_first, entry.is_active);
            let number = if entry.number > 0 { entry.number.to_string() } else { String::new() };
            format!("{}{}{marks}{number}{}", entry.depth, entry.mark, entry.name)
        };
        self.entries.iter().map(line).collect()
    }

    /// Starts again in another tree.
    pub(super) fn restart(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.found = None);
        self.remaining = self.entries.len();
        self.found = MarkedRows::default();
    }

    /// Restores the entries that exist now.
    pub(super) fn open(&mut self, branches: &mut Branches, source: &Source<'_>, addresses: &Addresses) {
        if branches.entries.is_empty() {
            return;
        }
        let mut children = Children::default();
        for this in 0..self.entries.len() {
            let entry = &self.entries[this];
            let above = match entry.above {
                usize::MAX => Some(TOP),
                above => self.entries[above].found.and_then(|at| branches.place(at)),
            };
            let (None, Some(above)) = (entry.found, above) else { continue };
            let named = children.named(branches, source.map, addresses, above, &entry.name);
            let Some(&at) = named.in_order.get(entry.number) else { continue };
            let (mark, is_first, is_active) = (entry.mark, entry.is_first, entry.is_active);
            self.entries[this].found = Some(at);
            self.remaining -= 1;
            if is_first {
                self.found.first = Some(at);
            }
            if is_active {
                self.found.active = Some(at);
            }
            if mark != '.' {
                branches.set_open(source, at, mark == '+');
            }
        }
    }
}

/// How many names are looked for among the children of an occurrence one by one. For more, a table of all children is
/// faster.
const MAX_SEARCHES: usize = 4;

/// The children of entries, by page or by title if they have no address. The results are cached, because many entries may have the same name.
#[derive(Default)]
struct Children {
    /// How many names were looked for below an occurrence.
    searches: HashMap<At, usize>,
    below: HashMap<At, HashMap<u64, Vec<At>>>,
    /// Pages by the key of their address.
    pages: HashMap<String, Rc<HashSet<u64>>>,
    named: HashMap<(At, String), Rc<Named>>,
}

/// Children with the same name.
#[derive(Default)]
struct Named {
    in_order: Vec<At>,
    places: HashMap<At, usize>,
}

impl Children {
    /// Returns the children with this name.
    fn named(&mut self, branches: &Branches, map: &SiteMap, addresses: &Addresses, above: At, name: &str) -> Rc<Named> {
        let of_title = |title: &str| 1 << 32 | u64::from(hash(title));
        let url_key = name.strip_prefix('<').map(key);
        let entry = (above, url_key.clone().unwrap_or_else(|| name.to_owned()));
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
        let searches = self.searches.entry(above).or_default();
        *searches += 1;
        if *searches <= MAX_SEARCHES {
            let is_named = |page: NodeId| match name.strip_prefix('"') {
                Some(title) => !map.has_url(page) && map.title(page) == title,
                None => keys.contains(&u64::from(page)),
            };
            let named = branches.children(above).filter(|&at| is_named(branches.get(at).page)).collect();
            return self.keep(entry, named);
        }
        let children = self.below.entry(above).or_insert_with(|| {
            let mut children: HashMap<u64, Vec<At>> = HashMap::default();
            for at in branches.children(above) {
                let page = branches.get(at).page;
                let key = if map.has_url(page) { u64::from(page) } else { of_title(&map.title(page)) };
                children.entry(key).or_default().push(at);
            }
            children
        });
        // Iterate over the smaller set.
        let named: Vec<At> = match keys.len() <= children.len() {
            true => keys.iter().filter_map(|key| children.get(key)).flatten().copied().collect(),
            false => children.iter().filter(|(key, _)| keys.contains(key)).flat_map(|(_, all)| all).copied().collect(),
        };
        let places = named.iter().map(|&at| branches.get(at).place);
        let in_order: Vec<At> = sort::by_key(places).map(|at| named[at]).collect();
        self.keep(entry, in_order)
    }

    fn keep(&mut self, entry: (At, String), in_order: Vec<At>) -> Rc<Named> {
        let places = in_order.iter().enumerate().map(|(place, &at)| (at, place)).collect();
        let named = Rc::new(Named { in_order, places });
        self.named.insert(entry, named.clone());
        named
    }
}
