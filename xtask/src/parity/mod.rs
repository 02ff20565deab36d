//! `cargo xtask parity`: the same jobs in fio and in fiord, compared in what a script could notice.
//!
//! Each case runs in an empty folder of its own, once per program. Compared are exit code, the set of JSON keys, groups,
//! errors, option echo, and bytes and I/Os per direction. What cannot be equal by its nature (a time-limited job's counts, a
//! random mix's split) is said by the case's flags.

mod case;
mod cases;
mod compare;
mod launch;
mod published;
mod random;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use self::case::ParityCase;
use crate::count::Tally;
use crate::shell;

/// The jobs are tiny, and fio spends most of its quarter of a second asleep.
const WORKERS: usize = 6;
/// A case that differs is tried again: on a shared machine a 500 ms sample can fall differently.
const TRIES: usize = 4;
/// One that a clock ends more often: a machine that stalls for a second leaves one of two such runs without any I/O.
const TIMED_TRIES: usize = 20;
/// So often fio is killed and started again with one case.
const FIO_MAY_HANG: u32 = 2;
/// The cases together take two minutes. What has not begun after this long fails: a run without an end says nothing.
const LONGEST: Duration = Duration::from_secs(15 * 60);

pub(crate) fn run(args: &[String]) -> Result<()> {
    let count = check(args)?;
    println!("{count}");
    if count.failed > 0 {
        bail!("parity: {} differ", count.failed);
    }
    Ok(())
}

/// Runs the cases that the arguments select; prints each difference.
pub(crate) fn check(args: &[String]) -> Result<Tally> {
    if !shell::found("fio") {
        return Ok(Tally::skip("fio", "parity needs the installed fio"));
    }
    let ours = shell::fiord(args)?;
    if shell::value(args, "--random").is_some() {
        return random::check(args, &ours);
    }
    let mut cases = Vec::new();
    if !shell::flag(args, "--cases") {
        cases.extend(published::cases()?);
    }
    if !shell::flag(args, "--published") {
        cases.extend(cases::cases()?);
    }
    if let Some(pattern) = shell::value(args, "--only") {
        let pattern = pattern.trim_matches('*');
        cases.retain(|case| case.id.contains(pattern));
        if cases.is_empty() {
            bail!("--only={pattern}: no case has that in its name");
        }
    }
    let every: usize = shell::value(args, "--every").map_or(Ok(1), str::parse)?;
    let cases: Vec<&ParityCase> = cases.iter().step_by(every.max(1)).collect();
    run_all(&cases, &ours)
}

fn run_all(cases: &[&ParityCase], ours: &Path) -> Result<Tally> {
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let count = Mutex::new(Tally::new("cases are as in fio"));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = if started.elapsed() < LONGEST {
                        judge(case, ours)
                    } else {
                        Err(anyhow!(
                            "not run: parity has taken {} minutes",
                            LONGEST.as_secs() / 60
                        ))
                    };
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

fn judge(case: &ParityCase, ours: &Path) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    let mut hangs = 0;
    let tries = if case.flags.timed { TIMED_TRIES } else { TRIES };
    for _ in 0..tries {
        let theirs = launch::launch(Path::new("fio"), case)?;
        let mine = launch::launch(ours, case)?;
        differences = compare::compare(case, &theirs, &mine);
        hangs += u32::from(theirs.hung);
        // fio itself hangs now and then. A fiord that hangs has failed: twenty such tries would take the better part of an hour.
        if differences.is_empty() || mine.hung || hangs >= FIO_MAY_HANG {
            break;
        }
    }
    Ok(differences)
}
