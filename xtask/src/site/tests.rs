use std::fs;

use anyhow::Result;

use super::documents::{Group, address, groups, linked_files, start_page};
use crate::paths;

#[test]
fn the_table_of_the_readme_gives_the_groups() -> Result<()> {
    let readme = "# A\n\n## Read on\n\n| for | read |\n|---|---|\n| users | [A](docs/a.md), [`B`](B.md) |\n\n## End\n";
    let group = Group { title: "Users".to_owned(), documents: vec!["docs/a.md".to_owned(), "B.md".to_owned()] };
    assert_eq!(groups(readme)?, [group]);
    assert!(groups("# A\n").is_err());
    let own = fs::read_to_string(paths::root().join("README.md"))?;
    for document in groups(&own)?.iter().flat_map(|group| &group.documents) {
        assert!(paths::root().join(document).is_file(), "{document}");
    }
    Ok(())
}

#[test]
fn the_start_page_ends_with_the_chapters_for_developers() -> Result<()> {
    let readme = "# A\n\n## Two commands\n\none\n\n## Install\n\ntwo\n\n## Read on\n\nthree\n";
    assert_eq!(start_page(readme)?, "# A\n\n## Install\n\ntwo\n\n## Two commands\n\none\n\n## Read on\n\nthree\n");
    Ok(())
}

#[test]
fn documents_have_short_addresses() {
    assert_eq!(address("README.md"), "");
    assert_eq!(address("docs/site-authors.md"), "site-authors/");
    assert_eq!(address("CODE_OF_CONDUCT.md"), "code-of-conduct/");
}

#[test]
fn linked_files_are_found_from_the_folder_of_the_document() {
    let text = "[a](../www/element/navi-bar.js) [b](usage.md#install) [c](https://a.example/) [d](#e) [f](../none.rs)";
    let found: Vec<String> = linked_files(text, "docs").into_iter().collect();
    assert_eq!(found, ["docs/usage.md", "www/element/navi-bar.js"]);
}
