//! Which end-to-end tests run in which browser. All of them run in Firefox. Chromium runs those of what differs there: a
//! module of the tests is in one of the two tables below, with the reason.

/// The modules that run in Chromium, too, by what Chromium does in its own way.
pub const IN_CHROMIUM: [(&str, &[&str]); 8] = [
    ("the panel, its windows and tabs", &["following", "last_view", "opening", "toggle", "toolbar", "tree_tab"]),
    (
        "permissions, requests, redirects and cookies",
        &["faults", "isolation", "policy", "redirects", "requests", "tracking"],
    ),
    (
        "keys and the pointer; Chromium has no native menu",
        &["drawn_menu", "history", "jump", "keys", "pointer", "texts"],
    ),
    ("scripts in pages", &["applications", "outline", "page_facts"]),
    ("storage", &["kept", "options", "read_marks"]),
    ("files and downloads", &["files"]),
    ("layout, colours and pixels", &["conditions", "icons", "painted", "pinned", "placing"]),
    ("the element in web pages", &["embedding"]),
];

/// The modules that run only in Firefox.
pub const ONLY_IN_FIREFOX: [(&str, &[&str]); 3] = [
    (
        "they need Firefox's own interface",
        &["appearance", "commands", "engine", "exposed", "first_run", "hostile", "menu", "menu_keys", "offline"],
    ),
    ("they need Firefox's private windows, containers or profiles", &["privacy", "traces"]),
    (
        "the engine and the element do the same in every browser, and the tables above test what they stand on",
        &[
            "accessibility",
            "at_rest",
            "branches",
            "consumers",
            "deferred",
            "distinct",
            "documents",
            "filter",
            "formats",
            "header",
            "languages",
            "large",
            "lies",
            "million",
            "news",
            "playground",
            "problems",
            "projects",
            "reveal_modes",
            "sites",
            "sort",
            "states",
            "stored",
            "switching",
            "title_lists",
            "titles",
            "titles_read",
            "trail",
            "website",
            "whole_tree",
        ],
    ),
];

/// The filters for the tests in Chromium, as the runner of the tests takes them.
pub fn in_chromium() -> impl Iterator<Item = String> {
    IN_CHROMIUM.iter().flat_map(|(_, modules)| *modules).map(|module| format!("{module}::"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use anyhow::Result;

    use super::*;
    use crate::options::project_root;

    /// A new module must be added to one of the tables.
    #[test]
    fn every_module_with_tests_is_in_one_table() -> Result<()> {
        let mut modules = BTreeSet::new();
        let mut that_chromium_runs = BTreeSet::new();
        for file in fs::read_dir(project_root().join("tests/browser/tests/extension"))? {
            let path = file?.path();
            let text = fs::read_to_string(&path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let tests = text.matches("#[test]\n").count();
            if tests > 0 {
                modules.insert(name.clone());
            }
            if tests > text.matches("#[cfg_attr(feature = \"chromium\", ignore").count() {
                that_chromium_runs.insert(name);
            }
        }
        let tables = IN_CHROMIUM.iter().chain(&ONLY_IN_FIREFOX);
        let listed: Vec<&str> = tables.flat_map(|(_, modules)| *modules).copied().collect();
        assert_eq!(listed.len(), listed.iter().collect::<BTreeSet<_>>().len(), "a module is listed twice");
        assert_eq!(listed.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>(), modules);
        for module in IN_CHROMIUM.iter().flat_map(|(_, modules)| *modules) {
            assert!(that_chromium_runs.contains(*module), "Chromium ignores every test of {module}");
        }
        Ok(())
    }
}
