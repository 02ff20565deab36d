//! Measures what is missing of a notebook: doctor first, writes last, each block where an earlier end left it.

use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::markdown::NotebookBlock;
use fiord_record::number::About;
use fiord_session::Signals;
use fiord_store::{Filter, StudyState};
use fiord_study::language;
use fiord_study::matrix;
use jiff::Timestamp;

use super::Opened;
use super::blocks::{self, AskedBlock};
use super::evidence::name_on;
use crate::keep::{KeepArgs, Keeper, StoreArgs};
use crate::live::{LiveArgs, LiveOutputs};
use crate::ui;
use crate::verbs::form::{FormArgs, MetricsArgs};
use crate::verbs::study::survey::begin::{self as survey, SurveyRequest};
use crate::verbs::study::{Preset, StudyConsent, StudyRunner, StudySettings, WholeProgress};
use crate::verbs::{doctor, import, ladder};

/// Runs of each cell at least, and what a run takes besides its runtime, until that was seen.
const LEAST_RUNS: f64 = 6.0;
const BETWEEN_RUNS_S: f64 = 0.4;
/// Bounds of the length of a run where the time is divided.
const SHORTEST_MS: f64 = 300.0;
const LONGEST_MS: f64 = 5000.0;
const SHORTEST_SURVEY_S: f64 = 5.0;
/// What a run takes whose study does not say how long it is.
const UNKNOWN_S: f64 = 5.0;
/// What a ladder takes, with its disk.
const LADDER_S: f64 = 30.0;

/// What is to be measured, and where.
pub(super) struct NotebookRequest<'a> {
    pub(super) opened: &'a Opened,
    pub(super) path: PathBuf,
    pub(super) is_quick: bool,
    pub(super) time: Option<Duration>,
    /// These blocks only; none: all.
    pub(super) only: &'a [String],
    pub(super) allow_destroy: &'a [PathBuf],
    pub(super) allow_path: &'a [PathBuf],
    pub(super) store: &'a StoreArgs,
    pub(super) live: LiveOutputs,
}

/// What came of it, besides what is in the store.
#[derive(Default)]
pub(super) struct MeasuredNotebook {
    /// What doctor found, by the names of its blocks.
    pub(super) doctor: Vec<(String, String)>,
    /// A block could not be measured to its end.
    pub(super) failed: bool,
}

/// One block that is missing, with its name in the store and what it takes, about.
struct Missing<'a> {
    block: &'a NotebookBlock,
    asked: AskedBlock,
    name: String,
    cost: BlockCost,
}

/// What a block takes, about.
struct BlockCost {
    /// No runs: the block cannot be made shorter.
    runs: f64,
    seconds: f64,
    /// What no limit of time makes shorter.
    least_s: f64,
}

impl BlockCost {
    const fn fixed(seconds: f64) -> Self {
        Self {
            runs: 0.0,
            seconds,
            least_s: seconds,
        }
    }
}

