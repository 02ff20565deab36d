//! Numbers that are read differently than they look, and sizes that the device cannot take.

use fiord_job::options::{self, ValueKind};
use fiord_job::plan::{BlockSize, Ddir};
use fiord_job::units::{BareTime, Quantity, Surprise, UnitError, quantity, time_us};

use super::{per_disk_job, per_job};
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Micros};

pub(super) const UNIT_MISREAD: Rule = Rule {
    id: "unit-misread",
    family: Family::Options,
    title: "a unit that means something else",
    why: "fio takes it without a word, and the job is another one: 30sec are 30 microseconds, 4KiB are 4000 bytes",
    attempt: "k, m, g, t for powers of 1024; us, ms, s, m, h, d for times",
    example: "fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30sec --time_based\nThis job runs for 30 microseconds.",
    source: "fio 3.33 itself; its manual on units",
    when: When::Plan,
    judge: unit_misread,
};

/// A number in the text of an option that is not read as it looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misread {
    /// The option.
    pub name: &'static str,
    /// The number as written.
    pub text: String,
    /// What it is read as.
    pub read_as: u64,
    /// Why.
    pub surprise: Surprise,
    /// Whether it is a time (in microseconds).
    pub is_time: bool,
    /// The number as it was meant, in words that mean it; `None` when that cannot be told.
    pub meant: Option<String>,
}

/// Judges the text of one option.
pub(super) fn misread(option: &str, text: &str, kb_base: u32) -> Vec<Misread> {
    let Some(spec) = options::find(option) else {
        return Vec::new();
    };
    let is_time = matches!(spec.kind, ValueKind::Time | ValueKind::Micros);
    let bare = if spec.kind == ValueKind::Micros {
        BareTime::Micros
    } else {
        BareTime::Seconds
    };
    let read = |part: &str| -> Result<Quantity, UnitError> {
        if is_time {
            time_us(part, bare)
        } else {
            quantity(part, kb_base)
        }
    };
    if !matches!(
        spec.kind,
        ValueKind::Int | ValueKind::IntOrPercent | ValueKind::Time | ValueKind::Micros | ValueKind::Range
    ) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for part in text.split([',', ':', '-']).filter(|part| !part.trim().is_empty()) {
        let Ok(Quantity {
            value,
            surprise: Some(surprise),
            ..
        }) = read(part)
        else {
            continue;
        };
        found.push(Misread {
            name: spec.name,
            text: part.trim().to_owned(),
            read_as: u64::try_from(value).unwrap_or(0),
            surprise,
            is_time,
            meant: meant(part, is_time, kb_base),
        });
    }
    found
}

/// A number with unit as a person means it, in words that fio reads as meant: `4KiB` is `4k`, `30sec` is `30s`, `1.5g` is
/// `1536m`.
pub(super) fn meant(text: &str, is_time: bool, kb_base: u32) -> Option<String> {
    let squeezed: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    let split = squeezed.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (digits, unit) = squeezed.split_at(split);
    if is_time {
        let unit = match unit {
            "us" | "usec" | "usecs" | "microseconds" | "µs" => "us",
            "ms" | "msec" | "msecs" | "milliseconds" => "ms",
            "s" | "sec" | "secs" | "second" | "seconds" => "s",
            "m" | "min" | "mins" | "minute" | "minutes" => "m",
            "h" | "hr" | "hrs" | "hour" | "hours" => "h",
            "d" | "day" | "days" => "d",
            _ => return None,
        };
        return whole(
            digits,
            unit,
            &[
                ("us", 1000.0, "us"),
                ("ms", 1000.0, "us"),
                ("s", 1000.0, "ms"),
                ("m", 60.0, "s"),
                ("h", 60.0, "m"),
                ("d", 24.0, "h"),
            ],
        );
    }
    let decimal = kb_base == 1000;
    if decimal && unit.ends_with("ib") && !digits.contains('.') {
        // With that base the IEC units mean what they say.
        return Some(format!("{digits}{unit}"));
    }
    let unit = match unit {
        "" | "b" | "byte" | "bytes" => "",
        "k" | "kb" | "ki" | "kib" | "kbyte" | "kbytes" => "k",
        "m" | "mb" | "mi" | "mib" | "mbyte" | "mbytes" => "m",
        "g" | "gb" | "gi" | "gib" | "gbyte" | "gbytes" => "g",
        "t" | "tb" | "ti" | "tib" | "tbyte" | "tbytes" => "t",
        "p" | "pb" | "pi" | "pib" => "p",
        _ => return None,
    };
    let step = if decimal { 1000.0 } else { 1024.0 };
    whole(
        digits,
        unit,
        &[
            ("k", step, ""),
            ("m", step, "k"),
            ("g", step, "m"),
            ("t", step, "g"),
            ("p", step, "t"),
        ],
    )
}

/// A decimal number with a unit as a whole number of it, or of the next smaller one.
fn whole(digits: &str, unit: &str, smaller: &[(&str, f64, &str)]) -> Option<String> {
    if !digits.contains('.') {
        return Some(format!("{digits}{unit}"));
    }
    let value: f64 = digits.parse().ok()?;
    let (_, factor, lower) = smaller.iter().find(|(from, _, _)| *from == unit)?;
    Some(format!("{}{lower}", (value * factor).round() as u64))
}

