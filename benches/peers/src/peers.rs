//! The parsers that Navibar is measured against. They get the whole document in memory, which is the best case
//! for them.

use oxrdfxml::RdfXmlParser;
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use quick_xml::reader::Reader;
use wasm_bindgen::prelude::*;

/// Documents, whole in wasm memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Input {
    documents: Vec<Vec<u8>>,
}

#[wasm_bindgen]
impl Input {
    /// No documents yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Input {
        Input::default()
    }

    /// Takes a document.
    pub fn add(&mut self, bytes: Vec<u8>) {
        self.documents.push(bytes);
    }

    /// quick-xml's bare loop over the tokens, nothing kept: the number of elements.
    #[wasm_bindgen(js_name = quickXmlReader)]
    pub fn quick_xml_reader(&self) -> Result<u32, JsError> {
        let mut elements = 0;
        for bytes in &self.documents {
            let mut reader = Reader::from_reader(&**bytes);
            loop {
                match reader.read_event()? {
                    Event::Start(_) | Event::Empty(_) => elements += 1,
                    Event::Eof => break,
                    _ => {}
                }
            }
        }
        Ok(elements)
    }

    /// The same with namespaces: the number of elements, whether they have one or not.
    #[wasm_bindgen(js_name = quickXmlNsReader)]
    pub fn quick_xml_ns_reader(&self) -> Result<u32, JsError> {
        let mut elements = 0;
        for bytes in &self.documents {
            let mut reader = NsReader::from_reader(&**bytes);
            loop {
                match reader.read_resolved_event()? {
                    (ResolveResult::Bound(_) | ResolveResult::Unbound, Event::Start(_) | Event::Empty(_)) => {
                        elements += 1
                    }
                    (_, Event::Eof) => break,
                    _ => {}
                }
            }
        }
        Ok(elements)
    }

    /// oxrdfxml, nothing kept: the number of triples.
    pub fn oxrdfxml(&self, base: &str) -> Result<u32, JsError> {
        let mut triples = 0;
        for bytes in &self.documents {
            for triple in RdfXmlParser::new().with_base_iri(base)?.for_slice(bytes) {
                triple?;
                triples += 1;
            }
        }
        Ok(triples)
    }
}
