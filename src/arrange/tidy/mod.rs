//! Rewrites of the resolved rows, in this order.

pub(super) mod folders;
pub(super) mod rest;
pub(super) mod versions;
