//! The page of an import: the summary, what was found, the settings against each other, the runs.
//!
//! Made from the imported runs rather than from the document, which has no grid of settings: it is a view of several runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::fio_figures::PERCENTILES;
use crate::grid::{self, Grid, GridCell};
use crate::{ImportedRun, SameRun, SameWhy, Why};
use fiord_job::plan::{Ddir, JobPlan};
use fiord_judge::verdict::Verdict;
use fiord_judge::{Finding, Grade, TrapId};
use fiord_messages::{Lang, import as messages};
use fiord_record::imported::{Figure, FigureJob, FigureOf, ImportKind};
use fiord_record::number::{Count, Figures, Nanos, Rate};
use fiord_report::text::findings::{mark, of_jobs, state, state_name};
use fiord_report::text::run::direction_named;
use fiord_report::text::{Cell, Column, Page, Styled, Table};

use crate::judged::{Judged, why};

/// Runs, findings and lines that are shown unless all were asked for.
const SHOWN: usize = 25;
/// Lines of runs that are named with a finding.
const NAMED: usize = 6;

pub fn page(judged: &[Judged], verbose: bool, lang: Lang) -> Page {
    let mut page = Page::new();
    for (index, one) in judged.iter().enumerate() {
        if index > 0 {
            page.blank();
        }
        summary(&mut page, one, lang);
        findings(&mut page, one, verbose, lang);
        if let Some(grid) = grid::grid(&one.text.runs) {
            put_grid(&mut page, &grid, lang);
        }
        runs(&mut page, one, verbose, lang);
        remarks(&mut page, one, verbose, lang);
        counted_once(&mut page, one, lang);
        unread(&mut page, one, verbose, lang);
    }
    page
}

fn summary(page: &mut Page, judged: &Judged, lang: Lang) {
    let text = &judged.text;
    let count = |kind: ImportKind| text.runs.iter().filter(|run| run.kind == kind).count();
    let kinds: Vec<String> = ImportKind::ALL
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {}", Count(count(kind) as u64), kind.name()))
        .collect();
    let found: usize = judged.runs.iter().map(|run| run.verdict.findings.len()).sum();
    let kinds = &lang.list(&kinds);
    let (lines, parts) = (text.lines, text.unread.len() as u64);
    let said = match text.runs.len() as u64 {
        0 => messages::SummaryWithoutRuns { lines, parts }.text(lang),
        runs => messages::Summary {
            runs,
            kinds,
            lines,
            findings: found as u64,
            parts,
        }
        .text(lang),
    };
    page.line(
        Styled::new()
            .strong(judged.path.display().to_string())
            .plain(lang.colon())
            .plain(said),
    );
    let kept: Vec<i64> = judged.runs.iter().filter_map(|run| run.kept).collect();
    match kept.as_slice() {
        [] => {}
        [run] => page.line(messages::KeptOne { run }.text(lang)),
        [first, .., last] => page.line(messages::Kept { first, last }.text(lang)),
    }
}

/// One trap, its worst finding, and the first lines of all runs that have it.
struct Matter<'f> {
    trap: TrapId,
    worst: &'f Finding,
    /// The jobs that it is about, where the run has others.
    jobs: Vec<String>,
    lines: Vec<u64>,
}

