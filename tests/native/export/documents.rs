//! Pseudo-random documents.

use proptest::prelude::*;

/// Text in XML, also hostile text.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[a-zA-Z0-9 ]{1,6}",
        1 => Just("&amp;".to_owned()),
        1 => Just("&lt;b&gt;".to_owned()),
        1 => Just("]]&gt;".to_owned()),
        1 => Just("&quot;'".to_owned()),
        1 => Just("&#x1F600;".to_owned()),
        1 => Just("\u{202e}\u{a0}\u{3000}é".to_owned()),
        1 => Just("\u{1}\u{fffe}".to_owned()),
        1 => Just("\u{7f}\u{85}\u{200b}".to_owned()),
        1 => Just("&#10;&#9;".to_owned()),
        1 => Just("_x0020_".to_owned()),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// An address from a small set, so that some are equal.
fn address() -> impl Strategy<Value = String> {
    let host = prop_oneof![4 => Just("https://www.example.org"), 1 => Just("http://other.example:8080"), 1 => Just("")];
    let path = prop_oneof![
        4 => "(/[ab]{1,2}){0,3}/?",
        1 => Just("/a?x=1&amp;y=%20".to_owned()),
        1 => Just("/b#part".to_owned()),
        1 => Just("/c d/é%C3%A9".to_owned()),
        1 => Just("/index.html".to_owned()),
    ];
    prop_oneof![
        12 => (host, path).prop_map(|(host, path)| format!("{host}{path}")),
        1 => Just("mailto:ann@example.org".to_owned()),
        1 => Just("ftp://ftp.example.org/x".to_owned()),
        1 => Just("javascript:alert(1)".to_owned()),
        1 => Just("\u{1}https://www.example.org/".to_owned()),
        1 => Just("x".repeat(2100)),
    ]
}

fn maybe<T: std::fmt::Debug>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::weighted(0.7, value)
}

fn rarely<T: std::fmt::Debug>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::weighted(0.15, value)
}

fn element(name: &str, text: Option<&String>) -> String {
    text.map_or(String::new(), |text| format!("<{name}>{text}</{name}>"))
}

fn attribute(name: &str, value: Option<impl std::fmt::Display>) -> String {
    value.map_or(String::new(), |value| format!(" {name}=\"{value}\""))
}

const NAMESPACES: &str = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/' \
    xmlns:negs='http://navibar.oaklett.org/negs/1.0#' xmlns:xhtml='http://www.w3.org/1999/xhtml' \
    xmlns:navi='http://navibar.oaklett.org/export/1.0#' xmlns:detail='http://navibar.oaklett.org/export/1.0/detail#'";

fn kind() -> impl Strategy<Value = Option<&'static str>> {
    rarely(prop::sample::select(vec!["folder", "separator", "document", "deleted", "open", "language", "folder open"]))
}

/// NNS with few pages and lists, so that they are used several times. Lists can continue with other lists.
pub(super) fn nns() -> impl Strategy<Value = String> {
    let lists = || prop::collection::vec(prop_oneof![3 => 10..15u8, 1 => 0..7u8], 0..3);
    let page = (
        (maybe(text()), maybe(address()), rarely(address()), kind()),
        (rarely(text()), rarely(text()), rarely(0..7u8)),
        (lists(), lists(), any::<bool>()),
    );
    let list = (prop::collection::vec((1..5u8, 0..7u8), 0..4), rarely(10..15u8));
    let all = (prop::collection::vec(page, 1..7), prop::collection::vec(list, 1..5));
    all.prop_map(|(pages, lists)| {
        // The first page is the root. Some of the others have names.
        let names: Vec<bool> = pages.iter().map(|(_, _, (_, _, is_named))| *is_named).collect();
        let reference = |attribute: &str, to: u8| match to {
            0 => format!(" rdf:{attribute}='urn:sitemap:root'"),
            1..10 if names.get(usize::from(to)).is_none_or(|is_named| *is_named) => {
                format!(" rdf:{attribute}='my:page-{to}'")
            }
            _ => format!(" rdf:nodeID='n{to}'"),
        };
        let mut document = format!("<rdf:RDF {NAMESPACES}>");
        for (at, ((title, url, icon, kind), (creator, other, alias), (contains, embeds, _))) in pages.iter().enumerate()
        {
            document += &format!("\n<rdf:Description{}>", reference("about", at as u8));
            document += &element("dc:title", title.as_ref());
            document += &element("dc:identifier", url.as_ref());
            document += &element("map:icon", icon.as_ref());
            document += &element("dc:creator", creator.as_ref());
            document += &element("detail:other_x0020_thing", other.as_ref());
            for (name, value) in [("added", other), ("visited", creator), ("added", creator), ("description", other)] {
                document += &element(&format!("detail:{name}"), value.as_ref());
                document += &element(&format!("detail:{name}"), other.as_ref());
            }
            document += &element("navi:kind", kind.map(str::to_owned).filter(|_| at > 0).as_ref());
            if let Some(alias) = alias.filter(|_| at > 0) {
                document += &format!("<navi:aliasOf{}/>", reference("resource", alias));
            }
            for (property, lists) in [("container", contains), ("embedded", embeds)] {
                for &list in lists {
                    document += &format!("<map:{property}{}/>", reference("resource", list));
                }
            }
            if at == 0 {
                document += "<map:container rdf:nodeID='n10'/>";
            }
            document += "</rdf:Description>";
        }
        for (at, (members, rest)) in lists.iter().enumerate() {
            document += &format!("\n<rdf:Description rdf:nodeID='n{}'>", at + 10);
            for &(n, member) in members {
                document += &format!("<rdf:_{n}{}/>", reference("resource", member));
            }
            if let Some(rest) = rest {
                document += &format!("<rdf:rest{}/>", reference("resource", *rest));
            }
            document += "</rdf:Description>";
        }
        // The target of an alias is shown somewhere.
        let aliases = pages.iter().filter_map(|(_, (_, _, alias), _)| *alias).filter(|&to| to > 0);
        for (at, to) in aliases.enumerate() {
            document += &format!("\n<rdf:Description rdf:nodeID='n10'><rdf:_{}{}/>", at + 5, reference("resource", to));
            document += "</rdf:Description>";
        }
        document + "\n</rdf:RDF>"
    })
}

