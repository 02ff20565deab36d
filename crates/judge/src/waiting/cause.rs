//! The causes as data; their sentences.

use fiord_host::cgroup::Limited;
use fiord_messages::{Lang, waiting as messages, words};
use fiord_record::number::{Bandwidth, Bytes, Count, Iops, Nanos, Quotient, Rate, Share, short};
use serde::{Deserialize, Serialize};

/// Why tasks wait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum WaitKind {
    /// A control group's limit is reached.
    GroupLimit {
        group: String,
        device: String,
        what: Limited,
        limit: u64,
        rate: f64,
    },
    /// The server of a FUSE or network file system answers slowly.
    SlowServer { mount_point: String, fs_type: String },
    Swap {
        in_bytes_per_s: f64,
        out_bytes_per_s: f64,
    },
    /// Memory is short; in a group with a limit, or in the whole machine.
    Reclaim {
        group: Option<String>,
        limit_bytes: Option<u64>,
        read_again_bytes_per_s: f64,
    },
    /// Writers wait for dirty pages to be written.
    Writeback {
        dirty_bytes: u64,
        limit_bytes: u64,
        /// Whether the limit of the whole machine is the reason.
        is_global: bool,
    },
    FewRequests {
        device: String,
        requests: u64,
        in_flight: u64,
    },
    /// Commits of a journal, and flushes.
    Journal {
        device: Option<String>,
        flushes_per_s: f64,
        flush_ms: f64,
    },
    Discards {
        device: String,
        share: f64,
        discards_per_s: f64,
        bytes_per_s: f64,
        await_ms: f64,
        /// Name and id of a process that waits for a discard.
        by: Option<(String, u32)>,
    },
    Rebuild {
        device: String,
        action: String,
        bytes_per_s: Option<u64>,
    },
    Heat {
        device: String,
        celsius: f64,
        limit_celsius: f64,
    },
    /// A loop device's file is on a device that others keep busy.
    BusyBelow {
        device: String,
        below: String,
        others_share: f64,
        queue: f64,
    },
    /// One thread of the kernel does a device's work and has no time left.
    BusyThread {
        device: String,
        thread: String,
        share: f64,
    },
    /// One CPU handles interrupts and does nothing else.
    BusyInterrupts { cpu: usize, share: f64 },
    ReadAhead {
        process: String,
        pid: u32,
        read_bytes_per_s: f64,
        /// At most, by its calls and page faults.
        asked_bytes_per_s: f64,
        read_ahead_kb: u64,
    },
    /// A volume whose rate is flat at a round number.
    VolumeCap {
        device: String,
        iops: f64,
        bytes_per_s: f64,
        queue: f64,
    },
    /// One request at a time on a device that serves many.
    OneByOne {
        device: String,
        util: f64,
        queue: f64,
        await_ms: f64,
    },
    /// A device whose requests take long although it does little: the reason is not visible here.
    SlowDevice {
        device: String,
        /// Whether reads take most of the time; else writes do.
        is_read: bool,
        await_ms: f64,
        queue: f64,
        iops: f64,
        bytes_per_s: f64,
    },
    /// A device that completed nothing while requests were in flight.
    StalledDevice { device: String, in_flight: u64 },
    /// Short waits of many processes.
    ManyWaits {
        device: String,
        processes: u64,
        iops: f64,
        queue: f64,
        await_ms: f64,
    },
}

