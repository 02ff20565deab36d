//! Sentences about a run that was split by layer.

use fiord_messages::Lang;
use fiord_record::layers::{AbsentPoint, LayerPoint, LayerRefusal, Layers, TraceCost, TracedDevice};
use fiord_record::number::{Count, Nanos, Share, plural, short};

/// A direction by its number.
pub fn direction(ddir: u8, _: Lang) -> &'static str {
    match ddir {
        0 => "reads",
        1 => "writes",
        _ => "trims",
    }
}

/// Why a point is missing, after its name and a colon.
pub fn absent(why: AbsentPoint, _: Lang) -> &'static str {
    match why {
        AbsentPoint::NoFileSystem => "the device is opened itself, without a file system",
        AbsentPoint::SilentFileSystem => "the file system does not report it",
        AbsentPoint::NoScheduler => "requests go past the scheduler, or there is none",
        AbsentPoint::NoRequests => "the device takes bios, not requests",
        AbsentPoint::NoEvent => "this kernel does not report it",
        AbsentPoint::NotSeen => "not seen",
    }
}

/// What is between two points, in a few words.
pub fn stage(from: LayerPoint, to: LayerPoint, _: Lang) -> &'static str {
    match (from, to) {
        (LayerPoint::Submit, LayerPoint::Fs) => "system call",
        (LayerPoint::Submit, LayerPoint::Queue) => "system call, limits",
        (LayerPoint::Fs, LayerPoint::Queue) => "file system, limits",
        (LayerPoint::Queue, LayerPoint::Request) => "wait for a tag",
        (LayerPoint::Request, LayerPoint::Insert) => "plug",
        (LayerPoint::Request, LayerPoint::Issue) => "dispatch",
        (LayerPoint::Insert, LayerPoint::Issue) => "scheduler",
        (LayerPoint::Issue, LayerPoint::Complete) => "driver and device",
        (LayerPoint::Queue, LayerPoint::Complete) => "device without requests",
        (LayerPoint::Complete, LayerPoint::Done) => "file system",
        (LayerPoint::Fs, LayerPoint::Done) => "file system, no device",
        (_, LayerPoint::Reap) => "wake-up",
        _ => "",
    }
}

/// Why the split is not shown.
pub fn refusal(why: &LayerRefusal, _: Lang) -> String {
    match why {
        LayerRefusal::LostEvents { lost } => format!(
            "{} found no room in the kernel's buffers; use a larger --layers-buffer",
            plural(*lost, "event")
        ),
        LayerRefusal::UnknownLoss => "the kernel does not say whether events were lost".to_owned(),
        LayerRefusal::UnreadPages { pages } => {
            format!("{} of the trace could not be read", plural(*pages, "page"))
        }
        LayerRefusal::LostStamps { lost } => format!("stamps of {} found no room", plural(*lost, "I/O")),
        LayerRefusal::NothingTraced => "no I/O lay in a traced part of the run; let it run longer".to_owned(),
        LayerRefusal::Buffered => {
            "the I/O goes through the page cache, so the device does its part at another time; use direct=1"
                .to_owned()
        }
        LayerRefusal::Joined { joined, ios } => format!(
            "only {} of {} I/Os were found among the events, and {} are needed",
            Count(*joined),
            Count(*ios),
            Share(Layers::LEAST_JOINED)
        ),
        LayerRefusal::DoesNotAddUp { sum_ns, lat_ns } => format!(
            "the stages add up to {}, and the mean latency is {}",
            Nanos(*sum_ns),
            Nanos(*lat_ns)
        ),
    }
}

/// Whose requests a device served.
pub fn share_ours(device: &TracedDevice, _: Lang) -> String {
    match device.share_ours() {
        None => format!("{} served no request that was traced as a whole.", device.name),
        Some(share) => format!(
            "{} of the {} that {} served were ours.",
            Share(share),
            plural(device.requests, "request"),
            device.name
        ),
    }
}

/// What tracing costs.
pub fn cost(cost: &TraceCost, sliced: bool, _: Lang) -> String {
    if !sliced {
        return "Everything was traced, so what tracing costs is not known, and the numbers above contain it.".to_owned();
    }
    match &cost.interval {
        None => format!(
            "What tracing costs is not known: {} of traced and untraced slices, and {} are needed. The numbers above contain it in half of the run.",
            plural(cost.differences_ns.len() as u64, "pair"),
            TraceCost::LEAST_PAIRS
        ),
        Some(interval) => format!(
            "Tracing costs {} by I/O [{}, {}] ({} pairs of slices, {} % interval); the numbers above contain it in half of the run.",
            signed(interval.median_ns),
            signed(interval.low_ns),
            signed(interval.high_ns),
            cost.differences_ns.len(),
            short(interval.level * 100.0)
        ),
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
    fn a_cost_is_only_stated_with_its_interval() {
        let mut known = TraceCost {
            differences_ns: vec![800.0; 40],
            untraced_ns: Some(56_000.0),
            interval: None,
        };
        assert!(cost(&known, true, Lang::En).contains("not known"));
        known.interval = Some(CostRange {
            median_ns: 820.0,
            low_ns: -220.0,
            high_ns: 2_000.0,
            level: 0.95,
        });
        let said = cost(&known, true, Lang::En);
        assert!(
            said.contains("+820 ns") && said.contains("[-220 ns, +2 µs]"),
            "{said}"
        );
        assert!(cost(&known, false, Lang::En).contains("not known"));
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
