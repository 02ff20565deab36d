//! `write-cached`: writes counted before they are on the disk.

use crate::case::imported::{self, DiskTable};
use crate::case::job_view::JobView;
use crate::case::planned::{self, issues};
use crate::case::shares::{self, CACHE_LIMIT, Part};
use crate::case::{Case, JobRun};
use crate::correct::amount::beyond_memory;
use crate::correct::edit::Edit;
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::traps::mount_options;
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Backend, Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::write_cached as messages;
use fiord_messages::words::Moves;
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
            Need::Plan(PlanPart::Syncs),
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
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some(|observed| Headline {
        rank: 3,
        what: Instead::Memory,
        ddir: Some(Ddir::Write),
        share: share(observed),
    }),
    fix: Some(Fix {
        stage: Stage::Amount,
        least: Severity::Care,
        apply: correct,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::WRITEBACK],
    quantity: Some(compare::quantity_page_cache),
    ..Trap::new(
        Family::Durability,
        "szstonelee, SSDInternal; plantegg, ssd/san/sas; Documentation/admin-guide/sysctl/vm.rst (dirty_ratio); cachestat(2)",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// How much of what is written can stay in memory, or did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Nothing syncs it while the clock runs.
    NeverSynced {
        write_bytes: Option<u64>,
        dirty_limit_bytes: Option<u64>,
        /// `ioengine=mmap`, which direct=1 does not change.
        mapped: bool,
    },
    /// Synced at the end only.
    SyncedAtEnd {
        write_bytes: Option<u64>,
        /// Less than twice the memory.
        fits_in_memory: bool,
    },
    /// After the run.
    LeftBehind {
        share_percent: f64,
        issued_bytes: u64,
        /// Dirty pages of the targets at the end.
        dirty_bytes: Option<u64>,
        /// What the devices wrote of it in the window, at most.
        device_bytes: Option<u64>,
        leaves: Vec<String>,
        /// Syncs of the jobs did not change that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        synced: bool,
    },
    /// After a run without the kernel's counters.
    DiskTable(DiskTable),
    /// After a run: on a mount on which no sync waits for the disk.
    SyncsIgnored {
        issued_bytes: u64,
        /// Of mount(8).
        option: String,
    },
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::LeftBehind { share_percent, .. } => share_percent / 100.0,
        Observed::DiskTable(table) => table.share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let how = &view.job.durability;
        let synced =
            planned::syncs_as_it_goes(view.job) || how.sync_file_range.is_some_and(|range| range.wait_after);
        if how.direct || synced || !issues(view.job, Ddir::Write) {
            return Vec::new();
        }
        let written = view
            .planned
            .total_bytes
            .map(|bytes| (bytes as f64 * planned::share(view.job, Ddir::Write)) as u64);
        let (severity, observed) = if how.syncs_at_end() {
            synced_at_end(view, written)
        } else {
            never_synced(view, written)
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn never_synced(view: &JobView<'_>, write_bytes: Option<u64>) -> (Severity, Observed) {
    let machine = view.case.machine();
    // The writeback of the pages of a pass begins when the next pass drops them.
    let of_last = view
        .planned
        .footprint_bytes
        .filter(|_| view.planned.drops_each_pass(view.job));
    let limit = machine.and_then(|machine| machine.memory.dirty_limit_bytes());
    let dirty_limit_bytes = limit.map(|limit| of_last.map_or(limit, |pass| pass.min(limit)));
    let severity = match (write_bytes, dirty_limit_bytes) {
        (Some(bytes), Some(limit)) if bytes < limit.saturating_mul(10) => Severity::Wrong,
        _ => Severity::Care,
    };
    let observed = Observed::NeverSynced {
        write_bytes,
        dirty_limit_bytes,
        mapped: view.job.engine.kind.backend() == Backend::Mapping,
    };
    (severity, observed)
}

fn synced_at_end(view: &JobView<'_>, write_bytes: Option<u64>) -> (Severity, Observed) {
    let machine = view.case.machine();
    let memory = machine.and_then(|machine| machine.memory.total_bytes);
    // By the clock, what is written again and again is at most the region.
    let most = write_bytes.or(view.planned.footprint_bytes);
    let fits_in_memory = most
        .zip(memory)
        .is_some_and(|(bytes, memory)| bytes < memory.saturating_mul(2));
    let severity = if fits_in_memory {
        Severity::Care
    } else {
        Severity::Note
    };
    let observed = Observed::SyncedAtEnd {
        write_bytes,
        fits_in_memory,
    };
    (severity, observed)
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let parts = shares::parts_by_device(case);
    let mut found: Vec<_> = parts.iter().flat_map(|part| of_part(case, part)).collect();
    // A result that came without the kernel's counters.
    let buffered = case.moving(Ddir::Write).any(imported::may_be_buffered);
    let table = imported::disk_table(case, Ddir::Write).filter(|_| buffered);
    found.extend(table.map(|table| {
        let severity = shares::severity(table.share_percent / 100.0);
        Finding::new(
            When::Run,
            severity,
            shares::whole(case),
            Observed::DiskTable(table),
        )
    }));
    found
}

fn of_part(case: &Case<'_>, part: &Part<'_>) -> Vec<Finding> {
    let Some((subject, issued_bytes)) = part.through_cache(Ddir::Write) else {
        return Vec::new();
    };
    if issued_bytes == 0 || part.is_memory_fs() {
        return Vec::new();
    }
    // What the devices wrote meanwhile may be of earlier writes.
    let waits_not = |job: &JobRun<'_>| {
        let how = &job.plan.durability;
        let syncs = planned::syncs_as_it_goes(job.plan) || how.syncs_at_end();
        mount_options::without_sync(case, job.index).filter(|_| syncs)
    };
    let ignored: Option<Vec<String>> = part.moving(Ddir::Write).map(waits_not).collect();
    if let Some(option) = ignored.and_then(|options| options.into_iter().next()) {
        let observed = Observed::SyncsIgnored { issued_bytes, option };
        return vec![Finding::new(When::Run, Severity::Wrong, subject, observed)];
    }
    let of_each = each_with_dirty_pages(part);
    if part.moving(Ddir::Write).count() > 1 && !of_each.is_empty() {
        return of_each;
    }
    let dirty_bytes = part.dirty_left();
    let exact = part.targets.iter().all(|target| !target.multiplies);
    let device_bytes = part.device_written().filter(|_| exact);
    // Direct writers of the same devices have written theirs, and what is still dirty was not written.
    let direct_bytes = part.issued(Ddir::Write).saturating_sub(issued_bytes);
    let at_most = issued_bytes.saturating_sub(dirty_bytes.unwrap_or(0));
    let device_bytes = device_bytes.map(|written| written.saturating_sub(direct_bytes).min(at_most));
    let absent = device_bytes.map_or(0, |written| issued_bytes - written);
    let share = dirty_bytes.unwrap_or(0).max(absent) as f64 / issued_bytes as f64;
    let observed = Observed::LeftBehind {
        share_percent: share.min(1.0) * 100.0,
        issued_bytes,
        dirty_bytes,
        device_bytes,
        leaves: part.leaf_names(),
        synced: part.moving(Ddir::Write).all(syncs_all),
    };
    let found = Finding::new(When::Run, shares::severity(share), subject, observed);
    (share > CACHE_LIMIT).then_some(found).into_iter().collect()
}

/// Whether a job is to sync all that it writes.
fn syncs_all(job: &JobRun<'_>) -> bool {
    job.plan.durability.syncs_at_end() || planned::syncs_every(job.plan) == Some(1)
}

/// Of several jobs with their own files: each that left dirty pages.
fn each_with_dirty_pages(part: &Part<'_>) -> Vec<Finding> {
    let jobs = part.moving(Ddir::Write).filter(|job| shares::is_buffered(job));
    let judge = |job: &JobRun<'_>| {
        let (issued_bytes, dirty) = (part.issued_of(job, Ddir::Write), part.dirty_left_of(job)?);
        let share = (dirty as f64 / issued_bytes.max(1) as f64).min(1.0);
        let observed = Observed::LeftBehind {
            share_percent: share * 100.0,
            issued_bytes,
            dirty_bytes: Some(dirty),
            device_bytes: None,
            leaves: part.leaf_names(),
            synced: syncs_all(job),
        };
        (share > CACHE_LIMIT).then(|| {
            Finding::new(
                When::Run,
                shares::severity(share),
                Subject::job(job.index),
                observed,
            )
        })
    };
    jobs.filter_map(judge).collect()
}

/// A sync at the end, and more data than memory where the disk has room for it.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    // No option keeps a mapping out of memory: another engine would be another job. So would syncs that the user has turned off.
    if view.job.engine.kind.backend() == Backend::Mapping || view.given("end_fsync") == Some("0") {
        return;
    }
    if !view.job.durability.syncs_at_end() {
        edit.set("end_fsync", "1");
    }
    beyond_memory(edit, view);
}

