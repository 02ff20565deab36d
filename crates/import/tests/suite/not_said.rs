//! What a text does not say is unknown: nothing is found in it, and nothing in its place is shown.
//!
//! The outputs are as people posted them, trimmed: `same-name-3.7.txt`, `ramp-2.2.8.txt`, `ramp-3.38.json`, `decimals-2.17.txt`, `mmap-3.15.json` (intel/lkp-tests) and
//! `all-clients-3.30.txt`. `reduced-3.19.json` is written by hand.
//! The file is long, because each output has a test that says what it lacks.

use crate::formats;
use crate::traps;
use fiord_import::{self as import, ImportedRun, ImportedText, Why};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_messages::Lang;
use fiord_record::imported::{Figure, FigureOf, ImportKind};

use crate::fio_outputs::{READ, WRITE, figure, near, only};

fn text_of(name: &str) -> String {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read_to_string(data.join(name)).unwrap()
}

fn of(text: &str) -> ImportedText {
    import::text("x", text.as_bytes()).unwrap()
}

fn read(name: &str) -> ImportedText {
    of(&text_of(name))
}

/// The figures of one kind, with their jobs' groups.
fn all(run: &ImportedRun, what: FigureOf) -> Vec<Figure> {
    run.figures()
        .into_iter()
        .filter(|figure| figure.what == what)
        .collect()
}

fn said(run: &ImportedRun) -> Vec<String> {
    let judged = fiord_judge::verdict::verdict(&Case::of(&run.record));
    judged
        .findings
        .iter()
        .map(|finding| finding.saw(Lang::En))
        .collect()
}

#[test]
fn jobs_of_one_name_have_the_header_of_their_group() {
    let text = read("fio/same-name-3.7.txt");
    let run = only(&text);
    let blocks = run
        .record
        .plan
        .jobs
        .iter()
        .map(|job| job.access.max_block_bytes());
    assert_eq!(blocks.collect::<Vec<_>>(), [8192, 16_384]);
    let bytes: Vec<f64> = all(run, FigureOf::Bytes)
        .iter()
        .map(|figure| figure.value.low)
        .collect();
    assert_eq!(bytes, [1_292_263.0 * 8192.0, 640_783.0 * 16_384.0]);
    assert!(!traps(run).contains(&TrapId::GarbledResult));
    // The block size of another group is still a contradiction.
    let swapped = text_of("fio/same-name-3.7.txt")
        .replace("(g=0)", "(g=2)")
        .replace("(g=1)", "(g=0)");
    let swapped = swapped.replace("(g=2)", "(g=1)");
    assert!(traps(only(&of(&swapped))).contains(&TrapId::GarbledResult));
    // Two jobs have the same name and group, so their options are unknown.
    let alike = text_of("fio/same-name-3.7.txt")
        .replace("(g=1)", "(g=0)")
        .replace("groupid=1", "groupid=0");
    let text = of(&alike);
    assert!(
        only(&text)
            .record
            .plan
            .jobs
            .iter()
            .all(|job| job.given.is_empty()),
        "{alike}"
    );
    assert!(!traps(only(&text)).contains(&TrapId::GarbledResult));
}

#[test]
fn jobs_of_a_command_with_one_name_have_the_options_of_their_group() {
    let command = "$ fio --ioengine=libaio --direct=1 --runtime=9 --name=Rand-Read --bs=8k --rw=randread --name=Rand-Read --bs=16k --rw=randread --stonewall\n";
    let text = of(&(command.to_owned() + &text_of("fio/same-name-3.7.txt")));
    let jobs = &only(&text).record.plan.jobs;
    let blocks: Vec<u64> = jobs.iter().map(|job| job.access.max_block_bytes()).collect();
    assert_eq!(blocks, [8192, 16_384]);
    assert!(jobs.iter().all(|job| job.direct() == Some(true)));
}

/// A text is held against itself as fio's JSON is.
#[test]
fn iops_that_the_count_and_the_time_contradict_are_garbled() {
    let whole = text_of("fio/same-name-3.7.txt");
    let garbled = |iops: &str| {
        let changed = whole.replace("IOPS=4192", iops);
        let text = of(&changed);
        text.runs
            .iter()
            .any(|run| traps(run).contains(&TrapId::GarbledResult))
    };
    for fits in ["IOPS=4192", "IOPS=4.2k", "IOPS=4.0k"] {
        assert!(!garbled(fits), "{fits}");
    }
    for wrong in ["IOPS=9192", "IOPS=41.9k", "IOPS=419"] {
        assert!(garbled(wrong), "{wrong}");
    }
}

