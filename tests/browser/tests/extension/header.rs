//! The header above the tree: the site's icon and name, and the filter box.

use anyhow::{Result, ensure};
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde_json::json;

use crate::lies::{self, NamedSite};
use crate::site::{Site, garden, page, visit};
use crate::sitemaps::{source, urlset, wait_for_words, xml};

/// A site with this number of pages on one level.
fn flat(pages: u32) -> Result<Site> {
    Site::start(&(0..pages).map(|n| page(&format!("Page {n}"), &format!("/{n}.html"))).collect::<Vec<_>>())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the number depends on Firefox's window")]
fn a_window_of_860_pixels_shows_28_rows() -> Result<()> {
    browser_test("a_window_of_860_pixels_shows_28_rows", async |firefox| {
        let site = flat(100)?;
        firefox.goto(&site.url("/0.html")).await?;
        firefox.resize(1200, 860).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() > 20).await?;
        // Firefox's own toolbars leave room for 28 whole rows. The folded pane takes one of them. The last row may be cut.
        let look = "const { top, bottom } = one('[part~=scroller]').getBoundingClientRect();
            const rows = all('[role=treeitem]').map((row) => row.getBoundingClientRect());
            return [rows.filter((row) => row.bottom > top + 1 && row.top < bottom - 0.5).length, top, innerHeight];";
        for width in [180, 240, 300, 480] {
            firefox.set_sidebar_width(width).await?;
            let (rows, top, height): (u32, f64, f64) = firefox.in_sidebar_as(look, &[]).await?;
            println!("{width} pixels: {rows} rows below {top} pixels, in {height}");
            ensure!(rows >= 28 && top <= 56.0, "{width} pixels: {rows} rows below {top} pixels, in {height}");
        }
        Ok(())
    })
}

#[test]
fn the_site_name_appears_once_and_its_tooltip_describes_the_tree() -> Result<()> {
    browser_test("the_site_name_appears_once_and_its_tooltip_describes_the_tree", async |firefox| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/", "/about/", "/contact/"]));
        visit(firefox, &site).await?;
        let host = format!("127.0.0.1:{}", site.port());
        let above = "return one('header').innerText.split('\\n').filter((line) => line.includes(args[0])).length";
        assert_eq!(firefox.in_sidebar(above, &[json!(host)]).await?, json!(1));
        ensure!(!firefox.in_sidebar_as::<bool>("return one('#here').checkVisibility()", &[]).await?, "the trail shows");
        let tip = format!("{host}\n3 pages from sitemap.xml, arranged by address\n{}", site.url("/sitemap.xml"));
        firefox.wait_until(&tip, async || Ok((source(firefox).await? == tip).then_some(()))).await
    })
}

#[test]
fn the_number_of_pages_includes_those_of_a_visited_page() -> Result<()> {
    browser_test("the_number_of_pages_includes_those_of_a_visited_page", async |browser| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/", "/about/", "/contact/"]));
        let menu =
            "<nav><ul><li><a href=/about/>About</a><li><a href=/team/>Team</a><li><a href=/jobs/>Jobs</a></ul></nav>";
        site.route("/about/", Reply::html(format!("<!doctype html><title>About</title>{menu}<h1>About</h1>")));
        visit(browser, &site).await?;
        let count = "return one('#count .spoken').textContent == args[0]";
        browser.wait_in_sidebar("the pages of the sitemap", count, &[json!("3 pages")]).await?;
        browser.goto(&site.url("/about/")).await?;
        browser.wait_for_rows("the menu", |rows| rows.iter().any(|row| row.name == "Jobs")).await?;
        browser.wait_in_sidebar("the pages of the menu", count, &[json!("5 pages")]).await?;
        Ok(())
    })
}

