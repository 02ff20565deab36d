//! What a job will do, in plain sentences: target, amount, order, depth and duration. Pure text from the plan and the facts of
//! its targets.

use std::fmt::Display;
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
use fiord_messages::words::Moves;
use fiord_messages::{Fixed, Lang, job_description as messages};
use fiord_record::number::{About, Bytes, Count, Micros, Share, short};
use fiord_record::{FileKind, TargetFacts};

use crate::terms::ddir_word;

/// One job, described.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The job's name.
    pub name: String,
    /// Rows of whole sentences, in the order of telling.
    pub sentences: Vec<String>,
    /// Options without effect, with the reason in a sentence.
    pub without_effect: Vec<(String, String)>,
    /// The forecast behind the sentences.
    pub planned: Planned,
}

/// Describes one job of the plan.
pub fn describe(evidence: &Case<'_>, index: usize, lang: Lang) -> Option<Description> {
    let view = JobView::at(evidence, index)?;
    let rows = match obstacle::find(&view) {
        Some((obstacle, place)) => vec![
            what(&view, lang),
            order(&view, lang),
            depth(&view, lang),
            path(&view, lang),
            cannot_run(obstacle, place, lang),
        ],
        None => vec![
            what(&view, lang),
            order(&view, lang),
            amount(&view, lang),
            depth(&view, lang),
            path(&view, lang),
            purpose(&view, lang),
            pace(&view, lang),
            time(&view, lang),
            effects(&view, lang),
            start(&view, lang),
        ],
    };
    let rows = rows.iter().filter(|row| !row.is_empty());
    let idle = idle_options(&view)
        .into_iter()
        .map(|idle| (idle.option(), idle.reason(lang)));
    Some(Description {
        name: view.job.name.clone(),
        sentences: rows.map(|row| lang.sentences(row)).collect(),
        without_effect: idle.collect(),
        planned: view.planned,
    })
}

fn cannot_run(obstacle: Obstacle, path: PathBuf, lang: Lang) -> Vec<String> {
    let subject = Subject::whole().on(Thing::File(path));
    let reason = Observed::NoTarget(no_target::Observed { obstacle }).saw(&subject, lang);
    vec![messages::cannot_run(lang).to_owned(), reason]
}

fn what(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let job = view.job;
    let replay = &job.control.replay;
    if let Some(recording) = replay.read.first().filter(|_| !replay.resolved) {
        return vec![messages::Replay { recording }.text(lang)];
    }
    let engine = &job.engine.kind.name();
    if !job.engine.kind.moves_data()
        && !matches!(job.engine.kind.backend(), Backend::Null | Backend::Simulated)
    {
        return vec![messages::Operations { engine }.text(lang)];
    }
    let moves = moves(job);
    let blocks = &blocks(job, lang);
    let mut sentences = if job.engine.kind.is_diskless() {
        vec![
            messages::WithoutFile {
                moves,
                blocks,
                engine,
            }
            .text(lang),
        ]
    } else {
        places(view, moves, blocks, lang)
    };
    if moves == Moves::Mixed {
        let percent = &short(share(job, Ddir::Read) * 100.0);
        sentences.insert(1, messages::Mixed { percent }.text(lang));
    }
    if let ranges @ 2.. = job.engine.passthrough.trim_ranges {
        sentences.insert(1, messages::TrimRanges { ranges: &ranges }.text(lang));
    }
    sentences
}

fn moves(job: &JobPlan) -> Moves {
    match Ddir::ALL.map(|ddir| issues(job, ddir)) {
        [true, true, _] => Moves::Mixed,
        [_, true, true] => Moves::TrimThenWrite,
        [_, true, _] => Moves::Write,
        [_, _, true] => Moves::Trim,
        _ => Moves::Read,
    }
}

