//! What options become: units, per-direction lists, order of effect.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::diagnostic::Level;
use fiord_job::lower::lower;
use fiord_job::plan::*;
use fiord_job::showcmd::bytes_for_shell;
use fiord_messages::Lang;
use typed::{MACHINE, errors, has_errors, lower_text, messages, plan, raw};

#[test]
fn modes_and_their_suffix() {
    let access = |text: &str| {
        let access = plan(&format!("rw={text}")).access;
        (access.mode, access.sequencer)
    };
    assert_eq!(access("read"), (AccessMode::Read, Sequencer::None));
    assert_eq!(access("write:-4k"), (AccessMode::Write, Sequencer::Skip(-4096)));
    assert_eq!(access("read:8k"), (AccessMode::Read, Sequencer::Skip(8192)));
    assert_eq!(access("randread:8"), (AccessMode::RandRead, Sequencer::Repeat(8)));
    assert_eq!(
        access("randread:3k"),
        (AccessMode::RandRead, Sequencer::Repeat(3))
    );
    assert_eq!(access("readwrite"), (AccessMode::Rw, Sequencer::None));
    assert_eq!(access("read:"), (AccessMode::Read, Sequencer::None));
    assert_eq!(access("randtrimwrite").0, AccessMode::RandTrimWrite);
}

#[test]
fn amounts_keep_their_unit() {
    let access = plan("size=50% io_size=2z offset=20% offset_increment=1m").access;
    assert_eq!(access.size, Some(Amount::Percent(50)));
    assert_eq!(access.io_size, Some(Amount::Zones(2)));
    assert_eq!(access.offset, Amount::Percent(20));
    assert_eq!(access.offset_increment, Amount::Bytes(1 << 20));
    assert_eq!(
        errors(&lower_text("io_size=200%").diagnostics),
        ["200% is more than 100%"]
    );
}

#[test]
fn direct_and_buffered_set_one_thing_and_the_later_wins() {
    assert!(plan("buffered=1 direct=1").durability.direct);
    assert!(!plan("direct=1 buffered=1").durability.direct);
    assert!(plan("buffered=0").durability.direct);
    let both = plan("direct=1 buffered=1");
    assert!(both.was_given("direct") && both.was_given("buffered"));
}

#[test]
fn read_and_write_shares_are_complements() {
    assert_eq!(plan("rwmixwrite=30").access.rwmix_read_percent, 70);
    assert_eq!(plan("rwmixwrite=30 rwmixread=10").access.rwmix_read_percent, 10);
}

#[test]
fn time_based_without_runtime_is_cleared_with_a_warning() {
    let lowered = lower_text("time_based");
    let warning = &lowered.diagnostics[0];
    assert_eq!(warning.level, Level::Warning);
    assert_eq!(
        warning.fio_message.as_deref(),
        Some("fio: time_based requires a runtime/timeout setting")
    );
    assert!(!lowered.plan.jobs[0].control.time_based);
    assert!(plan("time_based runtime=1").control.time_based);
}

#[test]
fn depth_on_a_synchronous_engine_is_noted() {
    let notes = |text: &str| lower_text(text).diagnostics;
    let found = notes("ioengine=psync iodepth=16");
    assert_eq!((found.len(), found[0].level), (1, Level::Note));
    assert!(
        found[0].message.text(Lang::En).contains("iodepth=16"),
        "{}",
        found[0].message.text(Lang::En)
    );
    assert_eq!(notes("ioengine=libaio iodepth=16"), []);
    assert_eq!(notes("ioengine=psync iodepth=1"), []);
}

#[test]
fn gtod_reduce_turns_latencies_off() {
    let report = plan("gtod_reduce=1").report;
    assert!(report.disable_lat && report.disable_clat && report.disable_slat);
    assert!(!report.clat_percentiles);
    assert!(!plan("gtod_reduce=0").report.disable_lat);
}

#[test]
fn numbers_out_of_range_are_errors() {
    for text in [
        "bs=0",
        "iodepth=0",
        "iodepth=-1",
        "iodepth=4294967296",
        "numjobs=0",
        "rwmixread=101",
        "direct=2",
        "nice=-21",
        "nice=20",
        "prio=8",
        "bs=-4k",
        "bs=10%",
        "bs=1z",
        "fsync=-1",
        "significant_figures=0",
        "log_entries=5",
        "percentile_list=101",
        "bs=99999999999999999999",
        "size=9223372036854775807p",
        "buffer_compress_percentage=101",
        "filesize=0",
        "kb_base=1001",
        "cpus_allowed=99",
        "cpus_allowed=foo",
        "cpus_allowed=1-0",
        "ignore_error=EFOO",
    ] {
        assert_eq!(errors(&lower_text(text).diagnostics).len(), 1, "{text}");
    }
}

