//! The logs of NVM Express drives.

use super::question::{Question, Silence};
use super::{Answer, DriveLog, DriveWear, Effort, Told, vendor};
use crate::block::health::{NvmeSmart, parse_smart};

const SMART: u8 = 0x02;
const ENDURANCE_GROUP: u8 = 0x09;
const OCP: u8 = 0xc0;

/// A data unit: a thousand sectors of 512 bytes.
const DATA_UNIT: u64 = 512_000;
/// The Endurance Group log counts in units of a billion bytes.
const BILLION: u64 = 1_000_000_000;

/// The identifier of the log page of the Open Compute Project, least significant byte first (Datacenter NVMe SSD Specification 2.0,
/// SMART-20): another page at C0h has another meaning.
const OCP_GUID: [u8; 16] = [
    0xc5, 0xaf, 0x10, 0x28, 0xea, 0xbf, 0xf2, 0xa4, 0x9c, 0x4f, 0x6f, 0x7c, 0xc9, 0x14, 0xd5, 0xaf,
];

pub(super) fn wear(answer: Answer<'_>, effort: Effort) -> DriveWear {
    let mut wear = DriveWear::default();
    let log = |page, instance| answer(Question::NvmeLog { page, instance });
    match log(SMART, 0) {
        Ok(page) => match parse_smart(&page) {
            Some(smart) => add_smart(&mut wear, &smart),
            None => wear.silent(DriveLog::NvmeSmart, Silence::OtherLayout),
        },
        // Who may not read this one may read none.
        Err(why) => {
            wear.silent(DriveLog::NvmeSmart, why);
            return wear;
        }
    }
    let controller = answer(Question::NvmeController).unwrap_or_default();
    if has_endurance_groups(&controller) {
        let namespace = answer(Question::NvmeNamespace).unwrap_or_default();
        match group(&namespace).map(|group| log(ENDURANCE_GROUP, group)) {
            Some(Ok(page)) => add_group(&mut wear, &page),
            Some(Err(why)) => wear.silent(DriveLog::NvmeEnduranceGroup, why),
            None => {}
        }
    }
    let listed = lists_pages(&controller).then(|| log(0, 0).ok()).flatten();
    let is_asked = |page: u8| match &listed {
        Some(list) => list
            .get(4 * usize::from(page))
            .is_some_and(|entry| entry & 1 == 1),
        None => effort == Effort::All,
    };
    let ask = |page| match is_asked(page) {
        true => log(page, 0),
        false => Err(Silence::NotListed),
    };
    match ask(OCP) {
        Ok(page) => add_ocp(&mut wear, &page),
        Err(why) => wear.silent(DriveLog::NvmeOcp, why),
    }
    // The page of the Open Compute Project is the finer and better described one.
    if wear
        .media_written
        .is_none_or(|told| told.log != DriveLog::NvmeOcp)
        && let Some(page) = vendor::page(&controller)
    {
        let told = ask(page.number()).and_then(|bytes| page.media_written(&bytes, wear.host_written));
        match told {
            Ok(told) => wear.media_written = Some(told),
            Err(why) => wear.silent(DriveLog::NvmeVendor(page.number()), why),
        }
    }
    wear
}

/// Controller Attributes, bit 4.
fn has_endurance_groups(controller: &[u8]) -> bool {
    controller
        .get(96)
        .is_some_and(|attributes| attributes & 1 << 4 != 0)
}

/// Log Page Attributes, bit 5: log page 00h lists the others.
fn lists_pages(controller: &[u8]) -> bool {
    controller
        .get(261)
        .is_some_and(|attributes| attributes & 1 << 5 != 0)
}

/// The endurance group of a namespace; 0 is none.
fn group(namespace: &[u8]) -> Option<u16> {
    let group = namespace.get(102..104)?.try_into().ok()?;
    Some(u16::from_le_bytes(group)).filter(|group| *group != 0)
}

pub(super) fn add_smart(wear: &mut DriveWear, smart: &NvmeSmart) {
    let log = DriveLog::NvmeSmart;
    if smart.written_bytes == 0 && smart.read_bytes == 0 && smart.power_on_hours == 0 {
        wear.silent(log, Silence::AllZero);
        return;
    }
    let told = |value, step| Some(Told { value, step, log });
    wear.host_written = told(smart.written_bytes, DATA_UNIT);
    wear.used_percent = told(u64::from(smart.percentage_used), 1);
    wear.power_on_hours = told(smart.power_on_hours, 1);
}

/// A counter of 128 bits; no drive will pass 64.
fn counter(page: &[u8], at: usize, unit: u64) -> Option<u64> {
    let bytes = page.get(at..at + 16)?.try_into().ok()?;
    let count = u64::try_from(u128::from_le_bytes(bytes)).unwrap_or(u64::MAX);
    Some(count.saturating_mul(unit)).filter(|count| *count > 0)
}

/// Endurance Estimate at byte 32, Media Units Written at byte 80; 0: not reported.
fn add_group(wear: &mut DriveWear, page: &[u8]) {
    let log = DriveLog::NvmeEnduranceGroup;
    let told = |at| {
        let value = counter(page, at, BILLION)?;
        let step = BILLION;
        Some(Told { value, step, log })
    };
    (wear.rated_media, wear.media_written) = (told(32), told(80));
    if wear.media_written.is_none() {
        wear.silent(log, Silence::AllZero);
    }
}

