//! What a job will do, in plain sentences: what, where, how much, in what order, how deep, how long, what comes and goes.
//! Pure text from the plan and the facts of its targets.

use fiord_spec::plan::{Amount, BlockSize, Ddir, Distribution, JobPlan, OpenSync, RateProcess};

use super::Look;
use super::amounts::{Planned, issues, share, shares_file};
use super::options::{Idle, idle_options};
use crate::truth::facts::{Evidence, FileKind, TargetFacts};
use crate::truth::words::{Bytes, Count, Micros, plural, short};

/// One job, described.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The job's name.
    pub name: String,
    /// Sentences, in the order of telling.
    pub sentences: Vec<String>,
    /// Options without effect, with the reason: `rwmixread=70: …`.
    pub without_effect: Vec<(String, String)>,
    /// The forecast behind the sentences.
    pub planned: Planned,
}

/// Describes one job of the plan.
pub fn describe(evidence: &Evidence<'_>, index: usize) -> Option<Description> {
    let look = Look::at(evidence, index)?;
    let sentences = [
        what(&look),
        Some(order(&look)),
        amount(&look),
        Some(depth(&look)),
        Some(path(&look)),
        pace(&look),
        Some(time(&look)),
        effects(&look),
        start(&look),
    ];
    let idle = idle_options(&look)
        .into_iter()
        .map(|Idle { option, because, .. }| (option, because));
    Some(Description {
        name: look.job.name.clone(),
        sentences: sentences.into_iter().flatten().collect(),
        without_effect: idle.collect(),
        planned: look.planned,
    })
}

fn what(look: &Look<'_>) -> Option<String> {
    let job = look.job;
    let reads = share(job, Ddir::Read);
    let verb = match (
        issues(job, Ddir::Read),
        issues(job, Ddir::Write),
        issues(job, Ddir::Trim),
    ) {
        (true, true, _) => format!("Reads and writes ({} % reads)", short(reads * 100.0)),
        (_, true, true) => "Trims, then writes".to_owned(),
        (_, true, _) => "Writes".to_owned(),
        (_, _, true) => "Trims".to_owned(),
        _ => "Reads".to_owned(),
    };
    let size = blocks(job);
    let place = if job.engine.kind.is_diskless() {
        format!(" nothing: ioengine={} touches no file", job.engine.kind.name())
    } else {
        format!(" {}", places(look))
    };
    Some(format!("{verb}{place} in blocks of {size}."))
}

fn blocks(job: &JobPlan) -> String {
    let of = |size: &BlockSize| match size {
        BlockSize::Fixed(bytes) => Bytes(*bytes).to_string(),
        BlockSize::Range { min, max } => format!("{} to {}", Bytes(*min), Bytes(*max)),
        BlockSize::Split(shares) => shares
            .iter()
            .map(|share| format!("{} ({} %)", Bytes(share.bytes), share.percent))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let issued: Vec<(Ddir, String)> = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| (ddir, of(&job.access.block_size[ddir])))
        .collect();
    match issued.first() {
        Some((_, first)) if issued.iter().all(|(_, text)| text == first) => first.clone(),
        _ => issued
            .iter()
            .map(|(ddir, text)| format!("{text} ({})", ddir.name()))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn places(look: &Look<'_>) -> String {
    let files = look.targets.len();
    let Some(first) = look.targets.first() else {
        let names = &look.job.files.filenames;
        return if names.is_empty() {
            "files named after the job".to_owned()
        } else {
            names.join(", ")
        };
    };
    let more = if files > 1 {
        format!(" and {}", plural(files as u64 - 1, "further file"))
    } else {
        String::new()
    };
    format!(
        "{}{more} ({}{})",
        first.path.display(),
        kind(first),
        ground(first)
    )
}

fn kind(target: &TargetFacts) -> String {
    match (target.kind, target.size_bytes) {
        (FileKind::Missing, _) => "does not exist yet".to_owned(),
        (FileKind::Regular, Some(bytes)) => format!("a file of {}", Bytes(bytes)),
        (FileKind::Regular, None) => "a file".to_owned(),
        (FileKind::Block, Some(bytes)) => format!("a block device of {}", Bytes(bytes)),
        (FileKind::Block, None) => "a block device".to_owned(),
        (FileKind::Char, _) => "a character device".to_owned(),
        (FileKind::Directory, _) => "a directory".to_owned(),
        (FileKind::Other, _) => "a pipe or socket".to_owned(),
    }
}

fn ground(target: &TargetFacts) -> String {
    let leaves: Vec<&str> = target.leaves().iter().map(|leaf| leaf.name.as_str()).collect();
    let fs = target
        .file_system()
        .map(|fs| fs.mount.fs_type.clone())
        .filter(|_| target.kind != FileKind::Block);
    match (fs, leaves.is_empty()) {
        (Some(fs), false) if leaves != [fs.as_str()] => format!(", on {fs} on {}", leaves.join(" and ")),
        (Some(fs), _) => format!(", on {fs}"),
        (None, _) => String::new(),
    }
}

fn order(look: &Look<'_>) -> String {
    let access = &look.job.access;
    let who = if look.job.numjobs > 1 {
        format!("{} workers, each ", look.job.numjobs)
    } else {
        String::new()
    };
    let text = if access.mode.is_random() {
        let how = match access
            .distribution
            .0
            .iter()
            .find(|d| **d != Distribution::Uniform)
        {
            Some(Distribution::Zipf { theta, .. }) => {
                format!(", some far more often than others (zipf {theta})")
            }
            Some(Distribution::Pareto { h, .. }) => format!(", some far more often than others (pareto {h})"),
            Some(Distribution::Normal { .. }) => ", around a centre (normal)".to_owned(),
            Some(_) => ", by zones".to_owned(),
            None if access.norandommap => ", drawn afresh each time".to_owned(),
            None => ", every block once before any comes again".to_owned(),
        };
        let again = if access.randrepeat {
            "the same places in every run"
        } else {
            "other places in every run"
        };
        format!("in random order{how}; {again}")
    } else {
        "in sequence".to_owned()
    };
    let text = format!("{who}{text}");
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}.", first.to_uppercase(), chars.as_str())
    })
}

