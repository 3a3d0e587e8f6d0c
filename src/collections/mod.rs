//! Tables, sorting and growing lists that are safe and fast for what hostile sites send.

pub(crate) mod blocks;
pub(crate) mod hash_index;
pub(crate) mod keyed;
pub(crate) mod sort;
