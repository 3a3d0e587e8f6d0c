//! Generates RDF/XML from the bytes of an input, so that fuzzing can change one part: a graph in all forms of the syntax, and
//! XML with everything that may appear anywhere.

use arbitrary::Unstructured;

/// A document without a mistake.
pub fn right(input: &[u8]) -> String {
    Writer::new(input).document()
}

/// The same with some changes to the text. Most of them are mistakes.
pub fn wrong(input: &[u8]) -> String {
    let (changes, input) = input.split_at(input.len().min(CHANGES));
    let mut document = right(input);
    let mut changes = Unstructured::new(changes);
    for _ in 0..=pick(&mut changes, 3) {
        let from = place(&document, &mut changes);
        let to = document.ceil_char_boundary((from + pick(&mut changes, 12)).min(document.len()));
        match pick(&mut changes, 4) {
            0 => document.replace_range(from..to, ""),
            1 => {
                let again = document[from..to].to_owned();
                document.insert_str(from, &again);
            }
            2 => document.insert_str(from, one_of(&mut changes, PIECES)),
            _ => document.replace_range(from..to, one_of(&mut changes, PIECES)),
        }
    }
    document
}

/// Number of bytes that select the changes.
const CHANGES: usize = 16;

const PIECES: &[&str] = &[
    "<",
    ">",
    "/>",
    "&",
    ";",
    "\"",
    "'",
    "=",
    " ",
    "x",
    ":",
    "&amp;",
    "<x/>",
    "text",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?x",
    "?>",
    "</rdf:RDF>",
    "<rdf:RDF>",
    "<rdf:li/>",
    "<ex:p>",
    "</ex:p>",
    "<rdf:Description>",
    "</rdf:Description>",
    "rdf:",
    "ex:",
    " rdf:ID=\"a\"",
    " rdf:about=\"a\"",
    " rdf:nodeID=\"a\"",
    " rdf:resource=\"a\"",
    " rdf:datatype=\"a\"",
    " rdf:type=\"a\"",
    " rdf:bagID=\"a\"",
    " rdf:li=\"a\"",
    " rdf:parseType=\"Resource\"",
    " rdf:parseType=\"Collection\"",
    " rdf:parseType=\"Literal\"",
    " xml:lang=\"\"",
    " xml:base=\"b/\"",
    " xmlns=\"urn:x:\"",
    " xmlns:ex=\"urn:y:\"",
    "&e;",
];

fn pick(u: &mut Unstructured<'_>, below: usize) -> usize {
    u.int_in_range(0..=below - 1).unwrap_or(0)
}

fn one_of<T: Copy>(u: &mut Unstructured<'_>, all: &[T]) -> T {
    all[pick(u, all.len())]
}

fn place(document: &str, u: &mut Unstructured<'_>) -> usize {
    document.floor_char_boundary(pick(u, document.len() + 1))
}

/// An attribute.
type Attributes = Vec<(String, String)>;

struct Writer<'a> {
    u: Unstructured<'a>,
    out: String,
    ids: u32,
    /// The number of elements that are still allowed.
    left: u32,
    /// Entities that the DOCTYPE declares.
    entities: usize,
}

const ROOT: &str = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:dc='http://purl.org/dc/elements/1.1/' \
                    xmlns:ex=\"http://example.org/terms#\"";

const REFERENCES: &[&str] = &[
    "",
    "a",
    "b/c",
    "../d",
    "../../../e",
    "/f/./g",
    "#h",
    "?i=j",
    "//host/k",
    "urn:l:m",
    "http://a.b/n/../o",
    "a b",
    "é",
    ".",
    "p?q#r",
    "http://a.b",
    "mailto:a@b.c",
    "..",
    "./",
    "a//b",
    "HTTP://A.B/%7Ec",
];

const TEXTS: &[&str] =
    &["a", " ", "é", "€", "\n", "\t", ">", "'", "\"", "]", "\u{1f600}", "--", "\r\n", "\r", "b c", ";", "#"];

