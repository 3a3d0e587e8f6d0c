//! The sites of a soak, each with its own host: small and large ones of every format, and some that fail.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use navibar_browser_tests::{Reply, Server};

/// Pages in each branch.
const BRANCH: usize = 100;

/// Bytes of each icon. Those of all sites together are more than the sidebar caches.
const PICTURE: usize = 40 << 10;

/// The kind of a site.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// declares this number of pages; the first of every branch has an icon and a context menu
    Declared(usize),
    /// a plain sitemap with this number of pages, compressed or not
    Plain(usize, bool),
    /// an index of sitemaps, each with this number of pages
    Index(usize, usize),
    /// a text list of this number of addresses, named by robots.txt
    Text(usize),
    /// a feed with this number of entries
    Feed(usize),
    /// a NEGS sitemap with this number of pages
    Negs(usize),
    /// a web page at every address
    Everywhere,
    /// no sitemap
    Bare,
    /// the connection breaks off in the middle of the answer
    Broken,
    /// the answer stops in the middle, and the connection stays open
    Stalled,
    /// an error in place of an answer
    Status(u16),
}

/// The kinds of the first sites. The kinds of the others follow from their numbers.
const KINDS: &[Kind] = &[
    Kind::Declared(300),
    Kind::Declared(100_000),
    Kind::Plain(50_000, false),
    Kind::Index(10, 5_000),
    Kind::Status(500),
    Kind::Declared(25_000),
    Kind::Plain(20_000, true),
    Kind::Bare,
    Kind::Declared(10_000),
    Kind::Broken,
    Kind::Text(2_000),
    Kind::Index(20, 500),
    Kind::Stalled,
    Kind::Feed(100),
    Kind::Negs(3_000),
    Kind::Status(503),
    Kind::Everywhere,
];

/// A site.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) host: String,
    /// `true` if its load ends
    pub(super) ends: bool,
}

impl Site {
    /// The address of a page that is visited. Page 0 is the home page.
    pub(super) fn url(&self, page: usize) -> String {
        let path = match page {
            0 => String::new(),
            page => format!("b{}/{}", page % 2, page),
        };
        format!("http://{}/{path}", self.host)
    }
}

/// Sets up the server for `sites` sites with `pages` visited pages each.
pub(super) fn serve(server: &Server, sites: usize, pages: usize) -> Result<Vec<Site>> {
    (0..sites)
        .map(|number| {
            let kind = KINDS.get(number).copied().unwrap_or(match number % 3 {
                0 => Kind::Declared(100 + 37 * number),
                1 => Kind::Plain(80 + 29 * number, false),
                _ => Kind::Declared(20 + number),
            });
            let site = Site { host: format!("site-{number}.example"), ends: !matches!(kind, Kind::Stalled) };
            for page in 0..pages {
                let title = format!("<!doctype html><title>Page {page}</title><h1>Page {page}</h1>");
                server.route(&site.url(page), Reply::html(title));
            }
            kind.serve(server, &site.host)?;
            Ok(site)
        })
        .collect()
}

