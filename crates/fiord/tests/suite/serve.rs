//! `fiord serve` over real sockets: pages and documents, headers, refusals, limits, a study that is followed, the end by a signal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use fiord_store::{NewStudy, Store, StudyState};
use jiff::Timestamp;
use serde_json::Value;

use crate::common::text;
use crate::over_http::{answer, host_in, said_until};
use crate::snapshot::{assert_screen, messages};

/// How long an answer may take on a loaded machine before the test fails.
const PATIENCE: Duration = Duration::from_secs(120);

struct Served {
    folder: tempfile::TempDir,
    child: Child,
    /// `127.0.0.1:PORT`
    host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A study of three depths on a simulated device.
const SWEEP: [&str; 8] = [
    "sweep",
    "--depth=1..4",
    "--bs=4k",
    "--ioengine=sim",
    "--number_ios=200",
    "--size=4m",
    "--blocks=2",
    "--seed=7",
];

/// A notebook of a simulated device.
const NOTEBOOK: &str = "# A <b>drive</b>\n\n```fiord run --as jobs\n--name=a --ioengine=sim --rw=randread --size=1g --number_ios=200\n```\n\n\
    It reads {= jobs.a.iops}, at least one {? jobs: a at least 1 IOPS}.\n";

fn fiord(store: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command
        .args(args)
        .env("FIORD_STORE", store)
        .env("XDG_RUNTIME_DIR", store.parent().unwrap())
        .stdin(Stdio::null());
    command
}

/// A store with two runs of a simulated device, served.
fn served() -> Served {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("runs.sqlite");
    for service in ["--sim_read_ns=100000", "--sim_read_ns=200000"] {
        let args = [
            "run",
            "--name=<b>a</b>",
            "--ioengine=sim",
            "--rw=randread",
            "--size=1g",
            "--number_ios=500",
            service,
        ];
        let output = fiord(&store, &args).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let notebook = folder.path().join("drive.md");
    std::fs::write(&notebook, NOTEBOOK).unwrap();
    let mut child = fiord(&store, &["serve", "--port", "0", "--notebook"])
        .arg(&notebook)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (said, _stderr) = said_until(&mut child, "Ctrl-C");
    let host = host_in(&said);
    Served { folder, child, host }
}

impl Served {
    fn store(&self) -> PathBuf {
        self.folder.path().join("runs.sqlite")
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Head and body of an answer.
    fn answer(&self, request: &str) -> (String, String) {
        answer(&self.send(request))
    }

    fn get(&self, path: &str) -> (String, String) {
        self.answer(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.host
        ))
    }

    /// Adds a study that runs.
    fn open_study(&self) -> (Store, i64) {
        let study = NewStudy {
            name: "s",
            command: "fiord study run s",
            target: None,
            seed: 1,
            source: "",
            settings: "{}",
        };
        let mut store = Store::open(&self.store()).unwrap();
        let id = store.add_study(&study, Timestamp::now()).unwrap();
        (store, id)
    }

    /// Opens the stream of a study's events.
    fn follow(&self, study: i64) -> BufReader<TcpStream> {
        BufReader::new(self.send(&format!(
            "GET /study/{study}/events HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.host
        )))
    }

    /// Ends the server as Ctrl-C does.
    fn interrupt(&mut self) -> ExitStatus {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        self.child.wait().unwrap()
    }
}

/// Whether the server has closed a connection on which it sent nothing.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    matches!(stream.read(&mut [0]), Ok(0))
}

#[test]
fn the_store_is_shown_and_nothing_else() {
    let served = served();
    let (head, list) = served.get("/");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    for header in [
        "frame-ancestors 'none'",
        "default-src 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert!(
        list.contains("href=\"/run/1\"") && list.contains("href=\"/run/2\""),
        "{list}"
    );
    let (head, page) = served.get("/run/1");
    assert!(
        head.contains("script-src 'sha256-") && page.contains("&lt;b&gt;a&lt;/b&gt;"),
        "{head}"
    );
    assert!(!page.contains("<b>a"), "names are no markup");
    // The numbers are those of `fiord report`.
    let (_, shown) = served.get("/run/1.json");
    let reported = fiord(&served.store(), &["report", "1", "--json"])
        .output()
        .unwrap();
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(value(&shown)["jobs"], value(&text(&reported.stdout))["jobs"]);
    let (head, compared) = served.get("/compare?r=1&r=2");
    assert!(
        head.starts_with("HTTP/1.1 200") && compared.contains("Comparison of 1, 2"),
        "{head}"
    );
    for (path, code) in [
        ("/run/99", "404"),
        ("/study/1", "404"),
        ("/etc/passwd", "404"),
        ("/compare?r=1", "400"),
        (&format!("/compare?{}", "r=1&".repeat(17)), "400"),
        ("/favicon.ico", "404"),
    ] {
        let (head, _) = served.get(path);
        assert!(
            head.starts_with(&format!("HTTP/1.1 {code}")) && head.contains("default-src 'none'"),
            "{path}: {head}"
        );
    }
}

#[test]
fn the_list_is_searched_and_a_study_is_one_line() {
    let served = served();
    let made = |args: &[&str]| assert!(fiord(&served.store(), args).output().unwrap().status.success());
    let job = [
        "--name=c",
        "--ioengine=sim",
        "--rw=randread",
        "--size=1g",
        "--number_ios=10",
    ];
    let named = [
        "run",
        "--save",
        "two words",
        "--tag",
        "night,new disk",
        "--tag=night",
    ];
    made(&[&named, job.as_slice()].concat());
    made(&SWEEP);
    let listed = |path: &str| served.get(path).1;
    let all = listed("/");
    for words in [
        "href=\"/run/3\"",
        "href=\"/study/1\"",
        "href=\"/?study=1\"",
        "href=\"/?name=two%20words\"",
        "href=\"/?tag=new%20disk\">new disk</a>",
        "<option value=\"night\">",
        "<time datetime=\"20",
    ] {
        assert!(all.contains(words), "{words}: {all}");
    }
    assert!(
        !all.contains("href=\"/run/4\""),
        "runs of the study are under it: {all}"
    );
    assert!(listed("/?study=1").contains("href=\"/run/4\""));
    let found = listed("/?q=Two+words");
    assert!(
        found.contains("/run/3\"") && !found.contains("/run/1\"") && !found.contains("/study/1"),
        "{found}"
    );
    let named = listed("/?name=two%20words");
    assert!(
        named.contains("href=\"/trend/two%20words\"") && !named.contains("/run/1\""),
        "{named}"
    );
    assert!(listed("/trend/two%20words").contains("Runs named two words"));
    assert!(served.get("/trend/none").0.starts_with("HTTP/1.1 404"));
    for tagged in [listed("/?tag=new+disk"), listed("/?q=NIGHT")] {
        assert!(
            tagged.contains("/run/3\"") && !tagged.contains("/run/1\"") && !tagged.contains("/study/1"),
            "{tagged}"
        );
    }
    assert!(!listed("/?tag=disk").contains("/run/3\""), "a tag is whole");
    assert!(!listed("/?grade=A").contains("/run/1\""));
    assert!(listed("/?verb=sweep").contains("/run/4\""));
}

#[test]
fn a_run_in_the_list_has_all_its_jobs_directions_and_syncs() {
    let served = served();
    let jobs = "--name=all --ioengine=null --size=1m --name=mixed --ioengine=null --size=1m --rw=randrw --name=log --ioengine=null --size=1m --rw=write --fdatasync=5";
    let run = fiord(&served.store(), &["run"])
        .args(jobs.split(' '))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let listed = |lang: &str| {
        served
            .answer(&format!(
                "GET / HTTP/1.1\r\nHost: {}\r\nAccept-Language: {lang}\r\nConnection: close\r\n\r\n",
                served.host
            ))
            .1
            .replace('\u{a0}', " ")
    };
    let row = |list: &str| {
        list.split("href=\"/run/3\"")
            .nth(1)
            .unwrap()
            .split("</tr>")
            .next()
            .unwrap()
            .to_owned()
    };
    let english = row(&listed("en"));
    for words in [
        "all <span class=\"dim\">read 4k",
        "mixed <span class=\"dim\">randrw 50/50 4k",
        "all read ",
        "mixed read ",
        "mixed write ",
        "log write ",
        "1 more",
    ] {
        assert!(english.contains(words), "{words}: {english}");
    }
    let only = "--name=log --ioengine=null --size=1m --number_ios=50 --rw=write --fdatasync=5";
    let run = fiord(&served.store(), &["run"])
        .args(only.split(' '))
        .output()
        .unwrap();
    assert!(run.status.success());
    let list = listed("zh-CN");
    let chinese = list
        .split("href=\"/run/4\"")
        .nth(1)
        .unwrap()
        .split("</tr>")
        .next()
        .unwrap();
    assert!(
        chinese.contains(">写 ") && chinese.contains("<br>sync "),
        "{chinese}"
    );
}

/// A study with all its runs, as if it were still open: its page has the charts, and says how far it is.
#[test]
fn the_page_of_a_running_study_shows_its_results_so_far() {
    let served = served();
    assert!(fiord(&served.store(), &SWEEP).output().unwrap().status.success());
    let mut store = Store::open(&served.store()).unwrap();
    store.set_state(1, StudyState::Open).unwrap();
    let (_, live) = served.get("/study/1/live");
    assert!(live.contains("id=\"now\"") && live.contains("<svg"), "{live}");
    assert!(
        live.contains("<section id=\"plan\">") && live.contains("randread"),
        "what it runs: {live}"
    );
    let mut lines = served.follow(1).lines().map(Result::unwrap);
    let line = lines.find(|line| line.starts_with("data: ")).unwrap();
    let news: Value = serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap();
    let runs = store.study("1").unwrap().unwrap().runs;
    assert_eq!(news["runs"], runs);
    assert_eq!(news["progress"], format!("{runs} of {runs}"));
    assert!(news["page"].as_str().unwrap().contains("chart-iodepth"), "{news}");
}

#[test]
fn other_names_other_sites_and_writes_are_refused() {
    let served = served();
    let asked = |request: &str| {
        let (head, body) = served.answer(request);
        assert!(!body.contains("/run/1"), "{body}");
        head.lines().next().unwrap().to_owned()
    };
    let own = &served.host;
    for host in ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org"] {
        let first = asked(&format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ));
        assert!(first.contains("421"), "{host}: {first}");
    }
    assert!(asked("GET / HTTP/1.0\r\n\r\n").contains("421"));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let first = asked(&format!(
            "{method} /run/1 HTTP/1.1\r\nHost: {own}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ));
        assert!(first.contains("405"), "{method}: {first}");
    }
    // A body is never read: a chunked one, and one whose length could be read in two ways.
    for body in [
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, x\r\nConnection: close\r\n\r\n",
        "Content-Length: 5\r\nConnection: close\r\n\r\nGET /",
    ] {
        let first = asked(&format!("GET / HTTP/1.1\r\nHost: {own}\r\n{body}"));
        assert!(first.contains("400"), "{body}: {first}");
    }
    let foreign = format!(
        "GET / HTTP/1.1\r\nHost: {own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nConnection: close\r\n\r\n"
    );
    assert!(asked(&foreign).contains("403"));
    let refused = fiord(&served.store(), &["serve", "--address", "0.0.0.0"])
        .output()
        .unwrap();
    assert_screen!(messages(&["serve", "--address", "0.0.0.0"], &refused));
}

