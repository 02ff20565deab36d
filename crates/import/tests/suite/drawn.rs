//! Tables that are drawn with characters, have heads in two lines or columns of tabs, or decimal commas, and tables about memory or promises.

use fiord_import::{self as import, ImportedRun};
use fiord_job::plan::Ddir;
use fiord_record::imported::FigureOf::{self, BytesPerS, Iops, LatMeanNs};

const READ: Option<Ddir> = Some(Ddir::Read);
const WRITE: Option<Ddir> = Some(Ddir::Write);

type Number = (FigureOf, Option<Ddir>, f64);

fn runs(text: &str) -> Vec<ImportedRun> {
    import::text("t.md", text.as_bytes()).unwrap().runs
}

fn numbers(text: &str) -> Vec<Vec<Number>> {
    let of = |run: &ImportedRun| {
        let figures = run.figures().into_iter();
        figures
            .map(|figure| (figure.what, figure.ddir, figure.value.high))
            .collect()
    };
    runs(text).iter().map(of).collect()
}

#[test]
fn drawn_tables_are_tables() {
    let rows = [
        vec![
            (Iops, READ, 31e3),
            (BytesPerS, READ, 127e6),
            (LatMeanNs, READ, 310e3),
        ],
        vec![
            (Iops, WRITE, 9300.0),
            (BytesPerS, WRITE, 38e6),
            (LatMeanNs, WRITE, 1.2e6),
        ],
    ];
    for table in [
        "+-----------+--------+------+------------+\n\
         | Test      | IOPS   | MB/s | lat (ms)   |\n\
         +===========+========+======+============+\n\
         | randread  | 31,000 | 127  | 0.31       |\n\
         +-----------+--------+------+------------+\n\
         | randwrite | 9,300  | 38   | 1.2        |\n\
         +-----------+--------+------+------------+\n",
        "┌───────────┬────────┬────────┬─────────┐\n\
         │ Test      │ IOPS   │ MB/s   │ latency │\n\
         │           │        │        │ (ms)    │\n\
         ├───────────┼────────┼────────┼─────────┤\n\
         │ randread  │ 31000  │ 127    │ 0.31    │\n\
         │ randwrite │ 9300   │ 38     │ 1.2     │\n\
         └───────────┴────────┴────────┴─────────┘\n",
        "╔═══════════╦═══════╦══════════╦═════════╗\n\
         ║ Test      ║ IOPS  ║ rate     ║ latency ║\n\
         ╠═══════════╬═══════╬══════════╬═════════╣\n\
         ║ randread  ║ 31k   ║ 127 MB/s ║ 0.31 ms ║\n\
         ╟───────────╫───────╫──────────╫─────────╢\n\
         ║ randwrite ║ 9300  ║ 38 MB/s  ║ 1.2 ms  ║\n\
         ╚═══════════╩═══════╩══════════╩═════════╝\n",
        "┏━━━━━━━━━━━┳━━━━━━━┳━━━━━━┳━━━━━━━━━━━━━━┓\n\
         ┃ Test      ┃  IOPS ┃ MB/s ┃ latency [us] ┃\n\
         ┡━━━━━━━━━━━╇━━━━━━━╇━━━━━━╇━━━━━━━━━━━━━━┩\n\
         │ randread  │ 31000 │  127 │          310 │\n\
         │ randwrite │  9300 │   38 │         1200 │\n\
         └───────────┴───────┴──────┴──────────────┘\n",
        // As psql draws it.
        " Test      | IOPS  | MB/s | latency (us)\n\
         -----------+-------+------+--------------\n\
         randread  | 31000 |  127 |          310\n\
         randwrite |  9300 |   38 |         1200\n",
    ] {
        assert_eq!(numbers(table), rows, "{table}");
        let names: Vec<String> = runs(table).iter().map(ImportedRun::name).collect();
        assert_eq!(names, ["randread", "randwrite"], "{table}");
    }
    // The line of a row is its own, below an edge and between others.
    let grid = "+------+---------+\n| Disk | IOPS    |\n+------+---------+\n| a    | 310     |\n+------+---------+\n| b    | 930     |\n+------+---------+\n";
    let lines: Vec<u64> = runs(grid).iter().map(|run| run.lines.0).collect();
    assert_eq!(lines, [4, 6]);
    // A drawing has no rows.
    let drawing = "┌────────┐   ┌────────┐\n│ client │──▶│ 2 SSDs │\n└────────┘   └────────┘\n";
    assert!(runs(drawing).is_empty());
}

