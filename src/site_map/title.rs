//! The title rule: a page's own title, or one made from its address.

use super::arena::SiteMap;
use super::node::{Flag, NodeId};
use crate::address::{readable, without_home_index, without_index};
use crate::findings::{FindingCode, Report};
use crate::text::{collapsed, is_blank};
use std::borrow::Cow;

/// Returns the last segment of an address or name that is not empty, percent-decoded and without control characters:
/// `soccer` of `http://host/articles/soccer/` and of `mydomain:articles:soccer`.
pub(super) fn last_segment(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let segments = |c: char| matches!(c, '/' | ':');
    let segment = address.trim_end_matches(segments).rsplit(segments).next().unwrap_or_default();
    let decoded = percent_encoding::percent_decode_str(segment).decode_utf8_lossy();
    collapsed(&decoded).into_owned()
}

/// Reports a control character in a title, which is not shown.
fn check_control_characters(title: &str, offset: u32, report: &mut Report) {
    // A loop without an early exit is vectorized. The characters U+0080 to U+009F begin with the byte C2.
    let may_begin_control = |b: u8| ((b < b' ') & !matches!(b, b'\t' | b'\n' | b'\r')) | (b == 0xc2);
    if title.bytes().fold(false, |found, b| found | may_begin_control(b))
        && let Some(found) = title.chars().find(|&c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{7f}'))
    {
        let found = u32::from(found);
        let message = format!("This title contains the control character U+{found:04X}, which is left out; remove it.");
        report.warning(FindingCode::ControlCharacter, offset, message);
    }
}

impl SiteMap {
    /// Sets a title. The first one counts.
    pub(crate) fn set_title(&mut self, page: NodeId, title: &str, offset: u32, report: &mut Report) {
        self.check_length(title, offset, report);
        check_control_characters(title, offset, report);
        let is_replaced = self.known.take_title(page) || self.has_substitute(page);
        if is_replaced || self.nodes[page].title.is_empty() {
            self.nodes.set_title(page, self.text.push_collapsed(title));
            self.unmark(page, Flag::SUBSTITUTE);
        }
    }

    /// Sets a title in the words of a format. The first title counts.
    pub(crate) fn set_title_in_words(&mut self, page: NodeId, title: &str, offset: u32, report: &mut Report) {
        if !self.has_title(page) {
            self.mark(page, Flag::IN_WORDS);
        }
        self.set_title(page, title, offset, report);
    }

    /// Replaces a title.
    pub(crate) fn change_title(&mut self, page: NodeId, title: &str, offset: u32, report: &mut Report) {
        self.check_length(title, offset, report);
        self.unmark(page, Flag::IN_WORDS);
        self.unmark(page, Flag::SUBSTITUTE);
        self.nodes.set_title(page, self.text.push_collapsed(title));
    }

    /// Returns `true` if the document gives a title.
    pub(crate) fn has_title(&self, page: NodeId) -> bool {
        !self.title_span(page).is_empty()
    }

    /// Returns the title to show: the document's own, or one that is made from the address or the IRI.
    pub fn title(&self, page: NodeId) -> Cow<'_, str> {
        match self.title_span(page) {
            title if title.is_empty() => self.title_from_address(page),
            title => Cow::Borrowed(self.text.get(title)),
        }
    }

    /// Returns the last segment of the address or of the IRI, or an ellipsis.
    pub(super) fn title_from_address(&self, page: NodeId) -> Cow<'_, str> {
        let address = match self.has_url(page) {
            true => self.url(page).map_or(Cow::Borrowed(""), Cow::Owned),
            false => Cow::Borrowed(self.iri(page)),
        };
        self.title_of(page, &address)
    }

    /// Returns the last segment of an address, in the way that suits a page.
    pub(super) fn title_of(&self, page: NodeId, address: &str) -> Cow<'_, str> {
        let title = match self.is(page, Flag::READABLE) {
            true => self.known.spelled(readable_title(address)),
            false => last_segment(address),
        };
        match title.chars().all(is_blank) {
            true => Cow::Borrowed("\u{2026}"),
            false => Cow::Owned(title),
        }
    }

    /// Returns `true` if a node has a title or an address.
    pub(crate) fn is_described(&self, page: NodeId) -> bool {
        self.has_title(page) || self.has_url(page)
    }
}

/// Makes a title from an address or key: its last segment or query in readable form, or the host.
pub(crate) fn readable_title(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    // A key may start with the number of its tree and a space. Other addresses may contain a space, too.
    let rest = match rest.split_once(' ') {
        Some((branch, key)) if branch.bytes().all(|b| b.is_ascii_digit()) => key,
        _ => rest,
    };
    if let Some((_, fragment)) = rest.split_once('#').filter(|(_, fragment)| !fragment.is_empty()) {
        return readable::segment(fragment);
    }
    if let Some((_, query)) = rest.split_once('?').filter(|(_, query)| !query.is_empty()) {
        return readable::query(query);
    }
    let path = without_index(rest.split(['?', '#']).next().unwrap_or_default()).trim_end_matches('/');
    let path = without_home_index(path);
    match path.rsplit_once('/') {
        Some((_, segment)) => readable::segment(segment),
        None => collapsed(path).into_owned(),
    }
}
