#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::io::{Io, Op};
use fiord_job::plan::{AccessMode, BlockSize, JobPlan, PerDdir, VerifyKind, ZbdPlan, ZoneSkip, Zones};

const KIB: u64 = 1024;

/// A job on eight zones of four blocks.
fn zoned_job(mode: AccessMode, change: impl FnOnce(&mut ZbdPlan)) -> JobPlan {
    let mut job = JobPlan::new("j");
    let mut plan = ZbdPlan {
        zone_bytes: 16 * KIB,
        ..ZbdPlan::default()
    };
    change(&mut plan);
    job.access.mode = mode;
    job.access.zones = Some(Zones::Zbd(Box::new(plan)));
    job
}

fn made_up(job: &JobPlan) -> ZoneMap {
    ZoneMap::made_up(job.access.zbd().unwrap(), 128 * KIB).unwrap()
}

fn io(op: Op, block: u64) -> Io {
    Io {
        op,
        file: 0,
        offset: block * 4 * KIB,
        len: 4096,
    }
}

/// Places of I/Os at these blocks, as zone, block in it, and whether the zone was reset.
fn places(map: &mut ZoneMap, walk: &mut ZoneWalk, op: Op, blocks: &[u64]) -> Vec<(u64, u64, bool)> {
    let place = |block: &u64| match map.place(walk, &io(op, *block)) {
        Placed::Go { offset, reset, .. } => (offset / (16 * KIB), offset % (16 * KIB) / (4 * KIB), reset),
        other => panic!("{other:?} for block {block}"),
    };
    blocks.iter().map(place).collect()
}

fn whole(map: &ZoneMap, job: &JobPlan) -> ZoneWalk {
    map.walk(job, 0, 0, 128 * KIB).unwrap()
}

#[test]
fn a_write_goes_to_the_write_pointer_and_a_full_zone_is_reset() {
    let job = zoned_job(AccessMode::RandWrite, |_| {});
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    assert_eq!(
        places(&mut map, &mut walk, Op::Write, &[3, 21, 2, 0, 1, 1]),
        [
            (0, 0, false),
            (5, 0, false),
            (0, 1, false),
            (0, 2, false),
            (0, 3, false),
            (0, 0, true)
        ]
    );
    assert_eq!(map.data_bytes, 8 * KIB);
}

#[test]
fn a_zone_ends_at_its_capacity() {
    let job = zoned_job(AccessMode::RandWrite, |plan| plan.capacity_bytes = 10 * KIB);
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    assert_eq!(
        places(&mut map, &mut walk, Op::Write, &[0, 0, 0]),
        [(0, 0, false), (0, 1, false), (0, 0, true)]
    );
}

#[test]
fn no_more_zones_are_open_than_allowed() {
    let job = zoned_job(AccessMode::RandWrite, |plan| plan.max_open = 2);
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    for (zone, _, _) in places(&mut map, &mut walk, Op::Write, &[0, 20, 8, 28, 12, 4]) {
        assert!(zone == 0 || zone == 5);
    }
    assert_eq!(map.open.len(), 1, "one of the two is full");
    let found = places(&mut map, &mut walk, Op::Write, &[8]);
    assert_eq!(found, [(2, 0, false)]);
}

#[test]
fn a_worker_keeps_to_its_own_limit() {
    let job = zoned_job(AccessMode::RandWrite, |plan| {
        plan.max_open = 4;
        plan.job_max_open = 1;
    });
    let mut map = made_up(&job);
    let (mut one, mut two) = (
        map.walk(&job, 1, 0, 128 * KIB).unwrap(),
        map.walk(&job, 2, 0, 128 * KIB).unwrap(),
    );
    assert_eq!(
        places(&mut map, &mut one, Op::Write, &[0, 12]),
        [(0, 0, false), (0, 1, false)]
    );
    assert_eq!(
        places(&mut map, &mut two, Op::Write, &[12, 0]),
        [(3, 0, false), (0, 2, false)]
    );
    assert_eq!(places(&mut map, &mut two, Op::Write, &[20]), [(3, 1, false)]);
}

#[test]
fn reads_keep_to_what_was_written() {
    let job = zoned_job(AccessMode::RandRead, |_| {});
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    assert_eq!(map.place(&mut walk, &io(Op::Read, 0)), Placed::Nowhere);
    let writer = zoned_job(AccessMode::RandWrite, |_| {});
    let mut writes = whole(&map, &writer);
    places(&mut map, &mut writes, Op::Write, &[12, 12, 20]);
    assert_eq!(
        places(&mut map, &mut walk, Op::Read, &[12, 13, 14, 15, 0, 23, 31]),
        [
            (3, 0, false),
            (3, 1, false),
            (3, 0, false),
            (3, 1, false),
            (3, 0, false),
            (5, 0, false),
            (3, 1, false)
        ]
    );
}

