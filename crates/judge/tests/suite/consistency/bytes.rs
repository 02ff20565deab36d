//! Observations of where the bytes of a run came from and went, number by number.

use fiord_job::plan::Ddir;
use fiord_judge::case::imported::{DiskTable, Floor};
use fiord_judge::case::overlap::Together;
use fiord_judge::traps::{
    cache_below, cache_read, foreign_io, fsync_lies, overwrite_same, requests, same_file_readers,
    same_file_writers, spec_gap, stack, throttle, unwritten, write_amplification, write_cached,
};
use fiord_stats::Latency;

use super::{CheckedFinding, leaves};

const READ: &[Ddir] = &[Ddir::Read];
const WRITE: &[Ddir] = &[Ddir::Write];
const BOTH: &[Ddir] = &[Ddir::Read, Ddir::Write];

impl CheckedFinding<'_, '_> {
    pub(super) fn cache_below(&mut self, it: &cache_below::Observed) {
        use cache_below::Observed as It;
        match it {
            It::InMemory {
                share_percent,
                issued_bytes,
                fs_type: _,
                looped: _,
            } => {
                self.percent("share_percent", *share_percent);
                self.issued("issued_bytes", *issued_bytes, BOTH);
            }
            It::FromNoDevice {
                share_percent,
                issued_bytes,
                device_bytes,
                leaves: _,
                compressed_by: _,
                candidates: _,
                through,
            } => {
                self.not_from_a_device(*share_percent, *issued_bytes, *device_bytes);
                let looped = through.as_ref().map_or(0, |through| through.read_bytes);
                self.moved_by_devices("read_bytes", looped, Ddir::Read);
            }
            It::ImageInMemory {
                share_percent,
                cached_bytes,
            } => {
                self.percent("share_percent", *share_percent);
                let devices = self
                    .case
                    .evidence()
                    .into_iter()
                    .flat_map(|evidence| &evidence.devices);
                let images = devices.filter_map(|device| device.backing.as_ref()?.cache);
                let most = images.map(|cache| cache.cached_bytes).max().unwrap_or(0);
                self.at_most("cached_bytes", *cached_bytes as f64, most as f64);
            }
            It::DiskTable(table) => self.disk_table(table, Ddir::Read),
            It::BelowFloor(floor) => self.floor(floor),
            It::FasterThanFlash {
                lat_p50_ns,
                leaves: _,
            } => {
                self.printed("lat_p50_ns", *lat_p50_ns, Some(Ddir::Read));
            }
            // Kinds of layers, without a number.
            It::MemoryFs { .. } | It::Zfs | It::HostShared { .. } | It::Fuse { .. } | It::Network { .. } => {}
            It::Zram | It::LoopThroughCache | It::RaidController | It::VirtualDisk | It::RemoteDisk => {}
        }
    }

    /// A share of the bytes read came from no device: that share and the device's bytes are no more than all.
    fn not_from_a_device(&mut self, share_percent: f64, issued_bytes: u64, device_bytes: u64) {
        self.percent("share_percent", share_percent);
        self.issued("issued_bytes", issued_bytes, READ);
        self.moved_by_devices("device_bytes", device_bytes, Ddir::Read);
        let rest = 100.0 - device_bytes as f64 / (issued_bytes as f64).max(1.0) * 100.0;
        self.at_most("share_percent", share_percent, rest + 1.0);
    }

    fn disk_table(&mut self, it: &DiskTable, ddir: Ddir) {
        self.percent("share_percent", it.share_percent);
        self.issued("issued_bytes", it.issued_bytes, &[ddir]);
        let ios: u64 = self.case.jobs.iter().map(|job| job.ddir(ddir).ios).sum();
        self.at_most("issued_ios", it.issued_ios as f64, ios as f64);
        let disks = self.case.record.disks.iter().map(|disk| &disk.counts);
        let requests: u64 = disks.map(|counts| counts.read_ios.max(counts.write_ios)).sum();
        self.at_most("device_ios", it.device_ios as f64, requests as f64);
    }

    fn floor(&mut self, it: &Floor) {
        self.printed("lat_ns", it.lat_ns, Some(Ddir::Read));
    }

