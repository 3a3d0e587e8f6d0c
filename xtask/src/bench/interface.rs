//! Measures the interface beside other tree components: the time from an action of the user to the result on the screen.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};
use navibar_browser_tests::{Browser, Server};
use serde::Deserialize;
use serde_json::{Value, json};

use super::data::{Data, PAGES_PER_FOLDER, Shape};
use super::measured::{COUNTS, Measured, grouped};
use super::page::step;

/// A tree component.
#[derive(Debug)]
struct Component {
    /// its name in the results
    name: &'static str,
    /// the path of its module, relative to the project's root
    module: &'static str,
    style: Option<&'static str>,
}

/// Navibar, the lower bound, and the peers.
const COMPONENTS: &[Component] = &[
    Component { name: "navibar", module: "benches/browser/interface/navibar.js", style: None },
    Component { name: FLOOR, module: "benches/browser/interface/floor.js", style: None },
    Component { name: "headless-tree", module: "target/bench/javascript/headless-tree.js", style: None },
    Component {
        name: "fancytree-grid",
        module: "target/bench/javascript/fancytree-grid.js",
        style: Some("target/bench/javascript/fancytree-grid.css"),
    },
    Component {
        name: "wunderbaum",
        module: "target/bench/javascript/wunderbaum.js",
        style: Some("target/bench/javascript/wunderbaum.css"),
    },
    Component { name: "pierre-trees", module: "target/bench/javascript/pierre-trees.js", style: None },
];

/// A bare list. It is not a peer, but the lower bound for all components.
pub(crate) const FLOOR: &str = "floor";

/// Returns `true` for a component of another project.
pub(crate) fn is_peer(component: &str) -> bool {
    component != "navibar" && component != FLOOR
}

/// The timed actions. Each has two results: the time until the result is on the screen, and the main thread's work in it.
const ACTIONS: &[(&str, &str)] = &[
    // From a tree of plain objects, or from Navibar's engine.
    ("first-paint", "first-paint-work"),
    // From a tree in the component's own format.
    ("first-paint-adapted", "first-paint-adapted-work"),
    ("expand-all", "expand-all-work"),
    // The first keystroke with all branches collapsed, the next one, and the first with all branches expanded.
    ("filter", "filter-work"),
    ("filter-next", "filter-next-work"),
    ("filter-expanded", "filter-expanded-work"),
];

/// Times of the frames while scrolling, in milliseconds.
const SCROLL: &[&str] = &["scroll-work-p95", "scroll-frame-median", "scroll-frame-p95", "scroll-frame-worst"];

/// Minimum number of frames. A page with fewer frames is not visible, so its times say nothing.
const MIN_FRAMES: usize = 20;

#[derive(Debug, Deserialize)]
struct Act {
    /// milliseconds until the result was on the screen
    shown: f64,
    /// milliseconds of the main thread's work in that time
    work: f64,
}

/// The result of a run with collapsed branches.
#[derive(Debug, Deserialize)]
struct Closed {
    first: Act,
    filtered: Act,
    next: Act,
}

/// The result of a run that expands all branches.
#[derive(Debug, Deserialize)]
struct Open {
    first: Act,
    expanded: Act,
    filtered: Act,
    scrolled: Scrolled,
    nodes: u32,
}

#[derive(Debug, Deserialize)]
struct Scrolled {
    /// milliseconds of each frame
    frames: Vec<f64>,
    /// milliseconds of the main thread's work in each frame
    work: Vec<f64>,
    blank: Option<u32>,
}

/// The components for this data. A million pages are too many for the peers.
fn components(data: &Data) -> &'static [Component] {
    match data.name {
        "nns-10-5" => COMPONENTS,
        "index-1m" => &COMPONENTS[..2],
        _ => &[],
    }
}

/// Returns `true` if the interface is measured with this data.
pub(crate) fn has_interface(data: &Data) -> bool {
    !components(data).is_empty()
}

/// Measures all components in turn, round by round, each in its own pages. The first round warms up. Only this round counts
/// blank rows, because counting takes time.
pub(crate) async fn measure(
    browser: &Browser,
    server: &Server,
    data: &'static Data,
    rounds: usize,
) -> Result<Vec<Measured>> {
    let mut measured = Results { data, list: Vec::new() };
    let has_peers = components(data).iter().any(|component| is_peer(component.name));
    for round in 0..=rounds {
        data.say_round("interface", round, rounds);
        for component in components(data) {
            let page = Page { browser, server, data, component };
            let name = component.name;
            if has_peers {
                let open: Open = page.run("open", &[json!(round == 0)]).await?;
                measured.add_open(name, &open, round == 0)?;
            }
            if round > 0 || !has_peers {
                let closed: Closed = page.run("closed", &[]).await?;
                if round > 0 {
                    measured.add_closed(name, &closed);
                }
            }
        }
    }
    Ok(measured.sorted())
}

/// The results so far.
struct Results {
    data: &'static Data,
    list: Vec<Measured>,
}

