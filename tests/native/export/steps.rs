//! Saving takes steps, and repeats shared lists only up to a limit.

use super::round_trip::{SAVED_URL, read, saved};
use super::{URL, files, fixture, tests};
use navibar::export::{Export, Format};
use navibar::limits::MAX_EXPORTED_AGAIN;
use navibar::site::Site;
use navibar::site_map::NodeId;
use std::collections::HashSet;
use std::fmt::Write;

/// Writes a file in steps that may do this much work. Returns the file and the largest number of bytes in one step.
fn in_steps(site: &Site, format: Format, work: usize) -> (String, usize) {
    let (mut export, mut file, mut largest) = (Export::new(site, format), String::new(), 0);
    loop {
        let before = file.len();
        let remains = export.step(site, work, &mut file).unwrap();
        largest = largest.max(file.len() - before);
        if !remains {
            return (file, largest);
        }
    }
}

#[test]
fn steps_of_any_size_give_the_same_file() {
    let mut count = 0;
    for folder in ["nns", "negs", "xbel", "diwoo"] {
        for document in files(&tests().join("fixtures").join(folder)) {
            let Some(session) = fixture(&document).filter(|_| !document.ends_with("txt")) else { continue };
            for format in Format::ALL {
                let whole = saved(session.site(), format);
                for work in [1, 65, 1_000] {
                    let (file, _) = in_steps(session.site(), format, work);
                    assert_eq!(file, whole, "{format:?} {work} {}", document.display());
                }
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} fixtures");
}

const RDF: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                   xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>";

/// Pages in one list. `inside` is in each page, and `rest` is after them.
fn pages(count: usize, inside: impl Fn(usize) -> String, rest: &str) -> Site {
    let mut text = format!("{RDF}<rdf:Description rdf:about='urn:sitemap:root'><map:container><rdf:Seq>");
    (0..count).for_each(|n| _ = write!(text, "<rdf:li rdf:resource='urn:p{n}'/>"));
    text += "</rdf:Seq></map:container></rdf:Description>";
    for n in 0..count {
        let inside = inside(n);
        let _ = write!(
            text,
            "<rdf:Description rdf:about='urn:p{n}' dc:title='{n}' dc:identifier='http://h.example/{n}'>{inside}\
             </rdf:Description>"
        );
    }
    read((text + rest + "</rdf:RDF>").as_bytes(), URL)
}

/// The sidebar can paint between the steps, so each one must be short. One page with many children is not an exception.
#[test]
fn a_step_writes_little_more_than_its_limit() {
    let flat = pages(20_000, |_| String::new(), "");
    let deep = pages(2_000, |n| format!("<map:container rdf:resource='urn:p{}'/>", n + 1), "");
    for site in [flat, deep] {
        for format in Format::ALL {
            let (file, largest) = in_steps(&site, format, 10_000);
            assert_eq!(file, saved(&site, format));
            // A page, its indentation and its ends.
            assert!(largest < 12_000, "{format:?}: {largest}");
        }
    }
}

#[test]
fn an_export_stops_when_the_site_has_other_pages() {
    for format in Format::ALL {
        let site = pages(100, |_| String::new(), "");
        let mut export = Export::new(&site, format);
        assert!(export.step(&site, 1_000, &mut String::new()).unwrap() && export.is_current(&site));
        for other in [pages(50, |_| String::new(), ""), pages(200, |_| String::new(), ""), Site::default()] {
            let mut file = String::new();
            assert!(!export.is_current(&other) && !export.step(&other, 1_000, &mut file).unwrap());
            assert_eq!(file, "");
        }
    }
}

fn titles(site: &Site) -> HashSet<String> {
    let map = site.map();
    (0..map.len() as NodeId).filter(|&page| map.has_url(page)).map(|page| map.title(page).into_owned()).collect()
}

/// A list that all pages share would be written once for each page. Each page stays in the file.
#[test]
fn a_shared_list_is_repeated_up_to_a_limit() {
    let count = 700;
    let members = |range: std::ops::Range<usize>| {
        range.map(|n| format!("<rdf:li rdf:resource='urn:{n}'/>")).collect::<String>().replace("urn:", "urn:p")
    };
    let list = format!("<rdf:Seq rdf:about='urn:l'>{}</rdf:Seq>", members(0..count));
    let ends: String = (0..count)
        .map(|n| {
            format!(
                "<rdf:List rdf:about='urn:t{n}'><rdf:first rdf:resource='urn:p{n}'/>\
                 <rdf:rest rdf:resource='urn:t{}'/></rdf:List>",
                n + 1
            )
        })
        .collect();
    for (inside, rest) in
        [("<map:embedded rdf:resource='urn:l'/>", &list), ("<map:container rdf:resource='urn:tN'/>", &ends)]
    {
        let own = |n: usize| inside.replace('N', &(n * 7 % count).to_string());
        let site = pages(count, own, rest);
        for format in [Format::Negs, Format::Xbel] {
            let file = saved(&site, format);
            let entries = match format {
                Format::Negs => file.matches(" negs:order=").count(),
                _ => {
                    file.matches("<bookmark ").count()
                        + file.matches("<folder").count()
                        + file.matches("<alias").count()
                }
            };
            // XBEL has another bookmark in each folder.
            let pages = if format == Format::Negs { 2 * count } else { 3 * count };
            assert!((MAX_EXPORTED_AGAIN / 2..=pages + MAX_EXPORTED_AGAIN).contains(&entries), "{format:?} {entries}");
            assert!(file.contains("<!-- Many pages share a list; some of their further places are left out. -->"));
            assert_eq!(titles(&read(file.as_bytes(), SAVED_URL)), titles(&site), "{format:?} {inside}");
        }
    }
}
