//! Between two measurements of one session: rank 0 names what all measure next, or says that it was all.
//!
//! ```text
//! rank 0:  again -- clocks -- run -- bye -- again -- clocks -- run -- bye -- over
//! ```

use std::time::{Duration, Instant};

use crate::ranks::verbs::{Ranks, RanksError};
use crate::ranks::wire::{self, RankMessage, Received};

/// Between two looks while rank 0 keeps what was measured.
const QUICK: Duration = Duration::from_millis(2);

/// What rank 0 says between measurements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Going {
    /// All measure once more: what, in words that rank 0 and its callers understand.
    Again(String),
    Over,
    /// Nothing was heard of rank 0.
    Silent,
}

/// On rank 0: what all measure next; none: that was all.
///
/// # Errors
/// The connection broke.
pub fn tell(ranks: &mut dyn Ranks, next: Option<&str>) -> Result<(), RanksError> {
    let message = match next {
        Some(what) => RankMessage::Again {
            what: what.to_owned(),
        },
        None => RankMessage::Over,
    };
    for rank in 1..ranks.size() {
        ranks.post(rank, &wire::encode(&message))?;
    }
    Ok(())
}

/// On the others: waits for what rank 0 says.
///
/// # Errors
/// The connection broke.
pub fn hear(ranks: &mut dyn Ranks, patience: Duration) -> Result<Going, RanksError> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match ranks.take()? {
            Some(post) => match wire::read(post.bytes) {
                Received::Message(RankMessage::Again { what }) => return Ok(Going::Again(what)),
                Received::Message(RankMessage::Over) => return Ok(Going::Over),
                // What rank 0 sent last of the measurement before.
                _ => {}
            },
            None => std::thread::sleep(QUICK),
        }
    }
    Ok(Going::Silent)
}
