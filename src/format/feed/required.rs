//! The elements that the formats of feeds require: RSS 2.0, "Required channel elements" and "Elements of `<item>`"; Atom,
//! RFC 4287, sections 4.1.1 and 4.1.2.

use super::namespaces::Kind;
use crate::findings::{FindingCode, Report};

/// The required elements of a channel of RSS, in a bit each.
const CHANNEL: [&str; 3] = ["title", "link", "description"];

/// The required elements of a feed and of an entry of Atom.
const ATOM: [&str; 3] = ["id", "title", "updated"];

/// The required elements that have arrived.
#[derive(Debug, Default)]
pub(super) struct Required {
    /// The format requires elements, and this is its name.
    kind: Kind,
    is_known: bool,
    /// Offset of the channel or feed.
    offset: u32,
    /// The elements of the feed, and those of the current item.
    of_feed: [bool; 3],
    of_item: [bool; 3],
    /// An item without a required element was reported.
    is_item_reported: bool,
}

impl Required {
    /// Starts a feed. Older versions of Atom require other elements.
    pub(super) fn start(&mut self, kind: Kind, is_newest: bool, offset: u32) {
        (self.kind, self.offset) = (kind, offset);
        self.is_known = kind != Kind::RdfRss && is_newest;
    }

    /// Starts the channel of RSS.
    pub(super) fn start_channel(&mut self, offset: u32) {
        self.offset = offset;
    }

    /// Notes an element of the feed itself.
    pub(super) fn note(&mut self, local: &str) {
        note(self.names(), &mut self.of_feed, local);
    }

    pub(super) fn start_item(&mut self) {
        self.of_item = [false; 3];
    }

    /// Notes an element of the current item.
    pub(super) fn note_in_item(&mut self, local: &str) {
        note(self.names(), &mut self.of_item, local);
    }

    fn names(&self) -> [&'static str; 3] {
        if self.kind == Kind::Atom { ATOM } else { CHANNEL }
    }

    /// Reports the first item without a required element.
    pub(super) fn end_item(&mut self, offset: u32, report: &mut Report) {
        let [title, _, description] = self.of_item;
        let missing = match self.kind {
            Kind::Atom => missing(ATOM, self.of_item),
            _ if title || description => Vec::new(),
            _ => vec!["title"],
        };
        if self.is_known && !missing.is_empty() && !std::mem::replace(&mut self.is_item_reported, true) {
            let (what, rule) = match self.kind {
                Kind::Atom => ("entry", "RFC 4287, section 4.1.2"),
                _ => ("item", "RSS 2.0, Elements of <item>"),
            };
            report_missing(&format!("An {what}"), &missing, rule, offset, report);
        }
    }

    /// Reports what the feed itself lacks.
    pub(super) fn finish(&self, report: &mut Report) {
        let missing = missing(self.names(), self.of_feed);
        // The rest of an incomplete file may have it.
        if self.is_known && !missing.is_empty() && !report.has_errors() {
            let (what, rule) = match self.kind {
                Kind::Atom => ("The feed", "RFC 4287, section 4.1.1"),
                _ => ("The channel", "RSS 2.0, Required channel elements"),
            };
            report_missing(what, &missing, rule, self.offset, report);
        }
    }
}

fn note(names: [&str; 3], found: &mut [bool; 3], local: &str) {
    if let Some(at) = names.iter().position(|name| *name == local) {
        found[at] = true;
    }
}

fn missing(names: [&'static str; 3], found: [bool; 3]) -> Vec<&'static str> {
    names.into_iter().zip(found).filter(|(_, found)| !found).map(|(name, _)| name).collect()
}

fn report_missing(what: &str, missing: &[&str], rule: &str, offset: u32, report: &mut Report) {
    let names = missing.join(", ");
    let message = format!("{what} lacks {names}, which the format requires ({rule}); add it.");
    report.warning(FindingCode::MissingElement, offset, message);
}
