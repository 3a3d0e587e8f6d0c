//! Pages that scripts make: menus that come late, routers, and sites whose sitemap is slow.

use anyhow::Result;
use navibar_browser_tests::{Browser, Reply, Row, browser_test};
use serde_json::json;

use crate::lies::{NamedSite, urlset};
use crate::sitemaps::{wait_for_words, xml};

/// Collects what the sidebar says in place of a tree.
const NOTE_MESSAGES: &str = "
    window.messagesOfTest = [];
    const message = one('[part~=message]');
    const note = () => message.hidden || window.messagesOfTest.push(message.innerText);
    new MutationObserver(note).observe(message, { childList: true, attributes: true });
    note();";

const NOT_YET: &str = "No pages found yet";

fn names(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| &*row.name).collect()
}

fn current(rows: &[Row]) -> Option<&str> {
    rows.iter().find(|row| row.current).map(|row| &*row.name)
}

/// An application with a router. Its menu comes `delay` milliseconds after the load: the test holds its timers of this length
/// until it calls `window.passTime()`. `route` is the start of the addresses of its pages.
fn application(route: &str, delay: u32) -> Reply {
    Reply::html(format!(
        "<!doctype html><html lang=en><title>Garden</title><body><div id=root>Loading</div><script type=module>
        const held = [];
        window.passTime = () => held.splice(0).forEach((call) => call());
        const later = (call, ms) => (ms < 900 ? setTimeout(call, ms) : held.push(call));
        const route = '{route}';
        const pages = [['', 'Garden'], ['/plants', 'Plants'], ['/plants/roses', 'Roses'], ['/tools', 'Tools']];
        const link = ([path, name]) => {{
            const link = document.createElement('a');
            Object.assign(link, {{ href: route + (path || '/'), textContent: name }});
            link.onclick = (event) => {{
                if (route.includes('#')) return;
                event.preventDefault();
                history.pushState(null, '', link.href);
                show();
            }};
            return link;
        }};
        const item = (page) => {{
            const item = document.createElement('li');
            item.append(link(page));
            return item;
        }};
        const show = () => {{
            const here = location.href.split(location.host)[1];
            const [, name] = pages.find(([path]) => route + (path || '/') === here) ?? pages[0];
            const heading = document.createElement('h1');
            heading.textContent = document.title = name;
            document.querySelector('h1')?.remove();
            document.querySelector('main')?.append(heading);
        }};
        const render = () => {{
            const [nav, main, list] = ['nav', 'main', 'ul'].map((name) => document.createElement(name));
            const [home, plants, roses, tools] = pages.map(item);
            const below = document.createElement('ul');
            below.append(roses);
            plants.append(below);
            list.append(home, plants, tools);
            nav.append(list);
            document.querySelector('#root').replaceChildren(nav, main);
            addEventListener('hashchange', show);
            addEventListener('popstate', show);
            show();
        }};
        later(render, {delay});
        </script>"
    ))
}

async fn pass_time(browser: &Browser) -> Result<()> {
    browser.in_page("window.passTime()", &[]).await?;
    Ok(())
}

async fn is_watched(browser: &Browser, tab: usize, is: bool) -> Result<()> {
    let state = "
        const api = globalThis.browser ?? globalThis.chrome;
        const tabs = await api.tabs.query({ currentWindow: true });
        const func = () => Object.hasOwn(globalThis, 'naviBarWatch');
        const [{ result }] = await api.scripting.executeScript({ target: { tabId: tabs[args[0]].id }, func });
        return result === args[1];";
    browser.wait_in_sidebar(&format!("tab {tab} is watched: {is}"), state, &[json!(tab), json!(is)]).await?;
    Ok(())
}

async fn shows(browser: &Browser, titles: &[&str]) -> Result<()> {
    browser.wait_for_rows(&format!("the rows {titles:?}"), |rows| names(rows) == titles).await?;
    Ok(())
}

