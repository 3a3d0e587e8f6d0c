use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module, NameMap, NameSection,
    RefType, TableSection, TableType, TypeSection, ValType,
};

use super::parts::Parts;
use super::{Split, split_at};

/// Functions of the module below, by number.
const CALLER: u32 = 1;
const GATE: u32 = 2;
const SHARED: u32 = 3;
const INNER: u32 = 4;

/// A module with an imported function, and four of its own: `CALLER`, which is exported, calls `SHARED` and `GATE`, which
/// calls `SHARED` and `INNER`. The table has `CALLER`.
fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    types.ty().function([ValType::I32, ValType::I64], [ValType::I32]);
    let mut imports = ImportSection::new();
    imports.import("a", "b", wasm_encoder::EntityType::Function(0));
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for (shape, called) in [(0, vec![SHARED, GATE]), (1, vec![SHARED, INNER]), (0, vec![]), (0, vec![0])] {
        functions.function(shape);
        let mut body = Function::new([]);
        for function in called {
            let mut code = body.instructions();
            if function == GATE {
                code.i32_const(1).i64_const(2).call(function).drop();
            } else {
                code.call(function);
            }
        }
        if shape == 1 {
            body.instructions().local_get(0);
        }
        body.instructions().end();
        code.function(&body);
    }
    let mut tables = TableSection::new();
    let shape =
        TableType { element_type: RefType::FUNCREF, table64: false, minimum: 2, maximum: Some(2), shared: false };
    tables.table(shape);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
    let mut globals = GlobalSection::new();
    let global = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(global, &ConstExpr::i32_const(5));
    let mut exports = ExportSection::new();
    exports.export("caller", ExportKind::Func, CALLER);
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(vec![CALLER].into()));
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(8), *b"text");
    let mut all = NameMap::new();
    let gate = "<a[0123456789abcdef]::Gate as b>::open::h0123456789abcdef";
    for (number, name) in [(CALLER, "a::caller"), (GATE, gate), (SHARED, "a::shared"), (INNER, "a::inner")] {
        all.append(number, name);
    }
    let mut names = NameSection::new();
    names.functions(&all);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements).section(&code).section(&data).section(&names);
    module.finish()
}

/// What each function of a module refers to, by number.
fn calls(parts: &Parts<'_>) -> Result<Vec<(u32, BTreeSet<u32>)>> {
    parts.own().map(|(number, body)| Ok((number, Parts::references_of(body)?))).collect()
}

#[test]
fn the_deferred_module_has_what_only_the_gates_use() -> Result<()> {
    let module = module();
    let Split { first, deferred, stubs } = split_at(&module, &["a::Gate"])?;

    // The imported function, then the caller, the shared function, and the stub of the gate.
    let first = Parts::new(&first)?;
    assert_eq!(calls(&first)?, [(1, [2, 3].into()), (2, [].into()), (3, [].into())]);
    assert_eq!((first.parameters_of(3), first.function_table()?), (2, (0, 3)));
    assert_eq!((first.globals.len(), first.data), (1, Parts::new(&module)?.data));
    let exports: Vec<_> = first.exports.iter().map(|export| (&export.name[..2], export.index)).collect();
    assert_eq!(exports, [("ca", 1), ("f0", 0), ("f1", 2), ("t0", 0), ("m0", 0), ("g0", 0)]);
    assert!(stubs.starts_with("3 <a"), "{stubs}");

    // It imports what it needs from the first module: the imported function and the shared one.
    let deferred = Parts::new(&deferred)?;
    assert_eq!(calls(&deferred)?, [(2, [1, 3].into()), (3, [0].into())]);
    assert_eq!(deferred.roots()?, [2].into(), "the gate is in the table");
    Ok(())
}

/// A server may be updated between the two requests.
#[test]
fn modules_of_two_builds_do_not_link() -> Result<()> {
    let memory = |module: &[u8]| -> Result<String> {
        let split = split_at(module, &["a::Gate"])?;
        let parts = Parts::new(&split.first)?;
        let name = parts.exports.iter().map(|export| export.name).find(|name| name.starts_with("m0 of "));
        let name = name.context("the memory has no name")?.to_owned();
        assert!(split.deferred.windows(name.len()).any(|bytes| bytes == name.as_bytes()), "it is imported");
        Ok(name)
    };
    let (one, mut other) = (module(), module());
    let text = other.windows(4).position(|bytes| bytes == b"text").context("no data")?;
    other[text] = b'n';
    assert_ne!(memory(&one)?, memory(&other)?);
    assert_eq!(memory(&one)?, memory(&module())?);
    Ok(())
}

#[test]
fn a_gate_that_the_engine_does_not_have_is_an_error() {
    for name in ["a::Ga", "Gate", "a::Gates", "a::Gate::close"] {
        assert!(split_at(&module(), &[name]).is_err(), "{name}");
    }
    assert!(split_at(&module(), &["a::Gate as b>::open", "a::"]).is_ok());
}