#[test]
fn reads_in_sequence_pass_over_empty_zones() {
    let job = zoned_job(AccessMode::Read, |_| {});
    let mut map = made_up(&job);
    let writer = zoned_job(AccessMode::RandWrite, |_| {});
    let mut writes = whole(&map, &writer);
    places(&mut map, &mut writes, Op::Write, &[4, 4, 20]);
    let mut walk = whole(&map, &job);
    assert_eq!(
        places(&mut map, &mut walk, Op::Read, &[0, 5, 6]),
        [(1, 0, false), (1, 1, false), (5, 0, false)]
    );
    assert_eq!(map.place(&mut walk, &io(Op::Read, 21)), Placed::Nowhere);
}

#[test]
fn a_walk_leaves_a_zone_where_no_block_fits_any_more() {
    let mut job = zoned_job(AccessMode::Write, |_| {});
    job.access.block_size = PerDdir::all(BlockSize::Fixed(12 * KIB));
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    let mut at = 0;
    for zone in 0..8 {
        let asked = Io {
            op: Op::Write,
            file: 0,
            offset: at,
            len: 12 * 1024,
        };
        let went = map.place(&mut walk, &asked);
        let offset = zone * 16 * KIB;
        assert_eq!(
            went,
            Placed::Go {
                offset,
                len: 12 * 1024,
                reset: false
            }
        );
        at = offset + 12 * KIB;
    }
    let behind = Io {
        op: Op::Write,
        file: 0,
        offset: at,
        len: 12 * 1024,
    };
    assert_eq!(map.place(&mut walk, &behind), Placed::Nowhere);
}

#[test]
fn zones_are_left_out_behind_one_that_was_gone_through() {
    let job = zoned_job(AccessMode::Write, |plan| plan.skip = ZoneSkip::Zones(1));
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    assert_eq!(
        places(&mut map, &mut walk, Op::Write, &[0, 1, 2, 3, 4, 9]),
        [
            (0, 0, false),
            (0, 1, false),
            (0, 2, false),
            (0, 3, false),
            (2, 0, false),
            (2, 1, false)
        ]
    );
}

/// fio 3.33, `--rw=write --zone_reset_threshold=.3 --zone_reset_frequency=.5`: the third block of zone 2 is the last that is kept.
#[test]
fn zones_are_reset_at_a_rate_from_a_threshold_on() {
    let job = zoned_job(AccessMode::Write, |plan| {
        plan.reset_threshold = 0.3;
        plan.reset_frequency = 0.5;
    });
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    let mut next = 0;
    let mut went = Vec::new();
    for _ in 0..18 {
        let (zone, block, reset) = places(&mut map, &mut walk, Op::Write, &[next])[0];
        next = zone * 4 + block + 1;
        went.push((zone, block, reset));
    }
    assert_eq!(
        went[8..],
        [
            (2, 0, false),
            (2, 1, false),
            (2, 2, false),
            (2, 0, true),
            (2, 1, false),
            (2, 2, false),
            (2, 0, true),
            (2, 1, false),
            (2, 2, false),
            (2, 0, true)
        ]
    );
}

#[test]
fn trims_in_random_order_take_zones_with_data() {
    let mut job = zoned_job(AccessMode::RandTrim, |_| {});
    job.access.block_size = PerDdir::all(BlockSize::Fixed(16 * KIB));
    let mut map = made_up(&job);
    let writer = zoned_job(AccessMode::RandWrite, |_| {});
    let mut writes = whole(&map, &writer);
    places(&mut map, &mut writes, Op::Write, &[8]);
    let mut walk = whole(&map, &job);
    assert_eq!(places(&mut map, &mut walk, Op::Trim, &[20]), [(2, 0, true)]);
    assert_eq!(map.place(&mut walk, &io(Op::Trim, 20)), Placed::Nowhere);
    assert!(!map.has_data());
}

#[test]
fn a_size_of_trims_that_is_no_zone_is_named() {
    let mut job = zoned_job(AccessMode::RandTrim, |_| {});
    for (size, given) in [
        (BlockSize::Fixed(8 * KIB), "not 8192"),
        (
            BlockSize::Range {
                min: 16 * KIB,
                max: 32 * KIB,
            },
            "not 32768",
        ),
    ] {
        job.access.block_size = PerDdir::all(size);
        let refused = made_up(&job).fit(&job, 0, 128 * KIB).unwrap_err();
        let text = refused.text(fiord_messages::Lang::En);
        assert!(
            text.contains("must be 16384 bytes") && text.ends_with(given),
            "{text}"
        );
    }
}

