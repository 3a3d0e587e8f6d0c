//! The sidebar under special conditions: less motion, larger letters, right to left, forced colours, no flash of white.

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Pref, Reply, browser_test};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::drawn_menu::{open_apple_menu, wait_for_place};
use crate::site::{Site, garden, page, sitemap, visit};

/// Turns forced colours on or off, as on a desktop in high contrast.
pub(crate) async fn force_colours(firefox: &Browser, forced: bool) -> Result<()> {
    for (name, colour) in [("ui.highlight", "#000080"), ("ui.highlighttext", "#ffffff")] {
        firefox.set_pref(name, &Pref::Text(colour.to_owned())).await?;
    }
    firefox.set_pref("browser.display.document_color_use", &Pref::Int(if forced { 2 } else { 0 })).await?;
    let is_there = "return matchMedia('(forced-colors: active)').matches == args[0]";
    firefox.wait_in_sidebar("the forced colours", is_there, &[json!(forced)]).await?;
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn nothing_moves_with_reduced_motion() -> Result<()> {
    browser_test("nothing_moves_with_reduced_motion", async |firefox| {
        let list = sitemap(&(0..3000).map(|n| page(&format!("Entry {n}"), &format!("/{n}.html"))).collect::<Vec<_>>());
        let site = Site::without_sitemap()?;
        let (held, _gate) = Reply::rdf(list.clone()).held(list.len() / 2);
        site.route("/sitemap.rdf", held);
        visit(firefox, &site).await?;
        firefox.wait_in_sidebar("the progress", "return one('[part~=progress]').checkVisibility()", &[]).await?;
        let moving = "return [document, one('navi-bar').shadowRoot].flatMap((root) => root.getAnimations())
            .some((animation) => animation.playState == 'running') == args[0]";
        for less in [false, true] {
            firefox.set_pref("ui.prefersReducedMotion", &Pref::Int(less.into())).await?;
            let what = if less { "everything to stand still" } else { "the progress to move" };
            firefox.wait_in_sidebar(what, moving, &[json!(!less)]).await?;
        }
        Ok(())
    })
}

/// Finds elements that are cut or that cover others.
const CUT: &str = "
    const shows = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0 && !e.closest('.spoken');
    const described = (e) => `${e.localName}#${e.id}.${e.className} ${e.textContent.trim().slice(0, 30)}`;
    const wrong = [];
    const parts = all('button, input, p, h1, h2, ol, li, a, [role=treeitem], [role^=menuitem]').filter(shows);
    for (const e of parts) {
        const { left, right } = e.getBoundingClientRect();
        const inList = e.closest('#trail ol');
        if (!inList && (left < -1 || right > innerWidth + 1)) wrong.push(`beyond the edge: ${described(e)} ${left} to ${right}`);
        const { overflowX, overflowY, textOverflow } = getComputedStyle(e);
        const hides = overflowX == 'hidden' && textOverflow != 'ellipsis' && e.scrollWidth > e.clientWidth + 1;
        if (hides || (overflowY == 'hidden' && e.scrollHeight > e.clientHeight + 2)) wrong.push(`cut: ${described(e)}`);
        if (e.localName == 'button' && e.clientHeight + 3 < e.scrollHeight) wrong.push(`too small for its text: ${described(e)}`);
    }
    const controls = parts.filter((e) => e.matches('button, input') && !e.closest('[role=menu], .filter-field'));
    for (const [at, a] of controls.entries()) for (const b of controls.slice(at + 1)) {
        const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
        const over = Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1;
        if (over) wrong.push(`${described(a)} lies on ${described(b)}`);
    }
    if (document.scrollingElement.scrollWidth > innerWidth) wrong.push('it scrolls sideways');
    const tree = one('navi-bar');
    if (!tree.hidden && tree.clientHeight < innerHeight / args[0]) wrong.push(`only ${tree.clientHeight} of ${innerHeight} are left for the tree`);
    return wrong;";

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn nothing_is_cut_at_double_size() -> Result<()> {
    browser_test("nothing_is_cut_at_double_size", async |firefox| {
        let site = Site::start(&garden())?;
        let broken = Site::without_sitemap()?;
        broken.route("/sitemap.rdf", Reply::rdf(sitemap(&garden()).replace("</rdf:RDF>", "")));
        let empty = Site::without_sitemap()?;
        let mut wrong = Vec::new();
        for zoom in ["textZoom", "fullZoom"] {
            firefox.close_sidebar().await?;
            firefox.goto(&site.url("/plants/pear.html")).await?;
            firefox.open_sidebar().await?;
            firefox.set_sidebar_width(200).await?;
            firefox.chrome("panel()[A[0]] = 2;", &[json!(zoom)]).await?;
            firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current)).await?;
            let mut check = async |state: &str| -> Result<()> {
                let found: Vec<String> =
                    firefox.in_sidebar_as(CUT, &[json!(if state == "loaded" { 3 } else { 6 })]).await?;
                wrong.extend(found.into_iter().map(|what| format!("{zoom}, {state}: {what}")));
                firefox.picture(&format!("{zoom}-{state}")).await
            };
            check("loaded").await?;
            firefox.focus(At::Css("input[type=search]")).await?;
            firefox.type_text("pl").await?;
            firefox.wait_in_sidebar("the count", "return one('.filter-count').textContent", &[]).await?;
            check("filtered").await?;
            firefox.press(Key::Escape).await?;
            firefox.focus(At::Css("#more")).await?;
            firefox.press(Key::Enter).await?;
            wait_for_place(firefox, 1, "What’s New…").await?;
            check("menu").await?;
            firefox.press(Key::Escape).await?;
            firefox.goto(&broken.url("/")).await?;
            firefox.wait_in_sidebar("the fault", "return one('#problems').checkVisibility()", &[]).await?;
            check("fault").await?;
            firefox.focus(At::Css("#problems")).await?;
            firefox.press(Key::Enter).await?;
            firefox.wait_in_sidebar("the problems", "return all('.problem').length > 0", &[]).await?;
            check("problems").await?;
            firefox.goto(&empty.url("/")).await?;
            firefox.wait_in_sidebar("the sentence", "return one('navi-bar').state == 'empty'", &[]).await?;
            check("empty").await?;
        }
        assert_eq!(wrong, Vec::<String>::new());
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn right_to_left() -> Result<()> {
    browser_test("right_to_left", async |firefox| {
        firefox.speak("ar").await?;
        from_right_to_left(firefox).await
    })
}

async fn from_right_to_left(firefox: &Browser) -> Result<()> {
    let site = Site::start(&garden())?;
    firefox.goto(&site.url("/plants/pear.html")).await?;
    firefox.open_sidebar().await?;
    let rows = firefox.wait_for_rows("the tree", |rows| rows.iter().any(|row| row.current)).await?;
    ensure!(rows.len() == 7, "{rows:?}");
    firefox.picture("right-to-left").await?;
    // Each row has from the right: twisty, icon, title. Deeper rows start further left. The header's buttons are mirrored.
    let order: Vec<String> = firefox
        .in_sidebar_as(
            "const right = (e) => e.getBoundingClientRect().right;
             const parts = ['.twisty', '.icon', '.title'].map((part) => row('Plants').querySelector(part));
             const wrong = [];
             if (document.documentElement.dir != 'rtl') wrong.push('the document');
             if (!(right(parts[0]) > right(parts[1]) && right(parts[1]) > right(parts[2]))) wrong.push('a row');
             if (!(right(row('Pear').querySelector('.icon')) < right(parts[1]))) wrong.push('the indentation');
             if (!(right(one('#locate')) > right(one('#more')))) wrong.push('the buttons');
             if (!(right(one('#icon')) > right(one('#site')) && right(one('#site')) > right(one('#locate')))) wrong.push('the name');
             if (right(one('#icon')) < innerWidth - 20) wrong.push('the header');
             return wrong;",
            &[],
        )
        .await?;
    ensure!(order.is_empty(), "not from right to left: {order:?}");

    firefox.focus(At::Row("Tools")).await?;
    firefox.press(Key::Left).await?;
    firefox.wait_for_rows("Left to open", |rows| rows.len() == 9).await?;
    firefox.press(Key::Left).await?;
    firefox.wait_for_rows("Left to go in", |rows| rows.iter().any(|row| row.focused && row.name == "Spade")).await?;
    firefox.press(Key::Right).await?;
    firefox.wait_for_rows("Right to go out", |rows| rows.iter().any(|row| row.focused && row.name == "Tools")).await?;
    firefox.press(Key::Right).await?;
    firefox.wait_for_rows("Right to close", |rows| rows.len() == 7).await?;

    firefox.focus(At::Row("Apple")).await?;
    firefox.press_with(&[Key::Shift], Key::F10).await?;
    wait_for_place(firefox, 1, "Recipes").await?;
    firefox.press(Key::Left).await?;
    wait_for_place(firefox, 2, "Recipes").await?;
    firefox.picture("right-to-left-menu").await?;
    firefox.press(Key::Right).await?;
    wait_for_place(firefox, 1, "Recipes").await?;
    firefox.press(Key::Right).await?;
    wait_for_place(firefox, 1, "Recipes").await?;
    firefox.press(Key::Escape).await
}

#[derive(Deserialize)]
struct Ink {
    what: String,
    contrast: f64,
}

/// The contrast among the pixels of each element that matches. An element without contrast is invisible.
async fn ink(firefox: &Browser, selectors: &[&str]) -> Result<Vec<Ink>> {
    let boxes = firefox
        .in_sidebar(
            "await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
             return args.flatMap((selector) => {
                 const found = all(selector).filter((e) => e.checkVisibility());
                 if (found.length == 0) throw new Error('nothing matches ' + selector);
                 return found.map((e) => { const { x, y, width, height } = e.getBoundingClientRect(); return [selector, x, y, width, height]; });
             }).filter(([, x, y, width, height]) => width > 0 && y + height < innerHeight);",
            &selectors.iter().map(|selector| json!(selector)).collect::<Vec<Value>>(),
        )
        .await?;
    contrasts(firefox, boxes).await
}

/// Visible text that hardly differs from its background.
pub(crate) async fn faint_text(firefox: &Browser) -> Result<Vec<String>> {
    let boxes = firefox
        .in_sidebar(
            "await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
             const hasText = (e) => [...e.childNodes].some((node) => node.nodeType == Node.TEXT_NODE && node.data.trim());
             const topmost = (x, y, root = document) => {
                 const found = root.elementFromPoint(x, y);
                 return found?.shadowRoot ? topmost(x, y, found.shadowRoot) : found;
             };
             const found = all('body *').filter((e) => hasText(e) && e.checkVisibility() && !e.closest(':disabled, [aria-disabled=true], style'));
             const boxes = found.map((e) => [e, e.getBoundingClientRect()])
                 .filter(([e, { x, y, right, bottom, width, height }]) => width > 2 && height > 2 && x >= 0 && y >= 0
                     && right <= innerWidth && bottom <= innerHeight && e.contains(topmost(x + width / 2, y + height / 2)))
                 .map(([e, { x, y, width, height }]) => [e.textContent.trim(), x, y, width, height]);
             if (boxes.length == 0) throw new Error('no text');
             return boxes;",
            &[],
        )
        .await?;
    let found = contrasts(firefox, boxes).await?;
    Ok(found.iter().filter(|ink| ink.contrast < 3.0).map(|ink| format!("{:?} {:.2}", ink.what, ink.contrast)).collect())
}

/// The result of `js` for the sidebar's pixels. `js` has them in `context`, and the boxes in `A[0]`.
async fn pixels<T: DeserializeOwned>(firefox: &Browser, js: &str, boxes: Value) -> Result<T> {
    const PICTURE: &str = "
        const { width, height } = panel().getBoundingClientRect();
        const shown = await panel().browsingContext.currentWindowGlobal.drawSnapshot(new DOMRect(0, 0, width, height), 1, 'white');
        const canvas = front().document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
        [canvas.width, canvas.height] = [shown.width, shown.height];
        const context = canvas.getContext('2d');
        context.drawImage(shown, 0, 0);";
    firefox.chrome_as(&format!("{PICTURE}\n{js}"), &[boxes]).await
}

/// The contrast among the pixels of boxes. Each has a name, a position and a size.
async fn contrasts(firefox: &Browser, boxes: Value) -> Result<Vec<Ink>> {
    pixels(
        firefox,
        "const share = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
             return A[0].map(([what, x, y, w, h]) => {
                 const { data } = context.getImageData(Math.round(x), Math.round(y), Math.ceil(w), Math.ceil(h));
                 let [least, most] = [1, 0];
                 for (let at = 0; at < data.length; at += 4) {
                     const light = [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => sum + weight * share(data[at + i] / 255), 0);
                     least = Math.min(least, light);
                     most = Math.max(most, light);
                 }
                 return { what, contrast: (most + 0.05) / (least + 0.05) };
             });",
        boxes,
    )
    .await
}

/// The colours of the pixels of each element that matches.
pub(crate) async fn painted(firefox: &Browser, selector: &str) -> Result<Vec<Vec<u8>>> {
    let boxes = "await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        return all(args[0]).map((e) => e.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]);";
    let boxes = firefox.in_sidebar(boxes, &[json!(selector)]).await?;
    pixels(firefox, "return A[0].map((box) => Array.from(context.getImageData(...box.map(Math.round)).data));", boxes)
        .await
}

/// The direction of the angle that is painted in a box of the sidebar.
pub(crate) async fn tip(firefox: &Browser, place: Value) -> Result<String> {
    pixels(
        firefox,
        "const [x, y, w, h] = A[0].map(Math.round);
             const { data } = context.getImageData(x, y, w, h);
             const isInk = (place) => Math.abs(data[4 * place] - data[0]) > 60;
             // For each row of pixels with the angle, the distance of its first pixel from the left.
             const lines = Array.from({ length: h }, (_, line) => Array.from({ length: w }, (_, at) => at).find((at) => isInk(line * w + at)))
                 .filter((at) => at !== undefined);
             if (lines.length < 3) throw new Error('nothing is painted there');
             return lines[Math.floor(lines.length / 2)] > lines[0] ? 'right' : 'left';",
        place,
    )
    .await
}

/// The positions of the painted guides of each row, in pixels from its left.
async fn guides(firefox: &Browser) -> Result<Vec<Vec<u32>>> {
    let boxes = "await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        return all('.row .guides').map((guides) => guides.getBoundingClientRect()).map(({ y, right }) => [y + 2, right]);";
    let boxes = firefox.in_sidebar(boxes, &[]).await?;
    pixels(
        firefox,
        "return A[0].map(([y, right]) => {
                 const { data } = context.getImageData(0, Math.round(y), Math.round(right), 1);
                 // A row under the pointer has another background.
                 const isGuide = (x) => Math.abs(data[4 * x] - data[0]) > 8;
                 return Array.from({ length: Math.round(right) }, (_, x) => x).filter(isGuide);
             });",
        boxes,
    )
    .await
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "only Firefox's driver reads these pixels")]
fn guides_are_straight_lines_at_any_width() -> Result<()> {
    browser_test("guides_are_straight_lines_at_any_width", async |firefox| {
        let deep = (0..10)
            .rev()
            .fold(page("Deep", "/10"), |below, n| page(&format!("Deep {n}"), &format!("/{n}")).with([below]));
        let site = Site::start(&[deep])?;
        visit(firefox, &site).await?;
        firefox.in_sidebar("one('navi-bar').session.expandAll(); one('navi-bar').refresh()", &[]).await?;
        firefox.wait_for_rows("the way down", |rows| rows.len() == 11).await?;
        for width in [231, 252, 287] {
            firefox.set_sidebar_width(width).await?;
            let has_heard = "return Math.abs(innerWidth - args[0]) < 1";
            firefox.wait_in_sidebar("the width", has_heard, &[json!(width)]).await?;
            let rows = guides(firefox).await?;
            firefox.picture(&format!("guides-{width}")).await?;
            for (level, guides) in rows.iter().enumerate() {
                ensure!(
                    guides.len() == level && rows[level.saturating_sub(1)] == guides[..level.saturating_sub(1)],
                    "{width}: {rows:?}"
                );
            }
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn every_glyph_is_visible_in_every_theme() -> Result<()> {
    browser_test("every_glyph_is_visible_in_every_theme", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        firefox.press(Key::Escape).await?;
        for (dark, forced) in [(0, false), (1, false), (0, true), (1, true)] {
            firefox.set_pref("ui.systemUsesDarkTheme", &Pref::Int(dark)).await?;
            force_colours(firefox, forced).await?;
            let glyphs = [
                "header button:not(:disabled, [aria-disabled=true]) svg",
                "[aria-expanded] > .twisty",
                ".row .icon",
                ".row .title",
                "#icon",
                "#site",
            ];
            firefox.focus(At::Row("Apple")).await?;
            let mut found = ink(firefox, &glyphs).await?;
            // The focus rings of a row, a button and the box, and the mark of the current page.
            found.extend(ink(firefox, &[".row:focus"]).await?);
            firefox.press_with(&[Key::Shift], Key::F10).await?;
            wait_for_place(firefox, 1, "Recipes").await?;
            found.extend(ink(firefox, &[".item", ".item .icon", ".item .arrow"]).await?);
            firefox.press(Key::Escape).await?;
            firefox.focus(At::Css("#more")).await?;
            found.extend(ink(firefox, &["#more", ".filter-field"]).await?);
            firefox.picture(&format!("glyphs-dark-{dark}-forced-{forced}")).await?;
            let faint: Vec<String> = found
                .iter()
                .filter(|ink| ink.contrast < 3.0)
                .map(|ink| format!("{} {:.2}", ink.what, ink.contrast))
                .collect();
            ensure!(found.len() > 30 && faint.is_empty(), "dark: {dark}, forced: {forced}: {faint:?}");
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn the_filter_and_the_close_button_are_visible_in_forced_colours() -> Result<()> {
    browser_test("the_filter_and_the_close_button_are_visible_in_forced_colours", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        // Without the border, which can be visible alone.
        let inside = "one('navi-bar').showDetails(Number(row('Plants').dataset.id));
            await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
            return ['.details-close', '.filter-input'].map((selector) => [selector, one(selector).getBoundingClientRect()])
                .map(([selector, { x, y, width, height }]) => [selector, x + 5, y + 5, width - 10, height - 10]);";
        for dark in [false, true] {
            firefox.set_dark(dark).await?;
            force_colours(firefox, true).await?;
            let boxes = firefox.in_sidebar(inside, &[]).await?;
            let found = contrasts(firefox, boxes).await?;
            let faint: Vec<_> =
                found.iter().filter(|ink| ink.contrast < 3.0).map(|ink| (&ink.what, ink.contrast)).collect();
            ensure!(faint.is_empty(), "dark: {dark}: {faint:?}");
        }
        Ok(())
    })
}

/// Some systems paint light scroll bars in dark windows.
#[test]
fn every_scroll_bar_has_the_colours_of_its_text() -> Result<()> {
    browser_test("every_scroll_bar_has_the_colours_of_its_text", async |browser| {
        let _site = open_apple_menu(browser).await?;
        let default = "return all('*').filter((e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY))
            .filter((e) => getComputedStyle(e).scrollbarColor == 'auto').map((e) => `${e.localName}#${e.id}.${e.className}`);";
        assert_eq!(browser.in_sidebar(default, &[]).await?, json!([]));
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "set by preferences of Firefox")]
fn the_sidebar_is_dark_before_its_scripts_run() -> Result<()> {
    browser_test("the_sidebar_is_dark_before_its_scripts_run", async |firefox| {
        // A picture during the opening would make Firefox paint earlier than usual.
        firefox.set_pref("ui.systemUsesDarkTheme", &Pref::Int(1)).await?;
        let colour = firefox
                .chrome(
                    "const browser = tabs().selectedBrowser;
                     await load(tabs().selectedTab, 'about:blank');
                     await load(tabs().selectedTab, `moz-extension://${A[0]}/sidebar.html`);
                     browser.browsingContext.allowJavascript = false;
                     browser.reload();
                     await until('the page', () => !tabs().selectedTab.hasAttribute('busy'));
                     const shown = await browser.browsingContext.currentWindowGlobal.drawSnapshot(new DOMRect(20, 200, 1, 1), 1, 'red');
                     const canvas = front().document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
                     const context = canvas.getContext('2d');
                     context.drawImage(shown, 0, 0);
                     const answer = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ');
                     browser.browsingContext.allowJavascript = true;
                     return answer;",
                    &[json!(navibar_browser_tests::options::EXTENSION_UUID)],
                )
                .await?;
        assert_eq!(colour, "28 27 34");
        Ok(())
    })
}
