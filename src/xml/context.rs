//! The context of an event: findings, names, entities and the position.

use super::Attribute;
use super::entities::Entities;
use super::names::Names;
use crate::findings::Report;

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
    pub(super) stop: &'a mut bool,
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
        *self.stop = true;
    }
}
