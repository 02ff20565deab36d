//! `fiord explain`: what jobs will do, what in them misleads on this machine, and what to type instead; or what a topic is.
//!
//! Nothing of the job is done: nothing is made, written or brought into memory. Of what a job would read at most 64 blocks are looked
//! at, without a trace (`peek` of `crates/session`).

mod args;
mod explained;
pub(super) mod input;
mod names;
mod results;
mod sentences;

use anyhow::{Context as _, Result, bail};
use fiord_job::cli::Action;
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::plan::RunPlan;
use fiord_job::showcmd;
use fiord_judge::correct::command_words;
use fiord_judge::topics;
use fiord_messages::{Lang, explain as messages};
use fiord_report::documents::Document;
use fiord_report::documents::explain::{Explain, SeenResults};
use fiord_report::text::Page;

pub(crate) use self::args::Args;
use self::explained::{Explained, needs_care};
use self::sentences::{Given, listed};
use super::{spec_sheet, words};
use crate::ui::{self, exit};
use fiord_fio_cli::copied::{drop_program, is_program};

/// The names of topics, for the help of the verb.
pub(super) fn after_help(lang: Lang) -> String {
    let names: Vec<String> = topics::all().map(|topic| topic.name.to_owned()).collect();
    let names = &lang.list(&names);
    let topics = messages::HelpTopics { names }.text(lang);
    lang.sentences(&[messages::help_blocks(lang).to_owned(), topics])
}

/// Runs the verb; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let sheet = args.spec.as_deref().map(spec_sheet::read).transpose()?;
    if !args.result.is_empty() {
        return results::run(args, sheet.as_ref());
    }
    if args.jobs.is_empty() && !args.seen.is_empty() {
        return sentences_alone(args);
    }
    if args.jobs.is_empty() {
        return names::list(args);
    }
    let words = words::text(&args.jobs)?;
    if let Some(code) = names::explained(args, &words)? {
        return Ok(code);
    }
    let (mut documents, mut seen) = (Vec::new(), Vec::new());
    let (mut failed, mut care) = (false, false);
    let mut given = Given::new(args.detail(), args.lang());
    let mut page = Page::new();
    let mut machine = Vec::new();
    for jobs in invocations(&words)? {
        let parsed = fiord_fio_cli::parse_to_explain(&jobs);
        say_warnings(&parsed);
        if parsed.failed() {
            failed = true;
            continue;
        }
        refuse_what_explain_does_not_do(&parsed)?;
        if parsed.plan.jobs.is_empty() {
            bail!(messages::no_job(Lang::current()));
        }
        say_missing_cpus(&parsed.plan);
        if !args.seen.is_empty() {
            let judged = results::seen(&args.seen, &parsed.plan)?;
            care |= judged.iter().any(|one| needs_care(&one.findings));
            seen.extend(judged.iter().map(|one| results::seen_document(one, &parsed.plan)));
            if !args.json {
                results::put_seen(&mut page, &judged, &parsed.plan, args);
            }
            continue;
        }
        let explained = Explained::of(&parsed, sheet.as_ref(), args.lang());
        care |= needs_care(&explained.findings);
        match (args.json, args.fix) {
            (true, _) => documents.push(explained.document()),
            (_, true) => {
                say_what_is_left(&explained);
                print_corrected(&explained, &parsed)?;
            }
            _ => {
                sentences::put(&mut page, &explained, &mut given);
                sentences::add_machine(&mut machine, explained.findings);
            }
        }
    }
    if args.json && args.seen.is_empty() {
        ui::print(&Document::new(Explain { explained: documents }).to_text()?)?;
    } else if args.json {
        ui::print(&Document::new(SeenResults { seen }).to_text()?)?;
    } else {
        if !args.fix && args.seen.is_empty() {
            sentences::put_machine(&mut page, &machine, &mut given);
            sentences::put_background(&mut page, &given);
        }
        ui::put(&page)?;
    }
    Ok(if failed {
        exit::REFUSED
    } else if args.strict && care {
        exit::FAILED
    } else {
        exit::OK
    })
}

fn say_warnings(parsed: &Parsed) {
    let again = parsed.set_again();
    let warnings = parsed.diagnostics.iter().chain(&again);
    for diagnostic in warnings.filter(|diagnostic| diagnostic.level >= Level::Warning) {
        let mut page = Page::new();
        page.foreign(diagnostic.render(&parsed.sources, "fiord", Lang::current()));
        ui::show(&page);
    }
}

/// Numbers without their job: read as a text that holds them and the name of their program.
fn sentences_alone(args: &Args) -> Result<u8> {
    for text in &args.seen {
        if !super::import::sentence(text, args.json, args.verbose)? {
            bail!(messages::SeenWithoutJob { text }.text(Lang::current()));
        }
    }
    Ok(exit::OK)
}

/// Options of fio's front end that ask for something else than jobs, or for what only a run can tell. Those that say how a run prints stay in
/// the corrected command.
/// Warns of jobs that a run on this machine would refuse, because they name CPUs of another one.
fn say_missing_cpus(plan: &RunPlan) {
    let cpus = &fiord_fio_cli::cpus();
    for job in &plan.jobs {
        let named = job.placement.cpus.as_ref().and_then(|cpus| cpus.last());
        if let Some(cpu) = named.filter(|cpu| *cpu >= cpus) {
            ui::say(
                messages::MissingCpu {
                    job: &job.name,
                    cpu,
                    cpus,
                }
                .text(Lang::current()),
            );
        }
    }
}

