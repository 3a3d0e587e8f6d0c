//! Navibar.

pub mod address;
pub mod decode;
pub mod diagnostics;
pub mod discover;
mod fold;
pub mod format;
mod iri;
pub mod limits;
pub mod native;
mod order;
pub mod outline;
pub mod session;
pub mod site_map;
mod text;
pub mod tree;
pub mod view;
pub mod vocabulary;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod xml;
