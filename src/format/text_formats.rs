//! The table of text formats. Text has no root element, so the first bytes of a document decide its format.

#[cfg(feature = "feeds")]
use super::feed::json_feed;
#[cfg(feature = "bookmarks")]
use super::netscape;
use super::reader::{Opening, Structure, TextReader};
use super::text::{self, BYTE_ORDER_MARK};
use crate::deferred;
use crate::findings::Report;
use crate::site_map::SiteMap;

/// What the first bytes of a document say about its format.
#[derive(Debug)]
pub(crate) enum FirstBytes {
    /// More bytes are needed.
    Undecided,
    /// The document has no text format, so it is read as XML.
    Xml,
    /// The reader is in the second module of the engine, which is missing.
    Deferred,
    /// The reader of the document.
    Text(AnyText),
}

/// Makes one type of all text readers. The first reader whose `is_start` returns `true` gets the document.
macro_rules! text_formats {
    ($($(#[$when:meta])* $Format:ident: $Type:ty,)*) => {
        /// The reader of one text document.
        #[derive(Debug)]
        pub(crate) enum AnyText {
            $($(#[$when])* $Format(Box<$Type>),)*
        }

        impl AnyText {
            /// Detects the format of a document from its first bytes.
            pub(crate) fn detect(start: &[u8], opening: &Opening) -> FirstBytes {
                let mut start = start;
                while let Some(rest) = start.strip_prefix(BYTE_ORDER_MARK) {
                    start = rest;
                }
                let start = start.trim_ascii_start();
                if start.is_empty() {
                    return FirstBytes::Undecided;
                }
                $(
                    $(#[$when])*
                    match <$Type>::is_start(start) {
                        Some(true) if <$Type>::IS_DEFERRED && deferred::is_missing() => return FirstBytes::Deferred,
                        Some(true) => return FirstBytes::Text(AnyText::$Format(Box::new(<$Type>::open(opening)))),
                        Some(false) => {}
                        None => return FirstBytes::Undecided,
                    }
                )*
                FirstBytes::Xml
            }

            /// Takes the next bytes.
            pub(crate) fn push(&mut self, bytes: &[u8], map: &mut SiteMap, report: &mut Report) {
                match self {
                    $($(#[$when])* AnyText::$Format(reader) => reader.push(bytes, map, report),)*
                }
            }

            /// Ends the document. It may be incomplete.
            pub(crate) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
                match self {
                    $($(#[$when])* AnyText::$Format(reader) => reader.finish(map, report),)*
                }
            }

            /// Returns the number of bytes read so far.
            pub(crate) fn bytes(&self) -> u64 {
                match self {
                    $($(#[$when])* AnyText::$Format(reader) => reader.bytes(),)*
                }
            }

            /// Returns `true` if no more bytes are read.
            pub(crate) fn is_stopped(&self) -> bool {
                match self {
                    $($(#[$when])* AnyText::$Format(reader) => reader.is_stopped(),)*
                }
            }

            /// Returns where the hierarchy comes from.
            pub(crate) fn structure(&self) -> Structure {
                match self {
                    $($(#[$when])* AnyText::$Format(reader) => reader.structure(),)*
                }
            }

            /// Returns the name of the format.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $($(#[$when])* AnyText::$Format(_) => <$Type>::NAME,)*
                }
            }
        }
    };
}

text_formats! {
    Sitemap: text::TextSitemap,
    #[cfg(feature = "feeds")]
    JsonFeed: json_feed::JsonFeed,
    #[cfg(feature = "bookmarks")]
    Netscape: netscape::Netscape,
}
