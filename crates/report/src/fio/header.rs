//! The lines that fio's normal output prints before a run: what each job is, the version, how many start.

use std::fmt::Write;

use fiord_job::plan::{BlockSize, Ddir, JobPlan, RunPlan};

use super::numbers::{NumberUnit, scaled};

/// One line per job, and `...` below it when there are clones.
pub fn job_lines(job: &JobPlan) -> String {
    let report = &job.report;
    let size = |bytes: u64| {
        scaled(
            bytes,
            usize::from(report.significant_figures),
            report.kb_base == 1024,
            NumberUnit::Bytes,
        )
    };
    let range = |ddir: Ddir| {
        let sizes: &BlockSize = &job.access.block_size[ddir];
        format!("{}-{}", size(sizes.min()), size(sizes.max()))
    };
    let mut out = format!("{}: (g={}): rw={}, ", job.name, job.group, job.access.mode.name());
    let _ = write!(out, "bs=(R) {}, (W) {}, ", range(Ddir::Read), range(Ddir::Write));
    let _ = if job.access.bs_is_seq_rand {
        write!(out, "bs_is_seq_rand, ")
    } else {
        write!(out, "(T) {}, ", range(Ddir::Trim))
    };
    let _ = writeln!(
        out,
        "ioengine={}, iodepth={}",
        job.engine.kind.name(),
        job.depth.iodepth
    );
    if job.numjobs > 1 {
        out.push_str("...\n");
    }
    out
}

/// `Starting N processes`, `and N threads`. Our workers are threads in any case; the words follow what the job asked for.
pub fn starting_line(plan: &RunPlan) -> String {
    let count = |threads: bool| -> u64 {
        let jobs = plan.jobs.iter().filter(|job| job.control.thread_given == threads);
        jobs.map(|job| u64::from(job.numjobs)).sum()
    };
    let words =
        |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    // FIO-DIFF(threads): workers are threads; "process" is printed where fio would have forked.
    let (threads, processes) = (count(true), count(false));
    match (threads, processes) {
        (0, 0) => String::new(),
        (0, _) => format!("Starting {}\n", words(processes, "process", "processes")),
        (_, 0) => format!("Starting {}\n", words(threads, "thread", "threads")),
        _ => format!(
            "Starting {} and {}\n",
            words(threads, "thread", "threads"),
            words(processes, "process", "processes")
        ),
    }
}

/// Everything before the run: job lines, version, how many start.
pub fn render(plan: &RunPlan, version: &str) -> String {
    let mut out: String = plan.jobs.iter().map(job_lines).collect();
    let _ = writeln!(out, "{version}");
    out.push_str(&starting_line(plan));
    out
}
