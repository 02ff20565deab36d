//! Reads numbers with a unit in a sentence: `Hypervisor host (bare metal): ~200k IOPS`, `Throughput = 12.4MB/s, IOPS = 3016`.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{FigureOf, ImportKind};

use super::agreement::{self, RowSetting, Stated};
use super::command::{self, Program, Typed};
use super::direction::{self, last_of as direction};
use super::draft::{RunDraft, TextLine};
use super::formats::sysbench;
use super::shown::with_points;

/// A longer line cannot be a sentence.
const LONGEST: usize = 1000;
/// Words between a number and its unit, as in `5000 random read IOPS`.
const BETWEEN: [&str; 13] = [
    "random",
    "sequential",
    "read",
    "write",
    "reads",
    "writes",
    "mixed",
    "total",
    "average",
    "4k",
    "4K",
    "4KB",
    "4KiB",
];
/// Words between a number and its direction after it, as in `5 ms for random reads`; besides those of [`BETWEEN`].
const TO_DIRECTION: [&str; 9] = ["per", "for", "on", "of", "in", "the", "during", "seq", "rand"];
/// Punctuation after which other words begin.
const MARKS: [char; 10] = [',', ';', ':', '.', ')', '|', '，', '、', '；', '。'];
/// Words that make a latency another one than the mean of the I/Os; and `p99`.
const NO_MEAN: [&str; 8] = [
    "max",
    "min",
    "percentile",
    "worst",
    "longest",
    "sync",
    "最大",
    "最小",
];
/// Characters of a name.
const NAME: usize = 60;
/// Words that make a number with its unit at most, as in `100k ~ 110k IOPS`.
const MOST_WORDS: usize = 4;
/// Lines after a command in which numbers are those of its run.
const NEAR: u64 = 12;
/// Numbers in another unit that differ by less are the same number.
const SAME: f64 = 0.07;

/// The numbers of a line, a run for each; with the command of fio right above, if there is one.
pub(super) fn read(line: &TextLine, above: Option<&Typed>) -> Vec<RunDraft> {
    if line.text.len() > LONGEST || line.text.contains("[eta ") || !has_unit(&line.text) {
        return Vec::new();
    }
    let text = spaced(&line.text);
    let words = words(&text);
    // What others than fio print is read by their formats; of what is left only a line of results is theirs.
    let command = above.filter(|typed| {
        let end = typed.line.saturating_add(typed.lines as u64);
        let is_result = typed.program == Program::Fio || line.text.contains('=');
        is_result && line.number <= end.saturating_add(NEAR)
    });
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut stated: Vec<(Stated, String)> = Vec::new();
    let mut second = None;
    let (mut at, mut before) = (0, 0);
    while at < words.len() {
        let Some((what, value, taken)) = value(&words[at..], &text) else {
            at += 1;
            continue;
        };
        let number = &words[at..at + taken];
        let (start, end) = (number[0].0, end_of(&text, number[taken - 1].1));
        let after = &words[at + taken..];
        let earlier = text.get(before..start).unwrap_or_default();
        let shown = text.get(start..end).unwrap_or_default();
        let said = direction(shown);
        let said_before = match second.take() {
            Some(named) => Some(named),
            None => {
                let has_second = has_aside(&text, end, after);
                let named = directions_before(earlier, has_second);
                second = named.get(1).copied();
                named.first().copied()
            }
        };
        let said_after = direction_after(&text, end, after, said_before.is_some());
        at += taken;
        before = end;
        if said.is_none()
            && let Some((_, count)) = said_after
        {
            at += count;
            before = end_of(&text, words[at - 1].1);
        }
        let ddir = said.or(said_after.map(|(ddir, _)| ddir)).or(said_before);
        if what != FigureOf::LatMeanNs
            || !(is_no_mean(last_clause(earlier)) || is_no_mean(clause_after(&text, end, after)))
        {
            let known = drafts.len();
            let one = Stated::new(what, ddir, value, shown);
            put(&mut drafts, &mut stated, line, one, unit_of(shown));
            if let Some(new) = drafts.get_mut(known).filter(|_| known > 0) {
                new.name = own_name(earlier).to_owned();
            }
        }
    }
    finished(drafts, stated, line, &name(&text, &words), command)
}

