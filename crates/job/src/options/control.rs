//! When a job starts and ends, and what it does about errors.

use fiord_messages::{Sentence, job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::{ContinueOnError, ExitWhat, SteadyMeasure, SteadyPlan};
use crate::units::{self, BareTime, Unit};

const fn go_on(read: bool, write: bool, verify: bool) -> ContinueOnError {
    ContinueOnError { read, write, verify }
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("description")
        .doc("Text about the job, for the report.")
        .sets(|value, draft| draft.plan.description = Some(value.string())),
    text("name")
        .doc("Name of the job. On the command line it also begins a new job.")
        .sets(|value, draft| draft.plan.name = value.string()),
    int("numjobs")
        // FIO-DIFF(no-clones): fio counts `numjobs=0` down from 0 and fails for want of memory.
        .range(1, U32)
        .default("1")
        .doc("Number of clones of the job that run together.")
        .sets(|value, draft| draft.plan.numjobs = value.u32()),
    int("loops")
        .default("1")
        .doc("How many times to go through the whole job.")
        .sets(|value, draft| draft.plan.control.loops = value.u32()),
    seconds("startdelay")
        .parts(2)
        .default("0")
        .doc("Begin this much later; a range draws the delay.")
        .sets(|value, draft| draft.plan.control.startdelay_us = value.low_high().unwrap_or((0, 0))),
    seconds("runtime")
        .alias("timeout")
        .default("0")
        .doc("Stop after this time, if the job has not ended before; 0 means no limit.")
        .sets(|value, draft| draft.plan.control.runtime_us = value.u64()),
    set("time_based")
        .doc("Run for the whole `runtime`, going over the region again and again.")
        .sets(|value, draft| draft.plan.control.time_based = value.flag()),
    seconds("ramp_time")
        .doc("Run this long before the measurement, in addition to `runtime`.")
        .sets(|value, draft| draft.plan.control.ramp_time_us = value.u64()),
    long("ramp_size")
        .default("0")
        .doc("Transfer this many bytes before anything is measured. With `ramp_time` the later of the two counts.")
        .sets(|value, draft| draft.plan.control.ramp_bytes = value.u64()),
    set("stonewall")
        .alias("wait_for_previous")
        .doc("Wait until all jobs before this one have ended, and begin a reporting group.")
        .sets(|value, draft| draft.plan.control.stonewall = value.flag()),
    text("wait_for")
        .doc("Wait until the earlier job of this name has ended.")
        .sets(|value, draft| draft.plan.control.wait_for = Some(value.string())),
    set("new_group")
        .doc("Begin a reporting group.")
        .sets(|value, draft| draft.plan.control.new_group = value.flag()),
    set("exitall")
        .doc("When this job ends, end others as well; see `exit_what`.")
        .sets(|value, draft| draft.plan.control.exit.exitall = value.flag()),
    choice(
        "exit_what",
        &One {
            words: &[
                ("group", ExitWhat::Group),
                ("stonewall", ExitWhat::Stonewall),
                ("all", ExitWhat::All),
            ],
            set: |what, draft| draft.plan.control.exit.exit_what = what,
        },
    )
    .default("group")
    .doc("Which jobs `exitall` ends: those of the group, those up to the next stonewall, or all."),
    set("exitall_on_error")
        .doc("End all jobs when this one fails.")
        .sets(|value, draft| draft.plan.control.exit.exitall_on_error = value.flag()),
    choice(
        "continue_on_error",
        &One {
            words: &[
                ("none", go_on(false, false, false)),
                ("read", go_on(true, false, false)),
                ("write", go_on(false, true, false)),
                ("io", go_on(true, true, false)),
                ("verify", go_on(false, false, true)),
                ("all", go_on(true, true, true)),
                ("0", go_on(false, false, false)),
                ("1", go_on(true, true, true)),
            ],
            set: |after, draft| draft.plan.control.continue_on_error = after,
        },
    )
    .default("none")
    .doc("Kinds of failed I/O after which the job continues; it counts the failures."),
    text("ignore_error")
        .doc(
            "Errors that do not count, by name or number: for reads, writes, verification, separated \
             by commas; several by `:`.",
        )
        .checks(|value, draft| {
            draft.plan.control.ignore_error = errno_lists(value.text())?;
            Ok(())
        }),
    boolean("error_dump")
        .default("0")
        .doc("Print the errors that do not count, 16 of each job at most.")
        .sets(|value, draft| draft.plan.control.error_dump = value.flag()),
    micros("max_latency")
        .parts(3)
        .doc("Fail the job when an I/O takes longer, in microseconds; per direction.")
        .sets(|value, draft| {
            let limits = &mut draft.plan.control.max_latency_ns.0;
            value.spread(limits, |micros| micros.saturating_mul(1000));
        }),
    set("thread")
        .default("1")
        .doc("Use threads rather than processes. fiord's workers are threads in any case.")
        .sets(|value, draft| draft.plan.control.thread_given = value.flag()),
    text("exec_prerun")
        .doc(
            "Shell command to run before the job; its output goes to JOBNAME.prerun.txt. The job fails \
             where the command does.",
        )
        .sets(|value, draft| draft.plan.control.exec.prerun = Some(value.string())),
    text("exec_postrun")
        .doc(
            "Shell command to run after the job; its output goes to JOBNAME.postrun.txt. The job fails \
             where the command does.",
        )
        .sets(|value, draft| draft.plan.control.exec.postrun = Some(value.string())),
    text("steadystate")
        .alias("ss")
        .default("iops_slope:0.01%")
        .doc(
            "End the job once a measure is steady over `ss_dur`: `iops`, `bw`, `lat` (largest distance from the \
             mean) or `iops_slope`, `bw_slope`, `lat_slope` (slope per measurement), then `:limit`, with % of \
             the mean.",
        )
        .checks(|value, draft| {
            steady_rule(value.text(), draft.kb_base(), &mut draft.plan.control.steady)
        }),
    seconds("steadystate_duration")
        .alias("ss_dur")
        .default("0")
        .doc("Window over which steadiness is judged; 0 is off.")
        .sets(|value, draft| draft.plan.control.steady.window_us = value.u64()),
    seconds("steadystate_ramp_time")
        .alias("ss_ramp")
        .default("0")
        .doc("Time before the first window, on top of `ramp_time`.")
        .sets(|value, draft| draft.plan.control.steady.ramp_us = value.u64()),
    seconds("steadystate_check_interval")
        .alias("ss_interval")
        .default("1")
        .doc("Time of one measurement; a window holds `ss_dur` / `ss_interval` of them.")
        .sets(|value, draft| draft.plan.control.steady.interval_us = value.u64()),
    text("profile")
        .doc("Run one of fio's built-in workloads.")
        .refused(job_support::no_profiles),
];

/// `ignore_error=read list,write list,verify list`, each separated by `:`.
fn errno_lists(text: &str) -> Result<[Vec<i32>; 3], Problem> {
    let mut lists: [Vec<i32>; 3] = Default::default();
    for (list, part) in lists.iter_mut().zip(text.split(',')) {
        for name in part.split(':').map(str::trim).filter(|name| !name.is_empty()) {
            list.push(errno(name)?);
        }
    }
    Ok(lists)
}

/// `steadystate=MEASURE:LIMIT[%]`
fn steady_rule(text: &str, kb_base: u32, plan: &mut SteadyPlan) -> Result<(), Problem> {
    const MEASURES: [(&str, SteadyMeasure); 3] = [
        ("iops", SteadyMeasure::Iops),
        ("bw", SteadyMeasure::Bw),
        ("lat", SteadyMeasure::Lat),
    ];
    let bad = |what: Sentence| Problem::new(what).help(job_options::steady_form);
    let (name, limit) = text.split_once(':').ok_or_else(|| {
        bad(Sentence::new(|lang| {
            job_options::SteadyNoLimit { text: &text }.text(lang)
        }))
    })?;
    let (name, slope) = match name.trim().strip_suffix("_slope") {
        Some(measure) => (measure, true),
        None => (name.trim(), false),
    };
    let (_, measure) = MEASURES
        .into_iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| {
            bad(Sentence::new(|lang| {
                job_options::SteadyMeasure {
                    text: &text,
                    name: &name,
                }
                .text(lang)
            }))
        })?;
    let wrong = || {
        bad(Sentence::new(|lang| {
            job_options::SteadyLimit {
                text: &text,
                limit: &limit,
            }
            .text(lang)
        }))
    };
    let (number, rest) = units::float(limit).map_err(|_| wrong())?;
    let percent = rest.trim() == "%";
    let number = match (rest.trim(), measure) {
        ("" | "%", _) => number,
        (_, SteadyMeasure::Bw) => match units::quantity(limit, kb_base) {
            Ok(bytes) if bytes.unit == Unit::One && bytes.surprise.is_none() => bytes.value as f64,
            _ => return Err(wrong()),
        },
        (_, SteadyMeasure::Lat) => match units::time_us(limit, BareTime::Micros) {
            Ok(time) if time.surprise.is_none() => time.value as f64 * 1e3,
            _ => return Err(wrong()),
        },
        (_, SteadyMeasure::Iops) => return Err(wrong()),
    };
    // A latency without unit is in microseconds, as those of other options are.
    let number = if measure == SteadyMeasure::Lat && rest.trim().is_empty() {
        number * 1e3
    } else {
        number
    };
    if !number.is_finite() || number < 0.0 {
        return Err(wrong());
    }
    (plan.measure, plan.slope, plan.percent) = (measure, slope, percent);
    plan.limit = number;
    Ok(())
}

