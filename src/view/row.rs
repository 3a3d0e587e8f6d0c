//! The data that the painter gets for each row.

use super::marks::Mark;
use super::words::AddressPart;
use crate::findings::Reason;
use crate::site_map::Kind;
use crate::tree::Label;
use serde::Serialize;

/// The id of a row. It stays the same while the tree is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct RowId(pub u32);

/// The data of one row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Row {
    /// The id of the row. It is constant as long as the tree exists.
    pub id: RowId,
    /// The kind of the entry.
    pub kind: Kind,
    /// The text of the row.
    pub title: String,
    /// The label to translate, if the title does not come from the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// The absolute address that the row links to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The absolute address of a picture with 15 by 15 pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Depth, from 1.
    pub level: u32,
    /// Number of siblings, itself included. Separators do not count.
    pub setsize: u32,
    /// Position among its siblings, from 1. Separators do not count.
    pub posinset: u32,
    /// `true` if the row can be expanded.
    pub expandable: bool,
    /// `true` if the row is expanded.
    pub expanded: bool,
    /// `true` if it is the current page of the browser.
    pub current: bool,
    /// `true` if it is the site's home page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub home: bool,
    /// `true` if it has a context tree.
    pub menu: bool,
    /// The load state of a child sitemap. Absent if it is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<DocumentState>,
    /// Why the child sitemap could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// `true` if the page was deleted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// What the user has read or has not seen yet. Absent for the current page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// `true` if the user has visited the page, and no sitemap or menu contains it. A home page needs no such mark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visited: bool,
    /// The parts of the title that match the filter: start and end in UTF-16 code units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<(u32, u32)>,
    /// Where the title is cut if it does not fit, in UTF-16 code units. The text after the cut is a match or differs
    /// from the titles before and after it in the branch. Absent if the title is cut at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u32>,
    /// The part of the address beside the title. It matches the filter if neither the title nor those above it have all words.
    /// Otherwise it differs from the address of another page with the same title in its branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressPart>,
    /// `true` if it does not match and is shown only because a match is below it.
    #[serde(rename = "leadsOn", default, skip_serializing_if = "std::ops::Not::not")]
    pub leads_on: bool,
}

/// The load state of a child sitemap that is not loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DocumentState {
    /// Not requested yet.
    Pending,
    /// Requested, not complete yet.
    Loading,
    /// The child sitemap could not be read.
    Failed,
}
