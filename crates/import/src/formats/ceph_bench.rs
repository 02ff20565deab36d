//! Reads `rbd bench` and `ceph tell osd.N bench` of Ceph.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::shown::{amount, leading};

/// `bench  type write io_size 4096 io_threads 16 bytes 1073741824 pattern random` with its seconds and its last line, or
/// `bench: wrote 1 GiB in blocks of 4 MiB in 4.40 sec at 233 MiB/sec 58 IOPS`.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if let Some(rest) = first.strip_prefix("bench: wrote ") {
        return of_osd(place, rest);
    }
    let words: Vec<&str> = first.strip_prefix("bench ")?.split_whitespace().collect();
    let (pairs, []) = words.as_chunks::<2>() else {
        return None;
    };
    let value = |name: &str| pairs.iter().find(|pair| pair[0] == name).map(|pair| pair[1]);
    let ddir = match value("type")? {
        "read" => Some(Ddir::Read),
        "write" => Some(Ddir::Write),
        _ => None,
    };
    let is_row = |text: &str| text.starts_with("SEC ") || leading(text).is_some();
    let rows = place.lines[1..].iter();
    let rows = rows.take_while(|line| is_row(line.text.trim())).count();
    let last = place.lines.get(1 + rows)?.text.trim();
    let after = |name: &str| last.split_once(name).map(|(_, rest)| rest.trim_start());
    let number = |name: &str| Some(leading(after(name)?)?.0.value);
    after("elapsed:")?;
    let (ops, rate) = (number(" ops:")?, number("ops/sec:")?);
    let mut draft = place.run(ImportKind::CephBench, rows + 2, "rbd bench")?;
    draft.figure(FigureOf::Iops, ddir, rate);
    draft.figure(FigureOf::Ios, ddir, ops);
    let bytes_per_s = after("bytes/sec:").and_then(|text| {
        let is_plain = text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
        let in_bytes = || Some(leading(text)?.0.value);
        if is_plain { in_bytes() } else { amount(text, false) }
    });
    draft.known(FigureOf::BytesPerS, ddir, bytes_per_s);
    draft.figure(FigureOf::RuntimeNs, None, ops / rate * 1e9);
    for pair in pairs {
        draft.label(pair[0], pair[1]);
    }
    Some((vec![draft], rows + 2))
}

fn of_osd(place: LinePlace<'_>, rest: &str) -> Found {
    let (_, rest) = rest.split_once(" sec at ")?;
    let (rate, rest) = rest.split_once("/sec")?;
    let mut draft = place.run(ImportKind::CephBench, 1, "osd bench")?;
    let write = Some(Ddir::Write);
    draft.figure(FigureOf::BytesPerS, write, amount(rate, false)?);
    let iops = leading(rest).filter(|(_, unit)| unit.trim() == "IOPS");
    draft.known(FigureOf::Iops, write, iops.map(|(iops, _)| iops.value));
    Some((vec![draft], 1))
}
