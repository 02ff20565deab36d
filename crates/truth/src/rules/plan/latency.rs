//! What the latency that will be printed means.

use fiord_job::plan::Ddir;

use super::per_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Count};

pub(super) const GTOD_REDUCE: Rule = Rule {
    id: "gtod-reduce",
    family: Family::Latency,
    title: "latency switched off, or blurred by batches",
    why: "without clock readings there is no latency; in batches an I/O waits for its neighbours, and that wait counts as the device's",
    attempt: "no gtod_reduce where latency matters (fiord's clock costs little); batches of 1 for latency, large ones for IOPS only",
    example: "fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=1 --bs=4k --iodepth=64 --size=4G --rw=randread\nIOPS only: no latency is taken.",
    source: "recipes of GitLab, kubestr, Google Cloud",
    when: When::Plan,
    judge: gtod_reduce,
};

fn gtod_reduce(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let (report, depth) = (&look.job.report, &look.job.depth);
        let mut found = Vec::new();
        let off: Vec<&str> = [
            ("disable_clat", report.disable_clat),
            ("disable_lat", report.disable_lat),
            ("disable_slat", report.disable_slat),
        ]
        .into_iter()
        .filter_map(|(name, on)| on.then_some(name))
        .collect();
        if report.gtod_reduce {
            found.push(GTOD_REDUCE.finds(
                Severity::Care,
                "gtod_reduce=1: no latencies are taken, and no percentiles".to_owned(),
            ));
        } else if !off.is_empty() {
            found.push(GTOD_REDUCE.finds(
                Severity::Care,
                format!("{}: that latency is not taken", off.join(", ")),
            ));
        }
        if look.job.engine.kind.is_synchronous() {
            return found;
        }
        if depth.batch_complete_min > 1 {
            let saw = format!(
                "completions are waited for in batches of at least {}: each of them is as late as the last of its batch",
                depth.batch_complete_min
            );
            found.push(
                GTOD_REDUCE
                    .finds(Severity::Care, saw)
                    .with("batch", f64::from(depth.batch_complete_min)),
            );
        }
        if depth.batch_submit > 1 {
            let saw = format!(
                "submitted in batches of up to {}: the first of a batch waits for the last",
                depth.batch_submit
            );
            found.push(
                GTOD_REDUCE
                    .finds(Severity::Note, saw)
                    .with("batch", f64::from(depth.batch_submit)),
            );
        }
        found
    })
}

pub(super) const LATE_GENERATOR: Rule = Rule {
    id: "late-generator",
    family: Family::Latency,
    title: "a rate that waits for its own I/Os",
    why: "an I/O that is late because the one before was slow has its wait left out of the latency: the worst moments count once (coordinated omission)",
    attempt: "an asynchronous engine with iodepth well above rate × latency, and the response time (from the intended start) that `fiord run` reports beside fio's latency",
    example: "fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G --rate_iops=1000\nOne I/O at a time cannot start the next while it waits.",
    source: "fio #635; fio's manual on io_submit_mode; Schroeder et al. 2006 (open versus closed)",
    when: When::Plan,
    judge: late_generator,
};

fn late_generator(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let pace = &look.job.pace;
        let rates: Vec<String> = Ddir::ALL
            .into_iter()
            .filter(|ddir| issues(look.job, *ddir))
            .filter_map(|ddir| match (pace.rate_bytes[ddir], pace.rate_iops[ddir]) {
                (0, 0) => None,
                (0, iops) => Some(format!("{} {}s per second", Count(u64::from(iops)), ddir.name())),
                (bytes, _) => Some(format!("{}/s of {}s", Bytes(bytes), ddir.name())),
            })
            .collect();
        if rates.is_empty() {
            return Vec::new();
        }
        let depth = look.planned.depth;
        let severity = if depth == 1 {
            Severity::Care
        } else {
            Severity::Note
        };
        let saw = format!(
            "{} with {depth} in flight at most: when that is not enough the schedule slips, and fio's latency does not show it",
            rates.join(" and ")
        );
        vec![
            LATE_GENERATOR
                .finds(severity, saw)
                .with("depth", f64::from(depth)),
        ]
    })
}
