//! `--slo` of studies, sweeps and checks: the highest arrival rate at which limits of latencies hold, for each cell of a study.
//!
//! The next run follows from what is stored, as in every study.

use std::slice;

use anyhow::{Context, Result, bail};
use fiord_messages::{Lang, slo as messages};
use fiord_record::number::{Count, Nanos};
use fiord_report::documents::Document;
use fiord_report::documents::slo::{SloDocument, SloSubject, SloVerdict};
use fiord_session::Signals;
use fiord_store::{Place, StudyState};
use fiord_study::progress::NextRun;
use fiord_study::service_level::{self, RateStep, RatedRun, ServiceLevel};
use jiff::Timestamp;

use super::load::Loaded;
use super::runner::{Spent, StudyEnd, StudyRunner};
use crate::live::LiveHead;
use crate::ui::{self, Progress, Screen, exit, print, say};
use crate::verbs::form::FormArgs;

/// Refuses a study whose jobs set their own pace, or do no I/O that has a limit.
///
/// # Errors
/// The option that does, or the limit.
pub(super) fn check(loaded: &Loaded, limits: &[String]) -> Result<()> {
    let mut cells = loaded.cells.iter();
    if let Some(option) = cells.find_map(|cell| service_level::obstacle(&cell.plan)) {
        bail!(messages::Paced { option: &option }.text(Lang::current()));
    }
    let level = ServiceLevel::parse(limits).map_err(anyhow::Error::msg)?;
    if let Some(limit) = level.without_io(&loaded.cells) {
        bail!(messages::NoSuchIo { limit }.text(Lang::current()));
    }
    Ok(())
}

impl StudyRunner {
    /// The limits of `--slo`; none: an ordinary study.
    pub(super) fn service_level(&self) -> Option<ServiceLevel> {
        let limits = &self.settings.slo;
        let read = (!limits.is_empty()).then(|| ServiceLevel::parse(limits));
        read.and_then(Result::ok)
    }

    /// Runs what is missing of the searches of all cells.
    pub(super) fn search_rates(&mut self, level: &ServiceLevel, signals: &Signals) -> Result<StudyEnd> {
        let mut runs = self.rated_runs(level)?;
        if self.next_rated(&runs).is_none() {
            return Ok(StudyEnd::Done);
        }
        let mut spent = Spent::of(&self.rows()?, Timestamp::now());
        if let Some(budget) = spent.over(&self.study.budget) {
            return Ok(StudyEnd::Budget(budget));
        }
        self.control_kernel(signals)?;
        self.store.set_state(self.id, StudyState::Open)?;
        let mut target = self.open(signals)?;
        let between = self.study.between.clone();
        let progress = Progress::begin();
        while let Some((cell, step)) = self.next_rated(&runs) {
            if signals.received().is_some() {
                return Ok(StudyEnd::Interrupted);
            }
            if let Some(budget) = spent.over(&self.study.budget) {
                return Ok(StudyEnd::Budget(budget));
            }
            let line = self.running(cell, step, runs[cell].len() + 1);
            progress.show(None, &line);
            target.prepare(&between, signals, &|text| say(text))?;
            let next = NextRun {
                block: runs[cell].len() as u32,
                cell: cell as u32,
            };
            let words = |_| (None, line.clone());
            let head = LiveHead::Part {
                words: &words,
                part: self.label(cell),
            };
            let record = self.measure_changed(next, &target, signals, (&progress, &head), |plan| {
                if let RateStep::At(iops) = step {
                    service_level::set_rate(plan, iops, &runs[cell]);
                }
            })?;
            // A run that was cut short is made again.
            if signals.received().is_some() {
                return Ok(StudyEnd::Interrupted);
            }
            let place = Place {
                study: self.id,
                block: next.block,
                cell: next.cell,
                place: runs.iter().map(Vec::len).sum::<usize>() as u32,
            };
            let id = self.keep(place, &record)?;
            let row = self.store.row(id)?.context("the run that was just stored")?;
            spent.add(slice::from_ref(&row), Some(Timestamp::now()));
            let run = RatedRun::of(level, (id, &record), &self.measured_jobs(cell));
            say(self.ran(cell, &run));
            runs[cell].push(run);
        }
        Ok(StudyEnd::Done)
    }

