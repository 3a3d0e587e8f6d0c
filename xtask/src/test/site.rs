//! The site of the documentation, and the recipes that make sitemaps with generators of sites. The tests in browsers open the
//! site.

use anyhow::{Context as _, Result};

use super::products;
use super::runner::{Runner, cargo};
use crate::step::output_of;
use crate::tools::{jekyll, node, python};
use crate::{paths, site};

/// The command line, which the recipes and the site are checked with.
const NAVIBAR: [&str; 8] = ["build", "--package", "navibar", "--features", "cli", "--bin", "navibar", "--locked"];

/// Installs the generators.
pub(super) fn install() -> Result<()> {
    python::hugo()?;
    jekyll::try_ensure();
    Ok(())
}

/// Checks the site's own sitemap, and tests the recipes.
pub(super) fn site(runner: &mut Runner<'_>) -> Result<bool> {
    products::SITE.ensure()?;
    output_of(&mut cargo(&NAVIBAR)).context("the command line cannot be built")?;
    let navibar = paths::cargo_target().join("debug/navibar");
    let mut check = std::process::Command::new(&navibar);
    check.args(["check", "--deny", "note", "--url", &site::homepage()?]).arg(site::folder());
    let is_clean = runner.run(&mut check)?;
    let mut recipes = node::node()?;
    recipes.current_dir(paths::root().join("tests/recipes"));
    recipes.args(["--test", "--test-reporter=spec"]).env("NAVIBAR", navibar);
    recipes.env("HUGO", python::hugo()?).env("MKDOCS_PYTHON", python::python()?).env("PYTHONDONTWRITEBYTECODE", "1");
    match jekyll::try_ensure() {
        Some(jekyll) => recipes.env("JEKYLL", jekyll),
        None => recipes.env_remove("JEKYLL"),
    };
    Ok(runner.run(&mut recipes)? && is_clean)
}
