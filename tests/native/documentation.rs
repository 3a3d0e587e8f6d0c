//! The documentation: every finding is described, links and commands are valid, and the README stays short.

use crate::support::commands::{self, Documented};
use crate::support::programs;
use navibar::findings::{Description, FindingCode};
use navibar::limits::*;
use navibar::page_facts::PageFacts;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MAX_README_LINES: usize = 150;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files with this ending in a folder and the folders in it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|is| is == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The tables of docs/site-authors.md, as they follow from the source.
fn tables() -> String {
    let row = |it: &Description| {
        let severities: Vec<_> = it.severities.iter().map(|severity| format!("{severity:?}").to_lowercase()).collect();
        format!("| `{}` | {} | {} | {} |\n", it.code, severities.join(" or "), it.cause, it.fix)
    };
    let table = |(section, findings): &(&str, &[Description])| {
        let rows: String = findings.iter().map(row).collect();
        format!("\n### {section}\n\n| code | severity | cause | fix |\n|---|---|---|---|\n{rows}")
    };
    FindingCode::SECTIONS.iter().map(table).collect()
}

#[test]
fn the_documentation_shows_the_table_of_all_findings() {
    let path = root().join("docs/site-authors.md");
    let text = read(&path);
    let at = text.find("## All findings").unwrap();
    let start = at + text[at..].find("\n### ").unwrap();
    if std::env::var_os("UPDATE_FINDINGS").is_some() {
        fs::write(&path, text[..start].to_owned() + &tables()).unwrap();
        return;
    }
    assert_eq!(text[start..], tables(), "UPDATE_FINDINGS=1 writes the tables again");
}

#[test]
fn every_finding_is_raised_and_has_its_own_name() {
    let raised: String = ["src"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), "rs"))
        .filter(|path| !path.ends_with("tests.rs") && !path.ends_with("findings/code.rs"))
        .map(|path| read(&path).split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned())
        .collect();
    let uses: BTreeSet<&str> = raised
        .split("FindingCode::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap())
        .collect();
    let all = || FindingCode::SECTIONS.iter().flat_map(|(_, findings)| *findings);
    let unused: Vec<_> =
        all().filter(|it| !uses.contains(&*format!("{:?}", it.code))).map(|it| it.code.name()).collect();
    assert!(unused.is_empty(), "nothing raises {unused:?}");
    let names: BTreeSet<&str> = all().map(|it| it.code.name()).collect();
    assert_eq!(names.len(), all().count(), "two findings have the same name");
}

/// Formats a limit as the findings do: `20,000`, or `64 KiB` for bytes.
fn limit(value: u64, unit: &str) -> String {
    let shift = match unit {
        " KiB" => 10,
        " MiB" => 20,
        _ => 0,
    };
    let digits = (value >> shift).to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    format!("{}{unit}", groups.join(","))
}

