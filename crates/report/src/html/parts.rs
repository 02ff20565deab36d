//! What several pages have: findings, machines, numbers of documents.

use fiord_record::number::Bytes;
use serde_json::Value;

use crate::html::charts::Chart;
use crate::html::charts::units::PageUnit;
use crate::html::frame::escaped;

/// The parts of a page that differ by document.
pub(super) struct PageContent {
    pub(super) title: String,
    /// HTML: the answer in a sentence or two.
    pub(super) answer: String,
    pub(super) findings: String,
    /// Heading of what stands there; empty: Findings.
    pub(super) findings_heading: &'static str,
    pub(super) charts: Vec<Chart>,
    pub(super) numbers: String,
    pub(super) machine: String,
    /// What the kernel counted, and what was found in the runs.
    pub(super) evidence: String,
    pub(super) runs: String,
}

/// A text in a document; empty where there is none.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The elements of a list; none of anything else.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

pub(super) fn shown(unit: PageUnit, value: &Value) -> String {
    number(value).map_or_else(|| "?".to_owned(), |number| unit.shown(number))
}

/// `low` and `high` of an interval.
pub(super) fn ends(interval: &Value) -> Option<(f64, f64)> {
    Some((number(&interval["low"])?, number(&interval["high"])?))
}

/// Findings with reason and advice, the worst first as they come.
pub(super) fn findings(all: &[Value]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut out = String::from("<ul>\n");
    for finding in all {
        let severity = text(&finding["severity"]);
        let class = match severity.as_str() {
            "wrong" => "wrong",
            "care" => "care",
            _ => "note",
        };
        let of = match finding["job"].as_str() {
            Some(job) if !job.is_empty() => format!(" <span class=\"dim\">[{}]</span>", escaped(job)),
            _ => String::new(),
        };
        out += &format!(
            "<li class=\"f {class}\"><b>{} {}</b>{of}: {}.",
            escaped(&severity),
            escaped(&text(&finding["rule"])),
            escaped(&text(&finding["saw"]))
        );
        for (label, key) in [("Why", "why"), ("Do", "advice")] {
            let words = text(&finding[key]);
            if !words.is_empty() {
                out += &format!("<br><span class=\"dim\">{label}: {}.</span>", escaped(&words));
            }
        }
        out += "</li>\n";
    }
    out + "</ul>\n"
}

/// Names and values of a machine, as far as a record has them.
pub(super) fn machine(record: &Value) -> Vec<Vec<String>> {
    let machine = &record["before"]["machine"];
    if machine.is_null() {
        return Vec::new();
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut put = |name: &str, value: String| {
        if !value.is_empty() {
            rows.push(vec![name.to_owned(), value]);
        }
    };
    let system = &machine["system"];
    let mut layers = Vec::new();
    let mut layer = &machine["stack"]["top"];
    while !layer.is_null() && layers.len() < 16 {
        layers.push(text(&layer["name"]));
        layer = &layer["below"][0];
    }
    put("layers", layers.join(" on "));
    put("kernel", text(&system["kernel"]));
    put("distribution", text(&system["distribution"]));
    put("hypervisor", text(&system["hypervisor"]));
    put("container", text(&system["container"]));
    put("processor", text(&machine["cpu"]["model"]));
    put("processors", text(&machine["cpu"]["online"]));
    let memory = number(&machine["memory"]["total_bytes"]);
    put(
        "memory",
        memory.map_or_else(String::new, |bytes| Bytes(bytes as u64).to_string()),
    );
    rows
}

/// A paragraph.
pub(super) fn paragraph(class: &str, words: &str) -> String {
    format!("<p class=\"{class}\">{}</p>\n", escaped(words))
}

/// How a grade is drawn.
pub(super) fn grade_class(grade: &str) -> &'static str {
    match grade {
        "A" | "B" => "good",
        "C" => "care",
        _ => "bad",
    }
}
