//! A run over many hosts: what is added up, the windows, stragglers, lost ranks, and the schema of the document.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::schema;
use fiord_messages::Lang;

use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_host::look::ProcessActivity;
use fiord_job::plan::{AccessMode, JobPlan, RunPlan};
use fiord_judge::Grade;
use fiord_judge::ranks::HostsFinding;
use fiord_record::Before;
use fiord_record::evidence::{DeviceUse, RunEvidence};
use fiord_record::hosts::{DataSpread, LostRank, LostWhy, RankClock};
use fiord_record::run::{
    DeadlineCounts, HostsRun, PhaseOfRanks, RankPhase, RankRun, RunRecord, WorkerRecord, WornOutJob,
};
use fiord_report::documents;
use fiord_report::documents::many_hosts::rates;
use fiord_report::documents::many_hosts::together;
use fiord_report::documents::many_hosts::view::{HostsView, merged};
use fiord_report::documents::many_hosts_repeats::{JudgedHosts, RepeatedHosts};
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;
use fiord_report::text::many_hosts as page;
use fiord_stats::JobStats;
use serde_json::Value;

const SECOND: u64 = 1_000_000_000;

/// A worker that reads 4 KiB at a rate for some seconds, and then stops; latencies by seed.
fn worker(number: u32, iops: u64, seconds: u64, seed: u64) -> WorkerRecord {
    let mut stats = JobStats {
        runtime_ns: seconds * SECOND,
        ..JobStats::default()
    };
    let read = &mut stats.ddirs[0];
    let ios = iops * seconds;
    (read.ios, read.bytes, read.runtime_ns) = (ios, ios * 4096, seconds * SECOND);
    let mut state = seed;
    for _ in 0..ios {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        read.lat.record(50_000 + (state >> 40));
    }
    read.per_second = vec![(iops, iops * 4096); usize::try_from(seconds).unwrap()];
    WorkerRecord {
        stats,
        number,
        started_ns: SECOND,
        ended_ns: (seconds + 1) * SECOND,
        ..WorkerRecord::default()
    }
}

/// A rank whose clock is apart by this much, and whose record begins a second before the agreed start.
fn rank(rank: usize, host: &str, workers: Vec<WorkerRecord>, late_ns: i64) -> RankRun {
    let mut job = JobPlan::new("job");
    job.access.mode = AccessMode::RandRead;
    job.numjobs = u32::try_from(workers.len()).unwrap();
    let plan = RunPlan {
        jobs: vec![job],
        global_options: None,
    };
    let mut record = RunRecord::planned(plan, Before::default());
    record.workers = workers;
    record.version = "fio-3.33-fiord-0.1.0".to_owned();
    RankRun {
        rank,
        host: host.to_owned(),
        clock: RankClock {
            offset_ns: 100 * SECOND as i64 * rank as i64,
            rtt_ns: 20_000,
            after: Some((100 * SECOND as i64 * rank as i64 + 700, 21_000)),
        },
        base_ns: late_ns - SECOND as i64,
        base_at_end_ns: late_ns - SECOND as i64,
        phases: Vec::new(),
        pid: 1000 + u32::try_from(rank).unwrap(),
        record,
    }
}

fn together_of(ranks: Vec<RankRun>) -> HostsRun {
    HostsRun {
        library: "Threads".to_owned(),
        started_ranks: ranks.len(),
        spread: DataSpread::Same,
        shifted_reads: false,
        phases: Vec::new(),
        worn_out: Vec::new(),
        ranks,
        lost: Vec::new(),
    }
}

/// Two ranks on each of two hosts; those of the second do a quarter per second, and the same work.
fn slow_host() -> HostsRun {
    together_of(vec![
        rank(0, "a", vec![worker(0, 400, 2, 1)], 0),
        rank(1, "a", vec![worker(0, 400, 2, 2)], 1_000_000),
        rank(2, "b", vec![worker(0, 100, 8, 3)], 2_000_000),
        rank(3, "b", vec![worker(0, 100, 8, 4)], 3_000_000),
    ])
}

