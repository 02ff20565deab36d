use crate::case::trap::Subject;
use crate::traps::scheduler::Observed;

use crate::words::observation::Words;
use crate::words::phrases::{device, set};

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        match self {
            Observed::Unknown => format!("{name}: scheduler"),
            Observed::Straight => format!("{name}: none"),
            Observed::OnRotating { scheduler } | Observed::Between { scheduler, .. } => {
                format!("{name}: scheduler {scheduler}")
            }
        }
    }

    fn why(&self) -> Option<String> {
        let rotates = matches!(self, Observed::OnRotating { .. });
        rotates.then(|| "usual for a rotating disk; it reorders and merges requests".to_owned())
    }

    fn advice(&self) -> Option<String> {
        match self {
            Observed::OnRotating { .. } => {
                Some("leave it for a rotating disk, and say with the result which scheduler ran".to_owned())
            }
            Observed::Between { change, .. } => change.as_ref().map(set),
            _ => None,
        }
    }
}
