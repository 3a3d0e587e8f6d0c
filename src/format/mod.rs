//! The formats, one file or folder each. The root element decides the format of an XML document, the first bytes that of
//! a text document. The file name and content type do not matter.
//!
//! ```
//! use navibar::{format::Structure, site::Site};
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.txt");
//! site.push(b"https://www.example.org/trees/oak");
//! site.finish();
//! assert_eq!((site.format(), site.structure()), (Some("text"), Structure::Derived));
//! ```

#[cfg(feature = "bookmarks")]
mod bookmarks;
mod complete;
#[cfg(feature = "feeds")]
mod feed;
mod formats;
mod literal_words;
mod markup;
mod protocol_size;
#[cfg(feature = "bookmarks")]
mod netscape;
#[doc(hidden)]
pub mod nns;
#[cfg(feature = "bookmarks")]
mod opml;
#[doc(hidden)]
pub mod rdf_xml;
mod reader;
pub(crate) mod saved_terms;
mod sitemap;
#[cfg(feature = "standard-sitemap")]
mod standard_sitemap;
mod text;
mod text_formats;
#[cfg(feature = "bookmarks")]
mod xbel;

pub(crate) use formats::AnyReader;
pub(crate) use reader::Opening;
pub use reader::Structure;
pub use sitemap::Phrase;
pub(crate) use sitemap::{changefreq, is_priority, phrases, texts};
pub(crate) use text_formats::{AnyText, FirstBytes};
