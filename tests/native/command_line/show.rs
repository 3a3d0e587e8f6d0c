//! `navibar show`.

use super::{File, LOG_VARIABLES, command, err, json, navibar, out, program};
use serde_json::{Value, json};
use std::io::Read;
use std::process::{Command, Stdio};

const MIRROR: &str = "tests/sites/nns";

#[test]
fn a_file_becomes_an_outline() {
    let output =
        navibar(&["show", "tests/fixtures/nns/worked-example.rdf", "--url", "http://h.example/map/sitemap.rdf"]);
    let expected = "1 <http://h.example/map/1>\n2 <http://h.example/map/2>\n  A <http://h.example/map/A>\n  \
                    B <http://h.example/map/B>\n  C <http://h.example/map/C>\n    ~ I <http://h.example/map/I>\n    \
                    ~ II <http://h.example/map/II>\n    ~ III <http://h.example/map/III>\n3 <http://h.example/map/3>\n";
    assert_eq!((out(&output).as_str(), err(&output).as_str(), output.status.code()), (expected, "", Some(0)));
    let output = navibar(&["show", "tests/fixtures/nns/worked-example.rdf"]);
    assert!(out(&output).starts_with("1 <http://localhost/1>\n"), "without --url addresses are still absolute");
}

#[test]
fn errors_go_to_stderr_and_other_findings_are_counted() {
    let output = navibar(&["show", "tests/fixtures/nns/raw-ampersand.rdf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "tests/fixtures/nns/raw-ampersand.rdf: 6 findings; `navibar check` shows them\n");
    let output = navibar(&["show", "tests/fixtures/nns/no-root.rdf"]);
    assert!(err(&output).starts_with("tests/fixtures/nns/no-root.rdf:"), "{}", err(&output));
    assert!(err(&output).contains("error[no-root]: "), "{}", err(&output));
}

#[test]
fn without_a_tree_the_status_is_1() {
    for (name, code) in [
        ("no-root", "error[no-root]"),
        ("root-list-empty", "error[no-root]"),
        ("html", "error[not-a-sitemap]"),
        ("json", "error[not-a-sitemap]"),
        ("empty", "error[empty]"),
        ("truncated-before-root", "error[truncated]"),
    ] {
        let output = navibar(&["show", &format!("tests/fixtures/nns/{name}.rdf")]);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(1)), "{name}");
        assert!(err(&output).contains(code), "{name}: {}", err(&output));
    }
}

#[test]
fn json_has_exactly_the_documented_members() {
    let file = File::new(
        "shape",
        r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <rdf:Description rdf:about="urn:sitemap:root"><map:container rdf:parseType="Collection">
              <rdf:Description dc:title="Heading"><map:container rdf:parseType="Collection">
                <rdf:Description dc:title="Page" dc:identifier="page?a=1&b=2">
                  <map:icon>/i.png</map:icon><dc:creator>Ann</dc:creator><dc:date>2005</dc:date><dc:creator>Ben</dc:creator>
                  <map:embedded rdf:parseType="Collection">
                    <rdf:Description dc:title="Entry" dc:identifier="/entry"><map:container rdf:parseType="Collection">
                      <rdf:Description dc:title="Below" dc:identifier="/below"/>
                    </map:container></rdf:Description>
                  </map:embedded>
                </rdf:Description>
              </map:container></rdf:Description>
            </map:container></rdf:Description></rdf:RDF>"#,
    );
    let output = navibar(&["show", "--json", "--url", "https://h.example/x/sitemap.rdf", file.path()]);
    assert_eq!(output.status.code(), Some(0));
    let message = "A bare '&' is not allowed in XML; write '&amp;'.";
    let expected = json!({
        "format": "nns",
        "structure": "declared",
        "url": "https://h.example/x/sitemap.rdf",
        "tree": [{
            "kind": "heading",
            "title": "Heading",
            "children": [{
                "kind": "page",
                "title": "Page",
                "url": "https://h.example/x/page?a=1&b=2",
                "icon": "https://h.example/i.png",
                "details": { "creator": ["Ann", "Ben"], "date": "2005" },
                "menu": [{
                    "kind": "page",
                    "title": "Entry",
                    "url": "https://h.example/entry",
                    "children": [{ "kind": "page", "title": "Below", "url": "https://h.example/below" }],
                }],
            }],
        }],
        "findings": [{
            "code": "raw-ampersand",
            "severity": "warning",
            "file": file.path(),
            "line": 5,
            "column": 73,
            "excerpt": {
                "before": " dc:title=\"Page\" dc:identifier=\"page?a=1",
                "mark": "&b",
                "after": "=2\">",
                "cutBefore": true,
                "cutAfter": false,
            },
            "message": message,
            "fix": "Write `&amp;`.",
        }],
    });
    assert_eq!(json(&output), expected);
    let names: Vec<String> = json(&output).as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, ["format", "structure", "url", "tree", "findings"]);
}

