//! A job over many hosts: once, or several times with other blocks each time.

use std::ffi::OsString;
use std::os::unix::fs::FileTypeExt;

use crate::ranks::meet::JobText;
use anyhow::{Context, Result, bail};
use fiord_job::cli::Action;
use fiord_job::diagnostic::{Diagnostic, Level};
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Backend, RunPlan};
use fiord_messages::{Lang, hosts as messages};
use fiord_record::run::HostsRun;
use fiord_report::documents::many_hosts_repeats::JudgedHosts;
use fiord_report::text::Page;
use fiord_report::text::many_hosts::headline;
use fiord_workload::wear_out::WearPlan;

use crate::asked::HostsAsked;
use crate::end::{HostsEnd, PrintedBy, RunEnd};
use crate::parts;
use crate::report::{HostsAnswer, RenderAnswer, say_lost};
use crate::task::{HostsTask, RankPart};
use crate::wear;

/// What the caller does with the results of a job.
pub struct JobFront<'a> {
    /// The language of the result.
    pub lang: Lang,
    pub say: &'a (dyn Fn(&str) + Sync),
    /// What the job language has to say.
    pub show: &'a dyn Fn(&Page),
    /// Prints a text to standard output.
    pub print: &'a dyn Fn(&str) -> Result<()>,
    /// Makes the text of the result.
    pub render: &'a RenderAnswer<'a>,
    /// Writes what is written besides, once the result is printed; whether it could be.
    pub write: &'a dyn Fn(&HostsAnswer<'_>) -> bool,
    /// Keeps a run in the store; whether it was cut short.
    pub keep: &'a dyn Fn(&HostsRun, bool) -> Result<()>,
    /// On rank 0: whether what is to be written besides can be.
    pub ready: &'a dyn Fn() -> Result<()>,
    /// Whether a plain run would take this job.
    pub check: &'a dyn Fn(&Parsed) -> Result<()>,
}

/// A job that ranks run together.
pub struct HostsJob<'a> {
    asked: &'a HostsAsked,
    /// What was typed.
    words: &'a [OsString],
    parsed: Parsed,
    front: &'a JobFront<'a>,
    /// How many runs, where several were asked for.
    repeat: Option<usize>,
    /// Ranks, and the number of this one.
    place: (usize, usize),
    hosts: Vec<String>,
    begun: usize,
    whole: Vec<HostsRun>,
    cut: Option<HostsRun>,
}

/// What became of a result.
struct Put {
    printed: PrintedBy,
    is_written: bool,
    grade: fiord_judge::Grade,
}

impl<'a> HostsJob<'a> {
    pub fn new(
        asked: &'a HostsAsked,
        words: &'a [OsString],
        parsed: Parsed,
        repeat: Option<usize>,
        front: &'a JobFront<'a>,
    ) -> Self {
        Self {
            asked,
            words,
            parsed,
            front,
            repeat,
            place: (1, 0),
            hosts: Vec::new(),
            begun: 0,
            whole: Vec::new(),
            cut: None,
        }
    }

    /// Which jobs wear out, if that is asked for. What jobs read of others shows in what was typed, before data is divided.
    fn wear(&self) -> Result<WearPlan> {
        match self.asked.wears_out {
            true => Ok(wear::plan(&self.parsed.plan)?),
            false => Ok(WearPlan::default()),
        }
    }

    /// This rank's plan in one of the runs.
    fn plan_of(&self, run: u64) -> Result<RunPlan> {
        let (ranks, rank) = self.place;
        let mut plan = self.parsed.plan.clone();
        // Ranks differ by one step each, so that no rank gets in the next run what another one had in this.
        parts::vary(&mut plan, run.wrapping_mul(ranks as u64));
        divide(&mut plan, self.asked, &self.hosts, rank)?;
        Ok(plan)
    }

    fn put(
        &self,
        (whole, cut): (&[HostsRun], Option<&HostsRun>),
        interrupted: Option<i32>,
        print: &dyn Fn(&str) -> Result<PrintedBy>,
    ) -> Result<Put> {
        let whole: Vec<JudgedHosts<'_>> = whole.iter().map(JudgedHosts::of).collect();
        let cut = cut.map(JudgedHosts::of);
        let answer = HostsAnswer::new((&whole, cut.as_ref()), self.repeat, interrupted, self.front.lang);
        let text = (self.front.render)(&answer)?;
        let printed = print(&text)?;
        // What the survivor prints itself it writes as well.
        let is_written = printed == PrintedBy::SurvivorBefore || (self.front.write)(&answer);
        Ok(Put {
            printed,
            is_written,
            grade: answer.grade(),
        })
    }
}

