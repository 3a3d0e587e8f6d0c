//! The document that entries come from, and where they go.

use super::entry::{At, Entry};
use super::protocol::{Protocol, Tag};
use crate::address::reference;
use crate::findings::Report;
use crate::format::reader::Opening;
use crate::site_map::{NodeId, SiteMap};
use crate::xml::Context;
use std::borrow::Cow;

/// The document that entries come from, and where they go.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) map: &'a mut SiteMap,
    pub(super) opening: &'a Opening,
    /// What relative addresses in entries are relative to.
    pub(super) base: &'a str,
    /// Number of nodes before the document.
    pub(super) first_node: NodeId,
    /// What the names of the protocol mean here.
    pub(super) protocol: &'a mut Protocol,
    /// Number of its entries so far, that at hand included.
    pub(super) entries: usize,
}

impl Document<'_> {
    /// The absolute address that an element of an entry contains.
    pub(super) fn address<'e>(&self, entry: &'e Entry, at: At) -> Cow<'e, str> {
        let written = reference::visible(entry.value(at));
        if reference::scheme(&written).is_some() {
            return written;
        }
        let mut address = String::new();
        reference::resolve(entry.base(at, self.base), &written, &mut address);
        Cow::Owned(address)
    }

    /// The row that the document's pages go below.
    pub(super) fn under(&mut self, report: &mut Report) -> NodeId {
        match self.opening.under {
            Some(under) => under,
            None => self.map.make_root(report),
        }
    }

    /// The `loc` of an entry. Where there is none, or more than one, that is reported.
    pub(super) fn loc(&mut self, entry: &Entry, cx: &mut Context<'_>) -> Option<At> {
        let mut first = None;
        for child in entry.children(0) {
            if self.protocol.tag(entry.name(child), cx) != Tag::Loc || entry.value(child).is_empty() {
                continue;
            }
            if first.is_some() {
                let message = "There is a second loc here, which does not count; write a url for each page.";
                cx.report.warning("repeated-loc", entry.offset(child), message);
                break;
            }
            first = Some(child);
        }
        if first.is_none() {
            let message = "This entry has no loc, so it leads nowhere; give it one or remove it.";
            cx.report.warning("missing-loc", entry.offset(0), message);
        }
        first
    }
}
