//! The answer of a run on a page: what was measured, the numbers, the verdict and the worst findings.
//!
//! Made from the case rather than from the document: the document has the percentiles of the job's `percentile_list`, and a screen always the same ones.

use fiord_job::plan::Ddir;
use fiord_judge::case::Case;
use fiord_judge::case::pace::{Pace, service};
use fiord_judge::traps::not_steady::steady;
use fiord_judge::verdict::Verdict;
use fiord_judge::{Finding, Grade, TrapId, When};
use fiord_messages::{Lang, run as messages, words};
use fiord_record::imported::UnknownCount;
use fiord_record::number::{Figures, Nanos, Rate};
use fiord_record::run::{MIXED, RunRecord};
use fiord_stats::few::{Footing, footing};
use fiord_stats::{DdirStats, Latency, Schedule};
use serde_json::Value;

use crate::text::findings::{self, Detail};
use crate::text::{Cell, Column, Page, Style, Styled, Table};

/// Rows of the table of numbers; of more than these the rest is counted.
const ROWS: usize = 16;
/// Percentiles of rated jobs.
const PERCENTILES: [f64; 4] = [50.0, 99.0, 99.9, 99.99];

/// How a grade is drawn.
const fn style_of(grade: Grade) -> Style {
    match grade {
        Grade::A | Grade::B => Style::Good,
        Grade::C => Style::Care,
        Grade::D => Style::Bad,
    }
}

/// Puts the answer on a page. With [`Detail::Reasons`] all findings have their reasons, and the steady state follows.
pub fn put(page: &mut Page, case: &Case<'_>, verdict: &Verdict, detail: Detail, lang: Lang) {
    let mut answer = Styled::new().strong(verdict.headline(lang));
    let rest = verdict.rest(lang);
    if !rest.is_empty() {
        answer = answer.sentence(rest, lang);
    }
    page.line(answer);
    if let Some(turns) = turns(case.record, lang) {
        page.line(turns);
    }
    // The answer to `--spec`.
    let of_sheet = |finding: &&Finding| finding.trap() == TrapId::SpecGap && finding.when == When::Run;
    for finding in verdict.findings.iter().filter(of_sheet) {
        page.line(finding.saw(lang));
    }
    page.blank();
    let numbers = Numbers::of(case, lang);
    let evidence = case.record.evidence.as_deref();
    crate::text::layers::put_untraced(
        page,
        evidence.and_then(|evidence| evidence.layers.as_deref()),
        lang,
    );
    numbers.put(page, lang);
    page.blank();
    put_grade(page, verdict, lang);
    put_rated(page, case, lang);
    crate::text::simulated::put(page, case.record, lang);
    if !verdict.findings.is_empty() {
        page.blank();
        let shown = findings::bundled(&verdict.findings, &case.record.plan, lang);
        findings::put(page, &shown, detail, lang);
    }
    if detail == Detail::Reasons {
        put_steady(page, case, lang);
    }
}

/// That it took turns with others; nothing where it did not.
pub(crate) fn turns(record: &RunRecord, lang: Lang) -> Option<String> {
    let others = u64::from(record.context.took_turns_with);
    record
        .has_turns()
        .then(|| messages::TookTurns { others }.text(lang))
}

fn put_grade(page: &mut Page, verdict: &Verdict, lang: Lang) {
    let counted = findings::counted(&verdict.findings, lang);
    let reason: Vec<String> = std::iter::once(verdict.reason.words(lang))
        .chain(counted)
        .collect();
    page.line(graded(verdict.grade, &lang.sentences(&reason), lang));
}

/// A grade with its reason.
pub(crate) fn graded(grade: Grade, reason: &str, lang: Lang) -> Styled {
    let letter = &grade.name();
    let letter = messages::Grade { grade: letter }.text(lang);
    Styled::new()
        .styled(style_of(grade), letter)
        .plain(lang.gap())
        .plain(reason)
}

/// The numbers of a run: a row for each job and direction that moved data.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    table: Table,
    /// Rows beyond those of the table.
    more: usize,
    has_few: bool,
    has_too_few: bool,
}

impl Numbers {
    /// As many as fit a screen.
    pub fn of(case: &Case<'_>, lang: Lang) -> Self {
        Self::up_to(case, ROWS, lang)
    }

    /// All of them, for CSV.
    pub fn all(case: &Case<'_>) -> Self {
        Self::up_to(case, usize::MAX, Lang::En)
    }