    pub(super) fn cache_read(&mut self, it: &cache_read::Observed) {
        use cache_read::Observed as It;
        match it {
            It::Measured {
                share_percent,
                issued_bytes,
                device_bytes,
                cached_before_bytes,
                leaves: _,
                compressed_by: _,
            } => {
                self.not_from_a_device(*share_percent, *issued_bytes, *device_bytes);
                let targets = self
                    .case
                    .evidence()
                    .into_iter()
                    .flat_map(|evidence| &evidence.targets);
                let cached = targets.filter_map(|target| Some(target.before?.cached_bytes));
                let most: u64 = cached.sum();
                self.at_most("cached_before_bytes", *cached_before_bytes as f64, most as f64);
            }
            It::DiskTable(table) => self.disk_table(table, Ddir::Read),
            It::BelowFloor(floor) => self.floor(floor),
            // What the page cache holds, and arithmetic on the plan.
            It::LeftWarm { .. } | It::Again { .. } | It::Skewed { .. } => {}
            // The kernel's setting, and the job's block size.
            It::ReadAhead { .. } => {}
            It::Mapped | It::LaidOut | It::PreRead | It::AtRandom => {}
        }
    }

    pub(super) fn foreign_io(&mut self, it: &foreign_io::Observed) {
        use foreign_io::Observed as It;
        match it {
            It::Moved(moved) => {
                self.moved_by_devices("device_bytes", moved.device_bytes, moved.ddir);
                self.at_most(
                    "foreign_bytes",
                    moved.foreign_bytes as f64,
                    moved.device_bytes as f64,
                );
                self.percent("share_percent", moved.share_percent);
                self.percent("busy_percent", moved.busy_percent.unwrap_or(0.0));
            }
            It::Flushed {
                device: _,
                flushes,
                own_syncs: _,
                flushes_per_s,
                flush_percent: _,
            } => {
                let all: u64 = leaves(self.case).map(|leaf| leaf.delta().flushes).sum();
                self.at_most("flushes", *flushes as f64, all as f64);
                let window = self.case.evidence().map_or(0.0, |evidence| evidence.seconds);
                self.at_most(
                    "flushes_per_s",
                    *flushes_per_s,
                    *flushes as f64 / window.max(1e-3),
                );
            }
            It::Discarded {
                device: _,
                discards,
                discard_bytes,
                own_bytes,
            } => {
                self.at_most("own_bytes", *own_bytes as f64, *discard_bytes as f64);
                let deltas = || leaves(self.case).map(|leaf| leaf.delta());
                let all: u64 = deltas().map(|delta| delta.discards).sum();
                let bytes: u64 = deltas().map(|delta| delta.discard_sectors * 512).sum();
                self.at_most("discards", *discards as f64, all as f64);
                self.at_most("discard_bytes", *discard_bytes as f64, bytes as f64);
            }
            It::Busy(busy) => self.percent("busy_percent", busy.busy_percent),
            // A look before the run.
            It::NotLooked | It::Quiet { seconds: _ } => {}
        }
    }

    pub(super) fn overwritten(&mut self, it: &overwrite_same::Observed) {
        use overwrite_same::Observed as It;
        match it {
            // Arithmetic on the plan.
            It::UntilTheTimeIsUp { .. } | It::Passes { .. } => {}
            It::Counted {
                distinct_percent,
                distinct_bytes,
                issued_bytes,
                issued_ios,
                workers,
                files,
                reached_disk: _,
            } => {
                self.sharers(*workers, *files);
                self.issued("issued_bytes", *issued_bytes, WRITE);
                self.part(
                    ["distinct_bytes", "distinct_percent"],
                    *distinct_bytes,
                    *issued_bytes,
                    *distinct_percent,
                );
                self.at_most("issued_ios", *issued_ios as f64, *issued_bytes as f64);
            }
        }
    }

