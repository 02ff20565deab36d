//! A comparison on a page: what differs first, then one table, then what is not ranked and why.

use fiord_compare::facts::FactOf;
use fiord_compare::limits::{CompareLimit, LimitState};
use fiord_compare::result::{ComparedMetric, ComparedResult};
use fiord_compare::verdict::{CompareVerdict, ComparedCell, PairVerdict, SideValue};
use fiord_record::number::{Quotient, plural, short};
use serde_json::Value;

use crate::documents::compare::ComparisonParts;
use crate::text::{Cell, Column, Page, Style, Styled, Table};

/// Workloads of one result alone that are named; of more the rest is counted.
const NAMED: usize = 8;

impl ComparisonParts<'_> {
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

    /// A row for each metric of each workload and each result but the base.
    pub fn table(&self) -> Table {
        let several = self.results.len() > 2;
        let [base, other] = [0, 1].map(|at| self.name(at));
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
            Column::right(if several { "base".to_owned() } else { base }, "base_value").rank(1),
            Column::right(if several { "value".to_owned() } else { other }, "value").rank(1),
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
            for pair in &cell.pairs {
                table.row(self.row(cell, pair));
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
                .any(|other| other.key.brief() == cell.key.brief())
        })
    }

    fn row(&self, cell: &ComparedCell, pair: &PairVerdict) -> Vec<Cell> {
        let side = |at: usize| cell.sides.get(at).and_then(Option::as_ref);
        let runs = |at: usize| Cell::raw(side(at).map_or(0, |side| side.values.len()));
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
            Cell::from(cell.key.brief()),
            Cell::from(cell.key.details()),
            Cell::from(cell.key.direction.as_str()),
            Cell::new(cell.metric.heading()).value(cell.metric.name()),
            Cell::from(self.name(pair.result)),
            Cell::raw(self.name(pair.base)),
            value(cell.metric, side(pair.base)),
            value(cell.metric, side(pair.result)),
            pair.ratio.map_or_else(
                || Cell::new("-").value(Value::Null),
                |ratio| Cell::new(format!("{}×", Quotient(ratio))).value(ratio),
            ),
            interval,
            Cell::raw(pair.interval.map(|interval| interval.low)),
            Cell::raw(pair.interval.map(|interval| interval.high)),
            runs(pair.base),
            runs(pair.result),
            Cell::new(styled(pair)).value(pair.verdict.name()),
            Cell::raw(pair.more_repeats),
        ]
    }

    fn put_legend(&self, page: &mut Page) {
        let pairs = || self.outcome.cells.iter().flat_map(|cell| &cell.pairs);
        let margin = short(self.settings.margin * 100.0);
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
            let groups: Vec<String> = cell
                .groups
                .iter()
                .map(|group| {
                    let names: Vec<String> = group.iter().map(|at| self.name(*at)).collect();
                    names.join(" = ")
                })
                .collect();
            page.item(
                format!(
                    "  {}{} {}: ",
                    cell.key.brief(),
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
            for (at, side) in cell.sides.iter().enumerate() {
                let Some(side) = side.as_ref().filter(|side| !side.wrong.is_empty()) else {
                    continue;
                };
                let first = &side.wrong[0];
                let line = format!(
                    "{}: {} left out of {}; {}: {}",
                    cell.key.brief(),
                    plural(side.wrong.len() as u64, "run"),
                    side.wrong.len() + side.values.len(),
                    first.run,
                    first.traps.join(", ")
                );
                if !lines.contains(&(at, line.clone())) {
                    lines.push((at, line));
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
            for (at, side) in cell.sides.iter().enumerate() {
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
                let line = format!("{} {}: {}", self.name(at), cell.key.brief(), words.join("; "));
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
        for (at, result) in self.results.iter().enumerate() {
            let mut alone: Vec<String> = self
                .outcome
                .alone
                .iter()
                .filter(|(of, _)| *of == at)
                .map(|(_, key)| match key.details().as_str() {
                    "" => key.brief(),
                    details => format!("{} ({details})", key.brief()),
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
        for (limit, state) in self.limits {
            let (symbol, style, words) = match state {
                LimitState::Met => ("✗", Style::Bad, met(*limit)),
                LimitState::NotMet => ("✓", Style::Good, "no".to_owned()),
                LimitState::Undecided => ("?", Style::Care, "undecided: repeat it more often".to_owned()),
            };
            page.item(
                Styled::new().styled(style, symbol).plain(" "),
                "  ",
                format!("--fail-if {}: {words}.", limit.text()),
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

fn about(result: &ComparedResult) -> String {
    let mut words = vec![result.about.clone()];
    if result.runs > 0 {
        words.push(plural(u64::from(result.runs), "run"));
    }
    match &result.when {
        Some((first, last)) if first == last => words.push(day(first)),
        Some((first, last)) => words.push(format!("{} to {}", day(first), day(last))),
        None => words.push("no date".to_owned()),
    }
    words.retain(|word| !word.is_empty());
    words.join(", ") + "."
}

/// A moment without seconds.
fn day(moment: &str) -> String {
    moment.get(..16).unwrap_or(moment).replace('T', " ")
}

fn value(metric: ComparedMetric, side: Option<&SideValue>) -> Cell {
    match side.filter(|side| side.median.is_finite()) {
        Some(side) => Cell::new(metric.shown(side.median)).value(side.median),
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
        _ => Styled::new().styled(style, pair.sentence()),
    }
}
