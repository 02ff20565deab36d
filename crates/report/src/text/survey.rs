//! The page of a survey: the answer first, then a table that fits a screen, then what to do next.

use std::path::PathBuf;

use crate::documents::doctor::{Doctor, Readiness};
use crate::documents::study::SpokenFinding;
use crate::documents::survey::{SurveyDocument, SurveyNeighbour, SurveyOfHosts, SurveyOthers};
use crate::text::findings::mark;
use crate::text::layers::put_cells;
use crate::text::survey_rows as rows;
use crate::text::{Page, Style, Styled};
use fiord_host::block::layers::InMemory;
use fiord_job::showcmd::{bytes_for_shell, for_shell};
use fiord_judge::State;
use fiord_messages::{Lang, study_findings, survey as messages};
use fiord_record::number::Bytes;
use fiord_study::findings::{FindingGrade, StudyClaim, StudyFinding};

/// The name of the file in the commands that are shown: the survey's own has none.
pub const FILE_OF_THE_READER: &str = "fiord-survey.tmp";
/// Processes that are named on the page.
const NAMED: usize = 3;

impl SurveyDocument {
    /// The numbers of all points.
    pub fn csv(&self) -> String {
        rows::table(&self.rows, Lang::En).csv()
    }

    /// The page for people, with the commands of its runs where they are asked for; `width` is that of the screen.
    pub fn page(&self, has_commands: bool, width: Option<usize>, lang: Lang) -> Page {
        let mut page = self.result(width, lang);
        page.blank();
        self.put_next(&mut page, has_commands, lang);
        if has_commands {
            self.put_commands(&mut page, lang);
        }
        page
    }

    /// The answer, the table and what has to be known of it.
    pub(crate) fn result(&self, width: Option<usize>, lang: Lang) -> Page {
        let mut page = Page::new();
        let in_memory = self.in_memory();
        put_memory(&mut page, in_memory, lang);
        if self.interrupted {
            let (symbol, style) = mark(State::Care);
            let first = Styled::new().styled(style, symbol).plain(" ");
            page.item(first, "  ", messages::interrupted(lang));
        }
        page.line(self.head(lang));
        match &self.hosts {
            Some(hosts) => self.put_hosts(&mut page, hosts, lang),
            None => self.put_disk(&mut page, in_memory, lang),
        }
        page.blank();
        page.table(rows::table(&self.rows, lang));
        page.blank();
        if let Some(hosts) = &self.hosts {
            hosts.put(&mut page, &self.rows, lang);
        }
        self.put_findings(&mut page, lang);
        put_cells(&mut page, &self.layers, lang);
        if self.hosts.is_some() {
            page.line(Styled::new().dim(messages::rates_of_ranks(lang)));
        }
        rows::put_caveats(&mut page, &self.rows, width, lang);
        page
    }

    /// What the disk of one machine does.
    fn put_disk(&self, page: &mut Page, in_memory: InMemory, lang: Lang) {
        if let Some(layers) = &self.machine.body.layers(lang) {
            page.line(messages::Disk { layers }.text(lang));
        }
        if let Some(numbers) = &rows::answer(&self.rows, lang) {
            page.line(Styled::new().strong(messages::Result { numbers }.text(lang)));
        }
        if in_memory != InMemory::All {
            rows::put_marks(page, &self.rows, lang);
        }
        rows::put_verdict(page, &self.rows, lang);
        match &self.others {
            Some(others) => others.put(page, None, lang),
            None if self.rows.iter().any(|row| row.device_percent.is_some()) => {
                page.line(messages::no_others(lang));
            }
            None => {}
        }
        page.line(self.machine.body.line(lang));
    }

    /// What the storage of all hosts does for their ranks together.
    fn put_hosts(&self, page: &mut Page, hosts: &SurveyOfHosts, lang: Lang) {
        hosts.put_size(page, (self.direct, self.file_bytes), lang);
        if let Some(numbers) = &rows::answer(&self.rows, lang) {
            page.line(Styled::new().strong(messages::ResultRanks { numbers }.text(lang)));
        }
        rows::put_verdict(page, &self.rows, lang);
        hosts.put_machines(page, lang);
        page.line(Styled::new().dim(messages::rules_of_thumb_ranks(lang)));
    }

