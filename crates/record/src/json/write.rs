//! Writes values of any type as a JSON value in place.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Map, Value};

/// Where a value is written.
pub(super) struct JsonWriter<'a>(pub(super) &'a mut Value);

impl<'a> JsonWriter<'a> {
    fn unsigned(self, value: u64) {
        *self.0 = Value::from(value);
    }

    fn signed(self, value: i64) {
        *self.0 = Value::from(value);
    }

    fn text(self, value: &str) {
        *self.0 = Value::String(value.to_owned());
    }

    fn list(self, length: Option<usize>) -> List<'a> {
        *self.0 = Value::Array(Vec::with_capacity(length.unwrap_or_default()));
        List(self.0)
    }

    fn object(self, length: usize) -> Object<'a> {
        *self.0 = Value::Object(Map::with_capacity(length));
        Object(self.0)
    }

    /// Where the content of a variant is written.
    fn variant(self, name: &'static str) -> JsonWriter<'a> {
        *self.0 = Value::Object(Map::with_capacity(1));
        JsonWriter(field(self.0, name))
    }
}

/// The place of a new element of an array.
fn element(array: &mut Value) -> &mut Value {
    match array {
        Value::Array(elements) => {
            elements.push(Value::Null);
            let last = elements.len() - 1;
            &mut elements[last]
        }
        // Only arrays are given.
        other => other,
    }
}

/// The place of a field of an object.
fn field<'v>(object: &'v mut Value, name: &str) -> &'v mut Value {
    place(object, name.to_owned())
}

fn place(object: &mut Value, name: String) -> &mut Value {
    match object {
        Value::Object(fields) => fields.entry(name).or_insert(Value::Null),
        // Only objects are given.
        other => other,
    }
}

/// The key of a map as text.
fn key_of<T: Serialize + ?Sized>(key: &T) -> Result<String, Error> {
    let mut value = Value::Null;
    key.serialize(JsonWriter(&mut value))?;
    key_text(value)
}

fn key_text(key: Value) -> Result<String, Error> {
    match key {
        Value::String(text) => Ok(text),
        Value::Number(_) | Value::Bool(_) => Ok(key.to_string()),
        _ => Err(Error::custom("key must be a string")),
    }
}

macro_rules! numbers {
    ($of:ident: $($name:ident $number:ty)*) => {$(
        fn $name(self, value: $number) -> Result<(), Error> {
            self.$of(value.into());
            Ok(())
        }
    )*};
}

impl<'a> Serializer for JsonWriter<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Object<'a>;
    type SerializeStructVariant = Object<'a>;

    numbers!(unsigned: serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64);
    numbers!(signed: serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64);

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        *self.0 = Value::Bool(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        *self.0 = Value::from(value);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        *self.0 = Value::from(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        *self.0 = value.iter().copied().map(Value::from).collect();
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        *self.0 = Value::Null;
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.text(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self.variant(variant))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'a>, Error> {
        Ok(self.list(length))
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'a>, Error> {
        Ok(self.list(Some(length)))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<List<'a>, Error> {
        Ok(self.list(Some(length)))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<List<'a>, Error> {
        Ok(self.variant(variant).list(Some(length)))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries<'a>, Error> {
        let Object(object) = self.object(length.unwrap_or_default());
        Ok(Entries {
            object,
            key: String::new(),
        })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Object<'a>, Error> {
        Ok(self.object(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Object<'a>, Error> {
        Ok(self.variant(variant).object(length))
    }
}

pub(super) struct List<'a>(&'a mut Value);

macro_rules! lists {
    ($($kind:ident $name:ident)*) => {$(
        impl $kind for List<'_> {
            type Ok = ();
            type Error = Error;

            fn $name<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(JsonWriter(element(self.0)))
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        }
    )*};
}

lists!(SerializeSeq serialize_element SerializeTuple serialize_element SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field);

/// Fields with names that are known.
pub(super) struct Object<'a>(&'a mut Value);

macro_rules! objects {
    ($($kind:ident)*) => {$(
        impl $kind for Object<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                value.serialize(JsonWriter(field(self.0, key)))
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        }
    )*};
}

objects!(SerializeStruct SerializeStructVariant);

/// Entries of a map.
pub(super) struct Entries<'a> {
    object: &'a mut Value,
    /// Of the value that comes next.
    key: String,
}

impl SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = key_of(key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(JsonWriter(place(self.object, std::mem::take(&mut self.key))))
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), Error> {
        value.serialize(JsonWriter(place(self.object, key_of(key)?)))
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}
