//! Where workers run, with what priority, and as whom.

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::CpuPolicy;

const CGROUP: &str =
    "control groups are left to the service manager; start fiord inside the one it should measure";
const NUMA: &str = "NUMA placement is not built yet; use cpus_allowed, or run under numactl";

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
    .doc("Whether clones share those processors or get one each."),
    int("cpumask")
        .doc("The same as a number whose bit N is processor N.")
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
        .default("0")
        .doc("Hint sent with the I/O priority.")
        .refused("it is newer than fio 3.33"),
    long("lockmem")
        .default("0")
        .doc("Bytes of memory to pin per worker, so that less is left for the page cache.")
        .sets(|value, draft| draft.plan.placement.lockmem_bytes = value.u64()),
    text("numa_cpu_nodes")
        .doc("Run on the processors of these nodes.")
        .refused(NUMA),
    text("numa_mem_policy")
        .doc("Which nodes give the memory.")
        .refused(NUMA),
    text("comm")
        .doc("Name the worker shows in process lists.")
        .accepted("it is newer than fio 3.33"),
    int("uid")
        .doc("User to run the job as.")
        .refused("a thread cannot change its user alone; start fiord as that user"),
    int("gid")
        .doc("Group to run the job as.")
        .refused("a thread cannot change its group alone; start fiord as that group"),
    text("cgroup")
        .doc("Control group to run the job in.")
        .refused(CGROUP),
    boolean("cgroup_nodelete")
        .default("0")
        .doc("Keep that group afterwards.")
        .refused(CGROUP),
    int("cgroup_weight")
        .range(100, 1000)
        .doc("Weight of that group.")
        .refused(CGROUP),
];

/// `cpus_allowed=0,2-4`: sorted, each once.
pub(super) fn cpu_list(text: &str, draft: &Draft) -> Result<Vec<u32>, Problem> {
    let wrong = |what: String| Problem::new(what).help("numbers and ranges from 0, such as 0,2-4");
    let mut is_named = vec![false; draft.machine.ncpus as usize];
    for part in text
        .split([',', ':'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        // FIO-DIFF(cpu-list): fio reads a processor that is not a number as 0.
        let number = |text: &str| {
            text.trim()
                .parse::<u32>()
                .map_err(|_| wrong(format!("`{part}` is not a processor")))
        };
        let (low, high) = (number(low)?, number(high)?);
        if high >= draft.machine.ncpus {
            return Err(wrong(format!(
                "processor {high} does not exist; the last is {}",
                draft.machine.ncpus.saturating_sub(1)
            )));
        }
        let last = high.max(low).min(draft.machine.ncpus.saturating_sub(1));
        is_named[low.min(high) as usize..=last as usize].fill(true);
    }
    let cpus: Vec<u32> = (0..draft.machine.ncpus)
        .filter(|cpu| is_named[*cpu as usize])
        .collect();
    if cpus.is_empty() {
        return Err(wrong("no processor is named".to_owned()));
    }
    Ok(cpus)
}

/// `cpumask`: bit n is processor n.
fn cpu_mask(mask: u64, draft: &Draft) -> Result<Option<Vec<u32>>, Problem> {
    let cpus: Vec<u32> = (0..u64::BITS).filter(|bit| mask & (1 << bit) != 0).collect();
    match cpus.last() {
        Some(last) if *last >= draft.machine.ncpus => {
            Err(Problem::new(format!("processor {last} does not exist"))
                .help("bit N of the mask is processor N, from 0"))
        }
        Some(_) => Ok(Some(cpus)),
        None => Ok(None),
    }
}
