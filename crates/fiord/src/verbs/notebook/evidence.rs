//! What the store has of the blocks of a notebook.

use std::panic::resume_unwind;
use std::thread::available_parallelism;

use anyhow::Result;
use fiord_compare::facts::Facts;
use fiord_compare::result::{ComparedMetric, Measurement};
use fiord_host::Machine;
use fiord_judge::case::devices;
use fiord_judge::case::{Case, JobRun};
use fiord_judge::verdict::{Measured, verdict};
use fiord_notebook::evidence::{BlockEvidence, EvidenceFactor, MeasuredSeries, SeriesRun};
use fiord_notebook::markdown::NotebookBlock;
use fiord_record::run::RunRecord;
use fiord_store::{Filter, Place, RunRow, Store, StudyRow, StudyState};
use fiord_study::definition::{Factor, StudyMetric};
use jiff::Zoned;

use super::blocks::STORED;
use super::{Opened, draft};
use crate::keep::StoreArgs;
use crate::verbs::compare::of_judged;
use crate::verbs::study::StudyRunner;

/// FNV-1a: the same on every machine and in every version.
fn hash(text: &str) -> u32 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ (hash >> 32)) as u32
}

/// The beginning of the names under which the results of a block are stored, for all targets.
pub(super) fn any_name(notebook: &str, block: &NotebookBlock) -> String {
    format!("{notebook}/{}@{:08x}", block.name, hash(&block.content()))
}

/// The name under which the results of a block on this place are stored.
pub(super) fn name_on(notebook: &str, block: &NotebookBlock, place: &str) -> String {
    format!("{}.{:08x}", any_name(notebook, block), hash(place))
}

/// What is stored of a notebook.
#[derive(Debug, Default)]
pub(super) struct StoredEvidence {
    /// In the order of the notebook; a block of which nothing is stored is not there.
    pub(super) blocks: Vec<BlockEvidence>,
    /// The name of each of them in the store; drafted ones have none.
    pub(super) names: Vec<(String, String)>,
    pub(super) machines: Vec<MachineSeen>,
}

/// A machine on which runs were measured.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MachineSeen {
    facts: Vec<String>,
    pub(super) first: Zoned,
    pub(super) last: Zoned,
}

impl MachineSeen {
    /// The device, its size, the file system, the hypervisor, the kernel and the number of processors, as far as they are known.
    pub(super) fn facts(&self) -> &[String] {
        &self.facts
    }
}

impl StoredEvidence {
    /// What is stored of each block; the newest where a block was measured in several places.
    ///
    /// # Errors
    /// The store.
    pub(super) fn of(opened: &Opened, args: &StoreArgs) -> Result<Self> {
        // Without a store nothing was measured yet, and every claim says so.
        let Ok(store) = args.read() else {
            return Ok(Self::default());
        };
        let mut seen = Self::default();
        for block in &opened.notebook.blocks {
            let newest = store.list(&Filter {
                name_begins: Some(any_name(&opened.name, block)),
                limit: Some(1),
                ..Filter::default()
            })?;
            let found = match newest.into_iter().next() {
                Some(newest) => {
                    let name = newest.name.clone().unwrap_or_default();
                    seen.names.push((block.name.clone(), name));
                    seen.of_block(&block.name, &newest, &store, args)?
                }
                None => seen.of_draft(block, &store, args)?,
            };
            seen.blocks.extend(found);
        }
        Ok(seen)
    }

    /// The stored runs that a block was drafted from, where this store has them and they are what the block asks for.
    fn of_draft(
        &mut self,
        block: &NotebookBlock,
        store: &Store,
        args: &StoreArgs,
    ) -> Result<Option<BlockEvidence>> {
        let mut words = block.arguments.iter().skip_while(|word| *word != STORED);
        let Some(ids) = words.nth(1) else { return Ok(None) };
        if draft::body(ids, store)?.is_none_or(|body| body.trim() != block.body.trim()) {
            return Ok(None);
        }
        if let Some(study) = ids.strip_prefix("study:") {
            let study = store.study(study)?;
            return study.map_or(Ok(None), |study| self.of_study(&block.name, &study, args));
        }
        let mut rows = Vec::new();
        for id in ids.split(',').filter_map(|id| id.parse().ok()) {
            rows.extend(store.row(id)?);
        }
        Ok(Some(self.of_runs(&block.name, &rows, store)?))
    }

