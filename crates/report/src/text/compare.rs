//! A comparison on a page: what differs first, then one table, then what is not ranked and why.

use fiord_compare::facts::FactOf;
use fiord_compare::limits::{CheckedLimit, CompareLimit, LimitState};
use fiord_compare::result::{ComparedMetric, ResultLabel, SampleKind};
use fiord_compare::verdict::{CompareVerdict, ComparedCell, PairVerdict, SideValue};
use fiord_compare::why::{PossibleEffect, RatioState, Suspect, SuspectFact, SuspectKind, SuspectedCauses};
use fiord_compare::workload::WorkloadKey;
use fiord_messages::{Fixed, Lang, compare as messages, phrases, survey, why};
use fiord_record::number::{Quotient, short};
use fiord_stats::compare::Method;
use serde_json::Value;

use crate::documents::compare::Comparison;
use crate::text::run::direction_named;
use crate::text::{Cell, Column, Page, Style, Styled, Table};

/// Workloads of one result alone that are named; of more the rest is counted.
const NAMED: usize = 8;

impl Comparison {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        self.put_results(&mut page, lang);
        match &self.why {
            Some(why) => put_why(why, &mut page, lang),
            None => self.put_differences(&mut page, lang),
        }
        page.blank();
        if self.outcome.cells.is_empty() {
            page.line(messages::no_common_workload(lang));
        } else {
            page.table(self.table(lang));
            self.put_legend(&mut page, lang);
            self.put_notes(&mut page, lang);
        }
        self.put_groups(&mut page, lang);
        self.put_wrong(&mut page, lang);
        self.put_claims(&mut page, lang);
        self.put_alone(&mut page, lang);
        self.put_limits(&mut page, lang);
        page
    }

    fn put_results(&self, page: &mut Page, lang: Lang) {
        for (at, result) in self.results.iter().enumerate() {
            let mut first = Styled::new().strong(&result.name);
            if at == 0 {
                first = first.plain(lang.gap()).plain(messages::base_mark(lang));
            }
            page.item(
                first.plain(lang.colon()),
                "  ",
                about(result, self.outcome.samples, lang),
            );
            for caveat in &result.caveats {
                page.item("    ", "    ", Styled::new().dim(caveat));
            }
        }
    }

    fn put_differences(&self, page: &mut Page, lang: Lang) {
        let of = |which: FactOf| self.differences.iter().filter(move |one| one.of == which);
        let names: Vec<&str> = self.results.iter().map(|result| result.name.as_str()).collect();
        let headings: [(FactOf, Fixed); 2] = [
            (FactOf::Machine, messages::machines_differ),
            (FactOf::Plan, messages::plans_differ),
        ];
        for (which, heading) in headings {
            if of(which).next().is_none() {
                continue;
            }
            page.blank();
            page.line(
                Styled::new()
                    .strong(heading(lang))
                    .dim(lang.aside(&names.join(" | ")))
                    .dim(lang.colon().trim_end()),
            );
            // What a result does not state is one line, unless others differ in it.
            let (differing, unstated): (Vec<_>, Vec<_>) = of(which).partition(|one| one.has_two_values());
            for one in differing {
                page.item(
                    Styled::from("  ").plain(one.label(lang)).plain(lang.colon()),
                    "    ",
                    one.shown(lang),
                );
            }
            for (at, result) in names.iter().enumerate() {
                let of_result = unstated.iter().filter(|one| one.values.get(at) == Some(&None));
                let facts: Vec<String> = of_result.map(|one| one.label(lang).to_owned()).collect();
                if !facts.is_empty() {
                    let facts = &lang.list(&facts);
                    page.item("  ", "    ", messages::Unstated { result, facts }.text(lang));
                }
            }
        }
    }

    fn name(&self, at: usize) -> &str {
        self.results.get(at).map_or("", |result| &result.name)
    }

    /// A row for each metric of each workload and each result but the base.
    pub fn table(&self, lang: Lang) -> Table {
        let several = self.results.len() > 2;
        let mut columns = if self.outcome.samples == SampleKind::Rows {
            // All are of the result that is named above the table.
            ["workload", "details", "direction"].map(Column::hidden).to_vec()
        } else {
            let direction = if self.is_mixed() { 0 } else { 3 };
            vec![
                Column::left(messages::column_workload(lang), "workload"),
                Column::left(messages::column_details(lang), "details").rank(4),
                Column::left(messages::column_direction(lang), "direction").rank(direction),
            ]
        };
        columns.push(Column::left(messages::column_metric(lang), "metric"));
        if several {
            columns.push(Column::left(messages::column_result(lang), "result"));
        } else {
            columns.push(Column::hidden("result"));
        }
        let (base, value) = match several {
            true => (messages::column_base(lang), messages::column_value(lang)),
            false => (self.name(0), self.name(1)),
        };
        columns.extend([
            Column::hidden("base"),
            Column::right(base, "base_value").rank(1),
            Column::right(value, "value").rank(1),
            Column::right(messages::column_ratio(lang), "ratio"),
            Column::left(messages::column_interval(lang), "").rank(2),
            Column::hidden("low"),
            Column::hidden("high"),
            Column::hidden("base_runs"),
            Column::hidden("runs"),
            Column::left(messages::column_verdict(lang), "verdict"),
            Column::hidden("detectable_difference"),
            Column::hidden("more_repeats"),
        ]);
        let mut table = Table::new(columns);
        for cell in &self.outcome.cells {
            for compared in cell.pairs_with_sides() {
                table.row(row(cell, compared, lang));
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

    fn put_legend(&self, page: &mut Page, lang: Lang) {
        let pairs = || self.outcome.cells.iter().flat_map(|cell| &cell.pairs);
        if pairs().all(|pair| pair.ratio.is_none()) {
            return;
        }
        let legend = messages::Legend {
            comparisons: self.outcome.comparisons() as u64,
            margin: &short(self.margin * 100.0),
        };
        page.line(Styled::new().dim(legend.text(lang)));
        for line in self.estimators() {
            page.line(Styled::new().dim(line(lang)));
        }
        let is_single = |pair: &PairVerdict| pair.verdict == CompareVerdict::SingleNumbers;
        let cells = self.outcome.cells.iter();
        let mut single = cells.filter(|cell| cell.pairs.iter().any(is_single)).peekable();
        if single.peek().is_some() {
            let keys: Vec<&WorkloadKey> = single.map(|cell| &cell.key).collect();
            let legend = match () {
                // Some rungs of a ladder are jobs.
                () if keys.iter().any(|key| key.rung.is_some()) => messages::legend_single_ladders,
                () if keys.iter().all(|key| key.tool.is_some()) => messages::legend_single_tools,
                () => messages::legend_single_numbers,
            };
            page.line(Styled::new().dim(legend(lang)));
        }
    }

    /// What the ratios are, and what is in them.
    fn estimators(&self) -> Vec<Fixed> {
        let sides = || self.outcome.cells.iter().flat_map(ComparedCell::pairs_with_sides);
        let methods: [(Method, Fixed); 3] = [
            (Method::RankSums, messages::legend_rank_sums),
            (Method::Medians, messages::legend_ratio_of_medians),
            (Method::SignedRanks, messages::legend_signed_ranks),
        ];
        let is_used = |(method, _): &(Method, Fixed)| sides().any(|(pair, ..)| pair.method == Some(*method));
        let mut lines: Vec<Fixed> = methods
            .into_iter()
            .filter(is_used)
            .map(|(_, line)| line)
            .collect();
        let is_measured = |(pair, side, base): (&PairVerdict, &SideValue, &SideValue)| {
            pair.ratio.is_some() && !side.is_claim && !base.is_claim
        };
        let has_syncs = |cell: &ComparedCell| {
            !cell.metric.is_rate() && cell.values.iter().flatten().any(|side| side.is_of_syncs)
        };
        if self.outcome.cells.iter().any(has_syncs) {
            lines.push(survey::syncs);
        }
        match self.outcome.samples {
            SampleKind::Runs if sides().any(is_measured) => lines.push(messages::legend_occasions),
            SampleKind::Rows => lines.push(messages::legend_rows),
            SampleKind::Runs | SampleKind::PairsOfRuns | SampleKind::PairsOfTurns => {}
        }
        lines
    }

    /// What has to be said with single comparisons, each after its name.
    pub(crate) fn notes(&self, lang: Lang) -> Vec<(String, &str)> {
        let is_mixed = self.is_mixed();
        let mut notes = Vec::new();
        for cell in &self.outcome.cells {
            let name = name_of(cell, is_mixed, lang);
            for pair in &cell.pairs {
                let name = match self.results.len() > 2 {
                    true => format!("{}{}{name}", pair.result, lang.comma()),
                    false => name.clone(),
                };
                notes.extend(pair.notes.iter().map(|note| (name.clone(), note.as_str())));
            }
        }
        notes
    }

    fn put_notes(&self, page: &mut Page, lang: Lang) {
        let notes = self.notes(lang);
        if notes.is_empty() {
            return;
        }
        page.blank();
        for (name, note) in notes.iter().take(NAMED) {
            page.item(format!("{name}{}", lang.colon()), "  ", *note);
        }
        put_more(page, notes.len().saturating_sub(NAMED), lang);
    }

    fn put_groups(&self, page: &mut Page, lang: Lang) {
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
        page.heading(messages::groups(lang));
        let is_mixed = self.is_mixed();
        for cell in with {
            let groups: Vec<String> = cell.groups.iter().map(|group| group.join(" = ")).collect();
            page.item(
                format!("  {}{}", name_of(cell, is_mixed, lang), lang.colon()),
                "    ",
                lang.clauses(&groups),
            );
        }
        page.line(Styled::new().dim(messages::legend_groups(lang)));
    }

    fn put_wrong(&self, page: &mut Page, lang: Lang) {
        let mut lines: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            for (at, side) in cell.values.iter().enumerate() {
                let Some(side) = side else { continue };
                let (result, workload) = (&self.name(at), &cell.workload);
                let counted = side.too_few_ios.map_or(side.values.len(), |few| few.of as usize);
                let all = side.wrong.len() + counted;
                let invalid: Vec<_> = side.wrong.iter().filter(|run| run.is_invalid()).collect();
                let invalid_runs = invalid.first().map(|first| {
                    let runs = messages::ExcludedRuns {
                        runs: all as u64,
                        result,
                        workload,
                        excluded: &invalid.len(),
                        run: &first.run,
                        traps: &lang.list(&first.traps),
                    };
                    runs.text(lang)
                });
                let others = side.wrong.len() - invalid.len();
                let of_pairs = (others > 0).then(|| {
                    let runs = messages::ExcludedOfPairs {
                        runs: all as u64,
                        result,
                        workload,
                        excluded: &others,
                    };
                    runs.text(lang)
                });
                for line in invalid_runs.into_iter().chain(of_pairs) {
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
        }
        let alike = self.alike(lang);
        if !alike.is_empty() {
            page.blank();
        }
        for line in alike {
            page.item(Styled::new().styled(Style::Bad, "✗ "), "  ", line);
        }
        self.put_not_compared(page, lang);
        if lines.is_empty() {
            return;
        }
        page.blank();
        page.heading(messages::excluded(lang));
        for line in lines.iter().take(NAMED * 2) {
            page.item(Styled::new().styled(Style::Bad, "✗ "), "  ", line.as_str());
        }
        put_more(page, lines.len().saturating_sub(NAMED * 2), lang);
    }

    /// What each side of a pair measured that is not compared, in one of its metrics.
    fn put_not_compared(&self, page: &mut Page, lang: Lang) {
        let is_mixed = self.is_mixed();
        let mut seen: Vec<(&str, &str, &str, &str)> = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            let not_compared = |pair: &&PairVerdict| pair.verdict == CompareVerdict::NotCompared;
            for pair in cell.pairs.iter().filter(not_compared) {
                let about = (
                    cell.workload.as_str(),
                    cell.key.direction.as_str(),
                    pair.base.as_str(),
                    pair.result.as_str(),
                );
                if !seen.contains(&about) {
                    seen.push(about);
                    let name = name_of(cell, is_mixed, lang);
                    lines.push(format!("{name}{}{}", lang.colon(), pair.sentence));
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        page.blank();
        for line in lines.iter().take(NAMED) {
            page.item(Styled::new().styled(Style::Bad, "✗ "), "  ", line.as_str());
        }
        put_more(page, lines.len().saturating_sub(NAMED), lang);
    }

    /// Workloads whose runs are all invalid in the same way.
    pub(crate) fn alike(&self, lang: Lang) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            let mut sides = cell.values.iter().flatten();
            let Some(side) = sides.find(|side| !side.alike.is_empty()) else {
                continue;
            };
            let line = messages::Alike {
                workload: &cell.workload,
                traps: &lang.list(&side.alike),
            };
            let line = line.text(lang);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// What was assumed of published numbers.
    fn put_claims(&self, page: &mut Page, lang: Lang) {
        let mut lines: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            for (result, side) in self.results.iter().zip(&cell.values) {
                let Some(side) = side else { continue };
                let mut notes: Vec<String> = Vec::new();
                if !side.assumed.is_empty() {
                    let options = &lang.list(&side.assumed);
                    notes.push(messages::NotStated { options }.text(lang));
                }
                if side.fits > 1 {
                    notes.push(
                        messages::FitsSeveral {
                            workloads: &side.fits,
                        }
                        .text(lang),
                    );
                }
                notes.extend(side.notes.iter().cloned());
                if notes.is_empty() {
                    continue;
                }
                let line = messages::ClaimNotes {
                    result: &result.name,
                    workload: &cell.workload,
                    notes: &lang.sentences(&notes),
                };
                let line = line.text(lang);
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        page.blank();
        for line in lines.iter().take(NAMED) {
            page.item("- ", "  ", line.as_str());
        }
        put_more(page, lines.len().saturating_sub(NAMED), lang);
    }

    fn put_alone(&self, page: &mut Page, lang: Lang) {
        for result in &self.results {
            let mut alone: Vec<String> = self
                .outcome
                .alone
                .iter()
                .filter(|alone| alone.result == result.name)
                .map(|alone| match alone.details.as_str() {
                    "" => alone.workload.clone(),
                    details => alone.workload.clone() + &lang.aside(details),
                })
                .collect();
            // The directions of a mix have one name.
            alone.dedup();
            if alone.is_empty() {
                continue;
            }
            let named = lang.clauses(alone.get(..NAMED).unwrap_or(&alone));
            let list = match alone.len().saturating_sub(NAMED) {
                0 => named,
                more => messages::ListAndMore {
                    list: &named,
                    more: &more,
                }
                .text(lang),
            };
            let only = messages::OnlyOneHas {
                workloads: alone.len() as u64,
                result: &result.name,
                list: &list,
            };
            page.blank();
            page.line(only.text(lang));
        }
    }

    fn put_limits(&self, page: &mut Page, lang: Lang) {
        if self.limits.is_empty() {
            return;
        }
        page.blank();
        for limit in &self.limits {
            let (symbol, style) = match limit.state {
                LimitState::Met => ("✗", Style::Bad),
                LimitState::NotMet => ("✓", Style::Good),
                LimitState::Undecided => ("?", Style::Care),
            };
            page.item(
                Styled::new().styled(style, symbol).plain(" "),
                "  ",
                limit_words(limit, lang),
            );
        }
    }
}

/// What could explain the ratio, with a test of each.
fn put_why(causes: &SuspectedCauses, page: &mut Page, lang: Lang) {
    page.blank();
    page.line(Styled::new().strong(why_heading(causes)(lang)));
    for (at, suspect) in causes.suspects.iter().enumerate() {
        page.blank();
        let heading = suspect_heading(suspect, lang);
        page.item(format!("{:<3}", at + 1), "   ", Styled::new().strong(heading));
        page.indent(3);
        for one in &suspect.differences {
            page.item("  ", "    ", suspect_fact(one, lang));
        }
        page.line(suspect.reason.as_str());
        page.line(why::Untested { test: &suspect.test }.text(lang));
        page.indent(0);
        for command in &suspect.commands {
            page.command_at(5, command.iter().cloned());
        }
    }
    if !causes.unknown.is_empty() {
        page.blank();
        let facts = &lang.list(&causes.unknown);
        page.line(why::Unknown { facts }.text(lang));
    }
}

/// What the list of suspects is.
pub(crate) fn why_heading(causes: &SuspectedCauses) -> Fixed {
    match (causes.suspects.as_slice(), causes.ratio) {
        ([], _) => why::nothing_recorded,
        (_, RatioState::Difference) => why::heading,
        (_, RatioState::NoDifference) => why::no_difference,
        (_, RatioState::NoVerdict) => why::no_verdict,
    }
}

/// A group of facts, and how large its effect may be.
pub(crate) fn suspect_heading(suspect: &Suspect, lang: Lang) -> String {
    why::Effect {
        kind: &kind(suspect.kind)(lang),
        effect: &effect(suspect.possible_effect)(lang),
    }
    .text(lang)
}

pub(crate) fn suspect_fact(one: &SuspectFact, lang: Lang) -> String {
    let (fact, [base, other]) = (&one.fact, &one.values);
    why::Values { fact, base, other }.text(lang)
}

/// The name of a group of facts.
fn kind(kind: SuspectKind) -> Fixed {
    match kind {
        SuspectKind::OtherLoad => why::kind_other_load,
        SuspectKind::PageCache => why::kind_page_cache,
        SuspectKind::FileLayout => why::kind_file_layout,
        SuspectKind::CloudVolume => why::kind_cloud_volume,
        SuspectKind::Device => why::kind_device,
        SuspectKind::Stack => why::kind_stack,
        SuspectKind::QueueSettings => why::kind_queue_settings,
        SuspectKind::FileSystem => why::kind_file_system,
        SuspectKind::Memory => why::kind_memory,
        SuspectKind::PowerState => why::kind_power_state,
        SuspectKind::Numa => why::kind_numa,
        SuspectKind::Cpu => why::kind_cpu,
        SuspectKind::Virtualization => why::kind_virtualization,
        SuspectKind::Kernel => why::kind_kernel,
        SuspectKind::JobOptions => why::kind_job_options,
        SuspectKind::Program => why::kind_program,
    }
}

/// How large an effect may be, in a word.
fn effect(effect: PossibleEffect) -> Fixed {
    match effect {
        PossibleEffect::Large => why::effect_large,
        PossibleEffect::Moderate => why::effect_moderate,
        PossibleEffect::Small => why::effect_small,
    }
}

/// The workload and the metric of a cell.
fn name_of(cell: &ComparedCell, is_mixed: bool, lang: Lang) -> String {
    let (workload, metric) = (&cell.workload, cell.metric.heading(lang));
    let direction = direction_named(&cell.key.direction, lang);
    match is_mixed {
        true => format!("{workload} {direction} {metric}"),
        false => format!("{workload} {metric}"),
    }
}

/// How many lines are left out.
fn put_more(page: &mut Page, more: usize, lang: Lang) {
    if more > 0 {
        page.item("  ", "  ", messages::AndMore { more: &more }.text(lang));
    }
}

/// A condition and whether it is met.
pub(crate) fn limit_words(CheckedLimit { fail_if, state }: &CheckedLimit, lang: Lang) -> String {
    let limit = &fail_if.text();
    match (state, fail_if) {
        (LimitState::Met, CompareLimit::Inconclusive) => messages::LimitMetInconclusive { limit }.text(lang),
        (LimitState::Met, _) => messages::LimitMet { limit }.text(lang),
        (LimitState::NotMet, _) => messages::LimitNotMet { limit }.text(lang),
        (LimitState::Undecided, _) => messages::LimitUndecided { limit }.text(lang),
    }
}

fn about(result: &ResultLabel, samples: SampleKind, lang: Lang) -> String {
    let mut facts = vec![result.about.clone()];
    if result.runs > 0 {
        facts.push(samples.count(u64::from(result.runs), lang));
    }
    facts.push(match (&result.first, &result.last) {
        (Some(first), Some(last)) if first == last => day(first),
        (Some(first), Some(last)) => messages::Period {
            first: &day(first),
            last: &day(last),
        }
        .text(lang),
        _ if samples == SampleKind::Rows => String::new(),
        _ => messages::no_date(lang).to_owned(),
    });
    facts.retain(|fact| !fact.is_empty());
    let facts = &facts.join(lang.comma());
    messages::AboutResult { facts }.text(lang)
}

/// A moment without seconds.
fn day(moment: &str) -> String {
    moment.get(..16).unwrap_or(moment).replace('T', " ")
}

fn row(
    cell: &ComparedCell,
    (pair, side, base): (&PairVerdict, &SideValue, &SideValue),
    lang: Lang,
) -> Vec<Cell> {
    let interval = pair.interval.map_or_else(String::new, |interval| {
        phrases::Range {
            low: &Quotient(interval.low),
            high: &Quotient(interval.high),
        }
        .text(lang)
    });
    vec![
        Cell::from(&cell.workload),
        Cell::from(&cell.details),
        Cell::new(direction_named(&cell.key.direction, lang)).value(cell.key.direction.clone()),
        Cell::new(cell.metric.heading(lang)).value(cell.metric.name()),
        Cell::from(&pair.result),
        Cell::raw(pair.base.as_str()),
        value(cell.metric, base),
        value(cell.metric, side),
        pair.ratio.map_or_else(
            || Cell::new("-").value(Value::Null),
            |ratio| Cell::new(format!("{}×", Quotient(ratio))).value(ratio),
        ),
        Cell::new(interval),
        Cell::raw(pair.interval.map(|interval| interval.low)),
        Cell::raw(pair.interval.map(|interval| interval.high)),
        Cell::raw(base.values.len()),
        Cell::raw(side.values.len()),
        Cell::new(styled(pair, lang)).value(pair.verdict.name()),
        Cell::raw(pair.sensitivity.map(|found| found.difference)),
        Cell::raw(pair.more_repeats),
    ]
}

fn value(metric: ComparedMetric, side: &SideValue) -> Cell {
    match side.median {
        Some(median) => Cell::new(metric.shown(median)).value(median),
        None => Cell::new("-").value(Value::Null),
    }
}

fn styled(pair: &PairVerdict, lang: Lang) -> Styled {
    let style = match pair.verdict {
        CompareVerdict::Faster | CompareVerdict::SlightlyFaster => Style::Good,
        CompareVerdict::Slower | CompareVerdict::SlightlySlower | CompareVerdict::NotCompared => Style::Bad,
        CompareVerdict::Inconclusive => Style::Care,
        CompareVerdict::Equivalent => Style::Strong,
        CompareVerdict::SingleNumbers => Style::Dim,
    };
    match pair.verdict {
        CompareVerdict::NotCompared | CompareVerdict::SingleNumbers => {
            Styled::new().styled(style, pair.verdict.words(lang))
        }
        _ => Styled::new().styled(style, &pair.sentence),
    }
}
