//! Fuzzes the target `rdf_xml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| navibar_fuzz::run("rdf_xml", input));
