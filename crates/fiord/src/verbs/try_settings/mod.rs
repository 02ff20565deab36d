//! `fiord try SETTING=A,B PATH JOB`: the job with each value of the settings, in blocks of random order, and the values compared. Each run
//! or turn sets its values through the journal of `doctor --fix` and puts them back.

mod combinations;
mod job;
mod measure;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_compare::paired::compare_paired;
use fiord_compare::verdict::{CompareVerdict, ComparisonOutcome};
use fiord_host::changes::{Change, Setting};
use fiord_host::{Root, Stack};
use fiord_messages::{Lang, try_settings as messages};
use fiord_record::number::short;
use fiord_report::text::Page;
use fiord_session::Signals;
use fiord_study::budget_time;

use self::combinations::combinations;
use self::job::TrialJob;
use super::compare;
use super::form::FormArgs;
use super::kernel_settings::{ChangeArgs, SettingsControl, check_consent, check_devices};
use super::{doctor, put_help, words};
use crate::ui::{self, exit};

/// Arguments of `fiord try`.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "fiord try SETTING=VALUE,VALUE… PATH [OPTIONS] FIO ARGUMENTS…",
    args_override_self = true
)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, value_name = "SETTING=VALUES PATH FIO ARGUMENTS")]
    words: Vec<OsString>,
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = budget_time::duration)]
    time: Duration,
    #[arg(long, value_name = "DEVICE", value_hint = clap::ValueHint::FilePath)]
    allow_destroy: Vec<OsString>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if args.words.is_empty() {
        return Ok(put_help("try"));
    }
    let all = words::text(&args.words)?;
    let (settings, path, rest) = parts(&all)?;
    let path = std::path::absolute(doctor::target(Some(path), true)?)?;
    let root = Root::system();
    let stack = Stack::under(&root, &path);
    let combinations = combinations(&root, &stack, &settings)?;
    let changes: Vec<Change> = combinations.iter().flat_map(|one| one.changes.clone()).collect();
    check_consent(&root, &changes, &args.change.allow_no_flush)?;
    let control = SettingsControl::new(args.change.journal())?;
    let consents = words::text(&args.allow_destroy)?.into_iter();
    let consents = consents.map(|device| format!("--allow-destroy={device}"));
    let words: Vec<String> = consents.chain(rest.iter().cloned()).collect();
    let Some(job) = TrialJob::read(&words, &path, run_time(args.time, combinations.len()))? else {
        return Ok(exit::REFUSED);
    };
    if let Some(files) = job.files()? {
        check_devices(&root, &changes, &files)?;
    }
    let signals = Signals::listen()?;
    control.restore_before_end(&signals, job.directory())?;
    control.prove(
        combinations
            .iter()
            .map(|combination| combination.changes.as_slice()),
    )?;
    let trial = measure::SettingRuns {
        control: &control,
        combinations: &combinations,
        job: &job,
        signals: &signals,
        time: args.time,
    };
    let measured = trial.measure(args.form.lang())?;
    if measured.blocks == 0 {
        ui::say(messages::nothing_measured(Lang::current()));
        return Ok(exit::INTERRUPTED);
    }
    let (results, settings) = (measured.results, measured.settings);
    let outcome = compare_paired(&results, &settings, measured.level);
    let limits = bounds(&outcome, settings.lang);
    let document = compare::document(&results, Vec::new(), (outcome, &settings), &[]);
    let code = compare::put(&document, args.form)?;
    if args.form.md && !limits.is_empty() {
        ui::print(&format!("\n{}", limits.markdown(settings.lang)))?;
    } else if !args.form.md && !args.form.json && !args.form.csv {
        ui::put(&limits)?;
    }
    match measured.problem {
        Some(problem) => Err(problem),
        None if signals.received().is_some() => Ok(exit::INTERRUPTED),
        None => Ok(code),
    }
}

/// Settings with their values.
type Factors = Vec<(Setting, Vec<String>)>;

/// The settings, the path, and the job.
fn parts(words: &[String]) -> Result<(Factors, &Path, &[String])> {
    let lang = Lang::current();
    let mut settings = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_name = |name: &str| {
            name.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
        };
        match word.split_once('=') {
            _ if word.starts_with('-') => break,
            Some((name, values)) if is_name(name) => {
                let setting = doctor::named(name).map_err(anyhow::Error::msg)?;
                let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
                if values
                    .iter()
                    .any(|value| value.is_empty() || value.contains(['\t', '\n']))
                {
                    bail!(messages::ValuesMissing { text: word }.text(lang));
                }
                settings.push((setting, values));
            }
            _ if settings.is_empty() => bail!(messages::SettingFirst { text: word }.text(lang)),
            _ => return Ok((settings, Path::new(word), &words[at + 1..])),
        }
    }
    bail!(messages::path_missing(lang))
}

/// How long a run lasts whose job does not say: as long as blocks until the last look fill the time, within limits.
fn run_time(time: Duration, combinations: usize) -> Duration {
    let runs = (fiord_compare::paired::MOST_BLOCKS * combinations) as u32;
    (time / runs).clamp(Duration::from_millis(500), Duration::from_secs(3))
}

/// How large an effect can still be where none was found.
fn bounds(outcome: &ComparisonOutcome, lang: Lang) -> Page {
    let mut page = Page::new();
    for cell in &outcome.cells {
        for pair in &cell.pairs {
            let is_none = matches!(
                pair.verdict,
                CompareVerdict::Equivalent | CompareVerdict::Inconclusive
            );
            let Some(interval) = pair.interval.filter(|_| is_none) else {
                continue;
            };
            if page.is_empty() {
                page.blank();
            }
            // As factors: 0.5 × is as far from 1 as 2 ×.
            let largest = (interval.high - 1.0).max(1.0 / interval.low - 1.0).max(0.0);
            let none = messages::NoEffect {
                result: &pair.result,
                workload: &cell.workload,
                metric: &cell.metric.heading(lang),
                percent: &short(largest * 100.0),
            };
            page.item("", "  ", none.text(lang));
        }
    }
    page
}
