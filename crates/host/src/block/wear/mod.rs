//! What a drive tells of the writes of its life: log pages of NVMe, logs and attributes of ATA.
//!
//! A [`Question`] is all that can be sent, and each one only reads. What a drive does not tell in a way whose meaning is public stays
//! unknown, with the reason.

mod ata;
mod nvme;
mod question;
mod vendor;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::disk::Transport;
use super::health::NvmeSmart;
use crate::root::{self, Root};

pub(super) use self::question::ask;
pub use self::question::{Question, Silence};

/// Answers a question; live it is an ioctl.
pub type Answer<'a> = &'a dyn Fn(Question) -> Result<Vec<u8>, Silence>;

/// A log or table of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DriveLog {
    /// SMART / Health Information, log page 02h of NVM Express.
    NvmeSmart,
    /// Endurance Group Information, log page 09h of NVM Express.
    NvmeEnduranceGroup,
    /// SMART / Health Information Extended, log page C0h of the Open Compute Project.
    NvmeOcp,
    /// A log page of the maker, by its number.
    NvmeVendor(u8),
    /// Device Statistics, log 04h of ATA.
    AtaStatistics,
    /// An attribute of SMART READ DATA.
    AtaAttribute(u8),
}

impl DriveLog {
    /// As the standards call it; not translated.
    pub fn name(self) -> String {
        match self {
            DriveLog::NvmeSmart => "NVMe log 02h".to_owned(),
            DriveLog::NvmeEnduranceGroup => "NVMe log 09h".to_owned(),
            DriveLog::NvmeOcp => "OCP log C0h".to_owned(),
            DriveLog::NvmeVendor(page) => format!("NVMe log {page:02X}h of the maker"),
            DriveLog::AtaStatistics => "ATA log 04h".to_owned(),
            // Without a number: the table.
            DriveLog::AtaAttribute(0) => "SMART READ DATA".to_owned(),
            DriveLog::AtaAttribute(id) => format!("SMART {id}"),
        }
    }
}

/// A number that a drive tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    pub value: u64,
    /// What the counter counts in.
    pub step: u64,
    pub log: DriveLog,
}

/// A log that was asked for and told nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silent {
    pub log: DriveLog,
    pub why: Silence,
}

/// The writes of a drive's life.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriveWear {
    /// Bytes that hosts wrote.
    pub host_written: Option<Told>,
    /// Bytes that the drive wrote to its flash.
    pub media_written: Option<Told>,
    /// Pages that were programmed for the host, and by the drive for itself. The size of these pages is not public.
    pub host_pages: Option<Told>,
    pub own_pages: Option<Told>,
    /// The drive's own estimate of the life that is used, in percent; may pass 100.
    pub used_percent: Option<Told>,
    pub power_on_hours: Option<Told>,
    /// Bytes that the flash is rated for, counted at the flash.
    pub rated_media: Option<Told>,
    pub silent: Vec<Silent>,
}

/// Which logs are worth a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Those that the drive lists: a question for another one counts as an error in the drive's own error log.
    Listed,
    /// All of them.
    All,
}

impl DriveWear {
    /// Asks a disk; nothing is known of one in a captured tree, or of one that takes none of the questions.
    pub fn read(root: &Root, disk: &str, transport: Transport, effort: Effort) -> DriveWear {
        if !root.is_live() {
            return DriveWear::default();
        }
        let block = root.block(disk).join("queue/logical_block_size");
        let block: u64 = root::number(&block).unwrap_or(512);
        let answer = |asked: Question| ask(disk, asked);
        match transport {
            Transport::Nvme => DriveWear::of_nvme(&answer, effort),
            Transport::Sata => DriveWear::of_ata(&answer, block),
            _ => DriveWear::default(),
        }
    }

    /// An NVMe drive's.
    pub fn of_nvme(answer: Answer<'_>, effort: Effort) -> DriveWear {
        nvme::wear(answer, effort)
    }

    /// An ATA drive's; `block`: bytes of its logical sectors.
    pub fn of_ata(answer: Answer<'_>, block: u64) -> DriveWear {
        ata::wear(answer, block)
    }

    /// From log page 02h alone, as records have it that are older than the other logs.
    pub fn of_smart(smart: &NvmeSmart) -> DriveWear {
        let mut wear = DriveWear::default();
        nvme::add_smart(&mut wear, smart);
        wear
    }

    /// Bytes written to flash for each byte of the host, over its life.
    pub fn amplification(&self) -> Option<f64> {
        amplification(&DriveWear::default(), self)
    }

    fn silent(&mut self, log: DriveLog, why: Silence) {
        self.silent.push(Silent { log, why });
    }
}

/// Steps of a counter below which a difference says too little: one step in a hundred is an error of 1 %.
const ENOUGH_STEPS: u64 = 100;

/// By how much a counter grew; `None`: it is unknown, was reset, or is not the same counter.
pub fn grown(before: Option<Told>, after: Option<Told>) -> Option<Told> {
    let after = after?;
    let from = match before {
        Some(before) if before.log == after.log => before.value,
        Some(_) => return None,
        None => 0,
    };
    let value = after.value.checked_sub(from)?;
    Some(Told { value, ..after })
}

/// Bytes written to flash for each byte of the host, between two looks at the same drive; a default is the drive when it was new.
pub fn amplification(before: &DriveWear, after: &DriveWear) -> Option<f64> {
    let grew = |of: fn(&DriveWear) -> Option<Told>| {
        grown(of(before), of(after)).filter(|grew| grew.value >= ENOUGH_STEPS * grew.step)
    };
    let bytes = grew(|wear| wear.host_written).zip(grew(|wear| wear.media_written));
    if let Some((host, media)) = bytes {
        return Some(media.value as f64 / host.value as f64);
    }
    let host = grew(|wear| wear.host_pages)?.value;
    let own = grown(before.own_pages, after.own_pages)?.value;
    Some(1.0 + own as f64 / host as f64)
}
