//! Reads the data of a VitePress site, which each of its pages contains: `__VP_SITE_DATA__=JSON.parse("...")`, JSON in a string of
//! JavaScript.

use super::objects::Objects;
use super::outline::Outline;
use super::quoted::Quoted;
use crate::text::json::Json;
use crate::title_lists::kind::Keys;

/// What is before the string.
const START: &[u8] = b"__VP_SITE_DATA__=JSON.parse(";

const KEYS: Keys = Keys { roots: &["nav", "sidebar"], below: "items", title: "text", address: "link" };

/// The site data that is read.
#[derive(Debug)]
pub(crate) struct VitePress {
    string: Quoted,
    /// The addresses of pages end with `.html`.
    has_endings: bool,
    json: Json,
    objects: Objects,
}

impl VitePress {
    pub(super) fn new(has_endings: bool, json: Json) -> VitePress {
        VitePress { string: Quoted::new(START), has_endings, json, objects: Objects::new(KEYS) }
    }

    pub(super) fn is_done(&self) -> bool {
        self.string.is_done() || self.objects.outline.is_full()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let json = self.string.push(bytes);
        self.json.push(&json, &mut self.objects);
    }

    /// Returns the entries. The header comes first, whose entries lead to the first pages of the other menus.
    pub(super) fn take(&mut self) -> Outline {
        let mut outline = self.objects.take();
        for address in outline.entries.iter_mut().filter_map(|entry| entry.address.as_mut()) {
            *address = self.page(address);
        }
        outline
    }

    /// Returns the address of a page, relative to the folder of the site.
    fn page(&self, link: &str) -> String {
        let (path, rest) = link.split_at(link.find(['?', '#']).unwrap_or(link.len()));
        if path.contains(':') || path.starts_with("//") {
            return link.to_owned();
        }
        let path = path.trim_start_matches('/');
        let bare = path.strip_suffix(".md").or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        let folder = bare.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let name = bare.rsplit('/').next().unwrap_or_default();
        let ending =
            if self.has_endings && folder.is_none() && !name.is_empty() && !name.contains('.') { ".html" } else { "" };
        format!("./{}{ending}{rest}", folder.unwrap_or(bare))
    }
}

/// Returns `true` if most links of a page to other pages end with `.html`.
pub(crate) fn has_endings<'a>(urls: impl Iterator<Item = &'a str>) -> bool {
    let (mut with, mut without) = (0, 0);
    for url in urls {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        with += usize::from(name.ends_with(".html"));
        without += usize::from(!name.is_empty() && !name.contains('.'));
    }
    with >= without
}
