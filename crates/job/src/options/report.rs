//! What is recorded and how it is printed.

use fiord_messages::{Fixed, job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::placement::cpu_list;
use super::spec::OptionSpec;
use super::words::{One, Unbuilt};
use crate::plan::{LogClock, LogWindow, UnifiedReporting, UnitBase};

const CLOCK: Fixed = job_support::one_clock;

pub(super) static OPTIONS: &[OptionSpec] = &[
    set("group_reporting")
        .doc("Report all jobs of a group as one.")
        .sets(|value, draft| draft.plan.report.group_reporting = value.flag()),
    boolean("stats")
        .default("1")
        .doc("Whether the job shows up in the report.")
        .sets(|value, draft| draft.plan.report.stats = value.flag()),
    boolean("clat_percentiles")
        .default("1")
        .doc("Report percentiles of completion latency.")
        .sets(|value, draft| draft.plan.report.clat_percentiles = value.flag()),
    boolean("lat_percentiles")
        .default("0")
        .doc("Report percentiles of total latency.")
        .sets(|value, draft| draft.plan.report.lat_percentiles = value.flag()),
    boolean("slat_percentiles")
        .default("0")
        .doc("Report percentiles of submission latency.")
        .sets(|value, draft| draft.plan.report.slat_percentiles = value.flag()),
    floats("percentile_list")
        .range(0, 100)
        .parts(20)
        .default("1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99")
        .doc("Which percentiles to report, at most 20.")
        .sets(|value, draft| {
            let mut list = value.floats().to_vec();
            list.sort_by(f64::total_cmp);
            draft.plan.report.percentiles = list;
        }),
    int("significant_figures")
        .range(1, 10)
        .default("4")
        .doc("Digits of large numbers in the normal report.")
        .sets(|value, draft| draft.plan.report.significant_figures = value.u8()),
    boolean("disk_util")
        .default("1")
        .doc("Report the I/O of the disks under the files.")
        .sets(|value, draft| draft.plan.report.disk_util = value.flag()),
    boolean("gtod_reduce")
        .default("0")
        .doc("Ask for the time as rarely as possible: no latencies.")
        .sets(|value, draft| {
            let report = &mut draft.plan.report;
            report.gtod_reduce = value.flag();
            // As in fio, 0 turns nothing back on.
            if value.flag() {
                report.disable_lat = true;
                report.disable_clat = true;
                report.disable_slat = true;
                report.clat_percentiles = false;
                report.lat_percentiles = false;
            }
        }),
    boolean("disable_lat")
        .default("0")
        .doc("Do not record total latency.")
        .sets(|value, draft| draft.plan.report.disable_lat = value.flag()),
    boolean("disable_clat")
        .default("0")
        .doc("Do not record completion latency.")
        .sets(|value, draft| draft.plan.report.disable_clat = value.flag()),
    boolean("disable_slat")
        .default("0")
        .doc("Do not record submission latency.")
        .sets(|value, draft| draft.plan.report.disable_slat = value.flag()),
    boolean("disable_bw_measurement")
        .alias("disable_bw")
        .default("0")
        .doc("Do not sample bandwidth.")
        .accepted(job_support::still_sampled),
    choice(
        "unified_rw_reporting",
        &One {
            words: &[
                ("none", UnifiedReporting::None),
                ("mixed", UnifiedReporting::Mixed),
                ("both", UnifiedReporting::Both),
                ("0", UnifiedReporting::None),
                ("1", UnifiedReporting::Mixed),
                ("2", UnifiedReporting::Both),
            ],
            set: |unified, draft| draft.plan.report.unified = unified,
        },
    )
    .default("none")
    .doc("Report the directions apart, together, or both ways."),
    choice(
        "kb_base",
        &One {
            words: &[("1024", 1024), ("1000", 1000)],
            set: |base, draft| draft.plan.report.kb_base = base,
        },
    )
    .default("1024")
    .doc(
        "How units of size are read. 1024: k and kb are 1024, kib is 1000. 1000: the other way \
         round, as IEC has it.",
    ),
    choice(
        "unit_base",
        &One {
            words: &[
                ("0", UnitBase::Auto),
                ("8", UnitBase::Bytes),
                ("1", UnitBase::Bits),
            ],
            set: |base, draft| draft.plan.report.unit_base = base,
        },
    )
    .default("0")
    .doc("Whether results are printed in bytes (8), bits (1), or as the engine prefers (0)."),
    int("bwavgtime")
        .default("500")
        .doc("Length of a bandwidth sample in milliseconds.")
        .sets(|value, draft| draft.plan.report.bw_avg_ms = value.u32()),
    int("iopsavgtime")
        .default("500")
        .doc("Length of an IOPS sample in milliseconds.")
        .sets(|value, draft| draft.plan.report.iops_avg_ms = value.u32()),
    boolean("per_job_logs")
        .default("1")
        .doc("Put the job's number into log names; without it jobs of one name share a log.")
        .sets(|value, draft| draft.plan.report.logs.per_job = value.flag()),
    optional_text("write_bw_log")
        .doc("Write a bandwidth log; the value begins its name.")
        .sets(|value, draft| draft.plan.report.logs.bw = Some(value.string())),
    optional_text("write_lat_log")
        .doc("Write logs of total, submission and completion latency.")
        .sets(|value, draft| draft.plan.report.logs.lat = Some(value.string())),
    optional_text("write_iops_log")
        .doc("Write an IOPS log.")
        .sets(|value, draft| draft.plan.report.logs.iops = Some(value.string())),
    optional_text("write_hist_log")
        .doc("Write a log of completion latency histograms, one per `log_hist_msec`.")
        .sets(|value, draft| draft.plan.report.logs.hist = Some(value.string())),
    int("log_entries")
        .range(1024, 1_048_576)
        .default("1024")
        .doc("Log entries to make room for before the start.")
        .sets(|value, draft| draft.plan.report.logs.entries = value.u32()),
    int("log_avg_msec")
        .default("0")
        .doc("Log the mean of windows of this many milliseconds; 0 logs each I/O.")
        .sets(|value, draft| draft.plan.report.logs.avg_ms = value.u32()),
    int("log_hist_msec")
        .default("0")
        .doc("Milliseconds between two histograms in the log; 0 logs no histograms.")
        .sets(|value, draft| draft.plan.report.logs.hist_ms = value.u32()),
    int("log_hist_coarseness")
        .range(0, 6)
        .default("0")
        .doc("How many times pairs of histogram bins are joined, 0 to 6.")
        .sets(|value, draft| draft.plan.report.logs.hist_coarseness = value.u8()),
    choice(
        "log_window_value",
        &One {
            words: &[
                ("avg", LogWindow::Avg),
                ("max", LogWindow::Max),
                ("both", LogWindow::Both),
                ("0", LogWindow::Avg),
                ("1", LogWindow::Max),
            ],
            set: |window, draft| draft.plan.report.logs.window = window,
        },
    )
    .alias("log_max_value")
    .default("avg")
    .doc("Logged value of a window: its mean, its maximum, or both."),
    boolean("log_offset")
        .default("0")
        .doc("Log the offset of each I/O.")
        .sets(|value, draft| draft.plan.report.logs.offset = value.flag()),
    boolean("log_prio")
        .default("0")
        .doc("Log the priority of each I/O.")
        .sets(|value, draft| draft.plan.report.logs.prio = value.flag()),
    boolean("log_issue_time")
        .default("0")
        .doc("Log when each I/O was issued, in nanoseconds.")
        .sets(|value, draft| draft.plan.report.logs.issue_time = value.flag()),
    boolean("log_alternate_epoch")
        .alias("log_unix_epoch")
        .doc(
            "Count time in logs as a clock does, rather than from the job's start: that of `log_alternate_epoch_clock_id`.",
        )
        .sets(|value, draft| draft.plan.report.logs.epoch.is_asked = value.flag()),
    int("log_alternate_epoch_clock_id")
        .default("0")
        .doc(
            "Number of that clock (`clock_gettime(2)`): 0 counts from 1970, 1 from about the start of the machine, 7 too, with the \
             time it slept, 11 is international atomic time.",
        )
        .checks(|value, draft| {
            draft.plan.report.logs.epoch.clock = log_clock(value.i64())?;
            Ok(())
        }),
    int("log_compression")
        .range(1024, 536_870_912)
        .doc(
            "Compress logs in memory, in pieces of this many bytes, by a thread of their own, so that the log of each I/O \
             of a long run fits.",
        )
        .sets(|value, draft| draft.plan.report.logs.compression.chunk_bytes = value.u32())
        .accepted(job_support::logs_stay),
    text("log_compression_cpus")
        .doc("Processors of the thread that compresses.")
        .checks(|value, draft| {
            draft.plan.report.logs.compression.cpus = Some(cpu_list(value.text(), draft)?);
            Ok(())
        })
        .accepted(job_support::compressed_at_end),
    boolean("log_store_compressed")
        .default("0")
        .doc("Write logs compressed, to files named `.log.fz`; `--inflate-log` prints one.")
        .sets(|value, draft| draft.plan.report.logs.compression.store = value.flag()),
    boolean("block_error_percentiles")
        .default("0")
        .doc(
            "Report after how many trims blocks failed, in blocks of the trims' smallest size, and what became of the others. The worker \
             keeps 4 bytes per block.",
        )
        .sets(|value, draft| draft.plan.report.block_errors = value.flag()),
    choice("clocksource", &Unbuilt(&["gettimeofday", "clock_gettime", "cpu"]))
        .doc("Clock of the job.")
        .accepted(CLOCK),
    int("gtod_cpu")
        .doc("CPU that only reads the clock.")
        .accepted(CLOCK),
    int("job_start_clock_id")
        .default("0")
        .doc("Clock of `job_start` in JSON: 0, the time of day.")
        .checks(|value, _| match value.i64() {
            0 => Ok(()),
            number => Err(Problem::new(|lang| job_options::NoStartClock { number: &number }.text(lang))),
        }),
];

/// FIO-DIFF(log-clock): fio takes any number, and counts from what lies in memory where the kernel lacks that clock.
fn log_clock(number: i64) -> Result<LogClock, Problem> {
    LogClock::ALL
        .into_iter()
        .find(|clock| i64::from(clock.id()) == number)
        .ok_or_else(|| {
            Problem::new(|lang| job_options::NoClock { number: &number }.text(lang))
                .help(job_options::clock_ids)
        })
}

/// What is not recorded has no percentiles.
pub(super) fn finish(draft: &mut Draft) {
    let report = &mut draft.plan.report;
    report.clat_percentiles &= !report.disable_clat;
    report.lat_percentiles &= !report.disable_lat;
    report.slat_percentiles &= !report.disable_slat;
    let logs = &report.logs;
    if logs.compression.store && (logs.issue_time || logs.window == LogWindow::Both) {
        draft.fail(Problem::new(job_options::log_no_room).help(job_options::logs_as_text));
    }
}
