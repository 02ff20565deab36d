use crate::case::trap::Subject;
use crate::traps::memory::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let Some((available, total, share)) = self.share() else {
            return "not readable".to_owned();
        };
        let saw = format!(
            "{} of {} available ({})",
            Bytes(available),
            Bytes(total),
            Share(share)
        );
        let twice = Bytes(total.saturating_mul(2));
        match share {
            0.10.. => format!("{saw}; buffered tests need a file of {twice} or more"),
            _ => saw,
        }
    }
}