#[test]
fn regions_are_rounded_to_zones_but_for_reads_in_sequence() {
    let writer = zoned_job(AccessMode::Write, |_| {});
    let map = made_up(&writer);
    assert_eq!(
        map.fit(&writer, 8 * KIB, 100 * KIB).unwrap(),
        (16 * KIB, 80 * KIB)
    );
    let reader = zoned_job(AccessMode::Read, |_| {});
    assert_eq!(
        map.fit(&reader, 8 * KIB, 100 * KIB).unwrap(),
        (8 * KIB, 100 * KIB)
    );
    assert!(
        map.fit(&writer, 0, 8 * KIB)
            .unwrap_err()
            .to_string()
            .contains("does not contain a whole zone")
    );
}

#[test]
fn what_does_not_go_is_refused_with_its_number() {
    let map = made_up(&zoned_job(AccessMode::Write, |_| {}));
    let refusal = |job: &JobPlan| map.fit(job, 0, 128 * KIB).unwrap_err().to_string();
    let skip = zoned_job(AccessMode::Write, |plan| plan.skip = ZoneSkip::Bytes(8 * KIB));
    assert!(refusal(&skip).contains("zoneskip=8192"));
    let own = zoned_job(AccessMode::Write, |plan| plan.job_max_open = 2);
    assert!(refusal(&own).contains("max_open_zones"));
    assert!(refusal(&zoned_job(AccessMode::Trim, |_| {})).contains("16384"));
    let mut large = zoned_job(AccessMode::Write, |_| {});
    large.access.block_size = PerDdir::all(BlockSize::Fixed(32 * KIB));
    assert!(refusal(&large).contains("32768"));
    assert!(
        ZoneMap::made_up(&ZbdPlan::default(), KIB)
            .unwrap_err()
            .to_string()
            .contains("zonesize")
    );
}

/// Three zones of a device: conventional, begun, empty.
fn device(limit: u32) -> (ZoneMap, JobPlan) {
    let job = zoned_job(AccessMode::RandWrite, |_| {});
    let zone = |index: u64, sequential, wp: u64| ReportedZone {
        start: index * 16 * KIB,
        len: 16 * KIB,
        capacity: 12 * KIB,
        wp: index * 16 * KIB + wp,
        sequential,
        readable: true,
        writable: true,
        open: wp > 0,
    };
    let reported = [zone(0, false, 0), zone(1, true, 4 * KIB), zone(2, true, 0)];
    (
        ZoneMap::of_device(job.access.zbd().unwrap(), 16 * KIB, &reported, limit).unwrap(),
        job,
    )
}

#[test]
fn a_zone_of_a_device_takes_one_write_at_a_time() {
    let (mut map, job) = device(0);
    let mut walk = map.walk(&job, 0, 0, 48 * KIB).unwrap();
    let go = |offset, reset| Placed::Go {
        offset,
        len: 4096,
        reset,
    };
    assert_eq!(
        map.place(&mut walk, &io(Op::Write, 2)),
        go(8 * KIB, false),
        "conventional"
    );
    assert_eq!(map.place(&mut walk, &io(Op::Write, 7)), go(20 * KIB, false));
    assert_eq!(map.place(&mut walk, &io(Op::Write, 7)), Placed::Busy);
    map.failed(&walk, 20 * KIB);
    assert_eq!(
        map.place(&mut walk, &io(Op::Write, 7)),
        go(20 * KIB, false),
        "the write pointer stays"
    );
    assert_eq!(map.wrote(&walk, 24 * KIB), After::Nothing);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 7)), go(24 * KIB, false));
    assert_eq!(
        map.wrote(&walk, 28 * KIB),
        After::Nothing,
        "full: nothing is left to finish"
    );
    let mut reader = map
        .walk(&zoned_job(AccessMode::RandRead, |_| {}), 1, 0, 48 * KIB)
        .unwrap();
    assert_eq!(map.place(&mut reader, &io(Op::Read, 4)), go(16 * KIB, false));
    assert_eq!(
        map.place(&mut walk, &io(Op::Write, 7)),
        Placed::Busy,
        "somebody reads what a reset would take"
    );
    map.read_ended(16 * KIB);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 7)), go(16 * KIB, true));
}

