//! `fiord try SETTING=A,B PATH JOB`: the job with each value of the settings, in blocks of random order, and the values compared. Each run
//! or turn sets its values through the journal of `doctor --fix` and puts them back.

mod combinations;
mod directory;
mod job;
mod measure;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::verdict::{CompareVerdict, ComparisonOutcome};
use fiord_host::changes::{Change, Setting};
use fiord_host::{Root, Stack};
use fiord_messages::{Lang, try_settings as messages};
use fiord_record::number::short;
use fiord_report::text::Page;
use fiord_session::Signals;
use fiord_study::budget_time;

use self::combinations::combinations;
pub(super) use self::directory::remove_if_left;
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
    #[arg(long, value_name = "TIME", value_parser = budget_time::duration)]
    time: Option<Duration>,
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
    let time = args.time.unwrap_or(TIME);
    let Some(job) = TrialJob::read(&words, &path, run_time(time, combinations.len()))? else {
        return Ok(exit::REFUSED);
    };
    if let Some(files) = job.files()? {
        check_devices(&root, &changes, &files)?;
    }
    let signals = Signals::listen()?;
    let control = control.with_trial(job.directory());
    control.restore_before_end(&signals)?;
    control.prove(
        combinations
            .iter()
            .map(|combination| combination.changes.as_slice()),
    )?;
    let mut trial = measure::SettingRuns {
        control: &control,
        combinations: &combinations,
        job: &job,
        signals: &signals,
        time,
    };
    fit(&mut trial, args.time.is_some());
    let measured = trial.measure(args.form.lang())?;
    let interrupted = signals.received().is_some();
    // Otherwise the problem says what became of the settings.
    if interrupted && measured.problem.is_none() {
        ui::say(messages::interrupted(Lang::current()));
    }
    if measured.blocks == 0 {
        ui::say(messages::nothing_measured(Lang::current()));
        return Ok(exit::INTERRUPTED);
    }
    let (results, settings) = (measured.results, measured.settings);
    let outcome = compare_paired(&results, &settings, measured.level);
    let limits = bounds(&outcome, settings.lang);
    if !interrupted && measured.problem.is_none() {
        let comparisons = outcome.comparisons();
        let needed = paired::needed_blocks(comparisons, measured.level);
        say_few(measured.blocks, (needed, measured.block), trial.time);
    }
    let document = compare::document(&results, Vec::new(), (outcome, &settings), &[]);
    let code = compare::put(&document, args.form)?;
    if args.form.md && !limits.is_empty() {
        ui::print(&format!("\n{}", limits.markdown(settings.lang)))?;
    } else if !args.form.md && !args.form.json && !args.form.csv {
        ui::put(&limits)?;
    }
    match measured.problem {
        Some(problem) => Err(problem),
        None if interrupted => Ok(exit::INTERRUPTED),
        None => Ok(code),
    }
}

/// The time budget unless a comparison takes more.
const TIME: Duration = Duration::from_secs(120);

/// Fits the time to the blocks that a comparison takes, or says that the time asked for is certainly too short.
fn fit(trial: &mut measure::SettingRuns<'_>, is_given: bool) {
    if trial.can_take_turns() {
        return;
    }
    let (needed, lang) = (trial.needed(), Lang::current());
    let (blocks, runs, seconds) = (&needed.blocks, &needed.runs, &short(needed.run.as_secs_f64()));
    let (given, time) = (&option_text(trial.time), &option_text(needed.time()));
    if !is_given && needed.time() > trial.time {
        let chosen = messages::TimeChosen {
            blocks,
            runs,
            seconds,
            time,
        };
        ui::say(chosen.text(lang));
        trial.time = needed.time();
    } else if is_given && needed.is_longer_than(trial.time) {
        let short = messages::TimeShort {
            given,
            blocks,
            runs,
            seconds,
            time,
        };
        ui::say(short.text(lang));
    }
}

/// Says which time the missing blocks take.
fn say_few(blocks: usize, (needed, block): (usize, Duration), given: Duration) {
    let time = measure::budget(needed, block);
    if blocks < needed && time > given {
        let few = messages::FewBlocks {
            blocks: blocks as u64,
            needed: &needed,
            time: &option_text(time),
        };
        ui::say(few.text(Lang::current()));
    }
}

/// A time as `--time` takes it.
fn option_text(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds % 60 == 0 => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
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

/// Between which bounds an effect can still be where none was found. Bounds beyond a half and the double say nothing.
fn bounds(outcome: &ComparisonOutcome, lang: Lang) -> Page {
    let mut page = Page::new();
    for cell in &outcome.cells {
        for pair in &cell.pairs {
            let is_none = matches!(
                pair.verdict,
                CompareVerdict::Equivalent | CompareVerdict::Inconclusive
            );
            let says = pair
                .interval
                .filter(|interval| interval.low >= 0.5 && interval.high <= 2.0);
            let Some(interval) = says.filter(|_| is_none) else {
                continue;
            };
            if page.is_empty() {
                page.blank();
            }
            let between = messages::EffectBetween {
                result: &pair.result,
                workload: &cell.workload,
                metric: &cell.metric.heading(lang),
                low: &percent(interval.low),
                high: &percent(interval.high),
            };
            page.item("", "  ", between.text(lang));
        }
    }
    page
}

/// A ratio as a change: `−27.0`, `+5.0`, `0`.
fn percent(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    match format!("{:.1}", percent.abs()) {
        zero if zero == "0.0" => "0".to_owned(),
        text if percent < 0.0 => format!("−{text}"),
        text => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_shown_as_a_change() {
        assert_eq!(
            [0.73, 1.05, 1.0, 0.9999].map(percent),
            ["−27.0", "+5.0", "0", "0"]
        );
    }
}
