//! Recognizes lists, technical pages, sitemaps and languages by their names.

use crate::address::readable;

/// Folders of pages that only list other pages.
const LISTS: [&str; 14] = [
    "tag",
    "tags",
    "category",
    "categories",
    "author",
    "authors",
    "archive",
    "archives",
    "label",
    "labels",
    "taxonomy",
    "taxonomies",
    "keyword",
    "keywords",
];

/// Pages that are not content: errors, accounts, files of programs.
const TECHNICAL: [&str; 26] = [
    "404",
    "403",
    "500",
    "503",
    "offline",
    "login",
    "log-in",
    "signin",
    "sign-in",
    "logout",
    "signup",
    "sign-up",
    "lost-password",
    "thank-you",
    "wp-admin",
    "wp-login",
    "wp-json",
    "xmlrpc",
    "cgi-bin",
    "node_modules",
    "dist",
    "_next",
    "_nuxt",
    "BingSiteAuth",
    "ISSUE_TEMPLATE",
    "PULL_REQUEST_TEMPLATE",
];

/// The cart, the checkout, the account and the wish list of a shop, as shops call them in a language.
const SHOPS: [&[&str]; 12] = [
    &["cart", "basket", "checkout", "my-account", "wishlist"],
    &["warenkorb", "kasse", "mein-konto", "wunschliste"],
    &["panier", "commande", "mon-compte", "liste-de-souhaits"],
    &["carrito", "finalizar-compra", "mi-cuenta", "lista-de-deseos"],
    &["carrello", "mio-account", "lista-dei-desideri"],
    &["winkelwagen", "winkelmand", "afrekenen", "mijn-account", "verlanglijst"],
    &["carrinho", "minha-conta"],
    &["koszyk", "zamowienie", "moje-konto"],
    &["kosik", "pokladna", "muj-ucet"],
    &["kosar", "penztar", "fiokom"],
    &["varukorg", "kassan", "mitt-konto"],
    &["gio-hang", "thanh-toan", "tai-khoan"],
];

/// Returns `true` for a folder of tags, categories, authors or list pages.
pub(super) fn is_list(segment: &str) -> bool {
    LISTS.contains(&segment)
}

/// Returns `true` for the kind of a sitemap of tags, categories or authors: "Tags", "Product cat".
pub(super) fn is_kind_of_lists(kind: &str) -> bool {
    let last = kind.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    is_list(&last) || last == "cat"
}

/// Returns `true` for a page that is not content.
pub(crate) fn is_technical(segment: &str) -> bool {
    let stem = readable::without_ending(segment);
    let is_code = |code: &str| code.len() >= 10 && code.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_verification = ["google", "yandex_", "pinterest-", "baidu_verify_", "naver"].iter().any(|start| {
        let code = stem.strip_prefix(start);
        stem.len() < segment.len() && code.is_some_and(|code| is_code(code) && code.bytes().any(|b| b.is_ascii_digit()))
    });
    is_verification || TECHNICAL.contains(&stem) || SHOPS.iter().any(|names| names.contains(&stem))
}

/// Returns the name of the pages in a sitemap: "Posts" for `post-sitemap.xml` and `wp-sitemap-posts-post-1.xml`. Returns
/// `None` if its address has no name.
pub(super) fn of_sitemap(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?.trim_end_matches('/');
    let (_, path) = path.split_once("://")?.1.split_once('/')?;
    let file = path.rsplit('/').next()?;
    let stem = file.split('.').next()?;
    let words = stem.split(['-', '_']).map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    let is_name = |word: &&str| !matches!(*word, "" | "sitemap" | "sitemaps" | "wp" | "xml" | "index" | "part" | "gz");
    let mut names: Vec<&str> = words.filter(is_name).collect();
    // WordPress writes the kind before the type.
    if names.len() > 1 && matches!(names[0], "posts" | "taxonomies") {
        names.remove(0);
    }
    let name = names.join("-");
    let known = match &*name.to_ascii_lowercase() {
        "" => return None,
        "post" => "Posts",
        "page" => "Pages",
        "product" => "Products",
        "category" => "Categories",
        "post-tag" | "tag" => "Tags",
        "author" | "user" | "users" => "Authors",
        "image" => "Images",
        "video" => "Videos",
        "article" => "Articles",
        "event" => "Events",
        _ => return Some(readable::segment(&name)),
    };
    Some(known.to_owned())
}

