//! What ends a job by what it measures: `steadystate`, `latency_target`; and reports in the middle of a run.
//!
//! The simulated device runs in a time of its own, so that seconds pass at once and numbers are exact.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Stdio};

use crate::common;
use crate::snapshot::{assert_screen, messages};
use common::{fiord, text};
use serde_json::Value;

fn job(words: &str) -> Vec<&str> {
    words.split_whitespace().collect()
}

/// The JSON documents of a run in fio's format.
fn documents(args: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let output = fiord(folder.path(), &job(&format!("--output-format=json {args}")));
    assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    serde_json::Deserializer::from_slice(&output.stdout)
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

fn only_job(args: &str) -> Value {
    documents(args).remove(0)["jobs"][0].take()
}

fn plain_text(args: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = fiord(folder.path(), &job(args));
    assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    text(&output.stdout)
}

const SIM: &str = "--name=a --ioengine=sim --rw=randread --bs=4k --size=1g --time_based --runtime=100";

#[test]
fn a_steady_job_ends_after_its_window() {
    for (criterion, shown) in [
        ("iops:5%", "iops:5.000000%"),
        ("iops_slope:1%", "iops_slope:1.000000%"),
        ("bw:10m", "bw:10485760.000000"),
        ("bw_slope:1%", "bw_slope:1.000000%"),
        ("lat:5%", "lat:5.000000%"),
        ("lat_slope:1us", "lat_slope:1000.000000"),
    ] {
        let job = only_job(&format!(
            "{SIM} --steadystate={criterion} --ss_dur=5 --ss_ramp=2 --ramp_time=3"
        ));
        let steady = &job["steadystate"];
        assert_eq!(
            (&steady["ss"], &steady["attained"]),
            (&shown.into(), &1.into()),
            "{criterion}"
        );
        assert_eq!(steady["duration"], 5);
        let iops = steady["data"]["iops"].as_array().unwrap();
        assert_eq!(
            (iops.len(), steady["data"]["bw"].as_array().unwrap().len()),
            (5, 5)
        );
        // 80 us each: 12,500 a second.
        let mean = steady["data"]["iops_mean"].as_f64().unwrap();
        assert!((mean - 12_500.0).abs() < 150.0, "{criterion}: {mean}");
        // Two seconds of ramp and five of the window, of a hundred.
        let runtime = job["read"]["runtime"].as_f64().unwrap();
        assert!((runtime - 7_000.0).abs() < 60.0, "{criterion}: {runtime} ms");
        assert_eq!(
            steady["data"].get("lat_mean").is_some(),
            criterion.starts_with("lat")
        );
    }
}

#[test]
fn an_interval_is_the_time_of_a_measurement() {
    let job = only_job(&format!("{SIM} --ss=iops:5% --ss_dur=20 --ss_interval=4"));
    assert_eq!(job["steadystate"]["data"]["iops"].as_array().unwrap().len(), 5);
    let runtime = job["read"]["runtime"].as_f64().unwrap();
    assert!((runtime - 20_000.0).abs() < 60.0, "{runtime} ms");
}

#[test]
fn a_job_that_slows_down_attains_nothing() {
    let drifts = "--sim_drift=20000";
    let line = format!("{SIM} --runtime=30 {drifts} --ss=iops_slope:0.1% --ss_dur=10");
    let job = only_job(&line);
    assert_eq!(job["steadystate"]["attained"], 0);
    assert!(
        job["steadystate"]["slope"].as_f64().unwrap() < -50.0,
        "{}",
        job["steadystate"]
    );
    assert!(job["read"]["runtime"].as_f64().unwrap() > 29_900.0);
    let page = plain_text(&line);
    assert!(page.contains("  steadystate  : attained=no, bw="), "{page}");
    assert!(page.contains("iops slope=-"), "{page}");
    // A window that was never whole is shown as far as it came, and judges nothing.
    let short = only_job(&format!("{SIM} --runtime=4 --ss=iops:50% --ss_dur=10"));
    let data = &short["steadystate"]["data"];
    assert!(
        (3..=4).contains(&data["iops"].as_array().unwrap().len()),
        "{data}"
    );
    assert!(data["iops_mean"].as_f64().unwrap() > 12_000.0, "{data}");
    assert_eq!(short["steadystate"]["criterion"], "0.000000%");
}

#[test]
fn a_group_is_steady_together() {
    let job = only_job(&format!(
        "{SIM} --numjobs=3 --group_reporting --ss=iops:5% --ss_dur=4"
    ));
    let mean = job["steadystate"]["data"]["iops_mean"].as_f64().unwrap();
    let rate = job["read"]["iops"].as_f64().unwrap();
    assert!((mean / rate - 1.0).abs() < 0.03, "{mean} in {rate}");
    let runtime = job["read"]["runtime"].as_f64().unwrap();
    assert!((runtime - 4_000.0).abs() < 120.0, "{runtime} ms");
}

#[test]
fn a_criterion_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut said = String::new();
    for rule in ["iops", "iops:", "foo:5%", "iops:x", "iops:5%x", "5%"] {
        let output = fiord(
            folder.path(),
            &[
                "--name=a",
                "--ioengine=null",
                "--size=4k",
                "--ss_dur=2",
                &format!("--ss={rule}"),
            ],
        );
        assert_eq!(output.status.code(), Some(1), "{rule}");
        said += &messages(&[rule], &output);
    }
    assert_screen!(said);
}

