//! What came of a notebook, written back into its text, and as HTML.

use std::fmt::Write as _;
use std::ops::Range;

use fiord_messages::Lang;
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};

use crate::decision::ClaimMark;
use crate::evidence::BlockEvidence;
use crate::judging::{JudgedClaim, ValueSeen, judge, value};
use crate::markdown::{
    Asks, CLAIMS, END, Notebook, NotebookBlock, NotebookExpression, OUTCOME, begin, options, read,
};
use crate::sentences::ids;

/// What came of one expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpressionOutcome {
    Value(ValueSeen),
    Claim(JudgedClaim),
}

/// What came of every expression, in the order of the text.
pub fn outcomes(notebook: &Notebook, evidence: &[BlockEvidence]) -> Vec<ExpressionOutcome> {
    let of = |one: &NotebookExpression| match &one.asks {
        Asks::Value(subject, metric) => ExpressionOutcome::Value(value(subject, *metric, evidence)),
        Asks::Claim(claim) => ExpressionOutcome::Claim(judge(claim, evidence)),
    };
    notebook.expressions.iter().map(of).collect()
}

impl ExpressionOutcome {
    /// As written in the text.
    pub fn short(&self, lang: Lang) -> String {
        match self {
            Self::Value(seen) => seen.short(lang),
            Self::Claim(judged) if judged.runs.is_empty() => {
                format!("{} {}", judged.mark.symbol(), judged.why.short(lang))
            }
            Self::Claim(judged) => {
                let ids = &ids(&judged.runs);
                let value = &format!("{} {}", judged.mark.symbol(), judged.why.short(lang));
                fiord_messages::notebook::ShortValue { value, ids }.text(lang)
            }
        }
    }

    fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Value(seen) => seen.sentence(lang),
            Self::Claim(judged) => judged.why.sentence(lang),
        }
    }
}

/// The text with all outcomes in it: those of expressions inside their braces, those of blocks and the table of claims between markers.
/// Everything else stays as it is, byte for byte. `result` gives the Markdown of a block; none: what was written before stays. `None`: what was
/// written would not be found again, as after a comment that is never closed.
pub fn write(
    text: &str,
    notebook: &Notebook,
    outcomes: &[ExpressionOutcome],
    result: &dyn Fn(&str) -> Option<String>,
    claims: Option<&str>,
    lang: Lang,
) -> Option<String> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (one, outcome) in notebook.expressions.iter().zip(outcomes) {
        let sign = match one.asks {
            Asks::Value(..) => '=',
            Asks::Claim(_) => '?',
        };
        let shown = inside_braces(&outcome.short(lang));
        edits.push((one.at.clone(), format!("{{{sign} {}{OUTCOME}{shown}}}", one.text)));
    }
    let has_place = |block: &&NotebookBlock| !block.is_inline;
    for block in notebook.blocks.iter().filter(has_place) {
        let Some(content) = result(&block.name) else {
            continue;
        };
        let content = marked(&block.name, &content);
        edits.push(match &block.written {
            Some(at) => (at.clone(), content),
            None => {
                let fence = text.get(block.at.clone()).unwrap_or_default().trim_end().len();
                let end = block.at.start + fence;
                (end..end, format!("\n\n{content}"))
            }
        });
    }
    match (claims, &notebook.claims_at) {
        (Some(claims), Some(at)) => edits.push((at.clone(), marked(CLAIMS, claims))),
        (Some(claims), None) => {
            let end = text.trim_end().len();
            edits.push((end..text.len(), format!("\n\n{}\n", marked(CLAIMS, claims))));
        }
        (None, _) => {}
    }
    edits.sort_by_key(|(at, _)| at.start);
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for (at, new) in edits {
        out.push_str(text.get(from..at.start).unwrap_or_default());
        out.push_str(&new);
        from = at.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    let again = read(&out);
    let is_there = again.mistakes.is_empty()
        && again
            .expressions
            .iter()
            .map(|one| &one.text)
            .eq(notebook.expressions.iter().map(|one| &one.text))
        && again
            .blocks
            .iter()
            .map(|one| &one.name)
            .eq(notebook.blocks.iter().map(|one| &one.name))
        && again
            .blocks
            .iter()
            .all(|one| one.written.is_some() || one.is_inline || result(&one.name).is_none())
        && (claims.is_none() || again.claims_at.is_some());
    is_there.then_some(out)
}

/// What is written for a block, with its markers.
pub fn marked(name: &str, content: &str) -> String {
    format!("{}\n\n{}\n\n{END}", begin(name), content.trim())
}

