//! The document that entries are read from, and the site map that they are added to.

use super::entry::{At, Entry};
use super::protocol::Tag;
use crate::address::normal::is_normal;
use crate::address::{reference, report_enclosed};
use crate::findings::{FindingCode, Report};
use crate::format::complete::check_loc;
use crate::format::reader::Opening;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::Context;
use std::borrow::Cow;

/// The document that entries are read from, and the site map that they are added to.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) map: &'a mut SiteMap,
    pub(super) opening: &'a Opening,
    /// The base of relative addresses in entries.
    pub(super) base: &'a str,
    /// Number of nodes when the document was started.
    pub(super) first_node: NodeId,
    /// Number of entries so far, with the current one.
    pub(super) entries: usize,
}

impl Document<'_> {
    /// Returns the absolute address in an element of an entry, as links have it. An invalid one stays as it is written.
    pub(super) fn address<'e>(&self, entry: &'e Entry, at: At) -> Cow<'e, str> {
        let written = entry.value(at);
        match is_normal(written) {
            true => Cow::Borrowed(written),
            false => reference::absolute(entry.base(at, self.base), written).map_or(Cow::Borrowed(written), Cow::Owned),
        }
    }

    /// Returns the row that contains the document's pages.
    pub(super) fn under(&mut self, report: &mut Report) -> NodeId {
        match self.opening.under {
            Some(under) => under,
            None => self.map.make_root(report),
        }
    }

    /// Returns the element with the address of an entry: its `loc`, an element in it, or the entry itself if the address stands
    /// directly in it. Reports a missing `loc`, and an address without one.
    pub(super) fn loc(&mut self, entry: &Entry, cx: &mut Context<'_>) -> Option<At> {
        let mut locs = entry.children(0).filter(|&child| entry.tag(child) == Tag::Loc);
        let first = locs.find_map(|loc| match entry.value(loc) {
            "" => entry.below(loc).find(|&inside| is_address(entry.value(inside))),
            _ => Some(loc),
        });
        if first.is_none() && is_address(entry.value(0)) {
            let message = "This address stands directly in the entry; write it in a loc element.";
            cx.report.warning(FindingCode::MissingLoc, entry.offset(0), message);
            return Some(0);
        }
        if first.is_none() {
            let message = "This entry has no loc, so it leads nowhere; add one or remove the entry.";
            cx.report.warning(FindingCode::MissingLoc, entry.offset(0), message);
        }
        if let Some(loc) = first {
            if entry.tag(loc) != Tag::Loc || entry.is_enclosed(loc) {
                report_enclosed(entry.offset(loc), cx.report);
            }
            check_loc(entry.value(loc), entry.offset(loc), cx.report);
        }
        first
    }
}

/// Returns `true` if a text is a web address and nothing else.
fn is_address(text: &str) -> bool {
    reference::scheme(text).is_some_and(reference::is_web_scheme) && !text.contains(char::is_whitespace)
}
