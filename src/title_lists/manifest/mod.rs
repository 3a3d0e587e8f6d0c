//! Manifests: files in which a generator of documentation writes the whole tree of its pages.
//!
//! A manifest becomes one menu, or several, with a claim for the place of each page. These menus are stronger than those of
//! pages. What a manifest does not name, menus still place. Scripts are read as text. Nothing is executed.
//!
//! A generator with a known format is a line in [`MANIFESTS`]. A new format is a file here, a name in [`Manifest`], and an arm in
//! the four functions of [`ManifestReader`].

mod docusaurus;
mod exdoc;
mod lists;
mod navtree;
mod objects;
mod outline;
mod quoted;
mod vitepress;

use super::kind::{Keys, ListKind, Manifest};
use super::named_list::NamedList;
use crate::text::json::Json;
use docusaurus::Docusaurus;
pub(super) use docusaurus::RUNTIME;
use exdoc::ExDoc;
use lists::Lists;
use navtree::NavTree;
use objects::Objects;
pub(crate) use outline::{ManifestContent, Part};
use vitepress::VitePress;
pub(super) use vitepress::has_endings;

/// One line for each generator.
#[rustfmt::skip]
pub(super) const MANIFESTS: [NamedList; 8] = [
    // mdBook since 0.4.41.
    manifest("script", "toc.js", Manifest::Lists),
    manifest("script", "toc-*.js", Manifest::Lists),
    // Microsoft Learn.
    manifest("manifest", "toc.json", Manifest::Objects(Keys { roots: &["items"], below: "children", title: "toc_title", address: "href" })),
    // DocFX.
    manifest("manifest", "", Manifest::Lists),
    // Doxygen.
    manifest("script", "navtreedata.js", Manifest::NavTree),
    // ExDoc.
    manifest("script", "dist/sidebar_items-*.js", Manifest::ExDoc),
    // VitePress. [`super::title_lists`] looks at the links of the page.
    NamedList { list: "./", generator: "VitePress", ..manifest("script", "assets/app.*.js", Manifest::VitePress { has_endings: true }) },
    // Docusaurus. [`super::title_lists`] looks for the second script.
    NamedList { generator: "Docusaurus", ..manifest("script", "assets/js/main.*.js", Manifest::Docusaurus) },
];

const fn manifest(rel: &'static str, end: &'static str, format: Manifest) -> NamedList {
    NamedList { rel, end, list: "", generator: "", kind: ListKind::Manifest(format) }
}

/// Reads a manifest that arrives in chunks.
#[derive(Debug)]
pub(super) enum ManifestReader {
    Lists(Lists),
    Objects(Json, Objects),
    NavTree(Json, NavTree),
    ExDoc(Json, ExDoc),
    VitePress(VitePress),
    Docusaurus(Docusaurus),
}

impl ManifestReader {
    /// `wanted` is what the reader has to know of the files that it has read before.
    pub(super) fn new(format: Manifest, wanted: &str, json: Json) -> ManifestReader {
        match format {
            Manifest::Lists => ManifestReader::Lists(Lists::default()),
            Manifest::Objects(keys) => ManifestReader::Objects(json, Objects::new(keys)),
            Manifest::NavTree => ManifestReader::NavTree(json, NavTree::default()),
            Manifest::ExDoc => ManifestReader::ExDoc(json, ExDoc::default()),
            Manifest::VitePress { has_endings } => ManifestReader::VitePress(VitePress::new(has_endings, json)),
            Manifest::Docusaurus => ManifestReader::Docusaurus(Docusaurus::new(wanted, json)),
        }
    }

    /// Returns `true` if the rest is not needed.
    pub(super) fn is_done(&self) -> bool {
        match self {
            ManifestReader::Lists(lists) => lists.is_done() || lists.outline.is_full(),
            ManifestReader::Objects(json, objects) => json.is_done() || objects.outline.is_full(),
            ManifestReader::NavTree(json, tree) => json.is_done() || tree.outline.is_full(),
            ManifestReader::ExDoc(json, nodes) => json.is_done() || nodes.is_full(),
            ManifestReader::VitePress(site) => site.is_done(),
            ManifestReader::Docusaurus(script) => script.is_done(),
        }
    }

    /// Reads the next bytes. They are UTF-8.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        match self {
            ManifestReader::Lists(lists) => lists.push(bytes),
            ManifestReader::Objects(json, objects) => json.push(bytes, objects),
            ManifestReader::NavTree(json, tree) => json.push(bytes, tree),
            ManifestReader::ExDoc(json, nodes) => json.push(bytes, nodes),
            ManifestReader::VitePress(site) => site.push(bytes),
            ManifestReader::Docusaurus(script) => script.push(bytes),
        }
    }

    /// Ends the manifest. Its addresses are relative to `base`.
    pub(super) fn finish(&mut self, base: &str) -> ManifestContent {
        let outline = match self {
            ManifestReader::Lists(lists) => std::mem::take(&mut lists.outline),
            ManifestReader::Objects(_, objects) => objects.take(),
            ManifestReader::NavTree(_, tree) => std::mem::take(&mut tree.outline),
            ManifestReader::ExDoc(_, nodes) => nodes.take(),
            ManifestReader::VitePress(site) => site.take(),
            ManifestReader::Docusaurus(script) => script.take(),
        };
        outline.finish(base)
    }
}
