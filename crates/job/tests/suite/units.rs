//! Numbers with units, read one by one: value, unit, and why the value may surprise.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_job::units::{
    BareTime, Surprise, Unit, UnitError, float, quantity, small_int, split_ints, time_us,
};
use fiord_messages::Lang;

#[test]
fn sizes_and_what_surprises_in_them() {
    use Surprise::*;
    for (text, value, surprise) in [
        ("0", 0, None),
        ("4k", 4096, None),
        ("4K", 4096, None),
        ("4kb", 4096, None),
        ("4ki", 4096, None),
        ("2m", 2 << 20, None),
        ("2g", 2 << 30, None),
        ("2t", 2 << 40, None),
        ("2p", 2 << 50, None),
        ("512b", 512, None),
        ("-4k", -4096, None),
        ("0x1f", 31, None),
        ("0X1F", 31, None),
        ("4kib", 4000, Some(SwappedBase)),
        ("2MiB", 2_000_000, Some(SwappedBase)),
        ("1.5g", 1, Some(Fraction)),
        ("0x4k", 4, Some(HexUnit)),
        ("4 k", 4, Some(Ignored)),
        (" 4k", 4, Some(Ignored)),
        ("4foo", 4, Some(Ignored)),
        ("4kfoo", 4096, Some(Ignored)),
        ("4e3", 4, Some(Ignored)),
    ] {
        let read = quantity(text, 1024).unwrap();
        assert_eq!(
            (read.value, read.unit, read.surprise),
            (value, Unit::One, surprise),
            "{text:?}"
        );
    }
}

#[test]
fn base_1000_reads_units_as_iec_means_them() {
    for (text, value) in [
        ("4k", 4000),
        ("4kb", 4000),
        ("4ki", 4000),
        ("4kib", 4096),
        ("1mib", 1 << 20),
    ] {
        let read = quantity(text, 1000).unwrap();
        assert_eq!((read.value, read.surprise), (value, None), "{text}");
    }
}

#[test]
fn percentages_and_zones() {
    for text in ["50%", "50%%"] {
        let read = quantity(text, 1024).unwrap();
        assert_eq!(
            (read.value, read.unit, read.surprise),
            (50, Unit::Percent, None),
            "{text}"
        );
    }
    assert_eq!(quantity("50%x", 1024).unwrap().surprise, Some(Surprise::Ignored));
    assert_eq!(quantity("3z", 1024).unwrap().unit, Unit::Zones);
}

#[test]
fn texts_that_are_no_numbers() {
    for (text, error) in [
        ("", UnitError::Empty),
        ("k", UnitError::NotANumber),
        ("-", UnitError::NotANumber),
        (" ", UnitError::NotANumber),
        ("99999999999999999999", UnitError::TooLarge),
        ("9223372036854775807k", UnitError::TooLarge),
    ] {
        assert_eq!(quantity(text, 1024), Err(error), "{text:?}");
    }
    assert_eq!(
        time_us("9223372036854775807h", BareTime::Seconds),
        Err(UnitError::TooLarge)
    );
}

#[test]
fn times_and_what_surprises_in_them() {
    use Surprise::*;
    for (text, micros, surprise) in [
        ("7", 7_000_000, None),
        ("7us", 7, None),
        ("7ms", 7_000, None),
        ("7S", 7_000_000, None),
        ("7m", 420_000_000, None),
        ("30sec", 30, Some(TimeUnit)),
        ("1min", 1, Some(TimeUnit)),
        ("1.5", 1_000_000, Some(Fraction)),
        ("5 s", 5_000_000, Some(Ignored)),
    ] {
        let read = time_us(text, BareTime::Seconds).unwrap();
        assert_eq!((read.value, read.surprise), (micros, surprise), "{text:?}");
    }
    assert_eq!(time_us("7", BareTime::Micros).unwrap().value, 7);
}

#[test]
fn lists_split_on_commas_before_anything_else() {
    assert_eq!(split_ints("8k-16k,32k"), ("8k-16k", Some("32k")));
    assert_eq!(split_ints("8k:16k-32k"), ("8k:16k-32k", Some("16k-32k")));
    assert_eq!(split_ints("8k"), ("8k", None));
    assert_eq!(split_ints("8k,"), ("8k", Some("")));
}

#[test]
fn decimals_end_where_they_end() {
    assert_eq!(float("1.5:2"), Ok((1.5, ":2")));
    assert_eq!(float("1e3x"), Ok((1000.0, "x")));
    assert_eq!(float(".5"), Ok((0.5, "")));
    assert_eq!(float("-2.5"), Ok((-2.5, "")));
    assert_eq!(float("1e"), Ok((1.0, "e")));
    assert_eq!(float("x"), Err(UnitError::NotANumber));
    assert_eq!(small_int("1x").unwrap().surprise, Some(Surprise::Ignored));
}

#[test]
fn a_range_of_file_sizes_is_no_surprise() {
    let lowered = crate::typed::lower_text("filesize=4k-64k");
    assert_eq!(lowered.diagnostics, []);
    assert_eq!(
        lowered.plan.jobs[0].files.filesize_bytes,
        Some((4 << 10, 64 << 10))
    );
    let sizes = crate::typed::lower_text("bs=4k-8k").diagnostics;
    assert_eq!(sizes.len(), 1);
    assert!(
        sizes[0].message.text(Lang::En).contains("not a range"),
        "{}",
        sizes[0].message.text(Lang::En)
    );
}
