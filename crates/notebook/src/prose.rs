//! The sentence that a claim marks, without the rest of its paragraph.

use std::ops::Range;

use crate::markdown::{Asks, Notebook};

/// A private character of Unicode in the place of the claim.
const HERE: char = '\u{E002}';
/// In the place of other claims.
const OTHER: char = '\u{E003}';

/// The sentence around the expression of this number, in one line. Claims are left out, and `value` gives the text of a value.
pub fn sentence(text: &str, notebook: &Notebook, number: usize, value: &dyn Fn(usize) -> String) -> String {
    let Some(mine) = notebook.expressions.get(number) else {
        return String::new();
    };
    let around = paragraph(text, mine.at.start);
    let (mut out, mut from) = (String::new(), around.start);
    let inside = notebook.expressions.iter().enumerate();
    for (at, one) in inside.filter(|(_, one)| around.start <= one.at.start && one.at.end <= around.end) {
        out.push_str(text.get(from..one.at.start).unwrap_or_default());
        match one.asks {
            _ if at == number => out.push(HERE),
            Asks::Claim(_) => out.push(OTHER),
            Asks::Value(..) => out.push_str(&value(at)),
        }
        from = one.at.end;
    }
    out.push_str(text.get(from..around.end).unwrap_or_default());
    cleaned(&cut(&out))
}

/// Whether a line begins another part of the text than the line before it.
fn begins(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = digits.len() < line.len() && (digits.starts_with(". ") || digits.starts_with(") "));
    is_numbered
        || ["- ", "* ", "+ ", "#", "|", "```", "<!--", ">"]
            .iter()
            .any(|sign| line.starts_with(sign))
}

/// The lines that belong together with the one at this place.
fn paragraph(text: &str, at: usize) -> Range<usize> {
    let line_at = |at: usize| {
        let start = text
            .get(..at)
            .unwrap_or_default()
            .rfind('\n')
            .map_or(0, |end| end + 1);
        let rest = text.get(start..).unwrap_or_default();
        start..start + rest.find('\n').unwrap_or(rest.len())
    };
    let content = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let own = line_at(at);
    let mut first = own.clone();
    while first.start > 0 && !begins(content(&first)) {
        let above = line_at(first.start - 1);
        let is_other = content(&above).trim().is_empty() || content(&above).starts_with(['#', '`', '|', '<']);
        if is_other {
            break;
        }
        first = above;
    }
    let mut last = own;
    while last.end < text.len() && !content(&last).trim_start().starts_with('|') {
        let below = line_at(last.end + 1);
        if content(&below).trim().is_empty() || begins(content(&below)) {
            break;
        }
        last = below;
    }
    first.start..last.end
}

/// The sentence that has the mark in it.
fn cut(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let here = chars.iter().position(|c| *c == HERE).unwrap_or_default();
    let is_end = |at: usize| {
        let next = chars.get(at + 1).copied();
        let is_number = at > 0
            && chars[..at]
                .iter()
                .rev()
                .take_while(|c| !c.is_whitespace())
                .all(char::is_ascii_digit);
        match chars[at] {
            '。' | '！' | '？' => true,
            // `1. ` begins an item of a list.
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace) && !(is_number && at < 4),
            _ => false,
        }
    };
    let start = (0..here).rev().find(|at| is_end(*at)).map_or(0, |at| at + 1);
    let end = (here..chars.len())
        .find(|at| is_end(*at))
        .map_or(chars.len(), |at| at + 1);
    chars[start..end].iter().collect()
}

/// Signs between the parts of a sentence, and at its end.
const SEPARATORS: [char; 7] = [',', ':', ';', '，', '：', '；', '、'];
const ENDS: [char; 2] = ['.', '。'];

/// Signs that only claims were between become one: the end of the sentence, or the first of them.
fn without_gaps(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text
        .trim_start_matches(|c: char| SEPARATORS.contains(&c) || c == ' ')
        .chars()
        .peekable();
    while let Some(c) = rest.next() {
        let mut kept = c;
        while SEPARATORS.contains(&c) {
            let is_sign = |next: &char| SEPARATORS.contains(next) || ENDS.contains(next);
            let Some(next) = rest.next_if(is_sign) else { break };
            if ENDS.contains(&next) {
                kept = next;
            }
        }
        out.push(kept);
    }
    out
}

/// One line without marks, the sign of a list, and the cells' bars.
fn cleaned(text: &str) -> String {
    let words: Vec<String> = text
        .replace([HERE, OTHER], "")
        .replace('|', " ")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let mut out = words.join(" ");
    for sign in SEPARATORS.iter().chain(&ENDS) {
        while let Some(at) = out.find(&format!(" {sign}")) {
            out.remove(at);
        }
    }
    let out = without_gaps(&out);
    // The space between Chinese characters was that of a line or of a mark.
    let chars: Vec<char> = out.chars().collect();
    let is_wide = |c: Option<&char>| {
        c.is_some_and(|c| ('\u{3000}'..='\u{9fff}').contains(c) || ('\u{ff00}'..='\u{ffef}').contains(c))
    };
    let kept = |(at, c): (usize, &char)| {
        let is_between = *c == ' '
            && is_wide(at.checked_sub(1).and_then(|at| chars.get(at)))
            && is_wide(chars.get(at + 1));
        (!is_between).then_some(*c)
    };
    let out: String = chars.iter().enumerate().filter_map(kept).collect();
    let digits = out.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = digits.strip_prefix(". ").filter(|_| digits.len() < out.len());
    item.or_else(|| out.strip_prefix("- "))
        .unwrap_or(&out)
        .trim()
        .to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::markdown::read;

    fn of(text: &str) -> Vec<String> {
        let notebook = read(text);
        assert_eq!(notebook.mistakes, []);
        let claims = (0..notebook.expressions.len())
            .filter(|at| matches!(notebook.expressions[*at].asks, Asks::Claim(_)));
        claims
            .map(|at| sentence(text, &notebook, at, &|_| "7 MB/s".to_owned()))
            .collect()
    }

    #[test]
    fn the_sentence_of_a_claim_is_found() {
        let text = "# Title\n\nFirst. Reads are\nfaster {? needs a}, and reach {= b.iops}. Last.\n\n1. Small {? needs b}, large\n   {? needs c}.\n2. Other.\n";
        assert_eq!(
            of(text),
            [
                "Reads are faster, and reach 7 MB/s.",
                "Small, large.",
                "Small, large.",
            ]
        );
        assert_eq!(of("| read | {? needs a} | 1.5 |\n|---|---|---|\n"), ["read 1.5"]);
        assert_eq!(
            of("顺序读更快 {? needs a}，\n并且 {? needs b}。然后。"),
            ["顺序读更快，并且。", "顺序读更快，并且。"]
        );
        assert_eq!(of("x 1.5 y {? needs a → ~ needs a}"), ["x 1.5 y"]);
        assert_eq!(
            of("Half as many give 100 % more: {? needs a}, {? needs b}. Etc., so."),
            ["Half as many give 100 % more.", "Half as many give 100 % more."]
        );
        assert_eq!(
            of("一半更快：{? needs a}、{? needs b}。"),
            ["一半更快。", "一半更快。"]
        );
        assert_eq!(
            of("{? needs a}, and reads: {? needs b}, etc., so."),
            ["and reads: etc., so.", "and reads: etc., so."]
        );
    }
}
