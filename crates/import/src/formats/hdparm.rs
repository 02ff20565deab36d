//! Reads the timings of hdparm and the command above them.

use fiord_job::plan::Ddir;
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, has_flag, option};
use crate::command::Program;
use crate::draft::RunDraft;
use crate::shown::{bytes, leading};

/// ` Timing buffered disk reads: 1580 MB in  3.00 seconds = 526.37 MB/sec`, one or two of them: its MB are 2²⁰ bytes.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let is_device = |text: &str| text.starts_with("/dev/") && text.ends_with(':');
    let first = place.first()?;
    let from = usize::from(is_device(first));
    let device = first.strip_suffix(':').filter(|_| from == 1);
    let drafts: Vec<RunDraft> = (from..from + 2)
        .map_while(|at| timing(place, at, device))
        .collect();
    let taken = from + drafts.len();
    (!drafts.is_empty()).then_some((drafts, taken))
}

fn timing(place: LinePlace<'_>, at: usize, device: Option<&str>) -> Option<RunDraft> {
    let text = place.lines.get(at)?.text.trim();
    let (name, rest) = text.strip_prefix("Timing ")?.split_once(':')?;
    let (total, rest) = rest.split_once(" in ")?;
    // Old versions have no blank after `=`.
    let (time, rate) = rest.split_once('=')?;
    let mut draft = place.part(ImportKind::Hdparm, at, at + 1, name)?;
    let words = place.claim(Program::Hdparm, &mut draft);
    let read = Some(Ddir::Read);
    let total = bytes(total.trim(), true)?.value;
    let seconds = leading(time)?.0.value;
    draft.figure(FigureOf::Bytes, read, total);
    draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
    draft.figure(FigureOf::BytesPerS, read, bytes(rate.trim(), true)?.value);
    draft
        .labels
        .extend(device.map(|device| ("device".to_owned(), device.to_owned())));
    let is_direct = name.contains("O_DIRECT")
        || words
            .as_deref()
            .is_some_and(|words| has_flag(words, &["--direct"]) || option(words, &["--direct"]).is_some());
    match (name.contains("cache"), is_direct) {
        (true, false) => {
            draft.label("measures", messages::measures_memory(Lang::En));
            draft.notes.push(Sentence::new(messages::hdparm_memory));
        }
        (true, true) => {
            draft.label("measures", messages::measures_drive_cache(Lang::En));
            draft.notes.push(Sentence::new(messages::hdparm_drive_cache));
        }
        (false, true) => draft.label("direct", "1"),
        (false, false) => {}
    }
    Some(draft)
}
