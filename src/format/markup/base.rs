//! The base addresses that `xml:base` puts in force (XML Base, section 4).

use crate::address::reference;
use crate::limits::MAX_BASE_BYTES;
use crate::xml::vocabulary::XML_BASE;
use crate::xml::{Context, Element};

/// The base addresses of the open elements.
#[derive(Debug, Default)]
pub(crate) struct Bases {
    document: Box<str>,
    depth: usize,
    /// Depth of each element that sets a base, and that base.
    set: Vec<(usize, Box<str>)>,
}

impl Bases {
    /// Outside all elements the document's own address is the base.
    pub(crate) fn new(document: &str) -> Bases {
        Bases { document: document.into(), ..Bases::default() }
    }

    /// An element begins.
    pub(crate) fn start(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
        self.depth += 1;
        let Some(base) = element.attributes.iter().find(|attribute| attribute.name == XML_BASE) else { return };
        let mut absolute = String::new();
        reference::resolve(self.get(), element.value(base, cx).trim(), &mut absolute);
        if absolute.len() > MAX_BASE_BYTES {
            let message = format!("This xml:base makes more than {MAX_BASE_BYTES} bytes and is ignored; shorten it.");
            cx.report.warning("limit-base", base.offset, message);
            return;
        }
        self.set.push((self.depth, absolute.into()));
    }

    /// The innermost element ends.
    pub(crate) fn end(&mut self) {
        self.set.pop_if(|(depth, _)| *depth == self.depth);
        self.depth = self.depth.saturating_sub(1);
    }

    /// The base of the innermost open element.
    pub(crate) fn get(&self) -> &str {
        self.set.last().map_or(&self.document, |(_, base)| base)
    }
}
