//! The logs of ATA drives: Device Statistics first, which the standard defines; then attributes that a maker has documented.

use super::question::{Question, Silence};
use super::{Answer, DriveLog, DriveWear, Told};

/// A log of Device Statistics, its pages, and where statistics are on them.
const STATISTICS: u8 = 0x04;
const GENERAL: u8 = 0x01;
const SOLID_STATE: u8 = 0x07;
const DIRECTORY: u8 = 0x00;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The attributes of drives whose maker has published what they mean.
struct Family {
    is_model: fn(&str) -> bool,
    attributes: &'static [(u8, Meaning)],
}

/// What an attribute tells.
#[derive(Clone, Copy)]
enum Meaning {
    /// The raw value, in units of this number of bytes.
    HostWritten(u64),
    MediaWritten(u64),
    /// The raw value, in pages.
    HostPages,
    OwnPages,
    /// The raw value is the percentage used.
    Used,
    /// The normalised value falls from 100 as life is used.
    Left,
}

/// Micron TN-FD-22 (Client SATA SSD SMART Attribute Reference); Samsung SSD white paper "Communicating with your SSD"; Intel product
/// specifications of the series 320, 520, DC S3500 and DC S3610. The units are those of smartmontools' `drivedb.h`, too.
const FAMILIES: [Family; 3] = [
    Family {
        is_model: |model| {
            let client = ["M500", "M550", "MX100", "MX200", "MX300", "MX500"];
            let crucial = model.starts_with("Crucial_CT") || model.starts_with("CT");
            let micron = ["Micron_M5", "Micron_M6", "Micron_1100", "Micron_1300"];
            crucial && client.iter().any(|name| model.contains(name))
                || micron.iter().any(|name| model.starts_with(name))
        },
        attributes: &[
            (202, Meaning::Used),
            (246, Meaning::HostWritten(512)),
            (247, Meaning::HostPages),
            (248, Meaning::OwnPages),
        ],
    },
    Family {
        is_model: |model| model.starts_with("Samsung SSD 8"),
        attributes: &[(177, Meaning::Left), (241, Meaning::HostWritten(512))],
    },
    Family {
        is_model: |model| model.starts_with("INTEL SSDSC2") || model.starts_with("INTEL SSDSA2"),
        attributes: &[
            (225, Meaning::HostWritten(32 * MIB)),
            (233, Meaning::Left),
            (241, Meaning::HostWritten(32 * MIB)),
            (243, Meaning::MediaWritten(32 * MIB)),
            (249, Meaning::MediaWritten(GIB)),
        ],
    },
];

pub(super) fn wear(answer: Answer<'_>, block: u64) -> DriveWear {
    let mut wear = DriveWear::default();
    let identity = match answer(Question::AtaIdentify) {
        Ok(sector) => Identity::read(&sector),
        Err(why) => {
            wear.silent(DriveLog::AtaStatistics, why);
            return wear;
        }
    };
    statistics(answer, &identity, block, &mut wear);
    attributes(answer, &identity, &mut wear);
    wear
}

/// What IDENTIFY DEVICE tells, by words of 16 bits.
struct Identity {
    model: String,
    has_logs: bool,
    smart_is_on: bool,
}

impl Identity {
    fn read(sector: &[u8]) -> Identity {
        let word = |at: usize| match sector.get(2 * at..2 * at + 2) {
            Some(&[low, high]) => u16::from_le_bytes([low, high]),
            _ => 0,
        };
        // Two letters a word, the first one in the high byte.
        let letters: Vec<u8> = (27..47).flat_map(|at| word(at).to_be_bytes()).collect();
        Identity {
            model: String::from_utf8_lossy(&letters).trim().to_owned(),
            has_logs: word(84) & 1 << 5 != 0,
            smart_is_on: word(85) & 1 != 0,
        }
    }
}