impl NotebookRequest<'_> {
    /// Measures all that is missing. None: it was refused, which was printed.
    ///
    /// # Errors
    /// What is not allowed, the path, or the store.
    pub(super) fn run(&self, signals: &Signals) -> Result<Option<MeasuredNotebook>> {
        let begun = Instant::now();
        let place = place(&self.path)?;
        let mut missing: Vec<Missing<'_>> = Vec::new();
        let mut doctors: Vec<&NotebookBlock> = Vec::new();
        for (block, asked) in blocks::asked(self.opened, &self.path, self.is_quick)? {
            if !self.only.is_empty() && !self.only.contains(&block.name) {
                continue;
            }
            if let AskedBlock::Import(Some(file)) = &asked {
                self.allow(file)?;
            }
            let name = name_on(&self.opened.name, block, &place);
            match asked {
                AskedBlock::Compare => {}
                AskedBlock::Doctor => doctors.push(block),
                asked if self.is_whole(&name, &asked)? => drop(asked),
                asked => {
                    missing.push(Missing {
                        block,
                        cost: cost(&asked),
                        asked,
                        name,
                    });
                }
            }
        }
        let mut measured = MeasuredNotebook::default();
        let is_new = doctors.iter().any(|block| block.written.is_none());
        if is_new || !missing.is_empty() {
            for block in doctors {
                let page = doctor::page(&self.path, Lang::current());
                measured
                    .doctor
                    .push((block.name.clone(), page.markdown(Lang::current())));
            }
        }
        // What writes comes last: it leaves the disk in another state.
        missing.sort_by_key(|one| match &one.asked {
            AskedBlock::Import(_) => 0,
            AskedBlock::Study { writes: false, .. } => 1,
            AskedBlock::Survey(_) | AskedBlock::Ladder(_) | AskedBlock::Study { .. } => 2,
            AskedBlock::Doctor | AskedBlock::Compare => 3,
        });
        self.check_consent(&missing)?;
        self.say_plan(&missing);
        let all = missing.len();
        let mut rest: std::collections::VecDeque<Missing<'_>> = missing.into();
        let (began, mut gaps) = (Timestamp::now(), Vec::new());
        while let Some(one) = rest.pop_front() {
            if signals.received().is_some() {
                break;
            }
            let fixed = |one: &Missing<'_>| {
                if one.cost.runs > 0.0 {
                    0.0
                } else {
                    one.cost.seconds
                }
            };
            let fixed = Duration::from_secs_f64(fixed(&one) + sum(&rest, fixed));
            let left = self
                .time
                .map(|time| time.saturating_sub(begun.elapsed()).saturating_sub(fixed));
            let share_s = left.map(|left| {
                left.as_secs_f64() * one.cost.runs
                    / (one.cost.runs + sum(&rest, |one| one.cost.runs)).max(1.0)
            });
            let after_s = match left {
                Some(left) => left.as_secs_f64() - share_s.unwrap_or_default(),
                None => sum(&rest, |one| one.cost.seconds),
            };
            let whole = WholeProgress {
                part: format!("{}/{all} {}", all - rest.len(), one.block.name),
                rest_s: after_s,
            };
            let name = one.name.clone();
            let limit = share_s.map(|share_s| (share_s, between_runs_s(&gaps)));
            measured.failed |= !self.measure(one, limit, whole, signals)?;
            gaps.extend(self.gaps(&name, began)?);
        }
        Ok(Some(measured))
    }

    /// Checks that a device as PATH is named on the command line, too, where a block writes: the notebook may come from another user.
    fn check_consent(&self, missing: &[Missing<'_>]) -> Result<()> {
        let writes = |one: &&Missing<'_>| matches!(one.asked, AskedBlock::Study { writes: true, .. });
        let is_device = self.path.metadata()?.file_type().is_block_device();
        match missing.iter().find(writes) {
            Some(one) if is_device && !self.allow_destroy.contains(&self.path) => bail!(
                messages::DeviceConsent {
                    block: &one.block.name,
                    device: &self.path.display(),
                }
                .text(Lang::current())
            ),
            _ => Ok(()),
        }
    }

    fn say_plan(&self, missing: &[Missing<'_>]) {
        let lang = Lang::current();
        if missing.is_empty() {
            ui::say(messages::nothing_missing(lang));
            return;
        }
        let least_s = sum(missing, |one| one.cost.least_s);
        let seconds = match self.time {
            Some(time) => time.as_secs_f64().max(least_s),
            None => sum(missing, |one| one.cost.seconds),
        };
        let plan = messages::Plan {
            blocks: missing.len() as u64,
            time: &About(seconds),
        };
        ui::say(plan.text(lang));
        if let Some(time) = self.time.filter(|time| time.as_secs_f64() < least_s) {
            let too_short = messages::TimeTooShort {
                asked: &About(time.as_secs_f64()),
                least: &About(least_s),
            };
            ui::say(too_short.text(lang));
        }
    }

    /// Whether all that a block asks for is in the store.
    fn is_whole(&self, name: &str, asked: &AskedBlock) -> Result<bool> {
        let Ok(store) = self.store.read() else {
            return Ok(false);
        };
        Ok(match store.study(name)? {
            Some(study) => study.state == StudyState::Done,
            None => {
                let needed = if let AskedBlock::Ladder(count) = asked {
                    *count
                } else {
                    1
                };
                store.find(name)?.is_some_and(|named| named.runs >= needed)
            }
        })
    }

    /// Seconds between the runs of a block that were measured since a moment.
    fn gaps(&self, name: &str, since: Timestamp) -> Result<Vec<f64>> {
        let store = self.store.read()?;
        let Some(study) = store.study(name)? else {
            return Ok(Vec::new());
        };
        let Some(runtime_ms) = StudySettings::of(&study)?.runtime_ms else {
            return Ok(Vec::new());
        };
        let mut rows = store.list(&Filter {
            study: Some(study.id),
            since: Some(since),
            ..Filter::default()
        })?;
        rows.reverse();
        let starts: Vec<Timestamp> = rows
            .iter()
            .filter_map(|row| row.started.as_ref()?.parse().ok())
            .collect();
        Ok(gaps(&starts, runtime_ms as f64 / 1e3))
    }

    /// Measures one block; whether to its end. `limit` is its share of the time, and the seconds between runs.
    fn measure(
        &self,
        one: Missing<'_>,
        limit: Option<(f64, f64)>,
        whole: WholeProgress,
        signals: &Signals,
    ) -> Result<bool> {
        let consent = StudyConsent::to_destroy(self.allow_destroy);
        let store = self.store.write()?;
        let stored = store.study(&one.name)?;
        let runner = match (stored, one.asked) {
            (Some(row), _) => StudyRunner::resume(&row, store, &consent, signals.clone())?,
            (None, AskedBlock::Study { settings, .. }) => {
                let settings = within(*settings, one.cost.runs, limit);
                let settings = StudySettings {
                    save: Some(one.name),
                    ..settings
                };
                let command = crate::keep::command();
                StudyRunner::begin(settings, None, store, &command, &consent, signals.clone())?
            }
            (None, AskedBlock::Survey(time)) => {
                drop(store);
                self.survey(
                    one.name,
                    limit.map_or(time, |(share_s, _)| {
                        let share = Duration::from_secs_f64(share_s.max(SHORTEST_SURVEY_S));
                        share.min(time)
                    }),
                    signals,
                )?
            }
            (None, AskedBlock::Ladder(count)) => {
                let stored = store.find(&one.name)?.map_or(0, |named| named.runs);
                drop(store);
                return self.ladders(&one.name, stored, count, &whole, signals);
            }
            (None, AskedBlock::Import(file)) => {
                drop(store);
                return self.import(one.block, file.as_deref(), one.name);
            }
            (None, AskedBlock::Doctor | AskedBlock::Compare) => return Ok(true),
        };
        match runner {
            Some(mut runner) => {
                runner.live = self.live.clone();
                runner.run_as_part(whole)
            }
            None => Ok(false),
        }
    }

    fn survey(&self, name: String, time: Duration, signals: &Signals) -> Result<Option<StudyRunner>> {
        let keep = self.keep(name);
        let request = SurveyRequest {
            path: &self.path,
            time,
            seed: None,
            commands: false,
            layers: false,
            form: FormArgs::default(),
            metrics: &MetricsArgs::default(),
            live: &LiveArgs::default(),
            keep: &keep,
            hosts: &HostsAsked::default(),
        };
        survey::begun(&request, Instant::now(), signals.clone())
    }

    /// Measures the ladders that are missing; whether all are there. One that was interrupted is not kept.
    fn ladders(
        &self,
        name: &str,
        stored: u64,
        count: u64,
        whole: &WholeProgress,
        signals: &Signals,
    ) -> Result<bool> {
        let mut keeper = Keeper::open(&self.keep(name.to_owned()), "ladder")?;
        for number in stored..count {
            let (part, number, count) = (&whole.part, &(number + 1), &count);
            ui::say(messages::LadderProgress { part, number, count }.text(Lang::current()));
            let record = ladder::of_disk(&self.path, signals)?;
            if signals.received().is_some() {
                return Ok(false);
            }
            keeper.keep_judged(&record, crate::keep::judged(&record), false);
        }
        Ok(true)
    }

    fn keep(&self, name: String) -> KeepArgs {
        KeepArgs {
            at: self.store.clone(),
            no_store: false,
            save: Some(name),
            tags: Vec::new(),
        }
    }

    /// Reads results of others, from the block itself or a file, into the store.
    fn import(&self, block: &NotebookBlock, file: Option<&Path>, name: String) -> Result<bool> {
        let text = match file {
            Some(file) => import::read(file).with_context(|| file.display().to_string())?,
            None => fiord_import::text(&block.name, block.body.as_bytes())?,
        };
        let mut keeper = Keeper::open(&self.keep(name), "import")?;
        for run in &text.runs {
            keeper.keep(&run.record, &verdict(&Case::of(&run.record)), false);
        }
        Ok(!text.runs.is_empty())
    }

    /// Refuses a file that is neither next to the notebook nor below PATH nor where the command line allows it.
    fn allow(&self, file: &Path) -> Result<()> {
        let whole = file.canonicalize().with_context(|| file.display().to_string())?;
        let below = |directory: &Path| {
            directory
                .canonicalize()
                .is_ok_and(|directory| whole.starts_with(directory))
        };
        let allowed = self.allow_path.iter().map(PathBuf::as_path);
        let mut all = allowed.chain([self.opened.directory(), self.path.as_path()]);
        if !all.any(below) {
            bail!(
                messages::PathInNotebook {
                    path: &file.display()
                }
                .text(Lang::current())
            );
        }
        Ok(())
    }
}

fn sum<'a, 'm: 'a>(all: impl IntoIterator<Item = &'a Missing<'m>>, of: impl Fn(&Missing<'m>) -> f64) -> f64 {
    all.into_iter().map(of).sum()
}

