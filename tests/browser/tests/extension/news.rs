//! What's New: the pages that have changed since the last visit, and the newest ones before it.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Area, At, Browser, Button, Key, Part, Reply, browser_test};
use serde_json::{Value, json};

use crate::conditions::painted;
use crate::files::choose_in_header_menu;
use crate::lies::NamedSite;
use crate::outline::{self, unfold};
use crate::privacy::{open_private_window, with_private_windows};
use crate::site::{Site, garden, names, title_of, visit};
use crate::sitemaps::xml;

/// A day in seconds.
pub(crate) const DAY: i64 = 24 * 3600;

fn now() -> i64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() as i64)
}

/// A site whose pages changed this number of seconds ago.
pub(crate) fn dated(pages: &[(&str, i64)]) -> Result<Site> {
    let site = Site::without_sitemap()?;
    site.route("/sitemap.xml", sitemap(&site, pages));
    for (name, _) in pages {
        site.has(&format!("/{name}.html"), &title_of(name));
    }
    Ok(site)
}

fn sitemap(site: &Site, pages: &[(&str, i64)]) -> Reply {
    let entry = |(name, ago): &(&str, i64)| {
        let time = jiff::Timestamp::from_second(now() - ago).map(|time| time.to_string()).unwrap_or_default();
        format!("<url><loc>{}</loc><lastmod>{time}</lastmod></url>", site.url(&format!("/{name}.html")))
    };
    let entries: String = pages.iter().map(entry).collect();
    xml(format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>"))
}

/// The lists: the title of each, then its entries.
async fn lists(firefox: &Browser) -> Result<Vec<Vec<String>>> {
    firefox
        .in_sidebar_as(
            "return all('#news-lists section').map((list) => [list.firstChild.textContent.replace(/\\(.*\\)/, '()'),
                 ...[...list.querySelectorAll('li')].map((item) => [...item.querySelectorAll('a > span')].map((part) => part.textContent).join(', ') || item.textContent)])",
            &[],
        )
        .await
}

async fn wait_for_lists(firefox: &Browser, expected: &[&[&str]]) -> Result<()> {
    firefox.wait_until(&format!("{expected:?}"), async || Ok((lists(firefox).await? == expected).then_some(()))).await
}

async fn wait_for_summary(firefox: &Browser, begin: &str) -> Result<()> {
    firefox
        .wait_in_sidebar(
            &format!("the sentence {begin:?}"),
            "return one('#news-panel').checkVisibility() && one('#news-summary').textContent.startsWith(args[0])",
            &[json!(begin)],
        )
        .await?;
    Ok(())
}

pub(crate) async fn wait_for_count(firefox: &Browser, count: &str) -> Result<()> {
    firefox
        .wait_in_sidebar(
            &format!("the count {count:?}"),
            "const shown = one('#news-count'); return (shown.checkVisibility() ? shown.textContent : '') == args[0] || null",
            &[json!(count)],
        )
        .await?;
    Ok(())
}

async fn wait_for_focus_on(firefox: &Browser, title: &str) -> Result<()> {
    firefox
        .wait_in_sidebar(
            &format!("the focus on {title}"),
            "return document.hasFocus() && document.activeElement.querySelector('.news-page')?.textContent == args[0]",
            &[json!(title)],
        )
        .await?;
    Ok(())
}

async fn stored(firefox: &Browser) -> Result<Value> {
    firefox.in_sidebar("return (await browser.storage.local.get('visits')).visits ?? {}", &[]).await
}

/// Moves the stored visits to a site into the past.
pub(crate) async fn age(firefox: &Browser, site: &Site, seconds: i64) -> Result<()> {
    firefox
        .wait_in_sidebar(
            "the visit to be noted",
            "const { visits } = await browser.storage.local.get('visits');
             const origin = new URL(args[0]).origin;
             if (!visits?.[origin]) return false;
             visits[origin] = visits[origin].map((time) => time && time - args[1]);
             await browser.storage.local.set({ visits });
             return true;",
            &[json!(site.url("/")), json!(seconds)],
        )
        .await?;
    Ok(())
}

/// Waits for the end of the search. Other places are still searched after a tree shows.
pub(crate) async fn arrive(firefox: &Browser, site: &Site) -> Result<()> {
    visit(firefox, site).await?;
    firefox.wait_in_sidebar("the end of the search", "return one('navi-bar').state == 'loaded'", &[]).await?;
    Ok(())
}

/// Closes the sidebar, opens it again and returns to the site.
pub(crate) async fn come_back(firefox: &Browser, site: &Site) -> Result<()> {
    firefox.close_sidebar().await?;
    firefox.goto("about:blank").await?;
    arrive(firefox, site).await
}

