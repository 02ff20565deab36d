//! The report of a survey: the answer first, then a table that fits a screen, then what to do next.

use std::path::Path;

use crate::doctor::Doctor;
use crate::findings::mark;
use crate::hosts::view::HostsView;
use crate::layers::put_cells;
use crate::native::layers::CellLayers;
use crate::native::{self, Document};
use crate::page::{Page, Styled};
use crate::{neighbours, surveyed};
use fiord_host::block::layers::InMemory;
use fiord_host::{Machine, Root};
use fiord_job::showcmd::for_shell;
use fiord_judge::State;
use fiord_record::Before;
use fiord_record::number::{Bytes, plural};
use fiord_study::definition::Study;
use fiord_study::findings::{FindingGrade, StudyFinding};
use fiord_study::language::CheckedCell;
use fiord_study::survey::SurveyFit;

use crate::survey::hosts::{SurveyRanks, SurveyedHosts};
use crate::survey::rows::{SeenRun, SurveyRun, rows};
use crate::survey::table::{self, SurveyRow};

/// The name of the file in the commands that are shown: the survey's own has none.
pub const FILE_OF_THE_READER: &str = "fiord-survey.tmp";

/// What was surveyed, and how it ended.
pub struct SurveySubject<'a> {
    /// Id in the store; none: it is not kept.
    pub study: Option<i64>,
    /// A folder, or the file or device that was read.
    pub path: &'a Path,
    pub fit: SurveyFit,
    pub is_interrupted: bool,
    pub shows_commands: bool,
    /// None: one machine measured it.
    pub ranks: Option<SurveyRanks<'a>>,
}

/// A survey with its numbers.
pub struct SurveyReport<'a> {
    subject: SurveySubject<'a>,
    machine: Doctor,
    rows: Vec<SurveyRow>,
    others: Option<native::survey::SurveyOthers>,
    findings: &'a [StudyFinding],
    layers: Vec<CellLayers>,
    hosts: Option<SurveyedHosts<'a>>,
}

impl<'a> SurveyReport<'a> {
    pub fn new(
        subject: SurveySubject<'a>,
        (study, cells): (&Study, &[CheckedCell]),
        runs: &[SurveyRun],
        findings: &'a [StudyFinding],
        layers: Vec<CellLayers>,
    ) -> Self {
        let seen: Vec<SeenRun<'_>> = runs
            .iter()
            .map(|run| (run, run.record.hosts.as_deref().map(HostsView::of)))
            .collect();
        let first = runs.first().and_then(|run| run.record.before.machine.clone());
        let machine = first.unwrap_or_else(|| Machine::look(&Root::system(), subject.path));
        let others = match &subject.ranks {
            Some(_) => None,
            None => neighbours::of(runs.iter().map(|run| &run.record)),
        };
        Self {
            machine: Doctor::examine(Before {
                machine: Some(machine),
                ..Before::default()
            }),
            rows: rows(study, cells, &seen),
            others,
            hosts: subject
                .ranks
                .clone()
                .map(|ranks| SurveyedHosts::of(ranks, cells, &seen)),
            subject,
            findings,
            layers,
        }
    }

    /// Whether there is neither a number nor a reason why there is none.
    pub fn is_empty(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.all(|row| row.readings.is_empty() && row.error.is_none())
    }

