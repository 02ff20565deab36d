//! What options do about the findings that are not yet files in `traps/`.

use fiord_job::plan::Ddir;

use super::options::idle_options;
use super::units::misread;
use crate::amount::{beyond_memory, is_made};
use crate::edit::Edit;
use crate::legacy::Legacy;
use crate::look::Look;
use crate::planned::{issues, reaches_disk};
use crate::trap::{Severity, Stage};

/// In which order findings are corrected, and how severe one has to be.
pub(crate) fn stage(trap: &str) -> Option<(Stage, Severity)> {
    let stage = match trap {
        "unit-misread" | "unaligned-direct" => Stage::Units,
        "direct-buffered" | "late-generator" | "ignored-option" => Stage::Engine,
        "gtod-reduce" => Stage::Source,
        "ends-early" | "short-run" | "few-samples" => Stage::Time,
        _ => return None,
    };
    let least = match trap {
        "ignored-option" | "direct-buffered" => Severity::Note,
        _ => Severity::Care,
    };
    Some((stage, least))
}

/// Corrects what one finding names.
pub(crate) fn mend(edit: &mut Edit<'_>, finding: &Legacy, look: &Look<'_>) {
    match finding.trap.name() {
        "unit-misread" => units(edit),
        "unaligned-direct" => whole_sectors(edit, finding),
        "direct-buffered" => {
            let direct = edit.value("direct").unwrap_or_default();
            edit.remove("buffered");
            edit.set("direct", &direct);
        }
        "ignored-option" => idle_options(look)
            .iter()
            // `ends-early` decides which of them stays.
            .filter(|idle| !matches!(idle.name, "time_based" | "runtime"))
            .for_each(|idle| edit.remove(idle.name)),
        "late-generator" if look.can_be_direct() => {
            edit.set("direct", "1");
            edit.set("ioengine", "libaio");
            edit.set("iodepth", "32");
        }
        "ends-early" => until_the_time_is_up(edit, look),
        "short-run" | "few-samples" => longer(edit, look, finding.trap.name()),
        "gtod-reduce" => [
            "gtod_reduce",
            "disable_clat",
            "disable_lat",
            "disable_slat",
            "iodepth_batch_complete_min",
        ]
        .into_iter()
        .for_each(|name| edit.remove(name)),
        _ => {}
    }
}

fn units(edit: &mut Edit<'_>) {
    let kb_base = if edit.value("kb_base").as_deref() == Some("1000") {
        1000
    } else {
        1024
    };
    for at in 0..edit.job.own.len() {
        let (name, Some(text)) = (edit.job.own[at].spec.name, edit.job.own[at].value.clone()) else {
            continue;
        };
        if misread(name, &text, kb_base).is_empty() {
            continue;
        }
        let mut better = String::new();
        for part in text.split_inclusive([',', ':', '-']) {
            let (number, mark) = match part.strip_suffix([',', ':', '-']) {
                Some(number) => (number, &part[number.len()..]),
                None => (part, ""),
            };
            let said = misread(name, number, kb_base)
                .into_iter()
                .next()
                .and_then(|wrong| wrong.meant);
            better.push_str(said.as_deref().unwrap_or(number.trim()));
            better.push_str(mark);
        }
        if misread(name, &better, kb_base).is_empty() {
            edit.changed = true;
            edit.job.own[at].value = Some(better);
        }
    }
}

fn whole_sectors(edit: &mut Edit<'_>, finding: &Legacy) {
    let number = |name: &str| {
        finding
            .values
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value as u64)
    };
    let (Some(block), Some(sector)) = (number("block_bytes"), number("sector_bytes")) else {
        return;
    };
    let only = edit.value("bs").is_some_and(|bs| !bs.contains([',', '-', ':']));
    if only && edit.value("bsrange").is_none() && edit.value("bssplit").is_none() {
        edit.set("bs", &block.next_multiple_of(sector.max(512)).to_string());
    }
}

/// The clock decides, or the size: by the clock, buffered I/O would go round in memory.
fn until_the_time_is_up(edit: &mut Edit<'_>, look: &Look<'_>) {
    let by_clock = reaches_disk(look.job) || look.job.engine.kind.is_diskless();
    match (by_clock, look.job.control.runtime_us) {
        (true, 0) => edit.set("runtime", "60s"),
        (true, _) if look.job.control.time_based => {}
        (true, _) => edit.flag("time_based"),
        (false, 0) => edit.remove("time_based"),
        (false, _) => edit.remove("runtime"),
    }
}

/// A minute by the clock; buffered writes grow instead, because by the clock they would rewrite memory, and where they are
/// too few all the same only those percentiles are asked for that they can give.
fn longer(edit: &mut Edit<'_>, look: &Look<'_>, rule: &str) {
    if !reaches_disk(look.job) {
        let whole_bytes = look.planned.total_bytes;
        if is_made(look) && !issues(look.job, Ddir::Read) {
            beyond_memory(edit, look);
        }
        if rule == "few-samples" && !edit.changed && whole_bytes.is_some() {
            fewer_percentiles(edit, look);
        }
        return;
    }
    if rule == "few-samples" && look.job.control.runtime_us > 0 && look.job.control.time_based {
        return;
    }
    edit.set("runtime", "60s");
    if !look.job.control.time_based {
        edit.flag("time_based");
    }
    for name in ["loops", "number_ios", "io_size"] {
        edit.remove(name);
    }
}

/// The lowest percentile for whose sake a list is worth giving.
const WORTH_LISTING: f64 = 95.0;

/// The percentiles beyond which a hundred I/Os lie.
fn fewer_percentiles(edit: &mut Edit<'_>, look: &Look<'_>) {
    let Some(ios) = look.planned.ios else { return };
    let enough = |p: &f64| *p <= 50.0 || ios as f64 * (1.0 - p / 100.0) >= 99.9;
    let asked = &look.job.report.percentiles;
    let kept: Vec<f64> = asked.iter().copied().filter(enough).collect();
    // A list that ends at the median is no correction of a run that is too short.
    if kept.last().is_some_and(|highest| *highest >= WORTH_LISTING) && kept.len() < asked.len() {
        let list: Vec<String> = kept.iter().map(f64::to_string).collect();
        edit.set("percentile_list", &list.join(":"));
    }
}