/// fio counts in its table of disks, and in the bytes of I/Os, what it leaves out of the number of I/Os.
#[test]
fn a_ramp_is_no_contradiction() {
    let text = read("fio/ramp-3.38.json");
    assert!(!traps(only(&text)).contains(&TrapId::BusyNeighbour));
    // Without a ramp, it is other load.
    let plain = text_of("fio/ramp-3.38.json").replace("\"ramp_time\": \"5\",", "");
    assert!(traps(only(&of(&plain))).contains(&TrapId::BusyNeighbour));

    let posted = text_of("fio/ramp-2.2.8.txt");
    let found = |issued: u64| {
        let counted = format!(
            "{posted}     issued    : total=r={issued}/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n"
        );
        traps(only(&of(&counted))).contains(&TrapId::GarbledResult)
    };
    // 19,927 blocks: 1,024 of them were in the queue when the ramp ended.
    assert!(!found(18_903));
    assert!(found(15_000));
    // A count made from `iops=314` is judged as little as the queue's.
    assert!(!traps(only(&read("fio/ramp-2.2.8.txt"))).contains(&TrapId::GarbledResult));
}

#[test]
fn counts_that_a_text_does_not_say_are_not_judged() {
    let text = formats::read("iozone-part.txt");
    for run in &text.runs {
        let found = traps(run);
        assert!(!found.contains(&TrapId::GarbledResult), "{found:?}");
        assert!(found.contains(&TrapId::ShortRun), "{found:?}");
        assert!(
            !said(run).iter().any(|said| said.contains("I/Os)")),
            "{:?}",
            said(run)
        );
    }
    // The same count in fio's own words is a contradiction.
    let whole = text_of("fio/same-name-3.7.txt").replace("total=640783", "total=540783");
    assert!(traps(only(&of(&whole))).contains(&TrapId::GarbledResult));
    let cut = whole.replace(
        "     issued rwts: total=540783,0,0,0 short=0,0,0,0 dropped=0,0,0,0",
        "",
    );
    let cut = cut.replace("IOPS=2891", "IOPS=3k");
    let shown = of(&cut);
    assert_eq!(all(only(&shown), FigureOf::Ios).len(), 1);
    let samples = all(only(&shown), FigureOf::LatMeanNs)
        .into_iter()
        .map(|figure| figure.samples);
    assert_eq!(samples.collect::<Vec<_>>(), [Some(1_292_263), None]);
    assert_eq!(cut.matches("issued").count(), 1);
    assert!(!traps(only(&of(&cut))).contains(&TrapId::GarbledResult));
}

#[test]
fn decimals_without_their_zeros_are_a_habit_of_fio_before_2_20() {
    let text = text_of("fio/decimals-2.17.txt");
    let import = |text: &str| only(&of(text)).record.context.import.clone().unwrap().mismatches;
    assert_eq!(import(&text), []);
    near(
        figure(only(&of(&text)), "", FigureOf::BytesPerS, READ),
        279_135_552.0 * 4096.0 / 30.026,
    );
    assert_eq!(import(&text.replace("fio-2.17-17-g9cf1", "fio-3.30")).len(), 1);
    assert_eq!(import(&text.replace("38.8GB/s", "39.8GB/s")).len(), 1);
}

#[test]
fn missing_keys_of_json_are_unknown() {
    let whole = text_of("fio/reduced-3.19.json");
    let text = of(&whole);
    let run = only(&text);
    assert_eq!(said(run), Vec::<String>::new());
    for (what, value) in [
        (FigureOf::Iops, Some(250.0)),
        (FigureOf::BytesPerS, Some(1024.0 * 1024.0)),
        (FigureOf::Ios, Some(100.0)),
        (FigureOf::ClatMeanNs, Some(1000.0)),
        (FigureOf::P99Ns, Some(2000.0)),
        (FigureOf::Bytes, None),
        (FigureOf::RuntimeNs, None),
        (FigureOf::LatMeanNs, None),
        (FigureOf::LatMinNs, None),
        (FigureOf::LatMaxNs, None),
        (FigureOf::P50Ns, None),
    ] {
        assert_eq!(figure(run, "j", what, READ), value, "{what:?}");
    }
    assert!(!run.figures().iter().any(|figure| figure.ddir == WRITE));
    // Each key alone, and none.
    for cut in [
        r#""bw":1024,"#,
        r#""iops":250,"#,
        r#""total_ios":100,"#,
        r#","clat_ns":{"mean":1000,"percentile":{"99.000000":2000}}"#,
        r#""mean":1000,"#,
        r#","percentile":{"99.000000":2000}"#,
    ] {
        let less = whole.replace(cut, "");
        assert_ne!(less, whole, "{cut}");
        let text = of(&less);
        assert_eq!(said(only(&text)), Vec::<String>::new(), "{less}");
    }
}