/// The runs with their name and the command above them.
fn finished(
    mut drafts: Vec<RunDraft>,
    stated: Vec<(Stated, String)>,
    line: &TextLine,
    name: &str,
    command: Option<&Typed>,
) -> Vec<RunDraft> {
    // A latency alone is a claim about the runs of the text, and is held against them.
    let has_rate = |draft: &RunDraft| {
        draft
            .figures
            .iter()
            .any(|figure| figure.what != FigureOf::LatMeanNs)
    };
    if command.is_none() {
        drafts.retain(has_rate);
        if name.is_empty() {
            return Vec::new();
        }
    }
    for draft in &mut drafts {
        if draft.name.is_empty() {
            name.clone_into(&mut draft.name);
        }
        if sysbench::is_buffered(command.map_or(&line.text, |typed| &typed.text)) {
            draft.notes.push(Sentence::new(messages::sysbench_buffers));
        }
        let Some(typed) = command else { continue };
        if typed.program != Program::Fio {
            draft.command = Some(typed.text.clone());
        } else if let Ok(plan) = command::plan(&typed.text) {
            draft.command = Some(typed.text.clone());
            draft.plan = plan;
            draft.direct_figures();
        }
    }
    // A sentence may be about another workload than the command.
    if let ([draft], true) = (drafts.as_mut_slice(), line.text.contains('='))
        && let [job] = draft.plan.jobs.as_slice()
    {
        let stated: Vec<Stated> = stated.into_iter().map(|(one, _)| one).collect();
        draft.mismatches = agreement::mismatches(&stated, &RowSetting::of_job(job));
    }
    drafts
}

/// Whether another number follows in parentheses: `2,800 MB/s (2,000 MB/s)`.
fn has_aside(text: &str, end: usize, after: &[(usize, &str)]) -> bool {
    let gap = after.first().and_then(|(next, _)| text.get(end..*next));
    gap.is_some_and(|gap| matches!(gap.trim(), "(" | "/")) && value(after, text).is_some()
}

/// The direction that the words before a number name, and that of the number after it: `Read (Write)`. One number after the names of both
/// is of neither.
fn directions_before(earlier: &str, has_second: bool) -> Vec<Ddir> {
    match direction::pair_of(earlier) {
        Some(pair) if has_second => pair.to_vec(),
        Some(_) => Vec::new(),
        None => direction(earlier).into_iter().collect(),
    }
}

/// The text with blanks around `=`, and between Latin and Chinese letters: `throughput=2GB/s左右`.
fn spaced(text: &str) -> String {
    const FIRST_CJK: char = '\u{2e80}';
    let mut out = String::with_capacity(text.len() + 8);
    let mut was_cjk = None;
    for c in text.chars() {
        let is_cjk = c >= FIRST_CJK;
        if was_cjk.is_some_and(|was| was != is_cjk) {
            out.push(' ');
        }
        was_cjk = Some(is_cjk);
        match c {
            '=' => out.push_str(" = "),
            c => out.push(c),
        }
    }
    out
}

/// Whether a line can hold a number with a unit: most lines cannot, and are not taken apart.
fn has_unit(text: &str) -> bool {
    const MARKS: [&str; 10] = [
        "IOPS", "iops", "IOPs", "Iops", "IO/s", "B/s", "Bps", "atenc", "avg lat", "延迟",
    ];
    MARKS.iter().any(|mark| text.contains(mark))
}

/// Words with the places where they begin, without the punctuation around them.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut from = 0;
    for piece in text.split([' ', '(', '[', '|']) {
        let start = from;
        from += piece.len() + 1;
        let word = piece.trim_end_matches([',', ';', ':', ')', ']', '.', '!', '*', '`']);
        let bare = word.trim_start_matches(['~', '≈', '*', '`', '"']);
        // A lone tilde is between the ends of a range.
        let word = if bare.is_empty() { word } else { bare };
        // `1.` numbers a paragraph.
        let is_number =
            all.is_empty() && piece.ends_with(['.', ')']) && word.bytes().all(|c| c.is_ascii_digit());
        if !word.is_empty() && !is_number {
            all.push((start, word));
        }
    }
    all
}

