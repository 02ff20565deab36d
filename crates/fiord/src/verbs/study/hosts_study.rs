//! A study over many hosts: rank 0 runs it, and all ranks measure each cell together.
//!
//! The next run follows from what rank 0 has stored, as on one machine. The other ranks get the text of the study, its seed and the number of each
//! cell and block from rank 0, and make their plans of that; what they measured is merged and stored there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_cluster::parts::{self, RankParts, ranks_of_each};
use fiord_cluster::{
    HostsEnd, HostsFront, HostsTask, JobText, Prepare, PrintedBy, RankPart, RunEnd, say_lost,
};
use fiord_job::plan::{Backend, RunPlan};
use fiord_judge::Grade;
use fiord_messages::{Lang, study as messages, words as choices};
use fiord_record::hosts::{DataSpread, shape};
use fiord_record::number::Bytes;
use fiord_record::run::HostsRun;
use fiord_report::documents::many_hosts::view::kept;
use fiord_session::{RunSettings, Signals};
use fiord_store::{Place, Store, StudyRow};
use fiord_study::analysis;
use fiord_study::definition::{Between, Study};
use fiord_study::language::CheckedCell;
use fiord_study::order;
use fiord_study::progress::{Done, NextRun, RemainingRuns};
use fiord_study::survey::SurveyFit;
use fiord_workload::wear_out::WearPlan;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::runner::{Spent, StudyEnd, StudyRunner, any_seed, seeded};
use super::settings::{StudyHosts, StudySettings, lowered, lowered_on};
use super::survey::making::{self, MadeFiles, MakeFiles, SurveyRoom, SurveyTime};
use crate::files::{self, FileOwner, StudyTarget};
use crate::keep;
use crate::ui::{self, Progress, exit, say};
use crate::verbs::form::FormArgs;

/// What is to be done.
pub(super) enum Begin {
    New {
        settings: Box<StudySettings>,
        seed: Option<u64>,
        /// Opens the store, on the rank that has it.
        store: Box<dyn Fn() -> Result<Store>>,
        /// Of a survey, which is fitted to all hosts first.
        survey: Option<SurveyTime>,
    },
    Resume {
        /// Finds the study, once it is known which rank has the store.
        find: Box<dyn Fn() -> Result<(StudyRow, Store)>>,
        time_s: Option<u64>,
    },
}

/// How the result is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct HowPrinted {
    pub(super) form: FormArgs,
    /// With the commands of a survey.
    pub(super) commands: bool,
}

impl From<FormArgs> for HowPrinted {
    fn from(form: FormArgs) -> Self {
        Self {
            form,
            commands: false,
        }
    }
}

/// A study that ranks measure together.
pub(super) struct HostsStudy {
    asked: HostsAsked,
    words: Vec<OsString>,
    begin: Begin,
    allow_destroy: Vec<PathBuf>,
    how: HowPrinted,
    /// Rank 0's.
    lead: Option<Lead>,
    part: Option<StudyPart>,
    /// What the process ends with on rank 0.
    code: u8,
}

/// What only rank 0 has.
struct Lead {
    settings: StudySettings,
    seed: u64,
    /// Until the study is stored.
    store: Option<Store>,
    row: Option<StudyRow>,
    runner: Option<StudyRunner>,
    /// A survey's files, which all ranks make before its first run.
    making: Option<MakeFiles>,
    done: Vec<Done>,
    spent: Spent,
    on: Option<NextRun>,
    ended: StudyEnd,
    shows_commands: bool,
}

/// What every rank has.
struct StudyPart {
    /// As rank 0 told them, with this rank's own target.
    settings: StudySettings,
    host: String,
    study: Study,
    cells: Vec<CheckedCell>,
    seed: u64,
    rank: usize,
    spread: DataSpread,
    target: Arc<Mutex<StudyTarget>>,
    is_filled: Arc<AtomicBool>,
}

/// What rank 0 tells all before anything is measured.
#[derive(Serialize, Deserialize)]
struct Brief {
    settings: StudySettings,
    source: String,
    target: Option<PathBuf>,
    seed: u64,
}

