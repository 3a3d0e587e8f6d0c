//! The built extension in a real Firefox: what a user does with the sidebar, and what comes of it.

mod following;
mod keys;
mod menu;
mod menu_keys;
mod pointer;
mod requests;
mod states;
mod toggle;
mod site;
