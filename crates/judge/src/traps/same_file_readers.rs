//! `same-file-readers`: several workers read the same blocks of one file.

use crate::case::case::Case;
use crate::case::each::per_disk_job;
use crate::case::edit::Edit;
use crate::case::look::Look;
use crate::case::overlap::{self, Clones, Together};
use crate::case::planned::issues;
use crate::case::trap::{Family, Fix, Found, Judgement, Need, Severity, Stage, Subject, Symptom, Text, Trap};
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
        "S3, the misleading and the corrected table",
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

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        judge(look)
            .map(|(severity, clones)| Found::new(severity, Subject::whole(), Observed::Clones(clones)))
            .into_iter()
            .collect()
    })
}

fn judge(look: &Look<'_>) -> Option<(Severity, Clones)> {
    let reads = issues(look.job, Ddir::Read) && !issues(look.job, Ddir::Write);
    let clones = overlap::clones(look).filter(|_| reads)?;
    let severity = match clones.sequential {
        true if !look.job.durability.direct => Severity::Wrong,
        true => Severity::Care,
        false => overlap::of_random_readers(clones.distinct_share),
    };
    Some((severity, clones))
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let met = overlap::together(case, Ddir::Read).map(|(subject, together)| {
        let apart = together
            .distinct_of_each_bytes
            .map(|of_each| together.distinct_bytes as f64 / of_each.max(1) as f64);
        let severity = match apart {
            Some(apart) if together.random => overlap::of_random_readers(apart),
            _ => Severity::Care,
        };
        Found::new(severity, subject, Observed::Met(together))
    });
    met.into_iter().collect()
}

fn correct(edit: &mut Edit<'_>, look: &Look<'_>, _: &Observed) {
    overlap::set_apart(edit, look);
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
