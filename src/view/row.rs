//! What the painter gets of one row.

use super::search::FoundAddress;
use crate::findings::Reason;
use crate::site_map::Kind;
use crate::tree::Label;
use serde::Serialize;

/// A row of the tree, by the number that it keeps while the tree is shown.
pub type RowId = u32;

/// What the painter needs to know of one row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// Its number.
    pub id: RowId,
    /// What it is.
    pub kind: Kind,
    /// What it says.
    pub title: String,
    /// What that is in other languages, if it is no page of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Depth, from 1.
    pub level: u32,
    /// Number of siblings, itself included. Separators do not count.
    pub setsize: u32,
    /// Place among its siblings, from 1.
    pub posinset: u32,
    /// Whether it has rows below it.
    pub expandable: bool,
    /// Whether these are shown.
    pub expanded: bool,
    /// Whether it is the page being looked at.
    pub current: bool,
    /// Whether it has a context tree.
    pub menu: bool,
    /// How far a further document is; absent once it is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<DocumentState>,
    /// Why that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Whether the page is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// The parts of the title that match what the tree is filtered by: begin and end in UTF-16 code units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<(u32, u32)>,
    /// Where the title is cut if it has no room, in UTF-16 code units: what follows tells it from the titles beside it, or
    /// is what the tree is filtered by. Absent: at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u32>,
    /// The part of the address that matches, where the title does not have all that the tree is filtered by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundAddress>,
    /// Whether it does not match and is shown only because of what is below it.
    #[serde(rename = "leadsOn", skip_serializing_if = "std::ops::Not::not")]
    pub leads_on: bool,
}

/// How far a further document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentState {
    /// Nobody has asked for it yet.
    Pending,
    /// On its way.
    Loading,
    /// It could not be read.
    Failed,
}
