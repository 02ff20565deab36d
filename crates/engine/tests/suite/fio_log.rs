//! The pattern against fio's own I/O log of the same job.
//!
//! Jobs whose order the options decide must match I/O by I/O; random ones block by block, in any order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::workers;

use fiord_job::plan::*;
use fiord_workload::io::Io;
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use std::process::Command;
use workers::over_regions;

const K: u64 = 1024;

fn worker(files: &[(u64, u64, u64)], change: impl FnOnce(&mut JobPlan)) -> WorkerPlan {
    over_regions(files, 1, change)
}

/// File number, operation, offset, length.
type Entry = (usize, String, u64, u64);

/// fio's own log of the same job over `files` files of `size` bytes, or `None` with the reason printed.
fn fio_log(files: usize, size: u64, args: &[&str]) -> Option<Vec<Entry>> {
    if !fiord_testbed::fio() {
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..files).map(|file| format!("data{file}")).collect();
    for name in &names {
        std::fs::File::create(dir.path().join(name))
            .unwrap()
            .set_len(size)
            .unwrap();
    }
    let output = Command::new("fio")
        .args([
            "--name=t",
            "--ioengine=psync",
            "--allow_file_create=0",
            "--fallocate=none",
            "--write_iolog=log",
        ])
        .arg(format!("--filename={}", names.join(":")))
        .args(args)
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "fio {args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = std::fs::read_to_string(dir.path().join("log")).unwrap();
    let entry = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [_, name, op @ ("read" | "write" | "trim"), offset, len] => {
                let file = names.iter().position(|one| one == name)?;
                Some((file, op.to_owned(), offset.parse().unwrap(), len.parse().unwrap()))
            }
            _ => None,
        }
    };
    Some(text.lines().filter_map(entry).collect())
}

fn ours(plan: &WorkerPlan) -> Vec<Entry> {
    let mut pattern = Pattern::new(plan);
    let entry = |io: Io| {
        (
            io.file as usize,
            io.op.ddir().unwrap().name().to_owned(),
            io.offset,
            u64::from(io.len),
        )
    };
    std::iter::from_fn(|| pattern.next())
        .map(entry)
        .take(1_000_000)
        .collect()
}

/// A sequential job: sizes in KiB of file, offset and region; mode with suffix in KiB; `io_size` in KiB; zone size, range
/// and skip in KiB.
type Walk = (u64, u64, u64, AccessMode, i64, Option<u64>, Option<[u64; 3]>);

const WALKS: &[Walk] = &[
    (64, 0, 64, AccessMode::Read, 0, None, None),
    (30, 0, 30, AccessMode::Read, 0, None, None),
    (256, 16, 64, AccessMode::Write, 0, None, None),
    (64, 0, 64, AccessMode::Read, 0, Some(100), None),
    (10, 0, 10, AccessMode::Read, 0, Some(18), None),
    (10, 0, 10, AccessMode::Read, 0, Some(22), None),
    (64, 0, 64, AccessMode::Read, 0, Some(18), None),
    (64, 0, 64, AccessMode::Read, -4, None, None),
    (64, 0, 64, AccessMode::Read, -8, None, None),
    (66, 0, 66, AccessMode::Read, -8, None, None),
    (64, 0, 64, AccessMode::Read, -12, None, None),
    (256, 0, 64, AccessMode::Read, -8, None, None),
    (80, 16, 64, AccessMode::Read, -8, None, None),
    (256, 16, 64, AccessMode::Write, -8, None, None),
    (64, 0, 64, AccessMode::Read, 8, None, None),
    (256, 0, 64, AccessMode::Read, 8, None, None),
    (256, 16, 64, AccessMode::Read, 4, None, None),
    (64, 0, 64, AccessMode::Read, 4, Some(100), None),
    (128, 0, 128, AccessMode::Read, 0, None, Some([8, 8, 8])),
    (128, 0, 128, AccessMode::Read, 0, None, Some([8, 16, 8])),
    (128, 0, 128, AccessMode::Read, 0, None, Some([16, 8, 0])),
    (256, 0, 128, AccessMode::Read, 0, None, Some([16, 16, 8])),
    (256, 8, 128, AccessMode::Write, 0, None, Some([16, 16, 8])),
    (128, 0, 128, AccessMode::Read, 0, None, Some([16, 16, 8])),
];

