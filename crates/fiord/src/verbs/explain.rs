//! `fiord explain`: what jobs will do, what in them misleads on this machine, and what to type instead.
//!
//! Nothing of the job is done: nothing is made, written or brought into memory. Of what a job would read at most 64 blocks are looked
//! at, without a trace (`session::peek`).

mod input;
mod results;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args as ClapArgs;
use fiord_formats::findings::Detail;
use fiord_formats::native::{Document, explain as native};
use fiord_formats::page::Page;
use fiord_host::root::Root;
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::lower::Context;
use fiord_job::raw::RawJob;
use fiord_job::showcmd;
use fiord_record::claims::SpecSheet;
use fiord_record::{Before, RunRecord};
use fiord_truth::correct::{Fixed, command_line, command_words, fixed};
use fiord_truth::describe::{Description, describe};
use fiord_truth::verdict::once_with_machine;
use fiord_truth::{Case, Finding, Severity, TrapId, judge_all};

use super::spec_sheet;
use super::words::{self, drop_program, is_program};
use crate::fio;
use crate::session::before;
use crate::session::targets::Stacks;
use crate::ui::{self, exit};

use super::sentences::{self, Given};

/// What a job will do, what in it misleads, and the corrected command; of what it would read a few blocks are looked at.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// A document for programs instead of sentences.
    #[arg(long)]
    json: bool,
    /// Show why each finding matters and where that is known from.
    #[arg(short, long)]
    verbose: bool,
    /// Print the corrected job and nothing else: a job file, or a command line if that is what was given.
    #[arg(long, conflicts_with = "json")]
    fix: bool,
    /// Judge result files instead of jobs: fio's JSON or json+, or fiord's own; `-` is standard input.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fix", "seen", "jobs"])]
    result: Vec<PathBuf>,
    /// Judge a result that somebody typed, as in iops=6164,lat=7-10us or IOPS=651k,BW=2543MiB/s (iops, bw, lat or clat, job), by what
    /// the job can have in flight.
    #[arg(long, value_name = "RESULT", conflicts_with = "fix")]
    seen: Vec<String>,
    /// A spec sheet (TOML) to hold the jobs or results against.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "seen"])]
    spec: Option<PathBuf>,
    /// Exit with 1 when something found is `care` or `wrong`.
    #[arg(long)]
    strict: bool,
    /// Job files, fio options, or whole commands in quotes; a leading `fio` or `sudo fio` is dropped.
    #[arg(
        required_unless_present = "result",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "JOB"
    )]
    jobs: Vec<OsString>,
}

/// Runs the verb; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let sheet = args.spec.as_deref().map(spec_sheet::read).transpose()?;
    if !args.result.is_empty() {
        return results::run(args, sheet.as_ref());
    }
    let (mut documents, mut seen) = (Vec::new(), Vec::new());
    let (mut failed, mut care) = (false, false);
    let mut given = Given::new(args.detail());
    let mut page = Page::new();
    let mut machine = Vec::new();
    for jobs in invocations(&words::text(&args.jobs)?)? {
        let parsed = fio::parse(&jobs);
        for diagnostic in parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.level >= Level::Warning)
        {
            let mut page = Page::new();
            page.foreign(diagnostic.render(&parsed.sources, "fiord"));
            ui::show(&page);
        }
        if parsed.failed() {
            failed = true;
            continue;
        }
        if parsed.plan.jobs.is_empty() {
            bail!("there is no job in it");
        }
        if !args.seen.is_empty() {
            let judged = results::seen(&args.seen, &parsed.plan)?;
            care |= judged.iter().any(|one| needs_care(&one.findings));
            seen.extend(judged.iter().map(|one| results::seen_document(one, &parsed.plan)));
            if !args.json {
                results::put_seen(&mut page, &judged, &parsed.plan, args.detail());
            }
            continue;
        }
        let explained = Explained::of(&parsed, sheet.as_ref());
        care |= needs_care(&explained.findings);
        match (args.json, args.fix) {
            (true, _) => documents.push(explained.document()),
            (_, true) => {
                explained.say_what_is_left();
                explained.print_corrected(&parsed)?;
            }
            _ => {
                sentences::put(&mut page, &explained, &mut given);
                sentences::add_machine(&mut machine, explained.findings);
            }
        }
    }
    if args.json && args.seen.is_empty() {
        ui::print(&Document::new(native::Explain { explained: documents }).to_text()?)?;
    } else if args.json {
        ui::print(&Document::new(native::Seen { seen }).to_text()?)?;
    } else {
        if !args.fix && args.seen.is_empty() {
            sentences::put_machine(&mut page, &machine, &mut given);
        }
        ui::put(&page)?;
    }
    Ok(match () {
        () if failed => exit::REFUSED,
        () if args.strict && care => exit::FAILED,
        () => exit::OK,
    })
}

