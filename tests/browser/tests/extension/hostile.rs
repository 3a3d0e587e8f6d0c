//! Hostile input in the real sidebar: what the user sees, that the sidebar still works, and the maximum memory. The native
//! tests in `tests/native/hostile/` check the rules.

use std::io::Write as _;
use std::iter::{once, repeat_n};

use anyhow::{Context as _, Result, ensure};
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use navibar_browser_tests::{Browser, Reply, browser_test};
use tokio::sync::watch;

use crate::site::{Site, names, page};
use crate::sitemaps::wait_for_words;

/// Growth in MiB below which the browser itself is most of it.
const USUAL_GROWTH: i64 = 100;

struct Row {
    what: &'static str,
    reply: fn() -> Result<Reply>,
    /// The path of the current page. The tree expands its parents.
    path: &'static str,
    /// Words of the sidebar at the end, or a row.
    words: &'static str,
    /// Largest growth of the process of extensions in MiB that was measured (SECURITY.md), without garbage.
    measured: i64,
}

impl Row {
    /// Maximum growth of the process of extensions in MiB.
    fn ceiling(&self) -> i64 {
        self.measured.max(USUAL_GROWTH) * 3 / 2
    }
}

const HEAD: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>";
const URLSET: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
const MIB: usize = 1 << 20;

/// The start of a sitemap with this resource at the top.
fn top(resource: &str) -> String {
    format!(
        "{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq><rdf:li rdf:resource='{resource}'/>\
         </rdf:Seq></map:container></rdf:Description>"
    )
}

/// A chain of a hundred thousand pages.
fn chain(below: impl Fn(u32) -> u32) -> Reply {
    let page = |n: u32| {
        format!(
            "<rdf:Description rdf:about='urn:{n}' dc:title='{n}' dc:identifier='/{n}'><map:container><rdf:Seq>\
             <rdf:li rdf:resource='urn:{}'/></rdf:Seq></map:container></rdf:Description>",
            below(n)
        )
    };
    Reply::rdf(format!("{}{}</rdf:RDF>", top("urn:0"), (0..100_000).map(page).collect::<String>()))
}

/// Numbered elements, in `times` parts of ten thousand.
fn numbered(begin: String, parts: u32, element: fn(u32) -> String) -> Reply {
    let part = move |n: u32| (n * 10_000..(n + 1) * 10_000).map(element).collect::<String>().into();
    Reply::made("application/xml", move || once(begin.clone().into()).chain((0..parts).map(part)))
}

/// A start, a text that is repeated, and an end.
fn repeated(begin: &str, again: impl Into<String>, times: usize, end: &str) -> Reply {
    let (begin, again, end) = (begin.to_owned(), again.into(), end.to_owned());
    Reply::made("application/xml", move || {
        once(begin.clone().into()).chain(repeat_n(again.clone().into(), times)).chain(once(end.clone().into()))
    })
}

/// The same, compressed: few bytes that become many.
fn packed(begin: &str, again: &str, times: usize, end: &str) -> Result<Reply> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(begin.as_bytes())?;
    for _ in 0..times {
        packed.write_all(again.as_bytes())?;
    }
    packed.write_all(end.as_bytes())?;
    Ok(Reply::new(200, "application/gzip", packed.finish()?))
}

