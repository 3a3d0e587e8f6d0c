//! The Firefox extension for a server of your own. Mozilla signs it, too, but Firefox asks your server for updates. The store
//! refuses an extension with an `update_url`, so this is another file than that for the store.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::manifest;
use super::package::zip_extension;
use crate::paths::{self, Browser, VERSION};

/// The address of the update manifest, below the homepage of the project.
const MANIFEST: &str = "updates/firefox.json";

/// The packed extension.
pub(crate) fn zip() -> PathBuf {
    paths::target().join(format!("navibar-firefox-selfhosted-{VERSION}.zip"))
}

/// The manifest that the update address must serve.
pub(crate) fn update_manifest() -> PathBuf {
    paths::target().join("firefox-updates.json")
}

/// Writes both files. The unpacked extension must be built.
pub(super) fn write() -> Result<()> {
    let mut own = manifest::of(Browser::Firefox)?;
    let homepage =
        own.get("homepage_url").and_then(Value::as_str).context("the manifest has no homepage_url")?.to_owned();
    let gecko = own.get_mut("browser_specific_settings").and_then(|all| all.get_mut("gecko")).context("no gecko")?;
    gecko["update_url"] = format!("{homepage}{MANIFEST}").into();
    let updates = updates(gecko, &homepage)?;
    zip_extension(Browser::Firefox, &own, &zip())?;
    Ok(fs::write(update_manifest(), serde_json::to_string_pretty(&updates)? + "\n")?)
}

/// The update manifest, as Firefox reads it. The signed file has the ending `.xpi`.
fn updates(gecko: &Value, homepage: &str) -> Result<Value> {
    let id = gecko["id"].as_str().context("the extension has no id")?;
    let oldest = &gecko["strict_min_version"];
    Ok(json!({ "addons": { id: { "updates": [{
        "version": VERSION,
        "update_link": format!("{homepage}updates/navibar-firefox-selfhosted-{VERSION}.xpi"),
        "applications": { "gecko": { "strict_min_version": oldest } },
    }] } } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_self_hosted_extension_has_an_update_address() -> Result<()> {
        let store = manifest::of(Browser::Firefox)?;
        assert!(!manifest::text(&store)?.contains("update_url"), "Mozilla's store refuses it");
        let gecko = &store["browser_specific_settings"]["gecko"];
        let found = updates(gecko, "https://site.example/")?;
        let entry = &found["addons"]["navibar@navibar.org"]["updates"][0];
        assert_eq!(entry["version"], VERSION);
        let link = entry["update_link"].as_str().unwrap_or_default();
        assert!(link.starts_with("https://site.example/updates/navibar-") && link.ends_with(".xpi"), "{link}");
        assert_eq!(entry["applications"]["gecko"]["strict_min_version"], gecko["strict_min_version"]);
        Ok(())
    }
}
