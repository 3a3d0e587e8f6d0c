//! A push tokenizer over quick-xml: byte chunks of any size go in as they arrive, namespaced events with
//! positions come out. The same document cut anywhere gives the same events.
//!
//! Tokens are parsed where they stand in the caller's chunk; only a token cut by a chunk's end is copied. What makes
//! up nearly all of a document is found in one pass of our own, everything rare by quick-xml's reader.

use super::core::Core;
use super::handler::Handler;
use super::names::Names;
use crate::findings::Report;
use crate::limits::{MAX_DOCUMENT_BYTES, MAX_TOKEN_BYTES};

/// Turns chunks of one document into events.
#[derive(Debug, Default)]
pub struct Tokenizer {
    /// Findings about the document.
    pub report: Report,
    /// Begin of a token whose end has not come yet.
    pending: Vec<u8>,
    /// How long `pending` must be before it is worth looking at again. A token in which every other byte may be its
    /// end would otherwise be read as often as it has bytes.
    retry_at: usize,
    core: Core,
}

impl Tokenizer {
    /// Takes the next bytes of the document (UTF-8; see `decode` for other encodings).
    pub fn push<H: Handler>(&mut self, bytes: &[u8], handler: &mut H) {
        if self.core.stopped {
            return;
        }
        let end = u64::from(self.core.offset) + self.pending.len() as u64 + bytes.len() as u64;
        if end > MAX_DOCUMENT_BYTES {
            self.core.fail(
                "limit-document",
                &mut self.report,
                format!("The document is longer than {MAX_DOCUMENT_BYTES} bytes; the rest is not read. Split it."),
            );
            return;
        }
        self.report.see(bytes);
        let mut rest = bytes;
        // A token that a chunk cut in two: complete it byte run by byte run, up to where it may end.
        while !self.pending.is_empty() && !rest.is_empty() {
            let at = match self.pending[0] {
                b'<' => memchr::memchr(b'>', rest),
                _ => memchr::memchr3(b'<', b'&', b';', rest),
            };
            let (more, after) = rest.split_at(at.map_or(rest.len(), |at| at + 1));
            self.pending.extend_from_slice(more);
            rest = after;
            let is_over = self.pending.len() > MAX_TOKEN_BYTES;
            if is_over || (at.is_some() && self.pending.len() >= self.retry_at) {
                let mut pending = std::mem::take(&mut self.pending);
                let used = self.core.run(&pending, false, &mut self.report, handler);
                self.retry_at = if used == 0 { pending.len() * 2 } else { 0 };
                pending.drain(..used);
                self.pending = pending;
            }
            self.check_pending();
            if self.core.stopped {
                return;
            }
        }
        if !rest.is_empty() {
            let used = self.core.run(rest, false, &mut self.report, handler);
            self.pending.extend_from_slice(&rest[used..]);
            self.retry_at = 0;
            self.check_pending();
        }
    }

    fn check_pending(&mut self) {
        if !self.core.stopped {
            self.core.fits(self.pending.len(), &mut self.report);
        }
    }

    /// Says that the document is complete.
    pub fn finish<H: Handler>(&mut self, handler: &mut H) {
        if self.core.stopped {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let used = self.core.run(&pending, true, &mut self.report, handler);
        if self.core.stopped {
            return;
        }
        self.core.stopped = true;
        let at = self.core.offset;
        if self.core.is_open() || used < pending.len() {
            self.report.error(
                "truncated",
                at,
                "The document ends in the middle; what came before is shown. Publish the whole file.",
            );
        } else if self.core.is_empty() {
            self.report.error("empty", at, "The document is empty; a sitemap has a root element.");
        }
    }

    /// Whether nothing more is read: the document was found to be none, or a limit was reached.
    pub fn is_stopped(&self) -> bool {
        self.core.stopped
    }

    /// Bytes taken so far.
    pub fn bytes(&self) -> u64 {
        u64::from(self.core.offset) + self.pending.len() as u64
    }

    /// Names met so far.
    pub fn names(&self) -> &Names {
        &self.core.names
    }
}
