//! `busy-neighbour`: the text itself shows that the device worked for others while or before it was measured.

use crate::case::Case;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::busy_neighbour as messages;
use fiord_record::imported::OtherLoad;
use fiord_record::number::{Count, Rate};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas (iostat before the runs, and fio's own table of disks); kernel: admin-guide/iostats.rst",
        &[Symptom::IopsTooLow, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub others: Vec<OtherLoad>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let others = case
        .record
        .context
        .import
        .as_ref()
        .map(|import| import.others.clone());
    let others = others.filter(|others| !others.is_empty()).into_iter();
    others
        .map(|others| Finding::new(When::Run, Severity::Care, Subject::whole(), Observed { others }))
        .collect()
}

/// The sentences of `busy-neighbour`.
impl Observed {
    fn saw(&self, _: &Subject, _: Lang) -> String {
        let all: Vec<String> = self.others.iter().map(one).collect();
        all.join("; ")
    }
}

fn one(other: &OtherLoad) -> String {
    match other {
        OtherLoad::Before {
            device,
            line,
            read_iops,
            write_iops,
            bytes_per_s,
        } => {
            format!(
                "{device} did {} reads and {} writes per second ({} MB/s) before the runs (iostat in line {line})",
                Rate(*read_iops),
                Rate(*write_iops),
                Rate(*bytes_per_s / 1e6)
            )
        }
        OtherLoad::Table {
            device,
            ddir,
            issued_ios,
            device_ios,
        } => format!(
            "{device} completed {} {}s where the job issued {} (fio's table of disks)",
            Count(*device_ios),
            ddir.name(),
            Count(*issued_ios)
        ),
    }
}
