//! Text sitemaps (sitemaps.org, "Text file"): one address per line, in UTF-8.
//!
//! The first line decides: if it is not an address, the document is not a sitemap. Later lines that are not addresses
//! are skipped.

use super::protocol_size::ProtocolSize;
use super::reader::{Opening, TextReader};
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_VALUE_BYTES;
use crate::site_map::SiteMap;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a text sitemap.
#[derive(Debug)]
pub(crate) struct TextSitemap {
    opening: Opening,
    /// The current line, as far as it has arrived.
    line: Vec<u8>,
    /// Offset of the current line.
    line_offset: u32,
    offset: u32,
    addresses: usize,
    size: ProtocolSize,
    is_stopped: bool,
}

impl TextReader for TextSitemap {
    const NAME: &'static str = "text";

    fn is_start(start: &[u8]) -> Option<bool> {
        let schemes: [&[u8]; 2] = [b"http://", b"https://"];
        let agrees = |scheme: &[u8]| scheme.iter().zip(start).all(|(a, b)| a.eq_ignore_ascii_case(b));
        if schemes.iter().any(|scheme| start.len() < scheme.len() && agrees(scheme)) {
            return None;
        }
        Some(schemes.iter().any(|scheme| agrees(scheme)))
    }

    fn open(opening: &Opening) -> TextSitemap {
        TextSitemap {
            opening: opening.clone(),
            line: Vec::new(),
            line_offset: 0,
            offset: 0,
            addresses: 0,
            size: ProtocolSize::default(),
            is_stopped: false,
        }
    }

    fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
        if self.is_stopped {
            return;
        }
        if !report.allows_length(self.bytes() + bytes.len() as u64, self.offset) {
            self.is_stopped = true;
            return;
        }
        let mut rest = bytes;
        while let Some(end) = memchr::memchr2(b'\n', b'\r', rest).filter(|_| !self.is_stopped) {
            self.keep(&rest[..end]);
            self.end_line(map, report);
            self.offset += 1;
            self.line_offset = self.offset;
            rest = &rest[end + 1..];
        }
        self.keep(rest);
    }

    fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        // The last line needs no line end.
        if !self.is_stopped {
            self.end_line(map, report);
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.offset)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

impl TextSitemap {
    fn keep(&mut self, bytes: &[u8]) {
        // One byte beyond the limit shows that an address is too long.
        let room = (MAX_VALUE_BYTES + 1).saturating_sub(self.line.len());
        self.line.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.offset += bytes.len() as u32;
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
            self.addresses += 1;
            self.size.check(self.addresses, self.offset, self.line_offset, report);
        } else if !address.is_empty() && self.addresses == 0 {
            let message = "This is text, but its first line is not an address, so it is not a sitemap.";
            report.error(FindingCode::NotASitemap, self.line_offset, message);
            self.is_stopped = true;
        } else if !address.is_empty() {
            let message = "This line is not an address with http or https, so it is left out; write one complete address per \
                                       line and nothing else.";
            report.warning(FindingCode::NoAddress, self.line_offset, message);
        }
        self.line.clear();
    }
}

/// Returns `true` if a line is one address with a host. It may have spaces, which browsers encode.
fn is_address(line: &str) -> bool {
    let host = reference::scheme(line).filter(|scheme| reference::is_web_scheme(scheme));
    let host = host.and_then(|scheme| line[scheme.len()..].strip_prefix("://"));
    let has_host = host.is_some_and(|host| !host.is_empty() && !host.starts_with(['/', '?', '#']));
    has_host && !line.split_whitespace().skip(1).any(|word| word.contains("://"))
}

#[cfg(test)]
mod tests {
    use crate::limits::PROTOCOL_ENTRIES;
    use crate::site::Site;

    fn read(chunks: impl IntoIterator<Item = String>) -> Site {
        let mut site = Site::default();
        site.begin("https://www.example.org/sitemap.txt");
        for chunk in chunks {
            site.push(chunk.as_bytes());
        }
        site.finish();
        site
    }

    #[test]
    fn files_beyond_the_limits_of_the_protocol_are_read_with_a_warning() {
        let site = read((0..PROTOCOL_ENTRIES + 2).map(|i| format!("https://www.example.org/{i}\n")));
        let codes: Vec<_> = site.diagnostics().into_iter().map(|finding| (finding.code.name(), finding.line)).collect();
        assert_eq!(codes, [("too-many-entries", 50_001)]);
        assert_eq!(site.map().pages(), PROTOCOL_ENTRIES + 2);
        let address = || "https://www.example.org/a\n".to_owned();
        let space = (0..51).map(|_| " ".repeat(1 << 20));
        let site = read([address()].into_iter().chain(space).chain(["\n".to_owned(), address()]));
        let codes: Vec<_> = site.diagnostics().into_iter().map(|finding| (finding.code.name(), finding.line)).collect();
        assert_eq!(codes, [("too-large", 3)]);
    }

    #[test]
    fn an_address_that_is_too_long_is_not_a_link() {
        let site = read([
            format!("https://www.example.org/{}\n", "a".repeat(1 << 16)),
            "https://www.example.org/b".to_owned(),
        ]);
        let codes: Vec<_> = site.diagnostics().into_iter().map(|finding| (finding.code.name(), finding.line)).collect();
        assert_eq!((codes, site.map().pages()), (vec![("limit-value", 1)], 1));
    }

    #[test]
    fn endless_white_space_is_not_a_sitemap() {
        let site = read((0..2_000).map(|_| " \n".repeat(4 << 10)));
        assert_eq!(site.first_error().map(|error| error.code.name()), Some("empty"));
    }
}
