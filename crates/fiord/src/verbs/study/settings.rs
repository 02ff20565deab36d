//! What the command line says of a study, as it is stored and as ranks on other hosts get it.

use std::path::PathBuf;

use crate::files;
use anyhow::{Context, Result};
use fiord_messages::{Lang, study as messages};
use fiord_record::claims::SpecSheet;
use fiord_record::hosts::DataSpread;
use fiord_report::text::survey::FILE_OF_THE_READER;
use fiord_store::StudyRow;
use fiord_study::check::Expectation;
use fiord_study::definition::{Job, Study};
use fiord_study::language::{self, Read};
use fiord_study::survey::{SurveyFit, SurveySize};
use serde::{Deserialize, Serialize};

use super::load::{self, Loaded, Preset};

/// The verb whose study is the load of a recipe.
pub(in crate::verbs) const OF_CHECK: &str = "check";

/// What the command line says of a study; stored, so that it can be resumed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::verbs) struct StudySettings {
    /// Name of the study file, for messages.
    #[serde(rename = "file")]
    pub(in crate::verbs) source_name: String,
    /// Stands beside the settings where they are stored, as the target does.
    #[serde(skip)]
    pub(in crate::verbs) source: String,
    pub(in crate::verbs) preset: Preset,
    #[serde(skip)]
    pub(in crate::verbs) target: Option<PathBuf>,
    /// What measures: `study`, `sweep`, `survey`, `check`.
    pub(in crate::verbs) verb: String,
    /// Budget in seconds, instead of the study's own.
    pub(in crate::verbs) time_s: Option<u64>,
    /// Of a survey.
    #[serde(rename = "survey")]
    pub(in crate::verbs) fit: Option<SurveyFit>,
    /// What the findings are held against.
    pub(in crate::verbs) sheet: Option<SpecSheet>,
    /// Each run has this name.
    pub(in crate::verbs) save: Option<String>,
    /// And these tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::verbs) tags: Vec<String>,
    /// One more run of each cell is traced.
    #[serde(default)]
    pub(in crate::verbs) layers: bool,
    /// Limits of latencies: each cell is searched for the highest rate at which they hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::verbs) slo: Vec<String>,
    /// Rates that a check needs the limits to hold at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::verbs) needs: Vec<String>,
    /// The length of each run instead of the study's own; each cell runs six times then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::verbs) runtime_ms: Option<u64>,
    /// None: it is of one machine.
    pub(in crate::verbs) hosts: Option<StudyHosts>,
}

/// The ranks that measure a study together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::verbs) struct StudyHosts {
    /// The host of each rank.
    pub(in crate::verbs) hosts: Vec<String>,
    pub(in crate::verbs) spread: DataSpread,
    /// Of a survey: what decided how much each rank works on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::verbs) size: Option<SurveySize>,
}

impl StudySettings {
    /// Nothing but what measures.
    pub(in crate::verbs) fn of_verb(verb: &str) -> Self {
        Self {
            source_name: verb.to_owned(),
            source: String::new(),
            preset: Preset::Standard,
            target: None,
            verb: verb.to_owned(),
            time_s: None,
            fit: None,
            sheet: None,
            save: None,
            tags: Vec::new(),
            layers: false,
            slo: Vec::new(),
            needs: Vec::new(),
            runtime_ms: None,
            hosts: None,
        }
    }

    pub(in crate::verbs) fn of(row: &StudyRow) -> Result<Self> {
        let unreadable = || messages::SettingsUnreadable { study: &row.id }.text(Lang::current());
        let settings: Self = serde_json::from_str(&row.settings).with_context(unreadable)?;
        Ok(Self {
            source: row.source.clone(),
            target: row.target.as_ref().map(PathBuf::from),
            ..settings
        })
    }

    /// The seed that the study states itself.
    pub(super) fn stated_seed(&self) -> Option<u64> {
        self.read().study.seed
    }

    /// The study, or the load of a recipe.
    fn read(&self) -> Read {
        match self.verb.as_str() {
            OF_CHECK => language::read_recipe(&self.source_name, &self.source).read,
            _ => language::read(&self.source_name, &self.source),
        }
    }

    /// Those of `needs`.
    pub(super) fn needed_rates(&self) -> Vec<Expectation> {
        let needs = self.needs.iter();
        needs.filter_map(|need| Expectation::parse(need).ok()).collect()
    }

    /// What the command line changes of the study.
    pub(in crate::verbs) fn adjust(&self, study: &mut Study) {
        match &self.fit {
            Some(fit) => fit.apply(study),
            None => self.preset.apply(study),
        }
        if let Some(runtime_ms) = self.runtime_ms {
            load::shorten(study, &format!("{runtime_ms}ms"));
        }
        if let Some(seconds) = self.time_s {
            study.budget.seconds = Some(seconds as f64);
        }
    }

    /// Where a job's file lies, for the command lines.
    pub(super) fn path_of(&self, seed: u64, job: &Job, host: Option<&str>) -> Option<String> {
        let target = self.target.as_deref();
        match &self.fit {
            // The file itself has no name; this one is for those who repeat a command, in a directory that an option cannot name from there.
            Some(fit) if !fit.is_read_only => {
                let path = target?.join(FILE_OF_THE_READER);
                Some(path.to_str().unwrap_or(FILE_OF_THE_READER).to_owned())
            }
            _ => files::path_of(target, seed, &job.file, host),
        }
    }
}

/// The study with its cells; nothing where it has mistakes, which are printed.
pub(super) fn lowered(settings: &StudySettings, seed: u64) -> Option<Loaded> {
    let adjust = |study: &mut Study| settings.adjust(study);
    let file = |job: &Job| settings.path_of(seed, job, None);
    load::lower(settings.read(), &settings.source, &adjust, &file)
}

/// As a rank on this host has them, without a word.
pub(super) fn lowered_on(settings: &StudySettings, seed: u64, host: Option<&str>) -> Option<Loaded> {
    let adjust = |study: &mut Study| settings.adjust(study);
    let file = |job: &Job| settings.path_of(seed, job, host);
    load::quietly(&settings.source_name, &settings.source, &adjust, &file)
}
