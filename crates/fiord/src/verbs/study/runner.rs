//! Runs a study: the next run follows from what is stored.
//!
//! So going on after an end of any kind is the same as going on. The file is long, because all of it needs the store, the settings and the
//! cells of one `StudyRunner`.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_messages::{Lang, study as messages, words as choices};
use fiord_record::number::Bytes;
use fiord_record::run::RunRecord;
use fiord_report::documents::Document;
use fiord_report::documents::survey::{self, SurveyRanks, SurveyRun, SurveySubject};
use fiord_store::{Filter, NewRun, NewStudy, Place, RunRow, Store, StudyRow, StudyState};
use fiord_study::analysis::{self, MeasuredRun};
use fiord_study::definition::{Between, Budget, Order, Study, StudyMetric};
use fiord_study::findings::Response;
use fiord_study::language::CheckedCell;
use fiord_study::matrix::StudyCell;
use fiord_study::order;
use fiord_study::progress::{Done, NextRun, RemainingRuns};
use fiord_study::survey::SurveyFit;
use jiff::Timestamp;

use super::StudyConsent;
use super::in_turns;
use super::kernel::CellSettings;
use super::load::Loaded;
use super::load_search;
use super::page;
use super::settings::{StudySettings, lowered, lowered_on};
use super::view::{View, WholeProgress};
use crate::files::{FileOwner, StudyTarget};
use crate::keep;
use crate::live::{self, LiveHead, LiveOutputs};
use crate::ui::{self, Progress, exit, print, say};
use crate::verbs::form::FormArgs;
use crate::verbs::kernel_settings::AppliedSettings;
use crate::verbs::verify::{self, Recomputed};
use fiord_session::layers::{LayersRequest, with_stamps};
use fiord_session::{RunSettings, Signals};

/// A study with its store.
pub(in crate::verbs) struct StudyRunner {
    pub(super) id: i64,
    pub(super) study: Study,
    pub(super) cells: Vec<CheckedCell>,
    pub(super) seed: u64,
    pub(super) settings: StudySettings,
    command: String,
    pub(super) store: Store,
    consent: StudyConsent,
    /// None: its runs need no kernel settings.
    kernel: Option<CellSettings>,
    /// None: it is only looked at.
    signals: Option<Signals>,
    /// Made and filled before the study began.
    pub(super) prepared: Option<StudyTarget>,
    /// A survey's report prints its commands as well.
    pub(super) shows_commands: bool,
    /// What it is a part of; none: it is all there is.
    whole: Option<WholeProgress>,
    /// Where the seconds of its runs go.
    pub(in crate::verbs) live: LiveOutputs,
}

impl StudyRunner {
    /// Reads and checks the study, makes sure that its target is fit, and stores it. Nothing, where the study has mistakes, which were
    /// printed.
    ///
    /// # Errors
    /// The target is unfit, or the store.
    pub(in crate::verbs) fn begin(
        settings: StudySettings,
        seed: Option<u64>,
        store: Store,
        command: &str,
        consent: &StudyConsent,
        signals: Signals,
    ) -> Result<Option<Self>> {
        let target = settings.target.as_deref().map(Path::canonicalize).transpose();
        let target = target.with_context(|| {
            settings
                .target
                .as_deref()
                .unwrap_or(Path::new(""))
                .display()
                .to_string()
        })?;
        let settings = StudySettings { target, ..settings };
        let seed = seed.or(settings.stated_seed()).unwrap_or_else(any_seed);
        let Some(loaded) = lowered(&settings, seed) else {
            return Ok(None);
        };
        // What cannot work is refused before anything is stored.
        if !settings.slo.is_empty() {
            load_search::check(&loaded, &settings.slo)?;
        }
        in_turns::check(&loaded, &settings)?;
        if settings.fit.is_none() {
            drop(StudyTarget::open(
                settings.target.as_deref(),
                seed,
                &loaded.cells,
                &loaded.study.between,
                FileOwner::default(),
            )?);
        }
        let study = (&loaded.study, loaded.cells.as_slice());
        let kernel = CellSettings::new(study, settings.target.as_deref(), &consent.change, &signals)?;
        let stored = Self::store_loaded(settings, loaded, seed, (store, command))?;
        Ok(Some(Self {
            consent: consent.clone(),
            kernel,
            signals: Some(signals),
            ..stored
        }))
    }