fn unit_misread(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let mut found = Vec::new();
        for echo in &look.job.given {
            for misread in misread(&echo.name, &echo.value, look.job.report.kb_base) {
                let read = if misread.is_time {
                    Micros(misread.read_as).to_string()
                } else if misread.read_as >= 1024 && misread.read_as % 1024 == 0 {
                    Bytes(misread.read_as).to_string()
                } else {
                    misread.read_as.to_string()
                };
                let why = match misread.surprise {
                    Surprise::SwappedBase => "for fio `kib` is 1000 and `k` is 1024",
                    Surprise::Fraction => "reading stops at the point, and the unit is lost",
                    Surprise::HexUnit => "a unit does not count behind a hexadecimal number",
                    Surprise::Ignored => "what follows the number is ignored",
                    Surprise::TimeUnit => "that is no unit of time, so it counts as microseconds",
                };
                let severity = match misread.surprise {
                    Surprise::SwappedBase if misread.name != "bs" => Severity::Care,
                    _ => Severity::Wrong,
                };
                let saw = format!("{}={} is read as {read}: {why}", misread.name, misread.text);
                let mut finding = UNIT_MISREAD
                    .finds(severity, saw)
                    .with("read_as", misread.read_as as f64);
                if let Some(meant) = &misread.meant {
                    finding = finding.attempt(format!("{}={meant}", misread.name));
                }
                found.push(finding);
            }
        }
        found
    })
}

pub(super) const UNALIGNED_DIRECT: Rule = Rule {
    id: "unaligned-direct",
    family: Family::Options,
    title: "blocks that direct I/O cannot take",
    why: "O_DIRECT needs whole sectors: the first I/O fails with EINVAL",
    attempt: "a block size that is a multiple of the device's logical block (4k is one everywhere)",
    example: "fio --name=w --filename=fresh --rw=write --direct=1 --bs=2300 --size=22m\n2300 bytes are no whole number of sectors.",
    source: "man 2 open (O_DIRECT); etcd's recipe with direct=1 added",
    when: When::Plan,
    judge: unaligned_direct,
};

fn unaligned_direct(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        if !look.job.durability.direct {
            return Vec::new();
        }
        let known = look
            .targets
            .iter()
            .flat_map(|target| target.leaves())
            .filter_map(|leaf| leaf.queue.as_ref()?.logical_block_size)
            .max();
        let sector = known.unwrap_or(512).max(1);
        let sizes = Ddir::ALL
            .into_iter()
            .filter(|ddir| issues(look.job, *ddir))
            .map(|ddir| &look.job.access.block_size[ddir]);
        let odd = sizes.flat_map(all_sizes).find(|bytes| bytes % sector != 0);
        odd.map(|bytes| {
            let saw = format!("direct=1 with blocks of {bytes} bytes, and the device's sectors are {sector}: the I/O fails with EINVAL");
            UNALIGNED_DIRECT.finds(Severity::Wrong, saw).with("block_bytes", bytes as f64).with("sector_bytes", sector as f64)
        })
        .into_iter()
        .collect()
    })
}

fn all_sizes(size: &BlockSize) -> Vec<u64> {
    match size {
        BlockSize::Fixed(bytes) => vec![*bytes],
        BlockSize::Range { min, max } => vec![*min, *max],
        BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_read_as_meant() {
        for (text, is_time, meaning) in [
            ("4KiB", false, "4k"),
            (" 4k", false, "4k"),
            ("4 kb ", false, "4k"),
            ("1.5g", false, "1536m"),
            ("0.5 GiB", false, "512m"),
            ("30sec", true, "30s"),
            ("1min", true, "1m"),
            ("1.5 hours", true, "90m"),
            ("250 msec", true, "250ms"),
        ] {
            assert_eq!(meant(text, is_time, 1024).as_deref(), Some(meaning), "{text}");
            let name = if is_time { "runtime" } else { "size" };
            assert!(misread(name, meaning, 1024).is_empty(), "{meaning}");
        }
        assert_eq!(meant("30fortnights", true, 1024), None);
        assert_eq!(meant("1.5g", false, 1000).as_deref(), Some("1500m"));
        assert_eq!(meant("4 KiB", false, 1000).as_deref(), Some("4kib"));
    }

    #[test]
    fn plain_numbers_are_as_they_look() {
        for (name, text) in [
            ("bs", "4k"),
            ("bs", "4k,8k"),
            ("size", "50%"),
            ("runtime", "60"),
            ("bsrange", "4k-8k"),
            ("thinktime", "5ms"),
            ("nice", "-5"),
            ("description", "4KiB"),
        ] {
            assert_eq!(misread(name, text, 1024), [], "{name}={text}");
        }
        let wrong = misread("bs", "4KiB,8k", 1024);
        assert_eq!(
            (wrong.len(), wrong[0].read_as, wrong[0].meant.as_deref()),
            (1, 4000, Some("4k"))
        );
        assert_eq!(misread("runtime", "30sec", 1024)[0].read_as, 30);
    }
}
