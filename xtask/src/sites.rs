//! `cargo xtask sites`: opens built sites in a real Firefox and compares the sidebar's tree with the sites' own titles and
//! menus.

mod elements;
mod html;
mod menu;
mod reference;
mod report;
mod score;
mod serve;
mod title;
mod walk;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::SiteFolder;

use crate::step::{say, speak_to_stderr, step};
use crate::tools::firefox;
use crate::{build, interrupt, paths};
use reference::Reference;
use report::Line;
use walk::Walk;

/// The options of the command.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// the folder with the sites
    pub(crate) folder: PathBuf,
    /// one JSON object per line instead of the table
    pub(crate) json: bool,
    /// the hosts to walk; all if empty
    pub(crate) only: Vec<String>,
    /// the folder for the trees
    pub(crate) trees: Option<PathBuf>,
}

/// Installs what is missing, builds, walks every site and prints the figures of its tree.
///
/// # Errors
/// If a site could not be walked. The other sites are still walked and printed.
pub(crate) fn sites(args: &Args) -> Result<()> {
    if args.json {
        speak_to_stderr();
    }
    let mut sites = serve::sites(&args.folder)?;
    sites.retain(|site| args.only.is_empty() || args.only.contains(&site.host));
    ensure!(!sites.is_empty(), "{} has no such site", args.folder.display());
    if let Some(folder) = &args.trees {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let extension = package()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for site in &sites {
        let reference = step(&format!("reading the pages of {}", site.host), || Reference::read(site))?;
        say(&format!("     {} pages, {} of them in menus or the sitemap", reference.len(), reference.listed()));
        let walked = runtime.block_on(interrupt::unless_interrupted(walk::walk(site, &reference, &extension)));
        match walked.context("interrupted")? {
            Ok(walk) => {
                lines.push(Line::new(&site.host, &score::score(&walk.tree, &reference, site), walk.requests.len()));
                say_walk(&walk);
                save(args, site, &walk)?;
            }
            Err(error) => {
                say(&format!("FAIL {}: {error:#}", site.host));
                failed.push(&*site.host);
            }
        }
    }
    report::print(&lines, args.json)?;
    ensure!(failed.is_empty(), "these sites could not be walked: {}", failed.join(", "));
    Ok(())
}

/// The package in the variable `NAVIBAR_EXTENSION`, or one that is built now.
fn package() -> Result<PathBuf> {
    if let Some(named) = paths::env_path("NAVIBAR_EXTENSION") {
        ensure!(named.exists(), "NAVIBAR_EXTENSION is {}, which does not exist", named.display());
        return Ok(named);
    }
    firefox::ask_for_password()?;
    build::packages()?;
    Ok(paths::Browser::Firefox.extension_zip())
}

fn say_walk(walk: &Walk) {
    say(&format!("     visited {}", walk.visited.join(" ")));
    for request in &walk.requests {
        say(&format!("     the extension requested {request}"));
    }
}

/// Saves the tree of a site, if there is a folder for it.
fn save(args: &Args, site: &SiteFolder, walk: &Walk) -> Result<()> {
    let Some(folder) = &args.trees else { return Ok(()) };
    let path: &Path = &folder.join(format!("{}.json", site.host));
    let text = serde_json::to_string_pretty(&walk.tree)?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
