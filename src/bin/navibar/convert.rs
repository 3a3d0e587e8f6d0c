//! `navibar convert`: writes the tree in another format.

use crate::arguments::Convert;
use crate::failure::Failure;
use crate::report::Report;
use crate::terminal::{Output, cannot_print, is_terminal, printable};
use crate::{input, show};
use navibar::export::{self, Format};
use navibar::site::Site;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};

pub(crate) fn convert(options: &Convert) -> Result<bool, Failure> {
    let input = input::read(&options.input, &options.reading)?;
    let site = input.session.site();
    let report = Report::new(&input);
    let has_tree = !site.is_empty() && site.has_rows();
    if has_tree {
        match &options.output {
            Some(path) => {
                let cannot_write = |error: io::Error| format!("cannot write {}: {error}", path.display());
                let mut file = BufWriter::new(File::create(path).map_err(cannot_write)?);
                write(site, options.to, false, &mut file).and_then(|()| file.flush()).map_err(cannot_write)?;
            }
            None => {
                let mut out = Output::new();
                write(site, options.to, is_terminal(), &mut out).map_err(cannot_print)?;
                out.close()?;
            }
        }
    }
    show::summarize(&input, &report);
    Ok(has_tree)
}

/// Writes text to an output and keeps its error, because `fmt::Error` has no details.
struct Text<'a> {
    out: &'a mut dyn Write,
    is_terminal: bool,
    result: io::Result<()>,
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.result = match self.is_terminal {
            true => text.split_inclusive('\n').try_for_each(|line| {
                let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
                write!(self.out, "{}{end}", printable(line))
            }),
            false => self.out.write_all(text.as_bytes()),
        };
        self.result.as_ref().map(|_| ()).map_err(|_| fmt::Error)
    }
}

fn write(site: &Site, format: Format, is_terminal: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Text { out, is_terminal, result: Ok(()) };
    match export::write(site, format, &mut text) {
        Ok(()) => Ok(()),
        Err(fmt::Error) => text.result,
    }
}
