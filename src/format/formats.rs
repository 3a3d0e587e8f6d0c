//! The table of formats, each with the feature that its family needs, and the reader that passes a document to its format.

#[cfg(feature = "feeds")]
use super::feed;
use super::reader::{Opening, Reader, Structure};
#[cfg(feature = "standard-sitemap")]
use super::standard_sitemap;
use super::{nns, rdf_xml, sitemap};
#[cfg(feature = "bookmarks")]
use super::{opml, xbel};
use crate::deferred;
use crate::findings::{FindingCode, Report};
use crate::site_map::SiteMap;
use crate::text::html_text::is_element;
use crate::xml::vocabulary::{NO_HTML, XHTML_HTML};
use crate::xml::{Context, Element, Handler};

/// A document whose root element has not arrived.
#[derive(Debug, Default)]
pub(crate) struct Undetected {
    opening: Opening,
    before: Option<Box<AnyReader>>,
    /// The root element has arrived, but its reader is in the second module of the engine, which is missing.
    needs_deferred: bool,
}

/// Makes one type of all readers. The first reader whose `is_root` returns `true` gets the document.
macro_rules! formats {
    ($($(#[$when:meta])* $Format:ident: $Type:ty,)*) => {
        /// The reader of one document.
        #[derive(Debug)]
        pub(crate) enum AnyReader {
            Undetected(Box<Undetected>),
            $($(#[$when])* $Format(Box<$Type>),)*
        }

        impl AnyReader {
            fn detect(&mut self, element: &Element<'_>, cx: &mut Context<'_>) {
                let AnyReader::Undetected(undetected) = self else { return };
                let Undetected { opening, before, .. } = std::mem::take(&mut **undetected);
                $(
                    $(#[$when])*
                    if <$Type>::is_root(element, cx) {
                        if <$Type>::IS_DEFERRED && deferred::is_missing() {
                            **undetected = Undetected { opening, before, needs_deferred: true };
                            return cx.stop();
                        }
                        let before = match before.map(|before| *before) {
                            Some(AnyReader::$Format(before)) => Some(*before),
                            _ => None,
                        };
                        *self = AnyReader::$Format(Box::new(<$Type>::open(before, &opening)));
                        return;
                    }
                )*
                not_a_sitemap(element, cx);
            }

            /// Ends the document.
            pub(crate) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.finish(map, report),)*
                }
            }

            /// Returns the name of the format, or `None` before the root element.
            pub(crate) fn name(&self) -> Option<&'static str> {
                match self {
                    AnyReader::Undetected(_) => None,
                    $($(#[$when])* AnyReader::$Format(reader) => Some(reader.name()),)*
                }
            }

            /// Returns where the hierarchy comes from.
            pub(crate) fn structure(&self) -> Structure {
                match self {
                    AnyReader::Undetected(_) => Structure::Derived,
                    $($(#[$when])* AnyReader::$Format(reader) => reader.structure(),)*
                }
            }

            /// Returns `true` if the document only names child sitemaps.
            pub(crate) fn is_index(&self) -> bool {
                match self {
                    AnyReader::Undetected(_) => false,
                    $($(#[$when])* AnyReader::$Format(reader) => reader.is_index(),)*
                }
            }

            /// Runs the checks that read every page.
            pub(crate) fn check_pages(&self, map: &SiteMap, report: &mut Report) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.check_pages(map, report),)*
                }
            }
        }

        impl Handler for AnyReader {
            type Target = SiteMap;

            fn start(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
                if matches!(self, AnyReader::Undetected(_)) {
                    self.detect(element, cx);
                }
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.start(element, map, cx),)*
                }
            }

            fn end(&mut self, map: &mut SiteMap, cx: &mut Context<'_>) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.end(map, cx),)*
                }
            }

            fn reads_root(&self, element: &Element<'_>, cx: &Context<'_>) -> bool {
                match self {
                    AnyReader::Undetected(_) => false,
                    $($(#[$when])* AnyReader::$Format(_) => <$Type>::is_root(element, cx),)*
                }
            }

            fn text(&mut self, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.text(text, map, cx),)*
                }
            }

            fn empty(&mut self, element: &Element<'_>, map: &mut SiteMap, cx: &mut Context<'_>) {
                if matches!(self, AnyReader::Undetected(_)) {
                    self.detect(element, cx);
                }
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.empty(element, map, cx),)*
                }
            }

            fn leaf(&mut self, element: &Element<'_>, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
                // A root element is never passed on as a leaf.
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.leaf(element, text, map, cx),)*
                }
            }

            fn cdata(&mut self, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.cdata(text, map, cx),)*
                }
            }

            fn wants_space(&self) -> bool {
                match self {
                    AnyReader::Undetected(_) => false,
                    $($(#[$when])* AnyReader::$Format(reader) => reader.wants_space(),)*
                }
            }

            fn comment(&mut self, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.comment(text, map, cx),)*
                }
            }

            fn instruction(&mut self, text: &str, map: &mut SiteMap, cx: &mut Context<'_>) {
                match self {
                    AnyReader::Undetected(_) => {}
                    $($(#[$when])* AnyReader::$Format(reader) => reader.instruction(text, map, cx),)*
                }
            }
        }
    };
}

formats! {
    #[cfg(feature = "feeds")]
    Feed: feed::Feed,
    Nns: rdf_xml::RdfXml<nns::Nns>,
    #[cfg(feature = "standard-sitemap")]
    StandardSitemap: standard_sitemap::StandardSitemap,
    Sitemap: sitemap::Sitemap,
    #[cfg(feature = "bookmarks")]
    Xbel: xbel::Xbel,
    #[cfg(feature = "bookmarks")]
    Opml: opml::Opml,
}

impl Default for AnyReader {
    fn default() -> AnyReader {
        AnyReader::Undetected(Box::default())
    }
}

impl AnyReader {
    /// Returns `true` before the root element.
    pub(crate) fn is_undetected(&self) -> bool {
        matches!(self, AnyReader::Undetected(_))
    }

    /// Returns `true` if the document must be read again when the second module of the engine is there.
    pub(crate) fn needs_deferred(&self) -> bool {
        matches!(self, AnyReader::Undetected(undetected) if undetected.needs_deferred)
    }

    /// Starts the document again.
    pub(crate) fn restart(&mut self) {
        if let AnyReader::Undetected(undetected) = self {
            undetected.needs_deferred = false;
        }
    }

    /// Creates a reader for a document. `before` has read the site's previous document.
    pub(crate) fn new(opening: Opening, before: AnyReader) -> AnyReader {
        let before = match before {
            AnyReader::Undetected(undetected) => undetected.before,
            reader => Some(Box::new(reader)),
        };
        AnyReader::Undetected(Box::new(Undetected { opening, before, needs_deferred: false }))
    }
}

fn not_a_sitemap(element: &Element<'_>, cx: &mut Context<'_>) {
    let is_html = matches!(element.name, NO_HTML | XHTML_HTML) || is_element(&element.raw_name.to_ascii_lowercase());
    let message = match is_html {
        true => "This is a web page, not a sitemap.".to_owned(),
        false => format!(
            "The root element '{}' belongs to no sitemap format; an NNS file has rdf:RDF, a sitemap has urlset.",
            element.raw_name
        ),
    };
    cx.report.error(FindingCode::NotASitemap, cx.offset, message);
    cx.stop();
}