/// A whole report from which one key was taken has no finding that it did not have.
#[test]
fn a_key_less_makes_no_finding() {
    for name in [
        "ramp-3.38.json",
        "randrw-3.16.json",
        "etcd-3.33.json",
        "mmap-3.15.json",
    ] {
        let whole: serde_json::Value = serde_json::from_str(&text_of(&format!("fio/{name}"))).unwrap();
        let before = traps(only(&of(&whole.to_string())));
        let mut paths: Vec<(String, String)> = Vec::new();
        for (at, value) in [
            "/jobs/0",
            "/jobs/0/read",
            "/jobs/0/write",
            "/jobs/0/read/clat_ns",
            "/jobs/0/write/clat_ns",
            "/jobs/0/read/lat_ns",
            "/jobs/0/write/lat_ns",
        ]
        .into_iter()
        .filter_map(|at| Some((at, whole.pointer(at)?)))
        {
            let keys = value.as_object().unwrap().keys();
            paths.extend(keys.map(|key| (at.to_owned(), key.clone())));
        }
        let disks = whole["disk_util"][0].as_object();
        paths.extend(
            disks
                .into_iter()
                .flat_map(|disk| disk.keys())
                .map(|key| ("/disk_util/0".to_owned(), key.clone())),
        );
        assert!(paths.len() > 30, "{name}");
        for (at, key) in paths {
            let mut less = whole.clone();
            less.pointer_mut(&at)
                .unwrap()
                .as_object_mut()
                .unwrap()
                .remove(&key);
            let text = of(&less.to_string());
            for run in &text.runs {
                let found = traps(run);
                let new: Vec<&TrapId> = found.iter().filter(|trap| !before.contains(trap)).collect();
                assert!(
                    new.is_empty(),
                    "{name} without {at}/{key}: {new:?} {:?}",
                    said(run)
                );
            }
        }
    }
}

#[test]
fn percentiles_that_a_text_has_not_are_not_judged() {
    let text = read("fio/all-clients-3.30.txt");
    assert_eq!(said(only(&text)), Vec::<String>::new());
    near(figure(only(&text), "", FigureOf::ClatMeanNs, WRITE), 12_252_210.0);
    // The ones that it has are.
    let with = text_of("fio/all-clients-3.30.txt")
        + "    clat percentiles (usec):\n     | 50.00th=[12000], 99.99th=[60000]\n";
    let found = said(only(&of(&with)));
    assert!(found.len() == 1 && found[0].contains("above p99.99"), "{found:?}");
    // Those of one direction say nothing of the other.
    let mixed = import::text("x", include_bytes!("../data/transcript.md").as_slice()).unwrap();
    let run = mixed
        .runs
        .iter()
        .find(|run| run.kind == ImportKind::FioText)
        .unwrap();
    let found = said(run);
    assert!(
        !found.iter().any(|said| said.contains("of 19,309 I/Os")),
        "{found:?}"
    );
}

#[test]
fn latencies_that_were_cut_off_were_not_switched_off() {
    let whole = text_of("fio/decimals-2.17.txt");
    assert!(!traps(only(&of(&whole))).contains(&TrapId::GtodReduce));
    let tail = "  cpu          : usr=1.00%, sys=5.00%, ctx=1, majf=0, minf=0\n  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%\n";
    assert!(traps(only(&of(&(whole + tail)))).contains(&TrapId::GtodReduce));
    let cut = "  read: IOPS=129k, BW=504MiB/s (528MB/s)(499MiB/990msec)\n    clat (usec): min=29, max=3";
    let text = of(&format!(
        "a: (groupid=0, jobs=1): err= 0: pid=1: Tue Jan 24 15:33:40 2017\n{cut}"
    ));
    assert!(!traps(only(&text)).contains(&TrapId::GarbledResult));
}

/// A rate of memory passed no limit of a volume.
#[test]
fn a_round_rate_of_memory_is_no_limit() {
    let text = read("fio/mmap-3.15.json");
    let found = traps(only(&text));
    assert!(!found.contains(&TrapId::Throttle), "{found:?}");
    // The same rate with latencies of a device.
    let mut slow: serde_json::Value = serde_json::from_str(&text_of("fio/mmap-3.15.json")).unwrap();
    slow["disk_util"] = serde_json::json!([]);
    let read = &mut slow["jobs"][0]["read"];
    for latency in ["clat_ns", "lat_ns"] {
        for key in ["min", "max", "mean", "stddev"] {
            let ns = read[latency][key].as_f64().unwrap() * 1000.0;
            read[latency][key] = serde_json::json!(ns.round() as u64);
        }
    }
    for (key, divisor) in [("iops_min", 1000), ("iops_max", 1000)] {
        read[key] = serde_json::json!(read[key].as_u64().unwrap() / divisor);
    }
    for key in ["iops", "iops_mean", "iops_stddev", "bw_mean", "bw_dev"] {
        read[key] = serde_json::json!(read[key].as_f64().unwrap() / 1000.0);
    }
    for key in ["io_bytes", "io_kbytes", "bw_bytes", "bw", "total_ios"] {
        read[key] = serde_json::json!(read[key].as_u64().unwrap() / 1000);
    }
    let found = traps(only(&of(&slow.to_string())));
    assert!(found.contains(&TrapId::Throttle), "{found:?}");
}

