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

/// As `examples/make_sitemap.rs` writes them: 11,110 pages, 10 on each of 4 levels.
fn text() -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:map=\"http://www.oaklett.org/map/1.0#\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n",
    );
    let mut names = vec![String::new()];
    for level in 0..=4 {
        let mut below = Vec::new();
        for name in names {
            let about = if name.is_empty() { "urn:sitemap:root".to_owned() } else { format!("urn:page:{name}") };
            let _ = writeln!(text, "  <rdf:Description rdf:about=\"{about}\">");
            if !name.is_empty() {
                let _ = writeln!(text, "    <dc:title>Page {name}</dc:title>");
                let _ = writeln!(text, "    <dc:identifier>http://www.example.org/{name}.html</dc:identifier>");
            }
            if level < 4 {
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
    let text = text();
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
    let site = read(text().as_bytes());
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

criterion_group!(benches, reading, showing);
criterion_main!(benches);
