//! `fiord run --hosts` with real MPI: on this machine, on two hosts that are namespaces, with a rank that is killed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fiord_stats::{Histogram, JobStats};
use fiord_testbed::{Timing, TruthFile, disk_folder, or_skip, patiently, skip};
use serde_json::Value;

use crate::common::text;
use crate::mpi_bed::{Mpi, TwoHosts, json_of};
use crate::schema;
use crate::snapshot::{assert_screen, messages};

const FIORD: &str = env!("CARGO_BIN_EXE_fiord");

/// Every MPI that is installed; one that is not is skipped.
pub(crate) fn installed() -> impl Iterator<Item = Mpi> {
    Mpi::ALL.into_iter().filter(|mpi| match mpi.plugin() {
        Ok(_) => true,
        Err(reason) => {
            skip(mpi.feature(), &reason);
            false
        }
    })
}

pub(crate) fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

/// A file of `mib` MiB.
pub(crate) fn file(folder: &Path, mib: usize) -> String {
    let path = folder.join("data");
    fs::write(&path, vec![0x5a; mib << 20]).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What every worker of every rank counted, out of the records.
fn workers(document: &Value) -> Vec<JobStats> {
    let hosts = document["hosts"].as_array().unwrap().iter();
    let workers = hosts.flat_map(|host| host["run"]["record"]["workers"].as_array().unwrap());
    workers
        .map(|worker| serde_json::from_value(worker["stats"].clone()).unwrap())
        .collect()
}

/// The merged distribution of reads is the sum of the workers' bin by bin.
pub(crate) fn assert_merged(document: &Value, ios: u64) {
    let workers = workers(document);
    let mut bins: BTreeMap<usize, u64> = BTreeMap::new();
    let mut max_ns = 0;
    for worker in &workers {
        let latency = &worker.ddirs[0].lat;
        max_ns = max_ns.max(latency.moments.max);
        for (bin, count) in latency.histogram.occupied() {
            *bins.entry(bin).or_default() += count;
        }
    }
    let mut sum = 0;
    let mut cumulative: BTreeMap<u64, u64> = BTreeMap::new();
    for (bin, count) in bins {
        sum += count;
        cumulative.insert(Histogram::upper_edge(bin).min(max_ns), sum);
    }
    let read = &document["jobs"][0]["result"]["read"];
    assert_eq!((read["ios"].as_u64(), sum), (Some(ios), ios));
    let bytes: u64 = workers.iter().map(|worker| worker.ddirs[0].bytes).sum();
    assert_eq!(read["bytes"].as_u64(), Some(bytes));
    let steps = read["lat_cumulative"].as_array().unwrap();
    assert!(!steps.is_empty());
    for step in steps {
        let (edge, count) = (step[0].as_u64().unwrap(), step[1].as_u64().unwrap());
        assert_eq!(cumulative.get(&edge), Some(&count), "up to {edge} ns");
    }
    assert_eq!(steps.last().unwrap()[1].as_u64(), Some(ios));
}

#[test]
fn four_ranks_have_one_result() {
    for mpi in installed() {
        let folder = disk_folder();
        let data = file(folder.path(), 4);
        let line = ["run", "--hosts", "--json", "--name=r", "--rw=randread", "--bs=4k"];
        let mut command = mpi.launcher(4);
        command
            .arg(FIORD)
            .args(line)
            .args(["--number_ios=500", "--filename", &data]);
        let output = output(&mut command);
        let document = json_of(&output);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_merged(&document, 2_000);
        assert_eq!(document["lost"], serde_json::json!([]));
        let ranks = document["ranks"].as_array().unwrap();
        for (number, rank) in ranks.iter().enumerate() {
            assert_eq!(
                (rank["rank"].as_u64(), rank["jobs"][0]["ios"].as_u64()),
                (Some(number as u64), Some(500))
            );
            assert!(rank["jobs"][0]["gate_ns"].as_i64().unwrap() >= 0, "{rank}");
        }
        // One host, whose ranks are no strangers to each other.
        assert_eq!(document["hosts"].as_array().unwrap().len(), 1);
        let mut rules = document["findings"].as_array().unwrap().iter();
        assert!(rules.any(|finding| finding["rule"] == "one-host"));
    }
}

#[test]
fn a_run_is_kept_by_rank_0_and_shown_again() {
    for mpi in installed() {
        let folder = disk_folder();
        let data = file(folder.path(), 4);
        let store = folder.path().join("runs.sqlite");
        let mut command = mpi.launcher(3);
        command.args([FIORD, "run", "--hosts", "--json", "--save=both", "--store"]);
        command.arg(&store).args(["--name=r", "--rw=randread", "--bs=4k"]);
        command.args(["--number_ios=500", "--filename", &data]);
        let printed = output(&mut command);
        let document = json_of(&printed);
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        let fiord = |args: &[&str]| {
            let mut command = Command::new(FIORD);
            command.args(args).arg("--store").arg(&store);
            output(&mut command)
        };
        assert_eq!(json_of(&fiord(&["report", "both", "--json"])), document);
        let page = text(&fiord(&["report", "both"]).stdout);
        assert!(page.contains("3 ranks on 1 host. Data: --spread=same."), "{page}");
        // Every rank is in it once: three runs would be three rows.
        let history = json_of(&fiord(&["history", "--json"]));
        let rows = history["runs"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{history}");
        assert_eq!(
            (&rows[0]["name"], &rows[0]["grade"]),
            (&Value::from("both"), &document["grade"])
        );
        let verdict = rows[0]["verdict"].as_str().unwrap();
        assert!(verdict.starts_with("3 ranks on 1 host. "), "{verdict}");
        let verified = fiord(&["report", "both", "--verify"]);
        assert!(verified.status.success(), "{}", text(&verified.stdout));
        // It is another workload than the same job of one machine, and its rate is the one that is quoted.
        let compared = json_of(&fiord(&["compare", "run:both", "1", "--json"]));
        let cell = &compared["cells"][0];
        assert_eq!(
            cell["key"]["more"],
            serde_json::json!(["3 ranks on 1 host"]),
            "{compared}"
        );
        let window = &document["jobs"][0]["to_the_last_done"];
        let seconds = (window["end_ns"].as_f64().unwrap() - window["start_ns"].as_f64().unwrap()) / 1e9;
        let quoted = window["ios"].as_f64().unwrap() / seconds;
        let counted = cell["values"][0]["median"].as_f64();
        let is_wrong = document["grade"] == "D";
        assert_eq!(counted.is_none(), is_wrong, "{cell}");
        assert!(
            counted.is_none_or(|rate| (rate / quoted - 1.0).abs() < 1e-9),
            "{cell} {window}"
        );
        let page = folder.path().join("page.html");
        let drawn = fiord(&["report", "both", "--html", page.to_str().unwrap()]);
        assert!(drawn.status.success(), "{}", text(&drawn.stderr));
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains("Run of r over 1 host") && page.contains("3 ranks on 1 host"));
        // A store that cannot be: its folder is a file.
        let mut command = mpi.launcher(2);
        command.args([FIORD, "run", "--hosts", "--store", &format!("{data}/runs.sqlite")]);
        command.args(["--name=r", "--rw=read", "--filename", &data]);
        let refused = output(&mut command);
        assert_eq!(refused.status.code(), Some(2));
        assert_screen!("no_store", without_launcher(&text(&refused.stderr)));
    }
}

#[test]
fn verbs_that_do_not_run_over_hosts_say_so() {
    let all = [
        &["check", "etcd", "/tmp", "--hosts"][..],
        &["doctor", "/tmp", "--hosts"],
        &["study", "list", "--hosts"],
        &["survey", "--hosts", "/tmp", "--spread", "files"],
    ];
    assert_screen!(
        all.map(|args| messages(args, &output(Command::new(FIORD).args(args))))
            .concat()
    );
}

/// The ranks of the other host wait for it in `MPI_Init`, and MPICH's launcher does not end them by itself.
#[test]
fn a_host_without_the_plugin_ends_all() {
    for mpi in installed() {
        let hosts = fiord_testbed::or_skip!("netns", TwoHosts::new(0));
        let mut command = hosts.launcher(mpi, 1);
        command.args(["sh", "-c"]);
        let variable = mpi.rank_variable();
        command.arg(format!(
            "test ${variable} = 1 && export FIORD_MPI=/no/plugin; exec {FIORD} run --hosts --name=n --ioengine=null --size=1m"
        ));
        let refused = output(&mut command);
        assert_eq!(
            (refused.status.code(), text(&refused.stdout)),
            (Some(2), String::new())
        );
        let said = text(&refused.stderr);
        let names = "--hosts: on node-b: MPI plugin: not found at /no/plugin (set in FIORD_MPI)";
        assert_eq!(said.matches(names).count(), 1, "{}: {said}", mpi.feature());
    }
}

/// What fiord said on this host, without what the launcher says of processes that failed.
pub(crate) fn without_launcher(said: &str) -> String {
    let is_ours = |line: &&str| line.starts_with("fiord") || line.starts_with("  ");
    let lines = said.lines().skip_while(|line| !line.starts_with("fiord"));
    let ours: Vec<&str> = lines.take_while(is_ours).collect();
    ours.join("\n").replace(&format!("on {}", host()), "on HOST") + "\n\n"
}

#[test]
fn what_is_in_the_way_is_said_once_and_nobody_starts() {
    for mpi in installed() {
        let folder = disk_folder();
        let refused = |args: &[&str]| {
            let mut command = mpi.launcher(2);
            command
                .args([FIORD, "run", "--hosts"])
                .args(args)
                .current_dir(folder.path());
            let output = output(&mut command);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert_eq!(text(&output.stdout), "");
            text(&output.stderr)
        };
        let all = [
            &["--name=r", "--rw=reed", "--size=1m"][..],
            &[
                "--shift-reads",
                "--spread=files",
                "--name=r",
                "--rw=read",
                "--size=1m",
            ],
            &[
                "--name=r",
                "--rw=read",
                "--size=1m",
                "--directory=/no/such/folder",
            ],
            &[
                "--wear-out",
                "--name=w",
                "--rw=write",
                "--size=1m",
                "--runtime=1",
                "--time_based",
            ],
            &["--name=s", "--ioengine=sim", "--rw=read", "--size=1m"],
        ]
        .map(|args| without_launcher(&refused(args)));
        assert_screen!("what_is_in_the_way", all.concat());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn without_a_plugin_a_sentence_says_what_to_build() {
    let said = |plugin: &str| {
        let args = ["run", "--hosts", "--name=r", "--rw=read", "--size=1m"];
        let output = output(Command::new(FIORD).args(args).env("FIORD_MPI", plugin));
        messages(&args, &output)
    };
    let missing = said("/no/such/plugin.so");
    let folder = disk_folder();
    let garbage = folder.path().join("garbage.so");
    fs::write(&garbage, "not a library").unwrap();
    // As the loader says it: of a library of MPI that is missing, it has the name.
    let garbled = said(garbage.to_str().unwrap());
    let foreign = fs::read_to_string("/proc/self/maps").unwrap();
    let libc = foreign.lines().find_map(|line| {
        line.split_whitespace()
            .last()
            .filter(|path| path.contains("libc.so"))
    });
    let foreign = said(libc.unwrap()).replace(libc.unwrap(), "LIBC");
    let on = format!("on {}:", host());
    assert_screen!([missing, garbled, foreign].concat().replace(&on, "on HOST:"));
}

#[test]
fn a_plugin_for_another_mpi_than_the_launchers_is_named() {
    let plugins = Mpi::ALL.map(Mpi::plugin);
    let [open, _] = match plugins {
        [Ok(open), Ok(mpich)] => [open, mpich],
        [Err(reason), _] => return skip("openmpi", &reason),
        [_, Err(reason)] => return skip("mpich", &reason),
    };
    let mut command = Mpi::Mpich.launcher(2);
    command.args([FIORD, "run", "--hosts", "--name=r", "--rw=read", "--size=1m"]);
    let said = text(&output(command.env("FIORD_MPI", open)).stderr);
    assert!(
        said.contains("than the launcher, which started 2 ranks (PMI_SIZE)"),
        "{said}"
    );
}

/// Each rank's clock is known as well as its ping allows, and its start lies on rank 0's clock. How far the clocks were missed.
pub(crate) fn assert_clocks(document: &Value) -> Vec<String> {
    let mut missed = Vec::new();
    let ranks = document["ranks"].as_array().unwrap();
    let hosts: Vec<&str> = ranks.iter().map(|rank| rank["host"].as_str().unwrap()).collect();
    assert_eq!(hosts, ["node-a", "node-a", "node-b", "node-b"]);
    for rank in ranks {
        let truth = if rank["host"] == "node-b" {
            100_000_000_000
        } else {
            0
        };
        let clock = &rank["clock"];
        let error = clock["offset_ns"].as_i64().unwrap().abs_diff(truth);
        let rtt = clock["rtt_ns"].as_u64().unwrap();
        missed.push(format!(
            "rank {}: {error} ns with a ping of {rtt} ns",
            rank["rank"]
        ));
        assert!(error <= rtt, "{error} of {rtt}");
        // Without the translation it would lie a hundred seconds off.
        let gate_ns = rank["jobs"][0]["gate_ns"].as_i64().unwrap();
        assert!((0..60_000_000_000).contains(&gate_ns), "{gate_ns}");
    }
    missed
}

/// From the first of so many requests that reached a device last to the last answer: what comes before them is fiord's look at the
/// file before the run.
fn served(file: &TruthFile, requests: usize) -> Duration {
    let reads = file.take_account().reads;
    let mut answers: Vec<_> = reads.arrived.iter().zip(&reads.latencies_ns).collect();
    answers.sort_unstable();
    let run = &answers[answers.len() - requests..];
    let last = run
        .iter()
        .map(|(arrived, ns)| **arrived + Duration::from_nanos(**ns))
        .max();
    last.unwrap().duration_since(*run[0].0)
}

/// Two hosts with two ranks each, a link between them, and clocks that are 100 s apart; the second one's device is four times slower.
#[test]
fn two_hosts_with_clocks_apart_start_together_and_the_slow_one_is_named() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        // A lane for each rank, so that both are done when the device is.
        let fast = or_skip!("fuse", TruthFile::new(8, Timing::us(2_000, 0, 2)));
        let slow = or_skip!("fuse", TruthFile::new(8, Timing::us(8_000, 0, 2)));
        let mut command = hosts.launcher(mpi, 2);
        command.args([
            FIORD,
            "run",
            "--hosts",
            "--json",
            "--name=r",
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
        ]);
        command.args(["--size=8m", "--number_ios=300"]);
        for (host, file) in [("node-a", &fast), ("node-b", &slow)] {
            command.arg(format!("--filename-on={host}={}", file.path().display()));
        }
        let output = output(&mut command);
        let document = json_of(&output);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_merged(&document, 1_200);
        let missed = assert_clocks(&document).join(", ");
        let skew = &document["start_skew_ns"];
        println!(
            "{}: clocks missed by {missed}; start skew {skew} ns",
            mpi.feature()
        );
        let found = document["findings"].as_array().unwrap().iter();
        let slow_ranks: Vec<u64> = found
            .filter(|finding| finding["rule"] == "straggler")
            .map(|finding| finding["observed"]["rank"].as_u64().unwrap())
            .collect();
        assert_eq!(slow_ranks, [2, 3]);
        let job = &document["jobs"][0];
        let length = |window: &str| {
            let window = &job[window];
            (window["end_ns"].as_i64().unwrap() - window["start_ns"].as_i64().unwrap()) as f64
        };
        for (window, file) in [("to_the_first_done", &fast), ("to_the_last_done", &slow)] {
            let ratio = length(window) / served(file, 600).as_nanos() as f64;
            println!(
                "{}: {window} took {ratio:.3} of what the device did",
                mpi.feature()
            );
            // No rank is done before its own requests are, and none after its device.
            let least_ns = if window == "to_the_first_done" {
                0.6e9
            } else {
                2.4e9
            };
            assert!(length(window) >= least_ns && ratio < 1.1, "{window}: {ratio}");
        }
    }
}

/// The jobs of a phase of writes and one of reads, over stripes, on two hosts; the second one's device is four times slower, so that the
/// ranks of the first wait for a second and more.
fn two_phases(mpi: Mpi, hosts: &TwoHosts, files: [&TruthFile; 2], store: &Path) -> Value {
    let mut command = hosts.launcher(mpi, 2);
    command.args([
        FIORD,
        "run",
        "--hosts",
        "--json",
        "--spread=stripes",
        "--shift-reads",
    ]);
    command.args(["--save=phases", "--store"]).arg(store);
    for (host, file) in ["node-a", "node-b"].into_iter().zip(files) {
        command.arg(format!("--filename-on={host}={}", file.path().display()));
    }
    let shared = ["--direct=1", "--bs=8k", "--size=2m", "--filename=data"];
    command.args(["--name=write", "--rw=write"]).args(shared);
    command
        .args(["--name=read", "--stonewall", "--rw=read"])
        .args(shared);
    let output = output(&mut command);
    let document = json_of(&output);
    assert!(output.status.success(), "{}", text(&output.stderr));
    document
}

/// No read began before the last write ended, and all read what they were to. How the phases began.
fn assert_apart(document: &Value) -> String {
    let ranks = || document["ranks"].as_array().unwrap().iter();
    let ns = |rank: &Value, job: usize, time: &str| rank["jobs"][job][time].as_i64().unwrap();
    let last_write = ranks().map(|rank| ns(rank, 0, "end_ns")).max().unwrap();
    let first_write = ranks().map(|rank| ns(rank, 0, "end_ns")).min().unwrap();
    let first_read = ranks().map(|rank| ns(rank, 1, "gate_ns")).min().unwrap();
    assert!(
        first_read > last_write,
        "a read began at {first_read} ns, and the last write ended at {last_write} ns"
    );
    // Without the common start the fast ranks would have read so much earlier.
    assert!(last_write - first_write > 1_000_000_000);
    let phases = document["phases"].as_array().unwrap();
    let jobs = phases.iter().map(|phase| phase["jobs"][0].as_str().unwrap());
    assert_eq!(jobs.collect::<Vec<_>>(), ["write", "read"]);
    let begun = phases[1]["begun_ns"].as_i64().unwrap();
    for rank in ranks() {
        let error = rank["clock"]["rtt_ns"].as_i64().unwrap();
        assert!(ns(rank, 1, "gate_ns") + error >= begun, "{rank}");
        assert_eq!(rank["jobs"][1]["bytes"], 2 << 20);
    }
    format!(
        "start skews {} and {} ns; the second phase began {} ms after the last write",
        phases[0]["start_skew_ns"],
        phases[1]["start_skew_ns"],
        (begun - last_write) / 1_000_000
    )
}

#[test]
fn a_phase_begins_on_all_hosts_once_all_are_done_with_the_one_before() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let fast = or_skip!("fuse", TruthFile::new(8, Timing::us(2_000, 2_000, 2)));
        let slow = or_skip!("fuse", TruthFile::new(8, Timing::us(8_000, 8_000, 2)));
        let folder = disk_folder();
        let store = folder.path().join("runs.sqlite");
        let document = two_phases(mpi, &hosts, [&fast, &slow], &store);
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_clocks(&document);
        println!("{}: {}", mpi.feature(), assert_apart(&document));
        let found = document["findings"].as_array().unwrap().iter();
        let slow_ones = found.filter(|finding| finding["rule"] == "straggler");
        let slow_ones = slow_ones.map(|finding| {
            let seen = &finding["observed"];
            (seen["rank"].as_u64().unwrap(), seen["phase"].as_u64().unwrap())
        });
        assert_eq!(slow_ones.collect::<Vec<_>>(), [(2, 1), (3, 1), (2, 2), (3, 2)]);
        let report = |form: &str| {
            let mut command = Command::new(FIORD);
            output(command.args(["report", "phases", form, "--store"]).arg(&store))
        };
        assert_eq!(json_of(&report("--json")), document);
        let page = text(&report("--md").stdout);
        assert!(page.contains("Phase 2 of 2: read"), "{page}");
    }
}