#[test]
fn the_merged_histogram_is_the_sum_of_all_bin_by_bin() {
    let run = together_of(vec![
        rank(0, "a", vec![worker(0, 500, 3, 1), worker(1, 200, 3, 5)], 0),
        rank(1, "b", vec![worker(0, 700, 2, 2)], 0),
    ]);
    let merged = merged(&run).unwrap();
    let all = run.ranks.iter().flat_map(|rank| &rank.record.workers);
    let mut bins: Vec<(usize, u64)> = Vec::new();
    for (bin, count) in all.flat_map(|worker| worker.stats.ddirs[0].lat.histogram.occupied()) {
        match bins.iter_mut().find(|(known, _)| *known == bin) {
            Some((_, sum)) => *sum += count,
            None => bins.push((bin, count)),
        }
    }
    bins.sort_unstable();
    let case = fiord_judge::case::Case::of(&merged);
    let [job] = case.jobs.as_slice() else { panic!() };
    let of_all: Vec<(usize, u64)> = job.stats.ddirs[0].lat.histogram.occupied().collect();
    assert_eq!(of_all, bins);
    assert_eq!(job.stats.ddirs[0].ios, 500 * 3 + 200 * 3 + 700 * 2);
    let numbers: Vec<u32> = merged.workers.iter().map(|worker| worker.number).collect();
    assert_eq!(numbers, [0, 1, 2]);
}

#[test]
fn windows_are_of_one_clock_and_rates_of_one_window() {
    let run = slow_host();
    let view = HostsView::of(&run);
    assert_eq!(view.start_skew_ns(&view.phases[0]), Some(3_000_000));
    let job = &view.jobs[0];
    let (common, first, last) = (
        job.common.unwrap(),
        job.first_done.unwrap(),
        job.last_done.unwrap(),
    );
    assert_eq!(
        (common.span.start_ns, common.span.end_ns),
        (3_000_000, 2_000_000_000)
    );
    assert_eq!((first.span.start_ns, first.span.end_ns), (0, 2_000_000_000));
    assert_eq!((last.span.start_ns, last.span.end_ns), (0, 8_003_000_000));
    assert_eq!((last.ios, last.bytes), (3200, 3200 * 4096));
    // All that four ranks do in 1.997 s: 2 × 400 and 2 × 100 per second.
    let rate = common.rate(common.ios).unwrap();
    assert!((rate - 1000.0).abs() < 2.0, "{rate}");
    // Each rank's part of a second is rounded.
    assert!((1998..=2000).contains(&first.ios), "{}", first.ios);
}

#[test]
fn the_ranks_of_a_slow_host_are_stragglers() {
    let run = slow_host();
    let view = HostsView::of(&run);
    let slow: Vec<(usize, usize, f64)> = view.stragglers().collect();
    assert_eq!(slow, [(2, 0, 0.25), (3, 0, 0.25)]);
    let found = together::findings(&view);
    let names: Vec<&str> = found.iter().map(HostsFinding::name).collect();
    assert_eq!(names, ["straggler", "straggler"]);
    let (grade, reason) = (
        together::grade(&view, &found),
        together::reason(&view, &found, Lang::En),
    );
    assert!(grade >= Grade::C);
    // Also where a host is as bad by itself.
    insta::assert_snapshot!(reason);
    // Findings about all ranks look as those of a run do: one name for both, then what to do.
    let mut sheet = Page::new();
    page::put(&mut sheet, &view, &found, Detail::Line, Lang::En);
    insta::assert_snapshot!(sheet.text(None, false));
    let document =
        serde_json::to_value(documents::many_hosts::document(&view, None, &found, Lang::En)).unwrap();
    let first = &document["findings"][0];
    assert_eq!(
        (first["rule"].as_str(), first["observed"]["rank"].as_u64()),
        (Some("straggler"), Some(2))
    );
    assert_eq!(first["values"]["of_others"], 0.25);
    // On one host a rank is held against all others.
    let alone = together_of(vec![
        rank(0, "a", vec![worker(0, 400, 2, 1)], 0),
        rank(1, "a", vec![worker(0, 100, 2, 1)], 0),
    ]);
    let view_of_one = HostsView::of(&alone);
    let said: Vec<String> = together::findings(&view_of_one)
        .iter()
        .map(|one| HostsFinding::saw(one, Lang::En))
        .collect();
    insta::assert_snapshot!(said.join("\n"));
    let even = together_of(vec![
        rank(0, "a", vec![worker(0, 400, 2, 1)], 0),
        rank(1, "b", vec![worker(0, 330, 2, 1)], 0),
    ]);
    assert_eq!(HostsView::of(&even).stragglers().count(), 0);
}

