//! Several runs of one plan over many hosts as text.

use std::collections::BTreeSet;

use fiord_judge::case::Case;
use fiord_messages::{Lang, many_hosts as messages, repeats};
use fiord_record::number::{Figures, Nanos, Rate, Rounded};
use serde_json::Value;

use crate::documents::many_hosts::rates::WINDOWS;
use crate::documents::many_hosts_repeats::{
    DirectionOfHosts, JudgedHosts, NumberOfRuns, RepeatedHosts, WindowOfRuns,
};
use crate::documents::repeats::{LEAST_RUNS, LEVEL};
use crate::text::findings::{self, Detail, FindingItem};
use crate::text::many_hosts as run_page;
use crate::text::run::{Numbers, direction_named, graded};
use crate::text::{Cell, Column, Page, Styled, Table};

impl JudgedHosts<'_> {
    /// The numbers of all ranks together, as those of a plain run.
    pub fn csv(&self) -> String {
        let table = |record| Numbers::all(&Case::of(record)).table().csv();
        self.merged.as_ref().map(table).unwrap_or_default()
    }
}

impl DirectionOfHosts {
    fn name(&self) -> &str {
        self.job.as_deref().unwrap_or_default()
    }

    /// In the order of [`WINDOWS`].
    fn windows(&self) -> [&WindowOfRuns; 3] {
        [&self.all_at_work, &self.to_the_first_done, &self.to_the_last_done]
    }
}

