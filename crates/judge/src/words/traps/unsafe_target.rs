use crate::case::trap::Subject;
use crate::traps::unsafe_target::Observed;

use crate::words::names::thing;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let path = thing(subject);
        match self {
            Observed::NothingKnownOnIt => format!(
                "{path} is a block device without partitions or signatures; whatever it holds will be overwritten"
            ),
            Observed::Holds { holdings, in_use } => {
                let end = if *in_use {
                    "it is in use and is refused"
                } else {
                    "it is refused without --allow-destroy"
                };
                format!("{path} would be overwritten: {}; {end}", holdings.join("; "))
            }
            Observed::HoldsUnknownData { holdings } => format!(
                "{path} would be overwritten: {}; a run warns of it and goes ahead",
                holdings.join("; ")
            ),
            Observed::NotLookedAt => {
                format!("{path} is a block device of which nothing is known; all of it can be overwritten")
            }
            Observed::NamedLikeADevice => format!(
                "the job is named {path} and has no filename: fio would take the device of that name as its target, and fiord refuses"
            ),
        }
    }

    fn advice(&self) -> Option<String> {
        match self {
            Observed::NamedLikeADevice => {
                Some("give the job another name, and name the device by filename= if it is meant".to_owned())
            }
            Observed::HoldsUnknownData { .. } => Some(
                "find out what it is before you run the job; write to a file on the file system to be tested, or to a device that holds nothing"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}
