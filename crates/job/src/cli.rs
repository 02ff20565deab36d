//! Options of the whole invocation: what is printed, where, and how. Options of jobs are in [`crate::options`].

use fiord_messages::{Fixed, Sentence, job_text};

use crate::diagnostic::Level;
use crate::nearest::nearest;
use crate::units::{self, BareTime};

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text for people.
    Normal,
    /// Semicolons.
    Terse,
    Json,
    /// JSON with histograms.
    JsonPlus,
}

impl OutputFormat {
    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "normal" => Some(Self::Normal),
            "terse" | "minimal" => Some(Self::Terse),
            "json" => Some(Self::Json),
            "json+" => Some(Self::JsonPlus),
            _ => None,
        }
    }
}

/// When the progress line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Eta {
    /// On a terminal.
    #[default]
    Auto,
    Always,
    Never,
}

/// `--idle-prof`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleProf {
    /// Idleness of the whole machine.
    System,
    /// Also per processor.
    PerCpu,
}

/// The command `--trigger` runs, and when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trigger {
    /// `--trigger-file`: run it when this file appears.
    pub file: Option<String>,
    /// `--trigger-timeout` in microseconds: run it after this time.
    pub timeout_us: Option<u64>,
    /// `--trigger`: the command.
    pub command: Option<String>,
}

/// What is shown while jobs run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressOptions {
    /// `--eta`
    pub eta: Eta,
    /// `--eta-newline` in microseconds: a new line after each such time.
    pub eta_newline_us: Option<u64>,
    /// `--eta-interval` in microseconds.
    pub eta_interval_us: u64,
    /// `--status-interval` in microseconds: a whole report after each such time.
    pub status_interval_us: Option<u64>,
}

/// What was asked of the whole invocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CliOptions {
    /// `--output`; `None` is standard output.
    pub output: Option<String>,
    /// `--output-format`, `--minimal` and `--append-terse`, without repeats; never empty.
    pub output_formats: Vec<OutputFormat>,
    /// `--terse-version`: 2 to 5.
    pub terse_version: u8,
    pub progress: ProgressOptions,
    /// `--readonly`: no job may write or trim.
    pub readonly: bool,
    /// `--section`: only these sections of job files; empty is all.
    pub sections: Vec<String>,
    /// `--warnings-fatal`
    pub warnings_fatal: bool,
    /// `--max-jobs`. FIO-DIFF(max-jobs): not a limit here, since no shared table is laid out beforehand; fio stops at 4096.
    pub max_jobs: Option<u32>,
    /// `--bandwidth-log`: how the names of the logs of the aggregate bandwidth begin.
    pub bandwidth_log: Option<String>,
    /// `--idle-prof`
    pub idle_prof: Option<IdleProf>,
    /// `--trigger-file`, `--trigger-timeout`, `--trigger`
    pub trigger: Trigger,
    /// `--aux-path`: directory of state files.
    pub aux_path: Option<String>,
    /// `--allow-destroy` (ours): devices that may be overwritten.
    pub allow_destroy: Vec<String>,
    /// `--debug`: what is told while jobs are read and run.
    pub debug: DebugOptions,
    /// `--evidence` (ours): where the native record of the run goes.
    pub evidence: Option<String>,
}

impl Default for CliOptions {
    fn default() -> Self {
        Self {
            output: None,
            output_formats: vec![OutputFormat::Normal],
            terse_version: 3,
            progress: ProgressOptions {
                eta: Eta::Auto,
                eta_newline_us: None,
                eta_interval_us: 1_000_000,
                status_interval_us: None,
            },
            readonly: false,
            sections: Vec::new(),
            warnings_fatal: false,
            max_jobs: None,
            bandwidth_log: None,
            idle_prof: None,
            trigger: Trigger::default(),
            aux_path: None,
            allow_destroy: Vec::new(),
            debug: DebugOptions::default(),
            evidence: None,
        }
    }
}

/// The categories of `--debug` that exist here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DebugOptions {
    /// Each step of each I/O.
    pub io: bool,
    /// What random numbers are drawn from.
    pub random: bool,
    /// Each option as it was taken.
    pub parse: bool,
}

