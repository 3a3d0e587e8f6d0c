//! The entry of the tokenizer: it joins tokens that are cut by the end of a chunk.
//!
//! A token is parsed where it is in the caller's chunk. Only a token that a chunk boundary cuts is copied. One pass of
//! our own code finds the frequent tokens; quick-xml reads the rare ones.

use super::core::Core;
use super::handler::Handler;
use super::names::Names;
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_TOKEN_BYTES;

/// Turns the chunks of one document into events.
#[derive(Debug, Default)]
pub struct Tokenizer {
    /// Findings about the document.
    pub report: Report,
    /// The start of a token that is not complete yet.
    pending: Vec<u8>,
    /// The length at which `pending` is parsed again. It grows by a factor, because a token with a possible end at
    /// every second byte would otherwise be parsed once per byte.
    retry_at: usize,
    core: Core,
}

impl Tokenizer {
    /// Takes the next bytes of the document in UTF-8. See `decode` for other encodings.
    pub fn push<H: Handler>(&mut self, bytes: &[u8], handler: &mut H, target: &mut H::Target) {
        if self.core.control.is_stopped {
            return;
        }
        let end = u64::from(self.core.offset) + self.pending.len() as u64 + bytes.len() as u64;
        if !self.report.allows_length(end, self.core.offset) {
            self.core.control.is_stopped = true;
            return;
        }
        self.report.index_lines(bytes);
        let mut rest = bytes;
        // Complete a token that a chunk boundary cut: append up to each byte that can end it, then parse.
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
                let used = self.core.run(&pending, false, &mut self.report, handler, target);
                self.retry_at = if used == 0 { pending.len() * 2 } else { 0 };
                pending.drain(..used);
                self.pending = pending;
            }
            self.check_pending();
            if self.core.control.is_stopped {
                return;
            }
        }
        if !rest.is_empty() {
            let used = self.core.run(rest, false, &mut self.report, handler, target);
            self.pending.extend_from_slice(&rest[used..]);
            self.retry_at = 0;
            self.check_pending();
        }
    }

    /// Reads the complete tokens among the bytes that wait for more. They wait so that a long token is not read again and again.
    pub(crate) fn settle<H: Handler>(&mut self, handler: &mut H, target: &mut H::Target) {
        if self.core.control.is_stopped {
            return;
        }
        let used = self.core.run(&self.pending, false, &mut self.report, handler, target);
        self.pending.drain(..used);
    }

    fn check_pending(&mut self) {
        if !self.core.control.is_stopped {
            self.core.fits(self.pending.len(), &mut self.report);
        }
    }

    /// Ends the document. A token that is still incomplete becomes a finding.
    pub fn finish<H: Handler>(&mut self, handler: &mut H, target: &mut H::Target) {
        if self.core.control.is_stopped {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let used = self.core.run(&pending, true, &mut self.report, handler, target);
        if self.core.control.is_stopped {
            return;
        }
        self.core.control.is_stopped = true;
        let at = self.core.offset;
        if self.core.is_open() || used < pending.len() {
            self.report.error(
                FindingCode::Truncated,
                at,
                "The document ends in the middle; what came before is shown. Publish the whole file.",
            );
        } else if self.core.is_empty() {
            self.report.error(FindingCode::Empty, at, "The document is empty; a sitemap has a root element.");
        }
    }

    /// Returns `true` if no more bytes are read, because the document is not XML or a limit was reached.
    pub fn is_stopped(&self) -> bool {
        self.core.control.is_stopped
    }

    /// Returns `true` if reading has ended inside the root element.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.core.control.is_stopped && self.core.is_open()
    }

    /// Returns the number of bytes taken so far.
    pub fn bytes(&self) -> u64 {
        u64::from(self.core.offset) + self.pending.len() as u64
    }

    /// Returns the names found so far.
    pub fn names(&self) -> &Names {
        &self.core.names
    }
}
