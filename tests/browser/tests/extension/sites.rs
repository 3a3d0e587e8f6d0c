//! Small sites in `tests/sites`, each with its own host name: those of the formats with a tree of their own or with context
//! menus. The browser opens the home page, the sidebar finds the sitemap, and its rows and menus are those of the outline beside
//! the site. `tests/native/sites_*.rs` read the sites of every format.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::menu::menu_outline;
use navibar_browser_tests::options::project_root;
use navibar_browser_tests::{At, Browser, Server, browser_test};
use serde::Deserialize;
use serde_json::json;

use crate::sitemaps::wait_for_words;

/// The folder and the host of each site, and the description of its tree at the end.
const SITES: &[(&str, &str, &str)] = &[
    ("diwoo", "open.voorbeeld.example", "9 pages in 6 sitemaps, arranged as in sitemapindex-diwoo.xml"),
    ("diwoo", "publicaties.provincie.example", "4 pages in 4 sitemaps, arranged as in alle-sitemaps.xml"),
    ("diwoo", "www.waterschap.example", "1 page, arranged as in 1.xml"),
    ("negs", "club.example", "10 pages, arranged as in sitemap.xml"),
    ("nns", "site.example", "3 pages, arranged as in sitemap.rdf"),
    ("resourcesync", "collections.example", "10 pages in 14 sitemaps, arranged as in resourcesync"),
    ("sitemap", "garden.example", "11 pages in 4 sitemaps from index.xml, arranged by address"),
];

/// Returns `true` if one of these sites has this host.
pub(crate) fn has_site(host: &str) -> bool {
    SITES.iter().any(|(_, known, _)| *known == host)
}

fn folder(name: &str) -> PathBuf {
    project_root().join("tests/sites").join(name)
}

/// Checks the sites of one folder.
fn walk(test: &str, name: &str) -> Result<()> {
    browser_test(test, async |firefox| {
        for (_, host, words) in SITES.iter().filter(|(folder, ..)| *folder == name) {
            visit(firefox, name, host, words).await.with_context(|| format!("{name}/{host}"))?;
        }
        Ok(())
    })
}

#[test]
fn sites_with_nns_show_the_expected_tree() -> Result<()> {
    walk("sites_with_nns_show_the_expected_tree", "nns")
}

#[test]
fn sites_with_negs_show_the_expected_tree() -> Result<()> {
    walk("sites_with_negs_show_the_expected_tree", "negs")
}

