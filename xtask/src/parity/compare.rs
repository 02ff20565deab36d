//! What counts as a difference.

use std::collections::BTreeSet;

use serde_json::Value;

use super::case::{Flags, ParityCase};
use super::launch::ProgramRun;

/// Keys that fio has had since 3.33, the installed version.
const LATER: [&str; 9] = [
    "job_start",
    "latency_target_ns",
    "latency_window_us",
    "priohint",
    "zone_resets",
    "read_sectors",
    "write_sectors",
    "aggr_read_sectors",
    "aggr_write_sectors",
];

pub(crate) fn compare(case: &ParityCase, theirs: &ProgramRun, mine: &ProgramRun) -> Vec<String> {
    let mut found = Vec::new();
    for (name, outcome) in [("fio", theirs), ("fiord", mine)] {
        if outcome.hung {
            let talk = outcome.talk.lines().take(4).collect::<Vec<_>>().join(" / ");
            found.push(format!("{name} did not end and was killed; it said: {talk}"));
        }
    }
    if mine.crashed {
        found.push(format!("a signal killed fiord; it said: {}", mine.talk));
    }
    if !found.is_empty() {
        return found;
    }
    let same_code = if case.flags.fails {
        (theirs.code != 0) == (mine.code != 0)
    } else {
        theirs.code == mine.code
    };
    if !same_code {
        let talk = |outcome: &ProgramRun| outcome.talk.lines().take(4).collect::<Vec<_>>().join(" / ");
        found.push(format!("exit code: fio {}, fiord {}", theirs.code, mine.code));
        found.push(format!("fio said: {}", talk(theirs)));
        found.push(format!("fiord said: {}", talk(mine)));
        return found;
    }
    if case.flags.parse || case.flags.fails {
        return found;
    }
    if theirs.left != mine.left && !case.flags.timed && !case.flags.sizes {
        found.push(format!(
            "files left: fio {:?}, fiord {:?}",
            theirs.left, mine.left
        ));
    }
    match (&theirs.json, &mine.json) {
        (Some(theirs), Some(mine)) => documents(case, theirs, mine, &mut found),
        (None, None) => {}
        (theirs, mine) => {
            found.push(format!(
                "JSON document: fio {}, fiord {}",
                theirs.is_some(),
                mine.is_some()
            ));
        }
    }
    if case.flags.offsets {
        logs(theirs, mine, &mut found);
    }
    found
}

fn documents(case: &ParityCase, theirs: &Value, mine: &Value, found: &mut Vec<String>) {
    // A direction that chance gave no I/O in one of them has no percentiles there.
    let drawn = case.flags.mix || case.flags.sizes;
    let by_chance = case.flags.random && drawn && taken(theirs) != taken(mine);
    if !case.flags.nokeys && !case.flags.noecho && !by_chance {
        let (a, b) = (keys(theirs), keys(mine));
        for key in a.difference(&b).take(6) {
            found.push(format!("key only in fio: {key}"));
        }
        // docs/fio-differences.md: json-later.
        let is_later = |key: &&String| LATER.iter().any(|name| key.rsplit('.').next() == Some(name));
        for key in b.difference(&a).filter(|key| !is_later(key)).take(6) {
            found.push(format!("key only in fiord: {key}"));
        }
    }
    same(
        "global options",
        &theirs["global options"],
        &valued(&mine["global options"]),
        found,
    );
    let empty = Vec::new();
    let a = theirs["jobs"].as_array().unwrap_or(&empty);
    let b = mine["jobs"].as_array().unwrap_or(&empty);
    if a.len() != b.len() {
        found.push(format!("jobs: fio {}, fiord {}", a.len(), b.len()));
        return;
    }
    for (at, (theirs, mine)) in a.iter().zip(b).enumerate() {
        let keys = ["jobname", "groupid", "error", "job options", "desc"];
        for key in keys
            .into_iter()
            .filter(|key| !case.flags.noecho || *key != "job options")
        {
            let mine = if key == "job options" {
                &valued(&mine[key])
            } else {
                &mine[key]
            };
            same(&format!("jobs[{at}].{key}"), &theirs[key], mine, found);
        }
        counts(&format!("jobs[{at}]"), case.flags, theirs, mine, found);
    }
}

/// Which directions of which jobs had I/Os, and which jobs syncs.
fn taken(document: &Value) -> Vec<bool> {
    let jobs = document["jobs"].as_array().cloned().unwrap_or_default();
    let took =
        |job: &Value| ["read", "write", "trim", "sync"].map(|ddir| number(&job[ddir]["total_ios"]) > 0.0);
    jobs.iter().flat_map(took).collect()
}

/// The options with a value: fio 3.33 leaves flags out (docs/fio-differences.md: json-later).
fn valued(options: &Value) -> Value {
    let mut options = options.clone();
    if let Some(members) = options.as_object_mut() {
        members.retain(|_, value| value != "");
    }
    options
}

fn same(what: &str, theirs: &Value, mine: &Value, found: &mut Vec<String>) {
    if theirs != mine {
        found.push(format!("{what}: fio {theirs}, fiord {mine}"));
    }
}