/// The number that begins with the first of these words, and how many words it has.
fn value(words: &[(usize, &str)], text: &str) -> Option<(FigureOf, Spread, usize)> {
    let (_, first) = words.first()?;
    if let Some((what, one)) = unit_word(first) {
        let is_before = |(_, word): &(usize, &str)| ["=", "读", "写"].contains(word);
        let skipped = usize::from(words.get(1).is_some_and(is_before)) + 1;
        let number = words.get(skipped)?;
        let labels = skipped > 1 || is_label(words, 0, text);
        if what == FigureOf::Iops && first.eq_ignore_ascii_case("iops") || labels {
            let value = units::iops(number.1).ok()?.times(one);
            return Some((what, value, skipped + 1));
        }
        return None;
    }
    if !first.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // `30 IO/s: 152631 MB/s: 596`: the unit is that of the next number.
    if words.get(1).is_some_and(|(_, word)| unit_word(word).is_some()) && is_label(words, 1, text) {
        return None;
    }
    let tells_latency = ["latenc", "avg lat", "延迟", " rt ", "per read", "per write"]
        .iter()
        .any(|word| text.to_lowercase().contains(word));
    (1..=MOST_WORDS.min(words.len())).rev().find_map(|count| {
        let joined: Vec<&str> = words[..count].iter().map(|(_, word)| *word).collect();
        let last = joined.last()?;
        let joined = joined.join(" ");
        let joined = with_points(&joined);
        if last.to_ascii_lowercase().ends_with("iops") {
            let between = words.get(1..count - 1).unwrap_or_default();
            let is_plain = between.iter().all(|(_, word)| BETWEEN.contains(word));
            let first = with_points(first);
            let number = if is_plain { &first } else { &joined };
            let iops = units::iops(number).or_else(|_| units::iops(&joined)).ok()?;
            return Some((FigureOf::Iops, iops, count));
        }
        if ["B/s", "Bps", "B/sec"].iter().any(|end| last.ends_with(end)) {
            let rate = units::bandwidth(&joined.replace("/sec", "/s")).ok()?;
            return Some((FigureOf::BytesPerS, rate, count));
        }
        let (latency, _) = units::latency(&joined).ok().filter(|_| tells_latency)?;
        Some((FigureOf::LatMeanNs, latency, count))
    })
}

/// The quantity of a unit that is a separate word, and the value of one unit.
fn unit_word(word: &str) -> Option<(FigureOf, f64)> {
    if ["iops", "io/s", "ios/s"]
        .iter()
        .any(|name| word.eq_ignore_ascii_case(name))
    {
        return Some((FigureOf::Iops, 1.0));
    }
    let is_rate = ["B/s", "Bps", "B/sec"].iter().any(|end| word.ends_with(end))
        && word.starts_with(char::is_alphabetic);
    let rate = units::bandwidth(&format!("1{}", word.replace("/sec", "/s"))).ok();
    rate.filter(|_| is_rate)
        .map(|rate| (FigureOf::BytesPerS, rate.low))
}

/// Whether a word ends in a colon and labels the bare number after it: `MB/s: 596`.
fn is_label(words: &[(usize, &str)], at: usize, text: &str) -> bool {
    let ends_in_colon = |at: usize| {
        let end = words.get(at).map(|(_, word)| end_of(text, word));
        end.and_then(|end| text.get(end..))
            .is_some_and(|rest| rest.starts_with(':') || rest.starts_with("):"))
    };
    let is_number = words
        .get(at + 1)
        .is_some_and(|(_, word)| units::iops(word).is_ok());
    let end = words.get(at + 1).map_or(0, |(_, word)| end_of(text, word));
    let is_bare = words.get(at + 2).is_none()
        || ends_in_colon(at + 2)
        || text
            .get(end..)
            .is_some_and(|rest| rest.starts_with([',', ';', '.', ')']));
    ends_in_colon(at) && is_number && is_bare
}

/// Where a word ends in its text.
fn end_of(text: &str, word: &str) -> usize {
    word.as_ptr() as usize - text.as_ptr() as usize + word.len()
}

/// The direction that is named right after a number, and how many words that takes. The name belongs to the next number where that
/// follows, and another name comes before the first: `read 500 MB/s write 300 MB/s`.
fn direction_after(
    text: &str,
    mut end: usize,
    words: &[(usize, &str)],
    is_named_before: bool,
) -> Option<(Ddir, usize)> {
    for (at, (start, word)) in words.iter().enumerate() {
        let gap = text.get(end..*start).unwrap_or_default();
        if gap.contains(MARKS) || word.starts_with(MARKS) {
            return None;
        }
        end = end_of(text, word);
        if let Some(ddir) = direction(word) {
            let rest = words.get(at + 1..).unwrap_or_default();
            let next = rest.first().map_or(text.len(), |(start, _)| *start);
            let gap = text.get(end..next).unwrap_or_default();
            let names_next = gap.contains(':')
                || rest.first().is_some_and(|(_, word)| *word == "=")
                || is_named_before && !gap.contains(MARKS) && value(rest, text).is_some();
            return (!names_next).then_some((ddir, at + 1));
        }
        if !BETWEEN.contains(word) && !TO_DIRECTION.contains(word) {
            return None;
        }
    }
    None
}

