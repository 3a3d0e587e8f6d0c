//! Findings: what is wrong with a document, where, and what its author can change.

use super::code::{FindingCode, Severity};
use crate::collections::sort;
use crate::limits::{MAX_DIAGNOSTICS, MAX_DOCUMENT_BYTES, MAX_LATE_ERRORS, MAX_MESSAGE_BYTES};
use serde::Serialize;

/// A finding with its position in the document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: FindingCode,
    /// How serious it is.
    pub severity: Severity,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1 in bytes of the UTF-8 text.
    pub column: u32,
    /// What is wrong and what to change.
    pub message: String,
    /// The document with the finding, if it is not the one that was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl Diagnostic {
    /// Returns `true` if the document has none of the formats.
    pub(crate) fn is_no_sitemap(&self) -> bool {
        matches!(self.code, FindingCode::NotASitemap | FindingCode::NotXml | FindingCode::Empty)
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        if let Some(url) = &self.url {
            write!(f, "{url}:")?;
        }
        write!(f, "{}:{}: {severity}[{}]: {}", self.line, self.column, self.code, self.message)
    }
}

#[derive(Clone, Debug)]
struct Finding {
    code: FindingCode,
    severity: Severity,
    offset: u32,
    message: String,
}

/// Collects findings by byte offset. Lines and columns are computed on request.
#[derive(Clone, Debug, Default)]
pub struct Report {
    findings: Vec<Finding>,
    left_out: usize,
    lines: LineIndex,
}

impl Report {
    /// Returns its approximate memory use in bytes.
    pub(crate) fn memory(&self) -> usize {
        let findings = self.findings.iter().map(|finding| size_of::<Finding>() + finding.message.len());
        self.lines.memory() + findings.sum::<usize>()
    }

    pub(crate) fn error(&mut self, code: FindingCode, offset: u32, message: impl Into<String>) {
        self.add(code, Severity::Error, offset, message.into());
    }

    pub(crate) fn warning(&mut self, code: FindingCode, offset: u32, message: impl Into<String>) {
        self.add(code, Severity::Warning, offset, message.into());
    }

    pub(crate) fn note(&mut self, code: FindingCode, offset: u32, message: impl Into<String>) {
        self.add(code, Severity::Note, offset, message.into());
    }

    /// Returns `true` if a document may have this length in bytes. Otherwise this is an error at `offset`.
    pub(crate) fn allows_length(&mut self, length: u64, offset: u32) -> bool {
        let is_allowed = length <= MAX_DOCUMENT_BYTES;
        if !is_allowed {
            let message =
                format!("The document is longer than {MAX_DOCUMENT_BYTES} bytes; the rest is not read. Split it.");
            self.error(FindingCode::LimitDocument, offset, message);
        }
        is_allowed
    }

    fn add(&mut self, code: FindingCode, severity: Severity, offset: u32, mut message: String) {
        debug_assert!(code.allows(severity), "{code} is never {severity:?}");
        if message.len() > MAX_MESSAGE_BYTES {
            message.truncate(message.floor_char_boundary(MAX_MESSAGE_BYTES));
            message.push('\u{2026}');
        }
        // Errors have extra room, so that warnings never hide why the document could not be read.
        let limit = if severity == Severity::Error { MAX_DIAGNOSTICS + MAX_LATE_ERRORS } else { MAX_DIAGNOSTICS };
        if self.findings.len() < limit {
            self.findings.push(Finding { code, severity, offset, message });
        } else {
            self.left_out += 1;
        }
    }

    /// Returns the number of findings so far.
    pub(crate) fn count(&self) -> usize {
        self.findings.len()
    }

    /// Removes the findings from index `first` on that have another code.
    pub(crate) fn keep_from(&mut self, first: usize, code: FindingCode) {
        let mut at = 0;
        self.findings.retain(|finding| {
            at += 1;
            at <= first || finding.code == code
        });
    }

    /// Sets the offset of all findings from index `first` on.
    pub(crate) fn set_offset_from(&mut self, first: usize, offset: u32) {
        self.findings.iter_mut().skip(first).for_each(|finding| finding.offset = offset);
    }

    /// Takes the next bytes of the document, to find its lines.
    pub(crate) fn index_lines(&mut self, bytes: &[u8]) {
        self.lines.add(bytes);
    }

