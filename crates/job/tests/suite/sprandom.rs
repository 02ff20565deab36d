//! What `sprandom` becomes, and what it does not go with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::plan::*;
use typed::{errors, lower_text, plan};

#[test]
fn sprandom_is_one_pass_of_random_writes() {
    assert_eq!(plan("sprandom=0 spr_op=0.2").access.sprandom(), None);
    let job = plan("rw=randwrite sprandom=1 norandommap=1 ba=4k filename=d size=1g");
    assert_eq!(job.access.sprandom(), Some(&SprandomPlan::default()));
    assert_eq!(job.access.generator, RandomGenerator::Lfsr);
    let given =
        plan("rw=randwrite sprandom=1 random_generator=lfsr spr_num_regions=1000 spr_op=0.07 spr_cs=512m");
    assert_eq!(
        given.access.sprandom(),
        Some(&SprandomPlan {
            regions: 1000,
            over_provisioning: 0.07,
            cache_bytes: 512 << 20,
        })
    );
    plan("rw=randwrite sprandom=1 filename=d numjobs=2 size=1g offset_increment=1g");
    for (text, what) in [
        ("rw=randread", "this `rw`"),
        ("rw=randrw", "this `rw`"),
        (
            "rw=randwrite random_generator=tausworthe",
            "this `random_generator`",
        ),
        ("rw=randwrite bsrange=4k-8k", "several block sizes"),
        ("rw=randwrite bssplit=4k/50:8k/50", "several block sizes"),
        ("rw=randwrite ba=8k", "`blockalign`"),
        ("rw=randwrite:4", "`rw=randwrite:N`"),
        (
            "rw=randwrite random_distribution=zipf:1.1",
            "`random_distribution`",
        ),
        ("rw=randwrite percentage_random=50", "`percentage_random`"),
        ("rw=randwrite io_size=1g", "`io_size`"),
        ("rw=randwrite number_ios=5", "`number_ios`"),
        ("rw=randwrite time_based runtime=5", "`time_based`"),
        ("rw=randwrite zonemode=strided zonesize=1m", "`zonemode`"),
        ("rw=randwrite nrfiles=2", "several files"),
        ("rw=randwrite filename=a:b", "several files"),
        ("rw=randwrite filename=a numjobs=2", "clones"),
        ("rw=randwrite verify=crc32c", "`verify`"),
        ("rw=randwrite spr_op=1", "spr_op=1"),
        ("rw=randwrite spr_op=0", "spr_op=0"),
        ("rw=randwrite spr_num_regions=1", "spr_num_regions"),
    ] {
        let said = errors(&lower_text(&format!("sprandom=1 {text}")).diagnostics).join(" ");
        assert!(said.contains(what), "{text}: {said}");
    }
}
