//! What a job will do, in plain sentences: target, amount, order, depth and duration. Pure text from the plan and the facts of
//! its targets.

use std::path::PathBuf;

use crate::case::Case;
use crate::case::idle::idle_options;
use crate::case::job_view::{JobView, cache_options};
use crate::case::obstacle::{self, Obstacle};
use crate::case::overlap::in_sequence as undrawn_direction;
use crate::case::planned::{
    Planned, files_of, is_about_syncs, issues, one_block, share, shares_file, syncs_every,
};
use crate::traps::{Observed, no_target};
use crate::{Subject, Thing};
use fiord_job::plan::{
    AccessPlan, Amount, Backend, BlockSize, Ddir, Distribution, EngineKind, JobPlan, NameAction, OpenSync,
    RateProcess, RwSequencer, Sequencer, ZbdPlan, Zones,
};
use fiord_messages::Lang;
use fiord_record::number::{About, Bytes, Count, Micros, Share, plural, short};
use fiord_record::{FileKind, TargetFacts};

use crate::words::phrases::capital;

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
pub fn describe(evidence: &Case<'_>, index: usize, lang: Lang) -> Option<Description> {
    let view = JobView::at(evidence, index)?;
    let sentences = match obstacle::find(&view) {
        Some((obstacle, place)) => vec![
            what(&view),
            Some(order(&view)),
            Some(depth(&view)),
            path(&view),
            Some(cannot_run(obstacle, place, lang)),
        ],
        None => vec![
            what(&view),
            Some(order(&view)),
            amount(&view),
            Some(depth(&view)),
            path(&view),
            purpose(&view),
            pace(&view),
            Some(time(&view)),
            effects(&view),
            start(&view),
        ],
    };
    let idle = idle_options(&view)
        .into_iter()
        .map(|idle| (idle.option(), idle.reason()));
    Some(Description {
        name: view.job.name.clone(),
        sentences: sentences.into_iter().flatten().collect(),
        without_effect: idle.collect(),
        planned: view.planned,
    })
}

fn cannot_run(obstacle: Obstacle, path: PathBuf, lang: Lang) -> String {
    let subject = Subject::whole().on(Thing::File(path));
    let reason = Observed::NoTarget(no_target::Observed { obstacle }).saw(&subject, lang);
    format!("It cannot run: {reason}.")
}

