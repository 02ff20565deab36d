//! What every document begins with: which document it is, and the version of its schema.

use std::borrow::Cow;
use std::marker::PhantomData;

use fiord_messages::{Lang, report as messages};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

/// What a document holds besides its envelope.
pub trait Body: Serialize + DeserializeOwned + JsonSchema {
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
        json!({ "document": B::NAME, "version": B::VERSION }).serialize(serializer)
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
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The document in one line.
    ///
    /// # Errors
    /// As [`Document::to_text`].
    pub fn to_line(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

impl<'de, B: Body> Deserialize<'de> for Document<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let whole = Value::deserialize(deserializer)?;
        let lang = Lang::current();
        let wrong = |kind: Kind| match kind {
            Kind { document, .. } if document != B::NAME => {
                let (document, expected) = (&document, &B::NAME);
                Some(messages::UnexpectedDocument { document, expected }.text(lang))
            }
            Kind { version, .. } if version != B::VERSION => {
                let newer = messages::NewerDocument {
                    version: &version,
                    document: &B::NAME,
                    supported: &B::VERSION,
                };
                Some(newer.text(lang))
            }
            _ => None,
        };
        match Kind::of(&whole).map(wrong) {
            None => Err(D::Error::custom(messages::no_envelope(lang))),
            Some(Some(why)) => Err(D::Error::custom(why)),
            Some(None) => B::deserialize(whole).map(Self::new).map_err(D::Error::custom),
        }
    }
}

/// Which document a value is, by its envelope.
#[derive(Debug, Deserialize)]
pub struct Kind {
    pub document: String,
    pub version: u32,
}

impl Kind {
    /// `None`: not a document of fiord.
    pub fn of(whole: &Value) -> Option<Self> {
        #[derive(Deserialize)]
        struct Enveloped {
            fiord: Kind,
        }
        Enveloped::deserialize(whole).ok().map(|whole| whole.fiord)
    }
}