/// Offsets that are decided by the options alone must be fio's, one by one.
#[test]
fn sequential_offsets_are_those_of_fio() {
    for walk in WALKS {
        let (file, offset, size, mode, skip, io_size, zones) = *walk;
        let suffix = if skip == 0 {
            String::new()
        } else {
            format!(":{skip}k")
        };
        let mut args = vec![
            format!("--rw={}{suffix}", mode.name()),
            format!("--size={size}k"),
            format!("--offset={offset}k"),
        ];
        args.extend(io_size.map(|kib| format!("--io_size={kib}k")));
        if let Some([size, range, skip]) = zones {
            args.push("--zonemode=strided".to_owned());
            args.push(format!("--zonesize={size}k"));
            args.push(format!("--zonerange={range}k"));
            args.push(format!("--zoneskip={skip}k"));
        }
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        let Some(theirs) = fio_log(1, file * K, &words) else {
            return;
        };
        let plan = worker(&[(file * K, offset * K, size * K)], |job| {
            let access = &mut job.access;
            access.mode = mode;
            access.io_size = io_size.map(|kib| Amount::Bytes(kib * K));
            if skip != 0 {
                access.sequencer = Sequencer::Skip(skip * K as i64);
            }
            access.zones = zones.map(|[size, range, skip]| {
                Zones::Strided(StridedZones {
                    size_bytes: size * K,
                    range_bytes: range * K,
                    skip_bytes: skip * K,
                })
            });
        });
        assert_eq!(ours(&plan), theirs, "{args:?}, file of {file} KiB");
    }
}

/// Several files: which one, and where.
#[test]
fn files_take_turns_as_in_fio() {
    type Change = fn(&mut JobPlan);
    let jobs: &[(&[&str], Change)] = &[
        (&["--rw=read"], |_| ()),
        (&["--rw=read", "--file_service_type=roundrobin:2"], |job| {
            job.files.service_ios = 2
        }),
        (&["--rw=read", "--file_service_type=roundrobin:3"], |job| {
            job.files.service_ios = 3
        }),
        (&["--rw=read", "--file_service_type=sequential"], |job| {
            job.files.service = FileService::Sequential
        }),
        (&["--rw=write:-8k"], |job| {
            job.access.mode = AccessMode::Write;
            job.access.sequencer = Sequencer::Skip(-8192);
        }),
        (&["--rw=read", "--io_size=100k"], |job| {
            job.access.io_size = Some(Amount::Bytes(100 * K))
        }),
        (
            &["--rw=read", "--file_service_type=sequential", "--io_size=100k"],
            |job| {
                job.files.service = FileService::Sequential;
                job.access.io_size = Some(Amount::Bytes(100 * K));
            },
        ),
    ];
    for (args, change) in jobs {
        let mut args = args.to_vec();
        args.push("--size=64k");
        let Some(theirs) = fio_log(4, 16 * K, &args) else {
            return;
        };
        let plan = worker(&[(16 * K, 0, 16 * K); 4], change);
        assert_eq!(ours(&plan), theirs, "{args:?}");
    }
}

