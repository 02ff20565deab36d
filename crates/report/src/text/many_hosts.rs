//! The page of a run over many hosts: merged numbers, windows, ranks, findings of all and of each host.
//!
//! Made from the view rather than from the document, as the page of a run is: the percentiles of a rank are those of all its I/Os together.

use fiord_judge::case::Case;
use fiord_judge::ranks::HostsFinding;
use fiord_messages::Lang;
use fiord_record::hosts::RankClock;
use fiord_record::number::{Bytes, Count, Figures, Nanos, Rate, plural};
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};
use serde_json::Value;

use crate::documents::many_hosts::together;
use crate::documents::many_hosts::view::{
    HostsView, JobTogether, PhaseTogether, RankShare, WindowCounts, merged,
};
use crate::text::findings::{self, Detail, Shown};
use crate::text::run::{Numbers, style_of};
use crate::text::{Cell, Column, Page, Styled, Table};

/// Ranks of one job in the table; of more the rest is counted.
const RANKS: usize = 64;

/// Puts a run on a page. `found` is what [`together::findings`] said.
pub fn put(page: &mut Page, view: &HostsView<'_>, found: &[HostsFinding], detail: Detail, lang: Lang) {
    let run = view.run;
    page.line(Styled::new().strong(headline(view)).plain(format!(
        "; data: {}{}. {}.",
        run.spread.name(),
        if run.shifted_reads {
            ", reads shifted by one host"
        } else {
            ""
        },
        run.library
    )));
    page.blank();
    if let Some(record) = merged(run) {
        let case = Case::of(&record);
        Numbers::of(&case).put(page);
        page.line(Styled::new().dim(
            "All ranks together: counts and histograms added up, rates over the longest of their times.",
        ));
        page.blank();
    }
    for (number, phase) in (1..).zip(&view.phases) {
        put_phase(page, view, number, phase);
    }
    put_clocks(page, view);
    put_lost(page, view);
    page.blank();
    let (grade, reason) = (together::grade(view, found), together::reason(view, found, lang));
    let grade = Styled::new().styled(style_of(grade), format!("Grade {}", grade.name()));
    page.line(grade.plain(format!(": {reason}")));
    put_findings(page, view, found, detail, lang);
    put_differences(page, view, lang);
}

/// `4 ranks on 2 hosts`, and how many of them are missing.
pub fn headline(view: &HostsView<'_>) -> String {
    let run = view.run;
    let here = run.ranks.len();
    let hosts = plural(view.hosts.len() as u64, "host");
    match run.started_ranks {
        all if all == here => format!("{} on {hosts}", plural(all as u64, "rank")),
        all if here == 0 => format!("none of {} reported", plural(all as u64, "rank")),
        all => format!("{here} of {all} ranks, on {hosts}"),
    }
}

/// What was done in one phase; where it is the only one, without naming it.
fn put_phase(page: &mut Page, view: &HostsView<'_>, number: usize, phase: &PhaseTogether) {
    let phases = view.phases.len();
    if phases > 1 {
        let names: Vec<&str> = phase.jobs.iter().map(|index| view.job_name(*index)).collect();
        let begun = match phase.begun_ns {
            None => "; it did not begin".to_owned(),
            Some(0) => String::new(),
            Some(begun_ns) => format!("; it began {:.3} s after the first", begun_ns as f64 / 1e9),
        };
        let title = Styled::new().strong(format!("Phase {number} of {phases}: {}", names.join(", ")));
        page.line(title.plain(format!("{begun}.")));
        page.blank();
    }
    put_windows(page, view, phase);
    put_ranks(page, view, phase);
    page.blank();
    if let Some(skew) = view.start_skew_ns(phase) {
        page.line(format!(
            "Start skew: {}, from the first rank's start to the last's.",
            Nanos(skew as f64)
        ));
        if phases > 1 {
            page.blank();
        }
    }
}