pub(crate) const PAGES: &[(&str, i64)] =
    &[("oak", 3 * DAY + 60), ("ash", 2 * 3600 + 60), ("elm", 400 * DAY), ("fir", -900 * DAY), ("yew", 5 * 60 + 30)];

#[test]
fn the_panel_lists_changes_since_the_last_visit() -> Result<()> {
    browser_test("the_panel_lists_changes_since_the_last_visit", async |firefox| {
        let site = dated(PAGES)?;
        arrive(firefox, &site).await?;
        let asked = site.requests().len();
        let long_ago = jiff::Timestamp::from_second(now() - 400 * DAY)?.strftime("%b %Y").to_string();
        let elm = format!("Elm, {long_ago} · /elm.html");
        // The first visit. A page with a date in the future is not listed.
        choose_in_header_menu(firefox, "What’s New…").await?;
        let newest: &[&str] = &[
            "Newest",
            "Yew, 5 minutes ago · /yew.html",
            "Ash, 2 hours ago · /ash.html",
            "Oak, 3 days ago · /oak.html",
            &elm,
        ];
        wait_for_lists(firefox, &[newest]).await?;
        wait_for_count(firefox, "").await?;
        assert_eq!(site.requests().len(), asked, "the panel makes no requests");

        // The second visit, a day later.
        age(firefox, &site, DAY).await?;
        come_back(firefox, &site).await?;
        wait_for_count(firefox, "2").await?;
        let name = firefox.in_sidebar("return one('#more').ariaLabel", &[]).await?;
        assert_eq!(name, "More, 2 pages have changed since your last visit");
        choose_in_header_menu(firefox, "What’s New… (2)").await?;
        let changed: &[&str] = &["Changed since your last visit ()", newest[1], newest[2]];
        let before: &[&str] = &["Newest before that", newest[3], newest[4]];
        wait_for_lists(firefox, &[changed, before]).await?;
        wait_for_count(firefox, "").await?;
        let when: String = firefox.in_sidebar_as("return one('#news-lists a').title", &[]).await?;
        ensure!(when.contains(&site.url("/yew.html")) && when.contains(" at "), "{when}");
        // A change while the site is open shows after a reload.
        let more = [PAGES, &[("box", 20)]].concat();
        site.route("/sitemap.xml", sitemap(&site, &more));
        firefox.press(Key::Escape).await?;
        firefox.click(At::Css("#reload")).await?;
        wait_for_count(firefox, "1").await?;

        // Later in the same visit the same pages are new.
        age(firefox, &site, 20 * 60).await?;
        come_back(firefox, &site).await?;
        wait_for_count(firefox, "3").await?;
        // At the next visit nothing is new.
        age(firefox, &site, 31 * 60).await?;
        site.route("/sitemap.xml", sitemap(&site, &[("oak", DAY), ("elm", 400 * DAY)]));
        come_back(firefox, &site).await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_summary(firefox, "No page has changed since your last visit (").await?;
        wait_for_lists(firefox, &[&["Newest", "Oak, yesterday · /oak.html", newest[4]]]).await?;

        // Only two times are stored.
        let kept = stored(firefox).await?;
        let origin = site.url("");
        let times = kept.get(&origin).and_then(Value::as_array).cloned().unwrap_or_default();
        ensure!(times.len() == 2 && times.iter().all(Value::is_i64), "{kept}");
        Ok(())
    })
}

