//! The entries of a menu in HTML, with their depths.

use std::collections::HashSet;

use markup5ever_rcdom::{Handle, NodeData};

use super::elements::{attribute, find, name, not_empty, text, text_except};

/// Maximum depth of elements. Deeper ones are ignored, because the code is recursive.
const MAX_DEPTH: usize = 200;

/// Words in a class, an id or a label of links that are not a menu of the site.
const NO_MENU: &[&str] = &["pagination", "pager", "prev-next", "prevnext", "skip-link"];

/// The word in a class, an id or a label of a breadcrumb.
const BREADCRUMB: &str = "breadcrumb";

/// The attributes that name an element.
const NAMES: &[&str] = &["class", "id", "aria-label"];

/// Words in a class or an id of a menu without a landmark.
const MENU: &[&str] = &["menu", "nav", "navbar", "navigation", "sidebar", "sidenav"];

/// Classes of a link that only opens a part of the menu.
const TOGGLES: &[&str] = &["dropdown-toggle", "navbar-burger", "navbar-toggler"];

/// A menu of a page.
#[derive(Debug)]
pub(super) struct Menu {
    /// its entries
    pub(super) items: Vec<Item>,
    /// it is beside the content
    pub(super) is_aside: bool,
}

/// An entry of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// from 0
    pub(super) depth: usize,
    /// its text
    pub(super) text: String,
    /// the address as the file has it; `None` for a heading
    pub(super) href: Option<String>,
}

fn role(node: &Handle) -> String {
    attribute(node, "role").unwrap_or_default()
}

/// Returns `true` for an element that is a menu of the site.
pub(super) fn is_menu(node: &Handle) -> bool {
    matches!(name(node), Some("nav" | "aside")) || matches!(&*role(node), "navigation" | "tree")
}

/// Returns `true` for an element whose class or id says that it is a menu.
pub(super) fn is_named_menu(node: &Handle) -> bool {
    is_named(node, &["class", "id"], |value| {
        value.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| MENU.contains(&word))
    })
}

/// Returns `true` for a breadcrumb: the path from the home page to a page.
pub(super) fn is_breadcrumb(node: &Handle) -> bool {
    is_named(node, NAMES, |value| value.contains(BREADCRUMB))
}

/// Returns `true` for an element that contains no menu of the site: a footer, a breadcrumb, links to neighbours.
pub(super) fn is_no_menu(node: &Handle) -> bool {
    // The classes of a whole page may say what it has or lacks.
    let is_page = matches!(name(node), Some("html" | "body"));
    name(node) == Some("footer")
        || !is_page
            && is_named(node, NAMES, |value| {
                value.contains(BREADCRUMB) || NO_MENU.iter().any(|word| value.contains(word))
            })
        || role(node) == "contentinfo"
}

/// Returns `true` if one of these attributes passes the test. The test gets lower case.
fn is_named(node: &Handle, names: &[&str], test: impl Fn(&str) -> bool) -> bool {
    let NodeData::Element { attrs, .. } = &node.data else { return false };
    let attributes = attrs.borrow();
    attributes.iter().any(|each| names.contains(&&*each.name.local) && test(&each.value.to_ascii_lowercase()))
}

/// The first element of a page with links to three pages or more, and with next to nothing else. Old pages have such a row of
/// links and nothing that calls it a menu.
pub(super) fn row_of_links(document: &Handle) -> Option<Menu> {
    let is_link = |node: &Handle| name(node) == Some("a") && attribute(node, "href").is_some();
    let items = |node: &Handle| {
        let mut items = Vec::new();
        find(node, &is_link).iter().for_each(|each| link(each, 0, &mut items));
        items.retain(|item| !item.text.is_empty());
        items
    };
    let is_row = |node: &Handle| {
        let rest = text_except(node, &is_link);
        let pages: HashSet<_> = items(node).into_iter().filter_map(|item| item.href).collect();
        pages.len() >= 3
            && rest.chars().filter(|c| c.is_alphanumeric()).count() <= 30
            && !rest.contains([':', '>', '»', '›'])
    };
    let is_apart = |node: &Handle| matches!(name(node), Some("main" | "article" | "ul" | "ol")) || is_no_menu(node);
    let rows = find(document, &|node| is_apart(node) || name(node).is_some() && is_row(node));
    let row = rows.into_iter().find(|row| !is_apart(row) && find(row, &is_heading).is_empty())?;
    Some(Menu { items: items(&row), is_aside: false })
}

