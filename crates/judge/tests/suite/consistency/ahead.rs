//! Observations that only plans and machines have, and why their numbers agree with nothing else that is printed.

use fiord_judge::traps::Observed;

use super::Held;

impl Held<'_, '_> {
    /// What only a plan or a machine shows. Every trap that a run shows too is in `run` and never arrives here.
    pub(super) fn foreseen(&mut self, observed: &Observed) {
        match observed {
            // Arithmetic on the plan and on sizes that were found: `planned` has the tests.
            Observed::SmallFile(_)
            | Observed::NoRoom(_)
            | Observed::StaleFile(_)
            | Observed::FsyncDirect(_) => {}
            Observed::UnalignedDirect(_) | Observed::UnsafeTarget(_) | Observed::NoTarget(_) => {}
            Observed::CacheRepeat(_) | Observed::ZeroData(_) => {}
            // Words of the job.
            Observed::DirectBuffered(_) | Observed::IgnoredOption(_) => {}
            // Settings, sizes and states as the kernel or the drive shows them: the number is the whole of what is known.
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
            Observed::System(_) | Observed::Limits(_) | Observed::CgroupMemory(_) | Observed::Load(_) => {}
            Observed::FreeSpace(_) | Observed::Health(_) | Observed::Pressure(_) => {}
            // Taken apart in `run` and `bytes`.
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
            Observed::Heat(_)
            | Observed::LateGenerator(_)
            | Observed::Layer(_)
            | Observed::MemoryDevice(_) => {}
            Observed::MixedMedium(_) | Observed::Noise(_) | Observed::NotSteady(_) => {}
            Observed::OverwriteSame(_) | Observed::Requests(_) | Observed::SameFileReaders(_) => {}
            Observed::SameFileWriters(_)
            | Observed::ShortRun(_)
            | Observed::SpecGap(_)
            | Observed::Stack(_) => {}
            Observed::Stalls(_) | Observed::SyncIodepth(_) | Observed::Throttle(_) => {}
            Observed::UnitMisread(_) | Observed::Unwritten(_) | Observed::UtilMeaningless(_) => {}
            Observed::WriteAmplification(_) | Observed::WriteCached(_) => {}
            Observed::SameSetting(_) | Observed::BusyNeighbour(_) => {}
            Observed::GarbledResult(_) | Observed::LatencyClaim(_) => {}
        }
    }
}