    /// Stores a study that ranks measure. Nothing, where it has mistakes.
    ///
    /// # Errors
    /// The store.
    pub(super) fn stored(
        settings: StudySettings,
        seed: u64,
        store: Store,
        command: &str,
    ) -> Result<Option<Self>> {
        let Some(loaded) = lowered_on(&settings, seed, None) else {
            return Ok(None);
        };
        in_turns::check(&loaded, &settings)?;
        Self::store_loaded(settings, loaded, seed, (store, command)).map(Some)
    }

    fn store_loaded(
        settings: StudySettings,
        loaded: Loaded,
        seed: u64,
        (mut store, command): (Store, &str),
    ) -> Result<Self> {
        let shown = settings.target.as_ref().map(|path| path.display().to_string());
        let row = NewStudy {
            name: settings.save.as_deref().unwrap_or(&loaded.study.name),
            command,
            target: shown.as_deref(),
            seed,
            source: &settings.source,
            settings: &serde_json::to_string(&settings)?,
        };
        let id = store.add_study(&row, Timestamp::now())?;
        Ok(Self::of(id, seed, (loaded, settings), command, store))
    }

    fn of(
        id: i64,
        seed: u64,
        (loaded, settings): (Loaded, StudySettings),
        command: &str,
        store: Store,
    ) -> Self {
        Self {
            id,
            study: loaded.study,
            cells: loaded.cells,
            seed,
            settings,
            command: command.to_owned(),
            store,
            consent: StudyConsent::default(),
            kernel: None,
            signals: None,
            prepared: None,
            shows_commands: false,
            whole: None,
            live: LiveOutputs::default(),
        }
    }

    /// Before ranks go on with it; a time replaces the budget.
    ///
    /// # Errors
    /// The store.
    pub(super) fn open_again(&mut self, time_s: Option<u64>) -> Result<()> {
        if let Some(seconds) = time_s {
            self.study.budget.seconds = Some(seconds as f64);
        }
        Ok(self.store.set_state(self.id, StudyState::Open)?)
    }

    /// A stored study, to be gone on with.
    ///
    /// # Errors
    /// What is stored of it cannot be read.
    pub(in crate::verbs) fn resume(
        row: &StudyRow,
        store: Store,
        consent: &StudyConsent,
        signals: Signals,
    ) -> Result<Option<Self>> {
        let stored = Self::look(row, store)?;
        Ok(stored.map(|stored| Self {
            consent: consent.clone(),
            signals: Some(signals),
            ..stored
        }))
    }

    /// A stored study, to be looked at.
    ///
    /// # Errors
    /// What is stored of it cannot be read.
    pub(in crate::verbs) fn look(row: &StudyRow, store: Store) -> Result<Option<Self>> {
        let settings = StudySettings::of(row)?;
        let loaded = lowered(&settings, row.seed);
        Ok(loaded.map(|loaded| Self::of(row.id, row.seed, (loaded, settings), &row.command, store)))
    }

    /// What began it.
    pub(super) fn command(&self) -> &str {
        &self.command
    }

    pub(super) fn plain_cells(&self) -> Vec<StudyCell> {
        self.cells.iter().map(|checked| checked.cell.clone()).collect()
    }

    /// Runs what is missing as a part of something larger, and prints nothing; whether it is complete.
    ///
    /// # Errors
    /// The target, or the store.
    pub(in crate::verbs) fn run_as_part(&mut self, whole: WholeProgress) -> Result<bool> {
        self.whole = Some(whole);
        let is_done = matches!(self.run()?, StudyEnd::Done);
        let state = if is_done {
            StudyState::Done
        } else {
            StudyState::Stopped
        };
        self.store.set_state(self.id, state)?;
        Ok(is_done)
    }

    /// What is varied, and the cells with what they run.
    pub(in crate::verbs) fn design(&self) -> (&Study, &[CheckedCell]) {
        (&self.study, &self.cells)
    }

    /// Which run is which repeat of which cell, in the order in which they ran.
    ///
    /// # Errors
    /// The store.
    pub(in crate::verbs) fn measured_places(&self) -> Result<Vec<(Place, i64)>> {
        let places = self.store.places(self.id)?.into_iter();
        Ok(places.filter(|(place, _)| place.block != Place::TRACED).collect())
    }

    /// Runs what is missing and prints the report; the exit code.
    ///
    /// # Errors
    /// The target, the store, or standard output.
    pub(in crate::verbs) fn run_and_report(&mut self, form: FormArgs) -> Result<u8> {
        let ended = self.run()?;
        self.conclude(ended, form)
    }

