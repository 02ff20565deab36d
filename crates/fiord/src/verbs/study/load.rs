//! Loads a study from a file or from those that come with fiord, and lowers every cell.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use fiord_job::diagnostic::Diagnostic;
use fiord_job::nearest::nearest;
use fiord_job::source::Sources;
use fiord_messages::{Lang, study as messages};
use fiord_report::text::Page;
use fiord_study::builtin;
use fiord_study::definition::{Job, OptionSetting, Stop, Study};
use fiord_study::language::{self, CheckedCell, Read};
use serde::{Deserialize, Serialize};

use crate::keep::StoreArgs;
use crate::ui;
use crate::verbs::known;

/// How precise, how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::verbs) enum Preset {
    Quick,
    Standard,
    Thorough,
}

impl Preset {
    pub(in crate::verbs) fn apply(self, study: &mut Study) {
        if self == Self::Quick {
            for factor in 0..study.factors.len() {
                study.leave_out(factor, |level| !level.is_quick);
            }
        }
        let (runtime, stop) = match self {
            Self::Standard => return,
            Self::Quick => ("1s", Stop::Repeats(6)),
            Self::Thorough => (
                "30s",
                Stop::Precise {
                    half_width: 0.025,
                    least: 20,
                    step: 5,
                    most: 100,
                },
            ),
        };
        study.stop = stop;
        set_runtime(study, runtime);
    }
}

/// Each cell six times, each run so long.
pub(super) fn shorten(study: &mut Study, runtime: &str) {
    study.stop = Stop::Repeats(6);
    set_runtime(study, runtime);
}

fn set_runtime(study: &mut Study, runtime: &str) {
    let jobs = study.jobs.iter_mut().flat_map(|job| &mut job.settings);
    let is_runtime = |setting: &&mut OptionSetting| setting.option == "runtime";
    for setting in study.common.iter_mut().chain(jobs).filter(is_runtime) {
        runtime.clone_into(&mut setting.value);
    }
}

/// A study that can run.
pub(in crate::verbs) struct Loaded {
    pub(in crate::verbs) study: Study,
    pub(in crate::verbs) cells: Vec<CheckedCell>,
}

/// The name for messages, and the text.
pub(super) fn source(text: &str) -> Result<(String, String)> {
    if let Some(known) = builtin::find(text) {
        return Ok((format!("studies/{}.toml", known.name), known.text.to_owned()));
    }
    let read = std::fs::read_to_string(text).with_context(|| text.to_owned());
    let source = read.map_err(|error| {
        let near = nearest(text, builtin::ALL.iter().map(|known| known.name));
        let (problem, lang) = (&format!("{error:#}"), Lang::current());
        let error = || {
            anyhow!(match near {
                Some(near) => messages::MisspeltStudy { problem, near: &near }.text(lang),
                None => messages::UnknownStudy { problem }.text(lang),
            })
        };
        known::instead(text, &StoreArgs::default(), error)
    })?;
    Ok((text.to_owned(), source))
}

/// For a reader: files have the names of the study, in `target` if that is a directory.
///
/// # Errors
/// No study has this name, or the target does not exist.
pub(super) fn load(text: &str, preset: Preset, target: Option<&Path>) -> Result<Option<Loaded>> {
    let (name, source) = source(text)?;
    let is_directory = match target {
        Some(target) => {
            let found = std::fs::metadata(target).with_context(|| target.display().to_string());
            found?.is_dir()
        }
        None => false,
    };
    let file = |job: &Job| match target {
        Some(target) if is_directory => Some(target.join(&job.file).to_str()?.to_owned()),
        Some(target) => Some(target.to_str()?.to_owned()),
        None => Some(job.file.clone()),
    };
    let read = language::read(&name, &source);
    Ok(lower(read, &source, &|study| preset.apply(study), &file))
}

/// Reads, checks and lowers without a word: it was said before, or is by another rank.
pub(super) fn quietly(
    name: &str,
    source: &str,
    adjust: &dyn Fn(&mut Study),
    file: &dyn Fn(&Job) -> Option<String>,
) -> Option<Loaded> {
    let mut read = language::read(name, source);
    if !read.diagnostics.is_empty() {
        return None;
    }
    adjust(&mut read.study);
    let lowered = fiord_fio_cli::with_world(|world| language::check(&read.study, source, world, file));
    lowered.ok().map(|lowered| Loaded {
        study: read.study,
        cells: lowered.cells,
    })
}

/// Lowers what was read; prints what is wrong, and gives nothing then.
pub(in crate::verbs) fn lower(
    mut read: Read,
    source: &str,
    adjust: &dyn Fn(&mut Study),
    file: &dyn Fn(&Job) -> Option<String>,
) -> Option<Loaded> {
    say(&read.diagnostics, &read.sources);
    if !read.diagnostics.is_empty() {
        return None;
    }
    adjust(&mut read.study);
    match fiord_fio_cli::with_world(|world| language::check(&read.study, source, world, file)) {
        Ok(lowered) => {
            say(&lowered.warnings, &read.sources);
            Some(Loaded {
                study: read.study,
                cells: lowered.cells,
            })
        }
        Err(problems) => {
            say(&problems, &read.sources);
            None
        }
    }
}

/// The name of a study that was made of options: its lines were not typed.
pub(in crate::verbs) const OF_OPTIONS: &str = "sweep";

fn say(diagnostics: &[Diagnostic], sources: &Sources) {
    let of_options = sources.texts.iter().any(|text| text.name == OF_OPTIONS);
    for diagnostic in diagnostics {
        let (mut page, mut diagnostic) = (Page::new(), diagnostic.clone());
        if of_options {
            let told = |text: &str| text.replace("factors.", "--").replace("repeats:", "--blocks:");
            (diagnostic.origin, diagnostic.message) = (None, diagnostic.message.map(told));
        }
        page.foreign(diagnostic.render(sources, "fiord", Lang::current()));
        ui::show(&page);
    }
}
