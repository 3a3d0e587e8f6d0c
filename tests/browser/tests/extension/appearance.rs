//! The sidebar has the colours of Firefox's theme, and is legible with every theme.

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, browser_test};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::site::{Site, garden, visit};

/// The visible colours, from 0 to 255, and the WCAG contrast of some with their background.
#[derive(Debug, Deserialize)]
struct Colours {
    background: [f64; 3],
    text: f64,
    muted: f64,
    accent: f64,
}

async fn colours(firefox: &Browser) -> Result<Colours> {
    firefox
        .in_sidebar_as(
            "const read = (colour) => {
                 const probe = document.body.appendChild(document.createElement('i'));
                 probe.style.color = `color-mix(in srgb, ${colour}, ${colour})`;
                 const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
                 probe.remove();
                 return parts;
             };
             const light = (c) => c.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
             const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
             const background = read(getComputedStyle(document.documentElement).backgroundColor);
             const row = one('[role=treeitem]:not([aria-current])');
             return {
                 background: background.map((v) => v * 255),
                 text: contrast(read(getComputedStyle(row).color), background),
                 muted: contrast(read(getComputedStyle(one('#count')).color), background),
                 accent: contrast(read(getComputedStyle(document.documentElement).getPropertyValue('--sidebar-accent')), background),
             };",
            &[],
        )
        .await
}

/// Waits until `accept` returns `true` for the background. Then checks that everything on it is legible.
async fn wait_for_background(firefox: &Browser, what: &str, accept: impl Fn([f64; 3]) -> bool) -> Result<()> {
    let colours = firefox
        .wait_until(what, async || {
            let colours = colours(firefox).await?;
            Ok(accept(colours.background).then_some(colours))
        })
        .await?;
    ensure!(colours.text >= 4.5, "titles are not legible: {colours:?}");
    ensure!(colours.muted >= 4.5, "the number of pages is not legible: {colours:?}");
    ensure!(colours.accent >= 3.0, "the focus is not visible: {colours:?}");
    Ok(())
}

fn is_dark([red, green, blue]: [f64; 3]) -> bool {
    red + green + blue < 200.0
}

/// Enables a theme in Firefox, and removes it afterwards.
async fn with_theme(firefox: &Browser, theme: &str, body: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
    const ENABLE: &str = "
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
        await (await AddonManager.getAddonByID(A[0])).enable();
        await until('the theme', () => front().document.documentElement.getAttribute('theme-effective-id') == A[0]);";
    firefox.chrome(ENABLE, &[json!(theme)]).await?;
    let result = body().await;
    firefox.chrome(ENABLE, &[json!("default-theme@mozilla.org")]).await?;
    result
}

/// Does the same with a theme that the test writes.
async fn with_own_theme(firefox: &Browser, theme: &Value, body: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
    const ID: &str = "own-theme@example.org";
    let folder = tempfile::tempdir()?;
    let manifest = json!({
        "manifest_version": 2, "name": "Own", "version": "1", "theme": theme,
        "browser_specific_settings": { "gecko": { "id": ID } },
    });
    std::fs::write(folder.path().join("manifest.json"), manifest.to_string())?;
    firefox
        .chrome(
            "const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
             const folder = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
             folder.initWithPath(A[0]);
             await AddonManager.installTemporaryAddon(folder);",
            &[json!(folder.path())],
        )
        .await?;
    let result = with_theme(firefox, ID, body).await;
    firefox
        .chrome(
            "const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
             await (await AddonManager.getAddonByID(A[0])).uninstall();",
            &[json!(ID)],
        )
        .await?;
    result
}

#[test]
fn colours_follow_the_users_preference() -> Result<()> {
    browser_test("colours_follow_the_users_preference", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.set_dark(false).await?;
        wait_for_background(firefox, "a light sidebar", |background| !is_dark(background)).await?;
        firefox.picture("sidebar-light").await?;
        firefox.set_dark(true).await?;
        wait_for_background(firefox, "a dark sidebar", is_dark).await?;
        firefox.picture("sidebar-dark").await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium does not tell extensions about its themes")]
fn colours_follow_the_theme() -> Result<()> {
    browser_test("colours_follow_the_theme", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        for theme in
            ["firefox-compact-dark@mozilla.org", "firefox-compact-light@mozilla.org", "firefox-alpenglow@mozilla.org"]
        {
            with_theme(firefox, theme, async || {
                let expected: [f64; 3] = firefox
                    .chrome_as(
                        "const box = front().document.getElementById('sidebar-box');
                         return front().getComputedStyle(box).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number);",
                        &[],
                    )
                    .await?;
                ensure!(is_dark(expected) == theme.contains("dark"), "{theme} has {expected:?}");
                let near = |background: [f64; 3]| background.iter().zip(expected).all(|(a, b)| (a - b).abs() < 3.0);
                wait_for_background(firefox, &format!("{theme}'s background {expected:?}"), near).await
            })
            .await?;
        }
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium does not tell extensions about its themes")]
fn colours_follow_both_variants_of_a_theme() -> Result<()> {
    browser_test("colours_follow_both_variants_of_a_theme", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        with_theme(firefox, "firefox-alpenglow@mozilla.org", async || {
            firefox.set_dark(true).await?;
            wait_for_background(firefox, "the dark side", is_dark).await?;
            firefox.set_dark(false).await?;
            wait_for_background(firefox, "the light side", |background| !is_dark(background)).await
        })
        .await
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium does not tell extensions about its themes")]
fn text_is_legible_in_an_illegible_theme() -> Result<()> {
    browser_test("text_is_legible_in_an_illegible_theme", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        let theme = json!({ "colors": {
            "frame": "#777777", "tab_background_text": "#888888",
            "sidebar": "hsl(300 1% 50%)", "sidebar_text": "rgba(140, 140, 140, 0.9)", "sidebar_highlight": "#828282",
        } });
        let fog = |background: [f64; 3]| background.iter().all(|part| (120.0..136.0).contains(part));
        with_own_theme(firefox, &theme, async || wait_for_background(firefox, "the fog", fog).await).await
    })
}
