//! Reads sitemaps, feeds and bookmark files, and shows the site that they describe as a tree.
//!
//! Bytes go in as they arrive, in pieces of any size. Pages come out as a tree with titles, addresses and context menus.
//! Mistakes in a document become [findings] with line and column; they never stop the rest from being read.
//! Every input is hostile: memory, time and depth are bounded.
//!
//! ```
//! use navibar::{inspect::Outline, site::Site};
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.xml");
//! site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
//! site.push(b"<url><loc>https://www.example.org/trees/oak</loc></url></urlset>");
//! site.finish();
//!
//! assert_eq!(Outline::new(&site).to_text(false), "Trees/\n  Oak <https://www.example.org/trees/oak>\n");
//! assert!(site.diagnostics().is_empty());
//! ```
//!
//! # Where to begin
//!
//! | to | use |
//! |---|---|
//! | read a document | [`site::Site`] |
//! | find and load the sitemaps of a site, with requests of your own | [`session`] |
//! | ask about pages and their relations | [`site_map::SiteMap`], [`tree`] |
//! | show rows that users expand, filter and sort | [`view::TreeView`] |
//! | write a tree to a file | [`export`] |
//! | print what is wrong | [`findings`] |
//!
//! # Features
//!
//! NNS, NEGS, plain sitemaps and text sitemaps are always read. Each other family of formats has a feature. All families are
//! on by default.
//!
//! | feature | formats |
//! |---|---|
//! | `bookmarks` | XBEL, HTML bookmarks and OPML, for reading and writing |
//! | `feeds` | RSS, Atom and JSON Feed |
//! | `resourcesync` | ResourceSync |
//! | `standard-sitemap` | Standard-Sitemap |
//! | `woo` | Woo and DiWoo |
//! | `cli` | no format: the program `navibar`, with all formats |

#![cfg_attr(docsrs, feature(doc_cfg))]
// The families share code. Without all of them, parts of it are unused.
#![cfg_attr(
    not(all(
        feature = "bookmarks",
        feature = "feeds",
        feature = "resourcesync",
        feature = "standard-sitemap",
        feature = "woo"
    )),
    allow(dead_code, unused_imports)
)]

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// In the order of the data flow. Hidden modules are for the tests of this project. They may change in any version.
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod web;
pub mod session;
#[doc(hidden)]
pub mod discover;
pub mod page_facts;
mod title_lists;
pub mod decode;
#[doc(hidden)]
pub mod xml;
pub mod format;
mod arrange;
pub mod site;
pub mod site_map;
pub mod tree;
pub mod view;
pub mod export;

// Used beside the flow.
pub mod findings;
#[doc(hidden)]
pub mod deferred;
#[doc(hidden)]
pub mod limits;
pub mod inspect;
#[doc(hidden)]
pub mod picture;

// Used by every stage.
pub mod address;
#[doc(hidden)]
pub mod text;
mod collections;
