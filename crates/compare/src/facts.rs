//! What is known of the machine and the plan of a result, and in what results differ.

use fiord_host::Machine;
use fiord_host::disk::Disk;
use fiord_host::stack::{Layer, LayerKind};
use fiord_messages::{Fixed, Lang, compare as messages};
use fiord_record::number::Bytes;
use fiord_record::run::RunRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// Facts by name, in one order for all results.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts(pub Vec<(&'static str, Option<String>)>);

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
        let of_machine =
            |machine: &Machine| Vec::from(MACHINE_FACTS.map(|(name, _, value)| (name, value(machine))));
        let mut facts = machine.map_or_else(Vec::new, of_machine);
        facts.push((MEASURED_BY.0, known(&record.version)));
        Self(facts)
    }

    /// Of hosts that measured together: what they have in common, or all that differs.
    pub fn together(hosts: &[Self]) -> Self {
        let Some(first) = hosts.first() else {
            return Self::default();
        };
        let of_all = |what: &'static str| {
            let mut values: Vec<&str> = hosts.iter().filter_map(|host| host.get(what)).collect();
            values.sort_unstable();
            values.dedup();
            let is_known_of_all = hosts.iter().all(|host| host.get(what).is_some());
            (what, is_known_of_all.then(|| values.join(" + ")))
        };
        Self(first.0.iter().map(|(what, _)| of_all(what)).collect())
    }

    fn get(&self, what: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == what)?;
        found.1.as_deref()
    }
}

fn known(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// A fact of a machine: its name in documents, its label on pages, and its value.
type MachineFact = (&'static str, Fixed, fn(&Machine) -> Option<String>);

const MACHINE_FACTS: [MachineFact; 14] = [
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
    ("scheduler", messages::fact_scheduler, |machine| {
        of_leaves(machine, |leaf| leaf.queue.as_ref()?.scheduler.clone())
    }),
    ("write cache", messages::fact_write_cache, |machine| {
        of_leaves(machine, |leaf| leaf.queue.as_ref()?.write_cache.clone())
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

/// In what machines differ. What none knows is left out.
pub fn of_machines(facts: &[&Facts]) -> Vec<FactDifference> {
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in facts.iter().flat_map(|facts| &facts.0) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let difference = |what: &'static str| {
        let values: Vec<Option<String>> = facts
            .iter()
            .map(|facts| facts.get(what).map(str::to_owned))
            .collect();
        is_different(&values).then(|| FactDifference {
            of: FactOf::Machine,
            what: what.to_owned(),
            values,
            workloads: None,
        })
    };
    names.into_iter().filter_map(difference).collect()
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
