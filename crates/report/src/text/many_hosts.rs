//! The page of a run over many hosts: merged numbers, windows, ranks, findings of all and of each host.
//!
//! Made from the view rather than from the document, as the page of a run is: the percentiles of a rank are those of all its I/Os together.

use fiord_compare::facts::FactDifference;
use fiord_judge::case::Case;
use fiord_judge::ranks::HostsFinding;
use fiord_messages::{Lang, findings as words, many_hosts as messages};
use fiord_record::hosts::RankClock;
use fiord_record::number::{Bytes, Count, Figures, Nanos, Rate};
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};
use serde_json::Value;

use crate::documents::many_hosts::together;
use crate::documents::many_hosts::view::{
    HostsView, JobTogether, PhaseTogether, RankShare, WindowCounts, merged,
};
use crate::text::findings::{self, Detail, FindingItem};
use crate::text::run::{Numbers, graded};
use crate::text::{Cell, Column, Page, Styled, Table};

/// Ranks of one job in the table; of more the rest is counted.
const RANKS: usize = 64;
/// Clocks that are named.
const CLOCKS: usize = 8;

/// Puts a run on a page. `found` is what [`together::findings`] said.
pub fn put(page: &mut Page, view: &HostsView<'_>, found: &[HostsFinding], detail: Detail, lang: Lang) {
    let run = view.run;
    let headline = Styled::new().strong(headline(view, lang));
    page.line(headline.sentence(data(view, lang), lang));
    page.blank();
    if let Some(record) = merged(run) {
        let case = Case::of(&record);
        Numbers::of(&case, lang).put(page, lang);
        page.line(Styled::new().dim(messages::all_ranks(lang)));
        page.blank();
    }
    for (number, phase) in (1..).zip(&view.phases) {
        put_phase(page, view, (number, phase), lang);
    }
    put_clocks(page, view, lang);
    put_lost(page, view, lang);
    page.blank();
    let (grade, reason) = (together::grade(view, found), together::reason(view, found, lang));
    page.line(graded(grade, &reason, lang));
    put_findings(page, view, found, detail, lang);
    let names: Vec<&str> = view.hosts.iter().map(|host| host.name).collect();
    if names.len() > 1 {
        page.blank();
        put_differences(page, &names, &together::differences(view), lang);
    }
}

/// `4 ranks on 2 hosts.`, and how many of them are missing.
pub fn headline(view: &HostsView<'_>, lang: Lang) -> String {
    let run = view.run;
    let reported = &run.ranks.len();
    let (ranks, hosts) = (run.started_ranks as u64, view.hosts.len() as u64);
    match run.started_ranks {
        all if all == *reported => messages::Headline { ranks, hosts }.text(lang),
        _ if *reported == 0 => messages::HeadlineNone { ranks }.text(lang),
        _ => messages::HeadlineWithLost {
            reported,
            ranks,
            hosts,
        }
        .text(lang),
    }
}

/// How the ranks divided the data, and what joined them.
pub(super) fn data(view: &HostsView<'_>, lang: Lang) -> String {
    let (spread, library) = (&view.run.spread.name(), &view.run.library);
    if view.run.shifted_reads {
        messages::DataShifted { spread, library }.text(lang)
    } else {
        messages::Data { spread, library }.text(lang)
    }
}

/// What was done in one phase; where it is the only one, without naming it.
fn put_phase(page: &mut Page, view: &HostsView<'_>, (number, phase): (usize, &PhaseTogether), lang: Lang) {
    let phases = view.phases.len();
    if phases > 1 {
        let names = phase.jobs.iter().map(|index| view.job_name(*index).to_owned());
        let title = messages::Phase {
            phase: &number,
            phases: &phases,
            jobs: &lang.list(&names.collect::<Vec<_>>()),
        };
        let mut line = Styled::new().strong(title.text(lang));
        if let Some(begun) = begun(phase, lang) {
            line = line.sentence(begun, lang);
        }
        page.line(line);
        page.blank();
    }
    put_windows(page, view, phase, lang);
    put_ranks(page, view, phase, lang);
    page.blank();
    if let Some(skew) = view.start_skew_ns(phase) {
        let skew = &Nanos(skew as f64);
        page.line(messages::StartSkew { skew }.text(lang));
        if phases > 1 {
            page.blank();
        }
    }
}

/// When a phase began; none for the first one.
fn begun(phase: &PhaseTogether, lang: Lang) -> Option<String> {
    match phase.begun_ns {
        None => Some(messages::phase_not_begun(lang).to_owned()),
        Some(0) => None,
        Some(begun_ns) => {
            let seconds = &format!("{:.3}", begun_ns as f64 / 1e9);
            Some(messages::PhaseBegan { seconds }.text(lang))
        }
    }
}