#[test]
fn heads_have_two_lines() {
    let text = "| Disk | 4k randread | | 1M write | |\n|---|---|---|---|---|\n| | IOPS | Latency (ms) | IOPS | MB/s |\n| a | 31k | 0.31 | 930 | 970 |\n";
    let expected = [
        vec![(Iops, READ, 31e3)],
        vec![(LatMeanNs, READ, 310e3)],
        vec![(Iops, WRITE, 930.0)],
        vec![(BytesPerS, WRITE, 970e6)],
    ];
    let found = numbers(text);
    assert_eq!(found.concat(), expected.concat());
    assert!(runs(text).iter().all(|run| !run.name().contains("31k")));
}

#[test]
fn columns_have_units_in_their_cells() {
    let text = "TestName      READ      WRITE\nSEQ1M_Q8T1    3110MB/s  2930MB/s\nRND4K_Q1T1    61.5MB/s  750kB/s\n\nThe end\n";
    let expected = [
        vec![(BytesPerS, READ, 3110e6), (BytesPerS, WRITE, 2930e6)],
        vec![(BytesPerS, READ, 61.5e6), (BytesPerS, WRITE, 750e3)],
    ];
    assert_eq!(numbers(text), expected);
    let tabs = text.replace("    ", "\t").replace("  ", "\t");
    assert_eq!(numbers(&tabs), expected);
    // The speed of a network, and rows without heads.
    for other in [
        "Server        Download  Upload\nexample.org   31.1MB/s  29.3MB/s\nexample.com   31.5MB/s  29.8MB/s\n",
        "SEQ1M_Q8T1    3110MB/s  2930MB/s\nRND4K_Q1T1    61.5MB/s  750kB/s\n",
    ] {
        assert!(runs(other).is_empty(), "{other}");
    }
    // `310 MB/s (77500)` below a head with IOPS has both.
    let both = "| Block size | 4k (IOPS) |\n|---|---|\n| Read | 310.5 MB/s (77500) |\n";
    assert_eq!(
        numbers(both),
        [[(BytesPerS, READ, 310.5e6), (Iops, READ, 77_500.0)]]
    );
}

#[test]
fn a_comma_after_a_zero_is_a_point() {
    let text = "| System | Durchsatz MiB/s | IOPS | Latenz/ms |\n|---|---|---|---|\n| A | 1.310,50 | 83.872,00 | 0,031 |\n| B | 310,25 | 19.856,00 | 1,125 |\n";
    let found = numbers(text);
    let latencies = found.concat();
    let latencies: Vec<f64> = latencies
        .iter()
        .filter(|(what, ..)| *what == LatMeanNs)
        .map(|(_, _, value)| *value)
        .collect();
    assert_eq!(latencies, [31e3, 1_125e3]);
    let prose = numbers("The disk does 310 IOPS, latency 0,125 ms");
    assert_eq!(prose, [[(Iops, None, 310.0), (LatMeanNs, None, 125e3)]]);
    // Commas between thousands stay.
    let english =
        "| System | MB/s | latency (us) |\n|---|---|---|\n| A | 310.5 | 1,125 |\n| B | 1,310.5 | 2,250 |\n";
    assert_eq!(numbers(english)[0][1], (LatMeanNs, None, 1_125e3));
}

#[test]
fn tables_of_memory_and_of_promises_are_no_results() {
    for text in [
        "| Metric | VM |\n|---|---|\n| Memory throughput | 31000.5 MiB/sec |\n",
        "| Test | host | guest |\n|---|---|---|\n| MEMCPY AVG | 7310.5 MiB/s | 6310.5 MiB/s |\n",
        "### Memory result\n\n| Metric | MiB/s |\n|---|---|\n| read | 31000.5 |\n",
        "内存测试\n\n| 指标 | MiB/s |\n|---|---|\n| 读 | 31000.5 |\n",
        "| Disk | Rated MB/s | Spec IOPS |\n|---|---|---|\n| A | 3100 | 310000 |\n",
        "| | MB/s |\n|---|---|\n| Advertised | 3100 |\n",
    ] {
        assert!(runs(text).is_empty(), "{text}");
    }
    let text = "| Round | Write cap MB/s | Actual write MB/s |\n|---|---|---|\n| 1 | 310 | 309.5 |\n";
    assert_eq!(numbers(text), [[(BytesPerS, WRITE, 309.5e6)]]);
    let text = "| Disk | Rated MB/s | Measured MB/s |\n|---|---|---|\n| A | 3100 | 2930 |\n";
    assert_eq!(numbers(text), [[(BytesPerS, None, 2930e6)]]);
}

