//! Rows that are added while a site loads.

use super::*;
use crate::view::source::Source;

/// Reads a document in pieces with the first branch open. Compares the rows with those of a new view after each piece.
/// Returns the number of pieces, and how many of them only appended rows.
fn pieces(document: &str) -> (usize, usize) {
    let mut site = Site::default();
    site.begin(URL);
    let (mut view, mut pieces, mut appended) = (TreeView::default(), 0, 0);
    for piece in document.as_bytes().chunks(400) {
        site.push(piece);
        if let Some(first) = view.rows(site.map(), 0..1).first() {
            view.expand(site.map(), first.id);
        }
        pieces += 1;
        appended += usize::from(view.whole.append(&Source::whole(site.map(), &view.sorting)));
        view.refresh(site.map());
        let mut other = self::view(&site);
        if view.rows(site.map(), 0..1).first().is_some_and(|row| row.expanded)
            && let Some(first) = other.rows(site.map(), 0..1).first()
        {
            other.expand(site.map(), first.id);
        }
        assert_eq!(shown(&view, &site), shown(&other, &site), "after {pieces} pieces");
    }
    (pieces, appended)
}

#[test]
fn a_branch_that_is_the_whole_tree_grows_at_its_end() {
    let mut site = site("root: a b\na: x y\nx\ny\nb");
    let mut view = view(&site);
    view.show_only(site.map(), id(&view, &site, "A"));
    view.refresh(site.map());
    push(&mut site, "z");
    site.push(b"<rdf:Seq rdf:about='urn:l:a'><rdf:_3 rdf:resource='urn:p:z'/></rdf:Seq>");
    assert!(view.whole.append(&Source::whole(site.map(), &view.sorting)));
    assert_eq!(shown(&view, &site), ["-A 1/1", " X 1/3", " Y 2/3", " Z 3/3"]);
}

#[test]
fn new_entries_at_the_end_leave_the_other_rows_alone() {
    let urls = |url: fn(usize) -> String| {
        let urls: String = (0..200).map(|n| format!("<url><loc>{}</loc></url>\n", url(n))).collect();
        format!("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{urls}</urlset>")
    };
    let members: String = (0..400).map(|n| format!("<rdf:li rdf:resource='urn:p:{n}'/>")).collect();
    let list = format!("<map:container><rdf:Seq>{members}</rdf:Seq></map:container>");
    let all = [
        ("pages", urls(|n| format!("https://www.example.org/{n}"))),
        ("pages in a folder", urls(|n| format!("https://www.example.org/a/{n}"))),
        ("the first folder, and pages", urls(|n| format!("https://www.example.org/{}{n}", ["a/", ""][n % 2]))),
        ("hosts", urls(|n| format!("https://{n}.example.org/"))),
        ("NNS", format!("{HEAD}<rdf:Description rdf:about='urn:sitemap:root'>{list}</rdf:Description></rdf:RDF>")),
    ];
    for (what, document) in all {
        let (pieces, appended) = pieces(&document);
        assert!(pieces > 20 && appended * 10 > pieces * 8, "{what}: {appended} of {pieces}");
    }
}