#[test]
fn the_findings_name_the_limits() {
    let count = |value: usize| limit(value as u64, "");
    let (kib, mib) = (|value: usize| limit(value as u64, " KiB"), |value: u64| limit(value, " MiB"));
    let limits: BTreeMap<&str, Vec<String>> = BTreeMap::from([
        ("limit-aliases", vec![count(MAX_ALIASES)]),
        ("limit-attributes", vec![count(MAX_ATTRIBUTES)]),
        ("limit-base", vec![kib(MAX_BASE_BYTES)]),
        ("limit-depth", vec![count(MAX_DEPTH)]),
        ("limit-diagnostics", vec![count(MAX_DIAGNOSTICS)]),
        ("limit-document", vec![mib(MAX_DOCUMENT_BYTES)]),
        ("limit-documents", vec![count(MAX_DOCUMENTS)]),
        ("limit-entities", vec![kib(MAX_ENTITY_BYTES)]),
        ("limit-entry", vec![count(MAX_ENTRY_ELEMENTS), mib(MAX_LITERAL_BYTES as u64)]),
        ("limit-metadata", vec![mib(MAX_METADATA_BYTES as u64), mib(MAX_ALL_METADATA_BYTES as u64)]),
        ("limit-names", vec![count(MAX_NAMES), count(MAX_NAMESPACE_NAMES)]),
        ("limit-namespaces", vec![count(MAX_NAMESPACES)]),
        ("limit-order", vec![limit(MAX_ORDER, "")]),
        ("limit-outline", vec![count(MAX_OUTLINE_NODES), count(MAX_OUTLINE_DEPTH), mib(MAX_OUTLINE_BYTES as u64)]),
        ("limit-pages", vec![count(MAX_NODES)]),
        ("limit-rows", vec![count(MAX_ROWS)]),
        ("limit-token", vec![mib(MAX_TOKEN_BYTES as u64)]),
        ("limit-value", vec![count(MAX_VALUE_BYTES)]),
        ("limit-wholes", vec![count(MAX_WHOLES)]),
        ("too-large", vec![limit(PROTOCOL_BYTES.into(), "")]),
        ("too-many-entries", vec![count(PROTOCOL_ENTRIES)]),
    ]);
    let all = || FindingCode::SECTIONS.iter().flat_map(|(_, findings)| *findings);
    for finding in
        all().filter(|finding| finding.code.name().starts_with("limit-") || limits.contains_key(finding.code.name()))
    {
        for limit in &limits[finding.code.name()] {
            assert!(finding.cause.contains(limit), "{}: {} is not {limit}", finding.code, finding.cause);
        }
    }
}

/// The lines of a document outside its code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let anchor = |heading: String| -> String {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let anchors = plain.map(anchor).map(|anchor| {
        let before = times.entry(anchor.clone()).or_default();
        *before += 1;
        if *before > 1 { format!("{anchor}-{}", *before - 1) } else { anchor }
    });
    anchors.collect()
}

