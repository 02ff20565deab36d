//! Log pages of makers that count what was written to flash, as the plugins of nvme-cli describe them (linux-nvme/nvme-cli, files
//! `intel-nvme.c`, `solidigm-smart.c`, `memblaze-utils.h`, `dapustor-nvme.c`, `ymtc-utils.h`, `micron-nvme.c`, `seagate-diag.h`).
//!
//! A number of a page is not unique, so the maker comes first, and what the page says of the host must be what log 02h says: otherwise it
//! has another layout or another unit, and nothing is known. Pages of WDC, Kioxia, Samsung and others have no such counter, or one whose
//! unit is not described.

use super::question::Silence;
use super::{DriveLog, Told};

/// A page whose layout is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VendorPage {
    /// CAh: attributes of 12 bytes; F4h and F5h count writes to flash and of the host in 32 MiB.
    Attributes,
    /// D0h: bytes written to flash at byte 176.
    Micron,
    /// C4h: attributes of 12 bytes after the version; 233 and 234 count bytes to flash, 241 and 242 of the host.
    Seagate,
}

/// The page of the maker of a controller; `None`: none is known.
pub(super) fn page(controller: &[u8]) -> Option<VendorPage> {
    let vendor = u16::from_le_bytes(controller.get(..2)?.try_into().ok()?);
    Some(match vendor {
        // Intel, Solidigm, Memblaze, DapuStor, YMTC.
        0x8086 | 0x025e | 0x1c5f | 0x1e3b | 0x1e49 => VendorPage::Attributes,
        0x1344 => VendorPage::Micron,
        0x1bb1 => VendorPage::Seagate,
        _ => return None,
    })
}

const ATTRIBUTE_BYTES: usize = 12;
/// What drives of the first kind count in.
const COUNT_BYTES: u64 = 32 << 20;
/// Counters of the host that are the same differ by what is written between two questions, and by one count.
const MOST_DIFFERENCE: f64 = 0.02;

impl VendorPage {
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Attributes => 0xca,
            Self::Micron => 0xd0,
            Self::Seagate => 0xc4,
        }
    }

    /// Bytes written to flash, if the page can be what it is taken for.
    pub(super) fn media_written(self, page: &[u8], host: Option<Told>) -> Result<Told, Silence> {
        let host = host.ok_or(Silence::OtherLayout)?.value;
        let (media, page_host, step) = match self {
            Self::Attributes => {
                let bytes = |id| attribute(page, 0, id, 5, 6)?.checked_mul(COUNT_BYTES);
                (bytes(0xf4), bytes(0xf5), COUNT_BYTES)
            }
            // It has no counter of the host. Flash is written at least half as often as the host writes, even if data shrinks.
            Self::Micron => (number(page, 176, 8), None, 16_384),
            Self::Seagate => {
                let bytes = |low, high| {
                    let [low, high] = [low, high].map(|id| attribute(page, 2, id, 4, 8));
                    (high? == 0).then_some(low?)
                };
                (bytes(233, 234), bytes(241, 242), 16_384)
            }
        };
        let media = media.ok_or(Silence::OtherLayout)?;
        if media == 0 {
            return Err(Silence::AllZero);
        }
        let is_likely = match (self, page_host) {
            (Self::Micron, _) => media >= host / 2 && media / 1000 <= host,
            (_, Some(same)) => same.abs_diff(host) as f64 <= MOST_DIFFERENCE * host as f64 + step as f64,
            (_, None) => false,
        };
        let log = DriveLog::NvmeVendor(self.number());
        is_likely
            .then_some(Told {
                value: media,
                step,
                log,
            })
            .ok_or(Silence::OtherLayout)
    }
}

/// The number of an attribute in a table that begins at `from`: `bytes` of it, `at` bytes into the attribute.
fn attribute(page: &[u8], from: usize, id: u8, at: usize, bytes: usize) -> Option<u64> {
    let table = page.get(from..)?.chunks_exact(ATTRIBUTE_BYTES);
    let found = table.into_iter().find(|one| one[0] == id)?;
    number(found, at, bytes)
}

fn number(page: &[u8], at: usize, bytes: usize) -> Option<u64> {
    let field = page.get(at..at + bytes)?;
    Some(
        field
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
    )
}

