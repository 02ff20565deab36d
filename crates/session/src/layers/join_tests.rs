//! Each trap of the events, as a short story of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;

const DEV: u32 = 7 << 20;
const US: u64 = 1_000;

/// Events of one thread on one device, in microseconds and sectors.
struct Story {
    join: Join,
    pid: u32,
    ddir: u8,
    completed: Vec<Bio>,
}

fn story() -> Story {
    Story {
        join: Join::default(),
        pid: 11,
        ddir: 0,
        completed: Vec::new(),
    }
}

impl Story {
    fn tell(&mut self, us: u64, kind: EventKind, at: u64, len: u64) -> &mut Self {
        self.event(us, kind, at, len, false)
    }

    fn event(&mut self, us: u64, kind: EventKind, at: u64, len: u64, failed: bool) -> &mut Self {
        let event = Event {
            time_ns: us * US,
            pid: self.pid,
            kind,
            dev: DEV,
            ino: if kind.is_of_file() { 33 } else { 0 },
            at,
            len,
            split_at: 0,
            ddir: Some(self.ddir).filter(|_| !kind.is_of_file()),
            failed,
        };
        let completed = &mut self.completed;
        self.join.take(&event, |bio| completed.push(*bio));
        self
    }

    fn by(&mut self, pid: u32) -> &mut Self {
        self.pid = pid;
        self
    }

    /// A request of its own from queue to completion, with points at these times.
    fn request(&mut self, us: [u64; 5], at: u64, len: u64) -> &mut Self {
        use EventKind::{BioQueue, Complete, GetRequest, Insert, Issue};
        for (kind, us) in [BioQueue, GetRequest, Insert, Issue, Complete]
            .into_iter()
            .zip(us)
        {
            self.tell(us, kind, at, len);
        }
        self
    }

    /// What an own I/O of the device is joined to, in microseconds; the points that it did not pass are left out.
    fn claim(&mut self, us: (u64, u64), at: u64, len: u64) -> Option<Vec<(LayerPoint, u64)>> {
        self.claim_from(
            OwnTarget::Device { dev: DEV, sector: 0 },
            us,
            at * SECTOR,
            len * SECTOR,
        )
    }

    fn claim_file(&mut self, us: (u64, u64), offset: u64, len: u64) -> Option<Vec<(LayerPoint, u64)>> {
        self.claim_from(OwnTarget::File { dev: DEV, ino: 33 }, us, offset, len)
    }

    fn claim_from(
        &mut self,
        target: OwnTarget,
        (from, to): (u64, u64),
        offset: u64,
        len: u64,
    ) -> Option<Vec<(LayerPoint, u64)>> {
        let io = IoStamps {
            start_ns: from * US,
            issue_ns: from * US,
            end_ns: to * US,
            offset,
            len: len as u32,
            file: 0,
            ddir: self.ddir,
        };
        match self.join.claim(&io, target, |_, _| {}) {
            JoinOutcome::Joined(passed) => {
                let all = LayerPoint::ALL.into_iter().zip(passed).filter(|(_, ns)| *ns > 0);
                Some(all.map(|(point, ns)| (point, ns / US)).collect())
            }
            JoinOutcome::Missing => None,
            JoinOutcome::Disordered => panic!("in order"),
        }
    }
}

fn passed(points: &[(LayerPoint, u64)]) -> Option<Vec<(LayerPoint, u64)>> {
    Some(points.to_vec())
}

use EventKind::*;
use LayerPoint::{
    Complete as Completed, Done, Fs, Insert as Inserted, Issue as Issued, Queue, Reap, Request, Submit,
};

#[test]
fn a_device_is_joined_by_sector_and_an_io_claims_it_once() {
    let mut story = story();
    story.request([10, 12, 13, 15, 500], 800, 8);
    let all = [
        (Submit, 9),
        (Queue, 10),
        (Request, 12),
        (Inserted, 13),
        (Issued, 15),
        (Completed, 500),
        (Reap, 510),
    ];
    assert_eq!(story.claim((501, 600), 800, 8), None, "before its start");
    assert_eq!(story.claim((9, 510), 800, 8), passed(&all));
    assert_eq!(story.claim((9, 510), 800, 8), None, "claimed already");
    assert_eq!(story.completed.len(), 1);
    assert_eq!(story.join.bios.requests_done.len(), 1);
}

