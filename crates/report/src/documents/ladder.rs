//! What `fiord ladder --json` prints: the latency of each operation, the memory curve, and what they mean.

use fiord_compare::catalogue;
use fiord_compare::words::rung_title;
use fiord_messages::{Fixed, Lang, ladder as messages};
use fiord_record::RunRecord;
use fiord_record::ladder::{
    EchoMissing, Ladder, LoadLevel, MeasuredRung, MemoryPoint, PeerTrips, Rung, RungDisturbance, TripRatio,
    TripTimes,
};
use fiord_record::number::{Bytes, Nanos, Quotient, Rate, Share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Body;

/// The entry of the catalogue beside which latencies are shown.
const REFERENCE: &str = "latency-numbers-2012";
/// A level ends where its cache does if it is within these shares of the cache's size: the curve has four points per octave, and the last
/// lines of a cache are shared with the program.
const AS_STATED: (f64, f64) = (0.45, 1.5);

/// Latencies from an add to another host.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LadderDocument {
    /// RFC 3339.
    pub started: String,
    pub cpu: Option<String>,
    pub cpus: Option<u32>,
    /// The directory, file or device whose disk was measured; null: none.
    pub target: Option<String>,
    /// Bytes of it that were used.
    pub target_bytes: Option<u64>,
    /// The lowest latency first; also those of 2012 that were not measured.
    pub rungs: Vec<LadderRung>,
    /// Random loads by size of memory.
    pub curve: Vec<MemoryPoint>,
    /// Levels of the curve.
    pub levels: Vec<LoadLevel>,
    /// Round trips to the hosts that `--peer` named, or that serve the path; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<PeerTrips>,
    /// What was found, a sentence each.
    pub notes: Vec<String>,
    /// The whole record, as fiord reads it back. Its fields may change with the version of the program.
    #[schemars(with = "Map<String, Value>")]
    pub record: RunRecord,
}

/// One operation. Null: not measured.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LadderRung {
    pub rung: Rung,
    pub title: String,
    pub lowest_ns: Option<f64>,
    pub median_ns: Option<f64>,
    /// A quarter of the samples took less.
    pub p25_ns: Option<f64>,
    /// A quarter of the samples took more.
    pub p75_ns: Option<f64>,
    pub samples: u64,
    /// The value in the list of 2012, and what it is called there.
    pub reference_ns: Option<f64>,
    pub reference: Option<String>,
    /// The median if that of L1 were one second.
    pub scaled_s: Option<f64>,
    /// What disturbed it, in a few words each.
    pub disturbed: Vec<String>,
    /// Traps that make it invalid.
    pub invalid: Vec<String>,
}

impl Body for LadderDocument {
    const NAME: &'static str = "ladder";
    const TITLE: &'static str = "fiord ladder --json";
}

impl LadderRung {
    /// The value by which rungs are in order.
    pub fn order_ns(&self) -> f64 {
        self.median_ns.or(self.reference_ns).unwrap_or(f64::INFINITY)
    }
}

impl LadderDocument {
    /// From a record; one without a ladder has no rungs.
    pub fn of(record: &RunRecord, lang: Lang) -> Self {
        let none = Ladder::default();
        let ladder = record.context.ladder.as_deref().unwrap_or(&none);
        let machine = record.before.machine.as_ref();
        Self {
            started: record.started.timestamp().to_string(),
            cpu: machine.and_then(|machine| machine.cpu.model.clone()),
            cpus: machine.and_then(|machine| machine.cpu.online),
            target: ladder.target.clone(),
            target_bytes: ladder.target_bytes,
            rungs: rungs(ladder, lang),
            curve: ladder.curve.clone(),
            levels: ladder.levels.clone(),
            peers: ladder.peers.clone(),
            notes: notes(ladder, hypervisor(record), lang),
            record: record.clone(),
        }
    }
}

fn hypervisor(record: &RunRecord) -> Option<&str> {
    record.before.machine.as_ref()?.system.hypervisor.as_deref()
}