/// Without what would end a value or the cell of a table.
pub fn inside_braces(text: &str) -> String {
    let plain = |c: char| match c {
        '}' => ')',
        '{' => '(',
        '|' | '\n' | '\r' => '/',
        other => other,
    };
    text.replace(OUTCOME, " - ").chars().map(plain).collect()
}

/// Private characters of Unicode around the number of an expression or block: no notebook keeps them.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// What has a number and a note with its evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notes {
    /// The claims; values show theirs where the pointer is.
    Claims,
    /// The values, too: paper has no pointer.
    All,
}

impl Notes {
    fn has(self, outcome: &ExpressionOutcome) -> bool {
        self == Self::All || matches!(outcome, ExpressionOutcome::Claim(_))
    }

    /// The number of each expression; none: it has no note.
    fn numbers(self, outcomes: &[ExpressionOutcome]) -> Vec<Option<usize>> {
        let mut last = 0;
        let number = |outcome| {
            self.has(outcome).then(|| {
                last += 1;
                last
            })
        };
        outcomes.iter().map(number).collect()
    }
}

/// The notebook as HTML. Its own HTML is shown as text, and its pictures as links: a page asks nothing of any server. `result` gives the
/// HTML of a block.
pub fn html(
    text: &str,
    notebook: &Notebook,
    outcomes: &[ExpressionOutcome],
    result: &dyn Fn(&str) -> String,
    notes: Notes,
    lang: Lang,
) -> String {
    let numbers = notes.numbers(outcomes);
    // Expressions and results become private characters, which the parser takes for words.
    let mut places: Vec<(Range<usize>, Vec<String>)> = Vec::new();
    for (number, one) in notebook.expressions.iter().enumerate() {
        places.push((one.at.clone(), vec![number.to_string()]));
    }
    for (number, block) in notebook.blocks.iter().enumerate() {
        if block.is_inline {
            // Its values stand where they are asked for.
            places.push((block.at.clone(), vec![format!("i{number}")]));
            continue;
        }
        if block.body.trim().is_empty() {
            // A verb alone: its result says what it is.
            places.push((block.at.clone(), Vec::new()));
        }
        places.push((block.at.end..block.at.end, vec![format!("b{number}")]));
    }
    for at in &notebook.written {
        places.push((at.clone(), Vec::new()));
    }
    places.sort_by_key(|(at, _)| (at.start, at.end));
    let clean = |range: Range<usize>| text.get(range).unwrap_or_default().replace([OPEN, CLOSE], "");
    let (mut marked, mut from) = (String::with_capacity(text.len()), 0);
    for (at, names) in places {
        marked.push_str(&clean(from..at.start.max(from)));
        for name in names {
            let _ = match name.starts_with('b') {
                // A separate comment is a block of HTML.
                true => write!(marked, "\n\n<!--{OPEN}{name}{CLOSE}-->\n\n"),
                false => write!(marked, "{OPEN}{name}{CLOSE}"),
            };
        }
        from = at.end.max(from);
    }
    marked.push_str(&clean(from..text.len()));
    let put = |name: &str| -> String {
        if let Some(block) = name
            .strip_prefix('b')
            .and_then(|number| number.parse::<usize>().ok())
        {
            return notebook
                .blocks
                .get(block)
                .map(|block| result(&block.name))
                .unwrap_or_default();
        }
        if let Some(block) = name
            .strip_prefix('i')
            .and_then(|number| notebook.blocks.get(number.parse::<usize>().ok()?))
        {
            let (mut name, mut file) = (String::new(), String::new());
            let _ = escape(&mut name, &block.name);
            let _ = escape(&mut file, block.arguments.first().map_or("", String::as_str));
            return format!("<span class=\"value\" title=\"{file}\">{name}</span>");
        }
        let outcome = name
            .parse::<usize>()
            .ok()
            .and_then(|at| Some((at, outcomes.get(at)?)));
        outcome
            .map(|(at, outcome)| expression(at, outcome, numbers.get(at).copied().flatten(), lang))
            .unwrap_or_default()
    };
    pushed(&marked, &put)
}

/// Markdown of our own as HTML.
pub fn html_of(markdown: &str) -> String {
    pushed(&markdown.replace([OPEN, CLOSE], ""), &|_| String::new())
}

