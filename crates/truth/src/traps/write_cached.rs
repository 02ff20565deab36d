//! `write-cached`: writes counted before they are on the disk.

use fiord_job::plan::Ddir;
use serde::{Deserialize, Serialize};

use crate::amount::beyond_memory;
use crate::case::Case;
use crate::each::per_disk_job;
use crate::edit::Edit;
use crate::look::Look;
use crate::planned::{self, issues};
use crate::shares::{self, CACHE_LIMIT};
use crate::trap::{
    Family, Fix, Found, Headline, Judgement, Need, Severity, Stage, Subject, Symptom, Text, Trap,
};

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
            what: "memory, not the disk",
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
}

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::LeftBehind { share_percent, .. } => share_percent / 100.0,
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_disk_job(case, |look| {
        let how = &look.job.durability;
        let synced = planned::syncs_as_it_goes(look.job)
            || how.sync_file_range.is_some_and(|range| range.wait_after);
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
    };
    (severity, observed)
}

fn synced_at_end(look: &Look<'_>, write_bytes: Option<u64>) -> (Severity, Observed) {
    let machine = look.case.machine();
    let memory = machine.and_then(|machine| machine.memory.total_bytes);
    // By the clock, what is written again and again is no more than the region.
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
    let find = || {
        let evidence = case.witnessed()?;
        let issued_bytes = evidence.write_issued();
        let buffered = case.moving(Ddir::Write).any(shares::is_buffered);
        if issued_bytes == 0 || !buffered || shares::in_memory_fs(evidence) {
            return None;
        }
        let dirty_bytes = evidence.dirty_left_bytes();
        let exact = evidence.targets.iter().all(|target| !target.multiplies);
        let device_bytes = evidence.device_written_bytes().filter(|_| exact);
        let of_issued = |bytes: u64| bytes as f64 / issued_bytes as f64;
        let dirty_share = dirty_bytes.map_or(0.0, of_issued).min(1.0);
        let absent = device_bytes.map_or(0.0, |written| 1.0 - of_issued(written));
        let share = dirty_share.max(absent);
        let observed = Observed::LeftBehind {
            share_percent: share * 100.0,
            issued_bytes,
            dirty_bytes,
            device_bytes,
            leaves: shares::leaf_names(evidence),
        };
        (share > CACHE_LIMIT).then(|| Found::new(shares::severity(share), shares::whole(case), observed))
    };
    find().into_iter().collect()
}

/// A sync at the end, and more data than memory where the disk has room for it.
fn correct(edit: &mut Edit<'_>, look: &Look<'_>, _: &Observed) {
    edit.remove("fsync_on_close");
    edit.set("end_fsync", "1");
    beyond_memory(edit, look);
}
