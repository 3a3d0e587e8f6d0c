//! `navibar check --format sarif`. The assertions are the requirements of SARIF 2.1.0 (OASIS) on the members in use.

use super::{File, json, navibar};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn sarif(arguments: &[&str]) -> Value {
    json(&navibar(&[&["check", "--format", "sarif"], arguments].concat()))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

#[test]
fn a_log_has_the_required_members() {
    let log = sarif(&[
        "tests/fixtures/nns/raw-ampersand.rdf",
        "tests/fixtures/nns/no-root.rdf",
        "tests/fixtures/nns/html.rdf",
    ]);
    assert_eq!((&log["version"], log["runs"].as_array().unwrap().len()), (&json!("2.1.0"), 1));
    assert_eq!(log["$schema"], "https://json.schemastore.org/sarif-2.1.0.json");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!((&driver["name"], &driver["semanticVersion"]), (&json!("navibar"), &json!(env!("CARGO_PKG_VERSION"))));
    assert_eq!(run["invocations"], json!([{ "executionSuccessful": true }]));
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = driver["rules"].as_array().unwrap();
    let ids: BTreeSet<&str> = rules.iter().map(|rule| text(&rule["id"])).collect();
    assert_eq!(ids.len(), rules.len(), "section 3.19.23: ids are unique");
    for rule in rules {
        assert!(!text(&rule["shortDescription"]["text"]).is_empty() && !text(&rule["help"]["text"]).is_empty());
        assert!(!text(&rule["help"]["text"]).contains('`') && !text(&rule["help"]["markdown"]).is_empty());
        assert!(["error", "warning", "note"].contains(&text(&rule["defaultConfiguration"]["level"])));
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 8);
    for result in results {
        let at = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[at]["id"], result["ruleId"], "section 3.27.6");
        assert!(["error", "warning", "note"].contains(&text(&result["level"])));
        assert!(!text(&result["message"]["text"]).is_empty());
        let location = &result["locations"][0]["physicalLocation"];
        assert!(text(&location["artifactLocation"]["uri"]).starts_with("tests/fixtures/nns/"), "{location}");
        let region = &location["region"];
        let number = |name: &str| region[name].as_u64().unwrap();
        assert!(number("startLine") > 0 && number("startColumn") > 0 && number("endColumn") >= number("startColumn"));
    }
}

#[test]
fn regions_count_characters() {
    let file = File::new("region", "<urlset><url><loc>https://h.example/\u{1f600}\u{e4}?a&b</loc></url></urlset>");
    let log = sarif(&[file.path()]);
    let result =
        &log["runs"][0]["results"].as_array().unwrap().iter().find(|it| it["ruleId"] == "raw-ampersand").unwrap();
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["region"], json!({ "startLine": 1, "startColumn": 41, "endColumn": 43 }));
    let uri = text(&location["artifactLocation"]["uri"]);
    assert!(uri.starts_with("file:///") && uri.ends_with(".rdf"), "an absolute path: {uri}");
}

#[test]
fn a_path_becomes_a_uri() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("a b-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("\u{e4}%#?.rdf");
    std::fs::write(&file, "").unwrap();
    let output =
        super::command(&["check", "--format", "sarif", "./\u{e4}%#?.rdf"]).current_dir(&folder).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let location = &json(&output)["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "%C3%A4%25%23%3F.rdf");
}

#[test]
fn a_finding_without_a_place_has_no_region() {
    let log = sarif(&["--url", "https://garden.example/", "tests/sites/sitemap/garden.example"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("unread-sitemap"), &json!("error")));
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location, &json!({ "artifactLocation": { "uri": "tests/sites/sitemap/garden.example" } }));
}
