//! `foreign-io`: other processes use the device.

use crate::case::balance::{self, Balance};
use crate::case::{Case, MachineView, devices};
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, Finding, Severity, State, Subject, When};
use fiord_host::disk_stats::DiskStats;
use fiord_host::look::{Activity, DeviceActivity, ProcessActivity};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::foreign_io as messages;
use fiord_record::evidence::{DeviceUse, RunEvidence};
use fiord_record::number::{Bytes, Count, Rate, Share, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Now,
        check,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    disturbs: Some(Observed::disturbed_percent),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas; kernel: block/stat.rst, admin-guide/iostats.rst; proc_pid_io(5)",
        &[
            Symptom::IopsTooLow,
            Symptom::LatencyTooHigh,
            Symptom::RunsDiffer,
            Symptom::Unsteady,
        ],
        Observed::saw,
    )
};

/// Foreign share of a device's traffic above which the finding is made.
const FOREIGN: f64 = 0.02;
/// Traffic that any system makes now and then.
const LEAST_BYTES: u64 = 256 << 10;
/// Writes that no process is charged for, from which they are worth a finding: a journal's commits are fewer.
const LEAST_UNCHARGED_BYTES: u64 = 4 << 20;
/// A device that is busy for less than this share of the time has room for a neighbour.
const NEARLY_IDLE: f64 = 0.10;
/// Traffic that disturbs at any busy time.
const MUCH_BYTES_PER_S: f64 = 20.0 * 1048576.0;
/// Traffic of all processes that does not disturb, where the device keeps no busy time.
const LITTLE_BYTES_PER_S: f64 = 1048576.0;
/// Flushes in each second that a file system's own commits explain.
const USUAL_FLUSHES_PER_S: f64 = 2.0;
const LEAST_FLUSHES: u64 = 20;
const LEAST_DISCARD_BYTES: u64 = 1 << 20;
/// What a file system discards besides the bytes of a removed file, as a share of them: ext4 on a loop device discards 8 to 22 % more.
const DISCARDED_BESIDES: f64 = 0.25;
/// A process that moved less than one part in this many of the foreign bytes is not named for its open files.
const LEAST_PART: u64 = 10;
/// Processes that are named.
const NAMED: usize = 3;

/// Traffic of other processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Before a run: not checked.
    NotLooked,
    /// Before a run.
    Quiet { seconds: f64 },
    /// Before a run: what a disk did over a short look.
    Busy(Busy),
    /// In a run: bytes that were not ours.
    Moved(Moved),
    /// In a run: flushes beyond those of our syncs.
    Flushed {
        device: Vec<String>,
        flushes: u64,
        own_syncs: u64,
        flushes_per_s: f64,
        /// Share of the window that flushes took.
        flush_percent: f64,
    },
    /// In a run: discards of deleted files or of `fstrim`.
    Discarded {
        device: Vec<String>,
        discards: u64,
        discard_bytes: u64,
        /// Of them at most, of files that this run removed.
        #[serde(default)]
        own_bytes: u64,
    },
}

impl Observed {
    /// Flushes and discards are not a part of the traffic.
    fn disturbed_percent(&self) -> Option<f64> {
        match self {
            Observed::Moved(moved) => Some(moved.share_percent),
            Observed::NotLooked
            | Observed::Quiet { .. }
            | Observed::Busy(_)
            | Observed::Flushed { .. }
            | Observed::Discarded { .. } => None,
        }
    }
}

/// What a disk did without us.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Busy {
    pub seconds: f64,
    pub reads_per_s: f64,
    pub writes_per_s: f64,
    pub flushes_per_s: f64,
    pub discards_per_s: f64,
    pub foreign_bytes_per_s: f64,
    pub busy_percent: f64,
    /// Those that can have done it, the busiest first.
    pub by: Vec<Neighbour>,
}

