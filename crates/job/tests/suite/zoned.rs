//! What `zonemode=zbd` and its options become.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::plan::{ZbdPlan, ZoneSkip};
use typed::{errors, has_errors, lower_text, plan};

#[test]
fn zones_with_write_pointers() {
    let zbd = |text: &str| plan(&format!("{text} zonemode=zbd")).access.zbd().cloned();
    assert_eq!(zbd(""), Some(ZbdPlan::default()));
    assert_eq!(
        zbd(
            "zonesize=1m zonecapacity=768k zoneskip=2z read_beyond_wp=1 max_open_zones=8 job_max_open_zones=2 \
             ignore_zone_limits=1 zone_reset_threshold=0.3 zone_reset_frequency=.01"
        ),
        Some(ZbdPlan {
            zone_bytes: 1 << 20,
            capacity_bytes: 768 << 10,
            skip: ZoneSkip::Zones(2),
            read_beyond_wp: true,
            max_open: 8,
            job_max_open: 2,
            ignore_limits: true,
            reset_threshold: 0.3,
            reset_frequency: 0.01,
            ..ZbdPlan::default()
        })
    );
    let remainder = plan("zonemode=zbd write_zone_remainder=1");
    assert!(remainder.access.norandommap && remainder.access.zbd().unwrap().write_remainder);
    assert!(
        zbd("recover_zbd_write_error=1 continue_on_error=write")
            .unwrap()
            .recover_write_error
    );
    for text in [
        "zonesize=256",
        "zonesize=16k zonecapacity=32k",
        "size=2z",
        "recover_zbd_write_error=1",
        "verify=crc32c rw=write verify_only=1",
        "verify=crc32c rw=read verify_state_load=1",
        "verify=crc32c rw=write verify_state_save=1",
        "verify=crc32c rw=write trim_percentage=50 trim_backlog=4",
        "verify=crc32c rw=write write_zone_remainder=1",
        "read_iolog=log",
        "ioengine=filecreate",
        "create_serialize=0",
        "zone_reset_frequency=1.5",
        "max_open_zones=5000",
    ] {
        let read = lower_text(&format!("zonemode=zbd {text}"));
        assert_eq!(
            errors(&read.diagnostics).len(),
            1,
            "{text}: {:?}",
            read.diagnostics
        );
    }
    // As in fio, other modes leave them without effect.
    assert!(!has_errors(&lower_text(
        "zonemode=strided zonesize=1m zonecapacity=4k max_open_zones=3"
    )));
}

#[test]
fn zones_are_verified_and_leave_no_state() {
    let job = plan("rw=randwrite verify=crc32c zonemode=zbd zonesize=1m");
    assert!(job.verify.kind.is_on() && !job.verify.state.save);
    assert!(
        plan("rw=read verify=crc32c verify_only=1 zonemode=zbd")
            .verify
            .only
    );
}
