//! A study on pages and as a document: its plan, its tables, its findings.
//!
//! The page is made from the study rather than from the document: it marks each cell by the study's own rule for when it ends, and knows of each
//! caveat whether it forbids a comparison.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fiord_compare::disturbed::Disturbances;
use fiord_host::paths::Stored;
use fiord_job::plan::{Ddir, JobPlan};
use fiord_messages::{Fixed, Lang, phrases, study as messages, study_findings, words as choices};
use fiord_record::hosts::shape;
use fiord_record::number::{About, Bytes, Count, Share};
use fiord_report::documents::layers::CellLayers;
use fiord_report::documents::{Document, study};
use fiord_report::text::layers::put_cells;
use fiord_report::text::run::direction_named;
use fiord_report::text::{Cell, Column, Page, Style, Styled, Table};
use fiord_store::{StudyRow, StudyState};
use fiord_study::analysis::{Analysis, Summary, UnmeasuredCell, UnmeasuredReason};
use fiord_study::builtin::{self, Builtin};
use fiord_study::check::BuiltinRecipe;
use fiord_study::closed_form::{ClosedForm, Law, closed_form};
use fiord_study::definition::{Stop, Study};
use fiord_study::findings::{Caveat, Response, StudyClaim, StudyFinding};
use fiord_study::forecast::{self, Forecast};
use fiord_study::language::{self, CheckedCell};
use fiord_study::marks;
use fiord_study::published::{self, PublishedRow};
use fiord_study::words;
use serde_json::Value;

use super::load::Loaded;
use super::settings::StudyHosts;
use crate::files;

/// Width of the longest bar.
const BAR: f64 = 24.0;
/// Findings of one kind for one response on the first screen; of more the rest is counted.
const FIRST: usize = 24;

/// Whether a study can be gone on with.
pub(super) fn is_open(row: &StudyRow) -> bool {
    row.state != StudyState::Done
}

/// How many runs, and of each cell.
fn runs(forecast: &Forecast, stop: &Stop, lang: Lang) -> String {
    let (least, most) = forecast.runs;
    let runs = &range(&Count(least).to_string(), &Count(most).to_string());
    match stop {
        Stop::Repeats(each) => messages::RunsOfEach {
            each: u64::from(*each),
            runs,
        }
        .text(lang),
        Stop::Precise {
            half_width,
            least,
            most,
            ..
        } => messages::RunsUntilPrecise {
            runs,
            least,
            most,
            half_width: &Share(*half_width),
        }
        .text(lang),
    }
}

/// A range that is one number where both ends agree.
pub(in crate::verbs) fn range(low: &str, high: &str) -> String {
    if low == high {
        return low.to_owned();
    }
    phrases::Range {
        low: &low,
        high: &high,
    }
    .text(Lang::current())
}

/// What a study will do.
pub(super) fn plan(loaded: &Loaded, tbw: Option<f64>, lang: Lang) -> Page {
    let study = &loaded.study;
    let plans: Vec<_> = loaded.cells.iter().map(|cell| &cell.plan).collect();
    let forecast = forecast::forecast(study, &plans);
    let mut page = heading(study, lang);
    let steps: Vec<String> = study.between.iter().map(|step| step.name().to_owned()).collect();
    let kernel = study.factors.iter().filter(|factor| {
        let mut levels = factor.levels.iter();
        levels.any(|level| level.kernel.is_some())
    });
    let settings: Vec<String> = kernel.map(|factor| factor.name.clone()).collect();
    let order = messages::Order {
        order: &study.order.name(),
    };
    let facts = [
        (messages::plan_cells(lang), loaded.cells.len().to_string()),
        (messages::plan_runs(lang), runs(&forecast, &study.stop, lang)),
        (messages::plan_order(lang), order.text(lang)),
        (messages::plan_between(lang), lang.list(&steps)),
        (messages::plan_settings(lang), lang.list(&settings)),
        (messages::plan_time(lang), time(&forecast, lang)),
        (messages::plan_writes(lang), written(&forecast, lang)),
        (messages::plan_space(lang), space(loaded, lang)),
        (messages::plan_endurance(lang), endurance(&forecast, tbw, lang)),
    ];
    page.labelled(&facts);
    page.blank();
    for cell in &loaded.cells {
        page.line(format!("{}  {}", cell.cell.number + 1, cell.cell.label(study)));
        page.command_at(4, std::iter::once("fio".to_owned()).chain(cell.words.clone()));
    }
    page
}