impl WaitKind {
    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            WaitKind::GroupLimit { .. } => "group-limit",
            WaitKind::SlowServer { .. } => "slow-server",
            WaitKind::Swap { .. } => "swap",
            WaitKind::Reclaim { .. } => "reclaim",
            WaitKind::Writeback { .. } => "writeback",
            WaitKind::FewRequests { .. } => "few-requests",
            WaitKind::Journal { .. } => "journal",
            WaitKind::Discards { .. } => "discards",
            WaitKind::Rebuild { .. } => "rebuild",
            WaitKind::Heat { .. } => "heat",
            WaitKind::BusyBelow { .. } => "busy-below",
            WaitKind::BusyThread { .. } => "busy-thread",
            WaitKind::BusyInterrupts { .. } => "busy-interrupts",
            WaitKind::ReadAhead { .. } => "read-ahead",
            WaitKind::VolumeCap { .. } => "volume-cap",
            WaitKind::OneByOne { .. } => "one-by-one",
            WaitKind::SlowDevice { .. } => "slow-device",
            WaitKind::StalledDevice { .. } => "stalled-device",
            WaitKind::ManyWaits { .. } => "many-waits",
        }
    }

    /// The device that it is about.
    pub fn device(&self) -> Option<&str> {
        match self {
            WaitKind::GroupLimit { device, .. }
            | WaitKind::FewRequests { device, .. }
            | WaitKind::Discards { device, .. }
            | WaitKind::Rebuild { device, .. }
            | WaitKind::Heat { device, .. }
            | WaitKind::BusyBelow { device, .. }
            | WaitKind::BusyThread { device, .. }
            | WaitKind::VolumeCap { device, .. }
            | WaitKind::OneByOne { device, .. }
            | WaitKind::SlowDevice { device, .. }
            | WaitKind::StalledDevice { device, .. }
            | WaitKind::ManyWaits { device, .. } => Some(device),
            WaitKind::Journal { device, .. } => device.as_deref(),
            _ => None,
        }
    }

    /// What was seen, with its numbers.
    pub fn saw(&self, lang: Lang) -> String {
        match self {
            WaitKind::GroupLimit { .. } | WaitKind::SlowServer { .. } | WaitKind::ReadAhead { .. } => {
                self.saw_of_process(lang)
            }
            WaitKind::Swap { .. } | WaitKind::Reclaim { .. } | WaitKind::Writeback { .. } => {
                self.saw_of_memory(lang)
            }
            _ => self.saw_of_device(lang),
        }
    }

    fn saw_of_process(&self, lang: Lang) -> String {
        match self {
            WaitKind::GroupLimit {
                group,
                device,
                what,
                limit,
                rate,
            } => {
                let is_bytes = matches!(what, Limited::ReadBps | Limited::WriteBps);
                let shown = |value: f64| {
                    if is_bytes {
                        Bandwidth(value).to_string()
                    } else {
                        Iops(value).to_string()
                    }
                };
                let ddir = match what {
                    Limited::ReadBps | Limited::ReadIops => words::Ddir::Read,
                    _ => words::Ddir::Write,
                };
                messages::GroupLimit {
                    group,
                    device,
                    ddir,
                    limit: &shown(*limit as f64),
                    rate: &shown(*rate),
                }
                .text(lang)
            }
            WaitKind::SlowServer { mount_point, fs_type } => messages::SlowServer {
                mount: mount_point,
                kind: fs_type,
            }
            .text(lang),
            WaitKind::ReadAhead {
                process,
                pid,
                read_bytes_per_s,
                asked_bytes_per_s,
                read_ahead_kb,
            } => {
                let read = messages::ReadAhead {
                    process,
                    pid,
                    read: &Bandwidth(*read_bytes_per_s),
                    asked: &Bandwidth(*asked_bytes_per_s),
                };
                let setting = messages::ReadAheadSetting {
                    size: &Bytes(read_ahead_kb * 1024),
                };
                lang.sentences(&[read.text(lang), setting.text(lang)])
            }
            _ => String::new(),
        }
    }

    fn saw_of_memory(&self, lang: Lang) -> String {
        match self {
            WaitKind::Swap {
                in_bytes_per_s,
                out_bytes_per_s,
            } => messages::Swap {
                read: &Bandwidth(*in_bytes_per_s),
                written: &Bandwidth(*out_bytes_per_s),
            }
            .text(lang),
            WaitKind::Reclaim {
                group: Some(group),
                limit_bytes: Some(limit),
                read_again_bytes_per_s,
            } => messages::ReclaimInGroup {
                group,
                limit: &Bytes(*limit),
                again: &Bandwidth(*read_again_bytes_per_s),
            }
            .text(lang),
            WaitKind::Reclaim {
                read_again_bytes_per_s,
                ..
            } => messages::Reclaim {
                again: &Bandwidth(*read_again_bytes_per_s),
            }
            .text(lang),
            WaitKind::Writeback {
                dirty_bytes,
                limit_bytes,
                is_global,
            } => {
                let (dirty, limit) = (&Bytes(*dirty_bytes), &Bytes(*limit_bytes));
                if *is_global {
                    messages::Writeback { dirty, limit }.text(lang)
                } else {
                    messages::WritebackOfOne { dirty, limit }.text(lang)
                }
            }
            _ => String::new(),
        }
    }

    fn saw_of_device(&self, lang: Lang) -> String {
        match self {
            WaitKind::FewRequests {
                device,
                requests,
                in_flight,
            } => messages::FewRequests {
                device,
                requests,
                in_flight,
            }
            .text(lang),
            WaitKind::Journal {
                device: Some(device),
                flushes_per_s,
                flush_ms,
            } if *flushes_per_s > 0.0 => messages::JournalFlushes {
                device,
                flushes: &Rate(*flushes_per_s),
                time: &Nanos(*flush_ms * 1e6),
            }
            .text(lang),
            WaitKind::Journal { .. } => messages::journal(lang).to_owned(),
            WaitKind::Discards { .. } => self.saw_discards(lang),
            WaitKind::VolumeCap {
                device,
                iops,
                bytes_per_s,
                queue,
            } => messages::VolumeCap {
                device,
                iops: &Count(*iops as u64),
                rate: &Bandwidth(*bytes_per_s),
                queue: &short(*queue),
            }
            .text(lang),
            WaitKind::OneByOne {
                device,
                util,
                queue,
                await_ms,
            } => messages::OneByOne {
                device,
                util: &Share(*util),
                queue: &short(*queue),
                time: &Nanos(*await_ms * 1e6),
            }
            .text(lang),
            WaitKind::SlowDevice { .. } | WaitKind::StalledDevice { .. } | WaitKind::ManyWaits { .. } => {
                self.saw_slow(lang)
            }
            _ => self.saw_of_upkeep(lang),
        }
    }

    /// Of devices that answer slowly.
    fn saw_slow(&self, lang: Lang) -> String {
        match self {
            WaitKind::SlowDevice {
                device,
                is_read,
                await_ms,
                queue,
                iops,
                bytes_per_s,
            } => messages::SlowDevice {
                device,
                ddir: if *is_read {
                    words::Ddir::Read
                } else {
                    words::Ddir::Write
                },
                time: &Nanos(*await_ms * 1e6),
                queue: &short(*queue),
                iops: &Quotient(*iops),
                rate: &Bandwidth(*bytes_per_s),
            }
            .text(lang),
            WaitKind::StalledDevice { device, in_flight } => {
                messages::StalledDevice { device, in_flight }.text(lang)
            }
            WaitKind::ManyWaits {
                device,
                processes,
                iops,
                queue,
                await_ms,
            } => messages::ManyWaits {
                device,
                processes,
                iops: &Quotient(*iops),
                queue: &short(*queue),
                time: &Nanos(*await_ms * 1e6),
            }
            .text(lang),
            _ => String::new(),
        }
    }

    /// Of devices that are busy with something other than the requests of processes.
    fn saw_of_upkeep(&self, lang: Lang) -> String {
        match self {
            WaitKind::Rebuild {
                device,
                action,
                bytes_per_s,
            } => match bytes_per_s {
                Some(rate) => messages::RebuildAt {
                    device,
                    action,
                    rate: &Bandwidth(*rate as f64),
                }
                .text(lang),
                None => messages::Rebuild { device, action }.text(lang),
            },
            WaitKind::Heat {
                device,
                celsius,
                limit_celsius,
            } => messages::Heat {
                device,
                celsius: &short(*celsius),
                limit: &short(*limit_celsius),
            }
            .text(lang),
            WaitKind::BusyBelow {
                device,
                below,
                others_share,
                queue,
            } => messages::BusyBelow {
                device,
                below,
                share: &Share(*others_share),
                queue: &short(*queue),
            }
            .text(lang),
            WaitKind::BusyThread {
                device,
                thread,
                share,
            } => messages::BusyThread {
                device,
                thread,
                share: &Share(*share),
            }
            .text(lang),
            WaitKind::BusyInterrupts { cpu, share } => messages::BusyInterrupts {
                cpu,
                share: &Share(*share),
            }
            .text(lang),
            _ => String::new(),
        }
    }

    fn saw_discards(&self, lang: Lang) -> String {
        let WaitKind::Discards {
            device,
            share,
            discards_per_s,
            bytes_per_s,
            await_ms,
            by,
        } = self
        else {
            return String::new();
        };
        let seen = messages::Discards {
            device,
            share: &Share(*share),
            rate: &Rate(*discards_per_s),
            bandwidth: &Bandwidth(*bytes_per_s),
            time: &Nanos(*await_ms * 1e6),
        };
        let by = by
            .as_ref()
            .map(|(process, pid)| messages::DiscardsBy { process, pid }.text(lang));
        let sentences: Vec<String> = [Some(seen.text(lang)), by].into_iter().flatten().collect();
        lang.sentences(&sentences)
    }

    /// What can be done.
    pub fn advice(&self, lang: Lang) -> &'static str {
        match self {
            WaitKind::GroupLimit { .. } => messages::advice_group_limit(lang),
            WaitKind::SlowServer { .. } => messages::advice_slow_server(lang),
            WaitKind::Swap { .. } => messages::advice_swap(lang),
            WaitKind::Reclaim { .. } => messages::advice_reclaim(lang),
            WaitKind::Writeback { .. } => messages::advice_writeback(lang),
            WaitKind::FewRequests { .. } => messages::advice_few_requests(lang),
            WaitKind::Journal { .. } => messages::advice_journal(lang),
            WaitKind::Discards { .. } => messages::advice_discards(lang),
            WaitKind::Rebuild { .. } => messages::advice_rebuild(lang),
            WaitKind::Heat { .. } => messages::advice_heat(lang),
            WaitKind::BusyBelow { .. } => messages::advice_busy_below(lang),
            WaitKind::BusyThread { .. } => messages::advice_busy_thread(lang),
            WaitKind::BusyInterrupts { .. } => messages::advice_busy_interrupts(lang),
            WaitKind::ReadAhead { .. } => messages::advice_read_ahead(lang),
            WaitKind::VolumeCap { .. } => messages::advice_volume_cap(lang),
            WaitKind::OneByOne { .. } => messages::advice_one_by_one(lang),
            WaitKind::SlowDevice { .. } | WaitKind::StalledDevice { .. } => {
                messages::advice_slow_device(lang)
            }
            WaitKind::ManyWaits { .. } => messages::advice_many_waits(lang),
        }
    }
}
