//! One request: whether an address may be asked for, what the browser's cache may give and keep, and how far redirects
//! are followed.

use super::fetch::{Cache, Fetch, FetchError, Response};
use super::outcome::{Code, Outcome, Status};
use super::state::Session;
use super::wait;
use crate::address::{is_local, is_own_machine, is_same_site, origin};
use crate::findings::Reason;
use crate::limits::{MAX_KEPT_SILENCE, MAX_REDIRECTS, MAX_SILENCE};
use std::cell::RefCell;

/// What a document is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// It is shown. If the site cannot be reached, an answer from another time is shown.
    Show,
    /// It has been read before, and is read again for some of its lines.
    Reread,
}

/// Requests a document and follows redirects within its site. Every address is checked before it is requested. `is_over`
/// tells that the load has ended.
pub(super) async fn get<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    url: &str,
    purpose: Purpose,
    is_over: &dyn Fn() -> bool,
) -> Result<Response<F::Body>, Outcome> {
    let mut address = session.borrow().secured(url);
    for _ in 0..=MAX_REDIRECTS {
        if !session.borrow().may_ask::<F>(&address) {
            let reason = Reason::LocalNetwork { host: host(&address) };
            let outcome = Outcome::new(Status::NotFound, Code::LocalNetwork, false, url, reason.to_string());
            return Err(Outcome { reason: Some(reason), ..outcome });
        }
        if !fetch.may_access(&address).await {
            return Err(Outcome::failed(Code::NoAccess, true, url, Reason::NoAccess { host: host(&address) }));
        }
        let cache = match session.borrow().cache_for(&address) {
            Cache::Revalidate if purpose == Purpose::Reread => Cache::Prefer,
            cache => cache,
        };
        let answer = ask(fetch, &address, cache, is_over).await;
        let response =
            answer.map_err(|FetchError(why)| Outcome::failed(Code::Network, true, url, Reason::Unreachable { why }))?;
        if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
            return check(fetch, url, &address, response);
        }
        let next = response.location.and_then(|target| session.borrow().next_hop::<F>(&address, target));
        address = next.ok_or_else(|| redirected(url))?;
        if is_over() {
            return Err(Outcome::stopped(url));
        }
    }
    let why = format!("more than {MAX_REDIRECTS} redirects");
    Err(Outcome::failed(Code::Network, true, url, Reason::Unreachable { why }))
}

/// What a site answers. Where it cannot be reached, what it answered another time, if that may be used. After a stop
/// nothing else is requested.
async fn ask<F: Fetch>(
    fetch: &F,
    url: &str,
    cache: Cache,
    is_over: &dyn Fn() -> bool,
) -> Result<Response<F::Body>, FetchError> {
    let error = match wait::in_time(fetch, MAX_SILENCE, fetch.fetch(url, cache)).await {
        Ok(response) => {
            let stale = response.stale || (fetch.is_offline() && !is_own_machine(url));
            return Ok(Response { stale, ..response });
        }
        Err(error) => error,
    };
    if cache != Cache::Revalidate || is_over() {
        return Err(error);
    }
    let kept = wait::in_time(fetch, MAX_KEPT_SILENCE, fetch.fetch(url, Cache::Only)).await;
    kept.map(|response| Response { stale: true, ..response }).map_err(|_| error)
}

/// What an answer says before its first byte. `address`: where `url` has led.
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

fn redirected(url: &str) -> Outcome {
    let message = "This site has no sitemap: it redirects to another site.";
    Outcome::new(Status::NotFound, Code::Redirected, true, url, message)
}

pub(super) fn no_sitemap(url: &str) -> Outcome {
    Outcome::new(Status::NotFound, Code::NoSitemap, true, url, "This site has no sitemap.")
}

/// Of a web address, with the scheme.
pub(super) fn host(url: &str) -> String {
    origin(url).unwrap_or_default()
}

impl Session {
    /// Whether an address may be requested because of the site at hand. A site on the internet may not have the user's
    /// own network asked, and neither may a file of unknown origin.
    fn may_ask<F: Fetch>(&self, url: &str) -> bool {
        let own = self.origin.as_deref();
        own.is_some_and(is_local) || (own.is_some() && own == origin(url).as_deref()) || !is_local(&F::canonical(url))
    }

    /// The address of a picture as it may be requested, if it may be.
    pub fn picture<F: Fetch>(&self, url: &str) -> Option<String> {
        let url = self.secured(url);
        self.may_ask::<F>(&url).then_some(url)
    }

    /// A site that is on https names nothing that is requested in the clear: like a browser with the pictures of a page,
    /// this requests such an address over https.
    fn secured(&self, url: &str) -> String {
        let is_secure = self.origin.as_deref().is_some_and(|own| own.starts_with("https://"));
        let named = origin(url).filter(|_| is_secure);
        let Some(host) = named.as_deref().and_then(|named| named.strip_prefix("http://")) else {
            return url.to_owned();
        };
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let path = rest.find(['/', '?', '#', '\\']).map_or("", |at| &rest[at..]);
        format!("https://{host}{path}")
    }

    /// What the browser's cache may be used for.
    fn cache_for(&self, url: &str) -> Cache {
        let is_own = self.origin.is_some() && self.origin == origin(url);
        if is_own && self.partition.is_empty() { Cache::Revalidate } else { Cache::None }
    }

    /// Where a redirect leads, if it is followed: to the same site, or back to the one at hand. Never to plain http, and
    /// never from the internet into the user's own network.
    fn next_hop<F: Fetch>(&self, from: &str, mut target: String) -> Option<String> {
        target.truncate(target.find('#').unwrap_or(target.len()));
        let to = origin(&target)?;
        let becomes_plain = to.starts_with("http://") && origin(from)?.starts_with("https://");
        let becomes_local = is_local(&F::canonical(&target)) && !is_local(&F::canonical(from));
        let is_back = self.origin.as_ref() == Some(&to) && !becomes_plain && !becomes_local;
        (is_same_site(from, &target) || is_back).then_some(target)
    }
}
