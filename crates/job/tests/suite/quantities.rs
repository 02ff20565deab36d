//! What numbers of options become: block sizes, ranges, splits, times, shares.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::diagnostic::Level;
use fiord_job::plan::*;
use fiord_messages::Lang;
use typed::{errors, lower_text, plan};

fn fixed(bytes: [u64; 3]) -> PerDdir<BlockSize> {
    PerDdir(bytes.map(BlockSize::Fixed))
}

#[test]
fn block_sizes_as_fio_reads_them() {
    // Each line was read off the header that fio 3.33 prints with ioengine=null.
    for (text, sizes) in [
        ("4k", [4096, 4096, 4096]),
        ("4KiB", [4000, 4000, 4000]),
        ("4ki", [4096, 4096, 4096]),
        ("4kb", [4096, 4096, 4096]),
        ("1.5k", [1, 1, 1]),
        ("4k-8k", [4096, 8192, 8192]),
        ("4k:8k", [4096, 8192, 8192]),
        ("4k,8k", [4096, 8192, 8192]),
        ("4k,8k,", [4096, 8192, 4096]),
        ("8k,", [8192, 4096, 4096]),
        ("8k,16k,", [8192, 16384, 4096]),
        (",8k", [4096, 8192, 8192]),
        (",,8k", [4096, 4096, 8192]),
        ("4k,,8k", [4096, 4096, 8192]),
        ("4k,8k,16k", [4096, 8192, 16384]),
        ("4k,8k,16k,32k", [4096, 8192, 16384]),
        ("8k-16k,32k", [8192, 32768, 32768]),
        ("8k:16k-32k", [8192, 16384, 32768]),
        ("8k-", [8192, 4096, 4096]),
        ("8k:", [8192, 4096, 4096]),
        ("4foo", [4, 4, 4]),
        ("4kfoo", [4096, 4096, 4096]),
        ("0x1000", [4096, 4096, 4096]),
        ("0x4k", [4, 4, 4]),
        ("0x100,0x200", [256, 512, 512]),
        ("4k,foo", [4096, 4096, 4096]),
        ("foo,8k", [4096, 8192, 8192]),
        ("+4k", [4096, 4096, 4096]),
        ("4e3", [4, 4, 4]),
        ("010", [10, 10, 10]),
        ("1,2,3", [1, 2, 3]),
        ("3Kib", [3000, 3000, 3000]),
    ] {
        assert_eq!(
            plan(&format!("bs={text}")).access.block_size,
            fixed(sizes),
            "bs={text}"
        );
    }
}

#[test]
fn kb_base_1000_swaps_the_units_wherever_it_stands() {
    for (text, bytes) in [
        ("4k", 4000),
        ("4kb", 4000),
        ("4kib", 4096),
        ("4ki", 4000),
        ("4mb", 4_000_000),
    ] {
        assert_eq!(
            plan(&format!("bs={text} kb_base=1000")).access.block_size[Ddir::Read].min(),
            bytes,
            "{text}"
        );
    }
}

#[test]
fn surprising_numbers_are_taken_with_a_warning_that_says_what_to_write() {
    for (text, said, help) in [
        ("bs=4KiB", "fio reads `bs=4KiB` as 4000", "bs=4k"),
        ("bs=1.5k", "fio reads `bs=1.5k` as 1", "smaller unit"),
        ("bs=4k-8k", "`bs=4k-8k` is not a range", "bsrange=4k-8k"),
        ("bs=4foo", "fio reads `bs=4foo` as 4", "directly after the number"),
        ("bs=0x4k", "fio reads `bs=0x4k` as 4", "no unit"),
        (
            "runtime=30sec",
            "fio reads `runtime=30sec` as 30 microseconds",
            "units of time",
        ),
        (
            "runtime=1min",
            "fio reads `runtime=1min` as 1 microseconds",
            "units of time",
        ),
        (
            "runtime=5_s",
            "fio reads `runtime=5_s` as 5000000 microseconds",
            "units of time",
        ),
        ("bsrange=8k-4k", "the bounds are swapped", "smaller one first"),
        ("iodepth=4,8", "only the first number is used", "a number"),
        (
            "bssplit=4k/50:8k/20",
            "add up to 70; blocks of 8192 bytes get the rest (50 % in total)",
            "remove the percentage",
        ),
        ("sync_file_range=write", "has no effect", "write:8"),
        (
            "rw=randread:3k",
            "fio reads `3k` in `rw=randread:3k` as 3",
            "no unit",
        ),
    ] {
        let lowered = lower_text(text);
        let found = lowered
            .diagnostics
            .iter()
            .find(|diagnostic| diagnostic.message.text(Lang::En).contains(said));
        let found = found.unwrap_or_else(|| panic!("{text}: {:?}", lowered.diagnostics));
        assert_eq!(found.level, Level::Warning, "{text}");
        assert!(
            found
                .help
                .as_ref()
                .map(|help| help.text(Lang::En))
                .unwrap()
                .contains(help),
            "{text}: {found:?}"
        );
        assert_eq!(found.origin.as_ref().unwrap().line, 100);
    }
}

