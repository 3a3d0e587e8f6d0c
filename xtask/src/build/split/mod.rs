//! Splits the optimised module in two. The deferred module has the gates and what only they use; the first module has all
//! other functions. In place of a gate, the first module has a stub that calls the gate in the deferred module. The stub
//! traps if that is not linked yet, so callers must wait for it (`www/element/load/deferred.js`).
//!
//! Functions are in the order of their names, because instances of one function are then next to each other: the modules
//! compress better by 3 %.

mod gates;
mod parts;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use anyhow::{Result, ensure};
use wasm_encoder::reencode::{self, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, ElementSection, Elements, EntityType, ExportKind, Function,
    FunctionSection, GlobalSection, ImportSection, MemorySection, Module, RawSection, SectionId, TableSection,
};
use wasmparser::FunctionBody;

use gates::GATES;
use parts::{Parts, Sections as _};

/// What the split depends on: its source.
pub(super) const INPUT: [&str; 3] = [include_str!("mod.rs"), include_str!("gates.rs"), include_str!("parts.rs")];

/// The first module in the imports of the deferred one.
const FIRST: &str = "first";

/// The two modules.
pub(super) struct Split {
    pub(super) first: Vec<u8>,
    pub(super) deferred: Vec<u8>,
    /// The stubs: their numbers in the first module, which a stack trace shows, and the names of the deferred functions.
    pub(super) stubs: String,
}

/// Splits the engine.
pub(super) fn split(module: &[u8]) -> Result<Split> {
    split_at(module, GATES)
}

fn split_at(module: &[u8], gates: &[&str]) -> Result<Split> {
    let parts = Parts::new(module)?;
    ensure!(!parts.imports_more, "the module imports more than functions");
    let mut hasher = DefaultHasher::new();
    module.hash(&mut hasher);
    let plan = Plan::new(&parts, gates, hasher.finish())?;
    Ok(Split { first: plan.first()?, deferred: plan.deferred()?, stubs: plan.listed_stubs() })
}

/// Which module has which function.
struct Plan<'a> {
    parts: &'a Parts<'a>,
    /// A hash of the whole module. It is in the name of the memory, so that modules of two builds do not link.
    build: u64,
    /// `true` for functions of the first module, by number
    is_first: Vec<bool>,
    /// the functions that the module defines, in their new order
    order: Vec<u32>,
    /// deferred functions that the first module refers to
    stubs: Vec<u32>,
    /// functions of the first module that the deferred one refers to
    lent: Vec<u32>,
    /// the table of functions
    table: u32,
    /// the number of functions in the table without those of the stubs, which are behind them
    table_size: u32,
}

