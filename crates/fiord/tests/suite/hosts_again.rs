//! Several measurements in one session of MPI, and what is asked of their numbers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fiord_testbed::{Timing, TruthFile, disk_folder, or_skip, patiently};
use serde_json::Value;

use crate::common::text;
use crate::many_hosts::{
    assert_clocks, assert_merged, file, here, host, installed, output, without_launcher,
};
use crate::mpi_bed::{Mpi, TwoHosts, json_of};
use crate::schema;
use crate::snapshot::assert_screen;

const FIORD: &str = env!("CARGO_BIN_EXE_fiord");

/// Three runs are one session: each is kept by itself, and the numbers of all are those of theirs.
#[test]
fn repeated_runs_are_kept_each_and_their_mean_is_the_mean_of_theirs() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let folder = disk_folder();
        let data = file(folder.path(), 4);
        let store = folder.path().join("runs.sqlite");
        let mut command = hosts.launcher(mpi, 2);
        command.args([FIORD, "run", "--hosts", "--repeat=3", "--json", "--store"]);
        command.arg(&store).args(["--name=r", "--rw=randread", "--bs=4k"]);
        command.args(["--number_ios=300", "--rate_iops=200", "--filename", &data]);
        let printed = output(&mut command);
        let document = json_of(&printed);
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        assert_eq!(schema::problems(&document), [""; 0]);
        let runs = document["runs"].as_array().unwrap();
        assert_eq!((runs.len(), &document["cut_short"]), (3, &Value::Null));
        let fiord = |args: &[&str]| {
            let mut command = Command::new(FIORD);
            command.args(args).arg("--store").arg(&store);
            json_of(&output(&mut command))
        };
        let mut seeds: Vec<u64> = Vec::new();
        for (id, run) in (1..).zip(runs) {
            assert_eq!(fiord(&["report", &id.to_string(), "--json"]), *run);
            assert_merged(run, 1_200);
            assert_clocks(run);
            let hosts = run["hosts"].as_array().unwrap().iter();
            let jobs = hosts.map(|host| &host["run"]["record"]["plan"]["jobs"][0]);
            seeds.extend(jobs.map(|job| job["access"]["randseed"].as_u64().unwrap()));
        }
        // Other blocks on each host, each time.
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 6);
        assert_eq!(fiord(&["history", "--json"])["runs"].as_array().unwrap().len(), 3);
        for window in ["all_at_work", "to_the_last_done"] {
            let of_all = &document["summary"][0][window]["iops"];
            let of = |run: &Value| run["jobs"][0][window]["iops"].as_f64().unwrap();
            let mean = runs.iter().map(of).sum::<f64>() / 3.0;
            assert!((of_all["mean"].as_f64().unwrap() - mean).abs() < 1e-6, "{of_all}");
        }
    }
}

/// Two ranks that read from a device which takes 2 ms for each, kept in the folder's store.
fn reads(mpi: Mpi, device: &TruthFile, folder: &Path, more: &[&str]) -> Output {
    let mut command = mpi.launcher(2);
    command.args([FIORD, "run", "--hosts", "--store"]);
    command.arg(folder.join("runs.sqlite")).args(more);
    command.args([
        "--name=r",
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--number_ios=150",
    ]);
    command.arg(format!("--filename={}", device.path().display()));
    output(&mut command)
}

