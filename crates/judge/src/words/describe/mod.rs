//! What a job will do, in plain sentences: target, amount, order, depth and duration. Pure text from the plan and the facts of
//! its targets.

mod amount;
mod data_path;
mod effects;
mod order;
mod target;
mod time;

use std::path::PathBuf;

use crate::case::Case;
use crate::case::idle::idle_options;
use crate::case::job_view::JobView;
use crate::case::obstacle::{self, Obstacle};
use crate::case::planned::Planned;
use crate::traps::{Observed, no_target};
use crate::{Subject, Thing};
use fiord_job::plan::{Backend, JobPlan};
use fiord_messages::{Lang, job_description as messages};

/// One job, described.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The job's name.
    pub name: String,
    /// Rows of whole sentences, in the order of telling.
    pub sentences: Vec<String>,
    /// Options without effect, with the reason in a sentence.
    pub without_effect: Vec<(String, String)>,
    /// The forecast that the sentences print.
    pub planned: Planned,
}

/// Describes one job of the plan.
pub fn describe(case: &Case<'_>, index: usize, lang: Lang) -> Option<Description> {
    let view = JobView::at(case, index)?;
    let rows = match obstacle::find(&view) {
        Some((obstacle, place)) => vec![
            target::what(&view, lang),
            order::order(&view, lang),
            data_path::depth(&view, lang),
            data_path::path(&view, lang),
            cannot_run(obstacle, place, lang),
        ],
        None if !view.does_its_io() => vec![
            target::what(&view, lang),
            effects::effects(&view, lang),
            time::start(&view, lang),
        ],
        None => vec![
            target::what(&view, lang),
            order::order(&view, lang),
            amount::amount(&view, lang),
            data_path::depth(&view, lang),
            data_path::path(&view, lang),
            data_path::purpose(&view, lang),
            time::pace(&view, lang),
            time::time(&view, lang),
            effects::effects(&view, lang),
            time::start(&view, lang),
        ],
    };
    let rows = rows.iter().filter(|row| !row.is_empty());
    let idle = idle_options(&view)
        .into_iter()
        .map(|idle| (idle.option(), idle.reason(lang)));
    Some(Description {
        name: view.job.name.clone(),
        sentences: rows.map(|row| lang.sentences(row)).collect(),
        without_effect: idle.collect(),
        planned: view.planned,
    })
}

/// Whether an engine does operations without data: bytes say nothing about them.
fn does_operations(job: &JobPlan) -> bool {
    let kind = job.engine.kind;
    !kind.moves_data() && !matches!(kind.backend(), Backend::Null | Backend::Simulated)
}

fn cannot_run(obstacle: Obstacle, path: PathBuf, lang: Lang) -> Vec<String> {
    let subject = Subject::whole().on(Thing::File(path));
    let reason = Observed::NoTarget(no_target::Observed { obstacle }).saw(&subject, lang);
    vec![messages::cannot_run(lang).to_owned(), reason]
}
