//! Recognizes the elements of the sitemap protocol and of vocabularies used inside it.

use crate::findings::FindingCode;
use crate::text::decimal::Decimal;
use crate::xml::vocabulary::{DC, DC_TERMS, DIWOO, Name, SITEMAP};
use crate::xml::{Context, report_wrong_case};

/// The meaning of an element in a sitemap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::format) enum Tag {
    Url,
    Sitemap,
    Loc,
    Lastmod,
    Changefreq,
    Priority,
    /// `dc:title`
    Title,
    /// Another element of Dublin Core.
    DublinCore,
    /// `xhtml:link`
    Link,
    Foreign,
}

impl Tag {
    /// Returns `true` if the protocol itself defines the element.
    pub(in crate::format) fn is_plain(self) -> bool {
        matches!(self, Tag::Url | Tag::Sitemap | Tag::Loc | Tag::Lastmod | Tag::Changefreq | Tag::Priority)
    }
}

/// Recognizes the protocol's elements by local name, in any namespace that sites use for them.
#[derive(Debug, Default)]
pub(in crate::format) struct Protocol {
    /// The namespace of the root element. It may be any.
    namespace: Box<str>,
    /// `true` if the root element is `diwoo:Documents`. Its entries are `diwoo:Document`.
    is_diwoo: bool,
    /// Cache, indexed by the number of the name.
    tags: Vec<Option<Tag>>,
}

impl Protocol {
    /// Creates the recognizer for a document whose root element has this name.
    pub(super) fn new(root: Name, cx: &mut Context<'_>) -> Protocol {
        let namespace = cx.names.namespace(root);
        let is_diwoo = *namespace == *DIWOO;
        if is_diwoo {
            let message = "The root element is diwoo:Documents, which the specification does not have; write urlset, and \
                           for each document a url with loc, lastmod and diwoo:Document.";
            cx.report.warning(FindingCode::DiwooRoot, cx.offset, message);
        } else if namespace.is_empty() {
            let message = "The root element has no namespace, which search engines require (sitemaps.org, XML tag definitions); \
                           write xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\".";
            cx.report.warning(FindingCode::SitemapNamespace, cx.offset, message);
        } else if !DEFINED.contains(&namespace) {
            let message = format!(
                "'{namespace}' is not the namespace of sitemaps; write \
                 xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"."
            );
            cx.report.warning(FindingCode::SitemapNamespace, cx.offset, message);
        }
        if !is_diwoo {
            let local = cx.names.local(root);
            report_case(local, &local.to_ascii_lowercase(), cx);
        }
        Protocol { namespace: namespace.into(), is_diwoo, tags: Vec::new() }
    }

    /// Returns `true` if the root element is `diwoo:Documents`.
    pub(super) fn is_diwoo(&self) -> bool {
        self.is_diwoo
    }

    /// Returns the meaning of an element with this name. Reports a name of the protocol in another case, once.
    pub(in crate::format) fn tag(&mut self, name: Name, cx: &mut Context<'_>) -> Tag {
        if name.member().is_some() {
            return Tag::Foreign;
        }
        let at = name.0 as usize;
        if let Some(Some(tag)) = self.tags.get(at) {
            return *tag;
        }
        let namespace = cx.names.namespace(name);
        let is_ours = *namespace == *self.namespace || is_sitemap_namespace(namespace);
        let local = cx.names.local(name);
        let lower = if is_ours { local.to_ascii_lowercase() } else { local.to_owned() };
        let tag = match &*lower {
            "url" if is_ours => Tag::Url,
            "sitemap" if is_ours => Tag::Sitemap,
            "loc" if is_ours => Tag::Loc,
            "lastmod" if is_ours => Tag::Lastmod,
            "changefreq" if is_ours => Tag::Changefreq,
            "priority" if is_ours => Tag::Priority,
            "document" if self.is_diwoo && is_ours => Tag::Url,
            "title" if namespace == DC => Tag::Title,
            "title" if namespace == DC_TERMS => {
                let message =
                    format!("The title is read as that of '{DC}'; write this namespace in place of '{DC_TERMS}'.");
                cx.report.warning(FindingCode::MisspeltNamespace, cx.offset, message);
                Tag::Title
            }
            _ if namespace == DC => Tag::DublinCore,
            // Sites write the namespace of XHTML in many ways.
            "link" => Tag::Link,
            _ => Tag::Foreign,
        };
        if tag.is_plain() && !self.is_diwoo {
            report_case(local, &lower, cx);
        }
        if self.tags.len() <= at {
            self.tags.resize(at + 1, None);
        }
        self.tags[at] = Some(tag);
        tag
    }
}

/// Reports a name of the protocol that is not in lower case.
fn report_case(local: &str, lower: &str, cx: &mut Context<'_>) {
    if local != lower {
        report_wrong_case(local, lower, cx.offset, cx.report);
    }
}

/// Returns the value of `changefreq` in lower case, or `None` if it is invalid (sitemaps.org, "XML tag definitions";
/// the schema's `tChangeFreq`).
pub(crate) fn changefreq(value: &str) -> Option<&'static str> {
    let known = ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];
    known.into_iter().find(|known| value.eq_ignore_ascii_case(known))
}

/// Returns `true` for a valid priority: a decimal number from 0 to 1 with an optional sign (the schema's `tPriority`;
/// XML Schema part 2, section 3.2.3).
pub(crate) fn is_priority(value: &str) -> bool {
    // The usual form.
    if matches!(value.as_bytes(), [b'0', b'.', b'0'..=b'9']) {
        return true;
    }
    Decimal::new(value).is_some_and(|priority| !priority.is_beyond(if priority.is_negative { 0 } else { 1 }))
}

/// The namespaces that sitemaps.org and Google have defined. Search engines reject others.
const DEFINED: [&str; 2] = [SITEMAP, "http://www.google.com/schemas/sitemap/0.84"];

/// Returns `true` for the namespaces in use: those of sitemaps.org and Google, with http or https, with or without
/// `www`, a slash or a space at the end; or none.
fn is_sitemap_namespace(namespace: &str) -> bool {
    let namespace = namespace.trim().trim_end_matches('/');
    let rest = namespace.strip_prefix("https://").or_else(|| namespace.strip_prefix("http://")).unwrap_or(namespace);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.is_empty()
        || rest.starts_with("sitemaps.org/schemas/sitemap")
        || rest.starts_with("google.com/schemas/sitemap/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_priority_is_a_number_from_0_to_1() {
        for right in ["0", "1", "0.5", "1.0", ".5", "1.", "+0.5", "-0", "-0.0"] {
            assert!(is_priority(right), "{right}");
        }
        for wrong in ["", "1.1", "2", "-0.1", "-1", "0,8", "high", "NaN", "1e0", "++1"] {
            assert!(!is_priority(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_changefreq_is_read_in_any_case() {
        assert_eq!(changefreq("Daily"), Some("daily"));
        assert_eq!(changefreq("never"), Some("never"));
        assert_eq!((changefreq("dail"), changefreq("")), (None, None));
    }
}
