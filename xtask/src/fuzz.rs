//! `cargo xtask fuzz`: runs the targets of `tests/fuzz` for some time each, with cargo-fuzz.
//!
//! It uses the stable compiler of the product. It needs no sanitizer, because the code has no `unsafe`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use crate::paths;
use crate::step::{output_of, run_logged, run_to_log, say, seconds, shown, step};
use crate::tools::CARGO_FUZZ;

/// The options of the command.
#[derive(Debug)]
pub(crate) struct Args {
    /// the time for each target
    pub(crate) time: Duration,
    /// the targets to run; all if empty
    pub(crate) targets: Vec<String>,
}

impl Default for Args {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), targets: Vec::new() }
    }
}

/// Maximum size of an input in bytes. `tests/native/hostile/` has the larger ones.
const MAX_INPUT_BYTES: usize = 8 << 10;

/// The target whose inputs are numbers instead of documents.
const VIEW: &str = "view";

/// Maximum size of an input for [`VIEW`] in bytes: a small site and some operations. Longer inputs take more time without
/// finding more.
const MAX_VIEW_INPUT_BYTES: usize = 64;

/// Maximum time for one input, also on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum memory for one input.
const MEMORY_MB: usize = 1 << 10;

/// Time for making a finding smaller.
const MINIMIZING: Duration = Duration::from_secs(20);

/// The result of a target.
struct Outcome {
    target: String,
    stats: Stats,
    time: Duration,
    findings: Vec<PathBuf>,
}

/// Runs the targets. Returns `true` if nothing was found.
pub(crate) fn fuzz(args: &Args) -> Result<bool> {
    let all = targets()?;
    if let Some(unknown) = args.targets.iter().find(|name| !all.contains(name)) {
        bail!("there is no target `{unknown}`; there are {}", all.join(", "));
    }
    let targets = if args.targets.is_empty() { &all } else { &args.targets };
    let programs = build(targets)?;
    let mut outcomes = Vec::new();
    for target in targets {
        let what = format!("fuzzing {target} for {}", seconds(args.time));
        outcomes.push(step(&what, || run(target, &programs.join(target), args.time))?);
    }
    say(&table(&outcomes));
    let found = outcomes.iter().filter(|outcome| !outcome.findings.is_empty());
    found.clone().for_each(|outcome| explain(outcome, &programs));
    Ok(found.count() == 0)
}

fn folder() -> PathBuf {
    paths::root().join("tests/fuzz")
}

/// The folder of inputs, programs and findings.
fn work() -> PathBuf {
    paths::target().join("fuzz")
}

/// The names of the targets in their manifest.
pub(crate) fn targets() -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Manifest {
        bin: Vec<Bin>,
    }
    #[derive(Deserialize)]
    struct Bin {
        name: String,
    }
    let path = folder().join("Cargo.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let manifest: Manifest = toml::from_str(&text).with_context(|| format!("{} is not as expected", path.display()))?;
    Ok(manifest.bin.into_iter().map(|bin| bin.name).collect())
}

/// Builds these targets. Returns the folder of their programs.
fn build(targets: &[String]) -> Result<PathBuf> {
    let host = output_of(Command::new("rustc").current_dir(paths::root()).args(["--print", "host-tuple"]))
        .context("there is no working `rustc`: install Rust with rustup, https://rustup.rs")?;
    let cargo_fuzz = CARGO_FUZZ.ensure()?;
    // cargo-fuzz has no option `--locked`.
    let mut locked = Command::new(paths::cargo());
    locked.current_dir(folder()).args(["fetch", "--locked"]);
    let built = work().join("build");
    let build = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(&cargo_fuzz);
        command.current_dir(paths::root()).args(["build", "--sanitizer", "none", "--target", &host, "--fuzz-dir"]);
        command.arg(folder()).arg("--target-dir").arg(&built).args(arguments);
        run_logged(name, &mut command)
            .context("the targets cannot be built; libFuzzer needs a C++ compiler (`apt-get install build-essential`)")
    };
    step("building the fuzz targets", || {
        run_logged("fuzz-lock", &mut locked)?;
        match targets {
            [one] if one == VIEW => {}
            [one] => build("fuzz-build", &[one])?,
            _ => build("fuzz-build", &[])?,
        }
        // libFuzzer records comparisons to guess bytes of documents. This is useless for numbers, and it takes a third of
        // the time.
        if targets.iter().any(|target| target == VIEW) {
            build("fuzz-build-view", &["--no-trace-compares", VIEW])?;
        }
        Ok(())
    })?;
    Ok(built.join(host).join("release"))
}