/// Reads the entries below an element, in document order.
pub(super) fn items(menu: &Handle) -> Vec<Item> {
    let mut items = Vec::new();
    container(menu, 0, 0, &mut items);
    // A single heading above everything is the name of the menu.
    while items.iter().filter(|item| item.depth == 0).count() == 1
        && items.len() > 1
        && items.first().is_some_and(|first| first.depth == 0 && first.href.is_none())
    {
        items.remove(0);
        for item in &mut items {
            item.depth -= 1;
        }
    }
    items
}

/// Reads the children of an element that is not an entry itself.
fn container(node: &Handle, depth: usize, level: usize, items: &mut Vec<Item>) {
    if level > MAX_DEPTH {
        return;
    }
    // The entries after a heading are below it.
    let mut below = 0;
    for child in node.children.borrow().iter().filter(|child| !is_no_menu(child)) {
        match name(child) {
            Some(_) if is_heading(child) => {
                below = 0;
                let link = links(child).into_iter().next();
                if let Some(text) = not_empty(text(child)) {
                    items.push(Item { depth, text, href: link.and_then(|link| address(&link)) });
                    below = 1;
                }
            }
            Some("li" | "details") => entry(child, depth + below, level + 1, items),
            Some(_) if role(child) == "treeitem" => entry(child, depth + below, level + 1, items),
            Some("a") => link(child, depth + below, items),
            Some("script" | "style" | "template" | "svg") | None => {}
            // The button for a small screen has everything below it and nothing beside it.
            Some(_) if opener(child).is_some() && parts_with_links(node) > 1 => {
                entry(child, depth + below, level + 1, items)
            }
            // A link and the panel with the links below it.
            Some(_) if parts_with_links(node) > 1 && panel_of(child).is_some() => {
                let before = items.len();
                child.children.borrow().iter().for_each(|first| link(first, depth + below, items));
                let inside = depth + below + items.len().saturating_sub(before).min(1);
                panel_of(child).iter().for_each(|panel| container(panel, inside, level + 1, items));
            }
            // Some generators put a list beside the entry that it belongs to.
            Some("ul" | "ol") if matches!(name(node), Some("ul" | "ol")) => {
                container(child, depth + 1, level + 1, items)
            }
            Some(_) => container(child, depth + below, level + 1, items),
        }
    }
}

