//! Reads the histograms of biolatency: those of BCC (`256 -> 511`) and of bpftrace (`[256, 512)`).

use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;

/// A bucket: its ends in the unit of the histogram, and its count.
type Bucket = (f64, f64, f64);

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let mut name = "biolatency".to_owned();
    let mut unit = None;
    let mut buckets: Vec<Bucket> = Vec::new();
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if let Some(bucket) = bcc(text).or_else(|| bpftrace(text)) {
            buckets.push(bucket);
        } else if !buckets.is_empty() || index > 3 {
            break;
        } else if let Some(disk) = text
            .strip_prefix("disk = ")
            .or_else(|| text.strip_prefix("@usecs"))
        {
            let disk = disk.trim_matches(['\'', ':', '[', ']', '"']);
            if text.starts_with('@') {
                unit = Some(1e3);
            }
            if !disk.is_empty() {
                disk.clone_into(&mut name);
            }
        } else if text.contains(": count") {
            unit = match text.split_whitespace().next() {
                Some("usecs") => Some(1e3),
                Some("msecs") => Some(1e6),
                Some("nsecs") => Some(1.0),
                _ => return None,
            };
        } else if !text.is_empty() || index == 0 {
            return None;
        }
        taken = index + 1;
    }
    let unit = unit.filter(|_| !buckets.is_empty())?;
    let mut draft = place.run(ImportKind::Biolatency, taken, &name)?;
    place.claim(Program::Biolatency, &mut draft);
    let total: f64 = buckets.iter().map(|(.., count)| count).sum();
    draft.figure(FigureOf::Samples, None, total);
    for (what, percent) in [(FigureOf::P50Ns, 50.0), (FigureOf::P99Ns, 99.0)] {
        if let Some((low, high)) = percentile(&buckets, total * percent / 100.0) {
            let value = Spread {
                low: low * unit,
                high: high * unit,
            };
            draft.spread(what, None, value, Some(total as u64));
        }
    }
    Some((vec![draft], taken))
}

/// `256 -> 511        : 7373     |****    |`
fn bcc(text: &str) -> Option<Bucket> {
    let (range, rest) = text.split_once(':')?;
    let (low, high) = range.split_once("->")?;
    let count = rest.split('|').next()?.trim().parse::<u64>().ok()?;
    let end: u64 = high.trim().parse().ok()?;
    let low: u64 = low.trim().parse().ok()?;
    (low <= end).then_some((low as f64, end as f64 + 1.0, count as f64))
}

/// `[1K, 2K)             426 |  |`
fn bpftrace(text: &str) -> Option<Bucket> {
    let (range, rest) = text.strip_prefix('[')?.split_once(')')?;
    let (low, high) = range.split_once(',')?;
    let edge = |text: &str| {
        let text = text.trim();
        let digits = text.trim_end_matches(['K', 'M', 'G']);
        let power = text.get(digits.len()..).and_then(|letter| match letter {
            "" => Some(0),
            letter => "KMG".find(letter).map(|at| at as i32 + 1),
        })?;
        Some(digits.parse::<u32>().ok()? as f64 * 1024_f64.powi(power))
    };
    let count = rest.split('|').next()?.trim().parse::<u64>().ok()?;
    Some((edge(low)?, edge(high)?, count as f64)).filter(|(low, high, _)| low <= high)
}

/// The bucket in which a number of values is reached.
fn percentile(buckets: &[Bucket], values: f64) -> Option<(f64, f64)> {
    let mut sum = 0.0;
    for (low, high, count) in buckets {
        sum += count;
        if sum >= values && sum > 0.0 {
            return Some((*low, *high));
        }
    }
    None
}