fn amount(look: &Look<'_>) -> Option<String> {
    let planned = &look.planned;
    let region =
        match (look.job.access.size, planned.region_bytes) {
            (_, Some(bytes)) => Bytes(bytes).to_string(),
            (Some(Amount::Percent(percent)), None) => format!("{percent} % of the target"),
            _ => return Some(
                "How much is unknown: no size is given, and the target does not exist (fio refuses that)."
                    .to_owned(),
            ),
        };
    let clones = look.job.numjobs;
    let each = if clones > 1 && !shares_file(look.job) {
        format!(" for each of {clones} workers")
    } else {
        String::new()
    };
    Some(match planned.total_bytes {
        Some(total) => {
            let passes = planned.passes.unwrap_or(1.0);
            let times = if (0.95..1.05).contains(&passes) {
                String::new()
            } else {
                format!(", {} times round for each", short(passes))
            };
            let ios = planned
                .ios
                .map(|ios| format!(", {}", plural(ios, "I/O")))
                .unwrap_or_default();
            let most = if look.job.control.runtime_us > 0 {
                "at most "
            } else {
                ""
            };
            format!(
                "A region of {region}{each}; {most}{} are transferred{ios}{times}.",
                Bytes(total)
            )
        }
        None => format!("A region of {region}{each}, again and again until the time is up."),
    })
}

fn depth(look: &Look<'_>) -> String {
    let (job, real) = (look.job, look.planned.depth);
    let all = u64::from(real) * u64::from(job.numjobs.max(1));
    let asked = if real < job.depth.iodepth {
        format!(" (iodepth={} is not reached)", job.depth.iodepth)
    } else {
        String::new()
    };
    let engine = job.engine.kind.name();
    if all == 1 {
        format!("One I/O at a time, by {engine}{asked}.")
    } else {
        format!("{} in flight, by {engine}{asked}.", plural(all, "I/O"))
    }
}

fn path(look: &Look<'_>) -> String {
    let how = &look.job.durability;
    let mut parts = vec![
        if how.direct {
            "past the page cache (direct=1)"
        } else {
            "through the page cache (direct=0)"
        }
        .to_owned(),
    ];
    if issues(look.job, Ddir::Write) {
        match how.open_sync {
            OpenSync::Sync => parts.push("each write synced with its metadata".to_owned()),
            OpenSync::Dsync => parts.push("each write synced".to_owned()),
            OpenSync::None => {}
        }
        for (name, every) in [("fsync", how.fsync_every), ("fdatasync", how.fdatasync_every)] {
            if every > 0 {
                parts.push(if every == 1 {
                    format!("{name} after every write")
                } else {
                    format!("{name} after every {every} writes")
                });
            }
        }
        if how.end_fsync {
            parts.push("fsync at the end".to_owned());
        } else if !how.direct && parts.len() == 1 {
            parts.push("never synced".to_owned());
        }
    } else if !how.direct && look.job.files.invalidate {
        parts.push("the file's pages dropped first (invalidate=1)".to_owned());
    }
    let text = parts.join(", ");
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}.", first.to_uppercase(), chars.as_str())
    })
}

