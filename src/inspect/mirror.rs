//! A native replacement for the browser's network: files and folders. For the command line and the tests.

use crate::decode::{GZIP_MAGIC_BYTES, TextDecoder, is_gzip};
use crate::limits::MAX_DOCUMENT_BYTES;
use crate::session::{Body, Cache, Fetch, FetchError, Response};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Answers requests from files: `<folder>/<host>/<path>` for `https://<host>/<path>`. A missing file gives status 404. So does
/// a symbolic link that leads out of the folder, because the files may be those of somebody else.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    folder: Option<PathBuf>,
    /// A folder with the files of one site, and the address that begins the addresses of its pages.
    site: Option<(String, PathBuf)>,
    files: HashMap<String, PathBuf>,
    contents: HashMap<String, Arc<[u8]>>,
    chunk: usize,
}

impl Mirror {
    /// Creates a mirror of this folder.
    pub fn new(folder: Option<PathBuf>) -> Mirror {
        Mirror { folder, chunk: 64 << 10, ..Mirror::default() }
    }

    /// Answers requests for one address from this file.
    pub fn with_file(mut self, url: &str, file: PathBuf) -> Mirror {
        self.files.insert(url.to_owned(), file);
        self
    }

    /// Answers requests for one address with these bytes.
    pub fn with_bytes(mut self, url: &str, bytes: Vec<u8>) -> Mirror {
        self.contents.insert(url.to_owned(), bytes.into());
        self
    }

    /// Answers requests for the addresses of one site from the folder that contains its files. The addresses begin with
    /// `url`.
    pub fn with_site(mut self, url: &str, folder: PathBuf) -> Mirror {
        self.site = Some((url.to_owned(), folder));
        self
    }

    /// Sets the size of the chunks in bytes.
    pub fn with_chunks(mut self, bytes: usize) -> Mirror {
        self.chunk = bytes.max(1);
        self
    }

    /// Returns the path of the file that answers requests for an address.
    pub fn file(&self, url: &str) -> Option<PathBuf> {
        if let Some(file) = self.files.get(url) {
            return Some(file.clone());
        }
        let url = url.split(['?', '#']).next()?;
        let of_site = self.site.as_ref().and_then(|(start, folder)| Some((folder, url.strip_prefix(&**start)?)));
        let of_folder = || Some((self.folder.as_ref()?, url.split_once("://")?.1));
        let (folder, path) = of_site.or_else(of_folder)?;
        // A file may be saved under its address or under its name.
        let named = percent_decode_str(path).decode_utf8().ok()?;
        [path, &*named].into_iter().find_map(|path| {
            let path = Path::new(path.trim_start_matches('/'));
            let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
            let file = folder.join(path);
            let file = if file.is_dir() { file.join("index.html") } else { file };
            (is_plain && file.is_file() && is_inside(&file, folder)).then_some(file)
        })
    }

    /// Opens a document. Returns `None` if there is none.
    fn open(&self, url: &str) -> io::Result<Option<FileBody>> {
        let (source, length): (Box<dyn Read>, u64) = match (self.contents.get(url), self.file(url)) {
            (Some(bytes), _) => (Box::new(io::Cursor::new(bytes.clone())), bytes.len() as u64),
            (None, Some(file)) => {
                let file = File::open(file)?;
                let length = file.metadata()?.len();
                (Box::new(file), length)
            }
            (None, None) => return Ok(None),
        };
        let mut source = BufReader::new(source);
        let is_compressed = source.fill_buf()?.get(..GZIP_MAGIC_BYTES).is_some_and(is_gzip);
        let source: Box<dyn Read> = match is_compressed {
            true => platform::gunzip(source),
            false => Box::new(source),
        };
        Ok(Some(FileBody {
            length: (!is_compressed).then_some(length),
            source: source.take(MAX_DOCUMENT_BYTES + 1),
            chunk: self.chunk,
            is_compressed,
            error: None,
        }))
    }
}

