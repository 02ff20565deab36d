//! HTML: escaping, elements and the frame of a page, with its Content-Security-Policy.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::html::style::{SCRIPT, style};

/// A text that may stand anywhere in HTML or SVG, in elements and in quoted attributes. Control characters show as their escapes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            // Marks that turn the direction of text round hide what a name is.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => {
                out.extend(letter.escape_unicode());
            }
            letter if letter.is_control() => out.extend(letter.escape_default()),
            letter => out.push(letter),
        }
    }
    out
}

/// JSON that may stand in a `script` element: nothing in it can end the element.
pub(crate) fn data(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
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

/// The whole page of a document. `body` is HTML; the title is not yet.
pub(crate) fn frame(title: &str, body: &str) -> Framed {
    framed(title, body, SCRIPT, "form-action 'none'")
}

/// A page with its own script, where it has one, and its own permissions.
pub(crate) fn framed(title: &str, body: &str, script: &str, permissions: &str) -> Framed {
    let style = style();
    let (allowed, script) = if script.is_empty() {
        (String::new(), String::new())
    } else {
        (
            format!(" script-src {};", hash(script)),
            format!("<script>{script}</script>\n"),
        )
    };
    let policy = format!(
        "default-src 'none'; style-src {};{allowed} base-uri 'none'; {permissions}",
        hash(&style)
    );
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}{script}</body>\n</html>\n",
        escaped(title)
    );
    Framed { html, policy }
}

/// A section with its heading; nothing where the content is empty.
pub(crate) fn section(id: &str, heading: &str, content: &str) -> String {
    if content.is_empty() {
        return String::new();
    }
    format!(
        "<section id=\"{id}\">\n<h2>{}</h2>\n{content}</section>\n",
        escaped(heading)
    )
}

/// A table. Cells are texts; the first column is the head of its row, columns named in `right` stand to the right.
pub(crate) fn table(heads: &[&str], right: &[usize], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let class = |at: usize| if right.contains(&at) { " class=\"n\"" } else { "" };
    let mut out = String::from(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table\"><table>\n<thead><tr>",
    );
    for (at, head) in heads.iter().enumerate() {
        out += &format!("<th scope=\"col\"{}>{}</th>", class(at), escaped(head));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (at, cell) in row.iter().enumerate() {
            let cell = escaped(cell);
            out += &if at == 0 {
                format!("<th scope=\"row\">{cell}</th>")
            } else {
                format!("<td{}>{cell}</td>", class(at))
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

/// What opens on request.
pub(crate) fn details(summary: &str, content: &str) -> String {
    format!(
        "<details><summary>{}</summary>\n{content}</details>\n",
        escaped(summary)
    )
}

/// Text as it is.
pub(crate) fn pre(text: &str) -> String {
    format!("<pre tabindex=\"0\">{}</pre>\n", escaped(text))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_markup() {
        let hostile = "</title><script>alert('x')</script>\"&\u{1b}[31m\u{202e}";
        let safe = escaped(hostile);
        assert!(
            !safe.contains(['<', '>', '"', '\'', '\u{1b}', '\u{202e}']),
            "{safe}"
        );
        assert_eq!(
            data("{\"a\":\"</script><!--\"}"),
            "{\"a\":\"\\u003c/script\\u003e\\u003c!--\"}"
        );
        let page = frame(hostile, "").html;
        assert_eq!(page.matches("<script").count(), 1, "ours alone");
        assert_eq!(page.matches("</title>").count(), 1);
    }
}
