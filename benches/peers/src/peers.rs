//! The parsers that Navibar is compared with. They get the whole document in memory, which is their best case.

use oxrdfxml::RdfXmlParser;
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use quick_xml::reader::Reader;
use wasm_bindgen::prelude::*;

/// Whole documents in wasm memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Input {
    documents: Vec<Vec<u8>>,
}

#[wasm_bindgen]
impl Input {
    /// Starts without documents.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Input {
        Input::default()
    }

    /// Adds a document.
    pub fn add(&mut self, bytes: Vec<u8>) {
        self.documents.push(bytes);
    }

    /// Loops over the tokens of quick-xml and keeps nothing. Returns the number of elements.
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

    /// Does the same with namespaces. Counts all elements, also those without a namespace.
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

    /// Reads with oxrdfxml and keeps nothing. Returns the number of triples.
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