fn time(forecast: &Forecast, lang: Lang) -> String {
    match forecast.seconds {
        Some((low, high)) => messages::TimeAtMost {
            time: &range(&About(low).to_string(), &About(high).to_string()),
        }
        .text(lang),
        None => messages::time_unknown(lang).to_owned(),
    }
}

fn written(forecast: &Forecast, lang: Lang) -> String {
    match forecast.written_bytes {
        Some((_, 0)) => messages::writes_nothing(lang).to_owned(),
        Some((low, high)) => messages::WritesAtMost {
            bytes: &range(&Bytes(low).to_string(), &Bytes(high).to_string()),
        }
        .text(lang),
        None => messages::writes_unknown(lang).to_owned(),
    }
}

fn space(loaded: &Loaded, lang: Lang) -> String {
    match files::sizes(&loaded.cells) {
        _ if loaded.cells.iter().all(language::CheckedCell::is_diskless) => {
            messages::space_none(lang).to_owned()
        }
        Ok(sizes) => Bytes(sizes.into_values().map(|(bytes, _)| bytes).sum()).to_string(),
        Err(error) => error.to_string(),
    }
}

fn endurance(forecast: &Forecast, tbw: Option<f64>, lang: Lang) -> String {
    match (forecast.written_bytes, tbw) {
        (Some((_, high)), Some(tbw)) if tbw > 0.0 => messages::EnduranceShare {
            share: &Share(high as f64 / (tbw * 1e12)),
            endurance: &tbw,
        }
        .text(lang),
        (_, Some(_)) => messages::endurance_unknown(lang).to_owned(),
        (_, None) => messages::endurance_not_given(lang).to_owned(),
    }
}

fn heading(study: &Study, lang: Lang) -> Page {
    let mut page = Page::new();
    let title = match study.title.as_str() {
        "" => String::new(),
        title => format!("{}{}", lang.colon(), builtin::title(&study.name, title, lang)),
    };
    page.line(Styled::new().strong(&study.name).plain(title));
    if !study.about.is_empty() {
        page.line(builtin::about(&study.name, &study.about, lang));
    }
    page.blank();
    page
}

/// The stored studies, and those that come with fiord.
pub(super) fn list(stored: &[StudyRow], studies: &[Builtin], recipes: &[BuiltinRecipe], lang: Lang) -> Page {
    let mut page = Page::new();
    if !stored.is_empty() {
        let mut table = Table::new([
            Column::right(messages::column_id(lang), "id"),
            Column::left(messages::column_begun(lang), "created").rank(2),
            Column::left(messages::column_state(lang), "state"),
            Column::left(messages::column_name(lang), "name"),
            Column::right(messages::column_runs(lang), "runs").rank(1),
            Column::left(messages::column_target(lang), "target").rank(3),
        ]);
        for row in stored {
            let begun = row.created.get(..16).unwrap_or(&row.created).replace('T', " ");
            table.row([
                Cell::from(row.id.to_string()),
                Cell::new(begun).value(row.created.clone()),
                Cell::new(state(row.state)(lang)).value(row.state.name()),
                Cell::from(&row.name),
                Cell::from(row.runs.to_string()),
                Cell::from(row.target.as_deref().unwrap_or("-")),
            ]);
        }
        page.table(table);
        page.blank();
    }
    page.heading(messages::builtin_studies(lang));
    let mut put = |name: &str, title: &str| {
        page.item(
            Styled::from("  ").strong(format!("{name:27}")).plain(" "),
            " ".repeat(30),
            title,
        );
    };
    for study in studies {
        let read = language::read(study.name, study.text).study;
        put(study.name, builtin::title(study.name, &read.title, lang));
    }
    page.blank();
    let names: Vec<String> = recipes.iter().map(|recipe| recipe.name.to_owned()).collect();
    let recipes = &lang.list(&names);
    page.line(messages::Recipes { recipes }.text(lang));
    page
}

