//! Why two results may differ: the recorded differences, ranked by what each could explain, with a test of each.
//!
//! Nothing here is a cause: a difference that could act on the compared workloads comes first, one that hardly can comes last, and what only one
//! side knows is unknown. The commands say how to measure what a difference really does.

use fiord_host::Machine;
use fiord_host::stack::{Layer, LayerKind};
use fiord_job::plan::JobPlan;
use fiord_messages::{Fixed, Lang, why as messages};
use fiord_record::number::{Bytes, Share};
use fiord_record::run::RunRecord;
use fiord_record::{FileKind, TargetFacts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod commands;

use crate::disturbed::Disturbances;
use crate::facts::{FactDifference, FactOf, Facts, of_machines};
use crate::result::{ComparedResult, Measurement};
use crate::verdict::{CompareVerdict, ComparisonOutcome};
use crate::workload::WorkloadKey;

/// What records say besides the facts of every comparison, and how to repeat their jobs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunCauses {
    /// Of the first run.
    pub facts: Facts,
    /// The disks below the target of the first run.
    pub disks: Vec<String>,
    /// The first run of each workload.
    pub jobs: Vec<MeasuredJob>,
    /// Of all runs.
    pub disturbed: Disturbances,
}

/// The jobs of a run, and what they measured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MeasuredJob {
    pub keys: Vec<WorkloadKey>,
    /// fio's arguments.
    pub words: Vec<String>,
    /// A file or device of the job.
    pub target: Option<String>,
    /// Whether the target is a block device.
    pub is_on_device: bool,
    /// The size of the files and devices together.
    pub target_bytes: Option<u64>,
}

/// Groups of facts that are tested together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuspectKind {
    OtherLoad,
    PageCache,
    FileLayout,
    CloudVolume,
    Device,
    Stack,
    QueueSettings,
    FileSystem,
    Memory,
    PowerState,
    Numa,
    Cpu,
    Virtualization,
    Kernel,
    JobOptions,
    Program,
}

/// How large the effect of such a difference can be on the compared workloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PossibleEffect {
    /// Several times.
    Large,
    /// Up to about two times.
    Moderate,
    /// A few percent as a rule.
    Small,
}

/// A group of differences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suspect {
    pub kind: SuspectKind,
    pub possible_effect: PossibleEffect,
    /// In what the results differ.
    pub differences: Vec<SuspectFact>,
    /// How it could act, in words.
    pub reason: String,
    /// How to measure what it does, in words.
    pub test: String,
    /// The commands of the test, as words.
    pub commands: Vec<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectFact {
    pub fact: String,
    /// Of the base and of the other result.
    pub values: [String; 2],
}

/// What could explain the ratio of two results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectedCauses {
    /// The most likely first.
    pub suspects: Vec<Suspect>,
    /// Facts that only one side has.
    pub unknown: Vec<String>,
    pub ratio: RatioState,
}

/// Whether there is a ratio to explain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RatioState {
    /// A workload differs by its interval.
    Difference,
    /// Every workload that has an interval is alike or not settled.
    NoDifference,
    /// No workload has an interval.
    #[default]
    NoVerdict,
}

