//! Measures how right the trees of any site are. `cargo xtask sites` runs it; `docs/any-site.md` says what it measures.

mod corpus;
mod kept;
mod report;
mod walk;

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, ensure};
use lexopt::prelude::*;
use navibar_browser_tests::SiteFolder;
use navibar_judge::{Reference, score};

use kept::Figures;
use report::Line;
use walk::facts::PageReader;
use walk::firefox::Firefox;
use walk::{Walk, firefox, native};

/// The figures that the repository keeps.
const FIGURES: &str = "tests/measure/figures.toml";

/// The options. `cargo xtask help` describes them.
#[derive(Debug, Default)]
struct Args {
    folder: PathBuf,
    json: bool,
    only: Vec<String>,
    trees: Option<PathBuf>,
    firefox: bool,
    check: bool,
    raise: bool,
}

fn main() -> ExitCode {
    match parse().and_then(|args| measure(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn parse() -> Result<Args> {
    let mut args = Args::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("json") => args.json = true,
            Long("only") => args.only.push(parser.value()?.string()?),
            Long("trees") => args.trees = Some(parser.value()?.into()),
            Long("firefox") => args.firefox = true,
            Long("check") => args.check = true,
            Long("raise") => args.raise = true,
            Value(folder) if args.folder.as_os_str().is_empty() => args.folder = folder.into(),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(args)
}

/// The project's root folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn measure(args: &Args) -> Result<()> {
    let work = root().join("target/measure");
    let mut sites = corpus::sites(&args.folder, &work.join("sites"))?;
    sites.retain(|site| args.only.is_empty() || args.only.contains(&site.host));
    ensure!(!sites.is_empty(), "{} has no such site", args.folder.display());
    if let Some(folder) = &args.trees {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let firefox = if args.firefox { Some(Firefox::from_env()?) } else { None };
    let results = in_parallel(args, &sites, firefox.as_ref(), &work.join("facts"));
    let (mut lines, mut failed) = (Vec::new(), Vec::new());
    for (site, result) in sites.iter().zip(results) {
        match result {
            Some(Ok(line)) => lines.push(line),
            Some(Err(error)) => failed.push(format!("{}: {error:#}", site.host)),
            None => failed.push(format!("{}: its thread has ended", site.host)),
        }
    }
    let file = root().join(FIGURES);
    let mut figures = Figures::read(&file)?;
    report::print(&lines, &figures.kinds(), args.json)?;
    ensure!(failed.is_empty(), "these sites could not be walked:\n{}", failed.join("\n"));
    if args.raise {
        figures.raise(&lines);
        figures.write(&file)?;
    }
    if args.check {
        let worse = figures.worse(&lines);
        ensure!(worse.is_empty(), "these figures are worse than those in {FIGURES}:\n{}", worse.join("\n"));
    }
    Ok(())
}

/// Walks and judges all sites: in Firefox one after the other, otherwise as many at a time as there are processors.
fn in_parallel(args: &Args, sites: &[SiteFolder], firefox: Option<&Firefox>, kept: &Path) -> Vec<Option<Result<Line>>> {
    let queue: Mutex<VecDeque<usize>> = Mutex::new((0..sites.len()).collect());
    let results: Mutex<Vec<Option<Result<Line>>>> = Mutex::new(sites.iter().map(|_| None).collect());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let workers = if firefox.is_some() { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    let work = || {
        let mut reader = None;
        while let Some(at) = next() {
            let line = one(args, &sites[at], firefox, &mut reader, kept);
            results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(line);
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            // Pages can be deep, and the judge is recursive.
            let thread = thread::Builder::new().stack_size(64 << 20);
            if thread.spawn_scoped(scope, work).is_err() {
                work();
            }
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn one(
    args: &Args,
    site: &SiteFolder,
    firefox: Option<&Firefox>,
    reader: &mut Option<PageReader>,
    kept: &Path,
) -> Result<Line> {
    let reference = Reference::read(site)?;
    let walk = match firefox {
        Some(programs) => {
            eprintln!("  .. walking {} in Firefox", site.host);
            tokio::runtime::Runtime::new()?.block_on(firefox::walk(site, &reference, programs))?
        }
        None => {
            let reader = match reader {
                Some(reader) => reader,
                none => none.insert(PageReader::new(&root(), kept)?),
            };
            native::walk(site, &reference, reader)?
        }
    };
    let line = Line::new(site, &reference, &walk)?;
    let (pages, listed) = (reference.pages(), reference.listed());
    eprintln!("  ok {}: {pages} pages, {listed} of them in menus or the sitemap", site.host);
    if let Some(folder) = &args.trees {
        save(folder, site, &walk, &reference)?;
    }
    Ok(line)
}

/// Saves the trees of a site, how they came about, and what is wrong in them.
fn save(folder: &Path, site: &SiteFolder, walk: &Walk, reference: &Reference) -> Result<()> {
    let host = &site.host;
    let write = |name: String, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    write(format!("{host}.json"), serde_json::to_string_pretty(&walk.five)?)?;
    write(format!("{host}.first.json"), serde_json::to_string_pretty(&walk.first)?)?;
    for (number, entered) in walk.entered.iter().enumerate() {
        write(format!("{host}.entered-{number}.json"), serde_json::to_string_pretty(&entered.alone)?)?;
    }
    for (name, tree) in [("first.misses", &walk.first), ("misses", &walk.five)] {
        let misses = score(tree, reference, site).misses.into_iter().map(|miss| miss + "\n");
        write(format!("{host}.{name}.txt"), misses.collect())?;
    }
    let requests = walk.requests.iter().map(|url| format!("requested {url}\n"));
    let visited = walk.visited.iter().map(|url| format!("visited {url}\n"));
    write(format!("{host}.log"), visited.chain(requests).collect())
}
