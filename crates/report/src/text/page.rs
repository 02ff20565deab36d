//! A page for people: headings, lines, tables and commands, as text for a terminal or as Markdown.

use fiord_job::showcmd::for_shell;
use fiord_messages::Lang;
use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::styled::Styled;
use super::table::{self, Table};

/// The widest that sentences get, in columns: longer lines are hard to read.
const WIDEST: usize = 110;
/// Columns below which lines are not broken further.
const NARROWEST: usize = 8;
/// How far a figure stands in.
const FIGURE: &str = "  ";
/// How far a command stands in.
const INDENT: usize = 4;

/// What stands on a page, from the top.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    blocks: Vec<Block>,
    /// How far lines stand in from here on.
    indent: usize,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    Heading(Styled),
    /// Words behind `first`; lines that follow stand behind `rest`.
    Line {
        first: Styled,
        rest: Styled,
        text: Styled,
    },
    /// A drawing, such as a tree: likewise, and Markdown leaves it as it is.
    Drawn {
        first: Styled,
        rest: Styled,
        text: Styled,
    },
    /// A drawing that is nothing when broken: left out of a screen that is too narrow.
    Figure(String),
    Table(Table),
    /// A command to be copied, word by word, and how far it stands in.
    Command(usize, Vec<String>),
    /// Lines that another format made.
    Foreign(String),
    Blank,
}

impl Page {
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn heading(&mut self, text: impl AsRef<str>) {
        self.blocks
            .push(Block::Heading(Styled::new().strong(text.as_ref())));
    }

    /// A sentence or several.
    pub fn line(&mut self, text: impl Into<Styled>) {
        self.item("", "  ", text);
    }

    /// Words behind a mark; lines that follow stand behind `rest`.
    pub fn item(&mut self, first: impl Into<Styled>, rest: impl Into<Styled>, text: impl Into<Styled>) {
        let blanks = || Styled::from(" ".repeat(self.indent));
        self.blocks.push(Block::Line {
            first: blanks().then(&first.into()),
            rest: blanks().then(&rest.into()),
            text: text.into(),
        });
    }

    /// Facts that are known, each behind its label; the longest label decides where all begin.
    pub fn labelled(&mut self, facts: &[(&str, String)]) {
        let known = || facts.iter().filter(|(_, fact)| !fact.is_empty());
        let width = |label: &str| Styled::from(label).width();
        let widest = known().map(|(label, _)| width(label)).max().unwrap_or(0);
        for (label, fact) in known() {
            let blanks = " ".repeat(widest - width(label) + 2);
            self.item(
                Styled::new().dim(label).plain(blanks),
                " ".repeat(widest + 2),
                fact.as_str(),
            );
        }
    }

    /// Lines stand in by so many columns from here on.
    pub fn indent(&mut self, columns: usize) {
        self.indent = columns;
    }

    /// A line of a drawing: as [`Page::item`].
    pub fn drawn(&mut self, first: impl Into<Styled>, rest: impl Into<Styled>, text: impl Into<Styled>) {
        self.blocks.push(Block::Drawn {
            first: first.into(),
            rest: rest.into(),
            text: text.into(),
        });
    }

    /// A drawing of several lines; left out where it does not fit.
    pub fn figure(&mut self, lines: impl Into<String>) {
        self.blocks.push(Block::Figure(lines.into()));
    }

    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// A command to be copied: its words as the program gets them; they are quoted for the shell.
    pub fn command(&mut self, words: impl IntoIterator<Item = impl Into<String>>) {
        self.command_at(INDENT, words);
    }

    /// A command that stands in by so many columns.
    pub fn command_at(&mut self, indent: usize, words: impl IntoIterator<Item = impl Into<String>>) {
        let words = words.into_iter().map(Into::into).collect();
        self.blocks.push(Block::Command(indent, words));
    }

