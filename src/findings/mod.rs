//! Findings: mistakes in a site's documents with their positions, the reasons why a load failed, and excerpts of the
//! text around each finding.
//!
//! ```
//! use navibar::{findings::FindingCode, site::Site};
//!
//! let mut site = Site::default();
//! site.begin("https://www.example.org/sitemap.xml");
//! site.push(b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n<url><loc>https://www.example.org/?a&b</loc></url></urlset>");
//! site.finish();
//! let finding = &site.diagnostics()[0];
//! assert_eq!((finding.code, finding.line, finding.column), (FindingCode::RawAmpersand, 2, 37));
//! assert_eq!(finding.message, "A bare '&' is not allowed in XML; write '&amp;'.");
//! ```

mod code;
mod diagnostics;
mod excerpt;
mod reason;

pub use code::{Description, FindingCode, Severity};
pub use diagnostics::Diagnostic;
pub(crate) use diagnostics::Report;
pub use excerpt::{Excerpt, Excerpts, TextPosition};
pub use reason::Reason;
