//! Trees, expanded branches and the position stay when the user leaves a site and returns.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, Row, Server, browser_test};
use serde::Deserialize;
use serde_json::json;

use crate::privacy::{open_private_window, with_private_windows};
use crate::site::{Page, Site, garden, names, page, sitemap, visit};
use crate::sitemaps::wait_for_words;

/// Branches with pages, more than a window shows.
pub(crate) fn shelves(name: &str) -> Vec<Page> {
    let shelf = |at: usize| {
        let books: Vec<Page> =
            (0..30).map(|book| page(&format!("{name} {at}.{book}"), &format!("/{at}/{book}"))).collect();
        page(&format!("{name} {at}"), &format!("/{at}/")).with(books)
    };
    let mut pages = vec![page(&format!("{name} home"), "/")];
    pages.extend((1..=60).map(shelf));
    pages
}

/// The user's position in the tree.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct View {
    pub(crate) state: String,
    top: i64,
    rows: u32,
    shown: Vec<String>,
    stop: String,
    note: String,
}

pub(crate) async fn view(firefox: &Browser) -> Result<View> {
    firefox
        .in_sidebar_as(
            "const tree = one('navi-bar');
             const box = one('[part~=scroller]').getBoundingClientRect();
             const rows = all('[role=treeitem]').map((row) => [row, row.getBoundingClientRect()])
                 .filter(([, { top, bottom }]) => bottom > box.top + 1 && top < box.bottom - 1)
                 .sort(([, a], [, b]) => a.top - b.top);
             return {
                 state: tree.dataset.state,
                 top: Math.round(one('[part~=scroller]').scrollTop),
                 rows: tree.session?.rowCount ?? 0,
                 shown: rows.map(([row]) => nameOf(row)),
                 stop: all('[role=treeitem][tabindex=\"0\"]').map(nameOf).join(),
                 note: one('[part~=note]').textContent,
             };",
            &[],
        )
        .await
}

const TRAIL_SHOWS: &str = "return !one('#here').hidden";

/// Expands a branch in the middle of the tree and scrolls into it. Returns the visible part.
async fn scroll_into_branch(firefox: &Browser, name: &str) -> Result<View> {
    firefox.click(At::Twisty(&format!("{name} 12"))).await?;
    firefox.click(At::Twisty(&format!("{name} 3"))).await?;
    firefox.wait_for_rows("the branches", |rows| rows.iter().any(|row| row.name == format!("{name} 3.0"))).await?;
    firefox.wheel(At::Css("[part~=scroller]"), 611).await?;
    firefox.wait_in_sidebar("the trail, now that the current row is out of sight", TRAIL_SHOWS, &[]).await?;
    firefox
        .wait_until("the scrolling to end", async || {
            let [before, after] = [view(firefox).await?, view(firefox).await?];
            Ok((before == after && after.top > 300).then_some(after))
        })
        .await
}

async fn wait_for_view(firefox: &Browser, what: &str, expected: &View) -> Result<()> {
    let mut last = None;
    let found = firefox
        .wait_until(what, async || {
            last = Some(view(firefox).await?);
            Ok((last.as_ref() == Some(expected)).then_some(()))
        })
        .await;
    ensure!(found.is_ok(), "{what}: {last:#?}\ninstead of {expected:#?}");
    Ok(())
}

pub(crate) async fn has_row(firefox: &Browser, name: &str) -> Result<Vec<Row>> {
    firefox.wait_for_rows(name, |rows| rows.iter().any(|row| row.name == name)).await
}

/// The number of the sidebar's requests for this path.
pub(crate) fn request_count(site: &Server, path: &str) -> usize {
    site.requests_for(path).iter().filter(|request| request.header("sec-fetch-mode") != Some("navigate")).count()
}

