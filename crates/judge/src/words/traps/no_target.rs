use crate::case::obstacle::Obstacle;
use crate::case::trap::Subject;
use crate::traps::no_target::Observed;

use crate::words::names::thing;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let path = thing(subject);
        match self.obstacle {
            Obstacle::NamedLikeADevice => format!(
                "the job is named {path} and has no filename: fio would take the device of that name as its target, and fiord refuses"
            ),
            Obstacle::Directory => format!("{path} is a directory"),
            Obstacle::Unreadable => format!("{path} cannot be opened for reading"),
            Obstacle::ReadOnly => format!("{path} cannot be written: its file system is mounted read-only"),
            Obstacle::Unwritable => format!("{path} cannot be written: this user may not"),
            Obstacle::Missing => format!("{path} does not exist, and no size is given"),
            Obstacle::Empty => format!("{path} is empty, and no size is given"),
            Obstacle::NoMedium => format!("{path} is a block device of 0 bytes"),
        }
    }

    fn advice(&self) -> Option<String> {
        let advice = match self.obstacle {
            Obstacle::NoMedium => {
                "attach a medium or a backing file to the device, or name another one: no option of the job gives a device a size"
            }
            Obstacle::NamedLikeADevice => {
                "give the job another name, and name the device by filename= if it is meant"
            }
            Obstacle::Directory => "give directory= for it, or the name of a file in it",
            Obstacle::Unreadable => "run as a user that may read it, or name another file or device",
            Obstacle::ReadOnly => {
                "name a file on a file system that is mounted read-write, or only read files that are there"
            }
            Obstacle::Unwritable => "run as a user that may write it, or name another file or device",
            Obstacle::Missing | Obstacle::Empty => return None,
        };
        Some(advice.to_owned())
    }
}
