//! Reads a text line by line: what is recognised becomes runs, everything else is listed.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::ImportKind;
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use serde_json::Value;

use super::command::{self, Program, Typed};
use super::draft::{RunDraft, TextLine};
use super::fio_json::ImportError;
use super::fio_log::{LogLine, LogRun};
use super::fio_text::Beginning;
use super::formats::{self, LinePlace};
use super::json_tree::JsonTree;
use super::runs::{ImportedRun, ImportedText, Unread, Why};
use super::{
    contradictions, data_sheet, fio_terse, fio_text, prefix, prose, relate, results, same_run, tables,
};
use fiord_report::documents::{self, Kind};

/// The longest line that is read as one; a JSON document may be one line.
const LONGEST: u64 = 256 << 20;
/// Lines of a document of fio that has its version in one of them.
const HEAD_LINES: usize = 3;
/// Objects of JSON without an end that are tried; each is looked for to the end of the text.
const UNENDED: u32 = 16;

/// Reads a whole text, in UTF-8 or UTF-16.
///
/// # Errors
/// What reading the input says.
pub fn text(source: &str, mut input: impl BufRead) -> io::Result<ImportedText> {
    if utf16(input.fill_buf()?).is_some() {
        let mut bytes = Vec::new();
        input.take(LONGEST).read_to_end(&mut bytes)?;
        let decoded = utf16(&bytes).unwrap_or_default();
        return read(source, decoded.as_bytes());
    }
    read(source, input)
}

/// The text of UTF-16, as PowerShell redirects it; None: it does not begin as that.
pub fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        // Without its mark the first letters tell.
        [1..=0x7f, 0, 1..=0x7f, 0, ..] => u16::from_le_bytes,
        [0, 1..=0x7f, 0, 1..=0x7f, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    Some(String::from_utf16_lossy(&units))
}

fn read(source: &str, mut input: impl BufRead) -> io::Result<ImportedText> {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut log: Option<(LogRun, String)> = None;
    let mut object: Option<OpenObject> = None;
    let (mut raw, mut number, mut bytes) = (Vec::new(), 0_u64, 0_u64);
    loop {
        // The lines of an object stay in one buffer.
        let begin = raw.len();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut raw)?;
        if read > 0 {
            number += 1;
            bytes += read as u64;
        }
        if log.is_none() && object.is_none() && OpenObject::begins(&raw) {
            object = Some(OpenObject::new(number));
        }
        if let Some(open) = &mut object {
            let ends = read > 0 && open.braces.take(&raw[begin..]);
            if read > 0 && !ends {
                let buffered = input.fill_buf()?;
                let within = &buffered[..open.braces.take_within(buffered)];
                raw.extend_from_slice(within);
                number += memchr_iter(b'\n', within).count() as u64;
                let taken = within.len();
                bytes += taken as u64;
                input.consume(taken);
                continue;
            }
            let text = std::mem::take(&mut raw);
            if ends {
                lines.push(open.line(text));
                object = None;
                continue;
            }
            lines.extend(open.lines(&text));
            object = None;
        }
        let of_log = LogLine::read(&raw);
        match (&mut log, of_log) {
            (Some((run, _)), Some(line)) => run.take(number, line),
            (None, Some(line)) => log = Some((LogRun::begin(source, number, line), lossy(&raw))),
            (_, None) => {
                if let Some((run, first)) = log.take() {
                    if run.is_one_line() {
                        lines.push(TextLine {
                            number: run.first(),
                            text: first,
                        });
                    } else {
                        drafts.push(run.draft());
                    }
                }
                if read > 0 {
                    lines.push(TextLine {
                        number,
                        text: lossy(&raw),
                    });
                }
            }
        }
        if read == 0 {
            break;
        }
        raw.clear();
    }
    prefix::take_off(&mut lines);
    let mut scan = TextScan {
        source,
        lines: &lines,
        runs: Vec::new(),
        drafts,
        unread: Vec::new(),
        prose: Vec::new(),
        typed: None,
        hosts: Vec::new(),
        output: Beginning::default(),
        unended: 0,
    };
    scan.run();
    Ok(scan.finish(number, bytes))
}

/// An object of JSON, whose lines are one line for the readers: json+ has millions of them.
struct OpenObject {
    first: u64,
    braces: Braces,
}

impl OpenObject {
    /// Whether a line begins an object, or a list of them.
    fn begins(raw: &[u8]) -> bool {
        let text = raw.trim_ascii_start();
        let inner = text.strip_prefix(b"[").map_or(text, <[u8]>::trim_ascii_start);
        inner.starts_with(b"{")
    }