/// Returns `true` if a file is in a folder when all symbolic links are followed.
fn is_inside(file: &Path, folder: &Path) -> bool {
    matches!((file.canonicalize(), folder.canonicalize()), (Ok(file), Ok(folder)) if file.starts_with(&folder))
}

impl Fetch for Mirror {
    type Body = FileBody;

    async fn fetch(&self, url: &str, _cache: Cache) -> Result<Response<FileBody>, FetchError> {
        let opened = self.open(url).map_err(|error| FetchError(error.to_string()))?;
        let status = if opened.is_some() { 200 } else { 404 };
        let body = opened.unwrap_or_default();
        let (length, url) = (body.length, url.to_owned());
        Ok(Response { status, url, location: None, length, stale: false, content_type: None, retry_after: None, body })
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        platform::text_decoder(label)
    }
}

/// The bytes of a file, in chunks. A file is never in memory as a whole.
pub struct FileBody {
    source: io::Take<Box<dyn Read>>,
    length: Option<u64>,
    chunk: usize,
    is_compressed: bool,
    /// Why there are no more bytes.
    error: Option<String>,
}

impl Default for FileBody {
    fn default() -> FileBody {
        let source: Box<dyn Read> = Box::new(io::empty());
        FileBody { source: source.take(0), length: None, chunk: 1, is_compressed: false, error: None }
    }
}

impl fmt::Debug for FileBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileBody").finish_non_exhaustive()
    }
}

impl FileBody {
    /// Fills a chunk, unless the file ends before or fails.
    fn read(&mut self, chunk: &mut Vec<u8>) -> io::Result<()> {
        while chunk.len() < self.chunk {
            let start = chunk.len();
            chunk.resize(self.chunk, 0);
            let read = self.source.read(&mut chunk[start..]);
            chunk.truncate(start + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Ok(()),
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Body for FileBody {
    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let mut chunk = Vec::new();
        if self.error.is_none()
            && let Err(error) = self.read(&mut chunk)
        {
            self.error = Some(match self.is_compressed {
                true => "the compressed file is damaged".to_owned(),
                false => error.to_string(),
            });
        }
        match &self.error {
            Some(error) if chunk.is_empty() => Err(FetchError(error.clone())),
            _ => Ok((!chunk.is_empty()).then_some(chunk)),
        }
    }

    fn is_damaged(&self) -> bool {
        self.is_compressed && self.error.is_some()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use super::{Read, TextDecoder};
    use flate2::bufread::GzDecoder;
    use std::io::{self, BufRead};

    /// Unpacks a file while it is read.
    pub(super) fn gunzip(source: impl BufRead + 'static) -> Box<dyn Read> {
        Box::new(Members(Some(GzDecoder::new(source))))
    }

    /// The members of a file, one after the other. Zeros may follow each: programs that write blocks fill the last one with
    /// them, and `gzip` reads such files without a word.
    struct Members<R: BufRead>(Option<GzDecoder<R>>);

    impl<R: BufRead> Read for Members<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            while let Some(member) = &mut self.0 {
                let read = member.read(bytes)?;
                if read > 0 || bytes.is_empty() {
                    return Ok(read);
                }
                self.0 = self.0.take().map(GzDecoder::into_inner).map(after_zeros).transpose()?.flatten();
            }
            Ok(0)
        }
    }

    /// Starts the next member. Returns `None` if only zeros are left.
    fn after_zeros<R: BufRead>(mut source: R) -> io::Result<Option<GzDecoder<R>>> {
        loop {
            let rest = source.fill_buf()?;
            let (zeros, length) = (rest.iter().take_while(|byte| **byte == 0).count(), rest.len());
            source.consume(zeros);
            if length == 0 {
                return Ok(None);
            }
            if zeros < length {
                return Ok(Some(GzDecoder::new(source)));
            }
        }
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

/// A target without files needs no decoders.
#[cfg(target_arch = "wasm32")]
mod platform {
    use super::{Read, TextDecoder};

    pub(super) fn gunzip(source: impl Read + 'static) -> Box<dyn Read> {
        Box::new(source)
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