/// A process and the bytes that it moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    pub name: String,
    pub pid: u32,
    pub moved_bytes: u64,
    /// Whether it has files open on these devices; `None`: not known.
    #[serde(default)]
    pub has_files_here: Option<bool>,
}

/// What others moved in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    pub device: Vec<String>,
    pub ddir: Ddir,
    /// Of the device in this direction.
    pub device_bytes: u64,
    pub foreign_bytes: u64,
    /// Of all traffic of the device.
    pub share_percent: f64,
    /// Share of the time in which the device had anything to do; `None`: not counted.
    pub busy_percent: Option<f64>,
    pub cause: Cause,
}

/// Who did it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cause {
    /// A process that moved about as much, or less: on which disk is not counted, so that it is a guess.
    Process(Neighbour),
    /// Writes next to reads of ours on a file system: by such a process, or by the kernel.
    Either {
        process: Neighbour,
        dirty_before_bytes: Option<u64>,
        fs_type: Option<String>,
    },
    /// Writes that no process is charged for in the window: the kernel writes what was changed before it, or the file system
    /// writes for itself.
    Uncharged {
        /// Changed pages before the run, as far as known.
        dirty_before_bytes: Option<u64>,
        fs_type: Option<String>,
    },
    NotVisible,
    /// Such a process may be one of those whose counters this user may not read.
    Hidden {
        processes: u64,
        dirty_before_bytes: Option<u64>,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    // A loop device is not a leaf, and may have other users.
    let mut disks = machine.machine.stack.leaves();
    disks.extend(machine.disks());
    let mut names: Vec<&str> = disks.iter().map(|disk| disk.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Vec::new();
    }
    let Some(activity) = machine.activity else {
        return vec![Checked::new(
            State::Unknown,
            Subject::whole(),
            Observed::NotLooked,
        )];
    };
    let one = |name: &str| {
        let device = activity.devices.iter().find(|device| device.name == name);
        let (state, observed) = device.map_or_else(
            || {
                let seconds = activity.seconds;
                (State::Fine, Observed::Quiet { seconds })
            },
            |device| busy(activity, device),
        );
        Checked::new(state, Subject::device(name), observed)
    };
    names.into_iter().map(one).collect()
}

fn busy(activity: &Activity, device: &DeviceActivity) -> (State, Observed) {
    let seconds = activity.seconds.max(1e-3);
    let delta = &device.delta;
    let moved = delta.read_bytes().saturating_add(delta.write_bytes());
    let busy = (delta.busy_ms as f64 / (seconds * 1e3)).min(1.0);
    let bytes_per_s = moved as f64 / seconds;
    let state = if busy >= 0.20 || bytes_per_s >= MUCH_BYTES_PER_S {
        State::Wrong
    } else if busy >= 0.02 || bytes_per_s >= 1048576.0 {
        State::Care
    } else {
        State::Fine
    };
    // Processes are counted by machine, not by disk: one that moved more than this disk was busy elsewhere.
    let by = activity.processes.iter().map(|process| Neighbour {
        name: process.name.clone(),
        pid: process.pid,
        moved_bytes: process.read_bytes.saturating_add(process.write_bytes),
        has_files_here: process.has_files_here,
    });
    let fits = |process: &Neighbour| process.moved_bytes as f64 <= moved as f64 * balance::ATTRIBUTED;
    let observed = Busy {
        seconds,
        reads_per_s: device.row.reads_per_s,
        writes_per_s: device.row.writes_per_s,
        flushes_per_s: delta.flushes as f64 / seconds,
        discards_per_s: delta.discards as f64 / seconds,
        foreign_bytes_per_s: bytes_per_s,
        busy_percent: busy * 100.0,
        by: by.filter(fits).take(NAMED).collect(),
    };
    (state, Observed::Busy(observed))
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.witnessed_in_turns() else {
        return Vec::new();
    };
    // Without an I/O of ours nothing was measured that others could have disturbed.
    if case.total_ios() == 0 {
        return Vec::new();
    }
    let mut found: Vec<Finding> = [Ddir::Read, Ddir::Write]
        .into_iter()
        .filter_map(|ddir| moved(case, evidence, ddir))
        .collect();
    // This record does not have what the other runs in turns wrote above the disks, synced or discarded.
    if !case.record.has_turns() {
        if found.is_empty() {
            found.extend(written_above(case, evidence));
        }
        found.extend(flushed(case, evidence));
        found.extend(discarded(case, evidence));
    }
    found
}

