//! Observations of a run, number by number.

use fiord_job::plan::Ddir;
use fiord_judge::case::pace::{Pace, service};
use fiord_judge::case::steadiness::Steadiness;
use fiord_judge::traps::{
    Observed, aio_buffered, batches, cliff, clock, cpu_wait, depth_not_reached, ends_early, failed,
    few_samples, generator_bound, heat, late_generator, layer, mixed_medium, noise, not_steady, short_run,
    stalls, sync_iodepth, unit_misread, util_meaningless,
};
use fiord_record::imported::{FigureOf, ImportFacts};
use fiord_record::run::WorkerRecord;
use fiord_stats::Latency;

use super::{CheckedFinding, leaves};

/// Far less than a step between two units of time.
const UNIT_STEP: f64 = 30.0;

impl CheckedFinding<'_, '_> {
    /// Every observation, taken apart. Arms without a check say why there is none.
    pub(super) fn observation(&mut self, observed: &Observed) {
        match observed {
            Observed::AioBuffered(it) => self.aio_buffered(it),
            Observed::Batches(it) => self.batches(it),
            Observed::CacheBelow(it) => self.cache_below(it),
            Observed::CacheRead(it) => self.cache_read(it),
            Observed::Cliff(it) => self.course(it),
            Observed::Clock(it) => self.clock(it),
            Observed::CpuWait(it) => self.cpu_wait(it),
            Observed::DepthNotReached(it) => self.depth(it),
            Observed::EndsEarly(it) => self.ends_early(it),
            Observed::Failed(it) => self.failed(it),
            Observed::FewSamples(it) => self.few_samples(it),
            Observed::ForeignIo(it) => self.foreign_io(it),
            Observed::FsyncLies(it) => self.fsync_lies(it),
            Observed::GeneratorBound(it) => self.generator(it),
            Observed::Heat(it) => self.heat(it),
            Observed::LateGenerator(it) => self.late(it),
            Observed::Layer(it) => self.layer(it),
            Observed::MixedMedium(it) => self.mixed(it),
            Observed::Noise(it) => self.noise(it),
            Observed::NotSteady(it) => self.not_steady(it),
            Observed::OverwriteSame(it) => self.overwritten(it),
            Observed::Requests(it) => self.requests(it),
            Observed::SameFileReaders(it) => self.readers(it),
            Observed::SameFileWriters(it) => self.writers(it),
            Observed::ShortRun(it) => self.short_run(it),
            Observed::SpecGap(it) => self.spec_gap(it),
            Observed::Stack(it) => self.stack(it),
            Observed::Stalls(it) => self.stalls(it),
            Observed::SyncIodepth(it) => self.sync_iodepth(it),
            Observed::Throttle(it) => self.throttle(it),
            Observed::UnitMisread(it) => self.unit_misread(it),
            Observed::Unwritten(it) => self.unwritten(it),
            Observed::UtilMeaningless(it) => self.util(it),
            Observed::WriteAmplification(it) => self.amplified(it),
            Observed::WriteCached(it) => self.write_cached(it),
            Observed::SameSetting(it) => self.imported("twins", |import| import.twins == it.twins),
            Observed::BusyNeighbour(it) => self.imported("others", |import| import.others == it.others),
            // Pairs of numbers of the record itself.
            Observed::GarbledResult(it) if it.mismatches.is_empty() => {}
            Observed::GarbledResult(it) => {
                self.imported("mismatches", |import| import.mismatches == it.mismatches);
            }
            Observed::LatencyClaim(it) => self.imported("prose", |import| import.prose == it.claims),
            // Names only.
            Observed::MemoryDevice(_) | Observed::GtodReduce(_) | Observed::JobsTogether(_) => {}
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
        }
    }

    /// What the import put into the record is shown as it is.
    fn imported(&mut self, what: &str, is_same: impl FnOnce(&ImportFacts) -> bool) {
        let import = self.case.record.context.import.as_deref();
        if !import.is_some_and(is_same) {
            self.fails(format!("{what} differ from those of the import"));
        }
    }

