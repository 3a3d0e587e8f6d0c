//! Scripts with the browser's own privileges. The sidebar, tabs and native menus belong to the browser's interface.
//! WebDriver calls it the chrome context.

use anyhow::{Context as _, Result, bail};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::{RequestData, SessionId};

use crate::firefox::Firefox;
use crate::window::PATIENCE;

const HELPERS: &str = concat!(include_str!("page.js"), include_str!("chrome.js"));

/// A WebDriver command that the client library has no method for.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) method: &'static str,
    /// the path below the session
    pub(crate) path: &'static str,
    pub(crate) body: Value,
}

impl FormatRequestData for Raw {
    fn format_request(&self, session: &SessionId) -> RequestData {
        let method = self.method.parse().unwrap_or_default();
        let request = RequestData::new(method, format!("session/{session}/{}", self.path));
        if self.body.is_null() { request } else { request.add_body(self.body.clone()) }
    }
}

impl Firefox {
    /// Runs the body of an async function with the browser's own privileges. `A` is the list of its arguments. It can use the
    /// functions of `chrome.js`.
    pub async fn chrome(&self, body: &str, args: &[Value]) -> Result<Value> {
        let script = format!(
            "const [A, PATIENCE, done] = arguments;\n(async () => {{\n{HELPERS}\n{body}\n}})()\
             .then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));"
        );
        let answer = self.driver.execute_async(&*script, vec![json!(args), json!(PATIENCE.as_millis())]).await;
        let answer = answer.context("Firefox does not answer")?.json().clone();
        if let Some(error) = answer.get("error").and_then(Value::as_str) {
            bail!("{}", error.strip_prefix("Error: ").unwrap_or(error));
        }
        Ok(answer.get("value").cloned().unwrap_or(Value::Null))
    }

    /// Does the same as [`Firefox::chrome`], with a typed result.
    pub async fn chrome_as<T: DeserializeOwned>(&self, body: &str, args: &[Value]) -> Result<T> {
        let value = self.chrome(body, args).await?;
        serde_json::from_value(value.clone()).with_context(|| format!("unexpected answer of the browser: {value}"))
    }

    /// Sends the next commands to the browser's interface, not to a page.
    pub(crate) async fn use_chrome(&self) -> Result<()> {
        self.command("POST", "moz/context", json!({ "context": "chrome" })).await
    }

    pub(crate) async fn command(&self, method: &'static str, path: &'static str, body: Value) -> Result<()> {
        self.driver
            .handle()
            .cmd(Raw { method, path, body })
            .await
            .with_context(|| format!("Firefox refused {path}"))?;
        Ok(())
    }

    pub(crate) async fn collect_console(&self) -> Result<()> {
        self.chrome("collectConsole();", &[]).await?;
        Ok(())
    }

    /// The warnings, errors and exceptions of the extension's pages since the last call.
    pub async fn take_console(&self) -> Result<Vec<String>> {
        self.chrome_as("return Services.ppmm.navibarConsole.splice(0);", &[]).await
    }
}
