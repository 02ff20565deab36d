use crate::case::trap::Subject;
use crate::traps::busy_neighbour::Observed;
use fiord_record::imported::OtherLoad;
use fiord_record::number::{Count, Rate};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let all: Vec<String> = self.others.iter().map(one).collect();
        all.join("; ")
    }
}

fn one(other: &OtherLoad) -> String {
    match other {
        OtherLoad::Before {
            device,
            line,
            read_iops,
            write_iops,
            bytes_per_s,
        } => {
            format!(
                "{device} did {} reads and {} writes per second ({} MB/s) before the runs (iostat in line {line})",
                Rate(*read_iops),
                Rate(*write_iops),
                Rate(*bytes_per_s / 1e6)
            )
        }
        OtherLoad::Table {
            device,
            ddir,
            issued_ios,
            device_ios,
        } => format!(
            "{device} completed {} {}s where the job issued {} (fio's table of disks)",
            Count(*device_ios),
            ddir.name(),
            Count(*issued_ios)
        ),
    }
}
