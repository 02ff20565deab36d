//! What every document begins with: which document it is, and the version of its schema.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

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
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "{B}_document")]
pub struct Document<B: Body> {
    /// Which document this is, and which version of its schema it follows.
    fiord: Envelope<B>,
    #[serde(flatten)]
    pub body: B,
}

#[derive(Debug, Clone)]
struct Envelope<B>(PhantomData<B>);

impl<B: Body> Serialize for Envelope<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Envelope", 2)?;
        out.serialize_field("document", B::NAME)?;
        out.serialize_field("version", &B::VERSION)?;
        out.end()
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
        serde_json::to_value(self)
    }
}
