//! The order of trims and writes over several files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_job::plan::AccessMode;
use fiord_workload::pattern::Pattern;

use crate::workers::over_regions;

/// As fio 3.33 logs them (`write_iolog`): each file has its trim before the first has its write, and the limit counts writes.
#[test]
fn trims_of_several_files_come_before_their_writes() {
    let ios = |service_ios: u32, limit: u64| {
        let mut plan = over_regions(&[(8192, 0, 8192); 3], 1, |job| {
            job.access.mode = AccessMode::TrimWrite;
            job.files.service_ios = service_ios;
        });
        plan.io_limit_bytes = limit;
        let mut pattern = Pattern::new(&plan);
        let words = std::iter::from_fn(|| pattern.next())
            .map(|io| format!("{:?}{}@{}", io.op, io.file, io.offset / 4096))
            .collect::<Vec<_>>();
        words.join(" ").replace("Trim", "t").replace("Write", "w")
    };
    assert_eq!(
        ios(1, 24_576),
        "t0@0 t1@0 t2@0 w0@0 w1@0 w2@0 t0@1 t1@1 t2@1 w0@1 w1@1 w2@1"
    );
    assert_eq!(
        ios(1, 16_384),
        "t0@0 t1@0 t2@0 w0@0 w1@0 w2@0 t0@1 t1@1 t2@1 w0@1"
    );
    assert_eq!(
        ios(3, 24_576),
        "t0@0 w0@0 t0@1 t1@0 w1@0 t1@1 t2@0 w2@0 t2@1 w0@1 w1@1 w2@1"
    );
}
