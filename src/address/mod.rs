//! Addresses: their normal form, which ones mean the same page, which are in the user's own network, and how relative ones
//! are resolved.
//!
//! ```
//! use navibar::address::origin;
//!
//! assert_eq!(origin("HTTPS://WWW.Example.org.:443/a?b#c").as_deref(), Some("https://www.example.org"));
//! assert_eq!(origin("https://münchen.example/").as_deref(), Some("https://xn--mnchen-3ya.example"));
//! assert_eq!(origin("mailto:someone@example.org"), None);
//! ```

mod folder;
mod language;
mod link;
pub(crate) mod named;
mod network;
pub(crate) mod normal;
mod origin;
mod page_key;
#[doc(hidden)]
pub mod readable;
pub(crate) mod reference;
#[cfg(all(test, not(target_arch = "wasm32")))] // the oracle is a native dependency
mod tests;
mod written;

pub(crate) use folder::{common_folder, folder_contains, is_below, path};
pub(crate) use language::{is_language, is_translation, is_version, versions_of, without_versions};
pub(crate) use link::{Address, Link};
pub(crate) use network::{is_local, is_own_machine};
pub(crate) use normal::normal;
pub(crate) use origin::is_same_site;
pub use origin::origin;
pub(crate) use page_key::{
    PageKey, hash_of_normal, is_below_host, is_part, is_same_host, key, spellings, twin, without_home_index,
    without_index,
};
pub(crate) use written::{check_written, enclosed, report_enclosed};
