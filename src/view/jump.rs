//! Jump: the pages that fit a text best, while the user types it.
//!
//! A page whose whole title or address is the text comes first. Then come titles that begin with it, titles with words
//! that begin with its words, titles that have them inside, and pages whose address has the rest. Pages of one group are
//! in tree order.

use super::search_text;
use super::sibling_sort;
use super::tree_view::{TreeView, leads_to_page};
use super::words::{AddressPart, Words};
use crate::limits::{MAX_ADDRESS_PART, MAX_JUMP_PAGES};
use crate::site_map::{Child, NodeId, Relation, SiteMap};
use crate::text::case_folding;
use memchr::memmem::Finder;
use serde::Serialize;

/// A page that fits the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JumpTarget {
    /// The title of the page.
    pub title: String,
    /// The address that it links to.
    pub url: String,
    /// The matching parts of the title: start and end in UTF-16 code units.
    pub highlights: Vec<(u32, u32)>,
    /// The title of the entry that has the page below it. Empty at the top.
    pub section: String,
    /// The address in readable form, without the site's own host. It starts near the match if the title does not have
    /// all words.
    pub address: AddressPart,
}

/// How well a page fits. Lower values are better.
const WHOLE: usize = 0;
const TITLE: usize = 1;
const WORDS: usize = 2;
const INSIDE: usize = 3;
const ADDRESS: usize = 4;

#[derive(Debug)]
struct Found {
    page: NodeId,
    above: NodeId,
    url: String,
}

/// One pass over all pages, in steps. Each page and each list of pages is visited once.
#[derive(Debug, Default)]
pub struct JumpScan {
    text: String,
    /// The words of the text in their order, separated by a space.
    phrase: String,
    words: Words,
    finders: Vec<Finder<'static>>,
    /// The entries to visit and those above them, the next one last.
    due: Vec<(NodeId, NodeId)>,
    has_begun: bool,
    is_known: Vec<bool>,
    visited_lists: Vec<bool>,
    /// The first pages of each group.
    found: [Vec<Found>; 5],
}

impl JumpScan {
    /// Starts a search.
    pub fn new(text: &str) -> JumpScan {
        let words = Words::new(text);
        let mut phrase = String::new();
        for word in if words.is_empty() { "" } else { text }.split_whitespace() {
            phrase.push_str(if phrase.is_empty() { "" } else { " " });
            case_folding::fold_into(word, &mut phrase);
        }
        JumpScan { text: text.trim().to_owned(), phrase, finders: words.finders(), words, ..JumpScan::default() }
    }

    /// Visits up to `pages` more pages. Returns `true` if some remain.
    pub fn step(&mut self, view: &mut TreeView, map: &SiteMap, pages: usize) -> bool {
        if self.words.is_empty() {
            return false;
        }
        if view.filter.prepare(map, pages) {
            return true;
        }
        if !self.has_begun {
            self.has_begun = true;
            self.due.extend(map.root().map(|root| (root, root)));
        }
        // The map may have grown since the last step, or the view shows another one.
        self.is_known.resize(map.len(), false);
        self.visited_lists.resize(map.len(), false);
        let (mut members, mut repeated) = (Vec::new(), Vec::new());
        for _ in 0..pages {
            // No other page can push these out.
            if self.found[WHOLE].len() == MAX_JUMP_PAGES {
                self.due.clear();
            }
            let Some((page, above)) = self.due.pop() else { return false };
            if page as usize >= map.len() || std::mem::replace(&mut self.is_known[page as usize], true) {
                continue;
            }
            if Some(page) != map.root() {
                self.visit(view, map, page, above);
            }
            members.clear();
            map.children_once(page, Relation::Container, &mut self.visited_lists, &mut members, &mut repeated);
            repeated.clear();
            let mut children: Vec<Child> = members.iter().map(|&(child, _)| child).collect();
            sibling_sort::sort(map, &view.sorting, &mut children);
            self.due.extend(children.iter().rev().map(|child| (child.page, page)));
        }
        !self.due.is_empty()
    }

    fn visit(&mut self, view: &TreeView, map: &SiteMap, page: NodeId, above: NodeId) {
        if !leads_to_page(map, page) || !view.filter.has_words(map, page, &self.finders) {
            return;
        }
        let written = map.title(page);
        // Only the text itself is still of interest. Folding does not make a title that much shorter.
        if self.found[TITLE].len() == MAX_JUMP_PAGES && written.len() > 3 * self.phrase.len() {
            return;
        }
        let mut title = String::new();
        case_folding::fold_into(&written, &mut title);
        let Some(url) = map.url(page) else { return };
        let group = match () {
            () if title == self.phrase || url == self.text => WHOLE,
            () if title.starts_with(&self.phrase) => TITLE,
            () if self.words.all(|word| begins_word(&title, word)) => WORDS,
            () if self.words.all(|word| title.contains(word)) => INSIDE,
            () => ADDRESS,
        };
        let group = &mut self.found[group];
        if group.len() < MAX_JUMP_PAGES && !group.iter().any(|other| other.url == url) {
            group.push(Found { page, above, url });
        }
    }

    /// Returns the best pages, at most [`MAX_JUMP_PAGES`]. An address occurs once.
    pub fn targets(self, map: &SiteMap) -> Vec<JumpTarget> {
        let mut targets: Vec<JumpTarget> = Vec::new();
        for found in self.found.into_iter().flatten() {
            if targets.len() == MAX_JUMP_PAGES {
                break;
            }
            // Another tree may be shown by now.
            let is_here = found.page.max(found.above) < map.len() as NodeId;
            if is_here && !targets.iter().any(|target| target.url == found.url) {
                targets.push(target(map, found, &self.words));
            }
        }
        targets
    }
}

fn target(map: &SiteMap, Found { page, above, url }: Found, words: &Words) -> JumpTarget {
    let section = if Some(above) == map.root() { String::new() } else { map.title(above).into_owned() };
    let title = map.title(page).into_owned();
    let address = search_text::readable_address(map, page).unwrap_or_default();
    let found = words.missing_in(&title).and_then(|missing| missing.found_in(&address));
    let whole = || AddressPart { text: address.chars().take(MAX_ADDRESS_PART).collect(), highlights: Vec::new() };
    JumpTarget { highlights: words.highlights(&title), section, address: found.unwrap_or_else(whole), title, url }
}

/// Returns `true` if a word of the text begins with `start`.
fn begins_word(text: &str, start: &str) -> bool {
    let is_start = |at: usize| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    text.match_indices(start).any(|(at, _)| is_start(at))
}
