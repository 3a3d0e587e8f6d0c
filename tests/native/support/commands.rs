//! The commands that the documentation shows.

use std::fs;
use std::path::{Path, PathBuf};

/// A command and the document that shows it.
#[derive(Debug)]
pub(crate) struct Documented {
    /// the file's path in the project
    pub(crate) document: String,
    /// the words of the command, from `cargo` on; a command without `cargo` is whole
    pub(crate) words: Vec<String>,
}

/// The commands of every document, in order: the lines of `sh` blocks, and code in sentences that runs cargo.
pub(crate) fn commands(root: &Path) -> Vec<Documented> {
    let mut commands = Vec::new();
    for path in documents(root) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let document = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let lines = blocks(&text, "sh").flat_map(shell_lines).chain(inline(&text));
        commands.extend(lines.map(|line| Documented { document: document.clone(), words: words(&line) }));
    }
    commands
}

/// The project's documents.
pub(crate) fn documents(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("tests/fixtures/README.md")];
    for folder in [root.to_owned(), root.join("docs")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    found.sort();
    found
}

/// The texts of the code blocks in this language.
pub(crate) fn blocks<'a>(text: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    // Every second piece is a code block. It begins with the name of its language.
    let blocks = text.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    blocks.filter(move |(name, _)| *name == language).map(|(_, code)| code)
}

/// The commands of a block, without comments. A backslash joins two lines.
fn shell_lines(block: &str) -> Vec<String> {
    let joined = block.replace("\\\n", " ");
    let commands = joined.lines().map(|line| line.split(" #").next().unwrap_or_default().trim());
    commands.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Code in sentences that runs cargo.
fn inline(text: &str) -> impl Iterator<Item = String> {
    let prose = text.split("```").step_by(2);
    let code = prose.flat_map(|piece| piece.split('`').skip(1).step_by(2));
    code.map(|code| code.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|code| is_cargo(code))
}

/// Returns `true` for `cargo ...`, also with variables before it.
fn is_cargo(code: &str) -> bool {
    let mut words = code.split(' ').skip_while(|word| word.contains('='));
    words.next() == Some("cargo") && words.next().is_some()
}

fn words(line: &str) -> Vec<String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let cargo = words.iter().position(|word| word == "cargo").unwrap_or(0);
    words[cargo..].to_vec()
}
