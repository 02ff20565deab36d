//! What the pattern promises: coverage, shares, alignment, and the same offsets as fio's own I/O log.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::coverage::{SEED, chi_square, limit};
use crate::workers;

use fiord_job::plan::*;
use fiord_workload::io::{Io, Op};
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use workers::over_regions;

fn worker(files: &[(u64, u64, u64)], change: impl FnOnce(&mut JobPlan)) -> WorkerPlan {
    over_regions(files, SEED, change)
}

fn all(plan: &WorkerPlan) -> Vec<Io> {
    let mut pattern = Pattern::new(plan);
    std::iter::from_fn(|| pattern.next()).take(10_000_000).collect()
}

fn one(region: u64, change: impl FnOnce(&mut AccessPlan)) -> WorkerPlan {
    worker(&[(region, 0, region)], |job| change(&mut job.access))
}

#[test]
fn what_is_prepared_ahead_counts_for_the_loop_that_issues_it() {
    for mode in [AccessMode::Read, AccessMode::RandRead, AccessMode::RandRw] {
        // 100 blocks per loop, of which the first loop takes ten, as `number_ios` does.
        let plan = one(100 * 4096, |access| access.mode = mode);
        let mut pattern = Pattern::new(&plan);
        pattern.begin_loop(0);
        let first: Vec<u64> = (0..10).map(|_| pattern.next().unwrap().offset).collect();
        pattern.begin_loop(1);
        let rest: Vec<u64> = std::iter::from_fn(|| pattern.next())
            .map(|io| io.offset)
            .collect();
        assert_eq!(rest.len(), 90, "{mode:?}");
        let mut all: Vec<u64> = first.into_iter().chain(rest).collect();
        all.sort_unstable();
        assert!(
            all.iter()
                .enumerate()
                .all(|(index, at)| *at == index as u64 * 4096),
            "{mode:?}"
        );
    }
}

#[test]
fn random_passes_cover_the_region_exactly() {
    let blocks = 4099u64;
    for mode in [
        AccessMode::RandRead,
        AccessMode::RandWrite,
        AccessMode::RandTrim,
        AccessMode::RandRw,
    ] {
        let ios = all(&one(blocks * 4096 + 100, |a| a.mode = mode));
        let mut offsets: Vec<u64> = ios.iter().map(|io| io.offset).collect();
        offsets.sort_unstable();
        assert_eq!(
            offsets,
            (0..blocks).map(|b| b * 4096).collect::<Vec<_>>(),
            "{mode:?}"
        );
    }
}

