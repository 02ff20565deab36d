//! The numbers of a survey: the table, the answer in a sentence, and what a reader has to know of them.

use crate::documents::finding::FindingJson;
use crate::documents::survey::{Repeat, SurveyRow};
use crate::text::findings::mark;
use crate::text::{Cell, Column, Page, Styled, Table};
use fiord_judge::State;
use fiord_messages::{Fixed, Lang, survey as messages, survey_points};
use fiord_record::number::{Bandwidth, Count, Iops, Nanos, Rounded, Share};
use fiord_stats::few::Footing;
use fiord_study::survey::{MARKS, Mark, MarkSide, MarkedNumber, Speed};

impl SurveyRow {
    /// Its label in a language.
    pub(crate) fn name(&self, lang: Lang) -> &str {
        point_name(&self.label, lang)
    }

    /// What may be done with the 99th percentile.
    fn p99(&self) -> Footing {
        match (self.lat_p99_ns, self.p99_has_few_samples) {
            (None, _) => Footing::TooFew,
            (Some(_), true) => Footing::Few,
            (Some(_), false) => Footing::Enough,
        }
    }

    /// The 99th percentile with its mark, of single repeats or of all together, or the maximum where there are too few latencies for a percentile.
    fn p99_text(&self) -> String {
        let mark = if self.p99_has_few_samples { "*" } else { "" };
        match (self.lat_p99_ns, self.lat_p99_pooled_ns) {
            (Some(p99), _) => format!("{}{mark}", Nanos(p99)),
            (None, Some(p99)) => format!("{}§", Nanos(p99)),
            (None, None) => format!("≤ {}", Nanos(self.lat_max_ns.unwrap_or_default())),
        }
    }

    /// The device never had the queue that the row's name says.
    fn is_shallow(&self) -> bool {
        self.iodepth > 1 && self.median(|repeat| repeat.depth_reached) < 0.9 * f64::from(self.iodepth)
    }
}

/// The label of a point in a language: the study has it in English.
pub(crate) fn point_name(label: &str, lang: Lang) -> &str {
    let words = label.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    survey_points::find(&words.join("-")).map_or(label, |name| name(lang))
}

/// Repeats from which the range is an interval of the median at 95 %.
const INTERVAL: usize = 6;
/// Noisy points that are described; of more than these the rest is counted.
const NOISY: usize = 3;

/// Rows with numbers.
fn measured(rows: &[SurveyRow]) -> impl Iterator<Item = &SurveyRow> {
    rows.iter().filter(|row| !row.repeats.is_empty())
}

/// The medians of the repeats, with their range.
pub(crate) fn table(rows: &[SurveyRow], lang: Lang) -> Table {
    let mut table = Table::new([
        Column::left(messages::head_workload(lang), "label"),
        Column::right("MB/s", ""),
        Column::hidden("bytes_per_s"),
        Column::right(messages::head_range(lang), "").rank(2),
        Column::hidden("bytes_per_s_min"),
        Column::hidden("bytes_per_s_max"),
        Column::right("IOPS", "iops"),
        Column::right("p50", "lat_p50_ns").rank(3),
        Column::right("p99", "lat_p99_ns").rank(1),
        Column::hidden("lat_max_ns"),
        Column::right(messages::head_device(lang), "device_percent").rank(4),
        Column::hidden("depth_reached"),
        Column::hidden("repeats"),
        Column::hidden("command"),
    ]);
    for row in measured(rows) {
        let rate = |repeat: &Repeat| repeat.bytes_per_s;
        let ((least, most), middle) = (row.ends(rate), row.median(rate));
        let shown = |bytes: f64| Rounded::by(bytes / 1e6, (most - least) / 1e6).to_string();
        let iops = row.median(|repeat| repeat.iops);
        let (low, high) = row.ends(|repeat| repeat.iops);
        let p50 = row.lat_p50_ns.unwrap_or_default();
        let device = row.device_percent;
        let shallow = if row.is_shallow() { " †" } else { "" };
        let noisy = if row.findings.is_empty() { "" } else { "‡" };
        table.row([
            Cell::new(format!("{}{shallow}", row.name(lang))).value(row.label.clone()),
            Cell::new(format!("{}{noisy}", shown(middle))),
            Cell::raw(middle),
            Cell::new(format!("{}–{}", shown(least), shown(most))),
            Cell::raw(least),
            Cell::raw(most),
            Cell::new(Rounded::by(iops, high - low).to_string()).value(iops),
            Cell::new(Nanos(p50).to_string()).value(p50),
            Cell::new(row.p99_text()).value(row.lat_p99_ns),
            Cell::raw(row.lat_max_ns.unwrap_or_default()),
            Cell::new(device.map_or_else(|| "?".to_owned(), |percent| Share(percent / 100.0).to_string()))
                .value(device),
            Cell::raw(row.median(|repeat| repeat.depth_reached)),
            Cell::raw(row.repeats.len()),
            Cell::raw(row.command.as_str()),
        ]);
    }
    table
}