/// The sentences of `write-cached`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::NeverSynced {
                write_bytes,
                dirty_limit_bytes,
                ..
            } => never_synced_sentences(*write_bytes, *dirty_limit_bytes, lang),
            Observed::SyncedAtEnd {
                write_bytes,
                fits_in_memory,
            } => match (write_bytes.map(Bytes), fits_in_memory) {
                (Some(written), true) => messages::SyncedAtEndFits { written: &written }.text(lang),
                (Some(written), false) => messages::SyncedAtEnd { written: &written }.text(lang),
                (None, true) => messages::synced_at_end_region(lang).to_owned(),
                (None, false) => messages::synced_at_end_unknown(lang).to_owned(),
            },
            Observed::DiskTable(table) => table.saw(Moves::Write, lang),
            Observed::SyncsIgnored { issued_bytes, option } => messages::SyncsIgnored {
                issued: &Bytes(*issued_bytes),
                option,
            }
            .text(lang),
            Observed::LeftBehind {
                share_percent,
                issued_bytes,
                dirty_bytes,
                device_bytes,
                leaves,
                ..
            } => {
                let left = messages::Left {
                    share: &Share(share_percent / 100.0),
                    issued: &Bytes(*issued_bytes),
                };
                let dirty = dirty_bytes.filter(|bytes| *bytes > 0);
                let dirty = dirty.map(|bytes| messages::Dirty { dirty: &Bytes(bytes) }.text(lang));
                let wrote = device_bytes.map(|bytes| {
                    let devices = &lang.list(leaves);
                    let written = &Bytes(bytes);
                    messages::DevicesWrote { devices, written }.text(lang)
                });
                let sentences = [Some(left.text(lang)), dirty, wrote];
                lang.sentences(&sentences.into_iter().flatten().collect::<Vec<_>>())
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let at_end = matches!(self, Observed::SyncedAtEnd { .. });
        at_end.then(|| messages::why_synced_at_end(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::SyncedAtEnd { .. } => messages::advice_synced_at_end(lang),
            Observed::NeverSynced { mapped: true, .. } => messages::advice_mapped(lang),
            Observed::LeftBehind { synced: true, .. } | Observed::SyncsIgnored { .. } => {
                messages::advice_synced(lang)
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

fn never_synced_sentences(write_bytes: Option<u64>, dirty_limit_bytes: Option<u64>, lang: Lang) -> String {
    let in_memory = match (write_bytes, dirty_limit_bytes) {
        (Some(bytes), Some(limit)) => {
            let (written, fits) = (&Bytes(bytes), bytes <= limit);
            let limit = &Bytes(limit);
            if fits {
                messages::NeverSyncedFits { written, limit }.text(lang)
            } else {
                messages::NeverSyncedRest { limit, written }.text(lang)
            }
        }
        _ => messages::never_synced(lang).to_owned(),
    };
    lang.sentences(&[in_memory, messages::no_sync_at_all(lang).to_owned()])
}