impl Results {
    fn add(&mut self, component: &'static str, what: &'static str, value: f64) {
        let is_it = |measured: &&mut Measured| measured.what == what && measured.component == Some(component);
        if let Some(known) = self.list.iter_mut().find(is_it) {
            return known.times.push(value);
        }
        let measured = Measured::new(self.data, what);
        self.list.push(Measured { component: Some(component), times: vec![value], ..measured });
    }

    fn add_act(&mut self, component: &'static str, act: &str, Act { shown, work }: &Act) {
        for (what, what_work) in ACTIONS.iter().filter(|(name, _)| *name == act) {
            self.add(component, what, *shown);
            self.add(component, what_work, *work);
        }
    }

    fn add_closed(&mut self, component: &'static str, closed: &Closed) {
        self.add_act(component, "first-paint", &closed.first);
        self.add_act(component, "filter", &closed.filtered);
        self.add_act(component, "filter-next", &closed.next);
    }

    fn add_open(&mut self, component: &'static str, open: &Open, is_warm_up: bool) -> Result<()> {
        let Scrolled { frames, work, blank } = &open.scrolled;
        ensure!(frames.len() >= MIN_FRAMES, "{component} scrolled for {} frames only", frames.len());
        if is_warm_up {
            let blank = blank.with_context(|| format!("the blank rows of {component} were not counted"))?;
            self.add(component, "blank-rows", f64::from(blank));
            self.add(component, "dom-nodes", f64::from(open.nodes));
            return Ok(());
        }
        self.add_act(component, "first-paint-adapted", &open.first);
        self.add_act(component, "expand-all", &open.expanded);
        self.add_act(component, "filter-expanded", &open.filtered);
        let values = [quantile(work, 0.95), quantile(frames, 0.5), quantile(frames, 0.95), quantile(frames, 1.0)];
        for (what, value) in SCROLL.iter().zip(values) {
            self.add(component, what, value);
        }
        Ok(())
    }

    /// Sorts the results by action, then by component.
    fn sorted(self) -> Vec<Measured> {
        let acts = ACTIONS.iter().flat_map(|(act, work)| [act, work]);
        let order: Vec<&str> = acts.chain(SCROLL).chain(COUNTS).copied().collect();
        let mut list = self.list;
        list.sort_by_key(|measured| {
            let component = COMPONENTS.iter().position(|component| Some(component.name) == measured.component);
            (order.iter().position(|what| *what == measured.what), component)
        });
        list
    }
}

/// The quantile of the values: this share of them does not exceed it.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let position = (share * values.len() as f64).ceil() as usize;
    values[position.clamp(1, values.len()) - 1]
}

/// A fresh page for one component.
struct Page<'a> {
    browser: &'a Browser,
    server: &'a Server,
    data: &'static Data,
    component: &'static Component,
}

impl Page<'_> {
    async fn run<T: for<'de> Deserialize<'de>>(&self, what: &str, args: &[Value]) -> Result<T> {
        self.try_run(what, args).await.with_context(|| format!("{} over {}", self.component.name, self.data.name))
    }

    async fn try_run<T: for<'de> Deserialize<'de>>(&self, what: &str, args: &[Value]) -> Result<T> {
        // A navigation to another site frees the memory of the last page.
        self.browser.goto("about:blank").await?;
        self.browser.goto(&self.server.url("/benches/browser/interface/index.html")).await?;
        // A text box gets a focus event only if the page has the keyboard's focus.
        self.browser.focus_page().await?;
        self.browser.wait_in_page("the keyboard's focus", "return document.hasFocus()", &[]).await?;
        let address = |path: &str| self.server.url(&format!("/{path}"));
        let (shape, texts) = self.shape();
        let options = json!({
            "component": address(self.component.module),
            "style": self.component.style.map(address),
            "shape": shape,
            "addresses": self.data.files().iter().map(|name| address(&self.data.path(name))).collect::<Vec<_>>(),
            "texts": texts,
        });
        let pages: u64 = step(self.browser, "prepare", &[options]).await?;
        ensure!(pages == self.data.pages(), "the page has {pages} pages");
        // Garbage of the preparation must not be collected while the clock runs.
        self.browser.collect_garbage().await?;
        step(self.browser, what, args).await
    }

    /// The shape of the data and the texts for the filter. The page makes plain objects from the shape.
    fn shape(&self) -> (Value, [&'static str; 2]) {
        match self.data.shape {
            Shape::Nns { width, depth } => (json!({ "width": width, "depth": depth }), ["9-9", "9-9-1"]),
            Shape::Sitemaps { files, pages } => {
                let site = self.server.url("");
                (json!({ "files": files, "pages": pages, "folder": PAGES_PER_FOLDER, "site": site }), ["999", "9990"])
            }
            Shape::Xbel { .. } => (Value::Null, ["", ""]),
        }
    }
}

