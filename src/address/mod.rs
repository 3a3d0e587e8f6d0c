//! Addresses: which ones mean the same page, which are in the user's own network, and how relative ones are resolved.
//!
//! ```
//! use navibar::address::origin;
//!
//! assert_eq!(origin("HTTPS://WWW.Example.org:443/a?b#c").as_deref(), Some("https://www.example.org"));
//! assert_eq!(origin("mailto:someone@example.org"), None);
//! ```

mod folder;
mod identity;
mod language;
pub(crate) mod named;
mod network;
#[doc(hidden)]
pub mod readable;
pub(crate) mod reference;

pub(crate) use folder::{common_folder, folder_contains, is_below, path};
pub use identity::origin;
pub(crate) use identity::{hash, is_below_host, is_same_site, key, spellings, without_home_index, without_index};
pub(crate) use language::{is_language, is_translation, is_version, without_versions};
pub(crate) use network::{is_local, is_own_machine};
