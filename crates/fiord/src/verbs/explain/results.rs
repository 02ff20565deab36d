//! `fiord explain --result FILE` and `--seen RESULT`: judges numbers that were measured elsewhere.
//!
//! The rules after a run apply as far as the numbers carry what those need. No I/O but reading the files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use fiord_import::{self as import, Imported};
use fiord_job::plan::{PlanPart, RunPlan};
use fiord_judge::case::{Case, JobRun};
use fiord_judge::trap::Need;
use fiord_judge::typed_result::{SeenJudged, judge_seen};
use fiord_judge::verdict::{Verdict, verdict};
use fiord_judge::{TrapId, When};
use fiord_messages::{Fixed, Lang, explain as messages};
use fiord_record::claims::{Seen, SpecSheet};
use fiord_record::number::short;
use fiord_record::run::Repeats;
use fiord_record::run::RunRecord;
use fiord_report::documents::finding::FindingJson;
use fiord_report::documents::repeats::rates;
use fiord_report::documents::{Document, explain, run};
use fiord_report::text;
use fiord_report::text::layers;
use fiord_report::text::{Page, Styled};

use super::args::Args;
use super::explained::needs_care;
use super::input;
use super::sentences::Given;
use crate::keep::StoreArgs;
use crate::ui::{self, exit};
use crate::verbs::known;

/// A file, and its run with what else is known of it.
struct File<'a> {
    path: &'a Path,
    imported: &'a Imported,
    record: RunRecord,
}

