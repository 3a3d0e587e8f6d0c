//! The pages that have changed since the last visit.

use super::from_js::from_js;
use super::session::WebSession;
use super::steps::in_steps;
use super::to_js::{misfit, promise, to_js};
use crate::session::{Session, Visits};
use crate::view::{Age, Dated, News, NewsScan, Since, age};
use js_sys::Promise;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A page with the date of its last change.
#[derive(Serialize, Tsify)]
pub(super) struct DatedPage {
    title: String,
    url: String,
    /// In seconds since 1970. For a day, its midnight in UTC.
    time: i64,
    /// The date is a day without a time.
    #[serde(rename = "isDay")]
    is_day: bool,
    /// Absent for old dates, whose month and year say more.
    #[serde(skip_serializing_if = "Option::is_none")]
    age: Option<Age>,
}

/// The pages that have changed. Both lists start with the newest page and have a maximum length.
#[derive(Serialize, Tsify)]
#[tsify(rename = "News")]
pub(super) struct DescribedNews {
    /// Number of pages that have changed since the last visit.
    count: usize,
    /// The pages that have changed since the last visit.
    changed: Vec<DatedPage>,
    /// The pages that changed before the last visit.
    before: Vec<DatedPage>,
    /// The date that nearly all pages have. The lists leave them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    rebuilt: Option<OneDate>,
}

/// A date of many pages.
#[derive(Serialize, Tsify)]
pub(super) struct OneDate {
    time: i64,
    #[serde(rename = "isDay")]
    is_day: bool,
}

/// Describes news for JavaScript. Returns `None` if no tree is shown.
pub(super) fn described(session: &Session, news: News, Since { now, offset, .. }: Since) -> Option<DescribedNews> {
    if session.site().is_empty() {
        return None;
    }
    let map = session.site().map();
    // Another tree may be shown by now. JavaScript then calls `news` again.
    let page = |Dated { page, time, is_day }| {
        let url = ((page as usize) < map.len()).then(|| map.url(page))??;
        let age = age(time, is_day, now, offset);
        Some(DatedPage { title: map.title(page).into_owned(), url, time, is_day, age })
    };
    let list = |pages: Vec<Dated>| pages.into_iter().filter_map(page).collect();
    let (changed, before) = (list(news.changed), list(news.before));
    let rebuilt = news.rebuilt.map(|(time, is_day)| OneDate { time, is_day });
    Some(DescribedNews { count: news.count, changed, before, rebuilt })
}

#[wasm_bindgen(js_class = Session)]
impl WebSession {
    /// Returns `true` if any page has a date of its last change.
    #[wasm_bindgen(getter, js_name = hasDates)]
    pub fn has_dates(&self) -> bool {
        let session = self.session.borrow();
        let (view, site) = session.view();
        view.has_dates(site.map())
    }

    /// The pages that have changed since the last visit, and before. Times are in seconds since 1970-01-01T00:00:00Z.
    /// Rejects with a `TypeError` if `since` has another type.
    #[wasm_bindgen(unchecked_return_type = "Promise<News | undefined>")]
    pub fn news(&self, #[wasm_bindgen(unchecked_param_type = "Since")] since: JsValue) -> Promise {
        /// The times that decide which changes are news, in seconds since 1970.
        #[derive(Deserialize, Tsify)]
        #[tsify(rename = "Since")]
        struct Wanted {
            /// The end of the last visit.
            #[tsify(optional)]
            last: Option<f64>,
            now: f64,
            /// The local time minus UTC, in seconds.
            offset: f64,
        }
        let (session, fetch) = (self.session.clone(), self.fetch.clone());
        let news = async move {
            let Wanted { last, now, offset } = from_js(since).ok_or_else(|| misfit("Since"))?;
            let since = Since { last: last.map(|last| last as i64), now: now as i64, offset: offset as i64 };
            let mut scan = NewsScan::new(since);
            in_steps(&session, &fetch, &mut |view, map, pages| scan.step(view, map, pages)).await;
            let news = scan.news();
            {
                let mut session = session.borrow_mut();
                let (view, site) = session.view_mut();
                view.set_changed(site.map(), &news.changed);
            }
            Ok(to_js(&described(&session.borrow(), news, since)))
        };
        promise(Box::pin(news))
    }

    /// Sets the pages of this site that the user has read, as they were stored, and notes that the user reads a page at the time
    /// `now`, in seconds since 1970-01-01T00:00:00Z. Without a page, its address is empty. Returns the pages to store: a hash and a
    /// time in turns.
    #[wasm_bindgen(js_name = markRead)]
    pub fn mark_read(&self, stored: &[f64], page: &str, now: f64) -> Vec<f64> {
        self.session.borrow_mut().view_mut().0.mark_read(stored, page, now as i64)
    }

    /// Notes a page view on a site at the time `now`, in seconds since 1970-01-01T00:00:00Z. Returns the visits to store,
    /// and the end of the last visit to the site. Stored visits of another type are ignored.
    #[wasm_bindgen(js_name = noteVisit, unchecked_return_type = "NotedVisit")]
    pub fn note_visit(visits: JsValue, site: &str, now: f64) -> JsValue {
        /// The visits to store for the next call, and the end of the last visit to the site, in seconds since 1970.
        #[derive(Serialize, Tsify)]
        struct NotedVisit {
            #[serde(skip_serializing_if = "Option::is_none")]
            last: Option<i64>,
            #[tsify(type = "unknown")]
            visits: Visits,
        }
        let mut visits: Visits = from_js(visits).unwrap_or_default();
        let last = visits.note_page_view(site, now as i64);
        let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
        NotedVisit { last, visits }.serialize(&serializer).unwrap_or(JsValue::UNDEFINED)
    }
}
