//! What `fiord doctor --json` prints, and what it prints of changes.

use fiord_host::Machine;
use fiord_host::changes::Setting;
use fiord_host::look::Activity;
use fiord_host::paths::Stored;
use fiord_host::stack::Layer;
use fiord_judge::State;
use fiord_judge::trap::Area;
use fiord_judge::traps::stack::state_of;
use fiord_judge::words::stack_layers::meaning;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::finding::{Values, observed};
use super::{Body, Document};
use crate::doctor::{Doctor as Examined, Item, Readiness};

/// The machine and the block stack under a path, and every check of them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Doctor<'a> {
    /// The path as asked.
    pub path: Option<Stored>,
    /// The worst severity decides; `unknown` where /proc or /sys cannot be read. Exit code 1 with `not ready` and `unknown`, else 0.
    #[schemars(extend("enum" = Readiness::ALL.map(Readiness::name)))]
    pub verdict: &'static str,
    /// How many checks came to each severity.
    pub counts: CheckCounts,
    /// The layers under the path, the uppermost first; null when nothing is known.
    pub stack: Option<LayerView>,
    pub checks: Vec<MachineCheck>,
    /// Of the disks that could be read.
    pub read_latency: Vec<ReadLatency>,
    /// Counters over a look of two seconds; null when nobody looked. For people and bug reports; its fields may change.
    #[schemars(with = "Option<Map<String, Value>>")]
    pub activity: Option<&'a Activity>,
    /// All facts that were judged. For people and bug reports; its fields may change.
    #[schemars(with = "Option<Map<String, Value>>")]
    pub machine: Option<&'a Machine>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckCounts {
    pub wrong: usize,
    pub care: usize,
    pub note: usize,
    pub unknown: usize,
    pub fine: usize,
}

/// A layer between the path and the disks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Layer")]
pub struct LayerView {
    /// The kernel's name, or the file system's type.
    pub name: String,
    pub what: String,
    pub size_bytes: Option<u64>,
    #[schemars(extend("enum" = SEVERITIES))]
    pub severity: &'static str,
    /// What the layer means for a measurement.
    pub meaning: String,
    pub below: Vec<LayerView>,
}

/// One check of the machine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MachineCheck {
    /// Name of the rule (docs/traps.md); several entries may share it.
    pub rule: &'static str,
    #[schemars(extend("enum" = AREAS))]
    pub area: Option<&'static str>,
    #[schemars(extend("enum" = SEVERITIES))]
    pub severity: &'static str,
    /// The device that it is about.
    pub device: Option<String>,
    pub saw: String,
    pub why: String,
    /// What to do.
    pub advice: String,
    pub source: &'static str,
    /// The numbers by name, the unit last.
    pub values: Values,
    /// The whole observation. Each rule has fields of its own, which may change with the version of the program.
    #[schemars(with = "Map<String, Value>")]
    pub observed: Value,
    /// What `--fix` would set; null: nothing that can be undone.
    pub change: Option<Change>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Change {
    pub device: String,
    #[schemars(extend("enum" = Setting::ALL.map(Setting::name)))]
    pub setting: &'static str,
    pub to: String,
}

/// Median of a few direct 4 KiB reads.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReadLatency {
    pub device: String,
    pub median_ns: u64,
}

/// What `--fix` and `--restore` did, attribute by attribute.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Changes {
    #[schemars(extend("enum" = ["fix", "restore"]))]
    pub action: &'static str,
    /// Whether nothing was changed on purpose.
    pub dry_run: bool,
    pub steps: Vec<Step>,
}

/// One attribute.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Step {
    /// The attribute.
    pub path: Stored,
    /// The value that was expected or found.
    pub from: String,
    /// The value wanted.
    pub to: String,
    #[schemars(extend("enum" = ["planned", "done", "already so", "changed by another", "gone", "refused"]))]
    pub outcome: &'static str,
    /// The value found instead, or the kernel's refusal.
    pub detail: Option<String>,
}

const SEVERITIES: [&str; 5] = [
    State::Wrong.name(),
    State::Care.name(),
    State::Note.name(),
    State::Unknown.name(),
    State::Fine.name(),
];

const AREAS: [Option<&str>; 8] = [
    Some(Area::Disk.name()),
    Some(Area::Stack.name()),
    Some(Area::FileSystem.name()),
    Some(Area::Memory.name()),
    Some(Area::Processor.name()),
    Some(Area::System.name()),
    Some(Area::Now.name()),
    None,
];

impl Body for Doctor<'_> {
    const NAME: &'static str = "doctor";
    const TITLE: &'static str = "fiord doctor --json";
}

impl Body for Changes {
    const NAME: &'static str = "doctor-changes";
    const TITLE: &'static str = "fiord doctor --fix --json and --restore --json";
}

/// The document of what doctor saw.
pub fn document(doctor: &Examined) -> Document<Doctor<'_>> {
    let machine = doctor.before.machine.as_ref();
    let latency = |(device, median): &(String, std::time::Duration)| ReadLatency {
        device: device.clone(),
        median_ns: u64::try_from(median.as_nanos()).unwrap_or(u64::MAX),
    };
    Document::new(Doctor {
        path: machine.map(|machine| machine.stack.path.as_path().into()),
        verdict: doctor.verdict().name(),
        counts: CheckCounts {
            wrong: doctor.count(State::Wrong),
            care: doctor.count(State::Care),
            note: doctor.count(State::Note),
            unknown: doctor.count(State::Unknown),
            fine: doctor.count(State::Fine),
        },
        stack: machine
            .and_then(|machine| machine.stack.top.as_ref())
            .map(LayerView::of),
        checks: doctor.items.iter().map(MachineCheck::of).collect(),
        read_latency: doctor.before.read_latency.iter().map(latency).collect(),
        activity: doctor.before.activity.as_ref(),
        machine,
    })
}

impl LayerView {
    fn of(layer: &Layer) -> Self {
        Self {
            name: layer.name.clone(),
            what: layer.kind.title(),
            size_bytes: layer.size_bytes,
            severity: state_of(layer).name(),
            meaning: meaning(layer),
            below: layer.below.iter().map(LayerView::of).collect(),
        }
    }
}

impl MachineCheck {
    fn of(item: &Item) -> Self {
        let change = item.checked.observed.change().map(|change| Change {
            device: change.device.clone(),
            setting: change.setting.name(),
            to: change.to.clone(),
        });
        Self {
            rule: item.trap.name(),
            area: item.area().map(Area::name),
            severity: item.state().name(),
            device: item.device().map(str::to_owned),
            saw: item.saw(),
            why: item.why(),
            advice: item.advice(),
            source: item.source(),
            values: Values::of(item.checked.observed.values()),
            observed: observed(&item.checked.observed),
            change,
        }
    }
}