/// Returns `true` for a heading. Some generators write the caption of a list as a paragraph.
fn is_heading(node: &Handle) -> bool {
    let is_caption = || attribute(node, "class").is_some_and(|class| class.contains("caption"));
    match name(node) {
        Some("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => true,
        Some("p") if is_caption() => true,
        _ => role(node) == "heading",
    }
}

/// Reads a list item with the lists in it.
fn entry(node: &Handle, depth: usize, level: usize, items: &mut Vec<Item>) {
    let lists = find(node, &is_list);
    let links: Vec<Handle> = links_except(node, &is_list);
    let own = text_except(node, &is_list);
    let mut below = depth;
    if let Some(heading) = opener(node) {
        items.push(Item { depth, text: heading, href: None });
        below += 1;
        links.iter().for_each(|other| link(other, below, items));
        for list in lists.iter().filter(|list| !is_no_menu(list)) {
            container(list, below, level + 1, items);
        }
        return;
    }
    match links.split_first() {
        Some((first, rest)) => {
            let before = items.len();
            // The link may have only a picture, or only open the list.
            if is_toggle(first, !lists.is_empty() || !rest.is_empty()) {
                items.extend(not_empty(text(first)).map(|text| Item { depth, text, href: None }));
                below += items.len() - before;
                rest.iter().for_each(|other| link(other, below, items));
            } else {
                link(first, depth, items);
                below += items.len() - before;
                rest.iter().for_each(|other| link(other, depth, items));
            }
        }
        None if lists.is_empty() => {}
        None => {
            if let Some(text) = not_empty(own) {
                items.push(Item { depth, text, href: None });
                below += 1;
            }
        }
    }
    for list in lists {
        if is_no_menu(&list) {
        } else if matches!(name(&list), Some("li" | "details")) || role(&list) == "treeitem" {
            entry(&list, below, level + 1, items);
        } else {
            container(&list, below, level + 1, items);
        }
    }
}

/// The element beside the only link of another element, if it has several links. A logo beside a menu leads to the home page.
fn panel_of(node: &Handle) -> Option<Handle> {
    let children = node.children.borrow();
    let mut elements = children.iter().filter(|child| name(child).is_some());
    let (first, panel) = (elements.next()?, elements.next()?);
    let is_entry = name(first) == Some("a") && attribute(first, "href").is_some_and(|href| href.len() > 1);
    let is_panel = name(panel) == Some("div") && links(panel).len() > 1 && elements.next().is_none();
    (is_entry && is_panel).then(|| panel.clone())
}

/// Number of children with links.
fn parts_with_links(node: &Handle) -> usize {
    node.children.borrow().iter().filter(|child| name(child) == Some("a") || !links(child).is_empty()).count()
}

/// The text of the button before all links of an element. It opens the part of the menu that has these links.
fn opener(item: &Handle) -> Option<String> {
    let is_button = |node: &Handle| name(node) == Some("button") && attribute(node, "aria-expanded").is_some();
    let parts = find(item, &|node| is_button(node) || name(node) == Some("a") || is_list(node));
    parts.first().filter(|first| parts.len() > 1 && is_button(first)).and_then(|button| not_empty(text(button)))
}

/// Returns `true` for an element whose entries are below those of the element around it.
fn is_list(node: &Handle) -> bool {
    matches!(name(node), Some("ul" | "ol" | "li" | "nav" | "details"))
        || matches!(&*role(node), "group" | "tree" | "treeitem")
        || is_no_menu(node)
}

fn links(node: &Handle) -> Vec<Handle> {
    links_except(node, &|_| false)
}

fn links_except(node: &Handle, skip: &dyn Fn(&Handle) -> bool) -> Vec<Handle> {
    let is_link = |node: &Handle| name(node) == Some("a") && attribute(node, "href").is_some();
    let found = find(node, &|node| skip(node) || is_link(node));
    found.into_iter().filter(|node| is_link(node) && !skip(node)).collect()
}

fn link(node: &Handle, depth: usize, items: &mut Vec<Item>) {
    let label = || attribute(node, "aria-label").or_else(|| attribute(node, "title"));
    let Some(href) = address(node) else { return };
    // The name of a card is its heading, beside a teaser and a date.
    let heading = find(node, &is_heading).first().and_then(|heading| not_empty(text(heading)));
    let text =
        heading.or_else(|| bold_start(node)).or_else(|| not_empty(text(node))).or_else(label).unwrap_or_default();
    // A second link to the same page, such as a picture, is not another entry.
    if items.last().is_none_or(|last| last.href.as_ref() != Some(&href)) {
        items.push(Item { depth, text, href: Some(href) });
    }
}

/// The bold words at the start of a link, before its description.
fn bold_start(node: &Handle) -> Option<String> {
    let bold = text(find(node, &|node| matches!(name(node), Some("strong" | "b"))).first()?);
    let all = text(node);
    (!bold.is_empty() && all.len() > bold.len() && all.starts_with(&bold)).then_some(bold)
}

/// The address of a link. `None` for a position in a page, and for the page before or after this one. A link to `#` leads to
/// the page itself.
fn address(link: &Handle) -> Option<String> {
    let rel = attribute(link, "rel").unwrap_or_default();
    if rel.split_ascii_whitespace().any(|rel| ["prev", "next"].iter().any(|word| rel.eq_ignore_ascii_case(word))) {
        return None;
    }
    let href = attribute(link, "href")?.trim().to_owned();
    match href.split_once('#') {
        Some(("", "")) => Some(String::new()),
        Some((_, fragment)) if !fragment.is_empty() => None,
        _ => Some(href),
    }
}

/// Returns `true` for a link that only opens a part of the menu. `has_more`: the entry has more than this link.
fn is_toggle(link: &Handle, has_more: bool) -> bool {
    let class = attribute(link, "class").unwrap_or_default();
    let is_hash = attribute(link, "href").is_some_and(|href| href.trim() == "#" || href.starts_with("javascript:"));
    let is_current = attribute(link, "aria-current").is_some();
    is_hash
        && (has_more && !is_current
            || role(link) == "button"
            || attribute(link, "aria-haspopup").is_some()
            || TOGGLES.iter().any(|toggle| class.contains(toggle)))
}

#[cfg(test)]
mod tests {
    use super::super::html;

    /// The entries of the menus of a page: depth, text and address.
    fn shown(body: &str) -> String {
        let line = |item: &super::Item| match &item.href {
            Some(href) => format!("{} {} <{href}>", item.depth, item.text),
            None => format!("{} {}", item.depth, item.text),
        };
        let menus = html::read(body).menus;
        let menus: Vec<_> =
            menus.iter().map(|menu| menu.items.iter().map(line).collect::<Vec<_>>().join("; ")).collect();
        menus.join(" | ")
    }

    #[test]
    fn nested_lists_give_depths() {
        let body =
            "<nav><ul><li><a href=a>A</a><ul><li><a href=b>B</a><li><span>C</span><ol><li><a href=d>D</a></ol></ul>
                    <li><a href=e>E</a></ul></nav>";
        assert_eq!(shown(body), "0 A <a>; 1 B <b>; 1 C; 2 D <d>; 0 E <e>");
    }

    #[test]
    fn headings_stand_above_the_lists_after_them() {
        let body = "<nav><div><h3>One</h3><ul><li><a href=a>A</a></ul></div><div><h3>Two</h3><ul><li><a href=b>B</a></ul></div></nav>";
        assert_eq!(shown(body), "0 One; 1 A <a>; 0 Two; 1 B <b>");
    }

    #[test]
    fn a_single_heading_is_the_name_of_the_menu() {
        assert_eq!(shown("<nav><h2>Contents</h2><ul><li><a href=a>A</a></ul></nav>"), "0 A <a>");
    }

    #[test]
    fn buttons_and_toggles_are_headings() {
        let list = "<ul><li><a href=a>A</a></ul>";
        let other = "<li><a href=z>Z</a>";
        let label =
            format!("<nav><ul><li><input type=checkbox><label>More</label><nav>{list}</nav></li>{other}</ul></nav>");
        assert_eq!(shown(&label), "0 More; 1 A <a>; 0 Z <z>");
        let toggle = format!("<nav><ul><li><a href=# class=dropdown-toggle>More</a>{list}</li>{other}</ul></nav>");
        assert_eq!(shown(&toggle), "0 More; 1 A <a>; 0 Z <z>");
        let flat =
            format!("<nav><ul><li><a href=#>More</a><div><a href=a>A</a><a href=b>B</a></div></li>{other}</ul></nav>");
        assert_eq!(shown(&flat), "0 More; 1 A <a>; 1 B <b>; 0 Z <z>");
        let panel = "<button aria-expanded=false>More</button><div><a href=a>A</a><a href=b>B</a></div>";
        assert_eq!(shown(&format!("<nav><ul><li>{panel}</li>{other}</ul></nav>")), "0 More; 1 A <a>; 1 B <b>; 0 Z <z>");
        let group = format!("<div><button aria-expanded=false>More</button>{list}</div>");
        assert_eq!(shown(&format!("<nav>{group}<div><a href=z>Z</a></div></nav>")), "0 More; 1 A <a>; 0 Z <z>");
        assert_eq!(shown(&format!("<nav>{}</nav>", group.replace("More", "Menu"))), "0 A <a>");
        let details = format!("<nav><details><summary>More</summary>{list}</details><a href=z>Z</a></nav>");
        assert_eq!(shown(&details), "0 More; 1 A <a>; 0 Z <z>");
    }

    #[test]
    fn links_to_positions_in_a_page_are_not_entries() {
        let body = "<nav><ul><li><a href=a>A</a><ul><li><a href=#x>X</a></ul><li><a href=b#y>Y</a><li><a href=#>This page</a></ul></nav>";
        assert_eq!(shown(body), "0 A <a>; 0 This page <>");
    }

    #[test]
    fn breadcrumbs_neighbours_and_footers_are_not_menus() {
        let list = "<ul><li><a href=a>A</a></ul>";
        for no_menu in ["nav class=breadcrumb", "nav aria-label=Breadcrumbs", "nav class=pagination", "footer"] {
            let name = no_menu.split(' ').next().unwrap_or_default();
            assert_eq!(shown(&format!("<{no_menu}><nav>{list}</nav></{name}>")), "", "{no_menu}");
        }
        let inner = format!("<aside>{list}<div class=navBreadcrumb><h2>Here</h2></div></aside>");
        assert_eq!(shown(&inner), "0 A <a>");
    }

    #[test]
    fn the_name_of_a_card_is_its_heading() {
        let card = "<a href=a><span>New</span><h3>Oak</h3><p>A tale about a tree.</p></a>";
        assert_eq!(shown(&format!("<aside>{card}</aside>")), "0 Oak <a>");
    }

    #[test]
    fn a_description_is_not_a_part_of_a_name() {
        assert_eq!(shown("<nav><a href=a><strong>Oak</strong><span>A tree</span></a></nav>"), "0 Oak <a>");
    }

    #[test]
    fn a_panel_is_below_the_link_before_it() {
        let item = |link: &str, panel: &str| format!("<div><a href={link}>{link}</a><div>{panel}</div></div>");
        let links = "<a href=b>B</a><a href=c>C</a>";
        assert_eq!(
            shown(&format!("<nav>{}<a href=z>Z</a></nav>", item("aa", links))),
            "0 aa <aa>; 1 B <b>; 1 C <c>; 0 Z <z>"
        );
        assert_eq!(
            shown(&format!("<nav>{}</nav>", item("aa", links))),
            "0 aa <aa>; 0 B <b>; 0 C <c>",
            "it is the whole menu"
        );
    }

    #[test]
    fn the_classes_of_a_page_say_nothing_about_its_menus() {
        assert_eq!(shown("<body class=has-no-pagination><nav><a href=a>A</a></nav></body>"), "0 A <a>");
    }

    #[test]
    fn the_page_before_and_after_are_not_entries() {
        let body = "<nav><a href=a rel=prev>Previous: A</a><a href=b rel=\"nofollow next\">Next: B</a></nav>";
        assert_eq!(shown(body), "");
    }

    #[test]
    fn a_list_beside_its_entry_is_below_it() {
        let body = "<nav><ul><li><a href=a>A</a></li><ul><li><a href=b>B</a></li></ul><li><a href=c>C</a></ul></nav>";
        assert_eq!(shown(body), "0 A <a>; 1 B <b>; 0 C <c>");
    }

    #[test]
    fn a_menu_is_read_once() {
        assert_eq!(shown("<div role=navigation><nav><a href=a><img></a><a href=a>A</a></nav></div>"), "0  <a>");
    }
}
