//! A comparison on a page: what differs first, then one table, then what is not ranked and why.

use fiord_compare::facts::FactOf;
use fiord_compare::limits::{CheckedLimit, CompareLimit, LimitState};
use fiord_compare::result::{ComparedMetric, ResultLabel};
use fiord_compare::verdict::{CompareVerdict, ComparedCell, PairVerdict, SideValue};
use fiord_record::number::{Quotient, plural, short};
use serde_json::Value;

use crate::documents::compare::Comparison;
use crate::text::{Cell, Column, Page, Style, Styled, Table};

/// Workloads of one result alone that are named; of more the rest is counted.
const NAMED: usize = 8;

impl Comparison {
    pub fn page(&self) -> Page {
        let mut page = Page::new();
        self.put_results(&mut page);
        self.put_differences(&mut page);
        page.blank();
        if self.outcome.cells.is_empty() {
            page.line("No workload is in two of them: nothing can be compared.");
        } else {
            page.table(self.table());
            self.put_legend(&mut page);
        }
        self.put_groups(&mut page);
        self.put_wrong(&mut page);
        self.put_claims(&mut page);
        self.put_alone(&mut page);
        self.put_limits(&mut page);
        page
    }

    fn put_results(&self, page: &mut Page) {
        for (at, result) in self.results.iter().enumerate() {
            let mark = if at == 0 { " (base)" } else { "" };
            let first = Styled::new().strong(&result.name).plain(mark).plain(": ");
            page.item(first, "  ", about(result));
            for caveat in &result.caveats {
                page.item("    ", "    ", Styled::new().dim(format!("{caveat}.")));
            }
        }
    }

    fn put_differences(&self, page: &mut Page) {
        let of = |which: FactOf| self.differences.iter().filter(move |one| one.of == which);
        let names: Vec<&str> = self.results.iter().map(|result| result.name.as_str()).collect();
        let headings = [
            (FactOf::Machine, "The machines differ"),
            (FactOf::Plan, "The plans differ"),
        ];
        for (which, heading) in headings {
            if of(which).next().is_none() {
                continue;
            }
            page.blank();
            page.line(
                Styled::new()
                    .strong(heading)
                    .dim(format!(" ({}):", names.join(" | "))),
            );
            for one in of(which) {
                page.item(
                    Styled::from("  ").plain(&one.what).plain(": "),
                    "    ",
                    one.shown(),
                );
            }
        }
    }

    fn name(&self, at: usize) -> &str {
        self.results.get(at).map_or("", |result| &result.name)
    }

    /// A row for each metric of each workload and each result but the base.
    pub fn table(&self) -> Table {
        let several = self.results.len() > 2;
        let mut columns = vec![
            Column::left("workload", "workload"),
            Column::left("how", "details").rank(4),
            Column::left("direction", "direction").rank(if self.is_mixed() { 0 } else { 3 }),
            Column::left("measure", "metric"),
        ];
        if several {
            columns.push(Column::left("result", "result"));
        } else {
            columns.push(Column::hidden("result"));
        }
        columns.extend([
            Column::hidden("base"),
            Column::right(if several { "base" } else { self.name(0) }, "base_value").rank(1),
            Column::right(if several { "value" } else { self.name(1) }, "value").rank(1),
            Column::right("ratio", "ratio"),
            Column::left("95 % interval", "").rank(2),
            Column::hidden("low"),
            Column::hidden("high"),
            Column::hidden("base_runs"),
            Column::hidden("runs"),
            Column::left("verdict", "verdict"),
            Column::hidden("more_repeats"),
        ]);
        let mut table = Table::new(columns);
        for cell in &self.outcome.cells {
            for compared in cell.pairs_with_sides() {
                table.row(row(cell, compared));
            }
        }
        table
    }

    /// Whether some workload has more than one direction, so that its name does not say which is meant.
    fn is_mixed(&self) -> bool {
        let cells = &self.outcome.cells;
        cells.iter().any(|cell| {
            let is_other = |other: &&ComparedCell| other.key.direction != cell.key.direction;
            cells
                .iter()
                .filter(is_other)
                .any(|other| other.workload == cell.workload)
        })
    }

