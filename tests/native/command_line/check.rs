//! `navibar check`.

use super::{File, command, err, json, navibar, navibar_with_input, out};
use serde_json::json;
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_finding_shows_its_line_a_caret_and_what_to_change() {
    let file = File::new(
        "caret",
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n <url>\n  \
         <loc>https://h.example/\u{e4}\u{4e2d}?a&b</loc>\n </url>\n</urlset>\n",
    );
    let output = navibar(&["check", file.path()]);
    let path = file.path();
    let expected = format!(
        "{path}:3:30: warning[raw-ampersand]: A bare '&' is not allowed in XML; write '&amp;'.\n     \
         3 | <loc>https://h.example/\u{e4}\u{4e2d}?a&b</loc>\n       \
         |                             ^^\n{path}: 1 warning (sitemap, 1 page)\n"
    );
    assert_eq!((out(&output), err(&output).as_str()), (expected, ""));
}

#[test]
fn the_exit_status_follows_the_denied_level() {
    let clean = "tests/fixtures/nns/worked-example.rdf";
    let warnings = "tests/fixtures/nns/raw-ampersand.rdf";
    let errors = "tests/fixtures/nns/no-root.rdf";
    for (level, expected) in [("error", [0, 0, 1]), ("warning", [0, 1, 1]), ("note", [0, 1, 1]), ("nothing", [0, 0, 0])]
    {
        let status = |file| navibar(&["check", "--deny", level, file]).status.code().unwrap();
        assert_eq!([clean, warnings, errors].map(status), expected, "{level}");
    }
    let status = |file| navibar(&["check", file]).status.code().unwrap();
    assert_eq!([clean, warnings, errors].map(status), [0, 0, 1], "errors are denied unless the user says otherwise");
    assert_eq!(navibar(&["check", clean, errors, warnings]).status.code(), Some(1), "one bad file is enough");
}

#[test]
fn a_file_that_is_no_sitemap_is_an_error_at_its_place() {
    for (name, position, code) in [
        ("html", ":2:1", "not-a-sitemap"),
        ("json", ":1:1", "not-a-sitemap"),
        ("empty", ":1:1", "empty"),
        ("truncated-before-root", ":2:1", "truncated"),
        ("no-root", "", "no-root"),
    ] {
        let file = format!("tests/fixtures/nns/{name}.rdf");
        let output = navibar(&["check", &file]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(out(&output).starts_with(&format!("{file}{position}")), "{name}: {}", out(&output));
        assert!(out(&output).contains(&format!("error[{code}]: ")), "{name}: {}", out(&output));
    }
}

#[test]
fn several_files_have_a_sum() {
    let output = navibar(&["check", "tests/fixtures/nns/raw-ampersand.rdf", "tests/fixtures/nns/worked-example.rdf"]);
    let expected = "tests/fixtures/nns/raw-ampersand.rdf: 6 warnings (nns, 2 pages)\n\
                    tests/fixtures/nns/worked-example.rdf: no problems (nns, 9 pages)\nall: 6 warnings\n";
    assert!(out(&output).ends_with(expected), "{}", out(&output));
}

#[test]
fn standard_input_is_a_file() {
    let output = navibar_with_input(&["check", "-"], b"<urlset><url><loc>https://h.example/?a&b</loc></url></urlset>");
    assert!(out(&output).contains("<stdin>:1:39: warning[raw-ampersand]"), "{}", out(&output));
    let gzip = std::fs::read("tests/sites/sitemap/garden.example/sitemaps/news.xml.gz").unwrap();
    let output = navibar_with_input(&["check", "-"], &gzip);
    assert!(out(&output).ends_with("(sitemap, 2 pages)\n"), "{}", out(&output));
}

#[test]
fn a_folder_is_checked_with_the_sitemaps_that_it_names() {
    let folder = "tests/sites/sitemap/garden.example";
    let output = navibar(&["check", "--json", "--url", "https://garden.example/", folder]);
    assert_eq!(output.status.code(), Some(1));
    let report = &json(&output)["reports"][0];
    assert_eq!(
        (&report["url"], &report["documents"]),
        (&json!("https://garden.example/sitemaps/index.xml"), &json!(4))
    );
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["code"], &finding["severity"], &finding["line"]),
        (&json!("unread-sitemap"), &json!("error"), &json!(null))
    );
    assert!(finding["message"].as_str().unwrap().contains("https://garden.example/sitemaps/archive.xml"));
    // A finding in another sitemap has the path of that file.
    let folder = "tests/sites/diwoo/open.voorbeeld.example";
    let output = navibar(&["check", "--url", "https://open.voorbeeld.example/", folder]);
    assert!(
        out(&output).contains(&format!("\n{folder}/sitemaps/2023.xml:25:3: warning[missing-title]: ")),
        "{}",
        out(&output)
    );
    assert!(out(&output).contains("    25 | <url>\n       | ^^^^\n"), "{}", out(&output));
}

