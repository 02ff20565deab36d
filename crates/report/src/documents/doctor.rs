//! What `fiord doctor --json` prints, and what it prints of changes.

use std::time::Duration;

use crate::documents::Body;
use crate::documents::finding::{Values, observed};
use fiord_host::Machine;
use fiord_host::changes::{self, Setting};
use fiord_host::look::Activity;
use fiord_host::paths::Stored;
use fiord_host::stack::Layer;
use fiord_job::plan::RunPlan;
use fiord_judge::Checked;
use fiord_judge::case::Case;
use fiord_judge::case::MachineView;
use fiord_judge::trap::Area;
use fiord_judge::traps::stack::state_of;
use fiord_judge::words::stack_layers::meaning;
use fiord_judge::{State, Thing};
use fiord_judge::{TrapId, check};
use fiord_messages::Lang;
use fiord_record::{Before, RunRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Whether a machine is fit to be measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Readiness {
    /// Nothing speaks against measuring.
    #[serde(rename = "ready")]
    Ready,
    /// Numbers need something said with them.
    #[serde(rename = "usable with care")]
    Care,
    /// Numbers would not be what they seem to be.
    #[serde(rename = "not ready")]
    NotReady,
    /// `/proc` or `/sys` is missing: nothing that is wrong could be seen.
    #[serde(rename = "unknown")]
    Unknown,
}

impl Readiness {
    pub const ALL: [Readiness; 4] = [
        Readiness::Ready,
        Readiness::Care,
        Readiness::NotReady,
        Readiness::Unknown,
    ];

    /// The worst that was seen decides; where little could be seen, nothing is decided.
    fn judge(checks: &[MachineCheck], machine: Option<&Machine>) -> Self {
        let is_visible = machine.is_some_and(|machine| machine.sources.are_complete());
        match checks.iter().map(|check| check.severity).max() {
            Some(State::Wrong) => Readiness::NotReady,
            _ if !is_visible => Readiness::Unknown,
            Some(State::Care) => Readiness::Care,
            _ => Readiness::Ready,
        }
    }

    /// The words in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Readiness::Ready => "ready",
            Readiness::Care => "usable with care",
            Readiness::NotReady => "not ready",
            Readiness::Unknown => "unknown",
        }
    }
}

/// The machine and the block stack under a path, and every check of them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Doctor {
    /// The path as asked.
    pub path: Option<Stored>,
    /// The worst severity decides; `unknown` where /proc or /sys cannot be read. Exit code 1 with `not ready` and `unknown`, else 0.
    #[schemars(with = "String", extend("enum" = Readiness::ALL.map(Readiness::name)))]
    pub verdict: Readiness,
    /// How many checks came to each severity.
    pub counts: CheckCounts,
    /// The layers under the path, the uppermost first; null when nothing is known.
    pub stack: Option<LayerView>,
    pub checks: Vec<MachineCheck>,
    /// Of the disks that could be read.
    pub read_latency: Vec<ReadLatency>,
    /// Counters over a look of two seconds; null when nobody looked. For people and bug reports; its fields may change.
    #[schemars(with = "Option<Map<String, Value>>")]
    pub activity: Option<Activity>,
    /// All facts that were judged. For people and bug reports; its fields may change.
    #[schemars(with = "Option<Map<String, Value>>")]
    pub machine: Option<Machine>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CheckCounts {
    pub wrong: usize,
    pub care: usize,
    pub note: usize,
    pub unknown: usize,
    pub fine: usize,
}

/// A layer between the path and the disks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Layer")]
pub struct LayerView {
    /// The kernel's name, or the file system's type.
    pub name: String,
    pub what: String,
    pub size_bytes: Option<u64>,
    #[schemars(with = "String", extend("enum" = State::ALL.map(State::name)))]
    pub severity: State,
    /// What the layer means for a measurement.
    pub meaning: String,
    pub below: Vec<LayerView>,
}

/// One check of the machine.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MachineCheck {
    /// Name of the rule (docs/traps.md); several entries may share it.
    pub rule: String,
    #[schemars(extend("enum" = areas()))]
    pub area: Option<String>,
    #[schemars(with = "String", extend("enum" = State::ALL.map(State::name)))]
    pub severity: State,
    /// The device that it is about.
    pub device: Option<String>,
    pub saw: String,
    pub why: String,
    /// What to do.
    pub advice: String,
    pub source: String,
    /// The numbers by name, the unit last.
    pub values: Values,
    /// The whole observation. Each rule has fields of its own, which may change with the version of the program.
    #[schemars(with = "Map<String, Value>")]
    pub observed: Value,
    /// What `--fix` would set; null: nothing that can be undone.
    pub change: Option<ChangeJson>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct ChangeJson {
    pub device: String,
    #[schemars(extend("enum" = Setting::ALL.map(Setting::name)))]
    pub setting: String,
    pub to: String,
}

