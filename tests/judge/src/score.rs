//! Counts how many titles and places of a tree are right.

use std::collections::HashSet;

use anyhow::Result;
use navibar_browser_tests::{SiteFolder, Tree};

use super::noise::is_technical;
use super::places::{Parent, Place};
use super::reference::Reference;
use super::rows::{Row, Rows};
use super::title::words;
use super::top_level::{TopLevel, top_level};

/// The counts of a tree. Each page counts once, at its first row.
#[derive(Debug, Default, PartialEq)]
pub struct Score {
    /// all rows
    pub rows: usize,
    /// pages of the site
    pub pages: usize,
    /// pages whose row has exactly the title of the page
    pub titles: usize,
    /// pages whose row has the words of that title
    pub words: usize,
    /// pages that the site's own navigation places
    pub judged: usize,
    /// judged pages that have the right parent
    pub placed: usize,
    /// pages in the site's menus or sitemap
    pub listed: usize,
    /// listed pages that are in the tree
    pub covered: usize,
    /// rows that are not a page that a person would look for
    pub noise: usize,
    /// the top of the tree beside the main menu
    pub top: TopLevel,
    /// a line for each wrong title and place, with what would be right
    pub misses: Vec<String>,
}

/// Compares a tree with the site.
pub fn score(tree: &Tree, reference: &Reference, site: &SiteFolder) -> Score {
    let rows = Rows::new(tree, site);
    let mut score = Score { rows: rows.all.len(), listed: reference.listed(), ..Score::default() };
    score.top = top_level(&rows, reference);
    let folded = rows.folded();
    let mut seen = HashSet::new();
    for (at, row) in rows.all.iter().enumerate() {
        let is_folded = folded.is_some_and(|from| at >= from);
        score.noise += usize::from(!is_folded && is_noise(row, reference));
        let is_new =
            |key: &&'_ str| reference.has(key) && !reference.is_redirect(key) && seen.insert((*key).to_owned());
        let Some(key) = row.key.as_deref().filter(is_new) else { continue };
        score.pages += 1;
        score.covered += usize::from(reference.lists(key));
        let titles = reference.titles(key);
        let has_title = titles.contains(&&*row.entry.title);
        if !has_title {
            score.misses.push(format!("title {key}: {:?}, not {titles:?}", row.entry.title));
        }
        score.titles += usize::from(has_title);
        score.words += usize::from(titles.iter().any(|title| words(title) == words(&row.entry.title)));
        if let Some(place) = reference.place(key).filter(|_| !key.is_empty()) {
            let (above, right) = (rows.above(row), &place.parents);
            let is_placed = fits(place, above, reference);
            if !is_placed {
                let above = above.map_or("the top", |above| &above.entry.title);
                score.misses.push(format!("place {key}: below {above:?}, not {right:?}"));
            }
            score.judged += 1;
            score.placed += usize::from(is_placed);
        }
    }
    score
}

/// Returns `true` for a row that is not a page that a person would look for: a technical page, one that only sends the browser on, a
/// list of pages that failed, and a row without letters or digits.
fn is_noise(row: &Row<'_>, reference: &Reference) -> bool {
    let has_failed = row.entry.missing.as_deref().is_some_and(|why| why != "pending");
    has_failed
        || !row.entry.title.contains(char::is_alphanumeric)
        || row.path.as_deref().is_some_and(is_technical)
        || row.key.as_ref().is_some_and(|key| reference.is_redirect(key))
}

/// Returns `true` if a page that somebody has entered the site by is in the tree, at a place that the site gives it: its own
/// menus and its breadcrumb, or the largest menu of the site. `None` if nothing on the page places it.
///
/// # Errors
/// If the page cannot be read.
pub fn is_placed(tree: &Tree, key: &str, reference: &Reference, site: &SiteFolder) -> Result<Option<bool>> {
    let Some(own) = reference.own_place(site, key)? else { return Ok(None) };
    let rows = Rows::new(tree, site);
    let row = rows.all.iter().find(|row| row.key.as_deref() == Some(key));
    let places = [Some(&own), reference.place(key)];
    let is_right = |row: &Row<'_>| places.into_iter().flatten().any(|place| fits(place, rows.above(row), reference));
    Ok(Some(row.is_some_and(is_right)))
}

