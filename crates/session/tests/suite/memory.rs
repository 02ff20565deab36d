//! What a worker costs in memory, measured in a process that runs nothing else.

use std::process::Command;

use fiord_job::plan::{Amount, EngineKind, JobPlan, RunPlan};

use crate::bed::{run, settings};

/// Runs so many workers with one I/O each and returns the most memory this process ever held, in bytes. Not what getrusage(2) says:
/// a process inherits `ru_maxrss` from the one that started it, and cargo is larger than a hundred workers.
fn most_after(numjobs: u32) -> u64 {
    let mut job = JobPlan::new("j");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4096));
    job.numjobs = numjobs;
    let outcome = run(
        &RunPlan {
            jobs: vec![job],
            ..RunPlan::default()
        },
        &settings(),
    )
    .unwrap();
    assert!(outcome.workers.iter().all(|worker| worker.error.is_none()));
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")).unwrap();
    kib.trim().parse::<u64>().unwrap() * 1024
}

/// The most that one more worker of a small job may cost, in bytes. Measured 2026-11, unoptimised: 84 KiB on a quiet machine, up to
/// 97 KiB on a busy one, where more workers are in their deepest call at the same time; the stack is about half. fio 3.33 with
/// 1,000 threads of the same job takes 250 KiB each.
const WORKER_BYTES: u64 = 128 << 10;

/// Set in the process that measures.
const ALONE: &str = "FIORD_TEST_ALONE";

#[test]
fn a_worker_costs_little_memory() {
    if std::env::var_os(ALONE).is_none() {
        let mut alone = Command::new(std::env::current_exe().unwrap());
        alone.args(["--exact", "memory::a_worker_costs_little_memory", "--nocapture"]);
        let output = alone.env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        print!("{said}");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            said.contains("bytes per worker"),
            "the measuring process ran no test"
        );
        return;
    }
    // Where the kernel gives a huge page to the first touch of a byte, a stack would cost what the machine's memory happens to have free.
    // SAFETY: prctl(PR_SET_THP_DISABLE) takes numbers only.
    assert_eq!(unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0) }, 0);
    let few = most_after(100);
    let many = most_after(1_100);
    let each = (many - few) / 1_000;
    println!("{each} bytes per worker; {many} bytes with 1,100 workers");
    assert!(
        many > few,
        "a thousand workers cost nothing, so this does not measure them"
    );
    assert!(each <= WORKER_BYTES, "{each} bytes per worker");
}
