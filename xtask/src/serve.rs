//! `cargo xtask serve`: the demo site on loopback.

use std::fs;

use anyhow::Result;
use navibar_browser_tests::Server;

use crate::step::{say, step};
use crate::{demo, interrupt, paths};

/// Writes the demo site anew and serves it on this port; 0 means a free one.
pub(crate) fn demo_site(port: u16) -> Result<Server> {
    let folder = paths::demo_site();
    step("writing the demo site", || {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        demo::generate(&folder).map(|summary| say(&format!("     {summary}")))
    })?;
    // At the root of its origin, where a browser looks for /sitemap.rdf.
    let server = Server::start_on(port)?;
    server.folder(&folder);
    say(&format!("     the demo site is at {}", server.url("/")));
    Ok(server)
}

/// Serves until it is interrupted.
pub(crate) fn serve(port: u16) -> Result<()> {
    let _server = demo_site(port)?;
    say("     Ctrl-C ends it");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(interrupt::unless_interrupted(std::future::pending::<()>()));
    Ok(())
}