/// The names of the months, by language. The first language is the default.
const MONTHS: [(&str, [&str; 12]); 6] = [
    (
        "en",
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
    ),
    (
        "ar",
        ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"],
    ),
    (
        "de",
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
    ),
    (
        "es",
        [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    ),
    (
        "fr",
        [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
    ),
    (
        "nl",
        [
            "januari",
            "februari",
            "maart",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ],
    ),
];

/// Returns a day of a month as the language of a site writes it, in English if that is unknown: "26 June".
pub(super) fn of_day(day: u32, month: u32, language: Option<&str>) -> String {
    let code = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or_default();
    let known = MONTHS.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).unwrap_or(&MONTHS[0]);
    let month = known.1.get(month.saturating_sub(1) as usize).copied().unwrap_or_default();
    match known.0 {
        "de" => format!("{day}. {month}"),
        "es" => format!("{day} de {month}"),
        _ => format!("{day} {month}"),
    }
}

/// Returns the name of a language in this language.
pub(crate) fn of_language(tag: &str) -> Option<&'static str> {
    let code = tag.split(['-', '_']).next()?.to_ascii_lowercase();
    let region = tag.get(code.len() + 1..).unwrap_or_default().to_ascii_lowercase();
    Some(match &*code {
        "ar" => "العربية",
        "bg" => "Български",
        "bn" => "বাংলা",
        "ca" => "Català",
        "cs" => "Čeština",
        "da" => "Dansk",
        "de" => "Deutsch",
        "el" => "Ελληνικά",
        "en" => "English",
        "es" => "Español",
        "et" => "Eesti",
        "eu" => "Euskara",
        "fa" => "فارسی",
        "fi" => "Suomi",
        "fr" => "Français",
        "ga" => "Gaeilge",
        "gl" => "Galego",
        "he" | "iw" => "עברית",
        "hi" => "हिन्दी",
        "hr" => "Hrvatski",
        "hu" => "Magyar",
        "id" => "Bahasa Indonesia",
        "is" => "Íslenska",
        "it" => "Italiano",
        "ja" => "日本語",
        "ko" => "한국어",
        "lt" => "Lietuvių",
        "lv" => "Latviešu",
        "ms" => "Bahasa Melayu",
        "nb" | "no" => "Norsk",
        "nl" => "Nederlands",
        "pl" => "Polski",
        "pt" if region == "br" => "Português (Brasil)",
        "pt" => "Português",
        "ro" => "Română",
        "ru" => "Русский",
        "sk" => "Slovenčina",
        "sl" => "Slovenščina",
        "sr" => "Српски",
        "sv" => "Svenska",
        "th" => "ไทย",
        "tr" => "Türkçe",
        "uk" => "Українська",
        "vi" => "Tiếng Việt",
        "zh" if matches!(&*region, "tw" | "hk" | "hant") => "繁體中文",
        "zh" => "简体中文",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sitemaps_are_readable() {
        for (url, name) in [
            ("https://host/post-sitemap.xml", Some("Posts")),
            ("https://host/wp-sitemap-posts-post-1.xml", Some("Posts")),
            ("https://host/wp-sitemap-posts-case_study-2.xml", Some("Case study")),
            ("https://host/sitemap_products_1.xml?from=1&to=2", Some("Products")),
            ("https://host/post_tag-sitemap2.xml.gz", Some("Tags")),
            ("https://host/sitemap-news.xml", Some("News")),
            ("https://host/sitemap.xml", None),
            ("https://host/sitemap-3.xml", None),
            ("https://host/", None),
        ] {
            let found = of_sitemap(url);
            assert_eq!(found.as_deref(), name, "{url}");
        }
    }

    #[test]
    fn days_are_written_as_in_the_language_of_the_site() {
        for (language, day) in [
            (None, "26 June"),
            (Some("en-GB"), "26 June"),
            (Some("xx"), "26 June"),
            (Some("de_AT"), "26. Juni"),
            (Some("FR"), "26 juin"),
            (Some("es-419"), "26 de junio"),
            (Some("nl"), "26 juni"),
            (Some("ar"), "26 يونيو"),
        ] {
            assert_eq!(of_day(26, 6, language), day, "{language:?}");
        }
    }

    #[test]
    fn pages_without_content_are_recognized() {
        for name in ["404", "404.html", "google1e9cd41199607633.html", "yandex_0123456789abcdef.html", "cart", "dist"] {
            assert!(is_technical(name), "{name}");
        }
        for name in
            ["google", "google-analytics.html", "googleplaystoreapps.html", "cartography", "", "4040", "building"]
        {
            assert!(!is_technical(name), "{name}");
        }
    }
}
