//! Woo sitemaps: documents of the Dutch government by information category.

use super::entry::Entry;
use super::sitemap::{Document, Extension};
use super::{Opening, Structure};
use crate::diagnostics::Report;
use crate::xml::Context;

/// What has been met of it in the documents of a site.
#[derive(Debug, Default)]
pub(super) struct Diwoo;

impl Extension for Diwoo {
    const NAME: &'static str = "diwoo";

    fn begin(&mut self, _: &Opening) {}

    fn entry(&mut self, _: &Entry, _: &mut Document<'_>, _: &mut Context<'_>) -> bool {
        false
    }

    fn finish(&mut self, _: &mut Document<'_>, _: &mut Report) {}

    fn structure(&self) -> Option<Structure> {
        None
    }
}
