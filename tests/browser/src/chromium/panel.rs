//! The side panel: opens it, closes it, and finds its document.

use std::collections::HashMap;
use std::sync::PoisonError;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::{Chromium, EXTENSION_ID};

const PAINTED: &str = include_str!("painted.js");

/// The address of the panel's document.
fn page() -> String {
    format!("chrome-extension://{EXTENSION_ID}/sidebar.html")
}

impl Chromium {
    /// The panels that are open, with the windows that they are in.
    pub(super) async fn panels(&self) -> Result<HashMap<String, i64>> {
        let page = page();
        let mut panels = HashMap::new();
        for (target, kind, url) in self.devtools.targets().await? {
            if kind != "page" || url != page {
                continue;
            }
            let known = self.windows.lock().unwrap_or_else(PoisonError::into_inner).get(&target).copied();
            let window = match known {
                Some(window) => window,
                None => {
                    // A tab can show the same page.
                    let js = "Promise.all([chrome.windows.getCurrent(), chrome.tabs.getCurrent()])
                        .then(([{ id }, tab]) => tab ? null : id)";
                    let window = self.devtools.evaluate(&target, js, false).await?.as_i64();
                    self.windows.lock().unwrap_or_else(PoisonError::into_inner).insert(target.clone(), window);
                    window
                }
            };
            panels.extend(window.map(|window| (target, window)));
        }
        Ok(panels)
    }

    /// The panel of the front window.
    pub(crate) async fn panel(&self) -> Result<String> {
        let panels = self.panels().await?;
        let front: i64 = self.helper("return (await front()).id;", &[]).await?;
        let panel = panels.into_iter().find(|(_, window)| *window == front);
        Ok(panel.context("the side panel is not open")?.0)
    }

    /// Opens the side panel in the front window and waits for its scripts.
    pub async fn open_sidebar(&self) -> Result<()> {
        if !self.sidebar_is_open().await? {
            self.press_toolbar_button().await?;
        }
        self.until("the side panel's scripts", async || {
            let panel = self.panel().await?;
            let is_there = "Boolean(document.querySelector('navi-bar:defined'))";
            Ok(self.devtools.evaluate(&panel, is_there, false).await? == true)
        })
        .await?;
        self.colour(&self.panel().await?).await
    }

    /// Opens the side panel in the front window. It must be closed. Returns the milliseconds until the first rows are painted,
    /// and until the rows of the tree are.
    pub async fn time_sidebar(&self) -> Result<(f64, f64)> {
        const ATTEMPTS: usize = 20;
        for _ in 0..ATTEMPTS {
            if let Some(times) = self.time_opening().await? {
                return Ok(times);
            }
            self.close_sidebar().await?;
        }
        bail!("the panel has always shown before a script could watch it")
    }

    /// Opens the side panel once. Returns `None` if it shows before a script can watch it, as on a busy machine.
    async fn time_opening(&self) -> Result<Option<(f64, f64)>> {
        let action = self.toolbar_action().await?;
        // The script in the panel reads the same clock.
        let begun = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64() * 1000.0;
        self.devtools.command(None, "Extensions.triggerAction", action).await?;
        let mut painted = Value::Null;
        self.until("the rows of the tree", async || {
            // Only the last step runs in the panel, because more would delay it.
            let targets = self.devtools.targets().await?;
            let panel = targets.iter().find(|(_, kind, url)| kind == "page" && *url == page());
            let (panel, ..) = panel.context("the side panel is not open")?;
            painted = self.devtools.evaluate(panel, PAINTED, false).await?;
            Ok(true)
        })
        .await?;
        let painted: Option<(f64, f64)> = serde_json::from_value(painted)?;
        Ok(painted.map(|(rows, tree)| (rows - begun, tree - begun)))
    }

    /// Presses the extension's button in the toolbar of the front window.
    pub async fn press_toolbar_button(&self) -> Result<()> {
        let action = self.toolbar_action().await?;
        self.devtools.command(None, "Extensions.triggerAction", action).await.map(drop)
    }

    /// The parameters for pressing the button.
    async fn toolbar_action(&self) -> Result<Value> {
        let front: i64 = self.helper("return (await front()).id;", &[]).await?;
        let tabs = json!({ "filter": [{ "type": "tab" }] });
        let tabs = self.devtools.command(None, "Target.getTargets", tabs).await?;
        for tab in tabs["targetInfos"].as_array().into_iter().flatten() {
            let target = json!({ "targetId": tab["targetId"] });
            // A tab that is being closed has no window.
            let window = self.devtools.command(None, "Browser.getWindowForTarget", target).await;
            if window.is_ok_and(|window| window["windowId"] == front) {
                return Ok(json!({ "id": EXTENSION_ID, "targetId": tab["targetId"] }));
            }
        }
        bail!("the front window has no tab")
    }

    /// Closes the side panel of the front window.
    pub async fn close_sidebar(&self) -> Result<()> {
        if let Ok(panel) = self.panel().await {
            let _ = self.devtools.evaluate(&panel, "window.close()", false).await;
        }
        self.until("the side panel to close", async || Ok(!self.sidebar_is_open().await?)).await
    }

    /// Returns `true` if the front window shows the side panel.
    pub async fn sidebar_is_open(&self) -> Result<bool> {
        let front: i64 = self.helper("return (await front()).id;", &[]).await?;
        Ok(self.panels().await?.values().any(|window| *window == front))
    }

    /// Evaluates the body of an async function in the panel's document.
    pub async fn in_sidebar(&self, js: &str, args: &[Value]) -> Result<Value> {
        self.evaluate(&self.panel().await?, js, args).await
    }
}