fn findings(page: &mut Page, judged: &Judged, verbose: bool, lang: Lang) {
    let mut matters: Vec<Matter<'_>> = Vec::new();
    for (run, of) in judged.text.runs.iter().zip(&judged.runs) {
        for finding in &of.verdict.findings {
            let trap = finding.trap();
            // All findings have their numbers; the worst of each trap is shown unless all were asked for.
            let is_same = |matter: &&mut Matter<'_>| {
                matter.trap == trap && !(verbose && matter.worst.saw(lang) != finding.saw(lang))
            };
            match matters.iter_mut().find(is_same) {
                Some(matter) => {
                    if finding.severity > matter.worst.severity {
                        matter.worst = finding;
                        matter.jobs = jobs_of(finding, run);
                    }
                    matter.lines.push(run.lines.0);
                }
                None => matters.push(Matter {
                    trap,
                    worst: finding,
                    jobs: jobs_of(finding, run),
                    lines: vec![run.lines.0],
                }),
            }
        }
    }
    matters.sort_by_key(|matter| std::cmp::Reverse(matter.worst.severity));
    if !matters.is_empty() {
        page.blank();
    }
    for matter in matters.iter_mut() {
        matter.lines.dedup();
        let lines = &named(&matter.lines, lang);
        let count = matter.lines.len() as u64;
        let runs = match matter.lines.len().saturating_sub(NAMED) {
            0 => messages::RunsInLines { count, lines }.text(lang),
            more => messages::RunsInMoreLines { lines, more: &more }.text(lang),
        };
        let state = state(matter.worst.severity);
        let (symbol, style) = mark(state);
        let first = Styled::new()
            .styled(style, format!("{symbol} {}", state_name(state)(lang)))
            .plain(" ")
            .strong(matter.trap.name())
            .plain(lang.colon());
        let saw = of_jobs(&matter.jobs, &matter.worst.saw(lang), lang);
        page.item(first, "  ", lang.sentences(&[saw, runs]));
        if verbose {
            page.item(
                "    ",
                "    ",
                lang.sentences(&[matter.worst.why(lang), matter.worst.advice(lang)]),
            );
        }
    }
}

/// The names of the jobs that a finding is about, where the run has others.
fn jobs_of(finding: &Finding, run: &ImportedRun) -> Vec<String> {
    let jobs = &run.record.plan.jobs;
    let of = finding.jobs().filter_map(|at| jobs.get(at));
    let names: Vec<String> = of.map(|job| job.name.clone()).collect();
    if names.len() < jobs.len() {
        names
    } else {
        Vec::new()
    }
}

/// The first of the lines.
fn named(lines: &[u64], lang: Lang) -> String {
    let named: Vec<String> = lines.iter().take(NAMED).map(u64::to_string).collect();
    lang.list(&named)
}

fn put_grid(page: &mut Page, grid: &Grid, lang: Lang) {
    page.blank();
    page.line(messages::grid(lang));
    let head = |index: usize| match grid.columns[index].same_as {
        None => grid.columns[index].typed.clone(),
        Some(other) => format!("{} (= {})", grid.columns[index].typed, grid.columns[other].typed),
    };
    let columns = (0..grid.columns.len()).map(|index| Column::right(head(index), ""));
    let mut table = Table::new(
        [Column::left(messages::head_device(lang), "")]
            .into_iter()
            .chain(columns),
    );
    let one = |cell: &GridCell| {
        let shown: Vec<String> = cell
            .iops
            .iter()
            .map(|iops| iops.map_or("-".to_owned(), |iops| Rate(iops).to_string()))
            .collect();
        shown.join(" + ")
    };
    for (device, cells) in &grid.rows {
        let cells = cells.iter().map(|runs| {
            let shown: Vec<String> = runs.iter().map(one).collect();
            Cell::from(shown.join(", "))
        });
        table.row([Cell::from(device)].into_iter().chain(cells));
    }
    page.table(table);
    let same = grid
        .columns
        .iter()
        .filter(|column| column.same_as.is_some())
        .count();
    if same > 0 {
        let columns = grid.columns.len();
        let said = messages::SameColumns {
            same: same as u64,
            columns: &columns,
            settings: (columns - same) as u64,
        };
        page.line(said.text(lang));
    }
}

fn runs(page: &mut Page, judged: &Judged, verbose: bool, lang: Lang) {
    if judged.runs.is_empty() {
        return;
    }
    page.blank();
    let most = if verbose { usize::MAX } else { SHOWN };
    page.table(table_of([judged], most, lang));
    let runs = judged.runs.len().saturating_sub(most) as u64;
    if runs > 0 {
        page.line(Styled::new().dim(messages::MoreRuns { runs }.text(lang)));
    }
}

