//! `cache-read`: reads answered by the page cache.

use crate::case::Case;
use crate::case::imported::{self, DiskTable, Floor};
use crate::case::job_view::JobView;
use crate::case::planned::{issues, shares_file};
use crate::case::shares::{self, CACHE_LIMIT, NEGLIGIBLE, Part};
use crate::correct::edit::Edit;
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::words::phrases::device_names;
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Backend, Ddir, FadviseHint, PlanPart, Sequencer, Zones};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::cache_read as messages;
use fiord_record::number::{Bytes, Count, Share, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Order)],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some(|observed| Headline {
        rank: 0,
        what: Instead::Memory,
        ddir: Some(Ddir::Read),
        share: share(observed),
    }),
    fix: Some(Fix {
        stage: Stage::Source,
        least: Severity::Care,
        apply: correct,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::PAGE_CACHE],
    quantity: Some(compare::quantity_page_cache),
    ..Trap::new(
        Family::Source,
        "szstonelee, SSDInternal (2 GB/s, 15 MB/s); fio #329, #383; man 2 cachestat; Documentation/block/stat.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// Why reads will find their data in memory, or how much of them did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// `ioengine=mmap`.
    Mapped,
    /// The file is written just before the run, and `invalidate=0` leaves it in memory.
    LaidOut,
    /// `invalidate=0` leaves what is there.
    LeftWarm {
        cached_bytes: Option<u64>,
        /// 0 to 1.
        share: Option<f64>,
        /// A target with bytes whose page cache this user may not see.
        is_hidden: bool,
    },
    /// `pre_read`.
    PreRead,
    /// The job reads the same bytes more than once, and they fit into memory.
    Again {
        target_bytes: Option<u64>,
        /// `None`: by the clock.
        passes: Option<f64>,
        /// Least share of reads that find their data in memory, 0 to 1.
        share: Option<f64>,
    },
    /// A skewed distribution comes back to the blocks that it prefers, and they fit into memory.
    Skewed {
        /// Expected on a fast disk.
        touched_bytes: u64,
    },
    /// Once, at random, through the cache.
    AtRandom,
    /// Once, in sequence: the kernel reads ahead.
    ReadAhead {
        read_ahead_kib: Option<u64>,
        block_bytes: u64,
    },
    /// After the run.
    Measured {
        share_percent: f64,
        issued_bytes: u64,
        device_bytes: u64,
        cached_before_bytes: u64,
        leaves: Vec<String>,
        /// The type of a file system that compresses all it holds: it may be the cause too.
        compressed_by: Option<String>,
    },
    /// After a run without the kernel's counters.
    DiskTable(DiskTable),
    /// After a run without the kernel's counters.
    BelowFloor(Floor),
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::Measured { share_percent, .. } => share_percent / 100.0,
        Observed::DiskTable(table) => table.share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    once_per_disk_job(case, judge)
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let job = view.job;
    if !issues(job, Ddir::Read) {
        return None;
    }
    if job.engine.kind.backend() == Backend::Mapping {
        return Some((Severity::Care, Observed::Mapped));
    }
    if job.durability.direct || job.engine.uncached {
        return None;
    }
    let fits = view
        .planned
        .touched_bytes
        .zip(view.cache_room())
        .is_none_or(|(bytes, room)| bytes <= room);
    let pre_read = || job.files.pre_read.then_some((Severity::Wrong, Observed::PreRead));
    left_warm(view)
        .or_else(pre_read)
        .or_else(|| again(view).filter(|_| fits))
        .or_else(|| through(view))
}

/// What is in memory before the job begins and stays there.
fn left_warm(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    if view.job.files.invalidate {
        return None;
    }
    if view.targets.iter().any(|target| !target.exists()) {
        return Some((Severity::Wrong, Observed::LaidOut));
    }
    let size = view.there_bytes();
    let is_hidden = view.targets.iter().all(|target| target.cached_bytes.is_none());
    if size == 0 || is_hidden {
        let observed = Observed::LeftWarm {
            cached_bytes: None,
            share: None,
            is_hidden: size > 0,
        };
        return Some((Severity::Care, observed));
    }
    let cached: u64 = view.targets.iter().filter_map(|target| target.cached_bytes).sum();
    let share = cached as f64 / size as f64;
    let observed = Observed::LeftWarm {
        cached_bytes: Some(cached),
        share: Some(share),
        is_hidden: false,
    };
    (share > CACHE_LIMIT).then(|| (shares::severity(share), observed))
}

/// The job itself reads the same bytes more than once.
fn again(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let (job, planned) = (view.job, &view.planned);
    let target_bytes = planned.footprint_bytes;
    if let Some(touched_bytes) = planned.touched_bytes.filter(|_| planned.is_skewed) {
        let observed = Observed::Skewed { touched_bytes };
        let again = planned
            .total_bytes
            .map(|total| 1.0 - touched_bytes as f64 / total.max(1) as f64);
        // By the clock, a slow disk comes to fewer repeats than a fast one.
        let severity = again.map_or(Severity::Care, shares::severity);
        return again
            .is_none_or(|share| share > CACHE_LIMIT)
            .then_some((severity, observed));
    }
    let drops = planned.drops_each_pass(job);
    if planned.unlimited && drops {
        return None;
    }
    if planned.unlimited {
        let observed = Observed::Again {
            target_bytes,
            passes: None,
            share: None,
        };
        return Some((Severity::Wrong, observed));
    }
    let is_shared = shares_file(job) && planned.footprint_bytes == planned.region_bytes;
    let readers = if is_shared { f64::from(job.numjobs) } else { 1.0 };
    let own = planned.passes?;
    let seen = if drops { own.min(1.0) } else { own };
    // Workers whose regions end with their file read less and less of it.
    let of_all = planned.total_bytes.zip(target_bytes).filter(|_| is_shared);
    let of_all = of_all.map(|(total, target)| total as f64 / target.max(1) as f64 * seen / own);
    let passes = of_all.map_or(readers * seen, |passes| passes.min(readers * seen));
    let share = 1.0 - 1.0 / passes;
    let observed = Observed::Again {
        target_bytes,
        passes: Some(passes),
        share: Some(share),
    };
    (passes >= 1.05).then(|| (shares::severity(share), observed))
}

/// Once, and still through the cache.
fn through(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    if view.job.access.mode.is_random() {
        return Some((Severity::Note, Observed::AtRandom));
    }
    if is_without_read_ahead(view) {
        return None;
    }
    let mut leaves = view.targets.iter().flat_map(|target| target.leaves());
    let read_ahead_kib = leaves.find_map(|leaf| leaf.queue.as_ref()?.read_ahead_kb);
    let observed = Observed::ReadAhead {
        read_ahead_kib,
        block_bytes: view.planned.block_bytes as u64,
    };
    (read_ahead_kib != Some(0)).then_some((Severity::Care, observed))
}

/// Whether the kernel is told not to read ahead, or sees no sequence: backwards, or with gaps.
fn is_without_read_ahead(view: &JobView<'_>) -> bool {
    let access = &view.job.access;
    matches!(access.sequencer, Sequencer::Skip(gap) if gap != 0)
        || view.job.files.fadvise == FadviseHint::Random
        || matches!(&access.zones, Some(Zones::Strided(zones)) if zones.skip_bytes > 0)
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let parts = shares::parts(case);
    let mut found: Vec<_> = parts.iter().filter_map(|part| of_part(case, part)).collect();
    found.extend(imported::reads(
        case,
        true,
        Observed::DiskTable,
        Observed::BelowFloor,
    ));
    found
}

fn of_part(case: &Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let shares = part.read_shares(case)?;
    let (subject, issued) = part.through_cache(Ddir::Read)?;
    let missing = (shares.elsewhere - shares.holes) * shares.issued as f64;
    let share = (missing / issued.max(1) as f64).min(1.0);
    if part.is_memory_fs() || share <= CACHE_LIMIT || missing < NEGLIGIBLE * shares.issued as f64 {
        return None;
    }
    let cached = part
        .targets
        .iter()
        .filter_map(|target| Some(target.before?.cached_bytes));
    let cached_before_bytes: u64 = cached.sum();
    let compressed_by = part.compressed_by();
    let drops = part
        .moving(Ddir::Read)
        .all(|job| job.plan.files.invalidate && !job.plan.files.pre_read);
    let severity = match compressed_by {
        // The file system may have read less than it returned.
        Some(_) if cached_before_bytes == 0 || drops => Severity::Care,
        _ => shares::severity(share),
    };
    let observed = Observed::Measured {
        share_percent: share * 100.0,
        issued_bytes: issued,
        device_bytes: issued
            .saturating_sub((missing.max(0.0)) as u64)
            .min(shares.device),
        cached_before_bytes,
        leaves: part.leaf_names(),
        compressed_by,
    };
    Some(Finding::new(When::Run, severity, subject, observed))
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    // Nothing is in memory yet that could be asked for.
    if matches!(observed, Observed::LaidOut) {
        edit.remove("invalidate");
    }
    if view.may_be_direct() && view.job.engine.kind.backend() != Backend::Mapping {
        edit.set("direct", "1");
    }
}

/// The sentences of `cache-read`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Mapped => messages::mapped(lang).to_owned(),
            Observed::LaidOut => messages::laid_out(lang).to_owned(),
            Observed::LeftWarm {
                cached_bytes: Some(cached),
                share: Some(share),
                ..
            } => messages::LeftWarm {
                share: &Share(*share),
                cached: &Bytes(*cached),
            }
            .text(lang),
            Observed::LeftWarm { is_hidden, .. } => {
                let hidden = is_hidden.then(|| messages::left_warm_hidden(lang).to_owned());
                let warm = messages::left_warm_unknown(lang).to_owned();
                let sentences: Vec<String> = [warm].into_iter().chain(hidden).collect();
                lang.sentences(&sentences)
            }
            Observed::PreRead => messages::pre_read(lang).to_owned(),
            Observed::Again {
                target_bytes,
                passes,
                share,
            } => describe_passes(*target_bytes, passes.zip(*share), lang),
            Observed::Skewed { touched_bytes } => {
                let touched = &Bytes(*touched_bytes);
                messages::Skewed { touched }.text(lang)
            }
            Observed::AtRandom => messages::at_random(lang).to_owned(),
            Observed::ReadAhead {
                read_ahead_kib,
                block_bytes,
            } => {
                let block = &Bytes(*block_bytes);
                match read_ahead_kib {
                    Some(kib) => messages::ReadAheadSized { block, kib }.text(lang),
                    None => messages::ReadAhead { block }.text(lang),
                }
            }
            Observed::DiskTable(table) => messages::DiskTable {
                disks: &lang.list(&table.disks),
                requests: table.device_ios,
                reads: &Count(table.issued_ios),
                bytes: &Bytes(table.issued_bytes),
            }
            .text(lang),
            Observed::BelowFloor(floor) => floor.saw(lang),
            Observed::Measured {
                share_percent,
                issued_bytes,
                device_bytes,
                leaves,
                compressed_by,
                ..
            } => {
                let share = &Share(share_percent / 100.0);
                let (issued, delivered) = (&Bytes(*issued_bytes), &Bytes(*device_bytes));
                let devices = &device_names(leaves, lang);
                match compressed_by {
                    Some(file_system) => messages::MeasuredCompressed {
                        share,
                        issued,
                        delivered,
                        devices,
                        file_system,
                    }
                    .text(lang),
                    None => messages::Measured {
                        share,
                        issued,
                        delivered,
                        devices,
                    }
                    .text(lang),
                }
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why = match self {
            Observed::AtRandom => messages::why_at_random(lang),
            Observed::ReadAhead { .. } => messages::why_read_ahead(lang),
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        matches!(self, Observed::Mapped).then(|| messages::advice_mapped(lang).to_owned())
    }
}

fn describe_passes(target_bytes: Option<u64>, repeated: Option<(f64, f64)>, lang: Lang) -> String {
    let size = target_bytes.map(Bytes);
    match (&size, repeated) {
        (Some(size), Some((passes, share))) => messages::AgainSized {
            share: &Share(share),
            size,
            passes: &short(passes),
        }
        .text(lang),
        (None, Some((passes, share))) => messages::Again {
            share: &Share(share),
            passes: &short(passes),
        }
        .text(lang),
        (Some(size), None) => messages::AgainByTimeSized { size }.text(lang),
        (None, None) => messages::again_by_time(lang).to_owned(),
    }
}