/// What the disk does, in numbers that most people ask for, as a list; none where none of them was measured.
pub(crate) fn answer(rows: &[SurveyRow], lang: Lang) -> Option<String> {
    let of_mark = |mark: &Mark| {
        let row = measured(rows).find(|row| row.label == mark.point)?;
        Some(number(mark.speed, row, lang))
    };
    let numbers: Vec<String> = MARKS.iter().filter_map(of_mark).collect();
    (!numbers.is_empty()).then(|| lang.list(&numbers))
}

fn number(speed: Speed, row: &SurveyRow, lang: Lang) -> String {
    // No figure that the repeats do not share.
    let rounded = |value: fn(&Repeat) -> f64| {
        let (least, most) = row.ends(value);
        Rounded::by(row.median(value), most - least)
    };
    let megabytes = &rounded(|repeat| repeat.bytes_per_s / 1e6);
    let iops = &rounded(|repeat| repeat.iops);
    let latency = &Nanos(row.median(|repeat| repeat.lat_p50_ns as f64));
    match speed {
        Speed::SequentialRead => messages::NumberSequentialRead { rate: megabytes }.text(lang),
        Speed::RandomRead => messages::NumberRandomRead { rate: iops, latency }.text(lang),
        Speed::RandomRead32 => messages::NumberRandomRead32 { rate: iops, latency }.text(lang),
        Speed::SequentialWrite => messages::NumberSequentialWrite { rate: megabytes }.text(lang),
        Speed::Fsync => messages::NumberFsync { latency }.text(lang),
    }
}

/// At what the disk is fast or slow, by marks of our own.
pub(crate) fn put_marks(page: &mut Page, rows: &[SurveyRow], lang: Lang) {
    let judged = judged(rows);
    if judged.is_empty() {
        return;
    }
    let speeds = |wanted: MarkSide| {
        let its = judged.iter().filter(|(_, side)| *side == wanted);
        let speeds: Vec<String> = its.map(|(mark, side)| limit(mark, *side, lang)).collect();
        (!speeds.is_empty()).then(|| lang.list(&speeds))
    };
    let fast = speeds(MarkSide::Fast).map(|speeds| messages::Fast { speeds: &speeds }.text(lang));
    let slow = speeds(MarkSide::Slow).map(|speeds| messages::Slow { speeds: &speeds }.text(lang));
    let varying = judged.iter().filter(|(_, side)| *side == MarkSide::Varies);
    let varying: Vec<String> = varying
        .map(|(mark, _)| speed(mark.speed)(lang).to_owned())
        .collect();
    let varying = (!varying.is_empty()).then(|| {
        let speeds = &lang.list(&varying);
        messages::Varies { speeds }.text(lang)
    });
    let mut sentences: Vec<String> = fast.into_iter().chain(slow).chain(varying).collect();
    if sentences.is_empty() {
        // Of the points that were left out nothing is known.
        if is_left_out(rows) {
            return;
        }
        sentences.push(messages::usual(lang).to_owned());
    }
    sentences.push(messages::rules_of_thumb(lang).to_owned());
    page.line(lang.sentences(&sentences));
}

/// What was measured at a mark, and on which side of its limit.
fn limit(mark: &Mark, side: MarkSide, lang: Lang) -> String {
    let speed = &speed(mark.speed)(lang);
    let is_fast = side == MarkSide::Fast;
    let limit = &marked(mark, if is_fast { mark.fast } else { mark.slow });
    if is_fast == (mark.fast > mark.slow) {
        messages::Above { speed, limit }.text(lang)
    } else {
        messages::Below { speed, limit }.text(lang)
    }
}