/// What tells a place from all others: its path, and the device that it is on.
fn place(path: &Path) -> Result<String> {
    let meta = path.metadata().with_context(|| path.display().to_string())?;
    let device = if meta.file_type().is_block_device() {
        meta.rdev()
    } else {
        meta.dev()
    };
    Ok(format!("{} {device}", path.display()))
}

fn cost(asked: &AskedBlock) -> BlockCost {
    match asked {
        AskedBlock::Study { settings, .. } => {
            let mut study = language::read(&settings.source_name, &settings.source).study;
            settings.adjust(&mut study);
            let least = f64::from(study.stop.runs().0);
            let cells = matrix::cells(&study).len() as f64;
            let jobs = study.jobs.iter().flat_map(|job| &job.settings);
            let mut options = study.common.iter().chain(jobs);
            let runtime = options.find(|one| one.option == "runtime");
            let runtime_s = runtime.and_then(|one| seconds(&one.value)).unwrap_or(UNKNOWN_S);
            let runs = cells * LEAST_RUNS;
            // The time of simulated drives is virtual.
            let least_s = if study.is_simulated() {
                0.0
            } else {
                runs * (SHORTEST_MS / 1e3 + BETWEEN_RUNS_S)
            };
            BlockCost {
                runs,
                seconds: cells * least * (runtime_s + BETWEEN_RUNS_S),
                least_s,
            }
        }
        AskedBlock::Survey(time) => BlockCost {
            runs: time.as_secs_f64(),
            seconds: time.as_secs_f64(),
            least_s: time.as_secs_f64().min(SHORTEST_SURVEY_S),
        },
        AskedBlock::Ladder(count) => BlockCost::fixed(*count as f64 * LADDER_S),
        AskedBlock::Import(_) | AskedBlock::Doctor | AskedBlock::Compare => BlockCost::fixed(0.0),
    }
}

