//! What a machine is: its kernel, and the hypervisor, container and cloud around it, as far as files tell.

use serde::{Deserialize, Serialize};

use crate::file::mounts;
use crate::root::{self, Root};

/// The system around a measurement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// Kernel release.
    pub kernel: Option<String>,
    /// The name of the machine; runs that were stored by earlier versions have none.
    #[serde(default)]
    pub hostname: Option<String>,
    /// Kernel build, from `/proc/version`.
    pub kernel_version: Option<String>,
    /// Kernel command line.
    pub command_line: Option<String>,
    /// `PRETTY_NAME` of the distribution.
    pub distribution: Option<String>,
    /// `kvm`, `xen`, `vmware`, `microsoft`, …, `unknown` for a hypervisor without a name; `None`: none found.
    pub hypervisor: Option<String>,
    /// `docker`, `kubernetes`, `podman`, `lxc`, `container`; `None`: none found.
    pub container: Option<String>,
    /// `aws`, `azure`, `gcp`, `alibaba`, …, as the firmware tells.
    pub cloud: Option<String>,
    /// Maker and model of the machine, as the firmware tells.
    pub machine: Option<String>,
    /// The kind of instance, where the firmware holds it.
    pub instance_type: Option<String>,
    /// `poll_queues` of the NVMe driver: without them polled I/O has nothing to poll.
    pub nvme_poll_queues: Option<u32>,
    /// `/proc/sys/kernel/io_uring_disabled`: 0 allowed, 1 only for a group, 2 forbidden.
    pub io_uring_disabled: Option<u32>,
    /// Whether it runs from a battery.
    pub on_battery: Option<bool>,
}

impl System {
    /// Reads all.
    pub fn read(root: &Root) -> System {
        let dmi = |name: &str| root::word(&root.sys("class/dmi/id").join(name));
        let (vendor, product) = (dmi("sys_vendor"), dmi("product_name"));
        let cloud = cloud(
            vendor.as_deref(),
            product.as_deref(),
            dmi("bios_vendor").as_deref(),
            dmi("chassis_asset_tag").as_deref(),
        );
        let instance_type = match cloud.as_deref() {
            Some("aws" | "alibaba") => product.clone(),
            _ => None,
        };
        System {
            kernel: root::word(&root.proc("sys/kernel/osrelease")),
            hostname: root::word(&root.proc("sys/kernel/hostname")),
            kernel_version: root::word(&root.proc("version")),
            command_line: root::word(&root.proc("cmdline")),
            distribution: distribution(root),
            hypervisor: hypervisor(root, vendor.as_deref(), product.as_deref()),
            container: container(root),
            cloud,
            machine: match (vendor, product) {
                (Some(v), Some(p)) => Some(format!("{v} {p}")),
                (v, p) => v.or(p),
            },
            instance_type,
            nvme_poll_queues: root::number(&root.sys("module/nvme/parameters/poll_queues")),
            io_uring_disabled: root::number(&root.proc("sys/kernel/io_uring_disabled")),
            on_battery: on_battery(root),
        }
    }
}

fn distribution(root: &Root) -> Option<String> {
    let text = root::text(&root.place(std::path::Path::new("/etc/os-release")))?;
    let value = text.lines().find_map(|l| l.strip_prefix("PRETTY_NAME="))?;
    Some(value.trim_matches('"').to_owned())
}

