//! `fiord ladder --ssh`: through sshd in a network namespace, and through scripts that stand for a broken ssh.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fiord_testbed::{Wire, has, or_skip, patiently, run, skip};
use serde_json::Value;

use crate::common::storing;
use crate::machine::{folder, told};
use crate::schema;

/// What the links of the test carry, and the bytes of a full packet that count for it: data, TCP with timestamps, IP, Ethernet.
const SLOW_MBIT: f64 = 50.0;
const FAST_MBIT: f64 = 100.0;
const DATA: f64 = 1448.0;
const PACKET: f64 = 1500.0;
const FRAME: f64 = 1514.0;

fn program_folder() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fiord")).parent().unwrap()
}

/// Where sshd locks up what it does not trust; Debian makes it when the service starts.
const JAIL: &str = "/run/sshd";

/// Ends with the test; with it goes the directory, if the test made it.
struct Daemon(Child, bool);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        if self.1 {
            let _ = fs::remove_dir(JAIL);
        }
    }
}

/// A key for a host or a user.
fn key(folder: &Path, name: &str) -> String {
    let path = folder.join(name).to_str().unwrap().to_owned();
    run("ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-f", &path]).unwrap();
    path
}

/// An ssh server in the other namespace, and the command that logs in there.
fn ssh_server(wire: &Wire, folder: &Path) -> Result<(Daemon, String), String> {
    if !has("sshd") || !has("ssh-keygen") {
        return Err("sshd is not installed".to_owned());
    }
    let (host, user) = (key(folder, "host"), key(folder, "user"));
    let path = program_folder().display();
    let settings = format!(
        "Port 22\nHostKey {host}\nAuthorizedKeysFile {user}.pub\nPidFile none\nUsePAM no\nStrictModes no\n\
         PermitRootLogin prohibit-password\nSetEnv PATH={path}:/usr/bin:/bin\n"
    );
    let file = folder.join("sshd_config");
    fs::write(&file, settings).unwrap();
    let is_made = fs::create_dir(JAIL).is_ok();
    let daemon = wire.far(|| {
        let mut sshd = Command::new("/usr/sbin/sshd");
        sshd.args(["-D", "-e", "-f"])
            .arg(&file)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        sshd.spawn().map_err(|error| error.to_string())
    });
    let command = format!(
        "ssh -F none -i {user} -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
    );
    let daemon = Daemon(daemon?, is_made);
    let is_there = patiently(|| wire.near(|| std::net::TcpStream::connect((Wire::FAR, 22)).is_ok()));
    if is_there {
        Ok((daemon, command))
    } else {
        Err("sshd does not listen".to_owned())
    }
}

/// Limits what leaves a device of this namespace.
fn limit(device: &str, mbit: f64) -> Result<(), String> {
    let rate = format!("{mbit}mbit");
    let words = [
        "qdisc", "replace", "dev", device, "root", "tbf", "rate", &rate, "burst", "32kb", "latency", "100ms",
    ];
    run("tc", &words).map(drop)
}

/// Two paths to one host: the wire, and a faster pair of devices.
fn two_paths(wire: &Wire, sshd: &Daemon) -> Result<(), String> {
    let pid = sshd.0.id().to_string();
    let up = |device: &str, address: &str| -> Result<(), String> {
        run("ip", &["addr", "add", address, "dev", device])?;
        run("ip", &["link", "set", device, "up"])?;
        limit(device, FAST_MBIT)
    };
    wire.near(|| {
        run(
            "ip",
            &["link", "add", "fast0", "type", "veth", "peer", "name", "fast1"],
        )?;
        run("ip", &["link", "set", "fast1", "netns", &pid])?;
        up("fast0", "198.51.100.1/24")?;
        limit("wire", SLOW_MBIT)
    })?;
    wire.far(|| {
        up("fast1", "198.51.100.2/24")?;
        limit("wire", SLOW_MBIT)
    })
}

fn flow(document: &Value, peer: usize) -> &Value {
    &document["peers"][peer]["flow"]
}