/// Share of the foreign bytes above which a disk of several is named.
const CONCERNED: f64 = 0.10;

fn moved_bytes(leaf: &DeviceUse, ddir: Ddir) -> u64 {
    match ddir {
        Ddir::Read => leaf.delta().read_bytes(),
        _ => leaf.delta().write_bytes(),
    }
}

/// The disks at the bottom on which more was moved than the jobs asked of them; all where a job has files on several, or took turns with others.
fn concerned<'a>(
    case: &Case<'_>,
    evidence: &'a RunEvidence,
    ddir: Ddir,
    foreign_bytes: u64,
) -> Vec<&'a DeviceUse> {
    let all: Vec<&DeviceUse> = evidence.leaves().collect();
    if case.record.has_turns() {
        return all;
    }
    let is_on = |job: usize, name: &str| {
        let mut targets = evidence.targets.iter().filter(|target| target.job == job);
        targets.any(|target| target.leaves.iter().any(|leaf| leaf == name))
    };
    let mut own = vec![0_u64; all.len()];
    for job in &case.jobs {
        let on: Vec<usize> = (0..all.len())
            .filter(|leaf| is_on(job.index, &all[*leaf].name))
            .collect();
        match on[..] {
            [] => {}
            [leaf] => own[leaf] = own[leaf].saturating_add(job.ddir(ddir).bytes),
            _ => return all,
        }
    }
    let excess = |leaf: usize| moved_bytes(all[leaf], ddir).saturating_sub(own[leaf]) as f64;
    let named: Vec<&DeviceUse> = (0..all.len())
        .filter(|leaf| excess(*leaf) >= CONCERNED * foreign_bytes as f64)
        .map(|leaf| all[leaf])
        .collect();
    if named.is_empty() { all } else { named }
}

/// The disks that did a tenth or more of this.
fn doers(evidence: &RunEvidence, done: impl Fn(&DiskStats) -> u64) -> Vec<String> {
    let all: u64 = evidence.leaves().map(|leaf| done(&leaf.delta())).sum();
    let most = evidence
        .leaves()
        .filter(|leaf| done(&leaf.delta()) as f64 >= CONCERNED * all as f64);
    most.map(|leaf| leaf.name.clone()).collect()
}

/// Share of the window in which a device at the bottom was busy; of several the busiest. `None`: the device keeps no times.
fn busy_share(evidence: &RunEvidence) -> Option<f64> {
    let busy_ms = evidence.leaves().map(|leaf| leaf.delta().busy_ms).max()?;
    (busy_ms > 0 && evidence.seconds > 0.0).then(|| (busy_ms as f64 / 1e3 / evidence.seconds).min(1.0))
}

