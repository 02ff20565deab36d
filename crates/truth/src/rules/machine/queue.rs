//! Settings of the block layer's queue: scheduler, rotational, read-ahead and the rest of `queue/`. Not: what the disk is.

use fiord_host::Root;
use fiord_host::block::Queue;
use fiord_host::changes::{Change, Setting};
use fiord_host::disk::Transport;
use fiord_host::stack::{Layer, LayerKind};

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Micros, plural};

/// What the kernel gives a disk that asks for nothing (`VM_READAHEAD_PAGES` in `linux/mm.h`).
const READ_AHEAD_KB: u64 = 128;
/// A turning disk needs milliseconds to move its head; slower than this a few reads look like one.
const TURNS_FROM_US: u128 = 3000;
/// Faster than this they do not.
const TURNS_NOT_BELOW_US: u128 = 1000;

check!(SCHEDULER, Disk, scheduler,
    id: "scheduler",
    family: Machine,
    title: "an I/O scheduler stands between the job and the disk",
    why: "it reorders, merges and holds back requests and costs CPU time for each; a disk that schedules by itself, or a virtual one, is measured through it",
    attempt: "choose `none` while measuring, or say with the result which scheduler ran",
    example: "a virtual disk with mq-deadline: vda: scheduler mq-deadline",
    source: "kernel: block/switching-sched.rst",
);

