//! The states of the sidebar, and how the screenshots reach them.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use navibar_browser_tests::options::EXTENSION_ID;
use navibar_browser_tests::{At, Browser, Key, Reply, Server};
use serde_json::json;

use crate::paths;
use crate::step::run_logged;

/// The host of the demo site. No real host has this name or those of the other sites.
pub(crate) const DEMO: &str = "www.marrowbed.example";
const OTHER: &str = "www.example.org";

/// A state of the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Loaded,
    /// All kinds of rows without icons.
    Glyphs,
    /// The row of the current page is out of sight.
    Trail,
    /// The tree does not have the current page.
    Unlisted,
    /// A message after an action of the user.
    Answer,
    Menu,
    HeaderMenu,
    Filter,
    NothingFound,
    /// The pane "On this page" is open.
    Outline,
    Details,
    Huge,
    Sitemaps,
    Loading,
    Stopped,
    Empty,
    Failed,
    Problems,
    News,
    NoSite,
    /// The user has forbidden access to all sites.
    NoAccess,
}

const LOADED: &str = "return one('navi-bar').state == 'loaded' && all('[role=treeitem]').length > 0";
const FORBID_ACCESS: &str = "
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const { extension } = WebExtensionPolicy.getByID(A[0]);
    await ExtensionPermissions.remove(A[0], { permissions: [], origins: ['*://*/*'] }, extension);";
const MENU: &str = "return all('[role=menu]').length == 1";

impl State {
    /// All states with their names, for a review.
    pub(crate) const ALL: &[(Self, &str)] = &[
        (Self::Loaded, "loaded"),
        (Self::Glyphs, "glyphs"),
        (Self::Trail, "trail"),
        (Self::Unlisted, "unlisted"),
        (Self::Answer, "answer"),
        (Self::Menu, "menu"),
        (Self::HeaderMenu, "header-menu"),
        (Self::Filter, "filter"),
        (Self::NothingFound, "nothing-found"),
        (Self::Outline, "outline"),
        (Self::Details, "details"),
        (Self::Huge, "huge"),
        (Self::Sitemaps, "sitemaps"),
        (Self::Loading, "loading"),
        (Self::Stopped, "stopped"),
        (Self::Empty, "empty"),
        (Self::Failed, "failed"),
        (Self::Problems, "problems"),
        (Self::News, "whats-new"),
        (Self::NoSite, "no-site"),
        (Self::NoAccess, "no-access"),
    ];

    /// Returns `true` if a change of the width closes what the picture shows.
    pub(crate) fn is_menu(self) -> bool {
        matches!(self, Self::Menu | Self::HeaderMenu)
    }

    /// Sets up the server for the state. Returns the address of the page to open.
    pub(crate) fn prepare(self, server: &Server) -> Result<String> {
        let rdf = match self {
            Self::Unlisted => return Ok(format!("http://{DEMO}/nowhere/")),
            Self::Loaded
            | Self::Trail
            | Self::Answer
            | Self::Menu
            | Self::HeaderMenu
            | Self::Filter
            | Self::NothingFound
            | Self::Outline
            | Self::Details
            | Self::NoAccess => {
                return Ok(format!("http://{DEMO}/crops/roots/carrot/"));
            }
            Self::NoSite => return Ok("about:license".to_owned()),
            Self::Huge => Reply::rdf(huge_site()?),
            Self::Glyphs => Reply::rdf(ROWS_OF_ALL_KINDS),
            Self::Sitemaps => {
                many_sitemaps(server);
                Reply::status(404)
            }
            Self::Loading | Self::Stopped => {
                let whole = demo_sitemap()?;
                let half = whole.len() / 2;
                Reply::rdf(whole).stalled(half)
            }
            Self::News => {
                server.route(&format!("http://{OTHER}/sitemap.xml"), dated_sitemap());
                Reply::status(404)
            }
            Self::Empty => Reply::status(404),
            Self::Failed => Reply::status(503),
            Self::Problems => {
                let text = String::from_utf8(demo_sitemap()?)?;
                Reply::rdf(text.replacen("<dc:title>Download</dc:title>", "", 1).replace("</rdf:RDF>", ""))
            }
        };
        server.route(&format!("http://{OTHER}/"), Reply::html("<!doctype html><title>Example</title>"));
        server.route(&format!("http://{OTHER}/sitemap.rdf"), rdf);
        if !matches!(self, Self::Sitemaps | Self::News) {
            server.route(&format!("http://{OTHER}/sitemap.xml"), Reply::status(404));
        }
        Ok(format!("http://{OTHER}/"))
    }

