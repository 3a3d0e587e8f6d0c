//! The example `inspect` as its users run it: its output and its exit status.
#![allow(clippy::unwrap_used)]

#[path = "support/examples.rs"]
mod examples;

use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The example, which is built once.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| examples::program("inspect"))
}

fn inspect(arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A file for one test, which is removed when the test ends.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.rdf", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const MIRROR: &str = "tests/sites/nns";

#[test]
fn a_file_becomes_an_outline() {
    let output = inspect(&["tests/fixtures/nns/worked-example.rdf", "--url", "http://h.example/map/sitemap.rdf"]);
    let expected = "1 <http://h.example/map/1>\n2 <http://h.example/map/2>\n  A <http://h.example/map/A>\n  \
                    B <http://h.example/map/B>\n  C <http://h.example/map/C>\n    ~ I <http://h.example/map/I>\n    \
                    ~ II <http://h.example/map/II>\n    ~ III <http://h.example/map/III>\n3 <http://h.example/map/3>\n";
    assert_eq!((out(&output).as_str(), err(&output).as_str(), output.status.code()), (expected, "", Some(0)));
    let output = inspect(&["tests/fixtures/nns/worked-example.rdf"]);
    assert!(out(&output).starts_with("1 <http://localhost/1>\n"), "without --url addresses are still absolute");
}

#[test]
fn findings_go_to_stderr_and_do_not_change_the_exit_status() {
    let output = inspect(&["tests/fixtures/nns/raw-ampersand.rdf"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).starts_with("13:17: warning[raw-ampersand]: "), "{}", err(&output));
    assert!(!out(&output).contains("warning"));
}

#[test]
fn without_a_tree_the_status_is_1() {
    for (name, code) in [
        ("no-root", "error[no-root]"),
        ("root-list-empty", "error[no-root]"),
        ("html", "[no-sitemap]"),
        ("json", "[no-sitemap]"),
        ("empty", "[no-sitemap]"),
        ("truncated-before-root", "error[truncated]"),
    ] {
        let output = inspect(&[&format!("tests/fixtures/nns/{name}.rdf")]);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(1)), "{name}");
        assert!(err(&output).contains(code), "{name}: {}", err(&output));
    }
}

#[test]
fn bad_usage_exits_with_2_and_a_message() {
    for (arguments, says) in [
        (&[][..], "one FILE or URL"),
        (&["a.rdf", "b.rdf"], "one FILE or URL"),
        (&["--bogus", "a.rdf"], "there is no option --bogus"),
        (&["--url"], "--url needs a value"),
        (&["--to"], "--to needs a value"),
        (&["--to", "rss", "a.rdf"], "'rss' is not nns, negs, xbel, html or opml"),
        (&["--to", "nns", "--json", "tests/fixtures/nns/html.rdf"], "use --json or --to, not both"),
        (&["--mirror"], "--mirror needs a value"),
        (&["--url", "not an address", "tests/fixtures/nns/html.rdf"], "is not an http or https address"),
        (&["tests/no-such-file.rdf"], "is not a file"),
        (&["tests"], "is not a file"),
        (&["http://h.example/sitemap.rdf"], "--mirror"),
        (&["--mirror", "tests/no-such-folder", "http://h.example/"], "is not a folder"),
    ] {
        let output = inspect(arguments);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(2)), "{arguments:?}");
        assert!(err(&output).contains(says) && err(&output).contains("usage: inspect"), "{}", err(&output));
    }
    let output = inspect(&["--help"]);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    assert!(out(&output).starts_with("usage: inspect"));
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
    let output = inspect(&["--json", "--url", "https://h.example/x/sitemap.rdf", file.path()]);
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
        "diagnostics": [{
            "code": "raw-ampersand", "severity": "warning", "line": 5, "column": 73, "message": message,
        }],
    });
    assert_eq!(json(&output), expected);
    let names: Vec<String> = json(&output).as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, ["format", "structure", "url", "tree", "diagnostics"]);
    assert!(err(&output).contains("5:73: warning[raw-ampersand]"), "findings are on stderr as well");
}