/// What all ranks do next.
#[derive(Serialize, Deserialize)]
enum Named {
    /// Write the files of a survey.
    Make(MakeFiles),
    /// One run of the study.
    Cell {
        block: u32,
        cell: u32,
        /// Of a survey: how it is fitted by now.
        fit: Option<SurveyFit>,
    },
}

/// Measures as one of the ranks; the exit code.
///
/// # Errors
/// No plugin, no MPI, or ranks that do not come.
pub(super) fn run(
    asked: &HostsAsked,
    begin: Begin,
    allow_destroy: &[PathBuf],
    how: HowPrinted,
) -> Result<u8> {
    let progress = Progress::begin();
    let front = HostsFront {
        say: &|text| ui::say(text),
        progress: &|text| progress.show(None, text),
        print: &|text| Ok(ui::draw(text).map(|_| ())?),
        above: &|act| ui::above_progress(act),
    };
    let mut task = HostsStudy {
        asked: asked.clone(),
        words: std::env::args_os().skip(1).collect(),
        begin,
        allow_destroy: allow_destroy.to_vec(),
        how,
        lead: None,
        part: None,
        code: exit::REFUSED,
    };
    let end = fiord_cluster::run(&mut task, &front)?;
    Ok(match end {
        HostsEnd::TookPart => exit::OK,
        HostsEnd::Refused => exit::REFUSED,
        HostsEnd::Done(_) | HostsEnd::Failed | HostsEnd::Interrupted => task.code,
    })
}

impl Lead {
    /// Shares the time that is left among the runs of a survey.
    fn schedule(&mut self, survey: SurveyTime) {
        let left_ms = survey.time.saturating_sub(survey.begun.elapsed()).as_millis() as u64;
        if let Some(fit) = &mut self.settings.fit {
            let points = making::points(&self.settings.source_name, &self.settings.source, fit);
            fit.schedule_over_hosts(points, left_ms);
        }
    }

    /// The study as it stands, stored.
    fn runner(&mut self) -> Result<&mut StudyRunner> {
        if self.runner.is_none() {
            let store = self.store.take().context("the store of the study")?;
            let runner = match &self.row {
                Some(row) => StudyRunner::look(row, store)?,
                None => StudyRunner::stored(self.settings.clone(), self.seed, store, &keep::command())?,
            };
            let mut runner = runner.context("the study cannot be read")?;
            runner.open_again(self.settings.time_s)?;
            runner.shows_commands = self.shows_commands;
            let rows = runner.rows()?;
            self.done = analysis::done(&runner.measured_in(&rows)?);
            self.spent = Spent::of(&rows, Timestamp::now());
            self.runner = Some(runner);
        }
        self.runner.as_mut().context("the study")
    }
}

impl StudyPart {
    /// Takes a survey as it is fitted by now.
    fn fit(&mut self, fit: SurveyFit) -> Result<()> {
        if self.settings.fit == Some(fit) {
            return Ok(());
        }
        self.settings.fit = Some(fit);
        let loaded = lowered_on(&self.settings, self.seed, Some(&self.host));
        let loaded = loaded.with_context(|| has_mistakes(&self.settings))?;
        (self.study, self.cells) = (loaded.study, loaded.cells);
        if let StudyTarget::Unnamed { file, bytes } = &mut *locked(&self.target) {
            *bytes = fit.file_bytes;
            file.cut(fit.file_bytes)?;
        }
        Ok(())
    }

    /// Writes this rank's file of a survey.
    fn make(&self, make: MakeFiles) -> Result<(RunPlan, Prepare)> {
        let path = match &*locked(&self.target) {
            StudyTarget::Unnamed { file, .. } => file.path.clone(),
            _ => bail!(messages::rank_without_file(Lang::current())),
        };
        let mut plan = files::writing(&path, make.bytes, make.limit_ms, make.direct)?;
        // Each rank's file holds bytes of its own.
        parts::vary(&mut plan, self.rank as u64);
        let (target, is_filled) = (Arc::clone(&self.target), Arc::clone(&self.is_filled));
        let prepare = move |settings: &mut RunSettings, _: &Signals| {
            let target = locked(&target);
            if let StudyTarget::Unnamed { file, .. } = &*target {
                // As long as it will be: a file that is too short would be made anew, and another file is refused.
                file.cut(make.bytes)?;
            }
            settings.only = target.only();
            is_filled.store(true, Ordering::SeqCst);
            Ok(())
        };
        Ok((plan, Box::new(prepare)))
    }
}

