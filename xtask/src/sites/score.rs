//! Counts how many titles and places of a tree are right.

use std::collections::HashSet;

use navibar_browser_tests::{Entry, SiteFolder, Tree};
use url::Url;

use super::reference::{Key, Keys, Parent, Reference};
use super::title::words;

/// The counts of a tree. Each page counts once, at its first row.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// all rows
    pub(super) rows: usize,
    /// pages of the site
    pub(super) pages: usize,
    /// pages whose row has exactly the title of the page
    pub(super) titles: usize,
    /// pages whose row has the words of that title
    pub(super) words: usize,
    /// pages that the site's own navigation places
    pub(super) judged: usize,
    /// judged pages that have the right parent
    pub(super) placed: usize,
    /// pages in the site's menus or sitemap
    pub(super) listed: usize,
    /// listed pages that are in the tree
    pub(super) covered: usize,
}

/// A row with the index of its parent.
struct Row<'a> {
    entry: &'a Entry,
    key: Option<Key>,
    parent: Option<usize>,
}

/// Compares a tree with the site.
pub(super) fn score(tree: &Tree, reference: &Reference, site: &SiteFolder) -> Score {
    let rows = rows(tree, site);
    let mut score = Score { rows: rows.len(), listed: reference.listed(), ..Score::default() };
    let mut seen = HashSet::new();
    for row in &rows {
        let is_new = |key: &&'_ str| reference.has(key) && seen.insert((*key).to_owned());
        let Some(key) = row.key.as_deref().filter(is_new) else { continue };
        score.pages += 1;
        score.covered += usize::from(reference.lists(key));
        let titles = reference.titles(key);
        score.titles += usize::from(titles.contains(&&*row.entry.title));
        score.words += usize::from(titles.iter().any(|title| words(title) == words(&row.entry.title)));
        if let Some(place) = reference.place(key).filter(|_| !key.is_empty()) {
            let above = row.parent.map(|parent| &rows[parent]);
            score.judged += 1;
            let is_right = |parent: &Parent| is_right(parent, above, reference, place.is_on_home);
            score.placed += usize::from(place.parents.iter().any(is_right));
        }
    }
    score
}

/// Returns `true` if the row above a page fits its place in the site's navigation.
///
/// A page at the top of a menu has several right places: the top of the tree, below the home page, and below a group that
/// the tree has made. If the home page does not have this menu, it is the menu of a section. The page may then also be below
/// a page in the home page's menu.
fn is_right(parent: &Parent, above: Option<&Row<'_>>, reference: &Reference, is_on_home: bool) -> bool {
    match (parent, above) {
        (Parent::Top, None) => true,
        (Parent::Top, Some(above)) => match &above.key {
            None => above.entry.url.is_none(),
            Some(key) => key.is_empty() || !is_on_home && reference.is_in_home_menu(key),
        },
        (Parent::Entry { .. }, None) => false,
        (Parent::Entry { key, title }, Some(above)) => {
            key.is_some() && *key == above.key || !title.is_empty() && words(title) == words(&above.entry.title)
        }
    }
}

/// The rows from top to bottom.
fn rows<'a>(tree: &'a Tree, site: &SiteFolder) -> Vec<Row<'a>> {
    let keys = Keys::new(site);
    let mut rows = Vec::new();
    let top = tree.tree.iter().chain(&tree.unplaced);
    let mut open: Vec<(&Entry, Option<usize>)> = top.map(|entry| (entry, None)).rev().collect();
    while let Some((entry, parent)) = open.pop() {
        let url = entry.url.as_deref().and_then(|url| Url::parse(url).ok());
        let key = url.and_then(|url| keys.page(&url));
        let at = rows.len();
        rows.push(Row { entry, key, parent });
        open.extend(entry.children.iter().rev().map(|child| (child, Some(at))));
    }
    rows
}

#[cfg(test)]
mod tests {
    use anyhow::Result;

    use super::super::reference::tests::site;
    use super::*;

    fn row(title: &str, path: Option<&str>, children: Vec<Entry>) -> Entry {
        let url = path.map(|path| format!("http://a.example/p/{path}"));
        Entry { title: title.to_owned(), url, children, ..Entry::default() }
    }

    fn scored(files: &[(&str, &str)], tree: Vec<Entry>) -> Result<Score> {
        let (_folder, site) = site(files)?;
        let reference = Reference::read(&site)?;
        Ok(score(&Tree { tree, ..Tree::default() }, &reference, &site))
    }

    const MENU: &str = "<nav><ul><li><a href=/p/>Home</a><li>Guide<ul><li><a href=/p/a>A</a></ul>\
                        <li><a href=/p/b>B</a><ul><li><a href=/p/c>C</a></ul></ul></nav>";

    const FILES: &[(&str, &str)] = &[
        ("index.html", MENU),
        ("a.html", "<h1>The gRPC API</h1>"),
        ("b.html", "<h1>Second</h1>"),
        ("c.html", "<h1>Third</h1>"),
        ("d.html", "<h1>Nowhere</h1>"),
    ];

    #[test]
    fn a_tree_like_the_menu_is_right() -> Result<()> {
        let tree = vec![
            row("Home", Some(""), vec![]),
            row("Guide", None, vec![row("The gRPC API", Some("a.html"), vec![])]),
            row("Second", Some("b/../b?x"), vec![row("third!", Some("c"), vec![])]),
            row("Elsewhere", Some("missing"), vec![]),
        ];
        let expected = Score { rows: 6, pages: 4, titles: 2, words: 3, judged: 3, placed: 3, listed: 4, covered: 4 };
        assert_eq!(scored(FILES, tree)?, expected);
        Ok(())
    }

    #[test]
    fn wrong_titles_and_places_do_not_count() -> Result<()> {
        let tree = vec![
            row("A", Some("a"), vec![row("Second", Some("b"), vec![])]),
            row("C", Some("c"), vec![row("C", Some("c"), vec![])]),
            row("Nowhere", Some("d"), vec![]),
        ];
        let expected = Score { rows: 5, pages: 4, titles: 2, words: 2, judged: 3, placed: 0, listed: 4, covered: 3 };
        assert_eq!(scored(FILES, tree)?, expected);
        Ok(())
    }

    #[test]
    fn the_top_of_a_menu_is_at_the_top_below_home_or_in_a_group() -> Result<()> {
        let b = || vec![row("B", Some("b"), vec![])];
        for (tree, placed) in [
            (b(), 1),
            (vec![row("Home", Some(""), b())], 1),
            (vec![row("Pages", None, b())], 1),
            (vec![row("Nowhere", Some("d"), b())], 0),
        ] {
            assert_eq!(scored(FILES, tree)?.placed, placed);
        }
        Ok(())
    }

    #[test]
    fn the_menu_of_a_section_may_be_below_the_section() -> Result<()> {
        let files = &[
            ("index.html", "<nav><a href=docs/>Docs</a><a href=blog/>Blog</a></nav>"),
            ("docs/index.html", "<aside><a href=a.html>A</a><a href=b.html>B</a><a href=c.html>C</a></aside>"),
            ("docs/a.html", ""),
            ("docs/b.html", ""),
            ("docs/c.html", ""),
            ("blog/index.html", ""),
        ];
        let tree =
            vec![row("Docs", Some("docs/"), vec![row("A", Some("docs/a"), vec![row("B", Some("docs/b"), vec![])])])];
        let score = scored(files, tree)?;
        assert_eq!((score.judged, score.placed), (3, 2), "B is wrong below A");
        Ok(())
    }
}
