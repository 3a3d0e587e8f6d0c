//! What is started: programs, extension, window, preferences.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::firefox::{FirefoxCapabilities, FirefoxPreferences};
use thirtyfour::prelude::*;

use crate::chromium::ChromiumOptions;

/// The extension's id, as its manifest has it.
pub const EXTENSION_ID: &str = "navibar@navibar.org";

/// Firefox makes up a new UUID for every profile; a fixed one gives the pages fixed addresses.
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

/// Preferences that keep Firefox quiet: no first-run pages, no offers, nothing asked of the
/// network that a site did not cause. geckodriver sets most of what tests need; these are the rest.
const QUIET_OFF: &[&str] = &[
    "app.normandy.enabled",
    "browser.aboutwelcome.enabled",
    "browser.messaging-system.whatsNewPanel.enabled",
    "browser.newtabpage.activity-stream.asrouter.userprefs.cfr.features",
    "browser.search.update",
    "browser.sessionstore.resume_from_crash",
    "browser.topsites.contile.enabled",
    "browser.translations.enable",
    "browser.urlbar.suggest.quicksuggest.all",
    "datareporting.policy.dataSubmissionEnabled",
    "extensions.getAddons.cache.enabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
    "sidebar.notification.badge.aichat",
    "toolkit.telemetry.reportingpolicy.firstRun",
];

/// As [`QUIET_OFF`], but what keeps quiet is that these are set.
const QUIET_ON: &[&str] = &[
    "app.update.disabledForTesting",
    "network.dns.disablePrefetch",
    "termsofuse.bypassNotification",
    "trailhead.firstrun.didSeeAboutWelcome",
];

/// What [`Browser::launch`](crate::Browser::launch) starts.
#[derive(Clone, Debug)]
pub struct Options {
    /// the geckodriver program
    pub geckodriver: PathBuf,
    /// the Firefox program; `None`: the one that geckodriver finds
    pub firefox: Option<PathBuf>,
    /// without a window on a display
    pub headless: bool,
    /// the extension: the built `.zip` or the unpacked folder; `None`: no extension
    pub extension: Option<PathBuf>,
    /// the extension's id
    pub extension_id: String,
    /// width and height of the window in CSS pixels
    pub window: (u32, u32),
    /// further preferences
    pub prefs: Vec<(String, Pref)>,
    /// the profile's folder, which stays when Firefox ends; `None`: one that goes with it
    pub profile: Option<PathBuf>,
}

impl Options {
    /// As the environment says: `GECKODRIVER`, `FIREFOX`, `NAVIBAR_EXTENSION`, and a window on the
    /// display if `NAVIBAR_HEADED` is set. `cargo xtask test` sets these; without them the built
    /// extension in `target/` and the tools that xtask installed earlier are taken.
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

impl ChromiumOptions {
    /// As the environment says: `CHROMIUM`, `NAVIBAR_EXTENSION`, and a window on the display if `NAVIBAR_HEADED` is set;
    /// without them, Debian's program and the built extension in `target/`.
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
    ensure!(path.exists(), "{} is not there: run `cargo xtask build` first", path.display());
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
        // An installation that was interrupted.
        .filter(|folder| folder.extension().is_none_or(|e| e != "partial"))
        .map(|folder| folder.join("bin/geckodriver"))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found.pop().context("geckodriver is not installed: run `cargo xtask run` or `cargo xtask test` once")
}

/// What geckodriver is told to start.
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
