//! The facts of pages: Node reads them with the script of the extension. Facts are kept until the script or the page changes.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use navibar::page_facts::{FACT_LIMITS, PageFacts};
use serde_json::{Value, json};

/// Milliseconds without a pause. A page of a corpus must not be cut because the machine is busy.
const WITHOUT_END: u64 = 1_000_000_000;

/// What the facts of a page depend on, beside the page and the scripts in [`SCRIPTS`].
const PROGRAMS: &[&str] = &["package-lock.json", "tests/measure/read-page.js", "www/extension/page-script.js"];

/// The folder with the scripts that read a page.
const SCRIPTS: &str = "www/element/page-facts";

/// Reads pages, one after the other.
pub(crate) struct PageReader {
    root: PathBuf,
    kept: PathBuf,
    limits: Value,
    /// what all facts depend on
    version: u64,
    node: Option<Node>,
}

/// The process that reads pages.
struct Node {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl PageReader {
    /// A reader that keeps facts in the folder `kept`. `root` is the project.
    pub(crate) fn new(root: &Path, kept: &Path) -> Result<Self> {
        fs::create_dir_all(kept)?;
        let mut limits = serde_json::to_value(FACT_LIMITS)?;
        limits["sliceMs"] = json!(WITHOUT_END);
        limits["totalMs"] = json!(WITHOUT_END);
        let scripts = fs::read_dir(root.join(SCRIPTS))?.map(|entry| Ok(entry?.path()));
        let mut files: Vec<PathBuf> = scripts.collect::<Result<_>>()?;
        files.extend(PROGRAMS.iter().map(|name| root.join(name)));
        files.sort();
        let mut hasher = DefaultHasher::new();
        limits.to_string().hash(&mut hasher);
        for file in &files {
            fs::read(file).with_context(|| format!("cannot read {}", file.display()))?.hash(&mut hasher);
        }
        Ok(Self { root: root.to_owned(), kept: kept.to_owned(), limits, version: hasher.finish(), node: None })
    }

    /// The facts of a page. `None` for a document that only sends the browser on.
    pub(crate) fn facts(&mut self, url: &str, html: &str) -> Result<Option<PageFacts>> {
        let mut hasher = DefaultHasher::new();
        (self.version, url, html).hash(&mut hasher);
        let file = self.kept.join(format!("{:016x}.json", hasher.finish()));
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(_) => {
                let text = self.read(url, html).with_context(|| format!("cannot read the facts of {url}"))?;
                // Another program may read it at the same time.
                let new = file.with_extension(format!("{}-new", std::process::id()));
                fs::write(&new, &text)?;
                fs::rename(&new, &file)?;
                text
            }
        };
        serde_json::from_str(&text).with_context(|| format!("{} has no facts", file.display()))
    }

    fn read(&mut self, url: &str, html: &str) -> Result<String> {
        let Node { input, output, .. } = match &mut self.node {
            Some(node) => node,
            none => none.insert(start(&self.root)?),
        };
        writeln!(input, "{}", json!({ "url": url, "html": html, "limits": self.limits }))?;
        input.flush()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        ensure!(!line.is_empty(), "node has ended");
        Ok(line)
    }
}

fn start(root: &Path) -> Result<Node> {
    let mut command = Command::new("node");
    command.current_dir(root).arg("tests/measure/page-facts.js").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().context("cannot start node")?;
    let input = process.stdin.take().context("node has no input")?;
    let output = process.stdout.take().context("node has no output")?;
    Ok(Node { process, input, output: BufReader::new(output) })
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
