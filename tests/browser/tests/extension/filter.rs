//! The filter box: what is typed into it, what the tree shows then, and how one comes back.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, heading, names, page, sitemap, visit};

const BOX: At<'_> = At::Css("input[type=search]");

/// What has the focus: the filter box, or a row's name.
async fn focused(firefox: &Browser) -> Result<String> {
    firefox
        .in_sidebar_as(
            "let active = document.activeElement;
             while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
             return active?.matches('input') ? 'the box' : active?.role == 'treeitem' ? nameOf(active) : active?.id ?? '';",
            &[],
        )
        .await
}

async fn wait_for_focus(firefox: &Browser, expected: &str) -> Result<()> {
    firefox
        .wait_until(&format!("the focus on {expected}"), async || {
            Ok((focused(firefox).await? == expected).then_some(()))
        })
        .await
}

async fn wait_for(firefox: &Browser, expected: &[&str]) -> Result<()> {
    firefox.wait_for_rows(&format!("{expected:?}"), |rows| names(rows) == expected).await?;
    Ok(())
}

/// Puts this text into the box by the keyboard, in place of what is there.
async fn filter(firefox: &Browser, text: &str) -> Result<()> {
    firefox.focus(BOX).await?;
    firefox.press_with(&[Key::Control], 'a').await?;
    firefox.type_text(text).await
}

async fn text_of(firefox: &Browser, selector: &str) -> Result<String> {
    firefox
        .in_sidebar_as(
            "const found = one(args[0]); return found.checkVisibility() ? found.textContent : ''",
            &[json!(selector)],
        )
        .await
}

async fn wait_for_text(firefox: &Browser, selector: &str, expected: &str) -> Result<()> {
    firefox
        .wait_until(&format!("{expected:?} in {selector}"), async || {
            Ok((text_of(firefox, selector).await? == expected).then_some(()))
        })
        .await
}

const CLOSED: &[&str] = &["Welcome", "Plants", "Tools", "Contact"];

#[test]
fn shows_what_has_all_words_and_the_ways_there() -> Result<()> {
    browser_test("shows_what_has_all_words_and_the_ways_there", async |firefox| {
        let site = Site::start(&[
            page("Café au lait", "/coffee.html"),
            heading("Fruit").with([page("Green pear", "/fruit/1.html"), page("Red pear", "/fruit/2.html")]),
            page("Pears, all GREEN", "/all.html"),
            page("Shop", "/fruit/green-pear/"),
        ])?;
        visit(firefox, &site).await?;
        // In any order, part of a word, whatever the case; in the address, too. The way there stays and is open.
        filter(firefox, "PEAR gre").await?;
        wait_for(firefox, &["Fruit", "Green pear", "Pears, all GREEN", "Shop"]).await?;
        wait_for_text(firefox, "[part~=filter-count]", "3 of 5 pages").await?;
        // The same rows were there one letter earlier.
        let marks = "return all('[role=treeitem]').map((row) => [...row.querySelectorAll('mark')].map((mark) => mark.textContent))";
        firefox
            .wait_until("the marks", async || {
                let marked = firefox.in_sidebar(marks, &[]).await?;
                ensure!(marked == json!([[], ["Gre", "pear"], ["Pear", "GRE"], []]), "they are {marked}");
                Ok(Some(()))
            })
            .await?;
        // Accents count for nothing; and a row has its whole title again without a filter.
        filter(firefox, "cafe").await?;
        wait_for(firefox, &["Café au lait"]).await?;
        wait_for_text(firefox, "mark", "Café").await?;
        firefox.press(Key::Escape).await?;
        wait_for(firefox, &["Café au lait", "Fruit", "Pears, all GREEN", "Shop"]).await?;
        assert_eq!(firefox.in_sidebar("return all('mark').length", &[]).await?, json!(0));
        Ok(())
    })
}