#[test]
fn json_for_a_sitemap_without_a_root_has_an_empty_tree() {
    let output = inspect(&["--json", "tests/fixtures/nns/no-root.rdf", "--url", "https://h.example/s"]);
    assert_eq!(output.status.code(), Some(1));
    let value = json(&output);
    assert_eq!(
        (&value["tree"], &value["format"], &value["url"]),
        (&json!([]), &json!("nns"), &json!("https://h.example/s"))
    );
    assert_eq!(value["diagnostics"][0]["code"], "no-root");
    let output = inspect(&["--json", "tests/fixtures/nns/html.rdf", "--url", "https://h.example/s"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output), json!({ "url": "https://h.example/s", "tree": [], "diagnostics": [] }));
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
        let output = inspect(&["--mirror", MIRROR, target]);
        assert_eq!((out(&output).as_str(), output.status.code()), (tree, Some(0)), "{target}: {}", err(&output));
    }
    let output = inspect(&["--json", "--mirror", MIRROR, "https://site.example/news/"]);
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
        let output = inspect(&["--mirror", MIRROR, target]);
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
    for arguments in [&[file.path()][..], &["--json", file.path()], &["--to", "xbel", file.path()]] {
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
    let mut process = process.arg(file.path()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    process.stderr.take();
    assert_eq!(process.wait().unwrap().code(), Some(1), "no panic");
}

/// Thirty levels. Each lists the page of the next level `times` times: `times`^30 entries in a few kilobytes.
fn exponential(times: usize) -> String {
    let mut text = String::from(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:map='http://www.oaklett.org/map/1.0#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
         <rdf:Description rdf:about='urn:sitemap:root'><map:container rdf:resource='urn:p0'/></rdf:Description>",
    );
    for level in 0..30 {
        text += &format!("<rdf:Description rdf:about='urn:p{level}' dc:title='Level {level}'><map:container><rdf:Seq>");
        text += &format!("<rdf:li rdf:resource='urn:p{}'/>", level + 1).repeat(times);
        text += "</rdf:Seq></map:container></rdf:Description>";
    }
    text + "<rdf:Description rdf:about='urn:p30' dc:title='Bottom'/></rdf:RDF>"
}

#[test]
fn an_exponential_tree_is_cut_and_reported() {
    for times in [2, 10] {
        let file = File::new(&format!("exponential-{times}"), &exponential(times));
        let begun = Instant::now();
        let mut process = Command::new(program());
        let mut process = process.arg(file.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = 0;
        let mut piece = vec![0; 1 << 16];
        let mut stdout = process.stdout.take().unwrap();
        while let length @ 1.. = stdout.read(&mut piece).unwrap() {
            lines += piece[..length].iter().filter(|b| **b == b'\n').count();
        }
        let output = process.wait_with_output().unwrap();
        assert_eq!((lines, output.status.code()), (navibar::limits::MAX_OUTLINE_NODES, Some(0)));
        assert!(err(&output).contains("warning[limit-outline]"), "{}", err(&output));
        assert!(err(&output).contains(&navibar::limits::MAX_OUTLINE_NODES.to_string()), "{}", err(&output));
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}, and without optimisation", begun.elapsed());
    }
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
    let output = inspect(&[file.path()]);
    assert_eq!(out(&output).lines().count(), navibar::limits::MAX_OUTLINE_DEPTH);
    assert!(err(&output).contains("warning[limit-outline]"));
    assert_eq!(output.status.code(), Some(0));
    let output = inspect(&["--json", file.path()]);
    assert_eq!(out(&output).matches("\"children\"").count(), navibar::limits::MAX_OUTLINE_DEPTH - 1);
}

#[test]
fn the_tree_is_saved_in_each_format() {
    let fixture = "tests/fixtures/nns/worked-example.rdf";
    let outline = out(&inspect(&[fixture, "--url", "http://h.example/sitemap.rdf"]));
    for (format, root) in
        [("nns", "<rdf:RDF"), ("negs", "<urlset"), ("xbel", "<xbel"), ("html", "<DL>"), ("opml", "<opml")]
    {
        let output = inspect(&["--to", format, "--url", "http://h.example/sitemap.rdf", fixture]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{format}");
        assert!(out(&output).contains(root), "{format}: {}", out(&output));
        let file = File::new(&format!("saved-{format}"), &out(&output));
        let again = inspect(&[file.path(), "--url", "https://elsewhere.example/"]);
        assert_eq!((out(&again), again.status.code()), (outline.clone(), Some(0)), "{format}");
    }
    let output = inspect(&["--to", "nns", "tests/fixtures/nns/no-root.rdf"]);
    assert_eq!(output.status.code(), Some(1), "there is no tree to save");
    assert!(err(&output).contains("error[no-root]"));
}
