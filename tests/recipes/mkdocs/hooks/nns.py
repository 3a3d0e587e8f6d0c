"""Writes the navigation of the site to /sitemap.rdf."""

from html import unescape
from pathlib import Path
from xml.sax.saxutils import escape

START = """<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:map="http://www.oaklett.org/map/1.0#"
         xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="urn:sitemap:root">"""
END = "</rdf:Description>\n</rdf:RDF>\n"
items = []


def container(entries):
    return f"<map:container><rdf:Seq>\n{''.join(map(member, entries))}</rdf:Seq></map:container>\n"


def member(entry):
    text = f"<dc:title>{escape(unescape(entry.title))}</dc:title>"
    if not entry.is_section:
        address = f"./{entry.url}" if entry.is_page else entry.url
        text += f"<dc:identifier>{escape(address)}</dc:identifier>"
    if entry.children:
        text += container(entry.children)
    return f"<rdf:li><rdf:Description>{text}</rdf:Description></rdf:li>\n"


def on_nav(nav, **_):
    items[:] = nav.items


def on_post_build(config, **_):
    # Only now are the titles of all pages known.
    Path(config.site_dir, "sitemap.rdf").write_text(START + container(items) + END, encoding="utf-8")
