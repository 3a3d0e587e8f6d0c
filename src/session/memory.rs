//! Remembers what is known about the sitemaps of visited sites.

use super::fairness::{Entry, next_to_remove};
use super::outcome::{Code, Outcome};
use super::state::Session;
use crate::address::{folder_contains, origin};
use crate::collections::keyed::HashMap;
use crate::limits::{
    MAX_ASKED_BYTES, MAX_HOST_MEMORY, MAX_MEMORY, MAX_NEARBY_REQUESTS, MAX_REMEMBERED_SITES, MAX_REMEMBERED_URL,
    MAX_SITES_BELOW,
};
use crate::site_map::Context;
use serde::{Deserialize, Serialize};

/// Remembers where the sitemaps of visited sites are, so each site is searched only once. Keep it as long as the
/// browser runs.
///
/// Each partition has its own entries. Otherwise a site could recognize a user by the place that it named in another
/// partition.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory {
    hosts: HashMap<String, RememberedHost>,
    /// Counts the uses of hosts.
    #[serde(skip)]
    uses: i64,
}

/// What is known about one host.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// When it was used last.
    #[serde(skip)]
    used: i64,
    /// It has changed since [`Memory::take_changed`].
    #[serde(skip)]
    is_changed: bool,
}

/// A site below a path of its host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

    /// Returns `true` if an address may be requested because of a page: it was not requested before, and there is room to
    /// remember it.
    pub(super) fn may_ask(&self, url: &str) -> bool {
        let bytes: usize = self.asked.iter().map(String::len).sum();
        self.asked.len() < MAX_NEARBY_REQUESTS
            && url.len() <= MAX_REMEMBERED_URL
            && bytes + url.len() <= MAX_ASKED_BYTES
            && !self.asked.iter().any(|asked| asked == url)
    }
}

impl Memory {
    /// Forgets the site of this address in the session's partition. The next load searches it again.
    pub fn forget(&mut self, session: &Session, url: &str) {
        let Some(key) = session.memory_key(url).filter(|key| self.hosts.contains_key(key)) else { return };
        self.change(&key, |host| {
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
        });
    }

    /// Adds the hosts of another memory. Existing entries stay, because they are newer.
    pub fn merge(&mut self, other: Memory) {
        for (key, known) in other.hosts {
            let is_new = !self.hosts.contains_key(&key);
            let was_changed = self.hosts.get(&key).is_some_and(|host| host.is_changed);
            self.change(&key, |host| {
                if is_new {
                    (host.places, host.paused, host.lacks_llms_txt) =
                        (known.places, known.paused, known.lacks_llms_txt);
                }
                for site in known.sites {
                    if !host.sites.iter().any(|own| own.folder == site.folder) {
                        host.add_site(site);
                    }
                }
                host.note_asked(known.asked);
            });
            // The other memory has it.
            if let Some(host) = self.hosts.get_mut(&key) {
                host.is_changed = was_changed;
            }
        }
    }

    /// Returns the keys of the hosts that have changed since the last call.
    pub fn take_changed(&mut self) -> Vec<String> {
        let is_due = |host: &mut RememberedHost| std::mem::take(&mut host.is_changed);
        self.hosts.iter_mut().filter_map(|(key, host)| is_due(host).then(|| key.clone())).collect()
    }

    /// Returns what is known about these hosts.
    pub fn of_hosts(&self, keys: &[String]) -> Memory {
        let known = |key: &String| Some((key.clone(), self.hosts.get(key)?.clone()));
        Memory { hosts: keys.iter().filter_map(known).collect(), ..Memory::default() }
    }

