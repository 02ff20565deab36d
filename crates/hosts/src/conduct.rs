//! A rank's way through a run: begin MPI, meet the others, divide the data, measure, and on rank 0 report.

use std::ffi::OsString;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_formats::page::Page;
use fiord_job::cli::Action;
use fiord_job::diagnostic::{Diagnostic, Level};
use fiord_job::invocation::Parsed;
use fiord_job::plan::{EngineKind, RunPlan};
use fiord_ranks::clock::{self, ClockOffset};
use fiord_ranks::find::{self, PluginError};
use fiord_ranks::meet::{self, Arrival, JobText, MeetError, RankMember};
use fiord_ranks::plugin::{self, MpiRanks};
use fiord_ranks::run::{self, Dismissal, Rules};
use fiord_ranks::verbs::Ranks;
use fiord_session::Signals;

use crate::asked::HostsAsked;
use crate::end::HostsEnd;
use crate::front::HostsFront;
use crate::parts;
use crate::rank::{self, RankWork};
use crate::report::{self, Collected, HostsAnswer, RenderAnswer, Reported};
use crate::reporter::{Note, PrintedBy, Reporter, Voice};

/// How long the others wait for rank 0 to ask for their clocks: it asks one after the other.
const CLOCKS: Duration = Duration::from_secs(120);
/// Before MPI_Abort: the launcher needs this time to pass on what was printed.
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

/// Runs a job as one of the ranks that a launcher of MPI started. `words` is what was typed.
///
/// # Errors
/// No plugin, no MPI, or ranks that do not come.
pub fn run(
    (asked, words): (&HostsAsked, &[OsString]),
    parsed: Parsed,
    front: &HostsFront<'_>,
    render: &RenderAnswer<'_>,
) -> Result<HostsEnd> {
    let env = |name: &str| std::env::var(name).ok();
    // One of each host speaks: another host may have what this one lacks.
    let refused = |error: PluginError| match find::speaks(env) {
        true => bail!("--hosts: on {}: {error}", host_name()),
        false => Ok(HostsEnd::Refused),
    };
    let path = match find::plugin() {
        Ok(path) => path,
        Err(error) => return refused(error),
    };
    let cut_off = |library: &str, collected: Collected, members: &[RankMember]| {
        let print = |answer: &HostsAnswer<'_>| {
            (front.print)(&render(answer)?)?;
            (front.keep)(answer)
        };
        // The result says it, and the survivor of who died has said it.
        if let Err(error) = report::report((asked, library), (collected, members), None, &|_| {}, &print) {
            (front.say)(&format!("--hosts: {error:#}"));
        }
    };
    // Before MPI begins: that makes threads, and descriptors that a launcher watches.
    let reporter = Arc::new(Reporter::fork(&Voice {
        print: front.print,
        report: &cut_off,
        say: front.say,
    }));
    let mut ranks = match begin(&path, env) {
        Ok(ranks) => ranks,
        Err(error) => return refused(error),
    };
    let leave = take_part((asked, words), parsed, &mut ranks, &reporter, (front, render));
    let leave = leave.unwrap_or_else(|error| {
        (front.say)(&format!("--hosts: on {}: {error:#}", host_name()));
        Leave::Abort
    });
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
    (asked, words): (&HostsAsked, &[OsString]),
    mut parsed: Parsed,
    ranks: &mut MpiRanks,
    reporter: &Arc<Reporter>,
    (front, render): (&HostsFront<'_>, &RenderAnswer<'_>),
) -> Result<Leave> {
    let library = ranks.library().to_owned();
    let is_first = ranks.rank() == 0;
    if is_first {
        for diagnostic in &parsed.diagnostics {
            let mut page = Page::new();
            page.foreign(rendered(diagnostic, &parsed));
            (front.show)(&page);
        }
    }
    let ready = || if is_first { (front.ready)() } else { Ok(()) };
    let refused = refusal(&parsed, front).and_then(|()| ready()).err();
    let arrival = Arrival {
        version: fiord_session::VERSION.to_owned(),
        host: host_name(),
        pid: std::process::id(),
        refused: refused.map(|why| format!("{why:#}")),
    };
    let members = match meet::meet(ranks, &arrival, &job_text(&parsed, words)) {
        Ok(members) => members,
        Err(error) => return refused_by(error, front),
    };
    reporter.tell(&Note::Met {
        rank: ranks.rank(),
        members: members.clone(),
        library: library.clone(),
    });
    let hosts: Vec<String> = members.iter().map(|member| member.host.clone()).collect();
    let divided = divide(&mut parsed.plan, asked, &hosts, ranks.rank());
    let why = divided.err().map(|why| format!("{why:#}"));
    if let Err(error) = meet::agree(ranks, &hosts, why.as_deref()) {
        return refused_by(error, front);
    }
    let signals = Signals::listen()?;
    if !is_first {
        return follow(ranks, &parsed, (&signals, reporter), front);
    }
    let clocks = match run::clocks(ranks, &clock::now_ns)? {
        Ok(clocks) => clocks,
        Err(rank) => bail!("rank {rank} on {} does not answer", hosts[rank]),
    };
    lead(
        (ranks, &library, clocks),
        &parsed,
        &members,
        (asked, &signals, reporter),
        (front, render),
    )
}

