//! The formats, one file or folder each. The root element decides the format of an XML document, the first bytes that of
//! a text document. The file name and content type do not matter.

mod bookmarks;
mod feed;
mod formats;
mod markup;
mod netscape;
pub mod nns;
mod opml;
pub mod rdf_xml;
mod reader;
pub(crate) mod saved_terms;
mod sitemap;
mod standard_sitemap;
mod text;
mod text_formats;
mod xbel;

pub(crate) use formats::AnyReader;
pub(crate) use reader::Opening;
pub use reader::Structure;
pub use sitemap::Phrase;
pub(crate) use sitemap::{changefreq, is_priority, phrases, texts};
pub(crate) use text_formats::{AnyText, FirstBytes};