    fn aio_buffered(&mut self, it: &aio_buffered::Observed) {
        match it {
            aio_buffered::Observed::Planned { iodepth, real_depth } => {
                self.at_most("real_depth", f64::from(*real_depth), f64::from(*iodepth));
            }
            aio_buffered::Observed::InSubmit {
                slat_mean_ns,
                in_submit_percent,
                workers,
                asked,
            } => {
                self.at_least("asked", *asked as f64, *workers as f64);
                let of = |ddir: Ddir| self.jobs().map(move |job| &job.ddir(ddir).slat);
                let slats: Vec<&Latency> = Ddir::ALL.into_iter().flat_map(of).collect();
                self.within("slat_mean_ns", *slat_mean_ns, slats);
                self.percent("in_submit_percent", *in_submit_percent);
            }
        }
    }

    fn batches(&mut self, it: &batches::Observed) {
        use batches::Observed::{Awaited, Submitted, Taken};
        let (Awaited { batch } | Submitted { batch } | Taken { batch }) = it;
        self.at_least("batch", f64::from(*batch), 1.0);
    }

    fn course(&mut self, it: &cliff::Observed) {
        use cliff::Observed as It;
        let (most, bytes) = (self.most_iops(), self.bytes());
        let seconds = self.whole_seconds();
        match it {
            It::Planned {
                write_bytes,
                drive_bytes,
            } => {
                self.at_least("drive_bytes", *drive_bytes as f64, 1.0);
                self.at_least("write_bytes", *write_bytes as f64, 0.0);
            }
            It::Cliff {
                at_s,
                before_iops,
                after_iops,
                at_bytes,
                of_bytes: _,
            } => {
                self.at_most("at_s", *at_s as f64, seconds);
                self.at_most("before_iops", *before_iops, most);
                self.at_most("after_iops", *after_iops, *before_iops);
                self.at_most("at_bytes", *at_bytes, bytes);
            }
            It::Rise {
                at_s,
                before_iops,
                after_iops,
                warm_up: _,
                of_bytes: _,
            } => {
                self.at_most("at_s", *at_s as f64, seconds);
                self.at_most("before_iops", *before_iops, *after_iops);
                self.at_most("after_iops", *after_iops, most);
            }
            It::Credits { .. } | It::ByteCredits { .. } => self.credits(it),
            It::SawTooth { period_s } => self.at_most("period_s", *period_s as f64, seconds),
            // A slope has either sign.
            It::Drift { percent_per_s: _ } => {}
            It::Unsteady {
                levels,
                level_iops,
                of_bytes: _,
            } => {
                self.equals("levels", *levels as f64, level_iops.len() as f64);
                let highest = level_iops.iter().copied().fold(0.0, f64::max);
                self.at_most("level_iops", highest, most);
            }
            It::LatencyStep {
                at_s,
                before_ns,
                after_ns,
            } => {
                self.at_most("at_s", *at_s as f64, seconds);
                self.mean_of_a_second("before_ns", *before_ns);
                self.mean_of_a_second("after_ns", *after_ns);
            }
            It::LatencyUnsteady { least_ns, most_ns } => {
                self.at_most("least_ns", *least_ns, *most_ns);
                self.mean_of_a_second("most_ns", *most_ns);
            }
        }
    }