fn put_windows(page: &mut Page, view: &HostsView<'_>, phase: &PhaseTogether, lang: Lang) {
    let mut table = Table::new([
        Column::left(messages::head_job(lang), "job"),
        Column::left(messages::head_window(lang), "window"),
        Column::right(messages::head_seconds(lang), "seconds"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
        Column::right("MiB/s", ""),
        Column::hidden("bytes_per_s"),
    ]);
    for job in view.jobs_of(phase) {
        let name = view.job_name(job.index);
        for (words, window) in [
            (messages::window_all_at_work(lang), job.common),
            (messages::window_first_done(lang), job.first_done),
        ] {
            table.row(window_row(name, words, window));
        }
        let last = match &job.worn_out {
            Some(worn_out) => {
                let words = messages::window_deadline(lang);
                table.row(window_row(name, words, worn_out.at_deadline));
                messages::window_wear_out(lang)
            }
            None => messages::window_last_done(lang),
        };
        table.row(window_row(name, last, job.last_done));
    }
    if !table.is_empty() {
        page.table(table);
        for job in view.jobs_of(phase) {
            put_worn_out(page, view, job, lang);
        }
        page.blank();
    }
}

/// How far the workers of a job went that wore out.
fn put_worn_out(page: &mut Page, view: &HostsView<'_>, job: &JobTogether, lang: Lang) {
    let Some(worn_out) = &job.worn_out else { return };
    let name = &view.job_name(job.index);
    let (least, most) = (&Count(worn_out.range_bytes.0), &Count(worn_out.range_bytes.1));
    let done = if least == most {
        messages::EvenWorkers {
            job: name,
            bytes: least,
        }
        .text(lang)
    } else {
        messages::UnevenWorkers {
            job: name,
            least,
            most,
        }
        .text(lang)
    };
    let goal = match worn_out.to_bytes {
        Some(_) if worn_out.is_even() => messages::as_many_as_farthest(lang).to_owned(),
        Some(to_bytes) => {
            let bytes = &Count(to_bytes);
            messages::Farthest { bytes }.text(lang)
        }
        None => messages::unfinished(lang).to_owned(),
    };
    page.line(lang.sentences(&[done, goal]));
    let readers = worn_out.readers.iter();
    let readers: Vec<String> = readers.map(|index| view.job_name(*index).to_owned()).collect();
    if !readers.is_empty() {
        let readers = &lang.list(&readers);
        page.line(messages::Readers { readers, job: name }.text(lang));
    }
}

fn window_row(name: &str, words: &str, window: Option<WindowCounts>) -> [Cell; 7] {
    let iops = window.and_then(|window| window.rate(window.ios));
    let bytes = window.and_then(|window| window.rate(window.bytes));
    let per =
        |unit: f64| bytes.map_or_else(|| Cell::new("?"), |rate| Figures(rate / unit).to_string().into());
    let seconds = window.map(|window| window.seconds());
    [
        Cell::from(name),
        Cell::from(words),
        or_unknown(seconds.map(|seconds| format!("{seconds:.3}")))
            .value(seconds.map_or(Value::Null, Value::from)),
        or_unknown(iops.map(|iops| Rate(iops).to_string())).value(iops.map_or(Value::Null, Value::from)),
        per(1e6),
        per(1_048_576.0),
        Cell::raw(bytes.map_or(Value::Null, Value::from)),
    ]
}

fn or_unknown(shown: Option<String>) -> Cell {
    Cell::new(shown.unwrap_or_else(|| "?".to_owned()))
}

fn put_ranks(page: &mut Page, view: &HostsView<'_>, phase: &PhaseTogether, lang: Lang) {
    let mut table = Table::new([
        Column::right(messages::head_rank(lang), "rank"),
        Column::left(messages::head_host(lang), "host"),
        Column::left(messages::head_job(lang), "job").rank(2),
        Column::right(messages::head_share(lang), ""),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
        Column::right(messages::head_of_others(lang), "of_others").rank(1),
        Column::right("p99", "lat_p99_ns"),
        Column::right(messages::head_start(lang), "start_ns"),
        Column::right(messages::head_end(lang), "end_ns"),
        Column::left("", ""),
    ]);
    let begun_ns = phase.begun_ns.unwrap_or(0);
    for job in view.jobs_of(phase) {
        for (at, member) in job.members.iter().enumerate().take(RANKS) {
            table.row(rank_row(view, job, (at, member), begun_ns, lang));
        }
    }
    if table.is_empty() {
        return;
    }
    page.table(table);
    let hidden = view.run.ranks.len().saturating_sub(RANKS);
    if hidden > 0 {
        let ranks = hidden as u64;
        page.line(Styled::new().dim(messages::MoreRanks { ranks }.text(lang)));
    }
    page.line(Styled::new().dim(if view.phases.len() > 1 {
        messages::times_of_phase(lang)
    } else {
        messages::times(lang)
    }));
}

fn rank_row(
    view: &HostsView<'_>,
    job: &JobTogether,
    (at, member): (usize, &RankShare),
    begun_ns: i64,
    lang: Lang,
) -> [Cell; 11] {
    let rank = &view.run.ranks[at];
    let total: u64 = job.members.iter().map(|member| member.bytes).sum();
    let share = (total > 0).then(|| format!("{:.1} %", member.bytes as f64 / total as f64 * 100.0));
    let time = |at_ns: Option<i64>| {
        let at_ns = at_ns.map(|at_ns| at_ns.saturating_sub(begun_ns));
        or_unknown(at_ns.map(|at_ns| format!("{:+.3} s", at_ns as f64 / 1e9)))
            .value(at_ns.map_or(Value::Null, Value::from))
    };
    let iops = member.rate(member.ios);
    let bytes = member.rate(member.bytes).filter(|_| member.bytes > 0);
    [
        rank.rank.to_string().into(),
        Cell::from(rank.host.as_str()),
        Cell::from(view.job_name(job.index)),
        or_unknown(share),
        or_unknown(iops.map(|iops| Rate(iops).to_string())).value(iops.map_or(Value::Null, Value::from)),
        or_unknown(bytes.map(|bytes| Figures(bytes / 1e6).to_string())),
        or_unknown(member.of_others.map(|share| format!("{:.0} %", share * 100.0)))
            .value(member.of_others.map_or(Value::Null, Value::from)),
        p99(view, at, job.index),
        time(member.gate_ns),
        time(member.span.map(|span| span.end_ns)),
        if member.is_straggler() {
            messages::straggler(lang).into()
        } else {
            Cell::default()
        },
    ]
}

/// The p99 of all I/Os of a rank's job, in all directions, as far as there are samples.
fn p99(view: &HostsView<'_>, at: usize, job: usize) -> Cell {
    let case = Case::of(&view.run.ranks[at].record);
    let mut all = Latency::default();
    for run in case.jobs.iter().filter(|run| run.index == job) {
        for (ddir, stats) in run.directions() {
            all.merge(run.whole_latency(ddir).unwrap_or(&stats.clat));
        }
    }
    let enough = footing(all.histogram.total(), 99.0) != Footing::TooFew;
    let ns = all.percentile(99.0).filter(|_| enough);
    or_unknown(ns.map(|ns| Nanos(ns as f64).to_string())).value(ns.map_or(Value::Null, Value::from))
}

/// What lost ranks had done when they were last heard of, which is in no number above.
fn put_lost(page: &mut Page, view: &HostsView<'_>, lang: Lang) {
    let mut table = Table::new([
        Column::right(messages::head_rank(lang), "rank"),
        Column::left(messages::head_host(lang), "host"),
        Column::right(messages::head_heard(lang), "heard_ns"),
        Column::right("I/Os", "ios"),
        Column::right(messages::head_bytes(lang), "bytes"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
    ]);
    for lost in view.run.lost.iter().take(RANKS) {
        let Some(heard_ns) = lost.heard_ns else { continue };
        // Over several phases, and the waits between them, a rate says nothing.
        let has_rate = heard_ns > 0 && view.run.phases.len() < 2;
        let rate = |count: u64| has_rate.then(|| count as f64 * 1e9 / heard_ns as f64);
        let iops = rate(lost.ios);
        table.row([
            lost.rank.to_string().into(),
            Cell::from(lost.host.as_str()),
            Cell::new(format!("{:+.3} s", heard_ns as f64 / 1e9)).value(heard_ns),
            Cell::new(Count(lost.ios).to_string()).value(lost.ios),
            Cell::new(Bytes(lost.bytes).to_string()).value(lost.bytes),
            or_unknown(iops.map(|iops| Rate(iops).to_string())).value(iops.map_or(Value::Null, Value::from)),
            or_unknown(rate(lost.bytes).map(|bytes| Figures(bytes / 1e6).to_string())),
        ]);
    }
    if !table.is_empty() {
        page.blank();
        page.line(messages::lost_ranks(lang));
        page.table(table);
    }
}

fn put_clocks(page: &mut Page, view: &HostsView<'_>, lang: Lang) {
    let others = || view.run.ranks.iter().filter(|rank| rank.rank != 0);
    let Some(worst) = others().map(|rank| rank.clock.rtt_ns).max() else {
        return;
    };
    let shown = others().take(CLOCKS);
    let mut clocks: Vec<String> = shown.map(|rank| clock(rank.rank, rank.clock, lang)).collect();
    if others().count() > CLOCKS {
        clocks.push("…".to_owned());
    }
    let (clocks, uncertainty) = (&lang.list(&clocks), &Nanos(worst as f64 / 2.0));
    page.line(messages::Clocks { clocks, uncertainty }.text(lang));
}

/// `rank 1 +100.000000 s (ping 40 µs, drift +1.2 µs by the end)`, `rank 1 -0.3 µs (ping 40 µs)`.
fn clock(rank: usize, clock: RankClock, lang: Lang) -> String {
    // Without the sign of what is rounded to nothing.
    let micros = |ns: i64| format!("{:+.1} µs", (ns as f64 / 100.0).round() / 10.0 + 0.0);
    let offset = &match clock.offset_ns {
        near if near.unsigned_abs() < 1_000_000 => micros(near),
        far => format!("{:+.6} s", far as f64 / 1e9),
    };
    let (rank, ping) = (&rank, &Nanos(clock.rtt_ns as f64));
    match clock.after {
        None => messages::Clock { rank, offset, ping }.text(lang),
        Some((after, _)) => messages::ClockWithDrift {
            rank,
            offset,
            ping,
            drift: &micros(after.saturating_sub(clock.offset_ns)),
        }
        .text(lang),
    }
}

fn put_findings(page: &mut Page, view: &HostsView<'_>, found: &[HostsFinding], detail: Detail, lang: Lang) {
    let each = of_hosts(view, lang);
    if found.is_empty() && each.is_empty() {
        return;
    }
    page.blank();
    for shown in together(found, lang) {
        shown.put(page, detail, lang);
    }
    findings::put(page, &each, detail, lang);
}

/// The findings about all ranks, those alike as one.
pub(super) fn together(found: &[HostsFinding], lang: Lang) -> Vec<FindingItem> {
    let mut all: Vec<FindingItem> = Vec::new();
    for finding in found {
        match all.iter_mut().find(|known| known.rule == finding.name()) {
            Some(known) => known.saw.push(finding.saw(lang)),
            None => all.push(FindingItem {
                state: findings::state(finding.severity()),
                rule: finding.name().to_owned(),
                sources: String::new(),
                context: String::new(),
                saw: vec![finding.saw(lang)],
                why: finding.why(lang),
                advice: finding.advice(lang),
            }),
        }
    }
    all
}

/// The findings of the hosts, each once, with those it is about; the worst first.
pub(super) fn of_hosts(view: &HostsView<'_>, lang: Lang) -> Vec<FindingItem> {
    struct Group {
        shown: FindingItem,
        saw: Vec<(String, Vec<String>)>,
    }
    let mut groups: Vec<Group> = Vec::new();
    for host in &view.hosts {
        for shown in findings::bundled(&host.verdict.findings, &host.record.plan, lang) {
            let saw = lang.sentences(&shown.saw);
            let alike = |group: &Group| {
                let known = &group.shown;
                known.rule == shown.rule && known.state == shown.state && known.advice == shown.advice
            };
            let at = groups.iter().position(alike).unwrap_or_else(|| {
                groups.push(Group {
                    shown,
                    saw: Vec::new(),
                });
                groups.len() - 1
            });
            let group = &mut groups[at];
            match group.saw.iter_mut().find(|(known, _)| *known == saw) {
                Some((_, hosts)) => hosts.push(host.name.to_owned()),
                None => group.saw.push((saw, vec![host.name.to_owned()])),
            }
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.shown.state));
    let all = view.hosts.len();
    let show = |group: Group| {
        let is_of_all = group.saw.len() == 1 && group.saw[0].1.len() == all;
        let saw = group.saw.into_iter().map(|(saw, hosts)| match is_of_all {
            true => saw,
            false => {
                let (hosts, text) = (&lang.list(&hosts), &saw);
                words::OfHosts { hosts, text }.text(lang)
            }
        });
        let mut shown = FindingItem {
            saw: saw.collect(),
            ..group.shown
        };
        if is_of_all && all > 1 {
            shown.add_context(words::all_hosts(lang).to_owned(), lang);
        }
        shown
    };
    groups.into_iter().map(show).collect()
}

/// In what the machines of several hosts differ.
pub(super) fn put_differences(page: &mut Page, names: &[&str], differences: &[FactDifference], lang: Lang) {
    if differences.is_empty() {
        page.line(messages::hosts_alike(lang));
        return;
    }
    let hosts = &names.join(" | ");
    page.line(messages::HostsDiffer { hosts }.text(lang));
    for difference in differences {
        let (property, values) = (&difference.label(lang), &difference.shown(lang));
        page.item("  ", "    ", messages::Difference { property, values }.text(lang));
    }
}
