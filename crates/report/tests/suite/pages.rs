//! What stands on pages, and that nothing in a document becomes markup.

use fiord_messages::Lang;
use fiord_record::layers::{DirectionSplit, Layers, Times, UntracedRate};
use fiord_report::html::charts::ChartBody;
use fiord_report::html::{PageError, PageExtra, charts, page, read};
use fiord_stats::Latency;
use serde_json::{Value, json};

use super::samples;
use crate::page_text::page_text;

fn of(document: &Value) -> String {
    let extra = PageExtra {
        csv: vec![(
            "Numbers".to_owned(),
            format!("cell,median\n{},1\n", samples::HOSTILE),
        )],
        again: "fiord report 1".to_owned(),
        ..PageExtra::default()
    };
    let page = page(samples::typed(document).as_ref(), &extra).unwrap().html;
    // A number and its unit are read as with any other blank.
    page.replace('\u{a0}', " ")
}

#[test]
fn every_document_has_a_page_that_asks_nothing_of_the_outside() {
    for document in [
        samples::study(),
        samples::comparison(),
        samples::run(),
        samples::survey(),
        samples::hosts(),
        samples::survey_over_hosts(),
        samples::kept("ladder"),
        samples::check(),
        samples::history(),
        samples::import(),
    ] {
        let page = of(&document);
        let name = document["fiord"]["document"].as_str().unwrap();
        assert!(page.contains("default-src 'none'"), "{name}");
        assert!(page.contains("<svg") && page.contains("</html>"), "{name}");
        // One element of data, our own script, nothing that is fetched.
        assert_eq!(page.matches("<script").count(), 2, "{name}");
        assert!(
            page.contains("script-src 'sha256-") && !page.contains("unsafe-inline"),
            "{name}"
        );
        assert!(
            page.contains("<script type=\"application/json\" id=\"document\">"),
            "{name}"
        );
        for outside in [
            "http://",
            "https://",
            "<img",
            "<link",
            "<iframe",
            "onerror=alert(1)>",
            "style=\"",
        ] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        assert!(!page.contains("NaN") && !page.contains("inf\""), "{name}");
    }
}

#[test]
fn the_document_can_be_read_back() {
    let document = samples::run();
    let page = of(&document);
    let json = page
        .split("id=\"document\">")
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    assert_eq!(serde_json::from_str::<Value>(json).unwrap(), document);
}