    /// Prints the report of a study that goes no further now; the exit code.
    ///
    /// # Errors
    /// The store, or standard output.
    pub(super) fn conclude(&mut self, ended: StudyEnd, form: FormArgs) -> Result<u8> {
        self.report(form)?;
        let measured = self.measured()?;
        let failed = match self.settings.fit {
            // Points that cannot be measured here are rows of its table.
            Some(_) => measured.iter().all(|run| run.failed),
            None => measured.iter().any(|run| run.failed),
        };
        match ended {
            StudyEnd::Done => self.store.set_state(self.id, StudyState::Done)?,
            _ => self.store.set_state(self.id, StudyState::Stopped)?,
        }
        if let Some(words) = self.end_in_words(ended) {
            say(words);
        }
        Ok(match ended {
            StudyEnd::Interrupted => exit::INTERRUPTED,
            StudyEnd::Broken => exit::FAILED,
            _ if failed => exit::FAILED,
            _ => self.needs_exit_code()?,
        })
    }

    /// How it ended, and how to continue; nothing where it is complete.
    fn end_in_words(&self, ended: StudyEnd) -> Option<String> {
        let lang = Lang::current();
        let (launcher, hosts) = match &self.settings.hosts {
            Some(_) => ("mpirun … ", " --hosts"),
            None => ("", ""),
        };
        let command = &format!("{launcher}fiord study resume{hosts} {}", self.id);
        let is_kept = !self.store.is_in_memory();
        let (end, again) = match ended {
            StudyEnd::Done => return None,
            StudyEnd::Interrupted if !is_kept => (messages::interrupted_nothing_kept(lang), None),
            StudyEnd::Interrupted => (
                messages::interrupted(lang),
                Some(messages::Continue { command }.text(lang)),
            ),
            StudyEnd::Broken if !is_kept => (messages::ended_early_nothing_kept(lang), None),
            StudyEnd::Broken => (
                messages::ended_early(lang),
                Some(messages::Continue { command }.text(lang)),
            ),
            StudyEnd::Budget(budget) => {
                let spent = messages::BudgetSpent { budget }.text(lang);
                let is_time = matches!(budget, choices::Budget::Time);
                let again = (is_kept && is_time).then(|| messages::ContinueWithTime { command }.text(lang));
                let sentences: Vec<String> = [spent].into_iter().chain(again).collect();
                return Some(lang.sentences(&sentences));
            }
        };
        let sentences: Vec<String> = [end.to_owned()].into_iter().chain(again).collect();
        Some(lang.sentences(&sentences))
    }

    fn run(&mut self) -> Result<StudyEnd> {
        let Some(signals) = self.signals.clone() else {
            return Ok(StudyEnd::Interrupted);
        };
        if let Some(level) = self.service_level() {
            return self.search_rates(&level, &signals);
        }
        let rows = self.rows()?;
        let mut done = analysis::done(&self.measured_in(&rows)?);
        let mut spent = Spent::of(&rows, Timestamp::now());
        drop(rows);
        let count = self.cells.len() as u32;
        let study = self.study.clone();
        let remaining = RemainingRuns::of(&study, count, self.seed);
        if remaining.next(&done).is_none() && self.untraced_cells()?.is_empty() {
            return Ok(StudyEnd::Done);
        }
        // Nothing is prepared for a study whose budget is used up.
        if remaining.next(&done).is_some()
            && let Some(budget) = spent.over(&study.budget)
        {
            return Ok(StudyEnd::Budget(budget));
        }
        self.control_kernel(&signals)?;
        self.store.set_state(self.id, StudyState::Open)?;
        let between = self.study.between.clone();
        let begun = Instant::now();
        let mut target = match self.prepared.take() {
            Some(prepared) => prepared,
            None => self.open(&signals)?,
        };
        let filled_s = begun.elapsed().as_secs_f64();
        spent.seconds += filled_s;
        let cells = self.cells.clone();
        let mut view = View::new(&study, &cells, &done, self.whole.clone());
        // Each run is preceded by the same writes again.
        if between.contains(&Between::Precondition) {
            view.expect_before_each_run(filled_s);
        }
        while let Some(first) = remaining.next(&done) {
            if signals.received().is_some() {
                return Ok(StudyEnd::Interrupted);
            }
            if let Some(budget) = spent.over(&study.budget) {
                return Ok(StudyEnd::Budget(budget));
            }
            let budget_s = study.budget.seconds.map(|most| most - spent.seconds);
            let cells = match study.order {
                Order::InTurns => remaining.of_block(&done, usize::MAX),
                Order::Random | Order::AsWritten => vec![first],
            };
            view.begin(&cells, &done, remaining.left(&done), budget_s);
            let begun = Instant::now();
            target.prepare(&between, &signals, &|text| say(text))?;
            spent.seconds += begun.elapsed().as_secs_f64();
            let records = view.during(|progress, head| match study.order {
                Order::InTurns => self.measure_in_turns(&cells, &target, &signals, (progress, head)),
                Order::Random | Order::AsWritten => {
                    let record = self.measure(first, &target, &signals, (progress, head))?;
                    Ok(vec![(first, record)])
                }
            })?;
            // A run that was cut short does not measure the cell; it is made again.
            if signals.received().is_some() {
                return Ok(StudyEnd::Interrupted);
            }
            let rows = self.keep_block(&records, &mut done)?;
            spent.add(&rows, Some(Timestamp::now()));
            view.end(&cells, &done);
        }
        Ok(match self.trace_cells(&mut target, &signals)? {
            true => StudyEnd::Interrupted,
            false => StudyEnd::Done,
        })
    }

