//! That the device of known truth does what is asked of it, on a real kernel and at any load.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::time::{Duration, Instant};

use fiord_testbed::{Timing, TruthDevice, TruthFault, TruthFile, or_skip, seed};

const BLOCK: usize = 4096;

/// A block at an address that direct I/O takes.
struct Block {
    memory: Vec<u8>,
    from: usize,
}

impl Block {
    fn of(byte: u8) -> Block {
        let memory = vec![byte; 2 * BLOCK];
        let from = memory.as_ptr().align_offset(BLOCK);
        Block { memory, from }
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.memory[self.from..self.from + BLOCK]
    }
}

fn open(device: &TruthDevice) -> File {
    let mut options = OpenOptions::new();
    options.read(true).write(true).custom_flags(libc_o_direct());
    options.open(device.disk().path()).unwrap()
}

fn libc_o_direct() -> i32 {
    rustix::fs::OFlags::DIRECT.bits() as i32
}

#[test]
fn a_thousand_reads_are_a_thousand_and_none_is_early() {
    let device = or_skip!("fuse", TruthDevice::new(8, Timing::us(200, 100, 8)));
    let (disk, mut block) = (open(&device), Block::of(1));
    let mut fastest = Duration::MAX;
    device.file().take_account();
    for number in 0..1000_u64 {
        let before = Instant::now();
        disk.read_exact_at(block.bytes(), number % 2048 * BLOCK as u64)
            .unwrap();
        fastest = fastest.min(before.elapsed());
        assert!(block.bytes().iter().all(|byte| *byte == 0));
    }
    let account = device.file().take_account();
    assert_eq!((account.reads.count(), account.reads.bytes), (1000, 4_096_000));
    assert_eq!((account.reads.errors, account.writes.count()), (0, 0));
    let least_ns = account.reads.percentile_ns(0.0);
    assert!(least_ns >= 200_000, "{least_ns}");
    assert!(fastest.as_nanos() as u64 >= least_ns, "{fastest:?} < {least_ns}");
    // Another latency from now on.
    device.file().set_timing(Timing::us(900, 100, 8));
    disk.read_exact_at(block.bytes(), 0).unwrap();
    assert!(device.file().take_account().reads.percentile_ns(100.0) >= 900_000);
}

#[test]
fn flushes_take_their_time_and_each_third_a_longer_one() {
    let timing = Timing::us(0, 0, 8).with_syncs_us(300, 4000, 3);
    let device = or_skip!("fuse", TruthDevice::new(4, timing));
    let (disk, mut block) = (open(&device), Block::of(7));
    device.file().take_account();
    for _ in 0..9 {
        disk.write_all_at(block.bytes(), 0).unwrap();
        disk.sync_data().unwrap();
    }
    let syncs = device.file().take_account().syncs;
    assert_eq!((syncs.count(), syncs.bytes), (9, 0));
    let slow = syncs.latencies_ns.iter().filter(|ns| **ns >= 4_000_000).count();
    assert!(slow >= 3, "{:?}", syncs.latencies_ns);
    assert!(syncs.percentile_ns(0.0) >= 300_000, "{:?}", syncs.latencies_ns);
}

#[test]
fn lanes_serve_at_once_and_the_rest_waits() {
    let file = or_skip!("fuse", TruthFile::new(4, Timing::us(20_000, 20_000, 2)));
    let opened = File::open(file.path()).unwrap();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let opened = &opened;
            scope.spawn(move || {
                let mut block = [0; 512];
                opened.read_exact_at(&mut block, number * 8192).unwrap();
            });
        }
    });
    // Two at once; the other two wait for one of them. How long depends on when they came, at most by a whole latency.
    let reads = file.take_account().reads;
    assert_eq!(reads.count(), 4);
    let waited = reads.latencies_ns.iter().filter(|ns| **ns >= 20_000_000).count();
    assert_eq!(waited, 4);
    let last = reads.latencies_ns.iter().sum::<u64>();
    assert!(last >= 4 * 20_000_000, "{reads:?}");
}

#[test]
fn errors_come_at_the_chosen_blocks_and_nowhere_else() {
    let device = or_skip!("fuse", TruthDevice::new(8, Timing::us(0, 0, 8)));
    let (disk, mut block) = (open(&device), Block::of(7));
    // 16 of 2048 blocks.
    let first = seed();
    let chosen: BTreeSet<u64> = (0_u64..)
        .map(|number| (first ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53)
        .scan(BTreeSet::new(), |known, block| {
            (known.len() < 16).then(|| {
                known.insert(block);
                block
            })
        })
        .collect();
    assert_eq!(chosen.len(), 16);
    chosen
        .iter()
        .for_each(|block| device.file().set_fault(*block, TruthFault::Error));
    for number in 0..2048_u64 {
        let place = number * BLOCK as u64;
        let read = disk.read_exact_at(block.bytes(), place);
        assert_eq!(
            read.is_err(),
            chosen.contains(&number),
            "block {number}: {read:?}"
        );
        if number % 16 == 0 || chosen.contains(&number) {
            let written = disk.write_all_at(block.bytes(), place);
            assert_eq!(written.is_err(), chosen.contains(&number), "block {number}");
        }
        if let Err(error) = read {
            assert_eq!(error.raw_os_error(), Some(5));
        }
    }
    device.file().clear_faults();
    let sound = |number: &u64| {
        disk.read_exact_at(Block::of(0).bytes(), number * BLOCK as u64)
            .is_ok()
    };
    assert!(chosen.iter().all(sound));
}

#[test]
fn writes_are_lost_and_torn_without_a_word() {
    let device = or_skip!("fuse", TruthDevice::new(4, Timing::us(0, 0, 4)));
    let disk = open(&device);
    device.file().set_fault(1, TruthFault::Lost);
    device.file().set_fault(2, TruthFault::Torn);
    for number in 0..4_u64 {
        disk.write_all_at(Block::of(9).bytes(), number * BLOCK as u64)
            .unwrap();
    }
    let read = |number: u64| {
        let mut block = Block::of(1);
        disk.read_exact_at(block.bytes(), number * BLOCK as u64).unwrap();
        block.bytes().to_vec()
    };
    let torn = [vec![9; BLOCK / 2], vec![0; BLOCK / 2]].concat();
    assert_eq!([read(0), read(1)], [vec![9; BLOCK], vec![0; BLOCK]]);
    assert_eq!([read(2), read(3)], [torn, vec![9; BLOCK]]);
}

#[test]
fn a_short_request_moves_what_was_said() {
    let file = or_skip!("fuse", TruthFile::new(4, Timing::us(0, 0, 4)));
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .open(file.path())
        .unwrap();
    file.set_fault(1, TruthFault::Short(512));
    let mut data = [0; BLOCK];
    assert_eq!(opened.read_at(&mut data, BLOCK as u64).unwrap(), 512);
    assert_eq!(opened.write_at(&data, BLOCK as u64).unwrap(), 512);
    assert_eq!(opened.read_at(&mut data, 0).unwrap(), BLOCK);
}
