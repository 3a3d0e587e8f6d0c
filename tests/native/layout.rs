//! The layout of the source: short files, no modules that import each other in a circle, and parts with private fields.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 500;

/// A file for JavaScript describes one thing.
const MAX_BINDINGS_LINES: usize = 250;

/// Half of the files are shorter.
const MAX_MEDIAN: usize = 200;

/// The root files of the crates and of the modules that several crates share, with the numbers of modules and of imports
/// between them that are found at least.
const CRATES: [(&str, usize, usize); 11] = [
    ("src/lib.rs", 200, 800),
    ("src/bin/navibar/main.rs", 10, 20),
    ("xtask/src/main.rs", 50, 150),
    ("benches/core.rs", 3, 1),
    ("benches/peers/src/lib.rs", 3, 0),
    ("tests/browser/src/lib.rs", 10, 30),
    ("tests/browser/tests/extension/main.rs", 50, 120),
    ("tests/fuzz/targets/mod.rs", 8, 6),
    ("tests/judge/src/lib.rs", 12, 15),
    ("tests/measure/src/main.rs", 7, 8),
    ("tests/native/main.rs", 50, 45),
];

/// The path of a module or an item, without `crate`.
type Names = Vec<String>;

/// Returns the files below a folder with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let is_generated = ["www/element/wasm", "target", "node_modules"].iter().any(|end| path.ends_with(end));
            if path.is_dir() && !is_generated {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn files_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "www", "xtask", "tests", "benches", "examples"];
    let all: Vec<PathBuf> =
        folders.iter().flat_map(|folder| files(&root.join(folder), &["rs", "js", "css", "html"])).collect();
    assert!(all.len() > 500, "the files are found");
    let mut lengths = Vec::new();
    for path in all {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let most = if path.starts_with(root.join("src/web")) { MAX_BINDINGS_LINES } else { MAX_LINES };
        assert!(lines <= most, "{} has {lines} lines", path.display());
        if path.extension().is_some_and(|ending| ending == "rs" || ending == "js") {
            lengths.push(lines);
        }
    }
    lengths.sort_unstable();
    assert!(lengths[lengths.len() / 2] < MAX_MEDIAN, "the median is {} lines", lengths[lengths.len() / 2]);
}

/// A module: what it exports under another path, and what it imports.
#[derive(Default)]
struct Module {
    exports: BTreeMap<String, Names>,
    imports: Vec<Names>,
}

/// Expands the braces of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`. `self` and `as` are dropped.
fn expanded(tree: &str) -> Vec<(String, Names)> {
    let Some((start, rest)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut names: Names = path.split("::").map(|name| name.trim().to_owned()).collect();
        names.retain(|name| !name.is_empty());
        if names.len() > 1 && names.last().is_some_and(|name| name == "self") {
            names.pop();
        }
        let name = if alias.is_empty() { names.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
        return vec![(name, names)];
    };
    let inside = &rest[..rest.rfind('}').unwrap()];
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(&format!("{start}{}", part.trim()))).collect()
}

/// Returns a path from the root of the crate. Returns `None` for other crates.
fn absolute(module: &[String], path: &[String], children: &BTreeSet<Names>) -> Option<Names> {
    let first = path.first()?;
    let child: Names = module.iter().chain([first]).cloned().collect();
    let mut base = module.to_vec();
    let mut rest = path;
    match &**first {
        "crate" => (base, rest) = (Names::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        _ if children.contains(&child) => {}
        _ => return None,
    }
    Some(base.into_iter().chain(rest.iter().cloned()).collect())
}

/// Reads the imports of a module, without those of its tests.
fn module(text: &str, names: &[String], all: &BTreeSet<Names>) -> Module {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let code = code.split("mod tests {").next().unwrap();
    let mut found = Module::default();
    for line in code.match_indices("use ").map(|(at, _)| at) {
        let before = code[..line].rsplit('\n').next().unwrap().trim();
        let is_export = before.starts_with("pub");
        if !before.is_empty() && !is_export {
            continue;
        }
        let tree = code[line + 4..].split(';').next().unwrap();
        for (name, path) in expanded(&tree.replace('\n', " ")) {
            let Some(path) = absolute(names, &path, all) else { continue };
            if is_export {
                found.exports.insert(name, path);
            } else {
                found.imports.push(path);
            }
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let end = code[at..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
            let path: Names = code[at..at + end.unwrap()].split("::").map(str::to_owned).collect();
            let is_start = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == ':');
            // `expanded` reads the braces of a `use`.
            let is_whole = path.last().is_some_and(|name| !name.is_empty());
            found.imports.extend(absolute(names, &path, all).filter(|_| is_start && is_whole));
        }
    }
    found
}

/// Returns the modules that each module of a crate imports.
fn imports(root: &Path) -> BTreeMap<Names, BTreeSet<Names>> {
    let folder = root.parent().unwrap();
    let mut texts: BTreeMap<Names, String> = BTreeMap::new();
    for path in files(folder, &["rs"]) {
        let relative = path.strip_prefix(folder).unwrap().with_extension("");
        let mut names: Names = relative.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        if path == root || names.last().is_some_and(|name| name == "mod") {
            names.pop();
        }
        // The folder of a library may contain programs, which are crates of their own.
        let is_program = names.first().is_some_and(|name| name == "bin");
        if !is_program && !names.iter().any(|name| name == "tests") {
            texts.insert(names, fs::read_to_string(&path).unwrap());
        }
    }
    let all: BTreeSet<Names> = texts.keys().cloned().collect();
    let modules: BTreeMap<&Names, Module> =
        texts.iter().map(|(names, text)| (names, module(text, names, &all))).collect();
    // The module that defines an item, which other modules may export.
    let owner = |mut path: Names| {
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|&length| all.contains(&path[..length])).unwrap();
            let export = path.get(length).and_then(|name| modules[&path[..length].to_vec()].exports.get(name));
            match export {
                Some(target) => path = target.iter().chain(&path[length + 1..]).cloned().collect(),
                None => return path[..length].to_vec(),
            }
        }
        path
    };
    let targets = |names: &Names| {
        let owners = modules[names].imports.iter().map(|path| owner(path.clone()));
        owners.filter(|target| target != names).collect()
    };
    texts.keys().map(|names| (names.clone(), targets(names))).collect()
}