    /// Returns line and column (from 1:1) of a byte offset.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        self.lines.position(offset)
    }

    /// Returns the byte offset of a line, counted from 1, or `None` if there is no such line.
    pub(crate) fn line_start(&self, line: u32) -> Option<u32> {
        self.lines.start(line.checked_sub(1)? as usize)
    }

    /// Returns `true` if one of the findings is an error.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|f| f.severity == Severity::Error)
    }

    /// Returns the number of findings with this severity.
    pub fn count_of(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|f| f.severity == severity).count()
    }

    /// Returns the first error. It is the one that the user sees.
    pub fn first_error(&self) -> Option<Diagnostic> {
        self.findings.iter().find(|f| f.severity == Severity::Error).map(|f| self.diagnostic(f))
    }

    /// Returns `true` if there is a finding with this code.
    pub fn has(&self, code: FindingCode) -> bool {
        self.findings.iter().any(|f| f.code == code)
    }

    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let (line, column) = self.position(finding.offset);
        Diagnostic {
            code: finding.code,
            severity: finding.severity,
            line,
            column,
            message: finding.message.clone(),
            url: None,
        }
    }

    /// Returns all findings in document order. If there were more than [`MAX_DIAGNOSTICS`], the last one gives the
    /// number of those that were dropped.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let order = sort::by_key(self.findings.iter().map(|finding| finding.offset));
        let mut all: Vec<Diagnostic> = order.map(|at| self.diagnostic(&self.findings[at])).collect();
        if self.left_out > 0 {
            let (line, column) = all.last().map_or((1, 1), |d| (d.line, d.column));
            all.push(Diagnostic {
                code: FindingCode::LimitDiagnostics,
                severity: Severity::Note,
                line,
                column,
                message: format!("{} more findings are left out; fix these first.", self.left_out),
                url: None,
            });
        }
        all
    }
}

/// The line lengths of a document: one byte for a short line, plus an absolute offset every [`LineIndex::STRIDE`]
/// lines. The document itself is not kept.
#[derive(Clone, Debug, Default)]
struct LineIndex {
    bytes: u32,
    start_of_line: u32,
    /// Length of each complete line with its line feed. 0 means that the length is the next entry of `long`.
    lengths: Vec<u8>,
    long: Vec<u32>,
    /// For every [`LineIndex::STRIDE`]th line: its offset, and the number of long lines before it.
    marks: Vec<(u32, u32)>,
}

impl LineIndex {
    fn memory(&self) -> usize {
        self.lengths.capacity()
            + self.long.capacity() * size_of::<u32>()
            + self.marks.capacity() * size_of::<(u32, u32)>()
    }

    const STRIDE: usize = 1024;

    fn add(&mut self, bytes: &[u8]) {
        for at in memchr::memchr_iter(b'\n', bytes) {
            let end = self.bytes.saturating_add(at as u32 + 1);
            if self.lengths.len().is_multiple_of(Self::STRIDE) {
                self.marks.push((self.start_of_line, self.long.len() as u32));
            }
            let length = end - self.start_of_line;
            match u8::try_from(length) {
                Ok(short) => self.lengths.push(short),
                Err(_) => {
                    self.lengths.push(0);
                    self.long.push(length);
                }
            }
            self.start_of_line = end;
        }
        self.bytes = self.bytes.saturating_add(bytes.len() as u32);
    }

    /// Returns the offset of a line, counted from 0.
    fn start(&self, line: usize) -> Option<u32> {
        if line >= self.lengths.len() {
            return (line == self.lengths.len()).then_some(self.start_of_line);
        }
        let mark = line / Self::STRIDE;
        let &(mut start, long) = self.marks.get(mark)?;
        let mut long = self.long[long as usize..].iter();
        for &short in &self.lengths[mark * Self::STRIDE..line] {
            start += if short == 0 { *long.next()? } else { u32::from(short) };
        }
        Some(start)
    }

    fn position(&self, offset: u32) -> (u32, u32) {
        let mark = self.marks.partition_point(|&(start, _)| start <= offset).saturating_sub(1);
        let (mut start, long) = self.marks.get(mark).copied().unwrap_or((0, 0));
        let mut long = long as usize;
        let mut line = mark * Self::STRIDE;
        for &short in self.lengths.get(line..).unwrap_or_default() {
            let length = if short == 0 {
                long += 1;
                self.long[long - 1]
            } else {
                u32::from(short)
            };
            if offset - start < length {
                break;
            }
            start += length;
            line += 1;
        }
        (line as u32 + 1, offset - start + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let mut text = String::new();
        for i in 0..5000 {
            text.push_str(&"x".repeat(i % 300));
            text.push('\n');
        }
        text.push_str("tail");
        let mut report = Report::default();
        for chunk in text.as_bytes().chunks(777) {
            report.index_lines(chunk);
        }
        let (mut line, mut column) = (1, 1);
        for (offset, c) in text.char_indices() {
            assert_eq!(report.position(offset as u32), (line, column), "offset {offset}");
            if column == 1 {
                assert_eq!(report.line_start(line), Some(offset as u32), "line {line}");
            }
            if c == '\n' {
                (line, column) = (line + 1, 1);
            } else {
                column += 1;
            }
        }
        assert_eq!((report.line_start(0), report.line_start(line + 1)), (None, None));
    }

    #[test]
    fn findings_beyond_the_limit_are_counted_and_errors_still_kept() {
        let mut report = Report::default();
        for _ in 0..MAX_DIAGNOSTICS + 5 {
            report.warning(FindingCode::MissingTitle, 0, "again");
        }
        let all = report.diagnostics();
        assert_eq!(all.len(), MAX_DIAGNOSTICS + 1);
        assert_eq!(all.last().map(|d| d.message.starts_with("5 more")), Some(true));
        report.error(FindingCode::Empty, 1, "after them all");
        assert!(report.diagnostics().iter().any(|d| d.code == FindingCode::Empty));
    }
}
