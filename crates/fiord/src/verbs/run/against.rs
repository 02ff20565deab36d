//! `fiord run --baseline RESULT` and `--vs 'OTHER JOB'`: runs until it is settled how they compare.

use anyhow::{Result, bail};
use fiord_compare::facts::{self, FactDifference};
use fiord_compare::outcome;
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::result::ComparedResult;
use fiord_compare::verdict::{CompareSettings, ComparisonOutcome, LEAST_RUNS};
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_record::number::plural;
use fiord_record::run::RunRecord;
use fiord_session::Signals;
use fiord_study::order;

use super::once::{failures, run_jobs};
use super::repeat::varied;
use super::request::{Against, RunRequest, refuse_what_run_does_not_do};
use crate::keep::{KeepArgs, Keeper};

use crate::ui::{self, exit};
use crate::verbs::compare::{self, differences, of_runs, read};
use crate::verbs::explain::split;
use crate::verbs::study::any_seed;

/// Runs after which one looks.
const LOOKS: [usize; 5] = [6, 10, 16, 24, 40];

/// Runs until it is settled, prints the comparison; the exit code.
pub(super) fn run(request: &RunRequest, parsed: &Parsed, signals: &Signals, against: &Against) -> Result<u8> {
    match against {
        Against::Baseline(name) => baseline(request, parsed, signals, name),
        Against::Job(other) => in_turn(request, parsed, signals, other),
    }
}

fn measured(
    parsed: &Parsed,
    run: usize,
    which: Option<(usize, usize)>,
    signals: &Signals,
    keeper: &mut Keeper,
) -> Result<Option<RunRecord>> {
    let record = run_jobs(parsed, &varied(&parsed.plan, run as u64), signals, which, None)?;
    // A run that was cut short does not count.
    if signals.received().is_some() {
        return Ok(None);
    }
    let verdict = verdict(&Case::of(&record));
    keeper.keep(&record, &verdict, false);
    if failures(&record) {
        bail!("a job failed; nothing is compared");
    }
    Ok(Some(record))
}

fn baseline(request: &RunRequest, parsed: &Parsed, signals: &Signals, name: &str) -> Result<u8> {
    let base = read(name, &request.keep.at)?;
    let mut keeper = Keeper::open(&request.keep, "run")?;
    let most = request.runs.repeat.unwrap_or(LOOKS[LOOKS.len() - 1]);
    let looks: Vec<usize> = LOOKS
        .into_iter()
        .filter(|look| *look < most)
        .chain([most])
        .collect();
    let settings = CompareSettings {
        looks: looks.len() as u32,
        ..CompareSettings::default()
    };
    let mut records: Vec<RunRecord> = Vec::new();
    let mut results = [base, of_runs("this", [])];
    let mut outcome = outcome::compare(&results, &settings);
    while records.len() < most {
        let done = records.len();
        ui::say(format!("run {} of at most {most}", done + 1));
        let Some(record) = measured(parsed, done, Some((done + 1, most)), signals, &mut keeper)? else {
            break;
        };
        records.push(record);
        if records.len() > 1 && !looks.contains(&records.len()) {
            continue;
        }
        results[1] = of_runs("this", &records);
        outcome = outcome::compare(&results, &settings);
        if outcome.cells.is_empty() {
            bail!("{name}: nothing in it was measured as this job does; `fiord compare` shows what each has");
        }
        if !can_be_settled(&outcome) {
            ui::say(format!(
                "{name} has fewer than {LEAST_RUNS} runs of this: more runs here would settle nothing"
            ));
            break;
        }
        if records.len() > 1 && paired::is_settled(&outcome) {
            break;
        }
    }
    if signals.received().is_some() && !records.is_empty() {
        results[1] = of_runs("this", &records);
        outcome = outcome::compare(&results, &settings);
    }
    let code = put(
        request,
        signals,
        &results,
        differences(&results),
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
    results: &[ComparedResult; 2],
    differences: Vec<FactDifference>,
    outcome: (ComparisonOutcome, &CompareSettings),
) -> Result<u8> {
    let shown = compare::document(results, differences, outcome, &request.runs.limits);
    let code = compare::put(&shown, request.form, None)?;
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
            .map(|diagnostic| diagnostic.render(&parsed.sources, "fiord"))
            .collect();
        bail!("--vs: {}", said.join("\n"));
    }
    refuse_what_run_does_not_do(&parsed)?;
    Ok(parsed)
}

