//! Loads that the user stops, and loads that replace others.

use std::cell::{Cell, RefCell};

use navibar::inspect::block_on;
use navibar::session::{self, Session, Status};
use navibar::view::DocumentState;

use super::{INDEX, at, document_rows, index_of, load, pages};
use crate::support::network::{Network, continue_load, open_document, start, titles};

#[test]
fn rows_stay_when_the_user_stops_in_the_middle() {
    for permits in 2..9 {
        let network = Network::default()
            .serve(INDEX, index_of(&["/1.xml", "/2.xml", "/3.xml"]))
            .serve(&at("/1.xml"), pages(&["/a"]))
            .serve(&at("/2.xml"), pages(&["/b"]))
            .serve(&at("/3.xml"), pages(&["/c"]));
        let session = RefCell::new(Session::default());
        let mut loading = start(&session, &network, INDEX);
        assert!(continue_load(&mut loading, &network, permits).is_none());
        session.borrow_mut().stop();
        assert_eq!(continue_load(&mut loading, &network, 99).unwrap().status, Status::Stopped);
        drop(loading);
        let left = document_rows(&session);
        assert!(left.len() <= 1 && left.iter().all(|row| row.state == Some(DocumentState::Pending)), "{left:?}");
        assert!(!left.is_empty() || titles(&session).len() == 3, "the rest has a row, after {permits}");
        // The user can load the rest, and then nothing is missing.
        network.permits.set(usize::MAX);
        if let Some(row) = left.first() {
            assert_eq!(open_document(&session, &network, &row.title).status, Status::Loaded);
            assert_eq!(titles(&session), ["A", "B", "C"], "after {permits}");
        }
    }
}

#[test]
fn a_progress_callback_may_stop_the_load() {
    let paths: Vec<String> = (0..9).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let network = (0..9).fold(Network::ready().serve(INDEX, index_of(&paths)), |network, n| {
        network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
    });
    for last in 1..28 {
        let session = RefCell::new(Session::default());
        let calls = Cell::new(0);
        let load = session.borrow_mut().begin(INDEX);
        let progress = |_| {
            calls.set(calls.get() + 1);
            if calls.get() == last {
                session.borrow_mut().stop();
            }
        };
        let outcome = block_on(session::open_sitemap(&session, load, &network, INDEX, progress));
        assert_eq!((outcome.status, calls.get()), (Status::Stopped, last));
        if last > 2 {
            let left = document_rows(&session);
            assert_eq!(left.len(), 1, "after {last}: {left:?}");
            assert_eq!(open_document(&session, &network, &left[0].title).status, Status::Loaded);
            assert_eq!(titles(&session), (0..9).map(|n| format!("P{n}")).collect::<Vec<_>>(), "after {last}");
        }
    }
}

#[test]
fn a_newer_load_is_not_disturbed_by_the_older_one() {
    let paths: Vec<String> = (0..9).map(|n| format!("/{n}.xml")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    for permits in 2..14 {
        let network = (0..9).fold(Network::default().serve(INDEX, index_of(&paths)), |network, n| {
            network.serve(&at(&format!("/{n}.xml")), pages(&[&format!("/p{n}")]))
        });
        let session = RefCell::new(Session::default());
        let mut first = start(&session, &network, INDEX);
        assert!(continue_load(&mut first, &network, permits).is_none());
        let mut second = start(&session, &network, INDEX);
        assert!(continue_load(&mut second, &network, 3).is_none());
        assert_eq!(continue_load(&mut first, &network, 99).unwrap().status, Status::Stopped);
        assert_eq!(continue_load(&mut second, &network, 99).unwrap().status, Status::Loaded);
        assert_eq!(titles(&session), (0..9).map(|n| format!("P{n}")).collect::<Vec<_>>(), "after {permits}");
    }
}

#[test]
fn a_reload_keeps_the_tree_until_the_new_one_has_rows() {
    let network = Network::ready()
        .answer(INDEX, Ok(index_of(&["/1.xml"])))
        .answer(&at("/1.xml"), Ok(pages(&["/old"])))
        .serve(INDEX, index_of(&["/lost.xml", "/1.xml"]))
        .serve(&at("/1.xml"), pages(&["/new"]));
    let session = load(&network);
    let mut loading = start(&session, &network, INDEX);
    let mut seen = Vec::new();
    while continue_load(&mut loading, &network, 1).is_none() {
        seen.push(titles(&session));
    }
    seen.dedup();
    assert_eq!(seen[0], ["Old"]);
    assert!(seen.iter().skip(1).all(|titles| titles.contains(&"New".to_owned())), "{seen:?}");
    assert_eq!(titles(&session), ["New", "1 list not loaded"]);
}
