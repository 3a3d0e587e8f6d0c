//! Finds out which functions run until a user sees a tree and moves through it: a copy of the module notes them while Node
//! plays a first view (`first-view.mjs`).

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use wasm_encoder::reencode::{Reencode as _, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, Encode as _, ExportKind, ExportSection, GlobalSection, GlobalType, Module, RawSection,
    ValType,
};
use wasmparser::{Parser, Payload};

use crate::paths;
use crate::step::run_logged;
use crate::tools::node;

/// The script for Node. It prints `0` or `1` for each function.
pub(in crate::build) const PROFILE: &str = include_str!("first-view.mjs");

/// Says of each function that the module defines if it runs. The bindings of the module are in this folder.
pub(in crate::build) fn functions_that_run(folder: &Path, module: &[u8]) -> Result<Vec<bool>> {
    let noting = folder.join("noting.wasm");
    let ran = folder.join("ran.txt");
    let sites = paths::root().join("tests/sites");
    let (copy, count) = noting_functions(module)?;
    fs::write(&noting, copy)?;
    let mut node = node::node()?;
    run_logged(
        "first-view",
        node.args(["--input-type=module", "--eval", PROFILE]).arg(folder).args([&noting, &ran, &sites]),
    )?;
    let ran: Vec<_> = fs::read_to_string(&ran).context("the profile is missing")?.chars().map(|c| c == '1').collect();
    ensure!(ran.len() == count, "the profile has {} functions instead of {count}", ran.len());
    Ok(ran)
}

/// A copy of a module in which each function sets an exported global: `ran0` for the first one.
fn noting_functions(module: &[u8]) -> Result<(Vec<u8>, usize)> {
    let mut bodies = 0;
    for payload in Parser::new(0).parse_all(module) {
        bodies += u32::from(matches!(payload?, Payload::CodeSectionEntry(_)));
    }
    let mut copy = Module::new();
    let mut code = CodeSection::new();
    let mut first = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::GlobalSection(section) => {
                first = section.count();
                let mut globals = GlobalSection::new();
                RoundtripReencoder.parse_global_section(&mut globals, section)?;
                for _ in 0..bodies {
                    let flag = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
                    globals.global(flag, &ConstExpr::i32_const(0));
                }
                copy.section(&globals);
            }
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                RoundtripReencoder.parse_export_section(&mut exports, section)?;
                for number in 0..bodies {
                    exports.export(&format!("ran{number}"), ExportKind::Global, first + number);
                }
                copy.section(&exports);
            }
            Payload::CodeSectionStart { .. } => {}
            Payload::CodeSectionEntry(body) => {
                let all = usize::try_from(body.range().start)?..usize::try_from(body.range().end)?;
                let start = usize::try_from(body.get_operators_reader()?.original_position())?;
                let mut noting = module[all.start..start].to_vec();
                // i32.const 1, global.set
                noting.extend([0x41, 1, 0x24]);
                (first + code.len()).encode(&mut noting);
                noting.extend(&module[start..all.end]);
                code.raw(&noting);
                if code.len() == bodies {
                    copy.section(&code);
                }
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
                    copy.section(&RawSection { id, data: &module[range] });
                }
            }
        }
    }
    Ok((copy.finish(), bodies as usize))
}
