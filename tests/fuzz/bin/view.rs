//! Fuzzes the target `view`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("view", input));
