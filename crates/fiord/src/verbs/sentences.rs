//! What `explain` knows, as text for people: per job what it does, what in it misleads and what to type instead; then the
//! machine.
//!
//! Nothing is said twice: jobs that are alike are told once, and why a trap matters stands where it is named first.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use fiord_truth::{Finding, Severity, TrapId};

use super::explain::Explained;

/// Names in the heading of jobs that are alike.
const NAMES: usize = 3;

/// The reasons and the advice that were already given.
#[derive(Default)]
pub(super) struct Said(HashSet<(TrapId, String)>);

impl Said {
    /// One finding: what was seen, and where it is named first why that matters and what to do.
    pub(super) fn finding(&mut self, out: &mut String, finding: &Finding) {
        let severity = finding.severity;
        let _ = writeln!(
            out,
            "  {:5} {}: {}",
            severity.name(),
            finding.trap().name(),
            finding.saw()
        );
        let reasons = format!("{}\n{}", finding.why(), finding.advice());
        if severity > Severity::Note && self.0.insert((finding.trap(), reasons)) {
            let _ = writeln!(out, "        {}", finding.why());
            let _ = writeln!(out, "        try: {}", finding.advice());
        }
    }
}

/// All jobs of one invocation.
pub(super) fn text(explained: &Explained, said: &mut Said) -> String {
    let mut out = String::new();
    for (place, alike) in groups(explained).iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        job(&mut out, explained, alike, said);
    }
    out
}

/// What the machine shows, whatever the job.
pub(super) fn machine(findings: &[Finding], said: &mut Said) -> String {
    let mut out = String::new();
    if !findings.is_empty() {
        out.push_str("\nmachine\n");
    }
    findings
        .iter()
        .for_each(|finding| said.finding(&mut out, finding));
    out
}

/// Adds what the machine shows. It is looked at for every invocation, and what changes from moment to moment is told as it was
/// seen first.
pub(super) fn add_machine(machine: &mut Vec<Finding>, findings: Vec<Finding>) {
    for finding in findings
        .into_iter()
        .filter(|finding| finding.subject.jobs.is_empty())
    {
        let is_known = |other: &Finding| {
            let is_as_bad = other.severity == finding.severity && other.advice() == finding.advice();
            other.trap() == finding.trap() && is_as_bad && other.subject.thing == finding.subject.thing
        };
        if !machine.iter().any(is_known) {
            machine.push(finding);
        }
    }
}

/// The jobs of which the same is to be said but for the names of their files, in the order of the first of each.
fn groups(explained: &Explained) -> Vec<Vec<usize>> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in 0..explained.descriptions.len() {
        let mut alike = String::new();
        body(&mut alike, explained, index, &mut Said::default());
        for (place, path) in explained.paths(index).iter().enumerate() {
            alike = alike.replace(path, &format!("\0{place}"));
        }
        let group = *known.entry(alike).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(members) => members.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

fn job(out: &mut String, explained: &Explained, alike: &[usize], said: &mut Said) {
    let names: Vec<&str> = alike
        .iter()
        .filter_map(|index| Some(explained.descriptions.get(*index)?.name.as_str()))
        .collect();
    let (Some(first), Some(name)) = (alike.first(), names.first()) else {
        return;
    };
    let alike = match names.len() {
        1 => String::new(),
        count => format!(" ({count} jobs alike: this is {name})"),
    };
    let _ = writeln!(out, "{}{alike}", listed(&names));
    body(out, explained, *first, said);
    let changes = explained.changes(*first);
    if explained.is_mended(*first) {
        let _ = writeln!(out, "  corrected\n    {}", explained.command(*first));
        let _ = writeln!(out, "    ({})", changes.join("; "));
    }
    let left = explained.left(*first);
    if !left.is_empty() {
        let _ = writeln!(out, "  Not corrected: {}.", left.join(", "));
    }
}

/// Names, the first few of many.
pub(super) fn listed(names: &[&str]) -> String {
    match names.len() {
        count if count <= NAMES => names.join(", "),
        count => format!("{} and {} more", names[..NAMES].join(", "), count - NAMES),
    }
}

/// What is said of a job but its name and the corrected command.
fn body(out: &mut String, explained: &Explained, index: usize, said: &mut Said) {
    let Some(description) = explained.descriptions.get(index) else {
        return;
    };
    for sentence in &description.sentences {
        let _ = writeln!(out, "  {sentence}");
    }
    explained
        .of_job(index)
        .for_each(|finding| said.finding(out, finding));
}
