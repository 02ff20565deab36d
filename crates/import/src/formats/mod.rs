//! Readers of what other programs print, one file per program.

mod biolatency;
mod bonnie;
mod ceph_bench;
mod dbench;
mod dd;
mod device_table;
mod diskmark;
mod diskspd;
mod diskspd_xml;
mod dstat;
mod elbencho;
mod fio_line;
mod fio_part;
mod hdparm;
mod ioping;
pub(super) mod iostat;
mod iostat_json;
mod iozone;
mod iperf3;
mod kbench;
mod kubestr;
mod latency_list;
mod netperf;
mod pg_test_fsync;
mod pidstat;
mod ping;
mod pveperf;
mod rados;
mod rsync;
mod sar;
mod scp;
mod sockperf;
pub(super) mod sysbench;
mod vdbench;
mod vmstat;
mod warp;
mod yabs;
mod zpool_iostat;

use fiord_record::imported::ImportKind;
use serde_json::Value;

use super::command::{self, Program, Typed};
use super::draft::{RunDraft, TextLine};

/// A place in a text where a result may begin.
#[derive(Clone, Copy)]
pub(super) struct LinePlace<'t> {
    /// The lines from there on.
    pub lines: &'t [TextLine],
    /// The command above whose output was not found yet.
    pub command: Option<&'t Typed>,
}

/// Runs, and how many lines they have. None: another program printed what begins there.
pub(super) type Found = Option<(Vec<RunDraft>, usize)>;

type Reader = fn(LinePlace<'_>) -> Found;

const READERS: [Reader; 36] = [
    iostat::read,
    sar::read,
    pidstat::read,
    vmstat::read,
    dstat::read,
    zpool_iostat::read,
    ping::read,
    scp::read,
    rsync::read,
    iperf3::read,
    netperf::read,
    sockperf::read,
    latency_list::read,
    dd::read,
    hdparm::read,
    ioping::read,
    sysbench::read,
    bonnie::read,
    yabs::read,
    diskmark::read,
    kbench::read,
    dbench::read,
    kubestr::read,
    diskspd::read,
    diskspd_xml::read,
    pg_test_fsync::read,
    iozone::read,
    elbencho::read,
    rados::read,
    biolatency::read,
    fio_line::read,
    fio_part::read,
    warp::read,
    pveperf::read,
    vdbench::read,
    ceph_bench::read,
];

/// Reads the output that begins at a place.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let (mut drafts, taken) = READERS.iter().find_map(|reader| reader(place))?;
    if let (Some(first), Some(typed)) = (drafts.first_mut(), place.command)
        && first.command.as_ref() == Some(&typed.text)
    {
        first.lines.0 = first.lines.0.min(typed.line);
    }
    Some((drafts, taken))
}

/// Reads a JSON document of a program other than fio.
pub(super) fn json(value: &Value, lines: (u64, u64)) -> Option<Vec<RunDraft>> {
    yabs::json(value, lines)
        .or_else(|| iostat_json::read(value, lines))
        .or_else(|| iperf3::json(value, lines))
}

impl<'t> LinePlace<'t> {
    /// The text of its first line.
    fn first(self) -> Option<&'t str> {
        self.lines.first().map(|line| line.text.trim())
    }

    /// A run of the lines from here on.
    fn run(self, kind: ImportKind, taken: usize, name: &str) -> Option<RunDraft> {
        self.part(kind, 0, taken, name)
    }

    /// A run of the lines from one index to before another.
    fn part(self, kind: ImportKind, from: usize, end: usize, name: &str) -> Option<RunDraft> {
        let last = self.lines.get(end.checked_sub(1)?)?;
        let first = self.lines.get(from)?;
        Some(RunDraft::new(kind, (first.number, last.number), name))
    }

    /// The command above, word by word, if it is of this program.
    fn words(self, program: Program) -> Option<Vec<String>> {
        let typed = self.command.filter(|typed| typed.program == program)?;
        Some(command::words(&typed.text))
    }

    /// Books the command above as the one that made this run, if it is of this program; its words.
    fn claim(self, program: Program, draft: &mut RunDraft) -> Option<Vec<String>> {
        let words = self.words(program)?;
        draft.command = Some(self.command?.text.clone());
        Some(words)
    }
}

/// Lines of something else in a row that may stand inside of a transcript: a message of the kernel or of the program.
const MOST_STRAY: usize = 3;

/// The text of a line without the `^C` that a terminal shows where a program was stopped.
fn without_interrupt(text: &str) -> &str {
    text.trim().trim_start_matches("^C").trim_start()
}

/// Whether this line may be a stray one in a transcript, after others in a row.
fn is_stray(lines: &[TextLine], before: usize) -> bool {
    before < MOST_STRAY && command::typed(lines).is_none()
}

/// The value after an option of one letter or a long one: `-b 4k`, `-b4k`, `--block 4k`, `--block=4k`.
fn option<'w>(words: &'w [String], names: &[&str]) -> Option<&'w str> {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        for name in names {
            match word.strip_prefix(name) {
                Some("") => return words.next().map(String::as_str),
                Some(value) if name.starts_with("--") => {
                    if let Some(value) = value.strip_prefix('=') {
                        return Some(value);
                    }
                }
                Some(value) => return Some(value.trim_start_matches('=')),
                None => {}
            }
        }
    }
    None
}

fn has_flag(words: &[String], names: &[&str]) -> bool {
    words.iter().any(|word| names.contains(&word.as_str()))
}
