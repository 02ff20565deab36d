//! One invocation: the command line and its job files become raw jobs, and those plans. Nothing is opened or looked up here
//! except through [`Surroundings`], and reading goes on after the first problem.

use fiord_messages::{Sentence, job_options, job_text};

use crate::argv::{BadWord, Fault, Meaning, Walk, Word, all_names};
use crate::cli::{Action, CliOption, CliOptions, CliState};
use crate::diagnostic::{Diagnostic, Level};
use crate::jobfile::{DEFAULT_ENGINE, FileReader, JobFile, engine_of, is_global};
use crate::lower::{self, ValueContext};
use crate::nearest::nearest;
use crate::options::{self, OptionSpec};
use crate::plan::{Ddir, JobPlan, RunPlan};
use crate::raw::{RawJob, RawOption};
use crate::source::{Origin, SourceText, Sources};
use crate::surroundings::Surroundings;

/// An invocation, read.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// Options of the whole.
    pub cli: CliOptions,
    /// The options of the whole as typed, the long name and the value; empty: a bare one.
    pub cli_given: Vec<(&'static str, String)>,
    /// What is to be done.
    pub action: Action,
    /// Every job as typed: those of the command line, then those of the job files.
    pub jobs: Vec<RawJob>,
    /// Every job as it will run; only fit to run without errors.
    pub plan: RunPlan,
    /// The options before the first `--name`, and those of `--name=global`.
    pub globals: Vec<RawOption>,
    /// The job files, section by section.
    pub files: Vec<JobFile>,
    /// The texts that were read.
    pub sources: Sources,
    /// What there is to say, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// What the options were read with; none: they were not.
    context: Option<ValueContext>,
}

impl Parsed {
    /// Whether something forbids going on: an error or, with `--warnings-fatal`, a warning that fio gives as well.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| match diagnostic.level {
            Level::Error => true,
            Level::Warning => self.cli.warnings_fatal && diagnostic.fio_message.is_some(),
            Level::Note => false,
        })
    }

    /// The options that have no effect because their section of a job file sets them again. The last one counts, as in fio, which says nothing
    /// of it.
    pub fn set_again(&self) -> Vec<Diagnostic> {
        /// More lines of a section are not compared: each comparison reads the whole section twice.
        const LINES: usize = 200;
        let mut again = Vec::new();
        for file in &self.files {
            let mut globals = Vec::new();
            for section in &file.sections {
                let at = 0..section.options.len().min(LINES);
                again.extend(at.filter_map(|at| self.replaced(&globals, &section.options, at)));
                if section.global {
                    globals.extend_from_slice(&section.options);
                }
            }
        }
        again
    }

    /// What there is to say of an option before others of its section, which is after these global options.
    fn replaced(&self, globals: &[RawOption], section: &[RawOption], at: usize) -> Option<Diagnostic> {
        let (option, later) = (section.get(at)?, section.get(at + 1..)?);
        let last = later
            .iter()
            .rev()
            .find(|other| other.spec.name == option.spec.name)?;
        // `filename` adds files, and `bs=,8k` leaves the block size of reads as it is.
        let leaves_parts = |value: &String| value.split(',').any(|part| part.trim().is_empty());
        let adds = option.spec.name == "filename" || last.value.as_ref().is_some_and(leaves_parts);
        let shown = |option: &RawOption| match &option.value {
            Some(value) => format!("{}={value}", option.spec.name),
            None => option.spec.name.to_owned(),
        };
        let (first, last_shown) = (shown(option), shown(last));
        if adds || first == last_shown || self.has_effect(globals, section, at) {
            return None;
        }
        let source = self.sources.texts.get(last.origin.source as usize)?;
        let message = Sentence::new(|lang| {
            job_text::SetAgain {
                first: &first,
                last: &last_shown,
                file: &source.name,
                line: &last.origin.line,
            }
            .text(lang)
        });
        let diagnostic = Diagnostic::at(Level::Warning, &option.origin, message);
        Some(diagnostic.with_help(job_text::keep_one_line))
    }

    /// Whether the job of a section is another one without one of its options: `pi_chk` adds checks, and `gtod_reduce=0` turns nothing back on.
    fn has_effect(&self, globals: &[RawOption], section: &[RawOption], at: usize) -> bool {
        let Some(context) = &self.context else {
            return false;
        };
        let job = |own: Vec<RawOption>| {
            let raw = RawJob {
                name: String::new(),
                globals: globals.to_vec(),
                begins_file: false,
                origin: section[at].origin.clone(),
                own,
            };
            let lowered = lower::lower(&[raw], context);
            let errors = lowered.diagnostics.iter();
            let errors = errors.filter(|one| one.level == Level::Error).count();
            let jobs = lowered.plan.jobs.into_iter().map(|job| JobPlan {
                options: None,
                given: Vec::new(),
                ..job
            });
            (jobs.collect::<Vec<_>>(), errors)
        };
        let mut others = section.to_vec();
        others.remove(at);
        job(section.to_vec()) != job(others)
    }
}

