//! The frame of a page with its Content-Security-Policy, and what pages are made of: sections, tables, what opens on request.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fiord_messages::Lang;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use textwrap::core::display_width;

use crate::html::style::{SCRIPT, paper, style};

/// Markup without control characters, and without marks that turn the direction of text round and so hide what a name is: they show as
/// their escapes. What else a string could do to markup, `maud` escapes.
pub(crate) fn harmless(markup: &str) -> String {
    let mut out = String::with_capacity(markup.len());
    for letter in markup.chars() {
        match letter {
            '\n' | '\t' => out.push(letter),
            letter if turns_text(letter) => out.extend(letter.escape_unicode()),
            letter if letter.is_control() => out.extend(letter.escape_default()),
            letter => out.push(letter),
        }
    }
    out
}

/// Elements whose text is shown as it is.
const VERBATIM: [&str; 4] = ["script", "style", "pre", "code"];
/// Units, as texts and messages write them.
const UNITS: [&str; 35] = [
    "%",
    "IOPS",
    "I/Os",
    "byte",
    "bytes",
    "B",
    "kB",
    "MB",
    "GB",
    "TB",
    "KiB",
    "MiB",
    "GiB",
    "TiB",
    "PiB",
    "EiB",
    "B/s",
    "kB/s",
    "MB/s",
    "GB/s",
    "KiB/s",
    "MiB/s",
    "GiB/s",
    "Mbit/s",
    "Gbit/s",
    "ns",
    "µs",
    "ms",
    "s",
    "min",
    "h",
    "days",
    "天",
    "字节",
    "位元組",
];

/// Markup as it is sent: [`harmless`], with numbers as in its language, which a line end cannot part from their unit.
pub(crate) fn finished(markup: &str, lang: Lang) -> String {
    let shown = |text: &str| unbroken(&lang.localised(text.to_owned()));
    let mut out = String::with_capacity(markup.len());
    let mut verbatim: Option<&str> = None;
    for (at, piece) in markup.split('<').enumerate() {
        if at == 0 {
            out += &shown(piece);
            continue;
        }
        out.push('<');
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        match verbatim {
            Some(open) if name.strip_prefix('/') == Some(open) => verbatim = None,
            Some(_) => {}
            None => verbatim = VERBATIM.into_iter().find(|known| *known == name),
        }
        if verbatim.is_some() {
            out += piece;
        } else {
            out += tag;
            out.push('>');
            out += &shown(text);
        }
    }
    harmless(&out)
}

/// A text in which a blank between a digit and a unit does not end a line.
pub fn unbroken(text: &str) -> String {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '/');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(' ') {
        out += before;
        let is_unit = before.ends_with(|last: char| last.is_ascii_digit())
            && UNITS
                .iter()
                .any(|unit| after.strip_prefix(unit).is_some_and(ends));
        out.push(if is_unit { '\u{a0}' } else { ' ' });
        rest = after;
    }
    out + rest
}

/// Whether a letter changes the direction of the text around it.
pub(crate) const fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// JSON that may stand in a `script` element: nothing in it can end the element, and [`harmless`] leaves it as it is.
pub(crate) fn data(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '\u{2028}' | '\u{2029}' => out += &format!("\\u{:04x}", u32::from(letter)),
            letter if turns_text(letter) => out += &format!("\\u{:04x}", u32::from(letter)),
            letter => out.push(letter),
        }
    }
    out
}

/// A text's hash as a Content-Security-Policy names it.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// A page and the policy that is in it, for servers to send as a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framed {
    pub html: String,
    /// A Content-Security-Policy.
    pub policy: String,
}

/// The whole page of a document.
pub(crate) fn frame(title: &str, body: &Markup, lang: Lang) -> Framed {
    framed(title, body, SCRIPT, "form-action 'none'", lang)
}

/// A page to be printed: it looks on a screen as on paper.
pub(crate) fn for_paper(title: &str, body: &Markup, lang: Lang) -> Framed {
    with_style(&paper(), "light", (title, body), ("", "form-action 'none'"), lang)
}

/// A page with its own script, where it has one, and its own permissions.
pub(crate) fn framed(title: &str, body: &Markup, script: &str, permissions: &str, lang: Lang) -> Framed {
    with_style(&style(), "light dark", (title, body), (script, permissions), lang)
}

