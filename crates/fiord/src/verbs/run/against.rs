//! `fiord run --baseline RESULT` and `--vs 'OTHER JOB'`: runs until it is settled how they compare.

use anyhow::{Result, bail};
use fiord_compare::facts::{self, FactDifference};
use fiord_compare::outcome;
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::result::{ComparedResult, SampleKind};
use fiord_compare::verdict::{CompareSettings, ComparisonOutcome, LEAST_RUNS};
use fiord_compare::workload::WorkloadKey;
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Ddir, JobPlan};
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, run as messages};
use fiord_record::run::RunRecord;
use fiord_session::Signals;
use fiord_stats::stopping::{PAIRED_LOOK_LEVEL, looks_until};
use fiord_study::order;

use super::in_turn;
use super::once::{failures, run_jobs};
use super::repeat::varied;
use super::request::{Against, RunRequest, refuse_what_run_does_not_do};
use crate::keep::{KeepArgs, Keeper};
use crate::live::LiveOutputs;
use crate::ui::{self, exit};
use crate::verbs::compare::{self, differences, of_runs, read};
use crate::verbs::explain::split;
use crate::verbs::study::any_seed;

/// Runs after which one looks.
const LOOKS: [usize; 5] = [6, 10, 16, 24, 40];

/// Runs until it is settled, prints the comparison; the exit code.
pub(super) fn run(
    request: &RunRequest,
    parsed: &Parsed,
    seen: (&Signals, &LiveOutputs),
    against: &Against,
) -> Result<u8> {
    match against {
        Against::Baseline(name) => baseline(request, parsed, seen, name),
        Against::Job(other) => in_pairs(request, parsed, seen, other),
    }
}

fn measured(
    parsed: &Parsed,
    run: usize,
    which: Option<(usize, usize)>,
    (signals, live): (&Signals, &LiveOutputs),
    keeper: &mut Keeper,
) -> Result<Option<RunRecord>> {
    let record = run_jobs(
        parsed,
        &varied(&parsed.plan, run as u64),
        (signals, live),
        which,
        None,
    )?;
    // A run that was cut short does not count.
    if signals.received().is_some() {
        return Ok(None);
    }
    let verdict = verdict(&Case::of(&record));
    keeper.keep(&record, &verdict, false);
    if failures(&record) {
        bail!(messages::job_failed(Lang::current()));
    }
    Ok(Some(record))
}

fn baseline(
    request: &RunRequest,
    parsed: &Parsed,
    (signals, live): (&Signals, &LiveOutputs),
    name: &str,
) -> Result<u8> {
    let lang = request.form.lang();
    let base = read(name, &request.keep.at, lang)?;
    let mut keeper = Keeper::open(&request.keep, "run")?;
    let most = request.runs.repeat.unwrap_or(LOOKS[LOOKS.len() - 1]);
    let looks = looks_until(LOOKS, most);
    let settings = CompareSettings {
        looks: looks.len() as u32,
        lang,
        ..CompareSettings::default()
    };
    let mut records: Vec<RunRecord> = Vec::new();
    let mut results = [base, of_runs("this", [], lang)];
    let mut outcome = outcome::compare(&results, &settings);
    while records.len() < most {
        let done = records.len();
        let (run, runs) = (&(done + 1), &most);
        ui::say(messages::RunAtMost { run, runs }.text(Lang::current()));
        let Some(record) = measured(parsed, done, Some((done + 1, most)), (signals, live), &mut keeper)?
        else {
            break;
        };
        records.push(record);
        if records.len() > 1 && !looks.contains(&records.len()) {
            continue;
        }
        results[1] = of_runs("this", &records, lang);
        outcome = outcome::compare(&results, &settings);
        if outcome.cells.is_empty() {
            bail!(messages::NothingComparable { name: &name }.text(Lang::current()));
        }
        if !can_be_settled(&outcome) {
            let (name, needed) = (&name, &LEAST_RUNS);
            ui::say(messages::NoMoreRuns { name, needed }.text(Lang::current()));
            break;
        }
        if records.len() > 1 && paired::is_settled(&outcome) {
            break;
        }
    }
    if signals.received().is_some() && !records.is_empty() {
        results[1] = of_runs("this", &records, lang);
        outcome = outcome::compare(&results, &settings);
    }
    let code = put(
        request,
        signals,
        &results,
        differences(&results, lang),
        (outcome, &settings),
    )?;
    Ok(keeper.exit_code(code))
}

