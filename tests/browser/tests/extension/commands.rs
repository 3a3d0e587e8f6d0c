//! The commands of the manifest, by real keys, with the sidebar open and closed.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::options::modules;
use crate::site::{Site, garden, names, visit};
use crate::sitemaps::wait_for_words;
use crate::toggle::wait_for_sidebar;

/// Assigns keys to commands that have none by default, as a user does in `about:addons`.
async fn give_keys(firefox: &Browser, keys: &[(&str, &str)]) -> Result<()> {
    // The sidebar has the API. If it is closed, the background page has it.
    firefox
        .chrome(
            "const { shortcuts } = WebExtensionPolicy.getByID('navibar@navibar.org').extension;
             for (const [name, shortcut] of A[0]) await shortcuts.updateCommand({ name, shortcut });",
            &[json!(keys)],
        )
        .await?;
    Ok(())
}

pub(crate) async fn focus_page(firefox: &Browser) -> Result<()> {
    firefox.chrome("front().focus(); tabs().selectedBrowser.focus();", &[]).await?;
    firefox.wait_in_sidebar("the focus in the page", "return !document.hasFocus()", &[]).await?;
    Ok(())
}

/// The focused element in the sidebar, also after Firefox's own keys.
const FOCUSED: &str = "let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('role') == 'treeitem' ? nameOf(active) : active?.getAttribute('part') ?? active?.id;";

/// Removes the keys again.
async fn take_keys(firefox: &Browser) -> Result<()> {
    firefox
        .chrome(
            "const { shortcuts } = WebExtensionPolicy.getByID('navibar@navibar.org').extension;
             for (const { name } of await shortcuts.allCommands()) await shortcuts.resetCommand(name);",
            &[],
        )
        .await?;
    Ok(())
}

async fn wait_for_focus(firefox: &Browser, expected: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the focus on {expected:?}"), async || {
            let found = firefox.in_sidebar(FOCUSED, &[]).await?;
            ensure!(found == expected, "it is on {found}");
            Ok(Some(()))
        })
        .await
}

/// Moves the focus from the page into the sidebar by the keyboard.
pub(crate) async fn enter_sidebar(firefox: &Browser) -> Result<()> {
    firefox.press_with(&[Key::Shift], Key::F6).await?;
    firefox.wait_in_sidebar("the focus in the sidebar", "return document.hasFocus()", &[]).await?;
    Ok(())
}