impl DebugOptions {
    /// The names of those that exist, and what they tell.
    pub const KNOWN: [(&'static str, &'static str); 3] = [
        ("io", "each step of each I/O: fill, queue, complete"),
        ("random", "the seeds of each worker"),
        ("parse", "each option as a job took it"),
    ];

    /// fio's other categories: they show what its own code does.
    const LACKING: &str = "process file mem blktrace verify diskutil job mutex profile time net rate compress steadystate helperthread zbd";

    /// Whether anything is told.
    pub const fn any(self) -> bool {
        self.io || self.random || self.parse
    }
}

/// What the invocation is to do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Action {
    /// Run the jobs.
    #[default]
    Run,
    /// Read everything and stop.
    ParseOnly,
    /// Join the block traces of the jobs and stop.
    MergeTraces,
    /// Print the version.
    Version,
    /// Print how it is used.
    Help,
    /// Describe options: all names, `all`, or one.
    CmdHelp(Option<String>),
    /// Describe engines: all names, one, or one and an option of it (`engine,option`).
    EngHelp(Option<String>),
    /// Print job files as command lines: see [`crate::showcmd`].
    ShowCmd,
    /// Time the checksums; all or those named.
    CrcTest(Option<String>),
    /// Time copying memory; all ways or those named.
    MemcpyTest(Option<String>),
    /// Check the clock of the CPU.
    CpuClockTest,
    /// List what `--debug` tells.
    DebugHelp,
    /// Print a compressed log.
    InflateLog(String),
    /// Time a unit of work (`--idle-prof=calibrate`).
    CalibrateIdle,
}

/// Whether an option takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Never; `--x=v` is an error.
    Nothing,
    /// Always, and the next word is taken whatever it looks like.
    Value,
    /// Only as `--x=v`.
    Maybe,
}

/// One option of the invocation.
#[derive(Debug)]
pub struct CliOption {
    /// Its long name.
    pub name: &'static str,
    /// Its letter behind a single dash.
    pub short: Option<char>,
    /// Whether it takes a value.
    pub takes: Takes,
    /// What the value is called in help.
    pub value: &'static str,
    /// One sentence.
    pub doc: &'static str,
    apply: Apply,
}

enum Apply {
    /// Sets a field or the action. An error is a message and, where scripts know them, fio's words.
    With(fn(&mut CliState, &str) -> Result<(), CliRefusal>),
    /// Not done here, for this reason.
    Refused(Fixed),
}

impl std::fmt::Debug for Apply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Apply::With(_) => "With",
            Apply::Refused(_) => "Refused",
        })
    }
}

/// Options and action as they grow while the words are read.
#[derive(Debug, Default)]
pub(crate) struct CliState {
    pub(crate) options: CliOptions,
    pub(crate) action: Action,
    /// What was taken, as typed.
    pub(crate) given: Vec<(&'static str, String)>,
}

/// Why an option was not taken.
#[derive(Debug)]
pub(crate) struct CliRefusal {
    pub(crate) message: Sentence,
    pub(crate) fio_message: Option<String>,
    /// Below an error, the option is taken all the same, as fio does.
    pub(crate) level: Level,
}

impl CliRefusal {
    /// An error for which fio has no words.
    fn ours(message: impl Into<Sentence>) -> Self {
        Self {
            message: message.into(),
            fio_message: None,
            level: Level::Error,
        }
    }
}

fn refuse<T>(message: impl Into<Sentence>, fio_message: impl Into<String>) -> Result<T, CliRefusal> {
    let mut refusal = CliRefusal::ours(message);
    refusal.fio_message = Some(fio_message.into());
    Err(refusal)
}

impl CliOption {
    const fn short(mut self, letter: char) -> Self {
        self.short = Some(letter);
        self
    }

    /// Why there is none here; `None`: there is.
    pub const fn refusal(&self) -> Option<Fixed> {
        match self.apply {
            Apply::With(_) => None,
            Apply::Refused(reason) => Some(reason),
        }
    }

