//! Writes an NNS site of a given width and depth, as in the statistics table of the NNS 1.0 specification. Every page
//! above the last level has `width` children, so the site has w + w^2 + ... + w^d pages.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

const USAGE: &str = "\
usage: make_sitemap WIDTH DEPTH

Writes an NNS site with WIDTH pages on each branch and DEPTH levels to stdout: '10 5' gives 111,110 pages.";

const HEAD: &str = r#"<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:map="http://www.oaklett.org/map/1.0#"
         xmlns:dc="http://purl.org/dc/elements/1.1/">

"#;

/// Writes a page and its descendants. An empty path is the root.
fn write_page(out: &mut impl Write, path: &mut Vec<u32>, width: u32, depth: usize) -> io::Result<()> {
    let name = path.iter().map(u32::to_string).collect::<Vec<_>>().join("-");
    let about = if path.is_empty() { "urn:sitemap:root".to_owned() } else { format!("urn:page:{name}") };
    writeln!(out, "  <rdf:Description rdf:about=\"{about}\">")?;
    if !path.is_empty() {
        writeln!(out, "    <dc:title>Page {name}</dc:title>")?;
        writeln!(out, "    <dc:identifier>http://www.example.org/{name}.html</dc:identifier>")?;
    }
    if path.len() < depth {
        let prefix = if path.is_empty() { String::new() } else { format!("{name}-") };
        writeln!(out, "    <map:container>\n      <rdf:Seq>")?;
        for n in 1..=width {
            writeln!(out, "        <rdf:li rdf:resource=\"urn:page:{prefix}{n}\"/>")?;
        }
        writeln!(out, "      </rdf:Seq>\n    </map:container>")?;
    }
    writeln!(out, "  </rdf:Description>")?;
    if path.len() < depth {
        for n in 1..=width {
            path.push(n);
            write_page(out, path, width, depth)?;
            path.pop();
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let numbers: Vec<u32> = std::env::args().skip(1).map_while(|argument| argument.parse().ok()).collect();
    let (width, depth) = match numbers[..] {
        [width, depth]
            if std::env::args().count() == 3 && (1..=1000).contains(&width) && (1..=100).contains(&depth) =>
        {
            (width, depth as usize)
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = out
        .write_all(HEAD.as_bytes())
        .and_then(|()| write_page(&mut out, &mut Vec::new(), width, depth))
        .and_then(|()| out.write_all(b"</rdf:RDF>\n"))
        .and_then(|()| out.flush());
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