#[test]
fn links_in_the_panel_open_like_others_and_arrow_keys_move_through_them() -> Result<()> {
    browser_test("links_in_the_panel_open_like_others_and_arrow_keys_move_through_them", async |firefox| {
        let site = dated(PAGES)?;
        arrive(firefox, &site).await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_focus_on(firefox, "Yew").await?;
        for (key, title) in [
            (Key::Down, "Ash"),
            (Key::Down, "Oak"),
            (Key::Up, "Ash"),
            (Key::End, "Elm"),
            (Key::Down, "Elm"),
            (Key::Home, "Yew"),
            (Key::Up, "Yew"),
            (Key::Down, "Ash"),
        ] {
            firefox.press(key).await?;
            wait_for_focus_on(firefox, title).await?;
        }
        let stops = "return all('#news-lists a').filter((link) => link.tabIndex == 0).map((link) => link.textContent)";
        assert_eq!(firefox.in_sidebar(stops, &[]).await?.as_array().map(Vec::len), Some(1), "one stop for Tab");
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/ash.html")).await?;
        // The list stays, and the page is marked in the tree below it.
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Ash")).await?;
        wait_for_focus_on(firefox, "Ash").await?;
        firefox.click_with(&[], Button::Middle, At::Css("#news-lists li:nth-child(3) a")).await?;
        firefox.click_with(&[Key::Control], Button::Left, At::Css("#news-lists li:nth-child(1) a")).await?;
        firefox
            .wait_until("two background tabs", async || {
                let tabs = firefox.tabs().await?;
                let urls: Vec<&str> = tabs.iter().filter(|tab| !tab.active).map(|tab| &*tab.url).collect();
                let has = |path| urls.contains(&&*site.url(path));
                Ok((urls.len() == 2 && has("/oak.html") && has("/yew.html")).then_some(()))
            })
            .await?;
        firefox.click(At::Css("#news-lists li:nth-child(4) a")).await?;
        firefox.wait_for_url(&site.url("/elm.html")).await?;
        // Escape returns the focus to the button.
        firefox.focus(At::Css("#news-close")).await?;
        firefox.press(Key::Escape).await?;
        firefox
            .wait_in_sidebar(
                "the focus on the button",
                "return document.activeElement == one('#more') && !one('#news-panel').checkVisibility()",
                &[],
            )
            .await?;
        // Only one panel is open at a time, and another site closes it.
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_focus_on(firefox, "Yew").await?;
        choose_in_header_menu(firefox, "Problems…").await?;
        firefox
            .wait_in_sidebar(
                "the other panel alone",
                "return one('#problems-panel').checkVisibility() && !one('#news-panel').checkVisibility()",
                &[],
            )
            .await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_focus_on(firefox, "Yew").await?;
        let other = Site::start(&garden())?;
        firefox.goto(&other.url("/")).await?;
        firefox.wait_for_rows("its tree", |rows| names(rows).contains(&"Plants")).await?;
        assert_eq!(firefox.in_sidebar("return one('#news-panel').checkVisibility()", &[]).await?, json!(false));
        // Nothing is stored for a site without dates.
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_summary(firefox, "The sitemap does not say when pages have changed.").await?;
        let kept = stored(firefox).await?;
        ensure!(kept.get(site.url("")).is_some() && kept.get(other.url("")).is_none(), "{kept}");
        Ok(())
    })
}

#[test]
fn a_rebuilt_site_is_not_all_new() -> Result<()> {
    browser_test("a_rebuilt_site_is_not_all_new", async |firefox| {
        let names: Vec<String> = (0..20).map(|n| format!("page-{n}")).collect();
        let pages: Vec<(&str, i64)> = names.iter().map(|name| (&**name, 600)).collect();
        let site = dated(&pages)?;
        arrive(firefox, &site).await?;
        age(firefox, &site, DAY).await?;
        // If all pages have the same new date, none of them counts as new.
        come_back(firefox, &site).await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        wait_for_summary(firefox, "Nearly all pages have the same date (").await?;
        wait_for_lists(firefox, &[]).await?;
        wait_for_count(firefox, "").await?;
        // A page with another date is listed.
        let other = [&pages[..], &[("oak", 3 * 3600)]].concat();
        site.route("/sitemap.xml", sitemap(&site, &other));
        firefox.press(Key::Escape).await?;
        firefox.click(At::Css("#reload")).await?;
        wait_for_count(firefox, "1").await?;
        choose_in_header_menu(firefox, "What’s New… (1)").await?;
        wait_for_summary(firefox, "Nearly all pages have the same date (").await?;
        firefox
            .wait_until("the other page alone", async || {
                let lists = lists(firefox).await?;
                let [list] = &lists[..] else { return Ok(None) };
                Ok((list.len() == 2 && list[1].starts_with("Oak, ")).then_some(()))
            })
            .await
    })
}

