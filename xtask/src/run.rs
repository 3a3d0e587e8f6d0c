//! `cargo xtask run`: Firefox with the built extension, its sidebar open on the demo site.

mod watch;

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::sidebar::outline;
use navibar_browser_tests::{Browser, Options};

use crate::build::{self, join};
use crate::paths;
use crate::step::{say, seconds, speak_to_stderr};
use crate::tools::{GECKODRIVER, WASM_BINDGEN, firefox, node, rust};
use crate::{interrupt, serve};
use watch::Snapshot;

/// The most rows of the tree that are printed.
const MAX_LINES: usize = 400;

/// Time between two checks of Firefox and of the source files.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The options of the command.
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// rebuild and reload the extension after each change of a source file
    pub(crate) watch: bool,
    /// no window, even if there is a display
    pub(crate) headless: bool,
    /// the demo site's port; 0 means a free one
    pub(crate) port: u16,
    /// another site than the demo site
    pub(crate) site: Option<String>,
    /// pages to visit after the first, in order
    pub(crate) visits: Vec<String>,
    /// print the tree as JSON; implies `headless`
    pub(crate) json: bool,
}

/// Installs what is missing, builds, and shows the sidebar.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.json {
        speak_to_stderr();
    }
    let started = Instant::now();
    // A file that changes during the build counts as changed afterwards.
    let sources = Snapshot::take(paths::root())?;
    // The build takes long, so a port in use is reported before it.
    let server = serve::start(args.port)?;
    let tools = prepare()?;
    build::finish()?;
    let site = match &args.site {
        Some(site) => site.clone(),
        None => {
            serve::demo_site(&server)?;
            server.url("/")
        }
    };
    let headless = args.headless || args.json || !has_display();
    let options = Options {
        geckodriver: tools.geckodriver,
        firefox: Some(tools.firefox),
        headless,
        extension: Some(paths::Browser::Firefox.extension_zip()),
        extension_id: EXTENSION_ID.to_owned(),
        window: (1280, 860),
        prefs: Vec::new(),
        profile: None,
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let shown = runtime.block_on(interrupt::unless_interrupted(async {
        say("  .. opening Firefox");
        let firefox = Browser::launch(&options).await?;
        let result = async {
            show(&firefox, &site, started).await?;
            visit(&firefox, &args.visits).await?;
            match (args.json, headless) {
                (true, _) => print_json(&firefox).await?,
                (false, true) => print_tree(&firefox).await?,
                (false, false) => {}
            }
            match args.watch {
                true => watch(&firefox, sources, headless).await,
                false if headless => Ok(()),
                false => stay_open(&firefox).await,
            }
        }
        .await;
        // This fails if the user has closed Firefox.
        let ended = firefox.quit().await;
        result.and(if headless { ended } else { Ok(()) })
    }));
    drop(server);
    match shown {
        Some(result) => result,
        None if headless && !args.watch => bail!("interrupted"),
        None => {
            say("\n     ended");
            Ok(())
        }
    }
}

/// The programs that show the sidebar.
pub(crate) struct Tools {
    pub(crate) firefox: PathBuf,
    pub(crate) geckodriver: PathBuf,
}

/// Installs what is missing and compiles the engine at the same time: one waits for the network while the other computes.
pub(crate) fn prepare() -> Result<Tools> {
    firefox::ask_for_password()?;
    thread::scope(|scope| {
        let firefox = scope.spawn(firefox::ensure);
        let packages = scope.spawn(node::ensure_packages);
        let cargo_tools = scope.spawn(|| {
            WASM_BINDGEN.ensure()?;
            GECKODRIVER.ensure()
        });
        let engine = scope.spawn(|| {
            rust::ensure_wasm_target()?;
            build::compile()
        });
        let (firefox, packages) = (join(firefox), join(packages));
        let (geckodriver, engine) = (join(cargo_tools), join(engine));
        packages?;
        engine?;
        Ok(Tools { firefox: firefox?, geckodriver: geckodriver? })
    })
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| paths::env_path(name).is_some())
}

