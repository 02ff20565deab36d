//! What each rank leaves behind for the case that it dies or hangs: its survivor, and what that prints.
//!
//! ```text
//! rank 0 ── how far all are, reports as they come, what is to be printed ──▶ its survivor: prints, whatever becomes of rank 0
//! others ── where they are ──▶ their survivors: say which process of their host ended first
//! ```
//!
//! Some launchers (MPICH's) tell the other hosts of a death only when nobody holds the dead rank's output any more. So the survivors on
//! hosts without rank 0 hold it until rank 0 has missed the rank and printed.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::ranks::clock::{self, ClockOffset};
use crate::ranks::meet::{RankMember, who};
use crate::ranks::run::{Clocks, PhaseStart, RankProgress};
use crate::ranks::survivor::{self, Inbox, Survivor, SurvivorEvent};
use anyhow::Result;
use fiord_messages::{Lang, hosts as messages};
use fiord_record::hosts::{LostRank, LostWhy};
use serde::{Deserialize, Serialize};

use crate::end::PrintedBy;
use crate::report::Collected;

/// Rank 0 tells how far all are twice a second; after so long without it, it hangs.
const HANGS: Duration = Duration::from_secs(5);
/// Clocks are asked for once more, and the result is made.
const ENDS: Duration = Duration::from_secs(30);
/// From MPI_Abort to the end of the rank.
const ABORTS: Duration = Duration::from_secs(5);
/// How long the output of a dead rank is held: rank 0 misses it after 5 s, and waits up to 3 s for the reports of others.
const HOLDS: Duration = Duration::from_secs(9);
/// Between two looks at whether the launcher still takes the output that is held.
const LOOKS: Duration = Duration::from_millis(500);
/// Of processes that end within this time of each other, nobody can say which was the first.
const MOMENT: Duration = Duration::from_millis(100);
/// A rank that was not heard of for so long before the end had fallen silent by itself: it has a beat twice a second.
const SILENT_NS: u64 = 2_000_000_000;

/// What a rank tells its survivor.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Note {
    /// Who takes part, which of them this is, and which MPI connects them.
    Met {
        rank: usize,
        members: Vec<RankMember>,
        library: String,
    },
    /// Another measurement is named to all.
    Named,
    /// Files that the rank made: they are deleted when it is gone.
    Made {
        files: Vec<PathBuf>,
    },
    /// Nothing is to be printed or held for this rank any more.
    Quiet,
    /// The measurement begins; on rank 0 the clocks of all are known.
    Works {
        clocks: Vec<ClockOffset>,
    },
    /// A phase begins.
    Begun(PhaseStart),
    /// How far all are.
    Standing {
        each: Vec<RankProgress>,
    },
    Report {
        rank: usize,
        report: String,
    },
    /// All have reported, or were missed.
    Ending,
    /// What was reported stands and is kept; another measurement may follow.
    Stands {
        /// By rank; empty: it is kept elsewhere.
        clocks: Vec<Clocks>,
    },
    /// A signal asked the rank to end, which takes so long.
    Terminated {
        grace: Duration,
    },
    /// The result, to be printed.
    Print(String),
    /// The rank has the launcher end all.
    Aborts,
}

/// A rank's survivor, where one could be made.
#[derive(Debug)]
pub(crate) struct Reporter {
    survivor: Option<Survivor>,
    /// Whether it has files to delete.
    has_files: AtomicBool,
}

/// What a survivor does with the world outside.
pub(crate) struct SurvivorOutput<'a> {
    /// Prints a text to standard output.
    pub(crate) print: &'a dyn Fn(&str) -> Result<()>,
    /// Prints a result that was cut off: what stood already, and the measurement that was on.
    pub(crate) report: &'a ReportCutOff<'a>,
    /// Prints a message.
    pub(crate) say: &'a (dyn Fn(&str) + Sync),
}

/// Takes which MPI it was, the measurements that stood, the one that was on, and who took part.
pub(crate) type ReportCutOff<'a> = dyn Fn(&str, Vec<Collected>, Option<Collected>, &[RankMember]) + 'a;