#[test]
fn a_run_over_hosts_that_is_as_asked_writes_its_numbers_in_every_form() {
    for mpi in installed() {
        let device = or_skip!("fuse", TruthFile::new(8, Timing::us(2_000, 0, 2)));
        let folder = disk_folder();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (evidence, metrics, junit) = (at("e.json"), at("m.prom"), at("j.xml"));
        let report = format!("junit:{junit}");
        let files = [
            "--evidence",
            &evidence,
            "--metrics",
            &metrics,
            "--report",
            &report,
        ];
        let asked = ["--assert=read.min>=1.9ms", "--assert=r/iops>1", "--json"];
        // Undecided is what a machine that is busy with other tests may be called, rightly: then the run says nothing about passing.
        let run = || reads(mpi, &device, folder.path(), &[&asked[..], &files].concat());
        let mut runs = (0..8).map(|_| run());
        let passes = runs.find(|run| run.status.code() != Some(3)).unwrap();
        assert_eq!(passes.status.code(), Some(0), "{}", text(&passes.stderr));
        let document = json_of(&passes);
        assert_eq!(schema::problems(&document), [""; 0]);
        let asked = document["assertions"].as_array().unwrap();
        assert!(
            asked.len() == 2 && asked.iter().all(|one| one["verdict"] == "pass"),
            "{asked:?}"
        );
        let of_all = document["jobs"][0]["result"]["read"]["iops"].as_f64().unwrap();
        let asked = asked[1]["values"][0].as_f64().unwrap();
        assert!((asked / of_all - 1.0).abs() < 1e-12, "{asked} and {of_all}");
        let read = |path: &str| fs::read_to_string(path).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&read(&evidence)).unwrap(), document);
        let junit = read(&junit);
        assert!(
            junit.contains("tests=\"2\"") && junit.contains("failures=\"0\""),
            "{junit}"
        );
        let metrics = read(&metrics);
        let of_rank = format!(
            "fiord_hosts_rank_operations_per_second{{host=\"{}\",rank=\"1\",",
            host()
        );
        for line in [
            "fiord_run_job_operations{jobname=\"r\",job_number=\"0\",direction=\"read\"} 300",
            "fiord_hosts_ranks{state=\"reported\"} 2",
            &of_rank,
        ] {
            assert!(metrics.contains(line), "{line} in\n{metrics}");
        }
    }
}

#[test]
fn a_run_over_hosts_that_is_not_as_asked_fails_and_is_kept() {
    for mpi in installed() {
        let device = or_skip!("fuse", TruthFile::new(8, Timing::us(2_000, 0, 2)));
        let folder = disk_folder();
        let run = |more: &[&str]| reads(mpi, &device, folder.path(), more);
        let fails = run(&["--assert=read.min<1us"]);
        assert_eq!(fails.status.code(), Some(1), "{}", text(&fails.stderr));
        let said = text(&fails.stdout);
        // Open MPI's launcher gives a terminal to its ranks, but this output is none.
        assert!(said.contains("✗ fail"), "{said}");
        assert!(
            said.contains("Expected: < 1 µs.") && !said.contains('\x1b'),
            "{said}"
        );
        // As of plain runs: an interval to decide by takes six.
        let undecided = run(&["--assert=read.min<1us", "--repeat=2"]);
        assert_eq!(undecided.status.code(), Some(3), "{}", text(&undecided.stderr));
        // All are kept all the same; the numbers of one as CSV are those of its report.
        let csv = run(&["--csv"]);
        let mut report = Command::new(FIORD);
        report
            .args(["report", "4", "--csv", "--store"])
            .arg(folder.path().join("runs.sqlite"));
        let lines = |printed: &Output| text(&printed.stdout).replace("\r\n", "\n");
        assert_eq!(lines(&csv), lines(&output(&mut report)));
        assert!(lines(&csv).starts_with("job,direction,iops,"), "{}", lines(&csv));
        let csv = lines(&run(&["--csv", "--repeat=2"]));
        assert!(
            csv.starts_with("run,job,direction,iops_all_at_work,") && csv.lines().count() == 3,
            "{csv}"
        );
    }
}

/// Starts ranks through a script that notes their process ids, waits until rank 0 has said `word` so often, and sends one of them a signal.
fn struck_at(
    mut command: Command,
    (word, times): (&str, usize),
    (signal, victim): (&str, usize),
    args: &[&str],
    mpi: Mpi,
) -> Output {
    let folder = disk_folder();
    let script = format!(
        "echo $$ > {}/pid.${}; exec \"$@\"",
        folder.path().display(),
        mpi.rank_variable()
    );
    command.args(["sh", "-c", &script, "sh", FIORD]).args(args);
    let said = folder.path().join("said");
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(fs::File::create(&said).unwrap())
        .spawn()
        .unwrap();
    let has_said = || fs::read_to_string(&said).is_ok_and(|text| text.matches(word).count() >= times);
    assert!(
        (0..30).any(|_| patiently(has_said)),
        "{:?}",
        fs::read_to_string(&said)
    );
    let pid = fs::read_to_string(folder.path().join(format!("pid.{victim}"))).unwrap();
    fiord_testbed::run("kill", &[signal, pid.trim()]).unwrap();
    let mut output = child.wait_with_output().unwrap();
    output.stderr = fs::read(&said).unwrap();
    output
}

