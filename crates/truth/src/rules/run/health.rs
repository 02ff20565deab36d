//! What a run did to the disk: heat, slowing down for heat, warnings and errors that it counted meanwhile. Judged from the
//! drive's own facts at both ends of the run; how hot it was between is not known. What is wrong with a disk before anything
//! runs is for the machine's check `health` to say.

use fiord_host::health::{Health, NvmeSmart};

use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::evidence::DeviceUse;
use fiord_record::number::{plural, short};

/// Bits of the critical warning, in the words of NVM Express.
const WARNINGS: [&str; 5] = [
    "spare blocks low",
    "temperature",
    "unreliable",
    "read-only",
    "memory backup failed",
];

/// Hot, slowed down, or failing under the run.
pub(super) const HEAT: Rule = Rule {
    id: "heat",
    family: Family::Shape,
    title: "the disk got hot, slowed down or counted errors",
    why: "a hot drive slows itself down, and one that corrects errors reads again: the number is of that state, and it depends on the room and on what ran before",
    attempt: "cool the drive, wait until it is cold, and look at the rate over time; on errors look at the drive first (nvme smart-log, smartctl -x)",
    example: "A drive that warns at 84 °C has 61 °C when ten minutes of writing begin and 86 °C when they end, and its SMART log counts 240 s more of slowing down for heat: the mean is of a cold and of a throttled drive.",
    source: "NVM Express, SMART / Health Information (log page 02h); method: which cliff is it",
    when: When::Run,
    judge: heat,
};

fn heat(e: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = e.witnessed() else {
        return Vec::new();
    };
    evidence.leaves().filter_map(judge).collect()
}

/// What was seen of one device, and how much the worst of it matters.
struct Seen {
    severity: Severity,
    clauses: Vec<String>,
    values: Vec<(&'static str, f64)>,
}

impl Seen {
    fn add(&mut self, severity: Severity, clause: String) {
        self.severity = self.severity.max(severity);
        self.clauses.push(clause);
    }

    /// A counter that grew. One that went back was reset, and says nothing.
    fn grew(
        &mut self,
        (before, after): (u64, u64),
        severity: Severity,
        name: &'static str,
        clause: impl FnOnce(u64) -> String,
    ) {
        if after > before {
            self.add(severity, clause(after - before));
            self.values.push((name, (after - before) as f64));
        }
    }
}

fn judge(device: &DeviceUse) -> Option<Finding> {
    let (before, after) = device.health.as_ref()?;
    let mut seen = Seen {
        severity: Severity::Note,
        clauses: Vec::new(),
        values: Vec::new(),
    };
    temperature(before, after, &mut seen);
    if let (Some(before), Some(after)) = (&before.nvme, &after.nvme) {
        smart(before, after, &mut seen);
    }
    if seen.clauses.is_empty() {
        return None;
    }
    let finding = HEAT.finds(
        seen.severity,
        format!("{}: {}", device.name, seen.clauses.join("; ")),
    );
    Some(finding.with_all(seen.values))
}

/// At or over the temperature at which the drive warns.
fn temperature(before: &Health, after: &Health, seen: &mut Seen) {
    let (Some(from), Some(to)) = (before.temperature_millic, after.temperature_millic) else {
        return;
    };
    let limit = after
        .temperature_warning_millic
        .or(before.temperature_warning_millic);
    let Some(limit) = limit.filter(|limit| to.max(from) >= *limit) else {
        return;
    };
    let degrees = |millic: i64| short(millic as f64 / 1000.0);
    let way = match () {
        () if from >= limit && to >= limit => "was already hot",
        () if from >= limit => "cooled down from its warning limit",
        () => "got hot",
    };
    seen.add(
        Severity::Care,
        format!(
            "it {way}: {} °C at the start, {} °C at the end, and it warns at {} °C",
            degrees(from),
            degrees(to),
            degrees(limit)
        ),
    );
    for (name, value) in [
        ("before_celsius", from),
        ("after_celsius", to),
        ("limit_celsius", limit),
    ] {
        seen.values.push((name, value as f64 / 1000.0));
    }
}

fn smart(before: &NvmeSmart, after: &NvmeSmart, seen: &mut Seen) {
    use Severity::{Care, Note, Wrong};
    let raised = after.critical_warning & !before.critical_warning;
    if raised != 0 {
        let named: Vec<&str> = WARNINGS
            .iter()
            .enumerate()
            .filter(|(bit, _)| raised >> bit & 1 == 1)
            .map(|(_, name)| *name)
            .collect();
        seen.add(
            Wrong,
            format!("it raised a critical warning ({})", named.join(", ")),
        );
        seen.values.push(("critical_warning", f64::from(raised)));
    }
    let pair = |of: fn(&NvmeSmart) -> u32| (u64::from(of(before)), u64::from(of(after)));
    let slowed = (
        u64::from(before.slowed_s) + u64::from(before.slowed_much_s),
        u64::from(after.slowed_s) + u64::from(after.slowed_much_s),
    );
    seen.grew(slowed, Wrong, "slowed_s", |s| {
        format!("it slowed down for its temperature, for {s} s")
    });
    seen.grew(
        pair(|smart| smart.critical_minutes),
        Wrong,
        "critical_minutes",
        |minutes| {
            format!(
                "it was above its critical temperature for {}",
                plural(minutes, "minute")
            )
        },
    );
    seen.grew(
        pair(|smart| smart.warning_minutes),
        Care,
        "warning_minutes",
        |minutes| {
            format!(
                "it was above its warning temperature for {}",
                plural(minutes, "minute")
            )
        },
    );
    seen.grew(
        (before.media_errors, after.media_errors),
        Wrong,
        "media_errors",
        |errors| format!("it counted {}", plural(errors, "media error")),
    );
    let spare = (
        u64::from(after.available_spare_percent),
        u64::from(before.available_spare_percent),
    );
    seen.grew(spare, Care, "spare_lost_percent", |percent| {
        format!("it lost {percent} % of its spare blocks")
    });
    let used = (
        u64::from(before.percentage_used),
        u64::from(after.percentage_used),
    );
    seen.grew(used, Note, "life_used_percent", |percent| {
        format!(
            "it used up {percent} % of its rated life, now {} %",
            after.percentage_used
        )
    });
}
