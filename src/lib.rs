#![doc = include_str!("../README.md")]

// In the order of the data flow.
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod session;
pub mod discover;
pub mod page_facts;
mod title_lists;
pub mod decode;
pub mod xml;
pub mod format;
pub mod site;
pub mod site_map;
pub mod tree;
pub mod view;
pub mod export;

// Used beside the flow.
pub mod findings;
pub mod limits;
pub mod inspect;
pub mod picture;

// Used by every stage.
pub mod address;
pub mod text;
mod collections;
