//! A notebook as its Markdown says it: blocks that ask for measurements, values, claims, and what an earlier run wrote between markers.

use std::fmt;
use std::ops::Range;

use fiord_compare::result::ComparedMetric;
use fiord_messages::{Lang, notebook as messages};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::claim::{self, ClaimMistake, ClaimSubject, NotebookClaim};

/// What begins the outcome of a value or claim inside its braces.
pub const OUTCOME: &str = " → ";
/// The end of what fiord wrote.
pub const END: &str = "<!-- /fiord -->";
/// The name under which the table of claims is written.
pub const CLAIMS: &str = "claims";

/// The first line of what fiord writes for a block.
pub fn begin(name: &str) -> String {
    format!("<!-- fiord {name} -->")
}

/// What a block asks for, by the verb that it calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockVerb {
    Doctor,
    Run,
    Study,
    Survey,
    Check,
    Ladder,
    Import,
    Compare,
}

impl BlockVerb {
    pub const ALL: [Self; 8] = [
        Self::Doctor,
        Self::Run,
        Self::Study,
        Self::Survey,
        Self::Check,
        Self::Ladder,
        Self::Import,
        Self::Compare,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Doctor => "doctor",
            Self::Run => "run",
            Self::Study => "study",
            Self::Survey => "survey",
            Self::Check => "check",
            Self::Ladder => "ladder",
            Self::Import => "import",
            Self::Compare => "compare",
        }
    }
}

/// A fenced block that asks for a measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotebookBlock {
    /// Unique in the notebook.
    pub name: String,
    pub verb: BlockVerb,
    /// Words after the verb.
    pub arguments: Vec<String>,
    pub body: String,
    /// The fence with its content, in bytes of the text.
    pub at: Range<usize>,
    /// What was written for it before, with its markers.
    pub written: Option<Range<usize>>,
    /// Part of a sentence (`![name](import: old-report.md)`): it gives values, and nothing is written after it.
    pub is_inline: bool,
}

impl NotebookBlock {
    /// What it asks for, for telling whether a stored result is of it.
    pub fn content(&self) -> String {
        format!(
            "{} {}\n{}",
            self.verb.name(),
            self.arguments.join(" "),
            self.body.trim_end()
        )
    }
}

/// A value or a claim in the prose.
#[derive(Debug, Clone, PartialEq)]
pub struct NotebookExpression {
    /// With its braces.
    pub at: Range<usize>,
    /// The text inside, without an outcome.
    pub text: String,
    pub asks: Asks,
}

/// What an expression asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Asks {
    Value(ClaimSubject, ComparedMetric),
    Claim(NotebookClaim),
}

/// What is wrong with a notebook, and in which line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotebookMistake {
    pub line: usize,
    pub what: MistakeKind,
}

/// What is wrong with a notebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MistakeKind {
    UnknownVerb(String),
    NoVerb,
    NameTwice(String),
    NameReserved(String),
    Claim(ClaimMistake),
    /// `{=` or `{?` without `}`.
    Unclosed,
    /// A marker without its end.
    NoEnd,
    /// A block without its closing fence: nothing can be written after it.
    OpenFence,
}

impl fmt::Display for NotebookMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        let what = &match &self.what {
            MistakeKind::UnknownVerb(verb) => {
                let verbs = lang.list(&BlockVerb::ALL.map(|verb| verb.name().to_owned()));
                messages::UnknownBlock { verb, verbs: &verbs }.text(lang)
            }
            MistakeKind::NoVerb => messages::block_without_verb(lang).to_owned(),
            MistakeKind::NameTwice(name) => messages::BlockTwice { name }.text(lang),
            MistakeKind::NameReserved(name) => messages::BlockName { name }.text(lang),
            MistakeKind::Claim(mistake) => mistake.to_string(),
            MistakeKind::Unclosed => messages::unclosed(lang).to_owned(),
            MistakeKind::NoEnd => messages::marker_without_end(lang).to_owned(),
            MistakeKind::OpenFence => messages::open_fence(lang).to_owned(),
        };
        f.write_str(
            &messages::MistakeInLine {
                line: &self.line,
                what,
            }
            .text(lang),
        )
    }
}