    /// Gets ready to set what the cells need, unless that is done.
    pub(super) fn control_kernel(&mut self, signals: &Signals) -> Result<()> {
        if self.kernel.is_none() {
            let study = (&self.study, self.cells.as_slice());
            let target = self.settings.target.as_deref();
            self.kernel = CellSettings::new(study, target, &self.consent.change, signals)?;
        }
        Ok(())
    }

    /// Opens the target and fills what is read.
    pub(super) fn open(&self, signals: &Signals) -> Result<StudyTarget> {
        let path = self.settings.target.as_deref();
        let target = match (&self.settings.fit, path) {
            (Some(fit), Some(folder)) if !fit.is_read_only => {
                StudyTarget::unnamed(folder, fit.file_bytes, None)?
            }
            _ => {
                let between = &self.study.between;
                StudyTarget::open(path, self.seed, &self.cells, between, FileOwner::default())?
            }
        };
        if target.bytes() > 0 {
            let bytes = &Bytes(target.bytes());
            say(messages::MakingFiles { bytes }.text(Lang::current()));
        }
        target.fill(signals)?;
        Ok(target)
    }

    pub(super) fn measure(
        &self,
        next: NextRun,
        target: &StudyTarget,
        signals: &Signals,
        shown: (&Progress, &LiveHead<'_>),
    ) -> Result<RunRecord> {
        self.measure_changed(next, target, signals, shown, |_| ())
    }

    /// As [`StudyRunner::measure`], after a change of the plan.
    pub(super) fn measure_changed(
        &self,
        next: NextRun,
        target: &StudyTarget,
        signals: &Signals,
        (progress, head): (&Progress, &LiveHead<'_>),
        change: impl FnOnce(&mut RunPlan),
    ) -> Result<RunRecord> {
        let checked = self
            .cells
            .get(next.cell as usize)
            .context("a cell of the study")?;
        let mut plan = seeded(&checked.plan, order::of_run(self.seed, next.block, next.cell));
        target.redirect(&mut plan);
        change(&mut plan);
        let traced = next.block == Place::TRACED;
        let board = fiord_session::board(&plan)?;
        let board = if traced { with_stamps(board) } else { board };
        let settings = RunSettings {
            layers: traced.then(|| LayersRequest::new(true)),
            ..self.run_settings(target, signals)
        };
        let set = self
            .kernel
            .as_ref()
            .map(|kernel| kernel.set(next.cell))
            .transpose()?;
        let seen = (progress, &self.live);
        let record = live::measure(&plan, settings, board, seen, head, &|_| {})?;
        set.map_or(Ok(()), AppliedSettings::end_run)?;
        Ok(record)
    }

    pub(super) fn run_settings(&self, target: &StudyTarget, signals: &Signals) -> RunSettings {
        RunSettings {
            allow_destroy: self.consent.allow_destroy.clone(),
            only: target.only(),
            readonly: target.is_read_only(),
            evidence: true,
            ..RunSettings::new(signals.stop.clone())
        }
    }

    /// Stores a run and its place in one step; its id.
    pub(super) fn keep(&mut self, place: Place, record: &RunRecord) -> Result<i64> {
        Ok(self.keep_together(&[(place, record)])?[0])
    }

    /// Stores runs and their places, all or none, so that cells in turns are whole blocks; their ids.
    fn keep_together(&mut self, runs: &[(Place, &RunRecord)]) -> Result<Vec<i64>> {
        let named = self.settings.target.as_ref();
        let new = runs.iter().map(|(place, record)| NewRun {
            record,
            name: self.settings.save.as_deref(),
            tags: &self.settings.tags,
            verb: &self.settings.verb,
            command: &self.command,
            target: match self.settings.fit {
                Some(_) => named.map(|path| path.display().to_string()),
                None => keep::target(record),
            },
            interrupted: false,
            judgement: keep::judged(record),
            results: keep::results(record),
            place: Some(*place),
        });
        Ok(self.store.add_together(&new.collect::<Vec<_>>())?)
    }

    /// Stores the runs of one step and returns their rows. What is stored decides what comes next, of these runs as of those before.
    fn keep_block(&mut self, records: &[(NextRun, RunRecord)], done: &mut Vec<Done>) -> Result<Vec<RunRow>> {
        let places = (done.len() as u32..).zip(records);
        let places = places.map(|(place, (next, record))| {
            let place = Place {
                study: self.id,
                block: next.block,
                cell: next.cell,
                place,
            };
            (place, record)
        });
        let places: Vec<(Place, &RunRecord)> = places.collect();
        let runs = self.keep_together(&places)?;
        let mut rows = Vec::new();
        for ((place, record), run) in places.into_iter().zip(runs) {
            if !done
                .iter()
                .any(|run| run.cell == place.cell && run.values.is_none())
            {
                self.say_failed(&place, run, record);
            }
            let row = self.store.row(run)?.context("the run that was just stored")?;
            done.extend(analysis::done(&[self.measured_run(&place, &row)]));
            rows.push(row);
        }
        Ok(rows)
    }

    /// Says why a run failed. This is done once for each cell, because its other runs fail alike. Points that a fit cannot measure are rows
    /// of its table.
    fn say_failed(&self, place: &Place, run: i64, record: &RunRecord) {
        let error = record.workers.iter().find_map(|worker| worker.error.as_ref());
        let (Some(error), Some(cell)) = (error, self.cells.get(place.cell as usize)) else {
            return;
        };
        if self.settings.fit.is_none() {
            let (lang, cell) = (Lang::current(), &cell.cell.label(&self.study));
            let (run, error) = (&run, &error.detail.text(lang));
            say(messages::RunFailed { cell, run, error }.text(lang));
        }
    }

    /// What is stored, as the analysis takes it.
    pub(super) fn measured(&self) -> Result<Vec<MeasuredRun>> {
        self.measured_in(&self.rows()?)
    }

    pub(super) fn rows(&self) -> Result<Vec<RunRow>> {
        Ok(self.store.list(&Filter {
            study: Some(self.id),
            ..Filter::default()
        })?)
    }

    /// Runs that are still to come, at least and at most; `None` of a search, whose length is unknown.
    ///
    /// # Errors
    /// The store.
    pub(in crate::verbs) fn runs_left(&self) -> Result<Option<(u64, u64)>> {
        if self.service_level().is_some() {
            return Ok(None);
        }
        let done = analysis::done(&self.measured()?);
        let remaining = RemainingRuns::of(&self.study, self.cells.len() as u32, self.seed);
        Ok(Some(remaining.left(&done)))
    }

    /// Every number of the runs and every finding once more, from the records.
    ///
    /// # Errors
    /// A record is missing or damaged.
    pub(super) fn recomputed(&self) -> Result<Recomputed> {
        let mut sum = Recomputed::default();
        let stored = self.rows()?;
        let mut now = stored.clone();
        for row in &mut now {
            verify::run(&self.store, row, &mut sum)?;
            row.results = verify::results(&self.store, row)?;
        }
        let lang = Lang::current();
        let analyse = |rows: &[RunRow]| -> Result<analysis::Analysis> {
            Ok(self.analysis_of(&self.measured_in(rows)?, lang))
        };
        let (stored, now) = (analyse(&stored)?, analyse(&now)?);
        sum.compared += (now.summaries.len() + now.findings.len()) as u64;
        if stored.summaries != now.summaries {
            sum.differences
                .push(messages::verified_summaries(lang).to_owned());
        }
        for (stored, now) in stored.findings.iter().zip(&now.findings) {
            if stored != now {
                let difference = messages::VerifiedFinding {
                    stored: &stored.sentence(lang),
                    recomputed: &now.sentence(lang),
                };
                sum.differences.push(difference.text(lang));
            }
        }
        Ok(sum)
    }

    pub(super) fn measured_in(&self, rows: &[RunRow]) -> Result<Vec<MeasuredRun>> {
        let placed = self.placed(rows)?;
        Ok(placed
            .iter()
            .map(|(place, row)| self.measured_run(place, row))
            .collect())
    }

    /// Each place with its run, in the order of running.
    pub(super) fn placed(&self, rows: &[RunRow]) -> Result<Vec<(Place, RunRow)>> {
        let by_id: HashMap<i64, &RunRow> = rows.iter().map(|row| (row.id, row)).collect();
        let places = self.store.places(self.id)?.into_iter();
        Ok(places
            .filter_map(|(place, run)| Some((place, (*by_id.get(&run)?).clone())))
            .collect())
    }

    pub(super) fn measured_run(&self, place: &Place, row: &RunRow) -> MeasuredRun {
        let checked = self.cells.get(place.cell as usize);
        let is_measured = |job: usize| {
            checked.is_some_and(|checked| checked.jobs.get(job).is_some_and(|job| job.is_measured))
        };
        // Only the study that asks for it reads records for it.
        let record = || self.store.record(row.id).ok().flatten();
        let of_flash = match self.study.metric {
            StudyMetric::WriteAmplification => record().and_then(|record| record.write_amplification()),
            StudyMetric::Lifetime => record().and_then(|record| record.lifetime_bytes()),
            _ => None,
        };
        // The error of a worn-out drive is what such a study waits for.
        let reached_end = self.study.metric == StudyMetric::Lifetime && of_flash.is_some();
        let values = row
            .results
            .iter()
            .filter(|result| is_measured(result.job))
            .filter_map(|result| {
                let value = analysis::value(
                    self.study.metric,
                    result.iops,
                    result.bytes_per_s,
                    result.lat_p50_ns,
                    result.lat_p99_ns,
                )
                .or_else(|| of_flash.filter(|_| result.ddir == Ddir::Write.name()))?;
                let response = Response {
                    job: result.name.clone(),
                    ddir: result.ddir.clone(),
                };
                Some((response, value))
            });
        MeasuredRun {
            block: place.block,
            cell: place.cell,
            place: place.place,
            run: row.id,
            grade: match reached_end {
                true => 'B',
                false => row.grade.chars().next().unwrap_or('D'),
            },
            values: values.collect(),
            failed: row.failed > 0 && !reached_end,
        }
    }

    /// Prints tables and findings of what is stored.
    ///
    /// # Errors
    /// The store, or standard output.
    pub(in crate::verbs) fn report(&self, form: FormArgs) -> Result<()> {
        if let Some(level) = self.service_level() {
            return self.report_slo(&level, form);
        }
        let analysis = self.analysed(form.lang())?;
        if let Some(fit) = &self.settings.fit {
            return self.survey(fit, &analysis, form);
        }
        let report = self.shown(&analysis, form.lang())?;
        if form.json {
            print(&report.document().to_text()?)?;
        } else if form.csv {
            print(&report.csv())?;
        } else if form.md {
            print(&report.page().markdown(form.lang()))?;
        } else {
            ui::put(&report.page())?;
        }
        Ok(())
    }

    fn analysed(&self, lang: Lang) -> Result<analysis::Analysis> {
        self.analysed_in(&self.rows()?, lang)
    }

    pub(super) fn analysed_in(&self, rows: &[RunRow], lang: Lang) -> Result<analysis::Analysis> {
        Ok(self.analysis_of(&self.measured_in(rows)?, lang))
    }

    fn analysis_of(&self, runs: &[MeasuredRun], lang: Lang) -> analysis::Analysis {
        let mut found = analysis::analyse(&self.study, &self.plain_cells(), self.seed, runs);
        if let Some(sheet) = &self.settings.sheet {
            analysis::hold_against(&mut found, sheet, &self.study, &self.cells, self.seed, lang);
        }
        analysis::look_inside(&mut found, &self.study, &self.cells, self.seed);
        found
    }

    fn survey_runs(&self) -> Result<Vec<SurveyRun>> {
        let places = self.store.places(self.id)?;
        let by_run: HashMap<i64, Place> = places.into_iter().map(|(place, run)| (run, place)).collect();
        let mut runs = Vec::new();
        for row in self.rows()? {
            if let (Some(place), Some(record)) = (by_run.get(&row.id), self.store.record(row.id)?) {
                runs.push(SurveyRun {
                    cell: place.cell,
                    block: place.block,
                    is_wrong: row.grade == "D",
                    record,
                });
            }
        }
        Ok(runs)
    }

    fn survey_of(
        &self,
        fit: &SurveyFit,
        analysis: &analysis::Analysis,
        lang: Lang,
    ) -> Result<survey::SurveyDocument> {
        let done = analysis::done(&self.measured()?);
        let remaining = RemainingRuns::of(&self.study, self.cells.len() as u32, self.seed);
        let subject = SurveySubject {
            study: (!self.store.is_in_memory()).then_some(self.id),
            path: self.settings.target.as_deref().unwrap_or(Path::new(".")),
            fit: *fit,
            is_interrupted: remaining.next(&done).is_some(),
            ranks: self.settings.hosts.as_ref().map(|hosts| SurveyRanks {
                hosts: &hosts.hosts,
                spread: hosts.spread,
                size: hosts.size.as_ref(),
            }),
        };
        Ok(survey::SurveyDocument::new(
            &subject,
            (&self.study, self.cells.as_slice()),
            &self.survey_runs()?,
            &analysis.findings,
            self.cell_layers(lang)?,
            lang,
        ))
    }

    /// Prints the report of a survey, from what is stored.
    fn survey(&self, fit: &SurveyFit, analysis: &analysis::Analysis, form: FormArgs) -> Result<()> {
        let lang = form.lang();
        let survey = self.survey_of(fit, analysis, lang)?;
        if survey.is_empty() && !form.json {
            say(messages::interrupted_before(lang));
            return Ok(());
        }
        if form.json {
            ui::print(&Document::new(survey).to_text()?)?;
        } else if form.csv {
            ui::print(&survey.csv())?;
        } else if form.md {
            ui::print(&survey.page(self.shows_commands, None, lang).markdown(lang))?;
        } else {
            ui::put(&survey.page(self.shows_commands, ui::Screen::stdout().width, lang))?;
        };
        Ok(())
    }

    /// Writes the numbers of a survey; a file stays as it is where nothing was measured.
    ///
    /// # Errors
    /// The store, or the file.
    pub(super) fn write_metrics(&self, file: &ui::WholeFile) -> Result<()> {
        let Some(fit) = &self.settings.fit else {
            return Ok(());
        };
        let survey = self.survey_of(fit, &self.analysed(Lang::En)?, Lang::En)?;
        let text = fiord_report::openmetrics::survey(&survey);
        text.map_or(Ok(()), |text| file.write(&text)).context("--metrics")
    }

    /// A survey as a document; none of other studies.
    pub(super) fn survey_document(
        &self,
        analysis: &analysis::Analysis,
        lang: Lang,
    ) -> Result<Option<survey::SurveyDocument>> {
        let fit = self.settings.fit.as_ref();
        fit.map(|fit| self.survey_of(fit, analysis, lang)).transpose()
    }

    pub(super) fn shown<'a>(
        &'a self,
        analysis: &'a analysis::Analysis,
        lang: Lang,
    ) -> Result<page::StudyReport<'a>> {
        Ok(page::StudyReport {
            id: (!self.store.is_in_memory()).then_some(self.id),
            study: &self.study,
            cells: &self.cells,
            seed: self.seed,
            command: &self.command,
            target: self.settings.target.as_deref(),
            analysis,
            spent: Spent::of(&self.rows()?, Timestamp::now()).over(&self.study.budget),
            layers: self.cell_layers(lang)?,
            disturbed: self.disturbed()?,
            hosts: self.settings.hosts.as_ref(),
            lang,
        })
    }
}