const fn speed(speed: Speed) -> Fixed {
    match speed {
        Speed::SequentialRead => messages::speed_sequential_read,
        Speed::RandomRead => messages::speed_random_read,
        Speed::RandomRead32 => messages::speed_random_read_32,
        Speed::SequentialWrite => messages::speed_sequential_write,
        Speed::Fsync => messages::speed_fsync,
    }
}

/// Each mark whose point was measured, and where its repeats lie. Runs that measured something else than the disk say nothing of it.
fn judged(rows: &[SurveyRow]) -> Vec<(&'static Mark, MarkSide)> {
    let of = |mark: &'static Mark| {
        let row = measured(rows).find(|row| row.label == mark.point && row.wrong_repeats == 0)?;
        let number = |repeat: &Repeat| match mark.number {
            MarkedNumber::Bandwidth => repeat.bytes_per_s,
            MarkedNumber::Iops => repeat.iops,
            MarkedNumber::P50 => repeat.lat_p50_ns as f64,
        };
        let (least, most) = row.ends(number);
        Some((mark, mark.judge(least, most)))
    };
    MARKS.iter().filter_map(of).collect()
}

/// Whether a point of a mark was measured, and its runs measured something else than the disk.
fn is_left_out(rows: &[SurveyRow]) -> bool {
    let is_marked = |row: &SurveyRow| MARKS.iter().any(|mark| mark.point == row.label);
    measured(rows).any(|row| is_marked(row) && row.wrong_repeats > 0)
}

/// A number of a mark with its unit.
fn marked(mark: &Mark, value: f64) -> String {
    match mark.number {
        MarkedNumber::Bandwidth => Bandwidth(value).to_string(),
        MarkedNumber::Iops => Iops(value).to_string(),
        MarkedNumber::P50 => Nanos(value).to_string(),
    }
}

/// What may be said of all points together.
pub(crate) fn put_verdict(page: &mut Page, rows: &[SurveyRow], lang: Lang) {
    let doubts = doubts(rows, lang);
    let (symbol, style) = mark(if doubts.is_empty() {
        State::Fine
    } else {
        State::Care
    });
    let workloads = measured(rows).count() as u64;
    let text = if doubts.is_empty() {
        messages::NoDoubts { workloads }.text(lang)
    } else {
        let doubts = &lang.list(&doubts);
        messages::Doubts { workloads, doubts }.text(lang)
    };
    page.item(Styled::new().styled(style, symbol).plain(" "), "  ", text);
    put_wrong(page, rows, lang);
}

/// What wrong runs measured, each reason once with its points.
fn put_wrong(page: &mut Page, rows: &[SurveyRow], lang: Lang) {
    let mut reasons: Vec<(&str, u64)> = Vec::new();
    for reason in measured(rows).filter_map(|row| row.wrong_reason.as_deref()) {
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, workloads)) => *workloads += 1,
            None => reasons.push((reason, 1)),
        }
    }
    let (symbol, style) = mark(State::Wrong);
    for (reason, workloads) in &reasons {
        let first = Styled::new().styled(style, symbol).plain(" ");
        page.item(
            first,
            "  ",
            messages::GradeD {
                workloads: *workloads,
                reason,
            }
            .text(lang),
        );
    }
}

/// What limits the numbers, each with the points that it is about.
fn doubts(rows: &[SurveyRow], lang: Lang) -> Vec<String> {
    /// Bytes of the device per byte asked for, in percent, below which something else answered, and above which others used it too.
    const OWN: std::ops::RangeInclusive<f64> = 90.0..=150.0;
    let count = |is: &dyn Fn(&SurveyRow) -> bool| {
        let count = measured(rows).filter(|row| is(row)).count() as u64;
        (count > 0).then_some(Count(count))
    };
    let share = |row: &SurveyRow| row.device_percent;
    let noisy = count(&|row| !row.findings.is_empty());
    let cached = count(&|row| share(row).is_some_and(|percent| percent < *OWN.start()));
    let more = count(&|row| share(row).is_some_and(|percent| percent > *OWN.end()));
    let unknown = count(&|row| share(row).is_none());
    let wrong = count(&|row| row.wrong_repeats > 0);
    let shallow = count(&SurveyRow::is_shallow);
    let all = [
        noisy.map(|count| messages::DoubtNoisy { count: &count }.text(lang)),
        cached.map(|count| messages::DoubtCached { count: &count }.text(lang)),
        more.map(|count| messages::DoubtMoreTraffic { count: &count }.text(lang)),
        unknown.map(|count| messages::DoubtNoCounters { count: &count }.text(lang)),
        wrong.map(|count| messages::DoubtWrong { count: &count }.text(lang)),
        shallow.map(|count| messages::DoubtShallow { count: &count }.text(lang)),
    ];
    all.into_iter().flatten().collect()
}

