//! The bytes of a response.

use super::ahead::Ahead;
use super::arriving::Arriving;
use super::gunzip::decompress;
use super::open_requests::OpenRequest;
use super::stream::{free, read};
use crate::decode::{GZIP_MAGIC_BYTES, is_gzip};
use crate::limits::{MAX_DOCUMENT_BYTES, SLICE_BYTES};
use crate::session::{Body, FetchError, ReadAhead};
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// A response's bytes, decompressed.
pub(in crate::web) struct WebBody {
    stream: Stream,
    /// The rest of the stream's last chunk.
    held: Option<Uint8Array>,
    /// Set while a compressed stream is read. `true` if the connection broke off.
    is_broken_off: Option<Rc<Cell<bool>>>,
    /// Bytes returned so far.
    bytes: u64,
    /// Set if the response is read ahead while another one is read, until it is read itself.
    ahead: Option<Ahead>,
    /// `None` for a file.
    request: Option<OpenRequest>,
}

enum Stream {
    Unread(Option<ReadableStream>),
    Open(Arriving),
    Unpacked(ReadableStreamDefaultReader),
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
            && let Ok((stream, ahead)) = Ahead::start(stream, self.waiting(), 0)
        {
            self.stream = Stream::Unread(Some(stream));
            self.ahead = Some(ahead);
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
        WebBody { stream: Stream::Unread(stream), held: None, is_broken_off: None, bytes: 0, ahead: None, request }
    }

    /// The next [`SLICE_BYTES`] at most. A chunk of a stream can have megabytes. Only the part that is read next is
    /// copied into the memory of WebAssembly, because that memory never shrinks.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        if self.bytes > MAX_DOCUMENT_BYTES {
            return Ok(None);
        }
        let held = match self.held.take() {
            Some(held) => held,
            None => match self.read().await? {
                Some(chunk) => chunk,
                None => return Ok(None),
            },
        };
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

    /// The bytes that wait, of all responses of the session.
    fn waiting(&self) -> Rc<ReadAhead> {
        self.request.as_ref().map(OpenRequest::ahead).unwrap_or_default()
    }

    /// The next chunk, of any size.
    async fn read(&mut self) -> Result<Option<Uint8Array>, FetchError> {
        if let Stream::Unread(stream) = &mut self.stream {
            let Some(stream) = stream.take() else { return Ok(None) };
            // From now on only the reader can cancel the stream, so it must be known before the first `await`.
            self.stream = Stream::Open(Arriving::open(stream, self.ahead.take(), self.waiting())?);
            return self.read_start().await;
        }
        match &mut self.stream {
            Stream::Unread(_) => Ok(None),
            Stream::Open(arriving) => arriving.read().await,
            Stream::Unpacked(reader) => read(reader).await,
        }
    }

    /// The first chunk, which shows if the bytes are compressed.
    async fn read_start(&mut self) -> Result<Option<Uint8Array>, FetchError> {
        let Stream::Open(arriving) = &mut self.stream else { return Ok(None) };
        let mut first = arriving.read().await?;
        // The first chunk may be too short to recognize gzip.
        while let Some(start) = first.as_ref().filter(|start| start.length() < GZIP_MAGIC_BYTES as u32)
            && let Some(more) = arriving.read().await?
        {
            first = Some(joined(start, &more));
        }
        let magic = |first: &Uint8Array| first.subarray(0, GZIP_MAGIC_BYTES as u32).to_vec();
        let Some(start) = first.as_ref().filter(|first| is_gzip(&magic(first))) else { return Ok(first) };
        let Stream::Open(rest) = std::mem::replace(&mut self.stream, Stream::Unread(None)) else { return Ok(None) };
        let unpacked = decompress(start, rest, self.is_broken_off.insert(Rc::default()).clone())?;
        self.stream = Stream::Unpacked(unpacked.clone());
        read(&unpacked).await
    }
}

impl Drop for WebBody {
    fn drop(&mut self) {
        self.held.iter().for_each(free);
        // Nobody needs the rest, so the connection is closed.
        let closed = match &self.stream {
            Stream::Open(arriving) => arriving.cancel(),
            Stream::Unpacked(reader) => reader.cancel(),
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
