//! `heat`: a disk that got hot, slowed down or counted errors during the run.
//!
//! Judged from the drive's own facts at both ends of the run; how hot it was between is not known. What is wrong with a disk before
//! anything runs is the machine's check `health`.

use crate::case::Case;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::critical_warnings;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_host::health::{Health, NvmeSmart};
use fiord_messages::Lang;
use fiord_messages::traps::heat as messages;
use fiord_record::evidence::DeviceUse;
use fiord_record::number::{plural, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    ..Trap::new(
        Family::Shape,
        "NVM Express, SMART / Health Information (log page 02h)",
        &[Symptom::Unsteady, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// What changed between the ends of the run, and the temperatures where they matter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub temperature: Option<Temperature>,
    /// Bits of the critical warning that were raised.
    pub critical_warning: Option<u8>,
    /// Slowed down for its temperature.
    pub slowed_s: Option<u64>,
    pub critical_minutes: Option<u64>,
    pub warning_minutes: Option<u64>,
    pub media_errors: Option<u64>,
    pub spare_lost_percent: Option<u64>,
    pub life_used_percent: Option<u64>,
    /// Of the rated life, at the end.
    pub life_used_in_all_percent: Option<u64>,
}

/// At or over the temperature at which the drive warns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Temperature {
    pub before_celsius: f64,
    pub after_celsius: f64,
    pub limit_celsius: f64,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.witnessed() else {
        return Vec::new();
    };
    evidence.leaves().filter_map(of_device).collect()
}

fn of_device(device: &DeviceUse) -> Option<Finding> {
    let (before, after) = device.health.as_ref()?;
    let mut observed = match (&before.nvme, &after.nvme) {
        (Some(before), Some(after)) => smart(before, after),
        _ => Observed::default(),
    };
    observed.temperature = temperature(before, after);
    if observed == Observed::default() {
        return None;
    }
    Some(Finding::new(
        When::Run,
        severity(&observed),
        Subject::device(device.name.clone()),
        observed,
    ))
}

fn severity(observed: &Observed) -> Severity {
    let wrong = observed.critical_warning.is_some()
        || observed.slowed_s.is_some()
        || observed.critical_minutes.is_some()
        || observed.media_errors.is_some();
    let care = observed.temperature.is_some()
        || observed.warning_minutes.is_some()
        || observed.spare_lost_percent.is_some();
    match (wrong, care) {
        (true, _) => Severity::Wrong,
        (false, true) => Severity::Care,
        (false, false) => Severity::Note,
    }
}

fn temperature(before: &Health, after: &Health) -> Option<Temperature> {
    let (from, to) = (before.temperature_millic?, after.temperature_millic?);
    let limit = after
        .temperature_warning_millic
        .or(before.temperature_warning_millic)?;
    let degrees = |millic: i64| millic as f64 / 1000.0;
    (to.max(from) >= limit).then(|| Temperature {
        before_celsius: degrees(from),
        after_celsius: degrees(to),
        limit_celsius: degrees(limit),
    })
}

fn smart(before: &NvmeSmart, after: &NvmeSmart) -> Observed {
    // A counter that went back was reset, and says nothing.
    let grew = |before: u64, after: u64| (after > before).then(|| after - before);
    let pair = |of: fn(&NvmeSmart) -> u32| grew(u64::from(of(before)), u64::from(of(after)));
    let slowed = |smart: &NvmeSmart| u64::from(smart.slowed_s) + u64::from(smart.slowed_much_s);
    let raised = after.critical_warning & !before.critical_warning;
    let life = pair(|smart| u32::from(smart.percentage_used));
    Observed {
        temperature: None,
        critical_warning: (raised != 0).then_some(raised),
        slowed_s: grew(slowed(before), slowed(after)),
        critical_minutes: pair(|smart| smart.critical_minutes),
        warning_minutes: pair(|smart| smart.warning_minutes),
        media_errors: grew(before.media_errors, after.media_errors),
        spare_lost_percent: grew(
            u64::from(after.available_spare_percent),
            u64::from(before.available_spare_percent),
        ),
        life_used_percent: life,
        life_used_in_all_percent: life.map(|_| u64::from(after.percentage_used)),
    }
}

/// The sentences of `heat`.
impl Observed {
    fn saw(&self, subject: &Subject, _: Lang) -> String {
        let name = match &subject.thing {
            Some(Thing::Device(name)) => name.as_str(),
            _ => "the disk",
        };
        let clauses = [
            self.temperature.as_ref().map(degrees),
            self.critical_warning.map(|bits| {
                format!(
                    "it raised a critical warning ({})",
                    critical_warnings(bits).join(", ")
                )
            }),
            self.slowed_s
                .map(|s| format!("it slowed down for its temperature, for {s} s")),
            self.critical_minutes.map(|minutes| {
                format!(
                    "it was above its critical temperature for {}",
                    plural(minutes, "minute")
                )
            }),
            self.warning_minutes.map(|minutes| {
                format!(
                    "it was above its warning temperature for {}",
                    plural(minutes, "minute")
                )
            }),
            self.media_errors
                .map(|errors| format!("it counted {}", plural(errors, "media error"))),
            self.spare_lost_percent
                .map(|percent| format!("it lost {percent} % of its spare blocks")),
            self.life_used_percent.map(|percent| {
                let now = self.life_used_in_all_percent.unwrap_or(percent);
                format!("it used up {percent} % of its rated life, now {now} %")
            }),
        ];
        let clauses: Vec<String> = clauses.into_iter().flatten().collect();
        format!("{name}: {}", clauses.join("; "))
    }
}

fn degrees(seen: &Temperature) -> String {
    let limit = seen.limit_celsius;
    let way = match (seen.before_celsius >= limit, seen.after_celsius >= limit) {
        (true, true) => "was already hot",
        (true, false) => "cooled down from its warning limit",
        _ => "got hot",
    };
    format!(
        "it {way}: {} °C at the start, {} °C at the end, and it warns at {} °C",
        short(seen.before_celsius),
        short(seen.after_celsius),
        short(limit)
    )
}