fn moved(case: &Case<'_>, evidence: &RunEvidence, ddir: Ddir) -> Option<Finding> {
    let balance = Balance::of(case, ddir)?;
    let foreign_bytes = balance.foreign_bytes();
    // Of all that the device did: a few reads of others next to many writes of ours disturb little.
    let all = evidence
        .device_read_bytes()?
        .saturating_add(evidence.device_written_bytes()?);
    let share = foreign_bytes as f64 / all.max(1) as f64;
    let is_guess = balance.kernel_writes && balance.others_bytes < foreign_bytes / 2;
    let least = if is_guess {
        LEAST_UNCHARGED_BYTES
    } else {
        LEAST_BYTES
    };
    if share <= FOREIGN || foreign_bytes < least {
        return None;
    }
    let cause = match culprit(evidence, ddir, foreign_bytes) {
        Cause::Process(process) if is_guess && process.moved_bytes >= foreign_bytes / 2 => Cause::Either {
            process,
            dirty_before_bytes: dirty_before(case),
            fs_type: fs_type(evidence),
        },
        _ if is_guess => uncharged_cause(case, evidence),
        found => found,
    };
    let busy = busy_share(evidence);
    let concerned = concerned(case, evidence, ddir, foreign_bytes);
    let device_bytes: u64 = concerned.iter().map(|leaf| moved_bytes(leaf, ddir)).sum();
    let observed = Observed::Moved(Moved {
        device: concerned.iter().map(|leaf| leaf.name.clone()).collect(),
        ddir,
        device_bytes,
        foreign_bytes: foreign_bytes.min(device_bytes),
        share_percent: share * 100.0,
        busy_percent: busy.map(|busy| busy * 100.0),
        cause,
    });
    let per_s = foreign_bytes as f64 / evidence.seconds.max(1e-3);
    let nearly_idle = match busy {
        Some(busy) => busy < NEARLY_IDLE && per_s < MUCH_BYTES_PER_S,
        // Requests that end within a tick leave no time: then the traffic tells.
        None => (all as f64) < LITTLE_BYTES_PER_S * evidence.seconds,
    };
    let severity = if nearly_idle && busy.is_none_or(|busy| busy < NEARLY_IDLE / 5.0) {
        Severity::Note
    } else {
        Severity::Care
    };
    Some(Finding::new(When::Run, severity, Subject::whole(), observed))
}

/// Writes to a layer that the jobs only read from, which did not reach the devices at the bottom: zeros that became holes of a loop device's
/// file.
fn written_above(case: &Case<'_>, evidence: &RunEvidence) -> Option<Finding> {
    if evidence.write_issued() > 0 || case.moving(Ddir::Trim).count() > 0 {
        return None;
    }
    let tops = devices::uppermost(case, evidence);
    let top = tops
        .into_iter()
        .filter(|device| !device.leaf)
        .max_by_key(|device| device.delta().write_bytes())?;
    let (device_bytes, delta) = (top.delta().write_bytes(), top.delta());
    let share = device_bytes as f64 / delta.read_bytes().saturating_add(device_bytes).max(1) as f64;
    if device_bytes < LEAST_UNCHARGED_BYTES || share <= FOREIGN {
        return None;
    }
    let observed = Observed::Moved(Moved {
        device: vec![top.name.clone()],
        ddir: Ddir::Write,
        device_bytes,
        foreign_bytes: device_bytes,
        share_percent: share * 100.0,
        busy_percent: None,
        cause: uncharged_cause(case, evidence),
    });
    Some(Finding::new(
        When::Run,
        Severity::Care,
        Subject::whole(),
        observed,
    ))
}

fn culprit(evidence: &RunEvidence, ddir: Ddir, foreign: u64) -> Cause {
    // A process with files open there comes first, unless it moved next to nothing. Then the one that moved most.
    let counts = |process: &ProcessActivity| balance::bytes_of(process, ddir) >= foreign / LEAST_PART;
    let likely = |process: &&ProcessActivity| {
        let has_files = process.has_files_here == Some(true) && counts(process);
        (has_files, balance::bytes_of(process, ddir))
    };
    let busiest = balance::candidates(evidence, ddir, foreign).max_by_key(likely);
    let unknown = || match evidence.hidden_processes {
        0 => Cause::NotVisible,
        processes => Cause::Hidden {
            processes,
            dirty_before_bytes: None,
        },
    };
    busiest.map_or_else(unknown, |process| {
        Cause::Process(Neighbour {
            name: process.name.clone(),
            pid: process.pid,
            moved_bytes: balance::bytes_of(process, ddir),
            has_files_here: process.has_files_here,
        })
    })
}

