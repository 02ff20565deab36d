//! `busy-neighbour`: an imported report itself shows other load on the device, before or during its runs.

use crate::case::Case;
use crate::terms::ddir_word;
use crate::topics;
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
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas (iostat); kernel: admin-guide/iostats.rst",
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
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let sentences: Vec<String> = self.others.iter().map(|other| load(other, lang)).collect();
        lang.sentences(&sentences)
    }
}

fn load(other: &OtherLoad, lang: Lang) -> String {
    match other {
        OtherLoad::Before {
            device,
            line,
            read_iops,
            write_iops,
            bytes_per_s,
        } => messages::Before {
            device,
            reads: &Rate(*read_iops),
            writes: &Rate(*write_iops),
            rate: &Rate(*bytes_per_s / 1e6),
            line,
        }
        .text(lang),
        OtherLoad::Table {
            device,
            ddir,
            issued_ios,
            device_ios,
        } => messages::Table {
            device,
            completed: &Count(*device_ios),
            ddir: ddir_word(*ddir),
            issued: &Count(*issued_ios),
        }
        .text(lang),
    }
}