    fn put_legend(&self, page: &mut Page) {
        let pairs = || self.outcome.cells.iter().flat_map(|cell| &cell.pairs);
        let margin = short(self.margin * 100.0);
        if pairs().all(|pair| pair.ratio.is_none()) {
            return;
        }
        page.line(Styled::new().dim(format!(
            "Ratios are the result ÷ the base. Differences below {margin} % are none; what counts as one holds for {} taken together.",
            plural(pairs().count() as u64, "comparison")
        )));
        let is_single = |pair: &PairVerdict| pair.verdict == CompareVerdict::SingleNumbers;
        if pairs().any(is_single) {
            page.line(Styled::new().dim(
                "single numbers: nobody knows how much they vary; the ratio is arithmetic, and no verdict. Repeat with `fiord run --repeat 6`.",
            ));
        }
    }

    fn put_groups(&self, page: &mut Page) {
        let with: Vec<&ComparedCell> = self
            .outcome
            .cells
            .iter()
            .filter(|cell| !cell.groups.is_empty())
            .collect();
        if with.is_empty() {
            return;
        }
        page.blank();
        page.heading("Groups, the best first");
        let is_mixed = self.is_mixed();
        let direction = |cell: &ComparedCell| match is_mixed {
            true => format!(" {}", cell.key.direction),
            false => String::new(),
        };
        for cell in with {
            let groups: Vec<String> = cell.groups.iter().map(|group| group.join(" = ")).collect();
            page.item(
                format!(
                    "  {}{} {}: ",
                    cell.workload,
                    direction(cell),
                    cell.metric.heading()
                ),
                "    ",
                groups.join("; "),
            );
        }
        page.line(
            Styled::new()
                .dim("Results of one group cannot be told apart; one that is in two lies between them."),
        );
    }