#[test]
fn json_for_a_sitemap_without_a_root_has_an_empty_tree() {
    let output = navibar(&["show", "--json", "tests/fixtures/nns/no-root.rdf", "--url", "https://h.example/s"]);
    assert_eq!(output.status.code(), Some(1));
    let value = json(&output);
    assert_eq!(
        (&value["tree"], &value["format"], &value["url"]),
        (&json!([]), &json!("nns"), &json!("https://h.example/s"))
    );
    assert_eq!(value["findings"][0]["code"], "no-root");
    let output = navibar(&["show", "--json", "tests/fixtures/nns/html.rdf", "--url", "https://h.example/s"]);
    assert_eq!(output.status.code(), Some(1));
    let value = json(&output);
    assert_eq!((&value["tree"], &value["format"]), (&json!([]), &Value::Null));
    assert_eq!(value["findings"][0]["code"], "not-a-sitemap");
}

#[test]
fn a_mirror_replaces_the_network() {
    let tree =
        "Home <https://site.example/>\nNews <https://site.example/news/>\n  Today <https://site.example/news/today>\n";
    for target in [
        "https://site.example/sitemap.rdf",
        "https://site.example/",
        "https://site.example/news/",
        "https://site.example/not/there?x=../../..#y",
    ] {
        let output = navibar(&["show", "--mirror", MIRROR, target]);
        assert_eq!((out(&output).as_str(), output.status.code()), (tree, Some(0)), "{target}: {}", err(&output));
    }
    let output = navibar(&["show", "--json", "--mirror", MIRROR, "https://site.example/news/"]);
    assert_eq!(json(&output)["url"], "https://site.example/sitemap.rdf");
}

#[test]
fn files_outside_the_mirror_are_not_found() {
    for target in [
        "https://nothing.example/",
        "https://nothing.example/sitemap.rdf",
        "https://../sites/nns/site.example/sitemap.rdf",
        "https://./site.example/sitemap.rdf",
    ] {
        let output = navibar(&["show", "--mirror", MIRROR, target]);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(1)), "{target}");
        assert!(err(&output).contains("[no-sitemap]"), "{target}: {}", err(&output));
    }
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let entry = |n| format!("<rdf:Description dc:title='Page {n}' dc:identifier='/{n}'/>");
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
         <rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:parseType='Collection'>",
    );
    text.extend((0..20_000).map(entry));
    text.push_str("</map:container></rdf:Description></rdf:RDF>");
    let file = File::new("pipe", &text);
    for arguments in
        [&["show", file.path()][..], &["show", "--json", file.path()], &["convert", "--to", "xbel", file.path()]]
    {
        let mut process = Command::new(program());
        let mut process = process.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 1];
        process.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = process.wait_with_output().unwrap();
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
}

#[test]
fn a_closed_stderr_is_not_an_error() {
    let mut text = String::from("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>");
    // There are more findings than a pipe holds, so that the program still writes after its reader is gone.
    text.push_str(&"<rdf:Bag rdf:about='?a&b'/>\n".repeat(2000));
    text.push_str("</rdf:RDF>");
    let file = File::new("no-stderr", &text);
    let mut process = Command::new(program());
    let mut process = process.args(["show", file.path()]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    process.stderr.take();
    assert_eq!(process.wait().unwrap().code(), Some(1), "no panic");
}

/// Thirty levels. Each lists the page of the next level ten times: 10^30 entries in a few kilobytes.
fn exponential() -> String {
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
         <rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:p0'/></rdf:Description>",
    );
    for level in 0..30 {
        text += &format!("<rdf:Description rdf:about='urn:p{level}' dc:title='Level {level}'><map:container><rdf:Seq>");
        text += &format!("<rdf:li rdf:resource='urn:p{}'/>", level + 1).repeat(10);
        text += "</rdf:Seq></map:container></rdf:Description>";
    }
    text + "<rdf:Description rdf:about='urn:p30' dc:title='Bottom'/></rdf:RDF>"
}

