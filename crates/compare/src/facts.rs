//! What is known of the machine and the plan of a result, and in what results differ.

use std::borrow::Cow;

use fiord_host::Machine;
use fiord_host::block::Queue;
use fiord_host::disk::Disk;
use fiord_host::memory::Memory;
use fiord_host::stack::{Layer, LayerKind, Stack};
use fiord_messages::{Fixed, Lang, compare as messages};
use fiord_record::number::Bytes;
use fiord_record::run::RunRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Options that say where and how long rather than what, or that the key of a workload has.
const NOT_COMPARED: [&str; 31] = [
    "name",
    "filename",
    "filename_format",
    "directory",
    "description",
    "rw",
    "readwrite",
    "bs",
    "blocksize",
    "iodepth",
    "numjobs",
    "direct",
    "buffered",
    "fsync",
    "fdatasync",
    "end_fsync",
    "fsync_on_close",
    "sync",
    "rate",
    "rate_iops",
    "rwmixread",
    "rwmixwrite",
    "randseed",
    "randrepeat",
    "random_distribution",
    "thinktime",
    "stonewall",
    "group_reporting",
    "thread",
    "write_bw_log",
    "write_lat_log",
];

/// Options of a job with their values.
pub type GivenOptions = [(String, String)];

/// Facts by name, in one order for all results. A setting of a layer is named after both: `loop: read_ahead_kb`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts(pub Vec<(Cow<'static, str>, Option<String>)>);

/// Whose fact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactOf {
    Machine,
    Plan,
}

/// Something in which results differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactDifference {
    pub of: FactOf,
    pub what: String,
    /// By result; null: not known.
    pub values: Vec<Option<String>>,
    /// Workloads in which it is so; null of machines.
    pub workloads: Option<u32>,
}

impl Facts {
    /// What a record says of its machine, and who measured.
    pub fn of(record: &RunRecord) -> Self {
        let machine = record.before.machine.as_ref();
        let mut facts = Vec::new();
        if let Some(machine) = machine {
            facts.extend(Self::of_machine(machine).0);
            facts.extend(of_memory(&machine.memory));
            facts.extend(of_layers(&machine.stack));
        }
        facts.push((MEASURED_BY.0.into(), known(&record.version)));
        Self(facts)
    }

    /// What a machine is, without its settings.
    pub fn of_machine(machine: &Machine) -> Self {
        Self(
            MACHINE_FACTS
                .map(|(name, _, value)| (name.into(), value(machine)))
                .into(),
        )
    }

    /// Of hosts that measured together: what they have in common, or all that differs.
    pub fn together(hosts: &[Self]) -> Self {
        let of_all = |what: Cow<'static, str>| {
            let mut values: Vec<&str> = hosts.iter().filter_map(|host| host.get(&what)).collect();
            values.sort_unstable();
            values.dedup();
            let is_known_of_all = hosts.iter().all(|host| host.get(&what).is_some());
            let value = is_known_of_all.then(|| values.join(" + "));
            (what, value)
        };
        Self(names(hosts.iter()).into_iter().map(of_all).collect())
    }

    fn get(&self, what: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == what)?;
        found.1.as_deref()
    }
}

