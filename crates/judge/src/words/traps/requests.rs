use crate::case::trap::Subject;
use crate::traps::requests::Observed;
use fiord_record::number::{Bytes, Count, short};

use crate::words::names::devices;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let how = if self.read_ahead {
            format!(
                "the kernel read ahead, {} of them in one on average, so that most found their data in memory",
                short(self.factor)
            )
        } else if self.split {
            format!("each was split into {} on average", short(self.factor))
        } else {
            format!("{} were merged into one on average", short(self.factor))
        };
        format!(
            "{} {}s reached {} as {} requests of {}: {how}",
            Count(self.issued_ios),
            self.ddir.name(),
            devices(&self.devices),
            Count(self.device_ios),
            Bytes(self.request_bytes)
        )
    }

    fn why(&self) -> Option<String> {
        self.read_ahead.then(|| {
            "the bandwidth is the disk's, but the latencies are those of memory, and the IOPS follow from bandwidth and block size".to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        self.read_ahead
            .then(|| "read the bandwidth only; set direct=1 for latencies and IOPS of the disk".to_owned())
    }
}
