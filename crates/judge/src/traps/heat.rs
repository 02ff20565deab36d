//! `heat`: a disk that got hot, slowed down or counted errors during the run.
//!
//! Judged from the drive's own facts at both ends of the run; how hot it was between is not known. What is wrong with a disk before
//! anything runs is the machine's check `health`.

use crate::case::Case;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::{critical_warning_names, device_name};
use crate::{Finding, Severity, Subject, When};
use fiord_host::health::{Health, NvmeSmart};
use fiord_messages::Lang;
use fiord_messages::traps::heat as messages;
use fiord_record::evidence::DeviceUse;
use fiord_record::number::{Count, short};
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
    topics: &[&topics::THERMAL_THROTTLING],
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
    let Some(evidence) = case.witnessed_in_turns() else {
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
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let sentences = [
            self.temperature.as_ref().map(|seen| degrees(seen, device, lang)),
            self.critical_warning.map(|bits| {
                messages::CriticalWarning {
                    device,
                    warnings: &lang.list(&critical_warning_names(bits, lang)),
                }
                .text(lang)
            }),
            self.slowed_s.map(|s| {
                messages::Slowed {
                    device,
                    seconds: &Count(s),
                }
                .text(lang)
            }),
            self.critical_minutes
                .map(|minutes| messages::CriticalMinutes { device, minutes }.text(lang)),
            self.warning_minutes
                .map(|minutes| messages::WarningMinutes { device, minutes }.text(lang)),
            self.media_errors
                .map(|errors| messages::MediaErrors { device, errors }.text(lang)),
            self.spare_lost_percent.map(|percent| {
                messages::SpareLost {
                    device,
                    percent: &percent,
                }
                .text(lang)
            }),
            self.life_used_percent.map(|percent| {
                messages::LifeUsed {
                    device,
                    percent: &percent,
                    total: &self.life_used_in_all_percent.unwrap_or(percent),
                }
                .text(lang)
            }),
        ];
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        lang.sentences(&sentences)
    }
}

fn degrees(seen: &Temperature, device: &str, lang: Lang) -> String {
    let device = &device;
    let is_hot = |celsius: f64| celsius >= seen.limit_celsius;
    let (before, after) = (&short(seen.before_celsius), &short(seen.after_celsius));
    let limit = &short(seen.limit_celsius);
    match (is_hot(seen.before_celsius), is_hot(seen.after_celsius)) {
        (true, true) => messages::WasHot {
            device,
            before,
            after,
            limit,
        }
        .text(lang),
        (true, false) => messages::CooledDown {
            device,
            before,
            after,
            limit,
        }
        .text(lang),
        _ => messages::GotHot {
            device,
            before,
            after,
            limit,
        }
        .text(lang),
    }
}
