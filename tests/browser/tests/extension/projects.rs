//! Several sites on one host: each has its own tree. And pages that nothing lists: each has a row.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Pref, Reply, browser_test};
use serde_json::json;

use crate::conditions::force_colours;
use crate::lies::{NamedSite, urlset};
use crate::sitemaps::xml;

fn page(title: &str) -> Reply {
    Reply::html(format!("<!doctype html><title>{title}</title><h1>{title}</h1>"))
}

/// Waits until the tree has a row with this title, and none with the other title.
async fn shows(browser: &Browser, title: &str, other: &str) -> Result<()> {
    browser
        .wait_for_rows(title, |rows| {
            rows.iter().any(|row| row.name == title) && !rows.iter().any(|row| row.name == other)
        })
        .await?;
    browser.wait_in_sidebar("the load to end", "return one('navi-bar').state != 'loading'", &[]).await?;
    Ok(())
}

/// A host with two projects and pages of its own. `has_map`: the host has a sitemap.
async fn projects<'a>(browser: &'a Browser, host: &'static str, has_map: bool) -> Result<NamedSite<'a>> {
    let site = NamedSite::new(browser, host).await?;
    for name in ["moss", "fern"] {
        let urls = ["", "care/", "care/water.html"].map(|path| site.url(&format!("/{name}/{path}")));
        site.has(&format!("/{name}/sitemap.xml"), xml(urlset(&urls.each_ref().map(|url| &**url))));
        site.has(&format!("/{name}/"), page(&format!("All about {name}")));
        site.has(&format!("/{name}/care/"), page(&format!("Care for {name}")));
    }
    site.has("/about.html", page("About the host"));
    if has_map {
        site.has("/sitemap.xml", xml(urlset(&[&site.url("/"), &site.url("/about.html"), &site.url("/imprint.html")])));
    }
    Ok(site)
}

#[test]
fn each_project_of_a_host_has_its_own_tree() -> Result<()> {
    browser_test("each_project_of_a_host_has_its_own_tree", async |browser| {
        let site = projects(browser, "projects.example", false).await?;
        browser.goto(&site.url("/moss/care/")).await?;
        browser.open_sidebar().await?;
        shows(browser, "Care for moss", "Care for fern").await?;
        let name = "return one('#site').textContent";
        assert_eq!(browser.in_sidebar(name, &[]).await?, json!("projects.example/moss"));
        browser.goto(&site.url("/fern/care/")).await?;
        shows(browser, "Care for fern", "Care for moss").await?;
        // A page outside of the projects is on the host's own site, which has no sitemap.
        browser.goto(&site.url("/about.html")).await?;
        site.says("No pages found yet").await?;
        assert_eq!(browser.in_sidebar(name, &[]).await?, json!("projects.example"));
        browser.goto(&site.url("/moss/")).await?;
        shows(browser, "Care for moss", "Care for fern").await?;
        assert!(site.request_count("/moss/sitemap.xml") <= 2);
        assert!(site.request_count("/fern/sitemap.xml") <= 2);
        for path in ["/sitemap.rdf", "/robots.txt", "/sitemap.xml"] {
            assert_eq!(site.request_count(path), 1, "{path}");
        }
        Ok(())
    })
}

#[test]
fn a_project_replaces_the_tree_of_its_host_and_back() -> Result<()> {
    browser_test("a_project_replaces_the_tree_of_its_host_and_back", async |browser| {
        let site = projects(browser, "shared.example", true).await?;
        browser.goto(&site.url("/about.html")).await?;
        browser.open_sidebar().await?;
        shows(browser, "About the host", "Care for moss").await?;
        browser.goto(&site.url("/moss/care/")).await?;
        shows(browser, "Care for moss", "About the host").await?;
        browser
            .wait_in_sidebar("the mark", "return one('[aria-current]')?.textContent == 'Care for moss'", &[])
            .await?;
        browser.goto(&site.url("/about.html")).await?;
        shows(browser, "About the host", "Care for moss").await?;
        browser.goto(&site.url("/moss/")).await?;
        shows(browser, "Care for moss", "About the host").await?;
        // The same from the start, in a new sidebar that knows the host.
        browser.close_sidebar().await?;
        browser.goto(&site.url("/moss/care/")).await?;
        browser.open_sidebar().await?;
        shows(browser, "Care for moss", "About the host").await?;
        assert_eq!(site.request_count("/sitemap.xml"), 1);
        assert_eq!(site.request_count("/robots.txt"), 1);
        Ok(())
    })
}

#[test]
fn pages_of_a_menu_stay_when_a_later_page_says_where_its_site_begins() -> Result<()> {
    let name = "pages_of_a_menu_stay_when_a_later_page_says_where_its_site_begins";
    browser_test(name, async |browser| {
        let site = NamedSite::new(browser, "manual.example").await?;
        let page = |menu: &[&str]| {
            let links: String = menu.iter().map(|path| format!("<li><a href='/manual/{path}'>To {path}</a>")).collect();
            Reply::html(format!("<!doctype html><title>Manual</title><nav><ul>{links}</ul></nav>"))
        };
        site.has("/manual/", page(&["moss", "fern", "peat", "turf", "soil"]));
        // Only this menu has a link to the first page.
        site.has("/manual/moss", page(&["", "moss", "fern", "frost", "rain"]));
        browser.goto(&site.url("/manual/")).await?;
        browser.open_sidebar().await?;
        shows(browser, "To soil", "To rain").await?;
        browser.goto(&site.url("/manual/moss")).await?;
        browser.wait_for_rows("the other menu", |rows| rows.iter().any(|row| row.name == "To rain")).await?;
        let scope = "return one('navi-bar').session.scope";
        assert_eq!(browser.in_sidebar(scope, &[]).await?, json!(site.url("/manual/")));
        let names: Vec<String> = browser.rows().await?.into_iter().map(|row| row.name).collect();
        ensure!(
            ["To fern", "To peat", "To turf", "To soil"].iter().all(|name| names.contains(&(*name).to_owned())),
            "{names:?}"
        );
        Ok(())
    })
}

