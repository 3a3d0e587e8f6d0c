//! SARIF 2.1.0, the format of code scanning: the rules are all findings that Navibar knows.

use crate::report::{Finding, Place, Report};
use navibar::address::origin;
use navibar::findings::{Description, FindingCode, Severity};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Component, Path};

/// The characters of a path that a URI contains unchanged.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Value,
    invocations: Value,
    /// Columns count characters, not UTF-16 code units.
    column_kind: &'static str,
    results: Vec<Value>,
}

fn rules() -> impl Iterator<Item = &'static Description> {
    FindingCode::SECTIONS.iter().flat_map(|(_, findings)| *findings)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn rule(it: &Description) -> Value {
    // Cause and fix are Markdown.
    let plain = |text: &str| text.replace('`', "");
    json!({
        "id": it.code,
        "shortDescription": { "text": plain(it.cause) },
        "help": { "text": plain(it.fix), "markdown": it.fix },
        "defaultConfiguration": { "level": it.severities.first().map_or("none", |severity| level(*severity)) },
    })
}

/// Returns the log of some reports.
pub(crate) fn log(reports: &[Report]) -> Log {
    let driver = json!({
        "name": "navibar",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules().map(rule).collect::<Vec<_>>(),
    });
    let run = Run {
        tool: json!({ "driver": driver }),
        invocations: json!([{ "executionSuccessful": true }]),
        column_kind: "unicodeCodePoints",
        results: reports.iter().flat_map(|report| &report.findings).map(result).collect(),
    };
    Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
}

fn result(finding: &Finding) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&finding.file) } });
    if let Some(place) = &finding.place {
        location["region"] = region(place);
    }
    json!({
        "ruleId": finding.code,
        "ruleIndex": rules().position(|it| it.code == finding.code),
        "level": level(finding.severity),
        "message": { "text": finding.message },
        "locations": [{ "physicalLocation": location }],
    })
}

fn region(place: &Place) -> Value {
    let mut region = json!({ "startLine": place.line, "startColumn": place.column });
    if let Some(excerpt) = &place.excerpt {
        region["endColumn"] = (place.column as usize + excerpt.mark.chars().count()).into();
    }
    region
}

/// Returns the URI of a file. A relative path stays relative, so that code scanning finds it in the repository.
fn uri(file: &str) -> String {
    if origin(file).is_some() {
        return file.to_owned();
    }
    let path = Path::new(file);
    let parts = path.components().filter(|part| *part != Component::CurDir && *part != Component::RootDir);
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy()).collect();
    let encoded = utf8_percent_encode(&parts.join("/"), PATH).to_string();
    if path.is_absolute() { format!("file:///{encoded}") } else { encoded }
}
