//! The NEGS attributes of a `url`.

use crate::findings::{FindingCode, Report};
use crate::format::sitemap::entry::Entry;
use crate::limits::MAX_ORDER;
use crate::text::decimal::Decimal;
use crate::xml::vocabulary::{NEGS_CHILD_OF, NEGS_ICON, NEGS_ORDER, NEGS_RELATES_TO, NO_SMALL_ID, XML_ID};

/// Sort key of a page without a number. It comes after all numbered pages.
pub(super) const UNNUMBERED: u32 = 1 << 31;

/// The attributes of an entry: value and offset.
#[derive(Default)]
pub(super) struct Attributes<'a> {
    /// `xml:id`, or else `id`.
    pub(super) id: Option<(&'a str, u32)>,
    pub(super) child_of: Option<(&'a str, u32)>,
    pub(super) relates_to: Option<(&'a str, u32)>,
    pub(super) order: Option<(&'a str, u32)>,
    pub(super) icon: Option<(&'a str, u32)>,
}

impl<'a> Attributes<'a> {
    pub(super) fn new(entry: &'a Entry) -> Attributes<'a> {
        let mut all = Attributes::default();
        let mut plain_id = None;
        for (name, value, offset) in entry.attributes(0) {
            match name {
                XML_ID => all.id = Some((value, offset)),
                NO_SMALL_ID => plain_id = Some((value, offset)),
                NEGS_CHILD_OF => all.child_of = Some((value, offset)),
                NEGS_RELATES_TO => all.relates_to = Some((value, offset)),
                NEGS_ORDER => all.order = Some((value, offset)),
                NEGS_ICON => all.icon = Some((value, offset)),
                _ => {}
            }
        }
        all.id = all.id.or(plain_id);
        all
    }

    /// Returns `true` if one of the attributes belongs to NEGS alone. An id may have another purpose.
    pub(super) fn declare_negs(&self) -> bool {
        self.child_of.is_some() || self.relates_to.is_some() || self.order.is_some() || self.icon.is_some()
    }

    /// Returns `true` if the attributes make the page a part of the declared tree.
    pub(super) fn are_of_negs(&self) -> bool {
        self.id.is_some() || self.declare_negs()
    }
}

/// Steps per whole number, up to [`FINE`].
const PARTS: u64 = 256;

/// The number below which fractions are distinguished.
const FINE: u64 = 65_536;

/// Converts a number to a key with the same order. Text that is not a number comes after all numbers.
pub(super) fn order_key(text: &str, offset: u32, report: &mut Report) -> u32 {
    let Some(number) = Decimal::new(text) else {
        let message = format!(
            "The order '{text}' is not a number, so this page comes after the numbered ones; write a number from 1 up."
        );
        report.warning(FindingCode::BadOrder, offset, message);
        return UNNUMBERED;
    };
    if number.is_beyond(MAX_ORDER) {
        let message = format!(
            "The order '{text}' is beyond {MAX_ORDER}, where numbers are no longer distinguished; write a smaller one."
        );
        report.warning(FindingCode::LimitOrder, offset, message);
    }
    let steps = match number.whole {
        whole @ ..FINE => whole * PARTS + u64::from(number.billionths) * PARTS / 1_000_000_000,
        whole => FINE * PARTS + (whole.min(MAX_ORDER) - FINE),
    };
    let middle = 1 << 30;
    if number.is_negative { middle - steps as u32 } else { middle + steps as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_keys_sort_like_their_numbers() {
        let mut report = Report::default();
        let sorted = [
            "-1000000000",
            "-70000",
            "-1.5",
            "-1",
            "0",
            "0.5",
            "1",
            "1.25",
            "2",
            "03",
            "10",
            "65535.5",
            "65536",
            "65537",
            "20050824",
            "20050825",
            "1000000000",
        ];
        let keys: Vec<u32> = sorted.iter().map(|text| order_key(text, 0, &mut report)).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        assert!(keys.iter().all(|&key| key < UNNUMBERED));
        assert!(report.diagnostics().is_empty());
        for text in ["", "first", "1e3", "NaN", "inf", "1,5", "1 2", "--1", "."] {
            assert_eq!(order_key(text, 0, &mut report), UNNUMBERED, "{text}");
        }
        assert_eq!(order_key("20050825180015", 0, &mut report), order_key("20050825180016", 0, &mut report));
        assert!(report.has(FindingCode::LimitOrder));
    }
}
