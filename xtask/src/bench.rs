//! `cargo xtask bench`: Navibar beside its peers, in one run, in a real Firefox.

mod data;
mod module;
mod page;
mod report;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Firefox, Options, Pref, Server};

use crate::step::say;
use crate::tools::{GECKODRIVER, firefox};
use crate::{build, interrupt, paths, step};
use data::{DATA, Data};
use page::{PARSERS, Page};
use report::Measured;

/// Fewer rounds say little about a machine that does other things too.
const LEAST_ROUNDS: usize = 4;

/// The part of a result that says in which browser it was measured.
const BROWSER: &str = "firefox";

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// one JSON object a line instead of the table
    pub(crate) json: bool,
    /// how often each parser runs over each data; one more round comes before, which does not count
    pub(crate) rounds: usize,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { json: false, rounds: 5 }
    }
}

/// Installs what is missing, builds, measures and prints.
///
/// # Errors
/// Also where a parser did not find in the data what is there: what measures nothing must not pass.
pub(crate) fn bench(wanted: &Wanted) -> Result<()> {
    ensure!(wanted.rounds >= LEAST_ROUNDS, "--rounds must be at least {LEAST_ROUNDS}");
    if wanted.json {
        step::speak_to_stderr();
    }
    firefox::ask_for_password()?;
    build::engine()?;
    module::build()?;
    data::generate()?;
    let options = Options {
        geckodriver: GECKODRIVER.ensure()?,
        firefox: Some(firefox::ensure()?),
        headless: true,
        extension: None,
        extension_id: String::new(),
        window: (1200, 800),
        prefs: vec![
            // Else a clock that web sites see goes in whole milliseconds.
            ("privacy.reduceTimerPrecision".to_owned(), Pref::Bool(false)),
            // DOMParser takes seconds, which is its good right here.
            ("dom.max_script_run_time".to_owned(), Pref::Int(0)),
        ],
    };
    // The page imports the product's module and that of the peers, which stand apart in the project.
    let server = Server::start()?;
    server.folder(paths::root());

    let before = load_average();
    let runtime = tokio::runtime::Runtime::new()?;
    let measured = runtime.block_on(interrupt::unless_interrupted(async {
        let firefox = Firefox::launch(&options).await?;
        let measured = measure(&firefox, &server, wanted.rounds).await;
        let ended = firefox.quit().await;
        measured.and_then(|measured| ended.map(|()| measured))
    }));
    let measured = measured.context("interrupted")??;
    for results in measured.chunk_by(|a, b| a.data.name == b.data.name) {
        print!("{}", if wanted.json { report::json(BROWSER, results)? } else { report::table(results) });
    }
    say(&format!(
        "     best and median of {} rounds in Firefox, after one for warming up; load average {} before, {} after",
        wanted.rounds,
        before,
        load_average()
    ));
    Ok(())
}

/// Everything over every data; a fresh page for each data, so that memory does not add up.
async fn measure(firefox: &Firefox, server: &Server, rounds: usize) -> Result<Vec<Measured>> {
    let mut measured = Vec::new();
    for data in DATA {
        let page = Page::open(firefox, server, data).await?;
        measured.extend(measure_parsers(&page, data, rounds).await?);
        let page = Page::open(firefox, server, data).await?;
        measured.extend(measure_product(&page, data, rounds).await?);
    }
    Ok(measured)
}

/// The parsers in turn, round by round, so that what disturbs the machine disturbs them all.
async fn measure_parsers(page: &Page<'_>, data: &'static Data, rounds: usize) -> Result<Vec<Measured>> {
    let mut measured: Vec<Measured> = PARSERS.iter().map(|what| Measured::new(data, what)).collect();
    for round in 0..=rounds {
        say_round(data, "parsers", round, rounds);
        for measured in &mut measured {
            let sample = page.parse(measured.what, round == 0).await?;
            if round == 0 {
                // A memory never shrinks: only that of the first run is one run's.
                measured.wasm_bytes = sample.wasm_bytes;
            } else {
                measured.times.extend(sample.times);
            }
        }
    }
    Ok(measured)
}

/// The product itself, over HTTP.
async fn measure_product(page: &Page<'_>, data: &'static Data, rounds: usize) -> Result<Vec<Measured>> {
    let mut measured = ["fetch", "first-row", "load", "longest-task"].map(|what| Measured::new(data, what));
    for round in 0..=rounds {
        say_round(data, "loading", round, rounds);
        let load = page.load().await?;
        for (measured, time) in measured.iter_mut().zip([load.fetch, load.first_row, load.load, load.longest_task]) {
            if round == 0 {
                measured.wasm_bytes = (measured.what != "fetch").then_some(load.wasm_bytes);
            } else {
                measured.times.push(time);
            }
        }
    }
    Ok(measured.into())
}

fn say_round(data: &Data, what: &str, round: usize, rounds: usize) {
    match round {
        0 => say(&format!("  .. {}, {what}: warming up", data.name)),
        _ => say(&format!("  .. {}, {what}: round {round} of {rounds}", data.name)),
    }
}

/// How busy the machine is, over the last minute; a busy one gives no useful times.
fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}
