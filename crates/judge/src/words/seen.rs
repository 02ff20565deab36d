//! What typed numbers mean together.

use crate::case::littles_law::{Waits, in_flight};
use crate::seen::{Holds, Implied, SeenJudged};
use fiord_record::claims::Spread;
use fiord_record::number::{Bandwidth, Share, short};

use crate::traps::unit_misread::implied as in_blocks;
use crate::words::phrases::{blocks, both, capital, depth, rate, time};

/// What the numbers mean together: sentences.
pub fn sentences(judged: &SeenJudged) -> Vec<String> {
    judged.meanings.iter().map(sentence).collect()
}

fn sentence(implied: &Implied) -> String {
    match implied {
        Implied::Rate {
            bytes_per_s,
            block_bytes,
            iops,
        } => format!(
            "{} in blocks of {} are {} I/Os per second.",
            both(*bytes_per_s, |value| Bandwidth(value).to_string()),
            blocks(*block_bytes),
            rate(*iops)
        ),
        Implied::Bandwidth { iops, block_bytes } => {
            let bytes_per_s = Spread {
                low: iops.low * block_bytes.low,
                high: iops.high * block_bytes.high,
            };
            format!(
                "{} I/Os per second in blocks of {} are {}.",
                rate(*iops),
                blocks(*block_bytes),
                both(bytes_per_s, |value| Bandwidth(value).to_string())
            )
        }
        Implied::FullQueue {
            iops,
            asked_depth,
            latency_ns,
        } => format!(
            "With {} in flight all the time, {} I/Os per second take {} each on average.",
            short(*asked_depth),
            rate(*iops),
            time(*latency_ns)
        ),
        Implied::BlocksAgree(found) => format!("{}.", capital(&in_blocks(found))),
        Implied::InFlight {
            iops,
            latency_ns,
            asked_depth,
            holds,
        } => format!(
            "{} I/Os per second at {} are {} in flight; the job can have {}.{}",
            rate(*iops),
            time(*latency_ns),
            depth(in_flight(*iops, *latency_ns)),
            short(*asked_depth),
            conclusion(*holds)
        ),
    }
}

fn conclusion(holds: Holds) -> String {
    match holds {
        Holds::Agrees => " The numbers agree.".to_owned(),
        Holds::Contradicts => String::new(),
        Holds::FilledTo { share } => format!(
            " Both are true only if the queue was never filled beyond {} of that.",
            Share(share)
        ),
        Holds::ProvesNothing(waits) => {
            let why = match waits {
                Waits::HeldBack => "the job holds itself back by a rate or thinktime",
                Waits::Syncs => "its syncs take time that no latency of an I/O shows",
                Waits::OpensFiles => "it opens many files",
                Waits::OtherWork => "it does other things between its I/Os",
                Waits::NoDevice => "it has no device",
                Waits::InSubmit => "buffered, the I/O is done inside submit, and clat leaves that out",
            };
            format!(" Fewer prove nothing here: {why}.")
        }
    }
}