/// Judges the files; the result is the exit code.
pub(super) fn run(args: &Args, sheet: Option<&SpecSheet>) -> Result<u8> {
    let mut imported: Vec<(&PathBuf, Imported)> = Vec::new();
    let mut failed = false;
    for path in &args.result {
        match read(path) {
            Ok(results) => imported.extend(results.into_iter().map(|result| (path, result))),
            Err(error) => {
                ui::say(format!("{error:#}"));
                failed = true;
            }
        }
    }
    let files: Vec<File<'_>> = (0..imported.len())
        .map(|index| File::of(&imported, index, sheet))
        .collect();
    let (mut care, mut results, mut page) = (false, Vec::new(), Page::new());
    for file in &files {
        let case = Case::of(&file.record);
        let judged = verdict(&case);
        care |= needs_care(&judged.findings);
        if args.json {
            results.push(file.document(&case, &judged));
        } else {
            put(&mut page, file, &case, &judged, args);
        }
    }
    if args.json {
        ui::print(&Document::new(explain::Results { results }).to_text()?)?;
    } else {
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

impl<'a> File<'a> {
    fn of(imported: &'a [(&PathBuf, Imported)], index: usize, sheet: Option<&SpecSheet>) -> Self {
        let (path, this) = &imported[index];
        let mut record = this.record.clone();
        let repeats = repeats(imported, index);
        if !repeats.is_empty() {
            record.context.repeats = repeats;
        }
        if sheet.is_some() {
            record.context.data_sheet = sheet.cloned();
        }
        Self {
            path,
            imported: this,
            record,
        }
    }

    fn document(&self, case: &Case<'_>, judged: &Verdict) -> explain::ResultFile {
        let not_judged = not_judged(self.imported, judged, Lang::En).into_iter();
        explain::ResultFile {
            file: self.path.into(),
            written_by: self.imported.writer.name().to_owned(),
            run: run::document(case, judged, Lang::En),
            not_judged: not_judged
                .map(|(because, rules)| explain::NotJudged {
                    because,
                    rules: rules.into_iter().map(str::to_owned).collect(),
                })
                .collect(),
            notes: self
                .imported
                .notes
                .iter()
                .map(|note| note.text(Lang::En).to_owned())
                .collect(),
        }
    }
}

fn read(path: &Path) -> Result<Vec<Imported>> {
    let name = path.display().to_string();
    let text = match input::text(path).with_context(|| name.clone()) {
        Err(error) if !path.exists() => return Err(known::instead(&name, &StoreArgs::default(), || error)),
        read => read?,
    };
    import::results_of_text(&name, &text).with_context(|| name)
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

/// Rules that this file carries too little for, by what is missing. Some find something all the same.
fn not_judged(imported: &Imported, judged: &Verdict, lang: Lang) -> Vec<(String, Vec<&'static str>)> {
    let case = Case::of(&imported.record);
    let missing = |need: Need, times: &[When]| -> Vec<&'static str> {
        let needs = |trap: &TrapId| times.iter().any(|when| trap.needs(*when).contains(&need));
        let is_found = |trap: &TrapId| {
            let mut found = judged.findings.iter();
            found.any(|finding| finding.trap() == *trap && times.contains(&finding.when))
        };
        let silent = |trap: &&TrapId| needs(trap) && !need.is_met(&case) && !is_found(trap);
        TrapId::ALL
            .iter()
            .filter(silent)
            .map(|trap| trap.name())
            .collect()
    };
    let evidence = [
        (Need::Counters, messages::without_counters as Fixed),
        (Need::Series, messages::without_series as Fixed),
        (Need::Histogram, messages::without_histogram as Fixed),
    ];
    let evidence = evidence
        .into_iter()
        .map(|(need, because)| (because(lang).to_owned(), missing(need, &[When::Run])));
    let parts = PlanPart::ALL.into_iter().map(|part| {
        let because = match part {
            PlanPart::Direct => messages::without_direct(lang).to_owned(),
            _ => messages::WithoutOptions {
                options: &part.options(),
            }
            .text(lang),
        };
        (because, missing(Need::Plan(part), &[When::Plan, When::Run]))
    });
    evidence
        .chain(parts)
        .filter(|(_, traps)| !traps.is_empty())
        .collect()
}

fn put(page: &mut Page, file: &File<'_>, after: &Case<'_>, judged: &Verdict, args: &Args) {
    let (imported, lang) = (file.imported, args.lang());
    page.blank();
    let place = lang.aside(&place(&imported.record, lang));
    page.line(Styled::new().strong(file.path.display().to_string()).plain(place));
    text::run::put(page, after, judged, args.detail(), lang);
    layers::put(page, after, lang);
    page.blank();
    after.jobs.iter().for_each(|job| put_depth(page, job, lang));
    let missing = not_judged(imported, judged, lang);
    if !missing.is_empty() {
        page.blank();
        page.line(messages::not_judged(lang));
    }
    for (because, rules) in missing {
        let rules: Vec<String> = rules.into_iter().map(str::to_owned).collect();
        page.item(
            "  ",
            "    ",
            [because.as_str(), lang.colon(), &lang.list(&rules)].concat(),
        );
    }
    for note in &imported.notes {
        let note = &note.text(lang);
        page.item("  ", "    ", messages::Note { note }.text(lang));
    }
}

/// What a result is: who printed it, and where in a text with several it stands.
fn place(record: &RunRecord, lang: Lang) -> String {
    match &record.context.import {
        // Nothing else than its figures is known of it.
        Some(import) if record.version.is_empty() => {
            let kind = &import.kind.name();
            match &import.lines {
                (line, last) if line == last => messages::PlaceLine { kind, line }.text(lang),
                (first, last) => messages::PlaceLines { kind, first, last }.text(lang),
            }
        }
        _ => messages::PlaceJobs {
            version: &record.version,
            jobs: record.plan.jobs.len() as u64,
        }
        .text(lang),
    }
}

/// What one job had in flight, for what it asked.
fn put_depth(page: &mut Page, job: &JobRun<'_>, lang: Lang) {
    if let Some(depth) = job.achieved_depth() {
        let asked = f64::from(job.plan.depth.iodepth) * job.workers.len() as f64;
        let (job_name, depth) = (&job.plan.name, &short(depth));
        let in_flight = if job.plan.tells(PlanPart::Depth) {
            let asked = &short(asked);
            messages::InFlight {
                job: job_name,
                depth,
                asked,
            }
            .text(lang)
        } else {
            messages::InFlightOnly { job: job_name, depth }.text(lang)
        };
        page.line(in_flight);
    }
}

/// Typed results, judged by the jobs of one invocation.
pub(super) fn seen(typed: &[String], plan: &RunPlan) -> Result<Vec<SeenJudged>> {
    let one = |text: &String| {
        let seen = Seen::read(text).map_err(|why| anyhow!("--seen: {why}"))?;
        judge_seen(plan, &seen).map_err(|why| anyhow!("--seen: {why}"))
    };
    typed.iter().map(one).collect()
}

/// Typed results on a page.
pub(super) fn put_seen(page: &mut Page, judged: &[SeenJudged], plan: &RunPlan, args: &Args) {
    for one in judged {
        let name = plan.jobs.get(one.job).map_or("", |job| &job.name);
        page.line(Styled::new().strong(name));
        page.indent(2);
        for sentence in one.sentences(args.lang()) {
            page.line(sentence);
        }
        let mut given = Given::new(args.detail(), args.lang());
        one.findings.iter().for_each(|finding| given.put(page, finding));
        page.indent(0);
    }
}

/// A typed result as a document.
pub(super) fn seen_document(judged: &SeenJudged, plan: &RunPlan) -> explain::SeenResult {
    explain::SeenResult {
        job: plan.jobs.get(judged.job).map(|job| job.name.clone()),
        sentences: judged.sentences(Lang::En),
        findings: judged
            .findings
            .iter()
            .map(|one| FindingJson::of(one, Lang::En))
            .collect(),
    }
}
