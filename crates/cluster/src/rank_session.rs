//! A rank's way through a session: begin MPI, meet the others, divide the data, measure as rank 0 says.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::ranks::again::{self, Going};
use crate::ranks::clock;
use crate::ranks::find::{self, PluginError, RankVoice};
use crate::ranks::launcher;
use crate::ranks::meet::{self, Arrival, MeetError, RankMember};
use crate::ranks::plugin::{self, MpiRanks};
use crate::ranks::run::{self, Dismissal, Rules};
use crate::ranks::verbs::Ranks;
use anyhow::{Result, bail};
use fiord_messages::{Lang, hosts as messages};
use fiord_record::hosts::DataSpread;
use fiord_session::{OtherProcesses, Signals};

use crate::asked::HostsAsked;
use crate::end::{HostsEnd, PrintedBy, RunEnd};
use crate::front::HostsFront;
use crate::rank::{self, RankWork};
use crate::report::{self, Collected};
use crate::reporter::{Note, Reporter, SurvivorOutput};
use crate::task::HostsTask;

/// How long the others wait for rank 0 to ask for their clocks, one after the other, or to say what comes next.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long the others may take to come to hear what rank 0 tells.
const BRIEF: Duration = Duration::from_secs(60);
/// Before a launcher is told to end all: it needs this time to pass on what was printed.
const PASSED_ON: Duration = Duration::from_millis(200);

/// How a rank leaves.
enum Leave {
    /// Every rank ends MPI by itself.
    Together(HostsEnd),
    /// Some ranks cannot: MPI_Abort has the launcher end all.
    Abort,
    /// The launcher ends all ranks already.
    AtOnce(HostsEnd),
}

/// Does a task as one of the ranks that a launcher of MPI started.
///
/// # Errors
/// No plugin, no MPI, or ranks that do not come.
pub fn run(task: &mut dyn HostsTask, front: &HostsFront<'_>) -> Result<HostsEnd> {
    let env = |name: &str| std::env::var(name).ok();
    // One of each host speaks: another host may have what this one lacks.
    let refused = |error: PluginError| {
        if let RankVoice::Later(wait) | RankVoice::Silent(wait) = find::voice(env) {
            std::thread::sleep(wait);
        }
        if find::speaks(env) {
            (front.say)(&on_host(&error));
        }
        end_all(2);
        Ok(HostsEnd::Refused)
    };
    let path = match find::plugin() {
        Ok(path) => path,
        Err(error) => return refused(error),
    };
    // Before MPI begins: that makes threads, and descriptors that a launcher watches.
    let reporter = Arc::new(fork(task, front));
    let mut ranks = match begin(&path, env) {
        Ok(ranks) => ranks,
        Err(error) => return refused(error),
    };
    let leave = take_part(task, &mut ranks, &reporter, front);
    let leave = leave.unwrap_or_else(|error| {
        (front.say)(&on_host(&format!("{error:#}")));
        Leave::Abort
    });
    task.leave();
    match leave {
        Leave::Together(end) => {
            drop(reporter);
            // Takes the beats that crossed rank 0's last letter: MPICH's transport prints a warning about posts that nobody took.
            while matches!(ranks.take(), Ok(Some(_))) {}
            if let Err(error) = ranks.end() {
                (front.say)(&format!("--hosts: {error}"));
            }
            Ok(end)
        }
        Leave::Abort => {
            reporter.tell(&Note::Aborts);
            std::thread::sleep(PASSED_ON);
            ranks.abort(2);
            Ok(HostsEnd::Refused)
        }
        Leave::AtOnce(end) => Ok(end),
    }
}

/// A problem of this host in words.
fn on_host(problem: &dyn fmt::Display) -> String {
    let host = &host_name();
    messages::OnHost { host, problem }.text(Lang::current())
}

/// Has the launcher end all ranks, of which this one does not begin MPI, where it would not do that by itself.
pub fn end_all(code: u8) {
    let env = |name: &str| std::env::var(name).ok();
    if launcher::is_to_be_told(env) {
        std::thread::sleep(PASSED_ON);
        launcher::end_all(env, code);
    }
}

/// Makes the survivor.
fn fork(task: &dyn HostsTask, front: &HostsFront<'_>) -> Reporter {
    let cut_off = |library: &str, stood: Vec<Collected>, on: Option<Collected>, members: &[RankMember]| {
        let made = |collected: Collected, say: &dyn Fn(&str)| {
            report::made((task.asked(), library), (collected, members), None, say)
        };
        let stood = stood.into_iter().map(|one| made(one, &|_| {}).0).collect();
        // Who is lost stands in the result, and the survivor of who died has said it.
        let on = on.map(|on| made(on, &|_| {}).0);
        if let Err(error) = task.cut_off(stood, on) {
            (front.say)(&format!("--hosts: {error:#}"));
        }
    };
    Reporter::fork(&SurvivorOutput {
        print: front.print,
        report: &cut_off,
        say: front.say,
    })
}