impl HostsStudy {
    /// The survey that is to be begun.
    fn survey(&self) -> Option<SurveyTime> {
        match &self.begin {
            Begin::New { survey, .. } => *survey,
            Begin::Resume { .. } => None,
        }
    }

    /// Rank 0: fits a survey to what the hosts have.
    fn fit(&mut self, survey: SurveyTime, hosts: &[String], offers: &[String]) -> Result<()> {
        let rooms: Result<Vec<SurveyRoom>, _> =
            offers.iter().map(|room| serde_json::from_str(room)).collect();
        let (fit, spread, size) = making::fitted(&rooms?, hosts, survey.time)?;
        let lead = self.lead()?;
        lead.settings.fit = Some(fit);
        lead.settings.hosts = Some(StudyHosts {
            hosts: hosts.to_vec(),
            spread,
            size: Some(size),
        });
        let does = if fit.is_read_only {
            lead.schedule(survey);
            choices::Does::Reads
        } else {
            lead.making = Some(MakeFiles::within(&fit, survey.time));
            choices::Does::Writes
        };
        let begun = messages::SurveyOverHosts {
            does,
            hosts: &shape(hosts),
            seconds: &survey.time.as_secs(),
        };
        say(begun.text(Lang::current()));
        Ok(())
    }

    /// Rank 0: what becomes of a survey whose files were written; whether it goes on.
    fn made(&mut self, make: MakeFiles, run: &HostsRun) -> Result<bool> {
        let survey = self.survey();
        let lead = self.lead()?;
        match make.judge(run, survey.map(|survey| survey.time)) {
            MadeFiles::All(bytes) => {
                if let (Some(fit), Some(survey)) = (&mut lead.settings.fit, survey) {
                    (fit.file_bytes, fit.direct) = (bytes, make.direct);
                    lead.schedule(survey);
                }
                Ok(true)
            }
            MadeFiles::Again(again) => {
                lead.making = Some(again);
                Ok(true)
            }
            MadeFiles::Not(why) => {
                why.into_iter().for_each(say);
                Ok(false)
            }
        }
    }

    fn lead(&mut self) -> Result<&mut Lead> {
        self.lead.as_mut().context("only rank 0 runs")
    }
}

impl HostsTask for HostsStudy {
    fn asked(&self) -> &HostsAsked {
        &self.asked
    }

    fn text(&self) -> JobText {
        let words = self.words.iter();
        JobText {
            words: words.map(|word| word.to_string_lossy().into_owned()).collect(),
            // The text of the study comes from rank 0.
            files: Vec::new(),
        }
    }

    fn ready(&mut self, is_first: bool) -> Result<()> {
        if !is_first {
            return Ok(());
        }
        let (settings, seed, store, row) = match &self.begin {
            Begin::New {
                settings,
                seed,
                store,
                ..
            } => {
                let target = settings
                    .target
                    .as_deref()
                    .map(|path| path.canonicalize().with_context(|| path.display().to_string()));
                let settings = StudySettings {
                    target: target.transpose()?,
                    ..(**settings).clone()
                };
                let seed = seed.or(settings.stated_seed()).unwrap_or_else(any_seed);
                // What is wrong with it is printed.
                if lowered(&settings, seed).is_none() {
                    bail!(has_mistakes(&settings));
                }
                (settings, seed, store()?, None)
            }
            Begin::Resume { find, time_s } => {
                let (row, store) = find()?;
                let mut settings = StudySettings::of(&row)?;
                settings.time_s = time_s.or(settings.time_s);
                (settings, row.seed, store, Some(row))
            }
        };
        // A survey that goes on has its file made anew.
        let fit = settings.fit.filter(|fit| !fit.is_read_only);
        self.lead = Some(Lead {
            making: fit.as_ref().map(MakeFiles::again),
            shows_commands: self.how.commands,
            settings,
            seed,
            store: Some(store),
            row,
            runner: None,
            done: Vec::new(),
            spent: Spent::default(),
            on: None,
            ended: StudyEnd::Broken,
        });
        Ok(())
    }