    /// Runs that are no study.
    ///
    /// # Errors
    /// The store.
    pub(super) fn of_runs(&mut self, block: &str, rows: &[RunRow], store: &Store) -> Result<BlockEvidence> {
        let mut evidence = BlockEvidence {
            block: block.to_owned(),
            is_whole: true,
            ..BlockEvidence::default()
        };
        for row in rows {
            if let Some(record) = store.record(row.id)? {
                if record.context.ladder.is_some() {
                    evidence.metric = Some(ComparedMetric::P50);
                }
                self.add(
                    &mut evidence,
                    RunSeen::of(&record, row.id, (&[], None), &|_| true),
                );
            }
        }
        Ok(evidence)
    }

    fn of_block(
        &mut self,
        block: &str,
        newest: &RunRow,
        store: &Store,
        args: &StoreArgs,
    ) -> Result<Option<BlockEvidence>> {
        if let Some(study) = newest.study {
            let study = store.study(&study.to_string())?;
            return study.map_or(Ok(None), |study| self.of_study(block, &study, args));
        }
        let mut rows = store.list(&Filter {
            name: newest.name.clone(),
            ..Filter::default()
        })?;
        rows.reverse();
        Ok(Some(self.of_runs(block, &rows, store)?))
    }

    /// Adds what a run measured, by job and direction, and where.
    fn add(&mut self, evidence: &mut BlockEvidence, seen: RunSeen) {
        for run in seen.runs {
            put(evidence, &seen.labels, run);
        }
        if let Some((facts, at)) = seen.machine {
            self.see(facts, &at);
        }
    }

    fn see(&mut self, facts: Vec<String>, at: &Zoned) {
        match self.machines.iter_mut().find(|one| one.facts == facts) {
            Some(machine) => {
                machine.first = machine.first.clone().min(at.clone());
                machine.last = machine.last.clone().max(at.clone());
            }
            None => self.machines.push(MachineSeen {
                facts,
                first: at.clone(),
                last: at.clone(),
            }),
        }
    }
}

fn facts(machine: &Machine) -> Vec<String> {
    const SHOWN: [&str; 7] = [
        "device",
        "device size",
        "file system",
        "hypervisor",
        "container",
        "kernel",
        "processor",
    ];
    let facts = Facts::of_machine(machine);
    let known = |name: &&str| facts.0.iter().find(|(fact, _)| fact == name)?.1.clone();
    SHOWN.iter().filter_map(known).collect()
}

impl StoredEvidence {
    /// The runs of a stored study, by its cells.
    ///
    /// # Errors
    /// The store.
    pub(super) fn of_study(
        &mut self,
        block: &str,
        row: &StudyRow,
        args: &StoreArgs,
    ) -> Result<Option<BlockEvidence>> {
        let Some(runner) = StudyRunner::look(row, args.read()?)? else {
            return Ok(None);
        };
        let (study, cells) = runner.design();
        let factor = |factor: &Factor| {
            let numbers: Option<Vec<f64>> = factor.levels.iter().map(|level| level.number).collect();
            EvidenceFactor {
                name: factor.name.clone(),
                levels: factor.levels.iter().map(|level| level.label.clone()).collect(),
                is_rising: numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] < pair[1])),
            }
        };
        let mut evidence = BlockEvidence {
            block: block.to_owned(),
            factors: study.factors.iter().map(factor).collect(),
            series: Vec::new(),
            metric: match study.metric {
                StudyMetric::Bandwidth => Some(ComparedMetric::Bandwidth),
                StudyMetric::Iops => Some(ComparedMetric::Iops),
                StudyMetric::P50 => Some(ComparedMetric::P50),
                StudyMetric::P99 => Some(ComparedMetric::P99),
                StudyMetric::WriteAmplification | StudyMetric::Lifetime => None,
            },
            is_whole: row.state == StudyState::Done,
        };
        let read = |places: &[(Place, i64)]| -> Result<Vec<RunSeen>> {
            let (store, mut seen) = (args.read()?, Vec::new());
            for (place, run) in places {
                let (Some(cell), Some(record)) = (cells.get(place.cell as usize), store.record(*run)?) else {
                    continue;
                };
                let is_measured = |name: &str| {
                    let mut jobs = cell.plan.jobs.iter().zip(&cell.jobs);
                    jobs.any(|(plan, job)| plan.name == name && job.is_measured)
                };
                let labels = cell.cell.labels(study);
                seen.push(RunSeen::of(
                    &record,
                    *run,
                    (&labels, Some(place.block)),
                    &is_measured,
                ));
            }
            Ok(seen)
        };
        for seen in in_parts(&runner.measured_places()?, &read)? {
            self.add(&mut evidence, seen);
        }
        // In the order of writing, not in that of the first repeat.
        let factors = &evidence.factors;
        evidence.series.sort_by_key(|series| {
            let levels = factors.iter().zip(&series.labels);
            let place = |(factor, label): (&EvidenceFactor, &String)| {
                factor.levels.iter().position(|one| one == label)
            };
            levels.map(place).collect::<Vec<_>>()
        });
        Ok(Some(evidence))
    }
}

