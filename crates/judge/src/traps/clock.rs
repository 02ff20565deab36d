//! `clock`: a clock whose reading shows in the latency.

use crate::case::{Case, JobRun, MachineView};
use crate::trap::{Area, Check, Family, Judgement, Need, Symptom, Text, Trap};
use crate::{Checked, Finding, Severity, State, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::clock as messages;
use fiord_record::number::{Nanos, Share, short};
use serde::{Deserialize, Serialize};

/// Nanoseconds per reading from which a clock shows in the latency of a fast disk.
const SLOW_NS: f64 = 100.0;
/// Nanoseconds per reading from which it is worth a finding after a run.
const COSTLY_NS: f64 = 200.0;
/// Clock cost as a share of the mean latency that matters.
const COSTLY_SHARE: f64 = 0.05;

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Processor,
        check,
    }),
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
    advice: Observed::advice,
    ..Trap::new(
        Family::Latency,
        "kernel: timers/timekeeping.rst; fio issue 902",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unreadable,
    Source {
        source: String,
        clock_read_ns: Option<f64>,
        slow: bool,
        /// Whether tsc is offered and not chosen.
        better_offered: bool,
    },
    InLatency {
        source: Option<String>,
        clock_ns: f64,
        /// Two readings as a share of the shortest mean latency.
        share_percent: f64,
    },
}

fn check(view: &MachineView<'_>) -> Vec<Checked> {
    let clock = &view.machine.clock;
    let Some(source) = clock.source.clone() else {
        return vec![Checked::new(
            State::Unknown,
            Subject::whole(),
            Observed::Unreadable,
        )];
    };
    let fast = matches!(
        source.as_str(),
        "tsc" | "kvm-clock" | "arch_sys_counter" | "timebase" | "riscv_clocksource" | "stp"
    ) || source.starts_with("hyperv_clocksource");
    let slow = clock.read_ns.map_or(!fast, |ns| ns > SLOW_NS);
    let state = if slow { State::Care } else { State::Fine };
    let observed = Observed::Source {
        clock_read_ns: clock.read_ns,
        slow,
        better_offered: clock.available.iter().any(|one| one == "tsc") && source != "tsc",
        source,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let clock = &case.witnessed_in_turns()?.clock;
        let cost_ns = clock.read_ns?;
        let means = case
            .jobs
            .iter()
            .flat_map(JobRun::directions)
            .map(|(_, stats)| stats.clat.moments.mean());
        let least_ns = means.filter(|mean| *mean > 0.0).fold(f64::INFINITY, f64::min);
        let share = 2.0 * cost_ns / least_ns;
        let observed = Observed::InLatency {
            source: clock.source.clone(),
            clock_ns: cost_ns,
            share_percent: share * 100.0,
        };
        (cost_ns >= COSTLY_NS && share >= COSTLY_SHARE)
            .then(|| Finding::new(When::Run, Severity::Care, Subject::whole(), observed))
    };
    find().into_iter().collect()
}

/// The sentences of `clock`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unreadable => messages::unreadable(lang).to_owned(),
            Observed::Source {
                source,
                clock_read_ns: Some(ns),
                ..
            } => {
                let cost = &Nanos(*ns);
                messages::SourceTimed { source, cost }.text(lang)
            }
            Observed::Source { source, .. } => messages::Source { source }.text(lang),
            Observed::InLatency {
                source,
                clock_ns,
                share_percent,
            } => {
                let (share, ns) = (&Share(share_percent / 100.0), &short(*clock_ns));
                match source {
                    Some(source) => messages::InLatency { share, source, ns }.text(lang),
                    None => messages::InLatencyUnknown { share, ns }.text(lang),
                }
            }
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let none_better = matches!(
            self,
            Observed::Source {
                slow: true,
                better_offered: false,
                ..
            }
        );
        none_better.then(|| messages::advice_none_better(lang).to_owned())
    }
}
