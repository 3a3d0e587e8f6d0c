//! Where a page's sitemap may be.

use crate::address::origin;

/// The addresses to try for the site of this page, in order.
pub fn candidates(page_url: &str) -> Vec<String> {
    match origin(page_url) {
        Some(origin) => vec![format!("{origin}/sitemap.rdf")],
        None => Vec::new(),
    }
}
