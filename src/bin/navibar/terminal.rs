//! The output for people: colours, text without control characters, and pipes that may be closed.

use crate::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use navibar::findings::Severity;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::LazyLock;

/// Standard output or stderr. Writing after its reader has gone does nothing, because `navibar ... | head` is not an
/// error.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    is_closed: bool,
    is_colored: bool,
}

impl Output {
    pub(crate) fn new() -> Output {
        let stdout = io::stdout();
        let is_colored = AutoStream::choice(&stdout) != ColorChoice::Never;
        Output { out: BufWriter::new(Box::new(stdout.lock())), is_closed: false, is_colored }
    }

    pub(crate) fn to_stderr() -> Output {
        let stderr = io::stderr();
        let is_colored = AutoStream::choice(&stderr) != ColorChoice::Never;
        Output { out: BufWriter::new(Box::new(stderr.lock())), is_closed: false, is_colored }
    }

    /// Returns the text in a style, if there are colours.
    pub(crate) fn styled<T: Display>(&self, style: Style, text: T) -> Styled<T> {
        Styled { style: self.is_colored.then_some(style), text }
    }

    /// Writes a value as JSON that is safe to print on a terminal.
    pub(crate) fn write_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(JsonText(&mut *self), value)?;
        writeln!(self)
    }

    /// Writes what is buffered.
    pub(crate) fn close(mut self) -> Result<(), Failure> {
        self.flush().map_err(cannot_print)
    }

    fn unless_closed<T>(&mut self, result: io::Result<T>, value: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(value)
            }
            result => result,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let result = self.out.write(bytes);
        self.unless_closed(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = self.out.flush();
        self.unless_closed(result, ())
    }
}

pub(crate) fn cannot_print(error: io::Error) -> Failure {
    format!("cannot write the output: {error}")
}

/// Returns `true` if standard output is a terminal, which control characters would change.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// A text in a style.
pub(crate) struct Styled<T> {
    style: Option<Style>,
    text: T,
}

impl<T: Display> Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Some(style) => write!(f, "{style}{}{style:#}", self.text),
            None => self.text.fmt(f),
        }
    }
}

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const GUTTER: Style = AnsiColor::Blue.on_default().bold();

pub(crate) fn style_of(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    color.on_default().bold()
}

pub(crate) fn name_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns `true` for a character that could change the terminal or the order of what it shows.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text without control characters. Visible signs replace them. In a log that obeys commands, no part of the text
/// is one.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if is_log_of_commands() && (text.trim_start().starts_with(FIRST_SIGNS) || text.contains("##")) {
        // A word joiner is invisible.
        let text = text.replace("##", "#\u{2060}#");
        return format!("\u{2060}{}", without_controls(&text)).into();
    }
    without_controls(text)
}

/// Signs that begin a command at the start of a line: `::` of GitHub Actions, and `---`, `+++`, `~~~` and `^^^` of Buildkite.
/// `##[` of GitHub Actions, `##vso[` of Azure Pipelines and `##teamcity[` may stand anywhere. GitLab's commands have control
/// characters.
const FIRST_SIGNS: [char; 5] = [':', '-', '+', '~', '^'];

/// Variables that services set for continuous integration. Most of them set `CI`.
const LOG_VARIABLES: [&str; 5] = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE"];

/// Returns `true` if a service may read the output as commands, such as `::stop-commands::`.
fn is_log_of_commands() -> bool {
    static IS_LOG: LazyLock<bool> = LazyLock::new(|| LOG_VARIABLES.iter().any(|name| std::env::var_os(name).is_some()));
    *IS_LOG
}

fn without_controls(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let shown = |c| match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        c if is_control(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Writes JSON with escapes for control characters, and for signs that a log could take for the start of a command.
struct JsonText<W>(W);

fn is_escaped(c: char) -> bool {
    is_control(c) || c == '#' && is_log_of_commands()
}

impl<W: Write> Write for JsonText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A string arrives in one piece, without the characters that JSON itself escapes.
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            match std::str::from_utf8(line.strip_suffix(b"\n").unwrap_or(line)) {
                Ok(text) if text.contains(is_escaped) => {
                    for c in text.chars() {
                        match is_escaped(c) {
                            true => write!(self.0, "\\u{:04x}", u32::from(c))?,
                            false => write!(self.0, "{c}")?,
                        }
                    }
                    self.0.write_all(&line[text.len()..])?;
                }
                _ => self.0.write_all(line)?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints a line to stderr. A closed stderr is not an error.
pub(crate) fn complain(message: &str) {
    let mut err = Output::to_stderr();
    let name = err.styled(style_of(Severity::Error), "navibar");
    let _ = writeln!(err, "{name}: {}", printable(message));
    let _ = err.close();
}
