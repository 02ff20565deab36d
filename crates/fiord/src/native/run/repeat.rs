//! `fiord run --repeat N`: the plan N times, each run judged by itself, then all of them together. A run that a signal cut short
//! is not among them, unless there is no other.

use anyhow::{Result, bail};
use fiord_formats::repeats::{Repeated, Run};
use fiord_job::invocation::Parsed;
use fiord_record::claims::SpecSheet;
use fiord_truth::{Case, Grade};

use super::{
    INTERRUPTED, Request, failures, judged, print_document, run_jobs, say_differences, write_evidence,
};
use crate::selfcost;
use crate::session::Signals;

/// More than anybody needs, and their records still fit into memory.
const MOST: usize = 1000;

/// How many runs, as typed.
pub(super) fn count(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(count) if (2..=MOST).contains(&count) => Ok(count),
        Ok(1) => bail!("--repeat takes 2 runs or more; one run is one without it"),
        Ok(count) => bail!("--repeat={count} is outside 2 to {MOST}"),
        Err(_) => bail!("`{text}` is no number of runs"),
    }
}

pub(super) fn run(
    request: &Request,
    parsed: &Parsed,
    sheet: Option<&SpecSheet>,
    signals: &Signals,
    asked: usize,
) -> Result<u8> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut failed, mut known_ceiling) = (false, None);
    while runs.len() < asked && !failed {
        eprintln!("fiord: run {} of {asked}", runs.len() + 1);
        if runs.is_empty() {
            say_differences(&parsed.plan, sheet);
        }
        let mut record = match run_jobs(parsed, signals) {
            Ok(record) => record,
            // What was measured stands.
            Err(error) if !runs.is_empty() => {
                eprintln!("fiord: {error:#}");
                failed = true;
                break;
            }
            Err(error) => return Err(error),
        };
        let cut = signals.received().is_some();
        if cut && !runs.is_empty() {
            break;
        }
        // The plan is the same each time, and so is what the generator can do.
        known_ceiling = known_ceiling.or_else(|| selfcost::ceiling(&Case::of(&record), signals));
        record.context.data_sheet = sheet.cloned();
        record.context.ceiling_iops = known_ceiling;
        let (verdict, document) = judged(&record);
        failed = failures(&record);
        eprintln!("fiord: {}", verdict.line);
        runs.push(Run {
            record,
            verdict,
            document,
        });
        if cut {
            break;
        }
    }
    report(request, &runs, asked, failed, signals)
}

fn report(request: &Request, runs: &[Run], asked: usize, failed: bool, signals: &Signals) -> Result<u8> {
    let Some(repeated) = Repeated::of(runs, asked) else {
        bail!("nothing was measured");
    };
    let document = repeated.json();
    if let Some(path) = &request.evidence {
        write_evidence(path, &document)?;
    }
    print_document(&if request.json {
        serde_json::to_string_pretty(&document)? + "\n"
    } else {
        repeated.text()
    })?;
    Ok(match () {
        () if signals.received().is_some() => INTERRUPTED,
        () if failed || (request.strict && repeated.grade() >= Grade::C) => 1,
        () => 0,
    })
}