/// Reads a command line, without the program's name, and the job files it names.
pub fn parse(args: &[String], world: &Surroundings<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    parsed.sources.texts.push(SourceText {
        name: "command line".to_owned(),
        lines: args.to_vec(),
    });
    let operands = CommandLine {
        parsed: &mut parsed,
        state: CliState::default(),
        in_job: false,
    }
    .read(args);
    let only_help = !matches!(
        parsed.action,
        Action::Run | Action::ParseOnly | Action::MergeTraces | Action::ShowCmd
    );
    if only_help {
        parsed.jobs.clear();
        return parsed;
    }
    read_files(&mut parsed, &operands, world);
    let context = ValueContext {
        cpus: world.cpus,
        page_size: world.machine.page_size,
        file: world.file,
    };
    parsed.context = Some(context);
    let lowered = lower::lower(&parsed.jobs, &context);
    parsed.plan = lowered.plan;
    parsed.diagnostics.extend(lowered.diagnostics);
    judge_unused_globals(&mut parsed, &context);
    if parsed.cli.readonly {
        refuse_writers(&mut parsed);
    }
    settle(&mut parsed.diagnostics);
    if parsed.jobs.is_empty() && parsed.action == Action::Run && !parsed.failed() {
        parsed.diagnostics.push(Diagnostic {
            level: Level::Error,
            origin: None,
            message: Sentence::new(job_text::no_job),
            help: Some(Sentence::new(job_text::define_job)),
            fio_message: Some("No job(s) defined".to_owned()),
        });
    }
    parsed
}

/// Globals that no job follows do nothing, but a mistake in them is a mistake: fio reads their values as well.
fn judge_unused_globals(parsed: &mut Parsed, context: &ValueContext) {
    let of_files = parsed.files.iter().filter_map(|file| {
        let last = file.sections.iter().rposition(|section| !section.global);
        let rest = &file.sections[last.map_or(0, |last| last + 1)..];
        let options: Vec<RawOption> = rest
            .iter()
            .flat_map(|section| section.options.iter().cloned())
            .collect();
        let origin = rest.first()?.origin.clone();
        Some((options, origin))
    });
    let nowhere = Origin {
        source: 0,
        line: 1,
        column: 1,
        len: 1,
    };
    for (globals, origin) in of_files.chain([(parsed.globals.clone(), nowhere)]) {
        let places: Vec<Origin> = globals.iter().map(|option| option.origin.clone()).collect();
        let job = RawJob {
            name: "global".to_owned(),
            globals,
            own: Vec::new(),
            begins_file: false,
            origin,
        };
        let said = lower::lower(&[job], context).diagnostics;
        let of_values = |diagnostic: &Diagnostic| {
            diagnostic.level == Level::Error
                && diagnostic
                    .origin
                    .as_ref()
                    .is_some_and(|origin| places.contains(origin))
        };
        parsed.diagnostics.extend(said.into_iter().filter(of_values));
    }
}

/// In the order of the texts, and a problem of a global section once, however many jobs share it.
fn settle(diagnostics: &mut Vec<Diagnostic>) {
    let place = |diagnostic: &Diagnostic| match &diagnostic.origin {
        Some(origin) => (0, origin.source, origin.line, origin.column),
        None => (1, 0, 0, 0),
    };
    diagnostics.sort_by_key(place);
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut same_place = 0;
    for diagnostic in diagnostics.drain(..) {
        if kept.last().is_none_or(|last| place(last) != place(&diagnostic)) {
            same_place = kept.len();
        }
        if !kept[same_place..].contains(&diagnostic) {
            kept.push(diagnostic);
        }
    }
    *diagnostics = kept;
}

/// FIO-DIFF(readonly-anywhere): fio looks at `--readonly` when it meets a job's `rw`, so that a later `--readonly` does not
/// protect; here it holds for all jobs wherever it stands.
fn refuse_writers(parsed: &mut Parsed) {
    let writes = |plan: &JobPlan| plan.access.mode.issues(Ddir::Write) || plan.access.mode.issues(Ddir::Trim);
    for (raw, plan) in parsed.jobs.iter().zip(&parsed.plan.jobs) {
        if writes(plan) {
            let mode = raw
                .globals
                .iter()
                .chain(&raw.own)
                .rev()
                .find(|option| option.spec.name == "rw");
            let origin = mode.map_or(&raw.origin, |option| &option.origin);
            let message = Sentence::new(|lang| job_text::Readonly { job: &raw.name }.text(lang));
            let words = format!(
                "fio: job <{}> has write or trim bit set, but fio is in read-only mode",
                raw.name
            );
            parsed
                .diagnostics
                .push(Diagnostic::at(Level::Error, origin, message).with_fio(words));
        }
    }
}

