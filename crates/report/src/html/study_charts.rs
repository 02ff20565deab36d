//! The charts of a study: its factors, latency against rate, cells over time, interference.

use std::collections::BTreeMap;

use fiord_messages::{Lang, charts as messages};
use fiord_study::definition::StudyMetric;

use super::extra::PageRun;
use super::study_runs::medians;
use crate::documents::study::{CellJson, PublishedCell, PublishedTable, StudyDocument, SummaryJson};
use crate::html::charts::units::level;
use crate::html::charts::{
    Chart, Curve, CurvePoint, Curves, Heat, HeatRow, IntervalRow, Intervals, LoadPoint, PageUnit, RightAxis,
    load,
};
use crate::text::run::direction_named;

/// Curves of one chart: more cannot be told apart.
const MOST_CURVES: usize = 8;
/// Rows of one chart, and rows and columns of a heat map.
const MOST_ROWS: usize = 120;
const HEAT_ROWS: usize = 40;
const HEAT_COLUMNS: usize = 50;

/// A cell's summary with its cell.
pub(super) struct Summed<'a> {
    pub(super) summary: &'a SummaryJson,
    cell: Option<&'a CellJson>,
}

impl Summed<'_> {
    pub(super) fn label(&self) -> &str {
        self.cell.map_or("", |cell| &cell.label)
    }

    fn levels(&self) -> &[String] {
        self.cell.map_or(&[], |cell| &cell.levels)
    }

    fn ends(&self) -> Option<(f64, f64)> {
        self.summary
            .interval
            .map(|interval| (interval.low, interval.high))
    }

    /// Its values by block.
    fn blocks(&self) -> BTreeMap<u32, f64> {
        let values = self.summary.values.iter();
        values.map(|value| (value.block, value.value)).collect()
    }
}

/// Summaries of one response, by cell.
pub(super) fn summed<'a>(study: &'a StudyDocument, job: &str, direction: &str) -> Vec<Summed<'a>> {
    let cells: BTreeMap<u32, &CellJson> = study.cells.iter().map(|cell| (cell.cell, cell)).collect();
    let mine = study.summaries.iter();
    mine.filter(|summary| summary.job == job && summary.direction == direction)
        .map(|summary| Summed {
            summary,
            cell: cells.get(&summary.cell).copied(),
        })
        .collect()
}

/// The unit of what a study compares.
pub(super) const fn unit_of(metric: StudyMetric) -> PageUnit {
    match metric {
        StudyMetric::Bandwidth => PageUnit::Bandwidth,
        StudyMetric::Iops => PageUnit::Iops,
        StudyMetric::P50 | StudyMetric::P99 => PageUnit::Time,
        StudyMetric::WriteAmplification => PageUnit::Amplification,
        StudyMetric::Lifetime => PageUnit::Bytes,
    }
}

/// What the charts of one response are made from.
struct Response<'a> {
    study: &'a StudyDocument,
    all: Vec<Summed<'a>>,
    /// Job and direction.
    name: String,
    /// The same for the names of charts.
    id: String,
    unit: PageUnit,
    lang: Lang,
}

pub(super) fn charts(study: &StudyDocument, runs: &[PageRun], lang: Lang) -> Vec<Chart> {
    let responses = study.responses();
    let mut out = Vec::new();
    for (at, (job, direction)) in responses.iter().enumerate() {
        let response = Response {
            study,
            all: summed(study, job, direction),
            name: format!("{job} {}", direction_named(direction, lang)),
            id: if responses.len() > 1 {
                format!("-{}", at + 1)
            } else {
                String::new()
            },
            unit: unit_of(study.metric),
            lang,
        };
        let medians = medians(runs, job, direction);
        let mut mine = response.against_factors(&medians);
        if mine.is_empty() {
            mine.push(response.in_rows());
        }
        mine.push(response.grid());
        mine.push(response.load(&medians));
        mine.push(response.over_time());
        mine.push(response.interference());
        out.extend(mine);
    }
    out
}

