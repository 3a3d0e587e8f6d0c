//! Sends one request.

use super::body::WebBody;
use super::guard::Marked;
use super::open_requests::{OpenRequest, Requests};
use crate::address::origin;
use crate::session::{Cache, FetchError, Response};
use gloo_net::http::Request;
use js_sys::Reflect;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{ReferrerPolicy, RequestCache, RequestCredentials, RequestMode, RequestRedirect, ResponseType};

/// Sends a request. It follows no redirect, because the browser would request the target before anything could check
/// it. The exception is the page's own origin: in the mode `same-origin` the browser follows no redirect to another
/// one.
pub(super) async fn send(
    requests: &Rc<RefCell<Requests>>,
    url: &str,
    cache: Cache,
) -> Result<Response<WebBody>, FetchError> {
    let open = OpenRequest::new(requests)?;
    let is_own_origin = is_own_origin(url);
    let marked = Marked::new(url);
    let mut request = Request::get(&marked.url)
        .abort_signal(Some(&open.signal()))
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(if is_own_origin { RequestRedirect::Follow } else { RequestRedirect::Manual })
        .cache(match cache {
            Cache::None => RequestCache::NoStore,
            Cache::Revalidate => RequestCache::NoCache,
            Cache::Prefer => RequestCache::ForceCache,
            Cache::Only => RequestCache::OnlyIfCached,
        });
    // Browsers accept `only-if-cached` only in this mode. An extension may use the mode for every host that it has
    // access to.
    if is_own_origin || cache == Cache::Only {
        request = request.mode(RequestMode::SameOrigin);
    }
    let response = request.send().await.map_err(|error| FetchError(error.to_string()))?;
    let is_redirect = response.type_() == ResponseType::Opaqueredirect;
    let location = if is_redirect { marked.redirect().await } else { None };
    let header = |name| response.headers().get(name);
    let is_compressed = header("content-encoding").is_some_and(|encoding| encoding != "identity");
    let length = header("content-length").and_then(|length| length.parse().ok());
    Ok(Response {
        status: if is_redirect { 302 } else { response.status() },
        url: response.url(),
        location,
        length: length.filter(|_| !is_compressed),
        stale: false,
        content_type: header("content-type"),
        retry_after: header("retry-after"),
        body: WebBody::new(response.body(), Some(open)),
    })
}

/// Returns `true` if an address has the origin of this page.
fn is_own_origin(url: &str) -> bool {
    let own = Reflect::get(&js_sys::global(), &"origin".into()).ok().and_then(|own| own.as_string());
    own.is_some() && own == origin(url)
}
