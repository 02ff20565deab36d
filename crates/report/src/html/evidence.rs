//! What the kernel counted, as the page of a run has it.

use fiord_messages::{Lang, page_parts as messages};
use fiord_record::number::{Count, Megabytes, Share};
use maud::{Markup, html};

use crate::documents::run::evidence::{DeviceEvidence, Evidence};
use crate::html::frame::table;

/// Others that are named.
const NAMED: usize = 5;
const SECTOR_BYTES: f64 = 512.0;

/// The evidence of a run as tables; nothing where the counters were not read.
pub(super) fn evidence(evidence: Option<&Evidence>, lang: Lang) -> Markup {
    let Some(evidence) = evidence else {
        return Markup::default();
    };
    let totals = &evidence.totals;
    let unknown = || messages::unknown(lang).to_owned();
    let bytes = |bytes: Option<u64>| bytes.map_or_else(unknown, |bytes| megabytes(bytes as f64));
    let percent =
        |percent: Option<f64>| percent.map_or_else(unknown, |percent| Share(percent / 100.0).to_string());
    let others = evidence.others.iter().take(NAMED);
    let others: Vec<String> = others.map(|other| other.name.clone()).collect();
    let issued: f64 = evidence.issued_bytes.iter().map(|bytes| *bytes as f64).sum();
    let rows = [
        (messages::requested(lang), megabytes(issued)),
        (messages::device_read(lang), bytes(totals.device_read_bytes)),
        (messages::device_written(lang), bytes(totals.device_written_bytes)),
        (messages::dirty(lang), bytes(totals.dirty_left_bytes)),
        (
            messages::cpus_in_use(lang),
            percent(evidence.processors.cpu_busy_percent),
        ),
        (
            messages::other_processes(lang),
            if others.is_empty() {
                messages::none_seen(lang).to_owned()
            } else {
                lang.list(&others)
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
            &[
                messages::head_device(lang),
                messages::head_reads(lang),
                messages::head_read(lang),
                messages::head_writes(lang),
                messages::head_written(lang),
            ],
            &[1, 2, 3, 4],
            &evidence.devices.iter().map(device).collect::<Vec<_>>(),
        ))
    }
}

fn megabytes(bytes: f64) -> String {
    Megabytes(bytes).to_string()
}