/// The words before a number since the last comma.
fn last_clause(before: &str) -> &str {
    before.rsplit([',', ';']).next().unwrap_or_default()
}

/// The words after a number, up to the next number, comma or `and`.
fn clause_after<'t>(text: &'t str, end: usize, words: &[(usize, &str)]) -> &'t str {
    let is_next =
        |(_, word): &&(usize, &str)| *word == "and" || word.starts_with(|c: char| c.is_ascii_digit());
    let next = words.iter().find(is_next).map_or(text.len(), |(start, _)| *start);
    let rest = text.get(end..next).unwrap_or_default();
    rest.split([',', ';']).next().unwrap_or_default()
}

/// The word after a comma that names the next number, as in `host 900 MB/s, guest 300 MB/s`. Empty: there is none.
fn own_name(earlier: &str) -> &str {
    const NO_NAME: [&str; 12] = [
        "and", "or", "but", "then", "now", "with", "about", "only", "vs", "up", "plus", "later",
    ];
    let name = earlier.trim().strip_prefix([',', ';']).unwrap_or_default().trim();
    let is_word = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    let is_name =
        is_word && direction(name).is_none() && !BETWEEN.contains(&name) && !NO_NAME.contains(&name);
    if is_name { name } else { "" }
}

/// Whether a latency is called another one than the mean: `p99`, `max_latency`.
fn is_no_mean(clause: &str) -> bool {
    let low = clause.to_lowercase();
    let is_percentile = |word: &str| {
        let digits = word.strip_prefix('p').unwrap_or_default();
        digits.starts_with(|c: char| c.is_ascii_digit())
    };
    NO_MEAN.iter().any(|word| low.contains(word))
        || low.split(|c: char| !c.is_alphanumeric()).any(is_percentile)
}

/// The unit of a number, with the letter of its factor: `kIOPS`, `MB/s`.
fn unit_of(shown: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || " .,~-–".contains(c);
    shown.replace("/sec", "/s").replace(is_number, "")
}

/// A figure of the last run, unless that has one of its kind: then it is the same number in another unit, or another run. `stated` has the
/// numbers of the last run, with their units.
fn put(
    drafts: &mut Vec<RunDraft>,
    stated: &mut Vec<(Stated, String)>,
    line: &TextLine,
    one: Stated,
    unit: String,
) {
    let is_same = |(known, _): &&(Stated, String)| {
        known.what == one.what && (one.ddir.is_none() || known.ddir == one.ddir)
    };
    let known = stated.iter().find(is_same);
    let is_near = |known: f64| (known - one.value.high).abs() <= SAME * known;
    if known.is_some_and(|(known, of)| *of != unit && is_near(known.value.high)) {
        return;
    }
    if known.is_some() || drafts.is_empty() {
        drafts.push(RunDraft::new(ImportKind::Prose, (line.number, line.number), ""));
        stated.clear();
    }
    if let Some(draft) = drafts.last_mut() {
        draft.spread(one.what, one.ddir, one.value, None);
        stated.push((one, unit));
    }
}

