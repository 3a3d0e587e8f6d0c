//! axe-core finds nothing in the panel, in every state, light and dark. With forced colours, all text is visible.
//!
//! Other files check more states: `privacy.rs` the state without access, `options.rs` and `first_run.rs` the extension's
//! pages.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Gate, Key, Reply, browser_test};
use serde_json::json;

use crate::axe::inspect;
use crate::documents::{ONE_FAILURE, open_failures};
use crate::drawn_menu::{open_apple_menu, wait_for_place};
use crate::files::choose_in_header_menu;
use crate::news::{DAY, PAGES, age, arrive, come_back, dated, wait_for_count};
use crate::offline::lasting;
use crate::opening::large_branch;
use crate::options::{set, with_settings};
use crate::problems::faulty;
use crate::site::{Site, garden, page, sitemap, visit};
use crate::sitemaps::{changes, focus_row, index, urlset, wait_for_words, xbel, xml};
use crate::states::long_list;
use crate::trail::deep;

/// Checks one state after the other, each after a reset, and collects the failures.
struct Looks<'a> {
    firefox: &'a Browser,
    wrong: Vec<String>,
}

impl Looks<'_> {
    async fn at(&mut self, state: &str, steps: impl AsyncFnOnce(&Browser) -> Result<()>) -> Result<()> {
        self.firefox.reset().await?;
        if let Err(error) = steps(self.firefox).await {
            self.firefox.picture(&format!("axe-{}", state.replace(' ', "-"))).await?;
            eprintln!("{state}: {error:#}");
            self.wrong.push(format!("{state}: {error:#}"));
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        ensure!(
            self.wrong.is_empty(),
            "{}",
            self.wrong.join(
                "

"
            )
        );
        Ok(())
    }
}

/// A site whose sitemap stops in the middle or never begins.
fn slow(is_there: bool) -> Result<(Site, Gate)> {
    let site = Site::without_sitemap()?;
    let list = long_list();
    let (held, gate) = Reply::rdf(list.clone()).held(if is_there { list.len() / 2 } else { 0 });
    site.route("/sitemap.rdf", held);
    Ok((site, gate))
}

/// A site that answers this in place of its sitemap.
fn answering(reply: Reply) -> Result<Site> {
    let site = Site::without_sitemap()?;
    site.route("/sitemap.rdf", reply);
    Ok(site)
}

/// Opens a site that may have no rows.
async fn go(firefox: &Browser, site: &Site) -> Result<()> {
    firefox.goto(&site.url("/")).await?;
    firefox.open_sidebar().await
}

async fn stop(firefox: &Browser) -> Result<()> {
    firefox.wait_in_sidebar("the button", "return one('[part~=stop]').checkVisibility()", &[]).await?;
    firefox.click(At::Css("[part~=stop]")).await
}

