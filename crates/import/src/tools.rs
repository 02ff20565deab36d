//! Reads what small programs print: ping, scp, dd, hdparm, ioping, sysbench, bonnie++.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::draft::{RunDraft, TextLine};
use super::shown::{after, bytes, leading, unit_ns};

/// A reader of what begins with the first of these lines.
type Reading = fn(&[TextLine]) -> Option<(RunDraft, usize)>;

/// Reads the output of one of these programs that begins at a line: its runs, and how many lines it has.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let readers: [Reading; 7] = [ping, scp, dd, hdparm, ioping, sysbench, bonnie];
    let rest = lines.get(at..)?;
    readers
        .iter()
        .find_map(|reader| reader(rest))
        .map(|(draft, taken)| (vec![draft], taken))
}

fn draft(kind: ImportKind, lines: &[TextLine], taken: usize, name: &str) -> Option<RunDraft> {
    let last = lines.get(taken.checked_sub(1)?)?;
    Some(RunDraft::new(kind, (lines.first()?.number, last.number), name))
}

/// `PING host …`, one line per answer, and the statistics.
fn ping(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let head = lines.first()?.text.trim();
    let target = head.strip_prefix("PING ")?.split_whitespace().next()?;
    let (mut times, mut taken) = (Vec::new(), 1);
    let (mut sent, mut received, mut summary) = (None, None, None);
    for (index, line) in lines.iter().enumerate().skip(1) {
        let text = line.text.trim();
        if text.contains("bytes from") {
            times.extend(after(text, "time=").and_then(|value| value.parse::<f64>().ok()));
        } else if text.contains("packets transmitted") {
            let mut parts = text.split(", ");
            sent = parts.next().and_then(leading);
            received = parts.next().and_then(leading);
        } else if text.starts_with("rtt ") || text.starts_with("round-trip ") {
            summary = text.split_once(" = ").map(|(_, values)| values);
            taken = index + 1;
            break;
        } else if !(text.is_empty() || text.starts_with("---") || text.contains("icmp_seq")) {
            break;
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    let mut draft = draft(ImportKind::Ping, lines, taken, target)?;
    let count = received.map(|(shown, _)| shown.value as u64);
    if let Some(values) = summary {
        let (list, unit) = values.split_once(' ')?;
        let unit = unit_ns(unit.split([',', ' ']).next()?)?;
        let mut values = list
            .split('/')
            .map(|value| value.parse::<f64>().ok().map(|value| value * unit));
        draft.known(FigureOf::LatMinNs, None, values.next().flatten());
        if let Some(mean) = values.next().flatten() {
            draft.spread(FigureOf::LatMeanNs, None, Spread::of(mean), count);
        }
        draft.known(FigureOf::LatMaxNs, None, values.next().flatten());
    } else if !times.is_empty() {
        // Cut before the statistics: the answers that are there.
        let sum: f64 = times.iter().sum();
        let mean = sum / times.len() as f64 * 1e6;
        draft.spread(
            FigureOf::LatMeanNs,
            None,
            Spread::of(mean),
            Some(times.len() as u64),
        );
        draft
            .notes
            .push("the output ends before its statistics".to_owned());
    }
    if let (Some((sent, _)), Some((received, _))) = (sent, received) {
        draft.figure(FigureOf::Samples, None, received.value);
        if sent.value > 0.0 {
            draft.figure(
                FigureOf::LostPercent,
                None,
                (1.0 - received.value / sent.value) * 100.0,
            );
        }
    }
    (!draft.figures.is_empty()).then_some((draft, taken))
}

/// `file   100% 3743MB 111.8MB/s   00:33`: scp's MB are 2²⁰ bytes.
fn scp(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let text = lines.first()?.text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "100%")?;
    let rate = words.get(at + 2).filter(|word| word.ends_with("B/s"))?;
    let total = bytes(words.get(at + 1)?, true)?;
    let mut draft = draft(ImportKind::Scp, lines, 1, words.first()?)?;
    draft.figure(FigureOf::BytesPerS, None, bytes(rate, true)?.value);
    draft.figure(FigureOf::Bytes, None, total.value);
    let clock = words
        .get(at + 3)
        .map(|clock| clock.split(':').map(|part| part.parse::<u64>().ok()));
    let seconds = clock.and_then(|parts| parts.collect::<Option<Vec<u64>>>());
    let seconds = seconds.map(|parts| {
        parts
            .iter()
            .fold(0_u64, |sum, part| sum.saturating_mul(60).saturating_add(*part))
    });
    draft.known(FigureOf::RuntimeNs, None, seconds.map(|s| s as f64 * 1e9));
    Some((draft, 1))
}

/// `1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s`, with the lines of records above.
fn dd(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let is_records =
        |text: &str| text.contains("+") && (text.contains("records in") || text.contains("records out"));
    let above = lines
        .iter()
        .take(2)
        .take_while(|line| is_records(line.text.trim()))
        .count();
    let text = lines.get(above)?.text.trim();
    let (total, rest) = leading(text)?;
    if !rest.trim_start().starts_with("bytes") {
        return None;
    }
    let (_, rest) = rest.split_once("copied, ")?;
    let (seconds, rest) = leading(rest)?;
    let mut draft = draft(ImportKind::Dd, lines, above + 1, "dd")?;
    draft.figure(FigureOf::Bytes, None, total.value);
    draft.figure(FigureOf::RuntimeNs, None, seconds.value * 1e9);
    if seconds.value > 0.0 && rest.trim_start().starts_with('s') {
        draft.figure(FigureOf::BytesPerS, None, total.value / seconds.value);
    }
    Some((draft, above + 1))
}

/// ` Timing buffered disk reads: 1580 MB in  3.00 seconds = 526.37 MB/sec`: its MB are 2²⁰ bytes.
fn hdparm(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let text = lines.first()?.text.trim();
    let (name, rest) = text.strip_prefix("Timing ")?.split_once(':')?;
    let (total, rest) = rest.split_once(" in ")?;
    let (time, rate) = rest.split_once(" = ")?;
    let mut draft = draft(ImportKind::Hdparm, lines, 1, name)?;
    let read = Some(Ddir::Read);
    draft.known(
        FigureOf::Bytes,
        read,
        bytes(total.trim(), true).map(|shown| shown.value),
    );
    draft.known(
        FigureOf::RuntimeNs,
        None,
        leading(time).map(|(shown, _)| shown.value * 1e9),
    );
    draft.figure(FigureOf::BytesPerS, read, bytes(rate.trim(), true)?.value);
    if name.contains("cached") && !name.contains("direct") {
        draft.label("measures", "memory, not the disk");
    }
    Some((draft, 1))
}

/// Answers of ioping and its statistics; `min/avg/max/mdev = 1.2 ms / 3.4 ms / …`.
fn ioping(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let first = lines.first()?.text.trim();
    let is_answer = |text: &str| text.contains("<<<") || text.contains(">>>") || text.contains(": request=");
    if !(is_answer(first) || first.starts_with("---") && first.contains("ioping statistics")) {
        return None;
    }
    let mut taken = 0;
    let (mut name, mut rates, mut times, mut requests) = (None, None, None, None);
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        if text.contains("ioping statistics") {
            name = text
                .strip_prefix("--- ")
                .map(|rest| rest.split(" (").next().unwrap_or(rest).to_owned());
        } else if text.contains("requests completed in") {
            rates = Some(text);
            let count = text
                .split(" requests")
                .next()
                .unwrap_or_default()
                .replace(' ', "");
            requests = super::shown::scaled(&count).map(|shown| shown.value as u64);
        } else if let Some(values) = text.strip_prefix("min/avg/max/mdev = ") {
            times = Some(values);
            taken = index + 1;
            break;
        } else if !(is_answer(text) || text.is_empty() || text.starts_with("generated ")) {
            break;
        }
        taken = index + 1;
    }
    let mut draft = draft(ImportKind::Ioping, lines, taken, &name?)?;
    let mut parts = times?.split(" / ").map(|part| {
        let (shown, unit) = leading(part)?;
        Some(shown.value * unit_ns(unit)?)
    });
    draft.known(FigureOf::LatMinNs, None, parts.next().flatten());
    if let Some(mean) = parts.next().flatten() {
        draft.spread(FigureOf::LatMeanNs, None, Spread::of(mean), requests);
    }
    draft.known(FigureOf::LatMaxNs, None, parts.next().flatten());
    for part in rates.unwrap_or_default().split(", ") {
        if let Some(iops) = part.strip_suffix(" iops") {
            draft.known(
                FigureOf::Iops,
                None,
                super::shown::scaled(&iops.replace(' ', "")).map(|shown| shown.value),
            );
        } else if part.ends_with("B/s") {
            draft.known(
                FigureOf::BytesPerS,
                None,
                bytes(&part.replace(' ', ""), false).map(|shown| shown.value),
            );
        }
    }
    Some((draft, taken))
}