/// A report without its head keeps its latencies.
#[test]
fn a_report_without_its_head_is_read() {
    let text = read("fio/without-head.txt");
    let run = only(&text);
    assert_eq!(
        (run.kind, run.name().as_str(), text.unread.len()),
        (ImportKind::FioText, "read", 0)
    );
    near(figure(run, "read", FigureOf::Iops, READ), 129e3);
    near(figure(run, "read", FigureOf::LatMeanNs, READ), 121_770.0);
    near(figure(run, "read", FigureOf::LatMaxNs, READ), 392e3);
    let command =
        "$ fio --name=job --rw=randread --bs=4k --ioengine=libaio --iodepth=16 --direct=1 --size=1G\n";
    let text = of(&(command.to_owned() + &text_of("fio/without-head.txt")));
    let run = only(&text);
    assert_eq!((run.name().as_str(), run.lines), ("job", (1, 7)));
    assert_eq!(run.record.plan.jobs[0].direct(), Some(true));
    assert!(
        !text
            .unread
            .iter()
            .any(|part| part.why == Why::Command && part.lines != (0, 0))
    );
}

/// Mail encodes `=` and breaks long lines.
#[test]
fn encoded_mail_is_decoded() {
    let text = read("field/mail-encoded.txt");
    let run = only(&text);
    assert_eq!(run.name(), "randwrite");
    assert_eq!(run.record.plan.jobs[0].access.max_block_bytes(), 16_384);
    assert_eq!(figure(run, "", FigureOf::Ios, WRITE), Some(524_800.0));
    assert_eq!(figure(run, "", FigureOf::LatMaxNs, WRITE), Some(48_533e3));
    assert!(!traps(run).contains(&TrapId::Failed));
    // One line alone is not decoded, and then has no error of 3.
    let line = "mytest: (groupid=3D0, jobs=1): err=3D 0: pid=2130392: Sat Sep  2 08:21:39 2023\n";
    let rates = "   write: IOPS=18.5k, BW=290MiB/s (304MB/s)(8200MiB/28321msec); 0 zone resets\n";
    for run in of(&format!("{line}{rates}")).runs {
        assert!(!traps(&run).contains(&TrapId::Failed), "{:?}", run.kind);
    }
}

/// An idle direction has no latency, and flushes have their rate.
#[test]
fn a_latency_of_an_idle_direction_is_unknown() {
    let text = formats::read("iostat-idle.txt");
    let of = |ddir| {
        let mut means = all(&text.runs[0], FigureOf::LatMeanNs).into_iter();
        means
            .find(|figure| figure.ddir == ddir)
            .map(|figure| figure.value.low)
    };
    assert_eq!(of(WRITE), None);
    assert_eq!(of(Some(Ddir::Trim)), Some(14_240_000.0));
    // A busy device faster than the digits is not idle.
    let busy = text_of("tools/iostat-idle.txt").replace("12.59", " 0.00");
    let text = import::text("x", busy.as_bytes()).unwrap();
    let mut means = all(&text.runs[0], FigureOf::LatMeanNs).into_iter();
    assert_eq!(means.find(|figure| figure.ddir == READ).unwrap().value.high, 0.0);
}

/// Interrupts and messages do not end a transcript; a command does.
#[test]
fn stray_lines_do_not_end_a_transcript() {
    for name in ["ioping-interrupted.txt", "ping-interrupted.txt"] {
        let text = formats::read(name);
        assert_eq!(
            (text.runs.len(), text.unread.len()),
            (1, 0),
            "{name}: {:?}",
            text.unread
        );
        let joined = String::from_utf8(formats::bytes_of(name))
            .unwrap()
            .replace("^C\n", "^C");
        let text = of(&joined);
        assert_eq!((text.runs.len(), text.unread.len()), (1, 0), "{joined}");
        let notes = &text.runs[0].record.notes;
        assert!(
            !notes
                .iter()
                .any(|note| note.text(Lang::En).contains("ends before")),
            "{notes:?}"
        );
    }
    let cut = "$ ioping /dev/sda\n4 KiB <<< /dev/sda (block device 9 GiB): request=1 time=1 ms\n^C\n";
    let other = "4 KiB <<< /dev/sdb (block device 9 GiB): request=1 time=3 ms\n";
    for between in ["$ ioping /dev/sdb\n", "", "and then\n"] {
        let text = of(&format!("{cut}{between}{other}"));
        let means: Vec<f64> = text
            .runs
            .iter()
            .flat_map(|run| all(run, FigureOf::LatMeanNs))
            .map(|figure| figure.value.low)
            .collect();
        assert_eq!(means, [1e6, 3e6], "{between}");
    }
}

/// A report of fio with two I/Os in flight that names no engine.
fn without_engine(mean_ns: u64) -> String {
    let read = format!(
        r#"{{"io_bytes":409600000,"bw_bytes":40960000,"bw":40000,"iops":10000.0,"runtime":10000,"total_ios":100000,
            "clat_ns":{{"min":1000,"max":900000000,"mean":{mean_ns}.0,"stddev":1.0}},
            "lat_ns":{{"min":1000,"max":900000000,"mean":{mean_ns}.0,"stddev":1.0}}}}"#
    );
    let options =
        r#"{"name":"a","rw":"randread","bs":"4k","iodepth":"64","direct":"1","filename":".\\t","size":"9g"}"#;
    format!(
        r#"{{"fio version":"fio-3.13","jobs":[{{"jobname":"a","groupid":0,"error":0,"job options":{options},"read":{read},
            "job_runtime":10000}}]}}"#
    )
}

