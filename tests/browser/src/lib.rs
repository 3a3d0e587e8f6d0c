//! Controls a real Firefox or Chromium with the real extension, as a user does: real keys, a real pointer, the real sidebar
//! or side panel, Firefox's own context menu.
//!
//! - [`server`]: test sites, also with faults;
//! - [`process`]: the processes of browsers and drivers, which end with the test program;
//! - [`options`]: programs, extension, window and preferences;
//! - [`browser`]: the browser of a test, Firefox or Chromium: windows, tabs, screenshots;
//! - [`firefox`]: Firefox with the extension;
//! - [`chrome`]: scripts with Firefox's own privileges, which the rest uses;
//! - [`chromium`]: Chromium with the extension; `devtools`: its protocol;
//! - [`sidebar`]: the panel, its document and its rows; [`tree`]: the whole tree as JSON;
//! - [`input`]: keys and pointer;
//! - [`screen`]: the pixels on the screen;
//! - [`menu`]: Firefox's native context menu;
//! - [`sent`]: the requests of the extension;
//! - [`memory`]: the memory of the extension's process;
//! - [`stalls`]: the longest time in which the panel does not react;
//! - [`testing`]: browsers that the tests of a program share, and reports of failures;
//! - [`where_tests_run`]: which tests run in which browser.
//!
//! A test:
//!
//! ```no_run
//! use navibar_browser_tests::{browser_test, At, Key, Reply, Server};
//!
//! #[test]
//! fn enter_opens_the_page() -> anyhow::Result<()> {
//!     browser_test("enter_opens_the_page", async |browser| {
//!         let site = Server::start()?;
//!         site.route("/", Reply::html("<title>Home</title>"));
//!         site.route("/sitemap.rdf", Reply::rdf(include_bytes!("site.rdf")));
//!         browser.goto(&site.url("/")).await?;
//!         browser.open_sidebar().await?;
//!         browser.wait_for_rows("the first row", |rows| !rows.is_empty()).await?;
//!         browser.focus(At::Row("News")).await?;
//!         browser.press(Key::Enter).await?;
//!         browser.wait_for_url(&site.url("/news.html")).await
//!     })
//! }
//! ```

pub mod browser;
pub mod chrome;
pub mod chromium;
mod devtools;
pub mod firefox;
pub mod input;
pub mod memory;
pub mod menu;
pub mod options;
pub mod process;
pub mod screen;
pub mod sent;
pub mod server;
pub mod sidebar;
pub mod stalls;
pub mod testing;
pub mod tree;
pub mod where_tests_run;
pub mod window;

pub use browser::Browser;
pub use input::{At, Button};
pub use memory::Memory;
pub use menu::MenuEntry;
pub use options::{ChromiumOptions, Options, Pref};
pub use screen::{Area, Picture, Pixels};
pub use server::{Gate, Recorded, Reply, Served, Server, SiteFolder};
pub use sidebar::Row;
pub use stalls::{Stall, Stalls};
pub use testing::browser_test;
pub use thirtyfour::Key;
pub use tree::{Entry, Tree};
pub use window::{Part, Tab};
