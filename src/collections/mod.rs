//! Hash tables, sorting and growing lists that stay fast with the input of hostile sites.

pub(crate) mod blocks;
pub(crate) mod column;
pub(crate) mod hash_index;
pub(crate) mod keyed;
pub(crate) mod sort;