#[test]
fn a_rank_killed_in_a_later_run_leaves_the_runs_before_it() {
    for mpi in installed() {
        let folder = disk_folder();
        let data = file(folder.path(), 4);
        let store = folder.path().join("runs.sqlite");
        let line = [
            "run",
            "--hosts",
            "--repeat=50",
            "--store",
            store.to_str().unwrap(),
            "--name=r",
            "--rw=randread",
            "--bs=4k",
            "--rate_iops=100",
            "--time_based",
            "--runtime=2",
            "--filename",
            &data,
        ];
        let output = struck_at(here(mpi), ("Run 3 of 50", 1), ("-KILL", 1), &line, mpi);
        let (printed, said) = (text(&output.stdout), text(&output.stderr));
        let of_50 = printed.split_once(" of 50 runs were completed.");
        // Where the launcher asked the others to end first, a line above says so.
        let whole = of_50.and_then(|(before, _)| before.lines().last()?.parse::<usize>().ok());
        let whole = whole.unwrap_or_else(|| panic!("{}: {printed}\n{said}", mpi.feature()));
        assert!((2..50).contains(&whole), "{}: {printed}\n{said}", mpi.feature());
        let cut = format!("Run {} ended early", whole + 1);
        match printed.split_once(&cut) {
            Some((of_whole, of_cut)) => assert!(
                of_cut.contains("Rank 1 on ")
                    && of_cut.contains("lost-rank")
                    && !of_whole.contains("lost-rank"),
                "{}: {printed}\n{said}",
                mpi.feature()
            ),
            // It died before the run had begun, while clocks were asked for.
            None => assert!(
                said.contains("rank 1 on "),
                "{}: {printed}\n{said}",
                mpi.feature()
            ),
        }
        assert_eq!(printed.matches("runs were completed").count(), 1);
        assert!(!output.status.success());
        let mut history = Command::new(FIORD);
        history.args(["history", "--json", "--store"]).arg(&store);
        let history = json_of(&self::output(&mut history));
        let rows = history["runs"].as_array().unwrap().iter();
        assert_eq!(
            rows.filter(|row| row["interrupted"] == false).count(),
            whole,
            "{history}"
        );
    }
}

/// A study of two cells, twice each.
const STUDY: &str = r#"
name = "tiny"
metric = "iops"

[job]
ioengine = "psync"
size = "4m"
runtime = "1s"
time_based = true
rate_iops = 100

[jobs.r]
rw = "randread"

[factors]
bs = ["4k", "8k"]

[stop]
repeats = 2
"#;

/// The folder of a study with its text and its store.
struct StudyBed {
    folder: tempfile::TempDir,
    target: tempfile::TempDir,
}

