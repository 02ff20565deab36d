//! Doctor's document for programs. Its shape is `docs/schema/doctor-1.json`; a change that breaks a reader takes a new number.

use fiord_host::stack::Layer;
use serde_json::{Map, Value, json};

use super::{Checked, Doctor};
use crate::truth::machine::Grade;
use crate::truth::machine::stack::meaning;

pub(super) fn document(doctor: &Doctor) -> Value {
    let grades = [
        Grade::Wrong,
        Grade::Care,
        Grade::Note,
        Grade::Unknown,
        Grade::Fine,
    ];
    let counts: Map<String, Value> = grades
        .iter()
        .map(|grade| (grade.name().to_owned(), json!(doctor.count(*grade))))
        .collect();
    let latency: Vec<Value> = doctor
        .read_latency
        .iter()
        .map(|(device, median)| json!({ "device": device, "median_ns": median.as_nanos() as u64 }))
        .collect();
    json!({
        "fiord doctor": 1,
        "path": doctor.machine.stack.path.display().to_string(),
        "verdict": doctor.verdict().name(),
        "counts": counts,
        "stack": doctor.machine.stack.top.as_ref().map(layer),
        "checks": doctor.checked.iter().map(check).collect::<Vec<_>>(),
        "read_latency": latency,
        "activity": doctor.activity.as_ref().map(|a| serde_json::to_value(a).unwrap_or_default()),
        "machine": serde_json::to_value(&doctor.machine).unwrap_or_default(),
    })
}

fn layer(layer: &Layer) -> Value {
    let meaning = meaning(layer);
    json!({
        "name": layer.name,
        "what": layer.kind.title(),
        "size_bytes": layer.size_bytes,
        "grade": meaning.grade.name(),
        "meaning": meaning.text,
        "below": layer.below.iter().map(self::layer).collect::<Vec<_>>(),
    })
}

fn check(checked: &Checked) -> Value {
    let seen = &checked.seen;
    let values: Map<String, Value> = seen
        .values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    let change = seen
        .change
        .as_ref()
        .map(|change| json!({ "device": change.device, "setting": change.setting.name(), "to": change.to }));
    json!({
        "id": checked.id(),
        "area": checked.check.area.name(),
        "grade": seen.grade.name(),
        "on": seen.on,
        "saw": seen.saw,
        "why": checked.why(),
        "attempt": checked.attempt(),
        "source": checked.check.rule.source,
        "values": values,
        "change": change,
    })
}
