//! A first draft of a notebook from stored results: each as a block that measures it again, with its findings as claims.
//!
//! A claim is in the draft only if the stored runs do not contradict it. `--stored` names these runs; they count until the block is measured,
//! and only where the store has the same load under these ids.

use std::fmt::Write as _;

use anyhow::{Context, Result, anyhow, bail};
use fiord_job::options;
use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::claim;
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::drafting::subject;
use fiord_notebook::evidence::BlockEvidence;
use fiord_notebook::judging::judge;
use fiord_record::run::RunRecord;
use fiord_store::{RunRow, Store, StudyRow};
use fiord_study::findings::{RatioOutcome, StudyClaim, StudyFinding};

use super::blocks::{STORED, is_allowed};
use super::evidence::StoredEvidence;
use crate::keep::StoreArgs;
use crate::verbs::report::{self, Wanted};
use crate::verbs::{compare, known, study};

/// Values of a block that are printed.
const MOST_VALUES: usize = 8;

/// The draft.
///
/// # Errors
/// A result is not there, or was not measured by jobs.
pub(super) fn draft(words: &[String], args: &StoreArgs, lang: Lang) -> Result<String> {
    let store = args.read()?;
    let list = lang.list(words);
    let mut out = format!("# {}\n\n", messages::DraftTitle { results: &list }.text(lang));
    let _ = writeln!(out, "{}\n\n```fiord doctor\n```", messages::draft_intro(lang));
    let mut names: Vec<String> = Vec::new();
    for word in words {
        let error = || {
            let (name, store) = (word, &store.path().display());
            anyhow!(fiord_messages::report::NoSuchRun { name, store }.text(lang))
        };
        let found = report::found(&store, word)?.ok_or_else(|| known::instead(word, args, error))?;
        let mut seen = StoredEvidence::default();
        let (drafted, findings) = match found {
            Wanted::Study(name) => {
                let row = store.study(&name)?.ok_or_else(error)?;
                let name = unused(&row.name, &mut names);
                let evidence = seen.of_study(&name, &row, args)?;
                let drafted = Drafted::of_study(name, &row, evidence);
                (drafted, study::findings(&row, args.read()?, lang)?)
            }
            Wanted::Run(row) => {
                let rows = rows(word, &row, &store)?;
                let name = row.name.as_deref().unwrap_or("run");
                let name = unused(name, &mut names);
                (Drafted::of_runs(name, &rows, &store, &mut seen)?, Vec::new())
            }
        };
        drafted.write(&mut out, &findings);
    }
    Ok(out)
}

/// What stored runs did, as the body of a block: `study:3` or the ids of runs. None: the store has other runs there.
///
/// # Errors
/// The store.
pub(super) fn body(stored: &str, store: &Store) -> Result<Option<String>> {
    if let Some(study) = stored.strip_prefix("study:") {
        return Ok(store.study(study)?.map(|row| row.source));
    }
    let mut bodies = Vec::new();
    for id in stored.split(',') {
        let Ok(id) = id.parse() else { return Ok(None) };
        let Some(record) = store.record(id)? else {
            return Ok(None);
        };
        bodies.push(jobs(&record));
    }
    let first = bodies.first().cloned();
    Ok(first.filter(|first| bodies.iter().all(|body| body == first)))
}

/// The jobs of a run as a job file, with the options that a notebook may set.
fn jobs(record: &RunRecord) -> String {
    let mut out = String::new();
    for job in &record.plan.jobs {
        let _ = writeln!(out, "[{}]", job.name);
        for given in &job.given {
            let name = options::find(&given.name).map_or(given.name.as_str(), |spec| spec.name);
            if name != "name" && is_allowed(name, &given.value) {
                let _ = match given.value.as_str() {
                    "" => writeln!(out, "{name}"),
                    value => writeln!(out, "{name}={value}"),
                };
            }
        }
    }
    out
}

/// The runs that a word means and that did the same as the one that it names first.
fn rows(word: &str, row: &RunRow, store: &Store) -> Result<Vec<RunRow>> {
    let is_id = word
        .trim_start_matches("run:")
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    if is_id {
        return Ok(vec![row.clone()]);
    }
    let asked = body(&row.id.to_string(), store)?;
    let mut same = Vec::new();
    for one in compare::runs_of(word, store)? {
        if body(&one.id.to_string(), store)? == asked {
            same.push(one);
        }
    }
    Ok(same)
}

/// A name for a block that no other one has.
fn unused(name: &str, names: &mut Vec<String>) -> String {
    // Results of a notebook are called `NOTEBOOK/BLOCK@HASH`.
    let name = name.rsplit('/').next().unwrap_or(name);
    let name = name.split('@').next().unwrap_or(name);
    let kept: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        })
        .collect();
    let kept = kept.trim_matches('-').to_owned();
    let kept = match kept.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => kept,
        false => format!("block-{kept}"),
    };
    let mut name = kept.clone();
    for number in 2.. {
        if name != "claims" && !names.contains(&name) {
            break;
        }
        name = format!("{kept}-{number}");
    }
    names.push(name.clone());
    name
}

/// A block of the draft.
struct Drafted {
    name: String,
    fence: String,
    body: String,
    evidence: Option<BlockEvidence>,
}

