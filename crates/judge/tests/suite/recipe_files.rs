//! Job files as clouds, clusters and benchmark programs ship them: sections, includes, variables, stonewalls. What is said of
//! each section, and that the corrected file is one job file that is settled and that the installed fio takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::reference;
use fiord_messages::Lang;

use std::process::Command;

use fiord_job::invocation::Parsed;
use fiord_job::showcmd;
use fiord_judge::case::Case;
use fiord_judge::correct::fixed;
use fiord_judge::words::describe::describe;
use fiord_judge::{Finding, Severity, When, judge};
use fiord_record::RunRecord;
use reference::{CONTEXT, before, parse_files, workshop, workshop_target};

use Severity::{Care, Note, Wrong};

/// Traps of one section, exactly, from [`Severity::Note`] up where they are listed; what is not listed must not be `Care`.
type Traps = &'static [(&'static str, Severity)];

struct Recipe {
    from: &'static str,
    files: &'static [(&'static str, &'static str)],
    environment: &'static [(&'static str, &'static str)],
    /// Section by section.
    sections: &'static [(&'static str, Traps)],
}

const RECIPES: &[Recipe] = &[
    Recipe {
        from: "kubestr: two jobs without latencies",
        files: &[(
            "kubestr.fio",
            "[global]\nrandrepeat=0\nverify=0\nioengine=libaio\ndirect=1\ngtod_reduce=1\n\
             [job1]\nname=read_iops\nbs=4K\niodepth=64\nsize=2G\nreadwrite=randread\ntime_based\nramp_time=2s\nruntime=15s\n\
             [job2]\nname=write_iops\nbs=4K\niodepth=64\nsize=2G\nreadwrite=randwrite\ntime_based\nramp_time=2s\nruntime=15s\n",
        )],
        environment: &[],
        sections: &[
            ("read_iops", &[("gtod-reduce", Care), ("small-file", Note)]),
            ("write_iops", &[("gtod-reduce", Care), ("small-file", Note)]),
        ],
    },
    Recipe {
        from: "Azure: readers and writers at the same time",
        files: &[(
            "azure.fio",
            "[global]\nsize=30g\ndirect=1\niodepth=128\nioengine=libaio\nbs=4k\nruntime=30\ntime_based\n\
             [reader1]\nrw=randread\ndirectory=/mnt/readcache\nrandrepeat=0\n\
             [reader2]\nrw=randread\ndirectory=/mnt/readcache\nrandrepeat=0\n\
             [writer1]\nrw=randwrite\ndirectory=/mnt/nocache\nrate_iops=3200\n",
        )],
        environment: &[],
        sections: &[
            ("reader1", &[]),
            ("reader2", &[]),
            ("writer1", &[("late-generator", Note)]),
        ],
    },
    Recipe {
        from: "CrystalDiskMark: four tests one after another, each of one gigabyte",
        files: &[(
            "cdm.fio",
            "[global]\nioengine=libaio\ndirect=1\nsize=1g\nruntime=5\ntime_based\nstonewall\nfilename=cdm.tmp\n\
             [seq1m-q8-read]\nrw=read\nbs=1m\niodepth=8\n[seq1m-q8-write]\nrw=write\nbs=1m\niodepth=8\n\
             [rnd4k-q32-read]\nrw=randread\nbs=4k\niodepth=32\n[rnd4k-q1-write]\nrw=randwrite\nbs=4k\niodepth=1\n",
        )],
        environment: &[],
        sections: &[
            ("seq1m-q8-read", &[("short-run", Care), ("small-file", Note)]),
            ("seq1m-q8-write", &[("short-run", Care), ("small-file", Note)]),
            ("rnd4k-q32-read", &[("short-run", Care), ("small-file", Note)]),
            ("rnd4k-q1-write", &[("short-run", Care), ("small-file", Note)]),
        ],
    },
    Recipe {
        from: "a database on one file: data pages next to the log, both from the first byte on",
        files: &[(
            "database.fio",
            "[global]\nfilename=fresh\nsize=20g\nruntime=60\ntime_based\ngroup_reporting\n\
             [pages]\nrw=randrw\nrwmixread=80\nbs=16k\nioengine=libaio\niodepth=16\ndirect=1\nnumjobs=2\nrandrepeat=0\n\
             [log]\nrw=write\nbs=4k\nioengine=psync\nfdatasync=1\n",
        )],
        environment: &[],
        sections: &[("pages", &[]), ("log", &[])],
    },
    Recipe {
        from: "includes and variables",
        files: &[
            (
                "nightly.fio",
                "[global]\ninclude common.inc\nsize=${SIZE}\n[disk]\nrw=randread\nnumjobs=$ncpus\n[log]\nrw=write\nbs=${LOG_BS}\nioengine=sync\niodepth=8\ndirect=0\nstonewall\n",
            ),
            (
                "common.inc",
                "ioengine=libaio\ndirect=1\nbs=4k\niodepth=32\nrandrepeat=0\nruntime=60\ntime_based\n",
            ),
        ],
        environment: &[("SIZE", "10g"), ("LOG_BS", "8k")],
        sections: &[
            ("disk", &[]),
            ("log", &[("sync-iodepth", Wrong), ("write-cached", Care)]),
        ],
    },
    Recipe {
        from: "buffered native AIO in a shared section",
        files: &[(
            "cluster.fio",
            "[global]\nioengine=libaio\ngroup_reporting\nnorandommap\nrandrepeat=0\n\
             [testjob]\nbs=128K\nrw=write\niodepth=32\nsize=45g\nstonewall\n\
             [mixedwork]\nbs=8K\niodepth=32\nrw=randrw\nrwmixread=80\nsize=450g\n",
        )],
        environment: &[],
        sections: &[
            (
                "testjob",
                &[
                    ("aio-buffered", Wrong),
                    ("write-cached", Care),
                    ("ignored-option", Note),
                ],
            ),
            ("mixedwork", &[("aio-buffered", Wrong), ("write-cached", Care)]),
        ],
    },
];