#[test]
fn negative_nice_is_a_number_and_not_a_list() {
    assert_eq!(plan("nice=-5").placement.nice, -5);
}

#[test]
fn distributions() {
    let read =
        |text: &str| plan(&format!("random_distribution={text}")).access.distribution[Ddir::Read].clone();
    assert_eq!(read("random"), Distribution::Uniform);
    assert_eq!(
        read("zipf"),
        Distribution::Zipf {
            theta: 1.1,
            center: None
        }
    );
    assert_eq!(
        read("zipf:0.8:0.5"),
        Distribution::Zipf {
            theta: 0.8,
            center: Some(0.5)
        }
    );
    assert_eq!(read("pareto:0.3"), Distribution::Pareto { h: 0.3, center: None });
    let zone = |access_percent, size| ZoneShare { access_percent, size };
    assert_eq!(
        read("zoned:60/10:40/"),
        Distribution::Zoned(vec![zone(60, 10), zone(40, 90)])
    );
    assert_eq!(
        read("zoned_abs:60/1k:40/2k"),
        Distribution::ZonedAbs(vec![zone(60, 1024), zone(40, 2048)])
    );
    let list = |blocks: &[u64], strides| Distribution::Sequence {
        blocks: blocks.to_vec(),
        strides,
    };
    assert_eq!(read("sequence:2,0,1"), list(&[2, 0, 1], false));
    assert_eq!(read("sequence:7 random_sequence_stride=1"), list(&[7], true));
    let strides_first = plan("random_sequence_stride=1 random_distribution=sequence:0,4");
    assert_eq!(
        strides_first.access.distribution,
        PerDdir::all(list(&[0, 4], true))
    );
    // Without a sequence there is nothing that strides.
    assert_eq!(read("random random_sequence_stride=1"), Distribution::Uniform);
    for text in [
        "sequence",
        "sequence:",
        "sequence:1,x",
        "sequence:1,,2",
        "sequence:-1",
        "sequence:1,2 zonemode=strided zonesize=64k",
        "zipf:1",
        "zipf:0",
        "zipf:x",
        "zipf:1.2:2",
        "pareto:1",
        "pareto:0",
        "normal:100",
        "zoned",
        "zoned:60/10",
    ] {
        assert!(
            has_errors(&lower_text(&format!("random_distribution={text}"))),
            "{text}"
        );
    }
}

#[test]
fn clocks_of_logs() {
    let epoch = |text: &str| plan(text).report.logs.epoch;
    assert_eq!(epoch("write_bw_log=l"), LogEpoch::default());
    let asked = |clock| LogEpoch {
        is_asked: true,
        clock,
    };
    assert_eq!(epoch("log_unix_epoch=1"), asked(LogClock::Realtime));
    assert_eq!(
        epoch("log_alternate_epoch=1 log_alternate_epoch_clock_id=1"),
        asked(LogClock::Monotonic)
    );
    assert_eq!(
        epoch("log_alternate_epoch_clock_id=7 log_unix_epoch=1"),
        asked(LogClock::Boottime)
    );
    assert!(!epoch("log_alternate_epoch_clock_id=11").is_asked);
    assert!(
        has_errors(&lower_text("job_start_clock_id=1")) && !has_errors(&lower_text("job_start_clock_id=0"))
    );
    assert!(has_errors(&lower_text("log_alternate_epoch_clock_id=-1")));
    for number in [10, 12, 99] {
        let text = format!("log_alternate_epoch_clock_id={number}");
        let said = errors(&lower_text(&text).diagnostics);
        assert!(
            said.iter()
                .any(|said| said.contains("not a clock that fiord supports")),
            "{text}: {said:?}"
        );
    }
    // The kernel's numbers (clock_gettime(2)).
    let numbers = LogClock::ALL.map(LogClock::id);
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
}

#[test]
fn commands_of_libaio_take_a_buffer_or_a_list() {
    assert!(plan("ioengine=libaio").engine.nonvectored);
    assert!(!plan("ioengine=libaio libaio_vectored=1").engine.nonvectored);
    assert!(has_errors(&lower_text("ioengine=psync libaio_vectored=1")));
}

