//! Controls the page that measures (`benches/browser/`), and checks that it did the work.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::{Browser, Reply, Server};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::data::Data;
use crate::paths;

/// Bytes of a chunk from a slow network, and the pause after each: 13 MB a second.
const SLOW_CHUNK: usize = 64 << 10;
const SLOW_PAUSE: Duration = Duration::from_millis(5);

/// Minimum time of a round. A small site takes a millisecond, so one run says nothing.
const ROUND_MS: u32 = 50;

/// Time for warming up. Browsers compile frequent code a second time, with more optimisation.
const WARM_UP_MS: u32 = 500;

/// Maximum time of a step, also on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(180);

/// The result of a parser's round.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sample {
    /// milliseconds of each run
    pub(crate) times: Vec<f64>,
    found: u64,
    /// bytes of wasm memory after the first run
    pub(crate) wasm_bytes: Option<u64>,
    /// the part of them that is the site's text
    pub(crate) text_bytes: Option<u64>,
}

/// The result of a load by the product, in milliseconds from the call.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Load {
    /// for the same bytes without any work: the network's share of the other times
    pub(crate) fetch: f64,
    /// until the first rows
    pub(crate) first_row: f64,
    /// until the end of the load
    pub(crate) load: f64,
    /// the longest time in which no other task could run
    pub(crate) longest_task: f64,
    /// the same with a slow network; not for data in several files
    pub(crate) slow: Option<SlowLoad>,
    found: u64,
    pub(crate) wasm_bytes: u64,
}

/// The result of a load over a slow network; see [`Load`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SlowLoad {
    pub(crate) first_row: f64,
    pub(crate) longest_task: f64,
}

/// A fresh page with one data set.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    browser: &'a Browser,
    data: &'static Data,
    /// the addresses of the files
    addresses: Vec<String>,
    /// the address of the file over a slow network, if there is only one file
    slow: Option<String>,
}

impl<'a> Page<'a> {
    pub(crate) async fn open(browser: &'a Browser, server: &Server, data: &'static Data) -> Result<Self> {
        // A navigation to another site frees the memory of the last page.
        browser.goto("about:blank").await?;
        browser.goto(&server.url("/benches/browser/index.html")).await?;
        // The load event does not wait for the engine.
        browser.wait_in_page("the page of the benchmark", "return 'bench' in globalThis", &[]).await?;
        let names = data.files();
        let addresses = names.iter().map(|name| server.url(&format!("/{}", data.path(name)))).collect();
        let slow = match &names[..] {
            [name] => {
                let path = format!("/slow/{}/{name}", data.name);
                let bytes = std::fs::read(paths::root().join(data.path(name)))?;
                server.route(&path, Reply::new(200, "application/xml", bytes).dripping(SLOW_CHUNK, SLOW_PAUSE));
                Some(server.url(&path))
            }
            _ => None,
        };
        let page = Self { browser, data, addresses, slow };
        let bytes: u64 = page.step("open", &[json!(page.addresses)]).await?;
        ensure!(
            bytes == data.bytes()?,
            "the page has {bytes} bytes of {}, but the files have another number",
            data.name
        );
        Ok(page)
    }

    /// Runs one round of one parser.
    pub(crate) async fn parse(&self, what: &str, warm_up: bool) -> Result<Sample> {
        let at_least = if warm_up { WARM_UP_MS } else { ROUND_MS };
        self.collect_garbage().await?;
        let sample: Sample =
            self.step("parse", &[json!(what), json!(at_least)]).await.with_context(|| self.about(what))?;
        let expected = match what {
            "quick-xml-reader" | "quick-xml-nsreader" | "saxes" | "sax-wasm" | "fast-xml-parser" => {
                self.data.elements()
            }
            "oxrdfxml" | "rdfxml-streaming-parser" => self.data.triples(),
            _ => self.data.pages(),
        };
        check(&self.about(what), sample.found, expected, &sample.times)?;
        Ok(sample)
    }

    /// Loads with the product: once for the times, once for the longest task, and once over a slow network.
    pub(crate) async fn load(&self) -> Result<Load> {
        self.collect_garbage().await?;
        let load: Load = self
            .step("measureLoad", &[json!(self.addresses), json!(self.slow)])
            .await
            .with_context(|| self.about("the product"))?;
        let times = [load.fetch, load.first_row, load.load, load.longest_task];
        check(&self.about("the product"), load.found, self.data.pages(), &times)?;
        Ok(load)
    }

    fn about(&self, what: &str) -> String {
        format!("{what} over {}", self.data.name)
    }

    /// Collects the garbage of one parser, so that it does not count for the next one.
    async fn collect_garbage(&self) -> Result<()> {
        self.browser.collect_garbage().await
    }

    async fn step<T: DeserializeOwned>(&self, name: &str, args: &[Value]) -> Result<T> {
        step(self.browser, name, args).await
    }
}

/// Starts a step in the page and waits for its end. It may take longer than the harness allows for one script.
pub(crate) async fn step<T: DeserializeOwned>(browser: &Browser, name: &str, args: &[Value]) -> Result<T> {
    let mut words = vec![json!(name)];
    words.extend_from_slice(args);
    browser.in_page("bench.start(...args);", &words).await?;
    let deadline = Instant::now() + TIMEOUT;
    loop {
        // The script waits for a promise, so that nothing disturbs the page while it measures.
        match browser.in_page("return bench.result();", &[]).await {
            Ok(value) => {
                return serde_json::from_value(value.clone())
                    .with_context(|| format!("unexpected answer of the page: {value}"));
            }
            Err(error) if is_timeout(&error) => {
                if Instant::now() > deadline {
                    bail!("{name} took longer than {} s", TIMEOUT.as_secs());
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// Checks that the work was done and timed.
fn check(what: &str, found: u64, expected: u64, times: &[f64]) -> Result<()> {
    ensure!(found == expected, "{what} found {found}, but there are {expected}: it did not do its work");
    let timed = !times.is_empty() && times.iter().all(|time| *time > 0.0);
    ensure!(timed, "{what} took no time: the clock is too coarse, or nothing was measured");
    Ok(())
}

/// Returns `true` if only the harness stopped waiting. The page may still be busy.
fn is_timeout(error: &anyhow::Error) -> bool {
    let text = error.to_string();
    text.starts_with("timed out waiting") || text.starts_with("no answer to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_without_work_or_time_is_an_error() {
        assert!(check("a", 3, 3, &[0.5, 1.0]).is_ok());
        assert!(check("a", 2, 3, &[0.5]).is_err());
        assert!(check("a", 3, 3, &[]).is_err());
        assert!(check("a", 3, 3, &[0.5, 0.0]).is_err());
        assert!(check("a", 3, 3, &[f64::NAN]).is_err());
    }
}