fn statistics(answer: Answer<'_>, identity: &Identity, block: u64, wear: &mut DriveWear) {
    let log = DriveLog::AtaStatistics;
    let read = |log, page| answer(Question::AtaLog { log, page });
    let pages = || read(DIRECTORY, 0).ok()?.get(2 * usize::from(STATISTICS)).copied();
    // The directory has the number of pages of each log.
    if !identity.has_logs || pages().unwrap_or(0) == 0 {
        wear.silent(log, Silence::NotListed);
        return;
    }
    let told = |value, step| Told { value, step, log };
    match read(STATISTICS, GENERAL) {
        Ok(page) => {
            wear.power_on_hours = statistic(&page, GENERAL, 16, 32).map(|hours| told(hours, 1));
            let sectors = statistic(&page, GENERAL, 24, 48);
            wear.host_written = sectors.map(|sectors| told(sectors.saturating_mul(block), block));
        }
        Err(why) => wear.silent(log, why),
    }
    let used = read(STATISTICS, SOLID_STATE).ok();
    let used = used.and_then(|page| statistic(&page, SOLID_STATE, 8, 8));
    wear.used_percent = used.map(|percent| told(percent, 1));
}

/// A statistic that is `bits` wide; one that the drive does not support, or marks as not valid, is none.
fn statistic(page: &[u8], number: u8, at: usize, bits: u32) -> Option<u64> {
    const SUPPORTED_AND_VALID: u64 = 0b11 << 62;
    let word = |at: usize| Some(u64::from_le_bytes(page.get(at..at + 8)?.try_into().ok()?));
    let value = word(at)?;
    let is_page = word(0)? >> 16 & 0xff == u64::from(number);
    (is_page && value & SUPPORTED_AND_VALID == SUPPORTED_AND_VALID).then_some(value & ((1 << bits) - 1))
}

fn attributes(answer: Answer<'_>, identity: &Identity, wear: &mut DriveWear) {
    let table = DriveLog::AtaAttribute(0);
    let Some(family) = FAMILIES.iter().find(|family| (family.is_model)(&identity.model)) else {
        let model = identity.model.clone();
        wear.silent(table, Silence::ModelUnknown { model });
        return;
    };
    if !identity.smart_is_on {
        wear.silent(table, Silence::SmartOff);
        return;
    }
    let sector = match answer(Question::AtaSmart) {
        Ok(sector) => sector,
        Err(why) => {
            wear.silent(table, why);
            return;
        }
    };
    if sector.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) != 0 {
        wear.silent(table, Silence::OtherLayout);
        return;
    }
    for entry in sector.get(2..362).unwrap_or_default().chunks_exact(12) {
        let known = family.attributes.iter().find(|(id, _)| *id == entry[0]);
        if let Some((id, meaning)) = known {
            add(wear, *id, *meaning, entry);
        }
    }
}

/// An entry: number, flags, normalised value, worst value, six raw bytes, a reserved one.
fn add(wear: &mut DriveWear, id: u8, meaning: Meaning, entry: &[u8]) {
    let log = DriveLog::AtaAttribute(id);
    let raw = entry[5..11].iter().rev();
    let raw = raw.fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    let told = |value, step| Some(Told { value, step, log });
    let bytes = |unit: u64| told(raw.saturating_mul(unit), unit);
    match meaning {
        // The standard's own statistic is worth more.
        Meaning::HostWritten(unit) => wear.host_written = wear.host_written.or(bytes(unit)),
        Meaning::MediaWritten(unit) => wear.media_written = bytes(unit),
        Meaning::HostPages => wear.host_pages = told(raw, 1),
        Meaning::OwnPages => wear.own_pages = told(raw, 1),
        Meaning::Used => wear.used_percent = wear.used_percent.or(told(raw, 1)),
        Meaning::Left => {
            let used = 100u64.checked_sub(u64::from(entry[3]));
            wear.used_percent = wear.used_percent.or(used.and_then(|used| told(used, 1)));
        }
    }
}

