//! Joins lines of fio that a terminal or a mail program has wrapped.

use std::borrow::Cow;

use super::draft::TextLine;

/// Lines that one line of fio was made into at most.
const MOST_PARTS: usize = 4;

/// The first of these lines with those that go on with it, and how many they are.
pub(super) fn joined(lines: &[TextLine]) -> (Cow<'_, str>, usize) {
    let Some(first) = lines.first() else {
        return (Cow::Borrowed(""), 1);
    };
    let text = first.text.trim_end();
    let Some(end) = end_of_line(text.trim_start()).filter(|end| !end.is_in(text)) else {
        return (Cow::Borrowed(&first.text), 1);
    };
    let mut whole = first.text.clone();
    for (at, line) in lines.iter().enumerate().take(MOST_PARTS).skip(1) {
        let next = line.text.trim();
        if next.is_empty() || next.starts_with('|') || end_of_line(next).is_some() || next.contains(": (g") {
            break;
        }
        // A terminal cuts all lines at one width, wherever that is; other programs wrap between words.
        let before = lines[at - 1].text.chars().count();
        let is_cut = before
            == lines
                .iter()
                .take(WIDTH_FROM)
                .map(|line| line.text.chars().count())
                .max()
                .unwrap_or(0);
        if !(is_cut || whole.ends_with(' ') || line.text.starts_with(' ')) {
            whole.push(' ');
        }
        whole.push_str(line.text.trim_end());
        if end.is_in(&whole) {
            return (Cow::Owned(whole), at + 1);
        }
    }
    (Cow::Borrowed(&first.text), 1)
}

/// Lines that show the width of a terminal.
const WIDTH_FROM: usize = 12;

/// What the end of a line has.
struct LineEnd {
    key: &'static str,
    /// Whether the line ends with the mark, which follows the value of the key.
    mark: &'static str,
}

impl LineEnd {
    fn is_in(&self, text: &str) -> bool {
        let at = text.rfind(self.key).map(|at| at + self.key.len());
        let value = at.and_then(|at| text.get(at..)).unwrap_or_default();
        value.trim_start().starts_with(|c: char| c.is_ascii_digit()) && value.contains(self.mark)
    }
}

/// The end of a line of fio that begins like this; none: it has no fixed end, or is none of fio.
fn end_of_line(text: &str) -> Option<LineEnd> {
    let end = |key, mark| Some(LineEnd { key, mark });
    if text.contains(": (g=") && text.contains("rw=") {
        return end("iodepth=", "");
    }
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    match name.trim_end() {
        "read" | "write" | "trim" | "mixed" if rest.contains("IOPS=") => end("/", "msec)"),
        "READ" | "WRITE" | "TRIM" | "MIXED" if rest.contains(" bw=") => end("run=", "msec"),
        "issued rwts" | "issued rwt" => end("dropped=", ""),
        "cpu" if rest.contains("usr=") => end("minf=", ""),
        "IO depths" | "submit" | "complete" if rest.contains('=') => end(">=64=", "%"),
        _ if is_latency(name) && rest.contains("min=") => end("stdev=", ""),
        _ => None,
    }
}

/// `clat (usec)`, `bw (  KiB/s)`, `iops`.
fn is_latency(name: &str) -> bool {
    let word = name.split([' ', '(']).next().unwrap_or_default();
    matches!(word, "slat" | "clat" | "lat" | "sync" | "bw" | "iops")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<TextLine> {
        let all = text.lines().zip(1..);
        all.map(|(text, number)| TextLine {
            number,
            text: text.to_owned(),
        })
        .collect()
    }

    #[test]
    fn a_line_goes_on_until_its_last_value() {
        let cut = lines(
            "  WRITE: bw=381MiB/s (400MB/s), 381MiB/s-381MiB/s (400MB/s-400MB/s), io=8192KiB \n(8389kB), run=21-21msec\n",
        );
        let (whole, parts) = joined(&cut);
        assert!(
            whole.ends_with("io=8192KiB (8389kB), run=21-21msec") && parts == 2,
            "{whole}"
        );
        let cut = lines(
            "v: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, io\nengine=psync, iodepth=16\n",
        );
        let (whole, parts) = joined(&cut);
        assert!(
            whole.ends_with("4096B, ioengine=psync, iodepth=16") && parts == 2,
            "{whole}"
        );
        let whole =
            lines("     lat (usec): min=2, max=8, avg= 4.1, stdev= 1.9\n    clat percentiles (usec):\n");
        assert_eq!(joined(&whole).1, 1);
        // The rest of it is missing.
        let cut = lines("  cpu          : usr=0.00%, sys=0.00%\n  IO depths    : 1=100.0%, >=64=0.0%\n");
        assert_eq!(joined(&cut).1, 1);
    }
}
