//! Doctor's document for programs. Its shape is `docs/schema/doctor-1.json`; a change that breaks a reader takes a new number.

use fiord_host::stack::Layer;
use serde_json::{Map, Value, json};

use super::examined::{Doctor, Item};
use fiord_truth::State;
use fiord_truth::traps::stack::state_of;
use fiord_truth::words::layer::meaning;

pub(super) fn document(doctor: &Doctor) -> Value {
    let grades = [
        State::Wrong,
        State::Care,
        State::Note,
        State::Unknown,
        State::Fine,
    ];
    let counts: Map<String, Value> = grades
        .iter()
        .map(|grade| (grade.name().to_owned(), json!(doctor.count(*grade))))
        .collect();
    let latency: Vec<Value> = doctor
        .before
        .read_latency
        .iter()
        .map(|(device, median)| json!({ "device": device, "median_ns": median.as_nanos() as u64 }))
        .collect();
    let machine = doctor.before.machine.as_ref();
    json!({
        "fiord doctor": 1,
        "path": machine.map(|machine| machine.stack.path.display().to_string()),
        "verdict": doctor.verdict().name(),
        "counts": counts,
        "stack": machine.and_then(|machine| machine.stack.top.as_ref()).map(layer),
        "checks": doctor.items.iter().map(check).collect::<Vec<_>>(),
        "read_latency": latency,
        "activity": doctor.before.activity.as_ref().map(|a| serde_json::to_value(a).unwrap_or_default()),
        "machine": serde_json::to_value(machine).unwrap_or_default(),
    })
}

fn layer(layer: &Layer) -> Value {
    json!({
        "name": layer.name,
        "what": layer.kind.title(),
        "size_bytes": layer.size_bytes,
        "grade": state_of(layer).name(),
        "meaning": meaning(layer),
        "below": layer.below.iter().map(self::layer).collect::<Vec<_>>(),
    })
}

fn check(item: &Item) -> Value {
    let values: Map<String, Value> = item
        .checked
        .observed
        .values()
        .into_iter()
        .map(|(name, value)| (name, json!(value)))
        .collect();
    let change =
        item.checked.change.as_ref().map(
            |change| json!({ "device": change.device, "setting": change.setting.name(), "to": change.to }),
        );
    json!({
        "id": item.trap.name(),
        "area": item.area().map(fiord_truth::Area::name),
        "grade": item.state().name(),
        "on": item.device(),
        "saw": item.saw(),
        "why": item.why(),
        "attempt": item.advice(),
        "source": item.source(),
        "values": values,
        "change": change,
    })
}
