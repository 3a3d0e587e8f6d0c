//! Reads the facts that the reference needs from an HTML file.

use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use serde_json::Value;

use super::elements::{attribute, collapsed, find, name, not_empty, text, text_except};
use super::menu::{self, Menu};

/// Maximum depth of elements. Deeper ones are ignored, because the code is recursive.
const MAX_DEPTH: usize = 400;

/// The facts of a page. Addresses are as the file has them.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// the text of the first `h1` in `main` or `article`, otherwise of the first `h1`
    pub(super) h1: Option<String>,
    /// what the whole `h1` links to
    pub(super) h1_href: Option<String>,
    /// the document only sends the browser on to another page
    pub(super) is_redirect: bool,
    /// the text of `title`
    pub(super) title: Option<String>,
    /// the entries of each menu
    pub(super) menus: Vec<Menu>,
    /// what stands for the menu of a page without one
    pub(super) row_of_links: Option<Menu>,
    /// the last `BreadcrumbList`, or the links of a breadcrumb
    pub(super) breadcrumb: Vec<Crumb>,
    /// the links in `nav`, `aside` and `header`, in document order
    pub(super) links: Vec<String>,
}

/// An entry of a breadcrumb.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crumb {
    pub(super) name: String,
    pub(super) href: Option<String>,
}

/// Reads a file.
pub(super) fn read(html: &str) -> Page {
    let dom = html5ever::parse_document(RcDom::default(), Default::default()).one(html);
    let mut reader = Reader::default();
    reader.visit(&dom.document, Around::default(), 0);
    if reader.page.menus.is_empty() {
        // Without landmarks, classes say which elements are menus.
        reader = Reader { by_class: true, ..Reader::default() };
        reader.visit(&dom.document, Around::default(), 0);
    }
    let Reader { mut page, first_h1, .. } = reader;
    if page.menus.is_empty() {
        page.row_of_links = menu::row_of_links(&dom.document);
    }
    if page.h1.is_none() {
        (page.h1, page.h1_href) = first_h1.unwrap_or_default();
    }
    page
}

/// The language of a file: the first subtag of its `lang`, in lower case. Reads only the tag `html`, because sites can have a
/// hundred times more files in other languages.
pub(super) fn language(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<html")?;
    let (tag, _) = rest.split_once('>')?;
    let (_, value) = tag.split_once(" lang=")?;
    let value = value.trim_start_matches(['"', '\'']);
    let subtag = value.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    not_empty(subtag.to_ascii_lowercase())
}

/// The context of an element.
#[derive(Clone, Copy, Default)]
struct Around {
    /// `main` or `article`
    content: bool,
    /// `nav`, `aside` or `header`
    navigation: bool,
    /// a menu, which may contain other navigation
    menu: bool,
    /// a footer, a breadcrumb and the like
    no_menu: bool,
    /// an entry of a list, such as the card of a product
    item: bool,
}

#[derive(Default)]
struct Reader {
    page: Page,
    first_h1: Option<(Option<String>, Option<String>)>,
    /// elements are menus by their classes too
    by_class: bool,
}

impl Reader {
    fn visit(&mut self, node: &Handle, mut around: Around, depth: usize) {
        let is_text = !matches!(node.data, NodeData::Element { .. } | NodeData::Document);
        if is_text || depth > MAX_DEPTH {
            return;
        }
        match name(node) {
            // An SVG drawing has a title, too.
            Some("title") if self.page.title.is_none() => self.page.title = not_empty(text(node)),
            Some("h1") if !around.item => {
                let heading = (not_empty(heading_text(node)), heading_link(node));
                if around.content && self.page.h1.is_none() {
                    (self.page.h1, self.page.h1_href) = heading;
                } else if self.first_h1.is_none() && heading.0.is_some() {
                    self.first_h1 = Some(heading);
                }
            }
            Some("meta") if is_redirect(node) => self.page.is_redirect = true,
            Some("li") => around.item = true,
            Some("svg") => return,
            Some("script") => self.read_json(node),
            Some("a") if around.navigation && !around.no_menu => self.page.links.extend(attribute(node, "href")),
            Some("main" | "article") => around.content = true,
            _ => {}
        }
        if attribute(node, "role").is_some_and(|role| role == "main") {
            around.content = true;
        }
        if attribute(node, "itemtype").is_some_and(|types| types.contains("BreadcrumbList")) {
            self.page.breadcrumb = microdata(node);
        }
        if menu::is_breadcrumb(node) {
            self.list_crumbs(node);
        }
        around.no_menu |= menu::is_no_menu(node);
        let is_menu = menu::is_menu(node) || self.by_class && menu::is_named_menu(node);
        around.navigation |= is_menu || name(node) == Some("header");
        if is_menu && !around.menu && !around.no_menu {
            around.menu = true;
            let menu = Menu { items: menu::items(node), is_aside: name(node) == Some("aside") };
            self.page.menus.extend(Some(menu).filter(|menu| !menu.items.is_empty()));
        }
        for child in node.children.borrow().iter() {
            self.visit(child, around, depth + 1);
        }
    }