#[test]
fn numbers_stand_on_the_page_as_the_document_has_them() {
    let page = of(&samples::run());
    for words in [
        "10,301 IOPS",
        "42.2 MB/s",
        "240 µs",
        "Grade D",
        "the rate fell by 42 %",
        "xfs → nvme0n1",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let page = of(&samples::kept("ladder"));
    for words in [
        "Round trips to other hosts",
        "optical (10.88.88.16:9)",
        "copper (10.88.89.16:22)",
        "copper: ICMP echo",
        "8 streams to the host",
        "link of the other host 94 % of 1.00 Gbit/s",
        "2.50 × (2.41 to 2.62)",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let page = of(&samples::comparison());
    for words in [
        "0.81×",
        "0.78× to 0.84×",
        "slower",
        "unknown",
        "--fail-if slower:5%: the condition is met.",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let page = of(&samples::study());
    assert_eq!(
        page.matches("class=\"l c").count(),
        8,
        "five sizes in three curves, three depths in five"
    );
}

#[test]
fn a_study_of_five_thousand_runs_is_small() {
    let mut document = samples::study();
    let (cells, summaries) = (document["cells"].clone(), document["summaries"].clone());
    let (mut many_cells, mut many_summaries) = (Vec::new(), Vec::new());
    for copy in 0..34 {
        for (cell, summary) in cells
            .as_array()
            .unwrap()
            .iter()
            .zip(summaries.as_array().unwrap())
        {
            let number = copy * 15 + cell["cell"].as_u64().unwrap();
            let (mut cell, mut summary) = (cell.clone(), summary.clone());
            cell["cell"] = json!(number);
            summary["cell"] = json!(number);
            cell["label"] = json!(format!("{} {copy}", cell["label"].as_str().unwrap()));
            many_cells.push(cell);
            many_summaries.push(summary);
        }
    }
    document["cells"] = Value::Array(many_cells);
    document["summaries"] = Value::Array(many_summaries);
    let size = of(&document).len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn every_chart_has_a_name_a_file_and_a_text_that_fits() {
    let (mut names, mut percentages) = (Vec::new(), 0);
    for (document, extra) in [
        (samples::study(), samples::extra()),
        (samples::comparison(), samples::extra_of_comparison()),
        (samples::run(), PageExtra::default()),
        (samples::survey(), PageExtra::default()),
        (samples::hosts(), PageExtra::default()),
        (samples::check(), PageExtra::default()),
        (samples::history(), PageExtra::default()),
        (samples::import(), PageExtra::default()),
    ] {
        let document = samples::typed(&document);
        let all = charts(document.as_ref(), &extra);
        let page = page(document.as_ref(), &extra).unwrap().html;
        for chart in all {
            assert!(
                page.contains(&format!("<figure id=\"chart-{}\">", chart.name)),
                "{}",
                chart.name
            );
            let svg = chart.svg(Lang::En);
            assert!(
                svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"),
                "{}",
                chart.name
            );
            assert_eq!(
                svg.matches("<svg").count(),
                svg.matches("</svg>").count(),
                "{}",
                chart.name
            );
            assert_eq!(
                svg.matches("<g").count(),
                svg.matches("</g>").count(),
                "{}",
                chart.name
            );
            assert!(
                !svg.contains("var(") && !svg.contains("NaN") && !svg.contains("<script"),
                "{}",
                chart.name
            );
            for width in [40, 80, 120] {
                let text = chart.text(width, Lang::En);
                let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(longest <= width, "{} in {width}: {longest}\n{text}", chart.name);
                assert!(!text.contains(['\u{1b}', '\u{202e}']), "{}", chart.name);
            }
            let text = chart.text(80, Lang::ZhCn);
            assert!(!text.contains("0 %"), "{text}");
            percentages += text.matches("0%").count();
            names.push(chart.name);
        }
    }
    assert!(percentages > 0);
    for name in [
        "bs",
        "iodepth",
        "grid",
        "latency-throughput",
        "blocks",
        "rates",
        "latencies",
        "bandwidth",
        "iops",
        "ecdf",
        "percentiles",
        "latency-over-time",
        "layers",
        "p99",
        "density",
        "thresholds",
        "matrix",
    ] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
}

#[test]
fn charts_are_read_by_those_who_do_not_see_them() {
    let page = of(&samples::run());
    assert!(
        page.contains("read: after 41 s the level changed from"),
        "a change point is named"
    );
    let figures = page.matches("<figure").count();
    assert_eq!(page.matches("role=\"img\" aria-label=").count(), figures);
    assert_eq!(page.matches("<desc>").count(), figures);
    assert_eq!(
        page.matches("<summary>The numbers of this chart</summary>")
            .count(),
        figures
    );
}

#[test]
fn a_page_of_a_study_has_its_machine_findings_and_runs() {
    let page = page(samples::typed(&samples::study()).as_ref(), &samples::extra())
        .unwrap()
        .html;
    for words in [
        "Machine",
        "EPYC",
        "Evidence",
        "short-run",
        "150 of 150",
        "All runs (150)",
        "cliff",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn settled_findings_of_a_study_come_first_and_many_are_folded() {
    let mut document = samples::study();
    let open = |at: usize| samples::comparison_of_levels(&format!("open {at}."), "inconclusive");
    let mut findings: Vec<Value> = (0..8).map(open).collect();
    findings.push(samples::comparison_of_levels("a is faster than b.", "larger"));
    document["findings"] = Value::Array(findings.clone());
    let page = of(&document);
    assert!(page.contains("<p class=\"answer\">a is faster than b.</p>"));
    insta::assert_snapshot!(page_text(&page));
    let place = |words: &str| page.find(&format!("<li>{words}.</li>")).unwrap();
    assert!(
        place("a is faster than b") < place("open 0")
            && place("open 4") < page.find("3 more findings").unwrap()
    );
    findings.pop();
    document["findings"] = Value::Array(findings);
    insta::assert_snapshot!("nothing_is_settled", page_text(&of(&document)));
}

#[test]
fn what_jobs_do_to_each_other_is_a_ratio_of_medians() {
    let chart = charts(
        samples::typed(&samples::neighbours()).as_ref(),
        &PageExtra::default(),
    );
    let chart = chart.iter().find(|chart| chart.name == "interference").unwrap();
    let text = chart.text(100, Lang::En);
    insta::assert_snapshot!(text);
}

#[test]
fn depths_of_a_workload_are_one_curve() {
    let mut document = samples::survey();
    let row = document["rows"][0].clone();
    let at = |depth: u64, bs: &str| {
        let mut row = row.clone();
        let engine = if depth > 1 {
            format!(" --ioengine=libaio --iodepth={depth}")
        } else {
            String::new()
        };
        row["label"] = json!(if depth > 1 {
            format!("rand read {bs} qd{depth}")
        } else {
            format!("rand read {bs}")
        });
        row["command"] = json!(format!(
            "fio --name=disk --ioengine=psync --rw=randread --bs={bs}{engine}"
        ));
        row["iodepth"] = json!(depth);
        (row["iops"], row["lat_p99_ns"]) = (json!(9e3 * depth as f64), json!(2e5));
        row
    };
    document["rows"] = json!([
        at(32, "4k"),
        at(1, "4k"),
        at(1, "64k"),
        at(4, "4k"),
        at(32, "64k")
    ]);
    let all = charts(samples::typed(&document).as_ref(), &PageExtra::default());
    let chart = all
        .iter()
        .find(|chart| chart.name == "latency-throughput")
        .unwrap();
    let svg = chart.svg(Lang::En);
    assert!(svg.contains("rand read 4k qd32") && !svg.contains("64k"), "{svg}");
}

#[test]
fn a_cell_of_a_page_has_the_marks_of_the_terminal() {
    let mut document = samples::study();
    let has_marks = |page: &str| page.contains("left out, failed");
    assert!(!has_marks(&of(&document)));
    document["summaries"][0]["left_out"] = json!([1]);
    document["summaries"][0]["state"] = json!("failed");
    assert!(has_marks(&of(&document)));
}

#[test]
fn other_texts_have_no_page() {
    let refused = |document: Value| read(document).err().unwrap();
    assert!(matches!(refused(samples::kept("doctor")), PageError::Unknown(name) if name == "doctor"));
    assert!(matches!(refused(json!([1])), PageError::NoEnvelope));
    let mut newer = samples::kept("run");
    newer["fiord"]["version"] = json!(2);
    assert_eq!(
        refused(newer).to_string(),
        "the document `run` cannot be read: version 2 of the document `run`, from a newer fiord; this fiord reads version 1"
    );
    // A document that lacks something is refused: half of a page would look like all of it.
    let mut errors = Vec::new();
    for name in ["run", "repeats", "hosts", "survey", "study", "compare"] {
        errors.push(refused(json!({"fiord": {"document": name, "version": 1}})).to_string());
    }
    let mut broken = samples::kept("run");
    broken["jobs"][0]["result"]["read"]["ios"] = json!("many");
    errors.push(refused(broken).to_string());
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn a_page_of_many_hosts_names_each() {
    let page = of(&samples::hosts());
    for words in [
        "Run of r over 2 hosts",
        "while all ranks were running",
        "3 ranks on 2 hosts. Data: --spread=files.",
        "Rank 3 on ",
        "is missing. ",
        "<td>straggler</td>",
        "<h3>node-a</h3>",
        "[node-a",
        "mpirun … fiord run --hosts --spread=files --name=",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(
        !page.contains("until first rank ends"),
        "a window that is not there"
    );
    let page = of(&samples::survey_over_hosts());
    for words in [
        "by 4 ranks on 2 hosts together: 512 MiB of random data for each rank",
        "Size: node-a has the least free space, 20 GiB.",
        "Rates are totals of all ranks",
        " class=\"n\">61 %</td>",
        "6.1.0",
        "<h3>node-a</h3>",
        "Other processes used the disk of node-a in 3 of 36 runs",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

/// The parts of a page, in its order.
fn parts(page: &str) -> Vec<&str> {
    let sections = page.split("<section id=\"").skip(1);
    sections.map(|part| part.split('"').next().unwrap()).collect()
}

#[test]
fn numbers_come_first_and_then_what_was_run() {
    for (document, first) in [
        (samples::run(), ["result", "plan", "findings"]),
        (samples::kept("repeats"), ["result", "plan", "findings"]),
        (samples::hosts(), ["result", "plan", "findings"]),
        (samples::check(), ["result", "plan", "findings"]),
        (samples::import(), ["result", "plan", "findings"]),
        (samples::study(), ["result", "plan", "findings"]),
    ] {
        let page = of(&document);
        let name = document["fiord"]["document"].as_str().unwrap();
        assert_eq!(parts(&page)[..3], first, "{name}");
    }
    let page = of(&samples::run());
    let result = page
        .split("id=\"result\"")
        .nth(1)
        .unwrap()
        .split("</section>")
        .next()
        .unwrap();
    for figure in [
        "<dd>10,301</dd>",
        "<dd>42.2 MB/s</dd>",
        "<dd>82 µs</dd>",
        "<dd>240 µs</dd>",
    ] {
        assert!(result.contains(figure), "{figure} in {result}");
    }
}

#[test]
fn findings_that_say_the_same_are_one() {
    let mut document = samples::run();
    let mut finding = document["findings"][1].clone();
    for (job, saw) in [
        ("b", "C6 takes 120 µs to leave"),
        ("c", "C6 takes 90 µs to leave"),
    ] {
        (finding["job"], finding["saw"]) = (json!(job), json!(saw));
        document["findings"].as_array_mut().unwrap().push(finding.clone());
    }
    let page = of(&document);
    assert_eq!(page.matches(">care c-states</b>").count(), 1);
    assert_eq!(
        page.matches("Switch deep states off").count(),
        1 + 3,
        "once shown, and three times in the data"
    );
    assert!(
        page.contains("[b] C6 takes 120 µs") && page.contains("[c] C6 takes 90 µs"),
        "{page}"
    );
}

#[test]
fn a_check_shows_each_number_against_its_threshold() {
    let page = of(&samples::check());
    for words in [
        "FAIL",
        "This disk is not good enough for etcd.",
        ">&lt; 10 ms</td>",
        "0.62× pass",
        "0.80× fail",
        "All limits of the published test",
        "not counted: the disk was shared",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let all = charts(samples::typed(&samples::check()).as_ref(), &PageExtra::default());
    insta::assert_snapshot!(all[0].text(80, Lang::En));
}

#[test]
fn the_trend_of_a_saved_job_names_the_run_from_which_it_is_slower() {
    let page = of(&samples::history());
    assert!(page.contains("Runs named nightly"), "{page}");
    let (_, change) = page
        .split_once("r read: the level changed from 1")
        .expect("the change is named");
    let (levels, run) = change.split_once(" at run ").expect("the change has its run");
    assert!(
        levels.contains(" to 8,") && run.starts_with("9 (2026-11-09 03:00)"),
        "{levels}, {run:.40}"
    );
    let all = charts(
        samples::typed(&samples::history()).as_ref(),
        &PageExtra::default(),
    );
    let [rate, latency] = all.as_slice() else {
        panic!("{}", all.len())
    };
    assert_eq!((rate.name.as_str(), latency.name.as_str()), ("iops", "p99"));
    // A run that did not measure what it seems to, and one that was cut short, are in the table alone.
    assert!(!page.contains(">run 15, ") && page.contains(">15</th>"), "{page}");
}

#[test]
fn the_chart_of_a_limit_names_the_percentile() {
    let all = charts(
        samples::typed(&samples::kept("slo")).as_ref(),
        &PageExtra::default(),
    );
    let ChartBody::Curves(curves) = &all[0].body else {
        panic!("{:?}", all[0])
    };
    assert_eq!(curves.y_name, "p99");
    assert!(
        curves.curves.iter().all(|curve| curve.name == "p99"),
        "{curves:?}"
    );
}

#[test]
fn runs_with_other_settings_are_another_line_of_the_trend() {
    let mut document = samples::history();
    for (at, run) in document["runs"].as_array_mut().unwrap().iter_mut().enumerate() {
        if at % 2 == 0 {
            run["jobs"] = json!(["randread 64k, iodepth 8, libaio"]);
            run["results"][0]["iops"] = json!(1_000.0);
        }
    }
    let all = charts(samples::typed(&document).as_ref(), &PageExtra::default());
    let ChartBody::Curves(curves) = &all[0].body else {
        panic!("{:?}", all[0])
    };
    let of = |name: &str| {
        let curve = curves.curves.iter().find(|curve| curve.name == name);
        let rates = curve.unwrap().points.iter().map(|point| point.y);
        rates.fold((f64::INFINITY, 0.0_f64), |(low, high), rate| {
            (low.min(rate), high.max(rate))
        })
    };
    assert_eq!(curves.curves.len(), 2);
    assert_eq!(
        of("nightly r read (randread 64k, iodepth 8, libaio)"),
        (1_000.0, 1_000.0)
    );
    assert!(of("nightly r read (randread 4k, iodepth 1, psync)").0 > 7_000.0);
}

#[test]
fn a_run_that_was_half_traced_says_so_above_its_numbers() {
    let mut document = samples::run();
    let mut latency = Latency::default();
    (0..2_000).for_each(|_| latency.record(95_000));
    let split = DirectionSplit {
        ddir: 0,
        ios: 2_000,
        lat: Times::of(&latency),
        joined: 0,
        stages: Vec::new(),
        absent: Vec::new(),
        untraced: Times::of(&latency),
        untraced_rate: Some(UntracedRate {
            ios: 2_000,
            bytes: 2_000 * 4096,
            time_ns: 200_000_000,
        }),
    };
    let layers = Layers {
        split: vec![split],
        ..Layers::default()
    };
    document["record"]["evidence"]["layers"] = json!(layers);
    let page = of(&document);
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}"));
    let whole = place("Numbers of the whole run (half of it was traced):");
    assert!(place("untraced slices") < whole && place("10,000") < whole);
    assert!(whole < place("<dd>10,301</dd>"));
    assert!(!of(&samples::run()).contains("half of it was traced"));
}

#[test]
fn an_import_and_a_ladder_begin_with_their_numbers() {
    let result = |page: &str| {
        let result = page.split("id=\"result\"").nth(1).unwrap();
        result.split("</section>").next().unwrap().to_owned()
    };
    let page = of(&samples::import());
    let shown = result(&page);
    for figure in [
        "<dt>grade</dt><dd>D</dd>",
        "<dt>IOPS</dt><dd>10,667</dd>",
        "<dt>throughput</dt><dd>4.10 MB/s to 524 MB/s</dd>",
    ] {
        assert!(shown.contains(figure), "{figure}: {shown}");
    }
    let mut one = samples::import();
    let first = one["files"][0]["runs"][0].clone();
    one["files"][0]["runs"] = json!([first]);
    let verdict = one["files"][0]["runs"][0]["verdict"].as_str().unwrap().to_owned();
    let one = of(&one);
    assert!(
        one.contains(&format!("<p class=\"answer\">{verdict}</p>")),
        "{verdict}"
    );
    assert!(result(&one).contains("<dt>p99</dt><dd>219 µs</dd>"));
    let place = |words: &str| shown.find(words).unwrap();
    assert!(place("<dl") < place("were read from"), "numbers first");
    let page = of(&samples::kept("ladder"));
    assert_eq!(parts(&page)[..2], ["result", "findings"]);
    let shown = result(&page);
    for figure in [
        "<dt>load from memory, random</dt><dd>170 ns</dd>",
        "<dt>system call</dt><dd>156 ns</dd>",
        "<dt>4 KiB write + fsync</dt><dd>130.6 µs</dd>",
    ] {
        assert!(shown.contains(figure), "{figure}: {shown}");
    }
}

#[test]
fn throughput_and_latency_share_a_chart_along_the_depth() {
    let mut document = samples::study();
    let of_4k = |list: &Value| -> Value { list.as_array().unwrap()[..3].to_vec().into() };
    (document["cells"], document["summaries"]) = (of_4k(&document["cells"]), of_4k(&document["summaries"]));
    for cell in document["cells"].as_array_mut().unwrap() {
        cell["levels"] = json!([cell["levels"][1]]);
    }
    document["factors"] = json!(["iodepth"]);
    document["published"] = json!([{"report": "r", "lines": [1, 9], "rows": [
        {"cell": 0, "line": 1, "bytes_per_s": 5e7}, {"cell": 2, "line": 3, "bytes_per_s": 4e8}]}]);
    let all = charts(samples::typed(&document).as_ref(), &samples::extra());
    let svg = all
        .iter()
        .find(|chart| chart.name == "iodepth")
        .unwrap()
        .svg(Lang::En);
    for words in [
        "throughput and p99 latency by iodepth",
        "this study, throughput (left axis)",
        "published, other disks, throughput (left axis)",
        "p99 (right axis, dashed)",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    assert_eq!(svg.matches("class=\"l d c").count(), 1, "one dashed curve");
}