    /// Returns `true` if the picture must show the end of the sidebar.
    pub(crate) fn is_at_the_end(self) -> bool {
        matches!(self, Self::Trail | Self::Unlisted | Self::Answer | Self::Outline | Self::Details)
    }

    /// Brings the sidebar into the state. The page has just been opened.
    pub(crate) async fn reach(self, firefox: &Browser) -> Result<()> {
        let is_loaded = match self {
            Self::Loading | Self::Stopped => "return one('[part~=stop]').checkVisibility()",
            Self::Empty => "return one('navi-bar').state == 'empty'",
            Self::Failed => "return one('navi-bar').state == 'failed'",
            Self::NoSite => "return one('#notice').checkVisibility()",
            _ => LOADED,
        };
        firefox.wait_in_sidebar("the site", is_loaded, &[]).await?;
        let then = match self {
            Self::Menu => {
                firefox.focus(At::Row("Roots")).await?;
                firefox.press_with(&[Key::Shift], Key::F10).await?;
                MENU
            }
            Self::HeaderMenu => {
                firefox.focus(At::Css("#more")).await?;
                firefox.press(Key::Enter).await?;
                MENU
            }
            Self::Filter => {
                firefox.focus(At::Css("input[type=search]")).await?;
                firefox.type_text("carrot").await?;
                "return one('.filter-found').textContent.length == 1"
            }
            Self::NothingFound => {
                firefox.focus(At::Css("input[type=search]")).await?;
                firefox.type_text("turnip winch").await?;
                "return one('.nothing').checkVisibility()"
            }
            Self::Outline => "one('navi-bar').setAttribute('outline', 'open'); return one('#outline [aria-current]')",
            Self::Details => {
                "one('navi-bar').showDetails(Number(row('Carrot').dataset.id)); return one('.details').checkVisibility()"
            }
            Self::Huge => {
                "const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();
                 one('[part~=scroller]').scrollTop = 1e6; return true"
            }
            Self::Trail => {
                "const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh();
                 one('[part~=scroller]').scrollTop = 1200; return one('#trail').checkVisibility()"
            }
            Self::Unlisted => "return one('#trail').checkVisibility()",
            Self::Answer => {
                firefox.focus(At::Row("Carrot")).await?;
                firefox.press_with(&[Key::Shift], Key::F10).await?;
                firefox.wait_in_sidebar("the menu", MENU, &[]).await?;
                firefox.type_text("copy").await?;
                firefox.press(Key::Enter).await?;
                "return one('#answer').textContent"
            }
            Self::Glyphs => {
                "const bar = one('navi-bar'); bar.session.expandAll(); bar.refresh(); return all('[role=treeitem]').length == 10"
            }
            Self::Sitemaps => "return row('news.xml').getAttribute('data-state') == 'failed'",
            Self::Stopped => {
                firefox.click(At::Css("[part~=stop]")).await?;
                "return one('[part~=retry]').checkVisibility()"
            }
            Self::NoAccess => {
                firefox.chrome(FORBID_ACCESS, &[json!(EXTENSION_ID)]).await?;
                "return one('#allow').checkVisibility()"
            }
            Self::Problems => {
                firefox.click(At::Css("#problems")).await?;
                "return all('.problem').length > 0"
            }
            Self::News => {
                firefox.focus(At::Css("#more")).await?;
                firefox.press(Key::Enter).await?;
                firefox.wait_in_sidebar("the menu", MENU, &[]).await?;
                firefox.press(Key::Enter).await?;
                "return all('#news-lists a').length > 0"
            }
            _ => return Ok(()),
        };
        firefox.wait_in_sidebar("the state", then, &[]).await?;
        Ok(())
    }
}