    fn credits(&mut self, it: &cliff::Observed) {
        use cliff::Observed as It;
        let (most, bytes) = (self.most_iops(), self.bytes());
        let seconds = self.whole_seconds();
        match it {
            It::Credits {
                at_s,
                burst_iops,
                baseline_iops,
                credit_ios,
                limited_latency_ns,
                depth_over_rate_ns,
                chance_percent,
                writes: _,
            } => {
                self.at_most("at_s", *at_s as f64, seconds);
                self.at_most("burst_iops", *burst_iops, most);
                self.at_most("baseline_iops", *baseline_iops, *burst_iops);
                let ios = self.ios();
                self.at_most("credit_ios", *credit_ios, ios);
                self.percent("chance_percent", chance_percent.unwrap_or(0.0));
                let depths = self
                    .jobs()
                    .map(|job| f64::from(job.plan.depth.iodepth) * job.workers.len() as f64);
                let asked = depths.fold(1.0, f64::max);
                self.at_most(
                    "depth_over_rate_ns",
                    depth_over_rate_ns.unwrap_or(0.0),
                    asked / baseline_iops * 2e9,
                );
                if let Some(ns) = limited_latency_ns {
                    self.printed("limited_latency_ns", *ns, None);
                }
            }
            It::ByteCredits {
                at_s,
                burst_bytes_per_s,
                baseline_bytes_per_s,
                credit_bytes,
                chance_percent,
                writes: _,
            } => {
                self.at_most("at_s", *at_s as f64, seconds);
                self.at_most("baseline_bytes_per_s", *baseline_bytes_per_s, *burst_bytes_per_s);
                self.at_most("credit_bytes", *credit_bytes, bytes);
                self.percent("chance_percent", chance_percent.unwrap_or(0.0));
            }
            // In `course`.
            It::Planned { .. } | It::Cliff { .. } | It::Rise { .. } => {}
            It::SawTooth { .. } | It::Drift { .. } | It::Unsteady { .. } => {}
            It::LatencyStep { .. } | It::LatencyUnsteady { .. } => {}
        }
    }

    /// A latency that is at most the highest mean of a second.
    fn mean_of_a_second(&mut self, name: &str, ns: f64) {
        let highest = self.jobs().flat_map(|job| job.mean_latencies).max();
        let highest = highest.copied().unwrap_or(0) as f64;
        self.at_most(name, ns, highest);
    }

    fn whole_seconds(&self) -> f64 {
        self.jobs()
            .map(|job| job.whole_seconds().len())
            .max()
            .unwrap_or(0) as f64
    }

    fn bytes(&self) -> f64 {
        let of_job = |stats: &fiord_stats::JobStats| stats.ddirs.iter().map(|ddir| ddir.bytes).sum::<u64>();
        self.jobs().map(|job| of_job(&job.stats)).sum::<u64>() as f64
    }