#[test]
fn axe_finds_nothing_while_and_after_loading() -> Result<()> {
    browser_test("axe_finds_nothing_while_and_after_loading", async |firefox| {
        let mut looks = Looks { firefox, wrong: Vec::new() };
        looks
            .at("loading", async |firefox| {
                let (site, _gate) = slow(true)?;
                visit(firefox, &site).await?;
                inspect(firefox, "Stop").await
            })
            .await?;
        looks
            .at("loading, nothing yet", async |firefox| {
                let (site, _gate) = slow(false)?;
                go(firefox, &site).await?;
                inspect(firefox, "Stop").await
            })
            .await?;
        looks
            .at("stopped", async |firefox| {
                let (site, _gate) = slow(true)?;
                visit(firefox, &site).await?;
                stop(firefox).await?;
                inspect(firefox, "Loading was stopped. Only").await
            })
            .await?;
        looks
            .at("stopped, nothing had come", async |firefox| {
                let (site, _gate) = slow(false)?;
                go(firefox, &site).await?;
                stop(firefox).await?;
                inspect(firefox, "Loading was stopped").await
            })
            .await?;
        looks
            .at("loaded", async |firefox| {
                let site = Site::start(&garden())?;
                firefox.goto(&site.url("/plants/pear.html")).await?;
                firefox.open_sidebar().await?;
                firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current)).await?;
                firefox.focus(At::Row("Plum")).await?;
                inspect(firefox, "arranged as in sitemap.rdf").await
            })
            .await?;
        looks
            .at("lines and aliases", async |firefox| {
                let site = Site::without_sitemap()?;
                site.route("/sitemap.xml", xml(xbel()));
                visit(firefox, &site).await?;
                firefox.focus(At::Row("Tools")).await?;
                inspect(firefox, "arranged as in sitemap.xml").await
            })
            .await?;
        looks
            .at("a page that is gone", async |firefox| {
                let site = Site::without_sitemap()?;
                site.route("/sitemap.xml", changes(&site, &["/here.html"], &["/gone.html"]));
                go(firefox, &site).await?;
                inspect(firefox, "Gone").await
            })
            .await?;
        looks
            .at("empty", async |firefox| {
                let site = Site::without_sitemap()?;
                go(firefox, &site).await?;
                inspect(firefox, "No pages found yet").await
            })
            .await?;
        looks
            .at("a sitemap without a tree", async |firefox| {
                let site = answering(Reply::rdf(sitemap(&[])))?;
                go(firefox, &site).await?;
                inspect(firefox, "so there is no tree").await
            })
            .await?;
        looks
            .at("failed", async |firefox| {
                let site = answering(Reply::status(500))?;
                go(firefox, &site).await?;
                inspect(firefox, "Try again").await
            })
            .await?;
        looks
            .at("out of reach", async |firefox| {
                let site = Site::without_sitemap()?;
                firefox.goto(&site.url("/")).await?;
                drop(site);
                firefox.open_sidebar().await?;
                inspect(firefox, "could not be reached").await
            })
            .await?;
        looks
            .at("out of reach, with the tree of before", async |firefox| {
                let site = Site::start(&garden())?;
                visit(firefox, &site).await?;
                drop(site);
                firefox.click(At::Css("#reload")).await?;
                inspect(firefox, "The site could not be reached").await
            })
            .await?;
        if cfg!(not(feature = "chromium")) {
            looks
                .at("out of reach, with a tree from the cache", async |firefox| {
                    let site = Site::without_sitemap()?;
                    lasting(&site);
                    visit(firefox, &site).await?;
                    wait_for_words(firefox, "1,861 pages").await?;
                    firefox.close_sidebar().await?;
                    drop(site);
                    firefox.open_sidebar().await?;
                    inspect(firefox, "This is its tree as it was last.").await
                })
                .await?;
        }
        looks
            .at("failed and pending sitemaps", async |firefox| {
                let shop = shop()?;
                visit(firefox, &shop).await?;
                wait_for_words(firefox, "2 more sitemaps").await?;
                open_failures(firefox, ONE_FAILURE).await?;
                wait_for_words(firefox, "status 503").await?;
                inspect(firefox, "2 more sitemaps").await
            })
            .await?;
        looks
            .at("a sitemap on its way", async |firefox| {
                let shop = shop()?;
                visit(firefox, &shop).await?;
                wait_for_words(firefox, "2 more sitemaps").await?;
                let (held, _gate) = Reply::status(200).held(0);
                shop.route("/sitemap-1.xml", held);
                open_failures(firefox, ONE_FAILURE).await?;
                focus_row(firefox, "sitemap-1.xml").await?;
                firefox.press(Key::Enter).await?;
                inspect(firefox, "Stop").await
            })
            .await?;
        looks
            .at("turned off", async |firefox| {
                let site = Site::start(&garden())?;
                visit(firefox, &site).await?;
                with_settings(firefox, async || {
                    set(firefox, json!({ "offAt": ["127.0.0.1"] })).await?;
                    inspect(firefox, "Navibar is turned off on 127.0.0.1.").await
                })
                .await
            })
            .await?;
        looks
            .at("no web site", async |firefox| {
                firefox.goto(firefox.own_page()).await?;
                firefox.open_sidebar().await?;
                inspect(firefox, "does not show one").await
            })
            .await?;
        looks.end()
    })
}

