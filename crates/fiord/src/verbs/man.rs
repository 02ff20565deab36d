//! `fiord man [PAGE]`: manual pages, made from the definition that help is made from.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::{self, Stdio};

use crate::manual::pages;
use anyhow::{Context, Result, anyhow};
use clap::{Command, ValueHint};
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, man as messages};

use super::known;
use crate::keep::StoreArgs;
use crate::ui::{self, exit, write};

/// Arguments of `fiord man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    page: Option<String>,
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "page")]
    folder: Option<PathBuf>,
}

/// `command` is the command line of all verbs, in the current language.
pub(crate) fn run(args: &Args, command: Command) -> Result<u8> {
    let lang = Lang::current();
    let mut pages = pages(command, lang)?;
    if let Some(folder) = &args.folder {
        // The page of the options of jobs is English: it is found without a translation, too.
        pages.retain(|page| lang == Lang::En || page.section == 1);
        for page in &pages {
            let path = folder.join(format!("{}.{}", page.name, page.section));
            std::fs::write(&path, &page.text).with_context(|| path.display().to_string())?;
        }
        let written = messages::Written {
            pages: pages.len() as u64,
            directory: &folder.display(),
        };
        ui::say(written.text(lang));
        return Ok(exit::OK);
    }
    let wanted = match args.page.as_deref() {
        None | Some("fiord") => "fiord".to_owned(),
        Some(page) => format!("fiord-{}", page.trim_start_matches("fiord-")),
    };
    let Some(page) = pages.iter().find(|page| page.name == wanted) else {
        let names: Vec<String> = pages
            .iter()
            .filter_map(|page| Some(page.name.strip_prefix("fiord-")?.to_owned()))
            .collect();
        let asked = wanted.trim_start_matches("fiord-");
        let page = &asked;
        let error = || {
            anyhow!(match nearest(asked, names.iter().map(String::as_str)) {
                Some(near) => messages::NoSuchPageNear { page, near: &near }.text(lang),
                None => {
                    let pages = &lang.list(&names);
                    messages::NoSuchPage { page, pages }.text(lang)
                }
            })
        };
        return Err(known::instead(asked, &StoreArgs::default(), error));
    };
    if std::io::stdout().is_terminal() && shown(&page.text) {
        return Ok(exit::OK);
    }
    write(&page.text).context(messages::standard_output(lang))?;
    Ok(exit::OK)
}

/// Whether `man` showed the page; not where it is not installed, for one.
fn shown(text: &[u8]) -> bool {
    let begun = process::Command::new("man")
        .args(["--local-file", "-"])
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut man) = begun else { return false };
    // A reader who quits on the first screen closes the pipe.
    let _ = man.stdin.take().map(|mut page| page.write_all(text));
    man.wait().is_ok_and(|status| status.success())
}
