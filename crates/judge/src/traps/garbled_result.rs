//! `garbled-result`: numbers of one output that cannot both be true.

use crate::case::Case;
use crate::terms::ddir_word;
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
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mismatches = self.mismatches.iter();
        let sentences: Vec<String> = mismatches.map(|mismatch| contradiction(mismatch, lang)).collect();
        lang.sentences(&sentences)
    }
}

fn contradiction(mismatch: &Mismatch, lang: Lang) -> String {
    let mb = |bytes: f64| Rate(bytes / 1e6);
    match mismatch {
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        } => messages::Bandwidths {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            other: &mb(*other_bytes_per_s),
        }
        .text(lang),
        Mismatch::BytesInTime {
            ddir,
            bytes_per_s,
            from_bytes_per_s,
            bytes,
            runtime_ns,
        } => messages::BytesInTime {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            bytes: &Bytes(*bytes as u64),
            time: &Nanos(*runtime_ns),
            computed: &mb(*from_bytes_per_s),
        }
        .text(lang),
        Mismatch::GroupTwice { group, first_line } => messages::GroupTwice {
            group,
            line: first_line,
        }
        .text(lang),
    }
}
