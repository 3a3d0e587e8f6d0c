//! The texts for the stores in `extension-manifest/store/`: a file for each language, and the reasons for the permissions.
//! They are checked here and copied into the folder of the release.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::build;
use crate::paths;

/// The limits in characters: the smaller one of both stores.
const MAX_NAME: usize = 50;
const MAX_SUMMARY: usize = 132;
const MAX_DESCRIPTION: usize = 15_000;

/// The texts of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listing {
    name: String,
    summary: String,
    /// paragraphs
    description: Vec<String>,
}

impl Listing {
    /// What is wrong with the texts for the stores.
    fn problem(&self) -> Option<String> {
        let Self { name, summary, description } = self;
        let whole = description.join("\n");
        let limits =
            [("name", name, MAX_NAME), ("summary", summary, MAX_SUMMARY), ("description", &whole, MAX_DESCRIPTION)];
        limits.into_iter().find_map(|(what, text, max)| {
            let length = text.chars().count();
            (length == 0 || length > max)
                .then(|| format!("the {what} has {length} characters, and the stores take 1 to {max}"))
        })
    }
}

fn source() -> PathBuf {
    paths::root().join("extension-manifest/store")
}

/// The texts of each language.
fn listings() -> Result<BTreeMap<String, Listing>> {
    let mut all = BTreeMap::new();
    for file in build::files(&source(), &|_| true)? {
        let Some(language) = file.file_stem().filter(|name| name.len() == 2) else { continue };
        let text = fs::read_to_string(source().join(&file))?;
        let listing =
            serde_json::from_str(&text).with_context(|| format!("extension-manifest/store/{}", file.display()))?;
        all.insert(language.to_string_lossy().into_owned(), listing);
    }
    Ok(all)
}

/// The reasons for the permissions.
fn reasons() -> Result<BTreeMap<String, String>> {
    serde_json::from_str(&fs::read_to_string(source().join("permissions.json"))?)
        .context("extension-manifest/store/permissions.json")
}

/// Writes the texts of the stores in the form that a person copies into their pages.
pub(super) fn write(folder: &Path) -> Result<()> {
    let mut text = String::new();
    for (language, listing) in listings()? {
        let problem = listing.problem();
        ensure!(problem.is_none(), "extension-manifest/store/{language}.json: {}", problem.unwrap_or_default());
        let Listing { name, summary, description } = listing;
        text.push_str(&format!("==== {language}\n\n{name}\n\n{summary}\n\n{}\n\n", description.join("\n\n")));
    }
    text.push_str("==== reasons for the permissions\n\n");
    for (permission, reason) in reasons()? {
        text.push_str(&format!("{permission}: {reason}\n"));
    }
    Ok(fs::write(folder.join("store-texts.txt"), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::manifest;
    use crate::paths::Browser;
    use serde_json::{Map, Value};

    /// The lists of permissions in a manifest.
    const PERMISSIONS: [&str; 4] =
        ["permissions", "optional_permissions", "host_permissions", "optional_host_permissions"];

    /// The permissions that a manifest requests.
    fn permissions(manifest: &Map<String, Value>) -> impl Iterator<Item = &str> {
        let lists = PERMISSIONS.iter().filter_map(|key| manifest.get(*key).and_then(Value::as_array));
        lists.flatten().filter_map(Value::as_str)
    }

    #[test]
    fn every_permission_has_a_reason() -> Result<()> {
        let reasons = reasons()?;
        let manifests = Browser::ALL.map(manifest::of).into_iter().collect::<Result<Vec<_>>>()?;
        let mut wanted: Vec<&str> = manifests.iter().flat_map(permissions).collect();
        wanted.sort_unstable();
        wanted.dedup();
        assert!(wanted.len() > 8, "{wanted:?}");
        assert_eq!(reasons.keys().collect::<Vec<_>>(), wanted);
        for (permission, reason) in &reasons {
            assert!((20..=1000).contains(&reason.chars().count()), "{permission}: Chrome's form takes 1000 characters");
        }
        Ok(())
    }

    #[test]
    fn the_texts_fit_into_the_stores() -> Result<()> {
        let listings = listings()?;
        let locales = build::files(&manifest::folder().join("_locales"), &|_| true)?;
        let languages: Vec<String> =
            locales.iter().filter_map(|file| Some(file.parent()?.display().to_string())).collect();
        assert_eq!(listings.keys().collect::<Vec<_>>(), languages.iter().collect::<Vec<_>>());
        for (language, listing) in &listings {
            assert_eq!(listing.problem(), None, "{language}");
            assert_eq!(listing.description.len(), listings["en"].description.len(), "{language} has all paragraphs");
            // The summary in the package, which Chrome's store takes from there.
            let path = manifest::folder().join("_locales").join(language).join("messages.json");
            let messages: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
            let text = messages["extensionDescription"]["message"].as_str().unwrap_or_default();
            assert!((1..=MAX_SUMMARY).contains(&text.chars().count()), "{language}: {text}");
        }
        let long = Listing { name: "a".repeat(51), summary: "b".to_owned(), description: vec!["c".to_owned()] };
        assert_eq!(long.problem().as_deref(), Some("the name has 51 characters, and the stores take 1 to 50"));
        Ok(())
    }
}
