//! Drives a real Firefox with the real extension, as a user would: real keys, real pointer, the
//! real sidebar, the browser's own context menu.
//!
//! - [`server`]: the sites that Firefox is shown, with the faults that sites have;
//! - [`process`]: geckodriver and Firefox as processes, which never outlive us;
//! - [`options`]: which programs, extension, window and preferences;
//! - [`firefox`]: a browser with the extension in it: windows, tabs, preferences, screenshots;
//! - [`chrome`]: scripts with the browser's own privileges, which all the rest stands on;
//! - [`sidebar`]: the panel: its document, its rows;
//! - [`input`]: keys and pointer;
//! - [`menu`]: the native context menu;
//! - [`testing`]: one Firefox for all tests of a program, and what was on screen when one failed.
//!
//! A test:
//!
//! ```no_run
//! use navibar_browser_tests::{browser_test, At, Key, Reply, Server};
//!
//! #[test]
//! fn enter_opens_the_page() -> anyhow::Result<()> {
//!     browser_test("enter_opens_the_page", async |firefox| {
//!         let site = Server::start()?;
//!         site.route("/", Reply::html("<title>Home</title>"));
//!         site.route("/sitemap.rdf", Reply::rdf(include_bytes!("site.rdf")));
//!         firefox.goto(&site.url("/")).await?;
//!         firefox.open_sidebar().await?;
//!         firefox.wait_for_rows("the first row", |rows| !rows.is_empty()).await?;
//!         firefox.focus(At::Row("News")).await?;
//!         firefox.press(Key::Enter).await?;
//!         firefox.wait_for_url(&site.url("/news.html")).await
//!     })
//! }
//! ```

pub mod chrome;
pub mod firefox;
pub mod input;
pub mod menu;
pub mod options;
pub mod process;
pub mod server;
pub mod sidebar;
pub mod testing;

pub use firefox::{Firefox, Tab};
pub use input::{At, Button};
pub use menu::MenuEntry;
pub use options::{Options, Pref};
pub use server::{Gate, Recorded, Reply, Server};
pub use sidebar::Row;
pub use testing::browser_test;
pub use thirtyfour::Key;
