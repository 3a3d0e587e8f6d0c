//! Jump: pages of the site from the address bar and from the box in the sidebar.
//!
//! Firefox gets the keys of a user in its address bar. Headless Chromium has no way to type there: keys of its protocol
//! reach only pages. There the tests dispatch the events of the address bar in the extension's worker. Such an event is no
//! action of the user. So these tests cannot check that Enter opens the side panel and that Back stops at the page;
//! `history.rs` checks the latter for a real click.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};
use serde_json::json;

use crate::axe::inspect;
use crate::commands::{enter_sidebar, put_away};
use crate::files::choose_in_header_menu;
use crate::history::go_back;
use crate::privacy::{open_private_window, with_private_windows};
use crate::site::{Site, garden, page, visit};
use crate::sitemaps::{wait_for_focus, wait_for_words};
use crate::toggle::wait_for_sidebar;

/// Types a text after the keyword. Returns the suggestions. The first line is among them if it names a page.
async fn suggestions(browser: &Browser, text: &str) -> Result<Vec<String>> {
    let found = match browser {
        Browser::Firefox(firefox) => {
            let js = "const { gURLBar } = front();
                gURLBar.focus();
                gURLBar.search(A[0]);
                await gURLBar.lastQueryContextPromise;
                const { results } = await gURLBar.lastQueryContextPromise;
                const ours = ({ heuristic, payload }) => !heuristic && payload.keyword === 'nav';
                return results.filter(ours).map(({ payload: { title, content } }) => (content.endsWith(' ') ? title : `${title} — ${content.slice(4)}`));";
            firefox.chrome(js, &[json!(format!("nav {text}"))]).await?
        }
        Browser::Chromium(chromium) => {
            let js = "const lines = [], { omnibox } = chrome;
                const set = (omnibox.original ??= omnibox.setDefaultSuggestion);
                omnibox.setDefaultSuggestion = ({ description }) => {
                    set.call(omnibox, { description });
                    if (!description.includes('best match')) lines.push(description);
                };
                return new Promise((suggest) => omnibox.onInputChanged.dispatch(args[0], (found) =>
                    suggest(lines.concat(found.map(({ description }) => description)))));";
            chromium.in_background(js, &[json!(text)]).await?
        }
    };
    Ok(serde_json::from_value(found)?)
}

async fn wait_for_suggestions(browser: &Browser, text: &str, expected: &[&str]) -> Result<()> {
    browser
        .wait_until(&format!("the suggestions {expected:?}"), async || {
            let found = suggestions(browser, text).await?;
            ensure!(found == expected, "they are {found:?}");
            Ok(Some(()))
        })
        .await
}

/// Types a text after the keyword and presses Enter on the suggestion with this content, or on the text itself.
async fn enter(browser: &Browser, text: &str, content: &str, held: &[Key]) -> Result<()> {
    match browser {
        Browser::Firefox(_) => {
            suggestions(browser, text).await?;
            if text != content {
                browser.press(Key::Down).await?;
            }
            browser.press_with(held, Key::Enter).await
        }
        Browser::Chromium(chromium) => {
            let disposition = if held.is_empty() { "currentTab" } else { "newForegroundTab" };
            let js = "chrome.omnibox.onInputEntered.dispatch(...args);";
            chromium.in_background(js, &[json!(content), json!(disposition)]).await.map(drop)
        }
    }
}

