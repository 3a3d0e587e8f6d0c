//! Reads the titles of the pages in a branch, because the user asks for them. Only the head of each page is read.

use super::facts::refresh_rest;
use super::fetch::{Body, Fetch, FetchError, Response};
use super::outcome::{Code, Outcome};
use super::request::{self, Purpose};
use super::state::{Load, Session};
use super::wait;
use crate::address::{folder_contains, key, origin};
use crate::decode::Decoder;
use crate::findings::Reason;
use crate::format::Structure;
use crate::limits::{HEADS_AT_ONCE, MAX_HEAD_BYTES, MAX_HEAD_TIME, MAX_TITLES_READ, MAX_UNREACHED};
use crate::page_facts::{HeadReader, PageFacts, VisitSource};
use crate::site_map::NodeId;
use crate::tree;
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::pin::pin;

/// How the titles of pages were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TitlesRead {
    /// Pages that have answered.
    pub read: usize,
    /// Pages that could not be read.
    pub failed: usize,
}

/// Requests the pages of a branch that have their names from their addresses, at most [`MAX_TITLES_READ`] of them and
/// [`HEADS_AT_ONCE`] at a time. At the end their titles are claims like those of visited pages, with the lowest rank. Ends
/// early with [`Session::stop`], when another load begins, or if the site asks for a pause or cannot be reached. `progress`
/// receives the number of pages so far, and that of all of them.
pub async fn read_page_titles<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    page: NodeId,
    progress: &dyn Fn(usize, usize),
) -> TitlesRead {
    let urls = session.borrow().pages_without_title(page, MAX_TITLES_READ);
    let (load, site) = (Load(session.borrow().load), session.borrow().scope());
    let is_over = || session.borrow().is_over(load);
    let total = urls.len();
    let gives_up = Cell::new(false);
    let (is_over, gives_up) = (&is_over, &gives_up);
    let reading = urls.into_iter().map(|url| async move {
        if is_over() || gives_up.get() {
            return (url, Err(None));
        }
        let title = read_title(session, fetch, &url, is_over).await.map_err(Some);
        (url, title)
    });
    let mut reading = pin!(stream::iter(reading).buffered(HEADS_AT_ONCE));
    let mut pages = Vec::new();
    let (mut result, mut unreached) = (TitlesRead::default(), 0);
    progress(0, total);
    while let Some((url, title)) = reading.next().await {
        if is_over() {
            break;
        }
        match title {
            Ok(title) => {
                (result.read, unreached) = (result.read + 1, 0);
                pages.push(PageFacts { url, title, ..PageFacts::default() });
            }
            Err(outcome) => {
                result.failed += 1;
                let is_unreached = outcome.as_ref().is_some_and(|outcome| outcome.code == Code::Network);
                unreached = if is_unreached { unreached + 1 } else { 0 };
                let is_asked_to_wait = outcome.is_some_and(|outcome| outcome.retry_after_secs.is_some());
                if is_asked_to_wait || unreached >= MAX_UNREACHED {
                    gives_up.set(true);
                }
            }
        }
        progress(result.read + result.failed, total);
    }
    if session.borrow().scope() == site {
        add_heads(&mut session.borrow_mut(), pages);
        refresh_rest(session, fetch).await;
    }
    result
}

/// Requests a page and reads its title. A page that is not HTML has none.
async fn read_title<F: Fetch>(
    session: &RefCell<Session>,
    fetch: &F,
    url: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<String>, Outcome> {
    let reading = async {
        let read = match request::get(session, fetch, url, Purpose::Title, is_over).await {
            Ok(response) if key(&response.url) != key(url) => Err(request::redirected(url)),
            Ok(response) => Ok(read_head::<F>(response).await?),
            Err(outcome) => Err(outcome),
        };
        Ok(read)
    };
    let unreachable = |FetchError(why)| Outcome::failed(Code::Network, true, url, Reason::Unreachable { why });
    wait::in_time(fetch, MAX_HEAD_TIME, reading).await.map_err(unreachable)?
}

async fn read_head<F: Fetch>(mut response: Response<F::Body>) -> Result<Option<String>, FetchError> {
    let content_type = response.content_type.as_deref().map(str::to_ascii_lowercase);
    if content_type.as_ref().is_some_and(|content_type| !content_type.contains("html")) {
        return Ok(None);
    }
    let label = content_type.as_deref().and_then(charset);
    let mut decoder = Decoder::of_server(F::text_decoder, label);
    let mut head = HeadReader::default();
    let mut bytes = 0;
    while !head.is_done() {
        let chunk = response.body.chunk().await?;
        let room = MAX_HEAD_BYTES - bytes;
        let slice = chunk.as_deref().unwrap_or_default();
        let slice = &slice[..slice.len().min(room)];
        bytes += slice.len();
        let last = chunk.is_none() || bytes >= MAX_HEAD_BYTES;
        decoder.push(slice, last, &mut |text| head.push(text));
        if last {
            break;
        }
    }
    Ok(head.into_title())
}

/// Returns the encoding in the value of the header `Content-Type`.
fn charset(content_type: &str) -> Option<&str> {
    let (_, label) = content_type.split_once("charset=")?;
    let label = label.split(';').next()?.trim().trim_matches(['"', '\'']);
    (!label.is_empty()).then_some(label)
}

impl Session {
    /// Returns the addresses of the pages in a branch that have their names from their addresses, in the order of the tree. Pages
    /// that were read are left out, and so are those of other sites. A tree that the site declares has none.
    pub fn pages_without_title(&self, page: NodeId, limit: usize) -> Vec<String> {
        let limit = limit.min(self.visited.room_for_heads());
        let Some(site) = self.scope().filter(|_| limit > 0 && self.shown.structure() == Structure::Derived) else {
            return Vec::new();
        };
        let known = self.visited.read_pages();
        tree::pages_without_title(self.shown.map(), page, limit, &|url| {
            let is_here = origin(url) == self.origin && folder_contains(&site, url);
            is_here && !url.contains('#') && !known.contains(&*key(url))
        })
    }
}

/// Adds the titles of pages as claims. A function of its own, so that the second module of the engine can have it.
#[inline(never)]
fn add_heads(session: &mut Session, pages: Vec<PageFacts>) {
    let mut is_new = false;
    for mut page in pages {
        page.limit();
        is_new |= session.visited.add_list(page, VisitSource::Head);
    }
    if is_new && !session.is_loading {
        session.refresh_with_step();
    }
}