/// A fact: its group, its name in documents, its label, its value.
type CauseFact = (SuspectKind, &'static str, Fixed, fn(&RunRecord) -> Option<String>);

const CAUSE_FACTS: [CauseFact; 19] = [
    (SuspectKind::OtherLoad, "steal", messages::fact_steal, |record| {
        let steal = record.evidence.as_ref()?.processors.steal_percent?;
        // Below one percent it is noise.
        Some(if steal < 1.0 {
            "< 1 %".to_owned()
        } else {
            Share(steal / 100.0).to_string()
        })
    }),
    (
        SuspectKind::OtherLoad,
        "limits",
        messages::fact_limits,
        |record| {
            let evidence = record.evidence.as_ref()?;
            let mut limits: Vec<String> = evidence
                .limits
                .iter()
                .filter_map(|limit| {
                    serde_json::to_value(limit.what)
                        .ok()
                        .map(|what| (what, limit.value))
                })
                .map(|(what, value)| format!("{} {value}", what.as_str().unwrap_or_default()))
                .collect();
            limits.sort();
            Some(none_or(&limits))
        },
    ),
    (
        SuspectKind::PageCache,
        "cached before",
        messages::fact_cached,
        |record| {
            let sum = |value: fn(&TargetFacts) -> Option<u64>| -> Option<u64> {
                record.before.targets.iter().map(value).sum()
            };
            let (cached, size) = (
                sum(|target| target.cached_bytes)?,
                sum(|target| target.size_bytes)?,
            );
            (size > 0).then(|| Share(cached as f64 / size as f64).to_string())
        },
    ),
    (
        SuspectKind::FileLayout,
        "file size",
        messages::fact_file_size,
        |record| {
            let sizes: Option<u64> = record.before.targets.iter().map(|target| target.size_bytes).sum();
            sizes
                .filter(|bytes| *bytes > 0)
                .map(|bytes| Bytes(bytes).to_string())
        },
    ),
    (
        SuspectKind::FileLayout,
        "without data",
        messages::fact_without_data,
        |record| {
            of_allocation(record, |found| {
                (found.hole_bytes + found.unwritten_bytes, found.size_bytes)
            })
        },
    ),
    (
        SuspectKind::FileLayout,
        "compressed",
        messages::fact_compressed,
        |record| of_allocation(record, |found| (found.encoded_bytes, found.size_bytes)),
    ),
    (
        SuspectKind::FileLayout,
        "extents",
        messages::fact_extents,
        |record| {
            let found = record
                .before
                .targets
                .iter()
                .map(|target| target.allocation.as_ref());
            let extents: Option<u64> = found.map(|found| found.map(|found| found.extents)).sum();
            extents
                .filter(|extents| *extents > 0)
                .map(|extents| extents.to_string())
        },
    ),
    (
        SuspectKind::CloudVolume,
        "cloud volume",
        messages::fact_cloud_volume,
        |record| {
            let machine = record.before.machine.as_ref()?;
            let mut volumes: Vec<String> = disks(machine)
                .filter_map(|(_, disk)| serde_json::to_value(disk.cloud.as_ref()?).ok())
                .map(|volume| volume.as_str().map_or_else(|| volume.to_string(), str::to_owned))
                .collect();
            volumes.sort();
            volumes.dedup();
            Some(none_or(&volumes))
        },
    ),
    (
        SuspectKind::Device,
        "transport",
        messages::fact_transport,
        |record| {
            of_disks(record, |disk| {
                serde_json::to_value(disk.transport)
                    .ok()?
                    .as_str()
                    .map(str::to_owned)
            })
        },
    ),
    (
        SuspectKind::Device,
        "PCIe link",
        messages::fact_pcie_link,
        |record| of_disks(record, |disk| disk.pcie_link.clone()),
    ),
    (SuspectKind::Device, "driver", messages::fact_driver, |record| {
        of_disks(record, |disk| disk.driver.clone())
    }),
    (SuspectKind::PowerState, "turbo", messages::fact_turbo, |record| {
        machine(record)?.cpu.turbo.map(|on| u8::from(on).to_string())
    }),
    (
        SuspectKind::PowerState,
        "frequency limit",
        messages::fact_frequency,
        |record| {
            machine(record)?
                .cpu
                .max_khz
                .map(|khz| format!("{} MHz", khz / 1000))
        },
    ),
    (
        SuspectKind::PowerState,
        "idle states",
        messages::fact_idle_states,
        |record| {
            let states = &machine(record)?.cpu.idle_states;
            let names: Vec<String> = states.iter().map(|(name, _)| name.clone()).collect();
            (!names.is_empty()).then(|| names.join(" "))
        },
    ),
    (
        SuspectKind::PowerState,
        "battery",
        messages::fact_battery,
        |record| {
            machine(record)?
                .system
                .on_battery
                .map(|on| u8::from(on).to_string())
        },
    ),
    (
        SuspectKind::Numa,
        "NUMA nodes",
        messages::fact_numa_nodes,
        |record| machine(record)?.cpu.numa_nodes.map(|nodes| nodes.to_string()),
    ),
    (
        SuspectKind::Numa,
        "node of the disk",
        messages::fact_numa_disk,
        |record| of_disks(record, |disk| disk.numa_node.map(|node| node.to_string())),
    ),
    (
        SuspectKind::Virtualization,
        "instance",
        messages::fact_instance,
        |record| machine(record)?.system.instance_type.clone(),
    ),
    (
        SuspectKind::Kernel,
        "kernel options",
        messages::fact_kernel_options,
        |record| {
            let line = machine(record)?.system.command_line.as_deref()?;
            // Where the system is says nothing about its speed.
            let is_place = |word: &&str| {
                ["BOOT_IMAGE=", "root=", "initrd="]
                    .iter()
                    .any(|place| word.starts_with(place))
            };
            let words: Vec<&str> = line.split_whitespace().filter(|word| !is_place(word)).collect();
            Some(words.join(" "))
        },
    ),
];

/// Other processes during the runs, which the judgements of the runs know.
const DISTURBED: (&str, Fixed) = ("disturbed", messages::fact_disturbed);

fn machine(record: &RunRecord) -> Option<&Machine> {
    record.before.machine.as_ref()
}

fn none_or(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(" + "),
    }
}