impl Response<'_> {
    fn factor_name(&self, factor: usize) -> &str {
        self.study.factors.get(factor).map_or("", String::as_str)
    }

    /// Factors whose levels are three rising numbers or more.
    fn numeric(&self) -> Vec<usize> {
        let factors = self.study.factors.len();
        let is_numeric = |factor: &usize| {
            let levels = self.levels(*factor);
            levels.len() > 2
                && levels
                    .iter()
                    .all(|label| level(label).is_some_and(|(number, _)| number > 0.0))
        };
        (0..factors).filter(is_numeric).collect()
    }

    /// The levels of a factor, in the order of the cells.
    fn levels(&self, factor: usize) -> Vec<&str> {
        let mut levels: Vec<&str> = Vec::new();
        for label in self.all.iter().filter_map(|one| one.levels().get(factor)) {
            if !levels.contains(&label.as_str()) {
                levels.push(label);
            }
        }
        levels
    }

    /// The levels of a cell but those of one factor.
    fn others(&self, one: &Summed<'_>, factor: usize) -> String {
        let others = one.levels().iter().enumerate().filter(|(at, _)| *at != factor);
        let named: Vec<String> = others
            .map(|(at, label)| format!("{} {label}", self.factor_name(at)))
            .collect();
        self.lang.list(&named)
    }

    /// Whether a factor is a load, as depth and threads are: it sets one of these options.
    fn is_load(&self, factor: usize) -> bool {
        const LOADS: [&str; 4] = ["--iodepth=", "--numjobs=", "--rate_iops=", "--rate="];
        let loads = |one: &&Summed<'_>| {
            let command = one.cell.map_or(&[][..], |cell| cell.command.as_slice());
            let set = command
                .iter()
                .filter(|word| LOADS.iter().any(|load| word.starts_with(load)));
            set.cloned().collect::<Vec<_>>()
        };
        let alike =
            |one: &&Summed<'_>, other: &Summed<'_>| self.others(one, factor) == self.others(other, factor);
        let first = self.all.first();
        first.is_some_and(|first| {
            let mut line = self.all.iter().filter(|one| alike(one, first));
            line.any(|one| loads(&one) != loads(&first))
        })
    }

    /// The p99 of each curve along a load, for the axis at the right; none where the latency is drawn already, unknown, or would be too much.
    fn latencies(&self, factor: usize, medians: &BTreeMap<u32, (f64, f64)>) -> Option<RightAxis> {
        const MOST: usize = 3;
        if self.unit == PageUnit::Time || !self.is_load(factor) {
            return None;
        }
        let (curves, _) = self.curves(factor, |one| {
            let (_, latency_ns) = medians.get(&one.summary.cell)?;
            Some((*latency_ns, None))
        });
        (1..=MOST).contains(&curves.len()).then(|| RightAxis {
            name: "p99".to_owned(),
            unit: PageUnit::Time,
            curves,
        })
    }

    /// What reports published of the cells, as curves of their own.
    fn published(&self, factor: usize) -> Vec<Curve> {
        if self.unit != PageUnit::Bandwidth {
            return Vec::new();
        }
        let of_table = |table: &PublishedTable| {
            let (mut curves, _) = self.curves(factor, |one| {
                let row = table.rows.iter().find(|row| row.cell == one.summary.cell)?;
                Some((row.bytes_per_s, None))
            });
            for curve in &mut curves {
                let words = [curve.name.as_str(), messages::study_published(self.lang)];
                let words = words.into_iter().filter(|words| !words.is_empty());
                curve.name = self.lang.list(&words.map(str::to_owned).collect::<Vec<_>>());
            }
            curves
        };
        self.study.published.iter().flat_map(of_table).collect()
    }

    /// What theory says of the cells, each curve beside the one that it is of.
    fn closed_forms(&self, factor: usize, measured: &[Curve]) -> Vec<Curve> {
        let (mut curves, _) = self.curves(factor, |one| Some((one.summary.closed_form?, None)));
        for curve in &mut curves {
            curve.theory_of = measured.iter().position(|one| one.name == curve.name);
            let series = &curve.name;
            curve.name = match series.as_str() {
                "" => messages::study_closed_form(self.lang).to_owned(),
                _ => messages::StudyClosedFormOf { series }.text(self.lang),
            };
        }
        curves
    }

    fn against_factors(&self, medians: &BTreeMap<u32, (f64, f64)>) -> Vec<Chart> {
        let mut out = Vec::new();
        for factor in self.numeric() {
            let name = self.factor_name(factor);
            let (mut curves, is_size) = self.curves(factor, |one| Some((one.summary.median, one.ends())));
            if curves.len() > MOST_CURVES {
                continue;
            }
            let theory = self.closed_forms(factor, &curves);
            let right = self
                .latencies(factor, medians)
                .filter(|right| right.curves.len() >= curves.len() && theory.is_empty());
            let beside = [self.published(factor), theory].concat();
            if curves.len() + beside.len() <= MOST_CURVES {
                if let ([only], false) = (curves.as_mut_slice(), beside.is_empty())
                    && only.name.is_empty()
                {
                    only.name = messages::study_measured(self.lang).to_owned();
                }
                curves.extend(beside);
            }
            let (response, axis) = (&self.name, &self.unit.metric(self.lang));
            let chart = Curves {
                caption: match &right {
                    Some(_) => messages::StudyLoadDepth {
                        response,
                        axis,
                        factor: &name,
                    }
                    .text(self.lang),
                    None => messages::StudyFactor {
                        response,
                        axis,
                        factor: &name,
                    }
                    .text(self.lang),
                },
                x: if is_size { PageUnit::Size } else { PageUnit::Plain },
                x_name: match self.levels(factor).iter().all(|label| label.ends_with('%')) {
                    true => format!("{name}, %"),
                    false => name.to_owned(),
                },
                y: self.unit,
                is_x_log: true,
                curves,
                right,
                ..Curves::default()
            };
            out.push(Chart::curves(format!("{}{}", plain(name), self.id), chart));
        }
        out
    }

    /// One curve for each combination of the other factors, of a value and its interval; and whether the levels are sizes.
    fn curves(
        &self,
        factor: usize,
        value: impl Fn(&Summed<'_>) -> Option<(f64, Option<(f64, f64)>)>,
    ) -> (Vec<Curve>, bool) {
        let mut curves: Vec<Curve> = Vec::new();
        let mut is_size = false;
        for one in &self.all {
            let Some((x, size)) = one.levels().get(factor).and_then(|label| level(label)) else {
                continue;
            };
            is_size |= size;
            let Some((y, ends)) = value(one) else { continue };
            let name = self.others(one, factor);
            let point = CurvePoint {
                x,
                y,
                ends,
                name: one.label().to_owned(),
            };
            match curves.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve::new(name, vec![point])),
            }
        }
        for curve in &mut curves {
            curve.points.sort_by(|one, other| one.x.total_cmp(&other.x));
        }
        (curves, is_size)
    }

    fn in_rows(&self) -> Chart {
        let beside = self.rows_beside();
        let measured = self.all.iter().take(MOST_ROWS).map(|one| IntervalRow {
            label: one.label().to_owned(),
            values: one.summary.values.iter().map(|value| value.value).collect(),
            middle: one.summary.median,
            ends: one.ends(),
            series: 0,
            remark: String::new(),
        });
        let last = beside.iter().map(|row| row.series).max();
        let mut rows: Vec<IntervalRow> = measured.chain(beside).collect();
        // On the line of their cell.
        rows.sort_by_key(|row| self.all.iter().position(|one| one.label() == row.label));
        let response = &self.name;
        let caption = match self.all.len().saturating_sub(MOST_ROWS) {
            0 => messages::StudyRows { response }.text(self.lang),
            more => messages::StudyRowsFirst {
                response,
                shown: &MOST_ROWS,
                more: &more,
            }
            .text(self.lang),
        };
        let chart = Intervals {
            caption,
            unit: self.unit,
            is_log: false,
            margin: None,
            series: match last {
                None => Vec::new(),
                Some(last) => {
                    let names = [
                        messages::study_measured(self.lang),
                        messages::study_closed_form(self.lang),
                        messages::study_published(self.lang),
                    ];
                    names.into_iter().take(last + 1).map(str::to_owned).collect()
                }
            },
            rows,
        };
        Chart::intervals(format!("cells{}", self.id), chart)
    }

    /// What theory says of the cells, and what reports published of them.
    fn rows_beside(&self) -> Vec<IntervalRow> {
        let row = |one: &Summed<'_>| {
            Some(IntervalRow {
                label: one.label().to_owned(),
                values: Vec::new(),
                middle: one.summary.closed_form?,
                ends: None,
                series: 1,
                remark: String::new(),
            })
        };
        let theory = self.all.iter().filter_map(row).take(MOST_ROWS);
        theory.chain(self.published_rows()).collect()
    }

    /// What reports published of the cells.
    fn published_rows(&self) -> Vec<IntervalRow> {
        if self.unit != PageUnit::Bandwidth {
            return Vec::new();
        }
        let rows = self.study.published.iter().flat_map(|table| &table.rows);
        let row = |row: &PublishedCell| {
            let one = self.all.iter().find(|one| one.summary.cell == row.cell)?;
            Some(IntervalRow {
                label: one.label().to_owned(),
                values: Vec::new(),
                middle: row.bytes_per_s,
                ends: None,
                series: 2,
                remark: String::new(),
            })
        };
        rows.filter_map(row).take(MOST_ROWS).collect()
    }

    /// Medians over two factors, where there are many levels of both.
    fn grid(&self) -> Chart {
        const FEWEST: usize = 3;
        let name = format!("grid{}", self.id);
        let factors = self.study.factors.len();
        let (rows, columns) = (self.levels(0), self.levels(1));
        if factors != 2
            || rows.len() < FEWEST
            || columns.len() < FEWEST
            || rows.len() > HEAT_ROWS
            || columns.len() > HEAT_COLUMNS
        {
            return Chart::heat(name, Heat::default());
        }
        let value = |row: &str, column: &str| {
            let found = self.all.iter().find(|one| *one.levels() == [row, column])?;
            Some(found.summary.median)
        };
        let heat = Heat {
            caption: messages::StudyGrid {
                response: &self.name,
                axis: &self.unit.metric(self.lang),
                rows: &self.factor_name(0),
                columns: &self.factor_name(1),
            }
            .text(self.lang),
            unit: self.unit,
            x_name: self.factor_name(1).to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: rows
                .iter()
                .map(|row| HeatRow {
                    label: format!("{} {row}", self.factor_name(0)),
                    values: columns.iter().map(|column| value(row, column)).collect(),
                })
                .collect(),
            ..Heat::default()
        };
        Chart::heat(name, heat)
    }

    /// Latency against rate, along the first numeric factor.
    fn load(&self, medians: &BTreeMap<u32, (f64, f64)>) -> Chart {
        let name = format!("latency-throughput{}", self.id);
        let numeric = self.numeric();
        let mut series: Vec<(String, Vec<LoadPoint>)> = Vec::new();
        if let Some(factor) = numeric.iter().find(|factor| self.is_load(**factor)) {
            for one in &self.all {
                let Some((rate, latency_ns)) = medians.get(&one.summary.cell).copied() else {
                    continue;
                };
                let others = self.others(one, *factor);
                let point = LoadPoint {
                    rate,
                    latency_ns,
                    name: one.label().to_owned(),
                };
                match series.iter_mut().find(|(known, _)| *known == others) {
                    Some((_, points)) => points.push(point),
                    None => series.push((others, vec![point])),
                }
            }
        }
        series.truncate(MOST_CURVES);
        let response = &self.name;
        let caption = messages::StudyLatencyRate { response }.text(self.lang);
        Chart::curves(name, load(&caption, PageUnit::Iops, series))
    }

    /// Each cell over the blocks of the study, as shares of its median: drift and neighbours show as bands.
    fn over_time(&self) -> Chart {
        const FEWEST: usize = 6;
        let name = format!("blocks{}", self.id);
        let last = self
            .all
            .iter()
            .filter_map(|one| one.blocks().into_keys().last())
            .max()
            .unwrap_or(0) as usize;
        // A simulated drive has no neighbour and does not drift.
        if last + 1 < FEWEST || self.all.len() < 2 || self.study.target.is_none() {
            return Chart::heat(name, Heat::default());
        }
        let each = (last + 1).div_ceil(HEAT_COLUMNS);
        let columns = (last + 1).div_ceil(each);
        let mut rows: Vec<(f64, HeatRow)> = self
            .all
            .iter()
            .filter_map(|one| shares_of_median(one, columns, each))
            .collect();
        let of = rows.len();
        if of > HEAT_ROWS {
            rows.sort_by(|one, other| other.0.total_cmp(&one.0));
            rows.truncate(HEAT_ROWS);
        }
        let response = &self.name;
        let heat = Heat {
            caption: if of > HEAT_ROWS {
                messages::StudyTimeMost {
                    response,
                    shown: &HEAT_ROWS,
                    cells: &of,
                }
                .text(self.lang)
            } else {
                messages::StudyTime { response }.text(self.lang)
            },
            unit: PageUnit::Ratio,
            is_around_one: true,
            x_name: if each == 1 {
                messages::study_block(self.lang).to_owned()
            } else {
                messages::StudyBlocks { count: &each }.text(self.lang)
            },
            columns: (0..columns)
                .map(|column| (column * each + 1).to_string())
                .collect(),
            rows: rows.into_iter().map(|(_, row)| row).collect(),
        };
        Chart::heat(name, heat)
    }

    /// Of a factor with a level `together` and levels `alone…`: what the company costs, in each block and in the medians.
    fn interference(&self) -> Chart {
        let name = format!("interference{}", self.id);
        let mut rows = Vec::new();
        for factor in 0..self.study.factors.len() {
            for one in self
                .all
                .iter()
                .filter(|one| one.levels().get(factor).is_some_and(|label| label == "together"))
            {
                let others = self.others(one, factor);
                let alone = self.all.iter().find(|alone| {
                    alone
                        .levels()
                        .get(factor)
                        .is_some_and(|label| label.starts_with("alone"))
                        && self.others(alone, factor) == others
                });
                let Some(alone) = alone else { continue };
                let by_block = alone.blocks();
                let values = one.summary.values.iter().filter_map(|value| {
                    let alone = by_block.get(&value.block).filter(|alone| **alone > 0.0)?;
                    Some(value.value / alone)
                });
                rows.push(IntervalRow {
                    label: if others.is_empty() {
                        self.name.clone()
                    } else {
                        others
                    },
                    values: values.collect(),
                    middle: one.summary.median / alone.summary.median.max(f64::MIN_POSITIVE),
                    ends: None,
                    series: 0,
                    remark: String::new(),
                });
            }
        }
        let chart = Intervals {
            caption: messages::StudyTogether {
                response: &self.name,
                axis: &self.unit.metric(self.lang),
            }
            .text(self.lang),
            unit: PageUnit::Ratio,
            is_log: true,
            margin: (!rows.is_empty()).then_some(0.05),
            series: Vec::new(),
            rows,
        };
        Chart::intervals(name, chart)
    }
}

/// A cell over its blocks, `each` of them in one of the columns, and how far it was from its median.
fn shares_of_median(one: &Summed<'_>, columns: usize, each: usize) -> Option<(f64, HeatRow)> {
    let median = Some(one.summary.median).filter(|median| *median > 0.0)?;
    let mut sums = vec![(0.0, 0_u32); columns];
    let mut farthest: f64 = 0.0;
    for (block, value) in one.blocks() {
        farthest = farthest.max((value / median - 1.0).abs());
        if let Some(sum) = sums.get_mut(block as usize / each) {
            *sum = (sum.0 + value / median, sum.1 + 1);
        }
    }
    let values = sums
        .iter()
        .map(|(sum, count)| (*count > 0).then(|| sum / f64::from(*count)));
    let row = HeatRow {
        label: one.label().to_owned(),
        values: values.collect(),
    };
    Some((farthest, row))
}

/// A name as it may stand on a command line and as an id.
fn plain(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    name.chars().map(letter).collect()
}
