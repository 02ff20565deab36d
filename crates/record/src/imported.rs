//! What a run that was read from somebody's text says: where it stood, its figures, and what its text contradicts.

use fiord_job::plan::Ddir;
use serde::{Deserialize, Serialize};

use crate::claims::Spread;

/// A run that was read from a text. What the text leaves out is `None` or missing, never 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportFacts {
    pub kind: ImportKind,
    /// The file as it was named; `-` is standard input.
    pub source: String,
    /// The first and the last of its lines, from 1.
    pub lines: (u64, u64),
    /// What the text calls it.
    pub name: String,
    /// Names and values that stand with it, such as the other columns of its row.
    pub labels: Vec<(String, String)>,
    /// The command that made it, as it was typed.
    pub command: Option<String>,
    pub figures: Vec<Figure>,
    /// Numbers of the text that cannot both be true.
    pub mismatches: Vec<Mismatch>,
    /// Runs of the same text whose options differ and mean the same.
    pub twins: Vec<Twin>,
    /// What others did on the same device.
    pub others: Vec<OtherLoad>,
    /// Latencies that the prose of the text gives in another unit.
    pub prose: Vec<ProseLatency>,
    /// What the text does not say, though it was counted: zeros in its place are none, and what other numbers make is not judged.
    #[serde(default)]
    pub unknown: Vec<UnknownCount>,
    /// The mean latency of each second, in nanoseconds, for each job of the plan: all that a log of averaged latencies has. 0: unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mean_latencies: Vec<Vec<u64>>,
}

/// A count that a text may leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownCount {
    /// Processor time, switches and faults.
    Processor,
    /// I/Os by depth.
    Depths,
    /// Calls by the number of their I/Os.
    Batches,
    /// How many I/Os there were: their number is made from a rate or a size, and has their rounding.
    Ios,
    /// How many syncs there were.
    Syncs,
}

impl UnknownCount {
    pub const ALL: [Self; 5] = [
        Self::Processor,
        Self::Depths,
        Self::Batches,
        Self::Ios,
        Self::Syncs,
    ];
}

/// Which program printed it, or how it was written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportKind {
    Fiord,
    FioText,
    /// Lines of fio's group summary without the report of the jobs.
    FioSummary,
    FioJson,
    FioTerse,
    FioLog,
    Iostat,
    Ping,
    Scp,
    Rsync,
    Iperf3,
    Netperf,
    Sockperf,
    Dd,
    Hdparm,
    Ioping,
    Sysbench,
    Bonnie,
    Yabs,
    Diskmark,
    Kbench,
    Dbench,
    Kubestr,
    Diskspd,
    PgTestFsync,
    Iozone,
    Elbencho,
    Rados,
    Vdbench,
    CephBench,
    Biolatency,
    Sar,
    Dstat,
    Pidstat,
    Vmstat,
    ZpoolIostat,
    Table,
    /// Latencies in plain text, one operation per line.
    LatencyList,
    /// Lines cut from fio's report, without the rates and counts that make a job.
    FioLine,
    /// Numbers with a unit in a sentence.
    Prose,
}

