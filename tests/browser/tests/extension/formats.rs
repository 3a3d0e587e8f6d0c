//! The tree and its keys for sitemaps in other formats than NNS.

use anyhow::{Result, ensure};
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Key, Reply, Row, browser_test};
use serde_json::{Value, json};

use crate::site::{Site, names, visit};
use crate::sitemaps::{changes, focus_row, source, urlset, wait_for_focus, wait_for_words, xbel, xml};

/// An attribute of the row of this name.
async fn attribute(firefox: &Browser, row: &str, name: &str) -> Result<Value> {
    firefox.in_sidebar("return row(args[0]).getAttribute(args[1]);", &[json!(row), json!(name)]).await
}

/// A style of the title in the row of this name.
async fn style(firefox: &Browser, row: &str, property: &str) -> Result<Value> {
    let style = "return getComputedStyle(row(args[0]).querySelector('[part~=title]'))[args[1]];";
    firefox.in_sidebar(style, &[json!(row), json!(property)]).await
}

#[test]
fn folders_are_derived_from_addresses() -> Result<()> {
    browser_test("folders_are_derived_from_addresses", async |firefox| {
        let site = Site::without_sitemap()?;
        let paths = ["/", "/articles/soccer-rules.html", "/articles/ball_games/tennis.html", "/contact.html"];
        site.route("/sitemap.xml", urlset(&site, &paths));
        for path in paths {
            site.has(path, path);
        }
        let rows = visit(firefox, &site).await?;
        assert_eq!(names(&rows), [&*format!("127.0.0.1:{}", site.port()), "Articles", "Contact"]);
        ensure!(rows[1].href.is_none(), "a folder is no link");
        assert_eq!(attribute(firefox, "Articles", "data-kind").await?, json!("folder"));

        // The tooltip of the site's name says what the tree is made from.
        wait_for_words(firefox, "4 pages from sitemap.xml, arranged by address").await?;
        let tip = source(firefox).await?;
        ensure!(tip.contains(&site.url("/sitemap.xml")), "{tip:?} has no address");

        // A click on a folder expands it.
        firefox.click(At::Row("Articles")).await?;
        firefox.wait_for_rows("the expanded folder", |rows| rows.iter().any(|row| row.name == "Ball games")).await?;
        assert_eq!(firefox.url().await?, site.url("/"));
        focus_row(firefox, "Ball games").await?;
        for key in [Key::Enter, Key::Right] {
            firefox.press(key).await?;
        }
        wait_for_focus(firefox, "Tennis").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/articles/ball_games/tennis.html")).await
    })
}

/// Opens a page that links to bookmarks as its sitemap.
async fn visit_bookmarks(firefox: &Browser) -> Result<Site> {
    let site = Site::without_sitemap()?;
    let page = "<!doctype html><title>Home</title><link rel=sitemap href=/bookmarks.xbel>";
    site.route("/", navibar_browser_tests::Reply::html(page));
    site.route("/bookmarks.xbel", xml(xbel()));
    visit(firefox, &site).await?;
    wait_for_words(firefox, "arranged as in bookmarks.xbel").await?;
    Ok(site)
}

#[test]
fn keys_skip_lines() -> Result<()> {
    browser_test("keys_skip_lines", async |firefox| {
        let _site = visit_bookmarks(firefox).await?;
        let rows = firefox.rows().await?;
        // A folder that the file marks as open is expanded. Lines are not rows for assistive technology.
        assert_eq!(names(&rows), ["Seeds", "Tools", "Spades", "Weather", "Seeds", "Tools"]);
        let lines =
            "return all('[part~=line]').map((line) => [line.role, line.hasAttribute('tabindex'), line.textContent]);";
        let lines = firefox.in_sidebar_as::<Vec<Value>>(lines, &[]).await?;
        assert_eq!(lines, vec![json!(["none", false, ""]); 5]);

        let places: Vec<(u32, u32)> = rows.iter().map(|row| (row.posinset, row.setsize)).collect();
        assert_eq!(places, [(1, 5), (2, 5), (1, 1), (3, 5), (4, 5), (5, 5)], "lines do not count");

        // The first row is a line, so the tab stop is below it.
        focus_row(firefox, "Seeds").await?;
        firefox.press(Key::Up).await?;
        wait_for_focus(firefox, "Seeds").await?;
        for (key, name) in [
            (Key::Down, "Tools"), // skips two lines
            (Key::Right, "Spades"),
            (Key::Down, "Weather"),
            (Key::Home, "Seeds"),
            (Key::Down, "Tools"),
            (Key::Up, "Seeds"),
        ] {
            firefox.press(key).await?;
            wait_for_focus(firefox, name).await?;
        }
        firefox.press(Key::End).await?;
        firefox.wait_for_rows("the focus on the last row", |rows| rows.last().is_some_and(|row| row.focused)).await?;
        firefox.press(Key::Down).await?;
        firefox.type_text("w").await?;
        wait_for_focus(firefox, "Weather").await?;

        // A click on a line does nothing, and the focus stays.
        firefox.click(At::Css("[role=tree]")).await?;
        wait_for_focus(firefox, "Weather").await
    })
}

