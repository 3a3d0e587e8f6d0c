//! The kinds of claims, with their sources and ranks.
//!
//! A source claims a place (`this page is below that row`) or a title for a page. The best claim wins: the one with the
//! highest rank, then the one of the strongest menu (`evidence.rs` orders menus), then the one whose page comes first.

pub(crate) use crate::site_map::layer::{Place, Title};
pub(crate) use crate::site_map::{PlaceOrigin as PlaceSource, TitleOrigin as TitleSource};
use serde::Serialize;

/// The sources of titles, the worst first.
const RANKS: [TitleSource; 12] = [
    TitleSource::Address,
    // It is read only for a page that has no better title.
    TitleSource::Head,
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

/// What a claim is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum About {
    /// The title of the page.
    Title,
    /// The row that the page is below.
    Place,
}

/// What a source says about a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// What it is about.
    pub about: About,
    /// The title of the page, or that of the row above it. It is empty for a page at the top of the tree, and for one that
    /// nothing places.
    pub text: String,
    /// The name of the source, as in the details of the page.
    pub source: &'static str,
    /// The address of the visited page that says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The tree follows this claim.
    pub has_won: bool,
}

/// The page whose claims are kept, and these claims in the order in which they were made.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) key: Box<str>,
    /// The index of the visit whose claims are being made.
    pub(super) visit: Option<usize>,
    /// The claims, with the index of the visit that makes each.
    pub(super) said: Vec<(Said, Option<usize>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Title(Title),
    Place(Place),
}