impl Reporter {
    /// To be called while this process has one thread.
    pub(crate) fn fork(output: &SurvivorOutput<'_>) -> Self {
        match survivor::fork(|inbox| survive(inbox, output)) {
            Ok(survivor) => Self::of(Some(survivor)),
            Err(error) => {
                (output.say)(&messages::NoReporter { error: &error }.text(Lang::current()));
                Self::of(None)
            }
        }
    }

    fn of(survivor: Option<Survivor>) -> Self {
        Self {
            survivor,
            has_files: AtomicBool::new(false),
        }
    }

    /// The rank made these files.
    pub(crate) fn made(&self, files: Vec<PathBuf>) {
        self.has_files.store(true, Ordering::SeqCst);
        self.tell(&Note::Made { files });
    }

    pub(crate) fn tell(&self, note: &Note) {
        if let (Some(survivor), Ok(note)) = (&self.survivor, serde_json::to_string(note)) {
            survivor.tell(note.as_bytes());
        }
    }

    /// Lets the survivor go: rank 0 has what it needs of this rank. One that has files to delete stays until the rank has gone.
    pub(crate) fn leave(&self) {
        if self.has_files.load(Ordering::SeqCst) {
            return self.tell(&Note::Quiet);
        }
        if let Some(survivor) = &self.survivor {
            survivor.tell(&[]);
        }
    }

    /// Has a result printed.
    pub(crate) fn print(&self, text: String) -> PrintedBy {
        let answer = match (&self.survivor, serde_json::to_string(&Note::Print(text))) {
            (Some(survivor), Ok(note)) => survivor.ask(note.as_bytes()),
            _ => None,
        };
        match answer {
            Some(PRINTED) => PrintedBy::Survivor,
            Some(_) => PrintedBy::SurvivorBefore,
            None => PrintedBy::Nobody,
        }
    }
}

/// The answer to [`Note::Print`]; any other: a result had been printed.
const PRINTED: u8 = 1;

/// What is due when nothing is heard until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// Rank 0 hangs: report without it, and end it.
    Hung,
    /// Rank 0 was asked to end, and the launcher may kill it at any moment: report.
    Cut,
    /// The launcher does not end the rank.
    Kill,
}

/// Files that a rank made.
#[derive(Debug, Default)]
struct MadeFiles {
    files: Vec<PathBuf>,
    /// To delete them is all that is left to do.
    is_all: bool,
}

/// What a survivor knows of the run.
#[derive(Debug, Default)]
struct Known {
    rank: usize,
    members: Vec<RankMember>,
    library: String,
    is_working: bool,
    is_terminated: bool,
    has_printed: bool,
    clocks: Vec<ClockOffset>,
    starts: Vec<PhaseStart>,
    each: Vec<RankProgress>,
    reports: Vec<Option<Vec<u8>>>,
    /// The measurements before the one that is on.
    stood: Vec<Collected>,
    /// The last one stands, and none was named since.
    is_between: bool,
    made: MadeFiles,
    /// Processes of this host, as they were found ended. The rank's own is 0.
    ended: Vec<(Instant, u32)>,
    due: Option<(Instant, Due)>,
}

impl Known {
    fn hear(&mut self, note: Note, now: Instant) {
        match note {
            Note::Met {
                rank,
                members,
                library,
            } => {
                self.reports = members.iter().map(|_| None).collect();
                (self.rank, self.members, self.library) = (rank, members, library);
            }
            Note::Made { files } => self.made.files = files,
            Note::Quiet => self.made.is_all = true,
            Note::Named => self.is_between = false,
            Note::Works { clocks } => (self.is_working, self.clocks) = (true, clocks),
            Note::Begun(start) => self.starts.push(start),
            Note::Standing { each } => {
                self.each = each;
                self.expect(now + HANGS, Due::Hung);
            }
            Note::Report { rank, report } => {
                if let Some(place) = self.reports.get_mut(rank) {
                    *place = Some(report.into_bytes());
                }
            }
            Note::Ending => self.expect(now + ENDS, Due::Hung),
            Note::Stands { clocks } => {
                self.stands(clocks);
                self.expect(now + ENDS, Due::Hung);
            }
            Note::Terminated { grace } => {
                if self.rank == 0 {
                    // Open MPI kills a second after SIGTERM.
                    self.expect(now + grace * 7 / 5, Due::Cut);
                }
                self.is_terminated = true;
            }
            Note::Print(_) => (self.has_printed, self.due) = (true, None),
            Note::Aborts => self.due = Some((now + ABORTS, Due::Kill)),
        }
    }