/// Rank 0.
fn lead(
    (ranks, library, clocks): (&mut dyn Ranks, &str, Vec<ClockOffset>),
    parsed: &Parsed,
    members: &[RankMember],
    (asked, signals, reporter): (&HostsAsked, &Signals, &Arc<Reporter>),
    (front, render): (&HostsFront<'_>, &RenderAnswer<'_>),
) -> Result<Leave> {
    reporter.tell(&Note::Works {
        clocks: clocks.clone(),
    });
    let work = |work: &mut RankWork<'_>| run::lead(ranks, work, clocks, Rules::default());
    let gathered = rank::measure(parsed, (signals, reporter), Some(front), work)?;
    let print = |answer: &HostsAnswer<'_>| {
        // A run that was cut short is printed first: the launcher may kill at any moment. The survivor then keeps what it prints itself.
        if !answer.is_cut_short() {
            (front.keep)(answer)?;
        }
        let text = render(answer)?;
        let mut printed = PrintedBy::Nobody;
        (front.above)(&mut || printed = reporter.print(text.clone()));
        if printed == PrintedBy::Nobody {
            (front.print)(&text)?;
        }
        if answer.is_cut_short() && printed != PrintedBy::SurvivorBefore {
            (front.keep)(answer)?;
        }
        Ok(())
    };
    let collected = Collected::of(gathered, members);
    let interrupted = signals.received();
    let said = |text: &str| (front.say)(text);
    let outcome = report::report((asked, library), (collected, members), interrupted, &said, &print)?;
    let was_told_to_end = interrupted.is_some_and(|signal| signal != signal_hook::consts::SIGINT);
    Ok(match outcome {
        Reported::Lost if was_told_to_end => Leave::AtOnce(HostsEnd::Refused),
        Reported::Lost => Leave::Abort,
        Reported::Whole(end) => Leave::Together(end),
    })
}

/// A rank that is not rank 0.
fn follow(
    ranks: &mut dyn Ranks,
    parsed: &Parsed,
    (signals, reporter): (&Signals, &Arc<Reporter>),
    front: &HostsFront<'_>,
) -> Result<Leave> {
    if !clock::answer(ranks, &clock::now_ns, CLOCKS)? {
        bail!("rank 0 did not ask rank {} for its clock", ranks.rank());
    }
    let work = |work: &mut RankWork<'_>| run::follow(ranks, work, Rules::default());
    reporter.tell(&Note::Works { clocks: Vec::new() });
    Ok(match rank::measure(parsed, (signals, reporter), None, work)? {
        Dismissal::Done => Leave::Together(HostsEnd::TookPart),
        Dismissal::Abandoned => {
            (front.say)(&format!(
                "--hosts: on {}: rank 0 is silent, so this rank ends",
                host_name()
            ));
            Leave::Abort
        }
    })
}

fn rendered(diagnostic: &Diagnostic, parsed: &Parsed) -> String {
    diagnostic.render(&parsed.sources, "fiord")
}

/// Why this rank cannot take part: what is wrong with its job.
fn refusal(parsed: &Parsed, front: &HostsFront<'_>) -> Result<()> {
    let mut diagnostics = parsed.diagnostics.iter();
    let first = diagnostics.find(|diagnostic| diagnostic.level == Level::Error);
    if parsed.failed() || first.is_some() {
        let first = first.map(|diagnostic| rendered(diagnostic, parsed));
        bail!("{}", first.as_deref().unwrap_or("its job cannot be read").trim());
    }
    if parsed.action != Action::Run {
        bail!("this is not a job to run");
    }
    let simulated = parsed
        .plan
        .jobs
        .iter()
        .find(|job| job.engine.kind == EngineKind::Sim);
    if let Some(job) = simulated {
        bail!(
            "job `{}`: ioengine=sim runs in a time of its own, and hosts have none in common there; use another engine",
            job.name
        );
    }
    (front.check)(parsed)
}

fn job_text(parsed: &Parsed, words: &[OsString]) -> JobText {
    let texts = parsed.sources.texts.iter();
    JobText {
        words: words
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
        files: texts
            .map(|text| (text.name.clone(), text.lines.join("\n")))
            .collect(),
    }
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

/// Gives this rank its part of the data.
fn divide(plan: &mut RunPlan, asked: &HostsAsked, hosts: &[String], rank: usize) -> Result<()> {
    for (host, _) in &asked.filenames {
        if !hosts.contains(host) {
            let mut known = hosts.to_vec();
            known.dedup();
            bail!(
                "--filename-on={host}: no rank runs on that host; there are {}",
                known.join(", ")
            );
        }
    }
    let mine: Vec<&str> = asked
        .filenames
        .iter()
        .filter(|(host, _)| *host == hosts[rank])
        .map(|(_, path)| path.as_str())
        .collect();
    if mine.len() > 1 {
        bail!(
            "--filename-on={}: given {} times; expected once",
            hosts[rank],
            mine.len()
        );
    }
    if let Some(path) = mine.first() {
        for job in plan.jobs.iter_mut().filter(|job| !job.engine.kind.is_diskless()) {
            job.files.filenames = vec![(*path).to_owned()];
            job.files.directories.clear();
        }
    }
    let parts = parts::of(hosts, rank, asked.shifts_reads)?;
    parts::apply(plan, asked.spread.unwrap_or_default(), parts, &is_other)?;
    Ok(())
}

/// Whether a path is something else than a file, which a suffix would make another thing.
fn is_other(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| {
        let kind = meta.file_type();
        kind.is_block_device() || kind.is_char_device() || kind.is_dir()
    })
}
