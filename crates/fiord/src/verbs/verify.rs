//! Recomputes what the store says of runs from their records, and compares.

use anyhow::{Result, bail};
use fiord_judge::State;
use fiord_record::number::Count;
use fiord_report::findings::mark;
use fiord_report::page::{Page, Styled};
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
    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, run: i64, what: &str, stored: &T, now: &T) {
        self.compared += 1;
        if stored != now {
            self.differences.push(format!(
                "run {run}: {what}: stored {stored:?}, its record gives {now:?}"
            ));
        }
    }
}

/// The results of a run as its record gives them.
///
/// # Errors
/// The record is missing or damaged.
pub(super) fn results(store: &Store, row: &RunRow) -> Result<Vec<ResultRow>> {
    let Some(record) = store.record(row.id)? else {
        bail!(
            "run {}: its record is missing in {}",
            row.id,
            store.path().display()
        );
    };
    Ok(keep::results(&record))
}

/// Recomputes one run: every rate and percentile, grade, verdict and counts.
///
/// # Errors
/// The record is missing or damaged.
pub(super) fn run(store: &Store, row: &RunRow, sum: &mut Recomputed) -> Result<()> {
    let Some(record) = store.record(row.id)? else {
        bail!(
            "run {}: its record is missing in {}",
            row.id,
            store.path().display()
        );
    };
    let judged = keep::judged(&record);
    let wrong = judged
        .findings
        .iter()
        .filter(|finding| finding.severity == "wrong");
    let failed = record.workers.iter().filter(|worker| worker.error.is_some());
    let now = keep::results(&record);
    sum.compare(row.id, "directions", &row.results.len(), &now.len());
    for (stored, now) in row.results.iter().zip(&now) {
        let what = |number: &str| format!("{} {} {number}", now.name, now.ddir);
        sum.compare(row.id, &what("iops"), &stored.iops, &now.iops);
        sum.compare(
            row.id,
            &what("bytes per second"),
            &stored.bytes_per_s,
            &now.bytes_per_s,
        );
        sum.compare(row.id, &what("p50"), &stored.lat_p50_ns, &now.lat_p50_ns);
        sum.compare(row.id, &what("p99"), &stored.lat_p99_ns, &now.lat_p99_ns);
    }
    sum.compare(row.id, "grade", &row.grade, &judged.grade);
    sum.compare(row.id, "verdict", &row.verdict, &judged.verdict);
    sum.compare(row.id, "wrong findings", &row.wrong, &(wrong.count() as u64));
    sum.compare(row.id, "failed workers", &row.failed, &(failed.count() as u64));
    sum.compare(row.id, "seconds", &row.elapsed_s, &record.elapsed_s);
    Ok(())
}

/// Prints what came of it; the exit code.
///
/// # Errors
/// Standard output.
pub(super) fn put(what: &str, sum: &Recomputed) -> Result<u8> {
    /// More differences than these are counted.
    const SHOWN: usize = 20;
    let mut page = Page::new();
    let is_same = sum.differences.is_empty();
    let (symbol, style) = mark(if is_same { State::Fine } else { State::Wrong });
    let compared = Count(sum.compared);
    let words = if is_same {
        format!(" {what}: {compared} numbers and verdicts recomputed from the records, all as stored.")
    } else {
        let different = Count(sum.differences.len() as u64);
        format!(" {what}: {different} of {compared} numbers and verdicts differ from what the records give:")
    };
    page.item(Styled::new().styled(style, symbol), "  ", words);
    for difference in sum.differences.iter().take(SHOWN) {
        page.item("- ", "  ", format!("{difference}."));
    }
    if let more @ 1.. = sum.differences.len().saturating_sub(SHOWN) {
        page.item("- ", "  ", format!("and {more} more."));
    }
    if !is_same {
        page.line("The rules of this version may differ from those of the version that stored it; else the store was changed.");
    }
    ui::put(&page)?;
    Ok(if is_same { exit::OK } else { exit::FAILED })
}
