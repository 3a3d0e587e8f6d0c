//! Chromium's DevTools protocol over pipes: commands and events.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// Maximum time of an answer. It is longer than any wait of a script.
const ANSWER: Duration = Duration::from_secs(30);

/// A connection to a browser, with a session for each page and worker.
#[derive(Debug)]
pub(crate) struct Devtools(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pipe: Mutex<ChildStdin>,
    state: Mutex<State>,
    /// the prefix of the addresses whose messages are collected
    watched: String,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Value>>,
    /// by target
    sessions: HashMap<String, String>,
    console: Vec<String>,
}

impl Devtools {
    /// Connects through these pipes. Collects the errors of pages whose addresses have this prefix.
    pub(crate) async fn connect(input: ChildStdin, output: ChildStdout, watched: String) -> Result<Self> {
        let shared = Arc::new(Shared { pipe: Mutex::new(input), state: Mutex::default(), watched });
        let reader = Arc::clone(&shared);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                if let Ok(message) = serde_json::from_slice(&message) {
                    reader.hear(message);
                }
                message.clear();
            }
            // No answer will come any more. Dropping the senders ends the waiting.
            lock(&reader.state).waiting.clear();
        });
        let this = Self(shared);
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        this.command(None, "Target.setAutoAttach", attach).await?;
        Ok(this)
    }

    /// Sends a command to a target, or to the browser.
    pub(crate) async fn command(&self, target: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let session = match target {
            Some(target) => Some(self.session(target)?),
            None => None,
        };
        let (answer, received) = oneshot::channel();
        self.0.send(session.as_deref(), method, params, Some(answer))?;
        let answer = tokio::time::timeout(ANSWER, received).await.with_context(|| format!("no answer to {method}"))?;
        let mut answer = answer.context("Chromium is gone")?;
        if let Some(error) = answer.get("error") {
            bail!("{method}: {}", error.get("message").and_then(Value::as_str).unwrap_or("refused"));
        }
        Ok(answer["result"].take())
    }

    /// Evaluates an expression, waits for its promise, and returns its value.
    pub(crate) async fn evaluate(&self, target: &str, expression: &str, as_user: bool) -> Result<Value> {
        let how =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": as_user });
        let mut answer = self.command(Some(target), "Runtime.evaluate", how).await?;
        if let Some(error) = answer.get("exceptionDetails") {
            bail!("{}", description(error));
        }
        Ok(answer["result"]["value"].take())
    }

    /// All targets: `(id, type, url)`.
    pub(crate) async fn targets(&self) -> Result<Vec<(String, String, String)>> {
        let answer = self.command(None, "Target.getTargets", json!({})).await?;
        let text = |info: &Value, key: &str| info[key].as_str().unwrap_or_default().to_owned();
        let infos = answer["targetInfos"].as_array().cloned().unwrap_or_default();
        Ok(infos.iter().map(|info| (text(info, "targetId"), text(info, "type"), text(info, "url"))).collect())
    }

    /// The messages since the last call.
    pub(crate) fn take_console(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.0.state).console)
    }

    fn session(&self, target: &str) -> Result<String> {
        lock(&self.0.state).sessions.get(target).cloned().context("the page does not exist yet, or is closed")
    }
}

impl Shared {
    fn send(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        answer: Option<oneshot::Sender<Value>>,
    ) -> Result<()> {
        let id = {
            let mut state = lock(&self.state);
            state.last += 1;
            let id = state.last;
            state.waiting.extend(answer.map(|answer| (id, answer)));
            id
        };
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message)?;
        bytes.push(0);
        lock(&self.pipe).write_all(&bytes).context("Chromium is gone")
    }

    fn hear(&self, message: Value) {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            if let Some(answer) = lock(&self.state).waiting.remove(&id) {
                let _ = answer.send(message);
            }
            return;
        }
        let params = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Target.attachedToTarget" => {
                let session = params["sessionId"].as_str().unwrap_or_default();
                if let Some(target) = params["targetInfo"]["targetId"].as_str() {
                    lock(&self.state).sessions.insert(target.to_owned(), session.to_owned());
                }
                // From now on the target sends events for messages and exceptions, also for earlier ones.
                let _ = self.send(Some(session), "Runtime.enable", json!({}), None);
                // Messages of the browser itself, for example about a content security policy.
                let _ = self.send(Some(session), "Log.enable", json!({}), None);
            }
            "Target.detachedFromTarget" => {
                let session = params["sessionId"].as_str().unwrap_or_default();
                lock(&self.state).sessions.retain(|_, each| each != session);
            }
            "Runtime.consoleAPICalled" => {
                let kind = params["type"].as_str().unwrap_or_default();
                let from = params["stackTrace"]["callFrames"][0]["url"].as_str().unwrap_or_default();
                if matches!(kind, "error" | "warning" | "assert") && from.starts_with(&self.watched) {
                    let parts = params["args"].as_array().into_iter().flatten();
                    let words: Vec<String> = parts.map(printed).collect();
                    lock(&self.state).console.push(format!("{kind}: {} ({from})", words.join(" ")));
                }
            }
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let from = details["url"].as_str().unwrap_or_default();
                if from.starts_with(&self.watched) {
                    lock(&self.state).console.push(format!("error: {} ({from})", description(details)));
                }
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                let from = entry["url"].as_str().unwrap_or_default();
                if entry["source"] == "security" && from.starts_with(&self.watched) {
                    let text = entry["text"].as_str().unwrap_or_default();
                    lock(&self.state).console.push(format!("security: {text} ({from})"));
                }
            }
            _ => {}
        }
    }
}

fn printed(part: &Value) -> String {
    match part.get("value") {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => part["description"].as_str().unwrap_or_default().to_owned(),
    }
}

fn description(exception: &Value) -> String {
    let thrown = &exception["exception"];
    let text = thrown["description"].as_str().or(thrown["value"].as_str()).or(exception["text"].as_str());
    text.unwrap_or("an error").to_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
