//! What every engine promises.

use fiord_spec::plan::{AccessMode, EngineKind};

use crate::bed::{Bed, KIB, job, nothing, plan, run};

#[test]
fn psync_reads_each_block_once() {
    let bed = Bed::with_file(256 * KIB);
    let plan = plan(job(EngineKind::Psync, AccessMode::Read, 1), vec![bed.target()]);
    let outcome = run(&plan);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert_eq!(
        (outcome.stats.ddirs[0].ios, outcome.stats.ddirs[0].bytes),
        (64, 256 * KIB)
    );
    assert_eq!(outcome.stats.ddirs[0].clat.moments.count, 64);
}

#[test]
fn null_counts_what_was_asked() {
    for depth in [1, 2, 32, 100] {
        let plan = plan(
            job(EngineKind::Null, AccessMode::RandRead, depth),
            vec![nothing(4096 * KIB)],
        );
        let outcome = run(&plan);
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        assert_eq!(outcome.stats.ddirs[0].ios, 1024);
        assert_eq!(outcome.stats.ddirs[0].lat.histogram.total(), 1024);
        assert_eq!(outcome.stats.depth.iter().sum::<u64>(), 1024);
    }
}
