//! Recomputes what the store says of runs from their records, and compares.

use anyhow::{Result, bail};
use fiord_judge::State;
use fiord_messages::{Lang, report as messages};
use fiord_record::number::Count;
use fiord_record::run::RunRecord;
use fiord_report::text::findings::mark;
use fiord_report::text::{Page, Styled};
use fiord_store::{ResultRow, RunRow, Store};

use crate::keep;
use crate::ui::{self, exit};

/// What came of recomputing runs.
#[derive(Debug, Default)]
pub(super) struct Recomputed {
    /// Numbers and verdicts that were compared.
    pub(super) compared: u64,
    /// What differs, a sentence each.
    pub(super) differences: Vec<String>,
}

impl Recomputed {
    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, run: i64, value: &str, stored: &T, now: &T) {
        self.compared += 1;
        if stored != now {
            let difference = messages::Difference {
                id: &run,
                value: &value,
                stored: &format!("{stored:?}"),
                recomputed: &format!("{now:?}"),
            };
            self.differences.push(difference.text(Lang::current()));
        }
    }
}

/// The results of a run as its record gives them.
///
/// # Errors
/// The record is missing or damaged.
pub(super) fn results(store: &Store, row: &RunRow) -> Result<Vec<ResultRow>> {
    Ok(keep::results(&record(store, row.id)?))
}

/// The record of a run.
///
/// # Errors
/// The record is missing or damaged.
pub(super) fn record(store: &Store, run: i64) -> Result<RunRecord> {
    let Some(record) = store.record(run)? else {
        let missing = messages::RecordMissing {
            id: &run,
            store: &store.path().display(),
        };
        bail!(missing.text(Lang::current()));
    };
    Ok(record)
}

/// Recomputes one run: every rate and percentile, grade, verdict and counts.
///
/// # Errors
/// The record is missing or damaged.
pub(super) fn run(store: &Store, row: &RunRow, sum: &mut Recomputed) -> Result<()> {
    let record = record(store, row.id)?;
    let lang = Lang::current();
    let judged = keep::judged(&record);
    let wrong = judged
        .findings
        .iter()
        .filter(|finding| finding.severity == "wrong");
    let failed = record.workers.iter().filter(|worker| worker.error.is_some());
    let now = keep::results(&record);
    let directions = messages::value_directions(lang);
    sum.compare(row.id, directions, &row.results.len(), &now.len());
    for (stored, now) in row.results.iter().zip(&now) {
        let (job, direction) = (&now.name, &now.ddir);
        let value = messages::ValueIops { job, direction }.text(lang);
        sum.compare(row.id, &value, &stored.iops, &now.iops);
        let value = messages::ValueThroughput { job, direction }.text(lang);
        sum.compare(row.id, &value, &stored.bytes_per_s, &now.bytes_per_s);
        let value = messages::ValueP50 { job, direction }.text(lang);
        sum.compare(row.id, &value, &stored.lat_p50_ns, &now.lat_p50_ns);
        let value = messages::ValueP99 { job, direction }.text(lang);
        sum.compare(row.id, &value, &stored.lat_p99_ns, &now.lat_p99_ns);
    }
    let (wrong, failed) = (wrong.count() as u64, failed.count() as u64);
    sum.compare(row.id, messages::value_grade(lang), &row.grade, &judged.grade);
    sum.compare(
        row.id,
        messages::value_verdict(lang),
        &row.verdict,
        &judged.verdict,
    );
    sum.compare(row.id, messages::value_wrong_findings(lang), &row.wrong, &wrong);
    sum.compare(row.id, messages::value_failed_workers(lang), &row.failed, &failed);
    sum.compare(
        row.id,
        messages::value_seconds(lang),
        &row.elapsed_s,
        &record.elapsed_s,
    );
    Ok(())
}

/// Prints what came of a run or a study; the exit code.
///
/// # Errors
/// Standard output.
pub(super) fn put(subject: &str, sum: &Recomputed) -> Result<u8> {
    /// More differences than these are counted.
    const SHOWN: usize = 20;
    let lang = Lang::current();
    let mut page = Page::new();
    let is_same = sum.differences.is_empty();
    let (symbol, style) = mark(if is_same { State::Fine } else { State::Wrong });
    let (subject, compared) = (&subject, &Count(sum.compared));
    let sentence = if is_same {
        messages::Verified { subject, compared }.text(lang)
    } else {
        let different = &Count(sum.differences.len() as u64);
        messages::Differs {
            subject,
            different,
            compared,
        }
        .text(lang)
    };
    page.item(Styled::new().styled(style, symbol).plain(" "), "  ", sentence);
    for difference in sum.differences.iter().take(SHOWN) {
        page.item("- ", "  ", difference.as_str());
    }
    if let more @ 1.. = sum.differences.len().saturating_sub(SHOWN) {
        let differences = more as u64;
        page.item("- ", "  ", messages::MoreDifferences { differences }.text(lang));
    }
    if !is_same {
        page.line(messages::rules_may_differ(lang));
    }
    ui::put(&page)?;
    Ok(if is_same { exit::OK } else { exit::FAILED })
}
