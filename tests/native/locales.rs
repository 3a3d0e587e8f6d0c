//! The texts of the interface: each exists in every language, has the same values, and is used.

use navibar::findings::Reason;
use navibar::tree::Label;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The languages, with their plural categories in `Intl.PluralRules` (CLDR). The end-to-end tests compare them with the
/// browser's.
const LANGUAGES: [(&str, &[&str]); 6] = [
    ("en", &["one", "other"]),
    ("de", &["one", "other"]),
    ("nl", &["one", "other"]),
    ("fr", &["one", "many", "other"]),
    ("es", &["one", "many", "other"]),
    ("ar", &["zero", "one", "two", "few", "many", "other"]),
];

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// What to do when a test below fails.
const HELP: &str = "\nThe texts are in extension-manifest/_locales/<language>/messages.json. A new one goes into all of them, \
    under the same key: in English with a description, in the others without; one with a number in it once for each \
    plural category of the language, as pages_one, pages_other. The keys of what the element says begin with navi_bar_.\n";

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Message {
    message: String,
    description: Option<String>,
    #[serde(default)]
    placeholders: BTreeMap<String, Placeholder>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Placeholder {
    content: String,
    example: Option<String>,
}

type Messages = BTreeMap<String, Message>;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn messages(language: &str) -> Messages {
    let path = format!("extension-manifest/_locales/{language}/messages.json");
    let text = read(&path);
    let messages: Messages = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let keys = text.lines().filter(|line| line.starts_with("  \"")).count();
    assert_eq!(keys, messages.len(), "{path}: a key is repeated, or shares a line with another");
    messages
}

/// A key without its plural category, if it has one and English has the plural.
fn counted<'a>(key: &'a str, english: &Messages) -> Option<(&'a str, &'a str)> {
    let (stem, category) = key.rsplit_once('_')?;
    (CATEGORIES.contains(&category) && english.contains_key(&format!("{stem}_other"))).then_some((stem, category))
}

/// The names of the values in a text: `$NAME$` in the extension's texts, `{name}` in the element's.
fn values(message: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (open, close) in [('$', '$'), ('{', '}')] {
        let mut rest = message;
        while let Some((_, after)) = rest.split_once(open) {
            let (name, more) = after.split_once(close).unwrap_or_else(|| panic!("{message:?} has an unpaired {open}"));
            found.insert(name.to_lowercase());
            rest = more;
        }
    }
    found
}