    fn in_memory(&self) -> InMemory {
        let machine = self.machine.body.machine.as_ref();
        machine.map_or(InMemory::Unknown, |machine| machine.stack.in_memory())
    }

    fn path(&self) -> PathBuf {
        self.path.path().unwrap_or_default()
    }

    fn head(&self, lang: Lang) -> String {
        let path = &self.path().display().to_string();
        let bytes = &Bytes(self.file_bytes);
        let direct = self.direct;
        let repeats = self.rows.iter().map(|row| row.repeats.len()).max().unwrap_or(0) as u64;
        let ranks = self.hosts.as_ref().map(|hosts| hosts.shape(lang));
        match (&ranks, self.read_only) {
            (None, false) => messages::Head {
                path,
                bytes,
                direct,
                repeats,
            }
            .text(lang),
            (None, true) => messages::HeadReadOnly {
                path,
                bytes,
                direct,
                repeats,
            }
            .text(lang),
            (Some(ranks), false) => messages::HeadRanks {
                path,
                ranks,
                bytes,
                direct,
                repeats,
            }
            .text(lang),
            (Some(ranks), true) => messages::HeadRanksReadOnly {
                path,
                ranks,
                bytes,
                direct,
                repeats,
            }
            .text(lang),
        }
    }

    /// What the pairs of the study say; nothing of runs that allow no comparison.
    fn put_findings(&self, page: &mut Page, lang: Lang) {
        let comparable = |one: &&SpokenFinding| one.finding.grade != FindingGrade::D;
        let mut findings = self.findings.iter().filter(comparable).peekable();
        let has_any = findings.peek().is_some();
        for finding in findings {
            page.item("- ", "  ", with_names(&finding.finding, lang).sentence(lang));
        }
        if self
            .findings
            .iter()
            .filter(comparable)
            .any(|one| one.finding.claim.is_estimated())
        {
            page.line(Styled::new().dim(study_findings::estimator(lang)));
        }
        if has_any {
            page.blank();
        }
    }

    fn put_next(&self, page: &mut Page, has_commands: bool, lang: Lang) {
        let path = self.path();
        // Options of jobs, and so studies and checks, take text only.
        let (go, path) = match path.to_str() {
            Some(path) => (String::new(), for_shell(path)),
            None => (format!("cd {} && ", bytes_for_shell(&path)), ".".to_owned()),
        };
        let (launcher, over) = match self.hosts {
            Some(_) => ("mpirun … ", " --hosts"),
            None => ("", ""),
        };
        let is_disk = self.in_memory() != InMemory::All;
        let mut steps = Vec::new();
        if self.others.is_some() {
            steps.push(messages::next_stop_others(lang).to_owned());
        }
        if self.quick && !self.read_only && is_disk {
            let command = &format!("{go}{launcher}fiord survey{over} {path} --time 5m");
            steps.push(messages::NextLonger { command }.text(lang));
        }
        if is_disk {
            let command = &format!("{go}{launcher}fiord study run{over} read-depth {path}");
            steps.push(messages::NextDepth { command }.text(lang));
        }
        if self.hosts.is_some() && is_disk {
            let command = &format!("{go}fiord survey {path}");
            steps.push(messages::NextOneHost { command }.text(lang));
        }
        if !self.read_only && is_disk && self.hosts.is_none() {
            let command = &format!("{go}fiord check etcd {path}");
            steps.push(messages::NextCheck { command }.text(lang));
        }
        match self.study {
            Some(study) if !has_commands => {
                let command = &format!("fiord study report {study} --commands");
                steps.push(messages::NextCommands { command }.text(lang));
            }
            None if !has_commands => steps.push(messages::next_print_commands(lang).to_owned()),
            _ => {}
        }
        if steps.is_empty() {
            return;
        }
        page.heading(messages::next(lang));
        for step in steps {
            page.item("- ", "  ", step);
        }
    }

    /// The commands, to be copied; the last one deletes what the others made.
    fn put_commands(&self, page: &mut Page, lang: Lang) {
        page.blank();
        page.heading(messages::commands(lang));
        rows::put_commands(page, &self.rows);
        if !self.read_only {
            let file = self.path().join(FILE_OF_THE_READER).display().to_string();
            page.command(["rm", "-f", "--", &file]);
        }
    }
}

