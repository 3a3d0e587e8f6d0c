//! The data of the native benchmarks.

use navibar::site::Site;
use std::fmt::Write as _;

/// Bytes of a chunk, as a network delivers them.
pub(crate) const CHUNK: usize = 64 << 10;

/// An NNS site like those of `examples/make_sitemap.rs`: each branch has 10 pages. 4 levels have 11,110 pages.
pub(crate) fn nns(levels: usize) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:map=\"http://www.oaklett.org/map/1.0#\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n",
    );
    let mut names = vec![String::new()];
    for level in 0..=levels {
        let mut below = Vec::new();
        for name in names {
            let about = if name.is_empty() { "urn:sitemap:root".to_owned() } else { format!("urn:page:{name}") };
            let _ = writeln!(text, "  <rdf:Description rdf:about=\"{about}\">");
            if !name.is_empty() {
                let _ = writeln!(text, "    <dc:title>Page {name}</dc:title>");
                let _ = writeln!(text, "    <dc:identifier>http://www.example.org/{name}.html</dc:identifier>");
            }
            if level < levels {
                text.push_str("    <map:container>\n      <rdf:Seq>\n");
                for n in 1..=10 {
                    let child = if name.is_empty() { n.to_string() } else { format!("{name}-{n}") };
                    let _ = writeln!(text, "        <rdf:li rdf:resource=\"urn:page:{child}\"/>");
                    below.push(child);
                }
                text.push_str("      </rdf:Seq>\n    </map:container>\n");
            }
            text.push_str("  </rdf:Description>\n");
        }
        names = below;
    }
    text.push_str("</rdf:RDF>\n");
    text
}

/// A plain sitemap with `pages` pages, 100 in each folder. `part` distinguishes the sitemaps of one site.
pub(crate) fn urlset(part: usize, pages: usize) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for n in 0..pages {
        let _ = writeln!(
            text,
            "  <url>\n    <loc>http://www.example.org/part-{part}/section-{}/page-{}.html</loc>\n    \
             <lastmod>2026-{:02}-{:02}</lastmod>\n    <changefreq>monthly</changefreq>\n    \
             <priority>0.{}</priority>\n  </url>",
            n / 100,
            n % 100,
            n % 12 + 1,
            n % 28 + 1,
            n % 10
        );
    }
    text + "</urlset>\n"
}

/// An XBEL file with 1,000 bookmarks in each folder.
pub(crate) fn xbel(bookmarks: usize) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE xbel>\n<xbel version=\"1.0\">\n");
    for n in 0..bookmarks {
        if n % 1000 == 0 {
            let end = if n > 0 { "  </folder>\n" } else { "" };
            let _ = writeln!(text, "{end}  <folder id=\"f{n}\">\n    <title>Folder {n}</title>");
        }
        let _ = writeln!(
            text,
            "    <bookmark href=\"http://www.example.org/{n}.html\" id=\"b{n}\" added=\"2026-01-01\">\n      \
             <title>Bookmark {n}</title>\n      <desc>What it is about</desc>\n    </bookmark>"
        );
    }
    text + "  </folder>\n</xbel>\n"
}

/// Reads documents into one site, in chunks.
pub(crate) fn read(documents: &[String]) -> Site {
    let mut site = Site::default();
    for (at, document) in documents.iter().enumerate() {
        site.begin(&format!("http://www.example.org/sitemap-{at}"));
        for chunk in document.as_bytes().chunks(CHUNK) {
            site.push(chunk);
        }
        site.finish();
    }
    site
}
