//! `cargo xtask run`: Firefox with the built extension, its sidebar open on the demo site.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::sidebar::outline;
use navibar_browser_tests::{Browser, Options};

use crate::build::{self, join};
use crate::paths;
use crate::step::{say, seconds};
use crate::tools::{GECKODRIVER, WASM_BINDGEN, firefox, node, rust};
use crate::{interrupt, serve};

/// The most rows of the tree that are printed.
const MAX_LINES: usize = 400;

/// How often we look whether the user closed Firefox.
const GLANCE: Duration = Duration::from_secs(1);

/// What the command line asks for.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// no window, even if there is a display
    pub(crate) headless: bool,
    /// the demo site's port; 0 means a free one
    pub(crate) port: u16,
    /// another site than the demo site
    pub(crate) site: Option<String>,
}

/// Installs what is missing, builds, and shows the sidebar.
pub(crate) fn run(wanted: &Wanted) -> Result<()> {
    let started = Instant::now();
    // First of all, so that a port that is taken is told before everything is built.
    let server = serve::start(wanted.port)?;
    let tools = prepare()?;
    build::finish()?;
    let site = match &wanted.site {
        Some(site) => site.clone(),
        None => {
            serve::demo_site(&server)?;
            server.url("/")
        }
    };
    let headless = wanted.headless || !has_display();
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
        let result = show(&firefox, &site, headless, started).await;
        // The user may have closed it, and then there is nothing left to end in order.
        let ended = firefox.quit().await;
        result.and(if headless { ended } else { Ok(()) })
    }));
    drop(server);
    match shown {
        Some(result) => result,
        None if headless => bail!("interrupted"),
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

/// Installs what is missing and compiles the engine, side by side: one waits for the network while
/// the other computes.
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

async fn show(firefox: &Browser, site: &str, headless: bool, started: Instant) -> Result<()> {
    firefox.goto(site).await?;
    firefox.open_sidebar().await?;
    firefox
        .wait_in_sidebar(
            "the tree",
            "return all('[role=treeitem]').length || !/^(idle|loading)$/.test(one('navi-bar').state)",
            &[],
        )
        .await?;
    say(&format!("  ok the sidebar shows {site} ({} after the start)", seconds(started.elapsed())));
    if headless { print_tree(firefox).await } else { stay_open(firefox).await }
}

/// Opens every branch, prints the rows and saves a picture.
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
        tokio::time::sleep(GLANCE).await;
    }
    Ok(())
}