    /// Reads a breadcrumb that is only a list of links.
    fn list_crumbs(&mut self, node: &Handle) {
        if self.page.breadcrumb.is_empty() {
            let links = find(node, &|node| name(node) == Some("a"));
            let crumb = |link: &Handle| Some(Crumb { name: not_empty(text(link))?, href: attribute(link, "href") });
            self.page.breadcrumb = links.iter().filter_map(crumb).collect();
        }
    }

    /// Reads a `BreadcrumbList` in JSON-LD.
    fn read_json(&mut self, node: &Handle) {
        if attribute(node, "type").is_none_or(|kind| kind != "application/ld+json") {
            return;
        }
        let Ok(json) = serde_json::from_str::<Value>(&raw_text(node)) else { return };
        let mut values = vec![&json];
        while let Some(value) = values.pop() {
            match value {
                Value::Array(each) => values.extend(each),
                Value::Object(object) if object.get("@type").and_then(Value::as_str) == Some("BreadcrumbList") => {
                    let crumbs = object.get("itemListElement").and_then(Value::as_array);
                    self.page.breadcrumb = crumbs.into_iter().flatten().filter_map(crumb).collect();
                }
                Value::Object(object) => values.extend(object.values()),
                _ => {}
            }
        }
    }
}

fn crumb(entry: &Value) -> Option<Crumb> {
    let item = &entry["item"];
    let name = entry["name"].as_str().or_else(|| item["name"].as_str())?;
    let href = item.as_str().or_else(|| item["@id"].as_str()).map(str::to_owned);
    Some(Crumb { name: collapsed(name), href })
}

/// The entries of a `BreadcrumbList` in microdata.
fn microdata(list: &Handle) -> Vec<Crumb> {
    let entries = find(list, &|node| attribute(node, "itemprop").is_some_and(|name| name == "itemListElement"));
    let crumb = |entry: &Handle| {
        let link = find(entry, &|node| name(node) == Some("a")).first().and_then(|link| attribute(link, "href"));
        let named = find(entry, &|node| attribute(node, "itemprop").is_some_and(|name| name == "name"));
        let name = named.first().map_or_else(|| text(entry), text);
        Some(Crumb { name: not_empty(name)?, href: link })
    };
    entries.iter().filter_map(crumb).collect()
}

fn raw_text(node: &Handle) -> String {
    let children = node.children.borrow();
    let texts = children.iter().map(|child| match &child.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    });
    texts.collect()
}

/// The text of a heading without the link to itself, such as `¶`.
fn heading_text(node: &Handle) -> String {
    text_except(node, &|node| {
        name(node) == Some("a")
            && attribute(node, "href").is_some_and(|href| href.contains('#'))
            && !text(node).contains(char::is_alphanumeric)
    })
}

/// What a heading links to, if the whole heading is a link.
fn heading_link(node: &Handle) -> Option<String> {
    let links = find(node, &|node| name(node) == Some("a"));
    let link = links.iter().find(|link| text(link) == text(node))?;
    attribute(link, "href").filter(|href| !href.starts_with('#'))
}

