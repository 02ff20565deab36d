//! `garbled-result`: numbers of one output that cannot both be true.

use crate::case::Case;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::garbled_result as messages;
use fiord_record::imported::Mismatch;
use fiord_record::number::{Bytes, Nanos, Rate};
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
        Family::Claims,
        "fio's manual on the group summary; arithmetic",
        &[Symptom::Contradiction],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub mismatches: Vec<Mismatch>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(import) = &case.record.context.import else {
        return Vec::new();
    };
    if import.mismatches.is_empty() {
        return Vec::new();
    }
    let is_number = |one: &Mismatch| !matches!(one, Mismatch::GroupTwice { .. });
    let severity = if import.mismatches.iter().any(is_number) {
        Severity::Wrong
    } else {
        Severity::Care
    };
    let mismatches = import.mismatches.clone();
    vec![Finding::new(
        When::Run,
        severity,
        Subject::whole(),
        Observed { mismatches },
    )]
}

/// The sentences of `garbled-result`.
impl Observed {
    fn saw(&self, _: &Subject, _: Lang) -> String {
        let all: Vec<String> = self.mismatches.iter().map(one).collect();
        all.join("; ")
    }
}

fn one(mismatch: &Mismatch) -> String {
    let mb = |bytes: f64| Rate(bytes / 1e6);
    match mismatch {
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        } => format!(
            "one {} bandwidth is printed as {} MB/s and as {} MB/s",
            ddir.name(),
            mb(*bytes_per_s),
            mb(*other_bytes_per_s)
        ),
        Mismatch::BytesInTime {
            ddir,
            bytes_per_s,
            from_bytes_per_s,
            bytes,
            runtime_ns,
        } => format!(
            "a {} bandwidth of {} MB/s, and {} in {}, which is {} MB/s",
            ddir.name(),
            mb(*bytes_per_s),
            Bytes(*bytes as u64),
            Nanos(*runtime_ns),
            mb(*from_bytes_per_s)
        ),
        Mismatch::GroupTwice { group, first_line } => {
            format!("group {group} was printed in line {first_line} already: one of the two is another group")
        }
    }
}
