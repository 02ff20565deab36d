//! The page of a survey: the answer first, then a table that fits a screen, then what to do next.

use fiord_messages::Lang;
use std::path::PathBuf;

use crate::documents::doctor::Doctor;
use crate::documents::study::SpokenFinding;
use crate::documents::survey::{SurveyDocument, SurveyNeighbour, SurveyOfHosts, SurveyOthers};
use crate::text::findings::mark;
use crate::text::layers::put_cells;
use crate::text::survey_rows as rows;
use crate::text::{Page, Style, Styled};
use fiord_host::block::layers::InMemory;
use fiord_job::showcmd::{bytes_for_shell, for_shell};
use fiord_judge::State;
use fiord_record::hosts::shape;
use fiord_record::number::{Bytes, plural};
use fiord_study::findings::FindingGrade;

/// The name of the file in the commands that are shown: the survey's own has none.
pub const FILE_OF_THE_READER: &str = "fiord-survey.tmp";
/// Processes that are named on the page.
const NAMED: usize = 3;

impl SurveyDocument {
    /// The numbers of all points.
    pub fn csv(&self) -> String {
        rows::table(&self.rows).csv()
    }

    /// The page for people, with the commands of its runs where they are asked for; `width` is that of the screen.
    pub fn page(&self, has_commands: bool, width: Option<usize>, lang: Lang) -> Page {
        let mut page = Page::new();
        let in_memory = self.in_memory();
        put_memory(&mut page, in_memory);
        if self.interrupted {
            let (symbol, style) = mark(State::Care);
            let first = Styled::new().styled(style, format!("{symbol} Interrupted"));
            page.item(first, "  ", ": the rows are of what was done until then.");
        }
        page.line(self.head());
        match &self.hosts {
            Some(hosts) => self.put_hosts(&mut page, hosts, lang),
            None => self.put_disk(&mut page, in_memory, lang),
        }
        page.blank();
        page.table(rows::table(&self.rows));
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
        rows::put_caveats(&mut page, &self.rows, width);
        page.blank();
        self.put_next(&mut page, has_commands);
        if has_commands {
            self.put_commands(&mut page);
        }
        page
    }

    /// What the disk of one machine does.
    fn put_disk(&self, page: &mut Page, in_memory: InMemory, lang: Lang) {
        let layers = self.machine.body.layers(lang);
        if !layers.is_empty() {
            page.item("Disk: ", "  ", layers.join(" → "));
        }
        rows::put_answer(page, "It does: ", &self.rows);
        if in_memory != InMemory::All {
            rows::put_marks(page, &self.rows);
        }
        rows::put_verdict(page, &self.rows);
        match &self.others {
            Some(others) => others.put(page, None),
            None if self.rows.iter().any(|row| row.device_percent.is_some()) => {
                page.line("Nobody else used it, as far as the kernel counts.");
            }
            None => {}
        }
        page.line(self.machine.body.line());
    }

    /// What the storage of all hosts does for their ranks together.
    fn put_hosts(&self, page: &mut Page, hosts: &SurveyOfHosts, lang: Lang) {
        hosts.put_size(page, self.direct, self.file_bytes);
        rows::put_answer(page, "All ranks together: ", &self.rows);
        rows::put_verdict(page, &self.rows);
        hosts.put_machines(page, lang);
        page.line(Styled::new().dim(
            "Nothing is called fast or slow: those marks are of one disk, and these numbers of all ranks (docs/many-hosts.md).",
        ));
    }

    fn in_memory(&self) -> InMemory {
        let machine = self.machine.body.machine.as_ref();
        machine.map_or(InMemory::Unknown, |machine| machine.stack.in_memory())
    }

    fn path(&self) -> PathBuf {
        self.path.path().unwrap_or_default()
    }

    fn head(&self) -> Styled {
        let access = if self.direct {
            "direct I/O"
        } else {
            "no direct I/O there, so caches take part"
        };
        let repeats = self.rows.iter().map(|row| row.repeats.len()).max().unwrap_or(0);
        let bytes = Bytes(self.file_bytes);
        let data = match (self.read_only, &self.hosts) {
            (true, None) => format!("{bytes}, only read"),
            (true, Some(_)) => format!("each rank only reads its {bytes}"),
            (false, None) => format!("{bytes} of random data"),
            (false, Some(_)) => format!("{bytes} of random data for each rank"),
        };
        let by = self.hosts.as_ref();
        let by = by.map_or_else(String::new, |hosts| {
            format!(" by {} together", shape(&hosts.ranks))
        });
        Styled::from("Survey of ")
            .strong(self.path().display().to_string())
            .plain(format!(
                "{by}: {data}, {access}, {}.",
                plural(repeats as u64, "repeat")
            ))
    }

