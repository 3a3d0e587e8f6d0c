//! Fuzzes the target `page_links`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("page_links", input));
