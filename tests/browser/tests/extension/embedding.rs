//! The element in a plain web page: the package to embed and its example, as they ship.

use anyhow::{Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{Browser, Key, Pref, Reply, Server, browser_test};
use serde_json::{Value, json};

use crate::site::{garden, sitemap};

/// Opens the example page with the garden's sitemap.
async fn open(firefox: &Browser) -> Result<Server> {
    let server = Server::start()?;
    let package = project_root().join("target/embed");
    ensure!(package.join("navi-bar-define.js").is_file(), "the package is not built: run `cargo xtask build`");
    server.folder(&package);
    server.route("/demo/sitemap.rdf", Reply::rdf(sitemap(&garden())));
    server.route("/demo/", Reply::html("<!doctype html><title>Garden</title>"));
    firefox.goto(&server.url("/index.html")).await?;
    wait_in_page(
        firefox,
        "the tree",
        "return all('[role=treeitem]').map((row) => row.textContent).join()",
        &json!("Welcome,Plants,Tools,Contact"),
    )
    .await?;
    Ok(server)
}

async fn wait_in_page(firefox: &Browser, what: &str, js: &str, expected: &Value) -> Result<()> {
    wait_in_page_with(firefox, what, js, &[], expected).await
}

async fn wait_in_page_with(firefox: &Browser, what: &str, js: &str, args: &[Value], expected: &Value) -> Result<()> {
    let found = async || {
        let found = firefox.in_page(js, args).await?;
        ensure!(found == *expected, "it is {found}");
        Ok(Some(()))
    };
    firefox.wait_until(what, found).await
}

/// The text of the focused element.
const FOCUSED: &str = "
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active.querySelector('[part~=title]')?.textContent ?? active.textContent.trim();";

async fn press_to(firefox: &Browser, key: Key, name: &str) -> Result<()> {
    firefox.press(key).await?;
    wait_in_page(firefox, &format!("the focus on {name}"), FOCUSED, &json!(name)).await
}

/// Moves the focus to the row of this name.
async fn focus(firefox: &Browser, name: &str) -> Result<()> {
    firefox.focus_page().await?;
    firefox
        .in_page("all('[role=treeitem]').find((row) => row.textContent == args[0]).focus();", &[json!(name)])
        .await?;
    wait_in_page(firefox, name, FOCUSED, &json!(name)).await
}

#[test]
fn the_example_does_not_scroll_sideways() -> Result<()> {
    browser_test("the_example_does_not_scroll_sideways", async |firefox| {
        let _server = open(firefox).await?;
        // A window cannot be so narrow, but a frame can.
        let widths = "
            const frame = document.body.appendChild(document.createElement('iframe'));
            await new Promise((loaded) => { frame.onload = loaded; frame.src = location.href; });
            const found = [];
            for (const width of [180, 240, 320, 599, 640]) {
                Object.assign(frame.style, { position: 'fixed', inset: '0 auto auto 0', width: `${width}px`, height: '400px' });
                const { scrollWidth } = frame.contentDocument.scrollingElement;
                if (scrollWidth > width) found.push(`${scrollWidth} pixels in ${width}`);
            }
            frame.remove();
            return found;";
        assert_eq!(firefox.in_page(widths, &[]).await?, json!([]));
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox has a preference for the kind of pointer")]
fn a_finger_has_larger_rows_and_the_page_no_empty_space() -> Result<()> {
    browser_test("a_finger_has_larger_rows_and_the_page_no_empty_space", async |firefox| {
        const COARSE: &str = "ui.primaryPointerCapabilities";
        let _server = open(firefox).await?;
        let add = "
            const bar = document.createElement('navi-bar');
            bar.src = '/demo/sitemap.rdf';
            document.body.replaceChildren(bar);
            document.body.style.cssText = 'display: block; height: auto';";
        firefox.in_page(add, &[]).await?;
        let sizes = "
            const rows = [...document.querySelector('navi-bar').shadowRoot.querySelectorAll('[role=treeitem]')];
            const { height } = document.querySelector('navi-bar').getBoundingClientRect();
            return [rows.length, rows[0]?.getBoundingClientRect().height, height == args[0] || height == innerHeight && args[0] == 0];";
        wait_in_page_with(firefox, "rows for a mouse", sizes, &[json!(0)], &json!([4, 24, true])).await?;
        firefox.set_pref(COARSE, &Pref::Int(1)).await?;
        wait_in_page_with(firefox, "rows for a finger", sizes, &[json!(4 * 44)], &json!([4, 44, true])).await?;
        firefox.clear_pref(COARSE).await
    })
}

#[test]
fn the_example_shows_the_tree_and_handles_keys() -> Result<()> {
    browser_test("the_example_shows_the_tree_and_handles_keys", async |firefox| {
        let server = open(firefox).await?;
        focus(firefox, "Welcome").await?;
        press_to(firefox, Key::Down, "Plants").await?;
        firefox.press(Key::Right).await?;
        press_to(firefox, Key::Right, "Apple").await?;
        press_to(firefox, Key::End, "Contact").await?;
        // The chosen page shows in the page's frame.
        server.route("/contact.html", Reply::html("<!doctype html><title>Contact us</title>"));
        firefox.press(Key::Enter).await?;
        wait_in_page(
            firefox,
            "the page in the frame",
            "return one('iframe').contentDocument?.title",
            &json!("Contact us"),
        )
        .await?;
        wait_in_page(
            firefox,
            "its mark",
            "return all('[aria-current]').map((row) => row.textContent)",
            &json!(["Contact"]),
        )
        .await?;
        assert_eq!(firefox.url().await?, server.url("/index.html"));
        Ok(())
    })
}

#[test]
fn the_element_draws_the_menu_with_submenus() -> Result<()> {
    browser_test("the_element_draws_the_menu_with_submenus", async |firefox| {
        let server = open(firefox).await?;
        focus(firefox, "Plants").await?;
        firefox.press(Key::Right).await?;
        press_to(firefox, Key::Right, "Apple").await?;
        let menus = "return all('[role=menu]').filter((menu) => menu.checkVisibility()).length";
        firefox.press_with(&[Key::Shift], Key::F10).await?;
        wait_in_page(firefox, "the menu", menus, &json!(1)).await?;
        wait_in_page(firefox, "the focus in the menu", FOCUSED, &json!("Recipes")).await?;
        press_to(firefox, Key::Down, "Growing").await?;
        press_to(firefox, Key::Up, "Recipes").await?;
        press_to(firefox, Key::Right, "Recipes").await?; // the first entry is the page itself
        wait_in_page(firefox, "the submenu", menus, &json!(2)).await?;
        press_to(firefox, Key::Down, "Pies").await?;
        press_to(firefox, Key::Right, "Pies").await?;
        wait_in_page(firefox, "the submenu's submenu", menus, &json!(3)).await?;
        firefox.press(Key::Left).await?;
        wait_in_page(firefox, "one menu less", menus, &json!(2)).await?;
        firefox.press(Key::Escape).await?;
        firefox.press(Key::Escape).await?;
        wait_in_page(firefox, "all menus gone", menus, &json!(0)).await?;
        wait_in_page(firefox, "the focus back on the row", FOCUSED, &json!("Apple")).await?;

        // The menu opens again, to choose an entry.
        server.route("/growing.html", Reply::html("<!doctype html><title>Growing apples</title>"));
        firefox.press_with(&[Key::Shift], Key::F10).await?;
        wait_in_page(firefox, "the focus in the menu", FOCUSED, &json!("Recipes")).await?;
        press_to(firefox, Key::Down, "Growing").await?;
        firefox.press(Key::Enter).await?;
        wait_in_page(
            firefox,
            "the page in the frame",
            "return one('iframe').contentDocument?.title",
            &json!("Growing apples"),
        )
        .await
    })
}

#[test]
fn the_element_has_a_filter_if_the_page_asks_for_it() -> Result<()> {
    browser_test("the_element_has_a_filter_if_the_page_asks_for_it", async |firefox| {
        let server = open(firefox).await?;
        let shows = "return one('input[type=search]').checkVisibility()";
        assert_eq!(firefox.in_page(shows, &[]).await?, json!(false));
        focus(firefox, "Plants").await?;
        firefox.in_page("one('navi-bar').toggleAttribute('filter', true)", &[]).await?;
        wait_in_page(firefox, "the box", shows, &json!(true)).await?;
        firefox.press('/').await?;
        firefox.type_text("plum").await?;
        let rows = "return all('[role=treeitem]').map((row) => row.textContent)";
        wait_in_page(firefox, "what is found", rows, &json!(["Plants", "Plum"])).await?;
        server.route("/plants/plum.html", Reply::html("<!doctype html><title>All plums</title>"));
        firefox.press(Key::Enter).await?;
        let frame = "return one('iframe').contentDocument?.title";
        wait_in_page(firefox, "the page in the frame", frame, &json!("All plums")).await?;
        wait_in_page(firefox, "the rows, still filtered", rows, &json!(["Plants", "Plum"])).await?;
        firefox.press(Key::Escape).await?;
        wait_in_page(
            firefox,
            "the whole tree, with the page in view",
            rows,
            &json!(["Welcome", "Plants", "Apple", "Pear", "Plum", "Tools", "Contact"]),
        )
        .await
    })
}

/// In a web page the browser adds both by itself. From an extension it never sends a referrer.
#[test]
fn requests_of_the_element_have_no_cookie_and_no_referrer() -> Result<()> {
    browser_test("requests_of_the_element_have_no_cookie_and_no_referrer", async |firefox| {
        let server = open(firefox).await?;
        let sitemap = || server.requests_for("/demo/sitemap.rdf");
        let before = sitemap().len();
        let again = "
            document.cookie = 'visitor=one';
            await fetch('/of-the-page');
            one('navi-bar').reload();";
        firefox.in_page(again, &[]).await?;
        firefox.wait_until("the sitemap again", async || Ok((sitemap().len() > before).then_some(()))).await?;
        let own = server.requests_for("/of-the-page");
        ensure!(own[0].header("cookie").is_some() && own[0].header("referer").is_some(), "{own:?}");
        for request in sitemap() {
            assert_eq!((request.header("cookie"), request.header("referer")), (None, None));
        }
        Ok(())
    })
}

#[test]
fn the_element_follows_redirects_only_within_the_pages_origin() -> Result<()> {
    browser_test("the_element_follows_redirects_only_within_the_pages_origin", async |firefox| {
        let server = open(firefox).await?;
        let other = Server::start()?;
        other.otherwise(Reply::rdf(sitemap(&garden())).with_header("access-control-allow-origin", "*"));
        server.route("/moved.rdf", Reply::redirect("/demo/sitemap.rdf"));
        server.route("/away.rdf", Reply::redirect(&other.url("/sitemap.rdf")));
        let load = "
            const made = document.createElement('navi-bar');
            made.src = args[0];
            const ended = new Promise((end) => ['load', 'error'].forEach((type) => made.addEventListener(type, end)));
            document.body.append(made);
            await ended;
            made.remove();
            return made.session?.rowCount ?? 0;";
        assert_eq!(firefox.in_page(load, &[json!("/moved.rdf")]).await?, json!(4));
        assert_eq!(firefox.in_page(load, &[json!("/away.rdf")]).await?, json!(0));
        assert_eq!(other.requests(), []);
        assert_eq!(server.requests_for("/away.rdf").len(), 1);
        // A sitemap of another site can be shown, but a page does not know the target of its redirect.
        assert_eq!(firefox.in_page(load, &[json!(other.url("/sitemap.rdf"))]).await?, json!(4));
        let back = Reply::redirect(&server.url("/demo/sitemap.rdf")).with_header("access-control-allow-origin", "*");
        other.route("/back.rdf", back);
        assert_eq!(firefox.in_page(load, &[json!(other.url("/back.rdf"))]).await?, json!(0));
        Ok(())
    })
}

#[test]
fn the_element_shows_the_headings_of_its_page() -> Result<()> {
    browser_test("the_element_shows_the_headings_of_its_page", async |firefox| {
        let server = open(firefox).await?;
        let content = "<style>navi-bar { position: fixed; inset: 0 auto 0 0; width: 300px; height: 500px }
            p { height: 150vh } body { padding-inline-start: 320px }</style>
            <script type=module src=/navi-bar-define.js></script>
            <h1>Garden</h1><p><h2 id=beds>Beds</h2><p><h2>Paths</h2><p>
            <navi-bar src=/demo/sitemap.rdf filter outline></navi-bar>";
        server.route("/headings.html", Reply::html(format!("<!doctype html><title>Headings</title>{content}")));
        firefox.goto(&server.url("/headings.html")).await?;
        let rows = "return all('#outline [role=treeitem]').map((row) => row.textContent).join()";
        wait_in_page(firefox, "the title", "return one('[part~=outline-title]')?.checkVisibility()", &json!(true))
            .await?;
        assert_eq!(firefox.in_page(rows, &[]).await?, json!(""), "it is folded");
        let events = "
            window.changes = 0;
            one('navi-bar').addEventListener('outlinechange', () => (window.changes += 1));";
        firefox.in_page(events, &[]).await?;
        firefox.click_in_page("[part~=outline-title]").await?;
        wait_in_page(firefox, "the headings", rows, &json!("Garden,Beds,Paths")).await?;
        let state = "return [one('navi-bar').getAttribute('outline'), window.changes]";
        assert_eq!(firefox.in_page(state, &[]).await?, json!(["open", 1]));
        firefox.click_in_page("#outline [role=treeitem]:nth-of-type(2)").await?;
        wait_in_page(firefox, "the fragment", "return location.hash", &json!("#beds")).await?;
        let marked = "return one('#outline [aria-current=location]')?.textContent";
        wait_in_page(firefox, "the mark", marked, &json!("Beds")).await?;
        // The focus is in the section now, as after any link to a fragment.
        firefox.in_page("one('#outline [aria-current=location]').focus()", &[]).await?;
        press_to(firefox, Key::Down, "Paths").await?;
        firefox.press(Key::Enter).await?;
        wait_in_page(firefox, "the next mark", marked, &json!("Paths")).await?;
        assert_eq!(firefox.in_page("return location.hash", &[]).await?, json!("#beds"), "it has no id");
        // The page can open and fold the pane, too.
        firefox.in_page("one('navi-bar').setAttribute('outline', '')", &[]).await?;
        wait_in_page(firefox, "no headings", rows, &json!("")).await?;
        firefox.in_page("one('navi-bar').removeAttribute('outline')", &[]).await?;
        wait_in_page(firefox, "no title", "return one('[part~=outline-title]').checkVisibility()", &json!(false)).await
    })
}
