//! Text sitemaps (sitemaps.org, "Text file"): one address a line, in UTF-8, and nothing else.

use super::Opening;
use crate::diagnostics::Report;
use crate::iri;
use crate::limits::MAX_VALUE_BYTES;
use crate::site_map::SiteMap;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a text sitemap.
#[derive(Debug)]
pub(crate) struct TextSitemap {
    opening: Opening,
    /// The line at hand, as far as it has come.
    line: Vec<u8>,
    /// Where it begins.
    line_offset: u32,
    offset: u32,
}

impl TextSitemap {
    /// A reader for a new document.
    pub(crate) fn new(opening: Opening) -> TextSitemap {
        TextSitemap { opening, line: Vec::new(), line_offset: 0, offset: 0 }
    }

    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr2(b'\n', b'\r', rest) {
            self.keep(&rest[..end]);
            self.end_line(map, report);
            self.offset = self.offset.saturating_add(1);
            self.line_offset = self.offset;
            rest = &rest[end + 1..];
        }
        self.keep(rest);
    }

    /// The document is complete; its last line needs no end.
    pub(crate) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.end_line(map, report);
    }

    fn keep(&mut self, bytes: &[u8]) {
        // One byte more than an address may have shows that it is too long.
        let room = (MAX_VALUE_BYTES + 1).saturating_sub(self.line.len());
        self.line.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.offset = self.offset.saturating_add(bytes.len() as u32);
    }

    fn end_line(&mut self, map: &mut SiteMap, report: &mut Report) {
        let mut bytes = &*self.line;
        if self.line_offset == 0 {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        let line = String::from_utf8_lossy(bytes);
        let address = line.trim();
        if is_address(address) {
            let under = self.opening.under.unwrap_or_else(|| map.make_root(report));
            map.place(under, address, &self.opening.url, self.line_offset, report);
        } else if !address.is_empty() {
            let message = "This line is no address with http or https, so it is left out; a text sitemap has one whole \
                           address a line and nothing else.";
            report.warning("no-address", self.line_offset, message);
        }
        self.line.clear();
    }
}

/// Whether this is an address with a host, and nothing besides.
fn is_address(line: &str) -> bool {
    let is_web = |scheme: &str| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let host =
        iri::scheme(line).filter(|scheme| is_web(scheme)).and_then(|scheme| line[scheme.len()..].strip_prefix("://"));
    host.is_some_and(|host| !host.is_empty() && !host.starts_with(['/', '?', '#']))
        && !line.contains(char::is_whitespace)
}