fn parsed(recipe: &Recipe) -> Parsed {
    parse_files(recipe.files[0].0, recipe.files, recipe.environment)
}

fn judged(parsed: &Parsed) -> Vec<Finding> {
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    let case = Case::of(&record);
    for index in 0..parsed.plan.jobs.len() {
        assert!(describe(&case, index, Lang::En).unwrap().sentences.len() >= 6);
    }
    judge(When::Plan, &case)
}

/// The worst of each rule that was found of one job.
fn of_job(found: &[Finding], job: usize, least: Severity) -> Vec<(&'static str, Severity)> {
    let mut worst: Vec<(&'static str, Severity)> = Vec::new();
    // The worst stand first.
    for finding in found
        .iter()
        .filter(|finding| finding.subject.jobs.contains(&job) && finding.severity >= least)
    {
        if worst.iter().all(|(rule, _)| *rule != finding.trap().name()) {
            worst.push((finding.trap().name(), finding.severity));
        }
    }
    worst.sort_unstable();
    worst
}

#[test]
fn each_section_is_told_its_traps() {
    for recipe in RECIPES {
        let parsed = parsed(recipe);
        let found = judged(&parsed);
        let names: Vec<&str> = parsed.plan.jobs.iter().map(|job| job.name.as_str()).collect();
        let expected: Vec<&str> = recipe.sections.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, expected, "{}", recipe.from);
        for (job, (name, traps)) in recipe.sections.iter().enumerate() {
            let place = format!("{}: {name}\n{found:#?}", recipe.from);
            let all = of_job(&found, job, Note);
            for trap in *traps {
                assert!(all.contains(trap), "{trap:?} is not said of {place}");
            }
            for trap in of_job(&found, job, Care) {
                assert!(traps.contains(&trap), "{trap:?} is said of {place}");
            }
        }
    }
}

#[test]
fn each_corrected_file_is_settled_and_walks_into_nothing() {
    for recipe in RECIPES {
        let parsed = parsed(recipe);
        let facts = before(&parsed.plan, workshop(), workshop_target);
        let better = fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        let text = showcmd::to_job_file(&better.jobs).unwrap();
        let again = parse_files("better.fio", &[("better.fio", &text)], recipe.environment);
        let left: Vec<Finding> = judged(&again)
            .into_iter()
            .filter(|finding| finding.severity >= Care)
            .collect();
        assert_eq!(left, [], "{}\n{text}", recipe.from);
        let facts = before(&again.plan, workshop(), workshop_target);
        let twice = fixed(
            &again.jobs,
            &CONTEXT,
            &RunRecord::planned(again.plan.clone(), facts.clone()),
        );
        assert!(
            twice.changes.iter().all(Vec::is_empty),
            "{}: not settled: {:?}",
            recipe.from,
            twice.changes
        );
        assert_eq!(
            showcmd::to_job_file(&twice.jobs).unwrap(),
            text,
            "{}",
            recipe.from
        );
    }
}

#[test]
fn fio_takes_each_corrected_file() {
    if !fiord_testbed::fio() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for recipe in RECIPES {
        let parsed = parsed(recipe);
        let facts = before(&parsed.plan, workshop(), workshop_target);
        let better = fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        let text = showcmd::to_job_file(&better.jobs).unwrap();
        std::fs::write(folder.path().join("better.fio"), &text).unwrap();
        let output = Command::new("fio")
            .args(["--parse-only", "better.fio"])
            .envs(recipe.environment.iter().copied())
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}\n{text}\n{}",
            recipe.from,
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
