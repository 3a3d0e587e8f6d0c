//! Files of the user: opened in place of a site, and saved from a site.

use anyhow::{Result, bail, ensure};
use navibar_browser_tests::sidebar::outline;
use navibar_browser_tests::{At, Browser, Key, browser_test};
use serde_json::json;

use crate::options::{set, with_settings};
use crate::site::{Site, garden, names, page, visit};
use crate::sitemaps::{index, urlset, wait_for_focus, wait_for_words, xbel};

/// Chooses an entry of the sidebar's own menu, with the keyboard.
pub(crate) async fn choose_in_header_menu(firefox: &Browser, entry: &str) -> Result<()> {
    // Before that, some entries are disabled.
    firefox.wait_in_sidebar("the tree", "return one('navi-bar').state != 'loading'", &[]).await?;
    firefox.focus(At::Css("#more")).await?;
    firefox.press(Key::Enter).await?;
    let is_open = "return all('[role=menu]').length == 1 && all('[role^=menuitem]')[0]?.matches(':focus')";
    firefox.wait_in_sidebar("the menu with its first entry focused", is_open, &[]).await?;
    let entries = "return all('[role^=menuitem]').map((item) => item.textContent);";
    let entries: Vec<String> = firefox.in_sidebar_as(entries, &[]).await?;
    let place = entries.iter().position(|each| each == entry);
    let Some(place) = place else { bail!("the menu has no entry {entry:?}, but {entries:?}") };
    for _ in 0..place {
        firefox.press(Key::Down).await?;
    }
    // Keys may still be on their way.
    let is_focused = "return one('[role^=menuitem]:focus')?.textContent == args[0]";
    firefox.wait_in_sidebar(&format!("the focus on {entry:?}"), is_focused, &[json!(entry)]).await?;
    firefox.press(Key::Enter).await?;
    firefox.wait_in_sidebar("the menu to close", "return all('[role=menu]').length == 0", &[]).await?;
    Ok(())
}

/// Chooses an entry of a submenu of that menu, with the keyboard.
pub(crate) async fn choose_in_submenu(firefox: &Browser, submenu: &str, entry: &str) -> Result<()> {
    firefox.wait_in_sidebar("the tree", "return one('navi-bar').state != 'loading'", &[]).await?;
    firefox.focus(At::Css("#more")).await?;
    firefox.press(Key::Enter).await?;
    for (depth, title) in [(1, submenu), (2, entry)] {
        let is_open = "return all('[role=menu]').length == args[0] && all('[role=menu]').at(-1).querySelector('[role^=menuitem]').matches(':focus')";
        firefox.wait_in_sidebar("the menu with its first entry focused", is_open, &[json!(depth)]).await?;
        // A space would choose the entry, so the title is typed up to the space.
        firefox.type_text(title.split(' ').next().unwrap_or_default()).await?;
        let is_focused = "return one('[role^=menuitem]:focus')?.textContent == args[0]";
        firefox.wait_in_sidebar(&format!("the focus on {title:?}"), is_focused, &[json!(title)]).await?;
        firefox.press(if depth == 1 { Key::Right } else { Key::Enter }).await?;
    }
    firefox.wait_in_sidebar("the menu to close", "return all('[role=menu]').length == 0", &[]).await?;
    Ok(())
}

#[test]
fn a_file_shows_until_the_user_goes_back() -> Result<()> {
    browser_test("a_file_shows_until_the_user_goes_back", async |firefox| {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("my bookmarks.xbel");
        std::fs::write(&path, xbel())?;
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Css("#more")).await?;
        firefox.choose_files(&[&path]).await?;
        wait_for_words(firefox, "arranged as in my bookmarks.xbel").await?;
        let rows = firefox.wait_for_rows("its tree", |rows| names(rows).contains(&"Weather")).await?;
        ensure!(!names(&rows).contains(&"Plants"), "the rows of the site are gone");
        wait_for_focus(firefox, "Seeds").await?;

        // The button to go back leaves room for the name.
        for width in [180, 240, 300, 480] {
            firefox.set_sidebar_width(width).await?;
            let room =
                "const site = one('#site'); return [innerWidth, Math.min(site.scrollWidth, 80) - site.clientWidth]";
            let (inner, missing): (f64, f64) = firefox.in_sidebar_as(room, &[]).await?;
            ensure!(missing <= 0.0, "the name is cut at {inner} px: {missing} px are missing");
        }

        // The file stays when the tab opens another site or a page without a site.
        let other = Site::start(&[page("Elsewhere", "/")])?;
        for url in [other.url("/"), firefox.own_page().to_owned(), site.url("/")] {
            firefox.goto(&url).await?;
            wait_for_words(firefox, "my bookmarks.xbel").await?;
            assert_eq!(names(&firefox.rows().await?)[0], "Seeds");
        }
        let requests = other.requests().iter().filter(|request| request.path.contains("sitemap")).count();
        assert_eq!(requests, 0, "the other site's sitemap is not requested");

        firefox.click(At::Css("#back")).await?;
        firefox.wait_for_rows("the site", |rows| names(rows) == ["Welcome", "Plants", "Tools", "Contact"]).await?;
        wait_for_words(firefox, "arranged as in sitemap.rdf").await?;
        assert_eq!(firefox.in_sidebar("return one('#back').checkVisibility()", &[]).await?, json!(false));
        Ok(())
    })
}