#[test]
fn says_how_much_is_found_and_that_nothing_is() -> Result<()> {
    browser_test("says_how_much_is_found_and_that_nothing_is", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        filter(firefox, "plum").await?;
        wait_for(firefox, &["Plants", "Plum"]).await?;
        let count = text_of(firefox, "[part~=filter-count]").await?;
        assert!(count.starts_with("1 of ") && count.ends_with(" pages"), "{count}");
        // Spoken once the typing has come to rest.
        wait_for_text(firefox, "[role=status][aria-live=polite]", &count).await?;
        filter(firefox, "plum pudding").await?;
        wait_for(firefox, &[]).await?;
        let sentence = "No page has all of these words in its title or address.";
        wait_for_text(firefox, "[part~=filter-empty]", sentence).await?;
        wait_for_text(firefox, "[role=status][aria-live=polite]", sentence).await?;
        // Down has nowhere to go.
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "the box").await?;
        firefox.press(Key::Escape).await?;
        wait_for(firefox, CLOSED).await?;
        wait_for_text(firefox, "[part~=filter-empty]", "").await?;
        wait_for_text(firefox, "[part~=filter-count]", "").await
    })
}

#[test]
fn a_letter_shows_at_once_and_those_after_it_once_a_frame() -> Result<()> {
    browser_test("a_letter_shows_at_once_and_those_after_it_once_a_frame", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let shown = firefox
            .in_sidebar(
                "const rows = () => all('[role=treeitem]').map(nameOf);
                 // Without a frame in between.
                 const type = async (text) => {
                   const input = one('input[type=search]');
                   input.value = text;
                   input.dispatchEvent(new InputEvent('input'));
                   await one('navi-bar').session.prepareFilter();
                   return rows();
                 };
                 const typed = [await type('pl'), await type('plu'), await type('plum')];
                 await new Promise(requestAnimationFrame);
                 await new Promise(requestAnimationFrame);
                 return [...typed, rows()];",
                &[],
            )
            .await?;
        let first = shown[0].clone();
        ensure!(first.as_array().is_some_and(|rows| rows.len() > 2), "'pl' finds {first}");
        assert_ne!(first, json!(CLOSED));
        assert_eq!(shown, json!([first, first, first, ["Plants", "Plum"]]));
        Ok(())
    })
}

#[test]
fn enter_opens_the_first_match_and_the_filter_stays() -> Result<()> {
    browser_test("enter_opens_the_first_match_and_the_filter_stays", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        // The key may be faster than the frame that shows what is found.
        filter(firefox, "pear").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/plants/pear.html")).await?;
        firefox
            .wait_for_rows("the result, still filtered, marked", |rows| {
                names(rows) == ["Plants", "Pear"] && rows[1].current && !rows[0].current
            })
            .await?;
        wait_for_focus(firefox, "the box").await?;
        // Going on within the site changes nothing either.
        firefox.goto(&site.url("/contact.html")).await?;
        firefox.wait_for_rows("no mark", |rows| rows.iter().all(|row| !row.current)).await?;
        wait_for(firefox, &["Plants", "Pear"]).await?;
        firefox.press_with(&[Key::Control], Key::Enter).await?;
        firefox
            .wait_until("a tab in the background", async || {
                let tabs = firefox.tabs().await?;
                Ok((tabs.len() == 2 && tabs[0].active && tabs[1].url == site.url("/plants/pear.html")).then_some(()))
            })
            .await
    })
}

#[test]
fn down_and_escape_go_into_the_tree_and_back() -> Result<()> {
    browser_test("down_and_escape_go_into_the_tree_and_back", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        filter(firefox, "rake").await?;
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "Rake").await?;
        firefox.press(Key::Up).await?;
        wait_for_focus(firefox, "Tools").await?;
        // A letter in the tree goes to a title and not into the box.
        firefox.press('r').await?;
        wait_for_focus(firefox, "Rake").await?;
        assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!("rake"));
        // Without the filter, the row that was found is in its place.
        firefox.press(Key::Escape).await?;
        wait_for(firefox, &["Welcome", "Plants", "Tools", "Spade", "Rake", "Contact"]).await?;
        wait_for_focus(firefox, "Rake").await?;
        // Both keys lead to the box.
        for (held, key) in [(vec![], '/'), (vec![Key::Control], 'f')] {
            firefox.press_with(&held, key).await?;
            wait_for_focus(firefox, "the box").await?;
            assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!(""));
            // From the empty box back into the tree.
            firefox.press(Key::Escape).await?;
            wait_for_focus(firefox, "Rake").await?;
        }
        firefox.focus(At::Css("#reload")).await?;
        firefox.press_with(&[Key::Control], 'f').await?;
        wait_for_focus(firefox, "the box").await
    })
}