#[test]
fn sites_with_plain_sitemaps_show_the_expected_tree() -> Result<()> {
    walk("sites_with_plain_sitemaps_show_the_expected_tree", "sitemap")
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test reads Firefox's native menu")]
fn sites_with_resourcesync_show_the_expected_tree() -> Result<()> {
    walk("sites_with_resourcesync_show_the_expected_tree", "resourcesync")
}

#[test]
fn woo_sites_with_categories_in_their_metadata_show_the_expected_tree() -> Result<()> {
    walk("woo_sites_with_categories_in_their_metadata_show_the_expected_tree", "diwoo")
}

/// A row of the outline, and the start of its context menu.
#[derive(Debug, Default)]
struct Expected {
    line: String,
    is_open: bool,
    menu: Vec<(usize, String)>,
}

/// The outline beside a site, with the addresses that the proxy serves.
fn expectation(name: &str, host: &str) -> Result<Vec<Expected>> {
    let outline = fs::read_to_string(folder(name).join(format!("{host}.txt")))?;
    let outline = outline.replace(&format!("https://{host}"), &format!("http://{host}"));
    let mut rows: Vec<Expected> = Vec::new();
    for line in outline.lines() {
        let text = line.trim_start();
        let depth = (line.len() - text.len()) / 2;
        let level_of = |line: &str| (line.len() - line.trim_start().len()) / 2;
        if let Some(entry) = text.strip_prefix("~ ") {
            let row = rows.last_mut().context("a menu without a row")?;
            let label = entry.split(" <").next().unwrap_or_default();
            row.menu.push((depth - level_of(&row.line) - 1, label.to_owned()));
        } else if !text.starts_with("= ") {
            // The sidebar loads the icons and shows them without their address.
            let line = match line.split_once(" icon <") {
                Some((before, after)) => format!("{before}{}", after.split_once('>').map_or("", |(_, rest)| rest)),
                None => line.to_owned(),
            };
            let closed = line.replace(" (open)", "");
            rows.push(Expected { is_open: closed != line, line: closed, menu: Vec::new() });
        }
    }
    Ok(rows)
}

/// Puts a folder whose only entry is a folder into the row of this folder, as the sidebar does if the site declares no
/// structure.
fn join_folders(rows: &mut Vec<Expected>) {
    let indent = |row: &Expected| row.line.len() - row.line.trim_start().len();
    let is_folder = |row: &Expected| row.line.ends_with('/');
    let mut at = 0;
    while at + 1 < rows.len() {
        let (own, below) = (indent(&rows[at]), indent(&rows[at + 1]));
        let end = (at + 1..rows.len()).find(|&next| indent(&rows[next]) <= own).unwrap_or(rows.len());
        let is_only = end > at + 1 && rows[at + 2..end].iter().all(|row| indent(row) > below);
        if !(is_only && is_folder(&rows[at]) && is_folder(&rows[at + 1])) {
            at += 1;
            continue;
        }
        let folder = rows.remove(at).line;
        for row in &mut rows[at..end - 1] {
            row.line.drain(..below - own);
        }
        rows[at].line = format!("{} / {}", folder.trim_end_matches('/'), rows[at].line.trim_start());
    }
}

/// The title of a site's home page, which the tree takes from the page. Before, the row has the host as its title.
fn name_of_site(name: &str, host: &str) -> Result<String> {
    let page = fs::read_to_string(folder(name).join(host).join("index.html"))?;
    let title = page.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    Ok(title.with_context(|| format!("{host} has no title"))?.0.to_owned())
}

/// A context tree as the native menu shows it: a page with a submenu is also the first entry of it, above a line.
fn native(entries: &[(usize, String)]) -> String {
    let mut text = String::new();
    for (at, (depth, title)) in entries.iter().enumerate() {
        let label = match &**title {
            "de" => "Deutsch".to_owned(),
            "en" => "English".to_owned(),
            "x-default" => "Default language".to_owned(),
            long if long.chars().count() > 60 => format!("{}…", long.chars().take(59).collect::<String>()),
            short => short.to_owned(),
        };
        let indent = "  ".repeat(*depth);
        text.push_str(&format!("{indent}{label}\n"));
        if entries.get(at + 1).is_some_and(|(next, _)| next > depth) {
            text.push_str(&format!("{indent}  {label}\n{indent}  ---\n"));
        }
    }
    text
}

/// The content of a row.
#[derive(Debug, Deserialize)]
struct Shown {
    id: String,
    top: f64,
    level: usize,
    kind: String,
    title: String,
    /// the target of a click, or the address of a pending document
    link: Option<String>,
    state: Option<String>,
    reason: Option<String>,
    deleted: bool,
    open: bool,
    menu: bool,
}

impl Shown {
    /// The row as a line of an outline.
    fn line(&self) -> String {
        let mut line = "  ".repeat(self.level - 1);
        line.push_str(if self.kind == "separator" { "----" } else { &self.title });
        if self.kind == "folder" {
            line.push('/');
        }
        if let Some(link) = &self.link {
            line.push_str(&format!(" <{link}>"));
        }
        for (is, word) in [(self.kind == "alias", "alias"), (self.deleted, "deleted")] {
            if is {
                line.push_str(&format!(" ({word})"));
            }
        }
        match (self.state.as_deref(), &self.reason) {
            (Some("failed"), reason) => line.push_str(&format!(" (failed: {})", reason.as_deref().unwrap_or_default())),
            (Some(_), _) => line.push_str(" (document)"),
            (None, _) => {}
        }
        line
    }
}

/// Reads all rows of the tree, from its top to its end.
const TREE: &str = r#"
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { session } = one("navi-bar");
    const known = new Map(session.rows(0, session.rowCount).map((row) => [String(row.id), row]));
    const scroller = one("[part~=scroller]");
    const found = new Map();
    for (scroller.scrollTop = 0; ; scroller.scrollTop += scroller.clientHeight / 2) {
        await painted();
        for (const row of all("[data-id]")) {
            const { id, kind, state } = row.dataset;
            // A parent that stays at the top is not at its own place.
            if (row.hasAttribute("data-pinned") && found.has(id)) continue;
            found.set(id, {
                id,
                top: row.getBoundingClientRect().top + scroller.scrollTop,
                level: Number(row.getAttribute("aria-level") ?? known.get(id).level), // a line has no level
                kind,
                title: row.querySelector("[part~=title]")?.textContent ?? "",
                link: row.href || (kind == "document" ? known.get(id).url : undefined),
                state,
                reason: row.querySelector("[part~=reason] .long")?.textContent,
                deleted: row.hasAttribute("data-deleted"),
                open: row.getAttribute("aria-expanded") == "true",
                menu: row.hasAttribute("aria-haspopup"),
            });
        }
        if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) return [...found.values()];
    }
"#;

async fn tree(firefox: &Browser) -> Result<Vec<Shown>> {
    let mut rows: Vec<Shown> = firefox.in_sidebar_as(TREE, &[]).await?;
    rows.sort_by(|a, b| a.top.total_cmp(&b.top));
    Ok(rows)
}

fn lines(rows: &[Shown]) -> Vec<String> {
    rows.iter().map(Shown::line).collect()
}

/// Scrolls a row into view and returns its selector.
async fn show(firefox: &Browser, row: &Shown) -> Result<String> {
    let scroll = "
        const scroller = one('[part~=scroller]');
        scroller.scrollTop = args[0] - scroller.getBoundingClientRect().top - scroller.clientHeight / 2;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));";
    firefox.in_sidebar(scroll, &[json!(row.top)]).await?;
    Ok(format!("[data-id='{}']", row.id))
}