    /// Lines that another format made; broken where they do not fit.
    pub fn foreign(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Foreign(text.into()));
    }

    /// An empty line, unless one stands there.
    pub fn blank(&mut self) {
        if !matches!(self.blocks.last(), None | Some(Block::Blank)) {
            self.blocks.push(Block::Blank);
        }
    }

    pub fn append(&mut self, other: Page) {
        self.blocks.extend(other.blocks);
    }

    /// With numbers as in a language: in messages they are, and in cells of tables and lines of other texts here.
    #[must_use]
    pub fn localised(self, lang: Lang) -> Self {
        let of_block = |block| match block {
            Block::Heading(text) => Block::Heading(text.localised(lang)),
            Block::Line { first, rest, text } => Block::Line {
                first: first.localised(lang),
                rest,
                text: text.localised(lang),
            },
            Block::Table(table) => Block::Table(table.localised(lang)),
            block => block,
        };
        Self {
            blocks: self.blocks.into_iter().map(of_block).collect(),
            ..self
        }
    }

    /// Lines of at most `width` columns; without a width each sentence and each command is one line.
    pub fn text(&self, width: Option<usize>, colour: bool) -> String {
        let mut out = String::new();
        for block in &self.blocks {
            block.put(width, &mut out);
        }
        if colour {
            out
        } else {
            anstream::adapter::strip_str(&out).to_string()
        }
    }

    /// As Markdown, with numbers as in a language.
    pub fn markdown(&self, lang: Lang) -> String {
        let mut out = String::new();
        let mut is_code = false;
        for block in &self.blocks {
            let code = matches!(
                block,
                Block::Drawn { .. } | Block::Figure(_) | Block::Command(..) | Block::Foreign(_)
            );
            if code != is_code {
                out += if code { "\n```text\n" } else { "```\n" };
                is_code = code;
            }
            match block {
                Block::Heading(text) => out += &format!("\n## {}\n\n", text.clone().localised(lang)),
                Block::Line { first, text, .. } => {
                    out += &listed(&first.clone().localised(lang), &text.clone().localised(lang));
                }
                Block::Table(table) => out += &format!("\n{}\n", table.markdown(lang)),
                Block::Blank => out += "\n",
                code => {
                    let mut lines = String::new();
                    code.put(None, &mut lines);
                    out += &anstream::adapter::strip_str(&lines).to_string();
                }
            }
        }
        if is_code {
            out += "```\n";
        }
        // One blank line between blocks is enough.
        let mut lines: Vec<&str> = Vec::new();
        for line in out.trim_matches('\n').lines() {
            if !(line.is_empty() && lines.last().is_some_and(|last| last.is_empty())) {
                lines.push(line);
            }
        }
        lines.join("\n") + "\n"
    }
}

/// A line of Markdown: what stands behind a mark or further in is an item of a list.
fn listed(first: &Styled, text: &Styled) -> String {
    let whole = first.bare() + &text.bare();
    let indent = whole.len() - whole.trim_start().len();
    // An item for a terminal has its own bullet.
    let unmarked = whole.trim_start().strip_prefix("- ");
    let whole = unmarked.map_or_else(|| whole.clone(), |rest| format!("{}{rest}", " ".repeat(indent)));
    match (first.is_empty(), indent) {
        (true, _) => format!("{whole}\n\n"),
        (_, 0) => format!("- {whole}\n"),
        _ => format!("  - {}\n", whole.trim_start()),
    }
}

impl Block {
    fn put(&self, width: Option<usize>, out: &mut String) {
        match self {
            Block::Heading(text) => put_broken(out, &Styled::new(), &Styled::from("  "), text, width),
            Block::Line { first, rest, text } | Block::Drawn { first, rest, text } => {
                put_broken(out, first, rest, text, width);
            }
            Block::Figure(text) => {
                let fits = |width| {
                    text.lines()
                        .all(|line| FIGURE.len() + display_width(line) <= width)
                };
                if width.is_none_or(fits) {
                    text.lines()
                        .for_each(|line| put_line(out, &format!("{FIGURE}{line}")));
                }
            }
            Block::Table(table) => {
                for line in table.lines(width) {
                    match line {
                        table::TableLine::Whole(text) => put_line(out, text.painted()),
                        table::TableLine::Broken(text) => {
                            put_broken(out, &Styled::new(), &Styled::from("  "), &text, width);
                        }
                    }
                }
            }
            Block::Command(indent, words) => put_command(out, words, *indent, width),
            Block::Foreign(text) => {
                for line in text.lines() {
                    let inner = line.trim_start_matches(' ');
                    let blanks = " ".repeat(line.len() - inner.len());
                    let rest = Styled::from(format!("{blanks}  "));
                    put_broken(out, &Styled::from(blanks), &rest, &Styled::from(inner), width);
                }
            }
            Block::Blank => out.push('\n'),
        }
    }
}

