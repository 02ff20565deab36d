//! The page of an import: the summary, what was found, the settings against each other, the runs.
//!
//! Made from the imported runs rather than from the document, which has no grid of settings: it is a view of several runs.

use crate::grid::{self, Grid, GridCell};
use crate::{ImportedRun, Why};
use fiord_job::plan::Ddir;
use fiord_judge::{Finding, Severity, State, TrapId};
use fiord_record::imported::{Figure, FigureOf, ImportKind};
use fiord_record::number::{Count, Figures, Nanos, Rate, plural};
use fiord_report::text::findings::mark;
use fiord_report::text::{Cell, Column, Page, Styled, Table};

use crate::judged::{Judged, why};

/// Runs, findings and lines that are shown unless all were asked for.
const SHOWN: usize = 25;
/// Lines of runs that are named with a finding.
const NAMED: usize = 6;

pub fn page(judged: &[Judged], verbose: bool) -> Page {
    let mut page = Page::new();
    for (index, one) in judged.iter().enumerate() {
        if index > 0 {
            page.blank();
        }
        summary(&mut page, one);
        findings(&mut page, one, verbose);
        if let Some(grid) = grid::grid(&one.text.runs) {
            put_grid(&mut page, &grid);
        }
        runs(&mut page, one, verbose);
        unread(&mut page, one, verbose);
    }
    page
}

fn summary(page: &mut Page, judged: &Judged) {
    let text = &judged.text;
    let count = |kind: ImportKind| text.runs.iter().filter(|run| run.kind == kind).count();
    let kinds: Vec<String> = ImportKind::ALL
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {}", Count(count(kind) as u64), kind.name()))
        .collect();
    let found: usize = judged.runs.iter().map(|run| run.verdict.findings.len()).sum();
    let kinds = if kinds.is_empty() {
        String::new()
    } else {
        format!(" ({})", kinds.join(", "))
    };
    let line = format!(
        ": {}{kinds} in {}; {}; {} not understood.",
        plural(text.runs.len() as u64, "run"),
        plural(text.lines, "line"),
        plural(found as u64, "finding"),
        plural(text.unread.len() as u64, "part"),
    );
    page.line(
        Styled::new()
            .strong(judged.path.display().to_string())
            .plain(line),
    );
    let kept: Vec<i64> = judged.runs.iter().filter_map(|run| run.kept).collect();
    if let (Some(first), Some(last)) = (kept.first(), kept.last()) {
        page.line(format!(
            "Kept as runs {first} to {last}; `fiord report {first}` shows the first."
        ));
    }
}

/// One trap, its worst finding, and the first lines of all runs that have it.
struct Matter<'f> {
    trap: TrapId,
    worst: &'f Finding,
    lines: Vec<u64>,
}

