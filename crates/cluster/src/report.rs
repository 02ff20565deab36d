//! The end on rank 0: reports become records on one clock, and one result of all.

use crate::ranks::meet::{RankMember, who};
use crate::ranks::run::{Clocks, Gathered, LostWhile, PhaseStart, SilentRank};
use anyhow::Result;
use fiord_judge::{Grade, ranks as words};
use fiord_messages::{Lang, hosts as messages};
use fiord_record::hosts::{LostRank, LostWhy, RankClock};
use fiord_record::run::{HostsRun, PhaseBase, PhaseOfRanks, RankPhase, RankReport, RankRun, WornOutJob};
use fiord_report::documents;
use fiord_report::documents::Document;
use fiord_report::documents::check::Assertion;
use fiord_report::documents::many_hosts::ManyHosts;
use fiord_report::documents::many_hosts_repeats::{JudgedHosts, RepeatedHosts};
use fiord_report::openmetrics;
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;
use fiord_report::text::many_hosts;

use crate::asked::HostsAsked;
use crate::end::RunEnd;

/// The result of all ranks, to be printed: of one run, or of several.
pub struct HostsAnswer<'a> {
    whole: &'a [JudgedHosts<'a>],
    /// A signal or a lost rank ended it.
    cut: Option<&'a JudgedHosts<'a>>,
    /// How many runs, where several were asked for.
    asked: Option<usize>,
    /// The signal that ended it early.
    pub interrupted: Option<i32>,
    /// The language of its sentences on pages; the document is English.
    lang: Lang,
}

impl<'a> HostsAnswer<'a> {
    pub(crate) fn new(
        (whole, cut): (&'a [JudgedHosts<'a>], Option<&'a JudgedHosts<'a>>),
        asked: Option<usize>,
        interrupted: Option<i32>,
        lang: Lang,
    ) -> Self {
        Self {
            whole,
            cut,
            asked,
            interrupted,
            lang,
        }
    }

    /// The runs together; or the one run.
    fn repeated(&self) -> Result<RepeatedHosts<'a>, Option<&'a JudgedHosts<'a>>> {
        match self.asked {
            Some(asked) => Ok(RepeatedHosts::of(self.whole, self.cut, asked)),
            None => Err(self.whole.first().or(self.cut)),
        }
    }

    /// Puts it on a page for people.
    pub fn put(&self, sheet: &mut Page, detail: Detail) {
        match self.repeated() {
            Ok(repeated) => repeated.put(sheet, detail, self.lang),
            Err(Some(run)) => many_hosts::put(sheet, &run.view, &run.found, detail, self.lang),
            Err(None) => {}
        }
    }

    /// The worst of all.
    pub fn grade(&self) -> Grade {
        match self.repeated() {
            Ok(repeated) => repeated.grade(),
            Err(run) => run.map_or(Grade::D, |run| run.grade),
        }
    }

    /// The runs that count: the whole ones; where one run was asked for, that one.
    pub fn runs(&self) -> Vec<&'a JudgedHosts<'a>> {
        match self.asked {
            Some(_) => self.whole.iter().collect(),
            None => self.whole.iter().chain(self.cut).take(1).collect(),
        }
    }

    /// The document, with what was asked of the numbers.
    ///
    /// # Errors
    /// A value that JSON cannot hold.
    pub fn json(&self, assertions: Vec<Assertion>) -> Result<String> {
        Ok(match self.repeated() {
            Ok(repeated) => {
                let mut document = documents::many_hosts_repeats::document(&repeated, Lang::En);
                document.body.assertions = assertions;
                document.to_text()?
            }
            Err(Some(run)) => of_one(run, assertions).to_text()?,
            Err(None) => String::new(),
        })
    }

    /// The numbers of all ranks together as a table: of each run its rates in the windows, of one run as those of a plain one.
    pub fn csv(&self) -> String {
        match self.repeated() {
            Ok(repeated) => repeated.table(Lang::En).csv(),
            Err(run) => run.map_or_else(String::new, JudgedHosts::csv),
        }
    }

    /// The numbers of one run as OpenMetrics.
    pub fn metrics(&self, assertions: Vec<Assertion>) -> String {
        let run = self.whole.first().or(self.cut);
        run.map_or_else(String::new, |run| {
            openmetrics::hosts(&of_one(run, assertions).body)
        })
    }
}

fn of_one(run: &JudgedHosts<'_>, assertions: Vec<Assertion>) -> Document<ManyHosts> {
    let mut document = run.document(Lang::En);
    document.body.assertions = assertions;
    document
}

