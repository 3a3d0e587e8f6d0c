//! The site's main menu: the menu of the home page that most pages have.

use std::collections::HashSet;

use url::Url;

use super::keys::Keys;
use super::menu::{Item, Menu};
use super::noise;
use super::title::words;

/// The share of its entries by which a menu is found again on another page, where its current entry may have no link.
const SAME: f64 = 0.8;

/// The share of all pages that has the main menu.
const COMMON: f64 = 0.5;

/// An entry at the top of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Top {
    /// what the entry leads to; `None` for a heading and for other sites
    pub(super) target: Option<String>,
    /// the words of the entry
    pub(super) words: String,
    /// a tree may have the entry or not: it leads to another site, to the home page, or to no page a person looks for
    pub(super) is_optional: bool,
}

/// The entries at the top of the main menu. Empty if the home page has no menu.
#[derive(Clone, Debug, Default)]
pub(crate) struct MainMenu(pub(super) Vec<Top>);

impl MainMenu {
    /// Number of entries that a tree must have.
    pub(super) fn len(&self) -> usize {
        self.0.iter().filter(|top| !top.is_optional).count()
    }
}

/// A menu of the home page.
#[derive(Debug)]
struct Candidate {
    menu: MainMenu,
    /// it is beside the content, as archives and the latest posts are
    is_aside: bool,
    targets: HashSet<String>,
    /// the pages that have it
    pages: usize,
    is_on_page: bool,
}

/// Finds the main menu, page by page. The home page comes first.
#[derive(Debug, Default)]
pub(super) struct MainMenus {
    candidates: Vec<Candidate>,
    pages: usize,
}

impl MainMenus {
    /// Adds a menu of a page.
    pub(super) fn add(&mut self, menu: &Menu, base: &Url, on: &str, keys: &Keys<'_>) {
        let tops = tops(&menu.items, base, keys);
        let targets: HashSet<String> = tops.iter().filter_map(|top| top.target.clone()).collect();
        if on.is_empty() && self.pages == 0 {
            let (menu, is_aside) = (MainMenu(tops), menu.is_aside);
            self.candidates.push(Candidate { menu, is_aside, targets, pages: 0, is_on_page: true });
            return;
        }
        for candidate in &mut self.candidates {
            let common = candidate.targets.intersection(&targets).count();
            candidate.is_on_page |= common as f64 >= SAME * candidate.targets.len() as f64;
        }
    }

    pub(super) fn end_of_page(&mut self) {
        self.pages += 1;
        for candidate in &mut self.candidates {
            candidate.pages += usize::from(std::mem::take(&mut candidate.is_on_page));
        }
    }

    /// The largest menu of the home page that is on most pages and not beside the content. Without one, the largest menu of the
    /// home page.
    pub(super) fn main(self) -> MainMenu {
        let is_common = |candidate: &Candidate| candidate.pages as f64 >= COMMON * self.pages as f64;
        let menus = self.candidates.iter().filter(|candidate| candidate.menu.len() > 1).rev();
        let main = menus.max_by_key(|candidate| (is_common(candidate), !candidate.is_aside, candidate.menu.len()));
        main.map(|candidate| candidate.menu.clone()).unwrap_or_default()
    }
}

/// The entries at the top of a menu, each once.
fn tops(menu: &[Item], base: &Url, keys: &Keys<'_>) -> Vec<Top> {
    let mut tops: Vec<Top> = Vec::new();
    for (at, item) in menu.iter().enumerate().filter(|(_, item)| item.depth == 0) {
        let url = item.href.as_deref().and_then(|href| base.join(href).ok());
        let has_children = menu.get(at + 1).is_some_and(|next| next.depth > 0);
        let target = url.as_ref().and_then(|url| keys.target(url));
        let words = words(&item.text);
        if target.is_none() && (words.is_empty() || url.is_none() && !has_children) {
            continue;
        }
        let is_elsewhere = url.is_some() && target.is_none();
        let is_noise = url.as_ref().is_some_and(|url| noise::is_technical(keys.path(url)));
        let is_optional = is_elsewhere || is_noise || target.as_deref() == Some("");
        let top = Top { target, words, is_optional };
        if !tops.iter().any(|known| known.target.is_some() && known.target == top.target || *known == top) {
            tops.push(top);
        }
    }
    tops
}

#[cfg(test)]
mod tests {
    use anyhow::Result;

    use super::super::reference::{Reference, tests::site};

    fn main_menu(files: &[(&str, &str)]) -> Result<Vec<(String, bool)>> {
        let (_folder, site) = site(files)?;
        let reference = Reference::read(&site)?;
        Ok(reference.main_menu().0.iter().map(|top| (top.words.clone(), top.is_optional)).collect())
    }

    #[test]
    fn the_main_menu_is_the_largest_that_most_pages_have() -> Result<()> {
        let main = "<nav><a href=/p/>Home</a><a href=/p/a>A</a><a href=/p/b>B</a><a href=https://b.example/>Shop</a>\
                    <a href=/p/cart/>Cart</a></nav>";
        let only_here = "<aside><a href=c>C</a><a href=d>D</a><a href=e>E</a></aside>";
        let small = "<nav><a href=/p/a>A</a></nav>";
        let files = [("index.html", &*format!("{small}{only_here}{main}")), ("a.html", main), ("b.html", main)];
        let found = main_menu(&files)?;
        let expected = [("home", true), ("a", false), ("b", false), ("shop", true), ("cart", true)];
        assert_eq!(found, expected.map(|(words, is_optional)| (words.to_owned(), is_optional)));
        assert!(main_menu(&[("index.html", small)])?.is_empty(), "one entry is no menu");
        Ok(())
    }

    #[test]
    fn a_list_beside_the_content_is_not_the_main_menu() -> Result<()> {
        let menus = "<header><nav><a href=/p/a>A</a><a href=/p/b>B</a></nav></header>\
                     <aside><a href=/p/c>C</a><a href=/p/d>D</a><a href=/p/e>E</a></aside>";
        let found = main_menu(&[("index.html", menus), ("a.html", menus)])?;
        assert_eq!(found, [("a".to_owned(), false), ("b".to_owned(), false)]);
        Ok(())
    }
}
