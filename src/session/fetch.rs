//! The interface to the platform: requests, time and text decoders. The browser, a folder of files and the
//! tests each implement it.

use crate::decode::TextDecoder;
use std::time::Duration;

/// The platform, which fetches documents.
pub trait Fetch {
    /// The bytes of a response.
    type Body: Body;
    /// Requests a document without cookies and without following redirects. Dropping the future, or the body of its
    /// result, aborts the request.
    fn fetch(&self, url: &str, cache: Cache) -> impl Future<Output = Result<Response<Self::Body>, FetchError>>;
    /// Returns `true` if the user allows requests to the host of this address.
    fn may_access(&self, _url: &str) -> impl Future<Output = bool> {
        std::future::ready(true)
    }
    /// Returns `true` if there is no network. Responses then come from the browser's cache, except those of this
    /// machine.
    fn is_offline(&self) -> bool {
        false
    }
    /// Resolves after this time. By default it never resolves, so requests have no timeout.
    fn sleep(&self, _time: Duration) -> impl Future<Output = ()> {
        std::future::pending()
    }
    /// Loads the second module of the engine. It may have the reader of a document.
    fn load_deferred(&self) -> impl Future<Output = Result<(), FetchError>> {
        std::future::ready(Ok(()))
    }
    /// Returns the time in seconds since 1970-01-01T00:00:00Z.
    fn now(&self) -> i64 {
        0
    }
    /// Returns the platform's decoder for an encoding, or `None` if the label is unknown.
    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>>;
    /// Lets the page paint and react if work has gone on for long.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }
}

/// The bytes of a response as they arrive, decompressed.
pub trait Body {
    /// Returns the next bytes, or `None` at the end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchError>>;
    /// Reads ahead from now on, until the first call of [`Body::chunk`]. The bytes that wait are limited.
    fn read_ahead(&mut self) {}
    /// Returns `true` if the bytes that were read ahead had no room. Then they are gone, and the document must be requested
    /// again.
    fn is_given_up(&self) -> bool {
        false
    }
    /// Returns `true` if there were no more bytes because the compressed data is damaged.
    fn is_damaged(&self) -> bool {
        false
    }
}

/// A response to a request.
#[derive(Debug)]
pub struct Response<B> {
    /// HTTP status.
    pub status: u16,
    /// The address that the response comes from.
    pub url: String,
    /// The absolute target of a redirect, if it is known.
    pub location: Option<String>,
    /// Length in bytes, if the server gives it and the body is not compressed.
    pub length: Option<u64>,
    /// The site could not be reached, and this is an earlier response from the cache.
    pub stale: bool,
    /// Value of the header `Content-Type`.
    pub content_type: Option<String>,
    /// Value of the header `Retry-After`.
    pub retry_after: Option<String>,
    /// The content.
    pub body: B,
}

/// There was no response, or it broke off. Contains the reason in English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchError(pub String);

/// How a request uses the browser's cache. All sites share that cache. Only a site's own files may be read from it or
/// written to it, because a file that another site has cached would reveal that the user has visited both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    /// Neither reads nor writes the cache.
    None,
    /// Asks the site if the cached response is still valid.
    Revalidate,
    /// Uses a cached response of any age. Asks the site only if there is none.
    Prefer,
    /// Uses a cached response of any age. Never asks the site.
    Only,
}