fn blocks(job: &JobPlan, lang: Lang) -> String {
    let show = |size: &BlockSize| match size {
        BlockSize::Fixed(bytes) => Bytes(*bytes).to_string(),
        BlockSize::Range { min, max } => messages::BlockRange {
            least: &Bytes(*min),
            most: &Bytes(*max),
        }
        .text(lang),
        BlockSize::Split(shares) => {
            let parts = shares.iter().map(|share| {
                messages::BlockPart {
                    block: &Bytes(share.bytes),
                    percent: &share.percent,
                }
                .text(lang)
            });
            lang.list(&parts.collect::<Vec<_>>())
        }
    };
    let issued: Vec<(Ddir, String)> = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| (ddir, show(&job.access.block_size[ddir])))
        .collect();
    match issued.first() {
        Some((_, first)) if issued.iter().all(|(_, text)| text == first) => first.clone(),
        _ => {
            let each = issued.iter().map(|(ddir, blocks)| {
                let ddir = ddir_word(*ddir);
                messages::BlockOfDdir { blocks, ddir }.text(lang)
            });
            lang.list(&each.collect::<Vec<_>>())
        }
    }
}

/// What is done where, and what is there.
fn places(view: &JobView<'_>, moves: Moves, blocks: &dyn Display, lang: Lang) -> Vec<String> {
    let on_target = |target: &String| {
        messages::OnTarget {
            moves,
            target,
            blocks,
        }
        .text(lang)
    };
    if obstacle::named_like_a_device(view.job) {
        return vec![on_target(&view.job.name)];
    }
    let Some(first) = view.targets.first() else {
        let names = &view.job.files.filenames;
        return vec![if names.is_empty() {
            messages::OnUnnamedFiles { moves, blocks }.text(lang)
        } else {
            on_target(&lang.list(names))
        }];
    };
    let name = first.path.display().to_string();
    // The first of many files were looked at.
    let seen = view.targets.len();
    let named = if view.job.files.filenames.is_empty() {
        files_of(view.job).saturating_mul(u64::from(view.job.numjobs.max(1)))
    } else {
        files_of(view.job)
    };
    let files = named.max(seen as u64);
    let missing = view.targets.iter().filter(|target| !target.exists()).count();
    let (place, state) = if files == 1 {
        (on_target(&name), kind(first, lang))
    } else {
        let more = messages::OnTargets {
            moves,
            target: &name,
            more: files - 1,
            blocks,
        };
        let state = match missing {
            0 => kind(first, lang),
            1 => messages::one_missing(lang).to_owned(),
            _ if missing == seen => messages::all_missing(lang).to_owned(),
            _ => messages::SeveralMissing { missing: &missing }.text(lang),
        };
        (more.text(lang), state)
    };
    [place, state].into_iter().chain(ground(first, lang)).collect()
}

fn kind(facts: &TargetFacts, lang: Lang) -> String {
    let target = &facts.path.display();
    match (facts.kind, facts.size_bytes) {
        (FileKind::Missing, _) => messages::Missing { target }.text(lang),
        (FileKind::Regular, Some(bytes)) => {
            let size = &Bytes(bytes);
            messages::FileOf { target, size }.text(lang)
        }
        (FileKind::Regular, None) => messages::File { target }.text(lang),
        (FileKind::Block, Some(bytes)) => {
            let size = &Bytes(bytes);
            messages::BlockDeviceOf { target, size }.text(lang)
        }
        (FileKind::Block, None) => messages::BlockDevice { target }.text(lang),
        (FileKind::Char, _) => messages::CharacterDevice { target }.text(lang),
        (FileKind::Directory, _) => messages::Directory { target }.text(lang),
        (FileKind::Other, _) => messages::PipeOrSocket { target }.text(lang),
    }
}