impl SurveyOthers {
    /// How much others moved, on one of many hosts by its name, and which processes can have done it.
    pub(crate) fn put(&self, page: &mut Page, host: Option<&str>, lang: Lang) {
        let (symbol, style) = mark(State::Care);
        let (runs, bytes) = (&self.runs, &Bytes(self.foreign_bytes));
        let all_runs = self.of_runs as u64;
        let used = match &host {
            None => messages::Others {
                runs,
                all_runs,
                bytes,
            }
            .text(lang),
            Some(host) => messages::OthersOfHost {
                host,
                runs,
                all_runs,
                bytes,
            }
            .text(lang),
        };
        let named = self.processes.iter().take(NAMED);
        let named: Vec<String> = named.map(|process| process.text(lang)).collect();
        let processes = &lang.list(&named);
        let who = match named.is_empty() {
            true => messages::others_unknown(lang).to_owned(),
            false => messages::OthersPossible { processes }.text(lang),
        };
        let first = Styled::new().styled(style, symbol).plain(" ");
        page.item(first, "  ", lang.sentences(&[used, who]));
    }
}

impl SurveyNeighbour {
    fn text(&self, lang: Lang) -> String {
        let (name, pid, bytes) = (&self.name, &self.pid, &Bytes(self.moved_bytes));
        match self.has_files_here {
            Some(true) => messages::ProcessWithFiles { name, pid, bytes }.text(lang),
            Some(false) => messages::ProcessWithoutFiles { name, pid, bytes }.text(lang),
            None => messages::Process { name, pid, bytes }.text(lang),
        }
    }
}

impl Doctor {
    /// The state of the machine in one line: what `fiord doctor` shows first.
    pub(super) fn line(&self, lang: Lang) -> String {
        let mut rules: Vec<String> = self
            .checks
            .iter()
            .filter(|check| check.severity >= State::Care)
            .map(|check| check.rule.clone())
            .collect();
        rules.dedup();
        let has_rules = !rules.is_empty();
        let rules = &lang.list(&rules);
        match self.verdict {
            Readiness::Ready => messages::machine_ready(lang).to_owned(),
            Readiness::Care => messages::MachineCare { rules }.text(lang),
            Readiness::NotReady => messages::MachineNotReady { rules }.text(lang),
            Readiness::Unknown if has_rules => messages::MachineUnknownRules { rules }.text(lang),
            Readiness::Unknown => messages::machine_unknown(lang).to_owned(),
        }
    }
}

/// A heading over numbers that are none of a disk.
fn put_memory(page: &mut Page, in_memory: InMemory, lang: Lang) {
    let (title, advice) = match in_memory {
        InMemory::All => (messages::memory(lang), messages::memory_advice(lang)),
        InMemory::Partly => (
            messages::partly_memory(lang),
            messages::partly_memory_advice(lang),
        ),
        InMemory::No | InMemory::Unknown => return,
    };
    page.line(Styled::new().styled(Style::Bad, title));
    page.line(advice);
}
/// The finding with the names of the points as the table has them: the study has them in English.
fn with_names(finding: &StudyFinding, lang: Lang) -> StudyFinding {
    let mut named = finding.clone();
    let names = match &mut named.claim {
        StudyClaim::Ratio { level, than, .. } => vec![level, than],
        StudyClaim::DataSheet { cell, .. } => vec![cell],
        _ => Vec::new(),
    };
    for name in names {
        *name = rows::point_name(name, lang).to_owned();
    }
    named
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_finding_names_points_as_the_table_does() {
        let finding: StudyFinding = serde_json::from_value(json!({
            "claim": {
                "kind": "ratio", "factor": "point", "level": "rand read 4k", "than": "seq read 4k", "at": [], "ratio": null,
                "outcome": "inconclusive", "margin": 0.05,
            },
            "grade": "C", "metric": "bandwidth", "response": {"job": "disk", "ddir": "read"},
            "design": {"blocks": 3, "cells": 2, "comparisons": 2, "is_adaptive": false, "seed": 8},
            "caveats": [], "runs": [92],
        }))
        .unwrap();
        let chinese = with_names(&finding, Lang::ZhCn).sentence(Lang::ZhCn);
        assert!(
            chinese.contains(rows::point_name("rand read 4k", Lang::ZhCn)) && !chinese.contains("read"),
            "{chinese}"
        );
        assert_eq!(with_names(&finding, Lang::En), finding);
    }
}