fn what(view: &JobView<'_>) -> Option<String> {
    let job = view.job;
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
    if let Some(recording) = job
        .control
        .replay
        .read
        .first()
        .filter(|_| !job.control.replay.resolved)
    {
        return Some(format!("Plays the I/Os that are recorded in {recording}."));
    }
    let size = match job.engine.passthrough.trim_ranges {
        ranges @ 2.. => format!("{}, up to {ranges} of them in one command", blocks(job)),
        _ => blocks(job),
    };
    let engine = job.engine.kind.name();
    if !job.engine.kind.moves_data()
        && !matches!(job.engine.kind.backend(), Backend::Null | Backend::Simulated)
    {
        return Some(format!("Does what ioengine={engine} does, and moves no data."));
    }
    Some(if job.engine.kind.is_diskless() {
        format!("{verb} by ioengine={engine}, which touches no file, in blocks of {size}.")
    } else {
        format!("{verb} {} in blocks of {size}.", places(view))
    })
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

fn places(view: &JobView<'_>) -> String {
    if obstacle::named_like_a_device(view.job) {
        return view.job.name.clone();
    }
    let files = view.targets.len();
    let Some(first) = view.targets.first() else {
        let names = &view.job.files.filenames;
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
    let missing = view.targets.iter().filter(|target| !target.exists()).count();
    let what = match missing {
        0 => kind(first),
        1 if files == 1 => kind(first),
        1 => "one of them does not exist yet".to_owned(),
        _ if missing == files => "they do not exist yet".to_owned(),
        _ => format!("{missing} of them do not exist yet"),
    };
    format!("{}{more} ({what}{})", first.path.display(), ground(first))
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

fn order(view: &JobView<'_>) -> String {
    let access = &view.job.access;
    let who = if view.job.numjobs > 1 && in_both_orders(view.job).is_some() {
        format!("{} workers: each ", view.job.numjobs)
    } else if view.job.numjobs > 1 {
        format!("{} workers, each ", view.job.numjobs)
    } else {
        String::new()
    };
    let text = if let Some(by_list) = by_list(view.job) {
        by_list
    } else if access.mode.is_random() {
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
            None if access.norandommap || access.zbd().is_some() => ", drawn afresh each time".to_owned(),
            None => ", every block once before any comes again".to_owned(),
        };
        // Where write pointers stand when the run begins is not of the plan.
        let again = if access.zbd().is_some() {
            "the zones decide the place"
        } else if access.randrepeat {
            "the same places in every run"
        } else {
            "other places in every run"
        };
        let runs = match access.sequencer {
            Sequencer::Repeat(ios) if ios > 1 => match access.rw_sequencer {
                RwSequencer::Sequential => format!(", {ios} I/Os in a row from each place"),
                RwSequencer::Identical => format!(", {ios} I/Os at each place"),
            },
            _ => String::new(),
        };
        match in_both_orders(view.job) {
            Some((drawn, undrawn)) => {
                let (drawn, undrawn) = (drawn.name(), undrawn.name());
                format!("{drawn}s in random order{how}{runs}, and {undrawn}s in sequence; {again}")
            }
            None => {
                let partly = partly_drawn(view.job);
                format!("in random order{partly}{how}{runs}; {again}")
            }
        }
    } else {
        in_sequence(view.job)
    };
    let zones = match &access.zones {
        None => String::new(),
        Some(Zones::Strided(zones)) => format!(
            "; {} in each of the zones of {}, {} apart",
            Bytes(zones.size_bytes),
            Bytes(zones.range_bytes),
            Bytes(zones.skip_bytes)
        ),
        Some(Zones::Zbd(zones)) => in_zones(access, zones),
    };
    capital(&format!("{who}{text}{zones}."))
}

/// What zones with write pointers make of it.
fn in_zones(access: &AccessPlan, zones: &ZbdPlan) -> String {
    let mut parts = vec![match zones.zone_bytes {
        0 => "in the zones of the device".to_owned(),
        bytes => format!(
            "in zones of {}, where the device has none of its own",
            Bytes(bytes)
        ),
    }];
    if access.mode.issues(Ddir::Write) {
        parts.push(
            "a write goes to the write pointer of the zone that it names, and a full zone is reset before it is written again"
                .to_owned(),
        );
    }
    if access.mode.issues(Ddir::Trim) {
        parts.push("a trim resets its zone".to_owned());
    }
    if access.mode.issues(Ddir::Read) {
        parts.push(if zones.read_beyond_wp {
            "reads go behind write pointers too, where no data is".to_owned()
        } else {
            "reads keep to what was written in the zones, and end where nothing was".to_owned()
        });
    }
    format!("; {}", parts.join("; "))
}

/// In a given order (`random_distribution=sequence`, `sprandom`).
fn by_list(job: &JobPlan) -> Option<String> {
    let access = &job.access;
    if let Some(plan) = access.sprandom() {
        let percent = (plan.over_provisioning * 100.0).round();
        return Some(format!(
            "at random, every block once and {percent} % again, so that a flash device is left as by long random writing (sprandom)"
        ));
    }
    let listed = |ddir: Ddir| match &access.distribution[ddir] {
        Distribution::Sequence { blocks, strides } if access.mode.is_random() => {
            Some((blocks.len(), *strides))
        }
        _ => None,
    };
    let issued = Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
    let (count, strides) = issued.filter_map(listed).next()?;
    let turn = if strides {
        format!("each turn {count} blocks further on")
    } else {
        "again and again".to_owned()
    };
    let partly = partly_drawn(job);
    Some(format!("by a list of {count} blocks{partly}, {turn}"))
}

/// The random and the sequential direction of a job that has one of each.
fn in_both_orders(job: &JobPlan) -> Option<(Ddir, Ddir)> {
    let undrawn = undrawn_direction(job)?;
    let mut others = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir) && *ddir != undrawn);
    let drawn = others.next().filter(|_| others.next().is_none())?;
    (job.access.percentage_random[drawn] == 100).then_some((drawn, undrawn))
}