fn ground(target: &TargetFacts, lang: Lang) -> Option<String> {
    if target.kind == FileKind::Block {
        return None;
    }
    let file_system = &target.file_system()?.mount.fs_type;
    let leaves = target.leaves();
    let disks: Vec<String> = leaves.iter().map(|leaf| leaf.name.clone()).collect();
    Some(if disks.is_empty() || disks == [file_system.as_str()] {
        messages::FileSystem { file_system }.text(lang)
    } else {
        let disks = &lang.list(&disks);
        messages::FileSystemOn { file_system, disks }.text(lang)
    })
}

fn order(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, access) = (view.job, &view.job.access);
    let mut sentences = Vec::new();
    if job.numjobs > 1 {
        let workers = &job.numjobs;
        sentences.push(messages::Workers { workers }.text(lang));
    }
    if let Some(by_list) = by_list(job, lang) {
        sentences.push(by_list);
        sentences.extend(partly_drawn(job, lang));
    } else if access.mode.is_random() {
        sentences.extend(at_random(job, lang));
    } else {
        sentences.push(in_sequence(job, lang));
    }
    match &access.zones {
        None => {}
        Some(Zones::Strided(zones)) => sentences.push(
            messages::StridedZones {
                range: &Bytes(zones.range_bytes),
                size: &Bytes(zones.size_bytes),
                skip: &Bytes(zones.skip_bytes),
            }
            .text(lang),
        ),
        Some(Zones::Zbd(zones)) => sentences.extend(in_zones(access, zones, lang)),
    }
    sentences
}

/// Random I/O that no list orders.
fn at_random(job: &JobPlan, lang: Lang) -> Vec<String> {
    let access = &job.access;
    let partly = partly_drawn(job, lang);
    let mut sentences = if let Some((drawn, undrawn)) = in_both_orders(job) {
        let drawn = messages::DdirRandom {
            ddir: ddir_word(drawn),
        };
        let undrawn = messages::DdirSequential {
            ddir: ddir_word(undrawn),
        };
        vec![drawn.text(lang), undrawn.text(lang)]
    } else if partly.is_empty() {
        vec![messages::random(lang).to_owned()]
    } else {
        let whole = messages::random_in_part(lang).to_owned();
        std::iter::once(whole).chain(partly).collect()
    };
    let mut distributions = access.distribution.0.iter();
    let shape = distributions.find(|distribution| **distribution != Distribution::Uniform);
    sentences.push(match shape {
        Some(Distribution::Zipf { theta, .. }) => messages::Zipf { theta }.text(lang),
        Some(Distribution::Pareto { h, .. }) => messages::Pareto { h }.text(lang),
        Some(Distribution::Normal { .. }) => messages::normal(lang).to_owned(),
        Some(_) => messages::by_zones(lang).to_owned(),
        None if access.norandommap || access.zbd().is_some() => messages::independent(lang).to_owned(),
        None => messages::random_map(lang).to_owned(),
    });
    if let Sequencer::Repeat(ios @ 2..) = access.sequencer {
        let ios = &ios;
        sentences.push(match access.rw_sequencer {
            RwSequencer::Sequential => messages::SequentialOffsets { ios }.text(lang),
            RwSequencer::Identical => messages::IdenticalOffsets { ios }.text(lang),
        });
    }
    // The write pointers at the begin of the run are not of the plan.
    let again = if access.zbd().is_some() {
        messages::zones_decide(lang)
    } else if access.randrepeat {
        messages::same_offsets(lang)
    } else {
        messages::other_offsets(lang)
    };
    sentences.push(again.to_owned());
    sentences
}

/// What zones with write pointers make of it.
fn in_zones(access: &AccessPlan, zones: &ZbdPlan, lang: Lang) -> Vec<String> {
    let mut sentences = vec![match zones.zone_bytes {
        0 => messages::device_zones(lang).to_owned(),
        bytes => messages::EmulatedZones { size: &Bytes(bytes) }.text(lang),
    }];
    if access.mode.issues(Ddir::Write) {
        sentences.push(messages::zone_writes(lang).to_owned());
    }
    if access.mode.issues(Ddir::Trim) {
        sentences.push(messages::zone_trims(lang).to_owned());
    }
    if access.mode.issues(Ddir::Read) {
        let reads = if zones.read_beyond_wp {
            messages::zone_reads_beyond(lang)
        } else {
            messages::zone_reads(lang)
        };
        sentences.push(reads.to_owned());
    }
    sentences
}

