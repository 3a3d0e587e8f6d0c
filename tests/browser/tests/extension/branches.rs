//! A branch opens and closes with everything in it: by keys, by the twisty, and by the menu.

use anyhow::Result;
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::{At, Browser, Button, Key, browser_test};

use crate::axe::inspect;
use crate::site::{Site, names, page, visit};

const CLOSED: &[&str] = &["Orchard", "Meadow"];
const ORCHARD: &[&str] = &["Orchard", "Stone fruit", "Cherry", "Morello", "Plum", "Pome fruit", "Quince", "Meadow"];

async fn open_orchard(firefox: &Browser) -> Result<Site> {
    let cherry = page("Cherry", "/cherry").with([page("Morello", "/morello")]);
    let stone = page("Stone fruit", "/stone").with([cherry, page("Plum", "/plum")]);
    let pome = page("Pome fruit", "/pome").with([page("Quince", "/quince")]);
    let meadow = page("Meadow", "/meadow").with([page("Daisy", "/daisy")]);
    let site = Site::start(&[page("Orchard", "/").with([stone, pome]), meadow])?;
    visit(firefox, &site).await?;
    Ok(site)
}

async fn wait_for(firefox: &Browser, expected: &[&str]) -> Result<()> {
    firefox.wait_for_rows(&format!("{expected:?}"), |rows| names(rows) == expected).await?;
    Ok(())
}

