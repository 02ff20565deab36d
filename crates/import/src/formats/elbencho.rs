//! Reads elbencho: its table on the screen, its CSV of results, and its CSV of live statistics.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, has_flag, option};
use crate::command::{self, Program};
use crate::counted::{JobOption, ToolCounts};
use crate::draft::RunDraft;
use crate::shown::decimal;

const MIB: f64 = 1_048_576.0;

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if first.starts_with("ISO date,") {
        csv(place)
    } else if first.starts_with("ISO Date,") {
        live(place)
    } else if first.starts_with("OPERATION") && first.contains("RESULT TYPE") {
        screen(place)
    } else {
        None
    }
}

/// `WRITE  Elapsed time  :  2m3.241s  2m5.755s`, then other values with an empty first column: first done and last done. Operations without I/O are left out.
fn screen(place: LinePlace<'_>) -> Found {
    let mut found: Vec<(Ddir, RunDraft)> = Vec::new();
    let mut taken = 1;
    let mut is_io = false;
    for (index, line) in place.lines.iter().enumerate().skip(1) {
        let text = line.text.trim();
        if text.starts_with("===") || text == "---" {
            continue;
        }
        let Some((head, values)) = text.split_once(" :") else {
            break;
        };
        let values: Vec<&str> = values.split_whitespace().collect();
        let Some(last) = values.last() else { break };
        let operation = head.split_whitespace().next().unwrap_or_default();
        if operation != "Elapsed" && head.contains("Elapsed") {
            is_io = direction(operation).is_some();
        }
        if !is_io {
            taken = index + 1;
            continue;
        }
        if let Some(ddir) = direction(operation) {
            let mut draft = place.part(ImportKind::Elbencho, index, index + 1, operation)?;
            place.claim(Program::Elbencho, &mut draft);
            draft.label("operation", ddir.name());
            found.push((ddir, draft));
        }
        let Some((ddir, draft)) = found.last_mut() else {
            break;
        };
        let ddir = Some(*ddir);
        let number = decimal(last).map(|(value, _)| value);
        if head.contains("Elapsed time") || head.contains("Elapsed ms") {
            let seconds = if head.contains(" ms") {
                number.map(|ms| ms / 1e3)
            } else {
                elapsed(last)
            };
            draft.known(FigureOf::RuntimeNs, None, seconds.map(|seconds| seconds * 1e9));
        } else if head.trim().ends_with("IOPS") {
            draft.known(FigureOf::Iops, ddir, number);
        } else if head.contains("Throughput MiB/s") {
            draft.known(FigureOf::BytesPerS, ddir, number.map(|mib| mib * MIB));
        } else if head.contains("Total MiB") {
            draft.known(FigureOf::Bytes, ddir, number.map(|mib| mib * MIB));
        }
        if values.len() > 1 && (head.contains("IOPS") || head.contains("Throughput")) {
            draft.label(format!("first done, {}", head.trim()), values[0]);
        }
        draft.lines.1 = line.number;
        taken = index + 1;
    }
    let mut drafts = Vec::new();
    for (ddir, mut draft) in found {
        let words = draft.command.as_deref().map(command::words).unwrap_or_default();
        if !words.is_empty() {
            draft.ran(&asked(&words, ddir == Ddir::Write));
        }
        drafts.push(draft);
    }
    drafts.retain(|draft| !draft.figures.is_empty());
    (!drafts.is_empty()).then_some((drafts, taken))
}

fn direction(operation: &str) -> Option<Ddir> {
    match operation {
        "READ" => Some(Ddir::Read),
        "WRITE" => Some(Ddir::Write),
        _ => None,
    }
}

/// `2m5.755s`, `1h2m3s`, `20.01s`.
fn elapsed(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut sum = 0.0;
    while !rest.is_empty() {
        let (value, unit) = decimal(rest)?;
        let (factor, length) = match unit {
            unit if unit.starts_with("ms") => (1e-3, 2),
            unit if unit.starts_with('h') => (3600.0, 1),
            unit if unit.starts_with('m') => (60.0, 1),
            unit if unit.starts_with('s') => (1.0, 1),
            _ => return None,
        };
        sum += value * factor;
        rest = unit.get(length..)?;
    }
    (sum > 0.0).then_some(sum)
}

