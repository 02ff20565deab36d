//! Round trips of messages and throughput of streams, of all hosts in turn.

use fiord_record::ladder::{FlowDirection, PeerFlow, SizedTrips, Throughput, TripRatio, TripTimes};
use fiord_session::Signals;
use fiord_stats::interval::{median, median_interval, paired_ratio_interval};

use super::far::{self, Far, FlowBlock};

/// As few as an interval of 95 % can have.
const BLOCKS: usize = 6;
const LEVEL: f64 = 0.95;
const MESSAGES: [usize; 4] = [1, 1 << 10, 4 << 10, 128 << 10];
const STREAMS: [usize; 3] = [1, 4, 8];
const DIRECTIONS: [FlowDirection; 2] = [FlowDirection::ToPeer, FlowDirection::FromPeer];

/// What one host did, block by block.
#[derive(Default)]
struct HostBlocks {
    /// Of each size, the trips of each block.
    trips: [Vec<Vec<f64>>; MESSAGES.len()],
    /// Of each number of streams and each direction.
    flows: [[Vec<FlowBlock>; DIRECTIONS.len()]; STREAMS.len()],
    failed: Option<String>,
}

/// What was measured with each host, and why it ended early; nothing of hosts without a fiord.
pub(super) fn measure(fars: Vec<Far>, names: &[&str], signals: &Signals) -> Vec<(PeerFlow, Option<String>)> {
    let mut hosts: Vec<(Far, HostBlocks)> =
        fars.into_iter().map(|far| (far, HostBlocks::default())).collect();
    for _ in 0..BLOCKS {
        for (far, blocks) in &mut hosts {
            blocks.take(far, signals);
        }
        // Each is first as often as it is last.
        hosts.reverse();
    }
    // BLOCKS is even: the hosts are in their order again.
    let all: Vec<HostBlocks> = hosts.into_iter().map(|(_, blocks)| blocks).collect();
    let base = all.first().zip(names.first());
    let flow = |(place, blocks): (usize, &HostBlocks)| {
        let base = base.filter(|_| place > 0);
        (
            blocks.flow(base.map(|(first, name)| (first, *name))),
            blocks.failed.clone(),
        )
    };
    all.iter().enumerate().map(flow).collect()
}

impl HostBlocks {
    /// Measures a block, unless the host failed before or a signal ends it.
    fn take(&mut self, far: &mut Far, signals: &Signals) {
        if self.failed.is_none()
            && let Err(error) = self.try_take(far, signals)
        {
            self.failed = Some(far.failure(&error));
        }
    }

    fn try_take(&mut self, far: &mut Far, signals: &Signals) -> std::io::Result<()> {
        for (bytes, blocks) in MESSAGES.into_iter().zip(&mut self.trips) {
            if signals.received().is_none() {
                blocks.push(far.trips(bytes)?);
            }
        }
        for (streams, directions) in STREAMS.into_iter().zip(&mut self.flows) {
            for (direction, blocks) in DIRECTIONS.into_iter().zip(directions) {
                if signals.received().is_none() {
                    blocks.push(far.flow(streams, direction)?);
                }
            }
        }
        Ok(())
    }

    fn flow(&self, base: Option<(&Self, &str)>) -> PeerFlow {
        let medians = |blocks: &[Vec<f64>]| {
            blocks
                .iter()
                .filter_map(|block| median(block))
                .collect::<Vec<f64>>()
        };
        let rates = |blocks: &[FlowBlock]| blocks.iter().map(|block| block.bytes_per_s).collect::<Vec<f64>>();
        let mut flow = PeerFlow::default();
        for (place, (bytes, blocks)) in MESSAGES.into_iter().zip(&self.trips).enumerate() {
            let Some(times) = TripTimes::of(&blocks.concat(), 0) else {
                continue;
            };
            let own = medians(blocks);
            let interval = median_interval(&own, LEVEL);
            let other = base.and_then(|(first, name)| Some((medians(first.trips.get(place)?), name)));
            flow.trips.push(SizedTrips {
                bytes: bytes as u64,
                times,
                low_ns: interval.map(|interval| interval.low),
                high_ns: interval.map(|interval| interval.high),
                ratio: other.and_then(|(other, name)| ratio(&own, &other, name)),
            });
        }
        for (place, (streams, directions)) in STREAMS.into_iter().zip(&self.flows).enumerate() {
            for (way, (direction, blocks)) in DIRECTIONS.into_iter().zip(directions).enumerate() {
                let own = rates(blocks);
                let Some(bytes_per_s) = median(&own) else { continue };
                let interval = median_interval(&own, LEVEL);
                let other =
                    base.and_then(|(first, name)| Some((rates(first.flows.get(place)?.get(way)?), name)));
                flow.throughput.push(Throughput {
                    streams: streams as u64,
                    direction,
                    bytes_per_s,
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    blocks: own.len() as u64,
                    limits: far::reached(blocks),
                    ratio: other.and_then(|(other, name)| ratio(&own, &other, name)),
                });
            }
        }
        flow
    }
}

/// Values of one host ÷ those of another, of the blocks that both have.
pub(super) fn ratio(own: &[f64], other: &[f64], base: &str) -> Option<TripRatio> {
    let blocks = own.len().min(other.len());
    let interval = paired_ratio_interval(own.get(..blocks)?, other.get(..blocks)?, LEVEL)?;
    Some(TripRatio {
        base: base.to_owned(),
        blocks: blocks as u64,
        ratio: interval.estimate,
        low: interval.low,
        high: interval.high,
        level: interval.level,
    })
}
