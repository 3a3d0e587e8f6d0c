//! The tree view, its operations in any order, against a model.

#[path = "../../native/view_model/both.rs"]
mod both;
#[path = "../../native/view_model/current.rs"]
mod current;
#[path = "../../native/view_model/model.rs"]
mod model;
#[path = "../../native/view_model/pages.rs"]
mod pages;

use arbitrary::{Arbitrary, Unstructured};
use both::{OPERATIONS, compare};
use pages::PAGES;

pub fn run(input: &[u8]) {
    let _ = sequence(&mut Unstructured::new(input));
}

fn sequence(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let pages = input.int_in_range(PAGES.start..=PAGES.end - 1)?;
    let count = input.int_in_range(1..=14)?;
    let mut statements = Vec::new();
    for _ in 0..count {
        let (list, n, member) = (0..=pages - 1, 1..=5, 1..=pages - 1);
        statements.push((input.int_in_range(list)?, input.int_in_range(n)?, input.int_in_range(member)?));
    }
    let mut operations = Vec::new();
    while !input.is_empty() && operations.len() < 60 {
        operations.push((input.int_in_range(0..=OPERATIONS - 1)?, usize::from(u16::arbitrary(input)?)));
    }
    compare(pages, statements, operations);
    Ok(())
}
