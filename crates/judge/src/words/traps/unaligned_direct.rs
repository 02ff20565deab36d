use crate::case::trap::Subject;
use crate::traps::unaligned_direct::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let what = if self.is_place {
            "an offset or alignment of"
        } else {
            "blocks of"
        };
        format!(
            "direct=1 with {what} {} bytes, and the device's sectors are {} bytes: the I/O fails with EINVAL",
            self.block_bytes, self.sector_bytes
        )
    }
}
