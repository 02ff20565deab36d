//! `overwrite-same`: the same blocks written again and again.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::overlap::{Counted, OVERLAP_LIMIT};
use crate::case::planned::{issues, share, syncs_as_it_goes};
use crate::case::shares;
use crate::correct::amount::{files_per_option, has_room, is_made, region_option, size_text};
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Ddir, Distribution, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::overwrite_same as messages;
use fiord_record::evidence::BlockUse;
use fiord_record::number::{Bytes, Share, short};
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
            Need::Plan(PlanPart::Syncs),
            Need::Plan(PlanPart::Target),
        ],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters, Need::Blocks],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Passes,
        least: Severity::Care,
        apply: fewer_passes,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::WRITEBACK],
    quantity: Some(compare::quantity_no_data),
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal (size, io_size)",
        &[Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// One pass and a twentieth: what is written more often is written again.
const AGAIN: f64 = 1.05;

/// How often blocks are written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// By the clock, in memory.
    UntilTheTimeIsUp {
        target_bytes: Option<u64>,
        /// Each pass begins the writeback of the pass before it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held_in_part: bool,
    },
    Passes {
        passes: f64,
        write_bytes: u64,
        region_bytes: u64,
        random: bool,
        /// The distribution prefers some blocks.
        uneven: bool,
        /// Each rewrite reaches the disk: direct, or synced as it goes.
        reaches_disk: bool,
        /// Memory does not hold all of it back: more than the limit of dirty pages.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held_in_part: bool,
    },
    /// After the run.
    Counted {
        distinct_percent: f64,
        distinct_bytes: u64,
        issued_bytes: u64,
        issued_ios: u64,
        workers: u64,
        files: u64,
        /// Each rewrite reached the disk: direct, synced as it went, or counted there.
        reached_disk: bool,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    once_per_disk_job(case, judge)
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let (job, planned) = (view.job, &view.planned);
    if !issues(job, Ddir::Write) {
        return None;
    }
    // To drop the pages of a pass is to begin their writeback.
    let is_dropped = planned.drops_each_pass(job) && planned.passes.is_none_or(|passes| passes > AGAIN);
    let reaches_disk = job.durability.direct || syncs_as_it_goes(job);
    // More than the limit of dirty pages is written while the job goes on.
    let memory = view.case.machine().map(|machine| &machine.memory);
    let limit = memory
        .and_then(|memory| memory.dirty_limit_bytes())
        .or_else(|| view.cache_room());
    let is_held = planned
        .touched_bytes
        .zip(limit)
        .map(|(bytes, limit)| bytes <= limit);
    if planned.unlimited {
        let target_bytes = planned.footprint_bytes;
        let observed = Observed::UntilTheTimeIsUp {
            target_bytes,
            held_in_part: is_dropped,
        };
        let severity = if is_dropped {
            Severity::Care
        } else {
            Severity::Wrong
        };
        return (!reaches_disk && is_held == Some(true)).then_some((severity, observed));
    }
    let passes = planned.passes? * share(job, Ddir::Write);
    let random = job.access.mode.is_random();
    let from = if random { 0.75 } else { AGAIN };
    if passes < from {
        return None;
    }
    let is_too_much = is_held == Some(false) && !reaches_disk;
    let held_in_part = is_too_much || (is_dropped && !reaches_disk);
    let fits = planned
        .touched_bytes
        .zip(view.cache_room())
        .is_some_and(|(bytes, room)| bytes <= room);
    let severity = match (reaches_disk, passes > AGAIN) {
        (true, false) => return None,
        (true, true) => Severity::Note,
        // The first blocks of a pass are on the disk before the next pass comes to them.
        _ if is_too_much && !random => return None,
        (false, true) if is_dropped || (is_too_much && !fits) => Severity::Care,
        (false, true) => Severity::Wrong,
        (false, false) => Severity::Care,
    };
    let write_bytes = planned.clone_bytes.unwrap_or(0) as f64 * share(job, Ddir::Write);
    let observed = Observed::Passes {
        passes,
        write_bytes: write_bytes as u64,
        region_bytes: planned.region_bytes.unwrap_or(0),
        random,
        uneven: job.access.distribution[Ddir::Write] != Distribution::Uniform,
        reaches_disk,
        held_in_part,
    };
    Some((severity, observed))
}

/// A worker that wrote its own blocks more than once, counted.
fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.witnessed() else {
        return Vec::new();
    };
    let blocks = evidence.blocks.as_deref().unwrap_or_default();
    // Too much for memory to hold back: the rewrites were written.
    let written = shares::whole_part(case, evidence)
        .device_written()
        .is_some_and(|written| written as f64 >= evidence.write_issued() as f64 * OVERLAP_LIMIT);
    let judged = case.moving(Ddir::Write).filter_map(|job| {
        let mut sum = Counted::default();
        let of_job =
            |used: &&BlockUse| used.jobs == [job.index] && used.issued_bytes[Ddir::Write as usize] > 0;
        blocks
            .iter()
            .filter(of_job)
            .for_each(|used| sum.add(used, Ddir::Write));
        let share = sum.of_each as f64 / sum.issued.max(1) as f64;
        if sum.issued == 0 || share > 1.0 / AGAIN {
            return None;
        }
        let reached_disk = job.plan.durability.direct || syncs_as_it_goes(job.plan) || written;
        let severity = if reached_disk {
            Severity::Note
        } else {
            Severity::Wrong
        };
        let observed = Observed::Counted {
            distinct_percent: share * 100.0,
            distinct_bytes: sum.of_each,
            issued_bytes: sum.issued,
            issued_ios: sum.ios,
            workers: u64::from(sum.workers),
            files: sum.paths.len() as u64,
            reached_disk,
        };
        Some(Finding::new(When::Run, severity, sum.subject(), observed))
    });
    judged.collect()
}