#[test]
fn without_a_scheduler_there_is_no_insert_and_nothing_is_made_up() {
    let mut story = story();
    for (kind, us) in [(BioQueue, 10), (GetRequest, 11), (Issue, 12), (Complete, 90)] {
        story.tell(us, kind, 0, 8);
    }
    let found = story.claim((9, 95), 0, 8).unwrap();
    assert!(found.iter().all(|(point, _)| *point != Inserted), "{found:?}");
    assert_eq!(found[3], (Issued, 12));
}

#[test]
fn a_device_without_requests_ends_its_bios_itself() {
    let mut story = story();
    story.tell(10, BioQueue, 0, 8).tell(30, BioComplete, 0, 8);
    let all = [(Submit, 9), (Queue, 10), (Completed, 30), (Reap, 40)];
    assert_eq!(story.claim((9, 40), 0, 8), passed(&all));
}

#[test]
fn a_bio_that_comes_again_for_want_of_a_tag_waited_since_the_first_time() {
    let mut story = story();
    story.tell(10, BioQueue, 0, 8);
    story.event(11, BioComplete, 0, 8, true);
    // A worker of the ring brings it again, and waits.
    story.by(99).request([20, 3_000, 3_001, 3_002, 3_500], 0, 8);
    let found = story.claim((9, 3_510), 0, 8).unwrap();
    assert_eq!(found[1..3], [(Queue, 10), (Request, 3_000)]);
    assert_eq!(story.join.bios.counts.retries, 1);
}

#[test]
fn one_completion_of_merged_bios_is_the_end_of_each() {
    let mut story = story();
    story.tell(10, BioQueue, 100, 8).tell(11, GetRequest, 100, 8);
    story.tell(12, BioQueue, 108, 8).tell(13, BackMerge, 108, 8);
    story.tell(14, BioQueue, 92, 8).tell(15, FrontMerge, 92, 8);
    // Another request joins in as a whole.
    story.tell(16, BioQueue, 116, 8).tell(17, GetRequest, 116, 8);
    story.tell(18, RequestMerge, 116, 8);
    story
        .tell(20, Insert, 92, 32)
        .tell(22, Issue, 92, 32)
        .tell(80, Complete, 92, 32);
    for (at, queue, request) in [(100, 10, 11), (108, 12, 13), (92, 14, 15), (116, 16, 17)] {
        let all = [
            (Submit, 9),
            (Queue, queue),
            (Request, request),
            (Inserted, 20),
            (Issued, 22),
            (Completed, 80),
            (Reap, 90),
        ];
        assert_eq!(story.claim((9, 90), at, 8), passed(&all), "sector {at}");
    }
    assert_eq!(story.join.bios.counts.merges, 3);
    assert_eq!(story.join.bios.requests_done.len(), 1, "one request");
}

#[test]
fn a_bio_that_joins_a_request_at_the_scheduler_skips_the_wait_before() {
    let mut story = story();
    story
        .tell(10, BioQueue, 0, 8)
        .tell(11, GetRequest, 0, 8)
        .tell(12, Insert, 0, 8);
    story.tell(20, BioQueue, 8, 8).tell(21, BackMerge, 8, 8);
    story.tell(30, Issue, 0, 16).tell(60, Complete, 0, 16);
    let found = story.claim((19, 70), 8, 8).unwrap();
    assert_eq!(
        found[1..5],
        [(Queue, 20), (Request, 21), (Inserted, 21), (Issued, 30)]
    );
}

#[test]
fn the_last_part_of_a_split_io_is_what_it_waited_for() {
    let mut story = story();
    story.tell(10, BioQueue, 0, 512).tell(10, BioSplit, 0, 256);
    story.tell(11, GetRequest, 0, 256).tell(12, GetRequest, 256, 256);
    story.tell(13, Insert, 0, 256).tell(14, Insert, 256, 256);
    story.tell(15, Issue, 0, 256).tell(16, Issue, 256, 256);
    story.tell(90, Complete, 256, 256).tell(200, Complete, 0, 256);
    let found = story.claim((9, 210), 0, 512).unwrap();
    assert_eq!(
        found[1..6],
        [
            (Queue, 10),
            (Request, 11),
            (Inserted, 13),
            (Issued, 15),
            (Completed, 200)
        ]
    );
    assert_eq!(story.join.bios.counts.splits, 1);
    // An I/O that needs several bios from the start likewise.
    story.request([300, 301, 302, 303, 400], 0, 8);
    story.request([304, 305, 306, 307, 420], 8, 8);
    let found = story.claim((299, 430), 0, 16).unwrap();
    assert_eq!(found[1..3], [(Queue, 300), (Request, 305)]);
}