fn disks(machine: &Machine) -> impl Iterator<Item = (&Layer, &fiord_host::disk::Disk)> {
    machine
        .stack
        .leaves()
        .into_iter()
        .filter_map(|leaf| match &leaf.kind {
            LayerKind::Disk(disk) => Some((leaf, &**disk)),
            _ => None,
        })
}

fn of_disks(record: &RunRecord, value: fn(&fiord_host::disk::Disk) -> Option<String>) -> Option<String> {
    let mut values: Vec<String> = disks(machine(record)?)
        .filter_map(|(_, disk)| value(disk))
        .collect();
    values.sort();
    values.dedup();
    (!values.is_empty()).then(|| values.join(" + "))
}

fn of_allocation(
    record: &RunRecord,
    bytes: fn(&fiord_host::extents::Allocation) -> (u64, u64),
) -> Option<String> {
    let found = record
        .before
        .targets
        .iter()
        .map(|target| target.allocation.as_ref());
    let all: Option<Vec<(u64, u64)>> = found.map(|found| found.map(bytes)).collect();
    let (part, whole) = all?
        .into_iter()
        .fold((0, 0), |(part, whole), one| (part + one.0, whole + one.1));
    (whole > 0).then(|| Share(part as f64 / whole as f64).to_string())
}

impl RunCauses {
    /// Of the first run, without its jobs.
    pub fn of(record: &RunRecord) -> Self {
        let facts = CAUSE_FACTS
            .iter()
            .map(|(_, name, _, value)| ((*name).into(), value(record)));
        Self {
            facts: Facts(facts.collect()),
            disks: machine(record).map_or_else(Vec::new, |machine| {
                disks(machine).map(|(leaf, _)| leaf.name.clone()).collect()
            }),
            ..Self::default()
        }
    }

    /// Adds the jobs of a run, where it has a workload that no run before had.
    pub fn add_jobs(&mut self, record: &RunRecord, measurements: &[Measurement]) {
        let is_known = |key: &WorkloadKey| self.jobs.iter().any(|job| job.keys.contains(key));
        if measurements.iter().any(|one| !is_known(&one.key)) {
            let keys = measurements.iter().map(|one| one.key.clone());
            let job = MeasuredJob::of(record, keys.collect());
            self.jobs.push(job);
        }
    }

    /// The jobs that measured a workload; those of the first run, where none is known to have.
    fn job_of(&self, key: Option<&WorkloadKey>) -> MeasuredJob {
        let has = |job: &&MeasuredJob| key.is_some_and(|key| job.keys.contains(key));
        let found = self.jobs.iter().find(has).or_else(|| self.jobs.first());
        found.cloned().unwrap_or_default()
    }

    /// The facts, with what disturbed the runs.
    fn all_facts(&self, lang: Lang) -> Facts {
        let mut facts = self.facts.clone();
        let disturbed = &self.disturbed;
        let told = || match (disturbed.known, disturbed.causes(lang)) {
            (_, None) => "none".to_owned(),
            (1, Some(causes)) => causes,
            (runs, Some(causes)) => messages::DisturbedIn {
                causes: &causes,
                disturbed: &disturbed.disturbed,
                runs: &runs,
            }
            .text(lang),
        };
        facts
            .0
            .push((DISTURBED.0.into(), (disturbed.known > 0).then(told)));
        facts
    }
}

impl MeasuredJob {
    /// The jobs of a record.
    pub fn of(record: &RunRecord, keys: Vec<WorkloadKey>) -> Self {
        let words: Vec<String> = record.plan.jobs.iter().flat_map(words).collect();
        // A survey's file has no name but in its job.
        let named = words.iter().find_map(|word| word.strip_prefix("--filename="));
        let mut targets = record.before.targets.iter().map(|target| target.path.as_path());
        let target = targets.next().map(|target| match named {
            Some(named) if target.starts_with("/proc/self/fd/") => named.to_owned(),
            _ => target.display().to_string(),
        });
        // A missing device has no kind. A file in /dev/shm is in memory.
        let is_device = |target: &TargetFacts| match target.kind {
            FileKind::Block | FileKind::Char => true,
            FileKind::Missing => target.path.starts_with("/dev") && !target.path.starts_with("/dev/shm"),
            FileKind::Regular | FileKind::Directory | FileKind::Other => false,
        };
        Self {
            is_on_device: record.before.targets.iter().any(is_device),
            target,
            target_bytes: record.before.targets.iter().map(|target| target.size_bytes).sum(),
            keys,
            words,
        }
    }
}

