//! A JSON document whose texts stay in the source: json+ has a member for each bin, of which a map of owned texts would make many times its size.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::Index;

use fiord_stats::Histogram;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A value of JSON.
#[derive(Debug)]
pub(super) enum JsonTree<'t> {
    Null,
    Bool(bool),
    Whole(u64),
    Float(f64),
    Text(Cow<'t, str>),
    List(Box<[JsonTree<'t>]>),
    /// In the order of the source.
    Members(Box<[(Cow<'t, str>, JsonTree<'t>)]>),
    /// The object of a member `bins`: buckets and counts, until they are taken.
    Bins(RefCell<Vec<(usize, u64)>>),
}

const NULL: &JsonTree<'static> = &JsonTree::Null;

impl<'t> JsonTree<'t> {
    pub(super) fn get(&self, key: &str) -> Option<&JsonTree<'t>> {
        // As in every map, the last one counts.
        let members = self.members().iter().rev();
        members
            .into_iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// Of an object; of everything else none.
    pub(super) fn members(&self) -> &[(Cow<'t, str>, JsonTree<'t>)] {
        match self {
            JsonTree::Members(members) => members,
            _ => &[],
        }
    }

    /// Of a member `bins`; the next one to ask gets none. A copy of those of json+ would need as much memory again.
    pub(super) fn take_bins(&self) -> Vec<(usize, u64)> {
        match self {
            JsonTree::Bins(bins) => bins.take(),
            _ => Vec::new(),
        }
    }

    /// Takes out of it the objects that have a member of this name, and texts of several lines.
    pub(super) fn take_apart(
        self,
        key: &str,
        objects: &mut Vec<JsonTree<'t>>,
        texts: &mut Vec<Cow<'t, str>>,
    ) {
        match self {
            JsonTree::Members(_) if self.get(key).is_some() => objects.push(self),
            JsonTree::Members(members) => {
                for (_, value) in members {
                    value.take_apart(key, objects, texts);
                }
            }
            JsonTree::List(list) => {
                for value in list {
                    value.take_apart(key, objects, texts);
                }
            }
            JsonTree::Text(text) if text.contains('\n') => texts.push(text),
            _ => {}
        }
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self, JsonTree::Members(_))
    }

    pub(super) fn list(&self) -> Option<&[JsonTree<'t>]> {
        match self {
            JsonTree::List(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            JsonTree::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_u64(&self) -> Option<u64> {
        match self {
            JsonTree::Whole(number) => Some(*number),
            // Other programs may have made texts of the numbers.
            JsonTree::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub(super) fn as_f64(&self) -> Option<f64> {
        match self {
            JsonTree::Whole(number) => Some(*number as f64),
            JsonTree::Float(number) => Some(*number),
            JsonTree::Text(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, JsonTree::Null)
    }

    /// A text as it is, and everything else as JSON has it.
    pub(super) fn shown(&self) -> String {
        match self {
            JsonTree::Text(text) => text.clone().into_owned(),
            JsonTree::Null => "null".to_owned(),
            JsonTree::Bool(value) => value.to_string(),
            JsonTree::Whole(number) => number.to_string(),
            JsonTree::Float(number) => number.to_string(),
            JsonTree::Bins(bins) => {
                let part =
                    |(bucket, count): &(usize, u64)| format!("\"{}\":{count}", Histogram::value_of(*bucket));
                let parts: Vec<String> = bins.borrow().iter().map(part).collect();
                format!("{{{}}}", parts.join(","))
            }
            JsonTree::List(list) => {
                let parts: Vec<String> = list.iter().map(JsonTree::shown).collect();
                format!("[{}]", parts.join(","))
            }
            JsonTree::Members(members) => {
                let part =
                    |(name, value): &(Cow<'_, str>, JsonTree<'_>)| format!("{name:?}:{}", value.shown());
                let parts: Vec<String> = members.iter().map(part).collect();
                format!("{{{}}}", parts.join(","))
            }
        }
    }
}

impl<'t> Index<&str> for JsonTree<'t> {
    type Output = JsonTree<'t>;

    fn index(&self, key: &str) -> &JsonTree<'t> {
        self.get(key).unwrap_or(NULL)
    }
}

impl<'de> Deserialize<'de> for JsonTree<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = JsonTree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Whole(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<JsonTree<'de>, E> {
        Ok(u64::try_from(value).map_or(JsonTree::Float(value as f64), JsonTree::Whole))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Float(value))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonTree<'de>, E> {
        Ok(JsonTree::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<JsonTree<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(JsonTree::List(list.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<JsonTree<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(Name(name)) = from.next_key()? {
            let value = if name == "bins" {
                from.next_value::<Bins<'_>>()?.0
            } else {
                from.next_value()?
            };
            members.push((name, value));
        }
        Ok(JsonTree::Members(members.into()))
    }
}

/// More bins than most histograms have.
const OFTEN: usize = 1024;

/// A value whose object has numbers as names; every other value as it is.
struct Bins<'t>(JsonTree<'t>);

impl<'de> Deserialize<'de> for Bins<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BinsVisitor;
        impl<'de> Visitor<'de> for BinsVisitor {
            type Value = Bins<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bins")
            }

            fn visit_unit<E: Error>(self) -> Result<Bins<'de>, E> {
                Ok(Bins(JsonTree::Null))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Bins<'de>, E> {
                Ok(Bins(JsonTree::Bool(value)))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Bins<'de>, E> {
                Ok(Bins(JsonTree::Whole(value)))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Bins<'de>, E> {
                Ok(Bins(JsonTree::Float(value)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Bins<'de>, E> {
                TreeVisitor.visit_str(text).map(Bins)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, from: A) -> Result<Bins<'de>, A::Error> {
                TreeVisitor.visit_seq(from).map(Bins)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Bins<'de>, A::Error> {
                let mut bins = Vec::with_capacity(OFTEN);
                while let Some((Name(name), value)) = from.next_entry::<Name<'_>, JsonTree<'_>>()? {
                    let bucket = name.parse().ok().map(Histogram::bucket_of);
                    bins.extend(bucket.zip(value.as_u64()));
                }
                bins.shrink_to_fit();
                Ok(Bins(JsonTree::Bins(RefCell::new(bins))))
            }
        }
        deserializer.deserialize_any(BinsVisitor)
    }
}

/// The name of a member; `Cow` itself never borrows.
struct Name<'t>(Cow<'t, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}