#[test]
fn ranks_that_never_worked_at_one_time_have_no_common_rate() {
    let run = together_of(vec![
        rank(0, "a", vec![worker(0, 100, 2, 1)], 0),
        rank(1, "b", vec![worker(0, 100, 2, 2)], 5 * SECOND as i64),
    ]);
    let view = HostsView::of(&run);
    assert_eq!(view.jobs[0].common, None);
    let names: Vec<&str> = together::findings(&view).iter().map(HostsFinding::name).collect();
    assert_eq!(names, ["no-common-window"]);
    // Clocks untranslated by 100 s would end here, too.
    assert_eq!(view.start_skew_ns(&view.phases[0]), Some(5 * SECOND));
}

/// A phase of `first` seconds, and 20 s after its start one in which rank 1 starts 50 ms late and is slow. By then the clock of rank 1 has
/// moved by 7 ms.
fn two_phases() -> HostsRun {
    let ranks = [(0, "a", 400), (1, "b", 100)].map(|(number, host, iops)| {
        let mut rank = rank(number, host, vec![worker(0, 400, 2, 1)], 0);
        let late_ns = if number == 1 { 50_000_000 } else { 0 };
        let second = worker(1, iops, 4, 2);
        rank.record.workers.push(WorkerRecord {
            job_index: 1,
            started_ns: 21 * SECOND + late_ns,
            ended_ns: 25 * SECOND + late_ns,
            ..second
        });
        let mut job = rank.record.plan.jobs[0].clone();
        job.name = "second".to_owned();
        job.control.stonewall = true;
        rank.record.plan.jobs.push(job);
        let moved_ns = if number == 1 { 7_000_000 } else { 0 };
        let base = |base_ns| base_ns - SECOND as i64;
        rank.phases = vec![
            RankPhase {
                wave: 0,
                base_ns: base(0),
                base_at_end_ns: base(moved_ns),
            },
            RankPhase {
                wave: 1,
                base_ns: base(moved_ns),
                base_at_end_ns: base(moved_ns),
            },
        ];
        rank
    });
    HostsRun {
        phases: [(0, 0), (1, 20 * SECOND as i64)]
            .map(|(wave, begun_ns)| PhaseOfRanks { wave, begun_ns })
            .into(),
        ..together_of(ranks.into())
    }
}

#[test]
fn each_phase_has_its_own_windows_start_skew_and_findings() {
    let run = two_phases();
    let view = HostsView::of(&run);
    let [first, second] = view.phases.as_slice() else {
        panic!("{:?}", view.phases)
    };
    assert_eq!((view.phase_of(0), view.phase_of(1)), (Some(1), Some(2)));
    assert_eq!(view.start_skew_ns(first), Some(0));
    assert_eq!(view.start_skew_ns(second), Some(57_000_000));
    let common = view.jobs[1].common.unwrap().span;
    assert_eq!((common.start_ns, common.end_ns), (20_057_000_000, 24_000_000_000));
    // The end of the first phase is placed by the clock as it was then.
    let last = view.jobs[0].last_done.unwrap().span;
    assert_eq!((last.start_ns, last.end_ns), (0, 2_007_000_000));
    let found = together::findings(&view);
    let said: Vec<String> = found.iter().map(|one| HostsFinding::saw(one, Lang::En)).collect();
    insta::assert_snapshot!(said.join("\n"));
    let document = documents::many_hosts::document(&view, merged(&run).as_ref(), &found, Lang::En);
    let document = serde_json::to_value(document).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(
        document["phases"],
        serde_json::json!([
            {"number": 1, "jobs": ["job"], "begun_ns": 0, "start_skew_ns": 0},
            {"number": 2, "jobs": ["second"], "begun_ns": 20_000_000_000_u64, "start_skew_ns": 57_000_000},
        ])
    );
    assert_eq!(document["jobs"][1]["phase"], 2);
    assert_eq!(document["ranks"][1]["jobs"][1]["gate_ns"], 20_057_000_000_u64);
    assert_eq!(document["findings"][0]["observed"]["phase"], 2);
    let mut sheet = Page::new();
    page::put(&mut sheet, &view, &found, Detail::Line, Lang::En);
    insta::assert_snapshot!(sheet.text(None, false));
}

