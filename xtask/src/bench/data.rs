//! The data: sites of the statistics table in the NNS specification, plain sitemaps, bookmarks.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::paths;
use crate::step::{run_logged, say, step};

/// A data set.
#[derive(Debug)]
pub(crate) struct Data {
    /// its name in the results
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
}

/// What the documents contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// NNS with `width` pages on each branch and `depth` levels
    Nns { width: u64, depth: u32 },
    /// sitemaps with `pages` addresses each; several sitemaps have an index
    Sitemaps { files: u64, pages: u64 },
    /// XBEL with this number of bookmarks
    Xbel { bookmarks: u64 },
}

/// Pages in each folder of the addresses in a sitemap.
pub(crate) const PAGES_PER_FOLDER: u64 = 100;

const BOOKMARKS_PER_FOLDER: u64 = 100;

/// The largest site of the table; two smaller sites of similar size, one wide and one deep; a sitemap; a sitemap of the
/// maximum size that the protocol allows, and twenty of them with an index; bookmarks.
pub(crate) const DATA: &[Data] = &[
    Data { name: "nns-10-5", shape: Shape::Nns { width: 10, depth: 5 } },
    Data { name: "nns-15-3", shape: Shape::Nns { width: 15, depth: 3 } },
    Data { name: "nns-5-5", shape: Shape::Nns { width: 5, depth: 5 } },
    Data { name: "sitemap-10k", shape: Shape::Sitemaps { files: 1, pages: 10_000 } },
    Data { name: "sitemap-50k", shape: Shape::Sitemaps { files: 1, pages: 50_000 } },
    Data { name: "index-1m", shape: Shape::Sitemaps { files: 20, pages: 50_000 } },
    Data { name: "xbel-100k", shape: Shape::Xbel { bookmarks: 100_000 } },
];

impl Data {
    /// The number of pages in the tree.
    pub(crate) fn pages(&self) -> u64 {
        match self.shape {
            Shape::Nns { width, depth } => (1..=depth).map(|level| width.pow(level)).sum(),
            Shape::Sitemaps { files, pages } => files * pages,
            Shape::Xbel { bookmarks } => bookmarks,
        }
    }

    /// The number of elements in the files.
    pub(crate) fn elements(&self) -> u64 {
        match self.shape {
            // `rdf:RDF`; four for each page (itself, title, address, list member); the root; and for each branch
            // `map:container` and `rdf:Seq`.
            Shape::Nns { .. } => 1 + 4 * self.pages() + 1 + 2 * self.branches(),
            // `urlset`; each page with its address and date; the index with an address for each file.
            Shape::Sitemaps { files, .. } => files + 3 * self.pages() + if files > 1 { 1 + 2 * files } else { 0 },
            // `xbel`; each folder and bookmark with its title.
            Shape::Xbel { bookmarks } => 1 + 2 * (bookmarks + bookmarks / BOOKMARKS_PER_FOLDER),
        }
    }

    /// The number of triples in an NNS file: each page has a title and an address and is listed once. Each branch has a list,
    /// and the list has a type.
    pub(crate) fn triples(&self) -> u64 {
        3 * self.pages() + 2 * self.branches()
    }

    /// The number of pages with children in an NNS file, the root included.
    fn branches(&self) -> u64 {
        match self.shape {
            Shape::Nns { width, depth } => (0..depth).map(|level| width.pow(level)).sum(),
            _ => 0,
        }
    }

    /// The parsers for this data, in the order of the rounds and of the table.
    pub(crate) fn parsers(&self) -> &'static [&'static str] {
        match self.shape {
            Shape::Nns { .. } => &[
                "quick-xml-reader",
                "quick-xml-nsreader",
                "navibar",
                "oxrdfxml",
                "domparser-tree",
                "sax-wasm",
                "fast-xml-parser",
                "saxes",
                "rdfxml-streaming-parser",
            ],
            _ => &[
                "quick-xml-reader",
                "quick-xml-nsreader",
                "navibar",
                "domparser-tree",
                "sax-wasm",
                "fast-xml-parser",
                "saxes",
            ],
        }
    }

    /// The names of the files. The first file is opened, and names the others.
    pub(crate) fn files(&self) -> Vec<String> {
        match self.shape {
            Shape::Nns { .. } => vec!["sitemap.rdf".to_owned()],
            Shape::Xbel { .. } => vec!["bookmarks.xbel".to_owned()],
            Shape::Sitemaps { files, .. } => {
                let children = if files > 1 { files } else { 0 };
                let mut names = vec!["sitemap.xml".to_owned()];
                names.extend((1..=children).map(|number| format!("sitemap-{number}.xml")));
                names
            }
        }
    }

    /// The path of a file, relative to the project's root.
    pub(crate) fn path(&self, file: &str) -> String {
        format!("target/bench/{}/{file}", self.name)
    }

    fn file(&self, file: &str) -> PathBuf {
        paths::target().join("bench").join(self.name).join(file)
    }

    /// The size of all files.
    pub(crate) fn bytes(&self) -> Result<u64> {
        self.files().iter().try_fold(0, |sum, name| {
            let file = self.file(name);
            Ok(sum + fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?.len())
        })
    }

    /// Prints the number of a round that begins. Round 0 warms up.
    pub(crate) fn say_round(&self, what: &str, round: usize, rounds: usize) {
        match round {
            0 => say(&format!("  .. {}, {what}: warming up", self.name)),
            _ => say(&format!("  .. {}, {what}: round {round} of {rounds}", self.name)),
        }
    }
}