/// In a given order (`random_distribution=sequence`, `sprandom`).
fn by_list(job: &JobPlan, lang: Lang) -> Option<String> {
    let access = &job.access;
    if let Some(plan) = access.sprandom() {
        let percent = &(plan.over_provisioning * 100.0).round();
        return Some(messages::Sprandom { percent }.text(lang));
    }
    let listed = |ddir: Ddir| match &access.distribution[ddir] {
        Distribution::Sequence { blocks, strides } if access.mode.is_random() => {
            Some((blocks.len(), *strides))
        }
        _ => None,
    };
    let issued = Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
    let (count, strides) = issued.filter_map(listed).next()?;
    let count = &count;
    Some(if strides {
        messages::ByListWithStrides { count }.text(lang)
    } else {
        messages::ByList { count }.text(lang)
    })
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
fn partly_drawn(job: &JobPlan, lang: Lang) -> Vec<String> {
    let issued = Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
    let drawn = issued.map(|ddir| (ddir_word(ddir), job.access.percentage_random[ddir]));
    drawn
        .filter(|(_, percent)| *percent < 100)
        .map(|(ddir, percent)| match percent {
            0 => messages::DdirSequential { ddir }.text(lang),
            _ => messages::DdirRandomInPart {
                percent: &percent,
                ddir,
            }
            .text(lang),
        })
        .collect()
}

/// Forwards, backwards, or with gaps.
fn in_sequence(job: &JobPlan, lang: Lang) -> String {
    match job.access.sequencer {
        Sequencer::Skip(gap) if gap < 0 => messages::backwards(lang).to_owned(),
        Sequencer::Skip(gap) if gap > 0 => {
            let gap = &Bytes(gap.unsigned_abs());
            messages::Skipping { gap }.text(lang)
        }
        _ => messages::sequential(lang).to_owned(),
    }
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

fn amount(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, planned) = (view.job, &view.planned);
    if job.access.fill_device {
        return vec![messages::fill_device(lang).to_owned()];
    }
    let is_of_each = job.numjobs > 1 && !shares_file(job);
    let Some(region) = region(view, is_of_each, lang) else {
        return vec![messages::unknown_amount(lang).to_owned()];
    };
    let mut sentences = vec![region];
    sentences.extend(match job.access.offset {
        Amount::Bytes(0) | Amount::Percent(0) => None,
        Amount::Bytes(bytes) => Some(
            messages::StartsAt {
                offset: &Bytes(bytes),
            }
            .text(lang),
        ),
        Amount::Percent(percent) => Some(messages::StartsAtPercent { percent: &percent }.text(lang)),
        Amount::Zones(zone) => Some(messages::StartsAtZone { zone: &zone }.text(lang)),
    });
    if let Amount::Bytes(bytes @ 1..) = job.access.offset_increment
        && job.numjobs > 1
    {
        let step = &Bytes(bytes);
        sentences.push(messages::WorkersApart { step }.text(lang));
    }
    let Some(total) = planned.total_bytes else {
        sentences.push(messages::until_time(lang).to_owned());
        return sentences;
    };
    if let Some((ios, bytes)) = rated(job).filter(|(_, bytes)| *bytes < total) {
        let bytes = &Bytes(bytes);
        sentences.push(messages::RatedAmount { bytes, ios }.text(lang));
        return sentences;
    }
    sentences.push(transfers(view, total, lang));
    let passes = planned.passes.unwrap_or(1.0);
    sentences.extend(match passes {
        ..0.95 => {
            let share = &Share(passes);
            Some(if job.numjobs > 1 {
                messages::PartOfRegionEach { share }.text(lang)
            } else {
                messages::PartOfRegion { share }.text(lang)
            })
        }
        passes if passes > 1.05 => {
            let passes = &short(passes);
            Some(if job.numjobs > 1 {
                messages::PassesEach { passes }.text(lang)
            } else {
                messages::Passes { passes }.text(lang)
            })
        }
        _ => None,
    });
    sentences
}

/// The part of the target that the job works on; `None`: unknown.
fn region(view: &JobView<'_>, is_of_each: bool, lang: Lang) -> Option<String> {
    let workers = &view.job.numjobs;
    match (view.job.access.size, view.planned.region_bytes) {
        (_, Some(bytes)) => {
            let region = &Bytes(bytes);
            Some(if is_of_each {
                messages::RegionEach { workers, region }.text(lang)
            } else {
                messages::Region { region }.text(lang)
            })
        }
        (Some(Amount::Percent(percent)), None) => {
            let percent = &percent;
            Some(if is_of_each {
                messages::RegionPercentEach { workers, percent }.text(lang)
            } else {
                messages::RegionPercent { percent }.text(lang)
            })
        }
        _ => None,
    }
}

/// All bytes, and the I/Os that move them.
fn transfers(view: &JobView<'_>, total: u64, lang: Lang) -> String {
    let job = view.job;
    let total = &Bytes(total);
    let is_at_most = job.control.runtime_us > 0;
    let Some(ios) = view.planned.ios else {
        return if is_at_most {
            messages::TransfersAtMost { total }.text(lang)
        } else {
            messages::Transfers { total }.text(lang)
        };
    };
    // Large blocks that no longer fit between those that were done are cut into pieces: then there are more I/Os.
    match (one_block(job).is_some(), covers(job), is_at_most) {
        (true, _, true) => messages::TransfersAtMostIn { total, ios }.text(lang),
        (true, _, false) => messages::TransfersIn { total, ios }.text(lang),
        (false, true, true) => messages::TransfersAtMostInAtLeast { total, ios }.text(lang),
        (false, true, false) => messages::TransfersInAtLeast { total, ios }.text(lang),
        (false, false, true) => messages::TransfersAtMostInAbout { total, ios }.text(lang),
        (false, false, false) => messages::TransfersInAbout { total, ios }.text(lang),
    }
}

/// Whether random I/O leaves no block out and touches none twice.
fn covers(job: &JobPlan) -> bool {
    job.access.mode.is_random() && !job.access.norandommap
}

fn depth(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, real) = (view.job, view.planned.depth);
    let workers = u64::from(job.numjobs.max(1));
    let depth = &Count(u64::from(real) * workers);
    let engine = &job.engine.kind.name();
    let mut sentences = vec![if workers == 1 {
        messages::Depth { depth, engine }.text(lang)
    } else {
        let each = &real;
        messages::DepthOfWorkers { depth, each, engine }.text(lang)
    }];
    if real < job.depth.iodepth {
        let iodepth = &job.depth.iodepth;
        sentences.push(messages::DepthNotReached { iodepth }.text(lang));
    }
    sentences
}

