//! The bytes of a response as they arrive.

use super::ahead::Ahead;
use super::stream::{open_reader, read};
use crate::session::{FetchError, ReadAhead};
use js_sys::{Promise, Uint8Array};
use std::rc::Rc;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// A chunk with more bytes shows that the response arrives faster than it is read.
const LARGE_CHUNK_BYTES: u32 = 8 << 20;

/// A response that is being read.
pub(super) struct Arriving {
    reader: ReadableStreamDefaultReader,
    /// The stream, until it is read as fast as it arrives.
    stream: Option<ReadableStream>,
    ahead: Option<Ahead>,
    /// The bytes that wait, of all responses of the session.
    waiting: Rc<ReadAhead>,
    /// Bytes read so far.
    bytes: u64,
}

impl Arriving {
    /// Starts to read a stream. `ahead` is set if it is read as fast as it arrives.
    pub(super) fn open(
        stream: ReadableStream,
        ahead: Option<Ahead>,
        waiting: Rc<ReadAhead>,
    ) -> Result<Arriving, FetchError> {
        let reader = open_reader(&stream)?;
        ahead.iter().for_each(Ahead::begin);
        Ok(Arriving { reader, stream: ahead.is_none().then_some(stream), ahead, waiting, bytes: 0 })
    }

    /// Returns the next chunk, of any size, or `None` at the end. Firefox returns everything that has arrived since the last
    /// read as one chunk. If a response arrives faster than it is read, a chunk soon has many megabytes, and its allocation
    /// blocks the page. Chunks that are read at once stay small.
    pub(super) async fn read(&mut self) -> Result<Option<Uint8Array>, FetchError> {
        let chunk = read(&self.reader).await?;
        self.ahead.iter().for_each(|ahead| ahead.note_read(chunk.as_ref()));
        let length = chunk.as_ref().map_or(0, Uint8Array::length);
        self.bytes += u64::from(length);
        if length > LARGE_CHUNK_BYTES
            && let Some(stream) = self.stream.take()
        {
            self.reader.release_lock();
            let (stream, ahead) = Ahead::start(&stream, self.waiting.clone(), self.bytes)?;
            self.reader = open_reader(&stream)?;
            self.ahead = Some(ahead);
        }
        Ok(chunk)
    }

    /// Closes the connection.
    pub(super) fn cancel(&self) -> Promise {
        self.reader.cancel()
    }
}
