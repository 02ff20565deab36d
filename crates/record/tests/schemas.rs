//! The published schema and the documents that are written must be the same thing: every key that is written is described, every
//! key that is described is written, every type fits. The checker here knows just the words that the schema uses, and
//! refuses others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::extents::Allocation;
use fiord_host::health::{Health, NvmeSmart};
use fiord_host::look::ProcessActivity;
use fiord_host::stack::FsClass;
use fiord_record::evidence::{DeviceUse, PageState, RunEvidence, Second, TargetUse};
use fiord_record::native;
use fiord_record::run::{ErrorRecord, RunRecord, WorkerRecord};
use fiord_spec::plan::{JobPlan, OptionEcho, RunPlan};
use fiord_stats::JobStats;
use jiff::Zoned;
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../docs/schema/run-1.json");

/// Words of the schema language that are only for people.
const PROSE: [&str; 5] = ["$schema", "$id", "title", "description", "$defs"];

struct Checker {
    schema: Value,
    problems: Vec<String>,
}

impl Checker {
    fn new() -> Self {
        Checker {
            schema: serde_json::from_str(SCHEMA).unwrap(),
            problems: Vec::new(),
        }
    }

    fn problems_of(document: &Value) -> Vec<String> {
        let mut checker = Checker::new();
        let schema = checker.schema.clone();
        checker.check(&schema, document, "$");
        checker.problems
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

/// A record in which everything that can be there is there.
fn full() -> RunRecord {
    let mut job = JobPlan::new("full");
    job.given = vec![OptionEcho {
        name: "rw".to_owned(),
        value: "randrw".to_owned(),
    }];
    let mut stats = JobStats {
        runtime_ns: 2_000_000_000,
        submit_calls: 9,
        ..JobStats::default()
    };
    for ddir in &mut stats.ddirs {
        for nanoseconds in 1..=150 {
            ddir.clat.record(nanoseconds * 1000);
        }
        (ddir.slat, ddir.lat, ddir.response) = (ddir.clat.clone(), ddir.clat.clone(), ddir.clat.clone());
        (ddir.ios, ddir.bytes, ddir.runtime_ns) = (150, 150 * 4096, 2_000_000_000);
        ddir.per_second = vec![(75, 75 * 4096); 2];
    }
    stats.sync = fiord_stats::SyncStats {
        ios: 150,
        lat: stats.ddirs[0].clat.clone(),
    };
    let error = ErrorRecord {
        errno: 5,
        place: "f".to_owned(),
        func: "read".to_owned(),
        message: "EIO".to_owned(),
        detail: "at 4096".to_owned(),
    };
    let worker = WorkerRecord {
        stats,
        error: Some(error),
        pid: 7,
        ..WorkerRecord::default()
    };
    RunRecord {
        plan: RunPlan {
            jobs: vec![job],
            global_options: Some(vec![OptionEcho {
                name: "bs".to_owned(),
                value: "4k".to_owned(),
            }]),
        },
        workers: vec![worker],
        disks: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: 3,
        version: "fio-3.33".to_owned(),
        notes: vec!["a remark".to_owned()],
        evidence: Some(Box::new(evidence())),
    }
}

fn evidence() -> RunEvidence {
    let health = Health {
        temperature_millic: Some(41_000),
        nvme: Some(NvmeSmart::default()),
        ..Health::default()
    };
    let page = PageState {
        size_bytes: 9,
        cached_bytes: 4,
        dirty_bytes: Some(1),
    };
    let target = TargetUse {
        path: "/d/f".into(),
        fs_type: Some("ext4".to_owned()),
        fs_class: Some(FsClass::Disk),
        leaves: vec!["sda".to_owned()],
        before: Some(page),
        after: Some(page),
        allocation: Some(Allocation::default()),
        ..TargetUse::default()
    };
    RunEvidence {
        seconds: 2.0,
        issued_bytes: [1, 2, 3],
        own: Some(IoCounters::default()),
        devices: vec![DeviceUse {
            name: "sda".to_owned(),
            leaf: true,
            parallel: Some(true),
            write_cache: Some(true),
            health: Some((health.clone(), health)),
            ..DeviceUse::default()
        }],
        targets: vec![target],
        others: vec![ProcessActivity {
            pid: 1,
            name: "init".to_owned(),
            read_bytes: 1,
            write_bytes: 2,
        }],
        cpu_busy_percent: Some(3.0),
        io_stalled_ms: Some(1.0),
        limits: vec![Limit {
            group: "/g".into(),
            what: Limited::ReadIops,
            value: 4200,
            number: Some((8, 0)),
            device: None,
        }],
        seconds_series: vec![Second {
            devices: vec![fiord_host::disk_stats::DiskStats::default()],
            ..Second::default()
        }],
        ..RunEvidence::default()
    }
}

#[test]
fn a_full_document_fits_its_schema() {
    let document = native::render(&full());
    assert_eq!(Checker::problems_of(&document), [""; 0]);
    assert!(!document["findings"].as_array().unwrap().is_empty());
    assert!(document["jobs"][0]["result"]["read"]["response"].is_object());
}

#[test]
fn an_empty_document_fits_its_schema() {
    let mut bare = full();
    (bare.evidence, bare.plan.global_options) = (None, None);
    bare.workers[0].stats = JobStats::default();
    let document = native::render(&bare);
    assert_eq!(Checker::problems_of(&document), [""; 0]);
    assert!(document["evidence"].is_null() && document["jobs"][0]["result"]["read"]["clat"].is_null());
}

/// The checker can fail: each of these breaks one promise.
#[test]
fn a_broken_document_does_not_fit() {
    let good = native::render(&full());
    let breaks: [(&str, fn(&mut Value)); 6] = [
        ("version", |document| document["fiord_run"] = 2.into()),
        ("grade", |document| document["verdict"]["grade"] = "E".into()),
        ("missing", |document| {
            drop(document["jobs"][0].as_object_mut().unwrap().remove("name"))
        }),
        ("unknown", |document| document["surprise"] = 1.into()),
        ("deep type", |document| {
            document["evidence"]["devices"][0]["delta"]["reads"] = "7".into()
        }),
        ("negative", |document| {
            document["jobs"][0]["result"]["read"]["ios"] = (-1).into()
        }),
    ];
    for (name, breaking) in breaks {
        let mut document = good.clone();
        breaking(&mut document);
        assert!(
            !Checker::problems_of(&document).is_empty(),
            "{name} was not noticed"
        );
    }
}

#[test]
fn a_percentile_on_few_samples_is_marked() {
    let document = native::render(&full());
    let percentiles = document["jobs"][0]["result"]["read"]["clat"]["percentiles"]
        .as_array()
        .unwrap();
    let marks: Vec<_> = percentiles
        .iter()
        .map(|entry| entry["samples"].as_str().unwrap())
        .collect();
    assert_eq!((marks[0], marks[marks.len() - 1]), ("enough", "too few"));
    assert!(marks.contains(&"few"));
}