    /// Workers, each once per file, and the files.
    fn sharers(&mut self, workers: u64, files: u64) {
        let paths = self.case.evidence().map_or(0, |evidence| evidence.targets.len()) as f64;
        let all: usize = self.case.jobs.iter().map(|job| job.workers.len()).sum();
        let blocks = self.case.evidence().and_then(|evidence| evidence.blocks.as_ref());
        let counted = blocks.map_or(0, |blocks| blocks.iter().map(|used| used.sharing).sum());
        self.at_most(
            "files",
            files as f64,
            paths.max(blocks.map_or(0, Vec::len) as f64),
        );
        self.at_most(
            "workers",
            workers as f64,
            (all as f64 * paths).max(f64::from(counted)),
        );
    }

    fn together(&mut self, it: &Together, ddir: Ddir) {
        let Together {
            workers,
            distinct_percent,
            distinct_bytes,
            issued_bytes,
            issued_ios,
            distinct_of_each_bytes,
            files,
            uncounted: _,
            random: _,
        } = it;
        self.sharers(*workers, *files);
        self.issued("issued_bytes", *issued_bytes, &[ddir]);
        self.part(
            ["distinct_bytes", "distinct_percent"],
            *distinct_bytes,
            *issued_bytes,
            *distinct_percent,
        );
        self.at_most("issued_ios", issued_ios.unwrap_or(0) as f64, *issued_bytes as f64);
        if let Some(of_each) = distinct_of_each_bytes {
            self.at_most("distinct_bytes", *distinct_bytes as f64, *of_each as f64);
            self.at_most("distinct_of_each_bytes", *of_each as f64, *issued_bytes as f64);
        }
    }

    pub(super) fn readers(&mut self, it: &same_file_readers::Observed) {
        use same_file_readers::Observed as It;
        match it {
            It::Clones(clones) => self.share("distinct_share", clones.distinct_share),
            It::Met(together) => self.together(together, Ddir::Read),
        }
    }

    pub(super) fn writers(&mut self, it: &same_file_writers::Observed) {
        use same_file_writers::Observed as It;
        match it {
            It::Clones {
                clones,
                also_reads: _,
            } => self.share("distinct_share", clones.distinct_share),
            It::AnotherJob { other_job } => {
                let jobs = self.case.record.plan.jobs.len();
                self.at_most("other_job", *other_job as f64 + 1.0, jobs as f64);
            }
            It::Met(together) => self.together(together, Ddir::Write),
        }
    }

    pub(super) fn requests(&mut self, it: &requests::Observed) {
        let window = self
            .case
            .evidence()
            .map_or(0, |evidence| evidence.issued_ios[it.ddir as usize]);
        let measured: u64 = self.case.jobs.iter().map(|job| job.ddir(it.ddir).ios).sum();
        self.at_most("issued_ios", it.issued_ios as f64, window.max(measured) as f64);
        self.at_least("factor", it.factor, 1.0);
        self.at_least("device_ios", it.device_ios as f64, 1.0);
        let (more, fewer) = match it.split {
            true => (it.device_ios, it.issued_ios),
            false => (it.issued_ios, it.device_ios),
        };
        self.at_most("fewer", fewer as f64, more as f64);
        self.at_least("request_bytes", it.request_bytes as f64, 1.0);
    }

    pub(super) fn stack(&mut self, it: &stack::Observed) {
        use stack::Observed as It;
        match it {
            It::Uneven {
                parts,
                largest_percent,
                smallest_percent,
                moved_bytes,
            } => {
                let shares: f64 = parts.iter().map(|part| part.share).sum();
                self.equals("parts", shares, 1.0);
                self.percent("largest_percent", *largest_percent);
                self.at_most("smallest_percent", *smallest_percent, *largest_percent);
                let deltas = leaves(self.case).map(|leaf| leaf.delta());
                let all: u64 = deltas.map(|delta| delta.read_bytes() + delta.write_bytes()).sum();
                self.at_most("moved_bytes", *moved_bytes as f64, all as f64);
            }
            It::ThroughFile(through) => {
                self.percent("below_percent", through.below_percent);
                let passed = || [through.read, through.written].into_iter().flatten();
                let here: u64 = passed().map(|passed| passed.here_bytes).sum();
                let there: u64 = passed().map(|passed| passed.there_bytes).sum();
                self.at_most("here_bytes", here as f64, through.loop_bytes as f64);
                self.at_most("there_bytes", there as f64, through.below_bytes as f64);
            }
            // Layers, counted.
            It::OnOneOf { disks: _ } | It::Plain { disks: _ } | It::File { file_systems: _ } => {}
            It::Encrypts
            | It::Copies
            | It::Parity { .. }
            | It::Layer { .. }
            | It::NoDisk
            | It::Unknown { .. } => {}
        }
    }

