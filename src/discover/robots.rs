//! Reads the sitemaps that a robots.txt names (RFC 9309, section 2.2.4; sitemaps.org, "Submitting your Sitemap").

use crate::address::named::named;
use crate::limits::{MAX_NAMED_SITEMAPS, MAX_ROBOTS_BYTES};

/// Returns the addresses in the `Sitemap` lines of a robots.txt: absolute, in order, each once. They may be on any
/// host, because this file is where a site may name other hosts. Bytes beyond [`MAX_ROBOTS_BYTES`] are ignored.
pub fn sitemaps(text: &[u8], robots_url: &str) -> Vec<String> {
    let is_cut = text.len() > MAX_ROBOTS_BYTES;
    let text = &text[..text.len().min(MAX_ROBOTS_BYTES)];
    let decoded = utf16(text);
    let text = decoded.as_deref().map_or(text, str::as_bytes);
    // The server has sent a web page instead.
    if text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start().starts_with(b"<") {
        return Vec::new();
    }
    let mut lines: Vec<&[u8]> = text.split(|b| matches!(b, b'\r' | b'\n')).collect();
    if is_cut {
        lines.pop();
    }
    let mut urls: Vec<String> = Vec::new();
    for line in lines {
        let line = line.split(|b| *b == b'#').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        let Some((field, value)) = line.split_once(':') else { continue };
        if !["sitemap", "site-map"].iter().any(|known| field.trim().eq_ignore_ascii_case(known)) {
            continue;
        }
        let is_around = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '<' | '>');
        let value = value.trim_matches(is_around);
        if let Some(url) = named(robots_url, value).filter(|url| !value.is_empty() && !urls.contains(url)) {
            urls.push(url);
        }
        if urls.len() == MAX_NAMED_SITEMAPS {
            break;
        }
    }
    urls
}

/// Decodes a text that begins with the byte order mark of UTF-16. Some editors on Windows save such files.
fn utf16(text: &[u8]) -> Option<String> {
    let (bytes, is_little) = match text {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let unit = if is_little { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = bytes.as_chunks().0.iter().map(|&bytes| unit(bytes));
    Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROBOTS: &str = "https://host/robots.txt";

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(sitemaps(text.as_bytes(), ROBOTS), expected, "{text:?}");
    }

    #[test]
    fn every_usual_form_of_a_line_is_read() {
        for line in [
            "Sitemap: https://host/a.xml",
            "sitemap:https://host/a.xml",
            "SITEMAP : https://host/a.xml",
            "  SiteMap\t:\thttps://host/a.xml \t",
            "Site-map: https://host/a.xml",
            "\u{feff}Sitemap: https://host/a.xml",
            "\u{feff}\u{feff} Sitemap: https://host/a.xml",
            "Sitemap: https://host/a.xml # the one",
            "Sitemap: https://host/a.xml#part",
            "Sitemap: /a.xml",
            "Sitemap: a.xml",
            "Sitemap: //host/a.xml",
            "Sitemap: HTTPS://HOST:443/a.xml",
            "Sitemap: http://host/a.xml",
            "Sitemap: \"https://host/a.xml\"",
            "Sitemap: <https://host/a.xml>",
            "Sitemap: < \"https://host/a.xml\u{1}\" >",
            "Sitemap: https://host/a.xml\u{a0}",
        ] {
            check(line, &["https://host/a.xml"]);
        }
    }

    #[test]
    fn other_lines_are_ignored() {
        for line in [
            "",
            "#Sitemap: https://host/a.xml",
            "User-agent: * # Sitemap: https://host/a.xml",
            "Sitemaps: https://host/a.xml",
            "Sitemap https://host/a.xml",
            "Sitemap:",
            "Sitemap: \"\"",
            "Sitemap: # none",
            "Sitemap: javascript:alert(1)",
            "Sitemap: file:///etc/passwd",
            "Sitemap: ftp://host/a.xml",
            "Sitemap: https://",
            "Disallow: Sitemap: /a.xml",
        ] {
            check(line, &[]);
        }
    }

    #[test]
    fn lines_may_end_in_any_way_and_contain_invalid_bytes() {
        let text = "\u{feff}# hello\rUser-agent: *\r\nDisallow: /x\n\nSitemap: /b.xml\r\nSitemap: https://cdn.example/a.xml\n\
                    sitemap: https://host/b.xml\nSitemap: /c.xml\rSitemap: /d.xml";
        check(text, &["https://host/b.xml", "https://cdn.example/a.xml", "https://host/c.xml", "https://host/d.xml"]);
        let mut latin = b"# caf\xe9\nSitemap: /a.xml # \xe9\nSitemap: /caf\xe9.xml\n\0\xff\xfe".to_vec();
        assert_eq!(sitemaps(&latin, ROBOTS), ["https://host/a.xml"]);
        latin.extend(b"\nSitemap: /b.xml");
        assert_eq!(sitemaps(&latin, ROBOTS).len(), 2);
    }

    #[test]
    fn a_file_in_utf_16_is_read() {
        let text =
            "\u{feff}User-agent: *\r\n# caf\u{e9} \u{1f33f}\r\nSitemap: https://host/\u{e9}.xml\r\nSitemap: /b.xml";
        let expected = ["https://host/%C3%A9.xml", "https://host/b.xml"];
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(sitemaps(&little, ROBOTS), expected);
        assert_eq!(sitemaps(&big, ROBOTS), expected);
        assert_eq!(sitemaps(&little[..little.len() - 1], ROBOTS).len(), 2, "half a character at the end");
        assert_eq!(sitemaps(&[0xff, 0xfe, 0, 0xd8, 0, 0xd8], ROBOTS), [""; 0]);
        let page: Vec<u8> = "\u{feff}<html>\nSitemap: /a.xml".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(sitemaps(&page, ROBOTS), [""; 0]);
    }

    #[test]
    fn a_web_page_instead_of_a_robots_txt_names_no_sitemaps() {
        for page in ["<!doctype html>\nSitemap: /a.xml", "\n\n <html>\nSitemap: /a.xml", "\u{feff}<?xml?>\nSitemap: /a"]
        {
            check(page, &[]);
        }
    }

    #[test]
    fn a_long_file_is_read_up_to_the_limit() {
        let line = "Sitemap: /a.xml\n";
        let mut text = line.to_owned() + &"#".repeat(MAX_ROBOTS_BYTES - 2 * line.len());
        text += "\nSitemap: /b.xml?and-so-on";
        assert!(text.len() > MAX_ROBOTS_BYTES);
        check(&text, &["https://host/a.xml"]);
        text.truncate(MAX_ROBOTS_BYTES);
        check(&text, &["https://host/a.xml", "https://host/b.xml"]);
        let many: String = (0..5000).map(|n| format!("Sitemap: /{n}\n")).collect();
        assert_eq!(sitemaps(many.as_bytes(), ROBOTS).len(), MAX_NAMED_SITEMAPS);
    }
}
