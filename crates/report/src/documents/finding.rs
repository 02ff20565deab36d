//! A finding as every document has it.

use std::collections::BTreeMap;

use fiord_job::plan::RunPlan;
use fiord_judge::ranks::HostsFinding;
use fiord_judge::{Severity, When};
use fiord_messages::Lang;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A rule that found something: a trap that was met, or one about all ranks of a run over many hosts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct FindingJson {
    /// Name of the rule (docs/traps.md; those about all ranks: docs/many-hosts.md).
    pub rule: String,
    /// From what it was judged: the plan, the machine alone, or what happened.
    #[schemars(with = "String", extend("enum" = When::ALL.map(When::name)))]
    pub when: When,
    #[schemars(with = "String", extend("enum" = ["note", "care", "wrong"]))]
    pub severity: Severity,
    /// What was seen, with its numbers.
    pub saw: String,
    /// Why it matters.
    pub why: String,
    /// What to do.
    pub advice: String,
    /// The numbers by name, the unit last.
    pub values: Values,
    /// The whole observation. Each rule has fields of its own, which may change with the version of the program.
    #[schemars(with = "Map<String, Value>")]
    pub observed: Value,
}

/// A finding of a run, with the names of its jobs.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JobFinding {
    #[serde(flatten)]
    pub finding: FindingJson,
    /// The first of its jobs; null: the whole run.
    pub job: Option<String>,
    pub jobs: Vec<String>,
}

/// Numbers by name, in the order in which the rule has them.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Values(#[schemars(with = "BTreeMap<String, f64>")] IndexMap<String, f64>);

impl FindingJson {
    pub fn of(finding: &fiord_judge::Finding, lang: Lang) -> Self {
        Self {
            rule: finding.trap().name().to_owned(),
            when: finding.when,
            severity: finding.severity,
            saw: finding.saw(lang),
            why: finding.why(lang),
            advice: finding.advice(lang),
            values: Values::of(finding.values()),
            observed: observed(&finding.observed),
        }
    }

    /// One about all ranks of a run over many hosts.
    pub(super) fn of_hosts(finding: &HostsFinding, lang: Lang) -> Self {
        Self {
            rule: finding.name().to_owned(),
            when: When::Run,
            severity: finding.severity(),
            saw: finding.saw(lang),
            why: finding.why(lang),
            advice: finding.advice(lang),
            values: Values::of(finding.values()),
            observed: observed(finding),
        }
    }
}

impl JobFinding {
    pub fn of(finding: &fiord_judge::Finding, plan: &RunPlan, lang: Lang) -> Self {
        let jobs = finding.jobs().filter_map(|job| plan.jobs.get(job));
        let jobs: Vec<String> = jobs.map(|job| job.name.clone()).collect();
        Self {
            finding: FindingJson::of(finding, lang),
            job: jobs.first().cloned(),
            jobs,
        }
    }
}

impl Values {
    pub(super) fn of(values: Vec<(String, f64)>) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Prose of a document is in English: a sentence that is stored in each language becomes its English text.
fn make_english(value: &mut Value) {
    let is_sentence =
        |texts: &Map<String, Value>| Lang::ALL.iter().all(|lang| texts.contains_key(lang.tag()));
    match value {
        Value::Object(texts) if is_sentence(texts) => {
            *value = texts.remove(Lang::En.tag()).unwrap_or_default();
        }
        Value::Object(fields) => fields.values_mut().for_each(make_english),
        Value::Array(items) => items.iter_mut().for_each(make_english),
        _ => {}
    }
}

/// What a rule observed, without the rule's name.
pub(super) fn observed(observed: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(observed).unwrap_or_default();
    make_english(&mut value);
    match value.get_mut("observed").map(Value::take) {
        Some(fields @ Value::Object(_)) => fields,
        // A rule without fields.
        _ => Value::Object(Map::new()),
    }
}
