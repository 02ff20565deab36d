//! Options that do nothing here, or something else than they seem to.

use fiord_job::options::{self, Support};
use fiord_job::plan::Ddir;

use super::per_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::FileKind;

pub(super) const DIRECT_BUFFERED: Rule = Rule {
    id: "direct-buffered",
    family: Family::Options,
    title: "direct and buffered are one setting",
    why: "each is the other turned round and the later one wins: a table with both as columns holds two configurations, each of them twice",
    attempt: "direct alone, with the value that is meant",
    example: "fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --buffered=1 --rw=randrw --size=2G --iodepth=64 --runtime=60\nThis is a buffered run: buffered=1 came last.",
    source: "S4 (four columns, two configurations)",
    when: When::Plan,
    judge: direct_buffered,
};

fn direct_buffered(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let (Some(direct), Some(buffered)) = (look.given("direct"), look.given("buffered")) else {
            return Vec::new();
        };
        let agree = (direct == "0") != (buffered == "0");
        let result = u8::from(look.job.durability.direct);
        let (severity, end) = if agree {
            (Severity::Note, "which say the same")
        } else {
            (Severity::Wrong, "which contradict each other; the later one wins")
        };
        let saw = format!(
            "direct={direct} and buffered={buffered} are both given, {end}: it runs with direct={result}"
        );
        vec![DIRECT_BUFFERED.finds(severity, saw)]
    })
}

pub(super) const IGNORED_OPTION: Rule = Rule {
    id: "ignored-option",
    family: Family::Options,
    title: "an option that has no effect here",
    why: "the job is not the one that its command line describes",
    attempt: "leave the option out, or change what makes it idle",
    example: "fio --name=\"EBS 4K randwrite test\" --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --rwmixread=70 --size=16G --iodepth=64 --runtime=60\nrandwrite does not mix: there is not one read in it.",
    source: "S4; fio's manual",
    when: When::Plan,
    judge: ignored_option,
};

fn ignored_option(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let found = idle_options(look);
        // Those two are `ends-early`, which says more about them.
        found
            .into_iter()
            .filter(|idle| !matches!(idle.name, "runtime" | "time_based"))
            .map(|idle| {
                let severity = if idle.misleads {
                    Severity::Care
                } else {
                    Severity::Note
                };
                IGNORED_OPTION.finds(
                    severity,
                    format!("`{}` does nothing here: {}", idle.option, idle.because),
                )
            })
            .collect()
    })
}

/// An option that was given and has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Idle {
    /// Its name, with the value as given.
    pub option: String,
    /// Its name alone.
    pub name: &'static str,
    /// Why it has none.
    pub because: String,
    /// Whether its author will have expected an effect on the result.
    pub misleads: bool,
}

/// The options of a job that have no effect, and why.
pub(crate) fn idle_options(look: &Look<'_>) -> Vec<Idle> {
    let mut idle = Vec::new();
    let mut say = |name: &'static str, when: bool, because: &str, misleads: bool| {
        if let Some(value) = look.given(name).filter(|_| when) {
            let option = if value.is_empty() {
                name.to_owned()
            } else {
                format!("{name}={value}")
            };
            idle.push(Idle {
                option,
                name,
                because: because.to_owned(),
                misleads,
            });
        }
    };
    of_access(look, &mut say);
    of_depth(look, &mut say);
    of_writes(look, &mut say);
    of_rest(look, &mut say);
    for echo in &look.job.given {
        if let Some(spec) = options::find(&echo.name)
            && let Support::Accepted(why) = spec.support
        {
            say(spec.name, true, why, false);
        }
    }
    idle.dedup();
    idle
}

type Say<'s> = dyn FnMut(&'static str, bool, &str, bool) + 's;

fn of_access(look: &Look<'_>, say: &mut Say<'_>) {
    let access = &look.job.access;
    let mode = access.mode;
    let unmixed = format!("rw={} does not mix reads and writes", mode.name());
    say("rwmixread", !mode.is_mixed(), &unmixed, true);
    say("rwmixwrite", !mode.is_mixed(), &unmixed, true);
    let sequential = format!("rw={} is sequential", mode.name());
    for (name, misleads) in [
        ("norandommap", false),
        ("random_generator", false),
        ("random_distribution", true),
        ("percentage_random", true),
    ] {
        say(name, !mode.is_random(), &sequential, misleads);
    }
    say(
        "randrepeat",
        !mode.is_random() && !mode.is_mixed(),
        &sequential,
        false,
    );
    let one = look.job.numjobs == 1;
    say(
        "offset_increment",
        one,
        "there is one job, and the first has no increment",
        true,
    );
    say(
        "file_service_type",
        look.job
            .files
            .filenames
            .len()
            .max(look.job.files.nrfiles as usize)
            < 2,
        "there is only one file",
        false,
    );
    let named = !look.job.files.filenames.is_empty();
    say("nrfiles", named, "the files are named by filename", true);
    let device = look.targets.iter().any(|target| target.kind == FileKind::Block);
    say("fallocate", device, "the target is a device", false);
    say(
        "io_size",
        look.job.control.time_based,
        "time_based goes on until the runtime is over",
        true,
    );
    say(
        "loops",
        look.job.control.time_based,
        "time_based goes on until the runtime is over",
        true,
    );
}

