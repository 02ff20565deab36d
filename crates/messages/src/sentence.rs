//! A text that is made before the language of its reader is known.

use std::collections::BTreeMap;
use std::{error, fmt, io};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Lang, system_error};

/// One text in each language. For findings about a user's input, which are shown to the user in one language and printed in fio mode
/// or written to JSON in English; and for sentences that are stored, whose reader may read another language.
///
/// It is stored as an object with a text for each tag, `{"en": "…", "zh-CN": "…"}`, or as one string, if all texts are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sentence(Box<[Box<str>; Lang::ALL.len()]>);

impl Sentence {
    /// Asks for the text in each language.
    pub fn new<T: Into<String>>(text: impl Fn(Lang) -> T) -> Self {
        Self(Box::new(Lang::ALL.map(|lang| text(lang).into().into_boxed_str())))
    }

    /// The same text in each language: code, or a text of another program.
    pub fn verbatim(text: impl Into<String>) -> Self {
        let text = text.into().into_boxed_str();
        Self(Box::new(Lang::ALL.map(|_| text.clone())))
    }

    /// The text in this language.
    pub fn text(&self, lang: Lang) -> &str {
        let texts = Lang::ALL.iter().zip(self.0.iter());
        let mut found = texts.filter(|(of, _)| **of == lang).map(|(_, text)| &**text);
        found.next().unwrap_or_default()
    }

    /// With the text of one language only, as documents have it.
    #[must_use]
    pub fn only(&self, lang: Lang) -> Self {
        Self::verbatim(self.text(lang))
    }

    /// The text about a thing, after its name and a colon.
    #[must_use]
    pub fn after(&self, name: impl fmt::Display) -> Self {
        Self::new(|lang| format!("{name}{}{}", lang.colon(), self.text(lang)))
    }

    /// Each text changed in the same way.
    #[must_use]
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        Self::new(|lang| change(self.text(lang)))
    }
}

/// An error that carries a sentence has that one; the system's errors have theirs, without their numbers.
impl From<&io::Error> for Sentence {
    fn from(error: &io::Error) -> Self {
        let own = error.get_ref().and_then(|inner| inner.downcast_ref::<Self>());
        own.cloned().unwrap_or_else(|| {
            let english = error.to_string();
            let plain = english.split(" (os error").next().unwrap_or_default();
            Self::new(|lang| system_error(plain, lang))
        })
    }
}

/// In the language of error messages.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Lang::current()))
    }
}

impl error::Error for Sentence {}

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [first, rest @ ..] = &*self.0;
        if rest.iter().all(|text| text == first) {
            return serializer.serialize_str(first);
        }
        serializer.collect_map(Lang::ALL.iter().map(|lang| (lang.tag(), self.text(*lang))))
    }
}

/// A sentence as records have it: stored before it had a text for each language, or since then.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    One(String),
    Texts(BTreeMap<String, String>),
}

/// A language that is not stored has the English text.
impl<'de> Deserialize<'de> for Sentence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Stored::deserialize(deserializer)? {
            Stored::One(text) => Self::verbatim(text),
            Stored::Texts(texts) => {
                let of = |lang: Lang| texts.get(lang.tag()).cloned();
                Self::new(|lang| of(lang).or_else(|| of(Lang::En)).unwrap_or_default())
            }
        })
    }
}

/// A message, or a closure that makes one.
impl<T: Into<String>, F: Fn(Lang) -> T> From<F> for Sentence {
    fn from(text: F) -> Self {
        Self::new(text)
    }
}
