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

/// Methods that do the same as another one.
macro_rules! as_method {
    ($as: ident: $($method: ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.$as(visitor)
        })*
    };
}

/// The type that is asked for decides what a value may be. A method that could find any type would need the code for all of them
/// with each type.
impl<'de> Deserializer<'de> for FromJs {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Misfit> {
        Err(Misfit)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.0.as_bool().ok_or(Misfit)?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = self.0.as_f64().ok_or(Misfit)?;
        let whole = number as i64;
        if whole as f64 == number { visitor.visit_i64(whole) } else { Err(Misfit) }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_f64(self.0.as_f64().ok_or(Misfit)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_string(self.0.as_string().ok_or(Misfit)?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        // `instanceof` is not enough: a value from another window has other classes.
        if !Array::is_array(&self.0) {
            return Err(Misfit);
        }
        let list: &Array = self.0.unchecked_ref();
        visitor.visit_seq(SeqDeserializer::new(list.iter().map(FromJs)))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(Misfit);
        }
        let object: &Object = self.0.unchecked_ref();
        let entries = Object::entries(object);
        let entries = entries.iter().map(Array::unchecked_from_js);
        visitor.visit_map(MapDeserializer::new(entries.map(|entry| (FromJs(entry.get(0)), FromJs(entry.get(1))))))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_undefined() || self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    as_method!(deserialize_i64: deserialize_i8 deserialize_i16 deserialize_i32);
    as_method!(deserialize_i64: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64);
    as_method!(deserialize_f64: deserialize_f32);
    as_method!(deserialize_string: deserialize_str deserialize_identifier);

    // Nothing that scripts send has one of these types.
    forward_to_deserialize_any! { i128 u128 char bytes byte_buf unit unit_struct enum }
}
