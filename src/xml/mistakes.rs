//! What recovery from mistakes must know.

use crate::findings::{FindingCode, Report};

/// The mistakes in a document so far.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    /// Elements that ended before their end tag, the innermost last: the number of elements around each, and its name.
    pub(super) early: Vec<(usize, Box<[u8]>)>,
    /// Open elements that were compared with end tags.
    pub(super) steps: u64,
    /// The namespaces that are misspelt, which is reported.
    namespaces: Vec<&'static str>,
}

impl Mistakes {
    /// Reports, once for each namespace, that it is misspelt.
    pub(super) fn namespace(&mut self, written: &str, meant: &'static str, offset: u32, report: &mut Report) {
        if !self.namespaces.contains(&meant) {
            self.namespaces.push(meant);
            let message = format!("The namespace '{written}' is read as '{meant}'; write exactly that.");
            report.warning(FindingCode::MisspeltNamespace, offset, message);
        }
    }
}