/// Bytes of writes that the workers' own counts by second hold: of the first second, and of the first two.
fn by_second(document: &Value) -> (u64, u64) {
    let mut bytes = (0, 0);
    for worker in workers(document) {
        let mut seconds = worker.ddirs[1].per_second.iter().map(|(_, bytes)| bytes);
        let first = seconds.next().unwrap_or(&0);
        bytes.0 += first;
        bytes.1 += first + seconds.next().unwrap_or(&0);
    }
    bytes
}

/// After a second of writing the ranks of the fast host are ahead; then all write as much, and no more of it is read.
#[test]
fn with_wear_out_every_rank_writes_as_much_as_the_fastest_had_at_the_deadline() {
    for mpi in installed() {
        let hosts = or_skip!("root", TwoHosts::new(100));
        let fast = or_skip!("fuse", TruthFile::new(16, Timing::us(4_000, 4_000, 2)));
        let slow = or_skip!("fuse", TruthFile::new(16, Timing::us(8_000, 8_000, 2)));
        let mut command = hosts.launcher(mpi, 2);
        command.args([FIORD, "run", "--hosts", "--json", "--no-store", "--wear-out"]);
        command.args(["--spread=stripes", "--shift-reads"]);
        for (host, file) in [("node-a", &fast), ("node-b", &slow)] {
            command.arg(format!("--filename-on={host}={}", file.path().display()));
        }
        let shared = ["--direct=1", "--bs=8k", "--size=4m", "--filename=data"];
        command
            .args(["--name=write", "--rw=write", "--runtime=1"])
            .args(shared);
        command
            .args(["--name=read", "--stonewall", "--rw=read"])
            .args(shared);
        let output = output(&mut command);
        let document = json_of(&output);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(schema::problems(&document), [""; 0]);
        let (write, worn_out) = (&document["jobs"][0], &document["jobs"][0]["wear_out"]);
        let to_bytes = worn_out["to_bytes"].as_u64().unwrap();
        assert!(to_bytes > 0 && to_bytes < 4 << 20, "{to_bytes}");
        assert_eq!(worn_out["readers"], serde_json::json!(["read"]));
        for rank in document["ranks"].as_array().unwrap() {
            for job in rank["jobs"].as_array().unwrap() {
                assert_eq!(job["bytes"].as_u64(), Some(to_bytes), "{rank}");
            }
        }
        assert_eq!(write["to_the_last_done"]["bytes"].as_u64(), Some(4 * to_bytes));
        let at_deadline = worn_out["to_the_deadline"]["bytes"].as_u64().unwrap();
        let (least, most) = by_second(&document);
        assert!(
            (least..=most).contains(&at_deadline),
            "{at_deadline} of {least} to {most}"
        );
        assert!(at_deadline < 4 * to_bytes);
        let ended = |rank: usize| document["ranks"][rank]["jobs"][0]["end_ns"].as_i64().unwrap();
        println!(
            "{}: {at_deadline} bytes at the deadline, {} in the end; ends {:?} ns",
            mpi.feature(),
            4 * to_bytes,
            [0, 1, 2, 3].map(ended)
        );
        // The fast ones had nothing more to do than what was in flight.
        assert!(ended(2).min(ended(3)) > ended(0).max(ended(1)));
    }
}

