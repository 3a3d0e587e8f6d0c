//! The judge: what a site itself calls its pages and where it places them, and how far a tree agrees.
//!
//! It is a package of its own, so that it cannot use the engine, which it judges.

mod elements;
mod html;
mod keys;
mod main_menu;
mod menu;
mod noise;
mod places;
mod reference;
mod renamed;
mod rows;
mod score;
mod title;
mod top_level;

pub use reference::Reference;
pub use renamed::{InSight, renamed};
pub use score::{Score, is_placed, score};
pub use top_level::TopLevel;