/// Returns `true` if the row above a page fits one of its places.
fn fits(place: &Place, above: Option<&Row<'_>>, reference: &Reference) -> bool {
    place.parents.iter().any(|parent| is_right(parent, above, reference, place.is_on_home))
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

#[cfg(test)]
mod tests {
    use navibar_browser_tests::Entry;

    use super::super::reference::tests::site;
    use super::*;

    fn counts(score: &Score) -> [usize; 7] {
        let Score { rows, pages, titles, words, judged, placed, covered, .. } = *score;
        [rows, pages, titles, words, judged, placed, covered]
    }

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
        ("d.html", "<h1>Nowhere else</h1>"),
    ];

    #[test]
    fn a_tree_like_the_menu_is_right() -> Result<()> {
        let tree = vec![
            row("Home", Some(""), vec![]),
            row("Guide", None, vec![row("A", Some("a.html"), vec![])]),
            row("B", Some("b/../b?x"), vec![row("c!", Some("c"), vec![])]),
            row("Nowhere else", Some("d"), vec![]),
            row("Elsewhere", Some("missing"), vec![]),
        ];
        let score = scored(FILES, tree)?;
        assert_eq!(counts(&score), [7, 5, 4, 5, 3, 3, 4]);
        // The home page does not count. The page that no menu has is one too many, and the missing one is another.
        assert_eq!(score.top, TopLevel { rows: 4, entries: 2, common: 2 });
        assert_eq!(score.top.percent().map(f64::round), Some(67.0));
        Ok(())
    }

    #[test]
    fn wrong_titles_and_places_do_not_count() -> Result<()> {
        let tree = vec![
            row("The gRPC API", Some("a"), vec![row("B", Some("b"), vec![])]),
            row("C", Some("c"), vec![row("C", Some("c"), vec![])]),
            row("Nowhere", Some("d"), vec![]),
        ];
        // The menu calls the first page "A", and the heading of the last one has more words.
        let score = scored(FILES, tree)?;
        assert_eq!(counts(&score), [5, 4, 2, 2, 3, 0, 3]);
        assert_eq!(score.top.common, 0);
        Ok(())
    }

    #[test]
    fn a_group_at_the_end_is_neither_top_nor_noise() -> Result<()> {
        let cart = || row("Cart", Some("cart"), vec![]);
        let menu = || vec![row("Guide", None, vec![row("A", Some("a"), vec![])]), row("B", Some("b"), vec![])];
        let folded = menu().into_iter().chain([row("More", None, vec![cart()])]).collect();
        let score = scored(FILES, folded)?;
        assert_eq!((score.noise, score.top), (0, TopLevel { rows: 2, entries: 2, common: 2 }));
        let loose = menu().into_iter().rev().chain([cart()]).collect();
        let score = scored(FILES, loose)?;
        assert_eq!((score.noise, score.top), (1, TopLevel { rows: 3, entries: 2, common: 1 }), "in another order");
        Ok(())
    }

    #[test]
    fn a_page_that_somebody_enters_by_has_the_place_that_it_shows() -> Result<()> {
        let crumbs = "<nav class=breadcrumb><a href=/p/>Home</a><a href=/p/b>B</a></nav><h1>D</h1>";
        let files = [FILES, &[("e.html", crumbs)]].concat();
        let (_folder, site) = site(&files)?;
        let reference = Reference::read(&site)?;
        let placed = |tree: Vec<Entry>, key| is_placed(&Tree { tree, ..Tree::default() }, key, &reference, &site);
        let right = vec![row("B", Some("b"), vec![row("E", Some("e"), vec![])])];
        assert_eq!(placed(right, "e")?, Some(true));
        assert_eq!(placed(vec![row("E", Some("e"), vec![])], "e")?, Some(false));
        assert_eq!(placed(vec![], "e")?, Some(false), "it is not in the tree");
        assert_eq!(placed(vec![row("D", Some("d"), vec![])], "d")?, None, "nothing on the page places it");
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