/// Loads the plugin and begins MPI, and sees to it that it is the launcher's.
fn begin(path: &Path, env: impl Fn(&str) -> Option<String>) -> Result<MpiRanks, PluginError> {
    let ranks = plugin::begin(path)?;
    match find::launched(env) {
        Some((variable, launched)) if launched > 1 && ranks.size() == 1 => Err(PluginError::OtherMpi {
            path: path.display().to_string(),
            library: ranks.library().to_owned(),
            variable,
            launched,
        }),
        _ => Ok(ranks),
    }
}

fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

fn take_part(
    task: &mut dyn HostsTask,
    ranks: &mut MpiRanks,
    reporter: &Arc<Reporter>,
    front: &HostsFront<'_>,
) -> Result<Leave> {
    let library = ranks.library().to_owned();
    let refused = task.ready(ranks.rank() == 0).err();
    let arrival = Arrival {
        version: fiord_session::VERSION.to_owned(),
        host: host_name(),
        pid: std::process::id(),
        refused: refused.map(|why| format!("{why:#}")),
    };
    let members = match meet::meet(ranks, &arrival, &task.text()) {
        Ok(members) => members,
        Err(error) => return refused_by(error, front),
    };
    reporter.tell(&Note::Met {
        rank: ranks.rank(),
        members: members.clone(),
        library: library.clone(),
    });
    let hosts: Vec<String> = members.iter().map(|member| member.host.clone()).collect();
    let why = divide(task, ranks, &hosts)?;
    let files = task.files();
    if !files.is_empty() {
        reporter.made(files);
    }
    if let Err(error) = meet::agree(ranks, &hosts, why.as_deref()) {
        return refused_by(error, front);
    }
    let signals = Signals::listen()?;
    if ranks.rank() == 0 {
        lead(task, (ranks, &library, &members), (&signals, reporter), front)
    } else {
        follow(task, (ranks, &members), (&signals, reporter), front)
    }
}

/// Every rank gets its part of the data; why this one cannot have it.
fn divide(task: &mut dyn HostsTask, ranks: &mut dyn Ranks, hosts: &[String]) -> Result<Option<String>> {
    let rank = ranks.rank();
    let (offer, mut why) = or_why(task.offer(hosts, rank));
    let offers = ranks.gather(&serde_json::to_vec(&offer)?, BRIEF)?;
    let mut brief = None;
    if rank == 0 {
        let offers: Result<Vec<Option<String>>, _> =
            offers.iter().map(|it| serde_json::from_slice(it)).collect();
        // Who cannot offer anything says why by itself.
        let offers: Option<Vec<String>> = offers?.into_iter().collect();
        if let Some(offers) = offers {
            (brief, why) = or_why(task.brief(hosts, &offers));
        }
    }
    let told = ranks.broadcast(serde_json::to_vec(&brief)?, BRIEF)?;
    // Where rank 0 has nothing to tell, it or another rank says why, and nobody goes on.
    let divided = match serde_json::from_slice::<Option<String>>(&told)? {
        Some(brief) => task.divide(&brief, hosts, rank),
        None => Ok(()),
    };
    Ok(why.or(or_why(divided).1))
}

/// The value, or the reason in words.
fn or_why<T>(outcome: Result<T>) -> (Option<T>, Option<String>) {
    match outcome {
        Ok(value) => (Some(value), None),
        Err(why) => (None, Some(format!("{why:#}"))),
    }
}

