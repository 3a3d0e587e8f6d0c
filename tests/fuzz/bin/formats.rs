//! Fuzzes the target `formats`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("formats", input));