#[test]
fn keys_open_and_close_a_whole_branch() -> Result<()> {
    browser_test("keys_open_and_close_a_whole_branch", async |firefox| {
        let site = open_orchard(firefox).await?;
        firefox.focus(At::Row("Orchard")).await?;
        firefox.press_with(&[Key::Shift], Key::Right).await?;
        wait_for(firefox, ORCHARD).await?;
        firefox.press_with(&[Key::Shift], Key::Left).await?;
        wait_for(firefox, CLOSED).await?;
        // The branches inside are closed too.
        firefox.press(Key::Right).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Meadow"]).await?;
        let rows = firefox.rows().await?;
        assert!(rows[0].focused, "the focus stays");
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
fn the_twisty_opens_and_closes_a_whole_branch() -> Result<()> {
    browser_test("the_twisty_opens_and_closes_a_whole_branch", async |firefox| {
        let site = open_orchard(firefox).await?;
        for held in [Key::Alt, Key::Shift] {
            firefox.click_with(std::slice::from_ref(&held), Button::Left, At::Twisty("Orchard")).await?;
            wait_for(firefox, ORCHARD).await?;
            firefox.click_with(&[held], Button::Left, At::Twisty("Orchard")).await?;
            wait_for(firefox, CLOSED).await?;
        }
        firefox.click(At::Twisty("Orchard")).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Meadow"]).await?;
        assert_eq!((firefox.url().await?, firefox.tabs().await?.len()), (site.url("/"), 1), "no page opens");
        Ok(())
    })
}

#[test]
fn the_menu_opens_and_closes_a_whole_branch() -> Result<()> {
    browser_test("the_menu_opens_and_closes_a_whole_branch", async |firefox| {
        let _site = open_orchard(firefox).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Orchard")).await?);
        assert!(menu.contains("---\nExpand All Below\nShow Only This Branch\n---\n"), "{menu}");
        firefox.choose(&["Expand All Below"]).await?;
        wait_for(firefox, ORCHARD).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Stone fruit")).await?);
        assert!(menu.contains("---\nExpand All Below\nCollapse All Below\nShow Only This Branch\n---\n"), "{menu}");
        firefox.choose(&["Collapse All Below"]).await?;
        wait_for(firefox, &["Orchard", "Stone fruit", "Pome fruit", "Quince", "Meadow"]).await?;
        let menu = menu_outline(&firefox.open_menu(At::Row("Quince")).await?);
        assert!(!menu.contains("Below"), "a page without children: {menu}");
        firefox.close_menu().await
    })
}

/// The buttons of the line above the tree.
async fn line(firefox: &Browser) -> Result<Vec<String>> {
    firefox.in_sidebar_as("return all('[part~=branch-button]').filter((button) => button.checkVisibility()).map((button) => button.textContent);", &[]).await
}

async fn show_only(firefox: &Browser, name: &str) -> Result<()> {
    firefox.open_menu(At::Row(name)).await?;
    firefox.choose(&["Show Only This Branch"]).await
}

async fn open_stone_fruit(firefox: &Browser) -> Result<Site> {
    let site = open_orchard(firefox).await?;
    firefox.click(At::Twisty("Orchard")).await?;
    firefox.wait_for_rows("the branch", |rows| names(rows).contains(&"Stone fruit")).await?;
    show_only(firefox, "Stone fruit").await?;
    wait_for(firefox, STONE).await?;
    Ok(site)
}

const STONE: &[&str] = &["Stone fruit", "Cherry", "Plum"];
const OPENED: &[&str] = &["Orchard", "Stone fruit", "Pome fruit", "Meadow"];

#[test]
fn a_branch_becomes_the_whole_tree_and_back() -> Result<()> {
    browser_test("a_branch_becomes_the_whole_tree_and_back", async |firefox| {
        let site = open_stone_fruit(firefox).await?;
        assert_eq!(line(firefox).await?, ["All Pages", "Orchard"]);
        inspect(firefox, "All Pages").await?;
        firefox.wait_in_sidebar("the number", "return one('#count').textContent.includes('4 pages')", &[]).await?;
        // The current page is outside.
        firefox
            .wait_in_sidebar("the sentence", "return one('#here').textContent.includes('not in the branch')", &[])
            .await?;
        firefox.focus(At::Row("Stone fruit")).await?;
        firefox.press('/').await?;
        firefox.type_text("u").await?;
        wait_for(firefox, &["Stone fruit", "Plum"]).await?;
        let count = "return one('[part~=filter-count]').textContent == '2 of 4 pages'";
        firefox.wait_in_sidebar("the count in the branch", count, &[]).await?;
        // A page of another branch: the sentence says where the words were looked for, and offers all pages.
        firefox.type_text("q").await?;
        let nothing = "return one('[part~=filter-empty]').innerText";
        let sentence = "No page of this branch has all of these words in its title or address.";
        firefox
            .wait_until("the sentence", async || {
                let text = firefox.in_sidebar_as::<String>(nothing, &[]).await?;
                Ok((text.starts_with(sentence) && text.ends_with("Filter All Pages")).then_some(()))
            })
            .await?;
        firefox.press(Key::Backspace).await?;
        firefox.press(Key::Backspace).await?;
        firefox.type_text("quince").await?;
        firefox.click(At::Css("[part~=filter-empty] button")).await?;
        firefox.wait_for_rows("the match outside", |rows| rows.last().is_some_and(|row| row.name == "Quince")).await?;
        let focus = "return one('navi-bar').shadowRoot.activeElement.value";
        assert_eq!(firefox.in_sidebar(focus, &[]).await?, "quince", "the box keeps its words and the focus");
        firefox.press(Key::Escape).await?;
        show_only(firefox, "Stone fruit").await?;
        wait_for(firefox, STONE).await?;
        firefox.focus(At::Row("Stone fruit")).await?;
        let rows = firefox.rows().await?;
        assert!(rows.iter().any(|row| row.focused), "the keys work in the tree");
        firefox.press(Key::Escape).await?;
        wait_for(firefox, OPENED).await?;
        assert!(line(firefox).await?.is_empty());
        firefox.wait_for_rows("the focus", |rows| rows[1].focused).await?;

        show_only(firefox, "Stone fruit").await?;
        firefox.wait_for_rows("the branch", |rows| names(rows)[..3] == *STONE).await?;
        show_only(firefox, "Cherry").await?;
        wait_for(firefox, &["Cherry", "Morello"]).await?;
        assert_eq!(line(firefox).await?, ["All Pages", "Orchard", "Stone fruit"], "the way back");
        let menu = menu_outline(&firefox.open_menu(At::Row("Cherry")).await?);
        assert!(!menu.contains("Only"), "{menu}");
        firefox.close_menu().await?;
        // By the keyboard, to the page above.
        firefox.focus(At::Css("[part~=branch-button]:last-child")).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_rows("the page above", |rows| names(rows)[0] == "Stone fruit" && rows[1].focused).await?;
        // The button that shows the current page leaves the branch.
        firefox.click(At::Css("#locate")).await?;
        firefox.wait_for_rows("the whole tree", |rows| rows[0].current && rows[0].name == "Orchard").await?;
        assert_eq!(firefox.url().await?, site.url("/"));
        Ok(())
    })
}

#[test]
fn a_branch_is_kept_for_the_site() -> Result<()> {
    browser_test("a_branch_is_kept_for_the_site", async |firefox| {
        let site = open_stone_fruit(firefox).await?;
        let other = Site::start(&[page("Harbour", "/harbour")])?;
        firefox.goto(&other.url("/harbour")).await?;
        wait_for(firefox, &["Harbour"]).await?;
        assert!(line(firefox).await?.is_empty());
        firefox.goto(&site.url("/plum")).await?;
        wait_for(firefox, STONE).await?;
        firefox.focus(At::Row("Plum")).await?;
        firefox.press(Key::F5).await?;
        let reloaded = "return one('navi-bar').dataset.state == 'loaded'";
        firefox
            .wait_until("a second request", async || Ok((site.requests_for("/sitemap.rdf").len() > 1).then_some(())))
            .await?;
        firefox.wait_in_sidebar("the reload", reloaded, &[]).await?;
        wait_for(firefox, STONE).await?;
        let kept = "return JSON.stringify(await browser.storage.session.get(null)).includes('^<')";
        firefox.wait_in_sidebar("the branch to be stored", kept, &[]).await?;
        firefox.close_sidebar().await?;
        firefox.open_sidebar().await?;
        wait_for(firefox, STONE).await?;
        assert_eq!(line(firefox).await?, ["All Pages", "Orchard"]);
        firefox.click(At::Css("[part~=branch-button]")).await?;
        firefox.wait_for_rows("the whole tree", |rows| names(rows).contains(&"Meadow")).await?;
        Ok(())
    })
}
