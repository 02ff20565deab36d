//! The list of traps: one module each, and the types made from the list.
//!
//! A new trap is a file here, its words in `words/`, and a line in [`traps!`], among those of its family.

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::edit::Edit;
use crate::look::Look;
use crate::machine_view::{Area, MachineView};
use crate::trap::{
    Checked, Family, Found, Headline, Instead, Judgement, Need, Severity, Stage, Subject, Symptom, Text,
    When, Words,
};

/// What the definition of a trap says, whatever its type of observation.
#[derive(Debug, Clone, Copy)]
pub struct TrapDefinition {
    pub family: Family,
    pub sources: &'static str,
    pub symptoms: &'static [Symptom],
    pub run_answers_plan: bool,
    pub headline: Option<Headline>,
    /// The stage at which options correct it, and the least severity that is worth it.
    pub fix: Option<(Stage, Severity)>,
    /// Where doctor shows it.
    pub area: Option<Area>,
}

fn found<O>(
    judgement: Option<&Judgement<O>>,
    case: &Case<'_>,
    wrap: impl Fn(O) -> Observed,
) -> Vec<Found<Observed>> {
    let found = judgement
        .map(|judgement| (judgement.judge)(case))
        .unwrap_or_default();
    found
        .into_iter()
        .map(|found| Found::new(found.severity, found.subject, wrap(found.observed)))
        .collect()
}

macro_rules! traps {
    ($($module:ident $variant:ident $id:literal,)*) => {
        $(pub mod $module;)*

        /// The name of a trap.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum TrapId {
            $(#[serde(rename = $id)] $variant,)*
        }

        /// What was observed of a trap: one variant each.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "trap", content = "observed")]
        pub enum Observed {
            $(#[serde(rename = $id)] $variant($module::Observed),)*
        }

        impl TrapId {
            /// Every trap, in the order of the documentation.
            pub const ALL: &'static [TrapId] = &[$(TrapId::$variant,)*];

            pub fn find(name: &str) -> Option<TrapId> {
                TrapId::ALL.iter().copied().find(|trap| trap.name() == name)
            }

            /// The name in documents, JSON and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(TrapId::$variant => $id,)*
                }
            }

            /// The definition.
            pub fn about(self) -> TrapDefinition {
                match self {
                    $(TrapId::$variant => {
                        let trap = &$module::TRAP;
                        TrapDefinition {
                            family: trap.family,
                            sources: trap.sources,
                            symptoms: trap.symptoms,
                            run_answers_plan: trap.run_answers_plan,
                            headline: trap.headline.as_ref().map(|(headline, _)| *headline),
                            fix: trap.fix.as_ref().map(|fix| (fix.stage, fix.least)),
                            area: trap.machine.as_ref().map(|check| check.area),
                        }
                    })*
                }
            }

            /// Its texts at one time of judging; `None`: it is not judged then.
            pub fn text(self, when: When) -> Option<Text> {
                match self {
                    $(TrapId::$variant => {
                        let trap = &$module::TRAP;
                        match when {
                            When::Plan => trap.plan.as_ref().map(|judgement| judgement.text),
                            When::Machine => trap.machine.as_ref().map(|check| check.text),
                            When::Run => trap.run.as_ref().map(|judgement| judgement.text),
                        }
                    })*
                }
            }

            /// What its judgement needs to know at that time.
            pub fn needs(self, when: When) -> &'static [Need] {
                match self {
                    $(TrapId::$variant => {
                        let judgement = match when {
                            When::Plan => $module::TRAP.plan.as_ref(),
                            When::Machine => None,
                            When::Run => $module::TRAP.run.as_ref(),
                        };
                        judgement.map(|judgement| judgement.needs).unwrap_or_default()
                    })*
                }
            }

            /// Judges a case from its plan or its run.
            pub fn judge(self, when: When, case: &Case<'_>) -> Vec<Found<Observed>> {
                match self {
                    $(TrapId::$variant => {
                        let trap = &$module::TRAP;
                        let judgement = match when {
                            When::Plan => trap.plan.as_ref(),
                            When::Machine => None,
                            When::Run => trap.run.as_ref(),
                        };
                        found(judgement, case, Observed::$variant)
                    })*
                }
            }

            /// Looks at the machine; `None`: it is not judged by the machine.
            pub fn check(self, machine: &MachineView<'_>) -> Option<Vec<Checked<Observed>>> {
                match self {
                    $(TrapId::$variant => {
                        let check = $module::TRAP.machine.as_ref()?;
                        let checked = (check.look)(machine).into_iter().map(|one| Checked {
                            state: one.state,
                            subject: one.subject,
                            observed: Observed::$variant(one.observed),
                            change: one.change,
                        });
                        Some(checked.collect())
                    })*
                }
            }
        }

        impl Observed {
            /// The trap that this is an observation of.
            pub fn trap(&self) -> TrapId {
                match self {
                    $(Observed::$variant(_) => TrapId::$variant,)*
                }
            }

            /// The share of the bytes that a headline speaks of, 0 to 1.
            pub fn headline_share(&self) -> f64 {
                match self {
                    $(Observed::$variant(observed) => {
                        $module::TRAP.headline.as_ref().map_or(1.0, |(_, share)| share(observed))
                    })*
                }
            }

            /// Corrects the job, where options can.
            pub fn correct(&self, edit: &mut Edit<'_>, look: &Look<'_>) {
                match self {
                    $(Observed::$variant(observed) => {
                        if let Some(fix) = &$module::TRAP.fix {
                            (fix.apply)(edit, look, observed);
                        }
                    })*
                }
            }
        }

        impl Words for Observed {
            fn saw(&self, subject: &Subject) -> String {
                match self {
                    $(Observed::$variant(observed) => observed.saw(subject),)*
                }
            }

            fn headline(&self) -> Option<Instead> {
                match self {
                    $(Observed::$variant(observed) => observed.headline(),)*
                }
            }

            fn why(&self) -> Option<String> {
                match self {
                    $(Observed::$variant(observed) => observed.why(),)*
                }
            }

            fn advice(&self) -> Option<String> {
                match self {
                    $(Observed::$variant(observed) => observed.advice(),)*
                }
            }
        }
    };
}