/// A result that was kept, as it was when it was printed.
pub fn shown<T>(run: &HostsRun, lang: Lang, show: impl FnOnce(&HostsAnswer<'_>) -> T) -> T {
    let judged = [JudgedHosts::of(run)];
    show(&HostsAnswer::new((&judged, None), None, None, lang))
}

/// Makes the text of a result, as it is printed.
pub type RenderAnswer<'a> = dyn Fn(&HostsAnswer<'_>) -> Result<String> + 'a;

/// What was gathered of all ranks, by rank, when the run ended or was cut off.
#[derive(Debug)]
pub(crate) struct Collected {
    pub(crate) reports: Vec<Option<Vec<u8>>>,
    pub(crate) clocks: Vec<Clocks>,
    /// The agreed starts.
    pub(crate) starts: Vec<PhaseStart>,
    pub(crate) lost: Vec<LostRank>,
}

impl Collected {
    pub(crate) fn of(gathered: Gathered, members: &[RankMember]) -> Self {
        let begun_ns = gathered.starts.first().map(|start| start.begun_ns);
        let since = |at_ns: u64| Some(at_ns.cast_signed() - begun_ns?.cast_signed());
        let lost = gathered.lost.iter().map(|lost| LostRank {
            rank: lost.rank,
            host: members[lost.rank].host.clone(),
            pid: members[lost.rank].pid,
            why: why_lost(lost),
            heard_ns: since(lost.heard_ns),
            ios: lost.ios,
            bytes: lost.bytes,
        });
        Self {
            lost: lost.collect(),
            reports: gathered.reports,
            clocks: gathered.clocks,
            starts: gathered.starts,
        }
    }
}

/// Makes one run of what the ranks sent, and says what failed.
pub(crate) fn made(
    (asked, library): (&HostsAsked, &str),
    (collected, members): (Collected, &[RankMember]),
    interrupted: Option<i32>,
    say: &dyn Fn(&str),
) -> (HostsRun, RunEnd) {
    let is_any_lost = !collected.lost.is_empty();
    let has_begun = !collected.starts.is_empty();
    let run = records(asked, library, collected, members);
    if !has_begun && !run.lost.is_empty() && !is_any_lost {
        say_lost(&run, say);
        say(messages::none_started(Lang::current()));
        return (run, RunEnd::NobodyStarted);
    }
    let mut has_failed = !run.lost.is_empty();
    for rank in &run.ranks {
        has_failed |= say_failures(rank, say);
    }
    let end = if is_any_lost {
        RunEnd::Lost
    } else if interrupted.is_some() {
        RunEnd::Interrupted
    } else if has_failed {
        RunEnd::Failed
    } else {
        RunEnd::Whole
    };
    (run, end)
}

/// Says which ranks were lost, once for those that were lost alike.
pub fn say_lost(run: &HostsRun, say: &dyn Fn(&str)) {
    let lang = Lang::current();
    let mut reasons: Vec<(String, Vec<&LostRank>)> = Vec::new();
    for lost in &run.lost {
        let why = words::lost(&lost.why, lang);
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, alike)) => alike.push(lost),
            None => reasons.push((why, vec![lost])),
        }
    }
    for (why, alike) in reasons {
        let ranks: Vec<(usize, &str)> = alike.iter().map(|lost| (lost.rank, lost.host.as_str())).collect();
        let pids: Vec<String> = alike.iter().map(|lost| lost.pid.to_string()).collect();
        let lost = messages::Lost {
            ranks: &who(&ranks, lang),
            processes: pids.len() as u64,
            pids: &lang.list(&pids),
        };
        say(&lang.sentences(&[lost.text(lang), why]));
    }
}

/// Says which workers of a rank failed; whether any did.
fn say_failures(rank: &RankRun, say: &dyn Fn(&str)) -> bool {
    let (mut has_failed, lang) = (false, Lang::current());
    for worker in &rank.record.workers {
        let Some(error) = &worker.error else { continue };
        has_failed = true;
        let (number, host) = (&rank.rank, &rank.host);
        let (worker, place, error) = (&worker.number, &error.place, &error.detail.text(lang));
        let failed = if place.is_empty() {
            let failed = messages::WorkerFailed {
                rank: number,
                host,
                worker,
                error,
            };
            failed.text(lang)
        } else {
            let failed = messages::WorkerFailedAt {
                rank: number,
                host,
                worker,
                place,
                error,
            };
            failed.text(lang)
        };
        say(&failed);
    }
    has_failed
}

