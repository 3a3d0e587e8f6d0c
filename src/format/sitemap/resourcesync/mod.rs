//! ResourceSync (ANSI/NISO Z39.99): lets others keep copies of the resources of a source.
//!
//! Each of its documents is a sitemap. On the root element, `rs:md` gives the document's capability and `rs:ln` leads
//! to the documents above it. On an entry, they describe a resource. Elements of the paper that is older than the
//! standard are read too.

#[cfg(feature = "resourcesync")]
mod changes;
#[cfg(feature = "resourcesync")]
mod children;
#[cfg(feature = "resourcesync")]
mod entries;
#[cfg(feature = "resourcesync")]
mod facts;
#[cfg(feature = "resourcesync")]
mod links;
#[cfg(feature = "resourcesync")]
mod state;
mod terms;
mod titles;

#[cfg(feature = "resourcesync")]
pub(crate) use state::ResourceSync;
pub use titles::Phrase;
pub(crate) use titles::{phrases, texts};