#[test]
fn the_address_bar_finds_pages_and_opens_them() -> Result<()> {
    browser_test("the_address_bar_finds_pages_and_opens_them", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        let expected: &[&str] = match browser {
            Browser::Firefox(_) => &[
                "Plants — /plants.html",
                "Pear · Plants — /plants/pear.html",
                "Plum · Plants — /plants/plum.html",
                "Apple · Plants — /plants/apple.html",
                "Spade · Tools — /tools/spade.html",
            ],
            Browser::Chromium(_) => &[
                "Go to <match>P</match>lants <dim>/plants.html</dim>",
                "<match>P</match>ear <dim>Plants</dim>",
                "<match>P</match>lum <dim>Plants</dim>",
                "A<match>pp</match>le <dim>Plants</dim>",
                "S<match>p</match>ade <dim>Tools</dim>",
            ],
        };
        wait_for_suggestions(browser, "p", expected).await?;
        // The text itself means the best page.
        enter(browser, "plu", "plu", &[]).await?;
        browser.wait_for_url(&site.url("/plants/plum.html")).await?;
        enter(browser, "pear", "/plants/pear.html", &[]).await?;
        browser.wait_for_url(&site.url("/plants/pear.html")).await?;
        if matches!(browser, Browser::Firefox(_)) {
            browser.focus(At::Row("Plants")).await?;
            go_back(browser).await?;
            browser.wait_for_url(&site.url("/plants/plum.html")).await?;
        }
        enter(browser, "spade", "spade", &[Key::Alt]).await?;
        browser.wait_for_url(&site.url("/tools/spade.html")).await?;
        ensure!(browser.tabs().await?.len() == 2, "it has not opened a tab");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn real_keys_find_a_page_in_the_address_bar() -> Result<()> {
    browser_test("real_keys_find_a_page_in_the_address_bar", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let shown = "return front().gURLBar.view.isOpen &&
            [...front().gURLBar.view.panel.querySelectorAll('.urlbarView-title')].some(({ textContent }) => textContent.startsWith('Rake'));";
        let mut typed: Option<Instant> = None;
        firefox
            .wait_until("the page in the list", async || {
                let is_shown = firefox.chrome(shown, &[]).await? == true;
                // Firefox ignores an extension that needs more than 3 seconds, as on a busy machine. Then a user types again.
                if !is_shown && typed.is_none_or(|typed| typed.elapsed() > Duration::from_secs(5)) {
                    firefox.chrome("front().gURLBar.focus(); front().gURLBar.select();", &[]).await?;
                    firefox.type_text("nav rak").await?;
                    typed = Some(Instant::now());
                }
                Ok(is_shown.then_some(()))
            })
            .await?;
        // The list may still change when it shows the page.
        let selected = "return front().gURLBar.view.selectedElement?.querySelector('.urlbarView-title')?.textContent.startsWith('Rake') ?? false;";
        firefox
            .wait_until("the selected page", async || {
                let is_selected = firefox.chrome(selected, &[]).await? == true;
                if !is_selected {
                    firefox.press(Key::Down).await?;
                }
                Ok(is_selected.then_some(()))
            })
            .await?;
        firefox.picture("address-bar").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/tools/rake.html")).await
    })
}

#[test]
fn the_address_bar_opens_a_closed_sidebar_with_the_text() -> Result<()> {
    browser_test("the_address_bar_opens_a_closed_sidebar_with_the_text", async |browser| {
        let site = Site::start(&garden())?;
        browser.goto(&site.url("/contact.html")).await?;
        if matches!(browser, Browser::Firefox(_)) {
            put_away(browser).await?;
        }
        wait_for_suggestions(browser, "rake", &["Open the sidebar to search this site"]).await?;
        ensure!(site.requests_for("/sitemap.rdf").is_empty(), "a closed sidebar makes no requests");
        enter(browser, "rake", "rake", &[]).await?;
        if matches!(browser, Browser::Chromium(_)) {
            // An event that a test dispatches is not an action of the user, so Chromium does not open the panel.
            browser.open_sidebar().await?;
        }
        wait_for_sidebar(browser, true).await?;
        wait_for_options(browser, &["Rake /tools/rake.html"]).await?;
        match browser {
            Browser::Firefox(_) => {
                browser.chrome("tabs().selectedBrowser.focus();", &[]).await?;
                enter_sidebar(browser).await?;
            }
            Browser::Chromium(_) => browser.focus_sidebar().await?,
        }
        browser.press(Key::Enter).await?;
        browser.wait_for_url(&site.url("/tools/rake.html")).await
    })
}

#[test]
fn hostile_titles_stay_text_in_the_address_bar() -> Result<()> {
    browser_test("hostile_titles_stay_text_in_the_address_bar", async |browser| {
        let title = "Quince <b>&amp; \"x\" \u{202e}drow\u{2069} 'y' </match>";
        let long = format!("Quinces {}", "\u{1f34f}".repeat(5000));
        let site = Site::start(&[page(title, "/quince.html"), page(&long, "/long.html")])?;
        visit(browser, &site).await?;
        let found = suggestions(browser, "quince").await?;
        let [first, second] = &found[..] else { bail!("not two suggestions: {found:?}") };
        let expected = match browser {
            Browser::Firefox(_) => "Quince <b>&amp; \"x\"  drow  'y' </match> — /quince.html".to_owned(),
            Browser::Chromium(_) => {
                "Go to <match>Quince</match> &#60;b&#62;&#38;amp; &#34;x&#34;  drow  &#39;y&#39; &#60;/match&#62; \
                <dim>/quince.html</dim>"
                    .to_owned()
            }
        };
        assert_eq!(*first, expected);
        ensure!(second.chars().count() < 400 && second.contains("/long.html"), "too long: {second}");
        Ok(())
    })
}

#[test]
fn a_site_that_is_turned_off_says_so_in_the_address_bar() -> Result<()> {
    browser_test("a_site_that_is_turned_off_says_so_in_the_address_bar", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        wait_for_suggestions(browser, "nothing", &["No page has all of these words in its title or address."]).await?;
        choose_in_header_menu(browser, "Turn Off on This Site").await?;
        wait_for_words(browser, "Navibar is turned off on 127.0.0.1.").await?;
        wait_for_suggestions(browser, "pear", &["Navibar is turned off on 127.0.0.1."]).await?;
        browser.click(At::Css("#turn-on")).await?;
        browser.wait_for_rows("the tree", |rows| !rows.is_empty()).await?;
        browser.goto("about:blank").await?;
        wait_for_suggestions(
            browser,
            "pear",
            &["Navibar shows the structure of web sites. This tab does not show one."],
        )
        .await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "a private window of Chromium has a worker of its own")]
fn private_and_normal_windows_find_only_their_own_pages() -> Result<()> {
    browser_test("private_and_normal_windows_find_only_their_own_pages", async |firefox| {
        with_private_windows(firefox, async |firefox| {
            let normal = Site::start(&[page("Normal quince", "/normal.html")])?;
            let private = Site::start(&[page("Private quince", "/private.html")])?;
            visit(firefox, &normal).await?;
            wait_for_suggestions(firefox, "quince", &["Normal quince — /normal.html"]).await?;
            open_private_window(firefox).await?;
            firefox.goto(&private.url("/")).await?;
            wait_for_suggestions(firefox, "quince", &["Open the sidebar to search this site"]).await?;
            visit(firefox, &private).await?;
            wait_for_suggestions(firefox, "quince", &["Private quince — /private.html"]).await
        })
        .await
    })
}

/// The pages in the box: title and address. Empty if the box is closed.
async fn wait_for_options(browser: &Browser, expected: &[&str]) -> Result<()> {
    let js = "const options = all('#jump[open] [role=option]');
        return options.map((option) => [...option.children].map(({ textContent }) => textContent).join(' '));";
    browser
        .wait_until(&format!("the pages {expected:?}"), async || {
            let found: Vec<String> = browser.in_sidebar_as(js, &[]).await?;
            ensure!(found == expected, "they are {found:?}");
            Ok(Some(()))
        })
        .await
}

/// The title of the selected page, as a screen reader gets it.
const SELECTED: &str = "const input = one('#jump input');
    const option = document.getElementById(input.getAttribute('aria-activedescendant'));
    return option?.ariaSelected == 'true' ? option.firstChild.textContent : null;";

#[test]
fn the_box_finds_pages_by_keys_and_returns_the_focus() -> Result<()> {
    browser_test("the_box_finds_pages_by_keys_and_returns_the_focus", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        choose_in_header_menu(browser, "Find Page\u{2026}").await?;
        browser.wait_in_sidebar("the box", "return document.activeElement == one('#jump input')", &[]).await?;
        browser.type_text("pl").await?;
        wait_for_options(
            browser,
            &["Plants /plants.html", "Plum /plants/plum.html", "Apple /plants/apple.html", "Pear /plants/pear.html"],
        )
        .await?;
        let marks = browser.in_sidebar("return all('#jump mark').map((mark) => mark.textContent).join()", &[]).await?;
        assert_eq!(marks, "Pl,Pl,pl,pl");
        inspect(browser, "/plants/plum.html").await?;
        assert_eq!(browser.in_sidebar(SELECTED, &[]).await?, "Plants");
        browser.press(Key::Down).await?;
        assert_eq!(browser.in_sidebar(SELECTED, &[]).await?, "Plum");
        browser.press(Key::Up).await?;
        browser.press(Key::Up).await?;
        assert_eq!(browser.in_sidebar(SELECTED, &[]).await?, "Pear");
        browser.type_text("um").await?;
        wait_for_options(browser, &["Plum /plants/plum.html"]).await?;
        browser.press(Key::Enter).await?;
        browser.wait_for_url(&site.url("/plants/plum.html")).await?;
        browser.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == "Plum")).await?;
        wait_for_options(browser, &[]).await?;
        wait_for_focus(browser, "Plum").await?;

        choose_in_header_menu(browser, "Find Page\u{2026}").await?;
        browser.type_text("zzz").await?;
        wait_for_words(browser, "No page has all of these words in its title or address.").await?;
        browser.press(Key::Escape).await?;
        browser
            .wait_in_sidebar("the focus", "return !one('#jump').open && document.activeElement.id == 'more'", &[])
            .await?;
        Ok(())
    })
}