/// A busy machine can only hold a stream up: no rate is above the truth, and what is too slow is looked at again by night.
#[test]
fn two_paths_of_known_rates_are_measured_through_ssh() {
    let folder = folder();
    let wire = or_skip!("wire", Wire::new(Duration::from_micros(100)));
    let (sshd, command) = or_skip!("sshd", ssh_server(&wire, folder.path()));
    or_skip!("tbf", two_paths(&wire, &sshd));
    let slow = SLOW_MBIT * 1e6 / 8.0 * DATA / PACKET;
    let fast = FAST_MBIT * 1e6 / 8.0 * DATA / FRAME;
    let ssh = format!("--ssh={command}");
    let words = [
        "ladder",
        "--peer",
        "root@192.0.2.2",
        "--peer",
        "root@198.51.100.2",
        &ssh,
        "--save",
        "links",
        "--json",
    ];
    let mut said = String::new();
    for _ in 0..fiord_testbed::repeats(1, 3) {
        let (code, stdout, stderr) = told(wire.near(|| storing(folder.path(), &words).output().unwrap()));
        assert_eq!(code, 0, "{stderr}");
        let document: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(schema::problems(&document), [""; 0]);
        assert_eq!(document["peers"][0]["flow_failed"], Value::Null, "{stdout}");
        let sizes = flow(&document, 0)["trips"]
            .as_array()
            .unwrap()
            .iter()
            .map(|trips| trips["bytes"].as_u64().unwrap());
        assert_eq!(sizes.collect::<Vec<u64>>(), [1, 1024, 4096, 131_072]);
        let mut is_close = true;
        for (peer, truth) in [(0, slow), (1, fast)] {
            let streams = flow(&document, peer)["throughput"].as_array().unwrap();
            assert_eq!(streams.len(), 6);
            for stream in streams {
                let found = stream["bytes_per_s"].as_f64().unwrap() / truth;
                assert!(found <= 1.03, "{found} of the truth: {stream}");
                // With what the sender repeated, the wire was full also where little arrived in order.
                let mut limits = stream["limits"].as_array().unwrap().iter();
                let lossy = limits.find(|limit| limit["what"] == "loss");
                let carried = lossy.map_or(found, |loss| loss["bits_per_s"].as_f64().unwrap() / 8.0 / truth);
                is_close &= (0.97..=1.03).contains(&carried);
                said += &format!(
                    "peer {peer}, {} {}: {found:.3}, on the wire {carried:.3}\n",
                    stream["streams"], stream["direction"]
                );
                let ratio = &stream["ratio"]["ratio"];
                assert_eq!(ratio.is_number(), peer == 1, "{stream}");
            }
        }
        let listening = wire.far(|| fs::read_to_string("/proc/thread-self/net/tcp").unwrap());
        let ports = || {
            listening
                .lines()
                .filter(|line| line.split_whitespace().nth(3) == Some("0A"))
        };
        assert_eq!(ports().count(), 1, "only sshd listens: {listening}");
        if is_close {
            eprintln!("{said}");
            let (code, text, _) = told(storing(folder.path(), &["report", "links"]).output().unwrap());
            assert_eq!(code, 0);
            eprintln!("{text}");
            return;
        }
    }
    skip(
        "quiet",
        &format!("throughput ÷ truth, expected 1.00 ± 0.03:\n{said}"),
    );
}

