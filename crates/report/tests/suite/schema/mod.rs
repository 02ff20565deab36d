//! Holds documents against the schema that their envelope names, strictly: what is not described does not fit.
// Each test binary uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_report::documents::published;
use serde_json::{Value, json};

/// What in a document does not fit its schema.
pub(crate) fn problems(document: &Value) -> Vec<String> {
    let envelope = &document["fiord"];
    let of_name = |one: &published::PublishedSchema| envelope["document"] == one.document;
    let Some(mut published) = published::all().into_iter().find(of_name) else {
        return vec![format!("{envelope} names no document")];
    };
    close(&mut published.schema);
    let validator = jsonschema::validator_for(&published.schema).unwrap();
    let problem = |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    validator.iter_errors(document).map(problem).collect()
}

/// Objects whose properties are described have no others. Published schemas leave them open, for what may come.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_object = fields.get("properties").is_some_and(Value::is_object);
            if is_object && fields.get("type").is_some() && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