/// The reports as records, on the one clock.
fn records(asked: &HostsAsked, library: &str, collected: Collected, members: &[RankMember]) -> HostsRun {
    let mut run = HostsRun {
        library: library.to_owned(),
        started_ranks: members.len(),
        spread: asked.spread.unwrap_or_default(),
        shifted_reads: asked.shifts_reads,
        phases: Vec::new(),
        worn_out: Vec::new(),
        ranks: Vec::new(),
        lost: Vec::new(),
    };
    let begun_ns = begun_ns(&collected.starts);
    let reports = collected.reports.into_iter().zip(&collected.clocks).zip(members);
    for (rank, ((report, clocks), member)) in reports.enumerate() {
        let host = member.host.clone();
        let known = collected.lost.iter().find(|lost| lost.rank == rank);
        let lost = |why: LostWhy| LostRank {
            rank,
            host: member.host.clone(),
            pid: member.pid,
            why,
            heard_ns: None,
            ios: 0,
            bytes: 0,
        };
        match report.as_deref().map(serde_json::from_slice::<RankReport>) {
            Some(Ok(report)) => match report.outcome {
                Ok(record) => {
                    let after = clocks.after.unwrap_or(clocks.before);
                    let ends_ns = after.to_ours(report.base_at_end_ns) - begun_ns;
                    worn_out(&mut run.worn_out, &report.worn_out);
                    let phases = phases_of(rank, &report.phases, &collected.starts, ends_ns);
                    run.ranks.push(RankRun {
                        rank,
                        host,
                        clock: clock_of(*clocks),
                        base_ns: clocks.before.to_ours(report.base_ns) - begun_ns,
                        base_at_end_ns: ends_ns,
                        phases,
                        pid: report.pid,
                        record: *record,
                    });
                }
                Err(error) => run.lost.push(lost(LostWhy::Failed { error })),
            },
            Some(Err(error)) => run.lost.push(lost(LostWhy::Unreadable {
                error: error.to_string(),
            })),
            None => run
                .lost
                .push(known.cloned().unwrap_or_else(|| lost(LostWhy::NoReport))),
        }
    }
    let has_several = |rank: &RankRun| rank.record.plan.waves().last() > Some(&0);
    if collected.starts.len() > 1 || run.ranks.first().is_some_and(has_several) {
        let phases = collected.starts.iter().map(|start| PhaseOfRanks {
            wave: start.phase,
            begun_ns: start.begun_ns.cast_signed() - begun_ns,
        });
        run.phases = phases.collect();
    } else {
        run.ranks.iter_mut().for_each(|rank| rank.phases.clear());
    }
    run
}

/// All ranks have the same jobs; but one that was stopped may not have heard how far they go.
fn worn_out(all: &mut Vec<WornOutJob>, of_rank: &[WornOutJob]) {
    for job in of_rank {
        match all.iter_mut().find(|known| known.job == job.job) {
            Some(known) => known.to_bytes = known.to_bytes.or(job.to_bytes),
            None => all.push(job.clone()),
        }
    }
}

/// The first agreed start, on rank 0's clock.
fn begun_ns(starts: &[PhaseStart]) -> i64 {
    starts.first().map_or(0, |start| start.begun_ns.cast_signed())
}

/// A rank's bases by phase. Starts are placed by the clocks that were known then; ends by those at the next start, or at the end.
fn phases_of(rank: usize, bases: &[PhaseBase], starts: &[PhaseStart], ends_ns: i64) -> Vec<RankPhase> {
    let begun_ns = begun_ns(starts);
    let known = |phase: u32| {
        let start = starts.iter().find(|start| start.phase == phase);
        start.and_then(|start| start.clocks.get(rank)).copied()
    };
    let placed = |base: &PhaseBase| Some(known(base.phase)?.to_ours(base.base_ns) - begun_ns);
    let of = bases.iter().enumerate().filter_map(|(at, base)| {
        let next = bases.get(at + 1).and_then(placed);
        Some(RankPhase {
            wave: base.phase,
            base_ns: placed(base)?,
            base_at_end_ns: next.unwrap_or(ends_ns),
        })
    });
    of.collect()
}

fn why_lost(lost: &SilentRank) -> LostWhy {
    let silent_ns = lost.silent_ns;
    match lost.during {
        LostWhile::Preparing => LostWhy::SilentWhilePreparing { silent_ns },
        LostWhile::Measuring => LostWhy::SilentWhileMeasuring { silent_ns },
        LostWhile::Waiting => LostWhy::SilentWhileWaiting { silent_ns },
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
