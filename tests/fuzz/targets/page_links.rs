//! The links of a page: they do not depend on chunks, and belong to the page's site.

use super::cuts;
use super::robots::check;
use navibar::discover::page_links::PageLinks;
use navibar::limits::MAX_NAMED_SITEMAPS;

fn links<'a>(page: &str, chunks: impl IntoIterator<Item = &'a [u8]>) -> (Vec<String>, bool) {
    let mut links = PageLinks::new(page);
    let is_over = chunks.into_iter().fold(false, |_, chunk| links.push(chunk));
    (links.sitemaps(), is_over)
}

pub fn run(input: &[u8]) {
    for page in ["https://www.example.org/a/b", "http://www.example.org:8080/?c"] {
        let whole = links(page, [input]);
        assert_eq!(links(page, cuts(input)), whole, "in chunks");
        assert_eq!(links(page, input.chunks(1)), whole, "byte by byte");
        assert!(whole.0.len() <= MAX_NAMED_SITEMAPS);
        for (at, url) in whole.0.iter().enumerate() {
            check(url);
            let host = page.split('/').nth(2).unwrap();
            assert_eq!(url.split('/').nth(2), Some(host), "{url} is of another site");
            assert!(!whole.0[..at].contains(url), "{url} is named twice");
        }
    }
}
