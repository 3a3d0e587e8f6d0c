//! Text sitemaps (sitemaps.org, "Text file"): an address a line.

use super::Opening;
use crate::diagnostics::Report;
use crate::site_map::SiteMap;

/// Reads a text sitemap.
#[derive(Debug)]
pub(crate) struct TextSitemap {
    opening: Opening,
    line: Vec<u8>,
    offset: u32,
}

impl TextSitemap {
    /// A reader for a new document.
    pub(crate) fn new(opening: Opening) -> TextSitemap {
        TextSitemap { opening, line: Vec::new(), offset: 0 }
    }

    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
        for &byte in bytes {
            match byte {
                b'\n' | b'\r' => self.end_line(map, report),
                _ => self.line.push(byte),
            }
        }
    }

    /// The document is complete.
    pub(crate) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        self.end_line(map, report);
    }

    fn end_line(&mut self, map: &mut SiteMap, report: &mut Report) {
        let line = std::mem::take(&mut self.line);
        let under = self.opening.under.unwrap_or_else(|| map.make_root(report));
        if let Ok(url) = std::str::from_utf8(&line)
            && !url.trim().is_empty()
        {
            map.place(under, url, &self.opening.url, self.offset, report);
        }
        self.offset += line.len() as u32 + 1;
    }
}