    /// The cell with the fewest runs that needs one more, and which.
    fn next_rated(&self, runs: &[Vec<RatedRun>]) -> Option<(usize, RateStep)> {
        let open = runs.iter().enumerate().filter_map(|(cell, runs)| {
            let step = service_level::next(runs, self.seed)?;
            Some((runs.len(), cell, step))
        });
        let first = open.min_by_key(|(count, cell, _)| (*count, *cell))?;
        Some((first.1, first.2))
    }

    fn measured_jobs(&self, cell: usize) -> Vec<bool> {
        let jobs = self.cells.get(cell).map(|checked| checked.jobs.iter());
        let jobs = jobs.into_iter().flatten();
        jobs.map(|job| job.is_measured).collect()
    }

    /// What is stored, by cell, in the order of running.
    fn rated_runs(&self, level: &ServiceLevel) -> Result<Vec<Vec<RatedRun>>> {
        let mut places = self.store.places(self.id)?;
        places.sort_by_key(|(place, _)| place.place);
        let mut runs = vec![Vec::new(); self.cells.len()];
        for (place, id) in places {
            let cell = place.cell as usize;
            if let (Some(of_cell), Some(record)) = (runs.get_mut(cell), self.store.record(id)?) {
                of_cell.push(RatedRun::of(level, (id, &record), &self.measured_jobs(cell)));
            }
        }
        Ok(runs)
    }

    fn label(&self, cell: usize) -> String {
        let checked = self.cells.get(cell);
        checked.map_or_else(String::new, |checked| checked.cell.label(&self.study))
    }

    fn running(&self, cell: usize, step: RateStep, run: usize) -> String {
        let (cell, run, lang) = (&self.label(cell), &run, Lang::current());
        match step {
            RateStep::Free => messages::RunningFree { cell, run }.text(lang),
            RateStep::At(iops) => {
                let rate = &Count(iops.round() as u64);
                messages::RunningAt { cell, run, rate }.text(lang)
            }
        }
    }

    fn ran(&self, cell: usize, run: &RatedRun) -> String {
        let (cell, lang) = (&self.label(cell), Lang::current());
        let iops = run.asked_iops.unwrap_or_else(|| run.reached_iops());
        let rate = &Count(iops.round() as u64);
        let latency = &Nanos(run.latency_ns.unwrap_or(0.0));
        match run.margin {
            _ if run.asked_iops.is_none() => messages::RanFree { cell, rate }.text(lang),
            None => messages::RanNothing { cell }.text(lang),
            Some(_) if run.is_saturated => messages::RanSaturated { cell, rate }.text(lang),
            Some(_) if run.holds() => messages::RanHeld { cell, rate, latency }.text(lang),
            Some(_) => messages::RanFailed { cell, rate, latency }.text(lang),
        }
    }

    /// What the stored runs say.
    pub(super) fn slo_document(&self, level: &ServiceLevel, lang: Lang) -> Result<SloDocument> {
        let subject = SloSubject {
            id: (!self.store.is_in_memory()).then_some(self.id),
            study: &self.study,
            cells: &self.cells,
            level,
            target: self.settings.target.as_deref(),
            command: self.command(),
            seed: self.seed,
            needs: &self.settings.needed_rates(),
        };
        Ok(SloDocument::new(&subject, &self.rated_runs(level)?, lang))
    }

    /// The exit code of a check: whether the limits hold at the rates that are needed.
    ///
    /// # Errors
    /// The store.
    pub(super) fn needs_exit_code(&self) -> Result<u8> {
        let Some(level) = self.service_level() else {
            return Ok(exit::OK);
        };
        let needs = self.slo_document(&level, Lang::En)?.needs;
        let is_any = |verdict| needs.iter().any(|need| need.verdict == verdict);
        Ok(match () {
            () if is_any(SloVerdict::Fail) => exit::FAILED,
            () if is_any(SloVerdict::Undecided) => exit::UNDECIDED,
            () => exit::OK,
        })
    }

    /// Prints what the stored runs say.
    pub(super) fn report_slo(&self, level: &ServiceLevel, form: FormArgs) -> Result<()> {
        let document = self.slo_document(level, form.lang())?;
        if form.json {
            print(&Document::new(document).to_text()?)?;
        } else if form.csv {
            print(&document.csv())?;
        } else if form.md {
            print(&document.page(None, form.lang()).markdown(form.lang()))?;
        } else {
            ui::put(&document.page(Screen::stdout().width, form.lang()))?;
        }
        Ok(())
    }
}