fn path(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let engine = view.job.engine.kind;
    if engine.is_diskless() || engine.works_on_names() {
        return Vec::new();
    }
    let durability = &view.job.durability;
    if engine.backend() == Backend::Flash {
        return vec![messages::flash(lang).to_owned()];
    }
    if engine.copies_to_memory() {
        let is_device = engine.backend() == Backend::PersistentDevice;
        let copies = if durability.direct || is_device {
            messages::copies_past_caches(lang)
        } else {
            messages::copies_through_caches(lang)
        };
        let needs = (!is_device).then(|| messages::copies_need_persistent_memory(lang));
        return std::iter::once(copies).chain(needs).map(str::to_owned).collect();
    }
    let cache = if durability.direct {
        messages::direct(lang)
    } else {
        messages::buffered(lang)
    };
    let mut sentences = vec![cache.to_owned()];
    if issues(view.job, Ddir::Write) {
        match durability.open_sync {
            OpenSync::Sync => sentences.push(messages::synced_with_metadata(lang).to_owned()),
            OpenSync::Dsync => sentences.push(messages::synced(lang).to_owned()),
            OpenSync::None => {}
        }
        for (call, every) in [
            ("fsync", durability.fsync_every),
            ("fdatasync", durability.fdatasync_every),
        ] {
            let call = &call;
            match every {
                0 => {}
                1 => sentences.push(messages::SyncAfterEach { call }.text(lang)),
                writes => {
                    let writes = &writes;
                    sentences.push(messages::SyncAfterEvery { writes, call }.text(lang));
                }
            }
        }
        if durability.end_fsync {
            sentences.push(messages::sync_at_end(lang).to_owned());
        } else if !durability.direct && sentences.len() == 1 {
            sentences.push(messages::never_synced(lang).to_owned());
        }
    } else if !durability.direct && view.job.files.invalidate {
        sentences.push(messages::invalidated(lang).to_owned());
    }
    sentences
}