/// Pages are made here by hand from the layouts that nvme-cli describes; none is of a real drive.
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::block::wear::{DriveWear, Effort, Question};

    const TIB: u64 = 1 << 40;

    /// Identify Controller of this maker, which lists no pages.
    fn controller(vendor: u16) -> Vec<u8> {
        let mut page = vec![0u8; 4096];
        page[..2].copy_from_slice(&vendor.to_le_bytes());
        page
    }

    /// Log 02h of a drive to which hosts wrote `host` bytes.
    fn smart(host: u64) -> Vec<u8> {
        let mut page = vec![0u8; 512];
        page[48..56].copy_from_slice(&(host / 512_000).to_le_bytes());
        page
    }

    /// A table of attributes: number and value, which begins at this byte of the attribute.
    fn attributes(from: usize, at: usize, all: &[(u8, u64)]) -> Vec<u8> {
        let mut page = vec![0u8; 512];
        for (place, (id, value)) in all.iter().enumerate() {
            let first = from + place * ATTRIBUTE_BYTES;
            page[first] = *id;
            page[first + at..first + at + 6].copy_from_slice(&value.to_le_bytes()[..6]);
        }
        page
    }

    fn wear(vendor: u16, number: u8, page: &[u8], host: u64) -> DriveWear {
        let answer = |asked| match asked {
            Question::NvmeController => Ok(controller(vendor)),
            Question::NvmeLog { page: 2, .. } => Ok(smart(host)),
            Question::NvmeLog { page: asked, .. } if asked == number => Ok(page.to_vec()),
            _ => Err(Silence::Refused { status: 0x4109 }),
        };
        DriveWear::of_nvme(&answer, Effort::All)
    }

    /// AAh has another meaning; 65,536 counts of 32 MiB are 2 TiB.
    fn counted(host_counts: u64) -> Vec<u8> {
        attributes(0, 5, &[(0xaa, 7), (0xf4, 65_536), (0xf5, host_counts)])
    }

    #[test]
    fn attributes_of_intel_and_others_count_32_mib() {
        for vendor in [0x8086, 0x025e, 0x1c5f, 0x1e3b, 0x1e49] {
            let wear = wear(vendor, 0xca, &counted(32_768), TIB);
            let media = wear.media_written.unwrap();
            assert_eq!(
                (media.value, media.step, media.log),
                (2 * TIB, 32 << 20, DriveLog::NvmeVendor(0xca))
            );
            assert!((wear.amplification().unwrap() - 2.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_page_that_contradicts_the_standard_log_means_nothing() {
        // The same counts in another unit, another maker, no such attribute.
        let other_unit = wear(0x8086, 0xca, &counted(32_768), 16 * TIB);
        let other_maker = wear(0x144d, 0xca, &counted(32_768), TIB);
        let no_attribute = wear(0x8086, 0xca, &vec![0; 512], TIB);
        for wear in [&other_unit, &other_maker, &no_attribute] {
            assert_eq!(wear.media_written, None);
        }
        let why = |wear: &DriveWear| wear.silent.last().map(|silent| (silent.log, silent.why.clone()));
        assert_eq!(
            why(&other_unit),
            Some((DriveLog::NvmeVendor(0xca), Silence::OtherLayout))
        );
        assert_eq!(why(&other_maker).unwrap().0, DriveLog::NvmeOcp);
    }

    #[test]
    fn micron_counts_bytes() {
        let mut page = vec![0u8; 512];
        page[176..184].copy_from_slice(&(3 * TIB).to_le_bytes());
        let media = |host| {
            wear(0x1344, 0xd0, &page, host)
                .media_written
                .map(|told| told.value)
        };
        assert_eq!(media(TIB), Some(3 * TIB));
        // Too few for what the host wrote, and too many.
        assert_eq!(media(7 * TIB), None);
        assert_eq!(media(TIB >> 10), None);
    }

    #[test]
    fn seagate_counts_bytes_in_two_halves() {
        let of_host = |host| [(233, 5 * TIB / 2), (234, 0), (241, host), (242, 0)];
        let page = |host| attributes(2, 4, &of_host(host));
        let media = |page: Vec<u8>| {
            wear(0x1bb1, 0xc4, &page, TIB)
                .media_written
                .map(|told| told.value)
        };
        assert_eq!(media(page(TIB)), Some(5 * TIB / 2));
        assert_eq!(media(page(TIB / 1000)), None);
    }

    #[test]
    fn a_drive_that_lists_its_pages_is_not_asked_for_others() {
        let answer = |asked| match asked {
            Question::NvmeController => {
                let mut page = controller(0x8086);
                page[261] = 0x20;
                Ok(page)
            }
            Question::NvmeLog { page: 0, .. } => Ok(vec![0; 1024]),
            Question::NvmeLog { page: 2, .. } => Ok(smart(TIB)),
            other => panic!("{other:?}"),
        };
        let wear = DriveWear::of_nvme(&answer, Effort::All);
        assert_eq!(wear.silent.last().unwrap().why, Silence::NotListed);
    }
}
