//! `random_generator=fio`: which jobs may have it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use typed::{errors, lower_text};

#[test]
fn the_numbers_of_fio_are_refused_where_its_order_is_not_known() {
    for (text, other) in [
        ("bsrange=4k-8k", "several block sizes"),
        ("rw=randrw bs=4k,8k", "several block sizes"),
        ("blockalign=8k", "`blockalign`"),
        ("random_distribution=zipf", "`random_distribution`"),
        ("percentage_random=50", "`percentage_random`"),
        ("rw=randread:4", "`rw=MODE:N`"),
        ("zonemode=strided zonesize=64k", "`zonemode`"),
        ("zonemode=zbd zonesize=1m", "`zonemode`"),
        ("rw=randtrimwrite", "`rw=randtrimwrite`"),
        ("nrfiles=2 file_service_type=random", "`file_service_type=random`"),
        ("rw=randwrite verify=crc32c", "`verify`"),
    ] {
        assert_eq!(
            errors(&lower_text(&format!("random_generator=fio rw=randread {text}")).diagnostics),
            [format!(
                "`random_generator=fio` cannot be combined with {other}: fio's order of offsets is then unknown"
            )],
            "{text}"
        );
    }
    for text in [
        "rw=randread",
        "rw=randrw rwmixread=30 bs=4k,4k",
        "rw=randread bs=4k,8k norandommap",
        "rw=randwrite nrfiles=3 io_size=1m",
        "rw=read bsrange=4k-8k",
    ] {
        let said = lower_text(&format!("random_generator=fio size=1m {text}")).diagnostics;
        assert_eq!(errors(&said), [""; 0], "{text}");
    }
}
