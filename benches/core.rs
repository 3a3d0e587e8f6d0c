//! Native times of the hot paths, to see the effect of a change without a browser: `cargo bench --bench core`.

mod data;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use data::{CHUNK, nns, read, urlset, xbel};
use navibar::view::TreeView;
use navibar::xml::{Context, Element, Handler, Tokenizer};
use std::hint::black_box;

/// Ignores all events.
struct Nothing(u32);

impl Handler for Nothing {
    type Target = ();

    fn start(&mut self, _element: &Element<'_>, _: &mut (), _cx: &mut Context<'_>) {
        self.0 += 1;
    }
    fn end(&mut self, _: &mut (), _cx: &mut Context<'_>) {}
    fn text(&mut self, _text: &str, _: &mut (), _cx: &mut Context<'_>) {}
}

fn reading(c: &mut Criterion) {
    let documents = [nns(4)];
    let bytes = documents[0].as_bytes();
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("quick-xml-reader", |b| {
        b.iter(|| {
            let mut reader = quick_xml::Reader::from_reader(bytes);
            let mut events = 0;
            while !matches!(reader.read_event(), Ok(quick_xml::events::Event::Eof) | Err(_)) {
                events += 1;
            }
            black_box(events)
        });
    });
    group.bench_function("tokenizer", |b| {
        b.iter(|| {
            let (mut tokenizer, mut elements) = (Tokenizer::default(), Nothing(0));
            for chunk in bytes.chunks(CHUNK) {
                tokenizer.push(chunk, &mut elements, &mut ());
            }
            tokenizer.finish(&mut elements, &mut ());
            black_box(elements.0)
        });
    });
    group.bench_function("site", |b| b.iter(|| read(&documents).map().len()));
    group.finish();
}

/// The other formats, with the sizes of `cargo xtask bench`.
fn reading_formats(c: &mut Criterion) {
    let index: Vec<String> = (0..20).map(|part| urlset(part, 50_000)).collect();
    for (name, documents, pages) in [
        ("sitemap-50k", &index[..1], 50_000),
        ("index-1m", &index, 1_000_000),
        ("xbel-100k", &[xbel(100_000)], 100_000),
    ] {
        let mut group = c.benchmark_group("read-formats");
        group.sample_size(10);
        group.throughput(Throughput::Bytes(documents.iter().map(|document| document.len() as u64).sum()));
        group.bench_function(name, |b| b.iter(|| assert_eq!(read(documents).map().pages(), pages)));
        group.finish();
    }
}

fn showing(c: &mut Criterion) {
    let site = read(&[nns(4)]);
    let map = site.map();
    let mut group = c.benchmark_group("show");
    group.bench_function("expand-all", |b| {
        b.iter(|| {
            let mut view = TreeView::default();
            view.refresh(map);
            view.expand_all(map);
            black_box(view.len())
        });
    });
    let mut view = TreeView::default();
    view.refresh(map);
    view.expand_all(map);
    assert_eq!(view.len(), 11_110, "the benchmark reads what it wrote");
    group.bench_function("rows", |b| b.iter(|| view.rows(map, 5_000..5_040)));
    group.finish();
}

/// The time of a keystroke: the filter beside a plain search through all titles and addresses, at two sizes.
fn filtering(c: &mut Criterion) {
    for levels in [5, 6] {
        let site = read(&[nns(levels)]);
        let map = site.map();
        let mut group = c.benchmark_group(format!("filter-{}", map.pages()));
        group.sample_size(10);
        group.bench_function("naive", |b| {
            b.iter(|| {
                let has = |text: &str| text.to_lowercase().contains("9-9-9");
                let is_match = |&page: &u32| has(&map.title(page)) || map.url(page).is_some_and(|url| has(&url));
                black_box((0..map.len() as u32).filter(is_match).count())
            });
        });
        let mut view = TreeView::default();
        view.refresh(map);
        group.bench_function("first", |b| {
            b.iter(|| {
                let mut view = TreeView::default();
                view.refresh(map);
                view.set_filter(map, "9-9-9");
                while view.refresh_more(map) {}
                black_box(view.len())
            });
        });
        view.set_filter(map, "x");
        for (name, text) in [("few", "page 9-9-9"), ("many", "9"), ("all", "p"), ("none", "zz")] {
            group.bench_function(name, |b| {
                b.iter(|| {
                    view.set_filter(map, "");
                    view.set_filter(map, text);
                    while view.refresh_more(map) {}
                    black_box(view.matches())
                });
            });
        }
        group.bench_function("one-letter-more", |b| {
            b.iter(|| {
                view.set_filter(map, "9-9-9-");
                view.set_filter(map, "9-9-9-9");
                black_box(view.matches())
            });
        });
        group.bench_function("second-letter-and-back", |b| {
            b.iter(|| {
                view.set_filter(map, "9-");
                view.set_filter(map, "9");
                black_box(view.matches())
            });
        });
        view.set_filter(map, "");
        let deep = format!("http://www.example.org/{}.html#x", vec!["10"; levels].join("-"));
        group.bench_function("current-first", |b| {
            b.iter(|| {
                let mut view = TreeView::default();
                view.refresh(map);
                view.set_current(Some(&deep));
                black_box(view.trail(map))
            });
        });
        view.set_current(Some(&deep));
        group.bench_function("current", |b| b.iter(|| black_box((view.current_row(map), view.trail(map)))));
        assert_eq!(view.trail(map).len(), levels, "the benchmark reads what it wrote");
        group.finish();
    }
}

criterion_group!(benches, reading, reading_formats, showing, filtering);
criterion_main!(benches);
