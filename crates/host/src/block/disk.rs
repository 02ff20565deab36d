//! What a leaf disk says of itself: transport, model, firmware, place. Judged from `sysfs` alone, without opening the device.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// How a disk is attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Transport {
    /// NVMe on PCI Express.
    Nvme,
    /// NVMe over TCP, RDMA or Fibre Channel.
    NvmeFabric,
    /// ATA.
    Sata,
    /// Serial Attached SCSI.
    Sas,
    /// A volume that a RAID controller presents.
    RaidController,
    /// Fibre Channel.
    FibreChannel,
    /// iSCSI over a network.
    Iscsi,
    /// USB.
    Usb,
    /// virtio-blk: a hypervisor's disk.
    VirtioBlk,
    /// virtio-scsi.
    VirtioScsi,
    /// Xen's paravirtual disk.
    Xen,
    /// Hyper-V's storage bus.
    HyperV,
    /// VMware's paravirtual SCSI.
    VmwarePvscsi,
    /// SD or eMMC.
    Mmc,
    /// Persistent memory.
    Pmem,
    /// A network block device (nbd, rbd, drbd).
    NetworkBlock,
    /// Memory or a file: zram, brd, loop.
    Memory,
    /// SCSI of an unknown kind.
    Scsi,
    /// Not known.
    Unknown,
}

impl Transport {
    /// The word to print.
    pub fn name(self) -> &'static str {
        match self {
            Transport::Nvme => "NVMe",
            Transport::NvmeFabric => "NVMe over fabrics",
            Transport::Sata => "SATA",
            Transport::Sas => "SAS",
            Transport::RaidController => "RAID controller",
            Transport::FibreChannel => "Fibre Channel SAN",
            Transport::Iscsi => "iSCSI SAN",
            Transport::Usb => "USB",
            Transport::VirtioBlk => "virtio-blk",
            Transport::VirtioScsi => "virtio-scsi",
            Transport::Xen => "Xen",
            Transport::HyperV => "Hyper-V",
            Transport::VmwarePvscsi => "VMware PVSCSI",
            Transport::Mmc => "MMC",
            Transport::Pmem => "persistent memory",
            Transport::NetworkBlock => "network block device",
            Transport::Memory => "memory",
            Transport::Scsi => "SCSI",
            Transport::Unknown => "unknown",
        }
    }
}

/// A cloud's volume, as its model string tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloudVolume {
    /// `aws`, `azure`, `gcp`, `alibaba`, …
    pub provider: String,
    /// `EBS`, `instance store`, `managed disk`, `persistent disk`, …
    pub volume: String,
    /// Whether it is a disk of this host, lost with the instance.
    pub local: bool,
}

/// A leaf disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disk {
    /// How it is attached.
    pub transport: Transport,
    /// The maker, where SCSI names one.
    pub vendor: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Serial number, where anyone may read it.
    pub serial: Option<String>,
    /// World-wide name.
    pub wwid: Option<String>,
    /// The node of memory it is close to; `None` also when the machine has but one.
    pub numa_node: Option<u32>,
    /// Whether it can be taken out.
    pub removable: Option<bool>,
    /// Whether writes are refused.
    pub read_only: Option<bool>,
    /// Depth of the device's own queue (SCSI).
    pub device_queue_depth: Option<u32>,
    /// The kernel driver.
    pub driver: Option<String>,
    /// Negotiated and greatest PCI Express link, `8.0 GT/s PCIe x4`.
    pub pcie_link: Option<String>,
    /// See [`Disk::pcie_link`].
    pub pcie_link_max: Option<String>,
    /// What cloud volume the strings point to.
    pub cloud: Option<CloudVolume>,
}

