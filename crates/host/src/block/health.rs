//! Heat and wear of disks: `hwmon` for anyone, the NVMe SMART log for root.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::wear::{Question, ask};
use crate::root::{self, Root};

/// What is known of a disk's health.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Degrees Celsius, in thousandths.
    pub temperature_millic: Option<i64>,
    /// At which it slows down or warns, in thousandths.
    pub temperature_warning_millic: Option<i64>,
    /// The SMART log.
    pub nvme: Option<NvmeSmart>,
}

/// Log page 2 of NVM Express.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NvmeSmart {
    /// Bit 0 spare low, 1 temperature, 2 unreliable, 3 read-only, 4 volatile memory backup failed.
    pub critical_warning: u8,
    /// Kelvin.
    pub temperature_k: u16,
    /// Percent of spare blocks left.
    pub available_spare_percent: u8,
    /// Percent below which that is critical.
    pub spare_threshold_percent: u8,
    /// Percent of its rated life used; may pass 100.
    pub percentage_used: u8,
    /// Bytes read by the host in its life.
    pub read_bytes: u64,
    /// Bytes written by the host in its life.
    pub written_bytes: u64,
    /// Hours powered.
    pub power_on_hours: u64,
    /// Losses of power without a shutdown.
    pub unsafe_shutdowns: u64,
    /// Errors of the medium.
    pub media_errors: u64,
    /// Minutes above the warning temperature.
    pub warning_minutes: u32,
    /// Minutes above the critical temperature.
    pub critical_minutes: u32,
    /// Seconds in which it slowed down for its temperature a little (below thermal management temperature 2).
    #[serde(default)]
    pub slowed_s: u32,
    /// Seconds in which it slowed down for its temperature a lot (thermal management temperature 2 and above).
    #[serde(default)]
    pub slowed_much_s: u32,
}

impl Health {
    /// Of a whole disk.
    pub fn read(root: &Root, disk: &str) -> Health {
        let device = root.block(disk).join("device");
        let sensor = [
            device.join("hwmon"),
            device.join("device/hwmon"),
            device.clone(),
            device.join("device"),
        ]
        .into_iter()
        .find_map(|dir| hwmon(&dir));
        let smart_log = Question::NvmeLog { page: 2, instance: 0 };
        let nvme = (root.is_live() && disk.starts_with("nvme"))
            .then(|| parse_smart(&ask(disk, smart_log).ok()?))
            .flatten();
        Health {
            temperature_millic: sensor
                .as_deref()
                .and_then(|s| root::number(&s.join("temp1_input"))),
            temperature_warning_millic: sensor.as_deref().and_then(|s| root::number(&s.join("temp1_max"))),
            nvme,
        }
    }
}

fn hwmon(dir: &Path) -> Option<std::path::PathBuf> {
    let name = root::names(dir)
        .into_iter()
        .find(|n| n.starts_with("hwmon") && n.len() > "hwmon".len())?;
    Some(dir.join(name))
}

/// Parses log page 2.
pub fn parse_smart(log: &[u8]) -> Option<NvmeSmart> {
    let u128_at = |at: usize| Some(u128::from_le_bytes(log.get(at..at + 16)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(log.get(at..at + 4)?.try_into().ok()?));
    // Counters have 128 bits; no device will pass 64, and JSON readers stop there.
    let u64_at = |at: usize| u128_at(at).map(|n| u64::try_from(n).unwrap_or(u64::MAX));
    // Data units are thousands of 512 bytes.
    let units = |at: usize| Some(u64_at(at)?.saturating_mul(512_000));
    Some(NvmeSmart {
        critical_warning: *log.first()?,
        temperature_k: u16::from_le_bytes(log.get(1..3)?.try_into().ok()?),
        available_spare_percent: *log.get(3)?,
        spare_threshold_percent: *log.get(4)?,
        percentage_used: *log.get(5)?,
        read_bytes: units(32)?,
        written_bytes: units(48)?,
        power_on_hours: u64_at(128)?,
        unsafe_shutdowns: u64_at(144)?,
        media_errors: u64_at(160)?,
        warning_minutes: u32_at(192)?,
        critical_minutes: u32_at(196)?,
        // Since NVM Express 1.3; reserved and 0 before.
        slowed_s: u32_at(224)?,
        slowed_much_s: u32_at(228)?,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_read_where_the_standard_puts_it() {
        let mut log = [0u8; 512];
        log[1..3].copy_from_slice(&310u16.to_le_bytes());
        (log[3], log[4], log[5]) = (100, 10, 3);
        log[48..64].copy_from_slice(&2u128.to_le_bytes());
        log[192..196].copy_from_slice(&7u32.to_le_bytes());
        log[224..228].copy_from_slice(&55u32.to_le_bytes());
        log[228..232].copy_from_slice(&5u32.to_le_bytes());
        let smart = parse_smart(&log).unwrap();
        assert_eq!(
            (
                smart.temperature_k,
                smart.available_spare_percent,
                smart.percentage_used
            ),
            (310, 100, 3)
        );
        assert_eq!((smart.written_bytes, smart.warning_minutes), (1_024_000, 7));
        assert_eq!((smart.slowed_s, smart.slowed_much_s), (55, 5));
        assert_eq!(parse_smart(&log[..100]), None);
    }
}
