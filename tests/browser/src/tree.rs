//! The whole tree of the sidebar, in the form of `navibar show --json`.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::browser::Browser;
use crate::window::PATIENCE;

/// The most rows of a tree. A larger tree is cut.
const MAX_ROWS: usize = 100_000;

/// The most levels. Readers of nested JSON recurse.
const MAX_DEPTH: usize = 250;

/// Rows that are read at a time.
const SLICE: usize = 5_000;

/// How long the rows must stay the same. Pages change themselves after their load.
const QUIET: Duration = Duration::from_millis(1_000);

/// The interval between two looks at the rows.
const GLANCE: Duration = Duration::from_millis(100);

/// The tree of a site.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Tree {
    /// the format of the sitemap
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// `declared` or `derived`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// the address of the sitemap, or of the page if there is no tree
    pub url: String,
    /// the top level
    pub tree: Vec<Entry>,
    /// pages without a place in the tree
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unplaced: Vec<Entry>,
    /// the findings about the sitemap
    pub diagnostics: Vec<Value>,
}

/// A row with all rows below it. There are no icons: the sidebar has pictures instead of their addresses.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Entry {
    /// `page`, `heading`, `folder`, `separator`, `alias` or `document`
    pub kind: String,
    /// the text of the row
    pub title: String,
    /// the address, if the row is a link
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// the details by their names; a repeated name has a list of values
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// the rows below
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Entry>,
    /// the context menu, in the same form
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub menu: Vec<Value>,
    /// `true` if the page was deleted
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
    /// why the pages of a child sitemap are missing: `pending`, or a reason
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// `true` for the current page
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub current: bool,
    /// where the title comes from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_from: Option<String>,
    /// where the place in the tree comes from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_from: Option<String>,
}

/// A row with its depth, from 1.
#[derive(Deserialize)]
struct Flat {
    level: usize,
    #[serde(default)]
    unplaced: bool,
    #[serde(flatten)]
    entry: Entry,
}

/// Expands every branch. Returns the number of rows and what is known about the tree.
const EXPAND: &str = r#"
    const bar = one("navi-bar");
    const { session } = bar;
    session?.expandAll();
    bar.refresh();
    const { format, structure, url } = session?.source ?? {};
    const head = { format, structure, url: url ?? bar.page ?? "", diagnostics: session?.diagnostics() ?? [] };
    return [session?.rowCount ?? 0, JSON.stringify(head)];
"#;

/// Reads the rows between two indices, as the text of a JSON array.
const READ: &str = r#"
    const { session } = one("navi-bar");

    // Where a title and a place come from. Declared trees do not say it.
    const originOf = ({ id }) => {
        const origins = session.details(id).filter(({ name }) => ["titleFrom", "placeFrom"].includes(name));
        return Object.fromEntries(origins.map(({ name, value }) => [name, value]));
    };

    const detailsOf = ({ id }) => {
        const details = {};
        for (const { name, value } of session.details(id)) {
            if (["titleFrom", "placeFrom", "listedIn"].includes(name)) continue;
            details[name] = name in details ? [details[name], value].flat() : value;
        }
        return details;
    };
    const menuEntry = ({ kind, title, url, children }) =>
        ({ kind, title, url, children: children.length ? children.map(menuEntry) : undefined });
    const entry = (row) => ({
        level: row.level,
        kind: row.kind,
        title: row.title,
        url: row.url,
        details: detailsOf(row),
        menu: row.menu ? session.menu(row.id).map(menuEntry) : [],
        deleted: row.deleted ?? false,
        missing: row.state === "failed" ? (row.reason?.name ?? "failed") : row.state && "pending",
        current: row.current,
        unplaced: row.label?.name === "unplaced",
        ...originOf(row),
    });
    return JSON.stringify(session.rows(args[0], args[1]).map(entry));
"#;

/// The state of the sidebar. It shows the page of the tab if `args[0]` is its address.
const LOOK: &str = r##"
    const { state, page, session } = one("navi-bar");
    const plain = (url) => url?.split("#")[0];
    const isReady = plain(page) === plain(args[0]) && !["idle", "loading"].includes(state);
    return isReady && [state, session?.version, session?.rowCount].join();
"##;

