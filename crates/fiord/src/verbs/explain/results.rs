//! `fiord explain --result FILE` and `--seen RESULT`: numbers that were measured elsewhere, judged by the rules after a run as far as
//! they carry what those need. No I/O but reading the files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use fiord_formats::import::{self, Imported, Writer};
use fiord_formats::native::{self, finding_json};
use fiord_formats::repeats::rates;
use fiord_job::plan::RunPlan;
use fiord_record::claims::{Seen, SpecSheet};
use fiord_record::number::{Bytes, Count, plural, short};
use fiord_record::run::Repeats;
use fiord_record::run::RunRecord;
use fiord_truth::judge::is_met;
use fiord_truth::seen::{SeenJudged, judge_seen};
use fiord_truth::trap::Need;
use fiord_truth::verdict::{Verdict, verdict};
use fiord_truth::{Case, JobRun, TrapId, When};
use serde_json::{Value, json};

use super::{Args, SCHEMA, is_to_heed};
use crate::verbs::sentences::Said;

/// Judges the files; the result is the exit code.
pub(super) fn run(args: &Args, sheet: Option<&SpecSheet>) -> Result<u8> {
    let mut files: Vec<(&PathBuf, Imported)> = Vec::new();
    let mut failed = false;
    for path in &args.result {
        match read(path) {
            Ok(imported) => files.push((path, imported)),
            Err(error) => {
                eprintln!("fiord: {error:#}");
                failed = true;
            }
        }
    }
    let (mut heed, mut documents) = (false, Vec::new());
    for (index, (path, imported)) in files.iter().enumerate() {
        let mut record = imported.record.clone();
        let repeats = repeats(&files, index);
        if !repeats.is_empty() {
            record.context.repeats = repeats;
        }
        if sheet.is_some() {
            record.context.data_sheet = sheet.cloned();
        }
        let case = Case::of(&record);
        let judged = verdict(&case);
        heed |= is_to_heed(&judged.findings);
        if args.json {
            documents.push(json!({
                "file": path.display().to_string(),
                "written_by": writer(imported.writer),
                "run": native::document(&case, &judged),
                "not_judged": not_judged(imported)
                    .iter()
                    .map(|(because, rules)| json!({ "because": because, "rules": rules }))
                    .collect::<Vec<_>>(),
                "notes": imported.notes,
            }));
        } else {
            let gap = if index > 0 { "\n" } else { "" };
            print!("{gap}{}", text(path, imported, &case, &judged));
        }
    }
    if args.json {
        println!(
            "{}",
            serde_json::to_string_pretty(&json!({ "version": SCHEMA, "results": documents }))?
        );
    }
    Ok(match () {
        () if failed => 2,
        () if args.strict && heed => 1,
        () => 0,
    })
}

fn read(path: &Path) -> Result<Imported> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    import::results(&String::from_utf8_lossy(&bytes)).with_context(|| path.display().to_string())
}

const fn writer(writer: Writer) -> &'static str {
    match writer {
        Writer::Fio => "fio",
        Writer::Fiord => "fiord",
    }
}

/// The rates of all files with the same jobs, this one among them; none if it is alone.
fn repeats(files: &[(&PathBuf, Imported)], index: usize) -> Vec<Repeats> {
    let jobs = |imported: &Imported| -> Vec<_> {
        let jobs = imported.record.plan.jobs.iter();
        jobs.map(|job| (job.name.clone(), job.given.clone())).collect()
    };
    let mine = jobs(&files[index].1);
    let same: Vec<&RunRecord> = files
        .iter()
        .filter(|(_, other)| jobs(other) == mine)
        .map(|(_, imported)| &imported.record)
        .collect();
    if same.len() > 1 { rates(&same) } else { Vec::new() }
}

