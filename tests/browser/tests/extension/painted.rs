//! Every visible row is painted on the screen, after every way of scrolling. The document cannot tell, so these tests read
//! the compositor's pixels.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Area, At, Browser, Key, Part, Pref, Reply, Server, browser_test};
use serde::Deserialize;
use serde_json::{Value, json};

/// A page with a word that type-ahead and the filter find.
const WORD: &str = "quince";

/// A sitemap of `folders` branches with `pages` each, and of `pages` pages alone if there are none.
fn sitemap(folders: usize, pages: usize) -> String {
    let mut xml = String::from(
        r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">"#,
    );
    let list = |xml: &mut String, about: &str, title: &str, children: &[String]| {
        let _ = write!(xml, r#"<rdf:Description rdf:about="{about}">{title}<map:container><rdf:Seq>"#);
        for child in children {
            let _ = write!(xml, r#"<rdf:li rdf:resource="{child}"/>"#);
        }
        xml.push_str("</rdf:Seq></map:container></rdf:Description>\n");
    };
    let pages_of = |folder: usize| (0..pages).map(|page| format!("p:{folder}-{page}")).collect::<Vec<_>>();
    if folders == 0 {
        list(&mut xml, "urn:sitemap:root", "", &pages_of(0));
    } else {
        let names: Vec<String> = (0..folders).map(|folder| format!("f:{folder}")).collect();
        list(&mut xml, "urn:sitemap:root", "", &names);
        for (folder, name) in names.iter().enumerate() {
            list(&mut xml, name, &format!("<dc:title>Folder {folder}</dc:title>"), &pages_of(folder));
        }
    }
    for folder in 0..folders.max(1) {
        for page in 0..pages {
            let last = folder + 1 == folders.max(1) && page + 20 == pages;
            let word = if last { WORD } else { "page" };
            let _ = writeln!(
                xml,
                r#"<rdf:Description rdf:about="p:{folder}-{page}" dc:title="{word} {folder} {page}" dc:identifier="/{folder}/{page}"/>"#
            );
        }
    }
    xml.push_str("</rdf:RDF>");
    xml
}

/// The titles of the visible rows as areas of the view, and the number of gaps between the rows. A title below the rows that
/// stay at the top is not visible.
const IN_SIGHT: &str = "
    const scroller = one('[part~=scroller]');
    const view = scroller.getBoundingClientRect();
    const rows = all('[role=treeitem]').map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > view.top + 1 && box.top < view.bottom - 1)
        .sort((a, b) => a.box.top - b.box.top);
    const edges = [view.top, ...rows.map(({ box }) => box.bottom)];
    const scrolls = scroller.scrollHeight > scroller.clientHeight + 1;
    const gaps = rows.filter(({ box }, at) => box.top > edges[at] + 1).length + (scrolls && edges.at(-1) < view.bottom - 1 ? 1 : 0);
    const isPinned = (row) => getComputedStyle(row).position == 'sticky';
    const pinned = rows.filter(({ row }) => isPinned(row));
    const covered = Math.max(view.top, ...pinned.map(({ box }) => box.bottom));
    const areas = rows.flatMap(({ row }) => {
        const { left, right, top, bottom } = row.querySelector('[part~=title]').getBoundingClientRect();
        const [y, low] = [Math.max(top, isPinned(row) ? view.top : covered), Math.min(bottom, view.bottom)];
        const [x, far] = [Math.max(left, view.left), Math.min(right, view.right)];
        const shown = { name: row.textContent, x, y, width: far - x, height: low - y };
        return low - y >= bottom - top - 0.5 ? [shown] : [];
    });
    const first = rows.find(({ row }) => !isPinned(row));
    const parentless = pinned.length == 0 && first?.row.ariaLevel > 1 && first.box.top < view.top + 1;
    return { areas, gaps, parentless };";

/// Waits until the document has handled the last key and the tree has noticed the end of scrolling.
const FRAMES: &str = "
    for (let n = 0; n < 12; n++) await new Promise((next) => requestAnimationFrame(next));";

/// Minimum number of pixels in the colour of a title. A blank title has none.
const MIN_INK: usize = 12;

#[derive(Deserialize)]
struct InSight {
    areas: Vec<Area>,
    gaps: usize,
    parentless: bool,
}

/// A tree in one of the two documents.
struct Tree<'a> {
    browser: &'a Browser,
    part: Part,
}

