//! The findings of all documents of a site.

use super::Site;
use super::document::Document;
use crate::findings::{Diagnostic, FindingCode, Report, Severity};

impl Site {
    /// Returns the findings of a document. Its input holds them until the document is finished.
    pub(super) fn report_of<'a>(&'a self, document: &'a Document) -> &'a Report {
        match &self.input {
            Some(input) if !document.is_finished => &input.tokenizer.report,
            _ => &document.report,
        }
    }

    /// Returns the first error of the first document.
    pub fn first_error(&self) -> Option<Diagnostic> {
        self.documents.first().and_then(|document| self.report_of(document).first_error())
    }

    /// Returns the error to show: that of the first document, or of the first child sitemap with an error. A child
    /// sitemap that is not a sitemap does not count, because its row shows the error.
    pub fn error_to_report(&self) -> Option<Diagnostic> {
        self.first_error().or_else(|| {
            self.documents.iter().skip(1).find_map(|document| {
                let error = self.report_of(document).first_error().filter(|error| !error.is_no_sitemap())?;
                Some(Diagnostic { url: Some(document.url.clone()), ..error })
            })
        })
    }

    /// Returns the number of findings with this severity, found while reading. A child sitemap that is not a sitemap does
    /// not count, because its row shows the error.
    pub fn count_of(&self, severity: Severity) -> usize {
        let is_in_row = |report: &&Report| report.first_error().is_some_and(|error| error.is_no_sitemap());
        let mut reports = self.documents.iter().map(|document| self.report_of(document));
        let first = reports.next().into_iter();
        first.chain(reports.filter(|report| !is_in_row(report))).map(|report| report.count_of(severity)).sum()
    }

    /// Returns the first error of the current or last document.
    pub(crate) fn last_error(&self) -> Option<Diagnostic> {
        self.documents.last().and_then(|document| self.report_of(document).first_error())
    }

    /// Returns all findings, by document. Findings about pages are added when the first document is complete. Findings
    /// in child sitemaps have the address of the document.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        for (at, document) in self.documents.iter().enumerate() {
            let report = self.report_of(document);
            if at > 0 {
                let named = |finding| Diagnostic { url: Some(document.url.clone()), ..finding };
                all.extend(report.diagnostics().into_iter().map(named));
                continue;
            }
            let mut report = report.clone();
            if document.is_finished && self.documents.len() == 1 {
                // A page whose description did not arrive has no mistake.
                let unsure = if document.is_cut { report.count() } else { usize::MAX };
                self.reader.check_pages(&self.map, &mut report);
                report.keep_from(unsure, FindingCode::MissingTitle);
            }
            all.extend(report.diagnostics());
        }
        all
    }

    /// Returns the byte offset of a line (from 1) in the document with this address. Returns `None` if the line was not
    /// read.
    pub(crate) fn line_start(&self, url: &str, line: u32) -> Option<u32> {
        let document = self.documents.iter().find(|document| document.url == url)?;
        self.report_of(document).line_start(line)
    }
}
