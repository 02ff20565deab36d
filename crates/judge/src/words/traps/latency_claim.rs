use crate::case::trap::Subject;
use crate::traps::latency_claim::Observed;
use fiord_record::imported::ProseLatency;
use fiord_record::number::{Nanos, Rate};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let all: Vec<String> = self.claims.iter().map(one).collect();
        all.join("; ")
    }
}

fn one(claim: &ProseLatency) -> String {
    let given = if claim.given_ns.low < claim.given_ns.high {
        format!("{} to {}", Nanos(claim.given_ns.low), Nanos(claim.given_ns.high))
    } else {
        Nanos(claim.given_ns.low).to_string()
    };
    format!(
        "line {} gives a latency of {given}, which no run of the text has; this run's mean is {}: the same number in a unit {} times as long",
        claim.line,
        Nanos(claim.measured_ns),
        Rate(claim.factor)
    )
}
