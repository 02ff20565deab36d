//! What the kernel counted during a run, as the document of a run has it.

use fiord_host::cgroup::{Limit, Throttling};
use fiord_host::clock::Clock;
use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::{DiskStats, Extended};
use fiord_host::health::Health;
use fiord_host::look::ProcessActivity;
use fiord_host::wear::{self, Told};
use fiord_messages::Lang;
use fiord_record::evidence::{Backing, BlockUse, DeviceUse, Processors, RunEvidence, Second, TargetUse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// From the moment the files were laid out until all workers had ended. Null: unknown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Length of that time.
    pub seconds: f64,
    /// Read, write, trim; ramp time included.
    pub issued_ios: [u64; 3],
    /// Read, write, trim; ramp time included.
    pub issued_bytes: [u64; 3],
    /// proc_pid_io(5), of this process.
    pub own: Option<IoCounters>,
    #[serde(flatten)]
    pub totals: Totals,
    pub devices: Vec<DeviceEvidence>,
    pub targets: Vec<TargetUse>,
    /// Other processes that read from or wrote to devices, the busiest first, as far as they are visible.
    pub others: Vec<ProcessActivity>,
    #[serde(flatten)]
    pub processors: ProcessorUse,
    /// Milliseconds in which some task of the machine waited for I/O.
    pub io_stalled_ms: Option<f64>,
    /// Limits by control groups on the devices under the targets.
    pub limits: Vec<Limit>,
    pub throttling: Throttling,
    pub clock: Clock,
    /// Targets that several workers shared or one wrote over; null: nobody counted.
    pub blocks: Option<Vec<BlockUse>>,
    pub per_second: Vec<SecondJson>,
}

/// Bytes of all devices and targets together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Of the leaf devices, for everybody.
    pub device_read_bytes: Option<u64>,
    /// Of the leaf devices, for everybody.
    pub device_written_bytes: Option<u64>,
    /// Of the targets, changed and not on a device at the end.
    pub dirty_left_bytes: Option<u64>,
}

/// The processors, and who waited for them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ProcessorUse {
    /// Share of all processor time in use.
    pub cpu_busy_percent: Option<f64>,
    /// Share of processor time that the hypervisor gave to others.
    pub steal_percent: Option<f64>,
    /// In which workers could run and had no processor, added up over all of them.
    pub run_delay_ms: Option<f64>,
    /// In which some task of the machine waited for a processor.
    pub cpu_stalled_ms: Option<f64>,
    /// Times that a worker lost its processor while it could run.
    pub involuntary_switches: Option<u64>,
}

/// One block device.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DeviceEvidence")]
pub struct DeviceEvidence {
    /// Kernel name.
    pub name: String,
    /// Whether nothing that Linux knows of lies below it.
    pub leaf: bool,
    /// Whether it is memory shown as a disk.
    pub in_memory: bool,
    /// Whether it serves many requests at once: there busy time says little.
    pub parallel: Option<bool>,
    /// Whether the kernel knows of a volatile write cache.
    pub write_cache: Option<bool>,
    pub before: DiskStats,
    pub after: DiskStats,
    pub delta: DiskStats,
    /// The same as `iostat -x` shows it.
    pub rates: Extended,
    pub health: Option<HealthOverRun>,
    /// What the drive counted of its own writes; absent where it does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<WearOverRun>,
    /// Of a loop device: the file behind it, before the run.
    pub backing: Option<Backing>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HealthOverRun {
    pub before: HealthJson,
    pub after: HealthJson,
}

/// Writes in the window by the drive's own counters, which may count other hosts and lag behind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WearOverRun {
    /// Bytes that hosts wrote.
    pub host: Option<Told>,
    /// Bytes that the drive wrote to its flash.
    pub media: Option<Told>,
    /// Bytes written to flash for each byte of hosts; null: unknown, or too few bytes for the counters.
    pub write_amplification: Option<f64>,
}

/// What a drive says of itself; what it counted over its life stands in the record.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Health")]
pub struct HealthJson {
    /// Thousandths of a degree Celsius.
    pub temperature_millic: Option<i64>,
    pub temperature_warning_millic: Option<i64>,
    pub warning_minutes: Option<u32>,
    pub critical_warning: Option<u8>,
    pub critical_minutes: Option<u32>,
    pub slowed_s: Option<u32>,
    pub slowed_much_s: Option<u32>,
    pub media_errors: Option<u64>,
    pub available_spare_percent: Option<u8>,
    pub percentage_used: Option<u8>,
}

