//! Sitemaps (sitemaps.org 0.9, Google 0.84): `urlset` and `sitemapindex`, and their extensions.

mod caption;
mod describe;
#[cfg(feature = "woo")]
mod diwoo;
mod document;
mod entry;
mod extension;
mod extensions;
mod negs;
mod place;
mod protocol;
mod reader;
mod resourcesync;

pub(crate) use protocol::{changefreq, is_priority};
pub(crate) use reader::Sitemap;
pub use resourcesync::Phrase;
pub(crate) use resourcesync::{phrases, texts};
