//! Writes an HTML page: header, breadcrumb, text, neighbours, footer.

use anyhow::{Context, Result, bail};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::content::{Entry, Site};

/// The page of the entry with this index. The entry must have a URL.
pub(super) fn render(site: &Site, index: usize) -> Result<String> {
    let entry = &site.entries[index];
    let here = entry.url.as_deref().context("a heading has no page")?;
    let text = markdown(site, entry, here).with_context(|| format!("in the page {}", entry.id))?;
    let ancestors = site.ancestors(index);
    let siblings = entry.parent.map_or(&site.top, |parent| &site.entries[parent].container);
    let language = entry.detail("language").unwrap_or(&site.language);
    let home = here.is_empty();

    Ok(html! {
        (DOCTYPE)
        html lang=(site.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { @if !home { (entry.title) " \u{2013} " } (site.name) }
                @if let Some(summary) = entry.detail("description") {
                    meta name="description" content=(summary);
                }
                link rel="stylesheet" href=(relative(here, "style.css"));
                @if let Some(icon) = &entry.icon {
                    link rel="icon" href=(relative(here, &format!("icons/{icon}")));
                }
                link rel="sitemap" type="application/rdf+xml" href=(relative(here, "sitemap.rdf"));
            }
            body {
                a.skip href="#text" { "Skip to the text" }
                header.site {
                    a.name href=(relative(here, "")) { (site.name) }
                    nav aria-label="Site" {
                        @for &top in &site.top {
                            @if site.entries[top].url.as_deref().is_some_and(|url| !url.is_empty()) {
                                (link_to(site, here, top, index, ancestors.first() == Some(&top)))
                            }
                        }
                    }
                }
                @if !home { (breadcrumb(site, here, &ancestors, &entry.title)) }
                div.columns {
                    main id="text" lang=[(language != site.language).then_some(language)]
                        dir=[direction(language)] {
                        h1 { (entry.title) }
                        @if let Some(summary) = entry.detail("description") {
                            p.summary { (summary) }
                        }
                        (PreEscaped(text))
                        (byline(entry))
                    }
                    aside {
                        (list(site, here, index, "In this section", &entry.container))
                        (list(site, here, index, "Related", &entry.embedded))
                        @if !home && siblings.len() > 1 && ancestors.last().is_some() {
                            (list(site, here, index, "Nearby", siblings))
                        }
                    }
                }
                footer {
                    @for &top in site.top.iter().filter(|&&top| site.entries[top].url.is_none()) {
                        (row(site, here, index, &site.entries[top]))
                    }
                    p { (site.name) ": " (site.tagline) }
                    p.small {
                        "A made-up program for a made-up garden: the demo site that comes with Navibar."
                    }
                }
            }
        }
    }
    .into_string())
}

fn breadcrumb(site: &Site, here: &str, ancestors: &[usize], title: &str) -> Markup {
    html! {
        nav.breadcrumb aria-label="Breadcrumb" {
            ol {
                li { a href=(relative(here, "")) { (site.name) } }
                @for &up in ancestors {
                    li {
                        @let entry = &site.entries[up];
                        @if let Some(url) = &entry.url {
                            a href=(relative(here, url)) { (entry.title) }
                        } @else {
                            (entry.title)
                        }
                    }
                }
                li aria-current="page" { (title) }
            }
        }
    }
}

/// A list of links. A heading has no page, so the pages below it are listed.
fn list(site: &Site, here: &str, current: usize, title: &str, entries: &[usize]) -> Markup {
    html! {
        @if !entries.is_empty() {
            nav aria-label=(title) {
                h2 { (title) }
                (items(site, here, current, entries))
            }
        }
    }
}

fn items(site: &Site, here: &str, current: usize, entries: &[usize]) -> Markup {
    html! {
        ul {
            @for &index in entries {
                li {
                    @if site.entries[index].url.is_some() {
                        (link_to(site, here, index, current, false))
                    } @else {
                        span.heading { (site.entries[index].title) }
                        (items(site, here, current, &site.entries[index].container))
                    }
                }
            }
        }
    }
}

fn link_to(site: &Site, here: &str, index: usize, current: usize, inside: bool) -> Markup {
    let entry = &site.entries[index];
    let state = if index == current { Some("page") } else { inside.then_some("true") };
    html! {
        a href=[entry.url.as_deref().map(|url| relative(here, url))] aria-current=[state]
            lang=[entry.detail("language")] {
            @if let Some(icon) = &entry.icon {
                img src=(relative(here, &format!("icons/{icon}"))) alt="" width="15" height="15";
            }
            (entry.title)
        }
    }
}

/// The pages of a top-level heading in one line of the footer. The header cannot link a heading.
fn row(site: &Site, here: &str, current: usize, heading: &Entry) -> Markup {
    html! {
        nav.row aria-label=(heading.title) {
            (heading.title) ": "
            ul {
                @for &index in &heading.container {
                    li { (link_to(site, here, index, current, false)) }
                }
            }
        }
    }
}

fn byline(entry: &Entry) -> Markup {
    let creators = entry.details.get("creator").map(|names| names.join(", "));
    html! {
        @if creators.is_some() || entry.details.contains_key("date") {
            p.byline {
                @if let Some(creators) = &creators { (creators) }
                @if let Some(date) = entry.detail("date") {
                    @if creators.is_some() { ", " }
                    // Left to right in every language. Otherwise the parts of the date change places.
                    time datetime=(date) dir="ltr" { (date) }
                }
            }
        }
    }
}

/// The text of a page as HTML. Ids in links become relative addresses.
fn markdown(site: &Site, entry: &Entry, here: &str) -> Result<String> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION;
    let mut events = Vec::new();
    for event in Parser::new_ext(&entry.text, options) {
        events.push(match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = &site.entries[site.find(&dest_url, &entry.prefix)?];
                let url = target.url.as_deref();
                let url = url.with_context(|| format!("{dest_url} is a heading, not a page"))?;
                Event::Start(Tag::Link { link_type, dest_url: relative(here, url).into(), title, id })
            }
            Event::Html(text) | Event::InlineHtml(text) => bail!("raw HTML in the text: {text}"),
            other => other,
        });
    }
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events.into_iter());
    Ok(text)
}

/// The address of `to` as written in the page at `from`; both relative to the site.
fn relative(from: &str, to: &str) -> String {
    let up = from.matches('/').count();
    let shared = from.split_inclusive('/').zip(to.split_inclusive('/')).take_while(|(a, b)| a == b && a.ends_with('/'));
    let (count, bytes) = shared.fold((0, 0), |(n, bytes), (part, _)| (n + 1, bytes + part.len()));
    match "../".repeat(up - count) + &to[bytes..] {
        same if same.is_empty() => "./".to_owned(),
        other => other,
    }
}

fn direction(language: &str) -> Option<&'static str> {
    matches!(language, "ar" | "fa" | "he" | "ur").then_some("rtl")
}