#[test]
fn a_request_may_be_done_in_parts_and_go_back_to_the_scheduler() {
    let mut story = story();
    story
        .tell(10, BioQueue, 0, 16)
        .tell(11, GetRequest, 0, 16)
        .tell(12, Insert, 0, 16);
    story
        .tell(13, Issue, 0, 16)
        .tell(14, Requeue, 0, 16)
        .tell(40, Issue, 0, 16);
    story
        .tell(60, Complete, 0, 8)
        .tell(70, Requeue, 8, 8)
        .tell(71, Issue, 8, 8);
    assert_eq!(story.claim((9, 75), 0, 16), None, "half of it is open");
    story.tell(90, Complete, 8, 8);
    let found = story.claim((9, 95), 0, 16).unwrap();
    assert_eq!(found[3..6], [(Inserted, 12), (Issued, 71), (Completed, 90)]);
}

#[test]
fn a_file_is_joined_by_position_and_its_bios_by_the_thread_that_began() {
    let mut story = story();
    story.tell(10, FsBegin, 4096, 4096);
    // Somebody else's I/O on the disk meanwhile.
    story.by(99).request([11, 11, 11, 11, 70], 4000, 8);
    story.by(11).request([12, 13, 14, 15, 60], 800, 8);
    story.by(0).tell(62, FsDone, 4096, 4096);
    let all = [
        (Submit, 9),
        (Fs, 10),
        (Queue, 12),
        (Request, 13),
        (Inserted, 14),
        (Issued, 15),
        (Completed, 60),
        (Done, 62),
        (Reap, 65),
    ];
    assert_eq!(story.claim_file((9, 65), 0, 4096), None, "another position");
    assert_eq!(story.claim_file((9, 65), 4096, 4096), passed(&all));
    // A hole has no bio: the file system answers.
    story.by(11).tell(100, FsBegin, 0, 512).tell(103, FsDone, 0, 512);
    let all = [(Submit, 99), (Fs, 100), (Done, 103), (Reap, 104)];
    assert_eq!(story.claim_file((99, 104), 0, 512), passed(&all));
}

#[test]
fn a_file_s_io_that_must_not_wait_begins_when_it_began_first() {
    let mut story = story();
    story.tell(10, FsBegin, 0, 4096).tell(11, BioQueue, 800, 8);
    story
        .event(12, BioComplete, 800, 8, true)
        .event(13, FsDone, 0, 0, true);
    story
        .by(99)
        .tell(20, FsBegin, 0, 4096)
        .request([21, 900, 901, 902, 990], 800, 8);
    story.tell(991, FsDone, 0, 4096);
    let found = story.claim_file((9, 1_000), 0, 4096).unwrap();
    assert_eq!(found[1..4], [(Fs, 10), (Queue, 11), (Request, 900)]);
}