/// The word for a state.
pub(in crate::verbs) const fn state(state: StudyState) -> Fixed {
    match state {
        StudyState::Open => messages::state_open,
        StudyState::Done => messages::state_done,
        StudyState::Stopped => messages::state_stopped,
    }
}

/// A study with its analysis.
pub(super) struct StudyReport<'a> {
    /// `None`: nothing is kept.
    pub(super) id: Option<i64>,
    pub(super) study: &'a Study,
    pub(super) cells: &'a [CheckedCell],
    pub(super) seed: u64,
    /// What began it.
    pub(super) command: &'a str,
    pub(super) target: Option<&'a Path>,
    pub(super) analysis: &'a Analysis,
    /// Which budget ended it.
    pub(super) spent: Option<choices::Budget>,
    /// Of a traced run of each cell.
    pub(super) layers: Vec<CellLayers>,
    pub(super) disturbed: Disturbances,
    /// None: one machine.
    pub(super) hosts: Option<&'a StudyHosts>,
    /// Of its sentences.
    pub(super) lang: Lang,
}

/// A published table by its name.
type Named = (String, Vec<PublishedRow>);

impl StudyReport<'_> {
    pub(super) fn page(&self) -> Page {
        let study = self.study;
        let lang = self.lang;
        let mut page = heading(study, lang);
        let target = self.target.map(Path::display);
        let target = target.map(|target| messages::SubjectTarget { target: &target }.text(lang));
        let id = self
            .id
            .map(|study| messages::SubjectStudy { study: &study }.text(lang));
        let seed = messages::SubjectSeed { seed: &self.seed }.text(lang);
        let hosts = self.hosts.map(|hosts| shape(&hosts.hosts));
        let hosts = hosts.map(|hosts| messages::SubjectHosts { hosts: &hosts }.text(lang));
        let subject: Vec<String> = [target, id, Some(seed), hosts].into_iter().flatten().collect();
        page.line(lang.sentences(&subject));
        if self.hosts.is_some() {
            page.line(Styled::new().dim(messages::hosts_rates(lang)));
        }
        page.blank();
        let tables: Vec<Named> = study
            .published
            .iter()
            .map(|table| {
                let name = format!("{}:{}-{}", table.report, table.lines.0, table.lines.1);
                (name, published::of(table))
            })
            .collect();
        for response in self.responses() {
            page.table(self.table(&response, &tables, lang));
            page.blank();
        }
        let cells: Vec<u32> = self.cells.iter().map(|cell| cell.cell.number).collect();
        let legend = marks::legend(study, &cells, &self.analysis.summaries, lang);
        if !legend.is_empty() {
            page.line(lang.sentences(&legend));
            page.blank();
        }
        for (place, (name, _)) in tables.iter().enumerate() {
            let place = &(place + 1);
            page.line(messages::PublishedTable { place, table: name }.text(lang));
        }
        if !tables.is_empty() {
            page.line(messages::published_note(lang));
            page.blank();
        }
        let laws = self.laws();
        if !laws.is_empty() {
            for law in laws {
                page.line(Styled::new().dim(law.sentence(lang)));
            }
            page.blank();
        }
        self.put_findings(&mut page);
        put_cells(&mut page, &self.layers, lang);
        page
    }

    /// All tables one after the other, for CSV.
    pub(super) fn csv(&self) -> String {
        let tables: Vec<String> = self
            .responses()
            .iter()
            .map(|response| self.table(response, &[], Lang::En).csv())
            .collect();
        tables.join("\n")
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
        if all.is_empty() && !self.analysis.unmeasured.is_empty() {
            all.push(Response {
                job: String::new(),
                ddir: String::new(),
            });
        }
        all
    }

    /// What theory says of the cells of one response, by cell.
    fn closed_forms(&self, response: &Response) -> BTreeMap<u32, ClosedForm> {
        let Some(ddir) = Ddir::ALL.into_iter().find(|ddir| ddir.name() == response.ddir) else {
            return BTreeMap::new();
        };
        let of_cell = |checked: &CheckedCell| {
            let job = checked.plan.jobs.iter().find(|job| job.name == response.job)?;
            Some((checked.cell.number, closed_form(self.study.metric, job, ddir)?))
        };
        // Other jobs change what a drive does.
        let alone = self.cells.iter().filter(|checked| checked.plan.jobs.len() == 1);
        alone.filter_map(of_cell).collect()
    }

    /// The formulas of all closed forms.
    fn laws(&self) -> BTreeSet<Law> {
        let responses = self.responses();
        let forms = responses.iter().flat_map(|response| self.closed_forms(response));
        forms.flat_map(|(_, form)| form.laws).collect()
    }

    /// Cells without a number that would have this one.
    fn unmeasured(&self, response: &Response) -> impl Iterator<Item = &UnmeasuredCell> {
        let does = move |job: &JobPlan| {
            let issues = |ddir: Ddir| ddir.name() == response.ddir && job.access.mode.issues(ddir);
            job.name == response.job && Ddir::ALL.into_iter().any(issues)
        };
        let of_response = move |cell: &CheckedCell| {
            let mut jobs = cell.plan.jobs.iter().zip(&cell.jobs);
            response.job.is_empty() || jobs.any(|(job, checked)| checked.is_measured && does(job))
        };
        let all = self.analysis.unmeasured.iter();
        all.filter(move |one| self.cells.get(one.cell as usize).is_some_and(of_response))
    }

    /// The label of a cell; empty where the study lacks it.
    fn label(&self, cell: u32) -> String {
        let cell = self.cells.get(cell as usize);
        cell.map(|cell| cell.cell.label(self.study)).unwrap_or_default()
    }

    /// Why a cell has no number.
    fn why_unmeasured(&self, reason: UnmeasuredReason, lang: Lang) -> &'static str {
        match (reason, self.spent) {
            (UnmeasuredReason::Failed, _) => messages::unmeasured_failed(lang),
            (UnmeasuredReason::NoValue, _) => messages::unmeasured_no_value(lang),
            (UnmeasuredReason::NoRun, Some(choices::Budget::Time)) => messages::unmeasured_time(lang),
            (UnmeasuredReason::NoRun, Some(choices::Budget::Written)) => messages::unmeasured_written(lang),
            (UnmeasuredReason::NoRun, None) => messages::unmeasured_ended(lang),
        }
    }

    fn table(&self, response: &Response, tables: &[Named], lang: Lang) -> Table {
        let study = self.study;
        let mine = self.analysis.summaries.iter();
        let mine: Vec<&Summary> = mine.filter(|summary| summary.response == *response).collect();
        let largest = mine.iter().map(|summary| summary.median).fold(0.0, f64::max);
        let head = match response.job.as_str() {
            "" => messages::column_cell(lang).to_owned(),
            job => format!("{job} {}", direction_named(&response.ddir, lang)),
        };
        let mut columns = vec![
            Column::left(head, "cell"),
            Column::hidden("job"),
            Column::hidden("direction"),
            Column::right(messages::column_median(lang), study.metric.name()),
            Column::right(messages::column_interval(lang), "").rank(1),
            Column::hidden("low"),
            Column::hidden("high"),
        ];
        let theory = self.closed_forms(response);
        if !theory.is_empty() {
            columns.push(Column::right(messages::column_closed_form(lang), "closed_form").rank(2));
        }
        columns.push(Column::right(messages::column_runs(lang), "runs").rank(3));
        columns.extend((1..=tables.len()).map(|place| Column::right(format!("[{place}]"), "").rank(4)));
        columns.push(Column::left("", "marks"));
        columns.push(Column::left("", "").rank(2));
        let mut table = Table::new(columns);
        for summary in mine {
            let cell = self.cells.get(summary.cell as usize);
            let label = self.label(summary.cell);
            let value = |value: f64| words::value(study.metric, value);
            let interval = summary.interval.map_or_else(
                || "-".to_owned(),
                |interval| {
                    phrases::Range {
                        low: &value(interval.low),
                        high: &value(interval.high),
                    }
                    .text(lang)
                },
            );
            let mut cells = vec![
                Cell::from(label),
                Cell::raw(response.job.clone()),
                Cell::raw(response.ddir.clone()),
                Cell::new(value(summary.median)).value(summary.median),
                Cell::new(interval),
                Cell::raw(summary.interval.map(|interval| interval.low)),
                Cell::raw(summary.interval.map(|interval| interval.high)),
            ];
            if !theory.is_empty() {
                cells.push(match theory.get(&summary.cell) {
                    Some(form) => Cell::new(value(form.value)).value(form.value),
                    None => Cell::new("-").value(Value::Null),
                });
            }
            cells.push(Cell::from(summary.values.len().to_string()));
            for (_, rows) in tables {
                let row = cell.and_then(|cell| published::row_of(study, &cell.cell, rows));
                cells.push(Cell::from(
                    row.map_or_else(|| "-".to_owned(), |row| row.mb_per_s.to_string()),
                ));
            }
            let bar = (summary.median / largest.max(f64::MIN_POSITIVE) * BAR).round() as usize;
            cells.push(Cell::from(marks::of(summary, &study.stop, lang)));
            cells.push(Cell::from("█".repeat(bar)));
            table.row(cells);
        }
        self.put_unmeasured(&mut table, response, (!theory.is_empty(), tables.len()), lang);
        table
    }

    /// The rows of cells without a number; `blank`: whether closed forms have a column, and columns of published tables.
    fn put_unmeasured(&self, table: &mut Table, response: &Response, blank: (bool, usize), lang: Lang) {
        let (has_theory, tables) = blank;
        for one in self.unmeasured(response) {
            let mut cells = vec![
                Cell::from(self.label(one.cell)),
                Cell::raw(response.job.clone()),
                Cell::raw(response.ddir.clone()),
                Cell::new(messages::not_measured(lang)).value(Value::Null),
                Cell::from("-"),
                Cell::raw(Value::Null),
                Cell::raw(Value::Null),
            ];
            if has_theory {
                cells.push(Cell::new("-").value(Value::Null));
            }
            cells.push(Cell::from("0"));
            cells.extend(std::iter::repeat_n((), tables).map(|()| Cell::from("-")));
            cells.push(Cell::from(self.why_unmeasured(one.reason, lang)));
            cells.push(Cell::from(""));
            table.row(cells);
        }
    }

    fn put_findings(&self, page: &mut Page) {
        let lang = self.lang;
        let several = self.responses().len() > 1;
        let is_open =
            |finding: &&StudyFinding| matches!(finding.claim, StudyClaim::Ratio { ratio: None, .. });
        let (open, told): (Vec<&StudyFinding>, Vec<&StudyFinding>) =
            self.analysis.findings.iter().partition(is_open);
        for finding in told.iter().chain(&open).take(FIRST) {
            let sentence = finding.sentence(lang);
            let line = match several {
                true => study_findings::OfResponse {
                    job: &finding.response.job,
                    direction: &finding.response.ddir,
                    finding: &sentence,
                }
                .text(lang),
                false => sentence,
            };
            page.item("- ", "  ", line);
        }
        if let more @ 1.. = self.analysis.findings.len().saturating_sub(FIRST) {
            let findings = more as u64;
            page.item("- ", "  ", messages::MoreFindings { findings }.text(lang));
        }
        let caveats = self.caveats();
        if !caveats.is_empty() {
            page.blank();
            page.heading(messages::caveats(lang));
        }
        for (is_grave, sentence) in caveats {
            let style = if is_grave { Style::Care } else { Style::Dim };
            page.item(Styled::new().styled(style, "- "), "  ", sentence);
        }
        let summaries = &self.analysis.summaries;
        if summaries.iter().any(|summary| summary.interval.is_none()) {
            page.blank();
            page.line(messages::no_interval(lang));
        }
        let seed = if self.command.contains("--seed") {
            String::new()
        } else {
            format!(" --seed {}", self.seed)
        };
        page.blank();
        let launcher = if self.hosts.is_some() { "mpirun … " } else { "" };
        let command = &format!("{launcher}{}{seed}", self.command);
        page.line(messages::Repeat { command }.text(lang));
    }

    /// The caveats of all cells of the table and of all findings in words; `true`: no comparative may be used.
    fn caveats(&self) -> Vec<(bool, String)> {
        let summaries = self.analysis.summaries.iter();
        let of_cells =
            summaries.flat_map(|summary| summary.caveats(self.label(summary.cell), &self.study.stop));
        let findings = self.analysis.findings.iter();
        let mut caveats: Vec<_> = findings.flat_map(|finding| finding.caveats.clone()).collect();
        caveats.extend(of_cells);
        caveats.sort();
        caveats.dedup();
        let of_hosts = self.hosts.is_some() && caveats.contains(&Caveat::OneUnit);
        caveats.retain(|caveat| !of_hosts || *caveat != Caveat::OneUnit);
        let mut said = words::caveats(&caveats, self.lang);
        if self
            .analysis
            .findings
            .iter()
            .any(|finding| finding.claim.is_estimated())
        {
            said.push((false, study_findings::estimator(self.lang).to_owned()));
        }
        said.extend(
            self.disturbed
                .sentence(self.lang)
                .map(|sentence| (false, sentence)),
        );
        if of_hosts {
            said.push((false, study_findings::these_hosts(self.lang).to_owned()));
        }
        said
    }

    pub(super) fn document(&self) -> Document<study::StudyDocument> {
        let study = self.study;
        let cell = |checked: &'_ CheckedCell| (checked.cell.number, checked.cell.label(study));
        let cells = self.cells.iter().map(|checked| {
            let (number, label) = cell(checked);
            study::CellJson {
                cell: number,
                label,
                levels: checked.cell.labels(study),
                command: checked.words.clone(),
            }
        });
        let findings = self.analysis.findings.iter();
        let unmeasured = |one: &UnmeasuredCell| study::UnmeasuredJson {
            cell: one.cell,
            reason: self.why_unmeasured(one.reason, self.lang).to_owned(),
        };
        Document::new(study::StudyDocument {
            study: self.id,
            name: study.name.clone(),
            title: study.title.clone(),
            seed: self.seed,
            metric: study.metric,
            target: self.target.map(Stored::from),
            command: self.command.to_owned(),
            factors: study.factors.iter().map(|factor| factor.name.clone()).collect(),
            cells: cells.collect(),
            summaries: self
                .analysis
                .summaries
                .iter()
                .map(|one| {
                    let theory = self.closed_forms(&one.response).remove(&one.cell);
                    summary(one, theory.as_ref(), &study.stop)
                })
                .collect(),
            unmeasured: self.analysis.unmeasured.iter().map(unmeasured).collect(),
            findings: findings
                .map(|finding| study::SpokenFinding::of(finding, self.lang))
                .collect(),
            caveats: self.caveats().into_iter().map(|(_, sentence)| sentence).collect(),
            closed_forms: self
                .laws()
                .into_iter()
                .map(|law| law.sentence(self.lang).to_owned())
                .collect(),
            published: self.published(),
            layers: self.layers.clone(),
            hosts: self.hosts.map(|hosts| study::HostsOfStudy {
                hosts: hosts.hosts.clone(),
                spread: hosts.spread,
            }),
        })
    }

    fn published(&self) -> Vec<study::PublishedTable> {
        let table = |stated: &fiord_study::definition::Published| {
            let rows = published::of(stated);
            let of = |checked: &CheckedCell| {
                let row = published::row_of(self.study, &checked.cell, &rows)?;
                Some(study::PublishedCell {
                    cell: checked.cell.number,
                    line: row.line,
                    bytes_per_s: row.mb_per_s * 1e6,
                })
            };
            study::PublishedTable {
                report: stated.report.clone(),
                lines: [stated.lines.0, stated.lines.1],
                rows: self.cells.iter().filter_map(of).collect(),
            }
        };
        self.study.published.iter().map(table).collect()
    }
}

fn summary(summary: &Summary, theory: Option<&ClosedForm>, stop: &Stop) -> study::SummaryJson {
    study::SummaryJson {
        cell: summary.cell,
        job: summary.response.job.clone(),
        direction: summary.response.ddir.clone(),
        values: summary
            .values
            .iter()
            .map(|(block, value)| study::BlockValue {
                block: *block,
                value: *value,
            })
            .collect(),
        median: summary.median,
        interval: summary.interval.map(Into::into),
        closed_form: theory.map(|form| form.value),
        wide: summary.is_wide(stop),
        drift: summary.is_drifting,
        two_states: summary.states.map(|states| [states.low.level, states.high.level]),
        state: summary.state,
        runs: summary.runs.clone(),
        wrong: summary.wrong.clone(),
        left_out: summary.left_out.clone(),
    }
}