/// The hosts of a list: `node1,node2`, `192.168.0.[1,3,5]`, `node[1-4]`.
fn hosts(list: &str) -> u64 {
    let mut count = 0_u64;
    let mut parts = 1_u64;
    let mut in_brackets = false;
    for part in list.split_inclusive([',', '[', ']']) {
        let number = part.trim_end_matches([',', ']']);
        if in_brackets {
            let range = number.split_once('-').and_then(|(from, to)| {
                let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
                Some(to.checked_sub(from)?.saturating_add(1))
            });
            parts = parts.saturating_add(range.unwrap_or(1));
        }
        match part.chars().last() {
            Some('[') => (in_brackets, parts) = (true, 0),
            Some(']') => in_brackets = false,
            Some(',') if !in_brackets => (count, parts) = (count.saturating_add(parts), 1),
            _ => {}
        }
    }
    count.saturating_add(parts)
}

/// The job of a command in fio's words, of all its hosts.
fn asked(words: &[String], writes: bool) -> Vec<JobOption> {
    let of = |names: &[&str]| option(words, names).map(str::to_owned);
    let is_random = has_flag(words, &["--rand"]);
    let mut options: Vec<JobOption> = vec![
        ("rw", mode(writes, is_random)),
        ("bs", of(&["-b", "--block"]).unwrap_or_else(|| "1m".to_owned())),
    ];
    let depth = of(&["--iodepth"]);
    options.push((
        "ioengine",
        if depth.is_some() { "libaio" } else { "psync" }.to_owned(),
    ));
    options.extend(depth.map(|depth| ("iodepth", depth)));
    let threads = of(&["-t", "--threads"]).and_then(|threads| threads.parse::<u64>().ok());
    let hosts = of(&["--hosts"]).map_or(1, |list| hosts(&list));
    let workers = threads.unwrap_or(1).saturating_mul(hosts);
    options.push(("numjobs", workers.to_string()));
    options.extend(of(&["-s", "--size"]).map(|size| ("size", size)));
    if has_flag(words, &["--direct"]) {
        options.push(("direct", "1".to_owned()));
    }
    options.extend(of(&["--timelimit"]).map(|seconds| ("runtime", seconds)));
    options
}

fn mode(writes: bool, is_random: bool) -> String {
    let ddir = if writes { "write" } else { "read" };
    format!("{}{ddir}", if is_random { "rand" } else { "" })
}

/// The fields of a line of CSV; quotes hold commas.
fn fields(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            c => {
                if let Some(last) = all.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    all
}

/// The rows below a head of CSV, each as a function from a name to its field.
fn rows<'t>(place: LinePlace<'t>) -> impl Iterator<Item = (usize, impl Fn(&str) -> Option<String>)> + 't {
    let heads = place.first().map(fields).unwrap_or_default();
    let more = place.lines.iter().enumerate().skip(1);
    more.map_while(move |(index, line)| {
        let row = fields(line.text.trim());
        let heads = heads.clone();
        (row.len() == heads.len() && row.len() > 10).then_some((index, move |name: &str| {
            let at = heads.iter().position(|head| head == name)?;
            row.get(at).filter(|field| !field.is_empty()).cloned()
        }))
    })
}