/// The verdict in a sentence, as lists of runs show it.
pub fn headline(ladder: &Ladder, lang: Lang) -> String {
    let medians = ladder.rungs.iter().map(|rung| rung.median_ns);
    let ends = (
        medians.clone().fold(f64::INFINITY, f64::min),
        medians.fold(0.0, f64::max),
    );
    messages::Measured {
        rungs: ladder.rungs.len() as u64,
        low: &Nanos(if ends.0.is_finite() { ends.0 } else { 0.0 }),
        high: &Nanos(ends.1),
    }
    .text(lang)
}

fn rungs(ladder: &Ladder, lang: Lang) -> Vec<LadderRung> {
    let entry = catalogue::find(REFERENCE).and_then(|text| text.read().ok());
    let l1 = ladder.rung(Rung::L1).map(|rung| rung.median_ns);
    let row = |rung: Rung| {
        let measured = ladder.rung(rung);
        let reference = entry.as_ref().and_then(|entry| catalogue::rung(entry, rung));
        if measured.is_none() && reference.is_none() {
            return None;
        }
        let value = |of: fn(&MeasuredRung) -> f64| measured.map(of);
        Some(LadderRung {
            rung,
            title: rung_title(rung)(lang).to_owned(),
            lowest_ns: value(|rung| rung.lowest_ns),
            median_ns: value(|rung| rung.median_ns),
            p25_ns: value(|rung| rung.low_ns),
            p75_ns: value(|rung| rung.high_ns),
            samples: measured.map_or(0, |rung| rung.samples),
            reference_ns: reference.map(|(ns, _)| ns),
            reference: reference.map(|(_, note)| note.to_owned()),
            scaled_s: measured.zip(l1).map(|(rung, l1)| rung.median_ns / l1),
            disturbed: measured
                .into_iter()
                .flat_map(|rung| &rung.disturbed)
                .map(|by| disturbance(by, lang))
                .collect(),
            invalid: measured.map(|rung| rung.wrong.clone()).unwrap_or_default(),
        })
    };
    let mut rows: Vec<LadderRung> = Rung::ALL.into_iter().filter_map(row).collect();
    rows.sort_by(|one, other| one.order_ns().total_cmp(&other.order_ns()));
    rows
}

fn disturbance(by: &RungDisturbance, lang: Lang) -> String {
    match by {
        RungDisturbance::CpuWait { share } => messages::ByCpuWait {
            share: &Share(*share),
        }
        .text(lang),
        RungDisturbance::Steal { share } => messages::BySteal {
            share: &Share(*share),
        }
        .text(lang),
        RungDisturbance::Varied { times } => messages::ByVariation { times: &Rate(*times) }.text(lang),
        RungDisturbance::Trap { name } => name.clone(),
    }
}

fn notes(ladder: &Ladder, hypervisor: Option<&str>, lang: Lang) -> Vec<String> {
    let mut notes = levels(ladder, lang);
    notes.extend(memory(ladder, lang));
    notes.extend(ladder.peers.iter().flat_map(|peer| wire(peer, lang)));
    notes.extend(disturbed(ladder, hypervisor, lang));
    if let Some(hypervisor) = &hypervisor {
        notes.push(messages::SharedVirtual { hypervisor }.text(lang));
    }
    for (rung, reason) in &ladder.failed {
        let rung = &rung_title(*rung)(lang);
        notes.push(messages::NotMeasured { rung, reason }.text(lang));
    }
    if ladder.target.is_none() && !ladder.rungs.is_empty() {
        notes.push(messages::no_target(lang).to_owned());
    }
    if ladder.buffered {
        notes.push(messages::no_direct(lang).to_owned());
    }
    notes
}