/// Starts ranks through a script that notes their process ids, sends one of them a signal once it runs its job, and waits. The process id
/// comes back as well.
fn struck(
    mpi: Mpi,
    mut command: Command,
    (signal, victim): (&str, usize),
    form: &[&str],
) -> (Output, String) {
    let folder = disk_folder();
    let data = file(folder.path(), 4);
    let script = format!(
        "cd {}; echo $$ > pid.${}; exec \"$@\"",
        folder.path().display(),
        mpi.rank_variable()
    );
    command
        .args(["sh", "-c", &script, "sh", FIORD, "run", "--hosts"])
        .args(form);
    command.args([
        "--name=victim",
        "--rw=randread",
        "--bs=4k",
        "--time_based",
        "--runtime=600",
    ]);
    command.args(["--rate_iops=100", "--filename", &data]);
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = |rank: usize| fs::read_to_string(folder.path().join(format!("pid.{rank}")));
    let has_begun = |rank: usize| {
        let Ok(pid) = pid(rank) else { return false };
        let tasks = fs::read_dir(format!("/proc/{}/task", pid.trim()));
        let mut names = tasks
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
        names.any(|name| name.starts_with("victim"))
    };
    let mut ranks = [0, victim].into_iter();
    assert!(
        ranks.all(|rank| (0..30).any(|_| patiently(|| has_begun(rank)))),
        "a rank never began"
    );
    let pid = pid(victim).unwrap().trim().to_owned();
    fiord_testbed::run("kill", &[signal, &pid]).unwrap();
    (child.wait_with_output().unwrap(), pid)
}