/// What all parts of a list gave, in its order. Each CPU works on a part: a record takes a third of a millisecond to read and judge.
fn in_parts<T: Sync, S: Send>(all: &[T], of: &(dyn Fn(&[T]) -> Result<Vec<S>> + Sync)) -> Result<Vec<S>> {
    /// Too few for a thread of their own.
    const FEW: usize = 64;
    let threads = available_parallelism().map_or(1, usize::from);
    let parts = all.chunks(all.len().div_ceil(threads).max(FEW));
    std::thread::scope(|scope| {
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || of(part))).collect();
        let mut found = Vec::new();
        for part in parts {
            found.extend(part.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok(found)
    })
}

/// What a run measured, by job and direction, and the machine on which it did.
struct RunSeen {
    labels: Vec<String>,
    runs: Vec<SeriesRun>,
    machine: Option<(Vec<String>, Zoned)>,
}

impl RunSeen {
    fn of(
        record: &RunRecord,
        id: i64,
        (labels, repeat): (&[String], Option<u32>),
        is_measured: &dyn Fn(&str) -> bool,
    ) -> Self {
        let case = Case::of(record);
        let judged = verdict(&case);
        let is_witnessed = !matches!(judged.measured, Measured::Unknown(_) | Measured::Nothing);
        let import = record.context.import.as_ref();
        // The operations of a ladder have names, and the kernel's counters say nothing of them.
        let rungs = record.context.ladder.iter().flat_map(|ladder| &ladder.rungs);
        let mut rungs = rungs.map(|rung| rung.rung.name().to_owned());
        let is_ladder = record.context.ladder.is_some();
        let mut runs = Vec::new();
        for mut one in of_judged(record, &id.to_string(), &judged) {
            if let Some(rung) = rungs.next() {
                one.job = rung;
            }
            if let Some(import) = import {
                one.is_claim = true;
                if one.job.is_empty() {
                    one.job.clone_from(&import.name);
                }
            }
            if is_measured(&one.job) {
                runs.push(SeriesRun {
                    id,
                    repeat,
                    depth: depth(&case, &one),
                    is_witnessed: is_witnessed || is_ladder,
                    measured: one,
                });
            }
        }
        let machine = record.before.machine.as_ref().filter(|_| import.is_none());
        Self {
            labels: labels.to_vec(),
            runs,
            machine: machine.map(|machine| (facts(machine), record.started.clone())),
        }
    }
}

fn put(evidence: &mut BlockEvidence, labels: &[String], run: SeriesRun) {
    let (job, direction) = (run.measured.job.clone(), run.measured.key.direction.clone());
    let is_it =
        |one: &&mut MeasuredSeries| one.labels == labels && one.job == job && one.direction == direction;
    match evidence.series.iter_mut().find(is_it) {
        Some(series) => series.runs.push(run),
        None => evidence.series.push(MeasuredSeries {
            labels: labels.to_vec(),
            job,
            direction,
            runs: vec![run],
        }),
    }
}

