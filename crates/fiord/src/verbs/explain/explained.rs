//! One invocation explained: descriptions, findings and corrected jobs.

use std::path::PathBuf;

use fiord_job::invocation::Parsed;
use fiord_job::lower::ValueContext;
use fiord_job::raw::RawJob;
use fiord_judge::case::Case;
use fiord_judge::correct::{Fixed, command_line, command_words, fixed};
use fiord_judge::verdict::once_with_machine;
use fiord_judge::words::describe::{Description, describe};
use fiord_judge::{Finding, Severity, judge_all};
use fiord_messages::Lang;
use fiord_record::claims::SpecSheet;
use fiord_record::{Before, RunRecord};
use fiord_report::documents::{explain, finding};

use fiord_session::before;

/// One invocation with all there is to say about it.
pub(super) struct Explained {
    pub(super) descriptions: Vec<Description>,
    pub(super) findings: Vec<Finding>,
    pub(super) fixed: Fixed,
    facts: Before,
    pub(super) from_file: bool,
    /// The options of the whole, as typed.
    pub(super) given: Vec<(&'static str, String)>,
}

impl Explained {
    pub(super) fn of(parsed: &Parsed, sheet: Option<&SpecSheet>, lang: Lang) -> Self {
        let mut facts = before::gather(&parsed.plan);
        let allowed: Vec<PathBuf> = parsed.cli.allow_destroy.iter().map(Into::into).collect();
        before::agree(&mut facts, &allowed);
        let mut record = RunRecord::planned(parsed.plan.clone(), facts);
        record.context.data_sheet = sheet.cloned();
        let case = Case::of(&record);
        let descriptions = (0..parsed.plan.jobs.len())
            .filter_map(|index| describe(&case, index, lang))
            .collect();
        let context = ValueContext {
            file: fiord_fio_cli::read_beginning,
            cpus: fiord_fio_cli::cpus(),
            page_size: rustix::param::page_size() as u64,
        };
        Self {
            findings: once_with_machine(judge_all(&case)),
            descriptions,
            fixed: fixed(&parsed.jobs, &context, &record),
            facts: record.before,
            from_file: !parsed.files.is_empty(),
            given: parsed.cli_given.clone(),
        }
    }

    pub(super) fn of_job(&self, index: usize) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |finding| finding.jobs().any(|job| job == index))
    }

    /// One job corrected, as a command that runs.
    fn command(&self, index: usize) -> String {
        command_line("fiord", &self.given, &self.alone(index))
    }

    /// The arguments of [`Explained::command`].
    pub(super) fn arguments(&self, index: usize) -> Vec<String> {
        command_words(&self.given, &self.alone(index))
    }

    fn alone(&self, index: usize) -> Vec<RawJob> {
        let mut job: Vec<RawJob> = self.fixed.jobs.get(index).cloned().into_iter().collect();
        // Alone, it has nobody to wait for.
        job.iter_mut().for_each(|job| {
            job.own
                .retain(|option| !matches!(option.spec.name, "wait_for" | "stonewall"))
        });
        job
    }

    /// The paths of a job's files, the longest first.
    pub(super) fn paths(&self, index: usize) -> Vec<String> {
        let of_job = self.facts.targets.iter().filter(|target| target.job == index);
        let mut paths: Vec<String> = of_job.map(|target| target.path.display().to_string()).collect();
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        paths
    }

    /// What was changed in a job, option by option.
    pub(super) fn changes(&self, index: usize) -> &[String] {
        self.fixed.changes.get(index).map_or(&[], Vec::as_slice)
    }

    /// Traps that stay in the corrected job, each once: the target or the machine must change.
    pub(super) fn left(&self, index: usize) -> Vec<&'static str> {
        let mut left: Vec<&'static str> = Vec::new();
        for finding in self
            .fixed
            .left
            .iter()
            .filter(|finding| finding.jobs().any(|job| job == index))
        {
            let name = finding.trap().name();
            if !left.contains(&name) {
                left.push(name);
            }
        }
        left
    }

    /// Whether there is a corrected command: one that differs, and that runs.
    pub(super) fn has_correction(&self, index: usize) -> bool {
        let stops = |finding: &Finding| {
            finding.jobs().any(|job| job == index)
                && finding.severity == Severity::Wrong
                && finding.trap().about().stops_job
        };
        !self.changes(index).is_empty() && !self.fixed.left.iter().any(stops)
    }

    pub(super) fn document(&self) -> explain::ExplainedJson {
        let machine = self
            .findings
            .iter()
            .filter(|finding| finding.subject.jobs.is_empty());
        let jobs = self.descriptions.iter().enumerate();
        explain::ExplainedJson {
            jobs: jobs
                .map(|(index, description)| self.job_document(index, description))
                .collect(),
            machine: machine
                .map(|one| finding::FindingJson::of(one, Lang::En))
                .collect(),
        }
    }

    fn job_document(&self, index: usize, description: &Description) -> explain::ExplainedJob {
        let idle = |(option, because): &(String, String)| explain::WithoutEffect {
            option: option.clone(),
            because: because.clone(),
        };
        explain::ExplainedJob {
            name: description.name.clone(),
            sentences: description.sentences.clone(),
            without_effect: description.without_effect.iter().map(idle).collect(),
            planned: explain::PlannedJson::of(&description.planned),
            findings: self
                .of_job(index)
                .map(|one| finding::FindingJson::of(one, Lang::En))
                .collect(),
            corrected: self.has_correction(index).then(|| explain::Corrected {
                command: self.command(index),
                changes: self.changes(index).to_vec(),
            }),
            left: self.left(index).into_iter().map(str::to_owned).collect(),
        }
    }
}

/// What `--strict` does not let pass.
pub(super) fn needs_care(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity >= Severity::Care)
}
