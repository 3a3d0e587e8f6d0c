//! A browser with the extension in it: windows, tabs, preferences, screenshots.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use thirtyfour::extensions::addons::firefox::FirefoxTools;
use thirtyfour::prelude::*;

use crate::options::{Options, Pref, capabilities};
use crate::process::Geckodriver;
use crate::server::Server;
use crate::window::{PATIENCE, Tab};

/// A running Firefox with the extension installed.
#[derive(Debug)]
pub struct Firefox {
    pub(crate) driver: WebDriver,
    pub(crate) extension_id: String,
    /// the width and height of the window after the start
    window: (u32, u32),
    process: Geckodriver,
}

impl Firefox {
    /// Starts Firefox with a fresh profile and installs the extension.
    pub async fn launch(options: &Options) -> Result<Self> {
        let process = Geckodriver::start(&options.geckodriver).await?;
        let capabilities = capabilities(options)?;
        let driver = match WebDriver::new(process.url(), capabilities).await {
            Ok(driver) => driver,
            Err(error) => bail!("Firefox did not start: {error}\n{}", process.log_tail()),
        };
        let extension_id = options.extension_id.clone();
        let firefox = Self { driver, extension_id, window: options.window, process };
        // A script may wait for several things, one after the other.
        firefox.driver.set_script_timeout(2 * PATIENCE).await?;
        firefox.use_chrome().await?;
        firefox.collect_console().await?;
        if let Some(extension) = &options.extension {
            firefox.install(extension, true).await?;
        }
        Ok(firefox)
    }

    /// Ends Firefox and the driver, and waits until they and the profile are gone.
    pub async fn quit(self) -> Result<()> {
        let quit = self.driver.quit().await;
        tokio::task::spawn_blocking(move || self.process.stop()).await?;
        quit.context("Firefox did not end in order")
    }

    /// Returns `true` if Firefox still runs. The user may have closed it.
    pub async fn is_running(&self) -> bool {
        self.chrome("return true;", &[]).await.is_ok()
    }

    /// Installs the extension, temporarily (until Firefox ends) or permanently. Only some editions, such as ESR, install
    /// unsigned extensions permanently, and only if `xpinstall.signatures.required` is off.
    pub async fn install(&self, extension: &Path, temporary: bool) -> Result<()> {
        let path = extension.canonicalize().with_context(|| format!("no extension at {}", extension.display()))?;
        FirefoxTools::new(self.driver.handle().clone())
            .install_addon(&path.to_string_lossy(), Some(temporary))
            .await
            .with_context(|| format!("Firefox does not install {}", path.display()))?;
        self.chrome("await extensionStarted(A[0]);", &[json!(self.extension_id)]).await?;
        Ok(())
    }

    /// Opens `url` in the active tab of the front window and waits until it is loaded.
    pub async fn goto(&self, url: &str) -> Result<()> {
        self.chrome("await load(tabs().selectedTab, A[0]);", &[json!(url)])
            .await
            .with_context(|| format!("cannot open {url}"))?;
        Ok(())
    }

    /// The address that the active tab shows.
    pub async fn url(&self) -> Result<String> {
        self.chrome_as("return tabs().selectedBrowser.currentURI.spec;", &[]).await
    }

    /// The tabs of the front window, from left to right.
    pub async fn tabs(&self) -> Result<Vec<Tab>> {
        self.chrome_as("return tabList(front());", &[]).await
    }

    /// The tabs of every window, the front window first.
    pub async fn windows(&self) -> Result<Vec<Vec<Tab>>> {
        self.chrome_as("return windows().map(tabList);", &[]).await
    }

    /// Opens `url` in a new tab in front and waits until it is loaded.
    pub async fn open_tab(&self, url: &str) -> Result<()> {
        self.chrome(
            "const tab = tabs().addTrustedTab('about:blank'); tabs().selectedTab = tab; await load(tab, A[0]);",
            &[json!(url)],
        )
        .await?;
        Ok(())
    }

    /// Brings the tab at `index` to the front.
    pub async fn select_tab(&self, index: usize) -> Result<()> {
        self.chrome("tabs().selectedTab = tabAt(A[0]);", &[json!(index)]).await?;
        Ok(())
    }

    /// Evaluates the body of an async function in the page of the active tab. `args` are its arguments. `one(selector)` and
    /// `all(selector)` also find elements in open shadow roots.
    pub async fn in_page(&self, js: &str, args: &[Value]) -> Result<Value> {
        self.chrome("return evaluate(tabs().selectedBrowser, A[0], A[1]);", &[json!(js), json!(args)]).await
    }

