use crate::trap::{Subject, Words};
use crate::traps::unaligned_direct::Observed;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        format!(
            "direct=1 with blocks of {} bytes, and the device's sectors are {} bytes: the I/O fails with EINVAL",
            self.block_bytes, self.sector_bytes
        )
    }
}
