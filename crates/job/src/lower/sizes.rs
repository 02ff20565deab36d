//! Values that say where and how much: access modes with their suffix, amounts, ranges, weighted block sizes.

use super::{Draft, Problem, Value};
use crate::plan::{AccessMode, Amount, Ddir, PerDdir, Sequencer, SplitShare};
use crate::units::{self, Unit};

/// fio's limit on the entries of a split.
const SPLIT_MAX: usize = 64;

/// `rw=mode[:suffix]`.
pub(crate) fn access_mode(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let mode = match value.word() {
        "write" => AccessMode::Write,
        "trim" => AccessMode::Trim,
        "randread" => AccessMode::RandRead,
        "randwrite" => AccessMode::RandWrite,
        "randtrim" => AccessMode::RandTrim,
        "rw" | "readwrite" => AccessMode::Rw,
        "randrw" => AccessMode::RandRw,
        "trimwrite" => AccessMode::TrimWrite,
        "randtrimwrite" => AccessMode::RandTrimWrite,
        _ => AccessMode::Read,
    };
    draft.plan.access.mode = mode;
    draft.plan.access.sequencer = Sequencer::None;
    let Some(suffix) = value.suffix().filter(|suffix| !suffix.is_empty()) else {
        return Ok(());
    };
    // FIO-DIFF(rw-suffix): fio reads a suffix that is no number as 0 and runs the plain mode.
    let wrong = || {
        Problem::new(format!("`{suffix}` behind rw={} is not a number", mode.name()))
            .help("sequential modes take bytes to add to the position, random modes I/Os per offset")
    };
    draft.plan.access.sequencer = if mode.is_random() {
        let quantity = units::small_int(suffix).map_err(|_| wrong())?;
        if quantity.surprise.is_some() {
            draft.warn(
                format!(
                    "`{suffix}` behind rw={} is read as {}",
                    mode.name(),
                    quantity.value
                ),
                "the number of I/Os per offset takes no unit".to_owned(),
            );
        }
        match u32::try_from(quantity.value).map_err(|_| wrong())? {
            0 | 1 => Sequencer::None,
            count => Sequencer::Repeat(count),
        }
    } else {
        match units::quantity(suffix, draft.kb_base())
            .map_err(|_| wrong())?
            .value
        {
            0 => Sequencer::None,
            bytes => Sequencer::Skip(bytes),
        }
    };
    Ok(())
}

/// `size`, `offset` and their like. `cap` is the largest percentage.
pub(crate) fn amount(value: &Value, cap: u32) -> Result<Amount, Problem> {
    let Some(quantity) = value.number() else {
        return Ok(Amount::Bytes(0));
    };
    let number = value.u64();
    Ok(match quantity.unit {
        Unit::One => Amount::Bytes(number),
        Unit::Zones => Amount::Zones(number),
        Unit::Percent => match u32::try_from(number).ok().filter(|percent| *percent <= cap) {
            Some(percent) => Amount::Percent(percent),
            // FIO-DIFF(percent-above-100): fio takes `size=101%` and computes a size near 2^64 from it.
            None => return Err(Problem::new(format!("{number}% is more than {cap}%"))),
        },
    })
}

/// `filesize=low[-high]`.
pub(crate) fn byte_range(value: &Value) -> Option<(u64, u64)> {
    low_high(value)
}

/// `startdelay=low[-high]`, in microseconds.
pub(crate) fn micros_range(value: &Value) -> (u64, u64) {
    low_high(value).unwrap_or((0, 0))
}

fn low_high(value: &Value) -> Option<(u64, u64)> {
    let given: Vec<u64> = value.numbers().flatten().collect();
    let low = *given.first()?;
    let high = given.get(1).copied().unwrap_or(low);
    Some((low.min(high), high.max(low)))
}

/// `bssplit=size/percent:…[,…]` and what is written like it. Sizes are read as bytes.
pub(crate) fn split_shares(
    text: &str,
    draft: &mut Draft,
) -> Result<PerDdir<Option<Vec<SplitShare>>>, Problem> {
    let mut parts: Vec<Option<Vec<SplitShare>>> = Vec::new();
    for part in text.trim().split(',') {
        parts.push(if part.is_empty() {
            None
        } else {
            Some(shares(part, draft)?)
        });
    }
    if parts.iter().all(Option::is_none) {
        return Err(Problem::new("no block size is given").help("such as 4k/60:64k/40"));
    }
    let last = parts.last().cloned().flatten();
    let mut splits = PerDdir::all(None);
    for (ddir, place) in Ddir::ALL.into_iter().zip(&mut splits.0) {
        *place = parts.get(ddir as usize).cloned().unwrap_or_else(|| last.clone());
    }
    Ok(splits)
}

fn shares(text: &str, draft: &mut Draft) -> Result<Vec<SplitShare>, Problem> {
    let entries: Vec<&str> = text.split(':').filter(|entry| !entry.is_empty()).collect();
    if entries.len() > SPLIT_MAX {
        return Err(Problem::new(format!(
            "{} entries are more than {SPLIT_MAX}",
            entries.len()
        )));
    }
    let mut sized = Vec::new();
    for entry in entries {
        let (size, percent) = entry.split_once('/').unwrap_or((entry, ""));
        let bytes = units::quantity(size, draft.kb_base())
            .ok()
            .and_then(|quantity| u64::try_from(quantity.value).ok())
            .ok_or_else(|| {
                Problem::new(format!("`{size}` is not a block size")).help("such as 4k/60:64k/40")
            })?;
        let bytes = if bytes == 0 {
            draft.sizes[Ddir::Read]
        } else {
            bytes
        };
        sized.push((bytes, share(percent, draft)?));
    }
    let given: u32 = sized
        .iter()
        .filter_map(|(_, percent)| *percent)
        .map(u32::from)
        .sum();
    // FIO-DIFF(split-above-100): fio 3.33 runs a split of more than 100 %, cutting the last entries.
    let left = 100u32
        .checked_sub(given)
        .ok_or_else(|| Problem::new(format!("the percentages add up to {given}, more than 100")))?;
    let blanks = sized.iter().filter(|(_, percent)| percent.is_none()).count() as u32;
    let each = left.checked_div(blanks).unwrap_or(0);
    let mut shares: Vec<SplitShare> = sized
        .iter()
        .map(|(bytes, percent)| SplitShare {
            bytes: *bytes,
            percent: percent.unwrap_or(each as u8),
        })
        .collect();
    let rest = left - each * blanks;
    if let Some(last) = shares.last_mut().filter(|_| rest > 0) {
        last.percent += rest as u8;
        if blanks == 0 {
            let (bytes, percent) = (last.bytes, last.percent);
            draft.warn(
                format!(
                    "the percentages add up to {given}; {bytes} byte blocks get the rest, {percent} % in all"
                ),
                "leave a percentage blank to say who gets the rest".to_owned(),
            );
        }
    }
    Ok(shares)
}

fn share(text: &str, draft: &mut Draft) -> Result<Option<u8>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || Problem::new(format!("`{text}` is not a percentage"));
    match units::small_int(text) {
        Ok(quantity) => u8::try_from(quantity.value)
            .ok()
            .filter(|percent| *percent <= 100)
            .map(Some)
            .ok_or_else(wrong),
        Err(_) => {
            draft.warn(
                format!("`{text}` is not a percentage and counts as 0"),
                "write a number".to_owned(),
            );
            Ok(Some(0))
        }
    }
}