/// One cell of a table of the prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProseCell {
    /// Tables from 0.
    pub table: usize,
    pub row: usize,
    pub column: usize,
    pub at: Range<usize>,
}

/// A notebook, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notebook {
    /// Its first heading.
    pub title: Option<String>,
    pub blocks: Vec<NotebookBlock>,
    pub expressions: Vec<NotebookExpression>,
    /// Where the table of claims was written before.
    pub claims_at: Option<Range<usize>>,
    /// All that was written before, with its markers.
    pub written: Vec<Range<usize>>,
    /// The cells of all tables, but for those that were written.
    pub cells: Vec<ProseCell>,
    pub mistakes: Vec<NotebookMistake>,
}

impl Notebook {
    /// The claims, in the order of the text.
    pub fn claims(&self) -> impl Iterator<Item = (&NotebookExpression, &NotebookClaim)> {
        self.expressions.iter().filter_map(|one| match &one.asks {
            Asks::Claim(claim) => Some((one, claim)),
            Asks::Value(..) => None,
        })
    }
}

/// The Markdown that notebooks are written in.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

/// A marker in the text: the name of a block, or the end.
struct Marker {
    at: Range<usize>,
    name: Option<String>,
}

/// A fenced block of fiord, as written.
struct Fence {
    info: String,
    body: String,
    at: Range<usize>,
}

/// What the parser finds, before it is put together.
#[derive(Default)]
struct Found {
    fences: Vec<Fence>,
    markers: Vec<Marker>,
    /// Code and HTML: nothing in them is a value or claim.
    quiet: Vec<Range<usize>>,
    cells: Vec<ProseCell>,
    title: Option<String>,
    /// A fenced block that ends with the text, of fiord or not: nothing can be written after it.
    open_fence: Option<usize>,
}

/// Reads a notebook. Every text is one; what is wrong with it is in its mistakes.
pub fn read(text: &str) -> Notebook {
    let mut notebook = Notebook::default();
    let mut mistakes: Vec<(usize, MistakeKind)> = Vec::new();
    let (written, unended) = written(find(text).markers);
    mistakes.extend(unended.map(|at| (at, MistakeKind::NoEnd)));
    // What was written says nothing about the rest, edited or not.
    let without = blanked(text, &written);
    let found = find(&without);
    mistakes.extend(found.open_fence.map(|at| (at, MistakeKind::OpenFence)));
    let is_quiet = |at: usize| found.quiet.iter().any(|range| range.contains(&at));
    let fenced = found
        .fences
        .into_iter()
        .map(|fence| (fence.at.start, block(fence)));
    let inline = inline_imports(&without, &is_quiet).into_iter();
    let mut asked: Vec<_> = fenced
        .chain(inline.map(|block| (block.at.start, Ok(block))))
        .collect();
    asked.sort_by_key(|(at, _)| *at);
    for (at, block) in asked {
        match block {
            Ok(block) if block.name == CLAIMS || !is_name(&block.name) => {
                mistakes.push((at, MistakeKind::NameReserved(block.name)));
            }
            Ok(block) if notebook.blocks.iter().any(|other| other.name == block.name) => {
                mistakes.push((at, MistakeKind::NameTwice(block.name)));
            }
            Ok(mut block) => {
                block.written = written
                    .iter()
                    .filter(|_| !block.is_inline)
                    .find(|(name, _)| *name == block.name)
                    .map(|(_, at)| at.clone());
                notebook.blocks.push(block);
            }
            Err(what) => mistakes.push((at, what)),
        }
    }
    expressions(&without, &is_quiet, &mut |start, one| match one {
        Ok(one) => notebook.expressions.push(one),
        Err(what) => mistakes.push((start, what)),
    });
    notebook.title = found.title.filter(|title| !title.trim().is_empty());
    notebook.cells = found.cells;
    notebook.claims_at = written
        .iter()
        .find(|(name, _)| name == CLAIMS)
        .map(|(_, at)| at.clone());
    notebook.written = written.into_iter().map(|(_, range)| range).collect();
    mistakes.sort_by_key(|(at, _)| *at);
    let of = |(at, what)| NotebookMistake {
        line: line_of(text, at),
        what,
    };
    notebook.mistakes = mistakes.into_iter().map(of).collect();
    notebook
}

