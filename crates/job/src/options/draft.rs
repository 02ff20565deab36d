//! A job while its options are being read: the plan so far, and what only the end can decide.

use std::collections::{HashMap, HashSet};

use fiord_messages::{Sentence, job_options};

use crate::diagnostic::{Diagnostic, Level};
use crate::plan::{Amount, JobPlan, PerDdir, SplitShare, SprandomPlan, ZbdPlan, ZoneMode};
use crate::source::Origin;

/// Reads the first bytes of a file, at most so many. The error is what the system said.
pub type ReadFile = fn(&str, usize) -> Result<Vec<u8>, Sentence>;

/// What the reading of values may depend on.
#[derive(Debug, Clone, Copy)]
pub struct ValueContext {
    /// CPUs that a job may name.
    pub cpus: u32,
    /// Page size in bytes.
    pub page_size: u64,
    /// The beginning of a file that a pattern names.
    pub file: ReadFile,
}

/// Why an option cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub(crate) message: Sentence,
    pub(super) help: Option<Sentence>,
}

impl Problem {
    /// What was seen.
    pub fn new(message: impl Into<Sentence>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }

    /// Something fio has and fiord does not.
    pub fn refused(message: impl Into<Sentence>) -> Self {
        Self::new(message).help(job_options::leave_out_or_fio)
    }