#[test]
fn an_exponential_tree_is_cut_and_reported() {
    let file = File::new("exponential", &exponential());
    let mut process = Command::new(program());
    let mut process =
        process.args(["show", file.path()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = 0;
    let mut piece = vec![0; 1 << 16];
    let mut stdout = process.stdout.take().unwrap();
    while let length @ 1.. = stdout.read(&mut piece).unwrap() {
        lines += piece[..length].iter().filter(|b| **b == b'\n').count();
    }
    let output = process.wait_with_output().unwrap();
    assert_eq!((lines, output.status.code()), (navibar::limits::MAX_OUTLINE_NODES, Some(0)));
    let cut = format!("warning[limit-outline]: The tree is larger than {}", navibar::limits::MAX_OUTLINE_NODES);
    assert!(err(&output).contains(&cut), "{}", err(&output));
}

#[test]
fn a_deep_tree_is_cut_and_reported() {
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:map='http://www.oaklett.org/map/1.0#'>\
         <rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:parseType='Collection'>\
         <rdf:Description rdf:about='urn:p:0'/></map:container></rdf:Description>",
    );
    for n in 0..50_000 {
        text += &format!(
            "<rdf:Description rdf:about='urn:p:{n}'><map:container rdf:parseType='Collection'>\
             <rdf:Description rdf:about='urn:p:{}'/></map:container></rdf:Description>",
            n + 1
        );
    }
    let file = File::new("deep", &(text + "</rdf:RDF>"));
    let output = navibar(&["show", file.path()]);
    assert_eq!(out(&output).lines().count(), navibar::limits::MAX_OUTLINE_DEPTH);
    assert!(err(&output).contains("warning[limit-outline]"));
    assert_eq!(output.status.code(), Some(0));
    let output = navibar(&["show", "--json", file.path()]);
    assert_eq!(out(&output).matches("\"children\"").count(), navibar::limits::MAX_OUTLINE_DEPTH - 1);
}

#[test]
fn details_and_the_first_levels_are_shown_on_request() {
    let fixture = "tests/fixtures/nns/worked-example.rdf";
    let output = navibar(&["show", "--depth", "1", fixture]);
    assert_eq!(out(&output), "1 <http://localhost/1>\n2 <http://localhost/2>\n3 <http://localhost/3>\n");
    let file = File::new(
        "details",
        r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:map="http://www.oaklett.org/map/1.0#"
            xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="urn:sitemap:root">
            <map:container><rdf:Seq><rdf:li><rdf:Description dc:title="Oak" dc:creator="Ann"/></rdf:li></rdf:Seq>
            </map:container></rdf:Description></rdf:RDF>"#,
    );
    assert_eq!(out(&navibar(&["show", file.path()])), "Oak\n");
    assert_eq!(out(&navibar(&["show", "--details", file.path()])), "Oak\n  = creator: Ann\n");
}

#[test]
fn a_folder_is_a_site_with_all_its_sitemaps() {
    let folder = "tests/sites/resourcesync/collections.example";
    let output = navibar(&["show", "--url", "https://collections.example/", folder]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(
        !out(&output).contains("(document)"),
        "documents that the sidebar loads later are loaded: {}",
        out(&output)
    );
    let output = navibar(&["show", "tests/sites/sitemap/garden.example"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""));
    assert!(err(&output).contains("error[no-sitemap]: This site has no sitemap. Name its address with --url."));
}

#[test]
fn control_characters_of_a_title_do_not_reach_the_terminal() {
    let page = |title: &str| format!("{{\"url\": \"https://h.example/\", \"title\": \"{title}\"}}");
    let title = "a\\u001b[31mb\\u009b2Jc\\u202ed\\u007f\\u2066\\u200d";
    let feed = format!(
        "{{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"Feed\", \"items\": [{}]}}",
        page(title)
    );
    let file = File::new("controls", &feed);
    for arguments in [&["show", file.path()][..], &["show", "--json", file.path()], &["check", "--json", file.path()]] {
        let output = navibar(arguments);
        let dangerous =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!out(&output).contains(dangerous), "{arguments:?}: {:?}", out(&output));
        assert!(!err(&output).contains(dangerous), "{arguments:?}: {:?}", err(&output));
    }
    // JSON keeps the characters, as escapes.
    let output = navibar(&["show", "--json", file.path()]);
    let shown = json(&output)["tree"].to_string();
    assert!(shown.contains("b2Jc\u{202e}d"), "{shown}");
}

#[test]
fn a_log_gets_no_commands() {
    let outline = |title: &str| format!("<outline text=\"{title}\" url=\"https://h.example/\"/>");
    let titles = [
        "::stop-commands::x",
        "  ::error::x",
        "a ##[add-mask]x",
        "a ##vso[task.setvariable]x",
        "##teamcity[x]",
        "--- x",
        "+++ x",
        "~~~ x",
        "^^^ +++",
        "C## and ::before",
    ];
    let text = format!("<opml version=\"2.0\"><body>{}</body></opml>", titles.map(outline).concat());
    let file = File::new("commands", &text);
    let is_command = |line: &str| {
        let starts = ["::", "---", "+++", "~~~", "^^^"];
        starts.iter().any(|start| line.trim_start().starts_with(start)) || line.contains("##")
    };
    for service in LOG_VARIABLES {
        let run = |arguments: &[&str]| out(&command(arguments).env(service, "true").output().unwrap());
        let shown = run(&["show", "--json", file.path()]);
        for said in [&run(&["show", file.path()]), &shown] {
            assert!(!said.lines().any(is_command), "{service}: {said}");
            assert!(said.contains("stop-commands") && said.contains("add-mask"), "{service}: {said}");
        }
        let parsed: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert!(parsed.to_string().contains("C## and"));
    }
    let plain = out(&navibar(&["show", file.path()]));
    assert!(plain.starts_with("::stop-commands::x <"), "elsewhere, titles stay as they are: {plain}");
}
