//! The beginning: who is there, and whether all have the same program and job.

use fiord_cluster::ranks::meet::{Arrival, JobText, MeetError, RankMember, agree, meet};

use crate::on_each;

fn arrival(rank: usize) -> Arrival {
    Arrival {
        version: "1".to_owned(),
        host: ["a", "a", "b", "b"][rank].to_owned(),
        pid: 100 + u32::try_from(rank).unwrap(),
        refused: None,
    }
}

fn job() -> JobText {
    JobText {
        words: vec!["job.fio".to_owned()],
        files: vec![("job.fio".to_owned(), "[a]\nrw=read".to_owned())],
    }
}

/// What each rank has to say of a meeting that must fail.
fn reasons(results: Vec<Result<Vec<RankMember>, MeetError>>) -> Vec<Vec<String>> {
    let refused = |result| match result {
        Err(MeetError::Refused(reasons)) => reasons,
        other => panic!("{other:?}"),
    };
    results.into_iter().map(refused).collect()
}

#[test]
fn all_know_all_hosts_and_processes() {
    let results = on_each(4, |ranks, rank| meet(ranks, &arrival(rank), &job()).unwrap());
    for members in results {
        let known = members.iter().map(|member| (member.host.as_str(), member.pid));
        assert_eq!(
            known.collect::<Vec<_>>(),
            [("a", 100), ("a", 101), ("b", 102), ("b", 103)]
        );
    }
}

#[test]
fn another_version_is_refused_everywhere_and_named_by_rank_0() {
    let results = on_each(4, |ranks, rank| {
        let mut mine = arrival(rank);
        if mine.host == "b" {
            mine.version = "2".to_owned();
        }
        meet(ranks, &mine, &job())
    });
    let none: Vec<String> = Vec::new();
    let said =
        vec!["the hosts have different versions: 1 (a), 2 (b); install the same version on all".to_owned()];
    assert_eq!(reasons(results), [said, none.clone(), none.clone(), none]);
}

#[test]
fn another_job_file_on_one_host_is_refused() {
    let results = on_each(3, |ranks, rank| {
        let mut job = job();
        if rank == 2 {
            job.files[0].1.push_str("\nbs=8k");
        }
        meet(ranks, &arrival(rank), &job)
    });
    assert_eq!(
        reasons(results)[0],
        ["rank 2 on b: job.fio differs from that of rank 0"]
    );
}

#[test]
fn who_cannot_go_on_stops_all() {
    let hosts = ["a", "b"].map(str::to_owned);
    let results = on_each(2, |ranks, rank| {
        let why = (rank == 1).then_some("no such file");
        agree(ranks, &hosts, why).unwrap_err().to_string()
    });
    assert_eq!(results, ["rank 1 on b: no such file", ""]);
    let fine = on_each(2, |ranks, _| agree(ranks, &hosts, None).is_ok());
    assert_eq!(fine, [true, true]);
}