/// What a study took of its budget: its runs, and in this process what was done before each of them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Spent {
    seconds: f64,
    /// By the rates that the workers counted.
    written_bytes: f64,
}

impl Spent {
    /// Of runs, the newest first.
    pub(super) fn of(rows: &[RunRow], now: Timestamp) -> Self {
        let mut spent = Self::default();
        let mut next = Some(now);
        // Cells that took turns began together.
        for rows in rows.chunk_by(|one, other| began(one).is_some() && began(one) == began(other)) {
            spent.add(rows, next);
            next = rows.first().and_then(began);
        }
        spent
    }

    /// Adds a run, or those that took turns. The seconds are stored whole, a begun one as one; where something began sooner than that, it was over
    /// by then.
    pub(super) fn add(&mut self, rows: &[RunRow], next: Option<Timestamp>) {
        let Some(row) = rows.first() else {
            return;
        };
        let whole = row.elapsed_s as f64;
        let seconds = match (began(row), next) {
            (Some(began), Some(next)) => {
                let between = Timestamp::duration_since(next, began).as_secs_f64();
                if between > 0.0 { whole.min(between) } else { whole }
            }
            _ => whole,
        };
        let results = rows.iter().flat_map(|row| &row.results);
        let writes = results.filter(|one| one.ddir == Ddir::Write.name());
        let each = seconds / rows.len() as f64;
        self.seconds += seconds;
        self.written_bytes += writes.map(|one| one.bytes_per_s * each).sum::<f64>();
    }