#[test]
fn a_running_study_is_followed_and_a_signal_ends_the_server() {
    let mut served = served();
    let (mut store, id) = served.open_study();
    let (_, live) = served.get(&format!("/study/{id}/live"));
    assert!(
        live.contains(&format!("data-events=\"/study/{id}/events\"")),
        "{live}"
    );
    let mut lines = served.follow(id).lines().map(Result::unwrap);
    let mut next = || -> Value {
        let line = lines.by_ref().find(|line| line.starts_with("data: ")).unwrap();
        serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap()
    };
    let first = next();
    assert_eq!(
        (first["state"].as_str(), first["runs"].as_u64()),
        (Some("open"), Some(0))
    );
    store.set_state(id, StudyState::Done).unwrap();
    let last = next();
    // No time is left of what has ended: it is not unknown.
    assert_eq!(
        (last["state"].as_str(), last["left"].as_str()),
        (Some("done"), Some("–"))
    );
    assert_eq!(
        lines.find(|line| line.starts_with("data: ")),
        None,
        "the stream ends with the study"
    );

    assert!(served.interrupt().success());
}

/// The page of a notebook is made again while it is measured, and no other file is shown.
#[test]
fn a_notebook_is_followed_while_it_is_measured() {
    let mut served = served();
    let (_, list) = served.get("/");
    assert!(list.contains("href=\"/notebook/drive\""), "{list}");
    let (head, page) = served.get("/notebook/drive");
    assert!(head.contains("connect-src 'self'"), "{head}");
    assert!(
        page.contains("data-events=\"/notebook/drive/events\"") && page.contains("&lt;b&gt;drive&lt;/b&gt;"),
        "{page}"
    );
    assert!(served.get("/notebook/other").0.starts_with("HTTP/1.1 404"));
    assert!(served.get("/notebook/..%2Fdrive").0.starts_with("HTTP/1.1 404"));
    assert!(served.get("/notebook/other/events").0.starts_with("HTTP/1.1 404"));
    let request = format!(
        "GET /notebook/drive/events HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        served.host
    );
    let mut lines = BufReader::new(served.send(&request)).lines().map(Result::unwrap);
    let mut next = || -> String {
        let line = lines.by_ref().find(|line| line.starts_with("data: ")).unwrap();
        let news: Value = serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap();
        news["page"].as_str().unwrap().to_owned()
    };
    assert!(next().contains(">~<sup>1</sup></a>"));
    let measured = fiord(&served.store(), &["notebook", "run", "drive.md", "."])
        .current_dir(served.folder.path())
        .output()
        .unwrap();
    assert!(measured.status.success(), "{}", text(&measured.stderr));
    while !next().contains(">✓<sup>1</sup></a>") {}
    assert!(served.interrupt().success());
}