    fn offer(&mut self, hosts: &[String], rank: usize) -> Result<String> {
        let Begin::New {
            settings,
            survey: Some(_),
            ..
        } = &self.begin
        else {
            return Ok(String::new());
        };
        let named = self.asked.filename_on(hosts, rank)?.map(PathBuf::from);
        let path = named
            .or_else(|| settings.target.clone())
            .context("what is surveyed")?;
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        Ok(serde_json::to_string(&SurveyRoom::look(&path, &hosts[rank])?)?)
    }

    fn brief(&mut self, hosts: &[String], offers: &[String]) -> Result<String> {
        let spread = self.asked.spread;
        if let Some(survey) = self.survey() {
            self.fit(survey, hosts, offers)?;
        }
        let lead = self.lead()?;
        let settings = &mut lead.settings;
        match (&lead.row, &settings.hosts) {
            // A survey, fitted above.
            (None, Some(_)) => {}
            (None, None) => {
                let is_folder = settings.target.as_deref().is_some_and(Path::is_dir);
                let usual = if is_folder {
                    DataSpread::Files
                } else {
                    DataSpread::Same
                };
                settings.hosts = Some(StudyHosts {
                    hosts: hosts.to_vec(),
                    spread: spread.unwrap_or(usual),
                    size: None,
                });
            }
            (Some(row), None) => {
                bail!(messages::BegunOnOneMachine { study: &row.id }.text(Lang::current()))
            }
            (Some(row), Some(before)) => {
                if ranks_of_each(&before.hosts) != ranks_of_each(hosts) {
                    bail!(
                        messages::BegunByOtherHosts {
                            study: &row.id,
                            before: &shape(&before.hosts),
                            now: &shape(hosts),
                        }
                        .text(Lang::current())
                    );
                }
                if spread.is_some_and(|spread| spread != before.spread) {
                    bail!(
                        messages::BegunWithSpread {
                            study: &row.id,
                            spread: &before.spread.name(),
                        }
                        .text(Lang::current())
                    );
                }
            }
        }
        let brief = Brief {
            settings: settings.clone(),
            source: settings.source.clone(),
            target: settings.target.clone(),
            seed: lead.seed,
        };
        Ok(serde_json::to_string(&brief)?)
    }

    fn divide(&mut self, brief: &str, hosts: &[String], rank: usize) -> Result<()> {
        let brief: Brief = serde_json::from_str(brief).context("what rank 0 tells")?;
        let mut settings = StudySettings {
            source: brief.source,
            target: brief.target,
            ..brief.settings
        };
        let spread = settings
            .hosts
            .as_ref()
            .map_or(DataSpread::Same, |hosts| hosts.spread);
        if let Some(path) = self.asked.filename_on(hosts, rank)? {
            settings.target = Some(path.into());
        }
        if let Some(path) = &settings.target {
            let found = path.canonicalize().with_context(|| path.display().to_string())?;
            settings.target = Some(found);
        }
        let host = hosts[rank].clone();
        let Some(loaded) = lowered_on(&settings, brief.seed, Some(&host)) else {
            bail!(has_mistakes(&settings));
        };
        refuse_cells(&loaded.cells)?;
        let whose = FileOwner {
            host: Some(&host),
            ranks: hosts.len() as u64,
            is_divided: spread == DataSpread::Stripes,
        };
        let path = settings.target.as_deref();
        check_spread(path, spread)?;
        let between = &loaded.study.between;
        let target = match (&settings.fit, path) {
            (Some(fit), Some(folder)) if !fit.is_read_only => {
                StudyTarget::unnamed(folder, fit.file_bytes, Some(&host))?
            }
            _ => StudyTarget::open(path, brief.seed, &loaded.cells, between, whose)?,
        };
        if rank == 0 && target.bytes() > 0 && settings.fit.is_none() {
            let bytes = &Bytes(target.bytes());
            say(messages::MakingFilesEach { bytes }.text(Lang::current()));
        }
        self.asked = self.asked.clone().divided(spread);
        self.part = Some(StudyPart {
            settings,
            host,
            study: loaded.study,
            cells: loaded.cells,
            seed: brief.seed,
            rank,
            spread,
            target: Arc::new(Mutex::new(target)),
            is_filled: Arc::new(AtomicBool::new(false)),
        });
        Ok(())
    }

