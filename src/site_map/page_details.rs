//! Details of pages, such as creator and date.

use super::arena::SiteMap;
use super::node::NodeId;
use crate::findings::{FindingCode, Report};
use crate::limits::{MAX_SHOWN_DETAIL_BYTES, MAX_SHOWN_DETAILS, MAX_VALUE_BYTES};
use std::borrow::Cow;

impl SiteMap {
    /// Adds a detail. The interface shows it on demand.
    pub(crate) fn add_detail(&mut self, page: NodeId, name: &str, value: &str, offset: u32, report: &mut Report) {
        self.check_length(value, offset, report);
        let newest = self.details.push(self.newest_detail(page), name, value, &mut self.text);
        self.nodes.set_newest_detail(page, newest);
    }

    /// Adds a detail that [`SiteMap::share_detail`] may give to other pages.
    pub(crate) fn add_shared_detail(
        &mut self,
        page: NodeId,
        name: &str,
        value: &str,
        offset: u32,
        report: &mut Report,
    ) {
        let next = self.newest_detail(page);
        self.add_detail(page, name, value, offset, report);
        let newest = self.newest_detail(page);
        if newest != next {
            self.details.note_shared(next, name, value, newest);
        }
    }

    /// Gives a page a detail of another page. Many pages have the same details, such as a date and how often they change.
    /// Returns `false` if none of the last shared details has this name, this value and the same details before it.
    pub(crate) fn share_detail(&mut self, page: NodeId, name: &str, value: &str) -> bool {
        let known = self.details.find_shared(self.newest_detail(page), name, value, &self.text);
        if let Some(known) = known {
            self.nodes.set_newest_detail(page, known);
        }
        known.is_some()
    }

    /// Reports a text that is too long.
    pub(super) fn check_length(&self, value: &str, offset: u32, report: &mut Report) {
        if value.len() > MAX_VALUE_BYTES {
            report.warning(
                FindingCode::LimitValue,
                offset,
                format!("A text here is longer than {MAX_VALUE_BYTES} bytes and is cut."),
            );
        }
    }

    /// Returns a page's details in document order, as name and value.
    pub fn details(&self, page: NodeId) -> Vec<(&str, &str)> {
        let mut details: Vec<_> = self.last_details(page).collect();
        details.reverse();
        details
    }

    /// Returns the details to show: the first [`MAX_SHOWN_DETAILS`], each with at most [`MAX_SHOWN_DETAIL_BYTES`]. An
    /// ellipsis stands for the rest.
    pub fn shown_details(&self, page: NodeId) -> Vec<(&str, Cow<'_, str>)> {
        const REST: &str = "\u{2026}";
        let cut = |value: &str| format!("{}{REST}", &value[..value.floor_char_boundary(MAX_SHOWN_DETAIL_BYTES)]);
        let is_long = |value: &str| value.len() > MAX_SHOWN_DETAIL_BYTES;
        let details = self.details(page);
        let rest = (details.len() > MAX_SHOWN_DETAILS).then_some((REST, Cow::Borrowed("")));
        let shown = details.into_iter().take(MAX_SHOWN_DETAILS);
        let shown = shown.map(|(name, value)| (name, if is_long(value) { cut(value).into() } else { value.into() }));
        shown.chain(rest).collect()
    }

    /// Returns a page's details in reverse document order.
    pub(crate) fn last_details(&self, page: NodeId) -> impl Iterator<Item = (&str, &str)> {
        self.details.all(self.newest_detail(page), &self.text)
    }

    /// Returns a number that changes when details are added to a page.
    pub(crate) fn newest_detail(&self, page: NodeId) -> u32 {
        self.nodes[page].details
    }

    /// Returns the number of a page's details, counted up to `most`.
    pub(crate) fn detail_count(&self, page: NodeId, most: usize) -> usize {
        self.details.count(self.newest_detail(page), most)
    }
}
