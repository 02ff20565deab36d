use crate::case::trap::Subject;
use crate::traps::batches::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Awaited { batch } => format!(
                "completions are awaited in batches of at least {batch}: each I/O is as late as the last of its batch"
            ),
            Observed::Submitted { batch } => {
                format!("submitted in batches of up to {batch}: the first of a batch waits for the last")
            }
            Observed::Taken { batch } => format!("completions were awaited {batch} and more at a time"),
        }
    }
}