/// The files of the interface, without generated files and examples.
fn scripts() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["wasm", "demo"].contains(&&*name) {
                    walk(&path, found);
                }
            } else if name.ends_with(".js") || name.ends_with(".html") || name.ends_with(".json") {
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join("www"), &mut found);
    for entry in fs::read_dir(root.join("extension-manifest")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// The element's English texts.
fn element_texts() -> BTreeMap<String, String> {
    let texts = messages("en").into_iter();
    texts.filter_map(|(key, text)| Some((key.strip_prefix("navi_bar_")?.to_owned(), text.message))).collect()
}

#[test]
fn every_text_exists_in_every_language() {
    let english = messages("en");
    let mut wrong = Vec::new();
    for (language, categories) in LANGUAGES {
        let mut expected = BTreeSet::new();
        for key in english.keys() {
            match counted(key, &english) {
                Some((stem, _)) => expected.extend(categories.iter().map(|category| format!("{stem}_{category}"))),
                None => _ = expected.insert(key.clone()),
            }
        }
        let found: BTreeSet<String> = messages(language).into_keys().collect();
        println!("{language}: {} texts", found.len());
        wrong.extend(expected.difference(&found).map(|key| format!("{language} lacks {key}")));
        wrong.extend(found.difference(&expected).map(|key| format!("{language} has {key}, which English lacks")));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("extension-manifest/_locales");
    assert_eq!(fs::read_dir(folder).unwrap().count(), LANGUAGES.len(), "a language is not in LANGUAGES above");
    assert!(wrong.is_empty(), "{HELP}{}", wrong.join("\n"));
}

#[test]
fn every_text_has_the_values_of_the_english_one() {
    let english = messages("en");
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    for (language, _) in LANGUAGES {
        for (key, message) in messages(language) {
            let at = format!("{language}, {key}");
            let text = &message.message;
            check(
                !text.is_empty() && text.trim() == text,
                format!("{at}: white space at the start or end, or an empty text"),
            );
            check(
                message.description.is_some() == (language == "en"),
                format!("{at}: there are descriptions in English alone, and of every text"),
            );
            let is_of_the_element = key.starts_with("navi_bar_");
            check(
                !text.contains(if is_of_the_element { '$' } else { '{' }),
                format!("{at}: values are {{name}} in what the element says, $NAME$ in all else"),
            );
            let said = values(text);
            let original = counted(&key, &english).map_or_else(|| key.clone(), |(stem, _)| format!("{stem}_other"));
            let Some(original) = english.get(&original) else { continue };
            let mut expected = values(&original.message);
            // In "one page", the word is the number. In French, the category "one" is zero and one.
            let is_one_number = counted(&key, &english).is_some_and(|(_, category)| {
                ["zero", "one", "two"].contains(&category)
                    && (language != "fr" || !values(&english[&key].message).contains("count"))
            });
            if is_one_number && !said.contains("count") {
                expected.remove("count");
            }
            check(said == expected, format!("{at}: has the values {said:?}, not {expected:?}"));
            for (name, placeholder) in &message.placeholders {
                let same = original.placeholders.get(name).is_some_and(|known| known.content == placeholder.content);
                check(same, format!("{at}: the placeholder {name} is another one in English"));
                check(said.contains(name), format!("{at}: the placeholder {name} is not in the text"));
                check(
                    placeholder.example.is_some() == (language == "en"),
                    format!("{at}: placeholders have examples in English alone"),
                );
            }
            let defined = said.iter().all(|name| is_of_the_element || message.placeholders.contains_key(name));
            check(defined, format!("{at}: a value is not among the placeholders"));
        }
    }
    assert!(wrong.is_empty(), "{HELP}{}", wrong.join("\n"));
}

#[test]
fn every_text_is_used_and_every_used_key_exists() {
    let english = messages("en");
    let scripts = scripts();
    let mut wrong = Vec::new();
    let code: String =
        scripts.iter().filter(|(name, _)| name != "english.js").map(|(_, text)| &**text).collect::<Vec<_>>().join("\n");
    // Keys are in quotes, or behind `__MSG_` in the manifest, or are made from a stem and a suffix.
    let is_in_code = |key: &str| {
        ["\"", "'", "`"].iter().any(|quote| code.contains(&format!("{quote}{key}{quote}")))
            || code.contains(&format!("__MSG_{key}__"))
    };
    let words: BTreeMap<String, String> = Label::texts().collect();
    let labels = [Label::Unplaced, Label::Lists, Label::Languages, Label::Technical, Label::Rest];
    let labels = labels.map(|label| serde_json::to_value(label).unwrap()["name"].as_str().unwrap().to_owned());
    assert_eq!(labels.iter().find(|label| !english.contains_key(&format!("navi_bar_{label}"))), None);
    let is_used = |key: &str| {
        if words.contains_key(key) || labels.iter().any(|label| label == key) {
            return true;
        }
        let made = |(stem, _): (&str, &str)| !stem.is_empty() && code.contains(&format!("`{stem}_${{"));
        let id = code.contains(&format!("id=\"{key}\""));
        is_in_code(key) || id || key.rsplit_once('_').is_some_and(made)
    };
    for key in english.keys() {
        let stem = counted(key, &english).map_or(&**key, |(stem, _)| stem);
        let own = stem.strip_prefix("navi_bar_").unwrap_or(stem);
        let plural = matches!(own, "errors" | "warnings" | "notes"); // `${severity}s`
        if !is_used(own) && !plural && !own.starts_with("reason_") && !own.starts_with("detail_") {
            wrong.push(format!("{key} is not used"));
        }
    }
    for (name, text) in &scripts {
        let calls = [("message(\"", ""), ("countMessage(\"", "_other"), ("__MSG_", "")];
        let in_element = [(".get(\"", ""), (".plural(\"", "_other")];
        let keys = calls.iter().map(|call| (call, "")).chain(in_element.iter().map(|call| (call, "navi_bar_")));
        for ((call, category), prefix) in keys {
            for (at, _) in text.match_indices(call) {
                // `countMessage("` ends like `message("`.
                if *call == "message(\"" && text[..at].ends_with(char::is_alphanumeric) {
                    continue;
                }
                let rest = &text[at + call.len()..];
                let key = rest.split(['"', '_']).next().unwrap_or_default();
                let key = if call.starts_with("__") { key } else { rest.split('"').next().unwrap_or_default() };
                let is_of_strings = prefix.is_empty()
                    || text[..at].to_lowercase().ends_with("strings")
                    || text[..at].ends_with("strings()");
                if is_of_strings && !english.contains_key(&format!("{prefix}{key}{category}")) {
                    wrong.push(format!("{name} says {prefix}{key}{category}, which is not there"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{HELP}{}", wrong.join("\n"));
}

#[test]
fn every_reason_of_the_engine_has_its_sentence() {
    let element = element_texts();
    let mut sentences: BTreeMap<String, &str> = BTreeMap::new();
    for (name, sentence) in Reason::SENTENCES {
        sentences.insert(format!("reason_{}", name.replace('-', "_")), sentence);
    }
    let said: BTreeMap<String, &str> = element
        .iter()
        .filter(|(key, _)| key.starts_with("reason_"))
        .map(|(key, text)| (key.clone(), &**text))
        .collect();
    assert_eq!(said, sentences, "messages.json and src/findings/reason.rs say the same");
}

#[test]
fn every_word_of_the_engine_has_its_text() {
    let is_word =
        |key: &str| ["detail_capability_", "period_", "relation_", "term_"].iter().any(|kind| key.starts_with(kind));
    let element: BTreeMap<String, String> = element_texts().into_iter().filter(|(key, _)| is_word(key)).collect();
    let words: BTreeMap<String, String> = Label::texts().collect();
    assert!(words.len() > 30);
    assert_eq!(element, words, "{HELP}The engine has the same texts in src/format/sitemap/resourcesync/");
}

/// The elements of the Woo metadata that are shown as details (DiWoo 0.9.8, diwoo-metadata.xsd), and the date of the sitemap.
const WOO: [&str; 27] = [
    "aggregatiekenmerk",
    "alternatieveTitel",
    "atTime",
    "begindatum",
    "creatiedatum",
    "documentsoort",
    "einddatum",
    "format",
    "identifier",
    "informatiecategorie",
    "isPartOf",
    "laatst gewijzigd",
    "language",
    "medeverantwoordelijke",
    "naamOpsteller",
    "omschrijving",
    "opsteller",
    "publisher",
    "redenVerwijderingVervanging",
    "relation",
    "role",
    "soortHandeling",
    "thema",
    "trefwoord",
    "verantwoordelijke",
    "verkorteTitel",
    "wasAssociatedWith",
];

/// The attributes of `rs:md` and `rs:ln` that are shown as details (Z39.99, "Document Formats"), and the address of a
/// deleted page.
const RESOURCESYNC: [&str; 16] = [
    "at",
    "capability",
    "change",
    "completed",
    "datetime",
    "encoding",
    "from",
    "hash",
    "lastmod",
    "length",
    "loc",
    "modified",
    "path",
    "pri",
    "type",
    "until",
];

#[test]
fn every_detail_of_woo_and_resourcesync_has_its_name() {
    let element = element_texts();
    // `keyOf` in www/element/popups/details.js makes the key.
    let has_text = |name: &str| element.contains_key(&format!("detail_{}", name.replace([' ', '-'], "_")));
    let lacking: Vec<&str> = WOO.into_iter().chain(RESOURCESYNC).filter(|name| !has_text(name)).collect();
    assert!(lacking.is_empty(), "{HELP}{lacking:?}");
    // The lists above are complete: the fixtures show no other details.
    let mut shown = BTreeSet::new();
    for folder in ["tests/fixtures/diwoo", "tests/fixtures/resourcesync"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let details = text.lines().filter_map(|line| line.trim_start().strip_prefix("= ")?.split_once(": "));
            shown.extend(details.map(|(name, _)| name.to_owned()).filter(|name| !has_text(name)));
        }
    }
    // A fixture invents this one.
    assert_eq!(shown, BTreeSet::from(["mood".to_owned()]));
}