/// Whether the base has enough runs of anything.
fn can_be_settled(outcome: &ComparisonOutcome) -> bool {
    let mut bases = outcome
        .cells
        .iter()
        .filter_map(|cell| cell.values.first()?.as_ref());
    bases.any(|side| side.values.len() >= LEAST_RUNS && !side.is_claim)
}

fn put(
    request: &RunRequest,
    signals: &Signals,
    results: &[ComparedResult],
    differences: Vec<FactDifference>,
    outcome: (ComparisonOutcome, &CompareSettings),
) -> Result<u8> {
    let shown = compare::document(results, differences, outcome, &request.runs.limits);
    let code = compare::put(&shown, request.form)?;
    Ok(if signals.received().is_some() {
        exit::INTERRUPTED
    } else {
        code
    })
}

/// The other job, read as the first one was.
fn other_job(text: &str) -> Result<Parsed> {
    let mut words = split(text)?;
    fiord_fio_cli::copied::drop_program(&mut words);
    let parsed = fiord_fio_cli::parse(&words);
    let errors = parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.level == Level::Error);
    if parsed.failed() || errors.count() > 0 {
        let said: Vec<String> = parsed
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.render(&parsed.sources, "fiord", Lang::current()))
            .collect();
        let problems = &said.join("\n");
        bail!(messages::OtherJob { problems }.text(Lang::current()));
    }
    refuse_what_run_does_not_do(&parsed)?;
    Ok(parsed)
}

/// Both jobs in pairs: of short turns in one run where they can take turns, else of whole runs.
fn in_pairs(
    request: &RunRequest,
    parsed: &Parsed,
    (signals, live): (&Signals, &LiveOutputs),
    other: &str,
) -> Result<u8> {
    let other = other_job(other)?;
    if let (Some(mine), Some(theirs)) = (planned_directions(parsed), planned_directions(&other))
        && mine != theirs
    {
        bail!(messages::other_directions(Lang::current()));
    }
    let jobs = [parsed, &other];
    // The store keeps whole runs.
    let is_kept = request.keep.save.is_some() || request.keep.at.store.is_some();
    if !is_kept && in_turn::can_take_turns(jobs) {
        return in_short_turns(request, jobs, (signals, live));
    }
    let mut keepers = [
        Keeper::open(&request.keep, "run")?,
        // The name is that of the first job.
        Keeper::open(
            &KeepArgs {
                save: None,
                ..request.keep.clone()
            },
            "run",
        )?,
    ];
    let most = request.runs.repeat.unwrap_or(paired::MOST_BLOCKS);
    let lang = request.form.lang();
    let settings = CompareSettings {
        samples: SampleKind::PairsOfRuns,
        lang,
        ..CompareSettings::default()
    };
    let seed = any_seed();
    let mut records: [Vec<RunRecord>; 2] = [Vec::new(), Vec::new()];
    let (mut results, mut names) = results_of(&records, lang)?;
    let mut outcome = compare_paired(&results, &settings, PAIRED_LOOK_LEVEL);
    'blocks: for block in 0..most {
        let (pair, pairs) = (&(block + 1), &most);
        ui::say(messages::PairAtMost { pair, pairs }.text(Lang::current()));
        let mut pair: [Option<RunRecord>; 2] = [None, None];
        // In an order that is drawn for each pair.
        let first = (order::of_run(seed, block as u32, 0) & 1) as usize;
        for which in [first, 1 - first] {
            let made = measured(jobs[which], block, None, (signals, live), &mut keepers[which])?;
            if made.is_none() {
                break 'blocks;
            }
            pair[which] = made;
        }
        for (all, one) in records.iter_mut().zip(pair) {
            all.extend(one);
        }
        (results, names) = results_of(&records, lang)?;
        outcome = compare_paired(&results, &settings, PAIRED_LOOK_LEVEL);
        if block + 1 >= paired::LEAST_BLOCKS && paired::is_settled(&outcome) {
            break;
        }
    }
    let pairs = records[0].len() as u64;
    ui::say(messages::PairsDone { pairs }.text(Lang::current()));
    let differences = of_jobs(parsed, &other, lang);
    name_both(&mut outcome, &names);
    let code = put(request, signals, &results, differences, (outcome, &settings))?;
    Ok(keepers.iter().fold(code, |code, keeper| keeper.exit_code(code)))
}

