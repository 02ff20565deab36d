//! The recipes that clouds, databases and benchmark scripts publish: what `explain` says about each, and that it can be
//! corrected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::reference;

use fiord_job::plan::JobPlan;
use fiord_record::RunRecord;
use fiord_truth::correct::{self, fixed};
use fiord_truth::{Finding, Severity};
use reference::{CONTEXT, before, judged, parse, workshop, workshop_target};

struct Recipe {
    from: &'static str,
    command: &'static str,
    /// Rule and severity, exactly.
    named: &'static [(&'static str, Severity)],
    /// Rules that must keep still.
    silent: &'static [&'static str],
}

use Severity::{Care, Note, Wrong};

const RECIPES: &[Recipe] = &[
    Recipe {
        from: "AWS, volume initialisation",
        command: "fio --filename=/dev/sdz --rw=read --bs=128k --iodepth=32 --ioengine=libaio --direct=1 --name=volume-initialize",
        named: &[],
        silent: &[
            "unsafe-target",
            "cache-read",
            "sync-iodepth",
            "same-file-writers",
            "short-run",
        ],
    },
    Recipe {
        from: "Azure, writers",
        command: "fio --runtime=30 --size=30g --direct=1 --iodepth=256 --ioengine=libaio --bs=4k --numjobs=4 --name=writer1 --rw=randwrite",
        named: &[],
        silent: &["ends-early", "write-cached", "aio-buffered", "same-file-writers"],
    },
    Recipe {
        from: "Azure, a rate",
        command: "fio --runtime=30 --size=30g --direct=1 --iodepth=256 --ioengine=libaio --bs=4k --name=reader1 --rw=randread --rate_iops=3200",
        named: &[("late-generator", Note)],
        silent: &["cache-read"],
    },
    Recipe {
        from: "Google Cloud, write IOPS",
        command: "fio --name=write_iops --directory=/mnt/d --size=10G --numjobs=16 --time_based --runtime=5m --ramp_time=2s --ioengine=libaio --direct=1 --verify=0 --bs=4K --iodepth=256 --rw=randwrite --group_reporting=1 --iodepth_batch_submit=256 --iodepth_batch_complete_max=256",
        named: &[("batches", Note)],
        silent: &[
            "ends-early",
            "short-run",
            "write-cached",
            "same-file-writers",
            "overwrite-same",
        ],
    },
    Recipe {
        from: "Oracle Cloud, random reads",
        command: "fio --filename=/dev/sdz --direct=1 --rw=randread --bs=4k --ioengine=libaio --iodepth=256 --runtime=120 --numjobs=4 --time_based --group_reporting --name=iops-test-job --eta-newline=1 --readonly",
        named: &[],
        silent: &["same-file-writers", "unsafe-target", "ends-early", "cache-read"],
    },
    Recipe {
        from: "Oracle Cloud, throughput: four readers of the same megabytes",
        command: "fio --filename=/dev/sdz --direct=1 --rw=read --bs=64k --ioengine=libaio --iodepth=64 --runtime=120 --numjobs=4 --time_based --group_reporting --name=throughput-test-job --eta-newline=1 --readonly",
        named: &[("same-file-readers", Care)],
        silent: &["unsafe-target", "same-file-writers"],
    },
    Recipe {
        from: "etcd",
        command: "fio --rw=write --ioengine=sync --fdatasync=1 --directory=test-data --size=22m --bs=2300 --name=mytest",
        named: &[("few-samples", Care)],
        silent: &[
            "write-cached",
            "unaligned-direct",
            "sync-iodepth",
            "ignored-option",
        ],
    },
    Recipe {
        from: "dbench",
        command: "fio --randrepeat=0 --verify=0 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=read_iops --filename=warm --bs=4K --iodepth=64 --size=2G --readwrite=randread --time_based --ramp_time=2s --runtime=15s",
        named: &[("gtod-reduce", Care)],
        silent: &["cache-repeat", "ends-early", "few-samples"],
    },
    Recipe {
        from: "Alibaba Cloud, random writes",
        command: "fio -direct=1 -iodepth=128 -rw=randwrite -ioengine=libaio -bs=4k -size=1G -numjobs=1 -runtime=1000 -group_reporting -filename=/dev/sdz -name=Rand_Write_Testing",
        named: &[("unsafe-target", Wrong), ("ends-early", Care)],
        silent: &["write-cached", "sync-iodepth"],
    },
    Recipe {
        from: "YABS",
        command: "fio --name=rand_rw_4k --ioengine=libaio --rw=randrw --rwmixread=50 --bs=4k --iodepth=64 --numjobs=2 --size=2G --runtime=30 --gtod_reduce=1 --direct=1 --filename=test.fio --group_reporting --minimal",
        named: &[
            ("gtod-reduce", Care),
            ("same-file-writers", Care),
            ("ends-early", Note),
        ],
        silent: &["ignored-option", "cache-read"],
    },
    Recipe {
        from: "KDiskMark",
        command: "fio --output-format=json --refill_buffers --end_fsync=1 --loops=5 --invalidate=1 --sync=0 --randrepeat=0 --size=1g --bs=1m --rw=read --direct=1 --ioengine=libaio --iodepth=8 --name=seq1m",
        named: &[("ignored-option", Note), ("small-file", Note)],
        silent: &["cache-read", "zero-data"],
    },
    Recipe {
        from: "AWS, sixteen random writers of one gigabyte each",
        command: "fio --directory=/mnt/vol --name=fio_test_file --direct=1 --rw=randwrite --bs=16k --size=1G --numjobs=16 --time_based --runtime=180 --group_reporting --norandommap",
        named: &[],
        silent: &[
            "ends-early",
            "short-run",
            "few-samples",
            "same-file-writers",
            "write-cached",
            "ignored-option",
        ],
    },
    Recipe {
        from: "Google Cloud, write bandwidth at offsets of their own",
        command: "fio --name=write_bandwidth_test --filename=/dev/sdy --filesize=100G --time_based --ramp_time=2s --runtime=1m --ioengine=libaio --direct=1 --verify=0 --randrepeat=0 --bs=1M --iodepth=64 --rw=write --numjobs=2 --offset_increment=100G",
        named: &[("unsafe-target", Care)],
        silent: &["same-file-writers", "ends-early", "short-run"],
    },
    Recipe {
        from: "Alibaba Cloud, a million IOPS",
        command: "fio -direct=1 -iodepth=64 -rw=randwrite -ioengine=libaio -bs=4k -size=100G -numjobs=8 -runtime=600 -time_based=1 -group_reporting -filename=/dev/sdy -name=test",
        named: &[("unsafe-target", Care), ("depth-not-reached", Note)],
        silent: &["same-file-writers", "ends-early", "short-run", "sync-iodepth"],
    },
    Recipe {
        from: "Alibaba Cloud, latency",
        command: "fio -direct=1 -iodepth=1 -rw=randread -ioengine=libaio -bs=4k -size=1G -numjobs=1 -group_reporting -filename=/dev/sdy -name=Rand_Read_Latency",
        named: &[("small-file", Note)],
        silent: &["unsafe-target", "cache-read"],
    },
    Recipe {
        from: "TiKV, random reads",
        command: "fio -ioengine=psync -bs=32k -fdatasync=1 -thread -rw=randread -size=10G -filename=fio_randread_test.txt -name='fio randread test' -iodepth=4 -runtime=60 -numjobs=4 -group_reporting",
        named: &[
            ("sync-iodepth", Wrong),
            ("ignored-option", Care),
            ("same-file-readers", Care),
        ],
        silent: &["write-cached", "unaligned-direct", "late-generator"],
    },
    Recipe {
        from: "TiKV, random reads beside sequential durable writes",
        command: "fio -ioengine=psync -bs=32k -fdatasync=1 -thread -rw=randrw -percentage_random=100,0 -size=10G -filename=fio_randread_write_test.txt -name='fio mixed test' -iodepth=4 -runtime=60 -numjobs=4 -group_reporting",
        named: &[("sync-iodepth", Wrong), ("same-file-writers", Care)],
        silent: &["write-cached", "ignored-option"],
    },
    Recipe {
        from: "GitLab",
        command: "fio --randrepeat=1 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=test --filename=fresh --bs=4k --iodepth=64 --size=4G --readwrite=randrw --rwmixread=75",
        named: &[("gtod-reduce", Care), ("short-run", Note)],
        silent: &[
            "ignored-option",
            "cache-read",
            "aio-buffered",
            "write-cached",
            "few-samples",
        ],
    },
    Recipe {
        from: "Ceph, is this SSD good for a journal",
        command: "fio --filename=/dev/sdy --direct=1 --sync=1 --rw=write --bs=4k --numjobs=1 --iodepth=1 --runtime=60 --time_based --group_reporting --name=journal-test",
        named: &[("unsafe-target", Care)],
        silent: &[
            "write-cached",
            "fsync-direct",
            "sync-iodepth",
            "ends-early",
            "short-run",
            "overwrite-same",
        ],
    },
    Recipe {
        from: "Ceph, several journals on one SSD: all write the same places",
        command: "fio --filename=/dev/sdy --direct=1 --sync=1 --rw=write --bs=4k --numjobs=5 --iodepth=1 --runtime=60 --time_based --group_reporting --name=journal-test",
        named: &[("unsafe-target", Care), ("same-file-writers", Wrong)],
        silent: &["write-cached"],
    },
    Recipe {
        from: "Ceph, a consumer SSD under fsync",
        command: "fio -ioengine=libaio -name=test -filename=/dev/sdy -fsync=1 -direct=1 -bs=4k -iodepth=1 -rw=randwrite -runtime=15",
        named: &[("fsync-direct", Care), ("unsafe-target", Care)],
        silent: &["write-cached", "sync-iodepth", "short-run"],
    },
    Recipe {
        from: "Kubernetes, a volume given in Gi, buffered",
        command: "fio --ioengine=libaio --group_reporting --norandommap --randrepeat=0 --name=testjob --bs=128K --rw=write --iodepth=32 --size=45Gi",
        named: &[
            ("aio-buffered", Wrong),
            ("ignored-option", Note),
            ("write-cached", Care),
        ],
        silent: &["cache-repeat", "same-file-writers"],
    },
    Recipe {
        from: "PostgreSQL, the write-ahead log with fdatasync",
        command: "fio --name=wal --rw=write --ioengine=psync --bs=8k --fdatasync=1 --size=1g --runtime=60 --time_based",
        named: &[],
        silent: &[
            "small-file",
            "write-cached",
            "fsync-direct",
            "short-run",
            "few-samples",
            "overwrite-same",
        ],
    },
    Recipe {
        from: "PostgreSQL, open_datasync in five seconds",
        command: "fio --name=wal --rw=write --ioengine=psync --bs=8k --sync=dsync --direct=1 --size=16m --runtime=5 --time_based",
        named: &[("short-run", Care)],
        silent: &["small-file", "write-cached", "fsync-direct"],
    },
    Recipe {
        from: "SNIA, preconditioning: twice the capacity",
        command: "fio --name=precondition --filename=/dev/sdy --rw=write --bs=128k --ioengine=libaio --iodepth=32 --direct=1 --loops=2 --refill_buffers",
        named: &[("unsafe-target", Care), ("overwrite-same", Note)],
        silent: &["small-file", "zero-data", "short-run", "cliff", "write-cached"],
    },
    Recipe {
        from: "SNIA, one round of a mix",
        command: "fio --name=round --filename=/dev/sdy --rw=randrw --rwmixread=65 --bs=8k --ioengine=libaio --iodepth=16 --numjobs=4 --direct=1 --runtime=60 --time_based --norandommap --randrepeat=0 --group_reporting",
        named: &[("unsafe-target", Care)],
        silent: &[
            "same-file-writers",
            "ends-early",
            "short-run",
            "ignored-option",
            "small-file",
        ],
    },
    Recipe {
        from: "DigitalOcean, random reads of a volume",
        command: "fio --name=rand-read --filename=cold --ioengine=libaio --iodepth=32 --rw=randread --bs=4k --direct=1 --numjobs=1 --runtime=60 --time_based --group_reporting",
        named: &[],
        silent: &["cache-read", "cache-repeat", "small-file", "ends-early"],
    },
    Recipe {
        from: "a much copied line: buffered random writes by the clock",
        command: "fio --name=random-write --ioengine=psync --rw=randwrite --bs=4k --size=4g --numjobs=1 --iodepth=1 --runtime=60 --time_based --end_fsync=1",
        named: &[("write-cached", Care), ("small-file", Care)],
        silent: &["sync-iodepth", "ends-early", "short-run"],
    },
];

