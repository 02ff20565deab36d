//! The rows of a survey from the records of its runs.

use crate::hosts::rates;
use crate::hosts::view::{HostTogether, HostsView, merged};
use crate::repeats;
use fiord_job::plan::Ddir;
use fiord_judge::case::Case;
use fiord_judge::{Finding, TrapId, When, judge_one};
use fiord_record::run::{DiskUse, Repeats, RunRecord};
use fiord_stats::JobStats;
use fiord_stats::little::achieved_depth;
use fiord_study::definition::Study;
use fiord_study::language::CheckedCell;

use crate::survey::table::{Reading, SurveyRow};

/// One stored run of a survey.
pub struct SurveyRun {
    pub cell: u32,
    pub block: u32,
    /// Its grade is D.
    pub is_wrong: bool,
    pub record: RunRecord,
}

/// A run of many hosts, seen host by host.
pub(crate) type SeenRun<'a> = (&'a SurveyRun, Option<HostsView<'a>>);

/// The job that is measured; others run along.
const MEASURED: usize = 0;

/// A row for each cell, in the order of the study.
pub(crate) fn rows(study: &Study, cells: &[CheckedCell], runs: &[SeenRun<'_>]) -> Vec<SurveyRow> {
    cells.iter().map(|cell| row(study, cell, runs)).collect()
}

/// The runs of a cell in the order of their blocks.
pub(crate) fn of_cell<'a, 'b>(checked: &CheckedCell, runs: &'b [SeenRun<'a>]) -> Vec<&'b SeenRun<'a>> {
    let is_its = |run: &&SeenRun<'_>| run.0.cell == checked.cell.number;
    let mut its: Vec<&SeenRun<'_>> = runs.iter().filter(is_its).collect();
    its.sort_by_key(|run| run.0.block);
    its
}

/// Why a run has no number.
pub(crate) fn error(run: &SurveyRun) -> Option<String> {
    let first = |record: &RunRecord| {
        let mut workers = record.workers.iter();
        workers.find_map(|worker| worker.error.as_ref().map(|error| error.message.clone()))
    };
    match &run.record.hosts {
        None => first(&run.record),
        Some(hosts) => hosts.ranks.iter().find_map(|rank| {
            let message = first(&rank.record)?;
            Some(format!("rank {} on {}: {message}", rank.rank, rank.host))
        }),
    }
}

fn row(study: &Study, checked: &CheckedCell, runs: &[SeenRun<'_>]) -> SurveyRow {
    let mine = of_cell(checked, runs);
    let job = checked.plan.jobs.get(MEASURED);
    let is_writer = job.is_some_and(|job| job.access.mode.issues(Ddir::Write));
    let ddir = if is_writer { Ddir::Write } else { Ddir::Read };
    let good = || mine.iter().filter(|(run, _)| error(run).is_none());
    let readings: Vec<Reading> = good()
        .filter_map(|(run, view)| match view {
            Some(view) => together(view, &run.record, ddir),
            None => {
                let worker = run.record.workers.first()?;
                Some(reading(&worker.stats, &run.record, ddir))
            }
        })
        .collect();
    let records: Vec<&RunRecord> = good().map(|(run, _)| &run.record).collect();
    let is_of_hosts = mine.iter().any(|(_, view)| view.is_some());
    SurveyRow {
        label: checked.cell.label(study),
        arguments: checked.words.clone(),
        asked_depth: job.map_or(1, |job| job.depth.iodepth),
        noise: match is_of_hosts {
            true => noise_together(&records, &readings, ddir),
            false => repeats::noise(&records),
        },
        readings,
        wrong: good().filter(|(run, _)| run.is_wrong).count(),
        error: mine.iter().find_map(|(run, _)| error(run)),
    }
}

/// What the repeats show by the rates that are quoted of them: each rank's own time is another one.
fn noise_together(records: &[&RunRecord], readings: &[Reading], ddir: Ddir) -> Vec<Finding> {
    let last = records.last().and_then(|record| record.hosts.as_deref());
    let Some(mut record) = last.and_then(merged) else {
        return Vec::new();
    };
    record.context.repeats = vec![Repeats {
        job: MEASURED,
        ddir,
        iops: readings.iter().map(|reading| reading.iops).collect(),
    }];
    judge_one(TrapId::Noise, When::Run, &Case::of(&record))
}

/// All ranks as one: rates of one window, latencies of all I/Os, and what the disks of all hosts moved.
fn together(view: &HostsView<'_>, record: &RunRecord, ddir: Ddir) -> Option<Reading> {
    let rates = rates::of(view).into_iter();
    let (iops, bytes_per_s) = rates
        .filter(|rates| (rates.job, rates.ddir) == (MEASURED, ddir))
        .find_map(|rates| rates.quoted())?;
    let mut all = JobStats::default();
    let mut depths = Vec::new();
    for worker in record
        .workers
        .iter()
        .filter(|worker| worker.job_index == MEASURED)
    {
        all.merge(&worker.stats);
        depths.push(reading(&worker.stats, record, ddir).depth);
    }
    // The kernel counts for all ranks of a host: the one that looked longest saw most.
    let of_host = |host: &HostTogether<'_>| {
        let ranks = host.ranks.iter().filter_map(|at| view.run.ranks.get(*at));
        let moved: Option<Vec<u64>> = ranks.map(|rank| moved(&rank.record, ddir)).collect();
        moved?.into_iter().max()
    };
    Some(Reading {
        bytes_per_s,
        iops,
        device_bytes: view.hosts.iter().map(of_host).sum(),
        depth: depths.iter().sum::<f64>() / depths.len().max(1) as f64,
        ..reading(&all, record, ddir)
    })
}

/// What the disks of a machine moved; none: it has no counters of them.
fn moved(record: &RunRecord, ddir: Ddir) -> Option<u64> {
    let moved = |disk: &DiskUse| match ddir {
        Ddir::Write => disk.counts.write_bytes,
        _ => disk.counts.read_bytes,
    };
    (!record.disks.is_empty()).then(|| record.disks.iter().map(moved).sum())
}

fn reading(stats: &JobStats, record: &RunRecord, ddir: Ddir) -> Reading {
    let counted = &stats.ddirs[ddir as usize];
    // With fsync after each write the wait for the sync is part of what a writer sees.
    let synced = stats.sync.ios > 0;
    let seconds = (counted.runtime_ns as f64 / 1e9).max(1e-9);
    let latency = if synced { &stats.sync.lat } else { &counted.lat };
    let percentile = |p: f64| latency.histogram.percentile(p, latency.moments.max);
    Reading {
        bytes_per_s: counted.bytes as f64 / seconds,
        iops: counted.ios as f64 / seconds,
        p50_ns: percentile(50.0),
        p99_ns: percentile(99.0),
        max_ns: latency.moments.max,
        ios: counted.ios,
        latencies: latency.moments.count,
        is_of_syncs: synced,
        issued_bytes: counted.bytes,
        device_bytes: moved(record, ddir),
        depth: achieved_depth(&counted.lat.moments, counted.runtime_ns),
    }
}