fn findings(page: &mut Page, judged: &Judged, verbose: bool) {
    let mut matters: Vec<Matter<'_>> = Vec::new();
    for (run, of) in judged.text.runs.iter().zip(&judged.runs) {
        for finding in &of.verdict.findings {
            let trap = finding.trap();
            match matters.iter_mut().find(|matter| matter.trap == trap) {
                Some(matter) => {
                    if finding.severity > matter.worst.severity {
                        matter.worst = finding;
                    }
                    matter.lines.push(run.lines.0);
                }
                None => matters.push(Matter {
                    trap,
                    worst: finding,
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
        let named: Vec<String> = matter.lines.iter().take(NAMED).map(u64::to_string).collect();
        let more = matter.lines.len().saturating_sub(NAMED);
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let (symbol, style) = mark(state(matter.worst.severity));
        let first = Styled::new()
            .styled(style, format!("{symbol} {}", matter.worst.severity.name()))
            .plain(" ")
            .strong(matter.trap.name())
            .plain(": ");
        let lines = format!(
            "{}. Runs from line {}{rest}.",
            matter.worst.saw(),
            named.join(", ")
        );
        page.item(first, "  ", lines);
        if verbose {
            page.item(
                "    ",
                "    ",
                format!("{}. {}.", matter.worst.why(), matter.worst.advice()),
            );
        }
    }
}

const fn state(severity: Severity) -> State {
    match severity {
        Severity::Note => State::Note,
        Severity::Care => State::Care,
        Severity::Wrong => State::Wrong,
    }
}

fn put_grid(page: &mut Page, grid: &Grid) {
    page.blank();
    page.line("What was typed, and reads + writes per second:");
    let head = |index: usize| match grid.columns[index].same_as {
        None => grid.columns[index].typed.clone(),
        Some(other) => format!("{} (= {})", grid.columns[index].typed, grid.columns[other].typed),
    };
    let columns = (0..grid.columns.len()).map(|index| Column::right(head(index), ""));
    let mut table = Table::new([Column::left("device", "")].into_iter().chain(columns));
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
        let kinds = grid.columns.len() - same;
        page.line(format!(
            "{} of these {} columns mean the same as another: there are {} settings.",
            same,
            grid.columns.len(),
            kinds
        ));
    }
}

fn runs(page: &mut Page, judged: &Judged, verbose: bool) {
    if judged.runs.is_empty() {
        return;
    }
    page.blank();
    let most = if verbose { usize::MAX } else { SHOWN };
    page.table(table_of([judged], most));
    let more = judged.runs.len().saturating_sub(most);
    if more > 0 {
        page.line(Styled::new().dim(format!(
            "and {more} runs more; --verbose, --csv and --json have all."
        )));
    }
    if verbose {
        notes(page, judged);
    }
}

/// What is not known of the runs, and how they were read: each note once, with the first line that it is about.
fn notes(page: &mut Page, judged: &Judged) {
    let mut shown: Vec<&str> = Vec::new();
    for run in &judged.text.runs {
        for note in &run.record.notes {
            if shown.contains(&note.as_str()) {
                continue;
            }
            if shown.is_empty() {
                page.blank();
                page.line("Notes:");
            }
            shown.push(note);
            page.item("  ", "    ", format!("line {}: {note}", run.lines.0));
        }
    }
}

fn unread(page: &mut Page, judged: &Judged, verbose: bool) {
    let unread = &judged.text.unread;
    if unread.is_empty() {
        return;
    }
    page.blank();
    page.line("Not understood:");
    let most = if verbose { usize::MAX } else { SHOWN };
    for part in unread.iter().take(most) {
        let place = match part.lines {
            (first, last) if first == last => format!("line {first}"),
            (first, last) => format!("lines {first} to {last}"),
        };
        let reason = if part.why == Why::Unknown {
            String::new()
        } else {
            format!(" ({})", why(&part.why))
        };
        page.item("  ", "    ", format!("{place}{reason}: {}", part.begins));
    }
    let more = unread.len().saturating_sub(most);
    if more > 0 {
        page.line(Styled::new().dim(format!("and {more} parts more; --verbose and --json have all.")));
    }
}

/// All runs of all texts.
pub fn table(judged: &[Judged]) -> Table {
    table_of(judged, usize::MAX)
}

fn table_of<'j>(judged: impl IntoIterator<Item = &'j Judged>, most: usize) -> Table {
    let mut table = Table::new([
        Column::hidden("file"),
        Column::right("line", "line"),
        Column::left("kind", "kind").rank(1),
        Column::left("name", "name"),
        Column::left("what", "direction"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", "bytes_per_s"),
        Column::right("latency", "lat_mean_ns").rank(2),
        Column::right("samples", "samples").rank(4),
        Column::left("grade", "grade").rank(3),
    ]);
    for one in judged {
        let runs = one.text.runs.iter().zip(&one.runs);
        for (run, of) in runs.take(most) {
            let figures = run.figures();
            for ddir in directions(&figures) {
                let source = Cell::raw(one.text.source.clone());
                let cells = row(run, &figures, ddir, of.verdict.grade.name());
                table.row([source].into_iter().chain(cells));
            }
        }
    }
    table
}

/// The directions that figures are of; one row for a run without any.
fn directions(figures: &[Figure]) -> Vec<Option<Ddir>> {
    let rates = |ddir: Option<Ddir>| figures.iter().any(|figure| figure.ddir == ddir);
    let mut all: Vec<Option<Ddir>> = Ddir::ALL
        .into_iter()
        .map(Some)
        .filter(|ddir| rates(*ddir))
        .collect();
    if all.is_empty() {
        all.push(None);
    }
    all
}

fn row(run: &ImportedRun, figures: &[Figure], ddir: Option<Ddir>, grade: &str) -> [Cell; 9] {
    const WIDTH: usize = 40;
    let find = |what: FigureOf| {
        figures
            .iter()
            .find(|figure| figure.what == what && figure.ddir == ddir)
    };
    let shown = |what: FigureOf, text: fn(f64) -> String| match find(what) {
        None => Cell::new("?").value(serde_json::Value::Null),
        Some(figure) if figure.value.low < figure.value.high => {
            Cell::new(format!("{}–{}", text(figure.value.low), text(figure.value.high)))
                .value(figure.value.high)
        }
        Some(figure) => Cell::new(text(figure.value.high)).value(figure.value.high),
    };
    let latency = [FigureOf::LatMeanNs, FigureOf::ClatMeanNs]
        .into_iter()
        .find(|what| find(*what).is_some());
    let samples = latency.and_then(find).and_then(|figure| figure.samples);
    let name: String = run.name().chars().take(WIDTH).collect();
    [
        Cell::new(run.lines.0.to_string()).value(run.lines.0),
        Cell::from(run.kind.name()),
        Cell::from(name),
        Cell::from(ddir.map_or("", |ddir| ddir.name())),
        shown(FigureOf::Iops, |iops| Rate(iops).to_string()),
        shown(FigureOf::BytesPerS, |bytes| Figures(bytes / 1e6).to_string()),
        shown(latency.unwrap_or(FigureOf::LatMeanNs), |ns| Nanos(ns).to_string()),
        match samples {
            Some(samples) => Cell::new(Count(samples).to_string()).value(samples),
            None => Cell::new("?").value(serde_json::Value::Null),
        },
        Cell::from(grade),
    ]
}
