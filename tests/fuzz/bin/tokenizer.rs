//! Fuzzes the target `tokenizer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("tokenizer", input));
