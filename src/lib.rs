#![doc = include_str!("../README.md")]

// In the order in which data flows.
pub mod session;
pub mod discover;
pub mod decode;
pub mod xml;
pub mod vocabulary;
pub mod format;
pub mod site;
pub mod site_map;
pub mod tree;
pub mod view;
pub mod visits;
pub mod export;
#[cfg(target_arch = "wasm32")]
pub mod web;

// Beside the flow: findings and bounds, the whole tree at once, files in place of a network.
pub mod diagnostics;
pub mod excerpt;
pub mod reason;
pub mod limits;
pub mod outline;
pub mod native;
pub mod picture;

// What several of them need.
pub mod address;
pub mod date;
pub mod readable;
mod iri;
mod keyed;
mod text;
mod fold;
mod decimal;
mod index;
mod order;