/// The line of a place in the text, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

/// What stands between markers, by the name of the first; and a marker without its end.
fn written(markers: Vec<Marker>) -> (Vec<(String, Range<usize>)>, Option<usize>) {
    let mut written = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for marker in markers {
        match (marker.name, open.take()) {
            (Some(name), None) => open = Some((name, marker.at.start)),
            (None, Some((name, start))) => written.push((name, start..marker.at.end)),
            (Some(_), Some((_, start))) => return (written, Some(start)),
            (None, None) => {}
        }
    }
    (written, open.map(|(_, start)| start))
}

/// The text with blanks in the place of what was written, so that all else keeps its place.
fn blanked(text: &str, written: &[(String, Range<usize>)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (_, at) in written {
        out.push_str(text.get(from..at.start).unwrap_or_default());
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        out.extend(text.get(at.clone()).unwrap_or_default().bytes().map(blank));
        from = at.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

fn find(text: &str) -> Found {
    let mut found = Found::default();
    let (mut fence, mut heading): (Option<Fence>, Option<String>) = (None, None);
    let (mut table, mut row, mut column) = (0, 0, 0);
    for (event, at) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                found.quiet.push(at.clone());
                let source = text.get(at.clone()).unwrap_or_default();
                if matches!(kind, CodeBlockKind::Fenced(_)) && !is_closed(source) {
                    found.open_fence = Some(at.start);
                }
                if let CodeBlockKind::Fenced(info) = kind
                    && info.split_whitespace().next() == Some("fiord")
                {
                    let info = info.into_string();
                    fence = Some(Fence {
                        info,
                        body: String::new(),
                        at,
                    });
                }
            }
            Event::End(TagEnd::CodeBlock) => found.fences.extend(fence.take()),
            Event::Start(Tag::Heading { .. }) if found.title.is_none() => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) if heading.is_some() => found.title = heading.take(),
            Event::Text(words) => {
                if let Some(fence) = &mut fence {
                    fence.body.push_str(&words);
                } else if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            Event::Code(words) => {
                found.quiet.push(at);
                if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            // Only a separate comment is a marker, not one inside other HTML.
            Event::Start(Tag::HtmlBlock) => {
                let html = text.get(at.clone()).unwrap_or_default().trim_end();
                let end = at.start + html.len();
                let marker = marker(html);
                found.quiet.push(at.clone());
                found.markers.extend(marker.map(|name| Marker {
                    at: at.start..end,
                    name,
                }));
            }
            Event::InlineHtml(_) => found.quiet.push(at),
            Event::Start(Tag::Table(_)) => row = 0,
            Event::End(TagEnd::Table) => table += 1,
            Event::Start(Tag::TableRow) => (row, column) = (row + 1, 0),
            Event::Start(Tag::TableHead) => column = 0,
            Event::Start(Tag::TableCell) => {
                found.cells.push(ProseCell {
                    table,
                    row,
                    column,
                    at,
                });
                column += 1;
            }
            _ => {}
        }
    }
    found
}

/// The name of a marker that begins what was written, or none for its end; nothing if it is another comment.
fn marker(html: &str) -> Option<Option<String>> {
    let html = html.trim();
    if html == END {
        return Some(None);
    }
    let name = html.strip_prefix("<!-- fiord ")?.strip_suffix(" -->")?;
    is_name(name).then(|| Some(name.to_owned()))
}

/// Whether a fenced block ends with a fence and not with the text.
fn is_closed(fence: &str) -> bool {
    let plain = |line: &'_ str| line.trim_start_matches([' ', '>', '\t']).trim_end().to_owned();
    let lines: Vec<&str> = fence.trim_end().lines().collect();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return false;
    };
    let (first, last) = (plain(first), plain(last));
    let sign = if first.starts_with('~') { '~' } else { '`' };
    let opening = first.chars().take_while(|c| *c == sign).count();
    lines.len() > 1 && last.chars().all(|c| c == sign) && last.len() >= opening.max(3)
}