/// `5s`, `300ms`, `2m` or a number of seconds; none: something else.
fn seconds(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().ok()?;
    match text.get(digits.len()..)? {
        "" | "s" => Some(number),
        "ms" => Some(number / 1e3),
        "m" => Some(number * 60.0),
        _ => None,
    }
}

/// Seconds between runs of this runtime, from their starts.
fn gaps(starts: &[Timestamp], runtime_s: f64) -> Vec<f64> {
    let pairs = starts.windows(2);
    let gap = |pair: &[Timestamp]| (pair[1].duration_since(pair[0]).as_secs_f64() - runtime_s).max(0.0);
    pairs.map(gap).collect()
}

/// The mean of the gaps that were seen.
fn between_runs_s(gaps: &[f64]) -> f64 {
    if gaps.is_empty() {
        return BETWEEN_RUNS_S;
    }
    gaps.iter().sum::<f64>() / gaps.len() as f64
}

/// A study that ends in its share of the time: its levels of `--quick`, six runs of each as long as fits.
fn within(settings: StudySettings, runs: f64, limit: Option<(f64, f64)>) -> StudySettings {
    let Some((share_s, between_s)) = limit else {
        return settings;
    };
    let runtime_ms = (share_s / runs.max(1.0) - between_s) * 1e3;
    StudySettings {
        preset: Preset::Quick,
        runtime_ms: Some(runtime_ms.clamp(SHORTEST_MS, LONGEST_MS) as u64),
        ..settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_long_as_the_gaps_between_them_allow() {
        let at = |ms: i64| Timestamp::from_millisecond(ms).unwrap_or_default();
        let runtime_ms = |between_s| {
            let settings = StudySettings::of_verb("study");
            within(settings, 24.0, Some((60.0, between_s))).runtime_ms
        };
        assert_eq!(runtime_ms(between_runs_s(&[])), Some(2100));
        // Runs of one second whose target is prepared for one second and then for two.
        let seen = gaps(&[at(0), at(2000), at(5000)], 1.0);
        assert_eq!(seen, [1.0, 2.0]);
        assert_eq!(runtime_ms(between_runs_s(&seen)), Some(1000));
        assert_eq!(gaps(&[at(0)], 1.0), [0.0; 0]);
    }
}