    /// Deletes what the rank made: names that are no other's, for they hold the study's seed, the host and the rank's process.
    fn delete_files(&self) {
        for path in &self.made.files {
            let is_file = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
            if is_file {
                let _ = std::fs::remove_file(path);
            }
        }
    }

    /// Once the rank was asked to end, it has no more time than that.
    fn expect(&mut self, at: Instant, due: Due) {
        if !self.is_terminated && !self.has_printed {
            self.due = Some((at, due));
        }
    }

    fn patience(&self, now: Instant) -> Duration {
        let until = self.due.map(|(at, _)| at.saturating_duration_since(now));
        until.unwrap_or(Duration::from_secs(3600))
    }

    fn host(&self, rank: usize) -> &str {
        self.members.get(rank).map_or("", |member| &member.host)
    }

    /// Processes of other ranks on this host.
    fn neighbours(&self) -> Vec<u32> {
        let all = self.members.iter().enumerate();
        let near = all.filter(|(rank, member)| *rank != self.rank && member.host == self.host(self.rank));
        near.map(|(_, member)| member.pid).collect()
    }

    fn saw_ended(&mut self, processes: &[u32]) {
        let now = Instant::now();
        self.ended.extend(processes.iter().map(|pid| (now, *pid)));
    }

    fn is_own_over(&self) -> bool {
        self.ended.iter().any(|(_, pid)| *pid == 0)
    }

    /// Whether the process of a rank of this host ended, and if so, whether others ended before or soon after. A large process takes longer
    /// to end than those that the launcher kills because of it, so that the order of ends within a moment says nothing.
    fn with_others(&self, rank: usize) -> Option<bool> {
        let member = self.members.get(rank)?;
        let of = if rank == self.rank { 0 } else { member.pid };
        let is_near = member.host == self.host(self.rank);
        let (at, _) = self.ended.iter().find(|(_, pid)| is_near && *pid == of)?;
        let mut others = self.ended.iter().filter(|(_, pid)| *pid != of);
        Some(others.any(|(other, _)| *other < *at + MOMENT))
    }

    /// What became of a rank whose report is not there.
    fn why(&self, rank: usize, now_ns: u64, hangs: bool) -> LostWhy {
        let heard_ns = |rank: usize| self.each.get(rank).map_or(now_ns, |each| each.heard_ns);
        let silent_ns = now_ns.saturating_sub(heard_ns(rank));
        // While this rank hung, nobody was heard.
        let was_silent = heard_ns(self.rank).saturating_sub(heard_ns(rank)) >= SILENT_NS;
        match self.with_others(rank) {
            _ if rank == self.rank && hangs => LostWhy::Hung { silent_ns },
            Some(false) => LostWhy::ProcessEnded { with_others: false },
            _ if was_silent && !self.starts.is_empty() => LostWhy::SilentWhileMeasuring { silent_ns },
            Some(true) => LostWhy::ProcessEnded { with_others: true },
            None => LostWhy::CutOff { silent_ns },
        }
    }

    /// The measurement is over; what was reported of it stands.
    fn stands(&mut self, clocks: Vec<Clocks>) {
        let none = self.members.iter().map(|_| None).collect();
        let stood = Collected {
            reports: std::mem::replace(&mut self.reports, none),
            starts: std::mem::take(&mut self.starts),
            lost: Vec::new(),
            clocks,
        };
        if !stood.clocks.is_empty() {
            self.stood.push(stood);
        }
        self.is_between = true;
        for progress in &mut self.each {
            (progress.ios, progress.bytes) = (0, 0);
        }
    }

