//! Reads the addresses, titles and texts of pages from the objects of a JSON document, at any depth.

use crate::text::json::Events;

/// The keys of an object that describes a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// The keys of its address.
    pub(crate) address: &'static [&'static str],
    /// The key of its title. The value may be an object with the title in `rendered`, as in WordPress.
    pub(crate) title: &'static str,
    /// The title is the page's even if the address has a fragment. Otherwise it is the title of a section.
    pub(crate) is_of_page: bool,
}

/// The keys of the text of a page or section, in search indexes of all generators.
const TEXT: [&str; 4] = ["text", "content", "body", "excerpt"];

/// An object that describes a page or a section.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) address: String,
    pub(super) title: String,
    /// Empty if texts are not read.
    pub(super) text: String,
}

/// The parts of an object that have been read.
#[derive(Debug, Default)]
struct Object {
    address: Option<String>,
    title: Option<String>,
    text: String,
    key: Key,
}

/// The meaning of the last key of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Key {
    Address,
    Title,
    Text,
    #[default]
    Other,
}

/// Collects the pages that the objects of a document describe.
#[derive(Debug)]
pub(super) struct Records {
    fields: Fields,
    /// Texts are read, too, and those of sections as well.
    reads_texts: bool,
    /// The open objects and arrays.
    open: Vec<Object>,
    /// The complete objects.
    pub(super) found: Vec<Record>,
}

impl Records {
    pub(super) fn new(fields: Fields, reads_texts: bool) -> Records {
        Records { fields, reads_texts, open: Vec::new(), found: Vec::new() }
    }
}

impl Events for Records {
    fn start(&mut self, _: bool, _: u32) {
        self.open.push(Object::default());
    }

    fn end(&mut self) {
        let Some(Object { address: Some(address), title: Some(title), text, .. }) = self.open.pop() else { return };
        if self.fields.is_of_page || self.reads_texts || !address.contains('#') {
            self.found.push(Record { address, title, text });
        }
    }

    fn key(&mut self, key: &str) -> bool {
        let is_rendered_title = key == "rendered"
            && self.open.len().checked_sub(2).and_then(|at| self.open.get(at)).is_some_and(|o| o.key == Key::Title);
        let Some(object) = self.open.last_mut() else { return false };
        object.key = match key {
            _ if self.fields.address.contains(&key) => Key::Address,
            _ if key == self.fields.title || is_rendered_title => Key::Title,
            _ if self.reads_texts && object.text.is_empty() && TEXT.contains(&key) => Key::Text,
            _ => Key::Other,
        };
        object.key != Key::Other
    }

    fn needs_items(&self) -> bool {
        false
    }

    fn text(&mut self, text: &str, _: u32) {
        let at = self.open.len().saturating_sub(1);
        let is_nested = at > 0 && self.open[at - 1].key == Key::Title;
        match self.open[at].key {
            Key::Address => _ = self.open[at].address.get_or_insert_with(|| text.to_owned()),
            Key::Text => text.clone_into(&mut self.open[at].text),
            Key::Title => _ = self.open[at - usize::from(is_nested)].title.get_or_insert_with(|| text.to_owned()),
            Key::Other => {}
        }
    }
}
