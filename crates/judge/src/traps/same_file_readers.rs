//! `same-file-readers`: several workers read the same blocks of one file.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::overlap::{self, Clones, Together};
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "several workers read the same blocks of one file",
            why: "what the first brings into a cache serves the others: the sum counts blocks that moved once as often as there are workers",
            advice: "give each worker a part: offset_increment with size; or read at random from a region much larger than every cache",
            example: "fio --name=r --filename=cold --rw=read --ioengine=libaio --iodepth=8 --direct=1 --bs=1m --size=15G --numjobs=8\nEight workers read the same 15 GiB at the same time, in the same order.",
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: "several workers read the same blocks of one file",
            why: "what the first brings into a cache serves the others: the sum of their rates can be more than the disk moved",
            advice: "set offset_increment=SIZE so that each has its own part",
            example: "numjobs=16 with filename=/data/f and rw=read: 16 × 100 MiB are read of the same 100 MiB.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Sharing,
        least: Severity::Care,
        apply: correct,
    }),
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal (the misleading and the corrected table)",
        &[Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// Who meets on the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Clones(Clones),
    /// After the run.
    Met(Together),
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        judge(view)
            .map(|(severity, clones)| {
                Finding::new(When::Plan, severity, Subject::whole(), Observed::Clones(clones))
            })
            .into_iter()
            .collect()
    })
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Clones)> {
    let reads = issues(view.job, Ddir::Read) && !issues(view.job, Ddir::Write);
    let clones = overlap::clones(view).filter(|_| reads)?;
    let severity = match clones.sequential {
        true if !view.job.durability.direct => Severity::Wrong,
        true => Severity::Care,
        false => overlap::of_random_readers(clones.distinct_share),
    };
    Some((severity, clones))
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let met = overlap::together(case, Ddir::Read).map(|(subject, together)| {
        let apart = together
            .distinct_of_each_bytes
            .map(|of_each| together.distinct_bytes as f64 / of_each.max(1) as f64);
        let severity = match apart {
            Some(apart) if together.random => overlap::of_random_readers(apart),
            _ => Severity::Care,
        };
        Finding::new(When::Run, severity, subject, Observed::Met(together))
    });
    met.into_iter().collect()
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    overlap::set_apart(edit, view);
}

/// The sentences of `same-file-readers`.
impl Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Clones(clones) => clones.sentence("read"),
            Observed::Met(together) => together.sentence("read", subject),
        }
    }
}
