//! Text sitemaps (sitemaps.org, "Text file"): one address per line, in UTF-8.
//!
//! A line with an address shows the format. Lines that are not addresses are left out, also before it: comments, the names of
//! columns, addresses without a scheme. Prose before the first address shows another text, such as an error message. A line may
//! be an item of a list, or have more columns.

use super::complete::check_loc;
use super::protocol_size::ProtocolSize;
use super::reader::{Opening, TextReader};
use crate::address::{enclosed, reference, report_enclosed};
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_VALUE_BYTES;
use crate::site_map::SiteMap;
use crate::text::{date, list_marker};
use crate::xml::report_marks;
use std::borrow::Cow;

/// A byte order mark. Joining files by their bytes makes several.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

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
    /// What separates the columns, if the names of the columns show it.
    separator: Option<char>,
    size: ProtocolSize,
    is_stopped: bool,
}

impl TextReader for TextSitemap {
    const NAME: &'static str = "text";

    fn is_start(start: &[u8]) -> Option<bool> {
        let mut rest = start;
        loop {
            rest = rest.trim_ascii_start();
            let schemes: [&[u8]; 2] = [b"http://", b"https://"];
            let address = &rest[list_marker(rest)..];
            let address = address.strip_prefix(b"\"").unwrap_or(address);
            let agrees = |scheme: &[u8]| scheme.iter().zip(address).all(|(a, b)| a.eq_ignore_ascii_case(b));
            if schemes.iter().any(|scheme| address.len() < scheme.len() && agrees(scheme)) {
                return None;
            }
            if schemes.iter().any(|scheme| agrees(scheme)) {
                return Some(true);
            }
            // Other formats begin with these characters.
            if matches!(rest[0], b'<' | b'{' | b'[') {
                return Some(false);
            }
            let end = memchr::memchr2(b'\n', b'\r', rest);
            let line = &rest[..end.unwrap_or(rest.len())];
            if !may_come_first(line) {
                return Some(false);
            }
            rest = &rest[end?..];
        }
    }

    fn open(opening: &Opening) -> TextSitemap {
        TextSitemap {
            opening: opening.clone(),
            line: Vec::new(),
            line_offset: 0,
            offset: 0,
            addresses: 0,
            separator: None,
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
        if self.addresses == 0 && !report.has_errors() {
            let message = "This is text, but no line is an address, so it is not a sitemap.";
            report.error(FindingCode::NotASitemap, 0, message);
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
        let mut marks = 0;
        while let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.line_offset == 0) {
            bytes = rest;
            marks += 1;
        }
        if marks > 1 {
            report_marks(report);
        }
        let line = String::from_utf8_lossy(bytes);
        if matches!(line, Cow::Owned(_)) {
            let message = "There are bytes in this line that are not UTF-8, which the protocol requires (sitemaps.org, \
                           \"Text file\"); save the file as UTF-8, or write the bytes of the address as escapes.";
            report.warning(FindingCode::InvalidUtf8, self.line_offset, message);
        }
        let line = line.into_owned();
        let mut rest = line.trim();
        // Some files have several addresses in a line.
        let is_cut = self.line.len() > MAX_VALUE_BYTES;
        let mut is_divided = false;
        while let Some(next) = next_address(rest) {
            self.read_address(rest[..next].trim_end().trim_end_matches([',', ';']), map, report);
            rest = &rest[next..];
            is_divided = true;
        }
        if is_divided {
            let message = "This line has several addresses, which are read; write one per line.";
            report.warning(FindingCode::NoAddress, self.line_offset, message);
        }
        if is_cut && is_divided {
            let message = format!(
                "This line has more than {MAX_VALUE_BYTES} bytes; the rest is left out. Write one address per line."
            );
            report.warning(FindingCode::LimitValue, self.line_offset, message);
        } else {
            self.read_address(rest, map, report);
        }
        self.line.clear();
    }

    fn read_address(&mut self, line: &str, map: &mut SiteMap, report: &mut Report) {
        let item = &line[list_marker(line.as_bytes())..];
        let enclosed = enclosed(item);
        let address = enclosed.unwrap_or_else(|| without_remark(item, self.separator));
        if is_address(address) {
            if enclosed.is_some() {
                report_enclosed(self.line_offset, report);
            } else if address.len() < line.len() {
                let message =
                    "Only the address in this line is read; write one complete address per line and nothing else.";
                report.warning(FindingCode::NoAddress, self.line_offset, message);
            }
            let under = self.opening.under.unwrap_or_else(|| map.make_root(report));
            check_loc(address, self.line_offset, report);
            map.place(under, address, &self.opening.url, self.line_offset, report);
            self.addresses += 1;
            self.size.check(self.addresses, self.offset, self.line_offset, report);
        } else if !line.is_empty() {
            if self.addresses == 0 {
                self.separator = separator(line.as_bytes()).map(char::from);
            }
            let message = "This line is not an address with http or https, so it is left out; write one complete address per \
                                       line and nothing else.";
            report.warning(FindingCode::NoAddress, self.line_offset, message);
        }
    }
}

/// Returns `true` if a line may come before the first address: a comment, a directive of robots.txt, one word, or the names of
/// columns. Other texts begin with prose or markup.
fn may_come_first(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = &line[..line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len())];
    [&b"#"[..], b";", b"//"].iter().any(|comment| line.starts_with(comment))
        || word.len() == line.len()
        || word.eq_ignore_ascii_case(b"sitemap:")
        || separator(line).is_some()
}

/// Returns what separates the names of columns in a line: a tab, or a comma or semicolon between single words.
fn separator(line: &[u8]) -> Option<u8> {
    let is_between_words = |&separator: &u8| {
        let mut names = line.split(|&byte| byte == separator).map(<[u8]>::trim_ascii);
        line.contains(&separator)
            && names.all(|name| !name.is_empty() && (separator == b'\t' || !name.iter().any(u8::is_ascii_whitespace)))
    };
    [b'\t', b',', b';'].into_iter().find(is_between_words)
}

/// Returns a line up to the end of its first column, to a comment, or to a date.
fn without_remark(line: &str, separator: Option<char>) -> &str {
    // A year alone belongs to the address.
    let is_date = |text: &str| text.len() >= "2000-01-01".len() && date::w3c(text).is_some();
    let date = || line.rfind(' ').filter(|at| is_date(&line[at + 1..]));
    let ends = [line.find('\t'), line.find(" #"), separator.and_then(|c| line.find(c)), date()];
    line[..ends.into_iter().flatten().min().unwrap_or(line.len())].trim_end()
}

/// Returns the start of the next address in a line that begins with one.
fn next_address(line: &str) -> Option<usize> {
    let spaces = line.char_indices().skip(1).filter(|(_, c)| c.is_whitespace());
    let starts = spaces.map(|(at, space)| at + space.len_utf8());
    let is_start = |at: &usize| {
        let scheme = reference::scheme(&line[*at..]).filter(|scheme| reference::is_web_scheme(scheme));
        scheme.is_some_and(|scheme| line[at + scheme.len()..].starts_with("://"))
    };
    if !is_start(&0) { None } else { starts.into_iter().find(is_start) }
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
        assert_eq!((codes, site.map().pages()), (vec![("long-address", 1), ("limit-value", 1)], 1));
    }

    #[test]
    fn endless_white_space_is_not_a_sitemap() {
        let site = read((0..2_000).map(|_| " \n".repeat(4 << 10)));
        assert_eq!(site.first_error().map(|error| error.code.name()), Some("empty"));
    }
}
