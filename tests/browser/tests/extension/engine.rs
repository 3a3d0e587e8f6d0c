//! An engine that does not load, and an engine that crashes while it is used.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::{At, Browser, Options, browser_test};
use serde_json::json;

use crate::site::{Site, garden, names, visit};
use crate::sitemaps::wait_for_words;

const TREE: [&str; 4] = ["Welcome", "Plants", "Tools", "Contact"];

/// The ending of the name of the engine's WebAssembly file.
const MODULE: &str = "_bg.wasm";

/// The message after the engine has died.
const DIED: &str = "Navibar’s own program has stopped working. Reload to use it again.";

/// Runs a test in its own Firefox, with an extension in which a file of the engine is changed.
fn with_changed_engine(
    ending: &str,
    change: impl FnOnce(&Path) -> Result<()>,
    test: impl AsyncFnOnce(&Browser, &Site) -> Result<()>,
) -> Result<()> {
    let mut options = Options::from_env()?;
    let folder = tempfile::tempdir()?;
    let whole = options.extension.take().context("no extension")?;
    // The folder that was packed is beside the zip.
    copy(&whole.with_file_name("extension/firefox"), folder.path())?;
    change(&part(folder.path(), ending)?)?;
    options.extension = Some(folder.path().to_owned());
    tokio::runtime::Runtime::new()?.block_on(async {
        let firefox = Browser::launch(&options).await?;
        let site = Site::start(&garden())?;
        let result = async {
            firefox.goto(&site.url("/")).await?;
            firefox.open_sidebar().await?;
            test(&firefox, &site).await
        }
        .await;
        if result.is_err() {
            eprintln!("{}", firefox.report("changed_engine").await);
        }
        firefox.quit().await?;
        result
    })
}