fn pace(look: &Look<'_>) -> Option<String> {
    let pace = &look.job.pace;
    let mut parts = Vec::new();
    for ddir in Ddir::ALL.into_iter().filter(|ddir| issues(look.job, *ddir)) {
        match (pace.rate_bytes[ddir], pace.rate_iops[ddir]) {
            (0, 0) => {}
            (0, iops) => parts.push(format!("{} {}s per second", Count(u64::from(iops)), ddir.name())),
            (bytes, _) => parts.push(format!("{}/s of {}s", Bytes(bytes), ddir.name())),
        }
    }
    if !parts.is_empty() && pace.process == RateProcess::Poisson {
        parts.push("at random intervals".to_owned());
    }
    if pace.thinktime_us > 0 {
        parts.push(format!(
            "{} of rest after every {}",
            Micros(pace.thinktime_us),
            plural(u64::from(pace.thinktime_blocks.max(1)), "block")
        ));
    }
    (!parts.is_empty()).then(|| format!("At most {} per worker.", parts.join(", ")))
}

fn time(look: &Look<'_>) -> String {
    let control = &look.job.control;
    let ramp = if control.ramp_time_us > 0 {
        format!(", after {} that are not counted", Micros(control.ramp_time_us))
    } else {
        String::new()
    };
    let seconds = |seconds: f64| Micros((seconds * 1e6).round().max(1.0) as u64);
    match look.planned.seconds {
        Some((fast, _)) if look.planned.time_is_certain => format!("It lasts {}{ramp}.", seconds(fast)),
        Some((fast, slow)) => {
            if control.runtime_us > 0 && fast >= control.runtime_us as f64 / 1e6 {
                return format!(
                    "It lasts {}{ramp}: the time ends it, before the last byte.",
                    seconds(fast)
                );
            }
            let limit = if control.runtime_us > 0 {
                format!(", {} at most", Micros(control.runtime_us))
            } else {
                String::new()
            };
            format!(
                "It ends with the last byte{limit}: between {} (a fast flash disk) and {} (100 MB/s, 2 ms per I/O){ramp}.",
                seconds(fast),
                seconds(slow)
            )
        }
        None => "How long it lasts cannot be told.".to_owned(),
    }
}

/// What comes and goes: files made, overwritten, removed; devices refused.
fn effects(look: &Look<'_>) -> Option<String> {
    let job = look.job;
    if job.engine.kind.is_diskless() {
        return None;
    }
    let writes = issues(job, Ddir::Write) || issues(job, Ddir::Trim);
    let missing = look.targets.iter().filter(|target| !target.exists()).count() as u64;
    let mut parts = Vec::new();
    if missing > 0 {
        parts.push(files_made(look, missing, writes));
    }
    for target in look.targets.iter().filter(|target| target.exists()) {
        let name = target.path.display();
        match (&target.probe, writes, target.kind) {
            (_, true, FileKind::Regular) if parts.len() < 4 => {
                parts.push(format!("what is in {name} is overwritten"))
            }
            (Some(probe), true, FileKind::Block) if probe.in_use() => {
                parts.push(format!("{name} is refused: {}", holdings(probe)))
            }
            (Some(probe), true, FileKind::Block) if !probe.is_free() => parts.push(format!(
                "{name} is refused unless --allow-destroy={name}: {}",
                holdings(probe)
            )),
            (_, true, FileKind::Block) => parts.push(format!("the content of {name} is destroyed")),
            _ => {}
        }
    }
    if job.files.unlink {
        parts.push("its files are removed afterwards".to_owned());
    } else if missing > 0 {
        parts.push(
            if missing == 1 {
                "it stays afterwards"
            } else {
                "they stay afterwards"
            }
            .to_owned(),
        );
    }
    let text = parts.join("; ");
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}

/// The files that do not exist yet, and whether making them is part of what is timed.
fn files_made(look: &Look<'_>, missing: u64, writes: bool) -> String {
    let each = if look.job.numjobs > 1 {
        " for each worker"
    } else {
        ""
    };
    let size = look.planned.region_bytes;
    let size = size
        .map(|bytes| format!(" ({}{each})", Bytes(bytes)))
        .unwrap_or_default();
    let how = if writes && !issues(look.job, Ddir::Read) && !look.job.files.overwrite {
        "made"
    } else {
        "made and filled before the clock starts"
    };
    let files = if missing == 1 {
        "1 file is".to_owned()
    } else {
        format!("{missing} files are")
    };
    format!("{files} {how}{size}")
}

fn holdings(probe: &fiord_host::device::Probe) -> String {
    probe
        .holdings
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

fn start(look: &Look<'_>) -> Option<String> {
    let control = &look.job.control;
    if control.stonewall {
        return Some("It waits until every job before it has ended.".to_owned());
    }
    if let Some(name) = &control.wait_for {
        return Some(format!("It waits for job {name}."));
    }
    let (low, high) = control.startdelay_us;
    (high > 0).then(|| {
        if low == high {
            format!("It starts after {}.", Micros(low))
        } else {
            format!("It starts after {} to {}.", Micros(low), Micros(high))
        }
    })
}
