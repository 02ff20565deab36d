//! The tables of the two verbs that read their options themselves.

use crate::manual::own::{OwnOption, OwnOptions};

pub(crate) const RUN: OwnOptions = OwnOptions {
    verb: "run",
    about: "Run a fio command line or job file and say what was really measured.",
    usage: "fiord run [OPTIONS] FIO ARGUMENTS…",
    options: OF_RUN,
    notes: "\
Exit codes: 0 done, 1 a job or an assertion failed or (--strict) the grade is C or D, 2 the request was wrong, 3 an assertion \
is undecided, 128 interrupted.",
};

pub(crate) const SWEEP: OwnOptions = OwnOptions {
    verb: "sweep",
    about: "Vary block size, depth or workers, and find where more stops paying.",
    usage: "fiord sweep PATH [--bs 4k..1m] [--depth 1..64] [--jobs 1..8] [OPTIONS] [FIO OPTIONS…]",
    options: &[
        OwnOption::valued(
            "bs",
            "LEVELS",
            "block sizes: a range that doubles, 4k..1m, or a list, 4k,64k,1m",
        ),
        OwnOption::valued(
            "depth",
            "LEVELS",
            "queue depths (iodepth); the engine is libaio unless another one is named",
        ),
        OwnOption::valued("jobs", "LEVELS", "workers (numjobs)"),
        OwnOption::valued("blocks", "N", "repeats of each cell (6)"),
        OwnOption::valued("seed", "N", "seed of the order and of the offsets"),
        OwnOption::flag("json", "print JSON (docs/json.md)"),
        OwnOption::flag("md", "print Markdown"),
        OwnOption::flag("csv", "print the table as CSV"),
        OwnOption::valued("store", "FILE", "where the runs are kept; see `fiord run --help`"),
        OwnOption::flag("no-store", "keep nothing"),
        OwnOption::flag(
            "hosts",
            "measure on all hosts of an MPI launcher: mpirun -np 4 fiord sweep --hosts PATH … (docs/many-hosts.md)",
        ),
        OwnOption::valued(
            "spread",
            "HOW",
            "with --hosts: same, or stripes, of one file or device; in a folder each rank has files of its own",
        )
        .of(&["same", "stripes"]),
        OwnOption::valued(
            "filename-on",
            "HOST=PATH",
            "with --hosts: the target on this host; once for each host",
        ),
        OwnOption::flag("help", "this text"),
    ],
    notes: "\
PATH is a folder, in which a file is made and deleted again, or a file or device, which is read.
FIO OPTIONS are such as --rw=randwrite, --runtime=10s; else --rw=randread --bs=4k --direct=1 --size=1g --runtime=2s.
A sweep that was interrupted goes on with `fiord study resume`, over hosts with `fiord study resume --hosts`.",
};

const OF_RUN: &[OwnOption] = &[
    OwnOption {
        short: Some('v'),
        ..OwnOption::flag(
            "verbose",
            "all findings, with reasons and sources, and the steady state",
        )
    },
    OwnOption::flag("full", "fio's report as well"),
    OwnOption::flag("strict", "exit with 1 when the grade is C or D"),
    OwnOption::flag(
        "json",
        "print the document of the run (docs/json.md) instead of text",
    ),
    OwnOption::flag("md", "print Markdown"),
    OwnOption::flag("csv", "print the numbers as CSV"),
    OwnOption::valued(
        "evidence",
        "FILE",
        "write the document of the run to FILE as well",
    ),
    OwnOption::valued(
        "metrics",
        "FILE",
        "write the numbers to FILE as OpenMetrics, for node_exporter's textfile collector (docs/metrics.md)",
    ),
    OwnOption::valued(
        "spec",
        "FILE",
        "hold the result against the claims of a spec sheet (TOML; see docs/spec-sheets.md)",
    ),
    OwnOption::valued(
        "repeat",
        "N",
        "run it N times and give the median with its interval (from 6 runs on); --json then has the documents of all runs",
    ),
    OwnOption::flag(
        "layers",
        "trace the kernel in random slices of the run and show where the latency went by layer (root); --layers=all traces all of it (docs/layers.md)",
    ),
    OwnOption::valued(
        "layers-buffer",
        "KIB",
        "as --layers, with this size of the kernel's buffer of each processor",
    ),
    OwnOption::flag(
        "self-cost",
        "measure what fiord itself costs per I/O with these options, by the null engine",
    ),
    OwnOption::flag(
        "hosts",
        "run on all hosts of an MPI launcher: mpirun -np 4 fiord run --hosts JOB (docs/many-hosts.md)",
    ),
    OwnOption::valued(
        "spread",
        "HOW",
        "with --hosts: same (each rank does what the job says; the default), files (a file for each), stripes (a part of one file for each)",
    )
    .of(&["same", "files", "stripes"]),
    OwnOption::flag(
        "shift-reads",
        "with --hosts: jobs that only read take the part of a rank on the next host",
    ),
    OwnOption::flag(
        "wear-out",
        "with --hosts: at its runtime a job does not end, but goes on until each worker has done as much as the farthest had then",
    ),
    OwnOption::valued(
        "filename-on",
        "HOST=PATH",
        "with --hosts: the file or device of all jobs on this host, in place of filename=; once for each host",
    ),
    OwnOption::valued(
        "assert",
        "E",
        "expect read.p99<1ms, iops>5000, write.bw>=100MB/s, sync.p99.9<10ms (docs/checks.md); of runs with --repeat the interval decides",
    ),
    OwnOption::valued(
        "report",
        "KIND",
        "of what was asserted: junit:FILE, github (to standard error) or github:FILE",
    ),
    OwnOption::valued(
        "baseline",
        "RESULT",
        "run until it is settled how this compares with RESULT (a saved name, an id, a file; as `fiord compare`)",
    ),
    OwnOption::valued(
        "vs",
        "JOB",
        "run this job and the other, a command line in quotes, in turn, in pairs, until it is settled how they compare",
    ),
    OwnOption::valued(
        "fail-if",
        "C",
        "of such a comparison: exit with 1 if slower:5% (faster:5%, different:5%, inconclusive), with 3 if undecided",
    ),
    OwnOption::valued(
        "save",
        "NAME",
        "keep the run under this name: `fiord report NAME`",
    ),
    OwnOption::valued(
        "store",
        "FILE",
        "keep it there; else in $FIORD_STORE, or fiord/runs.sqlite in $XDG_DATA_HOME or ~/.local/share",
    ),
    OwnOption::flag("no-store", "keep nothing"),
    OwnOption::valued(
        "allow-destroy",
        "DEVICE",
        "overwrite this block device, partitions and signatures included",
    ),
    OwnOption {
        short: Some('h'),
        ..OwnOption::flag("help", "this text")
    },
];