/// Mean I/Os in flight of a job: those of the device's queue, where it is the job's alone and holds less.
fn depth(case: &Case<'_>, one: &Measurement) -> Option<f64> {
    let job: &JobRun<'_> = case.jobs.iter().find(|job| job.plan.name == one.job)?;
    let of_job = job.achieved_depth()?;
    let evidence = case
        .witnessed()
        .filter(|_| job.plan.durability.direct && case.only_job().is_some());
    let queue = evidence.and_then(|evidence| {
        let devices = devices::uppermost(case, evidence);
        let is_memory = devices.iter().any(|device| device.in_memory);
        devices::mean_queue(&devices, evidence).filter(|_| !is_memory)
    });
    Some(queue.map_or(of_job, |queue| queue.while_busy.min(of_job)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::path::Path;

    use fiord_messages::Lang;
    use fiord_notebook::judging::ClaimReason;
    use fiord_notebook::render::{ExpressionOutcome, outcomes};
    use fiord_notebook::{builtin, markdown};
    use fiord_record::ladder::Rung;
    use fiord_study::definition::Study;
    use fiord_study::{language, matrix};

    use super::*;
    use crate::verbs::notebook::blocks::{self, AskedBlock};

    /// The series that a study will have, without runs.
    fn planned(block: &str, study: &Study) -> BlockEvidence {
        let factor = |factor: &Factor| EvidenceFactor {
            name: factor.name.clone(),
            levels: factor.levels.iter().map(|level| level.label.clone()).collect(),
            is_rising: factor.levels.iter().all(|level| level.number.is_some()),
        };
        let mut evidence = BlockEvidence {
            block: block.to_owned(),
            factors: study.factors.iter().map(factor).collect(),
            ..BlockEvidence::default()
        };
        for cell in matrix::cells(study) {
            for job in cell.jobs(study).into_iter().filter(|job| !job.background) {
                let levels = study.factors.iter().zip(&cell.levels);
                let levels = levels.flat_map(|(factor, level)| &factor.levels[*level].settings);
                let own = study.common.iter().chain(&job.settings);
                let mut all = own.chain(levels.filter(|_| !job.is_constant));
                let mode = all.rfind(|one| one.option == "rw").unwrap().value.clone();
                for direction in ["read", "write"] {
                    if mode.contains(direction) || mode.ends_with("rw") {
                        evidence.series.push(MeasuredSeries {
                            labels: cell.labels(study),
                            job: job.name.clone(),
                            direction: direction.to_owned(),
                            runs: Vec::new(),
                        });
                    }
                }
            }
        }
        evidence
    }

    /// Every block may be measured, and every value and claim names what its block will have.
    #[test]
    fn notebooks_that_come_with_fiord_ask_for_what_there_is() {
        for known in &builtin::ALL {
            let text = known.text(Lang::En);
            let notebook = markdown::read(&text);
            assert_eq!(notebook.mistakes, [], "{}", known.name);
            let opened = Opened {
                file: format!("{}.md", known.name).into(),
                name: known.name.to_owned(),
                text: text.into_owned(),
                notebook,
            };
            let mut evidence = Vec::new();
            for (block, asked) in blocks::asked(&opened, Path::new("/tmp"), false).unwrap() {
                match asked {
                    AskedBlock::Study { settings, .. } => {
                        let study = language::read(&settings.source_name, &settings.source).study;
                        evidence.push(planned(&block.name, &study));
                    }
                    AskedBlock::Ladder(_) => {
                        let rung = |rung: Rung| MeasuredSeries {
                            labels: Vec::new(),
                            job: rung.name().to_owned(),
                            direction: String::new(),
                            runs: Vec::new(),
                        };
                        evidence.push(BlockEvidence {
                            block: block.name.clone(),
                            series: Rung::ALL.map(rung).into(),
                            ..BlockEvidence::default()
                        });
                    }
                    _ => {}
                }
            }
            let found = outcomes(&opened.notebook, &evidence);
            assert!(opened.notebook.claims().count() > 2, "{}", known.name);
            for (one, outcome) in opened.notebook.expressions.iter().zip(found) {
                let why = match outcome {
                    ExpressionOutcome::Claim(judged) => judged.why,
                    ExpressionOutcome::Value(fiord_notebook::judging::ValueSeen::Unknown(why)) => why,
                    ExpressionOutcome::Value(seen) => panic!("{seen:?}"),
                };
                let is_fine = matches!(
                    why,
                    ClaimReason::NoMetric { .. }
                        | ClaimReason::TooFew { .. }
                        | ClaimReason::NoRepeats { .. }
                        | ClaimReason::Needs { .. }
                );
                assert!(is_fine, "{}: {}: {why:?}", known.name, one.text);
            }
        }
    }
}