/// Random passes: the same I/Os, whatever their order.
#[test]
fn random_passes_hold_the_same_blocks_as_in_fio() {
    type Change = fn(&mut AccessPlan);
    let jobs: &[(usize, u64, &[&str], Change)] = &[
        (1, 64, &["--rw=randread"], |a| a.mode = AccessMode::RandRead),
        (1, 67, &["--rw=randwrite"], |a| a.mode = AccessMode::RandWrite),
        (1, 64, &["--rw=randread", "--bs=12k"], |a| {
            a.mode = AccessMode::RandRead;
            a.block_size = PerDdir::all(BlockSize::Fixed(12 * K));
        }),
        (1, 64, &["--rw=randread", "--io_size=128k"], |a| {
            a.mode = AccessMode::RandRead;
            a.io_size = Some(Amount::Bytes(128 * K));
        }),
        (3, 32, &["--rw=randread"], |a| a.mode = AccessMode::RandRead),
        (3, 32, &["--rw=randread", "--io_size=192k"], |a| {
            a.mode = AccessMode::RandRead;
            a.io_size = Some(Amount::Bytes(192 * K));
        }),
    ];
    for (files, size, args, change) in jobs {
        let mut args = args.to_vec();
        let total = format!("--size={}k", *files as u64 * size);
        args.push(&total);
        let Some(mut theirs) = fio_log(*files, size * K, &args) else {
            return;
        };
        let plan = worker(&vec![(size * K, 0, size * K); *files], |job| {
            change(&mut job.access)
        });
        let mut ours = ours(&plan);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{args:?}");
    }
}

/// Mixed and multi-sized jobs: shares and totals are fio's within what chance allows.
#[test]
fn drawn_shares_are_those_of_fio() {
    let total = 16 << 20;
    let mut args = vec![
        "--rw=randrw",
        "--rwmixread=70",
        "--bssplit=4k/60:16k/40",
        "--norandommap",
        "--size=16m",
    ];
    let change = |a: &mut AccessPlan| {
        a.mode = AccessMode::RandRw;
        a.rwmix_read_percent = 70;
        a.norandommap = true;
        let share = |kib: u64, percent| SplitShare {
            bytes: kib * K,
            percent,
        };
        a.block_size = PerDdir::all(BlockSize::Split(vec![share(4, 60), share(16, 40)]));
    };
    args.push("--invalidate=0");
    let Some(theirs) = fio_log(1, total, &args) else {
        return;
    };
    let ours = ours(&worker(&[(total, 0, total)], |job| change(&mut job.access)));
    let share = |ios: &[Entry], one: fn(&Entry) -> bool| {
        ios.iter().filter(|io| one(io)).count() as f64 / ios.len() as f64
    };
    for one in [
        (|io| io.1 == "read") as fn(&Entry) -> bool,
        |io| io.3 == 4096,
        |io| io.2 < 8 << 20,
    ] {
        let (ours, theirs) = (share(&ours, one), share(&theirs, one));
        // Some 1,800 I/Os: four standard deviations of a difference of two such shares.
        assert!(
            (ours - theirs).abs() < 4.0 * (0.5f64 / 1_800.0).sqrt(),
            "{ours} and {theirs}"
        );
    }
}

/// Chi-square of two samples of one law over the same cells, (a − b)² / (a + b) each, and its degrees of freedom. Cells that
/// are hit rarely count together.
fn two_samples(ours: &[f64], theirs: &[f64]) -> (f64, f64) {
    let (mut chi, mut degrees, mut rare) = (0.0f64, 0.0f64, (0.0f64, 0.0f64));
    for (a, b) in ours.iter().zip(theirs) {
        if a + b >= 20.0 {
            chi += (a - b).powi(2) / (a + b);
            degrees += 1.0;
        } else {
            rare = (rare.0 + a, rare.1 + b);
        }
    }
    if rare.0 + rare.1 > 0.0 {
        chi += (rare.0 - rare.1).powi(2) / (rare.0 + rare.1);
    }
    (chi, degrees)
}

