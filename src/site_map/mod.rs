//! The pages of a site and their relations, in an arena that every format writes to.
//!
//! A page has children in the content tree (`container`) and entries in its context menu (`embedded`). Both relations
//! point to lists, and lists have members. A page in two lists is one page in two places. A page can be its own list.
//!
//! ```
//! use navibar::site::Site;
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.txt");
//! site.push(b"https://www.exam");
//! site.push(b"ple.org/oak");
//! site.finish();
//! let map = site.map();
//! let (root, mut children) = (map.root().ok_or("no root")?, Vec::new());
//! map.children(root, navibar::site_map::Relation::Container, &mut children);
//! assert_eq!(map.url(children[0].page).as_deref(), Some("https://www.example.org/oak"));
//! # Ok::<(), &str>(())
//! ```

mod aliases;
mod arena;
mod bases;
mod branch_dates;
mod browsed;
mod checks;
mod child_sitemap_rows;
mod child_sitemaps;
mod children;
mod coverage;
mod cycles;
mod derived;
mod details;
mod edit_lists;
mod find;
mod ground;
pub(crate) mod kind;
mod known;
pub(crate) mod layer;
mod layers;
mod links;
mod listed;
mod listed_title;
mod lists;
mod marks;
mod metadata;
mod node;
mod nodes;
mod origin;
mod origins;
mod overlay;
mod page_details;
pub(crate) mod parents;
mod preorder;
mod revise;
mod saved;
mod shape;
mod spelling;
mod substitute;
mod title;
mod translations;
mod unplaced;

pub use arena::SiteMap;
pub(crate) use branch_dates::BranchDates;
pub(crate) use checks::{check_pages, check_root};
pub(crate) use child_sitemaps::Naming;
pub use child_sitemaps::{Context, Documents, LoadState};
pub(crate) use cycles::check_cycles;
pub(crate) use ground::Ground;
pub use kind::Kind;
pub(crate) use known::{Known, ListedTitles};
pub(crate) use listed::ListedPage;
pub(crate) use lists::Growth;
pub(crate) use marks::Marks;
pub(crate) use node::ListEntry;
pub use node::{Child, Flag, NodeId, Relation};
pub use origin::{PlaceOrigin, TitleOrigin};
pub(crate) use overlay::{LayerRow, Overlay};
pub(crate) use parents::Parents;
pub(crate) use preorder::Preorder;
pub(crate) use shape::Group;
pub(crate) use shape::folders::ENDINGS;
pub(crate) use shape::names::{is_technical, of_language as language_name};
pub(crate) use substitute::Caption;
pub(crate) use title::readable_title;
pub(crate) use unplaced::UNPLACED_TITLE;
