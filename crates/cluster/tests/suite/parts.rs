//! Which part of the data each rank has.

use fiord_cluster::parts::{self, PartsError, RankParts};
use fiord_job::plan::{AccessMode, Amount, JobPlan, RunPlan};
use fiord_record::hosts::DataSpread;

fn hosts(text: &str) -> Vec<String> {
    text.chars().map(|host| host.to_string()).collect()
}

fn plan(change: impl Fn(&mut JobPlan)) -> RunPlan {
    let mut job = JobPlan::new("j");
    job.files.filenames = vec!["/data/f".to_owned()];
    job.access.mode = AccessMode::Write;
    job.access.size = Some(Amount::Bytes(1 << 20));
    change(&mut job);
    RunPlan {
        jobs: vec![job],
        global_options: None,
    }
}

const fn own(rank: usize) -> RankParts {
    RankParts {
        own: rank,
        read: rank,
    }
}

fn applied(plan: &RunPlan, spread: DataSpread, parts: RankParts) -> Result<JobPlan, PartsError> {
    let mut plan = plan.clone();
    parts::apply(&mut plan, spread, parts, &|path| path.starts_with("/dev/"))?;
    Ok(plan.jobs.remove(0))
}

#[test]
fn shifted_reads_go_to_the_next_host_and_to_each_rank_once() {
    for names in ["aabb", "abab", "abc", "aabbcc"] {
        let hosts = hosts(names);
        let mut seen: Vec<usize> = (0..hosts.len())
            .map(|rank| {
                let parts = parts::of(&hosts, rank, true).unwrap();
                assert_eq!(parts.own, rank);
                assert_ne!(hosts[parts.read], hosts[rank], "{names}: rank {rank}");
                parts.read
            })
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..hosts.len()).collect::<Vec<_>>(), "{names}");
    }
    assert_eq!(parts::of(&hosts("aa"), 0, true), Err(PartsError::OneHost));
    let uneven = PartsError::Uneven { fewest: 1, most: 2 };
    assert_eq!(parts::of(&hosts("aab"), 0, true), Err(uneven));
    assert_eq!(parts::of(&hosts("aab"), 1, false), Ok(own(1)));
}

#[test]
fn stripes_of_one_file_lie_side_by_side() {
    let one = plan(|_| {});
    let offset = |plan: &RunPlan, rank| {
        applied(plan, DataSpread::Stripes, own(rank))
            .unwrap()
            .access
            .offset
    };
    assert_eq!(offset(&one, 0), Amount::Bytes(0));
    assert_eq!(offset(&one, 3), Amount::Bytes(3 << 20));
    // Two workers with stripes of their own.
    let two = plan(|job| {
        job.numjobs = 2;
        job.access.offset = Amount::Bytes(4096);
        job.access.offset_increment = Amount::Bytes(1 << 20);
    });
    assert_eq!(offset(&two, 3), Amount::Bytes(4096 + (6 << 20)));
    let wrong = |plan: &RunPlan| {
        applied(plan, DataSpread::Stripes, own(1))
            .unwrap_err()
            .to_string()
    };
    let unsized_plan = plan(|job| job.access.size = None);
    assert!(wrong(&unsized_plan).contains("size="));
    assert!(wrong(&plan(|job| job.files.filenames.clear())).contains("filename="));
    assert!(wrong(&plan(|job| job.access.offset = Amount::Percent(10))).contains("in bytes"));
}

#[test]
fn each_rank_has_a_file_and_no_device_becomes_one() {
    let files = |plan: &RunPlan, rank| applied(plan, DataSpread::Files, own(rank)).unwrap().files;
    assert_eq!(files(&plan(|_| {}), 3).filenames, ["/data/f.3"]);
    let generated = plan(|job| job.files.filenames.clear());
    assert_eq!(
        files(&generated, 2).filename_format,
        format!("2.{}", generated.jobs[0].files.filename_format)
    );
    let client = plan(|job| job.files.filename_format = "$jobname-$clientuid".to_owned());
    assert_eq!(files(&client, 2).filename_format, "$jobname-2");
    let device = plan(|job| job.files.filenames = vec!["/dev/sdb".to_owned()]);
    let refused = applied(&device, DataSpread::Files, own(0)).unwrap_err();
    assert!(refused.to_string().contains("/dev/sdb, which is not a file"));
}

#[test]
fn only_jobs_that_only_read_are_shifted() {
    let shifted = RankParts { own: 0, read: 2 };
    let name = |mode| {
        let plan = plan(|job| job.access.mode = mode);
        applied(&plan, DataSpread::Files, shifted)
            .unwrap()
            .files
            .filenames
            .remove(0)
    };
    assert_eq!(name(AccessMode::Write), "/data/f.0");
    assert_eq!(name(AccessMode::RandRw), "/data/f.0");
    assert_eq!(name(AccessMode::RandRead), "/data/f.2");
    assert_eq!(
        applied(&plan(|_| {}), DataSpread::Same, shifted),
        Err(PartsError::NothingToShift)
    );
}

#[test]
fn ranks_draw_other_blocks_and_rank_0_those_of_the_job() {
    let plan = plan(|_| {});
    let seed = |rank| {
        applied(&plan, DataSpread::Same, own(rank))
            .unwrap()
            .access
            .randseed
    };
    assert_eq!(seed(0), plan.jobs[0].access.randseed);
    assert!(seed(1) != seed(0) && seed(2) != seed(1));
}