impl Drafted {
    fn of_study(name: String, row: &StudyRow, evidence: Option<BlockEvidence>) -> Self {
        let fence = format!("study --as {name} {STORED} study:{}", row.id);
        let body = row.source.clone();
        Self {
            name,
            fence,
            body,
            evidence,
        }
    }

    fn of_runs(name: String, rows: &[RunRow], store: &Store, seen: &mut StoredEvidence) -> Result<Self> {
        let lang = Lang::current();
        let ids: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
        let ids = ids.join(",");
        let no_jobs = || messages::NothingToDraft { name: &name }.text(lang);
        let body = body(&ids, store)?
            .filter(|body| !body.is_empty())
            .with_context(no_jobs)?;
        if rows
            .iter()
            .any(|row| matches!(row.verb.as_str(), "import" | "ladder"))
        {
            bail!(no_jobs());
        }
        let evidence = seen.of_runs(&name, rows, store)?;
        Ok(Self {
            fence: format!("run --as {name} {STORED} {ids}"),
            name,
            body,
            evidence: Some(evidence),
        })
    }

    fn write(&self, out: &mut String, findings: &[(StudyFinding, String)]) {
        let _ = write!(
            out,
            "\n## {}\n\n```fiord {}\n{}\n```\n",
            self.name,
            self.fence,
            self.body.trim()
        );
        let Some(evidence) = &self.evidence else { return };
        let values = evidence.series.iter().take(MOST_VALUES);
        let _ = writeln!(out);
        for series in values {
            if let Some(subject) = subject(evidence, series) {
                let (label, name) = (series.label(), &self.name);
                let _ = writeln!(
                    out,
                    "- {label}: {{= {name}.{subject}.iops}}, {{= {name}.{subject}.bandwidth}}"
                );
            }
        }
        let all = std::slice::from_ref(evidence);
        let is_kept = |text: &String| {
            let claim = claim::parse(text);
            claim.is_ok_and(|claim| judge(&claim, all).mark != ClaimMark::Contradicted)
        };
        let _ = writeln!(out);
        for (finding, sentence) in findings {
            let asked = claim_of(finding, evidence).map(|claim| format!("{}: {claim}", self.name));
            let sentence = sentence.replace(['{', '}'], "");
            let _ = match asked.filter(is_kept) {
                Some(asked) => writeln!(out, "- {sentence} {{? {asked}}}"),
                None => writeln!(out, "- {sentence}"),
            };
        }
        for series in &evidence.series {
            let Some(subject) = subject(evidence, series) else {
                continue;
            };
            let depth = series
                .runs
                .first()
                .and_then(|run| run.measured.key.iodepth)
                .filter(|depth| *depth > 1);
            let valid = ["valid", "invalid"].map(str::to_owned);
            let depth = depth.map(|depth| ["reaches", "below"].map(|says| format!("{says} depth {depth}")));
            // Of a claim and its opposite the first that the runs do not contradict.
            for says in std::iter::once(valid).chain(depth) {
                let mut asked = says.iter().map(|says| format!("{}: {subject} {says}", self.name));
                if let Some(asked) = asked.find(is_kept) {
                    let _ = writeln!(out, "- {} {{? {asked}}}", series.label());
                }
            }
        }
    }
}

/// The claim that says what a finding says; none: no claim can.
fn claim_of(finding: &StudyFinding, evidence: &BlockEvidence) -> Option<String> {
    let at = |labels: &[String], own: Option<&String>| {
        let labels = labels.iter().chain(own);
        let mut series = evidence
            .series
            .iter()
            .filter(|series| series.job == finding.response.job && series.direction == finding.response.ddir);
        let labels: Vec<&String> = labels.collect();
        let found = series.find(|series| {
            series.labels.len() == labels.len() && labels.iter().all(|label| series.labels.contains(label))
        });
        subject(evidence, found?)
    };
    match &finding.claim {
        StudyClaim::Ratio {
            level,
            than,
            at: rest,
            outcome,
            margin,
            ..
        } => {
            let (one, other) = (at(rest, Some(level))?, at(rest, Some(than))?);
            let is_rate = !matches!(
                finding.metric,
                fiord_study::definition::StudyMetric::P50 | fiord_study::definition::StudyMetric::P99
            );
            let percent = margin * 100.0;
            Some(match (outcome, is_rate) {
                (RatioOutcome::Larger | RatioOutcome::SlightlyLarger, true)
                | (RatioOutcome::Smaller | RatioOutcome::SlightlySmaller, false) => {
                    format!("{one} faster than {other}")
                }
                (RatioOutcome::Smaller | RatioOutcome::SlightlySmaller, true)
                | (RatioOutcome::Larger | RatioOutcome::SlightlyLarger, false) => {
                    format!("{one} slower than {other}")
                }
                (RatioOutcome::Equivalent, _) => format!("{one} equal to {other} within {percent}%"),
                (RatioOutcome::Inconclusive, _) => return None,
            })
        }
        StudyClaim::Knee {
            factor,
            at: rest,
            first,
            last: Some(last),
            ..
        } => {
            let rest: Vec<String> = rest
                .iter()
                .map(|label| fiord_notebook::evidence::plain(label))
                .collect();
            Some(
                format!("{} knee of {factor} at {first} to {last}", rest.join("@"))
                    .trim_start()
                    .to_owned(),
            )
        }
        _ => None,
    }
}
