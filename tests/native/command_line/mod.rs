//! The program `navibar` as its users run it: its output and its exit status.

mod check;
mod convert;
mod explain;
mod sarif;
mod show;

use crate::support::programs;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The program, which is built once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(programs::navibar)
}

/// What services for continuous integration set. Their logs obey commands.
const LOG_VARIABLES: [&str; 5] = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    LOG_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
    command
}

fn navibar(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn navibar_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(arguments);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input).unwrap();
    process.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A file for one test, which is removed when the test ends.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.rdf", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn bad_usage_exits_with_2_and_a_message() {
    let html = "tests/fixtures/nns/html.rdf";
    for (arguments, says) in [
        (&[][..], "Usage: navibar"),
        (&["bogus"], "unrecognized subcommand 'bogus'"),
        (&["show"], "<INPUT>"),
        (&["check"], "<INPUT>..."),
        (&["show", "a.rdf", "b.rdf"], "unexpected argument 'b.rdf'"),
        (&["show", "--bogus", "a.rdf"], "unexpected argument '--bogus'"),
        (&["show", "--url"], "a value is required for '--url"),
        (&["show", "--depth", "0", html], "0 is not in 1.."),
        (&["show", "--json", "--format", "text", html], "cannot be used with"),
        (&["convert", html], "--to <FORMAT>"),
        (&["convert", "--to", "rss", html], "[possible values: nns, negs, xbel, html, opml]"),
        (&["show", "--url", "not an address", html], "not an http or https address"),
        (&["show", "--mirror", "tests/no-such-folder", "http://h.example/"], "not a folder"),
        (&["show", "tests/no-such-file.rdf"], "cannot read tests/no-such-file.rdf"),
        (&["check", html, "tests/no-such-file.rdf"], "cannot read tests/no-such-file.rdf"),
        (&["show", "http://h.example/sitemap.rdf"], "add --mirror FOLDER"),
        (&["show", "--facts", "tests/no-such-file", html], "cannot read tests/no-such-file"),
        (&["check", "--url", "https://h.example/", html, html], "there are several"),
        (&["check", "-", "-"], "only once"),
        (
            &["convert", "--to", "nns", "--output", "tests/no-such-folder/x", "tests/fixtures/nns/worked-example.rdf"],
            "cannot write",
        ),
        (&["completions", "bogus"], "bash"),
    ] {
        let output = navibar(arguments);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(2)), "{arguments:?}");
        assert!(err(&output).contains(says), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    for (arguments, says) in [
        (&["--help"][..], "Exit status of check:"),
        (&["check", "--help"], "navibar check --deny warning --url https://www.example.org/ public/"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
    ] {
        let output = navibar(arguments);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
        assert!(out(&output).contains(says), "{}", out(&output));
    }
}

#[test]
fn each_shell_gets_completions_for_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = navibar(&["completions", shell]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
        for word in ["navibar", "check", "convert", "deny", "mirror"] {
            assert!(out(&output).contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let output = navibar(&["man"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains(".TH navibar 1") && out(&output).contains("navibar\\-check(1)"), "{}", out(&output));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("man-{}", std::process::id()));
    assert_eq!(navibar(&["man", folder.to_str().unwrap()]).status.code(), Some(0));
    for (page, says) in [("navibar.1", "navibar"), ("navibar-check.1", "sarif"), ("navibar-convert.1", "xbel")] {
        assert!(std::fs::read_to_string(folder.join(page)).unwrap().contains(says), "{page}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Only Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let fixture = "tests/fixtures/nns/raw-ampersand.rdf";
    for arguments in [
        &["show", fixture][..],
        &["show", "--json", fixture],
        &["check", fixture],
        &["convert", "--to", "nns", fixture],
        &["completions", "bash"],
        &["man"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains("cannot write the output"), "{arguments:?}: {}", err(&output));
    }
}