/// What is not known of runs, and what their text means otherwise than it seems.
fn remarks(page: &mut Page, judged: &Judged, verbose: bool, lang: Lang) {
    let of_all_json = messages::flags_are_unknown(lang);
    let mut said: Vec<(&str, Vec<u64>)> = Vec::new();
    for run in &judged.text.runs {
        let notes = run.record.notes.iter().map(|note| note.text(lang));
        for note in notes.filter(|note| verbose || *note != of_all_json) {
            match said.iter_mut().find(|(text, _)| *text == note) {
                Some((_, lines)) => lines.push(run.lines.0),
                None => said.push((note, vec![run.lines.0])),
            }
        }
    }
    if said.is_empty() {
        return;
    }
    page.blank();
    page.line(messages::remarks(lang));
    let most = if verbose { usize::MAX } else { SHOWN };
    for (note, numbers) in said.iter().take(most) {
        let lines = &named(numbers, lang);
        let count = numbers.len() as u64;
        let remark = match numbers.len().saturating_sub(NAMED) {
            0 => messages::Remark { count, lines, note }.text(lang),
            more => messages::RemarkOnMore {
                lines,
                more: &more,
                note,
            }
            .text(lang),
        };
        page.item("  ", "    ", remark);
    }
    let remarks = said.len().saturating_sub(most) as u64;
    if remarks > 0 {
        page.line(Styled::new().dim(messages::MoreRemarks { remarks }.text(lang)));
    }
}

/// The lines that have a run once more.
fn counted_once(page: &mut Page, judged: &Judged, lang: Lang) {
    let mut said: Vec<((SameWhy, u64), Vec<&SameRun>)> = Vec::new();
    for same in &judged.text.same {
        let key = (same.why, same.of_line);
        match said.iter_mut().find(|(known, _)| *known == key) {
            Some((_, all)) => all.push(same),
            None => said.push((key, vec![same])),
        }
    }
    if said.is_empty() {
        return;
    }
    page.blank();
    for ((why, line), all) in said.iter().take(SHOWN) {
        let of_kinds: BTreeSet<ImportKind> = all.iter().map(|same| same.kind).collect();
        let copies: Vec<u64> = all.iter().map(|same| same.lines.0).collect();
        page.line(match why {
            SameWhy::Snapshot => messages::CountedWithoutSnapshots {
                line,
                snapshots: all.len() as u64,
            }
            .text(lang),
            SameWhy::Format => messages::CountedInOneFormat {
                line,
                formats: of_kinds.len() as u64,
            }
            .text(lang),
            SameWhy::Copy => messages::CountedWithoutCopies {
                line,
                count: copies.len() as u64,
                lines: &named(&copies, lang),
            }
            .text(lang),
        });
    }
}

fn unread(page: &mut Page, judged: &Judged, verbose: bool, lang: Lang) {
    let unread = &judged.text.unread;
    if unread.is_empty() {
        return;
    }
    page.blank();
    page.line(messages::not_understood(lang));
    let most = if verbose { usize::MAX } else { SHOWN };
    for part in unread.iter().take(most) {
        let (first, last) = (&part.lines.0, &part.lines.1);
        let place = &match first == last {
            true => messages::Line { first }.text(lang),
            false => messages::Lines { first, last }.text(lang),
        };
        let begins = &part.begins;
        let said = match &part.why {
            Why::Unknown => messages::Part { place, begins }.text(lang),
            known => messages::PartBecause {
                place,
                reason: &why(known, lang),
                begins,
            }
            .text(lang),
        };
        page.item("  ", "    ", said);
    }
    let parts = unread.len().saturating_sub(most) as u64;
    if parts > 0 {
        page.line(Styled::new().dim(messages::MoreParts { parts }.text(lang)));
    }
}

/// All runs of all texts.
pub fn table(judged: &[Judged]) -> Table {
    table_of(judged, usize::MAX, Lang::En)
}