/// fio's default engine is another one on Windows.
#[test]
fn an_engine_that_is_not_named_queues_where_several_ios_were_in_flight() {
    let found = |mean_ns| traps(only(&of(&without_engine(mean_ns))));
    let queued = found(6_400_000);
    assert!(
        !queued.contains(&TrapId::SyncIodepth) && !queued.contains(&TrapId::UnitMisread),
        "{queued:?}"
    );
    assert!(found(95_000).contains(&TrapId::SyncIodepth));
}

/// An option that fiord accepts without effect has one in fio.
#[test]
fn what_fiord_leaves_out_is_not_said_of_fio() {
    let command = "$ fio --name=a --rw=randread --bs=4k --ioengine=libaio --iodepth=8 --size=9g --direct=1 --userspace_reap --nrfiles=1 --rwmixread=30\n\
        a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  read: IOPS=10.7k, BW=42.0MiB/s (44.0MB/s)(1260MiB/30001msec)\n";
    let said = said(only(&of(command)));
    assert!(said.iter().any(|said| said.contains("rwmixread")), "{said:?}");
    assert!(
        !said.iter().any(|said| said.contains("userspace_reap")),
        "{said:?}"
    );
}

/// The script of kbench ends its jobs by the clock, and kbench prints no percentiles.
#[test]
fn jobs_of_a_script_are_not_forecast() {
    for name in ["kbench.log", "kbench-compare.log"] {
        for run in formats::read(name).runs {
            let found = traps(&run);
            assert!(
                !found.contains(&TrapId::ShortRun) && !found.contains(&TrapId::FewSamples),
                "{found:?}"
            );
        }
    }
    let text = std::fs::read_to_string(formats::path_of("kbench.log")).unwrap();
    let quick = of(&text.replace("Mode: full", "Mode: quick"));
    assert!(traps(&quick.runs[0]).contains(&TrapId::ShortRun));
    // Before 2022 the head was another one, and the depth of the latency jobs changed.
    let old = text.replace(
        "CPU Idleness Profiling: enabled\nSize: 30G\nMode: full",
        "SIZE: 30G\nQUICK MODE: DISABLED",
    );
    let old = of(&old);
    assert_eq!(old.runs.len(), 12);
    let tells_depth = |at: usize| old.runs[at].record.plan.jobs[0].tells(PlanPart::Depth);
    assert!(tells_depth(0) && !tells_depth(9));
}

/// A runtime of zero is unknown, and one below a millisecond is not rounded up.
#[test]
fn the_time_of_a_run_is_the_one_that_it_had() {
    let whole = without_engine(6_400_000).replace("\"runtime\":10000", "\"runtime\":0");
    let text = of(&whole);
    assert!(!traps(only(&text)).contains(&TrapId::ShortRun));
    let dd = of(
        "$ dd if=/dev/zero of=f bs=1M count=1\n1+0 records in\n1+0 records out\n1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.000345 s, 3.0 GB/s\n",
    );
    let said = said(only(&dd));
    assert!(said.iter().any(|said| said.contains("345 µs")), "{said:?}");
}

/// Programs write between the first lines of fio and its report, and so does fio in its other formats.
#[test]
fn a_report_has_the_first_lines_of_its_output() {
    for between in ["TELEMETRY: no legacy callbacks\n", "{\"a\": 1}\n", ""] {
        let text = format!(
            "**a**: (g=0): rw=randwrite, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=libaio, iodepth=16\nfio-3.33\n\
            Starting 1 thread\n{between}\n**a**: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  \
            write: IOPS=5000, BW=39.1MiB/s (41.0MB/s)(2344MiB/60001msec)\n"
        );
        let text = of(&text);
        let run = only(&text);
        let job = &run.record.plan.jobs[0];
        assert_eq!((job.depth.iodepth, run.name().as_str()), (16, "a"), "{between}");
        // The bytes are rounded, so the bandwidth is the one that is printed.
        near(figure(run, "a", FigureOf::BytesPerS, WRITE), 41.0e6);
    }
}

/// The number of syncs is in the last line of a report.
#[test]
fn syncs_of_a_cut_report_are_not_counted() {
    let text = of(
        "a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  write: IOPS=500, BW=1150KiB/s (1178kB/s)(22.0MiB/19582msec)\n    \
        clat (usec): min=5, max=900, avg=20.00, stdev=9.00\n  fsync/fdatasync/sync_file_range:\n    \
        sync (usec): min=313, max=11200, avg=712.33, stdev=99.00\n",
    );
    let run = only(&text);
    assert_eq!(all(run, FigureOf::SyncIos), []);
    near(figure(run, "a", FigureOf::SyncMeanNs, None), 712_330.0);
}