    pub(super) fn unwritten(&mut self, it: &unwritten::Observed) {
        use unwritten::Observed as It;
        match it {
            It::Extents {
                share,
                hole_bytes: _,
                unwritten_bytes: _,
            } => self.share("share", *share),
            It::Thin => {}
            It::Read {
                hole_percent,
                share_percent,
                issued_bytes,
                device_bytes,
                leaves: _,
                changed: _,
            } => {
                self.percent("hole_percent", *hole_percent);
                self.not_from_a_device(*share_percent, *issued_bytes, *device_bytes);
            }
            It::Trimmed {
                trimmed_percent,
                trimmed_bytes,
            } => {
                self.percent("trimmed_percent", *trimmed_percent);
                self.issued("trimmed_bytes", *trimmed_bytes, &[Ddir::Trim]);
            }
            It::Shared {
                hole_percent,
                share_percent,
                issued_bytes,
                device_bytes,
                leaves: _,
            } => {
                self.percent("hole_percent", *hole_percent);
                self.percent("share_percent", *share_percent);
                self.issued("issued_bytes", *issued_bytes, READ);
                self.moved_by_devices("device_bytes", *device_bytes, Ddir::Read);
            }
        }
    }

    pub(super) fn amplified(&mut self, it: &write_amplification::Observed) {
        let write_amplification::Observed {
            factor,
            issued_bytes,
            device_bytes,
            foreign_bytes,
            leaves: _,
            flash,
        } = it;
        for one in flash {
            let factor = one.media_bytes as f64 / one.host_bytes as f64;
            self.equals("flash factor", one.factor, factor);
        }
        self.issued("issued_bytes", *issued_bytes, WRITE);
        // Each byte is booked once.
        self.moved_by_devices("device_bytes", device_bytes + foreign_bytes, Ddir::Write);
        self.equals(
            "factor",
            *factor,
            *device_bytes as f64 / (*issued_bytes as f64).max(1.0),
        );
    }

    pub(super) fn write_cached(&mut self, it: &write_cached::Observed) {
        use write_cached::Observed as It;
        match it {
            It::LeftBehind {
                share_percent,
                issued_bytes,
                dirty_bytes,
                device_bytes,
                leaves: _,
                synced: _,
            } => {
                self.percent("share_percent", *share_percent);
                self.issued("issued_bytes", *issued_bytes, WRITE);
                let evidence = self.case.evidence();
                let left = evidence.and_then(|evidence| evidence.dirty_left_bytes());
                self.at_most(
                    "dirty_bytes",
                    dirty_bytes.unwrap_or(0) as f64,
                    left.unwrap_or(0) as f64,
                );
                self.moved_by_devices("device_bytes", device_bytes.unwrap_or(0), Ddir::Write);
            }
            It::DiskTable(table) => self.disk_table(table, Ddir::Write),
            It::SyncsIgnored {
                issued_bytes,
                option: _,
            } => {
                self.issued("issued_bytes", *issued_bytes, WRITE);
            }
            // The plan's amount, and the kernel's limit.
            It::NeverSynced { .. } | It::SyncedAtEnd { .. } => {}
        }
    }

