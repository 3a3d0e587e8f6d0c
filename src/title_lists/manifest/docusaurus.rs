//! Reads the sidebars of a Docusaurus site. Its pages show only their open branches. The whole sidebars are in a script that
//! the site loads with the first page of a manual. Three scripts lead there, one after the other:
//!
//! 1. `main.*.js` names the modules, and the number of each module's script.
//! 2. `runtime~main.*.js` has the names of the scripts.
//! 3. The script has the sidebars as JSON in a string.
//!
//! An entry without a title stands for what the next script says.

use super::objects::Objects;
use super::outline::{Entry, Outline};
use super::quoted::Quoted;
use crate::limits::MAX_MANIFEST_PARTS;
use crate::text::json::Json;
use crate::title_lists::kind::Keys;
use memchr::{memmem, memrchr};

/// The path of the second script.
pub(crate) const RUNTIME: &str = "assets/js/runtime~main.*.js";

const KEYS: Keys = Keys { roots: &["docsSidebars"], below: "items", title: "label", address: "href" };

/// The end of a module's path in the first script, and the longest text before it that says where the module is.
const MODULE_END: &[u8] = b".json\"";
const MAX_MODULE: usize = 500;

/// What is before the names of the scripts in the second script, and the number of its bytes that are read. It needs about 40
/// bytes for each page.
const NAMES: &str = "\"assets/js/\"";
const MAX_RUNTIME: usize = 1 << 20;

/// The module with the sidebars of a plugin. A site may have several manuals, each with a plugin.
#[derive(Debug)]
pub(crate) struct Module {
    plugin: String,
    name: String,
    /// The number of its script.
    script: String,
    /// Nothing says which of the plugin's modules is that of the last version.
    is_doubtful: bool,
}

/// Reads one of the three scripts.
#[derive(Debug)]
pub(crate) enum Docusaurus {
    /// The address of the second script, the bytes behind the last path, and the modules.
    Main(String, Vec<u8>, Vec<Module>),
    /// The numbers of the wanted scripts, and the text.
    Runtime(String, Vec<u8>),
    Sidebars(Quoted, Json, Box<Objects>),
}

impl Docusaurus {
    /// `wanted` is the address of the second script, or the numbers of the third ones with commas, or empty.
    pub(super) fn new(wanted: &str, json: Json) -> Docusaurus {
        match wanted {
            "" => Docusaurus::Sidebars(Quoted::new(b"JSON.parse("), json, Box::new(Objects::new(KEYS))),
            address if address.contains('/') => Docusaurus::Main(address.to_owned(), Vec::new(), Vec::new()),
            numbers => Docusaurus::Runtime(numbers.to_owned(), Vec::new()),
        }
    }

