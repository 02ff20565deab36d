//! Raw jobs as the readers would make them, for the tests.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

use fiord_job::diagnostic::{Diagnostic, Level};
use fiord_job::lower::{Lowered, ValueContext, lower};
use fiord_job::options;
use fiord_job::plan::JobPlan;
use fiord_job::raw::{RawJob, RawOption};
use fiord_job::source::Origin;
use fiord_messages::Lang;

pub const MACHINE: ValueContext = ValueContext {
    file: |path, most| match path {
        "abc.bin" => Ok(b"abc".to_vec()),
        "scheme.txt" => Ok(b"0, 4096, 1\n\n4096,8192,0\n".to_vec()),
        "long.bin" => Ok(vec![7; most.min(1000)]),
        _ => Err(fiord_messages::Sentence::from(
            &std::io::Error::from_raw_os_error(2),
        )),
    },
    cpus: 4,
    page_size: 4096,
};

/// Whether anything keeps the jobs from running.
pub fn has_errors(lowered: &Lowered) -> bool {
    !messages(&lowered.diagnostics, Level::Error).is_empty()
}

fn origin(line: usize) -> Origin {
    Origin {
        source: 1,
        line: line as u32,
        column: 1,
        len: 1,
    }
}

/// The same job as if it had stood on the command line.
pub fn on_command_line(mut job: RawJob) -> RawJob {
    job.globals
        .iter_mut()
        .chain(&mut job.own)
        .for_each(|option| option.origin.source = Origin::COMMAND_LINE);
    job
}

/// Options at consecutive lines from `first`.
pub fn options(first: usize, typed: &[(&str, Option<&str>)]) -> Vec<RawOption> {
    let option = |(at, (name, value)): (usize, &(&str, Option<&str>))| RawOption {
        spec: options::find(name).unwrap_or_else(|| panic!("no option {name}")),
        value: value.map(str::to_owned),
        origin: origin(first + at),
    };
    typed.iter().enumerate().map(option).collect()
}

/// A job; its options are written `name=value` or `name`.
pub fn raw(name: &str, globals: &str, own: &str) -> RawJob {
    let split = |text: &str| -> Vec<(String, Option<String>)> {
        text.split_whitespace()
            .map(|word| match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (word.to_owned(), None),
            })
            .collect()
    };
    let place = |first: usize, typed: Vec<(String, Option<String>)>| {
        let typed: Vec<_> = typed
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_deref()))
            .collect();
        options(first, &typed)
    };
    RawJob {
        name: name.to_owned(),
        globals: place(1, split(globals)),
        own: place(100, split(own)),
        begins_file: false,
        origin: origin(99),
    }
}

/// Lowers one job named `x`.
pub fn lower_one(own: &[(&str, Option<&str>)]) -> Lowered {
    let mut job = raw("x", "", "");
    job.own = options(100, own);
    lower(&[job], &MACHINE)
}

/// Lowers one job named `x`, its options separated by blanks.
pub fn lower_text(own: &str) -> Lowered {
    lower(&[raw("x", "", own)], &MACHINE)
}

/// The plan of the only job.
pub fn job(mut lowered: Lowered) -> JobPlan {
    assert_eq!(lowered.plan.jobs.len(), 1);
    lowered.plan.jobs.remove(0)
}

/// The plan of a job that must be free of errors.
pub fn plan(own: &str) -> JobPlan {
    let lowered = lower_text(own);
    assert_eq!(errors(&lowered.diagnostics), Vec::<String>::new(), "{own}");
    job(lowered)
}

pub fn messages(diagnostics: &[Diagnostic], level: Level) -> Vec<String> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.level == level)
        .map(|diagnostic| diagnostic.message.text(Lang::En).to_owned())
        .collect()
}

pub fn errors(diagnostics: &[Diagnostic]) -> Vec<String> {
    messages(diagnostics, Level::Error)
}

pub fn warnings(diagnostics: &[Diagnostic]) -> Vec<String> {
    messages(diagnostics, Level::Warning)
}