/// The part of the I/Os that is not drawn (`percentage_random`).
fn partly_drawn(job: &JobPlan) -> String {
    let drawn: Vec<(Ddir, u8)> = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| (ddir, job.access.percentage_random[ddir]))
        .collect();
    let said: Vec<String> = drawn
        .iter()
        .filter(|(_, percent)| *percent < 100)
        .map(|(ddir, percent)| match percent {
            0 => format!(", {}s in sequence", ddir.name()),
            percent => format!(", {percent} % of the {}s (the others in sequence)", ddir.name()),
        })
        .collect();
    said.concat()
}

/// Forwards, backwards, or with gaps.
fn in_sequence(job: &JobPlan) -> String {
    let access = &job.access;
    match access.sequencer {
        Sequencer::Skip(gap) if gap < 0 => "in sequence, backwards".to_owned(),
        Sequencer::Skip(gap) if gap > 0 => {
            format!(
                "in sequence, leaving out {} after each block",
                Bytes(gap.unsigned_abs())
            )
        }
        _ => "in sequence".to_owned(),
    }
}

fn in_rated_time(region: &str, ios: u64, bytes: u64) -> String {
    let (bytes, ios) = (Bytes(bytes), plural(ios, "I/O"));
    format!("{region}; the rate leaves time for {bytes} of it in {ios}.")
}

/// I/Os and bytes that the rates of a job leave time for, all workers together; none where a direction has no rate.
fn rated(job: &JobPlan) -> Option<(u64, u64)> {
    let seconds = Some(job.control.runtime_us as f64 / 1e6).filter(|seconds| *seconds > 0.0)?;
    let block = one_block(job)? as f64;
    let mut ios = 0.0;
    for ddir in Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir)) {
        let per_s = match (job.pace.rate_iops[ddir], job.pace.rate_bytes[ddir]) {
            (0, 0) => return None,
            (0, bytes) => bytes as f64 / block,
            (iops, _) => f64::from(iops),
        };
        ios += per_s * seconds * f64::from(job.numjobs);
    }
    Some((ios as u64, (ios * block) as u64))
}

fn amount(view: &JobView<'_>) -> Option<String> {
    let (job, planned) = (view.job, &view.planned);
    if job.access.fill_device {
        return Some("It goes on until the target is full (fill_device=1).".to_owned());
    }
    let region = match (job.access.size, planned.region_bytes) {
        (_, Some(bytes)) => Bytes(bytes).to_string(),
        (Some(Amount::Percent(percent)), None) => format!("{percent} % of the target"),
        _ => return Some("How much is unknown: nothing says how large the target is.".to_owned()),
    };
    let clones = job.numjobs;
    let each = if clones > 1 && !shares_file(job) {
        format!(" for each of {clones} workers")
    } else {
        String::new()
    };
    let from = match (job.access.offset, job.access.offset_increment) {
        (Amount::Bytes(0) | Amount::Percent(0), _) => String::new(),
        (Amount::Bytes(bytes), _) => format!(" from {} on", Bytes(bytes)),
        (Amount::Percent(percent), _) => format!(" from {percent} % on"),
        (Amount::Zones(zones), _) => format!(" from zone {zones} on"),
    };
    let apart = match job.access.offset_increment {
        Amount::Bytes(bytes) if clones > 1 && bytes > 0 => {
            format!(", {} further on for each worker", Bytes(bytes))
        }
        _ => String::new(),
    };
    let region = format!("A region of {region}{each}{from}{apart}");
    let Some(total) = planned.total_bytes else {
        return Some(format!("{region}, gone over until the time is up."));
    };
    if let Some((ios, bytes)) = rated(job).filter(|(_, bytes)| *bytes < total) {
        return Some(in_rated_time(&region, ios, bytes));
    }
    let passes = planned.passes.unwrap_or(1.0);
    let times = match passes {
        passes if passes < 0.95 => format!(": {} of it", Share(passes)),
        passes if passes > 1.05 => format!(": {} passes over it", short(passes)),
        _ => String::new(),
    };
    let of_each = if clones > 1 && !times.is_empty() {
        " by each worker"
    } else {
        ""
    };
    let most = if job.control.runtime_us > 0 {
        "at most "
    } else {
        ""
    };
    let about = match one_block(job) {
        Some(_) => "",
        // Large blocks that no longer fit between those that were done are cut into pieces.
        None if covers(job) => "at least ",
        None => "about ",
    };
    let ios = planned
        .ios
        .map(|ios| format!(" in {about}{}", plural(ios, "I/O")))
        .unwrap_or_default();
    let are = if total == 1 { "is" } else { "are" };
    Some(format!(
        "{region}; {most}{} {are} transferred{ios}{times}{of_each}.",
        Bytes(total)
    ))
}

