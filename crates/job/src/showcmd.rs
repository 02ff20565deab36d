//! Jobs rendered back to text: job files as command lines (`--showcmd`) and raw jobs as one job file. What comes out means
//! the same when it is read again; a test says so.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::jobfile::JobFile;
use crate::lower::turn;
use crate::options::ValueKind;
use crate::raw::{RawJob, RawOption};
use crate::source::Origin;

/// The command line that means what the job file does. `program` is its first word; `globals` are the command line's own,
/// which hold for the first file.
///
/// FIO-DIFF(showcmd-meaning): fio repeats earlier globals where a later global section begins, so that they would change the
/// job before it, and quotes descriptions only; here a later global section is `--name=global`, and every value is quoted
/// that a shell would take apart.
pub fn command_line(program: &str, globals: &[RawOption], file: &JobFile) -> String {
    let mut words = vec![program.to_owned()];
    words.extend(in_order(globals).map(|option| argument(option, "")));
    let mut begun = false;
    for section in &file.sections {
        if !section.global || begun {
            begun = true;
            let name = if section.global { "global" } else { &section.name };
            words.push(format!("--name={}", quoted(name)));
        }
        words.extend(in_order(&section.options).map(|option| argument(option, &section.name)));
    }
    words.join(" ")
}

/// As a command line has them, which is taken as it is written: in the order of effect, and options of engines last, for they must follow
/// `--ioengine`.
pub fn in_order(options: &[RawOption]) -> impl Iterator<Item = &RawOption> {
    let of_engine = |option: &RawOption| !option.spec.engines.is_empty();
    let mut ordered: Vec<&RawOption> = options
        .iter()
        .filter(|option| option.spec.name != "name")
        .collect();
    ordered.sort_by_key(|option| (of_engine(option), turn(option)));
    ordered.into_iter()
}

fn argument(option: &RawOption, job: &str) -> String {
    let name = option.spec.name;
    match &option.value {
        Some(value) => format!("--{name}={}", quoted(value)),
        // Logs may stand bare in a job file only; bare means the job's name.
        None if option.spec.kind != ValueKind::Set => format!("--{name}={}", quoted(job)),
        None => format!("--{name}"),
    }
}

/// A word of a command as a shell must be given it; of an option only the value is quoted.
pub fn for_shell(word: &str) -> String {
    match word.split_once('=') {
        _ if word.is_empty() => "''".to_owned(),
        Some((option, value)) if option.starts_with('-') && quoted(option) == option => {
            format!("{option}={}", quoted(value))
        }
        _ => quoted(word),
    }
}

/// Quotes a path, or another word of any bytes, for a shell. Bytes that are not UTF-8 are written as bash, ksh and zsh read them.
pub fn bytes_for_shell(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    if let Some(text) = word.to_str() {
        return for_shell(text);
    }
    let mut out = "$'".to_owned();
    for byte in word.as_bytes() {
        match byte {
            b'\'' | b'\\' => out.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out + "'"
}

/// A value as a shell must be given it, behind the name of its option.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:,%+@=^-".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else if word.chars().all(|c| plain(c) || c == ' ') {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A text that no job file can hold: comments, line ends and `${` cannot be escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inexpressible {
    /// The option, or `name`.
    pub option: String,
    pub value: String,
    /// Where it was typed.
    pub origin: Origin,
}

impl std::fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a job file cannot hold {}={:?}", self.option, self.value)
    }
}

impl std::error::Error for Inexpressible {}

/// One job file that means what the jobs do. Globals that all jobs build on become global sections; where a later job does
/// not have them, every job carries its own.
pub fn to_job_file(jobs: &[RawJob]) -> Result<String, Inexpressible> {
    let grows = |pair: &[RawJob]| starts_with(&pair[1].globals, &pair[0].globals);
    let shared = jobs.windows(2).all(grows);
    let mut out = String::new();
    let mut shown = 0;
    for job in jobs {
        let globals = if shared { &job.globals[shown..] } else { &[] };
        if globals.iter().any(|option| option.spec.name != "name") {
            out.push_str("[global]\n");
            lines(&mut out, globals)?;
            out.push('\n');
        }
        shown = job.globals.len();
        out.push_str(&format!("[{}]\n", checked("name", &job.name, &job.origin)?));
        if job.begins_file && !job.own.iter().any(|option| option.spec.name == "stonewall") {
            out.push_str("stonewall\n");
        }
        if !shared {
            lines(&mut out, &job.globals)?;
        }
        lines(&mut out, &job.own)?;
        out.push('\n');
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    Ok(out)
}

fn starts_with(longer: &[RawOption], shorter: &[RawOption]) -> bool {
    let same = |(a, b): (&RawOption, &RawOption)| std::ptr::eq(a.spec, b.spec) && a.value == b.value;
    longer.len() >= shorter.len() && longer.iter().zip(shorter).all(same)
}

fn lines(out: &mut String, options: &[RawOption]) -> Result<(), Inexpressible> {
    for option in options.iter().filter(|option| option.spec.name != "name") {
        out.push_str(option.spec.name);
        if let Some(value) = &option.value {
            out.push('=');
            out.push_str(checked(option.spec.name, value, &option.origin)?);
        }
        out.push('\n');
    }
    Ok(())
}

fn checked<'a>(option: &str, value: &'a str, origin: &Origin) -> Result<&'a str, Inexpressible> {
    let keyword = ["$pagesize", "$mb_memory", "$ncpus", "${"]
        .iter()
        .any(|word| value.contains(word));
    let blank_end = option != "name" && value.ends_with(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let broken = value.contains([';', '#', '\n', '\r']);
    let expands = option != "name" && keyword;
    let becomes_global = option == "name" && value.starts_with("global");
    if expands || blank_end || broken || becomes_global {
        return Err(Inexpressible {
            option: option.to_owned(),
            value: value.to_owned(),
            origin: origin.clone(),
        });
    }
    Ok(value)
}
