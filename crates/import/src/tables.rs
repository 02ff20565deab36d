//! Reads Markdown tables: a run for each row or cell that holds a figure, with the command in its row.

use fiord_job::plan::Ddir;
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{FigureOf, ImportKind};

use super::draft::{RunDraft, TextLine};
use super::fio_text::table_bandwidth;
use super::{command, shown};

/// Reads a table that begins at a line: its runs, and how many lines it has. None: there is none.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let heads = cells(&lines.get(at)?.text)?;
    if !is_rule(&lines.get(at + 1)?.text) {
        return None;
    }
    let mut drafts = Vec::new();
    let mut taken = 2;
    for line in lines.get(at + 2..)? {
        let Some(row) = cells(&line.text) else { break };
        taken += 1;
        if row.len() > 1 {
            drafts.extend(rows(line, &heads, &row));
        }
    }
    // A table without a number is prose.
    (!drafts.is_empty()).then_some((drafts, taken))
}

fn cells(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inner = text.strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(inner.split('|').map(str::trim).collect())
}

fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('|') && text.contains('-') && text.chars().all(|c| "|-: \t".contains(c))
}

/// What a cell says.
enum CellOf<'t> {
    Command(&'t str),
    Figures(Vec<(FigureOf, Option<Ddir>, Spread)>),
    Label,
}

fn rows(line: &TextLine, heads: &[&str], row: &[&str]) -> Vec<RunDraft> {
    let head = |at: usize| heads.get(at).copied().unwrap_or_default();
    let read: Vec<CellOf<'_>> = row
        .iter()
        .enumerate()
        .map(|(at, cell)| cell_of(head(at), cell))
        .collect();
    let labels: Vec<(String, String)> = row
        .iter()
        .enumerate()
        .filter(|(at, cell)| matches!(read[*at], CellOf::Label) && !cell.is_empty())
        .map(|(at, cell)| (head(at).to_owned(), (*cell).to_owned()))
        .collect();
    let command = read.iter().find_map(|cell| match cell {
        CellOf::Command(command) => Some(*command),
        _ => None,
    });
    let with_figures: Vec<usize> = (0..row.len())
        .filter(|at| matches!(read[*at], CellOf::Figures(_)))
        .collect();
    // Cells of reads and writes under headings of their own are results of as many settings.
    let each = command.is_none()
        && with_figures.len() > 1
        && with_figures
            .iter()
            .all(|at| row[*at].contains("R=") || row[*at].contains("W="));
    let new = || {
        let name = labels
            .iter()
            .map(|(_, value)| value.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let mut draft = RunDraft::new(ImportKind::Table, (line.number, line.number), name);
        draft.labels.clone_from(&labels);
        draft
    };
    let mut drafts: Vec<RunDraft> = Vec::new();
    for at in with_figures {
        let CellOf::Figures(figures) = &read[at] else {
            continue;
        };
        if drafts.is_empty() || each {
            drafts.push(new());
        }
        let Some(draft) = drafts.last_mut() else { continue };
        if each {
            draft.label("setting", head(at));
        }
        draft.label(head(at), row[at]);
        for (what, ddir, value) in figures {
            draft.spread(*what, *ddir, *value, None);
        }
    }
    if let (Some(command), Some(draft)) = (command, drafts.first_mut()) {
        draft.command = Some(command.to_owned());
        match command::plan(command) {
            Ok(plan) => {
                draft.plan = plan;
                direct(draft);
            }
            Err(why) => draft.notes.push(format!("its command was not read: {why}")),
        }
    }
    drafts
}

/// Figures of a job that moves data one way are of that direction.
fn direct(draft: &mut RunDraft) {
    use fiord_job::plan::AccessMode;
    let [job] = draft.plan.jobs.as_slice() else { return };
    let ddir = match job.access.mode {
        AccessMode::Read | AccessMode::RandRead => Ddir::Read,
        AccessMode::Write | AccessMode::RandWrite => Ddir::Write,
        AccessMode::Trim | AccessMode::RandTrim => Ddir::Trim,
        _ => return,
    };
    for figure in &mut draft.figures {
        figure.ddir = figure.ddir.or(Some(ddir));
    }
}

fn cell_of<'t>(head: &str, cell: &'t str) -> CellOf<'t> {
    if let Some(command) = command::find(cell) {
        return CellOf::Command(command);
    }
    let plain = cell.trim_matches(['*', '`', '~', '_']);
    let low = head.to_lowercase();
    let is_latency = ["latency", "lat", "延迟", "await", "rt"].iter().any(|word| {
        low.split(|c: char| !c.is_alphanumeric())
            .any(|part| part == *word)
    });
    let mut figures = Vec::new();
    if plain.contains("R=") || plain.contains("W=") {
        for part in plain.split([' ', ',', '/']) {
            let (ddir, value) = match part.split_once('=') {
                Some(("R" | "r", value)) => (Ddir::Read, value),
                Some(("W" | "w", value)) => (Ddir::Write, value),
                _ => continue,
            };
            if let Some(shown) = shown::scaled(value) {
                figures.push((FigureOf::Iops, Some(ddir), Spread::of(shown.value)));
            }
        }
    } else if let Some(bandwidth) = table_bandwidth(plain) {
        figures.push((FigureOf::BytesPerS, None, bandwidth));
    } else if low.contains("iops")
        && let Ok(iops) = units::iops(plain)
    {
        figures.push((FigureOf::Iops, None, iops));
    } else if low.contains("b/s")
        && let Ok(number) = plain.replace(',', "").parse::<f64>()
        && let Some(unit) = head.split(['(', ')', ' ']).find(|word| word.ends_with("B/s"))
        && let Ok(bandwidth) = units::bandwidth(&format!("{number}{unit}"))
    {
        figures.push((FigureOf::BytesPerS, None, bandwidth));
    } else if is_latency && let Ok((ns, _)) = units::latency(plain) {
        figures.push((FigureOf::LatMeanNs, None, ns));
    }
    if figures.is_empty() {
        CellOf::Label
    } else {
        CellOf::Figures(figures)
    }
}