fn counts(job: &str, flags: Flags, theirs: &Value, mine: &Value, found: &mut Vec<String>) {
    const DDIRS: [&str; 4] = ["read", "write", "trim", "mixed"];
    const COUNTS: [&str; 4] = ["total_ios", "io_bytes", "short_ios", "drop_ios"];
    if flags.timed {
        for ddir in DDIRS {
            let (a, b) = (
                number(&theirs[ddir]["total_ios"]),
                number(&mine[ddir]["total_ios"]),
            );
            if (a > 0.0) != (b > 0.0) {
                found.push(format!("{job}.{ddir}.total_ios: fio {a}, fiord {b}"));
            }
        }
        return;
    }
    // FIO-DIFF(datasync-count): fio 3.33 counts these syncs as short transfers.
    let counted = if flags.datasync { &COUNTS[..2] } else { &COUNTS[..] };
    let is_left_out = |key: &str| flags.nobytes && key == "io_bytes";
    let mut sums = [[0.0; 2]; 2];
    let ios: f64 = DDIRS
        .into_iter()
        .map(|ddir| number(&theirs[ddir]["total_ios"]))
        .sum();
    let share = match (flags.sizes, flags.random) {
        (true, true) => SIZES_SHARE.max(chance(ios / f64::from(flags.rounds.max(1)))),
        (true, false) => SIZES_SHARE,
        _ => chance(ios / f64::from(flags.rounds.max(1))),
    };
    for ddir in DDIRS {
        for (at, &key) in counted.iter().enumerate() {
            let (a, b) = (number(&theirs[ddir][key]), number(&mine[ddir][key]));
            if at < 2 {
                sums[at][0] += a;
                sums[at][1] += b;
            }
            if !is_left_out(key) && differs(a, b, if flags.mix || flags.sizes { share } else { 0.0 }) {
                found.push(format!("{job}.{ddir}.{key}: fio {a}, fiord {b}"));
            }
        }
    }
    for (key, [a, b]) in COUNTS.into_iter().zip(sums) {
        if !is_left_out(key) && differs(a, b, if flags.sizes { share } else { 0.0 }) {
            found.push(format!("{job}: sum of {key}: fio {a}, fiord {b}"));
        }
    }
    let syncs = |job: &Value| {
        let short: f64 = DDIRS[..3]
            .iter()
            .map(|ddir| number(&job[*ddir]["short_ios"]))
            .sum();
        number(&job["sync"]["total_ios"]) + if flags.datasync { short } else { 0.0 }
    };
    let (a, b) = (syncs(theirs), syncs(mine));
    if !flags.syncs && differs(a, b, if flags.mix || flags.sizes { share } else { 0.0 }) {
        found.push(format!("{job}.sync.total_ios: fio {a}, fiord {b}"));
    }
}

/// Where block sizes are drawn, counts may differ by this share.
const SIZES_SHARE: f64 = 0.25;

/// How far a fair split of that many I/Os strays: five standard deviations of the difference of two such splits.
fn chance(ios: f64) -> f64 {
    5.0 * 2.0_f64.sqrt() / ios.max(1.0).sqrt()
}

fn differs(a: f64, b: f64, share: f64) -> bool {
    (a - b).abs() > share * a.max(b)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

/// Every path through objects; array places become `[]`. Left out are the histogram bins, whose keys are latencies, and flags among the
/// options ([`valued`]).
fn keys(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![(String::new(), document)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    if path.ends_with(" options") && inner == "" {
                        continue;
                    }
                    let path = format!("{path}.{key}");
                    if key != "bins" {
                        open.push((path.clone(), inner));
                    }
                    found.insert(path);
                }
            }
            Value::Array(items) => open.extend(items.iter().map(|item| (format!("{path}[]"), item))),
            _ => {}
        }
    }
    // Percentiles exist where there was at least one sample: a direction that a random mix never took has none.
    found
}

fn logs(theirs: &ProgramRun, mine: &ProgramRun, found: &mut Vec<String>) {
    let names = |outcome: &ProgramRun| {
        outcome
            .offsets
            .iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
    };
    if names(theirs) != names(mine) || theirs.offsets.is_empty() {
        found.push(format!("logs: fio {:?}, fiord {:?}", names(theirs), names(mine)));
        return;
    }
    // fio numbers the clones of a job in another order (docs/fio-differences.md: clone-order): whose log it is does not matter.
    let sorted = |outcome: &ProgramRun| {
        let mut logs = outcome.offsets.clone();
        logs.sort_by(|a, b| a.1.cmp(&b.1));
        logs
    };
    for ((name, a), (_, b)) in sorted(theirs).iter().zip(&sorted(mine)) {
        if a == b {
            continue;
        }
        let at = a
            .iter()
            .zip(b)
            .position(|(a, b)| a != b)
            .unwrap_or(a.len().min(b.len()));
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "nothing".into());
        found.push(format!(
            "{name}: I/O {at} of {}: fio {}, fiord {} (of {})",
            a.len(),
            line(a),
            line(b),
            b.len()
        ));
    }
}
