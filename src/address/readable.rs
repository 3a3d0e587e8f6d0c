//! Titles from addresses, for pages without a title: `/our-work/caf%C3%A9s.html` becomes `Cafés`.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// File extensions of web pages. They are removed because they say nothing about the page. Others (`pdf`) stay.
const PAGE_ENDINGS: [&str; 9] = ["html", "htm", "php", "asp", "aspx", "jsp", "xhtml", "shtml", "md"];

/// Names that addresses write in lower case, in alphabetical order.
const NAMES: [(&str, &str); 47] = [
    ("ai", "AI"),
    ("api", "API"),
    ("apis", "APIs"),
    ("ascii", "ASCII"),
    ("aws", "AWS"),
    ("cli", "CLI"),
    ("cors", "CORS"),
    ("cpu", "CPU"),
    ("css", "CSS"),
    ("csv", "CSV"),
    ("dns", "DNS"),
    ("faq", "FAQ"),
    ("faqs", "FAQs"),
    ("ftp", "FTP"),
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("gpu", "GPU"),
    ("graphql", "GraphQL"),
    ("grpc", "gRPC"),
    ("html", "HTML"),
    ("http", "HTTP"),
    ("https", "HTTPS"),
    ("ios", "iOS"),
    ("javascript", "JavaScript"),
    ("json", "JSON"),
    ("jwt", "JWT"),
    ("macos", "macOS"),
    ("mysql", "MySQL"),
    ("oauth", "OAuth"),
    ("pdf", "PDF"),
    ("php", "PHP"),
    ("postgresql", "PostgreSQL"),
    ("rbac", "RBAC"),
    ("rss", "RSS"),
    ("sdk", "SDK"),
    ("seo", "SEO"),
    ("sql", "SQL"),
    ("ssh", "SSH"),
    ("ssl", "SSL"),
    ("svg", "SVG"),
    ("tls", "TLS"),
    ("typescript", "TypeScript"),
    ("url", "URL"),
    ("urls", "URLs"),
    ("usb", "USB"),
    ("xml", "XML"),
    ("yaml", "YAML"),
];

/// The number of dots that the full name of a class has at least.
const MIN_DOTS_OF_CLASS: usize = 3;

/// Returns the title for a segment of a path (the text between two slashes).
///
/// The segment is percent-decoded, and the extension of a web page is removed. `-`, `_` and `+` between words become
/// spaces, and the first letter of the words becomes upper case. Dates (`2024-05-03`), plus signs at the end (`c++`) and
/// names of classes (`org.example.garden.Spade`) stay, and `20240503-` at the start becomes such a date. The title has no
/// control characters. It is empty only if nothing visible is left.
pub fn segment(segment: &str) -> String {
    let stem = with_written_date(without_ending(segment));
    let mut title = shown(&decoded(&spaced(&stem)));
    if title.is_empty() {
        title = shown(&decoded(segment));
    }
    let mut title = with_names(&title);
    let date = date_length(title.as_bytes());
    let words = if title[date..].starts_with(' ') { date + 1 } else { 0 };
    if title.matches('.').count() < MIN_DOTS_OF_CLASS || title.contains(' ') {
        raise_first_letter(&mut title, words);
    }
    title
}

/// Writes a date of eight digits at the start with hyphens: `20240503-a-new-year` becomes `2024-05-03-a-new-year`.
fn with_written_date(stem: &str) -> Cow<'_, str> {
    if let Some((digits, rest)) = stem.split_at_checked(8)
        && rest.len() > 1
        && rest.starts_with(['-', '_'])
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        let written = format!("{}-{}-{}{rest}", &digits[..4], &digits[4..6], &digits[6..]);
        if date_length(written.as_bytes()) == "2024-05-03".len() {
            return Cow::Owned(written);
        }
    }
    Cow::Borrowed(stem)
}

/// Writes well-known names as people write them: `API`, `gRPC`, `JavaScript`. Other words stay.
fn with_names(title: &str) -> String {
    let written = |word: &str| match NAMES.binary_search_by(|(lower, _)| (*lower).cmp(word)) {
        Ok(at) => NAMES[at].1.to_owned(),
        Err(_) => word.to_owned(),
    };
    title.split(' ').map(written).collect::<Vec<_>>().join(" ")
}

