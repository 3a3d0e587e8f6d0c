//! The table of the extensions of the sitemap protocol.

use super::diwoo::Diwoo;
use super::document::Document;
use super::entry::Entry;
use super::extension::Extension;
use super::negs::Negs;
use super::resourcesync::ResourceSync;
use crate::findings::Report;
use crate::format::reader::{Opening, Structure};
use crate::site_map::SiteMap;
use crate::xml::Context;

/// Makes one type of all extensions. The first that takes an entry, or has met itself in the document, counts.
macro_rules! extensions {
    ($($field:ident: $Type:ty,)*) => {
        /// All extensions. What they know of the documents of a site may go on from one document to the next.
        #[derive(Debug, Default)]
        pub(super) struct Extensions {
            $($field: $Type,)*
        }

        impl Extensions {
            /// A new document begins.
            pub(super) fn begin(&mut self, opening: &mut Opening) {
                $(<$Type>::complete(opening);)*
                $(self.$field.begin(opening);)*
            }

            /// The root element has come.
            pub(super) fn root(&mut self, cx: &Context<'_>) {
                $(self.$field.root(cx);)*
            }

            /// A child of the root is complete. Returns `true` if an extension has dealt with it. A plain entry has nothing
            /// of an extension: only those that the document has used before see it.
            pub(super) fn entry(
                &mut self,
                entry: &Entry,
                is_plain: bool,
                document: &mut Document<'_>,
                cx: &mut Context<'_>,
            ) -> bool {
                $(
                    if (!is_plain || self.$field.structure().is_some()) && self.$field.entry(entry, document, cx) {
                        return true;
                    }
                )*
                false
            }

            /// The document is complete, or has broken off.
            pub(super) fn finish(&mut self, document: &mut Document<'_>, report: &mut Report) {
                $(self.$field.finish(document, report);)*
            }

            /// The structure that the document has by its extension; `None` for a plain sitemap.
            pub(super) fn structure(&self) -> Option<Structure> {
                None$(.or_else(|| self.$field.structure()))*
            }

            /// The name of the format that the extension makes of the sitemap; `None` for a plain sitemap.
            pub(super) fn name(&self) -> Option<&'static str> {
                None$(.or_else(|| self.$field.structure().map(|_| <$Type>::NAME)))*
            }

            /// Reports what takes a look at every page.
            pub(super) fn check_pages(&self, map: &SiteMap, report: &mut Report) {
                $(self.$field.check_pages(map, report);)*
            }
        }
    };
}

extensions! {
    resourcesync: ResourceSync,
    negs: Negs,
    diwoo: Diwoo,
}