/// Whether random I/O leaves no block out and touches none twice.
fn covers(job: &JobPlan) -> bool {
    job.access.mode.is_random() && !job.access.norandommap
}

fn depth(view: &JobView<'_>) -> String {
    let (job, real) = (view.job, view.planned.depth);
    let clones = u64::from(job.numjobs.max(1));
    let all = u64::from(real) * clones;
    let asked = if real < job.depth.iodepth {
        format!(" (iodepth={} is not reached)", job.depth.iodepth)
    } else {
        String::new()
    };
    let engine = job.engine.kind.name();
    match (all, clones) {
        (1, _) => format!("One I/O at a time, by {engine}{asked}."),
        (_, 1) => format!("{} in flight, by {engine}{asked}.", plural(all, "I/O")),
        _ => format!(
            "{} in flight, {real} for each worker, by {engine}{asked}.",
            plural(all, "I/O")
        ),
    }
}

/// How persistent memory is written.
const fn copies(past_caches: bool) -> &'static str {
    if past_caches {
        "By copies of the processor; writes go past its caches."
    } else {
        "By copies of the processor; writes go through its caches (direct=0)."
    }
}

fn path(view: &JobView<'_>) -> Option<String> {
    let engine = view.job.engine.kind;
    if engine.is_diskless() || engine.works_on_names() {
        return None;
    }
    let how = &view.job.durability;
    if engine.backend() == Backend::Flash {
        return Some("To raw flash, with no cache on the way.".to_owned());
    }
    if engine.copies_to_memory() {
        let is_device = engine.backend() == Backend::PersistentDevice;
        let mut words = copies(how.direct || is_device).to_owned();
        if !is_device {
            words += " It is refused where its files do not lie on persistent memory.";
        }
        return Some(words);
    }
    let mut parts = vec![
        if how.direct {
            "past the page cache (direct=1)"
        } else {
            "through the page cache (direct=0)"
        }
        .to_owned(),
    ];
    if issues(view.job, Ddir::Write) {
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
    } else if !how.direct && view.job.files.invalidate {
        parts.push("the file's pages dropped first (invalidate=1)".to_owned());
    }
    Some(capital(&format!("{}.", parts.join(", "))))
}

/// What a job measures that asks for the page cache. Syncs say by themselves what a log is about.
fn purpose(view: &JobView<'_>) -> Option<String> {
    let asked = cache_options(view.job);
    if asked.is_empty() || view.job.engine.kind.is_diskless() || is_about_syncs(view.job) {
        return None;
    }
    let verb = if asked.len() == 1 { "asks" } else { "ask" };
    Some(format!(
        "{} {verb} for the page cache: what is measured is the page cache with the disk behind it, and a correction keeps that. direct=1 measures the disk.",
        asked.join(" and ")
    ))
}

fn pace(view: &JobView<'_>) -> Option<String> {
    let pace = &view.job.pace;
    let mut parts = Vec::new();
    for ddir in Ddir::ALL.into_iter().filter(|ddir| issues(view.job, *ddir)) {
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
            "{} of pause after every {}",
            Micros(pace.thinktime_us),
            match pace.thinktime_blocks {
                0 | 1 => "block".to_owned(),
                blocks => plural(u64::from(blocks), "block"),
            }
        ));
    }
    let each = if view.job.numjobs > 1 { " per worker" } else { "" };
    (!parts.is_empty()).then(|| format!("At most {}{each}.", parts.join(", ")))
}

fn time(view: &JobView<'_>) -> String {
    let control = &view.job.control;
    let ramp = if control.ramp_time_us > 0 {
        format!(", after {} that are not counted", Micros(control.ramp_time_us))
    } else {
        String::new()
    };
    let seconds = |seconds: f64| Micros((seconds * 1e6).round().max(1.0) as u64);
    let syncs = syncs_every(view.job).is_some();
    let slow_sync = if syncs { ", 10 ms per sync" } else { "" };
    match view.planned.seconds {
        Some((fast, _)) if view.planned.time_is_certain => format!("It lasts {}{ramp}.", seconds(fast)),
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
            if view.job.engine.kind.is_diskless() {
                return format!("It ends with the last byte{limit}{ramp}.");
            }
            format!(
                "It ends with the last byte{limit}: between {} (a fast flash disk) and {} (100 MB/s, 2 ms per I/O{slow_sync}){ramp}.",
                About(fast),
                About(slow)
            )
        }
        None => "How long it lasts is unknown.".to_owned(),
    }
}