#[test]
fn a_folder_without_a_sitemap_is_asked_once() -> Result<()> {
    browser_test("a_folder_without_a_sitemap_is_asked_once", async |browser| {
        let site = projects(browser, "folders.example", true).await?;
        for path in ["/shop/", "/shop/new/", "/shop/new/spade.html", "/shop/old.html"] {
            site.has(path, page(&format!("Page {path}")));
        }
        site.open().await?;
        for path in ["/shop/new/spade.html", "/shop/old.html", "/shop/new/", "/shop/"] {
            browser.goto(&site.url(path)).await?;
            shows(browser, &format!("Page {path}"), "Care for moss").await?;
        }
        for (path, count) in [("/shop/sitemap.xml", 1), ("/shop/new/sitemap.xml", 1), ("/sitemap.xml", 1)] {
            assert_eq!(site.request_count(path), count, "{path}");
        }
        Ok(())
    })
}

#[test]
fn a_visited_page_that_nothing_lists_has_a_marked_row() -> Result<()> {
    browser_test("a_visited_page_that_nothing_lists_has_a_marked_row", async |browser| {
        let site = projects(browser, "unlisted.example", true).await?;
        site.has("/secret.html", page("A page that nothing lists"));
        site.has("/gone.html", Reply::html("<!doctype html><title>404 Not Found</title><h1>Oops</h1>"));
        browser.goto(&site.url("/about.html")).await?;
        browser.open_sidebar().await?;
        shows(browser, "About the host", "A page that nothing lists").await?;
        browser.goto(&site.url("/secret.html")).await?;
        shows(browser, "A page that nothing lists", "Care for moss").await?;
        let mark = "
            const row = all('[part~=row]').find((row) => row.textContent == 'A page that nothing lists');
            if (row?.getAttribute('aria-current') != 'page') return null;
            const { content, inlineSize } = getComputedStyle(row, '::before');
            return [row.hasAttribute('data-visited'), row.getAttribute('aria-description'), content, inlineSize];";
        let mark = browser.wait_in_sidebar("the mark", mark, &[]).await?;
        let description = "You opened this page. The site’s menus and sitemaps do not list it.";
        assert_eq!(mark, json!([true, description, "\"\"", "4px"]));
        let others = "return all('[part~=row][data-visited]').length";
        assert_eq!(browser.in_sidebar(others, &[]).await?, json!(1));
        browser.goto(&site.url("/gone.html")).await?;
        browser.settle().await?;
        ensure!(browser.rows().await?.iter().all(|row| row.name != "Oops"));
        // The row stays, and the page can be followed.
        browser.click(At::Row("A page that nothing lists")).await?;
        browser.wait_for_url(&site.url("/secret.html")).await?;
        // Saving leaves it out, unless the user wants it.
        let saved = "
            const file = await one('navi-bar').exportAs('nns', args[0] ? { listedOnly: false } : {});
            return [file.name, (await file.text()).includes('secret')];";
        assert_eq!(browser.in_sidebar(saved, &[json!(false)]).await?, json!(["unlisted.example.rdf", false]));
        assert_eq!(browser.in_sidebar(saved, &[json!(true)]).await?, json!(["unlisted.example.rdf", true]));
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn the_mark_of_a_visited_page_shows_in_every_theme_and_width() -> Result<()> {
    browser_test("the_mark_of_a_visited_page_shows_in_every_theme_and_width", async |browser| {
        let site = projects(browser, "marks.example", true).await?;
        let long = "A page that nothing lists and whose title is much too long for a narrow sidebar";
        for (path, title) in [("/first.html", long), ("/short.html", "Short"), ("/last.html", "Last")] {
            site.has(path, page(title));
        }
        browser.goto(&site.url("/about.html")).await?;
        browser.open_sidebar().await?;
        for (path, title) in [("/first.html", long), ("/short.html", "Short"), ("/last.html", "Last")] {
            browser.goto(&site.url(path)).await?;
            shows(browser, title, "Care for moss").await?;
        }
        for (dark, forced) in [(0, false), (1, false), (1, true)] {
            browser.set_pref("ui.systemUsesDarkTheme", &Pref::Int(dark)).await?;
            force_colours(browser, forced).await?;
            for width in [200, 480] {
                browser.set_sidebar_width(width).await?;
                browser.settle().await?;
                // The title leaves room for the mark, which differs from the background.
                let marks = "
                    return all('[data-visited]').map((row) => {
                        const [title, box] = [row.querySelector('.title'), row.getBoundingClientRect()];
                        const { borderTopColor, width, marginInlineStart } = getComputedStyle(row, '::before');
                        const end = title.getBoundingClientRect().right + parseFloat(marginInlineStart) + parseFloat(width);
                        return [end <= box.right, borderTopColor != getComputedStyle(row).backgroundColor];
                    });";
                let marks = browser.in_sidebar(marks, &[]).await?;
                assert_eq!(marks, json!([[true, true], [true, true], [true, true]]), "{dark} {forced} {width}");
                browser.picture(&format!("visited-{width}-dark-{dark}-forced-{forced}")).await?;
            }
        }
        Ok(())
    })
}
