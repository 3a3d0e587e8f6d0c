//! The requests under way. [`super::WebFetch::abort`] aborts all of them.

use super::stream::reason;
use crate::session::{FetchError, ReadAhead};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{AbortController, AbortSignal};

/// The requests of one session.
#[derive(Default)]
pub(super) struct Requests {
    /// Further requests are refused.
    pub(super) is_over: bool,
    pub(super) under_way: Vec<AbortController>,
    /// The bytes that wait in memory.
    ahead: Rc<ReadAhead>,
}

/// A request whose response is still being read. Dropping it aborts both.
pub(super) struct OpenRequest {
    controller: AbortController,
    requests: Rc<RefCell<Requests>>,
}

impl OpenRequest {
    /// Registers a request. It is an error if the session has ended.
    pub(super) fn new(requests: &Rc<RefCell<Requests>>) -> Result<OpenRequest, FetchError> {
        let mut all = requests.borrow_mut();
        if all.is_over {
            return Err(FetchError("ended".to_owned()));
        }
        let controller = AbortController::new().map_err(|error| reason(&error))?;
        all.under_way.push(controller.clone());
        Ok(OpenRequest { controller, requests: requests.clone() })
    }

    /// Returns the bytes that wait in memory, of all requests of the session.
    pub(super) fn ahead(&self) -> Rc<ReadAhead> {
        self.requests.borrow().ahead.clone()
    }

    /// Returns the signal that aborts the request.
    pub(super) fn signal(&self) -> AbortSignal {
        self.controller.signal()
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.requests.borrow_mut().under_way.retain(|other| *other != self.controller);
        self.controller.abort();
    }
}