#[test]
fn aliases_are_italic_and_open_their_target() -> Result<()> {
    browser_test("aliases_are_italic_and_open_their_target", async |firefox| {
        let _site = visit_bookmarks(firefox).await?;
        let aliases = "return all('[data-kind=alias]').map((row) => [
            nameOf(row), row.href, getComputedStyle(row.querySelector('[part~=title]')).fontStyle,
            row.getAttribute('aria-description'), row.querySelector('[part~=icon]').dataset.glyph]);";
        assert_eq!(
            firefox.in_sidebar(aliases, &[]).await?,
            json!([
                ["Seeds", "https://seeds.example/", "italic", "Alias", "page"],
                ["Tools", "", "italic", "Alias", "folder"],
            ])
        );
        assert_eq!(style(firefox, "Seeds", "fontStyle").await?, json!("normal"), "the bookmark itself");
        firefox.in_sidebar("all('[data-kind=alias]')[1].click()", &[]).await?;
        firefox
            .wait_for_rows("the folder open in its second place", |rows| {
                rows.iter().filter(|row| row.name == "Spades").count() == 2
            })
            .await?;
        Ok(())
    })
}

#[test]
fn deleted_pages_are_struck_through_and_have_no_link() -> Result<()> {
    browser_test("deleted_pages_are_struck_through_and_have_no_link", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", changes(&site, &["/here.html"], &["/gone.html"]));
        visit(firefox, &site).await?;
        firefox.wait_for_rows("both", |rows| rows.iter().any(|row| row.name == "Gone")).await?;
        let row = firefox.rows().await?.into_iter().find(|row| row.name == "Gone");
        assert_eq!(row.and_then(|row| row.href), None);
        assert_eq!(style(firefox, "Gone", "textDecorationLine").await?, json!("line-through"));
        assert_eq!(attribute(firefox, "Gone", "aria-description").await?, json!("Deleted"));
        assert_eq!(style(firefox, "Here", "textDecorationLine").await?, json!("none"));
        firefox.click(At::Row("Gone")).await?;
        focus_row(firefox, "Gone").await?;
        firefox.press(Key::Enter).await?;
        assert_eq!(firefox.url().await?, site.url("/"), "there is nothing to go to");
        Ok(())
    })
}