#[test]
fn the_head_of_the_names_has_the_unit_of_all_columns() {
    let text = "+-----------+-------+-------------+\n\
        | Bandwidth | plain | with        |\n| (KiB/s)   |       | passthrough |\n\
        +-----------+-------+-------------+\n| read      | 46500 | 51200       |\n+-----------+-------+-------------+\n";
    let rate = |kib: f64| vec![(BytesPerS, READ, kib * 1024.0)];
    assert_eq!(numbers(text), [rate(46_500.0), rate(51_200.0)]);
    let names: Vec<String> = runs(text).iter().map(ImportedRun::name).collect();
    assert_eq!(names, ["read plain", "read with passthrough"]);
}

#[test]
fn cells_of_progress_have_both_quantities() {
    let text = "| rw | bs | result |\n|---|---|---|\n| randread | 4k | [r=31.0MB/s][r=7570 IOPS] |\n";
    assert_eq!(numbers(text), [[(BytesPerS, READ, 31e6), (Iops, READ, 7570.0)]]);
}

#[test]
fn cells_have_a_rate_and_a_latency() {
    let text = "| Sequential read | before | after |\n|---|---|---|\n| 4k | 9300 IOps@3.1ms | \"9,500\" IOps@3.0ms |\n";
    let expected = [
        vec![(Iops, READ, 9300.0), (LatMeanNs, READ, 3.1e6)],
        vec![(Iops, READ, 9500.0), (LatMeanNs, READ, 3e6)],
    ];
    assert_eq!(numbers(text), expected);
}

#[test]
fn near_numbers_of_other_workloads_are_two() {
    let text = "I get 205,000 sequential write iops at 4K, and 199,000 random write iops at 4K\n";
    assert_eq!(numbers(text), [[(Iops, WRITE, 205e3)], [(Iops, WRITE, 199e3)]]);
    assert!(runs("* MB/s = 1,000,000 bytes/s\n").is_empty());
}

#[test]
fn a_name_has_no_empty_cells_and_no_differences() {
    let text =
        "| Test | Read IOPS | Write IOPS | Change |\n|---|---|---|---|\n| randread | 3100 | N/A | -13% |\n";
    assert_eq!(runs(text)[0].name(), "randread");
}

#[test]
fn volumes_and_specifications_are_no_results() {
    for text in [
        "| Volume | Type | Size | IOPS |\n|---|---|---|---|\n| vol-1 | gp3 | 310 GB | 3100 |\n",
        "**性能规格**：\n\n| 存储 | IOPS | 吞吐量 |\n|---|---|---|\n| A | 3K-31K | 310MB/s |\n",
        "Specification:\n\n| Disk | MB/s |\n|---|---|\n| A | 3100 |\n",
        "│ Throughput │ Up to 310 MB/s │ Up to 3,100 MB/s │\n",
        "云盘 QOS iops:31000 bw:310MB/s\n",
        "iperf3 between both hosts shows 1.1 GB/s\n",
    ] {
        assert!(runs(text).is_empty(), "{text}");
    }
    let text = "| Volume | Type | randread IOPS |\n|---|---|---|\n| vol-1 | gp3 | 3100 |\n";
    assert_eq!(numbers(text), [[(Iops, READ, 3100.0)]]);
}

/// As older versions print it: milliseconds, and operations without I/O before and after.
#[test]
fn elbencho_has_operations_without_io() {
    let text = "OPERATION RESULT TYPE        FIRST DONE  LAST DONE\n========= ================   ==========  =========\n\
        DROPCACHE Elapsed ms       :       3100       3300\n---\nWRITE     Elapsed ms       :      81000      90000\n          \
        IOPS             :        310        300\n          Throughput MiB/s :       4960       4800\n          \
        Total MiB        :     401760     432000\n---\nRMFILES   Elapsed ms       :         31         40\n---\n";
    let mib = 1_048_576.0;
    let expected = [
        (FigureOf::RuntimeNs, None, 90e9),
        (Iops, WRITE, 300.0),
        (BytesPerS, WRITE, 4800.0 * mib),
        (FigureOf::Bytes, WRITE, 432_000.0 * mib),
    ];
    assert_eq!(numbers(text), [expected]);
}