    /// What is allowed or what to try.
    pub fn help(mut self, help: impl Into<Sentence>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// What was given of verification, as far as a later option or the end decides about it.
#[derive(Debug, Clone, Copy, Default)]
pub struct GivenVerify {
    /// `verify` was given.
    pub kind_given: bool,
    /// `verify_state_save=1` was given.
    pub saves_state: bool,
    /// `refill_buffers` was given.
    pub refill_given: bool,
    /// `verify_header_seed`
    pub check_seed: Option<bool>,
    /// `verify_write_sequence`
    pub check_sequence: Option<bool>,
    /// `verify_backlog`; 0 is none.
    pub backlog: u64,
    /// `verify_backlog_batch`; 0 is the whole backlog.
    pub backlog_batch: u64,
    /// `trim_backlog`; 0 is none.
    pub trim_backlog: u64,
    /// `trim_backlog_batch`; 0 is the whole backlog.
    pub trim_backlog_batch: u64,
}

/// What was given of zones. Lengths are in bytes, and 0 is none.
#[derive(Debug, Clone)]
pub struct GivenZones {
    /// `zonemode`
    pub mode: ZoneMode,
    /// `zonesize`
    pub size: u64,
    /// `zonerange`
    pub range: u64,
    /// `zoneskip`
    pub skip: Amount,
    /// What only `zonemode=zbd` has.
    pub zbd: ZbdPlan,
}

impl Default for GivenZones {
    fn default() -> Self {
        Self {
            mode: ZoneMode::None,
            size: 0,
            range: 0,
            skip: Amount::Bytes(0),
            zbd: ZbdPlan::default(),
        }
    }
}

/// What was given of `sprandom`.
#[derive(Debug, Clone, Copy, Default)]
pub struct GivenSprandom {
    /// `sprandom=1`
    pub is_on: bool,
    /// Its other options.
    pub plan: SprandomPlan,
    /// `random_generator` was given.
    pub generator_given: bool,
}

/// A job while its options are being read. The setters of the table write into it.
#[derive(Debug)]
pub struct Draft {
    /// The plan so far.
    pub plan: JobPlan,
    pub machine: ValueContext,
    /// `bs`, which `bsrange` and `bssplit` override wherever they stand.
    pub sizes: PerDdir<u64>,
    /// `bsrange`
    pub size_ranges: PerDdir<Option<(u64, u64)>>,
    /// `bssplit`
    pub size_splits: PerDdir<Option<Vec<SplitShare>>>,
    pub zones: GivenZones,
    /// `random_sequence_stride`
    pub sequence_strides: bool,
    pub sprandom: GivenSprandom,
    /// What was given of verification.
    pub verify: GivenVerify,
    /// `sim_size`; `None`: not given.
    pub sim_bytes: Option<u64>,
    /// The names in `plan.files.filenames`.
    pub known_names: HashSet<String>,
    /// The engine that was asked for does not exist, so its options are not worth judging.
    pub engine_failed: bool,
    origin: Option<Origin>,
    /// Where each option was given last.
    places: HashMap<&'static str, Origin>,
    fio_message: String,
    diagnostics: Vec<Diagnostic>,
}

impl Draft {
    /// A job in which nothing was said.
    pub fn new(name: &str, machine: ValueContext) -> Self {
        Self {
            plan: JobPlan::new(name),
            machine,
            sizes: PerDdir::all(4096),
            size_ranges: PerDdir::all(None),
            size_splits: PerDdir::all(None),
            zones: GivenZones::default(),
            sequence_strides: false,
            sprandom: GivenSprandom::default(),
            verify: GivenVerify::default(),
            sim_bytes: None,
            known_names: HashSet::new(),
            engine_failed: false,
            origin: None,
            places: HashMap::new(),
            fio_message: String::new(),
            diagnostics: Vec::new(),
        }
    }

    /// 1024 or 1000.
    pub fn kb_base(&self) -> u32 {
        self.plan.report.kb_base
    }

    /// What is said from now on is about this place; fio's words for a failure there.
    pub(crate) fn at(&mut self, origin: &Origin, fio_message: &str) {
        self.origin = Some(origin.clone());
        fio_message.clone_into(&mut self.fio_message);
    }

    /// What is said from now on is about this option.
    pub(crate) fn at_option(&mut self, name: &'static str, origin: &Origin, fio_message: &str) {
        self.places.insert(name, origin.clone());
        self.at(origin, fio_message);
    }

    /// Whether the option being read stands on the command line.
    pub(crate) fn is_on_command_line(&self) -> bool {
        self.origin
            .as_ref()
            .is_some_and(|origin| origin.source == Origin::COMMAND_LINE)
    }

    /// The job cannot run.
    pub fn fail(&mut self, problem: Problem) {
        let fio_message = (!self.fio_message.is_empty()).then(|| self.fio_message.clone());
        self.push(Level::Error, problem.message, problem.help, fio_message);
    }

    /// The job cannot run, because of an option that was read before.
    pub fn fail_because_of(&mut self, option: &str, problem: Problem) {
        self.at_place_of(option, |draft| draft.fail(problem));
    }

    fn at_place_of(&mut self, option: &str, say: impl FnOnce(&mut Self)) {
        let before = self.origin.clone();
        if let Some(place) = self.places.get(option) {
            self.origin = Some(place.clone());
        }
        say(self);
        self.origin = before;
    }

    /// The job cannot run; fio says so in these words.
    pub(crate) fn fail_as(&mut self, fio_message: &str, problem: Problem) {
        self.push(
            Level::Error,
            problem.message,
            problem.help,
            Some(fio_message.to_owned()),
        );
    }

    /// As [`Draft::fail_as`], at the place of an option that was given before.
    pub(crate) fn fail_as_because_of(&mut self, option: &str, fio_message: &str, problem: Problem) {
        self.at_place_of(option, |draft| draft.fail_as(fio_message, problem));
    }

    /// Probably not what was meant.
    pub fn warn(&mut self, message: impl Into<Sentence>, help: impl Into<Sentence>) {
        self.push(Level::Warning, message.into(), Some(help.into()), None);
    }

    /// For information.
    pub fn note(&mut self, message: impl Into<Sentence>) {
        self.push(Level::Note, message.into(), None, None);
    }

    /// Probably not what was meant, and fio says so in these words.
    pub(crate) fn warn_as(&mut self, fio_message: &str, message: impl Into<Sentence>) {
        self.push(Level::Warning, message.into(), None, Some(fio_message.to_owned()));
    }

    fn push(&mut self, level: Level, message: Sentence, help: Option<Sentence>, fio_message: Option<String>) {
        self.diagnostics.push(Diagnostic {
            level,
            origin: self.origin.clone(),
            message,
            help,
            fio_message,
        });
    }

    pub(crate) fn into_parts(self) -> (JobPlan, Vec<Diagnostic>) {
        (self.plan, self.diagnostics)
    }
}
