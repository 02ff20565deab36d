//! Reads values of any type from a JSON value in place; strings are taken out of it.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number, Value, map};

pub(super) struct JsonReader<'a>(pub(super) &'a mut Value);

/// One of another kind was found than what was expected.
#[cold]
fn wrong(found: &Value, expected: &dyn Expected) -> Error {
    let found = match found {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (None, Some(number)) => Unexpected::Signed(number),
            _ => Unexpected::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, expected)
}

struct Structure(&'static str);

impl Expected for Structure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "struct {}", self.0)
    }
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => visitor.visit_u64(number),
        (None, Some(number)) => visitor.visit_i64(number),
        _ => visitor.visit_f64(number.as_f64().unwrap_or_default()),
    }
}

impl JsonReader<'_> {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Number(found) => number(found, visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(std::mem::take(text)),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn list<'de, V: Visitor<'de>>(
        self,
        visitor: V,
        expected: &'static dyn Expected,
    ) -> Result<V::Value, Error> {
        let elements = self.elements(expected)?;
        let mut left = elements.iter_mut();
        let value = visitor.visit_seq(Elements(&mut left))?;
        match left.len() {
            0 => Ok(value),
            left => Err(too_many(left)),
        }
    }

    fn elements<'v>(self, expected: &'static dyn Expected) -> Result<&'v mut [Value], Error>
    where
        Self: 'v,
    {
        match self.0 {
            Value::Array(elements) => Ok(elements),
            other => Err(wrong(other, expected)),
        }
    }

    fn fields<'v>(self, expected: &dyn Expected) -> Result<Fields<'v>, Error>
    where
        Self: 'v,
    {
        match self.0 {
            Value::Object(fields) => Ok(Fields {
                left: fields.iter_mut(),
                value: None,
            }),
            other => Err(wrong(other, expected)),
        }
    }

    fn variant<'v>(self) -> Result<Variant<'v>, Error>
    where
        Self: 'v,
    {
        match self.0 {
            Value::String(name) => Ok(Variant { name, value: None }),
            Value::Object(fields) => {
                let is_one = fields.len() == 1;
                match fields.iter_mut().next() {
                    Some((name, value)) if is_one => Ok(Variant {
                        name,
                        value: Some(value),
                    }),
                    _ => Err(Error::invalid_value(Unexpected::Map, &"map with a single key")),
                }
            }
            other => Err(wrong(other, &"string or map")),
        }
    }
}

#[cold]
fn too_many(left: usize) -> Error {
    Error::custom(format_args!("{left} elements too many in array"))
}

macro_rules! kinds {
    ($of:ident: $($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$of(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for JsonReader<'_> {
    type Error = Error;

    kinds!(number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64);
    kinds!(text: deserialize_char deserialize_str deserialize_string);
    forward_to_deserialize_any!(bytes byte_buf);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(found) => number(found, visitor),
            Value::String(text) => visitor.visit_string(std::mem::take(text)),
            Value::Array(_) => self.list(visitor, &"a sequence"),
            Value::Object(_) => visitor.visit_map(self.fields(&"a map")?),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor, &"a sequence")
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor, &"an array")
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor, &"an array")
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self.fields(&"a map")?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(self.fields(&Structure(name))?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant()?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_str(text),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

struct Elements<'a, 'v>(&'a mut std::slice::IterMut<'v, Value>);

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.0.next() {
            Some(value) => seed.deserialize(JsonReader(value)).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Fields<'a> {
    left: map::IterMut<'a>,
    value: Option<&'a mut Value>,
}

impl<'a> Fields<'a> {
    fn key(&mut self) -> Option<&'a str> {
        let (key, value) = self.left.next()?;
        self.value = Some(value);
        Some(key)
    }

    fn value(&mut self) -> Result<&'a mut Value, Error> {
        self.value.take().ok_or_else(|| Error::custom("value is missing"))
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        match self.key() {
            Some(key) => seed.deserialize(Key(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(JsonReader(self.value()?))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The name of a field or a variant, or the key of a map: numbers are text there.
struct Key<'a>(&'a str);

impl Key<'_> {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(found) => number(&found, visitor),
            Err(_) => visitor.visit_str(self.0),
        }
    }
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Error;

    kinds!(number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64);
    forward_to_deserialize_any!(char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => visitor.visit_str(other),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant {
            name: self.0,
            value: None,
        })
    }
}

struct Variant<'a> {
    name: &'a str,
    value: Option<&'a mut Value>,
}

impl<'a, 'de> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Content<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content<'a>), Error> {
        Ok((seed.deserialize(Key(self.name))?, Content(self.value)))
    }
}

/// What a variant holds.
struct Content<'a>(Option<&'a mut Value>);

impl<'a> Content<'a> {
    fn reader(self, expected: &'static dyn Expected) -> Result<JsonReader<'a>, Error> {
        match self.0 {
            Some(value) => Ok(JsonReader(value)),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, expected)),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(other) => Err(wrong(other, &"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.reader(&"newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.reader(&"tuple variant")?.list(visitor, &"tuple variant")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(self.reader(&"struct variant")?.fields(&"struct variant")?)
    }
}
