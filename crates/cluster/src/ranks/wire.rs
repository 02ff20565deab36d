//! What ranks post to each other: a byte that says what, and what belongs to it.

use serde::{Deserialize, Serialize};

/// What is posted. All times are nanoseconds of the receiver's monotonic clock, unless they say otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum RankMessage {
    /// Rank 0: what does your clock say?
    Ping,
    /// The clock of the one that answers.
    Pong { now_ns: u64 },
    /// The files are laid out.
    Prepared,
    /// Rank 0: the files of all are; start your workers.
    Proceed,
    /// The workers of this phase stand at their gate.
    Ready { phase: u32 },
    /// Rank 0: pings come, and the start of a phase.
    Attend,
    /// Rank 0: begin this phase at this time.
    Begin { phase: u32, at_ns: u64 },
    /// All workers of a job have come to their deadline, the farthest so far.
    Reached { job: u32, bytes: u64 },
    /// Rank 0: those of all ranks have; the workers of the job go on so far.
    GoOn { job: u32, to_bytes: u64 },
    /// Alive, and how far: I/Os and bytes so far.
    Beat { ios: u64, bytes: u64 },
    /// Rank 0: stop and report.
    Stop,
    /// Rank 0: the clocks of all are known.
    Known,
    /// Rank 0: that was all of this measurement.
    Bye,
    /// Rank 0: measure once more, and what.
    Again { what: String },
    /// Rank 0: nothing more is measured.
    Over,
}

/// The first byte of a report, whose bytes follow as they are.
const REPORT: u8 = b'R';
/// The first byte of messages, which are JSON: few and small.
const MESSAGE: u8 = b'L';

/// What a post holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Received {
    Message(RankMessage),
    Report(Vec<u8>),
    /// Not ours, or damaged.
    Foreign,
}

pub(crate) fn encode(message: &RankMessage) -> Vec<u8> {
    let mut bytes = vec![MESSAGE];
    // Plain numbers always become JSON.
    bytes.extend(serde_json::to_vec(message).unwrap_or_default());
    bytes
}

/// The clock that a message tells, without taking the message apart where it is none.
pub(crate) fn pong(bytes: &[u8]) -> Option<u64> {
    match bytes.split_first() {
        Some((&MESSAGE, message)) => match serde_json::from_slice(message) {
            Ok(RankMessage::Pong { now_ns }) => Some(now_ns),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn report(content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(content.len() + 1);
    bytes.push(REPORT);
    bytes.extend_from_slice(content);
    bytes
}

pub(crate) fn read(mut bytes: Vec<u8>) -> Received {
    match bytes.first() {
        Some(&MESSAGE) => match serde_json::from_slice(&bytes[1..]) {
            Ok(message) => Received::Message(message),
            Err(_) => Received::Foreign,
        },
        Some(&REPORT) => {
            bytes.remove(0);
            Received::Report(bytes)
        }
        _ => Received::Foreign,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn messages_and_reports_are_read_as_they_were_written() {
        for one in [
            RankMessage::Ping,
            RankMessage::Pong { now_ns: u64::MAX },
            RankMessage::Beat { ios: 3, bytes: 4096 },
            RankMessage::Begin { phase: 1, at_ns: 7 },
        ] {
            assert_eq!(read(encode(&one)), Received::Message(one));
        }
        assert_eq!(read(report(b"{}")), Received::Report(b"{}".to_vec()));
        assert_eq!(read(report(b"")), Received::Report(Vec::new()));
        assert_eq!(pong(&encode(&RankMessage::Pong { now_ns: 3 })), Some(3));
        for other in [encode(&RankMessage::Ping), report(b"{}"), Vec::new()] {
            assert_eq!(pong(&other), None);
        }
        for foreign in [&b""[..], b"L{", b"x"] {
            assert_eq!(read(foreign.to_vec()), Received::Foreign);
        }
    }
}
