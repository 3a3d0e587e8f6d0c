//! Documents that a ResourceSync document names: branches that are loaded on demand.

use super::facts::Fact;
use super::state::ResourceSync;
use super::{terms, titles};
use crate::address::reference;
use crate::findings::{FindingCode, Report};
use crate::format::sitemap::describe::describe;
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::Entry;
use crate::format::sitemap::protocol::Tag;
use crate::site_map::Naming;
use crate::xml::Context;

impl ResourceSync {
    /// Reads an entry that names a document. It becomes a branch that is loaded when it is expanded.
    pub(super) fn document(
        &mut self,
        tag: Tag,
        entry: &Entry,
        facts: Vec<Fact<'_>>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let Some(loc) = document.loc(entry, cx) else { return };
        let offset = entry.offset(0);
        let list = self.list(document, cx.report);
        let address = document.address(entry, loc).into_owned();
        // This document names the other, whatever the base of the entry is.
        let here = &document.opening.url;
        let known = document.map.documents().node(&address, here);
        if let Some(known) = known.filter(|&known| document.map.documents().is_branch(known))
            && self.named.insert(known)
        {
            // Another document names it too, for example an archive and today's list. The branch gets a second place.
            document.map.append_to_list(list, known, offset);
            return;
        }
        let is_link = reference::scheme(&address).is_some_and(reference::is_link_scheme);
        let context = document.opening.context;
        let naming = Naming { list, merged_below: None, context, offset };
        let node = document.map.add_document(&address, here, naming, cx.report);
        let node = match node {
            Some(node) => node,
            None if is_link => return,
            None => {
                let node = document.map.unnamed(offset, cx.report);
                document.map.append_to_list(list, node, offset);
                node
            }
        };
        self.named.insert(node);
        describe(node, entry, document, cx);
        let title = self.document_title(tag, &address, &facts, offset, document, cx.report);
        document.map.set_title_in_words(node, &title, offset, cx.report);
        self.annotate(node, entry, facts, document, cx);
    }

    /// Returns the title of a document: its capability and what distinguishes it, for example "Change list: 2013-01-01
    /// to 2013-01-02".
    fn document_title(
        &self,
        tag: Tag,
        address: &str,
        facts: &[Fact<'_>],
        offset: u32,
        document: &Document<'_>,
        report: &mut Report,
    ) -> String {
        let fact = |name: &str| facts.iter().find(|fact| fact.name == name).map(|fact| &*fact.value);
        let own = self.capability.as_deref().unwrap_or_default().to_ascii_lowercase();
        let implied = match &*own {
            "description" if tag == Tag::Url => Some("capabilitylist"),
            "capabilitylist" if tag == Tag::Url => None,
            own => Some(own.strip_suffix("-archive").filter(|_| tag == Tag::Url).unwrap_or(own)),
        };
        let word = match fact("capability").or(implied) {
            Some(name) => terms::capability(name).map_or_else(
                || {
                    let message = format!(
                        "'{name}' is not a capability of ResourceSync, so it is shown as written; correct the attribute \
                                                 'capability' of rs:md."
                    );
                    report.warning(FindingCode::UnknownCapability, offset, message);
                    name
                },
                |(word, _)| word,
            ),
            None => {
                let message =
                    "This entry does not say what its document is; add rs:md with the attribute 'capability'.";
                report.warning(FindingCode::MissingCapability, offset, message);
                terms::DOCUMENT
            }
        };
        let date = |name: &str| fact(name).map(|date| date.strip_suffix("T00:00:00Z").unwrap_or(date));
        let dates = titles::period(date("from"), date("until")).or_else(|| date("at").map(str::to_owned));
        let apart = dates.unwrap_or_else(|| {
            let target = terms::readable_target(address);
            let here = terms::readable_target(&document.opening.url);
            let host = here.split('/').next().unwrap_or_default();
            let path = target.strip_prefix(host).and_then(|rest| rest.strip_prefix('/'));
            path.map_or_else(|| target.clone(), str::to_owned)
        });
        titles::title(&[word], &apart)
    }
}