/// A word that names a job file.
struct Operand {
    path: String,
    origin: Origin,
    /// What may have been meant, should there be no such file.
    hint: Option<Sentence>,
}

impl Operand {
    fn new(path: String, origin: Origin, flag_before: Option<&str>) -> Self {
        let option = path.split_once('=').and_then(|(name, _)| options::find(name));
        let hint = match (option, flag_before) {
            (Some(_), _) => Some(Sentence::new(|lang| {
                job_text::DashesMissing { word: &path }.text(lang)
            })),
            (None, Some(flag)) => Some(Sentence::new(|lang| {
                job_text::ValueAfterEquals {
                    flag: &flag,
                    value: &path,
                }
                .text(lang)
            })),
            (None, None) => None,
        };
        Self { path, origin, hint }
    }
}

/// Options of a job file after the global ones were copied to each job: 100,000 jobs with 20 each fit.
const MOST_OPTIONS: usize = 2_000_000;

fn read_files(parsed: &mut Parsed, operands: &[Operand], world: &Surroundings<'_>) {
    for (index, operand) in operands.iter().enumerate() {
        // The command line's globals hold for the first file only.
        let mut globals = if index == 0 {
            parsed.globals.clone()
        } else {
            Vec::new()
        };
        let engine = engine_of(&globals).unwrap_or(DEFAULT_ENGINE).to_owned();
        let mut reader = FileReader {
            world,
            sources: &mut parsed.sources,
            diagnostics: &mut parsed.diagnostics,
            selected: &parsed.cli.sections,
        };
        let Some(file) = reader.read(&operand.path, &operand.origin, &engine) else {
            if let Some(diagnostic) = parsed.diagnostics.last_mut() {
                diagnostic.help.clone_from(&operand.hint);
            }
            continue;
        };
        let mut begins_file = index > 0;
        let mut copies = 0;
        for section in &file.sections {
            if section.global {
                globals.extend(section.options.iter().cloned());
                continue;
            }
            copies += globals.len() + section.options.len();
            if copies > MOST_OPTIONS {
                let message =
                    Sentence::new(|lang| job_text::TooManyOptions { most: &MOST_OPTIONS }.text(lang));
                let diagnostic = Diagnostic::at(Level::Error, &section.origin, message);
                parsed.diagnostics.push(diagnostic);
                break;
            }
            parsed.jobs.push(RawJob {
                name: section.name.clone(),
                globals: globals.clone(),
                own: section.options.clone(),
                begins_file,
                origin: section.origin.clone(),
            });
            begins_file = false;
        }
        parsed.files.push(file);
    }
}

/// The state of reading a command line.
struct CommandLine<'p> {
    parsed: &'p mut Parsed,
    state: CliState,
    /// Options belong to the last job, not to the globals.
    in_job: bool,
}

