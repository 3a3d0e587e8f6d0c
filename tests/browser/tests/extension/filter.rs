//! The filter box: typing, the filtered tree, and the way back to the whole tree.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Area, At, Browser, Key, Part, Reply, browser_test};
use serde_json::json;

use crate::site::{Page, Site, garden, heading, listed, names, page, sitemap, visit};
use crate::sitemaps::wait_for_words;

const BOX: At<'_> = At::Css("input[type=search]");

/// The focused element: the filter box, or a row's name.
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

/// Filters without keys, and waits for the matches. An empty text shows the whole tree again.
pub(crate) async fn filter_by(browser: &Browser, text: &str) -> Result<()> {
    let typed = "const input = one('#filter'); input.value = args[0]; input.dispatchEvent(new Event('input'));";
    browser.in_sidebar(typed, &[json!(text)]).await?;
    let is_filtered = "
        const words = args[0].split(' '), marks = all('[role=treeitem] mark').map((mark) => mark.textContent.toLowerCase());
        if (args[0] === '') return marks.length === 0;
        return marks.length > 0 && marks.every((mark) => words.some((word) => mark.includes(word)))";
    browser.wait_in_sidebar("the matches", is_filtered, &[json!(text)]).await.map(drop)
}

/// Replaces the text in the box by the keyboard. Afterwards, the tree is filtered by the whole text.
async fn filter(firefox: &Browser, text: &str) -> Result<()> {
    firefox.focus(BOX).await?;
    firefox.press_with(&[Key::Control], 'a').await?;
    firefox.type_text(text).await?;
    // The box filters once per frame, after the engine is prepared.
    let applied = "
        if (one('#filter').value !== args[0]) return false;
        await one('navi-bar').session?.prepareFilter();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return true";
    firefox.wait_in_sidebar("the filter", applied, &[json!(text)]).await.map(drop)
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
fn the_filter_shows_pages_with_all_words_and_their_parents() -> Result<()> {
    browser_test("the_filter_shows_pages_with_all_words_and_their_parents", async |firefox| {
        let site = Site::start(&[
            page("Café au lait", "/coffee.html"),
            heading("Fruit").with([page("Green pear", "/fruit/1.html"), page("Red pear", "/fruit/2.html")]),
            page("Pears, all GREEN", "/all.html"),
            page("Shop", "/fruit/green-pear/"),
        ])?;
        visit(firefox, &site).await?;
        // Words match in any order, in part and in any case, also in the address. The parents stay and are expanded.
        filter(firefox, "PEAR gre").await?;
        wait_for(firefox, &["Fruit", "Green pear", "Pears, all GREEN", "Shop"]).await?;
        wait_for_text(firefox, "[part~=filter-count]", "3 of 5 pages").await?;
        // The rows are the same as one letter before, so this waits for the marks.
        let marks = "return all('[role=treeitem]').map((row) => [...row.querySelectorAll('mark')].map((mark) => mark.textContent))";
        firefox
            .wait_until("the marks", async || {
                let marked = firefox.in_sidebar(marks, &[]).await?;
                ensure!(marked == json!([[], ["Gre", "pear"], ["Pear", "GRE"], ["gre", "pear"]]), "they are {marked}");
                Ok(Some(()))
            })
            .await?;
        // Accents are ignored. Without a filter a row has its whole title again.
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
fn the_number_of_results_is_shown_and_announced() -> Result<()> {
    browser_test("the_number_of_results_is_shown_and_announced", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        filter(firefox, "plum").await?;
        wait_for(firefox, &["Plants", "Plum"]).await?;
        let count = text_of(firefox, "[part~=filter-count]").await?;
        assert!(count.starts_with("1 of ") && count.ends_with(" pages"), "{count}");
        // The announcement comes when the typing stops.
        wait_for_text(firefox, "[role=status][aria-live=polite]", &count).await?;
        filter(firefox, "plum pudding").await?;
        wait_for(firefox, &[]).await?;
        let sentence = "No page has all of these words in its title or address.";
        wait_for_text(firefox, "[part~=filter-empty] p", sentence).await?;
        wait_for_text(firefox, "[role=status][aria-live=polite]", sentence).await?;
        // Down has no row to move to.
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "the box").await?;
        firefox.press(Key::Escape).await?;
        wait_for(firefox, CLOSED).await?;
        wait_for_text(firefox, "[part~=filter-empty] p", "").await?;
        wait_for_text(firefox, "[part~=filter-count]", "").await
    })
}

#[test]
fn the_first_letter_filters_at_once_and_later_ones_once_a_frame() -> Result<()> {
    browser_test("the_first_letter_filters_at_once_and_later_ones_once_a_frame", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let shown = firefox
            .in_sidebar(
                "const rows = () => all('[role=treeitem]').map(nameOf);
                 // Both letters are in the same frame.
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
fn the_filter_counts_pages_like_the_header() -> Result<()> {
    browser_test("the_filter_counts_pages_like_the_header", async |firefox| {
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
fn parents_are_dimmed_and_matches_in_addresses_are_shown() -> Result<()> {
    browser_test("parents_are_dimmed_and_matches_in_addresses_are_shown", async |firefox| {
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
        // The match is visible at every width of the sidebar.
        firefox.set_sidebar_width(180).await?;
        let in_sight = "const mark = one('[part=address] mark').getBoundingClientRect();
            const box = one('[part=address]').getBoundingClientRect();
            return mark.left >= box.left && mark.right <= box.right + 1 && box.right <= innerWidth";
        firefox.wait_in_sidebar("the match in view", in_sight, &[]).await?;
        // Without a filter, marks and address are gone.
        firefox.press(Key::Escape).await?;
        firefox
            .wait_in_sidebar("the plain row", "return all('[part=address], [data-leads-on], mark').length == 0", &[])
            .await?;
        Ok(())
    })
}

#[test]
fn a_match_in_an_address_leaves_most_of_the_row_to_the_title() -> Result<()> {
    browser_test("a_match_in_an_address_leaves_most_of_the_row_to_the_title", async |browser| {
        let pages =
            ["Taxonomies", "Pagination"].map(|title| page(title, &format!("/documentation/templates/{title}/")));
        let site = Site::start(&[heading("Docs").with([heading("Parts").with(pages), page("Temper", "/temper")])])?;
        visit(browser, &site).await?;
        browser.set_sidebar_width(240).await?;
        filter(browser, "temp").await?;
        wait_for(browser, &["Docs", "Parts", "Taxonomies", "Pagination", "Temper"]).await?;
        let look = "const cut = all('.title').filter((title) => title.scrollWidth > title.clientWidth);
            const starts = all('[part=address]').map((address) => {
                const { left, width } = address.querySelector('mark').getBoundingClientRect();
                return left + width / 2 < address.getBoundingClientRect().right;
            });
            return [cut.length, starts.length, starts.every(Boolean)].join()";
        assert_eq!(browser.in_sidebar(look, &[]).await?, "0,2,true");
        Ok(())
    })
}

#[test]
fn a_match_in_an_address_is_whole_beside_a_long_title() -> Result<()> {
    browser_test("a_match_in_an_address_is_whole_beside_a_long_title", async |browser| {
        let update = page("Update the environment of an application", "/tutorials/app-config-deploy-chart/");
        let site = Site::start(&[
            heading("Docs").with([heading("Start").with([heading("Tutorials").with([update])])]),
            page("Deploy", "/deploy"),
        ])?;
        visit(browser, &site).await?;
        filter(browser, "deploy").await?;
        wait_for(browser, &["Docs / Start / Tutorials", "Update the environment of an application", "Deploy"]).await?;
        for width in [240, 300, 480] {
            browser.set_sidebar_width(width).await?;
            browser.settle().await?;
            let look =
                "const [box, mark] = ['', ' mark'].map((each) => one('[part=address]' + each).getBoundingClientRect());
                return [mark.left - box.left, box.right - mark.right]";
            let room: (f64, f64) = browser.in_sidebar_as(look, &[]).await?;
            ensure!(room.0 >= 0.0 && room.1 >= -0.5, "{width} pixels: the room beside the match is {room:?}");
        }
        // In the narrowest one, an ellipsis replaces what is before the match. It has ink only in the lower part of the line.
        browser.set_sidebar_width(240).await?;
        browser.settle().await?;
        let place = "const { x, y, width, height } = one('.address > .before').getBoundingClientRect(); return [x, y, width, height]";
        let [x, y, width, height]: [f64; 4] = browser.in_sidebar_as(place, &[]).await?;
        let picture = browser.on_screen(Part::Sidebar).await?;
        let ink = |from: f64, to: f64| {
            picture.ink(&Area { name: String::new(), x, y: y + from * height, width, height: (to - from) * height })
        };
        ensure!(ink(0.0, 0.56) == 0 && ink(0.56, 1.0) > 0, "letters before the match are cut: {}", ink(0.0, 0.56));
        Ok(())
    })
}

#[test]
fn a_chain_of_folders_is_one_row_that_expands_and_collapses() -> Result<()> {
    browser_test("a_chain_of_folders_is_one_row_that_expands_and_collapses", async |firefox| {
        let site = listed(&["/garden/beds/north/rain", "/garden/beds/north/wind", "/roof/wind", "/about"])?;
        firefox.goto(&site.url("/about")).await?;
        firefox.open_sidebar().await?;
        let whole: &[&str] = &["Garden / Beds / North", "Roof", "About"];
        wait_for(firefox, whole).await?;
        filter(firefox, "wind").await?;
        let found: &[&str] = &["Garden / Beds / North", "Wind", "Roof", "Wind"];
        wait_for(firefox, found).await?;
        firefox.wait_for_rows("its level", |rows| rows[0].level == 1 && rows[1].level == 2).await?;
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "Wind").await?;
        firefox.press(Key::Left).await?;
        wait_for_focus(firefox, "Garden / Beds / North").await?;
        firefox.press(Key::Left).await?;
        wait_for(firefox, &["Garden / Beds / North", "Roof", "Wind"]).await?;
        wait_for_focus(firefox, "Garden / Beds / North").await?;
        firefox.press(Key::Right).await?;
        wait_for(firefox, found).await?;
        // The whole tree has the same row.
        firefox.press(Key::Escape).await?;
        wait_for(firefox, whole).await?;
        wait_for_focus(firefox, "Garden / Beds / North").await?;
        firefox.press(Key::Right).await?;
        wait_for(firefox, &["Garden / Beds / North", "Rain", "Wind", "Roof", "About"]).await?;
        firefox.press(Key::Left).await?;
        wait_for(firefox, whole).await
    })
}

#[test]
fn enter_opens_a_branch_that_matches_only_by_its_address() -> Result<()> {
    browser_test("enter_opens_a_branch_that_matches_only_by_its_address", async |firefox| {
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
        // The key may come before the frame that shows the results.
        filter(firefox, "pear").await?;
        firefox.press(Key::Enter).await?;
        firefox.wait_for_url(&site.url("/plants/pear.html")).await?;
        firefox
            .wait_for_rows("the marked result, still filtered", |rows| {
                names(rows) == ["Plants", "Pear"] && rows[1].current && !rows[0].current
            })
            .await?;
        wait_for_focus(firefox, "the box").await?;
        // A navigation within the site changes nothing either.
        firefox.goto(&site.url("/contact.html")).await?;
        firefox.wait_for_rows("no mark", |rows| rows.iter().all(|row| !row.current)).await?;
        wait_for(firefox, &["Plants", "Pear"]).await?;
        firefox.press_with(&[Key::Control], Key::Enter).await?;
        firefox
            .wait_until("a background tab", async || {
                let tabs = firefox.tabs().await?;
                Ok((tabs.len() == 2 && tabs[0].active && tabs[1].url == site.url("/plants/pear.html")).then_some(()))
            })
            .await
    })
}

#[test]
fn down_moves_into_the_tree_and_escape_back() -> Result<()> {
    browser_test("down_moves_into_the_tree_and_escape_back", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        filter(firefox, "rake").await?;
        firefox.press(Key::Down).await?;
        wait_for_focus(firefox, "Rake").await?;
        firefox.press(Key::Up).await?;
        wait_for_focus(firefox, "Tools").await?;
        // A letter in the tree moves to a title. It does not go into the box.
        firefox.press('r').await?;
        wait_for_focus(firefox, "Rake").await?;
        assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!("rake"));
        // Without the filter, the found row is in its place in the tree.
        firefox.press(Key::Escape).await?;
        wait_for(firefox, &["Welcome", "Plants", "Tools", "Spade", "Rake", "Contact"]).await?;
        wait_for_focus(firefox, "Rake").await?;
        // Both keys move the focus to the box.
        for (held, key) in [(vec![], '/'), (vec![Key::Control], 'f')] {
            firefox.press_with(&held, key).await?;
            wait_for_focus(firefox, "the box").await?;
            assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!(""));
            // From the empty box, the focus moves back into the tree.
            firefox.press(Key::Escape).await?;
            wait_for_focus(firefox, "Rake").await?;
        }
        // The row has a focus ring even if the box was clicked.
        firefox.click(BOX).await?;
        firefox.press(Key::Escape).await?;
        wait_for_focus(firefox, "Rake").await?;
        assert_eq!(firefox.in_sidebar("return one('.row:focus').matches(':focus-visible')", &[]).await?, json!(true));
        for (held, key) in [(vec![], '/'), (vec![Key::Control], 'f')] {
            firefox.focus(At::Css("#reload")).await?;
            firefox.press_with(&held, key).await?;
            wait_for_focus(firefox, "the box").await?;
        }
        assert_eq!(firefox.in_sidebar("return one('input[type=search]').value", &[]).await?, json!(""));
        Ok(())
    })
}

/// A thousand branches with two pages each.
fn long_site() -> Vec<Page> {
    (0..1000)
        .map(|n| {
            page(&format!("Branch x{n}"), &format!("/{n}/"))
                .with([page(&format!("Leaf x{n}"), &format!("/{n}/leaf.html")), page("Other", &format!("/{n}/o.html"))])
        })
        .collect()
}

#[test]
fn escape_restores_the_tree_and_its_position() -> Result<()> {
    browser_test("escape_restores_the_tree_and_its_position", async |firefox| {
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
        firefox.wait_for_rows("an expanded branch", |rows| names(rows).contains(&"Leaf x505")).await?;
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

        // After a result has been opened, its place in the tree is shown.
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
fn a_filter_stays_after_a_reload_but_not_on_another_site() -> Result<()> {
    browser_test("a_filter_stays_after_a_reload_but_not_on_another_site", async |firefox| {
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

#[test]
fn a_slash_leads_to_the_box_when_nothing_has_the_focus() -> Result<()> {
    browser_test("a_slash_leads_to_the_box_when_nothing_has_the_focus", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus_sidebar().await?;
        firefox.in_sidebar("document.activeElement?.blur();", &[]).await?;
        firefox.press('/').await?;
        wait_for_focus(firefox, "the box").await?;
        // In the box, it is a letter.
        firefox.press('/').await?;
        firefox.wait_in_sidebar("the letter", "return one('input[type=search]').value === '/'", &[]).await?;
        Ok(())
    })
}