    fn new(first: u64) -> Self {
        Self {
            first,
            braces: Braces::default(),
        }
    }

    /// The whole object as one line.
    fn line(&self, raw: Vec<u8>) -> TextLine {
        let is_plain = memchr2(b'\r', 0x1b, &raw).is_none();
        let text = match String::from_utf8(raw) {
            Ok(mut text) if is_plain => {
                let end = text.trim_end_matches('\n').len();
                text.truncate(end);
                text
            }
            Ok(text) => joined(text.as_bytes()),
            Err(error) => joined(error.as_bytes()),
        };
        TextLine {
            number: self.first,
            text,
        }
    }

    /// Its lines one by one: the object has no end.
    fn lines(&self, raw: &[u8]) -> Vec<TextLine> {
        let numbers = self.first..;
        let each = numbers.zip(raw.split_inclusive(|byte| *byte == b'\n'));
        each.map(|(number, line)| TextLine {
            number,
            text: lossy(line),
        })
        .collect()
    }
}

fn joined(raw: &[u8]) -> String {
    let lines: Vec<String> = raw.split_inclusive(|byte| *byte == b'\n').map(lossy).collect();
    lines.join("\n")
}

/// How deep the text of an object is.
#[derive(Default)]
struct Braces {
    depth: i64,
}

impl Braces {
    /// Takes a line; true: the object ends with it.
    fn take(&mut self, line: &[u8]) -> bool {
        // A string has no line feed.
        let (mut in_string, mut escaped) = (false, false);
        for byte in line {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                b'{' if !in_string => self.depth += 1,
                b'}' if !in_string => self.depth -= 1,
                _ => {}
            }
        }
        self.depth <= 0
    }

    /// Takes the whole lines that are inside of the object: how many bytes they have.
    fn take_within(&mut self, text: &[u8]) -> usize {
        let whole = &text[..after_line_feed(text)];
        let mut begin = 0;
        // Most lines have no brace.
        while let Some(at) = memchr2(b'{', b'}', &whole[begin..]) {
            let line = begin + after_line_feed(&whole[begin..begin + at]);
            let end = begin + at;
            let end = memchr(b'\n', &whole[end..]).map_or(whole.len(), |feed| end + feed + 1);
            let before = self.depth;
            if self.take(&whole[line..end]) {
                self.depth = before;
                return line;
            }
            begin = end;
        }
        whole.len()
    }
}

/// Where the last line begins.
fn after_line_feed(text: &[u8]) -> usize {
    memrchr(b'\n', text).map_or(0, |at| at + 1)
}

/// The text of a line without its end; what a carriage return would overwrite is left out.
fn lossy(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let text = text.trim_end_matches(['\n', '\r']);
    // Progress lines of fio are drawn over each other.
    let shown = text.rsplit('\r').next().unwrap_or(text);
    // Colours of a terminal, and other sets of characters, which some end with the colours.
    let plain = match shown.contains(['\u{1b}', '\u{f}']) {
        true => anstream::adapter::strip_str(shown).to_string(),
        false => shown.to_owned(),
    };
    plain.replace('\t', "  ").replace('\u{feff}', "")
}

struct TextScan<'l> {
    source: &'l str,
    lines: &'l [TextLine],
    runs: Vec<ImportedRun>,
    drafts: Vec<RunDraft>,
    unread: Vec<Unread>,
    /// Indices of the lines that no reader knew.
    prose: Vec<usize>,
    /// The last command, and its place in `unread`.
    typed: Option<(Typed, usize)>,
    /// Lines of commands, the commands, and the hosts of their prompts.
    hosts: Vec<(u64, String, String)>,
    /// Of the last text of fio.
    output: Beginning,
    unended: u32,
}

