//! Entries that no extension handles: a `url` is placed by the host and path of its address, a `sitemap` is a child
//! sitemap.

use super::describe::{describe, has_title, title};
use super::document::Document;
use super::entry::{At, Entry};
use crate::address::{check_written, reference};
use crate::format::reader::Opening;
use crate::site_map::{Naming, NodeId};
use crate::xml::Context;

/// Places the page of a `url` by host and path, and describes it. An entry whose address cannot be a link is listed
/// last with its title.
pub(super) fn place(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> Option<NodeId> {
    let under = document.under(cx.report);
    let loc = document.loc(entry, cx);
    let placed = loc.and_then(|loc| {
        let base = entry.base(loc, document.base);
        document.map.place(under, entry.value(loc), base, entry.offset(loc), cx.report)
    });
    if let (Some(page), Some(loc)) = (placed, loc) {
        let page = place_titled(page, loc, entry, document, cx);
        describe(page, entry, document, cx);
        return Some(page);
    }
    if loc.is_none() && !has_title(entry, cx) {
        return None;
    }
    let offset = entry.offset(0);
    if document.map.is_full(offset, cx.report) {
        return None;
    }
    let heading = document.map.unnamed(offset, cx.report);
    describe(heading, entry, document, cx);
    document.map.set_title(heading, loc.map_or("", |loc| entry.value(loc)), offset, cx.report);
    let tail = document.map.tail(under, cx.report);
    document.map.append_to_list(tail, heading, offset);
    Some(heading)
}

/// Returns the row of an entry: the page of its address. If two addresses lead to one page, such as `/` and `/index.html`,
/// and have different titles, each has its own row.
fn place_titled(page: NodeId, loc: At, entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) -> NodeId {
    let has_title = document.map.has_title(page) && !document.map.has_substitute(page);
    if !has_title || document.map.url(page).as_deref() == Some(&*document.address(entry, loc)) {
        return page;
    }
    let Some((title, _)) = title(entry, cx) else { return page };
    let under = document.under(cx.report);
    let (address, base, offset) = (entry.value(loc), entry.base(loc, document.base), entry.offset(loc));
    document.map.place_titled(under, address, base, &title, offset, cx.report).unwrap_or(page)
}

/// Adds a child sitemap of a sitemap index. Its pages are merged into the same tree.
pub(super) fn add_sitemap(entry: &Entry, document: &mut Document<'_>, cx: &mut Context<'_>) {
    let Some(loc) = document.loc(entry, cx) else { return };
    check_written(entry.value(loc), entry.offset(loc), cx.report);
    let under = document.under(cx.report);
    let tail = document.map.tail(under, cx.report);
    let address = reference::resolved(entry.base(loc, document.base), entry.value(loc));
    // This document names the child sitemap, whatever the base of the entry is.
    let Opening { url, context, .. } = document.opening;
    let offset = entry.offset(loc);
    let naming = Naming { list: tail, merged_below: Some(under), context: *context, offset };
    let node = document.map.add_document(&address, url, naming, cx.report);
    if let Some(node) = node {
        describe(node, entry, document, cx);
    }
}