fn run(target: &str, program: &Path, time: Duration) -> Result<Outcome> {
    let (corpus, found) = (work().join("corpus").join(target), work().join("found").join(target));
    for folder in [&corpus, &found] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let is_view = target == VIEW;
    let max_bytes = if is_view { MAX_VIEW_INPUT_BYTES } else { MAX_INPUT_BYTES };
    let mut command = Command::new(program);
    command.current_dir(paths::root()).args([
        format!("-artifact_prefix={}/", found.display()),
        format!("-dict={}", folder().join("names.dict").display()),
        format!("-max_total_time={}", time.as_secs().max(1)),
        format!("-max_len={max_bytes}"),
        format!("-timeout={}", TIMEOUT.as_secs()),
        format!("-rss_limit_mb={MEMORY_MB}"),
        "-print_final_stats=1".to_owned(),
        // Counting how rare each branch is takes longer than running a small input.
        format!("-entropic={}", u8::from(!is_view)),
    ]);
    // New inputs go into the first folder. The other folders have more inputs for the start.
    command.arg(corpus);
    let kept = folder().join("found").join(target);
    command.args(["tests/fixtures", "tests/sites"].map(PathBuf::from).into_iter().chain(kept.is_dir().then_some(kept)));
    let (begun, started) = (SystemTime::now(), Instant::now());
    let (status, log) = run_to_log(&format!("fuzz-{target}"), &mut command)?;
    let time = started.elapsed();
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let mut findings: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&found)? {
        let entry = entry?;
        // Older files are from an earlier run.
        if entry.metadata()?.modified()? >= begun {
            findings.push(entry.path());
        }
    }
    ensure!(
        status.success() || !findings.is_empty(),
        "`{}` failed without a finding; see {}",
        shown(&command),
        log.display()
    );
    Ok(Outcome { target: target.to_owned(), stats: Stats::of(&text), time, findings })
}

/// The statistics of libFuzzer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stats {
    executions: u64,
    /// covered edges of the program
    coverage: u64,
    /// inputs that cover different edges
    corpus: u64,
    memory_mb: u64,
}

