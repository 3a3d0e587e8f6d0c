//! `cargo xtask screenshots`: takes pictures of the sidebar in all its states, for the documentation and for reviews.

mod picture;
mod review;
mod states;
mod store;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::{Browser, Pref, Server};
use serde_json::json;
use states::State;

use crate::step::{say, step};
use crate::tools::firefox;
use crate::{build, demo, interrupt, paths, run};

/// Pixels for each CSS pixel. Two are sharp on most displays.
const SCALE: f64 = 2.0;

/// Height of the pictures, in CSS pixels.
const HEIGHT: u32 = 460;

/// Maximum size of all pictures in bytes. Every clone of the project downloads them.
const MAX_BYTES: u64 = 1_700_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    Light,
    Dark,
    /// Forced colours, as on a desktop in high contrast.
    Contrast,
}

impl Theme {
    const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Contrast];

    fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    async fn apply(self, firefox: &Browser) -> Result<()> {
        let is_contrast = self == Self::Contrast;
        firefox.set_pref("ui.systemUsesDarkTheme", &Pref::Int((self != Self::Light).into())).await?;
        for (name, colour) in CONTRAST_COLOURS {
            match is_contrast {
                true => firefox.set_pref(name, &Pref::Text((*colour).to_owned())).await?,
                false => firefox.clear_pref(name).await?,
            }
        }
        firefox.set_pref("browser.display.document_color_use", &Pref::Int(if is_contrast { 2 } else { 0 })).await?;
        let is_applied = "return matchMedia('(forced-colors: active)').matches == args[0]";
        firefox.wait_in_sidebar("the colours", is_applied, &[json!(is_contrast)]).await?;
        Ok(())
    }
}

/// The colours of a desktop in high contrast: white, yellow and blue on black.
const CONTRAST_COLOURS: &[(&str, &str)] = &[
    ("browser.display.background_color", "#000000"),
    ("browser.display.background_color.dark", "#000000"),
    ("browser.display.foreground_color", "#ffffff"),
    ("browser.display.foreground_color.dark", "#ffffff"),
    ("browser.anchor_color", "#ffff00"),
    ("browser.anchor_color.dark", "#ffff00"),
    ("ui.window", "#000000"),
    ("ui.windowtext", "#ffffff"),
    ("ui.-moz-field", "#000000"),
    ("ui.-moz-fieldtext", "#ffffff"),
    ("ui.buttonface", "#000000"),
    ("ui.buttontext", "#ffffff"),
    ("ui.highlight", "#1aebff"),
    ("ui.highlighttext", "#000000"),
    ("ui.graytext", "#3ff23f"),
];

/// The states, each with its widths in CSS pixels and its themes.
type States = &'static [(State, &'static str, &'static [u32], &'static [Theme])];

const PICTURES: States = {
    use Theme::{Dark, Light};
    &[
        (State::Loaded, "loaded", &[180, 240, 480], &[Light, Dark]),
        (State::Loaded, "loaded", &[300], &Theme::ALL),
        (State::Glyphs, "glyphs", &[240], &Theme::ALL),
        (State::Trail, "trail", &[180, 300], &[Light, Dark]),
        (State::Trail, "trail", &[240, 480], &[Light]),
        (State::Unlisted, "unlisted", &[240], &[Light]),
        (State::Menu, "menu", &[300], &Theme::ALL),
        (State::HeaderMenu, "header-menu", &[180, 300], &[Light, Dark]),
        (State::Filter, "filter", &[180, 240, 480], &[Light, Dark]),
        (State::Filter, "filter", &[300], &Theme::ALL),
        (State::NothingFound, "nothing-found", &[300], &[Light]),
        (State::Outline, "outline", &[180], &[Light, Dark]),
        (State::Outline, "outline", &[300], &Theme::ALL),
        (State::Answer, "answer", &[240], &[Light]),
        (State::Details, "details", &[240], &[Light]),
        (State::Details, "details", &[300], &[Light, Dark]),
        (State::Huge, "huge", &[300], &[Light, Dark]),
        (State::Sitemaps, "sitemaps", &[300], &[Light, Dark]),
        (State::Loading, "loading", &[300], &[Light, Dark]),
        (State::Stopped, "stopped", &[300], &[Light]),
        (State::Empty, "empty", &[300], &[Light]),
        (State::Failed, "failed", &[300], &[Light, Dark]),
        (State::Problems, "problems", &[300], &[Light, Dark]),
        (State::News, "whats-new", &[300], &[Light, Dark]),
        (State::NoSite, "no-site", &[300], &[Light]),
    ]
};

/// The states that are also shown from right to left, in Arabic.
const RIGHT_TO_LEFT: States = {
    use Theme::{Dark, Light};
    &[
        (State::Loaded, "loaded", &[240], &[Light, Dark]),
        (State::Trail, "trail", &[300], &[Light]),
        (State::HeaderMenu, "header-menu", &[300], &[Light]),
        (State::Filter, "filter", &[240, 300], &[Light]),
        (State::Outline, "outline", &[240], &[Light]),
        (State::Details, "details", &[300], &[Light]),
        (State::Problems, "problems", &[300], &[Light]),
    ]
};