#[test]
fn only_so_many_requests_are_answered_at_once() {
    const MOST: usize = 32;
    let mut served = served();
    let (_store, id) = served.open_study();
    let mut streams: Vec<_> = (0..MOST).map(|_| served.follow(id)).collect();
    for stream in &mut streams {
        assert!(
            stream.lines().any(|line| line.unwrap().starts_with("data: ")),
            "each is answered"
        );
    }
    let (head, body) = served.get("/");
    assert!(
        head.starts_with("HTTP/1.1 503") && head.contains("default-src 'none'"),
        "{head}"
    );
    assert!(body.contains("Too many requests"), "{body}");
    // A reader that goes frees its place, though there was nothing new to send to it.
    streams.pop();
    let began = Instant::now();
    while !served.get("/").0.starts_with("HTTP/1.1 200") {
        assert!(began.elapsed() < PATIENCE);
    }
    assert!(
        served.interrupt().success(),
        "streams that are open do not hold it up"
    );
}

#[test]
fn connections_that_ask_nothing_are_closed_and_do_not_pile_up() {
    const MOST: usize = 64;
    let served = served();
    let starts = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: "];
    let silent: Vec<_> = starts
        .iter()
        .cycle()
        .take(MOST)
        .map(|start| served.send(start))
        .collect();
    // One more waits until one of them is closed.
    let (head, _) = served.get("/");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(silent.iter().any(is_closed));
    for mut stream in silent {
        stream.set_nonblocking(false).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "");
    }
}

