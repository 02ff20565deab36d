use crate::case::trap::Subject;
use crate::traps::c_states::Observed;
use fiord_record::number::Micros;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::NeverSleeps => "no sleep states are used".to_owned(),
            Observed::Deepest {
                state,
                exit_latency_us,
            } => {
                let takes = Micros(*exit_latency_us);
                match self.is_deep() {
                    true => format!("state {state} takes {takes} to leave"),
                    false => format!("the deepest is {state}, {takes} to leave"),
                }
            }
        }
    }
}