    /// Takes the option into the state. `value` is empty for a bare option.
    pub(crate) fn apply(&self, state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
        match &self.apply {
            Apply::With(set) => {
                set(state, value)?;
                state.given.push((self.name, value.to_owned()));
                Ok(())
            }
            Apply::Refused(reason) => Err(CliRefusal::ours(Sentence::new(|lang| {
                job_text::CliNotSupported {
                    option: &self.name,
                    reason: &reason(lang),
                }
                .text(lang)
            }))),
        }
    }
}

const fn option(
    name: &'static str,
    takes: Takes,
    value: &'static str,
    doc: &'static str,
    apply: fn(&mut CliState, &str) -> Result<(), CliRefusal>,
) -> CliOption {
    CliOption {
        name,
        short: None,
        takes,
        value,
        doc,
        apply: Apply::With(apply),
    }
}

/// An option without a value.
const fn flag(
    name: &'static str,
    doc: &'static str,
    apply: fn(&mut CliState, &str) -> Result<(), CliRefusal>,
) -> CliOption {
    option(name, Nothing, "", doc, apply)
}

const fn refused(name: &'static str, takes: Takes, reason: Fixed) -> CliOption {
    CliOption {
        name,
        short: None,
        takes,
        value: "",
        doc: "Not supported.",
        apply: Apply::Refused(reason),
    }
}

/// FIO-DIFF(debug): fio prints what its own code does, in the midst of the report, and leaves out what it does not know.
fn debug(state: &mut CliState, list: &str) -> Result<(), CliRefusal> {
    let known = DebugOptions::KNOWN.map(|(name, _)| name);
    let exist = &known.join(", ");
    for name in list.split(',').map(str::trim) {
        let debug = &mut state.options.debug;
        match name {
            "io" => debug.io = true,
            "random" => debug.random = true,
            "parse" => debug.parse = true,
            "all" => (debug.io, debug.random, debug.parse) = (true, true, true),
            "help" | "?" => act(state, Action::DebugHelp)?,
            _ if DebugOptions::LACKING.split(' ').any(|lacking| lacking == name) => {
                let message = job_text::DebugLacking {
                    word: &name,
                    known: exist,
                };
                return Err(CliRefusal::ours(|lang| message.text(lang)));
            }
            _ => {
                let near = nearest(name, known);
                let words = Sentence::new(|lang| match near {
                    Some(near) => job_text::DebugNear {
                        word: &name,
                        near: &near,
                        known: exist,
                    }
                    .text(lang),
                    None => job_text::DebugUnknown {
                        word: &name,
                        known: exist,
                    }
                    .text(lang),
                });
                return refuse(words, format!("fio: debug mask {name} not found"));
            }
        }
    }
    Ok(())
}

const NO_NETWORK: Fixed = job_text::no_network;

use Takes::{Maybe, Nothing, Value};

/// Every option of the invocation.
pub static CLI_OPTIONS: &[CliOption] = &[
    option("output", Value, "FILE", "Where the report goes.", |s, v| {
        s.options.output = Some(v.to_owned());
        Ok(())
    })
    .short('o'),
    refused("latency-log", Value, job_text::latency_log_gone).short('l'),
    // FIO-DIFF(bandwidth-log): fio takes a value since 3.42.
    option(
        "bandwidth-log",
        Maybe,
        "PREFIX",
        "Log the bandwidth of all jobs together, in PREFIX-read_bw.log and so on; PREFIX is `agg` by default.",
        |s, v| {
            s.options.bandwidth_log = Some(some(v).unwrap_or_else(|| "agg".to_owned()));
            Ok(())
        },
    )
    .short('b'),
    flag("minimal", "Same as --output-format=terse.", |s, _| {
        s.options.output_formats = vec![OutputFormat::Terse];
        Ok(())
    })
    .short('m'),
    option(
        "output-format",
        Value,
        "LIST",
        "Any of normal, terse, json, json+, separated by commas.",
        output_format,
    )
    .short('F'),
    flag("append-terse", "The terse report as well.", |s, _| {
        if !s.options.output_formats.contains(&OutputFormat::Terse) {
            s.options.output_formats.push(OutputFormat::Terse);
        }
        Ok(())
    })
    .short('f'),
    flag("version", "Print the version.", |s, _| act(s, Action::Version)).short('v'),
    flag("help", "Print how it is used.", |s, _| act(s, Action::Help)).short('h'),
    option(
        "cmdhelp",
        Maybe,
        "OPTION",
        "Describe an option, or `all`.",
        |s, v| act(s, Action::CmdHelp(some(v))),
    )
    .short('c'),
    option(
        "enghelp",
        Maybe,
        "ENGINE[,OPTION]",
        "Describe an engine.",
        |s, v| act(s, Action::EngHelp(some(v))),
    )
    .short('i'),
    flag("showcmd", "Print job files as command lines.", |s, _| {
        act(s, Action::ShowCmd)
    })
    .short('s'),
    flag("readonly", "Refuse every job that writes or trims.", |s, _| {
        s.options.readonly = true;
        Ok(())
    })
    .short('r'),
    option("eta", Value, "WHEN", "Show progress: always, never, auto.", eta).short('e'),
    option(
        "eta-interval",
        Value,
        "TIME",
        "Time between two progress lines.",
        eta_interval,
    )
    .short('O'),
    option(
        "eta-newline",
        Value,
        "TIME",
        "Keep one progress line per such time.",
        eta_newline,
    )
    .short('E'),
    option(
        "debug",
        Value,
        "LIST",
        "Print debug lines to stderr: io, random, parse or all; `help` lists them.",
        debug,
    )
    .short('d'),
    flag("parse-only", "Read the jobs and stop.", |s, _| {
        act(s, Action::ParseOnly)
    })
    .short('P'),
    option(
        "section",
        Value,
        "NAME",
        "Only this section of the job files; may be repeated.",
        section,
    )
    .short('x'),
    option(
        "inflate-log",
        Value,
        "FILE",
        "Print a compressed log (log_store_compressed).",
        |s, value| act(s, Action::InflateLog(value.to_owned())),
    )
    .short('X'),
    option(
        "alloc-size",
        Value,
        "KIB",
        "No effect: fiord has no memory pool.",
        |_, _| Ok(()),
    )
    .short('a'),
    refused("profile", Value, job_text::no_built_in_profile).short('p'),
    flag("warnings-fatal", "A warning is an error.", |s, _| {
        s.options.warnings_fatal = true;
        Ok(())
    })
    .short('w'),
    option(
        "max-jobs",
        Value,
        "N",
        "No effect: fiord has no limit on jobs.",
        |s, v| {
            s.options.max_jobs = v.parse().ok();
            Ok(())
        },
    )
    .short('j'),
    option(
        "terse-version",
        Value,
        "N",
        "Version of the terse report: 2 to 5.",
        terse_version,
    )
    .short('V'),
    refused("server", Maybe, NO_NETWORK).short('S'),
    refused("daemonize", Value, NO_NETWORK).short('D'),
    refused("client", Value, NO_NETWORK).short('C'),
    refused("remote-config", Value, NO_NETWORK).short('R'),
    flag("cpuclock-test", "Check the clock of the CPU.", |s, _| {
        act(s, Action::CpuClockTest)
    })
    .short('T'),
    option("crctest", Maybe, "LIST", "Time the checksums.", |s, v| {
        act(s, Action::CrcTest(some(v)))
    })
    .short('G'),
    option("memcpytest", Maybe, "LIST", "Time copying memory.", |s, v| {
        act(s, Action::MemcpyTest(some(v)))
    })
    .short('M'),
    option(
        "idle-prof",
        Value,
        "WHAT",
        "Idle time of CPUs: system, percpu, calibrate.",
        idle_prof,
    )
    .short('I'),
    option(
        "status-interval",
        Value,
        "TIME",
        "A whole report after each such time.",
        status_interval,
    )
    .short('L'),
    option(
        "trigger-file",
        Value,
        "FILE",
        "Run the trigger when this file appears.",
        |s, v| {
            s.options.trigger.file = Some(v.to_owned());
            Ok(())
        },
    )
    .short('W'),
    option(
        "trigger-timeout",
        Value,
        "TIME",
        "Run the trigger after this time.",
        |s, v| {
            s.options.trigger.timeout_us = Some(time(v)?);
            Ok(())
        },
    )
    .short('B'),
    option(
        "trigger",
        Value,
        "COMMAND",
        "The command of the trigger.",
        |s, v| {
            s.options.trigger.command = Some(v.to_owned());
            Ok(())
        },
    )
    .short('H'),
    refused("trigger-remote", Value, NO_NETWORK).short('J'),
    option("aux-path", Value, "DIR", "Directory of state files.", |s, v| {
        s.options.aux_path = Some(v.to_owned());
        Ok(())
    })
    .short('K'),
    flag(
        "merge-blktrace-only",
        "Join the block traces of the jobs (merge_blktrace_file) and stop.",
        |s, _| act(s, Action::MergeTraces),
    )
    .short('A'),
    option(
        "allow-destroy",
        Value,
        "DEVICE",
        "This block device may be overwritten; may be repeated.",
        |s, v| {
            s.options.allow_destroy.push(v.to_owned());
            Ok(())
        },
    ),
    option(
        "evidence",
        Value,
        "FILE",
        "Where the native record of the run goes.",
        |s, v| {
            s.options.evidence = Some(v.to_owned());
            Ok(())
        },
    ),
];

fn some(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

/// The first that is more than `--parse-only` decides; `--version` and `--help` end the reading in any case.
fn act(state: &mut CliState, action: Action) -> Result<(), CliRefusal> {
    let ends = matches!(action, Action::Version | Action::Help);
    if ends || matches!(state.action, Action::Run | Action::ParseOnly) {
        state.action = action;
    }
    Ok(())
}

fn output_format(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    let mut formats = Vec::new();
    for name in value.split(',') {
        let Some(format) = OutputFormat::named(name.trim()) else {
            return refuse(
                |lang| job_text::NotAFormat { name: &name }.text(lang),
                format!("fio: invalid output format {name}\nfio: failed parsing output-format"),
            );
        };
        if !formats.contains(&format) {
            formats.push(format);
        }
    }
    state.options.output_formats = formats;
    Ok(())
}

fn eta(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    state.options.progress.eta = match value {
        "always" => Eta::Always,
        "never" => Eta::Never,
        _ => Eta::Auto,
    };
    if matches!(value, "always" | "never" | "auto") {
        return Ok(());
    }
    let mut refusal = CliRefusal::ours(Sentence::new(|lang| {
        job_text::NotAnEta { value: &value }.text(lang)
    }));
    refusal.level = Level::Warning;
    Err(refusal)
}

fn eta_interval(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    let interval = time(value)?;
    if interval < 250_000 {
        return refuse(
            job_text::eta_interval_least,
            "fio: eta interval time too short (250msec min)",
        );
    }
    state.options.progress.eta_interval_us = interval;
    Ok(())
}

fn eta_newline(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    let Some(interval) = duration_us(value) else {
        return refuse(
            |lang| job_text::NotATime { value: &value }.text(lang),
            format!("fio: failed parsing eta time {value}"),
        );
    };
    state.options.progress.eta_newline_us = Some(interval);
    Ok(())
}

fn section(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    if value == "global" {
        return refuse(
            job_text::global_not_selected,
            "fio: can't use global as only section",
        );
    }
    state.options.sections.push(value.to_owned());
    Ok(())
}

fn terse_version(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match value[..digits].parse() {
        Ok(version @ 2..=5) => {
            state.options.terse_version = version;
            Ok(())
        }
        _ => refuse(job_text::terse_versions, "fio: bad terse version format"),
    }
}

fn idle_prof(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    // As in fio, nothing runs.
    if value == "calibrate" {
        return act(state, Action::CalibrateIdle);
    }
    state.options.idle_prof = Some(match value {
        "system" => IdleProf::System,
        "percpu" => IdleProf::PerCpu,
        _ => {
            return refuse(
                |lang| job_text::NotAnIdleProf { value: &value }.text(lang),
                format!("fio: incorrect idle-prof option: {value}"),
            );
        }
    });
    Ok(())
}

fn status_interval(state: &mut CliState, value: &str) -> Result<(), CliRefusal> {
    let interval = time(value)?;
    if interval < 1_000 {
        return refuse(job_text::status_interval_least, "fio: status interval too small");
    }
    state.options.progress.status_interval_us = Some(interval);
    Ok(())
}

fn time(value: &str) -> Result<u64, CliRefusal> {
    let words = Sentence::new(|lang| job_text::NotATime { value: &value }.text(lang));
    duration_us(value).map_or_else(|| refuse(words, format!("fio: failed parsing time {value}")), Ok)
}

/// A time in microseconds; a bare number is seconds.
fn duration_us(text: &str) -> Option<u64> {
    let time = units::time_us(text, BareTime::Seconds).ok()?;
    u64::try_from(time.value).ok()
}
