//! The sidebar in Firefox's accessibility tree, which screen readers read.

use std::collections::HashMap;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{At, Browser, Key, Reply, browser_test};
use serde::Deserialize;

use crate::drawn_menu::{open_apple_menu, wait_for_place};
use crate::site::{Site, garden, page, visit};

/// A node of the accessibility tree.
#[derive(Clone, Debug, Deserialize)]
struct Exposed {
    role: String,
    name: String,
    states: Vec<String>,
    attributes: HashMap<String, String>,
}

impl Exposed {
    fn is(&self, state: &str) -> bool {
        self.states.iter().any(|each| each == state)
    }

    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }

    /// `level setsize posinset`
    fn place(&self) -> String {
        ["level", "setsize", "posinset"].map(|name| self.attribute(name)).join(" ")
    }
}

/// All nodes, in the order of a screen reader.
const EXPOSED: &str = "
    const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
    // Holds the service. Otherwise Firefox ends it between two reads.
    Services.ppmm.navibarAccessibility = service;
    const found = [];
    const walk = (one) => {
        const [states, extra] = [{}, {}];
        one.getState(states, extra);
        const named = service.getStringStates(states.value, extra.value);
        const attributes = {};
        for (const each of one.attributes?.enumerate() ?? []) {
            const { key, value } = each.QueryInterface(Ci.nsIPropertyElement);
            attributes[key] = value;
        }
        found.push({
            role: service.getStringRole(one.role), name: one.name ?? '', attributes,
            states: Array.from({ length: named.length }, (_, at) => named.item(at)),
        });
        for (let child = one.firstChild; child; child = child.nextSibling) walk(child);
    };
    walk(service.getAccessibleFor(panel()));
    return found;";

/// Waits until `accept` returns `true` for the nodes.
async fn wait_for(firefox: &Browser, what: &str, accept: impl Fn(&[Exposed]) -> bool) -> Result<Vec<Exposed>> {
    firefox
        .wait_until(what, async || {
            let found: Vec<Exposed> = firefox.chrome_as(EXPOSED, &[]).await?;
            let brief = || found.iter().map(|each| format!("{} {:?} {:?}", each.role, each.name, each.states));
            ensure!(accept(&found), "there are\n{}", brief().collect::<Vec<_>>().join("\n"));
            Ok(Some(found))
        })
        .await
}