/// Removes the modules that are in no circle.
fn circles(mut imports: BTreeMap<Names, BTreeSet<Names>>) -> BTreeMap<Names, BTreeSet<Names>> {
    loop {
        let before = imports.len();
        let left: BTreeSet<Names> = imports.keys().cloned().collect();
        imports.values_mut().for_each(|targets| targets.retain(|target| left.contains(target)));
        imports.retain(|_, targets| !targets.is_empty());
        let imported: BTreeSet<Names> = imports.values().flatten().cloned().collect();
        imports.retain(|names, _| imported.contains(names));
        if imports.len() == before {
            return imports;
        }
    }
}

#[test]
fn no_modules_of_a_crate_import_each_other_in_a_circle() {
    let names = |path: &str| -> Names { path.split("::").map(str::to_owned).collect() };
    let example = [("a", "b"), ("b", "c::d"), ("c::d", "b"), ("e", "a")];
    let example = example.map(|(from, to)| (names(from), BTreeSet::from([names(to)])));
    assert_eq!(circles(BTreeMap::from(example)).into_keys().collect::<Vec<_>>(), [names("b"), names("c::d")]);
    for (root, modules, least) in CRATES {
        let all = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root));
        let targets = all.values().flatten().count();
        assert!(all.len() >= modules, "{root} has {} modules", all.len());
        assert!(targets >= least, "{root} has {targets} imports");
        let wrong = circles(all);
        assert!(wrong.is_empty(), "{root} has a circle: {wrong:#?}");
    }
}

#[test]
fn readers_and_the_model_import_neither_writers_nor_discovery() {
    let all = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let is_in = |names: &Names, folders: &[&str]| names.first().is_some_and(|name| folders.contains(&&**name));
    for (names, targets) in &all {
        if is_in(names, &["format", "site", "site_map"]) {
            assert!(!targets.iter().any(|target| is_in(target, &["export", "discover"])), "{names:?}: {targets:?}");
        }
    }
}

/// Returns the fields of a struct, without comments.
fn fields(texts: &[String], name: &str) -> Option<String> {
    let body = |(start, end): (&str, &str)| {
        let start = format!("struct {name}{start}");
        texts.iter().find_map(|text| text.split_once(&start)?.1.split_once(end)).map(|(body, _)| body)
    };
    let body = [(" {", "\n}"), ("(", ";")].into_iter().find_map(body)?;
    Some(body.lines().filter(|line| !line.trim_start().starts_with("//")).collect())
}

#[test]
fn the_parts_of_the_site_map_have_private_fields() {
    let paths = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/site_map"), &["rs"]);
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let map = fields(&texts, "SiteMap").unwrap();
    let types = map.split(|c: char| !c.is_alphanumeric()).filter(|name| name.starts_with(char::is_uppercase));
    let parts: BTreeMap<&str, String> = types.filter_map(|name| Some((name, fields(&texts, name)?))).collect();
    assert!(parts.len() >= 10, "{:?}", parts.keys());
    for (name, fields) in parts {
        assert!(!fields.split([' ', '(']).any(|word| word == "pub"), "other files can change a field of {name}");
    }
}
