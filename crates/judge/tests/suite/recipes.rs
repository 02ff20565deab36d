//! The recipes that clouds, databases and benchmark scripts publish: what `explain` says about each, and that it can be
//! corrected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::reference;
use crate::vendors;

use fiord_job::plan::JobPlan;
use fiord_judge::correct::{self, fixed};
use fiord_judge::{Finding, Severity};
use fiord_record::RunRecord;
use reference::{CONTEXT, before, judged, parse, workshop, workshop_target};

struct Recipe {
    from: &'static str,
    /// Rule and severity, exactly.
    named: &'static [(&'static str, Severity)],
    /// Rules that must keep still.
    silent: &'static [&'static str],
}

use Severity::{Care, Note, Wrong};

const RECIPES: &[Recipe] = &[
    Recipe {
        from: "AWS, volume initialisation",
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
        named: &[],
        silent: &["ends-early", "write-cached", "aio-buffered", "same-file-writers"],
    },
    Recipe {
        from: "Azure, a rate",
        named: &[("late-generator", Note)],
        silent: &["cache-read"],
    },
    Recipe {
        from: "Google Cloud, write IOPS",
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
        named: &[],
        silent: &["same-file-writers", "unsafe-target", "ends-early", "cache-read"],
    },
    Recipe {
        from: "Oracle Cloud, throughput: four readers of the same megabytes",
        named: &[("same-file-readers", Care)],
        silent: &["unsafe-target", "same-file-writers"],
    },
    Recipe {
        from: "etcd",
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
        named: &[("gtod-reduce", Care)],
        silent: &["cache-repeat", "ends-early", "few-samples"],
    },
    Recipe {
        from: "Alibaba Cloud, random writes",
        named: &[("unsafe-target", Wrong), ("ends-early", Care)],
        silent: &["write-cached", "sync-iodepth"],
    },
    Recipe {
        from: "YABS",
        named: &[
            ("gtod-reduce", Care),
            ("same-file-writers", Care),
            ("ends-early", Note),
        ],
        silent: &["ignored-option", "cache-read"],
    },
    Recipe {
        from: "KDiskMark",
        named: &[("ignored-option", Note), ("small-file", Note)],
        silent: &["cache-read", "zero-data"],
    },
    Recipe {
        from: "AWS, sixteen random writers of one gigabyte each",
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
        named: &[("unsafe-target", Care)],
        silent: &["same-file-writers", "ends-early", "short-run"],
    },
    Recipe {
        from: "Alibaba Cloud, a million IOPS",
        named: &[("unsafe-target", Care), ("depth-not-reached", Note)],
        silent: &["same-file-writers", "ends-early", "short-run", "sync-iodepth"],
    },
    Recipe {
        from: "Alibaba Cloud, latency",
        named: &[("small-file", Note)],
        silent: &["unsafe-target", "cache-read"],
    },
    Recipe {
        from: "TiKV, random reads",
        named: &[
            ("sync-iodepth", Wrong),
            ("ignored-option", Care),
            ("same-file-readers", Care),
        ],
        silent: &["write-cached", "unaligned-direct", "late-generator"],
    },
    Recipe {
        from: "TiKV, random reads next to sequential durable writes",
        named: &[("sync-iodepth", Wrong), ("same-file-writers", Care)],
        silent: &["write-cached", "ignored-option"],
    },
    Recipe {
        from: "GitLab",
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
        named: &[("unsafe-target", Care), ("same-file-writers", Wrong)],
        silent: &["write-cached"],
    },
    Recipe {
        from: "Ceph, a consumer SSD under fsync",
        named: &[("fsync-direct", Care), ("unsafe-target", Care)],
        silent: &["write-cached", "sync-iodepth", "short-run"],
    },
    Recipe {
        from: "Kubernetes, a volume given in Gi, buffered",
        named: &[
            ("aio-buffered", Wrong),
            ("ignored-option", Note),
            ("write-cached", Care),
        ],
        silent: &["cache-repeat", "same-file-writers"],
    },
    Recipe {
        from: "PostgreSQL, the write-ahead log with fdatasync",
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
        named: &[("short-run", Care)],
        silent: &["small-file", "write-cached", "fsync-direct"],
    },
    Recipe {
        from: "SNIA, preconditioning: twice the capacity",
        named: &[("unsafe-target", Care), ("overwrite-same", Note)],
        silent: &["small-file", "zero-data", "short-run", "cliff", "write-cached"],
    },
    Recipe {
        from: "SNIA, one round of a mix",
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
        named: &[],
        silent: &["cache-read", "cache-repeat", "small-file", "ends-early"],
    },
    Recipe {
        from: "a much copied line: buffered random writes by the clock",
        named: &[("write-cached", Care), ("small-file", Care)],
        silent: &["sync-iodepth", "ends-early", "short-run"],
    },
];

#[test]
fn each_recipe_is_told_what_it_walks_into() {
    for recipe in RECIPES {
        let found = judged(vendors::command(recipe.from));
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
        let parsed = parse(vendors::command(recipe.from));
        let facts = before(&parsed.plan, workshop(), workshop_target);
        let better = fixed(
            &parsed.jobs,
            &CONTEXT,
            &RunRecord::planned(parsed.plan.clone(), facts.clone()),
        );
        let line = correct::command_line("fio", &[], &better.jobs);
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
            better.left.len() <= judged(vendors::command(recipe.from)).len(),
            "{}",
            recipe.from
        );
    }
}
