//! The order of the tree, from the header's menu.

use anyhow::Result;
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::files::choose_in_submenu;
use crate::site::{Site, garden, names, page, visit};
use crate::sitemaps::xml;

/// Opens the header's menu and chooses an entry by typing its letters.
async fn choose(firefox: &Browser, letters: &str) -> Result<()> {
    firefox.focus(At::Css("#more")).await?;
    firefox.press(Key::Enter).await?;
    firefox.wait_in_sidebar("the menu", "return all('[role=menuitemradio]').length == 3", &[]).await?;
    firefox.type_text(letters).await?;
    firefox.press(Key::Enter).await?;
    firefox.wait_in_sidebar("no menu", "return all('[role=menu]').length == 0", &[]).await?;
    Ok(())
}

/// The three entries: the marked one in brackets, a disabled one in parentheses.
async fn orders(firefox: &Browser) -> Result<String> {
    firefox.focus(At::Css("#more")).await?;
    firefox.press(Key::Enter).await?;
    firefox.wait_in_sidebar("the menu", "return all('[role=menuitemradio]').length == 3", &[]).await?;
    let text = firefox
        .in_sidebar_as(
            "return all('[role=menuitemradio]').map((item) => item.ariaChecked == 'true' ? `[${item.textContent}]`
                 : item.ariaDisabled == 'true' ? `(${item.textContent})` : item.textContent).join(', ')",
            &[],
        )
        .await?;
    firefox.press(Key::Escape).await?;
    Ok(text)
}

async fn wait_for(firefox: &Browser, expected: &[&str]) -> Result<()> {
    firefox.wait_for_rows(&format!("{expected:?}"), |rows| names(rows) == expected).await?;
    Ok(())
}

const TREES: &[(&str, &str)] = &[("oak", "2024-03-01"), ("ash", "2025-12-24"), ("elm", "2026-01-31")];

/// A sitemap of pages with the days of their last change.
fn dated(site: &Site, pages: &[(&str, &str)]) -> Reply {
    let entry = |(name, day): &(&str, &str)| {
        format!("<url><loc>{}</loc><lastmod>{day}</lastmod></url>", site.url(&format!("/{name}.html")))
    };
    let entries: String = pages.iter().map(entry).collect();
    xml(format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>"))
}

#[test]
fn the_tree_is_sorted_by_title_and_by_last_change() -> Result<()> {
    browser_test("the_tree_is_sorted_by_title_and_by_last_change", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", dated(&site, TREES));
        site.has("/oak.html", "Oak");
        firefox.goto(&site.url("/oak.html")).await?;
        firefox.open_sidebar().await?;
        wait_for(firefox, &["Oak", "Ash", "Elm"]).await?;
        assert_eq!(orders(firefox).await?, "[In the Site’s Order], By Title, Last Changed First");
        choose(firefox, "by").await?;
        wait_for(firefox, &["Ash", "Elm", "Oak"]).await?;
        choose(firefox, "last").await?;
        wait_for(firefox, &["Elm", "Ash", "Oak"]).await?;
        assert_eq!(orders(firefox).await?, "In the Site’s Order, By Title, [Last Changed First]");
        // The order stays after a reload and on another site.
        site.route("/sitemap.xml", dated(&site, &[TREES, &[("yew", "2026-11-01")]].concat()));
        firefox.click(At::Css("#reload")).await?;
        wait_for(firefox, &["Yew", "Elm", "Ash", "Oak"]).await?;
        choose(firefox, "by").await?;
        let other = Site::start(&[page("Zinnia", "/z.html"), page("Aster", "/a.html").with([page("Old", "/o.html")])])?;
        firefox.goto(&other.url("/z.html")).await?;
        wait_for(firefox, &["Aster", "Zinnia"]).await?;
        // No page has a date there.
        assert_eq!(orders(firefox).await?, "In the Site’s Order, [By Title], (Last Changed First)");
        choose(firefox, "in").await?;
        wait_for(firefox, &["Zinnia", "Aster"]).await
    })
}

#[test]
fn branches_have_the_date_of_their_newest_page_and_the_current_page_stays_in_view() -> Result<()> {
    let name = "branches_have_the_date_of_their_newest_page_and_the_current_page_stays_in_view";
    browser_test(name, async |firefox| {
        let site = Site::without_sitemap()?;
        let names: Vec<String> = (0..300).map(|n| format!("page-{n:03}")).collect();
        let mut pages: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "2024-03-01")).collect();
        pages.extend([("old/one", "2023-01-01"), ("zoo/one", "2023-06-01"), ("zoo/deep/two", "2026-01-31")]);
        pages[250].1 = "2025-01-01";
        site.route("/sitemap.xml", dated(&site, &pages));
        site.has("/page-250.html", "Page 250");
        firefox.goto(&site.url("/page-250.html")).await?;
        firefox.open_sidebar().await?;
        let in_sight = "const row = all('[role=treeitem][aria-current]')[0]?.getBoundingClientRect();
            const box = one('[part~=scroller]').getBoundingClientRect();
            return row && row.top >= box.top - 1 && row.bottom <= box.bottom + 1";
        firefox.wait_in_sidebar("the current page", in_sight, &[]).await?;
        for letters in ["last", "by", "in"] {
            choose(firefox, letters).await?;
            let order = match letters {
                "last" => "changed",
                "by" => "title",
                _ => "site",
            };
            let sorted = "const { session, order } = one('navi-bar');
                const top = session.rows(0, 1)[0].title;
                return order == args[0] && (top == 'Zoo') == (order == 'changed')";
            firefox.wait_in_sidebar("the order", sorted, &[json!(order)]).await?;
            firefox.wait_in_sidebar("the current page still in view", in_sight, &[]).await?;
        }
        Ok(())
    })
}

#[test]
fn sorting_keeps_expanded_branches_and_the_focus() -> Result<()> {
    browser_test("sorting_keeps_expanded_branches_and_the_focus", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.focus(At::Row("Tools")).await?;
        firefox.press(Key::Right).await?;
        wait_for(firefox, &["Welcome", "Plants", "Tools", "Spade", "Rake", "Contact"]).await?;
        choose(firefox, "by").await?;
        wait_for(firefox, &["Welcome", "Contact", "Plants", "Tools", "Rake", "Spade"]).await?;
        // Tab moves from the header through the filter to the last focused row.
        firefox.focus(At::Css("input[type=search]")).await?;
        firefox.press(Key::Tab).await?;
        firefox
            .wait_for_rows("the focus on Tools", |rows| rows.iter().any(|row| row.focused && row.name == "Tools"))
            .await?;
        // A filter shows its results in the same order, and the command for the next page follows that order.
        firefox.focus(At::Css("input[type=search]")).await?;
        firefox.type_text("tools").await?;
        wait_for(firefox, &["Tools", "Rake", "Spade"]).await?;
        firefox.press(Key::Escape).await?;
        firefox.goto(&site.url("/tools/rake.html")).await?;
        firefox.wait_for_rows("the mark", |rows| rows.iter().any(|row| row.current && row.name == "Rake")).await?;
        choose_in_submenu(firefox, "Go To", "Next page in the tree").await?;
        firefox.wait_for_url(&site.url("/tools/spade.html")).await?;
        assert_eq!(firefox.in_sidebar("return one('navi-bar').order", &[]).await?, json!("title"));
        Ok(())
    })
}
