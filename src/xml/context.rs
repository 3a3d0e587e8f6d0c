//! What the receiver of events can use beside the event itself.

use super::entities::Entities;
use super::names::Names;
use crate::findings::Report;

/// What a handler can use beside the event itself.
#[derive(Debug)]
pub struct Context<'a> {
    /// Where findings go.
    pub report: &'a mut Report,
    /// Names and the namespaces in scope.
    pub names: &'a Names,
    /// For attribute values.
    pub(crate) entities: &'a mut Entities,
    /// Byte offset of the event in the document.
    pub offset: u32,
    pub(super) stop: &'a mut bool,
}

impl Context<'_> {
    /// Reads no further.
    pub(crate) fn stop(&mut self) {
        *self.stop = true;
    }
}