    /// Collects the garbage of the page in the active tab.
    pub async fn collect_garbage(&self) -> Result<()> {
        const COLLECT: &str = "Cu.forceGC(); Cu.forceCC(); Cu.forceGC(); sendAsyncMessage('navibar:collected');";
        let script = "
            const { messageManager } = tabs().selectedBrowser;
            await new Promise((resolve) => {
              messageManager.addMessageListener('navibar:collected', function done() {
                messageManager.removeMessageListener('navibar:collected', done);
                resolve();
              });
              messageManager.loadFrameScript('data:,' + encodeURIComponent(A[0]), false);
            });";
        self.chrome(script, &[json!(COLLECT)]).await?;
        Ok(())
    }

    /// Moves the keyboard's focus to the page in the active tab.
    pub async fn focus_page(&self) -> Result<()> {
        self.chrome("tabs().selectedBrowser.focus();", &[]).await?;
        Ok(())
    }

    /// The text in the clipboard in this format.
    pub async fn clipboard(&self, format: &str) -> Result<Option<String>> {
        let js = "
            const wanted = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable);
            wanted.init(null);
            wanted.addDataFlavor(A[0]);
            Services.clipboard.getData(wanted, Services.clipboard.kGlobalClipboard, front().browsingContext.currentWindowContext);
            const found = {};
            try { wanted.getTransferData(A[0], found); } catch { return null; }
            return found.value.QueryInterface(Ci.nsISupportsString).data;";
        self.chrome_as(js, &[json!(format)]).await
    }

    /// Sets the folder of downloads, until the next [`Firefox::reset`].
    pub async fn download_to(&self, folder: &Path) -> Result<()> {
        self.set_pref("browser.download.folderList", &Pref::Int(2)).await?;
        self.set_pref("browser.download.dir", &Pref::Text(folder.to_string_lossy().into_owned())).await?;
        self.set_pref("browser.download.useDownloadDir", &Pref::Bool(true)).await?;
        self.set_pref("browser.download.alwaysOpenPanel", &Pref::Bool(false)).await
    }

    /// Sets a preference until the next [`Firefox::reset`].
    pub async fn set_pref(&self, name: &str, value: &Pref) -> Result<()> {
        self.chrome("setPref(A[0], A[1]);", &[json!(name), value.to_json()]).await?;
        Ok(())
    }

    /// Sets the extension's language, as in a Firefox of that language, until the next [`Firefox::reset`]. The extension
    /// restarts.
    pub async fn speak(&self, language: &str) -> Result<()> {
        self.chrome("await speak(A[0], A[1]);", &[json!(language), json!(self.extension_id)])
            .await
            .with_context(|| format!("the extension does not start in the language {language}"))?;
        Ok(())
    }

    /// Uses this server as a proxy for every host, until the next [`Firefox::reset`].
    pub async fn use_proxy(&self, server: &Server) -> Result<()> {
        for (name, value) in [
            ("dom.security.https_first", Pref::Bool(false)),
            ("dom.security.https_first_schemeless", Pref::Bool(false)),
            ("network.proxy.http", Pref::Text("127.0.0.1".to_owned())),
            ("network.proxy.http_port", Pref::Int(server.port().into())),
            ("network.proxy.type", Pref::Int(1)),
        ] {
            self.set_pref(name, &value).await?;
        }
        Ok(())
    }

    /// Resets a preference to its default.
    pub async fn clear_pref(&self, name: &str) -> Result<()> {
        self.chrome("Services.prefs.clearUserPref(A[0]);", &[json!(name)]).await?;
        Ok(())
    }

    /// Sends the driver's next commands to the front window, which gets a user's keys and clicks.
    pub(crate) async fn speak_to_front_window(&self) -> Result<()> {
        let other = "const { windowManager } = ChromeUtils.importESModule('chrome://remote/content/shared/WindowManager.sys.mjs');
             return front() == window ? null : windowManager.getIdForWindow(front());";
        if let Some(id) = self.chrome_as::<Option<String>>(other, &[]).await? {
            self.driver.switch_to_window(WindowHandle::from(id)).await.context("the front window is gone")?;
        }
        Ok(())
    }

    /// Resizes the front window.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        self.chrome(
            "front().resizeTo(A[0], A[1]); await until('the new size', () => front().outerWidth == A[0] && front().outerHeight == A[1]);",
            &[json!(width), json!(height)],
        )
        .await?;
        Ok(())
    }

    /// Saves a picture of the whole window with the sidebar as PNG. Native menus are separate windows and are not in it.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            tokio::fs::create_dir_all(folder).await?;
        }
        let png = self.driver.screenshot_as_png().await.context("cannot take a screenshot")?;
        tokio::fs::write(path, png).await.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Returns to the state after a start: one window of the same size, one empty tab, the sidebar closed, the original
    /// preferences.
    pub async fn reset(&self) -> Result<()> {
        self.release_input().await?;
        self.chrome("await reset(A[0]);", &[json!(self.extension_id)]).await?;
        self.resize(self.window.0, self.window.1).await?;
        self.put_pointer_aside().await?;
        self.take_console().await?;
        Ok(())
    }
}
