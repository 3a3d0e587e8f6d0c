//! The context of an event: findings, names, entities and the position.

use super::Attribute;
use super::entities::Entities;
use super::names::Names;
use crate::findings::{FindingCode, Report};

/// What a handler asks of the tokenizer.
#[derive(Debug, Default)]
pub(super) struct Control {
    /// The rest of the document is not read.
    pub(super) is_stopped: bool,
    /// The number of open elements that the start of the current one has ended.
    pub(super) ended_early: usize,
}

/// The context of an event, for its handler.
#[derive(Debug)]
pub struct Context<'a> {
    /// Receives findings.
    pub report: &'a mut Report,
    /// Names, and the namespaces in scope.
    pub names: &'a Names,
    /// Entities, for attribute values.
    pub(crate) entities: &'a mut Entities,
    /// Byte offset of the event in the document.
    pub offset: u32,
    pub(super) control: &'a mut Control,
}

impl<'a> Context<'a> {
    /// Returns the local name of an attribute without a namespace. Returns an empty string for another.
    pub(crate) fn own_name(&self, attribute: &Attribute) -> &'a str {
        match self.names.namespace(attribute.name) {
            "" => self.names.local(attribute.name),
            _ => "",
        }
    }

    /// Stops reading the document.
    pub(crate) fn stop(&mut self) {
        self.control.is_stopped = true;
    }

    /// Says that the start of an element has ended the innermost elements around it, because it cannot be in them: their end
    /// tags are missing. The handler has ended them already.
    pub(crate) fn ended_early(&mut self, count: usize) {
        self.control.ended_early += count;
    }

    /// Reports that an element begins where the end tag of another one is missing.
    #[cold]
    pub(crate) fn report_missing_end(&mut self, raw_name: &str) {
        let message =
            format!("'{raw_name}' cannot be inside the element before it, so that ends here; write its end tag first.");
        self.report.warning(FindingCode::MismatchedEndTag, self.offset, message);
    }
}
