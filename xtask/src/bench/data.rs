//! The data: sites as the statistics table of the NNS specification has them.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::paths;
use crate::step::{run_logged, step};

/// A site of `width` pages on each branch and `depth` levels.
#[derive(Debug)]
pub(crate) struct Data {
    /// its name in the results
    pub(crate) name: &'static str,
    width: u64,
    depth: u32,
}

/// The largest site of the table, and two of about the same number of pages, wide and deep.
pub(crate) const DATA: &[Data] = &[
    Data { name: "nns-10-5", width: 10, depth: 5 },
    Data { name: "nns-15-3", width: 15, depth: 3 },
    Data { name: "nns-5-5", width: 5, depth: 5 },
];

impl Data {
    /// How many pages are in the tree.
    pub(crate) fn pages(&self) -> u64 {
        (1..=self.depth).map(|level| self.width.pow(level)).sum()
    }

    /// How many pages have pages below them, the root included.
    fn branches(&self) -> u64 {
        (0..self.depth).map(|level| self.width.pow(level)).sum()
    }

    /// How many elements are in the file: `rdf:RDF`; each page with its title and address, listed once; the
    /// root; and for each branch `map:container` and `rdf:Seq`.
    pub(crate) fn elements(&self) -> u64 {
        1 + 4 * self.pages() + 1 + 2 * self.branches()
    }

    /// How many triples the file states: each page has a title and an address and is listed once; each branch
    /// has a list, which has a type.
    pub(crate) fn triples(&self) -> u64 {
        3 * self.pages() + 2 * self.branches()
    }

    pub(crate) fn file(&self) -> PathBuf {
        paths::target().join(format!("bench/{}.rdf", self.name))
    }

    /// The size of the file.
    pub(crate) fn bytes(&self) -> Result<u64> {
        let file = self.file();
        Ok(fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?.len())
    }
}

/// Writes the files.
pub(crate) fn generate() -> Result<()> {
    step("compiling the generator of the data", || {
        let mut cargo = Command::new(paths::cargo());
        cargo
            .current_dir(paths::root())
            .args(["build", "--package", "navibar", "--example", "make_sitemap", "--release", "--locked"])
            .arg("--target-dir")
            .arg(paths::cargo_target());
        run_logged("make_sitemap", &mut cargo)
    })?;
    let generator = paths::cargo_target().join("release/examples/make_sitemap");
    step("writing the data", || {
        fs::create_dir_all(paths::target().join("bench"))?;
        for data in DATA {
            let file = File::create(data.file()).with_context(|| format!("cannot write {}", data.file().display()))?;
            let mut command = Command::new(&generator);
            command.args([data.width.to_string(), data.depth.to_string()]).stdin(Stdio::null()).stdout(file);
            ensure!(command.status()?.success(), "make_sitemap cannot write {}", data.name);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_table() {
        assert_eq!(DATA.iter().map(Data::pages).collect::<Vec<_>>(), [111_110, 3_615, 3_905]);
    }

    #[test]
    fn elements_and_triples_of_a_small_site() {
        // <rdf:RDF>; the root with container, Seq and 2 li; 2 pages with title and identifier.
        let data = Data { name: "small", width: 2, depth: 1 };
        assert_eq!((data.pages(), data.elements(), data.triples()), (2, 12, 8));
    }
}
