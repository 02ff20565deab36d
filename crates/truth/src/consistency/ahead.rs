//! Observations of plans and machines: which numbers are shares, and why the rest agrees with nothing that is printed.

use super::Held;
use crate::traps::{Observed, cache_repeat, free_space, health, load, pressure, zero_data};

impl Held<'_, '_> {
    /// What only a plan or a machine shows. Every trap that a run shows too is in `run` and never arrives here.
    pub(super) fn foreseen(&mut self, observed: &Observed) {
        match observed {
            Observed::CacheRepeat(it) => self.repeated(it),
            Observed::ZeroData(it) => self.content(it),
            Observed::FreeSpace(it) => self.space(it),
            Observed::Health(it) => self.health(it),
            Observed::Load(it) => self.load(it),
            Observed::Pressure(it) => self.pressure(it),
            // Arithmetic on the plan and on sizes that were found: `planned` has the tests.
            Observed::SmallFile(_)
            | Observed::NoRoom(_)
            | Observed::StaleFile(_)
            | Observed::FsyncDirect(_) => {}
            Observed::UnalignedDirect(_) | Observed::UnsafeTarget(_) | Observed::NoTarget(_) => {}
            // Words of the job.
            Observed::DirectBuffered(_) | Observed::IgnoredOption(_) => {}
            // Settings and sizes as the kernel shows them: the number is the whole of what is known.
            Observed::Scheduler(_)
            | Observed::Rotational(_)
            | Observed::ReadAhead(_)
            | Observed::Nomerges(_) => {}
            Observed::WriteCache(_)
            | Observed::NrRequests(_)
            | Observed::RqAffinity(_)
            | Observed::Wbt(_) => {}
            Observed::IoPoll(_) | Observed::Discard(_) | Observed::Iostats(_) | Observed::BlockSize(_) => {}
            Observed::PcieLink(_)
            | Observed::CloudVolume(_)
            | Observed::FsClass(_)
            | Observed::Compression(_) => {}
            Observed::MountOptions(_)
            | Observed::Quota(_)
            | Observed::Memory(_)
            | Observed::DirtyLimits(_) => {}
            Observed::Swap(_) | Observed::HugePages(_) | Observed::Governor(_) | Observed::Frequency(_) => {}
            Observed::CStates(_) | Observed::Smt(_) | Observed::Numa(_) | Observed::Cpus(_) => {}
            Observed::System(_) | Observed::Limits(_) | Observed::CgroupMemory(_) => {}
            // Taken apart in `run`.
            Observed::AioBuffered(_)
            | Observed::Batches(_)
            | Observed::CacheBelow(_)
            | Observed::CacheRead(_) => {}
            Observed::Cliff(_) | Observed::Clock(_) | Observed::CpuWait(_) | Observed::DepthNotReached(_) => {
            }
            Observed::EndsEarly(_)
            | Observed::Failed(_)
            | Observed::FewSamples(_)
            | Observed::ForeignIo(_) => {}
            Observed::FsyncLies(_) | Observed::GeneratorBound(_) | Observed::GtodReduce(_) => {}
            Observed::Heat(_) | Observed::LateGenerator(_) | Observed::MemoryDevice(_) => {}
            Observed::MixedMedium(_) | Observed::Noise(_) | Observed::NotSteady(_) => {}
            Observed::OverwriteSame(_) | Observed::Requests(_) | Observed::SameFileReaders(_) => {}
            Observed::SameFileWriters(_)
            | Observed::ShortRun(_)
            | Observed::SpecGap(_)
            | Observed::Stack(_) => {}
            Observed::Stalls(_) | Observed::SyncIodepth(_) | Observed::Throttle(_) => {}
            Observed::UnitMisread(_) | Observed::Unwritten(_) | Observed::UtilMeaningless(_) => {}
            Observed::WriteAmplification(_) | Observed::WriteCached(_) => {}
        }
    }

    fn repeated(&mut self, it: &cache_repeat::Observed) {
        match it {
            cache_repeat::Observed::InMemory {
                read_bytes: _,
                cached_bytes: _,
                cached_share,
            } => self.share("cached_share", cached_share.unwrap_or(0.0)),
            cache_repeat::Observed::Below { .. } => {}
        }
    }

    fn content(&mut self, it: &zero_data::Observed) {
        match it {
            zero_data::Observed::Sampled {
                files: _,
                sampled_blocks,
                zero_blocks,
                zero_share,
                compressed_share: _,
                on: _,
            } => {
                self.at_most("zero_blocks", *zero_blocks, *sampled_blocks);
                self.share("zero_share", *zero_share);
            }
            zero_data::Observed::Written { .. } | zero_data::Observed::Encoded { .. } => {}
        }
    }

    fn space(&mut self, it: &free_space::Observed) {
        match it {
            free_space::Observed::Space {
                mount: _,
                used_percent,
                available_bytes,
                total_bytes,
            } => {
                self.percent("used_percent", *used_percent);
                self.at_most("available_bytes", *available_bytes as f64, *total_bytes as f64);
            }
            free_space::Observed::Unknown { .. } | free_space::Observed::NoInode { .. } => {}
        }
    }

    fn health(&mut self, it: &health::Observed) {
        match it {
            health::Observed::Wear {
                critical_warning: _,
                // A drive counts on beyond its rated life.
                life_used_percent: _,
                available_spare_percent,
                media_errors: _,
            } => self.percent("available_spare_percent", f64::from(*available_spare_percent)),
            health::Observed::Temperature { .. } => {}
            health::Observed::NoSmartLog | health::Observed::AskSmartctl => {}
        }
    }

    fn load(&mut self, it: &load::Observed) {
        match it {
            load::Observed::Steal {
                steal_percent,
                now: _,
            } => self.percent("steal_percent", *steal_percent),
            load::Observed::Busy { cpu_busy_percent } => self.percent("cpu_busy_percent", *cpu_busy_percent),
            load::Observed::Unknown | load::Observed::NoSteal | load::Observed::Average { .. } => {}
        }
    }

    fn pressure(&mut self, it: &pressure::Observed) {
        match it {
            pressure::Observed::Io {
                io_some_percent: some,
            } => self.percent("io_some_percent", *some),
            pressure::Observed::Memory {
                memory_some_percent: some,
            } => self.percent("memory_some_percent", *some),
            pressure::Observed::Unknown => {}
        }
    }
}
