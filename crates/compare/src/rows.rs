//! Puts measurements of the same workload side by side, across results.

use std::collections::{BTreeMap, BTreeSet};

use fiord_stats::interval::median;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::result::{ComparedMetric, ComparedResult, Measurement};
use crate::workload::WorkloadKey;

/// Blocks below which rates are counts, and from which they are bytes.
const LARGE_BYTES: u64 = 64 << 10;

/// Marks of runs that have no number to compare.
const WITHOUT_NUMBER: [&str; 2] = ["failed", "interrupted"];

/// One workload, and what each result has of it.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkloadRow {
    pub key: WorkloadKey,
    /// One place per result, in their order.
    pub cells: Vec<Option<RowCell>>,
}

/// Runs that have too few I/Os for a percentile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunsWithTooFew {
    pub runs: u32,
    /// All runs that count.
    pub of: u32,
}

/// What one result has of one workload.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowCell {
    /// Runs that count.
    pub counted: Vec<Measurement>,
    /// Runs that do not count.
    pub wrong: Vec<Measurement>,
    /// The traps of all runs, where the runs of all results are invalid in this same way: they count.
    pub alike: Vec<String>,
    /// Parts of the workload that the result does not state.
    pub assumed: Vec<String>,
    /// How many rows it fits; of several it was put next to the fastest.
    pub fits: usize,
}

impl RowCell {
    fn of(measurements: &[&Measurement]) -> Self {
        let mut cell = Self {
            fits: 1,
            ..Self::default()
        };
        for one in measurements {
            if one.wrong.is_empty() {
                cell.counted.push((*one).clone());
            } else {
                cell.wrong.push((*one).clone());
            }
        }
        cell
    }

    /// The values of a metric, of the runs that count.
    pub fn values(&self, metric: ComparedMetric) -> Vec<f64> {
        self.counted_with(metric)
            .into_iter()
            .map(|(_, value)| value)
            .collect()
    }

    /// The runs that count, with their values of a metric. None where only a part of them has a p99: those with enough I/Os for it are the
    /// faster ones, and say nothing of the others.
    pub(crate) fn counted_with(&self, metric: ComparedMetric) -> Vec<(&Measurement, f64)> {
        let runs = self.counted.iter();
        let with: Vec<_> = runs.filter_map(|one| Some((one, one.value(metric)?))).collect();
        let is_part = metric == ComparedMetric::P99 && with.len() < self.counted.len();
        if is_part { Vec::new() } else { with }
    }

    /// Whether any run that counts has a value of a metric.
    pub(crate) fn has_any(&self, metric: ComparedMetric) -> bool {
        self.counted.iter().any(|one| one.value(metric).is_some())
    }

    /// The runs with too few I/Os for a p99; none: all have enough, or latencies are not known.
    pub(crate) fn too_few_for(&self, metric: ComparedMetric) -> Option<RunsWithTooFew> {
        let is_without = |one: &&Measurement| one.p99_ns.is_none() && !one.latencies.is_empty();
        let too_few = RunsWithTooFew {
            runs: self.counted.iter().filter(is_without).count() as u32,
            of: self.counted.len() as u32,
        };
        (metric == ComparedMetric::P99 && too_few.runs > 0).then_some(too_few)
    }

    /// The latencies of all runs that count, as [`Measurement::latencies`].
    pub fn latencies(&self) -> Vec<(u64, u64)> {
        let mut all: BTreeMap<u64, u64> = BTreeMap::new();
        for (edge, ios) in self.counted.iter().flat_map(|one| &one.latencies) {
            *all.entry(*edge).or_default() += ios;
        }
        all.into_iter().collect()
    }

    pub fn is_claim(&self) -> bool {
        self.counted.iter().any(|one| one.is_claim)
    }
}

impl WorkloadRow {
    /// In which unit rates are compared: the one that all have, counts of small blocks.
    pub fn rate(&self) -> Option<ComparedMetric> {
        let large = self.key.block_bytes.is_some_and(|bytes| bytes >= LARGE_BYTES);
        let order = if large {
            [ComparedMetric::Bandwidth, ComparedMetric::Iops]
        } else {
            [ComparedMetric::Iops, ComparedMetric::Bandwidth]
        };
        let all_have = |metric: &ComparedMetric| {
            let mut cells = self.cells.iter().flatten();
            cells.all(|cell| cell.counted.is_empty() || !cell.values(*metric).is_empty())
        };
        order.into_iter().find(all_have)
    }