#[test]
fn the_box_opens_pages_by_mouse_where_the_user_wants() -> Result<()> {
    browser_test("the_box_opens_pages_by_mouse_where_the_user_wants", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        choose_in_header_menu(browser, "Find Page\u{2026}").await?;
        // Chromium on Linux pastes the last selection with the middle button.
        browser.type_text("plum").await?;
        browser.press_with(&[Key::Shift], Key::Home).await?;
        browser.type_text("tools").await?;
        wait_for_options(browser, &["Spade /tools/spade.html", "Rake /tools/rake.html"]).await?;
        browser.click_with(&[], Button::Middle, At::Css("#jump-1")).await?;
        browser.wait_until("a tab", async || Ok((browser.tabs().await?.len() == 2).then_some(()))).await?;
        wait_for_options(browser, &["Spade /tools/spade.html", "Rake /tools/rake.html"]).await?;
        browser.click(At::Css("#jump-0")).await?;
        browser.wait_for_url(&site.url("/tools/spade.html")).await?;
        wait_for_options(browser, &[]).await
    })
}

#[test]
fn the_box_closes_when_the_user_goes_to_another_site() -> Result<()> {
    browser_test("the_box_closes_when_the_user_goes_to_another_site", async |browser| {
        let site = Site::start(&garden())?;
        let other = Site::start(&[page("Elsewhere", "/")])?;
        visit(browser, &site).await?;
        choose_in_header_menu(browser, "Find Page\u{2026}").await?;
        browser.type_text("rake").await?;
        wait_for_options(browser, &["Rake /tools/rake.html"]).await?;
        browser.goto(&other.url("/")).await?;
        wait_for_options(browser, &[]).await
    })
}

