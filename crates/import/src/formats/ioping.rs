//! Reads the requests and statistics of ioping of all versions, and its line for programs.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, has_flag, is_stray, option, without_interrupt};
use crate::command::Program;
use crate::draft::RunDraft;
use crate::shown::{amount, count_after, scaled, time_ns};

/// Requests and statistics; `min/avg/max/mdev = 1.2 ms / 3.4 ms / …`.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    batch(place).or_else(|| statistics(place))
}

fn is_request(text: &str) -> bool {
    text.contains("<<<") || text.contains(">>>") || text.contains(": request=")
}

fn statistics(place: LinePlace<'_>) -> Found {
    let first = without_interrupt(place.first()?);
    if !(is_request(first) || first.starts_with("---") && first.contains("ioping statistics")) {
        return None;
    }
    let mut taken = 0;
    let (mut name, mut rates, mut generated, mut times) = (None, None, None, None);
    let mut writes = false;
    let mut requests: Vec<f64> = Vec::new();
    let (mut last, mut stray) = (None, 0);
    for (index, line) in place.lines.iter().enumerate() {
        let text = without_interrupt(&line.text);
        if text.contains("ioping statistics") {
            let target = text.strip_prefix("--- ");
            name = target.map(|rest| rest.split(" (").next().unwrap_or(rest).to_owned());
        } else if text.contains("requests completed in") {
            rates = Some(text);
        } else if let Some(rest) = text.strip_prefix("generated ") {
            generated = Some(rest);
        } else if let Some(values) = text.strip_prefix("min/avg/max/mdev = ") {
            times = Some(values);
            taken = index + 1;
            break;
        } else if is_request(text) {
            // A new run counts from 1.
            let number = count_after(text, "request=");
            if number.is_some() && number <= last {
                break;
            }
            last = number.or(last);
        } else if line.text.trim().is_empty() {
            continue;
        } else if !text.is_empty() {
            if !is_stray(&place.lines[index..], stray) {
                break;
            }
            stray += 1;
            continue;
        }
        stray = 0;
        writes |= text.contains(">>>");
        requests.extend(request(text));
        taken = index + 1;
    }
    let name = name.unwrap_or_else(|| "ioping".to_owned());
    let mut draft = place.run(ImportKind::Ioping, taken, &name)?;
    let words = place.claim(Program::Ioping, &mut draft).unwrap_or_default();
    writes |= has_flag(&words, &["-W", "-WWW"]);
    let ddir = Some(if writes { Ddir::Write } else { Ddir::Read }).filter(|_| writes || is_request(first));
    match times {
        Some(times) => latencies(&mut draft, times, rates, ddir),
        None => cut(&mut draft, &requests, ddir)?,
    }
    rate(&mut draft, rates.unwrap_or_default(), ddir);
    if let Some(size) = option(&words, &["-s", "-S"]) {
        draft.label("size", size);
    }
    pauses(&mut draft, rates.unwrap_or_default(), generated);
    Some((vec![draft], taken))
}

/// The nanoseconds of a request: `… request=2 time=3.33 ms`. The first one warms up.
fn request(text: &str) -> Option<f64> {
    let (_, time) = text.split_once(" time=").filter(|_| !text.contains("(warmup)"))?;
    let (time, _) = time.split_once(" (").unwrap_or((time, ""));
    time_ns(time)
}

/// Output that ends before its statistics: the requests that are there.
fn cut(draft: &mut RunDraft, requests: &[f64], ddir: Option<Ddir>) -> Option<()> {
    let count = requests.len();
    let mean = requests.iter().sum::<f64>() / count as f64;
    draft.figure(
        FigureOf::LatMinNs,
        ddir,
        requests.iter().copied().reduce(f64::min)?,
    );
    draft.spread(FigureOf::LatMeanNs, ddir, Spread::of(mean), Some(count as u64));
    draft.figure(
        FigureOf::LatMaxNs,
        ddir,
        requests.iter().copied().reduce(f64::max)?,
    );
    draft.notes.push(Sentence::new(messages::ends_before_statistics));
    Some(())
}

