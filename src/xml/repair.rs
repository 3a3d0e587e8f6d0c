//! Finds the tokens that contain bytes that are not UTF-8.

use crate::findings::{FindingCode, Report};
use quick_xml::{Error, Reader};

pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reports a second byte order mark.
pub(crate) fn report_marks(report: &mut Report) {
    let message = "The file begins with several byte order marks; remove all but one. Other programs do not read it.";
    report.warning(FindingCode::ByteOrderMark, 0, message);
}

/// Returns the length of a token that contains invalid UTF-8, or `None` if it is incomplete.
pub(super) fn token_length(bytes: &[u8], last: bool) -> Option<usize> {
    // quick-xml would skip a byte order mark without counting it.
    let mark = bytes.chunks(BYTE_ORDER_MARK.len()).take_while(|start| *start == BYTE_ORDER_MARK).count();
    let mark = mark * BYTE_ORDER_MARK.len();
    let mut reader = Reader::from_reader(&bytes[mark..]);
    reader.config_mut().allow_dangling_amp = true;
    let is_cut = matches!(reader.read_event(), Err(Error::Syntax(_)));
    let length = (mark + reader.buffer_position() as usize).clamp(1, bytes.len());
    let is_whole = !is_cut && (bytes[0] == b'<' || length < bytes.len());
    (is_whole || last).then_some(length)
}
