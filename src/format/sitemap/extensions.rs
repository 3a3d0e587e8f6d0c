//! The table of the extensions of the sitemap protocol.

#[cfg(feature = "woo")]
use super::diwoo::Diwoo;
use super::document::Document;
use super::entry::Entry;
use super::extension::Extension;
use super::negs::Negs;
#[cfg(feature = "resourcesync")]
use super::resourcesync::ResourceSync;
use crate::findings::Report;
use crate::format::reader::{Opening, Structure};
use crate::site_map::SiteMap;
use crate::xml::Context;

/// Makes one type of all extensions. The first extension that handles an entry gets it. The first one that the document uses
/// gives the format and the structure.
macro_rules! extensions {
    ($($(#[$when:meta])* $field:ident: $Type:ty,)*) => {
        /// All extensions. They may keep state from one document of a site to the next.
        #[derive(Debug, Default)]
        pub(super) struct Extensions {
            $($(#[$when])* $field: $Type,)*
        }

        impl Extensions {
            /// Starts a document.
            pub(super) fn begin(&mut self, opening: &mut Opening) {
                $($(#[$when])* { <$Type>::complete(opening); })*
                $($(#[$when])* { self.$field.begin(opening); })*
            }

            /// Reads the root element.
            pub(super) fn root(&mut self, cx: &Context<'_>) {
                $($(#[$when])* { self.$field.root(cx); })*
            }

            /// Reads a child of the root element. Returns `true` if an extension handles it. A plain entry contains nothing
            /// of an extension, so only extensions that the document has already used get it.
            pub(super) fn entry(
                &mut self,
                entry: &Entry,
                is_plain: bool,
                document: &mut Document<'_>,
                cx: &mut Context<'_>,
            ) -> bool {
                $(
                    $(#[$when])*
                    if (!is_plain || self.$field.structure().is_some()) && self.$field.entry(entry, document, cx) {
                        return true;
                    }
                )*
                false
            }

            /// Ends the document. It may be incomplete.
            pub(super) fn finish(&mut self, document: &mut Document<'_>, report: &mut Report) {
                $($(#[$when])* { self.$field.finish(document, report); })*
            }

            /// Returns where the structure comes from, or `None` for a plain sitemap.
            pub(super) fn structure(&self) -> Option<Structure> {
                $(
                    $(#[$when])*
                    if let Some(structure) = self.$field.structure() {
                        return Some(structure);
                    }
                )*
                None
            }

            /// Returns the format of a sitemap with an extension, or `None` for a plain sitemap.
            pub(super) fn name(&self) -> Option<&'static str> {
                $(
                    $(#[$when])*
                    if self.$field.structure().is_some() {
                        return Some(<$Type>::NAME);
                    }
                )*
                None
            }

            /// Runs the checks that read every page.
            pub(super) fn check_pages(&self, map: &SiteMap, report: &mut Report) {
                $($(#[$when])* { self.$field.check_pages(map, report); })*
            }
        }
    };
}

extensions! {
    #[cfg(feature = "resourcesync")]
    resourcesync: ResourceSync,
    negs: Negs,
    #[cfg(feature = "woo")]
    diwoo: Diwoo,
}
