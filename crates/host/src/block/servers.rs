//! The other hosts that a stack ends at: servers of network file systems, and targets of iSCSI and NVMe over a network.

use std::fs;
use std::path::Path;

use crate::block::layers::{LayerKind, Stack};
use crate::file::mounts::Mount;
use crate::root::{self, Root};

/// A host that serves a file system or a disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageServer {
    /// A name or an address, as the kernel has it.
    pub host: String,
    pub port: u16,
    /// What it serves: `nfs4 (/data)`, `sdb`.
    pub serves: String,
}

/// Ports where a mount does not say one (IANA's list, where it has the protocol).
const NFS: u16 = 2049;
const SMB: u16 = 445;
const CEPH_MON: u16 = 6789;
const LUSTRE: u16 = 988;
const GLUSTER: u16 = 24007;
const SSH: u16 = 22;
const NINE_P: u16 = 564;
const ISCSI: u16 = 3260;
const NVME_TCP: u16 = 4420;

/// Servers of a stack, each once, the uppermost first. What names none is not one.
pub fn servers(root: &Root, stack: &Stack) -> Vec<StorageServer> {
    let mut servers: Vec<StorageServer> = Vec::new();
    for (_, layer) in stack.layers() {
        let found = match &layer.kind {
            LayerKind::FileSystem(fs) => of_mount(&fs.mount).into_iter().collect(),
            LayerKind::Disk(_) => {
                let device = root.block(&layer.name);
                iscsi(&device).into_iter().chain(nvme(&device)).collect()
            }
            _ => Vec::new(),
        };
        for (host, port) in found {
            let is_known = |one: &StorageServer| (one.host.as_str(), one.port) == (host.as_str(), port);
            if !servers.iter().any(is_known) {
                let serves = match layer.kind {
                    LayerKind::Disk(_) => layer.name.clone(),
                    _ => layer.kind.title(),
                };
                servers.push(StorageServer { host, port, serves });
            }
        }
    }
    servers
}

/// The server of a network file system.
fn of_mount(mount: &Mount) -> Option<(String, u16)> {
    let source = mount.source.as_str();
    let port = |usual| {
        let given = mount.option("port").and_then(|port| port.parse().ok());
        // nfs(5): 0 asks the server's port mapper.
        given.filter(|port| *port != 0).unwrap_or(usual)
    };
    // What the kernel has resolved already, before the name.
    let address = || mount.option("addr").map(str::to_owned);
    let named = match mount.fs_type.as_str() {
        "nfs" | "nfs4" => (address().or_else(|| before_path(source))?, port(NFS)),
        "cifs" | "smb3" => {
            let name = source.strip_prefix("//").and_then(|rest| rest.split('/').next());
            (address().or_else(|| name.map(str::to_owned))?, port(SMB))
        }
        // Until Linux 5.16 the source has the monitors; since then an option has them, with slashes between (mount.ceph(8)).
        "ceph" => match mount.option("mon_addr") {
            Some(monitors) => host_and_port(monitors.split('/').next()?, CEPH_MON)?,
            None if source.contains('@') => return None,
            None => host_and_port(source.split(":/").next()?.split(',').next()?, CEPH_MON)?,
        },
        // `10.0.0.1@tcp:/fs`: a fabric that is not TCP has no address to connect to.
        "lustre" => {
            let (host, net) = source.split(['/', ',']).next()?.split_once('@')?;
            net.starts_with("tcp").then(|| (host.to_owned(), LUSTRE))?
        }
        "fuse.glusterfs" => (before_path(source)?, GLUSTER),
        "fuse.sshfs" => (before_path(source.rsplit('@').next()?)?, SSH),
        "9p" if mount.option("trans") == Some("tcp") => (source.to_owned(), port(NINE_P)),
        _ => return None,
    };
    Some(named).filter(|(host, _)| !host.is_empty())
}

/// The host of `host:/path` or `[fe80::1]:/path`.
fn before_path(source: &str) -> Option<String> {
    let (host, _) = source.split_once(":/").or_else(|| source.split_once(':'))?;
    Some(host.trim_start_matches('[').trim_end_matches(']').to_owned())
}

/// `10.0.0.1:6789`, `[fe80::1]:6789` or a host alone.
fn host_and_port(text: &str, usual: u16) -> Option<(String, u16)> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, port.parse().ok()?),
        _ => (text, usual),
    };
    Some((
        host.trim_start_matches('[').trim_end_matches(']').to_owned(),
        port,
    ))
}

/// The portals of the session that a disk belongs to (`/sys/class/iscsi_connection`).
fn iscsi(device: &Path) -> Vec<(String, u16)> {
    let Ok(place) = fs::canonicalize(device) else {
        return Vec::new();
    };
    let is_session = |path: &&Path| {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        name.strip_prefix("session")
            .is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let Some(session) = place.ancestors().find(is_session) else {
        return Vec::new();
    };
    let connections = root::names(session);
    let connections = connections.iter().filter(|name| name.starts_with("connection"));
    let portal = |name: &String| {
        let folder = session.join(name).join("iscsi_connection").join(name);
        // The address of now, or of the portal that was logged in to.
        ["", "persistent_"].into_iter().find_map(|prefix| {
            let host = root::word(&folder.join(format!("{prefix}address")))?;
            let port = root::number(&folder.join(format!("{prefix}port"))).unwrap_or(ISCSI);
            Some((host, port)).filter(|(host, _)| !host.is_empty())
        })
    };
    connections.filter_map(portal).collect()
}

/// The targets of NVMe over TCP or RDMA, one for each path: `traddr=10.0.0.1,trsvcid=4420,src_addr=10.0.0.9`.
fn nvme(device: &Path) -> Vec<(String, u16)> {
    let device = device.join("device");
    // Under native multipath `device` is the subsystem, which lists its controllers.
    let controllers = root::names(&device);
    let controllers = controllers.iter().filter(|name| name.starts_with("nvme"));
    let places = std::iter::once(device.clone()).chain(controllers.map(|name| device.join(name)));
    let target = |place: std::path::PathBuf| {
        let transport = root::word(&place.join("transport"))?;
        if !matches!(transport.as_str(), "tcp" | "rdma") {
            return None;
        }
        let address = root::text(&place.join("address"))?;
        let value = |key: &str| {
            let mut parts = address.trim().split(',').filter_map(|part| part.split_once('='));
            parts.find(|(name, _)| *name == key).map(|(_, value)| value)
        };
        let port = value("trsvcid").and_then(|port| port.parse().ok());
        Some((value("traddr")?.to_owned(), port.unwrap_or(NVME_TCP)))
    };
    places.filter_map(target).collect()
}