impl Tree<'_> {
    async fn evaluate(&self, js: &str, args: &[Value]) -> Result<Value> {
        match self.part {
            Part::Sidebar => self.browser.in_sidebar(js, args).await,
            Part::Page => self.browser.in_page(js, args).await,
        }
    }

    /// Checks that a stable screen shows the title of every visible row.
    async fn shows(&self, after: &str) -> Result<()> {
        self.evaluate(FRAMES, &[]).await?;
        // The picture comes first, because reading the document's rows would paint blank ones.
        let picture = self.browser.on_screen(self.part).await?;
        let InSight { areas, gaps, parentless } = serde_json::from_value(self.evaluate(IN_SIGHT, &[]).await?)?;
        let is_blank = |area: &&Area| picture.ink(area) < MIN_INK;
        let blank: Vec<&str> = areas.iter().filter(is_blank).map(|area| area.name.as_str()).collect();
        if !blank.is_empty() {
            picture.save(&project_root().join("target/browser-tests/blank.png"))?;
        }
        ensure!(!areas.is_empty(), "no visible row after {after}");
        ensure!(gaps == 0, "{gaps} gaps between rows after {after}");
        ensure!(!parentless, "no parent of the first row is in sight after {after}");
        ensure!(blank.is_empty(), "{} of {} rows are blank after {after}: {blank:?}", blank.len(), areas.len());
        Ok(())
    }

    async fn press(&self, keys: &[Key], what: &str) -> Result<()> {
        for key in keys {
            self.browser.press(key.clone()).await?;
        }
        self.shows(what).await
    }

    async fn type_text(&self, text: &str, what: &str) -> Result<()> {
        self.browser.type_text(text).await?;
        self.shows(what).await
    }

    /// The rectangle of the scrolled box: left, top, width, height.
    async fn scroller(&self) -> Result<(f64, f64, f64, f64)> {
        let js = "const { x, y, width, height } = one('[part~=scroller]').getBoundingClientRect();
            return [x, y, width, height];";
        Ok(serde_json::from_value(self.evaluate(js, &[]).await?)?)
    }

    async fn wheel(&self, pixels: i32) -> Result<()> {
        let (x, y, width, height) = self.scroller().await?;
        self.browser.wheel_at(self.part, (x + width / 2.0, y + height / 2.0), pixels).await?;
        self.shows(&format!("the wheel by {pixels}")).await
    }

    /// Drags the scroll bar's thumb from the top of its track to a fraction of it.
    async fn drag(&self, share: f64) -> Result<()> {
        let (x, y, width, height) = self.scroller().await?;
        let bar = x + width - 4.0;
        self.browser.drag(self.part, (bar, y + 6.0), (bar, y + height * share)).await?;
        self.shows("a drag of the scroll bar").await
    }

    /// Scrolls by a script, which has the same effect as dragging the scroll bar.
    async fn leap(&self, share: f64) -> Result<()> {
        let js =
            "const box = one('[part~=scroller]'); box.scrollTop = (box.scrollHeight - box.clientHeight) * args[0];";
        self.evaluate(js, &[json!(share)]).await?;
        self.shows(&format!("a leap to {share}")).await
    }

    async fn focus_first_row(&self) -> Result<()> {
        match self.part {
            Part::Sidebar => self.browser.focus_sidebar().await?,
            Part::Page => self.browser.focus_page().await?,
        }
        self.evaluate("one('navi-bar').focus();", &[]).await?;
        self.press(&[Key::Home], "Home").await
    }

    /// Uses every way of scrolling and moving in the tree.
    async fn moves(&self) -> Result<()> {
        use Key::{Down, End, Home, Left, PageDown, PageUp, Right, Up};
        self.focus_first_row().await?;
        for page in 1..=4 {
            self.press(&[PageDown], &format!("Page Down ({page})")).await?;
        }
        self.press(&[Up, Up, Down, Down], "Up and Down").await?;
        self.press(&[PageUp, PageUp], "Page Up").await?;
        self.press(&[End], "End").await?;
        self.press(&[Home, Down], "Home and Down").await?;
        self.type_text("*", "opening all branches").await?;
        self.press(&[PageDown, PageDown, PageDown], "Page Down, all open").await?;
        self.press(&[PageDown, PageDown, PageDown], "Page Down again").await?;
        self.press(&[Home], "Home, all open").await?;
        for pixels in [300, 2000, -500, -3000] {
            self.wheel(pixels).await?;
        }
        self.drag(0.5).await?;
        self.drag(0.0).await?;
        for share in [0.3, 0.9, 1.0, 0.0] {
            self.leap(share).await?;
        }
        self.press(&[Home, Down, Left, Left], "closing").await?;
        self.press(&[Right, Right, Left, Left], "opening and closing").await?;
        self.type_text(WORD, "type-ahead").await?;
        self.type_text("/", "the filter's key").await?;
        self.type_text("page 0 1", "filtering").await?;
        self.press(&[Down, PageDown, PageDown], "moving among matches").await?;
        self.press(&[Key::Escape], "leaving the filter").await?;
        self.press(&[End, PageUp, Home], "the way back").await
    }
}

