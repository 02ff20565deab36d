//! The rows of a survey from the records of its runs.

use fiord_job::plan::Ddir;
use fiord_job::showcmd::for_shell;
use fiord_judge::When;
use fiord_judge::case::balance::Balance;
use fiord_judge::case::{Case, shares};
use fiord_judge::verdict::{Measured, Verdict, verdict};
use fiord_judge::{Grade, TrapId, judge_one};
use fiord_messages::{Lang, many_hosts as messages};
use fiord_record::run::{DiskUse, Repeats, RunRecord};
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::median;
use fiord_stats::little::achieved_depth;
use fiord_stats::{JobStats, Latency};
use fiord_study::definition::Study;
use fiord_study::language::CheckedCell;

use super::{Repeat, SurveyRow};
use crate::documents::finding::FindingJson;
use crate::documents::many_hosts::rates;
use crate::documents::many_hosts::view::{HostTogether, HostsView, merged};
use crate::documents::repeats;

/// One stored run of a survey.
pub struct SurveyRun {
    pub cell: u32,
    pub block: u32,
    /// Its grade is D.
    pub is_wrong: bool,
    pub record: RunRecord,
}

/// A run of many hosts, seen host by host.
pub(super) type SeenRun<'a> = (&'a SurveyRun, Option<HostsView<'a>>);

/// The job that is measured; others run along.
const MEASURED: usize = 0;
const P99: f64 = 99.0;

/// A repeat, with what is known of its latencies.
struct Reading {
    repeat: Repeat,
    /// Latencies that the percentiles are of: those of the syncs where there are any, else those of the I/Os.
    latency: Latency,
    is_of_syncs: bool,
}

/// The runs of a cell in the order of their blocks.
pub(super) fn of_cell<'a, 'b>(checked: &CheckedCell, runs: &'b [SeenRun<'a>]) -> Vec<&'b SeenRun<'a>> {
    let is_its = |run: &&SeenRun<'_>| run.0.cell == checked.cell.number;
    let mut its: Vec<&SeenRun<'_>> = runs.iter().filter(is_its).collect();
    its.sort_by_key(|run| run.0.block);
    its
}

/// The first error that ended a worker.
fn first_error(record: &RunRecord) -> Option<&str> {
    let mut workers = record.workers.iter();
    workers.find_map(|worker| Some(worker.error.as_ref()?.message.as_str()))
}

/// Whether a run has no number, because of an error.
pub(super) fn has_failed(run: &SurveyRun) -> bool {
    match &run.record.hosts {
        None => first_error(&run.record).is_some(),
        Some(hosts) => hosts.ranks.iter().any(|rank| first_error(&rank.record).is_some()),
    }
}

/// Why a run has no number.
fn error(run: &SurveyRun, lang: Lang) -> Option<String> {
    match &run.record.hosts {
        None => first_error(&run.record).map(str::to_owned),
        Some(hosts) => hosts.ranks.iter().find_map(|rank| {
            let error = &first_error(&rank.record)?;
            let (rank, host) = (&rank.rank, &rank.host);
            Some(messages::RankError { rank, host, error }.text(lang))
        }),
    }
}

/// Why the grade of a run is D: what it measured instead of the disk, else the traps.
fn wrong_reason((run, view): &SeenRun<'_>, lang: Lang) -> Option<String> {
    let text = |verdict: &Verdict| match verdict.measured {
        Measured::Instead { .. } => verdict.headline(lang),
        _ => verdict.reason.words(lang),
    };
    let verdict = match view {
        None => return run.is_wrong.then(|| text(&verdict(&Case::of(&run.record)))),
        Some(view) => view
            .hosts
            .iter()
            .map(|host| &host.verdict)
            .max_by_key(|verdict| verdict.grade)?,
    };
    (verdict.grade == Grade::D).then(|| text(verdict))
}

/// What most of the wrong runs of a cell have in common.
fn most_frequent(reasons: &[String]) -> Option<String> {
    let count = |reason: &String| reasons.iter().filter(|other| *other == reason).count();
    reasons.iter().max_by_key(|reason| count(reason)).cloned()
}

