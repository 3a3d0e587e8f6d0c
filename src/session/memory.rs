//! Remembers what is known about the sitemaps of visited sites.

use super::outcome::{Code, Outcome};
use super::state::Session;
use crate::address::{folder_contains, origin};
use crate::limits::{MAX_NEARBY_REQUESTS, MAX_REMEMBERED_SITES, MAX_SITES_BELOW};
use crate::site_map::Context;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Remembers where the sitemaps of visited sites are, so each site is searched only once. Keep it as long as the
/// browser runs.
///
/// Each partition has its own entries. Otherwise a site could recognize a user by the place that it named in another
/// partition.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory(BTreeMap<String, RememberedHost>);

/// What is known about one host.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct RememberedHost {
    /// The sitemaps of the host's own site. Empty if it has none; `None` if it has not been searched.
    pub(super) places: Option<Vec<Place>>,
    /// Time of the next permitted request, in seconds since 1970-01-01T00:00:00Z, and the HTTP status that asked for
    /// the pause.
    pub(super) paused: Option<(i64, u16)>,
    /// The sites below a path of the host.
    #[serde(default)]
    pub(super) sites: Vec<SiteBelow>,
    /// It has no `llms.txt`.
    #[serde(default)]
    pub(super) lacks_llms_txt: bool,
    /// The addresses that were requested because of a page's address or links.
    #[serde(default)]
    pub(super) asked: Vec<String>,
}

/// A site below a path of its host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SiteBelow {
    /// The address of its folder.
    pub(super) folder: String,
    /// Its sitemaps. Empty if it has none; `None` if they must be searched again.
    pub(super) places: Option<Vec<Place>>,
}

/// Address of a sitemap, and what the index that names it says about its pages.
pub(super) type Place = (String, Context);

impl RememberedHost {
    /// Returns the folder of the deepest site below a path that contains a page.
    pub(super) fn site_below(&self, page_url: &str) -> Option<&SiteBelow> {
        self.sites.iter().filter(|site| folder_contains(&site.folder, page_url)).max_by_key(|site| site.folder.len())
    }

    /// Returns `true` if an address may be requested because of a page: it was not requested before.
    pub(super) fn may_ask(&self, url: &str) -> bool {
        self.asked.len() < MAX_NEARBY_REQUESTS && !self.asked.iter().any(|asked| asked == url)
    }
}

impl Memory {
    /// Forgets the site of this address in the session's partition. The next load searches it again.
    pub fn forget(&mut self, session: &Session, url: &str) {
        let Some(host) = session.memory_key(url).and_then(|key| self.0.get_mut(&key)) else { return };
        (host.paused, host.lacks_llms_txt) = (None, false);
        match host.site_below(url).map(|site| site.folder.clone()) {
            Some(folder) => {
                host.asked.retain(|asked| !folder_contains(&folder, asked));
                host.sites.iter_mut().filter(|site| site.folder == folder).for_each(|site| site.places = None);
            }
            None => {
                host.asked.clear();
                host.places = None;
            }
        }
    }

    /// Adds the sites of another memory, up to [`MAX_REMEMBERED_SITES`]. Existing entries stay, because they are newer.
    pub fn merge(&mut self, other: Memory) {
        for (key, known) in other.0 {
            let has_room = self.0.len() < MAX_REMEMBERED_SITES;
            match self.0.get_mut(&key) {
                Some(own) => {
                    for site in known.sites {
                        if !own.sites.iter().any(|own| own.folder == site.folder) {
                            own.add_site(site);
                        }
                    }
                    own.note_asked(known.asked);
                }
                None if has_room => _ = self.0.insert(key, known),
                None => {}
            }
        }
    }

    /// Returns the address of the site that a page is on: the folder of a known site below a path, or the origin.
    /// Returns `None` if the page is not on the web.
    pub fn site_of(&self, session: &Session, page_url: &str) -> Option<String> {
        let below =
            self.host(session, page_url).and_then(|host| host.site_below(page_url).map(|site| site.folder.clone()));
        below.or_else(|| origin(page_url))
    }

    /// Returns what is known about the host of a page.
    pub(super) fn host(&self, session: &Session, url: &str) -> Option<&RememberedHost> {
        self.0.get(&session.memory_key(url)?)
    }

    /// Returns the entry of a host. Adds it if it is missing.
    pub(super) fn entry(&mut self, key: &str) -> &mut RememberedHost {
        if self.0.len() >= MAX_REMEMBERED_SITES && !self.0.contains_key(key) {
            self.0.clear();
        }
        self.0.entry(key.to_owned()).or_default()
    }

    /// Notes the pause that a site requests.
    pub(super) fn note_pause(&mut self, key: &str, outcome: &Outcome, now: i64) {
        if let Some(seconds) = outcome.retry_after_secs {
            let status = if outcome.code == Code::RateLimited { 429 } else { 503 };
            self.entry(key).paused = Some((now.saturating_add(seconds.into()), status));
        }
    }

    /// Remembers the sitemaps of the host's own site.
    pub(super) fn remember(&mut self, key: &str, places: Vec<Place>) {
        let host = self.entry(key);
        (host.places, host.paused) = (Some(places), None);
    }

    /// Returns `true` if a request for the host's `llms.txt` has failed before.
    pub(super) fn lacks_llms_txt(&self, session: &Session, url: &str) -> bool {
        self.host(session, url).is_some_and(|host| host.lacks_llms_txt)
    }

    /// Remembers that the host has no `llms.txt`.
    pub(super) fn remember_no_llms_txt(&mut self, session: &Session, url: &str) {
        if let Some(key) = session.memory_key(url) {
            self.entry(&key).lacks_llms_txt = true;
        }
    }

    /// Remembers the sitemaps of a site below a path.
    pub(super) fn remember_below(&mut self, key: &str, folder: &str, places: Vec<Place>) {
        let host = self.entry(key);
        host.paused = None;
        host.forget_site(folder);
        host.add_site(SiteBelow { folder: folder.to_owned(), places: Some(places) });
    }
}

impl RememberedHost {
    /// Adds a site. Beyond the limit, the oldest one is forgotten.
    fn add_site(&mut self, site: SiteBelow) {
        if self.sites.len() >= MAX_SITES_BELOW {
            self.sites.remove(0);
        }
        self.sites.push(site);
    }

    /// Forgets a site below a path.
    pub(super) fn forget_site(&mut self, folder: &str) {
        self.sites.retain(|site| site.folder != folder);
    }

    /// Remembers requests.
    pub(super) fn note_asked(&mut self, urls: impl IntoIterator<Item = String>) {
        for url in urls {
            if self.may_ask(&url) {
                self.asked.push(url);
            }
        }
    }
}

impl Session {
    /// Returns the key of a host in a [`Memory`], or `None` if the address is not on the web.
    pub(super) fn memory_key(&self, url: &str) -> Option<String> {
        let origin = origin(url)?;
        Some(if self.partition.is_empty() { origin } else { format!("{} {origin}", self.partition) })
    }
}
