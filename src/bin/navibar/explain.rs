//! `navibar explain`: prints why a page has its title and its place in the tree.

use crate::arguments::Explain;
use crate::failure::Failure;
use crate::input;
use crate::terminal::{Output, cannot_print, complain, printable};
use navibar::format::Structure;
use navibar::inspect::{Mirror, block_on};
use navibar::session::{self, About, Claim};
use serde::Serialize;
use std::cell::RefCell;
use std::io::Write as _;

/// The JSON output.
#[derive(Serialize)]
struct Explained<'a> {
    url: &'a str,
    claims: &'a [Claim],
}

pub(crate) fn explain(options: &Explain) -> Result<bool, Failure> {
    let input = input::read(&options.input, &options.reading)?;
    let url = &*options.page;
    let name = printable(&input.name).into_owned();
    if input.session.site().structure() != Structure::Derived {
        complain(&format!("{name} declares its tree: the title and the place of each page are those of the document"));
        return Ok(true);
    }
    if !input.session.site().map().has_page(url) {
        complain(&format!("{name} has no page {}", printable(url)));
        return Ok(false);
    }
    let session = RefCell::new(input.session);
    let claims = block_on(session::explain(&session, &Mirror::new(None), url));
    let mut out = Output::new();
    if options.json {
        out.write_json(&Explained { url, claims: &claims }).map_err(cannot_print)?;
    } else {
        for (about, name) in [(About::Title, "title"), (About::Place, "place")] {
            // The claim that has won comes first.
            let of_kind = |has_won| claims.iter().filter(move |claim| claim.about == about && claim.has_won == has_won);
            for claim in of_kind(true).chain(of_kind(false)) {
                let label = if claim.has_won { name } else { "  not" };
                writeln!(out, "{label}  {}", line(claim)).map_err(cannot_print)?;
            }
        }
    }
    out.close()?;
    Ok(true)
}

/// Describes a claim in one line.
fn line(claim: &Claim) -> String {
    let what = match (claim.about, &*claim.text) {
        (About::Title, text) => printable(text).into_owned(),
        // Or in the last row, "More pages".
        (About::Place, "") => "at the top".to_owned(),
        (About::Place, text) => format!("below {}", printable(text)),
    };
    let page = claim.page.as_deref().map(|page| format!(" of {}", printable(page))).unwrap_or_default();
    format!("{what} ({}{page})", name(claim.source))
}

/// Returns the words for a source.
fn name(source: &str) -> &str {
    match source {
        "llmsTxt" => "llms.txt",
        "searchIndex" => "search index",
        "wordPress" => "pages of WordPress",
        "page" => "heading",
        "site" => "name of the site",
        other => other,
    }
}
