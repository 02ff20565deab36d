//! `fiord report`: a stored run as `fiord run` shows it, judged again from its record.

use anyhow::{Result, bail};
use fiord_formats::findings::Detail;

use super::run::{failures, stored_json, stored_page};
use super::study;
use super::verify::{self, Recomputed};
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// Arguments of `fiord report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The id of a run (see `fiord history`), or its name: the newest of that name.
    run: String,
    /// Print the native record (docs/schema/run-1.json) instead of text.
    #[arg(long)]
    json: bool,
    /// Show all findings, with reasons and sources.
    #[arg(short, long)]
    verbose: bool,
    /// Recompute every number of the run, or with --study of a whole study, from its records, and compare; exit with 1 if any differs.
    #[arg(long, conflicts_with_all = ["json", "verbose", "full"])]
    verify: bool,
    /// RUN is the id or the name of a study.
    #[arg(long, requires = "verify")]
    study: bool,
    /// Show fio's report as well.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let store = args.store.read()?;
    if args.study {
        return study::verify(&args.run, store);
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
    if args.json {
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
