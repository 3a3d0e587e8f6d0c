//! Addresses: which ones mean the same page, which are in the user's own network, and how relative ones are resolved.

mod identity;
pub(crate) mod named;
mod network;
pub mod readable;
pub(crate) mod reference;

pub use identity::origin;
pub(crate) use identity::{hash, is_below_host, is_same_site, key, spellings, without_index};
pub(crate) use network::{is_local, is_own_machine};