/// 100 us each, eight at once: deeper queues wait.
const EIGHT: &str = "--name=a --ioengine=sim --sim_parallelism=8 --sim_read_ns=100000 --rw=randread --bs=4k --size=1g \
                     --iodepth=64 --time_based --runtime=100 --latency_window=500ms";

#[test]
fn a_search_finds_the_depth_that_keeps_the_latency() {
    // Nine would wait: at depth 12 the mean is 150 us.
    for (target, depth) in [("105us", 8), ("1ms", 64)] {
        let job = only_job(&format!(
            "{EIGHT} --latency_target={target} --latency_percentile=99"
        ));
        assert_eq!(job["latency_depth"], depth, "{target}");
        assert_eq!(job["latency_window"], 500_000);
        assert_eq!(job["latency_percentile"], 99.0);
        // What is reported is one window at that depth.
        let runtime = job["read"]["runtime"].as_f64().unwrap();
        assert!((runtime - 500.0).abs() < 60.0, "{target}: {runtime} ms");
        let rate = job["read"]["iops"].as_f64().unwrap();
        assert!((rate / 80_000.0 - 1.0).abs() < 0.05, "{target}: {rate}");
    }
}

#[test]
fn a_search_that_goes_on_reports_the_whole_run() {
    let job = only_job(&format!(
        "{EIGHT} --runtime=20 --latency_target=105us --latency_percentile=99 --latency_run=1"
    ));
    let depth = job["latency_depth"].as_u64().unwrap();
    assert!((6..=10).contains(&depth), "{depth}");
    assert!(job["read"]["runtime"].as_f64().unwrap() > 19_900.0);
}

#[test]
fn a_latency_that_depth_1_misses() {
    let folder = tempfile::tempdir().unwrap();
    // All must keep it: the job has failed, as in fio.
    let line = format!("{EIGHT} --latency_target=50us");
    let output = fiord(folder.path(), &job(&line));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).contains("err=110"),
        "{}",
        text(&output.stderr)
    );
    // Some may miss it: the job goes on at depth 1.
    let job = only_job(&format!(
        "{EIGHT} --runtime=5 --latency_target=50us --latency_percentile=90"
    ));
    assert_eq!(job["latency_depth"], 1);
    assert!(job["read"]["runtime"].as_f64().unwrap() > 4_900.0);
    let page = plain_text(&format!(
        "{EIGHT} --runtime=5 --latency_target=50us --latency_percentile=90"
    ));
    assert!(
        page.contains("     latency   : target=50000, window=500000, percentile=90.00%, depth=1\n"),
        "{page}"
    );
}