/// Returns `true` for a `meta` that sends the browser on without a delay.
fn is_redirect(node: &Handle) -> bool {
    let is_refresh = attribute(node, "http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"));
    let content = attribute(node, "content").unwrap_or_default();
    is_refresh && content.trim_start().starts_with('0') && content.contains(['=', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_is_the_first_in_the_main_part() {
        let page =
            read("<html lang=de><title> A\n page </title><h1>Site</h1><main><h1>Page <a href='#x'>¶</a></h1></main>");
        assert_eq!(page.title.as_deref(), Some("A page"));
        assert_eq!(page.h1.as_deref(), Some("Page"));
        let page = read("<h1><a href=/>Site</a></h1><ul><li><h1>A card</h1></ul><article><h1>News</h1></article>");
        assert_eq!((page.h1.as_deref(), page.h1_href), (Some("News"), None));
        let page = read("<h1><a href=/>Site</a></h1>");
        assert_eq!((page.h1.as_deref(), page.h1_href.as_deref()), (Some("Site"), Some("/")));
        assert_eq!(read("<h1><svg><title>Logo</title></svg></h1><h1>One</h1>").h1.as_deref(), Some("One"));
    }

    #[test]
    fn a_refresh_without_delay_is_a_redirect() {
        assert!(read("<meta http-equiv=Refresh content='0; url=/new'>").is_redirect);
        assert!(!read("<meta http-equiv=refresh content='30'>").is_redirect);
    }

    #[test]
    fn the_language_is_that_of_the_document() {
        assert_eq!(language("<!doctype html><html class=a lang='pt-BR'>").as_deref(), Some("pt"));
        assert_eq!(language("<html lang=EN><p lang=de>").as_deref(), Some("en"));
        assert_eq!(language("<html><p lang=de>"), None);
    }

    #[test]
    fn links_of_navigation_are_in_document_order() {
        let page = read(
            "<header><a href=1>A</a><nav><a href=2>B</a></nav></header><a href=3>C</a>\
             <nav class=pagination><a href=4>D</a></nav><aside><a href=5>E</a></aside><footer><nav><a href=6>F</a></nav></footer>",
        );
        assert_eq!(page.links, ["1", "2", "5"]);
        assert_eq!(page.menus.len(), 2);
    }

    #[test]
    fn classes_name_menus_only_without_landmarks() {
        let bar = "<div class='navbar main'><ul><li><a href=a>A</a></ul></div>";
        let page = read(bar);
        assert_eq!((page.menus.len(), page.links), (1, vec!["a".to_owned()]));
        let page = read(&format!("{bar}<nav><a href=b>B</a></nav>"));
        assert_eq!((page.menus.len(), page.links), (1, vec!["b".to_owned()]));
    }

    #[test]
    fn a_row_of_links_is_a_menu_if_nothing_else_is_one() {
        let row = "<table><tr><td>Home<td>|<td><a href=a>A</a><td>|<td><a href=b>B</a><td><a href=c>C</a></table>";
        let links = |html: &str| {
            let row = read(html).row_of_links?;
            Some(row.items.into_iter().filter_map(|item| item.href).collect::<Vec<_>>().join(" "))
        };
        let prose = "<p>A <a href=x>tale</a> of <a href=y>two</a> <a href=z>cities</a>, long ago, with many bridges, towers and markets.</p>";
        assert_eq!(links(&format!("{prose}{row}")).as_deref(), Some("a b c"));
        assert_eq!(links(&format!("{row}<nav><a href=d>D</a></nav>")), None);
        assert_eq!(links(&row.replace('|', ">")), None, "a path");
    }

    #[test]
    fn a_list_of_links_is_a_breadcrumb_without_other_facts() {
        let list = "<nav aria-label=Breadcrumb><ol><li><a href=/>Home</a><li><a href=s>S</a></ol></nav>";
        let crumbs = read(list).breadcrumb;
        assert_eq!(crumbs.iter().map(|crumb| &*crumb.name).collect::<Vec<_>>(), ["Home", "S"]);
    }

    #[test]
    fn breadcrumbs_are_read_from_json_and_microdata() {
        let crumb = |name: &str, href: Option<&str>| Crumb { name: name.to_owned(), href: href.map(str::to_owned) };
        let json = r#"<script type="application/ld+json">{"@graph": [{"@type": "BreadcrumbList", "itemListElement": [
            {"name": "Home", "item": "https://a.example/"}, {"item": {"@id": "/b", "name": "B"}}, {"name": "C"}]}]}</script>"#;
        let expected = [crumb("Home", Some("https://a.example/")), crumb("B", Some("/b")), crumb("C", None)];
        assert_eq!(read(json).breadcrumb, expected);
        let list = "<ol itemscope itemtype='https://schema.org/BreadcrumbList'>\
                    <li itemprop=itemListElement><a href=/><span itemprop=name>Home</span></a><meta itemprop=position content=1>\
                    <li itemprop=itemListElement><span itemprop=name>Page</span></ol>";
        assert_eq!(read(list).breadcrumb, [crumb("Home", Some("/")), crumb("Page", None)]);
    }
}
