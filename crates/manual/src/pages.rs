//! Manual pages in roff: `fiord(1)`, one for each verb, and one for the options of jobs.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use fiord_job::help;

use crate::tables::{RUN, SWEEP};

/// The page of the options of jobs.
const JOB: &str = "fiord-job";

/// A page: its file, and its text in roff.
#[derive(Debug)]
pub struct ManPage {
    pub name: String,
    pub section: u8,
    pub text: Vec<u8>,
}

/// All pages, the program's own first. `command` is the command line of all verbs.
///
/// # Errors
/// None: they are written into memory.
pub fn pages(command: Command) -> io::Result<Vec<ManPage>> {
    let mut command = SWEEP.add_to(RUN.add_to(command));
    command.build();
    let mut pages = Vec::new();
    add(&command, "fiord", &mut pages)?;
    pages.push(job_page()?);
    Ok(pages)
}

/// The page of a command and those of what is below it: `fiord`, `fiord-study`, `fiord-study-run`.
fn add(command: &Command, name: &str, pages: &mut Vec<ManPage>) -> io::Result<()> {
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
