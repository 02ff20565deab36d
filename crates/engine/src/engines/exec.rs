//! `exec`: runs a program while the job lasts; each I/O is a look at whether it still runs.
//!
//! FIO-DIFF(exec-lines): fio announces the program in the report.
//! FIO-DIFF(exec-start): fio goes on where the program could not be started.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fiord_job::plan::{JobPlan, ProgramPlan};
use fiord_targets::files::open_output;
use fiord_workload::plan::WorkerPlan;

use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};

/// Between two looks: of a job that ends by time, and of one that does not.
const LOOKS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

/// Between two looks at a program that was asked to end.
const ENDING: Duration = Duration::from_millis(10);

/// See the module.
#[derive(Debug)]
pub(crate) struct Exec {
    child: Child,
    /// The program has ended by itself.
    ended: bool,
    between: Duration,
    grace: Duration,
}

impl Exec {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started, or its output files cannot be made.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let job = &plan.job;
        let what = &job.engine.other.program;
        let mut command = Command::new(&what.program);
        command.args(arguments(what, job)).stdin(Stdio::null());
        if what.redirects {
            for kind in ["stdout", "stderr"] {
                let path = output_of(&job.name, kind);
                let file = open_output(&path).map_err(|source| {
                    WorkerError::setup_of(format!("std_redirect: {}", path.display()), source)
                })?;
                match kind {
                    "stdout" => command.stdout(file),
                    _ => command.stderr(file),
                };
            }
        }
        let child = command
            .spawn()
            .map_err(|source| WorkerError::setup_of(format!("program={}", what.program), source))?;
        Ok(Self {
            child,
            ended: false,
            between: LOOKS[usize::from(job.control.runtime_us == 0)],
            grace: Duration::from_secs(u64::from(what.grace_s)),
        })
    }

    fn has_ended(&mut self) -> bool {
        self.ended = self.ended || !matches!(self.child.try_wait(), Ok(None));
        self.ended
    }

    fn ask_to_end(&self) {
        // SAFETY: a signal to a child that was not waited for yet, so that the number is still its own.
        unsafe { libc::kill(self.child.id() as libc::pid_t, libc::SIGTERM) };
    }
}

/// `arguments`, divided at blanks as fio does, without quotes: `%r` and `%n` are replaced before.
fn arguments(what: &ProgramPlan, job: &JobPlan) -> Vec<String> {
    let seconds = (job.control.runtime_us / 1_000_000).to_string();
    let text = what.arguments.replace("%r", &seconds).replace("%n", &job.name);
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// In the working directory, as those of `exec_prerun`.
fn output_of(job: &str, kind: &str) -> PathBuf {
    PathBuf::from(format!("{}.{kind}", job.replace('/', "_")))
}

impl Engine for Exec {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        // A stop of the job ends the wait early.
        std::thread::park_timeout(self.between);
        self.has_ended();
        Queued::Done(request.io.len as i32)
    }
}

impl Drop for Exec {
    /// The job is over: SIGTERM, and SIGKILL for a program that runs on after its time.
    ///
    /// FIO-DIFF(exec-end): fio waits for all of `grace_time`, and sometimes kills without asking.
    fn drop(&mut self) {
        if self.has_ended() {
            return;
        }
        self.ask_to_end();
        let asked = Instant::now();
        while !self.has_ended() {
            if asked.elapsed() >= self.grace {
                let killed: io::Result<()> = self.child.kill();
                // One that cannot be killed is not waited for.
                if killed.is_ok() {
                    let _ = self.child.wait();
                }
                return;
            }
            std::thread::sleep(ENDING.min(self.grace));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_divided_at_blanks_and_know_the_job() {
        let mut job = JobPlan::new("a b");
        job.control.runtime_us = 1_500_000;
        let words = |text: &str| {
            let what = ProgramPlan {
                arguments: text.to_owned(),
                ..ProgramPlan::default()
            };
            arguments(&what, &job)
        };
        // As fio 3.33 does.
        assert_eq!(
            words("x  'c d' %r%r 100% %x"),
            ["x", "'c", "d'", "11", "100%", "%x"]
        );
        assert_eq!(words("%n"), ["a", "b"]);
        assert_eq!(words(""), Vec::<String>::new());
        assert_eq!(output_of("d/j", "stdout"), PathBuf::from("d_j.stdout"));
    }
}