#[test]
fn the_title_and_description_of_a_file_show_in_the_header() -> Result<()> {
    browser_test("the_title_and_description_of_a_file_show_in_the_header", async |firefox| {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("links.xbel");
        const TITLE: &str = "Bookmarks of a gardener";
        let title = format!("<title>{TITLE}</title>");
        std::fs::write(&path, xbel().replace(&title, &format!("{title}<desc>Links that I keep</desc>")))?;
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Css("#more")).await?;
        firefox.choose_files(&[&path]).await?;
        wait_for_words(firefox, "arranged as in links.xbel").await?;
        let name = "const site = one('#site'); return [site.textContent, site.title.split('\\n').slice(1, 3)]";
        assert_eq!(firefox.in_sidebar(name, &[]).await?, json!([TITLE, [TITLE, "Links that I keep"]]));
        // A site is known by its host.
        firefox.click(At::Css("#back")).await?;
        wait_for_words(firefox, "arranged as in sitemap.rdf").await?;
        assert_eq!(
            firefox.in_sidebar("return one('#site').textContent", &[]).await?,
            json!(site.url("").replace("http://", ""))
        );
        Ok(())
    })
}

#[test]
fn the_page_in_the_tab_is_marked_in_a_file() -> Result<()> {
    browser_test("the_page_in_the_tab_is_marked_in_a_file", async |firefox| {
        let site = Site::start(&garden())?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("list.txt");
        std::fs::write(&path, format!("{}\n{}\n", site.url("/contact.html"), site.url("/plants.html")))?;
        firefox.goto(&site.url("/contact.html")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the site", |rows| rows.len() == 4).await?;
        firefox.choose_files(&[&path]).await?;
        wait_for_words(firefox, "2 pages from list.txt, arranged by address").await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Contact")).await?;
        firefox.click(At::Row("Plants")).await?;
        firefox.wait_for_url(&site.url("/plants.html")).await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Plants")).await?;
        wait_for_words(firefox, "list.txt").await
    })
}

#[test]
fn a_file_that_is_not_a_sitemap_is_reported() -> Result<()> {
    browser_test("a_file_that_is_not_a_sitemap_is_reported", async |firefox| {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("page.xml");
        std::fs::write(&path, "<!doctype html><title>Page</title><p>No sitemap.")?;
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.choose_files(&[&path]).await?;
        wait_for_words(firefox, "This file is not a sitemap").await?;
        assert_eq!(firefox.rows().await?, []);
        choose_in_header_menu(firefox, "Show This Site").await?;
        firefox.wait_for_rows("the site", |rows| rows.len() == 4).await?;
        Ok(())
    })
}

#[test]
fn a_file_can_be_opened_where_there_is_no_site() -> Result<()> {
    browser_test("a_file_can_be_opened_where_there_is_no_site", async |firefox| {
        firefox.goto(firefox.own_page()).await?;
        firefox.open_sidebar().await?;
        wait_for_words(firefox, "Open File…").await?;
        // The file is dropped onto the sidebar.
        firefox
            .in_sidebar(
                "const dataTransfer = new DataTransfer();
                 dataTransfer.items.add(new File([args[0]], 'dropped.xbel'));
                 const send = (type) => document.body.dispatchEvent(
                     new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
                 if (send('dragover')) throw new Error('a file is not welcome');
                 if (!document.body.dataset.invitation) throw new Error('nothing invites to drop it');
                 if (send('drop')) throw new Error('the browser opens it');",
                &[json!(xbel())],
            )
            .await?;
        wait_for_words(firefox, "arranged as in dropped.xbel").await?;
        wait_for_words(firefox, "Close File").await?;
        firefox.click(At::Css("#back")).await?;
        wait_for_words(firefox, "does not show one").await
    })
}

#[test]
fn a_saved_file_gives_the_same_tree() -> Result<()> {
    browser_test("a_saved_file_gives_the_same_tree", async |firefox| {
        let folder = tempfile::tempdir()?;
        firefox.download_to(folder.path()).await?;
        for (entry, name, marks) in [
            ("NNS (.rdf)", "127.0.0.1.rdf", "http://www.oaklett.org/map/1.0#"),
            ("NEGS (.xml)", "127.0.0.1-negs.xml", "http://navibar.oaklett.org/negs/1.0#"),
            ("XBEL (.xbel)", "127.0.0.1.xbel", "<xbel"),
            ("Bookmarks of Browsers (.html)", "127.0.0.1.html", "<!DOCTYPE NETSCAPE-Bookmark-file-1>"),
            ("OPML (.opml)", "127.0.0.1.opml", "<opml"),
        ] {
            let site = Site::start(&garden())?;
            visit(firefox, &site).await?;
            let before = opened(firefox).await?;
            choose_in_submenu(firefox, "Save As", entry).await?;
            let path = folder.path().join(name);
            let saved = firefox
                .wait_until(&format!("the file {name}"), async || {
                    // During a download there is a partial file beside it.
                    let text = std::fs::read_to_string(&path).unwrap_or_default();
                    Ok(text.trim_end().ends_with('>').then_some(text))
                })
                .await?;
            ensure!(saved.contains(marks), "this is another format:\n{saved}");
            firefox.choose_files(&[&path]).await?;
            wait_for_words(firefox, &format!("arranged as in {name}")).await?;
            assert_eq!(opened(firefox).await?, before, "read from {name}");
            firefox.click(At::Css("#back")).await?;
            wait_for_words(firefox, "arranged as in sitemap.rdf").await?;
        }
        Ok(())
    })
}

#[test]
fn saving_offers_to_load_the_rest_of_an_index() -> Result<()> {
    browser_test("saving_offers_to_load_the_rest_of_an_index", async |firefox| {
        let folder = tempfile::tempdir()?;
        firefox.download_to(folder.path()).await?;
        with_settings(firefox, async || {
            let site = Site::without_sitemap()?;
            let paths: Vec<String> = (1..=6).map(|n| format!("/sitemap-{n}.xml")).collect();
            site.route("/sitemap.xml", index(&site, &paths.iter().map(String::as_str).collect::<Vec<_>>()));
            // The last one is missing.
            for (n, path) in paths.iter().enumerate().take(5) {
                site.route(path, urlset(&site, &[&format!("/page-{}.html", n + 1)]));
            }
            firefox.open_sidebar().await?;
            set(firefox, json!({ "sitemapsAtOnce": 2 })).await?;
            visit(firefox, &site).await?;
            wait_for_words(firefox, "3 pages in 3 sitemaps").await?;
            let question = "return one('dialog.question[open] #question')?.textContent";
            let answer = "return all('dialog.question button').map((button) => button.textContent)";
            for (button, pages, rest) in [("Save Without Them", 2, 4), ("Load Them, Then Save", 5, 1)] {
                choose_in_submenu(firefox, "Save As", "XBEL (.xbel)").await?;
                firefox.wait_in_sidebar("the question", question, &[]).await?;
                assert_eq!(
                    firefox.in_sidebar(question, &[]).await?,
                    json!("Sitemaps that are not loaded: 4. Without them, the file lacks their pages.")
                );
                assert_eq!(
                    firefox.in_sidebar(answer, &[]).await?,
                    json!(["Load Them, Then Save", "Save Without Them", "Cancel"])
                );
                let place = format!("dialog.question button[value='{button}']");
                firefox.click(At::Css(&place)).await?;
                wait_for_words(firefox, &format!("Sitemaps that the file lacks: {rest}.")).await?;
                let path = folder.path().join("127.0.0.1.xbel");
                firefox
                    .wait_until("the file", async || {
                        let text = std::fs::read_to_string(&path).unwrap_or_default();
                        Ok((text.matches("/page-").count() == pages).then_some(()))
                    })
                    .await?;
                std::fs::remove_file(path)?;
            }
            Ok(())
        })
        .await
    })
}

/// The tree with all branches expanded.
async fn opened(firefox: &Browser) -> Result<String> {
    firefox.wait_for_rows("the top level", |rows| rows.len() >= 4).await?;
    firefox.in_sidebar("const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();", &[]).await?;
    let rows = firefox.wait_for_rows("all branches", |rows| rows.len() == 9).await?;
    Ok(outline(&rows))
}
