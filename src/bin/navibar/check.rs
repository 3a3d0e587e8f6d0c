//! `navibar check`: prints what is wrong with files, and where.

use crate::arguments::{Check, ReportFormat};
use crate::failure::Failure;
use crate::report::{Finding, Place, Report};
use crate::terminal::{BOLD, GUTTER, Output, cannot_print, name_of, printable, style_of};
use crate::{input, sarif};
use navibar::findings::Severity;
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr as _;

pub(crate) fn check(options: &Check) -> Result<bool, Failure> {
    if options.inputs.len() > 1 && options.reading.url.is_some() {
        return Err("--url is the address of one INPUT, but there are several".to_owned());
    }
    if options.inputs.iter().filter(|input| *input == "-").count() > 1 {
        return Err("standard input can be read only once".to_owned());
    }
    let read = |name: &std::ffi::OsString| input::read(name, &options.reading).map(|input| Report::new(&input));
    let reports: Vec<Report> = options.inputs.iter().map(read).collect::<Result<_, _>>()?;
    let mut out = Output::new();
    match options.format {
        _ if options.json => write_report(&mut out, &reports),
        ReportFormat::Text => write_text(&mut out, &reports),
        ReportFormat::Json => write_report(&mut out, &reports),
        ReportFormat::Sarif => out.write_json(&sarif::log(&reports)),
    }
    .map_err(cannot_print)?;
    out.close()?;
    let mut all = reports.iter().flat_map(|report| &report.findings);
    Ok(!all.any(|finding| options.deny.denies(finding.severity)))
}

/// The number of findings of each severity.
#[derive(Serialize, Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Counts {
    fn new(reports: &[Report]) -> Counts {
        let mut counts = Counts::default();
        for finding in reports.iter().flat_map(|report| &report.findings) {
            *match finding.severity {
                Severity::Error => &mut counts.errors,
                Severity::Warning => &mut counts.warnings,
                Severity::Note => &mut counts.notes,
            } += 1;
        }
        counts
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let each = |(count, name)| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let named: Vec<String> = all.into_iter().filter(|(count, _)| *count > 0).map(each).collect();
        f.write_str(&if named.is_empty() { "no problems".to_owned() } else { named.join(", ") })
    }
}

fn write_report(out: &mut Output, reports: &[Report]) -> io::Result<()> {
    #[derive(Serialize)]
    struct All<'a> {
        reports: &'a [Report],
        #[serde(flatten)]
        counts: Counts,
    }
    out.write_json(&All { reports, counts: Counts::new(reports) })
}

fn write_text(out: &mut Output, reports: &[Report]) -> io::Result<()> {
    for finding in reports.iter().flat_map(|report| &report.findings) {
        write_finding(out, finding)?;
    }
    for report in reports {
        let of = |count, name| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let content = match report.format {
            Some(format) => format!("{format}, {}", of(report.pages, "page")),
            None => "not read".to_owned(),
        };
        let counts = Counts::new(std::slice::from_ref(report));
        let name = printable(&report.input);
        writeln!(out, "{}: {counts} ({content})", out.styled(BOLD, name))?;
    }
    if reports.len() > 1 {
        writeln!(out, "{}: {}", out.styled(BOLD, "all"), Counts::new(reports))?;
    }
    Ok(())
}

/// Writes a finding with the text of its file.
pub(crate) fn write_finding(out: &mut Output, finding: &Finding) -> io::Result<()> {
    let severity = format!("{}[{}]", name_of(finding.severity), finding.code);
    let style = style_of(finding.severity);
    let position = out.styled(BOLD, printable(&finding.position())).to_string();
    writeln!(out, "{position}: {}: {}", out.styled(style, severity), printable(&finding.message))?;
    let Some(Place { line, excerpt: Some(excerpt), .. }) = &finding.place else { return Ok(()) };
    let dots = |is_cut| if is_cut { "\u{2026}" } else { "" };
    let before = format!("{}{}", dots(excerpt.is_cut_before), excerpt.before);
    let (number, bar) =
        (out.styled(GUTTER, format!("{line:>6} |")).to_string(), out.styled(GUTTER, "       |").to_string());
    let after = format!("{}{}", excerpt.after, dots(excerpt.is_cut_after));
    writeln!(out, "{number} {before}{}{after}", excerpt.mark)?;
    let carets = "^".repeat(excerpt.mark.width().max(1));
    writeln!(out, "{bar} {:indent$}{}", "", out.styled(style, carets), indent = before.width())
}
