//! Fuzzes the target `robots`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("robots", input));