/// Physical Media Units Written at byte 0, in bytes; finer than that of the endurance group.
fn add_ocp(wear: &mut DriveWear, page: &[u8]) {
    let log = DriveLog::NvmeOcp;
    if page.get(496..512) != Some(&OCP_GUID[..]) {
        wear.silent(log, Silence::OtherLayout);
        return;
    }
    match counter(page, 0, 1) {
        // What flash is written in: a page.
        Some(value) => {
            wear.media_written = Some(Told {
                value,
                step: 16_384,
                log,
            })
        }
        None => wear.silent(log, Silence::AllZero),
    }
}

/// Pages are made here by hand, with the offsets of the NVM Express Base Specification 2.0 (SMART / Health Information, Endurance Group
/// Information, Supported Log Pages, Identify Controller, Identify Namespace) and of the Datacenter NVMe SSD Specification 2.0 of the Open
/// Compute Project (SMART / Health Information Extended).
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::block::wear::amplification;

    fn page(fields: &[(usize, &[u8])]) -> Vec<u8> {
        let mut page = vec![0u8; 4096];
        for (at, bytes) in fields {
            page[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        page
    }

    /// 2,000,000 data units of the host are 1.024 TB; 7 % are used after 4,321 hours.
    fn smart() -> Vec<u8> {
        let units = 2_000_000u128.to_le_bytes();
        page(&[(5, &[7]), (48, &units), (128, &4321u128.to_le_bytes())])
    }

    fn ocp(media: u128) -> Vec<u8> {
        page(&[(0, &media.to_le_bytes()), (496, &OCP_GUID)])
    }

    /// A drive that lists its pages, C0h among them, and has endurance group 1.
    fn modern(asked: Question) -> Result<Vec<u8>, Silence> {
        match asked {
            Question::NvmeController => Ok(page(&[(96, &[0x10]), (261, &[0x20])])),
            Question::NvmeNamespace => Ok(page(&[(102, &[1, 0])])),
            Question::NvmeLog { page: 0, .. } => Ok(page(&[(4 * 0xc0, &[1])])),
            Question::NvmeLog { page: 2, .. } => Ok(smart()),
            Question::NvmeLog { page: 9, instance: 1 } => Ok(page(&[
                (32, &3000u128.to_le_bytes()),
                (80, &2048u128.to_le_bytes()),
            ])),
            Question::NvmeLog { page: 0xc0, .. } => Ok(ocp(2_560_000_000_000)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_finest_counter_of_media_writes_is_taken() {
        let wear = wear(&modern, Effort::Listed);
        assert_eq!(wear.silent, []);
        let (host, media) = (wear.host_written.unwrap(), wear.media_written.unwrap());
        assert_eq!((host.value, host.log), (1_024_000_000_000, DriveLog::NvmeSmart));
        assert_eq!((media.value, media.log), (2_560_000_000_000, DriveLog::NvmeOcp));
        assert_eq!(wear.rated_media.unwrap().value, 3_000_000_000_000);
        assert_eq!(
            (
                wear.used_percent.unwrap().value,
                wear.power_on_hours.unwrap().value
            ),
            (7, 4321)
        );
        assert_eq!(wear.amplification(), Some(2.5));
    }

    /// One of NVM Express 1.3, which cannot list its pages.
    fn old(asked: Question) -> Result<Vec<u8>, Silence> {
        match asked {
            Question::NvmeController => Ok(page(&[])),
            Question::NvmeLog { page: 2, .. } => Ok(smart()),
            Question::NvmeLog { page: 0xc0, .. } => Err(Silence::Refused { status: 0x4109 }),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_page_that_is_not_listed_is_asked_for_only_if_that_is_wanted() {
        let silent = |effort| wear(&old, effort).silent.pop().unwrap().why;
        assert_eq!(silent(Effort::Listed), Silence::NotListed);
        assert_eq!(silent(Effort::All), Silence::Refused { status: 0x4109 });
        let wear = wear(&old, Effort::All);
        assert_eq!((wear.media_written, wear.amplification()), (None, None));
    }

    #[test]
    fn another_page_at_the_same_number_means_nothing() {
        let answer = |asked| match asked {
            Question::NvmeLog { page: 0xc0, .. } => Ok(page(&[(0, &[9, 9, 9])])),
            other => old(other),
        };
        let wear = wear(&answer, Effort::All);
        assert_eq!(
            (wear.media_written, &wear.silent[0].why),
            (None, &Silence::OtherLayout)
        );
    }

    #[test]
    fn a_drive_without_counters_has_written_an_unknown_number_of_bytes() {
        let answer = |asked| match asked {
            Question::NvmeLog { page: 2, .. } => Ok(page(&[])),
            other => old(other),
        };
        let wear = wear(&answer, Effort::Listed);
        assert_eq!((wear.host_written, wear.used_percent), (None, None));
        assert_eq!(wear.silent[0].why, Silence::AllZero);
        let denied = super::wear(&|_| Err(Silence::Denied), Effort::All);
        assert_eq!(denied.silent.len(), 1, "{denied:?}");
    }

    #[test]
    fn amplification_between_two_looks_is_of_what_was_written_between() {
        let first = wear(&modern, Effort::Listed);
        let mut second = first.clone();
        let add = |told: &mut Option<Told>, bytes| told.as_mut().unwrap().value += bytes;
        add(&mut second.host_written, 512_000 * 99);
        add(&mut second.media_written, 512_000 * 99 * 3);
        assert_eq!(
            amplification(&first, &second),
            None,
            "99 units of the host are too few"
        );
        add(&mut second.host_written, 512_000);
        add(&mut second.media_written, 512_000 * 3);
        assert_eq!(amplification(&first, &second), Some(3.0));
        assert_eq!(
            amplification(&second, &first),
            None,
            "a counter that fell was reset"
        );
    }
}