fn put_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

fn put_broken(out: &mut String, first: &Styled, rest: &Styled, text: &Styled, width: Option<usize>) {
    let Some(width) = width else {
        put_line(out, &format!("{}{}", first.painted(), text.painted()));
        return;
    };
    let width = width.clamp(NARROWEST, WIDEST);
    // On a screen too narrow for its indentation the text matters more.
    let rest = if rest.width() * 3 > width * 2 {
        Styled::from("  ")
    } else {
        rest.clone()
    };
    let whole = format!("{}{}", first.painted(), text.painted());
    let options = Options::new(width)
        .subsequent_indent(rest.painted())
        .word_separator(WordSeparator::Custom(separate))
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(true);
    let whole = glued(&whole, width.saturating_sub(rest.width()));
    for line in textwrap::wrap(&whole, options) {
        put_line(out, &line.replace(GLUE, " ").replace(SEAM, "/"));
    }
}

/// Words end at blanks, at seams, and beside a Chinese character where a line may be broken.
fn separate(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let mut letters = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((at, letter)) = letters.next() {
            let next = letters.peek().map(|(_, next)| *next);
            let is_blank = letter == ' ' && next != Some(' ');
            if letter == SEAM || is_blank || next.is_some_and(|next| breaks_between(letter, next)) {
                end = at + letter.len_utf8();
                break;
            }
        }
        let (word, behind) = rest.split_at_checked(end).filter(|(word, _)| !word.is_empty())?;
        rest = behind;
        Some(Word::from(word))
    }))
}

/// Whether a character takes two columns, as Chinese ones and their marks do.
fn is_wide(letter: char) -> bool {
    display_width(letter.encode_utf8(&mut [0; 4])) == 2
}

/// Chinese is broken between any two characters, but no line begins with a closing mark or ends with an opening one.
fn breaks_between(one: char, next: char) -> bool {
    const CLOSING: &str = "，。；：、！？）」』》〉”’…％";
    const OPENING: &str = "（「『《〈“‘";
    // A blank stays with the word before it, and so does the code that ends a style.
    (is_wide(one) || is_wide(next))
        && !matches!(next, ' ' | GLUE | SEAM | '\u{1b}')
        && one != GLUE
        && !CLOSING.contains(next)
        && !OPENING.contains(one)
}

/// Stands for a blank at which no line is broken. As [`SEAM`] a character for private use, which no text from outside means.
const GLUE: char = '\u{f8ff}';
/// Stands for a slash behind which a path goes on in the next line.
const SEAM: char = '\u{f8fe}';

/// Units that stay with their number.
const UNITS: [&str; 22] = [
    "%", "×", "s", "ms", "µs", "ns", "min", "h", "B", "KiB", "MiB", "GiB", "TiB", "kB", "MB", "GB", "TB",
    "MB/s", "GB/s", "MiB/s", "GiB/s", "IOPS",
];

/// The text with each number glued to its unit, and with seams in paths that are longer than a line.
fn glued(text: &str, room: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, word) in text.split(' ').enumerate() {
        let unit = word.split(is_wide).next();
        let unit = unit
            .unwrap_or_default()
            .trim_end_matches([',', '.', ';', ':', ')']);
        let is_unit = out.ends_with(|last: char| last.is_ascii_digit()) && UNITS.contains(&unit);
        if place > 0 {
            out.push(if is_unit { GLUE } else { ' ' });
        }
        match word.split_once('/') {
            Some((before, behind)) if display_width(word) > room => {
                out.push_str(before);
                out.push('/');
                out.extend(
                    behind
                        .chars()
                        .map(|letter| if letter == '/' { SEAM } else { letter }),
                );
            }
            _ => out.push_str(word),
        }
    }
    out
}

