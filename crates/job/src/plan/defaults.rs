//! fio's defaults, in one place: a job in which nothing was said.

use super::*;

/// fio's default seed.
pub const RANDSEED: u64 = 0x89;

/// fio's default percentile list.
pub const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99,
];

impl Default for AccessPlan {
    fn default() -> Self {
        Self {
            mode: AccessMode::Read,
            sequencer: Sequencer::None,
            rw_sequencer: RwSequencer::Sequential,
            block_size: PerDdir::all(BlockSize::Fixed(4096)),
            bs_unaligned: false,
            bs_is_seq_rand: false,
            block_align_bytes: PerDdir::all(0),
            size: None,
            io_size: None,
            fill_device: false,
            offset: Amount::Bytes(0),
            offset_align_bytes: 0,
            offset_increment: Amount::Bytes(0),
            number_ios: 0,
            rwmix_read_percent: 50,
            percentage_random: PerDdir::all(100),
            distribution: PerDdir::all(Distribution::Uniform),
            norandommap: false,
            randrepeat: true,
            randseed: RANDSEED,
            generator: RandomGenerator::Tausworthe,
            zones: None,
        }
    }
}

impl Default for FilePlan {
    fn default() -> Self {
        Self {
            filenames: Vec::new(),
            directories: Vec::new(),
            filename_format: "$jobname.$jobnum.$filenum".to_owned(),
            opendir: None,
            nrfiles: 1,
            openfiles: None,
            service: FileService::RoundRobin,
            service_ios: 1,
            filesize_bytes: None,
            filetype: None,
            fallocate: Fallocate::Native,
            fadvise: FadviseHint::ByMode,
            overwrite: false,
            append: false,
            create_serialize: true,
            create_fsync: true,
            create_on_open: false,
            create_only: false,
            allow_create: true,
            pre_read: false,
            invalidate: true,
            unlink: false,
            unlink_each_loop: false,
        }
    }
}

impl Default for DepthPlan {
    fn default() -> Self {
        Self {
            iodepth: 1,
            low: None,
            batch_submit: 1,
            batch_complete_min: 1,
            batch_complete_max: None,
            serialize_overlap: false,
            lock: FileLocking::None,
            offload: false,
            target: LatencyTarget::default(),
        }
    }
}

impl Default for PacePlan {
    fn default() -> Self {
        Self {
            rate_bytes: PerDdir::all(0),
            rate_min_bytes: PerDdir::all(0),
            rate_iops: PerDdir::all(0),
            rate_iops_min: PerDdir::all(0),
            process: RateProcess::Linear,
            cycle_ms: 1000,
            ignore_thinktime: false,
            thinktime_us: 0,
            thinktime_spin_us: 0,
            thinktime_blocks: 1,
            thinktime_on_issue: false,
            thinktime_iotime_us: 0,
            think_cycles: 0,
            flow: FlowPlan::default(),
        }
    }
}

impl Default for BufferPlan {
    fn default() -> Self {
        Self {
            zero: false,
            refill: false,
            scramble: true,
            pattern: None,
            compress_percent: None,
            compress_chunk_bytes: 512,
            dedupe_percent: None,
            dedupe_mode: DedupeMode::Repeat,
            dedupe_working_set_percent: 5,
            dedupe_global: false,
            memory: MemoryKind::Malloc,
            align_bytes: 0,
        }
    }
}

impl Default for ControlPlan {
    fn default() -> Self {
        Self {
            runtime_us: 0,
            time_based: false,
            ramp_time_us: 0,
            ramp_bytes: 0,
            steady: SteadyPlan::default(),
            startdelay_us: (0, 0),
            loops: 1,
            stonewall: false,
            wait_for: None,
            new_group: false,
            exit: ExitPlan::default(),
            continue_on_error: ContinueOnError::default(),
            ignore_error: [Vec::new(), Vec::new(), Vec::new()],
            error_dump: false,
            max_latency_ns: PerDdir::all(0),
            thread_given: false,
            exec: ExecPlan::default(),
            replay: ReplayPlan::default(),
        }
    }
}

impl Default for EnginePlan {
    fn default() -> Self {
        Self {
            kind: EngineKind::Psync,
            hipri: false,
            hipri_percent: 100,
            fixedbufs: false,
            registerfiles: false,
            sqthread: SubmissionThread::default(),
            nonvectored: true,
            force_async: 0,
            uncached: false,
            nowait: false,
            priorities: CommandPriorities::default(),
            thp: false,
            other: OtherEngines::default(),
            passthrough: PassthroughPlan::default(),
            sim: SimPlan::default(),
        }
    }
}

impl Default for SimPlan {
    fn default() -> Self {
        Self {
            model: SimModel::default(),
            flash: FlashPlan::default(),
            disk: DiskPlan::default(),
            size_bytes: 1 << 40,
            read_ns: 80_000,
            write_ns: 20_000,
            per_kib_ns: 0,
            service: SimService::Constant,
            parallelism: 1,
            read_cache_percent: 0,
            cache_ns: 1_000,
            write_cache_bytes: 0,
            iops_limit: 0,
            bytes_limit: 0,
            burst_ios: 0,
            cliff_after_bytes: 0,
            cliff_factor: 1.0,
            gc_every_bytes: 0,
            gc_pause_ns: 0,
            drift_ppm_per_s: 0,
            slow_percent: 0,
            slow_ns: 0,
            error_every: 0,
            seed: 1,
        }
    }
}

impl Default for ReportPlan {
    fn default() -> Self {
        Self {
            group_reporting: false,
            clat_percentiles: true,
            lat_percentiles: false,
            slat_percentiles: false,
            percentiles: PERCENTILES.to_vec(),
            significant_figures: 4,
            disable_lat: false,
            disable_clat: false,
            disable_slat: false,
            unified: UnifiedReporting::None,
            bw_avg_ms: 500,
            iops_avg_ms: 500,
            logs: LogPlan {
                per_job: true,
                entries: 1024,
                ..LogPlan::default()
            },
            block_errors: false,
            gtod_reduce: false,
            disk_util: true,
            kb_base: 1024,
            unit_base: UnitBase::Auto,
            stats: true,
        }
    }
}