#[test]
fn the_tree_of_an_earlier_site_shows_at_once() -> Result<()> {
    browser_test("the_tree_of_an_earlier_site_shows_at_once", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        let films = Site::start(&shelves("Film"))?;
        visit(firefox, &books).await?;
        let before = scroll_into_branch(firefox, "Book").await?;
        firefox.open_tab(&films.url("/")).await?;
        has_row(firefox, "Film home").await?;
        let other = scroll_into_branch(firefox, "Film").await?;
        let requests = books.requests().len();

        // Collects the states of the tree from now on.
        firefox
            .in_sidebar(
                "const tree = one('navi-bar');
                 document.states = [];
                 new MutationObserver(() => document.states.push(tree.dataset.state)).observe(tree, { attributeFilter: ['data-state'] });",
                &[],
            )
            .await?;
        firefox.select_tab(0).await?;
        wait_for_view(firefox, "the tree as it was left", &before).await?;
        firefox.select_tab(1).await?;
        wait_for_view(firefox, "the other one as it was left", &other).await?;
        let states: Vec<String> = firefox.in_sidebar_as("return document.states;", &[]).await?;
        ensure!(states.iter().all(|state| state == "loaded"), "{states:?}");

        // The tree shows within the task in which the address changes.
        let rows = "const tree = one('navi-bar');
             tree.page = args[0];
             for (let turn = 0; turn < 10; turn++) await null;
             return [tree.dataset.state, String(all('[role=treeitem]').some((row) => nameOf(row) == 'Book 3.29'))];";
        assert_eq!(firefox.in_sidebar(rows, &[json!(books.url("/"))]).await?, json!(["loaded", "true"]));
        assert_eq!(books.requests().len(), requests, "nothing is asked for again");

        // Another page of the site is marked and scrolled into view.
        firefox.goto(&books.url("/59/")).await?;
        let rows = has_row(firefox, "Book 59").await?;
        assert_eq!(rows.iter().filter(|row| row.current).map(|row| &*row.name).collect::<Vec<_>>(), ["Book 59"]);
        firefox
            .wait_in_sidebar(
                "its row in view",
                "const { top } = row('Book 59').getBoundingClientRect(); return top > 0 && top < innerHeight",
                &[],
            )
            .await?;
        Ok(())
    })
}

#[test]
fn a_filter_ends_when_its_site_is_left() -> Result<()> {
    browser_test("a_filter_ends_when_its_site_is_left", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        let films = Site::start(&garden())?;
        visit(firefox, &books).await?;
        let before = scroll_into_branch(firefox, "Book").await?;
        firefox.focus(At::Css("#filter")).await?;
        firefox.type_text("59.2").await?;
        firefox.wait_for_rows("what matches", |rows| names(rows).contains(&"Book 59.29") && rows.len() < 20).await?;
        firefox.goto(&films.url("/")).await?;
        has_row(firefox, "Contact").await?;
        firefox.goto(&books.url("/")).await?;
        wait_for_view(firefox, "the whole tree as it was", &before).await?;
        assert_eq!(firefox.in_sidebar("return one('#filter').value;", &[]).await?, json!(""));
        Ok(())
    })
}

#[test]
fn a_load_ends_when_its_site_is_left() -> Result<()> {
    browser_test("a_load_ends_when_its_site_is_left", async |firefox| {
        let books = Site::without_sitemap()?;
        let list = sitemap(&shelves("Book"));
        let (held, gate) = Reply::rdf(list.clone()).held(list.len() / 2);
        books.route("/sitemap.rdf", held);
        let garden = Site::start(&garden())?;
        visit(firefox, &books).await?;
        has_row(firefox, "Book home").await?;
        assert_eq!(view(firefox).await?.state, "loading");
        firefox.open_tab(&garden.url("/")).await?;
        has_row(firefox, "Contact").await?;
        gate.open();
        // The rows that have arrived show at once, and the sitemap is requested again.
        firefox.select_tab(0).await?;
        has_row(firefox, "Book home").await?;
        wait_for_words(firefox, "1,861 pages").await?;
        assert_eq!(request_count(&books, "/sitemap.rdf"), 2);
        Ok(())
    })
}