/// The summary of `sysbench fileio`, from `File operations:` or `Throughput:` to the latencies.
fn sysbench(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let first = lines.first()?.text.trim();
    if first != "File operations:" {
        return None;
    }
    let mut found: Vec<(FigureOf, Option<Ddir>, f64)> = Vec::new();
    let mut taken = 1;
    let mut in_latency = false;
    for (index, line) in lines.iter().enumerate().skip(1).take(40) {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        in_latency |= text.starts_with("Latency");
        let Some((key, value)) = text.split_once(':') else {
            break;
        };
        let number = leading(value).map(|(shown, _)| shown.value);
        let read = Some(Ddir::Read);
        let write = Some(Ddir::Write);
        let figure = match key.trim() {
            "reads/s" => Some((FigureOf::Iops, read, 1.0)),
            "writes/s" => Some((FigureOf::Iops, write, 1.0)),
            "read, MiB/s" => Some((FigureOf::BytesPerS, read, 1_048_576.0)),
            "written, MiB/s" => Some((FigureOf::BytesPerS, write, 1_048_576.0)),
            "total time" => Some((FigureOf::RuntimeNs, None, 1e9)),
            "min" if in_latency => Some((FigureOf::LatMinNs, None, 1e6)),
            "avg" if in_latency => Some((FigureOf::LatMeanNs, None, 1e6)),
            "max" if in_latency => Some((FigureOf::LatMaxNs, None, 1e6)),
            "total number of events" => Some((FigureOf::Samples, None, 1.0)),
            _ => None,
        };
        if let (Some((what, ddir, factor)), Some(number)) = (figure, number) {
            found.push((what, ddir, number * factor));
        }
        taken = index + 1;
    }
    let mut draft = draft(ImportKind::Sysbench, lines, taken, "sysbench fileio")?;
    for (what, ddir, value) in found {
        draft.figure(what, ddir, value);
    }
    (!draft.figures.is_empty()).then_some((draft, taken))
}