/// The row of a cell.
pub(super) fn row(study: &Study, checked: &CheckedCell, runs: &[SeenRun<'_>], lang: Lang) -> SurveyRow {
    let mine = of_cell(checked, runs);
    let job = checked.plan.jobs.get(MEASURED);
    let is_writer = job.is_some_and(|job| job.access.mode.issues(Ddir::Write));
    let ddir = if is_writer { Ddir::Write } else { Ddir::Read };
    let good = || mine.iter().filter(|(run, _)| !has_failed(run));
    let readings: Vec<Reading> = good()
        .filter_map(|(run, view)| match view {
            Some(view) => together(view, &run.record, ddir),
            None => {
                let worker = run.record.workers.first()?;
                Some(reading(&worker.stats, &run.record, ddir))
            }
        })
        .collect();
    let reasons: Vec<String> = good().filter_map(|run| wrong_reason(run, lang)).collect();
    let records: Vec<&RunRecord> = good().map(|(run, _)| &run.record).collect();
    let words = checked.words.iter().map(|word| for_shell(word));
    let words: Vec<String> = std::iter::once("fio".to_owned()).chain(words).collect();
    let mut row = SurveyRow {
        label: checked.cell.label(study),
        command: words.join(" "),
        arguments: checked.words.clone(),
        iodepth: job.map_or(1, |job| job.depth.iodepth),
        wrong_repeats: good().filter(|(run, _)| run.is_wrong).count(),
        wrong_reason: most_frequent(&reasons),
        error: mine.iter().find_map(|(run, _)| error(run, lang)),
        ..SurveyRow::default()
    };
    row.fill(readings);
    let noise = match mine.iter().any(|(_, view)| view.is_some()) {
        true => noise_together(&records, &row.repeats, ddir),
        false => repeats::noise(&records),
    };
    row.findings = noise.iter().map(|one| FindingJson::of(one, lang)).collect();
    row
}

impl SurveyRow {
    /// Whether it is another's workload at another queue depth, for which the I/O engine may be another.
    pub(crate) fn differs_by_depth(&self, other: &Self) -> bool {
        let is_rest = |word: &&str| !word.starts_with("--iodepth=") && !word.starts_with("--ioengine=");
        let [one, other] = [self, other].map(|row| row.command.split(' ').filter(is_rest));
        one.eq(other)
    }

    /// Fills in the repeats, and what all of them say together.
    fn fill(&mut self, readings: Vec<Reading>) {
        // Each percentile is that of one run, so the run with the fewest latencies decides what it is worth.
        let latencies = readings.iter().map(|reading| reading.latency.moments.count).min();
        self.p99_has_few_samples = footing(latencies.unwrap_or(0), P99) != Footing::Enough;
        self.lat_of_syncs = readings.iter().any(|reading| reading.is_of_syncs);
        let mut pooled = Latency::default();
        readings.iter().for_each(|reading| pooled.merge(&reading.latency));
        self.repeats = readings.into_iter().map(|reading| reading.repeat).collect();
        if self.repeats.is_empty() {
            return;
        }
        self.bytes_per_s = Some(self.median(|repeat| repeat.bytes_per_s));
        self.iops = Some(self.median(|repeat| repeat.iops));
        self.lat_p50_ns = Some(self.median(|repeat| repeat.lat_p50_ns as f64));
        let p99 = self.repeats.iter().map(|repeat| Some(repeat.lat_p99_ns? as f64));
        self.lat_p99_ns = p99.collect::<Option<Vec<f64>>>().and_then(|all| median(&all));
        let is_pooled = self.lat_p99_ns.is_none() && footing(pooled.percentiles_of(), P99) != Footing::TooFew;
        let p99_of_all = pooled.percentile(P99).filter(|_| is_pooled);
        self.lat_p99_pooled_ns = p99_of_all.map(|ns| ns as f64);
        self.lat_max_ns = Some(self.median(|repeat| repeat.lat_max_ns as f64));
        let (least, most) = self.ends(|repeat| repeat.bytes_per_s);
        let middle = self.bytes_per_s.filter(|rate| *rate > 0.0);
        self.spread_percent = Some(middle.map_or(0.0, |middle| (most - least) / middle * 100.0));
        let issued: u64 = self.repeats.iter().map(|repeat| repeat.issued_bytes).sum();
        let moved: Option<u64> = self.repeats.iter().map(|repeat| repeat.device_bytes).sum();
        self.device_percent = moved
            .filter(|_| issued > 0)
            .map(|moved| moved as f64 / issued as f64 * 100.0);
    }
}

/// What the repeats show by the rates that are quoted of them: each rank's own time is another one.
fn noise_together(records: &[&RunRecord], repeats: &[Repeat], ddir: Ddir) -> Vec<fiord_judge::Finding> {
    let last = records.last().and_then(|record| record.hosts.as_deref());
    let Some(mut record) = last.and_then(merged) else {
        return Vec::new();
    };
    record.context.repeats = vec![Repeats {
        job: MEASURED,
        ddir,
        iops: repeats.iter().map(|repeat| repeat.iops).collect(),
    }];
    judge_one(TrapId::Noise, When::Run, &Case::of(&record))
}

/// All ranks as one: rates of one window, latencies of all I/Os, and what the disks of all hosts moved.
fn together(view: &HostsView<'_>, record: &RunRecord, ddir: Ddir) -> Option<Reading> {
    let rates = rates::of(view).into_iter();
    let (iops, bytes_per_s) = rates
        .filter(|rates| (rates.job, rates.ddir) == (MEASURED, ddir))
        .find_map(|rates| rates.quoted())?;
    let mut all = JobStats::default();
    let mut depths = Vec::new();
    for worker in record
        .workers
        .iter()
        .filter(|worker| worker.job_index == MEASURED)
    {
        all.merge(&worker.stats);
        depths.push(reading(&worker.stats, record, ddir).repeat.depth_reached);
    }
    // The kernel counts for all ranks of a host: the one that looked longest saw most.
    let of_host = |host: &HostTogether<'_>| {
        let ranks = host.ranks.iter().filter_map(|at| view.run.ranks.get(*at));
        let moved: Option<Vec<u64>> = ranks.map(|rank| moved(&rank.record, ddir)).collect();
        moved?.into_iter().max()
    };
    let all = reading(&all, record, ddir);
    Some(Reading {
        repeat: Repeat {
            bytes_per_s,
            iops,
            device_bytes: view.hosts.iter().map(of_host).sum(),
            depth_reached: depths.iter().sum::<f64>() / depths.len().max(1) as f64,
            ..all.repeat
        },
        ..all
    })
}