    /// What the pairs of the study say; nothing of runs that allow no comparison.
    fn put_findings(&self, page: &mut Page) {
        let comparable = |one: &&SpokenFinding| one.finding.grade != FindingGrade::D;
        let mut findings = self.findings.iter().filter(comparable).peekable();
        let has_any = findings.peek().is_some();
        for finding in findings {
            page.item("- ", "  ", format!("{}.", finding.sentence));
        }
        if has_any {
            page.blank();
        }
    }

    fn put_next(&self, page: &mut Page, has_commands: bool) {
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
            steps.push("Stop what else uses the disk, and survey it again.".to_owned());
        }
        if self.quick && !self.read_only && is_disk {
            steps.push(format!(
                "`{go}{launcher}fiord survey{over} {path} --time 5m` adds depth, batches of syncs, and reads next to the writer of a log."
            ));
        }
        if is_disk {
            steps.push(format!(
                "`{go}{launcher}fiord study run{over} read-depth {path}` finds where a deeper queue stops paying."
            ));
        }
        if self.hosts.is_some() && is_disk {
            steps.push(format!(
                "`{go}fiord survey {path}` on one host alone says what that host gets without the others."
            ));
        }
        if !self.read_only && is_disk && self.hosts.is_none() {
            steps.push(format!(
                "`{go}fiord check etcd {path}` asks whether it is good enough for a use; `fiord check` lists the uses."
            ));
        }
        match self.study {
            Some(study) if !has_commands => steps.push(format!(
                "`fiord study report {study} --commands` shows this again, with the fio commands."
            )),
            None if !has_commands => steps.push("--commands prints the fio commands.".to_owned()),
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
        rows::put_commands(page, &self.rows);
        if !self.read_only {
            let file = self.path().join(FILE_OF_THE_READER).display().to_string();
            page.command(["rm", "-f", "--", &file]);
        }
    }
}

impl SurveyOthers {
    /// A sentence about them, on one of many hosts by its name.
    pub(crate) fn put(&self, page: &mut Page, host: Option<&str>) {
        let (symbol, style) = mark(State::Care);
        let one = |process: &SurveyNeighbour| {
            let SurveyNeighbour {
                name,
                pid,
                moved_bytes,
                has_files_here,
            } = process;
            let files = match has_files_here {
                Some(true) => " and has files open there",
                Some(false) => " but had no file open there",
                None => ", on whatever disk",
            };
            format!("{name} (pid {pid}) moved {}{files}", Bytes(*moved_bytes))
        };
        let named: Vec<String> = self.processes.iter().take(NAMED).map(one).collect();
        let who = match named.as_slice() {
            [] => "by whom is not visible".to_owned(),
            named => format!("as far as is known, {}", named.join("; ")),
        };
        let whose = host.map_or_else(|| "the disk".to_owned(), |host| format!("the disk of {host}"));
        page.item(
            Styled::new().styled(style, symbol),
            "  ",
            format!(
                " Others used {whose} in {} of {}: {} were not the survey's; {who}.",
                self.runs,
                plural(self.of_runs as u64, "run"),
                Bytes(self.foreign_bytes)
            ),
        );
    }
}

impl Doctor {
    /// The state of the machine in one line: what `fiord doctor` shows first.
    pub(super) fn line(&self) -> String {
        let mut rules: Vec<&str> = self
            .checks
            .iter()
            .filter(|check| check.severity >= State::Care)
            .map(|check| check.rule.as_str())
            .collect();
        rules.dedup();
        let why = match rules.as_slice() {
            [] => String::new(),
            rules => format!(" ({})", rules.join(", ")),
        };
        format!(
            "Machine: {}{why}. `fiord doctor` has the reasons.",
            self.verdict.name()
        )
    }
}

/// A heading over numbers that are none of a disk.
fn put_memory(page: &mut Page, in_memory: InMemory) {
    let title = match in_memory {
        InMemory::All => "THIS IS MEMORY",
        InMemory::Partly => "THIS IS PARTLY MEMORY",
        InMemory::No | InMemory::Unknown => return,
    };
    let first = Styled::new().styled(Style::Bad, title);
    page.item(
        first,
        "  ",
        ", not a disk: the numbers are of memory and processor. Choose a folder on the disk that you mean.",
    );
}
