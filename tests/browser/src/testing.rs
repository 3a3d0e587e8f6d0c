//! The browsers that the tests share, waiting for conditions, and reports of failures.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::options::project_root;
use crate::sidebar::outline;
use crate::window::PATIENCE;

/// The interval between two checks of a condition.
const POLL: Duration = Duration::from_millis(50);

/// The only runtime of the program, because a connection to the driver belongs to the runtime that made it.
static RUNTIME: LazyLock<std::io::Result<Runtime>> = LazyLock::new(Runtime::new);

/// The browsers that no test uses at the moment. There are as many browsers as tests that run at
/// the same time. They end with the program (see [`crate::process`]).
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

fn idle_browsers() -> MutexGuard<'static, Vec<Browser>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test in a browser that has one window, one empty tab, and a closed sidebar. If the test
/// fails, the error comes with a picture of the window and the text of the sidebar.
pub fn browser_test(name: &str, body: impl AsyncFnOnce(&Browser) -> Result<()>) -> Result<()> {
    let runtime = RUNTIME.as_ref().context("no async runtime")?;
    let idle = idle_browsers().pop();
    let browser = runtime.block_on(reset_or_start(idle))?;
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(body(&browser))));
    if !matches!(result, Ok(Ok(()))) {
        // The cause comes first, because long reports may be cut.
        if let Ok(Err(error)) = &result {
            eprintln!("--- {name} failed: {error:#}");
        }
        eprintln!("{}", runtime.block_on(browser.report(name)));
    }
    idle_browsers().push(browser);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The idle browser in the state that it had after its start, or a new browser.
async fn reset_or_start(idle: Option<Browser>) -> Result<Browser> {
    if let Some(browser) = idle {
        match browser.reset().await {
            Ok(()) => return Ok(browser),
            Err(error) => eprintln!("the browser is started again, because: {error:#}"),
        }
    }
    Browser::from_env().await
}

impl Browser {
    /// Polls `check` until it returns a value. An error means "not yet", because the document may still be loading. It is
    /// reported when the time is up.
    pub async fn wait_until<T>(&self, what: &str, check: impl AsyncFnMut() -> Result<Option<T>>) -> Result<T> {
        self.wait_longer(PATIENCE, what, check).await
    }

    /// Does the same as [`Browser::wait_until`] for at most this time.
    pub async fn wait_longer<T>(
        &self,
        patience: Duration,
        what: &str,
        mut check: impl AsyncFnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let deadline = Instant::now() + patience;
        loop {
            let last = check().await;
            match last {
                Ok(Some(value)) => return Ok(value),
                Ok(None) if Instant::now() > deadline => bail!("timed out after {patience:?} waiting for {what}"),
                Err(error) if Instant::now() > deadline => {
                    return Err(error.context(format!("timed out after {patience:?} waiting for {what}")));
                }
                _ => tokio::time::sleep(POLL).await,
            }
        }
    }

    /// Waits until `js` returns a truthy value in the page of the active tab.
    pub async fn wait_in_page(&self, what: &str, js: &str, args: &[Value]) -> Result<Value> {
        self.wait_until(what, async || {
            let value = self.in_page(js, args).await?;
            let falsy = matches!(&value, Value::Null | Value::Bool(false)) || value == json!(0) || value == json!("");
            Ok((!falsy).then_some(value))
        })
        .await
    }

    /// Waits until the active tab shows `url`.
    pub async fn wait_for_url(&self, url: &str) -> Result<()> {
        self.wait_until(&format!("the active tab to show {url}"), async || Ok((self.url().await? == url).then_some(())))
            .await
    }

    /// Saves a picture of the window in `target/browser-tests`, for people to look at.
    pub async fn picture(&self, name: &str) -> Result<()> {
        self.screenshot(&project_root().join("target/browser-tests").join(format!("{name}.png"))).await
    }

    /// The text on the screen. Also saves a picture.
    pub async fn report(&self, name: &str) -> String {
        let picture = project_root().join("target/browser-tests").join(format!("{name}.png"));
        let mut lines = vec![format!("--- on the screen when {name} failed:")];
        match self.screenshot(&picture).await {
            Ok(()) => lines.push(format!("picture: {}", picture.display())),
            Err(error) => lines.push(format!("no picture: {error:#}")),
        }
        match self.windows().await {
            Ok(windows) => lines.extend(windows.iter().enumerate().flat_map(|(number, tabs)| {
                tabs.iter().map(move |tab| {
                    format!("window {number}, tab{}: {} ({})", if tab.active { " *" } else { "" }, tab.url, tab.title)
                })
            })),
            Err(error) => lines.push(format!("no tabs: {error:#}")),
        }
        match self.rows().await {
            Ok(rows) if rows.is_empty() => lines.push("no rows".to_owned()),
            Ok(rows) => lines.push(format!("rows:\n{}", outline(&rows))),
            Err(error) => lines.push(format!("no sidebar: {error:#}")),
        }
        if let Ok(age) = self.in_sidebar_as::<f64>("return performance.now()", &[]).await {
            lines.push(format!("the sidebar's document is {:.1} s old", age / 1000.0));
        }
        if let Ok(text) = self.sidebar_text().await {
            lines.push(format!("sidebar's text:\n{text}"));
        }
        match self.take_console().await {
            Ok(messages) if messages.is_empty() => {}
            Ok(messages) => lines.push(format!("console:\n{}", messages.join("\n"))),
            Err(error) => lines.push(format!("no console: {error:#}")),
        }
        lines.join("\n")
    }
}
