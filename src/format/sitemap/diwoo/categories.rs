//! The information categories of the Woo (article 3.3; specification, "Naamgeving van informatiecategorieën").

use crate::text::one_line;

/// An index into [`CATEGORIES`].
pub(super) type Category = usize;

/// TOOI id and name, in the order of the specification. The last entry is for unknown categories.
pub(super) const CATEGORIES: [(&str, &str); 18] = [
    ("c_139c6280", "Wetten en algemeen verbindende voorschriften"),
    ("c_aab6bfc7", "Overige besluiten van algemene strekking"),
    ("c_759721e2", "Ontwerpen van wet- en regelgeving met adviesaanvraag"),
    ("c_40a05794", "Organisatie en werkwijze"),
    ("c_89ee6784", "Bereikbaarheidsgegevens"),
    ("c_8c840238", "Bij vertegenwoordigende organen ingekomen stukken"),
    ("c_c76862ab", "Vergaderstukken Staten-Generaal"),
    ("c_db4862c3", "Vergaderstukken decentrale overheden"),
    ("c_3a248e3a", "Agenda's en besluitenlijsten bestuurscolleges"),
    ("c_99a836c7", "Adviezen"),
    ("c_8fc2335c", "Convenanten"),
    ("c_c6cd1213", "Jaarplannen en jaarverslagen"),
    ("c_cf268088", "Subsidieverplichtingen anders dan met beschikking"),
    ("c_3baef532", "Woo-verzoeken en -besluiten"),
    ("c_fdaee95e", "Onderzoeksrapporten"),
    ("c_46a81018", "Beschikkingen"),
    ("c_a870c43d", "Klachtoordelen"),
    ("", "onbekend"),
];

/// The category of documents whose category is unknown.
pub(super) const UNKNOWN: Category = CATEGORIES.len() - 1;

/// Returns the category whose TOOI id is the last part of a URI.
pub(super) fn by_id(resource: &str) -> Option<Category> {
    let id = resource.trim().trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or_default();
    CATEGORIES[..UNKNOWN].iter().position(|(known, _)| known.eq_ignore_ascii_case(id))
}

/// Returns the category with a name. Case and the kind of apostrophe do not matter; TOOI's own list mostly begins names
/// with a small letter.
pub(super) fn by_label(label: &str) -> Option<Category> {
    let words = one_line(label).replace(['\u{2018}', '\u{2019}'], "'");
    CATEGORIES[..UNKNOWN].iter().position(|(_, name)| name.eq_ignore_ascii_case(&words))
}

/// Returns the number of the category in the name of a sitemap index: 1 for `sitemapindex-diwoo-infocat001.xml`.
/// Returns 0 for a Woo index without a category, and `None` for another file.
pub(super) fn of_address(url: &str) -> Option<u8> {
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let number = path.rsplit_once("infocat").and_then(|(_, rest)| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse::<u8>().ok()
    });
    match number {
        Some(number) if (1..=UNKNOWN as u8).contains(&number) => Some(number),
        Some(_) => Some(0),
        None => path.contains("sitemapindex-diwoo").then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_an_index_gives_its_category() {
        for (url, expected) in [
            ("https://h/sitemapindex-diwoo-infocat001.xml", Some(1)),
            ("https://h/sitemapindex-diwoo-infocat017.xml", Some(17)),
            ("https://h/a/SitemapIndex-DiWoo-InfoCat014.XML.gz", Some(14)),
            ("https://h/api/sitemapindex-diwoo-infocat014.xml/publications?page=1", Some(14)),
            ("https://h/sitemapindex-diwoo-infocat018.xml", Some(0)),
            ("https://h/sitemapindex-diwoo-infocat000.xml", Some(0)),
            ("https://h/sitemapindex-diwoo-infocat99999.xml", Some(0)),
            ("https://h/sitemapindex-diwoo-infocat?oin=001", Some(0)),
            ("https://h/sitemapindex-diwoo.xml", Some(0)),
            ("https://h/sitemap.xml?infocat003", None),
            ("https://h/infocatalogus.xml", None),
        ] {
            assert_eq!(of_address(url), expected, "{url}");
        }
    }

    #[test]
    fn an_id_or_a_label_gives_a_category() {
        for (category, (id, name)) in CATEGORIES[..UNKNOWN].iter().enumerate() {
            assert_eq!(by_id(&format!("https://identifier.overheid.nl/tooi/def/thes/kern/{id}")), Some(category));
            assert_eq!(by_label(&name.to_uppercase()), Some(category));
        }
        assert_eq!((by_id(""), by_label(""), by_label("onbekend"), by_id("c_816e508d")), (None, None, None, None));
    }
}