    /// What there is, for a result without the rank.
    fn collected(&mut self, now_ns: u64, hangs: bool) -> Collected {
        let missing = (0..self.members.len()).filter(|rank| self.reports[*rank].is_none());
        let lost = missing.map(|rank| {
            let progress = self.each.get(rank);
            let since = |begun_ns: u64| Some(progress?.heard_ns.cast_signed() - begun_ns.cast_signed());
            LostRank {
                rank,
                host: self.host(rank).to_owned(),
                pid: self.members[rank].pid,
                why: self.why(rank, now_ns, hangs),
                heard_ns: self.starts.first().and_then(|start| since(start.begun_ns)),
                ios: progress.map_or(0, |progress| progress.ios),
                bytes: progress.map_or(0, |progress| progress.bytes),
            }
        });
        let lost = lost.collect();
        let clocks = self.clocks.iter().map(|before| Clocks {
            before: *before,
            after: None,
        });
        Collected {
            clocks: clocks.collect(),
            starts: self.starts.clone(),
            lost,
            reports: std::mem::take(&mut self.reports),
        }
    }
}

/// The life of a survivor.
fn survive(mut inbox: Inbox, output: &SurvivorOutput<'_>) {
    let mut known = Known::default();
    let has_left = live(&mut inbox, &mut known, output);
    // Of a rank that leaves nothing is left; one that was ended here may need a moment.
    if !has_left && !known.made.files.is_empty() {
        let until = Instant::now() + ABORTS;
        while !known.is_own_over() && Instant::now() < until {
            if let SurvivorEvent::Ended(processes) = inbox.next(LOOKS) {
                known.saw_ended(&processes);
            }
        }
        known.delete_files();
    }
}

/// Until there is nothing more to do; whether the rank left by itself.
fn live(inbox: &mut Inbox, known: &mut Known, output: &SurvivorOutput<'_>) -> bool {
    loop {
        match inbox.next(known.patience(Instant::now())) {
            SurvivorEvent::Leave => return true,
            SurvivorEvent::Note(bytes) => {
                let Ok(note) = serde_json::from_slice::<Note>(&bytes) else {
                    continue;
                };
                if let Note::Print(text) = &note {
                    if !known.has_printed {
                        let _ = (output.print)(text);
                    }
                    inbox.answer(if known.has_printed { 0 } else { PRINTED });
                }
                let has_met = matches!(note, Note::Met { .. });
                known.hear(note, Instant::now());
                if has_met {
                    known.neighbours().into_iter().for_each(|pid| inbox.watch(pid));
                }
            }
            SurvivorEvent::Ended(processes) => {
                known.saw_ended(&processes);
                let is_abort = matches!(known.due, Some((_, Due::Kill)));
                if known.is_own_over() && (is_abort || known.made.is_all) {
                    return false;
                }
                if known.is_own_over() {
                    outlive(inbox, known, output);
                    return false;
                }
            }
            SurvivorEvent::Nothing => match known.due.take() {
                Some((_, Due::Kill)) => {
                    inbox.kill_rank();
                    return false;
                }
                Some((_, Due::Hung)) => {
                    report(known, output, true);
                    inbox.kill_rank();
                    return false;
                }
                Some((_, Due::Cut)) => report(known, output, false),
                None => {}
            },
        }
    }
}

