//! What every document begins with: which document it is, and the version of its schema.

use std::borrow::Cow;
use std::marker::PhantomData;

use fiord_record::json as documents;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// What a document holds besides its envelope.
pub trait Body: Serialize + JsonSchema {
    /// Its name in the envelope and of its schema.
    const NAME: &'static str;
    /// Which command prints it.
    const TITLE: &'static str;
    /// Version of its schema.
    const VERSION: u32 = 1;
}

/// `{"fiord": {"document": "run", "version": 1}, …}`.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(rename = "{B}_document")]
pub struct Document<B: Body> {
    /// Which document this is, and which version of its schema it follows.
    fiord: Envelope<B>,
    #[schemars(flatten)]
    pub body: B,
}

#[derive(Debug, Clone)]
struct Envelope<B>(PhantomData<B>);

impl<B: Body> Envelope<B> {
    fn value(&self) -> Value {
        json!({ "document": B::NAME, "version": B::VERSION })
    }
}

impl<B: Body> JsonSchema for Envelope<B> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}_envelope", B::NAME).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "document": { "const": B::NAME }, "version": { "const": B::VERSION } },
            "required": ["document", "version"],
        })
    }
}

impl<B: Body> Document<B> {
    pub fn new(body: B) -> Self {
        Self {
            fiord: Envelope(PhantomData),
            body,
        }
    }

    /// The document as people and programs read it from standard output.
    ///
    /// # Errors
    /// A value that JSON cannot hold.
    pub fn to_text(&self) -> serde_json::Result<String> {
        Ok(format!("{:#}\n", self.to_value()?))
    }

    /// The document in one line.
    ///
    /// # Errors
    /// As [`Document::to_text`].
    pub fn to_line(&self) -> serde_json::Result<String> {
        Ok(format!("{}\n", self.to_value()?))
    }

    /// The document as a value: the one way out of the types, which otherwise would be compiled once per way.
    ///
    /// # Errors
    /// As [`Document::to_text`].
    pub fn to_value(&self) -> serde_json::Result<Value> {
        let mut whole = Map::new();
        whole.insert("fiord".to_owned(), self.fiord.value());
        match documents::to_value(&self.body)? {
            Value::Object(fields) => whole.extend(fields),
            _ => return Err(serde_json::Error::custom("the body of a document is an object")),
        }
        Ok(Value::Object(whole))
    }
}

impl<B: Body> Serialize for Document<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.to_value().map_err(S::Error::custom)?;
        value.serialize(serializer)
    }
}
