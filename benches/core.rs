//! Native times of the hot paths, so that a change's effect can be seen without a browser:
//! `cargo bench --bench core`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use navibar::site::Site;
use navibar::view::TreeView;
use navibar::xml::{Context, Element, Handler, Tokenizer};
use std::fmt::Write as _;
use std::hint::black_box;

/// As a network delivers.
const CHUNK: usize = 64 << 10;

/// As `examples/make_sitemap.rs` writes them: 10 pages on each of so many levels, 11,110 on 4.
fn text(levels: usize) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:map=\"http://www.oaklett.org/map/1.0#\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n",
    );
    let mut names = vec![String::new()];
    for level in 0..=levels {
        let mut below = Vec::new();
        for name in names {
            let about = if name.is_empty() { "urn:sitemap:root".to_owned() } else { format!("urn:page:{name}") };
            let _ = writeln!(text, "  <rdf:Description rdf:about=\"{about}\">");
            if !name.is_empty() {
                let _ = writeln!(text, "    <dc:title>Page {name}</dc:title>");
                let _ = writeln!(text, "    <dc:identifier>http://www.example.org/{name}.html</dc:identifier>");
            }
            if level < levels {
                text.push_str("    <map:container>\n      <rdf:Seq>\n");
                for n in 1..=10 {
                    let child = if name.is_empty() { n.to_string() } else { format!("{name}-{n}") };
                    let _ = writeln!(text, "        <rdf:li rdf:resource=\"urn:page:{child}\"/>");
                    below.push(child);
                }
                text.push_str("      </rdf:Seq>\n    </map:container>\n");
            }
            text.push_str("  </rdf:Description>\n");
        }
        names = below;
    }
    text.push_str("</rdf:RDF>\n");
    text
}

fn read(bytes: &[u8]) -> Site {
    let mut site = Site::default();
    site.begin("http://www.example.org/sitemap.rdf");
    for chunk in bytes.chunks(CHUNK) {
        site.push(chunk);
    }
    site.finish();
    site
}

/// Takes the events and does nothing with them.
struct Nothing(u32);

impl Handler for Nothing {
    fn start(&mut self, _element: &Element<'_>, _cx: &mut Context<'_>) {
        self.0 += 1;
    }
    fn end(&mut self, _cx: &mut Context<'_>) {}
    fn text(&mut self, _text: &str, _cx: &mut Context<'_>) {}
}

fn reading(c: &mut Criterion) {
    let text = text(4);
    let bytes = text.as_bytes();
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
                tokenizer.push(chunk, &mut elements);
            }
            tokenizer.finish(&mut elements);
            black_box(elements.0)
        });
    });
    group.bench_function("site", |b| b.iter(|| read(bytes).map().len()));
    group.finish();
}

fn showing(c: &mut Criterion) {
    let site = read(text(4).as_bytes());
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

/// What a keystroke costs: the filter beside a plain search through all titles and addresses, at two sizes.
fn filtering(c: &mut Criterion) {
    for levels in [5, 6] {
        let site = read(text(levels).as_bytes());
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
                black_box(view.len())
            });
        });
        view.set_filter(map, "x");
        for (name, text) in [("few", "page 9-9-9"), ("many", "9"), ("all", "p"), ("none", "zz")] {
            group.bench_function(name, |b| {
                b.iter(|| {
                    view.set_filter(map, "");
                    view.set_filter(map, text);
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

criterion_group!(benches, reading, showing, filtering);
criterion_main!(benches);
