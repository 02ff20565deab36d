//! The order of the I/Os of a job: sequential, random, by a list, in zones.

use crate::case::job_view::JobView;
use crate::case::overlap::in_sequence as undrawn_direction;
use crate::case::planned::{files_of, issues, one_block};
use crate::case::touched::draws_with_replacement;
use crate::terms::ddir_word;
use crate::words::describe::does_operations;
use fiord_job::plan::{
    AccessPlan, Ddir, Distribution, FileService, JobPlan, RwSequencer, Sequencer, ZbdPlan, Zones,
};
use fiord_messages::{Lang, job_description as messages};
use fiord_record::number::Bytes;

/// Workers, the order of their I/Os, and zones.
pub(super) fn order(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, access) = (view.job, &view.job.access);
    let mut sentences = Vec::new();
    if job.numjobs > 1 {
        let workers = &job.numjobs;
        sentences.push(messages::Workers { workers }.text(lang));
    }
    if does_operations(job) {
        return sentences;
    }
    if let Some(by_list) = by_list(job, lang) {
        sentences.push(by_list);
        sentences.extend(partly_drawn(job, lang));
    } else if access.mode.is_random() {
        sentences.extend(at_random(job, lang));
    } else {
        sentences.push(in_sequence(job, lang));
        if issues(job, Ddir::Read) && issues(job, Ddir::Write) {
            sentences.push(messages::own_places(lang).to_owned());
        }
    }
    sentences.extend(of_files(job, lang));
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

/// Which of several files an I/O is of, unless they take turns, and how many are open.
fn of_files(job: &JobPlan, lang: Lang) -> Vec<String> {
    let files = files_of(job);
    let service = match job.files.service {
        _ if files < 2 => None,
        FileService::RoundRobin => None,
        FileService::Sequential => Some(messages::files_in_sequence(lang)),
        FileService::Random => Some(messages::files_at_random(lang)),
        FileService::Zipf(_) | FileService::Pareto(_) | FileService::Normal(_) => {
            Some(messages::files_preferred(lang))
        }
    };
    let open = job.files.openfiles.map(u64::from).filter(|open| *open < files);
    let open = open.map(|open| messages::OpenFiles { open }.text(lang));
    service.map(str::to_owned).into_iter().chain(open).collect()
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
    let repeats = matches!(access.sequencer, Sequencer::Repeat(2..));
    sentences.extend(match shape {
        Some(Distribution::Zipf { theta, .. }) => Some(messages::Zipf { theta }.text(lang)),
        Some(Distribution::Pareto { h, .. }) => Some(messages::Pareto { h }.text(lang)),
        Some(Distribution::Normal { .. }) => Some(messages::normal(lang).to_owned()),
        Some(_) => Some(messages::by_zones(lang).to_owned()),
        None if draws_with_replacement(job) => Some(messages::independent(lang).to_owned()),
        // The map has the first block of each offset only.
        None if repeats => None,
        None => Some(messages::random_map(lang).to_owned()),
    });
    if let Sequencer::Repeat(ios @ 2..) = access.sequencer {
        let ios = &ios;
        sentences.push(match access.rw_sequencer {
            RwSequencer::Sequential => messages::SequentialOffsets { ios }.text(lang),
            RwSequencer::Identical => messages::IdenticalOffsets { ios }.text(lang),
        });
    }
    // The plan does not have the write pointers at the start of the run.
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

/// The rules of zones with write pointers.
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

/// I/O in the order of a list (`random_distribution=sequence`, `sprandom`).
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

/// Sequential I/O: forwards, backwards, or with gaps.
fn in_sequence(job: &JobPlan, lang: Lang) -> String {
    // From the start of one block to that of the next.
    let block = one_block(job).and_then(|block| i64::try_from(block).ok());
    let step = |gap: i64| block.map(|block| block.saturating_add(gap));
    match job.access.sequencer {
        Sequencer::Skip(gap) if step(gap) == Some(0) => messages::one_block(lang).to_owned(),
        Sequencer::Skip(gap) if gap < 0 && step(gap) > Some(0) => messages::overlapping(lang).to_owned(),
        Sequencer::Skip(gap) if gap < 0 => messages::backwards(lang).to_owned(),
        Sequencer::Skip(gap) if gap > 0 => {
            let gap = &Bytes(gap.unsigned_abs());
            messages::Skipping { gap }.text(lang)
        }
        _ => messages::sequential(lang).to_owned(),
    }
}