/// The home page, branches and leaves, a heading, a page without a link, and pages around a separator.
const ROWS_OF_ALL_KINDS: &str = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:map="http://www.oaklett.org/map/1.0#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="urn:sitemap:root"><map:container><rdf:Seq>
 <rdf:li><rdf:Description dc:title="Example" dc:identifier="/"/></rdf:li>
 <rdf:li><rdf:Description dc:title="Guides" dc:identifier="/guides/"><map:container><rdf:Seq>
  <rdf:li><rdf:Description dc:title="First steps" dc:identifier="/guides/first-steps/"/></rdf:li>
  <rdf:li><rdf:Description dc:title="Overview" dc:identifier="/guides/overview/"/></rdf:li>
 </rdf:Seq></map:container></rdf:Description></rdf:li>
 <rdf:li><rdf:Description dc:title="Products"><map:container><rdf:Seq>
  <rdf:li><rdf:Description dc:title="Spades" dc:identifier="/products/spades/"><map:container><rdf:Seq>
   <rdf:li><rdf:Description dc:title="Care" dc:identifier="/products/spades/care/"/></rdf:li>
  </rdf:Seq></map:container></rdf:Description></rdf:li>
  <rdf:li><rdf:Description dc:title="Rakes" dc:identifier="/products/rakes/"/></rdf:li>
 </rdf:Seq></map:container></rdf:Description></rdf:li>
 <rdf:li><rdf:Description dc:title="Lost its link" dc:identifier="javascript:void(0)"/></rdf:li>
 <rdf:li><rdf:Description dc:title="Contact" dc:identifier="/contact/"/></rdf:li>
</rdf:Seq></map:container></rdf:Description></rdf:RDF>"#;

/// The largest site in the statistics table of the NNS specification.
fn huge_site() -> Result<Vec<u8>> {
    let path = paths::target().join("screenshots/huge.rdf");
    if !path.exists() {
        let mut cargo = Command::new(paths::cargo());
        cargo
            .current_dir(paths::root())
            .args(["build", "--package", "navibar", "--example", "make_sitemap", "--locked", "--target-dir"])
            .arg(paths::cargo_target());
        run_logged("make_sitemap", &mut cargo)?;
        let mut generator = Command::new(paths::cargo_target().join("debug/examples/make_sitemap"));
        generator.args(["10", "5"]).stdin(Stdio::null()).stdout(File::create(&path)?);
        ensure!(generator.status()?.success(), "make_sitemap cannot write {}", path.display());
    }
    Ok(fs::read(&path)?)
}

/// A site with dates. They are so old that the picture does not change for a long time.
fn dated_sitemap() -> Reply {
    let pages = [
        ("guides/first-steps", "2024-11-02T09:30:00Z"),
        ("guides/overview", "2024-06-17"),
        ("products/spades", "2023-12-05"),
        ("products/rakes", "2023-03-21"),
        ("news/spring-fair", "2022-04-09T14:00:00Z"),
        ("about", "2021-01-30"),
    ];
    let entries: String = pages
        .iter()
        .map(|(path, date)| format!("<url><loc>http://{OTHER}/{path}</loc><lastmod>{date}</lastmod></url>"))
        .collect();
    xml("urlset", &entries)
}

/// A site with more sitemaps than are loaded at once. One of them fails.
fn many_sitemaps(server: &Server) {
    let url = |path: &str| format!("http://{OTHER}/{path}");
    let archives = (1..=60).map(|n| format!("archive/{n}"));
    let names: Vec<String> = ["guides", "products", "news"].map(str::to_owned).into_iter().chain(archives).collect();
    let entries: String = names.iter().map(|name| format!("<sitemap><loc>{}.xml</loc></sitemap>", url(name))).collect();
    server.route(&url("sitemap.xml"), xml("sitemapindex", &entries));
    for name in &names {
        let pages = ["overview", "first-steps"].map(|page| format!("<url><loc>{}/{page}</loc></url>", url(name)));
        server.route(&url(&format!("{name}.xml")), xml("urlset", &pages.concat()));
    }
    server.route(&url("news.xml"), Reply::status(503));
}

/// A document of the sitemap protocol.
fn xml(root: &str, inside: &str) -> Reply {
    let text = format!("<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{inside}</{root}>");
    Reply::new(200, "application/xml", text)
}

/// The sitemap of the demo site.
fn demo_sitemap() -> Result<Vec<u8>> {
    Ok(fs::read(paths::target().join("screenshots").join(DEMO).join("sitemap.rdf"))?)
}