/// A command names the engines, CPUs and machines of another place, and may have a comment.
#[test]
fn commands_of_other_places_are_read() {
    let report = "a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  write: IOPS=500, BW=1150KiB/s (1178kB/s)(22.0MiB/19582msec)\n";
    for command in [
        "$ fio --name=a --rw=write --bs=4k --size=9g --runtime=60 --cpus_allowed=0-31",
        "$ fio --name=a --rw=write --bs=4k --size=9g --runtime=60 --client=node7",
        "$ fio --name=a --rw=write --bs=4k --size=9g --runtime=60 # the second time",
        "$ fio --name=a --rw=write --bs=4k --size=9g --runtime=60 --ioengine=rbd --pool=p",
    ] {
        let text = of(&format!("{command}\n{report}"));
        let run = only(&text);
        assert_eq!(
            run.record.plan.jobs[0].control.runtime_us, 60_000_000,
            "{command}"
        );
        assert!(text.unread.is_empty(), "{:?}", text.unread);
    }
}

/// fio prints `-nan` for what it cannot calculate.
#[test]
fn numbers_that_json_does_not_have_are_unknown() {
    let whole = without_engine(6_400_000).replace("\"stddev\":1.0", "\"stddev\": -nan");
    near(figure(only(&of(&whole)), "a", FigureOf::Iops, READ), 10_000.0);
    // A document that went through a table of texts, and one of a run that never began.
    let texts = without_engine(6_400_000)
        .replace("10000.0", "\"10000.0\"")
        .replace("409600000", "\"409600000\"");
    assert_ne!(texts, without_engine(6_400_000));
    near(figure(only(&of(&texts)), "a", FigureOf::Iops, READ), 10_000.0);
    let empty = of("{\"fio version\": \"fio-3.33\", \"jobs\": []}");
    assert!(empty.runs.is_empty() && matches!(empty.unread[0].why, Why::Json(_)));
}

/// Scripts keep documents in lists, in other documents and in texts, and posts end before the document does.
#[test]
fn documents_of_fio_are_read_where_they_are() {
    let one = without_engine(6_400_000);
    let other = one.replace("\"a\"", "\"b\"");
    let names = |text: &str| {
        let text = of(text);
        let names: Vec<String> = text.runs.iter().map(ImportedRun::name).collect();
        let parts = text.unread.len();
        (names.join(" "), parts)
    };
    let a_and_b = ("a b".to_owned(), 0);
    assert_eq!(names(&format!("[{one}, {other}]")), a_and_b);
    assert_eq!(names(&format!("[\n{one},\n{other}\n]\n")), a_and_b);
    assert_eq!(
        names(&format!(
            "{{\"host\":\"x\",\"tests\":[{{\"fio\":{one}}},{{\"fio\":{other}}}]}}"
        )),
        a_and_b
    );
    let text = format!("note\n{one}\n")
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    assert_eq!(names(&format!("{{\"stdout\": \"{text}\"}}")).0, "a");
    assert_eq!(
        names("{\"stdout\": \"two\\nlines of 500 MB/s\"}"),
        (String::new(), 1)
    );
    let (_, jobs) = other.split_once("\"jobs\":[").unwrap();
    let both = one.replace("}]}", &format!("}}, {jobs}"));
    assert_eq!(of(&both).runs[0].record.plan.jobs.len(), 2);
    let end = both.rfind("clat_ns").unwrap();
    for cut in [
        both[..end].to_owned(),
        both[..end].replace("{", "{\n").replace("},", "},\n"),
    ] {
        let text = of(&cut);
        let run = only(&text);
        assert_eq!((run.name().as_str(), run.record.plan.jobs.len()), ("a", 1));
        near(figure(run, "a", FigureOf::Iops, READ), 10_000.0);
        assert!(
            text.unread
                .iter()
                .any(|unread| matches!(unread.why, Why::Json(_))),
            "{cut}"
        );
    }
}

/// The names of numbers that are none are not replaced in texts.
#[test]
fn only_numbers_are_no_numbers() {
    let plain = without_engine(6_400_000);
    for name in ["NaN", "-nan", "Infinity", "-inf"] {
        let text = plain
            .replace("\"stddev\":1.0", &format!("\"stddev\": {name}"))
            .replace("\"a\"", "\"x: nan, \\\" inf\"");
        let text = of(&text);
        assert_eq!(only(&text).name(), "x: nan, \" inf", "{name}");
    }
}

