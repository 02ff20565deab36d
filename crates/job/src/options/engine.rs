//! Which system calls do the I/O, and the options of the engines that exist here.
//!
//! fio knows the options of `pvsync2` under the file they live in, `sync`; here an option names the engine itself.

use fiord_messages::{Fixed, Sentence, job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::families;
use super::spec::OptionSpec;
use super::value::Value;
use super::words::One;
use crate::nearest::nearest;
use crate::plan::{AccessMode, Backend, Ddir, EngineKind, NameAction, PriorityShare, StatCall};
use crate::units;

const URING: &[&str] = &["io_uring", "io_uring_cmd"];
const CPU: &[&str] = &["cpuio"];
const DEFRAG: &[&str] = &["e4defrag"];
const EXEC: &[&str] = &["exec"];
const MTD: &[&str] = &["mtd"];
const URING_AIO: &[&str] = &["io_uring", "io_uring_cmd", "libaio"];

/// Engines of fio that do not exist here, and why.
pub const REFUSED_ENGINES: &[(&str, Fixed)] = &[
    ("solarisaio", families::SOLARIS),
    ("windowsaio", families::WINDOWS),
    ("netsplice", families::NETWORK),
    ("net", families::NETWORK),
    ("rdma", families::RDMA),
    ("rbd", families::CEPH),
    ("rados", families::CEPH),
    ("gfapi", families::GLUSTER),
    ("gfapi_async", families::GLUSTER),
    ("libhdfs", families::HDFS),
    ("http", families::OBJECTS),
    ("nbd", families::NBD),
    ("dfs", families::DAOS),
    ("nfs", families::NFS),
    ("pmemblk", job_support::pmemblk),
    ("page_fault", job_support::page_fault),
    ("xnvme", families::XNVME),
    ("libblkio", families::BLKIO),
    ("libiscsi", families::ISCSI),
    ("libcufile", families::GPU),
    ("libhipfile", families::GPU),
    ("libzbc", families::ZBC),
    ("ime_psync", families::IME),
    ("ime_psyncv", families::IME),
    ("ime_aio", families::IME),
];

fn set_engine(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let name = value.text();
    if let Some(kind) = EngineKind::from_name(name) {
        draft.plan.engine.kind = kind;
        draft.engine_failed = false;
        return Ok(());
    }
    draft.engine_failed = true;
    let known: Vec<&str> = EngineKind::ALL.iter().map(|kind| kind.name()).collect();
    let engines = &known.join(", ");
    let list = Sentence::new(|lang| job_options::Engines { engines }.text(lang));
    if let Some((_, why)) = REFUSED_ENGINES.iter().find(|(refused, _)| *refused == name) {
        return Err(Problem::new(|lang| {
            job_options::EngineNotHere {
                engine: &name,
                reason: &why(lang),
            }
            .text(lang)
        })
        .help(list));
    }
    if name.contains('/') || name.starts_with("external") {
        return Err(Problem::new(job_options::engine_from_file).help(list));
    }
    let near = nearest(name, known.iter().copied());
    Err(
        Problem::new(|lang| job_options::NotAnEngine { name: &name }.text(lang)).help(|lang| match near {
            Some(near) => job_options::EnginesNear { near: &near, engines }.text(lang),
            None => list.text(lang).to_owned(),
        }),
    )
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("ioengine")
        .default("psync")
        .doc("Which system calls do the I/O.")
        .checks(set_engine),
    set("hipri")
        .engines(&["io_uring", "io_uring_cmd", "pvsync2", "sg"])
        .doc("Ask for polled completions; the device's driver must have polled queues.")
        .sets(|value, draft| draft.plan.engine.hipri = value.flag()),
    percent("hipri_percentage")
        .engines(&["pvsync2"])
        .default("100")
        .doc("Percentage of I/Os that ask for polling.")
        .sets(|value, draft| draft.plan.engine.hipri_percent = value.u8()),
    set("fixedbufs")
        .engines(URING)
        .doc("Register the buffers with the ring once.")
        .sets(|value, draft| draft.plan.engine.fixedbufs = value.flag()),
    set("registerfiles")
        .engines(URING)
        .doc("Register the files with the ring once.")
        .sets(|value, draft| draft.plan.engine.registerfiles = value.flag()),
    set("sqthread_poll")
        .engines(URING)
        .doc("Let a kernel thread pick submissions up, so that the job needs no system call for them.")
        .sets(|value, draft| draft.plan.engine.sqthread.on = value.flag()),
    int("sqthread_poll_cpu")
        .engines(URING)
        .doc("Processor of that thread.")
        .sets(|value, draft| draft.plan.engine.sqthread.cpu = Some(value.u32())),
    int("nonvectored")
        .engines(URING)
        .range(-1, I32)
        .default("-1")
        .doc("Use READ and WRITE rather than READV and WRITEV; -1 does where the kernel can.")
        .sets(|value, draft| draft.plan.engine.nonvectored = value.i64() != 0),
    int("force_async")
        .engines(URING)
        .doc("Send each Nth I/O directly to a kernel worker; 0: off.")
        .sets(|value, draft| draft.plan.engine.force_async = value.u32()),
    int("uncached")
        .engines(&["io_uring", "io_uring_cmd", "pvsync2"])
        .doc("Buffered I/O that leaves no data in the page cache (RWF_DONTCACHE).")
        .sets(|value, draft| draft.plan.engine.uncached = value.u64() != 0),
    boolean("nowait")
        .engines(&["io_uring", "io_uring_cmd", "libaio", "pvsync2"])
        .doc("Let an I/O fail rather than wait (RWF_NOWAIT).")
        .sets(|value, draft| draft.plan.engine.nowait = value.flag()),
    set("userspace_reap")
        .engines(&["libaio"])
        .doc("Read completions from the ring in memory, without a system call.")
        .accepted(job_support::completions_by_call),
    boolean("libaio_vectored")
        .engines(&["libaio"])
        .default("0")
        .doc("Use PREADV and PWRITEV rather than PREAD and PWRITE, with one buffer each.")
        .sets(|value, draft| draft.plan.engine.nonvectored = !value.flag()),
    percent("cmdprio_percentage")
        .engines(URING_AIO)
        .parts(2)
        .doc("Percentage of I/Os with a separate priority, for reads and writes.")
        .sets(|value, draft| {
            value.spread(&mut draft.plan.engine.priorities.percent, |percent| percent as u8)
        }),
    int("cmdprio_class")
        .engines(URING_AIO)
        .range(1, 3)
        .parts(2)
        .doc("Class of that priority: 1 real time, 2 best effort, 3 idle.")
        .sets(|value, draft| value.spread(&mut draft.plan.engine.priorities.class, |class| class as u8)),
    int("cmdprio")
        .engines(URING_AIO)
        .range(0, 7)
        .parts(2)
        .doc("Level of that priority, from 0 (first) to 7 (last).")
        .sets(|value, draft| value.spread(&mut draft.plan.engine.priorities.level, |prio| prio as u8)),
    int("cmdprio_hint")
        .engines(URING_AIO)
        .range(0, 1023)
        .parts(2)
        .doc("Hint for the device that goes with that priority: 1 to 7 name a command duration limit.")
        .sets(|value, draft| value.spread(&mut draft.plan.engine.priorities.hint, |hint| hint as u16)),
    text("cmdprio_bssplit")
        .engines(URING_AIO)
        .doc(
            "Which percentage of the I/Os of a size carries a priority: `size/percent:…` or \
             `size/percent/class/level[/hint]:…`, reads and writes separated by a comma.",
        )
        .checks(set_priority_split),
    int("thp")
        .engines(&["mmap"])
        .doc("Ask for huge pages under the mapping.")
        .sets(|value, draft| draft.plan.engine.thp = value.u64() != 0),
    percent("cpuload")
        .engines(CPU)
        .doc("Percentage of a CPU to use; between bursts the job sleeps.")
        .sets(|value, draft| draft.plan.engine.other.cpu_load_percent = value.u8()),
    micros("cpuchunks")
        .engines(CPU)
        .default("50000")
        .doc("Length of a burst of computing in microseconds.")
        .sets(|value, draft| draft.plan.engine.other.cpu_burst_us = value.u64()),
    choice(
        "cpumode",
        &One {
            words: &[("noop", false), ("qsort", true)],
            set: |sorts, draft| draft.plan.engine.other.cpu_sorts = sorts,
        },
    )
    .engines(CPU)
    .default("noop")
    .doc("Load of the CPU: a loop without work, or sorting numbers."),
    boolean("exit_on_io_done")
        .engines(CPU)
        .default("0")
        .doc("End once the other jobs have.")
        .sets(|value, draft| draft.plan.engine.other.cpu_ends_with_others = value.flag()),
    choice(
        "stat_type",
        &One {
            words: &[
                ("stat", StatCall::Stat),
                ("lstat", StatCall::Lstat),
                ("statx", StatCall::Statx),
            ],
            set: |call, draft| draft.plan.engine.other.stat_call = call,
        },
    )
    .engines(&["filestat", "dirstat"])
    .default("stat")
    .doc("Which call looks names up."),
    text("program")
        .engines(EXEC)
        .doc("Program to run during the job, found as by a shell. Its exit status is ignored.")
        .sets(|value, draft| draft.plan.engine.other.program.program = value.string()),
    text("arguments")
        .engines(EXEC)
        .doc("Its arguments, divided at blanks: %r is the runtime in seconds, %n the name of the job. No shell reads them.")
        .sets(|value, draft| draft.plan.engine.other.program.arguments = value.string()),
    int("grace_time")
        .engines(EXEC)
        .default("1")
        .doc("Seconds that the program has after SIGTERM, before SIGKILL.")
        .sets(|value, draft| draft.plan.engine.other.program.grace_s = value.u32()),
    boolean("std_redirect")
        .engines(EXEC)
        .default("1")
        .doc("Send its output to JOBNAME.stdout and JOBNAME.stderr in the working directory.")
        .sets(|value, draft| draft.plan.engine.other.program.redirects = value.flag()),
    boolean("skip_bad")
        .engines(MTD)
        .default("0")
        .doc("Skip bad blocks. Skipped I/O counts.")
        .sets(|value, draft| draft.plan.engine.other.skip_bad = value.flag()),
    text("donorname")
        .engines(DEFRAG)
        .doc(
            "File that gives its blocks, next to the job's file unless a folder is named. It is made for the job and removed \
             afterwards; it must not be there before.",
        )
        .sets(|value, draft| draft.plan.engine.other.donor = value.string()),
    int("inplace")
        .engines(DEFRAG)
        .range(0, 1)
        .default("0")
        .doc("Allocate the blocks of the donor for each I/O and free them afterwards, not all before the start.")
        .sets(|value, draft| draft.plan.engine.other.defrag_in_place = value.u64() != 0),
];

fn set_priority_split(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let form = job_options::priority_form;
    let parts: Vec<&str> = value.text().trim().split(',').collect();
    if parts.len() > 2 {
        return Err(Problem::new(job_options::priority_directions).help(form));
    }
    let mut splits: [Vec<PriorityShare>; 2] = Default::default();
    for (split, part) in splits.iter_mut().zip(&parts) {
        for entry in part.split(':').filter(|entry| !entry.is_empty()) {
            split.push(priority_share(entry, draft).map_err(|problem| problem.help(form))?);
        }
        if let Some(over) = split.iter().find(|one| {
            let same = split.iter().filter(|other| other.bytes == one.bytes);
            same.map(|other| u32::from(other.percent)).sum::<u32>() > 100
        }) {
            let bytes = over.bytes;
            return Err(Problem::new(|lang| {
                job_options::PrioritySum { bytes: &bytes }.text(lang)
            }));
        }
    }
    if parts.len() == 1 {
        splits[1] = splits[0].clone();
    }
    draft.plan.engine.priorities.split = splits;
    Ok(())
}

/// `size`, `size/percent` or `size/percent/class/level[/hint]`. As in fio, no percentage is none, and what is too large is the largest.
fn priority_share(entry: &str, draft: &Draft) -> Result<PriorityShare, Problem> {
    const CLASSES: u64 = 3;
    const LEVELS: u64 = 7;
    const HINTS: u16 = 1023;
    let fields: Vec<&str> = entry.split('/').collect();
    let wrong = || Problem::new(|lang| job_options::NotAShare { entry: &entry }.text(lang));
    let number = |text: &str, most: u64| -> Result<u8, Problem> {
        let number = text.trim().parse::<u64>().map_err(|_| wrong())?;
        Ok(number.min(most) as u8)
    };
    let bytes = units::quantity(fields[0], draft.kb_base())
        .ok()
        .and_then(|quantity| u64::try_from(quantity.value).ok())
        .ok_or_else(wrong)?;
    let percent = match fields.get(1) {
        None | Some(&"") => 0,
        Some(text) => number(text, 100)?,
    };
    let (own, hint) = match fields[..] {
        [_] | [_, _] => (None, None),
        [_, _, class, level] => (Some((number(class, CLASSES)?, number(level, LEVELS)?)), Some(0)),
        [_, _, class, level, hint] => {
            let hint = hint.trim().parse::<u16>().map_err(|_| wrong())?;
            (
                Some((number(class, CLASSES)?, number(level, LEVELS)?)),
                Some(hint.min(HINTS)),
            )
        }
        _ => return Err(wrong()),
    };
    Ok(PriorityShare {
        bytes,
        percent,
        own,
        hint,
    })
}

/// What `cpuio` needs, and what makes no sense where nothing is open or nothing is written.
pub(super) fn finish(draft: &mut Draft) {
    let kind = draft.plan.engine.kind;
    match kind.backend() {
        Backend::Cpu => finish_cpuio(draft),
        Backend::Program => finish_exec(draft),
        Backend::Flash => finish_mtd(draft),
        _ if kind == EngineKind::E4defrag => finish_defrag(draft),
        _ => {}
    }
    let priorities = &draft.plan.engine.priorities;
    if priorities.percent.iter().any(|percent| *percent > 0)
        && priorities.split.iter().any(|split| !split.is_empty())
    {
        draft.fail(Problem::new(
            // FIO-DIFF(refused-early): fio finds out when the job starts.
            job_options::two_priorities,
        ));
    }
    if draft.plan.durability.atomic {
        draft.plan.durability.direct = true;
        // FIO-DIFF(atomic-engine): fio 3.33 opens with a flag that Linux does not have, and writes as without the option.
        if !kind.has_atomic_writes() && !kind.is_diskless() {
            draft.fail_because_of(
                "atomic",
                Problem::new(|lang| job_options::NoAtomic { engine: &kind.name() }.text(lang))
                    .help(job_options::atomic_engines),
            );
        }
    }
    if kind.moves_data() || kind.is_diskless() {
        return;
    }
    // What a write would carry does not matter.
    draft.plan.buffers.refill = false;
    draft.plan.buffers.scramble = false;
    let engine = &kind.name();
    let refuse = |draft: &mut Draft, problem: Problem| draft.fail(problem.help(job_options::leave_out));
    // FIO-DIFF(verify-no-data): fio runs such a job, and finds wrong blocks or reads what nobody wrote.
    if draft.plan.verify.kind.is_on() {
        refuse(
            draft,
            Problem::new(|lang| job_options::VerifyNoData { engine }.text(lang)),
        );
    }
    if !kind.works_on_names() {
        return;
    }
    let durability = draft.plan.durability;
    let syncs = durability.fsync_every > 0
        || durability.fdatasync_every > 0
        || durability.sync_file_range.is_some()
        || durability.end_fsync
        || durability.fsync_on_close;
    if syncs {
        refuse(
            draft,
            Problem::new(|lang| job_options::FsyncNoFile { engine }.text(lang)),
        );
    }
    let finds_files = matches!(
        kind.backend(),
        Backend::FileNames(NameAction::Open | NameAction::Stat)
    );
    if draft.plan.files.opendir.is_some() && !finds_files {
        refuse(
            draft,
            Problem::new(|lang| job_options::OpendirOwnFiles { engine }.text(lang)),
        );
    }
    if draft.plan.files.pre_read {
        refuse(
            draft,
            Problem::new(|lang| job_options::PreReadNothing { engine }.text(lang)),
        );
    }
}

/// Blocks are exchanged by writes, with a file that the job names.
fn finish_defrag(draft: &mut Draft) {
    if draft.plan.engine.other.donor.is_empty() {
        draft.fail(Problem::new(job_options::no_donor).help(job_options::donor_example));
    }
    let mode = draft.plan.access.mode;
    if mode.issues(Ddir::Read) || mode.issues(Ddir::Trim) {
        draft.fail(Problem::new(job_options::defrag_writes).help(job_options::rw_writes));
    }
}

/// What was left out was not written.
fn finish_mtd(draft: &mut Draft) {
    if !draft.plan.engine.other.skip_bad {
        return;
    }
    // FIO-DIFF(verify-no-data)
    if draft.plan.verify.kind.is_on() {
        draft.fail(Problem::new(job_options::skip_bad_verify).help(job_options::leave_one_out));
    }
    draft.note(job_options::skip_bad);
}

/// A program runs as the user who asked for it, until the job ends.
fn finish_exec(draft: &mut Draft) {
    if draft.plan.engine.other.program.program.is_empty() {
        draft.fail(Problem::new(job_options::no_program).help(job_options::program_example));
    }
    // FIO-DIFF(exec-user): fio runs it as that user.
    if draft.plan.placement.uid.is_some() || draft.plan.placement.gid.is_some() {
        draft.fail(Problem::refused(job_options::exec_user));
    }
    if draft.plan.control.runtime_us == 0 {
        draft.note(job_options::exec_endless);
    }
    // As fio counts its looks at the program.
    draft.plan.access.mode = AccessMode::Read;
    draft.plan.control.time_based = true;
}

/// A burst, and a pause as long as `cpuload` leaves; until the runtime or the other jobs end it.
fn finish_cpuio(draft: &mut Draft) {
    const BURST_US: u64 = 50_000;
    let other = &mut draft.plan.engine.other;
    if other.cpu_burst_us == 0 {
        other.cpu_burst_us = BURST_US;
    }
    let (load, burst_us) = (u64::from(other.cpu_load_percent), other.cpu_burst_us);
    if load == 0 {
        return draft.fail(Problem::new(job_options::no_cpuload).help(job_options::cpuload_example));
    }
    draft.plan.pace.thinktime_us = burst_us.saturating_mul(100 - load) / load;
    draft.plan.pace.thinktime_spin_us = 0;
    draft.plan.pace.thinktime_blocks = 1;
    draft.plan.control.time_based = true;
}
