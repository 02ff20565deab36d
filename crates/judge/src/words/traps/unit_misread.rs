use crate::case::littles_law::in_flight;
use crate::case::misread::Misread;
use crate::case::trap::Subject;
use crate::traps::unit_misread::{Blocks, Contradiction, Mistake, Observed};
use fiord_job::units::Surprise;
use fiord_record::claims::Spread;
use fiord_record::claims::units::TimeUnit;
use fiord_record::number::{Bytes, Micros, short};

use crate::words::observation::Words;
use crate::words::spread::{blocks, depth, rate, time};

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Option(misread) => option(misread),
            Observed::Contradiction(found) => contradiction(found),
            Observed::Blocks(found) => sizes(found),
        }
    }

    fn why(&self) -> Option<String> {
        matches!(self, Observed::Blocks(_)).then(|| {
            "bandwidth is the rate times the block size; numbers that break this are not both true".to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        match self {
            Observed::Option(misread) => {
                let meant = misread.meant.as_ref()?;
                Some(format!("write {}={meant}", misread.name))
            }
            Observed::Contradiction(found) if found.unit_factor.is_none() => Some(
                "no single unit explains it: check that both are means of the same run, of all its workers and directions".to_owned(),
            ),
            Observed::Contradiction(_) => None,
            Observed::Blocks(_) => Some(
                "look up both in fio's own output, and whether they are of the same direction".to_owned(),
            ),
        }
    }
}

fn option(misread: &Misread) -> String {
    let read = if misread.is_time {
        Micros(misread.read_as).to_string()
    } else if misread.read_as >= 1024 && misread.read_as.is_multiple_of(1024) {
        Bytes(misread.read_as).to_string()
    } else {
        misread.read_as.to_string()
    };
    let why = match misread.surprise {
        Surprise::SwappedBase => "for fio `kib` is 1000 and `k` is 1024",
        Surprise::Fraction => "reading stops at the point, and the unit is lost",
        Surprise::HexUnit => "a unit does not count behind a hexadecimal number",
        Surprise::Ignored => "what follows the number is ignored",
        Surprise::TimeUnit => "fio does not know that unit of time, so it counts microseconds",
    };
    format!("{}={} is read as {read}: {why}", misread.name, misread.text)
}

fn contradiction(found: &Contradiction) -> String {
    let (iops, ns) = (found.rate(), found.given_ns());
    let needed = Spread {
        low: found.needed_ns,
        high: found.needed_high_ns,
    };
    let held = in_flight(iops, ns);
    let mut saw = format!(
        "{} I/Os per second with {} in flight take {} each on average; {} was given, which is {} in flight",
        rate(iops),
        short(found.asked_depth),
        time(needed),
        time(ns),
        depth(held)
    );
    if let Some(factor) = found.unit_factor {
        let meant = time(ns.times(factor));
        let units = match found.typed.and_then(|unit| Some((unit, longer(unit, factor)?))) {
            Some((typed, meant)) => format!("{meant} read as {typed}"),
            None if factor > 1.0 => format!("a unit {} times too small", short(factor)),
            None => format!("a unit {} times too large", short(1.0 / factor)),
        };
        saw.push_str(&format!(
            ". It probably was {meant} ({units}): {} in flight",
            depth(held.times(factor))
        ));
    }
    saw
}

/// The unit that is `factor` times as long.
fn longer(unit: TimeUnit, factor: f64) -> Option<TimeUnit> {
    TimeUnit::ALL
        .into_iter()
        .find(|other| (other.ns() / unit.ns() / factor - 1.0).abs() < 1e-6)
}

fn sizes(found: &Blocks) -> String {
    let words = implied(found);
    let what = match found.guess {
        None => return words,
        Some(Mistake::BytesAsBits) => "bytes read as bits",
        Some(Mistake::BitsAsBytes) => "bits read as bytes",
        Some(Mistake::ThousandTooSmall) => "MB/s read as kB/s, or IOPS in thousands read as ones",
        Some(Mistake::ThousandTooLarge) => "kB/s read as MB/s, or IOPS read as thousands",
    };
    format!("{words}: {what}")
}

/// `bandwidth ÷ IOPS is 4 KiB per I/O, and the job's blocks are 4 KiB`.
pub(crate) fn implied(found: &Blocks) -> String {
    let implied = Spread {
        low: found.implied_block_bytes,
        high: found.implied_high_block_bytes,
    };
    let own = Spread {
        low: found.block_bytes,
        high: found.high_block_bytes,
    };
    format!(
        "bandwidth ÷ IOPS is {} per I/O, and the job's blocks are {}",
        blocks(implied),
        blocks(own)
    )
}