/// What a job measures that asks for the page cache. Syncs say by themselves what a log is about.
fn purpose(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let asked = cache_options(view.job);
    if asked.is_empty() || view.job.engine.kind.is_diskless() || is_about_syncs(view.job) {
        return Vec::new();
    }
    let options: Vec<String> = asked.iter().map(|option| (*option).to_owned()).collect();
    let asks = messages::AsksForCache {
        options: &lang.list(&options),
        count: options.len() as u64,
    };
    vec![asks.text(lang)]
}

fn pace(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let pace = &view.job.pace;
    let is_of_each = view.job.numjobs > 1;
    let mut sentences = Vec::new();
    for issued in Ddir::ALL.into_iter().filter(|ddir| issues(view.job, *ddir)) {
        let ddir = ddir_word(issued);
        let bytes = &Bytes(pace.rate_bytes[issued]);
        let iops = &Count(u64::from(pace.rate_iops[issued]));
        match (bytes.0, iops.0, is_of_each) {
            (0, 0, _) => {}
            (0, _, true) => sentences.push(messages::IopsLimitEach { ddir, iops }.text(lang)),
            (0, _, false) => sentences.push(messages::IopsLimit { ddir, iops }.text(lang)),
            (_, _, true) => sentences.push(messages::BandwidthLimitEach { ddir, bytes }.text(lang)),
            (_, _, false) => sentences.push(messages::BandwidthLimit { ddir, bytes }.text(lang)),
        }
    }
    if !sentences.is_empty() && pace.process == RateProcess::Poisson {
        sentences.push(messages::random_intervals(lang).to_owned());
    }
    if pace.thinktime_us > 0 {
        let pause = &Micros(pace.thinktime_us);
        let blocks = u64::from(pace.thinktime_blocks.max(1));
        sentences.push(if is_of_each {
            messages::PauseEach { pause, blocks }.text(lang)
        } else {
            messages::Pause { pause, blocks }.text(lang)
        });
    }
    sentences
}

fn time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    let Some((fast, slow)) = view.planned.seconds else {
        return vec![messages::unknown_time(lang).to_owned()];
    };
    let time = &Micros((fast * 1e6).round().max(1.0) as u64);
    let has_runtime = control.runtime_us > 0;
    let limit = &Micros(control.runtime_us);
    let mut sentences = Vec::new();
    if view.planned.time_is_certain {
        sentences.push(messages::RunsFor { time }.text(lang));
    } else if has_runtime && fast >= control.runtime_us as f64 / 1e6 {
        sentences.push(messages::RunsForBeforeEnd { time }.text(lang));
    } else if view.job.engine.kind.is_diskless() {
        sentences.push(if has_runtime {
            messages::EndsWithBytesOrTime { limit }.text(lang)
        } else {
            messages::ends_with_bytes(lang).to_owned()
        });
    } else {
        let (fast, slow) = (&About(fast), &About(slow));
        sentences.push(if syncs_every(view.job).is_some() {
            messages::ForecastWithSyncs { fast, slow }.text(lang)
        } else {
            messages::Forecast { fast, slow }.text(lang)
        });
        if has_runtime {
            sentences.push(messages::RuntimeLimit { limit }.text(lang));
        }
    }
    if control.ramp_time_us > 0 {
        let ramp = &Micros(control.ramp_time_us);
        sentences.push(messages::Ramp { ramp }.text(lang));
    }
    sentences
}