#[test]
fn what_was_done_at_the_deadline_and_behind_it_are_two_figures() {
    let mut run = two_phases();
    let all_bytes = 400 * 2 * 4096;
    for rank in &mut run.ranks {
        rank.record.plan.jobs[0].control.runtime_us = 1_000_000;
        let ios = if rank.rank == 0 { 400 } else { 300 };
        rank.record.workers[0].at_deadline = Some(DeadlineCounts {
            ios,
            bytes: ios * 4096,
        });
    }
    run.worn_out = vec![WornOutJob {
        job: 0,
        to_bytes: Some(all_bytes),
        readers: vec![1],
    }];
    let shown = |run: &HostsRun| {
        let view = HostsView::of(run);
        let found = together::findings(&view);
        let mut sheet = Page::new();
        page::put(&mut sheet, &view, &found, Detail::Line, Lang::En);
        let document = documents::many_hosts::document(&view, merged(run).as_ref(), &found, Lang::En);
        let document = serde_json::to_value(document).unwrap();
        assert_eq!(schema::problems(&document), [""; 0]);
        (sheet.text(None, false), document)
    };
    let (text, document) = shown(&run);
    let worn_out = &document["jobs"][0]["wear_out"];
    let deadline = &worn_out["to_the_deadline"];
    assert_eq!(
        (&deadline["ios"], &deadline["iops"], &deadline["end_ns"]),
        (&Value::from(700), &Value::from(700.0), &Value::from(SECOND))
    );
    assert_eq!(worn_out["to_bytes"], all_bytes);
    assert_eq!(worn_out["readers"], serde_json::json!(["second"]));
    assert_eq!(document["jobs"][1]["wear_out"], Value::Null);
    insta::assert_snapshot!(text);
    // What was done otherwise is said.
    run.worn_out[0].to_bytes = Some(all_bytes + 4096);
    insta::assert_snapshot!(shown(&run).0);
    run.worn_out[0].to_bytes = None;
    let (text, document) = shown(&run);
    insta::assert_snapshot!(text);
    assert_eq!(document["jobs"][0]["wear_out"]["to_bytes"], Value::Null);
}

#[test]
fn a_phase_that_did_not_begin_is_said() {
    let mut run = two_phases();
    run.phases.pop();
    for rank in &mut run.ranks {
        rank.phases.pop();
        rank.record.workers.pop();
    }
    let view = HostsView::of(&run);
    let found = together::findings(&view);
    assert_eq!(found, []);
    let mut sheet = Page::new();
    page::put(&mut sheet, &view, &found, Detail::Line, Lang::En);
    insta::assert_snapshot!(sheet.text(None, false));
    let document = documents::many_hosts::document(&view, merged(&run).as_ref(), &found, Lang::En);
    let document = serde_json::to_value(document).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["phases"][1]["begun_ns"], Value::Null);
    // As records of earlier versions are, whose ranks agreed on one start.
    let mut run = two_phases();
    run.phases.clear();
    let view = HostsView::of(&run);
    assert_eq!((view.phases.len(), view.phase_of(1)), (1, None));
    assert_eq!(view.phases[0].jobs, [0, 1]);
}