impl TextScan<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(line) = self.lines.get(at) {
            let text = line.text.trim();
            // A client of fio prints an empty line as `<host> `, which XML does not have.
            let is_empty =
                text.is_empty() || line.text.ends_with("> ") && fio_text::without_host(text).is_empty();
            // A list of documents may have brackets in lines of their own.
            if is_empty || text.starts_with("```") || matches!(text, "[" | "]") {
                at += 1;
                continue;
            }
            at += self.one(at, text);
        }
    }

    /// Reads what begins at a line; how many lines it has.
    fn one(&mut self, at: usize, text: &str) -> usize {
        let lines = self.lines;
        if OpenObject::begins(text.as_bytes())
            && let Some(taken) = self.json(at)
        {
            return taken;
        }
        let typed = self.typed.as_ref().map(|(typed, _)| typed);
        let fio = typed
            .filter(|typed| typed.program == Program::Fio)
            .map(Typed::line);
        if let Some((drafts, taken)) = fio_text::read(lines, at, fio.as_ref(), &mut self.output) {
            if drafts.iter().any(|draft| draft.command.is_some()) {
                self.command_has_output();
            }
            let above = self.title(at);
            for mut draft in drafts {
                if let (ImportKind::FioSummary, Some(title)) = (draft.kind, &above) {
                    draft.label("title", title.clone());
                }
                self.drafts.push(draft);
            }
            return taken;
        }
        if let Some((drafts, taken)) = fio_terse::read(lines, at) {
            self.drafts.extend(drafts);
            return taken.max(1);
        }
        if let Some((drafts, taken)) = tables::read(lines, at) {
            self.rows_without_result(at, taken, &drafts);
            self.drafts.extend(drafts);
            return taken;
        }
        let place = LinePlace {
            lines: &lines[at..],
            command: typed,
        };
        if let Some((drafts, taken)) = formats::read(place) {
            let is_typed =
                |draft: &RunDraft| typed.is_some_and(|typed| draft.command.as_ref() == Some(&typed.text));
            if drafts.iter().any(is_typed) {
                self.command_has_output();
            }
            if drafts.is_empty() {
                self.unknown(at, Why::Unknown);
            }
            self.drafts.extend(drafts);
            return taken.max(1);
        }
        if let Some((drafts, taken)) = tables::read_aligned(lines, at) {
            self.drafts.extend(drafts);
            return taken;
        }
        if let Some(typed) = command::typed(&lines[at..]) {
            let taken = typed.lines;
            let place = self.unread.len();
            self.unknown(at, Why::Command);
            if let Some(listed) = self.unread.get_mut(place) {
                listed.lines.1 = typed.line.saturating_add(taken as u64 - 1);
            }
            if let Some(host) = &typed.host {
                self.hosts.push((typed.line, typed.text.clone(), host.clone()));
            }
            self.typed = Some((typed, place));
            return taken;
        }
        self.prose.push(at);
        let mut values = prose::read(&lines[at], typed);
        let is_said = !values.is_empty() && values.iter().all(|draft| draft.command.is_none());
        if is_said && data_sheet::is_entry(lines, at) {
            values.clear();
        }
        if values.iter().any(|draft| draft.command.is_some()) {
            self.command_is_used();
        } else {
            // The numbers are read; the sentence around them is not.
            self.unknown(at, Why::Unknown);
        }
        self.drafts.extend(values);
        1
    }

    /// Lists the rows of a table that hold numbers and gave no run.
    fn rows_without_result(&mut self, at: usize, taken: usize, drafts: &[RunDraft]) {
        for index in at + 2..at + taken {
            let Some(line) = self.lines.get(index) else { return };
            let is_read = drafts
                .iter()
                .any(|draft| draft.lines.0 <= line.number && line.number <= draft.lines.1);
            if !is_read && line.text.contains(|c: char| c.is_ascii_digit()) {
                self.unknown(index, Why::Unknown);
            }
        }
    }

    /// The line of prose right above, past fences and blanks: what its author calls a result.
    fn title(&self, at: usize) -> Option<String> {
        let above = self.lines.get(..at)?.iter().enumerate().rev();
        let (index, line) = above
            .take(4)
            .find(|(_, line)| !(line.text.trim().is_empty() || line.text.trim().starts_with("```")))?;
        let is_title = self.prose.last() == Some(&index) && line.text.chars().count() <= 60;
        is_title.then(|| line.text.trim().trim_end_matches(':').to_owned())
    }

    /// The command before an output is not listed as one without, and has no other.
    fn command_has_output(&mut self) {
        self.command_is_used();
        self.typed = None;
    }

    /// The command before a number is not listed as one without output.
    fn command_is_used(&mut self) {
        if let Some((_, place)) = self.typed
            && let Some(listed) = self.unread.get_mut(place)
            && listed.why == Why::Command
        {
            listed.lines = (0, 0);
        }
    }

    fn unknown(&mut self, at: usize, why: Why) {
        const SHOWN: usize = 60;
        let Some(line) = self.lines.get(at) else { return };
        let before = at.checked_sub(1).and_then(|before| self.lines.get(before));
        if why == Why::Unknown
            && let Some(last) = self.unread.last_mut()
            && last.why == Why::Unknown
            && before.is_some_and(|before| {
                last.lines.1 >= before.number
                    || before.text.trim().is_empty() && last.lines.1 + 2 >= line.number
            })
        {
            last.lines.1 = line.number;
            return;
        }
        self.unread.push(Unread {
            lines: (line.number, line.number),
            why,
            begins: line
                .text
                .trim()
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(SHOWN)
                .collect(),
        });
    }

    /// A JSON document that begins at a line; how many lines it has.
    fn json(&mut self, at: usize) -> Option<usize> {
        if self.unended >= UNENDED {
            return None;
        }
        let Some(taken) = object_lines(&self.lines[at..]) else {
            self.unended += 1;
            if let Some(taken) = self.cut_document(at) {
                return Some(taken);
            }
            self.unknown(at, Why::Json(Sentence::new(messages::json_without_end)));
            return Some(1);
        };
        let lines = &self.lines[at..at + taken];
        let text = match lines {
            [one] => Cow::Borrowed(one.text.as_str()),
            lines => {
                let each: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                Cow::Owned(each.join("\n"))
            }
        };
        let first = lines.first()?.number;
        let feeds = memchr_iter(b'\n', text.as_bytes()).count();
        let place = (first, first + feeds as u64);
        if let Err(why) = self.document(&text, place) {
            self.unknown(at, Why::Json(why));
            if let Some(last) = self.unread.last_mut() {
                last.lines = place;
            }
        }
        Some(taken)
    }

    fn document(&mut self, text: &str, lines: (u64, u64)) -> Result<(), Sentence> {
        let said = |error: ImportError| Sentence::new(|lang| error.text(lang));
        let syntax = |error| said(ImportError::Syntax(error));
        // In a list a comma follows.
        let ends = if text.trim_start().starts_with('{') {
            ",]"
        } else {
            ","
        };
        let mut text = text
            .trim()
            .trim_end_matches(|c: char| ends.contains(c) || c.is_whitespace());
        let plain;
        let mut parsed = serde_json::from_str::<JsonTree<'_>>(text);
        if parsed.is_err() {
            plain = without_nan(text);
            text = &plain;
            parsed = serde_json::from_str(text);
        }
        let tree = parsed.map_err(syntax)?;
        if tree.get("fio version").is_some() {
            return self.take_document(tree, lines).map_err(said);
        }
        drop(tree);
        let value: Value = serde_json::from_str(text).map_err(syntax)?;
        if Kind::of(&value).is_some() {
            return self.native(value, lines);
        }
        if let Some(drafts) = formats::json(&value, lines) {
            self.drafts.extend(drafts);
            return Ok(());
        }
        drop(value);
        let missing = || said(ImportError::Missing("fio version"));
        if !text.contains("fio") {
            return Err(missing());
        }
        let before = (self.drafts.len(), self.runs.len());
        let tree: JsonTree<'_> = serde_json::from_str(text).map_err(syntax)?;
        let (mut documents, mut texts) = (Vec::new(), Vec::new());
        tree.take_apart("fio version", &mut documents, &mut texts);
        for document in documents {
            self.take_document(document, lines).map_err(said)?;
        }
        for text in texts.iter().filter(|text| text.contains("fio")) {
            self.text_within(text, lines);
        }
        if (self.drafts.len(), self.runs.len()) == before {
            return Err(missing());
        }
        Ok(())
    }

    /// Takes the jobs of a document of fio.
    fn take_document(&mut self, document: JsonTree<'_>, lines: (u64, u64)) -> Result<(), ImportError> {
        let (mut draft, notes, _) = results::of_document(document, lines)?;
        draft.notes.extend(notes);
        self.drafts.push(draft);
        Ok(())
    }

    /// Takes the results of fio in a text of a document, as scripts keep what they ran.
    fn text_within(&mut self, text: &str, lines: (u64, u64)) {
        let Ok(within) = read(self.source, text.as_bytes()) else {
            return;
        };
        let is_of_fio = |run: &ImportedRun| run.kind.name().starts_with("fio-");
        for mut run in within.runs.into_iter().filter(is_of_fio) {
            run.lines = lines;
            if let Some(import) = &mut run.record.context.import {
                import.lines = lines;
            }
            self.runs.push(run);
        }
    }

    /// Reads the whole jobs of a document of fio without an end; how many lines they have.
    fn cut_document(&mut self, at: usize) -> Option<usize> {
        let head = &self.lines[at..self.lines.len().min(at + HEAD_LINES)];
        if !head.iter().any(|line| line.text.contains("\"fio version\"")) {
            return None;
        }
        // A whole object is one line here, and is read by itself.
        let is_one = |text: &&str| !text.contains('\n');
        let each = self.lines[at..].iter().map(|line| line.text.as_str());
        let text = each.take_while(is_one).collect::<Vec<_>>().join("\n");
        let whole = text[..end_of_last_job(&text)?].trim_ascii_start();
        let taken = memchr_iter(b'\n', whole.as_bytes()).count() + 1;
        let place = (self.lines[at].number, self.lines[at + taken - 1].number);
        let known = self.drafts.len();
        let end = if whole.starts_with('[') { "]}]" } else { "]}" };
        self.document(&format!("{whole}{end}"), place).ok()?;
        if self.drafts.len() > known {
            self.unknown(
                at + taken - 1,
                Why::Json(Sentence::new(messages::json_without_end)),
            );
        }
        Some(taken)
    }

    /// A document of fiord: a run, several of them, or an import with its runs.
    fn native(&mut self, value: Value, lines: (u64, u64)) -> Result<(), Sentence> {
        let records = documents::read::runs(value)
            .unwrap_or(Ok(Vec::new()))
            .map_err(|error| Sentence::verbatim(error.to_string()))?;
        for record in records {
            let kind = record
                .context
                .import
                .as_ref()
                .map_or(ImportKind::Fiord, |import| import.kind);
            self.runs.push(ImportedRun { kind, lines, record });
        }
        Ok(())
    }

    fn finish(mut self, lines: u64, bytes: u64) -> ImportedText {
        let prose: Vec<&TextLine> = self.prose.iter().filter_map(|at| self.lines.get(*at)).collect();
        let mut runs: Vec<ImportedRun> = self
            .drafts
            .drain(..)
            .map(|mut draft| {
                let is_its = |(line, text, _): &&(u64, String, String)| {
                    *line <= draft.lines.0 && draft.command.as_ref() == Some(text)
                };
                if let Some((_, _, host)) = self.hosts.iter().rev().find(is_its) {
                    draft.label("host", host.clone());
                }
                ImportedRun {
                    kind: draft.kind,
                    lines: draft.lines,
                    record: draft.into_record(self.source),
                }
            })
            .collect();
        let same = same_run::count_once(&mut runs);
        relate::relate(&mut runs, &prose);
        runs.append(&mut self.runs);
        runs.sort_by_key(|run| run.lines);
        contradictions::note(&mut runs, &prose);
        self.unread.retain(|unread| unread.lines.0 > 0);
        ImportedText {
            source: self.source.to_owned(),
            lines,
            bytes,
            runs,
            unread: self.unread,
            same,
        }
    }
}