/// bonnie++'s line for programs: `1.98,1.98,host,1,…`, with the rates of blocks in KiB/s in the fields 9 and 15 (from 0), and seeks in field 17.
fn bonnie(lines: &[TextLine]) -> Option<(RunDraft, usize)> {
    let text = lines.first()?.text.trim();
    let fields: Vec<&str> = text.split(',').collect();
    let is_version = |field: &&str| field.len() >= 4 && field.starts_with(['1', '2']) && field.contains('.');
    if fields.len() < 40 || !fields.iter().take(2).all(is_version) {
        return None;
    }
    // Since format 1.98 two fields more stand before the rates.
    let shift = if fields.first()?.parse::<f64>().ok()? > 1.975 {
        2
    } else {
        0
    };
    let rate = |at: usize| fields.get(at + shift).and_then(|field| field.parse::<f64>().ok());
    let mut draft = draft(ImportKind::Bonnie, lines, 1, fields.get(2)?)?;
    draft.label("size", *fields.get(5)?);
    for (place, name, ddir) in [(9, "block write", Ddir::Write), (15, "block read", Ddir::Read)] {
        if let Some(kib) = rate(place) {
            draft.label("measures", name);
            draft.figure(FigureOf::BytesPerS, Some(ddir), kib * 1024.0);
        }
    }
    // Beyond what it can time it prints plus signs: then no number is known.
    draft.known(FigureOf::Iops, None, rate(17));
    (!draft.figures.is_empty()).then_some((draft, 1))
}