#[test]
fn the_rest_of_a_zone_is_finished_where_open_zones_are_limited() {
    let (mut map, mut job) = device(1);
    job.access.block_size = PerDdir::all(BlockSize::Fixed(8 * KIB));
    let mut walk = map.walk(&job, 0, 0, 48 * KIB).unwrap();
    // One zone was begun before: it is the only one that may be open.
    let asked = |block| Io {
        len: 8192,
        ..io(Op::Write, block)
    };
    let Placed::Go { offset, .. } = map.place(&mut walk, &asked(8)) else {
        panic!()
    };
    assert_eq!(offset, 20 * KIB);
    assert_eq!(map.wrote(&walk, 28 * KIB), After::Nothing);
    let Placed::Go { offset, .. } = map.place(&mut walk, &asked(8)) else {
        panic!()
    };
    assert_eq!(offset, 32 * KIB);
    assert_eq!(map.wrote(&walk, 40 * KIB), After::Finish { zone_start: 32 * KIB });
}

/// fio 3.33, `--rw=write:12k --bs=12k`: the gap ends where no block fits any more, and the write goes to the zone's start.
#[test]
fn a_gap_does_not_pass_over_room_at_the_write_pointer() {
    let mut job = zoned_job(AccessMode::Write, |_| {});
    job.access.block_size = PerDdir::all(BlockSize::Fixed(12 * KIB));
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    let mut at = 0;
    for zone in 0..3 {
        let asked = Io {
            op: Op::Write,
            file: 0,
            offset: at,
            len: 12 * 1024,
        };
        let Placed::Go { offset, .. } = map.place(&mut walk, &asked) else {
            panic!("no place from {at}")
        };
        assert_eq!(offset, zone * 16 * KIB);
        at = offset + 24 * KIB;
    }
}

#[test]
fn after_an_error_the_zone_is_what_the_device_says() {
    let (mut map, job) = device(0);
    let mut walk = map.walk(&job, 0, 0, 48 * KIB).unwrap();
    let before = map.data_bytes;
    assert!(matches!(
        map.place(&mut walk, &io(Op::Write, 4)),
        Placed::Go { .. }
    ));
    let mut now = ReportedZone {
        start: 16 * KIB,
        len: 16 * KIB,
        capacity: 12 * KIB,
        wp: 24 * KIB,
        sequential: true,
        readable: true,
        writable: true,
        open: true,
    };
    map.reread(&now);
    map.failed(&walk, 20 * KIB);
    assert_eq!(map.zones[1].wp, 24 * KIB);
    assert_eq!((map.data_bytes, map.open.len()), (before + 4 * KIB, 1));
    (now.wp, now.open) = (28 * KIB, false);
    map.reread(&now);
    assert_eq!((map.data_bytes, map.open.len()), (before + 8 * KIB, 0));
    now.writable = false;
    map.reread(&now);
    let Placed::Go { offset, .. } = map.place(&mut walk, &io(Op::Write, 4)) else {
        panic!("another zone takes it")
    };
    assert_eq!(offset, 32 * KIB);
}

#[test]
fn a_read_behind_the_write_pointer_holds_off_a_reset_too() {
    let (mut map, job) = device(0);
    let mut walk = map.walk(&job, 0, 0, 48 * KIB).unwrap();
    for end in [24 * KIB, 28 * KIB] {
        assert!(matches!(
            map.place(&mut walk, &io(Op::Write, 4)),
            Placed::Go { .. }
        ));
        map.wrote(&walk, end);
    }
    let reading = zoned_job(AccessMode::RandRead, |plan| plan.read_beyond_wp = true);
    let mut reader = map.walk(&reading, 1, 0, 48 * KIB).unwrap();
    let asked = io(Op::Read, 7);
    let as_asked = Placed::Go {
        offset: asked.offset,
        len: asked.len,
        reset: false,
    };
    assert_eq!(map.place(&mut reader, &asked), as_asked);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 4)), Placed::Busy);
    map.read_ended(asked.offset);
    assert!(matches!(
        map.place(&mut walk, &io(Op::Write, 4)),
        Placed::Go { reset: true, .. }
    ));
}

/// A verifying job in the zones of [`device`]: conventional, begun, empty.
fn verifying(change: impl FnOnce(&mut ZbdPlan)) -> (ZoneMap, ZoneWalk) {
    let (map, _) = device(0);
    let mut job = zoned_job(AccessMode::RandRw, change);
    job.verify.kind = VerifyKind::Crc32c;
    let walk = map.walk(&job, 0, 0, 48 * KIB).unwrap();
    (map, walk)
}

