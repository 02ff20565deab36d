//! What the kernel counted, as the page of a run has it.

use fiord_record::number::{Count, Megabytes, Share};
use maud::{Markup, html};

use crate::documents::run::evidence::{DeviceEvidence, Evidence};
use crate::html::frame::table;

/// Others that are named.
const NAMED: usize = 5;
const SECTOR_BYTES: f64 = 512.0;

/// The evidence of a run as tables; nothing where the counters were not read.
pub(super) fn evidence(evidence: Option<&Evidence>) -> Markup {
    let Some(evidence) = evidence else {
        return Markup::default();
    };
    let totals = &evidence.totals;
    let bytes =
        |bytes: Option<u64>| bytes.map_or_else(|| "unknown".to_owned(), |bytes| megabytes(bytes as f64));
    let percent = |percent: Option<f64>| {
        percent.map_or_else(
            || "unknown".to_owned(),
            |percent| Share(percent / 100.0).to_string(),
        )
    };
    let others = evidence.others.iter().take(NAMED);
    let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
    let issued: f64 = evidence.issued_bytes.iter().map(|bytes| *bytes as f64).sum();
    let rows = [
        ("asked for by the jobs", megabytes(issued)),
        (
            "read by the devices, for everybody",
            bytes(totals.device_read_bytes),
        ),
        (
            "written by the devices, for everybody",
            bytes(totals.device_written_bytes),
        ),
        (
            "written and not on a device at the end",
            bytes(totals.dirty_left_bytes),
        ),
        ("processors in use", percent(evidence.processors.cpu_busy_percent)),
        (
            "others that did I/O",
            if others.is_empty() {
                "none seen".to_owned()
            } else {
                others.join(", ")
            },
        ),
    ];
    let device = |device: &DeviceEvidence| {
        let delta = &device.delta;
        let sectors = |sectors: u64| megabytes(sectors as f64 * SECTOR_BYTES);
        vec![
            device.name.clone(),
            Count(delta.reads).to_string(),
            sectors(delta.read_sectors),
            Count(delta.writes).to_string(),
            sectors(delta.write_sectors),
        ]
    };
    html! {
        (table(&["", ""], &[], &rows.map(|(name, value)| vec![name.to_owned(), value])))
        (table(
            &["device", "reads", "read", "writes", "written"],
            &[1, 2, 3, 4],
            &evidence.devices.iter().map(device).collect::<Vec<_>>(),
        ))
    }
}

fn megabytes(bytes: f64) -> String {
    Megabytes(bytes).to_string()
}