#[test]
fn a_menu_that_comes_late_is_seen() -> Result<()> {
    browser_test("a_menu_that_comes_late_is_seen", async |browser| {
        for (host, delay) in [("late-1.example", 900), ("late-2.example", 1500), ("late-5.example", 5000)] {
            let site = NamedSite::new(browser, host).await?;
            site.has("/", application("", delay));
            site.has("/tools", application("", delay));
            site.open().await?;
            wait_for_words(browser, NOT_YET).await?;
            pass_time(browser).await?;
            shows(browser, &["Garden", "Plants", "Tools"]).await?;
            // A reload keeps the tree, also before the menu of the new document has come.
            browser.goto(&site.url("/tools")).await?;
            browser.wait_for_rows("the mark", |rows| current(rows) == Some("Tools")).await?;
            browser.in_sidebar("one('#reload').click();", &[]).await?;
            browser.wait_in_sidebar("the reload", "return one('navi-bar').state == 'loaded'", &[]).await?;
            pass_time(browser).await?;
            shows(browser, &["Garden", "Plants", "Tools"]).await?;
        }
        Ok(())
    })
}

#[test]
fn a_page_is_watched_only_while_it_is_in_sight_and_has_no_menu() -> Result<()> {
    browser_test("a_page_is_watched_only_while_it_is_in_sight_and_has_no_menu", async |browser| {
        let site = NamedSite::new(browser, "watch.example").await?;
        site.has("/", application("", 1500));
        site.has("/still", Reply::html("<!doctype html><title>Still</title><h1>Still</h1>"));
        site.open().await?;
        is_watched(browser, 0, true).await?;
        browser.open_tab(&site.url("/still")).await?;
        is_watched(browser, 0, false).await?;
        is_watched(browser, 1, false).await?;
        browser.select_tab(0).await?;
        is_watched(browser, 0, true).await?;
        pass_time(browser).await?;
        // The other page has a row, too, if it was read before it was left.
        let is_menu = |rows: &[Row]| names(rows).starts_with(&["Garden", "Plants", "Tools"]);
        browser.wait_for_rows("the menu", is_menu).await?;
        is_watched(browser, 0, false).await
    })
}

#[test]
fn the_pages_of_routers_are_in_the_tree_and_marked() -> Result<()> {
    browser_test("the_pages_of_routers_are_in_the_tree_and_marked", async |browser| {
        for (host, route) in [("history.example", ""), ("hash.example", "/#"), ("bang.example", "/#!")] {
            let site = NamedSite::new(browser, host).await?;
            site.has("/", application(route, 1500));
            site.open().await?;
            wait_for_words(browser, NOT_YET).await?;
            pass_time(browser).await?;
            shows(browser, &["Garden", "Plants", "Tools"]).await?;
            for name in ["Roses", "Tools", "Garden", "Plants"] {
                let click = "[...document.links].find((link) => link.textContent === args[0]).click()";
                browser.in_page(click, &[json!(name)]).await?;
                browser.wait_for_rows(name, |rows| current(rows) == Some(name)).await?;
            }
        }
        Ok(())
    })
}

#[test]
fn the_menu_of_the_page_comes_before_a_slow_sitemap() -> Result<()> {
    browser_test("the_menu_of_the_page_comes_before_a_slow_sitemap", async |browser| {
        let site = NamedSite::new(browser, "slow.example").await?;
        let menu =
            "<nav><ul><li><a href=/>Home</a><li><a href=/plants>Plants</a><li><a href=/tools>Tools</a></ul></nav>";
        site.has("/", Reply::html(format!("<!doctype html><title>Garden</title>{menu}<h1>Garden</h1>")));
        let sitemap = urlset(&[&site.url("/plants"), &site.url("/soil")]);
        let (sitemap, arrives) = xml(sitemap).held(0);
        site.has("/sitemap.xml", sitemap);
        site.open().await?;
        browser.in_sidebar(NOTE_MESSAGES, &[]).await?;
        browser.wait_for_rows("the menu", |rows| names(rows).get(1..) == Some(&["Plants", "Tools"][..])).await?;
        let state = browser.in_sidebar("return one('navi-bar').state", &[]).await?;
        assert_eq!(state, json!("loading"), "the sitemap is still on its way");
        arrives.open();
        browser.wait_in_sidebar("the end", "return one('navi-bar').state == 'loaded'", &[]).await?;
        browser
            .wait_for_rows("all pages", |rows| names(rows).get(1..) == Some(&["Plants", "Tools", "Soil"][..]))
            .await?;
        assert_eq!(browser.in_sidebar("return window.messagesOfTest", &[]).await?, json!([]));
        Ok(())
    })
}
