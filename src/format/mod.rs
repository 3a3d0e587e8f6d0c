//! The formats, one file or folder for each. The root element says which one a document has, never its file name or content
//! type.

mod feed;
mod formats;
mod markup;
pub mod nns;
pub mod rdf_xml;
mod reader;
pub(crate) mod saved_terms;
mod sitemap;
mod text;
mod xbel;

pub(crate) use formats::AnyReader;
pub(crate) use reader::Opening;
pub use reader::Structure;
pub(crate) use sitemap::{changefreq, is_priority};
pub(crate) use text::TextSitemap;
