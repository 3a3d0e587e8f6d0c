//! `cargo xtask serve`: serves the demo site on loopback.

use std::fs;

use anyhow::{Context as _, Result};
use navibar_browser_tests::Server;

use crate::step::{say, step};
use crate::{demo, interrupt, paths};

/// Starts a server on this port; 0 means a free one. It serves nothing yet.
pub(crate) fn start(port: u16) -> Result<Server> {
    Server::start_on(port).context("choose another port with --port")
}

/// Writes the demo site and serves it.
pub(crate) fn demo_site(server: &Server) -> Result<()> {
    let folder = paths::demo_site();
    step("writing the demo site", || {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        demo::generate(&folder).map(|summary| say(&format!("     {summary}")))
    })?;
    // It is at the root of its origin, because Navibar looks for /sitemap.rdf there.
    server.folder(&folder);
    say(&format!("     the demo site is at {}", server.url("/")));
    Ok(())
}

/// Serves until it is interrupted.
pub(crate) fn serve(port: u16) -> Result<()> {
    let server = start(port)?;
    demo_site(&server)?;
    say("     Ctrl-C ends it");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(interrupt::unless_interrupted(std::future::pending::<()>()));
    Ok(())
}