/// The names of all facts, each once.
fn names<'f>(all: impl Iterator<Item = &'f Facts>) -> Vec<Cow<'static, str>> {
    let mut names: Vec<Cow<'static, str>> = Vec::new();
    for (name, _) in all.flat_map(|facts| &facts.0) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn known(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// A fact of a machine: its name in documents, its label on pages, and its value.
type MachineFact = (&'static str, Fixed, fn(&Machine) -> Option<String>);

const MACHINE_FACTS: [MachineFact; 13] = [
    ("device", messages::fact_device, |machine| {
        of_leaves(machine, |leaf| {
            Some(disk(leaf, |disk| disk.model.clone()).unwrap_or_else(|| leaf.name.clone()))
        })
    }),
    ("device size", messages::fact_device_size, |machine| {
        of_leaves(machine, |leaf| {
            leaf.size_bytes.map(|bytes| Bytes(bytes).to_string())
        })
    }),
    ("firmware", messages::fact_firmware, |machine| {
        of_leaves(machine, |leaf| disk(leaf, |disk| disk.firmware.clone()))
    }),
    ("stack", messages::fact_stack, |machine| {
        let mut kinds: Vec<&str> = machine
            .stack
            .layers()
            .into_iter()
            .map(|(_, layer)| kind(layer))
            .collect();
        kinds.dedup();
        known(&kinds.join(" / "))
    }),
    ("file system", messages::fact_file_system, |machine| {
        Some(machine.stack.file_system()?.mount.fs_type.clone())
    }),
    ("file system size", messages::fact_file_system_size, |machine| {
        Some(Bytes(machine.stack.file_system()?.total_bytes?).to_string())
    }),
    ("kernel", messages::fact_kernel, |machine| {
        machine.system.kernel.clone()
    }),
    ("processor", messages::fact_cpu, |machine| {
        machine.cpu.model.clone()
    }),
    ("processors", messages::fact_cpus, |machine| {
        Some(machine.cpu.allowed.or(machine.cpu.online)?.to_string())
    }),
    ("governor", messages::fact_governor, |machine| {
        known(&machine.cpu.governors.join(" "))
    }),
    ("memory", messages::fact_memory, |machine| {
        Some(Bytes(machine.memory.total_bytes?).to_string())
    }),
    ("hypervisor", messages::fact_hypervisor, |machine| {
        machine.system.hypervisor.clone()
    }),
    ("container", messages::fact_container, |machine| {
        machine.system.container.clone()
    }),
];

/// The program, which is known without a machine.
const MEASURED_BY: (&str, Fixed) = ("measured by", messages::fact_measured_by);

/// The values of the devices at the bottom, each once.
fn of_leaves(machine: &Machine, value: fn(&Layer) -> Option<String>) -> Option<String> {
    let mut values: Vec<String> = machine.stack.leaves().into_iter().filter_map(value).collect();
    values.sort();
    values.dedup();
    (!values.is_empty()).then(|| values.join(" + "))
}

fn disk(leaf: &Layer, value: fn(&Disk) -> Option<String>) -> Option<String> {
    match &leaf.kind {
        LayerKind::Disk(disk) => value(disk),
        _ => None,
    }
}

/// What a layer is, in one word.
fn kind(layer: &Layer) -> &str {
    match &layer.kind {
        LayerKind::FileSystem(_) => &layer.name,
        LayerKind::Partition { .. } => "partition",
        LayerKind::Mapped(_) => "mapped",
        LayerKind::Md(_) => "md",
        LayerKind::Loop { .. } => "loop",
        LayerKind::Zram { .. } => "zram",
        LayerKind::Bcache { .. } => "bcache",
        LayerKind::Disk(_) => "disk",
    }
}

/// The settings of each layer; of several layers of one kind all values that occur.
fn of_layers(stack: &Stack) -> Vec<(Cow<'static, str>, Option<String>)> {
    let mut all: Vec<(Cow<'static, str>, Vec<String>)> = Vec::new();
    for (_, layer) in stack.layers() {
        for (name, value) in settings(layer) {
            let name = format!("{}{OF_LAYER}{name}", kind(layer));
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push(value),
                None => all.push((name.into(), vec![value])),
            }
        }
    }
    let together = |(name, mut values): (Cow<'static, str>, Vec<String>)| {
        values.sort();
        values.dedup();
        (name, Some(values.join(" + ")))
    };
    all.into_iter().map(together).collect()
}

/// Between a kind of layer and its setting.
const OF_LAYER: &str = ": ";

/// The settings of a layer that are known, as the kernel names them.
fn settings(layer: &Layer) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = layer.queue.as_ref().map_or_else(Vec::new, of_queue);
    let mut put = |name: &str, value: Option<String>| all.extend(value.map(|value| (name.to_owned(), value)));
    match &layer.kind {
        LayerKind::FileSystem(fs) => {
            let mount = &fs.mount;
            let mut options: Vec<&str> = mount
                .options
                .iter()
                .chain(&mount.super_options)
                .map(String::as_str)
                // Directories of an overlay are places, not settings.
                .filter(|option| !option.contains("dir="))
                .collect();
            options.sort_unstable();
            options.dedup();
            put("options", known(&options.join(",")));
            put("read_ahead_kb", fs.read_ahead_kb.map(|kb| kb.to_string()));
        }
        LayerKind::Loop { direct_io, .. } => put("dio", direct_io.map(|on| u8::from(on).to_string())),
        LayerKind::Zram { algorithm } => put("comp_algorithm", algorithm.clone()),
        LayerKind::Bcache { mode } => put("cache_mode", mode.clone()),
        _ => {}
    }
    all
}

/// All of a queue but the list of schedulers that could be chosen.
fn of_queue(queue: &Queue) -> Vec<(String, String)> {
    let fields = match serde_json::to_value(queue) {
        Ok(Value::Object(fields)) => fields,
        _ => return Vec::new(),
    };
    let shown = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Bool(on) => Some(u8::from(on).to_string()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let fields = fields.into_iter();
    fields
        .filter_map(|(name, value)| Some((name, shown(value)?)))
        .collect()
}

/// The settings of the page cache and of huge pages.
fn of_memory(memory: &Memory) -> Vec<(Cow<'static, str>, Option<String>)> {
    let dirty = &memory.dirty;
    let limits = [
        ("vm.dirty_ratio", dirty.ratio),
        ("vm.dirty_bytes", dirty.bytes),
        ("vm.dirty_background_ratio", dirty.background_ratio),
        ("vm.dirty_background_bytes", dirty.background_bytes),
        ("vm.dirty_expire_centisecs", dirty.expire_centisecs),
        ("vm.dirty_writeback_centisecs", dirty.writeback_centisecs),
        ("vm.swappiness", memory.swappiness.map(u64::from)),
    ];
    let limits = limits.map(|(name, value)| (name.into(), value.map(|value| value.to_string())));
    let huge = memory.transparent_huge_pages.clone();
    limits
        .into_iter()
        .chain([("transparent_hugepage".into(), huge)])
        .collect()
}

/// The options of a job that do not make it another workload.
pub(crate) fn options(record: &RunRecord, job: usize) -> Vec<(String, String)> {
    let given = record.plan.jobs.get(job).map(|job| job.given.as_slice());
    let mut options: Vec<(String, String)> = Vec::new();
    for echo in given.unwrap_or_default() {
        if NOT_COMPARED.contains(&echo.name.as_str()) {
            continue;
        }
        let value = if echo.value.is_empty() { "1" } else { &echo.value };
        match options.iter_mut().find(|(name, _)| *name == echo.name) {
            Some((_, known)) => value.clone_into(known),
            None => options.push((echo.name.clone(), value.to_owned())),
        }
    }
    options
}

/// In what machines differ. What none knows is left out, and so are the settings of a layer that one does not have: `stack` says that.
pub fn of_machines(facts: &[&Facts]) -> Vec<FactDifference> {
    let difference = |what: Cow<'static, str>| {
        let values: Vec<Option<String>> = facts
            .iter()
            .map(|facts| facts.get(&what).map(str::to_owned))
            .collect();
        let is_shared = !what.contains(OF_LAYER) || values.iter().all(Option::is_some);
        (is_different(&values) && is_shared).then(|| FactDifference {
            of: FactOf::Machine,
            what: what.into_owned(),
            values,
            workloads: None,
        })
    };
    names(facts.iter().copied())
        .into_iter()
        .filter_map(difference)
        .collect()
}

fn is_different(values: &[Option<String>]) -> bool {
    let first = values.first();
    values.iter().any(|value| Some(value) != first)
}

/// In what the plans of matched workloads differ. `rows` has for each the options of each result; none: it has nothing of this, or does not
/// say.
pub fn of_plans(rows: &[Vec<Option<&GivenOptions>>], lang: Lang) -> Vec<FactDifference> {
    let mut all: Vec<FactDifference> = Vec::new();
    for row in rows {
        let mut names: Vec<&str> = row
            .iter()
            .flatten()
            .flat_map(|options| options.iter().map(|(name, _)| name.as_str()))
            .collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let value = |options: &&GivenOptions| {
                let found = options.iter().find(|(known, _)| known == name);
                found.map_or_else(
                    || messages::not_given(lang).to_owned(),
                    |(_, value)| value.clone(),
                )
            };
            let values: Vec<Option<String>> = row.iter().map(|options| options.as_ref().map(value)).collect();
            let stated: Vec<Option<String>> =
                values.iter().filter(|value| value.is_some()).cloned().collect();
            if is_different(&stated) {
                count(&mut all, name, values);
            }
        }
    }
    all
}

