//! Commands for SCSI and NVMe devices as bytes, the calls that send them, and those of raw flash.
//!
//! `scsi` and `nvme` are pure: what a command looks like, and what an answer says; `metadata` is what goes with the data. `sg`,
//! `nvme_ioctl` and `mtd` call the kernel.

pub mod metadata;
pub mod mtd;
pub mod nvme;
pub mod nvme_ioctl;
pub mod protection;
pub mod ranges;
pub mod scsi;
pub mod sg;
