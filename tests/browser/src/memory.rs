//! The memory of the extension's process after garbage collection.

use std::fs;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::chromium::Chromium;

/// The memory of the process of the extension's pages.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Memory {
    /// bytes that belong to no other process, or 0 if the system does not say
    pub process: u64,
    /// bytes of all WebAssembly memories; they never shrink
    pub wasm: u64,
    /// bytes of JavaScript objects
    pub script: u64,
    /// nodes of documents, also of detached ones; in Firefox, their bytes
    pub nodes: u64,
    /// event listeners
    pub listeners: u64,
}

/// Firefox shows the same figures in `about:memory`.
const REPORTS: &str = "
    const manager = Cc['@mozilla.org/memory-reporter-manager;1'].getService(Ci.nsIMemoryReporterManager);
    const sum = { process: 0, wasm: 0, script: 0, nodes: 0, listeners: 0 };
    const kinds = [
        ['process', /^resident-unique$/],
        ['wasm', /^js-main-runtime\\/.*\\/elements\\/wasm$/],
        ['script', /^js-main-runtime-gc-heap-committed\\/used\\//],
        ['nodes', /^explicit\\/window-objects\\/.*moz-extension.*\\/dom\\/[a-z]+-nodes$/],
        ['listeners', /^event-counts\\/.*moz-extension.*\\/event-listeners$/],
    ];
    const pid = `pid ${panel().frameLoader.remoteTab.osPid})`;
    const add = (process, path, kind, units, amount) => {
        if (!process.includes(pid)) return;
        for (const [name, pattern] of kinds) if (pattern.test(path)) sum[name] += amount;
    };
    await new Promise((done) => manager.minimizeMemoryUsage(done));
    await new Promise((done) => manager.getReports(add, null, done, null, false));
    return sum;";

/// Chromium could list all memories of WebAssembly itself, but version 156 crashes if two modules share one.
const ENGINE_BYTES: &str = "return one('navi-bar').session.constructor.engineBytes()";

impl Browser {
    /// The memory of the open sidebar's process.
    pub async fn memory(&self) -> Result<Memory> {
        match self {
            Self::Firefox(firefox) => firefox.chrome_as(REPORTS, &[]).await,
            Self::Chromium(chromium) => chromium.memory().await,
        }
    }

    /// The ids of the processes that run the open sidebar. Its documents are in their main threads.
    pub(crate) async fn panel_processes(&self) -> Result<Vec<u32>> {
        match self {
            Self::Firefox(firefox) => {
                Ok(vec![firefox.chrome_as("return panel().frameLoader.remoteTab.osPid;", &[]).await?])
            }
            Self::Chromium(chromium) => {
                let processes = chromium.processes().await?;
                Ok(processes.filter(|id| is_of_extensions(*id)).filter_map(|id| u32::try_from(id).ok()).collect())
            }
        }
    }
}

impl Chromium {
    async fn memory(&self) -> Result<Memory> {
        let panel = self.panel().await?;
        let ask = async |method: &str, params: Value| self.devtools.command(Some(&panel), method, params).await;
        // A second collection takes what the first one has released.
        for _ in 0..2 {
            ask("HeapProfiler.collectGarbage", json!({})).await?;
        }
        let heap = ask("Runtime.getHeapUsage", json!({})).await?;
        let counters = ask("Memory.getDOMCounters", json!({})).await?;
        Ok(Memory {
            process: self.processes().await?.filter_map(extension_bytes).sum(),
            wasm: self.in_sidebar(ENGINE_BYTES, &[]).await?.as_u64().context("the engine has not started")?,
            // Chromium's counts can be fractions.
            script: heap["usedSize"].as_f64().unwrap_or_default() as u64,
            nodes: counters["nodes"].as_u64().unwrap_or_default(),
            listeners: counters["jsEventListeners"].as_u64().unwrap_or_default(),
        })
    }

    /// The ids of all processes of the browser.
    async fn processes(&self) -> Result<impl Iterator<Item = u64> + use<>> {
        let processes = self.devtools.command(None, "SystemInfo.getProcessInfo", json!({})).await?;
        let processes = processes["processInfo"].as_array().cloned().unwrap_or_default();
        Ok(processes.into_iter().filter_map(|process| process["id"].as_u64()))
    }
}

/// Returns `true` for a process of extensions. Linux reports it.
fn is_of_extensions(id: u64) -> bool {
    let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&command).contains("--extension-process")
}

/// The private bytes of a process, if it is a process of extensions. Linux reports them.
fn extension_bytes(id: u64) -> Option<u64> {
    if !is_of_extensions(id) {
        return None;
    }
    let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let kilobytes = text.lines().filter_map(|line| {
        let own = line.strip_prefix("Private_Clean:").or_else(|| line.strip_prefix("Private_Dirty:"))?;
        own.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    Some(kilobytes.sum::<u64>() * 1024)
}