/// Opens the sidebar on a site with this sitemap.
async fn open_sidebar(browser: &Browser, sitemap: String) -> Result<Server> {
    browser.resize(1200, 946).await?;
    let site = Server::start()?;
    site.route("/sitemap.rdf", Reply::rdf(sitemap));
    for page in ["/", "/0/3", "/0/150"] {
        site.route(page, Reply::html("<!doctype html><title>Page</title>"));
    }
    browser.goto(&site.url("/")).await?;
    browser.open_sidebar().await?;
    browser.wait_for_rows("rows", |rows| rows.len() > 10).await?;
    Ok(site)
}

async fn sidebar_shows_all(browser: &Browser, sitemap: String) -> Result<()> {
    let site = open_sidebar(browser, sitemap).await?;
    let tree = Tree { browser, part: Part::Sidebar };
    tree.shows("opening").await?;
    tree.moves().await?;
    browser.goto(&site.url("/0/150")).await?;
    browser.wait_for_rows("the current page", |rows| rows.iter().any(|row| row.current)).await?;
    tree.shows("revealing another page").await?;
    browser.click(At::Css("#locate")).await?;
    tree.shows("finding the current page").await?;
    for (width, height) in [(1200, 500), (1200, 860)] {
        browser.resize(width, height).await?;
        tree.shows(&format!("resizing to {height}")).await?;
    }
    for width in [180, 420] {
        browser.set_sidebar_width(width).await?;
        tree.shows(&format!("a width of {width}")).await?;
    }
    for dark in [true, false] {
        browser.set_dark(dark).await?;
        tree.shows("a change of the theme").await?;
    }
    let other = Server::start()?;
    other.route("/sitemap.rdf", Reply::rdf(self::sitemap(0, 90)));
    other.route("/", Reply::html("<!doctype html><title>Other</title>"));
    browser.open_tab(&other.url("/")).await?;
    for tab in [0, 1, 0, 1, 0] {
        browser.select_tab(tab).await?;
        let host = if tab == 0 { &site } else { &other };
        browser
            .wait_in_sidebar(
                "the site",
                "return one('navi-bar').page == args[0]",
                &[json!(host.url(if tab == 0 { "/0/150" } else { "/" }))],
            )
            .await?;
        tree.shows(&format!("going to tab {tab}")).await?;
    }
    tree.focus_first_row().await?;
    tree.press(&[const { Key::PageDown }; 3], "Page Down at the end").await
}

/// Sets the kind of scroll bars: beside the rows, as on Windows, or over the rows, as on a Mac.
async fn with_scroll_bars(browser: &Browser, overlay: bool) -> Result<()> {
    if cfg!(not(feature = "chromium")) {
        browser.set_pref("ui.useOverlayScrollbars", &Pref::Int(overlay.into())).await?;
    }
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has only one kind of scroll bars")]
fn a_flat_tree_shows_with_overlay_scroll_bars() -> Result<()> {
    browser_test("a_flat_tree_shows_with_overlay_scroll_bars", async |browser| {
        with_scroll_bars(browser, true).await?;
        sidebar_shows_all(browser, sitemap(0, 173)).await
    })
}

#[test]
fn a_tree_of_5000_pages_shows_with_classic_scroll_bars() -> Result<()> {
    browser_test("a_tree_of_5000_pages_shows_with_classic_scroll_bars", async |browser| {
        with_scroll_bars(browser, false).await?;
        sidebar_shows_all(browser, sitemap(20, 250)).await
    })
}

/// Tests the element in a web page, in a column of the page.
async fn element_shows_all(browser: &Browser, sitemap: String) -> Result<()> {
    browser.resize(1200, 860).await?;
    let server = Server::start()?;
    server.folder(&project_root().join("target/embed"));
    server.route("/tree.rdf", Reply::rdf(sitemap));
    server.route(
        "/column.html",
        Reply::html(
            "<!doctype html><meta charset=utf-8><title>Column</title>
             <script type=module src=/navi-bar-define.js></script>
             <style>html, body { height: 100%; margin: 0 } navi-bar { width: 300px; height: 700px }</style>
             <navi-bar src=/tree.rdf filter></navi-bar><p>Beside it.",
        ),
    );
    browser.goto(&server.url("/column.html")).await?;
    browser.wait_in_page("rows", "return all('[role=treeitem]').length > 10", &[]).await?;
    let tree = Tree { browser, part: Part::Page };
    tree.shows("opening").await?;
    tree.moves().await
}

#[test]
fn the_element_shows_with_classic_scroll_bars() -> Result<()> {
    browser_test("the_element_shows_with_classic_scroll_bars", async |browser| {
        with_scroll_bars(browser, false).await?;
        element_shows_all(browser, sitemap(0, 5000)).await
    })
}