#[test]
fn files_and_their_names() {
    let files = plan(r"filename=/a:b\:c:/d directory=/x:/y filesize=4k-1k nrfiles=8 openfiles=4").files;
    assert_eq!(files.filenames, ["/x//a", "/x/b:c", "/x//d"]);
    assert_eq!(files.directories, ["/x", "/y"]);
    assert_eq!(files.filesize_bytes, Some((1024, 4096)));
    assert_eq!((files.nrfiles, files.openfiles), (3, None));
    assert_eq!(plan("openfiles=8 nrfiles=4").files.openfiles, None);
    assert_eq!(plan("openfiles=3 nrfiles=4").files.openfiles, Some(3));
    assert_eq!(plan("file_service_type=random:4").files.service_ios, 4);
    assert_eq!(
        plan("file_service_type=zipf:1.3").files.service,
        FileService::Zipf(1.3)
    );
}

#[test]
fn syncs_and_errors_to_ignore() {
    let durability = plan("fsync=8 sync=dsync sync_file_range=wait_before,write:16").durability;
    assert_eq!(
        (durability.fsync_every, durability.open_sync),
        (8, OpenSync::Dsync)
    );
    let range = durability.sync_file_range.unwrap();
    assert_eq!(
        (
            range.wait_before,
            range.write,
            range.wait_after,
            range.every_writes
        ),
        (true, true, false, 16)
    );
    assert_eq!(
        plan("ignore_error=EIO:28,ENOSPC,").control.ignore_error,
        [vec![5, 28], vec![28], vec![]]
    );
    assert_eq!(
        plan("ignore_error=ENOEXEC:ERANGE,EREMOTEIO:ENOTTY,EHWPOISON")
            .control
            .ignore_error,
        [vec![8, 34], vec![121, 25], vec![133]]
    );
    let go_on = plan("continue_on_error=io").control.continue_on_error;
    assert_eq!((go_on.read, go_on.write, go_on.verify), (true, true, false));
}

#[test]
fn buffer_patterns() {
    let bytes = |text: &str| plan(&format!("buffer_pattern={text}")).buffers.pattern.unwrap();
    assert_eq!(bytes("0xdeadbeef"), [0xde, 0xad, 0xbe, 0xef]);
    assert_eq!(bytes("\"abc\""), *b"abc");
    assert_eq!(bytes("\"ab\"0x1\"c\""), *b"ab\x01c");
    assert_eq!(bytes("12"), [12]);
    assert_eq!(bytes("300"), [0x2c, 1]);
    assert_eq!(bytes("0xabc"), [0x0a, 0xbc]);
    assert_eq!(bytes("0x0001"), [0, 1]);
    assert_eq!(
        bytes("0xdeadbeef-1"),
        [0xde, 0xad, 0xbe, 0xef, 255, 255, 255, 255]
    );
    assert_eq!(bytes("4096"), [0, 16]);
    assert_eq!(bytes("-12"), [0xf4, 0xff, 0xff, 0xff]);
    // What fio 3.33 writes: a decimal number ends before the `0x` of the next.
    assert_eq!(
        bytes("\"abcd\"-120xdeadface"),
        *b"abcd\xf4\xff\xff\xff\xde\xad\xfa\xce"
    );
    assert_eq!(bytes("'abc.bin'0xff"), *b"abc\xff");
    assert_eq!(bytes("0xff'long.bin'").len(), 512);
    for text in [
        "abcd",
        "0xzz",
        "%o",
        "\"open",
        "4294967295",
        "'missing'",
        "'open",
        "-0x1",
        "0x",
    ] {
        assert!(
            has_errors(&lower_text(&format!("buffer_pattern={text}"))),
            "{text}"
        );
    }
}

#[test]
fn verification_is_taken() {
    for text in [
        "verify=0",
        "verify=null",
        "verify=md5",
        "verify=pattern_hdr verify_pattern=0xff",
        "verify_pattern=0xff%o",
        "verify=crc32c verify_only",
        "do_verify=0",
        "verify_fatal=1",
        "verify_state_load=1",
        "trim_percentage=5",
        "trim_backlog=8",
        "verify_async=2 verify_async_cpus=0",
    ] {
        assert_eq!(errors(&lower_text(text).diagnostics), [""; 0], "{text}");
        assert_eq!(
            messages(&lower_text(text).diagnostics, Level::Note),
            [""; 0],
            "{text}"
        );
    }
}