/// Both prepared in one run, which they share in short turns.
fn in_short_turns(
    request: &RunRequest,
    jobs: [&Parsed; 2],
    (signals, live): (&Signals, &LiveOutputs),
) -> Result<u8> {
    let lang = request.form.lang();
    let Some(made) = in_turn::measure_jobs(jobs, request.runs.repeat, lang, (signals, live))? else {
        ui::say(messages::no_turns(Lang::current()));
        return Ok(if signals.received().is_some() {
            exit::INTERRUPTED
        } else {
            exit::FAILED
        });
    };
    let pairs = made.rounds as u64;
    ui::say(messages::TurnsDone { pairs }.text(Lang::current()));
    let mut results = made.results;
    let names = match_workloads(&mut results)?;
    let mut outcome = compare_paired(&results, &made.settings, made.level);
    name_both(&mut outcome, &names);
    let differences = of_jobs(jobs[0], jobs[1], lang);
    put(request, signals, &results, differences, (outcome, &made.settings))
}

/// Both as results whose workloads are those of the first: the jobs are compared as they are. A pair of which one run is wrong does not
/// count.
fn results_of(records: &[Vec<RunRecord>; 2], lang: Lang) -> Result<([ComparedResult; 2], BothNames)> {
    let mut results = [
        of_runs("this", &records[0], lang),
        of_runs("other", &records[1], lang),
    ];
    let names = match_workloads(&mut results)?;
    Ok((results, names))
}

/// The directions that a plan certainly uses; `None`: a recording decides, or a share of 0 %.
fn planned_directions(parsed: &Parsed) -> Option<Vec<Ddir>> {
    let jobs = &parsed.plan.jobs;
    let is_open = |job: &JobPlan| {
        let access = &job.access;
        let is_one_way = access.mode.is_mixed() && matches!(access.rwmix_read_percent, 0 | 100);
        !job.control.replay.read.is_empty() || is_one_way
    };
    let is_used = |ddir: &Ddir| jobs.iter().any(|job| job.access.mode.issues(*ddir));
    (!jobs.iter().any(is_open)).then(|| Ddir::ALL.into_iter().filter(is_used).collect())
}

/// Workloads by their keys, with the names of both sides where these differ.
type BothNames = Vec<(WorkloadKey, String)>;

/// Names compared workloads after both sides.
fn name_both(outcome: &mut ComparisonOutcome, names: &BothNames) {
    for cell in &mut outcome.cells {
        if let Some((_, both)) = names.iter().find(|(key, _)| *key == cell.key) {
            cell.workload.clone_from(both);
        }
    }
}

/// The jobs are compared as they are: the other's workloads get the keys of the first.
fn match_workloads(results: &mut [ComparedResult]) -> Result<BothNames> {
    let [this, other] = results else {
        return Ok(Vec::new());
    };
    let mut names: BothNames = Vec::new();
    let directions = |result: &ComparedResult| -> Vec<String> {
        let measurements = result.measurements.iter();
        measurements.map(|one| one.key.direction.clone()).collect()
    };
    if directions(this) != directions(other) {
        bail!(messages::other_directions(Lang::current()));
    }
    for (mine, theirs) in this.measurements.iter_mut().zip(&mut other.measurements) {
        let (one, another) = (mine.key.brief(), theirs.key.brief());
        if one != another && !names.iter().any(|(key, _)| *key == mine.key) {
            names.push((mine.key.clone(), format!("{one} | {another}")));
        }
        theirs.key = mine.key.clone();
        if mine.wrong != theirs.wrong {
            mine.leave_out();
            theirs.leave_out();
        }
    }
    Ok(names)
}

/// Every option in which the jobs differ, but names and places.
fn of_jobs(parsed: &Parsed, other: &Parsed, lang: Lang) -> Vec<FactDifference> {
    let options = |parsed: &Parsed| -> Vec<(String, String)> {
        let given = parsed.plan.jobs.iter().flat_map(|job| &job.given);
        given
            .filter(|echo| echo.name != "name")
            .map(|echo| (echo.name.clone(), echo.value.clone()))
            .collect()
    };
    let (this, other) = (options(parsed), options(other));
    let mut found = facts::of_plans(&[vec![Some(this.as_slice()), Some(other.as_slice())]], lang);
    for one in &mut found {
        one.workloads = None;
    }
    found
}