#[test]
fn dates_without_a_time_are_shown_as_days() -> Result<()> {
    browser_test("dates_without_a_time_are_shown_as_days", async |firefox| {
        let site = Site::without_sitemap()?;
        let day = |ago| jiff::Timestamp::from_second(now() - ago * DAY).map(|time| time.strftime("%F").to_string());
        let entry =
            |name: &str, date: &str| format!("<url><loc>{}</loc><lastmod>{date}</lastmod></url>", site.url(name));
        let entries =
            [entry("/a", &day(2)?), entry("/b", "2020-02-29"), entry("/%E2%82%AC/c%2Fd?e=%zz", &day(0)?)].concat();
        site.route(
            "/sitemap.xml",
            xml(format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>")),
        );
        arrive(firefox, &site).await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        firefox.wait_in_sidebar("the list", "return all('#news-lists a').length == 3", &[]).await?;
        let shown: Vec<String> =
            firefox.in_sidebar_as("return all('.news-place').map((place) => place.textContent)", &[]).await?;
        // The machine's time zone may have another day than UTC.
        ensure!(shown[0].starts_with("today · ") || shown[0].starts_with("yesterday · "), "{shown:?}");
        ensure!(shown[1].ends_with(" days ago · /a") || shown[1].starts_with("yesterday"), "{shown:?}");
        assert_eq!(shown[2], "Feb 2020 · /b");
        let title: String = firefox.in_sidebar_as("return all('#news-lists a')[2].title", &[]).await?;
        ensure!(title.ends_with("February 29, 2020") || title.ends_with("29 February 2020"), "{title}");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver reads these pixels")]
fn long_addresses_show_their_ends() -> Result<()> {
    browser_test("long_addresses_show_their_ends", async |firefox| {
        let site = dated(&[("vegetables/in/the/garden/leek", 40 * DAY), ("vegetables/in/the/garden/kale", 40 * DAY)])?;
        arrive(firefox, &site).await?;
        firefox.set_sidebar_width(180).await?;
        choose_in_header_menu(firefox, "What’s New…").await?;
        firefox.wait_in_sidebar("the list", "return all('#news-lists a').length == 2", &[]).await?;
        let places = painted(firefox, ".news-place").await?;
        ensure!(places[0] != places[1], "the addresses look the same");
        firefox.picture("news-180").await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the permission dialog differs in Chromium")]
fn a_private_window_stores_no_visits() -> Result<()> {
    browser_test("a_private_window_stores_no_visits", async |firefox| {
        with_private_windows(firefox, async |firefox| {
            let site = dated(PAGES)?;
            open_private_window(firefox).await?;
            arrive(firefox, &site).await?;
            firefox.in_sidebar("one('#more').click(); all('[role=menuitem]').find((entry) => entry.textContent.startsWith('What’s New')).click()", &[]).await?;
            firefox.wait_in_sidebar("the list", "return all('#news-lists a').length == 4", &[]).await?;
            let kept: Value = firefox.in_sidebar("return browser.storage.local.get()", &[]).await?;
            // Other tests have visited other sites, in normal windows.
            ensure!(!kept.to_string().contains(site.url("").trim_end_matches('/')), "{kept}");
            Ok(())
        })
        .await
    })
}

#[test]
fn sites_below_paths_of_a_host_have_their_own_visits() -> Result<()> {
    browser_test("sites_below_paths_of_a_host_have_their_own_visits", async |firefox| {
        let site = NamedSite::new(firefox, "own-visits.example").await?;
        for name in ["moss", "fern"] {
            let entry = |page: &str| {
                let url = site.url(&format!("/{name}/{page}"));
                format!("<url><loc>{url}</loc><lastmod>2026-01-01</lastmod></url>")
            };
            let entries = ["", "care/"].map(entry).concat();
            let list = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>");
            site.has(&format!("/{name}/sitemap.xml"), xml(list));
            site.has(&format!("/{name}/"), Reply::html(format!("<!doctype html><title>{name}</title><h1>{name}</h1>")));
            firefox.goto(&site.url(&format!("/{name}/"))).await?;
            firefox.open_sidebar().await?;
            let is_noted = "const { visits } = await (globalThis.browser ?? chrome).storage.local.get('visits');
                return args[0] in (visits ?? {}) && !(args[1] in visits);";
            let args = [json!(site.url(&format!("/{name}/"))), json!(site.url(""))];
            firefox.wait_in_sidebar("the visit", is_noted, &args).await?;
        }
        Ok(())
    })
}

#[test]
fn nothing_of_the_headings_shows_through_the_panel() -> Result<()> {
    browser_test("nothing_of_the_headings_shows_through_the_panel", async |browser| {
        let site = dated(&[("oak", 3 * DAY + 60)])?;
        site.route("/oak.html", outline::page("<h1>Oak</h1><p><h2>Acorns</h2><p><h2>Leaves</h2>"));
        browser.goto(&site.url("/oak.html")).await?;
        browser.open_sidebar().await?;
        unfold(browser).await?;
        let rows = "
            const { x, y, width, height } = one('#outline').parentElement.getBoundingClientRect();
            return all('#outline [role=treeitem]').length == 3 && [x, y, width, height]";
        let [x, y, width, height]: [f64; 4] =
            serde_json::from_value(browser.wait_in_sidebar("the headings", rows, &[]).await?)?;
        let place = Area { name: "the headings".to_owned(), x, y, width, height };
        let ink = async || Ok::<_, anyhow::Error>(browser.on_screen(Part::Sidebar).await?.ink(&place));
        ensure!(ink().await? > 100, "the headings are on the screen");
        choose_in_header_menu(browser, "What’s New…").await?;
        wait_for_lists(browser, &[&["Newest", "Oak, 3 days ago · /oak.html"]]).await?;
        assert_eq!(ink().await?, 0, "the list is shorter than the panel");
        browser.press(Key::Escape).await?;
        browser.wait_until("the headings again", async || Ok((ink().await? > 100).then_some(()))).await?;
        outline::forget(browser).await
    })
}