fn pushed(markdown: &str, put: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(markdown.len() * 2);
    let events = Parser::new_ext(markdown, options()).flat_map(|event| match event {
        Event::Html(html) => match html
            .trim()
            .strip_prefix("<!--")
            .and_then(|html| html.strip_suffix("-->"))
        {
            Some(place) if place.starts_with(OPEN) => {
                vec![Event::Html(put(place.trim_matches([OPEN, CLOSE])).into())]
            }
            // A comment shows nothing.
            Some(comment) if !comment.contains("-->") => Vec::new(),
            _ => split(&html, put),
        },
        Event::InlineHtml(html) => split(&html, put),
        Event::Text(words) => split(&words, put),
        // A picture becomes a link to it: a page loads nothing from elsewhere.
        Event::Start(
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }
            | Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            },
        ) => {
            let dest_url = harmless(dest_url);
            vec![Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            })]
        }
        Event::End(TagEnd::Image) => vec![Event::End(TagEnd::Link)],
        // A table that is wider than the page moves, and the page does not.
        Event::Start(Tag::Table(aligned)) => vec![
            Event::Html("<div class=\"wide\" tabindex=\"0\">".into()),
            Event::Start(Tag::Table(aligned)),
        ],
        Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), Event::Html("</div>\n".into())],
        other => vec![other],
    });
    html::push_html(&mut out, events);
    // The page allows no styles in its elements. In a text the quotes would be escaped.
    out.replace(" style=\"text-align: right\"", " class=\"n\"")
        .replace(" style=\"text-align: left\"", "")
        .replace(" style=\"text-align: center\"", "")
}

/// A link that runs nothing.
fn harmless(url: CowStr<'_>) -> CowStr<'_> {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let has_scheme = scheme
        .as_deref()
        .is_some_and(|scheme| !scheme.contains(['/', '?', '#']));
    match scheme.as_deref() {
        Some("http" | "https" | "mailto") => url,
        _ if has_scheme => "#".into(),
        _ => url,
    }
}

/// Words with places in them: text, and what is put there.
fn split<'e>(words: &str, put: &dyn Fn(&str) -> String) -> Vec<Event<'e>> {
    let mut events: Vec<Event<'e>> = Vec::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once(OPEN) {
        events.push(Event::Text(before.to_owned().into()));
        let (name, after) = after.split_once(CLOSE).unwrap_or(("", after));
        events.push(Event::InlineHtml(put(name).into()));
        rest = after;
    }
    events.push(Event::Text(rest.to_owned().into()));
    events
}

/// What is shown of an expression, with the number of its note; none where the note itself begins.
fn expression(at: usize, outcome: &ExpressionOutcome, number: Option<usize>, lang: Lang) -> String {
    let mut title = String::new();
    let mut shown = String::new();
    let _ = escape(&mut title, &outcome.sentence(lang));
    let number = number.map_or_else(String::new, |number| format!("<sup>{number}</sup>"));
    match outcome {
        ExpressionOutcome::Value(seen) => {
            let _ = escape(&mut shown, &seen.number(lang));
            format!("<span class=\"value\" title=\"{title}\">{shown}{number}</span>")
        }
        ExpressionOutcome::Claim(judged) => {
            let class = match judged.mark {
                ClaimMark::Holds => "good",
                ClaimMark::Undecided => "care",
                ClaimMark::Contradicted => "bad",
            };
            let symbol = judged.mark.symbol();
            format!("<a class=\"claim {class}\" href=\"#claim-{at}\" title=\"{title}\">{symbol}{number}</a>")
        }
    }
}

/// The notes: each claim, and with [`Notes::All`] each value, with its evidence, in the order of their numbers.
pub fn html_of_notes(
    notebook: &Notebook,
    outcomes: &[ExpressionOutcome],
    notes: Notes,
    lang: Lang,
) -> String {
    let mut out = String::from("<ol class=\"claims\">\n");
    let all = notebook.expressions.iter().zip(outcomes).enumerate();
    for (at, (one, outcome)) in all.filter(|(_, (_, outcome))| notes.has(outcome)) {
        let mut text = String::new();
        let _ = escape(&mut text, &one.text);
        let _ = write!(
            out,
            "<li id=\"claim-{at}\">{} <code>{text}</code> ",
            expression(at, outcome, None, lang)
        );
        let _ = escape(&mut out, &outcome.sentence(lang));
        let runs = match outcome {
            ExpressionOutcome::Claim(judged) => ids(&judged.runs),
            ExpressionOutcome::Value(_) => String::new(),
        };
        let _ = writeln!(out, " <span class=\"dim\">{runs}</span></li>");
    }
    out.push_str("</ol>\n");
    out
}

/// Escapes text for HTML, attributes included.
fn escape(out: &mut String, text: &str) -> std::fmt::Result {
    for c in text.chars() {
        match c {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            c => out.write_char(c)?,
        }
    }
    Ok(())
}
