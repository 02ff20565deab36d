use crate::case::trap::Subject;
use crate::traps::cache_below::{Candidate, Observed};
use fiord_record::number::{Bytes, Nanos, Share};

use crate::words::imported;
use crate::words::names::{devices, thing};
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::MemoryFs { fs_type } => {
                format!("{} is on {fs_type}: memory, not a disk", thing(subject))
            }
            Observed::Zfs => {
                "ZFS keeps its own cache (ARC), which direct=1 does not always pass by".to_owned()
            }
            Observed::HostShared { fs_type } => {
                format!("{fs_type} is a folder of the host: its page cache stands behind direct=1")
            }
            Observed::Fuse { fs_type } => {
                format!("{fs_type} is served by a process, which may cache what direct=1 asks for")
            }
            Observed::Network { fs_type } => {
                format!("{fs_type}: the server's cache stands behind direct=1")
            }
            Observed::Zram => format!("{} is compressed memory", thing(subject)),
            Observed::LoopThroughCache => format!(
                "{} goes through the page cache of its backing file (no direct I/O on the loop device)",
                thing(subject)
            ),
            Observed::RaidController => format!(
                "{} is a RAID controller's volume: its memory may answer",
                thing(subject)
            ),
            Observed::VirtualDisk => format!(
                "{} is a virtual disk: its host's page cache may answer",
                thing(subject)
            ),
            Observed::RemoteDisk => format!(
                "{} is on another machine: its cache may answer, its network is in each I/O",
                thing(subject)
            ),
            Observed::InMemory {
                issued_bytes,
                fs_type,
                looped,
                ..
            } => in_memory(*issued_bytes, fs_type, looped.as_deref()),
            Observed::FromNoDevice {
                share_percent,
                issued_bytes,
                device_bytes,
                leaves,
                compressed_by,
                candidates,
            } => {
                let because = compressed_by.as_deref().map(compresses);
                from_no_device(share_percent / 100.0, *issued_bytes, *device_bytes, leaves)
                    + &because.unwrap_or_else(|| guess(candidates))
            }
            Observed::ImageInMemory {
                share_percent,
                cached_bytes,
            } => format!(
                "{} of the file behind {} was in the page cache before the run ({}), and the loop device reads through it",
                Share(share_percent / 100.0),
                thing(subject),
                Bytes(*cached_bytes)
            ),
            Observed::DiskTable(table) => imported::disk_table(table, "direct reads", "served"),
            Observed::BelowFloor(floor) => imported::floor(floor),
            Observed::FasterThanFlash { lat_p50_ns, leaves } => format!(
                "half of the direct reads took less than {}, which no flash can: a cache behind {} answered",
                Nanos(*lat_p50_ns),
                devices(leaves)
            ),
        }
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::ImageInMemory { .. } | Observed::LoopThroughCache => {
                "attach the file with `losetup --direct-io=on`, or measure on the file system below"
            }
            Observed::MemoryFs { .. } | Observed::Zram | Observed::InMemory { .. } => {
                "name a path on the disk that you mean; df PATH shows where a path lies"
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

fn compresses(fs: &str) -> String {
    format!("; {fs} compresses, and reads fewer bytes than it returns")
}

/// What may have answered, said as the guess that it is.
fn guess(candidates: &[Candidate]) -> String {
    let name = |candidate: &Candidate| match candidate {
        Candidate::LoopCache { device } => format!("the page cache of the file behind {device}"),
        // It has no cache of its own.
        Candidate::FileSystemCache { fs_type } if fs_type == "overlay" => {
            "the file system below the overlay, which may be memory".to_owned()
        }
        Candidate::FileSystemCache { fs_type } => format!("a cache of {fs_type}"),
        Candidate::Compression { algorithm } => format!("compression ({algorithm})"),
        Candidate::Unmapped { device } => format!("blocks of {device} that were never written"),
        Candidate::MappedCache { device } => format!("{device}, which keeps data elsewhere"),
        Candidate::UnseenHoles => "holes, which this file system does not show".to_owned(),
    };
    if candidates.is_empty() {
        return "; what answered is not known".to_owned();
    }
    let names: Vec<String> = candidates.iter().map(name).collect();
    format!("; what answered is not known, candidates: {}", names.join(", "))
}

fn in_memory(issued_bytes: u64, fs_type: &str, looped: Option<&str>) -> String {
    let issued = Bytes(issued_bytes);
    match looped {
        Some(looped) => {
            format!("{looped} is a file on {fs_type}, which is memory; no disk moved any of {issued}")
        }
        None => format!("the target lies on {fs_type}, which is memory; no device moved any of {issued}"),
    }
}

fn from_no_device(share: f64, issued_bytes: u64, device_bytes: u64, leaves: &[String]) -> String {
    let delivered = match leaves {
        [] => "none is known below it".to_owned(),
        leaves => format!("{} delivered {}", devices(leaves), Bytes(device_bytes)),
    };
    format!(
        "{} of {} read with direct=1 came from no device ({delivered})",
        Share(share),
        Bytes(issued_bytes)
    )
}