impl Stats {
    /// Reads the output: `#5 NEW cov: 12 ft: 15 corp: 3/4b ...`, `stat::number_of_executed_units: 5`.
    fn of(text: &str) -> Self {
        let number_after = |line: &str, name: &str| -> Option<u64> {
            let (_, rest) = line.split_once(name)?;
            rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let last = |name| text.lines().rev().find_map(|line| number_after(line, name)).unwrap_or(0);
        Self {
            executions: last("stat::number_of_executed_units:"),
            coverage: last(" cov:"),
            corpus: last(" corp:"),
            memory_mb: last("stat::peak_rss_mb:"),
        }
    }
}

fn table(outcomes: &[Outcome]) -> String {
    let mut table = String::from("\ntarget        executions   a second   coverage   inputs   memory   findings");
    for Outcome { target, stats, time, findings } in outcomes {
        let rate = stats.executions as f64 / time.as_secs_f64().max(1.0);
        table += &format!(
            "\n{target:<12}{:>12}{rate:>11.0}{:>11}{:>9}{:>6} MB{:>11}",
            stats.executions,
            stats.coverage,
            stats.corpus,
            stats.memory_mb,
            findings.len()
        );
    }
    table
}

/// Prints what to do with the findings.
fn explain(outcome: &Outcome, programs: &Path) {
    let Outcome { target, findings, .. } = outcome;
    let program = programs.join(target);
    for finding in findings {
        let small = minimized(&program, finding);
        let short = |path: &Path| path.strip_prefix(paths::root()).unwrap_or(path).display().to_string();
        say(&format!("\n{target}: {}", short(finding)));
        if let Some(small) = &small {
            say(&format!("  made smaller:  {}", short(small)));
        }
        let input = short(small.as_deref().unwrap_or(finding));
        say(&format!("  reproduce:     {} {input}", short(&program)));
        say(&format!("  keep:          cp {input} tests/fuzz/found/{target}/WHAT-IT-SHOWS"));
        say("  Fix the mistake. `cargo test --test fuzz` runs all inputs that are kept.");
    }
}

/// A smaller input with the same result.
fn minimized(program: &Path, finding: &Path) -> Option<PathBuf> {
    let is_crash = finding.file_name()?.to_str()?.starts_with("crash-");
    let small = finding.with_file_name("small");
    let mut command = Command::new(program);
    command.args(["-minimize_crash=1".to_owned(), format!("-max_total_time={}", MINIMIZING.as_secs())]);
    command.arg(format!("-exact_artifact_path={}", small.display())).arg(finding);
    is_crash.then(|| run_to_log("fuzz-minimize", &mut command).ok())??;
    small.is_file().then_some(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_libfuzzer_are_read() {
        let text = "#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 30Mb\n\
                    #64\tNEW    cov: 12 ft: 15 corp: 3/4b lim: 4 exec/s: 0 rss: 31Mb L: 1/2 MS: 1 EraseBytes-\n\
                    stat::number_of_executed_units: 1234\nstat::average_exec_per_sec:     617\n\
                    stat::peak_rss_mb:              77\n";
        assert_eq!(Stats::of(text), Stats { executions: 1234, coverage: 12, corpus: 3, memory_mb: 77 });
        assert_eq!(Stats::of(""), Stats::default());
    }

    /// The packages of a lock file: name, version, and what each depends on.
    fn packages(lock: &Path) -> Vec<(String, String, Vec<String>)> {
        let text = fs::read_to_string(lock).expect("a lock file");
        let lock: toml::Table = toml::from_str(&text).expect("a lock file");
        let text = |value: Option<&toml::Value>| value.and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        let package = |package: &toml::Value| {
            let dependencies = package.get("dependencies").and_then(toml::Value::as_array);
            // If the lock file has several versions of a package, the version follows the name.
            let name =
                |name: &toml::Value| name.as_str().unwrap_or_default().split(' ').next().unwrap_or_default().to_owned();
            let dependencies = dependencies.into_iter().flatten().map(name).collect();
            (text(package.get("name")), text(package.get("version")), dependencies)
        };
        lock["package"].as_array().into_iter().flatten().map(package).collect()
    }

    #[test]
    fn the_lock_file_has_the_versions_of_the_product() {
        let (own, product) = (packages(&folder().join("Cargo.lock")), packages(&paths::root().join("Cargo.lock")));
        let (_, _, needed) = own.iter().find(|(name, ..)| name == "navibar").expect("navibar is locked");
        assert!(needed.len() > 5, "only {needed:?}");
        for name in needed {
            let versions = |packages: &[(String, String, Vec<String>)]| {
                let versions =
                    packages.iter().filter(|(known, ..)| known == name).map(|(_, version, _)| version.clone());
                versions.collect::<Vec<_>>()
            };
            let (own, product) = (versions(&own), versions(&product));
            let update = "copy Cargo.lock to tests/fuzz and run `cargo metadata` there";
            assert!(own.iter().all(|version| product.contains(version)), "{name}: {own:?}, {product:?}: {update}");
        }
    }

    #[test]
    fn targets_are_listed() {
        assert!(targets().is_ok_and(|targets| targets.iter().any(|target| target == "tokenizer")));
    }
}
