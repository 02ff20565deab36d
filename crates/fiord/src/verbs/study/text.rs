//! A study as text and JSON: its plan, its tables, its findings.

use std::fmt::Write as _;
use std::path::Path;

use fiord_record::number::{About, Bytes, Count, Share, plural};
use fiord_store::{StudyRow, StudyState};
use fiord_study::analysis::{Analysis, Summary};
use fiord_study::builtin::Builtin;
use fiord_study::definition::{Between, Stop, Study};
use fiord_study::findings::Response;
use fiord_study::language::CheckedCell;
use fiord_study::progress::CellState;
use fiord_study::published::{self, PublishedRow};
use fiord_study::{forecast, language, words};
use serde_json::{Value, json};

use super::files;
use super::load::Loaded;

/// Version of the JSON.
const VERSION: u64 = 1;
/// Width of the longest bar.
const BAR: f64 = 24.0;

/// Whether a study can be gone on with.
pub(super) fn is_open(row: &StudyRow) -> bool {
    row.state != StudyState::Done
}

fn rule(stop: &Stop) -> String {
    match stop {
        Stop::Repeats(runs) => format!("{} of each cell", plural(u64::from(*runs), "run")),
        Stop::Precise {
            half_width,
            least,
            most,
            ..
        } => format!(
            "{least} to {most} runs of each cell, until the median is within ± {}",
            Share(*half_width)
        ),
    }
}

/// A range that is one number where both ends agree.
fn range(low: &str, high: &str) -> String {
    if low == high {
        low.to_owned()
    } else {
        format!("{low} to {high}")
    }
}

/// What a study will do.
pub(super) fn plan(loaded: &Loaded, tbw: Option<f64>) -> String {
    let study = &loaded.study;
    let plans: Vec<_> = loaded.cells.iter().map(|cell| &cell.plan).collect();
    let forecast = forecast::forecast(study, &plans);
    let mut out = heading(study);
    let _ = writeln!(out, "cells     {}", loaded.cells.len());
    let _ = writeln!(
        out,
        "runs      {}: {}",
        range(
            &Count(forecast.runs.0).to_string(),
            &Count(forecast.runs.1).to_string()
        ),
        rule(&study.stop)
    );
    let _ = writeln!(out, "order     {}, complete blocks", study.order.name());
    if !study.between.is_empty() {
        let steps: Vec<&str> = study.between.iter().map(|step| Between::name(*step)).collect();
        let _ = writeln!(out, "between   {}", steps.join(", "));
    }
    let time = forecast.seconds.map_or_else(
        || "unknown: a run ends when its bytes are done, which depends on the disk".to_owned(),
        |(low, high)| {
            format!(
                "at most {}, without making files",
                range(&About(low).to_string(), &About(high).to_string())
            )
        },
    );
    let _ = writeln!(out, "time      {time}");
    let written = match forecast.written_bytes {
        Some((_, 0)) => "nothing".to_owned(),
        Some((low, high)) => format!(
            "at most {}",
            range(&Bytes(low).to_string(), &Bytes(high).to_string())
        ),
        None => "unknown: as much as the disk takes in that time".to_owned(),
    };
    let _ = writeln!(out, "writes    {written}, without making files");
    let is_diskless = loaded.cells.iter().all(language::CheckedCell::is_diskless);
    let space = match files::sizes(&loaded.cells) {
        _ if is_diskless => "none: the engines need no files".to_owned(),
        Ok(sizes) => Bytes(sizes.into_values().map(|(bytes, _)| bytes).sum()).to_string(),
        Err(error) => error.to_string(),
    };
    let _ = writeln!(out, "space     {space}");
    let share = match (forecast.written_bytes, tbw) {
        (Some((_, high)), Some(tbw)) if tbw > 0.0 => {
            format!("at most {} of {tbw} TB", Share(high as f64 / (tbw * 1e12)))
        }
        (_, Some(_)) => "unknown".to_owned(),
        (_, None) => "unknown: --tbw gives what the maker warrants".to_owned(),
    };
    let _ = writeln!(out, "endurance {share}");
    out.push('\n');
    for cell in &loaded.cells {
        let words: Vec<&str> = cell.words.iter().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "{:>4}  {:24}  {}",
            cell.cell.number + 1,
            cell.cell.label(study),
            words.join(" ")
        );
    }
    out
}

