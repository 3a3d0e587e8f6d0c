//! A native replacement for the browser's network: a folder of saved files. For the command line and the tests.

use crate::decode::{TextDecoder, is_gzip};
#[cfg(not(target_arch = "wasm32"))]
use crate::limits::MAX_DOCUMENT_BYTES;
use crate::session::{Body, Cache, Fetch, FetchError, Response};
use std::collections::HashMap;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Answers requests from files: `<folder>/<host>/<path>` for `https://<host>/<path>`. A missing file gives status 404.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    folder: Option<PathBuf>,
    files: HashMap<String, PathBuf>,
    chunk: usize,
}

impl Mirror {
    /// Creates a mirror of this folder.
    pub fn new(folder: Option<PathBuf>) -> Mirror {
        Mirror { folder, files: HashMap::new(), chunk: 64 << 10 }
    }

    /// Answers requests for one address from this file.
    pub fn with_file(mut self, url: &str, file: PathBuf) -> Mirror {
        self.files.insert(url.to_owned(), file);
        self
    }

    /// Sets the size of the chunks in bytes.
    pub fn with_chunks(mut self, bytes: usize) -> Mirror {
        self.chunk = bytes.max(1);
        self
    }

    fn file(&self, url: &str) -> Option<PathBuf> {
        if let Some(file) = self.files.get(url) {
            return Some(file.clone());
        }
        let (_, rest) = url.split_once("://")?;
        let path = Path::new(rest.split(['?', '#']).next()?);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        let file = self.folder.as_ref()?.join(path);
        Some(if file.is_dir() { file.join("index.html") } else { file }).filter(|_| is_plain)
    }
}

impl Fetch for Mirror {
    type Body = FileBody;

    async fn fetch(&self, url: &str, _cache: Cache) -> Result<Response<FileBody>, FetchError> {
        let read = |file: PathBuf| std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()));
        let bytes = match self.file(url).filter(|file| file.is_file()) {
            Some(file) => read(file).map_err(FetchError)?,
            None => {
                let body = FileBody { bytes: Vec::new(), at: 0, chunk: self.chunk, is_damaged: false };
                return Ok(Response {
                    status: 404,
                    url: url.to_owned(),
                    location: None,
                    length: None,
                    stale: false,
                    retry_after: None,
                    body,
                });
            }
        };
        let (bytes, is_damaged) = if is_gzip(&bytes) { platform::gunzip(&bytes) } else { (bytes, false) };
        let length = Some(bytes.len() as u64);
        let body = FileBody { bytes, at: 0, chunk: self.chunk, is_damaged };
        let url = url.to_owned();
        Ok(Response { status: 200, url, location: None, length, stale: false, retry_after: None, body })
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        platform::text_decoder(label)
    }
}

/// The bytes of a file, in chunks.
#[derive(Clone, Debug)]
pub struct FileBody {
    bytes: Vec<u8>,
    at: usize,
    chunk: usize,
    /// More bytes were in the compressed file, but it is damaged.
    is_damaged: bool,
}

impl Body for FileBody {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let end = self.at.saturating_add(self.chunk).min(self.bytes.len());
        let chunk = self.bytes[self.at..end].to_vec();
        self.at = end;
        match chunk.is_empty() {
            true if self.is_damaged => Err(FetchError("the compressed file is damaged".to_owned())),
            is_over => Ok((!is_over).then_some(chunk)),
        }
    }

    fn is_damaged(&self) -> bool {
        self.is_damaged && self.at == self.bytes.len()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use super::{MAX_DOCUMENT_BYTES, Read, TextDecoder};

    /// Unpacks a file. Returns the bytes before a damage, and `true` if there is one.
    pub(super) fn gunzip(bytes: &[u8]) -> (Vec<u8>, bool) {
        let mut unpacked = Vec::new();
        let mut decoder = flate2::read::MultiGzDecoder::new(bytes).take(MAX_DOCUMENT_BYTES + 1);
        let is_damaged = decoder.read_to_end(&mut unpacked).is_err();
        (unpacked, is_damaged)
    }

    pub(super) fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
        Some(Box::new(Decoder(encoding.new_decoder())))
    }

    struct Decoder(encoding_rs::Decoder);

    impl TextDecoder for Decoder {
        fn decode(&mut self, bytes: &[u8], last: bool) -> String {
            let room = self.0.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 16);
            let mut text = String::with_capacity(room);
            let _ = self.0.decode_to_string(bytes, &mut text, last);
            text
        }
    }
}

/// `wasm-pack test` builds the examples for a target without files.
#[cfg(target_arch = "wasm32")]
mod platform {
    use super::TextDecoder;

    pub(super) fn gunzip(bytes: &[u8]) -> (Vec<u8>, bool) {
        (bytes.to_vec(), false)
    }

    pub(super) fn text_decoder(_label: &str) -> Option<Box<dyn TextDecoder>> {
        None
    }
}

/// Runs a future to its end. It must wait for nothing but files.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