impl<'a> Writer<'a> {
    fn new(input: &'a [u8]) -> Writer<'a> {
        Writer { u: Unstructured::new(input), out: String::new(), ids: 0, left: 30, entities: 0 }
    }

    fn pick(&mut self, below: usize) -> usize {
        pick(&mut self.u, below)
    }

    /// Returns `true` once in `times` times, and `false` at the end of the input.
    fn rarely(&mut self, times: usize) -> bool {
        self.pick(times) == 1
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn document(mut self) -> String {
        if self.rarely(12) {
            self.push("\u{feff}");
        }
        if self.rarely(3) {
            let declaration = one_of(
                &mut self.u,
                &["<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>"],
            );
            self.push(declaration);
        }
        self.gap();
        if self.rarely(4) {
            self.doctype();
            self.gap();
        }
        if self.rarely(6) {
            self.node(0, true);
        } else {
            self.push("<rdf:RDF ");
            self.push(ROOT);
            let mut attributes = Vec::new();
            self.context(&mut attributes);
            self.attributes(attributes);
            self.push(">");
            for _ in 0..self.pick(4) {
                self.gap();
                self.node(0, false);
            }
            self.gap();
            self.push("</rdf:RDF>");
        }
        self.gap();
        self.out
    }

    /// Text without meaning between elements.
    fn gap(&mut self) {
        for _ in 0..self.pick(3) {
            let gap = one_of(
                &mut self.u,
                &["\n  ", " ", "\t\r\n", "<!-- <a> & -->", "<?pi > <b/> ?>", "<!---->", "\u{20}\n"],
            );
            self.push(gap);
        }
    }

    fn doctype(&mut self) {
        self.push("<!DOCTYPE rdf:RDF [");
        for n in 0..=self.pick(3) {
            let value = one_of(&mut self.u, &["urn:x:", "a", "x &lt; y", "é", "'"]);
            let within = if n > 0 && self.rarely(2) { format!("&e{};", n - 1) } else { String::new() };
            let quote = if value.contains('\'') || self.rarely(2) { '"' } else { '\'' };
            self.gap();
            self.push(&format!("<!ENTITY e{n} {quote}{value}{within}{quote} >"));
            self.entities += 1;
        }
        self.push("\n]>");
    }

    /// `xml:lang` and `xml:base` of an element.
    fn context(&mut self, attributes: &mut Attributes) {
        if self.rarely(5) {
            let language = one_of(&mut self.u, &["en", "de-CH", "fr", "", "EN-gb"]);
            attributes.push(("xml:lang".into(), language.into()));
        }
        if self.rarely(6) {
            let bases =
                ["http://other.example/a/b", "http://third.example/x#frag", "c/d", "../e", "", "#f", "http://a.b?q"];
            let base = one_of(&mut self.u, &bases);
            attributes.push(("xml:base".into(), base.into()));
        }
        if self.rarely(12) {
            attributes.push(("xml:space".into(), "preserve".into()));
        }
    }

    fn id(&mut self, attributes: &mut Attributes) {
        self.ids += 1;
        attributes.push(("rdf:ID".into(), format!("{}{}", one_of(&mut self.u, &["id", "_", "é", "a.b-"]), self.ids)));
    }

    fn reference(&mut self) -> String {
        one_of(&mut self.u, REFERENCES).into()
    }

    fn node_id(&mut self) -> String {
        format!("n{}", self.pick(4))
    }

    fn words(&mut self) -> String {
        (0..self.pick(4)).map(|_| one_of(&mut self.u, TEXTS)).collect()
    }

    /// Property attributes. Each name is used once.
    fn properties(&mut self, attributes: &mut Attributes) {
        for name in ["ex:a", "dc:title", "rdf:value", "rdf:_2", "ex:b"] {
            if self.rarely(6) {
                let value = self.words();
                attributes.push((name.into(), value));
            }
        }
        if self.rarely(8) {
            let class = self.reference();
            attributes.push(("rdf:type".into(), class));
        }
    }

    /// Attributes in any order, with any white space and quotes.
    fn attributes(&mut self, mut attributes: Attributes) {
        if !attributes.is_empty() {
            let by = self.pick(attributes.len());
            attributes.rotate_left(by);
        }
        for (name, value) in attributes {
            let space = one_of(&mut self.u, &[" ", "\n  ", "\t", "  "]);
            let equals = one_of(&mut self.u, &["=", "=", "=", " = ", "=\n"]);
            let quote = one_of(&mut self.u, &["\"", "'"]);
            self.push(space);
            self.push(&name);
            self.push(equals);
            self.push(quote);
            for c in value.chars() {
                self.character(c, quote);
            }
            if self.entities > 0 && name.starts_with("ex:") && self.rarely(3) {
                let entity = format!("&e{};", self.pick(self.entities));
                self.push(&entity);
            }
            self.push(quote);
        }
        if self.rarely(6) {
            self.push("\n");
        }
    }

    fn character(&mut self, c: char, quote: &str) {
        match c {
            '&' => self.push("&amp;"),
            '<' => self.push("&lt;"),
            '"' if quote != "'" => self.push("&quot;"),
            '\'' if quote != "\"" => self.push("&apos;"),
            '\n' | '\r' | '\t' => self.push(&format!("&#{};", c as u32)),
            _ if self.rarely(12) => self.push(&format!("&#x{:X};", c as u32)),
            c => self.out.push(c),
        }
    }

    /// Starts an element: its name, and the declaration of its prefix.
    fn begin(&mut self, names: &[&str], is_root: bool, attributes: &mut Attributes) -> String {
        let name = one_of(&mut self.u, names);
        let (name, declared) = match self.pick(12) {
            1 => (name.replace("ex:", "l:"), Some(("xmlns:l", "http://example.org/terms#"))),
            2 if name.starts_with("ex:") => (name.replace("ex:", ""), Some(("xmlns", "http://example.org/other/"))),
            3 => (name.replace("rdf:", "r:"), Some(("xmlns:r", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"))),
            _ => (name.to_owned(), None),
        };
        self.push("<");
        self.push(&name);
        if is_root {
            self.push(" ");
            self.push(ROOT);
        }
        attributes.extend(declared.map(|(name, namespace)| (name.to_owned(), namespace.to_owned())));
        name
    }

    fn end(&mut self, name: &str) {
        let end = if self.rarely(8) { " \n>" } else { ">" };
        self.push("</");
        self.push(name);
        self.push(end);
    }

    fn node(&mut self, depth: u32, is_root: bool) {
        self.left = self.left.saturating_sub(1);
        let mut attributes = Vec::new();
        let name = self.begin(&["rdf:Description", "rdf:Seq", "ex:Class", "rdf:Bag"], is_root, &mut attributes);
        match self.pick(5) {
            0 => {}
            1 => self.id(&mut attributes),
            2 => attributes.push(("rdf:nodeID".into(), self.node_id())),
            _ => attributes.push(("rdf:about".into(), self.reference())),
        }
        self.context(&mut attributes);
        self.properties(&mut attributes);
        self.attributes(attributes);
        let properties = self.pick(4);
        if properties == 0 && self.rarely(2) {
            self.push("/>");
            return;
        }
        self.push(">");
        for _ in 0..properties {
            self.gap();
            self.property(depth + 1);
        }
        self.gap();
        self.end(&name);
    }

    fn property(&mut self, depth: u32) {
        self.left = self.left.saturating_sub(1);
        let mut attributes = Vec::new();
        let names = ["ex:p", "rdf:li", "dc:title", "rdf:_3", "rdf:value", "ex:q", "rdf:type"];
        let name = self.begin(&names, false, &mut attributes);
        if self.rarely(8) {
            self.id(&mut attributes);
        }
        self.context(&mut attributes);
        let is_leaf = self.left == 0 || depth > 8;
        match self.pick(if is_leaf { 6 } else { 10 }) {
            0 => {
                self.attributes(attributes);
                self.push(">");
                self.text();
            }
            1 => {
                attributes.push(("rdf:datatype".into(), self.reference()));
                self.attributes(attributes);
                self.push(">");
                self.text();
            }
            2 | 3 => {
                match self.pick(3) {
                    0 => attributes.push(("rdf:resource".into(), self.reference())),
                    1 => attributes.push(("rdf:nodeID".into(), self.node_id())),
                    _ => {}
                }
                self.properties(&mut attributes);
                self.attributes(attributes);
                if self.rarely(2) {
                    self.push("/>");
                    return;
                }
                self.push(">");
            }
            4 | 5 => {
                let kind = if self.rarely(4) { "other" } else { "Literal" };
                attributes.push(("rdf:parseType".into(), kind.into()));
                self.attributes(attributes);
                self.push(">");
                self.xml(0);
            }
            6 | 7 => {
                self.attributes(attributes);
                self.push(">");
                self.gap();
                self.node(depth + 1, false);
                self.gap();
            }
            8 => {
                attributes.push(("rdf:parseType".into(), "Resource".into()));
                self.attributes(attributes);
                self.push(">");
                for _ in 0..self.pick(3) {
                    self.gap();
                    self.property(depth + 1);
                }
                self.gap();
            }
            _ => {
                attributes.push(("rdf:parseType".into(), "Collection".into()));
                self.attributes(attributes);
                self.push(">");
                for _ in 0..self.pick(3) {
                    self.gap();
                    self.node(depth + 1, false);
                }
                self.gap();
            }
        }
        self.end(&name);
    }

    /// Text in all forms.
    fn text(&mut self) {
        for _ in 0..self.pick(5) {
            match self.pick(7) {
                0 | 1 => {
                    let words = one_of(&mut self.u, TEXTS);
                    self.push(words);
                }
                2 => {
                    let reference = one_of(
                        &mut self.u,
                        &["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#233;", "&#x1F600;", "&#10;", "&#13;"],
                    );
                    self.push(reference);
                }
                3 => {
                    let section = one_of(
                        &mut self.u,
                        &["<![CDATA[a<b&c]]>", "<![CDATA[]]>", "<![CDATA[ ]] > ]]>", "<![CDATA[\r\n]]>"],
                    );
                    self.push(section);
                }
                4 => self.push("<!-- x -->"),
                5 => self.push("<?x y?>"),
                _ if self.entities > 0 => {
                    let entity = format!("&e{};", self.pick(self.entities));
                    self.push(&entity);
                }
                _ => {}
            }
        }
    }

    /// The content of an XML literal.
    fn xml(&mut self, depth: u32) {
        self.text();
        for _ in 0..self.pick(3) {
            if depth > 3 || self.left == 0 {
                break;
            }
            self.left -= 1;
            let mut attributes = Vec::new();
            let name = self.begin(&["b", "ex:c", "rdf:li"], false, &mut attributes);
            self.context(&mut attributes);
            self.properties(&mut attributes);
            self.attributes(attributes);
            self.push(">");
            self.xml(depth + 1);
            self.end(&name);
            self.text();
        }
    }
}
