//! The kinds of lists.

use super::records::Fields;
use super::wordpress::WordPress;

/// The content of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListKind {
    /// The tree of the pages, or a part of it.
    Manifest(Manifest),
    /// JSON objects with addresses and titles.
    Records(Fields),
    /// The search index of Sphinx. `has_folders`: the address of a page is `name/` instead of `name.html`.
    Sphinx { has_folders: bool },
    /// RSS, Atom or JSON Feed.
    Feed,
    /// An answer of the interface of WordPress.
    WordPress(WordPress),
    /// An `llms.txt`.
    LlmsTxt,
}

/// The format of a manifest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Manifest {
    /// HTML with nested lists of links. It may be a text in a script.
    Lists,
    /// JSON objects, each with the objects below it.
    Objects(Keys),
    /// `NAVTREE` of Doxygen, and its parts.
    NavTree,
    /// `sidebarNodes` of ExDoc.
    ExDoc,
    /// A page of VitePress. `has_endings`: the addresses of its pages end with `.html`.
    VitePress { has_endings: bool },
    /// The scripts of Docusaurus.
    Docusaurus,
}

/// The keys of the objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    /// The keys of the entries at the top: an array of them, or an object with arrays.
    pub(crate) roots: &'static [&'static str],
    /// The key of the array with the entries below an entry.
    pub(crate) below: &'static str,
    pub(crate) title: &'static str,
    pub(crate) address: &'static str,
}
