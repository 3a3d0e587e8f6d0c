//! The browser that a test runs in: Firefox or Chromium.

use std::path::Path;

use anyhow::{Result, bail};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::firefox::Firefox;
use crate::options::{ChromiumOptions, Options, Pref};
use crate::server::Server;
use crate::window::Tab;

/// Firefox's preference for dark colours.
const DARK: &str = "ui.systemUsesDarkTheme";

const IS_DARK: &str = "return matchMedia('(prefers-color-scheme: dark)').matches == args[0]";

/// A running browser with the extension installed.
#[derive(Debug)]
pub enum Browser {
    /// Firefox with its sidebar
    Firefox(Box<Firefox>),
    /// Chromium with its side panel
    Chromium(Box<Chromium>),
}

/// Calls the method of the same name in either browser.
macro_rules! both {
    ($self:ident, $browser:ident => $answer:expr) => {
        match $self {
            Browser::Firefox($browser) => $answer,
            Browser::Chromium($browser) => $answer,
        }
    };
}

impl Browser {
    /// Starts Firefox.
    pub async fn launch(options: &Options) -> Result<Self> {
        Ok(Self::Firefox(Box::new(Firefox::launch(options).await?)))
    }

    /// Starts the browser that the tests are compiled for, with the programs that the environment names.
    pub async fn from_env() -> Result<Self> {
        if cfg!(feature = "chromium") {
            Ok(Self::Chromium(Box::new(Chromium::launch(&ChromiumOptions::from_env()?).await?)))
        } else {
            Self::launch(&Options::from_env()?).await
        }
    }

    /// Ends the browser, and waits until it and the profile are gone.
    pub async fn quit(self) -> Result<()> {
        both!(self, browser => browser.quit().await)
    }

    /// Returns `true` if the browser still runs. The user may have closed it.
    pub async fn is_running(&self) -> bool {
        both!(self, browser => browser.is_running().await)
    }

    /// Opens `url` in the active tab of the front window and waits until it is loaded.
    pub async fn goto(&self, url: &str) -> Result<()> {
        both!(self, browser => browser.goto(url).await)
    }

