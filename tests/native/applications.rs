//! Applications whose pages have no addresses of their own, or only a query: routers, a forum, a wiki, an intranet.

use crate::support::network::{Answer, Network, continue_load as continue_reading, start, urlset};
use crate::support::visits::{continue_load, load, menu, outline, page, url};
use navibar::page_facts::{Crumb, PageFacts};
use navibar::session::Session;
use std::cell::RefCell;

/// The title of the row that is marked as the current page.
fn marked(session: &RefCell<Session>, path: &str) -> Option<String> {
    let mut session = session.borrow_mut();
    session.set_current(Some(&url(path)));
    let (view, site) = session.view_mut();
    view.expand_all(site.map());
    let row = view.current_row(site.map())?;
    Some(view.rows(site.map(), row..row + 1)[0].title.clone())
}

fn visit(session: &RefCell<Session>, facts: PageFacts) {
    session.borrow_mut().add_facts(facts);
}

fn crumbs(trail: &[(&str, Option<&str>)]) -> Vec<Vec<Crumb>> {
    vec![trail.iter().map(|(text, path)| Crumb { text: (*text).to_owned(), url: path.map(url) }).collect()]
}

#[test]
fn routes_behind_a_hash_are_pages() {
    for hash in ["#", "#!"] {
        let route = |path: &str| format!("/app/{hash}{path}");
        let lines = format!(
            "Home <{}>\nGuide <{}>\n  Install <{}>\nHelp <{}>\n",
            route("/"),
            route("/guide"),
            route("/guide/install"),
            route("/help")
        );
        let session = load(&[]);
        visit(&session, page("/app/", "Garden", &[menu("navigation", &lines)]));
        visit(&session, page(&route("/guide/install"), "Install it", &[menu("navigation", &lines)]));
        let expected = format!(
            "Home </app/>\nGuide <{}>\n  Install <{}>\nHelp <{}>\n",
            route("/guide"),
            route("/guide/install"),
            route("/help")
        );
        assert_eq!(outline(&session), expected);
        for (path, title) in [("/guide", "Guide"), ("/guide/install", "Install"), ("/help", "Help"), ("/", "Home")] {
            assert_eq!(marked(&session, &route(path)).as_deref(), Some(title), "{hash}{path}");
        }
        assert_eq!(marked(&session, "/app/#part").as_deref(), Some("Home"), "a part of a page");
    }
}

#[test]
fn pages_of_a_forum_with_queries_are_marked_where_they_are() {
    let session = load(&[]);
    let menus = [menu("navigation", "Home </>\nPlants </?forum=1>\nTools </?forum=2>\nMembers </?members>\n")];
    visit(&session, page("/", "Garden forum", &menus));
    let trail = crumbs(&[("Home", Some("/")), ("Plants", Some("/?forum=1")), ("My roses", Some("/?topic=7"))]);
    visit(&session, PageFacts { breadcrumbs: trail.clone(), ..page("/?topic=7", "My roses", &menus) });
    visit(&session, PageFacts { breadcrumbs: trail, ..page("/?topic=7&page=2", "My roses", &menus) });
    assert_eq!(marked(&session, "/?forum=2").as_deref(), Some("Tools"));
    assert_eq!(marked(&session, "/?topic=7").as_deref(), Some("My roses"));
    assert_eq!(marked(&session, "/?topic=7&page=2").as_deref(), Some("My roses"));
    assert_eq!(outline(&session).matches("My roses").count(), 1, "{}", outline(&session));
    // Its canonical address names the page, too.
    visit(&session, PageFacts { canonical: Some(url("/?forum=2")), ..page("/?forum=2&start=50", "Tools", &menus) });
    assert_eq!(marked(&session, "/?forum=2&start=50").as_deref(), Some("Tools"));
    // A page that says nothing of that kind is not the home page either. One with the title of the home page is.
    visit(&session, page("/?topic=9", "New topic", &menus));
    assert_eq!(marked(&session, "/?topic=9").as_deref(), Some("New topic"));
    visit(&session, page("/?utm_source=mail", "Garden forum", &menus));
    assert_eq!(marked(&session, "/?utm_source=mail").as_deref(), Some("Garden"));
}