#[test]
fn a_lost_rank_is_named_and_in_no_sum() {
    let mut run = slow_host();
    run.ranks.pop();
    run.lost.push(LostRank {
        rank: 3,
        host: "b".to_owned(),
        pid: 4711,
        why: LostWhy::SilentWhileMeasuring {
            silent_ns: 5 * SECOND,
        },
        heard_ns: Some(3 * SECOND as i64),
        ios: 77,
        bytes: 77 * 4096,
    });
    let view = HostsView::of(&run);
    let found = together::findings(&view);
    let (grade, reason) = (
        together::grade(&view, &found),
        together::reason(&view, &found, Lang::En),
    );
    assert_eq!(grade, Grade::D);
    insta::assert_snapshot!(reason);
    let document = documents::many_hosts::document(&view, merged(&run).as_ref(), &found, Lang::En);
    let document = serde_json::to_value(document).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["lost"][0]["rank"], 3);
    assert_eq!(document["started_ranks"], 4);
    assert_eq!(document["jobs"][0]["to_the_last_done"]["ios"], 2400);
}

#[test]
fn the_document_has_every_rank_with_its_clock_and_its_run() {
    let run = slow_host();
    let view = HostsView::of(&run);
    let found = together::findings(&view);
    let document = documents::many_hosts::document(&view, merged(&run).as_ref(), &found, Lang::En);
    let document: Value = serde_json::to_value(document).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let names = document["hosts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|host| &host["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["a", "b"]);
    let third = &document["ranks"][2];
    assert_eq!(third["clock"]["offset_ns"], 200_000_000_000_i64);
    assert_eq!(third["jobs"][0]["gate_ns"], 2_000_000);
    assert_eq!(third["jobs"][0]["share_percent"], 25.0);
    assert_eq!(third["jobs"][0]["is_straggler"], true);
    let second = &document["hosts"][1];
    assert_eq!(second["ranks"], serde_json::json!([2, 3]));
    let inner = serde_json::to_string(&second["run"]).unwrap();
    let read = documents::read::run(&inner).unwrap().unwrap();
    assert_eq!(read.workers[0].stats, run.ranks[2].record.workers[0].stats);
    assert_eq!(read.workers[1].stats, run.ranks[3].record.workers[0].stats);
}

#[test]
fn the_ranks_of_a_host_are_no_strangers_to_each_other() {
    let busy = |pid, others: &[u32], after: u64| RunEvidence {
        seconds: 2.0,
        issued_bytes: [100 << 20, 0, 0],
        issued_ios: [25_600, 0, 0],
        own: Some(IoCounters {
            read_bytes: 100 << 20,
            ..IoCounters::default()
        }),
        devices: vec![DeviceUse {
            name: "vda".to_owned(),
            leaf: true,
            before: DiskStats {
                reads: pid,
                ..DiskStats::default()
            },
            after: DiskStats {
                reads: after,
                read_sectors: 200 << 11,
                ..DiskStats::default()
            },
            ..DeviceUse::default()
        }],
        others: others
            .iter()
            .map(|pid| ProcessActivity {
                pid: *pid,
                name: "x".to_owned(),
                read_bytes: 100 << 20,
                write_bytes: 0,
                has_files_here: Some(true),
            })
            .collect(),
        ..RunEvidence::default()
    };
    let mut run = together_of(vec![
        rank(0, "a", vec![worker(0, 400, 2, 1)], 0),
        rank(1, "a", vec![worker(0, 400, 2, 2)], 0),
    ]);
    run.ranks[0].record.evidence = Some(Box::new(busy(7, &[1001, 55], 51_000)));
    run.ranks[1].record.evidence = Some(Box::new(busy(5, &[1000, 55], 51_200)));
    let view = HostsView::of(&run);
    let [host] = view.hosts.as_slice() else { panic!() };
    let evidence = host.record.evidence.as_ref().unwrap();
    let pids: Vec<u32> = evidence.others.iter().map(|other| other.pid).collect();
    assert_eq!(pids, [55]);
    assert_eq!(evidence.issued_bytes, [200 << 20, 0, 0]);
    assert_eq!(evidence.own.unwrap().read_bytes, 200 << 20);
    let device = &evidence.devices[0];
    assert_eq!((device.before.reads, device.after.reads), (5, 51_200));
    let numbers: Vec<u32> = host.record.workers.iter().map(|worker| worker.number).collect();
    assert_eq!((numbers, host.record.plan.jobs[0].numjobs), (vec![0, 1], 2));
    assert!(!has_foreign_io(&run));

    // The third rank was killed: nobody else read what it did.
    for rank in &mut run.ranks {
        let device = &mut rank.record.evidence.as_mut().unwrap().devices[0];
        device.after.read_sectors = 260 << 11;
    }
    assert!(has_foreign_io(&run));
    run.lost.push(LostRank {
        rank: 2,
        host: "a".to_owned(),
        pid: 1002,
        why: LostWhy::ProcessEnded { with_others: false },
        heard_ns: Some(SECOND as i64),
        ios: 50 << 8,
        bytes: 50 << 20,
    });
    assert!(!has_foreign_io(&run));
    run.lost[0].host = "b".to_owned();
    assert!(has_foreign_io(&run));
}