#[test]
fn varying_sizes_cover_each_smallest_block_once() {
    let sizes = [
        BlockSize::Range {
            min: 4096,
            max: 65536,
        },
        BlockSize::Split(vec![
            SplitShare {
                bytes: 4096,
                percent: 60,
            },
            SplitShare {
                bytes: 16384,
                percent: 40,
            },
        ]),
    ];
    for size in sizes {
        let blocks = 1001;
        let ios = all(&one(blocks * 4096, |a| {
            a.mode = AccessMode::RandRw;
            a.block_size = PerDdir::all(size.clone());
        }));
        let mut seen = vec![0; blocks as usize];
        for io in &ios {
            assert_eq!((io.offset % 4096, io.len % 4096), (0, 0));
            for block in io.offset / 4096..(io.offset + u64::from(io.len)) / 4096 {
                seen[block as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n == 1), "{size:?}, seed {SEED}");
        assert!(ios.len() < blocks as usize * 3 / 4, "large blocks occur");
    }
}

#[test]
fn time_based_jobs_never_end_and_change_order() {
    for mode in [
        AccessMode::RandRead,
        AccessMode::Read,
        AccessMode::Rw,
        AccessMode::RandTrimWrite,
    ] {
        let plan = worker(&[(40_960, 0, 40_960)], |job| {
            job.access.mode = mode;
            job.control.time_based = true;
            job.control.runtime_us = 1;
        });
        let mut pattern = Pattern::new(&plan);
        let ios: Vec<Io> = (0..1000).map_while(|_| pattern.next()).collect();
        assert_eq!(ios.len(), 1000, "{mode:?}");
        assert!(ios.iter().all(|io| io.offset + u64::from(io.len) <= 40_960));
        if mode == AccessMode::RandRead {
            assert_ne!(ios[..10], ios[10..20]);
            let mut second: Vec<u64> = ios[10..20].iter().map(|io| io.offset / 4096).collect();
            second.sort_unstable();
            assert_eq!(second, (0..10).collect::<Vec<_>>());
        }
    }
}

/// As fio 3.33 does: in random order a job of several files stays on those that `openfiles` or the service begins with.
#[test]
fn a_sequential_time_based_job_visits_all_files() {
    let visited = |mode, change: &dyn Fn(&mut FilePlan)| {
        let plan = worker(&[(8192, 0, 8192); 3], |job| {
            job.access.mode = mode;
            job.control.time_based = true;
            change(&mut job.files);
        });
        let mut pattern = Pattern::new(&plan);
        (0..12)
            .map(|_| pattern.next().unwrap().file)
            .collect::<Vec<u32>>()
    };
    let one_open = |files: &mut FilePlan| files.openfiles = Some(1);
    let one_by_one = |files: &mut FilePlan| files.service = FileService::Sequential;
    for change in [&one_open as &dyn Fn(&mut FilePlan), &one_by_one] {
        let all = [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2];
        assert_eq!(visited(AccessMode::Read, change), all);
        assert_eq!(visited(AccessMode::RandRead, change), [0; 12]);
    }
    assert_eq!(
        visited(AccessMode::Read, &|_| ()),
        [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]
    );
}

#[test]
fn loops_repeat_and_empty_files_end_at_once() {
    let plan = worker(&[(40_960, 0, 40_960)], |job| {
        job.access.mode = AccessMode::RandRead;
        job.control.loops = 2;
    });
    let mut pattern = Pattern::new(&plan);
    let first: Vec<Io> = std::iter::from_fn(|| pattern.next()).collect();
    pattern.begin_loop(1);
    let second: Vec<Io> = std::iter::from_fn(|| pattern.next()).collect();
    assert_eq!(first.len(), 10);
    assert_eq!(first, second);
    for region in [0, 4095] {
        for mode in [AccessMode::Read, AccessMode::RandRead, AccessMode::RandRw] {
            let mut pattern = Pattern::new(&one(region, |a| a.mode = mode));
            assert_eq!(pattern.next(), None);
            pattern.begin_loop(1);
            assert_eq!(pattern.next(), None);
        }
    }
}

#[test]
fn mixes_and_splits_keep_their_shares() {
    let ios = all(&one(400 << 20, |a| {
        a.mode = AccessMode::RandRw;
        a.rwmix_read_percent = 70;
        a.norandommap = true;
        a.block_size = PerDdir::all(BlockSize::Split(vec![
            SplitShare {
                bytes: 4096,
                percent: 50,
            },
            SplitShare {
                bytes: 8192,
                percent: 30,
            },
            SplitShare {
                bytes: 16384,
                percent: 20,
            },
        ]));
    }));
    let reads = ios.iter().filter(|io| io.op == Op::Read).count() as u64;
    let chi = chi_square(&[reads, ios.len() as u64 - reads], &[0.7, 0.3]);
    assert!(chi < limit(1) * 1.5, "mix: chi-square {chi}, seed {SEED}");
    let count = |len| ios.iter().filter(|io| io.len == len).count() as u64;
    let chi = chi_square(&[count(4096), count(8192), count(16384)], &[0.5, 0.3, 0.2]);
    assert!(chi < limit(2), "split: chi-square {chi}, seed {SEED}");
}

#[test]
fn a_zoned_distribution_has_its_shares() {
    let zones = [(60, 10), (30, 20), (8, 30), (2, 40)];
    let shares = zones.map(|(access_percent, size)| ZoneShare { access_percent, size });
    let ios = all(&one(100 << 20, |a| {
        a.mode = AccessMode::RandRead;
        a.distribution = PerDdir::all(Distribution::Zoned(shares.to_vec()));
    }));
    let mut counts = [0u64; 4];
    for io in &ios {
        let percent = io.offset as f64 * 100.0 / (100 << 20) as f64;
        counts[[10.0, 30.0, 60.0, 101.0]
            .iter()
            .position(|end| percent < *end)
            .unwrap()] += 1;
    }
    let chi = chi_square(&counts, &[0.6, 0.3, 0.08, 0.02]);
    assert!(chi < limit(3), "chi-square {chi}, {counts:?}, seed {SEED}");
}

#[test]
fn a_sequence_of_blocks_repeats_or_strides() {
    const K: u64 = 1024;
    let blocks = |strides, mode| -> Vec<u64> {
        let plan = worker(&[(48 * K, 0, 48 * K)], |job| {
            job.access.mode = mode;
            job.access.io_size = Some(Amount::Bytes(24 * K));
            job.access.distribution = PerDdir::all(Distribution::Sequence {
                blocks: vec![2, 0, 1],
                strides,
            });
        });
        let plan = WorkerPlan {
            io_limit_bytes: 24 * K,
            ..plan
        };
        all(&plan).iter().map(|io| io.offset / (4 * K)).collect()
    };
    // What fio's own tests of the option expect.
    assert_eq!(blocks(false, AccessMode::RandRead), [2, 0, 1, 2, 0, 1]);
    assert_eq!(blocks(true, AccessMode::RandRead), [2, 0, 1, 5, 3, 4]);
    // What is not drawn has no order to be given.
    assert_eq!(blocks(true, AccessMode::Read), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_sequence_begins_where_the_region_does() {
    const K: u64 = 1024;
    let plan = worker(&[(64 * K, 16 * K, 32 * K)], |job| {
        job.access.mode = AccessMode::RandWrite;
        job.access.distribution = PerDdir::all(Distribution::Sequence {
            blocks: vec![7, 0, 8],
            strides: false,
        });
    });
    let offsets: Vec<u64> = all(&plan).iter().map(|io| io.offset / K).collect();
    // Block 8 is the first behind the region.
    assert_eq!(offsets, [44, 16, 44, 16, 44, 16, 44, 16]);
    let nowhere = one(32 * K, |access| {
        access.mode = AccessMode::RandRead;
        access.distribution = PerDdir::all(Distribution::Sequence {
            blocks: vec![8],
            strides: true,
        });
    });
    assert!(all(&nowhere).is_empty());
}

#[test]
fn zipf_and_pareto_have_their_shape() {
    let blocks = 1024u64;
    let count = |distribution: Distribution| {
        let plan = one(blocks * 4096, |a| {
            a.mode = AccessMode::RandRead;
            a.io_size = Some(Amount::Bytes(4096 * 400_000));
            a.distribution = PerDdir::all(distribution);
        });
        let mut counts = vec![0u64; blocks as usize];
        for io in all(&plan) {
            counts[(io.offset / 4096) as usize] += 1;
        }
        counts
    };
    // Share of the first two ranks of zipf(1.2): 1/zeta and 2^-1.2/zeta exactly.
    let zeta: f64 = (1..=blocks).map(|i| (i as f64).powf(-1.2)).sum();
    let counts = count(Distribution::Zipf {
        theta: 1.2,
        center: Some(0.0),
    });
    let total = 400_000.0;
    assert!(
        (counts[0] as f64 / total - 1.0 / zeta).abs() < 0.003,
        "{}",
        counts[0]
    );
    let second = (0x61c8_8646_80b5_83ebu64 % blocks) as usize;
    assert!((counts[second] as f64 / total - 0.5f64.powf(1.2) / zeta).abs() < 0.003);
    // pareto: P(rank < x·n) = x^(1/power).
    let power = 0.2f64.ln() / 0.8f64.ln();
    let counts = count(Distribution::Pareto {
        h: 0.2,
        center: Some(0.0),
    });
    let first = (1.0 / (blocks - 1) as f64).powf(1.0 / power);
    assert!(
        (counts[0] as f64 / total - first).abs() < 0.003,
        "{} against {first}",
        counts[0]
    );
}

#[test]
fn the_second_size_serves_random_io_of_any_direction() {
    for percent in [100, 50] {
        let plan = one(1 << 20, |a| {
            a.mode = AccessMode::RandRead;
            a.bs_is_seq_rand = true;
            a.percentage_random = PerDdir::all(percent);
            a.block_size = PerDdir([
                BlockSize::Fixed(4096),
                BlockSize::Fixed(16384),
                BlockSize::Fixed(512),
            ]);
        });
        assert_eq!(plan.job.access.max_block_bytes(), 16384);
        let ios = all(&plan);
        let large = ios.iter().filter(|io| io.len == 16384).count();
        assert!(
            ios.iter().map(|io| u64::from(io.len)).sum::<u64>() >= 1 << 20,
            "ended early"
        );
        assert!(ios.iter().all(|io| io.len == 4096 || io.len == 16384));
        let share = large as f64 / ios.len() as f64;
        assert!(
            (share - f64::from(percent) / 100.0).abs() < 0.25,
            "{percent} %: {share}, seed {SEED}"
        );
    }
}

#[test]
fn strided_random_jobs_draw_each_zone_without_repeats() {
    const K: u64 = 1024;
    let plan = worker(&[(256 * K, 0, 256 * K)], |job| {
        job.access.mode = AccessMode::RandWrite;
        job.access.zones = Some(Zones::Strided(StridedZones {
            size_bytes: 16 * K,
            range_bytes: 32 * K,
            skip_bytes: 8 * K,
        }));
        job.control.time_based = true;
    });
    let mut pattern = Pattern::new(&plan);
    let ios: Vec<Io> = (0..4 * 700).map(|_| pattern.next().unwrap()).collect();
    let mut zone = 0;
    for visit in ios.chunks(4) {
        let mut offsets: Vec<u64> = visit.iter().map(|io| io.offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert_eq!(
            offsets.len(),
            4,
            "a block came twice in a visit of the zone at {zone}, seed {SEED}"
        );
        let inside = |offset: &u64| {
            (zone..(zone + 32 * K).min(256 * K)).contains(offset) && offset.is_multiple_of(4096)
        };
        assert!(
            offsets.iter().all(inside),
            "{offsets:?} in the zone at {zone}, seed {SEED}"
        );
        zone += 40 * K;
        if zone >= 256 * K {
            zone = 0;
        }
    }
}

/// A gap after each I/O leads around the zone, not out of it.
#[test]
fn strided_walks_keep_their_gaps_within_the_zone() {
    const K: u64 = 1024;
    let offsets = |gap: i64| {
        let plan = worker(&[(32 * K, 0, 32 * K)], |job| {
            job.access.mode = AccessMode::Write;
            job.access.sequencer = Sequencer::Skip(gap);
            job.access.zones = Some(Zones::Strided(StridedZones {
                size_bytes: 16 * K,
                range_bytes: 16 * K,
                skip_bytes: 0,
            }));
        });
        all(&plan).iter().map(|io| io.offset / K).collect::<Vec<_>>()
    };
    assert_eq!(offsets(4096), [0, 8, 0, 8, 16, 24, 16, 24]);
    assert_eq!(offsets(-8192), [0, 8, 4, 0, 16, 24, 20, 16]);
    assert_eq!(offsets(64 << 10), [0, 0, 0, 0, 16, 16, 16, 16]);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    fn size() -> impl Strategy<Value = BlockSize> {
        prop_oneof![
            (1u64..=64).prop_map(|sectors| BlockSize::Fixed(sectors * 512)),
            (1u64..=16, 0u64..=16).prop_map(|(min, more)| BlockSize::Range {
                min: min * 512,
                max: (min + more) * 512
            }),
            (1u64..=16, 1u64..=16, 1u8..=99).prop_map(|(a, b, percent)| {
                BlockSize::Split(vec![
                    SplitShare {
                        bytes: a * 512,
                        percent,
                    },
                    SplitShare {
                        bytes: b * 512,
                        percent: 100 - percent,
                    },
                ])
            }),
        ]
    }

    fn mode() -> impl Strategy<Value = AccessMode> {
        use AccessMode::*;
        prop::sample::select(vec![
            Read,
            Write,
            Trim,
            RandRead,
            RandWrite,
            RandTrim,
            Rw,
            RandRw,
            TrimWrite,
            RandTrimWrite,
        ])
    }

    fn distribution() -> impl Strategy<Value = Distribution> {
        let share = |access_percent, size| ZoneShare { access_percent, size };
        prop::sample::select(vec![
            Distribution::Uniform,
            Distribution::Uniform,
            Distribution::Zipf {
                theta: 1.2,
                center: None,
            },
            Distribution::Pareto {
                h: 0.3,
                center: Some(0.9),
            },
            Distribution::Normal {
                deviation_percent: 20.0,
                center: Some(0.1),
            },
            Distribution::Zoned(vec![share(50, 1), share(50, 99)]),
            Distribution::ZonedAbs(vec![share(50, 4096), share(50, 1 << 40)]),
        ])
    }

    fn sequencer() -> impl Strategy<Value = Sequencer> {
        prop_oneof![
            3 => Just(Sequencer::None),
            1 => (-20i64..20).prop_map(|sectors| Sequencer::Skip(sectors * 512)),
            1 => (1u32..9).prop_map(Sequencer::Repeat),
        ]
    }

    proptest! {
        #![proptest_config(fiord_testbed::random_cases(1000))]

        /// Whatever the job: inside the region, of an allowed length, on sector boundaries, and within the limit.
        #[test]
        fn every_io_stays_inside_its_region(
            mode in mode(),
            sizes in (size(), size(), size()),
            distribution in distribution(),
            sequencer in sequencer(),
            files in prop::collection::vec((0u64..300, 0u64..100), 1..5),
            service in prop::sample::select(vec![
                FileService::RoundRobin, FileService::Sequential, FileService::Random, FileService::Zipf(1.1),
            ]),
            (norandommap, identical, endless, random_percent) in (any::<bool>(), any::<bool>(), any::<bool>(), 0u8..=100),
            openfiles in prop::option::of(1u32..4),
        ) {
            let regions: Vec<_> = files.iter().map(|(region, start)| ((region + start) * 512, start * 512, region * 512)).collect();
            let plan = worker(&regions, |job| {
                let access = &mut job.access;
                access.mode = mode;
                access.block_size = PerDdir([sizes.0.clone(), sizes.1.clone(), sizes.2.clone()]);
                access.distribution = PerDdir::all(distribution);
                access.sequencer = sequencer;
                access.norandommap = norandommap;
                access.percentage_random = PerDdir::all(random_percent);
                access.rw_sequencer = if identical { RwSequencer::Identical } else { RwSequencer::Sequential };
                job.files.service = service;
                job.files.openfiles = openfiles;
                job.control.time_based = endless;
            });
            let mut pattern = Pattern::new(&plan);
            let mut bytes = 0;
            let mut trims: Vec<Option<Io>> = vec![None; regions.len()];
            let trims_first = matches!(mode, AccessMode::TrimWrite | AccessMode::RandTrimWrite);
            for _ in 0..2000 {
                let Some(io) = pattern.next() else { break };
                let (_, start, region) = regions[io.file as usize];
                prop_assert!(io.len > 0 && io.len.is_multiple_of(512), "{io:?}");
                prop_assert!(io.offset >= start && io.offset + u64::from(io.len) <= start + region, "{io:?}");
                prop_assert!(io.offset.is_multiple_of(512), "{io:?}");
                let ddir = io.op.ddir().unwrap();
                prop_assert!(mode.issues(ddir));
                if trims_first {
                    // Each write of a file follows the trim of its place, and only it.
                    let trim = &mut trims[io.file as usize];
                    let follows = trim.replace(io).filter(|last| last.op == Op::Trim);
                    prop_assert_eq!(io.op == Op::Write, follows.is_some());
                    prop_assert!(follows.is_none_or(|trim| (trim.offset, trim.len) == (io.offset, io.len)), "{io:?}");
                }
                if !(trims_first && ddir == Ddir::Trim) {
                    prop_assert!(endless || bytes < plan.io_limit_bytes);
                    bytes += u64::from(io.len);
                }
            }
            let fits = regions.iter().any(|(_, _, region)| Ddir::ALL.into_iter().all(|ddir| {
                !mode.issues(ddir) || plan.job.access.block_size[ddir].max() <= *region
            }));
            // A walk backwards may begin where no block fits, and then ends, as in fio.
            let skips = matches!(sequencer, Sequencer::Skip(_));
            prop_assert!(bytes > 0 || !fits || skips, "no I/O at all");
        }
    }
}

#[test]
fn a_shift_register_goes_through_all_blocks_without_a_map() {
    let plan = one(256 * 4096, |access| {
        access.mode = AccessMode::RandRead;
        access.norandommap = true;
        access.generator = RandomGenerator::Lfsr;
    });
    let seen: std::collections::BTreeSet<u64> = all(&plan).iter().map(|io| io.offset).collect();
    assert_eq!(seen.len(), 256);
}

/// As fio 3.33 logs ten blocks (`write_iolog`): a loop begins with the same numbers, a `time_based` pass goes on with new ones.
#[test]
fn passes_by_the_numbers_of_fio() {
    let plan = |change: fn(&mut JobPlan)| {
        worker(&[(40 << 10, 0, 40 << 10)], |job| {
            job.access.mode = AccessMode::RandRead;
            job.access.generator = RandomGenerator::Fio;
            change(job);
        })
    };
    let blocks = |pattern: &mut Pattern, count: usize| -> Vec<u64> {
        let drawn = std::iter::from_fn(|| pattern.next());
        drawn.take(count).map(|io| io.offset / 4096).collect()
    };
    let first = [0, 7, 8, 4, 5, 9, 3, 6, 1, 2];
    let mut looped = Pattern::new(&plan(|job| job.control.loops = 2));
    assert_eq!(blocks(&mut looped, 20), first);
    looped.begin_loop(1);
    assert_eq!(blocks(&mut looped, 20), first);
    let mut timed = Pattern::new(&plan(|job| job.control.time_based = true));
    assert_eq!(blocks(&mut timed, 10), first);
    assert_eq!(blocks(&mut timed, 14), [6, 9, 2, 3, 5, 4, 8, 7, 0, 1, 3, 6, 7, 9]);
}

#[test]
fn sprandom_writes_the_log_of_the_device_once_and_each_block_at_least_once() {
    const BLOCK: u64 = 4096;
    let with = |loops: u32| {
        let mut plan = worker(&[(64 << 20, 1 << 20, 40 << 20)], |job| {
            job.access.mode = AccessMode::RandWrite;
            job.access.generator = RandomGenerator::Lfsr;
            job.access.distribution = PerDdir::all(Distribution::Sprandom(SprandomPlan {
                regions: 20,
                over_provisioning: 0.25,
                cache_bytes: 0,
            }));
            job.control.loops = loops;
        });
        // As `size::resolve` has it.
        plan.io_limit_bytes = (40 << 20) * 5 / 4;
        plan
    };
    let plan = with(1);
    let kept = fiord_workload::pattern::map_bytes(&plan);
    assert!(
        (3_000..5_000).contains(&kept),
        "{kept} bytes for 640 blocks a region"
    );
    let ios = all(&plan);
    assert_eq!(ios.iter().map(|io| u64::from(io.len)).sum::<u64>(), 50 << 20);
    assert!(
        ios.iter()
            .all(|io| io.op == Op::Write && u64::from(io.len) == BLOCK)
    );
    let mut times = vec![0; (40 << 20) / BLOCK as usize];
    for io in &ios {
        assert!(((1 << 20)..(41 << 20)).contains(&io.offset) && io.offset % BLOCK == 0);
        times[((io.offset - (1 << 20)) / BLOCK) as usize] += 1;
    }
    assert!(times.iter().all(|times| *times >= 1));
    let twice = times.iter().filter(|times| **times > 1).count();
    assert!(
        (1_500..2_560).contains(&twice),
        "{twice} of 2,560 second turns are of other blocks"
    );
    // Each loop is the same pass.
    let mut pattern = Pattern::new(&with(2));
    for turn in 0..2 {
        pattern.begin_loop(turn);
        let again: Vec<Io> = std::iter::from_fn(|| pattern.next()).take(ios.len()).collect();
        assert_eq!(again, ios, "loop {turn}");
    }
    assert_eq!(pattern.next(), None);
}

#[test]
fn a_loop_that_number_ios_ended_is_gone_on_with_around_the_end() {
    for mode in [AccessMode::Write, AccessMode::RandWrite] {
        let plan = worker(&[(64 << 10, 0, 64 << 10)], |job| {
            job.access.mode = mode;
            job.access.number_ios = 6;
            job.control.loops = 4;
        });
        let mut pattern = Pattern::new(&plan);
        let mut offsets = Vec::new();
        // As the worker loop counts.
        for turn in 0..4 {
            pattern.begin_loop(turn);
            offsets.extend(std::iter::from_fn(|| pattern.next()).take(6).map(|io| io.offset));
        }
        assert_eq!(offsets.len(), 24, "{mode:?}");
        assert_eq!(
            offsets[16..],
            offsets[..8],
            "{mode:?}: the second pass is as the first"
        );
    }
    // A whole pass ends a loop, whatever `number_ios` says.
    let plan = worker(&[(64 << 10, 0, 64 << 10)], |job| {
        job.access.mode = AccessMode::Write;
        job.access.number_ios = 20;
        job.control.loops = 2;
    });
    let mut pattern = Pattern::new(&plan);
    for turn in 0..2 {
        pattern.begin_loop(turn);
        assert_eq!(std::iter::from_fn(|| pattern.next()).take(20).count(), 16);
    }
}
