//! What `explain` knows on a page: per job its description, findings and corrected command; then the machine.
//!
//! Jobs that are alike stand there once, and so does each advice. The document has every job by itself, so it is not what this is made from.

use std::collections::{BTreeMap, HashSet};

use fiord_job::plan::RunPlan;
use fiord_judge::{Finding, Severity, TrapId};
use fiord_messages::{Lang, explain as messages};
use fiord_report::text::findings::{self, Detail, FindingItem};
use fiord_report::text::{Page, Styled};

use super::explained::Explained;

/// How far what is said of a job stands in.
const INDENT: usize = 2;
/// Names in the heading of jobs that are alike.
const NAMES: usize = 3;

/// The reasons and the advice that stand on the page already, and how much of a finding is shown.
pub(super) struct Given {
    known: HashSet<(TrapId, String)>,
    /// The rules on the page, in their order.
    rules: Vec<&'static str>,
    detail: Detail,
    lang: Lang,
}

impl Given {
    pub(super) fn new(detail: Detail, lang: Lang) -> Self {
        Self {
            known: HashSet::new(),
            rules: Vec::new(),
            detail,
            lang,
        }
    }

    /// One finding: what was seen, and where it stands first what to do.
    pub(super) fn put(&mut self, page: &mut Page, finding: &Finding) {
        let mut shown = FindingItem::of(finding, &RunPlan::default(), self.lang);
        shown.context.clear();
        let reasons = format!("{}\n{}", shown.why, shown.advice);
        self.rules.push(finding.trap().name());
        let is_first = self.known.insert((finding.trap(), reasons));
        if !is_first || finding.severity == Severity::Note && self.detail == Detail::Line {
            shown.advice.clear();
        }
        let detail = if is_first { self.detail } else { Detail::Line };
        shown.put(page, detail, self.lang);
    }
}

/// The topics of all findings of the page.
pub(super) fn put_background(page: &mut Page, given: &Given) {
    if let Some(background) = findings::background(given.rules.iter().copied(), given.lang) {
        page.blank();
        page.line(Styled::new().dim(background));
    }
}

/// All jobs of one invocation.
pub(super) fn put(page: &mut Page, explained: &Explained, given: &mut Given) {
    for alike in &groups(explained) {
        page.blank();
        put_job(page, explained, alike, given);
    }
}

/// What the machine shows, whatever the job.
pub(super) fn put_machine(page: &mut Page, findings: &[Finding], given: &mut Given) {
    if !findings.is_empty() {
        page.blank();
        page.line(Styled::new().strong(messages::heading_machine(given.lang)));
    }
    page.indent(INDENT);
    findings.iter().for_each(|finding| given.put(page, finding));
    page.indent(0);
}

/// Adds what the machine shows. It is looked at for every invocation; of what changes from moment to moment the first look counts.
pub(super) fn add_machine(machine: &mut Vec<Finding>, findings: Vec<Finding>) {
    for finding in findings
        .into_iter()
        .filter(|finding| finding.subject.jobs.is_empty())
    {
        let is_known = |other: &Finding| {
            let is_as_bad =
                other.severity == finding.severity && other.advice(Lang::En) == finding.advice(Lang::En);
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
        let mut page = Page::new();
        put_body(
            &mut page,
            explained,
            index,
            &mut Given::new(Detail::Reasons, Lang::En),
        );
        let mut alike = page.text(None, false);
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

fn put_job(page: &mut Page, explained: &Explained, alike: &[usize], given: &mut Given) {
    let names: Vec<&str> = alike
        .iter()
        .filter_map(|index| Some(explained.descriptions.get(*index)?.name.as_str()))
        .collect();
    let (Some(first), Some(name)) = (alike.first(), names.first()) else {
        return;
    };
    let lang = given.lang;
    let heading = Styled::new().strong(listed(&names, lang));
    page.line(match names.len() {
        1 => heading,
        jobs => {
            let alike = messages::JobsAlike {
                jobs: &jobs,
                job: name,
            };
            heading.plain(" ").plain(alike.text(lang))
        }
    });
    page.indent(INDENT);
    put_body(page, explained, *first, given);
    if explained.has_correction(*first) {
        page.line(Styled::new().strong(messages::heading_corrected(lang)));
        let words = std::iter::once("fiord".to_owned()).chain(explained.arguments(*first));
        page.command(words);
        let changes = &lang.list(explained.changes(*first));
        page.item("  ", "  ", messages::Changes { changes }.text(lang));
    }
    let left: Vec<String> = explained.left(*first).into_iter().map(str::to_owned).collect();
    if !left.is_empty() {
        let rules = &lang.list(&left);
        page.line(messages::NotCorrected { rules }.text(lang));
    }
    page.indent(0);
}

/// Names, the first few of many.
pub(super) fn listed(names: &[&str], lang: Lang) -> String {
    let first: Vec<String> = names.iter().take(NAMES).map(|name| (*name).to_owned()).collect();
    let first = lang.list(&first);
    match names.len().saturating_sub(NAMES) {
        0 => first,
        more => messages::NamesAndMore {
            names: &first,
            more: &more,
        }
        .text(lang),
    }
}

/// What stands under the name of a job, but for the corrected command.
fn put_body(page: &mut Page, explained: &Explained, index: usize, given: &mut Given) {
    let Some(description) = explained.descriptions.get(index) else {
        return;
    };
    for sentence in &description.sentences {
        page.line(sentence);
    }
    let mut found = explained.of_job(index).peekable();
    if found.peek().is_none() {
        page.line(messages::no_problems(given.lang));
    }
    found.for_each(|finding| given.put(page, finding));
}
