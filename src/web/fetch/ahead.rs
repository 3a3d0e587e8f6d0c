//! Reads a response ahead while another one is read, and gives it up if too many bytes wait.

use super::open_requests::OpenRequest;
use super::stream::{free, piped};
use crate::session::{FetchError, ReadAhead};
use js_sys::{Function, Object, Reflect, Uint8Array};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, ReadableStream};

/// A response that is read ahead. Dropping it gives back the room of its bytes.
pub(super) struct Ahead {
    count: Rc<Count>,
    /// Called with each chunk that arrives.
    _transform: Closure<dyn FnMut(JsValue, JsValue)>,
}

struct Count {
    ahead: Rc<ReadAhead>,
    /// Bytes of this response that wait.
    waiting: Cell<u64>,
    is_read: Cell<bool>,
    is_given_up: Cell<bool>,
    request: AbortController,
}

impl Ahead {
    /// Returns a stream with the same bytes, which reads the other one from now on.
    pub(super) fn start(stream: &ReadableStream, request: &OpenRequest) -> Result<(ReadableStream, Ahead), FetchError> {
        let count = Rc::new(Count {
            ahead: request.ahead(),
            waiting: Cell::default(),
            is_read: Cell::default(),
            is_given_up: Cell::default(),
            request: request.controller(),
        });
        let counting = count.clone();
        let transform = Closure::<dyn FnMut(JsValue, JsValue)>::new(move |chunk: JsValue, controller: JsValue| {
            if let Some(chunk) = chunk.dyn_ref::<Uint8Array>()
                && !counting.takes(chunk.length())
            {
                free(chunk);
                return;
            }
            let enqueue = Reflect::get(&controller, &"enqueue".into());
            if let Some(enqueue) = enqueue.ok().and_then(|enqueue| enqueue.dyn_into::<Function>().ok()) {
                // A stream that was given up takes no chunk.
                let _ = enqueue.call1(&controller, &chunk);
            }
        });
        let transformer = Object::new();
        let _ = Reflect::set(&transformer, &"transform".into(), transform.as_ref());
        let stream = piped(stream, &transformer)?;
        Ok((stream, Ahead { count, _transform: transform }))
    }

    /// Call this before the first chunk is read. From then on, the response is not given up.
    pub(super) fn begin(&self) {
        self.count.is_read.set(true);
    }

    /// Gives back the room of a chunk that was read.
    pub(super) fn note_read(&self, chunk: Option<&Uint8Array>) {
        self.count.give_back(chunk.map_or(0, Uint8Array::length).into());
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.count.is_given_up.get()
    }
}

impl Count {
    /// Counts bytes that have arrived. Returns `false` if the response is given up.
    fn takes(&self, bytes: u32) -> bool {
        let bytes = u64::from(bytes);
        if self.is_given_up.get() {
            return false;
        }
        if self.ahead.takes(bytes) {
            self.waiting.set(self.waiting.get() + bytes);
        } else if !self.is_read.get() {
            self.is_given_up.set(true);
            self.request.abort();
            self.give_back(u64::MAX);
        }
        !self.is_given_up.get()
    }

    fn give_back(&self, bytes: u64) {
        let bytes = bytes.min(self.waiting.get());
        self.waiting.set(self.waiting.get() - bytes);
        self.ahead.give_back(bytes);
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        self.give_back(u64::MAX);
    }
}