#[test]
fn pages_of_a_wiki_with_queries_are_marked_where_they_are() {
    let session = load(&[]);
    let wiki = |title: &str| format!("/index.php?title={title}");
    let lines = format!("Main page <{}>\nPlants <{}>\nTools <{}>\n", wiki("Main"), wiki("Plants"), wiki("Tools"));
    let menus = [menu("navigation", &lines)];
    visit(&session, page(&wiki("Main"), "Main page", &menus));
    visit(&session, page(&wiki("Plants"), "Plants", &menus));
    visit(&session, page(&wiki("Roses"), "Roses", &menus));
    visit(
        &session,
        PageFacts {
            canonical: Some(url(&wiki("Plants"))),
            ..page(&format!("{}&action=history", wiki("Plants")), "History", &menus)
        },
    );
    assert_eq!(marked(&session, &wiki("Tools")).as_deref(), Some("Tools"));
    assert_eq!(marked(&session, &wiki("Roses")).as_deref(), Some("Roses"), "{}", outline(&session));
    assert_eq!(marked(&session, &format!("{}&action=history", wiki("Plants"))).as_deref(), Some("Plants"));
}

#[test]
fn departments_with_names_like_languages_stay_in_the_menu() {
    let lines = "Home </>\nIT </it/>\n  Tickets </it/tickets>\nPersonnel </hr/>\n  Holidays </hr/holidays>\nCanteen </canteen>\n";
    let menus = [menu("navigation", lines)];
    let expected = "Intranet </>\nIT </it/>\n  Tickets </it/tickets>\nPersonnel </hr/>\n  Holidays </hr/holidays>\nCanteen </canteen>\n";
    for sitemap in [&[][..], &["/", "/it/", "/it/tickets", "/hr/", "/hr/holidays", "/canteen"]] {
        let session = load(sitemap);
        visit(&session, page("/", "Intranet", &menus));
        visit(&session, page("/it/tickets", "Tickets", &menus));
        visit(&session, page("/hr/", "Personnel", &menus));
        assert_eq!(outline(&session).replace("Garden", "Intranet"), expected);
    }
}

#[test]
fn the_menu_is_there_before_the_sitemap() {
    let session = RefCell::new(Session::default());
    let begun = session.borrow_mut().begin(&url("/"));
    visit(&session, page("/", "Garden", &[menu("navigation", "Home </>\nGuide </guide>\nHelp </help>\n")]));
    assert_eq!(outline(&session), "Garden </>\nGuide </guide>\nHelp </help>\n");
    let network =
        Network::ready().answer(&url("/sitemap.xml"), Ok(Answer::ok(&urlset(&[&url("/help"), &url("/late")]))));
    continue_load(&session, begun, &network);
    assert_eq!(outline(&session), "Garden </>\nGuide </guide>\nHelp </help>\nLate </late>\n");
}

#[test]
fn a_menu_that_comes_late_does_not_wait_for_the_sitemap() {
    let sitemap = url("/sitemap.xml");
    let text = urlset(&["/tools/spade", "/tools/rake", "/news", "/late"].map(url).each_ref().map(|url| &**url));
    let (first, rest) = text.split_at(text.find("<url><loc>https://www.example.org/late").unwrap_or(text.len()));
    let mut answer = Answer::ok(first);
    answer.chunks.push(Ok(rest.as_bytes().to_vec()));
    let network = Network::default().answer(&sitemap, Ok(answer));
    let session = RefCell::new(Session::default());
    let mut loading = start(&session, &network, &sitemap);
    assert!(continue_reading(&mut loading, &network, 2).is_none(), "the rest of the sitemap is on its way");
    session.borrow_mut().sync();
    visit(&session, page("/tools/spade", "Spade", &[]));
    assert_eq!(outline(&session), "Tools/\n  Spade </tools/spade>\n  Rake </tools/rake>\nNews </news>\n");
    let lines = "News </news>\nHelp/\n  Spade </tools/spade>\n  Rake </tools/rake>\nShop </shop>\n";
    visit(&session, page("/tools/spade", "Spade", &[menu("navigation", &lines.replace("Help/", "Help"))]));
    assert_eq!(outline(&session), lines);
    assert!(continue_reading(&mut loading, &network, 9).is_some());
    assert_eq!(outline(&session), format!("{lines}Late </late>\n"));
}