    /// As a document.
    pub fn document(&self) -> Document<native::survey::Survey<'_>> {
        Document::new(native::survey::Survey {
            study: self.subject.study,
            path: self.subject.path.into(),
            file_bytes: self.subject.fit.file_bytes,
            direct: self.subject.fit.direct,
            interrupted: self.subject.is_interrupted,
            machine: native::doctor::document(&self.machine),
            rows: table::documents(&self.rows),
            others: self.others.clone(),
            findings: self
                .findings
                .iter()
                .map(native::study::SpokenFinding::of)
                .collect(),
            layers: self.layers.clone(),
            hosts: self.hosts.as_ref().map(SurveyedHosts::document),
        })
    }

    /// The numbers of all points.
    pub fn csv(&self) -> String {
        table::table(&self.rows).csv()
    }

    /// The page for people; `width` is that of the screen.
    pub fn page(&self, width: Option<usize>) -> Page {
        let mut page = Page::new();
        let in_memory = self.in_memory();
        surveyed::put_memory(&mut page, in_memory);
        if self.subject.is_interrupted {
            let (symbol, style) = mark(State::Care);
            let first = Styled::new().styled(style, format!("{symbol} Interrupted"));
            page.item(first, "  ", ": the rows are of what was done until then.");
        }
        page.line(self.head());
        match &self.hosts {
            Some(hosts) => self.put_hosts(&mut page, hosts),
            None => self.put_disk(&mut page, in_memory),
        }
        page.blank();
        page.table(table::table(&self.rows));
        page.blank();
        if let Some(hosts) = &self.hosts {
            hosts.put(&mut page, &self.rows);
        }
        self.put_findings(&mut page);
        put_cells(&mut page, &self.layers);
        if self.hosts.is_some() {
            page.line(Styled::new().dim(
                "Rates: of all ranks while all were at work, in runs shorter than a second from the first start to the last end. Percentiles: of all their I/Os.",
            ));
        }
        table::put_caveats(&mut page, &self.rows, width);
        page.blank();
        self.put_next(&mut page);
        if self.subject.shows_commands {
            self.put_commands(&mut page);
        }
        page
    }

    /// What the disk of one machine does.
    fn put_disk(&self, page: &mut Page, in_memory: InMemory) {
        let layers = self.machine.layers();
        if !layers.is_empty() {
            page.item("Disk: ", "  ", layers.join(" → "));
        }
        table::put_answer(page, "It does: ", &self.rows);
        if in_memory != InMemory::All {
            table::put_marks(page, &self.rows);
        }
        table::put_verdict(page, &self.rows);
        match &self.others {
            Some(others) => neighbours::put(page, others, None),
            None if self.rows.iter().any(|row| row.device_percent().is_some()) => {
                page.line("Nobody else used it, as far as the kernel counts.");
            }
            None => {}
        }
        page.line(surveyed::machine_line(&self.machine));
    }

    /// What the storage of all hosts does for their ranks together.
    fn put_hosts(&self, page: &mut Page, hosts: &SurveyedHosts<'_>) {
        let fit = &self.subject.fit;
        hosts.put_size(page, fit.direct, fit.file_bytes);
        table::put_answer(page, "All ranks together: ", &self.rows);
        table::put_verdict(page, &self.rows);
        hosts.put_machines(page);
        page.line(Styled::new().dim(
            "Nothing is called fast or slow: those marks are of one disk, and these numbers of all ranks (docs/many-hosts.md).",
        ));
    }

    fn in_memory(&self) -> InMemory {
        let machine = self.machine.before.machine.as_ref();
        machine.map_or(InMemory::Unknown, |machine| machine.stack.in_memory())
    }

    fn head(&self) -> Styled {
        let fit = &self.subject.fit;
        let access = if fit.direct {
            "direct I/O"
        } else {
            "no direct I/O there, so caches take part"
        };
        let repeats = self.rows.iter().map(|row| row.readings.len()).max().unwrap_or(0);
        let bytes = Bytes(fit.file_bytes);
        let data = match (fit.is_read_only, &self.hosts) {
            (true, None) => format!("{bytes}, only read"),
            (true, Some(_)) => format!("each rank only reads its {bytes}"),
            (false, None) => format!("{bytes} of random data"),
            (false, Some(_)) => format!("{bytes} of random data for each rank"),
        };
        let by = self.hosts.as_ref();
        let by = by.map_or_else(String::new, |hosts| format!(" by {} together", hosts.shape()));
        Styled::from("Survey of ")
            .strong(self.subject.path.display().to_string())
            .plain(format!(
                "{by}: {data}, {access}, {}.",
                plural(repeats as u64, "repeat")
            ))
    }

    /// What the pairs of the study say; nothing of runs that allow no comparison.
    fn put_findings(&self, page: &mut Page) {
        let mut findings = self
            .findings
            .iter()
            .filter(|one| one.grade != FindingGrade::D)
            .peekable();
        let has_any = findings.peek().is_some();
        for finding in findings {
            page.item("- ", "  ", format!("{}.", finding.sentence()));
        }
        if has_any {
            page.blank();
        }
    }

    fn put_next(&self, page: &mut Page) {
        let path = for_shell(&self.subject.path.display().to_string());
        let fit = &self.subject.fit;
        let (launcher, over) = match self.hosts {
            Some(_) => ("mpirun … ", " --hosts"),
            None => ("", ""),
        };
        let is_disk = self.in_memory() != InMemory::All;
        let mut steps = Vec::new();
        if self.others.is_some() {
            steps.push("Stop what else uses the disk, and survey it again.".to_owned());
        }
        if fit.is_quick && !fit.is_read_only && is_disk {
            steps.push(format!(
                "`{launcher}fiord survey{over} {path} --time 5m` adds depth, batches of syncs, and reads next to the writer of a log."
            ));
        }
        if is_disk {
            steps.push(format!(
                "`{launcher}fiord study run{over} read-depth {path}` finds where a deeper queue stops paying."
            ));
        }
        if self.hosts.is_some() && is_disk {
            steps.push(format!(
                "`fiord survey {path}` on one host alone says what that host gets without the others."
            ));
        }
        if !fit.is_read_only && is_disk && self.hosts.is_none() {
            steps.push(format!(
                "`fiord check etcd {path}` asks whether it is good enough for a use; `fiord check` lists the uses."
            ));
        }
        match self.subject.study {
            Some(study) if !self.subject.shows_commands => steps.push(format!(
                "`fiord study report {study} --commands` shows this again, with the fio commands."
            )),
            None if !self.subject.shows_commands => {
                steps.push("--commands prints the fio commands.".to_owned())
            }
            _ => {}
        }
        if steps.is_empty() {
            return;
        }
        page.heading("Next");
        for step in steps {
            page.item("- ", "  ", step);
        }
    }

    /// The commands, to be copied; the last one deletes what the others made.
    fn put_commands(&self, page: &mut Page) {
        page.blank();
        page.heading("The commands");
        table::put_commands(page, &self.rows);
        if !self.subject.fit.is_read_only {
            let file = self.subject.path.join(FILE_OF_THE_READER).display().to_string();
            page.command(["rm", "-f", "--", &file]);
        }
    }
}
