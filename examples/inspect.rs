//! Prints the tree that the sidebar shows for a sitemap: as an indented outline, as JSON, or as a saved file.

use navibar::export::{self, Format};
use navibar::findings::{Diagnostic, FindingCode, Severity};
use navibar::format::Structure;
use navibar::inspect::{Mirror, block_on};
use navibar::inspect::{Node, Outline};
use navibar::limits::{MAX_OUTLINE_BYTES, MAX_OUTLINE_DEPTH, MAX_OUTLINE_NODES};
use navibar::page_facts::PageFacts;
use navibar::session::{self, Outcome, Session, Status};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: inspect [--json | --to FORMAT] [--url URL] [--mirror DIR] [--facts FILE] FILE|URL

Prints the tree that the sidebar shows for a sitemap, with context menus ('~'). Findings go to stderr.

  FILE          a sitemap in a file
  URL           a page or a sitemap; needs --mirror, because nothing is loaded from the network
  --url URL     the address of FILE (default: http://localhost/ and FILE's name)
  --mirror DIR  answers requests with the files in DIR/<host>/<path>, also those for search indexes and feeds that the
                facts name
  --facts FILE  adds what visited pages say: one JSON object per line, as www/element/page-facts/ returns it
  --json        prints one JSON object instead of an outline
  --to FORMAT   prints the tree as a file in the format nns, negs, xbel, html or opml

exit status: 0 with a tree, 1 without one, 2 for bad usage";

#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<Structure>,
    url: &'a str,
    tree: &'a [Node],
    #[serde(skip_serializing_if = "<[Node]>::is_empty")]
    unplaced: &'a [Node],
    diagnostics: &'a [Diagnostic],
}

#[derive(Default)]
struct Arguments {
    json: bool,
    to: Option<Format>,
    url: Option<String>,
    mirror: Option<PathBuf>,
    facts: Vec<PageFacts>,
    target: String,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut arguments = Arguments::default();
    let mut targets = Vec::new();
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--json" => arguments.json = true,
            "--to" => {
                let name = value()?;
                let format = Format::named(&name).ok_or(format!("'{name}' is not nns, negs, xbel, html or opml"))?;
                arguments.to = Some(format);
            }
            "--url" => arguments.url = Some(value()?),
            "--mirror" => arguments.mirror = Some(value()?.into()),
            "--facts" => arguments.facts = facts(&value()?)?,
            "--help" | "-h" => return Ok(None),
            option if option.starts_with("--") => return Err(format!("there is no option {option}")),
            _ => targets.push(argument),
        }
    }
    if arguments.json && arguments.to.is_some() {
        return Err("use --json or --to, not both".to_owned());
    }
    match <[String; 1]>::try_from(targets) {
        Ok([target]) => arguments.target = target,
        Err(targets) => return Err(format!("one FILE or URL is needed, not {}", targets.len())),
    }
    if let Some(url) = arguments.url.as_deref().filter(|url| navibar::address::origin(url).is_none()) {
        return Err(format!("'{url}' is not an http or https address"));
    }
    if let Some(folder) = arguments.mirror.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(format!("{} is not a folder", folder.display()));
    }
    let is_url = navibar::address::origin(&arguments.target).is_some();
    if is_url && arguments.mirror.is_none() {
        return Err("nothing is loaded from the network; add --mirror DIR".to_owned());
    }
    if !is_url && !PathBuf::from(&arguments.target).is_file() {
        return Err(format!("{} is not a file", arguments.target));
    }
    Ok(Some(arguments))
}

/// Reads the facts of visited pages, one JSON object per line.
fn facts(file: &str) -> Result<Vec<PageFacts>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(at, line)| serde_json::from_str(line).map_err(|error| format!("{file}, line {}: {error}", at + 1));
    lines.map(read).collect()
}