/// A thousand branches, of two pages each.
fn long_site() -> Vec<Page> {
    (0..1000)
        .map(|n| {
            page(&format!("Branch x{n}"), &format!("/{n}/"))
                .with([page(&format!("Leaf x{n}"), &format!("/{n}/leaf.html")), page("Other", &format!("/{n}/o.html"))])
        })
        .collect()
}

#[test]
fn escape_gives_the_tree_back_where_it_was() -> Result<()> {
    browser_test("escape_gives_the_tree_back_where_it_was", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.rdf", Reply::rdf(sitemap(&long_site())));
        site.has("/700/leaf.html", "Leaf x700");
        visit(firefox, &site).await?;
        let place = "const box = one('[part~=scroller]');
            const y = box.getBoundingClientRect().top;
            return JSON.stringify([box.scrollTop, all('[role=treeitem]').filter((row) => row.getBoundingClientRect().bottom > y)
                .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top).slice(0, 5).map(nameOf)]);";
        firefox.in_sidebar("one('[part~=scroller]').scrollTop = 12005", &[]).await?;
        firefox.wait_for_rows("the rows there", |rows| names(rows).contains(&"Branch x505")).await?;
        let open =
            "const bar = one('navi-bar'); bar.session.expand(Number(row('Branch x505').dataset.id)); bar.refresh();";
        firefox.in_sidebar(open, &[]).await?;
        firefox.wait_for_rows("an open branch", |rows| names(rows).contains(&"Leaf x505")).await?;
        let before: String = firefox.in_sidebar_as(place, &[]).await?;
        filter(firefox, "leaf x7").await?;
        firefox
            .wait_for_rows("the first results, from the top", |rows| names(rows).starts_with(&["Branch x7", "Leaf x7"]))
            .await?;
        firefox.in_sidebar("one('[part~=scroller]').scrollTop = 900", &[]).await?;
        filter(firefox, "leaf x70").await?;
        wait_for_text(firefox, "[part~=filter-count]", "11 of 3,000 pages").await?;
        firefox.press(Key::Escape).await?;
        firefox
            .wait_until("the tree as it was", async || {
                Ok((firefox.in_sidebar_as::<String>(place, &[]).await? == before).then_some(()))
            })
            .await?;
        wait_for_focus(firefox, "the box").await?;

        // Who has opened a result sees where that is.
        filter(firefox, "leaf x700").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/700/leaf.html")).await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current)).await?;
        firefox.press(Key::Escape).await?;
        firefox
            .wait_for_rows("the page in the whole tree", |rows| {
                rows.iter().any(|row| row.current && row.name == "Leaf x700") && names(rows).contains(&"Branch x701")
            })
            .await?;
        Ok(())
    })
}

#[test]
fn another_site_is_not_filtered_but_the_same_one_loaded_again_is() -> Result<()> {
    browser_test("another_site_is_not_filtered_but_the_same_one_loaded_again_is", async |firefox| {
        let (site, other) = (Site::start(&garden())?, Site::start(&garden())?);
        visit(firefox, &site).await?;
        filter(firefox, "plum").await?;
        wait_for(firefox, &["Plants", "Plum"]).await?;
        site.declare(&[page("Plum cake", "/cake.html"), page("Apple cake", "/apple.html")]);
        firefox.click(At::Css("#reload")).await?;
        wait_for(firefox, &["Plum cake"]).await?;
        wait_for_text(firefox, "[part~=filter-count]", "1 of 2 pages").await?;
        firefox.goto(&other.url("/")).await?;
        wait_for(firefox, CLOSED).await?;
        assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!(""));
        // The button in the box.
        filter(firefox, "plum").await?;
        wait_for(firefox, &["Plants", "Plum"]).await?;
        firefox.click(At::Css("[part~=filter-clear]")).await?;
        wait_for(firefox, CLOSED).await?;
        wait_for_focus(firefox, "the box").await
    })
}