    fn up_to(case: &Case<'_>, most: usize, lang: Lang) -> Self {
        let mut numbers = Self {
            table: Table::new([
                Column::left(messages::head_job(lang), "job"),
                Column::left("", "direction"),
                Column::right("IOPS", "iops"),
                Column::right("MB/s", ""),
                Column::right("MiB/s", ""),
                Column::hidden("bytes_per_s"),
                Column::right("p50", "lat_p50_ns"),
                Column::right("p99", "lat_p99_ns"),
                Column::right(messages::head_max(lang), "lat_max_ns"),
            ]),
            more: 0,
            has_few: false,
            has_too_few: false,
        };
        let mut rows = 0;
        for job in &case.jobs {
            for (ddir, stats) in job.directions() {
                rows += 1;
                if rows <= most {
                    let latency = job.whole_latency(ddir).or_else(|| only_clat(stats));
                    let listed = Some(stats.with_percentiles());
                    numbers.row(
                        &job.plan.name,
                        direction(ddir, lang),
                        stats,
                        latency,
                        listed,
                        true,
                    );
                }
            }
            let sync = &job.stats.sync;
            if sync.ios > 0 && rows < most {
                let stats = DdirStats {
                    ios: sync.ios,
                    runtime_ns: job.stats.runtime_ns,
                    ..DdirStats::default()
                };
                numbers.row(
                    &job.plan.name,
                    messages::sync(lang),
                    &stats,
                    Some(&sync.lat),
                    Some(&sync.lat),
                    case.states(UnknownCount::Syncs),
                );
            }
        }
        numbers.more = rows.saturating_sub(most);
        numbers
    }

    /// A row with the largest of `latency` and the percentiles of `listed`. What is not counted has no rate.
    fn row(
        &mut self,
        job: &str,
        what: &str,
        stats: &DdirStats,
        latency: Option<&Latency>,
        listed: Option<&Latency>,
        is_counted: bool,
    ) {
        let seconds = stats.runtime_ns as f64 / 1e9;
        let rate = |count: u64| (seconds > 0.0).then(|| count as f64 / seconds);
        let bytes = rate(stats.bytes).filter(|_| stats.bytes > 0);
        let per = |unit: f64| Cell::new(bytes.map_or(String::new(), |rate| Figures(rate / unit).to_string()));
        let latency = latency.filter(|latency| latency.moments.count > 0);
        let max = latency.map(|latency| latency.moments.max);
        let cells = [
            Cell::from(job),
            Cell::from(what),
            known(
                rate(stats.ios)
                    .filter(|_| is_counted)
                    .map(|iops| (Rate(iops).to_string(), Value::from(iops))),
            ),
            per(1e6),
            per(1_048_576.0),
            Cell::raw(bytes),
            self.percentile(listed, 50.0, is_counted),
            self.percentile(listed, 99.0, is_counted),
            known(max.map(|max| (Nanos(max as f64).to_string(), Value::from(max)))),
        ];
        self.table.row(cells);
    }

    /// As far as there are samples: marked where few lie beyond, and nothing where that would be chance.
    fn percentile(&mut self, latency: Option<&Latency>, percent: f64, is_counted: bool) -> Cell {
        let Some(latency) = latency else {
            return known(None);
        };
        let total = latency.percentiles_of();
        let Some(ns) = latency.printed_percentile(percent) else {
            return known(None);
        };
        let mark = match footing(total, percent) {
            _ if !is_counted => "",
            Footing::Enough => "",
            Footing::Few => {
                self.has_few = true;
                "*"
            }
            Footing::TooFew => {
                self.has_too_few = true;
                return Cell::new("-").value(Value::Null);
            }
        };
        Cell::new(format!("{}{mark}", Nanos(ns as f64))).value(ns)
    }

    /// Puts table and marks on a page.
    pub fn put(&self, page: &mut Page, lang: Lang) {
        if self.table.is_empty() {
            return;
        }
        page.table(self.table.clone());
        if self.more > 0 {
            let rows = self.more as u64;
            page.line(Styled::new().dim(messages::MoreRows { rows }.text(lang)));
        }
        if self.has_few {
            page.line(Styled::new().dim(messages::few_samples(lang)));
        }
        if self.has_too_few {
            page.line(Styled::new().dim(messages::too_few_samples(lang)));
        }
    }

    pub fn table(&self) -> &Table {
        &self.table
    }
}

fn known(shown: Option<(String, Value)>) -> Cell {
    match shown {
        Some((shown, value)) => Cell::new(shown).value(value),
        None => Cell::new("?").value(Value::Null),
    }
}

/// The completion latency, where that is all there is.
fn only_clat(stats: &DdirStats) -> Option<&Latency> {
    (stats.clat.moments.count > 0).then_some(&stats.clat)
}