/// The rank ended, and said nothing of leaving.
fn outlive(inbox: &mut Inbox, known: &mut Known, output: &SurvivorOutput<'_>) {
    if !known.is_working {
        return;
    }
    // Who else ends now?
    let until = Instant::now() + MOMENT;
    loop {
        match inbox.next(until.saturating_duration_since(Instant::now())) {
            SurvivorEvent::Ended(processes) => known.saw_ended(&processes),
            SurvivorEvent::Note(_) => {}
            SurvivorEvent::Leave => return,
            SurvivorEvent::Nothing => break,
        }
    }
    let is_first = known.with_others(known.rank) == Some(false);
    if is_first && !known.is_terminated && !known.has_printed {
        let (rank, host) = (known.rank, known.host(known.rank));
        let pid = known.members.get(rank).map_or(0, |member| member.pid);
        let lang = Lang::current();
        let why = fiord_judge::ranks::lost(&LostWhy::ProcessEnded { with_others: false }, lang);
        let lost = messages::Lost {
            ranks: &who(&[(rank, host)], lang),
            processes: 1,
            pids: &pid,
        };
        (output.say)(&lang.sentences(&[lost.text(lang), why]));
    }
    if known.rank == 0 {
        report(known, output, false);
    } else if !known.is_terminated && known.host(0) != known.host(known.rank) {
        let until = Instant::now() + HOLDS;
        while Instant::now() < until && inbox.has_reader() && inbox.next(LOOKS) != SurvivorEvent::Leave {}
    }
}

