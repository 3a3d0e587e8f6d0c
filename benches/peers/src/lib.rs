//! Only for the benchmark: Navibar's core and the parsers that it is compared with, in one wasm module. It is built like the
//! product, so that the comparison is fair.
//!
//! Every function returns how much it found. The benchmark checks these counts, because a loop that the compiler removed, or
//! one that stopped early, would look fast.

mod peers;
mod tree;
