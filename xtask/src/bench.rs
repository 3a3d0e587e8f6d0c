//! `cargo xtask bench`: measures Navibar beside its peers, in one run, in a real browser.

mod data;
mod goals;
mod interface;
mod javascript;
mod measured;
mod module;
mod page;
mod report;
mod sidebar;

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::{Browser, Options, Pref, Server};

use crate::step::say;
use crate::tools::{GECKODRIVER, chromium, firefox};
use crate::{build, interrupt, paths, step};
use data::{DATA, Data};
use measured::Measured;
use page::{Page, SlowLoad};
use report::PRODUCT;

/// Minimum number of rounds. Fewer say little on a busy machine.
const MIN_ROUNDS: usize = 4;

/// The options of the command.
#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) browser: paths::Browser,
    /// one JSON object per line instead of the table
    pub(crate) json: bool,
    /// the runs of each parser with each data set; one more round warms up and does not count
    pub(crate) rounds: usize,
    /// the data sets to measure; all if empty
    pub(crate) data: Vec<String>,
    /// the parsers to measure; all if empty
    pub(crate) what: Vec<String>,
    /// the table of goals in docs/performance.md is replaced
    pub(crate) write_goals: bool,
    /// the part to measure; both if `None`
    pub(crate) only: Option<Part>,
}

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// from bytes to a tree
    Engine,
    /// from a tree to the screen
    Interface,
}

impl Part {
    /// The part with this name on the command line.
    pub(crate) fn named(name: &str) -> Result<Self> {
        match name {
            "engine" => Ok(Self::Engine),
            "interface" => Ok(Self::Interface),
            _ => bail!("there is no part `{name}`; there are engine and interface"),
        }
    }
}

impl Default for Args {
    fn default() -> Self {
        Self {
            browser: paths::Browser::Firefox,
            json: false,
            rounds: 5,
            data: Vec::new(),
            what: Vec::new(),
            write_goals: false,
            only: None,
        }
    }
}

/// Installs what is missing, builds, measures and prints.
///
/// # Errors
/// If a step fails, or if a parser did not find everything in the data.
pub(crate) fn bench(args: &Args) -> Result<()> {
    ensure!(args.rounds >= MIN_ROUNDS, "--rounds must be at least {MIN_ROUNDS}");
    let chosen = chosen(args)?;
    if args.json {
        step::speak_to_stderr();
    }
    match args.browser {
        paths::Browser::Firefox => firefox::ask_for_password()?,
        paths::Browser::Chromium => chromium::ask_for_password()?,
    }
    build::packages()?;
    if args.only != Some(Part::Interface) {
        module::build()?;
    }
    javascript::build()?;
    // The page imports modules of the product and of the peers, which are in different folders.
    let server = Server::start()?;
    server.folder(paths::root());
    data::generate(&chosen, server.url("").trim_end_matches('/'))?;

    let before = load_average();
    let runtime = tokio::runtime::Runtime::new()?;
    let measured = runtime.block_on(interrupt::unless_interrupted(async {
        let browser = launch(args.browser).await?;
        let measured = measure(&browser, &server, &chosen, args).await;
        let ended = browser.quit().await;
        measured.and_then(|measured| ended.map(|()| measured))
    }));
    let measured = measured.context("interrupted")??;
    for results in measured.chunk_by(|a, b| a.data.name == b.data.name) {
        print!("{}", if args.json { report::json(args.browser.name(), results)? } else { report::table(results) });
    }
    let goals = goals::table(&measured);
    if !args.json && !goals.is_empty() {
        print!("\n{goals}");
    }
    if args.write_goals {
        goals::write(args.browser.name(), &goals)?;
    }
    say(&format!(
        "     best and median of {} rounds in {}, after one for warming up; load average {} before, {} after",
        args.rounds,
        args.browser.name(),
        before,
        load_average()
    ));
    Ok(())
}

/// The data sets to measure with.
fn chosen(args: &Args) -> Result<Vec<&'static Data>> {
    let parsers = || DATA.iter().flat_map(Data::parsers);
    if let Some(unknown) = args.what.iter().find(|what| !parsers().any(|known| known == what)) {
        bail!("there is no parser `{unknown}`");
    }
    let mut chosen: Vec<&'static Data> = match &args.data[..] {
        [] => DATA.iter().collect(),
        names => names
            .iter()
            .map(|name| DATA.iter().find(|data| data.name == name).with_context(|| unknown(name)))
            .collect::<Result<_>>()?,
    };
    if args.only == Some(Part::Interface) {
        chosen.retain(|data| interface::has_interface(data) || sidebar::has_sidebar(data));
        ensure!(!chosen.is_empty(), "the interface is not measured with that data");
    }
    Ok(chosen)
}

