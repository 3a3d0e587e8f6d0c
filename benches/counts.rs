//! Counts the native instructions of the hot paths at several sizes: `cargo bench --bench counts`. Unlike times, these
//! figures are the same on a busy machine. `-- NAME...` counts only these paths. It needs valgrind.

mod data;

use navibar::site::Site;
use navibar::view::{NewsScan, Order, Since, TreeView};
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// Does the counted work. Valgrind counts the instructions in the function of this name.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) {
    black_box(work());
}

fn shown(site: &Site) -> TreeView {
    let mut view = TreeView::default();
    view.refresh(site.map());
    view
}

/// A hot path, with its sizes and the number of pages of each.
struct Path {
    name: &'static str,
    run: fn(usize),
    sizes: &'static [(usize, usize)],
}

const LEVELS: &[(usize, usize)] = &[(3, 1_110), (4, 11_110), (5, 111_110)];

/// Number of rows in a window.
const ROWS: usize = 40;

fn of_site(levels: usize, work: impl FnOnce(&Site, TreeView)) {
    let site = data::read(&[data::nns(levels)]);
    let view = shown(&site);
    work(&site, view);
}

/// A keystroke in the filter box, after the text `before`.
fn key(levels: usize, before: &str, text: &str) {
    of_site(levels, |site, mut view| {
        view.set_filter(site.map(), before);
        counted(|| filter(&mut view, site, text));
    });
}

fn filter(view: &mut TreeView, site: &Site, text: &str) {
    view.set_filter(site.map(), text);
    while view.refresh_more(site.map()) {}
}

/// The last page of the deepest level.
fn last_page(levels: usize) -> String {
    format!("https://www.example.org/{}.html", vec!["10"; levels].join("-"))
}

/// Paths whose cost should not depend on the number of pages.
const CONSTANT: &[Path] = &[
    Path {
        name: "first-rows",
        run: |levels| {
            let site = data::read(&[data::nns(levels)]);
            counted(|| shown(&site).rows(site.map(), 0..ROWS));
        },
        sizes: LEVELS,
    },
    Path {
        name: "scroll-rows",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.expand_all(site.map());
                let middle = view.len() / 2;
                counted(|| view.rows(site.map(), middle..middle + ROWS));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "filtered-rows",
        run: |levels| {
            of_site(levels, |site, mut view| {
                filter(&mut view, site, "9");
                let middle = view.len() / 2;
                counted(|| view.rows(site.map(), middle..middle + ROWS));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "expand-branch",
        run: |levels| {
            of_site(levels, |site, mut view| {
                let first = view.rows(site.map(), 0..1)[0].id;
                counted(|| view.expand(site.map(), first));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "reveal-again",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.set_current(Some(&last_page(levels)));
                view.reveal_current(site.map());
                view.collapse_all();
                counted(|| (view.reveal_current(site.map()), view.trail(site.map())));
            });
        },
        sizes: LEVELS,
    },
];

/// Paths that handle every page.
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
        run: |levels| of_site(levels, |site, mut view| counted(|| filter(&mut view, site, "9-9-9"))),
        sizes: LEVELS,
    },
    Path { name: "filter-all-match", run: |levels| key(levels, "no such page", "p"), sizes: LEVELS },
    Path { name: "filter-many-match", run: |levels| key(levels, "no such page", "9"), sizes: LEVELS },
    Path { name: "filter-few-match", run: |levels| key(levels, "no such page", "9-9-9"), sizes: LEVELS },
    Path { name: "filter-none", run: |levels| key(levels, "no such page", "zz"), sizes: LEVELS },
    Path { name: "filter-letter-more", run: |levels| key(levels, "9", "9-"), sizes: LEVELS },
    Path { name: "filter-letter-less", run: |levels| key(levels, "9-9", "9-"), sizes: LEVELS },
    Path {
        name: "expand-all-again",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.expand_all(site.map());
                view.collapse_all();
                counted(|| view.expand_all(site.map()));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "collapse-all",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.expand_all(site.map());
                counted(|| view.collapse_all());
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "sort-all",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.expand_all(site.map());
                counted(|| view.set_order(site.map(), Order::Title));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "reveal-first",
        run: |levels| {
            of_site(levels, |site, mut view| {
                view.set_current(Some(&last_page(levels)));
                counted(|| view.reveal_current(site.map()));
            });
        },
        sizes: LEVELS,
    },
    Path {
        name: "news",
        run: |pages| {
            let site = data::read(&[data::urlset(0, pages)]);
            let view = shown(&site);
            let since = Since { last: Some(1_770_000_000), now: 1_800_000_000, offset: 0 };
            counted(|| {
                let mut scan = NewsScan::new(since);
                while scan.step(&view, site.map(), 4096) {}
                scan.news()
            });
        },
        sizes: &[(1_000, 1_000), (50_000, 50_000)],
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, name, size] = &arguments[..]
        && size.bytes().all(|b| b.is_ascii_digit())
        && let Some(path) = CONSTANT.iter().chain(PATHS).find(|path| path.name == *name)
    {
        (path.run)(size.parse().unwrap_or_default());
        return ExitCode::SUCCESS;
    }
    // Cargo adds its own option.
    let names: Vec<&String> = arguments.iter().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (paths, title, is_a_page) in
        [(CONSTANT, "instructions for a window of rows", false), (PATHS, "instructions a page", true)]
    {
        println!("{title}\n");
        for path in paths.iter().filter(|path| names.is_empty() || names.iter().any(|name| *name == path.name)) {
            print!("{:<18}", path.name);
            for &(size, pages) in path.sizes {
                let Some(count) = count(path.name, size) else {
                    println!("  not counted: valgrind is not installed or does not work here");
                    return ExitCode::SUCCESS;
                };
                print!("  {pages:>7} pages {:>8.0}", count as f64 / if is_a_page { pages as f64 } else { 1.0 });
            }
            println!();
        }
        println!();
    }
    ExitCode::SUCCESS
}

/// Runs this program again for one path, under valgrind.
fn count(name: &str, size: usize) -> Option<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*"]);
    let output = valgrind.arg(std::env::current_exe().ok()?).args([name, &size.to_string()]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()?;
    (count > 0).then_some(count)
}