/// Closes the sidebar and stops the background page.
pub(crate) async fn put_away(firefox: &Browser) -> Result<()> {
    firefox
        .chrome(
            "front().SidebarController.hide(); tabs().selectedBrowser.focus();
             await WebExtensionPolicy.getByID('navibar@navibar.org').extension.terminateBackground();",
            &[],
        )
        .await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn the_table_has_every_command_of_the_manifest() -> Result<()> {
    browser_test("the_table_has_every_command_of_the_manifest", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let all = "const all = await browser.commands.getAll();
            const own = all.filter(({ name }) => !name.startsWith('_'));
            return [own.map(({ name }) => name).sort(), all.filter((each) => !each.description).map((each) => each.name)];";
        let [manifest, nameless]: [Vec<String>; 2] = firefox.in_sidebar_as(all, &[]).await?;
        let _server = modules(firefox).await?;
        let table =
            "return Object.keys((await import('/extension/sidebar/actions/commands.js')).COMMANDS).sort().join();";
        let table = firefox.in_page(table, &[]).await?;
        assert_eq!(table, manifest.join(","));
        ensure!(nameless.is_empty(), "without a text: {nameless:?}");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn a_shortcut_focuses_the_filter_from_the_page() -> Result<()> {
    browser_test("a_shortcut_focuses_the_filter_from_the_page", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        give_keys(firefox, &[("focus-filter", "Ctrl+Shift+F")]).await?;
        focus_page(firefox).await?;
        firefox.press_with(&[Key::Control, Key::Shift], 'F').await?;
        wait_for_focus(firefox, "filter-input").await?;
        enter_sidebar(firefox).await?;
        wait_for_focus(firefox, "filter-input").await?;
        firefox.type_text("pear").await?;
        firefox.wait_for_rows("the match", |rows| names(rows) == ["Plants", "Pear"]).await?;

        put_away(firefox).await?;
        firefox.press_with(&[Key::Control, Key::Shift], 'F').await?;
        wait_for_sidebar(firefox, true).await?;
        wait_for_focus(firefox, "filter-input").await?;
        enter_sidebar(firefox).await?;
        wait_for_focus(firefox, "filter-input").await?;
        firefox.type_text("plum").await?;
        firefox.wait_for_rows("the match", |rows| names(rows) == ["Plants", "Plum"]).await?;
        take_keys(firefox).await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn the_browsers_own_key_leads_to_the_current_page() -> Result<()> {
    browser_test("the_browsers_own_key_leads_to_the_current_page", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Pear")).await?;
        focus_page(firefox).await?;
        enter_sidebar(firefox).await?;
        wait_for_focus(firefox, "Pear").await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn commands_open_a_closed_sidebar_first() -> Result<()> {
    browser_test("commands_open_a_closed_sidebar_first", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        put_away(firefox).await?;
        firefox.press_with(&[Key::Alt, Key::Shift], Key::Right).await?;
        firefox.wait_for_url(&site.url("/plants/plum.html")).await?;
        ensure!(firefox.sidebar_is_open().await?, "it has not been opened");
        // The command runs once. It does not run again when the next sidebar opens.
        firefox.close_sidebar().await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current && row.name == "Plum")).await?;
        assert_eq!(firefox.url().await?, site.url("/plants/plum.html"));
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "keys of Chromium's protocol reach only pages")]
fn every_command_works() -> Result<()> {
    browser_test("every_command_works", async |firefox| {
        let keys = [
            ("locate-page", "Alt+Shift+1"),
            ("reload-sitemap", "Alt+Shift+2"),
            ("show-problems", "Alt+Shift+3"),
            ("page-details", "Alt+Shift+4"),
            ("whats-new", "Alt+Shift+5"),
        ];
        let site = Site::start(&garden())?;
        site.route("/sitemap.rdf", Reply::rdf(WITH_DETAILS));
        site.has("/plants/", "Plants");
        visit(firefox, &site).await?;
        give_keys(firefox, &keys).await?;
        let result = each(firefox, &site).await;
        take_keys(firefox).await?;
        result
    })
}

/// A page below a branch, with details.
const WITH_DETAILS: &str = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="urn:sitemap:root"><map:container><rdf:Seq>
 <rdf:li><rdf:Description dc:title="Welcome" dc:identifier="/" dc:creator="The gardener"/></rdf:li>
 <rdf:li><rdf:Description dc:title="Plants" dc:identifier="/plants/"><map:container><rdf:Seq>
  <rdf:li><rdf:Description dc:title="Pear" dc:identifier="/plants/pear.html" dc:creator="The fruiterer"/></rdf:li>
 </rdf:Seq></map:container></rdf:Description></rdf:li>
</rdf:Seq></map:container></rdf:Description></rdf:RDF>"#;

async fn each(firefox: &Browser, site: &Site) -> Result<()> {
    let press = async |key: char| {
        focus_page(firefox).await?;
        firefox.press_with(&[Key::Alt, Key::Shift], key).await
    };
    firefox.goto(&site.url("/plants/pear.html")).await?;
    firefox.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == "Pear")).await?;
    firefox.focus(At::Row("Welcome")).await?;
    press('1').await?;
    wait_for_focus(firefox, "Pear").await?;

    press('4').await?;
    wait_for_words(firefox, "The fruiterer").await?;
    firefox.focus(At::Row("Welcome")).await?;
    // A focused row comes before the current page.
    firefox.press_with(&[Key::Alt, Key::Shift], '4').await?;
    wait_for_words(firefox, "The gardener").await?;
    firefox.press(Key::Escape).await?;
    firefox.goto(&site.url("/plants/")).await?;
    firefox.wait_for_rows("the page", |rows| rows.iter().any(|row| row.current && row.name == "Plants")).await?;
    // Every page has at least its address.
    press('4').await?;
    wait_for_words(firefox, &site.url("/plants/")).await?;
    firefox.press(Key::Escape).await?;

    press('3').await?;
    wait_for_words(firefox, "No problems were found.").await?;
    enter_sidebar(firefox).await?;
    firefox.press(Key::Escape).await?;

    press('5').await?;
    firefox.wait_in_sidebar("what is new", "return one('#news-panel').checkVisibility()", &[]).await?;
    enter_sidebar(firefox).await?;
    firefox.press(Key::Escape).await?;

    let asked = site.requests_for("/sitemap.rdf").len();
    press('2').await?;
    firefox
        .wait_until("a request", async || Ok((site.requests_for("/sitemap.rdf").len() > asked).then_some(())))
        .await?;
    Ok(())
}
