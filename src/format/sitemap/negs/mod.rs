//! NEGS, Navibar's extension of Google Sitemaps (NEGS working draft): each `url` says below which other it stands.
//!
//! Entries are placed as they come. One whose parent has not come yet waits for that; what has no place at the end of
//! the file is listed under "Unplaced pages".

mod attributes;
mod entries;
mod ids;
mod saved;
mod state;
mod unplaced;

pub(crate) use state::Negs;
