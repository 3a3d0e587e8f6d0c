//! Breaks each promise of `tests/promises.toml` in a copy of the project, and looks whether the test of the promise fails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use crate::paths;
use crate::step::{output_of, run_to_log, say, step};

/// What to check.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// Parts of the names of promises; empty for all of them.
    pub(crate) only: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct List {
    promise: Vec<Promise>,
}

/// A promise, and a change that breaks it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Promise {
    /// The promise.
    breaks: String,
    file: PathBuf,
    /// A text that occurs once in the file.
    find: String,
    replace: String,
    /// The program of the test (`src` for the modules, `native`), a space, and the path of the test.
    test: String,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Passed,
    Failed,
    /// The code does not compile, or there is no such test.
    None,
}

/// Breaks each promise and runs its test.
///
/// # Errors
/// If a test passes although its promise is broken, or fails although it is not.
pub(crate) fn check(args: &Args) -> Result<()> {
    let is_chosen = |promise: &Promise| args.only.iter().any(|part| promise.breaks.contains(part.as_str()));
    let mut promises = read()?;
    promises.retain(|promise| args.only.is_empty() || is_chosen(promise));
    ensure!(!promises.is_empty(), "no promise has this name");
    let copy = step("copying the project", copy)?;
    step("running the tests before the changes", || {
        promises.iter().try_for_each(|promise| {
            let passes = run(&copy, promise)? == Answer::Passed;
            ensure!(passes, "{} does not pass; see target/logs/promises.log", promise.test);
            Ok(())
        })
    })?;
    let mut unguarded = Vec::new();
    for promise in &promises {
        let found = step(&promise.breaks, || broken(&copy, promise));
        if found.is_err() {
            unguarded.push(&*promise.breaks);
        }
    }
    say(&format!("{} of {} promises are guarded", promises.len() - unguarded.len(), promises.len()));
    ensure!(unguarded.is_empty(), "not guarded: {}", unguarded.join("; "));
    Ok(())
}

/// Checks that the test of a promise fails when the promise is broken.
fn broken(copy: &Path, promise: &Promise) -> Result<()> {
    let file = copy.join(&promise.file);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    fs::write(&file, changed(&text, promise)?)?;
    let answer = run(copy, promise);
    fs::write(&file, text)?;
    match answer? {
        Answer::Failed => Ok(()),
        Answer::Passed => bail!("{} passes although the promise is broken", promise.test),
        Answer::None => bail!("the change does not compile; see target/logs/promises.log"),
    }
}

/// Makes the change.
fn changed(text: &str, promise: &Promise) -> Result<String> {
    let found = text.matches(&promise.find).count();
    ensure!(found == 1, "`{}` is {found} times in {}", promise.find, promise.file.display());
    Ok(text.replace(&promise.find, &promise.replace))
}

/// Runs the test of a promise.
fn run(copy: &Path, promise: &Promise) -> Result<Answer> {
    let (program, test) = promise.program_and_test()?;
    let mut command = Command::new(paths::cargo());
    command.args(["test", "--package", "navibar", "--features", "cli", "--locked"]);
    match program {
        "src" => command.arg("--lib"),
        _ => command.args(["--test", program]),
    };
    command.args(["--", "--exact", test]).current_dir(copy).env("CARGO_TARGET_DIR", copy.with_file_name("build"));
    let (_, log) = run_to_log("promises", &mut command)?;
    let text = fs::read_to_string(log)?;
    Ok(match () {
        () if text.contains(&format!("test {test} ... ok")) => Answer::Passed,
        () if text.contains(&format!("test {test} ... FAILED")) => Answer::Failed,
        () => Answer::None,
    })
}

impl Promise {
    fn program_and_test(&self) -> Result<(&str, &str)> {
        self.test.split_once(' ').with_context(|| format!("{}: write `src TEST` or `native TEST`", self.test))
    }
}

fn read() -> Result<Vec<Promise>> {
    let path = paths::root().join("tests/promises.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let list: List = toml::from_str(&text).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(list.promise)
}

/// Copies all files that Git knows, as they are now. Files that are the same keep their time, so that little is compiled
/// again.
fn copy() -> Result<PathBuf> {
    let root = paths::root();
    let copy = paths::target().join("promises/copy");
    let mut list = Command::new("git");
    list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let names = output_of(&mut list).context("`git ls-files` fails")?;
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), copy.join(name));
        // A file may be deleted and still known.
        let Ok(bytes) = fs::read(&from) else { continue };
        if fs::read(&to).is_ok_and(|known| known == bytes) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(&copy))?;
        fs::write(&to, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    }
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sources below a folder, one after the other.
    fn sources(folder: &Path) -> Result<String> {
        let mut text = String::new();
        let mut next = vec![folder.to_owned()];
        while let Some(path) = next.pop() {
            if path.is_dir() {
                for entry in fs::read_dir(&path)? {
                    next.push(entry?.path());
                }
            } else if path.extension().is_some_and(|end| end == "rs") {
                text.push_str(&fs::read_to_string(path)?);
            }
        }
        Ok(text)
    }

    #[test]
    fn every_change_can_be_made_and_every_test_exists() -> Result<()> {
        let src = sources(&paths::root().join("src"))?;
        let native = sources(&paths::root().join("tests/native"))?;
        let promises = read()?;
        assert!(promises.len() > 10, "{}", promises.len());
        for promise in promises {
            let text = fs::read_to_string(paths::root().join(&promise.file))?;
            assert_ne!(changed(&text, &promise)?, text, "{}", promise.breaks);
            let (program, test) = promise.program_and_test()?;
            let sources = match program {
                "src" => &src,
                "native" => &native,
                _ => bail!("there is no program {program}"),
            };
            let name = test.rsplit("::").next().unwrap_or_default();
            assert!(sources.contains(&format!("fn {name}()")), "there is no test {}", promise.test);
        }
        Ok(())
    }
}