/// What an engine that works on names leaves behind.
fn works_on_names(kind: EngineKind) -> Option<&'static str> {
    match kind.backend() {
        Backend::FileNames(NameAction::Create) => Some("It makes its files where they are missing."),
        Backend::FileNames(NameAction::Delete) => {
            Some("It removes its files, also those that were there before.")
        }
        Backend::DirectoryNames(NameAction::Create) => Some("It makes its directories."),
        Backend::DirectoryNames(NameAction::Delete) => {
            Some("It removes its directories where they are empty.")
        }
        _ => None,
    }
}

/// What comes and goes: files made, overwritten, removed; devices refused.
fn effects(view: &JobView<'_>) -> Option<String> {
    let job = view.job;
    if job.engine.kind.is_diskless() {
        return None;
    }
    if job.engine.kind.works_on_names() {
        return works_on_names(job.engine.kind).map(str::to_owned);
    }
    let writes = issues(job, Ddir::Write) || issues(job, Ddir::Trim);
    let missing = view.targets.iter().filter(|target| !target.exists()).count() as u64;
    let mut parts = Vec::new();
    if missing > 0 {
        parts.push(files_made(view, missing, writes));
    }
    for target in view.targets.iter().filter(|target| target.exists()) {
        let name = target.path.display();
        match (&target.probe, writes, target.kind) {
            (_, false, FileKind::Regular) => parts.extend(filled(view, target)),
            (_, true, FileKind::Regular) if parts.len() < 4 => parts.push(overwritten(view, target)),
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
    (!parts.is_empty()).then(|| capital(&format!("{}.", parts.join("; "))))
}

/// A file that is read beyond its end is filled up to there before.
fn filled(view: &JobView<'_>, target: &TargetFacts) -> Option<String> {
    let needed = view.planned.footprint_bytes?;
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let grows = from_start && view.targets.len() == 1 && target.size_bytes.is_some_and(|size| size < needed);
    let name = target.path.display();
    grows.then(|| format!("{name} is filled up to {} before the clock starts", Bytes(needed)))
}

/// How much of a file that is there is lost, and whether it grows.
fn overwritten(view: &JobView<'_>, target: &TargetFacts) -> String {
    let name = target.path.display();
    if !issues(view.job, Ddir::Write) {
        return format!("what is in {name} is discarded");
    }
    let planned = &view.planned;
    let touched = match (planned.footprint_bytes, planned.total_bytes) {
        (Some(region), Some(moved)) => Some(region.min(moved)),
        (region, _) => region,
    };
    let all = touched.zip(target.size_bytes).filter(|_| view.targets.len() == 1);
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let part = all.is_some_and(|(touched, size)| touched < size);
    let grows = from_start && all.is_some_and(|(touched, size)| touched > size);
    match (part, grows, all) {
        (true, _, Some((touched, size))) => {
            format!(
                "{} of the {} in {name} are overwritten",
                Bytes(touched),
                Bytes(size)
            )
        }
        (_, true, Some((touched, _))) => {
            format!(
                "what is in {name} is overwritten, and it grows to {}",
                Bytes(touched)
            )
        }
        _ => format!("what is in {name} is overwritten"),
    }
}

/// The files that do not exist yet, and whether making them is part of what is timed.
fn files_made(view: &JobView<'_>, missing: u64, writes: bool) -> String {
    let planned = &view.planned;
    let all = if shares_file(view.job) {
        planned.footprint_bytes
    } else {
        planned.region_bytes
    };
    let each = if missing > 1 { " each" } else { "" };
    let size = all
        .map(|bytes| format!(" ({}{each})", Bytes(bytes / files_of(view.job))))
        .unwrap_or_default();
    let how = if writes && !issues(view.job, Ddir::Read) && !view.job.files.overwrite {
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

fn start(view: &JobView<'_>) -> Option<String> {
    let control = &view.job.control;
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