/// What a reader of the numbers has to know.
pub(crate) fn put_caveats(page: &mut Page, rows: &[SurveyRow], width: Option<usize>, lang: Lang) {
    let table = table(rows, lang);
    let shows = |head: &str| table.shows(head, width);
    let mut first = vec![messages::median(lang).to_owned()];
    if shows(messages::head_device(lang)) {
        first.push(messages::device(lang).to_owned());
    }
    page.line(Styled::new().dim(lang.sentences(&first)));
    let has_range = shows(messages::head_range(lang)) && rows.iter().any(|row| row.repeats.len() >= INTERVAL);
    let has_syncs = measured(rows).any(|row| row.lat_of_syncs);
    let any = |wanted| shows("p99") && measured(rows).any(|row| row.p99() == wanted);
    let is_too_few = |row: &SurveyRow| row.p99() == Footing::TooFew;
    let has_pooled = |is_pooled: bool| {
        let mut without = measured(rows).filter(|row| is_too_few(row));
        shows("p99") && without.any(|row| row.lat_p99_pooled_ns.is_some() == is_pooled)
    };
    let notes: [(bool, Fixed); 7] = [
        (has_range, messages::range),
        (has_syncs && (shows("p50") || shows("p99")), messages::syncs),
        (any(Footing::Few), messages::few_samples),
        (has_pooled(true), messages::pooled_p99),
        (has_pooled(false), messages::too_few_samples),
        (rows.iter().any(SurveyRow::is_shallow), messages::shallow),
        (rows.iter().any(|row| !row.findings.is_empty()), messages::noisy),
    ];
    for (_, note) in notes.iter().filter(|(is_needed, _)| *is_needed) {
        page.line(Styled::new().dim(note(lang)));
    }
    let of_row = |row: &SurveyRow, text: &str| {
        let workload = &row.name(lang);
        messages::OfWorkload {
            workload,
            text: &text,
        }
        .text(lang)
    };
    let noisy = rows
        .iter()
        .flat_map(|row| row.findings.iter().map(move |finding| (row, finding)));
    let noisy: Vec<(&SurveyRow, &FindingJson)> = noisy.collect();
    for (row, finding) in noisy.iter().take(NOISY) {
        page.item("  ", "    ", of_row(row, &finding.saw));
    }
    if let more @ 1.. = noisy.len().saturating_sub(NOISY) {
        let workloads = more as u64;
        page.item("  ", "    ", messages::MoreNoisy { workloads }.text(lang));
    }
    for row in rows {
        if let Some(error) = &row.error {
            let (symbol, style) = mark(State::Wrong);
            let first = Styled::new().styled(style, symbol).plain(" ");
            page.item(first, "  ", of_row(row, error));
        }
    }
}

/// The commands, to be copied.
pub(crate) fn put_commands(page: &mut Page, rows: &[SurveyRow]) {
    for row in measured(rows) {
        page.command(std::iter::once("fio".to_owned()).chain(row.arguments.clone()));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_study::{builtin, language, survey};

    use super::*;

    #[test]
    fn every_point_of_the_study_has_a_name_in_each_language() {
        let text = builtin::find(survey::NAME).unwrap().text;
        let study = language::read(survey::NAME, text).study;
        for level in study.factors.iter().flat_map(|factor| &factor.levels) {
            assert_eq!(point_name(&level.label, Lang::En), level.label);
            assert_ne!(
                point_name(&level.label, Lang::ZhCn),
                level.label,
                "survey-points.ftl"
            );
        }
    }
}
