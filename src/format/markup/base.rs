//! Base addresses from `xml:base` (XML Base, section 4).

use crate::address::{check_written, reference};
use crate::findings::{FindingCode, Report};
use crate::limits::MAX_BASE_BYTES;
use crate::xml::vocabulary::XML_BASE;
use crate::xml::{Context, Element};

/// The base addresses of the open elements.
#[derive(Debug, Default)]
pub(crate) struct Bases {
    document: Box<str>,
    depth: usize,
    /// Depth and base of each open element that sets a base.
    set: Vec<(usize, Box<str>)>,
}

impl Bases {
    /// Creates the bases of a document. Its own address is the outermost base.
    pub(crate) fn new(document: &str) -> Bases {
        Bases { document: document.into(), ..Bases::default() }
    }

    /// Enters an element.
    pub(crate) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        let Some(base) = element.attributes.iter().find(|attribute| attribute.name == XML_BASE) else { return };
        let own = element.value(base, cx);
        check_written(&own, base.offset, cx.report);
        let absolute = reference::resolved(self.get(), own.trim());
        if absolute.len() > MAX_BASE_BYTES {
            return report_long_base(base.offset, cx.report);
        }
        self.set.push((self.depth, absolute.into()));
    }

    /// Leaves the innermost element.
    pub(crate) fn end(&mut self) {
        self.set.pop_if(|(depth, _)| *depth == self.depth);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Returns the base of the innermost open element.
    pub(crate) fn get(&self) -> &str {
        self.set.last().map_or(&self.document, |(_, base)| base)
    }
}

/// Reports an `xml:base` that is longer than [`MAX_BASE_BYTES`].
pub(crate) fn report_long_base(offset: u32, report: &mut Report) {
    let message = format!("This xml:base is longer than {MAX_BASE_BYTES} bytes and is ignored; shorten it.");
    report.warning(FindingCode::LimitBase, offset, message);
}
