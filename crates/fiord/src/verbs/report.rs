//! `fiord report`: a stored run as `fiord run` shows it, judged again from its record; results as pages.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_case::Case;
use fiord_formats::answer::Numbers;
use fiord_formats::findings::Detail;

use fiord_page::PageExtra;
use serde_json::Value;

use super::run::{failures, stored_json, stored_page};
use super::verify::{self, Recomputed};
use super::{html, study};
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// Arguments of `fiord report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The id of a run (see `fiord history`), or its name: the newest of that name. With --html also a file with a document of fiord (what run,
    /// survey, study, sweep and compare print with --json).
    run: String,
    /// Write a page to FILE: answer, findings, charts, numbers and data in one file that opens in any browser.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "verbose", "full", "verify"])]
    html: Option<PathBuf>,
    /// Print the native record (docs/schema/run-1.json) instead of text.
    #[arg(long)]
    json: bool,
    /// Show all findings, with reasons and sources.
    #[arg(short, long)]
    verbose: bool,
    /// Recompute every number of the run, or with --study of a whole study, from its records, and compare; exit with 1 if any differs.
    #[arg(long, conflicts_with_all = ["json", "verbose", "full"])]
    verify: bool,
    /// RUN is the id or the name of a study (with --verify or --html).
    #[arg(long, conflicts_with_all = ["json", "verbose", "full"])]
    study: bool,
    /// Show fio's report as well.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if let Some(page) = &args.html
        && !args.study
        && Path::new(&args.run).is_file()
    {
        return of_file(&args.run, page);
    }
    let store = args.store.read()?;
    if args.study {
        return match &args.html {
            Some(page) => study::html(&args.run, store, page),
            None if args.verify => study::verify(&args.run, store),
            None => bail!(
                "--study: expected with --verify or --html; `fiord study report {}` prints it",
                args.run
            ),
        };
    }
    let Some(found) = store.find(&args.run)? else {
        bail!(
            "{}: no such run in {}; `fiord history` lists them",
            args.run,
            store.path().display()
        );
    };
    if found.runs > 1 {
        ui::say(format!(
            "{} runs are named {}; this is the newest, run {}",
            found.runs, args.run, found.run
        ));
    }
    let (Some(row), Some(record)) = (store.row(found.run)?, store.record(found.run)?) else {
        bail!(
            "run {}: its record is missing in {}",
            found.run,
            store.path().display()
        );
    };
    if args.verify {
        let mut sum = Recomputed::default();
        verify::run(&store, &row, &mut sum)?;
        return verify::put(&format!("Run {}", row.id), &sum);
    }
    if row.interrupted {
        ui::say(format!("run {} was interrupted", row.id));
    }
    failures(&record);
    if let Some(page) = &args.html {
        let extra = PageExtra {
            csv: vec![(
                "Numbers".to_owned(),
                Numbers::all(&Case::of(&record)).table().csv(),
            )],
            again: format!("fiord report {}", row.id),
        };
        html::write(page, &serde_json::from_str(&stored_json(&record)?)?, &extra)?;
    } else if args.json {
        ui::print(&stored_json(&record)?)?;
    } else {
        let detail = if args.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        };
        ui::put(&stored_page(&record, detail, args.full))?;
    }
    Ok(exit::OK)
}

/// The page of a document in a file.
fn of_file(file: &str, page: &Path) -> Result<u8> {
    let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
    let document: Value = serde_json::from_str(&text)
        .with_context(|| format!("{file}: expected a document of fiord (--json)"))?;
    html::write(page, &document, &PageExtra::default()).with_context(|| file.to_owned())?;
    Ok(exit::OK)
}