/// A part of an output is the only one that there is.
#[test]
fn parts_of_outputs_have_their_figures() {
    let row = |ios: u64| {
        format!(
            "thread |       bytes     |     I/Os     |     MB/s   |  I/O per s |  AvgLat  |  file\n-----\n\
            total:  {} | {ios} | 7.81 | 2000.25 | 4.500\n",
            ios * 4096
        )
    };
    let table = format!(
        "$ diskspd.exe -b4K -t2 -o4 -w100 -r -Su -d60 f\n\nRead IO\n{}\nWrite IO\n{}",
        row(0),
        row(120_015)
    );
    let text = of(&table);
    let run = only(&text);
    near(Some(single(run, FigureOf::Iops)), 2000.25);
    near(Some(single(run, FigureOf::BytesPerS)), 2000.25 * 4096.0);
    near(Some(single(run, FigureOf::RuntimeNs)), 60e9);
    assert_eq!(
        run.figures()
            .iter()
            .find(|figure| figure.what == FigureOf::Iops)
            .unwrap()
            .ddir,
        WRITE
    );
    let job = &run.record.plan.jobs[0];
    assert_eq!(
        (job.numjobs, job.depth.iodepth, job.durability.direct),
        (2, 4, true)
    );
    assert!(job.access.mode.is_random());
    let percentiles = of(
        "%-ile |  Read (ms) | Write (ms) | Total (ms)\n-----\n50th | N/A | 21.500 | 21.500\n99th | N/A | 30.000 | 30.000\n",
    );
    near(Some(single(only(&percentiles), FigureOf::P50Ns)), 21.5e6);

    let sysbench = of(
        "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n...\nRead 0b  Written 3Gb  Total transferred 3Gb  (50Mb/sec)\n...\n",
    );
    near(Some(single(only(&sysbench), FigureOf::BytesPerS)), 52_428_800.0);
    let nothing =
        of("sysbench 0.4.12:  multi-threaded system evaluation benchmark\n...\nRead 2Gb  Written 3Gb\n");
    assert!(nothing.runs.is_empty());

    let syncs = of(
        "   fdatasync    200.000 ops/sec    5000 usecs/op\n   fsync_writethrough    n/a\nNon-Sync'ed 8kB writes:\n   write    50000.000 ops/sec    20 usecs/op\n",
    );
    let kinds = syncs.runs.iter().map(|run| run.figures()[0].what);
    assert_eq!(kinds.collect::<Vec<_>>(), [FigureOf::SyncsPerS, FigureOf::Iops]);

    let zpool = of(
        "              capacity     operations     bandwidth    total_wait     disk_wait  scrub\n\
        pool        alloc   free   read  write   read  write   read  write   read  write   wait\n\
        ----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----\n\
        tank         100G  20.9T      0    500      0  2.00M      -   41ms      -    2ms      -\n\
        cache           -      -      -      -      -      -      -      -      -      -      -\n  \
        d1           100G  20.9T      0    500      0  2.00M      -   40ms      -    2ms      -\n",
    );
    let waits = zpool.runs.iter().map(|run| single(run, FigureOf::LatMeanNs));
    assert_eq!(waits.collect::<Vec<_>>(), [41e6, 40e6]);
}

/// The one figure of a kind that is not zero.
fn single(run: &ImportedRun, what: FigureOf) -> f64 {
    let figures = all(run, what);
    let values: Vec<f64> = figures
        .iter()
        .map(|figure| figure.value.low)
        .filter(|value| *value > 0.0)
        .collect();
    assert_eq!(values.len(), 1, "{what:?} {values:?}");
    values[0]
}

#[test]
fn figures_of_warp_and_pveperf_are_theirs() {
    let warp = of(
        "Operation: PUT, 25%, Concurrency: 20, Ran 4m59s.\n * Throughput: 50.00 MiB/s, 5.00 obj/s\n\n\
        Operation: GET\n* Average: 800.00 MiB/s, 820.00 obj/s\n\nRequests considered: 7000:\n \
        * Avg: 12ms, 50%: 11ms, 90%: 14ms, 99%: 30ms, Fastest: 1ms, Slowest: 235ms, StdDev: 1ms\n\n\
        Throughput, split into 24 x 1s:\n * Fastest: 900.0MiB/s, 921.00 obj/s\n * 50% Median: 801.0MiB/s, 821.0 obj/s\n * Slowest: 90.0MiB/s, 92.0 obj/s\n\n\
        Operation: STAT, 30%.\n * Throughput: 18.50 obj/s\n",
    );
    let found = |what| -> Vec<(Option<Ddir>, f64)> {
        let figures = warp.runs.iter().flat_map(|run| all(run, what));
        figures.map(|figure| (figure.ddir, figure.value.low)).collect()
    };
    const MIB: f64 = 1_048_576.0;
    assert_eq!(
        found(FigureOf::BytesPerS),
        [(WRITE, 50.0 * MIB), (READ, 800.0 * MIB)]
    );
    assert_eq!(found(FigureOf::Iops), [(WRITE, 5.0), (READ, 820.0), (None, 18.5)]);
    assert_eq!(found(FigureOf::P99Ns), [(READ, 30e6)]);
    assert_eq!(found(FigureOf::LatMeanNs), [(READ, 12e6)]);

    let pveperf = of(
        "CPU BOGOMIPS:      9000.52\nREGEX/SECOND:      1000000\nHD SIZE:           93.93 GB (/dev/sda)\n\
        BUFFERED READS:    150.50 MB/sec\nAVERAGE SEEK TIME: 0.20 ms\nFSYNCS/SECOND:     1234.50\nDNS EXT:           25.10 ms\n",
    );
    let run = only(&pveperf);
    near(Some(single(run, FigureOf::BytesPerS)), 150.5e6);
    near(Some(single(run, FigureOf::SyncsPerS)), 1234.5);
    near(Some(single(run, FigureOf::LatMeanNs)), 0.2e6);
}

