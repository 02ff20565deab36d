//! What write buffers hold.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::workers;

use fiord_job::plan::{BufferPlan, DedupeMode, JobPlan};
use fiord_workload::content::Content;
use fiord_workload::io::{Io, Op};
use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};
use workers::{nothing, worker};

const LEN: usize = 4096;

fn content(seed: u64, change: impl FnOnce(&mut BufferPlan)) -> Content {
    let mut job = JobPlan::new("t");
    change(&mut job.buffers);
    Content::new(&worker(job, vec![nothing(4 << 20)], seed))
}

/// The buffers of `count` writes through one slot.
fn written(content: &mut Content, count: u64) -> Vec<Vec<u8>> {
    let mut buffer = vec![0x55; LEN];
    content.init(&mut buffer);
    (0..count)
        .map(|index| {
            content.fill(
                &mut buffer,
                &Io {
                    op: Op::Write,
                    file: 0,
                    offset: index * LEN as u64,
                    len: LEN as u32,
                },
            );
            buffer.clone()
        })
        .collect()
}

#[test]
fn constant_contents_are_as_asked_and_stay() {
    let mut zero = content(1, |b| b.zero = true);
    assert!(zero.is_constant());
    assert!(written(&mut zero, 3).iter().flatten().all(|byte| *byte == 0));
    let mut pattern = content(1, |b| b.pattern = Some(vec![0xde, 0xad, 0xbe]));
    assert!(pattern.is_constant());
    for buffer in written(&mut pattern, 3) {
        assert!(
            buffer
                .iter()
                .enumerate()
                .all(|(at, byte)| *byte == [0xde, 0xad, 0xbe][at % 3])
        );
    }
    let mut plain = content(1, |b| b.scramble = false);
    let buffers = written(&mut plain, 3);
    assert!(plain.is_constant() && buffers[0] == buffers[2]);
}

#[test]
fn scrambled_sectors_never_repeat() {
    let mut sectors = HashSet::new();
    let mut scrambled = content(1, |_| ());
    for buffer in written(&mut scrambled, 500) {
        for sector in buffer.chunks(512) {
            assert!(sectors.insert(sector.to_vec()), "a sector came twice");
        }
    }
}

#[test]
fn refilled_buffers_are_incompressible_and_differ_by_seed() {
    let mut one = content(1, |b| b.refill = true);
    let mut other = content(2, |b| b.refill = true);
    let (a, b) = (written(&mut one, 100), written(&mut other, 100));
    assert_ne!(a[0], b[0]);
    assert_eq!(
        a,
        written(&mut content(1, |b| b.refill = true), 100),
        "the same seed gives the same data"
    );
    // Every byte value about equally often: chi-square with 255 degrees of freedom, 99.9 % point 330.5.
    let mut counts = [0f64; 256];
    a.iter()
        .flatten()
        .for_each(|byte| counts[usize::from(*byte)] += 1.0);
    let expected = (100 * LEN) as f64 / 256.0;
    let chi: f64 = counts
        .iter()
        .map(|count| (count - expected).powi(2) / expected)
        .sum();
    assert!(chi < 330.5, "chi-square {chi}, seed 1");
}

/// The size after `gzip -6` as a share, or `None` without gzip.
fn gzip_share(data: &[u8]) -> Option<f64> {
    let child = Command::new("gzip")
        .args(["-6", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            fiord_testbed::skip("gzip", &error.to_string());
            return None;
        }
    };
    let mut input = child.stdin.take().unwrap();
    let data_len = data.len() as f64;
    let data = data.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&data).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Some(output.stdout.len() as f64 / data_len)
}

#[test]
fn compressible_data_compresses_to_the_stated_share() {
    for (percent, chunk) in [(25u8, 512u32), (50, 512), (75, 512), (50, 4096), (80, 0)] {
        let mut compressible = content(3, |b| {
            b.compress_percent = Some(percent);
            b.compress_chunk_bytes = chunk;
        });
        let buffers = written(&mut compressible, 64);
        assert_ne!(buffers[0], buffers[1]);
        let Some(share) = gzip_share(&buffers.concat()) else {
            return;
        };
        let expected = 1.0 - f64::from(percent) / 100.0;
        assert!(
            (share - expected).abs() < 0.03,
            "{percent} % in chunks of {chunk}: {share}, expected {expected}"
        );
    }
    let mut all = content(3, |b| b.compress_percent = Some(100));
    assert!(all.is_constant() && written(&mut all, 1)[0].iter().all(|byte| *byte == 0));
}

#[test]
fn the_compressible_part_takes_the_pattern() {
    let mut mixed = content(3, |b| {
        b.compress_percent = Some(50);
        b.pattern = Some(vec![0xaa]);
    });
    let buffer = &written(&mut mixed, 1)[0];
    assert!(
        buffer
            .chunks(512)
            .all(|chunk| chunk[256..].iter().all(|byte| *byte == 0xaa))
    );
}

#[test]
fn duplicates_have_their_share() {
    for mode in [DedupeMode::Repeat, DedupeMode::WorkingSet] {
        for percent in [20u8, 50, 80, 100] {
            let mut duplicated = content(5, |b| {
                b.dedupe_percent = Some(percent);
                b.dedupe_mode = mode;
            });
            let buffers = written(&mut duplicated, 4000);
            let unique: HashSet<&Vec<u8>> = buffers.iter().collect();
            let share = unique.len() as f64 / buffers.len() as f64;
            // The working set is 5 % of 1,024 blocks: 51 buffers, each new once.
            let expected = 1.0 - f64::from(percent) / 100.0;
            assert!(
                (share - expected).abs() < 0.03,
                "{mode:?} {percent} %: {share} unique, seed 5"
            );
        }
    }
}

#[test]
fn global_duplicates_are_shared_by_workers() {
    let make = |seed, global| {
        let mut one = content(seed, |b| {
            b.dedupe_percent = Some(100);
            b.dedupe_mode = DedupeMode::WorkingSet;
            b.dedupe_global = global;
        });
        written(&mut one, 500).into_iter().collect::<HashSet<_>>()
    };
    assert!(make(1, false).is_disjoint(&make(2, false)));
    assert_eq!(make(1, true), make(2, true));
}