impl StudyBed {
    fn new() -> Self {
        let bed = Self {
            folder: disk_folder(),
            target: disk_folder(),
        };
        fs::write(bed.at("tiny.toml"), STUDY).unwrap();
        bed
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn fiord(&self, args: &[&str]) -> Value {
        let mut command = Command::new(FIORD);
        command.args(args).args(["--store", &self.at("runs.sqlite")]);
        json_of(&output(&mut command))
    }

    /// What is in the folder that the study works in.
    fn left(&self) -> Vec<String> {
        let files = fs::read_dir(self.target.path()).unwrap().flatten();
        files
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Each cell was measured in each block once, by so many ranks.
    fn assert_whole(&self, ranks: usize) {
        let rows = self.fiord(&["history", "--runs", "--json"]);
        let rows = rows["runs"].as_array().unwrap();
        assert_eq!(rows.len(), 4, "{rows:?}");
        let mut sizes: Vec<(String, u64)> = Vec::new();
        for id in 1..=4 {
            let run = self.fiord(&["report", &id.to_string(), "--json"]);
            assert_eq!(run["ranks"].as_array().unwrap().len(), ranks);
            let of_ranks = run["ranks"].as_array().unwrap().iter();
            let ios: u64 = of_ranks
                .map(|rank| rank["jobs"][0]["ios"].as_u64().unwrap())
                .sum();
            assert_merged(&run, ios);
            let job = &run["hosts"][0]["run"]["record"]["plan"]["jobs"][0];
            let mut given = job["given"].as_array().unwrap().iter();
            let bs = given.rfind(|option| option["name"] == "bs").unwrap();
            let seed = job["access"]["randseed"].as_u64().unwrap();
            sizes.push((bs["value"].as_str().unwrap().to_owned(), seed));
        }
        sizes.sort_unstable();
        let of: Vec<&str> = sizes.iter().map(|(bs, _)| bs.as_str()).collect();
        assert_eq!(of, ["4k", "4k", "8k", "8k"]);
        // Another block has other offsets.
        assert!(sizes[0].1 != sizes[1].1 && sizes[2].1 != sizes[3].1, "{sizes:?}");
        let report = self.fiord(&["study", "report", "1", "--json"]);
        assert_eq!(schema::problems(&report), [""; 0]);
        assert_eq!(report["hosts"]["hosts"].as_array().unwrap().len(), ranks);
        let caveats = report["caveats"].to_string();
        assert!(
            caveats.contains("these hosts and their storage") && !caveats.contains("machine"),
            "{caveats}"
        );
        let verified = Command::new(FIORD)
            .args([
                "report",
                "1",
                "--study",
                "--verify",
                "--store",
                &self.at("runs.sqlite"),
            ])
            .output()
            .unwrap();
        assert!(verified.status.success(), "{}", text(&verified.stdout));
    }
}

#[test]
fn a_study_over_hosts_measures_each_cell_of_each_block_once() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let bed = StudyBed::new();
        let folder = bed.target.path().to_str().unwrap();
        let mut command = hosts.launcher(mpi, 2);
        command.args([FIORD, "study", "run", "--hosts", &bed.at("tiny.toml"), folder]);
        command.args(["--json", "--store", &bed.at("runs.sqlite")]);
        let printed = output(&mut command);
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        let document = json_of(&printed);
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_eq!(
            document["hosts"]["hosts"],
            serde_json::json!(["node-a", "node-a", "node-b", "node-b"])
        );
        // 100 I/Os per second of each of four ranks.
        for summary in document["summaries"].as_array().unwrap() {
            let median = summary["median"].as_f64().unwrap();
            assert!((200.0..=450.0).contains(&median), "{summary}");
        }
        bed.assert_whole(4);
        assert_eq!(bed.left(), [""; 0]);
    }
}

/// A sweep is the study that its options make, also when it is gone on with.
#[test]
fn a_sweep_over_hosts_is_a_study_over_hosts() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let bed = StudyBed::new();
        let folder = bed.target.path().to_str().unwrap();
        let mut command = hosts.launcher(mpi, 2);
        command.args([FIORD, "sweep", "--hosts", folder, "--bs=4k,8k", "--blocks=1"]);
        command.args(["--size=4m", "--runtime=1s", "--rate_iops=100", "--json"]);
        command.args(["--store", &bed.at("runs.sqlite")]);
        let printed = output(&mut command);
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        let document = json_of(&printed);
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_eq!(
            document["hosts"]["hosts"],
            serde_json::json!(["node-a", "node-a", "node-b", "node-b"])
        );
        let labels = document["cells"].as_array().unwrap().iter();
        let labels: Vec<&str> = labels.map(|cell| cell["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["4k", "8k"]);
        // 100 I/Os per second of each of four ranks.
        for (summary, bs) in document["summaries"]
            .as_array()
            .unwrap()
            .iter()
            .zip([4096.0, 8192.0])
        {
            let iops = summary["median"].as_f64().unwrap() / bs;
            assert!((200.0..=450.0).contains(&iops), "{summary}");
        }
        // The commands name the files of the process that shows them.
        for part in ["summaries", "findings", "hosts", "seed"] {
            assert_eq!(
                bed.fiord(&["study", "report", "1", "--json"])[part],
                document[part]
            );
        }
        let rows = bed.fiord(&["history", "--runs", "--json"]);
        let rows = rows["runs"].as_array().unwrap();
        assert!(
            rows.len() == 2 && rows.iter().all(|row| row["verb"] == "sweep"),
            "{rows:?}"
        );
        let mut again = hosts.launcher(mpi, 2);
        again.args([FIORD, "study", "resume", "--hosts", "1", "--json"]);
        let again = output(again.args(["--store", &bed.at("runs.sqlite")]));
        assert_eq!(json_of(&again)["summaries"], document["summaries"]);
        assert_eq!(bed.left(), [""; 0]);
    }
}

