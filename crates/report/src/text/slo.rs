//! The rates at which limits of latencies hold, as text: an answer for each combination, the latency at shares of the rate, a chart.

use fiord_judge::State;
use fiord_messages::{Lang, check, slo as messages, study};
use fiord_record::number::{Count, Nanos, Share};
use fiord_study::builtin;
use serde_json::Value;

use crate::documents::slo::{SloCell, SloDocument, SloLatency, SloOutcome, SloVerdict};
use crate::html::slo;
use crate::text::findings::mark;
use crate::text::run::direction_named;
use crate::text::{Cell, Column, Page, Styled, Table};

/// The widest chart, in columns.
const WIDEST: usize = 72;

impl SloDocument {
    /// `width`: columns of the screen, where that is known.
    pub fn page(&self, width: Option<usize>, lang: Lang) -> Page {
        let mut page = Page::new();
        let title = match self.title.as_str() {
            "" => String::new(),
            title => format!("{}{}", lang.colon(), builtin::title(&self.name, title, lang)),
        };
        for need in &self.needs {
            let (symbol, style) = mark(need.verdict.state());
            let first = Styled::new().styled(style, format!("{symbol} {}", need.verdict.label(lang)));
            page.item(first, "  ", format!("{}{}", lang.colon(), need.sentence));
        }
        page.line(Styled::new().strong(&self.name).plain(title));
        page.line(self.subject(lang));
        page.line(self.limits(lang));
        page.blank();
        for cell in &self.cells {
            page.line(Styled::new().strong(&cell.sentence));
            for sentence in cell.background(lang) {
                page.item("  ", "  ", sentence);
            }
            for caveat in &cell.caveats {
                page.item("  ", "  ", caveat.as_str());
            }
        }
        let table = self.table(lang);
        if !table.is_empty() {
            page.blank();
            page.line(messages::at_shares(lang));
            page.table(table);
        }
        if let [cell] = self.cells.as_slice() {
            let chart = slo::chart(self, cell, lang);
            if !chart.is_empty() {
                page.blank();
                page.foreign(chart.text(width.unwrap_or(WIDEST).min(WIDEST), lang));
            }
        } else if let Some(id) = &self.study {
            let command = &format!("fiord report {id} --study --plot all");
            page.blank();
            page.line(messages::ChartHint { command }.text(lang));
        }
        page
    }

    /// Target, number and seed.
    pub(crate) fn subject(&self, lang: Lang) -> String {
        let target = self.target.as_ref().map(ToString::to_string);
        let target = target.map(|target| study::SubjectTarget { target: &target }.text(lang));
        let id = self
            .study
            .map(|study| study::SubjectStudy { study: &study }.text(lang));
        let seed = study::SubjectSeed { seed: &self.seed }.text(lang);
        let subject: Vec<String> = [target, id, Some(seed)].into_iter().flatten().collect();
        lang.sentences(&subject)
    }

    pub(crate) fn limits(&self, lang: Lang) -> String {
        let limits: Vec<String> = self.limits.iter().map(|limit| limit.limit.clone()).collect();
        let limits = &lang.list(&limits);
        messages::Limits { limits }.text(lang)
    }

    /// The latency at shares of the rate.
    pub fn table(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::left(messages::head_cell(lang), "cell"),
            Column::right(messages::head_share(lang), "share"),
            Column::right("IOPS", "iops"),
            Column::left("", "direction"),
            Column::right("p50", "p50_ns").rank(1),
            Column::right("p95", "p95_ns").rank(3),
            Column::right("p99", "p99_ns"),
            Column::right("p99.9", "p99_9_ns").rank(2),
        ]);
        for cell in &self.cells {
            for share in &cell.shares {
                for latency in &share.latencies {
                    table.row([
                        Cell::from(cell.label.as_str()),
                        Cell::new(Share(share.share).to_string()).value(share.share),
                        Cell::new(Count(share.iops.round() as u64).to_string()).value(share.iops),
                        Cell::from(direction_named(&latency.direction, lang)),
                        nanos(latency.p50_ns),
                        nanos(latency.p95_ns),
                        nanos(latency.p99_ns),
                        nanos(latency.p99_9_ns),
                    ]);
                }
            }
        }
        table
    }

    /// The answers as a table, and the latencies at shares of them.
    pub fn csv(&self) -> String {
        let mut answers = Table::new([
            Column::hidden("cell"),
            Column::hidden("outcome"),
            Column::hidden("iops"),
            Column::hidden("low_iops"),
            Column::hidden("high_iops"),
            Column::hidden("level"),
            Column::hidden("free_iops"),
        ]);
        for cell in &self.cells {
            let outcome = serde_json::to_value(cell.outcome).unwrap_or(Value::Null);
            answers.row([
                Cell::raw(cell.label.as_str()),
                Cell::raw(outcome),
                Cell::raw(cell.iops),
                Cell::raw(cell.low_iops),
                Cell::raw(cell.high_iops),
                Cell::raw(cell.level),
                Cell::raw(cell.free_iops),
            ]);
        }
        [answers.csv(), self.table(Lang::En).csv()].join("\n")
    }
}

fn nanos(ns: Option<u64>) -> Cell {
    match ns {
        Some(ns) => Cell::new(Nanos(ns as f64).to_string()).value(ns),
        None => Cell::new("-").value(Value::Null),
    }
}

impl SloCell {
    /// How sure the answer is, and what bounds it.
    pub(crate) fn background(&self, lang: Lang) -> Vec<String> {
        let near = match (&self.below, &self.above) {
            (Some(below), Some(above)) if self.outcome == SloOutcome::Found => Some(
                messages::Near {
                    held_below: &below.held,
                    below: &below.runs,
                    held_above: &above.held,
                    above: &above.runs,
                }
                .text(lang),
            ),
            _ => None,
        };
        let is_bounded = !matches!(self.outcome, SloOutcome::Always | SloOutcome::NotMeasured);
        let free = self.free_iops.filter(|_| is_bounded).map(|iops| {
            let rate = &Count(iops.round() as u64);
            messages::Free { rate }.text(lang)
        });
        near.into_iter().chain(free).collect()
    }
}

impl SloVerdict {
    const fn state(self) -> State {
        match self {
            Self::Pass => State::Fine,
            Self::Fail => State::Wrong,
            Self::Undecided => State::Care,
        }
    }

    fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Pass => check::pass(lang),
            Self::Fail => check::fail(lang),
            Self::Undecided => check::undecided(lang),
        }
    }
}

impl SloLatency {
    /// The percentiles that the table has.
    pub(crate) fn all(&self) -> [Option<u64>; 4] {
        [self.p50_ns, self.p95_ns, self.p99_ns, self.p99_9_ns]
    }
}