impl ImportKind {
    pub const ALL: [ImportKind; 40] = [
        ImportKind::Fiord,
        ImportKind::FioText,
        ImportKind::FioSummary,
        ImportKind::FioJson,
        ImportKind::FioTerse,
        ImportKind::FioLog,
        ImportKind::Iostat,
        ImportKind::Ping,
        ImportKind::Scp,
        ImportKind::Rsync,
        ImportKind::Iperf3,
        ImportKind::Netperf,
        ImportKind::Sockperf,
        ImportKind::Dd,
        ImportKind::Hdparm,
        ImportKind::Ioping,
        ImportKind::Sysbench,
        ImportKind::Bonnie,
        ImportKind::Yabs,
        ImportKind::Diskmark,
        ImportKind::Kbench,
        ImportKind::Dbench,
        ImportKind::Kubestr,
        ImportKind::Diskspd,
        ImportKind::PgTestFsync,
        ImportKind::Iozone,
        ImportKind::Elbencho,
        ImportKind::Rados,
        ImportKind::Vdbench,
        ImportKind::CephBench,
        ImportKind::Biolatency,
        ImportKind::Sar,
        ImportKind::Dstat,
        ImportKind::Pidstat,
        ImportKind::Vmstat,
        ImportKind::ZpoolIostat,
        ImportKind::Table,
        ImportKind::LatencyList,
        ImportKind::FioLine,
        ImportKind::Prose,
    ];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ImportKind::Fiord => "fiord",
            ImportKind::FioText => "fio-text",
            ImportKind::FioSummary => "fio-summary",
            ImportKind::FioJson => "fio-json",
            ImportKind::FioTerse => "fio-terse",
            ImportKind::FioLog => "fio-log",
            ImportKind::Iostat => "iostat",
            ImportKind::Ping => "ping",
            ImportKind::Scp => "scp",
            ImportKind::Rsync => "rsync",
            ImportKind::Iperf3 => "iperf3",
            ImportKind::Netperf => "netperf",
            ImportKind::Sockperf => "sockperf",
            ImportKind::Dd => "dd",
            ImportKind::Hdparm => "hdparm",
            ImportKind::Ioping => "ioping",
            ImportKind::Sysbench => "sysbench",
            ImportKind::Bonnie => "bonnie",
            ImportKind::Yabs => "yabs",
            ImportKind::Diskmark => "diskmark",
            ImportKind::Kbench => "kbench",
            ImportKind::Dbench => "dbench",
            ImportKind::Kubestr => "kubestr",
            ImportKind::Diskspd => "diskspd",
            ImportKind::PgTestFsync => "pg-test-fsync",
            ImportKind::Iozone => "iozone",
            ImportKind::Elbencho => "elbencho",
            ImportKind::Rados => "rados",
            ImportKind::Vdbench => "vdbench",
            ImportKind::CephBench => "ceph-bench",
            ImportKind::Biolatency => "biolatency",
            ImportKind::Sar => "sar",
            ImportKind::Dstat => "dstat",
            ImportKind::Pidstat => "pidstat",
            ImportKind::Vmstat => "vmstat",
            ImportKind::ZpoolIostat => "zpool-iostat",
            ImportKind::Table => "table",
            ImportKind::LatencyList => "latency-list",
            ImportKind::FioLine => "fio-line",
            ImportKind::Prose => "prose",
        }
    }
}

/// One number, as far as the text gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    pub what: FigureOf,
    /// None: the figure is of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<FigureJob>,
    /// None: of all directions, or of none.
    pub ddir: Option<Ddir>,
    /// In the quantity's unit; a range where one was given.
    pub value: Spread,
    /// How many values stand behind it.
    pub samples: Option<u64>,
}

/// The job that a figure belongs to, in an output of several jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureJob {
    /// Place of its report in the output, from 0: clones of one job may have a report each.
    pub entry: u32,
    pub name: String,
    /// Its reporting group; a stonewall begins a new one.
    pub group: u32,
}

/// What a figure is of; its unit stands last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureOf {
    Iops,
    BytesPerS,
    Ios,
    Bytes,
    RuntimeNs,
    SlatMeanNs,
    ClatMeanNs,
    LatMeanNs,
    LatMinNs,
    LatMaxNs,
    P50Ns,
    P99Ns,
    P999Ns,
    P9999Ns,
    SyncIos,
    SyncMeanNs,
    SyncsPerS,
    SyncMaxNs,
    SyncP50Ns,
    SyncP99Ns,
    SyncP999Ns,
    SyncP9999Ns,
    QueueDepth,
    UtilPercent,
    LostPercent,
    Samples,
}

impl FigureOf {
    /// Whether it is a quantity of syncs, which have no direction.
    pub const fn is_of_syncs(self) -> bool {
        matches!(
            self,
            FigureOf::SyncIos
                | FigureOf::SyncsPerS
                | FigureOf::SyncMeanNs
                | FigureOf::SyncMaxNs
                | FigureOf::SyncP50Ns
                | FigureOf::SyncP99Ns
                | FigureOf::SyncP999Ns
                | FigureOf::SyncP9999Ns
        )
    }