check!(ROTATIONAL, Disk, rotational,
    id: "rotational",
    family: Machine,
    title: "the kernel believes wrongly that the medium turns",
    why: "file systems place data, and schedulers and swap order it, as for a disk with a moving head",
    attempt: "set queue/rotational to 0 while measuring",
    example: "a virtual disk on flash: vda: rotational 1, yet a 4 KiB read takes 200 µs",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(READ_AHEAD, Disk, read_ahead,
    id: "read-ahead",
    family: Machine,
    title: "read-ahead is large",
    why: "buffered sequential reads fetch this much ahead and random ones may too: throughput is that of large requests, and more bytes leave the disk than were asked for",
    attempt: "set 128 (the kernel's default), or 0 to see the disk alone; direct I/O is not touched by it",
    example: "a cloud image: vda: read-ahead 8192 KiB",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(NOMERGES, Disk, nomerges,
    id: "nomerges",
    family: Machine,
    title: "requests are not merged",
    why: "small neighbouring requests reach the disk one by one, as they would not on a machine with default settings",
    attempt: "set queue/nomerges to 0, or keep it and say so",
    example: "nvme0n1: merging is off (nomerges 2)",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(WRITE_CACHE, Disk, write_cache,
    id: "write-cache",
    family: Durability,
    title: "the disk keeps writes in a volatile cache",
    why: "a finished write is not on the medium before a flush; write results without fsync are those of the cache for as long as it lasts",
    attempt: "measure durable writes with fsync=1, fdatasync=1 or sync=1, and write more than the cache holds",
    example: "vda: write back, no FUA",
    source: "kernel: block/writeback_cache_control.rst",
);

check!(NR_REQUESTS, Disk, nr_requests,
    id: "nr-requests",
    family: Machine,
    title: "few requests fit into the queue",
    why: "beyond this depth a job waits in the kernel, and its latency is the queue's, not the disk's",
    attempt: "raise queue/nr_requests or keep iodepth × numjobs below it",
    example: "sda: 31 requests at the device",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(RQ_AFFINITY, Disk, rq_affinity,
    id: "rq-affinity",
    family: Machine,
    title: "completions run on any CPU",
    why: "a completion on a far CPU adds cache misses and a wake-up to each I/O",
    attempt: "set queue/rq_affinity to 1 (default) or 2",
    example: "nvme0n1: rq_affinity 0",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(WRITE_BACK_THROTTLING, Disk, write_back_throttling,
    id: "wbt",
    family: Machine,
    title: "the kernel holds back buffered writes",
    why: "write-back throttling keeps read latency near its target by slowing background writes, so a mixed buffered job measures the throttle",
    attempt: "write 0 to queue/wbt_lat_usec for mixed buffered jobs; direct I/O is not touched by it",
    example: "vda: write-back throttling aims at 75 ms",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(POLLING, Disk, polling,
    id: "io-poll",
    family: Machine,
    title: "polled I/O has nothing to poll",
    why: "jobs with hipri or pvsync2 polling wait for interrupts or fail, so they show no gain",
    attempt: "boot with nvme.poll_queues=N, then set queue/io_poll",
    example: "nvme0n1: no poll queues",
    source: "kernel: ABI/stable/sysfs-block; modinfo nvme",
);

check!(DISCARD, Disk, discard,
    id: "discard",
    family: Machine,
    title: "deleting files sends discards at once",
    why: "the disk works on discards while the next test is measured",
    attempt: "mount with nodiscard and run fstrim before the test, or wait after deleting",
    example: "/ is mounted with discard",
    source: "ext4(5), xfs(5), fstrim(8)",
);

check!(IOSTATS, Disk, iostats,
    id: "iostats",
    family: Machine,
    title: "the disk counts nothing",
    why: "without its counters nobody can tell reads of the disk from reads of memory, nor see other users of it",
    attempt: "set queue/iostats to 1",
    example: "nvme0n1: iostats 0",
    source: "kernel: block/stat.rst",
);

fn attribute(device: &str, name: &str) -> String {
    Root::system()
        .block(device)
        .join("queue")
        .join(name)
        .display()
        .to_string()
}

fn advice(device: &str, setting: Setting, to: &str) -> String {
    format!(
        "`fiord doctor --fix`, or: echo {to} > {}",
        attribute(device, setting.name())
    )
}

fn change(device: &str, setting: Setting, to: &str) -> Change {
    Change {
        device: device.to_owned(),
        setting,
        to: to.to_owned(),
    }
}

/// Whether a disk may really have a moving head, as far as its transport tells.
fn may_turn(layer: &Layer) -> bool {
    matches!(&layer.kind, LayerKind::Disk(disk) if matches!(disk.transport,
        Transport::Sata | Transport::Sas | Transport::Scsi | Transport::Usb | Transport::RaidController | Transport::Unknown))
}

fn each<'a>(layers: Vec<&'a Layer>, judge: impl Fn(&'a Layer, &'a Queue) -> Option<Seen>) -> Vec<Seen> {
    let one = |layer: &'a Layer| Some(judge(layer, layer.queue.as_ref()?)?.on(&layer.name));
    layers.into_iter().filter_map(one).collect()
}

fn scheduler(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.queues(), |layer, queue| {
        let name = &layer.name;
        let combined = matches!(
            layer.kind,
            LayerKind::Mapped(_) | LayerKind::Md(_) | LayerKind::Bcache { .. }
        );
        let Some(scheduler) = queue.scheduler.as_deref() else {
            return (!combined).then(|| Seen::unknown(format!("{name}: scheduler")));
        };
        if scheduler == "none" {
            return (!combined).then(|| Seen::fine(format!("{name}: none")));
        }
        let saw = format!("{name}: scheduler {scheduler}");
        if may_turn(layer) && queue.rotational == Some(true) && scheduler != "bfq" {
            return Some(
                Seen::note(saw)
                    .because("usual for a turning disk; it reorders and merges requests")
                    .attempt("leave it for a turning disk, and say with the result which scheduler ran"),
            );
        }
        if queue.schedulers.iter().any(|s| s == "none") {
            let seen = Seen::care(saw).attempt(advice(name, Setting::Scheduler, "none"));
            return Some(seen.change(change(name, Setting::Scheduler, "none")));
        }
        Some(Seen::care(saw))
    })
}

fn rotational(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        let Some(turns) = queue.rotational else {
            return Some(Seen::unknown(format!("{name}: rotational")));
        };
        let latency = facts.latency_of(name);
        let took = latency.map(|l| format!("a 4 KiB read takes {}", Micros(l.as_micros() as u64)));
        let with_latency = |seen: Seen| match latency {
            Some(l) => seen.with("read_latency_us", l.as_nanos() as f64 / 1e3),
            None => seen,
        };
        let shown = took.as_ref().map_or_else(String::new, |t| format!(", {t}"));
        if !turns {
            let seen = match latency {
                Some(l) if l.as_micros() > TURNS_FROM_US => Seen::note(format!("{name}: rotational 0, yet{}", &shown[1..]))
                    .because("that is slow for a disk without a moving head: it is busy, throttled, far away, or it does turn")
                    .attempt("repeat when the disk is idle; look at the throttle and foreign-io checks"),
                _ => Seen::fine(format!("{name}: 0{shown}")),
            };
            return Some(with_latency(seen));
        }
        let below_turns = layer
            .below
            .iter()
            .flat_map(leaves)
            .any(|q| q.rotational == Some(true));
        let fast = latency.is_some_and(|l| l.as_micros() < TURNS_NOT_BELOW_US);
        let seen = match latency {
            _ if below_turns => Seen::fine(format!("{name}: 1, as the disk below says")),
            _ if may_turn(layer) && !fast => Seen::fine(format!("{name}: 1{shown}")),
            _ if may_turn(layer) => Seen::note(format!("{name}: rotational 1, yet{}", &shown[1..]))
                .because("a cache answered, or the medium does not turn"),
            Some(l) if l.as_micros() > TURNS_FROM_US => Seen::note(format!("{name}: rotational 1{shown}"))
                .because("so slow, it may turn; a virtual disk's claim is its host's guess")
                .attempt("repeat when the disk is idle"),
            _ => {
                let doubt = match took {
                    Some(took) => format!("yet {took}"),
                    None => format!("yet {} cannot tell", cannot_turn(layer)),
                };
                Seen::care(format!("{name}: rotational 1, {doubt}"))
                    .attempt(advice(name, Setting::Rotational, "0"))
                    .change(change(name, Setting::Rotational, "0"))
            }
        };
        Some(with_latency(seen))
    })
}

fn cannot_turn(layer: &Layer) -> String {
    match &layer.kind {
        LayerKind::Disk(disk) => format!("a {} disk", disk.transport.name()),
        LayerKind::Loop { .. } => "a loop device".to_owned(),
        _ => "memory".to_owned(),
    }
}

fn leaves(layer: &Layer) -> Vec<&Queue> {
    if layer.below.is_empty() {
        return layer.queue.iter().collect();
    }
    layer.below.iter().flat_map(leaves).collect()
}

fn read_ahead(facts: &MachineView<'_>) -> Vec<Seen> {
    let of_files = facts.machine.stack.file_system().and_then(|fs| fs.read_ahead_kb);
    let mut out = each(facts.heads(), |layer, queue| {
        let name = &layer.name;
        let Some(kib) = queue.read_ahead_kb else {
            return Some(Seen::unknown(format!("{name}: read-ahead")));
        };
        // Twice the preferred size is what the kernel itself sets (`blk_apply_bdi_limits`).
        let by_stripe = queue
            .optimal_io_size
            .is_some_and(|bytes| bytes > 0 && kib == 2 * bytes / 1024);
        let seen = match kib {
            0 => Seen::note(format!("{name}: read-ahead is off"))
                .because("buffered sequential reads wait for every block")
                .attempt(format!(
                    "echo {READ_AHEAD_KB} > {}",
                    attribute(name, "read_ahead_kb")
                )),
            _ if kib <= READ_AHEAD_KB => Seen::fine(format!("{name}: {kib} KiB")),
            _ if by_stripe => Seen::note(format!(
                "{name}: {kib} KiB, twice the size that the device prefers"
            ))
            .attempt("leave it, or set 0 to see the disk alone; direct I/O is not touched by it"),
            _ => Seen::care(format!(
                "{name}: read-ahead {kib} KiB, {} times the default",
                kib / READ_AHEAD_KB
            ))
            .attempt(advice(name, Setting::ReadAheadKb, "128"))
            .change(change(name, Setting::ReadAheadKb, "128")),
        };
        Some(seen.with("read_ahead_kb", kib as f64))
    });
    if let (true, Some(kib)) = (out.is_empty(), of_files) {
        let saw = format!("files on this mount: {kib} KiB");
        out.push(if kib > READ_AHEAD_KB {
            Seen::note(saw).attempt("direct I/O is not touched by it")
        } else {
            Seen::fine(saw)
        });
    }
    out
}

fn nomerges(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        Some(match queue.nomerges {
            None => Seen::unknown(format!("{name}: nomerges")),
            Some(0) => Seen::fine(format!("{name}: merges as usual")),
            Some(1) => Seen::note(format!("{name}: only simple merges (nomerges 1)")),
            Some(n) => Seen::note(format!("{name}: merging is off (nomerges {n})")),
        })
    })
}