/// A job as it was typed.
fn words(job: &JobPlan) -> Vec<String> {
    let option = |name: &str, value: &str| match value {
        "" => format!("--{name}"),
        value => format!("--{name}={value}"),
    };
    let given = job.given.iter().filter(|echo| echo.name != "name");
    std::iter::once(option("name", &job.name))
        .chain(given.map(|echo| option(&echo.name, &echo.value)))
        .collect()
}

/// The group of a difference.
fn kind_of(difference: &FactDifference) -> SuspectKind {
    let name = difference.what.as_str();
    if difference.of == FactOf::Plan {
        return SuspectKind::JobOptions;
    }
    if let Some((kind, ..)) = CAUSE_FACTS.iter().find(|(_, known, ..)| *known == name) {
        return *kind;
    }
    match name {
        _ if name == DISTURBED.0 => SuspectKind::OtherLoad,
        "device" | "device size" | "firmware" => SuspectKind::Device,
        "stack" | "loop: dio" => SuspectKind::Stack,
        "file system" | "file system size" => SuspectKind::FileSystem,
        "kernel" => SuspectKind::Kernel,
        "processor" | "processors" => SuspectKind::Cpu,
        "governor" => SuspectKind::PowerState,
        "hypervisor" | "container" => SuspectKind::Virtualization,
        "measured by" => SuspectKind::Program,
        "memory" | "transparent_hugepage" => SuspectKind::Memory,
        _ if name.starts_with("vm.") => SuspectKind::Memory,
        _ if name.ends_with(": options") => SuspectKind::FileSystem,
        _ => SuspectKind::QueueSettings,
    }
}

/// What the compared workloads are like.
#[derive(Debug, Clone, Copy, Default)]
struct Traits {
    is_buffered: bool,
    reads: bool,
    writes: bool,
    syncs: bool,
    is_sequential: bool,
    is_one_at_a_time: bool,
}

impl Traits {
    fn of<'k>(keys: impl Iterator<Item = &'k WorkloadKey>) -> Self {
        let mut all = Self::default();
        for key in keys {
            all.is_buffered |= key.direct != Some(true);
            all.reads |= key.direction == "read";
            all.writes |= key.direction == "write";
            all.syncs |= key.sync.as_deref().is_some_and(|sync| sync != "none");
            all.is_sequential |= key.rw.as_deref().is_some_and(|rw| !rw.starts_with("rand"));
            all.is_one_at_a_time |= key.iodepth == Some(1) && key.numjobs == Some(1);
        }
        all
    }

    /// How much a difference of this kind can do to them.
    fn effect(self, kind: SuspectKind, differences: &[FactDifference]) -> PossibleEffect {
        use PossibleEffect::{Large, Moderate, Small};
        let has = |name: &str| differences.iter().any(|one| one.what.ends_with(name));
        let at_most = |is_large: bool, otherwise| if is_large { Large } else { otherwise };
        match kind {
            SuspectKind::OtherLoad | SuspectKind::Device | SuspectKind::Stack => Large,
            SuspectKind::PageCache => at_most(self.is_buffered && self.reads, Small),
            SuspectKind::FileLayout => {
                let is_without_data = has("without data") || has("compressed");
                at_most(is_without_data, if has("extents") { Moderate } else { Small })
            }
            SuspectKind::CloudVolume => at_most(self.reads, Moderate),
            SuspectKind::QueueSettings => {
                let read_ahead = has("read_ahead_kb") && self.is_buffered && self.is_sequential;
                let cache = (has("write_cache") || has("fua")) && self.syncs;
                at_most(read_ahead || cache, Moderate)
            }
            SuspectKind::FileSystem if self.syncs => Large,
            SuspectKind::FileSystem if self.writes || self.is_buffered => Moderate,
            SuspectKind::Memory => match (self.is_buffered, self.writes) {
                (true, true) => Large,
                (true, false) => Moderate,
                (false, _) => Small,
            },
            SuspectKind::PowerState if self.is_one_at_a_time => Moderate,
            SuspectKind::Cpu
            | SuspectKind::Virtualization
            | SuspectKind::Kernel
            | SuspectKind::JobOptions => Moderate,
            SuspectKind::FileSystem | SuspectKind::PowerState | SuspectKind::Numa | SuspectKind::Program => {
                Small
            }
        }
    }
}

