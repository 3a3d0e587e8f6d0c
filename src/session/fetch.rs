//! What the session asks of the platform: requests, time, charsets. The browser, a folder of files and the tests each
//! implement it.

use crate::decode::TextDecoder;
use std::time::Duration;

/// Gets documents.
pub trait Fetch {
    /// The bytes of a response.
    type Body: Body;
    /// Requests a document without cookies, and follows no redirect. Dropping the future or the body of its result ends
    /// the request.
    fn fetch(&self, url: &str, cache: Cache) -> impl Future<Output = Result<Response<Self::Body>, FetchError>>;
    /// Whether the user allows requests to the host of this address.
    fn may_access(&self, _url: &str) -> impl Future<Output = bool> {
        std::future::ready(true)
    }
    /// Whether there is no network: what sites answer then is what the browser has kept, but for this very machine.
    fn is_offline(&self) -> bool {
        false
    }
    /// Lets time pass. Where it does not, sites are waited for without end.
    fn sleep(&self, _time: Duration) -> impl Future<Output = ()> {
        std::future::pending()
    }
    /// Seconds since 1970.
    fn now(&self) -> i64 {
        0
    }
    /// An address as the platform reads it, which knows more ways to write a host than this program does.
    fn canonical(url: &str) -> String {
        url.to_owned()
    }
    /// The platform's decoder for an encoding.
    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>>;
    /// Lets others work where reading has taken long.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }
}

/// The bytes of a response as they arrive, decompressed.
pub trait Body {
    /// The next bytes, or `None` at the end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchError>>;
}

/// An answer to a request.
#[derive(Debug)]
pub struct Response<B> {
    /// HTTP status.
    pub status: u16,
    /// The address that answers.
    pub url: String,
    /// The absolute address that a redirect leads to, if that is known.
    pub location: Option<String>,
    /// Length in bytes, where the server says so and the body is not compressed.
    pub length: Option<u64>,
    /// Whether the site could not be reached, and this is what it answered another time.
    pub stale: bool,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The bytes.
    pub body: B,
}

/// No answer, or one that broke off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchError(pub String);

/// How a request uses the browser's cache. All sites share that cache, so only a site's own files may come from it or
/// get into it: what another site had put there would tell that the user has been at both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    /// Neither reads nor writes it.
    None,
    /// Asks the site whether the kept answer is still right.
    Revalidate,
    /// Takes what is kept, however old, and asks the site only if nothing is kept.
    Prefer,
    /// Takes what is kept, however old, and asks nobody.
    Only,
}