impl CommandLine<'_> {
    fn read(mut self, args: &[String]) -> Vec<Operand> {
        let mut operands = Vec::new();
        let mut walk = Walk::new(args);
        let mut flag = None;
        while let Some(word) = walk.next(&self.engine()) {
            let flag_before = flag.take();
            match word {
                Word::Operand { text, origin } => operands.push(Operand::new(text, origin, flag_before)),
                Word::Bad(bad) => {
                    let diagnostic = explain(&bad, &self.engine());
                    self.parsed.diagnostics.push(diagnostic);
                }
                Word::Option {
                    meaning: Meaning::Cli(option),
                    value,
                    origin,
                } => {
                    self.cli_option(option, value.as_deref().unwrap_or_default(), &origin);
                }
                Word::Option {
                    meaning: Meaning::Job(spec),
                    value,
                    origin,
                } => {
                    flag = value.is_none().then_some(spec.name);
                    self.job_option(spec, value, origin);
                }
            }
            let ends = matches!(self.state.action, Action::Version | Action::Help);
            if ends && self.parsed.diagnostics.is_empty() {
                break;
            }
        }
        self.parsed.cli = self.state.options;
        self.parsed.cli_given = self.state.given;
        self.parsed.action = self.state.action;
        operands
    }

    /// The engine whose options the next word may use.
    fn engine(&self) -> String {
        let own = self.parsed.jobs.last().filter(|_| self.in_job);
        own.and_then(|job| engine_of(&job.own).or_else(|| engine_of(&job.globals)))
            .or_else(|| engine_of(&self.parsed.globals).filter(|_| own.is_none()))
            .unwrap_or(DEFAULT_ENGINE)
            .to_owned()
    }

    fn cli_option(&mut self, option: &CliOption, value: &str, origin: &Origin) {
        if let Err(refusal) = option.apply(&mut self.state, value) {
            let mut diagnostic = Diagnostic::at(refusal.level, origin, refusal.message);
            diagnostic.fio_message = refusal.fio_message;
            self.parsed.diagnostics.push(diagnostic);
        }
    }

    fn job_option(&mut self, spec: &'static OptionSpec, value: Option<String>, origin: Origin) {
        if value.as_deref() == Some("") {
            let diagnostic = Diagnostic::at(Level::Error, &origin, |lang| {
                job_options::EmptyValue { option: &spec.name }.text(lang)
            });
            self.parsed
                .diagnostics
                .push(diagnostic.with_fio(format!("fio: option {} requires an argument", spec.name)));
            return;
        }
        if spec.name == "name" {
            let name = value.clone().unwrap_or_default();
            self.in_job = !is_global(&name);
            if !self.in_job {
                // fio echoes the name of a global section that the command line opened.
                self.parsed.globals.push(RawOption { spec, value, origin });
            } else {
                self.parsed.jobs.push(RawJob {
                    name,
                    globals: self.parsed.globals.clone(),
                    own: vec![RawOption {
                        spec,
                        value,
                        origin: origin.clone(),
                    }],
                    begins_file: false,
                    origin,
                });
            }
            return;
        }
        let option = RawOption { spec, value, origin };
        match self.parsed.jobs.last_mut().filter(|_| self.in_job) {
            Some(job) => job.own.push(option),
            None => self.parsed.globals.push(option),
        }
    }
}

/// Possibilities that a message names at most.
const SHOWN: usize = 8;

/// The message about a word that is not an option.
fn explain(bad: &BadWord, engine: &str) -> Diagnostic {
    let BadWord {
        origin,
        typed,
        name,
        fault,
    } = bad;
    let error = |message: Sentence| Diagnostic::at(Level::Error, origin, message);
    let unrecognized = format!("fio: unrecognized option '{typed}'");
    match fault {
        Fault::NeedsValue => error(Sentence::new(|lang| {
            job_options::NeedsValue { option: &name }.text(lang)
        }))
        .with_fio(format!(
            "fio: option '{typed}' requires an argument\n{unrecognized}"
        )),
        Fault::TakesNoValue(full) => error(Sentence::new(|lang| {
            job_text::TakesNoValue { option: &full }.text(lang)
        }))
        .with_fio(format!(
            "fio: option '--{full}' doesn't allow an argument\n{unrecognized}"
        )),
        Fault::Ambiguous(names) => {
            let dashes = &typed[..typed.len() - typed.trim_start_matches('-').len()];
            let quoted: Vec<String> = names.iter().map(|name| format!("'{dashes}{name}'")).collect();
            let help = match names.iter().find(|other| **other != names[0]) {
                // One of fio's profiles has an option of the same name.
                None => Sentence::new(|lang| job_text::WriteInFull { option: &names[0] }.text(lang)),
                Some(_) if names.len() > SHOWN => {
                    Sentence::verbatim(format!("{}, …", names[..SHOWN].join(", ")))
                }
                Some(_) => Sentence::verbatim(names.join(", ")),
            };
            error(Sentence::new(|lang| {
                job_text::Ambiguous { name: &name }.text(lang)
            }))
            .with_help(help)
            .with_fio(format!(
                "fio: option '{typed}' is ambiguous; possibilities: {}\n{unrecognized}",
                quoted.join(" ")
            ))
        }
        Fault::Unknown => match (options::find(name), nearest(name, all_names(engine))) {
            (Some(spec), _) => error(Sentence::new(|lang| {
                job_options::NotOfEngine {
                    option: &name,
                    engine: &engine,
                }
                .text(lang)
            }))
            .with_help(|lang| {
                job_text::BelongsAfterEngine {
                    engines: &spec.engines.join(", "),
                }
                .text(lang)
            })
            .with_fio(unrecognized),
            (None, Some(near)) => error(Sentence::new(|lang| {
                job_options::NotAnOption { name: &name }.text(lang)
            }))
            .with_help(|lang| job_options::DidYouMean { near: &near }.text(lang))
            .with_fio(format!("{unrecognized}\nDid you mean {near}?")),
            (None, None) => error(Sentence::new(|lang| {
                job_options::NotAnOption { name: &name }.text(lang)
            }))
            .with_fio(unrecognized),
        },
    }
}