/// The name of a direction.
pub(crate) fn direction(ddir: Ddir, lang: Lang) -> &'static str {
    match ddir {
        Ddir::Read => messages::read(lang),
        Ddir::Write => messages::write(lang),
        Ddir::Trim => messages::trim(lang),
    }
}

/// The name of a direction, or of syncs, that a document has in English.
pub fn direction_named(name: &str, lang: Lang) -> &str {
    let found = Ddir::ALL.into_iter().find(|ddir| ddir.name() == name);
    match found {
        Some(ddir) => direction(ddir, lang),
        None if name == "sync" => messages::sync(lang),
        None if name == MIXED => messages::mixed(lang),
        None => name,
    }
}

/// A paragraph for each rated direction: offered and reached rate, backlog, and both latencies under one another.
fn put_rated(page: &mut Page, case: &Case<'_>, lang: Lang) {
    for job in &case.jobs {
        for (ddir, stats) in job.directions() {
            let Some(pace) = Pace::of(job, ddir) else { continue };
            page.blank();
            let rates = rates(ddir, &pace, name(case, &job.plan.name), lang);
            page.line(lang.sentences(&[rates, backlog(&pace, &stats.schedule, lang)]));
            let mut table = Table::new(latency_columns(lang));
            table_row(&mut table, messages::service(lang), service(stats), true);
            table_row(
                &mut table,
                messages::response(lang),
                &stats.response,
                pace.saturated != Some(true),
            );
            page.table(table);
            if pace.saturated == Some(true) {
                page.line(messages::saturated(lang));
            }
        }
    }
}

/// The rate that was asked for and the one that was reached.
fn rates(ddir: Ddir, pace: &Pace, job: Option<&str>, lang: Lang) -> String {
    let ddir = match ddir {
        Ddir::Read => words::Ddir::Read,
        Ddir::Write => words::Ddir::Write,
        Ddir::Trim => words::Ddir::Trim,
    };
    let (reached, asked) = (&Rate(pace.reached_iops), &Rate(pace.asked_iops));
    match &job {
        None => messages::Rated { ddir, reached, asked }.text(lang),
        Some(job) => messages::RatedOfJob {
            ddir,
            job,
            reached,
            asked,
        }
        .text(lang),
    }
}

/// How late its I/Os were against the schedule, where that was recorded.
fn backlog(pace: &Pace, schedule: &Schedule, lang: Lang) -> String {
    if pace.saturated.is_none() {
        return messages::backlog_unknown(lang).to_owned();
    }
    messages::Backlog {
        most: &Nanos(schedule.backlog_max_ns as f64),
        end: &Nanos(schedule.backlog_end_ns as f64),
        late: schedule.late_ios,
    }
    .text(lang)
}

fn latency_columns(lang: Lang) -> Vec<Column> {
    let percentiles = PERCENTILES.map(|percent| Column::right(format!("p{percent}"), ""));
    let first = [Column::left(messages::head_latency(lang), "")];
    first
        .into_iter()
        .chain(percentiles)
        .chain([Column::right(messages::head_max(lang), "")])
        .collect()
}

/// Percentiles as far as there are samples, and the maximum. A response without a steady value has only the maximum.
fn table_row(table: &mut Table, name: &str, latency: &Latency, is_steady: bool) {
    if latency.moments.count == 0 {
        return;
    }
    let max = latency.moments.max;
    let percentile = |percent: f64| {
        let mark = match footing(latency.histogram.total(), percent) {
            _ if !is_steady => return Cell::new("-"),
            Footing::Enough => "",
            Footing::Few => "*",
            Footing::TooFew => return Cell::new("-"),
        };
        let value = latency.histogram.percentile(percent, max) as f64;
        Cell::new(format!("{}{mark}", Nanos(value)))
    };
    let cells = PERCENTILES.map(percentile);
    let max = Cell::new(Nanos(max as f64).to_string());
    table.row([Cell::from(name)].into_iter().chain(cells).chain([max]));
}

/// A line for each job that ran long enough.
fn put_steady(page: &mut Page, case: &Case<'_>, lang: Lang) {
    let lines = steady(case, lang);
    if !lines.is_empty() {
        page.blank();
    }
    for (job, text) in &lines {
        page.line(match name(case, job) {
            None => messages::Steady { text }.text(lang),
            Some(_) => messages::SteadyOfJob { job, text }.text(lang),
        });
    }
}

/// The name of a job where there are several to choose from.
fn name<'a>(case: &Case<'_>, name: &'a str) -> Option<&'a str> {
    (case.jobs.len() > 1).then_some(name)
}
