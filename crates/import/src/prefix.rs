//! Takes off what other programs put before each line of an output: docker compose, kubectl, journald, CI logs, quoted mail; and the progress of fio
//! that another output follows in the same line.
//!
//! No list of those programs: a line that only fio prints has its first words in a known place, and what is before them is the prefix of its lines.

use super::draft::TextLine;

/// First words of lines of fio, after blanks. Each output has at least one of them.
const FIRST_WORDS: [&str; 10] = [
    "read: IOPS=",
    "write: IOPS=",
    "trim: IOPS=",
    "mixed: IOPS=",
    "read : io=",
    "write: io=",
    "trim : io=",
    "mixed : io=",
    "{\"fio version\"",
    "\"fio version\"",
];
/// Lines that have a prefix; fewer may have it by chance.
const LEAST_LINES: usize = 3;
/// Longer texts before fio's words are no prefix.
const LONGEST: usize = 160;
/// Different prefixes of one text.
const MOST: usize = 16;

/// Takes prefixes and progress off all lines.
pub(super) fn take_off(lines: &mut [TextLine]) {
    // A whole object of JSON is one line here, and has none.
    let is_one = |line: &&mut TextLine| !line.text.contains('\n');
    let mut lines: Vec<&mut TextLine> = lines.iter_mut().filter(is_one).collect();
    let mut prefixes: Vec<Prefix> = Vec::new();
    for line in &lines {
        if let Some(prefix) = before_fio(&line.text).map(Prefix::of)
            && prefixes.len() < MOST
            && !prefixes.contains(&prefix)
        {
            prefixes.push(prefix);
        }
    }
    prefixes.retain(|prefix| {
        let having = lines.iter().filter(|line| prefix.take_off(&line.text).is_some());
        having.take(LEAST_LINES).count() == LEAST_LINES
    });
    // `> > ` before `> `.
    prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.0.len()));
    for line in &mut lines {
        if let Some(rest) = prefixes.iter().find_map(|prefix| prefix.take_off(&line.text)) {
            line.text = rest.to_owned();
        }
        if let Some(rest) = after_progress(&line.text) {
            line.text = rest.to_owned();
        }
    }
}

/// What is before the first words of a line of fio.
fn before_fio(text: &str) -> Option<&str> {
    let at = if text.contains("IOPS=") || text.contains(" io=") || text.contains("\"fio version\"") {
        FIRST_WORDS.iter().find_map(|words| text.find(words))?
    } else {
        // Terse begins with its version, one digit.
        let at = text.find(";fio-")?.checked_sub(1)?;
        text.as_bytes().get(at).filter(|byte| byte.is_ascii_digit())?;
        at
    };
    let before = text.get(..at)?.trim_end();
    // A row of a table has other columns before.
    let is_prefix = !before.is_empty() && before.len() <= LONGEST && !before.trim_start().starts_with('|');
    is_prefix.then_some(before)
}

/// What follows the last `[eta 00m:01s]` of a line.
fn after_progress(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once("[eta ")?;
    let (_, rest) = rest.split_once(']')?;
    (!rest.trim().is_empty()).then_some(rest)
}

/// What lines begin with; numbers and blanks differ from line to line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Prefix(Vec<Part>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Digits,
    Blanks,
    Char(char),
}

impl Part {
    fn of(c: char) -> Self {
        match c {
            c if c.is_ascii_digit() => Part::Digits,
            c if c.is_whitespace() => Part::Blanks,
            c => Part::Char(c),
        }
    }
}

impl Prefix {
    fn of(text: &str) -> Self {
        let mut parts: Vec<Part> = text.chars().map(Part::of).collect();
        parts.dedup_by(|one, other| one == other && !matches!(one, Part::Char(_)));
        Self(parts)
    }

    /// The line without it and the blank after it; None: it begins otherwise.
    fn take_off<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut rest = text;
        for part in &self.0 {
            let end = match part {
                Part::Char(c) => rest.starts_with(*c).then(|| c.len_utf8()),
                run => {
                    let end = rest.find(|c| Part::of(c) != *run).unwrap_or(rest.len());
                    (end > 0).then_some(end)
                }
            };
            rest = &rest[end?..];
        }
        Some(rest.strip_prefix(' ').unwrap_or(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_off(lines: &[&str]) -> Vec<String> {
        let numbered = lines.iter().zip(1..).map(|(text, number)| TextLine {
            number,
            text: (*text).to_owned(),
        });
        let mut lines: Vec<TextLine> = numbered.collect();
        take_off(&mut lines);
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn prefixes_of_every_line_are_taken_off() {
        for prefix in [
            "> ",
            "> > ",
            "fio-1  | ",
            "2024-05-13T09:22:41.1182051Z ",
            "May 13 09:22:41 node7 fio[3985]: ",
            "20:22:23 DEBUG| [stdout] ",
            "[pod/fio-x7k2p/fio] ",
            "\u{25b6} ",
        ] {
            let lines = [
                "a: (g=0): rw=read",
                "  read: IOPS=1",
                "    clat (usec): min=1",
                "",
            ];
            let with: Vec<String> = lines.iter().map(|line| format!("{prefix}{line}")).collect();
            let with: Vec<&str> = with.iter().map(|line| line.trim_end()).collect();
            assert_eq!(taken_off(&with), lines, "{prefix}");
        }
    }

    #[test]
    fn numbers_and_blanks_of_a_prefix_differ() {
        let lines = [
            "May  9 9:22:41 a fio[9]: fio-3.1",
            "May  9 10:22:41 a fio[10]:   read: IOPS=1",
            "May 10 0:0:0 a fio[11]: x",
        ];
        assert_eq!(taken_off(&lines), ["fio-3.1", "  read: IOPS=1", "x"]);
    }

    #[test]
    fn rows_of_tables_and_single_lines_stay() {
        for lines in [
            [
                "| a | read: IOPS=1 |",
                "| b | read: IOPS=2 |",
                "| c | read: IOPS=3 |",
            ],
            ["we saw read: IOPS=1", "and then", "nothing"],
        ] {
            assert_eq!(taken_off(&lines), lines);
        }
    }

    #[test]
    fn an_output_is_found_after_progress() {
        let lines = [
            "Jobs: 1 (f=1)Jobs: 1 (f=1): [r(1)][9.0%][eta 00m:09s]{",
            "Jobs: 1 (f=1): [eta 00m:01s]",
        ];
        assert_eq!(taken_off(&lines), ["{", "Jobs: 1 (f=1): [eta 00m:01s]"]);
    }
}
