//! Sentences about a run that was split by layer.

use fiord_messages::{Fixed, Lang, traced_layers as messages};
use fiord_record::layers::{AbsentPoint, LayerPoint, LayerRefusal, Layers, TraceCost, TracedDevice};
use fiord_record::number::{Count, Nanos, Share, short};

/// A direction by its number.
pub fn direction(ddir: u8, lang: Lang) -> &'static str {
    match ddir {
        0 => messages::reads(lang),
        1 => messages::writes(lang),
        _ => messages::trims(lang),
    }
}

/// Why a point is missing.
pub fn absent(why: AbsentPoint, lang: Lang) -> &'static str {
    match why {
        AbsentPoint::NoFileSystem => messages::no_file_system(lang),
        AbsentPoint::SilentFileSystem => messages::silent_file_system(lang),
        AbsentPoint::NoScheduler => messages::no_scheduler(lang),
        AbsentPoint::NoRequests => messages::no_requests(lang),
        AbsentPoint::NoEvent => messages::no_event(lang),
        AbsentPoint::NotSeen => messages::not_seen(lang),
    }
}

/// What is between two points, in a few words.
pub fn stage(from: LayerPoint, to: LayerPoint, lang: Lang) -> &'static str {
    let name: Fixed = match (from, to) {
        (LayerPoint::Submit, LayerPoint::Fs) => messages::system_call,
        (LayerPoint::Submit, LayerPoint::Queue) => messages::system_call_and_limits,
        (LayerPoint::Fs, LayerPoint::Queue) => messages::file_system_and_limits,
        (LayerPoint::Queue, LayerPoint::Request) => messages::wait_for_tag,
        (LayerPoint::Request, LayerPoint::Insert) => messages::plug,
        (LayerPoint::Request, LayerPoint::Issue) => messages::dispatch,
        (LayerPoint::Insert, LayerPoint::Issue) => messages::scheduler,
        (LayerPoint::Issue, LayerPoint::Complete) => messages::driver_and_device,
        (LayerPoint::Queue, LayerPoint::Complete) => messages::device_without_requests,
        (LayerPoint::Complete, LayerPoint::Done) => messages::file_system,
        (LayerPoint::Fs, LayerPoint::Done) => messages::file_system_without_device,
        (_, LayerPoint::Reap) => messages::wake_up,
        // Without `_` for the second point: a new point needs its names here.
        (
            _,
            LayerPoint::Submit
            | LayerPoint::Fs
            | LayerPoint::Queue
            | LayerPoint::Request
            | LayerPoint::Insert
            | LayerPoint::Issue
            | LayerPoint::Complete
            | LayerPoint::Done,
        ) => messages::several_stages,
    };
    name(lang)
}

/// Why the split is not shown.
pub fn refusal(why: &LayerRefusal, lang: Lang) -> String {
    match why {
        LayerRefusal::LostEvents { lost } => messages::LostEvents { lost: *lost }.text(lang),
        LayerRefusal::UnknownLoss => messages::unknown_loss(lang).to_owned(),
        LayerRefusal::UnreadPages { pages } => messages::UnreadPages { pages: *pages }.text(lang),
        LayerRefusal::LostStamps { lost } => messages::LostStamps { lost: *lost }.text(lang),
        LayerRefusal::NothingTraced => messages::nothing_traced(lang).to_owned(),
        LayerRefusal::Buffered => messages::buffered(lang).to_owned(),
        LayerRefusal::Joined { joined, ios } => messages::Joined {
            joined: &Count(*joined),
            ios: &Count(*ios),
            needed: &Share(Layers::LEAST_JOINED),
        }
        .text(lang),
        LayerRefusal::DoesNotAddUp { sum_ns, lat_ns } => messages::DoesNotAddUp {
            sum: &Nanos(*sum_ns),
            latency: &Nanos(*lat_ns),
        }
        .text(lang),
    }
}

/// Whose requests a device served.
pub fn share_ours(device: &TracedDevice, lang: Lang) -> String {
    let name = &device.name;
    match device.share_ours() {
        None => messages::NoRequest { device: name }.text(lang),
        Some(share) => messages::ShareOurs {
            share: &Share(share),
            requests: device.requests,
            device: name,
        }
        .text(lang),
    }
}

/// What tracing costs.
pub fn cost(cost: &TraceCost, sliced: bool, lang: Lang) -> String {
    if !sliced {
        return messages::cost_of_all(lang).to_owned();
    }
    let pairs = cost.differences_ns.len();
    match &cost.interval {
        None => messages::CostUnknown {
            pairs: pairs as u64,
            needed: &TraceCost::LEAST_PAIRS,
        }
        .text(lang),
        Some(interval) => messages::Cost {
            median: &signed(interval.median_ns),
            level: &short(interval.level * 100.0),
            low: &signed(interval.low_ns),
            high: &signed(interval.high_ns),
            pairs: &pairs,
        }
        .text(lang),
    }
}

/// A difference, which may be negative.
fn signed(ns: f64) -> String {
    format!("{}{}", if ns < 0.0 { "-" } else { "+" }, Nanos(ns.abs()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use fiord_record::layers::CostRange;

    use super::*;

    #[test]
    fn every_stage_has_a_name() {
        for (at, from) in LayerPoint::ALL.into_iter().enumerate() {
            for to in LayerPoint::ALL.into_iter().skip(at + 1) {
                assert!(!stage(from, to, Lang::En).is_empty(), "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn a_cost_is_only_stated_with_its_interval() {
        let mut known = TraceCost {
            differences_ns: vec![800.0; 40],
            untraced_ns: Some(56_000.0),
            interval: None,
        };
        assert!(cost(&known, true, Lang::En).contains("unknown"));
        known.interval = Some(CostRange {
            median_ns: 820.0,
            low_ns: -220.0,
            high_ns: 2_000.0,
            level: 0.95,
        });
        let said = cost(&known, true, Lang::En);
        assert!(
            said.contains("+820 ns") && said.contains("-220 ns to +2 µs"),
            "{said}"
        );
        assert!(cost(&known, false, Lang::En).contains("unknown"));
    }

    #[test]
    fn a_refusal_names_its_numbers() {
        let said = refusal(&LayerRefusal::LostEvents { lost: 139_841 }, Lang::En);
        assert!(said.contains("139"), "{said}");
        let said = refusal(&LayerRefusal::Joined { joined: 5, ios: 1000 }, Lang::En);
        assert!(
            said.contains("5 of 1,000") || said.contains("5 of 1000"),
            "{said}"
        );
    }
}