#[test]
fn a_problem_of_several_options_points_at_one_of_them() {
    for (text, option) in [
        ("size=4 bs=4k", "size"),
        ("rate=1m rate_iops=5 bs=4k", "rate_iops"),
        ("rate_min=2m rate=1m", "rate_min"),
        ("zonesize=1m bs=4k", "zonesize"),
        ("verify_only rw=write", "verify_only"),
    ] {
        let job = raw("x", "", text);
        let of_option = job.own.iter().find(|own| own.spec.name == option);
        let place = of_option.map(|own| own.origin.clone());
        let lowered = lower(&[job], &MACHINE);
        let mut errors = lowered.diagnostics.iter().filter(|one| one.level == Level::Error);
        assert_eq!(errors.next().and_then(|one| one.origin.clone()), place, "{text}");
    }
}

#[test]
fn a_region_holds_at_least_the_smallest_block_of_any_direction() {
    assert_eq!(
        errors(&lower_text("size=1k bs=4k").diagnostics),
        ["`size` of 1024 bytes is below the smallest block size; at least 4096"]
    );
    for text in [
        "size=1k bs=4k,512",
        "size=1k bsrange=512-4k",
        "size=1% bs=4k",
        "bs=4k",
    ] {
        assert!(!has_errors(&lower_text(text)), "{text}");
    }
}

#[test]
fn mapped_files_are_not_extended() {
    for engine in ["mmap", "libpmem", "dev-dax", "mtd"] {
        assert_eq!(
            errors(&lower_text(&format!("ioengine={engine} file_append=1")).diagnostics),
            [format!("`file_append`: the engine {engine} cannot extend a file")]
        );
    }
    assert!(!has_errors(&lower_text("ioengine=mmap file_append=0")));
}

#[test]
fn options_of_profiles_have_no_effect() {
    let lowered = lower_text("threads=1 block=4k");
    assert!(!has_errors(&lowered));
    let said: Vec<_> = lowered
        .diagnostics
        .iter()
        .map(|said| {
            (
                said.level,
                said.message.text(Lang::En).contains("has no effect here"),
            )
        })
        .collect();
    assert_eq!(said, [(Level::Note, true), (Level::Note, true)]);
}

#[test]
fn processors() {
    assert_eq!(plan("cpus_allowed=3,0-1,1").placement.cpus, Some(vec![0, 1, 3]));
    assert_eq!(
        plan("cpus_allowed=3,1-0").placement.cpus,
        Some(vec![3]),
        "as in fio, such a range is empty"
    );
    assert_eq!(plan("cpumask=5").placement.cpus, Some(vec![0, 2]));
    assert_eq!(plan("cpumask=0").placement.cpus, None);
    assert!(has_errors(&lower_text("cpumask=16")), "the machine has four");
}

#[test]
fn rates() {
    let pace = plan("rate=1m,2m rate_min=500k rate_process=poisson").pace;
    assert_eq!(pace.rate_bytes, PerDdir([1 << 20, 2 << 20, 2 << 20]));
    assert_eq!(pace.rate_min_bytes, PerDdir::all(500 << 10));
    assert_eq!(pace.process, RateProcess::Poisson);
    assert_eq!(plan("rate=,2m").pace.rate_bytes, PerDdir([0, 2 << 20, 2 << 20]));
    assert_eq!(plan("rate_iops=100,200").pace.rate_iops, PerDdir([100, 200, 200]));
    assert_eq!(errors(&lower_text("rate=1m rate_iops=5").diagnostics).len(), 1);
    assert_eq!(
        errors(&lower_text("rate=1m rate_min=2m,1k").diagnostics),
        ["read: the minimum rate is above the rate"]
    );
}