/// Returns the title for the query of an address (the text after `?`): `item=12&desc=a%20b` becomes `item=12, desc=a
/// b`.
pub fn query(query: &str) -> String {
    let mut title = String::with_capacity(query.len());
    for part in query.split('&') {
        // In a query, a plus sign is a space (HTML, "application/x-www-form-urlencoded").
        let part = shown(&decoded(&part.replace('+', " ")));
        if !part.is_empty() {
            title.push_str(if title.is_empty() { "" } else { ", " });
            title.push_str(&part);
        }
    }
    title
}

/// Names of feeds, which do not say what a feed is about.
const FEED_NAMES: [&str; 7] = ["atom", "feed", "feeds", "index", "rss", "rss2", "xml"];

/// Returns a title for an address in a list of many sites: the host, and the name of the page if there is one. Returns
/// `None` if the address has no host.
pub(crate) fn with_host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().filter(|host| !host.is_empty())?;
    let address = rest.split('#').next().unwrap_or_default();
    let (path, asked) = address.split_once('?').unwrap_or((address, ""));
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let (name, word) = match name.is_empty() {
        true => (query(asked), asked.rsplit('=').next().unwrap_or_default()),
        false => (segment(name), name.split('.').next().unwrap_or_default()),
    };
    let is_feed = FEED_NAMES.iter().any(|known| word.eq_ignore_ascii_case(known));
    Some(if is_feed || name.is_empty() { host.to_owned() } else { format!("{host} / {name}") })
}

/// Returns a segment or an address without the file extension of a web page.
pub(crate) fn without_ending(segment: &str) -> &str {
    match segment.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !stem.ends_with('/') && is_page_ending(ending) => stem,
        _ => segment,
    }
}

fn is_page_ending(ending: &str) -> bool {
    PAGE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns the percent-decoded text, or the text itself if the result is not UTF-8. Text that is encoded twice
/// (`caf%25C3%25A9`) is decoded twice.
fn decoded(text: &str) -> Cow<'_, str> {
    let once = percent_decode_str(text).decode_utf8().unwrap_or(Cow::Borrowed(text));
    if !text.contains("%25") {
        return once;
    }
    let twice = percent_decode_str(&once).decode_utf8().map(Cow::into_owned);
    twice.map_or(once, Cow::Owned)
}

/// Replaces the characters between words by spaces. A percent-encoded character stays. If underscores separate words, the
/// hyphen of a name stays (`Hyper-V_on_Windows`).
fn spaced(text: &str) -> String {
    let bytes = text.as_bytes();
    let has_underscores = text.trim_matches('_').contains('_');
    let is_word = |at: usize| bytes.get(at).is_some_and(|b| !b.is_ascii_punctuation() || *b == b'%');
    let mut spaced = String::with_capacity(text.len());
    let mut date_ends = 0;
    for (at, c) in text.char_indices() {
        if at >= date_ends && c.is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit()) {
            date_ends = at + date_length(&bytes[at..]);
        }
        let is_joint = match c {
            '_' => true,
            '-' => at >= date_ends && !(has_underscores && is_in_name(&text[..at], &text[at + 1..])),
            '+' => at > 0 && is_word(at - 1) && is_word(at + 1),
            _ => false,
        };
        spaced.push(if is_joint { ' ' } else { c });
    }
    spaced
}

/// Returns `true` if the hyphen between two texts is in a name: both words start with an upper-case letter.
fn is_in_name(before: &str, after: &str) -> bool {
    let word = before.rsplit(['_', '-']).next().unwrap_or_default();
    word.starts_with(char::is_uppercase) && after.starts_with(char::is_uppercase)
}

/// Returns the length of a date at the start of the text, such as `2024-05-03` or `2024-05`, or 0.
fn date_length(bytes: &[u8]) -> usize {
    let fits = |from: usize, max: u8| match bytes.get(from..from + 3) {
        Some(&[b'-', tens @ b'0'..=b'9', ones @ b'0'..=b'9']) => {
            let follows = bytes.get(from + 3).is_some_and(u8::is_ascii_digit);
            !follows && (1..=max).contains(&((tens - b'0') * 10 + ones - b'0'))
        }
        _ => false,
    };
    let is_year = bytes.len() > 4 && matches!(&bytes[..2], b"19" | b"20") && bytes[2..4].iter().all(u8::is_ascii_digit);
    match (is_year && fits(4, 12), fits(7, 31)) {
        (true, true) => 10,
        (true, false) => 7,
        _ => 0,
    }
}