/// Expands every branch. Pending branches need a click each.
async fn open_all(firefox: &Browser, expected: &[Expected]) -> Result<()> {
    let mut opened = HashSet::new();
    loop {
        firefox.in_sidebar("const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();", &[]).await?;
        let rows = tree(firefox).await?;
        let is_branch = |row: &&Shown| row.state.as_deref() == Some("pending");
        let Some(branch) = rows.iter().find(is_branch) else { return Ok(()) };
        if expected.iter().any(|row| row.line == branch.line()) {
            return Ok(());
        }
        ensure!(opened.insert(branch.id.clone()), "{} stays as it is", branch.title);
        let selector = show(firefox, branch).await?;
        firefox.click(At::Css(&selector)).await?;
        let loaded = "const state = one(args[0]).dataset.state; return state != 'pending' && state != 'loading';";
        firefox.wait_in_sidebar(&format!("{} to load", branch.title), loaded, &[json!(selector)]).await?;
    }
}

async fn visit(firefox: &Browser, name: &str, host: &str, words: &str) -> Result<()> {
    let mut expected = expectation(name, host)?;
    if ["sitemap", "text", "feed"].contains(&name) {
        join_folders(&mut expected);
        // The visited home page has a row even if no list has it.
        let address = format!(" <http://{host}/>");
        if !expected.iter().any(|row| row.line.ends_with(&address)) {
            expected.insert(0, Expected { line: format!("{host}{address}"), ..Expected::default() });
        }
    }
    let home = format!("{host} <http://{host}/>");
    for row in expected.iter_mut().filter(|row| row.line == home) {
        row.line = format!("{} <http://{host}/>", name_of_site(name, host)?);
    }
    let proxy = Server::start()?;
    proxy.mirror(&folder(name))?;
    firefox.use_proxy(&proxy).await?;
    firefox.goto(&format!("http://{host}/")).await?;
    firefox.open_sidebar().await?;
    firefox.wait_for_rows("the site's rows", |rows| !rows.is_empty()).await?;
    firefox.wait_in_sidebar("the load to end", "return one('navi-bar').dataset.state == 'loaded'", &[]).await?;

    // First the branches that are expanded by default, then everything.
    let open: Vec<_> = tree(firefox).await?.iter().filter(|row| row.open).map(Shown::line).collect();
    let expected_open: Vec<_> = expected.iter().filter(|row| row.is_open).map(|row| row.line.clone()).collect();
    assert_eq!(open, expected_open, "{host}: open at first");
    open_all(firefox, &expected).await?;
    let rows = tree(firefox).await?;
    let expected_lines: Vec<_> = expected.iter().map(|row| row.line.clone()).collect();
    similar(&lines(&rows), &expected_lines, host);
    wait_for_words(firefox, words).await?;

    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row.menu, !expected.menu.is_empty(), "{host}: whether {} has a menu", row.title);
        if row.menu {
            let selector = show(firefox, row).await?;
            let menu = menu_outline(&firefox.open_menu(At::Css(&selector)).await?);
            let wanted = native(&expected.menu);
            ensure!(menu.starts_with(&format!("{wanted}---\n")), "the menu of {}:\n{menu}\n{wanted}", row.title);
            firefox.close_menu().await?;
        }
    }

    // No other host got a request, and the site got no request twice, except for a document that is shown alone.
    let others: Vec<_> = proxy.requests().into_iter().filter(|request| request.host != host).collect();
    assert_eq!(others, []);
    let mut asked = HashSet::new();
    for request in proxy.requests() {
        let is_by_tab =
            request.header("accept").is_some_and(|accept| accept.contains("html") || accept.contains("image"));
        let is_shown =
            request.path.rsplit('/').next().is_some_and(|file| words.contains(&format!("arranged as in {file}")));
        let is_new = is_by_tab || is_shown || asked.insert(request.path.clone());
        ensure!(is_new, "{} is requested twice: {:#?}", request.path, proxy.requests());
    }

    // A click opens a page of the site, and its row is marked.
    let home = format!("http://{host}/");
    let is_target =
        |row: &&Shown| row.kind == "page" && row.link.as_ref().is_some_and(|l| l.starts_with(&home) && *l != home);
    let target = rows.iter().find(is_target).context("no page to go to")?;
    let selector = show(firefox, target).await?;
    firefox.click(At::Css(&selector)).await?;
    firefox.wait_for_url(target.link.as_deref().unwrap_or_default()).await?;
    let marked = "return one(args[0]).getAttribute('aria-current') == 'page'";
    firefox.wait_in_sidebar("its row to be marked", marked, &[json!(selector)]).await?;
    similar(&lines(&tree(firefox).await?), &expected_lines, host);
    Ok(())
}

/// Does the same as `assert_eq`, with a readable message.
fn similar(found: &[String], expected: &[String], host: &str) {
    assert!(found == expected, "{host}\n--- shown\n{}\n--- expected\n{}\n", found.join("\n"), expected.join("\n"));
}
