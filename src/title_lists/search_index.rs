//! The search indexes of site generators. Each contains the title of every page.

use super::kind::ListKind;
use super::named_list::NamedList;
use super::records::Fields;

/// One line for each generator, the most specific first.
#[rustfmt::skip]
pub(super) const SEARCH_INDEXES: [NamedList; 14] = [
    // Attributes for the index, as in pkgdown (`data-search-index`) and Docsy (`data-offline-search-index-json-src`).
    search_index("search-index", "", "", records(&["path", "ref", "url", "href", "permalink", "uri", "location", "relpermalink"], "title", false)),
    // The Middleman template of GOV.UK (`data-path-to-site-root`).
    search_index("search-root", "", "search.json", records(&["url"], "title", false)),
    // MkDocs and its theme Material. An address with a fragment is a section.
    search_index("script", "search/main.js", "search/search_index.json", records(&["location"], "title", false)),
    search_index("script", "assets/javascripts/bundle.*.js", "search/search_index.json", records(&["location"], "title", false)),
    // Sphinx.
    search_index("script", "_static/documentation_options.js", "searchindex.js", SPHINX),
    search_index("script", "_static/doctools.js", "searchindex.js", SPHINX),
    // Quarto: an object for each section, with the title of its page.
    search_index("script", "site_libs/quarto-search/quarto-search.js", "search.json", records(&["href"], "title", true)),
    // Just the Docs (Jekyll): an object for each section, with the title of its page in `doc`.
    search_index("script", "assets/js/just-the-docs.js", "assets/js/search-data.json", records(&["url"], "doc", true)),
    // Minimal Mistakes (Jekyll).
    search_index("script", "assets/js/lunr/lunr-store.js", "", records(&["url"], "title", false)),
    // Zola, as a script and as JSON.
    search_index("script", "search_index.*.js", "", records(&["id"], "title", false)),
    search_index("script", "elasticlunr.min.js", "search_index.{lang}.json", records(&["id"], "title", false)),
    // Documenter.jl: an object for each section, with the title of its page in `page`.
    search_index("script", "search_index.js", "", records(&["location"], "page", true)),
    // Antora.
    search_index("script", "search-index.js", "", records(&["url"], "title", false)),
    // HonKit and GitBook.
    search_index("script", "gitbook/gitbook.js", "search_index.json", records(&["url"], "title", false)),
];

/// Most sites have files. [`super::title_lists`] looks at their links.
const SPHINX: ListKind = ListKind::Sphinx { has_folders: false };

const fn search_index(rel: &'static str, end: &'static str, list: &'static str, kind: ListKind) -> NamedList {
    NamedList { rel, end, list, generator: "", kind }
}

const fn records(address: &'static [&'static str], title: &'static str, is_of_page: bool) -> ListKind {
    ListKind::Records(Fields { address, title, is_of_page })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::page_facts::{PageFacts, Relation};
    use crate::title_lists::named_list::named_list;

    fn index_of(scripts: &[&str]) -> Option<(String, String)> {
        let relations = scripts.iter().map(|url| Relation {
            rel: "script".to_owned(),
            url: (*url).to_owned(),
            ..Relation::default()
        });
        let page = PageFacts {
            url: "https://a.example/docs/".to_owned(),
            language: Some("de-AT".to_owned()),
            relations: relations.collect(),
            ..PageFacts::default()
        };
        named_list(&SEARCH_INDEXES, &page).map(|(url, root, _)| (url, root))
    }

    #[test]
    fn scripts_name_the_search_index() {
        for (script, expected) in [
            ("https://a.example/docs/search/main.js", Some("https://a.example/docs/search/search_index.json")),
            (
                "https://a.example/assets/javascripts/bundle.1a2b.min.js",
                Some("https://a.example/search/search_index.json"),
            ),
            ("https://a.example/p/_static/documentation_options.js?v=1", Some("https://a.example/p/searchindex.js")),
            ("https://a.example/search_index.en.js", Some("https://a.example/search_index.en.js")),
            ("https://a.example/x/elasticlunr.min.js", Some("https://a.example/x/search_index.de.json")),
            ("https://a.example/assets/javascripts/x/bundle.js", None),
            ("https://a.example/research/main.js", None),
            ("https://a.example/main.js", None),
        ] {
            assert_eq!(index_of(&[script]).map(|(url, _)| url).as_deref(), expected, "{script}");
        }
    }

    #[test]
    fn addresses_in_an_index_start_where_the_site_starts() {
        let (_, root) = index_of(&["https://a.example/docs/_static/doctools.js"]).unwrap();
        assert_eq!(root, "https://a.example/docs/");
    }
}