fn heading(study: &Study) -> String {
    let mut out = study.name.clone();
    if !study.title.is_empty() {
        let _ = write!(out, ": {}", study.title);
    }
    out.push('\n');
    if !study.about.is_empty() {
        let _ = writeln!(out, "{}", study.about);
    }
    out.push('\n');
    out
}

/// The stored studies, and those that come with fiord.
pub(super) fn list(stored: &[StudyRow], builtin: &[Builtin]) -> String {
    let mut out = String::new();
    for row in stored {
        let _ = writeln!(
            out,
            "{:>6}  {}  {:8}  {:24}  {:>6} runs  {}",
            row.id,
            row.created.get(..16).unwrap_or(&row.created).replace('T', " "),
            row.state.name(),
            row.name,
            row.runs,
            row.target.as_deref().unwrap_or("-")
        );
    }
    if !stored.is_empty() {
        out.push('\n');
    }
    out.push_str("Studies that come with fiord:\n");
    for study in builtin {
        let title = language::read(study.name, study.text).study.title;
        let _ = writeln!(out, "  {:24}  {title}", study.name);
    }
    out
}

/// A study with its analysis.
pub(super) struct StudyReport<'a> {
    pub(super) id: i64,
    pub(super) study: &'a Study,
    pub(super) cells: &'a [CheckedCell],
    pub(super) seed: u64,
    /// What began it.
    pub(super) command: &'a str,
    pub(super) target: Option<&'a Path>,
    pub(super) analysis: &'a Analysis,
}

