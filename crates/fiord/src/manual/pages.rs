//! Manual pages in roff: `fiord(1)`, one for each verb, and one for the options of jobs.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use fiord_job::help;
use fiord_messages::{Lang, man as messages};

use crate::verbs::help::with_own_help;

/// The page of the options of jobs.
const JOB: &str = "fiord-job";

/// groff breaks lines between Chinese characters only if it is told so.
const LINES_BREAK: &[u8] = b".mso zh.tmac\n";
/// A line of Chinese has few blanks, which would become wide ones.
const NO_BLANKS: &[u8] = b".ad l\n";

/// A page: its file, and its text in roff.
#[derive(Debug)]
pub(crate) struct ManPage {
    pub name: String,
    pub section: u8,
    pub text: Vec<u8>,
}

/// All pages in a language, the program's own first. `command` is the command line of all verbs in that language. The page of the
/// options of jobs is English.
///
/// # Errors
/// None: they are written into memory.
pub(crate) fn pages(command: Command, lang: Lang) -> io::Result<Vec<ManPage>> {
    let mut command = without_help(command);
    command.build();
    let command = with_own_help(command, lang);
    let source = format!("fiord {}", command.get_version().unwrap_or_default());
    let mut pages = Vec::new();
    add(&command, "fiord", &source, lang, &mut pages)?;
    pages.push(job_page()?);
    Ok(pages)
}

/// Without the verb `help`, which has no page.
fn without_help(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help)
}

/// The page of a command and those of what is below it: `fiord`, `fiord-study`, `fiord-study-run`.
fn add(command: &Command, name: &str, source: &str, lang: Lang, pages: &mut Vec<ManPage>) -> io::Result<()> {
    let mut text = Vec::new();
    let man = Man::new(command.clone()).title(name).source(source);
    let is_chinese = lang != Lang::En;
    if is_chinese {
        text.extend_from_slice(LINES_BREAK);
    }
    man.render_title(&mut text)?;
    if is_chinese {
        text.extend_from_slice(NO_BLANKS);
    }
    man.render_name_section(&mut text)?;
    // That of clap names each option without its value.
    let usage = command.clone().render_usage().to_string();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    for line in usage.trim_start_matches("Usage:").lines().map(str::trim) {
        synopsis.text([roman(line)]);
        synopsis.control("br", []);
    }
    synopsis.to_writer(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = command.get_after_long_help().or(command.get_after_help()) {
        let mut roff = Roff::new();
        roff.control("SH", ["NOTES"]);
        for line in notes.to_string().lines() {
            roff.text([roman(line)]);
            roff.control("br", []);
        }
        roff.to_writer(&mut text)?;
    }
    see_also(name).to_writer(&mut text)?;
    pages.push(ManPage {
        name: name.to_owned(),
        section: 1,
        text: headed(&text, lang),
    });
    for below in command.get_subcommands() {
        if below.get_name() != "help" && !below.is_hide_set() {
            let name = format!("{name}-{}", below.get_name());
            add(below, &name, source, lang, pages)?;
        }
    }
    Ok(())
}

/// The page with the headings of its sections in a language: those of clap are English.
fn headed(text: &[u8], lang: Lang) -> Vec<u8> {
    let translated = |line: &str| {
        let heading = match line.strip_prefix(".SH ")? {
            "NAME" => messages::heading_name(lang),
            "SYNOPSIS" => messages::heading_synopsis(lang),
            "DESCRIPTION" => messages::heading_description(lang),
            "OPTIONS" => messages::heading_options(lang),
            "SUBCOMMANDS" => messages::heading_subcommands(lang),
            "NOTES" => messages::heading_notes(lang),
            "\"SEE ALSO\"" => messages::heading_see_also(lang),
            _ => return None,
        };
        Some(format!(".SH \"{heading}\""))
    };
    let text = String::from_utf8_lossy(text);
    let lines = text
        .lines()
        .map(|line| translated(line).unwrap_or_else(|| line.to_owned()) + "\n");
    lines.collect::<String>().into_bytes()
}

/// The page above, and that of the options of jobs.
fn see_also(name: &str) -> Roff {
    let above = name.rsplit_once('-').map(|(above, _)| above);
    let mut named: Vec<String> = above.map(|above| format!("{above}(1)")).into_iter().collect();
    named.push(format!("{JOB}(5)"));
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(named.join(", "))]);
    roff
}

fn job_page() -> io::Result<ManPage> {
    let mut roff = Roff::new();
    roff.control("TH", [JOB, "5"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("fiord-job - the options of fio's job language in fiord")]);
    roff.control("SH", ["DESCRIPTION"]);
    roff.text([roman(
        "A job is written as a file of sections or on the command line, each option with two dashes. \
         Names, aliases and defaults are fio's; sim_* are fiord's own.",
    )]);
    for (title, options) in help::manual() {
        roff.control("SH", [title.to_uppercase().as_str()]);
        for option in options {
            roff.control("TP", []);
            roff.text([bold(option.names)]);
            roff.text([roman(option.text)]);
        }
    }
    let mut text = Vec::new();
    roff.to_writer(&mut text)?;
    Ok(ManPage {
        name: JOB.to_owned(),
        section: 5,
        text,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of_some_verbs(lang: Lang) -> Vec<(String, String)> {
        let study = Command::new("study").subcommand(Command::new("list"));
        let run = Command::new("run")
            .override_usage("fiord run [OPTIONS] FIO ARGUMENTS…")
            .after_help("Exit codes: 0 done.");
        let command = Command::new("fiord").version("1.2.3").subcommands([run, study]);
        let text = |page: ManPage| (page.name, String::from_utf8(page.text).unwrap().replace('\\', ""));
        pages(command, lang).unwrap().into_iter().map(text).collect()
    }

    #[test]
    fn a_chinese_page_has_chinese_headings_and_breaks_its_lines() {
        let pages = of_some_verbs(Lang::ZhTw);
        let run = &pages.iter().find(|(name, _)| name == "fiord-run").unwrap().1;
        assert!(run.starts_with(".mso zh.tmac\n"), "{run}");
        let headings = run.lines().filter_map(|line| line.strip_prefix(".SH "));
        let headings: Vec<&str> = headings.collect();
        assert!(headings.contains(&"\"名稱\""), "{headings:?}");
        assert!(
            headings
                .iter()
                .all(|heading| !heading.contains(char::is_uppercase)),
            "{headings:?}"
        );
    }

    #[test]
    fn a_page_names_only_pages_that_there_are() {
        let pages = of_some_verbs(Lang::En);
        let known: BTreeSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        // What the options of jobs do is another matter.
        for (page, text) in pages.iter().filter(|(page, _)| page != JOB) {
            for (at, _) in text.match_indices("(1)") {
                let named = text[..at].rsplit([' ', '\n']).next().unwrap();
                assert!(known.contains(named), "{page} names {named}");
            }
        }
        assert!(known.contains("fiord-study-list"));
    }

    #[test]
    fn a_page_says_how_the_verb_is_called_and_of_which_version_it_is() {
        let pages = of_some_verbs(Lang::En);
        let run = &pages.iter().find(|(name, _)| name == "fiord-run").unwrap().1;
        assert!(run.contains("fiord run [OPTIONS] FIO ARGUMENTS"), "{run}");
        assert!(run.contains("\"fiord 1.2.3\"") && !run.contains("EXTRA"), "{run}");
        assert!(run.contains(".SH \"NOTES\"\nExit codes: 0 done"), "{run}");
    }
}