/// One second; the last may be shorter.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Second")]
pub struct SecondJson {
    /// Its end, since the start of the evidence.
    pub end_ns: u64,
    /// Read, write, trim.
    pub ios: [u64; 3],
    /// Read, write, trim.
    pub bytes: [u64; 3],
    /// What each device did, in the order of `devices` above.
    pub devices: Vec<DiskStats>,
    pub cpu_busy_percent: Option<f64>,
    pub io_stalled_ms: Option<f64>,
}

impl Evidence {
    pub fn of(evidence: &RunEvidence) -> Self {
        Self {
            seconds: evidence.seconds,
            issued_ios: evidence.issued_ios,
            issued_bytes: evidence.issued_bytes,
            own: evidence.own,
            totals: Totals {
                device_read_bytes: evidence.device_read_bytes(),
                device_written_bytes: evidence.device_written_bytes(),
                dirty_left_bytes: evidence.dirty_left_bytes(),
            },
            devices: evidence
                .devices
                .iter()
                .map(|device| DeviceEvidence::of(device, evidence.seconds))
                .collect(),
            targets: evidence.targets.clone(),
            others: evidence.others.clone(),
            processors: ProcessorUse::of(&evidence.processors),
            io_stalled_ms: evidence.io_stalled_ms,
            limits: evidence.limits.clone(),
            throttling: evidence.throttling,
            clock: evidence.clock.clone(),
            blocks: evidence.blocks.as_deref().map(english_blocks),
            per_second: evidence.seconds_series.iter().map(SecondJson::of).collect(),
        }
    }
}

fn english_blocks(blocks: &[BlockUse]) -> Vec<BlockUse> {
    let english = |block: &BlockUse| BlockUse {
        uncounted: block.uncounted.as_ref().map(|why| why.only(Lang::En)),
        ..block.clone()
    };
    blocks.iter().map(english).collect()
}

impl ProcessorUse {
    fn of(processors: &Processors) -> Self {
        Self {
            cpu_busy_percent: processors.busy_percent,
            steal_percent: processors.steal_percent,
            run_delay_ms: processors.run_delay_ms,
            cpu_stalled_ms: processors.stalled_ms,
            involuntary_switches: processors.involuntary_switches,
        }
    }
}

impl DeviceEvidence {
    fn of(device: &DeviceUse, seconds: f64) -> Self {
        let delta = device.delta();
        let window = std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Self {
            name: device.name.clone(),
            leaf: device.leaf,
            in_memory: device.in_memory,
            parallel: device.parallel,
            write_cache: device.write_cache,
            before: device.before,
            after: device.after,
            delta,
            rates: Extended::of(&delta, window),
            health: device.health.as_ref().map(|(before, after)| HealthOverRun {
                before: HealthJson::of(before),
                after: HealthJson::of(after),
            }),
            wear: device.wear.as_ref().map(|(before, after)| WearOverRun {
                host: wear::grown(before.host_written, after.host_written),
                media: wear::grown(before.media_written, after.media_written),
                write_amplification: wear::amplification(before, after),
            }),
            backing: device.backing.clone(),
        }
    }
}

impl HealthJson {
    fn of(health: &Health) -> Self {
        let smart = health.nvme.as_ref();
        Self {
            temperature_millic: health.temperature_millic,
            temperature_warning_millic: health.temperature_warning_millic,
            warning_minutes: smart.map(|smart| smart.warning_minutes),
            critical_warning: smart.map(|smart| smart.critical_warning),
            critical_minutes: smart.map(|smart| smart.critical_minutes),
            slowed_s: smart.map(|smart| smart.slowed_s),
            slowed_much_s: smart.map(|smart| smart.slowed_much_s),
            media_errors: smart.map(|smart| smart.media_errors),
            available_spare_percent: smart.map(|smart| smart.available_spare_percent),
            percentage_used: smart.map(|smart| smart.percentage_used),
        }
    }
}

impl SecondJson {
    fn of(second: &Second) -> Self {
        Self {
            end_ns: second.end_ns,
            ios: second.ios,
            bytes: second.bytes,
            devices: second.devices.clone(),
            cpu_busy_percent: second.cpu_busy_percent,
            io_stalled_ms: second.io_stalled_ms,
        }
    }
}