/// A site with two sitemaps more than are loaded at once; one has failed.
fn shop() -> Result<Site> {
    let shop = Site::without_sitemap()?;
    let paths: Vec<String> = (1..=52).map(|n| format!("/sitemap-{n}.xml")).collect();
    shop.route("/sitemap.xml", index(&shop, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
    for path in &paths {
        shop.route(path, urlset(&shop, &[&format!("/all{}", path.replace("xml", "html"))]));
    }
    shop.route("/sitemap-1.xml", Reply::status(503));
    Ok(shop)
}

#[test]
fn axe_finds_nothing_in_menus_and_panels() -> Result<()> {
    browser_test("axe_finds_nothing_in_menus_and_panels", async |firefox| {
        let mut looks = Looks { firefox, wrong: Vec::new() };
        looks
            .at("filter", async |firefox| {
                let site = Site::start(&garden())?;
                visit(firefox, &site).await?;
                firefox.focus(At::Css("input[type=search]")).await?;
                firefox.type_text("pl").await?;
                inspect(firefox, " of ").await?;
                firefox.type_text("q").await?;
                inspect(firefox, "No page has all of these words").await
            })
            .await?;
        looks
            .at("fault and problems", async |firefox| {
                let site = answering(Reply::rdf(faulty()))?;
                visit(firefox, &site).await?;
                firefox.wait_in_sidebar("the badge", "return one('#problems').checkVisibility()", &[]).await?;
                inspect(firefox, "Welcome").await?;
                firefox.click(At::Css("#problems")).await?;
                firefox.wait_in_sidebar("the line", "return all('.problem-line').length == 1", &[]).await?;
                inspect(firefox, "1 error, 1 warning").await?;
                site.declare(&garden());
                firefox.click(At::Css("#reload")).await?;
                inspect(firefox, "No problems were found.").await
            })
            .await?;
        looks
            .at("what is new", async |firefox| {
                let site = dated(PAGES)?;
                arrive(firefox, &site).await?;
                choose_in_header_menu(firefox, "What’s New…").await?;
                inspect(firefox, "5 minutes ago").await?;
                age(firefox, &site, DAY).await?;
                come_back(firefox, &site).await?;
                wait_for_count(firefox, "2").await?;
                inspect(firefox, "Oak").await?;
                choose_in_header_menu(firefox, "What’s New… (2)").await?;
                inspect(firefox, "Newest before that").await
            })
            .await?;
        looks
            .at("what is new without dates", async |firefox| {
                let site = Site::start(&garden())?;
                arrive(firefox, &site).await?;
                choose_in_header_menu(firefox, "What’s New…").await?;
                inspect(firefox, "does not say when").await
            })
            .await?;
        looks
            .at("details", async |firefox| {
                let site = Site::without_sitemap()?;
                site.route("/sitemap.xml", xml(xbel()));
                visit(firefox, &site).await?;
                firefox.in_sidebar("one('navi-bar').showDetails(Number(row('Seeds').dataset.id))", &[]).await?;
                inspect(firefox, "All kinds of seeds").await
            })
            .await?;
        looks
            .at("a row's drawn menu", async |firefox| {
                let _site = open_apple_menu(firefox).await?;
                inspect(firefox, "Growing").await?;
                firefox.press(Key::Right).await?;
                wait_for_place(firefox, 2, "Recipes").await?;
                inspect(firefox, "Pies").await
            })
            .await?;
        looks
            .at("header menu", async |firefox| {
                let site = Site::start(&garden())?;
                visit(firefox, &site).await?;
                // Waits for this site, because a menu on the rows of the site before would close.
                wait_for_words(firefox, site.url("").trim_start_matches("http://")).await?;
                firefox.focus(At::Css("#more")).await?;
                firefox.press(Key::Enter).await?;
                inspect(firefox, "13 pages, arranged as in sitemap.rdf").await?;
                firefox.type_text("save").await?;
                firefox.press(Key::Right).await?;
                inspect(firefox, "XBEL (.xbel)").await
            })
            .await?;
        looks
            .at("question", async |firefox| {
                let site = Site::start(&large_branch(11))?;
                visit(firefox, &site).await?;
                firefox.open_menu(At::Row("All")).await?;
                firefox.choose(&["Open Branch in Tabs"]).await?;
                inspect(firefox, "Open 11 tabs?").await
            })
            .await?;
        looks
            .at("file", async |firefox| {
                let site = Site::start(&garden())?;
                visit(firefox, &site).await?;
                let open = "one('navi-bar').openFile(new File([args[0]], args[1]))";
                firefox.in_sidebar(open, &[json!(xbel()), json!("x.xbel")]).await?;
                inspect(firefox, "arranged as in x.xbel").await?;
                firefox.in_sidebar(open, &[json!("<html/>"), json!("x.html")]).await?;
                inspect(firefox, "This file is not a sitemap").await
            })
            .await?;
        looks
            .at("trail", async |firefox| {
                let site = Site::start(&[page("Welcome", "/"), deep(5)])?;
                site.has("/elsewhere.html", "Elsewhere");
                visit(firefox, &site).await?;
                firefox.focus(At::Css("input[type=search]")).await?;
                firefox.type_text("e").await?;
                firefox.goto(&site.url("/deep.html")).await?;
                firefox.set_sidebar_width(200).await?;
                inspect(firefox, "The page itself").await?;
                firefox.focus(At::Css("#trail button")).await?;
                firefox.press(Key::Enter).await?;
                firefox.wait_in_sidebar("all of it", "return one('#trail button').ariaExpanded == 'true'", &[]).await?;
                inspect(firefox, "A long title on level 1").await?;
                firefox.goto(&site.url("/elsewhere.html")).await?;
                inspect(firefox, "This page is not in the tree.").await
            })
            .await?;
        looks.end()
    })
}