/// A command: on a screen it goes on in another line behind a backslash, between its words.
fn put_command(out: &mut String, words: &[String], indent: usize, width: Option<usize>) {
    let words = words.iter().map(|word| for_shell(word));
    let blanks = " ".repeat(indent);
    let Some(width) = width else {
        let words: Vec<String> = words.collect();
        put_line(out, &format!("{blanks}{}", words.join(" ")));
        return;
    };
    let mut line = blanks.clone();
    for (place, word) in words.enumerate() {
        // A backslash must fit too.
        if place > 0 && display_width(&line) + 1 + display_width(&word) + 2 > width {
            line.push_str(" \\");
            put_line(out, &line);
            line = format!("{blanks}  {word}");
        } else {
            if place > 0 {
                line.push(' ');
            }
            line.push_str(&word);
        }
    }
    put_line(out, &line);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::super::Style;
    use super::*;

    #[test]
    fn lines_break_between_words_and_stand_behind_their_mark() {
        let mut page = Page::new();
        page.item(
            Styled::new().styled(Style::Bad, "✗ "),
            "  ",
            "one two three four /a/path/that/is/long",
        );
        page.drawn("├─ ", "│  ", "a tree of words");
        assert_eq!(
            page.text(Some(14), false),
            "✗ one two\n  three four\n  /a/path/\n  that/is/long\n├─ a tree of\n│  words\n"
        );
        assert_eq!(
            page.text(None, false),
            "✗ one two three four /a/path/that/is/long\n├─ a tree of words\n"
        );
        assert!(page.text(Some(80), true).starts_with("\x1b["));
    }

    #[test]
    fn chinese_breaks_between_characters_and_no_line_begins_with_a_closing_mark() {
        let mut page = Page::new();
        page.line("顺序读（高于 600 MB/s），延迟 62.2 µs。");
        let text = page.text(Some(14), false);
        assert_eq!(text, "顺序读（高于\n  600 MB/s），\n  延迟\n  62.2 µs。\n");
        // On a narrower screen `600 MB/s），` does not fit into a line.
        for width in 14..40 {
            let text = page.text(Some(width), false);
            for line in text.lines() {
                let line = line.trim();
                assert!(
                    !line.starts_with(['，', '。', '）']) && !line.ends_with('（'),
                    "{width}:\n{text}"
                );
                assert!(display_width(line) <= width, "{width}:\n{text}");
            }
        }
    }

    #[test]
    fn a_number_stays_with_its_unit() {
        let mut page = Page::new();
        page.line("of 40.6 MB/s, 95 % of it, 12 s.");
        assert_eq!(
            page.text(Some(12), false),
            "of\n  40.6 MB/s,\n  95 % of\n  it, 12 s.\n"
        );
    }

    #[test]
    fn a_command_is_one_for_the_shell_at_every_width() {
        let mut page = Page::new();
        page.command(["fiord", "--name=a b", "--filename=/x/it's", "--rw=read"]);
        assert_eq!(
            page.text(None, false),
            "    fiord --name=\"a b\" --filename='/x/it'\\''s' --rw=read\n"
        );
        assert_eq!(
            page.text(Some(40), false),
            "    fiord --name=\"a b\" \\\n      --filename='/x/it'\\''s' \\\n      --rw=read\n"
        );
    }

    #[test]
    fn markdown_has_lists_tables_and_code() {
        let mut page = Page::new();
        page.line("A sentence.");
        page.blank();
        page.heading("Findings");
        page.item("✗ ", "  ", "one");
        page.item("    ", "    ", "why: two");
        page.command(["fiord", "run"]);
        assert_eq!(
            page.markdown(Lang::En),
            "A sentence.\n\n## Findings\n\n- ✗ one\n  - why: two\n\n```text\n    fiord run\n```\n"
        );
    }
}