#[test]
fn the_menu_shows_its_last_line_in_full() -> Result<()> {
    browser_test("the_menu_shows_its_last_line_in_full", async |browser| {
        let site = Site::without_sitemap()?;
        site.route("/sitemap.xml", urlset(&site, &["/", "/about/", "/contact/"]));
        visit(browser, &site).await?;
        wait_for_words(browser, "Sitemap loaded").await?;
        for width in [180, 240] {
            browser.set_sidebar_width(width).await?;
            browser.click(At::Css("#more")).await?;
            let shown = "const text = one('.note-item .title');
                const range = document.createRange();
                range.selectNodeContents(text);
                return range.getBoundingClientRect().bottom <= text.getBoundingClientRect().bottom;";
            browser.wait_in_sidebar("the note", "return all('.note-item').length == 1", &[]).await?;
            ensure!(browser.in_sidebar_as::<bool>(shown, &[]).await?, "the note is cut at {width} px");
            browser.press(Key::Escape).await?;
            browser.wait_in_sidebar("no menu", "return all('.note-item').length == 0", &[]).await?;
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has only the icon's address, which is not requested")]
fn the_icon_is_the_tabs_icon_and_causes_no_request() -> Result<()> {
    browser_test("the_icon_is_the_tabs_icon_and_causes_no_request", async |firefox| {
        let site = flat(3)?;
        let page = "<!doctype html><title>Home</title><link rel=icon type=image/png href=/icon.png>";
        site.declare(&[crate::site::page("Home", "/"), crate::site::page("Page 1", "/1.html")]);
        site.route("/", Reply::html(page));
        let picture = project_root().join("extension-manifest/icons/navibar-16.png");
        site.route("/icon.png", Reply::new(200, "image/png", std::fs::read(picture)?));
        visit(firefox, &site).await?;
        // The icon is in the header and in the row of the home page, and nowhere else.
        let icons = "const src = one('#icon img').src;
            return src.startsWith('blob:') && one('#icon img').naturalWidth == 16
                && row('Home').querySelector('img').src == src && !row('Page 1').querySelector('img');";
        firefox.wait_in_sidebar("the icon", icons, &[]).await?;
        assert_eq!(site.requests_for("/icon.png").len(), 1, "the tab's own request");
        // Another site never shows it beside its own name.
        let next = flat(1)?;
        next.route("/0.html", Reply::html("<!doctype html><link rel=icon type=image/png href=/next.png>"));
        let picture = project_root().join("extension-manifest/icons/navibar-32.png");
        next.route("/next.png", Reply::new(200, "image/png", std::fs::read(picture)?));
        let watch = "
            const note = () => { document.body.dataset.icons += ` ${one('#icon img')?.naturalWidth}`; };
            document.body.dataset.icons = '';
            new MutationObserver(note).observe(one('#icon'), { childList: true });";
        firefox.in_sidebar(watch, &[]).await?;
        firefox.goto(&next.url("/0.html")).await?;
        firefox.wait_in_sidebar("the next icon", "return one('#icon img')?.naturalWidth == 32", &[]).await?;
        let icons: String = firefox.in_sidebar_as("return document.body.dataset.icons", &[]).await?;
        ensure!(!icons.is_empty() && !icons.contains("16"), "the icons were{icons} pixels wide");
        // Another site has another icon or none.
        let other = flat(3)?;
        firefox.goto(&other.url("/")).await?;
        firefox.wait_in_sidebar("no icon", "return all('#icon img').length == 0", &[]).await?;
        firefox.wait_in_sidebar("a glyph", "return one('#icon .site').checkVisibility()", &[]).await?;
        Ok(())
    })
}

/// The labels of the host that show, with an ellipsis for those that are hidden. The end of a name says whose it is.
const SHOWN_HOST: &str = "const host = one('#site > .host');
    const before = getComputedStyle(host, '::before').content;
    const shown = [...host.children].filter((each) => each.checkVisibility());
    const isWhole = (each) => each.scrollWidth <= each.clientWidth;
    const fits = shown.at(-1).getBoundingClientRect().right <= one('#name').getBoundingClientRect().right + 1;
    const text = shown.map((each) => each.innerText + (isWhole(each) ? '' : '…')).join('');
    return `${before.includes('…') ? '…' : ''}${text}${fits ? '' : ' is too wide'}`";

#[test]
fn a_long_host_is_cut_at_its_start_before_a_label() -> Result<()> {
    browser_test("a_long_host_is_cut_at_its_start_before_a_label", async |browser| {
        let (long, two) = ("accounts.bank.example.login.evil.example", "marrowbedandbeans.example");
        let site = NamedSite::new(browser, long).await?;
        site.proxy.route(&format!("http://{two}/"), Reply::html("<!doctype html><title>Two</title>"));
        site.open().await?;
        for (width, expected) in
            [(600, long), (330, "…login.evil.example"), (240, "…evil.example"), (600, long), (240, "…evil.example")]
        {
            browser.set_sidebar_width(width).await?;
            let is_so = format!("return (() => {{ {SHOWN_HOST} }})() == args[0]");
            browser.wait_in_sidebar(&format!("{expected} at {width} pixels"), &is_so, &[json!(expected)]).await?;
            let name = browser.in_sidebar("return one('#site').textContent", &[]).await?;
            assert_eq!(name, json!(long), "a screen reader reads the whole name");
        }
        // The end stays also if the label before it is too long.
        browser.goto(&format!("http://{two}/")).await?;
        let is_short = format!(
            "const shown = (() => {{ {SHOWN_HOST} }})(); return shown.startsWith('marrow') && shown.endsWith('….example')"
        );
        browser.wait_in_sidebar("the shortened label", &is_short, &[]).await?;
        Ok(())
    })
}

#[test]
fn a_host_that_is_cut_leaves_room_for_the_number_of_pages() -> Result<()> {
    browser_test("a_host_that_is_cut_leaves_room_for_the_number_of_pages", async |browser| {
        let site = NamedSite::new(browser, "gardenplants.marrowbed.example").await?;
        site.has("/sitemap.xml", xml(lies::urlset(&[&site.url("/"), &site.url("/beans/")])));
        site.open().await?;
        // The number is beside a name that is cut, if both fit. It cuts no label.
        let look = "const [box, count] = ['#name', '#count'].map((each) => one(each));
            const { right, bottom } = count.getBoundingClientRect(), edge = box.getBoundingClientRect();
            const isShown = count.innerText != '' && right <= edge.right + 1 && bottom <= edge.bottom + 1;
            return isShown";
        let is_expected = format!(
            "const [isShown, shown] = [(() => {{ {look} }})(), (() => {{ {SHOWN_HOST} }})()];
             return isShown == args[0] && shown == args[1]"
        );
        let whole = "gardenplants.marrowbed.example";
        for (width, number, name) in [(600, true, whole), (340, true, "…marrowbed.example"), (600, true, whole)] {
            browser.set_sidebar_width(width).await?;
            browser.settle().await?;
            let what = format!("{width} pixels: {name}");
            browser.wait_in_sidebar(&what, &is_expected, &[json!(number), json!(name)]).await?;
        }
        Ok(())
    })
}

#[test]
fn a_short_host_has_the_number_of_pages_beside_it_in_a_narrow_sidebar() -> Result<()> {
    browser_test("a_short_host_has_the_number_of_pages_beside_it_in_a_narrow_sidebar", async |browser| {
        let site = NamedSite::new(browser, "fern.example").await?;
        site.has("/sitemap.xml", xml(lies::urlset(&[&site.url("/"), &site.url("/beans/")])));
        site.open().await?;
        browser.set_sidebar_width(240).await?;
        browser.wait_in_sidebar("the width", "return innerWidth < 260", &[]).await?;
        let is_shown =
            "const box = one('#name').getBoundingClientRect(), count = one('#count').getBoundingClientRect();
            return one('#count').innerText != '' && count.right <= box.right + 1 && count.bottom <= box.bottom + 1;";
        browser.wait_in_sidebar("the number", is_shown, &[]).await?;
        Ok(())
    })
}

/// The number of pages says less than the end of an address.
#[test]
fn a_numeric_host_is_not_cut_for_the_number_of_pages() -> Result<()> {
    browser_test("a_numeric_host_is_not_cut_for_the_number_of_pages", async |browser| {
        let site = flat(1200)?;
        visit(browser, &site).await?;
        let look = "const [box, host, count] = ['#name', '#site > .host', '#count'].map((each) => one(each).getBoundingClientRect());
            const text = document.createRange();
            text.selectNodeContents(one('#site > .host'));
            const isBeside = one('#count').innerText != '' && count.right <= box.right + 1 && count.bottom <= box.bottom + 1;
            return [text.getBoundingClientRect().width, host.width, isBeside];";
        let mut cut = 0;
        for width in [180, 200, 220, 240, 260, 300] {
            browser.set_sidebar_width(width).await?;
            browser.settle().await?;
            let (name, room, number): (f64, f64, bool) = browser.in_sidebar_as(look, &[]).await?;
            ensure!(name <= room + 1.0 || !number, "{width} pixels: a name of {name} pixels is cut to {room}");
            cut += usize::from(name > room + 1.0);
        }
        ensure!(cut > 0, "the name fits at each width");
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has only the icon's address, which is not requested")]
fn the_folder_of_a_site_stays_in_its_name_when_the_icon_changes() -> Result<()> {
    browser_test("the_folder_of_a_site_stays_in_its_name_when_the_icon_changes", async |firefox| {
        let site = NamedSite::new(firefox, "folders-of-mosses.example").await?;
        let map = lies::urlset(&["/moss/", "/moss/care/"].map(|path| site.url(path)).each_ref().map(|url| &**url));
        site.has("/moss/sitemap.xml", xml(map));
        site.has("/moss/", Reply::html("<!doctype html><title>Moss</title><h1>Moss</h1>"));
        firefox.goto(&site.url("/moss/")).await?;
        firefox.open_sidebar().await?;
        let is_named = "return one('#site').textContent == 'folders-of-mosses.example/moss'";
        firefox.wait_in_sidebar("the name", is_named, &[]).await?;
        let icon = "const icon = document.createElement('link');
            [icon.rel, icon.href] = ['icon', args[0]];
            document.head.append(icon);";
        let picture = std::fs::read(project_root().join("extension-manifest/icons/navibar-16.png"))?;
        site.has("/moss/icon.png", Reply::new(200, "image/png", picture));
        firefox.in_page(icon, &[json!(site.url("/moss/icon.png"))]).await?;
        firefox.wait_in_sidebar("the icon", "return all('#icon img').length == 1", &[]).await?;
        ensure!(firefox.in_sidebar_as::<bool>(is_named, &[]).await?, "the folder is missing");
        // In a narrow sidebar an ellipsis replaces the host, and the folder is whole.
        let look =
            "const [name, host, folder] = ['#name', '#site > .host', '#site > .folder'].map((each) => one(each));
            const { left } = folder.getBoundingClientRect(), edge = name.getBoundingClientRect();
            const isWhole = folder.scrollWidth <= folder.clientWidth && left < edge.right;
            const isFirst = left - edge.left < 24 && left - edge.left > 4;
            // The hidden host covers no button.
            const isFree = ['#locate', '#more'].map((each) => one(each)).every((button) => {
                const { x, y, width, height } = button.getBoundingClientRect();
                return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }) && document.scrollingElement.scrollWidth <= innerWidth;
            const opacity = args[0] ? '0' : '1';
            return isWhole && isFree && isFirst == args[0] && getComputedStyle(host).opacity == opacity;";
        for (width, has_ellipsis) in [(180, true), (480, false)] {
            firefox.set_sidebar_width(width).await?;
            firefox.wait_in_sidebar(&format!("the folder at {width} pixels"), look, &[json!(has_ellipsis)]).await?;
        }
        Ok(())
    })
}

/// An SVG of a kilobyte that is drawn ten thousand times. Firefox itself draws it for the tab, so more of it would take the time
/// of other tests.
fn costly_icon() -> String {
    let level = |n: usize| format!("<g id='a{}'>{}</g>", n + 1, format!("<use href='#a{n}'/>").repeat(10));
    let levels: String = (0..4).map(level).collect();
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><g id='a0'><rect width='9' height='9' opacity='.5'/></g>\
         {levels}<use href='#a4'/></svg>"
    )
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has only the icon's address, which is not requested")]
fn a_costly_icon_of_the_tab_is_not_decoded() -> Result<()> {
    browser_test("a_costly_icon_of_the_tab_is_not_decoded", async |firefox| {
        let site = Site::start(&garden())?;
        let page = "<!doctype html><title>Home</title><link rel=icon type=image/svg+xml href=/icon.svg>";
        site.route("/", Reply::html(page));
        site.route("/icon.svg", Reply::new(200, "image/svg+xml", costly_icon()));
        firefox.open_sidebar().await?;
        let watch = "document.body.dataset.icons = '';
            const note = () => { document.body.dataset.icons += one('#icon img')?.src ?? ''; };
            new MutationObserver(note).observe(one('#icon'), { childList: true });";
        firefox.in_sidebar(watch, &[]).await?;
        visit(firefox, &site).await?;
        let is_known = "const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
            return tab.favIconUrl?.startsWith('data:image/svg')";
        firefox.wait_in_sidebar("the tab's icon", is_known, &[]).await?;
        let icons: String = firefox.in_sidebar_as("return document.body.dataset.icons", &[]).await?;
        assert_eq!(icons, "");
        let icon = "one('link').remove();
            const icon = document.createElement('link');
            [icon.rel, icon.type, icon.href] = ['icon', 'image/png', '/icon.png'];
            document.head.append(icon);";
        let picture = project_root().join("extension-manifest/icons/navibar-16.png");
        site.route("/icon.png", Reply::new(200, "image/png", std::fs::read(picture)?));
        firefox.in_page(icon, &[]).await?;
        firefox.wait_in_sidebar("the simple icon", "return one('#icon img').naturalWidth == 16", &[]).await?;
        let icons: String = firefox.in_sidebar_as("return document.body.dataset.icons", &[]).await?;
        assert_eq!(icons.matches("blob:").count(), 1, "{icons}");
        Ok(())
    })
}

/// The commands of the menu are for the site in the tab.
#[test]
fn the_menu_closes_when_the_tab_leaves_the_site() -> Result<()> {
    browser_test("the_menu_closes_when_the_tab_leaves_the_site", async |browser| {
        let site = NamedSite::new(browser, "seedlings.example").await?;
        site.proxy.route("http://saplings.example/", Reply::html("<!doctype html><title>Saplings</title>"));
        site.open().await?;
        browser.focus(At::Css("#more")).await?;
        browser.press(Key::Down).await?;
        let is = "return one('#more').ariaExpanded == args[0]";
        browser.wait_in_sidebar("the menu", is, &[json!("true")]).await?;
        browser.goto("http://saplings.example/").await?;
        browser.wait_in_sidebar("no menu", is, &[json!("false")]).await?;
        Ok(())
    })
}

/// The left and right edges of the filter box and of its parts, in pixels.
const BOX: &str = "const edges = (selector) => all(selector).filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())
        .filter(({ width }) => width > 1).map(({ left, right }) => [left, right]).flat();
    return { field: edges('.filter-field'), input: edges('.filter-input'), counts: edges('.filter-count, .filter-found'), clear: edges('.filter-clear') };";

#[derive(serde::Deserialize, Debug)]
struct Box {
    field: Vec<f64>,
    input: Vec<f64>,
    counts: Vec<f64>,
    clear: Vec<f64>,
}

async fn type_and_look(firefox: &Browser) -> Result<(Box, Box)> {
    let before: Box = firefox.in_sidebar_as(BOX, &[]).await?;
    firefox.focus(At::Css("input[type=search]")).await?;
    firefox.type_text("page").await?;
    firefox.wait_in_sidebar("the count", "return one('.filter-count').textContent", &[]).await?;
    let after: Box = firefox.in_sidebar_as(BOX, &[]).await?;
    firefox.press(Key::Escape).await?;
    Ok((before, after))
}

#[test]
fn the_filter_box_keeps_its_width_and_nothing_covers_the_text() -> Result<()> {
    browser_test("the_filter_box_keeps_its_width_and_nothing_covers_the_text", async |firefox| {
        let site = flat(1200)?;
        visit(firefox, &site).await?;
        for width in [180, 240, 300, 480] {
            firefox.set_sidebar_width(width).await?;
            let (before, after) = type_and_look(firefox).await?;
            ensure!(before.field == after.field, "{width} pixels: the box was {before:?} and is {after:?}");
            let room = after.input[1] - after.input[0];
            ensure!(room >= 60.0, "{width} pixels: {room} are left for the text: {after:?}");
            let ends = [after.input[1] <= after.counts[0] + 0.5, after.counts[1] <= after.clear[0] + 0.5];
            ensure!(ends == [true; 2] && after.clear[1] <= after.field[1], "{width} pixels: they overlap: {after:?}");
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Firefox can be made to speak another language")]
fn nothing_covers_the_text_from_right_to_left() -> Result<()> {
    browser_test("nothing_covers_the_text_from_right_to_left", async |firefox| {
        firefox.speak("ar").await?;
        let site = flat(1200)?;
        visit(firefox, &site).await?;
        firefox.set_sidebar_width(300).await?;
        let (_, after) = type_and_look(firefox).await?;
        let ends = [after.clear[1] <= after.counts[0] + 0.5, after.counts[1] <= after.input[0] + 0.5];
        ensure!(ends == [true; 2] && after.field[0] <= after.clear[0], "they overlap: {after:?}");
        Ok(())
    })
}

#[test]
fn a_message_lies_over_the_tree_and_disappears() -> Result<()> {
    browser_test("a_message_lies_over_the_tree_and_disappears", async |firefox| {
        let site = flat(100)?;
        visit(firefox, &site).await?;
        let places = "return ['header', 'navi-bar'].map((part) => one(part).getBoundingClientRect()).flatMap(({ top, bottom }) => [top, bottom])";
        let before = firefox.in_sidebar(places, &[]).await?;
        firefox.focus(At::Row("Page 0")).await?;
        firefox.open_menu(At::Row("Page 0")).await?;
        firefox.choose(&["Copy Link"]).await?;
        let shown = "return one('#answer').checkVisibility() && one('#answer').textContent && one('#announcement').textContent == one('#answer').textContent";
        firefox.wait_in_sidebar("the message, visible and announced", shown, &[]).await?;
        assert_eq!(firefox.in_sidebar(places, &[]).await?, before, "the rows do not move");
        firefox.click(At::Css("#answer")).await?;
        firefox.wait_in_sidebar("its end", "return !one('#answer').checkVisibility()", &[]).await?;
        Ok(())
    })
}

#[test]
fn without_a_tree_its_actions_are_disabled() -> Result<()> {
    browser_test("without_a_tree_its_actions_are_disabled", async |firefox| {
        let site = NamedSite::new(firefox, "no-actions.example").await?;
        site.open().await?;
        site.has_no_sitemap().await?;
        let is_dim = "const colour = (id) => getComputedStyle(one(id)).color;
            return one('#locate').disabled && colour('#locate') != colour('#reload')";
        firefox.wait_in_sidebar("a dim button", is_dim, &[]).await?;
        firefox.focus(At::Css("#more")).await?;
        firefox.press(Key::Enter).await?;
        let disabled = "const entries = all('[role^=menuitem][aria-disabled=true] [part~=menu-title]');
            return entries.map((title) => title.textContent)";
        let disabled: Vec<String> = serde_json::from_value(firefox.wait_in_sidebar("entries", disabled, &[]).await?)?;
        let of_the_tree = [
            "What\u{2019}s New\u{2026}",
            "Find Page\u{2026}",
            "Collapse All",
            "Go To",
            "In the Site\u{2019}s Order",
            "By Title",
            "Last Changed First",
            "Save As",
            "Problems\u{2026}",
        ];
        assert_eq!(disabled, of_the_tree);
        // A disabled entry opens no submenu.
        for _ in 0..4 {
            firefox.press(Key::Down).await?;
        }
        firefox.press(Key::Right).await?;
        firefox.press(Key::Enter).await?;
        let menus = "return [all('[role=menu]').length, all('[role^=menuitem]').find((item) => item.matches(':focus'))?.textContent]";
        assert_eq!(firefox.in_sidebar(menus, &[]).await?, json!([1, "Go To"]));
        firefox.press(Key::Escape).await
    })
}