impl Args {
    fn detail(&self) -> Detail {
        if self.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        }
    }
}

/// What `--strict` does not let pass.
fn needs_care(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity >= Severity::Care)
}

/// The invocations that the words make: each quoted command is one of its own, everything else is one together.
fn invocations(words: &[String]) -> Result<Vec<Vec<String>>> {
    let mut rest: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for word in words {
        let is_command = word.contains(char::is_whitespace)
            && (begins_with_program(word) || word.trim_start().starts_with('-') && word.contains(" -"));
        let names_file = std::path::Path::new(word).exists();
        if is_command && !names_file && !word.trim_start().starts_with("--name=") || whole_command(word) {
            let mut words = split(word).with_context(|| format!("{word:?}"))?;
            drop_program(&mut words);
            all.push(words);
        } else {
            rest.push(word.clone());
        }
    }
    drop_program(&mut rest);
    if !rest.is_empty() {
        all.insert(0, rest);
    }
    Ok(all)
}

fn begins_with_program(word: &str) -> bool {
    let first = word.split_whitespace().next().unwrap_or_default();
    first == "sudo" || is_program(first)
}

/// `--name=r --rw=read` in one word, as against `--name=EBS randwrite test`, which is one option.
fn whole_command(word: &str) -> bool {
    word.trim_start().starts_with("--name=")
        && word.split_whitespace().skip(1).any(|part| part.starts_with('-'))
}