fn table_of<'j>(judged: impl IntoIterator<Item = &'j Judged>, most: usize, lang: Lang) -> Table {
    let mut runs: Vec<(&Judged, &ImportedRun, &Verdict, Vec<Figure>)> = Vec::new();
    for one in judged {
        for (run, of) in one.text.runs.iter().zip(&one.runs).take(most) {
            runs.push((one, run, &of.verdict, run.figures()));
        }
    }
    let figures = || runs.iter().flat_map(|(.., figures)| figures);
    let known_figures: BTreeSet<FigureOf> = figures().map(|figure| figure.what).collect();
    let has = |what: &[FigureOf]| what.iter().any(|what| known_figures.contains(what));
    // What no run has is in CSV only.
    let known = |is_known: bool, head: &str, key: &str, rank: u8| match is_known {
        true => Column::right(head, key).rank(rank),
        false => Column::hidden(key),
    };
    let has_groups = figures().any(|figure| figure.job.as_ref().is_some_and(|job| job.group > 0));
    let percentiles = PERCENTILES.map(|one| {
        let head = format!("p{}", one.percent);
        let key = format!("lat_{}_ns", head.replace('.', "_"));
        known(has(&[one.of_ios, one.of_syncs]), &head, &key, one.rank)
    });
    let mut columns = vec![
        Column::hidden("file"),
        Column::right(messages::head_line(lang), "line"),
        Column::left(messages::head_kind(lang), "kind").rank(1),
        Column::left(messages::head_name(lang), "name"),
        Column::left(messages::head_what(lang), "direction"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", "bytes_per_s"),
        Column::right(messages::head_latency(lang), "lat_mean_ns").rank(2),
    ];
    columns.extend(percentiles);
    columns.extend([
        Column::right(messages::head_samples(lang), "samples").rank(5),
        known(has_groups, messages::head_group(lang), "group", 3),
        Column::left(messages::head_grade(lang), "grade").rank(3),
    ]);
    let mut table = Table::new(columns);
    for (one, run, verdict, figures) in &runs {
        for row in rows(figures) {
            let grade = row.grade(run, verdict).name();
            let source = Cell::raw(one.text.source.clone());
            table.row([source].into_iter().chain(row.cells(run, grade, lang)));
        }
    }
    table
}

/// A row of the table: a direction, or the syncs, of one job, with the figures of it.
#[derive(Debug, Default)]
struct Row<'f> {
    job: Option<&'f FigureJob>,
    what: Option<Ddir>,
    is_sync: bool,
    figures: Vec<&'f Figure>,
    /// The longest time of a direction of the job, in nanoseconds.
    job_ns: f64,
}

