//! What device-mapper and md devices do with the parts they are made of.

use std::collections::BTreeSet;
use std::path::Path;

use crate::block::dm::{self, DmTarget};
use crate::block::layers::{Mapped, Mapping, Md};
use crate::block::names;
use crate::block::queue::Queue;
use crate::root::{self, Root};

pub(crate) fn md(dir: &Path) -> Md {
    Md {
        level: root::word(&dir.join("level")),
        raid_disks: root::text(&dir.join("raid_disks"))
            .and_then(|t| t.split_whitespace().next()?.parse().ok()),
        chunk_bytes: root::number(&dir.join("chunk_size")),
        state: root::word(&dir.join("array_state")),
        degraded: root::number(&dir.join("degraded")),
        sync_action: root::word(&dir.join("sync_action")),
        bitmap: root::word(&dir.join("bitmap/location")),
    }
}

pub(crate) fn mapped(root: &Root, device: &str, slaves: &[String]) -> Mapped {
    let dir = root.block(device).join("dm");
    let name = root::word(&dir.join("name"));
    let uuid = root::word(&dir.join("uuid"));
    let owner = uuid
        .as_deref()
        .and_then(|u| u.split('-').next())
        .map(str::to_owned);
    let table = dm::table(
        root,
        name.as_deref().unwrap_or(device),
        names::device_number(root, device),
    );
    let (mapping, certain) = match &table {
        Some(targets) if !targets.is_empty() => (mapping(targets), true),
        _ => (concluded(root, device, uuid.as_deref(), slaves), false),
    };
    Mapped {
        name,
        owner,
        mapping,
        certain,
        targets: table.unwrap_or_default(),
    }
}

fn mapping(targets: &[DmTarget]) -> Mapping {
    let Some(first) = targets.first() else {
        return Mapping::Unknown;
    };
    let kinds: BTreeSet<&str> = targets.iter().map(|target| target.kind.as_str()).collect();
    if kinds.len() > 1 {
        return Mapping::Several(kinds.into_iter().map(str::to_owned).collect());
    }
    match first.kind.as_str() {
        "linear" => Mapping::Linear,
        "striped" if first.stripes == Some(1) => Mapping::Linear,
        "striped" => Mapping::Striped {
            stripes: first.stripes,
            chunk_bytes: first.chunk_bytes,
        },
        "crypt" => Mapping::Crypt {
            cipher: first.cipher.clone(),
        },
        "thin" => Mapping::Thin,
        "thin-pool" => Mapping::ThinPool,
        "cache" | "writecache" => Mapping::Cache,
        "snapshot" | "snapshot-origin" | "snapshot-merge" => Mapping::Snapshot,
        "multipath" => Mapping::Multipath,
        "raid" => Mapping::Raid {
            level: first.raid.clone(),
        },
        "mirror" => Mapping::Raid {
            level: Some("raid1".to_owned()),
        },
        "verity" | "integrity" => Mapping::Integrity,
        "vdo" => Mapping::Vdo,
        test @ ("delay" | "flakey" | "dust" | "error" | "zero" | "log-writes") => {
            Mapping::Test(test.to_owned())
        }
        other => Mapping::Other(other.to_owned()),
    }
}

/// What names and limits tell when the table cannot be read. LVM marks internal devices at the end of the uuid; a striped
/// volume tells its chunk as least and its whole stripe as best size.
fn concluded(root: &Root, device: &str, uuid: Option<&str>, slaves: &[String]) -> Mapping {
    let uuid = uuid.unwrap_or("");
    if uuid.starts_with("CRYPT-") {
        return Mapping::Crypt { cipher: None };
    }
    if uuid.starts_with("mpath-") {
        return Mapping::Multipath;
    }
    if uuid.contains("-tpool") || uuid.ends_with("-pool") {
        return Mapping::ThinPool;
    }
    let queue = Queue::read(root, device).unwrap_or_default();
    let (chunk, stripe) = (
        queue.minimum_io_size.unwrap_or(0),
        queue.optimal_io_size.unwrap_or(0),
    );
    let stripes = slaves.len() as u64;
    if stripes > 1 && chunk > 0 && stripe == chunk * stripes {
        return Mapping::Striped {
            stripes: Some(stripes as u32),
            chunk_bytes: Some(chunk),
        };
    }
    // One part that is itself a plain disk or partition: nothing but a linear mapping is likely. Several without a stripe
    // may be a linear volume or a mirror.
    match slaves {
        [one] if uuid.starts_with("LVM-") && !root.block(one).join("dm").is_dir() => Mapping::Linear,
        _ => Mapping::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_what_its_targets_are() {
        let of = |lines: &[&str]| {
            let targets = lines.iter().filter_map(|line| dm::parse_line(line));
            mapping(&targets.collect::<Vec<_>>())
        };
        let linear = "0 2048 linear 8:0 0";
        assert_eq!(of(&[linear, "2048 2048 linear 8:16 0"]), Mapping::Linear);
        let kinds = ["linear", "striped"].map(str::to_owned).to_vec();
        assert_eq!(
            of(&[linear, "2048 4096 striped 2 128 8:0 2048 8:16 0"]),
            Mapping::Several(kinds)
        );
        // It notes which blocks were written, and caches nothing.
        assert_eq!(of(&["0 2048 era 8:0 8:16 64"]), Mapping::Other("era".to_owned()));
    }
}
