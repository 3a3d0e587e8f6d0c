//! `cargo xtask test`: runs all checks in turn, even if one fails.

mod consumers;
mod count;
mod library;
mod runner;
mod site;
mod steps;

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use count::Count;
use steps::{STEPS, Step};

use crate::build::join;
use crate::paths::Browser;
use crate::step::{run_live, say, seconds};
use crate::tools::{CARGO_DENY, GECKODRIVER, WASM_BINDGEN, WASM_PACK, chromium, firefox, jekyll, node, python, rust};

/// The result of a step.
struct Outcome {
    name: &'static str,
    count: Count,
    time: Duration,
}

/// The names of all steps, for `--only`.
pub(crate) fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

/// The name of the step that `--only` names.
pub(crate) fn step_named(name: &str) -> Result<&'static str> {
    match STEPS.iter().find(|step| step.name == name) {
        Some(step) => Ok(step.name),
        None => bail!("there is no step `{name}`; there are {}", step_names().join(", ")),
    }
}

/// Runs these steps, or all steps if there are none. Returns `true` if everything passed.
pub(crate) fn test(only: &[&str]) -> Result<bool> {
    let wanted: Vec<&Step> = STEPS.iter().filter(|step| only.is_empty() || only.contains(&step.name)).collect();
    install(&wanted)?;
    let outcomes: Vec<Outcome> = wanted.into_iter().map(run_step).collect();
    Ok(summary(&outcomes))
}

/// Installs what these steps need, all at the same time.
fn install(wanted: &[&Step]) -> Result<()> {
    rust::ensure_wasm_target()?;
    rust::ensure_components()?;
    let needs = |browser| wanted.iter().any(|step| step.browser == Some(browser));
    let (firefox, chromium) = (needs(Browser::Firefox), needs(Browser::Chromium));
    let recipes = wanted.iter().any(|step| step.name == "site");
    let dependencies = wanted.iter().any(|step| step.name == "dependencies");
    if firefox {
        firefox::ask_for_password()?;
    }
    if chromium {
        chromium::ask_for_password()?;
    }
    if recipes {
        python::ask_for_password()?;
        jekyll::ask_for_password()?;
    }
    thread::scope(|scope| {
        let packages = scope.spawn(node::ensure_packages);
        let bindgen = scope.spawn(|| WASM_BINDGEN.ensure());
        let browsers = scope.spawn(move || {
            if firefox {
                firefox::ensure()?;
            }
            if chromium {
                chromium::ensure()?;
            }
            if recipes {
                site::install()?;
            }
            Ok(())
        });
        let drivers = scope.spawn(move || {
            if firefox {
                GECKODRIVER.ensure()?;
                WASM_PACK.ensure()?;
            }
            Ok(())
        });
        let checks = scope.spawn(move || {
            if dependencies {
                CARGO_DENY.ensure()?;
            }
            Ok(())
        });
        join(packages)?;
        join(bindgen)?;
        join(checks)?;
        join(browsers)?;
        join(drivers)
    })
}

fn run_step(step: &Step) -> Outcome {
    say(&format!("\n==== {}: {}", step.name, step.what));
    let started = Instant::now();
    let mut count = Count::default();
    let success = (step.run)(&mut |command| run_live(command, |line| count.see(line)));
    let success = success.unwrap_or_else(|error| {
        say(&format!("error: {error:#}"));
        false
    });
    count.finish(success);
    let time = started.elapsed();
    say(&format!("==== {}: {} ({})", step.name, if success { "ok" } else { "FAILED" }, seconds(time)));
    Outcome { name: step.name, count, time }
}

/// Prints the table and the last line. Returns `true` if everything passed.
fn summary(outcomes: &[Outcome]) -> bool {
    say("\nstep           passed  failed  ignored    time");
    let mut sum = Count::default();
    for Outcome { name, count, time } in outcomes {
        let mark = if count.failed == 0 { "" } else { "  FAILED" };
        let Count { passed, failed, ignored, .. } = count;
        say(&format!("{name:<12}{passed:>9}{failed:>8}{ignored:>9}{:>12}{mark}", seconds(*time)));
        sum.add(count);
    }
    say("");
    for what in &sum.skipped {
        say(&format!("not tested: {what}"));
    }
    say(&format!("{} passed, {} failed, {} ignored", sum.passed, sum.failed, sum.ignored));
    sum.failed == 0
}