impl Disk {
    /// Reads what a whole disk says of itself.
    pub fn read(root: &Root, name: &str) -> Disk {
        let dir = root.block(name);
        let device = dir.join("device");
        let at = |attribute: &str| root::word(&device.join(attribute));
        let first = |a: &str, b: &str| at(a).or_else(|| at(b));
        let vendor = at("vendor").filter(|v| !v.starts_with("0x"));
        let model = at("model");
        let place = std::fs::canonicalize(&dir)
            .map(|p| root.named(&p).to_string_lossy().into_owned())
            .unwrap_or_default();
        let transport = transport(root, name, &device, &place, vendor.as_deref());
        let controller = controller_dir(&device);
        let link = |speed: &str, width: &str| {
            let speed = root::word(&controller.join(speed))?;
            Some(format!("{speed} x{}", root::word(&controller.join(width))?))
        };
        Disk {
            transport,
            firmware: first("firmware_rev", "rev"),
            serial: first("serial", "vpd_serial").or_else(|| root::word(&dir.join("serial"))),
            wwid: root::word(&dir.join("wwid")).or_else(|| at("wwid")),
            numa_node: root::number(&dir.join("device/numa_node"))
                .or_else(|| root::number::<i32>(&controller.join("numa_node")))
                .and_then(|node: i32| u32::try_from(node).ok()),
            removable: root::flag(&dir.join("removable")),
            read_only: root::flag(&dir.join("ro")),
            device_queue_depth: root::number(&device.join("queue_depth")),
            driver: driver(&device),
            pcie_link: link("current_link_speed", "current_link_width"),
            pcie_link_max: link("max_link_speed", "max_link_width"),
            cloud: cloud_volume(vendor.as_deref(), model.as_deref(), transport),
            vendor,
            model,
        }
    }
}

/// `device` of an NVMe disk is its controller, whose own `device` is the PCI function.
fn controller_dir(device: &Path) -> std::path::PathBuf {
    let below = device.join("device");
    if below.is_dir() {
        below
    } else {
        device.to_path_buf()
    }
}

fn driver(device: &Path) -> Option<String> {
    let link = |dir: &Path| {
        Some(
            std::fs::read_link(dir.join("driver"))
                .ok()?
                .file_name()?
                .to_string_lossy()
                .into_owned(),
        )
    };
    link(device).or_else(|| link(&device.join("device")))
}

/// The driver of the SCSI host that a disk hangs on (`proc_name` of the host).
fn scsi_host_driver(root: &Root, place: &str) -> Option<String> {
    let host = place
        .split('/')
        .find(|part| part.starts_with("host") && part[4..].bytes().all(|b| b.is_ascii_digit()))?;
    root::word(&root.sys(format!("class/scsi_host/{host}/proc_name")))
}

const RAID_DRIVERS: &[&str] = &[
    "megaraid_sas",
    "megaraid",
    "smartpqi",
    "hpsa",
    "aacraid",
    "arcmsr",
    "3w-sas",
    "3w-9xxx",
    "cciss",
    "mpi3mr",
    "pmcraid",
];
const RAID_VENDORS: &[&str] = &[
    "AVAGO", "LSI", "DELL", "HP", "HPE", "Adaptec", "IBM", "Lenovo", "BROADCOM", "FTS", "Areca",
];

