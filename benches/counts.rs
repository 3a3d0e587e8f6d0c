//! How many instructions the hot paths take, a page, at several sizes: `cargo bench --bench counts`. Other than times,
//! these figures are the same on a busy machine; natively only. Needs valgrind, and says so where there is none.

mod data;

use navibar::site::Site;
use navibar::view::TreeView;
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// Does what is counted; valgrind counts what happens in the function of this name.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) {
    black_box(work());
}

fn shown(site: &Site) -> TreeView {
    let mut view = TreeView::default();
    view.refresh(site.map());
    view
}

/// A hot path, with the sizes that it is counted at and how many pages these have.
struct Path {
    name: &'static str,
    run: fn(usize),
    sizes: &'static [(usize, usize)],
}

const LEVELS: &[(usize, usize)] = &[(3, 1_110), (4, 11_110), (5, 111_110)];

fn of_site(levels: usize, work: impl FnOnce(&Site, TreeView)) {
    let site = data::read(&[data::nns(levels)]);
    let view = shown(&site);
    work(&site, view);
}

const PATHS: &[Path] = &[
    Path {
        name: "read-nns",
        run: |levels| {
            let documents = [data::nns(levels)];
            counted(|| data::read(&documents));
        },
        sizes: LEVELS,
    },
    Path {
        name: "read-urlset",
        run: |pages| {
            let documents = [data::urlset(0, pages)];
            counted(|| data::read(&documents));
        },
        sizes: &[(1_000, 1_000), (50_000, 50_000)],
    },
    Path {
        name: "read-index",
        run: |files| {
            let documents: Vec<String> = (0..files).map(|part| data::urlset(part, 10_000)).collect();
            counted(|| data::read(&documents));
        },
        sizes: &[(1, 10_000), (20, 200_000)],
    },
    Path {
        name: "read-xbel",
        run: |bookmarks| {
            let documents = [data::xbel(bookmarks)];
            counted(|| data::read(&documents));
        },
        sizes: &[(1_000, 1_000), (100_000, 100_000)],
    },
    Path {
        name: "expand-all",
        run: |levels| of_site(levels, |site, mut view| counted(|| view.expand_all(site.map()))),
        sizes: LEVELS,
    },
    Path {
        name: "filter-first-key",
        run: |levels| of_site(levels, |site, mut view| counted(|| view.set_filter(site.map(), "9-9-9"))),
        sizes: LEVELS,
    },
    Path {
        name: "filter-all-match",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.set_filter(site.map(), "no such page");
                counted(|| view.set_filter(site.map(), "p"));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "reveal-first",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.set_current(Some(&format!("https://www.example.org/{}.html", vec!["10"; levels].join("-"))));
                counted(|| view.reveal_current(site.map()));
            });
        },
        sizes: LEVELS,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, name, size] = &arguments[..]
        && let Some(path) = PATHS.iter().find(|path| path.name == *name)
    {
        (path.run)(size.parse().unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    println!("instructions a page\n");
    for path in PATHS {
        print!("{:<18}", path.name);
        for &(size, pages) in path.sizes {
            match count(path.name, size) {
                Some(count) => print!("  {pages:>7} pages {:>7.0}", count as f64 / pages as f64),
                None => {
                    println!("  not counted: that takes valgrind, which is not installed or does not work here");
                    return ExitCode::SUCCESS;
                }
            }
        }
        println!();
    }
    ExitCode::SUCCESS
}

/// Runs this program once more for one path.
fn count(name: &str, size: usize) -> Option<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*"]);
    let output = valgrind.arg(std::env::current_exe().ok()?).args([name, &size.to_string()]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()?;
    (count > 0).then_some(count)
}
