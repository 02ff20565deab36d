//! Counts a run once that a text has several times: as copies, as snapshots (`--status-interval`, SIGUSR1), or in several formats (`--output-format=normal,json`).

use std::collections::BTreeMap;

use fiord_job::plan::Ddir;
use fiord_record::imported::{Figure, FigureJob, FigureOf, ImportKind};

use super::runs::{ImportedRun, SameRun, SameWhy};

/// How far the starts of two snapshots may be apart by their own times, in nanoseconds.
const SAME_START_NS: f64 = 0.5e9;
/// By how much the time of a snapshot grows at least, in nanoseconds. Clones of a job have a line of terse output each, and end together.
const LEAST_GROWTH_NS: f64 = 0.1e9;
/// Terse output has KiB.
const ROUNDED_BYTES: f64 = 1024.0;

/// Text without counts has bytes of three digits.
const ROUNDED_SHARE: f64 = 0.005;

/// Takes out of `runs` what is there a second time, and says which.
pub(super) fn count_once(runs: &mut Vec<ImportedRun>) -> Vec<SameRun> {
    let mut same = snapshots(runs);
    same.extend(formats(runs));
    same.sort_by_key(|one| one.lines);
    same
}

/// The figures of the jobs of a run by their place.
#[derive(Debug)]
struct PlacedFigures {
    figures: Vec<Figure>,
    by_place: BTreeMap<Place, f64>,
}

/// Entry, direction and quantity.
type Place = (u32, Option<Ddir>, FigureOf);

impl PlacedFigures {
    fn of(run: &ImportedRun) -> Self {
        let figures = run.figures();
        let placed = figures.iter().filter_map(|figure| {
            let entry = figure.job.as_ref()?.entry;
            Some(((entry, figure.ddir, figure.what), figure.value.low))
        });
        Self {
            by_place: placed.collect(),
            figures,
        }
    }

    /// One figure of each direction of each job: the time that it took.
    fn parts(&self) -> impl Iterator<Item = (&FigureJob, &Figure)> {
        let of_time = self
            .figures
            .iter()
            .filter(|figure| figure.what == FigureOf::RuntimeNs);
        of_time.filter_map(|figure| Some((figure.job.as_ref()?, figure)))
    }

    fn get(&self, (job, figure): (&FigureJob, &Figure), what: FigureOf) -> Option<f64> {
        self.by_place.get(&(job.entry, figure.ddir, what)).copied()
    }

    /// The time that groups took one after another.
    fn in_turn_ns(&self) -> f64 {
        let mut groups: BTreeMap<u32, f64> = BTreeMap::new();
        for (job, figure) in self.parts() {
            let longest = groups.entry(job.group).or_default();
            *longest = longest.max(figure.value.low);
        }
        groups.values().sum()
    }
}

/// Snapshots of one run are cumulative: only the last one is the run.
fn snapshots(runs: &mut Vec<ImportedRun>) -> Vec<SameRun> {
    let mut earlier = vec![false; runs.len()];
    let mut last_of_kind: BTreeMap<ImportKind, usize> = BTreeMap::new();
    // For each run the later one that goes on with it.
    let mut goes_on: Vec<Option<usize>> = vec![None; runs.len()];
    for (at, run) in runs.iter().enumerate() {
        if let Some(before) = last_of_kind.insert(run.kind, at)
            && is_snapshot(&runs[before], run)
            && (run.kind != ImportKind::FioTerse
                || goes_on.contains(&Some(before))
                || has_gone_on(&runs[before], run))
        {
            goes_on[before] = Some(at);
            earlier[before] = true;
        }
    }
    let mut same = Vec::new();
    for at in 0..runs.len() {
        let mut last = at;
        while let Some(next) = goes_on[last] {
            last = next;
        }
        if last != at {
            same.push(SameRun {
                lines: runs[at].lines,
                of_line: runs[last].lines.0,
                kind: runs[at].kind,
                why: match runs[at].figures() == runs[last].figures() {
                    true => SameWhy::Copy,
                    false => SameWhy::Snapshot,
                },
            });
        }
    }
    let mut earlier = earlier.into_iter();
    runs.retain(|_| !earlier.next().unwrap_or(false));
    same
}

/// Whether a run took longer than an earlier one by more than clones of one job do, and did more.
fn has_gone_on(earlier: &ImportedRun, later: &ImportedRun) -> bool {
    let (before, after) = (PlacedFigures::of(earlier), PlacedFigures::of(later));
    let grows_by = |part: (&FigureJob, &Figure), what| Some(after.get(part, what)? - before.get(part, what)?);
    before.parts().any(|part| {
        grows_by(part, FigureOf::RuntimeNs).is_some_and(|ns| ns >= LEAST_GROWTH_NS)
            && grows_by(part, FigureOf::Ios).is_some_and(|ios| ios > 0.0)
    })
}

