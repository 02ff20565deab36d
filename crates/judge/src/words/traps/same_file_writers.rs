use crate::case::trap::Subject;
use crate::traps::same_file_writers::Observed;

use crate::words::names::thing;
use crate::words::observation::Words;
use crate::words::overlap;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Clones { clones, also_reads } => {
                let verb = if *also_reads { "read and write" } else { "write" };
                overlap::clones(clones, verb)
            }
            Observed::AnotherJob { other_job } => format!(
                "job {} of this run writes {} from the same offset at the same time",
                other_job + 1,
                thing(subject)
            ),
            Observed::Met(together) => overlap::together(together, "wrote", subject),
        }
    }
}