#[test]
fn a_number_that_is_too_large_is_told_the_largest() {
    let lowered = lower_text("numjobs=5000000000");
    let [found] = lowered.diagnostics.as_slice() else {
        panic!("{:?}", lowered.diagnostics)
    };
    assert_eq!(found.message.text(Lang::En), "`numjobs=5000000000`: out of range");
    let help = found.help.as_ref().map(|help| help.text(Lang::En));
    assert_eq!(help, Some("a number from 1 to 4294967295"));
}

#[test]
fn plain_values_are_taken_in_silence() {
    let text = "bs=4k size=1g runtime=30s thinktime=10us ramp_time=5 offset=20% io_size=1t direct=1 loops=2 \
                bsrange=4k-8k rwmixread=70 startdelay=1 filesize=1m rate=1m,2m bssplit=4k/50:8k/50 norandommap \
                percentile_list=50:99.9 random_distribution=zipf:1.2 nice=-5 number_ios=1k";
    assert_eq!(lower_text(text).diagnostics, []);
}

#[test]
fn times_in_microseconds() {
    for (text, micros) in [
        ("10", 10_000_000),
        ("10s", 10_000_000),
        ("5m", 300_000_000),
        ("2h", 7_200_000_000),
        ("1d", 86_400_000_000),
        ("500ms", 500_000),
        ("500msec", 500_000),
        ("70us", 70),
        ("30sec", 30),
        ("1min", 1),
        ("1.5", 1_000_000),
        ("1x", 1),
    ] {
        assert_eq!(
            plan(&format!("runtime={text}")).control.runtime_us,
            micros,
            "runtime={text}"
        );
    }
    for (text, micros) in [("10", 10), ("1s", 1_000_000), ("1ms", 1000)] {
        assert_eq!(
            plan(&format!("thinktime={text}")).pace.thinktime_us,
            micros,
            "thinktime={text}"
        );
    }
    assert_eq!(
        plan("max_latency=5ms,1").control.max_latency_ns,
        PerDdir([5_000_000, 1000, 1000])
    );
}

#[test]
fn block_size_ranges_and_splits_win_over_fixed_sizes() {
    let range = |min, max| BlockSize::Range { min, max };
    let sizes = |text: &str| plan(text).access.block_size;
    assert_eq!(sizes("bsrange=2k-4k bs=1k"), PerDdir::all(range(2048, 4096)));
    assert_eq!(sizes("bsrange=8k-4k"), PerDdir::all(range(4096, 8192)));
    assert_eq!(sizes("bsrange=4k:8k"), PerDdir::all(range(4096, 8192)));
    assert_eq!(
        sizes("bsrange=4k-8k,16k-32k,1k-2k"),
        PerDdir([range(4096, 8192), range(16384, 32768), range(1024, 2048)])
    );
    let mut only_reads = fixed([4096; 3]);
    only_reads[Ddir::Read] = range(4096, 8192);
    assert_eq!(sizes("bsrange=4k-8k,"), only_reads);
    assert_eq!(
        sizes("bsrange=,4k-8k"),
        PerDdir([BlockSize::Fixed(4096), range(4096, 8192), range(4096, 8192)])
    );
    assert_eq!(
        sizes("bssplit=4k/50:8k/50 bs=1k")[Ddir::Read],
        split(&[(4096, 50), (8192, 50)])
    );
}

fn split(shares: &[(u64, u8)]) -> BlockSize {
    BlockSize::Split(
        shares
            .iter()
            .map(|(bytes, percent)| SplitShare {
                bytes: *bytes,
                percent: *percent,
            })
            .collect(),
    )
}

#[test]
fn blank_percentages_share_what_is_left() {
    let sizes = |text: &str| plan(&format!("bssplit={text}")).access.block_size;
    assert_eq!(
        sizes("4k/10:8k/20:16k/:1k/")[Ddir::Write],
        split(&[(4096, 10), (8192, 20), (16384, 35), (1024, 35)])
    );
    assert_eq!(
        sizes("4k:8k:16k")[Ddir::Read],
        split(&[(4096, 33), (8192, 33), (16384, 34)])
    );
    let apart = sizes("4k/100,8k/100");
    assert_eq!(apart[Ddir::Read], split(&[(4096, 100)]));
    assert_eq!(apart[Ddir::Trim], split(&[(8192, 100)]));
    assert_eq!(sizes(",8k/100")[Ddir::Read], BlockSize::Fixed(4096));
    assert_eq!(
        errors(&lower_text("bssplit=4k/60:8k/60").diagnostics),
        ["the percentages add up to 120, more than 100"]
    );
    let many = vec!["4k/1"; 65].join(":");
    assert_eq!(
        errors(&lower_text(&format!("bssplit={many}")).diagnostics),
        ["65 entries are too many; at most 64"]
    );
}