/// Collapses and trims white space, and removes invisible characters and direction marks.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut is_after_space = true;
    for c in text.chars() {
        if c.is_whitespace() {
            if !is_after_space {
                shown.push(' ');
            }
            is_after_space = true;
        } else if !is_invisible(c) {
            shown.push(c);
            is_after_space = false;
        }
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// Returns `true` for control characters, the byte order mark, and direction marks (Unicode, UAX 9).
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Changes the first letter of the words, which start at this byte, to upper case. Names like `iPhone` stay.
fn raise_first_letter(title: &mut String, words: usize) {
    let mut letters = title[words..].chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return };
    let mut upper = first.to_uppercase();
    if let (Some(upper), None) = (upper.next(), upper.next())
        && !second.is_some_and(char::is_uppercase)
    {
        title.replace_range(words..words + first.len_utf8(), upper.encode_utf8(&mut [0; 4]));
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))] // proptest is a native dev-dependency
mod tests {
    use super::*;

    #[test]
    fn a_segment_becomes_a_title() {
        for (raw, title) in [
            ("", ""),
            ("about", "About"),
            ("about-us", "About us"),
            ("our_new__offers--2", "Our new offers 2"),
            ("Hyper-V_on_Windows", "Hyper-V on Windows"),
            ("_hyper-text", "Hyper text"),
            ("salt+pepper", "Salt pepper"),
            ("About%20Us", "About Us"),
            ("%20about%09%0Aus%20", "About us"),
            ("page.html", "Page"),
            ("Page.HTML", "Page"),
            ("index.php", "Index"),
            ("news.aspx", "News"),
            ("read-me.md", "Read me"),
            ("annual-report.pdf", "Annual report.pdf"),
            ("archive.tar.gz", "Archive.tar.gz"),
            ("v1.2.3", "V1.2.3"),
            ("org.example.garden.Spade", "org.example.garden.Spade"),
            ("a.b.c.d-e", "A.b.c.d e"),
            ("example.com", "Example.com"),
            (".html", ".html"),
            (".well-known", ".well known"),
            ("..", ".."),
            ("42", "42"),
            ("00017", "00017"),
            ("2024", "2024"),
            ("2024-05", "2024-05"),
            ("2024-05-03", "2024-05-03"),
            ("2024-05-03-a-new-year.html", "2024-05-03 A new year"),
            ("2024-05-news", "2024-05 News"),
            ("20240503-a-new-year", "2024-05-03 A new year"),
            ("20240503_iPhone", "2024-05-03 iPhone"),
            ("20240503", "20240503"),
            ("20241303-a", "20241303 a"),
            ("202405031-a", "202405031 a"),
            ("budget-2024-05-03", "Budget 2024-05-03"),
            ("2023-2024", "2023 2024"),
            ("2024-13-01", "2024 13 01"),
            ("1-2-3", "1 2 3"),
            ("12024-05", "12024 05"),
            ("2024-051", "2024 051"),
            ("2024-05-031", "2024-05 031"),
            ("covid-19", "Covid 19"),
            ("NASA", "NASA"),
            ("FAQ_and-Help", "FAQ and Help"),
            ("FAQ_and_Self-Help", "FAQ and Self-Help"),
            ("getting-started_now", "Getting started now"),
            ("iPhone-15", "iPhone 15"),
            ("aboutUs", "AboutUs"),
            ("c++", "C++"),
            ("notepad++-tips", "Notepad++ tips"),
            ("c%2B%2B", "C++"),
            ("a%2Bb", "A+b"),
            ("non%2Dstop", "Non-stop"),
            ("-", "-"),
            ("__", "__"),
            ("--.html", "--.html"),
            ("~user", "~user"),
            ("@name", "@name"),
            ("item=12&a", "Item=12&a"),
        ] {
            assert_eq!(segment(raw), title, "{raw}");
        }
    }