#[test]
fn the_sitemaps_of_a_single_index_are_a_note() {
    let output = navibar(&["check", "--deny", "warning", "tests/sites/sitemap/garden.example/sitemaps/index.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    assert!(out(&output).contains("note[unread-sitemap]: The file names 4 other sitemaps"), "{}", out(&output));
}

#[test]
fn json_has_the_findings_and_their_sums() {
    let file = "tests/fixtures/nns/raw-ampersand.rdf";
    let value = json(&navibar(&["check", "--json", file]));
    assert_eq!(value, json(&navibar(&["check", "--format", "json", file])));
    assert_eq!((&value["errors"], &value["warnings"], &value["notes"]), (&json!(0), &json!(6), &json!(0)));
    let report = &value["reports"][0];
    assert_eq!((&report["input"], &report["format"], &report["pages"]), (&json!(file), &json!("nns"), &json!(2)));
    assert_eq!(
        report["findings"][0],
        json!({
            "code": "raw-ampersand", "severity": "warning", "file": file, "line": 13, "column": 17,
            "excerpt": {
                "before": "<dc:title>Q ", "mark": "&", "after": " A &amp; R&D; AT&T</dc:title>",
                "cutBefore": false, "cutAfter": false,
            },
            "message": "A bare '&' is not allowed in XML; write '&amp;'.",
            "fix": "Write `&amp;`.",
        })
    );
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let file = "tests/fixtures/nns/raw-ampersand.rdf";
    assert!(!out(&navibar(&["check", file])).contains('\u{1b}'));
    assert!(out(&navibar(&["check", "--color", "always", file])).contains("\u{1b}["));
    assert!(!out(&navibar(&["check", "--color", "never", file])).contains('\u{1b}'));
    let forced = |name: &str| {
        let mut command = command(&["check", file]);
        out(&command.env("CLICOLOR_FORCE", "1").env(name, "1").output().unwrap())
    };
    assert!(forced("X").contains('\u{1b}'));
    assert!(!forced("NO_COLOR").contains('\u{1b}'));
}

#[test]
fn a_hostile_excerpt_does_not_reach_the_terminal() {
    let file = File::new("hostile", "<urlset>\n<loc\u{1b}[2J\u{9b}31m\u{202e} & \u{7f}>\n</urlset>");
    for arguments in
        [&["check", file.path()][..], &["check", "--json", file.path()], &["check", "--format", "sarif", file.path()]]
    {
        let output = navibar(arguments);
        assert!(
            !out(&output).contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'),
            "{:?}",
            out(&output)
        );
    }
}

#[test]
fn findings_fill_a_closed_pipe_without_a_panic() {
    let text = format!("<urlset>{}</urlset>", "<url><loc>?a&b</loc></url>\n".repeat(2000));
    let file = File::new("closed", &text);
    for (arguments, status) in [(["check", file.path()], 0), (["show", file.path()], 0)] {
        let mut process = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop((process.stdout.take(), process.stderr.take()));
        assert_eq!(process.wait().unwrap().code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn a_line_without_end_gives_a_short_excerpt() {
    let text = format!(
        "<urlset><url><loc>https://h.example/{}?a&b{}</loc></url></urlset>",
        "x".repeat(1 << 20),
        "y".repeat(1 << 20)
    );
    let output = navibar(&["check", File::new("long", &text).path()]);
    assert!(out(&output).contains("warning[raw-ampersand]"), "{}", out(&output));
    assert!(out(&output).len() < 2000, "{} bytes", out(&output).len());
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_read() {
    use std::fs::{create_dir_all, write};
    use std::os::unix::fs::symlink;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("links-{}", std::process::id()));
    let path = |name: &str| folder.join(name);
    create_dir_all(path("site/below")).unwrap();
    create_dir_all(path("mirror/h.example")).unwrap();
    write(path("secret.env"), "SECRET_TOKEN=abc123 not for reports").unwrap();
    let index = |address: &str| {
        let entry = |name| format!("<sitemap><loc>{address}/{name}.xml</loc></sitemap>");
        let entries: String = ["out", "above", "inside"].map(entry).concat();
        format!("<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{entries}</sitemapindex>")
    };
    let page = |address: &str| {
        format!(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{address}/oak</loc></url></urlset>"
        )
    };
    for (site, address) in [("site", "http://localhost"), ("mirror/h.example", "https://h.example")] {
        write(path(&format!("{site}/sitemap.xml")), index(address)).unwrap();
        write(path(&format!("{site}/real.xml")), page(address)).unwrap();
        symlink("real.xml", path(&format!("{site}/inside.xml"))).unwrap();
        symlink(path("secret.env"), path(&format!("{site}/out.xml"))).unwrap();
    }
    symlink("../secret.env", path("site/above.xml")).unwrap();
    symlink("../../secret.env", path("mirror/h.example/above.xml")).unwrap();
    let (site, mirror) = (path("site"), path("mirror"));
    let (site, mirror) = (site.to_str().unwrap(), mirror.to_str().unwrap());
    for arguments in [
        &["check", site][..],
        &["check", "--json", site],
        &["show", site],
        &["check", "--mirror", mirror, "https://h.example/"],
        &["show", "--json", "--mirror", mirror, "https://h.example/"],
    ] {
        let output = navibar(arguments);
        let said = out(&output) + &err(&output);
        assert!(!said.contains("SECRET") && !said.contains("abc123"), "{arguments:?}: {said}");
        assert!(
            ["oak", "1 page", "\"pages\": 1"].iter().any(|text| said.contains(text)),
            "a link inside of the folder is read: {said}"
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Opening a pipe that nobody writes to would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_not_opened() {
    use std::process::Command;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pipes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["robots.txt", "child.xml", "sitemap.rdf"] {
        assert!(Command::new("mkfifo").arg(folder.join(name)).status().unwrap().success());
    }
    let index = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
                 <sitemap><loc>http://localhost/child.xml</loc></sitemap></sitemapindex>";
    std::fs::write(folder.join("sitemap.xml"), index).unwrap();
    let output = navibar(&["check", folder.to_str().unwrap()]);
    assert!(out(&output).contains("error[unread-sitemap]"), "{}{}", out(&output), err(&output));
    std::fs::remove_dir_all(&folder).unwrap();
}
