//! Reads a file, a folder, standard input or an address of a mirror.

use crate::arguments::Reading;
use crate::failure::Failure;
use navibar::address::origin;
use navibar::inspect::{Mirror, block_on};
use navibar::limits::{MAX_DOCUMENT_BYTES, MAX_DOCUMENTS_AT_ONCE};
use navibar::page_facts::PageFacts;
use navibar::session::{self, Code, Outcome, Session, Status};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// An input that has been read.
pub(crate) struct Input {
    /// The input as the user has named it.
    pub(crate) name: String,
    /// `true` for a file or bytes, `false` for a folder or an address.
    pub(crate) is_document: bool,
    /// `true` if the documents that it names are at hand.
    pub(crate) has_site: bool,
    pub(crate) session: Session,
    pub(crate) outcome: Outcome,
    /// The files that were read.
    pub(crate) mirror: Mirror,
}

impl Input {
    /// Returns the place where the user finds the document with this address: a file, or the address itself.
    pub(crate) fn place(&self, url: &str) -> String {
        match self.mirror.file(url) {
            Some(file) => file.to_string_lossy().into_owned(),
            None if url == &*self.outcome.url && origin(&self.name).is_none() => self.name.clone(),
            None => url.to_owned(),
        }
    }
}

/// Where the bytes come from.
enum Source {
    File(PathBuf),
    Folder(PathBuf),
    Bytes(Vec<u8>),
    Address(String),
}

/// Reads an input. Fails if it cannot be opened. An input that is not a sitemap is not a failure.
pub(crate) fn read(input: &OsStr, options: &Reading) -> Result<Input, Failure> {
    let facts = options.facts.as_deref().map_or(Ok(Vec::new()), facts)?;
    let source = source(input, options)?;
    let mut mirror = Mirror::new(options.mirror.clone());
    let file_name = || match input.to_str() {
        Some("-") => "stdin".into(),
        _ => Path::new(input).file_name().unwrap_or_default().to_string_lossy(),
    };
    let given = options.url.clone();
    let url = given.unwrap_or_else(|| match &source {
        Source::Address(url) => url.clone(),
        Source::Folder(_) => "http://localhost/".to_owned(),
        Source::File(_) | Source::Bytes(_) => format!("http://localhost/{}", file_name()),
    });
    let is_document = matches!(source, Source::File(_) | Source::Bytes(_));
    let has_site = !is_document || options.mirror.is_some();
    mirror = match source {
        Source::Address(_) => mirror,
        Source::File(file) => mirror.with_file(&url, file),
        Source::Bytes(bytes) => mirror.with_bytes(&url, bytes),
        Source::Folder(folder) => {
            let folder_url = &url[..=url.rfind('/').filter(|at| *at > "https://".len()).unwrap_or(url.len() - 1)];
            mirror.with_site(folder_url, folder)
        }
    };
    let session = RefCell::new(Session::default());
    session.borrow_mut().set_documents_at_once(MAX_DOCUMENTS_AT_ONCE);
    session.borrow_mut().set_language(&language());
    let load = session.borrow_mut().begin(&url);
    if is_document {
        session.borrow_mut().set_own_file();
    }
    for page in facts.iter().filter(|_| !is_document) {
        session.borrow_mut().add_facts(page.clone());
    }
    let mut outcome = block_on(session::open_sitemap(&session, load, &mirror, &url, |_| {}));
    if outcome.status == Status::NotFound && !is_document {
        outcome = block_on(session::open_page(&session, load, &mirror, &RefCell::default(), &url, |_| {}));
    }
    if has_site && outcome.status == Status::Loaded && session.borrow().site().map().documents().missing() > 0 {
        // Also the child sitemaps that the sidebar loads when the user opens them.
        let load = session.borrow_mut().continue_load();
        outcome = block_on(session::open_missing(&session, load, &mirror, |_| {}));
    }
    if outcome.status == Status::NotFound && !is_document && options.url.is_none() {
        outcome.message.push_str(" Name its address with --url.");
    }
    for page in facts {
        if session.borrow_mut().add_facts(page) && outcome.status == Status::NotFound {
            outcome.status = Status::Loaded;
        }
    }
    if options.mirror.is_some() && block_on(session::read_lists(&session, &mirror, &RefCell::default())) {
        outcome.status = Status::Loaded;
    }
    let name = if input == "-" { "<stdin>".into() } else { input.to_string_lossy() };
    if outcome.code == Code::Network {
        return Err(format!("cannot read {name}: {}", outcome.message));
    }
    Ok(Input { name: name.into_owned(), is_document, has_site, session: session.into_inner(), outcome, mirror })
}

/// Returns the language of the user as a BCP 47 tag, from the variables that POSIX defines: `de-AT` for `de_AT.UTF-8`.
fn language() -> String {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    locale.split(['.', '@']).next().unwrap_or_default().replace('_', "-")
}

fn source(input: &OsStr, options: &Reading) -> Result<Source, Failure> {
    if input == "-" {
        return bytes(io::stdin().lock(), "standard input").map(Source::Bytes);
    }
    if let Some(address) = input.to_str().filter(|text| origin(text).is_some()) {
        return match options.mirror {
            Some(_) => Ok(Source::Address(address.to_owned())),
            None => {
                Err(format!("{address} is an address, but nothing is loaded from the network; add --mirror FOLDER"))
            }
        };
    }
    let path = PathBuf::from(input);
    let name = path.display();
    let cannot_read = |error: io::Error| format!("cannot read {name}: {error}");
    if path.is_dir() {
        fs::read_dir(&path).map_err(cannot_read)?;
        return Ok(Source::Folder(path));
    }
    let file = File::open(&path).map_err(cannot_read)?;
    // A pipe can be read only once.
    if file.metadata().map_err(cannot_read)?.is_file() {
        return Ok(Source::File(path));
    }
    bytes(file, &name.to_string()).map(Source::Bytes)
}

/// Reads bytes that cannot be read again, up to the limit of a document.
fn bytes(source: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = source.take(MAX_DOCUMENT_BYTES + 1).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("cannot read {name}: {error}"))
}

/// Reads the facts of visited pages, one JSON object per line.
fn facts(file: &Path) -> Result<Vec<PageFacts>, Failure> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(at, line)| serde_json::from_str(line).map_err(|error| format!("{name}, line {}: {error}", at + 1));
    lines.map(read).collect()
}