/// Names of blocks are part of names in the store and of expressions.
fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(char::is_alphabetic)
        && chars.all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Reads `fiord VERB ARGUMENTS --as NAME`.
fn block(fence: Fence) -> Result<NotebookBlock, MistakeKind> {
    let mut words: Vec<String> = fence.info.split_whitespace().skip(1).map(str::to_owned).collect();
    if words.is_empty() {
        return Err(MistakeKind::NoVerb);
    }
    let name = words.remove(0);
    let verb = BlockVerb::ALL.into_iter().find(|verb| verb.name() == name);
    let verb = verb.ok_or(MistakeKind::UnknownVerb(name))?;
    let named = words
        .iter()
        .position(|word| word == "--as")
        .filter(|at| at + 1 < words.len());
    let named = named.map(|at| words.drain(at..at + 2).next_back().unwrap_or_default());
    // A study or a file has its own name.
    let usual = || {
        let own = words
            .first()
            .filter(|word| matches!(verb, BlockVerb::Study) && !word.starts_with('-'));
        own.cloned().unwrap_or_else(|| verb.name().to_owned())
    };
    Ok(NotebookBlock {
        name: named.unwrap_or_else(usual),
        verb,
        arguments: words,
        body: fence.body,
        at: fence.at,
        written: None,
        is_inline: false,
    })
}

/// Finds `![name](import: file)` in the prose: the values of a file, by a name.
fn inline_imports(text: &str, is_quiet: &dyn Fn(usize) -> bool) -> Vec<NotebookBlock> {
    let imports = text.match_indices("![").filter(|(at, _)| !is_quiet(*at));
    let block = |at: usize| {
        let (name, rest) = text.get(at + 2..)?.split_once(']')?;
        let (file, _) = rest.strip_prefix("(import:")?.split_once(')')?;
        let is_one_line = !name.contains('\n') && !file.contains(['\n', '{']);
        let end = at + 2 + name.len() + "](import:".len() + file.len() + 1;
        (is_one_line && !file.trim().is_empty()).then(|| NotebookBlock {
            name: name.trim().to_owned(),
            verb: BlockVerb::Import,
            arguments: vec![file.trim().to_owned()],
            body: String::new(),
            at: at..end,
            written: None,
            is_inline: true,
        })
    };
    imports.filter_map(|(at, _)| block(at)).collect()
}

/// Finds `{= …}` and `{? …}` in the prose; a backslash before the brace makes it text.
fn expressions(
    text: &str,
    is_quiet: &dyn Fn(usize) -> bool,
    put: &mut dyn FnMut(usize, Result<NotebookExpression, MistakeKind>),
) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find('{')) {
        let start = from + found;
        from = start + 1;
        let is_value = match text.as_bytes().get(start + 1) {
            Some(b'=') => true,
            Some(b'?') => false,
            _ => continue,
        };
        let is_escaped = start > 0 && text.as_bytes().get(start - 1) == Some(&b'\\');
        if is_escaped || is_quiet(start) {
            continue;
        }
        let rest = text.get(start + 2..).unwrap_or_default();
        let end = rest
            .find('}')
            .filter(|end| !rest.get(..*end).unwrap_or_default().contains("\n\n"));
        let Some(end) = end else {
            put(start, Err(MistakeKind::Unclosed));
            continue;
        };
        let inside = rest.get(..end).unwrap_or_default();
        from = start + 2 + end + 1;
        let asked = inside.split(OUTCOME).next().unwrap_or_default().trim();
        let asks = match is_value {
            true => claim::parse_value(asked).map(|(subject, metric)| Asks::Value(subject, metric)),
            false => claim::parse(asked).map(Asks::Claim),
        };
        put(
            start,
            asks.map_err(MistakeKind::Claim).map(|asks| NotebookExpression {
                at: start..from,
                text: asked.to_owned(),
                asks,
            }),
        );
    }
}
