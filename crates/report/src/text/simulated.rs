//! What simulated drives did inside: write amplification and its causes, wear, where the time of requests went.

use fiord_messages::{Lang, simulated as messages};
use fiord_record::number::{Bytes, Count, Nanos, Quotient, Rate, Share};
use fiord_record::run::RunRecord;
use fiord_stats::simulated::{DiskCounters, FlashCounters, RequestTimes, SimulatedDrive, TimeCause};

use crate::text::{Cell, Column, Page, Table};

/// The slowest requests are shown apart: the classes that hold this share of all at least.
const SLOWEST: f64 = 0.01;
/// A larger share is not apart from the others.
const MOST: f64 = 0.5;

/// Puts a section for each simulated drive on a page.
pub(super) fn put(page: &mut Page, record: &RunRecord, lang: Lang) {
    for target in &record.simulated {
        let name = &target.name;
        page.blank();
        match &target.drive {
            SimulatedDrive::Flash(counters) => {
                page.line(messages::Flash { name }.text(lang));
                put_flash(page, counters, lang);
            }
            SimulatedDrive::Disk(counters) => {
                page.line(messages::Disk { name }.text(lang));
                put_disk(page, counters, lang);
            }
        }
    }
}

fn put_flash(page: &mut Page, counters: &FlashCounters, lang: Lang) {
    page.line(match counters.write_amplification() {
        Some(ratio) => messages::Amplification {
            ratio: &Quotient(ratio),
            host: &Bytes(counters.host_written_bytes),
            programmed: &Bytes(counters.programmed_pages() * counters.page_bytes),
        }
        .text(lang),
        None => messages::nothing_written(lang).to_owned(),
    });
    let (of_user, of_flash) = counters.over_provisioning();
    let mut lines = vec![
        messages::Spare {
            of_user: &Share(of_user),
            of_flash: &Share(of_flash),
        }
        .text(lang),
    ];
    if let Some(share) = counters.victim_valid_share() {
        lines.push(messages::Victims { share: &Share(share) }.text(lang));
    }
    let wear = &counters.wear;
    lines.push(
        messages::Erases {
            least: &Count(u64::from(wear.least)),
            most: &Count(u64::from(wear.most)),
            mean: &Rate(wear.mean()),
        }
        .text(lang),
    );
    if wear.bad_blocks > 0 {
        let blocks = u64::from(wear.bad_blocks);
        lines.push(messages::BadBlocks { blocks }.text(lang));
    }
    if wear.worn_out {
        lines.push(messages::read_only(lang).to_owned());
    }
    if let Some(share) = counters.busy_share() {
        lines.push(messages::Busy { share: &Share(share) }.text(lang));
    }
    lines.into_iter().for_each(|line| page.line(line));
    page.table(work(counters, lang));
    let times = times(counters, lang);
    if !times.is_empty() {
        page.table(times);
    }
}

/// A row for each cause of work that there was.
fn work(counters: &FlashCounters, lang: Lang) -> Table {
    let mut table = Table::new([
        Column::left(messages::head_work(lang), "work"),
        Column::right(messages::head_data(lang), "programmed_bytes"),
        Column::right(messages::head_die_time(lang), "die_time_ns"),
    ]);
    let times = &counters.die_times;
    let all_ns = times.sum_ns().max(1) as f64;
    let rows = [
        (
            messages::host_writes(lang),
            counters.host_pages,
            times.host_program_ns,
        ),
        (messages::host_reads(lang), 0, times.host_read_ns),
        (
            messages::collection(lang),
            counters.collected_pages,
            times.collection_ns,
        ),
        (messages::fold(lang), counters.folded_pages, times.fold_ns),
        (
            messages::levelling(lang),
            counters.levelled_pages,
            times.levelling_ns,
        ),
        (messages::map(lang), counters.map_written_pages, times.map_ns),
    ];
    for (name, pages, ns) in rows.into_iter().filter(|(_, pages, ns)| pages + ns > 0) {
        let bytes = pages * counters.page_bytes;
        table.row([
            Cell::from(name),
            Cell::new(Bytes(bytes).to_string()).value(bytes),
            Cell::new(Share(ns as f64 / all_ns).to_string()).value(ns),
        ]);
    }
    table
}