/// The pictures of each language.
const LANGUAGES: &[(&str, States)] = &[("en", PICTURES), ("ar", RIGHT_TO_LEFT)];

/// The pictures to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Those of the documentation.
    Documentation,
    /// All states in all ways, for a review.
    Review,
    /// Those for the stores.
    Store,
}

/// Takes pictures again.
pub(crate) fn screenshots(kind: Kind) -> Result<()> {
    run::prepare()?;
    build::finish()?;
    let server = step("writing the sites", sites)?;
    let folder = match kind {
        Kind::Documentation => paths::root().join(".github/screenshots"),
        Kind::Review => paths::target().join("screenshots/review"),
        Kind::Store => paths::target().join("screenshots/store"),
    };
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let taken = runtime.block_on(interrupt::unless_interrupted(async {
        let firefox = firefox::launch(if kind == Kind::Store { store::SIZE } else { (1000, 760) }).await?;
        let result = match kind {
            Kind::Documentation => take_all(&firefox, &server, &folder).await,
            Kind::Review => review::take_all(&firefox, &server, &folder).await,
            Kind::Store => store::take_all(&firefox, &server, &folder).await,
        };
        let ended = firefox.quit().await;
        let bytes = result?;
        ended.map(|()| bytes)
    }));
    let Some(taken) = taken else { bail!("interrupted") };
    let bytes = taken?;
    say(&format!("     {} kB in {}", bytes / 1000, build::shown(&folder)));
    let is_committed = kind == Kind::Documentation;
    ensure!(
        !is_committed || bytes <= MAX_BYTES,
        "the pictures have {bytes} bytes together, but the limit is {MAX_BYTES}"
    );
    Ok(())
}

/// A server that answers for every host, with the demo site on one of them.
fn sites() -> Result<Server> {
    let folder = paths::target().join("screenshots");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    demo::generate(&folder.join(states::DEMO))?;
    let server = Server::start()?;
    server.mirror(&folder)?;
    Ok(server)
}

async fn take_all(firefox: &Browser, server: &Server, folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    let all = LANGUAGES.iter().flat_map(|(language, states)| states.iter().map(move |state| (*language, state)));
    for (language, &(state, name, widths, themes)) in all {
        for (&width, &theme) in widths.iter().flat_map(|width| themes.iter().map(move |theme| (width, theme))) {
            let suffix = if language == "en" { "" } else { "-rtl" };
            let name = format!("{name}-{width}-{}{suffix}", theme.name());
            let shot = Shot { state, language, width, theme };
            let picture = take(firefox, server, shot).await.with_context(|| format!("no {name}"))?;
            let path = folder.join(format!("{name}.png"));
            bytes += u64::try_from(picture.len())?;
            fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
            say(&format!("  ok {name}"));
        }
    }
    Ok(bytes)
}

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
struct Shot {
    state: State,
    language: &'static str,
    width: u32,
    theme: Theme,
}

async fn take(firefox: &Browser, server: &Server, shot: Shot) -> Result<Vec<u8>> {
    let Shot { state, language, width, theme } = shot;
    open(firefox, server, state, language).await?;
    theme.apply(firefox).await?;
    firefox.set_sidebar_width(width).await?;
    state.reach(firefox).await?;
    firefox.wait_in_sidebar("the icons", ICONS, &[]).await?;
    let height = if state.is_at_the_end() { u32::MAX } else { HEIGHT };
    picture::compact(&firefox.sidebar_picture(SCALE, height).await?)
}

/// Opens the sidebar on the site of a state.
async fn open(firefox: &Browser, server: &Server, state: State, language: &str) -> Result<()> {
    firefox.reset().await?;
    firefox.chrome(FORGET, &[json!(EXTENSION_ID)]).await?;
    if language != "en" {
        firefox.speak(language).await?;
    }
    firefox.use_proxy(server).await?;
    // Without motion, each run gives the same pictures.
    firefox.set_pref("ui.prefersReducedMotion", &Pref::Int(1)).await?;
    firefox.set_pref("ui.caretBlinkTime", &Pref::Int(0)).await?;
    firefox.goto(&state.prepare(server)?).await?;
    firefox.open_sidebar().await
}

/// Makes the extension forget all sites, as after a start of Firefox. It may access all sites again.
const FORGET: &str = "
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const { extension } = WebExtensionPolicy.getByID(A[0]);
    await ExtensionPermissions.add(A[0], { permissions: [], origins: ['*://*/*'] }, extension);
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    await (await AddonManager.getAddonByID(A[0])).reload();
    await extensionStarted(A[0]);
    await sidebarId(A[0]);";

/// Returns `true` if all icons of visible rows are loaded and painted.
const ICONS: &str = "
    if (!all('img').every((img) => img.src && img.complete)) return false;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return true;";
