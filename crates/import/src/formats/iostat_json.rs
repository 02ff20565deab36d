//! Reads `iostat -o JSON` of sysstat: a run for each device.

use fiord_record::imported::ImportKind;
use serde_json::Value;

use super::device_table::{Column, Devices, column, since_boot};
use crate::draft::RunDraft;

pub(super) fn read(value: &Value, lines: (u64, u64)) -> Option<Vec<RunDraft>> {
    let hosts = value["sysstat"]["hosts"].as_array()?;
    let (mut boot, mut rows) = (Devices::default(), Devices::default());
    for host in hosts {
        let reports = host["statistics"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        for (index, report) in reports.iter().enumerate() {
            // The first of several averages since the machine was started.
            let to = if index == 0 && reports.len() > 1 {
                &mut boot
            } else {
                &mut rows
            };
            for disk in report["disk"].as_array().into_iter().flatten() {
                add(disk, lines.0, to);
            }
        }
    }
    let mut drafts = since_boot(boot, rows, ImportKind::Iostat);
    for draft in &mut drafts {
        draft.lines = lines;
    }
    (!drafts.is_empty()).then_some(drafts)
}

fn add(disk: &Value, line: u64, to: &mut Devices) {
    let (Some(name), Some(fields)) = (disk["disk_device"].as_str(), disk.as_object()) else {
        return;
    };
    let known: Vec<(Option<Column>, String)> = fields
        .iter()
        .filter_map(|(name, value)| Some((Some(column(name)?), value.as_f64()?.to_string())))
        .collect();
    let columns: Vec<Option<Column>> = known.iter().map(|(column, _)| *column).collect();
    to.add(
        name,
        line,
        &columns,
        known.iter().map(|(_, value)| value.as_str()),
    );
}
