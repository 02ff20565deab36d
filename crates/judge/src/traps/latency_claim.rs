//! `latency-claim`: the prose of a text gives a latency that its own outputs show in another unit.

use crate::case::Case;
use crate::topics;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::latency_claim as messages;
use fiord_record::imported::ProseLatency;
use fiord_record::number::{Nanos, Rate};
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
    topics: &[&topics::LATENCY_LADDER],
    ..Trap::new(
        Family::Claims,
        "plantegg, ssd/san/sas (7-10 us, 2-3 us, 13-16 us)",
        &[Symptom::Contradiction, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub claims: Vec<ProseLatency>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let claims = case
        .record
        .context
        .import
        .as_ref()
        .map(|import| import.prose.clone());
    let claims = claims.filter(|claims| !claims.is_empty()).into_iter();
    claims
        .map(|claims| Finding::new(When::Run, Severity::Care, Subject::whole(), Observed { claims }))
        .collect()
}

/// The sentences of `latency-claim`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let claims: Vec<String> = self.claims.iter().map(|claim| quoted(claim, lang)).collect();
        lang.sentences(&claims)
    }
}

fn quoted(claim: &ProseLatency, lang: Lang) -> String {
    let (line, factor) = (&claim.line, &Rate(claim.factor));
    let (low, high) = (&Nanos(claim.given_ns.low), &Nanos(claim.given_ns.high));
    let measured = &Nanos(claim.measured_ns);
    if claim.given_ns.low < claim.given_ns.high {
        messages::GivenRange {
            line,
            low,
            high,
            measured,
            factor,
        }
        .text(lang)
    } else {
        messages::Given {
            line,
            latency: low,
            measured,
            factor,
        }
        .text(lang)
    }
}
