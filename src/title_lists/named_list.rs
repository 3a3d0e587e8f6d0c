//! How a page names a list of its site.

use super::kind::ListKind;
use crate::address::named::named;
use crate::page_facts::PageFacts;

/// How a page names a list, and what the list contains.
pub(super) struct NamedList {
    /// The relation of the page's facts that names the list: `script`, `manifest`, `search-index` or `search-root`.
    /// `www/element/page-facts/head.js` reads them.
    pub(super) rel: &'static str,
    /// The end of the address with this relation. `*` stands for any characters of the file's name.
    pub(super) end: &'static str,
    /// The address of the list, relative to the folder that `end` starts in. Empty: the address with the relation.
    /// `{lang}` stands for the language of the page.
    pub(super) list: &'static str,
    /// The start of the generator's name that the page must have. Empty: any.
    pub(super) generator: &'static str,
    pub(super) kind: ListKind,
}

/// Returns the address of the first list of a table that a page names, the start of the addresses in it, and its kind.
pub(super) fn named_list(table: &[NamedList], page: &PageFacts) -> Option<(String, String, ListKind)> {
    let generator = page.generator.as_deref().unwrap_or_default();
    table.iter().filter(|known| generator.starts_with(known.generator)).find_map(|known| {
        page.related(known.rel).find_map(|url| {
            let root = root_of(url.split(['?', '#']).next()?, known.end)?;
            let language = page.language.as_deref().unwrap_or("en").split(['-', '_']).next()?;
            let list = match known.list {
                "" => url.to_owned(),
                list => named(root, &list.replace("{lang}", language))?,
            };
            Some((list, root.to_owned(), known.kind))
        })
    })
}

/// Returns the address of the first script of a page that is in this folder and has a path of this form.
pub(super) fn script_in<'a>(page: &'a PageFacts, folder: &str, pattern: &str) -> Option<&'a str> {
    page.related("script")
        .find(|url| root_of(url.split(['?', '#']).next().unwrap_or_default(), pattern) == Some(folder))
}

/// Returns the address of the folder that the pattern starts in, if the address ends with the pattern.
fn root_of<'a>(address: &'a str, pattern: &str) -> Option<&'a str> {
    let root = match pattern.split_once('*') {
        // The star stands for a part of a file's name.
        Some((before, after)) => {
            let (root, name) = address.strip_suffix(after)?.rsplit_once(before)?;
            (!name.contains('/')).then_some(root)?
        }
        None => address.strip_suffix(pattern)?,
    };
    (pattern.is_empty() || root.ends_with('/')).then_some(root)
}
