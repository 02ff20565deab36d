//! Takes off what other programs put before each line of an output: docker compose, kubectl, journald, CI logs, quoted mail; the encoding of mail
//! (`err=3D 0`); and the progress of fio that another output follows in the same line.
//!
//! Mail marks quoted lines with `>`. Other prefixes have no list of programs: a line that only fio prints has its first words in a known place, and
//! what is before them is the prefix of its lines.

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
pub(super) fn take_off(lines: &mut Vec<TextLine>) {
    decode(lines);
    // A whole object of JSON is one line here, and has none.
    let is_one = |line: &&mut TextLine| !line.text.contains('\n');
    let mut lines: Vec<&mut TextLine> = lines.iter_mut().filter(is_one).collect();
    for line in &mut lines {
        let rest = without_marks(without_quotes(&line.text));
        if rest.len() < line.text.len() {
            line.text = rest.to_owned();
        }
        if let Some(typed) = as_typed(&line.text) {
            line.text = typed;
        }
        if line.text.contains('&') && line.text.contains(';') {
            line.text = without_entities(&line.text);
        }
    }
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
    // One may begin with another.
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

/// Decodes paragraphs that are quoted-printable: they have `=3D` for `=`, and no `=` that is not part of an escape.
fn decode(lines: &mut Vec<TextLine>) {
    if !lines.iter().any(|line| line.text.contains("=3D")) {
        return;
    }
    let is_blank = |line: &TextLine| line.text.trim().is_empty();
    let mut decoded: Vec<TextLine> = Vec::with_capacity(lines.len());
    for paragraph in lines.chunk_by(|one, other| is_blank(one) == is_blank(other)) {
        let is_encoded = paragraph.iter().any(|line| line.text.contains("=3D"))
            && paragraph.iter().all(|line| only_escapes(&line.text));
        if !is_encoded {
            decoded.extend_from_slice(paragraph);
            continue;
        }
        // A line that ends with `=` goes on in the next one.
        for whole in paragraph.split_inclusive(|line| !line.text.ends_with('=')) {
            let bytes: Vec<u8> = whole
                .iter()
                .flat_map(|line| unescaped(line.text.as_bytes()))
                .collect();
            decoded.extend(whole.first().map(|first| TextLine {
                number: first.number,
                text: String::from_utf8_lossy(&bytes).replace('\t', " "),
            }));
        }
    }
    *lines = decoded;
}

/// Whether each `=` of a line is followed by two hexadecimal digits or by nothing.
fn only_escapes(text: &str) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    let mut after = text.split('=').skip(1).map(str::as_bytes).peekable();
    while let Some(part) = after.next() {
        let is_end = part.is_empty() && after.peek().is_none();
        let is_escape = part.get(..2).is_some_and(|digits| digits.iter().all(is_digit));
        if !is_end && !is_escape {
            return false;
        }
    }
    true
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let value = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, next)) = rest.split_first() {
        rest = next;
        match (first, next) {
            (b'=', [high, low, more @ ..]) => {
                let pair = value(*high).zip(value(*low));
                bytes.extend(pair.map(|(high, low)| high << 4 | low));
                rest = more;
            }
            (b'=', _) => {}
            _ => bytes.push(*first),
        }
    }
    bytes
}

/// A line without the marks of mail before it: `> `, `>> `, `> > `.
fn without_quotes(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest
        .strip_prefix('>')
        .filter(|after| after.is_empty() || after.starts_with([' ', '>']))
    {
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    rest
}

/// A line without the backticks around it.
fn without_marks(text: &str) -> &str {
    let inner = text
        .trim()
        .strip_prefix('`')
        .and_then(|rest| rest.strip_suffix('`'));
    inner.filter(|inner| !inner.contains('`')).unwrap_or(text)
}

/// A command of fio as it was typed, and the name of a job as fio printed it: blogs make one dash of two, and other quotes, and set names in bold.
fn as_typed(text: &str) -> Option<String> {
    let is_changed = text.contains(['\u{2014}', '\u{2013}', '‘', '’', '“', '”']);
    if is_changed && text.contains("fio") && text.contains('=') {
        let dashed = text.replace(" \u{2014}", " --").replace(" \u{2013}", " --");
        return Some(dashed.replace(['‘', '’'], "'").replace(['“', '”'], "\""));
    }
    let (name, rest) = text.split_once(": (g")?;
    let plain = name.trim().trim_matches(['*', '_', '`']);
    let is_marked = name.trim().starts_with(['*', '`']);
    (is_marked && !plain.is_empty()).then(|| format!("{plain}: (g{rest}"))
}

/// A line of a saved page without the entities of HTML.
fn without_entities(text: &str) -> String {
    let plain = [
        ("&gt;", ">"),
        ("&lt;", "<"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let replace = |text: String, (entity, plain): (&str, &str)| text.replace(entity, plain);
    plain.into_iter().fold(text.to_owned(), replace)
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
            ">> ",
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
    fn quotes_of_mail_are_taken_off_every_program() {
        let lines = [
            "> $ dd if=a of=b",
            "> > 10+0 records in",
            ">",
            ">=64=0.0%",
            "a > b",
        ];
        let expected = ["$ dd if=a of=b", "10+0 records in", "", ">=64=0.0%", "a > b"];
        assert_eq!(taken_off(&lines), expected);
    }

    #[test]
    fn quoted_printable_is_decoded() {
        let lines = [
            "a: (groupid=3D0, jobs=3D1): err=3D 0: p=",
            "id=3D7",
            "  lat (=C2=B5s): min=3D1",
            "",
            "--name=3D --bs=4k",
            "",
            "iodepth=16",
        ];
        let expected = [
            "a: (groupid=0, jobs=1): err= 0: pid=7",
            "  lat (µs): min=1",
            "",
            "--name=3D --bs=4k",
            "",
            "iodepth=16",
        ];
        assert_eq!(taken_off(&lines), expected);
    }

    #[test]
    fn marks_of_blogs_are_taken_off() {
        let lines = [
            "`1048576 bytes copied, 2 s, 5 MB/s`",
            "`a` and `b`",
            "$ fio \u{2014}name=a \u{2013}rw=read \u{2014}filename=‘f’",
            "**a**: (g=0): rw=read",
            "fio is slow \u{2014} very slow",
            "IO depths : 1=0.1%, &gt;=64=99.9%",
        ];
        let expected = [
            "1048576 bytes copied, 2 s, 5 MB/s",
            "`a` and `b`",
            "$ fio --name=a --rw=read --filename='f'",
            "a: (g=0): rw=read",
            "fio is slow \u{2014} very slow",
            "IO depths : 1=0.1%, >=64=99.9%",
        ];
        assert_eq!(taken_off(&lines), expected);
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
