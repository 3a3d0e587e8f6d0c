//! What several tests need.
#![allow(unreachable_pub, missing_docs)]

pub mod commands;
pub mod events;
pub mod network;
pub mod programs;
pub mod rdf;
pub mod sites;
pub mod visits;
pub mod work;