fn has_foreign_io(run: &HostsRun) -> bool {
    let view = HostsView::of(run);
    let mut findings = view.hosts.iter().flat_map(|host| &host.verdict.findings);
    findings.any(|finding| finding.trap().name() == "foreign-io")
}

#[test]
fn the_page_says_who_what_and_when() {
    let mut run = slow_host();
    run.ranks[1].clock.offset_ns = -30;
    let view = HostsView::of(&run);
    let found = together::findings(&view);
    let mut sheet = Page::new();
    page::put(&mut sheet, &view, &found, Detail::Line, Lang::En);
    let text = sheet.text(None, false);
    for expected in [
        "4 ranks on 2 hosts. Data: --spread=same. Threads.",
        "all ranks running",
        "until first rank ends",
        "until last rank ends",
        "straggler",
        "Start skew: 3 ms",
        "rank 1 +0.0 µs (ping",
        "rank 2 +200.000000 s (ping 20 µs, drift +0.7 µs by the end)",
        "The error of each offset is at most half of its ping, 10 µs at worst.",
    ] {
        assert!(text.contains(expected), "{expected} in:\n{text}");
    }
}

/// Two ranks on two hosts that read at these rates for four seconds; the second one starts a little later.
fn at(fast: u64, slow: u64) -> HostsRun {
    together_of(vec![
        rank(0, "a", vec![worker(0, fast, 4, fast)], 0),
        rank(1, "b", vec![worker(0, slow, 4, slow)], 1_000_000),
    ])
}

#[test]
fn rates_by_direction_are_those_of_the_windows() {
    let mut run = slow_host();
    for rank in &mut run.ranks {
        // Half as many writes as reads.
        let stats = &mut rank.record.workers[0].stats;
        let mut write = stats.ddirs[0].clone();
        (write.ios, write.bytes) = (write.ios / 2, write.bytes / 2);
        write
            .per_second
            .iter_mut()
            .for_each(|second| *second = (second.0 / 2, second.1 / 2));
        stats.ddirs[1] = write;
    }
    let view = HostsView::of(&run);
    let rates = rates::of(&view);
    assert_eq!(rates.len(), 2);
    for (at, window) in [
        view.jobs[0].common,
        view.jobs[0].first_done,
        view.jobs[0].last_done,
    ]
    .into_iter()
    .enumerate()
    {
        let sum: u64 = rates.iter().map(|one| one.windows[at].unwrap().ios).sum();
        // Each direction's part of a second is rounded.
        assert!(
            sum.abs_diff(window.unwrap().ios) <= 4,
            "{at}: {sum} of {window:?}"
        );
    }
    assert_eq!(rates[1].windows[2].unwrap().ios, 1600);
    let (reads, bytes) = rates[0].quoted().unwrap();
    assert!((reads - 1000.0).abs() < 2.0 && (bytes - reads * 4096.0).abs() < 20_000.0);
    // Where there was no common second, all that was done counts, over all the time it took.
    let apart = together_of(vec![
        rank(0, "a", vec![worker(0, 100, 2, 1)], 0),
        rank(1, "b", vec![worker(0, 100, 2, 2)], 5 * SECOND as i64),
    ]);
    let view = HostsView::of(&apart);
    let (reads, _) = rates::of(&view)[0].quoted().unwrap();
    assert!((reads - 400.0 / 7.0).abs() < 1e-9, "{reads}");
}