/// Where the time of reads, writes and syncs went: all of them, and the slowest.
fn times(counters: &FlashCounters, lang: Lang) -> Table {
    let first = [
        Column::left(messages::head_time(lang), "requests"),
        Column::right(messages::head_total(lang), "total_ns"),
    ];
    let causes = TimeCause::ALL.map(|cause| Column::right(cause_name(cause, lang), ""));
    let mut table = Table::new(first.into_iter().chain(causes));
    for (name, requests, by_cause_ns) in groups(counters, lang) {
        let mean = |ns: u64| ns as f64 / requests.max(1) as f64;
        let shown = |ns: u64| match ns {
            0 => Cell::new("-"),
            ns => Cell::new(Nanos(mean(ns)).to_string()),
        };
        let first = [Cell::new(name), shown(by_cause_ns.iter().sum())];
        table.row(first.into_iter().chain(by_cause_ns.map(shown)));
    }
    table
}

/// Reads, the slowest of them, then the same of writes and syncs, as far as there are any: name, requests, time by cause.
pub(crate) fn groups(counters: &FlashCounters, lang: Lang) -> Vec<(String, u64, [u64; 7])> {
    let all = |name: &'static str, times: &RequestTimes| {
        (times.requests > 0).then(|| (name.to_owned(), times.requests, times.by_cause_ns))
    };
    let slow = |name: &dyn Fn(&Share) -> String, times: &RequestTimes| {
        slowest(times).map(|(share, requests, by_cause_ns)| (name(&Share(share)), requests, by_cause_ns))
    };
    let (reads, writes, syncs) = (&counters.reads, &counters.writes, &counters.syncs);
    [
        all(messages::reads(lang), reads),
        slow(&|share| messages::SlowestReads { share }.text(lang), reads),
        all(messages::writes(lang), writes),
        slow(&|share| messages::SlowestWrites { share }.text(lang), writes),
        all(messages::syncs(lang), syncs),
        slow(&|share| messages::SlowestSyncs { share }.text(lang), syncs),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The slowest classes with their share; `None`: most requests are in one of them.
fn slowest(times: &RequestTimes) -> Option<(f64, u64, [u64; 7])> {
    let (mut requests, mut by_cause_ns) = (0, [0; 7]);
    for class in times.classes.iter().rev() {
        requests += class.requests;
        for (sum, ns) in by_cause_ns.iter_mut().zip(class.by_cause_ns) {
            *sum += ns;
        }
        let share = requests as f64 / times.requests as f64;
        if share >= SLOWEST {
            return (share < MOST).then_some((share, requests, by_cause_ns));
        }
    }
    None
}

pub(crate) fn cause_name(cause: TimeCause, lang: Lang) -> &'static str {
    match cause {
        TimeCause::Interface => messages::interface(lang),
        TimeCause::Cell => messages::cell(lang),
        TimeCause::Bus => messages::bus(lang),
        TimeCause::Queue => messages::queue(lang),
        TimeCause::Collection => messages::collection(lang),
        TimeCause::Fold => messages::fold(lang),
        TimeCause::Map => messages::map(lang),
    }
}

fn put_disk(page: &mut Page, counters: &DiskCounters, lang: Lang) {
    let requests = counters.requests;
    let mean = |ns: u64| Nanos(ns as f64 / requests.max(1) as f64);
    let served = messages::Served {
        requests: &Count(requests),
        seek: &mean(counters.seek_ns),
        rotation: &mean(counters.rotation_ns),
        transfer: &mean(counters.transfer_ns),
    };
    page.line(served.text(lang));
    if counters.cached_requests > 0 {
        let requests = &Count(counters.cached_requests);
        page.line(messages::Cached { requests }.text(lang));
    }
}
