//! The tokenizer: events and findings do not depend on chunks.

#[path = "../../native/support/events.rs"]
mod events;

use super::input::{SHORT, cuts};
use events::events;

pub fn run(input: &[u8]) {
    let whole = events([input]);
    assert_eq!(events(cuts(input)), whole, "in chunks");
    if input.len() <= SHORT {
        assert_eq!(events(input.chunks(1)), whole, "byte by byte");
    }
}