    /// Returns the approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.hosts.iter().map(|(key, host)| key.len() + host.bytes()).sum()
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
        self.hosts.get(&session.memory_key(url)?)
    }

    /// Returns what is known about the host with this key.
    #[inline(never)]
    pub(super) fn known(&mut self, key: &str) -> RememberedHost {
        self.uses += 1;
        let Some(host) = self.hosts.get_mut(key) else { return RememberedHost::default() };
        host.used = self.uses;
        host.clone()
    }

    /// Changes what is known about a host, within the limits. If the memory is full, it forgets other hosts.
    pub(super) fn change(&mut self, key: &str, action: impl FnOnce(&mut RememberedHost)) {
        let mut host = self.known(key);
        action(&mut host);
        self.put(key, host);
    }

    /// Ends a change. It is a function of its own, so that the module has its code once.
    #[inline(never)]
    fn put(&mut self, key: &str, mut host: RememberedHost) {
        host.shrink();
        let is_same = match self.hosts.get(key) {
            Some(known) => *known == host,
            None => host == RememberedHost::default(),
        };
        if is_same {
            return;
        }
        (host.used, host.is_changed) = (self.uses, true);
        self.hosts.insert(key.to_owned(), host);
        while self.hosts.len() > MAX_REMEMBERED_SITES || self.bytes() > MAX_MEMORY {
            let entries = self.hosts.iter().map(|(key, host)| {
                let url = key.rsplit(' ').next().unwrap_or_default();
                Entry { key, url, size: key.len() + host.bytes(), time: host.used }
            });
            let entries: Vec<Entry<'_>> = entries.collect();
            let Some(key) = next_to_remove(&entries).map(str::to_owned) else { break };
            self.hosts.remove(&key);
        }
    }

    /// Notes the pause that a site requests.
    pub(super) fn note_pause(&mut self, key: &str, outcome: &Outcome, now: i64) {
        if let Some(seconds) = outcome.retry_after_secs {
            let status = if outcome.code == Code::RateLimited { 429 } else { 503 };
            self.change(key, |host| host.paused = Some((now.saturating_add(seconds.into()), status)));
        }
    }

    /// Remembers the sitemaps of the host's own site. Too many are not remembered, and the next load searches them again.
    pub(super) fn remember(&mut self, key: &str, places: Vec<Place>) {
        self.change(key, |host| (host.places, host.paused) = (Some(places), None));
    }

    /// Returns `true` if a request for the host's `llms.txt` has failed before.
    pub(super) fn lacks_llms_txt(&self, session: &Session, url: &str) -> bool {
        self.host(session, url).is_some_and(|host| host.lacks_llms_txt)
    }

    /// Remembers that the host has no `llms.txt`.
    pub(super) fn remember_no_llms_txt(&mut self, session: &Session, url: &str) {
        if let Some(key) = session.memory_key(url) {
            self.change(&key, |host| host.lacks_llms_txt = true);
        }
    }

    /// Remembers the sitemaps of a site below a path.
    pub(super) fn remember_below(&mut self, key: &str, folder: &str, places: Vec<Place>) {
        self.change(key, |host| {
            host.paused = None;
            host.forget_site(folder);
            host.add_site(SiteBelow { folder: folder.to_owned(), places: Some(places) });
        });
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

    /// Forgets what exceeds the limits of bytes: sitemaps of sites below a path that need more than half of the room, then the
    /// oldest of these sites, then the host's own sitemaps. A part of a site's sitemaps would give a part of its tree, so
    /// they are forgotten together.
    fn shrink(&mut self) {
        self.sites.retain(|site| site.folder.len() <= MAX_REMEMBERED_URL);
        for site in &mut self.sites {
            site.places.take_if(|places| !are_short(places) || bytes_of(places) > MAX_HOST_MEMORY / 2);
        }
        self.places.take_if(|places| !are_short(places));
        let is_too_large = |host: &RememberedHost| host.bytes() > MAX_HOST_MEMORY;
        while is_too_large(self) && !self.sites.is_empty() {
            self.sites.remove(0);
        }
        if is_too_large(self) {
            self.places = None;
        }
    }

    fn bytes(&self) -> usize {
        let site = |site: &SiteBelow| 32 + site.folder.len() + site.places.as_deref().map_or(0, bytes_of);
        64 + self.places.as_deref().map_or(0, bytes_of)
            + self.sites.iter().map(site).sum::<usize>()
            + self.asked.iter().map(|url| 4 + url.len()).sum::<usize>()
    }
}

fn are_short(places: &[Place]) -> bool {
    places.iter().all(|(url, _)| url.len() <= MAX_REMEMBERED_URL)
}

/// Returns the bytes of sitemaps in the store.
fn bytes_of(places: &[Place]) -> usize {
    places.iter().map(|(url, _)| 24 + url.len()).sum()
}

