use crate::case::trap::Subject;
use crate::traps::late_generator::{Asked, Late, Observed};
use fiord_record::number::{Bytes, Count, Nanos, Rate};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Planned { rates, depth } => {
                let rates: Vec<String> = rates.iter().map(asked).collect();
                format!(
                    "{} with {depth} in flight at most: when that is not enough the schedule slips, and fio's latency does not show it",
                    rates.join(" and ")
                )
            }
            Observed::Late(late) => was_late(late),
        }
    }
}

fn asked(rate: &Asked) -> String {
    match rate.bytes_s {
        0 => format!("{} {}s per second", Count(u64::from(rate.iops)), rate.ddir.name()),
        bytes => format!("{}/s of {}s", Bytes(bytes), rate.ddir.name()),
    }
}

fn was_late(late: &Late) -> String {
    let (reached, asked) = (Rate(late.reached_iops), Rate(late.asked_iops));
    let mut saw = match late.backlog_end_ns {
        Some(behind) => format!(
            "{reached} of {asked} I/Os per second were reached; the backlog grew to {}, so response time has no steady value",
            Nanos(behind as f64)
        ),
        None => format!("I/Os of a rate of {asked} per second ({reached} were reached) started late"),
    };
    if let (Some(response), Some(service)) = (late.response_p99_ns, late.service_p99_ns) {
        saw.push_str(&format!(
            "; p99 from the intended start {}, from the real start {}",
            Nanos(response),
            Nanos(service)
        ));
    }
    saw
}