/// Errors by Linux' names.
macro_rules! errnos {
    ($($name:ident)*) => {
        &[$((stringify!($name), libc::$name)),*]
    };
}

#[rustfmt::skip]
const ERRNOS: &[(&str, i32)] = errnos!(
    EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT
    ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG
    ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP
    ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL
    ENOANO EBADRQC EBADSLT EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV
    ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD
    ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE
    EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT
    EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN
    ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY
    EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE
    ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL
    EWOULDBLOCK EDEADLOCK ENOTSUP EHWPOISON
);

fn errno(name: &str) -> Result<i32, Problem> {
    if let Some((_, number)) = ERRNOS.iter().find(|(known, _)| *known == name) {
        return Ok(*number);
    }
    // FIO-DIFF(errno-name): fio takes names it does not know as 0.
    name.parse::<i32>()
        .ok()
        .filter(|number| (1..=133).contains(number))
        .ok_or_else(|| {
            Problem::new(|lang| job_options::NotAnError { name: &name }.text(lang))
                .help(job_options::error_names)
        })
}

/// Without a runtime, `time_based` has no effect; the job runs at least once.
pub(super) fn finish(draft: &mut Draft) {
    let control = &mut draft.plan.control;
    // fio passes over the files at least once.
    control.loops = control.loops.max(1);
    if control.steady.interval_us == 0 || control.steady.window_us < 1_000_000 {
        // As in fio, a window below one measurement is off.
        control.steady.window_us = 0;
    }
    if control.time_based && control.runtime_us == 0 {
        control.time_based = false;
        draft.warn_as(
            "fio: time_based requires a runtime/timeout setting",
            job_options::time_based_alone,
        );
    }
}