    pub(super) fn is_done(&self) -> bool {
        match self {
            Docusaurus::Main(..) => false,
            Docusaurus::Runtime(_, text) => text.len() >= MAX_RUNTIME,
            Docusaurus::Sidebars(string, _, objects) => string.is_done() || objects.outline.is_full(),
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        match self {
            Docusaurus::Main(_, rest, modules) => {
                rest.extend_from_slice(bytes);
                let mut read = 0;
                for end in memmem::find_iter(rest, MODULE_END) {
                    add_module(modules, &rest[read.max(end.saturating_sub(MAX_MODULE))..end]);
                    read = end + MODULE_END.len();
                }
                rest.drain(..read.max(rest.len().saturating_sub(MAX_MODULE)));
            }
            Docusaurus::Runtime(_, text) => text.extend_from_slice(bytes),
            Docusaurus::Sidebars(string, json, objects) => json.push(&string.push(bytes), &mut **objects),
        }
    }

    pub(super) fn take(&mut self) -> Outline {
        let mut outline = Outline::default();
        match self {
            Docusaurus::Main(runtime, _, modules) => {
                let known = modules.iter().filter(|module| !module.is_doubtful);
                let wanted = known.map(|module| &*module.script).collect::<Vec<_>>().join(",");
                if !wanted.is_empty() {
                    outline.add(Entry { part: Some(std::mem::take(runtime)), wanted, ..Entry::default() });
                }
            }
            Docusaurus::Runtime(numbers, text) => {
                let text = String::from_utf8_lossy(text);
                for part in numbers.split(',').filter_map(|number| script(&text, number)) {
                    outline.add(Entry { part: Some(part), ..Entry::default() });
                }
            }
            Docusaurus::Sidebars(_, _, objects) => {
                outline = objects.take();
                // Each sidebar is a menu of its own.
                outline.skip_first_menu();
            }
        }
        outline
    }
}

/// Adds the module whose path these bytes end with: `n.e("266").then(...),"@generated/.../p/docs-175.json`.
fn add_module(modules: &mut Vec<Module>, text: &[u8]) {
    let Some(mark) = memrchr(b'"', text) else { return };
    let (call, path) = text.split_at(mark + 1);
    let Some((plugin, name)) = std::str::from_utf8(path).ok().and_then(sidebars) else { return };
    let Some(number) = memmem::rfind(call, b".e(").map(|at| &call[at + 3..]) else { return };
    let number = number.strip_prefix(b"\"").unwrap_or(number);
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).take(9);
    let script: String = digits.map(|&byte| char::from(byte)).collect();
    if script.is_empty() {
        return;
    }
    let is_full = modules.len() >= MAX_MANIFEST_PARTS;
    match modules.iter_mut().find(|module| module.plugin == plugin) {
        Some(known) => match (rank(&known.name), rank(name)) {
            // An old Docusaurus has the names of versions in those of modules.
            (None, None) => known.is_doubtful = true,
            (Some(before), Some(now)) if before <= now => {}
            (Some(_), None) => {}
            (_, Some(_)) => {
                *known = Module { plugin: plugin.to_owned(), name: name.to_owned(), script, is_doubtful: false }
            }
        },
        None if !is_full => {
            modules.push(Module { plugin: plugin.to_owned(), name: name.to_owned(), script, is_doubtful: false });
        }
        None => {}
    }
}

/// Returns the plugin and the name of a module that may have sidebars.
fn sidebars(path: &str) -> Option<(&str, &str)> {
    let path = path.strip_prefix("~docs/").or_else(|| Some(path.split_once("docusaurus-plugin-content-docs/")?.1))?;
    let (plugin, name) = path.split_once('/')?;
    (name.starts_with("p/") || name.contains("-metadata-prop-")).then_some((plugin, name))
}

/// The name of a module is the path of its route. The manual has the shortest one: its other versions, its categories and its
/// labels are below it. `index` stands for the path `/`.
fn rank(name: &str) -> Option<(bool, usize)> {
    let route = name.strip_prefix("p/")?;
    Some((!route.starts_with("index-"), route.len()))
}

/// Returns the name of a script: `n.u=e=>"assets/js/"+({266:"0058b4c6"}[e]||e)+"."+{266:"d58dadbc"}[e]+".js"`.
fn script(text: &str, number: &str) -> Option<String> {
    let (_, rest) = text.split_once(NAMES)?;
    let mut tables = rest.split('}');
    let (names, hashes) = (tables.next()?, tables.next()?);
    let name = value(names, number).unwrap_or(number);
    let hash = value(hashes, number)?;
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    (is_name(name) && is_name(hash)).then(|| format!("{name}.{hash}.js"))
}

/// Returns the value of a number in an object of JavaScript.
fn value<'a>(table: &'a str, number: &str) -> Option<&'a str> {
    let keys = [format!("{number}:\""), format!("\"{number}\":\"")];
    keys.iter().find_map(|key| {
        let mut found = table.match_indices(&**key).filter(|(at, _)| table[..*at].ends_with(['{', ',']));
        let (at, _) = found.next()?;
        table[at + key.len()..].split('"').next()
    })
}