    fn files(&self) -> Vec<PathBuf> {
        self.part
            .as_ref()
            .map_or_else(Vec::new, |part| locked(&part.target).own_files())
    }

    fn is_kept_by_task(&self) -> bool {
        true
    }

    fn next(&mut self) -> Result<Option<String>> {
        let lead = self.lead()?;
        if let Some(make) = lead.making {
            return Ok(Some(serde_json::to_string(&Named::Make(make))?));
        }
        lead.runner()?;
        let Some(runner) = &lead.runner else {
            return Ok(None);
        };
        let cells = runner.cells.len() as u32;
        let remaining = RemainingRuns::of(&runner.study, cells, lead.seed);
        let Some(next) = remaining.next(&lead.done) else {
            lead.ended = StudyEnd::Done;
            return Ok(None);
        };
        if let Some(budget) = lead.spent.over(&runner.study.budget) {
            lead.ended = StudyEnd::Budget(budget);
            return Ok(None);
        }
        let label = runner.cells.get(next.cell as usize);
        let label = label.map_or_else(String::new, |checked| checked.cell.label(&runner.study));
        let block_cell = messages::BlockCell {
            block: &(next.block + 1),
            cell: &label,
        };
        say(block_cell.text(Lang::current()));
        lead.on = Some(next);
        let named = Named::Cell {
            block: next.block,
            cell: next.cell,
            fit: lead.settings.fit,
        };
        Ok(Some(serde_json::to_string(&named)?))
    }

    fn part(&mut self, named: &str) -> Result<RankPart> {
        let named: Named = serde_json::from_str(named).context("what rank 0 names")?;
        let part = self.part.as_mut().context("the study")?;
        let measured = |plan, prepare| RankPart {
            plan,
            allow_destroy: self.allow_destroy.clone(),
            readonly: false,
            states: None,
            wear: WearPlan::default(),
            prepare: Some(prepare),
        };
        let (block, cell) = match named {
            Named::Make(make) => {
                let (plan, prepare) = part.make(make)?;
                return Ok(measured(plan, prepare));
            }
            Named::Cell { block, cell, fit } => {
                fit.map_or(Ok(()), |fit| part.fit(fit))?;
                (block, cell)
            }
        };
        let checked = part.cells.get(cell as usize).context("a cell of the study")?;
        let mut plan = seeded(&checked.plan, order::of_run(part.seed, block, cell));
        locked(&part.target).redirect(&mut plan);
        // Files of its own are a rank's already: it needs only blocks of its own.
        let spread = match part.spread {
            DataSpread::Files => DataSpread::Same,
            spread => spread,
        };
        let own = RankParts {
            own: part.rank,
            read: part.rank,
        };
        parts::apply(&mut plan, spread, own, &|_| true)?;
        let (target, is_filled) = (Arc::clone(&part.target), Arc::clone(&part.is_filled));
        let between: Vec<Between> = part.study.between.clone();
        let prepare = move |settings: &mut RunSettings, signals: &Signals| {
            let mut target = locked(&target);
            if !is_filled.load(Ordering::SeqCst) {
                target.fill(signals)?;
                is_filled.store(true, Ordering::SeqCst);
            }
            target.prepare(&between, signals, &|text| say(text))?;
            settings.only = target.only();
            settings.readonly = target.is_read_only();
            Ok(())
        };
        Ok(measured(plan, Box::new(prepare)))
    }