impl HostsTask for HostsJob<'_> {
    fn asked(&self) -> &HostsAsked {
        self.asked
    }

    fn text(&self) -> JobText {
        let texts = self.parsed.sources.texts.iter();
        JobText {
            words: self
                .words
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            files: texts
                .map(|text| (text.name.clone(), text.lines.join("\n")))
                .collect(),
        }
    }

    fn ready(&mut self, is_first: bool) -> Result<()> {
        if is_first {
            // The first mistake is the reason why this rank is refused, as all others are.
            let refusing = first_mistake(&self.parsed);
            let besides = |one: &&Diagnostic| refusing.is_none_or(|first| !std::ptr::eq(*one, first));
            for diagnostic in self.parsed.diagnostics.iter().filter(besides) {
                let mut page = Page::new();
                page.foreign(rendered(diagnostic, &self.parsed));
                (self.front.show)(&page);
            }
        }
        refusal(&self.parsed, self.front)?;
        self.wear()?;
        if is_first { (self.front.ready)() } else { Ok(()) }
    }

    fn divide(&mut self, _: &str, hosts: &[String], rank: usize) -> Result<()> {
        self.hosts = hosts.to_vec();
        self.place = (hosts.len(), rank);
        self.plan_of(0).map(|_| ())
    }

    fn next(&mut self) -> Result<Option<String>> {
        let run = self.begun;
        if run == self.repeat.unwrap_or(1) {
            return Ok(None);
        }
        if let Some(all) = self.repeat {
            let run_of = messages::RunOf {
                run: &(run + 1),
                all: &all,
            };
            (self.front.say)(&run_of.text(self.front.lang));
        }
        self.begun += 1;
        Ok(Some(run.to_string()))
    }

    fn part(&mut self, named: &str) -> Result<RankPart> {
        let run = named.parse().with_context(|| format!("run {named}"))?;
        let cli = &self.parsed.cli;
        Ok(RankPart {
            plan: self.plan_of(run)?,
            allow_destroy: cli.allow_destroy.iter().map(Into::into).collect(),
            readonly: cli.readonly,
            states: Some(cli.aux_path.as_deref().unwrap_or_default().into()),
            wear: self.wear()?,
            prepare: None,
        })
    }

    fn take(&mut self, run: HostsRun, end: RunEnd) -> Result<bool> {
        let is_whole = matches!(end, RunEnd::Whole | RunEnd::Failed) && run.lost.is_empty();
        if end == RunEnd::NobodyStarted {
            return Ok(false);
        }
        // A run that was cut short is printed first: the launcher may kill at any moment.
        if !is_whole {
            self.cut = Some(run);
            return Ok(false);
        }
        (self.front.keep)(&run, false)?;
        if self.repeat.is_some() {
            let judged = JudgedHosts::of(&run);
            let lang = self.front.lang;
            let result = messages::RunResult {
                headline: &headline(&judged.view, lang),
                grade: &judged.grade.name(),
                reason: &judged.reason(lang),
            };
            (self.front.say)(&result.text(lang));
        }
        self.whole.push(run);
        Ok(end == RunEnd::Whole)
    }

    fn end(
        &mut self,
        end: RunEnd,
        interrupted: Option<i32>,
        print: &dyn Fn(&str) -> Result<PrintedBy>,
    ) -> Result<HostsEnd> {
        let is_any = !self.whole.is_empty() || self.cut.is_some();
        let put = match is_any {
            true => Some(self.put((&self.whole, self.cut.as_ref()), interrupted, print)?),
            false => None,
        };
        let is_kept = |put: &Put| put.printed == PrintedBy::SurvivorBefore;
        // The survivor keeps what it prints itself.
        if let (Some(cut), false) = (&self.cut, put.as_ref().is_some_and(is_kept)) {
            (self.front.keep)(cut, true)?;
        }
        if let Some(cut) = &self.cut {
            say_lost(cut, self.front.say);
        }
        Ok(match (end, put) {
            (RunEnd::Whole, Some(put)) if put.is_written => HostsEnd::Done(put.grade),
            (RunEnd::Whole, Some(_)) => HostsEnd::Failed,
            (RunEnd::NobodyStarted, Some(_)) | (RunEnd::Failed, _) => HostsEnd::Failed,
            (RunEnd::Interrupted, _) => HostsEnd::Interrupted,
            (RunEnd::Whole | RunEnd::NobodyStarted, None) | (RunEnd::Lost, _) => HostsEnd::Refused,
        })
    }

    fn cut_off(&self, whole: Vec<HostsRun>, cut: Option<HostsRun>) -> Result<()> {
        let print = |text: &str| (self.front.print)(text).map(|()| PrintedBy::Survivor);
        self.put((&whole, cut.as_ref()), None, &print)?;
        if let Some(cut) = &cut {
            (self.front.keep)(cut, true)?;
            say_lost(cut, self.front.say);
        }
        Ok(())
    }
}

fn rendered(diagnostic: &Diagnostic, parsed: &Parsed) -> String {
    diagnostic.render(&parsed.sources, "fiord", Lang::current())
}

/// What is wrong with a job: the first of its mistakes.
fn first_mistake(parsed: &Parsed) -> Option<&Diagnostic> {
    let mut diagnostics = parsed.diagnostics.iter();
    diagnostics.find(|diagnostic| diagnostic.level == Level::Error)
}

/// Why this rank cannot take part: what is wrong with its job.
fn refusal(parsed: &Parsed, front: &JobFront<'_>) -> Result<()> {
    let (first, lang) = (first_mistake(parsed), Lang::current());
    if parsed.failed() || first.is_some() {
        let first = first.map(|diagnostic| rendered(diagnostic, parsed));
        let unreadable = messages::unreadable_job(lang);
        let first = first.as_deref().unwrap_or(unreadable).trim();
        bail!(first.strip_prefix("fiord: ").unwrap_or(first).to_owned());
    }
    if parsed.action != Action::Run {
        bail!(messages::no_job(lang));
    }
    let simulated = parsed
        .plan
        .jobs
        .iter()
        .find(|job| job.engine.kind.backend() == Backend::Simulated);
    if let Some(job) = simulated {
        bail!(messages::Simulated { job: &job.name }.text(lang));
    }
    (front.check)(parsed)
}

/// Gives this rank its part of the data.
fn divide(plan: &mut RunPlan, asked: &HostsAsked, hosts: &[String], rank: usize) -> Result<()> {
    if let Some(path) = asked.filename_on(hosts, rank)? {
        for job in plan.jobs.iter_mut().filter(|job| !job.engine.kind.is_diskless()) {
            job.files.filenames = vec![path.to_owned()];
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
