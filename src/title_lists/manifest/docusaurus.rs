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
use memchr::memmem;

/// The path of the second script.
pub(crate) const RUNTIME: &str = "assets/js/runtime~main.*.js";

const KEYS: Keys = Keys { roots: &["docsSidebars"], below: "items", title: "label", address: "href" };

/// The end of a module's path in the first script, and the longest text before it that says where the module is.
const MODULE_END: &[u8] = b".json\"";
const MAX_MODULE: usize = 500;

/// What is before the number of a script.
const CALL: &[u8] = b".e(";

/// What is before the names of the scripts in the second script, and the number of its bytes that are read. It needs about 40
/// bytes for each page.
const NAMES: &[u8] = b"\"assets/js/\"";
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
                for part in numbers.split(',').filter_map(|number| script(text, number)) {
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
    let Some(mark) = text.iter().rposition(|byte| *byte == b'"') else { return };
    let (call, path) = text.split_at(mark + 1);
    let Some((plugin, name)) = sidebars(path) else { return };
    let Some(at) = call.windows(CALL.len()).rposition(|bytes| bytes == CALL) else { return };
    let number = &call[at + CALL.len()..];
    let number = number.strip_prefix(b"\"").unwrap_or(number);
    let digits = number.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(number.len());
    let Some(script) = ascii(&number[..digits]).filter(|digits| !digits.is_empty()) else { return };
    let is_full = modules.len() >= MAX_MANIFEST_PARTS;
    match modules.iter_mut().find(|module| module.plugin == plugin) {
        Some(known) => match (rank(&known.name), rank(name)) {
            // An old Docusaurus has the names of versions in those of modules.
            (None, None) => known.is_doubtful = true,
            (Some(before), Some(now)) if before <= now => {}
            (Some(_), None) => {}
            (_, Some(_)) => {
                name.clone_into(&mut known.name);
                script.clone_into(&mut known.script);
                known.is_doubtful = false;
            }
        },
        None if !is_full => {
            let [plugin, name, script] = [plugin, name, script].map(str::to_owned);
            modules.push(Module { plugin, name, script, is_doubtful: false });
        }
        None => {}
    }
}

/// Returns the plugin and the name of a module that may have sidebars.
fn sidebars(path: &[u8]) -> Option<(&str, &str)> {
    let path = after(path, b"~docs/").or_else(|| after(path, b"docusaurus-plugin-content-docs/"))?;
    let slash = path.iter().position(|byte| *byte == b'/')?;
    let name = &path[slash + 1..];
    let may_have = name.starts_with(b"p/") || after(name, b"-metadata-prop-").is_some();
    may_have.then(|| Some((ascii(&path[..slash])?, ascii(name)?)))?
}

/// Returns what is after the first place of some bytes.
fn after<'a>(text: &'a [u8], bytes: &[u8]) -> Option<&'a [u8]> {
    memmem::find(text, bytes).map(|at| &text[at + bytes.len()..])
}

/// Returns a text of letters, digits and some signs.
fn ascii(text: &[u8]) -> Option<&str> {
    let is_known = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./".contains(byte);
    std::str::from_utf8(text).ok().filter(|_| text.iter().all(is_known))
}

/// The name of a module is the path of its route. The manual has the shortest one: its other versions, its categories and its
/// labels are below it. `index` stands for the path `/`.
fn rank(name: &str) -> Option<(bool, usize)> {
    let route = name.strip_prefix("p/")?;
    Some((!route.starts_with("index-"), route.len()))
}

/// Returns the name of a script: `n.u=e=>"assets/js/"+({266:"0058b4c6"}[e]||e)+"."+{266:"d58dadbc"}[e]+".js"`.
fn script(text: &[u8], number: &str) -> Option<String> {
    let mut tables = after(text, NAMES)?.split(|byte| *byte == b'}');
    let (names, hashes) = (tables.next()?, tables.next()?);
    let name = value(names, number).unwrap_or(number);
    let hash = value(hashes, number)?;
    (!name.contains('/') && !hash.contains('/')).then(|| [name, ".", hash, ".js"].concat())
}

/// Returns the value of a number in an object of JavaScript.
fn value<'a>(table: &'a [u8], number: &str) -> Option<&'a str> {
    let mut entries = table.split(|byte| matches!(byte, b',' | b'{'));
    entries.find_map(|entry| {
        let entry = entry.strip_prefix(b"\"").unwrap_or(entry).strip_prefix(number.as_bytes())?;
        let entry = entry.strip_prefix(b"\"").unwrap_or(entry).strip_prefix(b":\"")?;
        ascii(entry.strip_suffix(b"\"")?)
    })
}