    fn take(&mut self, run: HostsRun, end: RunEnd) -> Result<bool> {
        let is_whole = matches!(end, RunEnd::Whole | RunEnd::Failed) && run.lost.is_empty();
        let lead = self.lead()?;
        if let (Some(make), true) = (lead.making.take(), is_whole) {
            return self.made(make, &run);
        }
        let lead = self.lead()?;
        let (Some(next), Some(runner), true) = (lead.on.take(), &mut lead.runner, is_whole) else {
            // A run that was cut short does not measure the cell; it is made again.
            if end != RunEnd::NobodyStarted {
                say_lost(&run, &|text| say(text));
            }
            return Ok(false);
        };
        let record = kept(&run).context("no rank reported")?;
        let place = Place {
            study: runner.id,
            block: next.block,
            cell: next.cell,
            place: lead.done.len() as u32,
        };
        // What is stored decides what comes next, of this run as of those before.
        let id = runner.keep(place, &record)?;
        let row = runner.store.row(id)?.context("the run that was just stored")?;
        lead.spent.add(slice::from_ref(&row), Some(Timestamp::now()));
        lead.done
            .extend(analysis::done(&[runner.measured_run(&place, &row)]));
        Ok(true)
    }

    fn end(
        &mut self,
        end: RunEnd,
        _: Option<i32>,
        print: &dyn Fn(&str) -> Result<PrintedBy>,
    ) -> Result<HostsEnd> {
        let form = self.how.form;
        let lead = self.lead.as_mut().context("only rank 0 runs")?;
        // The survivor has nothing to print any more: what was measured is stored.
        print("")?;
        let Some(runner) = &mut lead.runner else {
            return Ok(match end {
                RunEnd::Interrupted => {
                    say(messages::interrupted_before(Lang::current()));
                    self.code = exit::INTERRUPTED;
                    HostsEnd::Interrupted
                }
                _ => HostsEnd::Refused,
            });
        };
        let ended = match end {
            RunEnd::Whole => lead.ended,
            RunEnd::Interrupted => StudyEnd::Interrupted,
            RunEnd::Failed | RunEnd::NobodyStarted | RunEnd::Lost => StudyEnd::Broken,
        };
        self.code = ui::above_progress(|| runner.conclude(ended, form))?;
        Ok(match end {
            RunEnd::Whole => HostsEnd::Done(Grade::A),
            RunEnd::Interrupted => HostsEnd::Interrupted,
            RunEnd::Failed | RunEnd::NobodyStarted => HostsEnd::Failed,
            RunEnd::Lost => HostsEnd::Refused,
        })
    }

    fn cut_off(&self, _: Vec<HostsRun>, cut: Option<HostsRun>) -> Result<()> {
        if let Some(cut) = &cut {
            say_lost(cut, &|text| say(text));
        }
        say(messages::cut_off(Lang::current()));
        Ok(())
    }

    fn leave(&mut self) {
        // Deletes its files.
        self.part = None;
    }
}

fn has_mistakes(settings: &StudySettings) -> String {
    let study = &settings.source_name;
    messages::StudyHasMistakes { study }.text(Lang::current())
}

fn locked(target: &Mutex<StudyTarget>) -> MutexGuard<'_, StudyTarget> {
    target.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a study over hosts does not do: change machines for a run, and measure in a time of its own.
fn refuse_cells(cells: &[CheckedCell]) -> Result<()> {
    for job in cells.iter().flat_map(|checked| &checked.plan.jobs) {
        let changes = [
            ("ioscheduler", job.placement.scheduler.is_some()),
            ("cgroup", job.placement.cgroup.name.is_some()),
        ];
        if let Some((option, _)) = changes.into_iter().find(|(_, is_given)| *is_given) {
            bail!(
                messages::MachineChanged {
                    job: &job.name,
                    option: &option,
                }
                .text(Lang::current())
            );
        }
        if job.engine.kind.backend() == Backend::Simulated {
            bail!(messages::SimulatedOverHosts { job: &job.name }.text(Lang::current()));
        }
    }
    Ok(())
}

/// How ranks may divide what a study works on.
fn check_spread(target: Option<&Path>, spread: DataSpread) -> Result<()> {
    let is_folder = target.is_some_and(Path::is_dir);
    match (is_folder, spread) {
        (true, DataSpread::Same | DataSpread::Stripes) => bail!(
            messages::SpreadInDirectory {
                spread: &spread.name()
            }
            .text(Lang::current())
        ),
        (false, DataSpread::Files) if target.is_some() => {
            bail!(messages::spread_of_one_file(Lang::current()))
        }
        _ => Ok(()),
    }
}
