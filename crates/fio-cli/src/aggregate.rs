//! `--bandwidth-log`: the bandwidth of all jobs together, in the files that fio writes.

use std::path::Path;

use fiord_record::run::RunRecord;

use crate::document::ReportOutput;

/// One file per direction, with one line: milliseconds, mean KiB/s, direction, and two columns that are 0.
///
/// # Errors
/// What a file says, with its name.
pub(super) fn write(prefix: &str, record: &RunRecord) -> Result<(), String> {
    for (ddir, name) in ["read", "write", "trim"].into_iter().enumerate() {
        let path = format!("{prefix}-{name}_bw.log");
        ReportOutput::open(Some(Path::new(&path)))
            .and_then(|file| file.write(&line(record, ddir)))
            .map_err(|error| format!("--bandwidth-log: {path}: {error}"))?;
    }
    Ok(())
}

fn line(record: &RunRecord, ddir: usize) -> String {
    let stats = record.workers.iter().map(|worker| &worker.stats);
    let (mut bytes, mut longest_ns) = (0_u64, 0);
    for one in stats {
        bytes = bytes.saturating_add(one.ddirs[ddir].bytes);
        longest_ns = longest_ns.max(one.runtime_ns);
    }
    let milliseconds = longest_ns / 1_000_000;
    let kib_per_second = bytes.saturating_mul(1000).checked_div(milliseconds).unwrap_or(0) >> 10;
    format!("{milliseconds}, {kib_per_second}, {ddir}, 0, 0\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use fiord_record::Before;
    use fiord_record::run::WorkerRecord;

    use super::*;

    #[test]
    fn all_workers_count_together_over_the_longest_time() {
        let worker = |bytes, runtime_ns| {
            let mut worker = WorkerRecord::default();
            worker.stats.ddirs[1].bytes = bytes;
            worker.stats.runtime_ns = runtime_ns;
            worker
        };
        let record = RunRecord {
            workers: vec![worker(3 << 20, 1_000_000_000), worker(1 << 20, 2_000_000_000)],
            ..RunRecord::planned(fiord_job::plan::RunPlan::default(), Before::default())
        };
        assert_eq!(line(&record, 1), "2000, 2048, 1, 0, 0\n");
        assert_eq!(line(&record, 0), "2000, 0, 0, 0, 0\n");
    }
}