#[test]
fn strides() {
    let zones = |text: &str| plan(text).access.strided();
    let strided = StridedZones {
        size_bytes: 1 << 20,
        range_bytes: 2 << 20,
        skip_bytes: 4096,
    };
    assert_eq!(
        zones("zonemode=strided zonesize=1m zonerange=2m zoneskip=4k"),
        Some(strided)
    );
    assert_eq!(
        zones("zonesize=1m zonemode=strided").unwrap().range_bytes,
        1 << 20
    );
    assert_eq!(
        zones("zoneskip=2z zonemode=strided zonesize=1m")
            .unwrap()
            .skip_bytes,
        2 << 20
    );
    assert!(has_errors(&lower_text(
        "zonemode=strided zonesize=1m zoneskip=10%"
    )));
    assert_eq!(zones("zoneskip=1m zonerange=1m zonemode=none"), None);
    for text in ["zonesize=1m", "zonesize=1m zonemode=none"] {
        assert_eq!(
            errors(&lower_text(text).diagnostics),
            ["`zonesize` needs a zonemode"],
            "{text}"
        );
    }
    assert_eq!(
        errors(&lower_text("zonemode=strided").diagnostics),
        ["`zonemode=strided` needs a `zonesize`"]
    );
}

#[test]
fn engines_are_known_refused_or_unknown() {
    for name in [
        "sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "libaio", "io_uring", "null", "sim",
    ] {
        assert_eq!(plan(&format!("ioengine={name}")).engine.kind.name(), name);
    }
    for alias in ["aio", "linuxaio"] {
        assert_eq!(plan(&format!("ioengine={alias}")).engine.kind, EngineKind::Libaio);
    }
    let said = |name: &str| {
        let lowered = lower_text(&format!("ioengine={name}"));
        let found = &lowered.diagnostics[0];
        format!(
            "{} / {}",
            found.message.text(Lang::En),
            found.help.as_ref().map(|help| help.text(Lang::En)).unwrap()
        )
    };
    assert!(said("rbd").starts_with(
        "fiord does not have the engine rbd: the engines rados and rbd need the libraries of Ceph"
    ));
    assert!(said("io_urnig").contains("did you mean `io_uring`?"));
    assert!(said("./my.so").contains("does not load engines from files"));
}

#[test]
fn sim_options_reach_the_model() {
    let sim = plan(
        "ioengine=sim sim_size=1g sim_read_ns=100k sim_service=exponential sim_parallelism=8 sim_cliff_factor=2.5 \
         sim_drift=-30 sim_seed=7",
    )
    .engine
    .sim;
    assert_eq!(
        (sim.size_bytes, sim.read_ns, sim.parallelism, sim.seed),
        (1 << 30, 102_400, 8, 7)
    );
    assert_eq!(
        (sim.service, sim.cliff_factor, sim.drift_ppm_per_s),
        (SimService::Exponential, 2.5, -30)
    );
}

/// What makes a simulated drive too large is what is said: the spare here, not the size.
#[test]
fn a_simulated_drive_with_too_much_spare_is_refused_for_it() {
    let wrong = |text: &str| errors(&lower_text(text).diagnostics).join("\n");
    let drive = "ioengine=sim sim_model=ftl sim_page=4k";
    let spare = wrong(&format!("{drive} sim_size=200g sim_op=400"));
    assert!(
        spare.contains("`sim_op` makes 262144000") && spare.contains("at most 134217728 pages"),
        "{spare}"
    );
    let size = wrong(&format!("{drive} sim_size=1t"));
    assert!(
        size.contains("`sim_size` with `sim_page` makes 268435456"),
        "{size}"
    );
}

#[test]
fn accepted_options_are_noted_and_refused_ones_may_say_off() {
    assert_eq!(
        messages(&lower_text("experimental_verify=1").diagnostics, Level::Note),
        [
            "`experimental_verify` has no effect here: fiord knows the written blocks with or without this option"
        ]
    );
    assert_eq!(
        lower_text("verify=0 cgroup_nodelete=0 flow=0 verify_only=0 lockfile=none").diagnostics,
        []
    );
    for text in ["num_range=2", "profile=act"] {
        assert!(has_errors(&lower_text(text)), "{text}");
    }
}