fn refuse_what_explain_does_not_do(parsed: &Parsed) -> Result<()> {
    const OTHERWISE: [&str; 11] = [
        "cmdhelp",
        "cpuclock-test",
        "crctest",
        "debug",
        "enghelp",
        "idle-prof",
        "inflate-log",
        "memcpytest",
        "parse-only",
        "showcmd",
        "version",
    ];
    if parsed.action == Action::Run && !parsed.cli.debug.any() {
        return Ok(());
    }
    let mut given = parsed.cli_given.iter().map(|(name, _)| *name);
    let asked = given.rfind(|name| OTHERWISE.contains(name));
    let option = &asked.unwrap_or("help");
    bail!(messages::RunsNothing { option }.text(Lang::current()))
}

/// The invocations that the words make: each quoted command is one of its own, everything else is one together.
fn invocations(words: &[String]) -> Result<Vec<Vec<String>>> {
    let mut rest: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for word in words {
        let is_command = word.contains(char::is_whitespace)
            && (begins_with_program(word) || word.trim_start().starts_with('-') && word.contains(" -"));
        let names_file = std::path::Path::new(word).exists();
        if is_command && !names_file && !word.trim_start().starts_with("--name=") || whole_command(word) {
            let mut words = split(word).with_context(|| format!("{word:?}"))?;
            drop_program(&mut words);
            all.push(words);
        } else {
            rest.push(word.clone());
        }
    }
    drop_program(&mut rest);
    if !rest.is_empty() {
        all.insert(0, rest);
    }
    Ok(all)
}

fn begins_with_program(word: &str) -> bool {
    let first = word.split_whitespace().next().unwrap_or_default();
    first == "sudo" || is_program(first)
}

/// `--name=r --rw=read` in one word, as against `--name=EBS randwrite test`, which is one option.
fn whole_command(word: &str) -> bool {
    word.trim_start().starts_with("--name=")
        && word.split_whitespace().skip(1).any(|part| part.starts_with('-'))
}

/// Splits a command as a shell does, quotes and backslashes only: nothing is expanded.
pub(in crate::verbs) fn split(line: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (q, Some(open)) if q == open => quote = None,
            ('\\', None | Some('"')) => {
                if let Some(next) = chars.next().filter(|next| *next != '\n') {
                    word.get_or_insert_default().push(next);
                }
            }
            (q @ ('\'' | '"'), None) => {
                quote = Some(q);
                word.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (';' | '|' | '&' | '<' | '>', None) => {
                bail!(messages::NotPlain { character: &c }.text(Lang::current()))
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!(messages::quote_not_closed(Lang::current()));
    }
    words.extend(word);
    Ok(words)
}

/// On stderr, with the corrected job on stdout: what it does not correct.
fn say_what_is_left(explained: &Explained) {
    let mut said: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (index, description) in explained.descriptions.iter().enumerate() {
        let left = explained.left(index);
        match said.iter_mut().find(|(known, _)| *known == left) {
            Some((_, names)) => names.push(&description.name),
            None => said.push((left, vec![&description.name])),
        }
    }
    for (left, names) in said.iter().filter(|(left, _)| !left.is_empty()) {
        let lang = Lang::current();
        let left: Vec<String> = left.iter().map(|rule| (*rule).to_owned()).collect();
        let not_corrected = messages::JobsNotCorrected {
            jobs: &listed(names, lang),
            rules: &lang.list(&left),
        };
        ui::say(not_corrected.text(lang));
    }
}

/// Prints the corrected jobs alone: as a job file when a job file was given.
fn print_corrected(explained: &Explained, parsed: &Parsed) -> Result<()> {
    if explained.from_file && !parsed.jobs.is_empty() {
        ui::print(&showcmd::to_job_file(&explained.fixed.jobs)?)?;
    } else {
        let words = command_words(&explained.given, &explained.fixed.jobs);
        let mut page = Page::new();
        page.command_at(0, std::iter::once("fiord".to_owned()).chain(words));
        ui::put(&page)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line).unwrap()
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        assert_eq!(
            words(r#"fio -name="EBS 4K" --x='a "b"' c\ d"#),
            ["fio", "-name=EBS 4K", "--x=a \"b\"", "c d"]
        );
        assert_eq!(words("a \"\" b"), ["a", "", "b"]);
        assert!(split("fio 'open").is_err());
        assert!(split("fio --name=a; rm -rf x").is_err());
    }

    #[test]
    fn words_make_invocations() {
        let of = |words: &[&str]| {
            invocations(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of(&["fio", "--name=a", "--rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["fio --name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["sudo fio --name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(
            of(&["sudo", "fio", "--name=a", "--rw=read"]),
            [["--name=a", "--rw=read"]]
        );
        assert_eq!(of(&["--name=a --rw=read"]), [["--name=a", "--rw=read"]]);
        assert_eq!(of(&["--name=a b", "--rw=read"]), [["--name=a b", "--rw=read"]]);
        assert_eq!(
            of(&["fio --name=a", "fio --name=b"]),
            [["--name=a"], ["--name=b"]]
        );
        assert_eq!(
            of(&["--description=two words", "--name=a"]),
            [["--description=two words", "--name=a"]]
        );
    }
}