    /// All measurements of each result in one row, whatever their workloads are.
    pub(crate) fn across(results: &[ComparedResult]) -> Self {
        let all = results.iter().flat_map(|result| &result.measurements);
        let mut row = Self {
            key: WorkloadKey::shared(all.map(|one| &one.key)),
            cells: results
                .iter()
                .map(|result| Some(RowCell::of(&result.measurements.iter().collect::<Vec<_>>())))
                .collect(),
        };
        row.count_alike();
        row
    }

    /// Counts runs that are all invalid for the same reasons: they measured the same, whatever that is.
    fn count_alike(&mut self) {
        let mut cells: Vec<&mut RowCell> = self.cells.iter_mut().flatten().collect();
        let sorted = |one: &Measurement| one.wrong.iter().cloned().collect::<BTreeSet<String>>();
        let first = cells.first().and_then(|cell| cell.wrong.first()).map(sorted);
        let is_alike = |one: &Measurement| {
            let has_number = one
                .wrong
                .iter()
                .all(|trap| !WITHOUT_NUMBER.contains(&trap.as_str()));
            has_number && !one.is_one_sided && Some(sorted(one)) == first
        };
        let are_alike = cells
            .iter()
            .all(|cell| cell.counted.is_empty() && cell.wrong.iter().all(is_alike));
        if cells.len() < 2 || first.is_none() || !are_alike {
            return;
        }
        for cell in &mut cells {
            cell.alike = cell
                .wrong
                .first()
                .map(|one| one.wrong.clone())
                .unwrap_or_default();
            cell.counted = std::mem::take(&mut cell.wrong);
        }
    }

    /// How many results have it.
    pub fn present(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}

/// All workloads of all results, those of one result among them. A measurement whose workload is not wholly stated goes to the row that it
/// fits; of several to the fastest, since who leaves out conditions states the best case.
pub fn rows(results: &[ComparedResult]) -> Vec<WorkloadRow> {
    let sorted: Vec<BTreeMap<&WorkloadKey, Vec<&Measurement>>> = results.iter().map(by_key).collect();
    let keys = sorted.iter().flat_map(BTreeMap::keys);
    let whole: BTreeSet<&WorkloadKey> = keys.copied().filter(|key| key.is_whole()).collect();
    let mut rows: Vec<WorkloadRow> = whole
        .into_iter()
        .map(|key| WorkloadRow {
            key: key.clone(),
            cells: sorted
                .iter()
                .map(|result| result.get(key).map(|mine| RowCell::of(mine)))
                .collect(),
        })
        .collect();
    for (at, result) in sorted.iter().enumerate() {
        for (key, mine) in result.iter().filter(|(key, _)| !key.is_whole()) {
            let cell = RowCell {
                assumed: key.unknown().into_iter().map(str::to_owned).collect(),
                ..RowCell::of(mine)
            };
            place(&mut rows, at, results.len(), key, cell);
        }
    }
    rows.sort_by(|one, other| one.key.cmp(&other.key));
    rows.iter_mut().for_each(WorkloadRow::count_alike);
    rows
}

/// The measurements of a result by workload, in their order.
fn by_key(result: &ComparedResult) -> BTreeMap<&WorkloadKey, Vec<&Measurement>> {
    let mut sorted: BTreeMap<&WorkloadKey, Vec<&Measurement>> = BTreeMap::new();
    for one in &result.measurements {
        sorted.entry(&one.key).or_default().push(one);
    }
    sorted
}

fn place(rows: &mut Vec<WorkloadRow>, at: usize, results: usize, key: &WorkloadKey, mut cell: RowCell) {
    let fits = |row: &WorkloadRow| row.key.may_be(key) && row.cells.get(at).is_some_and(Option::is_none);
    // The fastest in bytes has not the most I/Os: the unit is that of the measurement.
    let is_stated = |metric: &ComparedMetric| !cell.values(*metric).is_empty();
    let metrics = [ComparedMetric::Iops, ComparedMetric::Bandwidth];
    let metric = metrics
        .into_iter()
        .find(is_stated)
        .unwrap_or(ComparedMetric::Iops);
    let speed = |row: &WorkloadRow| {
        let cells = row.cells.iter().flatten();
        let rates = cells.filter_map(|cell| median(&cell.values(metric)));
        rates.fold(0.0, f64::max)
    };
    cell.fits = rows.iter().filter(|row| fits(row)).count();
    let best = rows
        .iter_mut()
        .filter(|row| fits(row))
        .max_by(|one, other| speed(one).total_cmp(&speed(other)));
    match best {
        Some(row) => {
            if let Some(place) = row.cells.get_mut(at) {
                *place = Some(cell);
            }
        }
        None => {
            let mut cells = vec![None; results];
            if let Some(place) = cells.get_mut(at) {
                cell.fits = 1;
                *place = Some(cell);
            }
            rows.push(WorkloadRow {
                key: key.clone(),
                cells,
            });
        }
    }
}