impl Session {
    /// Returns the key of a host in a [`Memory`], or `None` if the address is not on the web.
    pub(super) fn memory_key(&self, url: &str) -> Option<String> {
        let origin = origin(url)?;
        Some(if self.partition.is_empty() { origin } else { format!("{} {origin}", self.partition) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(count: usize, length: usize) -> Vec<Place> {
        let url = |n| format!("https://www.example.org/{n:04}/{}", "x".repeat(length - 29));
        (0..count).map(|n| (url(n), Context::default())).collect()
    }

    #[test]
    fn a_host_has_16_kib_and_all_hosts_512_kib() {
        let mut memory = Memory::default();
        for host in 0..40 {
            let key = format!("https://www.{host}-example.org");
            memory.remember(&key, places(60, 100));
            for site in 0..130 {
                memory.remember_below(&key, &format!("{key}/{site}/"), places(1, 100));
            }
            memory.change(&key, |known| known.note_asked(places(60, 1_000).into_iter().map(|(url, _)| url)));
            let known = memory.known(&key);
            assert!(known.bytes() <= 16_384, "{}", known.bytes());
            assert_eq!(known.places.map(|places| places.len()), Some(60), "the host's own sitemaps");
            assert!(known.sites.len() > 20 && known.sites[0].folder != format!("{key}/0/"), "the oldest are forgotten");
            assert!(memory.bytes() <= 524_288, "{}", memory.bytes());
        }
        assert!(memory.hosts.len() >= 31, "{}", memory.hosts.len());
    }

    #[test]
    fn addresses_of_more_than_2000_bytes_are_not_remembered() {
        let mut memory = Memory::default();
        let key = "https://www.example.org";
        memory.remember(key, places(3, 2_000));
        assert_eq!(memory.known(key).places.map(|places| places.len()), Some(3));
        memory.remember(key, places(1, 2_001));
        memory.remember_below(key, &places(1, 2_001)[0].0, Vec::new());
        memory.remember_below(key, "https://www.example.org/a/", places(1, 2_001));
        memory.change(key, |host| host.note_asked([places(1, 2_001)[0].0.clone()]));
        let RememberedHost { places: own, sites, asked, .. } = memory.known(key);
        assert_eq!((own, asked.len()), (None, 0));
        let sites: Vec<_> = sites.iter().map(|site| (&*site.folder, site.places.is_none())).collect();
        assert_eq!(sites, [("https://www.example.org/a/", true)]);
        assert!(!memory.known(key).may_ask(&places(1, 2_001)[0].0), "nothing is asked that cannot be remembered");
    }

    #[test]
    fn a_site_with_many_hosts_does_not_push_out_others() {
        let mut memory = Memory::default();
        for host in 0..20 {
            memory.remember(&format!("https://www.honest{host}.example{host}"), places(20, 100));
        }
        for host in 0..200 {
            memory.remember(&format!("https://{host}.evil.test"), places(60, 240));
        }
        let honest = memory.hosts.keys().filter(|key| key.contains("honest")).count();
        assert_eq!(honest, 20);
        assert!(memory.bytes() <= 524_288 && memory.known("https://199.evil.test").places.is_some());
    }

    #[test]
    fn only_what_has_changed_is_stored_again() {
        let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<String>>();
        let (a, b) = ("https://a.example", "https://b.example");
        let mut memory = Memory::default();
        memory.remember(a, places(1, 100));
        assert_eq!(memory.take_changed(), keys(&[a]));
        memory.remember(a, places(1, 100));
        assert_eq!(memory.known(b), RememberedHost::default());
        assert_eq!(memory.take_changed(), keys(&[]), "it is known already");
        let mut other = Memory::default();
        other.remember(b, places(2, 100));
        memory.merge(other.clone());
        assert_eq!(memory.take_changed(), keys(&[]), "the other memory is stored");
        assert_eq!(memory.known(b).places, other.known(b).places);
        memory.remember(b, Vec::new());
        memory.merge(other);
        assert_eq!(memory.take_changed(), keys(&[b]));
        assert_eq!(memory.of_hosts(&keys(&[b, "https://c.example"])).hosts.len(), 1);
    }
}
