#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

fn recorder(in_place: bool) -> Recorder {
    let scope = Scope {
        mode: AccessMode::Rw,
        plays: false,
        in_place,
        has_slat: !in_place,
        trims_in_place: false,
        rated: [false; DDIRS],
        reads_back: false,
        trims: false,
        syncs: true,
        seconds: Some(5),
    };
    let mut recorder = Recorder::new(&ReportPlan::default(), scope).unwrap();
    recorder.begin(1_000);
    recorder
}

#[test]
fn classes_are_those_of_fio() {
    for (depth, class) in [
        (1, 0),
        (2, 1),
        (3, 1),
        (4, 2),
        (7, 2),
        (8, 3),
        (16, 4),
        (32, 5),
        (63, 5),
        (64, 6),
        (500, 6),
    ] {
        assert_eq!(depth_class(depth), class, "depth {depth}");
    }
    for (ios, class) in [
        (0, 0),
        (1, 1),
        (4, 1),
        (5, 2),
        (8, 2),
        (9, 3),
        (16, 3),
        (17, 4),
        (32, 4),
        (33, 5),
        (64, 5),
        (65, 6),
        (999, 6),
    ] {
        assert_eq!(batch_class(ios), class, "batch {ios}");
    }
}

#[test]
fn counting_in_blocks_loses_nothing() {
    for count in [0_u64, 1, 63, 64, 65, 1000] {
        let mut recorder = recorder(true);
        let mut plain = Latency::default();
        for index in 0..count {
            recorder.in_place(Ddir::Read, index * index, 512);
            plain.record(index * index);
        }
        let stats = recorder.finish(2_000);
        assert_eq!(stats.ddirs[0].ios, count);
        assert_eq!(stats.ddirs[0].bytes, count * 512);
        assert_eq!(stats.ddirs[0].clat.moments, plain.moments);
        assert!(
            stats.ddirs[0]
                .clat
                .histogram
                .occupied()
                .eq(plain.histogram.occupied())
        );
        assert_eq!(stats.ddirs[0].lat, stats.ddirs[0].clat);
        assert_eq!(stats.ddirs[1].clat.histogram.total(), 0);
    }
}

#[test]
fn seconds_get_what_was_found_in_them() {
    let mut recorder = recorder(false);
    recorder.queued(Ddir::Write, 1_000, 1_500, 2_000, 4096);
    // Nothing happens in the second second; the next I/O is found in the third.
    let now = 1_000 + 2 * SECOND_NS + 5;
    assert!(now >= recorder.next_tick_ns());
    recorder.tick(now);
    recorder.queued(Ddir::Write, 1_000, 1_500, now, 4096);
    let stats = recorder.finish(now);
    assert_eq!(stats.ddirs[1].per_second, [(1, 4096), (0, 0), (1, 4096)]);
    assert_eq!(stats.ddirs[1].iops.moments.count, 1);
    assert_eq!(
        stats.ddirs[0].iops.moments.count, 0,
        "a direction without I/O has no samples"
    );
    assert_eq!(stats.ddirs[1].slat.moments.sum, 1_000);
    assert_eq!(stats.ddirs[1].clat.moments.max, now - 1_500);
    assert_eq!(stats.ddirs[1].lat.moments.min, 1_000);
}

#[test]
fn a_series_that_is_full_keeps_counting() {
    let mut recorder = recorder(true);
    for second in 1..40 {
        recorder.in_place(Ddir::Read, 1, 1);
        recorder.tick(1_000 + second * SECOND_NS);
    }
    let capacity = recorder.ddirs[0].per_second.capacity();
    let stats = recorder.finish(41 * SECOND_NS);
    assert!(stats.ddirs[0].per_second.len() <= capacity);
    assert_eq!(
        stats.ddirs[0]
            .per_second
            .iter()
            .map(|second| second.0)
            .sum::<u64>(),
        39
    );
}
