//! One request: which addresses may be requested, how the browser's cache is used, and which redirects are followed.

use super::fetch::{Cache, Fetch, FetchError, Response};
use super::outcome::{Code, Outcome, Status};
use super::state::Session;
use super::wait;
use crate::address::{is_local, is_own_machine, is_same_site, key, origin};
use crate::findings::Reason;
use crate::limits::{MAX_KEPT_SILENCE, MAX_REDIRECTS, MAX_SILENCE};
use std::cell::RefCell;

/// Why a document is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To show it. If the site cannot be reached, a cached response is shown.
    Show,
    /// To read some of its lines once more.
    Reread,
    /// To read its title. It neither uses the cache nor leads to another page.
    Title,
}

/// Requests a document and follows redirects within its site. Every address is checked before it is requested.
/// `is_over` returns `true` when the load has been stopped.
pub(super) async fn get<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    url: &str,
    purpose: Purpose,
    is_over: &dyn Fn() -> bool,
) -> Result<Response<F::Body>, Outcome> {
    let mut address = session.borrow().with_https(url);
    for _ in 0..=MAX_REDIRECTS {
        if !session.borrow().may_request(&address) {
            let reason = Reason::LocalNetwork { host: host(&address) };
            let outcome = Outcome::new(Status::NotFound, Code::LocalNetwork, false, url, reason.to_string());
            return Err(Outcome { reason: Some(reason), ..outcome });
        }
        if !fetch.may_access(&address).await {
            return Err(Outcome::failed(Code::NoAccess, true, url, Reason::NoAccess { host: host(&address) }));
        }
        let cache = match session.borrow().cache_for(&address) {
            Cache::Revalidate if purpose == Purpose::Reread => Cache::Prefer,
            _ if purpose == Purpose::Title => Cache::None,
            cache => cache,
        };
        let result = request(fetch, &address, cache, is_over).await;
        let response =
            result.map_err(|FetchError(why)| Outcome::failed(Code::Network, true, url, Reason::Unreachable { why }))?;
        if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
            return check(fetch, url, &address, response);
        }
        let next = response.location.and_then(|target| session.borrow().next_hop(&address, target));
        let next = next.filter(|next| purpose != Purpose::Title || key(next) == key(url));
        address = next.ok_or_else(|| redirected(url))?;
        if is_over() {
            return Err(Outcome::stopped(url));
        }
    }
    let why = format!("more than {MAX_REDIRECTS} redirects");
    Err(Outcome::failed(Code::Network, true, url, Reason::Unreachable { why }))
}

/// Requests one address. If the site cannot be reached, a cached response is used where [`Cache`] permits it. After a
/// stop nothing else is requested.
async fn request<F: Fetch>(
    fetch: &F,
    url: &str,
    cache: Cache,
    is_over: &dyn Fn() -> bool,
) -> Result<Response<F::Body>, FetchError> {
    let ask = |cache| wait::in_time(fetch, MAX_SILENCE, fetch.fetch(url, cache));
    let mut result = ask(cache).await;
    // The browser also keeps the response of a server that has failed.
    if cache == Cache::Prefer && result.as_ref().is_ok_and(|response| response.status >= 500) && !is_over() {
        result = ask(Cache::Revalidate).await;
    }
    let error = match result {
        Ok(response) => {
            let stale = response.stale || (fetch.is_offline() && !is_own_machine(url));
            return Ok(Response { stale, ..response });
        }
        Err(error) => error,
    };
    if cache != Cache::Revalidate || is_over() {
        return Err(error);
    }
    let cached = wait::in_time(fetch, MAX_KEPT_SILENCE, fetch.fetch(url, Cache::Only)).await;
    cached.map(|response| Response { stale: true, ..response }).map_err(|_| error)
}

/// Checks the status and the address of a response. `address` is where the redirects of `url` have led.
fn check<F: Fetch>(
    fetch: &F,
    url: &str,
    address: &str,
    response: Response<F::Body>,
) -> Result<Response<F::Body>, Outcome> {
    let retry_after_secs = wait::retry_after_secs(response.status, response.retry_after.as_deref(), fetch.now());
    let refused = |reason| Err(Outcome { retry_after_secs, ..Outcome::failed(Code::HttpStatus, true, url, reason) });
    match response.status {
        200..=299 | 0 => {}
        404 | 410 => return Err(no_sitemap(url)),
        status @ (401 | 403) => return refused(Reason::Forbidden { status }),
        status @ 429 => {
            let outcome = Outcome::failed(Code::RateLimited, true, url, Reason::RateLimited { status });
            return Err(Outcome { retry_after_secs, ..outcome });
        }
        status @ 500..=599 => return refused(Reason::ServerError { status }),
        status => return refused(Reason::Refused { status }),
    }
    if is_same_site(address, &response.url) { Ok(response) } else { Err(redirected(url)) }
}

pub(super) fn redirected(url: &str) -> Outcome {
    let message = "This site has no sitemap: it redirects to another site.";
    Outcome::new(Status::NotFound, Code::Redirected, true, url, message)
}

pub(super) fn no_sitemap(url: &str) -> Outcome {
    Outcome::new(Status::NotFound, Code::NoSitemap, true, url, "This site has no sitemap.")
}

/// Returns the origin of a web address: scheme and host. It is empty for other addresses.
pub(super) fn host(url: &str) -> String {
    origin(url).unwrap_or_default()
}

impl Session {
    /// Returns `true` if the site may cause a request to this address. A site on the internet may not cause requests in
    /// the user's own network. The same holds for a file of unknown origin.
    fn may_request(&self, url: &str) -> bool {
        let own = self.origin.as_deref();
        own.is_some_and(is_local) || (own.is_some() && own == origin(url).as_deref()) || !is_local(url)
    }

    /// Returns the address to request for a picture, or `None` if it may not be requested.
    pub fn picture(&self, url: &str) -> Option<String> {
        let url = self.with_https(url);
        self.may_request(&url).then_some(url)
    }

    /// Changes `http` to `https` in an address that a site on `https` names, as browsers do with the pictures of a
    /// page.
    fn with_https(&self, url: &str) -> String {
        let is_secure = self.origin.as_deref().is_some_and(|own| own.starts_with("https://"));
        let named = origin(url).filter(|_| is_secure);
        let Some(host) = named.as_deref().and_then(|named| named.strip_prefix("http://")) else {
            return url.to_owned();
        };
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let path = rest.find(['/', '?', '#', '\\']).map_or("", |at| &rest[at..]);
        format!("https://{host}{path}")
    }

    /// Returns how a request for this address may use the browser's cache.
    fn cache_for(&self, url: &str) -> Cache {
        let is_own = self.origin.is_some() && self.origin == origin(url);
        if is_own && self.partition.is_empty() { Cache::Revalidate } else { Cache::None }
    }

    /// Decides if a redirect is followed. Returns its target, or `None` if it is not followed. A redirect may lead to the
    /// same site or back to the site that was opened. It never leads from `https` to `http`, nor from the internet into the
    /// user's own network.
    fn next_hop(&self, from: &str, mut target: String) -> Option<String> {
        target.truncate(target.find('#').unwrap_or(target.len()));
        let to = origin(&target)?;
        let becomes_plain = to.starts_with("http://") && origin(from)?.starts_with("https://");
        let becomes_local = is_local(&target) && !is_local(from);
        let is_back = self.origin.as_ref() == Some(&to) && !becomes_plain && !becomes_local;
        (is_same_site(from, &target) || is_back).then_some(target)
    }
}