fn find<'a>(found: &'a [Exposed], role: &str, name: &str) -> Result<&'a Exposed> {
    let of_role = || found.iter().filter(|each| each.role == role);
    of_role()
        .find(|each| each.name == name)
        .with_context(|| format!("no {role} {name:?} in {:?}", of_role().map(|each| &each.name).collect::<Vec<_>>()))
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "reads Firefox's accessibility tree")]
fn rows_expose_position_state_and_name() -> Result<()> {
    browser_test("rows_expose_position_state_and_name", async |firefox| {
        let site = Site::start(&garden())?;
        firefox.goto(&site.url("/plants/pear.html")).await?;
        firefox.open_sidebar().await?;
        firefox.wait_for_rows("the tree", |rows| rows.len() == 7).await?;
        wait_for(firefox, "the tree", |all| all.iter().any(|each| each.role == "outline")).await?;
        firefox.focus(At::Row("Plum")).await?;
        let found = wait_for(firefox, "the focus on a row", |all| {
            all.iter().any(|each| each.role == "outlineitem" && each.name == "Plum" && each.is("focused"))
        })
        .await?;
        ensure!(found.iter().filter(|each| each.role == "outline").count() == 1, "there is one tree");
        let row = |name: &str| find(&found, "outlineitem", name);
        assert_eq!(row("Welcome")?.place(), "1 4 1");
        assert_eq!(row("Plum")?.place(), "2 3 3");
        ensure!(row("Plants")?.is("expanded"), "{:?}", row("Plants")?);
        ensure!(row("Tools")?.is("collapsed"), "{:?}", row("Tools")?);
        ensure!(!row("Pear")?.is("expanded") && !row("Pear")?.is("collapsed"), "{:?}", row("Pear")?);
        assert_eq!(row("Pear")?.attribute("current"), "page");
        assert_eq!(row("Plum")?.attribute("current"), "");
        ensure!(row("Apple")?.is("haspopup") || !row("Apple")?.attribute("haspopup").is_empty(), "{:?}", row("Apple")?);
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "reads Firefox's accessibility tree")]
fn rows_out_of_view_keep_their_positions() -> Result<()> {
    browser_test("rows_out_of_view_keep_their_positions", async |firefox| {
        let pages: Vec<_> = (1..=5000).map(|n| page(&format!("Page {n}"), &format!("/{n}.html"))).collect();
        let site = Site::start(&pages)?;
        visit(firefox, &site).await?;
        firefox.wait_in_sidebar("all of it", "return one('navi-bar').state == 'loaded'", &[]).await?;
        wait_for(firefox, "the tree", |all| all.iter().any(|each| each.role == "outline")).await?;
        firefox.focus(At::Row("Page 1")).await?;
        let place = |all: &[Exposed], name: &str| find(all, "outlineitem", name).map(Exposed::place).ok();
        wait_for(firefox, "the first row", |all| place(all, "Page 1").as_deref() == Some("1 5000 1")).await?;
        firefox
            .in_sidebar(
                "const box = one('[part~=scroller]'); box.scrollTop = (box.scrollHeight - box.clientHeight) / 2",
                &[],
            )
            .await?;
        let found =
            wait_for(firefox, "a row in the middle", |all| place(all, "Page 2500").as_deref() == Some("1 5000 2500"))
                .await?;
        ensure!(find(&found, "outlineitem", "Page 1")?.is("focused"), "the row with the focus is still there");
        firefox.press(Key::End).await?;
        wait_for(firefox, "the last row with the focus", |all| {
            all.iter().any(|each| each.name == "Page 5000" && each.place() == "1 5000 5000" && each.is("focused"))
        })
        .await?;
        Ok(())
    })
}

#[test]
#[cfg_attr(feature = "chromium", ignore = "reads Firefox's accessibility tree")]
fn menus_are_exposed_as_menus() -> Result<()> {
    browser_test("menus_are_exposed_as_menus", async |firefox| {
        let _site = open_apple_menu(firefox).await?;
        // The service reports only focus changes after its start.
        wait_for(firefox, "the menu", |all| all.iter().any(|each| each.role == "menupopup")).await?;
        firefox.press(Key::Right).await?;
        wait_for_place(firefox, 2, "Recipes").await?;
        let found = wait_for(firefox, "two menus", |all| {
            all.iter().filter(|each| each.role == "menupopup").count() == 2
                && all.iter().any(|each| each.role == "menuitem" && each.is("focused"))
        })
        .await?;
        let opener = found.iter().find(|each| each.name == "Recipes" && each.is("expanded"));
        ensure!(opener.is_some_and(|opener| opener.role.contains("menuitem")), "{opener:?}");
        find(&found, "menuitem", "Copy Link")?;
        find(&found, "separator", "")?;
        Ok(())
    })
}

/// Collects the new texts of live regions.
const LISTEN: &str = "
    const said = (Services.ppmm.navibarSaid = []);
    Services.ppmm.navibarAccessibility = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
    const observer = { observe(subject) {
        const event = subject.QueryInterface(Ci.nsIAccessibleEvent);
        if (event.eventType != Ci.nsIAccessibleEvent.EVENT_TEXT_INSERTED) return;
        const { modifiedText } = event.QueryInterface(Ci.nsIAccessibleTextChangeEvent);
        let live = event.accessible;
        const isLive = (one) => { try { return one.attributes.getStringProperty('live') == 'polite'; } catch { return false; } };
        while (live && !isLive(live)) live = live.parent;
        if (live) said.push(`${modifiedText} | ${live.name ?? ''} | ${live.lastChild?.name ?? ''}`);
    } };
    Services.obs.addObserver(observer, 'accessible-event');
    Services.ppmm.navibarListener = observer;";

#[test]
#[cfg_attr(feature = "chromium", ignore = "reads Firefox's accessibility tree")]
fn results_and_events_are_announced() -> Result<()> {
    browser_test("results_and_events_are_announced", async |firefox| {
        let site = Site::start(&garden())?;
        visit(firefox, &site).await?;
        firefox.chrome(LISTEN, &[]).await?;
        let result = announcements(firefox, &site).await;
        firefox
            .chrome(
                "Services.obs.removeObserver(Services.ppmm.navibarListener, 'accessible-event');
                 Services.ppmm.navibarAccessibility = Services.ppmm.navibarListener = undefined;",
                &[],
            )
            .await?;
        result
    })
}

async fn announcements(firefox: &Browser, site: &Site) -> Result<()> {
    let said = async |words: &str| {
        firefox
            .wait_until(&format!("the announcement {words:?}"), async || {
                let all: Vec<String> = firefox.chrome_as("return Services.ppmm.navibarSaid", &[]).await?;
                ensure!(all.iter().any(|each| each.contains(words)), "the announcements were {all:?}");
                Ok(Some(()))
            })
            .await
    };
    wait_for(firefox, "the tree", |all| all.iter().any(|each| each.role == "outlineitem")).await?;
    firefox.focus(At::Css("input[type=search]")).await?;
    firefox.type_text("pl").await?;
    said("4 of 13 pages").await?;
    firefox.press(Key::Escape).await?;
    site.declare(&[page("Welcome", "/")]);
    firefox.click(At::Css("#reload")).await?;
    said("Sitemap loaded: 1 page").await?;
    site.route("/sitemap.rdf", Reply::status(503));
    firefox.click(At::Css("#reload")).await?;
    said("503").await?;
    Ok(())
}