/// Where the last whole element ends of a list in an object that is cut, alone or in a list.
fn end_of_last_job(text: &str) -> Option<usize> {
    let (mut open, mut last) = (Vec::new(), None);
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => {
                open.pop();
                let of_object = open.strip_prefix(b"[").unwrap_or(&open);
                if byte == b'}' && of_object == b"{[" {
                    last = Some(at + 1);
                }
            }
            _ => {}
        }
    }
    last
}

/// JSON with `null` for the numbers that fio and scripts could not calculate, and that JSON does not have.
fn without_nan(text: &str) -> Cow<'_, str> {
    const NAMES: [&str; 5] = ["nan", "NaN", "inf", "Infinity", "NAN"];
    if !NAMES.into_iter().any(|name| text.contains(name)) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    let (mut rest, mut in_string) = (text, false);
    while let Some(c) = rest.chars().next() {
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let name = NAMES.into_iter().filter(|_| !in_string).find(|name| {
            let after = unsigned.strip_prefix(name);
            after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
        });
        if let Some(name) = name {
            replaced.push_str("null");
            rest = &unsigned[name.len()..];
            continue;
        }
        let end = if in_string && c == '\\' {
            rest.chars().take(2).map(char::len_utf8).sum()
        } else {
            in_string ^= c == '"';
            c.len_utf8()
        };
        replaced.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    Cow::Owned(replaced)
}

/// How many lines an object of JSON has; None: it has no end.
fn object_lines(lines: &[TextLine]) -> Option<usize> {
    // A whole object was found when the text was read.
    if lines.first().is_some_and(|line| line.text.contains('\n')) {
        return Some(1);
    }
    let mut braces = Braces::default();
    let end = lines.iter().position(|line| braces.take(line.text.as_bytes()));
    end.map(|at| at + 1)
}
