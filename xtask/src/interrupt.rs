//! Ctrl-C and other signals end a command and everything that it has started.

use std::collections::BTreeSet;
use std::process::{Child, exit};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
static STATE: LazyLock<watch::Sender<State>> = LazyLock::new(|| watch::Sender::new(State::default()));

#[derive(Clone, Copy, Default)]
struct State {
    /// `true` while [`unless_interrupted`] runs. It ends everything itself, so the signal handler must not exit
    is_orderly: bool,
    is_interrupted: bool,
}

/// Starts to listen for signals. A second signal ends the program at once.
pub(crate) fn listen() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut signals = runtime.block_on(async {
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        kinds.into_iter().map(signal).collect::<std::io::Result<Vec<_>>>()
    })?;
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            runtime.block_on(async move {
                loop {
                    let [interrupt, terminate, hangup] = &mut signals[..] else { return };
                    tokio::select! {
                        _ = interrupt.recv() => {}
                        _ = terminate.recv() => {}
                        _ = hangup.recv() => {}
                    }
                    let mut before = State::default();
                    STATE.send_modify(|state| {
                        before = *state;
                        state.is_interrupted = true;
                    });
                    end_children();
                    if before.is_interrupted || !before.is_orderly {
                        eprintln!("interrupted");
                        exit(INTERRUPTED);
                    }
                }
            });
        })
        .context("cannot listen for signals")?;
    Ok(())
}

/// Runs `work` until it is done. Returns `None` if a signal comes first: `work` is then dropped, and must end what it started.
pub(crate) async fn unless_interrupted<T>(work: impl Future<Output = T>) -> Option<T> {
    STATE.send_modify(|state| state.is_orderly = true);
    let mut changes = STATE.subscribe();
    let result = tokio::select! {
        result = work => Some(result),
        _ = changes.wait_for(|state| state.is_interrupted) => None,
    };
    STATE.send_modify(|state| state.is_orderly = false);
    result
}

/// Ends a child process and its process group if a signal comes before this is dropped. The child must lead the group.
pub(crate) struct EndOnSignal(u32);

impl EndOnSignal {
    pub(crate) fn new(child: &Child) -> Self {
        groups().insert(child.id());
        Self(child.id())
    }
}

impl Drop for EndOnSignal {
    fn drop(&mut self) {
        groups().remove(&self.0);
    }
}

fn groups() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end_children() {
    for &group in groups().iter() {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::TERM);
        }
    }
}
