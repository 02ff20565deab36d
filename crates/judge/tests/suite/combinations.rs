//! Jobs of every shape are judged, described and corrected; what comes out is a job, it is settled, and it is not worse.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::reference;
use fiord_messages::Lang;

use fiord_judge::case::Case;
use fiord_judge::correct::{self, fixed};
use fiord_judge::words::describe::describe;
use fiord_judge::{Severity, When, judge};
use fiord_record::RunRecord;
use reference::{CONTEXT, before, parse, workshop, workshop_target};

/// Every combination of one word from each list.
fn combinations(lists: &[&[&str]]) -> Vec<String> {
    let mut all = vec![String::from("fio --name=j")];
    for list in lists {
        all = all
            .iter()
            .flat_map(|head| list.iter().map(move |word| format!("{head} {word}")))
            .collect();
    }
    all
}

/// Every second by day: the last list has three words, so each word of each list is there.
fn check_each(lists: &[&[&str]]) {
    let all = combinations(lists);
    all.iter()
        .step_by(fiord_testbed::every(2))
        .for_each(|command| check(command));
}

fn check(command: &str) {
    let parsed = parse(command);
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let record = RunRecord::planned(parsed.plan.clone(), facts.clone());
    let case = Case::of(&record);
    let found = judge(When::Plan, &case);
    assert!(
        found.windows(2).all(|pair| pair[0].severity >= pair[1].severity),
        "{command}: not worst first"
    );
    assert!(
        found
            .iter()
            .flat_map(|finding| finding.values())
            .all(|(_, value)| value.is_finite()),
        "{command}: {found:#?}"
    );
    let description = describe(&case, 0, Lang::En).unwrap();
    for sentence in &description.sentences {
        assert!(
            sentence.ends_with('.') && !sentence.contains("NaN") && !sentence.contains("inf"),
            "{command}: {sentence}"
        );
    }
    let better = fixed(&parsed.jobs, &CONTEXT, &record);
    let line = correct::command_line("fio", &[], &better.jobs);
    let again = parse(&line);
    let facts = before(&again.plan, workshop(), workshop_target);
    let twice = fixed(
        &again.jobs,
        &CONTEXT,
        &RunRecord::planned(again.plan.clone(), facts.clone()),
    );
    assert!(
        twice.changes.iter().all(Vec::is_empty),
        "{command}\n{line}\n{:?}",
        twice.changes
    );
    let worth = |findings: &[fiord_judge::Finding], severity| {
        findings
            .iter()
            .filter(|finding| finding.severity >= severity)
            .count()
    };
    assert!(
        worth(&better.left, Severity::Wrong) <= worth(&found, Severity::Wrong),
        "{command}\n{line}\n{:#?}",
        better.left
    );
    // Nothing is said twice.
    for (at, finding) in found.iter().enumerate() {
        assert!(
            found[..at]
                .iter()
                .all(|other| (other.trap().name(), other.saw(Lang::En))
                    != (finding.trap().name(), finding.saw(Lang::En))),
            "{command}: {finding:?}"
        );
    }
}

#[test]
fn reads_of_every_shape() {
    let lists: &[&[&str]] = &[
        &["--rw=read", "--rw=randread", "--rw=randrw"],
        &[
            "--ioengine=sync",
            "--ioengine=libaio --iodepth=32",
            "--ioengine=io_uring",
            "--ioengine=null",
        ],
        &["--direct=0", "--direct=1 --bs=128k", "--direct=0 --invalidate=0"],
        &[
            "--filename=warm",
            "--filename=cold --numjobs=4",
            "--size=1g --nrfiles=3",
            "--filename=on-tmpfs --size=1g",
        ],
        &[
            "",
            "--runtime=60",
            "--runtime=5 --time_based",
            "--io_size=10g --loops=2",
            "--number_ios=100",
        ],
    ];
    check_each(lists);
}

#[test]
fn writes_of_every_shape() {
    let lists: &[&[&str]] = &[
        &["--rw=write", "--rw=randwrite", "--rw=trim"],
        &[
            "--ioengine=psync --iodepth=8",
            "--ioengine=libaio --iodepth=8",
            "--ioengine=mmap",
        ],
        &["--direct=0", "--direct=1", "--direct=0 --buffered=0 --bs=1m"],
        &["", "--fsync=1", "--fdatasync=8 --end_fsync=1", "--sync=dsync"],
        &[
            "--size=1g",
            "--size=1g --io_size=4g --zero_buffers",
            "--filename=warm --numjobs=3 --size=100m",
            "--filename=/dev/sdz --numjobs=2",
            "--size=9t",
        ],
        &["", "--runtime=60 --time_based", "--rate=10m"],
    ];
    check_each(lists);
}