#[test]
fn a_ramp_by_size_is_not_counted() {
    let line = "--name=a --ioengine=sim --rw=randread --bs=4k --size=64m";
    let whole = only_job(line);
    assert_eq!(whole["read"]["io_bytes"], 64 << 20);
    let rest = only_job(&format!("{line} --ramp_size=16m"));
    assert_eq!(rest["read"]["io_bytes"], 48 << 20);
    // A runtime begins behind it, and a ramp by time as well has to be over.
    let timed = only_job(&format!("{SIM} --runtime=3 --ramp_size=16m"));
    let runtime = timed["read"]["runtime"].as_f64().unwrap();
    assert!((runtime - 3_000.0).abs() < 60.0, "{runtime} ms");
    let both = only_job(&format!("{line} --ramp_size=1m --ramp_time=1"));
    // 80 us each: 12,500 in the second.
    let left = both["read"]["total_ios"].as_f64().unwrap();
    assert!((left - (16_384.0 - 12_500.0)).abs() < 700.0, "{left}");
}

#[test]
fn others_make_the_calls_of_an_offloaded_job() {
    for engine in ["sync", "psync", "pvsync", "pvsync2"] {
        let job = only_job(&format!(
            "--name=a --ioengine={engine} --rw=randrw --bs=4k --size=4m --iodepth=8 --io_submit_mode=offload \
             --fsync=100 --verify=crc32c"
        ));
        // Written and read, and what was written read back.
        assert_eq!(job["error"], 0, "{engine}");
        let written = job["write"]["total_ios"].as_u64().unwrap();
        assert_eq!(job["read"]["total_ios"].as_u64().unwrap(), 1024, "{engine}");
        assert!(written > 300, "{engine}");
        assert!(
            job["iodepth_level"]["8"].as_f64().unwrap() > 10.0,
            "{engine}: {}",
            job["iodepth_level"]
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let refused = fiord(
        folder.path(),
        &job("--name=a --ioengine=mmap --rw=read --size=64k --io_submit_mode=offload"),
    );
    assert_screen!(messages(&["--io_submit_mode=offload"], &refused));
}

#[test]
fn a_report_in_the_middle_of_a_run_has_latencies() {
    let reports = documents(
        "--status-interval=100ms --name=a --ioengine=null --rw=read --size=1g --rate_iops=1000 --time_based --runtime=1",
    );
    assert!(reports.len() >= 2, "{}", reports.len());
    let mut last = 0;
    for report in &reports {
        let read = &report["jobs"][0]["read"];
        let ios = read["total_ios"].as_u64().unwrap();
        assert!(ios >= last, "{ios} after {last}");
        assert_eq!(read["clat_ns"]["N"].as_u64().unwrap(), ios);
        last = ios;
    }
    let middle = &reports[reports.len() - 2]["jobs"][0]["read"];
    assert!(
        middle["clat_ns"]["percentile"]["99.000000"].as_u64().unwrap() > 0,
        "{middle}"
    );
}

#[test]
fn a_job_that_ended_keeps_its_latencies_in_later_reports() {
    let reports = documents(
        "--status-interval=100ms --ioengine=null --size=1g --rate_iops=1000 --name=short --number_ios=20 \
         --name=long --time_based --runtime=1",
    );
    let late = &reports[reports.len() - 2]["jobs"][0]["read"];
    assert_eq!(
        (&late["total_ios"], &late["clat_ns"]["N"]),
        (&20.into(), &20.into())
    );
}

#[test]
fn a_signal_asks_for_a_report_with_latencies() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(job(
            "--name=a --ioengine=null --rw=read --size=1g --rate_iops=1000 --time_based --runtime=60",
        ))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut until = |words: &[&str]| {
        let mut texts = lines.by_ref().map(Result::unwrap);
        texts
            .find(|line| words.iter().any(|word| line.contains(word)))
            .unwrap()
    };
    until(&["Starting"]);
    let pid = rustix::process::Pid::from_child(&child);
    let ask = || rustix::process::kill_process(pid, rustix::process::Signal::USR1).unwrap();
    ask();
    // Each report asks for the next: one that comes before the first I/O has no depths.
    let mut reports = 0;
    while reports < 3 {
        if until(&["groupid=", "IO depths"]).contains("groupid=") {
            ask();
        } else {
            reports += 1;
        }
    }
    until(&["clat percentiles"]);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(128));
}