#[test]
fn a_study_whose_rank_is_killed_goes_on_with_as_many_ranks_and_only_with_them() {
    for mpi in installed() {
        let bed = StudyBed::new();
        let (study, store) = (bed.at("tiny.toml"), bed.at("runs.sqlite"));
        let folder = bed.target.path().to_str().unwrap();
        let line = ["study", "run", "--hosts", &study, folder, "--store", &store];
        let struck = struck_at(here(mpi), ("Block 2:", 1), ("-KILL", 1), &line, mpi);
        let said = text(&struck.stderr);
        assert!(
            !struck.status.success() && said.to_lowercase().contains("completed runs are stored"),
            "{said}"
        );
        // The second process of each rank deletes its files.
        assert!(patiently(|| bed.left().is_empty()), "{:?}", bed.left());
        let resume = |command: &mut Command, more: &[&str]| {
            command.args([FIORD, "study", "resume"]).args(more);
            output(command.args(["--store", &store]))
        };
        let alone = resume(&mut Command::new("env"), &[]);
        let said = text(&alone.stderr);
        assert_eq!(alone.status.code(), Some(2), "{said}");
        let all = without_launcher(&said);
        let fewer = resume(&mut mpi.launcher(2), &["--hosts"]);
        let said = text(&fewer.stderr);
        assert!(!fewer.status.success(), "{said}");
        assert_screen!("other_ranks", all + &without_launcher(&said));
        let whole = resume(&mut here(mpi), &["--hosts"]);
        assert!(whole.status.success(), "{}", text(&whole.stderr));
        bed.assert_whole(3);
        assert_eq!(bed.left(), [""; 0]);
    }
}

#[test]
fn what_a_study_over_hosts_does_not_do_is_refused_by_name() {
    for mpi in installed() {
        let bed = StudyBed::new();
        let folder = bed.target.path().to_str().unwrap();
        let refused = |study: &str, more: &[&str]| {
            let mut command = mpi.launcher(2);
            command
                .args([FIORD, "study", "run", "--hosts", study, folder])
                .args(more);
            let output = output(command.args(["--store", &bed.at("runs.sqlite")]));
            assert_eq!(output.status.code(), Some(2), "{more:?}");
            text(&output.stderr)
        };
        let study = bed.at("tiny.toml");
        let options = ["--layers", "--spec=x.toml", "--spread=stripes"];
        let mut all = options
            .map(|option| without_launcher(&refused(&study, &[option])))
            .concat();
        fs::write(
            bed.at("changes.toml"),
            STUDY.replace("[job]", "[job]\nioscheduler = \"none\""),
        )
        .unwrap();
        all += &without_launcher(&refused(&bed.at("changes.toml"), &[]));
        assert_screen!("not_over_hosts", all);
        assert_eq!(bed.left(), [""; 0]);
        // Nothing was begun.
        assert_eq!(bed.fiord(&["history", "--json"])["runs"], serde_json::json!([]));
    }
}

/// The survey makes its files anew and goes on, until its time is over; what was measured stands.
fn assert_goes_on(mut command: Command, store: &str, measured: &[usize], rows: &[Value]) {
    command.args([FIORD, "study", "resume", "--hosts", "all", "--time=5s", "--json"]);
    let again = output(command.args(["--store", store]));
    let said = text(&again.stderr);
    assert!(said.contains("The budget for time is used up."), "{said}");
    let more = json_of(&again);
    let more = more["rows"].as_array().unwrap();
    for at in measured {
        assert_eq!(more[*at]["repeats"][0], rows[*at]["repeats"][0]);
    }
    let count = more.iter().filter(|row| row["iops"].is_number()).count();
    assert!(count > measured.len(), "{said}");
}

