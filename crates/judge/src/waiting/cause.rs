//! The causes as data; their sentences.

use fiord_host::cgroup::Limited;
use fiord_messages::{Lang, waiting as messages, words};
use fiord_record::number::{Bandwidth, Bytes, Count, Iops, Share, short};
use serde::{Deserialize, Serialize};

/// Why tasks wait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Cause {
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
        read_ahead_kb: Option<u64>,
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
}

impl Cause {
    /// The name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::GroupLimit { .. } => "group-limit",
            Cause::SlowServer { .. } => "slow-server",
            Cause::Swap { .. } => "swap",
            Cause::Reclaim { .. } => "reclaim",
            Cause::Writeback { .. } => "writeback",
            Cause::FewRequests { .. } => "few-requests",
            Cause::Journal { .. } => "journal",
            Cause::Discards { .. } => "discards",
            Cause::Rebuild { .. } => "rebuild",
            Cause::Heat { .. } => "heat",
            Cause::BusyBelow { .. } => "busy-below",
            Cause::BusyThread { .. } => "busy-thread",
            Cause::BusyInterrupts { .. } => "busy-interrupts",
            Cause::ReadAhead { .. } => "read-ahead",
            Cause::VolumeCap { .. } => "volume-cap",
            Cause::OneByOne { .. } => "one-by-one",
        }
    }

    /// The device that it is about.
    pub fn device(&self) -> Option<&str> {
        match self {
            Cause::GroupLimit { device, .. }
            | Cause::FewRequests { device, .. }
            | Cause::Discards { device, .. }
            | Cause::Rebuild { device, .. }
            | Cause::Heat { device, .. }
            | Cause::BusyBelow { device, .. }
            | Cause::BusyThread { device, .. }
            | Cause::VolumeCap { device, .. }
            | Cause::OneByOne { device, .. } => Some(device),
            Cause::Journal { device, .. } => device.as_deref(),
            _ => None,
        }
    }

    /// What was seen, with its numbers.
    pub fn saw(&self, lang: Lang) -> String {
        match self {
            Cause::GroupLimit { .. } | Cause::SlowServer { .. } | Cause::ReadAhead { .. } => {
                self.saw_of_process(lang)
            }
            Cause::Swap { .. } | Cause::Reclaim { .. } | Cause::Writeback { .. } => self.saw_of_memory(lang),
            _ => self.saw_of_device(lang),
        }
    }

    fn saw_of_process(&self, lang: Lang) -> String {
        match self {
            Cause::GroupLimit {
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
            Cause::SlowServer { mount_point, fs_type } => messages::SlowServer {
                mount: mount_point,
                kind: fs_type,
            }
            .text(lang),
            Cause::ReadAhead {
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
                let setting = read_ahead_kb.map(|kib| {
                    messages::ReadAheadSetting {
                        size: &Bytes(kib * 1024),
                    }
                    .text(lang)
                });
                let sentences: Vec<String> = [Some(read.text(lang)), setting].into_iter().flatten().collect();
                lang.sentences(&sentences)
            }
            _ => String::new(),
        }
    }

    fn saw_of_memory(&self, lang: Lang) -> String {
        match self {
            Cause::Swap {
                in_bytes_per_s,
                out_bytes_per_s,
            } => messages::Swap {
                read: &Bandwidth(*in_bytes_per_s),
                written: &Bandwidth(*out_bytes_per_s),
            }
            .text(lang),
            Cause::Reclaim {
                group: Some(group),
                limit_bytes: Some(limit),
                read_again_bytes_per_s,
            } => messages::ReclaimInGroup {
                group,
                limit: &Bytes(*limit),
                again: &Bandwidth(*read_again_bytes_per_s),
            }
            .text(lang),
            Cause::Reclaim {
                read_again_bytes_per_s,
                ..
            } => messages::Reclaim {
                again: &Bandwidth(*read_again_bytes_per_s),
            }
            .text(lang),
            Cause::Writeback {
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
            Cause::FewRequests {
                device,
                requests,
                in_flight,
            } => messages::FewRequests {
                device,
                requests,
                in_flight,
            }
            .text(lang),
            Cause::Journal {
                device: Some(device),
                flushes_per_s,
                flush_ms,
            } if *flushes_per_s > 0.0 => messages::JournalFlushes {
                device,
                flushes: &short(*flushes_per_s),
                time: &short(*flush_ms),
            }
            .text(lang),
            Cause::Journal { .. } => messages::journal(lang).to_owned(),
            Cause::Discards { .. } => self.saw_discards(lang),
            Cause::VolumeCap {
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
            Cause::OneByOne {
                device,
                util,
                queue,
                await_ms,
            } => messages::OneByOne {
                device,
                util: &Share(*util),
                queue: &short(*queue),
                time: &short(*await_ms),
            }
            .text(lang),
            _ => self.saw_of_upkeep(lang),
        }
    }

    /// Of devices that are busy with something other than the requests of processes.
    fn saw_of_upkeep(&self, lang: Lang) -> String {
        match self {
            Cause::Rebuild {
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
            Cause::Heat {
                device,
                celsius,
                limit_celsius,
            } => messages::Heat {
                device,
                celsius: &short(*celsius),
                limit: &short(*limit_celsius),
            }
            .text(lang),
            Cause::BusyBelow {
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
            Cause::BusyThread {
                device,
                thread,
                share,
            } => messages::BusyThread {
                device,
                thread,
                share: &Share(*share),
            }
            .text(lang),
            Cause::BusyInterrupts { cpu, share } => messages::BusyInterrupts {
                cpu,
                share: &Share(*share),
            }
            .text(lang),
            _ => String::new(),
        }
    }

    fn saw_discards(&self, lang: Lang) -> String {
        let Cause::Discards {
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
            rate: &short(*discards_per_s),
            bandwidth: &Bandwidth(*bytes_per_s),
            time: &short(*await_ms),
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
            Cause::GroupLimit { .. } => messages::advice_group_limit(lang),
            Cause::SlowServer { .. } => messages::advice_slow_server(lang),
            Cause::Swap { .. } => messages::advice_swap(lang),
            Cause::Reclaim { .. } => messages::advice_reclaim(lang),
            Cause::Writeback { .. } => messages::advice_writeback(lang),
            Cause::FewRequests { .. } => messages::advice_few_requests(lang),
            Cause::Journal { .. } => messages::advice_journal(lang),
            Cause::Discards { .. } => messages::advice_discards(lang),
            Cause::Rebuild { .. } => messages::advice_rebuild(lang),
            Cause::Heat { .. } => messages::advice_heat(lang),
            Cause::BusyBelow { .. } => messages::advice_busy_below(lang),
            Cause::BusyThread { .. } => messages::advice_busy_thread(lang),
            Cause::BusyInterrupts { .. } => messages::advice_busy_interrupts(lang),
            Cause::ReadAhead { .. } => messages::advice_read_ahead(lang),
            Cause::VolumeCap { .. } => messages::advice_volume_cap(lang),
            Cause::OneByOne { .. } => messages::advice_one_by_one(lang),
        }
    }
}
