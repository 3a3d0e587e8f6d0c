//! The rules of formats whose addresses must be complete.

use crate::address::reference::scheme;
use crate::findings::{FindingCode, Report};
use crate::limits::PROTOCOL_ADDRESS;

/// Reports an address of a sitemap that is relative or too long (sitemaps.org, "loc").
#[inline]
pub(super) fn check_loc(address: &str, offset: u32, report: &mut Report) {
    // Nearly all addresses are like this.
    let is_usual = address.starts_with("https://") || address.starts_with("http://");
    if !is_usual || address.len() >= PROTOCOL_ADDRESS {
        check_unusual(address, offset, report);
    }
}

#[cold]
fn check_unusual(address: &str, offset: u32, report: &mut Report) {
    check_complete(address, offset, report);
    let length = address.chars().count();
    if length >= PROTOCOL_ADDRESS {
        let message = format!(
            "This address has {length} characters, and the protocol (sitemaps.org, loc) allows less than 2,048; shorten it."
        );
        report.warning(FindingCode::LongAddress, offset, message);
    }
}

/// Reports an address that is relative, in a format that does not allow this.
pub(super) fn check_complete(address: &str, offset: u32, report: &mut Report) {
    if scheme(address).is_none() && !address.is_empty() {
        let shown = &address[..address.floor_char_boundary(100)];
        let message = format!(
            "'{shown}' has no scheme, so search engines and readers of feeds reject it (sitemaps.org, loc; RSS 2.0, link); write \
             the whole address, with https:// and the host."
        );
        report.warning(FindingCode::RelativeAddress, offset, message);
    }
}