/// Firmware strings by which the providers' own tools tell their machines.
fn cloud(
    vendor: Option<&str>,
    product: Option<&str>,
    bios: Option<&str>,
    asset: Option<&str>,
) -> Option<String> {
    let (vendor, product) = (vendor.unwrap_or(""), product.unwrap_or(""));
    // The asset tag by which Azure's agent knows its machines.
    const AZURE: &str = "7783-7084-3265-9085-8269-3286-77";
    let name = if vendor == "Amazon EC2" || bios == Some("Amazon EC2") {
        "aws"
    } else if vendor == "Google" || product == "Google Compute Engine" {
        "gcp"
    } else if asset == Some(AZURE) {
        "azure"
    } else if vendor == "Alibaba Cloud" || product.starts_with("Alibaba Cloud") {
        "alibaba"
    } else if vendor == "Tencent Cloud" {
        "tencent"
    } else if vendor == "Huawei Cloud" {
        "huawei"
    } else if vendor == "DigitalOcean" {
        "digitalocean"
    } else if vendor == "Hetzner" {
        "hetzner"
    } else if vendor == "Scaleway" {
        "scaleway"
    } else if vendor == "Vultr" {
        "vultr"
    } else if vendor == "Akamai" || vendor == "Linode" {
        "linode"
    } else if asset == Some("OracleCloud.com") {
        "oracle"
    } else if product.starts_with("OpenStack") {
        "openstack"
    } else {
        return None;
    };
    Some(name.to_owned())
}

fn hypervisor(root: &Root, vendor: Option<&str>, product: Option<&str>) -> Option<String> {
    if let Some(kind) = root::word(&root.sys("hypervisor/type")) {
        return Some(kind);
    }
    let strings = format!("{} {}", vendor.unwrap_or(""), product.unwrap_or("")).to_lowercase();
    const MARKS: &[(&str, &str)] = &[
        ("vmware", "vmware"),
        ("virtualbox", "virtualbox"),
        ("innotek", "virtualbox"),
        ("microsoft corporation virtual machine", "microsoft"),
        ("parallels", "parallels"),
        ("bochs", "kvm"),
        ("qemu", "kvm"),
        ("kvm", "kvm"),
        ("google compute engine", "kvm"),
        ("apple virtualization", "apple"),
        ("firecracker", "kvm"),
    ];
    let flagged = || {
        let info = root::text(&root.proc("cpuinfo")).unwrap_or_default();
        info.lines()
            .any(|l| l.starts_with("flags") && l.split(' ').any(|f| f == "hypervisor"))
    };
    let clock = root::text(&root.sys("devices/system/clocksource/clocksource0/available_clocksource"))
        .unwrap_or_default();
    match MARKS.iter().find(|(mark, _)| strings.contains(mark)) {
        Some((_, name)) => Some((*name).to_owned()),
        None if clock.contains("kvm-clock") => Some("kvm".to_owned()),
        None if clock.contains("hyperv") => Some("microsoft".to_owned()),
        None if clock.contains("xen") => Some("xen".to_owned()),
        None if flagged() => Some("unknown".to_owned()),
        None => None,
    }
}

fn container(root: &Root) -> Option<String> {
    let exists = |path: &str| root.place(std::path::Path::new(path)).exists();
    let groups = root::text(&root.proc("self/cgroup")).unwrap_or_default();
    let mark = |word: &str| groups.contains(word);
    let name = if mark("kubepods") || exists("/var/run/secrets/kubernetes.io") {
        "kubernetes"
    } else if exists("/.dockerenv") || mark("/docker") {
        "docker"
    } else if exists("/run/.containerenv") || mark("libpod") {
        "podman"
    } else if mark("/lxc") {
        "lxc"
    } else if overlay_root(root) {
        // A root on a union of directories is a container's, unless it is a live medium's.
        "container"
    } else {
        return None;
    };
    Some(name.to_owned())
}

fn overlay_root(root: &Root) -> bool {
    let mounts = mounts::read(root);
    mounts::covering(&mounts, std::path::Path::new("/")).is_some_and(|m| m.fs_type == "overlay")
}

fn on_battery(root: &Root) -> Option<bool> {
    let dir = root.sys("class/power_supply");
    let mains = |name: &String| root::word(&dir.join(name).join("type")).as_deref() == Some("Mains");
    let online: Vec<bool> = root::names(&dir)
        .iter()
        .filter(|n| mains(n))
        .filter_map(|n| root::flag(&dir.join(n).join("online")))
        .collect();
    (!online.is_empty()).then(|| online.iter().all(|on| !on))
}