/// The levels of the curve beside what sysfs states.
fn levels(ladder: &Ladder, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    let largest = ladder.caches.iter().map(|cache| cache.bytes).max().unwrap_or(0);
    for cache in &ladder.caches {
        let name = &format!("L{}", cache.level);
        let is_its = |level: &&LoadLevel| {
            level
                .rung
                .is_some_and(|rung| rung_title(rung)(Lang::En).ends_with(name))
        };
        let size = &Bytes(cache.bytes);
        notes.push(match ladder.levels.iter().find(is_its) {
            None => messages::LevelMissing { cache: name, size }.text(lang),
            Some(level) => {
                let share = level.to_bytes as f64 / cache.bytes as f64;
                let (time, end) = (&Nanos(level.ns), &Bytes(level.to_bytes));
                match share {
                    share if share < AS_STATED.0 && cache.bytes == largest => messages::LevelShared {
                        cache: name,
                        time,
                        end,
                        size,
                    }
                    .text(lang),
                    share if share < AS_STATED.0 => messages::LevelShort {
                        cache: name,
                        time,
                        end,
                        size,
                    }
                    .text(lang),
                    share if share > AS_STATED.1 => messages::LevelLong {
                        cache: name,
                        time,
                        end,
                        size,
                    }
                    .text(lang),
                    _ => messages::LevelAsStated {
                        cache: name,
                        time,
                        end,
                        size,
                    }
                    .text(lang),
                }
            }
        });
    }
    for level in ladder.levels.iter().filter(|level| level.rung.is_none()) {
        let (time, from) = (&Nanos(level.ns), &Bytes(level.from_bytes));
        if ladder.caches.is_empty() {
            let end = &Bytes(level.to_bytes);
            notes.push(messages::LevelPlain { time, from, end }.text(lang));
        } else if level.to_bytes > largest {
            notes.push(messages::LevelMemory { time, from }.text(lang));
        }
    }
    notes
}

fn memory(ladder: &Ladder, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    if let (Some(random), Some(sequential)) = (ladder.rung(Rung::Memory), ladder.rung(Rung::MemorySequential))
    {
        let times = &Rate(random.lowest_ns / sequential.lowest_ns);
        let size = &Bytes(ladder.memory_bytes());
        notes.push(messages::RandomToSequential { size, times }.text(lang));
    }
    if ladder.curve_bytes > 0 {
        notes.push(match ladder.huge_page_bytes {
            Some(bytes) => messages::HugePages {
                share: &Share(bytes as f64 / ladder.curve_bytes as f64),
                size: &Bytes(ladder.curve_bytes),
            }
            .text(lang),
            None => messages::huge_pages_unknown(lang).to_owned(),
        });
    }
    notes
}

/// The ways in which round trips to a host were timed one by one.
pub(crate) fn ways(peer: &PeerTrips) -> impl Iterator<Item = (Fixed, &TripTimes)> {
    let connects: (Fixed, _) = (messages::way_connect, &peer.connects);
    let echo = peer.echo.iter().map(|echo| (messages::way_echo as Fixed, echo));
    std::iter::once(connects).chain(echo)
}

/// What has to be said of the round trips to another host.
fn wire(peer: &PeerTrips, lang: Lang) -> Vec<String> {
    let host = &peer.peer;
    let mut notes = Vec::new();
    if let Some(serves) = &peer.serves {
        notes.push(messages::PeerServes { host, serves }.text(lang));
    }
    if let Some(TripRatio {
        base,
        blocks,
        ratio,
        low,
        high,
        ..
    }) = &peer.ratio
    {
        let (ratio, lowest, highest) = (&Quotient(*ratio), &Quotient(*low), &Quotient(*high));
        notes.push(if *low <= 1.0 && 1.0 <= *high {
            messages::PeerEqual {
                host,
                base,
                blocks,
                ratio,
                lowest,
                highest,
            }
            .text(lang)
        } else {
            messages::PeerRatio {
                host,
                base,
                blocks,
                ratio,
                lowest,
                highest,
            }
            .text(lang)
        });
    }
    if let Some(reason) = &peer.flow_failed {
        notes.push(messages::FlowFailed { host, reason }.text(lang));
    }
    if peer.refused > 0 && peer.refused == peer.connects.trips {
        notes.push(messages::PeerRefused { host }.text(lang));
    }
    notes.extend(peer.echo_missing.as_ref().map(|missing| match missing {
        EchoMissing::NotAllowed => messages::echo_not_allowed(lang).to_owned(),
        EchoMissing::NoAnswer => messages::EchoNoAnswer { host }.text(lang),
        EchoMissing::Failed { error } => messages::EchoFailed { host, error }.text(lang),
    }));
    notes
}