/// Every number of a survey over hosts is one of all its ranks, also of one that was ended, which goes on with as many.
#[test]
fn a_survey_over_hosts_adds_up_its_ranks_and_goes_on_after_an_interrupt() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let bed = StudyBed::new();
        let (folder, store) = (bed.target.path().to_str().unwrap(), bed.at("runs.sqlite"));
        let line = [
            "survey",
            "--hosts",
            folder,
            "--time=8s",
            "--json",
            "--save=all",
            "--store",
            &store,
        ];
        let struck = struck_at(hosts.launcher(mpi, 2), ("Block 1:", 4), ("-INT", 0), &line, mpi);
        let document = json_of(&struck);
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_eq!(document["interrupted"], true);
        let of = &document["hosts"];
        assert_eq!(
            (&of["ranks"], &of["spread"]),
            (
                &serde_json::json!(["node-a", "node-a", "node-b", "node-b"]),
                &Value::from("files")
            )
        );
        let each = of["each"].as_array().unwrap();
        assert_eq!(each.len(), 2, "{of}");
        let rows = document["rows"].as_array().unwrap();
        let measured: Vec<usize> = (0..rows.len())
            .filter(|at| rows[*at]["iops"].is_number())
            .collect();
        assert!(measured.len() >= 3, "{rows:?}");
        for at in &measured {
            let shares = each
                .iter()
                .map(|host| host["share_percent"][*at].as_f64().unwrap());
            assert!((shares.sum::<f64>() - 100.0).abs() < 1e-6, "{of}");
        }
        // A row has all that the ranks did, each in a file of its own.
        let run = bed.fiord(&["report", "1", "--json"]);
        let plan = |host: usize| &run["hosts"][host]["run"]["record"]["plan"]["jobs"][0];
        let ranks = run["ranks"].as_array().unwrap().iter();
        let ios: u64 = ranks.map(|rank| rank["jobs"][0]["ios"].as_u64().unwrap()).sum();
        let counts = |row: &Value| row["repeats"][0]["ios"] == ios;
        assert!(rows.iter().any(counts), "{ios} in {rows:#?}");
        let mut files: Vec<&Value> = (0..2)
            .flat_map(|host| plan(host)["files"]["filenames"].as_array().unwrap())
            .collect();
        files.sort_by_key(|file| file.to_string());
        files.dedup();
        assert_eq!(files.len(), 4, "{files:?}");
        assert!(
            !run["findings"].to_string().contains("same-file"),
            "{}",
            run["findings"]
        );
        let listed = bed.fiord(&["history", "--json"]);
        assert_eq!(listed["runs"].as_array().unwrap().len(), 1, "{listed}");
        assert_eq!(bed.fiord(&["study", "report", "all", "--json"]), document);
        // With either MPI it goes on alike: one is enough.
        if mpi == Mpi::Mpich {
            assert_goes_on(hosts.launcher(mpi, 2), &store, &measured, rows);
        }
        assert_eq!(bed.left(), [""; 0]);
    }
}

#[test]
fn what_a_survey_over_hosts_does_not_do_is_refused_by_name() {
    for mpi in installed() {
        let bed = StudyBed::new();
        let folder = bed.target.path().to_str().unwrap();
        for (line, why) in [
            (
                &["survey", folder, "--layers"][..],
                "--layers: not supported with --hosts",
            ),
            (
                &["survey", folder, "--metrics=m.prom"],
                "--metrics: not supported with --hosts",
            ),
            (
                &["study", "run", "survey", folder, "--spread=same"],
                "--spread: not supported by a survey, because the target determines the spread",
            ),
            (
                &["survey", &bed.at("tiny.toml")],
                "; use 64 MiB or more, or a directory",
            ),
        ] {
            let mut command = mpi.launcher(2);
            let refused = output(command.arg(FIORD).args(line).args(["--hosts", "--no-store"]));
            let said = text(&refused.stderr);
            assert!(
                refused.status.code() == Some(2) && said.contains(why),
                "{line:?}: {said}"
            );
        }
        assert_eq!(bed.left(), [""; 0]);
    }
}