impl Kind {
    fn serve(self, server: &Server, host: &str) -> Result<()> {
        let has = |path: &str, reply: Reply| server.route(&format!("http://{host}{path}"), reply);
        let xml = |body: String| Reply::new(200, "application/xml", body);
        match self {
            Self::Declared(pages) => {
                has("/sitemap.rdf", Reply::rdf(declared(pages)));
                for branch in 0..pages.div_ceil(BRANCH).min(20) {
                    let drawing = format!(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"15\" height=\"15\"><!--{:branch$} {host}-->\
                         <rect width=\"15\" height=\"15\"/></svg>",
                        "",
                        branch = PICTURE + branch,
                    );
                    has(&format!("/{branch}.svg"), Reply::new(200, "image/svg+xml", drawing));
                }
            }
            Self::Plain(pages, false) => has("/sitemap.xml", xml(plain(host, 0, pages))),
            Self::Plain(pages, true) => {
                let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
                packed.write_all(plain(host, 0, pages).as_bytes())?;
                has("/sitemap.xml.gz", Reply::new(200, "application/gzip", packed.finish()?));
            }
            Self::Index(files, pages) => {
                let mut index = format!("<sitemapindex xmlns=\"{SITEMAPS}\">");
                for file in 0..files {
                    let _ = write!(index, "<sitemap><loc>http://{host}/part-{file}.xml</loc></sitemap>");
                    has(&format!("/part-{file}.xml"), xml(plain(host, file * pages, pages)));
                }
                has("/sitemap.xml", xml(index + "</sitemapindex>"));
            }
            Self::Text(pages) => {
                let list: String = (0..pages).map(|page| format!("http://{host}{}\n", path(page))).collect();
                has("/robots.txt", Reply::new(200, "text/plain", format!("Sitemap: http://{host}/list.txt\n")));
                has("/list.txt", Reply::new(200, "text/plain", list));
            }
            Self::Feed(entries) => {
                let mut feed = "<rss version=\"2.0\"><channel><title>News</title>".to_owned();
                for entry in 0..entries {
                    let link = path(entry);
                    let _ = write!(feed, "<item><title>Entry {entry}</title><link>http://{host}{link}</link></item>");
                }
                has("/robots.txt", Reply::new(200, "text/plain", format!("Sitemap: http://{host}/feed.xml\n")));
                has("/feed.xml", xml(feed + "</channel></rss>"));
            }
            Self::Negs(pages) => has("/sitemap.xml", xml(negs(host, pages))),
            Self::Everywhere => {
                for path in ["/sitemap.rdf", "/sitemap.xml", "/sitemap.txt", "/robots.txt"] {
                    has(path, Reply::html("<!doctype html><title>Oops</title><p>No such page.</p>"));
                }
            }
            Self::Bare => {}
            Self::Broken => {
                let text = declared(2_000);
                let half = text.len() / 2;
                has("/sitemap.rdf", Reply::rdf(text).truncated(half));
            }
            Self::Stalled => {
                let text = declared(2_000);
                let half = text.len() / 2;
                has("/sitemap.rdf", Reply::rdf(text).stalled(half));
            }
            Self::Status(status) => has("/sitemap.rdf", Reply::status(status)),
        }
        Ok(())
    }
}

const SITEMAPS: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn path(page: usize) -> String {
    format!("/b{}/{}", page / BRANCH, page % BRANCH)
}

fn declared(pages: usize) -> String {
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:map=\"http://www.oaklett.org/map/1.0#\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <rdf:Description rdf:about=\"urn:sitemap:root\"><map:container><rdf:Seq>",
    );
    for branch in 0..pages.div_ceil(BRANCH) {
        let _ = write!(
            text,
            "\n<rdf:li><rdf:Description><dc:title>Branch {branch}</dc:title><dc:identifier>/b{branch}/</dc:identifier>\
             <map:icon>/{branch}.svg</map:icon><map:container><rdf:Seq>",
        );
        for page in branch * BRANCH..pages.min((branch + 1) * BRANCH) {
            let path = path(page);
            let _ = write!(
                text,
                "\n<rdf:li><rdf:Description><dc:title>Page {page} of the branch</dc:title>\
                 <dc:identifier>{path}</dc:identifier></rdf:Description></rdf:li>"
            );
        }
        let _ = write!(
            text,
            "</rdf:Seq></map:container><map:embedded><rdf:Seq><rdf:li><rdf:Description><dc:title>Related to {branch}\
             </dc:title><dc:identifier>/related/{branch}</dc:identifier></rdf:Description></rdf:li></rdf:Seq>\
             </map:embedded></rdf:Description></rdf:li>"
        );
    }
    text + "</rdf:Seq></map:container></rdf:Description></rdf:RDF>"
}

fn plain(host: &str, first: usize, pages: usize) -> String {
    let mut text = format!("<urlset xmlns=\"{SITEMAPS}\">");
    for page in first..first + pages {
        let day = 1 + page % 28;
        let path = path(page);
        let _ = write!(text, "\n<url><loc>http://{host}{path}</loc><lastmod>2026-02-{day:02}</lastmod></url>");
    }
    text + "</urlset>"
}

fn negs(host: &str, pages: usize) -> String {
    let mut text = format!(
        "<urlset xmlns=\"{SITEMAPS}\" xmlns:negs=\"http://navibar.oaklett.org/negs/1.0#\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    );
    for page in 0..pages {
        let parent =
            if page % BRANCH == 0 { "urn:sitemap:root".to_owned() } else { format!("p{}", page - page % BRANCH) };
        let path = path(page);
        let _ = write!(
            text,
            "\n<url xml:id=\"p{page}\" negs:childOf=\"{parent}\"><loc>http://{host}{path}</loc>\
             <dc:title>Page {page}</dc:title></url>"
        );
    }
    text + "</urlset>"
}
