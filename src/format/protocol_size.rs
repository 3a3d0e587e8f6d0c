//! The limits that the sitemap protocol sets for one file. Reading continues beyond them, with a warning.

use crate::findings::{FindingCode, Report};
use crate::limits::{PROTOCOL_BYTES, PROTOCOL_ENTRIES};

/// What was reported about the size of a file.
#[derive(Debug, Default)]
pub(super) struct ProtocolSize {
    is_too_large: bool,
}

impl ProtocolSize {
    /// Warns about the limits of the protocol, once for each. `entries` and `bytes` are those so far. `offset` is that of
    /// the last entry.
    #[inline]
    pub(super) fn check(&mut self, entries: usize, bytes: u32, offset: u32, report: &mut Report) {
        if entries == PROTOCOL_ENTRIES + 1 {
            let message = "This is entry 50,001, and the protocol allows 50,000 in a file; search engines may stop here. \
                           Split the file and list the parts in a sitemap index.";
            report.warning(FindingCode::TooManyEntries, offset, message);
        }
        if bytes > PROTOCOL_BYTES && !std::mem::replace(&mut self.is_too_large, true) {
            let message = "The file is larger than 52,428,800 bytes (50 MB) here, which is the limit of the protocol; search \
                           engines may stop here. Split the file and list the parts in a sitemap index.";
            report.warning(FindingCode::TooLarge, offset, message);
        }
    }
}