    fn put_wrong(&self, page: &mut Page) {
        let mut lines: Vec<(usize, String)> = Vec::new();
        for cell in &self.outcome.cells {
            for (at, side) in cell.values.iter().enumerate() {
                let Some(side) = side.as_ref().filter(|side| !side.wrong.is_empty()) else {
                    continue;
                };
                let first = &side.wrong[0];
                let line = format!(
                    "{}: {} left out of {}; {}: {}",
                    cell.workload,
                    plural(side.wrong.len() as u64, "run"),
                    side.wrong.len() + side.values.len(),
                    first.run,
                    first.traps.join(", ")
                );
                let line = (at, line);
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        page.blank();
        page.heading("Not ranked: runs that did not measure what they seem to");
        let count = lines.len();
        for (at, line) in lines.into_iter().take(NAMED * 2) {
            page.item(
                Styled::new().styled(Style::Bad, "✗ "),
                "  ",
                format!("{}, {line}.", self.name(at)),
            );
        }
        if let more @ 1.. = count.saturating_sub(NAMED * 2) {
            page.item("  ", "  ", format!("and {more} more; --json has all."));
        }
    }

    /// What was assumed of published numbers.
    fn put_claims(&self, page: &mut Page) {
        let mut lines: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            for (result, side) in self.results.iter().zip(&cell.values) {
                let Some(side) = side else { continue };
                let mut words: Vec<String> = Vec::new();
                if !side.assumed.is_empty() {
                    words.push(format!("does not state {}", side.assumed.join(", ")));
                }
                if side.fits > 1 {
                    words.push(format!(
                        "fits {} workloads and stands next to the fastest",
                        side.fits
                    ));
                }
                words.extend(side.notes.iter().cloned());
                if words.is_empty() {
                    continue;
                }
                let line = format!("{} {}: {}", result.name, cell.workload, words.join("; "));
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        page.blank();
        let count = lines.len();
        for line in lines.into_iter().take(NAMED) {
            page.item("- ", "  ", format!("{line}."));
        }
        if let more @ 1.. = count.saturating_sub(NAMED) {
            page.item("- ", "  ", format!("and {more} more; --json has all."));
        }
    }

    fn put_alone(&self, page: &mut Page) {
        for result in &self.results {
            let mut alone: Vec<String> = self
                .outcome
                .alone
                .iter()
                .filter(|alone| alone.result == result.name)
                .map(|alone| match alone.details.as_str() {
                    "" => alone.workload.clone(),
                    details => format!("{} ({details})", alone.workload),
                })
                .collect();
            // The directions of a mix have one name.
            alone.dedup();
            if alone.is_empty() {
                continue;
            }
            let more = match alone.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named = alone.get(..NAMED).unwrap_or(&alone).join("; ");
            page.blank();
            page.line(format!(
                "Only {} has {}: {named}{more}.",
                result.name,
                plural(alone.len() as u64, "workload")
            ));
        }
    }

    fn put_limits(&self, page: &mut Page) {
        if self.limits.is_empty() {
            return;
        }
        page.blank();
        for CheckedLimit { fail_if, state } in &self.limits {
            let (symbol, style, words) = match state {
                LimitState::Met => ("✗", Style::Bad, met(*fail_if)),
                LimitState::NotMet => ("✓", Style::Good, "no".to_owned()),
                LimitState::Undecided => ("?", Style::Care, "undecided: repeat it more often".to_owned()),
            };
            page.item(
                Styled::new().styled(style, symbol).plain(" "),
                "  ",
                format!("--fail-if {}: {words}.", fail_if.text()),
            );
        }
    }
}

fn met(limit: CompareLimit) -> String {
    match limit {
        CompareLimit::Inconclusive => "yes: something is not settled".to_owned(),
        _ => "yes".to_owned(),
    }
}

fn about(result: &ResultLabel) -> String {
    let mut words = vec![result.about.clone()];
    if result.runs > 0 {
        words.push(plural(u64::from(result.runs), "run"));
    }
    match (&result.first, &result.last) {
        (Some(first), Some(last)) if first == last => words.push(day(first)),
        (Some(first), Some(last)) => words.push(format!("{} to {}", day(first), day(last))),
        _ => words.push("no date".to_owned()),
    }
    words.retain(|word| !word.is_empty());
    words.join(", ") + "."
}

/// A moment without seconds.
fn day(moment: &str) -> String {
    moment.get(..16).unwrap_or(moment).replace('T', " ")
}

fn row(cell: &ComparedCell, (pair, side, base): (&PairVerdict, &SideValue, &SideValue)) -> Vec<Cell> {
    let interval = pair.interval.map_or_else(
        || Cell::new(""),
        |interval| {
            Cell::new(format!(
                "{} to {}",
                Quotient(interval.low),
                Quotient(interval.high)
            ))
        },
    );
    vec![
        Cell::from(&cell.workload),
        Cell::from(&cell.details),
        Cell::from(cell.key.direction.as_str()),
        Cell::new(cell.metric.heading()).value(cell.metric.name()),
        Cell::from(&pair.result),
        Cell::raw(pair.base.as_str()),
        value(cell.metric, base),
        value(cell.metric, side),
        pair.ratio.map_or_else(
            || Cell::new("-").value(Value::Null),
            |ratio| Cell::new(format!("{}×", Quotient(ratio))).value(ratio),
        ),
        interval,
        Cell::raw(pair.interval.map(|interval| interval.low)),
        Cell::raw(pair.interval.map(|interval| interval.high)),
        Cell::raw(base.values.len()),
        Cell::raw(side.values.len()),
        Cell::new(styled(pair)).value(pair.verdict.name()),
        Cell::raw(pair.more_repeats),
    ]
}

fn value(metric: ComparedMetric, side: &SideValue) -> Cell {
    match side.median {
        Some(median) => Cell::new(metric.shown(median)).value(median),
        None => Cell::new("-").value(Value::Null),
    }
}

fn styled(pair: &PairVerdict) -> Styled {
    let style = match pair.verdict {
        CompareVerdict::Faster | CompareVerdict::SlightlyFaster => Style::Good,
        CompareVerdict::Slower | CompareVerdict::SlightlySlower | CompareVerdict::NotCompared => Style::Bad,
        CompareVerdict::Inconclusive => Style::Care,
        CompareVerdict::Equivalent => Style::Strong,
        CompareVerdict::SingleNumbers => Style::Dim,
    };
    match pair.verdict {
        CompareVerdict::NotCompared => Styled::new().styled(style, "not compared"),
        CompareVerdict::SingleNumbers => Styled::new().styled(style, "single numbers"),
        _ => Styled::new().styled(style, &pair.sentence),
    }
}
