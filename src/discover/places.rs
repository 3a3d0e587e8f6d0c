//! The places to look for a page's sitemap, in order.
//!
//! This module requests nothing. [`Steps`] returns the next place, and receives the addresses found there.

use crate::address::origin;
use crate::collections::keyed::HashSet;
use std::collections::VecDeque;

/// The path of an NNS sitemap (NNS 1.0).
const NATIVE: &str = "/sitemap.rdf";

/// Usual paths of sitemaps in other formats, for a site that names none.
const USUAL: [&str; 7] = [
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
    RESOURCESYNC,
];

/// The path of a ResourceSync source description (ANSI/NISO Z39.99, section 6.3.4).
pub(crate) const RESOURCESYNC: &str = "/.well-known/resourcesync";

/// Returns `true` if an address is one of the usual places of its host.
pub(crate) fn is_usual(url: &str) -> bool {
    let path = origin(url).and_then(|origin| url.strip_prefix(&*origin));
    path.is_some_and(|path| path == NATIVE || USUAL.contains(&path))
}

/// A place to look for sitemaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A sitemap may be at this address of the page's own origin.
    Usual(String),
    /// This file may name sitemaps. Read it with [`sitemaps`](super::robots::sitemaps) and pass the result to
    /// [`Steps::push_named`].
    Robots(String),
    /// The addresses that the last step has named. Together they are the site's sitemap.
    Named(Vec<String>),
}

/// The places to look for the sitemap of a page's site. No address is returned twice.
#[derive(Debug)]
pub struct Steps {
    left: VecDeque<Step>,
    given: HashSet<String>,
}

impl Steps {
    /// Creates the places for a page. There are none if the page is not on the web.
    pub fn new(page_url: &str) -> Steps {
        let mut left = VecDeque::new();
        if let Some(origin) = origin(page_url) {
            left.push_back(Step::Usual(origin.clone() + NATIVE));
            left.push_back(Step::Robots(origin.clone() + "/robots.txt"));
            left.extend(USUAL.iter().map(|path| Step::Usual(origin.clone() + path)));
        }
        Steps { left, given: HashSet::default() }
    }

    /// Adds the addresses that the last step has named. They are returned next.
    pub fn push_named(&mut self, addresses: Vec<String>) {
        self.left.push_front(Step::Named(addresses));
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while let Some(mut step) = self.left.pop_front() {
            let is_new = match &mut step {
                Step::Usual(url) | Step::Robots(url) => self.given.insert(url.clone()),
                Step::Named(urls) => {
                    urls.retain(|url| self.given.insert(url.clone()));
                    !urls.is_empty()
                }
            };
            if is_new {
                return Some(step);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::named::named;

    #[test]
    fn usual_places_are_tried_in_order() {
        let steps: Vec<Step> = Steps::new("https://Host:443/a/b?c#d").collect();
        let usual = |path: &str| Step::Usual(format!("https://host{path}"));
        let expected = [
            usual("/sitemap.rdf"),
            Step::Robots("https://host/robots.txt".to_owned()),
            usual("/sitemap.xml"),
            usual("/sitemap_index.xml"),
            usual("/sitemap-index.xml"),
            usual("/wp-sitemap.xml"),
            usual("/sitemap.xml.gz"),
            usual("/sitemap.txt"),
            usual("/.well-known/resourcesync"),
        ];
        assert_eq!(steps, expected);
        for page in ["about:blank", "file:///a", "", "ftp://host/", "https://"] {
            assert_eq!(Steps::new(page).next(), None, "{page}");
        }
    }

    #[test]
    fn named_addresses_come_next_and_no_address_comes_twice() {
        let mut steps = Steps::new("http://host/");
        assert!(steps.by_ref().take(2).last() == Some(Step::Robots("http://host/robots.txt".to_owned())));
        let urls = ["http://host/sitemap.xml", "http://host/sitemap.rdf", "http://other/x", "http://other/x"];
        steps.push_named(urls.map(str::to_owned).to_vec());
        let named = ["http://host/sitemap.xml", "http://other/x"].map(str::to_owned).to_vec();
        assert_eq!(steps.next(), Some(Step::Named(named)));
        assert_eq!(steps.next(), Some(Step::Usual("http://host/sitemap_index.xml".to_owned())));
        steps.push_named(vec!["http://host/sitemap.xml".to_owned()]);
        assert_eq!(steps.next(), Some(Step::Usual("http://host/sitemap-index.xml".to_owned())), "nothing new in it");
    }

    #[test]
    fn a_named_address_is_absolute_and_on_the_web() {
        let base = "https://host/folder/page";
        for (reference, expected) in [
            ("/sitemap.xml", "https://host/sitemap.xml"),
            ("sitemap.xml", "https://host/folder/sitemap.xml"),
            ("../x#y", "https://host/x"),
            ("//other/x", "https://other/x"),
            ("?a", "https://host/folder/page?a"),
            ("HTTPS://Other:443/X", "https://other/X"),
            ("https://other", "https://other/"),
            ("https://other?x", "https://other/?x"),
            (" /a\tb\n ", "https://host/ab"),
            ("\u{1} /a \u{7}", "https://host/a"),
            ("http://host/x", "https://host/x"),
            ("http://HOST:80/x", "https://host/x"),
            ("http://host:8080/x", "http://host:8080/x"),
            ("http://other/x", "http://other/x"),
            ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ] {
            assert_eq!(named(base, reference).as_deref(), Some(expected), "{reference}");
        }
        assert_eq!(named("http://host/", "https://host/x").as_deref(), Some("https://host/x"));
        assert_eq!(named(base, "https://a:b@host/x").as_deref(), Some("https://host/x"), "without the user");
        for none in [
            "javascript:x",
            "data:,x",
            "ftp://host/x",
            "file:///x",
            "https://",
            "mailto:x",
            "https://host:443:443/",
            "https://a b/",
            "https://<host>/",
        ] {
            assert_eq!(named(base, none), None, "{none}");
        }
    }
}