/// Median of a few direct 4 KiB reads.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReadLatency {
    pub device: String,
    pub median_ns: u64,
}

/// What `--fix` and `--restore` did, attribute by attribute.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    #[schemars(extend("enum" = ["fix", "restore"]))]
    pub action: String,
    /// Whether nothing was changed on purpose.
    pub dry_run: bool,
    pub steps: Vec<StepJson>,
}

/// One attribute.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct StepJson {
    /// The attribute.
    pub path: Stored,
    /// The value that was expected or found.
    pub from: String,
    /// The value wanted.
    pub to: String,
    #[schemars(extend("enum" = ["planned", "done", "already so", "changed by another", "gone", "refused"]))]
    pub outcome: String,
    /// The value found instead, or the kernel's refusal.
    pub detail: Option<String>,
}

/// The areas of checks, and none.
fn areas() -> Vec<Option<&'static str>> {
    Area::ALL
        .map(|area| Some(area.name()))
        .into_iter()
        .chain([None])
        .collect()
}

impl Body for Doctor {
    const NAME: &'static str = "doctor";
    const TITLE: &'static str = "fiord doctor --json";
}

impl Body for Changes {
    const NAME: &'static str = "doctor-changes";
    const TITLE: &'static str = "fiord doctor --fix --json and --restore --json";
}

impl Doctor {
    /// Judges the machine of these facts.
    pub fn examine(before: Before, lang: Lang) -> Self {
        let record = RunRecord::planned(RunPlan::default(), before);
        let case = Case::of(&record);
        let mut checks = Vec::new();
        if let Some(machine) = MachineView::of(&case) {
            for trap in TrapId::ALL {
                let checked = check(*trap, &machine);
                checks.extend(
                    checked
                        .iter()
                        .map(|checked| MachineCheck::new(*trap, checked, lang)),
                );
            }
        }
        let machine = record.before.machine;
        let count = |state| checks.iter().filter(|check| check.severity == state).count();
        let latency = |(device, median): (String, Duration)| ReadLatency {
            device,
            median_ns: u64::try_from(median.as_nanos()).unwrap_or(u64::MAX),
        };
        Self {
            path: machine
                .as_ref()
                .map(|machine| machine.stack.path.as_path().into()),
            verdict: Readiness::judge(&checks, machine.as_ref()),
            counts: CheckCounts {
                wrong: count(State::Wrong),
                care: count(State::Care),
                note: count(State::Note),
                unknown: count(State::Unknown),
                fine: count(State::Fine),
            },
            stack: machine
                .as_ref()
                .and_then(|machine| machine.stack.top.as_ref())
                .map(|one| LayerView::of(one, lang)),
            checks,
            read_latency: record.before.read_latency.into_iter().map(latency).collect(),
            activity: record.before.activity,
            machine,
        }
    }

    /// The settings that would put right what can be put right and undone, each once.
    pub fn changes(&self) -> Vec<changes::Change> {
        let mut out: Vec<changes::Change> = Vec::new();
        for change in self.checks.iter().filter_map(MachineCheck::change) {
            if !out.contains(&change) {
                out.push(change);
            }
        }
        out
    }
}

impl LayerView {
    fn of(layer: &Layer, lang: Lang) -> Self {
        Self {
            name: layer.name.clone(),
            what: layer.kind.title(),
            size_bytes: layer.size_bytes,
            severity: state_of(layer),
            meaning: meaning(layer, lang),
            below: layer.below.iter().map(|one| LayerView::of(one, lang)).collect(),
        }
    }
}

impl MachineCheck {
    fn change(&self) -> Option<changes::Change> {
        let change = self.change.as_ref()?;
        Some(changes::Change {
            device: change.device.clone(),
            setting: Setting::named(&change.setting)?,
            to: change.to.clone(),
        })
    }

    fn new(trap: TrapId, checked: &Checked, lang: Lang) -> Self {
        let about = trap.about();
        let device = match &checked.subject.thing {
            Some(Thing::Device(name)) => Some(name.clone()),
            _ => None,
        };
        let change = checked.observed.change().map(|change| ChangeJson {
            device: change.device.clone(),
            setting: change.setting.name().to_owned(),
            to: change.to.clone(),
        });
        Self {
            rule: trap.name().to_owned(),
            area: about.machine.map(|check| check.area.name().to_owned()),
            severity: checked.state,
            device,
            saw: checked.saw(lang),
            why: checked.why(lang),
            advice: checked.advice(lang),
            source: about.sources.to_owned(),
            values: Values::of(checked.observed.values()),
            observed: observed(&checked.observed),
            change,
        }
    }
}
