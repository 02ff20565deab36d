use crate::case::trap::Subject;
use crate::traps::mount_options::{Effect, Observed};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Harmless { mount, options } => format!("{}: {}", mount.display(), options.join(",")),
            Observed::Matters {
                mount,
                option,
                effect,
            } => format!(
                "{} is mounted with {option}: {}",
                mount.display(),
                effect_of(*effect)
            ),
        }
    }
}

fn effect_of(effect: Effect) -> &'static str {
    match effect {
        Effect::NothingWritten => "nothing can be written",
        Effect::EachWriteWaits => "each write waits for the disk, as with sync=1",
        Effect::EachFolderChangeWaits => "each change of a folder waits for the disk",
        Effect::NoFlush => "fsync does not flush the disk",
        Effect::WrittenTwice => "data are written twice",
        Effect::NoBlockLayer => "direct access to memory: no block layer is measured",
        Effect::ReadsWrite => "each read writes an access time",
        Effect::RewritesLater => "the file system rewrites small random writes later",
    }
}
