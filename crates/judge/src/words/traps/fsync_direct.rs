use crate::case::trap::Subject;
use crate::traps::fsync_direct::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let (option, every) = match self {
            Observed::Fsync { every_writes } => ("fsync", every_writes),
            Observed::Fdatasync { every_writes } => ("fdatasync", every_writes),
            Observed::AtEnd => {
                return "direct=1 with end_fsync=1: nothing of the data is left to write at the end; it flushes metadata and the device's cache once".to_owned();
            }
        };
        let each = match every {
            1 => "write".to_owned(),
            every => format!("{every} writes"),
        };
        format!(
            "direct=1 with {option}={every}: a flush of the device's cache after every {each}, which write latencies leave out"
        )
    }
}