fn transport(root: &Root, name: &str, device: &Path, place: &str, vendor: Option<&str>) -> Transport {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|p| name.starts_with(p));
    if starts(&["nvme"]) {
        // Under native multipath `device` is the subsystem, which lists its controllers.
        let controllers = root::names(device).into_iter().filter(|n| n.starts_with("nvme"));
        let below = controllers
            .filter_map(|c| root::word(&device.join(c).join("transport")))
            .next();
        let transport = root::word(&device.join("transport")).or(below);
        let fabric = matches!(transport.as_deref(), Some("tcp" | "rdma" | "fc" | "loop"))
            || place.contains("nvme-fabrics");
        return if fabric {
            Transport::NvmeFabric
        } else {
            Transport::Nvme
        };
    }
    if starts(&["zram", "ram", "loop"]) {
        return Transport::Memory;
    } else if starts(&["nbd", "rbd", "drbd"]) {
        return Transport::NetworkBlock;
    } else if starts(&["mmcblk"]) {
        return Transport::Mmc;
    } else if starts(&["pmem"]) {
        return Transport::Pmem;
    } else if starts(&["xvd"]) || place.contains("/vbd-") {
        return Transport::Xen;
    } else if starts(&["vd"]) && place.contains("/virtio") {
        return Transport::VirtioBlk;
    }
    let raid_vendor = vendor.is_some_and(|v| RAID_VENDORS.iter().any(|r| v.eq_ignore_ascii_case(r)));
    let host = scsi_host_driver(root, place);
    match host.as_deref() {
        Some(driver) if RAID_DRIVERS.contains(&driver) && raid_vendor => return Transport::RaidController,
        Some("vmw_pvscsi") => return Transport::VmwarePvscsi,
        Some("storvsc") => return Transport::HyperV,
        Some("iscsi_tcp" | "ib_iser" | "qla4xxx" | "be2iscsi" | "bnx2i") => return Transport::Iscsi,
        _ => {}
    }
    const MARKS: &[(&str, Transport)] = &[
        ("/session", Transport::Iscsi),
        ("/rport-", Transport::FibreChannel),
        ("/end_device-", Transport::Sas),
        ("/usb", Transport::Usb),
        ("/ata", Transport::Sata),
        ("/virtio", Transport::VirtioScsi),
        ("VMBUS", Transport::HyperV),
        ("/host", Transport::Scsi),
        ("/target", Transport::Scsi),
    ];
    MARKS
        .iter()
        .find(|(mark, _)| place.contains(mark))
        .map_or(Transport::Unknown, |(_, t)| *t)
}

/// Strings that clouds put into their volumes. Sources: each provider's documentation on how a volume appears in a Linux guest.
fn cloud_volume(vendor: Option<&str>, model: Option<&str>, transport: Transport) -> Option<CloudVolume> {
    let model = model?.trim();
    let (provider, volume, local) = match (vendor.unwrap_or("").trim(), model) {
        (_, "Amazon Elastic Block Store") => ("aws", "EBS", false),
        (_, m) if m.starts_with("Amazon EC2 NVMe Instance Storage") => ("aws", "instance store", true),
        (_, m) if m.starts_with("Alibaba Cloud Elastic Block Storage") => ("alibaba", "ESSD", false),
        (_, m) if m.starts_with("Microsoft NVMe Direct Disk") => ("azure", "local NVMe", true),
        (_, m) if m.starts_with("MSFT NVMe Accelerator") => ("azure", "managed disk over NVMe", false),
        ("Msft", "Virtual Disk") => ("azure", "managed disk or Hyper-V disk", false),
        ("Google", "PersistentDisk") => ("gcp", "persistent disk", false),
        ("Google", "EphemeralDisk") => ("gcp", "local SSD", true),
        (_, "nvme_card-pd") => ("gcp", "persistent disk over NVMe", false),
        (_, m) if m.starts_with("nvme_card") && transport == Transport::Nvme => ("gcp", "local SSD", true),
        ("DO", "Volume") => ("digitalocean", "volume", false),
        ("HC", "Volume") => ("hetzner", "volume", false),
        ("ORACLE", "BlockVolume") => ("oracle", "block volume", false),
        ("SCW", _) => ("scaleway", "block storage", false),
        _ => return None,
    };
    Some(CloudVolume {
        provider: provider.to_owned(),
        volume: volume.to_owned(),
        local,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn clouds_are_known_by_their_strings() {
        let is =
            |vendor, model| cloud_volume(vendor, Some(model), Transport::Nvme).map(|c| (c.provider, c.local));
        assert_eq!(
            is(None, "Amazon Elastic Block Store"),
            Some(("aws".to_owned(), false))
        );
        assert_eq!(is(None, "nvme_card-pd"), Some(("gcp".to_owned(), false)));
        assert_eq!(is(None, "nvme_card0"), Some(("gcp".to_owned(), true)));
        assert_eq!(
            is(Some("Msft"), "Virtual Disk"),
            Some(("azure".to_owned(), false))
        );
        assert_eq!(is(None, "Micron_2210_MTFDHBA512QFD"), None);
        assert_eq!(cloud_volume(None, None, Transport::Nvme), None);
    }
}
