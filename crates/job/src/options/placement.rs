//! Where workers run, with what priority, and as whom.

use fiord_messages::{Sentence, job_options};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::{CpuPolicy, NumaMemory};

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("cpus_allowed")
        .doc("Processors the job may run on: numbers and ranges from 0, such as `0,2-4`.")
        .checks(|value, draft| {
            draft.plan.placement.cpus = Some(cpu_list(value.text(), draft)?);
            Ok(())
        }),
    choice(
        "cpus_allowed_policy",
        &One {
            words: &[("shared", CpuPolicy::Shared), ("split", CpuPolicy::Split)],
            set: |policy, draft| draft.plan.placement.policy = policy,
        },
    )
    .default("shared")
    .doc("Whether clones share these CPUs or get one each."),
    int("cpumask")
        .doc("The same as a number with bit N for CPU N.")
        .checks(|value, draft| {
            draft.plan.placement.cpus = cpu_mask(value.u64(), draft)?;
            Ok(())
        }),
    int("nice")
        .range(-20, 19)
        .default("0")
        .doc("Scheduling priority, from -20 (first) to 19 (last).")
        .sets(|value, draft| draft.plan.placement.nice = value.i64() as i32),
    int("prio")
        .range(0, 7)
        .doc("I/O priority within its class, from 0 (first) to 7 (last).")
        .sets(|value, draft| draft.plan.placement.prio = Some(value.u8())),
    int("prioclass")
        .range(0, 3)
        .doc("I/O priority class: 1 real time, 2 best effort, 3 idle.")
        .sets(|value, draft| draft.plan.placement.prioclass = Some(value.u8())),
    int("priohint")
        .range(0, 1023)
        .default("0")
        .doc("Hint for the device, sent with the I/O priority: 1 to 7 name a command duration limit.")
        .sets(|value, draft| draft.plan.placement.prio_hint = value.u32() as u16),
    long("lockmem")
        .default("0")
        .doc("Bytes of memory to lock, so that the page cache has less.")
        .sets(|value, draft| draft.plan.placement.lockmem_bytes = value.u64()),
    text("numa_cpu_nodes")
        .doc("Run on the CPUs of these memory nodes: numbers and ranges such as `0,2-3`, or `all`.")
        .checks(|value, draft| {
            draft.plan.placement.numa_nodes = match value.text() {
                "all" => Vec::new(),
                list => node_list(list)?,
            };
            Ok(())
        }),
    text("numa_mem_policy")
        .doc(
            "Which nodes give the job's memory: `default`, `local`, `prefer:NODE`, `bind:NODES`, \
             `interleave:NODES`.",
        )
        .checks(|value, draft| {
            draft.plan.placement.numa_memory = numa_memory(value.text())?;
            Ok(())
        }),
    text("comm")
        .doc("Thread name in process lists, cut to 15 bytes.")
        .sets(|value, draft| draft.plan.placement.comm = Some(value.string())),
    int("uid")
        .doc(
            "User that the job's thread becomes before it opens its files; it leaves the supplementary \
             groups. Needs the right to change users.",
        )
        .sets(|value, draft| draft.plan.placement.uid = Some(value.u32())),
    int("gid")
        .doc("Group that the job's thread becomes before it opens its files.")
        .sets(|value, draft| draft.plan.placement.gid = Some(value.u32())),
    text("cgroup")
        .doc(
            "Control group to run the job in, below the root of the `blkio` hierarchy, or of version 2 where that one \
             controls I/O; made where it is missing, and removed afterwards.",
        )
        .checks(|value, draft| {
            draft.plan.placement.cgroup.name = Some(group_name(value.text())?);
            Ok(())
        }),
    boolean("cgroup_nodelete")
        .default("0")
        .doc("Keep a new control group of the job.")
        .sets(|value, draft| draft.plan.placement.cgroup.keep = value.flag()),
    int("cgroup_weight")
        .range(100, 1000)
        .doc("Weight of that group among others, 100 to 1000.")
        .sets(|value, draft| draft.plan.placement.cgroup.weight = Some(value.u32())),
];

