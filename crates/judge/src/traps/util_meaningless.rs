//! `util-meaningless`: a busy time near 100 % of a device that serves many requests in parallel.

use crate::case::balance::Balance;
use crate::case::{Case, devices};
use crate::judging::judge_one;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Finding, Severity, Subject, TrapId, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::util_meaningless as messages;
use fiord_record::evidence::DeviceUse;
use fiord_record::number::short;
use serde::{Deserialize, Serialize};

/// Busy time that looks like a full device, in percent.
const BUSY: f64 = 95.0;

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
    topics: &[&topics::QUEUE_DEPTH],
    advice: |observed, lang| observed.limited.then(|| messages::limit_first(lang).to_owned()),
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas; Documentation/admin-guide/iostats.rst",
        &[Symptom::IopsTooLow],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub util_percent: f64,
    /// Mean queue over the window, where the kernel keeps times.
    pub device_depth: Option<f64>,
    /// A limit made the rate: more depth alone does not raise it.
    #[serde(default)]
    pub limited: bool,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let evidence = case.witnessed()?;
        // Busy with the I/O of others, the device says nothing of this run.
        let own = [Ddir::Read, Ddir::Write].map(|ddir| Balance::of(case, ddir));
        let own_bytes = own.iter().flatten().map(|balance| balance.own_bytes).sum::<u64>();
        let foreign_bytes = own.iter().flatten().map(Balance::foreign_bytes).sum::<u64>();
        if own.iter().any(Option::is_some) && own_bytes <= foreign_bytes {
            return None;
        }
        let util = |device: &DeviceUse| device.delta().busy_ms as f64 / 10.0 / evidence.seconds.max(1e-9);
        let busy = |device: &&DeviceUse| device.parallel == Some(true) && util(device) >= BUSY;
        // fio's table of disks and iostat show the device on top first.
        let tops = devices::uppermost(case, evidence);
        let device = tops
            .into_iter()
            .find(|device| busy(device))
            .or_else(|| evidence.leaves().find(busy))?;
        let observed = Observed {
            util_percent: util(device).min(100.0),
            device_depth: devices::mean_queue(&[device], evidence).map(|held| held.over_window),
            limited: !judge_one(TrapId::Throttle, When::Run, case).is_empty(),
        };
        Some(Finding::new(
            When::Run,
            Severity::Note,
            Subject::device(device.name.clone()),
            observed,
        ))
    };
    find().into_iter().collect()
}

/// The sentences of `util-meaningless`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let got = messages::Got {
            device: &device_name(subject, lang),
            util: &short(self.util_percent),
        };
        let got = got.text(lang);
        match self.device_depth {
            Some(depth) => {
                let queue = messages::Queue { depth: &short(depth) };
                lang.sentences(&[got, queue.text(lang)])
            }
            None => got,
        }
    }
}
