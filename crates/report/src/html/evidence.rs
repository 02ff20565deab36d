//! What the kernel counted, as the page of a run has it.

use fiord_record::number::{Count, Megabytes, Share};
use serde_json::Value;

use super::parts::{list, number, text};
use crate::html::frame::table;

/// The evidence of a run as tables; nothing where the counters were not read.
pub(super) fn evidence(document: &Value) -> String {
    let evidence = &document["evidence"];
    if evidence.is_null() {
        return String::new();
    }
    let bytes = |value: &Value| number(value).map_or_else(|| "unknown".to_owned(), megabytes);
    let percent = |value: &Value| {
        number(value).map_or_else(|| "unknown".to_owned(), |share| Share(share / 100.0).to_string())
    };
    let sum = |key: &str| list(&evidence[key]).iter().filter_map(number).sum::<f64>();
    let mut rows = vec![
        vec!["asked for by the jobs".to_owned(), megabytes(sum("issued_bytes"))],
        vec![
            "read by the devices, for everybody".to_owned(),
            bytes(&evidence["device_read_bytes"]),
        ],
        vec![
            "written by the devices, for everybody".to_owned(),
            bytes(&evidence["device_written_bytes"]),
        ],
        vec![
            "written and not on a device at the end".to_owned(),
            bytes(&evidence["dirty_left_bytes"]),
        ],
        vec![
            "processors in use".to_owned(),
            percent(&evidence["cpu_busy_percent"]),
        ],
    ];
    let others: Vec<String> = list(&evidence["others"])
        .iter()
        .take(5)
        .map(|other| text(&other["name"]))
        .collect();
    rows.push(vec![
        "others that did I/O".to_owned(),
        if others.is_empty() {
            "none seen".to_owned()
        } else {
            others.join(", ")
        },
    ]);
    let devices: Vec<Vec<String>> = list(&evidence["devices"])
        .iter()
        .map(|device| {
            let of = |key: &str| number(&device["delta"][key]);
            let count =
                |key: &str| of(key).map_or_else(|| "?".to_owned(), |count| Count(count as u64).to_string());
            let sectors =
                |key: &str| of(key).map_or_else(|| "?".to_owned(), |count| megabytes(count * 512.0));
            vec![
                text(&device["name"]),
                count("reads"),
                sectors("read_sectors"),
                count("writes"),
                sectors("write_sectors"),
            ]
        })
        .collect();
    table(&["", ""], &[], &rows)
        + &table(
            &["device", "reads", "read", "writes", "written"],
            &[1, 2, 3, 4],
            &devices,
        )
}

fn megabytes(bytes: f64) -> String {
    Megabytes(bytes).to_string()
}
