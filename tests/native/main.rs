//! The native tests, as one program: each file or folder is a module with the tests of one part. `cargo test --test native
//! discovery::` runs those of `discovery.rs`. The replays of the fuzz targets are a program of their own, because the fuzzers'
//! programs have the same modules. The tests in `web.rs` are compiled for browsers.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

mod addresses;
mod applications;
mod archives;
mod command_line;
mod deferred;
mod discovery;
mod documentation;
mod documents;
mod excerpts;
mod export;
mod faults;
mod fixtures;
mod growth;
mod hostile;
mod jump;
mod layout;
mod locales;
mod manifests;
mod menus;
mod page_facts;
mod page_titles;
mod page_trees;
mod rdf_xml_suite;
mod requests;
mod sections;
mod security;
mod session;
mod sitemaps;
mod sites_below;
mod sites_diwoo;
mod sites_lists;
mod sites_resourcesync;
mod sites_sitemap;
mod support;
mod texts;
mod title_lists;
mod titles_on_request;
mod tokenizer;
mod tree_shapes;
mod view_model;
mod visited_pages;
