//! The command line: its commands, their options, and the help text.

use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use navibar::export::Format;
use navibar::findings::Severity;
use std::ffi::OsString;
use std::path::PathBuf;

const EXIT_STATUS: &str = "\
Exit status of show and convert:
  0  there is a tree
  1  there is none; the reason is on stderr
  2  bad usage, or a file cannot be read or written

Exit status of explain:
  0  the tree has the page
  1  it does not
  2  bad usage, or a file cannot be read

Exit status of check:
  0  no finding of the level that --deny names, or of a higher one
  1  at least one such finding
  2  bad usage, or a file cannot be read";

const EXAMPLES: &str = "\
Examples:
  navibar check sitemap.rdf
  navibar check --deny warning --url https://www.example.org/ public/
  navibar check --format sarif sitemap.xml > findings.sarif
  curl https://www.example.org/sitemap.xml | navibar show --url https://www.example.org/sitemap.xml -";

/// Shows, checks and converts sitemaps, feeds and bookmark files. Never uses the network.
#[derive(Debug, Parser)]
#[command(name = "navibar", version, after_help = EXIT_STATUS)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prints the tree that the sidebar shows, with context menus ('~')
    Show(Show),
    /// Prints what is wrong with files: line, column, and what to change
    #[command(after_help = EXAMPLES)]
    Check(Check),
    /// Writes the tree in another format
    Convert(Convert),
    /// Prints why a page has its title and its place, and what other sources say
    Explain(Explain),
    /// Prints a script that completes commands and options in a shell
    Completions { shell: Shell },
    /// Prints the manual page, or writes the pages of all commands to a folder
    Man {
        /// The folder for navibar.1, navibar-show.1 and so on
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

/// What to read, and the address that it has on the web.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The address of the file or folder on the web. Relative addresses need it, and so do the sitemaps that an index
    /// names [default: http://localhost/ and the name of the file]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) url: Option<String>,
    /// Answers requests with the files in FOLDER/<host>/<path>. INPUT may then be an address
    #[arg(long, value_name = "FOLDER", value_parser = folder)]
    pub(crate) mirror: Option<PathBuf>,
    /// Adds what visited pages say: a JSON object per line, as Navibar's page reader returns it
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) facts: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// A file, the folder of a built site, or '-' for standard input
    pub(crate) input: OsString,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Prints authors, dates and other details below each page
    #[arg(long)]
    pub(crate) details: bool,
    /// Prints only the first levels
    #[arg(long, value_name = "LEVELS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) depth: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files, folders of built sites, or '-' for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// The lowest level of findings that lead to exit status 1
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    pub(crate) deny: Deny,
}

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// A file, the folder of a built site, or '-' for standard input
    pub(crate) input: OsString,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) to: Format,
    /// Writes to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The address of the page
    #[arg(value_name = "PAGE", value_parser = address)]
    pub(crate) page: String,
    /// A file, the folder of a built site, or '-' for standard input
    pub(crate) input: OsString,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Prints one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// An indented outline
    #[default]
    Text,
    /// One JSON object with the tree and the findings
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Lines for people, with the text of the file
    #[default]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Something could not be read
    #[default]
    Error,
    /// Something was read despite a mistake
    Warning,
    /// Information
    Note,
    /// Findings never change the exit status
    Nothing,
}

impl Deny {
    /// Returns `true` if findings of this severity are denied.
    pub(crate) fn denies(self, severity: Severity) -> bool {
        match self {
            Deny::Error => severity == Severity::Error,
            Deny::Warning => severity != Severity::Note,
            Deny::Note => true,
            Deny::Nothing => false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes this the choice of the whole program.
    pub(crate) fn apply(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

fn format() -> impl clap::builder::TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|format| format.name());
    PossibleValuesParser::new(names).try_map(|name| Format::named(&name).ok_or("unknown"))
}

fn address(text: &str) -> Result<String, Failure> {
    match navibar::address::origin(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("this is not an http or https address".to_owned()),
    }
}

fn folder(text: &str) -> Result<PathBuf, Failure> {
    let path = PathBuf::from(text);
    if path.is_dir() { Ok(path) } else { Err("this is not a folder".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_options_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }
}