fn of_depth(look: &Look<'_>, say: &mut Say<'_>) {
    let job = look.job;
    let sync = job.engine.kind.is_synchronous();
    let because = format!("ioengine={} does one I/O at a time", job.engine.kind.name());
    for name in [
        "iodepth_batch",
        "iodepth_batch_complete_min",
        "iodepth_batch_complete_max",
        "iodepth_low",
    ] {
        say(name, sync, &because, true);
    }
    let number = |name: &str| look.given(name).and_then(|value| value.parse::<u64>().ok());
    let depth = u64::from(job.depth.iodepth);
    for name in ["iodepth_batch", "iodepth_batch_complete_min"] {
        let above = !sync && number(name).is_some_and(|batch| batch > depth);
        say(name, above, &format!("it is cut down to iodepth={depth}"), true);
    }
    let low = !sync && number("iodepth_low").is_some_and(|low| low >= depth);
    say(
        "iodepth_low",
        low,
        &format!("iodepth={depth} is no higher"),
        false,
    );
    let poll = look
        .targets
        .iter()
        .flat_map(|target| target.leaves())
        .filter_map(|leaf| leaf.queue.as_ref()?.io_poll);
    let no_poll = look.job.engine.hipri
        && poll.fold(None, |any: Option<bool>, on| Some(any.unwrap_or(false) || on)) == Some(false);
    say("hipri", no_poll, "the device has no queue to poll", true);
}

fn of_writes(look: &Look<'_>, say: &mut Say<'_>) {
    let job = look.job;
    let reads_only = !issues(job, Ddir::Write) && !issues(job, Ddir::Trim);
    let because = format!("rw={} writes nothing", job.access.mode.name());
    let positive = |name: &str| {
        look.given(name)
            .is_some_and(|value| !matches!(value, "0" | "none"))
    };
    for name in [
        "fsync",
        "fdatasync",
        "end_fsync",
        "fsync_on_close",
        "sync",
        "sync_file_range",
    ] {
        let misleads = !matches!(name, "end_fsync" | "fsync_on_close");
        say(name, reads_only && positive(name), &because, misleads);
    }
    let laid_out = look.targets.iter().any(|target| !target.exists());
    for name in [
        "zero_buffers",
        "refill_buffers",
        "buffer_compress_percentage",
        "dedupe_percentage",
        "buffer_pattern",
    ] {
        say(name, reads_only && !laid_out, &because, false);
    }
    say("overwrite", reads_only, &because, false);
    let writes_only = !issues(job, Ddir::Read);
    say(
        "pre_read",
        writes_only && positive("pre_read"),
        &format!("rw={} reads nothing", job.access.mode.name()),
        true,
    );
    say(
        "pre_read",
        !writes_only && positive("pre_read") && job.durability.direct,
        "direct=1 does not read what pre_read put into memory",
        true,
    );
}

fn of_rest(look: &Look<'_>, say: &mut Say<'_>) {
    let job = look.job;
    say(
        "time_based",
        job.control.runtime_us == 0 && look.given("time_based") != Some("0"),
        "there is no runtime, so size ends the job",
        true,
    );
    let rated = job.pace.rate_bytes.0.iter().any(|rate| *rate > 0)
        || job.pace.rate_iops.0.iter().any(|rate| *rate > 0);
    for name in ["rate_process", "rate_ignore_thinktime"] {
        say(name, !rated, "there is no rate", false);
    }
    for name in ["thinktime_spin", "thinktime_blocks", "thinktime_blocks_type"] {
        say(name, job.pace.thinktime_us == 0, "there is no thinktime", true);
    }
    let never = look.runtime_is_idle();
    say(
        "runtime",
        never,
        "the size is done long before, even on a slow device",
        true,
    );
}
