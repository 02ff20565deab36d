//! `fsync-lies`: a durable write faster than the medium can be.

use crate::case::planned::open_sync;
use crate::case::{Case, JobRun, shares};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_run};
use crate::traps::{mount_options, write_cache};
use crate::words::phrases::device_names;
use crate::{Finding, Severity, Subject};
use fiord_job::plan::{Ddir, OpenSync, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::{fsync_lies as messages, write_cache as set_through};
use fiord_record::evidence::RunEvidence;
use fiord_record::number::{Count, Nanos};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
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
    advice: Observed::advice,
    topics: &[&topics::POWER_LOSS_PROTECTION],
    quantity: Some(compare::quantity_cache),
    ..Trap::new(
        Family::Durability,
        "Documentation/block/writeback_cache_control.rst",
        &[Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// What shows that durable writes were faster than their storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Witnessed(SyncsAndFlushes),
    /// A result without the kernel's counters: the mean time of a write with its sync.
    Unwitnessed {
        writes: u64,
        mean_ns: f64,
    },
    /// A result without the kernel's counters: half of the syncs.
    UnwitnessedSyncs {
        syncs: u64,
        sync_p50_ns: f64,
    },
}

/// Half of the syncs, and what the devices did meanwhile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SyncsAndFlushes {
    pub syncs: u64,
    pub sync_p50_ns: f64,
    pub flushes: u64,
    pub leaves: Vec<String>,
    /// A device is memory.
    pub in_memory: bool,
    /// The kernel sends no flushes, because it takes the cache of all devices for one that keeps its data.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unflushed: bool,
    /// The mount option by which syncs do not reach the disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mount_option: Option<String>,
    /// A device with a volatile cache gets no flushes, because it was set to `write through`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overridden: bool,
}

/// A flush of a medium without power protection takes longer than this.
const FASTEST_FLUSH_NS: f64 = 20_000.0;
/// Fewer syncs have no median worth judging.
const LEAST_SYNCS: u64 = 10;
/// A durable write of flash without power-loss protection takes longer than this.
const FASTEST_FLASH_NS: f64 = 100_000.0;
/// A durable write of most flash without power-loss protection takes longer than this.
const FAST_FLASH_NS: f64 = 400_000.0;

fn run(case: &Case<'_>) -> Vec<Finding> {
    match case.witnessed() {
        Some(evidence) => witnessed(case, evidence),
        None => unwitnessed(case),
    }
}

fn unwitnessed(case: &Case<'_>) -> Vec<Finding> {
    if case.evidence().is_some() {
        return Vec::new();
    }
    // A run of this program without counters is not judged.
    let is_import = case.record.context.import.is_some();
    per_run(case, |job| {
        let fast = fast_syncs(job).filter(|_| is_import);
        fast.or_else(|| durable_write(job))
    })
}

/// Syncs with their own latencies.
fn fast_syncs(job: &JobRun<'_>) -> Option<(Severity, Observed)> {
    let sync = &job.stats.sync;
    let sync_p50_ns = sync.lat.percentile(50.0)? as f64;
    let starts_only = job.plan.durability.sync_file_range.is_some();
    let writes = job.ddir(Ddir::Write).ios;
    if starts_only || writes == 0 || sync.ios < LEAST_SYNCS || sync_p50_ns >= FASTEST_FLUSH_NS {
        return None;
    }
    let syncs = sync.ios;
    Some((Severity::Care, Observed::UnwitnessedSyncs { syncs, sync_p50_ns }))
}

/// One write at a time, each with its sync: the time of the run tells that of a durable write.
fn durable_write(job: &JobRun<'_>) -> Option<(Severity, Observed)> {
    let durability = &job.plan.durability;
    let syncs_each = durability.fsync_every == 1
        || durability.fdatasync_every == 1
        || open_sync(job.plan) != OpenSync::None;
    let is_told = [PlanPart::Syncs, PlanPart::Engine].map(|part| job.plan.tells(part));
    let is_disk = job.plan.engine.kind.moves_data() && job.plan.is_synchronous();
    let writes = job.ddir(Ddir::Write).ios;
    if !(syncs_each && is_disk && is_told == [true; 2]) || writes < LEAST_SYNCS {
        return None;
    }
    let mean_ns = job.stats.runtime_ns as f64 * job.workers.len() as f64 / writes as f64;
    let severity = match mean_ns {
        ns if ns < FASTEST_FLASH_NS => Severity::Care,
        ns if ns < FAST_FLASH_NS => Severity::Note,
        _ => return None,
    };
    Some((severity, Observed::Unwitnessed { writes, mean_ns }))
}

fn witnessed(case: &Case<'_>, evidence: &RunEvidence) -> Vec<Finding> {
    let in_memory = evidence.leaves().any(|leaf| leaf.in_memory);
    per_run(case, |job| {
        let sync = &job.stats.sync;
        // It starts writing pages and promises nothing durable.
        if job.plan.durability.sync_file_range.is_some() {
            return None;
        }
        let writes = job.stats.ddirs[fiord_stats::WRITE].ios;
        let sync_p50_ns = sync.lat.percentile(50.0)? as f64;
        if sync.ios < LEAST_SYNCS || writes == 0 || sync_p50_ns >= FASTEST_FLUSH_NS {
            return None;
        }
        let overridden = write_cache::keeps_flushes(case, job.index);
        let protected =
            !in_memory && !overridden && evidence.leaves().all(|leaf| leaf.write_cache == Some(false));
        let severity = if protected {
            Severity::Care
        } else {
            Severity::Wrong
        };
        let observed = Observed::Witnessed(SyncsAndFlushes {
            syncs: sync.ios,
            sync_p50_ns,
            flushes: evidence.leaves().map(|leaf| leaf.delta().flushes).sum(),
            leaves: shares::leaf_names(evidence),
            in_memory,
            unflushed: protected,
            mount_option: mount_options::without_flush(case, job.index),
            overridden,
        });
        Some((severity, observed))
    })
}

/// The sentences of `fsync-lies`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Witnessed(seen) => seen.saw(lang),
            Observed::UnwitnessedSyncs { syncs, sync_p50_ns } => messages::Fast {
                syncs: &Count(*syncs),
                median: &Nanos(*sync_p50_ns),
            }
            .text(lang),
            Observed::Unwitnessed { writes, mean_ns } => {
                let (writes, mean) = (&Count(*writes), &Nanos(*mean_ns));
                if *mean_ns < FASTEST_FLASH_NS {
                    messages::TooFastForFlash { writes, mean }.text(lang)
                } else {
                    messages::FastForFlash { writes, mean }.text(lang)
                }
            }
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::Witnessed(seen) => seen.advice(lang),
            Observed::Unwitnessed { .. } | Observed::UnwitnessedSyncs { .. } => {
                Some(messages::advice_unwitnessed(lang).to_owned())
            }
        }
    }
}

impl SyncsAndFlushes {
    fn saw(&self, lang: Lang) -> String {
        let fast = messages::Fast {
            syncs: &Count(self.syncs),
            median: &Nanos(self.sync_p50_ns),
        };
        let devices = &device_names(&self.leaves, lang);
        let meanwhile = if self.in_memory {
            messages::InMemory { devices }.text(lang)
        } else {
            let flushes = self.flushes;
            messages::Flushed { devices, flushes }.text(lang)
        };
        let mut sentences = vec![fast.text(lang)];
        if !self.leaves.is_empty() {
            sentences.push(meanwhile);
        }
        if let Some(option) = &self.mount_option {
            sentences.push(messages::MountedWith { option }.text(lang));
        }
        lang.sentences(&sentences)
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match &self.mount_option {
            Some(option) => Some(messages::AdviceMount { option }.text(lang)),
            None if self.overridden => Some(set_through::plan_advice(lang).to_owned()),
            None if self.unflushed => Some(messages::advice_unflushed(lang).to_owned()),
            None => None,
        }
    }
}