/// A path below the root of the hierarchy that does not leave it.
fn group_name(text: &str) -> Result<String, Problem> {
    let name = text.trim_matches('/');
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    if name.split('/').all(plain) {
        return Ok(name.to_owned());
    }
    Err(
        Problem::new(|lang| job_options::NotACgroup { text: &text }.text(lang))
            .help(job_options::cgroup_example),
    )
}

/// Nodes of memory, as numbers and ranges.
fn node_list(text: &str) -> Result<Vec<u32>, Problem> {
    /// The kernel knows at most as many (`MAX_NUMNODES`).
    const MOST: u32 = 1024;
    let wrong = || {
        Problem::new(|lang| job_options::NotNodes { text: &text }.text(lang)).help(job_options::nodes_form)
    };
    let mut nodes = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.parse::<u32>().ok().filter(|node| *node < MOST);
        let (Some(low), Some(high)) = (number(low), number(high)) else {
            return Err(wrong());
        };
        if low > high {
            return Err(wrong());
        }
        nodes.extend(low..=high);
    }
    nodes.sort_unstable();
    nodes.dedup();
    Ok(nodes)
}

fn numa_memory(text: &str) -> Result<NumaMemory, Problem> {
    let (mode, nodes) = match text.split_once(':') {
        Some((mode, nodes)) => (mode, node_list(nodes)?),
        None => (text, Vec::new()),
    };
    match (mode, nodes.as_slice()) {
        ("default", []) => Ok(NumaMemory::Default),
        ("local", []) => Ok(NumaMemory::Local),
        ("prefer", [one]) => Ok(NumaMemory::Prefer(*one)),
        ("bind", [_, ..]) => Ok(NumaMemory::Bind(nodes)),
        ("interleave", [_, ..]) => Ok(NumaMemory::Interleave(nodes)),
        _ => Err(
            Problem::new(|lang| job_options::NotAPolicy { text: &text }.text(lang))
                .help(job_options::policies),
        ),
    }
}

/// `cpus_allowed=0,2-4`: sorted, each once.
pub(super) fn cpu_list(text: &str, draft: &Draft) -> Result<Vec<u32>, Problem> {
    let wrong = |what: Sentence| Problem::new(what).help(job_options::cpus_form);
    let mut is_named = vec![false; draft.machine.cpus as usize];
    for part in text
        .split([',', ':'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        // FIO-DIFF(cpu-list): fio reads a processor that is not a number as 0.
        let number = |text: &str| {
            text.trim().parse::<u32>().map_err(|_| {
                wrong(Sentence::new(|lang| {
                    job_options::NotACpu { text: &part }.text(lang)
                }))
            })
        };
        let (low, high) = (number(low)?, number(high)?);
        if high >= draft.machine.cpus {
            return Err(wrong(Sentence::new(|lang| {
                job_options::NoSuchCpu {
                    cpu: &high,
                    last: &draft.machine.cpus.saturating_sub(1),
                }
                .text(lang)
            })));
        }
        // As in fio, a range that ends before it begins is empty.
        if let Some(named) = is_named.get_mut(low as usize..=high as usize) {
            named.fill(true);
        }
    }
    let cpus: Vec<u32> = (0..draft.machine.cpus)
        .filter(|cpu| is_named[*cpu as usize])
        .collect();
    if cpus.is_empty() {
        return Err(wrong(Sentence::new(job_options::no_cpu)));
    }
    Ok(cpus)
}

/// `cpumask`: bit n is processor n.
fn cpu_mask(mask: u64, draft: &Draft) -> Result<Option<Vec<u32>>, Problem> {
    let cpus: Vec<u32> = (0..u64::BITS).filter(|bit| mask & (1 << bit) != 0).collect();
    match cpus.last() {
        Some(last) if *last >= draft.machine.cpus => {
            Err(
                Problem::new(|lang| job_options::CpuMissing { cpu: &last }.text(lang))
                    .help(job_options::cpu_mask),
            )
        }
        Some(_) => Ok(Some(cpus)),
        None => Ok(None),
    }
}