/// The words before the first number; where there are none, the line. Empty: the line is a number alone.
fn name(text: &str, words: &[(usize, &str)]) -> String {
    let values = (0..words.len()).filter_map(|at| Some((at, value(&words[at..], text)?.2)));
    let first = values.min_by_key(|(at, _)| *at);
    let (start, taken) = first.unwrap_or((0, 0));
    let end = words.get(start).map_or(0, |(place, _)| *place);
    let before = text.get(..end).unwrap_or_default();
    let named = match (start, taken < words.len()) {
        (0, true) => text,
        (0, false) => "",
        _ => before,
    };
    let plain = named.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
    plain.chars().take(NAME).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn figures(text: &str) -> Vec<(FigureOf, Option<Ddir>, f64, f64)> {
        let line = TextLine {
            number: 1,
            text: text.to_owned(),
        };
        let of = |draft: RunDraft| draft.figures.into_iter();
        let all = read(&line, None).into_iter().flat_map(of);
        all.map(|one| (one.what, one.ddir, one.value.low, one.value.high))
            .collect()
    }

    #[test]
    fn numbers_with_a_unit_are_values() {
        use FigureOf::{BytesPerS, Iops, LatMeanNs};
        for (text, expected) in [
            (
                "  • Hypervisor host (bare metal): ~200k IOPS",
                vec![(Iops, None, 2e5, 2e5)],
            ),
            (
                "  • VM on it (idle state): 100k ~ 110k IOPS",
                vec![(Iops, None, 1e5, 1.1e5)],
            ),
            (
                "Throughput = 12.4MB/s, IOPS = 3016",
                vec![(BytesPerS, None, 12.4e6, 12.4e6), (Iops, None, 3016.0, 3016.0)],
            ),
            (
                "Reads were 500 MB/s (477 MiB/s) and writes 300 MB/s.",
                vec![
                    (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                    (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                ],
            ),
            (
                "5,000 IOPS at an average latency of 2-3 ms is slow",
                vec![(Iops, None, 5e3, 5e3), (LatMeanNs, None, 2e6, 3e6)],
            ),
            ("The average latency is 2-3 ms", vec![]),
            (
                "It does 5,000 random read IOPS",
                vec![(Iops, Some(Ddir::Read), 5e3, 5e3)],
            ),
            ("Die Platte liest 1,5 GB/s", vec![(BytesPerS, None, 1.5e9, 1.5e9)]),
            ("1.2 million IOPS", vec![]),
            ("1. IOPS of the disk", vec![]),
            ("The test took 20 s with 64 jobs of 4k", vec![]),
            ("10 Gbit/s network", vec![]),
            ("500 MB/s", vec![]),
        ] {
            assert_eq!(figures(text), expected, "{text}");
        }
    }

    #[test]
    fn directions_are_those_of_the_words_next_to_a_number() {
        use FigureOf::{BytesPerS, Iops, LatMeanNs};
        for (text, expected) in [
            (
                "My NVMe does 7,000 MB/s reads, 5,000 MB/s writes and 1,000,000 IOPS.",
                vec![
                    (BytesPerS, Some(Ddir::Read), 7e9, 7e9),
                    (BytesPerS, Some(Ddir::Write), 5e9, 5e9),
                    (Iops, None, 1e6, 1e6),
                ],
            ),
            (
                "I get 35,000 read IOPS and 520 MB/s sequential write, with 1.2 ms latency at p99.",
                vec![
                    (Iops, Some(Ddir::Read), 35e3, 35e3),
                    (BytesPerS, Some(Ddir::Write), 520e6, 520e6),
                ],
            ),
            (
                "Read 500 MB/s; 300 MB/s write; 20k random write IOPS at 4k.",
                vec![
                    (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                    (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                    (Iops, Some(Ddir::Write), 2e4, 2e4),
                ],
            ),
            (
                "Disk: read 500 MB/s write 300 MB/s",
                vec![
                    (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                    (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                ],
            ),
            (
                "Disk: 500 MB/s read 300 MB/s write",
                vec![
                    (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                    (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                ],
            ),
            (
                "Reads: 500 MB/s, writes: 300 MB/s.",
                vec![
                    (BytesPerS, Some(Ddir::Read), 5e8, 5e8),
                    (BytesPerS, Some(Ddir::Write), 3e8, 3e8),
                ],
            ),
            (
                "Reads had 500 MB/s while writes were slow",
                vec![(BytesPerS, Some(Ddir::Read), 5e8, 5e8)],
            ),
            (
                "At 5,000 IOPS the latency is 2 ms for reads, 5 ms for writes",
                vec![
                    (Iops, None, 5e3, 5e3),
                    (LatMeanNs, Some(Ddir::Read), 2e6, 2e6),
                    (LatMeanNs, Some(Ddir::Write), 5e6, 5e6),
                ],
            ),
            (
                "At 5,000 IOPS the p99 write latency was 12 ms and fsync took 30 ms",
                vec![(Iops, None, 5e3, 5e3)],
            ),
            (
                "Throughput 312.45 MB/sec  8 clients  8 procs  max_latency=90.110 ms",
                vec![(BytesPerS, None, 312.45e6, 312.45e6)],
            ),
            (
                "Die Platte schafft 1.234,5 MB/s und 456,7 MB/s",
                vec![
                    (BytesPerS, None, 1234.5e6, 1234.5e6),
                    (BytesPerS, None, 456.7e6, 456.7e6),
                ],
            ),
        ] {
            assert_eq!(figures(text), expected, "{text}");
        }
    }
}
