//! Chromium with the extension in it, and the real side panel: windows, tabs, keys, pointer.
//!
//! For the protocol, the panel is a separate page. Only an extension knows which window is in front and which tab is active.
//! So the tests have a helper extension, in the folder `helper`.

mod panel;
mod proxy;

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::devtools::Devtools;
use crate::options::ChromiumOptions;
use crate::process::Kept;
use crate::window::{PATIENCE, Part, Tab};

/// The extension's id. It follows from the key in the manifest.
pub const EXTENSION_ID: &str = "ckpomjhbknffklfmaapkjokmhjkapjea";

const PAGE: &str = include_str!("page.js");

/// Options for a quiet Chromium: it makes no requests of its own, offers nothing and stores nothing.
const QUIET: &[&str] = &[
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--hide-crash-restore-bubble",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-sandbox",
    "--password-store=basic",
    // The timers and frames of a page behind another window go on.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];

/// A running Chromium with the extension installed.
#[derive(Debug)]
pub struct Chromium {
    pub(crate) devtools: Devtools,
    helper: String,
    /// the port of the proxy for all hosts except this machine, or 0
    proxy: Arc<AtomicU16>,
    is_dark: Mutex<Option<bool>>,
    /// the window of each panel, by target
    windows: Mutex<HashMap<String, Option<i64>>>,
    window: (u32, u32),
    _process: Kept,
}

impl Chromium {
    /// Starts Chromium with a fresh profile and the extension.
    pub async fn launch(options: &ChromiumOptions) -> Result<Self> {
        let extension = &options.extension;
        let extension = extension.canonicalize().with_context(|| format!("no extension at {}", extension.display()))?;
        let proxy = Arc::new(AtomicU16::new(0));
        let port = proxy::forward(Arc::clone(&proxy)).await?;
        let mut process = Kept::start("navibar-chromium-", |scratch| {
            let helper = scratch.join("helper");
            fs::create_dir(&helper)?;
            fs::write(helper.join("manifest.json"), include_str!("helper/manifest.json"))?;
            fs::write(helper.join("worker.js"), include_str!("helper/worker.js"))?;
            // The protocol uses the file descriptors 3 and 4.
            let mut command = Command::new("sh");
            command
                .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >&2", "chromium"])
                .arg(&options.chromium)
                .args(QUIET)
                .args(options.headless.then_some("--headless=new"))
                .args(["--remote-debugging-pipe", "--enable-unsafe-extension-debugging"])
                .arg(format!("--user-data-dir={}", scratch.join("profile").display()))
                .arg(format!("--load-extension={},{}", extension.display(), helper.display()))
                // Windows must be on the screen. Without a display, the default screen is small.
                .args(["--screen-info={1920x1200}", "--window-position=0,0"])
                .arg(format!("--window-size={},{}", options.window.0, options.window.1))
                .arg(format!("--proxy-server=127.0.0.1:{port}"))
                // The browser's requests to its maker do not belong to a test.
                .arg("--proxy-bypass-list=*.google.com;*.googleapis.com;*.gvt1.com")
                .arg("about:blank")
                // Downloads go to the home folder.
                .env("HOME", scratch)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(File::create(Kept::log(scratch))?);
            Ok(command)
        })?;
        let pipes = (process.program.stdin.take(), process.program.stdout.take());
        let (Some(input), Some(output)) = pipes else { bail!("Chromium has no pipes") };
        let started = Self::connect(input, output).await;
        let (devtools, helper) = started.with_context(|| format!("Chromium did not start:\n{}", process.log_tail()))?;
        Ok(Self {
            devtools,
            helper,
            proxy,
            is_dark: Mutex::default(),
            windows: Mutex::default(),
            window: options.window,
            _process: process,
        })
    }

    /// Waits for the workers of both extensions.
    async fn connect(input: std::process::ChildStdin, output: std::process::ChildStdout) -> Result<(Devtools, String)> {
        let own = format!("chrome-extension://{EXTENSION_ID}/");
        let devtools = Devtools::connect(input, output, own.clone()).await?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let targets = devtools.targets().await?;
            let worker = |accept: &dyn Fn(&str) -> bool| {
                let found = targets.iter().find(|(_, kind, url)| kind == "service_worker" && accept(url));
                found.map(|(id, ..)| id.clone())
            };
            let helper = worker(&|url| url.ends_with("/worker.js"));
            let ours = worker(&|url| url.starts_with(&own));
            if let (Some(helper), Some(ours)) = (helper, ours) {
                let is_so = async |worker: &str, js: &str| {
                    devtools.evaluate(worker, js, false).await.is_ok_and(|answer| answer == true)
                };
                let has_button = "chrome.sidePanel.getPanelBehavior().then((it) => it.openPanelOnActionClick)";
                if is_so(&helper, "Boolean(chrome.debugger)").await && is_so(&ours, has_button).await {
                    return Ok((devtools, helper));
                }
            }
            if Instant::now() > deadline {
                bail!("the extensions have no workers, there are only {targets:?}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Ends Chromium, and waits until it and the profile are gone.
    pub async fn quit(self) -> Result<()> {
        let ended = self.devtools.command(None, "Browser.close", json!({})).await;
        tokio::task::spawn_blocking(move || drop(self)).await?;
        ended.map(drop)
    }

    /// Returns `true` if Chromium still runs. The user may have closed it.
    pub async fn is_running(&self) -> bool {
        self.devtools.targets().await.is_ok_and(|targets| targets.iter().any(|(_, kind, _)| kind == "page"))
    }

    /// Evaluates the body of an async function in the helper extension.
    pub async fn helper<T: DeserializeOwned>(&self, body: &str, args: &[Value]) -> Result<T> {
        let helpers = "const front = () => chrome.windows.getLastFocused({ populate: true });
            const shown = async () => (await front()).tabs.find((tab) => tab.active);
            const list = ({ tabs }) => tabs.map(({ url, title, active }) => ({ url, title, active }));";
        let js = format!("(async () => {{ const A = {}; {helpers} {body}\n}})()", json!(args));
        let value = self.devtools.evaluate(&self.helper, &js, false).await?;
        serde_json::from_value(value.clone()).with_context(|| format!("unexpected answer of the browser: {value}"))
    }

    /// The target of the tab in front.
    async fn tab(&self) -> Result<String> {
        let js = "const { id } = await shown();
            return (await chrome.debugger.getTargets()).find((target) => target.tabId == id)?.id ?? null;";
        self.helper::<Option<String>>(js, &[]).await?.context("the tab does not exist yet")
    }

    /// Opens `url` in the active tab of the front window and waits until it is loaded.
    pub async fn goto(&self, url: &str) -> Result<()> {
        let tab = self.tab().await?;
        // The command returns when the page, or an error page, has replaced the old one.
        self.devtools.command(Some(&tab), "Page.navigate", json!({ "url": url })).await?;
        let loaded =
            "new Promise((loaded) => document.readyState == 'complete' ? loaded() : addEventListener('load', loaded))";
        self.until(&format!("{url} to load"), async || Ok(self.devtools.evaluate(&tab, loaded, false).await.is_ok()))
            .await
    }

    /// The address that the active tab shows.
    pub async fn url(&self) -> Result<String> {
        self.helper("return (await shown()).url;", &[]).await
    }

    /// The tabs of the front window, from left to right.
    pub async fn tabs(&self) -> Result<Vec<Tab>> {
        self.helper("return list(await front());", &[]).await
    }

    /// The tabs of every window, the front window first.
    pub async fn windows(&self) -> Result<Vec<Vec<Tab>>> {
        let js = "const first = await front();
            const all = await chrome.windows.getAll({ populate: true });
            return [first, ...all.filter(({ id }) => id != first.id)].map(list);";
        self.helper(js, &[]).await
    }

    /// Opens `url` in a new tab in front and waits until it is loaded.
    pub async fn open_tab(&self, url: &str) -> Result<()> {
        let js = "await chrome.tabs.create({ url: 'about:blank', windowId: (await front()).id });";
        self.helper::<Value>(js, &[]).await?;
        self.goto(url).await
    }

    /// Brings the tab at `index` to the front.
    pub async fn select_tab(&self, index: usize) -> Result<()> {
        let js = "await chrome.tabs.update((await front()).tabs[A[0]].id, { active: true });";
        self.helper(js, &[json!(index)]).await.map(|_: Value| ())
    }

    /// Evaluates the body of an async function in the page of the active tab.
    pub async fn in_page(&self, js: &str, args: &[Value]) -> Result<Value> {
        self.evaluate(&self.tab().await?, js, args).await
    }

    /// Evaluates the body of an async function in the extension's worker.
    pub async fn in_background(&self, js: &str, args: &[Value]) -> Result<Value> {
        let own = format!("chrome-extension://{EXTENSION_ID}/");
        let targets = self.devtools.targets().await?;
        let worker = targets.iter().find(|(_, kind, url)| kind == "service_worker" && url.starts_with(&own));
        let (worker, ..) = worker.context("the worker does not run")?;
        let js =
            format!("(async (args) => {{ {js} }})({}).then((value) => JSON.stringify(value ?? null))", json!(args));
        let value = self.devtools.evaluate(worker, &js, false).await?;
        Ok(serde_json::from_str(value.as_str().context("the script gives no text")?)?)
    }

    /// Collects the garbage of the page in the active tab.
    pub async fn collect_garbage(&self) -> Result<()> {
        let tab = self.tab().await?;
        self.devtools.command(Some(&tab), "HeapProfiler.collectGarbage", json!({})).await?;
        Ok(())
    }

    /// Moves the keyboard's focus to the page in the active tab.
    pub async fn focus_page(&self) -> Result<()> {
        let tab = self.tab().await?;
        self.devtools.command(Some(&tab), "Page.bringToFront", json!({})).await?;
        self.until("the focus in the page", async || self.has_focus(&tab).await).await
    }

    /// Uses the server at this port as a proxy for every host, until the next [`Chromium::reset`].
    pub fn use_proxy(&self, port: u16) {
        self.proxy.store(port, Ordering::Relaxed);
    }

    /// Resizes the front window.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let js = "const { id } = await front();
            await chrome.windows.update(id, { width: A[0], height: A[1] });";
        self.helper(js, &[json!(width), json!(height)]).await.map(|_: Value| ())
    }

    /// Sets the layout width of the front window's side panel in CSS pixels, until it is closed.
    pub async fn set_sidebar_width(&self, width: u32) -> Result<()> {
        let size = json!({ "width": width, "height": 0, "deviceScaleFactor": 0, "mobile": false });
        let panel = self.panel().await?;
        self.devtools.command(Some(&panel), "Emulation.setDeviceMetricsOverride", size).await.map(drop)
    }

    /// Sets the panel's preferred colours to dark or light, until the next [`Chromium::reset`].
    pub async fn set_dark(&self, dark: bool) -> Result<()> {
        *self.is_dark.lock().unwrap_or_else(PoisonError::into_inner) = Some(dark);
        self.colour(&self.panel().await?).await
    }

    /// Sets the preferred colours of the page in the active tab, until it is closed.
    pub async fn set_page_dark(&self, dark: bool) -> Result<()> {
        self.prefer(&self.tab().await?, Some(dark)).await
    }

    async fn colour(&self, panel: &str) -> Result<()> {
        let is_dark = *self.is_dark.lock().unwrap_or_else(PoisonError::into_inner);
        self.prefer(panel, is_dark).await
    }

    async fn prefer(&self, target: &str, is_dark: Option<bool>) -> Result<()> {
        let value = is_dark.map_or("", |dark| if dark { "dark" } else { "light" });
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.devtools.command(Some(target), "Emulation.setEmulatedMedia", media).await.map(drop)
    }

    /// Saves a picture of the side panel as PNG, or of the page if the panel is closed.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            tokio::fs::create_dir_all(folder).await?;
        }
        let target = match self.panel().await {
            Ok(panel) => panel,
            Err(_) => self.tab().await?,
        };
        let taken = self.devtools.command(Some(&target), "Page.captureScreenshot", json!({})).await?;
        let png = BASE64_STANDARD.decode(taken["data"].as_str().unwrap_or_default())?;
        tokio::fs::write(path, png).await.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Returns to the state after a start: one window, one empty tab, the side panel closed.
    pub async fn reset(&self) -> Result<()> {
        self.use_proxy(0);
        *self.is_dark.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // The panels close before their tabs do: after a large site, a panel reloads when its tab shows something else. The
        // extension would open the pane "On this page" again in the next test. The panel may be closed, and the worker may
        // sleep.
        let fold = "chrome.storage.local.remove('outline')";
        let _ = self.in_background(&format!("await {fold}"), &[]).await;
        for panel in self.panels().await?.into_keys() {
            // The panel may close before it answers.
            let _ = self.devtools.evaluate(&panel, &format!("{fold}.finally(() => window.close())"), false).await;
        }
        self.until("the side panel to close", async || Ok(self.panels().await?.is_empty())).await?;
        let js = "const [kept, ...others] = await chrome.windows.getAll({ populate: true });
            await Promise.all(others.map(({ id }) => chrome.windows.remove(id)));
            await chrome.tabs.create({ url: 'about:blank', windowId: kept.id });
            await chrome.tabs.remove(kept.tabs.map(({ id }) => id));
            await chrome.windows.update(kept.id, { width: A[0], height: A[1], focused: true });";
        self.helper::<Value>(js, &[json!(self.window.0), json!(self.window.1)]).await?;
        self.take_console();
        Ok(())
    }

    /// The warnings, errors and exceptions of the extension's pages since the last call.
    pub fn take_console(&self) -> Vec<String> {
        self.devtools.take_console()
    }

    async fn evaluate(&self, target: &str, body: &str, args: &[Value]) -> Result<Value> {
        let js = format!(
            "(async () => {{ {PAGE}\nconst {{ all, one, row, nameOf }} = pageHelpers(); const args = {}; {{ {body}\n}} }})()
                .then((value) => JSON.stringify(value ?? null))",
            json!(args)
        );
        let value = self.devtools.evaluate(target, &js, false).await?;
        Ok(serde_json::from_str(value.as_str().context("the script gives no text")?)?)
    }

    // Keys and pointer.

    /// Moves the keyboard's focus into the panel. The panel decides which element gets it.
    pub async fn focus_sidebar(&self) -> Result<()> {
        let panel = self.panel().await?;
        self.devtools.command(Some(&panel), "Page.bringToFront", json!({})).await?;
        self.until("the focus in the side panel", async || self.has_focus(&panel).await).await
    }

    async fn has_focus(&self, target: &str) -> Result<bool> {
        Ok(self.devtools.evaluate(target, "document.hasFocus()", false).await? == true)
    }

    /// Sends a key event to the document with the focus in the front window.
    pub(crate) async fn key(&self, event: Value) -> Result<()> {
        let target = match self.panel().await {
            Ok(panel) if self.has_focus(&panel).await? => panel,
            _ => self.tab().await?,
        };
        self.devtools.command(Some(&target), "Input.dispatchKeyEvent", event).await.map(drop)
    }

    /// Sends a pointer event to a document.
    pub(crate) async fn mouse(&self, part: Part, event: Value) -> Result<()> {
        let target = self.target(part).await?;
        self.devtools.command(Some(&target), "Input.dispatchMouseEvent", event).await.map(drop)
    }

    /// Gives the page in the active tab a touch screen of this size, as a phone has, until the tab is closed.
    pub async fn touch_screen(&self, width: u32, height: u32) -> Result<()> {
        let tab = self.tab().await?;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.devtools.command(Some(&tab), "Emulation.setDeviceMetricsOverride", size).await?;
        let touch = json!({ "enabled": true, "maxTouchPoints": 5 });
        self.devtools.command(Some(&tab), "Emulation.setTouchEmulationEnabled", touch).await.map(drop)
    }

    /// Touches a point of the page in the active tab with a finger.
    pub async fn tap(&self, (x, y): (f64, f64)) -> Result<()> {
        let tab = self.tab().await?;
        for event in [
            json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }),
            json!({ "type": "touchEnd", "touchPoints": [] }),
        ] {
            self.devtools.command(Some(&tab), "Input.dispatchTouchEvent", event).await?;
        }
        Ok(())
    }

    /// Prints the page of the active tab, and discards the result.
    pub async fn print(&self) -> Result<()> {
        self.devtools.command(Some(&self.tab().await?), "Page.printToPDF", json!({})).await.map(drop)
    }

    /// The target that shows this document.
    pub(crate) async fn target(&self, part: Part) -> Result<String> {
        match part {
            Part::Sidebar => self.panel().await,
            Part::Page => self.tab().await,
        }
    }

    /// Puts files into the panel's file input, as its dialog would.
    pub async fn choose_files(&self, paths: &[&Path]) -> Result<()> {
        let panel = self.panel().await?;
        let input = json!({ "expression": "document.querySelector('input[type=file]')" });
        let input = self.devtools.command(Some(&panel), "Runtime.evaluate", input).await?;
        let files = json!({ "files": paths, "objectId": input["result"]["objectId"] });
        self.devtools.command(Some(&panel), "DOM.setFileInputFiles", files).await.map(drop)
    }

    /// The text in the clipboard in this format.
    pub async fn clipboard(&self, format: &str) -> Result<Option<String>> {
        let origin = format!("chrome-extension://{EXTENSION_ID}");
        let leave = json!({ "origin": origin, "permission": { "name": "clipboard-read" }, "setting": "granted" });
        self.devtools.command(None, "Browser.setPermission", leave).await?;
        let js = "const items = await navigator.clipboard.read();
            const item = items.find(({ types }) => types.includes(args[0]));
            return item ? (await item.getType(args[0])).text() : null;";
        Ok(serde_json::from_value(self.in_sidebar(js, &[json!(format)]).await?)?)
    }

    /// Sets the folder of downloads.
    pub async fn download_to(&self, folder: &Path) -> Result<()> {
        let how = json!({ "behavior": "allow", "downloadPath": folder });
        self.devtools.command(None, "Browser.setDownloadBehavior", how).await.map(drop)
    }

    async fn until(&self, what: &str, mut check: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match check().await {
                Ok(true) => return Ok(()),
                last if Instant::now() > deadline => {
                    return Err(last.err().unwrap_or_else(|| anyhow::anyhow!("the condition is false")))
                        .with_context(|| format!("timed out waiting for {what}"));
                }
                _ => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}