/// What the disks of a machine moved; none: it has no counters of them.
fn moved(record: &RunRecord, ddir: Ddir) -> Option<u64> {
    // A loop device counts I/Os that end in the page cache of its file.
    let evidence = record.evidence.as_deref();
    if evidence.is_some_and(|evidence| evidence.devices.iter().any(shares::may_be_cached_loop)) {
        let balance = Balance::of(&Case::of(record), ddir)?;
        return Some(balance.own_bytes.saturating_add(balance.kernel_bytes));
    }
    let moved = |disk: &DiskUse| match ddir {
        Ddir::Write => disk.counts.write_bytes,
        _ => disk.counts.read_bytes,
    };
    (!record.disks.is_empty()).then(|| record.disks.iter().map(moved).sum())
}

fn reading(stats: &JobStats, record: &RunRecord, ddir: Ddir) -> Reading {
    let counted = &stats.ddirs[ddir as usize];
    let seconds = (counted.runtime_ns as f64 / 1e9).max(1e-9);
    let (latency, is_of_syncs) = stats.awaited(ddir as usize);
    let percentile = |p: f64| latency.histogram.percentile(p, latency.moments.max);
    let latencies = latency.moments.count;
    Reading {
        repeat: Repeat {
            bytes_per_s: counted.bytes as f64 / seconds,
            iops: counted.ios as f64 / seconds,
            lat_p50_ns: percentile(50.0),
            lat_p99_ns: (footing(latencies, P99) != Footing::TooFew).then(|| percentile(P99)),
            lat_max_ns: latency.moments.max,
            ios: counted.ios,
            issued_bytes: counted.bytes,
            device_bytes: moved(record, ddir),
            depth_reached: achieved_depth(&counted.lat.moments, counted.runtime_ns),
        },
        latency: latency.clone(),
        is_of_syncs,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::{JobPlan, RunPlan};
    use fiord_record::Before;

    use super::*;
    use crate::text::Page;
    use crate::text::survey_rows::{put_caveats, put_commands, put_verdict, table};
    use textwrap::core::display_width;

    fn page(rows: &[SurveyRow], width: Option<usize>) -> String {
        let mut page = Page::new();
        put_verdict(&mut page, rows, Lang::En);
        page.table(table(rows, Lang::En));
        put_caveats(&mut page, rows, width, Lang::En);
        put_commands(&mut page, rows);
        page.text(width, false)
    }

    /// Runs at these rates, each with this number of latencies.
    fn row(rates: &[f64], latencies: u64) -> SurveyRow {
        let reading = |rate: &f64| Reading {
            repeat: Repeat {
                bytes_per_s: *rate,
                iops: rate / 4096.0,
                lat_p50_ns: 80_000,
                lat_p99_ns: (footing(latencies, P99) != Footing::TooFew).then_some(1_200_000),
                lat_max_ns: 9_000_000,
                ios: 100_000,
                issued_bytes: 1000,
                device_bytes: Some(500),
                depth_reached: 16.0,
            },
            latency: {
                let mut latency = Latency::default();
                (0..latencies).for_each(|_| latency.record(1_200_000));
                latency
            },
            is_of_syncs: false,
        };
        let mut row = SurveyRow {
            label: "rand read 4k qd32".into(),
            arguments: vec!["--name=a b".into()],
            iodepth: 32,
            ..SurveyRow::default()
        };
        row.fill(rates.iter().map(reading).collect());
        row
    }

    #[test]
    fn median_spread_and_share_are_of_all_repeats() {
        let row = row(&[90e6, 100e6, 120e6], 100_000);
        assert_eq!(row.bytes_per_s, Some(100e6));
        assert!((row.spread_percent.unwrap() - 30.0).abs() < 1e-9);
        assert_eq!(row.device_percent, Some(50.0));
        assert!(page(&[row], None).contains("qd32 †"), "it never had that depth");
    }

    #[test]
    fn noise_is_marked_and_said() {
        let mut noisy = row(&[9.0e6, 10.0e6, 14.0e6], 100_000);
        let mut record = RunRecord::planned(RunPlan::default(), Before::default());
        record.plan.jobs.push(JobPlan::new("r"));
        record.context.repeats.push(Repeats {
            job: 0,
            ddir: Ddir::Read,
            iops: vec![9.0e6, 10.0e6, 14.0e6],
        });
        let noise = judge_one(TrapId::Noise, When::Run, &Case::of(&record));
        noisy.findings = noise.iter().map(|one| FindingJson::of(one, Lang::En)).collect();
        let text = page(std::slice::from_ref(&noisy), None);
        assert!(text.contains(" 10‡ ") && text.contains(" 9–14 "), "{text}");
        assert!(text.starts_with("! 1 workload measured: 1 noisy (‡)"), "{text}");
        assert!(text.contains("  rand read 4k qd32: Reads ranged from "), "{text}");
        assert_eq!(noisy.findings[0].rule, "noise");
        assert!(!page(&[row(&[1.0], 100_000)], None).contains('‡'));
    }

    #[test]
    fn a_percentile_is_as_good_as_the_samples_of_one_run() {
        let with = |latencies: u64| {
            let row = row(&[1e6, 1e6, 1e6], latencies);
            (page(std::slice::from_ref(&row), None), row)
        };
        let (text, json) = with(10_000);
        assert!(text.contains(" 1.2 ms ") && !text.contains("1.2 ms*"), "{text}");
        assert_eq!((json.lat_p99_ns, json.p99_has_few_samples), (Some(1.2e6), false));
        // Three runs of 9,900 are 29,700 I/Os, but each p99 is that of one run.
        let (text, json) = with(9_900);
        assert!(
            text.contains("1.2 ms*") && text.contains("fewer than 100"),
            "{text}"
        );
        assert_eq!((json.lat_p99_ns, json.p99_has_few_samples), (Some(1.2e6), true));
        // Three runs of 900 have none by themselves, and together one.
        let (text, json) = with(900);
        assert!(
            text.contains("1.2 ms§") && text.contains("§ p99 of all repeats together") && !text.contains('≤'),
            "{text}"
        );
        assert_eq!((json.lat_p99_ns, json.lat_p99_pooled_ns), (None, Some(1.2e6)));
        let (text, json) = with(300);
        assert_eq!(json.lat_p99_pooled_ns, None);
        assert!(
            text.contains("≤ 9 ms ") && text.contains("fewer than 10 latencies") && !text.contains("1.2 ms"),
            "{text}"
        );
        assert!(json.lat_p99_ns.is_none() && json.repeats[0].lat_p99_ns.is_none());
        assert_eq!(json.lat_max_ns, Some(9e6));
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let rows = [row(&[9.5e9, 9.9e9, 9.7e9], 100_000)];
        for width in [40, 80, 160] {
            let text = page(&rows, Some(width));
            for line in text.lines() {
                assert!(display_width(line) <= width, "{width} columns: {line}");
            }
            assert!(text.contains("qd32 †"), "{text}");
        }
        assert!(page(&rows, None).contains("fio --name=\"a b\"\n"));
    }
}