/// Splits a command as a shell does, quotes and backslashes only: nothing is expanded.
fn split(line: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (q, Some(open)) if q == open => quote = None,
            ('\\', None | Some('"')) => {
                if let Some(next) = chars.next().filter(|next| *next != '\n') {
                    word.get_or_insert_default().push(next);
                }
            }
            (q @ ('\'' | '"'), None) => {
                quote = Some(q);
                word.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (';' | '|' | '&' | '<' | '>', None) => bail!("only one plain command, without `{c}`"),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

/// One invocation with all there is to say about it.
pub(super) struct Explained {
    pub(super) descriptions: Vec<Description>,
    pub(super) findings: Vec<Finding>,
    fixed: Fixed,
    facts: Before,
    from_file: bool,
    /// The options of the whole, as typed.
    given: Vec<(&'static str, String)>,
}

impl Explained {
    fn of(parsed: &Parsed, sheet: Option<&SpecSheet>) -> Self {
        let root = Root::system();
        let facts = before::gather(&mut Stacks::new(&root), &parsed.plan);
        let mut record = RunRecord::planned(parsed.plan.clone(), facts);
        record.context.data_sheet = sheet.cloned();
        let case = Case::of(&record);
        let descriptions = (0..parsed.plan.jobs.len())
            .filter_map(|index| describe(&case, index))
            .collect();
        let context = Context {
            file: crate::fio::read_beginning,
            ncpus: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
            page_size: rustix::param::page_size() as u64,
        };
        Self {
            findings: once_with_machine(judge_all(&case)),
            descriptions,
            fixed: fixed(&parsed.jobs, &context, &record),
            facts: record.before,
            from_file: !parsed.files.is_empty(),
            given: parsed.cli_given.clone(),
        }
    }

    pub(super) fn of_job(&self, index: usize) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |finding| finding.jobs().any(|job| job == index))
    }

    /// One job corrected, as a command that runs.
    fn command(&self, index: usize) -> String {
        command_line("fiord", &self.given, &self.alone(index))
    }

    /// The arguments of [`Explained::command`].
    pub(super) fn arguments(&self, index: usize) -> Vec<String> {
        command_words(&self.given, &self.alone(index))
    }

    fn alone(&self, index: usize) -> Vec<RawJob> {
        let mut job: Vec<RawJob> = self.fixed.jobs.get(index).cloned().into_iter().collect();
        // Alone, it has nobody to wait for.
        job.iter_mut().for_each(|job| {
            job.own
                .retain(|option| !matches!(option.spec.name, "wait_for" | "stonewall"))
        });
        job
    }

    /// The paths of a job's files, the longest first.
    pub(super) fn paths(&self, index: usize) -> Vec<String> {
        let of_job = self.facts.targets.iter().filter(|target| target.job == index);
        let mut paths: Vec<String> = of_job.map(|target| target.path.display().to_string()).collect();
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        paths
    }

    /// What was changed in a job, option by option.
    pub(super) fn changes(&self, index: usize) -> &[String] {
        self.fixed.changes.get(index).map_or(&[], Vec::as_slice)
    }

    /// Traps that stay in the corrected job, each once: the target or the machine must change.
    pub(super) fn left(&self, index: usize) -> Vec<&'static str> {
        let mut left: Vec<&'static str> = Vec::new();
        for finding in self
            .fixed
            .left
            .iter()
            .filter(|finding| finding.jobs().any(|job| job == index))
        {
            let name = finding.trap().name();
            if !left.contains(&name) {
                left.push(name);
            }
        }
        left
    }

    /// Whether there is a corrected command: one that differs, and that runs.
    pub(super) fn has_correction(&self, index: usize) -> bool {
        let stops = |finding: &Finding| {
            finding.jobs().any(|job| job == index)
                && finding.severity == Severity::Wrong
                && matches!(
                    finding.trap(),
                    TrapId::UnsafeTarget | TrapId::NoTarget | TrapId::NoRoom
                )
        };
        !self.changes(index).is_empty() && !self.fixed.left.iter().any(stops)
    }

    /// On stderr, beside the corrected job: what it does not correct.
    fn say_what_is_left(&self) {
        let mut said: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
        for (index, description) in self.descriptions.iter().enumerate() {
            let left = self.left(index);
            match said.iter_mut().find(|(known, _)| *known == left) {
                Some((_, names)) => names.push(&description.name),
                None => said.push((left, vec![&description.name])),
            }
        }
        for (left, names) in said.iter().filter(|(left, _)| !left.is_empty()) {
            ui::say(format!(
                "{}: not corrected: {}",
                sentences::listed(names),
                left.join(", ")
            ));
        }
    }

    /// Prints the corrected jobs alone: as a job file when a job file was given.
    fn print_corrected(&self, parsed: &Parsed) -> Result<()> {
        if self.from_file && !parsed.jobs.is_empty() {
            ui::print(&showcmd::to_job_file(&self.fixed.jobs)?)?;
        } else {
            let words = command_words(&self.given, &self.fixed.jobs);
            let mut page = Page::new();
            page.command_at(0, std::iter::once("fiord".to_owned()).chain(words));
            ui::put(&page)?;
        }
        Ok(())
    }

    fn document(&self) -> native::Explained {
        let machine = self
            .findings
            .iter()
            .filter(|finding| finding.subject.jobs.is_empty());
        let jobs = self.descriptions.iter().enumerate();
        native::Explained {
            jobs: jobs
                .map(|(index, description)| self.job_document(index, description))
                .collect(),
            machine: machine.map(native_finding).collect(),
        }
    }

    fn job_document(&self, index: usize, description: &Description) -> native::Job {
        let idle = |(option, because): &(String, String)| native::WithoutEffect {
            option: option.clone(),
            because: because.clone(),
        };
        native::Job {
            name: description.name.clone(),
            sentences: description.sentences.clone(),
            without_effect: description.without_effect.iter().map(idle).collect(),
            planned: native::Planned::of(&description.planned),
            findings: self.of_job(index).map(native_finding).collect(),
            corrected: self.has_correction(index).then(|| native::Corrected {
                command: self.command(index),
                changes: self.changes(index).to_vec(),
            }),
            left: self.left(index),
        }
    }
}

fn native_finding(finding: &Finding) -> fiord_formats::native::finding::Finding {
    fiord_formats::native::finding::Finding::of(finding)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line).unwrap()
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        assert_eq!(
            words(r#"fio -name="EBS 4K" --x='a "b"' c\ d"#),
            ["fio", "-name=EBS 4K", "--x=a \"b\"", "c d"]
        );
        assert_eq!(words("a \"\" b"), ["a", "", "b"]);
        assert!(split("fio 'open").is_err());
        assert!(split("fio --name=a; rm -rf x").is_err());
    }

    #[test]
    fn words_make_invocations() {
        let of = |words: &[&str]| {
            invocations(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of(&["fio", "--name=a", "--rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["fio --name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["sudo fio --name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(
            of(&["sudo", "fio", "--name=a", "--rw=read"]),
            [["--name=a", "--rw=read"]]
        );
        assert_eq!(of(&["--name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["--name=a b", "--rw=read"]), [["--name=a b", "--rw=read"]]);
        assert_eq!(
            of(&["fio --name=a", "fio --name=b"]),
            [["--name=a"], ["--name=b"]]
        );
        assert_eq!(
            of(&["--description=two words", "--name=a"]),
            [["--description=two words", "--name=a"]]
        );
    }
}
