//! Helpers of the tests that use `tests/sites`.

use navibar::inspect::{Mirror, block_on};
use navibar::page_facts::{PageFacts, Relation};
use navibar::session::{self, Memory, Session, Status};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

pub fn folder(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites").join(format)
}

/// The facts of a page that links a sitemap in the root of its site.
fn facts(format: &str, page: &str) -> PageFacts {
    let (_, path) = page.split_once("://").unwrap();
    let path = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let html = std::fs::read_to_string(folder(format).join(path)).unwrap_or_default();
    let value = |tag: &str, name: &str| Some(tag.split(&format!("{name}=\"")).nth(1)?.split('"').next()?.to_owned());
    let mut tags = html.split("<link ").skip(1).filter_map(|link| link.split('>').next());
    let is_sitemap = |tag: &&str| value(tag, "rel").is_some_and(|rel| rel.split(' ').any(|word| word == "sitemap"));
    let href = tags.find(is_sitemap).and_then(|tag| value(tag, "href"));
    let file = href.and_then(|href| Some(href.rsplit('/').next()?.to_owned()));
    let origin = navibar::address::origin(page).unwrap();
    let relation =
        |file| Relation { rel: "sitemap".to_owned(), url: format!("{origin}/{file}"), ..Relation::default() };
    PageFacts { url: page.to_owned(), relations: file.into_iter().map(relation).collect(), ..PageFacts::default() }
}

/// Opens a page of a site.
pub fn open(format: &str, page: &str) -> Session {
    let session = RefCell::new(Session::default());
    let mirror = Mirror::new(Some(folder(format))).with_chunks(100);
    let load = session.borrow_mut().begin(page);
    session.borrow_mut().add_facts(facts(format, page));
    let memory = RefCell::new(Memory::default());
    let outcome = block_on(session::open_page(&session, load, &mirror, &memory, page, |_| {}));
    assert_eq!(outcome.status, Status::Loaded, "{page}: {}", outcome.message);
    let mut session = session.into_inner();
    session.set_current(Some(page));
    session
}