fn write_cache(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        let fua = match queue.fua {
            Some(true) => ", FUA",
            Some(false) => ", no FUA",
            None => "",
        };
        Some(match queue.write_cache.as_deref() {
            None => Seen::unknown(format!("{name}: write cache")),
            Some("write back") => Seen::note(format!("{name}: write back{fua}")),
            Some(mode) => Seen::fine(format!(
                "{name}: {mode}{fua}; a flush costs nothing or is ignored"
            )),
        })
    })
}

fn nr_requests(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        let queues = queue.hardware_queues.map_or_else(String::new, |n| {
            format!(" in {}", plural(u64::from(n), "hardware queue"))
        });
        let device = match &layer.kind {
            LayerKind::Disk(disk) => disk.device_queue_depth,
            _ => None,
        };
        Some(match (queue.nr_requests, device) {
            (None, None) => Seen::unknown(format!("{name}: nr_requests")),
            (_, Some(depth)) if depth <= 64 => Seen::note(format!(
                "{name}: the device takes {}{queues}",
                plural(u64::from(depth), "request")
            ))
            .attempt(format!(
                "keep iodepth × numjobs at or below {depth}, or expect the rest to wait in the kernel"
            )),
            (Some(n), _) if n < 64 => Seen::note(format!("{name}: {}{queues}", plural(n, "request"))),
            (Some(n), _) => Seen::fine(format!("{name}: {}{queues}", plural(n, "request"))),
            (None, Some(depth)) => Seen::fine(format!(
                "{name}: {} at the device",
                plural(u64::from(depth), "request")
            )),
        })
    })
}