/// Prints the result without rank 0, once.
fn report(known: &mut Known, output: &SurvivorOutput<'_>, hangs: bool) {
    if known.is_working && !std::mem::replace(&mut known.has_printed, true) {
        let on = (!known.is_between).then(|| known.collected(clock::now_ns(), hangs));
        let stood = std::mem::take(&mut known.stood);
        (output.report)(&known.library, stood, on, &known.members);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const BEGUN_NS: u64 = 10_000_000_000;

    /// Rank 0 of two hosts with two ranks each, in the middle of a run: each has 7 I/Os, the last heartbeat is 0.3 s old.
    fn measuring(now: Instant) -> Known {
        let mut known = Known::default();
        let member = |rank: u32| RankMember {
            host: ["a", "a", "b", "b"][rank as usize].to_owned(),
            pid: 100 + rank,
        };
        known.hear(
            Note::Met {
                rank: 0,
                members: (0..4).map(member).collect(),
                library: "MPI".to_owned(),
            },
            now,
        );
        let clocks = vec![ClockOffset::OWN; 4];
        known.hear(
            Note::Works {
                clocks: clocks.clone(),
            },
            now,
        );
        known.hear(
            Note::Begun(PhaseStart {
                phase: 0,
                begun_ns: BEGUN_NS,
                clocks,
            }),
            now,
        );
        let progress = RankProgress {
            heard_ns: BEGUN_NS + 3_000_000_000,
            ios: 7,
            bytes: 7 * 4096,
        };
        let each = vec![progress; 4];
        known.hear(Note::Standing { each }, now);
        known
    }

    const NOW_NS: u64 = BEGUN_NS + 3_300_000_000;

    fn whys(known: &mut Known, now_ns: u64, hangs: bool) -> Vec<(usize, LostWhy)> {
        let collected = known.collected(now_ns, hangs);
        let lost = collected.lost.into_iter();
        lost.map(|lost| {
            assert_eq!((lost.heard_ns, lost.ios), (Some(3_000_000_000), 7));
            (lost.rank, lost.why)
        })
        .collect()
    }

    #[test]
    fn what_stood_before_is_no_part_of_the_measurement_that_is_on() {
        let now = Instant::now();
        let mut known = measuring(now);
        let report = |known: &mut Known, rank: usize, report: &str| {
            let report = report.to_owned();
            known.hear(Note::Report { rank, report }, now);
        };
        (0..4).for_each(|rank| report(&mut known, rank, "first"));
        let clocks = vec![
            Clocks {
                before: ClockOffset::OWN,
                after: Some(ClockOffset::OWN)
            };
            4
        ];
        known.hear(Note::Stands { clocks }, now);
        assert!(known.is_between);
        assert_eq!(known.due, Some((now + ENDS, Due::Hung)));
        known.hear(Note::Named, now);
        assert!(!known.is_between);
        let clocks = vec![ClockOffset::OWN; 4];
        known.hear(Note::Works { clocks }, now);
        report(&mut known, 2, "second");
        let on = known.collected(NOW_NS, false);
        assert!(on.starts.is_empty());
        let of_on: Vec<bool> = on.reports.iter().map(Option::is_some).collect();
        assert_eq!(of_on, [false, false, true, false]);
        let lost: Vec<(usize, u64)> = on.lost.iter().map(|lost| (lost.rank, lost.ios)).collect();
        assert_eq!(lost, [(0, 0), (1, 0), (3, 0)]);
        let [stood] = known.stood.as_slice() else { panic!() };
        assert_eq!(stood.starts[0].begun_ns, BEGUN_NS);
        assert!(stood.clocks[3].after.is_some() && stood.lost.is_empty());
        let texts = stood.reports.iter().flatten();
        assert!(texts.clone().all(|text| text == b"first") && texts.count() == 4);
    }

    #[test]
    fn the_process_that_ended_first_is_named_and_those_after_it_are_not_blamed() {
        let now = Instant::now();
        let mut known = measuring(now);
        assert_eq!(known.neighbours(), [101]);
        known.ended = vec![(now, 101), (now + Duration::from_secs(1), 0)];
        let cut = LostWhy::CutOff {
            silent_ns: 300_000_000,
        };
        assert_eq!(
            whys(&mut known, NOW_NS, false),
            [
                (0, LostWhy::ProcessEnded { with_others: true }),
                (1, LostWhy::ProcessEnded { with_others: false }),
                (2, cut.clone()),
                (3, cut),
            ]
        );
        // Within a moment: nobody is said to have been the first.
        let mut known = measuring(now);
        known.ended = vec![(now, 101), (now + Duration::from_millis(20), 0)];
        let both = whys(&mut known, NOW_NS, false);
        assert_eq!(both[0].1, LostWhy::ProcessEnded { with_others: true });
        assert_eq!(both[1].1, LostWhy::ProcessEnded { with_others: true });
    }

    #[test]
    fn a_rank_that_was_silent_before_the_end_is_not_cut_off() {
        let now = Instant::now();
        let mut known = measuring(now);
        known.each[0].heard_ns = BEGUN_NS + 7_800_000_000;
        for rank in [1, 3] {
            known.hear(
                Note::Report {
                    rank,
                    report: "{}".to_owned(),
                },
                Instant::now(),
            );
        }
        known.ended = vec![(now, 0)];
        let now_ns = BEGUN_NS + 8_000_000_000;
        let silent_ns = 5_000_000_000;
        let lost = known.collected(now_ns, false).lost;
        let whys: Vec<(usize, LostWhy)> = lost.into_iter().map(|lost| (lost.rank, lost.why)).collect();
        assert_eq!(
            whys,
            [
                (0, LostWhy::ProcessEnded { with_others: false }),
                (2, LostWhy::SilentWhileMeasuring { silent_ns }),
            ]
        );
    }

    #[test]
    fn a_rank_0_that_hangs_is_waited_for_as_long_as_its_state_allows() {
        let now = Instant::now();
        let mut known = measuring(now);
        assert_eq!(known.due, Some((now + HANGS, Due::Hung)));
        known.hear(Note::Ending, now);
        assert_eq!(known.due, Some((now + ENDS, Due::Hung)));
        let grace = Duration::from_millis(600);
        known.hear(Note::Terminated { grace }, now);
        let cut = Some((now + Duration::from_millis(840), Due::Cut));
        assert_eq!(known.due, cut);
        // A signal leaves no more time than that, whatever the rank does meanwhile.
        known.hear(Note::Ending, now + grace);
        assert_eq!(known.due, cut);
        known.hear(Note::Print(String::new()), now);
        assert_eq!(known.due, None);
        known.hear(Note::Aborts, now);
        assert_eq!(known.due, Some((now + ABORTS, Due::Kill)));
        let mut known = measuring(now);
        let silent_ns = NOW_NS + 7_000_000_000 - BEGUN_NS - 3_000_000_000;
        let why = whys(&mut known, NOW_NS + 7_000_000_000, true);
        assert_eq!(why[0], (0, LostWhy::Hung { silent_ns }));
        assert_eq!(why[1], (1, LostWhy::CutOff { silent_ns }));
    }
}
