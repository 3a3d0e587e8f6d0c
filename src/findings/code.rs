//! All findings: their codes, severities, causes and fixes. `docs/site-authors.md` shows this table, and a test compares
//! the two.
//!
//! The sentence that a user reads names the position and the value. The code that reports a finding writes it:
//! `report.warning(FindingCode::BadLastmod, offset, message)`.

use serde::{Serialize, Serializer};
use std::fmt;

/// How serious a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something could not be read, so the tree lacks it.
    Error,
    /// Something was read despite a mistake.
    Warning,
    /// Information; nothing is wrong.
    Note,
}

/// What the documentation says about a finding.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The code of the finding.
    pub code: FindingCode,
    /// The severities that it may have.
    pub severities: &'static [Severity],
    /// What is wrong.
    pub cause: &'static str,
    /// What the author can change.
    pub fix: &'static str,
}

/// Makes the codes and their descriptions: variant, name, severities, cause and fix, by section.
macro_rules! findings {
    ($($section:literal {
        $($Code:ident = $name:literal, [$($severity:ident),+], $cause:literal, $fix:literal;)+
    })+) => {
        /// The kind of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "string"))]
        pub enum FindingCode {
            $($(#[doc = $cause] $Code,)+)+
        }

        impl FindingCode {
            /// All findings, by section of the documentation.
            pub const SECTIONS: &[(&str, &[Description])] = &[$((
                $section,
                &[$(Description {
                    code: FindingCode::$Code,
                    severities: &[$(Severity::$severity),+],
                    cause: $cause,
                    fix: $fix,
                }),+],
            )),+];

            /// Returns the name that JavaScript and the documentation use. It never changes.
            pub fn name(self) -> &'static str {
                match self {
                    $($(FindingCode::$Code => $name,)+)+
                }
            }

            /// Returns `true` if the finding may have this severity.
            pub(super) fn allows(self, severity: Severity) -> bool {
                let all: &[Severity] = match self {
                    $($(FindingCode::$Code => &[$(Severity::$severity),+],)+)+
                };
                all.contains(&severity)
            }
        }
    };
}

findings! {
    "The file as a whole" {
    Empty = "empty", [Error],
        "The file is empty.",
        "Publish a sitemap with a root element.";
    NotXml = "not-xml", [Error],
        "The file is not XML.",
        "Publish XML, or a text file with one address per line.";
    NotASitemap = "not-a-sitemap", [Error],
        "Navibar reads no format with this root element, or the file is a web page or other text.",
        "Use `rdf:RDF` for NNS and `urlset` for sitemaps. Check that the server does not answer with an error page.";
    TextBeforeDocument = "text-before-document", [Warning],
        "Another text stands before the XML declaration, such as HTTP headers or an error message. It is skipped.",
        "Correct the program that writes the file. XML allows nothing before the declaration.";
    Truncated = "truncated", [Error],
        "The file ends too early. The tree has everything that was complete.",
        "Publish the whole file.";
    DamagedGzip = "damaged-gzip", [Error],
        "The file is compressed with gzip, and its data is damaged. The tree has everything before the damage.",
        "Compress and publish the file again.";
    XmlSyntax = "xml-syntax", [Error],
        "The XML is not well-formed. The rest is not read.",
        "Correct the XML at this position. Write `&lt;` for the character `<`.";
    MismatchedEndTag = "mismatched-end-tag", [Warning],
        "An end tag is missing, wrong, or without a start tag. As in a browser, an end tag ends the nearest element with its name and everything inside; another one is ignored.",
        "Close the elements in the right order.";
    WrongCase = "wrong-case", [Warning],
        "A name differs from the right one in upper and lower case, which XML distinguishes. It is read as the right one.",
        "Write the name as the finding says.";
    MisspeltNamespace = "misspelt-namespace", [Warning],
        "A namespace differs a little from the right one, such as by `https` or a missing `#`. It is read as the right one.",
        "Write the namespace as the finding says. Namespaces are compared letter by letter.";
    ContentAfterRoot = "content-after-root", [Error, Warning],
        "Text or a second root element follows the root element. Only a root element of the same format is read.",
        "Remove it, or join the two elements.";
    UndeclaredPrefix = "undeclared-prefix", [Error, Warning],
        "A prefix is not declared. If Navibar knows the prefix, this is only a warning.",
        "Add the `xmlns` declaration that the finding names.";
    DuplicateAttribute = "duplicate-attribute", [Error],
        "A tag has the same attribute twice. The first one counts.",
        "Remove one.";
    OpenQuote = "open-quote", [Warning],
        "The quotation mark of an attribute has no end before the next attribute or tag (XML 1.0, production 10; HTML, section \
         13.1.2.3). In XML, the value is read up to there. In HTML bookmarks it takes in what follows, as in a browser.",
        "Write the quotation mark at the end of the value.";
    BadAttribute = "bad-attribute", [Warning],
        "A part of a tag is not an attribute and is ignored, or a value has no quotation marks and is read up to the next space.",
        "Write `name=\"value\"`.";
    RawLessThan = "raw-less-than", [Warning],
        "A `<` does not begin a tag. It is read as text.",
        "Write `&lt;`.";
    RawAmpersand = "raw-ampersand", [Warning],
        "A `&` does not begin an entity.",
        "Write `&amp;`.";
    HtmlEntity = "html-entity", [Warning],
        "The file uses an entity of HTML, which XML does not define. Navibar reads it anyway.",
        "Write the character itself.";
    UnknownEntity = "unknown-entity", [Warning],
        "An entity is not declared.",
        "Declare it, or write `&amp;` if you mean the text itself.";
    ExternalEntity = "external-entity", [Warning],
        "An entity is in another file, which Navibar never requests.",
        "Write its text into the sitemap.";
    CharacterReference = "character-reference", [Warning],
        "A reference such as `&#0;` is not a valid character.",
        "Write the character or its correct number.";
    InvalidUtf8 = "invalid-utf8", [Warning],
        "Some bytes are not UTF-8. They appear as `�`.",
        "Save the file as UTF-8.";
    WrongEncoding = "wrong-encoding", [Warning],
        "The file declares another encoding, but it is UTF-8 and is read as UTF-8. Or it is UTF-32, which browsers and search \
         engines do not read (Encoding Standard, section 4.2).",
        "Correct the XML declaration, or save the file as UTF-8.";
    ByteOrderMark = "byte-order-mark", [Warning],
        "The file begins with several byte order marks. Other programs allow one (XML 1.0, appendix F).",
        "Remove all but one. Joining files by their bytes makes several.";
    }
    "Pages and links" {
    MissingTitle = "missing-title", [Warning],
        "A page, folder or document has no title. The tree shows its address instead.",
        "Add `dc:title`, in XBEL `title`, in DiWoo `officieleTitel`.";
    UndescribedPage = "undescribed-page", [Warning],
        "A page is listed, but has neither title nor address.",
        "Describe it, or remove it from its list.";
    UnlistedPage = "unlisted-page", [Note],
        "The file describes pages that are nowhere in the tree.",
        "List them in a `map:container`; in NEGS, add `negs:childOf` or `negs:relatesTo`.";
    Cycle = "cycle", [Warning],
        "A page is listed below itself, or is a part of itself. The repeated entry is left out.",
        "Remove that entry or relation.";
    UnsafeLink = "unsafe-link", [Warning],
        "The scheme of an address is not allowed in links.",
        "Use `http`, `https`, `ftp`, `mailto` or a relative address.";
    InvalidAddress = "invalid-address", [Warning],
        "No browser can open an address, for example because of a space in its host. It is not a link.",
        "Write an address that the URL standard allows.";
    ControlCharacter = "control-character", [Warning],
        "A title contains a control character such as U+0008. The character is left out.",
        "Remove it.";
    UnescapedCharacter = "unescaped-character", [Warning],
        "An address contains a space, a line break, a quotation mark or another character that RFC 3986 does not allow, or a \
         `%` without two hexadecimal digits. Browsers escape it. Other programs may not.",
        "Write the escape that the finding names, such as `%20` for a space.";
    MalformedAddress = "malformed-address", [Warning],
        "An address begins with two schemes or with a damaged one, such as `https//`, contains a second address, or stands in \
         markup or quotation marks (RFC 3986, section 3).",
        "Write one complete address.";
    EmptyLink = "empty-link", [Warning],
        "An address is empty.",
        "Write the address, or remove the property.";
    NoRoot = "no-root", [Error],
        "The tree has no top level.",
        "NNS: give `urn:sitemap:root` a `map:container` with members. NEGS: add `negs:childOf=\"urn:sitemap:root\"` \
         to the pages of the top level.";
    NoPages = "no-pages", [Error],
        "The file has no entries.",
        "Add entries.";
    NoEntries = "no-entries", [Warning],
        "The sitemap lists no pages.",
        "Add `url` elements.";
    NoSitemap = "no-sitemap", [Error],
        "`navibar check` finds no sitemap in the folder.",
        "Publish `sitemap.rdf` or `sitemap.xml`, or name the sitemap in `robots.txt`. Give the address with `--url`.";
    UnreadSitemap = "unread-sitemap", [Error, Note],
        "`navibar check` cannot read a sitemap that another one names.",
        "Publish it, or remove its entry. For a single file, check the folder of the site instead.";
    DocumentAgain = "document-again", [Note],
        "A sitemap is named more than once. It is read once.",
        "Remove the repeated entry.";
    }
    "RDF/XML and NNS" {
    RdfAttribute = "rdf-attribute", [Error],
        "RDF/XML does not allow an attribute at this place.",
        "Remove it, or use the one that the finding names.";
    Rdf12 = "rdf-12", [Note],
        "The document uses RDF 1.2: `rdf:version`, `its:dir`, annotations or `rdf:parseType=\"Triple\"`. Navibar reads the texts.",
        "Nothing has to be changed.";
    RdfElement = "rdf-element", [Error, Warning],
        "An element cannot be a resource or a property, or has no namespace.",
        "Use `rdf:Description`, or declare a namespace and write its prefix.";
    RdfId = "rdf-id", [Error],
        "An `rdf:ID` is not a valid name, or the file has it twice.",
        "Begin with a letter and use no spaces or colons. Write the second one as `rdf:about=\"#...\"`.";
    RdfNodeId = "rdf-node-id", [Error],
        "An `rdf:nodeID` is not a valid name.",
        "Begin with a letter and use no spaces or colons.";
    RdfSubject = "rdf-subject", [Error],
        "A resource has more than one of `rdf:about`, `rdf:ID` and `rdf:nodeID`.",
        "Keep one.";
    RdfNotEmpty = "rdf-not-empty", [Error],
        "A property has content, but also `rdf:resource`, `rdf:nodeID` or properties as attributes.",
        "Remove the content or the attribute.";
    RdfTwoObjects = "rdf-two-objects", [Error],
        "A property has two objects.",
        "Write another property element for the second one.";
    RdfText = "rdf-text", [Error],
        "There is text between elements. It is ignored.",
        "Remove it.";
    UnqualifiedAttribute = "unqualified-attribute", [Warning],
        "An attribute has no prefix. Navibar reads `about`, `resource` and similar ones as attributes of RDF. It \
         ignores others.",
        "Add the prefix `rdf:`, or remove the attribute.";
    MemberNumber = "member-number", [Warning],
        "A member such as `rdf:_0` has a number that RDF does not define.",
        "Begin with `rdf:_1`, or write `rdf:li`.";
    MisspeltIdentifier = "misspelt-identifier", [Warning],
        "`identifer` is a misprint in the specification. It is read as `identifier`.",
        "Write `dc:identifier`.";
    TextForPage = "text-for-page", [Warning],
        "A list or relation has text where a page belongs.",
        "Write `rdf:resource=\"...\"`.";
    }
    "Sitemaps and feeds" {
    SitemapNamespace = "sitemap-namespace", [Warning],
        "The root element has no namespace, or not that of sitemaps.",
        "Write `xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"`.";
    MissingLoc = "missing-loc", [Warning],
        "An entry has no `loc`. An address that stands directly in the entry is read.",
        "Write the address in a `loc`, or remove the entry.";
    RepeatedLoc = "repeated-loc", [Warning],
        "An entry has several `loc`. Each is read as an entry of its own, with the elements after it.",
        "Write one `url` for each page.";
    BadLastmod = "bad-lastmod", [Warning],
        "A `lastmod` is not a date.",
        "Write `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ss+hh:mm`.";
    LastmodForm = "lastmod-form", [Warning],
        "A `lastmod` is a date, but not in the form of the protocol, which is W3C Datetime: a time without zone, a space, or a \
         zone without its colon. Google calls such a date invalid.",
        "Write `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ss+hh:mm`.";
    RelativeAddress = "relative-address", [Warning],
        "An address has no scheme. Sitemaps (sitemaps.org, `loc`), RSS 2.0 (`link`) and JSON Feed need complete addresses, and \
         search engines reject others. Navibar reads it as relative to the file.",
        "Write the whole address, with `https://` and the host.";
    LongAddress = "long-address", [Warning],
        "An address has 2,048 characters or more. The protocol (sitemaps.org, `loc`) does not allow them.",
        "Shorten it.";
    BadChangefreq = "bad-changefreq", [Warning],
        "A `changefreq` has an unknown value. It is ignored.",
        "Write `always`, `hourly`, `daily`, `weekly`, `monthly`, `yearly` or `never`.";
    BadPriority = "bad-priority", [Warning],
        "A `priority` is not a number from 0.0 to 1.0. It is ignored.",
        "Write a number from 0.0 to 1.0.";
    TooManyEntries = "too-many-entries", [Warning],
        "The file has more than 50,000 entries. The protocol does not allow more, and search engines may ignore the \
         others.",
        "Split it and list the parts in a sitemap index.";
    TooLarge = "too-large", [Warning],
        "The file has more than 52,428,800 bytes (50 MB). The protocol does not allow more, and search engines may \
         ignore the rest.",
        "Split it and list the parts in a sitemap index.";
    NoAddress = "no-address", [Warning],
        "A line of a text sitemap is not an address, or has more than one address. What is not an address is left out \
         (sitemaps.org, \"Text file\").",
        "Write one complete address per line, with `http` or `https`.";
    FeedNamespace = "feed-namespace", [Warning],
        "A feed has no namespace, or not that of Atom.",
        "Write `xmlns=\"http://www.w3.org/2005/Atom\"`.";
    MissingElement = "missing-element", [Warning],
        "A feed or an entry lacks an element that its format requires (RSS 2.0, \"Required channel elements\" and \"Elements of \
         `<item>`\"; RFC 4287, sections 4.1.1 and 4.1.2). Validators of feeds reject it. Of entries, only the first is reported.",
        "Add the element that the finding names.";
    MissingLink = "missing-link", [Warning],
        "An entry of a feed has no link.",
        "Write the address of its page.";
    BadDate = "bad-date", [Warning],
        "A date of a feed or of XBEL is not a date. It appears as written.",
        "Write it in the form that the finding shows.";
    DateForm = "date-form", [Warning],
        "A date of a feed is a date, but not in the form of its format: RFC 822 in RSS, RFC 3339 in Atom and JSON Feed. Validators \
         of feeds reject it.",
        "Write it in the form that the finding shows.";
    InvalidJson = "invalid-json", [Warning],
        "The file is not JSON (RFC 8259), for example because of a line break in a string or a comma too many. Other programs do \
         not read it.",
        "Correct it at this position.";
    }
    "NEGS" {
    NoPlace = "no-place", [Warning],
        "A `url` has neither `negs:childOf` nor `negs:relatesTo`.",
        "Add one of them.";
    MissingId = "missing-id", [Warning],
        "A `url` of the tree has no `xml:id`, which the draft requires.",
        "Add an `xml:id`, with a value of its own.";
    DanglingReference = "dangling-reference", [Warning],
        "A relation names an id that no `url` has, or an `external` element of Standard-Sitemap names one that no item has. The \
         relation or the element is left out.",
        "Write the id of a `url` or an item of this file.";
    DuplicateId = "duplicate-id", [Warning],
        "Two elements have the same id (NEGS and XBEL). The first one counts.",
        "Give each element its own id.";
    RootAsId = "root-as-id", [Warning],
        "`urn:sitemap:root` is the id of a `url`, but it stands for the top level.",
        "Choose another id.";
    RootRelatesTo = "root-relates-to", [Warning],
        "`negs:relatesTo` leads to `urn:sitemap:root`, which has no context menu.",
        "Write `negs:childOf` for the top level.";
    BadOrder = "bad-order", [Warning],
        "An order is not a number. The page comes after the numbered ones.",
        "Write 1 or a higher number.";
    LimitOrder = "limit-order", [Warning],
        "An order is higher than 1,000,000,000. All higher numbers count as equal.",
        "Write smaller numbers.";
    }
    "ResourceSync" {
    MissingCapability = "missing-capability", [Warning],
        "An `rs:md` does not say what the document is.",
        "Add the attribute `capability`.";
    UnknownCapability = "unknown-capability", [Warning],
        "ResourceSync does not define this `capability`.",
        "Write a capability that ResourceSync defines.";
    LateCapability = "late-capability", [Warning],
        "The `rs:md` of the document comes after the first entry. It does not count there.",
        "Move it before the entries.";
    RepeatedCapability = "repeated-capability", [Warning],
        "The document has a second `rs:md`. The first one counts.",
        "Remove one.";
    MissingChange = "missing-change", [Warning],
        "An entry of a change list does not say what changed.",
        "Add `rs:md` with the attribute `change`.";
    UnknownChange = "unknown-change", [Warning],
        "The `change` has an unknown value.",
        "Write `created`, `updated` or `deleted`.";
    BadDatetime = "bad-datetime", [Warning],
        "A `datetime` is not a date. It is ignored.",
        "Write `YYYY-MM-DDThh:mm:ssZ`.";
    ChangeOrder = "change-order", [Warning],
        "A change is older than the one before it.",
        "List the changes by date, the oldest first.";
    MissingRelation = "missing-relation", [Warning],
        "An `rs:ln` does not say how its target relates.",
        "Add the attribute `rel`.";
    MissingTarget = "missing-target", [Warning],
        "An `rs:ln` has no target.",
        "Add the attribute `href`, or remove the element.";
    }
    "DiWoo" {
    MissingCategory = "missing-category", [Warning],
        "A document has no information category. It appears below \"onbekend\".",
        "Add an `informatiecategorie`, or list it through `sitemapindex-diwoo-infocat001.xml` to `-infocat017.xml`.";
    UnknownCategory = "unknown-category", [Warning],
        "A category is not one of the seventeen information categories.",
        "Write the TOOI id of one of them as `resource`.";
    MissingResource = "missing-resource", [Warning],
        "A relation does not name the other document.",
        "Add its address as `resource`.";
    DiwooRoot = "diwoo-root", [Warning],
        "The root element is `diwoo:Documents`. OpenCatalogi writes such files. Their documents are read.",
        "Write `urlset`, and for each document a `url` with `loc`, `lastmod` and `diwoo:Document`.";
    ResourceElement = "resource-element", [Warning],
        "`resource` is an element.",
        "Write it as an attribute.";
    LimitWholes = "limit-wholes", [Warning],
        "More than 64 relations say that one document is a part of others. This one is left out.",
        "Remove relations.";
    }
    "XBEL" {
    XbelVersion = "xbel-version", [Warning],
        "The version is neither 1.0 nor 1.1. The file is read as 1.1.",
        "Write `version=\"1.0\"`.";
    UnknownElement = "unknown-element", [Warning],
        "XBEL or OPML does not allow an element at this place. The element and its content are left out.",
        "Put other markup into `info/metadata`.";
    MissingBody = "missing-body", [Warning],
        "Outlines of an OPML file are not in `body`. They are read.",
        "Write all outlines in a `body` element.";
    MissingHref = "missing-href", [Warning],
        "A bookmark has no `href`.",
        "Write the address of its page.";
    HrefWithoutScheme = "href-without-scheme", [Warning],
        "An address has no scheme. It is read as relative to this file, unless the outline has a complete one.",
        "Write the whole address.";
    FoldedValue = "folded-value", [Warning],
        "`folded` is neither `yes` nor `no`. The folder is closed at first.",
        "Write `yes` or `no`.";
    DanglingAlias = "dangling-alias", [Warning],
        "An alias has no `ref`, or no element has that id. It is left out.",
        "Write the id of a bookmark or folder.";
    AliasOfAncestor = "alias-of-ancestor", [Warning],
        "An alias leads to a folder that contains it. It is left out.",
        "Remove it.";
    MetadataOwner = "metadata-owner", [Warning],
        "A `metadata` element has no owner, or two of them have the same owner.",
        "Write the URI of the application. Use one element for each owner.";
    MarkupInText = "markup-in-text", [Warning],
        "A title or description contains a tag. Only the words appear.",
        "Remove the tags.";
    }
    "Limits" {
    LimitPages = "limit-pages", [Error],
        "There are more than 4,194,304 pages, or more text than fits. The others are not read.",
        "Publish a smaller sitemap.";
    LimitDocuments = "limit-documents", [Error],
        "There are more than 65,536 child sitemaps. The others are left out.",
        "Name fewer.";
    LimitDocument = "limit-document", [Error],
        "A file has more than 512 MiB. The rest is not read.",
        "Split it.";
    LimitToken = "limit-token", [Error],
        "A tag, comment or text has more than 8 MiB. The rest is not read.",
        "Shorten it.";
    LimitDepth = "limit-depth", [Error],
        "More than 10,000 elements are nested. The rest is not read.",
        "Nest fewer.";
    LimitEntities = "limit-entities", [Error],
        "Entities of the DOCTYPE expand to more than 64 KiB, or are nested too deeply. The others are left out.",
        "Write the text itself.";
    LimitRows = "limit-rows", [Warning],
        "The tree has more than 4,194,304 rows. Some branches stay closed.",
        "Open fewer branches at once.";
    LimitNames = "limit-names", [Warning],
        "A file has more than 65,536 names or 4,096 namespaces. The others are ignored.",
        "Use fewer.";
    LimitNamespaces = "limit-namespaces", [Warning],
        "More than 128 namespaces are declared at one place. The others are ignored.",
        "Declare fewer.";
    LimitAttributes = "limit-attributes", [Warning],
        "An element has more than 256 attributes. The others are ignored.",
        "Use fewer.";
    LimitValue = "limit-value", [Warning],
        "A title, address or detail has more than 65,535 bytes. A text is cut. An address does not become a link.",
        "Shorten it.";
    LimitBase = "limit-base", [Warning],
        "An `xml:base` has more than 1 KiB. It is ignored.",
        "Shorten it.";
    LimitEntry = "limit-entry", [Warning],
        "An entry has more than 10,000 elements or 1 MiB of text. The rest of it is not read.",
        "Shorten it.";
    LimitAliases = "limit-aliases", [Warning],
        "A bookmark file has more than 20,000 aliases. The others are left out.",
        "Remove some.";
    LimitMetadata = "limit-metadata", [Warning],
        "Metadata of XBEL is too long (1 MiB per element, 64 MiB per site). Saved files do not contain it.",
        "Shorten it.";
    LimitOutline = "limit-outline", [Warning],
        "The tree has more than 2,097,152 entries, 250 levels or 256 MiB of text. `navibar show` cuts the outline there.",
        "Make the tree smaller, or use `navibar convert`.";
    LimitDiagnostics = "limit-diagnostics", [Note],
        "A file has more than 1,000 findings. The others are only counted.",
        "Correct the first ones.";
    }
}

impl fmt::Display for FindingCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for FindingCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