const ROWS: &[Row] = &[
    Row {
        what: "a packed file of 600 MiB of nothing",
        reply: || packed(&format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'>"), &" ".repeat(MIB), 600, ""),
        path: "/",
        words: "The document is longer than",
        measured: 29,
    },
    Row {
        what: "a packed file of one page a million times",
        reply: || packed(URLSET, &"<url><loc>/a/b</loc></url>".repeat(10_000), 100, ""),
        path: "/",
        words: "2 pages",
        measured: 27,
    },
    Row {
        what: "a text of 100 MiB",
        reply: || {
            let begin = format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><dc:title>");
            Ok(repeated(&begin, "x".repeat(MIB), 100, "</dc:title></rdf:Description></rdf:RDF>"))
        },
        path: "/",
        words: "longer than",
        measured: 25,
    },
    Row {
        what: "ten million attributes",
        reply: || Ok(repeated(&format!("{HEAD}<rdf:Description"), " a='b'".repeat(10_000), 1_000, "/></rdf:RDF>")),
        path: "/",
        words: "longer than",
        measured: 126,
    },
    Row {
        what: "a million elements in each other",
        reply: || Ok(repeated(HEAD, "<rdf:Description><dc:relation>".repeat(10_000), 50, "")),
        path: "/",
        words: "The sitemap cannot be shown",
        measured: 0,
    },
    Row {
        what: "entities of entities",
        reply: || {
            let mut text = String::from("<!DOCTYPE a [<!ENTITY e0 'xxxxxxxxxx'>");
            for n in 1..30 {
                let below = format!("&e{};", n - 1).repeat(10);
                text.push_str(&format!("<!ENTITY e{n} '{below}'>"));
            }
            text.push_str(&format!(
                "]>{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq><rdf:li><rdf:Description \
                 dc:identifier='/a'><dc:title>A &e29;</dc:title></rdf:Description></rdf:li></rdf:Seq></map:container>\
                 </rdf:Description></rdf:RDF>"
            ));
            Ok(Reply::rdf(text))
        },
        path: "/",
        words: "1 page",
        measured: 0,
    },
    Row {
        what: "titles of a megabyte",
        reply: || {
            let page = format!(
                "<rdf:li><rdf:Description dc:identifier='/a'><dc:title>{}</dc:title></rdf:Description></rdf:li>",
                "\u{202e}é".repeat(MIB / 5)
            );
            let begin = format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
            Ok(repeated(&begin, page, 50, "</rdf:Seq></map:container></rdf:Description></rdf:RDF>"))
        },
        path: "/",
        words: "50 pages",
        measured: 31,
    },
    Row {
        what: "a page with a million details, and as long ones as are read",
        reply: || {
            let begin = format!("{}<rdf:Description rdf:about='urn:0' dc:title='A' dc:identifier='/a'>", top("urn:0"));
            let long = format!("<dc:creator>{}</dc:creator>", "long ".repeat(13_000)).repeat(500);
            Ok(repeated(
                &[begin, long].concat(),
                "<dc:subject>x</dc:subject>".repeat(10_000),
                100,
                "</rdf:Description></rdf:RDF>",
            ))
        },
        path: "/",
        words: "1 page",
        measured: 82,
    },
    Row {
        what: "a hundred thousand pages, each in the one before",
        reply: || Ok(chain(|n| n + 1)),
        path: "/99999",
        words: "100,000 pages",
        measured: 42,
    },
    Row {
        what: "pages that double at every level",
        reply: || {
            let page = |n: u32| {
                let below = format!("<rdf:li rdf:resource='urn:a{0}'/><rdf:li rdf:resource='urn:b{0}'/>", n + 1);
                ["a", "b"].map(|name| {
                    format!(
                        "<rdf:Description rdf:about='urn:{name}{n}' dc:title='{name}{n}' dc:identifier='/{name}{n}'>\
                         <map:container><rdf:Seq>{below}</rdf:Seq></map:container></rdf:Description>"
                    )
                })
            };
            Ok(Reply::rdf(format!("{}{}</rdf:RDF>", top("urn:a0"), (0..100).flat_map(page).collect::<String>())))
        },
        path: "/b99",
        words: "pages",
        measured: 9,
    },
    Row {
        what: "a hundred thousand pages in a circle",
        reply: || Ok(chain(|n| (n + 1) % 100_000)),
        path: "/50000",
        words: "100,000 pages",
        measured: 42,
    },
    Row {
        what: "one identifier a million times",
        reply: || Ok(repeated(&top("urn:0"), "<rdf:Bag rdf:ID='a'/>".repeat(10_000), 100, "</rdf:RDF>")),
        path: "/",
        words: "0 pages",
        measured: 0,
    },
    Row {
        what: "a million namespaces",
        reply: || {
            let element = |n| format!("<rdf:Description xmlns:n{n}='urn:{n}' n{n}:n{n}='{n}'/>");
            Ok(numbered(top("urn:0"), 100, element))
        },
        path: "/",
        words: "0 pages",
        measured: 78,
    },
    Row {
        what: "a comment of 100 MiB",
        reply: || Ok(repeated(&format!("{HEAD}<!-- "), "x".repeat(MIB), 100, "")),
        path: "/",
        words: "longer than",
        measured: 22,
    },
    Row {
        what: "a tag of 100 MiB",
        reply: || {
            Ok(repeated(&format!("{HEAD}<rdf:Description><dc:title>"), "x&<\u{fffe}\u{1}".repeat(100_000), 100, ""))
        },
        path: "/",
        words: "cannot be shown",
        measured: 16,
    },
    Row {
        what: "more pages than are read",
        reply: || Ok(numbered(URLSET.to_owned(), 450, |n| format!("<url><loc>/{n:x}</loc></url>"))),
        path: "/",
        words: "pages",
        measured: 703,
    },
];

/// Uses the tree as a user does.
const USE: &str = "
    const bar = one('navi-bar'), { session } = bar;
    if (!session) return;
    session.expandAll();
    bar.refresh();
    const [first] = session.rows(0, 1);
    if (first) bar.showDetails(first.id);
    one('#filter').value = '9';
    one('#filter').dispatchEvent(new InputEvent('input'));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));";