    /// The name in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            FigureOf::Iops => "iops",
            FigureOf::BytesPerS => "bytes_per_s",
            FigureOf::Ios => "ios",
            FigureOf::Bytes => "bytes",
            FigureOf::RuntimeNs => "runtime_ns",
            FigureOf::SlatMeanNs => "slat_mean_ns",
            FigureOf::ClatMeanNs => "clat_mean_ns",
            FigureOf::LatMeanNs => "lat_mean_ns",
            FigureOf::LatMinNs => "lat_min_ns",
            FigureOf::LatMaxNs => "lat_max_ns",
            FigureOf::P50Ns => "p50_ns",
            FigureOf::P99Ns => "p99_ns",
            FigureOf::P999Ns => "p99_9_ns",
            FigureOf::P9999Ns => "p99_99_ns",
            FigureOf::SyncIos => "sync_ios",
            FigureOf::SyncMeanNs => "sync_mean_ns",
            FigureOf::SyncsPerS => "syncs_per_s",
            FigureOf::SyncMaxNs => "sync_max_ns",
            FigureOf::SyncP50Ns => "sync_p50_ns",
            FigureOf::SyncP99Ns => "sync_p99_ns",
            FigureOf::SyncP999Ns => "sync_p99_9_ns",
            FigureOf::SyncP9999Ns => "sync_p99_99_ns",
            FigureOf::QueueDepth => "queue_depth",
            FigureOf::UtilPercent => "util_percent",
            FigureOf::LostPercent => "lost_percent",
            FigureOf::Samples => "samples",
        }
    }
}

/// Numbers of one text that cannot both be true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Mismatch {
    /// One bandwidth in two units, or with the ends that it lies between.
    Bandwidths {
        ddir: Ddir,
        bytes_per_s: f64,
        other_bytes_per_s: f64,
    },
    /// A bandwidth and the bytes and time that make it.
    BytesInTime {
        ddir: Ddir,
        bytes_per_s: f64,
        from_bytes_per_s: f64,
        bytes: f64,
        runtime_ns: f64,
    },
    /// A rate and the I/Os and time that make it.
    IosInTime {
        ddir: Ddir,
        iops: f64,
        from_iops: f64,
        ios: u64,
        runtime_ns: f64,
    },
    /// A bandwidth, and the rate and block size that make it.
    BlocksPerS {
        bytes_per_s: f64,
        iops: f64,
        block_bytes: u64,
    },
    /// I/Os in flight, by rate and mean latency, and the depth of all jobs.
    InFlight { in_flight: f64, asked_depth: f64 },
    /// A latency, and one which cannot be shorter but is.
    LatencyOrder {
        lower: FigureOf,
        lower_ns: f64,
        higher: FigureOf,
        higher_ns: f64,
    },
    /// A group number that this output had before.
    GroupTwice { group: u64, first_line: u64 },
}

/// Another run of the same text, with other options that mean the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Twin {
    pub line: u64,
    /// The options of this run, and of the other, that look different.
    pub mine: String,
    pub theirs: String,
    /// What both mean.
    pub means: String,
}

/// What others did on the device of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum OtherLoad {
    /// iostat showed the device at work before the first of the runs.
    Before {
        device: String,
        line: u64,
        read_iops: f64,
        write_iops: f64,
        bytes_per_s: f64,
    },
    /// fio's own table of disks has more requests than the jobs issued.
    Table {
        device: String,
        ddir: Ddir,
        issued_ios: u64,
        device_ios: u64,
    },
}

/// A latency in the prose that no run of the text has, but for its unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProseLatency {
    pub line: u64,
    /// As the prose has it.
    pub given_ns: Spread,
    /// The mean latency of this run.
    pub measured_ns: f64,
    /// Measured ÷ given: one of 1,000 and 1,000,000.
    pub factor: f64,
}