/// Rank 0.
fn lead(
    task: &mut dyn HostsTask,
    (ranks, library, members): (&mut dyn Ranks, &str, &[RankMember]),
    (signals, reporter): (&Signals, &Arc<Reporter>),
    front: &HostsFront<'_>,
) -> Result<Leave> {
    let others = others(task.asked(), members, ranks.rank());
    let mut end = RunEnd::Whole;
    let (mut silent, mut goes_on) = (None, true);
    while goes_on {
        if signals.received().is_some() {
            end = RunEnd::Interrupted;
            break;
        }
        let Some(named) = task.next()? else { break };
        if silent.is_none() {
            reporter.tell(&Note::Named);
            again::tell(ranks, Some(&named))?;
            match run::clocks(ranks, &clock::now_ns)? {
                Ok(clocks) => {
                    reporter.tell(&Note::Works {
                        clocks: clocks.clone(),
                    });
                    let part = task.part(&named)?;
                    let talk = |work: &mut RankWork<'_>| run::lead(ranks, work, clocks, Rules::default());
                    let gathered = rank::measure(part, (signals, reporter, &others), Some(front), talk)?;
                    let clocks = gathered.clocks.clone();
                    let collected = Collected::of(gathered, members);
                    let of = (task.asked(), library);
                    let (run, ended) = report::made(of, (collected, members), signals.received(), &|text| {
                        (front.say)(text);
                    });
                    end = ended;
                    let is_whole = matches!(end, RunEnd::Whole | RunEnd::Failed) && run.lost.is_empty();
                    silent = clocks.iter().position(|clocks| clocks.after.is_none());
                    goes_on = task.take(run, end)?;
                    if is_whole {
                        let clocks = if task.is_kept_by_task() {
                            Vec::new()
                        } else {
                            clocks
                        };
                        reporter.tell(&Note::Stands { clocks });
                    }
                    if goes_on {
                        end = RunEnd::Whole;
                    }
                    continue;
                }
                Err(rank) => silent = Some(rank),
            }
        }
        if let Some(rank) = silent {
            // An answer that comes late would be taken for one to a later ping.
            let host = &members[rank].host;
            let no_answer = messages::NoAnswer { rank: &rank, host };
            (front.say)(&no_answer.text(Lang::current()));
            (end, goes_on) = (RunEnd::Lost, false);
        }
    }
    if end != RunEnd::Lost {
        again::tell(ranks, None)?;
    }
    finish(task, end, signals.received(), (reporter, front))
}

/// Has the result printed.
fn finish(
    task: &mut dyn HostsTask,
    end: RunEnd,
    interrupted: Option<i32>,
    (reporter, front): (&Reporter, &HostsFront<'_>),
) -> Result<Leave> {
    let print = |text: &str| {
        let mut printed = PrintedBy::Nobody;
        (front.above)(&mut || printed = reporter.print(text.to_owned()));
        if printed == PrintedBy::Nobody {
            (front.print)(text)?;
        }
        Ok(printed)
    };
    let ended = task.end(end, interrupted, &print)?;
    let was_told_to_end = interrupted.is_some_and(|signal| signal != signal_hook::consts::SIGINT);
    Ok(match end {
        RunEnd::Lost if was_told_to_end => Leave::AtOnce(HostsEnd::Refused),
        RunEnd::Lost => Leave::Abort,
        _ => Leave::Together(ended),
    })
}

/// A rank that is not rank 0.
fn follow(
    task: &mut dyn HostsTask,
    (ranks, members): (&mut dyn Ranks, &[RankMember]),
    (signals, reporter): (&Signals, &Arc<Reporter>),
    front: &HostsFront<'_>,
) -> Result<Leave> {
    let others = others(task.asked(), members, ranks.rank());
    loop {
        let named = match again::hear(ranks, PATIENCE)? {
            Going::Again(named) => named,
            Going::Over => return Ok(Leave::Together(HostsEnd::TookPart)),
            Going::Silent => return Ok(abandoned(front)),
        };
        if !clock::answer(ranks, &clock::now_ns, PATIENCE)? {
            let rank = &ranks.rank();
            bail!(messages::NoClockRequest { rank }.text(Lang::current()));
        }
        reporter.tell(&Note::Works { clocks: Vec::new() });
        let part = task.part(&named)?;
        let talk = |work: &mut RankWork<'_>| run::follow(ranks, work, Rules::default());
        match rank::measure(part, (signals, reporter, &others), None, talk)? {
            Dismissal::Done => {}
            Dismissal::Abandoned => return Ok(abandoned(front)),
        }
    }
}

/// The processes of the other ranks as one of them sees them.
fn others(asked: &HostsAsked, members: &[RankMember], rank: usize) -> OtherProcesses {
    let mine = &members[rank];
    let here = members
        .iter()
        .filter(|other| other.host == mine.host && other.pid != mine.pid);
    OtherProcesses {
        here: here.map(|other| other.pid).collect(),
        share_files: asked.spread != Some(DataSpread::Files),
    }
}

fn abandoned(front: &HostsFront<'_>) -> Leave {
    let host = &host_name();
    (front.say)(&messages::Rank0Silent { host }.text(Lang::current()));
    Leave::Abort
}

/// Rank 0 says what is in the way; all end.
fn refused_by(error: MeetError, front: &HostsFront<'_>) -> Result<Leave> {
    match error {
        MeetError::Refused(reasons) => {
            for reason in reasons {
                (front.say)(&format!("--hosts: {reason}"));
            }
            Ok(Leave::Together(HostsEnd::Refused))
        }
        MeetError::Ranks(error) => Err(error.into()),
    }
}