/// Which rungs something else disturbed, by what it was.
fn disturbed(ladder: &Ladder, hypervisor: Option<&str>, lang: Lang) -> Vec<String> {
    let with = |is: fn(&RungDisturbance) -> bool| {
        let rungs = ladder.rungs.iter().filter(|rung| rung.disturbed.iter().any(is));
        let titles: Vec<String> = rungs.map(|rung| rung_title(rung.rung)(lang).to_owned()).collect();
        // Titles have commas in them.
        Some(lang.clauses(&titles)).filter(|titles| !titles.is_empty())
    };
    let mut notes = Vec::new();
    if let Some(rungs) = &with(|by| matches!(by, RungDisturbance::CpuWait { .. })) {
        notes.push(messages::DisturbedWait { rungs }.text(lang));
    }
    if let Some(rungs) = &with(|by| matches!(by, RungDisturbance::Steal { .. })) {
        notes.push(messages::DisturbedSteal { rungs }.text(lang));
    }
    if let Some(rungs) = &with(|by| matches!(by, RungDisturbance::Varied { .. })) {
        notes.push(match &hypervisor {
            Some(hypervisor) => messages::VariedVirtual { rungs, hypervisor }.text(lang),
            None => messages::Varied { rungs }.text(lang),
        });
    }
    for one in &ladder.rungs {
        let rung = &rung_title(one.rung)(lang);
        let traps: Vec<String> = one
            .disturbed
            .iter()
            .filter_map(|by| match by {
                RungDisturbance::Trap { name } => Some(name.clone()),
                _ => None,
            })
            .collect();
        if !traps.is_empty() {
            let traps = &lang.list(&traps);
            notes.push(messages::DisturbedTrap { rung, traps }.text(lang));
        }
        if !one.wrong.is_empty() {
            let traps = &lang.list(&one.wrong);
            notes.push(messages::WrongTrap { rung, traps }.text(lang));
        }
    }
    notes
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::RunPlan;
    use fiord_record::Before;
    use fiord_record::ladder::CacheSize;

    use super::*;

    fn ladder() -> Ladder {
        let rung = |rung: Rung, ns: f64| MeasuredRung::of(rung, &[ns, ns, ns * 1.1]).unwrap();
        let level = |from: u64, to: u64, ns: f64, rung: Option<Rung>| LoadLevel {
            from_bytes: from << 10,
            to_bytes: to << 10,
            ns,
            rung,
        };
        let mut disturbed = rung(Rung::Memory, 130.0);
        disturbed.disturbed.push(RungDisturbance::CpuWait { share: 0.12 });
        Ladder {
            rungs: vec![
                rung(Rung::L1, 1.0),
                disturbed,
                rung(Rung::MemorySequential, 2.0),
                rung(Rung::Read, 86_400.0),
            ],
            curve: vec![MemoryPoint {
                bytes: 256 << 20,
                lowest_ns: 130.0,
                median_ns: 140.0,
            }],
            levels: vec![
                level(4, 32, 1.0, Some(Rung::L1)),
                level(1448, 4096, 14.0, Some(Rung::L3)),
                level(65_536, 262_144, 130.0, None),
            ],
            caches: vec![(1, 32), (2, 1024), (3, 32_768)]
                .into_iter()
                .map(|(level, kib)| CacheSize {
                    level,
                    bytes: kib << 10,
                })
                .collect(),
            curve_bytes: 256 << 20,
            huge_page_bytes: Some(128 << 20),
            ..Ladder::default()
        }
    }

    #[test]
    fn notes_say_what_the_numbers_beside_them_say() {
        let notes = notes(&ladder(), Some("KVM"), Lang::En);
        let has = |start: &str| {
            assert!(
                notes.iter().any(|note| note.starts_with(start)),
                "{start}\n{notes:#?}"
            )
        };
        has("L1: a load takes 1 ns in regions up to 32 KiB. sysfs states a size of 32 KiB.");
        has("L2: sysfs states a size of 1 MiB, but the curve has no plateau for this cache.");
        has("L3: a load takes 14 ns only in regions up to 4 MiB, but sysfs states a size of 32 MiB.");
        has("Memory: a load takes 130 ns in regions of 64 MiB and more.");
        has("In 256 MiB of memory, random loads take 65 times as long");
        has("Huge pages: 50 % of the 256 MiB of memory in which the curve was measured.");
        has(
            "These measurements waited for a CPU, because of other threads or a cgroup limit: load from memory, random.",
        );
        has("In a virtual machine (KVM), the last-level cache");
        has("No disk was measured.");
        assert_eq!(notes.len(), 9, "{notes:#?}");
        let target = Some("/data".to_owned());
        let buffered = Ladder {
            target,
            buffered: true,
            ..ladder()
        };
        let notes = super::notes(&buffered, None, Lang::En);
        assert!(
            !notes.iter().any(|note| note.starts_with("No disk was measured")),
            "{notes:#?}"
        );
        assert!(
            notes.iter().any(|note| note.starts_with("No direct I/O here")),
            "{notes:#?}"
        );
    }

    #[test]
    fn all_latencies_of_2012_are_in_the_table_in_order() {
        let mut record = RunRecord::planned(RunPlan::default(), Before::default());
        record.context.ladder = Some(Box::new(ladder()));
        let document = LadderDocument::of(&record, Lang::En);
        let with_reference = document.rungs.iter().filter(|rung| rung.reference_ns.is_some());
        assert_eq!(with_reference.count(), 14);
        let order: Vec<f64> = document.rungs.iter().map(LadderRung::order_ns).collect();
        assert!(order.is_sorted(), "{order:?}");
        let of = |rung: Rung| document.rungs.iter().find(|one| one.rung == rung).unwrap();
        assert_eq!(of(Rung::L1).reference_ns, Some(0.5));
        assert_eq!(of(Rung::L1).scaled_s, Some(1.0));
        assert_eq!(of(Rung::Read).scaled_s, Some(86_400.0));
        assert_eq!(of(Rung::Read).reference_ns, Some(150_000.0));
        assert_eq!(of(Rung::SequentialRead).reference_ns, Some(1e6));
        assert_eq!(of(Rung::Memory).disturbed, ["CPU wait 12 %"]);
        assert_eq!(of(Rung::Intercontinental).median_ns, None);
        assert_eq!(
            headline(&ladder(), Lang::En),
            "Measured: 4 latencies, 1 ns to 86.4 µs."
        );
    }
    #[test]
    fn a_wire_is_compared_with_another_one_and_says_what_is_missing() {
        let times = TripTimes::of(&[50e3, 60e3], 0).unwrap();
        let mut peer = PeerTrips {
            peer: "optical".to_owned(),
            serves: None,
            address: "10.88.88.16:22".to_owned(),
            connects: times.clone(),
            refused: 2,
            kernel_ns: None,
            echo: None,
            echo_missing: Some(EchoMissing::NotAllowed),
            ratio: Some(TripRatio {
                base: "copper".to_owned(),
                blocks: 10,
                ratio: 0.32,
                low: 0.28,
                high: 0.36,
                level: 0.95,
            }),
            flow: None,
            flow_failed: Some("ssh ended".to_owned()),
        };
        assert_eq!(
            wire(&peer, Lang::En),
            [
                "optical: 0.32 × the round trip of copper (95 % CI 0.28 to 0.36; the hosts were measured alternately, in 10 blocks).",
                "optical: round trips of messages and throughput are not complete (ssh ended).",
                "optical: the host, or a firewall in front of it, refused all connections. A refusal also takes one round trip, but gives no TCP_INFO.",
                "ICMP echo: not measured. This user has neither ping sockets (net.ipv4.ping_group_range) nor raw sockets (CAP_NET_RAW).",
            ]
        );
        // Some were accepted, on a kernel that does not tell the least round trip.
        peer.refused = 1;
        assert_eq!(wire(&peer, Lang::En).len(), 3);
        peer.ratio.as_mut().unwrap().high = 1.02;
        peer.serves = Some("nfs4 on /data".to_owned());
        peer.flow_failed = None;
        (peer.kernel_ns, peer.echo, peer.echo_missing) = (Some(4e4), Some(times), None);
        assert_eq!(
            wire(&peer, Lang::En),
            [
                "optical is the server of nfs4 on /data.",
                "optical and copper: no significant difference in round trips (ratio 0.32, 95 % CI 0.28 to 1.02; the hosts were measured alternately, in 10 blocks).",
            ]
        );
    }
}