#[test]
fn readers_that_take_no_answer_are_closed() {
    const MOST: usize = 64;
    /// More answers than the kernel and the server keep for a reader.
    const PAGES: usize = 200;
    let served = served();
    let request = format!("GET /run/1.json HTTP/1.1\r\nHost: {}\r\n\r\n", served.host);
    let lazy: Vec<_> = (0..MOST)
        .map(|_| {
            let stream = served.send(&request);
            rustix::net::sockopt::set_socket_recv_buffer_size(&stream, 4096).unwrap();
            (&stream).write_all(request.repeat(PAGES).as_bytes()).unwrap();
            stream
        })
        .collect();
    // One more waits until one of them is closed.
    let began = Instant::now();
    while !served.get("/").0.starts_with("HTTP/1.1 200") {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(lazy);
}

#[test]
fn large_headers_and_addresses_elsewhere_are_refused() {
    const MOST: usize = 16 << 10;
    let served = served();
    let long = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX: {}\r\n\r\n",
        served.host,
        "x".repeat(MOST - 200)
    );
    let (head, _) = served.answer(&long);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut stream = served.send(&format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nX: {}",
        served.host,
        "x".repeat(MOST)
    ));
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(text(&first), "HTTP/1.1 431");
    // The form of a request to a proxy.
    let (head, _) = served.get(&format!("http://{}/", served.host));
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    let head = served.answer(&format!(
        "HEAD / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        served.host
    ));
    assert!(
        head.0.starts_with("HTTP/1.1 200") && head.1.is_empty(),
        "{head:?}"
    );
}

#[test]
fn pages_of_the_server_load_in_a_browser_without_errors() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    let served = served();
    for (path, shown) in [
        ("/", "Runs and studies"),
        ("/run/1", "</svg>"),
        ("/compare?r=1&r=2", "id=\"chart-density\""),
        ("/?q=a", "<th scope=\"col\"><button"),
    ] {
        let page = chromium.dump(&format!("http://{}{path}", served.host), &[]);
        assert_eq!(page.console, "", "{path}");
        assert!(page.dom.contains(shown), "{path}: {}", page.dom);
    }
}

#[test]
fn a_result_is_found_by_its_name_or_id() {
    let served = served();
    let (_, id) = served.open_study();
    let args = [
        "run",
        "--save",
        "two words",
        "--name=c",
        "--ioengine=sim",
        "--rw=randread",
        "--size=1g",
        "--number_ios=10",
    ];
    assert!(fiord(&served.store(), &args).output().unwrap().status.success());
    for (path, code, has) in [
        ("/two%20words", "200", "Run of c"),
        ("/run:1", "200", "Run of"),
        ("/2", "200", "Run of"),
        ("/2.json", "200", "\"document\":\"run\""),
        ("/none", "404", "no result named none"),
        ("/two%2", "404", ""),
        ("/study:99", "404", ""),
    ] {
        let (head, body) = served.get(path);
        assert!(head.starts_with(&format!("HTTP/1.1 {code}")), "{path}: {head}");
        assert!(body.contains(has), "{path}: {body}");
    }
    // The study has no text that could be shown; its page says the same under all its names.
    let of_id = served.get(&format!("/study/{id}"));
    assert_eq!(
        served.get(&format!("/study:{id}")).0.lines().next(),
        of_id.0.lines().next()
    );
    assert_eq!(served.get("/s").0.lines().next(), of_id.0.lines().next());
}
