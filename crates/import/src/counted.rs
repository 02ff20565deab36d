//! The job that another program ran, in fio's words: judged like a job of fio, with what the program counted.

use fiord_job::diagnostic::Level;
use fiord_job::plan::{AccessMode, Ddir, OptionEcho};
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{Figure, FigureOf};
use fiord_report::fio::{DdirEntry, Entry, LatencySummary, Report, groups_of};

use super::draft::RunDraft;
use super::results::ToldBySource;
use super::{command, fio_json, results};

/// An option of fio and its value.
pub(super) type JobOption = (&'static str, String);

/// More I/Os or bytes in one result are a number out of place.
const MOST: f64 = 1e18;

/// What a program counted of one direction.
#[derive(Debug, Clone, Default)]
pub(super) struct ToolCounts {
    pub ios: f64,
    pub bytes: f64,
    /// Mean, least and largest latency in nanoseconds, as far as they are known.
    pub latency: Option<[f64; 3]>,
}

impl RunDraft {
    /// Takes the job that made this result, given in fio's words.
    pub(super) fn ran(&mut self, options: &[JobOption]) {
        let mut words = vec![format!("--name={}", self.job_name())];
        words.extend(options.iter().map(word));
        let parsed = command::parse(&words);
        match parsed.diagnostics.iter().find(|one| one.level == Level::Error) {
            Some(wrong) => {
                let note = |lang| {
                    let problem = &wrong.message.text(lang);
                    messages::JobNotRead { problem }.text(lang)
                };
                self.notes.push(note.into());
            }
            None => {
                self.plan = parsed.plan;
                // What the program did not print has no weak percentiles.
                for job in &mut self.plan.jobs {
                    job.report.clat_percentiles = false;
                }
                self.judged_as(options);
                self.direct_figures();
            }
        }
    }

    /// Takes the plan of the command that made this result.
    pub(super) fn ran_by_command(&mut self, command: &str) {
        self.command = Some(command.to_owned());
        match command::plan(command) {
            Ok(plan) => {
                self.plan = plan;
                self.direct_figures();
            }
            Err(problem) => {
                let problem = &problem;
                self.notes.push(Sentence::new(|lang| {
                    messages::CommandNotRead { problem }.text(lang)
                }));
            }
        }
    }

    /// As [`RunDraft::ran`], for a program whose output does not print its settings, but whose script has them.
    pub(super) fn ran_by_script(&mut self, program: &str, options: &[JobOption]) {
        self.notes.push(Sentence::new(|lang| {
            messages::SettingsOfScript { program: &program }.text(lang)
        }));
        self.ran(options);
    }

    /// Takes the job and its counts, of a run of this duration. Where the counts make no sense, takes the job alone.
    pub(super) fn counted(&mut self, options: &[JobOption], seconds: f64, counts: &[(Ddir, ToolCounts)]) {
        if self.counted_as(options.iter().map(echo).collect(), seconds, counts) {
            self.judged_as(options);
        } else {
            self.ran(options);
        }
    }

    /// As [`RunDraft::counted`], with options as they were typed. False: the counts make no sense.
    pub(super) fn counted_as(
        &mut self,
        options: Vec<OptionEcho>,
        seconds: f64,
        counts: &[(Ddir, ToolCounts)],
    ) -> bool {
        let is_count = |value: f64| (1.0..MOST).contains(&value);
        let makes_sense = |(_, one): &(Ddir, ToolCounts)| is_count(one.ios) && is_count(one.bytes);
        if counts.is_empty() || !counts.iter().all(makes_sense) || !(seconds > 0.0 && seconds < 1e7) {
            return false;
        }
        let workers = options.iter().find(|echo| echo.name == "numjobs");
        let workers = workers
            .and_then(|echo| echo.value.parse::<u64>().ok())
            .unwrap_or(1);
        let runtime_ms = ((seconds * 1e3).round() as u64).max(1);
        let mut entry = Entry {
            name: self.job_name(),
            jobs: 1,
            runtime_ms: runtime_ms.saturating_mul(workers.clamp(1, 4096)),
            options: Some(options),
            settings: Some(fio_json::settings(&[], &[])),
            ..Entry::default()
        };
        for (ddir, counts) in counts {
            entry.ddirs[*ddir as usize] = direction(counts, runtime_ms);
        }
        let entries = vec![entry];
        let report = Report {
            version: self.kind.name().to_owned(),
            elapsed_s: runtime_ms.div_ceil(1000),
            groups: groups_of(&entries),
            entries,
            ..Report::default()
        };
        let (record, notes) = results::of_text(&report, &ToldBySource::default());
        self.record = Some(record);
        self.notes.extend(notes);
        true
    }

    /// A job's name cannot be empty, and `global` is none.
    fn job_name(&self) -> String {
        match self.name.trim() {
            "" | "global" => self.kind.name().to_owned(),
            name => name.to_owned(),
        }
    }

    fn judged_as(&mut self, options: &[JobOption]) {
        let words: Vec<String> = options.iter().map(word).collect();
        let options = &words.join(" ");
        self.notes
            .push(Sentence::new(|lang| messages::JudgedAs { options }.text(lang)));
    }

    /// Figures of a job that moves data one way are of that direction.
    pub(super) fn direct_figures(&mut self) {
        let [job] = self.plan.jobs.as_slice() else { return };
        let ddir = match job.access.mode {
            AccessMode::Read | AccessMode::RandRead => Ddir::Read,
            AccessMode::Write | AccessMode::RandWrite => Ddir::Write,
            AccessMode::Trim | AccessMode::RandTrim => Ddir::Trim,
            _ => return,
        };
        let moved = |figure: &&mut Figure| figure.what != FigureOf::RuntimeNs && !figure.what.is_of_syncs();
        for figure in self.figures.iter_mut().filter(moved) {
            figure.ddir = figure.ddir.or(Some(ddir));
        }
    }
}

fn word((name, value): &JobOption) -> String {
    format!("--{name}={value}")
}

fn echo((name, value): &JobOption) -> OptionEcho {
    OptionEcho {
        name: (*name).to_owned(),
        value: value.clone(),
    }
}

fn direction(counts: &ToolCounts, runtime_ms: u64) -> DdirEntry {
    let ios = counts.ios.round() as u64;
    let in_range = |ns: &f64| (0.0..MOST).contains(ns);
    let latency = counts.latency.filter(|all| all.iter().all(in_range));
    let lat = latency.map_or_else(LatencySummary::default, |[mean, min, max]| LatencySummary {
        samples: ios,
        min: min as u64,
        max: max as u64,
        mean,
        ..LatencySummary::default()
    });
    DdirEntry {
        ios,
        bytes: counts.bytes.round() as u64,
        runtime_ms,
        lat,
        ..DdirEntry::default()
    }
}
