//! The items of a feed, and their places in the tree.

use crate::findings::{FindingCode, Report};
use crate::format::complete::check_complete;
use crate::limits::MAX_REPEATED_DETAILS;
use crate::site_map::{NodeId, SiteMap};
use crate::text::date;

/// The form of a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DateForm {
    /// RSS ("pubDate").
    Rfc822,
    /// Atom (RFC 4287, section 3.3) and JSON Feed.
    Rfc3339,
    /// Dublin Core and Atom 0.3.
    W3c,
}

impl DateForm {
    /// Returns `true` if a date has this form.
    fn is_exact(self, text: &str) -> bool {
        match self {
            DateForm::Rfc822 => date::rfc822(text).is_some() && date::is_exact_rfc822(text),
            DateForm::Rfc3339 => date::w3c(text).is_some() && date::is_exact_rfc3339(text),
            DateForm::W3c => date::w3c(text).is_some() && date::is_exact_w3c(text),
        }
    }

    /// Returns the name of the form, and an example.
    fn shown(self) -> (&'static str, &'static str) {
        match self {
            DateForm::Rfc822 => ("RFC 822", "Thu, 01 Oct 1998 10:20:30 GMT"),
            DateForm::Rfc3339 => ("RFC 3339", "1998-10-01T10:20:30Z"),
            DateForm::W3c => ("W3C Datetime", "1998-10-01T10:20:30Z"),
        }
    }
}

/// A date of an item.
#[derive(Debug)]
pub(super) struct Dated {
    pub(super) text: String,
    pub(super) offset: u32,
    pub(super) form: DateForm,
}

/// An item of a feed, as far as it is read.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) offset: u32,
    pub(super) title: String,
    /// The best address so far.
    pub(super) link: Option<Link>,
    pub(super) published: Option<Dated>,
    pub(super) updated: Option<Dated>,
    pub(super) description: Option<(String, u32)>,
    /// The first words of the text.
    pub(super) first_words: String,
}

impl Item {
    /// Takes an address. The best one counts, and the first of equal ones.
    pub(super) fn offer(&mut self, link: Link) {
        let is_better = self.link.as_ref().is_none_or(|known| link.quality < known.quality);
        if is_better && !link.address.is_empty() {
            self.link = Some(link);
        }
    }
}

/// An address in an item, with the base that it is relative to.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) address: String,
    pub(super) base: Box<str>,
    pub(super) offset: u32,
    pub(super) quality: Quality,
}

/// What an address in an item leads to, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(super) enum Quality {
    /// The page of the item on its own site. A service for feeds writes its own address into `link`.
    Original,
    /// The page of the item.
    Page,
    /// The item in another form, or a page that it is about.
    Other,
    /// The name of the item, which is an address of the web.
    Name,
    /// A file that belongs to the item, such as the sound of a podcast.
    File,
    /// The item itself as a document of the feed (RFC 4287, section 4.2.7.2, `self`).
    Own,
}

/// Adds the items of a feed to the tree.
#[derive(Debug)]
pub(super) struct Items {
    /// The row that contains the pages; `None` for the top level.
    pub(super) under: Option<NodeId>,
    /// What the format calls an item.
    pub(super) name: &'static str,
    /// The format allows relative addresses.
    pub(super) allows_relative: bool,
    shown: usize,
    left_out: usize,
}

impl Items {
    pub(super) fn new(under: Option<NodeId>, name: &'static str) -> Items {
        Items { under, name, allows_relative: false, shown: 0, left_out: 0 }
    }

    /// Adds an item to the tree.
    pub(super) fn add(&mut self, item: Item, map: &mut SiteMap, report: &mut Report) {
        let (link, name) = (item.link, self.name);
        let is_nameless = item.title.is_empty() && item.first_words.is_empty();
        if link.is_none() {
            let message = match is_nameless {
                true => format!("This {name} has neither title nor link, so it is left out; add both."),
                false => {
                    format!(
                        "This {name} has no link, so it cannot be placed by its address; add the address of its page."
                    )
                }
            };
            report.warning(FindingCode::MissingLink, item.offset, message);
        }
        let under = self.under.unwrap_or_else(|| map.make_root(report));
        let placed = link.and_then(|Link { address, base, offset, .. }| {
            if !self.allows_relative {
                check_complete(&address, offset, report);
            }
            map.place_titled(under, &address, &base, &item.title, offset, report)
        });
        let page = match placed {
            Some(page) => page,
            None if is_nameless => {
                self.left_out += 1;
                return;
            }
            None => {
                let page = map.unnamed(item.offset, report);
                map.add_unplaced(page, item.offset, report);
                page
            }
        };
        self.shown += 1;
        let before = map.detail_count(page, MAX_REPEATED_DETAILS);
        map.set_title(page, &item.title, item.offset, report);
        map.set_substitute(page, &item.first_words, item.offset, report);
        [&item.published, &item.updated].into_iter().flatten().for_each(|date| check_date(date, report));
        let value = |date: Dated| (date.text, date.offset);
        let details = [
            ("published", item.published.map(value)),
            ("updated", item.updated.map(value)),
            ("description", item.description),
        ];
        for (name, (value, offset)) in details.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            // The same address and title is the same page. The first value of each detail counts.
            let repeats = before > 0 && map.details(page).iter().any(|(known, _)| *known == name);
            if before < MAX_REPEATED_DETAILS && !repeats {
                map.add_detail(page, name, &value, offset, report);
            }
        }
    }

    /// Reports a feed that gives no tree.
    pub(super) fn finish(&self, report: &mut Report) {
        if self.shown > 0 || report.has_errors() {
            return;
        }
        let name = self.name;
        let message = match self.left_out {
            0 => format!("This feed has no {name}, so there is no tree. Add one."),
            1 => format!("The only {name} of this feed is left out, so there is no tree. Give it a title and a link."),
            count => format!(
                "All {count} elements '{name}' of this feed are left out, so there is no tree. Give each a title and a link."
            ),
        };
        report.error(FindingCode::NoPages, 0, message);
    }
}

/// Reports a text that is not a date, and a date in another form than that of its format.
fn check_date(Dated { text, offset, form }: &Dated, report: &mut Report) {
    let text = text.trim();
    let (name, example) = form.shown();
    if text.is_empty() || form.is_exact(text) {
        return;
    }
    if date::w3c(text).or_else(|| date::rfc822(text)).is_none() {
        let message = format!("'{text}' is not a date; it is shown as written. Write it like {example}.");
        report.warning(FindingCode::BadDate, *offset, message);
    } else {
        let message =
            format!("'{text}' is not in the form of {name}, which the format requires; write it like {example}.");
        report.warning(FindingCode::DateForm, *offset, message);
    }
}
