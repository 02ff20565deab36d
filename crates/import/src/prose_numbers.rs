//! Writes a sentence so that each number in it is one piece with blanks around it, as the reader of prose needs them.

use std::borrow::Cow;

const FIRST_CJK: char = '\u{2e80}';

/// The text with numbers in ones, in one piece each.
pub(super) fn plain(text: &str) -> String {
    spaced(&in_ones(&joined_ranges(&joined_thousands(text))))
}

/// The text with a dash in ranges of two numbers and one unit: `1 to 15 MB/s`.
fn joined_ranges(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    let mut from = 0;
    while let Some(at) = out[from..].find(" to ").map(|at| from + at) {
        from = at + 1;
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let before = &out[..at];
        let first = &before[before.trim_end_matches(is_number).len()..];
        let is_alone = before[..before.len() - first.len()].ends_with([' ', '(', '~']);
        let is_range = first.starts_with(|c: char| c.is_ascii_digit())
            && is_alone
            && !is_change(before)
            && out[at + 4..].starts_with(|c: char| c.is_ascii_digit());
        if is_range {
            out = Cow::Owned(format!("{before}-{}", &out[at + 4..]));
        }
    }
    out
}

/// Whether the words before two numbers say that a value changed: `rose from 100`, not `ranges from 100`.
fn is_change(before: &str) -> bool {
    const CHANGES: [&str; 13] = [
        "from",
        "went",
        "rose",
        "grew",
        "fell",
        "dropped",
        "drop",
        "jumped",
        "improved",
        "increased",
        "decreased",
        "up",
        "down",
    ];
    const RANGES: [&str; 7] = ["range", "ranges", "ranged", "ranging", "varies", "vary", "varied"];
    let clause = before
        .rsplit([';', '.'])
        .find(|part| part.len() > 12)
        .unwrap_or(before)
        .to_lowercase();
    let mut words = clause.split(|c: char| !c.is_alphanumeric());
    words.clone().any(|word| CHANGES.contains(&word)) && !words.any(|word| RANGES.contains(&word))
}

/// Whether a word in small letters gives a size or a depth of I/Os instead of a rate: `4k`, `qd32`.
pub(super) fn is_size_or_depth(low: &str) -> bool {
    let size = low.trim_end_matches("ib").trim_end_matches('b');
    let power = size
        .strip_suffix(['k', 'm'])
        .and_then(|count| count.parse::<u32>().ok());
    power.is_some_and(u32::is_power_of_two) || low.starts_with("qd")
}

/// The text with blanks around `=`, and between Latin and Chinese letters: `throughput=2GB/s左右`.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut was_cjk = None;
    for c in text.chars() {
        let is_cjk = c >= FIRST_CJK;
        if was_cjk.is_some_and(|was| was != is_cjk) {
            out.push(' ');
        }
        was_cjk = Some(is_cjk);
        // `read:500 MB/s`, and not `12:30`.
        if c.is_ascii_digit() && out.ends_with(':') {
            let before = out[..out.len() - 1].chars().next_back();
            if before.is_some_and(|before| !before.is_ascii_digit()) {
                out.push(' ');
            }
        }
        match c {
            '=' => out.push_str(" = "),
            c => out.push(c),
        }
    }
    out
}

/// Where the text next counts in ten thousands: `3.5万`, or `12w` beside the word IOPS.
fn ten_thousand(text: &str) -> Option<(usize, &str)> {
    let is_chinese = |text: &str| text.contains(|c: char| c >= FIRST_CJK);
    text.match_indices(['万', '萬', 'w', 'W']).find(|(at, sign)| {
        let (before, after) = (&text[..*at], &text[at + sign.len()..]);
        let counts_iops = |text: &str| {
            text.get(..4)
                .is_some_and(|word| word.eq_ignore_ascii_case("iops"))
        };
        let has_label = || {
            let clause = before
                .rsplit([',', '，', '、', ';', '；'])
                .next()
                .unwrap_or_default();
            clause.to_ascii_lowercase().contains("iops") && is_chinese(text)
        };
        let is_alone = !after.starts_with(|c: char| c.is_ascii_alphanumeric());
        sign.len() > 1
            || before.ends_with(|c: char| c.is_ascii_digit())
                && (counts_iops(after.trim_start()) || is_alone && has_label())
    })
}

/// The text with the numbers that a Chinese one counts in ten thousands.
fn in_ones(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    while let Some((at, sign)) = ten_thousand(&out) {
        // Of a range or of groups of digits, the sign may be of both numbers or of one: it has no value.
        let is_number =
            |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '~' | '～' | '–' | '至');
        let begin = out[..at].trim_end_matches(is_number).len();
        let count: Option<f64> = out[begin..at].parse().ok().filter(|count| *count > 0.0);
        let shown = count.map_or_else(String::new, |count| (count * 1e4).round().to_string());
        let end = at + sign.len();
        // `12wiops` is a number and its unit.
        let gap = if out[end..].starts_with(['i', 'I']) {
            " "
        } else {
            ""
        };
        out = Cow::Owned(format!("{}{shown}{gap}{}", &out[..begin], &out[end..]));
    }
    out
}

/// The text with numbers in one piece whose thousands are apart: `16 000 KB/s`. With a plain blank that can be two numbers, unless a group begins with
/// zero or the first of them follows its label: `Lesen: 1 250,5 MB/s`.
fn joined_thousands(text: &str) -> Cow<'_, str> {
    let is_thin = |c: char| matches!(c, '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’');
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut gaps: Vec<usize> = Vec::new();
    for (at, blank) in text.char_indices().filter(|(_, c)| *c == ' ' || is_thin(*c)) {
        let before = &text[..at];
        let after = &text[at + blank.len_utf8()..];
        let begin = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let first = &before[begin.len()..];
        let follows_group = gaps.last().is_some_and(|gap| text[*gap..at].chars().count() == 4);
        let is_first = !first.starts_with('0') && !begin.ends_with(['.', ',']);
        let is_group = first.len() == 3 && follows_group || (1..=3).contains(&first.len()) && is_first;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let label = begin.trim_end().strip_suffix([':', '=', '~', '≈']);
        let is_labelled = label.is_some_and(|label| !names_setting(label));
        let is_one = is_thin(blank) || follows_group || after.starts_with('0') || is_labelled;
        if is_group && digits == 3 && is_one && is_digit(first.chars().next()) {
            gaps.push(at);
        }
    }
    if gaps.is_empty() {
        return Cow::Borrowed(text);
    }
    let kept = text.char_indices().filter(|(at, _)| !gaps.contains(at));
    Cow::Owned(kept.map(|(_, c)| c).collect())
}

/// Whether a label ends with the name of a setting, whose number is not that of a result: `numjobs=4 120 MB/s`.
fn names_setting(label: &str) -> bool {
    const SETTINGS: [&str; 8] = [
        "numjobs", "iodepth", "qd", "depth", "threads", "jobs", "workers", "runtime",
    ];
    let word = label.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
    let low = word.unwrap_or_default().to_ascii_lowercase();
    SETTINGS.contains(&low.as_str()) || is_size_or_depth(&low)
}
