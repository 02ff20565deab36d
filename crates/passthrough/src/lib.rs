//! Commands for SCSI and NVMe devices as bytes, and the calls that hand them to a device.
//!
//! `scsi` and `nvme` are pure: what a command looks like, and what an answer says. `sg` and `nvme_ioctl` call the kernel.

pub mod nvme;
pub mod nvme_ioctl;
pub mod protection;
pub mod scsi;
pub mod sg;