fn with_style(
    style: &str,
    scheme: &str,
    (title, body): (&str, &Markup),
    (script, permissions): (&str, &str),
    lang: Lang,
) -> Framed {
    let allowed = match script {
        "" => String::new(),
        script => format!(" script-src {};", hash(script)),
    };
    let policy = format!(
        "default-src 'none'; style-src {};{allowed} base-uri 'none'; {permissions}",
        hash(style)
    );
    let page = html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content=(scheme);
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                (body)
                @if !script.is_empty() { script { (PreEscaped(script)) } }
            }
        }
    };
    Framed {
        html: finished(&page.0, lang),
        policy,
    }
}

/// A section with its heading; nothing where the content is empty.
pub(crate) fn section(id: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        @if !content.0.is_empty() { section id=(id) { h2 { (heading) } (content) } }
    }
}

/// A part under a small heading; nothing where the content is empty.
pub(crate) fn headed(heading: &str, content: &Markup) -> Markup {
    html! {
        @if !content.0.is_empty() { h3 { (heading) } (content) }
    }
}

/// Letters beside each other on a phone.
const NARROW: usize = 44;
/// Cells that may name their column: names in more of them would double the size of a page.
const MOST_NAMED: usize = 4000;

/// Whether on a narrow screen the cells of a row are in lines below its head, each with the name of its column.
pub(crate) fn is_stacked(heads: &[&str], rows: &[Vec<impl AsRef<str>>]) -> bool {
    let mut widths: Vec<usize> = heads.iter().map(|head| display_width(head)).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = display_width(cell.as_ref()).max(*width);
        }
    }
    let letters: usize = widths.iter().map(|width| width + 1).sum();
    letters > NARROW && heads.len() * rows.len() <= MOST_NAMED
}

/// A table, nothing without rows. The first column is the head of its row, columns named in `right` stand to the right.
pub(crate) fn table(heads: &[&str], right: &[usize], rows: &[Vec<String>]) -> Markup {
    let class = |at: usize| right.contains(&at).then_some("n");
    let is_stacked = is_stacked(heads, rows);
    let name = |at: usize| heads.get(at).filter(|name| is_stacked && !name.is_empty());
    let body = html! {
        @for row in rows {
            tr {
                @for (at, cell) in row.iter().enumerate() {
                    @if at == 0 { th scope="row" { (cell) } } @else { td data-head=[name(at)] class=[class(at)] { (cell) } }
                }
            }
        }
    };
    rows_under(heads, class, &body, is_stacked)
}

/// A table of rows that are made already, nothing without any.
pub(crate) fn rows_under(
    heads: &[&str],
    class: impl Fn(usize) -> Option<&'static str>,
    rows: &Markup,
    is_stacked: bool,
) -> Markup {
    let label = heads.iter().find(|head| !head.is_empty()).unwrap_or(&"");
    html! {
        @if !rows.0.is_empty() {
            div.wide.stacked[is_stacked] tabindex="0" role="region" aria-label=(label) {
                table {
                    thead { tr {
                        @for (at, head) in heads.iter().enumerate() { th scope="col" class=[class(at)] { (head) } }
                    } }
                    tbody { (rows) }
                }
            }
        }
    }
}

/// What opens on request.
pub(crate) fn details(summary: &str, content: &Markup) -> Markup {
    html! { details { summary { (prose(summary)) } (content) } }
}

/// Text as it is.
pub(crate) fn pre(text: &str) -> Markup {
    html! { pre tabindex="0" { (text) } }
}

/// A paragraph.
pub(crate) fn paragraph(class: &str, words: &str) -> Markup {
    html! { p class=(class) { (prose(words)) } }
}

