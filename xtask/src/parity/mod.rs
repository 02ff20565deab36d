//! `cargo xtask parity`: the same jobs in fio and in fiord, compared in what a script could notice.
//!
//! Each case runs in an empty folder of its own, once per program. Compared are exit code, the set of JSON keys, groups,
//! errors, option echo, and bytes and I/Os per direction. What cannot be equal by its nature (a time-limited job's counts, a
//! random mix's split) is said by the case's flags.

mod cases;
mod compare;
mod launch;
mod seeds;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, bail};

use crate::shell;
use crate::test::Count;

/// Two workers: the jobs are tiny, and fio spends most of its time asleep.
const WORKERS: usize = 2;
/// A case that differs is tried again: on a shared machine a 500 ms sample can fall differently.
const TRIES: usize = 4;
/// One that a clock ends more often: a machine that stalls for a second leaves one of two such runs without any I/O.
const TIMED_TRIES: usize = 20;

/// One job for both programs.
#[derive(Clone)]
pub(crate) struct Case {
    /// Unique name.
    pub(crate) id: String,
    /// Arguments behind the program's name.
    pub(crate) args: Vec<String>,
    /// Files to write into the folder first: name and content.
    pub(crate) files: Vec<(String, String)>,
    /// Files to fill first: name and bytes.
    pub(crate) filled: Vec<(String, u64)>,
    /// What may differ.
    pub(crate) flags: Flags,
}

/// What a case does not compare, and why it may not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flags {
    /// A clock ends it: only that something was done is compared.
    pub(crate) timed: bool,
    /// Reads and writes are mixed by chance: totals are compared, and the split within what chance allows.
    pub(crate) mix: bool,
    /// fio 3.33 repeats fsyncs on asynchronous engines (docs/fio-differences.md: one-sync-per-interval): not compared.
    pub(crate) syncs: bool,
    /// fio 3.33 echoes the option under a name that later versions made an alias (echo-names).
    pub(crate) noecho: bool,
    /// Block sizes are drawn: bytes are compared within 15 %, I/Os too.
    pub(crate) sizes: bool,
    /// Syncs that fio 3.33 counts as short transfers: what both counted is added up.
    pub(crate) datasync: bool,
    /// Some JSON key depends on timing (samples, steady state): keys are not compared.
    pub(crate) nokeys: bool,
    /// The place of every I/O is compared too, through `write_bw_log` with `log_offset`.
    pub(crate) offsets: bool,
    /// Both must fail; only the exit code's being zero or not is compared.
    pub(crate) fails: bool,
    /// Only `--parse-only`: exit codes agree.
    pub(crate) parse: bool,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let count = check(args)?;
    count.print();
    if count.failed > 0 {
        bail!("parity: {} differ", count.failed);
    }
    Ok(())
}

/// Runs the cases that the arguments select; prints each difference.
pub(crate) fn check(args: &[String]) -> Result<Count> {
    if !shell::found("fio") {
        return Ok(Count {
            skipped: vec!["SKIP fio: parity needs the installed fio".into()],
            ..Count::default()
        });
    }
    let ours = shell::fiord(args)?;
    let mut cases = Vec::new();
    if !shell::flag(args, "--cases") {
        cases.extend(seeds::cases()?);
    }
    if !shell::flag(args, "--seeds") {
        cases.extend(cases::cases()?);
    }
    if let Some(pattern) = shell::value(args, "--only") {
        let pattern = pattern.trim_matches('*');
        cases.retain(|case| case.id.contains(pattern));
    }
    run_all(&cases, &ours)
}

fn run_all(cases: &[Case], ours: &Path) -> Result<Count> {
    let next = AtomicUsize::new(0);
    let count = Mutex::new(Count::default());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = judge(case, ours);
                    let mut count = count.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match outcome {
                        Ok(differences) if differences.is_empty() => count.passed += 1,
                        Ok(differences) => {
                            count.failed += 1;
                            println!("{}: fio {}", case.id, case.args.join(" "));
                            for difference in differences.iter().take(12) {
                                println!("    {difference}");
                            }
                        }
                        Err(error) => {
                            count.failed += 1;
                            println!("{}: {error:#}", case.id);
                        }
                    }
                }
            });
        }
    });
    Ok(count
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn judge(case: &Case, ours: &Path) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    let tries = if case.flags.timed { TIMED_TRIES } else { TRIES };
    for _ in 0..tries {
        let theirs = launch::launch(Path::new("fio"), case)?;
        let mine = launch::launch(ours, case)?;
        differences = compare::compare(case, &theirs, &mine);
        if differences.is_empty() {
            break;
        }
    }
    Ok(differences)
}

/// Splits a command as a shell would: blanks separate, `"…"` and `'…'` hold together.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut open = false;
    for c in text.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (Some(_), c) => word.push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                open = true;
            }
            (None, c) if c.is_whitespace() => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (None, c) => word.push(c),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Where xtask keeps its own case files.
fn data(name: &str) -> PathBuf {
    Path::new("xtask/parity").join(name)
}