fn put_windows(page: &mut Page, view: &HostsView<'_>, phase: &PhaseTogether) {
    let mut table = Table::new([
        Column::left("job", "job"),
        Column::left("window", "window"),
        Column::right("seconds", "seconds"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
        Column::right("MiB/s", ""),
        Column::hidden("bytes_per_s"),
    ]);
    for job in view.jobs_of(phase) {
        let name = view.job_name(job.index);
        for (words, window) in [("all at work", job.common), ("to the first done", job.first_done)] {
            table.row(window_row(name, words, window));
        }
        let last = match &job.worn_out {
            Some(worn_out) => {
                table.row(window_row(name, "to the deadline", worn_out.at_deadline));
                "to the last done, wear-out"
            }
            None => "to the last done",
        };
        table.row(window_row(name, last, job.last_done));
    }
    if !table.is_empty() {
        page.table(table);
        for job in view.jobs_of(phase) {
            put_worn_out(page, view, job);
        }
        page.blank();
    }
}

/// How far the workers of a job went that wore out.
fn put_worn_out(page: &mut Page, view: &HostsView<'_>, job: &JobTogether) {
    let Some(worn_out) = &job.worn_out else { return };
    let name = view.job_name(job.index);
    let (least, most) = worn_out.range_bytes;
    let did = if least == most {
        format!("every worker did {} bytes", Count(least))
    } else {
        format!("workers did {} to {} bytes", Count(least), Count(most))
    };
    page.line(match worn_out.to_bytes {
        Some(_) if worn_out.is_even() => {
            format!("Wear-out of {name}: {did} in the end, as many as the farthest had at the deadline.")
        }
        Some(to_bytes) => format!(
            "Wear-out of {name}: the farthest worker had {} bytes at the deadline, but {did} in the end.",
            Count(to_bytes)
        ),
        None => format!("Wear-out of {name}: it was not finished; {did}."),
    });
    let readers: Vec<&str> = worn_out
        .readers
        .iter()
        .map(|index| view.job_name(*index))
        .collect();
    if !readers.is_empty() {
        page.line(format!(
            "Read as far as {name} wrote it, by job {}.",
            readers.join(", ")
        ));
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

fn put_ranks(page: &mut Page, view: &HostsView<'_>, phase: &PhaseTogether) {
    let mut table = Table::new([
        Column::right("rank", "rank"),
        Column::left("host", "host"),
        Column::left("job", "job").rank(2),
        Column::right("share", ""),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
        Column::right("of others", "of_others").rank(1),
        Column::right("p99", "lat_p99_ns"),
        Column::right("start", "start_ns"),
        Column::right("end", "end_ns"),
        Column::left("", ""),
    ]);
    let begun_ns = phase.begun_ns.unwrap_or(0);
    for job in view.jobs_of(phase) {
        for (at, member) in job.members.iter().enumerate().take(RANKS) {
            table.row(rank_row(view, job, (at, member), begun_ns));
        }
    }
    if table.is_empty() {
        return;
    }
    page.table(table);
    let hidden = view.run.ranks.len().saturating_sub(RANKS);
    if hidden > 0 {
        page.line(Styled::new().dim(format!("and {hidden} ranks more of each job; --json has all.")));
    }
    let start = if view.phases.len() > 1 {
        "the agreed start of the phase"
    } else {
        "the agreed start"
    };
    page.line(Styled::new().dim(format!(
        "Rates are over a rank's own time; start and end count from {start}, on rank 0's clock."
    )));
}

fn rank_row(
    view: &HostsView<'_>,
    job: &JobTogether,
    (at, member): (usize, &RankShare),
    begun_ns: i64,
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
            "straggler".into()
        } else {
            Cell::default()
        },
    ]
}

/// The p99 of all I/Os of a rank's job, whatever their direction, as far as there are samples.
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
fn put_lost(page: &mut Page, view: &HostsView<'_>) {
    let mut table = Table::new([
        Column::right("rank", "rank"),
        Column::left("host", "host"),
        Column::right("heard last", "heard_ns"),
        Column::right("I/Os", "ios"),
        Column::right("bytes", "bytes"),
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
        page.line("Up to the last sign of life of ranks that did not report, since the agreed start; in no number above:");
        page.table(table);
    }
}

fn put_clocks(page: &mut Page, view: &HostsView<'_>) {
    let others = || view.run.ranks.iter().filter(|rank| rank.rank != 0);
    let worst = others().map(|rank| rank.clock.rtt_ns).max();
    if let Some(worst) = worst {
        let offsets: Vec<String> = others()
            .take(8)
            .map(|rank| format!("rank {} {}", rank.rank, offset(rank.clock)))
            .collect();
        let more = if others().count() > 8 { ", …" } else { "" };
        page.line(format!(
            "Clocks against rank 0: {}{more}; each known to half of its ping, {} at worst.",
            offsets.join(", "),
            Nanos(worst as f64 / 2.0)
        ));
    }
}

/// `+100.000000 s (ping 40 µs, +1.2 µs at the end)`, `-0.3 µs (ping 40 µs)`.
fn offset(clock: RankClock) -> String {
    // Without the sign of what is rounded to nothing.
    let micros = |ns: i64| format!("{:+.1} µs", (ns as f64 / 100.0).round() / 10.0 + 0.0);
    let drift = clock
        .after
        .map(|(after, _)| after.saturating_sub(clock.offset_ns));
    let drift = drift.map_or_else(String::new, |drift| format!(", {} at the end", micros(drift)));
    let offset = match clock.offset_ns {
        near if near.unsigned_abs() < 1_000_000 => micros(near),
        far => format!("{:+.6} s", far as f64 / 1e9),
    };
    format!("{offset} (ping {}{drift})", Nanos(clock.rtt_ns as f64))
}

fn put_findings(page: &mut Page, view: &HostsView<'_>, found: &[HostsFinding], detail: Detail, lang: Lang) {
    let each = of_hosts(view, lang);
    if found.is_empty() && each.is_empty() {
        return;
    }
    page.blank();
    for shown in together(found, lang) {
        shown.put(page, detail);
    }
    findings::put(page, &each, detail);
}

/// The findings about all ranks, those alike as one.
pub(super) fn together(found: &[HostsFinding], lang: Lang) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for finding in found {
        match all.iter_mut().find(|known| known.rule == finding.name()) {
            Some(known) => known.saw.push(finding.saw(lang)),
            None => all.push(Shown {
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
pub(super) fn of_hosts(view: &HostsView<'_>, lang: Lang) -> Vec<Shown> {
    struct Group {
        shown: Shown,
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
            false => format!("{}: {saw}", hosts.join(", ")),
        });
        let context = match (group.shown.context.as_str(), is_of_all && all > 1) {
            (context, false) => context.to_owned(),
            ("", true) => "all hosts".to_owned(),
            (context, true) => format!("{context}, all hosts"),
        };
        Shown {
            context,
            saw: saw.collect(),
            ..group.shown
        }
    };
    groups.into_iter().map(show).collect()
}

fn put_differences(page: &mut Page, view: &HostsView<'_>, lang: Lang) {
    let differences = together::differences(view);
    if view.hosts.len() < 2 {
        return;
    }
    page.blank();
    if differences.is_empty() {
        page.line("The hosts do not differ in what is known of their machines.");
        return;
    }
    let names: Vec<&str> = view.hosts.iter().map(|host| host.name).collect();
    page.line(format!("The hosts differ ({}):", names.join(" | ")));
    for difference in differences {
        page.item(
            "  ",
            "    ",
            format!("{}: {}", difference.label(lang), difference.shown(lang)),
        );
    }
}
