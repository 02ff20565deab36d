//! Reads numbers with a unit in a sentence: `Hypervisor host (bare metal): ~200k IOPS`, `Throughput = 12.4MB/s, IOPS = 3016`.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::FigureOf;

use super::agreement::{self, RowSetting, Stated};
use super::command::{self, Program, Typed};
use super::direction::{self, last_of as direction};
use super::draft::{RunDraft, TextLine};
use super::formats::sysbench;
use super::no_result::{is_expected, is_no_count, is_no_result};
use super::prose_numbers::{is_size_or_depth, plain};
use super::prose_rows::{Rows, has_rate};
use super::shown::{thousands, with_points};
use super::table_heads::syncs_per_s;
use super::table_setting;

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
/// What ends a clause.
pub(super) const CLAUSES: [char; 6] = [',', ';', '，', '、', '；', '。'];
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
pub(super) const SAME: f64 = 0.07;

/// The numbers of a line, a run for each; with the command of fio right above, if there is one.
pub(super) fn read(line: &TextLine, above: Option<&Typed>) -> Vec<RunDraft> {
    if line.text.len() > LONGEST || line.text.contains("[eta ") || !has_unit(&line.text) {
        return Vec::new();
    }
    let text = plain(&line.text);
    let words = words(&text);
    if is_no_result(&text, &words) {
        return Vec::new();
    }
    // What others than fio print is read by their formats; of what is left only a line of results is theirs.
    let command = above.filter(|typed| {
        let end = typed.line.saturating_add(typed.lines as u64);
        let is_result = typed.program == Program::Fio || line.text.contains('=');
        is_result && line.number <= end.saturating_add(NEAR)
    });
    let mut rows = Rows::new(line);
    let mut directions = Directions::of(&words);
    let (mut at, mut before) = (0, 0);
    let mut end = 0;
    while at < words.len() {
        let earlier = text.get(before..words[at].0).unwrap_or_default();
        if let Some((pair, rates)) = pair_of_iops(earlier, &words[at..]) {
            for (ddir, rate) in pair.into_iter().zip(rates) {
                let one = Stated::new(FigureOf::Iops, Some(ddir), rate, words[at + 1].1);
                let end = end_of(&text, words[at + 1].1);
                if !is_expected(&text, words[at].0, end) {
                    rows.put(one, String::new(), earlier);
                }
            }
            directions.pair = Some(pair);
            at += 2;
            before = end_of(&text, words[at - 1].1);
            continue;
        }
        let Some((what, value, taken)) = value(&words[at..], &text) else {
            at += 1;
            continue;
        };
        let is_cell = end > 0
            && text
                .get(end..words[at].0)
                .is_some_and(|gap| gap.trim().is_empty());
        end = end_of(&text, words[at + taken - 1].1);
        let (begin, number_end) = (words[at].0, end);
        let after = &words[at + taken..];
        let shown = text.get(words[at].0..end).unwrap_or_default();
        let said = direction(shown);
        let said_before = directions.before(earlier, has_aside(&text, end, after));
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
        directions.last = ddir;
        let of_next = clause_after(&text, end, after);
        if is_expected(&text, begin, number_end) {
            continue;
        }
        if what == FigureOf::LatMeanNs && (is_no_mean(last_clause(earlier)) || is_no_mean(of_next)) {
            continue;
        }
        // Words right before the next number are of that one.
        let rest = text.get(end + of_next.len()..).unwrap_or_default();
        let is_own = rest.is_empty() || rest.starts_with(CLAUSES) || rest.starts_with("and ");
        let own = if is_own { of_next } else { "" };
        // The number may look like a size: `64k IOPS`.
        let (_, unit) = shown.split_once(' ').unwrap_or_default();
        let one = Stated {
            workload: table_setting::workload(&format!("{} {unit} {own}", last_clause(earlier))),
            ..Stated::new(what, ddir, value, shown)
        };
        let unit = unit_of(shown);
        // Numbers of one unit without a word between them are cells of a table.
        if is_cell && rows.ends_with(&one, &unit) {
            return Vec::new();
        }
        rows.put(one, unit, earlier);
    }
    let (drafts, stated) = rows.finish();
    finished(drafts, stated, line, &name(&text, &words), command)
}

