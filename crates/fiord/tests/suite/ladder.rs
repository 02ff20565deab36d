//! `fiord ladder`: all rungs in one document, kept, shown again, and compared.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::storing;
use crate::machine::{folder, ran, told};
use crate::schema;

use std::fs;

use serde_json::Value;

const MEASURED_EVERYWHERE: [&str; 16] = [
    "memory",
    "memory-local",
    "memory-sequential",
    "clock-read",
    "mutex",
    "mutex-contended",
    "system-call",
    "page-fault",
    "compress-1k",
    "context-switch",
    "futex-wake",
    "pipe",
    "memory-read-1m",
    "memory-copy-1m",
    "loopback",
    "page-cache-4k",
];

fn rung<'d>(document: &'d Value, name: &str) -> &'d Value {
    let mut rungs = document["rungs"].as_array().unwrap().iter();
    rungs.find(|rung| rung["rung"] == name).unwrap_or(&Value::Null)
}

#[test]
fn a_ladder_is_measured_kept_and_compared() {
    let folder = folder();
    let told = |args: &[&str]| told(storing(folder.path(), args).output().unwrap());
    let place = folder.path().join("place");
    fs::create_dir(&place).unwrap();
    let place = place.to_str().unwrap();
    let (code, stdout, stderr) = told(&["ladder", place, "--save", "here", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(fs::read_dir(place).unwrap().count(), 0, "the test file is gone");

    let number = |rung: &Value, key: &str| rung[key].as_f64().unwrap();
    let rungs = document["rungs"].as_array().unwrap();
    let measured = || rungs.iter().filter(|rung| !rung["median_ns"].is_null());
    for rung in measured() {
        let values = ["lowest_ns", "p25_ns", "median_ns", "p75_ns"].map(|key| number(rung, key));
        assert!(values.is_sorted() && values[0] > 0.0, "{rung}");
        // Rungs of a disk have a fixed time. Beside other tests they get few samples, and the document says how many.
        let is_of_disk = ["read-4k", "read-1m", "write-fsync-4k"].contains(&rung["rung"].as_str().unwrap());
        let least = if is_of_disk { 1 } else { 20 };
        assert!(rung["samples"].as_u64().unwrap() >= least, "{rung}");
    }
    for name in MEASURED_EVERYWHERE {
        assert!(!rung(&document, name)["median_ns"].is_null(), "{name}: {stdout}");
    }
    let order = rungs.iter().map(|rung| {
        rung["median_ns"]
            .as_f64()
            .or(rung["reference_ns"].as_f64())
            .unwrap()
    });
    assert!(order.is_sorted());
    let of_2012: Vec<&Value> = rungs
        .iter()
        .filter(|rung| !rung["reference_ns"].is_null())
        .collect();
    assert_eq!(of_2012.len(), 14);
    assert_eq!(rung(&document, "l1")["reference_ns"], 0.5);
    let curve = document["curve"].as_array().unwrap();
    assert_eq!(curve[0]["bytes"], 4096);
    assert!(curve.len() > 20, "{}", curve.len());

    let (code, again, _) = told(&["report", "here", "--json"]);
    assert_eq!((code, again), (0, stdout.clone()), "shown again as it was");
    let (code, verified, _) = told(&["report", "here", "--verify"]);
    assert_eq!(code, 0, "{verified}");
    let (_, history, _) = told(&["history"]);
    assert!(
        history.contains("ladder") && history.contains("latencies, "),
        "{history}"
    );

    let (code, compared, stderr) = told(&["compare", "latency-numbers-2012", "here", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!(schema::problems(&compared), [""; 0]);
    let cells = compared["cells"].as_array().unwrap();
    let cell = |name: &str| cells.iter().find(|cell| cell["workload"] == name).unwrap();
    assert_eq!(cell("memory")["values"][0]["median"], 100.0);
    assert_eq!(
        cell("memory")["values"][1]["median"],
        rung(&document, "memory")["median_ns"]
    );
    assert_eq!(cell("memory")["metric"], "p50");

    // The file of another machine.
    let file = folder.path().join("there.json");
    fs::write(&file, &stdout).unwrap();
    let (code, same, stderr) = told(&["compare", file.to_str().unwrap(), "here"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(same.contains("1.00×") && !same.contains("0.99×"), "{same}");
}

#[test]
fn a_path_that_is_not_there_is_refused_before_anything_is_measured() {
    let (code, stdout, stderr) = ran(&["ladder", "/nowhere/at/all", "--no-store"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("/nowhere/at/all"), "{stderr}");
}

/// What the author of a report compared by hand: an optical (88) and a copper link (89) to one host.
const LINKS: &str = "\
$ping -c 10 10.88.88.16
PING 10.88.88.16 (10.88.88.16) 56(84) bytes of data.
64 bytes from 10.88.88.16: icmp_seq=1 ttl=64 time=0.058 ms
--- 10.88.88.16 ping statistics ---
10 packets transmitted, 10 received, 0% packet loss, time 159ms
rtt min/avg/max/mdev = 0.038/0.049/0.064/0.008 ms

$ping -c 10 10.88.89.16
PING 10.88.89.16 (10.88.89.16) 56(84) bytes of data.
64 bytes from 10.88.89.16: icmp_seq=1 ttl=64 time=0.087 ms
--- 10.88.89.16 ping statistics ---
10 packets transmitted, 10 received, 0% packet loss, time 149ms
rtt min/avg/max/mdev = 0.045/0.152/0.391/0.136 ms

$scp uos.tar aliyun@10.88.89.16:/tmp/
uos.tar                                  100% 3743MB 111.8MB/s   00:33

$scp uos.tar aliyun@10.88.88.16:/tmp/
uos.tar                                   100% 3743MB 178.7MB/s   00:20

$sudo ping -f 10.88.89.16
PING 10.88.89.16 (10.88.89.16) 56(84) bytes of data.
--- 10.88.89.16 ping statistics ---
284504 packets transmitted, 284504 received, 0% packet loss, time 702ms
rtt min/avg/max/mdev = 0.019/0.040/1.014/0.013 ms, ipg/ewma 0.048/0.042 ms

$sudo ping -f 10.88.88.16
PING 10.88.88.16 (10.88.88.16) 56(84) bytes of data.
--- 10.88.88.16 ping statistics ---
299748 packets transmitted, 299748 received, 0% packet loss, time 242ms
rtt min/avg/max/mdev = 0.012/0.016/0.406/0.006 ms, pipe 2, ipg/ewma 0.034/0.014 ms
";

#[test]
fn two_links_of_a_report_are_compared_as_their_author_did() {
    let folder = folder();
    let file = folder.path().join("links.md");
    fs::write(&file, LINKS).unwrap();
    let file = file.to_str().unwrap();
    let (copper, optical) = (format!("{file}@10.88.89"), format!("{file}@10.88.88"));
    let (code, stdout, stderr) = told(
        storing(folder.path(), &["compare", &copper, &optical, "--json"])
            .output()
            .unwrap(),
    );
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let cells = document["cells"].as_array().unwrap();
    let ratios: Vec<(&str, String)> = cells
        .iter()
        .map(|cell| {
            let ratio = cell["pairs"][0]["ratio"].as_f64().unwrap();
            (cell["workload"].as_str().unwrap(), format!("{ratio:.2}"))
        })
        .collect();
    let expected = [("ping", "0.32"), ("ping flood", "0.40"), ("scp", "1.60")];
    assert_eq!(ratios, expected.map(|(name, ratio)| (name, ratio.to_owned())));
    let (code, _, stderr) = told(
        storing(folder.path(), &["compare", &copper, &format!("{file}@10.1")])
            .output()
            .unwrap(),
    );
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("links.md: no result can be compared"), "{stderr}");
}

#[test]
fn lists_of_latencies_are_rungs() {
    let folder = folder();
    let file = folder.path().join("here.md");
    let rows = "| Work | Latency |\n| --- | --- |\n| L1 cache reference | 0.5 ns |\n| Read 4K randomly from SSD* | 75,000 ns |\n";
    fs::write(&file, rows).unwrap();
    let args = ["compare", "latency-numbers-2012", file.to_str().unwrap()];
    let compare = |form: &[&str]| {
        let args = [&args[..], form].concat();
        told(storing(folder.path(), &args).output().unwrap())
    };
    let (code, stdout, stderr) = compare(&["--json"]);
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    let cells = document["cells"].as_array().unwrap();
    let ratios = cells.iter().map(|cell| {
        let (value, ratio) = (&cell["values"][1]["median"], &cell["pairs"][0]["ratio"]);
        (value.as_f64().unwrap(), ratio.as_f64().unwrap())
    });
    assert_eq!(ratios.collect::<Vec<_>>(), [(0.5, 1.0), (75_000.0, 0.5)]);
    let (_, text, _) = compare(&[]);
    assert!(
        text.contains("fiord ladder --save NAME") && !text.contains("--repeat"),
        "{text}"
    );
}

#[test]
fn a_peer_that_is_no_host_is_refused_before_anything_is_measured() {
    let (code, stdout, stderr) = ran(&["ladder", "--no-store", "--peer", "db1:ssh"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("expected a host, or HOST:PORT"), "{stderr}");
}