fn in_turn(request: &RunRequest, parsed: &Parsed, signals: &Signals, other: &str) -> Result<u8> {
    let other = other_job(other)?;
    let jobs = [parsed, &other];
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
    let (seed, settings) = (any_seed(), CompareSettings::default());
    let mut records: [Vec<RunRecord>; 2] = [Vec::new(), Vec::new()];
    let mut results = results_of(&records)?;
    let mut outcome = compare_paired(&results, &settings);
    'blocks: for block in 0..most {
        ui::say(format!("pair {} of at most {most}", block + 1));
        let mut pair: [Option<RunRecord>; 2] = [None, None];
        // In an order that is drawn for each pair.
        let first = (order::of_run(seed, block as u32, 0) & 1) as usize;
        for which in [first, 1 - first] {
            let made = measured(jobs[which], block, None, signals, &mut keepers[which])?;
            if made.is_none() {
                break 'blocks;
            }
            pair[which] = made;
        }
        for (all, one) in records.iter_mut().zip(pair) {
            all.extend(one);
        }
        results = results_of(&records)?;
        outcome = compare_paired(&results, &settings);
        if block + 1 >= paired::LEAST_BLOCKS && paired::is_settled(&outcome) {
            break;
        }
    }
    ui::say(format!("{} were run", plural(records[0].len() as u64, "pair")));
    let differences = of_jobs(parsed, &other);
    let code = put(request, signals, &results, differences, (outcome, &settings))?;
    Ok(keepers.iter().fold(code, |code, keeper| keeper.exit_code(code)))
}

/// Both as results whose workloads are those of the first: the jobs are compared as they are. A pair of which one run is wrong does not
/// count.
fn results_of(records: &[Vec<RunRecord>; 2]) -> Result<[ComparedResult; 2]> {
    let mut results = [of_runs("this", &records[0]), of_runs("other", &records[1])];
    let [this, other] = &mut results;
    let directions = |result: &ComparedResult| -> Vec<String> {
        let measurements = result.measurements.iter();
        measurements.map(|one| one.key.direction.clone()).collect()
    };
    if directions(this) != directions(other) {
        bail!("--vs: the two jobs do not move data in the same directions; nothing can be compared");
    }
    for (mine, theirs) in this.measurements.iter_mut().zip(&mut other.measurements) {
        theirs.key = mine.key.clone();
        if !mine.wrong.is_empty() || !theirs.wrong.is_empty() {
            let mut traps = [mine.wrong.clone(), theirs.wrong.clone()].concat();
            traps.dedup();
            mine.wrong.clone_from(&traps);
            theirs.wrong = traps;
        }
    }
    Ok(results)
}

/// Every option in which the jobs differ, but names and places.
fn of_jobs(parsed: &Parsed, other: &Parsed) -> Vec<FactDifference> {
    let options = |parsed: &Parsed| -> Vec<(String, String)> {
        let given = parsed.plan.jobs.iter().flat_map(|job| &job.given);
        given
            .filter(|echo| echo.name != "name")
            .map(|echo| (echo.name.clone(), echo.value.clone()))
            .collect()
    };
    let (this, other) = (options(parsed), options(other));
    let mut found = facts::of_plans(&[vec![Some(this.as_slice()), Some(other.as_slice())]]);
    for one in &mut found {
        one.workloads = None;
    }
    found
}