#[test]
fn the_rows_of_a_stopped_load_are_kept() -> Result<()> {
    browser_test("the_rows_of_a_stopped_load_are_kept", async |firefox| {
        let books = Site::without_sitemap()?;
        let list = sitemap(&shelves("Book"));
        books.route("/sitemap.rdf", Reply::rdf(list.clone()).stalled(list.len() / 2));
        let garden = Site::start(&garden())?;
        visit(firefox, &books).await?;
        firefox.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
        firefox.click(At::Css("[part~=stop]")).await?;
        wait_for_words(firefox, "Loading was stopped").await?;
        let tone = "const { backgroundColor, borderInlineStartColor } = getComputedStyle(one('[part=note]'));
            const colour = document.createElement('canvas').getContext('2d');
            // Grey has equal parts of red, green and blue, and a theme's text colour nearly so.
            return [backgroundColor, borderInlineStartColor].map((each) => {
                colour.fillStyle = each;
                colour.clearRect(0, 0, 1, 1);
                colour.fillRect(0, 0, 1, 1);
                const [red, green, blue] = colour.getImageData(0, 0, 1, 1).data;
                return red - Math.max(green, blue);
            })";
        let red: Vec<i32> = firefox.in_sidebar_as(tone, &[]).await?;
        ensure!(red.iter().all(|red| *red <= 0), "the note has the red of an error: {red:?}");
        let stopped = view(firefox).await?;
        firefox.goto(&garden.url("/")).await?;
        has_row(firefox, "Contact").await?;
        ensure!(!firefox.sidebar_text().await?.contains("stopped"), "the note is the other site's");
        firefox.goto(&books.url("/")).await?;
        wait_for_view(firefox, "what had come", &stopped).await?;
        assert_eq!(request_count(&books, "/sitemap.rdf"), 1, "not before the user says so");
        books.route("/sitemap.rdf", Reply::rdf(list));
        firefox.click(At::Css("[part~=retry]")).await?;
        wait_for_words(firefox, "1,861 pages").await
    })
}

#[test]
fn a_reload_keeps_expanded_branches_and_the_position() -> Result<()> {
    browser_test("a_reload_keeps_expanded_branches_and_the_position", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        visit(firefox, &books).await?;
        scroll_into_branch(firefox, "Book").await?;
        firefox.focus(At::Row("Book 3.25")).await?;
        firefox.press(Key::Down).await?;
        firefox
            .wait_for_rows("the focus", |rows| rows.iter().any(|row| row.focused && row.name == "Book 3.26"))
            .await?;
        let before = view(firefox).await?;
        // F5 and Ctrl+R in the sidebar reload its tree, not the page in the tab.
        let navigations = books.requests_for("/").len();
        for (at, key) in ["#reload", "F5", "Ctrl+R"].into_iter().enumerate() {
            let title = format!("News {at}");
            let mut pages = vec![page(&title, "/news")];
            pages.extend(shelves("Book"));
            books.declare(&pages);
            match key {
                "F5" => firefox.press(Key::F5).await?,
                "Ctrl+R" => firefox.press_with(&[Key::Control], 'r').await?,
                button => firefox.in_sidebar("one(args[0]).click();", &[json!(button)]).await.map(drop)?,
            }
            let is_new = "const { session } = one('navi-bar'); return session.rows(0, 1)[0]?.title == args[0]";
            firefox.wait_in_sidebar(&format!("the new tree after {key}"), is_new, &[json!(title)]).await?;
            firefox
                .wait_in_sidebar("the end of the load", "return one('navi-bar').dataset.state == 'loaded'", &[])
                .await?;
            let after = view(firefox).await?;
            assert_eq!(
                (&after.shown, &after.stop, after.rows),
                (&before.shown, &before.stop, before.rows + 1),
                "{key}"
            );
            ensure!(
                firefox.rows().await?.iter().any(|row| row.focused && row.name == "Book 3.26"),
                "the focus after {key}"
            );
        }
        assert_eq!(books.requests_for("/").len(), navigations, "the page in the tab stays");
        Ok(())
    })
}

#[test]
fn a_reload_keeps_the_position_behind_a_filter() -> Result<()> {
    browser_test("a_reload_keeps_the_position_behind_a_filter", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        visit(firefox, &books).await?;
        let before = scroll_into_branch(firefox, "Book").await?;
        firefox.focus(At::Css("#filter")).await?;
        firefox.type_text("59.2").await?;
        firefox.wait_for_rows("what matches", |rows| names(rows).contains(&"Book 59.29") && rows.len() < 20).await?;
        firefox.click(At::Css("#reload")).await?;
        firefox
            .wait_until("a second load", async || {
                Ok((request_count(&books, "/sitemap.rdf") == 2 && view(firefox).await?.state == "loaded").then_some(()))
            })
            .await?;
        firefox.wait_for_rows("what matches", |rows| names(rows).contains(&"Book 59.29") && rows.len() < 20).await?;
        firefox.click(At::Css("[part~=filter-clear]")).await?;
        wait_for_view(firefox, "the whole tree as it was", &before).await
    })
}

