//! `navibar show`: prints the tree.

use crate::arguments::{Show, TreeFormat};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::terminal::{Output, cannot_print, printable};
use crate::{
    check,
    report::{Finding, Report},
};
use navibar::findings::{Diagnostic, FindingCode, Severity};
use navibar::format::Structure;
use navibar::inspect::{Node, Outline};
use navibar::limits::{MAX_OUTLINE_BYTES, MAX_OUTLINE_DEPTH, MAX_OUTLINE_NODES};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;

/// The JSON output.
#[derive(Serialize)]
struct Tree<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<Structure>,
    url: &'a str,
    tree: &'a [Node],
    #[serde(skip_serializing_if = "<[Node]>::is_empty")]
    unplaced: &'a [Node],
    findings: &'a [Finding],
}

pub(crate) fn show(options: &Show) -> Result<bool, Failure> {
    let input = input::read(&options.input, &options.reading)?;
    let site = input.session.site();
    let mut outline = (!site.is_empty()).then(|| Outline::new(site));
    let mut report = Report::new(&input);
    if let Some(outline) = &mut outline {
        if outline.is_cut {
            report.findings.push(Finding::without_place(&input, &cut()));
        }
        let depth = options.depth.map_or(usize::MAX, usize::from);
        prune(&mut outline.tree, depth);
        prune(&mut outline.unplaced, depth.saturating_sub(1));
    }
    let (tree, unplaced) = outline.as_ref().map_or((&[][..], &[][..]), |outline| (&outline.tree, &outline.unplaced));
    let has_tree = !tree.is_empty() || !unplaced.is_empty();
    let mut out = Output::new();
    if options.json || options.format == TreeFormat::Json {
        let url = if site.is_empty() { &*input.outcome.url } else { site.url() };
        let structure = site.format().map(|_| site.structure());
        out.write_json(&Tree { format: site.format(), structure, url, tree, unplaced, findings: &report.findings })
            .map_err(cannot_print)?;
    } else if let Some(mut outline) = outline {
        outline.tree.iter_mut().chain(&mut outline.unplaced).for_each(make_printable);
        out.write_all(outline.to_text(options.details).as_bytes()).map_err(cannot_print)?;
    }
    out.close()?;
    summarize(&input, &report);
    Ok(has_tree)
}

/// Prints the errors to stderr, and how many other findings there are.
pub(crate) fn summarize(input: &Input, report: &Report) {
    let is_shown =
        |finding: &&Finding| finding.severity == Severity::Error || finding.code == FindingCode::LimitOutline;
    let (shown, others): (Vec<_>, Vec<_>) = report.findings.iter().partition(is_shown);
    // A closed stderr is not an error.
    let mut err = Output::to_stderr();
    let _ = shown.into_iter().try_for_each(|finding| check::write_finding(&mut err, finding));
    if !others.is_empty() {
        let findings = if others.len() == 1 { "finding" } else { "findings" };
        let _ = writeln!(err, "{}: {} {findings}; `navibar check` shows them", printable(&input.name), others.len());
    }
    let _ = err.close();
}

fn cut() -> Diagnostic {
    Diagnostic {
        code: FindingCode::LimitOutline,
        severity: Severity::Warning,
        line: 1,
        column: 1,
        message: format!(
            "The tree is larger than {MAX_OUTLINE_NODES} entries, {MAX_OUTLINE_DEPTH} levels or {MAX_OUTLINE_BYTES} bytes; \
             the outline is cut there."
        ),
        url: None,
    }
}

/// Replaces control characters in the texts of an entry and of what is below it.
fn make_printable(node: &mut Node) {
    let details = node.details.iter_mut().flat_map(|(name, value)| [name, value]);
    let texts = [&mut node.title].into_iter().chain(&mut node.url).chain(&mut node.icon).chain(&mut node.missing);
    for text in texts.chain(details) {
        if let Cow::Owned(shown) = printable(text) {
            *text = shown;
        }
    }
    node.children.iter_mut().chain(&mut node.menu).for_each(make_printable);
}

/// Removes what is below a level. An outline has a limited depth.
fn prune(nodes: &mut Vec<Node>, depth: usize) {
    if depth == 0 {
        nodes.clear();
    }
    for node in nodes {
        prune(&mut node.children, depth - 1);
        prune(&mut node.menu, depth - 1);
    }
}
