//! The report about an input: its findings with the text of their files.

use crate::excerpts;
use crate::input::Input;
use navibar::decode::Decoder;
use navibar::findings::{Diagnostic, Excerpt, FindingCode, Severity, TextPosition};
use navibar::format::Structure;
use navibar::inspect::{Mirror, block_on};
use navibar::limits::MAX_DIAGNOSTICS;
use navibar::session::{Body, Cache, Fetch, Status};
use navibar::site::Site;
use navibar::site_map::LoadState;
use serde::Serialize;
use std::collections::BTreeMap;

/// The findings in one input.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) input: String,
    pub(crate) url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<Structure>,
    pub(crate) pages: usize,
    pub(crate) documents: usize,
    pub(crate) findings: Vec<Finding>,
}

/// A finding with the text of its file.
#[derive(Serialize)]
pub(crate) struct Finding {
    pub(crate) code: FindingCode,
    pub(crate) severity: Severity,
    /// The path of the file, or the address of the document.
    pub(crate) file: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    pub(crate) message: String,
    pub(crate) fix: &'static str,
}

/// A place in a file.
#[derive(Serialize)]
pub(crate) struct Place {
    /// Line, counted from 1.
    pub(crate) line: u32,
    /// Column, counted from 1 in characters.
    pub(crate) column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) excerpt: Option<Excerpt>,
}

impl Finding {
    pub(crate) fn without_place(input: &Input, diagnostic: &Diagnostic) -> Finding {
        let url = diagnostic.url.as_deref().unwrap_or_else(|| opened(input));
        Finding {
            code: diagnostic.code,
            severity: diagnostic.severity,
            file: input.place(url),
            place: None,
            message: diagnostic.message.clone(),
            fix: fix(diagnostic.code),
        }
    }

    fn about(input: &Input, code: FindingCode, severity: Severity, message: String) -> Finding {
        Finding { code, severity, file: input.name.clone(), place: None, message, fix: fix(code) }
    }

    /// Returns file, line and column.
    pub(crate) fn position(&self) -> String {
        match &self.place {
            Some(Place { line, column, .. }) => format!("{}:{line}:{column}", self.file),
            None => self.file.clone(),
        }
    }
}

fn fix(code: FindingCode) -> &'static str {
    let mut all = FindingCode::SECTIONS.iter().flat_map(|(_, findings)| *findings);
    all.find(|it| it.code == code).map_or("", |it| it.fix)
}

/// Returns the address of the document that was opened.
fn opened(input: &Input) -> &str {
    let site = input.session.site();
    if site.is_empty() { &input.outcome.url } else { site.url() }
}

impl Report {
    /// Collects what is wrong with an input.
    pub(crate) fn new(input: &Input) -> Report {
        let mut diagnostics = input.session.diagnostics();
        if input.is_document && input.outcome.status == Status::NotFound {
            diagnostics = read_alone(input);
        }
        let mut findings: Vec<Finding> =
            diagnostics.iter().map(|diagnostic| Finding::without_place(input, diagnostic)).collect();
        let mut by_document: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, diagnostic) in diagnostics.iter().enumerate() {
            by_document.entry(diagnostic.url.as_deref().unwrap_or_else(|| opened(input))).or_default().push(at);
        }
        for (url, members) in by_document {
            let position =
                |at: &usize| TextPosition { line: diagnostics[*at].line, column: diagnostics[*at].column, start: None };
            let positions: Vec<_> = members.iter().map(position).collect();
            let found = excerpts::read(&input.mirror, url, &positions);
            for ((at, position), found) in members.into_iter().zip(positions).zip(found) {
                let column = found.column.unwrap_or(position.column);
                findings[at].place = Some(Place { line: position.line, column, excerpt: found.excerpt });
            }
        }
        findings.extend(unread(input));
        let has_error = findings.iter().any(|finding| finding.severity == Severity::Error);
        if input.outcome.status != Status::Loaded && !has_error {
            let code = match input.outcome.status {
                Status::NotFound => FindingCode::NoSitemap,
                _ => FindingCode::NoPages,
            };
            findings.push(Finding::about(input, code, Severity::Error, input.outcome.message.clone()));
        }
        let site = input.session.site();
        Report {
            input: input.name.clone(),
            url: opened(input).to_owned(),
            format: site.format(),
            structure: site.format().map(|_| site.structure()),
            pages: site.map().pages(),
            documents: site.documents(),
            findings,
        }
    }
}

/// Returns the findings about a document that is not a sitemap, which a session drops.
fn read_alone(input: &Input) -> Vec<Diagnostic> {
    let mut site = Site::default();
    site.begin(&input.outcome.url);
    let mut decoder = Decoder::new(Mirror::text_decoder);
    if let Ok(mut response) = block_on(input.mirror.fetch(&input.outcome.url, Cache::None)) {
        while let Ok(Some(chunk)) = block_on(response.body.chunk())
            && !site.is_stopped()
        {
            decoder.push(&chunk, false, &mut |bytes| site.push(bytes));
        }
    }
    decoder.push(b"", true, &mut |bytes| site.push(bytes));
    site.finish();
    site.diagnostics()
}

/// Returns a finding for each child sitemap that was not read. The children of a single file are elsewhere.
fn unread(input: &Input) -> Vec<Finding> {
    let site = input.session.site();
    let about = |severity, message| Finding::about(input, FindingCode::UnreadSitemap, severity, message);
    let documents = site.map().documents();
    if !input.has_site {
        let message = |count| {
            format!(
                "The file names {count} that are not checked, because they are not at hand. Check the folder of the \
                 site with --url instead."
            )
        };
        return match documents.missing() {
            0 => Vec::new(),
            1 => vec![about(Severity::Note, message("1 other sitemap").replace("that are", "that is"))],
            count => vec![about(Severity::Note, message(&format!("{count} other sitemaps")))],
        };
    }
    let finding = |(url, state): (&str, &LoadState)| match state {
        LoadState::Failed(why) => about(Severity::Error, format!("The sitemap {url} cannot be read. {why}")),
        _ => about(Severity::Note, format!("The sitemap {url} was not read, because there are too many.")),
    };
    documents.unread().take(MAX_DIAGNOSTICS).map(finding).collect()
}
