//! Commands for SCSI and NVMe devices as bytes, and the calls that hand them to a device.
//!
//! `scsi` is pure: what a command looks like, and what an answer says. `sg` calls the kernel.

pub mod scsi;
pub mod sg;