impl StudyReport<'_> {
    pub(super) fn text(&self) -> String {
        let study = self.study;
        let mut out = heading(study);
        if let Some(target) = &self.target {
            let _ = writeln!(
                out,
                "Target {}, study {}, seed {}.\n",
                target.display(),
                self.id,
                self.seed
            );
        } else {
            let _ = writeln!(out, "Study {}, seed {}.\n", self.id, self.seed);
        }
        let tables: Vec<(String, Vec<PublishedRow>)> = study
            .published
            .iter()
            .map(|table| {
                (
                    format!("{}:{}-{}", table.report, table.lines.0, table.lines.1),
                    published::of(table),
                )
            })
            .collect();
        for response in self.responses() {
            self.table(&mut out, &response, &tables);
        }
        for (place, (name, _)) in tables.iter().enumerate() {
            let _ = writeln!(
                out,
                "[{}] {name}: MB/s as published; another disk, one run each, and what the report's own",
                place + 1
            );
        }
        if !tables.is_empty() {
            out.push_str("    conditions made of it (docs/seed-traps.md): no comparison is made.\n\n");
        }
        self.findings(&mut out);
        out
    }

    fn responses(&self) -> Vec<Response> {
        let mut all: Vec<Response> = self
            .analysis
            .summaries
            .iter()
            .map(|summary| summary.response.clone())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn table(&self, out: &mut String, response: &Response, tables: &[(String, Vec<PublishedRow>)]) {
        let study = self.study;
        let mine: Vec<&Summary> = self
            .analysis
            .summaries
            .iter()
            .filter(|summary| summary.response == *response)
            .collect();
        let largest = mine.iter().map(|summary| summary.median).fold(0.0, f64::max);
        let labels: Vec<String> = self.cells.iter().map(|cell| cell.cell.label(study)).collect();
        let width = labels
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(4)
            .max(4);
        let _ = write!(
            out,
            "{:width$}  {:>14}  {:>29}  runs",
            format!("{} {}", response.job, response.ddir),
            "median",
            "95 % interval"
        );
        for place in 1..=tables.len() {
            let _ = write!(out, "  {:>7}", format!("[{place}]"));
        }
        out.push('\n');
        for summary in mine {
            let label = labels.get(summary.cell as usize).map_or("", String::as_str);
            let value = |value: f64| words::value(study.metric, value);
            let interval = summary.interval.map_or_else(
                || "-".to_owned(),
                |interval| format!("{} to {}", value(interval.low), value(interval.high)),
            );
            let _ = write!(
                out,
                "{label:width$}  {:>14}  {interval:>29}  {:>4}",
                value(summary.median),
                summary.values.len()
            );
            for (_, rows) in tables {
                let cell = self.cells.get(summary.cell as usize);
                let row = cell.and_then(|cell| published::row_of(study, &cell.cell, rows));
                let shown = row.map_or_else(|| "-".to_owned(), |row| row.mb_per_s.to_string());
                let _ = write!(out, "  {shown:>7}");
            }
            let bar = (summary.median / largest.max(f64::MIN_POSITIVE) * BAR).round() as usize;
            let _ = writeln!(out, "  {}{}", "█".repeat(bar), marks(summary));
        }
        out.push('\n');
    }

    fn findings(&self, out: &mut String) {
        let mut caveats = Vec::new();
        for finding in &self.analysis.findings {
            let response = if self.responses().len() > 1 {
                format!("{} {}: ", finding.response.job, finding.response.ddir)
            } else {
                String::new()
            };
            let _ = writeln!(out, "- {response}{}.", finding.sentence());
            caveats.extend(finding.caveats.iter().cloned());
        }
        caveats.sort();
        caveats.dedup();
        if !caveats.is_empty() {
            out.push_str("\nWith these go:\n");
        }
        for caveat in caveats {
            let _ = writeln!(out, "- {}.", caveat.sentence());
        }
        let wide = self
            .analysis
            .summaries
            .iter()
            .any(|summary| summary.interval.is_none());
        if wide {
            out.push_str("\nNo interval: six runs of a cell, or the first look of the stop rule, are needed for one.\n");
        }
        let seed = if self.command.contains("--seed") {
            String::new()
        } else {
            format!(" --seed {}", self.seed)
        };
        let _ = writeln!(out, "\nRepeat: {}{seed}", self.command);
    }

    pub(super) fn json(&self) -> Value {
        let study = self.study;
        let cell = |cell: &language::CheckedCell| json!({ "cell": cell.cell.number, "label": cell.cell.label(study), "levels": cell.cell.labels(study), "command": cell.words });
        let summary = |summary: &Summary| {
            json!({
                "cell": summary.cell,
                "job": summary.response.job,
                "direction": summary.response.ddir,
                "values": summary.values.iter().map(|(block, value)| json!({ "block": block, "value": value })).collect::<Vec<_>>(),
                "median": summary.median,
                "interval": summary.interval.map(|interval| json!({ "low": interval.low, "high": interval.high, "level": interval.level })),
                "drift": summary.is_drifting,
                "two_states": summary.states.map(|states| json!([states.low.level, states.high.level])),
                "runs": summary.runs,
                "wrong": summary.wrong,
            })
        };
        let finding = |finding: &fiord_study::findings::StudyFinding| json!({ "sentence": finding.sentence(), "finding": finding });
        json!({
            "fiord_study": VERSION,
            "study": self.id,
            "name": study.name,
            "seed": self.seed,
            "metric": study.metric.name(),
            "target": self.target,
            "factors": study.factors.iter().map(|factor| factor.name.clone()).collect::<Vec<_>>(),
            "cells": self.cells.iter().map(cell).collect::<Vec<_>>(),
            "summaries": self.analysis.summaries.iter().map(summary).collect::<Vec<_>>(),
            "findings": self.analysis.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    }
}

/// What has to be known of a row.
fn marks(summary: &Summary) -> String {
    let mut marks = String::new();
    let all = [
        (!summary.wrong.is_empty(), " D"),
        (summary.is_drifting, " drift"),
        (summary.states.is_some(), " two states"),
        (summary.state == CellState::MostRuns, " wide"),
        (summary.state == CellState::Failed, " failed"),
    ];
    for (_, mark) in all.iter().filter(|(is_met, _)| *is_met) {
        marks.push_str(mark);
    }
    marks
}