async fn show(firefox: &Browser, site: &str, started: Instant) -> Result<()> {
    firefox.goto(site).await?;
    open_tree(firefox).await?;
    say(&format!("  ok the sidebar shows {site} ({} after the start)", seconds(started.elapsed())));
    Ok(())
}

/// Opens these pages in turn, each when the sidebar has settled on the page before.
async fn visit(firefox: &Browser, pages: &[String]) -> Result<()> {
    for page in pages {
        firefox.settle().await?;
        firefox.goto(page).await?;
        say(&format!("  ok visited {page}"));
    }
    Ok(())
}

/// Prints the whole tree as JSON.
async fn print_json(firefox: &Browser) -> Result<()> {
    firefox.settle().await?;
    let tree = firefox.tree().await?;
    println!("{}", serde_json::to_string_pretty(&tree)?);
    ensure!(!tree.tree.is_empty() || !tree.unplaced.is_empty(), "the sidebar shows no tree");
    Ok(())
}

/// Opens the sidebar and waits for its first rows.
async fn open_tree(firefox: &Browser) -> Result<()> {
    firefox.open_sidebar().await?;
    let has_rows = "return all('[role=treeitem]').length || !/^(idle|loading)$/.test(one('navi-bar').state)";
    firefox.wait_in_sidebar("the tree", has_rows, &[]).await.map(drop)
}

/// Rebuilds and reloads the extension after each change, until the user closes Firefox.
async fn watch(firefox: &Browser, mut built: Snapshot, headless: bool) -> Result<()> {
    say("     waiting for changes of source files; Ctrl-C ends it");
    while firefox.is_running().await {
        let now = Snapshot::take(paths::root())?;
        let Some(changed) = built.difference(&now) else {
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        say(&format!("\n     {} has changed", changed.display()));
        built = now;
        let started = Instant::now();
        // A step that fails has already printed its error.
        if tokio::task::spawn_blocking(|| build::compile().and_then(|()| build::finish())).await?.is_err() {
            say("     the sidebar stays as it was until the next change");
            continue;
        }
        reload(firefox).await?;
        say(&format!("  ok the sidebar shows the change ({})", seconds(started.elapsed())));
        if headless {
            print_tree(firefox).await?;
        }
    }
    Ok(())
}

/// Replaces the extension in the running Firefox by the one that was built last.
async fn reload(firefox: &Browser) -> Result<()> {
    firefox.close_sidebar().await?;
    firefox.install(&paths::Browser::Firefox.extension_zip(), true).await?;
    open_tree(firefox).await
}

/// Expands every branch, prints the rows and saves a picture.
async fn print_tree(firefox: &Browser) -> Result<()> {
    let picture = paths::target().join("navibar-sidebar.png");
    firefox.wait_in_sidebar("the whole tree", "return !/^(idle|loading)$/.test(one('navi-bar').state)", &[]).await?;
    firefox.wait_in_sidebar("the icons", "return all('img').every((img) => img.src && img.complete)", &[]).await?;
    firefox.screenshot(&picture).await?;
    firefox.in_sidebar("const bar = one('navi-bar'); bar.session?.expandAll(); bar.refresh();", &[]).await?;
    let rows = firefox.all_rows().await?;
    if rows.is_empty() {
        say(&firefox.sidebar_text().await.context("the sidebar has no tree")?);
    }
    let cap = rows.len().min(MAX_LINES);
    say(outline(&rows[..cap]).trim_end());
    if cap < rows.len() {
        say(&format!("... and {} rows more", rows.len() - cap));
    }
    say(&format!("     {} rows; the window: {}", rows.len(), build::shown(&picture)));
    ensure!(!rows.is_empty(), "the sidebar shows no tree");
    Ok(())
}

async fn stay_open(firefox: &Browser) -> Result<()> {
    say("     Ctrl-C, or closing the window, ends it");
    while firefox.is_running().await {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