fn latencies(draft: &mut RunDraft, times: &str, rates: Option<&str>, ddir: Option<Ddir>) {
    let count = rates.and_then(|text| scaled(&text.split(" requests").next()?.replace(' ', "")));
    // Old versions print the unit once: `6.4/16.0/26.8/4.7 ms`.
    let unit = times.rsplit_once(' ').filter(|_| !times.contains(" / "));
    let mut parts = times.split('/').map(|time| match unit {
        Some((_, unit)) if !time.ends_with(unit) => time_ns(&format!("{time} {unit}")),
        _ => time_ns(time.trim()),
    });
    draft.known(FigureOf::LatMinNs, ddir, parts.next().flatten());
    if let Some(mean) = parts.next().flatten() {
        let samples = count.map(|count| count.value as u64);
        draft.spread(FigureOf::LatMeanNs, ddir, Spread::of(mean), samples);
    }
    draft.known(FigureOf::LatMaxNs, ddir, parts.next().flatten());
}

fn rate(draft: &mut RunDraft, rates: &str, ddir: Option<Ddir>) {
    for part in rates.split(", ") {
        if let Some(iops) = part.strip_suffix(" iops") {
            let iops = scaled(&iops.replace(' ', ""));
            draft.known(FigureOf::Iops, ddir, iops.map(|shown| shown.value));
        } else if part.ends_with("B/s") {
            draft.known(FigureOf::BytesPerS, ddir, amount(&part.replace(' ', ""), false));
        }
    }
}

/// ioping waits between its requests: its rate is 1 ÷ latency, and new versions print the rate with the pauses in a separate line.
fn pauses(draft: &mut RunDraft, rates: &str, generated: Option<&str>) {
    let of = |text: &str, before: &str| -> Option<(f64, f64)> {
        let (count, rest) = text.split_once(before)?;
        let time = time_ns(rest.split(',').next()?)?;
        Some((scaled(&count.replace(' ', ""))?.value, time / 1e9))
    };
    let spent = generated.map_or_else(
        || of(rates, " requests completed in "),
        |text| of(text, " requests in "),
    );
    if let Some((requests, seconds)) = spent
        && requests > 1.0
        && seconds / (requests - 1.0) > 0.5
    {
        let seconds = &format!("{:.1}", seconds / (requests - 1.0));
        draft.notes.push(Sentence::new(|lang| {
            messages::IopingPauses { seconds }.text(lang)
        }));
    }
}

/// `99 10970974 9024 36961581 40267 110818 358989 30756 100 12516420`: requests, their time, IOPS, bytes per second, the least, mean and largest
/// latency and their deviation, all requests and the whole time, in nanoseconds.
fn batch(place: LinePlace<'_>) -> Found {
    let text = place.first().filter(|text| text.len() < 300)?;
    let fields: Vec<f64> = text
        .split(' ')
        .map(|word| word.parse::<u64>().ok().map(|value| value as f64))
        .collect::<Option<_>>()?;
    let (count, time, iops, rate, min, mean, max) = match fields[..] {
        [count, time, iops, rate, min, mean, max, _, _, _] | [count, time, iops, rate, min, mean, max, _] => {
            (count, time, iops, rate, min, mean, max)
        }
        _ => return None,
    };
    let near = |one: f64, other: f64| (one - other).abs() <= 0.01 * other + 1.0;
    let fits = near(mean * count, time) && near(iops, count / time * 1e9) && min <= mean && mean <= max;
    if !fits || count < 1.0 || time < 1.0 {
        return None;
    }
    let mut draft = place.run(ImportKind::Ioping, 1, "ioping")?;
    place.claim(Program::Ioping, &mut draft);
    draft.figure(FigureOf::Iops, None, iops);
    draft.figure(FigureOf::BytesPerS, None, rate);
    draft.figure(FigureOf::RuntimeNs, None, time);
    draft.spread(FigureOf::LatMeanNs, None, Spread::of(mean), Some(count as u64));
    draft.figure(FigureOf::LatMinNs, None, min);
    draft.figure(FigureOf::LatMaxNs, None, max);
    Some((vec![draft], 1))
}
