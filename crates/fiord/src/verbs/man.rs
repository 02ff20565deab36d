//! `fiord man [PAGE]`: manual pages, made from the tables that help is made from.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use fiord_job::help;
use fiord_job::nearest::nearest;

use crate::ui::{self, exit};

/// The page of the options of jobs.
const JOB: &str = "fiord-job";

/// Arguments of `fiord man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A verb, or `job` for the options of jobs; without it, fiord itself.
    page: Option<String>,
    /// Write all pages into this folder, which must exist.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "page")]
    folder: Option<PathBuf>,
}

/// A page: its file, and its text in roff.
struct ManPage {
    name: String,
    section: u8,
    text: Vec<u8>,
}

/// `command` is the command line of all verbs.
pub(crate) fn run(args: &Args, command: Command) -> Result<u8> {
    let pages = pages(command)?;
    if let Some(folder) = &args.folder {
        for page in &pages {
            let path = folder.join(format!("{}.{}", page.name, page.section));
            std::fs::write(&path, &page.text).with_context(|| path.display().to_string())?;
        }
        ui::say(format!("wrote {} pages to {}", pages.len(), folder.display()));
        return Ok(exit::OK);
    }
    let wanted = match args.page.as_deref() {
        None | Some("fiord") => "fiord".to_owned(),
        Some(page) => format!("fiord-{}", page.trim_start_matches("fiord-")),
    };
    let Some(page) = pages.iter().find(|page| page.name == wanted) else {
        let names: Vec<&str> = pages
            .iter()
            .filter_map(|page| page.name.strip_prefix("fiord-"))
            .collect();
        let asked = wanted.trim_start_matches("fiord-");
        match nearest(asked, names.iter().copied()) {
            Some(name) => bail!("{asked}: no such page; did you mean `fiord man {name}`?"),
            None => bail!("{asked}: no such page; pages are {}", names.join(", ")),
        }
    };
    let mut out = std::io::stdout().lock();
    out.write_all(&page.text)
        .and_then(|()| out.flush())
        .context("standard output")?;
    Ok(exit::OK)
}

fn pages(mut command: Command) -> Result<Vec<ManPage>> {
    command.build();
    let mut pages = Vec::new();
    add(&command, "fiord", &mut pages)?;
    pages.push(job_page()?);
    Ok(pages)
}

/// The page of a command and those of what is below it: `fiord`, `fiord-study`, `fiord-study-run`.
fn add(command: &Command, name: &str, pages: &mut Vec<ManPage>) -> Result<()> {
    let mut text = Vec::new();
    Man::new(command.clone().disable_help_subcommand(true))
        .title(name.to_owned())
        .render(&mut text)?;
    pages.push(ManPage {
        name: name.to_owned(),
        section: 1,
        text,
    });
    for below in command.get_subcommands() {
        if below.get_name() != "help" && !below.is_hide_set() {
            add(below, &format!("{name}-{}", below.get_name()), pages)?;
        }
    }
    Ok(())
}

fn job_page() -> Result<ManPage> {
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