    /// The address of a page of the browser itself. Extensions cannot see such pages.
    pub fn own_page(&self) -> &'static str {
        match self {
            Self::Firefox(_) => "about:license",
            Self::Chromium(_) => "chrome://version/",
        }
    }

    /// The address that the active tab shows.
    pub async fn url(&self) -> Result<String> {
        both!(self, browser => browser.url().await)
    }

    /// The tabs of the front window, from left to right.
    pub async fn tabs(&self) -> Result<Vec<Tab>> {
        both!(self, browser => browser.tabs().await)
    }

    /// The tabs of every window, the front window first.
    pub async fn windows(&self) -> Result<Vec<Vec<Tab>>> {
        both!(self, browser => browser.windows().await)
    }

    /// Opens `url` in a new tab in front and waits until it is loaded.
    pub async fn open_tab(&self, url: &str) -> Result<()> {
        both!(self, browser => browser.open_tab(url).await)
    }

    /// Brings the tab at `index` to the front.
    pub async fn select_tab(&self, index: usize) -> Result<()> {
        both!(self, browser => browser.select_tab(index).await)
    }

    /// Evaluates the body of an async function in the page of the active tab. `args` are its arguments. `one(selector)` and
    /// `all(selector)` also find elements in open shadow roots.
    pub async fn in_page(&self, js: &str, args: &[Value]) -> Result<Value> {
        both!(self, browser => browser.in_page(js, args).await)
    }

    /// Collects the garbage of the page in the active tab.
    pub async fn collect_garbage(&self) -> Result<()> {
        both!(self, browser => browser.collect_garbage().await)
    }

    /// Moves the keyboard's focus to the page in the active tab.
    pub async fn focus_page(&self) -> Result<()> {
        both!(self, browser => browser.focus_page().await)
    }

    /// Sets the sidebar's preferred colours to dark or light, until the next [`Browser::reset`].
    pub async fn set_dark(&self, dark: bool) -> Result<()> {
        match self {
            Self::Firefox(firefox) => firefox.set_pref(DARK, &Pref::Int(dark.into())).await?,
            Self::Chromium(chromium) => chromium.set_dark(dark).await?,
        }
        self.wait_in_sidebar("the colours", IS_DARK, &[json!(dark)]).await?;
        Ok(())
    }

    /// Does the same with the page in the active tab.
    pub async fn set_page_dark(&self, dark: bool) -> Result<()> {
        match self {
            Self::Firefox(firefox) => firefox.set_pref(DARK, &Pref::Int(dark.into())).await?,
            Self::Chromium(chromium) => chromium.set_page_dark(dark).await?,
        }
        self.wait_in_page("the colours", IS_DARK, &[json!(dark)]).await?;
        Ok(())
    }

    /// Uses this server as a proxy for every host, until the next [`Browser::reset`].
    pub async fn use_proxy(&self, server: &Server) -> Result<()> {
        match self {
            Self::Firefox(firefox) => firefox.use_proxy(server).await?,
            Self::Chromium(chromium) => chromium.use_proxy(server.port()),
        }
        Ok(())
    }

    /// Resizes the front window.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        both!(self, browser => browser.resize(width, height).await)
    }

    /// Saves a picture as PNG: Firefox's window with its sidebar, or Chromium's side panel. Native menus are separate
    /// windows and are not in it.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        both!(self, browser => browser.screenshot(path).await)
    }

    /// Returns to the state after a start: one window, one empty tab, the sidebar closed, the original preferences.
    pub async fn reset(&self) -> Result<()> {
        both!(self, browser => browser.reset().await)
    }

    /// The warnings, errors and exceptions of the extension's pages since the last call.
    pub async fn take_console(&self) -> Result<Vec<String>> {
        match self {
            Self::Firefox(firefox) => firefox.take_console().await,
            Self::Chromium(chromium) => Ok(chromium.take_console()),
        }
    }

    /// Opens the extension's sidebar in the front window and waits for its document.
    pub async fn open_sidebar(&self) -> Result<()> {
        both!(self, browser => browser.open_sidebar().await)
    }

    /// Opens the sidebar, which must be closed. Returns the milliseconds until the first rows are painted, and until the rows
    /// of the tree are.
    pub async fn time_sidebar(&self) -> Result<(f64, f64)> {
        both!(self, browser => browser.time_sidebar().await)
    }

    /// Prints the page of the active tab in Chromium, and discards the result.
    pub async fn print(&self) -> Result<()> {
        match self {
            Self::Firefox(_) => bail!("Firefox prints a copy of the page"),
            Self::Chromium(chromium) => chromium.print().await,
        }
    }

    /// Closes the sidebar of the front window.
    pub async fn close_sidebar(&self) -> Result<()> {
        both!(self, browser => browser.close_sidebar().await)
    }

    /// Returns `true` if the front window shows the extension's sidebar.
    pub async fn sidebar_is_open(&self) -> Result<bool> {
        both!(self, browser => browser.sidebar_is_open().await)
    }

    /// Presses the extension's button in the toolbar of the front window.
    pub async fn press_toolbar_button(&self) -> Result<()> {
        both!(self, browser => browser.press_toolbar_button().await)
    }

    /// Evaluates the body of an async function in the sidebar's document, in its own world. `args` are its arguments.
    /// `one(selector)` and `all(selector)` also find elements in open shadow roots.
    pub async fn in_sidebar(&self, js: &str, args: &[Value]) -> Result<Value> {
        both!(self, browser => browser.in_sidebar(js, args).await)
    }

    /// Moves the keyboard's focus into the sidebar. The sidebar decides which element gets it.
    pub async fn focus_sidebar(&self) -> Result<()> {
        both!(self, browser => browser.focus_sidebar().await)
    }

    /// Chooses files in the dialog of the sidebar's file input.
    pub async fn choose_files(&self, paths: &[&Path]) -> Result<()> {
        both!(self, browser => browser.choose_files(paths).await)
    }

    /// Sets the width of the front window's sidebar in CSS pixels, until the next [`Browser::reset`].
    pub async fn set_sidebar_width(&self, width: u32) -> Result<()> {
        both!(self, browser => browser.set_sidebar_width(width).await?);
        self.wait_in_sidebar("the width", "return Math.abs(innerWidth - args[0]) < 12", &[json!(width)]).await?;
        // What depends on the width is painted.
        let painted = "await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));";
        self.in_sidebar(painted, &[]).await.map(drop)
    }

    /// Returns `true` if tests can press the shortcuts of extensions. The keys of Chromium's protocol reach only pages.
    pub fn has_shortcuts(&self) -> bool {
        matches!(self, Self::Firefox(_))
    }

    /// Sets the milliseconds for which a click counts as the user's action, until the next [`Browser::reset`]. Does nothing in
    /// Chromium, which has no such setting.
    pub async fn forget_clicks_after(&self, time: i32) -> Result<()> {
        match self {
            Self::Firefox(firefox) => firefox.set_pref("dom.user_activation.transient.timeout", &Pref::Int(time)).await,
            Self::Chromium(_) => Ok(()),
        }
    }

    /// The text in the clipboard in this format.
    pub async fn clipboard(&self, format: &str) -> Result<Option<String>> {
        both!(self, browser => browser.clipboard(format).await)
    }

    /// Sets the folder of downloads, until the next [`Browser::reset`].
    pub async fn download_to(&self, folder: &Path) -> Result<()> {
        both!(self, browser => browser.download_to(folder).await)
    }

    // The methods below work only in Firefox. A test that needs one has
    // `#[cfg_attr(feature = "chromium", ignore = "the reason")]`.

    pub(crate) fn firefox(&self) -> Result<&Firefox> {
        match self {
            Self::Firefox(firefox) => Ok(firefox),
            Self::Chromium(_) => bail!("only Firefox can do that"),
        }
    }

    /// Runs the body of an async function with Firefox's own privileges. `A` is the list of its arguments. It can use the
    /// functions of `chrome.js`.
    pub async fn chrome(&self, body: &str, args: &[Value]) -> Result<Value> {
        self.firefox()?.chrome(body, args).await
    }

    /// Does the same as [`Browser::chrome`], with a typed result.
    pub async fn chrome_as<T: DeserializeOwned>(&self, body: &str, args: &[Value]) -> Result<T> {
        self.firefox()?.chrome_as(body, args).await
    }

    /// Sets a preference of Firefox until the next [`Browser::reset`].
    pub async fn set_pref(&self, name: &str, value: &Pref) -> Result<()> {
        self.firefox()?.set_pref(name, value).await
    }

    /// Resets a preference of Firefox to its default.
    pub async fn clear_pref(&self, name: &str) -> Result<()> {
        self.firefox()?.clear_pref(name).await
    }

    /// Installs the extension in Firefox, temporarily or permanently; see [`Firefox::install`].
    pub async fn install(&self, extension: &Path, temporary: bool) -> Result<()> {
        self.firefox()?.install(extension, temporary).await
    }

    /// Sets the extension's language, until the next [`Browser::reset`].
    pub async fn speak(&self, language: &str) -> Result<()> {
        self.firefox()?.speak(language).await
    }

    /// A picture of the sidebar's document as PNG, with `scale` pixels for each CSS pixel. It has at most `height` CSS pixels
    /// from the top.
    pub async fn sidebar_picture(&self, scale: f64, height: u32) -> Result<Vec<u8>> {
        self.firefox()?.sidebar_picture(scale, height).await
    }
}