/// Plain sitemaps, and sitemaps with parents (NEGS).
pub(super) fn sitemap() -> impl Strategy<Value = String> {
    let id = || prop_oneof![2 => (0..6u8).prop_map(|n| format!("i{n}")), 2 => Just("urn:sitemap:root".to_owned())];
    let day = prop::sample::select(vec!["2024-01-02", "2024-01-02T03:04:05Z", "2024", "2024-01-02 03:04", "never"]);
    let link = (prop::sample::select(vec!["en", "de-CH", "x-default", "&lt;"]), address());
    let page = (
        (maybe(address()), maybe(text()), rarely(address()), rarely(text())),
        (
            rarely(day),
            rarely(Just("daily")),
            rarely(prop::sample::select(vec!["0.5", "7"])),
            prop::collection::vec(link, 0..2),
        ),
        (maybe(0..6u8), maybe(id()), rarely(id()), rarely(0..4u8)),
    );
    (prop::collection::vec(page, 0..8), any::<bool>()).prop_map(|(pages, is_negs)| {
        let mut document = format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' {NAMESPACES}>");
        for ((loc, title, icon, creator), (day, often, priority, links), (id, child_of, relates_to, order)) in &pages {
            document += "\n<url";
            if is_negs {
                document += &attribute("id", id.map(|id| format!("i{id}")));
                document += &attribute("negs:childOf", child_of.as_ref());
                document += &attribute("negs:relatesTo", relates_to.as_ref());
                document += &attribute("negs:order", order.as_ref());
            }
            document += ">";
            document += &element("loc", loc.as_ref());
            document += &element("lastmod", day.map(str::to_owned).as_ref());
            document += &element("changefreq", often.map(str::to_owned).as_ref());
            document += &element("priority", priority.map(str::to_owned).as_ref());
            document += &element("dc:title", title.as_ref());
            document += &element("dc:creator", creator.as_ref());
            document += &element("negs:icon", icon.as_ref().filter(|_| is_negs));
            for (language, href) in links {
                document += &format!("<xhtml:link rel='alternate' hreflang='{language}' href='{href}'/>");
            }
            document += "</url>";
        }
        document + "\n</urlset>"
    })
}

#[derive(Clone, Debug)]
enum Entry {
    Folder(Parts, bool, Vec<Entry>),
    Bookmark(Parts, Option<String>),
    Separator,
    Alias(u8),
}

/// The parts of a folder or bookmark: number, title, description and date. The last part is `true` if it has metadata.
type Parts = (Option<u8>, Option<String>, Option<String>, Option<&'static str>, bool);

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let parts = || {
        let date = rarely(prop::sample::select(vec!["1998-10-01T10:20:30Z", "soon"]));
        (maybe(0..6u8), maybe(text()), rarely(text()), date, proptest::bool::weighted(0.1))
    };
    let leaf = prop_oneof![
        4 => (parts(), maybe(address())).prop_map(|(parts, href)| Entry::Bookmark(parts, href)),
        1 => Just(Entry::Separator),
        2 => (0..7u8).prop_map(Entry::Alias),
    ];
    let entry = leaf.prop_recursive(4, 16, 4, move |entry| {
        (parts(), any::<bool>(), prop::collection::vec(entry, 0..4))
            .prop_map(|(parts, is_open, entries)| Entry::Folder(parts, is_open, entries))
    });
    prop::collection::vec(entry, 0..5)
}

pub(super) fn xbel() -> impl Strategy<Value = String> {
    entries().prop_map(|entries| {
        let mut ids = std::collections::BTreeSet::new();
        let mut document = String::from("<xbel id='i6'>");
        document.extend(entries.iter().map(|entry| written(entry, &mut ids)));
        document + "\n</xbel>"
    })
}

