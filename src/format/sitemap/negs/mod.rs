//! NEGS, Navibar's extension of Google Sitemaps (NEGS working draft): each `url` names its parent.
//!
//! Entries are placed as they arrive. An entry whose parent has not arrived waits for it. A page without a place at the
//! end of the file is listed under "Unplaced pages".

mod attributes;
mod entries;
mod ids;
mod saved;
mod state;
mod unplaced;

pub(crate) use state::Negs;
