//! `write-cached`: writes counted before they are on the disk.

use crate::case::amount::beyond_memory;
use crate::case::case::{Case, JobRun};
use crate::case::each::per_disk_job;
use crate::case::edit::Edit;
use crate::case::imported::{self, DiskTable};
use crate::case::look::Look;
use crate::case::planned::{self, issues};
use crate::case::shares::{self, CACHE_LIMIT, Part};
use crate::case::trap::{
    Family, Fix, Found, Headline, Instead, Judgement, Need, Severity, Stage, Subject, Symptom, Text, Trap,
};
use fiord_job::plan::{Backend, Ddir};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "writes counted before they are on the disk",
            why: "a buffered write is done when it is in memory; the disk gets it later, and whatever is left at the end is never counted",
            advice: "set end_fsync=1 and write more data than memory for throughput; fsync=1, fdatasync=1 or sync=dsync for durable writes; direct=1 for the device's own speed",
            example: "fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m\nThe gigabyte fits below the dirty limit: the run ends while nothing is on the disk.",
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: "writes were counted before they were on the disk",
            why: "the throughput is that of copying into memory; the disk writes later, after the clock has stopped",
            advice: "set direct=1, or end_fsync=1 so that the wait for the disk is part of the run",
            example: "1 GiB is written with direct=0 in half a second; at the end 900 MiB of it are dirty pages.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some((
        Headline {
            rank: 3,
            what: Instead::Memory,
        },
        share,
    )),
    fix: Some(Fix {
        stage: Stage::Amount,
        least: Severity::Care,
        apply: correct,
    }),
    ..Trap::new(
        Family::Durability,
        "S1–S4; Documentation/admin-guide/sysctl/vm.rst (dirty_ratio); cachestat(2)",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
    )
};

/// How much of what is written can stay in memory, or did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Nothing syncs it while the clock runs.
    NeverSynced {
        write_bytes: Option<u64>,
        dirty_limit_bytes: Option<u64>,
        /// `fsync_on_close` syncs after the clock has stopped.
        on_close: bool,
        /// `ioengine=mmap`, which direct=1 does not change.
        mapped: bool,
    },
    /// `end_fsync` only.
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
        /// What the devices wrote in the window.
        device_bytes: Option<u64>,
        leaves: Vec<String>,
    },
    /// After a run without the kernel's counters.
    DiskTable(DiskTable),
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::LeftBehind { share_percent, .. } => share_percent / 100.0,
        Observed::DiskTable(table) => table.share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        let how = &look.job.durability;
        let synced =
            planned::syncs_as_it_goes(look.job) || how.sync_file_range.is_some_and(|range| range.wait_after);
        if how.direct || synced || !issues(look.job, Ddir::Write) {
            return Vec::new();
        }
        let written = look
            .planned
            .total_bytes
            .map(|bytes| (bytes as f64 * planned::share(look.job, Ddir::Write)) as u64);
        let (severity, observed) = if how.end_fsync {
            synced_at_end(look, written)
        } else {
            never_synced(look, written)
        };
        vec![Found::new(severity, Subject::whole(), observed)]
    })
}

fn never_synced(look: &Look<'_>, write_bytes: Option<u64>) -> (Severity, Observed) {
    let machine = look.case.machine();
    let dirty_limit_bytes = machine.and_then(|machine| machine.memory.dirty_limit_bytes());
    let severity = match (write_bytes, dirty_limit_bytes) {
        (Some(bytes), Some(limit)) if bytes < limit.saturating_mul(10) => Severity::Wrong,
        _ => Severity::Care,
    };
    let observed = Observed::NeverSynced {
        write_bytes,
        dirty_limit_bytes,
        on_close: look.job.durability.fsync_on_close,
        mapped: look.job.engine.kind.backend() == Backend::Mapping,
    };
    (severity, observed)
}

fn synced_at_end(look: &Look<'_>, write_bytes: Option<u64>) -> (Severity, Observed) {
    let machine = look.case.machine();
    let memory = machine.and_then(|machine| machine.memory.total_bytes);
    // By the clock, what is written again and again is at most the region.
    let most = write_bytes.or(look.planned.footprint_bytes);
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

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let parts = shares::parts_by_device(case);
    let mut found: Vec<_> = parts.iter().flat_map(of_part).collect();
    // A result that came without the kernel's counters.
    let buffered = case.moving(Ddir::Write).any(shares::is_buffered);
    let table = imported::disk_table(case, Ddir::Write).filter(|_| buffered);
    found.extend(
        table
            .filter(|table| table.share_percent > CACHE_LIMIT * 100.0)
            .map(|table| {
                let severity = shares::severity(table.share_percent / 100.0);
                Found::new(severity, shares::whole(case), Observed::DiskTable(table))
            }),
    );
    found
}

fn of_part(part: &Part<'_>) -> Vec<Found<Observed>> {
    let Some((subject, issued_bytes)) = part.through_cache(Ddir::Write) else {
        return Vec::new();
    };
    if issued_bytes == 0 || part.is_memory_fs() {
        return Vec::new();
    }
    let of_each = each_with_dirty_pages(part);
    if part.moving(Ddir::Write).count() > 1 && !of_each.is_empty() {
        return of_each;
    }
    let dirty_bytes = part.dirty_left();
    let exact = part.targets.iter().all(|target| !target.multiplies);
    let device_bytes = part.device_written().filter(|_| exact);
    // Direct writers of the same devices have written theirs.
    let absent = device_bytes.map_or(0, |written| part.issued(Ddir::Write).saturating_sub(written));
    let share = dirty_bytes.unwrap_or(0).max(absent) as f64 / issued_bytes as f64;
    let observed = Observed::LeftBehind {
        share_percent: share.min(1.0) * 100.0,
        issued_bytes,
        dirty_bytes,
        device_bytes,
        leaves: part.leaf_names(),
    };
    let found = Found::new(shares::severity(share), subject, observed);
    (share > CACHE_LIMIT).then_some(found).into_iter().collect()
}

/// Of several jobs with files of their own each that left dirty pages.
fn each_with_dirty_pages(part: &Part<'_>) -> Vec<Found<Observed>> {
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
        };
        (share > CACHE_LIMIT).then(|| Found::new(shares::severity(share), Subject::job(job.index), observed))
    };
    jobs.filter_map(judge).collect()
}

/// A sync at the end, and more data than memory where the disk has room for it.
fn correct(edit: &mut Edit<'_>, look: &Look<'_>, _: &Observed) {
    // A mapping stays in memory whatever its job says: another engine would be another job. So would syncs that it was asked to leave out.
    if look.job.engine.kind.backend() == Backend::Mapping || look.given("end_fsync") == Some("0") {
        return;
    }
    edit.remove("fsync_on_close");
    edit.set("end_fsync", "1");
    beyond_memory(edit, look);
}
