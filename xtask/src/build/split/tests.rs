use std::collections::BTreeSet;

use anyhow::Result;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module, RefType,
    TableSection, TableType, TypeSection, ValType,
};

use super::parts::Parts;
use super::{LOADER, Split, split};

/// Functions of the module below, by number.
const CALLER: u32 = 1;
const RARE: u32 = 2;
const HELPER: u32 = 3;
const RARER: u32 = 4;

/// A module with an imported function, and four of its own: `CALLER`, which is exported, calls `RARE`, which calls `HELPER`
/// and `RARER`. The table has `CALLER`.
fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    types.ty().function([ValType::I32, ValType::I64], [ValType::I32]);
    let mut imports = ImportSection::new();
    imports.import("a", "b", wasm_encoder::EntityType::Function(0));
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for (shape, called) in [(0, vec![RARE]), (1, vec![HELPER, RARER]), (0, vec![]), (0, vec![0])] {
        functions.function(shape);
        let mut body = Function::new([]);
        for function in called {
            let mut code = body.instructions();
            if function == RARE {
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
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements).section(&code).section(&data);
    module.finish()
}

/// What each function of a module refers to, by number.
fn calls(parts: &Parts<'_>) -> Result<Vec<(u32, BTreeSet<u32>)>> {
    parts.own().map(|(number, body)| Ok((number, Parts::references_of(body)?))).collect()
}

#[test]
fn a_module_is_split_at_the_calls_of_functions_that_did_not_run() -> Result<()> {
    let module = module();
    let Split { first, deferred, .. } = split(&module, &[true, false, true, false])?;

    // Imports: `b` and the loader. Then the caller, the helper, and the stub of the rare function.
    let first = Parts::new(&first)?;
    let imports: Vec<_> = first.imports.iter().map(|import| (import.module, import.name)).collect();
    assert_eq!(imports, [("a", "b"), (LOADER, "load")]);
    assert_eq!(calls(&first)?, [(2, [4].into()), (3, [].into()), (4, [1].into())]);
    assert_eq!((first.parameters_of(4), first.function_table()?), (2, (0, 3)));
    assert_eq!((first.globals.len(), first.data), (2, Parts::new(&module)?.data));
    let exports: Vec<_> = first.exports.iter().map(|export| (export.name, export.index)).collect();
    let lent = [("f0", 0), ("f1", 3), ("t0", 0), ("m0", 0), ("g0", 0)];
    assert_eq!(exports, [[("caller", 2), ("isLinked", 1)].as_slice(), &lent].concat());

    // It imports what it needs from the first module: `b` and the helper.
    let deferred = Parts::new(&deferred)?;
    assert_eq!(calls(&deferred)?, [(2, [1, 3].into()), (3, [0].into())]);
    assert_eq!(deferred.roots()?, [2].into(), "the rare function is in the table");
    Ok(())
}

#[test]
fn a_profile_of_another_module_is_an_error() {
    assert!(split(&module(), &[true]).is_err());
}
