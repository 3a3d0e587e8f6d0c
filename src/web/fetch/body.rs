//! The bytes of a response.

use super::ahead::Ahead;
use super::gunzip::decompress;
use super::open_requests::OpenRequest;
use super::stream::{free, open_reader, read};
use crate::decode::{GZIP_MAGIC_BYTES, is_gzip};
use crate::limits::{MAX_DOCUMENT_BYTES, SLICE_BYTES};
use crate::session::{Body, FetchError};
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// A response's bytes, decompressed.
pub(in crate::web) struct WebBody {
    stream: Stream,
    /// The response's own stream, until it is read as fast as it arrives.
    source: Option<ReadableStream>,
    /// The rest of the stream's last chunk.
    held: Option<Uint8Array>,
    /// Set while a compressed stream is read. `true` if the connection broke off.
    is_broken_off: Option<Rc<Cell<bool>>>,
    /// Bytes returned so far.
    bytes: u64,
    /// Set if the response is read as fast as it arrives.
    ahead: Option<Ahead>,
    /// `None` for a file.
    request: Option<OpenRequest>,
}

/// A chunk with more bytes shows that the document arrives faster than it is read.
const LARGE_CHUNK_BYTES: u32 = 8 << 20;

enum Stream {
    Unread(Option<ReadableStream>),
    Open(ReadableStreamDefaultReader),
}

impl Body for WebBody {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let chunk = self.next().await;
        if chunk.is_err() {
            // A failed stream is already closed. Closing it a second time would be an error.
            self.stream = Stream::Unread(None);
        }
        chunk
    }

    fn read_ahead(&mut self) {
        if let Stream::Unread(Some(stream)) = &self.stream
            && let Ok(stream) = self.hurry(&stream.clone(), 0)
        {
            self.stream = Stream::Unread(Some(stream));
        }
    }

    fn is_given_up(&self) -> bool {
        self.ahead.as_ref().is_some_and(Ahead::is_given_up)
    }

    fn is_damaged(&self) -> bool {
        self.is_broken_off.as_ref().is_some_and(|is_broken_off| !is_broken_off.get())
    }
}

impl WebBody {
    pub(super) fn new(stream: Option<ReadableStream>, request: Option<OpenRequest>) -> WebBody {
        WebBody {
            stream: Stream::Unread(stream),
            source: None,
            held: None,
            is_broken_off: None,
            bytes: 0,
            ahead: None,
            request,
        }
    }

    /// The next [`SLICE_BYTES`] at most. A chunk of a stream can have megabytes. Only the part that is read next is
    /// copied into the memory of WebAssembly, because that memory never shrinks.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        if self.bytes > MAX_DOCUMENT_BYTES {
            return Ok(None);
        }
        let held = match self.held.take() {
            Some(held) => held,
            None => {
                self.ahead.iter().for_each(Ahead::begin);
                let chunk = self.read().await?;
                self.ahead.iter().for_each(|ahead| ahead.note_read(chunk.as_ref()));
                match chunk {
                    Some(chunk) => chunk,
                    None => return Ok(None),
                }
            }
        };
        if held.length() > LARGE_CHUNK_BYTES
            && let Some(source) = self.source.take()
            && let Stream::Open(reader) = &self.stream
        {
            reader.release_lock();
            self.stream = Stream::Unread(None);
            let stream = self.hurry(&source, self.bytes + u64::from(held.length()))?;
            self.stream = Stream::Open(open_reader(&stream)?);
        }
        let slice = held.subarray(0, SLICE_BYTES as u32).to_vec();
        let taken = slice.len() as u32;
        if taken < held.length() {
            self.held = Some(held.subarray(taken, held.length()));
        } else {
            free(&held);
        }
        self.bytes += u64::from(taken);
        Ok(Some(slice))
    }

    /// Returns a stream that reads this one as fast as it arrives. `arrived` bytes were read before. Firefox returns
    /// everything that has arrived since the last read as one chunk. If a document arrives faster than it is read, a chunk
    /// soon has many megabytes, and its allocation blocks the page. Chunks that are read at once stay small.
    fn hurry(&mut self, stream: &ReadableStream, arrived: u64) -> Result<ReadableStream, FetchError> {
        let waiting = self.request.as_ref().map(OpenRequest::ahead).unwrap_or_default();
        let (stream, ahead) = Ahead::start(stream, waiting, arrived)?;
        self.ahead = Some(ahead);
        Ok(stream)
    }

    /// The stream's next chunk, of any size.
    async fn read(&mut self) -> Result<Option<Uint8Array>, FetchError> {
        Ok(match &self.stream {
            Stream::Open(reader) => read(reader).await?,
            Stream::Unread(None) => None,
            Stream::Unread(Some(stream)) => {
                let reader = open_reader(stream)?;
                let source = stream.clone();
                // From now on only the reader can cancel the stream, so it must be known before the first `await`.
                self.stream = Stream::Open(reader.clone());
                let mut first = read(&reader).await?;
                // The first chunk may be too short to recognize gzip.
                while let Some(start) = first.as_ref().filter(|start| start.length() < GZIP_MAGIC_BYTES as u32)
                    && let Some(more) = read(&reader).await?
                {
                    first = Some(joined(start, &more));
                }
                let magic = |first: &Uint8Array| first.subarray(0, GZIP_MAGIC_BYTES as u32).to_vec();
                if let Some(first) = first.as_ref().filter(|first| is_gzip(&magic(first))) {
                    let is_broken_off = self.is_broken_off.insert(Rc::default()).clone();
                    let unpacked = decompress(first, reader, is_broken_off)?;
                    let chunk = read(&unpacked).await?;
                    self.stream = Stream::Open(unpacked);
                    chunk
                } else {
                    self.source = self.ahead.is_none().then_some(source);
                    first
                }
            }
        })
    }
}

impl Drop for WebBody {
    fn drop(&mut self) {
        self.held.iter().for_each(free);
        // Nobody needs the rest, so the connection is closed.
        let closed = match &self.stream {
            Stream::Open(reader) => reader.cancel(),
            Stream::Unread(Some(stream)) => stream.cancel(),
            Stream::Unread(None) => return,
        };
        // An aborted stream rejects this promise. `JsFuture` handles the rejection, so the console does not report it.
        drop(JsFuture::from(closed));
    }
}

fn joined(first: &Uint8Array, second: &Uint8Array) -> Uint8Array {
    let joined = Uint8Array::new_with_length(first.length() + second.length());
    joined.set(first, 0);
    joined.set(second, first.length());
    joined
}
