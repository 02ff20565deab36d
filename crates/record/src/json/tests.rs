use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{from_bytes, from_text, from_value, to_text, to_value};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    OneWord,
    Other,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(i64, String),
    Struct { depth: u32, name: Option<String> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u64),
    Named { word: String },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Tagged {
    Plain,
    Sized { bytes: u64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", content = "observed")]
enum Adjacent {
    Nothing,
    Seen { share: f64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    left: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maybe: Option<bool>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(u16);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair(u8, char);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plain {
    numbers: (u8, u16, u32, u64, i8, i16, i32, i64),
    floats: [f64; 3],
    single: f32,
    flag: bool,
    letter: char,
    text: String,
    none: Option<u8>,
    some: Option<Vec<Inner>>,
    unit: (),
    newtype: Newtype,
    pair: Pair,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Whole {
    plain: Plain,
    kinds: Vec<Kind>,
    shapes: Vec<Shape>,
    eithers: Vec<Either>,
    tagged: Vec<Tagged>,
    adjacent: Vec<Adjacent>,
    by_name: BTreeMap<String, u8>,
    by_number: BTreeMap<i32, Inner>,
    by_kind: BTreeMap<Kind, String>,
    by_flag: BTreeMap<bool, ()>,
    #[serde(flatten)]
    inner: Inner,
    any: Value,
    result: Result<Box<Inner>, String>,
}

fn inner(left: i32) -> Inner {
    Inner {
        left,
        maybe: (left > 0).then_some(true),
    }
}

fn plain() -> Plain {
    Plain {
        numbers: (1, 2, 3, u64::MAX, -1, -2, -3, i64::MIN),
        floats: [0.1, -0.0, 1e300],
        single: 0.1,
        flag: true,
        letter: 'ä',
        text: "a \"word\"\n".to_owned(),
        none: None,
        some: Some(vec![inner(0), inner(1)]),
        unit: (),
        newtype: Newtype(7),
        pair: Pair(9, 'x'),
    }
}

fn whole() -> Whole {
    Whole {
        plain: plain(),
        kinds: vec![Kind::OneWord, Kind::Other],
        shapes: vec![
            Shape::Unit,
            Shape::Newtype(1),
            Shape::Tuple(-5, "t".to_owned()),
            Shape::Struct {
                depth: 4,
                name: Some("s".to_owned()),
            },
        ],
        eithers: vec![Either::Number(3), Either::Named { word: "w".to_owned() }],
        tagged: vec![Tagged::Plain, Tagged::Sized { bytes: 1 << 60 }],
        adjacent: vec![Adjacent::Nothing, Adjacent::Seen { share: 0.5 }],
        by_name: [("b".to_owned(), 1), ("a".to_owned(), 2)].into(),
        by_number: [(-1, inner(1)), (5, inner(0))].into(),
        by_kind: [(Kind::Other, "o".to_owned())].into(),
        by_flag: [(true, ())].into(),
        inner: inner(3),
        any: json!({"x": [1, 2.5, null, {"y": "z"}]}),
        result: Ok(Box::new(inner(2))),
    }
}

#[test]
fn a_value_is_written_as_serde_json_writes_it() {
    let whole = whole();
    let ours = to_value(&whole).unwrap();
    let theirs = serde_json::to_value(&whole).unwrap();
    // As text: the order of the fields, and 0 and −0.
    assert_eq!(ours.to_string(), theirs.to_string());
    assert_eq!(to_text(&whole).unwrap(), serde_json::to_string(&theirs).unwrap());
    for odd in [f64::NAN, f64::INFINITY] {
        assert_eq!(to_value(&odd).unwrap(), Value::Null);
    }
}

#[test]
fn a_value_comes_back_as_it_was() {
    let text = to_text(&whole()).unwrap();
    assert_eq!(from_text::<Whole>(&text).unwrap(), whole());
    assert_eq!(from_bytes::<Whole>(text.as_bytes()).unwrap(), whole());
    let theirs: Whole = serde_json::from_str(&text).unwrap();
    assert_eq!(theirs, whole());
}

#[test]
fn fields_that_are_unknown_are_passed_over() {
    let inner: Inner = from_value(json!({"left": 1, "new": {"a": [1, {}]}})).unwrap();
    assert_eq!(inner, Inner { left: 1, maybe: None });
}

#[test]
fn what_is_wrong_is_named() {
    let why = |value: Value| from_value::<Inner>(value).unwrap_err().to_string();
    assert_eq!(why(json!({"maybe": true})), "missing field `left`");
    assert_eq!(
        why(json!({"left": "1"})),
        "invalid type: string \"1\", expected i32"
    );
    assert!(why(json!({"left": 3_000_000_000_u64})).starts_with("invalid value: integer `3000000000`"));
    assert_eq!(why(json!(null)), "invalid type: null, expected struct Inner");
    // Nothing writes a structure as an array.
    assert_eq!(
        why(json!([1, true])),
        "invalid type: sequence, expected struct Inner"
    );
    let why = |value: Value| from_value::<Shape>(value).unwrap_err().to_string();
    assert!(why(json!("Round")).starts_with("unknown variant `Round`"));
    assert_eq!(
        why(json!("Newtype")),
        "invalid type: unit variant, expected newtype variant"
    );
    assert!(why(json!({"Unit": null, "Newtype": 1})).contains("map with a single key"));
    assert!(why(json!(5)).contains("expected string or map"));
    for short_or_long in [json!([1]), json!([1, "x", 3])] {
        assert!(from_value::<Pair>(short_or_long).is_err());
    }
    assert!(from_value::<BTreeMap<i32, u8>>(json!({"x": 1})).is_err());
    assert!(from_text::<Inner>("{").is_err());
}

#[test]
fn a_key_that_is_no_text_is_refused() {
    let map: BTreeMap<Vec<u8>, u8> = [(vec![1], 1)].into();
    assert!(to_value(&map).is_err());
}
