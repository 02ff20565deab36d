//! The list of traps: one module each, and the types made from the list.
//!
//! A new trap is a file here, its `mod` line, and a line in [`traps!`] among those of its family.

pub mod aio_buffered;
pub mod batches;
pub mod block_size;
pub mod busy_neighbour;
pub mod c_states;
pub mod cache_below;
pub mod cache_read;
pub mod cache_repeat;
pub mod cgroup_memory;
pub mod cliff;
pub mod clock;
pub mod cloud_volume;
pub mod compression;
pub mod cpu_wait;
pub mod cpus;
pub mod depth_not_reached;
pub mod direct_buffered;
pub mod dirty_limits;
pub mod discard;
pub mod ends_early;
pub mod failed;
pub mod few_samples;
pub mod foreign_io;
pub mod free_space;
pub mod frequency;
pub mod fs_class;
pub mod fsync_direct;
pub mod fsync_lies;
pub mod garbled_result;
pub mod generator_bound;
pub mod governor;
pub mod gtod_reduce;
pub mod health;
pub mod heat;
pub mod huge_pages;
pub mod ignored_option;
pub mod io_poll;
pub mod iostats;
pub mod jobs_together;
pub mod late_generator;
pub mod latency_claim;
pub mod layer;
pub mod limits;
pub mod load;
pub mod memory;
pub mod memory_device;
pub mod mixed_medium;
pub mod mount_options;
pub mod no_room;
pub mod no_target;
pub mod noise;
pub mod nomerges;
pub mod not_steady;
pub mod nr_requests;
pub mod numa;
pub mod overwrite_same;
pub mod pcie_link;
pub mod pressure;
pub mod quota;
pub mod read_ahead;
pub mod requests;
pub mod rotational;
pub mod rq_affinity;
pub mod same_file_readers;
pub mod same_file_writers;
pub mod same_setting;
pub mod scheduler;
pub mod short_run;
pub mod small_file;
pub mod smt;
pub mod spec_gap;
pub mod stack;
pub mod stale_file;
pub mod stalls;
pub mod swap;
pub mod sync_iodepth;
pub mod system;
pub mod throttle;
pub mod unaligned_direct;
pub mod unit_misread;
pub mod unsafe_target;
pub mod unwritten;
pub mod util_meaningless;
pub mod wbt;
pub mod write_amplification;
pub mod write_cache;
pub mod write_cached;
pub mod zero_data;

use crate::case::job_view::JobView;
use crate::correct::edit::Edit;
use crate::terms::Headline;
use crate::trap::{Need, Text, TrapDefinition};
use crate::{Subject, When};
use fiord_host::changes::Change;
use fiord_messages::Lang;
use serde::{Deserialize, Serialize};

macro_rules! traps {
    ($($module:ident $variant:ident $id:literal,)*) => {
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

            /// The name in documents, JSON and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(TrapId::$variant => $id,)*
                }
            }

            /// The definition.
            pub fn about(self) -> TrapDefinition {
                match self {
                    $(TrapId::$variant => $module::TRAP.definition(),)*
                }
            }
        }

        $(impl From<$module::Observed> for Observed {
            fn from(observed: $module::Observed) -> Self {
                Observed::$variant(observed)
            }
        })*

        impl Observed {
            /// The trap that this is an observation of.
            pub fn trap(&self) -> TrapId {
                match self {
                    $(Observed::$variant(_) => TrapId::$variant,)*
                }
            }

            /// What was measured instead of the disk. Of traps with a headline.
            pub fn headline(&self) -> Option<Headline> {
                match self {
                    $(Observed::$variant(observed) => $module::TRAP.headline.map(|headline| headline(observed)),)*
                }
            }

            /// The share that others took of the disk or the CPUs, in percent. Of traps that find disturbances.
            pub fn disturbed_percent(&self) -> Option<f64> {
                match self {
                    $(Observed::$variant(observed) => $module::TRAP.disturbs.and_then(|percent| percent(observed)),)*
                }
            }

            /// What was seen, with its numbers: whole sentences.
            pub fn saw(&self, subject: &Subject, lang: Lang) -> String {
                match self {
                    $(Observed::$variant(observed) => ($module::TRAP.saw)(observed, subject, lang),)*
                }
            }

            /// The setting that would put it right and can be undone.
            pub fn change(&self) -> Option<&Change> {
                match self {
                    $(Observed::$variant(observed) => ($module::TRAP.change)(observed),)*
                }
            }

            /// Why it matters, where that is not the judgement's usual reason.
            pub fn own_reason(&self, lang: Lang) -> Option<String> {
                match self {
                    $(Observed::$variant(observed) => ($module::TRAP.why)(observed, lang),)*
                }
            }

            /// What to do, where that is neither the change nor the judgement's usual advice.
            pub fn own_advice(&self, lang: Lang) -> Option<String> {
                match self {
                    $(Observed::$variant(observed) => ($module::TRAP.advice)(observed, lang),)*
                }
            }

            /// Corrects the job, where options can.
            pub fn correct(&self, edit: &mut Edit<'_>, view: &JobView<'_>) {
                match self {
                    $(Observed::$variant(observed) => {
                        if let Some(fix) = &$module::TRAP.fix {
                            (fix.apply)(edit, view, observed);
                        }
                    })*
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
    jobs_together JobsTogether "jobs-together",
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
    layer Layer "layer",
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

impl TrapId {
    pub fn find(name: &str) -> Option<TrapId> {
        TrapId::ALL.iter().copied().find(|trap| trap.name() == name)
    }

    /// Its texts at one time of judging; `None`: it is not judged then.
    pub fn text(self, when: When) -> Option<Text> {
        let about = self.about();
        match when {
            When::Plan => about.plan.map(|plan| plan.text),
            When::Machine => about.machine.map(|check| check.text),
            When::Run => about.run.map(|run| run.text),
        }
    }

    /// What its judgement needs to know at that time.
    pub fn needs(self, when: When) -> &'static [Need] {
        let about = self.about();
        let judgement = match when {
            When::Plan => about.plan,
            When::Machine => None,
            When::Run => about.run,
        };
        judgement.map(|judgement| judgement.needs).unwrap_or_default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// A file or a `mod` line without a line in the list would compile, and never be judged.
    #[test]
    fn every_file_has_its_line_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/traps");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files = files.map(|path| path.file_stem().unwrap().to_str().unwrap().replace('_', "-"));
        let files: BTreeSet<String> = files.filter(|name| name != "mod").collect();
        let listed: BTreeSet<String> = TrapId::ALL.iter().map(|trap| trap.name().to_owned()).collect();
        assert_eq!(files, listed);
    }
}
