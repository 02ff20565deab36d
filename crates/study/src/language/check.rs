//! Lowers every cell to a plan, and puts what the job language says about it where the study says it.

use fiord_job::diagnostic::{Diagnostic, Level};
use fiord_job::invocation;
use fiord_job::plan::{Backend, RunPlan};
use fiord_job::surroundings::Surroundings;
use fiord_messages::{Lang, Sentence, study_language as messages};

use super::reader::origin;
use crate::definition::{Job, Study};
use crate::matrix::{self, CommandWord, StudyCell};

/// A cell with what it runs.
#[derive(Debug, Clone)]
pub struct CheckedCell {
    pub cell: StudyCell,
    /// The command line, in fio's language.
    pub words: Vec<String>,
    pub plan: RunPlan,
    /// What the study says of each job of the plan.
    pub jobs: Vec<CheckedJob>,
}

/// What the study says of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedJob {
    pub is_measured: bool,
    /// Name of its file within the study.
    pub file: String,
    /// Each of its workers has a file of its own: this one with its number behind.
    pub own_files: bool,
}

impl CheckedCell {
    /// Whether no job needs a file.
    pub fn is_diskless(&self) -> bool {
        self.plan
            .jobs
            .iter()
            .all(|job| matches!(job.engine.kind.backend(), Backend::Null | Backend::Simulated))
    }
}

/// All cells, lowered.
#[derive(Debug, Clone)]
pub struct LoweredStudy {
    pub cells: Vec<CheckedCell>,
    /// What is accepted and probably not what was meant.
    pub warnings: Vec<Diagnostic>,
}

/// Lowers all cells. `file` gives the path of a job's file.
///
/// # Errors
/// What the job language says, each once, at its place in `text`.
pub fn check(
    study: &Study,
    text: &str,
    world: &Surroundings<'_>,
    file: &dyn Fn(&Job) -> Option<String>,
) -> Result<LoweredStudy, Vec<Diagnostic>> {
    let cells = matrix::cells(study);
    if cells.is_empty() {
        return Err(vec![plain(messages::all_excluded(Lang::current()))]);
    }
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut checked = Vec::new();
    for cell in cells {
        let jobs = cell.jobs(study);
        if jobs.iter().all(|job| job.background) {
            let message = messages::NoMeasuredJob {
                cell: &cell.label(study),
            };
            problems.push(plain(&message.text(Lang::current())));
            continue;
        }
        let words = cell.words(study, file);
        let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let parsed = invocation::parse(&texts, world);
        for diagnostic in &parsed.diagnostics {
            let moved = moved(diagnostic, &words, text);
            let is_bad = diagnostic.level == Level::Error || moved.origin.is_some();
            if is_bad && diagnostic.level != Level::Note && !problems.contains(&moved) {
                problems.push(moved);
            }
        }
        checked.push(CheckedCell {
            jobs: jobs
                .iter()
                .map(|job| CheckedJob {
                    is_measured: !job.background,
                    file: job.file.clone(),
                    own_files: cell.own_files(study, job),
                })
                .collect(),
            words: texts,
            plan: parsed.plan,
            cell,
        });
    }
    if problems.iter().any(|problem| problem.level == Level::Error) {
        return Err(problems);
    }
    Ok(LoweredStudy {
        cells: checked,
        warnings: problems,
    })
}

fn plain(message: &str) -> Diagnostic {
    Diagnostic {
        level: Level::Error,
        origin: None,
        message: Sentence::verbatim(message),
        help: None,
        fio_message: None,
    }
}

/// The same message where the word stands in the study.
fn moved(diagnostic: &Diagnostic, words: &[CommandWord], text: &str) -> Diagnostic {
    let at = diagnostic.origin.as_ref().and_then(|origin| {
        let word = words.get((origin.line as usize).checked_sub(1)?)?;
        word.at.clone().filter(|_| origin.source == 0)
    });
    Diagnostic {
        origin: at.map(|at| origin(text, &at)),
        ..diagnostic.clone()
    }
}
