//! Decides which addresses become links, and stores them.

use super::arena::SiteMap;
use super::node::{Flag, NodeId};
use crate::address::normal::{is_plain_reference, joined, normal};
use crate::address::{check_written, reference};
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_VALUE_BYTES;
use crate::text::Span;
use std::borrow::Cow;

/// The advice for an empty address.
pub(super) const EMPTY_LINK: &str = "The address is empty; write one or leave the element out.";

/// Reports an address that is too long.
fn is_long(url: &str, offset: u32, report: &mut Report) -> bool {
    if url.len() > MAX_VALUE_BYTES {
        let message = format!("An address here is longer than {MAX_VALUE_BYTES} bytes; it is no link.");
        report.warning(FindingCode::LimitValue, offset, message);
    }
    url.len() > MAX_VALUE_BYTES
}

/// Returns the normal form of an absolute address. Reports one that no browser can open.
fn normal_link<'a>(url: &'a str, offset: u32, report: &mut Report) -> Option<Cow<'a, str>> {
    let address = normal(url);
    if address.is_none() {
        report_invalid(offset, report);
    }
    address.filter(|address| !is_long(address, offset, report))
}

/// Returns the normal form of a base. Without a scheme, it is not a base, and the reference stays as it is.
fn normal_base(base: &str) -> Option<String> {
    let base = reference::visible(base);
    match reference::scheme(&base) {
        Some(_) => normal(&base).map(Cow::into_owned),
        None => Some(base.into_owned()),
    }
}

fn report_invalid(offset: u32, report: &mut Report) {
    let message = "No browser can open this address; check its host and its port.";
    report.warning(FindingCode::InvalidAddress, offset, message);
}

impl SiteMap {
    /// Sets the address of a page, and reports what is wrong with it. The first one counts.
    pub(crate) fn set_url(&mut self, page: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if !self.has_url(page) {
            check_written(url, offset, report);
        }
        self.set_checked_url(page, url, base, offset, report);
    }

    /// Like [`SiteMap::set_url`], for an address whose mistakes are reported.
    pub(crate) fn set_checked_url(&mut self, page: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if self.has_url(page) {
            return;
        }
        match self.link(url, base, offset, report) {
            Some(link) => self.nodes.give_link(page, link),
            None => self.mark(page, Flag::UNLINKED),
        }
    }

    /// Sets the icon of a page. The first one counts.
    pub(crate) fn set_icon(&mut self, page: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if !self.nodes.icon(page).0.is_empty() {
            return;
        }
        check_written(url, offset, report);
        if let Some(link) = self.link(url, base, offset, report) {
            self.nodes.set_icon(page, link);
        }
    }

    /// Stores a reference that may become a link. Returns it with the number of its base.
    pub(super) fn link(&mut self, url: &str, base: &str, offset: u32, report: &mut Report) -> Option<(Span, u16)> {
        self.visible_link(&reference::visible(url), base, offset, report)
    }

    /// Like [`SiteMap::link`], for a reference without invisible characters.
    pub(super) fn visible_link(
        &mut self,
        url: &str,
        base: &str,
        offset: u32,
        report: &mut Report,
    ) -> Option<(Span, u16)> {
        if url.is_empty() {
            report.warning(FindingCode::EmptyLink, offset, EMPTY_LINK);
            return None;
        }
        if is_long(url, offset, report) {
            return None;
        }
        let own = reference::scheme(url);
        let scheme = own.or_else(|| reference::scheme(base));
        if let Some(scheme) = scheme.filter(|scheme| !reference::is_link_scheme(scheme)) {
            // A file opened from disk has relative addresses that lead nowhere. That is not the author's mistake.
            if own.is_some() || !scheme.eq_ignore_ascii_case("file") {
                report.warning(
                    FindingCode::UnsafeLink,
                    offset,
                    format!(
                        "'{scheme}:' addresses do not become links; use http, https, ftp, mailto or a relative address."
                    ),
                );
            }
            return None;
        }
        // An absolute address does not depend on its base. Nor does a reference that its normal form would change.
        if own.is_some() {
            return Some((self.text.push(&normal_link(url, offset, report)?), 0));
        }
        if !is_plain_reference(url) {
            let Some(address) = joined(base, url).or_else(|| joined(&normal_base(base)?, url)) else {
                // The reference has a host of its own, or its base is not an address.
                report_invalid(offset, report);
                return None;
            };
            return (!is_long(&address, offset, report)).then(|| (self.text.push(&address), 0));
        }
        let number = match self.bases.number(base) {
            Some(known) => known,
            None if self.bases.is_full() => return Some((self.text.push(&reference::absolute(base, url)?), 0)),
            None => {
                let normal = normal_base(base);
                if normal.is_none() {
                    report_invalid(offset, report);
                }
                self.bases.add(base, normal?)
            }
        };
        Some((self.text.push(url), number))
    }

    /// Returns a stored address as an absolute link, or `None` if its scheme is not allowed.
    pub(super) fn resolved(&self, url: Span, base: u16) -> Option<String> {
        if url.is_empty() {
            return None;
        }
        let absolute = reference::resolved(self.bases.get(base), self.text.get(url));
        // This is the only exit for addresses, so no other scheme can become a link.
        reference::scheme(&absolute).is_some_and(reference::is_link_scheme).then_some(absolute)
    }

    /// Returns the absolute address of a page.
    #[inline]
    pub fn url(&self, page: NodeId) -> Option<String> {
        let (url, base) = self.link_of(page);
        self.resolved(url, base)
    }

    /// Returns the address of a page as its document has it, which may be relative. It is empty if there is none.
    pub(crate) fn written_url(&self, page: NodeId) -> &str {
        self.text.get(self.link_of(page).0)
    }

    /// Returns the absolute address of a page's icon (15x15 pixels).
    pub fn icon(&self, page: NodeId) -> Option<String> {
        let (url, base) = self.nodes.icon(page);
        self.resolved(url, base)
    }

    /// Returns `true` if the page has an address. A page without one is a heading.
    pub fn has_url(&self, page: NodeId) -> bool {
        !self.link_of(page).0.is_empty()
    }
}

impl SiteMap {
    /// Returns a value that changes when the title or the address of a page changes.
    pub(crate) fn stamp(&self, page: NodeId) -> (Span, Span) {
        (self.title_span(page), self.link_of(page).0)
    }

    /// Returns the address of a page if the document contains it in full.
    pub(crate) fn full_url(&self, page: NodeId) -> Option<&str> {
        let url = self.written_url(page);
        reference::scheme(url).filter(|scheme| reference::is_link_scheme(scheme)).map(|_| url)
    }

    /// Appends the absolute address of a page. Returns `true` if it has one.
    pub(crate) fn write_url(&self, page: NodeId, out: &mut String) -> bool {
        if let Some(url) = self.full_url(page) {
            out.push_str(url);
            return true;
        }
        let (url, base) = self.link_of(page);
        if url.is_empty() {
            return false;
        }
        let (start, base) = (out.len(), self.bases.get(base));
        reference::resolve(base, self.text.get(url), out);
        let is_link = reference::scheme(&out[start..]).is_some_and(reference::is_link_scheme);
        if !is_link {
            out.truncate(start);
        }
        is_link
    }
}

impl SiteMap {
    /// Sets the target of an entry that does not count as a page, such as a child sitemap or a context menu link.
    pub(crate) fn set_target(&mut self, entry: NodeId, url: &str, base: &str, offset: u32, report: &mut Report) {
        if let Some(link) = self.link(url, base, offset, report) {
            self.nodes.set_link(entry, link);
        }
    }
}
