//! A run while it goes on: on a terminal, as lines of JSON, as metrics, in the browser.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::{fiord, storing, text};
use crate::over_http::{ask, host_in, said_until};
use crate::schema;
use crate::terminal::{Terminal, visible};

/// Reads of a file that its layout leaves in memory, for longer than any test needs; a signal ends them.
const CACHED: [&str; 9] = [
    "run",
    "--name=cached",
    "--filename=data",
    "--size=4m",
    "--rw=randread",
    "--bs=4k",
    "--invalidate=0",
    "--time_based",
    "--runtime=600",
];

fn folder() -> tempfile::TempDir {
    // On a disk: what is read from memory is what this is about.
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Runs on a terminal of its own, until the verdict so far is shown.
fn on_a_terminal(folder: &Path, width: u16, no_color: bool) -> (Terminal, Child, String) {
    let mut terminal = Terminal::new(width);
    let mut command = Command::new("setsid");
    command
        .args(["--ctty", "--wait", env!("CARGO_BIN_EXE_fiord")])
        .args(CACHED)
        .arg("--no-store")
        .current_dir(folder)
        .env("TERM", "xterm-256color")
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(terminal.end())
        .stdout(terminal.end())
        .stderr(terminal.end());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let run = command.spawn().unwrap();
    let shown = terminal.read_until("So far");
    (terminal, run, text(&shown))
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
fn the_verdict_so_far_is_shown_and_the_terminal_is_as_it_was() {
    let folder = folder();
    for end in ["ctrl-c", "TERM"] {
        let (mut terminal, mut run, _) = on_a_terminal(folder.path(), 120, false);
        let line = text(&terminal.read_until("the disk."));
        assert!(
            visible(&line).contains("Measured: memory, not the disk."),
            "{line:?}"
        );
        match end {
            "ctrl-c" => terminal.press(b"\x03"),
            _ => signal(&run, Signal::TERM),
        }
        let rest = text(&terminal.read_until("Interrupted by"));
        assert!(
            !visible(&rest)
                .split("Interrupted")
                .next()
                .unwrap()
                .ends_with("So far")
        );
        run.wait().unwrap();
        assert!(terminal.echoes(), "{end}");
    }
}

#[test]
fn narrow_terminals_and_those_without_colour_get_whole_lines() {
    let folder = folder();
    let (mut terminal, mut run, shown) = on_a_terminal(folder.path(), 40, true);
    let drawn = shown + &text(&terminal.read_until("So far"));
    for sequence in drawn.split("\x1b[").skip(1) {
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
        assert_ne!(&sequence[end..=end], "m", "a colour: {drawn:?}");
    }
    // Each line is filled with blanks to the last column, so that the next one begins there.
    let drawn = visible(&drawn);
    let verdict = drawn.split("So far").nth(1).unwrap().split('…').next().unwrap();
    assert!(
        verdict.chars().count() + "So far…".chars().count() <= 40,
        "{drawn:?}"
    );
    terminal.press(b"\x03");
    terminal.read_until("Interrupted by");
    run.wait().unwrap();
}

#[test]
fn each_second_is_a_line_of_json_and_the_document_stays_alone() {
    let folder = folder();
    let args = [
        "run",
        "--json",
        "--live",
        "json",
        "--no-store",
        "--name=n",
        "--ioengine=null",
        "--size=1g",
    ];
    let timed = ["--rw=randread", "--time_based", "--runtime=3"];
    let output = fiord(folder.path(), &[&args[..], &timed].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["fiord"]["document"], "run");
    let said = text(&output.stderr);
    let lines: Vec<Value> = said
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty(), "{said}");
    for line in &lines {
        assert_eq!(schema::problems(line), [""; 0]);
        assert_eq!(
            (&line["fiord"]["document"], &line["jobs"][0]),
            (&"live".into(), &"n".into())
        );
        assert_eq!(
            line["measured"]["headline"],
            "Measured: the load generator itself."
        );
    }
    let total = |line: &Value| line["read"]["ios"].as_u64().unwrap();
    assert!(lines.windows(2).all(|pair| total(&pair[0]) < total(&pair[1])));
    let measured = document["jobs"][0]["read"]["ios"].as_u64();
    assert!(
        measured.is_none_or(|ios| ios >= total(lines.last().unwrap())),
        "{document}"
    );
}

#[test]
fn a_study_names_its_cells_in_a_file() {
    let folder = folder();
    let args = [
        "sweep",
        ".",
        "--bs=4k,8k",
        "--blocks=6",
        "--no-store",
        "--live",
        "json:live.jsonl",
    ];
    let timed = [
        "--ioengine=null",
        "--size=1g",
        "--time_based",
        "--runtime=2",
        "--rw=read",
        "--iodepth=1",
    ];
    let output = fiord(folder.path(), &[&args[..], &timed].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = std::fs::read_to_string(folder.path().join("live.jsonl")).unwrap();
    for cell in ["4k", "8k"] {
        let is_of_cell = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            line["part"].as_str().unwrap().contains(cell)
        };
        assert!(lines.lines().any(is_of_cell), "{cell}: {lines}");
    }
}

#[test]
fn metrics_are_served_while_it_runs_and_to_this_machine_alone() {
    let folder = folder();
    let mut command = storing(folder.path(), &CACHED);
    command.args(["--no-store", "--live", "json", "--metrics-listen", "0"]);
    let mut run = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (said, mut stderr) = said_until(&mut run, "\"measured\":{");
    let host = host_in(&said);
    let (head, body) = ask(&host, "/metrics", &host);
    assert!(
        head.contains("200 OK") && head.contains("application/openmetrics-text"),
        "{head}"
    );
    assert!(body.ends_with("# EOF\n"), "{body}");
    for line in [
        "fiord_live_operations{direction=\"read\"} ",
        "fiord_live_measured{rule=\"cache-read\"} 1",
    ] {
        assert!(body.contains(line), "{line}: {body}");
    }
    assert!(ask(&host, "/metrics", "example.org").0.contains(" 421 "));
    assert!(ask(&host, "/", &host).0.contains(" 404 "));
    signal(&run, Signal::INT);
    let _ = stderr.read_to_string(&mut String::new());
    assert_eq!(run.wait().unwrap().code(), Some(128));
    assert!(TcpStream::connect(&host).is_err());
}

#[test]
fn the_browser_sees_a_run_of_this_user_and_the_devices() {
    let folder = folder();
    let runtime = folder.path().join("runtime");
    std::fs::create_dir(&runtime).unwrap();
    storing(
        folder.path(),
        &[
            "run",
            "--name=a",
            "--ioengine=sim",
            "--number_ios=10",
            "--size=1m",
        ],
    )
    .output()
    .unwrap();
    let here = |args: &[&str]| {
        let mut command = storing(folder.path(), args);
        command.env("XDG_RUNTIME_DIR", &runtime);
        command
    };
    let mut serve = here(&["serve", "--port", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (said, _stderr) = said_until(&mut serve, "Ctrl-C");
    let host = host_in(&said);
    assert!(ask(&host, "/now", &host).1.contains("No run to show"));
    let mut run = here(&CACHED);
    run.args(["--no-store", "--live", "json"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let (_, mut stderr) = said_until(&mut run, "\"measured\":{");
    // The server reads what the run wrote last, a moment after the run wrote it.
    let began = Instant::now();
    let page_now = || ask(&host, "/now", &host);
    let (mut head, mut page) = page_now();
    while !page.contains("memory, not the disk") && began.elapsed() < Duration::from_secs(20) {
        (head, page) = page_now();
    }
    assert!(
        head.contains("200 OK") && page.contains("memory, not the disk"),
        "{head} {page}"
    );
    let request = format!("GET /now/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut events = TcpStream::connect(&host).unwrap();
    events.write_all(request.as_bytes()).unwrap();
    let mut event = String::new();
    let mut events = BufReader::new(events);
    while !event.contains("data: ") {
        event.clear();
        assert!(events.read_line(&mut event).unwrap() > 0);
    }
    let event: Value = serde_json::from_str(event.trim().trim_start_matches("data: ")).unwrap();
    let panes = event["page"].as_str().unwrap();
    for pane in ["Running now", "Why tasks wait", "Devices", "Processes"] {
        assert!(panes.contains(pane), "{pane}: {panes}");
    }
    for path in ["/now", "/now/events"] {
        assert!(ask(&host, path, "example.org").0.contains(" 421 "), "{path}");
    }
    signal(&run, Signal::INT);
    let _ = stderr.read_to_string(&mut String::new());
    run.wait().unwrap();
    assert!(ask(&host, "/now", &host).1.contains("No run to show"));
    signal(&serve, Signal::INT);
    serve.wait().unwrap();
    assert!(
        std::fs::read_dir(&runtime).unwrap().next().is_none(),
        "nothing is left"
    );
}

/// A server that was killed leaves its directory. The next run and the next server remove it, and nothing that is not theirs.
#[test]
fn what_a_killed_server_left_is_removed() {
    let folder = folder();
    let runtime = folder.path().join("runtime");
    fs::create_dir(&runtime).unwrap();
    let here = |args: &[&str]| {
        let mut command = storing(folder.path(), args);
        command.env("XDG_RUNTIME_DIR", &runtime).stderr(Stdio::piped());
        command
    };
    let serve = || {
        let mut server = here(&["serve", "--port", "0"]).spawn().unwrap();
        let (_, stderr) = said_until(&mut server, "Ctrl-C");
        (server, stderr)
    };
    let job = [
        "run",
        "--name=a",
        "--ioengine=sim",
        "--number_ios=10",
        "--size=1m",
    ];
    let runs = || assert!(here(&job).output().unwrap().status.success());
    runs();
    let published = runtime.join("fiord-runs");
    let (mut server, _stderr) = serve();
    runs();
    assert!(published.is_dir(), "a server runs");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(published.is_dir());
    runs();
    assert!(!published.exists(), "the run after it removes the directory");

    let (mut first, _stderr) = serve();
    first.kill().unwrap();
    first.wait().unwrap();
    fs::write(published.join("4194305.json"), "{}").unwrap();
    fs::write(published.join("notes.txt"), "mine").unwrap();
    let (mut second, _stderr) = serve();
    let (mut third, _other_stderr) = serve();
    assert!(!published.join("4194305.json").exists());
    signal(&second, Signal::INT);
    second.wait().unwrap();
    assert!(published.join("serve.lock").exists(), "the other server keeps it");
    signal(&third, Signal::INT);
    third.wait().unwrap();
    let left = fs::read_dir(&published)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["notes.txt"]);
}
