//! Reads HTML with nested lists of links: the list in `toc.js` of mdBook, and `toc.html` of DocFX.
//!
//! The first list counts, with the lists in it. Text before it is skipped, such as that of a script.

use super::outline::{Entry, Outline};
use crate::limits::{MAX_JSON_DEPTH, MAX_LIST_TEXT};
use crate::text::html_tag::Tag;
use crate::text::html_tokens::{Token, Tokens};

/// The class of an item that is the title of the items after it, up to the next one, and that of a line between items.
const TITLE: &str = "part-title";
const LINE: &str = "spacer";

/// The character of a button that folds the list below it.
const FOLD: char = '\u{2771}';

/// The current item.
#[derive(Debug, Default)]
struct Item {
    text: Vec<u8>,
    /// The addresses of its link, and of the file with the entries below it.
    address: Option<String>,
    part: Option<String>,
    is_title: bool,
    is_added: bool,
}

/// The lists that are read.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    tokens: Tokens,
    /// The open lists, and whether their items are below a title.
    open: Vec<bool>,
    /// The number of open lists below these. Their content is skipped.
    skipped: usize,
    item: Item,
    /// The name of an open element that is hidden from screen readers, such as the number of a chapter.
    hidden: Option<String>,
    is_done: bool,
    pub(super) outline: Outline,
}

impl Lists {
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !self.is_done {
            // The token borrows only the bytes.
            match self.tokens.next(&mut rest) {
                None => return,
                Some(Token::TooLong(_)) => self.is_done = true,
                Some(Token::Tag(tag, _)) => self.tag(&Tag::new(&String::from_utf8_lossy(&tag))),
                Some(Token::Text(text, _)) if !self.open.is_empty() && self.hidden.is_none() => {
                    let free = MAX_LIST_TEXT.saturating_sub(self.item.text.len());
                    self.item.text.extend_from_slice(&text[..text.len().min(free)]);
                }
                Some(Token::Text(..)) => {}
            }
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let is_list = matches!(&*tag.name, "ol" | "ul");
        if self.open.is_empty() && (tag.is_end || !is_list) {
            return;
        }
        if let Some(hidden) = &self.hidden {
            if tag.is_end && tag.name == *hidden {
                self.hidden = None;
            }
            return;
        }
        match (&*tag.name, tag.is_end) {
            ("ol" | "ul", false) if self.open.len() >= MAX_JSON_DEPTH => self.skipped += 1,
            ("ol" | "ul", false) => {
                self.finish_item();
                self.open.push(false);
            }
            ("ol" | "ul", true) if self.skipped > 0 => self.skipped -= 1,
            ("ol" | "ul", true) => {
                self.finish_item();
                self.open.pop();
                self.is_done = self.open.is_empty();
            }
            _ if self.skipped > 0 => {}
            ("li", false) => {
                self.finish_item();
                let classes = tag.value("class").unwrap_or_default();
                let has = |name| classes.split_ascii_whitespace().any(|class| class == name);
                self.item = Item { is_title: has(TITLE), ..Item::default() };
                if has(TITLE) || has(LINE) {
                    self.open.last_mut().into_iter().for_each(|is_below_title| *is_below_title = false);
                }
            }
            ("li", true) => self.finish_item(),
            ("a", false) if !self.item.is_added => {
                if let Some(address) = tag.value("href") {
                    self.item.text.clear();
                    self.item.address = Some(address.to_owned());
                    self.item.part = tag.value("name").filter(|name| name.ends_with(".html")).map(str::to_owned);
                }
            }
            ("a", true) if self.item.address.is_some() => self.finish_item(),
            ("strong" | "span" | "i", false) if tag.value("aria-hidden") == Some("true") => {
                self.hidden = Some(tag.name.clone());
            }
            _ => {}
        }
    }

    /// Adds the current item if it has a text.
    fn finish_item(&mut self) {
        let item = std::mem::replace(&mut self.item, Item { is_added: true, ..Item::default() });
        let title = String::from_utf8_lossy(&item.text).trim_end_matches([FOLD, ' ']).to_owned();
        if item.is_added || title.trim().is_empty() {
            self.item.is_added = item.is_added;
            return;
        }
        let depth = self.open.iter().map(|is_below_title| 1 + usize::from(*is_below_title)).sum::<usize>();
        let depth = depth.saturating_sub(1);
        self.outline.add(Entry { depth, title, address: item.address, part: item.part, ..Entry::default() });
        if item.is_title {
            self.open.last_mut().into_iter().for_each(|is_below_title| *is_below_title = true);
        }
    }
}
