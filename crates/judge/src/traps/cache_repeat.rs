//! `cache-repeat`: every run reads the same "random" places.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::{Finding, Severity, Subject};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::cache_repeat as messages;
use fiord_record::number::{Bytes, Share};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[
            Need::Plan(PlanPart::Direct),
            Need::Plan(PlanPart::Order),
            Need::Plan(PlanPart::Target),
        ],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Source,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::PAGE_CACHE],
    quantity: Some(compare::quantity_cache),
    ..Trap::new(
        Family::Source,
        "szstonelee, SSDInternal (direct, invalidate)",
        &[Symptom::IopsTooHigh, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// What every run reads again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Through a page cache that keeps it, with what is there of the target now.
    InMemory {
        read_bytes: u64,
        cached_bytes: Option<u64>,
        /// 0 to 1.
        cached_share: Option<f64>,
    },
    /// Past the page cache: lower caches may hold it.
    Below {
        read_bytes: u64,
        /// A hypervisor or a network presents the disk.
        is_virtual: bool,
    },
}

/// What a cache below the page cache can plausibly hold.
const LOWER_CACHE_BYTES: u64 = 4 << 30;

/// The part of its region from which a run reads all of it: the last block may have no room.
const WHOLE: f64 = 0.95;

fn plan(case: &Case<'_>) -> Vec<Finding> {
    once_per_disk_job(case, judge)
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let job = view.job;
    let draws = job.access.randrepeat && job.access.mode.is_random() && issues(job, Ddir::Read);
    if !draws || view.planned.unlimited {
        return None;
    }
    let read_bytes = view.planned.total_bytes?;
    if !job.durability.direct && !job.files.invalidate {
        return Some(through_memory(view, read_bytes));
    }
    let planned = &view.planned;
    let touched = planned.touched_bytes.zip(planned.footprint_bytes);
    let whole = touched.is_some_and(|(touched, all)| touched as f64 >= all as f64 * WHOLE);
    if read_bytes > LOWER_CACHE_BYTES || whole {
        return None;
    }
    let is_virtual = view.is_virtual();
    let severity = if is_virtual {
        Severity::Care
    } else {
        Severity::Note
    };
    let observed = Observed::Below {
        read_bytes,
        is_virtual,
    };
    Some((severity, observed))
}

/// The same places again, through a page cache that keeps them: what of the target is there now, and what comes of it.
fn through_memory(view: &JobView<'_>, read_bytes: u64) -> (Severity, Observed) {
    let size = view.there_bytes();
    let cached = |target: &&fiord_record::TargetFacts| target.cached_bytes.filter(|_| target.exists());
    let cached_bytes: Option<u64> = view.targets.iter().map(cached).sum();
    let cached_share = cached_bytes
        .filter(|_| size > 0)
        .map(|cached| cached as f64 / size as f64);
    let severity = match cached_share {
        // The run that comes is the first, and an honest one.
        Some(share) if share <= 0.01 => Severity::Care,
        _ => Severity::Wrong,
    };
    let observed = Observed::InMemory {
        read_bytes,
        cached_bytes: cached_bytes.filter(|_| cached_share.is_some()),
        cached_share,
    };
    (severity, observed)
}

fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, _: &Observed) {
    edit.set("randrepeat", "0");
}

/// The sentences of `cache-repeat`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::InMemory {
                read_bytes,
                cached_bytes,
                cached_share,
            } => {
                let read = &Bytes(*read_bytes);
                let mut sentences = vec![messages::InMemory { read }.text(lang)];
                match cached_share {
                    Some(share) if *share > 0.01 => {
                        let warm = messages::InMemoryWarm {
                            share: &Share(*share),
                            cached: &Bytes(cached_bytes.unwrap_or(0)),
                        };
                        sentences.push(warm.text(lang));
                    }
                    Some(_) => sentences.push(messages::in_memory_cold(lang).to_owned()),
                    None => {}
                }
                lang.sentences(&sentences)
            }
            Observed::Below {
                read_bytes,
                is_virtual,
            } => {
                let read = &Bytes(*read_bytes);
                let mut sentences = vec![messages::Below { read }.text(lang)];
                if *is_virtual {
                    sentences.push(messages::below_virtual(lang).to_owned());
                }
                lang.sentences(&sentences)
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::{AccessMode, Amount, JobPlan, RunPlan};
    use fiord_record::run::RunRecord;
    use fiord_record::{Before, FileKind, TargetFacts};

    /// What is judged of the same quarter read again, with so much of the file in memory.
    fn judged(cached_bytes: Option<u64>) -> (Severity, Observed) {
        let mut job = JobPlan::new("r");
        job.access.mode = AccessMode::RandRead;
        job.access.randrepeat = true;
        job.access.io_size = Some(Amount::Bytes(1 << 28));
        job.files.invalidate = false;
        let target = TargetFacts {
            path: "f".into(),
            kind: FileKind::Regular,
            size_bytes: Some(1 << 30),
            cached_bytes,
            ..TargetFacts::default()
        };
        let plan = RunPlan {
            jobs: vec![job],
            global_options: None,
        };
        let before = Before {
            targets: vec![target],
            ..Before::default()
        };
        let record = RunRecord::planned(plan, before);
        let found = super::plan(&Case::of(&record)).pop().unwrap();
        let crate::Observed::CacheRepeat(observed) = found.observed else {
            panic!("{found:?}")
        };
        (found.severity, observed)
    }

    #[test]
    fn a_repeat_names_what_the_run_before_left_in_memory() {
        let in_memory = |cached_bytes, cached_share| Observed::InMemory {
            read_bytes: 1 << 28,
            cached_bytes,
            cached_share,
        };
        let quarter = in_memory(Some(1 << 28), Some(0.25));
        assert_eq!(judged(Some(1 << 28)), (Severity::Wrong, quarter));
        assert_eq!(judged(Some(0)), (Severity::Care, in_memory(Some(0), Some(0.0))));
        assert_eq!(judged(None), (Severity::Wrong, in_memory(None, None)));
    }
}
