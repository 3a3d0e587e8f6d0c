//! Makes every panic a bare trap. Nobody reads the message of a panic: a module cannot print it. Without the functions that
//! write it, the optimiser also removes the positions in the source that are passed to them.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::Result;
use wasm_encoder::{CodeSection, Function, Module, RawSection};
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// Parts of the names of functions that only report a panic. They never return.
pub(super) const REPORTS: &[&str] = &[
    "::alloc::handle_alloc_error",
    "::alloc::rust_oom",
    "::cell::panic_already_",
    "::expect_failed",
    "::panicking::assert_failed",
    "::panicking::panic",
    "::raw_vec::capacity_overflow",
    "::raw_vec::handle_error",
    "::shared::smallsort::panic_on_ord_violation",
    "::slice_error_fail",
    "::slice_index_fail",
    "::unwrap_failed",
];

/// Returns the module with traps in place of the functions that report panics, and how many these are. It needs the names of
/// the functions.
pub(super) fn as_traps(module: &[u8]) -> Result<(Vec<u8>, usize)> {
    let (reports, imported) = reports(module)?;
    let mut new = Module::new();
    let mut code = CodeSection::new();
    let mut trap = Function::new([]);
    trap.instructions().unreachable().end();
    let mut number = imported;
    let mut left = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionStart { count, .. } => left = count,
            Payload::CodeSectionEntry(body) => {
                match reports.contains(&number) {
                    true => _ = code.function(&trap),
                    false => _ = code.raw(part(module, body.range())?),
                }
                (number, left) = (number + 1, left - 1);
                if left == 0 {
                    new.section(&code);
                }
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    new.section(&RawSection { id, data: part(module, range)? });
                }
            }
        }
    }
    Ok((new.finish(), reports.len()))
}

fn part(module: &[u8], range: Range<u64>) -> Result<&[u8]> {
    Ok(&module[usize::try_from(range.start)?..usize::try_from(range.end)?])
}

/// The numbers of the functions that report panics, and the number of the first function that is not imported.
fn reports(module: &[u8]) -> Result<(HashSet<u32>, u32)> {
    let mut found = HashSet::new();
    let mut imported = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { continue };
                for names in names {
                    let Name::Function(names) = names? else { continue };
                    for named in names {
                        let named = named?;
                        // A closure may be anything.
                        let is_report = REPORTS.iter().any(|part| named.name.contains(part));
                        if is_report && !named.name.contains("closure") {
                            found.insert(named.index);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    found.retain(|number| *number >= imported);
    Ok((found, imported))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{EntityType, FunctionSection, ImportSection, NameMap, NameSection, TypeSection};

    /// A module with an imported function and these two.
    fn module(names: [&str; 2]) -> Vec<u8> {
        let mut module = Module::new();
        let mut types = TypeSection::new();
        types.ty().function([], []);
        module.section(&types);
        let mut imports = ImportSection::new();
        imports.import("a", "b", EntityType::Function(0));
        module.section(&imports);
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        for _ in names {
            functions.function(0);
            let mut body = Function::new([]);
            body.instructions().nop().nop().end();
            code.function(&body);
        }
        module.section(&functions);
        module.section(&code);
        let mut all = NameMap::new();
        for (number, name) in (0..).zip(["core::panicking::panic_import"].into_iter().chain(names)) {
            all.append(number, name);
        }
        let mut section = NameSection::new();
        section.functions(&all);
        module.section(&section);
        module.finish()
    }

    #[test]
    fn only_functions_that_report_panics_become_traps() -> Result<()> {
        let (new, count) = as_traps(&module(["navibar::site::Site::open", "core[1a]::panicking::panic_fmt"]))?;
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(&new) {
            if let Payload::CodeSectionEntry(body) = payload? {
                bodies.push(part(&new, body.range())?);
            }
        }
        // No locals, then the instructions.
        assert_eq!(bodies, [&[0, 1, 1, 0x0b][..], &[0, 0, 0x0b]]);
        assert_eq!(count, 1);
        let unchanged = module(["navibar::panic_page", "a::panicking::panic::{closure#0}"]);
        assert_eq!(as_traps(&unchanged)?, (unchanged, 0));
        Ok(())
    }
}
