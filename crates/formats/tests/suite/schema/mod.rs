//! A checker for the published schema. It knows just the words that the schema uses, and refuses others.
// Each test binary uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::Value;

const SCHEMA: &str = include_str!("../../../../../docs/schema/run-1.json");

/// Words of the schema language that are only for people.
const PROSE: [&str; 5] = ["$schema", "$id", "title", "description", "$defs"];

/// What in a document does not fit the published schema of a run.
pub(crate) fn problems_of(document: &Value) -> Vec<String> {
    problems_in(SCHEMA, document)
}

/// What in a document does not fit a schema.
pub(crate) fn problems_in(schema: &str, document: &Value) -> Vec<String> {
    let mut checker = Checker::new(schema);
    let schema = checker.schema.clone();
    checker.check(&schema, document, "$");
    checker.problems
}

struct Checker {
    schema: Value,
    problems: Vec<String>,
}

impl Checker {
    fn new(schema: &str) -> Self {
        Checker {
            schema: serde_json::from_str(schema).unwrap(),
            problems: Vec::new(),
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut inner = Checker {
            schema: self.schema.clone(),
            problems: Vec::new(),
        };
        inner.check(schema, value, "");
        inner.problems.is_empty()
    }

    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        for (word, rule) in schema.as_object().unwrap() {
            let ok = match word.as_str() {
                prose if PROSE.contains(&prose) => true,
                "$ref" if rule.as_str().unwrap().starts_with("run-1.json") => {
                    let mut run = Checker::new(SCHEMA);
                    let place = rule.as_str().unwrap().trim_start_matches("run-1.json");
                    let target = match place.strip_prefix("#/$defs/") {
                        Some(name) => run.schema["$defs"][name].clone(),
                        None => run.schema.clone(),
                    };
                    assert!(target.is_object(), "{rule} is not defined");
                    run.check(&target, value, at);
                    self.problems.append(&mut run.problems);
                    true
                }
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    let target = self.schema["$defs"][name].clone();
                    assert!(target.is_object(), "{name} is not defined");
                    self.check(&target, value, at);
                    true
                }
                "type" => types(rule).iter().any(|kind| is_of(value, kind)),
                "const" => value == rule,
                "enum" => rule.as_array().unwrap().contains(value),
                "anyOf" => {
                    let choices = rule.as_array().unwrap();
                    // The one that is not null tells more when nothing fits.
                    if !choices.iter().any(|choice| self.fits(choice, value)) {
                        self.check(&choices[0], value, at);
                    }
                    true
                }
                "minimum" => value
                    .as_f64()
                    .is_none_or(|number| number >= rule.as_f64().unwrap()),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
                "maxItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
                "items" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{at}[{place}]"));
                    }
                    true
                }
                "required" => {
                    let missing =
                        |name: &&Value| value.is_object() && value.get(name.as_str().unwrap()).is_none();
                    let missing: Vec<_> = rule.as_array().unwrap().iter().filter(missing).collect();
                    self.problems
                        .extend(missing.iter().map(|name| format!("{at}: {name} is missing")));
                    true
                }
                "properties" | "additionalProperties" => {
                    self.members(schema, value, at, word == "properties");
                    true
                }
                other => panic!("the checker does not know `{other}`"),
            };
            if !ok {
                self.problems.push(format!("{at}: {value} against {word} {rule}"));
            }
        }
    }

    fn members(&mut self, schema: &Value, value: &Value, at: &str, known: bool) {
        for (name, member) in value.as_object().into_iter().flatten() {
            let described = schema.get("properties").and_then(|all| all.get(name)).cloned();
            let at = format!("{at}.{name}");
            match (described, known) {
                (Some(described), true) => self.check(&described, member, &at),
                (None, false) if schema["additionalProperties"] == Value::Bool(false) => {
                    self.problems.push(format!("{at} is not described"));
                }
                (None, false) if schema["additionalProperties"].is_object() => {
                    let rest = schema["additionalProperties"].clone();
                    self.check(&rest, member, &at);
                }
                _ => {}
            }
        }
    }
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        one => vec![one.as_str().unwrap()],
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the checker does not know the type `{other}`"),
    }
}