/// Distributions in fio's spelling and ours.
fn skewed() -> [(&'static str, Distribution); 7] {
    let some = Some(0.5);
    [
        (
            "zipf:1.2:0.5",
            Distribution::Zipf {
                theta: 1.2,
                center: some,
            },
        ),
        (
            "zipf:0.6:0.5",
            Distribution::Zipf {
                theta: 0.6,
                center: some,
            },
        ),
        ("pareto:0.2:0.5", Distribution::Pareto { h: 0.2, center: some }),
        ("pareto:0.9:0.5", Distribution::Pareto { h: 0.9, center: some }),
        (
            "normal:10:0.5",
            Distribution::Normal {
                deviation_percent: 10.0,
                center: some,
            },
        ),
        (
            "normal:30:0.5",
            Distribution::Normal {
                deviation_percent: 30.0,
                center: some,
            },
        ),
        (
            "zoned:60/10:30/20:10/70",
            Distribution::Zoned(
                [(60, 10), (30, 20), (10, 70)]
                    .map(|(access_percent, size)| ZoneShare { access_percent, size })
                    .to_vec(),
            ),
        ),
    ]
}

/// Skewed draws: block by block as often as in fio, hottest places included.
#[test]
fn skewed_distributions_are_those_of_fio() {
    let (blocks, draws) = (1000u64, 20_000u64);
    for (name, distribution) in skewed() {
        let args = [
            "--rw=randread".to_owned(),
            format!("--random_distribution={name}"),
            format!("--size={}k", blocks * 4),
            format!("--io_size={}k", draws * 4),
        ];
        let Some(theirs) = fio_log(1, blocks * 4096, &args.each_ref().map(String::as_str)) else {
            return;
        };
        let plan = worker(&[(blocks * 4096, 0, blocks * 4096)], |job| {
            job.access.mode = AccessMode::RandRead;
            job.access.io_size = Some(Amount::Bytes(draws * 4096));
            job.access.distribution = PerDdir::all(distribution);
        });
        let count = |ios: &[Entry]| {
            let mut counts = vec![0f64; blocks as usize];
            ios.iter().for_each(|io| counts[(io.2 / 4096) as usize] += 1.0);
            counts
        };
        let (ours, theirs) = (count(&ours(&plan)), count(&theirs));
        let (chi, degrees) = two_samples(&ours, &theirs);
        let limit = degrees + 4.0 * (2.0 * degrees).sqrt() + 10.0;
        assert!(
            chi < limit,
            "{name}: chi-square {chi} over {degrees} blocks, limit {limit}, seed 1"
        );
    }
}

/// A random job that draws fio's numbers: files, KiB of each, fio's options, and the same of ours.
type Drawn = (usize, u64, &'static [&'static str], fn(&mut AccessPlan));

const DRAWN: &[Drawn] = &[
    (1, 400, &["--rw=randread"], |access| {
        access.mode = AccessMode::RandRead
    }),
    (1, 402, &["--rw=randwrite", "--bs=8k"], |access| {
        access.mode = AccessMode::RandWrite;
        access.block_size = PerDdir::all(BlockSize::Fixed(8 * K));
    }),
    (3, 400, &["--rw=randread", "--nrfiles=3"], |access| {
        access.mode = AccessMode::RandRead
    }),
    (1, 4000, &["--rw=randrw", "--rwmixread=70"], |access| {
        access.mode = AccessMode::RandRw;
        access.rwmix_read_percent = 70;
    }),
    (
        1,
        4000,
        &["--rw=randrw", "--randrepeat=0", "--randseed=77"],
        |access| {
            access.mode = AccessMode::RandRw;
            access.randrepeat = false;
            access.randseed = 77;
        },
    ),
    (1, 4000, &["--rw=randread", "--norandommap"], |access| {
        access.mode = AccessMode::RandRead;
        access.norandommap = true;
    }),
    (1, 400, &["--rw=randrw", "--io_size=1000k"], |access| {
        access.mode = AccessMode::RandRw;
        access.io_size = Some(Amount::Bytes(1000 * K));
    }),
];

/// With `random_generator=fio` each offset and each direction is fio's, one by one.
#[test]
fn the_numbers_of_fio_are_those_that_fio_draws() {
    for (files, kib, words, change) in DRAWN {
        let Some(theirs) = fio_log(*files, kib * K, words) else {
            return;
        };
        let regions = vec![(kib * K, 0, kib * K); *files];
        let plan = worker(&regions, |job| {
            job.access.generator = RandomGenerator::Fio;
            change(&mut job.access);
        });
        assert!(theirs.len() >= 50, "{words:?}: {} I/Os", theirs.len());
        assert_eq!(ours(&plan), theirs, "{words:?}");
    }
}
