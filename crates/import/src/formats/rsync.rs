//! Reads what rsync leaves of a transfer: its last line of progress, or its summary.

use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;
use crate::shown::{bytes, grouped};

/// A finished transfer.
struct Transfer {
    bytes: f64,
    bytes_per_s: f64,
    seconds: Option<f64>,
}

/// With `--progress` the name of the file and `3,924,819,968 100%  178.70MB/s    0:00:20 (xfr#1, to-chk=0/1)`, several of them; then
/// `sent … bytes  received … bytes  … bytes/sec`, which alone is there without.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let line = |index: usize| place.lines.get(index).map(|line| line.text.trim());
    if let Some(summary) = summary(line(0)?) {
        let taken = 1 + usize::from(line(1).is_some_and(|text| text.starts_with("total size is ")));
        return finished(place, "rsync", taken, &summary);
    }
    let (name, mut at) = match progress(line(0)?) {
        Some(_) => ("rsync", 0),
        None => (line(0)?, 1),
    };
    let mut last = progress(line(at)?)?;
    let mut taken = at + 1;
    // Each state is a line where the text lost its carriage returns.
    while let Some(more) = line(at + 1).and_then(progress) {
        (last, taken) = (more, at + 2);
        at += 1;
    }
    let (is_whole, last) = last;
    // The summary counts the list of files and what was not sent, too.
    let rest = line(taken)
        .filter(|text| !text.is_empty())
        .map_or(taken + 1, |_| taken);
    if line(rest).and_then(summary).is_some() {
        taken = rest + 1 + usize::from(line(rest + 1).is_some_and(|text| text.starts_with("total size is ")));
    }
    is_whole.then(|| finished(place, name, taken, &last)).flatten()
}

fn finished(place: LinePlace<'_>, name: &str, taken: usize, transfer: &Transfer) -> Found {
    let mut draft = place.run(ImportKind::Rsync, taken, name)?;
    place.claim(Program::Rsync, &mut draft);
    draft.figure(FigureOf::BytesPerS, None, transfer.bytes_per_s);
    draft.figure(FigureOf::Bytes, None, transfer.bytes);
    draft.known(
        FigureOf::RuntimeNs,
        None,
        transfer.seconds.map(|seconds| seconds * 1e9),
    );
    Some((vec![draft], taken))
}

/// A line of progress, and whether it is the last one of its file. The rate is in powers of 2; sizes with `-h` in powers of 10.
fn progress(text: &str) -> Option<(bool, Transfer)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [size, share, rate, clock, ..] = words.as_slice() else {
        return None;
    };
    let share: u32 = share.strip_suffix('%')?.parse().ok()?;
    let rate = bytes(rate.strip_suffix("/s").filter(|rate| rate.ends_with('B'))?, true)?;
    let (plain, unit) = grouped(size)?;
    let moved = if unit.is_empty() {
        plain
    } else {
        bytes(size, false)?.value
    };
    let clock = clock.split(':').map(|part| part.parse::<u64>().ok());
    let seconds = clock
        .collect::<Option<Vec<u64>>>()?
        .iter()
        .fold(0_u64, |sum, part| sum.saturating_mul(60).saturating_add(*part));
    let transfer = Transfer {
        bytes: moved,
        bytes_per_s: rate.value,
        seconds: Some(seconds as f64).filter(|seconds| *seconds > 0.0),
    };
    Some((share == 100, transfer))
}

/// `sent 30,007,417 bytes  received 35 bytes  60,014,904.00 bytes/sec`.
fn summary(text: &str) -> Option<Transfer> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [
        "sent",
        sent,
        "bytes",
        "received",
        received,
        "bytes",
        rate,
        "bytes/sec",
    ] = words.as_slice()
    else {
        return None;
    };
    let number = |word: &str| {
        let (plain, unit) = grouped(word)?;
        if unit.is_empty() {
            Some(plain)
        } else {
            Some(bytes(word, false)?.value)
        }
    };
    Some(Transfer {
        bytes: number(sent)? + number(received)?,
        bytes_per_s: number(rate)?,
        seconds: None,
    })
}