    pub(super) fn fsync_lies(&mut self, it: &fsync_lies::Observed) {
        let it = match it {
            fsync_lies::Observed::Witnessed(it) => it,
            fsync_lies::Observed::UnwitnessedSyncs { syncs, sync_p50_ns } => {
                let all: u64 = self.jobs().map(|job| job.stats.sync.ios).sum();
                self.at_most("syncs", *syncs as f64, all as f64);
                let latencies: Vec<&Latency> = self.jobs().map(|job| &job.stats.sync.lat).collect();
                self.within("sync_p50_ns", *sync_p50_ns, latencies);
                return;
            }
            fsync_lies::Observed::Unwitnessed { writes, mean_ns } => {
                let written: u64 = self.jobs().map(|job| job.ddir(Ddir::Write).ios).sum();
                self.at_most("writes", *writes as f64, written as f64);
                let workers = self.jobs().map(|job| job.workers.len() as f64 * job.seconds());
                let all_ns = workers.sum::<f64>() * 1e9;
                self.at_most("mean_ns", mean_ns * *writes as f64, all_ns);
                return;
            }
        };
        let syncs: u64 = self.jobs().map(|job| job.stats.sync.ios).sum();
        self.at_most("syncs", it.syncs as f64, syncs as f64);
        let latencies: Vec<&Latency> = self.jobs().map(|job| &job.stats.sync.lat).collect();
        self.within("sync_p50_ns", it.sync_p50_ns, latencies);
        let flushes: u64 = leaves(self.case).map(|leaf| leaf.delta().flushes).sum();
        self.at_most("flushes", it.flushes as f64, flushes as f64);
    }

    pub(super) fn throttle(&mut self, it: &throttle::Observed) {
        use throttle::Observed as It;
        match it {
            It::Met {
                what: _,
                limit,
                rate,
                group: _,
                latency_ms,
                device_latency_ms,
            } => {
                self.at_most("rate", *rate, *limit as f64 * 1.5);
                self.device_time(*device_latency_ms);
                if let Some(ms) = latency_ms {
                    self.printed("latency_ms", ms * 1e6, None);
                }
            }
            It::Stopped {
                stopped_s,
                seconds,
                stopped_percent,
            } => self.equals(
                "stopped_percent",
                *stopped_percent,
                stopped_s / seconds.max(1e-9) * 100.0,
            ),
            It::Flat {
                rate,
                bytes_per_s: _,
                latency_ms,
                least_latency_ms,
                devices: _,
                device_latency_ms,
            } => {
                self.device_time(*device_latency_ms);
                let most = self.most_iops();
                if most > 0.0 {
                    self.at_most("rate", *rate, most);
                }
                self.at_most("least_latency_ms", *least_latency_ms, *latency_ms);
                self.printed("latency_ms", latency_ms * 1e6, None);
            }
            // Settings of the machine, and what the plan needs under them.
            It::Limit { .. } | It::NoLimit | It::Unknown | It::Planned { .. } => {}
        }
    }

    /// The mean time of a request cannot exceed the time of all.
    fn device_time(&mut self, ms: Option<f64>) {
        let devices = self
            .case
            .evidence()
            .into_iter()
            .flat_map(|evidence| &evidence.devices);
        let deltas = devices.map(|device| device.delta());
        let all = deltas
            .map(|delta| delta.read_ms.saturating_add(delta.write_ms))
            .max();
        self.at_most("device_latency_ms", ms.unwrap_or(0.0), all.unwrap_or(0) as f64);
    }

    pub(super) fn spec_gap(&mut self, it: &spec_gap::Observed) {
        match it {
            spec_gap::Observed::Nearest {
                device: _,
                claim,
                claimed,
                asked_depth,
                differences: _,
            } => {
                self.equals("claimed", *claimed, claim.rate.value());
                self.at_least("asked_depth", *asked_depth, 0.0);
            }
            spec_gap::Observed::Unclaimed { .. } => {}
            spec_gap::Observed::Ratio(ratio) => {
                self.equals("claimed", ratio.claimed, ratio.claim.rate.value());
                self.equals("measured", ratio.measured, ratio.rate.value());
                self.equals(
                    "ratio_percent",
                    ratio.ratio_percent,
                    ratio.measured / ratio.claimed * 100.0,
                );
                let depths = self.case.jobs.iter().filter_map(|job| job.achieved_depth());
                let all = depths.sum::<f64>();
                self.at_most("achieved_depth", ratio.achieved_depth.unwrap_or(0.0), all);
                let moved = [Ddir::Read, Ddir::Write, Ddir::Trim].map(|ddir| super::issued(self.case, ddir));
                self.at_most(
                    "block_bytes",
                    ratio.block_bytes,
                    moved.into_iter().fold(0.0, f64::max),
                );
            }
        }
    }
}
