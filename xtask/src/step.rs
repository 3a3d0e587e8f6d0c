//! Steps of the commands: each prints a line when it begins, and its time or its error when it ends.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, IsTerminal as _, Write};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::{interrupt::EndOnSignal, paths};

/// Number of lines of a log that are shown with an error.
const TAIL: usize = 30;

/// Does a step. An error is printed at once, because other steps may still run.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let started = Instant::now();
    say(&format!("  .. {what}"));
    let result = work();
    let time = seconds(started.elapsed());
    match &result {
        Ok(_) => say(&format!("  ok {what} ({time})")),
        Err(error) => say(&format!("FAIL {what} ({time})\n{error:#}")),
    }
    result
}

/// Formats a time for people.
pub(crate) fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        whole => format!("{} min {:02} s", whole / 60, whole % 60),
    }
}

static TO_STDERR: AtomicBool = AtomicBool::new(false);

/// Makes [`say`] print to stderr from now on, because stdout has results for programs.
pub(crate) fn speak_to_stderr() {
    TO_STDERR.store(true, Ordering::Relaxed);
}

/// The lines of work that are printed when it ends.
type Lines = Arc<Mutex<String>>;

thread_local! {
    /// The lines of this thread, if they are printed later.
    static KEPT: RefCell<Option<Lines>> = const { RefCell::new(None) };
}

/// Does some work. Its lines are printed together when it ends, because other work prints at the same time.
pub(crate) fn kept_together<T>(work: impl FnOnce() -> T) -> T {
    let lines = Lines::default();
    KEPT.set(Some(Arc::clone(&lines)));
    let result = work();
    KEPT.set(None);
    say(lines.lock().unwrap_or_else(PoisonError::into_inner).trim_end_matches('\n'));
    result
}

/// Starts work on another thread. Its lines belong to the work of this thread.
pub(crate) fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let lines = KEPT.with_borrow(Clone::clone);
    scope.spawn(move || {
        KEPT.set(lines);
        work()
    })
}

/// Prints a whole line at once, also when several threads print.
pub(crate) fn say(line: &str) {
    if let Some(lines) = KEPT.with_borrow(Clone::clone) {
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_str(line);
        lines.push('\n');
        return;
    }
    let mut out: Box<dyn Write> = match TO_STDERR.load(Ordering::Relaxed) {
        true => Box::new(std::io::stderr().lock()),
        false => Box::new(std::io::stdout().lock()),
    };
    // The work continues even if nobody reads the output.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Runs a command with its output in `target/logs/<log>.log`. Returns its exit status and that path.
pub(crate) fn run_to_log(log: &str, command: &mut Command) -> Result<(ExitStatus, PathBuf)> {
    fs::create_dir_all(paths::logs())?;
    let path = paths::logs().join(format!("{log}.log"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    let mut child = command.process_group(0).spawn().with_context(|| cannot_start(command))?;
    let _end = EndOnSignal::new(&child);
    Ok((child.wait()?, path))
}

/// Does the same as [`run_to_log`], but returns an error if the command fails.
pub(crate) fn run_logged(log: &str, command: &mut Command) -> Result<()> {
    let (status, path) = run_to_log(log, command)?;
    if !status.success() {
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        // The log comes before the error, so that the advice in the error is read last.
        say(&format!(
            "---- the end of {}:\n{}\n----",
            path.display(),
            lines[lines.len().saturating_sub(TAIL)..].join("\n")
        ));
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a command with its output on the terminal. `see` gets each line. Returns `true` if the command succeeds.
pub(crate) fn run_live(command: &mut Command, mut see: impl FnMut(&str)) -> Result<bool> {
    let (output, writer) = std::io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    if std::io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command.process_group(0).spawn().with_context(|| cannot_start(command))?;
    let _end = EndOnSignal::new(&child);
    // The command holds the write ends of the pipe. Unless they are dropped, the loop below never ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut lines = BufReader::new(output);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\n', '\r']);
        say(text);
        see(text);
        line.clear();
    }
    Ok(child.wait()?.success())
}

/// Runs a short command and returns its output, or `None` if it fails or is missing.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A command as a user would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`", command.get_program().to_string_lossy())
}