fn uncharged_cause(case: &Case<'_>, evidence: &RunEvidence) -> Cause {
    let dirty_before_bytes = dirty_before(case);
    match evidence.hidden_processes {
        0 => Cause::Uncharged {
            dirty_before_bytes,
            fs_type: fs_type(evidence),
        },
        processes => Cause::Hidden {
            processes,
            dirty_before_bytes,
        },
    }
}

/// Changed pages of the machine before the run.
fn dirty_before(case: &Case<'_>) -> Option<u64> {
    let memory = &case.machine()?.memory;
    Some(memory.dirty_bytes? + memory.writeback_bytes.unwrap_or(0))
}

/// The file system of the targets, or of the file of a loop device.
fn fs_type(evidence: &RunEvidence) -> Option<String> {
    let mut targets = evidence.targets.iter();
    targets.find_map(|target| target.fs_type.clone()).or_else(|| {
        let mut files = evidence
            .devices
            .iter()
            .filter_map(|device| device.backing.as_ref());
        files.find_map(|file| file.fs_type.clone())
    })
}

/// Flushes beyond those that our syncs and the file system's commits explain. Each disk at the bottom sees all of them.
fn flushed(case: &Case<'_>, evidence: &RunEvidence) -> Option<Finding> {
    let own_syncs = balance::own_syncs(case);
    let seconds = evidence.seconds.max(1e-3);
    let usual = (seconds * USUAL_FLUSHES_PER_S) as u64;
    let per_sync = balance::flushes_per_sync(evidence);
    let explained = own_syncs.saturating_mul(per_sync).saturating_add(usual);
    let of_each = evidence.leaves().map(|leaf| leaf.delta());
    let excess_of_each = of_each.map(|delta| (delta.flushes.saturating_sub(explained), delta));
    let (excess, delta) = excess_of_each.max_by_key(|(excess, _)| *excess)?;
    if excess < LEAST_FLUSHES {
        return None;
    }
    let share = excess as f64 / delta.flushes as f64;
    let observed = Observed::Flushed {
        device: doers(evidence, |delta| delta.flushes),
        flushes: excess,
        own_syncs,
        flushes_per_s: excess as f64 / seconds,
        flush_percent: delta.flush_ms as f64 * share / 10.0 / seconds,
    };
    Some(Finding::new(
        When::Run,
        Severity::Care,
        Subject::whole(),
        observed,
    ))
}

fn discarded(case: &Case<'_>, evidence: &RunEvidence) -> Option<Finding> {
    // Our trims are split and merged on their way, so that trims of others cannot be counted next to them.
    if case.moving(Ddir::Trim).count() > 0 {
        return None;
    }
    let deltas = || evidence.leaves().map(|leaf| leaf.delta());
    let discards: u64 = deltas().map(|delta| delta.discards).sum();
    let discard_bytes = deltas().map(|delta| delta.discard_sectors).sum::<u64>() * 512;
    let own_bytes = balance::own_discarded(case, evidence).min(discard_bytes);
    let explained = own_bytes.saturating_add((own_bytes as f64 * DISCARDED_BESIDES) as u64);
    if discards == 0 || discard_bytes.saturating_sub(explained) < LEAST_DISCARD_BYTES {
        return None;
    }
    let observed = Observed::Discarded {
        device: doers(evidence, |delta| delta.discard_sectors),
        discards,
        discard_bytes,
        own_bytes,
    };
    Some(Finding::new(
        When::Run,
        Severity::Care,
        Subject::whole(),
        observed,
    ))
}