#[test]
fn the_box_shows_where_long_addresses_differ() -> Result<()> {
    browser_test("the_box_shows_where_long_addresses_differ", async |browser| {
        let paths =
            ["database/restore", "mail/restore", "mail"].map(|end| format!("/manual/production/servers/{end}/"));
        let pages: Vec<_> = paths.iter().map(|path| page("Restore", path)).collect();
        let site = Site::start(&pages)?;
        visit(browser, &site).await?;
        for direction in ["ltr", "rtl"] {
            browser.in_sidebar("document.dir = args[0]", &[json!(direction)]).await?;
            browser.set_sidebar_width(180).await?;
            choose_in_header_menu(browser, "Find Page\u{2026}").await?;
            browser.type_text("restore").await?;
            let options: Vec<_> = paths.iter().map(|path| format!("Restore {path}")).collect();
            wait_for_options(browser, &options.iter().map(String::as_str).collect::<Vec<_>>()).await?;
            // The letters of each address that are in sight.
            let letters = "return all('.jump-place').map((place) => {
                const range = document.createRange(), walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
                let text = '';
                while (walker.nextNode()) {
                    const node = walker.currentNode;
                    const boxes = [place, node.parentElement].map((each) => each.getBoundingClientRect());
                    for (let at = 0; at < node.length; at++) {
                        range.setStart(node, at);
                        range.setEnd(node, at + 1);
                        const { left, right } = range.getBoundingClientRect();
                        if (boxes.every((box) => left >= box.left - 1 && right <= box.right + 1)) text += node.data[at];
                    }
                }
                return text;
            })";
            let letters: Vec<String> = browser.in_sidebar_as(letters, &[]).await?;
            for (shown, folder) in letters.iter().zip(["database/restore/", "restore/", "mail/"]) {
                ensure!(shown.starts_with("/m") && shown.contains(folder), "{direction}: {letters:?}");
            }
            browser.press(Key::Escape).await?;
        }
        Ok(())
    })
}

#[test]
fn the_box_shows_a_match_at_the_end_of_a_long_title() -> Result<()> {
    browser_test("the_box_shows_a_match_at_the_end_of_a_long_title", async |browser| {
        let title = "Create, modify, and delete the beds of a garden: raking";
        let site = Site::start(&[page(title, "/a"), page("Tools", "/b")])?;
        visit(browser, &site).await?;
        browser.set_sidebar_width(240).await?;
        choose_in_header_menu(browser, "Find Page\u{2026}").await?;
        browser.type_text("raking").await?;
        wait_for_options(browser, &[&format!("{title} /a")]).await?;
        let in_sight =
            "const [mark, line] = ['.jump-title mark', '.jump-title'].map((each) => one(each).getBoundingClientRect());
            const part = one('.jump-title mark').parentElement;
            return mark.right <= line.right + 1 && part.scrollWidth <= part.clientWidth + 1";
        ensure!(browser.in_sidebar_as::<bool>(in_sight, &[]).await?, "the match is cut");
        Ok(())
    })
}