/// For random writes a region of four times what is written, or else a quarter of the region to write; one pass for sequential ones.
fn fewer_passes(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    if view.planned.unlimited {
        if view.may_be_direct() {
            edit.set("direct", "1");
        }
        return;
    }
    edit.remove("loops");
    let (Some(region), Some(moved)) = (view.planned.region_bytes, view.planned.clone_bytes) else {
        return;
    };
    if !view.job.access.mode.is_random() {
        edit.remove("io_size");
        return;
    }
    let clones = u64::from(view.job.numjobs.max(1));
    let larger = moved.saturating_mul(4).next_multiple_of(1 << 20);
    let all = larger.saturating_mul(clones);
    if let Some(option) = region_option(edit).filter(|_| is_made(view) && has_room(edit, view, all)) {
        edit.set(option, &size_text(larger / files_per_option(view, option)));
        edit.set("io_size", &size_text(moved));
        return;
    }
    let quarter = (region / 4).max(view.job.access.max_block_bytes());
    let quarter = if quarter >= 1 << 20 {
        quarter >> 20 << 20
    } else {
        quarter
    };
    edit.set("io_size", &size_text(quarter));
}

/// The sentences of `overwrite-same`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::UntilTheTimeIsUp {
                held_in_part: true, ..
            } => messages::until_the_time_is_up_in_part(lang).to_owned(),
            Observed::UntilTheTimeIsUp {
                target_bytes: None, ..
            } => messages::until_the_time_is_up(lang).to_owned(),
            Observed::UntilTheTimeIsUp {
                target_bytes: Some(bytes),
                ..
            } => {
                let size = &Bytes(*bytes);
                messages::UntilTheTimeIsUpSized { size }.text(lang)
            }
            Observed::Passes {
                passes,
                write_bytes,
                region_bytes,
                random,
                uneven,
                reaches_disk,
                held_in_part,
            } => {
                let (written, region) = (&Bytes(*write_bytes), &Bytes(*region_bytes));
                let amount = if *passes > AGAIN {
                    let passes = &short(*passes);
                    messages::PassesMany {
                        written,
                        region,
                        passes,
                    }
                    .text(lang)
                } else if *passes > 0.995 {
                    messages::PassesOnce { written, region }.text(lang)
                } else {
                    let share = &Share(*passes);
                    messages::PassesPart {
                        written,
                        region,
                        share,
                    }
                    .text(lang)
                };
                let effect = if *uneven {
                    messages::uneven(lang)
                } else if *reaches_disk {
                    messages::rewritten_on_disk(lang)
                } else if *random && *passes <= AGAIN {
                    messages::nearly_all_written(lang)
                } else if *held_in_part {
                    messages::rewritten_in_part(lang)
                } else {
                    messages::rewritten_in_memory(lang)
                };
                lang.sentences(&[amount, effect.to_owned()])
            }
            Observed::Counted {
                distinct_percent,
                distinct_bytes,
                issued_bytes,
                workers,
                files,
                ..
            } => {
                let share = distinct_percent / 100.0;
                messages::Counted {
                    times: &short(1.0 / share.max(f64::MIN_POSITIVE)),
                    issued: &Bytes(*issued_bytes),
                    distinct: &Bytes(*distinct_bytes),
                    workers: *workers,
                    files: *files,
                    file: &thing_name(subject, lang),
                    share: &Share(share),
                }
                .text(lang)
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        is_on_disk(self).then(|| messages::why_on_disk(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        is_on_disk(self).then(|| messages::advice_on_disk(lang).to_owned())
    }
}

fn is_on_disk(observed: &Observed) -> bool {
    match observed {
        Observed::UntilTheTimeIsUp { .. } => false,
        Observed::Passes { reaches_disk, .. } => *reaches_disk,
        Observed::Counted { reached_disk, .. } => *reached_disk,
    }
}
