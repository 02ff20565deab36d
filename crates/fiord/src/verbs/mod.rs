//! The native verbs. Each is one module with its arguments and one `run`; documents go to stdout, messages to stderr.

mod cache;
mod check;
mod compare;
mod completions;
mod doctor;
mod explain;
mod form;
mod history;
mod html;
mod import;
mod man;
mod over_hosts;
mod prepare;
mod report;
mod run;
mod serve;
mod spec_sheet;
mod study;
mod survey;
mod sweep;
mod verify;
mod watch;
pub(crate) mod words;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use fiord_cluster::RankVoice;
use fiord_job::nearest::nearest;

use crate::ui::{self, Screen, exit};

const FIO: &str = "\
fio's own command line works unchanged, and a link named `fio` is fio:
  fiord --name=r --rw=randread …   run a job, print what fio prints
  fiord job.fio                    likewise, from a job file
  fiord help fio                   the options of fio's command line
  fiord --cmdhelp                  all options of jobs; --cmdhelp=NAME explains one
  fiord --enghelp                  the I/O engines

Exit codes: 0 ok, 1 what was measured failed its check, 2 the request was wrong, 3 a check is undecided, 128 interrupted.";

/// A storage lab: runs fio jobs and says what was really measured.
#[derive(Debug, Parser)]
#[command(name = "fiord", version, after_help = FIO)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run a fio command line or job file, with evidence and a verdict.
    Run(run::RunRequest),
    /// Measure the disk under a folder: a table of real numbers in about a minute, nothing left behind.
    Survey(survey::Args),
    /// The machine and the disks under a path: what is wrong for measuring; put it right, and back again.
    Doctor(doctor::Args),
    /// What a job will do, what in it misleads, and the corrected command; of what it would read a few blocks are looked at.
    Explain(explain::Args),
    /// Make a test file that holds real data everywhere, at the speed of the disk, and prove it.
    Prepare(prepare::Args),
    /// Show how much of a file is in memory, take it out, or put it in.
    Cache(cache::Args),
    /// Run an experiment: factors, repeats in random order, intervals, findings; it can be resumed.
    Study(study::Args),
    /// Vary block size, depth or workers, and find where more stops paying.
    Sweep(sweep::Args),
    /// Read results that others printed or wrote down: fio in every format, iostat, dd and more; judge them, and keep them.
    Import(import::Args),
    /// Ask whether a disk is good enough for etcd, PostgreSQL, recording video and the like.
    Check(check::Args),
    /// Compare results: runs, studies, files, published numbers; ratios with intervals and verdicts.
    Compare(compare::Args),
    /// List the runs in the store, or throw old ones away.
    History(history::Args),
    /// Show a stored run again, judged anew from its record.
    Report(report::Args),
    /// Show the store in the browser, on this machine only: runs, studies, comparisons, a study while it runs.
    Serve(serve::Args),
    /// Show what the disks do: the columns of iostat -x, with the layers below, limits and waiting.
    Watch(watch::Args),
    /// Print what a shell needs to complete verbs and options.
    Completions(completions::Args),
    /// Print a manual page, or write all of them into a folder.
    Man(man::Args),
}

/// Whether the first argument is ours rather than fio's.
pub(crate) fn is_verb(word: &str) -> bool {
    word == "help" || Verb::has_subcommand(word)
}

/// What to say of a word that is neither a verb nor a job file that exists; `None`: fio's front end says it.
pub(crate) fn meant(word: &str) -> Option<String> {
    if word.starts_with('-') || std::path::Path::new(word).exists() {
        return None;
    }
    let cli = Cli::command();
    let verbs: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    match nearest(word, verbs.iter().copied()) {
        Some(verb) => Some(format!("did you mean `fiord {verb}`?")),
        // The name of a job file has a dot or a folder as a rule.
        None if word.contains(['.', '/', ':']) => None,
        None => Some(format!("verbs are {}", verbs.join(", "))),
    }
}

/// Prints help to standard output or what is wrong to standard error, in lines that fit; the exit code.
fn show(error: &clap::Error) -> u8 {
    let (screen, code) = if error.use_stderr() {
        (Screen::stderr(), exit::REFUSED)
    } else {
        (Screen::stdout(), exit::OK)
    };
    let text = error.render().to_string();
    if error.use_stderr() {
        // As all our messages begin.
        let said = text.strip_prefix("error: ").unwrap_or(&text);
        eprint!("{}", ui::wrapped(&format!("fiord: {said}"), screen.width));
        return code;
    }
    let fits = |width| text.lines().all(|line| line.chars().count() <= width);
    if screen.width.is_none_or(fits) {
        let _ = error.print();
    } else {
        print!("{}", ui::wrapped(&text, screen.width));
    }
    code
}

