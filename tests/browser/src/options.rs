//! The options of a browser's start: programs, extension, window, preferences.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::firefox::{FirefoxCapabilities, FirefoxPreferences};
use thirtyfour::prelude::*;

/// The extension's id in its manifest.
pub const EXTENSION_ID: &str = "navibar@navibar.org";

/// The UUID in the addresses of the extension's pages. By default Firefox uses a random one for each profile.
pub const EXTENSION_UUID: &str = "6e617669-6261-4720-8070-616765747265";

/// A preference's value.
#[derive(Clone, Debug)]
pub enum Pref {
    /// `true` or `false`
    Bool(bool),
    /// a whole number
    Int(i32),
    /// a text
    Text(String),
}

impl Pref {
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Bool(value) => json!(value),
            Self::Int(value) => json!(value),
            Self::Text(value) => json!(value),
        }
    }
}

/// Preferences that are turned off for a quiet Firefox: no first-run pages, no offers, no requests of its own. geckodriver
/// sets most preferences for tests. These are the rest.
const QUIET_OFF: &[&str] = &[
    "app.normandy.enabled",
    "browser.aboutwelcome.enabled",
    "browser.messaging-system.whatsNewPanel.enabled",
    "browser.newtab.preload",
    "browser.newtabpage.activity-stream.asrouter.userprefs.cfr.features",
    "browser.search.update",
    "browser.sessionstore.resume_from_crash",
    "browser.topsites.contile.enabled",
    "browser.translations.enable",
    "browser.urlbar.suggest.quicksuggest.all",
    "datareporting.policy.dataSubmissionEnabled",
    "dom.ipc.processPrelaunch.enabled",
    "extensions.getAddons.cache.enabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
    "sidebar.notification.badge.aichat",
    "toolkit.telemetry.reportingpolicy.firstRun",
];

/// Preferences that are turned on for the same purpose as [`QUIET_OFF`].
const QUIET_ON: &[&str] = &[
    "app.update.disabledForTesting",
    "network.dns.disablePrefetch",
    "termsofuse.bypassNotification",
    "trailhead.firstrun.didSeeAboutWelcome",
];

/// The options of `Browser::launch`.
#[derive(Clone, Debug)]
pub struct Options {
    /// the geckodriver program
    pub geckodriver: PathBuf,
    /// the Firefox program; with `None`, geckodriver finds one
    pub firefox: Option<PathBuf>,
    /// without a window on a display
    pub headless: bool,
    /// the extension: the built `.zip` or the unpacked folder; with `None`, no extension
    pub extension: Option<PathBuf>,
    /// the extension's id
    pub extension_id: String,
    /// width and height of the window in CSS pixels
    pub window: (u32, u32),
    /// more preferences
    pub prefs: Vec<(String, Pref)>,
    /// the profile's folder, which stays when Firefox ends; with `None`, a temporary one
    pub profile: Option<PathBuf>,
}

impl Options {
    /// Reads the options from the environment: `GECKODRIVER`, `FIREFOX`, `NAVIBAR_EXTENSION`, and `NAVIBAR_HEADED` for a
    /// window on the display. `cargo xtask test` sets them. The defaults are the built extension in `target/` and the tools
    /// that xtask has installed.
    pub fn from_env() -> Result<Self> {
        let path = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let geckodriver = match path("GECKODRIVER") {
            Some(path) => path,
            None => installed_geckodriver()?,
        };
        let extension = match path("NAVIBAR_EXTENSION") {
            Some(path) => path,
            None => built(&format!("navibar-firefox-{}.zip", env!("CARGO_PKG_VERSION")))?,
        };
        Ok(Self {
            geckodriver,
            firefox: path("FIREFOX"),
            headless: path("NAVIBAR_HEADED").is_none(),
            extension: Some(extension),
            extension_id: EXTENSION_ID.to_owned(),
            window: (1200, 800),
            prefs: Vec::new(),
            profile: None,
        })
    }
}

/// The project's root folder.
pub fn project_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// The options of `Chromium::launch`.
#[derive(Clone, Debug)]
pub struct ChromiumOptions {
    /// the Chromium program
    pub chromium: PathBuf,
    /// without a window on a display
    pub headless: bool,
    /// the unpacked extension
    pub extension: PathBuf,
    /// width and height of the window in CSS pixels
    pub window: (u32, u32),
}

impl ChromiumOptions {
    /// Reads the options from the environment: `CHROMIUM`, `NAVIBAR_EXTENSION`, and `NAVIBAR_HEADED` for a window on the
    /// display. The defaults are Debian's program and the built extension in `target/`.
    pub fn from_env() -> Result<Self> {
        let path = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Ok(Self {
            chromium: path("CHROMIUM").unwrap_or_else(|| "chromium".into()),
            headless: path("NAVIBAR_HEADED").is_none(),
            extension: path("NAVIBAR_EXTENSION").map_or_else(|| built("extension/chromium"), Ok)?,
            window: (1200, 800),
        })
    }
}

fn built(name: &str) -> Result<PathBuf> {
    let path = project_root().join("target").join(name);
    ensure!(path.exists(), "{} is missing: run `cargo xtask build` first", path.display());
    Ok(path)
}

fn installed_geckodriver() -> Result<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME")
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    let mut found: Vec<PathBuf> = std::fs::read_dir(cache.join("navibar/tools"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("geckodriver-"))
        .map(|entry| entry.path())
        // Skips interrupted installations.
        .filter(|folder| folder.extension().is_none_or(|e| e != "partial"))
        .map(|folder| folder.join("bin/geckodriver"))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found.pop().context("geckodriver is not installed: run `cargo xtask run` or `cargo xtask test` once")
}

/// The capabilities for geckodriver.
pub(crate) fn capabilities(options: &Options) -> Result<FirefoxCapabilities> {
    let mut prefs = FirefoxPreferences::new();
    prefs.set(
        "extensions.webextensions.uuids",
        json!({ (options.extension_id.as_str()): EXTENSION_UUID }).to_string(),
    )?;
    for name in QUIET_OFF {
        prefs.set(name, false)?;
    }
    for name in QUIET_ON {
        prefs.set(name, true)?;
    }
    prefs.set("network.http.speculative-parallel-limit", 0)?;
    prefs.set("browser.region.network.url", "")?;
    for (name, value) in &options.prefs {
        match value {
            Pref::Bool(value) => prefs.set(name, *value)?,
            Pref::Int(value) => prefs.set(name, *value)?,
            Pref::Text(value) => prefs.set(name, value.as_str())?,
        }
    }
    let mut capabilities = DesiredCapabilities::firefox();
    capabilities.set_preferences(prefs)?;
    if let Some(binary) = &options.firefox {
        capabilities.set_firefox_binary(&binary.to_string_lossy())?;
    }
    if options.headless {
        capabilities.add_arg("--headless")?;
    }
    if let Some(profile) = &options.profile {
        capabilities.add_arg("-profile")?;
        capabilities.add_arg(&profile.to_string_lossy())?;
    }
    capabilities.add_arg(&format!("--width={}", options.window.0))?;
    capabilities.add_arg(&format!("--height={}", options.window.1))?;
    Ok(capabilities)
}
