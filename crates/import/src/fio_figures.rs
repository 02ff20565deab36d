//! The figures of a report of fio, in whichever of its formats it was printed.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureJob, FigureOf, UnknownCount};
use fiord_report::fio::{DdirEntry, Entry, LatencySummary, Report};

use super::draft::RunDraft;
use super::fio_json;

/// A percentile that is a figure.
pub(super) struct FigurePercentile {
    pub percent: f64,
    pub of_ios: FigureOf,
    pub of_syncs: FigureOf,
    /// Of its column in a table: the highest goes first where room is short.
    pub rank: u8,
}

pub(super) const PERCENTILES: [FigurePercentile; 4] = [
    FigurePercentile {
        percent: 50.0,
        of_ios: FigureOf::P50Ns,
        of_syncs: FigureOf::SyncP50Ns,
        rank: 4,
    },
    FigurePercentile {
        percent: 99.0,
        of_ios: FigureOf::P99Ns,
        of_syncs: FigureOf::SyncP99Ns,
        rank: 3,
    },
    FigurePercentile {
        percent: 99.9,
        of_ios: FigureOf::P999Ns,
        of_syncs: FigureOf::SyncP999Ns,
        rank: 6,
    },
    FigurePercentile {
        percent: 99.99,
        of_ios: FigureOf::P9999Ns,
        of_syncs: FigureOf::SyncP9999Ns,
        rank: 7,
    },
];

/// A percentile, where the report has it.
fn percentile(latency: Option<&LatencySummary>, percent: f64) -> Option<f64> {
    let at = latency?.percentiles(&[percent]).first().copied()?;
    (at > 0).then_some(at as f64)
}

/// What the report says, as figures.
pub(super) fn figures(report: &Report, draft: &mut RunDraft) {
    for (number, entry) in report.entries.iter().enumerate() {
        draft.job = Some(figure_job(number, entry));
        for (ddir, of) in Ddir::ALL.into_iter().zip(&entry.ddirs) {
            if of.ios > 0 || of.bytes > 0 || of.clat.mean > 0.0 || of.lat.mean > 0.0 {
                let ddir = (!fio_json::sums_directions(entry)).then_some(ddir);
                figures_of(of, ddir, draft);
            }
        }
        sync_figures(entry, draft);
    }
    draft.job = None;
}

/// The job that figures of an entry are of, by its place.
pub(super) fn figure_job(at: usize, entry: &Entry) -> FigureJob {
    FigureJob {
        entry: at as u32,
        name: entry.name.clone(),
        group: entry.group,
    }
}

pub(super) fn figures_of(of: &DdirEntry, ddir: Option<Ddir>, draft: &mut RunDraft) {
    let seconds = of.runtime_ms as f64 / 1e3;
    let rate = |count: u64| (seconds > 0.0 && count > 0).then(|| count as f64 / seconds);
    draft.known(FigureOf::Iops, ddir, rate(of.ios));
    draft.known(FigureOf::BytesPerS, ddir, rate(of.bytes));
    draft.known(FigureOf::Ios, ddir, (of.ios > 0).then_some(of.ios as f64));
    draft.known(FigureOf::Bytes, ddir, (of.bytes > 0).then_some(of.bytes as f64));
    let runtime = (of.runtime_ms > 0).then_some(of.runtime_ms as f64 * 1e6);
    draft.known(FigureOf::RuntimeNs, ddir, runtime);
    for (what, latency) in [
        (FigureOf::SlatMeanNs, &of.slat),
        (FigureOf::ClatMeanNs, &of.clat),
        (FigureOf::LatMeanNs, &of.lat),
    ] {
        let samples = (latency.samples > 0).then_some(latency.samples);
        if samples.is_some() || latency.mean > 0.0 {
            draft.spread(what, ddir, Spread::of(latency.mean), samples);
        }
    }
    let whole = if of.lat.samples > 0 { &of.lat } else { &of.clat };
    if whole.samples > 0 {
        draft.figure(FigureOf::LatMinNs, ddir, whole.min as f64);
        draft.figure(FigureOf::LatMaxNs, ddir, whole.max as f64);
    }
    let listed = [&of.clat, &of.lat]
        .into_iter()
        .find(|latency| !latency.given.is_empty() || !latency.bins.is_empty());
    for one in PERCENTILES {
        draft.known(one.of_ios, ddir, percentile(listed, one.percent));
    }
}

pub(super) fn sync_figures(entry: &Entry, draft: &mut RunDraft) {
    let sync = &entry.sync;
    let is_counted = !draft.unknown.contains(&UnknownCount::Syncs);
    let count = Some(fio_json::syncs(entry)).filter(|count| *count > 0 && is_counted);
    draft.known(FigureOf::SyncIos, None, count.map(|count| count as f64));
    if sync.samples > 0 {
        draft.spread(FigureOf::SyncMeanNs, None, Spread::of(sync.mean), count);
        draft.figure(FigureOf::SyncMaxNs, None, sync.max as f64);
        for one in PERCENTILES {
            draft.known(one.of_syncs, None, percentile(Some(sync), one.percent));
        }
    }
}
