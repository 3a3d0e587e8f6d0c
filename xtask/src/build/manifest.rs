//! The manifest of a browser: the common part, and the browser's own part.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value};

use crate::paths;
use crate::paths::Browser;

/// Maximum number of commands with a suggested key. Chromium refuses an extension with more.
const MAX_KEYS: usize = 4;

/// The folder of the manifests and of the files that they name.
pub(crate) fn folder() -> PathBuf {
    paths::root().join("extension-manifest")
}

/// Reads and checks the manifest of a browser.
pub(crate) fn of(browser: Browser) -> Result<Map<String, Value>> {
    let own = format!("{}.json", browser.name());
    let mut manifest = read("common.json")?;
    merge(&mut manifest, read(&own)?).with_context(|| format!("extension-manifest/{own} and common.json"))?;
    let other = manifest.insert("version".to_owned(), paths::VERSION.into());
    ensure!(other.is_none(), "the version stands in Cargo.toml only");
    if browser == Browser::Chromium {
        let commands = manifest.get("commands").and_then(Value::as_object);
        let keys = commands.map_or(0, |all| all.values().filter(|one| one.get("suggested_key").is_some()).count());
        ensure!(keys <= MAX_KEYS, "{keys} commands have a suggested key, and Chromium takes {MAX_KEYS}");
    }
    Ok(manifest)
}

/// The text of a manifest file.
pub(crate) fn text(manifest: &Map<String, Value>) -> Result<String> {
    Ok(serde_json::to_string_pretty(manifest)? + "\n")
}

fn read(name: &str) -> Result<Map<String, Value>> {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("extension-manifest/{name}"))
}

/// Adds the members of objects and the items of lists. A value that both have is an error.
fn merge(base: &mut Map<String, Value>, own: Map<String, Value>) -> Result<()> {
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(Value::Object(there)), Value::Object(more)) => merge(there, more)?,
            (Some(Value::Array(there)), Value::Array(more)) => there.extend(more),
            (Some(_), _) => bail!("both have a value for `{key}`"),
            (None, value) => drop(base.insert(key, value)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn objects_and_lists_grow() -> Result<()> {
        let mut manifest = object(json!({ "a": { "b": 1 }, "list": ["x"] }));
        merge(&mut manifest, object(json!({ "a": { "c": 2 }, "list": ["y"], "d": 3 })))?;
        assert_eq!(Value::Object(manifest), json!({ "a": { "b": 1, "c": 2 }, "list": ["x", "y"], "d": 3 }));
        Ok(())
    }

    #[test]
    fn a_value_in_both_manifests_is_an_error() {
        let mut manifest = object(json!({ "a": { "b": 1 } }));
        let error = merge(&mut manifest, object(json!({ "a": { "b": 2 } }))).map_err(|error| error.to_string());
        assert_eq!(error, Err("both have a value for `b`".to_owned()));
    }

    #[test]
    fn every_browser_has_a_manifest_and_the_files_it_names() -> Result<()> {
        for browser in Browser::ALL {
            let manifest = of(browser)?;
            let mut open = vec![Value::Object(manifest)];
            while let Some(value) = open.pop() {
                match value {
                    Value::Object(inner) => open.extend(inner.into_iter().map(|(_, value)| value)),
                    Value::Array(inner) => open.extend(inner),
                    Value::String(name) if name.starts_with("icons/") => {
                        assert!(folder().join(&name).is_file(), "{}: there is no {name}", browser.name());
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