impl Browser {
    /// Waits until the sidebar has loaded the site of the active tab and its rows no longer change.
    pub async fn settle(&self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let mut last = (json!(false), Instant::now());
        loop {
            let look = self.in_sidebar(LOOK, &[json!(self.url().await?)]).await.unwrap_or(json!(false));
            if look != last.0 {
                last = (look, Instant::now());
            } else if look != json!(false) && last.1.elapsed() > QUIET {
                return Ok(());
            }
            if Instant::now() > deadline {
                bail!("the sidebar does not settle on {} within {PATIENCE:?}", self.url().await?);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Expands every branch of the sidebar's tree and reads all rows.
    pub async fn tree(&self) -> Result<Tree> {
        let (count, head): (usize, String) = serde_json::from_value(self.in_sidebar(EXPAND, &[]).await?)?;
        let mut rows: Vec<Flat> = Vec::new();
        let end = count.min(MAX_ROWS);
        while rows.len() < end {
            let slice = self.in_sidebar(READ, &[json!(rows.len()), json!(end.min(rows.len() + SLICE))]).await?;
            let slice: Vec<Flat> = serde_json::from_str(slice.as_str().unwrap_or_default())?;
            if slice.is_empty() {
                bail!("the tree changes while it is read");
            }
            rows.extend(slice);
        }
        let mut tree: Tree = serde_json::from_str(&head)?;
        let is_cut = end < count || rows.iter().any(|row| row.level > MAX_DEPTH);
        let unplaced;
        (tree.tree, unplaced) = nest(rows);
        tree.unplaced = unplaced;
        if is_cut {
            tree.diagnostics.push(json!({
                "code": "limit-outline", "severity": "warning", "line": 1, "column": 1,
                "message": format!("The tree is larger than {MAX_ROWS} rows or {MAX_DEPTH} levels; it is cut there."),
            }));
        }
        Ok(tree)
    }
}

/// Makes a tree of rows in order. Returns the top level, and the rows below the folder of unplaced pages.
fn nest(rows: Vec<Flat>) -> (Vec<Entry>, Vec<Entry>) {
    let mut unplaced = Vec::new();
    // The entries whose children are being read, from the top down.
    let mut open: Vec<(Entry, bool)> = vec![(Entry::default(), false)];
    let mut close = |open: &mut Vec<(Entry, bool)>| {
        let Some((entry, is_unplaced)) = open.pop() else { return };
        match open.last_mut() {
            _ if is_unplaced => unplaced = entry.children,
            Some((above, _)) => above.children.push(entry),
            None => {}
        }
    };
    for Flat { level, unplaced, entry } in rows.into_iter().filter(|row| (1..=MAX_DEPTH).contains(&row.level)) {
        while open.len() > level {
            close(&mut open);
        }
        open.push((entry, unplaced));
    }
    while open.len() > 1 {
        close(&mut open);
    }
    (open.pop().map_or_else(Vec::new, |(root, _)| root.children), unplaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[(usize, &str)]) -> Vec<Flat> {
        let entry = |title: &str| Entry { title: title.to_owned(), ..Entry::default() };
        rows.iter().map(|&(level, title)| Flat { level, unplaced: title == "Unplaced", entry: entry(title) }).collect()
    }

    fn shown(entries: &[Entry]) -> String {
        let each = |entry: &Entry| match &entry.children[..] {
            [] => entry.title.clone(),
            children => format!("{}({})", entry.title, shown(children)),
        };
        entries.iter().map(each).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn levels_become_a_tree() {
        let (tree, unplaced) =
            nest(rows(&[(1, "a"), (2, "b"), (3, "c"), (2, "d"), (1, "e"), (1, "Unplaced"), (2, "f"), (3, "g")]));
        assert_eq!(shown(&tree), "a(b(c) d) e");
        assert_eq!(shown(&unplaced), "f(g)");
    }

    #[test]
    fn rows_below_the_deepest_level_are_left_out() {
        let deep: Vec<_> = (1..=MAX_DEPTH + 1).map(|level| (level, "a")).collect();
        let (tree, _) = nest(rows(&deep));
        assert_eq!(shown(&tree).matches('a').count(), MAX_DEPTH);
    }

    #[test]
    fn empty_fields_are_left_out() -> Result<()> {
        let entry: Entry = serde_json::from_value(json!({ "kind": "page", "title": "A", "titleFrom": "menu" }))?;
        assert_eq!(serde_json::to_value(entry)?, json!({ "kind": "page", "title": "A", "titleFrom": "menu" }));
        Ok(())
    }
}