    fn clock(&mut self, it: &clock::Observed) {
        match it {
            clock::Observed::InLatency {
                source: _,
                clock_ns,
                share_percent,
            } => {
                let read_ns = self.case.evidence().and_then(|evidence| evidence.clock.read_ns);
                self.equals("clock_ns", *clock_ns, read_ns.unwrap_or(0.0));
                let of = |job: &fiord_judge::case::JobRun<'_>| {
                    Ddir::ALL.map(|ddir| job.ddir(ddir).clat.moments.mean())
                };
                let means = self.case.jobs.iter().flat_map(of).filter(|mean| *mean > 0.0);
                let least = means.fold(f64::INFINITY, f64::min);
                self.equals("share_percent", *share_percent, 2.0 * clock_ns / least * 100.0);
            }
            // Of the machine.
            clock::Observed::Unreadable | clock::Observed::Source { .. } => {}
        }
    }

    fn cpu_wait(&mut self, it: &cpu_wait::Observed) {
        let processors = self.case.evidence().map(|evidence| evidence.processors);
        let processors = processors.unwrap_or_default();
        match it {
            cpu_wait::Observed::Waited {
                run_delay_ms,
                share_percent,
                cpu_busy_percent,
                involuntary_switches,
            } => {
                let workers = || self.jobs().flat_map(|job| &job.workers);
                let waits = workers().filter_map(|worker| Some(worker.used.as_ref()?.scheduled?.wait_ns));
                let waited_ms = waits.sum::<u64>() as f64 / 1e6;
                let most_ms = waited_ms.max(processors.run_delay_ms.unwrap_or(0.0));
                let lived = |worker: &WorkerRecord| {
                    let lived_ns = match self.case.record.has_turns() {
                        true => 0,
                        false => worker.ended_ns.saturating_sub(worker.started_ns),
                    };
                    lived_ns.max(worker.stats.runtime_ns) as f64 / 1e6
                };
                let least_ms = workers()
                    .map(|worker| lived(worker))
                    .fold(f64::INFINITY, f64::min);
                let lost = workers().filter_map(|worker| worker.used.as_ref()?.scheduled);
                let lost = lost.map(|scheduled| scheduled.involuntary_switches).sum::<u64>();
                let lost = lost.max(processors.involuntary_switches.unwrap_or(0));
                self.at_most(
                    "involuntary_switches",
                    involuntary_switches.unwrap_or(0) as f64,
                    lost as f64,
                );
                self.at_most("run_delay_ms", *run_delay_ms, most_ms);
                self.at_most(
                    "share_percent",
                    *share_percent,
                    run_delay_ms / least_ms.max(1e-9) * 100.0,
                );
                self.equals(
                    "cpu_busy_percent",
                    cpu_busy_percent.unwrap_or(0.0),
                    processors.busy_percent.unwrap_or(0.0),
                );
            }
            cpu_wait::Observed::Full {
                cpu_busy_percent,
                stalled_percent,
                involuntary_switches: _,
            } => {
                self.equals(
                    "cpu_busy_percent",
                    *cpu_busy_percent,
                    processors.busy_percent.unwrap_or(0.0),
                );
                self.at_least("stalled_percent", *stalled_percent, 0.0);
            }
            cpu_wait::Observed::Stolen { steal_percent } => {
                self.equals(
                    "steal_percent",
                    *steal_percent,
                    processors.steal_percent.unwrap_or(0.0),
                );
            }
        }
    }

    fn depth(&mut self, it: &depth_not_reached::Observed) {
        match it {
            depth_not_reached::Observed::Room {
                asked_depth,
                queue_depth,
            } => self.at_most("queue_depth", *queue_depth as f64, *asked_depth as f64),
            depth_not_reached::Observed::InFlight {
                achieved_depth,
                asked_depth,
                by_the_job: _,
                queue,
                grew: _,
                pauses: _,
            } => {
                self.at_least("asked_depth", *asked_depth, 1.0);
                let depths = self.jobs().filter_map(|job| job.achieved_depth());
                let most = depths.fold(0.0, f64::max);
                self.at_most("achieved_depth", *achieved_depth, most);
                if let Some(queue) = queue {
                    self.at_most(
                        "device_depth",
                        queue.device_depth,
                        queue.device_depth_busy.max(queue.device_depth),
                    );
                }
            }
        }
    }

    fn ends_early(&mut self, it: &ends_early::Observed) {
        match it {
            ends_early::Observed::NoRuntime => {}
            ends_early::Observed::Planned {
                runtime_s,
                total_bytes,
                rate_bytes_s,
                rate_iops: _,
                slow_s: _,
                never: _,
                wears_out: _,
            } => self.equals("rate_bytes_s", *rate_bytes_s, *total_bytes as f64 / runtime_s),
            ends_early::Observed::Ended {
                asked_s,
                runtime_s,
                by: _,
                wears_out: _,
            } => {
                let seconds = self.seconds();
                self.at_most("runtime_s", *runtime_s, seconds);
                self.at_most("runtime_s", *runtime_s, *asked_s);
            }
        }
    }

    fn failed(&mut self, it: &failed::Observed) {
        let failed::Observed {
            workers,
            all_workers,
            error: _,
        } = it;
        self.at_most("workers", *workers as f64, *all_workers as f64);
        let all = self.jobs().map(|job| job.workers.len()).max().unwrap_or(0);
        self.at_most("all_workers", *all_workers as f64, all as f64);
    }

    fn few_samples(&mut self, it: &few_samples::Observed) {
        match it {
            few_samples::Observed::Planned {
                ios,
                first_percentile: _,
                few,
                of_direction: _,
            } => {
                let most = few.iter().map(|one| one.ios).fold(0.0, f64::max);
                self.at_most("few", most, *ios as f64);
            }
            few_samples::Observed::Got {
                samples,
                first_weak_percentile,
                beyond,
                absent: _,
            } => {
                let ios = self.ios();
                self.at_most("samples", *samples as f64, ios);
                self.at_most("beyond", *beyond as f64, *samples as f64);
                let mut asked = self.jobs().flat_map(|job| &job.plan.report.percentiles);
                if !asked.any(|one| one == first_weak_percentile) {
                    self.fails(format!("{first_weak_percentile} is not among the percentiles"));
                }
            }
        }
    }

    fn generator(&mut self, it: &generator_bound::Observed) {
        use generator_bound::Observed as It;
        let ios = self.ios();
        match it {
            It::NearCeiling {
                rate_iops,
                ceiling_iops,
            } => {
                let seconds = self.seconds();
                self.at_most("rate_iops", *rate_iops, ios / seconds.max(1e-9));
                let ceiling = self.case.record.context.ceiling_iops.unwrap_or(0.0);
                self.equals("ceiling_iops", *ceiling_iops, ceiling);
            }
            It::SeldomWaits {
                waiting_percent,
                ceiling_iops: _,
            } => self.percent("waiting_percent", *waiting_percent),
            It::Busy {
                cpu_percent,
                context_switches,
            } => {
                self.at_least("cpu_percent", *cpu_percent, 0.0);
                self.switches(*context_switches);
            }
            It::NeverSlept {
                cpu_percent,
                context_switches,
                ios: done,
            } => {
                self.at_least("cpu_percent", *cpu_percent, 0.0);
                self.switches(*context_switches);
                self.at_most("ios", *done as f64, ios);
            }
        }
    }

    fn switches(&mut self, context_switches: u64) {
        let all: u64 = self.jobs().map(|job| job.stats.cpu.context_switches).sum();
        self.at_most("context_switches", context_switches as f64, all as f64);
    }

    /// Of the drive's own log nothing else is printed; its sensor's readings are in the record.
    fn heat(&mut self, it: &heat::Observed) {
        let Some(celsius) = it.temperature else { return };
        let readings = leaves(self.case).filter_map(|leaf| leaf.health.as_ref());
        let readings = readings.flat_map(|(before, after)| [before, after]);
        let values = |millic: Option<i64>| millic.map(|millic| millic as f64 / 1000.0);
        let seen: Vec<f64> = readings
            .flat_map(|health| {
                [
                    values(health.temperature_millic),
                    values(health.temperature_warning_millic),
                ]
            })
            .flatten()
            .collect();
        for (name, value) in [
            ("before_celsius", celsius.before_celsius),
            ("after_celsius", celsius.after_celsius),
            ("limit_celsius", celsius.limit_celsius),
        ] {
            if !seen.iter().any(|one| (one - value).abs() < 1.0) {
                self.fails(format!("{name} is {value}, and the sensor showed {seen:?}"));
            }
        }
    }

    fn late(&mut self, it: &late_generator::Observed) {
        let late_generator::Observed::Late(late) = it else {
            // The plan's rates.
            return;
        };
        let stats = || self.jobs().map(|job| job.ddir(late.ddir));
        let slowest = stats().map(|stats| stats.response.moments.max).max().unwrap_or(0);
        let behind = stats().map(|stats| stats.schedule.backlog_max_ns.max(stats.schedule.backlog_end_ns));
        let behind = behind.max().unwrap_or(0);
        let served: Vec<&Latency> = stats().map(service).collect();
        let rates = stats().map(|stats| stats.ios as f64 / (stats.runtime_ns as f64 / 1e9).max(1e-9));
        let reached = rates.fold(0.0, f64::max);
        self.at_most("reached_iops", late.reached_iops, reached);
        let asked = self
            .jobs()
            .filter_map(|job| Pace::of(job, late.ddir))
            .map(|pace| pace.asked_iops);
        let asked = asked.fold(0.0, f64::max);
        self.at_most("asked_iops", late.asked_iops, asked);
        if let Some(ns) = late.response_p99_ns {
            self.at_most("response_p99_ns", ns, slowest as f64);
        }
        if let Some(ns) = late.service_p99_ns {
            self.within("service_p99_ns", ns, served);
        }
        if let Some(ns) = late.backlog_end_ns {
            self.at_least("backlog_end_ns", ns as f64, 1.0);
            self.at_most("backlog_end_ns", ns as f64, behind as f64);
        }
    }

    fn mixed(&mut self, it: &mixed_medium::Observed) {
        let mixed_medium::Observed {
            ddir,
            fast_percent,
            fast_ns,
            slow_ns,
        } = it;
        let latencies = || self.jobs().map(|job| service(job.ddir(*ddir)));
        let latencies: Vec<&Latency> = latencies().collect();
        self.within("fast_ns", *fast_ns, latencies.iter().copied());
        self.within("slow_ns", *slow_ns, latencies);
        self.at_most("fast_ns", *fast_ns, *slow_ns);
        self.percent("fast_percent", *fast_percent);
    }

    fn noise(&mut self, it: &noise::Observed) {
        let all = self
            .case
            .record
            .context
            .repeats
            .iter()
            .map(|repeats| repeats.iops.len());
        self.at_most("runs", it.runs as f64, all.max().unwrap_or(0) as f64);
        self.at_most("least_iops", it.least_iops, it.median_iops);
        self.at_most("median_iops", it.median_iops, it.most_iops);
        self.equals(
            "spread_percent",
            it.spread_percent,
            (it.most_iops - it.least_iops) / it.median_iops * 100.0,
        );
        // A deviation is less than the range.
        self.at_most("variation_percent", it.variation_percent, it.spread_percent * 2.0);
        if let Some(states) = it.states {
            let runs = states.low_runs + states.high_runs;
            self.at_most("runs", runs as f64, it.runs as f64);
            self.at_most("low_iops", states.low_iops, states.high_iops);
            self.at_most("high_iops", states.high_iops, it.most_iops);
            self.at_least("low_iops", states.low_iops, it.least_iops);
        }
        if let Some(noise::Drift { rho, p }) = it.drift {
            self.at_most("rho", rho.abs(), 1.0);
            self.share("p", p);
        }
    }

    fn not_steady(&mut self, it: &not_steady::Observed) {
        let seconds = self.seconds();
        self.at_most("seconds", it.seconds as f64, seconds);
        self.at_most("round_s", it.round_s as f64 * 5.0, it.seconds as f64);
        // The criteria stand in the document by job: they are computed from the same series.
        let mut printed = self.jobs().filter_map(Steadiness::of);
        if !printed.any(|state| not_steady::Observed::from(&state) == *it) {
            self.fails(format!("{it:?} is not what its seconds show"));
        }
    }

    fn short_run(&mut self, it: &short_run::Observed) {
        match it {
            short_run::Observed::Planned {
                total_bytes: _,
                fast_s,
                slow_s,
                certain: _,
                wears_out: _,
            } => self.at_most("fast_s", *fast_s, *slow_s),
            short_run::Observed::Ran {
                runtime_s,
                ios,
                wears_out: _,
            } => {
                let (all, seconds) = (self.ios(), self.seconds());
                self.at_most("ios", *ios as f64, all);
                self.at_most("runtime_s", *runtime_s, seconds);
            }
            short_run::Observed::Took { runtime_s } => {
                let import = self.case.record.context.import.iter();
                let times = import
                    .flat_map(|import| &import.figures)
                    .filter(|figure| figure.what == FigureOf::RuntimeNs)
                    .map(|figure| figure.value.high);
                let longest = times.fold(0.0, f64::max) / 1e9;
                self.at_most("runtime_s", *runtime_s, longest.max(self.seconds()));
            }
        }
    }

    fn stalls(&mut self, it: &stalls::Observed) {
        match it {
            stalls::Observed::Rates {
                stalls,
                seconds,
                lost_percent,
                period_s,
                worst_s,
                worst_percent,
                longest_ns,
            } => {
                self.at_most("stalls", *stalls as f64, *seconds as f64);
                self.at_most("seconds", *seconds as f64, self.seconds());
                self.at_most("worst_s", *worst_s as f64, *seconds as f64);
                self.percent("lost_percent", *lost_percent);
                self.percent("worst_percent", *worst_percent);
                self.at_most("period_s", period_s.unwrap_or(0.0), *seconds as f64);
                if let Some(ns) = longest_ns {
                    self.printed("longest_ns", *ns as f64, None);
                }
            }
            stalls::Observed::Latencies {
                stalls,
                seconds,
                level_ns,
                worst_s,
                worst_ns,
            } => {
                self.at_most("stalls", *stalls as f64, *seconds as f64);
                self.at_most("worst_s", *worst_s as f64, *seconds as f64);
                self.at_most("level_ns", *level_ns, *worst_ns);
                self.mean_of_a_second("worst_ns", *worst_ns);
            }
        }
    }

    fn sync_iodepth(&mut self, it: &sync_iodepth::Observed) {
        match it {
            // The plan's numbers.
            sync_iodepth::Observed::Planned { .. } => {}
            sync_iodepth::Observed::Held {
                engine: _,
                iodepth,
                achieved_depth,
            } => {
                self.at_least("iodepth", f64::from(*iodepth), 2.0);
                self.at_most("achieved_depth", *achieved_depth, f64::from(*iodepth));
            }
        }
    }

    fn unit_misread(&mut self, it: &unit_misread::Observed) {
        match it {
            unit_misread::Observed::Contradiction(found) => {
                self.at_most("iops", found.iops, found.high_iops);
                self.at_most("needed_ns", found.needed_ns, found.needed_high_ns);
                self.at_most("given_low_ns", found.given_low_ns, found.given_high_ns);
                self.at_most(
                    "asked_depth",
                    found.asked_depth,
                    found.needed_high_ns * found.high_iops / 1e9,
                );
                self.at_least(
                    "asked_depth",
                    found.asked_depth,
                    found.needed_ns * found.iops / 1e9,
                );
                if let Some(factor) = found.unit_factor {
                    self.at_most(
                        "unit_factor",
                        found.given_low_ns * factor,
                        found.needed_high_ns * UNIT_STEP,
                    );
                    self.at_least(
                        "unit_factor",
                        found.given_high_ns * factor,
                        found.needed_ns / UNIT_STEP,
                    );
                }
            }
            unit_misread::Observed::Blocks(blocks) => {
                self.at_most(
                    "implied_block_bytes",
                    blocks.implied_block_bytes,
                    blocks.implied_high_block_bytes,
                );
                self.at_most("block_bytes", blocks.block_bytes, blocks.high_block_bytes);
            }
            // The text of an option.
            unit_misread::Observed::Option(_) => {}
        }
    }

    fn layer(&mut self, it: &layer::Observed) {
        let layers = self
            .case
            .record
            .evidence
            .as_ref()
            .and_then(|evidence| evidence.layers.as_ref());
        let split = layers.and_then(|layers| layers.holding().iter().find(|split| split.ddir == it.ddir));
        let Some(split) = split else {
            return self.fails(format!("direction {} was not split", it.ddir));
        };
        let limited = it.cause == layer::LayerCause::Limit;
        // Whether CPUs were busy is a fact of the machine.
        let parts = layer::most(split, limited);
        let part = parts.iter().find(|part| part.cause == it.cause);
        self.equals("part_ns", it.part_ns, part.map_or(0.0, |part| part.part_ns));
        self.equals("mean_ns", it.mean_ns, split.sum_ns().unwrap_or(0.0));
        self.equals("ios", it.ios as f64, split.joined as f64);
    }

    fn util(&mut self, it: &util_meaningless::Observed) {
        let util_meaningless::Observed {
            util_percent,
            device_depth,
            limited: _,
        } = it;
        self.percent("util_percent", *util_percent);
        self.at_least("device_depth", device_depth.unwrap_or(0.0), 0.0);
    }
}