#[test]
fn who_verifies_resets_no_zone_that_it_has_filled() {
    let mut job = zoned_job(AccessMode::RandWrite, |_| {});
    job.verify.kind = VerifyKind::Crc32c;
    let (mut map, mut walk) = (made_up(&job), whole(&made_up(&job), &job));
    // All name zone 7: behind it the first with room is taken.
    let went = places(&mut map, &mut walk, Op::Write, &[28; 9]);
    let zones: Vec<u64> = went.iter().map(|(zone, ..)| *zone).collect();
    assert_eq!(zones, [7, 7, 7, 7, 0, 0, 0, 0, 1]);
    assert!(went.iter().all(|(.., reset)| !reset));
    assert!(map.has_room_for(&walk, 92 * KIB) && !map.has_room_for(&walk, 96 * KIB));
    places(&mut map, &mut walk, Op::Write, &[5; 23]);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 5)), Placed::Nowhere);
    // Zones that another worker filled are taken.
    let mut other = map.walk(&job, 1, 0, 128 * KIB).unwrap();
    assert_eq!(places(&mut map, &mut other, Op::Write, &[5]), [(1, 0, true)]);
    assert_eq!(map.generation(20 * KIB), Some((1, 1)));
    assert_eq!(map.generation(0), Some((0, 0)));
}

#[test]
fn all_zones_with_data_are_emptied_but_those_in_use() {
    let (mut map, mut walk) = verifying(|_| {});
    assert_eq!(map.empty_next(&walk, 0), Some(Ok((1, 16 * KIB))));
    // Held until the reset has ended.
    assert_eq!(map.place(&mut walk, &io(Op::Write, 5)), Placed::Busy);
    map.failed(&walk, 16 * KIB);
    assert_eq!(map.generation(16 * KIB), Some((1, 1)));
    assert_eq!(map.empty_next(&walk, 2), None);
    let Placed::Go { offset, len, .. } = map.place(&mut walk, &io(Op::Write, 5)) else {
        panic!("an empty zone takes a write");
    };
    assert_eq!(map.empty_next(&walk, 0), None, "nothing is in it yet");
    map.wrote(&walk, offset + u64::from(len));
    assert_eq!(map.place_known(&walk, &io(Op::Read, 4)), go(16 * KIB));
    assert_eq!(map.empty_next(&walk, 0), Some(Err(16 * KIB)), "it is read");
    map.read_ended(16 * KIB);
    assert_eq!(map.empty_next(&walk, 0), Some(Ok((1, 16 * KIB))));
}

fn go(offset: u64) -> Placed {
    Placed::Go {
        offset,
        len: 4096,
        reset: false,
    }
}

/// Where nothing else keeps them apart: in a zone without write pointer, and for reads behind write pointers.
#[test]
fn what_is_verified_is_not_read_while_it_is_written() {
    let (mut map, mut walk) = verifying(|_| {});
    assert_eq!(map.place(&mut walk, &io(Op::Write, 1)), go(4 * KIB));
    assert_eq!(map.place(&mut walk, &io(Op::Read, 1)), Placed::Busy);
    assert_eq!(map.place_known(&walk, &io(Op::Read, 1)), Placed::Busy);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 2)), Placed::Busy);
    map.wrote(&walk, 8 * KIB);
    assert_eq!(map.place(&mut walk, &io(Op::Read, 1)), go(4 * KIB));
    assert_eq!(map.place(&mut walk, &io(Op::Write, 1)), Placed::Busy);
    map.read_ended(4 * KIB);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 1)), go(4 * KIB));

    let (mut map, mut walk) = verifying(|plan| plan.read_beyond_wp = true);
    assert_eq!(map.place(&mut walk, &io(Op::Read, 6)), go(24 * KIB));
    assert_eq!(map.place(&mut walk, &io(Op::Write, 4)), Placed::Busy);
    map.read_ended(24 * KIB);
    assert_eq!(map.place(&mut walk, &io(Op::Write, 4)), go(20 * KIB));
    assert_eq!(map.place(&mut walk, &io(Op::Read, 5)), Placed::Busy);
}

#[test]
fn blocks_that_are_verified_divide_a_zone() {
    let mut job = zoned_job(AccessMode::Write, |_| {});
    job.access.block_size = PerDdir::all(BlockSize::Fixed(12 * KIB));
    let map = made_up(&job);
    assert!(map.fit(&job, 0, 128 * KIB).is_ok());
    job.verify.kind = VerifyKind::Crc32c;
    assert!(
        map.fit(&job, 0, 128 * KIB)
            .unwrap_err()
            .to_string()
            .contains("bs=12288")
    );
}
