//! Reads pg_test_fsync of PostgreSQL: writes of 8 kB, one at a time, each with a way to sync.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;
use crate::counted::{JobOption, ToolCounts};
use crate::draft::{RunDraft, TextLine};
use crate::shown::decimal;

/// Ways to sync, in its own words.
const METHODS: [&str; 5] = [
    "open_datasync",
    "fdatasync",
    "fsync",
    "fsync_writethrough",
    "open_sync",
];
/// Its blocks.
const BLOCK_BYTES: f64 = 8192.0;

/// From `5 seconds per test`, its first comparison, or a result where the text has no more to the writes that are not synced.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let is_excerpt = METHODS.contains(&first.split(' ').next().unwrap_or_default())
        && Section::default().result(place.lines.first()?).is_some();
    let seconds = match decimal(first) {
        Some((seconds, rest)) if rest.trim_start().starts_with("second") && rest.ends_with("per test") => {
            Some(seconds)
        }
        _ if first.starts_with("Compare file sync methods using") || is_excerpt => None,
        _ => return None,
    };
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut section = Section {
        seconds,
        is_excerpt,
        ..Section::default()
    };
    let mut taken = 1;
    let skipped = usize::from(seconds.is_some());
    for (index, line) in place.lines.iter().enumerate().skip(skipped).take(80) {
        let text = line.text.trim();
        if let Some(mut draft) = section.result(line) {
            place.claim(Program::PgTestFsync, &mut draft);
            drafts.push(draft);
        } else if !section.head(text) {
            break;
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

#[derive(Default)]
struct Section {
    /// None: the text begins later.
    seconds: Option<f64>,
    /// Writes of 8 kB before each sync; 0: other sizes.
    writes: u32,
    direct: bool,
    /// The text has no head, so the writes before a sync are unknown.
    is_excerpt: bool,
    mac: bool,
}

impl Section {
    /// Takes a line without a result; false: it belongs to something else.
    fn head(&mut self, text: &str) -> bool {
        self.is_excerpt &= !(text.starts_with("Compare ") || text.starts_with("Non-"));
        if text.starts_with("O_DIRECT supported") {
            self.direct = true;
        } else if text.starts_with("Compare file sync methods using one ") {
            self.writes = 1;
        } else if text.starts_with("Compare file sync methods using two ") {
            self.writes = 2;
        } else if text.to_lowercase().starts_with("non-sync") {
            self.writes = 1;
        } else if text.starts_with("Compare open_sync with different") || text.starts_with("Test if fsync on")
        {
            self.writes = 0;
        } else {
            let is_text = text.is_empty()
                || text.starts_with('(')
                || text.ends_with(')')
                || text.starts_with("is Linux's default")
                || text.starts_with("open_sync sizes")
                || text.starts_with("descriptor")
                || text.starts_with("Direct I/O is not supported")
                || text.ends_with("n/a");
            self.mac |= text.starts_with("Direct I/O is not supported");
            return is_text;
        }
        true
    }

    /// `fdatasync    608.573 ops/sec    1643 usecs/op`; a comma is a decimal point.
    fn result(&self, line: &TextLine) -> Option<RunDraft> {
        let (head, rest) = line.text.trim().split_once(" ops/sec")?;
        let (us, unit) = decimal(rest)?;
        let (name, rate) = head.rsplit_once(' ')?;
        let (ops, _) = decimal(rate)?;
        if !unit.trim_start().starts_with("usecs/op") || ops <= 0.0 {
            return None;
        }
        let name = name.trim();
        let title = if self.writes == 2 {
            format!("{name}, two writes")
        } else {
            name.to_owned()
        };
        let mut draft = RunDraft::new(ImportKind::PgTestFsync, (line.number, line.number), title);
        // The latency is printed in whole microseconds; the rate has more digits.
        let mean = if us < 1000.0 { 1e9 / ops } else { us * 1e3 };
        let samples = self.seconds.map(|seconds| (ops * seconds) as u64);
        if self.is_excerpt {
            draft.figure(FigureOf::SyncsPerS, None, ops);
        } else {
            let writes = ops * f64::from(self.writes.max(1));
            draft.figure(FigureOf::Iops, Some(Ddir::Write), writes);
        }
        draft.spread(FigureOf::LatMeanNs, Some(Ddir::Write), Spread::of(mean), samples);
        if self.writes == 1 {
            self.job(&mut draft, name, ops);
        }
        if self.mac && name == "fsync" {
            draft.notes.push(Sentence::new(messages::macos_fsync));
        }
        Some(draft)
    }

    fn job(&self, draft: &mut RunDraft, method: &str, ops: f64) {
        let sync: Option<JobOption> = match method {
            "open_datasync" => Some(("sync", "dsync".to_owned())),
            "open_sync" => Some(("sync", "sync".to_owned())),
            "fdatasync" => Some(("fdatasync", "1".to_owned())),
            "fsync" | "fsync_writethrough" => Some(("fsync", "1".to_owned())),
            "write" => None,
            _ => return,
        };
        let mut options: Vec<JobOption> = vec![
            ("rw", "write".to_owned()),
            ("bs", "8k".to_owned()),
            ("ioengine", "psync".to_owned()),
        ];
        options.extend(self.seconds.map(|seconds| ("runtime", seconds.to_string())));
        if self.direct && method.starts_with("open_") {
            options.push(("direct", "1".to_owned()));
        }
        options.extend(sync);
        let seconds = self.seconds.unwrap_or_default();
        let ios = ops * seconds;
        let counts = ToolCounts {
            ios,
            bytes: ios * BLOCK_BYTES,
            latency: None,
        };
        draft.counted(&options, seconds, &[(Ddir::Write, counts)]);
    }
}