/// Waits until the view is stored. The sidebar stores it when the user pauses.
async fn wait_until_kept(firefox: &Browser, site: &Site, view: &View) -> Result<()> {
    // "Book 3.21" is at "/3/21".
    let path = view.shown[0].replacen("Book ", "/", 1).replace('.', "/");
    // The last picture of the sidebar contains addresses, too, so not everything that is stored counts.
    let is_kept = "const key = 'place page ' + args[0];
         const { [key]: place } = await browser.storage.session.get(key);
         return JSON.stringify(place ?? '').includes(args[1])";
    let args = [json!(site.url("")), json!(format!("{}\"", site.url(&path)))];
    firefox.wait_in_sidebar("the position to be stored", is_kept, &args).await?;
    Ok(())
}

#[test]
fn a_reopened_sidebar_shows_the_same_view() -> Result<()> {
    browser_test("a_reopened_sidebar_shows_the_same_view", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        let garden = Site::start(&garden())?;
        visit(firefox, &books).await?;
        let before = scroll_into_branch(firefox, "Book").await?;
        wait_until_kept(firefox, &books, &before).await?;
        firefox.close_sidebar().await?;
        firefox.open_sidebar().await?;
        wait_for_view(firefox, "the tree as it was", &before).await?;

        // The same holds if another site was shown last.
        firefox.goto(&garden.url("/")).await?;
        has_row(firefox, "Contact").await?;
        firefox.close_sidebar().await?;
        firefox.goto(&books.url("/")).await?;
        firefox.open_sidebar().await?;
        wait_for_view(firefox, "the tree as it was", &before).await?;

        // If the tab has opened another page meanwhile, that page is shown.
        firefox.close_sidebar().await?;
        firefox.goto(&books.url("/50/")).await?;
        firefox.open_sidebar().await?;
        let in_sight = "const { top } = row('Book 50').getBoundingClientRect(); return top > 0 && top < innerHeight";
        firefox.wait_for_rows("its row", |rows| rows.iter().any(|row| row.current && row.name == "Book 50")).await?;
        firefox.wait_in_sidebar("its row in view", in_sight, &[]).await?;
        assert_eq!(view(firefox).await?.rows, before.rows);
        Ok(())
    })
}

#[test]
fn only_the_newest_positions_are_stored() -> Result<()> {
    browser_test("only_the_newest_positions_are_stored", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        visit(firefox, &books).await?;
        // The sites of other tests would be newer than those below.
        firefox.in_sidebar("await browser.storage.session.clear();", &[]).await?;
        scroll_into_branch(firefox, "Book").await?;
        // Stores two entries of each of many owners, as the two sites of this test have one owner.
        let many = "for (let at = 0; at < 80; at++) {
                 await browser.storage.session.set({ ['place page https://' + at + '.' + at % 40 + '.example']: { state: ['x'.repeat(at < 60 ? 10 : 60000)], offset: 0, keptAt: at } });
             }";
        firefox.in_sidebar(many, &[]).await?;
        // A new site is stored.
        let garden = Site::start(&garden())?;
        firefox.goto(&garden.url("/")).await?;
        has_row(firefox, "Contact").await?;
        let left = "const all = Object.entries(await browser.storage.session.get(null)).filter(([key]) => key.startsWith('place '));
             return [all.length, JSON.stringify(all).length < 2.1e6, all.some(([key]) => key == args[0]), all.some(([key]) => key.includes('//79.'))];";
        let origin = format!("place page {}", books.url(""));
        firefox
            .wait_until("the removal of old entries", async || {
                Ok((firefox.in_sidebar(left, &[json!(origin)]).await? == json!([50, true, true, true])).then_some(()))
            })
            .await?;
        firefox.in_sidebar("await browser.storage.session.clear();", &[]).await?;
        Ok(())
    })
}