traps! {
    cache_read CacheRead "cache-read",
    cache_repeat CacheRepeat "cache-repeat",
    cache_below CacheBelow "cache-below",
    memory_device MemoryDevice "memory-device",
    zero_data ZeroData "zero-data",
    unwritten Unwritten "unwritten",
    write_amplification WriteAmplification "write-amplification",
    fs_class FsClass "fs-class",
    compression Compression "compression",
    unsafe_target UnsafeTarget "unsafe-target",
    no_target NoTarget "no-target",
    no_room NoRoom "no-room",
    same_file_writers SameFileWriters "same-file-writers",
    same_file_readers SameFileReaders "same-file-readers",
    overwrite_same OverwriteSame "overwrite-same",
    small_file SmallFile "small-file",
    stale_file StaleFile "stale-file",
    aio_buffered AioBuffered "aio-buffered",
    depth_not_reached DepthNotReached "depth-not-reached",
    sync_iodepth SyncIodepth "sync-iodepth",
    write_cached WriteCached "write-cached",
    fsync_lies FsyncLies "fsync-lies",
    fsync_direct FsyncDirect "fsync-direct",
    write_cache WriteCache "write-cache",
    dirty_limits DirtyLimits "dirty-limits",
    direct_buffered DirectBuffered "direct-buffered",
    ignored_option IgnoredOption "ignored-option",
    unit_misread UnitMisread "unit-misread",
    same_setting SameSetting "same-setting",
    unaligned_direct UnalignedDirect "unaligned-direct",
    failed Failed "failed",
    short_run ShortRun "short-run",
    ends_early EndsEarly "ends-early",
    few_samples FewSamples "few-samples",
    noise Noise "noise",
    late_generator LateGenerator "late-generator",
    gtod_reduce GtodReduce "gtod-reduce",
    batches Batches "batches",
    clock Clock "clock",
    mixed_medium MixedMedium "mixed-medium",
    c_states CStates "c-states",
    cliff Cliff "cliff",
    stalls Stalls "stalls",
    not_steady NotSteady "not-steady",
    heat Heat "heat",
    requests Requests "requests",
    cpu_wait CpuWait "cpu-wait",
    generator_bound GeneratorBound "generator-bound",
    util_meaningless UtilMeaningless "util-meaningless",
    foreign_io ForeignIo "foreign-io",
    busy_neighbour BusyNeighbour "busy-neighbour",
    throttle Throttle "throttle",
    stack Stack "stack",
    scheduler Scheduler "scheduler",
    rotational Rotational "rotational",
    read_ahead ReadAhead "read-ahead",
    nomerges Nomerges "nomerges",
    nr_requests NrRequests "nr-requests",
    rq_affinity RqAffinity "rq-affinity",
    wbt Wbt "wbt",
    io_poll IoPoll "io-poll",
    discard Discard "discard",
    iostats Iostats "iostats",
    block_size BlockSize "block-size",
    pcie_link PcieLink "pcie-link",
    health Health "health",
    cloud_volume CloudVolume "cloud-volume",
    mount_options MountOptions "mount-options",
    free_space FreeSpace "free-space",
    quota Quota "quota",
    memory Memory "memory",
    swap Swap "swap",
    huge_pages HugePages "huge-pages",
    governor Governor "governor",
    frequency Frequency "frequency",
    smt Smt "smt",
    numa Numa "numa",
    cpus Cpus "cpus",
    system System "system",
    limits Limits "limits",
    cgroup_memory CgroupMemory "cgroup-memory",
    load Load "load",
    pressure Pressure "pressure",
    spec_gap SpecGap "spec-gap",
    garbled_result GarbledResult "garbled-result",
    latency_claim LatencyClaim "latency-claim",
}
