//! The filter box: what is typed into it, what the tree shows then, and how one comes back.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, heading, listed, names, page, sitemap, visit};
use crate::sitemaps::wait_for_words;

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
                ensure!(marked == json!([[], ["Gre", "pear"], ["Pear", "GRE"], ["gre", "pear"]]), "they are {marked}");
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
fn counts_pages_as_the_header_does() -> Result<()> {
    browser_test("counts_pages_as_the_header_does", async |firefox| {
        let site = listed(&["/", "/guide/one/first", "/guide/two/second", "/guide/two/third"])?;
        firefox.goto(&site.url("/")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| names(rows).contains(&"Guide")).await?;
        filter(firefox, "/").await?;
        wait_for_text(firefox, "[part~=filter-count]", "4 of 4 pages").await?;
        filter(firefox, "two").await?;
        wait_for_text(firefox, "[part~=filter-count]", "2 of 4 pages").await
    })
}

#[test]
fn dims_what_only_leads_on_and_shows_where_an_address_matches() -> Result<()> {
    browser_test("dims_what_only_leads_on_and_shows_where_an_address_matches", async |firefox| {
        let site = Site::start(&[
            heading("Fruit").with([page("Shop", "/a/very/long/way/that/leads/to/green-pear/"), page("Pear", "/pear")]),
            page("Other", "/other"),
        ])?;
        visit(firefox, &site).await?;
        filter(firefox, "pear").await?;
        wait_for(firefox, &["Fruit", "Shop", "Pear"]).await?;
        let looks = "return all('[role=treeitem]').map((row) => {
            const colour = getComputedStyle(row.querySelector('.title')).color;
            const address = row.querySelector('[part=address]');
            return [nameOf(row), colour == getComputedStyle(row).color, address?.textContent ?? '',
                [...row.querySelectorAll('mark')].map((mark) => mark.textContent).join(), row.ariaDescription ?? ''];
          })";
        let expected = json!([
            ["Fruit", false, "", "", ""],
            ["Shop", true, "…reen-pear/", "pear", "…reen-pear/"],
            ["Pear", true, "", "Pear", ""],
        ]);
        firefox
            .wait_until("the looks", async || {
                let shown = firefox.in_sidebar(looks, &[]).await?;
                ensure!(shown == expected, "they are {shown}");
                Ok(Some(()))
            })
            .await?;
        // However narrow the sidebar is, the match shows.
        firefox.set_sidebar_width(180).await?;
        let in_sight = "const mark = one('[part=address] mark').getBoundingClientRect();
            const box = one('[part=address]').getBoundingClientRect();
            return mark.left >= box.left && mark.right <= box.right + 1 && box.right <= innerWidth";
        firefox.wait_in_sidebar("the match in sight", in_sight, &[]).await?;
        // Without a filter nothing of that is left.
        firefox.press(Key::Escape).await?;
        firefox
            .wait_in_sidebar("the plain row", "return all('[part=address], [data-leads-on], mark').length == 0", &[])
            .await?;
        Ok(())
    })
}

#[test]
fn a_chain_of_folders_is_one_row_that_opens_and_closes() -> Result<()> {
    browser_test("a_chain_of_folders_is_one_row_that_opens_and_closes", async |firefox| {
        let site = listed(&["/2020/05/05/rain", "/2020/05/05/wind", "/2021/wind", "/about"])?;
        firefox.goto(&site.url("/about")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| names(rows).contains(&"2020")).await?;
        filter(firefox, "wind").await?;
        let whole: &[&str] = &["2020 / 05 / 05", "Wind", "2021", "Wind"];
        wait_for(firefox, whole).await?;
        firefox.wait_for_rows("its level", |rows| rows[0].level == 1 && rows[1].level == 2).await?;
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "Wind").await?;
        firefox.press(Key::Left).await?;
        wait_for_focus(firefox, "2020 / 05 / 05").await?;
        firefox.press(Key::Left).await?;
        wait_for(firefox, &["2020 / 05 / 05", "2021", "Wind"]).await?;
        wait_for_focus(firefox, "2020 / 05 / 05").await?;
        firefox.press(Key::Right).await?;
        wait_for(firefox, whole).await?;
        // In the whole tree each folder has its row again, and the focus is on the last one.
        firefox.press(Key::Escape).await?;
        wait_for(firefox, &["2020", "05", "05", "2021", "About"]).await?;
        firefox.wait_for_rows("the focus on the last folder", |rows| rows[2].focused).await?;
        Ok(())
    })
}

#[test]
fn enter_opens_a_page_with_pages_below_it_that_only_its_address_finds() -> Result<()> {
    browser_test("enter_opens_a_page_with_pages_below_it_that_only_its_address_finds", async |firefox| {
        let branch = page("Home of the trees", "/wood/").with([page("Oak", "/oak"), page("Woody", "/woody")]);
        let site = Site::start(&[page("Welcome", "/"), branch])?;
        visit(firefox, &site).await?;
        filter(firefox, "wood").await?;
        wait_for(firefox, &["Home of the trees", "Woody"]).await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/wood/")).await
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
        // The scroller goes no further than the rows that have arrived.
        wait_for_words(firefox, "3,000 pages").await?;
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