fn csv(place: LinePlace<'_>) -> Found {
    let mut drafts = Vec::new();
    let mut taken = 1;
    for (index, field) in rows(place) {
        let number = |name: &str| field(name).and_then(|text| text.parse::<f64>().ok());
        let Some(ddir) = field("operation").as_deref().and_then(direction) else {
            taken = index + 1;
            continue;
        };
        let name = field("label").or_else(|| field("operation")).unwrap_or_default();
        let mut draft = place.part(ImportKind::Elbencho, index, index + 1, &name)?;
        draft.command = field("command");
        let seconds = number("time ms [last]").map(|ms| ms / 1e3);
        let bytes = number("MiB [last]").map(|mib| mib * MIB);
        draft.known(FigureOf::Iops, Some(ddir), number("IOPS [last]"));
        draft.known(
            FigureOf::BytesPerS,
            Some(ddir),
            number("MiB/s [last]").map(|mib| mib * MIB),
        );
        draft.known(FigureOf::Bytes, Some(ddir), bytes);
        draft.known(FigureOf::RuntimeNs, None, seconds.map(|seconds| seconds * 1e9));
        let ios = number("IOPS [last]")
            .zip(seconds)
            .map(|(iops, seconds)| iops * seconds);
        let us = |name: &str| number(name).map(|us| us * 1e3);
        let latency = [
            us("IO lat us [avg]"),
            us("IO lat us [min]"),
            us("IO lat us [max]"),
        ];
        if let Some(mean) = latency[0] {
            draft.spread(
                FigureOf::LatMeanNs,
                Some(ddir),
                Spread::of(mean),
                ios.map(|ios| ios as u64),
            );
        }
        draft.known(FigureOf::LatMinNs, Some(ddir), latency[1]);
        draft.known(FigureOf::LatMaxNs, Some(ddir), latency[2]);
        let is_on = |name: &str| field(name).is_some_and(|value| value == "1" || value == "yes");
        let mut options: Vec<JobOption> = vec![
            ("rw", mode(ddir == Ddir::Write, is_on("random"))),
            ("bs", field("block size").unwrap_or_else(|| "1m".to_owned())),
            (
                "ioengine",
                if field("IO depth").as_deref() == Some("1") {
                    "psync"
                } else {
                    "libaio"
                }
                .to_owned(),
            ),
            ("iodepth", field("IO depth").unwrap_or_else(|| "1".to_owned())),
            ("numjobs", field("threads").unwrap_or_else(|| "1".to_owned())),
        ];
        if is_on("direct IO") {
            options.push(("direct", "1".to_owned()));
        }
        options.extend(field("file size").map(|size| ("size", size)));
        let latency = match latency {
            [Some(mean), Some(min), Some(max)] => Some([mean, min, max]),
            _ => None,
        };
        match (ios, bytes, seconds) {
            (Some(ios), Some(bytes), Some(seconds)) => {
                draft.counted(&options, seconds, &[(ddir, ToolCounts { ios, bytes, latency })]);
            }
            _ => draft.ran(&options),
        }
        drafts.push(draft);
        taken = index + 1;
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// The rates of each interval: the least and the largest.
fn live(place: LinePlace<'_>) -> Found {
    let mut series: Vec<(Ddir, [Vec<f64>; 3])> = Vec::new();
    let mut taken = 1;
    for (index, field) in rows(place) {
        taken = index + 1;
        let number = |name: &str| {
            field(name)
                .and_then(|text| text.parse::<f64>().ok())
                .filter(|value| value.is_finite())
        };
        let is_total = field("Rank").is_none_or(|rank| rank == "Total");
        let Some(ddir) = field("Phase").as_deref().and_then(direction).filter(|_| is_total) else {
            continue;
        };
        let at = series
            .iter()
            .position(|(known, _)| *known == ddir)
            .unwrap_or_else(|| {
                series.push((ddir, Default::default()));
                series.len() - 1
            });
        let values = [
            number("IOPS"),
            number("MiB/s").map(|mib| mib * MIB),
            number("Lat IO us").map(|us| us * 1e3),
        ];
        for (list, value) in series[at].1.iter_mut().zip(values) {
            list.extend(value);
        }
    }
    let mut drafts = Vec::new();
    for (ddir, lists) in series {
        let mut draft = place.run(ImportKind::Elbencho, taken, ddir.name())?;
        for (what, list) in [FigureOf::Iops, FigureOf::BytesPerS, FigureOf::LatMeanNs]
            .into_iter()
            .zip(lists)
        {
            let value = Spread {
                low: list.iter().copied().fold(f64::INFINITY, f64::min),
                high: list.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            };
            draft.spread(what, Some(ddir), value, Some(list.len() as u64));
        }
        drafts.push(draft);
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_a_list_are_counted() {
        for (list, count) in [
            ("node1", 1),
            ("node1,node2", 2),
            ("192.168.0.[1,3,5]", 3),
            ("node[1-4],other", 5),
            ("node[1-4,7]", 5),
        ] {
            assert_eq!(hosts(list), count, "{list}");
        }
    }
}
