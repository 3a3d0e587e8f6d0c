//! The kinds of claims, with their sources and ranks.
//!
//! A source claims a place (`this page is below that row`) or a title for a page. The best claim wins: the one with the
//! highest rank, then the one of the strongest menu (`evidence.rs` orders menus), then the one whose page comes first.

pub(crate) use crate::site_map::layer::{Place, Title};
pub(crate) use crate::site_map::{PlaceOrigin as PlaceSource, TitleOrigin as TitleSource};

/// The sources of titles, the worst first.
const RANKS: [TitleSource; 11] = [
    TitleSource::Address,
    TitleSource::Version,
    TitleSource::LlmsTxt,
    TitleSource::Breadcrumb,
    TitleSource::Feed,
    TitleSource::WordPress,
    TitleSource::SearchIndex,
    TitleSource::Page,
    // The site's own words for navigation: a page keeps its label when it is visited.
    TitleSource::Menu,
    TitleSource::Site,
    TitleSource::Sitemap,
];

/// Returns the rank of a source of titles. A higher one is better.
pub(super) fn rank(source: TitleSource) -> usize {
    RANKS.iter().position(|known| *known == source).unwrap_or(0)
}
