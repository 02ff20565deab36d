//! The rows of a survey from the records of its runs.

use fiord_formats::repeats;
use fiord_job::plan::Ddir;
use fiord_record::run::{DiskUse, RunRecord};
use fiord_stats::JobStats;
use fiord_stats::little::achieved_depth;
use fiord_study::definition::Study;
use fiord_study::language::CheckedCell;

use crate::table::{Reading, SurveyRow};

/// One stored run of a survey.
pub struct SurveyRun {
    pub cell: u32,
    pub block: u32,
    /// Its grade is D.
    pub is_wrong: bool,
    pub record: RunRecord,
}

/// A row for each cell, in the order of the study.
pub(crate) fn rows(study: &Study, cells: &[CheckedCell], runs: &[SurveyRun]) -> Vec<SurveyRow> {
    cells.iter().map(|cell| row(study, cell, runs)).collect()
}

fn row(study: &Study, checked: &CheckedCell, runs: &[SurveyRun]) -> SurveyRow {
    let mut mine: Vec<&SurveyRun> = runs
        .iter()
        .filter(|run| run.cell == checked.cell.number)
        .collect();
    mine.sort_by_key(|run| run.block);
    let job = checked.plan.jobs.first();
    let is_writer = job.is_some_and(|job| job.access.mode.issues(Ddir::Write));
    let ddir = if is_writer { Ddir::Write } else { Ddir::Read };
    let error = |run: &&SurveyRun| {
        let mut workers = run.record.workers.iter();
        workers.find_map(|worker| worker.error.as_ref().map(|error| error.message.clone()))
    };
    let good: Vec<&SurveyRun> = mine.iter().copied().filter(|run| error(run).is_none()).collect();
    let records: Vec<&RunRecord> = good.iter().map(|run| &run.record).collect();
    let readings = records.iter().filter_map(|record| {
        let worker = record.workers.first()?;
        Some(reading(&worker.stats, record, ddir))
    });
    SurveyRow {
        label: checked.cell.label(study),
        arguments: checked.words.clone(),
        asked_depth: job.map_or(1, |job| job.depth.iodepth),
        readings: readings.collect(),
        noise: repeats::noise(&records),
        wrong: good.iter().filter(|run| run.is_wrong).count(),
        error: mine.iter().find_map(error),
    }
}

fn reading(stats: &JobStats, record: &RunRecord, ddir: Ddir) -> Reading {
    let counted = &stats.ddirs[ddir as usize];
    // With fsync after each write the wait for the sync is part of what a writer sees.
    let synced = stats.sync.ios > 0;
    let seconds = (counted.runtime_ns as f64 / 1e9).max(1e-9);
    let latency = if synced { &stats.sync.lat } else { &counted.lat };
    let percentile = |p: f64| latency.histogram.percentile(p, latency.moments.max);
    let moved = |disk: &DiskUse| match ddir {
        Ddir::Write => disk.counts.write_bytes,
        _ => disk.counts.read_bytes,
    };
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
        device_bytes: (!record.disks.is_empty()).then(|| record.disks.iter().map(moved).sum()),
        depth: achieved_depth(&counted.lat.moments, counted.runtime_ns),
    }
}