    /// Which part of a budget is used up.
    pub(super) fn over(&self, budget: &Budget) -> Option<choices::Budget> {
        if budget.seconds.is_some_and(|most| self.seconds >= most) {
            return Some(choices::Budget::Time);
        }
        let written = budget.written_bytes;
        let is_written = written.is_some_and(|most| self.written_bytes >= most as f64);
        is_written.then_some(choices::Budget::Written)
    }
}

/// When a run began; none: unknown.
fn began(row: &RunRow) -> Option<Timestamp> {
    row.started.as_ref()?.parse().ok()
}

/// How a study ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum StudyEnd {
    Done,
    Interrupted,
    Budget(choices::Budget),
    /// A rank was lost, or could not start.
    Broken,
}

/// The plan with seeds of this run alone.
pub(in crate::verbs) fn seeded(plan: &RunPlan, seed: u64) -> RunPlan {
    let mut plan = plan.clone();
    for (number, job) in (0_u64..).zip(&mut plan.jobs) {
        job.access.randseed = seed.wrapping_add(number);
        job.engine.sim.seed = seed.wrapping_add(number);
    }
    plan
}

/// A seed that nobody has used: from the clock and the process.
pub(in crate::verbs) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = now.as_nanos() as u64 ^ (u64::from(std::process::id()) << 40);
    // Half of the range, so that it is a positive number for everybody.
    mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn row(started: &str, elapsed_s: u64) -> RunRow {
        RunRow {
            id: 1,
            name: None,
            verb: "study".to_owned(),
            command: String::new(),
            started: Some(started.to_owned()),
            elapsed_s,
            target: None,
            grade: "B".to_owned(),
            verdict: String::new(),
            wrong: 0,
            interrupted: false,
            failed: 0,
            study: Some(1),
            tags: Vec::new(),
            results: vec![fiord_store::ResultRow {
                job: 0,
                name: "job".to_owned(),
                ddir: "write".to_owned(),
                iops: 1.0,
                bytes_per_s: 100.0,
                lat_p50_ns: None,
                lat_p99_ns: None,
            }],
        }
    }

    /// Four cells that began together had 1 s each of the 4 s.
    #[test]
    fn a_budget_counts_the_time_of_turns_once() {
        let rows = vec![row("2026-11-23T07:00:00Z", 4); 4];
        let spent = Spent::of(&rows, "2026-11-23T07:00:30Z".parse().unwrap());
        let expected = Spent {
            seconds: 4.0,
            written_bytes: 400.0,
        };
        assert_eq!(spent, expected);
    }

    /// 2.03 s from run to run, stored as 3 s each; then a pause of a day, which costs nothing.
    #[test]
    fn a_budget_counts_the_time_that_runs_took() {
        let rows = [
            row("2026-11-23T07:00:04.060Z", 3),
            row("2026-11-23T07:00:02.030Z", 3),
            row("2026-11-22T07:00:02.030Z", 3),
            row("2026-11-22T07:00:00.000Z", 3),
        ];
        let spent = Spent::of(&rows, "2026-11-23T07:00:06.090Z".parse().unwrap());
        assert!((spent.seconds - (3.0 + 3.0 * 2.03)).abs() < 1e-9, "{spent:?}");
        assert!((spent.written_bytes - 909.0).abs() < 1e-6, "{spent:?}");
        let budget = |seconds| Budget {
            seconds: Some(seconds),
            written_bytes: None,
        };
        assert_eq!(spent.over(&budget(9.0)), Some(choices::Budget::Time));
        assert_eq!(spent.over(&budget(9.1)), None);
    }
}
