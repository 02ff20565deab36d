//! Begins a survey: a file of real data in the folder, within a share of the time, then its study.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_messages::{Fixed, Lang, study as messages};
use fiord_store::Store;
use fiord_study::survey::{LONG_S, NAME, SurveyFit};

use super::super::runner::StudyRunner;
use super::super::settings::StudySettings;
use super::super::{StudyConsent, hosts_study, load};
use super::making::{FILE_PERCENT, LEAST_BYTES, SurveyTime, points};
use crate::files::unnamed;
use crate::files::{StudyTarget, write_once};
use crate::keep::{self, KeepArgs};
use crate::live::LiveArgs;
use crate::ui::{self, Progress, exit};
use crate::verbs::form::{FormArgs, MetricsArgs};
use fiord_session::Signals;

/// Why ranks are not told how to divide the data.
pub(in crate::verbs) fn no_spread() -> String {
    messages::survey_no_spread(Lang::current()).to_owned()
}

/// What was asked for.
pub(in crate::verbs) struct SurveyRequest<'a> {
    pub(in crate::verbs) path: &'a Path,
    pub(in crate::verbs) time: Duration,
    pub(in crate::verbs) seed: Option<u64>,
    pub(in crate::verbs) commands: bool,
    /// One more run of each point is traced.
    pub(in crate::verbs) layers: bool,
    pub(in crate::verbs) form: FormArgs,
    pub(in crate::verbs) metrics: &'a MetricsArgs,
    pub(in crate::verbs) keep: &'a KeepArgs,
    pub(in crate::verbs) live: &'a LiveArgs,
    pub(in crate::verbs) hosts: &'a HostsAsked,
}

/// Runs a survey and prints its report; the exit code.
///
/// # Errors
/// The path is unfit, or the store that was named.
pub(in crate::verbs) fn run(request: &SurveyRequest<'_>) -> Result<u8> {
    let started = Instant::now();
    if request.hosts.is_asked {
        return over_hosts(request, started);
    }
    let metrics = request.metrics.open()?;
    let live = request.live.open()?;
    let Some(mut runner) = begun(request, started, Signals::listen()?)? else {
        return Ok(exit::REFUSED);
    };
    runner.shows_commands = request.commands;
    runner.live = live;
    let code = runner.run_and_report(request.form)?;
    if let Some(file) = metrics {
        runner.write_metrics(&file)?;
    }
    Ok(code)
}

/// Makes the file and stores the study of a survey.
///
/// # Errors
/// The path is unfit, or the store that was named.
pub(in crate::verbs) fn begun(
    request: &SurveyRequest<'_>,
    started: Instant,
    signals: Signals,
) -> Result<Option<StudyRunner>> {
    let path = request
        .path
        .canonicalize()
        .with_context(|| request.path.display().to_string())?;
    let mut fit = SurveyFit {
        file_bytes: 0,
        is_quick: request.time.as_secs() < LONG_S,
        is_read_only: !path.is_dir(),
        direct: true,
        repeats: 0,
        runtime_ms: 0,
    };
    if fit.is_read_only {
        (fit.file_bytes, fit.direct) = unnamed::given(&path)?;
    } else {
        say_what_is_left_behind(&path);
        fit.file_bytes = unnamed::size_for(unnamed::free_bytes(&path)?)?;
    }
    let store = request.keep.open()?;
    let prepared = if fit.is_read_only {
        None
    } else {
        Some(made(&path, &mut fit, request.time, &signals)?)
    };
    let (name, source) = load::source(NAME)?;
    let left_ms = request.time.saturating_sub(started.elapsed()).as_millis() as u64;
    // The traced run of each point takes its share.
    let left_ms = if request.layers { left_ms / 4 * 3 } else { left_ms };
    fit.schedule(points(&name, &source, &fit), left_ms);
    let settings = StudySettings {
        source_name: name,
        source,
        target: Some(path),
        fit: Some(fit),
        save: request.keep.save.clone(),
        tags: request.keep.tags.clone(),
        layers: request.layers,
        ..StudySettings::of_verb(NAME)
    };
    let store = match store {
        // Of a survey without a number nothing is kept.
        Some(store) if signals.received().is_none() => store,
        _ => Store::in_memory()?,
    };
    let begun = StudyRunner::begin(
        settings,
        request.seed,
        store,
        &keep::command(),
        &StudyConsent::default(),
        signals,
    )?;
    Ok(begun.map(|mut runner| {
        runner.prepared = prepared;
        runner
    }))
}