/// The file of the engine with this ending: the WebAssembly file, or the script that names it.
fn part(extension: &Path, ending: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(extension.join("parts"))? {
        let path = entry?.path();
        let is_module = path.ends_with("navibar_bg.wasm");
        let has_ending = path.to_string_lossy().ends_with(ending);
        if has_ending && (is_module || fs::read_to_string(&path)?.contains("navibar_bg.wasm")) {
            return Ok(path);
        }
    }
    bail!("the extension has no such file")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test in Firefox is enough")]
fn an_engine_that_does_not_load_is_reported() -> Result<()> {
    for (ending, words) in
        [(MODULE, "Navibar’s own program has failed. Try again."), (".js", "Navibar’s own program did not load.")]
    {
        let change = |file: &Path| Ok(fs::write(file, "\0")?);
        with_changed_engine(ending, change, async |firefox, site| {
            wait_for_words(firefox, words).await?;
            assert_eq!(firefox.rows().await?, []);
            assert_eq!(site.requests_for("/sitemap.rdf"), []);
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "the test in Firefox is enough")]
fn an_engine_that_dies_when_a_branch_is_opened_offers_to_reload() -> Result<()> {
    let change = |file: &Path| trap_in(file, "session_expand");
    with_changed_engine(MODULE, change, async |firefox, _| {
        firefox.wait_for_rows("the tree", |rows| names(rows) == TREE).await?;
        firefox.click(At::Twisty("Plants")).await?;
        wait_for_words(firefox, DIED).await?;
        assert_eq!(firefox.rows().await?, [], "no dead control is shown");
        firefox.click(At::Css("[part~=retry]")).await?;
        firefox.wait_for_rows("the tree again", |rows| names(rows) == TREE).await?;
        ensure!(!firefox.sidebar_text().await?.contains(DIED), "the message is gone");
        Ok(())
    })
}

/// Without a special case, the sidebar would wait for the engine's promise for ever.
#[test]
#[cfg_attr(feature = "chromium", ignore = "the test in Firefox is enough")]
fn an_engine_that_dies_while_it_loads_offers_to_reload() -> Result<()> {
    let change = |file: &Path| trap_in(file, "wasm_bindgen__convert__closures");
    with_changed_engine(MODULE, change, async |firefox, _| {
        wait_for_words(firefox, DIED).await?;
        ensure!(!firefox.sidebar_text().await?.contains("Loading"), "nothing is loading any more");
        firefox.click(At::Css("[part~=retry]")).await?;
        wait_for_words(firefox, DIED).await
    })
}

/// The background page keeps the compiled code. The next sidebar asks for the code of both modules.
#[test]
#[cfg_attr(feature = "chromium", ignore = "Chromium has no background page")]
fn a_reopened_sidebar_does_not_compile_the_engine_again() -> Result<()> {
    browser_test("a_reopened_sidebar_does_not_compile_the_engine_again", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox
            .wait_in_sidebar("the code", "return browser.extension.getBackgroundPage()?.engineCode.size === 2", &[])
            .await?;
        let watch = "
            const { engineCode } = browser.extension.getBackgroundPage();
            engineCode.given = [];
            engineCode.get = function (address) {
                const code = Map.prototype.get.call(this, address);
                this.given.push(Object.prototype.toString.call(code));
                return code;
            };";
        firefox.in_sidebar(watch, &[]).await?;
        firefox.close_sidebar().await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree again", |rows| names(rows) == TREE).await?;
        let given = "
            const { given } = browser.extension.getBackgroundPage().engineCode;
            return given.length === 2 && given";
        let given = firefox.wait_in_sidebar("both modules", given, &[]).await?;
        assert_eq!(given, json!(["[object WebAssembly.Module]", "[object WebAssembly.Module]"]));
        Ok(())
    })
}

/// Makes the functions trap that a module exports with this prefix.
fn trap_in(file: &Path, prefix: &str) -> Result<()> {
    const EXPORT: u8 = 7;
    const CODE: u8 = 10;
    const FUNCTION: u8 = 0;
    const UNREACHABLE: u8 = 0;
    let mut module = fs::read(file)?;
    let imported = imported_functions(&module)?;
    let mut wanted = Vec::new();
    let mut at = section(&module, EXPORT)?;
    for _ in 0..number(&module, &mut at)? {
        let length = number(&module, &mut at)?;
        let is_it = module[at..at + length].starts_with(prefix.as_bytes());
        let is_function = module[at + length] == FUNCTION;
        at += length + 1;
        let index = number(&module, &mut at)?;
        if is_it && is_function {
            wanted.push(index - imported);
        }
    }
    ensure!(!wanted.is_empty(), "the module exports no {prefix}");
    let mut at = section(&module, CODE)?;
    for function in 0..number(&module, &mut at)? {
        let length = number(&module, &mut at)?;
        let end = at + length;
        if wanted.contains(&function) {
            let mut code = at;
            for _ in 0..number(&module, &mut code)? {
                number(&module, &mut code)?;
                code += 1; // skips the type of these local variables
            }
            module[code..end - 1].fill(UNREACHABLE);
        }
        at = end;
    }
    Ok(fs::write(file, module)?)
}

/// The number of functions that a module imports. They come before its own functions.
fn imported_functions(module: &[u8]) -> Result<usize> {
    const IMPORT: u8 = 2;
    let mut at = section(module, IMPORT)?;
    let mut functions = 0;
    for _ in 0..number(module, &mut at)? {
        for _ in ["module", "name"] {
            at += number(module, &mut at)?;
        }
        ensure!(module[at] == 0, "an import is not a function");
        at += 1;
        number(module, &mut at)?;
        functions += 1;
    }
    Ok(functions)
}

/// The start of a section's contents.
fn section(module: &[u8], wanted: u8) -> Result<usize> {
    let mut at = "\0asm".len() + size_of::<u32>();
    loop {
        let id = *module.get(at).context("the module has no such section")?;
        at += 1;
        let length = number(module, &mut at)?;
        if id == wanted {
            return Ok(at);
        }
        at += length;
    }
}

/// An unsigned number of variable length (LEB128).
fn number(module: &[u8], at: &mut usize) -> Result<usize> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let byte = *module.get(*at).context("the module ends too soon")?;
        *at += 1;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    anyhow::bail!("a number of the module is too long")
}