fn load(arguments: &Arguments, session: &RefCell<Session>) -> Outcome {
    let mirror = Mirror::new(arguments.mirror.clone());
    if navibar::address::origin(&arguments.target).is_some() {
        let url = &arguments.target;
        let load = session.borrow_mut().begin(url);
        for page in &arguments.facts {
            session.borrow_mut().add_facts(page.clone());
        }
        let outcome = block_on(session::open_sitemap(session, load, &mirror, url, |_| {}));
        if outcome.status != Status::NotFound {
            return outcome;
        }
        return block_on(session::open_page(session, load, &mirror, &RefCell::default(), url, |_| {}));
    }
    let file = PathBuf::from(&arguments.target);
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let url = arguments.url.clone().unwrap_or(format!("http://localhost/{name}"));
    let mirror = mirror.with_file(&url, file);
    let load = session.borrow_mut().begin(&url);
    block_on(session::open_sitemap(session, load, &mirror, &url, |_| {}))
}

fn print(arguments: &Arguments, session: &Session, outcome: &Outcome) -> io::Result<bool> {
    let mut diagnostics = session.diagnostics();
    let outline = (!session.site().is_empty()).then(|| Outline::new(session.site()));
    if outline.as_ref().is_some_and(|outline| outline.is_cut) {
        diagnostics.push(Diagnostic {
            code: FindingCode::LimitOutline,
            severity: Severity::Warning,
            line: 1,
            column: 1,
            message: format!(
                "The tree is larger than {MAX_OUTLINE_NODES} entries, {MAX_OUTLINE_DEPTH} levels or {MAX_OUTLINE_BYTES} bytes; \
                 the outline is cut there."
            ),
            url: None,
        });
    }
    let (tree, unplaced) = outline.as_ref().map_or((&[][..], &[][..]), |outline| (&outline.tree, &outline.unplaced));
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Some(format) = arguments.to {
        save(session, format, &mut out)?;
    } else if arguments.json {
        let site = session.site();
        let report = Report {
            format: site.format(),
            structure: site.format().map(|_| site.structure()),
            url: if site.is_empty() { &outcome.url } else { site.url() },
            tree,
            unplaced,
            diagnostics: &diagnostics,
        };
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else if let Some(outline) = &outline {
        out.write_all(outline.to_text(false).as_bytes())?;
    }
    out.flush()?;
    for diagnostic in &diagnostics {
        complain(diagnostic);
    }
    let is_same =
        |finding: &Diagnostic| outcome.message.contains(&finding.message) || outcome.code.name() == finding.code.name();
    if outcome.status != Status::Loaded && !diagnostics.iter().any(is_same) {
        complain(format_args!("{} [{}]", outcome.message, outcome.code));
    }
    Ok(!tree.is_empty() || !unplaced.is_empty())
}

/// Writes the tree in a file format.
fn save(session: &Session, format: Format, out: &mut dyn Write) -> io::Result<()> {
    /// Writes text to an output and keeps its error, because `fmt::Error` has no details.
    struct Text<'a>(&'a mut dyn Write, io::Result<()>);

    impl fmt::Write for Text<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.1 = self.0.write_all(text.as_bytes());
            self.1.as_ref().map(|_| ()).map_err(|_| fmt::Error)
        }
    }

    if session.site().is_empty() {
        return Ok(());
    }
    let mut text = Text(out, Ok(()));
    match export::write(session.site(), format, &mut text) {
        Ok(()) => Ok(()),
        Err(fmt::Error) => text.1,
    }
}

/// Prints a line to stderr. A closed stderr is not an error.
fn complain(message: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            let _ = writeln!(io::stdout(), "{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(mistake) => {
            complain(format_args!("{mistake}\n\n{USAGE}"));
            return ExitCode::from(2);
        }
    };
    let session = RefCell::new(Session::default());
    let mut outcome = load(&arguments, &session);
    for page in &arguments.facts {
        if session.borrow_mut().add_facts(page.clone()) && outcome.status == Status::NotFound {
            outcome.status = Status::Loaded;
        }
    }
    if arguments.mirror.is_some()
        && block_on(session::read_lists(&session, &Mirror::new(arguments.mirror.clone()), &RefCell::default()))
    {
        outcome.status = Status::Loaded;
    }
    match print(&arguments, &session.borrow(), &outcome) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The program that reads the output has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(error);
            ExitCode::FAILURE
        }
    }
}
