//! A push tokenizer over quick-xml: byte chunks of any size go in as they arrive, namespaced events with positions come out.
//! The same document cut anywhere gives the same events.

mod attributes;
mod context;
mod core;
mod element;
mod entities;
mod gaps;
mod handler;
mod html_entities;
mod names;
mod open_tags;
mod resolve;
mod tokenizer;
pub mod vocabulary;

pub use attributes::Attribute;
pub use context::Context;
pub use element::Element;
pub(crate) use element::push_attribute_value;
pub use entities::Entities;
pub(crate) use entities::character_reference;
pub use handler::Handler;
pub(crate) use handler::leaf_in_parts;
pub(crate) use html_entities::html_entity;
pub use names::Names;
pub use tokenizer::Tokenizer;
