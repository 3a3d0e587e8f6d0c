//! One request, and how it is aborted.

use super::body::WebBody;
use super::guard::Marked;
use super::reason;
use crate::address::origin;
use crate::session::{Cache, FetchError, Response};
use gloo_net::http::Request;
use js_sys::Reflect;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{
    AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode, RequestRedirect, ResponseType,
};

/// The requests of one session.
#[derive(Default)]
pub(super) struct Requests {
    /// Further requests are refused.
    pub(super) is_over: bool,
    pub(super) under_way: Vec<AbortController>,
}

/// A request whose response is still being read. Dropping it aborts both.
pub(super) struct OpenRequest {
    controller: AbortController,
    requests: Rc<RefCell<Requests>>,
}

impl OpenRequest {
    fn new(requests: &Rc<RefCell<Requests>>) -> Result<OpenRequest, FetchError> {
        let mut all = requests.borrow_mut();
        if all.is_over {
            return Err(FetchError("ended".to_owned()));
        }
        let controller = AbortController::new().map_err(|error| reason(&error))?;
        all.under_way.push(controller.clone());
        Ok(OpenRequest { controller, requests: requests.clone() })
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.requests.borrow_mut().under_way.retain(|other| *other != self.controller);
        self.controller.abort();
    }
}

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
        .abort_signal(Some(&open.controller.signal()))
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
        retry_after: header("retry-after"),
        body: WebBody::new(response.body(), Some(open)),
    })
}

/// Returns `true` if an address has the origin of this page.
fn is_own_origin(url: &str) -> bool {
    let own = Reflect::get(&js_sys::global(), &"origin".into()).ok().and_then(|own| own.as_string());
    own.is_some() && own == origin(url)
}