/// The memory of the extensions' process in MiB.
async fn memory(firefox: &Browser) -> Result<i64> {
    let bytes: f64 = firefox
        .chrome_as(
            "const { children } = await ChromeUtils.requestProcInfo();
             return children.find(({ type }) => type === 'extension').memory;",
            &[],
        )
        .await?;
    Ok((bytes / MIB as f64) as i64)
}

/// Waits until the extensions' process needs at most `ceiling` MiB more than `before`. What the browser has not yet freed
/// is not in use, so it is asked to free it.
async fn wait_for_memory(firefox: &Browser, before: i64, ceiling: i64) -> Result<i64> {
    let in_use = async || {
        firefox.chrome("Services.obs.notifyObservers(null, 'child-mmu-request');", &[]).await?;
        let more = memory(firefox).await? - before;
        ensure!(more <= ceiling, "{more} MiB more");
        Ok(Some(more))
    };
    firefox.wait_until(&format!("at most {ceiling} MiB more"), in_use).await
}

/// Waits for the end of the load, longer than usual.
async fn settle(firefox: &Browser, page: &str) -> Result<()> {
    let has_ended = "const bar = one('navi-bar'); return bar.page === args[0] && bar.dataset.state !== 'loading'";
    let mut waits = 8;
    loop {
        match firefox.wait_in_sidebar("the load to end", has_ended, &[page.into()]).await {
            Err(_) if waits > 0 => waits -= 1,
            ended => return ended.map(drop),
        }
    }
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox reports the memory of a process")]
fn hostile_input_does_not_crash_the_sidebar() -> Result<()> {
    browser_test("hostile_input_does_not_crash_the_sidebar", async |firefox| {
        let good = Site::start(&[page("Good", "/")])?;
        for row in ROWS {
            firefox.goto(&good.url("/")).await?;
            firefox.open_sidebar().await?;
            let before = memory(firefox).await?;
            let site = Site::without_sitemap()?;
            site.route("/sitemap.rdf", (row.reply)()?);
            firefox.goto(&site.url(row.path)).await?;
            settle(firefox, &site.url(row.path)).await.context(row.what)?;
            wait_for_words(firefox, row.words).await.context(row.what)?;
            firefox.in_sidebar(USE, &[]).await.context(row.what)?;
            let more = wait_for_memory(firefox, before, row.ceiling()).await.context(row.what)?;
            println!("{more:>6} MiB more after {}", row.what);
            // The next site still loads.
            firefox.goto(&good.url("/")).await?;
            firefox.wait_for_rows("the good tree", |rows| names(rows) == ["Good"]).await.context(row.what)?;
            // WebAssembly's memory never shrinks while its document exists.
            firefox.close_sidebar().await?;
            firefox.chrome("Services.obs.notifyObservers(null, 'child-mmu-request');", &[]).await?;
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox reports the memory of a process")]
fn fifty_compressed_files_fill_no_memory() -> Result<()> {
    browser_test("fifty_compressed_files_fill_no_memory", async |firefox| {
        let good = Site::start(&[page("Good", "/")])?;
        firefox.goto(&good.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the good tree", |rows| names(rows) == ["Good"]).await?;
        let site = Site::without_sitemap()?;
        let file = packed(&format!("{URLSET}<url><loc>/a</loc></url>"), &" ".repeat(MIB), 510, "</urlset>")?;
        let file = file.with_header("content-encoding", "gzip");
        let index: String =
            (0..50).map(|n| format!("<sitemap><loc>{}</loc></sitemap>", site.url(&format!("/{n}.xml")))).collect();
        let index = format!("<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{index}</sitemapindex>");
        site.route("/sitemap.xml", Reply::new(200, "application/xml", index));
        (1..50).for_each(|n| site.route(&format!("/{n}.xml"), file.clone()));
        // The rest of the first file waits, so the other files arrive while it is read.
        let (first, gate) = file.held(100_000);
        site.route("/0.xml", first);
        let before = memory(firefox).await?;
        firefox.goto(&site.url("/")).await?;
        let arrives = async || Ok((!site.requests_for("/2.xml").is_empty()).then_some(()));
        firefox.wait_until("the other files to arrive", arrives).await?;
        wait_for_memory(firefox, before, 150).await.context("while the first file is read")?;
        gate.open();
        // The load ends after 1 GiB.
        settle(firefox, &site.url("/")).await?;
        wait_for_words(firefox, "2 pages").await?;
        wait_for_memory(firefox, before, 150).await.context("at the end")?;
        Ok(())
    })
}

/// Counts the parts of an answer that were sent, until the connection ends.
struct Sent(watch::Sender<(usize, bool)>);

impl Drop for Sent {
    fn drop(&mut self) {
        self.0.send_modify(|(_, is_over)| *is_over = true);
    }
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium takes a file no faster than it is read")]
fn a_file_that_arrives_faster_than_it_is_read_is_cut_off() -> Result<()> {
    const FILE_MIB: usize = 4_000;
    browser_test("a_file_that_arrives_faster_than_it_is_read_is_cut_off", async |firefox| {
        let good = Site::start(&[page("Good", "/")])?;
        firefox.goto(&good.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the good tree", |rows| names(rows) == ["Good"]).await?;
        for is_packed in [false, true] {
            let (sender, sent) = watch::channel((0, false));
            let part: Bytes = "<url><loc>/a/b</loc></url>".repeat(40_000).into();
            let parts = move || {
                let (part, sent) = (part.clone(), Sent(sender.clone()));
                let mut gzip = GzEncoder::new(Vec::new(), Compression::none());
                once(URLSET.into()).chain(repeat_n(part, FILE_MIB)).map(move |part: Bytes| {
                    sent.0.send_modify(|(parts, _)| *parts += 1);
                    let is_written = is_packed && gzip.write_all(&part).and_then(|()| gzip.flush()).is_ok();
                    if is_written { std::mem::take(gzip.get_mut()).into() } else { part }
                })
            };
            let site = Site::without_sitemap()?;
            site.route("/sitemap.xml", Reply::made("application/xml", parts));
            firefox.goto(&site.url("/")).await?;
            let (parts, _) = *sent.clone().wait_for(|(_, is_over)| *is_over).await?;
            // 512 MiB, and what arrives until the connection is closed
            ensure!(parts < FILE_MIB / 2, "{parts} MiB arrived, packed: {is_packed}");
        }
        // The next site still loads.
        firefox.goto(&good.url("/")).await?;
        firefox.wait_for_rows("the good tree", |rows| names(rows) == ["Good"]).await?;
        Ok(())
    })
}