/// What could explain the ratio of the second result to the first. `differences`: those of every comparison.
pub fn suspects(
    [base, other]: [&ComparedResult; 2],
    outcome: &ComparisonOutcome,
    differences: &[FactDifference],
    lang: Lang,
) -> SuspectedCauses {
    let pairs = || {
        outcome
            .cells
            .iter()
            .flat_map(|cell| cell.pairs.iter().map(move |pair| (cell, pair)))
    };
    let is_difference = pairs().any(|(_, pair)| pair.verdict.is_difference());
    let compared = || {
        pairs()
            .filter(|(_, pair)| match is_difference {
                true => pair.verdict.is_difference(),
                false => pair.verdict != CompareVerdict::NotCompared,
            })
            .map(|(cell, _)| &cell.key)
    };
    let traits = Traits::of(compared());
    let facts = [base, other].map(|side| side.causes.all_facts(lang));
    let more = of_machines(&facts.each_ref());
    let (known, unknown): (Vec<FactDifference>, Vec<FactDifference>) = differences
        .iter()
        .cloned()
        .chain(more)
        .partition(|one| one.values.iter().all(Option::is_some));
    let mut groups: Vec<(SuspectKind, Vec<FactDifference>)> = Vec::new();
    for difference in known {
        let kind = kind_of(&difference);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, all)) => all.push(difference),
            None => groups.push((kind, vec![difference])),
        }
    }
    // Whether the blocks of a cloud volume were read before is recorded of none.
    let on_cloud = cloud_volumes([base, other]);
    if let Some(volumes) =
        on_cloud.filter(|_| !groups.iter().any(|(kind, _)| *kind == SuspectKind::CloudVolume))
    {
        groups.push((SuspectKind::CloudVolume, vec![volumes]));
    }
    // A result may have many workloads: both sides are repeated with the jobs of one that both measured.
    let key = compared().next();
    let sides = [base, other].map(|result| Side {
        result,
        job: result.causes.job_of(key),
    });
    let sides = sides.each_ref();
    let mut suspects: Vec<Suspect> = groups
        .into_iter()
        .map(|(kind, differences)| suspect(sides, kind, (traits, &differences), lang))
        .collect();
    suspects.sort_by_key(|one| (one.possible_effect, one.kind));
    SuspectedCauses {
        suspects,
        unknown: unknown.iter().map(|one| label(one, lang).to_owned()).collect(),
        ratio: match (is_difference, pairs().any(|(_, pair)| pair.interval.is_some())) {
            (true, _) => RatioState::Difference,
            (false, true) => RatioState::NoDifference,
            (false, false) => RatioState::NoVerdict,
        },
    }
}

/// The cloud volumes of both sides, which may be alike; none: no side is on one, or one side does not know.
fn cloud_volumes(sides: [&ComparedResult; 2]) -> Option<FactDifference> {
    const NAME: &str = "cloud volume";
    let values = sides.map(|side| {
        let mut facts = side.causes.facts.0.iter();
        facts.find(|(name, _)| name == NAME)?.1.clone()
    });
    let is_known = values.iter().all(Option::is_some);
    let is_cloud = values.iter().flatten().any(|value| value != "none");
    (is_known && is_cloud).then(|| FactDifference {
        of: FactOf::Machine,
        what: NAME.to_owned(),
        values: values.into(),
        workloads: None,
    })
}

fn label(difference: &FactDifference, lang: Lang) -> &str {
    let labels = CAUSE_FACTS.iter().map(|(_, name, label, _)| (*name, *label));
    let mut labels = labels.chain([DISTURBED]);
    let named = labels.find(|(name, _)| difference.of == FactOf::Machine && *name == difference.what);
    named.map_or_else(|| difference.label(lang), |(_, label)| label(lang))
}

/// One of the two results, and the jobs that are repeated.
struct Side<'a> {
    result: &'a ComparedResult,
    job: MeasuredJob,
}

fn suspect(
    sides: [&Side<'_>; 2],
    kind: SuspectKind,
    (traits, differences): (Traits, &[FactDifference]),
    lang: Lang,
) -> Suspect {
    let fact = |one: &FactDifference| SuspectFact {
        fact: label(one, lang).to_owned(),
        values: [0, 1].map(|side| one.values.get(side).cloned().flatten().unwrap_or_default()),
    };
    let (reason, test, commands) = commands::of(sides, kind, differences);
    Suspect {
        kind,
        possible_effect: traits.effect(kind, differences),
        differences: differences.iter().map(fact).collect(),
        reason: reason(lang).to_owned(),
        test: test(lang).to_owned(),
        commands,
    }
}
