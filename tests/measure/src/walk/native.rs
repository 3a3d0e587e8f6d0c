//! Visits pages without a browser: the engine gets the facts of each page and the files of the site.

use std::cell::RefCell;

use anyhow::{Context as _, Result, bail};
use navibar::inspect::{Node, Outline, block_on};
use navibar::page_facts::PageFacts;
use navibar::session::{self, Memory, Session, Status};
use navibar_browser_tests::{Entry, Served, SiteFolder, Tree};
use navibar_judge::{InSight, Reference};
use url::Url;

use super::facts::PageReader;
use super::files::Files;
use super::{CALM_VISITS, ENTRANCES, Entered, VISITS, Walk};

/// Redirects of a page that are followed.
const MAX_REDIRECTS: usize = 5;

/// Walks a site.
pub(crate) fn walk(site: &SiteFolder, reference: &Reference, reader: &mut PageReader) -> Result<Walk> {
    let files = Files::new(site);
    let mut visited = vec![site.home()];
    visited.extend(reference.visits(VISITS));
    let mut visitor = Visitor::new(site, &files);
    let mut first = None;
    for page in &visited {
        visitor.visit(page, reader)?;
        first.get_or_insert_with(|| visitor.tree());
    }
    let five = visitor.tree();
    let requests = files.requests.take();
    let mut entered = Vec::new();
    for (key, page) in reference.entrances(ENTRANCES) {
        let mut visitor = Visitor::new(site, &files);
        visitor.visit(&page, reader)?;
        let alone = visitor.tree();
        visitor.visit(&site.home(), reader)?;
        entered.push(Entered { key: key.to_owned(), alone, with_home: visitor.tree() });
    }
    let mut glances = Vec::new();
    let mut visitor = Visitor::new(site, &files);
    for page in [site.home()].iter().chain(&reference.visits(CALM_VISITS)) {
        visitor.visit(page, reader)?;
        glances.push(visitor.in_sight());
    }
    Ok(Walk { first: first.unwrap_or_default(), five, entered, glances, visited, requests })
}

/// Somebody who visits pages of a site with the sidebar open.
struct Visitor<'a> {
    site: &'a SiteFolder,
    files: &'a Files<'a>,
    session: RefCell<Session>,
    memory: RefCell<Memory>,
    /// the facts of the visited pages, in the order of the visits
    facts: Vec<PageFacts>,
    has_loaded: bool,
}

impl<'a> Visitor<'a> {
    fn new(site: &'a SiteFolder, files: &'a Files<'a>) -> Self {
        let (session, memory) = (RefCell::default(), RefCell::default());
        Self { site, files, session, memory, facts: Vec::new(), has_loaded: false }
    }

    /// Opens a page, as `www/element/load/` does: the first page loads the site, later ones add their facts. Then the lists
    /// that the pages name are read.
    fn visit(&mut self, page: &str, reader: &mut PageReader) -> Result<()> {
        let (url, html) = self.open(page)?;
        // A document that only sends the browser on has no facts.
        let facts = reader.facts(&url, &html)?;
        self.facts.extend(facts.clone());
        if !self.has_loaded {
            self.has_loaded = true;
            self.load(&url, facts);
        } else {
            self.session.borrow_mut().set_current(Some(&url));
            if let Some(facts) = facts {
                self.add(&url, facts);
            }
        }
        block_on(session::read_lists(&self.session, self.files, &self.memory));
        let mut session = self.session.borrow_mut();
        session.sync();
        let (view, site) = session.view_mut();
        view.reveal_current(site.map());
        Ok(())
    }

    fn load(&self, url: &str, facts: Option<PageFacts>) {
        let load = self.session.borrow_mut().begin(url);
        self.session.borrow_mut().set_current(Some(url));
        if let Some(facts) = facts {
            self.session.borrow_mut().add_facts(facts);
        }
        block_on(session::open_page(&self.session, load, self.files, &self.memory, url, |_| {}));
    }

    /// Adds facts to the tree that is shown, unless the page has a site of its own.
    fn add(&mut self, url: &str, facts: PageFacts) {
        let nearby = self.session.borrow().nearby(&self.memory.borrow(), facts.clone());
        if let Some(nearby) = nearby {
            let other = RefCell::new(Session::default());
            let load = other.borrow_mut().begin(url);
            other.borrow_mut().set_current(Some(url));
            for facts in &self.facts {
                other.borrow_mut().add_facts(facts.clone());
            }
            let opened = session::open_nearby(&other, load, self.files, &self.memory, url, nearby, |_| {});
            if block_on(opened).status == Status::Loaded {
                self.session = other;
                return;
            }
        }
        self.session.borrow_mut().add_facts(facts);
    }

    /// The address of a page after redirects, and its HTML.
    fn open(&self, page: &str) -> Result<(String, String)> {
        let mut url = page.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let path = Url::parse(&url)?.path().to_owned();
            match self.site.served(&path).with_context(|| format!("there is no {url}"))? {
                Served::Moved(to) => url = to,
                Served::File(_, bytes) => return Ok((url, String::from_utf8_lossy(&bytes).into_owned())),
            }
        }
        bail!("{page} has too many redirects")
    }

    /// The whole tree, as the command line shows it.
    fn tree(&self) -> Tree {
        let session = self.session.borrow();
        let Outline { tree, unplaced, .. } = Outline::new(session.site());
        let source = session.source();
        Tree {
            format: source.as_ref().map(|source| source.format.to_owned()),
            url: source.map_or_else(|| self.site.home(), |source| source.url.clone()),
            tree: entries(tree),
            unplaced: entries(unplaced),
            ..Tree::default()
        }
    }

    /// The rows in sight that are links.
    fn in_sight(&self) -> Vec<InSight> {
        let session = self.session.borrow();
        let (view, site) = session.view();
        let rows = view.rows(site.map(), 0..view.len());
        rows.into_iter().filter_map(|row| Some((row.url?, row.title))).collect()
    }
}

fn entries(nodes: Vec<Node>) -> Vec<Entry> {
    nodes.into_iter().map(entry).collect()
}

/// The depth of an outline has a limit.
fn entry(node: Node) -> Entry {
    let kind = serde_json::to_value(node.kind).ok();
    Entry {
        kind: kind.and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default(),
        title: node.title,
        url: node.url,
        children: entries(node.children),
        deleted: node.deleted,
        missing: node.missing,
        ..Entry::default()
    }
}