/// What an engine that works on names changes.
fn works_on_names(kind: EngineKind) -> Option<Fixed> {
    match kind.backend() {
        Backend::FileNames(NameAction::Create) => Some(messages::makes_files),
        Backend::FileNames(NameAction::Delete) => Some(messages::deletes_files),
        Backend::DirectoryNames(NameAction::Create) => Some(messages::makes_directories),
        Backend::DirectoryNames(NameAction::Delete) => Some(messages::deletes_directories),
        _ => None,
    }
}

/// What comes and goes: files made, overwritten, removed; devices refused.
fn effects(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let job = view.job;
    if job.engine.kind.is_diskless() {
        return Vec::new();
    }
    if job.engine.kind.works_on_names() {
        let effect = works_on_names(job.engine.kind);
        return effect.map(|effect| effect(lang).to_owned()).into_iter().collect();
    }
    let writes = issues(job, Ddir::Write) || issues(job, Ddir::Trim);
    let missing = view.targets.iter().filter(|target| !target.exists()).count() as u64;
    let mut sentences = Vec::new();
    if missing > 0 {
        sentences.push(files_made(view, missing, writes, lang));
    }
    for facts in view.targets.iter().filter(|target| target.exists()) {
        let target = &facts.path.display();
        match (&facts.probe, writes, facts.kind) {
            (_, false, FileKind::Regular) => sentences.extend(filled(view, facts, lang)),
            (_, true, FileKind::Regular) if sentences.len() < 4 => {
                sentences.push(overwritten(view, facts, lang));
            }
            (Some(probe), true, FileKind::Block) if probe.in_use() => {
                let holdings = &holdings(probe);
                sentences.push(messages::Refused { target, holdings }.text(lang));
            }
            (Some(probe), true, FileKind::Block) if !probe.is_free() => {
                let holdings = &holdings(probe);
                sentences.push(messages::RefusedWithoutConsent { target, holdings }.text(lang));
            }
            (_, true, FileKind::Block) => sentences.push(messages::Destroyed { target }.text(lang)),
            _ => {}
        }
    }
    if job.files.unlink {
        sentences.push(messages::removed_afterwards(lang).to_owned());
    } else if missing > 0 {
        sentences.push(messages::KeptAfterwards { files: missing }.text(lang));
    }
    sentences
}

