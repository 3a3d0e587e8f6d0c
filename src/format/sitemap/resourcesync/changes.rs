//! Change lists (Z39.99, "Change List"): the newest change first, one per address.

use super::facts;
use super::facts::Fact;
use super::state::{Change, ResourceSync};
use crate::collections::sort;
use crate::findings::{FindingCode, Report};
use crate::format::sitemap::document::Document;
use crate::format::sitemap::entry::Entry;
use crate::format::sitemap::protocol::Tag;
use crate::text::date;
use crate::xml::Context;

impl ResourceSync {
    /// Reads an entry of a change list. The last one for an address counts.
    pub(super) fn change(
        &mut self,
        entry: &Entry,
        facts: Vec<Fact<'_>>,
        document: &mut Document<'_>,
        cx: &mut Context<'_>,
    ) {
        let offset = entry.offset(0);
        if facts::change(&facts).is_none() {
            let message =
                "This entry of a change list does not say what changed; add rs:md with the attribute 'change'.";
            cx.report.warning(FindingCode::MissingChange, offset, message);
        }
        let datetime = facts.iter().find(|fact| fact.name == "datetime").map(|fact| fact.value.to_string());
        if let Some(text) = datetime.as_deref().filter(|text| date::w3c(text).is_none()) {
            let message =
                format!("The datetime '{text}' is not a date and is ignored; write it as YYYY-MM-DDThh:mm:ssZ.");
            cx.report.warning(FindingCode::BadDatetime, offset, message);
        }
        let lastmod = entry.tagged(0, Tag::Lastmod).map(|lastmod| entry.value(lastmod));
        // A change list is in the order of time, so an entry without a date keeps its place after the entry before it.
        let dated =
            [datetime.as_deref(), lastmod].into_iter().flatten().find_map(|text| Some((date::w3c(text)?, text)));
        if let Some((date, text)) = dated {
            let is_back = self.changes.last.is_some_and(|last| date < last) && text.contains(':');
            if is_back && !std::mem::replace(&mut self.changes.is_order_reported, true) {
                let message = "This change is older than the one before it; write the changes in the order of their dates, \
                                               the oldest first.";
                cx.report.warning(FindingCode::ChangeOrder, offset, message);
            }
            self.changes.last = Some(date);
        }
        let date = self.changes.last.unwrap_or(i64::MIN);
        let loc = entry.tagged(0, Tag::Loc);
        let address = loc.map(|loc| document.address(entry, loc).into_owned());
        let known = address.as_deref().and_then(|address| self.changes.by_url.get(address).copied());
        let known_page = known.map(|known| self.changes.all[known].page);
        if let Some(page) = known_page {
            document.map.forget(page);
        }
        let Some(page) = self.unplaced(known_page, entry, facts, document, cx) else { return };
        self.changes.at += 1;
        let change = Change { page, date, at: self.changes.at, offset };
        match known {
            Some(known) => self.changes.all[known] = change,
            None => {
                if let Some(address) = address {
                    self.changes.by_url.insert(address.into(), self.changes.all.len());
                }
                self.changes.all.push(change);
            }
        }
    }

    /// Adds the changes to the tree.
    pub(super) fn list_changes(&mut self, document: &mut Document<'_>, report: &mut Report) {
        if self.changes.all.is_empty() {
            return;
        }
        let list = self.list(document, report);
        // The newest first. Of several with the same date, the last one first.
        let changes = std::mem::take(&mut self.changes.all);
        let changes = sort::sorted(changes, &|a, b| (b.date, b.at).cmp(&(a.date, a.at)));
        for change in changes {
            document.map.append_to_list(list, change.page, change.offset);
        }
    }
}