/// The runs with their name and the command above them.
fn finished(
    mut drafts: Vec<RunDraft>,
    stated: Vec<Stated>,
    line: &TextLine,
    name: &str,
    command: Option<&Typed>,
) -> Vec<RunDraft> {
    // A latency alone is a claim about the runs of the text, and is held against them.
    if command.is_none() {
        drafts.retain(has_rate);
        if name.is_empty() {
            return Vec::new();
        }
    }
    for draft in &mut drafts {
        if draft.name.is_empty() {
            draft.name = name_of_direction(name, draft);
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
        draft.mismatches = agreement::mismatches(&stated, &RowSetting::of_job(job));
    }
    drafts
}

/// Whether another number follows in parentheses: `2,800 MB/s (2,000 MB/s)`.
fn has_aside(text: &str, end: usize, after: &[(usize, &str)]) -> bool {
    let gap = after.first().and_then(|(next, _)| text.get(end..*next));
    gap.is_some_and(|gap| matches!(gap.trim(), "(" | "/")) && value(after, text).is_some()
}

/// The directions that a line has named so far.
#[derive(Default)]
struct Directions {
    /// Of the number in parentheses after the last one: `Read (Write)`.
    second: Option<Ddir>,
    /// Of the last two numbers that were named together.
    pair: Option<[Ddir; 2]>,
    /// Of the last number.
    last: Option<Ddir>,
    /// Whether the line has both letters: `R 3 GB/s W 2 GB/s`.
    has_letters: bool,
}

impl Directions {
    fn of(words: &[(usize, &str)]) -> Self {
        let has = |letter: &str| words.iter().any(|(_, word)| *word == letter);
        Self {
            has_letters: has("R") && has("W"),
            ..Self::default()
        }
    }

    /// The direction that the last word before a number is the letter of.
    fn of_letter(&self, earlier: &str) -> Option<Ddir> {
        let is_mark = |c: char| !c.is_alphanumeric();
        let mut words = earlier.rsplit(is_mark).filter(|word| !word.is_empty());
        match words.next().filter(|_| self.has_letters)? {
            "R" => Some(Ddir::Read),
            "W" => Some(Ddir::Write),
            _ => None,
        }
    }

    /// The direction that the words before a number name. One number after the names of both is of neither.
    fn before(&mut self, earlier: &str, has_second: bool) -> Option<Ddir> {
        if let Some(named) = self.second.take() {
            return Some(named);
        }
        let own = direction::pair_of(earlier);
        self.pair = own.or(self.pair);
        let named = self.of_letter(earlier).or_else(|| direction(earlier));
        match self.pair {
            // `Read/Write IOPS: 235k/189k. BW: 766MiB/s / 419MiB/s`.
            Some([first, second]) if has_second && (own.is_some() || named.is_none()) => {
                self.second = Some(second);
                Some(first)
            }
            _ if own.is_some() => None,
            // `106,113 read IOPS (424 MB/s)`.
            _ if named.is_none() && earlier.trim_start().starts_with(['(', '[']) => self.last,
            _ => named,
        }
    }
}

/// Two rates with the directions that the words before them name: `Read/Write IOPS: 235k/189k`.
fn pair_of_iops(earlier: &str, words: &[(usize, &str)]) -> Option<([Ddir; 2], [Spread; 2])> {
    let [(_, unit), (_, rates), ..] = words else {
        return None;
    };
    let (first, second) = rates.split_once('/').filter(|_| is_iops(unit))?;
    let rates = [units::iops(first).ok()?, units::iops(second).ok()?];
    Some((direction::pair_of(earlier)?, rates))
}

/// Whether a line can hold a number with a unit: most lines cannot, and are not taken apart.
fn has_unit(text: &str) -> bool {
    const MARKS: [&str; 12] = [
        "IOPS", "iops", "IOPs", "Iops", "IO/s", "B/s", "Bps", "atenc", "avg lat", "延迟", "ync/s", "yncs/s",
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
        // `1.` numbers a paragraph, and `-` begins one of a list.
        let is_number = piece.ends_with(['.', ')']) && word.bytes().all(|c| c.is_ascii_digit());
        let begins = word == "/" || all.is_empty() && (is_number || matches!(word, "-" | "+" | "•"));
        if !word.is_empty() && !begins {
            all.push((start, word));
        }
    }
    all
}

/// The number that begins with the first of these words, and how many words it has.
fn value(words: &[(usize, &str)], text: &str) -> Option<(FigureOf, Spread, usize)> {
    let (_, first) = words.first()?;
    if let Some((what, one)) = unit_word(first) {
        let at = match first.eq_ignore_ascii_case("iops") {
            true => labelled(words, text)?,
            false if words.get(1).is_some_and(|(_, word)| *word == "=") => 2,
            false => is_label(words, 0, text).then_some(1)?,
        };
        let number = words.get(at)?;
        // `MB/s = 1,000,000 bytes/s` tells what the unit means.
        if words
            .get(at + 1)
            .is_some_and(|(_, next)| next.starts_with("byte"))
        {
            return None;
        }
        let is_of_other =
            value(&words[at..], text).is_some_and(|(other, ..)| other != what || what == FigureOf::BytesPerS);
        let value = units::iops(number.1).ok().filter(|_| !is_of_other)?;
        return Some((what, value.times(one), at + 1));
    }
    if !first.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // `30 IO/s: 152631 MB/s: 596`: the unit is that of the next number.
    let is_bare = units::iops(first).is_ok();
    let is_labelled = || {
        is_label(words, 1, text) || is_iops(words[1].1) && words.get(2).is_some_and(|(_, word)| *word == "=")
    };
    if is_bare && words.get(1).is_some_and(|(_, word)| unit_word(word).is_some()) && is_labelled() {
        return None;
    }
    // A number ends where a mark is: `iodepth = 32, IOPS = 19.4k`, `Debian 12. IOPS were`.
    let ends = |pair: &[(usize, &str)]| {
        let gap = text.get(end_of(text, pair[0].1)..pair[1].0).unwrap_or_default();
        gap.contains(MARKS)
    };
    let whole = words.windows(2).position(ends).map_or(words.len(), |at| at + 1);
    (1..=MOST_WORDS.min(whole)).rev().find_map(|count| {
        let joined: Vec<&str> = words[..count].iter().map(|(_, word)| *word).collect();
        let last = joined.last()?;
        let joined = joined.join(" ");
        let joined = with_points(&joined);
        if last.to_ascii_lowercase().ends_with("iops") {
            let between = words.get(1..count - 1).unwrap_or_default();
            let is_plain = between.iter().all(|(_, word)| BETWEEN.contains(word));
            let first = match thousands(first) {
                Some(first) => first?,
                None => with_points(first).into_owned(),
            };
            let plain = format!("{first} {last}");
            let number = if is_plain && count > 1 { &plain } else { &*joined };
            let iops = units::iops(number).or_else(|_| units::iops(&joined)).ok()?;
            if is_no_count(words, count, iops, text) {
                return None;
            }
            return Some((FigureOf::Iops, iops, count));
        }
        if count == 2
            && let Some(number) = syncs_per_s(&joined)
        {
            return Some((FigureOf::SyncsPerS, units::iops(number).ok()?, count));
        }
        if ["B/s", "Bps", "B/sec"].iter().any(|end| last.ends_with(end)) {
            let rate = units::bandwidth(&joined.replace("/sec", "/s")).ok()?;
            return Some((FigureOf::BytesPerS, rate, count));
        }
        let (latency, _) = units::latency(&joined).ok()?;
        tells_latency(words, count, text).then_some((FigureOf::LatMeanNs, latency, count))
    })
}

/// Whether a word is not a count of I/Os: a size, a depth, or a word between a number and its unit.
fn is_setting(word: &str) -> bool {
    let low = word.to_ascii_lowercase();
    is_size_or_depth(&low) || BETWEEN.contains(&low.as_str())
}

/// Which of these words is the number of the first, `IOPS`: `IOPS 19.4k`, `IOPS: 19.4k`, `IOPS (4K random write): 60000`, `IOPS QD32 = 60000`.
fn labelled(words: &[(usize, &str)], text: &str) -> Option<usize> {
    let mut in_aside = false;
    for at in 1..words.len() {
        let (start, word) = words[at];
        let gap = text.get(end_of(text, words[at - 1].1)..start).unwrap_or_default();
        if gap.contains([',', ';', '.', '，', '。']) {
            return None;
        }
        if gap.contains([':', '：']) || matches!(words[at - 1].1, "=" | "：" | "读" | "写") {
            return Some(at);
        }
        in_aside = gap.contains('(') || in_aside && !gap.contains(')');
        let rest = text.get(end_of(text, word)..).unwrap_or_default();
        let is_named = in_aside || is_setting(word) || matches!(word, "=" | "：" | "读" | "写");
        let is_numbered = rest.starts_with(':') && word.bytes().all(|c| c.is_ascii_digit());
        if !(is_named || is_numbered) {
            // A number in brackets is a footnote.
            return (at == 1 && !gap.contains('[')).then_some(at);
        }
    }
    None
}

/// Whether a time of this many words is called a latency: in its clause before it, or right after it. A direction after it goes on with
/// the last one: `2 ms for reads, 5 ms for writes`.
fn tells_latency(words: &[(usize, &str)], count: usize, text: &str) -> bool {
    let names = |text: &str| {
        let low = text.to_lowercase();
        let mut all = ["latenc", "avg lat", "延迟", " rt ", "per read", "per write"].iter();
        all.any(|word| low.contains(word))
    };
    let before = text.get(..words[0].0).unwrap_or_default();
    let end = end_of(text, words[count - 1].1);
    let rest = &words[count..];
    let after = clause_after(text, end, rest);
    let clause = last_clause(before);
    let goes_on = clause.trim().is_empty() && direction_after(text, end, rest, false).is_some();
    let is_before = names(clause) || goes_on && names(before);
    is_before || names(&after.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
}

/// The quantity of a unit that is a separate word, and the value of one unit.
fn unit_word(word: &str) -> Option<(FigureOf, f64)> {
    if is_iops(word)
        || ["io/s", "ios/s"]
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

/// Whether a word is `IOPS`, alone or after others: `random-read-iops`.
fn is_iops(word: &str) -> bool {
    let last = word.rsplit(['-', '_']).next().unwrap_or_default();
    last.eq_ignore_ascii_case("iops")
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
pub(super) fn end_of(text: &str, word: &str) -> usize {
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
pub(super) fn last_clause(before: &str) -> &str {
    before.rsplit(CLAUSES).next().unwrap_or_default()
}

/// The words after a number, up to the next number, comma or `and`.
fn clause_after<'t>(text: &'t str, end: usize, words: &[(usize, &str)]) -> &'t str {
    let is_next =
        |(_, word): &&(usize, &str)| *word == "and" || word.starts_with(|c: char| c.is_ascii_digit());
    let next = words.iter().find(is_next).map_or(text.len(), |(start, _)| *start);
    let rest = text.get(end..next).unwrap_or_default();
    rest.split(CLAUSES).next().unwrap_or_default()
}

/// The words after a comma that name the next number, as in `host 900 MB/s, guest 300 MB/s`. Empty: there is none.
pub(super) fn own_name(earlier: &str) -> &str {
    const NO_NAME: [&str; 12] = [
        "and", "or", "but", "then", "now", "with", "about", "only", "vs", "up", "plus", "later",
    ];
    const NO_END: [&str; 8] = ["at", "of", "is", "was", "to", "does", "has", "had"];
    let name = earlier.trim().strip_prefix(CLAUSES).unwrap_or_default();
    let name = name.trim_end_matches(['~', '≈', ' ']).trim();
    let label = name.strip_suffix([':', '=']).map(str::trim);
    let mut words: Vec<&str> = label.unwrap_or(name).split(' ').collect();
    while label.is_none() && words.len() > 1 && words.last().is_some_and(|last| NO_END.contains(last)) {
        words.pop();
    }
    let end = words.last().map_or(0, |last| end_of(name, last));
    let name = name.get(..end).unwrap_or_default();
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '-');
    let says =
        |word: &&str| direction(word).is_none() && !BETWEEN.contains(word) && unit_word(word).is_none();
    let is_name = words.len() <= 3
        && words.iter().all(is_word)
        && words.first().is_some_and(|first| !NO_NAME.contains(first))
        && (words.len() > 1 || words.iter().all(says));
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
    let is_number = |c: char| c.is_ascii_digit() || ".,~-–".contains(c);
    let unit = shown.rsplit(' ').next().unwrap_or_default();
    unit.replace("/sec", "/s").replace(is_number, "")
}

/// The words before the first number; where there are none, the line. Empty: the line is a number alone.
fn name(text: &str, words: &[(usize, &str)]) -> String {
    let values = (0..words.len()).filter_map(|at| Some((at, value(&words[at..], text)?.2)));
    let first = values.min_by_key(|(at, _)| *at);
    let (start, taken) = first.unwrap_or((0, 0));
    // `random-read-iops: 31700` has its name in the word of the unit.
    let label = words
        .get(start)
        .filter(|(_, word)| is_iops(word) && word.len() > "IOPS".len());
    let end = label.map(|(_, word)| end_of(text, word));
    let end = end.unwrap_or_else(|| words.get(start).map_or(0, |(place, _)| *place));
    let before = text.get(..end).unwrap_or_default();
    // What was not read has its own name: `4k 随机写 4+MiB/s ， 64k 顺序写 170MiB/s`.
    let is_unread = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && has_unit(word);
    let before = match before.split(' ').any(is_unread) {
        true => last_clause(before),
        false => before,
    };
    let named = match (start, taken < words.len()) {
        _ if label.is_some() => before,
        (0, true) => text,
        // `IOPS (4K random write): 60000`.
        (0, false) if matches!(words, [(_, iops), (_, next), _, ..] if is_iops(iops) && *next != "=") => {
            let number = words.get(taken - 1).map_or(0, |(place, _)| *place);
            text.get(..number).unwrap_or_default()
        }
        (0, false) => "",
        _ => before,
    };
    let plain = named.trim_matches(|c: char| !c.is_alphanumeric() && c != ')');
    // `1.` numbers a paragraph.
    let unnumbered = plain.trim_start_matches(|c: char| c.is_ascii_digit());
    let plain = unnumbered.strip_prefix(". ").unwrap_or(plain);
    plain.chars().take(NAME).collect()
}

/// The name of a line for a run whose direction may be another one than the name has: `Disk: read` of writes is `Disk: write`.
fn name_of_direction(name: &str, draft: &RunDraft) -> String {
    let mut ddirs = draft.figures.iter().map(|figure| figure.ddir);
    let Some(Some(ddir)) = ddirs.next().filter(|first| ddirs.all(|other| other == *first)) else {
        return name.to_owned();
    };
    let word = name.split(' ').find(|word| direction(word).is_some());
    match word {
        Some(word) if direction(word) != Some(ddir) => {
            let begin = &name[..end_of(name, word) - word.len()];
            format!("{begin}{}", ddir.name())
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