async fn launch(browser: paths::Browser) -> Result<Browser> {
    // The window must be taller than the tree components, which have 800 pixels.
    let window = (1200, 1000);
    if browser == paths::Browser::Chromium {
        return chromium::launch(window).await;
    }
    let options = Options {
        geckodriver: GECKODRIVER.ensure()?,
        firefox: Some(firefox::ensure()?),
        headless: true,
        extension: None,
        extension_id: String::new(),
        window,
        prefs: vec![
            // By default a web page's clock has whole milliseconds.
            ("privacy.reduceTimerPrecision".to_owned(), Pref::Bool(false)),
            // DOMParser takes seconds.
            ("dom.max_script_run_time".to_owned(), Pref::Int(0)),
        ],
        profile: None,
    };
    Browser::launch(&options).await
}

/// Measures everything with every data set. Each data set has a fresh page, so that memory does not add up.
async fn measure(browser: &Browser, server: &Server, chosen: &[&'static Data], args: &Args) -> Result<Vec<Measured>> {
    let rounds = args.rounds;
    let mut measured = Vec::new();
    for &data in chosen {
        if args.only != Some(Part::Interface) {
            let page = Page::open(browser, server, data).await?;
            let parsers = measure_parsers(&page, data, args).await?;
            // The product stores the same text, so this number holds for it, too.
            let text_bytes = parsers.iter().find_map(|parser| parser.text_bytes);
            measured.extend(parsers);
            let page = Page::open(browser, server, data).await?;
            measured.extend(measure_product(&page, data, rounds, text_bytes).await?);
        }
        if args.only != Some(Part::Engine) && sidebar::has_sidebar(data) {
            measured.extend(sidebar::measure(args.browser, data, server.url("").trim_end_matches('/'), rounds).await?);
        }
        if args.only != Some(Part::Engine) && interface::has_interface(data) {
            measured.extend(interface::measure(browser, server, data, rounds).await?);
        }
    }
    Ok(measured)
}

/// Measures the parsers in turn, round by round, so that other work on the machine affects them all.
async fn measure_parsers(page: &Page<'_>, data: &'static Data, args: &Args) -> Result<Vec<Measured>> {
    let rounds = args.rounds;
    let is_wanted = |what: &&&str| args.what.is_empty() || args.what.iter().any(|name| name == **what);
    let mut measured: Vec<Measured> =
        data.parsers().iter().filter(is_wanted).map(|what| Measured::new(data, what)).collect();
    for round in 0..=rounds {
        data.say_round("parsers", round, rounds);
        for measured in &mut measured {
            let sample = page.parse(measured.what, round == 0).await?;
            if round == 0 {
                // Memory never shrinks, so only the first run shows the memory of one run.
                (measured.wasm_bytes, measured.text_bytes) = (sample.wasm_bytes, sample.text_bytes);
            } else {
                measured.times.extend(sample.times);
            }
        }
    }
    Ok(measured)
}

/// Measures the product over HTTP.
async fn measure_product(
    page: &Page<'_>,
    data: &'static Data,
    rounds: usize,
    text_bytes: Option<u64>,
) -> Result<Vec<Measured>> {
    let mut measured: Vec<Measured> = PRODUCT.iter().map(|what| Measured::new(data, what)).collect();
    for round in 0..=rounds {
        data.say_round("loading", round, rounds);
        let load = page.load().await?;
        let slow = |time: fn(&SlowLoad) -> f64| load.slow.as_ref().map(time);
        let times = [
            Some(load.fetch),
            Some(load.first_row),
            Some(load.load),
            Some(load.longest_task),
            slow(|load| load.first_row),
            slow(|load| load.longest_task),
        ];
        for (measured, time) in measured.iter_mut().zip(times) {
            if round == 0 {
                if measured.what == "load" {
                    (measured.wasm_bytes, measured.text_bytes) = (Some(load.wasm_bytes), text_bytes);
                }
            } else {
                measured.times.extend(time);
            }
        }
    }
    measured.retain(|measured| !measured.times.is_empty());
    Ok(measured)
}

/// The values of `--data`.
pub(crate) fn data_names() -> String {
    data::names()
}

fn unknown(name: &str) -> String {
    format!("there is no data `{name}`; there are {}", data::names())
}

/// The load average of the last minute. Times of a busy machine are not useful.
fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}