impl Row<'_> {
    fn find(&self, what: FigureOf) -> Option<&Figure> {
        self.figures.iter().copied().find(|figure| figure.what == what)
    }

    fn shown(&self, what: FigureOf, text: fn(f64) -> String) -> Cell {
        match self.find(what) {
            None => unknown(),
            Some(figure) if figure.value.low < figure.value.high => {
                Cell::new(format!("{}–{}", text(figure.value.low), text(figure.value.high)))
                    .value(figure.value.high)
            }
            Some(figure) => Cell::new(text(figure.value.high)).value(figure.value.high),
        }
    }

    /// Of the job and the direction, where the run has several. Jobs of one name and group are not told apart.
    fn grade(&self, run: &ImportedRun, verdict: &Verdict) -> Grade {
        let is_meant = |job: &JobPlan| {
            let of = self.job;
            of.is_none_or(|of| job.name == of.name && job.group == of.group)
        };
        let jobs = run.record.plan.jobs.iter().enumerate();
        let meant: Vec<usize> = jobs.filter(|(_, job)| is_meant(job)).map(|(at, _)| at).collect();
        let ddir = self.what.filter(|_| !self.is_sync);
        let has_counters = run.record.evidence.is_some();
        match meant.is_empty() {
            true => verdict.grade,
            false => verdict.grade_of(&meant, ddir, has_counters),
        }
    }

    fn cells(&self, run: &ImportedRun, grade: &str, lang: Lang) -> Vec<Cell> {
        const WIDTH: usize = 40;
        let means = [FigureOf::LatMeanNs, FigureOf::ClatMeanNs, FigureOf::SyncMeanNs];
        let latency = means.into_iter().find(|what| self.find(*what).is_some());
        let syncs = self
            .find(FigureOf::SyncIos)
            .map(|figure| figure.value.high as u64);
        let counted = self
            .find(FigureOf::Samples)
            .map(|figure| figure.value.high as u64);
        let samples = latency.and_then(|what| self.find(what)?.samples);
        let samples = samples.or(syncs).or(counted);
        let nanos = |ns: f64| Nanos(ns).to_string();
        let iops = match syncs.filter(|_| self.job_ns > 0.0) {
            Some(syncs) => {
                let iops = syncs as f64 * 1e9 / self.job_ns;
                Cell::new(Rate(iops).to_string()).value(iops)
            }
            None => {
                let what = if self.is_sync {
                    FigureOf::SyncsPerS
                } else {
                    FigureOf::Iops
                };
                self.shown(what, |iops| Rate(iops).to_string())
            }
        };
        let bytes = if self.is_sync {
            Cell::new("").value(serde_json::Value::Null)
        } else {
            self.shown(FigureOf::BytesPerS, |bytes| Figures(bytes / 1e6).to_string())
        };
        let name = self.job.map_or_else(|| run.name(), |job| job.name.clone());
        let name: String = name.chars().take(WIDTH).collect();
        let what = match self.what {
            _ if self.is_sync => "sync",
            Some(ddir) => ddir.name(),
            None => "",
        };
        let mut cells = vec![
            Cell::new(run.lines.0.to_string()).value(run.lines.0),
            Cell::from(run.kind.name()),
            Cell::from(name),
            Cell::new(direction_named(what, lang)).value(what),
            iops,
            bytes,
            self.shown(latency.unwrap_or(FigureOf::LatMeanNs), nanos),
        ];
        cells.extend(PERCENTILES.map(|one| {
            let what = if self.is_sync { one.of_syncs } else { one.of_ios };
            self.shown(what, nanos)
        }));
        cells.extend([
            match samples {
                Some(samples) => Cell::new(Count(samples).to_string()).value(samples),
                None => unknown(),
            },
            match self.job {
                Some(job) => Cell::new(job.group.to_string()).value(job.group),
                None => Cell::new("").value(serde_json::Value::Null),
            },
            Cell::from(grade),
        ]);
        cells
    }
}

fn unknown() -> Cell {
    Cell::new("?").value(serde_json::Value::Null)
}

/// The figures of columns that the directions of a run may lack, because its program prints them for all of them together.
const SHOWN_FOR_ALL: [FigureOf; 4] = [
    FigureOf::Iops,
    FigureOf::BytesPerS,
    FigureOf::LatMeanNs,
    FigureOf::ClatMeanNs,
];

/// The rows of a run: each direction of each job and its syncs, and what is known of all of them together.
fn rows(figures: &[Figure]) -> Vec<Row<'_>> {
    let entry = |figure: &Figure| figure.job.as_ref().map(|job| job.entry);
    // Directions first, then all of them together, then the syncs.
    let mut rows: BTreeMap<(Option<u32>, bool, bool, Option<Ddir>), Row<'_>> = BTreeMap::new();
    let mut longest: BTreeMap<Option<u32>, f64> = BTreeMap::new();
    for figure in figures {
        let is_sync = figure.what.is_of_syncs();
        let row = rows
            .entry((entry(figure), is_sync, figure.ddir.is_none(), figure.ddir))
            .or_insert_with(|| Row {
                job: figure.job.as_ref(),
                what: figure.ddir,
                is_sync,
                ..Row::default()
            });
        row.figures.push(figure);
        if figure.what == FigureOf::RuntimeNs {
            let ns = longest.entry(entry(figure)).or_default();
            *ns = ns.max(figure.value.high);
        }
    }
    let is_part = |row: &Row<'_>| {
        row.what.is_some() || row.is_sync || SHOWN_FOR_ALL.iter().any(|what| row.find(*what).is_some())
    };
    let has_parts = rows.values().any(is_part);
    let shown = rows.into_iter().filter(|(_, row)| !has_parts || is_part(row));
    let mut shown: Vec<Row<'_>> = shown
        .map(|((entry, ..), row)| Row {
            job_ns: longest.get(&entry).copied().unwrap_or(0.0),
            ..row
        })
        .collect();
    if shown.is_empty() {
        shown.push(Row::default());
    }
    shown
}
