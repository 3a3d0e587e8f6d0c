//! The processes of geckodriver with its Firefox, and of Chromium. They always end with this program.
//!
//! They have their own process group. A small shell script waits for the end of its standard input. That pipe closes in
//! every case: after a normal end, a panic, a signal, even SIGKILL. Then the script ends the group and removes the profile.

use std::fs::File;
use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

/// The name of the log in the scratch folder.
const LOG: &str = "log.txt";

/// Maximum time until geckodriver listens.
const DRIVER_START: Duration = Duration::from_secs(20);

/// `$1` is the process group to end, `$2` the folder to remove. The browser gets a moment to end by itself. Otherwise it
/// would write into the folder during the removal.
const KEEPER: &str = r#"
    while read -r _; do :; done
    kill -s TERM -- "-$1"
    tries=0
    while kill -s 0 -- "-$1" && [ "$tries" -lt 50 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -s KILL -- "-$1"
    rm -rf "$2"
"#;

/// A program with its own process group and scratch folder. Both end with this program.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) program: Child,
    keeper: Child,
    lifeline: Option<ChildStdin>,
    pub(crate) scratch: PathBuf,
}

impl Kept {
    /// Starts the command that `command` returns. `command` gets the scratch folder, and sets the program's input and output.
    pub(crate) fn start(prefix: &str, command: impl FnOnce(&Path) -> Result<Command>) -> Result<Self> {
        // The keeper removes the folder, because it must also go if this program is killed.
        let scratch = TempDir::with_prefix(prefix)?.keep();
        let mut command = command(&scratch)?;
        let program = command.process_group(0).spawn();
        let program = program.with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER, "navibar-keeper"])
            .arg(program.id().to_string())
            .arg(&scratch)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .context("cannot start `sh`")?;
        let lifeline = keeper.stdin.take();
        Ok(Self { program, keeper, lifeline, scratch })
    }

    /// The log file for the program's output.
    pub(crate) fn log(scratch: &Path) -> PathBuf {
        scratch.join(LOG)
    }

    /// The end of the log.
    pub(crate) fn log_tail(&self) -> String {
        let text = read_lossy(&Self::log(&self.scratch));
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    fn end(&mut self) {
        if self.lifeline.take().is_some() {
            let _ = self.program.wait();
            let _ = self.keeper.wait();
        }
    }
}

impl Drop for Kept {
    /// Ends everything and waits for it.
    fn drop(&mut self) {
        self.end();
    }
}

/// A running geckodriver.
#[derive(Debug)]
pub struct Geckodriver {
    kept: Kept,
    port: u16,
}

impl Geckodriver {
    /// Starts geckodriver on a free port. Profiles and the log are in a scratch folder, which is removed at the end.
    pub async fn start(binary: &Path) -> Result<Self> {
        let kept = Kept::start("navibar-firefox-", |scratch| {
            let log = File::create(Kept::log(scratch))?;
            let mut command = Command::new(binary);
            command
                .args(["--port", "0", "--websocket-port", "0"])
                // The sidebar and native menus belong to the browser's own interface.
                .arg("--allow-system-access")
                .arg("--profile-root")
                .arg(scratch)
                .stdin(Stdio::null())
                .stdout(log.try_clone()?)
                .stderr(log);
            Ok(command)
        })?;
        let mut this = Self { kept, port: 0 };
        this.port = this.wait_for_port().await?;
        Ok(this)
    }

    /// The address that a WebDriver client connects to.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The end of the log of geckodriver and Firefox.
    pub fn log_tail(&self) -> String {
        self.kept.log_tail()
    }

    /// Ends everything and waits for it.
    pub fn stop(self) {
        drop(self);
    }

    async fn wait_for_port(&mut self) -> Result<u16> {
        let deadline = Instant::now() + DRIVER_START;
        while Instant::now() < deadline && self.kept.program.try_wait()?.is_none() {
            if let Some(port) = listening_port(&read_lossy(&Kept::log(&self.kept.scratch))) {
                return Ok(port);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("geckodriver did not start:\n{}", self.log_tail());
    }
}

fn listening_port(log: &str) -> Option<u16> {
    let (_, rest) = log.split_once("Listening on 127.0.0.1:")?;
    // In an incomplete line, the number may be cut.
    rest.split_once(|c: char| !c.is_ascii_digit())?.0.parse().ok()
}

fn read_lossy(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(mut file) = File::open(path) {
        let _ = file.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_only_from_a_complete_line() {
        assert_eq!(listening_port("1 geckodriver INFO Listening on 127.0.0.1:4044\n"), Some(4044));
        assert_eq!(listening_port("1 geckodriver INFO Listening on 127.0.0.1:40"), None);
        assert_eq!(listening_port(""), None);
    }
}