/// The table for one data set: each action with the main thread's work, then the rest. Every value is compared with the best
/// peer and with the floor.
pub(crate) fn table(results: &[Measured]) -> String {
    let Some(data) = results.first().map(|measured| measured.data) else { return String::new() };
    let mut out = format!("\n{}, interface: {} pages\n\n", data.name, grouped(data.pages()));
    let title = format!(
        "{:<20} {:<15} {:>9} {:>10} {:>7} {:>8} {:>9} {:>7} {:>8}",
        "", "", "min ms", "median ms", "x best", "x floor", "work ms", "x best", "x floor"
    );
    let _ = write!(out, "{title}");
    let is_work = |what| ACTIONS.iter().any(|(_, work)| *work == what);
    for group in results.chunk_by(|a, b| a.what == b.what) {
        let what = group[0].what;
        if is_work(what) {
            continue;
        }
        let _ = writeln!(out, "\n{}", "-".repeat(title.len()));
        for measured in group {
            let component = measured.component.unwrap_or_default();
            let _ = write!(out, "{what:<20} {component:<15}");
            if measured.is_count() {
                let _ = writeln!(out, " {:>9}", grouped(measured.max() as u64));
                continue;
            }
            let _ = write!(out, " {:>9.2} {:>10.2}{}", measured.min(), measured.median(), ratios(measured, group));
            let work = ACTIONS.iter().find(|(act, _)| *act == what).map_or("", |(_, work)| *work);
            let works: Vec<&Measured> = results.iter().filter(|measured| measured.what == work).collect();
            if let Some(work) = works.iter().find(|work| work.component == measured.component) {
                let _ = write!(out, " {:>9.2}{}", work.min(), ratios(work, works.iter().copied()));
            }
            out.push('\n');
        }
        out.pop();
    }
    out.push('\n');
    out
}

/// The ratios to the best peer and to the floor.
fn ratios<'a>(measured: &Measured, group: impl IntoIterator<Item = &'a Measured>) -> String {
    let (mut best, mut floor) = (f64::INFINITY, f64::INFINITY);
    for other in group {
        match other.component {
            Some(FLOOR) => floor = other.min(),
            Some(component) if is_peer(component) => best = best.min(other.min()),
            _ => {}
        }
    }
    let ratio = |to: f64| if to.is_finite() { format!("{:.2}", measured.min() / to) } else { "-".to_owned() };
    format!(" {:>7} {:>8}", ratio(best), ratio(floor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::data::DATA;

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!([0.0, 0.5, 0.95, 1.0].map(|share| quantile(&values, share)), [1.0, 2.0, 4.0, 4.0]);
        let many: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(quantile(&many, 0.95), 95.0);
    }

    #[test]
    fn results_are_sorted_in_the_order_of_the_table() {
        let mut results = Results { data: &DATA[0], list: Vec::new() };
        results.add("floor", "dom-nodes", 3.0);
        results.add_act("floor", "filter", &Act { shown: 20.0, work: 5.0 });
        results.add_act("navibar", "filter", &Act { shown: 30.0, work: 6.0 });
        results.add_act("navibar", "filter", &Act { shown: 40.0, work: 7.0 });
        let list = results.sorted();
        let listed: Vec<_> = list.iter().map(|it| (it.what, it.component.unwrap_or(""), &it.times[..])).collect();
        let filter: [(_, _, &[f64]); 2] = [("filter", "navibar", &[30.0, 40.0]), ("filter", "floor", &[20.0])];
        assert_eq!(listed[..2], filter);
        assert_eq!(listed[2..].iter().map(|it| it.0).collect::<Vec<_>>(), ["filter-work", "filter-work", "dom-nodes"]);
    }

    #[test]
    fn ratios_compare_with_the_best_peer_and_with_the_floor() {
        let mut results = Results { data: &DATA[0], list: Vec::new() };
        for (component, shown) in [("navibar", 30.0), ("floor", 20.0), ("headless-tree", 60.0), ("wunderbaum", 90.0)] {
            results.add_act(component, "filter", &Act { shown, work: shown / 10.0 });
        }
        let table = table(&results.sorted());
        let row = table.lines().find(|line| line.contains("navibar")).unwrap_or_default();
        let cells: Vec<_> = row.split_whitespace().skip(2).collect();
        assert_eq!(cells, ["30.00", "30.00", "0.50", "1.50", "3.00", "0.50", "1.50"]);
    }

    #[test]
    fn a_page_with_too_few_frames_is_an_error() {
        let act = || Act { shown: 1.0, work: 1.0 };
        let scrolled = |count| Scrolled { frames: vec![16.0; count], work: vec![1.0; count], blank: Some(0) };
        let open =
            |count| Open { first: act(), expanded: act(), filtered: act(), scrolled: scrolled(count), nodes: 100 };
        let mut results = Results { data: &DATA[0], list: Vec::new() };
        assert!(results.add_open("navibar", &open(MIN_FRAMES), false).is_ok());
        assert!(results.add_open("navibar", &open(MIN_FRAMES - 1), false).is_err());
    }
}