/// The sentences of `foreign-io`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::NotLooked => messages::not_looked(lang).to_owned(),
            Observed::Quiet { seconds } => messages::Quiet {
                device: &device_name(subject, lang),
                seconds: &short(*seconds),
            }
            .text(lang),
            Observed::Busy(busy) => busy.saw(device_name(subject, lang), lang),
            Observed::Moved(moved) => moved.saw(lang),
            Observed::Flushed {
                device,
                flushes,
                own_syncs,
                flushes_per_s,
                flush_percent,
            } => {
                let flushed = messages::Flushed {
                    devices: &lang.list(device),
                    flushes: &Count(*flushes),
                    rate: &Rate(*flushes_per_s),
                };
                let mut sentences = vec![flushed.text(lang)];
                if *flush_percent >= 0.1 {
                    let share = &Share(flush_percent / 100.0);
                    sentences.push(messages::FlushTime { share }.text(lang));
                }
                sentences.push(match *own_syncs {
                    0 => messages::no_own_syncs(lang).to_owned(),
                    syncs => messages::OwnSyncs { syncs }.text(lang),
                });
                lang.sentences(&sentences)
            }
            Observed::Discarded {
                device,
                discards,
                discard_bytes,
                own_bytes: 0,
            } => messages::Discarded {
                devices: &lang.list(device),
                discards: *discards,
                bytes: &Bytes(*discard_bytes),
            }
            .text(lang),
            Observed::Discarded {
                device,
                discards,
                discard_bytes,
                own_bytes,
            } => messages::DiscardedBesides {
                devices: &lang.list(device),
                discards: *discards,
                bytes: &Bytes(*discard_bytes),
                own: &Bytes(*own_bytes),
            }
            .text(lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why = match self {
            Observed::Flushed { .. } => messages::why_flushed(lang),
            Observed::Discarded { .. } => messages::why_discarded(lang),
            Observed::Moved(Moved {
                cause: Cause::Uncharged { .. },
                ..
            }) => messages::why_uncharged(lang),
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::Flushed { .. } => messages::advice_flushed(lang),
            Observed::Discarded { .. } => messages::advice_discarded(lang),
            Observed::Moved(Moved {
                cause: Cause::Uncharged { fs_type, .. },
                ..
            }) => match fs_type.as_deref() {
                Some("ext4") => messages::advice_uncharged_ext4(lang),
                _ => messages::advice_uncharged(lang),
            },
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

impl Busy {
    fn saw(&self, device: &str, lang: Lang) -> String {
        let per_s = |value: f64| Count(value.round() as u64);
        let mut rates = vec![
            messages::ReadsPerS {
                count: &per_s(self.reads_per_s),
            }
            .text(lang),
            messages::WritesPerS {
                count: &per_s(self.writes_per_s),
            }
            .text(lang),
        ];
        if self.flushes_per_s >= 0.5 {
            let count = &per_s(self.flushes_per_s);
            rates.push(messages::FlushesPerS { count }.text(lang));
        }
        if self.discards_per_s >= 0.5 {
            let count = &per_s(self.discards_per_s);
            rates.push(messages::DiscardsPerS { count }.text(lang));
        }
        let bytes = &Bytes(self.foreign_bytes_per_s as u64);
        rates.push(messages::BytesPerS { bytes }.text(lang));
        let busy = messages::Busy {
            device: &device,
            busy: &self.busy_percent.round(),
            seconds: &short(self.seconds),
            rates: &lang.list(&rates),
        };
        let by: Vec<String> = self.by.iter().map(|process| process.text(lang)).collect();
        let by = if by.is_empty() {
            messages::cause_not_visible(lang).to_owned()
        } else {
            let processes = &lang.list(&by);
            messages::BusyBy { processes }.text(lang)
        };
        lang.sentences(&[busy.text(lang), by])
    }
}

impl Neighbour {
    fn text(&self, lang: Lang) -> String {
        messages::Process {
            name: &self.name,
            pid: &self.pid,
            moved: &Bytes(self.moved_bytes),
        }
        .text(lang)
    }
}

impl Moved {
    fn saw(&self, lang: Lang) -> String {
        let moved = messages::Moved {
            devices: &lang.list(&self.device),
            ddir: ddir_word(self.ddir),
            total: &Bytes(self.device_bytes),
            foreign: &Bytes(self.foreign_bytes),
            share: &Share(self.share_percent / 100.0),
        };
        let mut sentences = vec![moved.text(lang)];
        match &self.cause {
            Cause::Process(process) => sentences.push(self.guess(process, lang)),
            Cause::Either {
                process,
                dirty_before_bytes,
                fs_type,
            } => {
                sentences.push(self.guess(process, lang));
                sentences.push(match self.explaining(*dirty_before_bytes) {
                    Some(dirty) => messages::OrWriteback { dirty: &dirty }.text(lang),
                    None if is_ext4(fs_type.as_deref()) => messages::or_kernel_ext4(lang).to_owned(),
                    None => messages::or_kernel(lang).to_owned(),
                });
            }
            Cause::Hidden {
                processes,
                dirty_before_bytes,
            } => {
                sentences.push(match self.explaining(*dirty_before_bytes) {
                    Some(dirty) => messages::MaybeWriteback { dirty: &dirty }.text(lang),
                    None => messages::cause_not_visible(lang).to_owned(),
                });
                let processes = *processes;
                sentences.push(messages::Hidden { processes }.text(lang));
            }
            Cause::NotVisible => sentences.push(messages::cause_not_visible(lang).to_owned()),
            Cause::Uncharged {
                dirty_before_bytes,
                fs_type,
            } => sentences.push(match self.explaining(*dirty_before_bytes) {
                Some(dirty) => messages::Writeback { dirty: &dirty }.text(lang),
                None if is_ext4(fs_type.as_deref()) => messages::kernel_ext4(lang).to_owned(),
                None => messages::kernel(lang).to_owned(),
            }),
        }
        if let Some(percent) = self.busy_percent.filter(|percent| *percent < 10.0) {
            let share = &Share(percent / 100.0);
            sentences.push(messages::NearlyIdle { share }.text(lang));
        }
        lang.sentences(&sentences)
    }

    /// Processes are counted over all disks: where their files are says more. A process that moved less than half of it is not
    /// called its cause.
    fn guess(&self, process: &Neighbour, lang: Lang) -> String {
        let Neighbour { name, pid, .. } = process;
        let (ddir, moved) = (ddir_word(self.ddir), &Bytes(process.moved_bytes));
        let share = &Share(process.moved_bytes as f64 / self.foreign_bytes as f64);
        let is_part = process.moved_bytes < self.foreign_bytes / 2;
        match (is_part, process.has_files_here) {
            (true, Some(true)) => messages::PartFilesOpen {
                name,
                pid,
                ddir,
                moved,
                share,
            }
            .text(lang),
            (true, Some(false)) => messages::PartNoFilesOpen {
                name,
                pid,
                ddir,
                moved,
                share,
            }
            .text(lang),
            (true, None) => messages::PartAnyDisk {
                name,
                pid,
                ddir,
                moved,
                share,
            }
            .text(lang),
            (false, Some(true)) => messages::LikelyFilesOpen {
                name,
                pid,
                ddir,
                moved,
            }
            .text(lang),
            (false, Some(false)) => messages::GuessNoFilesOpen {
                name,
                pid,
                ddir,
                moved,
            }
            .text(lang),
            (false, None) => messages::GuessAnyDisk {
                name,
                pid,
                ddir,
                moved,
            }
            .text(lang),
        }
    }

    /// Changed pages before the run, where they explain most of what was written.
    fn explaining(&self, dirty_before: Option<u64>) -> Option<Bytes> {
        dirty_before
            .filter(|dirty| *dirty >= self.foreign_bytes / 2)
            .map(Bytes)
    }
}

fn is_ext4(fs_type: Option<&str>) -> bool {
    fs_type == Some("ext4")
}
