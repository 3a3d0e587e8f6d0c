//! Reads a response as fast as it arrives, and ends it if too many bytes wait.
//!
//! Firefox keeps everything that arrives of a response, however slowly it is read. Only ending the response stops it.

use super::stream::{free, reason};
use crate::limits::MAX_DOCUMENT_BYTES;
use crate::session::{FetchError, ReadAhead};
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{QueuingStrategy, ReadableStream, TransformStream, TransformStreamDefaultController, Transformer};

/// A response that is read as fast as it arrives. Dropping it gives back the room of its bytes.
pub(super) struct Ahead {
    count: Rc<Count>,
    /// Called with each chunk that arrives.
    _transform: Closure<dyn FnMut(JsValue, TransformStreamDefaultController)>,
}

struct Count {
    ahead: Rc<ReadAhead>,
    /// Bytes of this response that have arrived.
    arrived: Cell<u64>,
    /// Bytes of this response that wait.
    waiting: Cell<u64>,
    is_read: Cell<bool>,
    is_given_up: Cell<bool>,
}

impl Ahead {
    /// Returns a stream with the same bytes, which reads the other one from now on. `arrived` bytes have
    /// arrived before. If there are any, the response is not given up.
    pub(super) fn start(
        stream: &ReadableStream,
        ahead: Rc<ReadAhead>,
        arrived: u64,
    ) -> Result<(ReadableStream, Ahead), FetchError> {
        let count = Rc::new(Count {
            ahead,
            arrived: Cell::new(arrived),
            waiting: Cell::default(),
            is_read: Cell::new(arrived > 0),
            is_given_up: Cell::default(),
        });
        let counting = count.clone();
        let transform = Closure::<dyn FnMut(_, _)>::new(move |chunk: JsValue, to: TransformStreamDefaultController| {
            let Some(chunk) = chunk.dyn_ref::<Uint8Array>() else { return };
            if counting.takes(chunk.length()) {
                // A stream that has ended takes no chunk.
                let _ = to.enqueue_with_chunk(chunk);
            } else {
                free(chunk);
            }
            if counting.is_over() {
                to.terminate();
            }
        });
        let transformer = Transformer::new();
        transformer.set_transform(transform.as_ref().unchecked_ref());
        // The counts limit what waits.
        let queue = QueuingStrategy::new();
        queue.set_high_water_mark(f64::INFINITY);
        let piped = TransformStream::new_with_transformer_and_writable_strategy_and_readable_strategy(
            &transformer,
            &QueuingStrategy::new(),
            &queue,
        );
        let stream = stream.pipe_through(piped.map_err(|error| reason(&error))?.unchecked_ref());
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
        self.arrived.set(self.arrived.get() + bytes);
        if self.ahead.takes(bytes) {
            self.waiting.set(self.waiting.get() + bytes);
        } else if !self.is_read.get() {
            self.is_given_up.set(true);
            self.give_back(u64::MAX);
        }
        !self.is_given_up.get()
    }

    /// Returns `true` if the rest of the response is not needed.
    fn is_over(&self) -> bool {
        self.is_given_up.get() || self.arrived.get() > MAX_DOCUMENT_BYTES
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
