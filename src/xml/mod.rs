//! A push tokenizer over quick-xml. It takes byte chunks of any size and emits namespaced events with byte offsets. The
//! events do not depend on how the document is cut into chunks.

mod attributes;
mod context;
mod core;
mod element;
mod end_tags;
mod entities;
mod gaps;
mod handler;
mod html_entities;
mod mistakes;
mod names;
mod open_quote;
mod open_tags;
mod repair;
mod resolve;
mod stray;
mod tokenizer;
pub mod vocabulary;

pub use attributes::Attribute;
pub(crate) use attributes::is_like_name;
pub use context::Context;
pub use element::Element;
pub(crate) use element::push_attribute_value;
pub use entities::Entities;
pub(crate) use entities::html_reference;
pub use handler::Handler;
pub(crate) use handler::leaf_in_parts;
pub use names::Names;
pub(crate) use repair::report_marks;
pub(crate) use resolve::report_wrong_case;
pub use tokenizer::Tokenizer;
