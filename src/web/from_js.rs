//! Converts JavaScript values to Rust types. `serde-wasm-bindgen` could do this too, but its error messages need code
//! that prints floats. This would add 15 KB to the engine for messages that nobody reads.

use js_sys::{Array, Object};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt;
use std::fmt::Display;
use wasm_bindgen::prelude::*;

/// Converts a value. Returns `None` if it has another type.
pub(super) fn from_js<T: DeserializeOwned>(value: JsValue) -> Option<T> {
    T::deserialize(FromJs(value)).ok()
}

struct FromJs(JsValue);

/// The error for a value of another type. It has no message, because nobody reads it.
#[derive(Debug)]
struct Misfit;

impl Display for Misfit {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: Display>(_: T) -> Misfit {
        Misfit
    }
}

impl IntoDeserializer<'_, Misfit> for FromJs {
    type Deserializer = FromJs;

    fn into_deserializer(self) -> FromJs {
        self
    }
}

impl<'de> Deserializer<'de> for FromJs {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if let Some(number) = self.0.as_f64() {
            let whole = number as i64;
            if whole as f64 == number { visitor.visit_i64(whole) } else { visitor.visit_f64(number) }
        } else if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if let Some(is) = self.0.as_bool() {
            visitor.visit_bool(is)
        } else if Array::is_array(&self.0) {
            // `instanceof` is not enough: a value from another window has other classes.
            let list: &Array = self.0.unchecked_ref();
            visitor.visit_seq(SeqDeserializer::new(list.iter().map(FromJs)))
        } else if self.0.is_object() {
            let object: &Object = self.0.unchecked_ref();
            let entries = Object::entries(object);
            let entries = entries.iter().map(Array::unchecked_from_js);
            visitor.visit_map(MapDeserializer::new(entries.map(|entry| (FromJs(entry.get(0)), FromJs(entry.get(1))))))
        } else {
            Err(Misfit)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_undefined() || self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier
    }
}
