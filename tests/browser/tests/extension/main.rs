//! The built extension in a real Firefox: what a user does with the sidebar, and what comes of it.

mod accessibility;
mod appearance;
mod documents;
mod embedding;
mod files;
mod filter;
mod following;
mod formats;
mod keys;
mod large;
mod lies;
mod menu;
mod menu_keys;
mod million;
mod opening;
mod pointer;
mod privacy;
mod problems;
mod requests;
mod sort;
mod states;
mod toggle;
mod trail;
mod site;
mod sitemaps;
mod sites;