fn rq_affinity(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        Some(match queue.rq_affinity? {
            0 => Seen::note(format!("{name}: rq_affinity 0")),
            n => Seen::fine(format!("{name}: {n}")),
        })
    })
}

fn write_back_throttling(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        Some(match queue.wbt_lat_usec? {
            us if us > 0 => Seen::note(format!(
                "{name}: write-back throttling aims at {}",
                Micros(us as u64)
            )),
            _ => Seen::fine(format!("{name}: off")),
        })
    })
}

fn polling(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        let nvme = matches!(&layer.kind, LayerKind::Disk(disk) if disk.transport == Transport::Nvme);
        if !nvme {
            return None;
        }
        Some(match (queue.io_poll, facts.machine.system.nvme_poll_queues) {
            (_, Some(0)) => Seen::note(format!("{name}: the driver has no poll queues")),
            (Some(false), _) => Seen::note(format!("{name}: io_poll 0")),
            (Some(true), _) => Seen::fine(format!("{name}: can be polled")),
            (None, _) => Seen::unknown(format!("{name}: io_poll")),
        })
    })
}

fn discard(facts: &MachineView<'_>) -> Vec<Seen> {
    let mut out = Vec::new();
    if let Some(fs) = facts.machine.stack.file_system() {
        let asked = fs.mount.super_options.iter().chain(&fs.mount.options);
        let online = asked.clone().any(|o| o == "discard" || o == "discard=sync");
        if online {
            out.push(Seen::note(format!(
                "{} is mounted with discard",
                fs.mount.mount_point.display()
            )));
        }
    }
    out.extend(each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        Some(match queue.discard_max_bytes? {
            0 => Seen::fine(format!("{name}: cannot discard")),
            _ => Seen::fine(format!(
                "{name}: in units of {}",
                Bytes(queue.discard_granularity.unwrap_or(512))
            )),
        })
    }));
    out
}

fn iostats(facts: &MachineView<'_>) -> Vec<Seen> {
    each(facts.disks(), |layer, queue| {
        let name = &layer.name;
        Some(match queue.iostats? {
            true => Seen::fine(format!("{name}: counts")),
            false => Seen::care(format!("{name}: iostats 0"))
                .attempt(format!("echo 1 > {}", attribute(name, "iostats"))),
        })
    })
}
