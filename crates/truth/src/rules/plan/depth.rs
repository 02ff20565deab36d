//! How many I/Os are really in flight.

use fiord_job::plan::EngineKind;

use super::per_disk_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::Count;

pub(super) const AIO_BUFFERED: Rule = Rule {
    id: "aio-buffered",
    family: Family::Depth,
    title: "native AIO through the page cache",
    why: "Linux does buffered I/O inside io_submit: the call returns when the I/O is done, so one I/O is in flight, slat holds the whole latency and clat nothing",
    attempt: "direct=1; for asynchronous buffered I/O ioengine=io_uring",
    example: "fio --name=t --filename=warm --ioengine=libaio --direct=0 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60\n64 I/Os are asked for, one is ever in flight.",
    source: "S3, S4 (the direct × buffered table); fio #512; man 2 io_submit",
    when: When::Plan,
    judge: aio_buffered,
};

fn aio_buffered(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let job = look.job;
        if job.engine.kind != EngineKind::Libaio || job.durability.direct {
            return Vec::new();
        }
        let severity = if job.depth.iodepth > 1 {
            Severity::Wrong
        } else {
            Severity::Care
        };
        let saw = format!(
            "ioengine=libaio with direct=0: iodepth={} becomes one I/O at a time, done inside the submit call",
            job.depth.iodepth
        );
        vec![
            AIO_BUFFERED
                .finds(severity, saw)
                .with("iodepth", f64::from(job.depth.iodepth))
                .with("real_depth", 1.0),
        ]
    })
}

pub(super) const DEPTH_NOT_REACHED: Rule = Rule {
    id: "depth-not-reached",
    family: Family::Depth,
    title: "more I/Os asked for than the device's queue takes",
    why: "what does not fit waits in the kernel: latency grows, the device sees no more",
    attempt: "iodepth × numjobs within the queue of the device; after the run compare IOPS × latency with what was asked",
    example: "fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=32\n1024 I/Os for a queue of 256.",
    source: "S1 (queue stays at 1–2 in the VM); Documentation/block/queue-sysfs (nr_requests)",
    when: When::Plan,
    judge: depth_not_reached,
};

fn depth_not_reached(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        if !look.job.durability.direct {
            return Vec::new();
        }
        let asked = u64::from(look.planned.depth) * u64::from(look.job.numjobs.max(1));
        let queue = look
            .targets
            .first()
            .map(|target| target.leaves())
            .unwrap_or_default();
        let room: u64 = queue
            .iter()
            .filter_map(|leaf| {
                let queue = leaf.queue.as_ref()?;
                Some(queue.nr_requests? * u64::from(queue.hardware_queues.unwrap_or(1)))
            })
            .sum();
        if room == 0 || asked <= room {
            return Vec::new();
        }
        let saw = format!(
            "iodepth × numjobs is {}, and the device's queue holds {} requests",
            Count(asked),
            Count(room)
        );
        vec![
            DEPTH_NOT_REACHED
                .finds(Severity::Note, saw)
                .with("asked_depth", asked as f64)
                .with("queue_depth", room as f64),
        ]
    })
}