/// A script that stands for ssh: it gets a host, then the command.
fn script(folder: &Path, text: &str) -> String {
    let path = folder.join("ssh.sh");
    let mut file = fs::File::create(&path).unwrap();
    write!(
        file,
        "#!/bin/sh\nPATH={}:$PATH\nshift\n{text}\n",
        program_folder().display()
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("--ssh={}", path.display())
}

#[test]
fn an_ssh_that_fails_is_refused_in_a_sentence_before_anything_is_measured() {
    let folder = folder();
    for (text, expected) in [
        (
            "echo 'ssh: connect to host: Connection refused' >&2; exit 255",
            "ssh ended before fiord answered (ssh: connect to host: Connection refused)",
        ),
        (
            "kill -9 $$",
            "ssh ended before fiord answered (signal: 9 (SIGKILL))",
        ),
        (
            "echo 'Last login: today'",
            "expected an answer of fiord by ssh, found `Last login: today`",
        ),
        (
            "\"$@\" | sed -u 's/\"fiord\":\"[^\"]*\"/\"fiord\":\"0.0.9\"/'",
            "fiord is 0.0.9 there and 0.1.0 here",
        ),
        (
            "sed -u 's/\\[[0-9]*,[0-9]*,[0-9]*,/[1,2,3,/g' | \"$@\"",
            "did not accept the secret",
        ),
        (
            "echo '{\"fiord\":\"0.1.0\",\"port\":1}'; cat",
            "127.0.0.1:1 refused the connection",
        ),
    ] {
        let ssh = script(folder.path(), text);
        let words = ["ladder", "--no-store", "--peer", "127.0.0.1:9", &ssh];
        let (code, stdout, stderr) = told(storing(folder.path(), &words).output().unwrap());
        assert_eq!((code, stdout.as_str()), (2, ""), "{text}: {stderr}");
        let line: String = stderr.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(
            line.contains("--peer 127.0.0.1: ") && line.contains(expected),
            "{text}: {stderr}"
        );
    }
    let words = [
        "ladder",
        "--no-store",
        "--peer",
        "127.0.0.1:9",
        "--ssh=/nowhere/ssh",
    ];
    let (code, _, stderr) = told(storing(folder.path(), &words).output().unwrap());
    assert_eq!(code, 2);
    assert!(stderr.contains("--ssh: cannot start /nowhere/ssh ("), "{stderr}");
}

#[test]
fn a_silent_host_and_a_silent_name_service_are_given_up() {
    let folder = folder();
    let wire = or_skip!("wire", Wire::new(Duration::ZERO));
    let ask = |words: &[&str]| told(wire.near(|| storing(folder.path(), words).output().unwrap()));
    let silent = Wire::SILENT.to_string();
    let (code, _, stderr) = ask(&["ladder", "--no-store", "--peer", &silent, "--ssh"]);
    if has("ssh") {
        assert_eq!(code, 2);
        assert!(
            stderr.contains("192.0.2.9: no answer by ssh within 6 s"),
            "{stderr}"
        );
    }
    let names = folder.path().join("resolv.conf");
    fs::write(&names, format!("nameserver {silent}\n")).unwrap();
    let line = format!("mount --bind {} /etc/resolv.conf && exec \"$@\"", names.display());
    let fiord = env!("CARGO_BIN_EXE_fiord");
    let words = [
        "-m",
        "sh",
        "-c",
        &line,
        "sh",
        fiord,
        "ladder",
        "--no-store",
        "--peer",
        "db1.example",
        "--ssh",
    ];
    let output = wire.near(|| Command::new("unshare").args(words).output().unwrap());
    let (code, _, stderr) = told(output);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("--peer db1.example: no answer from the name service within 5 s"),
        "{stderr}"
    );
}

#[test]
fn an_ssh_that_is_killed_while_measuring_is_told_in_the_document() {
    let folder = folder();
    let ssh = script(folder.path(), "exec timeout -s KILL 6 \"$@\"");
    let words = ["ladder", "--no-store", "--peer", "127.0.0.1:9", &ssh, "--json"];
    let (code, stdout, stderr) = told(storing(folder.path(), &words).output().unwrap());
    assert_eq!(code, 0, "{stderr}");
    let document: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let failed = document["peers"][0]["flow_failed"].as_str().unwrap();
    assert!(
        failed.starts_with("ssh ended during the measurement ("),
        "{failed}"
    );
}

#[test]
fn a_fiord_of_another_version_answers_without_a_port() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["ladder", "--answer"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let hello = b"{\"fiord\":\"0.0.9\",\"secrets\":[],\"is_v6\":false}\n";
    child.stdin.as_mut().unwrap().write_all(hello).unwrap();
    let (code, stdout, _) = told(child.wait_with_output().unwrap());
    assert_eq!(
        (code, stdout.as_str()),
        (2, "{\"fiord\":\"0.1.0\",\"port\":null}\n")
    );
}