/// Rules that this file carries too little for, by what is missing.
fn not_judged(imported: &Imported) -> Vec<(&'static str, Vec<&'static str>)> {
    let case = Case::of(&imported.record);
    let missing = |need: Need| -> Vec<&'static str> {
        let silent = |trap: &&TrapId| trap.needs(When::Run).contains(&need) && !is_met(need, &case);
        TrapId::ALL
            .iter()
            .filter(silent)
            .map(|trap| trap.name())
            .collect()
    };
    [
        (Need::Counters, "no counters of the kernel are in it"),
        (Need::Series, "no series per second is in it"),
        (
            Need::Histogram,
            "no histogram is in it (--output-format=json+ writes one)",
        ),
    ]
    .into_iter()
    .map(|(need, because)| (because, missing(need)))
    .filter(|(_, traps)| !traps.is_empty())
    .collect()
}

fn text(path: &Path, imported: &Imported, after: &Case<'_>, judged: &Verdict) -> String {
    let plan = &imported.record.plan;
    let mut out = format!(
        "{} ({}, {})\n",
        path.display(),
        imported.record.version,
        plural(plan.jobs.len() as u64, "job")
    );
    for job in &after.jobs {
        let _ = writeln!(out, "  {}", measured(job));
    }
    out.push_str(&judged.text(plan));
    let missing = not_judged(imported);
    if !missing.is_empty() {
        let _ = writeln!(out, "\nNot judged:");
    }
    for (because, rules) in missing {
        let _ = writeln!(out, "  {because}: {}", rules.join(", "));
    }
    for note in &imported.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    out
}

/// One job's numbers in a line, with what was in flight.
fn measured(job: &JobRun<'_>) -> String {
    let mut parts = Vec::new();
    for (ddir, stats) in job.directions() {
        let seconds = (stats.runtime_ns as f64 / 1e9).max(1e-9);
        let latency = if stats.lat.moments.count > 0 {
            &stats.lat
        } else {
            &stats.clat
        };
        let mut part = format!(
            "{} {} IOPS, {}/s",
            ddir.name(),
            Count((stats.ios as f64 / seconds).round() as u64),
            Bytes((stats.bytes as f64 / seconds) as u64)
        );
        if latency.moments.count > 0 {
            let _ = write!(part, ", {} µs", short(latency.moments.mean() / 1e3));
        }
        parts.push(part);
    }
    if parts.is_empty() {
        parts.push("nothing was done".to_owned());
    }
    let depth = job.achieved_depth().map_or(String::new(), |depth| {
        let asked = f64::from(job.plan.depth.iodepth) * job.workers.len() as f64;
        format!("; {} in flight, iodepth × workers {}", short(depth), short(asked))
    });
    format!("{}: {}{depth}", job.plan.name, parts.join("; "))
}

/// Typed results, judged by the jobs of one invocation.
pub(super) fn seen(typed: &[String], plan: &RunPlan) -> Result<Vec<SeenJudged>> {
    let one = |text: &String| {
        let seen = Seen::read(text).map_err(|why| anyhow!("--seen: {why}"))?;
        judge_seen(plan, &seen).map_err(|why| anyhow!("--seen: {why}"))
    };
    typed.iter().map(one).collect()
}

/// Typed results as text.
pub(super) fn seen_text(judged: &[SeenJudged], plan: &RunPlan) -> String {
    let mut out = String::new();
    for one in judged {
        let name = plan.jobs.get(one.job).map_or("", |job| &job.name);
        let _ = writeln!(out, "{name}");
        for sentence in &one.sentences() {
            let _ = writeln!(out, "  {sentence}");
        }
        let mut said = Said::default();
        one.findings
            .iter()
            .for_each(|finding| said.finding(&mut out, finding));
    }
    out
}

/// A typed result as a document.
pub(super) fn seen_json(judged: &SeenJudged, plan: &RunPlan) -> Value {
    json!({
        "job": plan.jobs.get(judged.job).map(|job| job.name.clone()),
        "sentences": judged.sentences(),
        "findings": judged.findings.iter().map(finding_json).collect::<Vec<_>>(),
    })
}