#[test]
fn languages_are_shown_by_their_own_names() -> Result<()> {
    browser_test("languages_are_shown_by_their_own_names", async |firefox| {
        let site = Site::without_sitemap()?;
        let link = |language: &str, path: &str| {
            format!(r#"<xhtml:link rel="alternate" hreflang="{language}" href="{}"/>"#, site.url(path))
        };
        site.route(
            "/sitemap.xml",
            xml(format!(
                r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>{}</loc>{}{}{}{}</url></urlset>"#,
                site.url("/garden.html"),
                link("de", "/de/garten.html"),
                link("fr-CA", "/fr/jardin.html"),
                link("el", "/el/kipos.html"),
                link("x-default", "/choose.html"),
            )),
        );
        visit(firefox, &site).await?;
        wait_for_words(firefox, "2 pages").await?; // the visited home page is one of them
        let menu = menu_outline(&firefox.open_menu(At::Row("Garden")).await?);
        for name in ["Deutsch", "Français canadien", "Ελληνικά", "Default language"] {
            ensure!(menu.contains(name), "{name} is missing in\n{menu}");
        }
        firefox.close_menu().await?;

        // The drawn menu has the same entries. It opens if a menu key causes no contextmenu event.
        let press = "for (const type of ['keydown', 'keyup']) {
            row('Garden').dispatchEvent(new KeyboardEvent(type, { key: 'F10', shiftKey: true, bubbles: true }));
        }";
        firefox.in_sidebar(press, &[]).await?;
        let items = "return all('[role=menuitem] [part~=menu-title]').map((title) => [title.textContent, title.lang]);";
        let expected =
            [["Deutsch", "de"], ["Français canadien", "fr-CA"], ["Ελληνικά", "el"], ["Default language", ""]];
        firefox
            .wait_until("the drawn menu", async || {
                let items: Vec<Value> = firefox.in_sidebar_as(items, &[]).await?;
                Ok((items.get(..4) == Some(&expected.map(|item| json!(item))[..])).then_some(()))
            })
            .await
    })
}

#[test]
fn a_page_of_a_plain_site_has_its_translations_in_its_menu() -> Result<()> {
    browser_test("a_page_of_a_plain_site_has_its_translations_in_its_menu", async |browser| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/moss", "/fern", "/de/moss", "/de/fern"]));
        let moss = "<!doctype html><title>Moss</title><link rel=alternate hreflang=fr href=/mousse><h1>Moss</h1>";
        site.route("/moss", Reply::html(moss));
        site.has("/de/moss", "Moos");
        visit(browser, &site).await?;
        browser.goto(&site.url("/moss")).await?;
        let is_current = |rows: &[Row]| rows.iter().any(|row| row.name == "Moss" && row.current);
        browser.wait_for_rows("the current row", is_current).await?;
        // The second language comes from the page, the first one from the addresses.
        browser
            .wait_until("the translations in the menu", async || {
                let menu = menu_outline(&browser.open_menu(At::Row("Moss")).await?);
                let is_there = menu.contains("Deutsch") && menu.contains("Français");
                if !is_there {
                    browser.close_menu().await?;
                }
                Ok(is_there.then_some(()))
            })
            .await?;
        browser.choose(&["Deutsch"]).await?;
        browser.wait_for_url(&site.url("/de/moss")).await
    })
}

#[test]
fn details_are_shown_on_demand() -> Result<()> {
    browser_test("details_are_shown_on_demand", async |firefox| {
        let _site = visit_bookmarks(firefox).await?;
        // Rows are painted again when the end of the file arrives.
        let tip = firefox
            .wait_until("the tip", async || {
                firefox.hover(At::Row("Weather")).await?;
                firefox.hover(At::Row("Seeds")).await?;
                let tip = attribute(firefox, "Seeds", "title").await?;
                Ok((tip != Value::Null).then_some(tip))
            })
            .await?;
        assert_eq!(tip, json!("Seeds\nDescription: All kinds of seeds, by post."));
        firefox.hover(At::Row("Weather")).await?;
        assert_eq!(attribute(firefox, "Weather", "title").await?, Value::Null, "there is nothing to tell");

        // Users without a pointer open the details from the menu. Escape closes them and returns the focus.
        focus_row(firefox, "Seeds").await?;
        firefox.open_menu(At::Row("Seeds")).await?;
        firefox.choose(&["Details…"]).await?;
        let text = "return one('[role=dialog]').innerText";
        let shown = firefox.wait_in_sidebar("the details", text, &[]).await?;
        assert_eq!(
            shown,
            json!("Seeds\n\nAddress\nhttps://seeds.example/\nCopy Link\nDescription\nAll kinds of seeds, by post.")
        );
        firefox.press(Key::Escape).await?;
        firefox.wait_in_sidebar("the details to go", "return all('[role=dialog]').length == 0", &[]).await?;
        wait_for_focus(firefox, "Seeds").await?;
        let menu = firefox.open_menu(At::Row("Spades")).await?;
        ensure!(menu_outline(&menu).contains("Details"), "every page has at least its address: {menu:?}");
        firefox.close_menu().await
    })
}