    #[test]
    fn a_title_may_name_the_site() {
        for (url, title) in [
            ("https://host.example/docs/how-to-do.html#x", Some("host.example / How to do")),
            ("https://host.example/dashboard?tab=usage", Some("host.example / Dashboard")),
            ("https://host.example/", Some("host.example")),
            ("https://host.example", Some("host.example")),
            ("https://host.example:8080/?p=3", Some("host.example:8080 / p=3")),
            ("https://host.example/blog/feed/", Some("host.example")),
            ("https://host.example/RSS.xml", Some("host.example")),
            ("https://host.example/?format=RSS", Some("host.example")),
            ("https://user:word@host.example/a", Some("host.example / A")),
            ("mailto:a@host.example", None),
            ("://", None),
        ] {
            assert_eq!(with_host(url).as_deref(), title, "{url}");
        }
    }

    #[test]
    fn segments_in_other_scripts_become_titles() {
        for (raw, title) in [
            ("caf%C3%A9", "Café"),
            ("caf%25C3%25A9", "Café"),
            ("a%2520b", "A b"),
            ("100%25", "100%"),
            ("100%25-wool", "100% wool"),
            ("caf%25E9", "Caf%E9"),
            ("%C3%A9cole-normale", "École normale"),
            ("école", "École"),
            ("%E6%97%A5%E6%9C%AC%E8%AA%9E", "日本語"),
            ("日本-東京", "日本 東京"),
            ("日本+東京", "日本 東京"),
            ("%D7%A9%D7%9C%D7%95%D7%9D-%D7%A2%D7%95%D7%9C%D7%9D", "שלום עולם"),
            ("%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8", "Новости"),
            ("straße", "Straße"),
            ("ßa", "ßa"),
            ("%F0%9F%8E%89-party", "🎉 party"),
            ("%E3%80%80a%C2%A0b%E2%80%A8c", "A b c"),
        ] {
            assert_eq!(segment(raw), title, "{raw}");
        }
    }

    #[test]
    fn text_that_is_not_utf_8_stays_as_written() {
        assert_eq!(segment("caf%E9-bar"), "Caf%E9 bar");
        assert_eq!(segment("100%"), "100%");
        assert_eq!(segment("%zz"), "%zz");
        assert_eq!(segment("a%2"), "A%2");
        assert_eq!(segment("%ED%A0%80"), "%ED%A0%80");
        assert_eq!(query("q=%E9&p=a%20b"), "q=%E9, p=a b");
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(segment("a%00b%07c%1B%7F%C2%85d"), "Abc d");
        assert_eq!(segment("%E2%80%AEgpj.exe"), "Gpj.exe");
        assert_eq!(segment("%EF%BB%BFa%E2%80%8Bb"), "Ab");
        assert_eq!(segment("%00"), "");
        assert_eq!(segment("%20"), "");
        assert_eq!(query("a=%0A%01&b=%0Dc"), "a=, b= c");
        // Joiners are a part of Persian words and of emoji.
        assert_eq!(segment("می%E2%80%8Cخواهم"), "می\u{200c}خواهم");
    }

    #[test]
    fn a_query_becomes_a_title() {
        for (raw, title) in [
            ("", ""),
            ("item=12&desc=vacation_hawaii", "item=12, desc=vacation_hawaii"),
            ("q=salt+and%20pepper", "q=salt and pepper"),
            ("q=c%2B%2B", "q=c++"),
            ("a=1&&b", "a=1, b"),
            ("a=1%26b&c", "a=1&b, c"),
            ("a=", "a="),
            ("&", ""),
            ("%E6%97%A5=%E6%9C%AC", "日=本"),
        ] {
            assert_eq!(query(raw), title, "{raw}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_becomes_one_visible_line(
            text in "(?s)([-_+.&=/a-zA-Zé日 ]|%[0-9A-F]{2}|%C2%[89AB][0-9A-F]|2024|-05|.){0,24}",
        ) {
            for title in [segment(&text), query(&text)] {
                proptest::prop_assert!(!title.chars().any(is_invisible), "{title:?}");
                proptest::prop_assert_eq!(title.split_whitespace().collect::<Vec<_>>().join(" "), title);
            }
        }
    }
}
