//! The rows of the budget: who runs against whom, what is compared, and what must come out.

use super::measure::{BenchSample, Contender};
use super::targets::{Targets, ZramDevices};
use fiord_testbed::Zram;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Metric {
    Iops,
    /// The rate of a job whose writes and reads follow each other: the sum of both rates is none.
    PhasedIops,
    /// Bytes per second of processor time.
    BytesPerCpu,
    CpuPerIo,
    /// How much of the processor time is the kernel's: what no program can save.
    KernelShare,
    Wall,
    Memory,
    MedianLatency,
}

impl Metric {
    pub(crate) fn of(self, sample: &BenchSample) -> f64 {
        match self {
            Metric::Iops => sample.iops,
            Metric::PhasedIops => sample.phased_iops,
            Metric::BytesPerCpu => sample.bytes_per_s * sample.wall_s / sample.cpu_s / 1e9,
            Metric::CpuPerIo => sample.cpu_s / sample.ios * 1e9,
            Metric::KernelShare => sample.kernel_share,
            Metric::Wall => sample.wall_s,
            Metric::Memory => sample.rss_kib,
            Metric::MedianLatency => sample.p50_ns,
        }
    }

    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Metric::Iops | Metric::PhasedIops => "",
            Metric::BytesPerCpu => ", bytes per CPU second",
            Metric::CpuPerIo => ", CPU per I/O",
            Metric::KernelShare => ", kernel's share of CPU",
            Metric::Wall => ", start to exit",
            Metric::Memory => ", memory",
            Metric::MedianLatency => ", median latency",
        }
    }

    pub(crate) fn unit(self) -> &'static str {
        match self {
            Metric::Iops | Metric::PhasedIops => "IOPS",
            Metric::BytesPerCpu => "GB/s",
            Metric::CpuPerIo | Metric::MedianLatency => "ns",
            Metric::KernelShare => "of 1",
            Metric::Wall => "s",
            Metric::Memory => "KiB",
        }
    }

    pub(crate) fn better_is_less(self) -> bool {
        matches!(self, Metric::CpuPerIo | Metric::Wall | Metric::Memory)
    }
}

/// One comparison.
pub(crate) struct BenchRow {
    pub(crate) name: String,
    pub(crate) left: Contender,
    pub(crate) right: Contender,
    pub(crate) metrics: Vec<Metric>,
    budgets: Vec<(Metric, f64)>,
    /// How many times the pairs that were asked for: a row whose budget is finer than the scatter of one run needs more.
    pub(crate) times: usize,
    pub(crate) missing: Option<String>,
}