#[test]
fn only_the_newest_known_sitemaps_are_stored() -> Result<()> {
    browser_test("only_the_newest_known_sitemaps_are_stored", async |firefox| {
        let books = Site::start(&shelves("Book"))?;
        firefox.open_sidebar().await?;
        // Stores entries of many sites.
        let many = "await browser.storage.session.clear();
            const entry = (at) => ['sitemaps https://' + at + '.example', { places: [], paused: null, keptAt: at }];
            await browser.storage.session.set(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => entry(at))));";
        firefox.in_sidebar(many, &[]).await?;
        visit(firefox, &books).await?;
        let left = "const keys = Object.keys(await browser.storage.session.get()).filter((key) => key.startsWith('sitemaps '));
            return [keys.length == 1000 && !keys.includes('sitemaps https://0.example'), keys.includes('sitemaps ' + args[0])];";
        firefox
            .wait_until("the site in the store", async || {
                Ok((firefox.in_sidebar(left, &[json!(books.url(""))]).await? == json!([true, true])).then_some(()))
            })
            .await?;
        firefox.in_sidebar("await browser.storage.session.clear();", &[]).await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the permission dialog differs in Chromium")]
fn a_private_window_stores_no_position() -> Result<()> {
    browser_test("a_private_window_stores_no_position", async |firefox| {
        with_private_windows(firefox, in_private_window).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the permission dialog differs in Chromium")]
fn a_private_window_searches_again() -> Result<()> {
    browser_test("a_private_window_searches_again", async |firefox| {
        with_private_windows(firefox, private_after_another).await
    })
}

/// A site must not see from its requests that another window has been there.
async fn private_after_another(firefox: &Browser) -> Result<()> {
    let site = Server::start()?;
    let pages = shelves("Book");
    site.route("/sitemap.xml", Reply::new(200, "application/xml", sitemap(&pages)));
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await?;
    has_row(firefox, "Book home").await?;
    firefox.click(At::Twisty("Book 1")).await?;
    has_row(firefox, "Book 1.0").await?;
    assert_eq!(request_count(&site, "/sitemap.rdf"), 1);
    firefox.close_sidebar().await?;
    open_private_window(firefox).await?;
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await?;
    has_row(firefox, "Book home").await?;
    assert_eq!(request_count(&site, "/sitemap.rdf"), 2);
    ensure!(!names(&firefox.rows().await?).contains(&"Book 1.0"), "no branch is expanded as in the other window");
    Ok(())
}

async fn in_private_window(firefox: &Browser) -> Result<()> {
    let books = Site::start(&shelves("Book"))?;
    let garden = Site::start(&garden())?;
    open_private_window(firefox).await?;
    visit(firefox, &books).await?;
    // Within the window, the tree is kept as usual.
    firefox.goto(&garden.url("/")).await?;
    has_row(firefox, "Contact").await?;
    firefox.goto(&books.url("/")).await?;
    has_row(firefox, "Book home").await?;
    assert_eq!(request_count(&books, "/sitemap.rdf"), 1);
    firefox.close_sidebar().await?;
    firefox.open_sidebar().await?;
    has_row(firefox, "Book home").await?;
    let kept =
        "return JSON.stringify([await browser.storage.session.get(null), await browser.storage.local.get(null)]);";
    let kept: String = firefox.in_sidebar_as(kept, &[]).await?;
    for site in [&books, &garden] {
        ensure!(!kept.contains(&site.url("")), "the site is kept: {kept}");
    }
    Ok(())
}

/// A page with only the cache of trees, and simulated loads.
const STORE: &str = r#"<!doctype html><script type="module">
    import { TreeCache } from "/element/load/tree-cache.js";
    const calls = [];
    const load = (name, bytes) => ({
        name, bytes,
        discard() { this.bytes = 0; calls.push("free " + name); },
        leave() {},
        comeBack() {},
    });
    const kept = new TreeCache({ maxSites: 3, maxBytes: 100 });
    for (const [name, bytes] of [["a", 10], ["b", 10], ["c", 10], ["d", 10]]) kept.put(name, { load: load(name, bytes) });
    calls.push(`a is ${kept.take("a")}`, `b is ${kept.take("b").load.name}`);
    kept.put("e", { load: load("e", 1) });
    kept.put("f", { load: load("f", 101) });
    kept.clear();
    document.title = calls.join(", ");
</script>"#;

#[test]
fn the_memory_of_old_trees_is_released() -> Result<()> {
    browser_test("the_memory_of_old_trees_is_released", async |firefox| {
        let server = Server::start()?;
        server.folder(&navibar_browser_tests::options::project_root().join("www"));
        server.route("/store.html", Reply::html(STORE));
        firefox.goto(&server.url("/store.html")).await?;
        let title = firefox.wait_until("the cache's answer", async || {
            let title = firefox.in_page("return document.title", &[]).await?;
            Ok((title != "").then_some(title))
        });
        assert_eq!(title.await?, json!("free a, a is undefined, b is b, free f, free e, free d, free c"));
        Ok(())
    })
}