impl<'a> Plan<'a> {
    fn new(parts: &'a Parts<'a>, gates: &[&str], build: u64) -> Result<Plan<'a>> {
        let is_first = gates::first(parts, gates)?;
        let mut from_first = parts.roots()?;
        let mut from_deferred = BTreeSet::new();
        for (number, body) in parts.own() {
            let from = if is_first[number as usize] { &mut from_first } else { &mut from_deferred };
            from.append(&mut Parts::references_of(body)?);
        }
        let stubs = from_first.into_iter().filter(|number| !is_first[*number as usize]).collect();
        let lent = from_deferred.into_iter().filter(|number| is_first[*number as usize]).collect();
        let mut order: Vec<u32> = parts.own().map(|(number, _)| number).collect();
        order.sort_by_cached_key(|number| {
            let name = parts.names.get(number).copied().unwrap_or_default();
            (gates::without_hashes(name.trim_start_matches('<')), parts.size_of(*number))
        });
        let (table, table_size) = parts.function_table()?;
        Ok(Plan { parts, build, is_first, order, stubs, lent, table, table_size })
    }

    /// The functions that one of the modules defines.
    fn own(&self, of_first: bool) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        let own = self.order.iter().filter(move |number| self.is_first[**number as usize] == of_first);
        own.map(|number| (*number, self.parts.body_of(*number)))
    }

    /// The first module: everything except the deferred functions, and stubs for them.
    fn first(&self) -> Result<Vec<u8>> {
        let parts = self.parts;
        let imported = 0..parts.imported();
        let own = self.own(true).map(|(number, _)| number).chain(self.stubs.iter().copied());
        let mut numbers = Numbers(imported.chain(own).zip(0..).collect());

        let mut imports = ImportSection::new();
        for import in &parts.imports {
            imports.import(import.module, import.name, RoundtripReencoder.entity_type(import.ty)?);
        }

        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for (number, body) in self.own(true) {
            functions.function(parts.type_of(number));
            numbers.parse_function_body(&mut code, body.clone())?;
        }
        for (number, place) in self.stubs.iter().zip(self.table_size..) {
            functions.function(parts.type_of(*number));
            code.function(&self.stub(*number, place)?);
        }

        let mut tables = TableSection::new();
        for (number, table) in (0..).zip(&parts.tables) {
            let mut table = table.clone();
            if number == self.table {
                let stubs = self.stubs.len() as u64;
                table.ty.initial += stubs;
                table.ty.maximum = table.ty.maximum.map(|maximum| maximum + stubs);
            }
            RoundtripReencoder.parse_table(&mut tables, table)?;
        }
        let mut memories = MemorySection::new();
        for memory in &parts.memories {
            memories.memory(RoundtripReencoder.memory_type(*memory)?);
        }
        let mut globals = GlobalSection::new();
        for global in &parts.globals {
            RoundtripReencoder.parse_global(&mut globals, global.clone())?;
        }

        let mut exports = numbers.exports(&parts.exports)?;
        for (name, number) in (0..).zip(&self.lent) {
            exports.export(&lent_name(name), ExportKind::Func, numbers.function_index(*number)?);
        }
        for (kind, number, name, _) in self.shared()? {
            exports.export(&name, kind, number);
        }

        let mut module = Module::new();
        module.section(&RawSection { id: SectionId::Type.into(), data: parts.types });
        module.section(&imports).section(&functions).section(&tables).section(&memories).section(&globals);
        module.section(&exports).section(&numbers.elements(&parts.elements)?);
        if let Some(count) = parts.data_count {
            module.section(&DataCountSection { count });
        }
        module.section(&code).section(&RawSection { id: SectionId::Data.into(), data: parts.data });
        Ok(module.finish())
    }

    /// One line for each stub.
    fn listed_stubs(&self) -> String {
        let own = self.own(true).count();
        let name = |number: &u32| self.parts.names.get(number).copied().unwrap_or("?");
        let lines = self.stubs.iter().zip(self.parts.imports.len() + own..);
        lines.map(|(number, stub)| format!("{stub} {}\n", name(number))).collect()
    }

    /// Calls a deferred function, which has this place in the table. The place is empty until the deferred module is linked.
    fn stub(&self, function: u32, place: u32) -> Result<Function> {
        let mut stub = Function::new([]);
        let mut code = stub.instructions();
        for parameter in 0..self.parts.parameters_of(function) {
            code.local_get(parameter);
        }
        code.i32_const(i32::try_from(place)?).call_indirect(self.table, self.parts.type_of(function)).end();
        Ok(stub)
    }

    /// The deferred module. It imports everything from the first one, and puts the functions of the stubs into the table.
    fn deferred(&self) -> Result<Vec<u8>> {
        let parts = self.parts;
        let own = self.own(false).map(|(number, _)| number);
        let mut numbers = Numbers(self.lent.iter().copied().chain(own).zip(0..).collect());

        let mut imports = ImportSection::new();
        for (name, number) in (0..).zip(&self.lent) {
            imports.import(FIRST, &lent_name(name), EntityType::Function(parts.type_of(*number)));
        }
        for (_, _, name, shared) in self.shared()? {
            imports.import(FIRST, &name, shared);
        }
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for (number, body) in self.own(false) {
            functions.function(parts.type_of(number));
            numbers.parse_function_body(&mut code, body.clone())?;
        }
        let behind_stubs =
            self.stubs.iter().map(|number| numbers.function_index(*number)).collect::<Result<Vec<_>, _>>()?;
        let mut elements = ElementSection::new();
        let place = ConstExpr::i32_const(i32::try_from(self.table_size)?);
        elements.active(Some(self.table), &place, Elements::Functions(behind_stubs.into()));

        let mut module = Module::new();
        module.section(&RawSection { id: SectionId::Type.into(), data: parts.types });
        module.section(&imports).section(&functions).section(&elements).section(&code);
        Ok(module.finish())
    }

    /// The tables, memories and globals, which both modules use: kind, number in both, name, type.
    fn shared(&self) -> Result<Vec<(ExportKind, u32, String, EntityType)>> {
        let mut shared = Vec::new();
        for (number, table) in (0..).zip(&self.parts.tables) {
            let shape = EntityType::Table(RoundtripReencoder.table_type(table.ty)?);
            shared.push((ExportKind::Table, number, format!("t{number}"), without_maximum(shape)));
        }
        for (number, memory) in (0..).zip(&self.parts.memories) {
            let shape = EntityType::Memory(RoundtripReencoder.memory_type(*memory)?);
            shared.push((ExportKind::Memory, number, format!("m{number} of {:016x}", self.build), shape));
        }
        for (number, global) in (0..).zip(&self.parts.globals) {
            let shape = EntityType::Global(RoundtripReencoder.global_type(global.ty)?);
            shared.push((ExportKind::Global, number, format!("g{number}"), shape));
        }
        Ok(shared)
    }
}

/// An imported table may have more places than its type says.
fn without_maximum(shape: EntityType) -> EntityType {
    match shape {
        EntityType::Table(mut table) => {
            table.maximum = None;
            EntityType::Table(table)
        }
        other => other,
    }
}

/// The name under which the first module exports a function to the deferred one.
fn lent_name(number: u32) -> String {
    format!("f{number}")
}

/// The new numbers of the functions that a module has.
struct Numbers(HashMap<u32, u32>);

impl Reencode for Numbers {
    type Error = UnknownFunction;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<UnknownFunction>> {
        self.0.get(&function).copied().ok_or(reencode::Error::UserError(UnknownFunction(function)))
    }
}

/// A function is in neither module.
#[derive(Debug)]
struct UnknownFunction(u32);

impl fmt::Display for UnknownFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {} is in neither module", self.0)
    }
}

impl Error for UnknownFunction {}
