//! The values of Dublin Core in RDF: their words, and the one in the language of the user.

use super::markup::xml_literal::words;
use crate::collections::keyed::HashMap;
use crate::findings::Report;
use crate::limits::{MAX_EARLY_VALUES, MAX_VALUE_BYTES};
use crate::site_map::{NodeId, SiteMap};
use crate::text::html_text::text_of;
use crate::xml::vocabulary::{DC_TITLE, Name, RDF};
use std::borrow::Cow;

/// How well the language of a title fits the user, the best last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fit {
    Other,
    /// No language, or `x-default`.
    Any,
    /// Another region or script of the user's language.
    Similar,
    Same,
}

impl Fit {
    fn new(tag: Option<&str>, user: &str) -> Fit {
        let primary = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        match tag {
            None => Fit::Any,
            Some(tag) if tag.is_empty() || tag.eq_ignore_ascii_case("x-default") => Fit::Any,
            Some(tag) if tag.eq_ignore_ascii_case(user) => Fit::Same,
            Some(tag) if primary(tag) == primary(user) => Fit::Similar,
            Some(_) => Fit::Other,
        }
    }
}

/// The titles so far, and the lists of values.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// How well the titles fit whose language is known.
    fits: HashMap<NodeId, Fit>,
    /// The page and the property of each list of values (`rdf:Alt`, for example).
    lists: HashMap<NodeId, (NodeId, Name)>,
    /// Members of lists whose property has not arrived: it may come later in the document.
    early: Vec<Early>,
}

/// A text in a list of values.
#[derive(Debug)]
struct Early {
    list: NodeId,
    text: Box<str>,
    language: Option<Box<str>>,
    offset: u32,
}

impl Values {
    /// Sets a title. The first one counts, unless another one fits the language of the user better.
    pub(super) fn set_title(
        &mut self,
        page: NodeId,
        title: &str,
        language: Option<&str>,
        offset: u32,
        map: &mut SiteMap,
        report: &mut Report,
    ) {
        let fit = Fit::new(language, map.language());
        if !map.has_title(page) {
            map.set_title(page, title, offset, report);
        } else if fit > self.fits.get(&page).copied().unwrap_or(Fit::Any) {
            map.change_title(page, title, offset, report);
        } else {
            return map.set_title(page, title, offset, report);
        }
        if fit != Fit::Any || !self.fits.is_empty() {
            self.fits.insert(page, fit);
        }
    }

    /// Notes that a node is the value of a property. It may be a list of values.
    pub(super) fn note_list(&mut self, list: NodeId, page: NodeId, property: Name) {
        self.lists.insert(list, (page, property));
    }

    /// Keeps a text in a list that may be the title of a page.
    pub(super) fn keep(&mut self, list: NodeId, text: &str, language: Option<&str>, offset: u32) {
        if self.early.len() < MAX_EARLY_VALUES {
            let text = text[..text.floor_char_boundary(MAX_VALUE_BYTES)].into();
            self.early.push(Early { list, text, language: language.map(Into::into), offset });
        }
    }

    /// Sets the titles that came before their pages.
    pub(super) fn finish(&mut self, map: &mut SiteMap, report: &mut Report) {
        for Early { list, text, language, offset } in std::mem::take(&mut self.early) {
            if let Some((page, DC_TITLE)) = self.of_list(list) {
                self.set_title(page, &text, language.as_deref(), offset, map, report);
            }
        }
    }

    /// Returns the page and the property that the members of a list are values of.
    pub(super) fn of_list(&self, list: NodeId) -> Option<(NodeId, Name)> {
        self.lists.get(&list).copied()
    }
}

/// Returns the words of a literal. The markup of an XML or HTML literal is not part of them.
pub(super) fn words_of<'a>(value: &'a str, datatype: Option<&str>) -> Cow<'a, str> {
    match datatype.and_then(|datatype| datatype.strip_prefix(RDF)) {
        Some("XMLLiteral") => Cow::Owned(words(value)),
        Some("HTML") => Cow::Owned(text_of(value)),
        _ => Cow::Borrowed(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::Outline;
    use crate::site::Site;

    /// Returns the titles of the top level for a user of this language.
    fn titles(language: &str) -> String {
        let title = |tag: &str, text: &str| format!("<dc:title xml:lang='{tag}'>{text}</dc:title>");
        let items = [("", "Any"), ("fr", "Accueil"), ("de", "Start"), ("de-CH", "Startseite")];
        let list = items.map(|(tag, text)| format!("<rdf:li xml:lang='{tag}'>{text}</rdf:li>")).concat();
        let pages = [
            [title("fr", "Un"), title("de", "Eins"), title("en", "One")].concat(),
            [title("en", "Two"), "<dc:title>Zwei oder two</dc:title>".to_owned()].concat(),
            format!("<dc:title><rdf:Alt>{list}</rdf:Alt></dc:title>"),
        ];
        let members = pages.map(|page| format!("<rdf:li><rdf:Description>{page}</rdf:Description></rdf:li>")).concat();
        let mut site = Site::in_language(language);
        site.begin("https://www.example.org/sitemap.rdf");
        site.push(
            format!(
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:map='http://www.oaklett.org/map/1.0#' \
                 xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description rdf:about='urn:sitemap:root'><map:container>\
                 <rdf:Seq>{members}</rdf:Seq></map:container></rdf:Description></rdf:RDF>"
            )
            .as_bytes(),
        );
        site.finish();
        Outline::new(&site).to_text(false).replace('\n', "|")
    }

    #[test]
    fn a_title_is_in_the_language_of_the_user() {
        assert_eq!(titles("de"), "Eins|Zwei oder two|Start|");
        assert_eq!(titles("de-CH"), "Eins|Zwei oder two|Startseite|");
        assert_eq!(titles("en-GB"), "One|Two|Any|");
        assert_eq!(titles("it"), "Un|Zwei oder two|Any|");
        assert_eq!(titles(""), "Un|Zwei oder two|Any|");
    }

    #[test]
    fn the_language_of_the_user_fits_best() {
        let fit = |tag| Fit::new(tag, "de-AT");
        assert_eq!(fit(Some("DE-at")), Fit::Same);
        assert_eq!(fit(Some("de")), Fit::Similar);
        assert_eq!([fit(None), fit(Some("")), fit(Some("x-default"))], [Fit::Any; 3]);
        assert_eq!(fit(Some("den")), Fit::Other);
        assert_eq!(Fit::new(Some("de"), ""), Fit::Other);
        assert!(Fit::Same > Fit::Similar && Fit::Similar > Fit::Any && Fit::Any > Fit::Other);
    }
}
