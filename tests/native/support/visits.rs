//! Visits to the pages of a site, and the tree that they give.

use super::network::{Answer, Network, open_page, urlset};
use navibar::inspect::{Outline, block_on};
use navibar::page_facts::{FactEntry, FactMenu, PageFacts};
use navibar::session::{self, Load, Outcome, Session};
use std::cell::RefCell;

pub const HOST: &str = "https://www.example.org";

/// A menu of a site.
pub const MENU: &str = "
Start </>
Guide
  Install </guide/install>
  Use it </guide/use>
News </news/>
";

pub fn url(path: &str) -> String {
    if path.starts_with("http") { path.to_owned() } else { format!("{HOST}{path}") }
}

/// A menu from lines: two spaces for each level, the text, and the path in brackets.
pub fn menu(landmark: &str, lines: &str) -> FactMenu {
    let entry = |line: &str| {
        let text = line.trim_start();
        let depth = (line.len() - text.len()) as u32 / 2;
        let (text, path) = text.split_once(" <").map_or((text, None), |(text, rest)| (text, rest.strip_suffix('>')));
        FactEntry { depth, text: text.to_owned(), url: path.map(url), is_current: false }
    };
    let entries = lines.lines().filter(|line| !line.trim().is_empty()).map(entry).collect();
    FactMenu { landmark: landmark.to_owned(), entries, ..FactMenu::default() }
}

pub fn page(path: &str, heading: &str, menus: &[FactMenu]) -> PageFacts {
    PageFacts {
        url: url(path),
        title: Some(format!("{heading} | Garden")),
        heading: Some(heading.to_owned()),
        menus: menus.to_vec(),
        ..PageFacts::default()
    }
}

/// The tree of a site whose sitemap lists these paths, after visits to these pages.
pub fn tree(sitemap: &[&str], visits: &[PageFacts]) -> String {
    let session = load(sitemap);
    for page in visits {
        session.borrow_mut().add_facts(page.clone());
    }
    outline(&session)
}

pub fn load(sitemap: &[&str]) -> RefCell<Session> {
    let session = RefCell::new(Session::default());
    let urls: Vec<String> = sitemap.iter().map(|path| url(path)).collect();
    let urls: Vec<&str> = urls.iter().map(|url| &**url).collect();
    let mut network = Network::ready();
    if !urls.is_empty() {
        network = network.answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&urls))));
    }
    open_page(&session, &network, &RefCell::default(), &url("/"));
    session
}

/// Loads the site to the end.
pub fn continue_load(session: &RefCell<Session>, load: Load, network: &Network) -> Outcome {
    block_on(session::open_page(session, load, network, &RefCell::default(), &url("/"), |_| {}))
}

pub fn outline(session: &RefCell<Session>) -> String {
    Outline::new(session.borrow().site()).to_text(false).replace(HOST, "")
}

/// The same tree after a reload at the last page: the pages are known before the sitemap arrives.
pub fn tree_of_known_pages(sitemap: &[&str], visits: &[PageFacts]) -> String {
    let session = RefCell::new(Session::default());
    let urls: Vec<String> = sitemap.iter().map(|path| url(path)).collect();
    let urls: Vec<&str> = urls.iter().map(|url| &**url).collect();
    let network = Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&urls))));
    let last = visits.last().map_or_else(|| url("/"), |page| page.url.clone());
    let load = session.borrow_mut().begin(&last);
    for page in visits {
        session.borrow_mut().add_facts(page.clone());
    }
    block_on(session::open_page(&session, load, &network, &RefCell::default(), &last, |_| {}));
    outline(&session)
}

/// The tree, which must not depend on whether the sitemap or the visits come first.
pub fn any_order(sitemap: &[&str], visits: &[PageFacts]) -> String {
    let tree = tree(sitemap, visits);
    assert_eq!(tree_of_known_pages(sitemap, visits), tree, "the sitemap came last");
    tree
}
