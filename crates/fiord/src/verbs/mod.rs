//! The native verbs. Each is one module with its arguments and one `run`; documents go to stdout, messages to stderr.

mod cache;
mod check;
mod compare;
mod completions;
mod doctor;
mod endurance;
mod explain;
mod form;
pub(crate) mod help;
mod history;
mod html;
mod import;
mod kernel_settings;
mod known;
mod ladder;
mod man;
mod notebook;
mod over_hosts;
mod prepare;
mod refusal;
mod report;
mod run;
mod serve;
mod spec_sheet;
mod study;
mod survey;
mod sweep;
mod try_settings;
mod verify;
mod watch;
mod why;
pub(crate) mod words;

pub(crate) use ladder::judgement as ladder_judgement;

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use fiord_cluster::RankVoice;
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, command_line as messages};
use fiord_report::text::display_width;

use crate::ui::{self, Screen, exit};

/// The command line of all verbs. Its help is in the messages: see [`help`].
#[derive(Debug, Parser)]
#[command(name = "fiord", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Run(run::RunRequest),
    Survey(survey::Args),
    Doctor(doctor::Args),
    Explain(explain::Args),
    Prepare(prepare::Args),
    Cache(cache::Args),
    Study(study::Args),
    Sweep(sweep::Args),
    Try(try_settings::Args),
    Import(import::Args),
    Check(check::Args),
    Compare(compare::Args),
    History(history::Args),
    Report(report::Args),
    Serve(serve::Args),
    Endurance(endurance::Args),
    Notebook(notebook::Args),
    Ladder(ladder::Args),
    Watch(watch::Args),
    Why(why::Args),
    Completions(completions::Args),
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
    let (lang, near) = (Lang::current(), nearest(word, verbs.iter().copied()));
    match near {
        Some(verb) => {
            let meant = messages::MeantVerb {
                word: &word,
                verb: &verb,
            };
            Some(meant.text(lang))
        }
        // The name of a job file has a dot or a directory as a rule.
        None if word.contains(['.', '/', ':']) => None,
        None => {
            let verbs: Vec<String> = verbs.into_iter().map(str::to_owned).collect();
            let no_verb = messages::NoVerb {
                word: &word,
                verbs: &lang.list(&verbs),
            };
            Some(no_verb.text(lang))
        }
    }
}

/// Prints help to standard output or what is wrong to standard error, in lines that fit; the exit code.
fn show(error: &clap::Error, args: &[OsString]) -> u8 {
    let (screen, code) = if error.use_stderr() {
        (Screen::stderr(), exit::REFUSED)
    } else {
        (Screen::stdout(), exit::OK)
    };
    let lang = Lang::current();
    if error.use_stderr()
        && let Some(sentence) = refusal::sentence(error, verb_of(args, &built()), lang)
    {
        ui::say(sentence);
        return code;
    }
    let text = help::labelled(&error.render().to_string(), lang);
    if error.use_stderr() {
        eprint!("{}", ui::wrapped(&text, screen.width));
        return code;
    }
    let fits = |width| text.lines().all(|line| display_width(line) <= width);
    if lang == Lang::En && screen.width.is_none_or(fits) {
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
    let verb = verb_of(args, &cli);
    match (has_option(verb, "hosts"), has_option(verb, "spread")) {
        (false, _) if is_over_hosts => {
            let lang = Lang::current();
            let no_hosts = messages::NoHosts {
                verb: &verb.get_bin_name().unwrap_or("fiord"),
                verbs: &lang.list(&verbs_with("hosts", &cli)),
            };
            Some(no_hosts.text(lang))
        }
        (true, false) if divides => Some(study::survey::begin::no_spread()),
        _ => None,
    }
}

/// The verb that a command line names.
fn verb_of<'a>(args: &[OsString], cli: &'a clap::Command) -> &'a clap::Command {
    let mut verb = cli;
    for below in args {
        match verb.find_subcommand(below) {
            Some(below) => verb = below,
            None => break,
        }
    }
    verb
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

/// The command line of all verbs, with its help in a language.
fn command_line(lang: Lang) -> clap::Command {
    // The program's start takes it out: it is here for help and completions.
    let option = Arg::new("lang")
        .long("lang")
        .value_name("TAG")
        .value_parser(PossibleValuesParser::new(Lang::ALL.map(Lang::tag)))
        .global(true);
    let cli = help::with_help(Cli::command().arg(option), help::PROGRAM, lang);
    cli.mut_subcommands(|verb| match verb.get_name() {
        "explain" => verb.after_help(explain::after_help(lang)),
        _ => verb,
    })
}

/// The command line of all verbs, each with all that clap adds to it.
fn built() -> clap::Command {
    let lang = Lang::current();
    let mut cli = command_line(lang);
    cli.build();
    help::with_own_help(cli, lang)
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
    let args = [verb.into(), "--help".into()];
    if let Err(help) = parse(&args) {
        show(&help, &args);
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
                show(&error, args);
            });
            return exit::REFUSED;
        }
        Err(error) => return show(&error, args),
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
        Verb::Try(args) => try_settings::run(&args),
        Verb::Import(args) => import::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::History(args) => history::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Serve(args) => serve::run(&args),
        Verb::Endurance(args) => endurance::run(&args),
        Verb::Notebook(args) => notebook::run(&args),
        Verb::Ladder(args) => ladder::run(&args),
        Verb::Watch(args) => watch::run(&args),
        Verb::Why(args) => why::run(&args),
        Verb::Completions(args) => completions::run(&args, command_line(Lang::En)),
        Verb::Man(args) => man::run(&args, command_line(Lang::current())),
    };
    outcome.unwrap_or_else(|error| {
        refuse(args, || ui::say(format!("{error:#}")));
        exit::REFUSED
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_journeys_is_one_that_fiord_takes() {
        let page = include_str!("../../../../docs/journeys.md");
        let commands = page.lines().filter_map(|line| line.strip_prefix("fiord "));
        let mut read = 0;
        for command in commands {
            let words = explain::split(command).unwrap();
            let args: Vec<OsString> = words.iter().map(Into::into).collect();
            if is_verb(&words[0]) {
                assert!(parse(&args).is_ok(), "{command}: {:?}", parse(&args).err());
            } else if words[0].starts_with("--") {
                let parsed = fiord_fio_cli::parse(&words);
                assert!(!parsed.failed(), "{command}: {:?}", parsed.diagnostics);
            } else {
                assert!(words[0].ends_with(".fio"), "{command}");
            }
            read += 1;
        }
        assert!(read > 50, "{read}");
    }
}
