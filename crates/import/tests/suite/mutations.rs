//! Broken texts of every format: no reader panics, and what is not understood is listed with its place.
//!
//! `FIORD_MUTATIONS=10000000 cargo test --release -p fiord-import --test suite mutations` is the long form.

use std::path::Path;

use crate::consistency::verdict;
use fiord_import::{self as import, Why};
use fiord_judge::case::Case;
use fiord_messages::{Lang, Sentence, import as messages};

/// Numbers of a fixed sequence.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound.max(1)
    }
}

/// What numbers, units and frames of texts become.
const TOKENS: [&[u8]; 28] = [
    b"0",
    b"-1",
    b"18446744073709551615",
    b"99999999999999999999999",
    b"1e308",
    b"-1e999",
    b"NaN",
    b"inf",
    b".",
    b",",
    b";",
    b"/",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"\"",
    b"\n",
    b"\r",
    b"\0",
    b"\xff\xfe",
    b"KiB/s",
    b"usec",
    b"%",
    b"|",
    b": (groupid=0, jobs=4294967295): err=",
    b"null",
];

fn mutated(text: &[u8], others: &[Vec<u8>], draw: &mut Draw) -> Vec<u8> {
    let mut out = text.to_vec();
    for _ in 0..=draw.below(4) {
        let at = draw.below(out.len() + 1);
        let end = (at + draw.below(40)).min(out.len());
        match draw.below(7) {
            0 => out.truncate(at),
            1 => drop(out.drain(at..end)),
            2 => {
                let part = out[at..end].to_vec();
                out.splice(at..at, part);
            }
            3 => {
                if let Some(byte) = out.get_mut(at) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            4 => {
                let token = TOKENS[draw.below(TOKENS.len())];
                out.splice(at..at, token.iter().copied());
            }
            5 => {
                // A number is replaced where one stands.
                if let Some(from) = out[at..]
                    .iter()
                    .position(u8::is_ascii_digit)
                    .map(|more| at + more)
                {
                    let digits = out[from..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_digit())
                        .count();
                    let token = TOKENS[draw.below(8)];
                    out.splice(from..from + digits, token.iter().copied());
                }
            }
            _ => {
                let other = &others[draw.below(others.len())];
                let from = draw.below(other.len() + 1);
                let to = (from + draw.below(400)).min(other.len());
                out.splice(at..at, other[from..to].iter().copied());
            }
        }
        out.truncate(1 << 14);
    }
    out
}

/// A text of each format, small: what is read in microseconds is read often.
fn corpus() -> Vec<(&'static str, Vec<u8>)> {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/data");
    let mut all: Vec<(&'static str, Vec<u8>)> = Vec::new();
    for name in [
        "run.txt",
        "run.json",
        "run-plus.json",
        "run.v2.terse",
        "run.v3.terse",
        "run.v4.terse",
        "run.v5.terse",
    ] {
        let text = std::fs::read(formats.join(name)).unwrap();
        // Half of a large document is an unended one, which is what a cut file holds.
        all.push((name, text[..text.len().min(6000)].to_vec()));
    }
    let transcript = include_str!("../data/transcript.md");
    for block in transcript.split("\n\n").filter(|block| block.len() > 40) {
        all.push(("transcript.md", block.as_bytes().to_vec()));
    }
    for sample in crate::formats::samples() {
        all.push(("sample", crate::formats::bytes_of(&sample)));
    }
    all.push((
        "x_bw.1.log",
        b"500, 1234, 0, 4096, 0, 0x0000\n1000, 1300, 0, 4096, 0, 0x0000\n1500, 1290, 1, 4096, 0, 0x0000\n"
            .to_vec(),
    ));
    let fio = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fio");
    for name in ["status.json", "etcd-3.16.txt"] {
        let text = std::fs::read(fio.join(name)).unwrap();
        all.push((name, text[..text.len().min(6000)].to_vec()));
    }
    let plain = std::fs::read_to_string(fio.join("randrw-3.16.txt")).unwrap();
    let logged = plain.lines().map(|line| format!("fio-1  | {line}\n"));
    all.push(("docker.log", logged.collect::<String>().into_bytes()));
    let two_bytes = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    all.push(("utf16", two_bytes("\u{feff}3;fio-3.33;a;0;0;528;33000;8250;16\n")));
    all.push((
        "x_iops.1.log",
        b"500, 1, 0, 4096, 0\n1000, 1, 0, 4096, 0\n99999, 1, 1, 0, 0\n".to_vec(),
    ));
    let bins = "0, 7, ".repeat(28);
    all.push((
        "x_clat_hist.1.log",
        format!("500, 0, 4096, {bins}1, 0\n1500, 1, 4096, {bins}2, 3\n").into_bytes(),
    ));
    all.push(("small.json", br#"{"fio version":"fio-3.33","timestamp":1,"global options":{"rw":"randread"},"jobs":[{"jobname":"a","groupid":0,"error":0,"elapsed":1,"job options":{"bs":"4k","iodepth":"8"},"read":{"io_bytes":4096,"bw_bytes":4096,"iops":1.0,"runtime":1000,"total_ios":1,"clat_ns":{"min":1,"max":2,"mean":1.5,"stddev":0.1,"N":1,"percentile":{"50.000000":1}}},"usr_cpu":1.0,"sys_cpu":1.0,"ctx":3}]}"#.to_vec()));
    all.push((
        "fiord.json",
        br#"{"fiord":{"document":"run","version":1},"record":{"plan":{"jobs":[]}}}"#.to_vec(),
    ));
    all
}

#[test]
fn nothing_that_is_broken_panics() {
    let count: usize = std::env::var("FIORD_MUTATIONS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(4000);
    let seed = fiord_testbed::seed();
    println!("seed {seed}, {count} mutations");
    let corpus = corpus();
    let texts: Vec<Vec<u8>> = corpus.iter().map(|(_, text)| text.clone()).collect();
    let mut draw = Draw(seed | 1);
    let (mut runs, mut unread) = (0, 0);
    for number in 0..count {
        let (name, text) = &corpus[draw.below(corpus.len())];
        let broken = mutated(text, &texts, &mut draw);
        let read = std::panic::catch_unwind(|| {
            let read = import::text(name, broken.as_slice()).unwrap();
            for part in &read.unread {
                assert!(
                    part.lines.0 >= 1 && part.lines.0 <= part.lines.1 && part.lines.1 <= read.lines,
                    "{part:?}"
                );
            }
            for run in &read.runs {
                assert!(run.lines.0 >= 1 && run.lines.1 <= read.lines, "{:?}", run.lines);
                let _ = verdict(&Case::of(&run.record));
            }
            (read.runs.len(), read.unread.len())
        });
        let Ok((more_runs, more_unread)) = read else {
            panic!(
                "mutation {number} of seed {seed}, of {name}: {:?}",
                String::from_utf8_lossy(&broken)
            );
        };
        runs += more_runs;
        unread += more_unread;
    }
    // Most texts still hold something, or the readers would not have been reached.
    assert!(
        runs > count / 10 && unread > count / 10,
        "{runs} runs, {unread} parts not understood"
    );
}

#[test]
fn a_cut_text_says_where_it_ends() {
    let whole =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/data/run.json"))
            .unwrap();
    let cut = &whole[..whole.len() / 2];
    let read = import::text("cut.json", cut.as_bytes()).unwrap();
    let [first, ..] = read.unread.as_slice() else {
        panic!("nothing is listed");
    };
    // Whole jobs of a document of fio are read; what is missing is missing behind the last of them.
    let last = read.runs.iter().map(|run| run.lines.1).max();
    assert_eq!(
        (Some(first.lines.0), &first.why),
        (last, &Why::Json(Sentence::new(messages::json_without_end)))
    );
    // A document that is broken inside names line and column of that place.
    let broken = whole.replacen("\"jobs\" : [", "\"jobs\" : [ x", 1);
    let read = import::text("broken.json", broken.as_bytes()).unwrap();
    let said = read.unread.iter().find_map(|part| match &part.why {
        Why::Json(why) => Some(why.text(Lang::En).to_owned()),
        _ => None,
    });
    assert!(
        said.as_deref()
            .is_some_and(|why| why.contains("line ") && why.contains("column ")),
        "{said:?}"
    );
}

/// A log of 100 MB in one pass. Speed is printed, not judged; memory is: a line is not kept.
#[test]
fn a_long_log_takes_no_memory() {
    let bytes: usize = std::env::var("FIORD_LOG_BYTES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(64 << 20);
    let line = b"123456, 48211, 0, 4096, 104857600, 0x0000\n";
    let log = std::io::Read::take(Repeated { line, at: 0 }, bytes as u64);
    let before = resident_kib();
    let clock = std::time::Instant::now();
    let read = import::text("x_clat.1.log", std::io::BufReader::with_capacity(1 << 18, log)).unwrap();
    let seconds = clock.elapsed().as_secs_f64();
    println!("{bytes} bytes, {:.0} MB/s", bytes as f64 / 1e6 / seconds);
    assert_eq!((read.runs.len(), read.bytes), (1, bytes as u64));
    let grown = resident_kib().saturating_sub(before);
    assert!(grown < 64 << 10, "{grown} KiB");
}

/// A line again and again.
struct Repeated<'l> {
    line: &'l [u8],
    at: usize,
}

impl std::io::Read for Repeated<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let part = &self.line[self.at..];
        let taken = part.len().min(out.len());
        out[..taken].copy_from_slice(&part[..taken]);
        self.at = (self.at + taken) % self.line.len();
        Ok(taken)
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").trim().parse().unwrap()
}