#[test]
fn a_steady_state_has_a_measure_and_a_limit() {
    let steady = |text: &str| plan(text).control.steady;
    assert!(!steady("ss=iops:5%").is_on(), "without a window it is off");
    let found = steady("steadystate=iops_slope:0.3% ss_dur=30 ss_ramp=2 ss_interval=3");
    assert_eq!(
        (found.name(), found.limit, found.percent),
        ("iops_slope", 0.3, true)
    );
    assert_eq!(
        (
            found.window_us,
            found.ramp_us,
            found.interval_us,
            found.measurements()
        ),
        (30_000_000, 2_000_000, 3_000_000, 10)
    );
    let bytes = steady("ss=bw:2m ss_dur=5");
    assert_eq!(
        (bytes.name(), bytes.limit, bytes.percent),
        ("bw", 2_097_152.0, false)
    );
    assert_eq!(steady("ss=lat:20 ss_dur=5").limit, 20_000.0);
    assert_eq!(steady("ss=lat_slope:1ms ss_dur=5").limit, 1_000_000.0);
    assert_eq!(steady("ss_dur=5").limit, 0.01);
    // One second is less than the two measurements that can be compared.
    assert_eq!(steady("ss=iops:5% ss_dur=1").measurements(), 2);
    assert!(!steady("ss=iops:5% ss_dur=500ms").is_on());
    for wrong in [
        "iops",
        "iops:",
        "iops:x",
        "iops:5k",
        "iops:-1%",
        "rate:5%",
        "bw:5%x",
        "lat_slope",
    ] {
        assert!(has_errors(&lower_text(&format!("ss={wrong}"))), "{wrong}");
    }
}

#[test]
fn a_latency_is_searched_for_in_windows() {
    let target = plan("latency_target=5ms latency_window=1s latency_percentile=99.5 latency_run=1")
        .depth
        .target;
    assert_eq!(
        (
            target.target_ns,
            target.window_us,
            target.percentile(),
            target.run
        ),
        (5_000_000, 1_000_000, 99.5, true)
    );
    let off = plan("latency_target=0").depth.target;
    assert_eq!((off.is_on(), off.percentile()), (false, 100.0));
}

#[test]
fn only_calls_that_wait_are_handed_to_others() {
    assert!(plan("ioengine=psync io_submit_mode=offload").depth.offload);
    assert!(!plan("ioengine=psync io_submit_mode=inline").depth.offload);
    let uring = lower_text("ioengine=io_uring io_submit_mode=offload");
    assert!(!has_errors(&uring) && messages(&uring.diagnostics, Level::Note).len() == 1);
    assert!(has_errors(&lower_text("ioengine=mmap io_submit_mode=offload")));
}

#[test]
fn depth_is_cut_to_fit() {
    let depth = plan("iodepth=8 iodepth_batch=16 iodepth_batch_complete_min=9 iodepth_low=20").depth;
    assert_eq!(
        (
            depth.iodepth,
            depth.batch_submit,
            depth.batch_complete_min,
            depth.low
        ),
        (8, 8, 8, None)
    );
    assert_eq!(plan("iodepth=8 iodepth_low=2").depth.low, Some(2));
}

#[test]
fn a_program_goes_with_its_job_and_runs_as_nobody_else() {
    let job =
        plan("ioengine=exec program=vmstat arguments=1 grace_time=3 std_redirect=0 runtime=2 rw=randwrite");
    let program = &job.engine.other.program;
    assert_eq!(
        (program.program.as_str(), program.arguments.as_str()),
        ("vmstat", "1")
    );
    assert_eq!((program.grace_s, program.redirects), (3, false));
    assert!(job.control.time_based && job.engine.kind.is_diskless() && job.engine.kind.has_no_bytes());
    for text in [
        "",
        "program=true uid=7",
        "program=true gid=7",
        "program=true zonemode=zbd",
    ] {
        let read = lower_text(&format!("ioengine=exec {text}"));
        assert_ne!(errors(&read.diagnostics), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn without_do_verify_nothing_waits_to_be_verified() {
    let verify = plan("rw=write verify=crc32c verify_backlog=8 do_verify=0").verify;
    assert!(verify.backlog.is_none());
    let verify = plan("rw=write verify=crc32c verify_backlog=8").verify;
    assert_eq!(verify.backlog, Some(Backlog { blocks: 8, batch: 8 }));
}

#[test]
fn words_that_are_not_utf_8_are_quoted_for_a_shell() {
    use std::os::unix::ffi::OsStrExt;
    let quoted = |bytes: &[u8]| bytes_for_shell(std::ffi::OsStr::from_bytes(bytes));
    assert_eq!(quoted(b"/tmp/plain"), "/tmp/plain");
    assert_eq!(quoted(b"/tmp/a b"), "\"/tmp/a b\"");
    let word = b"/tmp/it's \\ caf\xe97";
    let shown = quoted(word);
    assert_eq!(shown, r"$'/tmp/it\'s \\ caf\3517'");
    let echoed = std::process::Command::new("bash")
        .args(["-c", &format!("printf %s {shown}")])
        .output();
    assert_eq!(echoed.unwrap().stdout, word);
}
