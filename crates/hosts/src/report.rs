//! The end on rank 0: reports become records on one clock, and one result of all.

use anyhow::Result;
use fiord_formats::findings::Detail;
use fiord_formats::hosts::page;
use fiord_formats::hosts::together;
use fiord_formats::hosts::view::{HostsView, merged};
use fiord_formats::native;
use fiord_formats::page::Page;
use fiord_ranks::run::{Clocks, Gathered, LostWhile, SilentRank};
use fiord_record::hosts::{HostsRun, LostRank, LostWhy, RankClock, RankReport, RankRun};
use fiord_session::Signals;
use fiord_verdict::hosts::HostsFinding;
use fiord_words::hosts as words;

use crate::asked::HostsAsked;
use crate::front::{HostsEnd, HostsFront};

/// The result of all ranks, to be printed.
pub struct HostsAnswer<'a> {
    view: &'a HostsView<'a>,
    found: &'a [HostsFinding],
    pub signals: &'a Signals,
}

impl HostsAnswer<'_> {
    /// Puts it on a page for people.
    pub fn put(&self, sheet: &mut Page, detail: Detail) {
        page::put(sheet, self.view, self.found, detail);
    }

    /// The document.
    ///
    /// # Errors
    /// A value that JSON cannot hold.
    pub fn json(&self) -> Result<String> {
        let merged = merged(self.view.run);
        Ok(native::hosts::document(self.view, merged.as_ref(), self.found).to_text()?)
    }
}

/// Prints the result, on rank 0.
pub type PrintAnswer<'a> = dyn Fn(&HostsAnswer<'_>) -> Result<()> + 'a;

/// What the ranks came to.
pub(crate) enum Reported {
    /// A rank was lost; what the others did was printed.
    Lost,
    Whole(HostsEnd),
}

/// Prints the result of all.
pub(crate) fn report(
    asked: &HostsAsked,
    library: &str,
    (gathered, hosts): (Gathered, &[String]),
    signals: &Signals,
    (front, print): (&HostsFront<'_>, &PrintAnswer<'_>),
) -> Result<Reported> {
    let is_any_lost = !gathered.lost.is_empty();
    let has_begun = gathered.begun_ns.is_some();
    let run = records(asked, library, gathered, hosts);
    let say_lost = |end: &str| {
        for lost in &run.lost {
            (front.say)(&format!(
                "rank {} on {}: {}{end}",
                lost.rank,
                lost.host,
                words::lost(&lost.why)
            ));
        }
    };
    if !has_begun && !run.lost.is_empty() && !is_any_lost {
        say_lost("; nobody started");
        return Ok(Reported::Whole(HostsEnd::Refused));
    }
    let mut has_failed = !run.lost.is_empty();
    for rank in &run.ranks {
        has_failed |= say_failures(rank, front);
    }
    let view = HostsView::of(&run);
    let found = together::findings(&view);
    print(&HostsAnswer {
        view: &view,
        found: &found,
        signals,
    })?;
    say_lost("");
    let (grade, _) = together::grade(&view, &found);
    Ok(match () {
        () if is_any_lost => Reported::Lost,
        () if signals.received().is_some() => Reported::Whole(HostsEnd::Interrupted),
        () if has_failed => Reported::Whole(HostsEnd::Failed),
        () => Reported::Whole(HostsEnd::Done(grade)),
    })
}

/// Says which workers of a rank failed; whether any did.
fn say_failures(rank: &RankRun, front: &HostsFront<'_>) -> bool {
    let mut has_failed = false;
    for worker in &rank.record.workers {
        let Some(error) = &worker.error else { continue };
        has_failed = true;
        let place = if error.place.is_empty() { "" } else { ": " };
        (front.say)(&format!(
            "rank {} on {}: worker {}{place}{}: {}",
            rank.rank, rank.host, worker.number, error.place, error.detail
        ));
    }
    has_failed
}

/// The reports as records, on the one clock.
fn records(asked: &HostsAsked, library: &str, gathered: Gathered, hosts: &[String]) -> HostsRun {
    let mut run = HostsRun {
        library: library.to_owned(),
        started_ranks: hosts.len(),
        spread: asked.spread.unwrap_or_default().name(),
        shifted_reads: asked.shifts_reads,
        ranks: Vec::new(),
        lost: Vec::new(),
    };
    let begun_ns = gathered.begun_ns.unwrap_or(0).cast_signed();
    let reports = gathered.reports.into_iter().zip(&gathered.clocks).zip(hosts);
    for (rank, ((report, clocks), host)) in reports.enumerate() {
        let known = gathered.lost.iter().find(|lost| lost.rank == rank);
        let lost = |why: LostWhy| LostRank {
            rank,
            host: host.clone(),
            why,
            ios: known.map_or(0, |lost| lost.ios),
            bytes: known.map_or(0, |lost| lost.bytes),
        };
        match report.as_deref().map(serde_json::from_slice::<RankReport>) {
            Some(Ok(report)) => match report.outcome {
                Ok(record) => {
                    let after = clocks.after.unwrap_or(clocks.before);
                    run.ranks.push(RankRun {
                        rank,
                        host: host.clone(),
                        clock: clock_of(*clocks),
                        base_ns: clocks.before.to_ours(report.base_ns) - begun_ns,
                        base_at_end_ns: after.to_ours(report.base_at_end_ns) - begun_ns,
                        pid: report.pid,
                        record: *record,
                    });
                }
                Err(error) => run.lost.push(lost(LostWhy::Failed { error })),
            },
            Some(Err(error)) => run.lost.push(lost(LostWhy::Unreadable {
                error: error.to_string(),
            })),
            None => run.lost.push(lost(known.map_or(LostWhy::NoReport, why_lost))),
        }
    }
    run
}

fn why_lost(lost: &SilentRank) -> LostWhy {
    let silent_ns = lost.silent_ns;
    match lost.during {
        LostWhile::Preparing => LostWhy::SilentWhilePreparing { silent_ns },
        LostWhile::Measuring => LostWhy::SilentWhileMeasuring { silent_ns },
        LostWhile::Stopping => LostWhy::DidNotReport { silent_ns },
    }
}

fn clock_of(clocks: Clocks) -> RankClock {
    RankClock {
        offset_ns: clocks.before.offset_ns,
        rtt_ns: clocks.before.rtt_ns,
        after: clocks.after.map(|after| (after.offset_ns, after.rtt_ns)),
    }
}