fn written(entry: &Entry, ids: &mut std::collections::BTreeSet<u8>) -> String {
    let (parts, open, rest) = match entry {
        Entry::Separator => return "\n<separator/>".to_owned(),
        Entry::Alias(to) => return format!("\n<alias ref='i{to}'/>"),
        Entry::Bookmark(parts, href) => {
            (parts, format!("bookmark{}", attribute("href", href.as_ref())), "</bookmark>".to_owned())
        }
        Entry::Folder(parts, is_open, entries) => {
            let entries: String = entries.iter().map(|entry| written(entry, ids)).collect();
            (parts, format!("folder{}", attribute("folded", is_open.then_some("no"))), format!("{entries}</folder>"))
        }
    };
    let (id, title, description, date, has_metadata) = parts;
    let id = id.filter(|id| ids.insert(*id)).map(|id| format!("i{id}"));
    let metadata =
        "<info><metadata owner='somebody'> <x:a xmlns:x='urn:x' b=\"&amp;\">c<!-- d --></x:a></metadata></info>";
    let metadata = if *has_metadata { metadata } else { "" };
    let (title, description) = (element("title", title.as_ref()), element("desc", description.as_ref()));
    format!("\n<{open}{}{}>{title}{metadata}{description}{rest}", attribute("id", id), attribute("added", *date))
}

pub(super) fn html() -> impl Strategy<Value = String> {
    let is_closed = any::<bool>();
    (entries(), is_closed).prop_map(|(entries, is_closed)| {
        let list: String = entries.iter().map(|entry| html_entry(entry, is_closed)).collect();
        format!("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Title</H1>\n<DL><p>{list}\n</DL>")
    })
}

fn html_entry(entry: &Entry, is_closed: bool) -> String {
    let attributes = |(id, _, _, date, has_tags): &Parts| {
        let seconds = date.map(|date| if date == "soon" { date } else { "907237230" });
        let tags = has_tags.then_some("a, b");
        let words = id.filter(|id| *id > 4).map(|_| "language open");
        attribute("ADD_DATE", seconds)
            + &attribute("TAGS", tags)
            + &attribute("navi:kind", words)
            + &attribute("ID", *id)
    };
    let end = |name: &str| if is_closed { format!("</{name}>") } else { String::new() };
    let description = |(_, _, text, _, _): &Parts| text.as_ref().map_or(String::new(), |text| format!("\n<DD>{text}"));
    let title = |(_, title, _, _, _): &Parts| title.clone().unwrap_or_default();
    match entry {
        Entry::Separator => "\n<HR>".to_owned(),
        Entry::Alias(to) => format!("\n<DT><A navi:ref=\"{to}\">Alias</A>"),
        Entry::Bookmark(parts, href) => {
            let attributes = attribute("HREF", href.as_ref()) + &attributes(parts);
            format!("\n<DT><A{attributes}>{}{}{}", title(parts), end("A"), description(parts))
        }
        Entry::Folder(parts, _, entries) => {
            let list: String = entries.iter().map(|entry| html_entry(entry, is_closed)).collect();
            let head = format!("\n<DT><H3{}>{}{}{}", attributes(parts), title(parts), end("H3"), description(parts));
            format!("{head}\n<DL><p>{list}\n</DL><p>")
        }
    }
}

pub(super) fn opml() -> impl Strategy<Value = String> {
    entries().prop_map(|entries| {
        let body: String = entries.iter().map(outline).collect();
        format!("<opml version='2.0' {NAMESPACES}><head><title>Title</title></head><body>{body}\n</body></opml>")
    })
}

fn outline(entry: &Entry) -> String {
    let attributes = |(id, title, description, date, is_feed): &Parts, href: Option<&String>| {
        let quoted = |text: &Option<String>| text.as_ref().map(|text| text.replace('"', "&quot;"));
        let address = if *is_feed { "xmlUrl" } else { "url" };
        let kind = is_feed.then_some("rss").or((*id == Some(1)).then_some("link"));
        attribute("text", quoted(title))
            + &attribute("description", quoted(description))
            + &attribute("created", *date)
            + &attribute("type", kind)
            + &attribute(address, href)
            + &attribute("navi:id", *id)
    };
    match entry {
        Entry::Separator => "\n<outline text='-' navi:kind='separator'/>".to_owned(),
        Entry::Alias(to) => format!("\n<outline text='Alias' navi:ref='{to}'/>"),
        Entry::Bookmark(parts, href) => format!("\n<outline{}/>", attributes(parts, href.as_ref())),
        Entry::Folder(parts, has_address, entries) => {
            let inside: String = entries.iter().map(outline).collect();
            let href = has_address.then(|| "https://www.example.org/folder".to_owned());
            format!("\n<outline{}>{inside}</outline>", attributes(parts, href.as_ref()))
        }
    }
}
