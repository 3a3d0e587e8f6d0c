//! The parts of a module that splitting it needs.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

use anyhow::{Result, bail, ensure};
use wasm_encoder::CodeSection;
use wasm_encoder::reencode::{self, Reencode};
use wasmparser::{
    Element, ElementKind, Export, FunctionBody, Global, Import, KnownCustom, MemoryType, Name, Parser, Payload, Table,
    TypeRef,
};

/// A module. Functions have the numbers of the module: first those that are imported, then its own.
#[derive(Default)]
pub(super) struct Parts<'a> {
    /// the content of the section
    pub(super) types: &'a [u8],
    /// the numbers of parameters and results of each type
    arities: Vec<(u32, u32)>,
    /// the imported functions
    pub(super) imports: Vec<Import<'a>>,
    /// `true` if something else is imported
    pub(super) imports_more: bool,
    /// the type of each function
    function_types: Vec<u32>,
    pub(super) tables: Vec<Table<'a>>,
    pub(super) memories: Vec<MemoryType>,
    pub(super) globals: Vec<Global<'a>>,
    pub(super) exports: Vec<Export<'a>>,
    pub(super) elements: Vec<Element<'a>>,
    pub(super) data_count: Option<u32>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    /// the content of the section
    pub(super) data: &'a [u8],
    /// the names of the functions
    pub(super) names: HashMap<u32, &'a str>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(module: &'a [u8]) -> Result<Parts<'a>> {
        let mut parts = Parts::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(types) => {
                    parts.types = content(module, types.range())?;
                    for signature in types.into_iter_err_on_gc_types() {
                        let signature = signature?;
                        let arity = (signature.params().len(), signature.results().len());
                        parts.arities.push((u32::try_from(arity.0)?, u32::try_from(arity.1)?));
                    }
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let import = import?;
                        if let TypeRef::Func(signature) = import.ty {
                            parts.function_types.push(signature);
                            parts.imports.push(import);
                        } else {
                            parts.imports_more = true;
                        }
                    }
                }
                Payload::FunctionSection(functions) => {
                    for signature in functions {
                        parts.function_types.push(signature?);
                    }
                }
                Payload::TableSection(tables) => parts.tables = tables.into_iter().collect::<Result<_, _>>()?,
                Payload::MemorySection(memories) => parts.memories = memories.into_iter().collect::<Result<_, _>>()?,
                Payload::GlobalSection(globals) => parts.globals = globals.into_iter().collect::<Result<_, _>>()?,
                Payload::ExportSection(exports) => parts.exports = exports.into_iter().collect::<Result<_, _>>()?,
                Payload::ElementSection(elements) => parts.elements = elements.into_iter().collect::<Result<_, _>>()?,
                Payload::DataCountSection { count, .. } => parts.data_count = Some(count),
                Payload::CodeSectionEntry(body) => parts.bodies.push(body),
                Payload::DataSection(data) => parts.data = content(module, data.range())?,
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    for names in names {
                        let Name::Function(names) = names? else { continue };
                        for named in names {
                            let named = named?;
                            parts.names.insert(named.index, named.name);
                        }
                    }
                }
                Payload::Version { .. } | Payload::CodeSectionStart { .. } | Payload::End(_) => {}
                other => bail!("an unexpected section: {other:?}"),
            }
        }
        Ok(parts)
    }

    /// The number of the first function that is not imported.
    pub(super) fn imported(&self) -> u32 {
        u32::try_from(self.imports.len()).unwrap_or(u32::MAX)
    }

    /// The number of functions, imported ones included.
    pub(super) fn functions(&self) -> usize {
        self.function_types.len()
    }

    /// The type of a function.
    pub(super) fn type_of(&self, function: u32) -> u32 {
        self.function_types[function as usize]
    }

    /// The number of parameters of a function.
    pub(super) fn parameters_of(&self, function: u32) -> u32 {
        self.arities[self.type_of(function) as usize].0
    }

    /// The functions that the module defines, with their numbers.
    pub(super) fn own(&self) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        (self.imported()..).zip(&self.bodies)
    }

    /// The body of a function that the module defines.
    pub(super) fn body_of(&self, function: u32) -> &FunctionBody<'a> {
        &self.bodies[(function - self.imported()) as usize]
    }

    /// The bytes of a function that the module defines.
    pub(super) fn size_of(&self, function: u32) -> u64 {
        let range = self.body_of(function).range();
        range.end - range.start
    }

    /// The functions that a function calls or points to.
    pub(super) fn references_of(body: &FunctionBody<'a>) -> Result<BTreeSet<u32>> {
        let mut references = References(BTreeSet::new());
        references.parse_function_body(&mut CodeSection::new(), body.clone())?;
        Ok(references.0)
    }

    /// The functions that scripts call, and those in tables.
    pub(super) fn roots(&self) -> Result<BTreeSet<u32>> {
        let mut references = References(BTreeSet::new());
        references.exports(&self.exports)?;
        references.elements(&self.elements)?;
        Ok(references.0)
    }

    /// The number of the table of functions, and its size.
    pub(super) fn function_table(&self) -> Result<(u32, u32)> {
        let mut active = self.elements.iter().filter_map(|element| match element.kind {
            ElementKind::Active { table_index, .. } => Some(table_index.unwrap_or(0)),
            _ => None,
        });
        let Some(number) = active.next() else { bail!("no table of functions") };
        ensure!(active.all(|other| other == number), "several tables of functions");
        Ok((number, u32::try_from(self.tables[number as usize].ty.initial)?))
    }
}

fn content(module: &[u8], range: std::ops::Range<u64>) -> Result<&[u8]> {
    Ok(&module[usize::try_from(range.start)?..usize::try_from(range.end)?])
}

/// Sections that contain numbers of functions, besides the code.
pub(super) trait Sections: Reencode {
    fn exports(&mut self, exports: &[Export<'_>]) -> Result<wasm_encoder::ExportSection, reencode::Error<Self::Error>> {
        let mut section = wasm_encoder::ExportSection::new();
        for export in exports {
            self.parse_export(&mut section, *export)?;
        }
        Ok(section)
    }

    fn elements(
        &mut self,
        elements: &[Element<'_>],
    ) -> Result<wasm_encoder::ElementSection, reencode::Error<Self::Error>> {
        let mut section = wasm_encoder::ElementSection::new();
        for element in elements {
            self.parse_element(&mut section, element.clone())?;
        }
        Ok(section)
    }
}

impl<T: Reencode> Sections for T {}

/// Notes the functions that code refers to.
struct References(BTreeSet<u32>);

impl Reencode for References {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error> {
        self.0.insert(function);
        Ok(function)
    }
}