/// Says why a command line is refused, or what went wrong before anything began. Of ranks, which mostly have the same reason, those speak that may
/// have one of their own.
fn refuse(args: &[OsString], say: impl FnOnce()) {
    let is_over_hosts = args.iter().any(|word| word == "--hosts");
    match fiord_cluster::voice(|name| std::env::var(name).ok()) {
        RankVoice::Later(wait) if is_over_hosts => {
            std::thread::sleep(wait);
            say();
        }
        RankVoice::Silent(wait) if is_over_hosts => std::thread::sleep(wait),
        _ => {
            say();
            if is_over_hosts {
                // Where the launcher does not end the others by itself, they would say it as well.
                fiord_cluster::end_all(exit::REFUSED);
            }
        }
    }
}

/// Why a verb does not run over hosts, or not as it was asked to.
fn not_over_hosts(args: &[OsString]) -> Option<String> {
    let mut options = args.iter().filter_map(|word| word.to_str()?.split('=').next());
    let (is_over_hosts, divides) = (
        options.clone().any(|option| option == "--hosts"),
        options.any(|option| option == "--spread"),
    );
    if !is_over_hosts && !divides {
        return None;
    }
    let cli = built();
    let mut verb = &cli;
    for below in args {
        match verb.find_subcommand(below) {
            Some(below) => verb = below,
            None => break,
        }
    }
    match (has_option(verb, "hosts"), has_option(verb, "spread")) {
        (false, _) if is_over_hosts => Some(format!(
            "--hosts: {} does not run over many hosts yet; use one of these behind `mpirun`: {}",
            verb.get_bin_name().unwrap_or("fiord"),
            verbs_with("hosts", &cli).join(", ")
        )),
        (true, false) if divides => Some(study::survey::begin::no_spread()),
        _ => None,
    }
}

fn has_option(verb: &clap::Command, option: &str) -> bool {
    verb.get_arguments().any(|arg| arg.get_long() == Some(option))
}

/// The verbs that have an option, as they are typed.
fn verbs_with(option: &str, above: &clap::Command) -> Vec<String> {
    let mut names = Vec::new();
    for verb in above.get_subcommands() {
        if has_option(verb, option) {
            names.extend(verb.get_bin_name().map(str::to_owned));
        }
        names.extend(verbs_with(option, verb));
    }
    names
}

/// The command line of all verbs, each with all that clap adds to it.
fn built() -> clap::Command {
    let mut cli = Cli::command();
    cli.build();
    cli
}

/// Reads a command line that begins with a verb.
fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    let cli = built();
    let mut line: Vec<OsString> = vec!["fiord".into()];
    let verb = args.first().and_then(|verb| cli.find_subcommand(verb));
    match verb.filter(|verb| words::takes_a_job(verb)) {
        Some(verb) => {
            line.push(verb.get_name().into());
            line.extend(words::own_first(verb, &args[1..]));
        }
        None => line.extend_from_slice(args),
    }
    Cli::from_arg_matches(&cli.try_get_matches_from(line)?)
}

/// Prints the help of a verb to which nothing was said; the exit code.
fn put_help(verb: &str) -> u8 {
    if let Err(help) = parse(&[verb.into(), "--help".into()]) {
        show(&help);
    }
    exit::REFUSED
}

/// Runs a native verb; the result is the exit code: 0 ok, 1 what was measured failed its check, 2 the request was wrong.
pub(crate) fn run(args: &[OsString]) -> u8 {
    if args == ["help", "fio"] {
        print!("{}", fiord_fio_cli::usage());
        return 0;
    }
    if let Some(why) = not_over_hosts(args) {
        refuse(args, || ui::say(why));
        return exit::REFUSED;
    }
    let cli = match parse(args) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            refuse(args, || {
                show(&error);
            });
            return exit::REFUSED;
        }
        Err(error) => return show(&error),
    };
    let outcome = match cli.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Survey(args) => survey::run(&args),
        Verb::Doctor(args) => doctor::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Prepare(args) => prepare::run(&args),
        Verb::Cache(args) => cache::run(&args),
        Verb::Study(args) => study::run(&args),
        Verb::Sweep(args) => sweep::run(&args),
        Verb::Import(args) => import::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::History(args) => history::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Serve(args) => serve::run(&args),
        Verb::Watch(args) => watch::run(&args),
        Verb::Completions(args) => completions::run(&args, Cli::command()),
        Verb::Man(args) => man::run(&args, Cli::command()),
    };
    outcome.unwrap_or_else(|error| {
        refuse(args, || ui::say(format!("{error:#}")));
        exit::REFUSED
    })
}