/// The launcher with three ranks on this host.
pub(crate) fn here(mpi: Mpi) -> Command {
    let mut command = mpi.launcher(3);
    if mpi == Mpi::Open {
        // From SIGTERM to SIGKILL, for a machine that is busy.
        command.args(["--mca", "odls_base_sigkill_timeout", "4"]);
    }
    command
}

#[test]
fn a_rank_that_hangs_ends_the_run_and_is_named() {
    for mpi in installed() {
        let (output, pid) = struck(mpi, here(mpi), ("-STOP", 1), &["--json"]);
        let document = json_of(&output);
        assert_eq!(schema::problems(&document), [""; 0]);
        let lost = document["lost"].as_array().unwrap();
        assert_eq!(lost.len(), 1, "{}: {}", mpi.feature(), document["lost"]);
        assert_eq!(
            (lost[0]["rank"].as_u64(), lost[0]["pid"].to_string()),
            (Some(1), pid)
        );
        let why = lost[0]["why"].as_str().unwrap();
        assert!(
            why.contains("last heartbeat") && why.contains("during the measurement"),
            "{why}"
        );
        assert_eq!(document["grade"], "D");
        // What the others measured counts.
        let ranks = document["ranks"].as_array().unwrap().iter();
        let numbers: Vec<u64> = ranks.map(|rank| rank["rank"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [0, 2]);
        let said = text(&output.stderr);
        assert!(said.contains("rank 1 on "), "{said}");
        // Rank 0 has the launcher end all, the one that hangs as well.
        assert_eq!(output.status.code(), Some(2), "{}", mpi.feature());
    }
}

#[test]
fn a_rank_0_that_hangs_ends_the_run_and_is_named() {
    for mpi in installed() {
        let (output, pid) = struck(mpi, here(mpi), ("-STOP", 0), &["--json"]);
        // MPICH's launcher puts a message of its own behind it.
        let printed = text(&output.stdout);
        let mut documents = serde_json::Deserializer::from_str(&printed).into_iter::<Value>();
        let document = documents.next().unwrap().unwrap();
        assert_eq!(schema::problems(&document), [""; 0]);
        let first = &document["lost"][0];
        assert_eq!((first["rank"].as_u64(), first["pid"].to_string()), (Some(0), pid));
        assert!(first["why"].as_str().unwrap().contains("it hangs"), "{first}");
        assert_eq!(document["lost"].as_array().unwrap().len(), 3);
        assert!(!output.status.success());
    }
}

/// What a run prints of which a rank was killed: the result, with that rank among the lost ones, by the process that the launcher names.
fn assert_killed(mpi: Mpi, (output, pid): (Output, String), victim: usize, host: &str) {
    let (said, messages) = (text(&output.stdout), text(&output.stderr));
    let which = format!("Rank {victim} on {host} (process {pid})");
    assert!(
        said.contains(&which) && said.contains("lost-rank"),
        "{}: {said}\n{messages}",
        mpi.feature()
    );
    // Not twice, by whom ever.
    assert_eq!(said.matches("Grade D").count(), 1, "{}: {said}", mpi.feature());
    assert!(!output.status.success());
}

#[test]
fn a_killed_rank_ends_the_run_with_what_was_measured_and_its_name() {
    for mpi in installed() {
        for victim in [1, 0] {
            let struck = struck(mpi, here(mpi), ("-KILL", victim), &[]);
            if mpi == Mpi::Open {
                // This launcher leaves time to see which process ended alone.
                let messages = text(&struck.0.stderr);
                let alone = format!(
                    "(process {}). The process of the rank ended: it was killed",
                    struck.1
                );
                assert!(messages.contains(&alone), "{messages}");
            }
            assert_killed(mpi, struck, victim, &host());
        }
    }
}

#[test]
fn a_rank_killed_on_either_of_two_hosts_is_named() {
    for mpi in installed() {
        for (victim, host) in [(1, "node-a"), (2, "node-b"), (0, "node-a")] {
            let hosts = or_skip!("root", TwoHosts::new(0));
            let struck = struck(mpi, hosts.launcher(mpi, 2), ("-KILL", victim), &[]);
            assert_killed(mpi, struck, victim, host);
        }
    }
}

/// This host's name.
pub(crate) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}