#[test]
fn several_runs_have_one_number_of_each_window_and_its_interval() {
    let runs = [
        (400, 390),
        (410, 400),
        (405, 395),
        (398, 388),
        (402, 392),
        (407, 397),
    ]
    .map(|(a, b)| at(a, b));
    let judged: Vec<JudgedHosts<'_>> = runs.iter().map(JudgedHosts::of).collect();
    let repeated = RepeatedHosts::of(&judged, None, 6);
    let document =
        serde_json::to_value(documents::many_hosts_repeats::document(&repeated, Lang::En)).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let summary = &document["summary"][0];
    for window in ["all_at_work", "to_the_first_done", "to_the_last_done"] {
        for number in ["iops", "bytes_per_s"] {
            let of_all = &summary[window][number];
            let singles: Vec<f64> = (0..6)
                .map(|run| document["runs"][run]["jobs"][0][window][number].as_f64().unwrap())
                .collect();
            assert_eq!(of_all["of_runs"], serde_json::json!(singles), "{window}");
            let mean = singles.iter().sum::<f64>() / 6.0;
            assert!((of_all["mean"].as_f64().unwrap() - mean).abs() < 1e-6);
            let least = singles.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(of_all["interval"]["low"].as_f64(), Some(least));
        }
    }
    assert_eq!(summary["lat_p99_ns"]["of_runs"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&document["cut_short"], &document["findings"]),
        (&Value::Null, &serde_json::json!([]))
    );
    let mut sheet = Page::new();
    repeated.put(&mut sheet, Detail::Line, Lang::En);
    insta::assert_snapshot!(sheet.text(None, false));
}

#[test]
fn runs_over_hosts_that_disagree_are_no_better_than_a_c_and_one_cut_short_is_in_no_number() {
    let whole = [at(400, 390), at(700, 690), at(410, 400)];
    let mut cut = at(400, 390);
    let last = cut.ranks.pop().unwrap();
    cut.lost.push(LostRank {
        rank: 1,
        host: last.host,
        pid: last.pid,
        why: LostWhy::ProcessEnded { with_others: false },
        heard_ns: None,
        ios: 0,
        bytes: 0,
    });
    let judged: Vec<JudgedHosts<'_>> = whole.iter().map(JudgedHosts::of).collect();
    let of_cut = JudgedHosts::of(&cut);
    let repeated = RepeatedHosts::of(&judged, Some(&of_cut), 5);
    let document =
        serde_json::to_value(documents::many_hosts_repeats::document(&repeated, Lang::En)).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["findings"][0]["rule"], "noise");
    assert!(repeated.grade() >= Grade::C);
    assert_eq!(
        (
            &document["asked_runs"],
            document["runs"].as_array().unwrap().len()
        ),
        (&5.into(), 3)
    );
    assert_eq!(document["cut_short"]["lost"][0]["rank"], 1);
    assert_eq!(
        document["summary"][0]["all_at_work"]["iops"]["of_runs"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let mut sheet = Page::new();
    repeated.put(&mut sheet, Detail::Line, Lang::En);
    insta::assert_snapshot!(sheet.text(None, false));
    // Where no run is whole, the grade is that of what there is.
    let alone = RepeatedHosts::of(&[], Some(&of_cut), 5);
    assert_eq!(alone.grade(), of_cut.grade);
    let document = serde_json::to_value(documents::many_hosts_repeats::document(&alone, Lang::En)).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
}