/// Runs a survey as one of the ranks of a launcher; the exit code.
fn over_hosts(request: &SurveyRequest<'_>, begun: Instant) -> Result<u8> {
    let refused: [(bool, Fixed); 2] = [
        (request.layers, messages::survey_no_layers),
        (request.metrics.file.is_some(), messages::survey_no_metrics),
    ];
    if let Some((_, refusal)) = refused.into_iter().find(|(is_given, _)| *is_given) {
        bail!(refusal(Lang::current()));
    }
    let (source_name, source) = load::source(NAME)?;
    let settings = StudySettings {
        source_name,
        source,
        target: Some(request.path.to_owned()),
        save: request.keep.save.clone(),
        tags: request.keep.tags.clone(),
        ..StudySettings::of_verb(NAME)
    };
    let keep = request.keep.clone();
    let begin = hosts_study::Begin::New {
        settings: Box::new(settings),
        seed: request.seed,
        store: Box::new(move || Ok(keep.open()?.map_or_else(Store::in_memory, Ok)?)),
        survey: Some(SurveyTime {
            begun,
            time: request.time,
        }),
    };
    let how = hosts_study::HowPrinted {
        form: request.form,
        commands: request.commands,
    };
    hosts_study::run(request.hosts, begin, &[], how)
}

fn say_what_is_left_behind(folder: &Path) {
    for stale in unnamed::left_behind(folder) {
        let path = &stale.display();
        ui::say(messages::SurveyStaleFile { path }.text(Lang::current()));
    }
}

/// Writes the file, for a share of the time at most, and cuts it to what was written.
fn made(folder: &Path, fit: &mut SurveyFit, time: Duration, signals: &Signals) -> Result<StudyTarget> {
    let target = StudyTarget::unnamed(folder, fit.file_bytes, None)?;
    let StudyTarget::Unnamed { file, .. } = &target else {
        return Ok(target);
    };
    let progress = Progress::begin();
    if !progress.is_shown() {
        let seconds = &time.as_secs();
        ui::say(messages::SurveyBegun { seconds }.text(Lang::current()));
    }
    let limit_ms = time.as_millis() as u64 * FILE_PERCENT / 100;
    let write = |bytes: u64, limit_ms: u64, direct: bool| {
        let limited = (bytes, Some(limit_ms));
        let written = || write_once(&file.path, file.identity, limited, direct, signals);
        let draw = |progress: &Progress| progress.show(None, messages::survey_making(Lang::current()));
        progress
            .during(draw, written)
            .with_context(|| folder.display().to_string())
    };
    let is_over = || signals.received().is_some();
    // As long as it will be: a file that is too short would be made anew, and another file is refused.
    file.cut(fit.file_bytes)?;
    let mut written = write(fit.file_bytes, limit_ms, true)?;
    let direct = written.is_some();
    if !direct && !is_over() {
        // No direct I/O here (some network and memory file systems): go through the page cache.
        written = write(fit.file_bytes, limit_ms, false)?;
    }
    if written.is_none_or(|written| written < LEAST_BYTES) && !is_over() {
        // A slow disk, or a busy one: the least that can be measured, whatever it takes of the time.
        file.cut(LEAST_BYTES)?;
        written = write(LEAST_BYTES, time.as_millis() as u64, direct)?;
    }
    let whole = written.unwrap_or(0) >> 20 << 20;
    if !is_over() {
        if whole < LEAST_BYTES {
            bail!(
                messages::SurveyWrittenTooLittle {
                    size: &(whole >> 20),
                    seconds: &time.as_secs(),
                }
                .text(Lang::current())
            );
        }
        file.cut(whole)?;
        fit.file_bytes = whole;
    }
    fit.direct = direct || signals.received().is_some();
    Ok(target)
}
