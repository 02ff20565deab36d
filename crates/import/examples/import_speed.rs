//! How fast a result of another program is read and judged: megabytes per second of wall-clock time.
//!
//! `/usr/bin/time -v cargo run --release -p fiord-import --example import_speed FILE`, whose most memory is that of the import.
#![allow(clippy::print_stdout, clippy::expect_used)]

use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;

fn main() {
    let path = std::env::args().nth(1).expect("usage: import_speed FILE");
    let file = File::open(&path).expect("the file");
    let begun = Instant::now();
    let text = fiord_import::text(&path, BufReader::with_capacity(1 << 20, file)).expect("a text");
    let read_s = begun.elapsed().as_secs_f64();
    let judged = text.runs.iter().map(|run| verdict(&Case::of(&run.record)));
    let findings: usize = judged.map(|verdict| verdict.findings.len()).sum();
    let all_s = begun.elapsed().as_secs_f64();
    let per_s = |seconds: f64| text.bytes as f64 / 1e6 / seconds;
    println!(
        "{} bytes, {} runs, {findings} findings: read at {:.0} MB/s, read and judged at {:.0} MB/s",
        text.bytes,
        text.runs.len(),
        per_s(read_s),
        per_s(all_s),
    );
}
