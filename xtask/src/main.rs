//! Project commands: `cargo xtask help`.
mod demo;

fn main() {}