/// Writes the files for a site that serves the project's root. Sitemaps name only pages of their own site.
pub(crate) fn generate(chosen: &[&Data], site: &str) -> Result<()> {
    step("compiling the generator of the data", || {
        let mut cargo = Command::new(paths::cargo());
        cargo
            .current_dir(paths::root())
            .args(["build", "--package", "navibar", "--example", "make_sitemap", "--release", "--locked"])
            .arg("--target-dir")
            .arg(paths::cargo_target());
        run_logged("make_sitemap", &mut cargo)
    })?;
    step("writing the data", || {
        for data in chosen {
            fs::create_dir_all(data.file(""))?;
            match data.shape {
                Shape::Nns { width, depth } => write_nns(data, width, depth)?,
                Shape::Sitemaps { files, pages } => write_sitemaps(data, files, pages, site)?,
                Shape::Xbel { bookmarks } => write_bookmarks(data, bookmarks)?,
            }
        }
        Ok(())
    })
}

fn write_nns(data: &Data, width: u64, depth: u32) -> Result<()> {
    let path = data.file("sitemap.rdf");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut command = Command::new(paths::cargo_target().join("release/examples/make_sitemap"));
    command.args([width.to_string(), depth.to_string()]).stdin(Stdio::null()).stdout(file);
    ensure!(command.status()?.success(), "make_sitemap cannot write {}", data.name);
    Ok(())
}

fn write_sitemaps(data: &Data, files: u64, pages: u64, site: &str) -> Result<()> {
    const PROTOCOL: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
    let names = data.files();
    let urlsets = if files > 1 { &names[1..] } else { &names[..] };
    for (number, name) in urlsets.iter().enumerate() {
        write(data, name, |out| {
            writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset {PROTOCOL}>")?;
            for page in 0..pages {
                let (folder, day) = (page / PAGES_PER_FOLDER, page % 28 + 1);
                writeln!(
                    out,
                    "  <url>\n    <loc>{site}/section-{number}/folder-{folder}/page-{page}.html</loc>\n    \
                     <lastmod>2026-10-{day:02}</lastmod>\n  </url>"
                )?;
            }
            writeln!(out, "</urlset>")
        })?;
    }
    if files == 1 {
        return Ok(());
    }
    write(data, &names[0], |out| {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex {PROTOCOL}>")?;
        for name in urlsets {
            writeln!(out, "  <sitemap><loc>{site}/{}</loc></sitemap>", data.path(name))?;
        }
        writeln!(out, "</sitemapindex>")
    })
}

fn write_bookmarks(data: &Data, bookmarks: u64) -> Result<()> {
    write(data, "bookmarks.xbel", |out| {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xbel version=\"1.0\">")?;
        for folder in 0..bookmarks / BOOKMARKS_PER_FOLDER {
            writeln!(out, "  <folder>\n    <title>Folder {folder}</title>")?;
            for bookmark in 0..BOOKMARKS_PER_FOLDER {
                let host = folder * BOOKMARKS_PER_FOLDER + bookmark;
                writeln!(
                    out,
                    "    <bookmark href=\"https://www.example.org/{host}/index.html?of={folder}\">\n      \
                     <title>Bookmark {bookmark} of folder {folder}</title>\n    </bookmark>"
                )?;
            }
            writeln!(out, "  </folder>")?;
        }
        writeln!(out, "</xbel>")
    })
}

fn write(data: &Data, name: &str, text: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<()> {
    let path = data.file(name);
    let mut out = BufWriter::new(File::create(&path).with_context(|| format!("cannot write {}", path.display()))?);
    text(&mut out).and_then(|()| out.flush()).with_context(|| format!("cannot write {}", path.display()))
}

/// The names of all data sets, for the help and for errors.
pub(crate) fn names() -> String {
    DATA.iter().fold(String::new(), |mut out, data| {
        let _ = write!(out, "{}{}", if out.is_empty() { "" } else { ", " }, data.name);
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_pages_match_the_table() {
        let pages: Vec<_> = DATA.iter().map(Data::pages).collect();
        assert_eq!(pages, [111_110, 3_615, 3_905, 10_000, 50_000, 1_000_000, 100_000]);
    }

    #[test]
    fn elements_and_triples_of_a_small_site_are_counted() {
        // <rdf:RDF>; the root with container, Seq and 2 li; 2 pages with title and identifier.
        let data = Data { name: "small", shape: Shape::Nns { width: 2, depth: 1 } };
        assert_eq!((data.pages(), data.elements(), data.triples()), (2, 12, 8));
    }

    #[test]
    fn elements_of_sitemaps_and_bookmarks_are_counted() {
        let elements = |shape| Data { name: "small", shape }.elements();
        assert_eq!(elements(Shape::Sitemaps { files: 1, pages: 2 }), 7);
        // 3 for the index; each file's urlset and page of 3.
        assert_eq!(elements(Shape::Sitemaps { files: 2, pages: 1 }), 5 + 2 * 4);
        assert_eq!(elements(Shape::Xbel { bookmarks: 100 }), 1 + 2 * 101);
    }
}