fn count(all: &mut Vec<FactDifference>, what: &str, values: Vec<Option<String>>) {
    let same = |known: &&mut FactDifference| known.what == what && known.values == values;
    match all.iter_mut().find(same) {
        Some(known) => known.workloads = known.workloads.map(|count| count + 1),
        None => all.push(FactDifference {
            of: FactOf::Plan,
            what: what.to_owned(),
            values,
            workloads: Some(1),
        }),
    }
}

impl FactDifference {
    /// What differs; of plans an option.
    pub fn label(&self, lang: Lang) -> &str {
        let labels = MACHINE_FACTS.iter().map(|(name, label, _)| (*name, *label));
        let named = labels
            .chain([MEASURED_BY])
            .find(|(name, _)| self.of == FactOf::Machine && *name == self.what);
        named.map_or(self.what.as_str(), |(_, label)| label(lang))
    }

    /// The same, and whether it is of the machine or of the plan.
    pub fn full_label(&self, lang: Lang) -> String {
        let fact = &self.label(lang);
        match self.of {
            FactOf::Machine => messages::OfMachine { fact }.text(lang),
            FactOf::Plan => messages::OfPlan { fact }.text(lang),
        }
    }

    /// Whether two results state values, and different ones.
    pub fn has_two_values(&self) -> bool {
        let mut stated = self.values.iter().flatten();
        let first = stated.next();
        stated.any(|value| Some(value) != first)
    }

    /// The values, in the order of results.
    pub fn shown(&self, lang: Lang) -> String {
        let values: Vec<&str> = self
            .values
            .iter()
            .map(|value| value.as_deref().unwrap_or(messages::unknown(lang)))
            .collect();
        let values = values.join(" | ");
        match self.workloads {
            Some(workloads) => messages::FactInWorkloads {
                workloads: u64::from(workloads),
                values: &values,
            }
            .text(lang),
            None => values,
        }
    }
}