/// Whether a run goes on with an earlier one of the same kind: nothing that was counted went back, and both began together.
fn is_snapshot(earlier: &ImportedRun, later: &ImportedRun) -> bool {
    let (before, after) = (PlacedFigures::of(earlier), PlacedFigures::of(later));
    let has_grown = |part: (&FigureJob, &Figure)| {
        let pair = |what| Some((before.get(part, what)?, after.get(part, what)?));
        let grows = |what| pair(what).is_some_and(|(before, after)| after >= before);
        // The same state without its counts is a part of it.
        let is_part = before.get(part, FigureOf::Ios).is_some()
            && after.get(part, FigureOf::Ios).is_none()
            && pair(FigureOf::RuntimeNs).is_some_and(|(before, after)| after <= before);
        !is_part
            && grows(FigureOf::RuntimeNs)
            && pair(FigureOf::Ios).is_none_or(|(before, after)| after >= before)
            && pair(FigureOf::LatMinNs).is_none_or(|(before, after)| after <= before)
            && pair(FigureOf::LatMaxNs).is_none_or(|(before, after)| after >= before)
    };
    let mut moved = before.parts().peekable();
    if moved.peek().is_none() || !moved.all(has_grown) {
        return false;
    }
    let options = |run: &ImportedRun| -> Vec<_> {
        let jobs = run.record.plan.jobs.iter();
        jobs.map(|job| (job.name.clone(), job.given.clone())).collect()
    };
    let pids =
        |run: &ImportedRun| -> Vec<u32> { run.record.workers.iter().map(|worker| worker.pid).collect() };
    let start = |run: &ImportedRun, counts: &PlacedFigures| {
        let finished = run.record.finished.timestamp().as_millisecond();
        (finished > 0).then(|| finished as f64 * 1e6 - counts.in_turn_ns())
    };
    match later.kind {
        ImportKind::FioText => {
            let (before, after) = (pids(earlier), pids(later));
            before == after && before.iter().any(|pid| *pid > 0)
        }
        ImportKind::FioJson => {
            let starts = start(earlier, &before).zip(start(later, &after));
            options(earlier) == options(later)
                && starts.is_none_or(|(one, other)| (one - other).abs() <= SAME_START_NS)
        }
        ImportKind::FioTerse => options(earlier) == options(later),
        _ => false,
    }
}

/// A direction of a job with the time that it took.
type TimedPart = (String, u32, Option<Ddir>, u64);

fn timed_parts(run: &ImportedRun) -> Vec<TimedPart> {
    let counts = PlacedFigures::of(run);
    let timed = |(job, figure): (&FigureJob, &Figure)| timed_part(job, figure);
    counts.parts().map(timed).collect()
}

fn timed_part(job: &FigureJob, figure: &Figure) -> TimedPart {
    (job.name.clone(), job.group, figure.ddir, figure.value.low as u64)
}

/// The run in the format that says most, of several in which it was printed. Terse output has a line for each of its jobs.
fn formats(runs: &mut Vec<ImportedRun>) -> Vec<SameRun> {
    let rank = |run: &ImportedRun| match run.kind {
        ImportKind::FioJson => Some(0),
        ImportKind::FioText => Some(1),
        ImportKind::FioTerse => Some(2),
        _ => None,
    };
    // A part of an output, such as its first lines below it, lacks the counts.
    let rank = |run: &ImportedRun| {
        let is_cut = run.figures().iter().all(|figure| figure.what != FigureOf::Ios);
        rank(run).map(|kind| (kind, is_cut))
    };
    let mut having: BTreeMap<TimedPart, Vec<usize>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| rank(run).is_some()) {
        for part in timed_parts(run) {
            having.entry(part).or_default().push(at);
        }
    }
    let all: Vec<usize> = (0..runs.len()).collect();
    let better = |at: usize| {
        let run = &runs[at];
        rank(run)?;
        let candidates = match timed_parts(run).first() {
            Some(first) => having.get(first)?,
            // A job that did nothing has a name only.
            None => &all,
        };
        candidates.iter().copied().find(|other| {
            let other = &runs[*other];
            let is_better = rank(other).is_some() && rank(other) < rank(run);
            let is_later = other.lines.0 < run.lines.0 || other.kind != run.kind;
            is_better && is_later && has_jobs(other, run) && is_part(run, other)
        })
    };
    let replaced: Vec<Option<usize>> = (0..runs.len()).map(better).collect();
    let same = replaced.iter().enumerate().filter_map(|(at, better)| {
        Some(SameRun {
            lines: runs[at].lines,
            of_line: runs[(*better)?].lines.0,
            kind: runs[at].kind,
            why: match runs[at].kind == runs[(*better)?].kind {
                true => SameWhy::Copy,
                false => SameWhy::Format,
            },
        })
    });
    let same: Vec<SameRun> = same.collect();
    let mut replaced = replaced.into_iter();
    runs.retain(|_| replaced.next().flatten().is_none());
    same
}

/// Whether an output has all jobs of another one, by name and group.
fn has_jobs(whole: &ImportedRun, run: &ImportedRun) -> bool {
    let mut jobs = run.record.plan.jobs.iter();
    jobs.all(|job| {
        let mut theirs = whole.record.plan.jobs.iter();
        theirs.any(|other| other.name == job.name && other.group == job.group)
    })
}

/// Whether each direction of each job is in another output with the same time and counts; a format may round one of the counts.
fn is_part(run: &ImportedRun, whole: &ImportedRun) -> bool {
    let (mine, theirs) = (PlacedFigures::of(run), PlacedFigures::of(whole));
    let mut places: BTreeMap<TimedPart, Vec<(&FigureJob, &Figure)>> = BTreeMap::new();
    for (job, figure) in theirs.parts() {
        places
            .entry(timed_part(job, figure))
            .or_default()
            .push((job, figure));
    }
    mine.parts().all(|part| {
        let alike = places.get(&timed_part(part.0, part.1)).into_iter().flatten();
        alike.copied().any(|other| {
            let apart = |what| {
                let pair = mine.get(part, what).zip(theirs.get(other, what));
                pair.map_or(f64::INFINITY, |(mine, theirs)| (mine - theirs).abs())
            };
            let bytes = mine
                .get(part, FigureOf::Bytes)
                .filter(|_| mine.get(part, FigureOf::Ios).is_none());
            let rounded = bytes.map_or(ROUNDED_BYTES, |bytes| ROUNDED_BYTES.max(bytes * ROUNDED_SHARE));
            apart(FigureOf::Ios) < 0.5 || apart(FigureOf::Bytes) <= rounded
        })
    })
}
