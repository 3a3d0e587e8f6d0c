//! For the benchmark alone: Navibar's core beside the parsers it is measured against, in one wasm module that
//! is built as the product is, so that one run compares like with like.
//!
//! Everything here gives back how much it found. The benchmark checks these counts: a loop that the compiler
//! took away, or one that stopped early, must not pass for a fast one.

mod peers;
mod tree;
