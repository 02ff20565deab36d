//! What a text holds: its runs, and the lines that are none.

use fiord_messages::Sentence;
use fiord_record::imported::{Figure, ImportKind};
use fiord_record::run::RunRecord;

use super::draft::RunDraft;
use super::fio_figures;
use fiord_report::fio::Report;

/// What a text holds.
#[derive(Debug, Clone)]
pub struct ImportedText {
    /// The file as it was named; `-` is standard input.
    pub source: String,
    /// Lines and bytes that were read.
    pub lines: u64,
    pub bytes: u64,
    /// In the order of their lines.
    pub runs: Vec<ImportedRun>,
    /// Lines that are no result, blank ones left out.
    pub unread: Vec<Unread>,
    /// Lines that have one of the runs once more.
    pub same: Vec<SameRun>,
}

/// Lines with a run that other lines have as well, better: it is counted once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameRun {
    pub lines: (u64, u64),
    /// Where the run that counts begins.
    pub of_line: u64,
    pub kind: ImportKind,
    pub why: SameWhy,
}

/// What makes lines a run that was there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameWhy {
    /// An earlier state of it: fio's counts are cumulative.
    Snapshot,
    /// Its output in another format.
    Format,
    /// The same output again.
    Copy,
}

impl SameWhy {
    /// The word in documents.
    pub const fn name(self) -> &'static str {
        match self {
            SameWhy::Snapshot => "snapshot",
            SameWhy::Format => "format",
            SameWhy::Copy => "copy",
        }
    }
}

/// One run of a text.
#[derive(Debug, Clone)]
pub struct ImportedRun {
    pub kind: ImportKind,
    pub lines: (u64, u64),
    pub record: RunRecord,
}

/// Lines that follow each other and are no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    pub lines: (u64, u64),
    pub why: Why,
    /// The first of them, shortened.
    pub begins: String,
}

/// Why lines are no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Text that no reader knows.
    Unknown,
    /// A command of fio whose output is not in the text.
    Command,
    /// JSON that is none of ours; what is wrong with it.
    Json(Sentence),
}

impl ImportedRun {
    /// The figures of a run: as the text gave them, or as its record has them.
    pub fn figures(&self) -> Vec<Figure> {
        if let Some(import) = &self.record.context.import {
            return import.figures.clone();
        }
        let mut draft = RunDraft::new(self.kind, self.lines, "");
        fio_figures::figures(&Report::of(&self.record), &mut draft);
        draft.figures
    }

    /// What it is called: by its text, or by its first job.
    pub fn name(&self) -> String {
        let named = self
            .record
            .context
            .import
            .as_ref()
            .map(|import| import.name.clone());
        let job = || self.record.plan.jobs.first().map(|job| job.name.clone());
        named.or_else(job).unwrap_or_default()
    }
}
