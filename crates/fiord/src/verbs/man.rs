//! `fiord man [PAGE]`: manual pages, made from the definition that help is made from.

use std::path::PathBuf;

use crate::manual::pages;
use anyhow::{Context, Result, bail};
use clap::{Command, ValueHint};
use fiord_job::nearest::nearest;

use crate::ui::{self, exit, write};

/// Arguments of `fiord man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    page: Option<String>,
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "page")]
    folder: Option<PathBuf>,
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
    write(&page.text).context("standard output")?;
    Ok(exit::OK)
}