/// Sectors are made here by hand, with the layout of ATA Command Set 4 (IDENTIFY DEVICE, General Purpose Log Directory, Device Statistics)
/// and of the attribute table in Micron TN-FD-21.
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const VALID: u64 = 0b11 << 62;

    fn identify(model: &str, smart_is_on: bool) -> Vec<u8> {
        let mut sector = vec![0u8; 512];
        let padded = format!("{model:40}");
        for (at, pair) in padded.as_bytes().chunks(2).enumerate() {
            (sector[54 + 2 * at], sector[55 + 2 * at]) = (pair[1], pair[0]);
        }
        sector[168] = 1 << 5;
        sector[170] = u8::from(smart_is_on);
        sector
    }

    fn words(words: &[(usize, u64)]) -> Vec<u8> {
        let mut sector = vec![0u8; 512];
        for (at, word) in words {
            sector[*at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        sector
    }

    fn smart(entries: &[(u8, u8, u64)]) -> Vec<u8> {
        let mut sector = vec![0u8; 512];
        for (entry, (id, normal, raw)) in sector[2..].chunks_mut(12).zip(entries) {
            (entry[0], entry[3]) = (*id, *normal);
            entry[5..11].copy_from_slice(&raw.to_le_bytes()[..6]);
        }
        let sum = sector.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
        sector[511] = 0u8.wrapping_sub(sum);
        sector
    }

    fn asked(model: &str, has_statistics: bool, table: Vec<u8>) -> DriveWear {
        let answer = |asked| match asked {
            Question::AtaIdentify => Ok(identify(model, true)),
            Question::AtaLog { log: 0, page: 0 } => Ok(words(&[(8, u64::from(has_statistics) * 8)])),
            Question::AtaLog { log: 4, page: 1 } => Ok(words(&[
                (0, 1 << 16 | 2),
                (16, VALID | 900),
                (24, VALID | 7_000_000),
            ])),
            Question::AtaLog { log: 4, page: 7 } => Ok(words(&[(0, 7 << 16 | 1), (8, VALID | 12)])),
            Question::AtaSmart => Ok(table.clone()),
            other => panic!("{other:?}"),
        };
        DriveWear::of_ata(&answer, 512)
    }

    #[test]
    fn the_statistics_of_the_standard_need_no_maker() {
        let wear = asked("SOME SSD", true, Vec::new());
        let host = wear.host_written.unwrap();
        assert_eq!((host.value, host.log), (3_584_000_000, DriveLog::AtaStatistics));
        assert_eq!(
            (
                wear.used_percent.unwrap().value,
                wear.power_on_hours.unwrap().value
            ),
            (12, 900)
        );
        assert_eq!((wear.media_written, wear.amplification()), (None, None));
        let model = "SOME SSD".to_owned();
        assert_eq!(wear.silent[0].why, Silence::ModelUnknown { model });
    }

    #[test]
    fn attributes_mean_what_their_maker_published() {
        let micron = [
            (202, 97, 3),
            (246, 100, 4_000_000),
            (247, 100, 1_000),
            (248, 100, 2_500),
        ];
        let wear = asked("CT500MX500SSD1", false, smart(&micron));
        assert_eq!(
            (wear.host_written.unwrap().value, wear.used_percent.unwrap().value),
            (2_048_000_000, 3)
        );
        assert_eq!(wear.amplification(), Some(3.5));
        let samsung = [(9, 99, 1234), (177, 95, 60), (241, 99, 1_000_000)];
        let wear = asked("Samsung SSD 860 EVO 500GB", false, smart(&samsung));
        assert_eq!(
            (wear.host_written.unwrap().value, wear.used_percent.unwrap().value),
            (512_000_000, 5)
        );
        assert_eq!(
            wear.amplification(),
            None,
            "it does not tell what it wrote to flash"
        );
        let intel = [(233, 90, 0), (241, 100, 200), (243, 100, 500)];
        let wear = asked("INTEL SSDSC2BX400G4", false, smart(&intel));
        assert_eq!(
            (wear.used_percent.unwrap().value, wear.amplification()),
            (10, Some(2.5))
        );
        // The same numbers mean nothing on a drive of another maker, and less than the standard's.
        assert_eq!(asked("OTHER", false, smart(&intel)).host_written, None);
        assert_eq!(
            asked("CT500MX500SSD1", true, smart(&micron))
                .host_written
                .unwrap()
                .value,
            3_584_000_000
        );
    }

    #[test]
    fn what_a_drive_marks_as_invalid_is_unknown() {
        let page = words(&[(0, 7 << 16), (8, 1 << 63 | 12), (16, VALID | 3)]);
        assert_eq!(statistic(&page, 7, 8, 8), None);
        assert_eq!(
            (statistic(&page, 7, 16, 8), statistic(&page, 1, 16, 8)),
            (Some(3), None)
        );
        let mut damaged = smart(&[(241, 99, 1_000_000)]);
        damaged[20] ^= 1;
        let wear = asked("Samsung SSD 870 QVO 1TB", false, damaged);
        assert_eq!(
            (wear.host_written, &wear.silent[1].why),
            (None, &Silence::OtherLayout)
        );
    }
}
