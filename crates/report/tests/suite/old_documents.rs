//! Documents that the released program wrote (`tests/data/documents/`) are read into their types, and nothing of them is lost.

use fiord_report::documents::{Kind, published};
use serde_json::Value;

use super::samples;

/// What of an old document is another in its type, or gone. A field may come.
fn lost(place: &str, old: &Value, now: &Value) -> Vec<String> {
    match (old, now) {
        (Value::Object(old), Value::Object(now)) => {
            let each = old.iter().map(|(key, old)| {
                let place = format!("{place}.{key}");
                now.get(key)
                    .map_or_else(|| vec![format!("{place} is gone")], |now| lost(&place, old, now))
            });
            each.flatten().collect()
        }
        (Value::Array(old), Value::Array(now)) if old.len() == now.len() => {
            let each = old.iter().zip(now).enumerate();
            each.flat_map(|(at, (old, now))| lost(&format!("{place}[{at}]"), old, now))
                .collect()
        }
        (old, now) if old == now => Vec::new(),
        (old, now) => vec![format!("{place} was {old}, is {now}")],
    }
}

#[test]
fn every_document_of_the_released_program_is_read_whole() {
    let all = published::all();
    let mut met = Vec::new();
    for name in samples::names() {
        let old = samples::kept(&name);
        let kind = Kind::of(&old).unwrap().document;
        let published = all.iter().find(|published| published.document == kind).unwrap();
        let now = (published.again)(old.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(lost(&name, &old, &now), [""; 0]);
        met.push(kind);
    }
    for published in &all {
        assert!(
            met.iter().any(|kind| kind == published.document),
            "{}",
            published.document
        );
    }
}
