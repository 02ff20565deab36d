//! The native verbs. Each is one module with its arguments and one `run`; numbers go to stdout, talk to stderr.

mod explain;
mod run;
mod survey;

use clap::{Parser, Subcommand};

/// A storage lab: runs fio jobs and says what was really measured.
#[derive(Debug, Parser)]
#[command(
    name = "fiord",
    version,
    after_help = "Anything else is read as fio's own command line: fiord --name=r --rw=randread …, fiord job.fio"
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run a fio command line or job file, with evidence and a verdict.
    #[command(disable_help_flag = true)]
    Run(run::Args),
    /// Measure the disk under a folder: a table of real numbers in about a minute, nothing left behind.
    Survey(survey::Args),
    /// What a job will do, what in it misleads, and the corrected command; nothing is read or written.
    Explain(explain::Args),
}

/// The words that make an invocation native.
const VERBS: [&str; 7] = ["run", "explain", "survey", "help", "--help", "-h", "--version"];

/// Whether the first argument is ours rather than fio's.
pub(crate) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word) && !matches!(word, "--help" | "-h" | "--version")
}

/// Runs a native verb; the result is the exit code: 0 ok, 1 what was measured failed its check, 2 the request was wrong.
pub(crate) fn run(args: &[String]) -> u8 {
    let line = std::iter::once("fiord".to_owned()).chain(args.iter().cloned());
    let cli = match Cli::try_parse_from(line) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let outcome = match cli.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Survey(args) => survey::run(&args),
        Verb::Explain(args) => explain::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("fiord: {error:#}");
        2
    })
}