/// A sentence of a message: words between backticks are code. A backtick without a second one is itself.
pub(crate) fn prose(words: &str) -> Markup {
    let mut parts: Vec<&str> = words.split('`').collect();
    let unpaired = parts.len().is_multiple_of(2).then(|| parts.pop()).flatten();
    html! {
        @for (index, part) in parts.into_iter().enumerate() {
            @if index.is_multiple_of(2) { (part) } @else { code { (part) } }
        }
        @if let Some(rest) = unpaired { "`" (rest) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn words_between_backticks_are_code() {
        let of = |words| prose(words).into_string();
        assert_eq!(
            of("run `a <b>` and `c`."),
            "run <code>a &lt;b&gt;</code> and <code>c</code>."
        );
        assert_eq!(
            (of("plain"), of("a ` b")),
            ("plain".to_owned(), "a ` b".to_owned())
        );
        assert_eq!(of("`a` b ` c"), "<code>a</code> b ` c");
    }

    #[test]
    fn a_unit_stays_with_its_number() {
        let sent = |markup: &str| finished(markup, Lang::En).replace('\u{a0}', "_");
        for (markup, expected) in [
            ("0.5 % of 1,024 MB/s", "0.5_% of 1,024_MB/s"),
            (
                "<p title=\"5 s\">5 s, 6 sectors</p>",
                "<p title=\"5 s\">5_s, 6 sectors</p>",
            ),
            ("在 300 µs（p99）内", "在 300_µs（p99）内"),
            ("3 MB/sector, x % y", "3 MB/sector, x % y"),
            (
                "<pre>5 s</pre>5 s<code>5 s</code>",
                "<pre>5 s</pre>5_s<code>5 s</code>",
            ),
            (
                "<script id=\"a\">1 < 2 && '5 %'</script>5 %",
                "<script id=\"a\">1 < 2 && '5 %'</script>5_%",
            ),
        ] {
            assert_eq!(sent(markup), expected);
        }
        let chinese = "<td title=\"5 %\">5 %</td><text>7 %</text><pre>5 %</pre>";
        assert_eq!(
            finished(chinese, Lang::ZhCn),
            "<td title=\"5 %\">5%</td><text>7%</text><pre>5 %</pre>"
        );
    }

    /// A unit that a number type prints and [`UNITS`] lacks.
    #[test]
    fn units_of_all_numbers_stay_with_them() {
        use fiord_record::number::{About, Bandwidth, Bytes, Iops, Nanos, Share};
        for power in 0..19 {
            let value = 1.5 * 10_f64.powi(power);
            for shown in [
                Bytes(value as u64).to_string(),
                Bandwidth(value).to_string(),
                Iops(value).to_string(),
                Nanos(value).to_string(),
                About(value / 1e6).to_string(),
                Share(1.0 / value).to_string(),
            ] {
                let kept = unbroken(&shown);
                let parts: Vec<&str> = kept.split(' ').collect();
                let is_parted = |two: &[&str]| two[0].ends_with(|last: char| last.is_ascii_digit());
                assert!(!parts.windows(2).any(is_parted), "{kept}");
            }
        }
    }

    #[test]
    fn cells_of_wide_tables_name_their_column() {
        let row = |label: &str| vec![label.to_owned(), "1,367 IOPS".to_owned(), "6".to_owned()];
        let of = |rows: &[Vec<String>]| table(&["cell", "median", ""], &[1], rows).into_string();
        let narrow = of(&[row("4k")]);
        assert!(
            !narrow.contains("stacked") && !narrow.contains("data-head"),
            "{narrow}"
        );
        let long = row("static, folded when full, over-provisioning 12%");
        let wide = of(&[row("4k"), long.clone()]);
        assert!(wide.contains("<div class=\"wide stacked\""), "{wide}");
        assert_eq!(
            wide.matches("<td data-head=\"median\" class=\"n\">1,367 IOPS</td><td>6</td>")
                .count(),
            2
        );
        assert!(!of(&vec![long; MOST_NAMED]).contains("stacked"));
    }

    #[test]
    fn nothing_of_a_name_is_markup() {
        let hostile = "</title><script>alert('x')</script>\"&\u{1b}[31m\u{202e}";
        assert_eq!(
            data("{\"a\":\"</script><!--\u{202e}\"}"),
            "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u202e\"}"
        );
        let rows = [vec![hostile.to_owned(), hostile.to_owned()]];
        let body = html! {
            (table(&[hostile, hostile], &[1], &rows))
            (details(hostile, &pre(hostile)))
            (paragraph(hostile, hostile))
        };
        let page = frame(hostile, &body, Lang::En).html;
        assert_eq!(page.matches("<script").count(), 1, "ours alone");
        assert_eq!(page.matches("</title>").count(), 1);
        assert!(
            !page.contains(['\u{1b}', '\u{202e}']) && page.contains("\\u{202e}"),
            "{page}"
        );
        assert!(page.contains("<p class=\"&lt;/title&gt;&lt;script&gt;alert('x')&lt;/script&gt;&quot;&amp;"));
    }
}
