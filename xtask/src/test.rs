//! `cargo xtask test`: runs all checks, even if one fails.

mod busy;
mod consumers;
mod count;
mod lanes;
mod library;
mod products;
mod room;
mod runner;
mod site;
mod steps;
mod summary;

use std::thread;
use std::time::Instant;

use anyhow::{Result, bail};

use busy::Busy;
use steps::{STEPS, Step};

use crate::build::{english, join};
use crate::paths::Browser;
use crate::tools::{CARGO_DENY, GECKODRIVER, WASM_BINDGEN, WASM_PACK, chromium, firefox, jekyll, node, python, rust};

/// The options of `cargo xtask test`.
#[derive(Debug)]
pub(crate) struct Args {
    /// the steps to run; all if it is empty, or those with a browser if they are repeated or the machine is busy
    pub(crate) only: Vec<&'static str>,
    /// parts of the names of tests; the steps with a browser run only these
    pub(crate) filters: Vec<String>,
    /// how often the steps run
    pub(crate) repeat: u32,
    /// keeps all processors busy during the steps
    pub(crate) is_busy: bool,
}

impl Default for Args {
    fn default() -> Self {
        Self { only: Vec::new(), filters: Vec::new(), repeat: 1, is_busy: false }
    }
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

/// Runs steps. Returns `true` if everything passed.
pub(crate) fn test(args: &Args) -> Result<bool> {
    let wanted = wanted(args);
    if wanted.iter().any(|step| step.browser.is_some()) {
        room::check()?;
    }
    english()?;
    install(&wanted)?;
    let busy = args.is_busy.then(Busy::start);
    let started = Instant::now();
    let outcomes: Vec<_> = (1..=args.repeat).flat_map(|round| lanes::run(&wanted, &args.filters, round)).collect();
    drop(busy);
    Ok(summary::print(&outcomes, started.elapsed(), args.repeat > 1, wanted.len() == STEPS.len()))
}

/// The steps that these options ask for.
fn wanted(args: &Args) -> Vec<&'static Step> {
    let needs_browser = args.repeat > 1 || args.is_busy || !args.filters.is_empty();
    let is_wanted = |step: &&Step| match args.only.is_empty() {
        true => !needs_browser || step.browser.is_some(),
        false => args.only.contains(&step.name),
    };
    STEPS.iter().filter(is_wanted).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &Args) -> Vec<&'static str> {
        wanted(args).iter().map(|step| step.name).collect()
    }

    #[test]
    fn without_options_every_step_runs() {
        assert_eq!(names(&Args::default()), step_names());
    }

    #[test]
    fn only_the_steps_with_a_browser_are_repeated() {
        for args in [
            Args { repeat: 10, ..Args::default() },
            Args { is_busy: true, ..Args::default() },
            Args { filters: vec!["keys::".to_owned()], ..Args::default() },
        ] {
            assert_eq!(names(&args), ["wasm", "browser", "chromium"]);
        }
        assert_eq!(names(&Args { repeat: 10, only: vec!["native"], ..Args::default() }), ["native"]);
    }
}