/// What a document links to, and the pictures that it shows.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        // Every second piece is code.
        let words: String = line.split('`').step_by(2).collect();
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"')] {
            let found = words.split(start).skip(1).filter_map(|rest| rest.split(end).next());
            links.extend(found.map(str::to_owned));
        }
    }
    links
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    let mut checked = 0;
    for document in commands::documents(root()) {
        for link in links(&read(&document)) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            checked += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            let leads_somewhere = match anchor {
                "" => target.exists(),
                anchor => target.is_file() && anchors(&read(&target)).contains(anchor),
            };
            if !leads_somewhere {
                broken.push(format!("{}: {link}", document.file_name().unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
    assert!(checked > 50, "only {checked} links are found");
}

/// The code in sentences and tables, without code blocks.
fn inline_code(text: &str) -> Vec<&str> {
    prose(text).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Returns `true` if code in a document is a path in the project: a file of the source, or a folder.
fn is_path(code: &str) -> bool {
    let is_file =
        [".rs", ".js", ".css", ".html"].iter().any(|ending| code.len() > ending.len() && code.ends_with(ending));
    (is_file || code.ends_with('/')) && !code.contains([' ', '<', '*']) && !code.contains("://")
}

/// A table row may name files relative to the folders in its first cell.
#[test]
fn every_path_in_the_architecture_exists() {
    let text = read(&root().join("docs/architecture.md"));
    let mut missing = Vec::new();
    let mut checked = 0;
    for line in prose(&text) {
        let first_cell = line.strip_prefix('|').and_then(|row| row.split('|').next()).unwrap_or_default();
        let folders: Vec<PathBuf> = inline_code(first_cell).into_iter().map(|folder| root().join(folder)).collect();
        for path in inline_code(line).into_iter().filter(|code| is_path(code)) {
            checked += 1;
            let exists = root().join(path).exists() || folders.iter().any(|folder| folder.join(path).exists());
            if !exists {
                missing.push(path);
            }
        }
    }
    assert!(missing.is_empty(), "docs/architecture.md names paths that do not exist: {missing:?}");
    assert!(checked > 60, "only {checked} paths are found");
}

/// The first line of a block names the file, as in `// src/site.rs`. The rest must stand in that file.
#[test]
fn the_code_in_the_architecture_is_that_of_the_source() {
    let text = read(&root().join("docs/architecture.md"));
    let one_line = |code: &str| code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut checked = 0;
    for block in commands::blocks(&text, "rust") {
        let (first, code) = block.split_once('\n').unwrap();
        let path = first.strip_prefix("// ").unwrap_or_else(|| panic!("'{first}' does not name a file"));
        let source = one_line(&read(&root().join(path)));
        assert!(source.contains(&one_line(code)), "{path} does not contain this code of docs/architecture.md:\n{code}");
        checked += 1;
    }
    assert!(checked >= 3, "only {checked} blocks are found");
}

/// The code of docs/recipes.md in its order, with the tested file that has it. A block may be a part of its file.
const RECIPES: [(&str, &str); 6] = [
    ("toml", "hugo/hugo.toml"),
    ("go-html-template", "hugo/layouts/home.nns.rdf"),
    ("yaml", "mkdocs/mkdocs.yml"),
    ("python", "mkdocs/hooks/nns.py"),
    ("liquid", "jekyll/sitemap.rdf"),
    ("liquid", "jekyll/_includes/nns.xml"),
];

#[test]
fn the_recipes_are_the_tested_files() {
    let text = read(&root().join("docs/recipes.md"));
    let mut rest = &*text;
    for (language, file) in RECIPES {
        let start = format!("\n```{language}\n");
        let at = rest.find(&start).unwrap_or_else(|| panic!("docs/recipes.md has no block for {file}")) + start.len();
        let (code, after) = rest[at..].split_once("```\n").unwrap();
        let tested = read(&root().join("tests/recipes").join(file));
        let is_part = matches!(language, "toml" | "yaml");
        assert!(
            tested == code || is_part && tested.contains(code),
            "{file} has other code than docs/recipes.md:\n{code}"
        );
        rest = after;
    }
    let others: Vec<&str> = rest.lines().filter(|line| line.starts_with("```")).collect();
    assert_eq!(others, [""; 0], "RECIPES lists all code");
}

#[test]
fn the_readme_is_short() {
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= MAX_README_LINES, "README.md has {lines} lines, more than {MAX_README_LINES}");
}

#[test]
fn every_page_of_the_documentation_is_linked_in_the_readme() {
    let links = links(&read(&root().join("README.md")));
    for page in files(&root().join("docs"), "md") {
        let link = format!("docs/{}", page.file_name().unwrap().to_string_lossy());
        assert!(links.contains(&link), "README.md does not link {link}");
    }
}

/// The packages of the workspace, as cargo knows them.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root()).args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Says what is wrong with a documented `cargo test` or `cargo bench`, if anything is.
fn check_test(packages: &[Value], words: &[String]) -> Result<(), String> {
    let mut package = "navibar";
    let mut folder = PathBuf::from("src");
    let mut words = words.iter().map(String::as_str);
    let named = |name: &str| packages.iter().find(|package| package["name"] == name);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word {
            "--lib" => {}
            "--package" => package = value()?,
            "--features" => {
                let name = value()?;
                let features = named(package).and_then(|package| package["features"].as_object());
                features.and_then(|features| features.get(name)).ok_or(format!("{package} has no feature {name}"))?;
            }
            "--test" | "--bench" => {
                let name = value()?;
                let kind = &word[2..];
                let targets = named(package).and_then(|package| package["targets"].as_array()).into_iter().flatten();
                let mut targets = targets.filter(|target| target["kind"][0] == kind && target["name"] == name);
                let target = targets.next().ok_or(format!("{package} has no {kind} {name}"))?;
                folder = Path::new(target["src_path"].as_str().unwrap_or_default()).parent().unwrap().to_owned();
            }
            "--" | "--nocapture" => {}
            filter => {
                let module = filter.strip_suffix("::").ok_or(format!("{filter} is no known option"))?;
                let path = folder.join(module);
                if !path.is_dir() && !path.with_extension("rs").is_file() {
                    return Err(format!("there is no module {module}"));
                }
            }
        }
    }
    Ok(())
}

/// Runs a documented `cargo run`. Says what is wrong, if anything is.
fn run_cargo(words: &[String]) -> Result<(), String> {
    let arguments: Vec<String> = words.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    let value = |option: &str| words.iter().skip_while(|word| *word != option).nth(1);
    match value("--example") {
        Some(name) => run(&programs::example(name), &arguments),
        None if value("--features").is_some_and(|features| features == "cli") => run(&programs::navibar(), &arguments),
        None => Err("only examples and the program are run".to_owned()),
    }
}

/// Runs a program in a folder with the files that the documents name. Says what is wrong, if anything is.
fn run(program: &Path, words: &[String]) -> Result<(), String> {
    let arguments = words.iter().take_while(|word| *word != ">");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("documentation-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = read(&root().join("docs/site-authors.md"));
    let sitemap = commands::blocks(&text, "xml").find(|code| code.starts_with("<?xml")).unwrap();
    fs::write(folder.join("sitemap.rdf"), sitemap).unwrap();
    fs::write(folder.join("FILE"), sitemap).unwrap();
    let visit = serde_json::to_string(&PageFacts::default()).unwrap();
    fs::write(folder.join("visits.jsonl"), visit).unwrap();
    fs::copy(root().join("tests/sites/negs/club.example/sitemap.xml"), folder.join("sitemap.xml")).unwrap();
    let public = folder.join("public");
    fs::create_dir_all(&public).unwrap();
    fs::write(public.join("sitemap.rdf"), sitemap).unwrap();
    let mut command = Command::new(program);
    let command = command.current_dir(&folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// xtask's own tests check the commands that begin with `cargo xtask`.
#[test]
fn every_documented_command_works() {
    let packages = packages();
    let mut checked = 0;
    for Documented { document, words } in commands::commands(root()) {
        let known: Vec<&str> = words.iter().map(String::as_str).collect();
        let result = match known[..] {
            ["cargo", "xtask", ..] => continue,
            ["cargo", "run", ..] => run_cargo(&words[2..]),
            ["navibar", ..] => run(&programs::navibar(), &words[1..]),
            ["cargo", "install", "--path", ".", "--features", "cli"] => Ok(()),
            ["cargo", "test" | "bench", ..] => check_test(&packages, &words[2..]),
            ["xtask/rebuild.sh", _] => {
                assert!(root().join("xtask/rebuild.sh").is_file());
                Ok(())
            }
            // Programs of others.
            ["gh", "attestation", "verify", ..] | ["sha256sum", "--check", ..] | ["npm", "install", "navibar"] => {
                Ok(())
            }
            ["cargo", "fmt", "--all"] | ["cargo", "doc", "--open"] => Ok(()),
            _ => Err("this test does not know the command".to_owned()),
        };
        checked += 1;
        if let Err(error) = result {
            panic!("{document}: `{}`: {error}", words.join(" "));
        }
    }
    assert!(checked > 10, "only {checked} commands are found");
}

/// Hidden modules are for the tests.
#[test]
fn every_public_module_has_an_example() {
    let library = read(&root().join("src/lib.rs"));
    let lines: Vec<&str> = library.lines().collect();
    let mut checked = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) else { continue };
        if lines[at - 1] == "#[doc(hidden)]" {
            continue;
        }
        checked += 1;
        let paths = [format!("src/{name}.rs"), format!("src/{name}/mod.rs")].map(|path| root().join(path));
        let text = read(paths.iter().find(|path| path.is_file()).unwrap());
        assert!(text.lines().any(|line| matches!(line, "//! ```" | "/// ```")), "{name} has no example");
    }
    assert!(checked > 10, "only {checked} modules are found");
}

/// All checks run with the oldest compiler that the packages allow.
#[test]
fn the_checks_use_the_oldest_supported_compiler() {
    let value = |file: &str, name: &str| {
        let text = read(&root().join(file));
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} = \""))).unwrap();
        line.split('"').next().unwrap().to_owned()
    };
    let channel = value("rust-toolchain.toml", "channel");
    assert_eq!(channel, format!("{}.0", value("Cargo.toml", "rust-version")));
}