impl BenchRow {
    pub(crate) fn budget(&self, metric: Metric) -> Option<f64> {
        self.budgets
            .iter()
            .find(|(of, _)| *of == metric)
            .map(|(_, budget)| *budget)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// fiord against fio with the same arguments.
fn against_fio(name: &str, args: &str, budgets: &[(Metric, f64)]) -> BenchRow {
    let args = words(args);
    let mut metrics: Vec<Metric> = budgets.iter().map(|(metric, _)| *metric).collect();
    if metrics.is_empty() {
        metrics.push(Metric::Iops);
    }
    BenchRow {
        name: name.to_owned(),
        left: Contender::Fiord(args.clone()),
        right: Contender::Fio(args),
        metrics,
        budgets: budgets.to_vec(),
        times: 1,
        missing: None,
    }
}

fn against(name: &str, ours: &str, other: Contender, budgets: &[(Metric, f64)]) -> BenchRow {
    BenchRow {
        left: Contender::Fiord(words(ours)),
        right: other,
        ..against_fio(name, "", budgets)
    }
}

const TIMED: &str = "--time_based --runtime={seconds}";

pub(crate) fn all(targets: &Targets) -> Vec<BenchRow> {
    let mut rows = null_rows();
    rows.extend(zram_rows(targets));
    rows.extend(verify_rows(targets));
    rows.extend(cached_rows(targets));
    rows.extend(disk_rows(targets));
    rows.extend(once_slower_rows(targets));
    rows.extend(whole_process_rows());
    rows.extend(evidence_rows(targets));
    rows.extend(live_rows(targets));
    rows
}

/// The same `fiord run` with what the view in the terminal shows made each second, and without.
fn live_rows(targets: &Targets) -> Vec<BenchRow> {
    let (device, missing) = zram(targets, |zram| &zram.filled);
    let null = format!("--name=a --ioengine=null --rw=randread --bs=4k --size=1g {TIMED}");
    let psync = format!("--name=a --filename={device} --rw=randread --bs=4k --direct=1 --readonly {TIMED}");
    let row = |name: &str, job: &str, missing: Option<String>| BenchRow {
        name: name.to_owned(),
        left: Contender::Run(words(&format!("--live json {job}"))),
        right: Contender::Run(words(job)),
        metrics: vec![Metric::Iops],
        budgets: vec![(Metric::Iops, 0.99)],
        times: 3,
        missing,
    };
    vec![
        row("null with the live view over without", &null, None),
        row("psync zram with the live view over without", &psync, missing),
    ]
}

/// The same job with the kernel's counters read meanwhile, and without.
fn evidence_rows(targets: &Targets) -> Vec<BenchRow> {
    let null = format!("--name=a --ioengine=null --rw=randread --bs=4k --size=1g {TIMED}");
    let file = targets.file.display();
    let disk = format!(
        "--name=a --filename={file} --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=32 {TIMED}"
    );
    let record = targets.scratch("evidence.json");
    let row = |name: &str, job: &str| {
        let watched = format!("{job} --evidence={}", record.display());
        BenchRow {
            times: 3,
            ..against(
                name,
                &watched,
                Contender::Fiord(words(job)),
                &[(Metric::Iops, 0.99), (Metric::CpuPerIo, 1.01)],
            )
        }
    };
    vec![
        row("null with evidence over without", &null),
        row("disk depth 32 with evidence over without", &disk),
    ]
}

fn null_rows() -> Vec<BenchRow> {
    use Metric::{BytesPerCpu, CpuPerIo, Iops};
    let null = |more: &str| format!("--name=a --ioengine=null --rw=randread --bs=4k {TIMED} {more}");
    let four_gib = null("--size=4g");
    vec![
        against_fio("null depth 1", &null("--size=1g"), &[(Iops, 8.0)]),
        against_fio("null depth 32", &null("--size=1g --iodepth=32"), &[(Iops, 8.0)]),
        against(
            "null 4 TiB over 4 GiB",
            &null("--size=4t"),
            Contender::Fiord(words(&four_gib)),
            &[(Iops, 0.95), (CpuPerIo, 1.053)],
        ),
        against(
            "null two workers over one",
            &null("--size=1g --numjobs=2"),
            Contender::Fiord(words(&null("--size=1g"))),
            &[(Iops, 1.9), (CpuPerIo, 1.053)],
        ),
        BenchRow {
            metrics: vec![BytesPerCpu],
            ..against_fio(
                "refill_buffers (budget: 4 GB/s absolute)",
                &format!(
                    "--name=a --ioengine=null --rw=randwrite --bs=64k --size=1g --refill_buffers {TIMED}"
                ),
                &[],
            )
        },
    ]
}

/// The name of a device in memory, or one that does not exist with the reason why.
fn zram(targets: &Targets, which: impl Fn(&ZramDevices) -> &Zram) -> (String, Option<String>) {
    match &targets.zram {
        Ok(devices) => (which(devices).device().display().to_string(), None),
        Err(error) => ("/dev/zram-missing".to_owned(), Some(error.clone())),
    }
}

fn zram_rows(targets: &Targets) -> Vec<BenchRow> {
    use Metric::{CpuPerIo, Iops, KernelShare};
    let (filled, missing) = zram(targets, |zram| &zram.filled);
    let (unwritten, _) = zram(targets, |zram| &zram.unwritten);
    let job = |device: &str| {
        format!("--name=a --filename={device} --rw=randread --bs=4k --direct=1 --readonly {TIMED}")
    };
    let psync = job(&filled);
    let libaio = format!("{psync} --ioengine=libaio --iodepth=32");
    let bare = |device: &str| Contender::Bare(words(&format!("pread {device} direct 1")));
    let budgets = [(Iops, 1.35), (CpuPerIo, 0.75)];
    let over_bare = [(Iops, 0.95), (CpuPerIo, 1.053)];
    let mut whole = against_fio("psync zram", &psync, &budgets);
    whole.metrics.push(KernelShare);
    let mut rows = vec![
        whole,
        against("psync zram over bare pread", &psync, bare(&filled), &over_bare),
        against_fio(
            "psync zram, 256 MiB of it",
            &format!("{psync} --size=256m"),
            &budgets,
        ),
        against_fio("psync zram, unwritten", &job(&unwritten), &budgets),
        against(
            "psync zram, unwritten, over bare pread",
            &job(&unwritten),
            bare(&unwritten),
            &over_bare,
        ),
        against_fio("libaio zram depth 32", &libaio, &[(Iops, 1.3)]),
    ];
    for row in &mut rows {
        row.missing.clone_from(&missing);
    }
    rows
}

/// Blocks written, read back and checked, one at a time, in a queue, and large ones of a pattern that zram stores without
/// compressing it: there the program's own work is most of it. The first two leave incompressible content on the filled device.
fn verify_rows(targets: &Targets) -> Vec<BenchRow> {
    use Metric::{CpuPerIo, KernelShare, PhasedIops};
    let (filled, missing) = zram(targets, |zram| &zram.filled);
    let (pattern, _) = zram(targets, |zram| &zram.pattern);
    let ways = [
        ("", &filled, "--bs=4k --loops=4"),
        (
            " depth 32",
            &filled,
            "--bs=4k --loops=4 --ioengine=libaio --iodepth=32",
        ),
        (
            " pattern 1m",
            &pattern,
            "--bs=1m --loops=20 --verify_pattern=0x5a",
        ),
    ];
    let row = |checksum: &str, (name, device, more): (&str, &String, &str)| {
        let job = format!(
            "--name=a --filename={device} --rw=write --size=256m --direct=1 {more} --verify={checksum}"
        );
        let mut row = BenchRow {
            missing: missing.clone(),
            ..against(
                &format!("verify {checksum} zram{name}"),
                &format!("--allow-destroy={device} {job}"),
                Contender::Fio(words(&job)),
                &[(PhasedIops, 2.0), (CpuPerIo, 0.5)],
            )
        };
        row.metrics.push(KernelShare);
        row
    };
    let checksums = ["crc32c", "xxhash"];
    checksums
        .into_iter()
        .flat_map(|checksum| ways.map(|way| row(checksum, way)))
        .collect()
}

/// What was slower or larger than fio once: md5, checks of a backlog, logs of latencies, and io_uring where the device answers in the call.
fn once_slower_rows(targets: &Targets) -> Vec<BenchRow> {
    use Metric::{Iops, Memory, PhasedIops, Wall};
    let (filled, missing) = zram(targets, |zram| &zram.filled);
    let (pattern, _) = zram(targets, |zram| &zram.pattern);
    let md5 = format!(
        "--name=a --filename={pattern} --rw=write --size=256m --direct=1 --bs=1m --loops=20 --verify_pattern=0x5a --verify=md5"
    );
    let backlog = format!(
        "--name=a --filename={} --rw=randwrite --bs=4k --size=64m --direct=1 --ioengine=libaio --iodepth=32 \
         --verify=crc32c --verify_backlog=1024",
        targets.scratch("backlog.dat").display()
    );
    let ring = format!(
        "--name=a --filename={filled} --rw=randread --bs=4k --direct=1 --readonly --ioengine=io_uring --iodepth=32 {TIMED}"
    );
    let logs = format!(
        "--name=a --ioengine=null --rw=randread --bs=4k --size=4g --write_lat_log={}",
        targets.scratch("lat").display()
    );
    vec![
        BenchRow {
            missing: missing.clone(),
            ..against(
                "verify md5 zram pattern 1m",
                &format!("--allow-destroy={pattern} {md5}"),
                Contender::Fio(words(&md5)),
                &[(PhasedIops, 1.0)],
            )
        },
        against_fio("verify_backlog disk depth 32", &backlog, &[(Wall, 1.0)]),
        BenchRow {
            missing,
            ..against_fio("io_uring zram depth 32", &ring, &[(Iops, 1.0)])
        },
        against_fio("a million logged latencies", &logs, &[(Memory, 1.0), (Wall, 1.0)]),
    ]
}

fn cached_rows(targets: &Targets) -> Vec<BenchRow> {
    use Metric::{CpuPerIo, Iops};
    let file = targets.cached.display();
    let base = format!("--name=a --filename={file} --rw=randread --bs=4k --invalidate=0 {TIMED}");
    let ring = format!("{base} --ioengine=io_uring --iodepth=32");
    let fixed = format!("{ring} --fixedbufs --registerfiles");
    let mmap = format!("{base} --ioengine=mmap");
    let bare = Contender::Bare(words(&format!("ring {file} cached 32")));
    let write = targets.scratch("write.dat");
    let write = format!(
        "--name=a --filename={} --rw=write --bs=4k --size=256m {TIMED}",
        write.display()
    );
    vec![
        against_fio("io_uring cached depth 32", &ring, &[(Iops, 1.3)]),
        against(
            "io_uring cached over bare ring",
            &ring,
            bare,
            &[(Iops, 0.95), (CpuPerIo, 1.053)],
        ),
        against_fio("io_uring fixedbufs registerfiles", &fixed, &[(Iops, 1.3)]),
        against_fio("mmap cached", &mmap, &[(Iops, 1.3)]),
        against_fio("buffered write 4k", &write, &[(Iops, 1.0)]),
    ]
}

fn disk_rows(targets: &Targets) -> Vec<BenchRow> {
    use Metric::{CpuPerIo, Iops, KernelShare, MedianLatency};
    let base = |more: &str| {
        format!(
            "--name=a --filename={} --rw=randread --bs=4k --direct=1 --ioengine=libaio {TIMED} {more}",
            targets.file.display()
        )
    };
    let mut depth_1 = against_fio(
        "disk depth 1",
        &base("--iodepth=1"),
        &[(Iops, 0.97), (CpuPerIo, 0.7)],
    );
    depth_1.metrics.extend([MedianLatency, KernelShare]);
    let mut depth_32 = against_fio(
        "disk depth 32",
        &base("--iodepth=32"),
        &[(Iops, 0.97), (CpuPerIo, 0.7)],
    );
    depth_32.metrics.push(KernelShare);
    // A shared disk scatters by a tenth and more from one run to the next.
    (depth_1.times, depth_32.times) = (2, 2);
    vec![depth_1, depth_32]
}

fn whole_process_rows() -> Vec<BenchRow> {
    use Metric::{Memory, Wall};
    let thousand =
        "--name=a --ioengine=null --rw=read --bs=4k --size=4k --numjobs=1000 --thread --group_reporting";
    vec![
        against_fio(
            "one I/O",
            "--name=a --ioengine=null --rw=read --bs=4k --size=4k",
            &[(Wall, 0.1)],
        ),
        against_fio("1,000 jobs", thousand, &[(Wall, 0.3), (Memory, 0.3)]),
    ]
}