/// A file that is read beyond its end is filled up to there before.
fn filled(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> Option<String> {
    let needed = view.planned.footprint_bytes?;
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let grows = from_start && view.targets.len() == 1 && facts.size_bytes.is_some_and(|size| size < needed);
    let extended = messages::Extended {
        target: &facts.path.display(),
        size: &Bytes(needed),
    };
    grows.then(|| extended.text(lang))
}

/// How much of a file that is there is lost, and whether it grows.
fn overwritten(view: &JobView<'_>, facts: &TargetFacts, lang: Lang) -> String {
    let target = &facts.path.display();
    if !issues(view.job, Ddir::Write) {
        return messages::Discarded { target }.text(lang);
    }
    let planned = &view.planned;
    let touched = match (planned.footprint_bytes, planned.total_bytes) {
        (Some(region), Some(moved)) => Some(region.min(moved)),
        (region, _) => region,
    };
    let all = touched.zip(facts.size_bytes).filter(|_| view.targets.len() == 1);
    let from_start = matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    match all {
        Some((touched, size)) if touched < size => messages::OverwrittenInPart {
            touched: &Bytes(touched),
            size: &Bytes(size),
            target,
        }
        .text(lang),
        Some((touched, size)) if from_start && touched > size => messages::OverwrittenAndExtended {
            target,
            size: &Bytes(touched),
        }
        .text(lang),
        _ => messages::Overwritten { target }.text(lang),
    }
}

/// The files that do not exist yet, and whether making them is part of what is timed.
fn files_made(view: &JobView<'_>, files: u64, writes: bool, lang: Lang) -> String {
    let planned = &view.planned;
    let all = if shares_file(view.job) {
        planned.footprint_bytes
    } else {
        planned.region_bytes
    };
    let size = all.map(|bytes| Bytes(bytes / files_of(view.job)));
    let is_filled = !writes || issues(view.job, Ddir::Read) || view.job.files.overwrite;
    match (&size, is_filled) {
        (Some(size), true) => messages::CreatedAndFilledOf { files, size }.text(lang),
        (Some(size), false) => messages::CreatedOf { files, size }.text(lang),
        (None, true) => messages::CreatedAndFilled { files }.text(lang),
        (None, false) => messages::Created { files }.text(lang),
    }
}

fn holdings(probe: &fiord_host::device::Probe) -> String {
    probe
        .holdings
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// Others of the run that begin with the job: those between the same two that wait.
fn together<'a>(view: &JobView<'a>) -> Vec<&'a JobPlan> {
    let mut wave: Vec<&JobPlan> = Vec::new();
    let mut has_job = false;
    for (_, job) in view.case.plans() {
        let waits = job.control.stonewall || job.control.wait_for.is_some();
        if waits && has_job {
            break;
        }
        if waits {
            wave.clear();
        }
        if std::ptr::eq(job, view.job) {
            has_job = true;
        } else {
            wave.push(job);
        }
    }
    wave
}

/// Other jobs that are named; of more the number is told, so that jobs that are alike are described alike.
const MOST_NAMED: usize = 3;

/// Jobs that run at the same time, and what is averaged over them.
fn company(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let others = together(view);
    let list = |jobs: &[&JobPlan]| {
        let mut names: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
        names.dedup();
        lang.list(&names)
    };
    let mut sentences = Vec::new();
    if others.len() > MOST_NAMED {
        let jobs = others.len() as u64;
        sentences.push(messages::TogetherMany { jobs }.text(lang));
    } else if !others.is_empty() {
        let jobs = &list(&others);
        sentences.push(messages::Together { jobs }.text(lang));
    }
    let sizes = &view.job.access.block_size;
    let other_blocks: Vec<&JobPlan> = others
        .into_iter()
        .filter(|job| job.report.group_reporting && view.job.report.group_reporting)
        .filter(|job| job.group == view.job.group)
        .filter(|job| {
            Ddir::ALL
                .iter()
                .any(|ddir| issues(job, *ddir) && job.access.block_size[*ddir] != sizes[*ddir])
        })
        .collect();
    if !other_blocks.is_empty() {
        let jobs = &list(&other_blocks);
        sentences.push(messages::GroupOfBlocks { jobs }.text(lang));
    }
    sentences
}

fn start(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let mut sentences = start_time(view, lang);
    sentences.extend(company(view, lang));
    sentences
}

fn start_time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    if control.stonewall {
        return vec![messages::waits_for_all(lang).to_owned()];
    }
    if let Some(job) = &control.wait_for {
        return vec![messages::WaitsForJob { job }.text(lang)];
    }
    let (least, most) = control.startdelay_us;
    let (least, most) = (&Micros(least), &Micros(most));
    if most.0 == 0 {
        return Vec::new();
    }
    vec![if least == most {
        messages::StartsAfter { delay: most }.text(lang)
    } else {
        messages::StartsAfterRange { least, most }.text(lang)
    }]
}