/// Headings of CrystalDiskMark in other forms, and rows of both directions.
#[test]
fn rows_of_diskmark_have_the_direction_of_their_heading() {
    let row = "  RND    4KiB (Q=  1, T= 1):   400.000 MB/s [  97656.2 IOPS] <    10.00 us>\n";
    for (heading, expected) in [
        ("[Read]", READ),
        ("**[Write]**", WRITE),
        ("Write", WRITE),
        ("\\[Schreiben\\]", WRITE),
        ("[読み込み]", READ),
        ("[Mix] Read 70%/Write 30%", None),
        ("[Otherwise]", None),
    ] {
        let text = of(&format!(
            "CrystalDiskMark 8.0.4 x64\n[Read]\n{row}\n{heading}\n{row}"
        ));
        let ddirs = text.runs.iter().flat_map(|run| all(run, FigureOf::Iops));
        assert_eq!(
            ddirs.map(|figure| figure.ddir).collect::<Vec<_>>(),
            [READ, expected],
            "{heading}"
        );
    }
}

/// A spreadsheet makes commas of decimal points; counts have commas between them.
#[test]
fn decimal_commas_of_fio_are_points() {
    let text = of(
        "a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  read: IOPS=3,1k, BW=12,1MiB/s (12,7MB/s)(726MiB/60001msec)\n     \
        lat (usec): min=21, max=1240, avg=321,55, stdev=9,10\n  cpu          : usr=1,20%, sys=2,50%, ctx=0, majf=0, minf=10\n  \
        IO depths    : 1=100,0%, 2=0,0%, 4=0,0%, 8=0,0%, 16=0,0%, 32=0,0%, >=64=0,0%\n     issued rwts: total=185856,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n",
    );
    let run = only(&text);
    near(figure(run, "a", FigureOf::BytesPerS, READ), 12.69e6);
    near(figure(run, "a", FigureOf::Ios, READ), 185_856.0);
    near(figure(run, "a", FigureOf::LatMeanNs, READ), 321_550.0);
    assert!(!traps(run).contains(&TrapId::GarbledResult), "{:?}", said(run));
}

/// fio says in its output that a signal ended it: in the next line, or after lines of another program.
#[test]
fn a_run_that_a_signal_ended_is_called_so() {
    for between in ["", "TELEMETRY: no legacy callbacks\n"] {
        let text = format!(
            "a: (g=0): rw=randwrite, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=libaio, iodepth=16\nfio-3.33\n\
            Starting 1 thread\n{between}fio: terminating on signal 2\n\na: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  \
            write: IOPS=5000, BW=39.1MiB/s (41.0MB/s)(2344MiB/60001msec)\n"
        );
        let text = of(&text);
        let line = if between.is_empty() { 4 } else { 5 };
        let notes = formats::joined(&only(&text).record.notes);
        assert!(
            notes.contains(&format!("A signal ended fio (line {line})")),
            "{notes}"
        );
    }
}

/// The completion is a part of the whole latency.
#[test]
fn a_completion_latency_above_the_whole_one_is_a_contradiction() {
    let report = |lat: &str| {
        of(&format!(
            "a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(117MiB/60001msec)\n    \
            clat (msec): min=310, max=9000, avg=1990.00, stdev=9.00\n     lat ({lat}): min=310, max=9001, avg=1990.00, stdev=9.00\n    \
            issued rwts: total=0,30000,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        ))
    };
    let is_garbled = |text: &ImportedText| traps(only(text)).contains(&TrapId::GarbledResult);
    assert!(is_garbled(&report("usec")));
    assert!(!is_garbled(&report("msec")));
}

/// dstat's first row averages since the machine was started, and `-` of zpool means that the time is unknown.
#[test]
fn averages_since_boot_are_not_those_of_a_test() {
    let text = of(
        "\"Dstat 0.7.4 CSV output\"\n\"Host:\",\"h\"\n\n\"dsk/sda\",\n\"read\",\"writ\"\n123.456,31.5\n4096,0\n8192,0\n",
    );
    let of_reads = |run: &ImportedRun| {
        let figures = run.figures();
        let of = figures.iter().find(|figure| figure.ddir == READ).unwrap();
        (of.value.low, of.value.high)
    };
    let found: Vec<(f64, f64)> = text.runs.iter().map(of_reads).collect();
    assert_eq!(found, [(123.456, 123.456), (4096.0, 8192.0)]);
    assert!(
        formats::joined(&text.runs[0].record.notes).contains("since the machine was started"),
        "{text:?}"
    );

    let text = of(
        "              capacity     operations     bandwidth    total_wait     disk_wait\n\
        pool        alloc   free   read  write   read  write   read  write   read  write\n\
        ----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----\n\
        tank        1.10T  2.10T     10     20  1.00M  2.00M      -    3ms      -    1ms\n",
    );
    let latencies: Vec<Option<Ddir>> = all(only(&text), FigureOf::LatMeanNs)
        .iter()
        .map(|one| one.ddir)
        .collect();
    assert_eq!(latencies, [WRITE]);
}