#[test]
fn a_bio_that_a_limit_hands_to_the_kernel_s_thread_is_known_by_its_sector() {
    let mut story = story();
    let mut sectors = FileSectors::default();
    // 64 KiB of the file from sector 800 on, and behind a gap on the disk 4 KiB more.
    sectors.add(DEV, (800, 928), (DEV, 33, 0));
    sectors.add(DEV, (2000, 2008), (DEV, 33, 65536));
    story.join = Join::new(sectors);
    // Two I/Os are begun before the limit lets the first one pass.
    story.tell(10, FsBegin, 4096, 4096).tell(11, FsBegin, 61440, 8192);
    story
        .by(99)
        .request([5_000, 5_001, 5_002, 5_003, 5_060], 808, 8)
        .by(0)
        .tell(5_061, FsDone, 4096, 4096);
    // The second one has two bios; what lies on no sector of the file is another's.
    story
        .by(99)
        .request([9_980, 9_981, 9_982, 9_983, 9_990], 928, 8)
        .request([10_000, 10_001, 10_002, 10_003, 10_050], 920, 8)
        .request([10_004, 10_005, 10_006, 10_007, 10_070], 2000, 8)
        .by(0)
        .tell(10_071, FsDone, 61440, 8192);
    let found = story.claim_file((9, 5_070), 4096, 4096).unwrap();
    assert_eq!(found[1..4], [(Fs, 10), (Queue, 5_000), (Request, 5_001)]);
    story.join.restart();
    let again = story.claim_file((9, 10_080), 61440, 8192);
    assert_eq!(again, None, "the events were off");
    story.by(11).tell(20_000, FsBegin, 61440, 8192);
    story
        .by(99)
        .request([25_000, 25_001, 25_002, 25_003, 25_050], 920, 8)
        .request([25_004, 25_005, 25_006, 25_007, 25_070], 2000, 8)
        .by(0)
        .tell(25_071, FsDone, 61440, 8192);
    let found = story.claim_file((19_999, 25_080), 61440, 8192).unwrap();
    assert_eq!(
        found[1..4],
        [(Fs, 20_000), (Queue, 25_000), (Request, 25_005)],
        "places outlive a slice"
    );
}

#[test]
fn two_ios_on_one_block_take_what_lies_in_their_own_time() {
    let mut story = story();
    story.request([10, 11, 12, 13, 50], 0, 8);
    story.request([60, 61, 62, 63, 90], 0, 8);
    assert_eq!(story.claim((59, 95), 0, 8).unwrap()[1], (Queue, 60));
    assert_eq!(story.claim((9, 55), 0, 8).unwrap()[1], (Queue, 10));
}

#[test]
fn two_requests_on_one_block_at_a_time_each_pass_every_point() {
    let mut story = story();
    for (us, kind) in [(10, BioQueue), (11, GetRequest), (12, BioQueue), (13, GetRequest)] {
        story.tell(us, kind, 0, 8);
    }
    for (us, kind) in [
        (14, Insert),
        (15, Insert),
        (16, Issue),
        (17, Issue),
        (50, Complete),
        (60, Complete),
    ] {
        story.tell(us, kind, 0, 8);
    }
    for _ in 0..2 {
        let found = story.claim((9, 70), 0, 8).unwrap();
        assert_eq!(found.len(), 7, "{found:?}");
    }
}

#[test]
fn what_began_before_the_events_is_nobody_s() {
    let mut story = story();
    story
        .tell(10, GetRequest, 0, 8)
        .tell(11, Issue, 0, 8)
        .tell(50, Complete, 0, 8);
    assert!(story.join.bios.requests_done.is_empty() && story.completed.is_empty());
    assert_eq!(story.claim((1, 60), 0, 8), None);
}

#[test]
fn writes_are_not_taken_for_reads_of_the_same_sectors() {
    let mut story = story();
    story.ddir = 1;
    story.request([10, 11, 12, 13, 50], 0, 8);
    story.ddir = 0;
    assert_eq!(story.claim((9, 60), 0, 8), None);
    story.ddir = 1;
    assert!(story.claim((9, 60), 0, 8).is_some());
}

#[test]
fn stamps_that_contradict_the_events_are_not_levelled_away() {
    let mut passed: Passed = [0; LayerPoint::ALL.len()];
    (passed[0], passed[2], passed[8]) = (100 * US, 99 * US, 200 * US);
    assert!(in_order(&mut passed));
    assert_eq!(
        passed[2],
        100 * US,
        "within the difference of two ways to read one clock"
    );
    (passed[2], passed[6]) = (150 * US, 140 * US);
    assert!(!in_order(&mut passed));
}

#[test]
fn what_nobody_claims_is_forgotten() {
    let mut story = story();
    story.request([10, 11, 12, 13, 50], 0, 8);
    story
        .tell(60, FsBegin, 0, 4096)
        .request([61, 62, 63, 64, 65], 800, 8)
        .tell(66, FsDone, 0, 4096);
    story.join.forget_before(60 * US);
    assert_eq!(story.claim((9, 55), 0, 8), None);
    assert!(story.claim_file((59, 70), 0, 4096).is_some());
    story.join.forget_before(u64::MAX);
    assert!(story.join.files.is_empty() && story.join.done.is_empty() && story.join.of_files.is_empty());
}
