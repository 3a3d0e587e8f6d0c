//! Writes `sitemap.rdf` in the style of the NNS 1.0 specification.

use std::io;

use anyhow::Result;
use quick_xml::Writer;
use quick_xml::escape::partial_escape;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::content::{DUBLIN_CORE, Entry, List, Site};

const INTRODUCTION: &str = "
    The structure of this website, for Navibar: an NNS 1.0 sitemap.
    map:container lists the children of a page in the tree, map:embedded the
    pages of its context menu. Addresses are relative to this file.
  ";

type Xml = Writer<Vec<u8>>;

pub(super) fn render(site: &Site) -> Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("rdf:RDF")
        .with_attribute(("xmlns:rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"))
        .new_line()
        .with_attribute(("xmlns:map", "http://www.oaklett.org/map/1.0#"))
        .new_line()
        .with_attribute(("xmlns:dc", "http://purl.org/dc/elements/1.1/"))
        .write_inner_content(|xml| {
            comment(xml, INTRODUCTION)?;
            xml.create_element("rdf:Description")
                .with_attribute(("rdf:about", "urn:sitemap:root"))
                .write_inner_content(|xml| members(xml, site, "map:container", List::Seq, &site.top))?;
            let mut entries = site.entries.iter();
            for section in &site.sections {
                comment(xml, &format!(" {} ", section.title))?;
                for entry in entries.by_ref().take(section.len) {
                    description(xml, site, entry)?;
                }
            }
            Ok(())
        })?;
    let mut text = String::from_utf8(xml.into_inner())?;
    text.push('\n');
    Ok(text)
}

fn description(xml: &mut Xml, site: &Site, entry: &Entry) -> io::Result<()> {
    xml.create_element("rdf:Description")
        .with_attribute(("rdf:about", name(site, entry).as_str()))
        .write_inner_content(|xml| {
            literal(xml, "dc:title", &entry.title)?;
            match entry.url.as_deref() {
                Some("") => literal(xml, "dc:identifier", "./")?,
                Some(url) => literal(xml, "dc:identifier", url)?,
                None => {}
            }
            for element in DUBLIN_CORE {
                for value in entry.details.get(element).into_iter().flatten() {
                    literal(xml, &format!("dc:{element}"), value)?;
                }
            }
            if let Some(icon) = &entry.icon {
                literal(xml, "map:icon", &format!("icons/{icon}"))?;
            }
            members(xml, site, "map:container", entry.container_list, &entry.container)?;
            members(xml, site, "map:embedded", entry.embedded_list, &entry.embedded)
        })?;
    Ok(())
}

fn members(xml: &mut Xml, site: &Site, predicate: &str, list: List, children: &[usize]) -> io::Result<()> {
    if children.is_empty() {
        return Ok(());
    }
    xml.create_element(predicate).write_inner_content(|xml| {
        xml.create_element(list.element()).write_inner_content(|xml| {
            for &child in children {
                xml.create_element("rdf:li")
                    .with_attribute(("rdf:resource", name(site, &site.entries[child]).as_str()))
                    .write_empty()?;
            }
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

/// A resource's name: `urn:marrowbed:docs:install` for the id `docs/install`.
fn name(site: &Site, entry: &Entry) -> String {
    format!("{}{}", site.urn, entry.id.replace('/', ":"))
}

fn literal(xml: &mut Xml, element: &str, value: &str) -> io::Result<()> {
    // In text, quotes need no escaping. Without it the file is easier to read.
    xml.create_element(element).write_text_content(BytesText::from_escaped(partial_escape(value)))?;
    Ok(())
}

fn comment(xml: &mut Xml, text: &str) -> io::Result<()> {
    xml.write_event(Event::Comment(BytesText::from_escaped(text)))
}