impl RepeatedHosts<'_> {
    /// What a person reads: each number over all runs, the grade, the runs one by one, the findings, and the run that was cut short.
    pub fn put(&self, page: &mut Page, detail: Detail, lang: Lang) {
        if self.runs.len() < self.asked {
            let (done, runs) = (&self.runs.len(), self.asked as u64);
            page.line(repeats::FewerRuns { done, runs }.text(lang));
        }
        if let Some(first) = self.runs.first() {
            let runs = self.runs.len() as u64;
            let headline = Styled::new().strong(run_page::headline(&first.view, lang));
            page.line(
                headline
                    .sentence(messages::Runs { runs }.text(lang), lang)
                    .sentence(run_page::data(&first.view, lang), lang),
            );
            page.blank();
            page.table(self.summary(lang));
            let note = messages::OneNumberOfEach {
                level: &(LEVEL * 100.0).round(),
                needed: &LEAST_RUNS,
            };
            page.line(Styled::new().dim(note.text(lang)));
            page.blank();
            page.line(graded(self.grade(), &self.reason(lang), lang));
            page.blank();
            page.table(self.table(lang));
            let shown = self.shown(lang);
            if !shown.is_empty() {
                page.blank();
                findings::put(page, &shown, detail, lang);
            }
        }
        if let Some(cut) = self.cut {
            if !self.runs.is_empty() {
                page.blank();
            }
            let run = &(self.runs.len() + 1);
            page.line(messages::CutShort { run }.text(lang));
            run_page::put(page, &cut.view, &cut.found, detail, lang);
        }
    }

    /// Mean, median and interval of each number.
    fn summary(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::left(messages::head_job(lang), "job"),
            Column::left("", "direction"),
            Column::left("", "number"),
            Column::right(messages::head_runs(lang), "runs"),
            Column::right(messages::head_mean(lang), "mean"),
            Column::right(messages::head_median(lang), "median"),
            Column::right(messages::head_low(lang), "low").rank(1),
            Column::right(messages::head_high(lang), "high").rank(1),
            Column::right(messages::head_spread(lang), "spread_percent").rank(2),
        ]);
        for direction in &self.summary {
            let mut add = |what: String, number: &NumberOfRuns, shown: fn(f64) -> String| {
                let runs = number.of_runs.iter().flatten().count();
                if runs == 0 {
                    return;
                }
                let cell = |value: Option<f64>| or_unknown(value.map(|value| (shown(value), value)));
                let interval = number.interval.as_ref();
                table.row([
                    Cell::from(direction.name()),
                    Cell::from(direction_named(&direction.direction, lang)),
                    Cell::new(what),
                    Cell::new(runs.to_string()).value(runs),
                    cell(number.mean),
                    cell(number.median),
                    cell(interval.map(|interval| interval.low)),
                    cell(interval.map(|interval| interval.high)),
                    or_unknown(number.spread_percent.map(|percent| {
                        let shown = Rounded {
                            value: percent,
                            figures: 2,
                        };
                        (format!("{shown} %"), percent)
                    })),
                ]);
            };
            for (numbers, window) in direction.windows().into_iter().zip(WINDOWS) {
                let window = &window(lang);
                let what = messages::IopsInWindow { window }.text(lang);
                add(what, &numbers.iops, |iops| Rate(iops).to_string());
            }
            for (numbers, window) in direction.windows().into_iter().zip(WINDOWS) {
                let window = &window(lang);
                let what = messages::MegabytesInWindow { window }.text(lang);
                add(what, &numbers.bytes_per_s, |bytes| {
                    Figures(bytes / 1e6).to_string()
                });
            }
            add("p50".to_owned(), &direction.lat_p50_ns, |ns| {
                Nanos(ns).to_string()
            });
            add("p99".to_owned(), &direction.lat_p99_ns, |ns| {
                Nanos(ns).to_string()
            });
        }
        table
    }

    /// Each run, by job and direction: its rates while all were at work, and of everything.
    pub fn table(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::right(repeats::head_run(lang), "run"),
            Column::left(messages::head_job(lang), "job"),
            Column::left("", "direction"),
            Column::right("IOPS", "iops_all_at_work"),
            Column::right("MB/s", ""),
            Column::hidden("bytes_per_s_all_at_work"),
            Column::hidden("iops_to_the_first_done"),
            Column::hidden("bytes_per_s_to_the_first_done"),
            Column::right(messages::head_last_done(lang), "iops_to_the_last_done").rank(2),
            Column::hidden("bytes_per_s_to_the_last_done"),
            Column::right("p50", "lat_p50_ns").rank(1),
            Column::right("p99", "lat_p99_ns"),
            Column::left(repeats::head_grade(lang), "grade"),
        ]);
        for direction in &self.summary {
            let [common, first_done, last_done] = direction.windows();
            for (at, run) in self.runs.iter().enumerate() {
                let value = |number: &NumberOfRuns| number.of_runs.get(at).copied().flatten();
                let rate = |number| or_unknown(value(number).map(|rate| (Rate(rate).to_string(), rate)));
                let hidden = |number| Cell::raw(value(number).map_or(Value::Null, Value::from));
                let latency = |number| or_unknown(value(number).map(|ns| (Nanos(ns).to_string(), ns)));
                let bytes = value(&common.bytes_per_s).map(|bytes| Figures(bytes / 1e6).to_string());
                table.row([
                    Cell::new((at + 1).to_string()),
                    Cell::from(direction.name()),
                    Cell::from(direction_named(&direction.direction, lang)),
                    rate(&common.iops),
                    Cell::new(bytes.unwrap_or_else(|| "?".to_owned())),
                    hidden(&common.bytes_per_s),
                    hidden(&first_done.iops),
                    hidden(&first_done.bytes_per_s),
                    rate(&last_done.iops),
                    hidden(&last_done.bytes_per_s),
                    latency(&direction.lat_p50_ns),
                    latency(&direction.lat_p99_ns),
                    Cell::from(run.grade.name()),
                ]);
            }
        }
        table
    }

    /// What the runs together show, then what single ones do, with how many of them.
    fn shown(&self, lang: Lang) -> Vec<FindingItem> {
        let mut all: Vec<FindingItem> = Vec::new();
        if let Some(plan) = self.plan() {
            all.extend(
                self.findings
                    .iter()
                    .map(|finding| FindingItem::of(finding, plan, lang)),
            );
        }
        let mut of_runs: Vec<(FindingItem, usize)> = Vec::new();
        for run in self.runs {
            let each = run_page::together(&run.found, lang);
            let mut seen = BTreeSet::new();
            for shown in each.into_iter().chain(run_page::of_hosts(&run.view, lang)) {
                let is_again = !seen.insert(shown.rule.clone());
                match of_runs.iter_mut().find(|(known, _)| known.rule == shown.rule) {
                    Some((known, runs)) => {
                        *runs += usize::from(!is_again);
                        if shown.state > known.state {
                            *known = shown;
                        }
                    }
                    None => of_runs.push((shown, 1)),
                }
            }
        }
        all.extend(of_runs.into_iter().map(|(mut shown, count)| {
            shown.in_runs(count, self.runs.len(), lang);
            shown
        }));
        all.sort_by_key(|shown| std::cmp::Reverse(shown.state));
        all
    }
}

fn or_unknown(shown: Option<(String, f64)>) -> Cell {
    match shown {
        Some((shown, value)) => Cell::new(shown).value(value),
        None => Cell::new("?").value(Value::Null),
    }
}