#[test]
fn each_recipe_is_told_what_it_walks_into() {
    for recipe in RECIPES {
        let found = judged(recipe.command);
        for (rule, severity) in recipe.named {
            let worst = found
                .iter()
                .filter(|finding| finding.trap().name() == *rule)
                .map(|finding| finding.severity)
                .max();
            assert_eq!(worst, Some(*severity), "{}: {rule}\n{found:#?}", recipe.from);
        }
        for rule in recipe.silent {
            let said: Vec<_> = found
                .iter()
                .filter(|finding| finding.trap().name() == *rule)
                .collect();
            assert!(said.is_empty(), "{}: {said:#?}", recipe.from);
        }
    }
}

/// The jobs without the text that they were typed as.
fn meaning(jobs: &[JobPlan]) -> Vec<JobPlan> {
    let bare = |job: &JobPlan| JobPlan {
        options: None,
        given: Vec::new(),
        ..job.clone()
    };
    jobs.iter().map(bare).collect()
}

#[test]
fn each_corrected_recipe_parses_and_is_better() {
    for recipe in RECIPES {
        let parsed = parse(recipe.command);
        let facts = before(&parsed.plan, workshop(), workshop_target);
        let better = fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        let line = correct::command_line("fio", &better.jobs);
        let again = parse(&line).plan.jobs;
        assert_eq!(
            meaning(&again),
            meaning(&better.plan.jobs),
            "{}: {line}",
            recipe.from
        );
        let facts = before(&better.plan, workshop(), workshop_target);
        let twice = fixed(
            &parse(&line).jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        assert!(
            twice.changes.iter().all(Vec::is_empty),
            "{}: not settled: {:?}",
            recipe.from,
            twice.changes
        );
        let wrong = |found: &[Finding]| {
            found
                .iter()
                .filter(|finding| finding.severity == Wrong && finding.trap().name() != "unsafe-target")
                .count()
        };
        assert_eq!(
            wrong(&better.left),
            0,
            "{}: {line}\n{:#?}",
            recipe.from,
            better.left
        );
        assert!(
            better.left.len() <= judged(recipe.command).len(),
            "{}",
            recipe.from
        );
    }
}
